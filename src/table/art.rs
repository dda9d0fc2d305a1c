//! The faces of pieces, rasterised from SVG for exactly the size shown, all in one picture.
//!
//! One picture for everything lets the renderer draw the whole table in one go, and each face carries its own soft
//! shadow, so a card costs one sprite. When the table changes its size the picture is made anew beside the frames, and
//! the old one serves until it is ready.

use std::borrow::Cow;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use resvg::tiny_skia::Pixmap;
use serde::{Deserialize, Serialize};

use super::drawing::Drawing;
use super::felt::{Felt, Fit};
use super::looks::Drawings;
use super::motion::Wake;
use super::pieces::Follow;
use super::theme::{Palette, print};
use crate::cards::{Card, Suit};
use crate::engine::layout::Face;

/// One tile of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    /// A piece's face, with its shadow.
    Face(Face),
    /// Laid over a piece that would be gone.
    Gone,
    /// Laid over a piece that would score.
    Scores,
    /// Under a piece that is lifted.
    Shadow,
}

const FACES: usize = Card::COUNT + 1;
const TILES: usize = FACES + 3;
const COLUMNS: usize = 8;

/// A card's width in table units; its height is 140.
pub const CARD_UNITS: (f32, f32) = (100.0, 140.0);

/// The room around a card within its tile, for its shadow, as a part of the card's width.
const PAD: f32 = 0.06;

/// Faces are shown this little smaller than they were drawn. That is less than half a pixel, so nothing changes, but what
/// is made smaller is not smoothed: without a graphics card, smoothing costs a fifth of a frame in which everything moves.
const SNUG: f32 = 0.999;

/// The part of a tile's height that can peek out below a pile's top: a pile's rise, a round corner, and the shadow.
const EDGE: f32 = 0.25;

impl Tile {
    fn index(self) -> usize {
        match self {
            Tile::Face(Face::French(card)) => usize::from(card.index()),
            Tile::Face(Face::Back) => Card::COUNT,
            Tile::Gone => FACES,
            Tile::Scores => FACES + 1,
            Tile::Shadow => FACES + 2,
        }
    }

    fn all() -> impl Iterator<Item = Tile> {
        let faces = Card::all().map(Face::French).chain([Face::Back]).map(Tile::Face);
        faces.chain([Tile::Gone, Tile::Scores, Tile::Shadow])
    }
}

/// Pixel measures of the picture for one size of card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Measure {
    card: (u32, u32),
    pad: u32,
}

impl Measure {
    fn of(felt: &Felt) -> Measure {
        let pixels = felt.scale * felt.pixels;
        // The largest that still fits common texture limits: 8 columns of 920 pixels.
        let width = (CARD_UNITS.0 * pixels).clamp(24.0, 760.0);
        // Even, so that a card whose middle is on a corner of four pixels has its edges between pixels, too.
        let even = |length: f32| (length / 2.0).round() * 2.0;
        let (width, height) = (even(width), even(width * CARD_UNITS.1 / CARD_UNITS.0));
        Measure { card: (width as u32, height as u32), pad: (width * PAD).ceil() as u32 }
    }

    fn tile(self) -> (u32, u32) {
        (self.card.0 + 2 * self.pad, self.card.1 + 2 * self.pad)
    }

    fn picture(self) -> (u32, u32) {
        let rows = TILES.div_ceil(COLUMNS);
        (self.tile().0 * COLUMNS as u32, self.tile().1 * rows as u32)
    }
}

/// The back of the cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Back {
    /// Brass lines crossing.
    #[default]
    Lattice,
    /// Waves.
    Waves,
    /// A frame and nothing in it.
    Plain,
}

impl Back {
    /// All of them.
    pub const ALL: [Back; 3] = [Back::Lattice, Back::Waves, Back::Plain];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Back::Lattice => "Lattice",
            Back::Waves => "Waves",
            Back::Plain => "Plain",
        }
    }

    fn file(self) -> &'static str {
        match self {
            Back::Lattice => "back-lattice.svg",
            Back::Waves => "back-waves.svg",
            Back::Plain => "back-plain.svg",
        }
    }
}

