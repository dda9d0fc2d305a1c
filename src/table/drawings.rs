//! Drawings in panels: emblems, tokens, the picture, and cards on rules pages, each drawn for the size it is shown at.

use bevy_egui::egui::epaint::RectShape;
use bevy_egui::egui::{self, Color32, ColorImage, CornerRadius, Id, Painter, Rect, TextureHandle, TextureOptions};
use resvg::tiny_skia::Pixmap;

use super::assets;
use super::card_style::CardStyle;
use super::faces::TilePicture;
use crate::drawing::Drawing;
use crate::layout::{CARD, Face};

/// What drawings depend on, kept in egui's memory: panels draw deep within egui, where no Bevy resource reaches.
#[derive(Clone, PartialEq, Default)]
struct Style {
    cards: CardStyle,
    picture: TilePicture,
}

fn style_id() -> Id {
    Id::new("parlour: style of drawings")
}

/// Sets the style of cards, and the picture that lies on the table in tiles.
pub fn set_style(context: &egui::Context, cards: &CardStyle, picture: &TilePicture) {
    let style = Style { cards: cards.clone(), picture: picture.clone() };
    context.data_mut(|data| data.insert_temp(style_id(), style));
}

/// Whether suits are shown in four colours.
pub fn has_four_colours(context: &egui::Context) -> bool {
    style_in(context).cards.four_colours
}

fn style_in(context: &egui::Context) -> Style {
    context.data(|data| data.get_temp(style_id())).unwrap_or_default()
}

/// A texture in egui's memory, with all that it was drawn for.
#[derive(Clone)]
struct CachedTexture<K> {
    key: K,
    texture: TextureHandle,
}

/// The texture of this id; drawn again if the key has changed.
fn cached<K: Clone + PartialEq + Send + Sync + 'static>(
    context: &egui::Context,
    id: Id,
    key: K,
    draw: impl FnOnce(&K) -> Option<ColorImage>,
) -> Option<TextureHandle> {
    let known: Option<CachedTexture<K>> = context.data(|data| data.get_temp(id));
    if let Some(known) = known.filter(|known| known.key == key) {
        return Some(known.texture);
    }
    let texture = context.load_texture("drawing", draw(&key)?, TextureOptions::LINEAR);
    context.data_mut(|data| data.insert_temp(id, CachedTexture { key, texture: texture.clone() }));
    Some(texture)
}

/// Draws the whole picture that lies on the table in tiles.
pub fn tile_picture(painter: &Painter, square: Rect) {
    let context = painter.ctx();
    let side = (square.width() * context.pixels_per_point()).round() as usize;
    let picture = TilePicture { numbers: false, ..style_in(context).picture };
    // Two sizes are in use at once: the small one beside the table, and the one in its place.
    let id = Id::new(("whole picture", side > 200));
    let texture = cached(context, id, (picture, side), |(picture, side)| {
        let (whole, crop) = &**picture.picture.as_ref()?;
        let pixels = whole.square(*crop, (*side).max(1) as u32);
        Some(ColorImage::from_rgba_unmultiplied([*side, *side], pixels.as_raw()))
    });
    if let Some(texture) = texture {
        texture_in(painter, &texture, square, Color32::WHITE);
    }
}

/// Stretches a texture to fill a rectangle; what is white in it gets the ink's colour.
pub fn texture_in(painter: &Painter, texture: &TextureHandle, rect: Rect, ink: Color32) {
    let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    painter.image(texture.id(), rect, whole, ink);
}

pub fn emblem(painter: &Painter, game: &str, square: Rect) {
    draw(painter, &format!("emblems/{game}.svg"), square, Color32::WHITE);
}

/// Pictures of tables are kept in a size that is a multiple of this many pixels, so that a window that is drawn larger does not
/// need a new one in each frame.
const PICTURE_STEP: f32 = 64.0;

