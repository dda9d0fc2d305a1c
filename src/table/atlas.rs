//! The atlas: one image with every face, mark and ring of a table, drawn for exactly the size shown.
//!
//! One image lets the renderer draw the whole table in one go, and each face includes its own soft shadow, so a card
//! costs one sprite. It has cards of every scale on the table. What the table needs and the atlas lacks is drawn on a task, and
//! when the table changes its size, all of it; until that is ready, the old one is used. Faces of a player's own deck come as
//! pixels from a process of their own; where one does not come, it is Parlour's.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::tasks::{AsyncComputeTaskPool, IoTaskPool, TaskPool};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::card_style::CardStyle;
use super::faces::{FaceLook, FacesLate, FacesReady, Kit, Tile, TilePicture, TileSize};
use super::job::{Job, Pending, WakeWindow};
use super::motion::Animate;
use super::pause::Pause;
use super::rings::{Ring, RingSize};
use super::scene::TableScene;
use super::schedule::Frame;
use super::theme::Palette;
use super::tile_sprite::TileSprite;
use super::viewport::TableViewport;
use crate::layout::Face;
use crate::packs::decoder::drawings::Sketch;

/// The most pixels a side: every graphics card that Bevy runs on supports them.
const MOST: u32 = 8192;

/// The pixels up to which an atlas keeps what the table does not need any more: it may soon need it again, as hands grow and shrink.
/// Each takes four bytes of the program's memory and four of the graphics card's.
const KEPT: u64 = 4 << 20;

/// Clear pixels between two tiles: a card that lies askew is drawn from points between pixels, and would have the edges of whichever
/// tile is packed beside it.
const GAP: u32 = 1;

/// A piece's scale, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Scale(u16);

impl Scale {
    const ONE: Scale = Scale(1000);

    fn of(scale: f32) -> Scale {
        Scale((1000.0 * scale).round() as u16)
    }

    fn factor(self) -> f32 {
        f32::from(self.0) / 1000.0
    }
}

#[derive(Clone, PartialEq, Debug)]
struct Order {
    look: FaceLook,
    /// Pixels per table unit, and pixels per point.
    pixels: (f32, f32),
    scales: BTreeSet<Scale>,
    rings: BTreeSet<(Ring, RingSize)>,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Plan {
    size: UVec2,
    tiles: BTreeMap<(Tile, Scale), URect>,
}

/// A plan, and every pixel of it, not premultiplied.
#[derive(PartialEq, Debug, Default)]
struct Painting {
    plan: Plan,
    pixels: Vec<u8>,
}

/// The atlas in use, and the next one while it is painted.
#[derive(Resource, Default)]
pub struct FaceAtlas {
    image: Handle<Image>,
    kit: Kit,
    /// What the image shows.
    shown: Arc<Painting>,
    /// What it was painted for.
    order: Option<Order>,
    next_order: Option<Order>,
    /// The pixels once more, which go to the image.
    painting: Pending<(Arc<Painting>, Vec<u8>)>,
}

impl FaceAtlas {
    /// As large as the table shows a piece of this scale; blank until the atlas has the tile.
    fn sprite(&self, shown: &TileSprite, viewport: &TableViewport) -> Sprite {
        let rect = self.rect(shown.tile, shown.scale);
        // Without a part of its own, a sprite would show the whole atlas.
        let color = if rect.is_some() { shown.tint } else { Color::NONE };
        let custom_size = Some(shown.size * self.size(shown.tile, shown.scale, viewport));
        Sprite { image: self.image.clone(), custom_size, rect, color, ..default() }
    }

    /// Where a tile is in the image; until it is painted for this scale, the same of another scale will do.
    fn rect(&self, tile: Tile, scale: f32) -> Option<Rect> {
        let of_any_scale = || self.shown.plan.tiles.range((tile, Scale(0))..=(tile, Scale(u16::MAX))).next_back();
        let exact = self.shown.plan.tiles.get(&(tile, Scale::of(scale)));
        exact.or_else(|| of_any_scale().map(|(_, rect)| rect)).map(URect::as_rect)
    }

