//! Which rules may still be the secret one, and how likely each of them is.
//!
//! Rules are thought of by a grammar: a part alone, two of them together, one or the other, one of two by a condition, and parts that
//! have turns. The more there is to say, the less likely a dealer has it. There are too many to list: the parts that fit are found for
//! each place in a rule on its own, and what they make together is reckoned from their sums, so that every rule of the grammar is weighed
//! with every card.
//!
//! What is believed in is not a sentence but what it means from here on: sentences that no card to come can tell apart are one rule. All
//! those that mean what was guessed in vain are taken out, place by place in a rule as they were found.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::aftermath::Aftermath;
use super::agreement::Agreement;
use super::candidates::{Branch, ChoiceLeft, Judged, PartSeen, TurnsLeft};
use super::evidence::{Evidence, Situation};
use super::idea::{Idea, IdeaJudge};
use super::language::{Automaton, Rule, RuleState};
use super::mind::Mind;
use super::parts::{ALL, PartId};
use super::topics::Topic;
use crate::cards::{Card, CardSet};
use crate::engine::game::Cancel;
use crate::engine::rng::GameRng;

const CARDS: usize = Card::COUNT;

/// How likely all rules of two parts together are against all of one part.
const TOGETHER: f32 = 0.5;

/// How many sentences are compared to find the likeliest rule.
const COMPARED: usize = 400;

/// How many sentences of each kind come into that.
const TOGETHER_COMPARED: usize = 150;
const BRANCHES_COMPARED: usize = 4;

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
    total: f32,
    /// Whether whoever thinks is to stop.
    cancel: Cancel,
}

impl Belief {
    /// Those that nothing on the table contradicts.
    pub fn of(evidence: &Evidence) -> Belief {
        Belief::within(Mind::OPEN, evidence)
    }

    /// The same of somebody to whom not all rules come to mind.
    pub fn within(mind: Mind, evidence: &Evidence) -> Belief {
        Belief::watched(mind, evidence, &Cancel::new())
    }

    /// The same, and it stops thinking soon once it is called off: what it says after that is of no use.
    pub fn watched(mind: Mind, evidence: &Evidence, cancel: &Cancel) -> Belief {
        let judged = Judged::of(evidence);
        let seen = judged.parts_of(mind);
        let ones = Branch::of(&seen, |part| part.holds == judged.target);
        let mut belief = Belief {
            thought_of: seen.iter().map(|part| part.weight).sum(),
            choices: if mind.choices { ChoiceLeft::all(&seen, &judged, mind, cancel) } else { Vec::new() },
            turns: TurnsLeft::all(&seen, &judged, mind, cancel),
            evidence: evidence.clone(),
            both: Vec::new(),
            either: Vec::new(),
            together_weight: 0.0,
            total: 0.0,
            cancel: cancel.clone(),
            ones,
            seen,
        };
        if mind.together {
            belief.find_together(judged.target);
        }
        for guess in evidence.not.iter().filter(|guess| !evidence.contradicts(guess)) {
            belief.leave_out(&Aftermath::of(guess, belief.seen.len(), cancel));
        }
        belief.weigh();
        belief
    }

    /// Takes out all sentences that mean from a wrong guess on what was guessed.
    fn leave_out(&mut self, after: &Aftermath<'_>) {
        let (seen, cancel) = (&self.seen, self.cancel.clone());
        let is_left = |idea: Idea, parts: &[PartId]| cancel.is_raised() || !after.is_meant_by(&idea, parts);
        self.ones = self.ones.only(seen, |one| is_left(Idea::One(one), &[one]));
        for (pairs, put, idea) in [
            (&mut self.both, CardSet::intersection as fn(CardSet, CardSet) -> CardSet, Idea::Both as fn(_, _) -> _),
            (&mut self.either, CardSet::union, Idea::Either),
        ] {
            pairs.retain(|(one, other)| {
                !after.may_be((*one, *other), put) || is_left(idea(*one, *other), &[*one, *other])
            });
        }
        let choices = std::mem::take(&mut self.choices).into_iter();
        self.choices = choices.flat_map(|choice| choice.without(after, seen, &cancel)).collect();
        let turns = std::mem::take(&mut self.turns).into_iter();
        self.turns = turns.flat_map(|turns| turns.without(after, seen, &cancel)).collect();
    }

    /// Sums up all that is left.
    fn weigh(&mut self) {
        self.together_weight = self.both.iter().chain(&self.either).map(|pair| self.weight_of(*pair)).sum();
        let choices: f32 = self.choices.iter().map(|choice| choice.weight).sum();
        let turns: f32 = self.turns.iter().map(|turns| turns.weight).sum();
        self.total = self.ones.weight + self.together_weight + choices + turns;
    }

