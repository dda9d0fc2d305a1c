//! What could still come when a rule was guessed in vain: every end of a mainline that the guess allows from there on, with the cards that
//! it allows next. What allows the same cards at each of them is that guess in other words, and is not the secret rule either.

use std::collections::{HashSet, VecDeque};

use super::evidence::{Guess, Situation};
use super::idea::{Idea, RuleTurn};
use super::language::LineEnd;
use super::parts::{ALL, Part, PartId};
use crate::cards::CardSet;
use crate::engine::game::Cancel;

/// An end of a mainline that could come, and the cards that the guess allows next.
#[derive(Clone, Copy)]
struct EndToCome {
    at: Situation,
    right: CardSet,
}

/// What is told apart of ends that could come, beside their last cards.
#[derive(Clone, Copy)]
enum TellApart {
    /// The cards before them.
    Before,
    /// The cards before them, and the place in the mainline.
    Place,
    /// The place in a cycle of so many cards, whatever came before.
    Cycle(usize),
}

impl TellApart {
    /// What two ends differ in, if they are not the same to this.
    fn of(self, at: &Situation) -> (Option<u8>, usize) {
        let before = at.before.map(|card| card.index());
        match self {
            TellApart::Before => (before, 0),
            TellApart::Place => (before, at.length.min(LineEnd::LAST_PLACE)),
            TellApart::Cycle(length) => (None, at.length % length),
        }
    }
}

/// What could come after a guess that was wrong.
pub(super) struct Aftermath<'a> {
    guess: &'a Guess,
    cancel: &'a Cancel,
    /// One for all that are the same to their last two cards and to the guess.
    ends: Vec<EndToCome>,
}

impl<'a> Aftermath<'a> {
    /// Called off, it is not whole.
    pub(super) fn of(guess: &'a Guess, cancel: &'a Cancel) -> Aftermath<'a> {
        let mut after = Aftermath { guess, cancel, ends: Vec::new() };
        after.ends = after.ends_by(TellApart::Before);
        after
    }

    /// Whether a sentence means from the guess on what was guessed.
    pub(super) fn is_meant_by(&self, idea: &Idea, parts: &[PartId]) -> bool {
        if !self.ends.iter().all(|end| idea.right(&end.at) == end.right) {
            return false;
        }
        let looks_on = |part: &PartId| !ALL.part(*part).looks_at_two_alone();
        !parts.iter().any(looks_on) || idea.is_same_from(&self.guess.at, &self.guess.automaton, self.guess.state)
    }

    /// Of these parts, those that allow what was guessed wherever they are asked, and of the next cards for which they are.
    pub(super) fn agreeing(&self, parts: &[PartId], asked: impl Fn(&Situation) -> CardSet) -> Vec<PartId> {
        let agrees = |part: &Part, end: &EndToCome| {
            let asked = asked(&end.at);
            part.right(&end.at).intersection(asked) == end.right.intersection(asked)
        };
        let is_it = |part: &PartId| {
            let part = ALL.part(*part);
            // Nearly all differ soon.
            self.ends.iter().all(|end| agrees(part, end))
                && (part.looks_at_two_alone() || self.holds_further_back(part, |end| agrees(part, end)))
        };
        parts.iter().copied().filter(is_it).collect()
    }

    /// Of the parts that may have each turn, those that allow then what was guessed; `None` if there are none for one of them. Parts that
    /// have turns look back at no more than the last card.
    pub(super) fn agreeing_in_turns(&self, turn: RuleTurn, places: &[Vec<PartId>]) -> Option<Vec<Vec<PartId>>> {
        let found = agreeing_in_turns(turn, places, &self.ends)?;
        match turn {
            RuleTurn::SuitOfLast => Some(found),
            RuleTurn::Place(length) => agreeing_in_turns(turn, &found, &self.ends_by(TellApart::Cycle(length))),
        }
    }

    /// Whether something is so at all ends, where what lies three cards back matters, or the place.
    fn holds_further_back(&self, part: &Part, is_so: impl Fn(&EndToCome) -> bool) -> bool {
        let apart = if part.counts() { TellApart::Place } else { TellApart::Before };
        self.visit(apart, |end, _| is_so(end))
    }

    fn ends_by(&self, apart: TellApart) -> Vec<EndToCome> {
        let mut ends = Vec::new();
        self.visit(apart, |end, is_new| {
            if is_new {
                ends.push(*end);
            }
            true
        });
        ends
    }

    /// Visits the ends that could come, the nearest first, until one is not as it should be: whether all were. Each is seen with every
    /// card that can lie three cards back; the first of those that differ in nothing else is said to be new. Called off, the answer is no.
    fn visit(&self, apart: TellApart, mut is_so: impl FnMut(&EndToCome, bool) -> bool) -> bool {
        let Guess { at, automaton, state } = self.guess;
        let end = |at: Situation, state| EndToCome { at, right: automaton.right(state) };
        let mut reached = HashSet::from([(*state, at.last, apart.of(at))]);
        let mut waiting = VecDeque::from([(*at, *state)]);
        if !is_so(&end(*at, *state), true) {
            return false;
        }
        while let Some((at, state)) = waiting.pop_front() {
            if self.cancel.is_raised() {
                return false;
            }
            for card in automaton.right(state).iter() {
                let (next, then) = (at.after(card), automaton.after(state, card));
                let is_new = reached.insert((then, card, apart.of(&next)));
                if !is_so(&end(next, then), is_new) {
                    return false;
                }
                if is_new {
                    waiting.push_back((next, then));
                }
            }
        }
        true
    }
}

/// Of the parts that may have each turn, those that allow the same as a guess where they have it.
fn agreeing_in_turns(turn: RuleTurn, places: &[Vec<PartId>], ends: &[EndToCome]) -> Option<Vec<Vec<PartId>>> {
    let of_place = |(place, parts): (usize, &Vec<PartId>)| {
        let asked: Vec<&EndToCome> = ends.iter().filter(|end| turn.of(&end.at) == place).collect();
        let agrees = |part: &PartId| asked.iter().all(|end| ALL.part(*part).right(&end.at) == end.right);
        let agreeing: Vec<PartId> = parts.iter().copied().filter(agrees).collect();
        (!agreeing.is_empty()).then_some(agreeing)
    };
    places.iter().enumerate().map(of_place).collect()
}