    /// A tile's size in points: the piece with the space around it.
    pub fn size(&self, tile: Tile, scale: f32, viewport: &TableViewport) -> Vec2 {
        let (width, height) = TileSize::of(tile, self.kit, scale * viewport.scale * viewport.pixels).whole();
        Vec2::new(width as f32, height as f32) / viewport.pixels
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<FaceAtlas>()
        .init_resource::<FacesReady>()
        .init_resource::<FacesLate>()
        .init_resource::<CardStyle>()
        .init_resource::<TilePicture>()
        .init_resource::<Palette>()
        .add_systems(Update, (order_atlas, receive_atlas, watch_the_wait).chain().in_set(Frame::Atlas))
        .add_systems(PostUpdate, dress.after(Animate));
}

/// Starts painting an atlas when the one in use is not what the table needs.
fn order_atlas(
    (viewport, scene): (Res<TableViewport>, Res<TableScene>),
    (style, palette, picture): (Res<CardStyle>, Res<Palette>, Res<TilePicture>),
    mut atlas: ResMut<FaceAtlas>,
    wake: Res<WakeWindow>,
) {
    let has_table_changed = viewport.is_changed() || scene.is_changed();
    if !(has_table_changed || style.is_changed() || palette.is_changed() || picture.is_changed()) {
        return;
    }
    // A table that is cleared for a hand-over will have the same pieces again.
    let kit = scene.material().map_or(atlas.kit, Kit::of);
    if atlas.kit != kit {
        atlas.kit = kit;
    }
    let picture = if kit == Kit::Tiles { picture.clone() } else { TilePicture::default() };
    // Tiles without a picture would be shown blank, and then again with it.
    if kit == Kit::Tiles && picture.picture.is_none() {
        return;
    }
    let look = FaceLook { kit, style: style.clone(), palette: *palette, picture };
    let pixels = (sharpness(&viewport) * viewport.pixels, viewport.pixels);
    let layouts = || scene.beats.iter().map(|beat| &beat.layout).chain([&scene.layout]);
    let scales = layouts().flat_map(|layout| &layout.pieces).map(|piece| Scale::of(piece.place.scale));
    let rings = layouts().flat_map(|layout| &layout.areas).flat_map(|area| {
        let size = RingSize::of(area.size);
        Ring::around(area.look).map(move |ring| (ring, size))
    });
    let order = Order { look, pixels, scales: scales.chain([Scale::ONE]).collect(), rings: rings.collect() };
    let newest = atlas.next_order.as_ref().or(atlas.order.as_ref());
    if newest.is_some_and(|newest| newest.covers(&order)) {
        return;
    }
    let order = match newest {
        Some(newest) => order.or_with(newest),
        None => order,
    };
    let to_paint = order.clone();
    let is_alike = atlas.order.as_ref().is_some_and(|before| before.is_like(&order));
    let known = if is_alike { Arc::clone(&atlas.shown) } else { Arc::default() };
    let paint = move || {
        let painting = to_paint.paint(&known);
        let pixels = painting.pixels.clone();
        (Arc::new(painting), pixels)
    };
    // Where another process draws, the thread waits, and pipelines are compiled on the other pool.
    let waits = style.drawings.0.is_some();
    let pool: &TaskPool = if waits { IoTaskPool::get() } else { AsyncComputeTaskPool::get() };
    atlas.painting.start(Job::spawn(pool, &wake, paint));
    atlas.next_order = Some(order);
}

/// From this zoom on faces are painted twice as sharp as the whole table needs them, unless that is very sharp already.
const CLOSE: f32 = 1.5;
const SHARP: f32 = 2.2;

/// How many points a table unit is painted with. It follows a zoom in one step: painting takes its time.
fn sharpness(viewport: &TableViewport) -> f32 {
    let whole = viewport.whole_scale();
    if viewport.zoom >= CLOSE && whole * viewport.pixels < SHARP { 2.0 * whole } else { whole }
}

fn receive_atlas(mut atlas: ResMut<FaceAtlas>, mut images: ResMut<Assets<Image>>, mut ready: ResMut<FacesReady>) {
    let Some((painting, pixels)) = atlas.bypass_change_detection().painting.poll() else { return };
    let UVec2 { x: width, y: height } = painting.plan.size;
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    // A new handle: what is on screen keeps the old image until every sprite has the new one.
    atlas.image = images.add(Image::new(size, TextureDimension::D2, pixels, format, RenderAssetUsages::RENDER_WORLD));
    atlas.shown = painting;
    atlas.order = atlas.next_order.take();
    *ready = FacesReady(atlas.order.as_ref().map(|order| order.look.kit));
}

/// How long a table may be empty before a word is said about it, in seconds.
const UNNOTICED: f32 = 0.4;

/// Says when the table has been empty for too long, and when it no longer is.
fn watch_the_wait(
    (scene, faces, time, wake): (Res<TableScene>, Res<FacesReady>, Res<Time<Real>>, Res<WakeWindow>),
    (mut pause, mut left): (Local<Pause>, Local<f32>),
    mut late: ResMut<FacesLate>,
) {
    if faces.can_show(&scene.layout) {
        pause.end();
        *left = UNNOTICED;
        late.set_if_neq(FacesLate(false));
    } else if !late.0 {
        *left = pause.go_on(*left, &time, &wake);
        late.set_if_neq(FacesLate(*left <= 0.0));
    }
}

/// Makes the sprites of what has changed, and all of them when the atlas or the size of the table has.
fn dress((atlas, viewport): (Res<FaceAtlas>, Res<TableViewport>), mut sprites: Query<(Ref<TileSprite>, &mut Sprite)>) {
    let all = atlas.is_changed() || viewport.is_changed();
    for (shown, mut sprite) in sprites.iter_mut().filter(|(shown, _)| all || shown.is_changed()) {
        *sprite = atlas.sprite(&shown, &viewport);
    }
}

impl Order {
    /// Whether the tiles of both are drawn alike.
    fn is_like(&self, other: &Order) -> bool {
        (&self.look, self.pixels) == (&other.look, other.pixels)
    }

