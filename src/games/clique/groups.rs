//! What a group is in Clique Mystique: three to five cards of which one attribute has each of its values once while another is in
//! common, or three cards that have nothing in common at all; and the stretches of the board that can hold one.

use std::fmt;
use std::sync::LazyLock;

use crate::cards::{Attribute, AttributeKind, MystiqueCard};
use crate::square::{DIRECTIONS, Line, SQUARES, Square, SquareSet};

use AttributeKind::{Colour, Number, Suit};

/// The fewest and the most cards of a group.
pub const FEWEST: usize = 3;
pub const MOST: usize = 5;

/// A kind of clique: all values of one attribute, with another in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CliqueKind {
    /// As many as the attribute that varies has values.
    pub size: usize,
    pub varied: AttributeKind,
    pub common: AttributeKind,
}

const fn kind(size: usize, varied: AttributeKind, common: AttributeKind) -> CliqueKind {
    CliqueKind { size, varied, common }
}

/// Every kind of clique.
pub static CLIQUES: [CliqueKind; 6] = [
    kind(3, Colour, Suit),
    kind(3, Colour, Number),
    kind(4, Suit, Colour),
    kind(4, Suit, Number),
    kind(5, Number, Colour),
    kind(5, Number, Suit),
];

/// Those of so many cards.
pub fn cliques_of(size: usize) -> &'static [CliqueKind] {
    match size {
        3 => &CLIQUES[..2],
        4 => &CLIQUES[2..4],
        5 => &CLIQUES[4..],
        _ => &[],
    }
}

/// The values that some cards have, a bit for each [`Attribute`] by its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits(u16);

/// Those of each card.
static OF_CARD: [Traits; MystiqueCard::COUNT] = {
    let mut all = [Traits(0); MystiqueCard::COUNT];
    let mut index = 0;
    while index < all.len() {
        if let Some(card) = MystiqueCard::from_index(index as u8) {
            let (number, colour, suit) = (card.attribute(Number), card.attribute(Colour), card.attribute(Suit));
            all[index] = Traits(1 << number.index() | 1 << colour.index() | 1 << suit.index());
        }
        index += 1;
    }
    all
};

impl Traits {
    #[inline]
    pub fn of(card: MystiqueCard) -> Traits {
        OF_CARD[usize::from(card.index())]
    }

    /// The values of these cards and of those.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// The values of one attribute, the lowest in the lowest bit.
    #[inline]
    pub const fn values(self, kind: AttributeKind) -> u16 {
        match kind {
            Number => self.0 & 0b1_1111,
            Colour => self.0 >> 5 & 0b111,
            Suit => self.0 >> 8,
        }
    }

    /// Whether these are the values of a group of so many cards.
    #[inline]
    pub fn are_of_group(self, cards: usize) -> bool {
        self.may_join(cards, cards)
    }

    /// Whether so many cards that have these values can belong to one group of this size, with others.
    #[inline]
    pub fn may_join(self, cards: usize, size: usize) -> bool {
        usize::from(JOINING[usize::from(self.0)] >> (4 * (size - FEWEST)) & 0b1111) == cards
    }
}

/// For all values that cards can have together, how many of them can belong to one group: four bits for each size of a group, zero if
/// none can. In a group of three all colours differ, in one of four all suits, and in one of five all numbers.
static JOINING: [u16; 1 << Attribute::COUNT] = {
    let mut joining = [0; 1 << Attribute::COUNT];
    let mut at = 1;
    while at < joining.len() {
        let traits = Traits(at as u16);
        let numbers = traits.values(Number).count_ones();
        let colours = traits.values(Colour).count_ones();
        let suits = traits.values(Suit).count_ones();
        let is_motley = numbers == colours && suits == colours;
        if suits == 1 || numbers == 1 || is_motley {
            joining[at] |= colours as u16;
        }
        if colours == 1 || numbers == 1 {
            joining[at] |= (suits as u16) << 4;
        }
        if colours == 1 || suits == 1 {
            joining[at] |= (numbers as u16) << 8;
        }
        at += 1;
    }
    joining
};

/// What makes cards a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardGroup {
    /// All values of one attribute; the others that are in common: one of them, or both.
    Clique { varied: AttributeKind, common: Attribute, also: Option<Attribute> },
    /// Three cards of which no two share anything.
    MotleyCrew,
}

impl CardGroup {
    /// What these cards are, in any order.
    ///
    /// ```
    /// use parlour::cards::MystiqueCard;
    /// use parlour::games::clique::groups::CardGroup;
    ///
    /// let read = |cards: &str| {
    ///     let cards: Vec<MystiqueCard> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
    ///     CardGroup::of(&cards).map(|group| group.to_string())
    /// };
    /// assert_eq!(read("4bM 4bS 5bA 1bC").as_deref(), Some("blue cards in all four suits"));
    /// assert_eq!(read("3yS 3rS 3bS").as_deref(), Some("threes of suns in all three colours"));
    /// assert_eq!(read("1yM 2rS 3bA").as_deref(), Some("a motley crew"));
    /// assert_eq!(read("1yM 2rM 3rM"), None);
    /// ```
    pub fn of(cards: &[MystiqueCard]) -> Option<CardGroup> {
        let traits = cards.iter().fold(Traits::default(), |all, card| all.with(Traits::of(*card)));
        let (first, size) = (*cards.first()?, cards.len());
        if !(FEWEST..=MOST).contains(&size) || !traits.are_of_group(size) {
            return None;
        }
        let is_common = |kind: &AttributeKind| traits.values(*kind).count_ones() == 1;
        let mut common = [Suit, Colour, Number].into_iter().filter(is_common).map(|kind| first.attribute(kind));
        let Some(one) = common.next() else { return Some(CardGroup::MotleyCrew) };
        let varied = cliques_of(size).first()?.varied;
        Some(CardGroup::Clique { varied, common: one, also: common.next() })
    }

