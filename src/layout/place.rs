//! Positions and places: where something lies on the table, and how.

/// A position in table units, from the top left corner.
pub type Point = (f32, f32);

/// The width and height of a card of scale 1, in table units.
pub const CARD: (f32, f32) = (100.0, 140.0);

/// The width and height of a tile or die of scale 1, in table units.
pub const TILE: (f32, f32) = (100.0, 100.0);

/// Where a piece lies, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    pub centre: Point,
    /// Degrees clockwise.
    pub turn: f32,
    /// Its size; 1 is a card 100 units wide. Pieces of any scale are drawn sharp.
    pub scale: f32,
    /// What lies on what: higher levels lie above lower ones.
    pub level: u16,
    /// How high what lies under it lifts it, in table units: it is drawn that much further up.
    pub thickness: f32,
}

impl Place {
    /// Flat on the cloth, upright, at scale 1.
    pub const fn at(centre: Point) -> Place {
        Place { centre, turn: 0.0, scale: 1.0, level: 0, thickness: 0.0 }
    }

    pub const fn on_level(self, level: u16) -> Place {
        Place { level, ..self }
    }
}
