//! Where the table is in the window.

use bevy::prelude::*;

use crate::layout::{Area, AreaId, Layout, Place, Point};

/// The space that the panels take at each edge of the window, in points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Insets {
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    pub left: f32,
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
}

impl Default for TableViewport {
    fn default() -> TableViewport {
        let window = Vec2::new(1280.0, 720.0);
        TableViewport { window, pixels: 1.0, centre: Vec2::ZERO, scale: 1.0, size: Vec2::ONE }
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
        TableViewport { window, pixels, centre, scale, size }
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
}
