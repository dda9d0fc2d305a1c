//! How near a hand of low cards is to a price, and which of a low deck's cards could have paid for what.

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Rank, Suit};

use super::puzzle::Price;

/// How many turns it takes, on average, until a hand can pay a price: infinite where what is needed will not come.
///
/// Every turn shows two cards of the `left` that are face down or in the market; `alive` are those. The estimate looks at
/// the nearest combination only, and for each card that it lacks at how often one comes that will do.
pub fn turns_until(price: Price, hand: CardSet, alive: CardSet) -> f64 {
    let left = alive.len() as f64;
    match price {
        Price::Same(count) => {
            least(Rank::all().map(|rank| wait(of_rank(hand, rank), of_rank(alive, rank), count, left)))
        }
        Price::Suit(count) => {
            least(Suit::ALL.into_iter().map(|suit| wait(hand.count(suit), alive.count(suit), count, left)))
        }
        Price::Flush(count) => least(runs(count).map(|run| {
            let held = run.without(run.without(hand)).len();
            let missing = run.len() - held;
            let comes = run.without(hand).without(run.without(alive)).len();
            if comes < missing { f64::INFINITY } else { wait(0, missing, missing as u8, left) }
        })),
        Price::Groups(first, second) => {
            let ranks: ArrayVec<Rank, 13> = Rank::all().collect();
            let waits = |count: u8| -> ArrayVec<f64, 13> {
                ranks.iter().map(|rank| wait(of_rank(hand, *rank), of_rank(alive, *rank), count, left)).collect()
            };
            let (one, other) = (waits(first), waits(second));
            let pairs = (0..ranks.len()).flat_map(|at| (0..ranks.len()).map(move |to| (at, to)));
            least(pairs.filter(|(at, to)| at != to).map(|(at, to)| one[at] + other[to]))
        }
    }
}

/// In how many turns the worth of having a price falls to a third.
const PATIENCE: f64 = 3.5;

/// What a hand promises: the worth of each price, less the longer it takes until it can be paid.
pub fn promise(hand: CardSet, alive: CardSet, prices: impl Iterator<Item = (Price, f64)>) -> f64 {
    prices.map(|(price, worth)| worth * (-turns_until(price, hand, alive) / PATIENCE).exp()).sum()
}

fn least(turns: impl Iterator<Item = f64>) -> f64 {
    turns.fold(f64::INFINITY, f64::min)
}

fn of_rank(cards: CardSet, rank: Rank) -> usize {
    Suit::ALL.iter().filter(|suit| cards.contains(Card::new(rank, **suit))).count()
}

/// Turns until `held` cards of a kind have grown to `count`, when `outs` more of them come among `left`.
fn wait(held: usize, outs: usize, count: u8, left: f64) -> f64 {
    let missing = usize::from(count).saturating_sub(held);
    if missing > outs {
        return f64::INFINITY;
    }
    (0..missing).map(|drawn| left / (2.0 * (outs - drawn) as f64)).sum()
}

/// Every run of so many low cards of one suit.
fn runs(count: u8) -> impl Iterator<Item = CardSet> {
    Suit::ALL.into_iter().flat_map(move |suit| {
        (2..=11 - count).map(move |from| {
            let mut run = CardSet::EMPTY;
            for number in from..from + count {
                if let Some(rank) = Rank::new(number) {
                    run.insert(Card::new(rank, suit));
                }
            }
            run
        })
    })
}

/// What can be paid for with the first so many pairs of a low deck, if all of it is known.
pub struct Purse<'a> {
    /// The pairs that the market shows, in order; one card of each can be taken.
    pub pairs: &'a [ArrayVec<Card, 2>],
    /// How many ways are gone through before it gives up.
    pub effort: u64,
}

