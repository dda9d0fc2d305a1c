//! The one dealer of what is hidden.
//!
//! Everything that a bot imagines and everything that the test kit deals anew is dealt here: so many cards to each place, some
//! of them known to lie there, some known not to. All deals that fit are equally likely.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::rng::GameRng;
use crate::cards::CardBits;

/// A place that hidden cards are dealt to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot<S> {
    /// How many cards lie there, with those that are pinned.
    pub size: usize,
    /// Cards that are known to lie there.
    pub pinned: S,
    /// Cards that cannot lie there: a seat that could not follow red has no red.
    pub barred: S,
}

impl<S: CardBits> Spot<S> {
    /// So many cards, any of them.
    pub fn any(size: usize) -> Spot<S> {
        Spot { size, pinned: S::none(), barred: S::none() }
    }

    /// The same, with these cards among them.
    #[must_use]
    pub fn pinning(self, pinned: S) -> Spot<S> {
        Spot { pinned: self.pinned.with(pinned), ..self }
    }

    /// The same without these cards.
    #[must_use]
    pub fn barring(self, barred: S) -> Spot<S> {
        Spot { barred: self.barred.with(barred), ..self }
    }
}

/// The most places that can be dealt to at once.
pub const MOST_SPOTS: usize = 24;

/// How the cards lie, in the order of the spots.
pub type Dealt<S> = ArrayVec<S, MOST_SPOTS>;

/// Deals the pool, which holds the pinned cards too, so that every spot gets as many cards as it has room for. All such
/// deals are equally likely.
///
/// Returns `None` if there is no such deal, or more than [`MOST_SPOTS`] spots.
///
/// ```
/// use parlour::cards::{Colour, MystiqueSet};
/// use parlour::engine::hidden::{Spot, deal_into};
/// use parlour::engine::rng::GameRng;
///
/// let red = MystiqueSet::of_colour(Colour::Red);
/// let hands = [Spot::any(20).barring(red), Spot::any(40)];
/// let dealt = deal_into(MystiqueSet::DECK, &hands, &mut GameRng::from_number(1)).expect("there are 40 others");
/// assert!(dealt[0].intersection(red).is_empty());
/// assert_eq!((dealt[0].len(), dealt[1].len()), (20, 40));
/// ```
pub fn deal_into<S: CardBits>(pool: S, spots: &[Spot<S>], rng: &mut GameRng) -> Option<Dealt<S>> {
    let mut table = DealingTable::gather(pool, spots)?;
    let mut cards: ArrayVec<u8, 128> = bits_of(table.pool).collect();
    rng.shuffle(&mut cards);
    table.deal(&cards, rng)?;
    Some(spots.iter().zip(table.dealt).map(|(spot, bits)| S::from_bits(bits | spot.pinned.to_bits())).collect())
}

fn bits_of(set: u128) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
        left &= left - 1;
        Some(lowest)
    })
}

/// Spots that the same cards may not be dealt to: dealt to as one, which is then divided.
#[derive(Clone, Copy)]
struct Group {
    barred: u128,
    room: usize,
}

/// Cards that may be dealt to the same groups.
#[derive(Clone, Copy)]
struct Alike {
    cards: u128,
    /// A bit for each group that they may be dealt to.
    groups: u32,
}

/// How many cards are left of each sort of cards that are alike, a byte each, the first lowest.
type Left = u128;

const MOST_SORTS: usize = 16;

/// The most steps in counting the deals; beyond it, deals are no longer exactly equally likely.
const MOST_COUNTED: usize = 40_000;

struct DealingTable {
    /// What is left to deal: the pool without the pinned cards.
    pool: u128,
    groups: ArrayVec<Group, MOST_SPOTS>,
    /// For each spot its group, and its room.
    spots: ArrayVec<(usize, usize), MOST_SPOTS>,
    dealt: ArrayVec<u128, MOST_SPOTS>,
}

impl DealingTable {
    fn gather<S: CardBits>(pool: S, spots: &[Spot<S>]) -> Option<DealingTable> {
        let mut table = DealingTable {
            pool: pool.to_bits(),
            groups: ArrayVec::new(),
            spots: ArrayVec::new(),
            dealt: ArrayVec::new(),
        };
        for spot in spots {
            let pinned = spot.pinned.to_bits();
            if table.pool & pinned != pinned {
                return None;
            }
            table.pool &= !pinned;
            let room = spot.size.checked_sub(pinned.count_ones() as usize)?;
            let barred = spot.barred.to_bits();
            let known = table.groups.iter().position(|group| group.barred == barred);
            let group = match known {
                Some(group) => group,
                None => {
                    table.groups.try_push(Group { barred, room: 0 }).ok()?;
                    table.groups.len() - 1
                }
            };
            table.groups[group].room += room;
            table.spots.try_push((group, room)).ok()?;
            table.dealt.push(0);
        }
        let room: usize = table.groups.iter().map(|group| group.room).sum();
        (room == table.pool.count_ones() as usize).then_some(table)
    }

