//! Where a seat can form groups, found line by line: for every stretch of the board with stacks of both, the cards that would complete
//! it. It depends on the board alone, so it is found once after each placement, and a hand has its placements by a look at the sets.

use crate::cards::{Attribute, AttributeKind, GoldenSet, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::square::{DIRECTIONS, SIDE, SQUARES, Square, SquareSet};

use super::board::{CliqueBoard, opponent};
use super::groups::{BoardLine, CliqueKind, FEWEST, MOST, Traits, board_lines, cliques_of};
use super::moves::{MOST_LAID, Move, Placement};

/// The bits of a [`GoldenSet`]: here sets are put together in constants, and compared by the thousand.
type CardMask = u64;

const fn mask_of(cards: MystiqueSet) -> CardMask {
    GoldenSet::of(cards).bits()
}

/// The cards that have each value of each attribute.
const HAVING: [CardMask; Attribute::COUNT] = {
    let mut having = [0; Attribute::COUNT];
    let mut index = 0;
    while index < MystiqueCard::COUNT / 2 {
        let Some(card) = MystiqueCard::from_index(index as u8) else { unreachable!() };
        let mut kind = 0;
        while kind < AttributeKind::ALL.len() {
            having[card.attribute(AttributeKind::ALL[kind]).index()] |= 1 << index;
            kind += 1;
        }
        index += 1;
    }
    having
};

/// The index of the first value of an attribute among all attributes, and how many it has.
const fn values_of(kind: AttributeKind) -> (usize, usize) {
    match kind {
        AttributeKind::Number => (0, 5),
        AttributeKind::Colour => (5, 3),
        AttributeKind::Suit => (8, 4),
    }
}

/// So many values an attribute has at most.
const MOST_VALUES: usize = 5;

/// A mask, or several, for each attribute and each of its values together, a bit for each value.
type ByValues<T> = [[T; 1 << MOST_VALUES]; AttributeKind::ALL.len()];

/// The cards that have one of some values.
static WITH_VALUES: ByValues<CardMask> = {
    let mut with = [[0; 1 << MOST_VALUES]; AttributeKind::ALL.len()];
    let mut kind = 0;
    while kind < with.len() {
        let (first, count) = values_of(AttributeKind::ALL[kind]);
        let mut values = 0;
        while values < 1 << count {
            let mut value = 0;
            while value < count {
                if values >> value & 1 == 1 {
                    with[kind][values] |= HAVING[first + value];
                }
                value += 1;
            }
            values += 1;
        }
        kind += 1;
    }
    with
};

/// The cards that have the first, the second and the third value that is none of some.
static MISSING: ByValues<[CardMask; MOST_LAID]> = {
    let mut missing = [[[0; MOST_LAID]; 1 << MOST_VALUES]; AttributeKind::ALL.len()];
    let mut kind = 0;
    while kind < missing.len() {
        let (first, count) = values_of(AttributeKind::ALL[kind]);
        let mut values = 0;
        while values < 1 << count {
            let (mut value, mut found) = (0, 0);
            while value < count && found < MOST_LAID {
                if values >> value & 1 == 0 {
                    missing[kind][values][found] = HAVING[first + value];
                    found += 1;
                }
                value += 1;
            }
            values += 1;
        }
        kind += 1;
    }
    missing
};

/// Squares that can be filled at once, two or three: by one card of each set, in any order.
#[derive(Clone, Copy, PartialEq, Debug)]
struct WideOpening {
    squares: [Square; MOST_LAID],
    count: u8,
    /// The number of the line in which they lie.
    line: u8,
    cards: [CardMask; MOST_LAID],
}

/// Where a seat can form groups on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Openings {
    /// For each square the cards that complete a group in a line of each direction if they are laid there alone; those of all directions
    /// together; and the squares for which there are any.
    single: [[CardMask; DIRECTIONS.len()]; SQUARES],
    single_on: [CardMask; SQUARES],
    with_single: SquareSet,
    wide: Vec<WideOpening>,
}

impl Default for Openings {
    /// Those of an empty board.
    fn default() -> Openings {
        let (single, single_on) = ([[0; DIRECTIONS.len()]; SQUARES], [0; SQUARES]);
        Openings { single, single_on, with_single: SquareSet::EMPTY, wide: Vec::new() }
    }
}

impl Openings {
    /// Those of a seat on this board.
    pub fn of(board: &CliqueBoard, seat: Seat) -> Openings {
        let mut openings = Openings::default();
        openings.find(board, seat, SquareSet::ALL);
        openings
    }

