//! Drawing the tiles of the atlas: the faces of pieces with their shadows, the marks that are laid over them, and the rings
//! around areas. Each is drawn from SVG for exactly the pixels it will cover.

use std::borrow::Cow;
use std::sync::Arc;

use bevy::prelude::Resource;
use resvg::tiny_skia::{
    FillRule, FilterQuality, IntSize, Paint, Path, PathBuilder, Pattern, Pixmap, SpreadMode, Transform,
};

use super::assets;
use super::card_style::CardStyle;
use super::theme::{Palette, print};
use crate::cards::Card;
use crate::drawing::Drawing;
use crate::layout::{CARD, Face, Material, TILE};
use crate::packs::{Crop, Picture};

/// One tile of the atlas.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tile {
    /// A piece's face, with its shadow.
    Face(Face),
    /// A back on which others lie: without a shadow, or those of a pile would add up.
    CoveredBack,
    /// Laid over a piece that would be discarded.
    Gone,
    /// Laid over a piece that would score.
    Scores,
    /// Under a piece that is lifted.
    Shadow,
    /// Around an area of this size.
    Ring(Ring, RingSize),
}

/// What a ring says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ring {
    /// Something can lie here.
    Outline,
    /// A move may go here.
    Lit,
    /// Here is the keyboard's focus.
    Focus,
}

impl Ring {
    pub const ALL: [Ring; 3] = [Ring::Outline, Ring::Lit, Ring::Focus];
}

/// An area's width and height, in tenths of a table unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RingSize(u32, u32);

impl RingSize {
    pub fn of(size: (f32, f32)) -> RingSize {
        RingSize((10.0 * size.0).round() as u32, (10.0 * size.1).round() as u32)
    }

    fn units(self) -> (f32, f32) {
        (self.0 as f32 / 10.0, self.1 as f32 / 10.0)
    }
}

/// The pieces that share an atlas.
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

impl Kit {
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
            Kit::Cards | Kit::CardsAndTokens => CARD,
            Kit::Tiles => TILE,
        }
    }

    fn faces(self) -> Vec<Face> {
        match self {
            Kit::Cards => Card::all().map(Face::French).chain([Face::Back]).collect(),
            Kit::CardsAndTokens => {
                let jokers = (1..=2).map(Face::Joker);
                let tokens = (0..8).map(Face::Token);
                Kit::Cards.faces().into_iter().chain(jokers).chain(tokens).chain([Face::Stone]).collect()
            }
            Kit::Tiles => (0..16).map(Face::Part).chain([Face::Back]).chain((1..=6).map(Face::Die)).collect(),
        }
    }

    /// The tiles that there are of every scale on the table.
    pub(super) fn tiles(self) -> impl Iterator<Item = Tile> {
        let others = [Tile::CoveredBack, Tile::Gone, Tile::Scores, Tile::Shadow];
        self.faces().into_iter().map(Tile::Face).chain(others)
    }
}

/// The picture that tiles are parts of.
#[derive(Resource, Clone, Default)]
pub struct TilePicture {
    /// Its name, as a table's material has it.
    pub name: String,
    /// The picture, and the square of it that counts; `None` until it has been read.
    pub picture: Option<Arc<(Picture, Crop)>>,
    /// Whether tiles have their numbers on them.
    pub numbers: bool,
}

impl PartialEq for TilePicture {
    fn eq(&self, other: &TilePicture) -> bool {
        let same = match (&self.picture, &other.picture) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same && self.name == other.name && self.numbers == other.numbers
    }
}

impl std::fmt::Debug for TilePicture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TilePicture({:?}, numbers: {})", self.name, self.numbers)
    }
}

/// All that decides what faces look like.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FaceLook {
    pub kit: Kit,
    pub style: CardStyle,
    pub palette: Palette,
    /// Only for tiles.
    pub picture: TilePicture,
}

/// The room around a card within its tile, for its shadow, as a part of the card's width.
const PAD: f32 = 0.06;

/// The radius of an area's corners, and the width of its outline, as parts of its width.
const RING_CORNER: f32 = 0.06;
const RING_LINE: f32 = 0.012;

/// The gap between an area and the focus ring, and the width of that, in points.
const FOCUS: (f32, f32) = (3.5, 3.0);

/// A tile in pixels: the piece or area, and the room on each side of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSize {
    pub piece: (u32, u32),
    pub pad: u32,
}

