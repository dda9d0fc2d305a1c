//! The painter of the cloth, and where things on the table are in the window. What it paints is in other files: plates,
//! captions, marks, frames, what is pointed at.

use bevy_egui::egui::{self, Id, LayerId, Order, Pos2, Rect, Vec2};

use crate::app::game::active::ActiveGame;
use crate::app::window_layout;
use crate::layout::{Area, AreaId, Extent, Piece};
use crate::table::scene::{RAISED, TableScene};
use crate::table::theme::{self, Palette};
use crate::table::viewport::TableViewport;

/// What is painted on the cloth, under every panel and page.
pub(super) struct ClothPainter<'a> {
    pub(super) game: &'a ActiveGame,
    pub(super) scene: &'a TableScene,
    pub(super) viewport: &'a TableViewport,
    pub(super) painter: egui::Painter,
    pub(super) ink: Palette,
}

impl<'a> ClothPainter<'a> {
    pub(super) fn new(
        context: &egui::Context,
        game: &'a ActiveGame,
        scene: &'a TableScene,
        viewport: &'a TableViewport,
    ) -> ClothPainter<'a> {
        let painter = context.layer_painter(LayerId::new(Order::Background, Id::new("cloth")));
        let painter = painter.with_clip_rect(room_of(viewport, context));
        ClothPainter { game, scene, viewport, painter, ink: theme::of(context) }
    }
}

impl ClothPainter<'_> {
    /// The room of the table, in points of the panels.
    pub(super) fn room(&self) -> Rect {
        room_of(self.viewport, self.painter.ctx())
    }

    /// Where a point of the table is, in points of the panels.
    pub(super) fn at(&self, x: f32, y: f32) -> Pos2 {
        let at = self.viewport.screen((x, y)) / self.painter.ctx().zoom_factor();
        Pos2::new(at.x, at.y)
    }

    /// Where an area of the table is, in points of the panels.
    pub(super) fn place(&self, area: AreaId) -> Option<Rect> {
        self.scene.layout.area(area).map(|area| self.rect_of(area))
    }

    /// The same of an area that is given itself.
    pub(super) fn rect_of(&self, area: &Area) -> Rect {
        let size = Vec2::new(area.size.0, area.size.1) * self.scale();
        Rect::from_center_size(self.at(area.centre.0, area.centre.1), size)
    }

    /// What reaches so far on the table, in points of the panels.
    pub(super) fn rect_about(&self, extent: Extent) -> Rect {
        let ((x, y), (wide, high)) = (extent.centre(), extent.size());
        Rect::from_center_size(self.at(x, y), self.scale() * Vec2::new(wide, high))
    }

    /// Where a piece is, in points of the panels, as if it were not turned.
    pub(super) fn piece_rect(&self, piece: &Piece) -> Rect {
        self.rect_about(self.scene.layout.piece_extent(piece))
    }

    /// Where the own hand lies, with room for cards that are raised.
    pub(super) fn own_hand(&self) -> Option<Rect> {
        let hand = self.own_hand_lying()?;
        Some(hand.with_min_y(hand.top() - RAISED * self.scale()))
    }

    /// Where it lies, without that.
    pub(super) fn own_hand_lying(&self) -> Option<Rect> {
        self.scene.layout.own_hand().map(|area| self.rect_of(area)).reduce(Rect::union)
    }

    /// How many points of the panels a table unit has.
    pub(super) fn scale(&self) -> f32 {
        self.viewport.scale / self.painter.ctx().zoom_factor()
    }

    /// How much larger text is than at 100 %.
    pub(super) fn text_growth(&self) -> f32 {
        window_layout::text_growth(self.viewport.window, self.painter.ctx().zoom_factor())
    }
}

/// The room of the table, in points of the panels.
pub(super) fn room_of(viewport: &TableViewport, context: &egui::Context) -> Rect {
    let [low, high] = viewport.corners().map(|corner| corner / context.zoom_factor());
    Rect::from_min_max(Pos2::new(low.x, low.y), Pos2::new(high.x, high.y))
}
