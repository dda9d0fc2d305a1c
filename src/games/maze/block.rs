//! The block of cards that a chain leads through: three colours, four suits in a line and five numbers. Which cards are connected, the
//! shortest chain from corner to corner, and the way for which the fewest cards are missing.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cards::{CardBits, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::seats::Seat;

pub const MOST_PLAYERS: usize = 4;

/// How many cards everybody holds between turns.
pub const HAND: usize = 8;

/// The most cards of a chain, both corner cards among them.
pub const LONGEST_CHAIN: usize = HAND + 2;

/// How many cards the block has.
pub const IN_BLOCK: usize = 60;

/// A chain, from corner card to corner card.
pub type MazeChain = ArrayVec<MystiqueCard, LONGEST_CHAIN>;

/// The line of the suits: those next to each other are consecutive, and the last does not lead back to the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum SuitLine {
    #[default]
    SunsMoonsCrownsArms,
    SunsMoonsArmsCrowns,
    MoonsSunsArmsCrowns,
}

/// For each line the places of the suits in it, by the suits in the order of card numbers.
const PLACES: [[u8; 4]; 3] = [[1, 0, 3, 2], [1, 0, 2, 3], [0, 1, 2, 3]];

impl SuitLine {
    pub const ALL: [SuitLine; 3] =
        [SuitLine::SunsMoonsCrownsArms, SuitLine::SunsMoonsArmsCrowns, SuitLine::MoonsSunsArmsCrowns];

    /// The suits from one end to the other.
    pub const fn suits(self) -> [MystiqueSuit; 4] {
        use MystiqueSuit::{Arms, Crowns, Moons, Suns};
        match self {
            SuitLine::SunsMoonsCrownsArms => [Suns, Moons, Crowns, Arms],
            SuitLine::SunsMoonsArmsCrowns => [Suns, Moons, Arms, Crowns],
            SuitLine::MoonsSunsArmsCrowns => [Moons, Suns, Arms, Crowns],
        }
    }

    /// The place of a suit, 0 to 3.
    #[inline]
    pub const fn place(self, suit: MystiqueSuit) -> u8 {
        PLACES[self as usize][suit as usize]
    }

    /// How many steps it takes from one card to another, each to a card that is connected.
    ///
    /// ```
    /// use parlour::games::maze::block::SuitLine;
    ///
    /// let steps = |one: &str, other: &str| {
    ///     SuitLine::default().steps(one.parse().unwrap(), other.parse().unwrap())
    /// };
    /// assert_eq!([steps("2bS", "2bM"), steps("2bS", "2bA"), steps("1yS", "5bA")], [1, 3, 9]);
    /// ```
    #[inline]
    pub const fn steps(self, one: MystiqueCard, other: MystiqueCard) -> u8 {
        let numbers = one.number().abs_diff(other.number());
        let colours = (one.colour() as u8).abs_diff(other.colour() as u8);
        numbers + colours + self.place(one.suit()).abs_diff(self.place(other.suit()))
    }

    /// The cards that are connected with this one: two attributes are the same, and the third is next to it.
    #[inline]
    pub fn connected(self, card: MystiqueCard) -> MystiqueSet {
        CONNECTED[self as usize][usize::from(card.index()) % IN_BLOCK]
    }

    /// The cards that are connected with any of these.
    #[inline]
    fn connected_with_any(self, cards: MystiqueSet) -> MystiqueSet {
        cards.iter().fold(MystiqueSet::EMPTY, |all, card| all.union(self.connected(card)))
    }
}

static CONNECTED: [[MystiqueSet; IN_BLOCK]; 3] = {
    let mut all = [[MystiqueSet::EMPTY; IN_BLOCK]; 3];
    let mut line = 0;
    while line < all.len() {
        let mut index = 0;
        while index < IN_BLOCK {
            all[line][index] = connected_by_steps(SuitLine::ALL[line], index as u8);
            index += 1;
        }
        line += 1;
    }
    all
};

const fn connected_by_steps(line: SuitLine, index: u8) -> MystiqueSet {
    let (mut connected, mut other) = (MystiqueSet::EMPTY, 0);
    while other < IN_BLOCK as u8 {
        if let (Some(one), Some(card)) = (MystiqueCard::from_index(index), MystiqueCard::from_index(other))
            && line.steps(one, card) == 1
        {
            connected.insert(card);
        }
        other += 1;
    }
    connected
}

/// The indices of the corner cards of each seat: `1yS 5bA`, `1bS 5yA`, `1bA 5yS` and `1yA 5bS`.
const CORNERS: [[u8; 2]; MOST_PLAYERS] = [[15, 44], [25, 34], [40, 19], [30, 29]];

/// From where to where a seat has to come, and along which line of suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MazeRoute {
    pub seat: Seat,
    pub from: MystiqueCard,
    pub to: MystiqueCard,
    pub line: SuitLine,
}

