//! Drawings in panels: emblems, tokens, the picture, and cards on rules pages, each drawn for the size it is shown at.
//!
//! Parlour's own are drawn where they are shown. Cards of a player's deck are asked for there, drawn in a process of their
//! own after the panels ([`PanelCards`]), and shown from the next frame on.

use std::borrow::Cow;

use bevy::prelude::Resource;
use bevy::tasks::IoTaskPool;
use bevy_egui::egui::epaint::RectShape;
use bevy_egui::egui::{self, Color32, ColorImage, CornerRadius, Id, Painter, Rect, TextureHandle, TextureOptions};
use resvg::tiny_skia::Pixmap;

use super::assets;
use super::card_style::{CardStyle, IndexGrowth};
use super::faces::TilePicture;
use super::job::{Job, Pending, WakeWindow};
use crate::cards::MystiqueSuit;
use crate::drawing::Drawing;
use crate::layout::{CARD, Face};
use crate::packs::decoder::drawings::Sketch;

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
    if let Some(known) = known::<K>(context, id).filter(|known| known.key == key) {
        return Some(known.texture);
    }
    let image = draw(&key)?;
    Some(kept(context, id, key, image))
}

fn known<K: Clone + Send + Sync + 'static>(context: &egui::Context, id: Id) -> Option<CachedTexture<K>> {
    context.data(|data| data.get_temp(id))
}

fn kept<K: Clone + Send + Sync + 'static>(context: &egui::Context, id: Id, key: K, image: ColorImage) -> TextureHandle {
    let texture = context.load_texture("drawing", image, TextureOptions::LINEAR);
    context.data_mut(|data| data.insert_temp(id, CachedTexture { key, texture: texture.clone() }));
    texture
}

/// What a card in a panel is drawn for: the style, and how many pixels wide and high.
type CardKey = (CardStyle, [usize; 2]);

/// A card of the player's own deck that a panel would show.
#[derive(Clone)]
struct WantedCard {
    id: Id,
    key: CardKey,
    own: Vec<u8>,
    /// Parlour's drawing, for where the player's cannot be drawn.
    ours: Cow<'static, [u8]>,
}

/// Where panels leave what they want, in egui's memory.
fn wanted_id() -> Id {
    Id::new("parlour: cards that panels want")
}

/// The texture of a card. The player's own one is asked for; until it is there, what the card looked like before.
fn card_texture(
    context: &egui::Context,
    id: Id,
    key: CardKey,
    own: impl FnOnce(&CardStyle) -> Option<Cow<'_, [u8]>>,
    ours: impl FnOnce(&CardStyle) -> Cow<'static, [u8]>,
) -> Option<TextureHandle> {
    let before = known::<CardKey>(context, id);
    if let Some(known) = before.as_ref().filter(|known| known.key == key) {
        return Some(known.texture.clone());
    }
    let Some(own) = own(&key.0).map(Cow::into_owned) else {
        let image = picture_of(&ours(&key.0), key.1)?;
        return Some(kept(context, id, key, image));
    };
    let wanted = WantedCard { id, own, ours: ours(&key.0), key };
    context.data_mut(|data| {
        let all: &mut Vec<WantedCard> = data.get_temp_mut_or_default(wanted_id());
        // Panels may be drawn more than once a frame.
        if !all.iter().any(|other| other.id == id) {
            all.push(wanted);
        }
    });
    before.map(|before| before.texture)
}

/// The cards of the player's own deck that panels want and that are being drawn.
#[derive(Resource, Default)]
pub struct PanelCards(Pending<Vec<(WantedCard, Option<ColorImage>)>>);

impl PanelCards {
    /// To be called before the panels are drawn: what has become ready is shown by them.
    pub fn deliver(&mut self, context: &egui::Context) {
        for (card, image) in self.0.poll().unwrap_or_default() {
            if let Some(image) = image.or_else(|| picture_of(&card.ours, card.key.1)) {
                drop(kept(context, card.id, card.key, image));
            }
        }
    }

    /// To be called after them: what they want is begun, unless something is being drawn; they will want it again.
    pub fn begin(&mut self, context: &egui::Context, wake: &WakeWindow) {
        let wanted: Option<Vec<WantedCard>> = context.data_mut(|data| data.remove_temp(wanted_id()));
        if let Some(wanted) = wanted.filter(|_| !self.0.is_running()) {
            self.0.start(Job::spawn(IoTaskPool::get(), wake, move || drawn_elsewhere(wanted)));
        }
    }
}

