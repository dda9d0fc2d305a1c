//! What is meant on the table, with frames around it: what a line of the log is about.

use bevy_egui::egui::{self, CornerRadius, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};

use super::table::ClothPainter;
use crate::layout::{SpotFrame, Spotlight};
use crate::table::theme::Rgb;

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
}