    /// Deals these cards, which are in random order.
    fn deal(&mut self, cards: &[u8], rng: &mut GameRng) -> Option<()> {
        let of_groups = if self.groups.len() < 2 {
            [cards.to_vec()].into_iter().collect()
        } else {
            self.dealt_to_groups(cards, rng)?
        };
        let mut at = [0; MOST_SPOTS];
        for (dealt, (group, room)) in self.dealt.iter_mut().zip(&self.spots) {
            let first = at[*group];
            at[*group] += room;
            let own = of_groups.get(*group)?.get(first..first + room)?;
            *dealt = own.iter().fold(0, |bits, card| bits | 1 << card);
        }
        Some(())
    }

    /// For each group its cards, in random order.
    fn dealt_to_groups(&self, cards: &[u8], rng: &mut GameRng) -> Option<ArrayVec<Vec<u8>, MOST_SPOTS>> {
        let sorts = self.sorts();
        let shares = match sorts.as_ref().and_then(|sorts| Ways::new(&self.groups, sorts).drawn(rng)) {
            Some(None) => return None,
            Some(Some(shares)) => shares,
            None => return self.dealt_one_by_one(cards, rng),
        };
        let mut of_sorts: ArrayVec<Vec<u8>, MOST_SORTS> = ArrayVec::new();
        for sort in sorts? {
            of_sorts.push(cards.iter().copied().filter(|card| sort.cards >> card & 1 == 1).collect());
        }
        let mut of_groups = ArrayVec::new();
        for share in shares {
            let mut own: Vec<u8> = Vec::new();
            for (sort, of_sort) in of_sorts.iter_mut().enumerate() {
                let rest = of_sort.len().checked_sub(byte(share, sort))?;
                own.extend(of_sort.drain(rest..));
            }
            rng.shuffle(&mut own);
            of_groups.push(own);
        }
        Some(of_groups)
    }

    /// The sorts of cards that are alike; `None` if they are too many to count with.
    fn sorts(&self) -> Option<ArrayVec<Alike, MOST_SORTS>> {
        let mut sorts: ArrayVec<Alike, MOST_SORTS> = ArrayVec::new();
        sorts.push(Alike { cards: self.pool, groups: 0 });
        for (number, group) in self.groups.iter().enumerate() {
            let mut divided = ArrayVec::new();
            for sort in sorts {
                let may = Alike { cards: sort.cards & !group.barred, groups: sort.groups | 1 << number };
                let may_not = Alike { cards: sort.cards & group.barred, ..sort };
                for part in [may, may_not].into_iter().filter(|part| part.cards != 0) {
                    divided.try_push(part).ok()?;
                }
            }
            sorts = divided;
        }
        Some(sorts)
    }

    /// Where deals are too many to be counted: each card to a group with room, others making room where there is none, and
    /// then many cards exchanged.
    fn dealt_one_by_one(&self, cards: &[u8], rng: &mut GameRng) -> Option<ArrayVec<Vec<u8>, MOST_SPOTS>> {
        let mut of_groups: ArrayVec<Vec<u8>, MOST_SPOTS> = self.groups.iter().map(|_| Vec::new()).collect();
        for card in cards {
            let mut tried = vec![false; self.groups.len()];
            if !self.make_room(*card, &mut of_groups, &mut tried) {
                return None;
            }
        }
        let places: Vec<usize> = (0..).zip(&of_groups).flat_map(|(group, own)| vec![group; own.len()]).collect();
        for _ in 0..16 * cards.len() {
            let (Some(one), Some(other)) = (rng.pick(&places).copied(), rng.pick(&places).copied()) else { break };
            let at = rng.below(of_groups[one].len() as u32) as usize;
            let at_other = rng.below(of_groups[other].len() as u32) as usize;
            let (card, card_other) = (of_groups[one][at], of_groups[other][at_other]);
            if self.may_lie(card, other) && self.may_lie(card_other, one) {
                (of_groups[one][at], of_groups[other][at_other]) = (card_other, card);
            }
        }
        of_groups.iter_mut().for_each(|own| rng.shuffle(own));
        Some(of_groups)
    }

    fn may_lie(&self, card: u8, group: usize) -> bool {
        self.groups[group].barred >> card & 1 == 0
    }

