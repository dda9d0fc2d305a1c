//! Which rules may still be the secret one, and how likely each of them is.
//!
//! Rules are thought of by a grammar: a part alone, two of them together, one or the other, one of two by a condition, and parts that
//! have turns. The more there is to say, the less likely a dealer has it. There are too many to list: the parts that fit are found for
//! each place in a rule on its own, and what they make together is reckoned from their sums, so that every rule of the grammar is weighed
//! with every card.
//!
//! What is believed in is not a sentence but what it means from here on: sentences that no card to come can tell apart are one rule.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::agreement::Agreement;
use super::evidence::{CardVerdict, Evidence, Guess, Situation};
use super::idea::{Idea, IdeaJudge, RuleTurn};
use super::language::{Automaton, Rule, RuleState};
use super::parts::{ALL, Condition, Part, PartId};
use crate::cards::{Card, CardSet};
use crate::engine::rng::GameRng;

const CARDS: usize = Card::COUNT;

/// How likely all rules of two parts together are against all of one part, those that choose between two parts, the cycles of two
/// cards, and those with a part for each suit of the last card; and cycles of one card more against those of one less.
const TOGETHER: f32 = 0.5;
const CHOICE: f32 = 0.5;
const CYCLE: f32 = 0.1;
const LONGER: f32 = 0.7;
const BY_SUIT: f32 = 0.03;

/// How many sentences are compared to find the likeliest rule.
const COMPARED: usize = 400;

/// How many are looked at for those that were guessed in vain.
const LEFT_OUT: usize = 6000;

/// How many sentences of each kind come into that.
const TOGETHER_COMPARED: usize = 150;
const BRANCHES_COMPARED: usize = 4;
const BRANCHES_LEFT_OUT: usize = 12;

/// Which rules somebody thinks of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mind {
    /// Parts and conditions that are less likely do not come to mind.
    pub least: f32,
    /// Whether two parts together do, and choices.
    pub together: bool,
    pub choices: bool,
    /// How many cards cycles have at most; 0 for none.
    pub longest_cycle: usize,
}

impl Mind {
    /// Every rule of the grammar.
    pub const OPEN: Mind = Mind { least: 0.0, together: true, choices: true, longest_cycle: 8 };
}

/// A part that is thought of, with what the table says of it. Those that come to mind are the first of all parts, so that they keep
/// their numbers.
struct PartSeen {
    weight: f32,
    is_in_cycles: bool,
    /// Where it holds of the card that was judged.
    holds: Agreement,
    now: CardSet,
}

/// Two branches that each fit where their condition asks for them.
struct ChoiceLeft {
    condition: PartId,
    weight: f32,
    /// The next cards for which the first branch must hold.
    now: CardSet,
    then: Branch,
    otherwise: Branch,
}

/// The parts that fit in one place of a rule, and their weights together.
#[derive(Default)]
struct Branch {
    parts: Vec<PartId>,
    weight: f32,
}

/// Rules whose parts have turns: the parts that fit for each of them.
struct TurnsLeft {
    turn: RuleTurn,
    weight: f32,
    places: Vec<Branch>,
}

/// The rules that may be the secret one, and how likely each is.
pub struct Belief {
    evidence: Evidence,
    seen: Vec<PartSeen>,
    ones: Branch,
    both: Vec<(PartId, PartId)>,
    either: Vec<(PartId, PartId)>,
    together_weight: f32,
    /// All parts that are thought of, whether they fit or not.
    thought_of: f32,
    choices: Vec<ChoiceLeft>,
    turns: Vec<TurnsLeft>,
    /// The next cards that the likeliest sentences allow which were guessed in vain, with their weights.
    guessed: Vec<(CardSet, f32)>,
    total: f32,
}

impl Belief {
    /// Those that nothing on the table contradicts.
    pub fn of(evidence: &Evidence) -> Belief {
        Belief::within(Mind::OPEN, evidence)
    }