impl TileSize {
    /// For this many pixels a table unit.
    pub fn of(tile: Tile, kit: Kit, pixels: f32) -> TileSize {
        // Even, so that a piece whose middle is on a corner of four pixels has its edges between pixels, too.
        let even = |length: f32| (length / 2.0).round().max(1.0) as u32 * 2;
        match tile {
            Tile::Ring(ring, size) => {
                let (width, height) = size.units();
                let pad = match ring {
                    Ring::Outline | Ring::Lit => 3.0 + 2.0 * RING_LINE * width * pixels,
                    Ring::Focus => 4.0 + 2.0 * (FOCUS.0 + FOCUS.1),
                };
                TileSize { piece: (even(width * pixels), even(height * pixels)), pad: pad.ceil() as u32 }
            }
            _ => {
                let units = kit.units();
                let width = (units.0 * pixels).max(12.0);
                let height = width * units.1 / units.0;
                TileSize { piece: (even(width), even(height)), pad: (width * PAD).ceil() as u32 }
            }
        }
    }

    pub fn whole(self) -> (u32, u32) {
        (self.piece.0 + 2 * self.pad, self.piece.1 + 2 * self.pad)
    }
}

impl FaceLook {
    /// The picture that tiles are parts of, as large as sixteen tiles of this size lie side by side.
    pub(super) fn whole_picture(&self, tile: TileSize) -> Option<Pixmap> {
        let (picture, crop) = &**self.picture.picture.as_ref()?;
        let side = 4 * tile.piece.0;
        let pixels = picture.square(*crop, side).into_raw();
        Pixmap::from_vec(pixels, IntSize::from_wh(side, side)?)
    }

    /// Draws a tile onto an empty canvas of its size. `whole` is the [picture](FaceLook::whole_picture) that parts are cut
    /// from; `points` are the pixels of a point of the window.
    pub(super) fn draw(&self, tile: Tile, size: TileSize, points: f32, whole: Option<&Pixmap>, canvas: &mut Pixmap) {
        match tile {
            Tile::Face(face) => self.draw_face(face, size, whole, canvas),
            Tile::CoveredBack => draw_svg(&self.back(), size, canvas),
            Tile::Ring(ring, _) => draw_svg_whole(self.ring(ring, size, points).as_bytes(), size, canvas),
            Tile::Gone | Tile::Scores | Tile::Shadow => {
                let units = self.kit.units();
                let high = 250.0 * units.1 / units.0;
                draw_svg(framed(&self.mark(tile, high), high).as_bytes(), size, canvas);
            }
        }
    }

    fn draw_face(&self, face: Face, size: TileSize, whole: Option<&Pixmap>, canvas: &mut Pixmap) {
        let units = self.kit.units();
        let high = 250.0 * units.1 / units.0;
        let drawing = self.style.drawing(face);
        match face {
            Face::Die(_) => draw_die(&drawing, size, canvas),
            Face::Part(part) => {
                draw_svg(shadow(high).as_bytes(), size, canvas);
                draw_part(part, whole, size, canvas);
                draw_svg(framed(&bevel(), high).as_bytes(), size, canvas);
                if self.picture.numbers {
                    draw_svg(&drawing, size, canvas);
                }
            }
            Face::Back => {
                draw_svg(shadow(high).as_bytes(), size, canvas);
                draw_svg(&self.back(), size, canvas);
            }
            // Their shadows are their own.
            Face::Token(_) | Face::Stone => draw_svg(&drawing, size, canvas),
            Face::French(_) | Face::Joker(_) => {
                draw_svg(shadow(high).as_bytes(), size, canvas);
                draw_svg(&drawing, size, canvas);
            }
        }
    }

    fn back(&self) -> Cow<'_, [u8]> {
        match self.kit {
            Kit::Tiles => Cow::Borrowed(assets::find("tiles/back.svg").unwrap_or_default()),
            Kit::Cards | Kit::CardsAndTokens => self.style.drawing(Face::Back),
        }
    }

    /// What is laid over or under a piece, as SVG on a plane 250 wide.
    fn mark(&self, tile: Tile, high: f32) -> String {
        let (brass, bad) = (self.palette.brass.hex(), self.palette.bad.hex());
        // Lines of ink and of paper beside the colour: no colour is seen in grey on every piece and every back.
        let (ink, pale) = (print::INK.hex(), print::PAPER.hex());
        let middle = high / 2.0;
        match tile {
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
            Tile::Face(_) | Tile::CoveredBack | Tile::Ring(..) => String::new(),
        }
    }

    /// A ring, as SVG in the pixels of its whole tile.
    fn ring(&self, ring: Ring, size: TileSize, points: f32) -> String {
        let ((width, height), pad) = (size.piece, size.pad as f32);
        let palette = &self.palette;
        let corner = width as f32 * RING_CORNER;
        let line = (width as f32 * RING_LINE).max(palette.line * points);
        let (grow, thick, colour, opacity) = match ring {
            Ring::Outline => (0.0, line, palette.text, palette.outline),
            Ring::Lit => (line / 2.0, 2.2 * line, palette.brass, 1.0),
            Ring::Focus => ((FOCUS.0 + FOCUS.1 / 2.0) * points, FOCUS.1 * points, palette.focus, 1.0),
        };
        let (all_wide, all_high) = size.whole();
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{all_wide}" height="{all_high}"><rect x="{at}" y="{at}" width="{w}" height="{h}" rx="{r}" fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{thick}"/></svg>"#,
            at = pad - grow,
            w = width as f32 + 2.0 * grow,
            h = height as f32 + 2.0 * grow,
            r = corner + grow,
            colour = colour.hex(),
        )
    }
}

