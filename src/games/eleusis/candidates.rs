//! What fits the cards that were judged, kind by kind: parts, choices between two of them by a condition, and parts that have turns. A
//! [belief](super::belief) puts these together and weighs them.

use std::cmp::Ordering;

use super::aftermath::Aftermath;
use super::agreement::Agreement;
use super::evidence::{CardVerdict, Evidence, Situation};
use super::idea::RuleTurn;
use super::mind::Mind;
use super::parts::{ALL, Condition, Part, PartId};
use crate::cards::CardSet;
use crate::engine::game::Cancel;

/// How likely all rules that choose between two parts are against all of one part, the cycles of two cards, and those with a part for
/// each suit of the last card, or for each colour of it if it is odd and if it is even; and cycles of one card more against those of one
/// less.
const CHOICE: f32 = 0.5;
const CYCLE: f32 = 0.1;
const LONGER: f32 = 0.8;
const BY_SUIT: f32 = 0.03;
const BY_COLOUR_AND_PARITY: f32 = 0.03;

/// A part that is thought of, with what the table says of it. Those that come to mind are the first of all parts, so that they keep
/// their numbers.
pub struct PartSeen {
    /// Zero if it does not come to mind.
    pub weight: f32,
    familiarity: f32,
    pub is_in_cycles: bool,
    /// Where it holds of the card that was judged.
    pub holds: Agreement,
    pub now: CardSet,
}

/// Two branches that each fit where their condition asks for them.
pub struct ChoiceLeft {
    pub condition: PartId,
    pub weight: f32,
    /// The next cards for which the first branch must hold.
    pub now: CardSet,
    pub then: Branch,
    pub otherwise: Branch,
}

/// The parts that fit in one place of a rule, and their weights together.
#[derive(Clone, Default)]
pub struct Branch {
    pub parts: Vec<PartId>,
    pub weight: f32,
}

/// Rules whose parts have turns: the parts that fit for each of them.
pub struct TurnsLeft {
    pub turn: RuleTurn,
    pub weight: f32,
    pub places: Vec<Branch>,
}

/// The cards that were judged, as parts are held against them.
pub struct Judged<'a> {
    cards: &'a [CardVerdict],
    now: Situation,
    /// Where cards were right.
    pub target: Agreement,
}

impl Judged<'_> {
    pub fn of(evidence: &Evidence) -> Judged<'_> {
        let cards = &evidence.judged[evidence.judged.len().saturating_sub(Agreement::MOST)..];
        Judged { cards, now: evidence.now, target: Agreement::of(cards, |judgement| judgement.is_right) }
    }

    /// Where something is so.
    fn agreement(&self, is_so: impl Fn(&CardVerdict) -> bool) -> Agreement {
        Agreement::of(self.cards, is_so)
    }

    pub fn parts_of(&self, mind: Mind) -> Vec<PartSeen> {
        let known = ALL.parts.iter().take_while(|part| part.familiarity >= mind.least);
        let comes_to_mind = |part: &Part| mind.looks_back || !part.looks_back();
        let seen = |part: &Part| PartSeen {
            weight: if comes_to_mind(part) { part.weight } else { 0.0 },
            familiarity: part.familiarity,
            is_in_cycles: part.is_in_cycles && part.weight >= mind.least_put_together,
            holds: self.agreement(|judgement| part.right(&judgement.at).contains(judgement.card)),
            now: part.right(&self.now),
        };
        known.map(seen).collect()
    }

    /// The parts that say the right thing of the cards of which they are asked, down to so familiar ones.
    fn fitting(&self, seen: &[PartSeen], asked: Agreement, least: f32) -> Branch {
        Branch::of(seen, |part| part.familiarity >= least && part.holds.is_same_where(self.target, asked))
    }
}

impl Branch {
    pub fn of(seen: &[PartSeen], fits: impl Fn(&PartSeen) -> bool) -> Branch {
        let fitting = (0..).zip(seen).filter(|(_, part)| part.weight > 0.0 && fits(part));
        Branch::made_of(seen, fitting.map(|(id, _)| id).collect())
    }

