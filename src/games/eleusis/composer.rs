//! Rules that nobody has written down: what the house and dealers who are the program make up, by grade.
//!
//! They are sentences of the language with some of their words drawn by lot, of the kinds that the rules have which ship with
//! Parlour. What the rulebook advises against is drawn again.

use super::advice::RuleAdvice;
use super::language::{Automaton, Rule};
use super::secrets::{self, RuleGrade};
use crate::engine::rng::GameRng;
use crate::words::joined;

/// So often a sentence is drawn again before a rule that ships with Parlour must do.
const DRAWN: usize = 40;

/// A rule of a grade: every other time one that ships with Parlour, otherwise one that is made up.
pub fn rule_of(grade: RuleGrade, rng: &mut GameRng) -> Rule {
    let composed = if rng.below(2) == 0 { None } else { compose(grade, rng) };
    composed.unwrap_or_else(|| shipped(grade, rng))
}

fn shipped(grade: RuleGrade, rng: &mut GameRng) -> Rule {
    let graded: Vec<&Rule> =
        secrets::all().filter(|(_, secret)| secret.grade == grade).map(|(_, secret)| secret.rule()).collect();
    rng.pick(&graded).map_or(Rule::Repeat(Vec::new()), |rule| (*rule).clone())
}

/// A rule that is made up; `None` if luck would not have it.
///
/// ```
/// use parlour::engine::rng::GameRng;
/// use parlour::games::eleusis::composer::compose;
/// use parlour::games::eleusis::secrets::RuleGrade;
///
/// let rule = compose(RuleGrade::Hard, &mut GameRng::from_number(1)).unwrap();
/// assert_eq!(rule.to_string(), "if suit same as last then rank > last else rank < last");
/// ```
pub fn compose(grade: RuleGrade, rng: &mut GameRng) -> Option<Rule> {
    let sentence = match grade {
        RuleGrade::Easy => easy,
        RuleGrade::Medium => medium,
        RuleGrade::Hard => hard,
        RuleGrade::Expert => expert,
    };
    (0..DRAWN).find_map(|_| {
        let rule: Rule = sentence(rng).parse().ok()?;
        RuleAdvice::of(&Automaton::of(&rule)).problems().is_empty().then_some(rule)
    })
}

/// Two kinds of cards, about half of the deck each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Halves {
    Colour,
    Parity,
    Suits,
    Rank,
}

impl Halves {
    const ALL: [Halves; 4] = [Halves::Colour, Halves::Parity, Halves::Suits, Halves::Rank];

    /// Which of the two comes first is a matter of luck.
    fn named(self, rng: &mut GameRng) -> [String; 2] {
        let mut halves = match self {
            Halves::Colour => ["red", "black"].map(str::to_owned),
            Halves::Parity => ["odd", "even"].map(str::to_owned),
            Halves::Suits => {
                let partner = any(&["heart", "diamond"], rng);
                let other = if partner == "heart" { "diamond" } else { "heart" };
                [format!("spade or {partner}"), format!("club or {other}")]
            }
            Halves::Rank => {
                let highest = number(6, 8, rng);
                [format!("ace to {highest}"), format!("{} to king", highest + 1)]
            }
        };
        rng.shuffle(&mut halves);
        halves
    }
}

fn any<T: Copy>(of: &[T], rng: &mut GameRng) -> T {
    of[rng.below(of.len() as u32) as usize]
}

/// From one number to another, both included.
fn number(from: u32, to: u32, rng: &mut GameRng) -> u32 {
    from + rng.below(to - from + 1)
}

/// What is said of the next card, said of another.
fn said_of(card: &str, kind: &str) -> String {
    joined(kind.split(" or ").map(|kind| format!("{card} is {kind}")), " or ")
}

/// "1 to 3 above last, wrapping".
fn steps(nearest: u32, ways: &[&str], rng: &mut GameRng) -> String {
    let farthest = number(nearest + 1, nearest + 4, rng);
    let (way, wrapping) = (any(ways, rng), any(&["", ", wrapping"], rng));
    format!("{nearest} to {farthest} {way} last{wrapping}")
}

const WAYS: [&str; 3] = ["above", "below", "above or below"];

