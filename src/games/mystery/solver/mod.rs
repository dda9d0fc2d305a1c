//! What can be worked out exactly: where twists can send cards, a puzzle's par, what the answers prove, and what a hand
//! can pay for.

pub mod hands;
pub mod knowledge;
pub mod par;
mod routes;
pub mod spread;
