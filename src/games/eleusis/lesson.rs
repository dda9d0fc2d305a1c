//! The first steps in Eleusis Express: alone, the rule "red, black, red, black" found in five cards.

use super::language::{Automaton, Rule};
use super::rules::{EleusisExpress, Move, View};
use crate::cards::ShoeCard;
use crate::engine::lesson::{Answers, Lesson, LessonStep};
use crate::words::joined;

/// The secret rule of the lesson.
const RULE: &str = "colour differs from last";

/// What the learner is dealt, the first card of the mainline, and what is drawn.
const TOP: &str = "3C 5D 9H 8C JD 6S 2H TS KH QD 7C AC 4S 4D 9C 6H JS 2D 8S KC 5H 3D QS 7H";

pub fn lesson() -> Lesson<EleusisExpress> {
    let step = |says, rule, answers: Answers<EleusisExpress>| LessonStep { says, rule, answers, replies: &[] };
    Lesson {
        record,
        steps: vec![
            step(
                "There is a secret rule about which card may come next. The mainline begins with the four of spades. You know \
                 nothing yet, so any card is an experiment: move the three of clubs to it.",
                "#the-turn",
                |_, mv| is(mv, "play 3C"),
            ),
            step(
                "Wrong: the three hangs below the card that it may not follow, and you draw another. A wrong card tells as much as \
                 a right one. Now try a red one: the five of diamonds.",
                "#the-turn",
                |_, mv| is(mv, "play 5D"),
            ),
            step(
                "Right: it joins the mainline. After each right card you may guess the rule, which costs two cards if the guess is \
                 wrong and you play alone. It is too early: choose “Go on”.",
                "#guessing-the-rule",
                |_, mv| *mv == Move::Pass,
            ),
            step("Is red always right? Find out with another red card: the nine of hearts.", "#the-turn", |_, mv| {
                is(mv, "play 9H")
            }),
            step(
                "No: black was wrong after black, and red is wrong after red. So try a black card now: the eight of clubs.",
                "#the-turn",
                |_, mv| is(mv, "play 8C"),
            ),
            step(
                "Right again. But the rule might still be about numbers: four, five and eight go up, too. So do not guess yet.",
                "#guessing-the-rule",
                |_, mv| *mv == Move::Pass,
            ),
            step("Try a lower red card: the two of hearts.", "#the-turn", |_, mv| is(mv, "play 2H")),
            step(
                "Right, so the numbers need not go up. The colours take turns: black, red, black, red. Write your guess at the side, for \
                 instance “colour differs from last” or “repeat red black”, and press Enter.",
                "#writing-rules",
                |view, mv| matches!(mv, Move::Guess(words) if words.as_rule().is_some_and(|rule| is_the_rule(view, &rule))),
            ),
        ],
        end: "Found, with five cards! Whatever words you choose, a guess counts if it means the same. At the side you can also \
              keep sentences in a notebook, where each is checked against all that lies on the table. Ready for a rule that \
              nobody has told you?",
    }
}

fn is(mv: &Move, text: &str) -> bool {
    text.parse().as_ref() == Ok(mv)
}

fn is_the_rule(view: &View, rule: &Rule) -> bool {
    let (secret, table): (Option<Rule>, _) = (RULE.parse().ok(), &view.table);
    let is_same =
        |secret: Rule| table.difference(&Automaton::of(&secret), &Automaton::of(rule), table.mainline.len()).is_none();
    secret.is_some_and(is_same)
}

fn record() -> String {
    let top: Vec<&str> = TOP.split(' ').collect();
    let all = || ShoeCard::of_deck(0).map(|card| card.card.to_string());
    let rest = all().filter(|card| !top.contains(&card.as_str())).chain(all());
    let stock = joined(top.iter().map(|card| (*card).to_owned()).chain(rest), " ");
    format!(
        "(parlour: 1, game: \"eleusis-express\", rules: 2, seed: \"first steps\", options: (house: true, rule: \"{RULE}\"), \
         seats: [(name: \"You\")], deal: (stock: \"{stock}\"), moves: [])"
    )
}