/// A cycle of so many cards, each of one of these kinds.
fn cycle(kinds: &[String], length: u32, rng: &mut GameRng) -> String {
    format!("repeat {}", joined((0..length).filter_map(|_| rng.pick(kinds)), " "))
}

fn suits(rng: &mut GameRng) -> [&'static str; 4] {
    let mut suits = ["spade", "heart", "club", "diamond"];
    rng.shuffle(&mut suits);
    suits
}

/// One thing matters.
fn easy(rng: &mut GameRng) -> String {
    match rng.below(4) {
        0 => {
            let [one, other] = Halves::Rank.named(rng);
            format!("if last is {one} then {other} else {one}")
        }
        1 => steps(1, &WAYS, rng),
        2 => {
            let times = any(&[1, 1, 2], rng);
            let each = |suit| std::iter::repeat_n(suit, times);
            format!("repeat {}", joined(suits(rng).into_iter().flat_map(each), " "))
        }
        _ => {
            let halves = any(&[Halves::Colour, Halves::Parity, Halves::Rank], rng).named(rng);
            let length = number(3, 5, rng);
            cycle(&halves, length, rng)
        }
    }
}

/// One thing matters less plainly, or a cycle mixes several.
fn medium(rng: &mut GameRng) -> String {
    match rng.below(4) {
        0 => {
            let (from, to) = (number(3, 6, rng), number(8, 11, rng));
            format!("if last is {from} to {to} then not {from} to {to} else {from} to {to}")
        }
        1 => {
            let nearest = number(2, 4, rng);
            steps(nearest, &WAYS, rng)
        }
        2 => {
            let ([one, other], climb) = (Halves::Rank.named(rng), steps(1, &WAYS[..2], rng));
            format!("if last is {one} then {other} else {climb}")
        }
        _ => {
            let kinds = [Halves::Colour, Halves::Parity, Halves::Rank].map(|halves| halves.named(rng)).concat();
            let length = number(3, 4, rng);
            cycle(&[kinds, suits(rng).map(str::to_owned).to_vec()].concat(), length, rng)
        }
    }
}

/// Two things matter that have nothing to do with each other.
fn hard(rng: &mut GameRng) -> String {
    let mut kinds = Halves::ALL;
    rng.shuffle(&mut kinds);
    let [[when, _], [one, other]] = [kinds[0], kinds[1]].map(|halves| halves.named(rng));
    let (when, alike) = (said_of("last", &when), any(&["colour", "suit", "parity"], rng));
    let climb = steps(1, &WAYS[..2], rng);
    match rng.below(5) {
        0 | 1 => format!("if {when} then {one} else {other}"),
        2 => format!("if {when} then {climb} else {}", turned(&climb)),
        3 => format!("if {when} then {alike} same as last else {alike} differs from last"),
        _ => any(
            &[
                &*format!("{alike} differs from last and 1 to 6 above or below last"),
                &*format!("{alike} same as last or {climb}"),
                &*format!("if {alike} same as last then rank > last else rank < last"),
            ],
            rng,
        )
        .to_owned(),
    }
}

/// The same steps the other way.
fn turned(steps: &str) -> String {
    if steps.contains("above") { steps.replace("above", "below") } else { steps.replace("below", "above") }
}

/// The card before the last matters, or a long cycle.
fn expert(rng: &mut GameRng) -> String {
    let [one, other] = any(&Halves::ALL, rng).named(rng);
    let alike = any(&["colour", "suit", "parity"], rng);
    match rng.below(4) {
        0 => format!("if {alike} of last same as before then {one} else {other}"),
        1 => format!("if rank of last {} before then {one} else {other}", any(&["<", ">"], rng)),
        2 => {
            let [when, _] = any(&Halves::ALL, rng).named(rng);
            format!("if {} then {one} else {other}", said_of("before", &when))
        }
        _ => {
            let kinds = [Halves::Colour, Halves::Parity, Halves::Rank].map(|halves| halves.named(rng)).concat();
            let length = number(5, 6, rng);
            cycle(&kinds, length, rng)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_that_is_made_up_is_a_rule() {
        for number in 0..400 {
            let mut rng = GameRng::from_number(number);
            for sentence in [easy, medium, hard, expert] {
                let sentence = sentence(&mut rng);
                assert!(sentence.parse::<Rule>().is_ok(), "{sentence}: {:?}", sentence.parse::<Rule>());
            }
        }
    }
}