fn drawn_elsewhere(wanted: Vec<WantedCard>) -> Vec<(WantedCard, Option<ColorImage>)> {
    let mut images: Vec<Option<ColorImage>> = vec![None; wanted.len()];
    let canvas = |card: &WantedCard| (card.key.1[0] as u32, card.key.1[1] as u32);
    let sketches: Vec<Sketch<'_>> =
        wanted.iter().map(|card| Sketch { svg: &card.own, canvas: canvas(card), pad: 0 }).collect();
    if let Some(first) = wanted.first() {
        first.key.0.drawings.draw(&sketches, |number, drawn| {
            if let (Some(place), Some(card), Ok(drawn)) = (images.get_mut(number), wanted.get(number), drawn) {
                *place = Some(ColorImage::from_rgba_premultiplied(card.key.1, drawn.data()));
            }
        });
    }
    wanted.into_iter().zip(images).collect()
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

/// Draws the picture of a game's table, which fills the rectangle; its upper corners are round. It is read only once it is in sight, and
/// kept no larger than it is shown: there is one for each game.
pub fn table_picture(painter: &Painter, game: &str, rect: Rect, radius: u8) {
    if !painter.clip_rect().intersects(rect) {
        return;
    }
    let context = painter.ctx();
    let shown = rect.size() * context.pixels_per_point();
    let width = |shape: f32| (shown.x.max(shown.y * shape) / PICTURE_STEP).ceil() * PICTURE_STEP;
    let steps = [width(0.0), width(1.0)].map(|width| width as u32);
    let texture = cached(context, Id::new(("table", game)), steps, |_| {
        let picture = image::load_from_memory(assets::find(&format!("tables/{game}.jpg"))?).ok()?.into_rgb8();
        let shape = picture.width() as f32 / picture.height() as f32;
        let wide = (width(shape) as u32).min(picture.width());
        let high = (wide as f32 / shape).round() as u32;
        // It becomes smaller, or stays: that takes neither a filter nor the memory for one.
        let picture = image::imageops::thumbnail(&picture, wide, high);
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

/// Draws the figure of a suit in this ink.
pub fn suit(painter: &Painter, suit: MystiqueSuit, square: Rect, ink: Color32) {
    draw(painter, &format!("suits/{}.svg", suit.word()), square, ink);
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

/// Draws what a piece shows, with an index as large as on the table.
pub fn face(painter: &Painter, face: Face, rect: Rect) {
    let growth = style_in(painter.ctx()).cards.index.on_card(rect.width() * painter.ctx().zoom_factor());
    if let Some(texture) = face_texture(painter, ("face", face), growth, rect.size()) {
        texture_in(painter, &texture, rect, Color32::WHITE);
    }
}

/// The part of a card's face that has its index: as wide as this, and as high, of the whole.
const INDEX: (f32, f32) = (0.33, 0.43);

/// How wide the index of a card is that is so high.
pub fn index_width(height: f32) -> f32 {
    height * INDEX.0 * CARD.0 / (INDEX.1 * CARD.1)
}

/// Draws the upper left corner of a card, with its index, which tells the card where there is no room for all of it.
pub fn index(painter: &Painter, face: Face, rect: Rect) {
    let size = egui::vec2(rect.width() / INDEX.0, rect.height() / INDEX.1);
    // It grows with the panels.
    let Some(texture) = face_texture(painter, ("index", face), IndexGrowth::USUAL, size) else { return };
    let corner = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(INDEX.0, INDEX.1));
    let shape = RectShape::filled(rect, CornerRadius::same(3), Color32::WHITE).with_texture(texture.id(), corner);
    painter.add(shape);
}

/// The texture of a face for this size. Of each use one size is kept.
fn face_texture(painter: &Painter, of: (&str, Face), growth: IndexGrowth, size: egui::Vec2) -> Option<TextureHandle> {
    let (context, (_, face)) = (painter.ctx(), of);
    let pixels = (size * context.pixels_per_point()).round();
    let key = (style_in(context).cards, [pixels.x as usize, pixels.y as usize]);
    card_texture(
        context,
        Id::new(of),
        key,
        |style| style.own_drawing(face, growth),
        |style| style.drawing(face, growth),
    )
}

/// Draws an asset; what is white in it gets the ink's colour. Only one size of each is cached.
pub fn draw(painter: &Painter, asset: &str, rect: Rect, ink: Color32) {
    let context = painter.ctx();
    let pixels = (rect.size() * context.pixels_per_point()).round();
    let size = [pixels.x as usize, pixels.y as usize];
    let key = (style_in(context).cards, size);
    let id = Id::new(("picture", asset));
    let texture = match asset.strip_prefix("cards/") {
        Some(card) => card_texture(context, id, key, |style| style.own_card(card), |style| style.card(card)),
        None => cached(context, id, key, |(style, size)| rasterised(asset, style, *size)),
    };
    if let Some(texture) = texture {
        texture_in(painter, &texture, rect, ink);
    }
}

/// A drawing of Parlour's own this many pixels wide and high; `None` if there is none of this name, or no room for it.
pub fn rasterised(asset: &str, style: &CardStyle, size: [usize; 2]) -> Option<ColorImage> {
    match asset.strip_prefix("cards/") {
        Some(card) => picture_of(&style.card(card), size),
        None => picture_of(assets::find(asset)?, size),
    }
}

/// Draws what is Parlour's own.
fn picture_of(svg: &[u8], size: [usize; 2]) -> Option<ColorImage> {
    let mut canvas = Pixmap::new(size[0] as u32, size[1] as u32)?;
    Drawing::parse(svg).ok()?.draw(&mut canvas, (0.0, 0.0), (size[0] as f32, size[1] as f32));
    Some(ColorImage::from_rgba_premultiplied(size, canvas.data()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy::tasks::TaskPool;

    use super::super::looks::{self, Drawings};
    use super::*;

    /// What a red card shows in its middle, with Parlour's cards and with a deck in which it is a green one.
    #[test]
    fn a_card_of_an_own_deck_is_shown_by_panels_once_it_was_drawn_elsewhere() {
        IoTaskPool::get_or_init(TaskPool::new);
        let folder = std::env::temp_dir().join(format!("parlour-panels-{}", std::process::id()));
        let home = folder.join("decks/green/french");
        std::fs::create_dir_all(&home).expect("a folder");
        let green = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350">
            <rect width="250" height="350" fill="#00FF00"/></svg>"##;
        std::fs::write(home.join("7H.svg"), green).expect("a card");
        let (deck, _) = looks::deck(&folder, "green");
        let cards = CardStyle { drawings: Drawings(Some(Arc::new(deck))), ..CardStyle::default() };
        let (context, mut panels, wake) = (egui::Context::default(), PanelCards::default(), WakeWindow::default());
        set_style(&context, &cards, &TilePicture::default());
        let frame = |panels: &mut PanelCards| {
            panels.deliver(&context);
            let output = context.run_ui(egui::RawInput::default(), |ui| {
                for (card, left) in [("7H", 0.0), ("8H", 60.0)] {
                    let rect = Rect::from_min_size(egui::pos2(left, 0.0), egui::vec2(50.0, 70.0));
                    face(ui.painter(), Face::French(card.parse().expect("a card")), rect);
                }
            });
            panels.begin(&context, &wake);
            let middle = |image: &egui::ImageData| match image {
                egui::ImageData::Color(image) if image.size == [50, 70] => Some(image[(25, 4)]),
                _ => None,
            };
            output.textures_delta.set.iter().filter_map(|(_, delta)| middle(&delta.image)).collect::<Vec<Color32>>()
        };
        // The eight is Parlour's own, and there at once; the seven is not drawn here.
        let first = frame(&mut panels);
        assert_eq!((first.len(), first.contains(&Color32::GREEN)), (1, false));
        while !panels.0.is_finished() {
            std::thread::yield_now();
        }
        panels.deliver(&context);
        assert_eq!(frame(&mut panels), [Color32::GREEN]);
        assert!(!panels.0.is_running(), "and nothing is wanted any more");
        std::fs::remove_dir_all(&folder).expect("its end");
    }

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

    #[test]
    fn a_picture_of_a_table_that_is_out_of_sight_is_not_read() {
        let context = egui::Context::default();
        let rect = Rect::from_min_size(egui::pos2(0.0, 0.0), egui::vec2(300.0, 160.0));
        let textures = |above: f32| {
            let output = context.run_ui(egui::RawInput::default(), |ui| {
                let seen = Rect::from_min_size(egui::pos2(0.0, above), egui::vec2(300.0, 300.0));
                table_picture(&ui.painter().with_clip_rect(seen), "mystique", rect, 8);
            });
            output.textures_delta.set.iter().filter(|(_, delta)| delta.image.size() == [320, 213]).count()
        };
        assert_eq!((textures(200.0), textures(100.0)), (0, 1));
    }
}
