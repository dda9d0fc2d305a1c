//! The first steps in Mystique Pillars: a whole draft, and the first turns of building.

use super::rules::{Move, MystiquePillars};
use crate::cards::MystiqueSet;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// The pillars as far as they are drawn from, the top card first.
const PILLARS: [&str; 4] = [
    "3rC 3bM 2rS 2yA 1bS 1bM 2bC 5bC 3rA 2rM 4bM 4rA 5yA 2bM 2yM",
    "2yC 4rM 5bA 2yS 3rS 1rC 5yS 4yC 5yM 1rS 5bS 1rM 2bS 2rA 4rS",
    "3rM 5bM 3yC 4yS 5rS 5rC 1yA 3bC 3bA 4bS 1bC 3yM 4bA 3yA 3bS",
    "2rC 5rA 2bA 4rC 1yC 1bA 5rM 5yC 3yS 1yM 4yM 4yA 4bC 1yS 1rA",
];

fn step(
    says: &'static str,
    rule: &'static str,
    answers: Answers<MystiquePillars>,
    replies: &'static [&'static str],
) -> LessonStep<MystiquePillars> {
    LessonStep { says, rule, answers, replies }
}

pub fn lesson() -> Lesson<MystiquePillars> {
    Lesson {
        record,
        steps: drafting().into_iter().chain(building()).collect(),
        end: "You are down to five cards, and whoever lays their last one first wins. Draft cards that go together, keep an eye on \
              what the others could lay, and remember what lies under the tops. Ready for a game?",
    }
}

fn drafting() -> Vec<LessonStep<MystiquePillars>> {
    const DRAFT: &str = "#the-draft";
    vec![
        step(
            "First everybody drafts eight cards, one at a time, from the tops of the four pillars. All hands are face up. Take the \
             three of red crowns: click pillar 1.",
            DRAFT,
            |_, mv| is(mv, "draw 1"),
            &["draw 2"],
        ),
        step(
            "Later you get rid of cards by laying them onto cards that share exactly two attributes with them. The three of red \
             moons shares number and colour with the card you have. Take it.",
            DRAFT,
            |_, mv| is(mv, "draw 3"),
            &["draw 4"],
        ),
        step(
            "The three of blue moons goes well with that one: the number and the suit. Take it.",
            DRAFT,
            |_, mv| is(mv, "draw 1"),
            &["draw 2"],
        ),
        step(
            "Point at a pillar, and the cards in your hand that its top card matches are framed. Take the palm of blue moons.",
            DRAFT,
            |_, mv| is(mv, "draw 3"),
            &["draw 4"],
        ),
        step("And the palm of blue arms.", DRAFT, |_, mv| is(mv, "draw 2"), &["draw 3"]),
        step("The two of blue arms matches it, too.", DRAFT, |_, mv| is(mv, "draw 4"), &["draw 1"]),
        step("Take the two of yellow arms.", DRAFT, |_, mv| is(mv, "draw 1"), &["draw 4"]),
        step(
            "One more. The two of yellow suns shares number and colour with your two of yellow arms. Take it.",
            DRAFT,
            |_, mv| is(mv, "draw 2"),
            &["draw 3"],
        ),
    ]
}

fn building() -> Vec<LessonStep<MystiquePillars>> {
    vec![
        step(
            "Now build. Cards that fit nowhere are dimmed. Pick up the three of red crowns: the pillar topped by the three of red suns \
             lights up. Play it there.",
            "#matching",
            |_, mv| is(mv, "build 3rC 2"),
            &["build 3yC 4"],
        ),
        step(
            "The three of red moons fits onto the card you have just laid. Build it.",
            "#matching",
            |_, mv| is(mv, "build 3rM 2"),
            &["build 4rM 2"],
        ),
        step(
            "Ada has covered your three, and now none of your cards fits. Point at pillar 2: everybody knows what lies under its top \
             card. Draw the four of red moons, and your own three is on top again.",
            "#the-turn",
            |_, mv| is(mv, "draw 2"),
            &["build 2rS 3"],
        ),
        step(
            "So the three of blue moons fits. Build it onto pillar 2.",
            "#matching",
            |_, mv| is(mv, "build 3bM 2"),
            &["build 2yC 4"],
        ),
        step(
            "Three of your cards fit now, and one of them fits on two pillars. The name plate says how many of Ada’s cards fit. Build \
             the card that you like best.",
            "#the-turn",
            |_, mv| matches!(mv, Move::Build(..)),
            &[],
        ),
    ]
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let deck = PILLARS.join(" ");
    debug_assert_eq!(deck.parse(), Ok(MystiqueSet::DECK));
    format!(
        "(parlour: 1, game: \"mystique-pillars\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy))], deal: (deck: \"{deck}\", first: 0), moves: [])"
    )
}
