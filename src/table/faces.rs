//! Draws the tiles of the atlas: the faces of pieces with their shadows, the marks over them, and the outlines of
//! areas. Each is drawn from SVG for exactly the pixels it will cover.

use std::borrow::Cow;
use std::sync::Arc;

use bevy::prelude::Resource;
use resvg::tiny_skia::{
    FillRule, FilterQuality, IntSize, Paint, Path, PathBuilder, Pattern, Pixmap, SpreadMode, Transform,
};

use super::assets;
use super::card_style::{CardStyle, IndexGrowth};
use super::rings::{self, Ring, RingSize};
use super::theme::{Palette, print};
use crate::cards::{Card, MystiqueCard};
use crate::drawing::Drawing;
use crate::layout::{CARD, Face, Layout, Material, TILE};
use crate::packs::{Crop, Picture};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tile {
    /// A piece's face, with its shadow.
    Face(Face),
    /// A back on which others lie: without a shadow, because those of a pile would add up.
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

/// The pieces that share an atlas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kit {
    #[default]
    Cards,
    /// The French deck with two jokers, eight tokens and a stone.
    CardsAndTokens,
    /// The golden Mystique deck; the second value, with the silver one.
    Mystique,
    MystiqueTwice,
    /// The sixteen tiles of a picture, and dice.
    Tiles,
}

impl Kit {
    pub fn of(material: &Material) -> Kit {
        match material {
            Material::Cards => Kit::Cards,
            Material::CardsAndTokens => Kit::CardsAndTokens,
            Material::Mystique => Kit::Mystique,
            Material::MystiqueTwice => Kit::MystiqueTwice,
            Material::Tiles(_) => Kit::Tiles,
        }
    }

    /// A piece's width and height in table units.
    fn units(self) -> (f32, f32) {
        match self {
            Kit::Cards | Kit::CardsAndTokens | Kit::Mystique | Kit::MystiqueTwice => CARD,
            Kit::Tiles => TILE,
        }
    }

    /// A piece's height in its drawings, which are 250 wide.
    fn drawn_height(self) -> f32 {
        let (width, height) = self.units();
        250.0 * height / width
    }

    fn faces(self) -> Vec<Face> {
        match self {
            Kit::Cards => Card::all().map(Face::French).chain([Face::Back]).collect(),
            Kit::CardsAndTokens => {
                let jokers = (1..=2).map(Face::Joker);
                let tokens = (0..8).map(Face::Token);
                Kit::Cards.faces().into_iter().chain(jokers).chain(tokens).chain([Face::Stone]).collect()
            }
            Kit::Mystique => MystiqueCard::deck().map(Face::Mystique).chain([Face::Back]).collect(),
            Kit::MystiqueTwice => MystiqueCard::all().map(Face::Mystique).chain([Face::Back]).collect(),
            Kit::Tiles => (0..16).map(Face::Part).chain([Face::Back]).chain((1..=6).map(Face::Die)).collect(),
        }
    }

    /// The tiles that an atlas has for every scale on the table.
    pub(super) fn tiles(self) -> impl Iterator<Item = Tile> {
        let others = [Tile::CoveredBack, Tile::Gone, Tile::Scores, Tile::Shadow];
        self.faces().into_iter().map(Tile::Face).chain(others)
    }
}

/// The pieces whose faces can be drawn, be it in the size and the look of a moment ago.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FacesReady(pub Option<Kit>);

impl FacesReady {
    /// Until then, no piece of this layout comes to the table.
    pub fn can_show(self, layout: &Layout) -> bool {
        layout.pieces.is_empty() || self.0 == Some(Kit::of(&layout.material))
    }
}

/// Whether the table has been empty for a while, because its pieces are still being drawn.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FacesLate(pub bool);

/// The picture that tiles are parts of.
#[derive(Resource, Clone, Default)]
pub struct TilePicture {
    pub name: String,
    /// The picture, and the square that is cut into tiles; `None` until it has been read.
    pub picture: Option<Arc<(Picture, Crop)>>,
    pub numbers: bool,
}

impl PartialEq for TilePicture {
    /// Compares the addresses of pictures: one that was read again is another one.
    fn eq(&self, other: &TilePicture) -> bool {
        let address = |tiles: &TilePicture| tiles.picture.as_ref().map(Arc::as_ptr);
        address(self) == address(other) && self.name == other.name && self.numbers == other.numbers
    }
}

