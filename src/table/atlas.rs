//! The faces of pieces, rasterised from SVG for exactly the size shown, all in one picture.
//!
//! One picture for everything lets the renderer draw the whole table in one go, and each face carries its own soft
//! shadow, so a card costs one sprite. When the table changes its size the picture is made anew beside the frames, and
//! the old one serves until it is ready.

use std::borrow::Cow;
use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use resvg::tiny_skia::{
    FillRule, FilterQuality, IntSize, Paint, Path, PathBuilder, Pattern, Pixmap, SpreadMode, Transform,
};
use serde::{Deserialize, Serialize};

use super::assets;
use super::felt::{Felt, Fit};
use super::looks::Drawings;
use super::motion::Wake;
use super::pieces::{Follow, Shown};
use super::theme::{Palette, print};
use crate::cards::{Card, Suit};
use crate::drawing::Drawing;
use crate::engine::layout::{Face, Material};
use crate::packs::{Crop, Picture};

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

const COLUMNS: usize = 8;

/// A card's width and height in table units.
pub const CARD_UNITS: (f32, f32) = (100.0, 140.0);

/// A tile's width and height in table units.
pub const TILE_UNITS: (f32, f32) = (100.0, 100.0);

/// A table's pieces, as far as they share a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kit {
    /// Cards of the French deck.
    #[default]
    Cards,
    /// The same with two jokers, eight tokens and a stone.
    CardsAndTokens,
    /// The sixteen tiles of a picture, and dice.
    Tiles,
}

/// Jokers and kinds of tokens.
const JOKERS: usize = 2;
const TOKENS: usize = 8;

impl Kit {
    /// The kit for a table's material.
    pub fn of(material: &Material) -> Kit {
        match material {
            Material::Cards => Kit::Cards,
            Material::CardsAndTokens => Kit::CardsAndTokens,
            Material::Tiles(_) => Kit::Tiles,
        }
    }

    /// A piece's width and height in table units.
    fn units(self) -> (f32, f32) {
        match self {
            Kit::Cards | Kit::CardsAndTokens => CARD_UNITS,
            Kit::Tiles => TILE_UNITS,
        }
    }

    fn faces(self) -> Vec<Face> {
        match self {
            Kit::Cards => Card::all().map(Face::French).chain([Face::Back]).collect(),
            Kit::CardsAndTokens => {
                let jokers = (1..=JOKERS as u8).map(Face::Joker);
                let tokens = (0..TOKENS as u8).map(Face::Token);
                Kit::Cards.faces().into_iter().chain(jokers).chain(tokens).chain([Face::Stone]).collect()
            }
            Kit::Tiles => (0..16).map(Face::Part).chain([Face::Back]).chain((1..=6).map(Face::Die)).collect(),
        }
    }

    /// All that its picture holds, in the order of their places.
    fn tiles(self) -> Vec<Tile> {
        self.faces().into_iter().map(Tile::Face).chain([Tile::Gone, Tile::Scores, Tile::Shadow]).collect()
    }

    /// The place of a tile in the picture; `None` for one that the kit does not have.
    fn place(self, tile: Tile) -> Option<usize> {
        let faces = match self {
            Kit::Cards => Card::COUNT + 1,
            Kit::CardsAndTokens => Card::COUNT + 1 + JOKERS + TOKENS + 1,
            Kit::Tiles => 16 + 1 + 6,
        };
        match (self, tile) {
            (Kit::Cards | Kit::CardsAndTokens, Tile::Face(Face::French(card))) => Some(usize::from(card.index())),
            (Kit::Cards | Kit::CardsAndTokens, Tile::Face(Face::Back)) => Some(Card::COUNT),
            (Kit::CardsAndTokens, Tile::Face(Face::Joker(number @ 1..=2))) => Some(Card::COUNT + usize::from(number)),
            (Kit::CardsAndTokens, Tile::Face(Face::Token(kind @ 0..8))) => {
                Some(Card::COUNT + 1 + JOKERS + usize::from(kind))
            }
            (Kit::CardsAndTokens, Tile::Face(Face::Stone)) => Some(Card::COUNT + 1 + JOKERS + TOKENS),
            (Kit::Tiles, Tile::Face(Face::Part(part @ 0..16))) => Some(usize::from(part)),
            (Kit::Tiles, Tile::Face(Face::Back)) => Some(16),
            (Kit::Tiles, Tile::Face(Face::Die(number @ 1..=6))) => Some(16 + usize::from(number)),
            (_, Tile::Face(_)) => None,
            (_, Tile::Gone) => Some(faces),
            (_, Tile::Scores) => Some(faces + 1),
            (_, Tile::Shadow) => Some(faces + 2),
        }
    }
}