/// What players choose of the cards.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Dress {
    /// What they are drawn from.
    pub drawings: Drawings,
    /// Their back.
    pub back: Back,
    /// Whether diamonds are blue and clubs green.
    pub four_colours: bool,
}

impl Dress {
    /// The drawing of a card by its name, such as `french/KS.svg`, in the colours of its suit.
    pub fn card(&self, name: &str) -> Cow<'_, [u8]> {
        let drawing = self.drawings.card(name);
        let french = name.strip_prefix("french/").and_then(|name| name.strip_suffix(".svg")?.parse().ok());
        let coloured = french.filter(|_| self.four_colours).and_then(|card| recoloured(card, drawing));
        coloured.map_or(Cow::Borrowed(drawing), Cow::Owned)
    }

    /// The drawing of a face, as SVG.
    pub fn drawing(&self, face: Face) -> Cow<'_, [u8]> {
        match face {
            Face::French(card) => self.card(&format!("french/{card}.svg")),
            Face::Back => {
                let own = self.drawings.own("back.svg");
                Cow::Borrowed(own.unwrap_or_else(|| self.drawings.card(self.back.file())))
            }
        }
    }
}

/// All that a picture depends on.
#[derive(Clone, PartialEq, Debug)]
struct Order {
    measure: Measure,
    dress: Dress,
    palette: Palette,
}

/// The picture in use.
#[derive(Resource, Default)]
pub struct Art {
    image: Handle<Image>,
    order: Option<Order>,
    making: Option<(Order, Task<Vec<u8>>)>,
}

impl Art {
    /// A sprite of this tile, as large in points as the table shows it; blank until the picture is there.
    pub fn sprite(&self, tile: Tile, felt: &Felt) -> Sprite {
        let (size, rect) = (self.size(felt), self.rect(tile));
        Sprite { image: self.image.clone(), custom_size: Some(size), rect, ..default() }
    }

    /// Where the tile is in the picture.
    pub fn rect(&self, tile: Tile) -> Option<Rect> {
        let (width, height) = self.order.as_ref()?.measure.tile();
        let index = tile.index();
        let (column, row) = ((index % COLUMNS) as f32, (index / COLUMNS) as f32);
        let corner = Vec2::new(column * width as f32, row * height as f32);
        Some(Rect::from_corners(corner, corner + Vec2::new(width as f32, height as f32)))
    }

    /// The tile that this part of the picture belongs to.
    pub fn whole(&self, part: Rect) -> Option<Rect> {
        let (width, height) = self.order.as_ref()?.measure.tile();
        let size = Vec2::new(width as f32, height as f32);
        let corner = (part.center() / size).floor() * size;
        Some(Rect::from_corners(corner, corner + size))
    }

    /// What of a tile can peek out below one that lies a little higher: all that is round at its lower end, without the
    /// shadow at its sides.
    pub fn edge(&self, tile: Rect) -> Rect {
        let pad = self.order.as_ref().map_or(0.0, |order| order.measure.pad as f32);
        Rect::new(tile.min.x + pad, tile.max.y - (tile.height() * EDGE).ceil(), tile.max.x - pad, tile.max.y)
    }

    /// A tile's size in points: the card with the room around it.
    pub fn size(&self, felt: &Felt) -> Vec2 {
        let measure = Measure::of(felt);
        Vec2::new(measure.tile().0 as f32, measure.tile().1 as f32) * SNUG / felt.pixels
    }

    /// Whether there is a picture.
    pub fn is_ready(&self) -> bool {
        self.order.is_some()
    }
}

/// Sent when pieces must take their sprites from a new picture.
#[derive(Message)]
pub struct Repaint;

/// Keeps the picture at the size shown.
pub fn plugin(app: &mut App) {
    app.init_resource::<Art>()
        .init_resource::<Dress>()
        .init_resource::<Palette>()
        .add_message::<Repaint>()
        .add_systems(Update, (begin, finish).chain().after(Fit).before(Follow));
}

fn begin(felt: Res<Felt>, dress: Res<Dress>, palette: Res<Palette>, mut art: ResMut<Art>, wake: Res<Wake>) {
    let order = Order { measure: Measure::of(&felt), dress: dress.clone(), palette: *palette };
    if art.bypass_change_detection().order.as_ref() == Some(&order) {
        return;
    }
    if art.making.as_ref().is_some_and(|(making, _)| *making == order) {
        return;
    }
    let (wake, ordered) = (wake.clone(), order.clone());
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let pixels = paint(&ordered);
        wake.wake();
        pixels
    });
    art.making = Some((order, task));
}

