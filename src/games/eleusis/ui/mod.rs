//! What stands beside the mainline: where rules are written, the notebook, and what a round looks like from behind.

mod editor;
mod grid;
pub mod marks;
pub mod panel;
