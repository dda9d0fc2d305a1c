//! What is meant on the table, with frames around it: what a line of the log is about, the cards that a lesson speaks of, and what
//! decided an ending, with its words and its figure.

use std::sync::Arc;

use bevy_egui::egui::{self, Align, CornerRadius, Galley, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};

use super::cloth::ClothPainter;
use crate::layout::{Exhibit, ExhibitLetters, Extent, SpotFrame, Spotlight, Weight};
use crate::table::drawings;
use crate::table::theme::{self, Rgb, space};

/// How far frames are from what they are around, and how thick they are, in points.
const GAP: f32 = 3.0;
const THICK: f32 = 2.5;

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

    /// Says it on a plate that covers as little as can be of what it is about.
    fn say(&self, exhibit: &Exhibit) {
        let corner = self.at(0.0, 0.0).to_vec2();
        let Rect { min, max } = self.room().translate(-corner);
        let room = Extent { left: min.x, top: min.y, right: max.x, bottom: max.y };
        let measure = |letters: ExhibitLetters| {
            let lines = self.lines_of(exhibit, letters);
            let wide = lines.iter().map(|line| line.size().x).fold(0.0, f32::max);
            let high = lines.iter().map(|line| line.size().y).sum::<f32>();
            (wide + 2.0 * space::XL, high + 2.0 * space::M)
        };
        let layout = &self.scene.layout;
        let standing = self.lettered(|lettering| exhibit.standing(layout, room, lettering, measure));
        let ((x, y), (wide, high)) = (standing.extent.centre(), standing.extent.size());
        let plate = Rect::from_center_size(Pos2::new(x, y) + corner, Vec2::new(wide, high));
        let edge = Stroke::new(1.5, self.ink.note.egui());
        let rounded = CornerRadius::same(theme::PANEL_RADIUS);
        self.painter.rect(plate, rounded, self.ink.panel.egui(), edge, StrokeKind::Inside);
        let mut at = plate.center_top() + Vec2::new(0.0, space::M);
        for line in self.lines_of(exhibit, standing.letters) {
            let down = line.size().y;
            self.painter.galley(at, line, self.ink.text.egui());
            at.y += down;
        }
    }

    /// What an exhibit says, line by line. How to go on is said in the bar alone.
    fn lines_of(&self, exhibit: &Exhibit, letters: ExhibitLetters) -> Vec<Arc<Galley>> {
        let ink = self.ink.text.egui();
        let caption = match exhibit.weight {
            Weight::Sum => theme::display(letters.caption),
            Weight::Part | Weight::Picture => theme::body(letters.caption),
        };
        let lines = [(exhibit.caption.as_str(), caption), (exhibit.figure.as_str(), theme::strong(letters.figure))];
        let lines = lines.into_iter().filter(|(line, _)| !line.is_empty()).map(|(line, font)| {
            let mut job = egui::text::LayoutJob::simple(line.to_owned(), font, ink, letters.widest);
            job.halign = Align::Center;
            self.painter.layout_job(job)
        });
        lines.collect()
    }
}
