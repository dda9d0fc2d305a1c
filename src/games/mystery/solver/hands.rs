//! Paying prices with low cards: how far a hand is from a price, and how early a known low deck could pay for several.

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Rank, Suit};
use crate::games::mystery::moves::pays;
use crate::games::mystery::puzzle::Price;

/// Estimates how many turns it takes until a hand can pay a price: infinite if the cards needed can no longer come.
///
/// Each turn shows two of the `remaining` cards, which are face down or in the market. The estimate considers only the
/// nearest combination, and for each missing card how often a suitable one comes.
pub fn turns_until(price: Price, hand: CardSet, remaining: CardSet) -> f64 {
    let left = remaining.len() as f64;
    let of_ranks =
        |count: u8| Rank::all().map(move |rank| turns_for(of_rank(hand, rank), of_rank(remaining, rank), count, left));
    match price {
        Price::Same(count) => least(of_ranks(count)),
        Price::Suit(count) => {
            least(Suit::ALL.into_iter().map(|suit| turns_for(hand.count(suit), remaining.count(suit), count, left)))
        }
        Price::Flush(count) => least(runs(count).map(|run| {
            let missing = run.without(hand);
            let can_come = missing.without(remaining).is_empty();
            if can_come { turns_for(0, missing.len(), missing.len() as u8, left) } else { f64::INFINITY }
        })),
        Price::Groups(first, second) => {
            let (one, other): (ArrayVec<f64, 13>, ArrayVec<f64, 13>) = of_ranks(first).zip(of_ranks(second)).unzip();
            let pairs = (0..one.len()).flat_map(|at| (0..other.len()).map(move |to| (at, to)));
            least(pairs.filter(|(at, to)| at != to).map(|(at, to)| one[at] + other[to]))
        }
    }
}

/// How many cards of a hand are of use for the combination that is nearest to paying a price, with the `remaining` cards that may
/// still come; `None` if none can be completed any more.
pub fn held_towards(price: Price, hand: CardSet, remaining: CardSet) -> Option<usize> {
    let of_kind = |held: usize, outs: usize, count: u8| {
        let needed = usize::from(count);
        (held + outs >= needed).then(|| held.min(needed))
    };
    let of_rank = |rank: Rank, count: u8| of_kind(of_rank(hand, rank), of_rank(remaining, rank), count);
    match price {
        Price::Same(count) => Rank::all().filter_map(|rank| of_rank(rank, count)).max(),
        Price::Suit(count) => {
            Suit::ALL.into_iter().filter_map(|suit| of_kind(hand.count(suit), remaining.count(suit), count)).max()
        }
        Price::Flush(count) => {
            let held = |run: CardSet| {
                let missing = run.without(hand);
                missing.without(remaining).is_empty().then(|| run.len() - missing.len())
            };
            runs(count).filter_map(held).max()
        }
        Price::Groups(first, second) => {
            let pairs = Rank::all().flat_map(|one| Rank::all().map(move |other| (one, other)));
            let held = |(one, other): (Rank, Rank)| match one == other {
                // Both groups may be of one number.
                true => of_rank(one, first + second),
                false => Some(of_rank(one, first)? + of_rank(other, second)?),
            };
            pairs.filter_map(held).max()
        }
    }
}

/// The turns of waiting in which the value of being able to pay a price falls to 1/e.
const PATIENCE: f64 = 3.5;

/// The expected value of a hand: the value of each price, discounted by the turns until it can be paid.
pub fn promise(hand: CardSet, remaining: CardSet, prices: impl Iterator<Item = (Price, f64)>) -> f64 {
    prices.map(|(price, value)| value * (-turns_until(price, hand, remaining) / PATIENCE).exp()).sum()
}

fn least(turns: impl Iterator<Item = f64>) -> f64 {
    turns.fold(f64::INFINITY, f64::min)
}

fn of_rank(cards: CardSet, rank: Rank) -> usize {
    Suit::ALL.iter().filter(|suit| cards.contains(Card::new(rank, **suit))).count()
}

/// Expected turns until `held` cards of a kind have grown to `count`, if `outs` of the `left` cards are of that kind.
fn turns_for(held: usize, outs: usize, count: u8, left: f64) -> f64 {
    let missing = usize::from(count).saturating_sub(held);
    if missing > outs {
        return f64::INFINITY;
    }
    (0..missing).map(|drawn| left / (2.0 * (outs - drawn) as f64)).sum()
}

fn runs(count: u8) -> impl Iterator<Item = CardSet> {
    let run = move |from: u8, suit: Suit| -> CardSet {
        (from..from + count).filter_map(Rank::new).map(|rank| Card::new(rank, suit)).collect()
    };
    Suit::ALL.into_iter().flat_map(move |suit| (2..=11 - count).map(move |from| run(from, suit)))
}