fn finish(mut art: ResMut<Art>, mut images: ResMut<Assets<Image>>, mut repaint: MessageWriter<Repaint>) {
    let Some((order, task)) = &mut art.bypass_change_detection().making else { return };
    let Some(pixels) = block_on(poll_once(task)) else { return };
    let order = order.clone();
    let (width, height) = order.measure.picture();
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new(size, TextureDimension::D2, pixels, format, RenderAssetUsages::RENDER_WORLD);
    image.sampler = ImageSampler::Descriptor(sampler());
    // A new handle: what is on screen keeps the old picture until every sprite has changed over.
    art.image = images.add(image);
    art.order = Some(order);
    art.making = None;
    repaint.write(Repaint);
}

/// Pixel for pixel where a card lies or travels at its own size, smooth where it is lifted, and so larger.
fn sampler() -> ImageSamplerDescriptor {
    let (mag_filter, min_filter) = (ImageFilterMode::Linear, ImageFilterMode::Nearest);
    ImageSamplerDescriptor { mag_filter, min_filter, ..default() }
}

/// Draws all tiles; row by row, straight alpha.
fn paint(order: &Order) -> Vec<u8> {
    let measure = order.measure;
    let (width, height) = measure.picture();
    let mut picture = vec![0; (width * height * 4) as usize];
    let (tile_width, tile_height) = measure.tile();
    for tile in Tile::all() {
        let Some(mut canvas) = Pixmap::new(tile_width, tile_height) else { continue };
        draw(tile, order, &mut canvas);
        let pixels = canvas.take_demultiplied();
        let (column, row) = ((tile.index() % COLUMNS) as u32, (tile.index() / COLUMNS) as u32);
        for y in 0..tile_height {
            let from = (y * tile_width * 4) as usize;
            let to = (((row * tile_height + y) * width + column * tile_width) * 4) as usize;
            let length = (tile_width * 4) as usize;
            if let (Some(to), Some(from)) = (picture.get_mut(to..to + length), pixels.get(from..from + length)) {
                to.copy_from_slice(from);
            }
        }
    }
    picture
}

/// A cross over the middle of a card.
const CROSS: &str = "M75 125L175 225M175 125L75 225";

fn draw(tile: Tile, order: &Order, canvas: &mut Pixmap) {
    let measure = order.measure;
    if let Tile::Face(face) = tile {
        draw_svg(shadow().as_bytes(), measure, canvas);
        draw_svg(&order.dress.drawing(face), measure, canvas);
        return;
    }
    let (brass, bad) = (order.palette.brass.hex(), order.palette.bad.hex());
    // Lines of ink and of paper beside the colour: no colour is seen in grey on every card and every back.
    let (ink, pale) = (print::INK.hex(), print::PAPER.hex());
    let drawing = match tile {
        Tile::Face(_) => String::new(),
        Tile::Shadow => layers(14, 3.0, -30.0, 0.045),
        Tile::Gone => format!(
            r#"<rect width="250" height="350" rx="15" fill="{bad}" fill-opacity=".35"/><g stroke-linecap="round"><path d="{CROSS}" stroke="{pale}" stroke-width="38"/><path d="{CROSS}" stroke="{ink}" stroke-width="30"/><path d="{CROSS}" stroke="{bad}" stroke-width="16"/></g>"#
        ),
        Tile::Scores => format!(
            r#"<rect x="5" y="5" width="240" height="340" rx="13" fill="{brass}" fill-opacity=".28" stroke="{brass}" stroke-width="10"/><g fill="none"><rect x="11.5" y="11.5" width="227" height="327" rx="8" stroke="{ink}" stroke-width="5"/><rect x="16" y="16" width="218" height="318" rx="6" stroke="{pale}" stroke-width="4"/></g>"#
        ),
    };
    draw_svg(framed(&drawing).as_bytes(), measure, canvas);
}

