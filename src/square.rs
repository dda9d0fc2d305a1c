//! Boards of squares: places by column and row, the lines through them, and cards that lie on them in stacks.

use std::fmt;
use std::str::FromStr;

use crate::cards::DeckCard;

/// How many squares boards reach in each direction.
pub const SIDE: usize = 7;
pub const SQUARES: usize = SIDE * SIDE;

/// A square by its column from the left and its row from the bottom, each from 0 to 6.
///
/// Its text is that of chess: `c3`.
///
/// ```
/// use parlour::square::Square;
///
/// let square: Square = "c3".parse().unwrap();
/// assert_eq!((square.column(), square.row()), (2, 2));
/// assert_eq!(square.beside().map(|near| near.to_string()).collect::<Vec<_>>(), ["b3", "c2", "c4", "d3"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    pub const CENTRE: Square = Square((SQUARES / 2) as u8);

    /// `None` outside the board.
    pub const fn new(column: i8, row: i8) -> Option<Square> {
        let side = SIDE as i8;
        if column < 0 || column >= side || row < 0 || row >= side {
            return None;
        }
        Some(Square((side * column + row) as u8))
    }

    /// Column by column from the left, each from the bottom: `a1`, `a2`, …, `g7`.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// The inverse of [`Square::index`]; `None` outside the board.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Square> {
        if (index as usize) < SQUARES { Some(Square(index)) } else { None }
    }

    /// Its number in [`Square::all`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn column(self) -> i8 {
        self.0 as i8 / SIDE as i8
    }

    pub const fn row(self) -> i8 {
        self.0 as i8 % SIDE as i8
    }

    /// The square so many columns to the right and rows up.
    pub const fn step(self, columns: i8, rows: i8) -> Option<Square> {
        Square::new(self.column() + columns, self.row() + rows)
    }

    /// The squares that touch it by a side.
    pub fn beside(self) -> impl Iterator<Item = Square> {
        [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(move |(columns, rows)| self.step(columns, rows))
    }
}

/// "c3".
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

/// Text that is no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write a square as a letter from a to g and a number from 1 to 7, as in c3")]
pub struct SquareTextError;

impl FromStr for Square {
    type Err = SquareTextError;

    fn from_str(text: &str) -> Result<Square, SquareTextError> {
        let [column @ b'a'..=b'g', row @ b'1'..=b'7'] = text.as_bytes() else { return Err(SquareTextError) };
        Square::new((column - b'a') as i8, (row - b'1') as i8).ok_or(SquareTextError)
    }
}

/// A square as it is written in games whose board grows from its centre: `0,1` is above it, `-1,0` at its left.
///
/// ```
/// use parlour::square::{FromCentre, Square};
///
/// let above: FromCentre = "0,1".parse().unwrap();
/// assert_eq!(above.0.to_string(), "d5");
/// assert_eq!(FromCentre(Square::CENTRE).to_string(), "0,0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FromCentre(pub Square);

impl fmt::Display for FromCentre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let centre = Square::CENTRE;
        write!(f, "{},{}", self.0.column() - centre.column(), self.0.row() - centre.row())
    }
}

impl FromStr for FromCentre {
    type Err = FromCentreTextError;

    fn from_str(text: &str) -> Result<FromCentre, FromCentreTextError> {
        let number = |text: &str| text.parse::<i8>().ok().filter(|number| (-3..=3).contains(number));
        let (columns, rows) = text.split_once(',').ok_or(FromCentreTextError)?;
        let square = number(columns).zip(number(rows)).and_then(|(columns, rows)| Square::CENTRE.step(columns, rows));
        square.map(FromCentre).filter(|square| square.to_string() == text).ok_or(FromCentreTextError)
    }
}

/// Text that is no square counted from the centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write two numbers from -3 to 3 with a comma between them, as in 0,-1")]
pub struct FromCentreTextError;

/// A set of squares, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet(u64);

impl SquareSet {
    pub const EMPTY: SquareSet = SquareSet(0);
    pub const ALL: SquareSet = SquareSet((1 << SQUARES) - 1);

