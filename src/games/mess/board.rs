//! The picture as a grid of tiles, and what the four buttons do to it.
//!
//! Rulebook, *Buttons*. A cell's number is its row and its column, two bits each; then every button swaps two cells
//! that differ in exactly one bit. The grid is a cube of four dimensions, and a button is one of them.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

/// One of the four buttons.
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
    /// All of them.
    pub const ALL: [Button; 4] = [Button::A, Button::B, Button::C, Button::D];

    /// 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// [`Button::bit`] as a number of a place.
    pub(super) const fn mask(self) -> usize {
        self.bit() as usize
    }

    /// The bit of a cell's number that it changes.
    const fn bit(self) -> u8 {
        match self {
            Button::A => 2,
            Button::B => 1,
            Button::C => 8,
            Button::D => 4,
        }
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Text that is no button or no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

impl FromStr for Button {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Button, Unreadable> {
        Button::ALL.into_iter().find(|button| button.to_string() == text).ok_or(Unreadable)
    }
}

/// A place of the grid, `11` to `44`: row from the top, column from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The one in the upper left corner.
    pub const FIRST: Cell = Cell(0);

    /// The cell with this number, row by row from the top left, 0 to 15.
    pub const fn new(number: u8) -> Option<Cell> {
        if number < 16 { Some(Cell(number)) } else { None }
    }

    /// All of them, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..16).map(Cell)
    }

    /// 0 to 15, row by row.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row from the top, 0 to 3.
    pub const fn row(self) -> u8 {
        self.0 / 4
    }

    /// Its column from the left, 0 to 3.
    pub const fn column(self) -> u8 {
        self.0 % 4
    }

    /// The cell whose tile this button swaps with the one here.
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
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Cell, Unreadable> {
        match text.as_bytes() {
            [row @ b'1'..=b'4', column @ b'1'..=b'4'] => Ok(Cell((row - b'1') * 4 + column - b'1')),
            _ => Err(Unreadable),
        }
    }
}

/// One swap by one button.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Press {
    button: Button,
    /// The one of its two cells that comes first.
    first: Cell,
}

impl Press {
    /// The press of this button that moves the tile of this cell.
    pub const fn new(button: Button, cell: Cell) -> Press {
        Press { button, first: Cell(cell.0 & !button.bit()) }
    }

    /// The press of this button that swaps these two cells; `None` if it does not swap them.
    pub fn between(button: Button, one: Cell, other: Cell) -> Option<Press> {
        (one.across(button) == other).then(|| Press::new(button, one))
    }

    /// All 32, eight for each button.
    pub fn all() -> impl Iterator<Item = Press> {
        Button::ALL.into_iter().flat_map(Press::of)
    }

    /// The eight of one button.
    pub fn of(button: Button) -> impl Iterator<Item = Press> {
        Cell::all().filter(move |cell| cell.0 & button.bit() == 0).map(move |first| Press { button, first })
    }

    /// The button.
    pub const fn button(self) -> Button {
        self.button
    }

    /// Its two cells, the first one first.
    pub const fn cells(self) -> (Cell, Cell) {
        (self.first, self.first.across(self.button))
    }

    /// All of them by number, 0 to 31.
    pub(super) fn numbered() -> [Press; 32] {
        let all: ArrayVec<Press, 32> = Press::all().collect();
        all.into_inner().unwrap_or([Press { button: Button::A, first: Cell(0) }; 32])
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
    type Err = Unreadable;

    /// The cells may stand in either order.
    fn from_str(text: &str) -> Result<Press, Unreadable> {
        let mut words = text.split(' ');
        let mut word = || words.next().ok_or(Unreadable);
        let (button, one, other) = (word()?.parse()?, word()?.parse()?, word()?.parse()?);
        if words.next().is_some() {
            return Err(Unreadable);
        }
        Press::between(button, one, other).ok_or(Unreadable)
    }
}

/// Which tile lies in each cell. A tile is known by the cell in which it is home.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid(u64);

impl Grid {
    /// Every tile at home: four bits for each cell, that hold the number of the cell.
    pub const HOME: Grid = Grid(0xFEDC_BA98_7654_3210);