    /// Lays a card into a group, moving others on if need be (an augmenting path of the matching).
    fn make_room(&self, card: u8, of_groups: &mut ArrayVec<Vec<u8>, MOST_SPOTS>, tried: &mut [bool]) -> bool {
        for group in (0..self.groups.len()).filter(|group| self.may_lie(card, *group)) {
            if std::mem::replace(&mut tried[group], true) {
                continue;
            }
            if of_groups[group].len() < self.groups[group].room {
                of_groups[group].push(card);
                return true;
            }
            for at in 0..of_groups[group].len() {
                let other = of_groups[group][at];
                if self.make_room(other, of_groups, tried) {
                    of_groups[group][at] = card;
                    return true;
                }
            }
        }
        false
    }
}

fn byte(left: Left, sort: usize) -> usize {
    (left >> (8 * sort) & 0xFF) as usize
}

/// For each group how many cards of each sort it gets; `None` if there is no such deal.
type Shares = Option<Vec<Left>>;

/// Counts in how many ways the sorts can be divided among the groups.
struct Ways<'a> {
    groups: &'a [Group],
    sorts: &'a [Alike],
    /// In how many ways what is left fills the groups from this one on.
    known: BTreeMap<(usize, Left), f64>,
    steps: usize,
}

impl<'a> Ways<'a> {
    fn new(groups: &'a [Group], sorts: &'a [Alike]) -> Ways<'a> {
        Ways { groups, sorts, known: BTreeMap::new(), steps: 0 }
    }

    /// How many of each sort every group gets, as likely as there are deals with these shares; `None` if it takes too long.
    fn drawn(mut self, rng: &mut GameRng) -> Option<Shares> {
        let counts = self.sorts.iter().map(|sort| Left::from(sort.cards.count_ones()));
        let mut left = counts.rev().fold(0, |left, count| left << 8 | count);
        let mut shares = Vec::with_capacity(self.groups.len());
        for group in 0..self.groups.len() {
            let all = self.ways(group, left)?;
            if all == 0.0 {
                return Some(None);
            }
            let mut at = all * rng.share();
            let mut chosen = None;
            for share in self.shares(group, left) {
                let ways = self.picks(left, share) * self.ways(group + 1, left - share)?;
                if ways > 0.0 {
                    chosen = Some(share);
                    at -= ways;
                    if at < 0.0 {
                        break;
                    }
                }
            }
            let share = chosen?;
            left -= share;
            shares.push(share);
        }
        Some(Some(shares))
    }

    fn ways(&mut self, group: usize, left: Left) -> Option<f64> {
        if group == self.groups.len() {
            return Some(if left == 0 { 1.0 } else { 0.0 });
        }
        if let Some(ways) = self.known.get(&(group, left)) {
            return Some(*ways);
        }
        let shares = self.shares(group, left);
        self.steps += shares.len() + 1;
        if self.steps > MOST_COUNTED {
            return None;
        }
        let mut all = 0.0;
        for share in shares {
            all += self.picks(left, share) * self.ways(group + 1, left - share)?;
        }
        self.known.insert((group, left), all);
        Some(all)
    }

    /// In how many ways a group can get so many of each sort from what is left.
    fn picks(&self, left: Left, share: Left) -> f64 {
        (0..self.sorts.len()).map(|sort| binomial(byte(left, sort), byte(share, sort))).product()
    }

    /// Every way to fill a group's room, by sorts.
    fn shares(&self, group: usize, left: Left) -> Vec<Left> {
        let mut found = vec![(0, self.groups[group].room)];
        for (sort, alike) in self.sorts.iter().enumerate() {
            let most = if alike.groups >> group & 1 == 1 { byte(left, sort) } else { 0 };
            let later: usize = (sort + 1..self.sorts.len())
                .filter(|later| self.sorts[*later].groups >> group & 1 == 1)
                .map(|later| byte(left, later))
                .sum();
            let mut more = Vec::with_capacity(found.len());
            for (share, room) in found {
                let least = room.saturating_sub(later);
                more.extend(
                    (least..=most.min(room)).map(|count| (share | (count as Left) << (8 * sort), room - count)),
                );
            }
            found = more;
        }
        found.into_iter().filter(|(_, room)| *room == 0).map(|(share, _)| share).collect()
    }
}

