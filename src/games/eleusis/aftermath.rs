//! What could still come when a rule was guessed in vain: every end of a mainline that the guess allows from there on, with the cards that
//! it allows next. What allows the same cards at each of them is that guess in other words, and is not the secret rule either.

use std::cell::OnceCell;
use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use super::evidence::{Guess, Situation};
use super::idea::{Idea, RuleTurn};
use super::language::{LineEnd, RuleState};
use super::parts::{ALL, Part, PartId};
use crate::cards::CardSet;
use crate::engine::game::Cancel;

/// So many of the nearest ends are looked at first: nearly all rules differ from a guess at one of them.
const NEAR: usize = 8;

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
    /// An end as a number, which others have that are the same to the guess and to this.
    fn of(self, state: RuleState, at: &Situation) -> u64 {
        let before = at.before.map_or(0, |card| 1 + card.index());
        let (before, place) = match self {
            TellApart::Before => (before, 0),
            TellApart::Place => (before, at.length.min(LineEnd::LAST_PLACE)),
            TellApart::Cycle(length) => (0, at.length % length),
        };
        let cards = u64::from(before) << 8 | u64::from(at.last.index());
        u64::from(state.number()) << 32 | (place as u64) << 16 | cards
    }
}

/// What tells two ends apart, in one number.
#[derive(Default)]
struct EndHasher(u64);

impl Hasher for EndHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    /// Fibonacci hashing, as Knuth calls it: the upper bits are spread most, and the table takes its place from both.
    fn write_u64(&mut self, number: u64) {
        let spread = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = spread ^ spread >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The ends that were reached: their states, last cards, and what else tells them apart.
type ReachedEnds = HashSet<u64, BuildHasherDefault<EndHasher>>;

/// What could come after a guess that was wrong.
pub(super) struct Aftermath<'a> {
    guess: &'a Guess,
    cancel: &'a Cancel,
    near: Vec<EndToCome>,
    /// What each part that is thought of allows at each of the near ends.
    near_rights: Vec<[CardSet; NEAR]>,
    /// One for all that are the same to their last two cards and to the guess, once they are asked for. Called off, they are not all.
    ends: OnceCell<Vec<EndToCome>>,
}

impl<'a> Aftermath<'a> {
    /// For so many parts, the likeliest.
    pub(super) fn of(guess: &'a Guess, parts: usize, cancel: &'a Cancel) -> Aftermath<'a> {
        let mut after = Aftermath { guess, cancel, near: Vec::new(), near_rights: Vec::new(), ends: OnceCell::new() };
        after.near = after.ends_by(TellApart::Before, NEAR);
        let rights = |part: PartId| {
            let right = |number: usize| after.near.get(number).map(|end| ALL.part(part).right(&end.at));
            std::array::from_fn(|number| right(number).unwrap_or_default())
        };
        after.near_rights = (0..).take(parts).map(rights).collect();
        after
    }

    fn ends(&self) -> &[EndToCome] {
        self.ends.get_or_init(|| self.ends_by(TellApart::Before, usize::MAX))
    }

    /// What a part allows at the near ends.
    fn near_rights(&self, part: PartId) -> &[CardSet] {
        self.near_rights.get(usize::from(part)).map_or(&[], |rights| &rights[..self.near.len()])
    }

    /// Whether two parts may mean together what was guessed, as far as the near ends tell.
    pub(super) fn may_be(&self, (one, other): (PartId, PartId), put: fn(CardSet, CardSet) -> CardSet) -> bool {
        let rights = self.near_rights(one).iter().zip(self.near_rights(other));
        self.near.iter().zip(rights).all(|(end, (one, other))| put(*one, *other) == end.right)
    }

    /// Whether a sentence means from the guess on what was guessed.
    pub(super) fn is_meant_by(&self, idea: &Idea, parts: &[PartId]) -> bool {
        let is_right = |end: &EndToCome| idea.right(&end.at) == end.right;
        if !self.near.iter().all(is_right) || !self.ends().iter().all(is_right) {
            return false;
        }
        let looks_on = |part: &PartId| !ALL.part(*part).looks_at_two_alone();
        !parts.iter().any(looks_on) || idea.is_same_from(&self.guess.at, &self.guess.automaton, self.guess.state)
    }

    /// Of these parts, those that allow what was guessed wherever they are asked, and of the next cards for which they are.
    pub(super) fn agreeing(&self, parts: &[PartId], asked: impl Fn(&Situation) -> CardSet) -> Vec<PartId> {
        let near: Vec<(CardSet, CardSet)> = self.near.iter().map(|end| (asked(&end.at), end.right)).collect();
        let is_near = |part: &PartId| {
            let mut rights = near.iter().zip(self.near_rights(*part));
            rights.all(|((asked, right), allowed)| allowed.intersection(*asked) == right.intersection(*asked))
        };
        let agrees = |part: &Part, end: &EndToCome| {
            let asked = asked(&end.at);
            part.right(&end.at).intersection(asked) == end.right.intersection(asked)
        };
        let is_it = |part: &PartId| {
            let part = ALL.part(*part);
            self.ends().iter().all(|end| agrees(part, end))
                && (part.looks_at_two_alone() || self.holds_further_back(part, |end| agrees(part, end)))
        };
        parts.iter().copied().filter(|part| is_near(part) && is_it(part)).collect()
    }

    /// Of the parts that may have each turn, those that allow then what was guessed; `None` if there are none for one of them. Parts that
    /// have turns look back at no more than the last card.
    pub(super) fn agreeing_in_turns(&self, turn: RuleTurn, places: &[Vec<PartId>]) -> Option<Vec<Vec<PartId>>> {
        let found = agreeing_in_turns(turn, places, &self.near)?;
        let found = agreeing_in_turns(turn, &found, self.ends())?;
        match turn {
            RuleTurn::SuitOfLast => Some(found),
            RuleTurn::Place(length) => {
                let ends = self.ends_by(TellApart::Cycle(length), usize::MAX);
                agreeing_in_turns(turn, &found, &ends)
            }
        }
    }

    /// Whether something is so at all ends, where what lies three cards back matters, or the place.
    fn holds_further_back(&self, part: &Part, is_so: impl Fn(&EndToCome) -> bool) -> bool {
        let apart = if part.counts() { TellApart::Place } else { TellApart::Before };
        self.visit(apart, |end, _| is_so(end))
    }

    /// The nearest ends, so many at the most.
    fn ends_by(&self, apart: TellApart, most: usize) -> Vec<EndToCome> {
        let mut ends = Vec::new();
        self.visit(apart, |end, is_new| {
            if is_new {
                ends.push(*end);
            }
            ends.len() < most
        });
        ends
    }

    /// Visits the ends that could come, the nearest first, until one is not as it should be: whether all were. Each is seen with every
    /// card that can lie three cards back; the first of those that differ in nothing else is said to be new. Called off, the answer is no.
    fn visit(&self, apart: TellApart, mut is_so: impl FnMut(&EndToCome, bool) -> bool) -> bool {
        let Guess { at, automaton, state } = self.guess;
        let end = |at: Situation, state| EndToCome { at, right: automaton.right(state) };
        let mut reached = ReachedEnds::from_iter([apart.of(*state, at)]);
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
                let is_new = reached.insert(apart.of(then, &next));
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
