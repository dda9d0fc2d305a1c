//! A finished round in hindsight: how many rules were still possible after each card, when the rule could have
//! been known, and who came nearest to it.

use super::belief::Belief;
use super::evidence::{CardVerdict, Evidence};
use super::language::{Automaton, Rule, difference_after};
use super::mind::Mind;
use super::moves::Words;
use super::table::{RuleRound, WrongGuess, evidence_of};
use crate::cards::Card;
use crate::engine::game::Cancel;
use crate::engine::seats::Seat;
use crate::words::counted;

/// How likely a rule is at least that can be called known, from 0 to 1.
const KNOWN: f32 = 0.9;

/// How a round went, for whoever knows its rule.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundHindsight {
    /// Card by card, in the order in which they were judged.
    pub cards: Vec<JudgedCard>,
    /// How many cards the mainline had when the rule could have been known; `None` if it could not.
    pub known_after: Option<usize>,
    /// The guess that agrees with the rule about most cards of the mainline, and the share of these, from 0 to 1.
    pub nearest: Option<(Seat, Words, f32)>,
}

impl RoundHindsight {
    /// `None` if the rule was kept in mind, or it was called off.
    pub fn of(round: &RuleRound, cancel: &Cancel) -> Option<RoundHindsight> {
        let rule = Automaton::of(round.rule.as_ref()?);
        let cards = course(&evidence_of(&round.played, &[])?, cancel)?;
        let is_known = |at: &&JudgedCard| {
            let is_sure = at.left == 1 || at.sure >= KNOWN;
            // From then on they are the same, in whatever words.
            let then = round.played.iter().take(at.number).map(|link| link.right.card.card);
            let is_same = |likeliest: &Rule| difference_after(&rule, &Automaton::of(likeliest), then.clone()).is_none();
            is_sure && at.likeliest.as_ref().is_some_and(is_same)
        };
        let mut looked_at = cards.iter().take_while(|_| !cancel.is_raised());
        let known_after = looked_at.find(is_known).map(|at| at.number);
        let agreement = |guess: &WrongGuess| {
            Some((guess.seat, guess.words.clone(), agreement(&rule, &guess.words.as_rule()?, round)))
        };
        let guesses = round.guesses.iter().take_while(|_| !cancel.is_raised()).filter_map(agreement);
        let nearest = guesses.reduce(|best, other| if other.2 > best.2 { other } else { best });
        // Called off, it has not looked at everything.
        (!cancel.is_raised()).then_some(RoundHindsight { cards, known_after, nearest })
    }

    /// In sentences, without the single cards.
    pub fn words(&self) -> Vec<String> {
        let known = match self.known_after {
            Some(after) => {
                format!("The rule could have been worked out after {}", counted(after as u32, "card", "cards"))
            }
            None => "Other rules would have fitted the cards, too".to_owned(),
        };
        let nearest = self.nearest.as_ref().map(|(seat, words, share)| {
            let percent = (100.0 * share).round();
            let guess = format!("{} wrong guess “{words}”", seat.whose());
            format!("{guess} came nearest: it agrees with the rule on {percent}% of cards")
        });
        [Some(known), nearest].into_iter().flatten().collect()
    }
}

/// The share of cards, after each card of the mainline, that a guess judges as the rule does.
fn agreement(rule: &Automaton, guess: &Rule, round: &RuleRound) -> f32 {
    let guess = Automaton::of(guess);
    let mut states = None;
    let mut alike = 0;
    for link in &round.played {
        let card = link.right.card.card;
        let (one, other) = match states {
            None => (rule.start(card), guess.start(card)),
            Some((one, other)) => (rule.after(one, card), guess.after(other, card)),
        };
        states = Some((one, other));
        let (right, guessed) = (rule.right(one), guess.right(other));
        alike += Card::COUNT - right.without(guessed).len() - guessed.without(right).len();
    }
    alike as f32 / (round.played.len().max(1) * Card::COUNT) as f32
}

/// A card that was judged, and what could be known then.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedCard {
    pub card: Card,
    pub is_right: bool,
    /// How many cards the mainline had then, this one included if it was right.
    pub number: usize,
    /// How many rules fitted everything up to this card.
    pub left: u64,
    /// The likeliest of them, once it is likelier than all others together.
    pub likeliest: Option<Rule>,
    /// How likely that was, from 0 to 1.
    pub sure: f32,
}

/// How many rules were left after each card that was judged; guesses are not counted. `None` if it was called off.
pub fn course(evidence: &Evidence, cancel: &Cancel) -> Option<Vec<JudgedCard>> {
    let judged = (1..=evidence.judged.len()).zip(&evidence.judged).take_while(|_| !cancel.is_raised());
    let judged = judged.map(|(count, judgement)| {
        let belief = Belief::watched(Mind::OPEN, &evidence.until(count), cancel);
        let likeliest = belief.likeliest();
        let sure = likeliest.as_ref().map_or(0.0, |(_, chance)| *chance);
        let CardVerdict { at, card, is_right } = *judgement;
        let likeliest = likeliest.filter(|_| sure > 0.5).map(|(rule, _)| rule);
        JudgedCard { card, is_right, number: at.length + usize::from(is_right), left: belief.count(), likeliest, sure }
    });
    let judged: Vec<JudgedCard> = judged.collect();
    (!cancel.is_raised()).then_some(judged)
}