fn binomial(all: usize, picked: usize) -> f64 {
    (0..picked).map(|step| (all - step) as f64 / (step + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CardSet;

    fn set(bits: u64) -> CardSet {
        CardSet::of_bits(bits)
    }

    /// Every deal there is, found by trying all.
    fn every_deal(pool: u64, spots: &[Spot<CardSet>]) -> Vec<Vec<u64>> {
        let cards: Vec<u64> = (0..52).map(|bit| 1 << bit).filter(|bit| pool & bit != 0).collect();
        let mut deals = vec![vec![0; spots.len()]];
        for card in cards {
            deals = deals
                .iter()
                .flat_map(|deal| {
                    (0..spots.len()).filter(|spot| spots[*spot].barred.bits() & card == 0).map(|spot| {
                        let mut more = deal.clone();
                        more[spot] |= card;
                        more
                    })
                })
                .collect();
        }
        deals.retain(|deal| {
            deal.iter().zip(spots).all(|(own, spot)| {
                own.count_ones() as usize == spot.size && own & spot.pinned.bits() == spot.pinned.bits()
            })
        });
        deals
    }

    /// Each of all deals must come up about as often as another.
    fn is_fair(pool: u64, spots: &[Spot<CardSet>]) {
        let deals = every_deal(pool, spots);
        let mut counts: BTreeMap<Vec<u64>, u32> = deals.iter().map(|deal| (deal.clone(), 0)).collect();
        let mut rng = GameRng::from_number(3);
        const EACH: u32 = 400;
        for _ in 0..EACH * deals.len() as u32 {
            let dealt = deal_into(set(pool), spots, &mut rng).expect("a deal");
            let dealt: Vec<u64> = dealt.iter().map(|own| own.bits()).collect();
            *counts.get_mut(&dealt).unwrap_or_else(|| panic!("{dealt:?} breaks a rule")) += 1;
        }
        // Five standard deviations.
        let off = counts.iter().find(|(_, count)| count.abs_diff(EACH) > 100);
        assert_eq!(off, None, "of {} deals", deals.len());
    }

    #[test]
    fn every_deal_that_fits_is_as_likely_as_another() {
        let any = Spot::<CardSet>::any;
        is_fair(0b11_1111, &[any(2), any(3), any(1)]);
        is_fair(0b11_1111, &[any(2).barring(set(0b111)), any(2), any(2).barring(set(0b1))]);
        let pinned = Spot { pinned: set(0b1000), ..any(3) };
        is_fair(0b111_1111, &[pinned.barring(set(0b11)), any(2).barring(set(0b110_0000)), any(2)]);
        // Three places, each without one card: two deals, and no exchange of two cards leads from one to the other.
        is_fair(0b111, &[any(1).barring(set(0b100)), any(1).barring(set(0b1)), any(1).barring(set(0b10))]);
    }

    #[test]
    fn what_cannot_be_dealt_is_refused() {
        let any = Spot::<CardSet>::any;
        let deal = |pool, spots: &[Spot<CardSet>]| deal_into(set(pool), spots, &mut GameRng::from_number(1));
        assert_eq!(deal(0b111, &[any(2)]), None, "a card is left");
        assert_eq!(deal(0b111, &[any(2).barring(set(0b11)), any(1)]), None, "only one card may lie there");
        assert_eq!(deal(0b11, &[Spot { pinned: set(0b100), ..any(2) }]), None, "the pinned card is not there");
        assert_eq!(
            deal(0b11, &[Spot { pinned: set(0b11), ..any(1) }, any(1)]),
            None,
            "more are pinned than there is room"
        );
        assert_eq!(deal(0, &[]), Some(Dealt::new()));
    }

    /// Sixteen sorts of cards and eight places: too many deals to count, yet each keeps every rule.
    #[test]
    fn deals_beyond_counting_keep_every_rule() {
        let pool = (1 << 52) - 1;
        let mut rng = GameRng::from_number(9);
        let spots: Vec<Spot<CardSet>> = (0..8u64)
            .map(|spot| {
                Spot::any(if spot < 4 { 6 } else { 7 }).barring(set(0x1111_1111_1111 << (spot % 4) | 0xF << (6 * spot)))
            })
            .collect();
        let table = DealingTable::gather(set(pool), &spots).expect("room for all");
        let counted = table.sorts().and_then(|sorts| Ways::new(&table.groups, &sorts).drawn(&mut rng).map(|_| ()));
        assert_eq!(counted, None, "meant to be too many");
        let mut reached = [0u64; 8];
        for _ in 0..300 {
            let dealt = deal_into(set(pool), &spots, &mut rng).expect("a deal");
            for ((own, spot), reached) in dealt.iter().zip(&spots).zip(&mut reached) {
                assert_eq!((own.len(), own.bits() & spot.barred.bits()), (spot.size, 0));
                *reached |= own.bits();
            }
            assert_eq!(dealt.iter().fold(0, |all, own| all | own.bits()), pool);
        }
        let expected: Vec<u64> = spots.iter().map(|spot| pool & !spot.barred.bits()).collect();
        assert_eq!(reached.to_vec(), expected, "every card reaches every place where it can be");
    }
}
