//! The table seen from closer: what reaches under the panels is covered, and a button leads back to the whole table.

use bevy_egui::egui::{self, Align2, Id, Order, Pos2, Rect, Ui};

use super::cloth::{self, ClothPainter};
use super::parts::button;
use crate::app::messages::{Requests, TableAction};
use crate::table::theme::{Palette, space};
use crate::table::viewport::TableViewport;

/// What the button for the whole table is known by.
const WHOLE_TABLE: &str = "whole table";

/// Covers all but the table's room: seen from closer, the table reaches under the panels, through which it would shine.
pub(super) fn cover_edges(root: &Ui, viewport: &TableViewport, ink: &Palette) {
    let (room, window) = (cloth::room_of(viewport, root.ctx()), root.ctx().viewport_rect());
    let below = Rect::from_min_max(Pos2::new(window.left(), room.bottom()), window.max);
    let above = Rect::from_min_max(window.min, Pos2::new(window.right(), room.top()));
    let right = Rect::from_min_max(room.right_top(), Pos2::new(window.right(), room.bottom()));
    for edge in [above, below, right] {
        root.painter().rect_filled(edge, 0.0, ink.panel.egui());
    }
}

impl ClothPainter<'_> {
    /// Where the way back to the whole table is, while only a part is shown.
    pub(super) fn whole_table_at(&self) -> Option<Rect> {
        let area = egui::AreaState::load(self.painter.ctx(), Id::new(WHOLE_TABLE));
        area.filter(|_| self.viewport.zoom > 1.0).map(|area| area.rect())
    }

    /// The way back to the whole table, in its corner.
    pub(super) fn whole_table_button(&self, requests: &mut Requests) {
        if self.viewport.zoom <= 1.0 {
            return;
        }
        let corner = self.room().left_bottom();
        let area = egui::Area::new(Id::new(WHOLE_TABLE)).order(Order::Middle).pivot(Align2::LEFT_BOTTOM);
        area.fixed_pos(Pos2::new(corner.x + space::M, corner.y - space::M)).show(self.painter.ctx(), |ui| {
            button("Show whole table").request(ui, requests, TableAction::Zoom(0));
        });
    }
}
