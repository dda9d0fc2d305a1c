//! What makes up for faults and gaps of systems: nothing here is about games.
//!
//! * [`clock`] — the time of a frame is when it begins;
//! * [`last_frame`] — a picture that is not whole when the window would sleep;
//! * [`time_zone`] — the time zone of this computer, of which no more is read than one can be long;
//! * [`folder_lock`], [`only_window`] — one window for one data folder;
//! * [`x11_pulse`] — input that X11 holds back while the window sleeps;
//! * [`screen_reader`] — requests of screen readers to a sleeping window;
//! * [`gamepad`] — gamepads, where the build has them.

pub mod clock;
pub mod folder_lock;
#[cfg(feature = "gamepad")]
pub mod gamepad;
pub mod last_frame;
pub mod only_window;
pub mod screen_reader;
pub mod time_zone;
pub mod x11_pulse;