impl std::fmt::Debug for TilePicture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TilePicture({:?}, numbers: {})", self.name, self.numbers)
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct FaceLook {
    pub kit: Kit,
    pub style: CardStyle,
    pub palette: Palette,
    /// Only for tiles.
    pub picture: TilePicture,
}

/// The space around a card within its tile, for its shadow, as a part of the card's width.
const PAD: f32 = 0.06;

/// A tile in pixels: the piece or area, and the space on each side of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSize {
    pub piece: (u32, u32),
    pub pad: u32,
}

impl TileSize {
    /// For this many pixels per table unit.
    pub fn of(tile: Tile, kit: Kit, pixels: f32) -> TileSize {
        // Even, so that a piece whose middle is on a corner of four pixels has its edges between pixels, too.
        let even = |length: f32| (length / 2.0).round().max(1.0) as u32 * 2;
        match tile {
            Tile::Ring(ring, size) => {
                let (width, height) = size.units();
                let short = width.min(height) * pixels;
                let pad = ring.beside(short).ceil() as u32;
                TileSize { piece: (even(width * pixels), even(height * pixels)), pad }
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
    /// The picture that tiles are parts of, as large as four by four tiles of this size.
    pub(super) fn whole_picture(&self, tile: TileSize) -> Option<Pixmap> {
        let (picture, crop) = &**self.picture.picture.as_ref()?;
        let side = 4 * tile.piece.0;
        let pixels = picture.square(*crop, side).into_raw();
        Pixmap::from_vec(pixels, IntSize::from_wh(side, side)?)
    }

    /// Draws a tile onto an empty canvas of its size.
    #[cfg(test)]
    pub(super) fn draw(&self, tile: Tile, size: TileSize, points: f32, whole: Option<&Pixmap>, canvas: &mut Pixmap) {
        if FaceLook::has_shadow(tile) {
            *canvas = self.shadow(size).expect("a canvas");
        }
        self.draw_on_shadow(tile, (size, points), whole, canvas);
    }

    /// Whether a tile is drawn on the [shadow](FaceLook::shadow). The drawings of tokens and of the stone include theirs; a die has a
    /// smaller one.
    pub(super) fn has_shadow(tile: Tile) -> bool {
        matches!(tile, Tile::Face(face) if !matches!(face, Face::Token(_) | Face::Stone | Face::Die(_)))
    }

    /// A canvas with nothing but the shadow of a card or a tile.
    pub(super) fn shadow(&self, size: TileSize) -> Option<Pixmap> {
        let (width, height) = size.whole();
        let mut canvas = Pixmap::new(width, height)?;
        draw_svg(shadow(self.kit.drawn_height()).as_bytes(), size, &mut canvas);
        Some(canvas)
    }

    /// Draws a tile onto a canvas of its size with its shadow, if it has one. `whole` is the [picture](FaceLook::whole_picture) that
    /// parts are cut from; `points` is the number of pixels per point.
    pub(super) fn draw_on_shadow(
        &self,
        tile: Tile,
        (size, points): (TileSize, f32),
        whole: Option<&Pixmap>,
        canvas: &mut Pixmap,
    ) {
        match tile {
            Tile::Face(face) => self.draw_face(face, (size, points), whole, canvas),
            Tile::CoveredBack => draw_svg(&self.back(), size, canvas),
            Tile::Ring(ring, _) => {
                let (width, height) = size.whole();
                let ring = rings::drawn(ring, size.piece, size.pad, points, &self.palette);
                draw_svg_at(ring.as_bytes(), (0.0, 0.0), (width as f32, height as f32), canvas);
            }
            Tile::Gone | Tile::Scores | Tile::Shadow => {
                let high = self.kit.drawn_height();
                draw_svg(svg(&self.mark(tile, high), high).as_bytes(), size, canvas);
            }
        }
    }

    /// How large the index of a card is that is drawn with so many pixels per point.
    fn growth(&self, size: TileSize, points: f32) -> IndexGrowth {
        self.style.index.on_card(size.piece.0 as f32 / points)
    }

    fn draw_face(&self, face: Face, (size, points): (TileSize, f32), whole: Option<&Pixmap>, canvas: &mut Pixmap) {
        let high = self.kit.drawn_height();
        let drawing = self.style.drawing(face, self.growth(size, points));
        match face {
            Face::Die(_) => draw_die(&drawing, size, canvas),
            Face::Part(part) => {
                draw_part(part, whole, size, canvas);
                draw_svg(svg(&bevel(), high).as_bytes(), size, canvas);
                if self.picture.numbers {
                    draw_svg(&drawing, size, canvas);
                }
            }
            Face::Back => draw_svg(&self.back(), size, canvas),
            Face::French(_) | Face::Mystique(_) | Face::Joker(_) | Face::Token(_) | Face::Stone => {
                draw_svg(&drawing, size, canvas);
            }
        }
    }

    /// The player's own drawing on a tile, if there is one. What [`Drawings::draw`](super::looks::Drawings::draw) makes of it is
    /// laid over the [shadow](FaceLook::shadow).
    pub(super) fn own(&self, tile: Tile, size: TileSize, points: f32) -> Option<Cow<'_, [u8]>> {
        let face = match tile {
            Tile::Face(face) => face,
            Tile::CoveredBack => Face::Back,
            Tile::Gone | Tile::Scores | Tile::Shadow | Tile::Ring(..) => return None,
        };
        let has_own_back = matches!(self.kit, Kit::Cards | Kit::CardsAndTokens);
        if face == Face::Back && !has_own_back {
            return None;
        }
        self.style.own_drawing(face, self.growth(size, points))
    }

    fn back(&self) -> Cow<'static, [u8]> {
        match self.kit {
            Kit::Tiles => Cow::Borrowed(assets::find("tiles/back.svg").unwrap_or_default()),
            Kit::Mystique | Kit::MystiqueTwice => self.style.card("back-gold.svg"),
            Kit::Cards | Kit::CardsAndTokens => self.style.drawing(Face::Back, IndexGrowth::USUAL),
        }
    }

    /// What is laid over or under a piece, as elements of an SVG 250 wide.
    fn mark(&self, tile: Tile, high: f32) -> String {
        let (good, bad) = (self.palette.good.hex(), self.palette.bad.hex());
        // With lines of ink and of paper: no colour alone can be seen in grey on every piece and every back.
        let (ink, pale) = (print::INK.hex(), print::PAPER.hex());
        let middle = high / 2.0;
        match tile {
            Tile::Shadow => layers(high, 14, 3.0, -30.0, 0.045),
            Tile::Gone => format!(
                r#"<rect width="250" height="{high}" rx="15" fill="{bad}" fill-opacity=".35"/>
                <g transform="translate(125 {middle})" stroke-linecap="round">
                    <path d="{CROSS}" stroke="{pale}" stroke-width="38"/>
                    <path d="{CROSS}" stroke="{ink}" stroke-width="30"/>
                    <path d="{CROSS}" stroke="{bad}" stroke-width="16"/>
                </g>"#
            ),
            Tile::Scores => format!(
                r#"<rect x="5" y="5" width="240" height="{}" rx="13"
                    fill="{good}" fill-opacity=".1" stroke="{good}" stroke-width="10"/>
                <g fill="none">
                    <rect x="11.5" y="11.5" width="227" height="{}" rx="8" stroke="{ink}" stroke-width="5"/>
                    <rect x="16" y="16" width="218" height="{}" rx="6" stroke="{pale}" stroke-width="4"/>
                </g>"#,
                high - 10.0,
                high - 23.0,
                high - 32.0
            ),
            Tile::Face(_) | Tile::CoveredBack | Tile::Ring(..) => String::new(),
        }
    }
}

/// A path around the origin.
const CROSS: &str = "M-50 -50L50 50M50 -50L-50 50";

/// The radius of a tile's corners where the tile is 250 wide.
const TILE_CORNER: f32 = 12.0;

fn draw_part(part: u8, whole: Option<&Pixmap>, size: TileSize, canvas: &mut Pixmap) {
    let Some(whole) = whole else { return };
    let (side, pad) = (size.piece.0 as f32, size.pad as f32);
    let (column, row) = (f32::from(part % 4), f32::from(part / 4));
    let place = Transform::from_translate(pad - column * side, pad - row * side);
    let shader = Pattern::new(whole.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, place);
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    let Some(outline) = rounded_square(pad, side, TILE_CORNER * side / 250.0) else { return };
    canvas.fill_path(&outline, &paint, FillRule::Winding, Transform::identity(), None);
}

/// A square with round corners, whose left and top edges are at `from`.
fn rounded_square(from: f32, side: f32, radius: f32) -> Option<Path> {
    // From the corner to the control points of a Bézier curve that is close to a quarter of a circle.
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

/// The edge of a part of the picture, lit from above, as elements of an SVG 250 wide.
fn bevel() -> String {
    let (ink, pale) = (print::INK.hex(), print::PAPER.hex());
    format!(
        r#"<g fill="none" stroke-width="3">
            <rect x="1.5" y="1.5" width="247" height="247" rx="11" stroke="{ink}" stroke-opacity=".4"/>
            <path d="M5 240V15a10 10 0 0 1 10 -10H240" stroke="{pale}" stroke-opacity=".5"/>
        </g>"#
    )
}

/// The width of a die, as a part of a tile's width.
const DIE: f32 = 0.62;

fn draw_die(die: &[u8], size: TileSize, canvas: &mut Pixmap) {
    let side = size.piece.0 as f32 * DIE;
    let corner = size.pad as f32 + (size.piece.0 as f32 - side) / 2.0;
    for svg in [shadow(250.0).as_bytes(), die] {
        draw_svg_at(svg, (corner, corner), (side, side), canvas);
    }
}

/// These elements as an SVG 250 wide, which does not clip what goes beyond it.
fn svg(elements: &str, high: f32) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 {high}" width="250" height="{high}"
            overflow="visible">{elements}</svg>"#
    )
}

