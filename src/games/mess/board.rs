//! The picture as a grid of tiles, and what the four buttons do to it (rulebook, *Buttons*).
//!
//! A cell's number is its row and its column, two bits each, so every button swaps two cells that differ in exactly one
//! bit. The grid is a four-dimensional hypercube, and each button is one of its dimensions.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

/// A number of tokens for each button, in the order of [`Button::ALL`].
pub type TokenCounts = [u8; 4];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Button {
    /// Columns 1 and 3, or 2 and 4, of one row.
    A,
    /// Columns 1 and 2, or 3 and 4, of one row.
    B,
    /// Rows 1 and 3, or 2 and 4, of one column.
    C,
    /// Rows 1 and 2, or 3 and 4, of one column.
    D,
}

impl Button {
    pub const ALL: [Button; 4] = [Button::A, Button::B, Button::C, Button::D];

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    pub(super) const fn mask(self) -> usize {
        self.bit() as usize
    }

    /// The bit in which the two cells of a press differ.
    const fn bit(self) -> u8 {
        [2, 1, 8, 4][self as usize]
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Text that names no button, cell or press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotationError;

impl FromStr for Button {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Button, NotationError> {
        Button::ALL.into_iter().find(|button| button.to_string() == text).ok_or(NotationError)
    }
}

/// Written `11` to `44`: the row from the top, then the column from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    pub const FIRST: Cell = Cell(0);

    pub const fn new(index: u8) -> Option<Cell> {
        if index < 16 { Some(Cell(index)) } else { None }
    }

    /// Row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..16).map(Cell)
    }

    /// 0 to 15, row by row from the top left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 to 3 from the top.
    pub const fn row(self) -> u8 {
        self.0 / 4
    }

    /// 0 to 3 from the left.
    pub const fn column(self) -> u8 {
        self.0 % 4
    }

    /// The other cell of a press of this button here.
    pub const fn across(self, button: Button) -> Cell {
        Cell(self.0 ^ button.bit())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row() + 1, self.column() + 1)
    }
}

impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Cell, NotationError> {
        match text.as_bytes() {
            [row @ b'1'..=b'4', column @ b'1'..=b'4'] => Ok(Cell((row - b'1') * 4 + column - b'1')),
            _ => Err(NotationError),
        }
    }
}

/// A button on one of its pairs of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Press {
    button: Button,
    /// The lower of the two cells.
    first: Cell,
}

impl Press {
    /// The press of this button that moves the tile in this cell.
    pub const fn new(button: Button, cell: Cell) -> Press {
        Press { button, first: Cell(cell.0 & !button.bit()) }
    }

    /// `None` if the button does not swap these two cells.
    pub fn between(button: Button, one: Cell, other: Cell) -> Option<Press> {
        (one.across(button) == other).then(|| Press::new(button, one))
    }

    /// All 32, eight for each button.
    pub fn all() -> impl Iterator<Item = Press> {
        Button::ALL.into_iter().flat_map(Press::of)
    }

    pub fn of(button: Button) -> impl Iterator<Item = Press> {
        Cell::all().filter(move |cell| cell.0 & button.bit() == 0).map(move |first| Press { button, first })
    }

    pub const fn button(self) -> Button {
        self.button
    }

    /// The lower cell first.
    pub const fn cells(self) -> (Cell, Cell) {
        (self.first, self.first.across(self.button))
    }

    /// In words: "A on the 1st and 3rd tiles of row 2".
    pub fn spoken(self) -> String {
        let (button, (one, other)) = (self.button, self.cells());
        let (line, number, places) = match button {
            Button::A | Button::B => ("row", one.row(), [one.column(), other.column()]),
            Button::C | Button::D => ("column", one.column(), [one.row(), other.row()]),
        };
        let [from, to] =
            places.map(|place| ["1st", "2nd", "3rd", "4th"].get(usize::from(place)).copied().unwrap_or(""));
        format!("{button} on the {from} and {to} tiles of {line} {}", number + 1)
    }

    /// Whether the two presses have no cell in common, so that their order does not matter.
    pub(super) fn is_disjoint(self, other: Press) -> bool {
        let ((a, b), (c, d)) = (self.cells(), other.cells());
        a != c && a != d && b != c && b != d
    }
}

