//! The room that a window has for a table: its proportions, and how much of it captions take where text is large, so that a layout stays a
//! value of the view and of these.

use super::table::CAPTION_ROOM;

/// How wide the room for a table is, for its height. A layout uses all of it: beside a board or a hand there is no cloth to spare
/// in a narrow one, and in a wide one what would lie above each other lies side by side.
///
/// Rooms that differ too little to be seen are the same, so that a window that is drawn larger does not lay its table anew at
/// each step.
///
/// ```
/// use parlour::layout::Room;
///
/// let room = Room::of(960.0, 412.0);
/// assert_eq!(room.size(500.0), (1165.0, 500.0));
/// assert_eq!(room, Room::of(961.0, 412.0));
/// assert!(Room::of(9000.0, 1.0) == Room::WIDEST && Room::of(0.0, 0.0) == Room::NARROWEST);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Room {
    /// Its width, in hundredths of its height.
    hundredths: u16,
    /// How high the letters of captions want to be where text is large, in thousandths of its height; 0 where it is not.
    captions: u16,
}

/// The most that a caption has room for, in table units: beyond that the cards over it would be too small.
const MOST_CAPTION_ROOM: f32 = 34.0;

impl Room {
    pub const NARROWEST: Room = Room { hundredths: 120, captions: 0 };
    pub const WIDEST: Room = Room { hundredths: 260, captions: 0 };
    /// Beside the panel in a window of the usual size.
    pub const USUAL: Room = Room { hundredths: 149, captions: 0 };

    /// A room of this width and height, in any unit; one that is narrower or wider than any table lies in, as near as can be.
    pub fn of(width: f32, height: f32) -> Room {
        let hundredths = (100.0 * width / height.max(f32::EPSILON)).round() as u16;
        Room { hundredths: hundredths.clamp(Room::NARROWEST.hundredths, Room::WIDEST.hundredths), captions: 0 }
    }

    /// The same for large text, with captions whose letters are this part of its height.
    #[must_use]
    pub fn with_captions(self, part: f32) -> Room {
        Room { captions: (1000.0 * part).round() as u16, ..self }
    }

    /// Whether text is large.
    pub fn has_large_text(self) -> bool {
        self.captions > 0
    }

    /// How high a caption is that a table of this height leaves room for, in table units.
    ///
    /// ```
    /// use parlour::layout::{CAPTION_ROOM, Room};
    ///
    /// assert_eq!(Room::USUAL.caption_room(600.0), CAPTION_ROOM);
    /// assert_eq!(Room::USUAL.with_captions(0.05).caption_room(600.0), 30.0);
    /// ```
    pub fn caption_room(self, high: f32) -> f32 {
        (high * f32::from(self.captions) / 1000.0).clamp(CAPTION_ROOM, MOST_CAPTION_ROOM)
    }

    /// Its width for one unit of height.
    pub fn proportion(self) -> f32 {
        f32::from(self.hundredths) / 100.0
    }

    /// Whether it is much wider than it is high, as in a small window whose panel is folded.
    pub fn is_broad(self) -> bool {
        self.hundredths > 185
    }

    /// Width and height of a table of this height that fills it.
    pub fn size(self, height: f32) -> (f32, f32) {
        (self.proportion() * height, height)
    }
}

impl Default for Room {
    fn default() -> Room {
        Room::USUAL
    }
}