    /// Finds those of a seat on this board, which has changed on these squares alone since they were found.
    pub fn find(&mut self, board: &CliqueBoard, seat: Seat, changed: SquareSet) {
        let (own, theirs, traits) = (board.owned(seat), board.owned(opponent(seat)), board.traits());
        let lines = || (0u8..).zip(board_lines()).filter(|(_, line)| !line.set.intersection(changed).is_empty());
        // By number, a bit for each.
        let changed_lines = lines().fold(0u32, |all, (number, _)| all | 1 << number);
        self.wide.retain(|opening| changed_lines >> opening.line & 1 == 0);
        let mut touched = SquareSet::EMPTY;
        for (number, line) in lines() {
            touched = touched.union(line.set);
            line.squares.iter().for_each(|square| self.single[square.index()][line.direction] = 0);
            if !line.set.intersection(own).is_empty() && !line.set.intersection(theirs).is_empty() {
                self.in_line(&PlacedLine::of((number, line), own, theirs, traits));
            }
        }
        self.with_single = self.with_single.without(touched);
        for square in touched.iter() {
            let all = self.single[square.index()].iter().fold(0, |all, cards| all | cards);
            self.single_on[square.index()] = all;
            if all != 0 {
                self.with_single.insert(square);
            }
        }
    }

    /// What can be laid in the stretches of a line where there are stacks of both.
    fn in_line(&mut self, line: &PlacedLine) {
        for size in FEWEST..=MOST.min(line.squares.len()) {
            for first in 0..=line.squares.len() - size {
                let places = ((1 << size) - 1) << first;
                if line.own & places != 0 && line.theirs & places != 0 {
                    self.in_stretch(&line.stretch(first, size));
                }
            }
        }
    }

    /// Every way to lay cards in a stretch: on all its empty squares, and on any of the own stacks but one at least.
    fn in_stretch(&mut self, stretch: &PlacedStretch) {
        // What is the opponent's stays in every group there.
        let (own, empty) = (stretch.own, count(stretch.empty));
        if empty > MOST_LAID {
            return;
        }
        let (of_theirs, of_own) = (count(stretch.theirs), count(own));
        let theirs_have = stretch.traits_of(stretch.theirs);
        if !stretch.may_keep(of_theirs, theirs_have) {
            return;
        }
        // Every part of the own stacks that may stay, by counting.
        let mut stays = own & own.wrapping_neg();
        while stays != 0 {
            let staying = count(stays);
            let kept = theirs_have.with(stretch.traits_of(stays));
            if (1..=MOST_LAID).contains(&(empty + of_own - staying)) && stretch.may_keep(of_theirs + staying, kept) {
                self.with_laid(stretch, stretch.empty | own & !stays, kept);
            }
            stays = stays.wrapping_sub(own) & own;
        }
    }

    fn with_laid(&mut self, stretch: &PlacedStretch, laid: u8, kept: Traits) {
        let size = stretch.squares.len();
        for clique in cliques_of(size) {
            if let Some(cards) = completing(kept, clique) {
                self.add(stretch, laid, cards);
            }
        }
        // Of a motley crew two cards lie there, one of each player.
        if size == 3 && AttributeKind::ALL.iter().all(|kind| count(kept.values(*kind) as u8) == 2) {
            self.add(stretch, laid, [!having_any(kept) & mask_of(MystiqueSet::DECK), 0, 0]);
        }
    }

    fn add(&mut self, stretch: &PlacedStretch, mut laid: u8, cards: [CardMask; MOST_LAID]) {
        let count = count(laid) as u8;
        let mut squares = [stretch.squares[0]; MOST_LAID];
        // A stretch has its squares in ascending order.
        for square in squares.iter_mut().take(count.into()) {
            *square = stretch.squares[laid.trailing_zeros() as usize];
            laid &= laid - 1;
        }
        if count > 1 {
            self.wide.push(WideOpening { squares, count, line: stretch.line, cards });
            return;
        }
        self.single[squares[0].index()][stretch.direction] |= cards[0];
    }

    /// Adds every placement of a hand, in ascending order. There must be no other moves before.
    pub fn placements_into(&self, hand: MystiqueSet, moves: &mut Vec<Move>) {
        let hand = mask_of(hand);
        for square in self.with_single.iter() {
            let cards = each(hand & self.single_on[square.index()]);
            moves.extend(cards.map(|card| Move::Place(Placement::one(square, card))));
        }
        let wide = moves.len();
        self.wide.iter().for_each(|opening| opening.placements_into(hand, moves));
        if moves.len() > wide {
            moves[wide..].sort_unstable();
            moves.dedup();
        }
    }

    /// For each card of a hand the number of wide openings that it fits in: how much it may be worth to keep it.
    pub fn uses(&self, card: MystiqueCard) -> usize {
        let card = 1 << card.index();
        self.wide.iter().filter(|opening| opening.cards.iter().any(|cards| cards & card != 0)).count()
    }
}

