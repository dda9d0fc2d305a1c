//! The order of a frame, from input to what is drawn.
//!
//! ```text
//! PreUpdate   keys, pointer, gamepad            → messages, SkipAnimations, TableInput
//! Update      Frame::Screens    screens and settings change
//!             Frame::Skip       what is moving arrives, if it was to be skipped
//!             Frame::Drag       a dragged piece follows the pointer, or is dropped
//!             Frame::Act        messages and bots' answers become moves, saved and shown as beats
//!             Frame::Turn       the turn machine says whose turn it is, and lights what may be done
//!             Frame::Fit        the viewport follows the window
//!             Frame::Atlas      faces are drawn for the size shown
//!             Frame::Follow     the next beat; areas, pieces and marks follow the layout
//! PostUpdate  pieces glide, turn and fade; panels are drawn and write messages, read in the next frame
//! Last        sounds
//! ```
//!
//! A click during an animation first skips it (`Skip`) and then does what it says (`Act`), so nobody waits for a card;
//! and a move made in a frame begins to show in that frame (`Follow`).

use bevy::prelude::*;

/// The steps of a frame in `Update`, in order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    Screens,
    Skip,
    Drag,
    Act,
    Turn,
    Fit,
    Atlas,
    Follow,
}

pub fn plugin(app: &mut App) {
    let steps =
        (Frame::Screens, Frame::Skip, Frame::Drag, Frame::Act, Frame::Turn, Frame::Fit, Frame::Atlas, Frame::Follow);
    app.configure_sets(Update, steps.chain());
}
