//! Drawings among the panels: the games' emblems, and cards on rules pages, sharp at the size they have room for.

use bevy_egui::egui::{self, ColorImage, Id, Painter, Rect, TextureHandle, TextureOptions};
use resvg::tiny_skia::Pixmap;

use super::assets;
use super::card_style::CardStyle;
use super::faces::TilePicture;
use crate::drawing::Drawing;
use crate::layout::CARD;

/// A picture that was drawn, and what for.
#[derive(Clone)]
struct KeptDrawing {
    size: [usize; 2],
    style: CardStyle,
    texture: TextureHandle,
}

/// What drawings among the panels depend on, kept in egui's memory under a name of its own: panels draw deep within egui,
/// where no Bevy resource reaches.
#[derive(Clone, PartialEq, Default)]
struct Style {
    cards: CardStyle,
    picture: TilePicture,
}

fn style_id() -> Id {
    Id::new("parlour: style of drawings")
}

/// Draws cards in this style from now on, and the picture that lies on the table in tiles.
pub fn set_style(context: &egui::Context, cards: &CardStyle, picture: &TilePicture) {
    let style = Style { cards: cards.clone(), picture: picture.clone() };
    context.data_mut(|data| data.insert_temp(style_id(), style));
}

fn style_in(context: &egui::Context) -> Style {
    context.data(|data| data.get_temp(style_id())).unwrap_or_default()
}

/// A picture of the table's that was drawn at a size.
#[derive(Clone)]
struct WholePicture(TilePicture, usize, TextureHandle);

/// Draws the picture that lies on the table in tiles as it should be.
pub fn tile_picture(painter: &Painter, square: Rect) {
    let context = painter.ctx();
    let side = (square.width() * context.pixels_per_point()).round() as usize;
    let picture = TilePicture { numbers: false, ..style_in(context).picture };
    // Two sizes are in use at once: the small one beside the table, and the one in its place.
    let id = Id::new(("whole picture", side > 200));
    let kept: Option<WholePicture> = context.data(|data| data.get_temp(id));
    let kept = kept.filter(|kept| kept.0 == picture && kept.1 == side).or_else(|| {
        let (whole, crop) = &**picture.picture.as_ref()?;
        let pixels = whole.square(*crop, side.max(1) as u32);
        let image = ColorImage::from_rgba_unmultiplied([side, side], pixels.as_raw());
        let whole =
            WholePicture(picture.clone(), side, context.load_texture("whole picture", image, TextureOptions::LINEAR));
        context.data_mut(|data| data.insert_temp(id, whole.clone()));
        Some(whole)
    });
    if let Some(WholePicture(_, _, texture)) = kept {
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
    let size = egui::vec2(width, width * CARD.1 / CARD.0);
    draw(painter, &format!("tokens/token-{}.svg", kind + 1), Rect::from_center_size(square.center(), size));
}

/// Shows a card this many points high; `name` is its drawing, such as `french/KS.svg`, and `spoken` what it is.
pub fn card(ui: &mut egui::Ui, name: &str, spoken: &str, height: f32) {
    let size = egui::vec2(height * CARD.0 / CARD.1, height);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, spoken));
    if ui.is_rect_visible(rect) {
        draw(ui.painter(), &format!("cards/{name}"), rect);
    }
}

/// The picture is kept for as long as it has the same size and style.
fn draw(painter: &Painter, asset: &str, rect: Rect) {
    let context = painter.ctx();
    let pixels = (rect.size() * context.pixels_per_point()).round();
    let size = [pixels.x as usize, pixels.y as usize];
    let style = style_in(context).cards;
    let id = Id::new(("picture", asset));
    let kept: Option<KeptDrawing> = context.data(|data| data.get_temp(id));
    let kept = kept.filter(|kept| kept.size == size && kept.style == style).or_else(|| {
        let texture = context.load_texture(asset, rasterised(asset, &style, size)?, TextureOptions::LINEAR);
        let kept = KeptDrawing { size, style, texture };
        context.data_mut(|data| data.insert_temp(id, kept.clone()));
        Some(kept)
    });
    if let Some(kept) = kept {
        texture_in(painter, &kept.texture, rect);
    }
}

/// A drawing this many pixels wide and high; `None` where there is none of this name, or it cannot be drawn.
pub fn rasterised(asset: &str, style: &CardStyle, size: [usize; 2]) -> Option<ColorImage> {
    let drawing = match asset.strip_prefix("cards/") {
        Some(card) => Drawing::parse(&style.card(card)),
        None => Drawing::parse(assets::find(asset)?),
    };
    let mut canvas = Pixmap::new(size[0] as u32, size[1] as u32)?;
    drawing.ok()?.draw(&mut canvas, (0.0, 0.0), (size[0] as f32, size[1] as f32));
    Some(ColorImage::from_rgba_premultiplied(size, canvas.data()))
}