    /// The same of somebody to whom not all rules come to mind.
    pub fn within(mind: Mind, evidence: &Evidence) -> Belief {
        let judged = Judged::of(evidence);
        let seen = judged.parts_of(mind);
        let ones = Branch::of(&seen, |part| part.holds == judged.target);
        let mut belief = Belief {
            thought_of: seen.iter().map(|part| part.weight).sum(),
            choices: if mind.choices { ChoiceLeft::all(&seen, &judged, mind) } else { Vec::new() },
            turns: TurnsLeft::all(&seen, &judged, mind),
            evidence: evidence.clone(),
            both: Vec::new(),
            either: Vec::new(),
            together_weight: 0.0,
            guessed: Vec::new(),
            total: 0.0,
            ones,
            seen,
        };
        if mind.together {
            belief.find_together(judged.target);
        }
        let choices: f32 = belief.choices.iter().map(|choice| choice.weight).sum();
        let turns: f32 = belief.turns.iter().map(|turns| turns.weight).sum();
        belief.total = belief.ones.weight + belief.together_weight + choices + turns;
        if !belief.evidence.not.is_empty() {
            belief.leave_out_what_was_guessed();
        }
        belief
    }

    fn leave_out_what_was_guessed(&mut self) {
        let guessed = self.ideas(LEFT_OUT).into_iter().filter(|(idea, _)| self.was_guessed(idea));
        self.guessed = guessed.map(|(idea, weight)| (idea.right(&self.evidence.now), weight)).collect();
        self.total -= self.guessed.iter().map(|(_, weight)| weight).sum::<f32>();
        // What is left of a subtraction is no rule.
        if self.count() == 0 {
            self.total = 0.0;
        }
    }

    /// Two parts that fit together, and of which one or the other fits.
    fn find_together(&mut self, target: Agreement) {
        let pairs = |of: Branch, fits: &dyn Fn(Agreement, Agreement) -> bool| {
            let mut found = Vec::new();
            for (number, one) in of.parts.iter().enumerate() {
                let holds = self.part(*one).holds;
                let others = of.parts[number + 1..].iter();
                found.extend(others.filter(|other| fits(holds, self.part(**other).holds)).map(|other| (*one, *other)));
            }
            found
        };
        let wide = Branch::of(&self.seen, |part| target.without(part.holds).is_empty());
        let narrow = Branch::of(&self.seen, |part| part.holds.without(target).is_empty());
        let both = pairs(wide, &|one, other| one.and(other) == target);
        let either = pairs(narrow, &|one, other| one.or(other) == target);
        self.together_weight = both.iter().chain(&either).map(|pair| self.weight_of(*pair)).sum();
        (self.both, self.either) = (both, either);
    }

    fn weight_of(&self, (one, other): (PartId, PartId)) -> f32 {
        TOGETHER / self.thought_of * self.part(one).weight * self.part(other).weight
    }

    fn part(&self, id: PartId) -> &PartSeen {
        &self.seen[usize::from(id)]
    }

    /// How many rules are left, as far as that can be counted.
    pub fn count(&self) -> u64 {
        let of = |branch: &Branch| branch.parts.len() as u64;
        let choices = self.choices.iter().map(|choice| of(&choice.then) * of(&choice.otherwise));
        let turns = self.turns.iter().map(|turns| turns.places.iter().map(of).fold(1, u64::saturating_mul));
        let together = self.both.len() + self.either.len();
        let all = choices.chain(turns).fold(of(&self.ones) + together as u64, u64::saturating_add);
        all.saturating_sub(self.guessed.len() as u64)
    }

    pub fn is_empty(&self) -> bool {
        self.total <= 0.0
    }

