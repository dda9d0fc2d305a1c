//! The first steps in Mystical Eddies: a lead that goes to somebody else, establishing, following both of two attributes, a trick in
//! which the second card is tossed, and following what another has established.

use super::rules::{Move, MysticalEddies};
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// What the three are dealt, card by card in turn; before it four cards are set aside, and after it two.
const LEARNER: &str = "2bC 2rC 4bC 5bC 3yS 5yS 1bC 5bM 1bS 1yA 2yC 4yA 1rS 4yM 2yA 1rC 3yC 2rM";
const ADA: &str = "3bA 5rC 3bC 1yM 4bM 3bM 5yC 4yS 2yS 5yA 3yM 1rM 4rM 5rM 1bM 1bA 3yA 4yC";
const BEN: &str = "3rM 2rS 3rS 4rS 5rS 2bS 3bS 4bS 5bS 2rA 3rA 4rA 5rA 2bA 4bA 5bA 3rC 4rC";
const ASIDE: (&str, &str) = ("2yM 5yM 1yS 1yC", "2bM 1rA");

pub fn lesson() -> Lesson<MysticalEddies> {
    let step = |says, rule, answers: Answers<MysticalEddies>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Each trick is a point. You lead, but the first player to match your card decides what counts, so a lead seldom wins: \
                 lead a card you can spare, the two of blue crowns.",
                "#the-trick",
                |_, mv| is(mv, "play 2bC"),
                &["play 3bA", "play 2bS", "play 3rM"],
            ),
            step(
                "Ada matched your blue, so blue had to be followed, and among blue cards the highest suit wins: Ben’s sun. Now Ben \
                 leads, and you come next. Match his number with the three of yellow suns: threes must then be followed, and of \
                 threes the highest colour wins.",
                "#who-wins",
                |_, mv| is(mv, "play 3yS"),
                &["play 3bC"],
            ),
            step(
                "Yellow is the highest colour, and the trick is yours. Lead the two of red crowns, and see what happens when a card \
                 matches two things.",
                "#who-wins",
                |_, mv| is(mv, "play 2rC"),
                &["play 5rC", "play 3rC", "play 1yM", "play 5bA"],
            ),
            step(
                "Ada matched red and crowns, and both had to be followed: of red crowns the highest number won. Now Ada leads, and \
                 Ben had nothing that matches her card, so he tossed one, and it is up to you. Match yellow with the palm of \
                 yellow suns.",
                "#following",
                |_, mv| is(mv, "play 5yS"),
                &[],
            ),
            step(
                "Nothing yellow beats it. You lead again: the ace of blue crowns is a card you can spare.",
                "#who-wins",
                |_, mv| is(mv, "play 1bC"),
                &["play 4bM", "play 2bA", "play 3bM", "play 4bA"],
            ),
            step(
                "Ada took that trick and leads, and Ben matched blue: you must follow it, and only your blue cards are lit. The highest \
                 suit wins, and of two moons the higher number. Play the ace of blue suns or the palm of blue moons, and the trick is \
                 yours.",
                "#following",
                |_, mv| is(mv, "play 1bS") || is(mv, "play 5bM"),
                &[],
            ),
        ],
        end: "Three tricks are yours: three points, once the hands are empty. The mark on the led card always says what must be followed, \
              and the line under the trick says who is winning, and why. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let hands = [LEARNER, ADA, BEN].map(|hand| hand.split(' ').collect::<Vec<&str>>());
    let dealt: Vec<&str> =
        (0..hands[0].len()).flat_map(|number| hands.iter().filter_map(move |hand| hand.get(number).copied())).collect();
    let (before, after) = ASIDE;
    format!(
        "(parlour: 1, game: \"mystical-eddies\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", \
         bot: Some(Easy)), (name: \"Ben\", bot: Some(Easy))], deal: (deck: \"{before} {} {after}\", dealer: 2), moves: [])",
        dealt.join(" ")
    )
}
