//! The first steps in Mystique Domination: cards for the partner, leading, following with another pattern, the suits that are taken,
//! and a trick that is left to the partner.

use super::patterns::Move;
use super::rules::MystiqueDomination;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// What all four are dealt, card by card in turn: the learner, Ada, Clara, who is the partner, and Ben.
const HANDS: [&str; 4] = [
    "1yM 2yS 3yS 4yM 5yM 3rM 4rS 5rA 1rC 2rC 5rC 5bS 5bM 3bC 4bC",
    "4yA 4yC 2rM 1bM 1yS 1bS 4rM 5yS 3bS 3yC 3rS 2rS 3yM 4bA 5yC",
    "5bA 1bC 3rC 2bA 3bA 1bA 1rM 4yS 1rA 2yC 1rS 2yA 1yA 2rA 4rA",
    "3yA 2bM 3bM 2bS 2bC 5bC 3rA 2yM 4bS 5rM 1yC 5yA 4bM 4rC 5rS",
];

pub fn lesson() -> Lesson<MystiqueDomination> {
    let step = |says, rule, answers: Answers<MystiqueDomination>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Clara, who sits opposite, is your partner. Before the first trick everybody gives their partner three cards. Choose \
                 the three of red moons, the four of red suns and the palm of red arms, which she can lay together, and give them.",
                "#the-exchange",
                |_, mv| is(mv, "give 3rM 4rS 5rA"),
                &["give 1bM 1yS 3bS", "give 5bA 1bC 3rC", "give 2bS 3rA 1yC"],
            ),
            step(
                "You hold the ace of yellow moons, so you lead. A pattern is of one colour: cards of one number, or of consecutive \
                 numbers. Lead the ace of yellow moons with the two of yellow suns and the three of yellow suns: they come to 6.",
                "#the-patterns",
                |_, mv| is(mv, "play 1yM 2yS 3yS"),
                &["play 4yA 4yC", "pass", "pass"],
            ),
            step(
                "Ada has beaten that with two fours, which come to 8. You may follow with any yellow pattern that comes to more: play the \
                 four of yellow moons and the palm of yellow moons, 9.",
                "#following",
                |_, mv| is(mv, "play 4yM 5yM"),
                &["pass", "pass", "pass"],
            ),
            step(
                "All others passed, so the trick is yours. You played moons, and took all the moons in the pile, while suns, arms and crowns \
                 still lie there. Lead your three blue palms, of moons, suns and arms, to take more.",
                "#the-suits",
                |_, mv| is(mv, "play 5bM 5bS 5bA"),
                &["pass", "pass", "pass"],
            ),
            step(
                "Now only a crown is left in the pile. This is a good time for a low card: lead the ace of red crowns.",
                "#going-out",
                |_, mv| is(mv, "play 1rC"),
                &["play 2rM", "play 3rM 4rS 5rA", "pass"],
            ),
            step(
                "Clara has played the three cards that you gave her, 12 in red. What she wins counts for both of you, so leave the trick \
                 to her, and pass.",
                "#following",
                |_, mv| is(mv, "pass"),
                &["pass", "play 2bA 3bA", "pass"],
            ),
            step(
                "Clara took the trick and leads a sequence of two blue cards, which comes to 5. Nobody has beaten her yet: pass, or play more \
                 than 5 in blue to try for the lead.",
                "#following",
                |_, mv| matches!(mv, Move::Play(_) | Move::Pass),
                &[],
            ),
        ],
        end: "Whoever lays their last card ends the round, and their pair takes the pile and what the other pair still holds. Eight of the \
              fifteen cards of a suit are worth 10 points, and so are more than thirty cards. The match ends when a pair has 100 points and more \
              than the other. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let hands = HANDS.map(|hand| hand.split(' ').collect::<Vec<_>>());
    let dealt = (0..15).flat_map(|number| hands.iter().filter_map(move |hand| hand.get(number).copied()));
    let deck: Vec<&str> = dealt.collect();
    format!(
        "(parlour: 1, game: \"mystique-domination\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy)), (name: \"Clara\", bot: Some(Easy)), (name: \"Ben\", bot: Some(Easy))], deal: (deck: \"{}\"), moves: [])",
        deck.join(" ")
    )
}