    #[inline]
    pub const fn of_one(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }

    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    #[must_use]
    #[inline]
    pub const fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    #[must_use]
    #[inline]
    pub const fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    #[must_use]
    #[inline]
    pub const fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// Whether all of `other` are in it.
    #[inline]
    pub const fn contains_all(self, other: SquareSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The squares of a row.
    const fn row(number: usize) -> SquareSet {
        let (mut squares, mut column) = (0, 0);
        while column < SIDE {
            squares |= 1 << (SIDE * column + number);
            column += 1;
        }
        SquareSet(squares)
    }

    /// All of them a step further: a column to the right or to the left, a row up or down, or both. Those that leave the board are gone.
    #[inline]
    const fn stepped(self, (columns, rows): (i8, i8)) -> SquareSet {
        const LOWEST: SquareSet = SquareSet::row(0);
        const HIGHEST: SquareSet = SquareSet::row(SIDE - 1);
        let moved = match rows {
            ..0 => self.without(LOWEST).0 >> 1,
            0 => self.0,
            1.. => self.without(HIGHEST).0 << 1,
        };
        let moved = match columns {
            ..0 => moved >> SIDE,
            0 => moved,
            1.. => moved << SIDE,
        };
        SquareSet(moved & SquareSet::ALL.0)
    }

    /// The squares that touch one of them by a side and are none of them.
    #[must_use]
    pub fn beside(self) -> SquareSet {
        let sides = [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter();
        sides.fold(SquareSet::EMPTY, |beside, side| beside.union(self.stepped(side))).without(self)
    }

    /// Whether four of them are neighbours in a row, column or diagonal.
    #[inline]
    pub fn has_four(self) -> bool {
        self.len() >= 4
            && DIRECTIONS.into_iter().any(|direction| {
                let pairs = self.intersection(self.stepped(direction));
                !pairs.intersection(pairs.stepped(direction).stepped(direction)).is_empty()
            })
    }

    /// The squares that are in a line of four whose other three squares are among these: where a fourth is missing.
    #[must_use]
    #[inline]
    pub fn completing_four(self) -> SquareSet {
        if self.len() < 3 {
            return SquareSet::EMPTY;
        }
        let of_direction = |(columns, rows): (i8, i8)| {
            // The squares that have one of these so many steps ahead of them, or behind them.
            let further = |set: SquareSet, sign: i8| set.stepped((sign * columns, sign * rows));
            let (ahead, behind) = (further(self, -1), further(self, 1));
            let (two_ahead, two_behind) = (further(ahead, -1), further(behind, 1));
            let (both_ahead, both_behind) = (ahead.intersection(two_ahead), behind.intersection(two_behind));
            let with_two_ahead = both_ahead.intersection(further(two_ahead, -1).union(behind));
            with_two_ahead.union(both_behind.intersection(further(two_behind, 1).union(ahead)))
        };
        DIRECTIONS.into_iter().fold(SquareSet::EMPTY, |found, direction| found.union(of_direction(direction)))
    }

    /// Where a card may lie next on a board that grows to so many squares in each direction: on one of these, or beside one.
    #[must_use]
    pub fn growing(self, side: i8) -> SquareSet {
        let room = self.bounds().map_or(SquareSet::of_one(Square::CENTRE), |bounds| bounds.room(side).squares());
        if self.is_empty() { room } else { self.union(self.beside()).intersection(room) }
    }

    /// In the order of [`Square::all`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(Square(lowest))
        })
    }

    /// The lowest and the highest column, and the lowest and the highest row; `None` for no square.
    pub fn bounds(self) -> Option<Bounds> {
        self.iter().fold(None, |bounds: Option<Bounds>, square| {
            let (column, row) = (square.column(), square.row());
            Some(match bounds {
                None => Bounds { columns: (column, column), rows: (row, row) },
                Some(Bounds { columns, rows }) => Bounds {
                    columns: (columns.0.min(column), columns.1.max(column)),
                    rows: (rows.0.min(row), rows.1.max(row)),
                },
            })
        })
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |all, square| all.union(SquareSet::of_one(square)))
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|square| square.to_string())).finish()
    }
}

/// A rectangle of squares: its first and last column, its first and last row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub columns: (i8, i8),
    pub rows: (i8, i8),
}

impl Bounds {
    /// All squares with which a board that reaches so far stays within so many in each direction: those where a board without
    /// borders, of a size that is set, may still grow.
    pub fn room(self, side: i8) -> Bounds {
        let grown = |(low, high): (i8, i8)| {
            let free = side - (high - low + 1);
            ((low - free).max(0), (high + free).min(SIDE as i8 - 1))
        };
        Bounds { columns: grown(self.columns), rows: grown(self.rows) }
    }

