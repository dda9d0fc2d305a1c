//! What of the window has to be painted anew, because something there looks otherwise than in the frame before.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui;
use bevy_egui::egui::epaint::{ClippedPrimitive, Mesh as PanelMesh, Primitive, Vertex};

/// The most places that are painted one by one.
const MOST: usize = 8;

/// Places in the window, in pixels, of which no two overlap: what is translucent would be laid twice where they do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Damage {
    window: URect,
    places: Vec<URect>,
}

impl Damage {
    /// None, in a window of this size.
    pub(super) fn none(size: UVec2) -> Damage {
        Damage { window: URect::from_corners(UVec2::ZERO, size), places: Vec::new() }
    }

    /// The whole of a window of this size.
    pub(super) fn whole(size: UVec2) -> Damage {
        let mut damage = Damage::none(size);
        damage.add(damage.window);
        damage
    }

    /// The places, in no order.
    pub(super) fn places(&self) -> &[URect] {
        &self.places
    }

    /// Adds what of a place is in the window; the same pixels may be added any number of times.
    pub(super) fn add(&mut self, place: URect) {
        let mut place = place.intersect(self.window);
        if place.is_empty() {
            return;
        }
        // What has been joined may overlap a place that neither of the two did.
        while let Some(other) = self.places.iter().position(|other| !other.intersect(place).is_empty()) {
            place = place.union(self.places.swap_remove(other));
        }
        self.places.push(place);
        if self.places.len() > MOST {
            self.join_two();
        }
    }

    /// Joins the two places whose union has the fewest pixels that are in neither.
    fn join_two(&mut self) {
        let area = |place: URect| u64::from(place.width()) * u64::from(place.height());
        let pairs = (1..self.places.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        let waste = |&(one, other): &(usize, usize)| {
            let (one, other) = (self.places[one], self.places[other]);
            area(one.union(other)) - area(one) - area(other)
        };
        if let Some((earlier, later)) = pairs.min_by_key(waste) {
            let joined = self.places.swap_remove(later).union(self.places.swap_remove(earlier));
            self.add(joined);
        }
    }
}

/// How a piece, a mark or a ring looks: all of it that can change.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Look {
    /// The pixels that it covers.
    pub(super) cover: URect,
    /// Where it is, how large and how it is turned.
    pub(super) place: GlobalTransform,
    /// What is drawn there.
    pub(super) drawn: Drawn,
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Drawn {
    /// A part of a picture, tinted.
    Picture { image: AssetId<Image>, part: Option<Rect>, size: Option<Vec2>, tint: Color },
    /// A ring of one colour.
    Ring { mesh: AssetId<Mesh>, material: AssetId<ColorMaterial> },
}

/// All that is on the table.
pub(super) type Looks = BTreeMap<Entity, Look>;

/// Adds the places where something came, went, or looks otherwise than before.
pub(super) fn of_pieces(before: &Looks, now: &Looks, damage: &mut Damage) {
    for (entity, look) in now {
        let last = before.get(entity);
        if last != Some(look) {
            damage.add(look.cover);
            damage.add(last.map_or(URect::EMPTY, |last| last.cover));
        }
    }
    let gone = before.iter().filter(|(entity, _)| !now.contains_key(*entity));
    gone.for_each(|(_, look)| damage.add(look.cover));
}

/// Adds the places where the panels look otherwise than before; a point of theirs has this many pixels.
pub(super) fn of_panels(before: &[ClippedPrimitive], now: &[ClippedPrimitive], pixels: f32, damage: &mut Damage) {
    let (before, now) = differing(before, now, is_same);
    if before.len() == now.len() {
        before.iter().zip(now).for_each(|(before, now)| of_panel(before, now, pixels, damage));
    } else {
        before.iter().chain(now).for_each(|panel| damage.add(cover(panel, pixels)));
    }
}

/// Two lists without what they have in common at their beginnings and at their ends.
fn differing<'a, T>(one: &'a [T], other: &'a [T], is_same: impl Fn(&T, &T) -> bool) -> (&'a [T], &'a [T]) {
    let first = one.iter().zip(other).take_while(|(one, other)| is_same(one, other)).count();
    let (one, other) = (&one[first..], &other[first..]);
    let last = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| is_same(one, other)).count();
    (&one[..one.len() - last], &other[..other.len() - last])
}

fn is_same(one: &ClippedPrimitive, other: &ClippedPrimitive) -> bool {
    one.clip_rect == other.clip_rect && mesh(one).is_some() && mesh(one) == mesh(other)
}

fn mesh(panel: &ClippedPrimitive) -> Option<&PanelMesh> {
    match &panel.primitive {
        Primitive::Mesh(mesh) => Some(mesh),
        Primitive::Callback(_) => None,
    }
}