/// `A 13 11`: the button and the two cells.
impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = self.cells();
        write!(f, "{} {first} {second}", self.button)
    }
}

impl FromStr for Press {
    type Err = NotationError;

    /// Takes the two cells in either order.
    fn from_str(text: &str) -> Result<Press, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let [button, one, other] = words[..] else { return Err(NotationError) };
        Press::between(button.parse()?, one.parse()?, other.parse()?).ok_or(NotationError)
    }
}

/// Which tile lies in each cell. A tile is named after its home, the cell in which it belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureGrid(u64);

impl PictureGrid {
    /// The finished picture: the four bits of each cell hold the index of its tile's home.
    pub const HOME: PictureGrid = PictureGrid(0xFEDC_BA98_7654_3210);

    /// The tiles row by row; `None` unless each of the sixteen is there exactly once.
    pub fn from_tiles(tiles: [Cell; 16]) -> Option<PictureGrid> {
        let seen = tiles.iter().fold(0u16, |seen, tile| seen | 1 << tile.0);
        let packed = tiles.iter().rev().fold(0u64, |packed, tile| packed << 4 | u64::from(tile.0));
        (seen == u16::MAX).then_some(PictureGrid(packed))
    }

    /// Row by row.
    pub fn tiles(self) -> [Cell; 16] {
        std::array::from_fn(|index| Cell((self.0 >> (4 * index)) as u8 & 15))
    }

    pub const fn at(self, cell: Cell) -> Cell {
        Cell((self.0 >> (4 * cell.0)) as u8 & 15)
    }

    pub const fn is_home(self, cell: Cell) -> bool {
        self.at(cell).0 == cell.0
    }

    pub const fn is_whole(self) -> bool {
        self.0 == PictureGrid::HOME.0
    }

    pub fn homes(self) -> usize {
        Cell::all().filter(|cell| self.is_home(*cell)).count()
    }

    #[must_use]
    pub const fn swapped(self, one: Cell, other: Cell) -> PictureGrid {
        let (here, there) = (4 * one.0, 4 * other.0);
        let difference = ((self.0 >> here) ^ (self.0 >> there)) & 15;
        PictureGrid(self.0 ^ (difference << here) ^ (difference << there))
    }

    #[must_use]
    pub const fn pressed(self, press: Press) -> PictureGrid {
        let (one, other) = press.cells();
        self.swapped(one, other)
    }

    /// How many tiles lie on the wrong side for this button. It must move each of them, two with a press at most.
    pub const fn astray(self, button: Button) -> u32 {
        let bit = 0x1111_1111_1111_1111 * button.bit() as u64;
        ((self.0 ^ PictureGrid::HOME.0) & bit).count_ones()
    }

    /// A lower bound on the presses of a repair: half the sum of [`PictureGrid::astray`] over all buttons.
    pub const fn lower_bound(self) -> u32 {
        (self.0 ^ PictureGrid::HOME.0).count_ones() / 2
    }

    /// Whether a repair of [`PictureGrid::lower_bound`] presses is conceivable. Each of them brings both of its tiles to
    /// the right side, so every tile on a wrong side needs another that is on the wrong side from across, and the two
    /// must be able to meet on ways without a detour.
    pub fn may_go_straight(self) -> bool {
        let astray = self.0 ^ PictureGrid::HOME.0;
        Button::ALL.iter().all(|button| {
            let bit = u64::from(button.bit());
            // For each side the cells of its tiles, each with the bits in which it is not home.
            let mut sides = [ArrayVec::<(u64, u64), 8>::new(), ArrayVec::new()];
            for cell in 0..16 {
                let off = astray >> (4 * cell) & 15;
                if off & bit != 0 {
                    sides[usize::from(cell & bit != 0)].push((cell, off));
                }
            }
            let can_meet = |one: &(u64, u64), other: &(u64, u64)| (one.0 ^ other.0) & !(one.1 | other.1) & !bit == 0;
            let [one_side, other_side] = &sides;
            one_side.iter().all(|one| other_side.iter().any(|other| can_meet(one, other)))
                && other_side.iter().all(|other| one_side.iter().any(|one| can_meet(one, other)))
        })
    }

