//! What hints claim: each claim, with its cards and figures, is held against the position, worked out in another way than by the
//! code that made it. In every game.

mod chain;
mod circle;
mod clique;
mod domination;
mod eddies;
mod eleusis;
mod energy;
mod guilds;
mod matrix;
mod maze;
mod mess;
mod mystery;
mod mystique;
mod pillars;
mod restraints;
mod suns;
mod up_and_down;
