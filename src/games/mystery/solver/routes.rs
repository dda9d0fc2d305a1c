//! Where twists can send each card, one by one, for puzzles whose outcomes are too many to go through.
//!
//! What follows from this is a bound: nothing that is possible is left out, but two cards may each be able to reach a
//! place and yet not both at once.

use arrayvec::ArrayVec;

use super::par::AnswersSeen;
use crate::engine::rng::GameRng;
use crate::games::mystery::puzzle::{CellSet, Change, GridCell, MOST_PILES, Puzzle, Twist};

/// How many exchanges mix a random way to send the cards, for each card.
const EXCHANGES: usize = 4;

/// Where a card may go: the piles as the lowest bits, then the slots of the mystery that are named one by one, then the
/// stone.
type DestinationSet = u16;

const FIRST_SLOT: usize = MOST_PILES;
const STONE: usize = FIRST_SLOT + 4;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Routes {
    /// For each cell, row by row, where its card may go, then the same for the jokers that twists bring in.
    from: Vec<DestinationSet>,
    /// How many cards and jokers each destination takes.
    room: [usize; STONE + 1],
    rows: u8,
    changes: Vec<Change>,
    /// For each change how many of the removed cards are the mystery.
    drawn: Vec<u8>,
}

/// What each pile holds after all changes, `None` for a joker, and the mystery.
pub(super) struct RoutedCards {
    pub(super) piles: Vec<Vec<Option<u8>>>,
    pub(super) mystery: Vec<u8>,
}

impl Routes {
    pub(super) fn new(puzzle: &Puzzle) -> Routes {
        let destination = |cell: GridCell| {
            let slot = || puzzle.mystery_cells().iter().position(|mystery| *mystery == cell);
            puzzle.pile_of(cell).or_else(|| slot().map(|slot| FIRST_SLOT + slot)).unwrap_or(STONE)
        };
        let mut from: Vec<DestinationSet> = GridCell::all(puzzle.rows).map(|cell| 1 << destination(cell)).collect();
        let mut room = [0; STONE + 1];
        GridCell::all(puzzle.rows).for_each(|cell| room[destination(cell)] += 1);
        let mut slot = FIRST_SLOT + puzzle.named_one_by_one();
        let mut jokers = Vec::new();
        for twist in puzzle.twists.iter().rev() {
            let cells = twist.cells();
            let mut moved: Vec<DestinationSet> = cells.iter().map(|cell| from[cell.index()]).collect();
            match twist {
                Twist::Swap(..) | Twist::Shift(_) => moved.rotate_left(1),
                Twist::Shuffle(_) => {
                    let any = moved.iter().fold(0, |any, to| any | to);
                    moved.fill(any);
                }
                Twist::JokerSwap(_) => {
                    slot -= 1;
                    room[slot] += 1;
                    jokers.append(&mut moved);
                    moved.push(1 << slot);
                }
            }
            cells.iter().zip(moved).for_each(|(cell, to)| from[cell.index()] = to);
        }
        from.extend(jokers);
        let drawn = (0..puzzle.changes.len()).map(|number| puzzle.drawn_by(number)).collect();
        Routes { from, room, rows: puzzle.rows, changes: puzzle.changes.clone(), drawn }
    }

    /// The cells whose cards may go to a pile, from 0.
    pub(super) fn cells_of_pile(&self, pile: usize) -> CellSet {
        self.cells_to(pile)
    }

    /// The cells whose cards may be this slot of the mystery, one of those that are named one by one.
    pub(super) fn cells_of_slot(&self, slot: usize) -> CellSet {
        self.cells_to(FIRST_SLOT + slot)
    }

    fn cells_to(&self, destination: usize) -> CellSet {
        let cells = GridCell::all(self.rows).zip(&self.from);
        cells.filter(|(_, to)| **to >> destination & 1 == 1).map(|(cell, _)| cell).collect()
    }

    /// Sends all cards at random, so that these answers have come up and the mystery is this one, if it is given; what
    /// has come up is among the piles. `cards` are the cards of the cells, and `one_by_one` slots of the mystery are not
    /// a set. `None` if there is no way, or none was found.
    pub(super) fn random(
        &self,
        cards: &[u8],
        seen: &AnswersSeen,
        mystery: Option<&[u8]>,
        one_by_one: usize,
        rng: &mut GameRng,
    ) -> Option<RoutedCards> {
        let (named, set) = mystery.map(|mystery| mystery.split_at(one_by_one.min(mystery.len()))).unwrap_or_default();
        let mut allowed = self.from.clone();
        for (card, to) in cards.iter().zip(&mut allowed) {
            if let Some(pile) = seen.cards.iter().position(|up| up >> card & 1 == 1) {
                *to &= 1 << pile;
            }
            if let Some(slot) = named.iter().position(|named| named == card) {
                *to &= 1 << (FIRST_SLOT + slot);
            } else if !named.is_empty() {
                *to &= !(((1 << named.len()) - 1) << FIRST_SLOT);
            }
        }
        self.keep_jokers_seen(&mut allowed, cards.len(), seen)?;
        let sent = self.sent(&allowed, rng)?;
        let item = |at: usize| cards.get(at).copied();
        let mut piles: Vec<Vec<Option<u8>>> = vec![Vec::new(); MOST_PILES];
        for (at, to) in sent.iter().enumerate().filter(|(_, to)| **to < FIRST_SLOT) {
            piles[*to].push(item(at));
        }
        let in_slot = |slot: usize| sent.iter().position(|to| *to == FIRST_SLOT + slot).and_then(item);
        let mut routed = RoutedCards { piles, mystery: (0..one_by_one).filter_map(in_slot).collect() };
        self.change(&mut routed, seen, set, rng)?;
        if let Some(drawn) = routed.mystery.get_mut(one_by_one..) {
            drawn.sort_unstable();
        }
        Some(routed)
    }