    /// The press that swaps these two tiles, if there is one.
    pub fn press_of_tiles(self, tiles: (Cell, Cell)) -> Option<Press> {
        let cell_of = |tile: Cell| Cell::all().find(|cell| self.at(*cell) == tile);
        let (one, other) = (cell_of(tiles.0)?, cell_of(tiles.1)?);
        Button::ALL.into_iter().find_map(|button| Press::between(button, one, other))
    }

    /// The parity of the permutation, and so of the number of presses in every repair.
    pub fn is_odd(self) -> bool {
        let tiles = self.tiles();
        let inversions_at = |at: usize| tiles[at + 1..].iter().filter(|later| **later < tiles[at]).count();
        (0..16).map(inversions_at).sum::<usize>() % 2 == 1
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for PictureGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles().map(|tile| tile.0 + 1)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        text.parse().expect("a cell")
    }

    #[test]
    fn every_button_swaps_what_the_rulebook_says() {
        let pairs = |button| -> Vec<String> { Press::of(button).map(|press| press.to_string()).collect() };
        assert_eq!(
            pairs(Button::A),
            ["A 11 13", "A 12 14", "A 21 23", "A 22 24", "A 31 33", "A 32 34", "A 41 43", "A 42 44"]
        );
        assert_eq!(pairs(Button::B)[..2], ["B 11 12", "B 13 14"]);
        assert_eq!(pairs(Button::C)[..5], ["C 11 31", "C 12 32", "C 13 33", "C 14 34", "C 21 41"]);
        assert_eq!(pairs(Button::D)[..5], ["D 11 21", "D 12 22", "D 13 23", "D 14 24", "D 31 41"]);
        assert_eq!(Press::all().count(), 32);
    }

    #[test]
    fn a_press_is_read_with_its_cells_in_either_order_and_with_nothing_else() {
        assert_eq!("A 13 11".parse(), "A 11 13".parse::<Press>());
        for wrong in ["A 11 12", "E 11 13", "A 11", "A 11 13 ", "A 11 15", "a 11 13", ""] {
            assert!(wrong.parse::<Press>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn marias_and_thomas_presses_are_those_of_the_example() {
        // "Maria uses button A and exchanges the 2nd with the 4th tiles of the 3rd row. … Thomas's turn. He uses
        // button D and exchanges the 4th tile of the 3rd row with the 4th tile of 4th row."
        let maria: Press = "A 32 34".parse().expect("a press");
        let thomas: Press = "D 34 44".parse().expect("a press");
        // For Thomas to score, the tile that belongs in 44 must be in 32 at first.
        let before = PictureGrid::HOME.pressed(thomas).pressed(maria);
        assert_eq!(before.at(cell("32")), cell("44"));
        let after = before.pressed(maria);
        assert!(!after.is_home(cell("34")) && !after.is_home(cell("44")));
        assert!(after.pressed(thomas).is_home(cell("44")));
    }

    #[test]
    fn a_press_undoes_itself_and_changes_one_buttons_count_by_two_at_most() {
        let mut grid = PictureGrid::HOME;
        let presses: Vec<Press> = Press::all().collect();
        for press in presses.iter().chain(presses.iter().rev().step_by(3)).copied() {
            let next = grid.pressed(press);
            assert_eq!(next.pressed(press), grid);
            assert_ne!(next.is_odd(), grid.is_odd());
            for button in Button::ALL {
                let change = next.astray(button).abs_diff(grid.astray(button));
                assert!(
                    change <= 2 && (button == press.button() || change == 0),
                    "{press} changes {button} by {change}"
                );
            }
            grid = next;
        }
        let all: u32 = Button::ALL.iter().map(|button| grid.astray(*button)).sum();
        assert_eq!(grid.lower_bound(), all / 2);
    }

    #[test]
    fn a_grid_has_each_tile_once() {
        let mut tiles = PictureGrid::HOME.tiles();
        assert_eq!(PictureGrid::from_tiles(tiles), Some(PictureGrid::HOME));
        assert!(PictureGrid::HOME.is_whole() && PictureGrid::HOME.homes() == 16 && !PictureGrid::HOME.is_odd());
        tiles[3] = tiles[4];
        assert_eq!(PictureGrid::from_tiles(tiles), None);
    }
}