impl Purse<'_> {
    /// The fewest turns after which all these prices can be paid by one who knows the deck, with a hand of `hand` cards at
    /// most; `None` if they cannot, or that was not found out within the effort.
    pub fn turns(&self, prices: &[Price], hand: usize) -> Option<usize> {
        let most = self.pairs.len();
        // What can be paid early can be paid later.
        let (mut low, mut high) = (0, most + 1);
        while low < high {
            let middle = (low + high) / 2;
            if middle > most || self.pays_within(middle, prices, hand) { high = middle } else { low = middle + 1 }
        }
        (low <= most).then_some(low)
    }

    fn pays_within(&self, turns: usize, prices: &[Price], hand: usize) -> bool {
        let mut cards: Vec<(Card, usize)> = self
            .pairs
            .iter()
            .take(turns)
            .enumerate()
            .flat_map(|(at, pair)| pair.iter().map(move |card| (*card, at)))
            .collect();
        cards.sort_unstable();
        let mut prices = prices.to_vec();
        // What is hard to find is looked for first.
        prices.sort_by_key(|price| std::cmp::Reverse(Price::ALL.iter().position(|known| known == price)));
        let groups: Vec<Vec<Vec<usize>>> = prices.iter().map(|price| groups(*price, &cards)).collect();
        let mut search =
            Search { cards: &cards, groups: &groups, prices: &prices, hand, left: self.effort, chosen: Vec::new() };
        search.pay(0, 0, 0)
    }
}

/// A search for a group of cards for each price, from different pairs.
struct Search<'a> {
    cards: &'a [(Card, usize)],
    groups: &'a [Vec<Vec<usize>>],
    prices: &'a [Price],
    hand: usize,
    left: u64,
    chosen: Vec<usize>,
}

impl Search<'_> {
    fn pay(&mut self, number: usize, from: usize, used: u64) -> bool {
        if number == self.groups.len() {
            return self.fits_the_hand();
        }
        for at in from..self.groups[number].len() {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let pairs = self.groups[number][at].iter().fold(0u64, |pairs, card| pairs | 1 << self.cards[*card].1);
            if pairs & used != 0 {
                continue;
            }
            // Equal prices take their groups in order: which of them is first does not matter.
            let is_equal = self.prices.get(number + 1) == Some(&self.prices[number]);
            self.chosen.push(at);
            if self.pay(number + 1, if is_equal { at + 1 } else { 0 }, used | pairs) {
                return true;
            }
            self.chosen.pop();
        }
        false
    }

    /// Whether the hand never holds more than it can: a group is paid with as soon as it is whole.
    fn fits_the_hand(&self) -> bool {
        let turns = self.cards.iter().map(|(_, at)| at + 1).max().unwrap_or(0);
        let groups: Vec<Vec<usize>> = self
            .chosen
            .iter()
            .zip(self.groups)
            .map(|(at, groups)| groups[*at].iter().map(|card| self.cards[*card].1).collect())
            .collect();
        (0..turns).all(|turn| {
            let is_open = |group: &&Vec<usize>| group.iter().any(|at| *at > turn);
            let held: usize =
                groups.iter().filter(is_open).map(|group| group.iter().filter(|at| **at <= turn).count()).sum();
            let paid_now: usize = groups.iter().filter(|group| group.iter().max() == Some(&turn)).map(Vec::len).sum();
            held + paid_now <= self.hand
        })
    }
}

/// Every group of these cards, in ascending order, from different pairs, that pays a price.
fn groups(price: Price, cards: &[(Card, usize)]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    grow(price, cards, 0, &mut Vec::new(), &mut found);
    found
}

fn grow(price: Price, cards: &[(Card, usize)], from: usize, so_far: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if so_far.len() == price.cards() {
        let group: Vec<Card> = so_far.iter().map(|index| cards[*index].0).collect();
        if super::rules::pays(price, &group) {
            found.push(so_far.clone());
        }
        return;
    }
    for next in from..cards.len() {
        if so_far.iter().any(|index| cards[*index].1 == cards[next].1) || !can_grow(price, cards, so_far, next) {
            continue;
        }
        so_far.push(next);
        grow(price, cards, next + 1, so_far, found);
        so_far.pop();
    }
}

/// Whether a card can go with these towards a price; a quick look that leaves most out.
fn can_grow(price: Price, cards: &[(Card, usize)], so_far: &[usize], next: usize) -> bool {
    let card = cards[next].0;
    let Some(last) = so_far.last().map(|index| cards[*index].0) else { return true };
    match price {
        Price::Same(_) => card.rank() == last.rank(),
        Price::Suit(_) => card.suit() == last.suit(),
        Price::Flush(_) => card.suit() == last.suit() && card.rank().number() == last.rank().number() + 1,
        Price::Groups(..) => {
            let mut ranks: ArrayVec<Rank, 6> = so_far.iter().map(|index| cards[*index].0.rank()).collect();
            ranks.push(card.rank());
            ranks.sort_unstable();
            ranks.windows(2).filter(|pair| pair[0] != pair[1]).count() < 2
        }
    }
}