    /// How often it counts when points are tied: twice if two attributes are in common.
    pub fn counts(self) -> u32 {
        if let CardGroup::Clique { also: Some(_), .. } = self { 2 } else { 1 }
    }
}

/// "red cards in all four suits", "a motley crew".
impl fmt::Display for CardGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CardGroup::Clique { varied, common, also } = self else { return f.write_str("a motley crew") };
        let all = match varied {
            Number => "from ace to palm",
            Colour => "in all three colours",
            Suit => "in all four suits",
        };
        // In the order in which they are found: suit, colour, number.
        match (*common, *also) {
            (Attribute::Colour(colour), None) => write!(f, "{} cards {all}", colour.word()),
            (one, None) => write!(f, "{one} {all}"),
            (suit @ Attribute::Suit(_), Some(number @ Attribute::Number(_))) => write!(f, "{number} of {suit} {all}"),
            (suit @ Attribute::Suit(_), Some(colour)) => write!(f, "{colour} {suit} {all}"),
            (one, Some(other)) => write!(f, "{one} {other} {all}"),
        }
    }
}

/// Three to five neighbouring squares in a row, column or diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    squares: [Square; MOST],
    size: u8,
    /// The same squares as a set.
    pub set: SquareSet,
}

impl Stretch {
    fn of<const SIZE: usize>(line: Line<SIZE>) -> Stretch {
        let mut squares = [line.0[0]; MOST];
        squares.iter_mut().zip(line.0).for_each(|(square, of_line)| *square = of_line);
        Stretch { squares, size: SIZE as u8, set: line.squares() }
    }

    /// From one end to the other.
    #[inline]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.size)]
    }

    /// The values of the cards on it together, of those that each square of the board has.
    #[inline]
    pub fn traits(&self, on_board: &[Traits; SQUARES]) -> Traits {
        self.squares().iter().fold(Traits::default(), |all, square| all.with(on_board[square.index()]))
    }
}

/// A whole row, column or diagonal in which groups can lie, its squares in ascending order.
#[derive(PartialEq, Debug)]
pub struct BoardLine {
    pub squares: Vec<Square>,
    pub set: SquareSet,
    /// The number of its direction: through each square one line goes in each.
    pub direction: usize,
}

static BOARD_LINES: LazyLock<Vec<BoardLine>> = LazyLock::new(|| {
    let from = |(first, direction): (Square, usize)| {
        let (columns, rows) = DIRECTIONS[direction];
        let next = |square: &Square| square.step(columns, rows);
        let squares: Vec<Square> = std::iter::successors(Some(first), next).collect();
        BoardLine { set: squares.iter().copied().collect(), squares, direction }
    };
    let begins = |&(square, direction): &(Square, usize)| {
        let (columns, rows) = DIRECTIONS[direction];
        square.step(-columns, -rows).is_none()
    };
    let all = (0..DIRECTIONS.len()).flat_map(|direction| Square::all().map(move |square| (square, direction)));
    all.filter(begins).map(from).filter(|line| line.squares.len() >= FEWEST).collect()
});

/// Every row, column and diagonal that is long enough for a group.
pub fn board_lines() -> &'static [BoardLine] {
    &BOARD_LINES
}

/// All stretches of the board, and those through each square.
struct Stretches {
    all: Vec<Stretch>,
    through: [Vec<Stretch>; SQUARES],
}

static STRETCHES: LazyLock<Stretches> = LazyLock::new(|| {
    let threes = Line::<3>::all().map(Stretch::of);
    let fours = Line::<4>::all().map(Stretch::of);
    let all: Vec<Stretch> = threes.chain(fours).chain(Line::<5>::all().map(Stretch::of)).collect();
    let has = |square: Square| all.iter().copied().filter(move |stretch| stretch.set.contains(square));
    let mut through = std::array::from_fn(|_| Vec::new());
    Square::all().for_each(|square| through[square.index()] = has(square).collect());
    Stretches { through, all }
});

/// Every stretch of the board, the short ones first.
pub fn stretches() -> &'static [Stretch] {
    &STRETCHES.all
}

/// The stretches that have this square in them.
pub fn stretches_through(square: Square) -> &'static [Stretch] {
    &STRETCHES.through[square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_all_neighbouring_squares_in_a_line() {
        let of_size = |size: usize| stretches().iter().filter(|stretch| stretch.squares().len() == size).count();
        assert_eq!([3, 4, 5].map(of_size), [2 * 7 * 5 + 2 * 25, 2 * 7 * 4 + 2 * 16, 2 * 7 * 3 + 2 * 9]);
        // In four directions, so many that are three, four and five squares long.
        assert_eq!(stretches_through(Square::CENTRE).len(), 4 * (3 + 4 + 3));
        for square in Square::all() {
            assert!(stretches_through(square).iter().all(|stretch| stretch.set.contains(square)));
        }
    }
}
