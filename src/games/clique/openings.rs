//! Where a seat can form groups, found line by line: for every stretch of the board with stacks of both, the cards that would complete
//! it. It depends on the board alone, so it is found once after each placement, and a hand has its placements by a look at the sets.

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::square::{SIDE, SQUARES, Square, SquareSet};

use super::board::{CliqueBoard, opponent};
use super::groups::{BoardLine, CliqueKind, FEWEST, MOST, Traits, board_lines, cliques_of};
use super::moves::{MOST_LAID, Move, Placement};

/// Cards of the golden deck, a bit for each index: half as long as a [`MystiqueSet`], since here sets are compared by the thousand.
type CardMask = u64;

const fn mask_of(cards: MystiqueSet) -> CardMask {
    cards.intersection(MystiqueSet::DECK).bits() as CardMask
}

/// The cards that have each value of each attribute.
static HAVING: [CardMask; Attribute::COUNT] = {
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

/// Squares that can be filled at once, two or three: by one card of each set, in any order.
#[derive(Clone, Copy, PartialEq, Debug)]
struct WideOpening {
    squares: [Square; MOST_LAID],
    count: u8,
    cards: [CardMask; MOST_LAID],
}

/// Where a seat can form groups on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Openings {
    /// For each square the cards that complete a group if they are laid there alone; and the squares for which there are any.
    single: [CardMask; SQUARES],
    with_single: SquareSet,
    wide: Vec<WideOpening>,
}

impl Default for Openings {
    fn default() -> Openings {
        Openings { single: [0; SQUARES], with_single: SquareSet::EMPTY, wide: Vec::new() }
    }
}

impl Openings {
    /// Those of a seat on this board.
    pub fn of(board: &CliqueBoard, seat: Seat) -> Openings {
        let mut openings = Openings::default();
        openings.find(board, seat);
        openings
    }

    /// Forgets what there was, and finds those of a seat on this board.
    pub fn find(&mut self, board: &CliqueBoard, seat: Seat) {
        (self.single, self.with_single) = ([0; SQUARES], SquareSet::EMPTY);
        self.wide.clear();
        let (own, theirs, traits) = (board.owned(seat), board.owned(opponent(seat)), board.traits());
        let has_both =
            |line: &&BoardLine| !line.set.intersection(own).is_empty() && !line.set.intersection(theirs).is_empty();
        for line in board_lines().iter().filter(has_both) {
            self.in_line(&PlacedLine::of(&line.squares, own, theirs, traits));
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
        let (own, empty) = (stretch.own, stretch.empty.count_ones());
        let (of_theirs, of_own) = (stretch.theirs.count_ones(), own.count_ones());
        let theirs_have = stretch.traits_of(stretch.theirs);
        if !stretch.may_keep(of_theirs, theirs_have) {
            return;
        }
        // Every part of the own stacks that may stay, by counting.
        let mut stays = own & own.wrapping_neg();
        while stays != 0 {
            let count = stays.count_ones();
            let kept = theirs_have.with(stretch.traits_of(stays));
            if (1..=MOST_LAID as u32).contains(&(empty + of_own - count)) && stretch.may_keep(of_theirs + count, kept) {
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
        if size == 3 && AttributeKind::ALL.iter().all(|kind| kept.values(*kind).count_ones() == 2) {
            self.add(stretch, laid, [!having_any(kept) & mask_of(MystiqueSet::DECK), 0, 0]);
        }
    }

    fn add(&mut self, stretch: &PlacedStretch, mut laid: u8, cards: [CardMask; MOST_LAID]) {
        let count = laid.count_ones() as u8;
        let mut squares = [stretch.squares[0]; MOST_LAID];
        // A stretch has its squares in ascending order.
        for square in squares.iter_mut().take(count.into()) {
            *square = stretch.squares[laid.trailing_zeros() as usize];
            laid &= laid - 1;
        }
        if count > 1 {
            self.wide.push(WideOpening { squares, count, cards });
            return;
        }
        self.single[squares[0].index()] |= cards[0];
        self.with_single.insert(squares[0]);
    }

    /// Adds every placement of a hand, in ascending order. There must be no other moves before.
    pub fn placements_into(&self, hand: MystiqueSet, moves: &mut Vec<Move>) {
        let hand = mask_of(hand);
        for square in self.with_single.iter() {
            let cards = each(hand & self.single[square.index()]);
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
    let of_kind = |kind: AttributeKind| {
        let (first, count) = values_of(kind);
        let has = move |value: &usize| traits.values(kind) >> value & 1 == 1;
        (0..count).filter(has).fold(0, |all, value| all | HAVING[first + value])
    };
    AttributeKind::ALL.into_iter().fold(0, |all, kind| all | of_kind(kind))
}

/// The cards that complete a clique, a set for each that is missing, if those that are kept of it have these values. `None` if they have
/// nothing in common there. What varies is known to differ.
fn completing(kept: Traits, clique: &CliqueKind) -> Option<[CardMask; MOST_LAID]> {
    let (common, varied) = (kept.values(clique.common), kept.values(clique.varied));
    if !common.is_power_of_two() {
        return None;
    }
    let in_common = HAVING[values_of(clique.common).0 + common.trailing_zeros() as usize];
    let (first, count) = values_of(clique.varied);
    let missing = (0..count).filter(|value| varied >> value & 1 == 0);
    let mut cards = [0; MOST_LAID];
    cards.iter_mut().zip(missing).for_each(|(cards, value)| *cards = in_common & HAVING[first + value]);
    Some(cards)
}

/// A line of the board as it lies: by their places in it, a bit for each, the stacks of both.
struct PlacedLine<'a> {
    squares: &'a [Square],
    own: u8,
    theirs: u8,
    traits: [Traits; SIDE],
}

impl<'a> PlacedLine<'a> {
    fn of(squares: &'a [Square], own: SquareSet, theirs: SquareSet, on_board: &[Traits; SQUARES]) -> PlacedLine<'a> {
        let mut placed = PlacedLine { squares, own: 0, theirs: 0, traits: Default::default() };
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
        PlacedStretch { squares, traits, own, theirs, empty: places & !(own | theirs) }
    }
}

/// A stretch of it, in the same way, with the empty squares.
struct PlacedStretch<'a> {
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
    fn may_keep(&self, cards: u32, kept: Traits) -> bool {
        kept.may_join(cards as usize, self.squares.len())
    }
}
