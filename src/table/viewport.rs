//! Where the table is in the window.

use bevy::prelude::*;

use crate::layout::{Area, AreaId, Layout, Place, Point, Room};

/// The space that the panels take at each edge of the window, in points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Insets {
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    pub left: f32,
}

impl Insets {
    /// The room that they leave in a window of this size.
    pub fn room(self, window: Vec2) -> Room {
        Room::of(window.x - self.left - self.right, window.y - self.top - self.bottom)
    }
}

/// How table units become points of the window. The world's origin is the middle of the window.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct TableViewport {
    /// The window's size in points.
    pub window: Vec2,
    /// Pixels per point.
    pub pixels: f32,
    /// The middle of the table, in world points.
    pub centre: Vec2,
    /// Points per table unit.
    pub scale: f32,
    /// The table's size, in table units.
    pub size: Vec2,
    /// How much larger it is shown than it would be whole.
    pub zoom: f32,
    /// The size of the room that the panels leave, in points, and its middle in world points.
    room: Vec2,
    middle_of_room: Vec2,
}

impl Default for TableViewport {
    fn default() -> TableViewport {
        let window = Vec2::new(1280.0, 720.0);
        let (centre, size) = (Vec2::ZERO, Vec2::ONE);
        TableViewport { window, pixels: 1.0, centre, scale: 1.0, size, zoom: 1.0, room: window, middle_of_room: centre }
    }
}

/// The z of a piece on the lowest level, what each level adds, what a piece that moves adds, and the z of one that is
/// dragged.
const PIECES: f32 = 10.0;
const LEVEL: f32 = 0.25;
pub(super) const MOVING: f32 = 400.0;
const CARRIED: f32 = 900.0;

impl TableViewport {
    /// Fits a table of this size, in table units, into a window, in points, within the insets, as large as possible.
    pub fn fit(window: Vec2, pixels: f32, insets: Insets, size: Vec2) -> TableViewport {
        let room =
            Vec2::new(window.x - insets.left - insets.right, window.y - insets.top - insets.bottom).max(Vec2::ONE);
        let scale = (room / size.max(Vec2::ONE)).min_element();
        let centre = Vec2::new((insets.left - insets.right) / 2.0, (insets.bottom - insets.top) / 2.0);
        TableViewport { window, pixels, centre, scale, size, zoom: 1.0, room, middle_of_room: centre }
    }

    /// A whole table as it is shown from closer.
    #[must_use]
    pub fn closer(self, zoom: TableZoom) -> TableViewport {
        if zoom.factor <= 1.0 {
            return self;
        }
        let off = self.kept_within(zoom.middle, zoom.factor) - self.size / 2.0;
        let scale = self.scale * zoom.factor;
        let centre = self.middle_of_room - Vec2::new(off.x, -off.y) * scale;
        TableViewport { centre, scale, zoom: zoom.factor, ..self }
    }

    /// The same with the whole table in its room.
    #[must_use]
    pub fn whole(self) -> TableViewport {
        TableViewport { centre: self.middle_of_room, scale: self.whole_scale(), zoom: 1.0, ..self }
    }

    /// How many points a table unit has while the whole table is shown.
    pub fn whole_scale(&self) -> f32 {
        self.scale / self.zoom
    }

    /// The two corners of the table's room, in points of the window: the upper left and the lower right one.
    pub fn corners(&self) -> [Vec2; 2] {
        [-1.0, 1.0].map(|side| {
            let half = side * self.room / 2.0;
            let middle = Vec2::new(self.middle_of_room.x, -self.middle_of_room.y);
            self.window / 2.0 + middle + half
        })
    }

    /// The point of the table in the middle of its room.
    pub fn middle(&self) -> Vec2 {
        let off = (self.middle_of_room - self.centre) / self.scale;
        self.size / 2.0 + Vec2::new(off.x, -off.y)
    }

    /// The point nearest to this one that may lie in the middle: a table as large as its room leaves no gap at its edges.
    pub fn kept_within(&self, middle: Vec2, factor: f32) -> Vec2 {
        let half = self.room / (2.0 * self.whole_scale() * factor);
        let most = (self.size / 2.0 - half).max(Vec2::ZERO);
        middle.clamp(self.size / 2.0 - most, self.size / 2.0 + most)
    }

    /// Whether a point of the window is in the room of the table, and not on a panel beside it.
    pub fn is_in_room(&self, at: Vec2) -> bool {
        (self.world_point(at) - self.middle_of_room).abs().cmple(self.room / 2.0).all()
    }

    fn world_point(&self, at: Vec2) -> Vec2 {
        Vec2::new(at.x - self.window.x / 2.0, self.window.y / 2.0 - at.y)
    }

    /// The point of the table, in table units, at a point of the window.
    pub fn table_point(&self, at: Vec2) -> Vec2 {
        let off = (self.world_point(at) - self.centre) / self.scale;
        self.size / 2.0 + Vec2::new(off.x, -off.y)
    }

    /// By how much, in points of the window, what lies so far about a point of the table must move to be within the room.
    pub fn towards_room(&self, point: Point, about: Vec2) -> Vec2 {
        let at = self.world(point) - self.middle_of_room;
        let most = (self.room / 2.0 - about).max(Vec2::ZERO);
        let by = at.clamp(-most, most) - at;
        Vec2::new(by.x, -by.y)
    }

    /// The world position of a point in table units, on a whole pixel so that cards stay sharp.
    pub fn world(&self, point: Point) -> Vec2 {
        let from_middle = Vec2::new(point.0 - self.size.x / 2.0, self.size.y / 2.0 - point.1);
        // Rounded from the window's corner: its middle may be on half a pixel.
        let corner = self.window / 2.0 * self.pixels;
        (((self.centre + from_middle * self.scale) * self.pixels + corner).round() - corner) / self.pixels
    }

