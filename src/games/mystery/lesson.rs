//! The first steps in Mystery Machine: a first deal of *Welcome Mushy Heads*, with the reasoning that follows from each
//! answer.

use crate::cards::{Card, cards_to_text, parse_cards};
use crate::engine::lesson::{Answers, Lesson, LessonStep};

use super::deal::low_deck;
use super::moves::Move;
use super::puzzle::shipped;
use super::rules::{FIRST_PUZZLE, MysteryMachine};

/// What the market offers: each pair is the card to take and the other one.
const OFFERED: &str = "5H 3C 5S TD 5D 4C 9C 6D 9D 7C 9H 3D 2S TH 2H 8C 6S 4D 7S TC 8S 3H";

pub fn lesson() -> Lesson<MysteryMachine> {
    let step = |says, rule, answers: Answer| LessonStep { says, rule, answers, replies: &[] };
    type Answer = Answers<MysteryMachine>;
    /// The card to take is the first of its pair.
    const TAKES: Answer = |view, mv| {
        let taught = parse_cards(OFFERED).unwrap_or_default();
        let is_taught = |card: &Card| taught.iter().step_by(2).any(|taken| taken == card);
        matches!(mv, Move::Pick { card, .. } if view.market.contains(card) && is_taught(card))
    };
    const ASKS_PILE_1: Answer = |_, mv| matches!(mv, Move::Ask { pile: 0, .. });
    const ASKS_PILE_2: Answer = |_, mv| matches!(mv, Move::Ask { pile: 1, .. });
    const ASKS_PILE_3: Answer = |_, mv| matches!(mv, Move::Ask { pile: 2, .. });
    Lesson {
        record,
        steps: vec![
            step(
                "A card lies face down, the mystery, and you buy answers until you know it. Below are two low cards, the \
                 market. You may take one, and the other is discarded. Take 5♥.",
                "#the-turn",
                TAKES,
            ),
            step("An answer from pile 3 costs three cards of one number. Take 5♠.", "#prices", TAKES),
            step("One more: take 5♦.", "#prices", TAKES),
            step("Pile 3 is lit because you can pay for it. Click it.", "#questions", ASKS_PILE_3),
            step(
                "Q♥ comes from B2, B4 or D2. So row B or D is the queens, and column 2 or 4 the hearts. The mystery is in \
                 A1: it is neither a queen nor a heart. Take 9♣.",
                "#reading-the-answers",
                TAKES,
            ),
            step("Pile 3 is worth a second question. Take 9♦.", "#questions", TAKES),
            step("And 9♥.", "#questions", TAKES),
            step("Now pay for pile 3.", "#questions", ASKS_PILE_3),
            step(
                "K♥. Both hearts come from one column, and only column 2 has two cells of pile 3. So column 2 is the \
                 hearts, and rows B and D are the queens and the kings. Take 2♠.",
                "#reading-the-answers",
                TAKES,
            ),
            step("For pile 1 a pair is enough. Take 2♥.", "#prices", TAKES),
            step("Pay for pile 1.", "#questions", ASKS_PILE_1),
            step(
                "J♥ is in column 2, where only A2 belongs to pile 1. So row A is the jacks: the mystery is J♠, J♦ or J♣. \
                 Pile 2 costs three cards of one suit. Take 6♠.",
                "#reading-the-answers",
                TAKES,
            ),
            step("Take 7♠.", "#prices", TAKES),
            step("And 8♠.", "#prices", TAKES),
            step("Pay for pile 2.", "#questions", ASKS_PILE_2),
            step(
                "K♠ comes from A4, C2 or D1. Row A is the jacks and column 2 the hearts, so it is D1: column 1 is the \
                 spades. The mystery is certain! Choose J♠ beside the table and name it.",
                "#the-end",
                |_, mv| matches!(mv, Move::Guess(cards) if cards_to_text(cards) == "JS"),
            ),
        ],
        end: "You were certain after four questions. The more low cards you have left then, the better. In a game, cross \
              out on the grid what you rule out. If you get stuck, Teach me shows the next step. Ready for a deal of your \
              own?",
    }
}

/// A deal whose market offers what is taught.
fn record() -> String {
    let offered = parse_cards(OFFERED).unwrap_or_default();
    let all = shipped::find(FIRST_PUZZLE).map(|puzzle| low_deck(&puzzle)).unwrap_or_default();
    let others = all.into_iter().filter(|card| !offered.contains(card));
    let low: Vec<Card> = offered.iter().copied().chain(others).collect();
    let low = cards_to_text(&low);
    format!(
        "(parlour: 1, game: \"mystery-machine\", rules: 1, seed: \"first steps\", options: (puzzle: \"{FIRST_PUZZLE}\"), \
         seats: [(name: \"You\")], deal: (ranks: \"J Q A K\", suits: \"S H D C\", piles: [[\"JH\", \"QS\", \"AD\", \
         \"KC\"], [\"KS\", \"JC\", \"AH\"], [\"QH\", \"KH\", \"QC\"]], low: \"{low}\"), moves: [])"
    )
}