/// Adds where one panel differs from another: of long lists of triangles, mostly a few in the middle.
fn of_panel(before: &ClippedPrimitive, now: &ClippedPrimitive, pixels: f32, damage: &mut Damage) {
    let alike =
        |(old, new): &(&PanelMesh, &PanelMesh)| before.clip_rect == now.clip_rect && old.texture_id == new.texture_id;
    let Some((old, new)) = mesh(before).zip(mesh(now)).filter(alike) else {
        damage.add(cover(before, pixels));
        damage.add(cover(now, pixels));
        return;
    };
    let (old, new) = (triangles(old), triangles(new));
    let (old, new) = differing(&old, &new, |one, other| one == other);
    for triangles in [old, new] {
        let corners = triangles.iter().flatten().map(|corner| corner.pos);
        let bounds = corners.fold(egui::Rect::NOTHING, |mut bounds, corner| {
            bounds.extend_with(corner);
            bounds
        });
        damage.add(covered(bounds.intersect(now.clip_rect), pixels));
    }
}

fn triangles(mesh: &PanelMesh) -> Vec<[Vertex; 3]> {
    let corner = |index: u32| mesh.vertices.get(index as usize).copied().unwrap_or_default();
    mesh.indices.chunks_exact(3).map(|three| [corner(three[0]), corner(three[1]), corner(three[2])]).collect()
}

/// The pixels that a panel may cover.
fn cover(panel: &ClippedPrimitive, pixels: f32) -> URect {
    let bounds = mesh(panel).map_or(egui::Rect::EVERYTHING, PanelMesh::calc_bounds);
    covered(bounds.intersect(panel.clip_rect), pixels)
}

fn covered(points: egui::Rect, pixels: f32) -> URect {
    if !points.is_positive() {
        return URect::EMPTY;
    }
    let corner = |at: egui::Pos2| Vec2::new(at.x, at.y) * pixels;
    whole_pixels(Rect::from_corners(corner(points.min), corner(points.max)))
}

/// All pixels that a place touches.
pub(super) fn whole_pixels(place: Rect) -> URect {
    URect::from_corners(place.min.floor().max(Vec2::ZERO).as_uvec2(), place.max.ceil().max(Vec2::ZERO).as_uvec2())
}

