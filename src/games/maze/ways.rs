//! All ways from corner to corner at once that a hand can hold, each weighed by how likely its cards are to be had: how good a hand is,
//! and what each card adds to it. Playouts ask for it in every turn, so the steps of these ways are worked out once.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::block::{IN_BLOCK, LONGEST_CHAIN, MOST_PLAYERS, MazeRoute, SuitLine};
use crate::cards::MystiqueCard;
use crate::engine::seats::Seat;

/// How likely each card of the block is to be had, by its index: 1 for one that is held, 0 for one that never can be.
pub type Likely = [f32; IN_BLOCK];

/// The most steps of all ways together; and the most cards that a card is connected with.
const MOST_STEPS: usize = 160;
const MOST_CONNECTED: usize = 6;

/// What the ways of somebody come to.
pub struct AllWays {
    /// The sum over all ways of the product of their cards: 1 for a finished one. More ways, and fewer missing cards, make it larger.
    pub all: f32,
    /// The same of the ways through each card, as if that card were held.
    through: Likely,
}

/// A card that ways come to after a number of steps.
struct WayStep {
    /// Its index.
    card: usize,
    is_end: bool,
    /// The steps from which it is reached.
    before: ArrayVec<u8, MOST_CONNECTED>,
}

/// The steps of all ways of a route, the first corner first, each after those before it. A way that goes back over a card that it has
/// come by counts as well; there are few of them.
type WaySteps = ArrayVec<WayStep, MOST_STEPS>;

static STEPS: LazyLock<[[WaySteps; MOST_PLAYERS]; SuitLine::ALL.len()]> = LazyLock::new(|| {
    SuitLine::ALL.map(|line| {
        std::array::from_fn(|seat| {
            let route = Seat::new(seat as u8).and_then(|seat| MazeRoute::of(seat, line));
            route.map_or_else(WaySteps::new, steps_of)
        })
    })
});

fn steps_of(route: MazeRoute) -> WaySteps {
    let mut steps = WaySteps::new();
    steps.push(WayStep { card: route.from.index().into(), is_end: false, before: ArrayVec::new() });
    let mut last = 0..1;
    for taken in 1..LONGEST_CHAIN as u8 {
        let is_near = |card: &MystiqueCard| {
            *card != route.from && taken + route.line.steps(*card, route.to) < LONGEST_CHAIN as u8
        };
        let first = steps.len();
        for card in MystiqueCard::deck().filter(is_near) {
            let is_before = |step: &WayStep| {
                let before = MystiqueCard::from_index(step.card as u8);
                !step.is_end && before.is_some_and(|before| route.line.steps(before, card) == 1)
            };
            let before = last.clone().filter(|number| is_before(&steps[*number])).map(|number| number as u8);
            let before: ArrayVec<u8, MOST_CONNECTED> = before.collect();
            if !before.is_empty() {
                steps.push(WayStep { card: card.index().into(), is_end: card == route.to, before });
            }
        }
        last = first..steps.len();
    }
    steps
}

fn steps(route: MazeRoute) -> &'static WaySteps {
    &STEPS[route.line as usize][route.seat.index()]
}

/// What all ways come to, and what they come to on their way to each step, without its own card.
fn forwards(steps: &WaySteps, likely: &Likely) -> (f32, [f32; MOST_STEPS]) {
    let (mut arriving, mut passing) = ([0.0; MOST_STEPS], [0.0; MOST_STEPS]);
    let mut all = 0.0;
    for (number, step) in steps.iter().enumerate() {
        let sum: f32 = step.before.iter().map(|before| passing[usize::from(*before)]).sum();
        arriving[number] = sum;
        passing[number] = if number == 0 { 1.0 } else { sum * likely[step.card] };
        all += if step.is_end { sum } else { 0.0 };
    }
    (all, arriving)
}

impl AllWays {
    pub fn of(route: MazeRoute, likely: &Likely) -> AllWays {
        let steps = steps(route);
        let (all, arriving) = forwards(steps, likely);
        // The same from each step to the end.
        let (mut leaving, mut through) = ([0.0; MOST_STEPS], [0.0; IN_BLOCK]);
        for (number, step) in steps.iter().enumerate().rev() {
            let onwards = if step.is_end { 1.0 } else { leaving[number] };
            through[step.card] += arriving[number] * onwards;
            let with_it = if step.is_end { 1.0 } else { onwards * likely[step.card] };
            step.before.iter().for_each(|before| leaving[usize::from(*before)] += with_it);
        }
        AllWays { all, through }
    }

    /// What they come to together, and nothing else.
    pub fn sum(route: MazeRoute, likely: &Likely) -> f32 {
        forwards(steps(route), likely).0
    }

    /// What all ways through a card would come to if it were held. Of a corner card, nothing is said.
    #[inline]
    pub fn through(&self, card: MystiqueCard) -> f32 {
        self.through.get(usize::from(card.index())).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many ways there are from here in so many steps at most, by going all of them.
    fn counted(route: MazeRoute, here: MystiqueCard, left: u8) -> u32 {
        if here == route.to {
            return 1;
        }
        let is_near = |next: &MystiqueCard| *next != route.from && route.line.steps(*next, route.to) < left;
        route.line.connected(here).iter().filter(is_near).map(|next| counted(route, next, left - 1)).sum()
    }

    #[test]
    fn all_ways_are_counted_that_a_hand_can_hold() {
        for (line, shortest) in SuitLine::ALL.into_iter().zip([1260, 420, 105]) {
            for seat in (0..4).filter_map(Seat::new) {
                let route = MazeRoute::of(seat, line).expect("a route");
                let ways = AllWays::of(route, &[1.0; IN_BLOCK]);
                assert_eq!(ways.all, counted(route, route.from, 9) as f32, "{line:?}, seat {seat}");
                assert_eq!(counted(route, route.from, line.steps(route.from, route.to)), shortest);
                let next: f32 = line.connected(route.from).iter().map(|card| ways.through(card)).sum();
                assert!(next >= ways.all, "each way begins with one of the cards next to the corner");
            }
        }
    }

    #[test]
    fn one_way_that_is_held_comes_to_one_and_each_missing_card_makes_it_as_much_less_as_it_is_likely() {
        let route = MazeRoute::of(Seat::FIRST, SuitLine::default()).expect("a route");
        let held: Vec<MystiqueCard> =
            "2yS 2rS 2rM 3rM 3rC 4rC 4bC 4bA".split(' ').map(|card| card.parse().expect("a card")).collect();
        let mut likely = [0.0; IN_BLOCK];
        held.iter().for_each(|card| likely[usize::from(card.index())] = 1.0);
        assert_eq!(AllWays::of(route, &likely).all, 1.0);
        likely[usize::from(held[3].index())] = 0.25;
        let ways = AllWays::of(route, &likely);
        assert_eq!((ways.all, ways.through(held[3]), ways.through(held[0])), (0.25, 1.0, 0.25));
    }
}