/// Draws the picture of a game's table, which fills the rectangle; its upper corners are round. It is kept no larger than it is
/// shown: there will be one for each game.
pub fn table_picture(painter: &Painter, game: &str, rect: Rect, radius: u8) {
    let context = painter.ctx();
    let shown = rect.size() * context.pixels_per_point();
    let width = |shape: f32| (shown.x.max(shown.y * shape) / PICTURE_STEP).ceil() * PICTURE_STEP;
    let steps = [width(0.0), width(1.0)].map(|width| width as u32);
    let texture = cached(context, Id::new(("table", game)), steps, |_| {
        let picture = image::load_from_memory(assets::find(&format!("tables/{game}.jpg"))?).ok()?.to_rgb8();
        let shape = picture.width() as f32 / picture.height() as f32;
        let wide = (width(shape) as u32).min(picture.width());
        let high = (wide as f32 / shape).round() as u32;
        let picture = image::imageops::resize(&picture, wide, high, image::imageops::FilterType::Triangle);
        Some(ColorImage::from_rgb([wide as usize, high as usize], picture.as_raw()))
    });
    let Some(texture) = texture else { return };
    let [width, height] = texture.size().map(|side| side as f32);
    // What does not fit the rectangle's shape is cut off at all sides alike.
    let kept = egui::vec2(rect.width() / width, rect.height() / height);
    let kept = kept / kept.max_elem();
    let part = Rect::from_center_size(egui::pos2(0.5, 0.5), kept);
    let corner = CornerRadius { nw: radius, ne: radius, sw: 0, se: 0 };
    painter.add(RectShape::filled(rect, corner, Color32::WHITE).with_texture(texture.id(), part));
}

/// The width of a token's disc, as a part of its drawing's width.
const DISC: f32 = 92.0 / 250.0;

/// Draws a token of this kind, 0 to 7, its disc as wide as the square. Only one size of each is cached.
pub fn token(painter: &Painter, kind: u8, square: Rect) {
    let width = square.width() / DISC;
    let size = egui::vec2(width, width * CARD.1 / CARD.0);
    draw(
        painter,
        &format!("tokens/token-{}.svg", kind + 1),
        Rect::from_center_size(square.center(), size),
        Color32::WHITE,
    );
}

/// Shows a card this many points high. `name` is its drawing, such as `french/KS.svg`; `spoken` is for screen readers.
pub fn card(ui: &mut egui::Ui, name: &str, spoken: &str, height: f32) {
    let size = egui::vec2(height * CARD.0 / CARD.1, height);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, spoken));
    if ui.is_rect_visible(rect) {
        draw(ui.painter(), &format!("cards/{name}"), rect, Color32::WHITE);
    }
}

/// Draws what a piece shows.
pub fn face(painter: &Painter, face: Face, rect: Rect) {
    let context = painter.ctx();
    let pixels = (rect.size() * context.pixels_per_point()).round();
    let size = [pixels.x as usize, pixels.y as usize];
    let key = (style_in(context).cards, size);
    let texture = cached(context, Id::new(("face", face)), key, |(style, size)| {
        let drawing = style.drawing(face);
        picture_of(Drawing::parse(&drawing).ok()?, *size)
    });
    if let Some(texture) = texture {
        texture_in(painter, &texture, rect, Color32::WHITE);
    }
}

/// Draws an asset; what is white in it gets the ink's colour. Only one size of each is cached.
pub fn draw(painter: &Painter, asset: &str, rect: Rect, ink: Color32) {
    let context = painter.ctx();
    let pixels = (rect.size() * context.pixels_per_point()).round();
    let size = [pixels.x as usize, pixels.y as usize];
    let key = (style_in(context).cards, size);
    let id = Id::new(("picture", asset));
    if let Some(texture) = cached(context, id, key, |(style, size)| rasterised(asset, style, *size)) {
        texture_in(painter, &texture, rect, ink);
    }
}

/// A drawing this many pixels wide and high; `None` if there is none of this name, or it cannot be drawn.
pub fn rasterised(asset: &str, style: &CardStyle, size: [usize; 2]) -> Option<ColorImage> {
    let drawing = match asset.strip_prefix("cards/") {
        Some(card) => Drawing::parse(&style.card(card)),
        None => Drawing::parse(assets::find(asset)?),
    };
    picture_of(drawing.ok()?, size)
}

fn picture_of(drawing: Drawing, size: [usize; 2]) -> Option<ColorImage> {
    let mut canvas = Pixmap::new(size[0] as u32, size[1] as u32)?;
    drawing.try_draw(&mut canvas, (0.0, 0.0), (size[0] as f32, size[1] as f32));
    Some(ColorImage::from_rgba_premultiplied(size, canvas.data()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_a_table_is_kept_no_larger_than_it_is_shown() {
        let context = egui::Context::default();
        let output = context.run_ui(egui::RawInput::default(), |ui| {
            let rect = Rect::from_min_size(egui::pos2(0.0, 0.0), egui::vec2(300.0, 160.0));
            table_picture(ui.painter(), "mystique", rect, 8);
        });
        let sizes = output.textures_delta.set.iter().map(|(_, delta)| delta.image.size());
        assert!(sizes.clone().any(|size| size == [320, 213]), "{:?}", sizes.collect::<Vec<_>>());
    }
}