/// Plans payments for a player who knows the whole low deck.
pub struct PaymentPlanner<'a> {
    /// The pairs that the market shows, in order; one card of each can be taken.
    pub pairs: &'a [ArrayVec<Card, 2>],
    /// How many combinations are tried before the search gives up.
    pub effort: u64,
}

impl PaymentPlanner<'_> {
    /// The fewest turns after which all these prices can be paid with a hand of at most `hand` cards; `None` if that is
    /// impossible, or was not found within the effort.
    pub fn fewest_turns(&self, prices: &[Price], hand: usize) -> Option<usize> {
        let most = self.pairs.len();
        // Binary search: what can be paid early can also be paid later.
        let (mut low, mut high) = (0, most + 1);
        while low < high {
            let middle = (low + high) / 2;
            if middle > most || self.pays_within(middle, prices, hand) { high = middle } else { low = middle + 1 }
        }
        (low <= most).then_some(low)
    }

    fn pays_within(&self, turns: usize, prices: &[Price], hand: usize) -> bool {
        let pairs = self.pairs.iter().take(turns).enumerate();
        let mut cards: Vec<(Card, usize)> =
            pairs.flat_map(|(at, pair)| pair.iter().map(move |card| (*card, at))).collect();
        cards.sort_unstable();
        let mut prices = prices.to_vec();
        // The most expensive prices first, because they leave the fewest possibilities.
        prices.sort_by_key(|price| std::cmp::Reverse(Price::ALL.iter().position(|known| known == price)));
        let groups: Vec<Vec<Vec<usize>>> = prices.iter().map(|price| paying_groups(*price, &cards)).collect();
        let (effort_left, chosen) = (self.effort, Vec::new());
        PaymentSearch { groups: &groups, prices: &prices, hand, effort_left, chosen }.pay(0, 0, 0)
    }
}

/// A backtracking search for one group of cards for each price, all from different pairs.
struct PaymentSearch<'a> {
    /// For each price the groups that pay it: the turns, from 0, in which their cards can be taken.
    groups: &'a [Vec<Vec<usize>>],
    prices: &'a [Price],
    hand: usize,
    effort_left: u64,
    /// For each price so far the index of its group.
    chosen: Vec<usize>,
}

impl PaymentSearch<'_> {
    /// Pays the prices from `number` on, with groups from index `from` on; `used` has a bit for each pair in use.
    fn pay(&mut self, number: usize, from: usize, used: u64) -> bool {
        if number == self.groups.len() {
            return self.fits_the_hand();
        }
        for at in from..self.groups[number].len() {
            if self.effort_left == 0 {
                return false;
            }
            self.effort_left -= 1;
            let pairs = self.groups[number][at].iter().fold(0u64, |pairs, turn| pairs | 1 << *turn);
            if pairs & used != 0 {
                continue;
            }
            // Equal prices take their groups in ascending order, so that no choice is tried twice.
            let is_equal = self.prices.get(number + 1) == Some(&self.prices[number]);
            self.chosen.push(at);
            if self.pay(number + 1, if is_equal { at + 1 } else { 0 }, used | pairs) {
                return true;
            }
            self.chosen.pop();
        }
        false
    }

    /// Whether the hand limit holds throughout, if each group is paid as soon as it is complete.
    fn fits_the_hand(&self) -> bool {
        let groups: Vec<&Vec<usize>> = self.chosen.iter().zip(self.groups).map(|(at, groups)| &groups[*at]).collect();
        let last = groups.iter().copied().flatten().max().copied().unwrap_or(0);
        (0..=last).all(|turn| {
            let not_yet_paid = groups.iter().filter(|group| group.iter().any(|at| *at >= turn));
            let held: usize = not_yet_paid.map(|group| group.iter().filter(|at| **at <= turn).count()).sum();
            held <= self.hand
        })
    }
}

/// Every group of these cards, each with its turn, that pays a price and is from different turns; as their turns.
fn paying_groups(price: Price, cards: &[(Card, usize)]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    extend_group(price, cards, 0, &mut Vec::new(), &mut found);
    found
}

fn extend_group(
    price: Price,
    cards: &[(Card, usize)],
    from: usize,
    so_far: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    if so_far.len() == price.cards() {
        let group: Vec<Card> = so_far.iter().map(|index| cards[*index].0).collect();
        if pays(price, &group) {
            found.push(so_far.iter().map(|index| cards[*index].1).collect());
        }
        return;
    }
    for next in from..cards.len() {
        let has_its_pair = so_far.iter().any(|index| cards[*index].1 == cards[next].1);
        if !has_its_pair && can_extend(price, cards, so_far, next) {
            so_far.push(next);
            extend_group(price, cards, next + 1, so_far, found);
            so_far.pop();
        }
    }
}

/// A quick test that rules out most cards that cannot join a group towards a price.
fn can_extend(price: Price, cards: &[(Card, usize)], so_far: &[usize], next: usize) -> bool {
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