    /// How likely each card is right now, from 0 to 1; nothing is known where no rule is left.
    pub fn chances(&self) -> [f32; CARDS] {
        let mut chances = [0.0; CARDS];
        if self.is_empty() {
            return chances;
        }
        let mut add = |cards: CardSet, weight: f32| {
            cards.iter().for_each(|card| chances[usize::from(card.index())] += weight / self.total);
        };
        self.ones.parts.iter().map(|one| self.part(*one)).for_each(|part| add(part.now, part.weight));
        let sets = |pair: &(PartId, PartId)| (self.part(pair.0).now, self.part(pair.1).now);
        for pair in &self.both {
            let (one, other) = sets(pair);
            add(one.intersection(other), self.weight_of(*pair));
        }
        for pair in &self.either {
            let (one, other) = sets(pair);
            add(one.union(other), self.weight_of(*pair));
        }
        for choice in &self.choices {
            for (branch, asked) in choice.branches() {
                let scale = choice.weight / branch.weight;
                branch.parts.iter().map(|part| self.part(*part)).for_each(|part| {
                    add(part.now.intersection(asked), scale * part.weight);
                });
            }
        }
        for turns in &self.turns {
            let place = turns.place(&self.evidence.now);
            let scale = turns.weight / place.weight;
            place.parts.iter().map(|part| self.part(*part)).for_each(|part| add(part.now, scale * part.weight));
        }
        for (cards, weight) in &self.guessed {
            add(*cards, -weight);
        }
        chances.map(|chance| chance.clamp(0.0, 1.0))
    }

    /// How likely none of these cards is right.
    pub fn chance_of_none(&self, cards: CardSet) -> f32 {
        if self.is_empty() {
            return 0.0;
        }
        let is_none = |right: CardSet| right.intersection(cards).is_empty();
        let weight = |branch: &Branch, asked: CardSet| -> f32 {
            let none =
                branch.parts.iter().map(|part| self.part(*part)).filter(|part| is_none(part.now.intersection(asked)));
            none.map(|part| part.weight).sum()
        };
        let ones = weight(&self.ones, CardSet::FULL);
        let none = |pair: &&(PartId, PartId), put: fn(CardSet, CardSet) -> CardSet| {
            is_none(put(self.part(pair.0).now, self.part(pair.1).now))
        };
        let both = self.both.iter().filter(|pair| none(pair, CardSet::intersection));
        let either = self.either.iter().filter(|pair| none(pair, CardSet::union));
        let together: f32 = both.chain(either).map(|pair| self.weight_of(*pair)).sum();
        let choices: f32 = self
            .choices
            .iter()
            .map(|choice| {
                let shares = choice.branches().map(|(branch, asked)| weight(branch, asked) / branch.weight);
                choice.weight * shares[0] * shares[1]
            })
            .sum();
        let turns: f32 = self
            .turns
            .iter()
            .map(|turns| {
                let place = turns.place(&self.evidence.now);
                turns.weight * weight(place, CardSet::FULL) / place.weight
            })
            .sum();
        let guessed: f32 = self.guessed.iter().filter(|(right, _)| is_none(*right)).map(|(_, weight)| weight).sum();
        ((ones + together + choices + turns - guessed) / self.total).clamp(0.0, 1.0)
    }

    /// One of the rules at random, each as likely as it is thought to be; `None` if there is none.
    pub fn any(&self, rng: &mut GameRng) -> Option<Rule> {
        // Most of the weight may be on what was guessed in vain.
        const TRIES: usize = 200;
        let drawn = (0..TRIES).filter_map(|_| self.draw(rng));
        let mut drawn = drawn.filter(|idea| !self.was_guessed(idea)).map(|idea| idea.rule(self.evidence.now.first));
        drawn.next().or_else(|| Some(self.likeliest()?.0))
    }