/// A cross over the middle of a piece.
const CROSS: &str = "M-50 -50L50 50M50 -50L-50 50";

/// The rounding of a tile's corners, of its width of 250.
const TILE_CORNER: f32 = 12.0;

/// A part of the picture, with round corners.
fn draw_part(part: u8, whole: Option<&Pixmap>, size: TileSize, canvas: &mut Pixmap) {
    let Some(whole) = whole else { return };
    let (side, pad) = (size.piece.0 as f32, size.pad as f32);
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

fn draw_die(svg: &[u8], size: TileSize, canvas: &mut Pixmap) {
    let side = size.piece.0 as f32 * DIE;
    let corner = size.pad as f32 + (size.piece.0 as f32 - side) / 2.0;
    let place = |svg: &[u8], canvas: &mut Pixmap| {
        if let Ok(drawing) = Drawing::parse(svg) {
            drawing.draw(canvas, (corner, corner), (side, side));
        }
    };
    place(shadow(250.0).as_bytes(), canvas);
    place(svg, canvas);
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

fn draw_svg(svg: &[u8], size: TileSize, canvas: &mut Pixmap) {
    // Every drawing was parsed before, by the build or when its deck was read.
    let Ok(drawing) = Drawing::parse(svg) else { return };
    let pad = size.pad as f32;
    drawing.draw(canvas, (pad, pad), (size.piece.0 as f32, size.piece.1 as f32));
}

/// A drawing that covers the whole tile.
fn draw_svg_whole(svg: &[u8], size: TileSize, canvas: &mut Pixmap) {
    let Ok(drawing) = Drawing::parse(svg) else { return };
    let (width, height) = size.whole();
    drawing.draw(canvas, (0.0, 0.0), (width as f32, height as f32));
}

/// A tile on the cloth, with a mark laid over it, for tests of what can be seen of it.
#[cfg(test)]
pub(super) fn tile_on_cloth(
    tile: Tile,
    palette: Palette,
    width: u32,
    mark: Option<Tile>,
) -> bevy_egui::egui::ColorImage {
    let look = FaceLook { palette, ..FaceLook::default() };
    let size = TileSize::of(tile, look.kit, width as f32 / CARD.0);
    let (width, height) = size.whole();
    let mut canvas = Pixmap::new(width, height).expect("a canvas");
    let cloth = palette.cloth_light;
    canvas.fill(resvg::tiny_skia::Color::from_rgba8(cloth.0, cloth.1, cloth.2, 255));
    for tile in std::iter::once(tile).chain(mark) {
        look.draw(tile, size, 1.0, None, &mut canvas);
    }
    bevy_egui::egui::ColorImage::from_rgba_premultiplied([width as usize, height as usize], canvas.data())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_drawn_within_its_tile_and_differs_from_every_other() {
        let train = Picture::read(assets::find("packs/parlour/train.svg").expect("the train")).expect("a picture");
        let crop = Crop::centred(1000, 1000);
        let picture = TilePicture { name: "train".to_owned(), picture: Some(Arc::new((train, crop))), numbers: false };
        for kit in [Kit::Cards, Kit::CardsAndTokens, Kit::Tiles] {
            let look = FaceLook { kit, picture: picture.clone(), ..FaceLook::default() };
            let rings = Ring::ALL.map(|ring| Tile::Ring(ring, RingSize::of(kit.units())));
            let mut seen: Vec<Vec<u8>> = Vec::new();
            for tile in kit.tiles().chain(rings) {
                let size = TileSize::of(tile, kit, 0.7);
                let (width, height) = size.whole();
                let whole = look.whole_picture(size);
                let mut canvas = Pixmap::new(width, height).expect("a canvas");
                look.draw(tile, size, 1.0, whole.as_ref(), &mut canvas);
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
