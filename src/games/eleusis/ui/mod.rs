//! What stands beside the mainline: where rules are written, the notebook, and a finished round in hindsight.

mod editor;
mod grid;
pub mod marks;
pub mod panel;