    fn draw(&self, rng: &mut GameRng) -> Option<Idea> {
        let guessed: f32 = self.guessed.iter().map(|(_, weight)| weight).sum();
        let mut left = rng.share() as f32 * (self.total + guessed);
        let mut is_it = |weight: f32| {
            left -= weight;
            left <= 0.0
        };
        if is_it(self.ones.weight) {
            return Some(Idea::One(self.draw_of(&self.ones, rng)?));
        }
        if let Some((one, other)) = self.both.iter().find(|pair| is_it(self.weight_of(**pair))) {
            return Some(Idea::Both(*one, *other));
        }
        if let Some((one, other)) = self.either.iter().find(|pair| is_it(self.weight_of(**pair))) {
            return Some(Idea::Either(*one, *other));
        }
        if let Some(choice) = self.choices.iter().find(|choice| is_it(choice.weight)) {
            let (then, otherwise) = (self.draw_of(&choice.then, rng)?, self.draw_of(&choice.otherwise, rng)?);
            return Some(Idea::Choice(choice.condition, then, otherwise));
        }
        let turns = self.turns.iter().find(|turns| is_it(turns.weight))?;
        let parts: Option<Vec<PartId>> = turns.places.iter().map(|place| self.draw_of(place, rng)).collect();
        Some(Idea::Turns(turns.turn, parts?))
    }

    fn draw_of(&self, branch: &Branch, rng: &mut GameRng) -> Option<PartId> {
        let mut left = rng.share() as f32 * branch.weight;
        let found = branch.parts.iter().find(|part| {
            left -= self.part(**part).weight;
            left <= 0.0
        });
        found.or(branch.parts.last()).copied()
    }

    /// The likeliest rule that nobody has guessed yet, and how likely it is, from 0 to 1, that it is the rule from now on: in these words
    /// or in others.
    pub fn likeliest(&self) -> Option<(Rule, f32)> {
        let meanings = self.meanings();
        let total: f32 = meanings.iter().map(|meaning| meaning.weight).sum();
        let best = meanings.into_iter().reduce(|best, other| if other.weight > best.weight { other } else { best })?;
        Some((best.rule, best.weight / total))
    }

    /// How likely it is, from 0 to 1, that a rule is the secret one from now on: nothing, if it is contradicted or hardly thought of.
    pub fn chance_of(&self, rule: &Rule) -> f32 {
        let automaton = Automaton::of(rule);
        let Some(state) = automaton.state_after(self.evidence.mainline.iter().copied()) else { return 0.0 };
        let meanings = self.meanings();
        let total: f32 = meanings.iter().map(|meaning| meaning.weight).sum();
        let same = meanings.iter().find(|meaning| meaning.idea.is_same_from(&self.evidence.now, &automaton, state));
        same.map_or(0.0, |meaning| meaning.weight / total)
    }

    fn was_guessed(&self, idea: &Idea) -> bool {
        let is_same = |guess: &Guess| idea.is_same_from(&guess.at, &guess.automaton, guess.state);
        self.evidence.not.iter().any(is_same)
    }

    /// What the likeliest sentences mean from now on, each meaning once.
    fn meanings(&self) -> Vec<Meaning> {
        let now = &self.evidence.now;
        let mut found: Vec<Meaning> = Vec::new();
        let mut by_mark: HashMap<u64, Vec<usize>> = HashMap::new();
        for (idea, weight) in self.ideas(COMPARED) {
            let alike = by_mark.entry(idea.mark(now)).or_default();
            if let Some(same) = alike.iter().find(|number| found[**number].is_meant_by(&idea, now)) {
                found[*same].weight += weight;
                continue;
            }
            if self.was_guessed(&idea) {
                continue;
            }
            alike.push(found.len());
            found.push(Meaning { rule: idea.rule(now.first), ready: OnceCell::new(), idea, weight });
        }
        found
    }