impl WideOpening {
    fn placements_into(&self, hand: CardMask, moves: &mut Vec<Move>) {
        let [first, second, third] = self.cards.map(|cards| cards & hand);
        if first == 0 || second == 0 || (third == 0 && self.count == 3) {
            return;
        }
        let [a, b, c] = self.squares;
        for (one, other) in each(first).flat_map(|one| each(second).map(move |other| (one, other))) {
            if self.count == 2 {
                moves.push(Move::Place(Placement::two([(a, one), (b, other)])));
                moves.push(Move::Place(Placement::two([(a, other), (b, one)])));
                continue;
            }
            for last in each(third) {
                let orders = [
                    [one, other, last],
                    [one, last, other],
                    [other, one, last],
                    [other, last, one],
                    [last, one, other],
                    [last, other, one],
                ];
                moves.extend(orders.map(|[x, y, z]| Move::Place(Placement::three([(a, x), (b, y), (c, z)]))));
            }
        }
    }
}

/// The cards of a mask, by index.
fn each(mut cards: CardMask) -> impl Iterator<Item = MystiqueCard> {
    std::iter::from_fn(move || {
        let lowest = (cards != 0).then(|| cards.trailing_zeros() as u8)?;
        cards &= cards - 1;
        MystiqueCard::from_index(lowest)
    })
}

/// The cards that have one of these values.
fn having_any(traits: Traits) -> CardMask {
    AttributeKind::ALL
        .into_iter()
        .fold(0, |all, kind| all | WITH_VALUES[kind as usize][usize::from(traits.values(kind))])
}

/// The cards that complete a clique, a set for each that is missing, if those that are kept of it have these values. `None` if they have
/// nothing in common there. What varies is known to differ.
#[inline]
fn completing(kept: Traits, clique: &CliqueKind) -> Option<[CardMask; MOST_LAID]> {
    let (common, varied) = (kept.values(clique.common), kept.values(clique.varied));
    if !common.is_power_of_two() {
        return None;
    }
    let in_common = WITH_VALUES[clique.common as usize][usize::from(common)];
    Some(MISSING[clique.varied as usize][usize::from(varied)].map(|cards| cards & in_common))
}

/// How many of the five lowest bits are set. It is looked up: what is built for any processor cannot rely on one that counts bits.
#[inline]
fn count(places: u8) -> usize {
    COUNTS[usize::from(places) % COUNTS.len()].into()
}

static COUNTS: [u8; 1 << MOST] = {
    let mut counts = [0; 1 << MOST];
    let mut places = 0;
    while places < counts.len() {
        counts[places] = places.count_ones() as u8;
        places += 1;
    }
    counts
};

/// A line of the board as it lies: by their places in it, a bit for each, the stacks of both.
struct PlacedLine<'a> {
    number: u8,
    direction: usize,
    squares: &'a [Square],
    own: u8,
    theirs: u8,
    traits: [Traits; SIDE],
}

impl<'a> PlacedLine<'a> {
    fn of(
        (number, line): (u8, &'a BoardLine),
        own: SquareSet,
        theirs: SquareSet,
        on_board: &[Traits; SQUARES],
    ) -> PlacedLine<'a> {
        let BoardLine { squares, direction, .. } = line;
        let (traits, direction) = (Default::default(), *direction);
        let mut placed = PlacedLine { number, direction, squares, own: 0, theirs: 0, traits };
        for (place, (square, traits)) in squares.iter().zip(&mut placed.traits).enumerate() {
            *traits = on_board[square.index()];
            placed.own |= u8::from(own.contains(*square)) << place;
            placed.theirs |= u8::from(theirs.contains(*square)) << place;
        }
        placed
    }

    #[inline]
    fn stretch(&self, first: usize, size: usize) -> PlacedStretch<'_> {
        let places = (1 << size) - 1;
        let (own, theirs) = (self.own >> first & places, self.theirs >> first & places);
        let (squares, traits) = (&self.squares[first..][..size], &self.traits[first..][..size]);
        let (line, direction) = (self.number, self.direction);
        PlacedStretch { line, direction, squares, traits, own, theirs, empty: places & !(own | theirs) }
    }
}

/// A stretch of it, in the same way, with the empty squares.
struct PlacedStretch<'a> {
    line: u8,
    direction: usize,
    squares: &'a [Square],
    traits: &'a [Traits],
    own: u8,
    theirs: u8,
    empty: u8,
}

impl PlacedStretch<'_> {
    /// The values of all cards on these places.
    #[inline]
    fn traits_of(&self, mut places: u8) -> Traits {
        let mut all = Traits::default();
        while places != 0 {
            all = all.with(self.traits[places.trailing_zeros() as usize]);
            places &= places - 1;
        }
        all
    }

    /// Whether a group can keep so many cards, which have these values, with others.
    #[inline]
    fn may_keep(&self, cards: usize, kept: Traits) -> bool {
        kept.may_join(cards, self.squares.len())
    }
}
