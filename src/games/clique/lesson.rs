//! The first steps in Clique Mystique: a group of one card, one of two, a card on a stack of one's own, and cards that are replaced.

use super::rules::{CliqueMystique, Move};
use crate::cards::MystiqueSet;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// The nine start cards, row by row; both hands, the learner's first; and what is drawn in turn.
const START: &str = "5yC 2bS 1rA 3yM 3rS 4yA 2rC 5bM 4bC";
const HANDS: [&str; 2] = ["3bA 4rA 1bA 5rC 4bS 2yM 1yS", "1bM 2bA 3yC 5yS 4rM 2rS 1rC"];
const DRAWN: &str = "2bM 4yM 5rS 4bM 1bC 4bA 2yC";

pub fn lesson() -> Lesson<CliqueMystique> {
    let step = |says, rule, answers: Answers<CliqueMystique>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Your stacks lie upright, Ada’s lie across. A group needs cards of both. Pick up the three of blue arms and lay it \
                 left of your three of yellow moons: with Ada’s three of red suns, that makes threes in all three colours. Then press \
                 the button.",
                "#placing-a-group",
                |_, mv| is(mv, "place 3bA b4"),
                &["place 5yS a5"],
            ),
            step(
                "The centre is yours now. Then Ada made a motley crew, three cards with nothing in common, and won your new card. \
                 Now lay two cards: the ace of blue arms right of the four of blue crowns, and the four of blue \
                 suns right of that. Blue cards in all four suits.",
                "#groups",
                |_, mv| is(mv, "place 1bA f3 4bS g3"),
                &["place 3yC a4"],
            ),
            step(
                "Ada has made threes in all four suits, and won two of your stacks. You may also cover stacks of your own: \
                 lay the ace of yellow suns on your palm of blue moons. Together with the three of red suns and the two of blue suns \
                 above it, that makes suns in all three colours.",
                "#placing-a-group",
                |_, mv| is(mv, "place 1yS d3"),
                &["place 4rM f6"],
            ),
            step(
                "Both cards of that stack count for you, but Ada has won the centre back. Form any group you like: while you \
                 hold a card, the squares light up where it can go, and you see what would change sides before you press the button.",
                "#groups",
                |_, mv| matches!(mv, Move::Place(_)),
                &["replace 1bM 2rS"],
            ),
            step(
                "Ada has replaced two cards instead of forming a group. Do the same with cards that you can spare: move them to the \
                 place marked “To replace”, and press the button.",
                "#replacing-cards",
                |_, mv| matches!(mv, Move::Replace(_)),
                &[],
            ),
        ],
        end: "Every card in your stacks is a point, and every card left in your hand is a point less. The game is over when both of you \
              pass, one after the other, and whoever has the most points wins. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let hands = HANDS.map(|hand| hand.split(' ').collect::<Vec<&str>>());
    let dealt = hands[0].iter().zip(&hands[1]).flat_map(|(own, other)| [*own, *other]).collect::<Vec<&str>>().join(" ");
    let named = format!("{START} {dealt} {DRAWN}");
    let rest = MystiqueSet::DECK.without(named.parse().unwrap_or_default());
    format!(
        "(parlour: 1, game: \"clique-mystique\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy))], deal: (deck: \"{named} {rest}\"), moves: [])"
    )
}
