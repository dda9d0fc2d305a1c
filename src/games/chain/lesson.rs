//! The first steps in Mystique Chain: a short study, from the announcement that wins to the card that nothing can follow.

use super::position::Move;
use super::rules::MystiqueChain;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

pub fn lesson() -> Lesson<MystiqueChain> {
    let step = |says, rule, answers: Answers<MystiqueChain>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Your three of red suns begins the chain. Say what the next card must share with it. If you announced red or suns, Ada \
                 could play the two and announce its number, and there is no other two. Announce the number of your three instead.",
                "#the-start",
                |_, mv| is(mv, "announce number"),
                &["play 3yA colour"],
            ),
            step(
                "Ada played a three and announced yellow. Two yellow cards are left, the ace and the four. Take the four and \
                 announce its number, so that she must play a four.",
                "#the-turn",
                |_, mv| is(mv, "play 4yC number"),
                &["play 4rA number"],
            ),
            step(
                "She did, and she wants another four from you. There is just one left. Take it, and announce its number again.",
                "#the-end",
                |_, mv| is(mv, "play 4rM number"),
                &[],
            ),
        ],
        end: "No fours are left, so Ada cannot answer, and you win. In a game there are thirty cards at first. Look for what \
              runs out. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    "(parlour: 1, game: \"mystique-chain\", rules: 1, seed: \"first steps\", options: (study: Some(\"09\")), seats: [(name: \
     \"You\"), (name: \"Ada\", bot: Some(Easy))], moves: [])"
        .to_owned()
}
