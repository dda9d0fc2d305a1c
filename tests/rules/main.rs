//! Tests of everything that needs no window: rules by their own sentences, the conformance kit over the catalogue and
//! over a hidden-card game broken on purpose, records and the command line under bad input, golden playthroughs.

mod adding_a_game;
mod architecture;
mod catalogue;
mod chain;
mod circle;
mod claims;
mod command_line;
mod domination_rules;
mod duel;
mod eddies_rules;
mod eleusis;
mod endings;
mod energy;
mod guilds_rules;
mod laws;
mod matrix;
mod mess;
mod mystery;
mod mystique;
mod packaging;
mod packs;
mod phrases;
mod pillars;
mod reasons;
mod records;
mod review;
mod search;
mod sizes;
mod suns;
mod up_and_down_rules;
mod whist;
mod whist_faults;
mod whist_rules;
mod wordings;
