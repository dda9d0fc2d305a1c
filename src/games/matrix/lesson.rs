//! First steps in Matrix Solitaire: what a card may do, suit by suit, and a first chain.
//!
//! The deal is made so that every answer to a step leaves an answer to the next; a test tries them all.

use crate::cards::{Card, Suit, cards_to_text, parse_cards};
use crate::engine::lesson::{Lesson, Step};

use super::board::{Board, Slot};
use super::rules::{MatrixSolitaire, Play, View};

/// The cards of the steps, in their order.
const TAUGHT: &str = "6C 9D 4H 8H 2H 7D JS QC";

/// The lesson.
pub fn lesson() -> Lesson<MatrixSolitaire> {
    type Answers = fn(&View, &Play) -> bool;
    let step = |says, rule, answers: Answers| Step { says, rule, answers };
    Lesson {
        record,
        steps: vec![
            step(
                "You hold 6♣. Play it to a slot of the bottom row: click a lit slot, drag the card there, or use the \
                 arrows and Enter.",
                "#the-turn",
                |_, play| play.slot.row() == 0 && !play.bury,
            ),
            step(
                "Cards have weight: most need another card under them. Put 9♦ on top of 6♣.",
                "#where-a-card-may-go",
                |view, play| is_empty(&view.board, play.slot) && is_supported(&view.board, play.slot),
            ),
            step(
                "Hearts float. Play 4♥ to a slot with nothing under it; it stays where you put it.",
                "#hearts-float",
                |view, play| play.slot.row() > 0 && !is_supported(&view.board, play.slot),
            ),
            step(
                "Three cards of one suit that touch make a chain. Play 8♥ beside 4♥, or right above or below it.",
                "#gravity-and-chains",
                touches_a_heart,
            ),
            step(
                "One more: play 2♥ where it touches one of the two. The chain leaves the matrix and scores.",
                "#gravity-and-chains",
                touches_a_heart,
            ),
            step(
                "Diamonds push. Play 7♦ onto a card: that card moves up by one, with all that lies on it.",
                "#diamonds-push",
                |view, play| !is_empty(&view.board, play.slot),
            ),
            step(
                "Spades take. Play J♠ onto a lower card: that card is out, and worth nothing.",
                "#spades-take",
                |view, play| !is_empty(&view.board, play.slot),
            ),
            step(
                "Clubs bury. Switch on “Bury” with B or its button, then play Q♣: the next card goes to the bottom of \
                 the deck.",
                "#clubs-bury",
                |_, play| play.bury,
            ),
        ],
        end: "That is all a card can do. Long chains are worth far more than short ones, and each card left in the matrix \
              costs a point. Now a deal of your own?",
    }
}

/// The taught cards first, then the others.
fn record() -> String {
    let taught = parse_cards(TAUGHT).unwrap_or_default();
    let others = Card::all().filter(|card| !taught.contains(card));
    let deck: Vec<Card> = taught.iter().copied().chain(others).collect();
    let deck = cards_to_text(&deck);
    format!(
        "(parlour: 1, game: \"matrix-solitaire\", rules: 1, seed: \"first steps\", options: (), seats: [(name: \"You\")], \
         deal: (deck: \"{deck}\"), moves: [])"
    )
}

fn is_empty(board: &Board, slot: Slot) -> bool {
    board.card(slot).is_none()
}

/// Whether a card lies right under this slot.
fn is_supported(board: &Board, slot: Slot) -> bool {
    let below = slot.row().checked_sub(1).and_then(|row| Slot::new(slot.column(), row));
    below.is_some_and(|below| !is_empty(board, below))
}

fn touches_a_heart(view: &View, play: &Play) -> bool {
    let touches = |other: Slot| {
        let apart = other.column().abs_diff(play.slot.column()) + other.row().abs_diff(play.slot.row());
        apart == 1 && view.board.suit(Suit::Hearts) & other.bit() != 0
    };
    is_empty(&view.board, play.slot) && Slot::all().any(touches)
}
