//! The first steps in Mystique, for two: an opening, a reply, a deflection, taking, and what aces cost.

use super::rules::Mystique;
use super::spells::Move;
use crate::cards::MystiqueSet;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// What both are dealt, card by card in turn; all other cards are set aside.
const LEARNER: &str = "3yM 3rM 3bM 2rS 4rS 2bS 5rS 1yM 1bM 1yA 1bA 2yM 4yM 5yM 2bM 4bM 2yA 4yA 2bC 4bC";
const ADA: &str = "2yS 4yS 5yS 1rA 2rA 4rA 5rA 1rC 2rC 4rC 5rC 1yC 2yC 4yC 5yC 1bC 5bC 2bA 4bA 5bA";

pub fn lesson() -> Lesson<Mystique> {
    let step = |says, rule, answers: Answers<Mystique>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "You open the round with a spell: one to five cards that share a number, a colour or a suit. Choose your three \
                 threes and cast them as threes.",
                "#the-opening",
                |_, mv| is(mv, "cast number 3yM 3rM 3bM"),
                &["take", "cast suit 2yS 4yS"],
            ),
            step(
                "Ada cannot answer with three threes, so she takes the cards. Each counts as a burn, but now she opens, with two \
                 suns. Reply with two suns or more: cast three, the twos of red and blue and the four of red.",
                "#the-reply",
                |_, mv| is(mv, "cast suit 2rS 4rS 2bS"),
                &["deflect 5yS"],
            ),
            step(
                "Ada deflects with a palm of suns: the spell comes back to you, and it still takes three suns. But you have a palm \
                 of suns, too. Choose it and deflect.",
                "#deflection",
                |_, mv| is(mv, "deflect 5rS"),
                &["take", "cast colour 1rA 2rA"],
            ),
            step(
                "That was seven burns for Ada. Now she opens with two red cards, and you have none left: take them. One is an ace, \
                 which costs five burns, so that makes six.",
                "#the-goal",
                |_, mv| is(mv, "take"),
                &[],
            ),
            step(
                "Whoever takes the cards opens the next round. Your four aces would burn you in the end. Cast them as aces: a palm \
                 cannot deflect a number.",
                "#the-opening",
                |_, mv| is(mv, "cast number 1yM 1bM 1yA 1bA"),
                &["take"],
            ),
        ],
        end: "Four aces are twenty burns for Ada. Play goes on like this until the player who should open has no cards left. What the \
              others still hold then burns them, too, and the fewest burns win. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let dealt = LEARNER.split(' ').zip(ADA.split(' ')).flat_map(|(one, other)| [one, other]);
    let held: MystiqueSet = dealt.clone().filter_map(|card| card.parse().ok()).collect();
    let deck: Vec<&str> = dealt.collect();
    format!(
        "(parlour: 1, game: \"mystique\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy))], deal: (deck: \"{} {}\", dealer: 1), moves: [])",
        deck.join(" "),
        MystiqueSet::DECK.without(held)
    )
}
