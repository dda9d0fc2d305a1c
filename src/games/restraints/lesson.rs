//! The first steps in Chain of Restraints: what a card forbids, covering, a hand that cannot be played and is passed, and four in a row.

use super::rules::{ChainOfRestraints, Move};
use crate::cards::MystiqueSet;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// The hands, card by card in turn, and then what both draw in turn.
const DECK: &str = "3rC 1bM 5rS 2yM 2rA 5yS 1yA 3bM 4bC 5bA 3rA 1rM 5yC 4yA 2bC 3yS 4yC";

pub fn lesson() -> Lesson<ChainOfRestraints> {
    let step = |says, rule, answers: Answers<ChainOfRestraints>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Whoever completes four cards in a row of one colour, suit or number wins, no matter who played the others. You begin, so \
                 nothing is forbidden yet: move the three of red crowns to the place in the middle.",
                "#the-goal",
                |_, mv| is(mv, "play 3rC 0,0"),
                &["play 1bM 0,1"],
            ),
            step(
                "Each card forbids the next player what it shows. After Ada’s ace of blue moons you may play nothing blue, no moons and no \
                 aces, so those cards are dimmed. Pick up the palm of red suns: the places where it may lie light up. Lay it to the right \
                 of your first card.",
                "#the-restraint",
                |_, mv| is(mv, "play 5rS 1,0"),
                &["play 2yM 1,1"],
            ),
            step(
                "A card may also cover another, and only the top card counts. Two moons lie side by side: cover the two of yellow moons \
                 with the four of blue crowns. You can point at a stack later to see what lies under its top card.",
                "#the-board",
                |_, mv| is(mv, "play 4bC 1,1"),
                &["play 5yS 0,2"],
            ),
            step(
                "All cards must fit into four columns and four rows. Where those lie is decided as the board grows, and the frame shows how \
                 far it can still reach. Lay the three of red arms to the right of the palm of red suns. Ada cannot complete your three \
                 red cards, since she may not play red next.",
                "#the-board",
                |_, mv| is(mv, "play 3rA 2,0"),
                &["play 2bC 2,1"],
            ),
            step(
                "Ada had nothing to play: all her cards were red, arms or threes. She showed her hand, and all hands were passed: she \
                 played from yours, and you hold hers now. The red cards still lie in a row, and her two of blue crowns does not forbid \
                 red. Complete the row: lay the ace of red moons at either end.",
                "#passing-hands",
                |_, mv| is(mv, "play 1rM 3,0") || is(mv, "play 1rM -1,0"),
                &[],
            ),
        ],
        end: "Four red cards in a row: you win. There are no points: whoever makes four in a row first wins, and if the deck runs out before that, \
              the game is a draw. Before each move, look for three in a row that the next player could complete. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let rest = MystiqueSet::DECK.without(DECK.parse().unwrap_or_default());
    format!(
        "(parlour: 1, game: \"chain-of-restraints\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy))], deal: (deck: \"{DECK} {rest}\", first: 0), moves: [])"
    )
}