    fn made_of(seen: &[PartSeen], parts: Vec<PartId>) -> Branch {
        Branch { weight: parts.iter().map(|id| seen[usize::from(*id)].weight).sum(), parts }
    }

    /// Those of its parts of which something is so.
    pub fn only(&self, seen: &[PartSeen], is_so: impl Fn(PartId) -> bool) -> Branch {
        Branch::made_of(seen, self.parts.iter().copied().filter(|id| is_so(*id)).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl ChoiceLeft {
    /// Every condition with branches that fit.
    pub fn all(seen: &[PartSeen], judged: &Judged<'_>, mind: Mind, cancel: &Cancel) -> Vec<ChoiceLeft> {
        let least = mind.least_chosen;
        let conditions =
            (0..).zip(&ALL.conditions).take_while(|(_, condition)| condition.weight >= mind.least_put_together);
        let conditions = conditions.filter(|(_, condition)| mind.looks_back || !condition.looks_back);
        let all_conditions: f32 = conditions.clone().map(|(_, condition)| condition.weight).sum();
        let thought_of: f32 = seen.iter().map(|part| part.weight).sum();
        let all = judged.agreement(|_| true);
        let of = |(condition, chooses): (PartId, &Condition)| {
            let chosen = judged.agreement(|judgement| chooses.cards(&judgement.at).contains(judgement.card));
            let [then, otherwise] = [chosen, all.without(chosen)].map(|asked| judged.fitting(seen, asked, least));
            let weight = CHOICE * chooses.weight * then.weight * otherwise.weight / (all_conditions * thought_of);
            let now = chooses.cards(&judged.now);
            (weight > 0.0).then_some(ChoiceLeft { condition, weight, now, then, otherwise })
        };
        conditions.take_while(|_| !cancel.is_raised()).filter_map(of).collect()
    }

    /// All but those that mean from a wrong guess on what was guessed: both branches do, wherever they are asked.
    pub fn without(self, after: &Aftermath<'_>, seen: &[PartSeen], cancel: &Cancel) -> Vec<ChoiceLeft> {
        if cancel.is_raised() {
            return vec![self];
        }
        let condition = ALL.condition(self.condition);
        let then = after.agreeing(&self.then.parts, |at| condition.cards(at));
        if then.is_empty() {
            return vec![self];
        }
        let otherwise = after.agreeing(&self.otherwise.parts, |at| condition.cards(at).complement());
        if otherwise.is_empty() {
            return vec![self];
        }
        let other_then = self.then.only(seen, |part| !then.contains(&part));
        let other_otherwise = self.otherwise.only(seen, |part| !otherwise.contains(&part));
        // Either the first branch is another, or it is the guess's and the second is another.
        let pieces = [(other_then, self.otherwise.clone()), (Branch::made_of(seen, then), other_otherwise)];
        let pieces = pieces.into_iter().filter(|(then, otherwise)| !then.is_empty() && !otherwise.is_empty());
        let piece = |(then, otherwise): (Branch, Branch)| {
            let share = then.weight / self.then.weight * (otherwise.weight / self.otherwise.weight);
            ChoiceLeft { condition: self.condition, weight: share * self.weight, now: self.now, then, otherwise }
        };
        pieces.map(piece).collect()
    }

    /// Both branches, each with the next cards of which it is asked.
    pub fn branches(&self) -> [(&Branch, CardSet); 2] {
        [(&self.then, self.now), (&self.otherwise, self.now.complement())]
    }
}

impl TurnsLeft {
    pub fn all(seen: &[PartSeen], judged: &Judged<'_>, mind: Mind, cancel: &Cancel) -> Vec<TurnsLeft> {
        let lengths = (2..=mind.longest_cycle).take_while(|_| !cancel.is_raised());
        let cycles = lengths.flat_map(|length| TurnsLeft::cycles(seen, judged, length));
        let by_last = [(RuleTurn::SuitOfLast, BY_SUIT), (RuleTurn::ColourAndParityOfLast, BY_COLOUR_AND_PARITY)];
        let by_last = by_last.into_iter().filter(|_| mind.choices);
        cycles
            .chain(by_last.filter_map(|(turn, prior)| TurnsLeft::of(seen, judged, turn, prior, &|_, _| true)))
            .collect()
    }

    /// Cycles of this length that fit: the first card of the mainline stands for the last part of a cycle, or fits none of them.
    fn cycles(seen: &[PartSeen], judged: &Judged<'_>, length: usize) -> Vec<TurnsLeft> {
        let prior = CYCLE * LONGER.powi(length as i32 - 2);
        let begins = |id: &PartId| ALL.part(*id).begins_with(judged.now.first);
        let with = |may_stand: &dyn Fn(&PartId, usize) -> bool| {
            TurnsLeft::of(seen, judged, RuleTurn::Place(length), prior, may_stand)
        };
        let begun = with(&|id, place| place + 1 < length || begins(id));
        let not_begun = with(&|id, _| !begins(id));
        begun.into_iter().chain(not_begun).collect()
    }

    /// Those that fit, made of plain parts; `None` if there are none.
    pub fn of(
        seen: &[PartSeen],
        judged: &Judged<'_>,
        turn: RuleTurn,
        prior: f32,
        may_stand: &dyn Fn(&PartId, usize) -> bool,
    ) -> Option<TurnsLeft> {
        let in_cycles: f32 = seen.iter().filter(|part| part.is_in_cycles).map(|part| part.weight).sum();
        let all: f32 = seen.iter().map(|part| part.weight).sum();
        let of_place = |place: usize| {
            let asked = judged.agreement(|judgement| turn.of(&judgement.at) == place);
            let fitting = judged.fitting(seen, asked, 0.0).parts;
            let is_it = |id: &PartId| seen[usize::from(*id)].is_in_cycles && may_stand(id, place);
            let parts: Vec<PartId> = fitting.into_iter().filter(is_it).collect();
            Branch { weight: parts.iter().map(|id| seen[usize::from(*id)].weight).sum(), parts }
        };
        let places: Vec<Branch> = (0..turn.count()).map(of_place).collect();
        let weight = all * prior * places.iter().map(|place| place.weight / in_cycles).product::<f32>();
        (weight > 0.0).then_some(TurnsLeft { turn, weight, places })
    }

    /// All but those that mean from a wrong guess on what was guessed: each part does when it has its turn.
    pub fn without(self, after: &Aftermath<'_>, seen: &[PartSeen], cancel: &Cancel) -> Vec<TurnsLeft> {
        if cancel.is_raised() {
            return vec![self];
        }
        let places: Vec<Vec<PartId>> = self.places.iter().map(|place| place.parts.clone()).collect();
        let Some(guessed) = after.agreeing_in_turns(self.turn, &places) else { return vec![self] };
        // Up to some place the parts are the guess's, and there one is another.
        let piece = |differs: usize| {
            let of_place = |(number, (place, guessed)): (usize, (&Branch, &Vec<PartId>))| match number.cmp(&differs) {
                Ordering::Less => Branch::made_of(seen, guessed.clone()),
                Ordering::Equal => place.only(seen, |part| !guessed.contains(&part)),
                Ordering::Greater => place.clone(),
            };
            let places: Vec<Branch> = self.places.iter().zip(&guessed).enumerate().map(of_place).collect();
            let shares = places.iter().zip(&self.places).map(|(place, before)| place.weight / before.weight);
            let weight = self.weight * shares.product::<f32>();
            let is_any = !places.iter().any(Branch::is_empty);
            is_any.then_some(TurnsLeft { turn: self.turn, weight, places })
        };
        (0..self.places.len()).filter_map(piece).collect()
    }

    /// What the next card is judged by.
    pub fn place(&self, now: &Situation) -> &Branch {
        &self.places[self.turn.of(now)]
    }
}
