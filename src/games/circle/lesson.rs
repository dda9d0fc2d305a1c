//! The first steps in Mystique Circle: a bid, what beats what, losing on purpose, and tossing, for two with the fours and fives.

use super::rules::{Move, MystiqueCircle};
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// What both are dealt, card by card in turn.
const LEARNER: &str = "4bM 4bS 4rS 5yS 5rS 5bS 4yM 5bC 4bA 4bC 5bA 4yA";
const ADA: &str = "5yA 5rM 4yS 5yM 4yC 5yC 4rM 4rA 5rA 4rC 5rC 5bM";

pub fn lesson() -> Lesson<MystiqueCircle> {
    let step = |says, rule, answers: Answers<MystiqueCircle>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Before the first trick, set three cards aside. Their suits say how many tricks you mean to win: moons none, \
                 suns one, arms two, crowns three. Choose the four of blue moons and the fours of red and blue suns, and \
                 bid 2 tricks.",
                "#the-hole",
                |_, mv| is(mv, "hole 4rS 4bS 4bM"),
                &["hole 4yS 5yA 5rM"],
            ),
            step(
                "You lead, and Ada must follow your colour if she can. Lead the palm of yellow suns: only yellow arms would \
                 beat it.",
                "#the-trick",
                |_, mv| is(mv, "play 5yS"),
                &["play 4yC"],
            ),
            step(
                "Suns and crowns lie opposite each other, and neither beats the other, so the trick is yours and you lead \
                 again. Lead the palm of red suns, and see what arms do to it.",
                "#the-trick",
                |_, mv| is(mv, "play 5rS"),
                &["play 4rA", "play 5bM"],
            ),
            step(
                "Arms beat suns, even with a lower number. Now Ada leads a blue moon. Follow with your blue sun: suns beat \
                 moons, and that makes the two tricks that you bid.",
                "#the-trick",
                |_, mv| is(mv, "play 5bS"),
                &[],
            ),
            step(
                "You want no more tricks now. Lead the four of yellow moons, which a higher moon beats.",
                "#the-points",
                |_, mv| is(mv, "play 4yM"),
                &["play 5yM", "play 4rM"],
            ),
            step(
                "Ada leads red, and you have none left. So toss any card: it cannot win. It is a chance to be rid of one that \
                 might win a trick too many.",
                "#the-trick",
                |_, mv| matches!(mv, Move::Play(_)),
                &[],
            ),
        ],
        end: "Two tricks won, and two bid: lose the other four, and you score 2 points and 20 more. With more players there are more \
              numbers, and with five the circle can close. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let deck: Vec<&str> = LEARNER.split(' ').zip(ADA.split(' ')).flat_map(|(one, other)| [one, other]).collect();
    format!(
        "(parlour: 1, game: \"mystique-circle\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", \
         bot: Some(Easy))], deal: (deck: \"{}\", dealer: 1), moves: [])",
        deck.join(" ")
    )
}