/// A way from corner to corner for which the fewest cards are missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingWay {
    /// All of its cards, both corner cards among them.
    pub way: MazeChain,
    /// Those of them that are not held.
    pub missing: MystiqueSet,
}

/// What cards cost in the search for the way with the fewest missing ones: a card that can never be had, one that is missing, and what is
/// added for one that is harder to get than others.
const NEVER: u16 = u16::MAX;
const MISSING: u16 = 16;
const HARDER: u16 = 1;

impl MazeRoute {
    /// The route of a seat; there are four of them.
    pub fn of(seat: Seat, line: SuitLine) -> Option<MazeRoute> {
        let [from, to] = CORNERS.get(seat.index()).copied()?;
        let (from, to) = (MystiqueCard::from_index(from)?, MystiqueCard::from_index(to)?);
        Some(MazeRoute { seat, from, to, line })
    }

    /// Both corner cards.
    pub fn corners(self) -> MystiqueSet {
        [self.from, self.to].into_iter().collect()
    }

    /// The shortest chain that links the corner cards through these cards; `None` if there is none that a hand could hold. Of several,
    /// the one that has the lowest card numbers when it is walked back.
    pub fn chain(self, cards: MystiqueSet) -> Option<MazeChain> {
        let (line, within) = (self.line, cards.union(MystiqueSet::of_one(self.to)));
        if line.connected(self.to).intersection(cards).is_empty() {
            return None;
        }
        let mut layers = ArrayVec::<MystiqueSet, LONGEST_CHAIN>::new();
        let mut layer = MystiqueSet::of_one(self.from);
        let mut reached = layer;
        while !layer.contains(self.to) {
            layers.try_push(layer).ok()?;
            layer = line.connected_with_any(layer).intersection(within).without(reached);
            reached = reached.union(layer);
            if layer.is_empty() {
                return None;
            }
        }
        let mut chain: MazeChain = [self.to].into_iter().collect();
        for layer in layers.into_iter().rev() {
            let before = line.connected(*chain.last()?).intersection(layer).iter().next()?;
            chain.try_push(before).ok()?;
        }
        chain.reverse();
        Some(chain)
    }

    /// The way for which the fewest cards are missing, for somebody who holds these. `never` can no longer be had; of ways that lack
    /// equally many, one is chosen that has few cards of `harder`. `None` if there is no way left.
    pub fn missing(self, held: MystiqueSet, never: MystiqueSet, harder: MystiqueSet) -> Option<MissingWay> {
        let cost = |card: MystiqueCard| match card {
            card if card == self.to || held.contains(card) => 0,
            card if card == self.from || never.contains(card) => NEVER,
            card if harder.contains(card) => MISSING + HARDER,
            _ => MISSING,
        };
        // How little it costs to come to each card in exactly so many steps.
        let mut costs = [[NEVER; IN_BLOCK]; LONGEST_CHAIN];
        costs[0][usize::from(self.from.index())] = 0;
        for steps in 1..LONGEST_CHAIN {
            let (before, now) = costs.split_at_mut(steps);
            let (before, now) = (&before[steps - 1], &mut now[0]);
            for card in MystiqueCard::deck() {
                let connected = self.line.connected(card).iter();
                let least = connected.map(|other| before[usize::from(other.index())]).min().unwrap_or(NEVER);
                now[usize::from(card.index())] = least.saturating_add(cost(card));
            }
        }
        let at = |steps: usize, card: MystiqueCard| costs[steps][usize::from(card.index())];
        let steps =
            (1..LONGEST_CHAIN).min_by_key(|steps| at(*steps, self.to)).filter(|steps| at(*steps, self.to) < NEVER)?;
        let mut way: MazeChain = [self.to].into_iter().collect();
        for steps in (0..steps).rev() {
            let before = self.line.connected(*way.last()?).iter().min_by_key(|card| at(steps, *card))?;
            way.try_push(before).ok()?;
        }
        way.reverse();
        let missing = way.iter().copied().collect::<MystiqueSet>().without(held).without(self.corners());
        Some(MissingWay { way, missing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corner_cards_are_those_of_the_rulebook() {
        let corners = |number: u8| {
            let seat = Seat::new(number).expect("a seat");
            MazeRoute::of(seat, SuitLine::default()).map(|route| format!("{} {}", route.from, route.to))
        };
        let expected = ["1yS 5bA", "1bS 5yA", "1bA 5yS", "1yA 5bS"].map(|text| Some(text.to_owned()));
        assert_eq!([0, 1, 2, 3].map(corners), expected);
        assert_eq!(corners(4), None);
    }

    #[test]
    fn each_suit_has_the_place_at_which_it_stands_in_its_line() {
        for line in SuitLine::ALL {
            assert_eq!(line.suits().map(|suit| line.place(suit)), [0, 1, 2, 3], "{line:?}");
        }
    }
}