    /// The grid with these tiles, row by row; `None` unless each of the sixteen is there once.
    pub fn from_tiles(tiles: [Cell; 16]) -> Option<Grid> {
        let seen = tiles.iter().fold(0u16, |seen, tile| seen | 1 << tile.0);
        let packed = tiles.iter().rev().fold(0u64, |packed, tile| packed << 4 | u64::from(tile.0));
        (seen == u16::MAX).then_some(Grid(packed))
    }

    /// The tiles, row by row.
    pub fn tiles(self) -> [Cell; 16] {
        std::array::from_fn(|index| Cell((self.0 >> (4 * index)) as u8 & 15))
    }

    /// The tile that lies here.
    pub const fn at(self, cell: Cell) -> Cell {
        Cell((self.0 >> (4 * cell.0)) as u8 & 15)
    }

    /// Whether the tile that lies here is at home.
    pub const fn is_home(self, cell: Cell) -> bool {
        self.at(cell).0 == cell.0
    }

    /// Whether the picture is whole.
    pub const fn is_whole(self) -> bool {
        self.0 == Grid::HOME.0
    }

    /// How many tiles are at home.
    pub fn homes(self) -> usize {
        Cell::all().filter(|cell| self.is_home(*cell)).count()
    }

    /// The grid with the tiles of two cells swapped.
    #[must_use]
    pub const fn swapped(self, one: Cell, other: Cell) -> Grid {
        let (here, there) = (4 * one.0, 4 * other.0);
        let difference = ((self.0 >> here) ^ (self.0 >> there)) & 15;
        Grid(self.0 ^ (difference << here) ^ (difference << there))
    }

    /// The grid after a press.
    #[must_use]
    pub const fn pressed(self, press: Press) -> Grid {
        let (one, other) = press.cells();
        self.swapped(one, other)
    }

    /// How many tiles lie on the wrong side for this button: they must each be moved by it, and a press moves two.
    pub const fn astray(self, button: Button) -> u32 {
        let bit = 0x1111_1111_1111_1111 * button.bit() as u64;
        ((self.0 ^ Grid::HOME.0) & bit).count_ones()
    }

    /// How many presses it takes at the very least: half of all that lies astray.
    pub const fn least(self) -> u32 {
        (self.0 ^ Grid::HOME.0).count_ones() / 2
    }

    /// Whether the number of presses that repairs it is odd: each press swaps two tiles.
    pub fn is_odd(self) -> bool {
        let tiles = self.tiles();
        let inversions: usize =
            (0..16).map(|at| tiles[at + 1..].iter().filter(|later| **later < tiles[at]).count()).sum();
        inversions % 2 == 1
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for Grid {
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
        // "Maria uses button A and exchanges the 2nd with the 4th tiles of the 3rd row. … Thomas's turn. He uses button D and
        // exchanges the 4th tile of the 3rd row with the 4th tile of 4th row."
        let maria: Press = "A 32 34".parse().expect("a press");
        let thomas: Press = "D 34 44".parse().expect("a press");
        // A grid in which both of Thomas's conditions hold: the tile of 44 lies in 32 at first.
        let before = Grid::HOME.pressed(thomas).pressed(maria);
        assert_eq!(before.at(cell("32")), cell("44"));
        let after = before.pressed(maria);
        assert!(!after.is_home(cell("34")) && !after.is_home(cell("44")));
        assert!(after.pressed(thomas).is_home(cell("44")));
    }

    #[test]
    fn a_press_undoes_itself_and_changes_one_button_s_count_by_two_at_most() {
        let mut grid = Grid::HOME;
        let there_and_back = Press::all().chain(Press::numbered().into_iter().rev().step_by(3));
        for press in there_and_back {
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
        assert_eq!(grid.least(), all / 2);
    }

    #[test]
    fn a_grid_has_each_tile_once() {
        let mut tiles = Grid::HOME.tiles();
        assert_eq!(Grid::from_tiles(tiles), Some(Grid::HOME));
        assert!(Grid::HOME.is_whole() && Grid::HOME.homes() == 16 && !Grid::HOME.is_odd());
        tiles[3] = tiles[4];
        assert_eq!(Grid::from_tiles(tiles), None);
    }
}
