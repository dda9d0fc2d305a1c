//! Where the table is in the window.

use bevy::prelude::*;

use crate::engine::layout::{Layout, Slot, SlotId};

/// What the panels leave of the window for the table, in points from each edge.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct Insets {
    /// From the top edge.
    pub top: f32,
    /// From the right edge.
    pub right: f32,
    /// From the bottom edge.
    pub bottom: f32,
    /// From the left edge.
    pub left: f32,
}

/// The systems that fit the table into the window.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fit;

/// How table units become points of the window. The world's origin is the middle of the window.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Felt {
    /// The window's size in points.
    pub window: Vec2,
    /// Pixels a point.
    pub pixels: f32,
    /// The middle of the table's room, in world points.
    pub centre: Vec2,
    /// Points a table unit.
    pub scale: f32,
    /// The table's size in table units.
    pub size: Vec2,
}

impl Default for Felt {
    fn default() -> Felt {
        Felt { window: Vec2::new(1280.0, 720.0), pixels: 1.0, centre: Vec2::ZERO, scale: 1.0, size: Vec2::ONE }
    }
}

impl Felt {
    /// Fits a table of this size (in table units) into a window (in points) within the insets, as large as it goes.
    pub fn fit(window: Vec2, pixels: f32, insets: Insets, size: Vec2) -> Felt {
        let room =
            Vec2::new(window.x - insets.left - insets.right, window.y - insets.top - insets.bottom).max(Vec2::ONE);
        let scale = (room / size.max(Vec2::ONE)).min_element();
        let centre = Vec2::new((insets.left - insets.right) / 2.0, (insets.bottom - insets.top) / 2.0);
        Felt { window, pixels, centre, scale, size }
    }

    /// The world position of a point in table units, on a whole pixel so that cards stay sharp.
    pub fn world(&self, point: (f32, f32)) -> Vec2 {
        let from_middle = Vec2::new(point.0 - self.size.x / 2.0, self.size.y / 2.0 - point.1);
        // Counted from the window's corner: its middle may be half a pixel off.
        let corner = self.window / 2.0 * self.pixels;
        (((self.centre + from_middle * self.scale) * self.pixels + corner).round() - corner) / self.pixels
    }

    /// The window position, in points from the top left corner, of a point in table units.
    pub fn screen(&self, point: (f32, f32)) -> Vec2 {
        let world = self.world(point);
        Vec2::new(world.x + self.window.x / 2.0, self.window.y / 2.0 - world.y)
    }

    /// The slot at this point of the window; where several overlap, one that can be played to.
    pub fn slot_at(&self, layout: &Layout, at: Vec2) -> Option<SlotId> {
        let is_over = |slot: &&Slot| {
            let (distance, half) = ((at - self.screen(slot.centre)).abs(), Vec2::from(slot.size) * self.scale / 2.0);
            distance.x <= half.x && distance.y <= half.y
        };
        layout.slots.iter().filter(is_over).max_by_key(|slot| slot.key.is_some()).map(|slot| slot.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_its_room_and_keeps_its_proportions() {
        let insets = Insets { top: 56.0, right: 300.0, bottom: 0.0, left: 0.0 };
        let felt = Felt::fit(Vec2::new(1280.0, 720.0), 1.0, insets, Vec2::new(700.0, 500.0));
        assert_eq!(felt.scale, (664.0f32 / 500.0).min(980.0 / 700.0));
        let corner = felt.screen((0.0, 0.0));
        let opposite = felt.screen((700.0, 500.0));
        let odd = Felt::fit(Vec2::new(1281.0, 719.0), 1.0, insets, Vec2::new(700.0, 500.0)).screen((31.0, 57.0));
        assert_eq!(odd, odd.round(), "on whole pixels, in a window whose middle is on none");
        assert!(corner.y >= 55.0 && corner.x >= 0.0 && opposite.x <= 981.0 && opposite.y <= 721.0);
    }
}
