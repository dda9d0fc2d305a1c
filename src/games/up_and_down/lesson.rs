//! The first steps in Up and Down: up, a change of direction, and down by cards that the other cannot answer.

use super::rules::UpAndDown;
use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::lesson::{Answers, Lesson, LessonStep};
use crate::words::joined;

/// The upper cards of both decks: the hands, then what is drawn.
const LEARNER: &str = "3yM 4yA 1rS 2bS 5bS 3yS 5yM 2rM 3bM";
const ADA: &str = "2yC 4bM 1rA 3rA 4rA 2rC 3bC";

/// How many cards each has.
const EACH: usize = 30;

pub fn lesson() -> Lesson<UpAndDown> {
    let step = |says, rule, answers: Answers<UpAndDown>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Ada held the highest card, so she began with it. The slope goes up: you need a yellow card or a crown that is a two or \
                 higher. Play the three of yellow moons.",
                "#what-fits",
                |_, mv| mv.0.to_string() == "3yM",
                &["play 4bM"],
            ),
            step(
                "Your hand was refilled from your deck, and Ada answered: a moon on a moon, and higher. Now a blue card or a moon is \
                 needed, four or higher. You have drawn one. Play the palm of blue suns.",
                "#the-turn",
                |_, mv| mv.0.to_string() == "5bS",
                &[],
            ),
            step(
                "Nobody had a card that fits, so both of you passed, and the slope turned. Going downhill, Ada still has neither a blue card \
                 nor a sun, but you have three suns. Start with the highest: play the three of yellow suns.",
                "#the-slope-turns",
                |_, mv| mv.0.to_string() == "3yS",
                &[],
            ),
            step(
                "Ada has no yellow card and no sun, so she had to pass, and it is your turn again. Every card that she cannot answer puts you \
                 one card further ahead. Play the two of blue suns.",
                "#the-turn",
                |_, mv| mv.0.to_string() == "2bS",
                &[],
            ),
            step(
                "Once more. Point at a card before you play it, and the cards that could be played next are lit. Ada can answer the \
                 ace of red suns, but it is the only card that fits. Play it.",
                "#the-turn",
                |_, mv| mv.0.to_string() == "1rS",
                &["play 1rA"],
            ),
        ],
        end: "That is the race: each card you play brings you one card closer to the end of your deck. Once it is empty, the next card you \
              play wins. Ready for a game?",
    }
}

/// A deal in which both decks begin with these cards.
fn record() -> String {
    let known: MystiqueSet = format!("{LEARNER} {ADA}").parse().unwrap_or_default();
    let mut rest = MystiqueSet::DECK.without(known).iter();
    let deck = |first: &str, rest: &mut dyn Iterator<Item = MystiqueCard>| {
        let missing = EACH.saturating_sub(first.split(' ').count());
        format!("{first} {}", joined(rest.take(missing), " "))
    };
    let (own, hers) = (deck(LEARNER, &mut rest), deck(ADA, &mut rest));
    format!(
        "(parlour: 1, game: \"up-and-down\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy))], deal: (deck: \"{own} {hers}\"), moves: [])"
    )
}
