//! The plates at the seats: who sits there, whose turn it is, who deals, and a few words about each. On a small table they are
//! larger than their places, as far as they keep clear of each other.

use bevy_egui::egui::{Align2, CornerRadius, Pos2, Rect, Stroke, StrokeKind, Vec2};

use super::cloth::ClothPainter;
use crate::engine::seats::Seat;
use crate::layout::SeatPlate;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, Sign, space};
use crate::table::widgets;

/// By how much the words on a plate may be larger than usual.
const MOST_ON_PLATE: f32 = 1.12;

/// How wide the bar is at the left of the plate in turn, in table units.
const TURN_BAR: f32 = 5.0;

/// How a plate names who deals.
const DEALER: &str = "dealer";

/// How wide the buttons for what may be done may become, in points.
const ROOM_FOR_ACTIONS: f32 = 520.0;

impl ClothPainter<'_> {
    /// Who sits where, in words as large as the plates allow.
    pub(super) fn plates(&self, seats: &[SeatedPlayer]) {
        let growth = self.plate_growth();
        let unit = self.scale() * growth.1;
        let letters = unit * self.text_growth().min(MOST_ON_PLATE);
        for plate in &self.scene.layout.plates {
            let Some(seated) = seats.get(usize::from(plate.seat)) else { continue };
            let rect = self.plate_rect(plate, growth);
            let turn = self.ink.sign(Sign::Turn);
            let (edge, thick) = if plate.is_turn { (turn, 2.0) } else { (self.ink.hairline, 1.0) };
            let corner = CornerRadius::same((9.0 * unit) as u8);
            let line = Stroke::new(thick, edge.egui());
            self.painter.rect(rect, corner, self.ink.panel.egui(), line, StrokeKind::Inside);
            if plate.is_turn {
                let bar = rect.with_max_x(rect.left() + TURN_BAR * unit);
                self.painter.rect_filled(bar, CornerRadius { ne: 0, se: 0, ..corner }, turn.egui());
            }
            let radius = 0.3 * rect.height();
            let at = rect.left_center() + Vec2::new(radius + 6.0 * unit, 0.0);
            widgets::marker_on(&self.painter, at, radius, seated);
            let left = at.x + radius + 7.0 * unit;
            let room = rect.right() - left - 10.0 * unit;
            let name = if plate.is_dealer { format!("{} · {DEALER}", seated.name) } else { seated.name.clone() };
            let lines = [
                (name, theme::strong(17.0 * letters), 0.31, self.ink.text),
                (plate.words.clone(), theme::body(15.0 * letters), 0.71, self.ink.muted),
            ];
            for (words, font, down, colour) in lines {
                let words = widgets::fitted(&self.painter, &words, font, colour.egui(), room);
                let y = rect.top() + down * rect.height() - words.size().y / 2.0;
                let is_cut = plate.is_dealer && down < 0.5 && !words.text().ends_with(DEALER);
                self.painter.galley(Pos2::new(left, y), words, colour.egui());
                if is_cut {
                    let radius = 0.22 * rect.height();
                    let room = self.painter.clip_rect().shrink(radius + 1.0);
                    let beside_name = Pos2::new(rect.right(), rect.top() + down * rect.height());
                    self.dealer_button(room.clamp(beside_name), radius);
                }
            }
        }
    }

    /// What the dealer has before them at a card table, where there is no room for the word: a white button with a rim, as no marker
    /// of a player has.
    fn dealer_button(&self, at: Pos2, radius: f32) {
        let (face, ink) = (self.ink.text.egui(), self.ink.panel.egui());
        self.painter.circle(at, radius, face, Stroke::new(1.0, ink));
        self.painter.circle_stroke(at, 0.78 * radius, Stroke::new(0.1 * radius, ink));
        self.painter.text(at, Align2::CENTER_CENTER, "D", theme::strong(1.1 * radius), ink);
    }

    /// Where a plate is, in points of the panels. With large text one near the left edge makes way for the buttons beside it; another
    /// has something at its left.
    pub(super) fn plate_rect(&self, plate: &SeatPlate, growth: (f32, f32)) -> Rect {
        let rect = self.rect_about(self.scene.layout.plate_extent(plate, growth));
        let room = self.painter.clip_rect();
        let is_at_edge = rect.left() - room.left() < rect.width();
        if !is_at_edge || !self.is_beside_actions(plate) || room.right() - rect.right() >= ROOM_FOR_ACTIONS {
            return rect;
        }
        rect.translate(Vec2::new((room.left() + space::M - rect.left()).min(0.0), 0.0))
    }

    /// Where all plates are, in points of the panels.
    pub(super) fn plate_rects(&self) -> impl Iterator<Item = Rect> {
        let growth = self.plate_growth();
        self.scene.layout.plates.iter().map(move |plate| self.plate_rect(plate, growth))
    }

    /// A seat's plate, in points of the panels.
    pub(super) fn plate_of(&self, seat: Seat) -> Option<Rect> {
        let mut plates = self.scene.settled().plates.iter();
        let plate = plates.find(|plate| usize::from(plate.seat) == seat.index())?;
        Some(self.plate_rect(plate, self.plate_growth()))
    }

    /// How far right the plates reach that are beside the buttons for what may be done.
    pub(super) fn end_of_plates(&self) -> f32 {
        let growth = self.plate_growth();
        let beside = self.scene.layout.plates.iter().filter(|plate| self.is_beside_actions(plate));
        beside.map(|plate| self.plate_rect(plate, growth).right()).fold(0.0, f32::max)
    }

    fn is_beside_actions(&self, plate: &SeatPlate) -> bool {
        self.scene.layout.actions_at.is_some_and(|(_, y)| (plate.centre.1 - y).abs() < plate.size.1)
    }

    /// By how much plates are larger than their places, so that they can be read on a small table.
    pub(super) fn plate_growth(&self) -> (f32, f32) {
        self.scene.layout.readable_plates(self.scale())
    }
}
