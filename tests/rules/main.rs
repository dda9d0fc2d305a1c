//! Tests of everything that needs no window: rules by their own sentences, the conformance kit over the catalogue and
//! over a hidden-card game broken on purpose, records and the command line under bad input, golden playthroughs.
//!
//! A file without tests that take many seconds says `#![cfg(debug_assertions)]`: without debug assertions only the others are run,
//! and much less of this has to be built for them.

mod adding_a_game;
mod architecture;
mod catalogue;
mod chain;
mod circle;
mod claims;
mod clique_rules;
mod command_line;
mod decided;
mod domination_rules;
mod duel;
mod eddies_rules;
mod eleusis;
mod endings;
mod energy;
mod fairness;
mod guilds_rules;
mod laws;
mod matrix;
mod maze_rules;
mod mess;
mod mystery;
mod mystique;
mod packaging;
mod packs;
mod phrases;
mod pillars;
mod reasons;
mod records;
mod restraints_rules;
mod review;
mod search;
mod sizes;
mod suns;
mod up_and_down_rules;
mod whist;
mod whist_faults;
mod whist_rules;
mod wordings;