/// The drawing of a card whose suit has another colour where all four differ.
fn recoloured(card: Card, drawing: &[u8]) -> Option<Vec<u8>> {
    let colours = match card.suit() {
        Suit::Diamonds => [(print::RED, print::BLUE), (print::RED_SOFT, print::BLUE_SOFT)],
        Suit::Clubs => [(print::INK, print::GREEN), (print::INK_SOFT, print::GREEN_SOFT)],
        _ => return None,
    };
    let drawing = std::str::from_utf8(drawing).ok()?;
    let recoloured =
        colours.iter().fold(drawing.to_owned(), |drawing, (from, to)| drawing.replace(&from.hex(), &to.hex()));
    Some(recoloured.into_bytes())
}

/// A drawing on the plane of a card, 250 by 350, without clipping what goes beyond it.
fn framed(drawing: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350" overflow="visible" width="250" height="350">{drawing}</svg>"#
    )
}

/// The shadow of a card that lies: soft, below and around it.
fn shadow() -> String {
    framed(&layers(7, 2.2, -3.0, 0.07))
}

/// Rounded rectangles a little below a card that each add a little, the first `least` larger than the card on each side
/// and the others each `step` larger.
fn layers(count: u8, step: f32, least: f32, opacity: f32) -> String {
    let layer = |number: u8| {
        let grow = f32::from(number) * step + least;
        format!(
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{colour}" fill-opacity="{opacity}"/>"#,
            x = -grow,
            y = 5.0 - grow,
            w = 250.0 + 2.0 * grow,
            h = 350.0 + 2.0 * grow,
            r = (15.0 + grow).max(4.0),
            colour = print::SHADOW.hex(),
        )
    };
    (0..count).map(layer).collect()
}

fn draw_svg(svg: &[u8], measure: Measure, canvas: &mut Pixmap) {
    // Every drawing was parsed before, by the build or when its deck was read.
    let Ok(drawing) = Drawing::parse(svg) else { return };
    let pad = measure.pad as f32;
    drawing.draw(canvas, (pad, pad), (measure.card.0 as f32, measure.card.1 as f32));
}

/// A tile on the cloth, with a mark laid over it, for tests of what can be seen of it.
#[cfg(test)]
pub(super) fn tile_in(tile: Tile, palette: Palette, width: u32, mark: Option<Tile>) -> bevy_egui::egui::ColorImage {
    let height = (width as f32 * CARD_UNITS.1 / CARD_UNITS.0).round() as u32;
    let measure = Measure { card: (width, height), pad: (width as f32 * PAD).ceil() as u32 };
    let order = Order { measure, dress: Dress::default(), palette };
    let (width, height) = measure.tile();
    let mut canvas = Pixmap::new(width, height).expect("a canvas");
    let cloth = palette.cloth_light;
    canvas.fill(resvg::tiny_skia::Color::from_rgba8(cloth.0, cloth.1, cloth.2, 255));
    for tile in std::iter::once(tile).chain(mark) {
        draw(tile, &order, &mut canvas);
    }
    bevy_egui::egui::ColorImage::from_rgba_premultiplied([width as usize, height as usize], canvas.data())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_its_own_place() {
        let mut places: Vec<usize> = Tile::all().map(Tile::index).collect();
        places.dedup();
        assert_eq!(places, (0..TILES).collect::<Vec<_>>());
    }

    #[test]
    fn every_face_is_drawn_within_its_tile_and_differs_from_every_other() {
        let measure = Measure { card: (70, 98), pad: 7 };
        let order = Order { measure, dress: Dress::default(), palette: Palette::default() };
        let mut seen: Vec<Vec<u8>> = Vec::new();
        for tile in Tile::all() {
            let (width, height) = measure.tile();
            let mut canvas = Pixmap::new(width, height).expect("a canvas");
            draw(tile, &order, &mut canvas);
            let pixels = canvas.take_demultiplied();
            assert!(pixels.chunks(4).any(|pixel| pixel[3] > 30), "{tile:?} is blank");
            let edge = pixels.chunks(4).take(width as usize).map(|pixel| pixel[3]).max();
            assert!(edge < Some(12), "{tile:?} runs over the edge of its tile: {edge:?}");
            assert!(!seen.contains(&pixels), "{tile:?} looks like another tile");
            seen.push(pixels);
        }
    }
}