/// The picture that tiles are parts of.
#[derive(Resource, Clone, Default)]
pub struct Puzzle {
    /// Its name, as a table's material has it.
    pub name: String,
    /// The picture, and the square of it that counts; `None` until it has been read.
    pub picture: Option<Arc<(Picture, Crop)>>,
    /// Whether tiles have their numbers on them.
    pub numbers: bool,
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        let same = match (&self.picture, &other.picture) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same && self.name == other.name && self.numbers == other.numbers
    }
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Puzzle({:?}, numbers: {})", self.name, self.numbers)
    }
}

/// The room around a card within its tile, for its shadow, as a part of the card's width.
const PAD: f32 = 0.06;

/// Faces are shown this little smaller than they were drawn. That is less than half a pixel, so nothing changes, but what
/// is made smaller is not smoothed: without a graphics card, smoothing costs a fifth of a frame in which everything moves.
const SNUG: f32 = 0.999;

/// The part of a tile's height that can peek out below a pile's top: a pile's rise, a round corner, and the shadow.
const EDGE: f32 = 0.25;

/// Pixel measures of the picture for one size of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Measure {
    kit: Kit,
    piece: (u32, u32),
    pad: u32,
}

impl Measure {
    fn of(felt: &Felt, kit: Kit) -> Measure {
        let pixels = felt.scale * felt.pixels;
        let units = kit.units();
        // The largest that still fits common texture limits: 8 columns of 920 pixels.
        let width = (units.0 * pixels).clamp(24.0, 760.0);
        // Even, so that a piece whose middle is on a corner of four pixels has its edges between pixels, too.
        let even = |length: f32| (length / 2.0).round() * 2.0;
        let (width, height) = (even(width), even(width * units.1 / units.0));
        Measure { kit, piece: (width as u32, height as u32), pad: (width * PAD).ceil() as u32 }
    }

    fn tile(self) -> (u32, u32) {
        (self.piece.0 + 2 * self.pad, self.piece.1 + 2 * self.pad)
    }

    fn picture(self) -> (u32, u32) {
        let rows = self.kit.tiles().len().div_ceil(COLUMNS);
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
            Face::Joker(number) => self.card(&format!("french/X{number}.svg")),
            Face::Token(kind) => Cow::Borrowed(of_tokens(&format!("token-{}", kind + 1))),
            Face::Stone => Cow::Borrowed(of_tokens("stone")),
            Face::Die(number) => Cow::Borrowed(of_tiles(&format!("die-{number}"))),
            Face::Part(part) => Cow::Borrowed(of_tiles(&format!("number-{}", part + 1))),
        }
    }
}

/// A drawing that belongs to tokens.
fn of_tokens(name: &str) -> &'static [u8] {
    assets::find(&format!("tokens/{name}.svg")).unwrap_or_default()
}

/// A drawing that belongs to tiles.
fn of_tiles(name: &str) -> &'static [u8] {
    assets::find(&format!("tiles/{name}.svg")).unwrap_or_default()
}

/// All that a picture depends on.
#[derive(Clone, PartialEq, Debug)]
struct Order {
    measure: Measure,
    dress: Dress,
    palette: Palette,
    /// Only for tiles.
    puzzle: Puzzle,
}

/// The picture in use.
#[derive(Resource, Default)]
pub struct Art {
    image: Handle<Image>,
    /// What the table is laid with now.
    kit: Kit,
    order: Option<Order>,
    making: Option<(Order, Task<Vec<u8>>)>,
}