/// The soft shadow of a piece that is not lifted.
fn shadow(high: f32) -> String {
    svg(&layers(high, 7, 2.2, -3.0, 0.07), high)
}

/// A soft shadow as rounded rectangles a little below a piece: the first is larger than the piece by `least` on each
/// side, each of the others larger than the one before by `step`.
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

/// Draws an SVG over the piece within its tile.
fn draw_svg(svg: &[u8], size: TileSize, canvas: &mut Pixmap) {
    let pad = size.pad as f32;
    draw_svg_at(svg, (pad, pad), (size.piece.0 as f32, size.piece.1 as f32), canvas);
}

fn draw_svg_at(svg: &[u8], corner: (f32, f32), size: (f32, f32), canvas: &mut Pixmap) {
    // All that is drawn here is Parlour's own, which the build has parsed.
    if let Ok(drawing) = Drawing::parse(svg) {
        drawing.draw(canvas, corner, size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_drawn_within_its_tile_and_differs_from_every_other() {
        let train = Picture::read(assets::find("packs/parlour/train.svg").expect("the train")).expect("a picture");
        let crop = Crop::centred(1000, 1000);
        let picture = TilePicture { name: "train".to_owned(), picture: Some(Arc::new((train, crop))), numbers: false };
        for kit in [Kit::Cards, Kit::CardsAndTokens, Kit::MystiqueTwice, Kit::Tiles] {
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

    /// A card a hundred pixels wide, at a text size in percent; without the space around it.
    struct DrawnCard {
        pixels: Pixmap,
        pad: u32,
    }

    impl DrawnCard {
        fn of(face: Face, kit: Kit, scale: u16) -> DrawnCard {
            let style = CardStyle { index: IndexGrowth::at_text_size(scale), ..CardStyle::default() };
            let look = FaceLook { kit, style, ..FaceLook::default() };
            let (tile, size) = (Tile::Face(face), TileSize::of(Tile::Face(face), kit, 1.0));
            let mut pixels = Pixmap::new(size.whole().0, size.whole().1).expect("a canvas");
            look.draw(tile, size, 1.0, None, &mut pixels);
            DrawnCard { pixels, pad: size.pad }
        }

        fn at(&self, x: u32, y: u32) -> [u8; 3] {
            let pixel = self.pixels.pixel(self.pad + x, self.pad + y).expect("a pixel of the card").demultiply();
            [pixel.red(), pixel.green(), pixel.blue()]
        }

        fn is_paper(&self, x: u32, y: u32) -> bool {
            self.at(x, y).into_iter().zip([0xFB, 0xF7, 0xEC]).all(|(one, paper)| one.abs_diff(paper) < 40)
        }

        /// The rows in which the index has ink, by the parts it is made of.
        fn index(&self) -> Vec<std::ops::Range<u32>> {
            let mut parts: Vec<std::ops::Range<u32>> = Vec::new();
            for y in (3..76).filter(|y| (3..27).any(|x| !self.is_paper(x, *y))) {
                match parts.last_mut().filter(|part| part.end == y) {
                    Some(part) => part.end = y + 1,
                    None => parts.push(y..y + 1),
                }
            }
            parts
        }
    }

    #[test]
    fn larger_text_makes_the_index_of_a_card_larger() {
        let cards = ["2S", "4H", "7D", "9C", "TH"].map(|card| Face::French(card.parse().expect("a card")));
        let mystique = ["2rM", "3bA", "2yC", "3rS"].map(|card| Face::Mystique(card.parse().expect("a card")));
        let all = cards.map(|card| (card, Kit::Cards)).into_iter().chain(mystique.map(|card| (card, Kit::Mystique)));
        for (face, kit) in all {
            let [usual, larger, largest] = [100, 150, 200].map(|scale| DrawnCard::of(face, kit, scale).index());
            let high = |index: &[std::ops::Range<u32>]| {
                let (first, last) = (index.first().expect("a figure"), index.last().expect("a sign"));
                (f64::from(first.end - first.start), f64::from(last.end - first.start))
            };
            let [(figure, whole), (figure_150, whole_150), (figure_200, whole_200)] =
                [usual, larger, largest].map(|index| high(&index));
            let found = format!("{face:?}: {figure}, {figure_150}, {figure_200} of {whole}, {whole_150}, {whole_200}");
            assert!((20.0..=23.0).contains(&figure), "{found}");
            assert!(figure_150 >= 1.25 * figure && figure_200 >= 1.5 * figure, "{found}");
            assert!(whole_150 >= 1.15 * whole && whole_200 >= 1.3 * whole, "{found}");
        }
    }

    #[test]
    fn the_largest_index_leaves_the_edge_of_its_card_and_its_pips_alone() {
        for kit in [Kit::CardsAndTokens, Kit::Mystique] {
            for face in kit.faces().into_iter().filter(|face| face.is_card() && *face != Face::Back) {
                let [usual, larger, largest] = [100, 150, 200].map(|scale| DrawnCard::of(face, kit, scale));
                let is_edge = |x: u32, y: u32| x < 2 || y < 2 || x >= 98 || y >= 138;
                let places = (0..140).flat_map(|y| (0..100).map(move |x| (x, y))).filter(|(x, y)| is_edge(*x, *y));
                let changed = places.filter(|(x, y)| usual.at(*x, *y) != largest.at(*x, *y));
                assert_eq!(changed.collect::<Vec<_>>(), [], "{face:?}: the edge has changed");
                let Face::French(card) = face else { continue };
                let is_pip_card = (2..=10).contains(&card.rank().number());
                for card in [usual, larger, largest].iter().filter(|_| is_pip_card) {
                    let is_gap = |x: &u32| (4..68).all(|y| card.is_paper(*x, y));
                    assert!((24..48).any(|x| is_gap(&x)), "{face:?}: pips touch the index");
                }
            }
        }
    }

    #[test]
    fn a_small_card_has_a_larger_index_at_every_text_size() {
        let (look, tile) = (FaceLook::default(), Tile::Face(Face::French("7S".parse().expect("a card"))));
        let growth = |pixels, points| look.growth(TileSize::of(tile, Kit::Cards, pixels), points);
        assert_eq!(growth(0.94, 1.0), IndexGrowth::USUAL);
        assert!(growth(0.4, 1.0) > IndexGrowth::USUAL);
        assert_eq!(growth(1.88, 2.0), IndexGrowth::USUAL, "what counts are points");
        assert_eq!(growth(0.8, 2.0), growth(0.4, 1.0));
    }

    #[test]
    fn the_ring_on_a_small_card_leaves_its_index_free() {
        let look = FaceLook::default();
        let tile = Tile::Ring(Ring::CloseFocus, RingSize::of(CARD));
        let size = TileSize::of(tile, Kit::Cards, 0.56);
        let (width, height) = size.whole();
        let mut canvas = Pixmap::new(width, height).expect("a canvas");
        look.draw(tile, size, 1.0, None, &mut canvas);
        // Indices begin at 15 of a card's 250 units.
        let margin = size.pad + (0.06 * size.piece.0 as f32).ceil() as u32;
        let is_inside = |at: u32, length: u32| (margin..length - margin).contains(&at);
        let inside = (0..width * height).filter(|at| is_inside(at % width, width) && is_inside(at / width, height));
        let painted = inside.filter(|at| canvas.pixels()[*at as usize].alpha() > 0).count();
        assert_eq!(painted, 0);
        assert!(canvas.pixels().iter().any(|pixel| pixel.alpha() == 255), "there is a ring");
    }
}
