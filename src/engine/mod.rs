//! The engine that all games share: what a game is, who sits at it, how it is recorded, and how it is played.
//!
//! * [`game`] — the contract of a game and of its bots;
//! * [`seats`], [`outcome`] — who plays, who may look, how it ended;
//! * [`rng`] — randomness derived from (seed, step);
//! * [`zones`] — where cards lie and how they move; [`seen`], a table as somebody sees it; [`hidden`], the one dealer of what is
//!   hidden; [`sealed`], choices made at once in secret;
//! * [`stock`] — a deck that is drawn from, and its discards; [`pile`], cards on each other of which some are known; [`trick`], tricks,
//!   and who takes them; [`climb`], tricks of several cards that are climbed over or passed; [`rounds`], a match of several rounds,
//!   [`score_sheet`], what it has come to; [`past`], positions that have come before;
//! * [`groups`] — connected pieces;
//! * [`record`] — a game as text: what was dealt and every move;
//! * [`hint_count`] — how many hints were given, as the record counts them;
//! * [`source_place`] — where in a text something is wrong;
//! * [`session`] — one game being played: undo, redo, seats, what may be shown to whom;
//! * [`tabletop`] — how a game lies on the table, and what is set before the deal;
//! * [`blunders`] — plays that look foolish, which no bot above easy makes;
//! * [`fairness`] — deals that were settled before anybody saw a card, and bots that think again;
//! * [`lesson`] — first steps, shown one at a time;
//! * [`review`] — what the hard bot makes of the moves of a finished game, and which of them decided it;
//! * [`table_session`] — a session without its type, as windows and command lines use it;
//! * [`conformance`] — the laws that every game must keep, as one test kit.
//!
//! Nothing here names a game, and nothing here knows of Bevy.

pub mod blunders;
pub mod climb;
pub mod conformance;
pub mod fairness;
pub mod game;
pub mod groups;
pub mod hidden;
pub mod hint_count;
pub mod lesson;
pub mod outcome;
pub mod past;
pub mod pile;
pub mod record;
pub mod review;
pub mod rng;
pub mod rounds;
pub mod score_sheet;
pub mod sealed;
pub mod seats;
pub mod seen;
pub mod session;
pub mod source_place;
pub mod stock;
pub mod table_session;
pub mod tabletop;
pub mod trick;
pub mod zones;