    /// What this order needs, and what another one that is alike needed, if that is not too much.
    fn or_with(self, other: &Order) -> Order {
        if !self.is_like(other) {
            return self;
        }
        let mut both = self.clone();
        both.scales.extend(&other.scales);
        both.rings.extend(&other.rings);
        let UVec2 { x: width, y: height } = both.plan().size;
        if u64::from(width) * u64::from(height) <= KEPT { both } else { self }
    }

    /// Whether an atlas of this order has all that the other one needs.
    fn covers(&self, other: &Order) -> bool {
        self.is_like(other) && other.scales.is_subset(&self.scales) && other.rings.is_subset(&self.rings)
    }

    fn size_of(&self, tile: Tile, scale: Scale) -> TileSize {
        TileSize::of(tile, self.look.kit, scale.factor() * self.pixels.0)
    }

    /// Every tile with the scale it is drawn for.
    fn tiles(&self) -> impl Iterator<Item = (Tile, Scale)> {
        let kit = self.look.kit;
        let faces = self.scales.iter().flat_map(move |scale| kit.tiles().map(|tile| (tile, *scale)));
        let rings = self.rings.iter().map(|(ring, size)| (Tile::Ring(*ring, *size), Scale::ONE));
        faces.chain(rings)
    }

    /// Packs the tiles in rows, the highest first.
    fn plan(&self) -> Plan {
        let mut tiles: Vec<((Tile, Scale), UVec2)> =
            self.tiles().map(|key| (key, UVec2::from(self.size_of(key.0, key.1).whole()))).collect();
        tiles.sort_by_key(|(_, size)| std::cmp::Reverse(size.y));
        let area: u64 = tiles.iter().map(|(_, size)| u64::from(size.x + GAP) * u64::from(size.y + GAP)).sum();
        let widest = tiles.iter().map(|(_, size)| size.x).max().unwrap_or(1);
        let width = ((area as f64).sqrt() as u32).clamp(widest, MOST);
        let (mut at, mut row, mut plan) = (UVec2::ZERO, 0, Plan::default());
        for (key, size) in tiles {
            if at.x + size.x > width {
                at = UVec2::new(0, at.y + row + GAP);
                row = 0;
            }
            row = row.max(size.y);
            plan.tiles.insert(key, URect::from_corners(at, at + size));
            plan.size = plan.size.max(at + size);
            at.x += size.x + GAP;
        }
        plan
    }

