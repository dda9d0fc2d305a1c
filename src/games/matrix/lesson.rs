//! The first steps in Matrix Solitaire: what each suit can do, and a first chain.
//!
//! The deal is arranged so that whatever the player does at one step, the next can be done, too; a test tries all ways.

use crate::cards::{Card, Suit, cards_to_text, parse_cards};
use crate::engine::lesson::{Answers, Lesson, LessonStep};

use super::board::{Board, Slot, neighbours};
use super::rules::{MatrixSolitaire, Play, View};

/// One card for each step; `KC` is buried.
const TAUGHT: &str = "6C 9D 4H 8H 2H 7D JS QC KC 3H 5D";

pub fn lesson() -> Lesson<MatrixSolitaire> {
    let step = |says, rule, answers: Answers<MatrixSolitaire>| LessonStep { says, rule, answers, replies: &[] };
    Lesson {
        record,
        steps: vec![
            step(
                "Your card is 6♣. Play it to the bottom row: click a lit slot, drag the card there, or use the arrow \
                 keys and Enter.",
                "#the-turn",
                |_, play| play.slot.row() == 0 && !play.bury,
            ),
            step(
                "Cards have weight, so most of them need a card below them. Put 9♦ on top of 6♣.",
                "#where-a-card-may-go",
                |view, play| is_empty(&view.board, play.slot) && is_supported(&view.board, play.slot),
            ),
            step(
                "Hearts float. Play 4♥ to a slot with nothing under it, and it will stay where you put it.",
                "#hearts-float",
                |view, play| play.slot.row() > 0 && !is_supported(&view.board, play.slot),
            ),
            step(
                "Three or more touching cards of one suit make a chain. Play 8♥ beside 4♥, or directly above or below \
                 it.",
                "#gravity-and-chains",
                touches_a_heart,
            ),
            step(
                "One more: play 2♥ so that it touches one of these two hearts. The chain leaves the matrix and scores \
                 points.",
                "#gravity-and-chains",
                touches_a_heart,
            ),
            step(
                "Diamonds push. Play 7♦ onto a card: that card and everything on top of it move up one row.",
                "#diamonds-push",
                |view, play| !is_empty(&view.board, play.slot),
            ),
            step(
                "Spades take. Play J♠ onto a lower card: that card is out of the game and scores nothing.",
                "#spades-take",
                |view, play| !is_empty(&view.board, play.slot),
            ),
            step(
                "Clubs bury. Turn on “Bury” with its button or the B key, then play Q♣: the next card goes to the \
                 bottom of the deck.",
                "#clubs-bury",
                |_, play| play.bury,
            ),
            step(
                "Now see something fall. First let 3♥ float in the middle row, with an empty slot below it.",
                "#hearts-float",
                |view, play| play.slot.row() == 1 && !is_supported(&view.board, play.slot) && !play.bury,
            ),
            step(
                "Push it up with 5♦: play it onto 3♥. The heart floats on, one row higher, but 5♦ has nothing below it and \
                 falls to the bottom.",
                "#gravity-and-chains",
                |view, play| view.board.card(play.slot).is_some_and(|card| card.to_string() == "3H"),
            ),
        ],
        end: "Now you know what every suit can do. The game ends when the matrix is full or the deck is used up. Long \
              chains are worth far more than short ones, and each card left in the matrix at the end costs a point. \
              Ready for a deal of your own?",
    }
}

/// A deck with the taught cards on top and the others below.
fn record() -> String {
    let taught = parse_cards(TAUGHT).unwrap_or_default();
    let others = Card::all().filter(|card| !taught.contains(card));
    let deck: Vec<Card> = taught.iter().copied().chain(others).collect();
    let deck = cards_to_text(&deck);
    format!(
        "(parlour: 1, game: \"matrix-solitaire\", rules: 1, seed: \"first steps\", options: (), \
         seats: [(name: \"You\")], deal: (deck: \"{deck}\"), moves: [])"
    )
}

fn is_empty(board: &Board, slot: Slot) -> bool {
    board.card(slot).is_none()
}

/// Whether a card lies directly below this slot.
fn is_supported(board: &Board, slot: Slot) -> bool {
    let below = slot.row().checked_sub(1).and_then(|row| Slot::new(slot.column(), row));
    below.is_some_and(|below| !is_empty(board, below))
}

fn touches_a_heart(view: &View, play: &Play) -> bool {
    is_empty(&view.board, play.slot) && neighbours(play.slot.bit()) & view.board.suit(Suit::Hearts) != 0
}