/// The panels as they are drawn when nothing but the damage is.
pub(super) fn clipped(panels: &[ClippedPrimitive], damage: &Damage, pixels: f32) -> Vec<ClippedPrimitive> {
    let mut clipped = Vec::new();
    if damage.places().is_empty() {
        return clipped;
    }
    for panel in panels {
        let cover = cover(panel, pixels);
        for place in damage.places().iter().filter(|place| !place.intersect(cover).is_empty()) {
            let corner = |at: UVec2| egui::pos2(at.x as f32, at.y as f32) / pixels;
            let clip_rect = panel.clip_rect.intersect(egui::Rect::from_min_max(corner(place.min), corner(place.max)));
            clipped.push(ClippedPrimitive { clip_rect, primitive: panel.primitive.clone() });
        }
    }
    clipped
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Color32, TextureId, pos2, vec2};
    use proptest::prelude::*;

    use super::*;

    const WINDOW: UVec2 = UVec2::new(64, 48);

    fn place(x: u32, y: u32, width: u32, height: u32) -> URect {
        URect::from_corners(UVec2::new(x, y), UVec2::new(x + width, y + height))
    }

    fn of(places: &[URect]) -> Damage {
        let mut damage = Damage::none(WINDOW);
        places.iter().for_each(|place| damage.add(*place));
        damage
    }

    #[test]
    fn places_that_overlap_become_one_and_others_stay_apart() {
        let apart = [place(0, 0, 10, 10), place(10, 0, 10, 10), place(30, 30, 5, 5)];
        assert_eq!(of(&apart).places(), apart);
        let chain = [place(0, 0, 10, 10), place(20, 0, 10, 10), place(9, 0, 12, 4)];
        assert_eq!(of(&chain).places(), [place(0, 0, 30, 10)]);
        assert_eq!(of(&[place(60, 40, 20, 20), place(70, 0, 5, 5)]).places(), [place(60, 40, 4, 8)]);
        assert_eq!(Damage::whole(WINDOW).places(), [place(0, 0, 64, 48)]);
    }

    #[test]
    fn of_too_many_places_the_nearest_are_joined() {
        let mut places: Vec<URect> = (0..MOST as u32).map(|number| place(number * 8, number * 6, 2, 2)).collect();
        places.push(place(3, 0, 2, 2));
        let damage = of(&places);
        assert_eq!(damage.places().len(), MOST);
        assert!(damage.places().contains(&place(0, 0, 5, 2)), "{damage:?}");
    }

    proptest! {
        #[test]
        fn all_that_was_added_is_painted_and_nothing_twice(
            added in prop::collection::vec((0u32..70, 0u32..50, 0u32..12, 0u32..12), 0..40)
        ) {
            let added: Vec<URect> = added.into_iter().map(|(x, y, width, height)| place(x, y, width, height)).collect();
            let damage = of(&added);
            prop_assert!(damage.places().len() <= MOST);
            for pixel in (0..WINDOW.x).flat_map(|x| (0..WINDOW.y).map(move |y| place(x, y, 1, 1))) {
                let over = |place: &&URect| !place.intersect(pixel).is_empty();
                let painted = damage.places().iter().filter(over).count();
                prop_assert!(painted <= 1);
                prop_assert!(painted == 1 || !added.iter().any(|place| over(&place)));
            }
        }
    }

    fn look(x: u32) -> Look {
        let drawn = Drawn::Picture { image: AssetId::default(), part: None, size: None, tint: Color::WHITE };
        Look { cover: place(x, 0, 4, 4), place: GlobalTransform::from_xyz(x as f32, 0.0, 0.0), drawn }
    }

    #[test]
    fn pieces_that_come_go_move_or_change_are_painted_where_they_are_and_were() {
        let [lies, other] = [1, 2].map(Entity::from_raw_u32).map(|entity| entity.expect("an entity"));
        let damage = |before: &Looks, now: &Looks| {
            let mut damage = Damage::none(WINDOW);
            of_pieces(before, now, &mut damage);
            damage.places().to_vec()
        };
        let before = Looks::from([(lies, look(0)), (other, look(10))]);
        assert_eq!(damage(&before, &before), []);
        assert_eq!(damage(&Looks::new(), &Looks::from([(lies, look(0))])), [place(0, 0, 4, 4)]);
        assert_eq!(damage(&before, &Looks::from([(lies, look(0))])), [place(10, 0, 4, 4)]);
        let moved = Looks::from([(lies, look(0)), (other, look(20))]);
        assert_eq!(damage(&before, &moved), [place(20, 0, 4, 4), place(10, 0, 4, 4)]);
        let mut raised = before.clone();
        raised.entry(other).and_modify(|look| look.place = GlobalTransform::from_xyz(10.0, 0.0, 20.0));
        assert_eq!(damage(&before, &raised), [place(10, 0, 4, 4)]);
    }

    /// A panel with a square of two points at each of these places, shown between 0 and 60 across.
    fn panel(squares: &[(f32, f32, Color32)]) -> ClippedPrimitive {
        let mut mesh = PanelMesh::with_texture(TextureId::default());
        for (x, y, colour) in squares {
            mesh.add_colored_rect(egui::Rect::from_min_size(pos2(*x, *y), vec2(2.0, 2.0)), *colour);
        }
        let clip_rect = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(60.0, 48.0));
        ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(mesh) }
    }

    fn of_two(before: &[ClippedPrimitive], now: &[ClippedPrimitive]) -> Vec<URect> {
        let mut damage = Damage::none(WINDOW);
        super::of_panels(before, now, 1.0, &mut damage);
        damage.places().to_vec()
    }

    #[test]
    fn of_panels_only_the_triangles_that_differ_are_painted() {
        let (white, red) = (Color32::WHITE, Color32::RED);
        let before = panel(&[(0.0, 0.0, white), (10.0, 0.0, white), (20.0, 20.0, white)]);
        let same = std::slice::from_ref(&before);
        assert_eq!(of_two(same, same), []);
        let tinted = panel(&[(0.0, 0.0, white), (10.0, 0.0, red), (20.0, 20.0, white)]);
        assert_eq!(of_two(same, &[tinted]), [place(10, 0, 2, 2)]);
        let without = panel(&[(0.0, 0.0, white), (20.0, 20.0, white)]);
        assert_eq!(of_two(same, std::slice::from_ref(&without)), [place(10, 0, 2, 2)]);
        assert_eq!(of_two(&[without], same), [place(10, 0, 2, 2)]);
        let beyond = panel(&[(0.0, 0.0, white), (59.0, 0.0, white), (20.0, 20.0, white)]);
        assert_eq!(of_two(same, &[beyond]), [place(10, 0, 2, 2), place(59, 0, 1, 2)]);
    }

    #[test]
    fn panels_that_come_go_or_change_places_are_painted_as_a_whole() {
        let (one, other) = (panel(&[(0.0, 0.0, Color32::WHITE)]), panel(&[(30.0, 30.0, Color32::WHITE)]));
        let both = [one.clone(), other.clone()];
        assert_eq!(of_two(std::slice::from_ref(&one), &both), [place(30, 30, 2, 2)]);
        assert_eq!(of_two(&both, std::slice::from_ref(&other)), [place(0, 0, 2, 2)]);
        assert_eq!(of_two(&both, &[other, one]).len(), 2);
    }

    #[test]
    fn a_panel_is_drawn_once_for_each_place_it_reaches() {
        let panels = [panel(&[(0.0, 0.0, Color32::WHITE), (20.0, 20.0, Color32::WHITE)])];
        let clips = |places: &[URect]| {
            let clipped = clipped(&panels, &of(places), 2.0);
            clipped.iter().map(|panel| panel.clip_rect).collect::<Vec<_>>()
        };
        // At two pixels a point, the squares end at pixel 44.
        assert_eq!(clips(&[place(44, 0, 8, 8)]), []);
        let rect = |x0, y0, x1, y1| egui::Rect::from_min_max(pos2(x0, y0), pos2(x1, y1));
        let expected = [rect(0.0, 0.0, 1.5, 2.0), rect(5.0, 5.0, 10.0, 7.5)];
        assert_eq!(clips(&[place(0, 0, 3, 4), place(10, 10, 10, 5)]), expected);
    }
}
