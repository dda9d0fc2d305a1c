//! What mends faults and gaps of window systems: nothing here is about games.
//!
//! * [`clock`] — frames have the time of their own beginning;
//! * [`x11_pulse`] — input that X11 put aside while the window slept;
//! * [`screen_reader`] — the table for screen readers, and their requests to a sleeping window;
//! * [`gamepad`] — gamepads, where the build has them.

pub mod clock;
#[cfg(feature = "gamepad")]
pub mod gamepad;
pub mod screen_reader;
pub mod x11_pulse;