    pub fn squares(self) -> SquareSet {
        let (lowest, highest) = self.rows;
        let column = (lowest..=highest).fold(0u64, |column, row| column | 1 << row);
        SquareSet((self.columns.0..=self.columns.1).fold(0, |all, at| all | column << (SIDE as i8 * at)))
    }
}

/// The directions of lines: along a row, up a column, and both diagonals.
pub const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// So many neighbouring squares in a row, column or diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<const LENGTH: usize>(pub [Square; LENGTH]);

impl<const LENGTH: usize> Line<LENGTH> {
    /// Every such line of the board.
    pub fn all() -> impl Iterator<Item = Line<LENGTH>> {
        let from = |square| DIRECTIONS.into_iter().filter_map(move |direction| Line::from(square, direction));
        Square::all().flat_map(from)
    }

    /// Those that have this square in them.
    pub fn through(square: Square) -> impl Iterator<Item = Line<LENGTH>> {
        DIRECTIONS.into_iter().flat_map(move |direction| {
            let back = move |steps: i8| square.step(-steps * direction.0, -steps * direction.1);
            (0..LENGTH as i8).filter_map(back).filter_map(move |first| Line::from(first, direction))
        })
    }

    fn from(first: Square, (columns, rows): (i8, i8)) -> Option<Line<LENGTH>> {
        let mut squares = [first; LENGTH];
        for (number, square) in (0i8..).zip(&mut squares) {
            *square = first.step(number * columns, number * rows)?;
        }
        Some(Line(squares))
    }

    pub fn squares(&self) -> SquareSet {
        self.0.into_iter().collect()
    }
}

/// Cards that lie on squares, each on those that lay there before.
///
/// ```
/// use parlour::cards::MystiqueCard;
/// use parlour::square::{Square, Stacks};
///
/// let [low, high]: [MystiqueCard; 2] = ["1yM", "5rC"].map(|card| card.parse().unwrap());
/// let mut board = Stacks::default();
/// board.lay(Square::CENTRE, low);
/// board.lay(Square::CENTRE, high);
/// assert_eq!((board.top(Square::CENTRE), board.height(Square::CENTRE)), (Some(high), 2));
/// assert_eq!(board.stack(Square::CENTRE).collect::<Vec<_>>(), [high, low], "from above");
/// assert_eq!(board.occupied().len(), 1);
/// ```
#[derive(Clone, PartialEq)]
pub struct Stacks<C> {
    /// For each square the card on top, and for each card the one under it, by its index and one more; 0 where there is none.
    top: [u8; SQUARES],
    under: [u8; 128],
    height: [u8; SQUARES],
    occupied: SquareSet,
    cards: std::marker::PhantomData<C>,
}

impl<C> Default for Stacks<C> {
    fn default() -> Stacks<C> {
        let (occupied, cards) = Default::default();
        Stacks { top: [0; SQUARES], under: [0; 128], height: [0; SQUARES], occupied, cards }
    }
}

impl<C: DeckCard> Stacks<C> {
    /// Lays a card that lies nowhere on the board yet.
    pub fn lay(&mut self, square: Square, card: C) {
        let Some(under) = self.under.get_mut(usize::from(card.index())) else { return };
        *under = self.top[square.index()];
        self.top[square.index()] = card.index() + 1;
        self.height[square.index()] += 1;
        self.occupied.insert(square);
    }

    #[inline]
    pub fn top(&self, square: Square) -> Option<C> {
        C::from_index(self.top[square.index()].checked_sub(1)?)
    }

    /// How many cards lie there.
    #[inline]
    pub fn height(&self, square: Square) -> usize {
        self.height[square.index()].into()
    }

    /// The cards of a square from above.
    pub fn stack(&self, square: Square) -> impl Iterator<Item = C> {
        let first = self.top[square.index()].checked_sub(1);
        let under = |card: &u8| self.under[usize::from(*card)].checked_sub(1);
        std::iter::successors(first, under).filter_map(C::from_index)
    }

    /// The squares on which cards lie.
    pub fn occupied(&self) -> SquareSet {
        self.occupied
    }

    /// The cards on top, with their squares.
    pub fn tops(&self) -> impl Iterator<Item = (Square, C)> {
        self.occupied.iter().filter_map(|square| Some((square, self.top(square)?)))
    }
}