    /// Draws all tiles but those that are known from an order that is alike.
    fn paint(mut self, known: &Painting) -> Painting {
        let mut plan = self.plan();
        // Cards that are too large for an atlas are drawn a little smaller than they are shown.
        while plan.size.max_element() > MOST {
            self.pixels.0 *= 0.9;
            plan = self.plan();
        }
        let mut painting = Painting::blank(plan);
        let mut missing = painting.take_over(known);
        let mut canvases = Canvases { look: &self.look, shadows: BTreeMap::new() };
        self.paint_own(&mut missing, &mut canvases, &mut painting);
        self.paint_parlours(&missing, &mut canvases, &mut painting);
        painting
    }

    /// Draws the tiles for which the player's deck has drawings; those that could be drawn are missing no more.
    fn paint_own(
        &self,
        missing: &mut BTreeMap<(Tile, Scale), URect>,
        canvases: &mut Canvases<'_>,
        painting: &mut Painting,
    ) {
        let own = |key: &(Tile, Scale)| self.look.own(key.0, self.size_of(key.0, key.1), self.pixels.1);
        let own: Vec<_> = missing.iter().filter_map(|(key, rect)| Some((*key, *rect, own(key)?))).collect();
        if own.is_empty() {
            return;
        }
        let sketches = own.iter().map(|((tile, scale), rect, svg)| {
            let pad = self.size_of(*tile, *scale).pad;
            Sketch { svg, canvas: (rect.width(), rect.height()), pad }
        });
        let sketches: Vec<Sketch<'_>> = sketches.collect();
        self.look.style.drawings.draw(&sketches, |number, face| {
            let (Some((key, rect, _)), Ok(face)) = (own.get(number), face) else { return };
            let Some(mut canvas) = canvases.of(*key, self.size_of(key.0, key.1)) else { return };
            canvas.draw_pixmap(0, 0, face.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
            painting.copy(&canvas.take_demultiplied(), *rect);
            missing.remove(key);
        });
    }

    fn paint_parlours(
        &self,
        missing: &BTreeMap<(Tile, Scale), URect>,
        canvases: &mut Canvases<'_>,
        painting: &mut Painting,
    ) {
        let mut pictures: BTreeMap<Scale, Option<Pixmap>> = BTreeMap::new();
        for ((tile, scale), rect) in missing {
            let size = self.size_of(*tile, *scale);
            let picture = match tile {
                Tile::Face(Face::Part(_)) => {
                    pictures.entry(*scale).or_insert_with(|| self.look.whole_picture(size)).as_ref()
                }
                _ => None,
            };
            let Some(mut canvas) = canvases.of((*tile, *scale), size) else { continue };
            self.look.draw_on_shadow(*tile, (size, self.pixels.1), picture, &mut canvas);
            painting.copy(&canvas.take_demultiplied(), *rect);
        }
    }
}

/// What tiles are drawn on. All cards of a scale have the same shadow, which takes as long to draw as a card.
struct Canvases<'a> {
    look: &'a FaceLook,
    shadows: BTreeMap<Scale, Option<Pixmap>>,
}

impl Canvases<'_> {
    fn of(&mut self, (tile, scale): (Tile, Scale), size: TileSize) -> Option<Pixmap> {
        if FaceLook::has_shadow(tile) {
            return self.shadows.entry(scale).or_insert_with(|| self.look.shadow(size)).clone();
        }
        let (width, height) = size.whole();
        Pixmap::new(width, height)
    }
}

impl Painting {
    fn blank(plan: Plan) -> Painting {
        let pixels = vec![0; 4 * plan.size.x as usize * plan.size.y as usize];
        Painting { plan, pixels }
    }

    /// Takes over the tiles that both have in the same size; returns those that are missing, with their places.
    fn take_over(&mut self, known: &Painting) -> BTreeMap<(Tile, Scale), URect> {
        let mut missing = self.plan.tiles.clone();
        for (key, from) in &known.plan.tiles {
            let Some(to) = missing.get(key).copied().filter(|to| to.size() == from.size()) else { continue };
            for (from, to) in known.rows(*from).zip(self.rows(to)) {
                if let (Some(from), Some(to)) = (known.pixels.get(from), self.pixels.get_mut(to)) {
                    to.copy_from_slice(from);
                }
            }
            missing.remove(key);
        }
        missing
    }

    /// Where the rows of a place are among the bytes of the pixels.
    fn rows(&self, place: URect) -> impl Iterator<Item = Range<usize>> + use<> {
        let (width, length) = (self.plan.size.x as usize, 4 * place.width() as usize);
        let from = move |row: u32| 4 * (row as usize * width + place.min.x as usize);
        (place.min.y..place.max.y).map(move |row| from(row)..from(row) + length)
    }