    /// The world position of a piece at this place.
    pub fn resting(&self, place: &Place) -> Vec3 {
        let (x, y) = place.centre;
        self.world((x, y - place.thickness)).extend(PIECES + LEVEL * f32::from(place.level))
    }

    /// The world position of a dragged piece, above everything else.
    pub fn carried(&self, at: Vec2) -> Vec3 {
        at.extend(CARRIED)
    }

    /// The position in the window, in points from the top left corner, of a point in table units.
    pub fn screen(&self, point: Point) -> Vec2 {
        let world = self.world(point);
        Vec2::new(world.x + self.window.x / 2.0, self.window.y / 2.0 - world.y)
    }

    /// The area at this point of the window; where several overlap, one that can be reached by keys.
    pub fn area_at(&self, layout: &Layout, at: Vec2) -> Option<AreaId> {
        let is_over = |area: &&Area| {
            let (distance, half) = ((at - self.screen(area.centre)).abs(), Vec2::from(area.size) * self.scale / 2.0);
            distance.x <= half.x && distance.y <= half.y
        };
        layout.areas.iter().filter(is_over).max_by_key(|area| area.key.is_some()).map(|area| area.id)
    }
}

/// By how much the table can be enlarged.
pub const MOST_ZOOM: f32 = 3.0;

/// By how much one notch of the wheel, or one press of a key, enlarges it.
const NOTCH: f32 = 1.25;

/// Which part of the table is shown.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct TableZoom {
    /// From 1, which is the whole table, to [`MOST_ZOOM`].
    pub factor: f32,
    /// The point of the table in the middle of its room, in table units.
    pub middle: Vec2,
}

impl Default for TableZoom {
    fn default() -> TableZoom {
        TableZoom { factor: 1.0, middle: Vec2::ZERO }
    }
}

impl TableZoom {
    /// Enlarges by so many notches, or makes smaller, about this point of the table, which stays where it is.
    #[must_use]
    pub fn about(self, point: Vec2, notches: f32, viewport: &TableViewport) -> TableZoom {
        let factor = (self.factor * NOTCH.powf(notches)).clamp(1.0, MOST_ZOOM);
        let middle = point - (point - viewport.middle()) * self.factor / factor;
        TableZoom { factor, middle: viewport.kept_within(middle, factor) }
    }

    /// Moves the table by so many points of the window.
    #[must_use]
    pub fn moved(self, by: Vec2, viewport: &TableViewport) -> TableZoom {
        let middle = viewport.middle() - by / viewport.scale;
        TableZoom { middle: viewport.kept_within(middle, self.factor), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_its_room_and_keeps_its_proportions() {
        let insets = Insets { top: 56.0, right: 300.0, bottom: 0.0, left: 0.0 };
        let viewport = TableViewport::fit(Vec2::new(1280.0, 720.0), 1.0, insets, Vec2::new(700.0, 500.0));
        assert_eq!(viewport.scale, (664.0f32 / 500.0).min(980.0 / 700.0));
        let corner = viewport.screen((0.0, 0.0));
        let opposite = viewport.screen((700.0, 500.0));
        let odd = TableViewport::fit(Vec2::new(1281.0, 719.0), 1.0, insets, Vec2::new(700.0, 500.0));
        let odd = odd.screen((31.0, 57.0));
        assert_eq!(odd, odd.round(), "on whole pixels, in a window whose middle is on none");
        assert!(corner.y >= 55.0 && corner.x >= 0.0 && opposite.x <= 981.0 && opposite.y <= 721.0);
    }

    #[test]
    fn higher_levels_lie_in_front_and_thick_piles_rise() {
        let viewport = TableViewport::default();
        let low = Place::at((0.5, 0.5));
        let high = Place { thickness: 6.0, ..low.on_level(3) };
        let (low, high) = (viewport.resting(&low), viewport.resting(&high));
        assert!(high.z > low.z && high.y == low.y + 6.0 && high.x == low.x);
    }

    const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);

    fn shown(zoom: TableZoom) -> TableViewport {
        let insets = Insets { top: 64.0, right: 300.0, ..Insets::default() };
        TableViewport::fit(WINDOW, 1.0, insets, Vec2::new(1040.0, 700.0)).closer(zoom)
    }

    #[test]
    fn what_is_under_the_pointer_stays_there_while_the_table_is_enlarged() {
        let mut zoom = TableZoom::default();
        let at = Vec2::new(400.0, 300.0);
        let point = shown(zoom).table_point(at);
        for _ in 0..20 {
            zoom = zoom.about(point, 1.0, &shown(zoom));
            assert!(shown(zoom).screen(point.into()).distance(at) < 1.5, "{zoom:?}");
        }
        assert_eq!(zoom.factor, MOST_ZOOM);
    }

    #[test]
    fn the_table_cannot_be_lost_and_comes_back_whole() {
        let mut zoom = TableZoom::default().about(Vec2::ZERO, 4.0, &shown(TableZoom::default()));
        for by in [Vec2::splat(5000.0), Vec2::splat(-9000.0)] {
            zoom = zoom.moved(by, &shown(zoom));
            let viewport = shown(zoom);
            for corner in [Vec2::new(1.0, 65.0), Vec2::new(979.0, 719.0)] {
                let point = viewport.table_point(corner);
                assert!(point.cmpge(Vec2::splat(-2.0)).all() && point.cmple(Vec2::new(1042.0, 702.0)).all(), "{point}");
            }
        }
        zoom = zoom.about(Vec2::new(500.0, 300.0), -50.0, &shown(zoom));
        assert_eq!(shown(zoom).screen((0.0, 0.0)), shown(TableZoom::default()).screen((0.0, 0.0)));
    }
}