    /// Jokers that have come up and were not added to their pile must have been sent there.
    fn keep_jokers_seen(&self, allowed: &mut [DestinationSet], first: usize, seen: &AnswersSeen) -> Option<()> {
        let mut next = first;
        for pile in 0..MOST_PILES {
            let sent_there = usize::from(seen.jokers[pile]).saturating_sub(self.added_to(pile, 0));
            for _ in 0..sent_there {
                let joker = (next..allowed.len()).find(|joker| allowed[*joker] >> pile & 1 == 1)?;
                allowed.swap(next, joker);
                allowed[next] = 1 << pile;
                next += 1;
            }
        }
        Some(())
    }

    /// How many jokers the changes from this one on add to a pile.
    fn added_to(&self, pile: usize, from: usize) -> usize {
        let added = self.changes.iter().skip(from).map(|change| match *change {
            Change::Add { pile: to, jokers } if usize::from(to) == pile + 1 => usize::from(jokers),
            _ => 0,
        });
        added.sum()
    }

    /// A random destination for each card and joker, one of those that it is allowed, as many to each as it takes.
    fn sent(&self, allowed: &[DestinationSet], rng: &mut GameRng) -> Option<Vec<usize>> {
        let mut order: Vec<usize> = (0..allowed.len()).collect();
        rng.shuffle(&mut order);
        let mut sent = vec![None; allowed.len()];
        for item in order {
            let mut tried = 0;
            if !self.find_room(item, allowed, &mut sent, &mut tried, rng) {
                return None;
            }
        }
        let mut sent = sent.into_iter().collect::<Option<Vec<usize>>>()?;
        for _ in 0..EXCHANGES * sent.len() {
            let (one, other) = (rng.below(sent.len() as u32) as usize, rng.below(sent.len() as u32) as usize);
            if allowed[one] >> sent[other] & 1 == 1 && allowed[other] >> sent[one] & 1 == 1 {
                sent.swap(one, other);
            }
        }
        Some(sent)
    }

    /// Sends an item somewhere, and others elsewhere if they are in the way: an augmenting path (Kuhn, *The Hungarian
    /// method*, 1955).
    fn find_room(
        &self,
        item: usize,
        allowed: &[DestinationSet],
        sent: &mut [Option<usize>],
        tried: &mut DestinationSet,
        rng: &mut GameRng,
    ) -> bool {
        let mut destinations: ArrayVec<usize, { STONE + 1 }> =
            (0..=STONE).filter(|to| allowed[item] >> to & 1 == 1).collect();
        rng.shuffle(&mut destinations);
        for to in destinations {
            if *tried >> to & 1 == 1 {
                continue;
            }
            *tried |= 1 << to;
            let there: Vec<usize> = (0..sent.len()).filter(|other| sent[*other] == Some(to)).collect();
            if there.len() < self.room[to]
                || there.into_iter().any(|other| self.find_room(other, allowed, sent, tried, rng))
            {
                sent[item] = Some(to);
                return true;
            }
        }
        false
    }

    /// Carries the changes out, so that what has come up stays and the mystery's set is drawn, if it is given.
    fn change(&self, routed: &mut RoutedCards, seen: &AnswersSeen, set: &[u8], rng: &mut GameRng) -> Option<()> {
        let mut set = set.to_vec();
        for (number, change) in self.changes.iter().enumerate() {
            let pile = usize::from(change.pile()) - 1;
            let Change::Remove { count, .. } = *change else {
                let Change::Add { jokers, .. } = *change else { continue };
                routed.piles[pile].extend((0..jokers).map(|_| None));
                continue;
            };
            for removed in 0..count {
                let is_drawn = removed < self.drawn[number];
                let wanted = if is_drawn { set.pop() } else { None };
                let jokers = routed.piles[pile].iter().filter(|item| item.is_none()).count();
                let may_lose_joker = jokers + self.added_to(pile, number) > usize::from(seen.jokers[pile]);
                let fits = |item: &Option<u8>| match (item, wanted) {
                    (_, Some(wanted)) => *item == Some(wanted),
                    (Some(card), None) => seen.cards[pile] >> card & 1 == 0 && !set.contains(card),
                    (None, None) => may_lose_joker && !is_drawn,
                };
                let fitting: Vec<usize> =
                    (0..routed.piles[pile].len()).filter(|at| fits(&routed.piles[pile][*at])).collect();
                let taken = routed.piles[pile].swap_remove(*rng.pick(&fitting)?);
                routed.mystery.extend(taken.filter(|_| is_drawn));
            }
        }
        Some(())
    }
}
