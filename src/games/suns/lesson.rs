//! The first steps in Battle for the Suns.

use super::rules::{BattleForTheSuns, Move};
use super::table::{DECK, SUNS};
use crate::cards::MystiqueSet;
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// The suns that rise first, and what both are dealt, card by card in turn; then what they draw.
const HORIZON: &str = "4yS 2bS";
const LEARNER: &str = "4yC 3yM 5bA 1rM 2rC";
const ADA: &str = "5rC 4bM 2bC 1bA 3rA";
const DRAWN: &str = "2bA 5rM 1yC 3bM";

pub fn lesson() -> Lesson<BattleForTheSuns> {
    let step = |says, rule, answers: Answers<BattleForTheSuns>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "A sun worth four points has risen. Everybody bids a card for it, face down. The figure on each card says what it \
                 adds to your bid now: its number, one more if it is yellow like this sun, and one more if it is a four. Bid the \
                 four of yellow crowns, which adds 6.",
                "#the-bids",
                |_, mv| is(mv, "bid 4yC"),
                &["bid 5rC"],
            ),
            step(
                "Both cards were turned over together: your 6 against Ada’s 5. Now each may add a second card, or stop and leave \
                 the bid as it is. Ada will not give up yet, so bid the three of yellow moons, which adds 4.",
                "#the-bids",
                |_, mv| is(mv, "bid 3yM"),
                &["bid 4bM"],
            ),
            step(
                "Ten against ten: a tie would lose the sun for both of you. Each of you may add one more card. Bid the palm of blue \
                 arms, which adds 5.",
                "#the-sun-sets",
                |_, mv| is(mv, "bid 5bA"),
                &["stop"],
            ),
            step(
                "The sun is yours, all bids are discarded, and you have both drawn back up to five cards. The next sun is worth only two. A low \
                 card is a good bid for it: bid the ace of red moons.",
                "#the-bids",
                |_, mv| is(mv, "bid 1rM"),
                &["bid 3rA"],
            ),
            step(
                "Good cards are better kept for better suns. Stop, and let Ada have this one.",
                "#the-bids",
                |_, mv| *mv == Move::Stop,
                &["stop"],
            ),
        ],
        end: "Four points to two. Fifteen suns rise in a game, and the most points win. Ready for one?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

/// These cards first, then all others.
fn with_rest(first: &[&str], all: MystiqueSet) -> String {
    let first = first.join(" ");
    let rest = all.without(first.parse().unwrap_or_default());
    format!("{first} {rest}")
}

fn record() -> String {
    let dealt: Vec<&str> = LEARNER.split(' ').zip(ADA.split(' ')).flat_map(|(one, other)| [one, other]).collect();
    format!(
        "(parlour: 1, game: \"battle-for-the-suns\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \
         \"Ada\", bot: Some(Easy))], deal: (horizon: \"{}\", deck: \"{}\"), moves: [])",
        with_rest(&[HORIZON], SUNS),
        with_rest(&[&dealt.join(" "), DRAWN], DECK)
    )
}
