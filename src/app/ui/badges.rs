//! What cards are worth now, on coins at their upper edges: as large as the text, as far as they neither meet nor hide their cards.

use bevy_egui::egui::{Align2, Stroke, Vec2};

use super::cloth::ClothPainter;
use crate::layout::CARD;
use crate::table::scene::RAISED;
use crate::table::theme;

/// How large the coins are that say what cards are worth, in table units.
const BADGE: f32 = 15.0;

/// The radius of a coin is at most this part of its card's width.
const MOST_OF_CARD: f32 = 0.21;

impl ClothPainter<'_> {
    /// What cards are worth now, on a coin at the upper edge of each.
    pub(super) fn badges(&self) {
        let radius = self.badge_radius();
        for piece in &self.scene.layout.pieces {
            let Some(badge) = piece.badge.filter(|_| self.scene.picked != Some(piece.id)) else { continue };
            let (x, y) = piece.place.centre;
            let raised = if self.scene.raised.contains(&piece.id) { RAISED } else { 0.0 };
            // The larger it is, the higher it lies: it hides no more of its card.
            let above = radius - BADGE * self.scale();
            let at = self.at(x, y - raised - piece.place.scale * CARD.1 / 2.0) - Vec2::new(0.0, above);
            let edge = Stroke::new(1.0, self.ink.panel.egui());
            self.painter.circle(at, radius, self.ink.note.egui(), edge);
            let ink = self.ink.note.written_on().egui();
            self.painter.text(at, Align2::CENTER_CENTER, badge.to_string(), theme::strong(1.25 * radius), ink);
        }
    }

    /// As large as the text, as far as coins do not meet.
    fn badge_radius(&self) -> f32 {
        let badged = || self.scene.layout.pieces.iter().filter(|piece| piece.badge.is_some());
        let places = || badged().map(|piece| piece.place.centre);
        let apart = places().zip(places().skip(1)).map(|((x, y), (x_next, y_next))| (x_next - x).hypot(y_next - y));
        let on_card = badged().map(|piece| MOST_OF_CARD * piece.place.scale * CARD.0);
        let most = apart.map(|apart| apart / 2.0 - 1.0).chain(on_card).fold(f32::INFINITY, f32::min);
        (BADGE * self.text_growth()).min(most.max(BADGE)) * self.scale()
    }
}
