//! The first steps in Mystique Maze: a card that is of no use, one from the deck that is missing, one from the discards that completes
//! the chain, and the chain itself.

use super::rules::{Move, MystiqueMaze};
use crate::cards::MystiqueSet;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// What the two are dealt, card by card in turn, and what they draw then; below it lie all other cards.
const LEARNER: &str = "2yS 2rS 2rM 3rC 4bC 4bA 5yM 1bC";
const ADA: &str = "2bS 3bS 3bM 3rM 5yC 5rA 1yC 5bM";
const DRAWN: &str = "1rA 1rM 3yM 4rC";

pub fn lesson() -> Lesson<MystiqueMaze> {
    let step = |says, rule, answers: Answers<MystiqueMaze>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Your corner cards lie above your name: the ace of yellow suns and the palm of blue arms. Link them by a chain of cards \
                 in which each shares two attributes with the next and is one step away in the third. The map shows such a way, and \
                 which of its cards you hold. First draw a card: click the deck.",
                "#the-block",
                |_, mv| *mv == Move::Draw,
                &[],
            ),
            step(
                "You have nine cards, and the ace of red arms does not bring you closer. Discard it: click it, or drag it to the discards.",
                "#the-turn",
                |_, mv| is(mv, "discard 1rA"),
                &["draw", "discard 3rM"],
            ),
            step(
                "Ada has discarded the three of red moons, which is missing on your way: it leads from the two of red moons to the three \
                 of red crowns. Take it: click the discards.",
                "#the-turn",
                |_, mv| *mv == Move::Take,
                &[],
            ),
            step(
                "Now only one card is missing. Discard the ace of blue crowns: none of your cards is connected \
                 to it.",
                "#the-chain",
                |_, mv| is(mv, "discard 1bC"),
                &["draw", "discard 5bM"],
            ),
            step(
                "The four of red crowns would link the three of red crowns and the four of blue crowns. It has not turned up yet, so it may \
                 be in the deck. Draw.",
                "#the-chain",
                |_, mv| *mv == Move::Draw,
                &[],
            ),
            step(
                "There it is. Discard the card that you do not need, and Parlour spots your chain at once.",
                "#the-end",
                |_, mv| is(mv, "discard 5yM"),
                &[],
            ),
        ],
        end: "Eight cards led from corner to corner, each one step from the next, and you win. In a game of your own you can play with \
              the map or, without help, in your head. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let cards = |text: &'static str| text.split(' ');
    let hands: Vec<&str> = cards(LEARNER).zip(cards(ADA)).flat_map(|(own, other)| [own, other]).collect();
    let above = format!("{} {DRAWN}", hands.join(" "));
    let corners = "1yS 5bA 1bS 5yA";
    let used: MystiqueSet = format!("{above} {corners}").parse().unwrap_or_default();
    let rest = MystiqueSet::DECK.without(used);
    format!(
        "(parlour: 1, game: \"mystique-maze\", rules: 1, seed: \"first steps\", options: (map: true), seats: [(name: \"You\"), (name: \
         \"Ada\", bot: Some(Easy))], deal: (deck: \"{above} {rest}\", first: 0), moves: [])"
    )
}
