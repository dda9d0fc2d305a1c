//! What is meant on the table, with frames around it: what a line of the log is about, the cards that a lesson speaks of, and what
//! decided an ending, with its words and its figure.

use bevy_egui::egui::{self, Align, CornerRadius, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};

use super::cloth::ClothPainter;
use crate::layout::{Exhibit, SpotFrame, Spotlight, Weight};
use crate::table::drawings;
use crate::table::theme::{self, Rgb, size, space};
use crate::table::widgets;

/// How far frames are from what they are around, and how thick they are, in points.
const GAP: f32 = 3.0;
const THICK: f32 = 2.5;

/// The part of the table's room that the words of an ending may take in width.
const MOST_OF_ROOM: f32 = 0.8;

/// The part of the table's height that the figure of an ending may take.
const MOST_FIGURE: f32 = 0.08;

/// How many places for its words are tried in each direction.
const TRIED: usize = 6;

/// How much worse it is to cover what an ending is about than anything else on the table.
const MEANT: f32 = 20.0;

/// What is said while something waits to be read.
pub(super) const GO_ON: &str = "Press any key or click to go on";

impl ClothPainter<'_> {
    /// Frames around what is meant, in this colour.
    pub(super) fn frame_spots(&self, spots: &Spotlight, colour: Rgb) {
        for frame in self.scene.layout.frames(&Spotlight { seats: Vec::new(), ..spots.clone() }) {
            self.frame(frame, colour);
        }
        for rect in self.plates_of(spots) {
            let line = Stroke::new(THICK, colour.egui());
            self.painter.rect_stroke(rect.expand(GAP), CornerRadius::same(10), line, StrokeKind::Middle);
        }
    }

    fn frame(&self, frame: SpotFrame, colour: Rgb) {
        let corners = self.corners(frame, GAP);
        // A dark line beneath tells it from light cards.
        for (width, ink) in [(2.0 * THICK, self.ink.cloth_dark.veil(170)), (THICK, colour.egui())] {
            self.painter.add(Shape::closed_line(corners.to_vec(), Stroke::new(width, ink)));
        }
    }

    /// The corners of a frame, so far from what it is around, in points of the panels.
    fn corners(&self, frame: SpotFrame, gap: f32) -> [Pos2; 4] {
        let half = Vec2::new(frame.size.0, frame.size.1) * self.scale() / 2.0 + Vec2::splat(gap);
        let turn = egui::emath::Rot2::from_angle(frame.turn.to_radians());
        let centre = self.at(frame.centre.0, frame.centre.1);
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| centre + turn * Vec2::new(x * half.x, y * half.y))
    }

    fn plates_of(&self, spots: &Spotlight) -> Vec<Rect> {
        let growth = self.plate_growth();
        let plates = self.scene.layout.plates.iter().filter(|plate| spots.seats.contains(&plate.seat));
        plates.map(|plate| self.plate_rect(plate, growth)).collect()
    }

    /// What decided, framed, with its words and its figure where they cover as little as can be of what they are about.
    pub(super) fn exhibit(&self) {
        let Some(exhibit) = self.scene.exhibit() else { return };
        if exhibit.weight == Weight::Picture {
            if let Some(place) = self.whole_picture() {
                drawings::tile_picture(&self.painter, place);
            }
            return;
        }
        self.frame_spots(&exhibit.spots, self.ink.note);
        self.say(exhibit);
    }

    fn say(&self, exhibit: &Exhibit) {
        let (text, muted, note) = (self.ink.text.egui(), self.ink.muted.egui(), self.ink.note.egui());
        let is_sum = exhibit.weight == Weight::Sum;
        let (words, number) = match is_sum {
            true => (theme::display(size::DISPLAY_M), theme::strong(1.3 * size::DISPLAY_L)),
            false => (theme::body(size::BODY), theme::strong(size::DISPLAY_M)),
        };
        let room = self.room();
        // On a small table the figure is no larger than it has room for.
        let number = FontId { size: number.size.min(MOST_FIGURE * room.height()), ..number };
        let words = FontId { size: words.size.min(number.size), ..words };
        let lines = [
            (exhibit.caption.as_str(), words, text),
            (exhibit.figure.as_str(), number, text),
            (if self.scene.is_waiting() { GO_ON } else { "" }, theme::body(size::CAPTION), muted),
        ];
        let lines = lines.into_iter().filter(|(line, ..)| !line.is_empty()).map(|(line, font, ink)| {
            let mut job = egui::text::LayoutJob::simple(line.to_owned(), font, ink, MOST_OF_ROOM * room.width());
            job.halign = Align::Center;
            (self.painter.layout_job(job), ink)
        });
        let lines: Vec<_> = lines.collect();
        let wide = lines.iter().map(|(line, _)| line.size().x).fold(0.0, f32::max);
        let high = lines.iter().map(|(line, _)| line.size().y).sum::<f32>();
        let plate = self.free_place(&exhibit.spots, Vec2::new(wide + 2.0 * space::XL, high + 2.0 * space::M));
        let edge = Stroke::new(1.5, note);
        let corner = CornerRadius::same(theme::PANEL_RADIUS);
        self.painter.rect(plate, corner, self.ink.panel.egui(), edge, StrokeKind::Inside);
        let mut at = plate.center_top() + Vec2::new(0.0, space::M);
        for (line, ink) in lines {
            let down = line.size().y;
            self.painter.galley(at, line, ink);
            at.y += down;
        }
    }

    /// Where a plate of this size covers least of these spots, and then of everything else: in the middle of the lower edge if it can,
    /// else at another side, and else wherever there is room.
    fn free_place(&self, spots: &Spotlight, size: Vec2) -> Rect {
        let room = self.room().shrink(space::S);
        let frames = self.scene.layout.frames(&Spotlight { seats: Vec::new(), ..spots.clone() });
        let frames = frames.into_iter().map(|frame| Rect::from_points(&self.corners(frame, GAP)));
        let meant = frames.chain(self.plates_of(spots)).map(|meant| (meant, MEANT));
        let kept: Vec<(Rect, f32)> = meant.chain(self.others().into_iter().map(|other| (other, 1.0))).collect();
        let (middles, middle) = (room.shrink2(size / 2.0), room.center());
        let part = |number: usize| number as f32 / TRIED as f32;
        let anywhere =
            (0..=TRIED).flat_map(|down| (0..=TRIED).map(move |across| Vec2::new(part(across), 1.0 - part(down))));
        let sides = [(0.5, 1.0), (0.5, 0.0), (0.5, 0.5)].map(|(across, down)| Vec2::new(across, down));
        let places = sides
            .into_iter()
            .chain(anywhere)
            .map(|part| Rect::from_center_size(middles.min + part * middles.size(), size));
        widgets::least_covering(places, &kept).unwrap_or(Rect::from_center_size(middle, size))
    }

    /// Where pieces and plates are, in points of the panels.
    fn others(&self) -> Vec<Rect> {
        let layout = &self.scene.layout;
        let pieces = layout.pieces.iter().map(|piece| self.piece_rect(piece));
        let growth = self.plate_growth();
        pieces.chain(layout.plates.iter().map(|plate| self.plate_rect(plate, growth))).collect()
    }
}
