//! Drawings among the panels: the games' emblems, and cards on rules pages, sharp at the size they have room for.

use bevy_egui::egui::{self, ColorImage, Id, Painter, Rect, TextureHandle, TextureOptions};
use resvg::tiny_skia::Pixmap;

use super::art::{CARD_UNITS, Dress, Puzzle};
use super::assets;
use crate::drawing::Drawing;

/// A picture that was drawn, and what for.
#[derive(Clone)]
struct Kept {
    size: [usize; 2],
    dress: Dress,
    texture: TextureHandle,
}

/// Tells the panels how cards are dressed.
pub fn dress(context: &egui::Context, dress: &Dress) {
    context.data_mut(|data| data.insert_temp(Id::NULL, dress.clone()));
}

/// Tells the panels which picture lies on the table in tiles.
pub fn hang(context: &egui::Context, puzzle: &Puzzle) {
    context.data_mut(|data| data.insert_temp(Id::NULL, puzzle.clone()));
}

/// A picture of the table's that was drawn at a size.
#[derive(Clone)]
struct Whole(Puzzle, usize, TextureHandle);

/// Draws the picture that lies on the table in tiles as it should be.
pub fn puzzle(painter: &Painter, square: Rect) {
    let context = painter.ctx();
    let side = (square.width() * context.pixels_per_point()).round() as usize;
    let puzzle: Puzzle = context.data(|data| data.get_temp(Id::NULL)).unwrap_or_default();
    let puzzle = Puzzle { numbers: false, ..puzzle };
    // Two sizes are in use at once: the small one beside the table, and the one in its place.
    let id = Id::new(("whole picture", side > 200));
    let kept: Option<Whole> = context.data(|data| data.get_temp(id));
    let kept = kept.filter(|kept| kept.0 == puzzle && kept.1 == side).or_else(|| {
        let (picture, crop) = &**puzzle.picture.as_ref()?;
        let pixels = picture.square(*crop, side.max(1) as u32);
        let image = ColorImage::from_rgba_unmultiplied([side, side], pixels.as_raw());
        let whole = Whole(puzzle.clone(), side, context.load_texture("whole picture", image, TextureOptions::LINEAR));
        context.data_mut(|data| data.insert_temp(id, whole.clone()));
        Some(whole)
    });
    if let Some(Whole(_, _, texture)) = kept {
        texture_in(painter, &texture, square);
    }
}

/// Fills a rectangle with a whole texture.
pub fn texture_in(painter: &Painter, texture: &TextureHandle, rect: Rect) {
    let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    painter.image(texture.id(), rect, whole, egui::Color32::WHITE);
}

/// Draws a game's emblem into a square, if it has one.
pub fn emblem(painter: &Painter, game: &str, square: Rect) {
    draw(painter, &format!("emblems/{game}.svg"), square);
}

/// A token's disc within its drawing, as a part of the drawing's width.
const DISC: f32 = 92.0 / 250.0;

/// Draws a token of this kind, 0 to 7, its disc as wide as the square. One size is kept.
pub fn token(painter: &Painter, kind: u8, square: Rect) {
    let width = square.width() / DISC;
    let size = egui::vec2(width, width * CARD_UNITS.1 / CARD_UNITS.0);
    draw(painter, &format!("tokens/token-{}.svg", kind + 1), Rect::from_center_size(square.center(), size));
}

/// Shows a card this many points high; `name` is its drawing, such as `french/KS.svg`, and `spoken` what it is.
pub fn card(ui: &mut egui::Ui, name: &str, spoken: &str, height: f32) {
    let size = egui::vec2(height * CARD_UNITS.0 / CARD_UNITS.1, height);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, spoken));
    if ui.is_rect_visible(rect) {
        draw(ui.painter(), &format!("cards/{name}"), rect);
    }
}

/// The picture is kept for as long as it has the same size and dress.
fn draw(painter: &Painter, asset: &str, rect: Rect) {
    let context = painter.ctx();
    let pixels = (rect.size() * context.pixels_per_point()).round();
    let size = [pixels.x as usize, pixels.y as usize];
    let dress: Dress = context.data(|data| data.get_temp(Id::NULL)).unwrap_or_default();
    let id = Id::new(("picture", asset));
    let kept: Option<Kept> = context.data(|data| data.get_temp(id));
    let kept = kept.filter(|kept| kept.size == size && kept.dress == dress).or_else(|| {
        let texture = context.load_texture(asset, rasterised(asset, &dress, size)?, TextureOptions::LINEAR);
        let kept = Kept { size, dress, texture };
        context.data_mut(|data| data.insert_temp(id, kept.clone()));
        Some(kept)
    });
    if let Some(kept) = kept {
        texture_in(painter, &kept.texture, rect);
    }
}

/// A drawing this many pixels wide and high; `None` where there is none of this name, or it cannot be drawn.
pub fn rasterised(asset: &str, dress: &Dress, size: [usize; 2]) -> Option<ColorImage> {
    let drawing = match asset.strip_prefix("cards/") {
        Some(card) => Drawing::parse(&dress.card(card)),
        None => Drawing::parse(assets::find(asset)?),
    };
    let mut canvas = Pixmap::new(size[0] as u32, size[1] as u32)?;
    drawing.ok()?.draw(&mut canvas, (0.0, 0.0), (size[0] as f32, size[1] as f32));
    Some(ColorImage::from_rgba_premultiplied(size, canvas.data()))
}