    /// So many of the likeliest sentences with their weights, the likeliest first.
    fn ideas(&self, most: usize) -> Vec<(Idea, f32)> {
        let weight = |id: &PartId| self.part(*id).weight;
        let mut ideas: Vec<(Idea, f32)> = self.ones.parts.iter().map(|one| (Idea::One(*one), weight(one))).collect();
        for (pairs, put) in [(&self.both, Idea::Both as fn(PartId, PartId) -> Idea), (&self.either, Idea::Either)] {
            let mut likeliest: Vec<(Idea, f32)> =
                pairs.iter().map(|pair| (put(pair.0, pair.1), self.weight_of(*pair))).collect();
            likeliest.sort_by(|one, other| other.1.total_cmp(&one.1));
            likeliest.truncate(TOGETHER_COMPARED);
            ideas.extend(likeliest);
        }
        let branches = if most > COMPARED { BRANCHES_LEFT_OUT } else { BRANCHES_COMPARED };
        for choice in &self.choices {
            let scale = choice.weight / (choice.then.weight * choice.otherwise.weight);
            for then in choice.then.parts.iter().take(branches) {
                for otherwise in choice.otherwise.parts.iter().take(branches) {
                    let idea = Idea::Choice(choice.condition, *then, *otherwise);
                    ideas.push((idea, scale * weight(then) * weight(otherwise)));
                }
            }
        }
        for turns in &self.turns {
            ideas.extend(self.ideas_of(turns));
        }
        ideas.sort_by(|one, other| other.1.total_cmp(&one.1));
        ideas.truncate(most);
        ideas
    }

    /// Of those whose parts have turns in one way the likeliest.
    fn ideas_of(&self, turns: &TurnsLeft) -> Vec<(Idea, f32)> {
        let mut begun: Vec<(Vec<PartId>, f32)> = vec![(Vec::new(), turns.weight)];
        for place in &turns.places {
            let goes_on = |(cycle, so_far): &(Vec<PartId>, f32)| {
                let next = place.parts.iter().take(BRANCHES_COMPARED);
                let with = |part: &PartId| {
                    ([cycle.as_slice(), &[*part]].concat(), so_far * self.part(*part).weight / place.weight)
                };
                next.map(with).collect::<Vec<_>>()
            };
            begun = begun.iter().flat_map(goes_on).collect();
            begun.sort_by(|one, other| other.1.total_cmp(&one.1));
            begun.truncate(COMPARED / 8);
        }
        begun.into_iter().map(|(cycle, weight)| (Idea::Turns(turns.turn, cycle), weight)).collect()
    }
}

/// What sentences mean from now on that no card to come can tell apart.
struct Meaning {
    /// The likeliest of them.
    idea: Idea,
    rule: Rule,
    /// It and its state now, once another sentence has been compared with it.
    ready: OnceCell<(IdeaJudge, RuleState)>,
    /// Of all of them together.
    weight: f32,
}

impl Meaning {
    /// Whether another sentence means the same from now on.
    fn is_meant_by(&self, idea: &Idea, now: &Situation) -> bool {
        let (rule, state) = self.ready.get_or_init(|| self.idea.ready(now));
        idea.is_same_from(now, rule, *state)
    }
}

/// The cards that were judged, as parts are held against them.
struct Judged<'a> {
    cards: &'a [CardVerdict],
    now: Situation,
    /// Where cards were right.
    target: Agreement,
}

impl Judged<'_> {
    fn of(evidence: &Evidence) -> Judged<'_> {
        let cards = &evidence.judged[evidence.judged.len().saturating_sub(Agreement::MOST)..];
        Judged { cards, now: evidence.now, target: Agreement::of(cards, |judgement| judgement.is_right) }
    }

    /// Where something is so.
    fn agreement(&self, is_so: impl Fn(&CardVerdict) -> bool) -> Agreement {
        Agreement::of(self.cards, is_so)
    }

    fn parts_of(&self, mind: Mind) -> Vec<PartSeen> {
        let known = ALL.parts.iter().take_while(|part| part.weight >= mind.least);
        let seen = |part: &Part| PartSeen {
            weight: part.weight,
            is_in_cycles: part.is_in_cycles,
            holds: self.agreement(|judgement| part.right(&judgement.at).contains(judgement.card)),
            now: part.right(&self.now),
        };
        known.map(seen).collect()
    }

    /// The parts that say the right thing of the cards of which they are asked.
    fn fitting(&self, seen: &[PartSeen], asked: Agreement) -> Branch {
        let target = self.target.and(asked);
        Branch::of(seen, |part| part.holds.and(asked) == target)
    }
}

