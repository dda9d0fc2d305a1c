//! The first steps in Mystique Guilds: drawing, buying with a card, and with a smaller one, taking what another has discarded, and a
//! purchase of one's own choice.

use super::moves::Move;
use super::rules::MystiqueGuilds;
use crate::cards::{CardBits, MystiqueSet};
use crate::engine::lesson::{Answers, Lesson, LessonStep};

/// The draw deck as far as it is drawn, the first card first.
const DRAWN: &str = "3rS 5bM 4bS 2yC 1bA 5yC 2bS 3bS 1rC 4yA 2rM 1yS";

pub fn lesson() -> Lesson<MystiqueGuilds> {
    let step = |says, rule, answers: Answers<MystiqueGuilds>, replies| LessonStep { says, rule, answers, replies };
    Lesson {
        record,
        steps: vec![
            step(
                "Each colour of each suit is a guild, and whoever has the highest total in a guild at the end controls it: that is a \
                 point. Nobody has a card yet. Click the draw deck to draw one.",
                "#the-turn",
                |_, mv| is(mv, "draw"),
                &["draw"],
            ),
            step(
                "A card buys as many cards as its number. Pick up the three of red suns and drop it on the third card of the draw \
                 deck: you get three cards for it.",
                "#buying",
                |_, mv| is(mv, "buy 3rS 3"),
                &["take"],
            ),
            step(
                "Three cards for one. Your card went onto the discard deck, though, and Ada took it from there. The row above your \
                 cards says who leads each guild: you lead blue suns, which are worth two points. Spend the two of yellow crowns: you \
                 no longer lead its guild then, but you get two cards. (An ace would buy one, and one you may draw for nothing.)",
                "#buying",
                |_, mv| is(mv, "buy 2yC 2"),
                &["buy 5bM 5"],
            ),
            step(
                "You drew the palm of yellow crowns, so you lead that guild again. Ada bought five cards and paid with the palm of \
                 blue moons. It lies on the discard deck now, and nobody has any other blue moons: click it to take it.",
                "#the-turn",
                |_, mv| is(mv, "take"),
                &["draw"],
            ),
            step(
                "You lead blue suns, six to three. Buy with the card that you like best. When you have picked it up, point at the cards of \
                 the draw deck first, and read which guilds they could bring you and which you would lose.",
                "#controlling-a-guild",
                |_, mv| matches!(mv, Move::Buy { .. }),
                &[],
            ),
        ],
        end: "This is how the guilds would be counted now. The game ends as soon as the draw deck is empty: hurry if you are ahead, and if \
              you are not, take from the discard deck while you can. Ready for a game?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse() == Ok(*mv)
}

fn record() -> String {
    let rest: MystiqueSet = DRAWN.parse().map_or(MystiqueSet::DECK, |drawn| MystiqueSet::DECK.minus(drawn));
    format!(
        "(parlour: 1, game: \"mystique-guilds\", rules: 1, seed: \"first steps\", seats: [(name: \"You\"), (name: \"Ada\", bot: \
         Some(Easy))], deal: (deck: \"{DRAWN} {rest}\", first: 0), moves: [])"
    )
}
