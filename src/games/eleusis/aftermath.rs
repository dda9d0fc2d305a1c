//! What could still come when a rule was guessed in vain: every end of a mainline that the guess allows from there on, with the cards that
//! it allows next. What allows the same cards at each of them is that guess in other words, and is not the secret rule either.

use std::cell::OnceCell;
use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use super::evidence::{Guess, Situation};
use super::idea::{Idea, RuleTurn};
use super::language::{LineEnd, RuleState, Which};
use super::parts::{ALL, Against, Part, PartId};
use crate::cards::{Card, CardSet};
use crate::engine::game::Cancel;

/// So many of the nearest ends are looked at first: nearly all rules differ from a guess at one of them.
const NEAR: usize = 8;

/// An end of a mainline that could come, and the cards that the guess allows next.
#[derive(Clone, Copy)]
struct EndToCome {
    at: Situation,
    state: RuleState,
    right: CardSet,
}

const THIRD_LAST: Against = Against::Card(Which::ThirdLast);

/// What is told apart of ends that could come, beside their last cards.
#[derive(Clone, Copy)]
enum TellApart {
    /// The cards before them.
    Before,
    /// The two cards before them.
    ThirdLast,
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
            TellApart::ThirdLast => (before, at.third_last.map_or(0, |card| 1 + usize::from(card.index()))),
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
    /// The same with every card that can lie three cards back, and one for every place.
    seen: OnceCell<Vec<EndToCome>>,
    by_place: OnceCell<Vec<EndToCome>>,
}

/// What is wanted of a part that goes by one thing alone, such as the last card: for each value of that, of which cards it is asked, and
/// which of them must be right. The last is for where there is no such thing.
struct WantedCards([(CardSet, CardSet); VALUES + 1]);

/// So many values what a part goes by has at the most: a card.
const VALUES: usize = Card::COUNT;

impl Default for WantedCards {
    fn default() -> WantedCards {
        WantedCards([(CardSet::EMPTY, CardSet::EMPTY); VALUES + 1])
    }
}

impl WantedCards {
    /// Adds what is asked at one end; `false` if elsewhere the opposite was wanted.
    fn add(&mut self, value: Option<usize>, asked: CardSet, right: CardSet) -> bool {
        let Some((all_asked, all_right)) = self.0.get_mut(value.unwrap_or(VALUES)) else { return false };
        let (right, both) = (right.intersection(asked), all_asked.intersection(asked));
        let is_alike = all_right.intersection(both) == right.intersection(both);
        (*all_asked, *all_right) = (all_asked.union(asked), all_right.union(right));
        is_alike
    }

    fn are_right_by(&self, part: &Part) -> bool {
        let mut values = self.0.iter().enumerate();
        values.all(|(value, (asked, right))| {
            part.right_by((value < VALUES).then_some(value)).intersection(*asked) == *right
        })
    }
}

impl<'a> Aftermath<'a> {
    /// For so many parts, the likeliest.
    pub(super) fn of(guess: &'a Guess, parts: usize, cancel: &'a Cancel) -> Aftermath<'a> {
        let (near, near_rights) = (Vec::new(), Vec::new());
        let (ends, seen, by_place) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let mut after = Aftermath { guess, cancel, near, near_rights, ends, seen, by_place };
        after.near = after.ends_by(TellApart::Before, NEAR);
        let rights = |part: PartId| {
            let right = |number: usize| after.near.get(number).map(|end| ALL.part(part).right(&end.at));
            std::array::from_fn(|number| right(number).unwrap_or_default())
        };
        after.near_rights = (0..).take(parts).map(rights).collect();
        after
    }

    /// The ends that parts which go by this can tell apart.
    fn ends_for(&self, against: Against) -> &[EndToCome] {
        match against {
            Against::Nothing | Against::Card(Which::Next | Which::Last | Which::Before) => self.ends(),
            THIRD_LAST => self.seen.get_or_init(|| self.ends_seen()),
            Against::Place => self.by_place.get_or_init(|| self.ends_by(TellApart::Place, usize::MAX)),
        }
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
        let goes_by = |against: Against| parts.iter().any(|part| ALL.part(*part).against == against);
        match (goes_by(THIRD_LAST), goes_by(Against::Place)) {
            (false, false) => true,
            (true, false) => self.ends_for(THIRD_LAST).iter().all(is_right),
            (false, true) => self.ends_for(Against::Place).iter().all(is_right),
            (true, true) => idea.is_same_from(&self.guess.at, &self.guess.automaton, self.guess.state),
        }
    }

    /// Of these parts, those that allow what was guessed wherever they are asked, and of the next cards for which they are.
    pub(super) fn agreeing(&self, parts: &[PartId], asked: impl Fn(&Situation) -> CardSet) -> Vec<PartId> {
        let near: Vec<(CardSet, CardSet)> = self.near.iter().map(|end| (asked(&end.at), end.right)).collect();
        let is_near = |part: &PartId| {
            let mut rights = near.iter().zip(self.near_rights(*part));
            rights.all(|((asked, right), allowed)| allowed.intersection(*asked) == right.intersection(*asked))
        };
        let mut wanted: Vec<(Against, Option<WantedCards>)> = Vec::new();
        let mut agreeing = Vec::new();
        for id in parts.iter().filter(|part| is_near(part)) {
            let part = ALL.part(*id);
            if !wanted.iter().any(|(against, _)| *against == part.against) {
                wanted.push((part.against, self.wanted(part.against, &asked)));
            }
            let of_it = wanted.iter().find(|(against, _)| *against == part.against);
            if of_it.and_then(|(_, wanted)| wanted.as_ref()).is_some_and(|wanted| wanted.are_right_by(part)) {
                agreeing.push(*id);
            }
        }
        agreeing
    }

    /// What the guess wants of parts that go by one thing alone, where they are asked; `None` where no such part can agree with it.
    fn wanted(&self, against: Against, asked: impl Fn(&Situation) -> CardSet) -> Option<WantedCards> {
        let mut wanted = WantedCards::default();
        let is_whole = self.ends_for(against).iter().all(|end| {
            let number = against.number(&end.at.end());
            wanted.add(number, asked(&end.at), end.right)
        });
        (is_whole && !self.cancel.is_raised()).then_some(wanted)
    }

    /// Of the parts that may have each turn, those that allow then what was guessed; `None` if there are none for one of them. Parts that
    /// have turns look back at no more than the last card.
    pub(super) fn agreeing_in_turns(&self, turn: RuleTurn, places: &[Vec<PartId>]) -> Option<Vec<Vec<PartId>>> {
        let found = agreeing_in_turns(turn, places, &self.near)?;
        let found = agreeing_in_turns(turn, &found, self.ends())?;
        match turn {
            RuleTurn::SuitOfLast | RuleTurn::ColourAndParityOfLast => Some(found),
            RuleTurn::Place(length) => {
                let ends = self.ends_by(TellApart::Cycle(length), usize::MAX);
                agreeing_in_turns(turn, &found, &ends)
            }
        }
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

    /// All ends, each with every card that can lie three cards back.
    fn ends_seen(&self) -> Vec<EndToCome> {
        let (mut ends, mut told) = (Vec::new(), ReachedEnds::default());
        self.visit(TellApart::Before, |end, _| {
            if told.insert(TellApart::ThirdLast.of(end.state, &end.at)) {
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
        let end = |at: Situation, state| EndToCome { at, state, right: automaton.right(state) };
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
