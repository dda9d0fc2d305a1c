//! The first steps in Mystique Energy.

use super::rules::MystiqueEnergy;
use crate::cards::MystiqueSet;
use crate::engine::lesson::{Answers, Lesson, LessonStep};
use crate::hex::Hex;

/// The energy cards, the first playing cards, and then what both draw in turn.
const DECK: &str = "5bA 2yM 3bC 4yS 1bM 2rM 5rS 3yM 4rA 1yM";

pub fn lesson() -> Lesson<MystiqueEnergy> {
    let step = |says, rule, answers: Answers<MystiqueEnergy>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "The small card beside yours is your energy card, the palm of blue arms. Nobody else sees it. Blue cards, arms and \
                 palms must not gather on the board. Begin: lay your card on the hex that is lit.",
                "#the-turn",
                |_, _| true,
                &["place 1,0"],
            ),
            step(
                "From now on a card must touch two others. You have drawn the ace of blue moons. Both lit hexes touch the \
                 blue crown, so your blue group grows either way. Your product stays 0 for now, as no arms and no palms are on the board \
                 yet. Lay the ace on the lower hex.",
                "#the-turn",
                |_, mv| mv.0 == Hex::new(0, 1),
                &["place -1,1"],
            ),
            step(
                "Two blue cards lie side by side, so your blue group counts 2. Your next card is the first palm on the board. Alone it \
                 makes a group of only 1, wherever you lay it. Lay it beside the blue cards: it takes up a place where another blue card \
                 could have joined them.",
                "#the-points",
                |_, _| true,
                &[],
            ),
        ],
        end: "At the end, the largest blue group, the largest group of arms and the largest group of palms are multiplied. The lowest \
              product wins. Watch what others avoid: it tells what they hold. Ready for a game?",
    }
}

fn record() -> String {
    let rest = MystiqueSet::DECK.without(DECK.parse().unwrap_or_default());
    format!(
        "(parlour: 1, game: \"mystique-energy\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy))], deal: (deck: \"{DECK} {rest}\"), moves: [])"
    )
}