/// The stacks alone: what else is kept follows.
impl<C: DeckCard> fmt::Debug for Stacks<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stack = |square| (square, self.stack(square).collect::<Vec<C>>());
        f.debug_map().entries(self.occupied.iter().map(stack)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square() -> impl Strategy<Value = Square> {
        (0..SQUARES as u8).prop_map(Square)
    }

    proptest! {
        #[test]
        fn any_text_is_a_square_or_an_error(text in "\\PC{0,4}") {
            if let Ok(square) = text.parse::<Square>() {
                prop_assert_eq!(square.to_string(), text.clone());
            }
            if let Ok(square) = text.parse::<FromCentre>() {
                prop_assert_eq!(square.to_string(), text);
            }
        }

        #[test]
        fn what_touches_squares_by_a_side_is_what_touches_one_of_them(squares in proptest::collection::vec(square(), 0..20)) {
            let squares: SquareSet = squares.into_iter().collect();
            let plain: SquareSet = squares.iter().flat_map(Square::beside).filter(|near| !squares.contains(*near)).collect();
            prop_assert_eq!(squares.beside(), plain);
        }

        /// Against a plain look at all lines.
        #[test]
        fn fours_and_what_completes_them_are_those_of_a_scan_of_all_lines(squares in proptest::collection::vec(square(), 0..30)) {
            let squares: SquareSet = squares.into_iter().collect();
            let lines = || Line::<4>::all().map(|line| line.squares());
            prop_assert_eq!(squares.has_four(), lines().any(|line| squares.contains_all(line)));
            let is_completed = |square: &Square| {
                lines().any(|line| line.contains(*square) && squares.contains_all(line.without(SquareSet::of_one(*square))))
            };
            prop_assert_eq!(squares.completing_four(), Square::all().filter(is_completed).collect::<SquareSet>());
        }

        /// Against a plain look at every rectangle of that size.
        #[test]
        fn a_board_may_grow_where_some_rectangle_of_its_size_holds_all(squares in proptest::collection::vec(square(), 1..4), side in 1i8..=7) {
            let squares: SquareSet = squares.into_iter().collect();
            let bounds = squares.bounds().expect("not empty");
            let rectangles = Square::all().filter_map(|first| {
                first.step(side - 1, side - 1)?;
                Some(Square::all().filter(|square| {
                    (0..side).contains(&(square.column() - first.column())) && (0..side).contains(&(square.row() - first.row()))
                }).collect::<SquareSet>())
            });
            let fitting = rectangles.filter(|rectangle| rectangle.contains_all(squares));
            let plain = fitting.fold(SquareSet::EMPTY, SquareSet::union);
            if !plain.is_empty() {
                prop_assert_eq!(bounds.room(side).squares(), plain);
            }
        }
    }

    #[test]
    fn a_board_of_four_squares_floats_until_it_is_known_where_it_lies() {
        let set =
            |text: &str| -> SquareSet { text.split(' ').map(|square| square.parse::<Square>().expect(text)).collect() };
        assert_eq!(SquareSet::EMPTY.growing(4), set("d4"), "the first card lies in the middle");
        assert_eq!(set("d4").growing(4), set("d4 c4 e4 d3 d5"));
        assert_eq!(set("b4 c4 d4 e4").growing(4).intersection(set("a4 f4")), SquareSet::EMPTY, "no fifth in a row");
        assert_eq!(set("d4 d7").growing(4).intersection(set("d3")), SquareSet::EMPTY);
    }

    #[test]
    fn the_lines_through_a_square_are_those_of_all_that_have_it() {
        for square in Square::all() {
            let through: Vec<SquareSet> = Line::<4>::through(square).map(|line| line.squares()).collect();
            let all = Line::<4>::all().map(|line| line.squares()).filter(|line| line.contains(square));
            let all: Vec<SquareSet> = all.collect();
            assert_eq!(through.len(), all.len(), "{square}");
            assert!(all.iter().all(|line| through.contains(line)), "{square}");
        }
    }

    /// 7 rows and 7 columns with 4 fours each, and per diagonal direction 4 × 4.
    #[test]
    fn a_board_of_seven_has_88_lines_of_four() {
        assert_eq!(Line::<4>::all().count(), 2 * 7 * 4 + 2 * 4 * 4);
        assert_eq!(Line::<7>::all().count(), 16);
    }
}
