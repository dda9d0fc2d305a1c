//! The games' emblems: drawn as SVG, shown at exactly the size they have room for.

use bevy_egui::egui::{self, ColorImage, Id, Painter, Rect, TextureHandle, TextureOptions};
use resvg::{tiny_skia, usvg};

use super::assets;

/// Draws a game's emblem into a square, if it has one.
pub fn draw(painter: &Painter, game: &str, square: Rect) {
    let context = painter.ctx();
    let side = (square.width() * context.pixels_per_point()).round() as usize;
    let id = Id::new(("emblem", game));
    let known: Option<TextureHandle> = context.data(|data| data.get_temp(id));
    let texture = known.filter(|texture| texture.size() == [side, side]).or_else(|| {
        let texture = context.load_texture(game, rasterised(game, side)?, TextureOptions::LINEAR);
        context.data_mut(|data| data.insert_temp(id, texture.clone()));
        Some(texture)
    });
    if let Some(texture) = texture {
        let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        painter.image(texture.id(), square, whole, egui::Color32::WHITE);
    }
}

/// A game's emblem, this many pixels wide and high; `None` where there is no such drawing.
pub fn rasterised(game: &str, side: usize) -> Option<ColorImage> {
    let drawing = assets::find(&format!("emblems/{game}.svg"))?;
    let tree = usvg::Tree::from_data(drawing, &usvg::Options::default()).ok()?;
    let mut canvas = tiny_skia::Pixmap::new(side as u32, side as u32)?;
    let scale = side as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut canvas.as_mut());
    Some(ColorImage::from_rgba_premultiplied([side, side], canvas.data()))
}