    /// Two parts that fit together, and of which one or the other fits.
    fn find_together(&mut self, target: Agreement) {
        let pairs = |of: Branch, fits: &dyn Fn(Agreement, Agreement) -> bool| {
            let mut found = Vec::new();
            for (number, one) in of.parts.iter().enumerate().take_while(|_| !self.cancel.is_raised()) {
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
        choices.chain(turns).fold(of(&self.ones) + together as u64, u64::saturating_add)
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
        ((ones + together + choices + turns) / self.total).clamp(0.0, 1.0)
    }

    /// How much of what is likely speaks of something, from 0 to 1.
    pub fn share_about(&self, topic: Topic) -> f32 {
        if self.is_empty() {
            return 0.0;
        }
        let is_silent = |id: &PartId| !ALL.part(*id).topics.contains(topic);
        let weight = |id: &PartId| self.part(*id).weight;
        let silent = |branch: &Branch| -> f32 { branch.parts.iter().filter(|id| is_silent(id)).map(weight).sum() };
        let pairs = self.both.iter().chain(&self.either).filter(|(one, other)| is_silent(one) && is_silent(other));
        let together: f32 = pairs.map(|pair| self.weight_of(*pair)).sum();
        let of_choice = |choice: &ChoiceLeft| -> f32 {
            let scale = choice.weight / (choice.then.weight * choice.otherwise.weight);
            if !ALL.condition(choice.condition).topics.contains(topic) {
                return scale * silent(&choice.then) * silent(&choice.otherwise);
            }
            // Where both branches are the same, the sentence has no condition.
            let is_in_both = |id: &&PartId| choice.otherwise.parts.binary_search(id).is_ok();
            let same = choice.then.parts.iter().filter(is_in_both).filter(|id| is_silent(id));
            scale * same.map(|id| weight(id) * weight(id)).sum::<f32>()
        };
        let choices: f32 = self.choices.iter().map(of_choice).sum();
        let turns = self.turns.iter().filter(|turns| !turns.turn.topics().contains(topic));
        let shares = |turns: &TurnsLeft| turns.places.iter().map(|place| silent(place) / place.weight).product::<f32>();
        let turns: f32 = turns.map(|turns| turns.weight * shares(turns)).sum();
        (1.0 - (silent(&self.ones) + together + choices + turns) / self.total).clamp(0.0, 1.0)
    }

    /// One of the rules at random, each as likely as it is thought to be; `None` if there is none.
    pub fn any(&self, rng: &mut GameRng) -> Option<Rule> {
        // What is drawn may lie beyond the last by a rounding.
        const TRIES: usize = 200;
        let drawn = (0..TRIES).find_map(|_| self.draw(rng)).map(|idea| idea.rule(self.evidence.now.first));
        drawn.or_else(|| Some(self.likeliest()?.0))
    }

    fn draw(&self, rng: &mut GameRng) -> Option<Idea> {
        let mut left = rng.share() as f32 * self.total;
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

    /// What the likeliest sentences mean from now on, each meaning once.
    fn meanings(&self) -> Vec<Meaning> {
        let now = &self.evidence.now;
        let mut found: Vec<Meaning> = Vec::new();
        let mut by_mark: HashMap<u64, Vec<usize>> = HashMap::new();
        for (idea, weight) in self.ideas().into_iter().take_while(|_| !self.cancel.is_raised()) {
            let alike = by_mark.entry(idea.mark(now)).or_default();
            if let Some(same) = alike.iter().find(|number| found[**number].is_meant_by(&idea, now)) {
                found[*same].weight += weight;
                continue;
            }
            alike.push(found.len());
            found.push(Meaning { rule: idea.rule(now.first), ready: OnceCell::new(), idea, weight });
        }
        found
    }

    /// The likeliest sentences with their weights, the likeliest first.
    fn ideas(&self) -> Vec<(Idea, f32)> {
        let weight = |id: &PartId| self.part(*id).weight;
        let mut ideas: Vec<(Idea, f32)> = self.ones.parts.iter().map(|one| (Idea::One(*one), weight(one))).collect();
        for (pairs, put) in [(&self.both, Idea::Both as fn(PartId, PartId) -> Idea), (&self.either, Idea::Either)] {
            let mut likeliest: Vec<(Idea, f32)> =
                pairs.iter().map(|pair| (put(pair.0, pair.1), self.weight_of(*pair))).collect();
            likeliest.sort_by(|one, other| other.1.total_cmp(&one.1));
            likeliest.truncate(TOGETHER_COMPARED);
            ideas.extend(likeliest);
        }
        for choice in &self.choices {
            let scale = choice.weight / (choice.then.weight * choice.otherwise.weight);
            for then in choice.then.parts.iter().take(BRANCHES_COMPARED) {
                for otherwise in choice.otherwise.parts.iter().take(BRANCHES_COMPARED) {
                    let idea = Idea::Choice(choice.condition, *then, *otherwise);
                    ideas.push((idea, scale * weight(then) * weight(otherwise)));
                }
            }
        }
        for turns in &self.turns {
            ideas.extend(self.ideas_of(turns));
        }
        ideas.sort_by(|one, other| other.1.total_cmp(&one.1));
        ideas.truncate(COMPARED);
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

/// How many rules are thought of before anything is seen.
pub fn count() -> u64 {
    Card::from_index(0).map_or(0, |first| Belief::of(&Evidence::new(first)).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few enough rules to go through them one by one.
    const FEW: Mind = Mind { longest_cycle: 3, ..Mind::down_to(0.5) };

    /// Each sentence by itself, with its weight.
    fn every_sentence(belief: &Belief) -> Vec<(Idea, f32)> {
        let weight = move |id: &PartId| belief.part(*id).weight;
        let mut found: Vec<(Idea, f32)> = belief.ones.parts.iter().map(|one| (Idea::One(*one), weight(one))).collect();
        found.extend(belief.both.iter().map(|pair| (Idea::Both(pair.0, pair.1), belief.weight_of(*pair))));
        found.extend(belief.either.iter().map(|pair| (Idea::Either(pair.0, pair.1), belief.weight_of(*pair))));
        for choice in &belief.choices {
            let scale = choice.weight / (choice.then.weight * choice.otherwise.weight);
            for then in &choice.then.parts {
                let with = |otherwise: &PartId| {
                    let idea = Idea::Choice(choice.condition, *then, *otherwise);
                    (idea, scale * weight(then) * weight(otherwise))
                };
                found.extend(choice.otherwise.parts.iter().map(with));
            }
        }
        for turns in &belief.turns {
            let mut begun: Vec<(Vec<PartId>, f32)> = vec![(Vec::new(), turns.weight)];
            for place in &turns.places {
                let goes_on = |(cycle, so_far): &(Vec<PartId>, f32)| {
                    let with =
                        |part: &PartId| ([cycle.as_slice(), &[*part]].concat(), so_far * weight(part) / place.weight);
                    place.parts.iter().map(with).collect::<Vec<_>>()
                };
                begun = begun.iter().flat_map(goes_on).collect();
            }
            found.extend(begun.into_iter().map(|(cycle, weight)| (Idea::Turns(turns.turn, cycle), weight)));
        }
        found
    }

    /// What is known after these cards, of which the last was wrong, and the rules that were guessed, each after so many.
    fn known(cards: &str, guesses: &[(&str, usize)]) -> Evidence {
        let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().expect("a card")).collect();
        let [first, right @ .., wrong] = cards.as_slice() else { panic!("too few cards") };
        let mut evidence = Evidence::new(*first);
        right.iter().for_each(|card| evidence.right(*card));
        evidence.wrong(*wrong);
        guesses.iter().for_each(|(rule, after)| evidence.is_not(&rule.parse().expect("a rule"), *after));
        evidence
    }

    #[test]
    fn after_wrong_guesses_all_that_mean_the_same_from_there_on_are_out_and_nothing_else() {
        const ALTERNATE: &str = "7S 2H 9C JD KH";
        const BY_BEFORE: &str = "7S 2H 4C JD KH";
        let cases: [(&str, &[(&str, usize)]); 5] = [
            (ALTERNATE, &[("colour differs from last", 3)]),
            (ALTERNATE, &[("colour differs from last", 2), ("repeat red black", 4)]),
            (ALTERNATE, &[("black", 2), ("suit differs from last", 4), ("colour differs from last", 3)]),
            (ALTERNATE, &[("black", 4), ("colour differs from last or rank < last", 4), ("not heart", 4)]),
            (BY_BEFORE, &[("if before is red then odd else even", 4), ("even", 4)]),
        ];
        for (cards, guesses) in cases {
            let before = Belief::within(FEW, &known(cards, &[]));
            let evidence = known(cards, guesses);
            let is_guessed = |idea: &Idea| {
                evidence.not.iter().any(|guess| idea.is_same_from(&guess.at, &guess.automaton, guess.state))
            };
            let all = every_sentence(&before);
            assert_eq!(before.count(), all.len() as u64, "{cards}");
            let left: Vec<&(Idea, f32)> = all.iter().filter(|(idea, _)| !is_guessed(idea)).collect();
            assert!(left.len() < all.len(), "{guesses:?} takes nothing out");
            let belief = Belief::within(FEW, &evidence);
            assert_eq!(belief.count(), left.len() as u64, "{guesses:?}");
            let total: f64 = left.iter().map(|(_, weight)| f64::from(*weight)).sum();
            let chances = belief.chances();
            for card in Card::all() {
                let right = left.iter().filter(|(idea, _)| idea.right(&evidence.now).contains(card));
                let chance = right.map(|(_, weight)| f64::from(*weight)).sum::<f64>() / total;
                let told = f64::from(chances[usize::from(card.index())]);
                assert!((chance - told).abs() < 1e-3, "{guesses:?}: {card} is right by {chance}, not {told}");
            }
        }
    }
}