impl Art {
    /// A sprite of this tile, as large in points as the table shows it; blank until the picture is there.
    pub fn sprite(&self, tile: Tile, felt: &Felt) -> Sprite {
        let (size, rect) = (self.size(felt), self.rect(tile));
        let color = if rect.is_some() { Color::WHITE } else { Color::NONE };
        Sprite { image: self.image.clone(), custom_size: Some(size), rect, color, ..default() }
    }

    /// Where the tile is in the picture.
    pub fn rect(&self, tile: Tile) -> Option<Rect> {
        let measure = self.order.as_ref()?.measure;
        let ((width, height), index) = (measure.tile(), measure.kit.place(tile)?);
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
        let measure = Measure::of(felt, self.kit);
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
        .init_resource::<Puzzle>()
        .init_resource::<Palette>()
        .add_message::<Repaint>()
        .add_systems(Update, (begin, finish).chain().after(Fit).before(Follow));
}

fn begin(
    (felt, shown): (Res<Felt>, Res<Shown>),
    (dress, palette, puzzle): (Res<Dress>, Res<Palette>, Res<Puzzle>),
    mut art: ResMut<Art>,
    wake: Res<Wake>,
) {
    let kit = Kit::of(&shown.layout.material);
    if art.kit != kit {
        art.kit = kit;
    }
    let puzzle = if kit == Kit::Tiles { puzzle.clone() } else { Puzzle::default() };
    // Tiles without a picture would be shown blank, and then again with it.
    if kit == Kit::Tiles && puzzle.picture.is_none() {
        return;
    }
    let order = Order { measure: Measure::of(&felt, kit), dress: dress.clone(), palette: *palette, puzzle };
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
    let whole = order.whole();
    for (index, tile) in measure.kit.tiles().into_iter().enumerate() {
        let Some(mut canvas) = Pixmap::new(tile_width, tile_height) else { continue };
        draw(tile, order, whole.as_ref(), &mut canvas);
        let pixels = canvas.take_demultiplied();
        let (column, row) = ((index % COLUMNS) as u32, (index / COLUMNS) as u32);
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

/// A cross over the middle of a piece.
const CROSS: &str = "M-50 -50L50 50M50 -50L-50 50";

impl Order {
    /// The picture that tiles are parts of, as large as they lie side by side.
    fn whole(&self) -> Option<Pixmap> {
        let (picture, crop) = &**self.puzzle.picture.as_ref()?;
        let side = 4 * self.measure.piece.0;
        let pixels = picture.square(*crop, side).into_raw();
        Pixmap::from_vec(pixels, IntSize::from_wh(side, side)?)
    }
}

fn draw(tile: Tile, order: &Order, whole: Option<&Pixmap>, canvas: &mut Pixmap) {
    let measure = order.measure;
    let kit = measure.kit;
    let high = 250.0 * kit.units().1 / kit.units().0;
    if let Tile::Face(face) = tile {
        match face {
            Face::Die(_) => draw_die(&order.dress.drawing(face), measure, canvas),
            Face::Part(part) => {
                draw_svg(shadow(high).as_bytes(), measure, canvas);
                draw_part(part, whole, measure, canvas);
                draw_svg(framed(&bevel(), high).as_bytes(), measure, canvas);
                if order.puzzle.numbers {
                    draw_svg(&order.dress.drawing(face), measure, canvas);
                }
            }
            Face::Back if kit == Kit::Tiles => {
                draw_svg(shadow(high).as_bytes(), measure, canvas);
                draw_svg(of_tiles("back"), measure, canvas);
            }
            // Their shadows are their own.
            Face::Token(_) | Face::Stone => draw_svg(&order.dress.drawing(face), measure, canvas),
            Face::French(_) | Face::Joker(_) | Face::Back => {
                draw_svg(shadow(high).as_bytes(), measure, canvas);
                draw_svg(&order.dress.drawing(face), measure, canvas);
            }
        }
        return;
    }
    let (brass, bad) = (order.palette.brass.hex(), order.palette.bad.hex());
    // Lines of ink and of paper beside the colour: no colour is seen in grey on every piece and every back.
    let (ink, pale) = (print::INK.hex(), print::PAPER.hex());
    let middle = high / 2.0;
    let drawing = match tile {
        Tile::Face(_) => String::new(),
        Tile::Shadow => layers(high, 14, 3.0, -30.0, 0.045),
        Tile::Gone => format!(
            r#"<rect width="250" height="{high}" rx="15" fill="{bad}" fill-opacity=".35"/><g transform="translate(125 {middle})" stroke-linecap="round"><path d="{CROSS}" stroke="{pale}" stroke-width="38"/><path d="{CROSS}" stroke="{ink}" stroke-width="30"/><path d="{CROSS}" stroke="{bad}" stroke-width="16"/></g>"#
        ),
        Tile::Scores => format!(
            r#"<rect x="5" y="5" width="240" height="{}" rx="13" fill="{brass}" fill-opacity=".28" stroke="{brass}" stroke-width="10"/><g fill="none"><rect x="11.5" y="11.5" width="227" height="{}" rx="8" stroke="{ink}" stroke-width="5"/><rect x="16" y="16" width="218" height="{}" rx="6" stroke="{pale}" stroke-width="4"/></g>"#,
            high - 10.0,
            high - 23.0,
            high - 32.0
        ),
    };
    draw_svg(framed(&drawing, high).as_bytes(), measure, canvas);
}

/// The rounding of a tile's corners, of its width of 250.
const TILE_CORNER: f32 = 12.0;

/// A part of the picture, with round corners.
fn draw_part(part: u8, whole: Option<&Pixmap>, measure: Measure, canvas: &mut Pixmap) {
    let Some(whole) = whole else { return };
    let (side, pad) = (measure.piece.0 as f32, measure.pad as f32);
    let (column, row) = (f32::from(part % 4), f32::from(part / 4));
    let place = Transform::from_translate(pad - column * side, pad - row * side);
    let shader = Pattern::new(whole.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, place);
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    let Some(outline) = rounded(pad, side, TILE_CORNER * side / 250.0) else { return };
    canvas.fill_path(&outline, &paint, FillRule::Winding, Transform::identity(), None);
}

/// A square with round corners, as far from the canvas's corner as the piece is.
fn rounded(from: f32, side: f32, radius: f32) -> Option<Path> {
    // How far a curve's handles reach, for a quarter of a circle.
    let (to, bend) = (from + side, radius * 0.448);
    let mut path = PathBuilder::new();
    path.move_to(from + radius, from);
    path.line_to(to - radius, from);
    path.cubic_to(to - bend, from, to, from + bend, to, from + radius);
    path.line_to(to, to - radius);
    path.cubic_to(to, to - bend, to - bend, to, to - radius, to);
    path.line_to(from + radius, to);
    path.cubic_to(from + bend, to, from, to - bend, from, to - radius);
    path.line_to(from, from + radius);
    path.cubic_to(from, from + bend, from + bend, from, from + radius, from);
    path.close();
    path.finish()
}

/// A tile's edge: light falls on it from above.
fn bevel() -> String {
    let (ink, pale) = (print::INK.hex(), print::PAPER.hex());
    format!(
        r#"<g fill="none"><rect x="1.5" y="1.5" width="247" height="247" rx="11" stroke="{ink}" stroke-opacity=".4" stroke-width="3"/><path d="M5 240V15a10 10 0 0 1 10 -10H240" stroke="{pale}" stroke-opacity=".5" stroke-width="3"/></g>"#
    )
}

/// How wide a die is, of a tile's width.
const DIE: f32 = 0.62;

fn draw_die(svg: &[u8], measure: Measure, canvas: &mut Pixmap) {
    let side = measure.piece.0 as f32 * DIE;
    let corner = measure.pad as f32 + (measure.piece.0 as f32 - side) / 2.0;
    let place = |svg: &[u8], canvas: &mut Pixmap| {
        if let Ok(drawing) = Drawing::parse(svg) {
            drawing.draw(canvas, (corner, corner), (side, side));
        }
    };
    place(shadow(250.0).as_bytes(), canvas);
    place(svg, canvas);
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

/// A drawing on the plane of a piece, 250 wide, without clipping what goes beyond it.
fn framed(drawing: &str, high: f32) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 {high}" overflow="visible" width="250" height="{high}">{drawing}</svg>"#
    )
}

/// The shadow of a piece that lies: soft, below and around it.
fn shadow(high: f32) -> String {
    framed(&layers(high, 7, 2.2, -3.0, 0.07), high)
}

/// Rounded rectangles a little below a piece that each add a little, the first `least` larger than the piece on each side
/// and the others each `step` larger.
fn layers(high: f32, count: u8, step: f32, least: f32, opacity: f32) -> String {
    let layer = |number: u8| {
        let grow = f32::from(number) * step + least;
        format!(
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{colour}" fill-opacity="{opacity}"/>"#,
            x = -grow,
            y = 5.0 - grow,
            w = 250.0 + 2.0 * grow,
            h = high + 2.0 * grow,
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
    drawing.draw(canvas, (pad, pad), (measure.piece.0 as f32, measure.piece.1 as f32));
}

/// A tile on the cloth, with a mark laid over it, for tests of what can be seen of it.
#[cfg(test)]
pub(super) fn tile_in(tile: Tile, palette: Palette, width: u32, mark: Option<Tile>) -> bevy_egui::egui::ColorImage {
    let height = (width as f32 * CARD_UNITS.1 / CARD_UNITS.0).round() as u32;
    let measure = Measure { kit: Kit::Cards, piece: (width, height), pad: (width as f32 * PAD).ceil() as u32 };
    let order = Order { measure, dress: Dress::default(), palette, puzzle: Puzzle::default() };
    let (width, height) = measure.tile();
    let mut canvas = Pixmap::new(width, height).expect("a canvas");
    let cloth = palette.cloth_light;
    canvas.fill(resvg::tiny_skia::Color::from_rgba8(cloth.0, cloth.1, cloth.2, 255));
    for tile in std::iter::once(tile).chain(mark) {
        draw(tile, &order, None, &mut canvas);
    }
    bevy_egui::egui::ColorImage::from_rgba_premultiplied([width as usize, height as usize], canvas.data())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_its_own_place() {
        for kit in [Kit::Cards, Kit::CardsAndTokens, Kit::Tiles] {
            let tiles = kit.tiles();
            let places: Vec<Option<usize>> = tiles.iter().map(|tile| kit.place(*tile)).collect();
            assert_eq!(places, (0..tiles.len()).map(Some).collect::<Vec<_>>(), "{kit:?}");
        }
    }

    #[test]
    fn every_face_is_drawn_within_its_tile_and_differs_from_every_other() {
        let train = Picture::read(assets::find("packs/parlour/train.svg").expect("the train")).expect("a picture");
        let crop = Crop::centred(1000, 1000);
        let puzzle = Puzzle { name: "train".to_owned(), picture: Some(Arc::new((train, crop))), numbers: false };
        for (kit, high) in [(Kit::Cards, 98), (Kit::CardsAndTokens, 98), (Kit::Tiles, 70)] {
            let measure = Measure { kit, piece: (70, high), pad: 7 };
            let (dress, palette) = (Dress::default(), Palette::default());
            let order = Order { measure, dress, palette, puzzle: puzzle.clone() };
            let whole = order.whole();
            let mut seen: Vec<Vec<u8>> = Vec::new();
            for tile in kit.tiles() {
                let (width, height) = measure.tile();
                let mut canvas = Pixmap::new(width, height).expect("a canvas");
                draw(tile, &order, whole.as_ref(), &mut canvas);
                let pixels = canvas.take_demultiplied();
                assert!(pixels.chunks(4).any(|pixel| pixel[3] > 30), "{tile:?} is blank");
                let edge = pixels.chunks(4).take(width as usize).map(|pixel| pixel[3]).max();
                assert!(edge < Some(12), "{tile:?} runs over the edge of its tile: {edge:?}");
                assert!(!seen.contains(&pixels), "{tile:?} looks like another tile");
                seen.push(pixels);
            }
        }
    }
}
