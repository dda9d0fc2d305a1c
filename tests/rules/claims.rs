//! How tests hold what is claimed for moves against positions: positions to look at, and what a sentence for players must be.

use std::fmt::Display;

use parlour::engine::game::{Bots, Cancel, Game, Moves, Observation};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::words::with_names;

use crate::phrases;
use crate::share::share_of;

/// In how many positions claims are tried where there is little time.
pub const FEW: usize = 50;

/// In how many they are tried by the long tests.
pub fn many() -> usize {
    share_of(1000)
}

/// Of the moves of a position, so many are looked at.
const MOVES: usize = 4;

/// A position in which a seat is to move, and what it sees.
pub struct Asked<'a, G: Game> {
    pub game: &'a G,
    pub seat: Seat,
    pub view: &'a G::View,
    pub legal: &'a Moves<G::Move>,
}

impl<G: Game> Asked<'_, G> {
    pub fn observation(&self) -> Observation<'_, G> {
        Observation { seat: self.seat, view: self.view, seen: &[], legal: self.legal }
    }
}

/// Calls `check` in so many positions of games that easy bots play, who now and then do anything. The game is dealt by its number.
pub fn in_positions<G: Bots>(
    count: usize,
    deal: impl Fn(usize, &mut GameRng) -> G,
    mut check: impl FnMut(&Asked<'_, G>, &mut GameRng),
) {
    let mut rng = GameRng::from_number(count as u64);
    let mut bot = G::bot(BotLevel::Easy);
    let mut seen = 0;
    for number in 0.. {
        let mut game = deal(number, &mut rng);
        while let Some(seat) = game.turn() {
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
            let asked = Asked { game: &game, seat, view: &view, legal: &legal };
            check(&asked, &mut rng);
            seen += 1;
            if seen == count {
                return;
            }
            let any = rng.pick(legal.listed()).cloned();
            let chosen =
                if rng.below(4) == 0 { any } else { bot.choose(&asked.observation(), rng.bits(), &Cancel::new()) };
            game.apply_quietly(seat, &chosen.expect("a move"), &mut rng);
        }
    }
}

/// Some of these, each once.
pub fn some<T: Clone>(all: &[T], rng: &mut GameRng) -> Vec<T> {
    let mut all = all.to_vec();
    rng.shuffle(&mut all);
    all.truncate(MOVES);
    all
}

pub fn seats(count: usize) -> Seats {
    Seats::new(count).expect("seats")
}

/// The sentence as the first seat's player reads it, who is called "You".
fn read(reason: &impl Display) -> String {
    let text = with_names(&reason.to_string(), &["You", "Ada", "Ben", "Cora", "Dan", "Eve"]);
    let has_decimals =
        text.as_bytes().windows(3).any(|part| part[0].is_ascii_digit() && part[1] == b'.' && part[2].is_ascii_digit());
    let is_sentence =
        text.starts_with(char::is_uppercase) && !text.ends_with(['.', ' ', ':', ',']) && !text.contains("  ");
    assert!(is_sentence && !has_decimals && !text.contains('%'), "{text:?}");
    assert_eq!(phrases::found_in(&text), None, "{text:?}");
    text
}

/// Asserts that the sentence says all of this.
pub fn says(reason: &impl Display, parts: &[&str]) {
    let text = read(reason);
    for part in parts {
        assert!(text.contains(part), "{text:?} does not say {part:?}");
    }
}