    /// Copies a tile's pixels to their place.
    fn copy(&mut self, tile: &[u8], place: URect) {
        for (row, from) in self.rows(place).zip(tile.chunks_exact(4 * place.width() as usize)) {
            if let Some(to) = self.pixels.get_mut(row) {
                to.copy_from_slice(from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::card_style::IndexGrowth;
    use super::super::{assets, looks};
    use super::*;
    use crate::layout::{Piece, Place};
    use crate::square::Square;

    fn order(pixels: f32, scales: &[f32]) -> Order {
        let sizes = [(100.0, 140.0), (46.0, 46.0)].map(RingSize::of);
        let rings = sizes.into_iter().flat_map(|size| Ring::ALL.map(|ring| (ring, size))).collect();
        let scales = scales.iter().map(|scale| Scale::of(*scale)).collect();
        Order { look: FaceLook::default(), pixels: (pixels, 1.0), scales, rings }
    }

    fn painted(order: Order) -> Painting {
        order.paint(&Painting::default())
    }

    #[test]
    fn every_tile_of_every_scale_has_a_place_of_its_own_and_touches_no_other() {
        let plan = order(1.3, &[1.0, 0.6]).plan();
        let rects: Vec<URect> = plan.tiles.values().copied().collect();
        assert_eq!(rects.len(), 2 * Kit::Cards.tiles().count() + 2 * Ring::ALL.len());
        for (number, rect) in rects.iter().enumerate() {
            assert!(rects[..number].iter().all(|other| other.inflate(1).intersect(*rect).is_empty()), "{rect:?}");
            assert!(rect.max.cmple(plan.size).all());
        }
    }

    #[test]
    fn a_table_is_late_once_it_has_been_empty_for_a_while_and_until_its_pieces_can_be_drawn() {
        let mut world = World::new();
        let piece = Piece::new(Square::CENTRE, Face::Back, Square::CENTRE, Place::at((0.0, 0.0)));
        let mut scene = TableScene::default();
        scene.layout.pieces.push(piece);
        world.insert_resource(scene);
        world.init_resource::<FacesReady>();
        world.init_resource::<FacesLate>();
        world.init_resource::<WakeWindow>();
        world.init_resource::<Time<Real>>();
        let watch = world.register_system(watch_the_wait);
        let mut after = |seconds: f32, ready: Option<Kit>| {
            world.insert_resource(FacesReady(ready));
            world.resource_mut::<Time<Real>>().advance_by(Duration::from_secs_f32(seconds));
            world.run_system(watch).expect("the system runs");
            world.resource::<FacesLate>().0
        };
        let cards = Some(Kit::Cards);
        assert_eq!([after(1.0, cards), after(1.0, None), after(0.3, None)], [false; 3]);
        assert_eq!([after(0.2, None), after(0.2, None), after(0.1, cards)], [true, true, false]);
        assert_eq!([after(9.0, None), after(0.3, None), after(0.2, None)], [false, false, true], "it begins anew");
    }

    #[test]
    fn a_tile_is_blank_until_it_is_painted_and_meanwhile_taken_from_another_scale() {
        let shown = Arc::new(Painting::blank(order(1.3, &[1.0]).plan()));
        let atlas = FaceAtlas { shown, ..FaceAtlas::default() };
        let card = Face::French("7C".parse().expect("a card"));
        let viewport = TableViewport::default();
        let shown = |face, scale| TileSprite::of(Tile::Face(face), scale).tinted(Color::BLACK);
        let sprite = |face, scale| atlas.sprite(&shown(face, scale), &viewport);
        assert!(sprite(card, 0.46).rect.is_some_and(|rect| Some(rect) == sprite(card, 1.0).rect));
        assert_eq!(sprite(card, 0.46).color, Color::BLACK);
        let unpainted = sprite(Face::Mystique("3rC".parse().expect("a card")), 1.0);
        assert_eq!((unpainted.rect, unpainted.color), (None, Color::NONE), "or it would show the whole atlas");
    }

    #[test]
    fn another_text_size_needs_an_atlas_of_its_own() {
        let usual = order(1.3, &[1.0]);
        let mut larger = order(1.3, &[1.0]);
        larger.look.style.index = IndexGrowth::at_text_size(150);
        assert!(usual.covers(&usual) && !usual.covers(&larger));
        // It is painted, and taken into use, as a whole: picture and places are of one order.
        let (before, after) = (painted(usual), painted(larger));
        assert!(before.plan == after.plan && before.pixels != after.pixels);
    }

    #[test]
    fn pieces_of_another_scale_are_drawn_for_their_own_pixels() {
        let plan = order(1.0, &[1.0, 0.5]).plan();
        let width = |scale| plan.tiles[&(Tile::Shadow, Scale::of(scale))].width();
        assert_eq!((width(1.0), width(0.5)), (112, 56));
    }

    #[test]
    fn a_players_deck_is_drawn_elsewhere_as_it_would_be_here_and_what_it_lacks_is_parlours() {
        let folder = std::env::temp_dir().join(format!("parlour-atlas-{}", std::process::id()));
        let home = folder.join("decks/harbour/french");
        std::fs::create_dir_all(&home).expect("a folder");
        let king = assets::find("cards/french/KS.svg").expect("a card");
        std::fs::write(home.join("KS.svg"), king).expect("a card");
        let queen =
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>"#;
        std::fs::write(home.join("QS.svg"), queen).expect("a card");
        let (deck, _) = looks::deck(&folder, "harbour");
        let mut own = order(1.3, &[1.0]);
        own.look.style.drawings = looks::Drawings(Some(std::sync::Arc::new(deck)));
        let (here, there) = (painted(order(1.3, &[1.0])), painted(own));
        let pixels = |painting: &Painting, card: &str| -> Vec<u8> {
            let rect = painting.plan.tiles[&(Tile::Face(Face::French(card.parse().expect("a card"))), Scale::ONE)];
            painting.rows(rect).flat_map(|row| painting.pixels[row].to_vec()).collect()
        };
        let most = |card: &str| {
            let (here, there) = (pixels(&here, card), pixels(&there, card));
            here.iter().zip(&there).map(|(here, there)| here.abs_diff(*there)).max()
        };
        // Laid over the shadow as a whole, it may differ by how halves are rounded.
        assert!(most("KS") <= Some(3), "{:?}", most("KS"));
        assert_eq!(most("KH"), Some(0), "what the deck lacks is drawn here");
        assert!(most("QS") > Some(100), "another queen");
        std::fs::remove_dir_all(&folder).expect("its end");
    }

    #[test]
    fn an_atlas_never_outgrows_the_graphics_card() {
        let Painting { plan, pixels } = painted(order(11.0, &[1.0]));
        assert!(plan.size.max_element() <= MOST && pixels.len() == 4 * (plan.size.x * plan.size.y) as usize);
    }

    #[test]
    fn what_was_painted_is_taken_over_as_it_was_and_only_the_rest_is_painted() {
        let (mut known, all) = (painted(order(0.5, &[1.0])), painted(order(0.5, &[1.0, 0.6])));
        assert!(order(0.5, &[1.0, 0.6]).paint(&known) == all, "as if all of it were painted");
        let missing = Painting::blank(all.plan.clone()).take_over(&known);
        assert!(missing.len() == Kit::Cards.tiles().count() && missing.keys().all(|(_, scale)| *scale != Scale::ONE));
        known.pixels.fill(7);
        let painting = order(0.5, &[1.0, 0.6]).paint(&known);
        let card = painting.plan.tiles[&(Tile::Face(Face::Back), Scale::ONE)];
        assert!(painting.rows(card).all(|row| painting.pixels[row].iter().all(|byte| *byte == 7)), "as it was");
    }

    #[test]
    fn an_atlas_keeps_what_was_needed_before_until_that_is_too_much_or_is_drawn_in_another_way() {
        let (small, smaller) = (order(1.0, &[1.0, 0.5]), order(1.0, &[1.0, 0.4]));
        let both = smaller.clone().or_with(&small);
        assert!(both.covers(&small) && both.covers(&smaller));
        let large = order(3.0, &[1.0, 0.9]);
        assert!(large.clone().or_with(&order(3.0, &[1.0, 0.8])) == large, "too many pixels");
        assert!(large.clone().or_with(&small) == large, "other pixels");
    }
}