impl Branch {
    fn of(seen: &[PartSeen], fits: impl Fn(&PartSeen) -> bool) -> Branch {
        let mut branch = Branch::default();
        for (id, part) in (0..).zip(seen).filter(|(_, part)| fits(part)) {
            branch.parts.push(id);
            branch.weight += part.weight;
        }
        branch
    }
}

impl ChoiceLeft {
    /// Every condition with branches that fit.
    fn all(seen: &[PartSeen], judged: &Judged<'_>, mind: Mind) -> Vec<ChoiceLeft> {
        let conditions = (0..).zip(&ALL.conditions).take_while(|(_, condition)| condition.weight >= mind.least);
        let all_conditions: f32 = conditions.clone().map(|(_, condition)| condition.weight).sum();
        let thought_of: f32 = seen.iter().map(|part| part.weight).sum();
        let all = judged.agreement(|_| true);
        let of = |(condition, chooses): (PartId, &Condition)| {
            let chosen = judged.agreement(|judgement| chooses.cards(&judgement.at).contains(judgement.card));
            let (then, otherwise) = (judged.fitting(seen, chosen), judged.fitting(seen, all.without(chosen)));
            let weight = CHOICE * chooses.weight * then.weight * otherwise.weight / (all_conditions * thought_of);
            let now = chooses.cards(&judged.now);
            (weight > 0.0).then_some(ChoiceLeft { condition, weight, now, then, otherwise })
        };
        conditions.filter_map(of).collect()
    }

    /// Both branches, each with the next cards of which it is asked.
    fn branches(&self) -> [(&Branch, CardSet); 2] {
        [(&self.then, self.now), (&self.otherwise, self.now.complement())]
    }
}

impl TurnsLeft {
    fn all(seen: &[PartSeen], judged: &Judged<'_>, mind: Mind) -> Vec<TurnsLeft> {
        let cycles = (2..=mind.longest_cycle).flat_map(|length| TurnsLeft::cycles(seen, judged, length));
        cycles.chain(mind.choices.then(|| TurnsLeft::by_suit(seen, judged)).flatten()).collect()
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

    fn by_suit(seen: &[PartSeen], judged: &Judged<'_>) -> Option<TurnsLeft> {
        TurnsLeft::of(seen, judged, RuleTurn::SuitOfLast, BY_SUIT, &|_, _| true)
    }

    /// Those that fit, made of plain parts; `None` if there are none.
    fn of(
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
            let fitting = judged.fitting(seen, asked).parts;
            let is_it = |id: &PartId| seen[usize::from(*id)].is_in_cycles && may_stand(id, place);
            let parts: Vec<PartId> = fitting.into_iter().filter(is_it).collect();
            Branch { weight: parts.iter().map(|id| seen[usize::from(*id)].weight).sum(), parts }
        };
        let places: Vec<Branch> = (0..turn.count()).map(of_place).collect();
        let weight = all * prior * places.iter().map(|place| place.weight / in_cycles).product::<f32>();
        (weight > 0.0).then_some(TurnsLeft { turn, weight, places })
    }

    /// What the next card is judged by.
    fn place(&self, now: &Situation) -> &Branch {
        &self.places[self.turn.of(now)]
    }
}

/// How many rules are thought of before anything is seen.
pub fn count() -> u64 {
    Card::from_index(0).map_or(0, |first| Belief::of(&Evidence::new(first)).count())
}
