//! The puzzle file format: which cells go to which pile, what a question costs, what is twisted, removed and added, and
//! where the mystery is.
//!
//! People send each other puzzle files, so every file is validated completely before it is used, and every error says
//! where it is and what would be correct. `build.rs` compiles this module too, to check the puzzles that ship with
//! Parlour.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Rank;
use crate::engine::source_place::{SourcePlace, place_of};
use crate::words::counted;

/// The format version that this program writes, and the only one that it reads.
pub const FORMAT: u32 = 1;

const MOST_BYTES: usize = 64 << 10;

/// The longest title, author or id, in characters.
pub const LONGEST_TEXT: usize = 80;

pub const MOST_PILES: usize = 8;

pub const COLUMNS: u8 = 4;

pub const MOST_ROWS: u8 = 8;

/// A deck has two jokers.
pub const MOST_JOKERS: u8 = 2;

/// A cell of the grid: `A1` is the first row's first column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridCell(u8);

impl GridCell {
    /// Row and column count from 0; `None` outside the largest grid.
    pub const fn new(row: u8, column: u8) -> Option<GridCell> {
        if row < MOST_ROWS && column < COLUMNS { Some(GridCell(row * COLUMNS + column)) } else { None }
    }

    pub fn all(rows: u8) -> impl DoubleEndedIterator<Item = GridCell> + ExactSizeIterator {
        (0..rows.min(MOST_ROWS) * COLUMNS).map(GridCell)
    }

    pub const fn row(self) -> u8 {
        self.0 / COLUMNS
    }

    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// 4 · row + column.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for GridCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.row()) as char, self.column() + 1)
    }
}

impl fmt::Debug for GridCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a cell; write a row from A to H and a column from 1 to 4, such as B3")]
pub struct CellParseError(String);

impl FromStr for GridCell {
    type Err = CellParseError;

    fn from_str(text: &str) -> Result<GridCell, CellParseError> {
        let cell = match text.as_bytes() {
            [row @ b'A'..=b'H', column @ b'1'..=b'4'] => GridCell::new(row - b'A', column - b'1'),
            _ => None,
        };
        cell.ok_or_else(|| CellParseError(text.chars().take(12).collect()))
    }
}

impl Serialize for GridCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GridCell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GridCell, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of cells as a bit mask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CellSet(u32);

impl CellSet {
    /// Returns `false` if the cell was already in the set.
    pub const fn insert(&mut self, cell: GridCell) -> bool {
        let is_new = !self.contains(cell);
        self.0 |= cell.bit();
        is_new
    }

    pub const fn contains(self, cell: GridCell) -> bool {
        self.0 & cell.bit() != 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = GridCell> {
        GridCell::all(MOST_ROWS).filter(move |cell| self.contains(*cell))
    }
}

impl FromIterator<GridCell> for CellSet {
    fn from_iter<I: IntoIterator<Item = GridCell>>(cells: I) -> CellSet {
        CellSet(cells.into_iter().fold(0, |set, cell| set | cell.bit()))
    }
}

/// What a question costs: a combination of low cards, paid with exactly as many as it names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Price {
    /// This many cards of one number, 2 to 4.
    Same(u8),
    /// This many cards of one suit, 2 to 4.
    Suit(u8),
    /// Two groups of one number each: 2 and 2, or 2 and 3.
    Groups(u8, u8),
    /// This many consecutive numbers of one suit, 2 to 4, without wrapping around.
    Flush(u8),
}

impl Price {
    /// Every valid price, the cheap kinds first.
    pub const ALL: [Price; 11] = [
        Price::Suit(2),
        Price::Same(2),
        Price::Suit(3),
        Price::Flush(2),
        Price::Suit(4),
        Price::Same(3),
        Price::Groups(2, 2),
        Price::Flush(3),
        Price::Groups(2, 3),
        Price::Same(4),
        Price::Flush(4),
    ];

    pub const fn cards(self) -> usize {
        match self {
            Price::Same(count) | Price::Suit(count) | Price::Flush(count) => count as usize,
            Price::Groups(first, second) => first as usize + second as usize,
        }
    }

    /// Whether the price exists and `low` low ranks can pay it.
    const fn is_payable(self, low: u8) -> bool {
        match self {
            Price::Same(count) => matches!(count, 2..=4),
            Price::Suit(count) | Price::Flush(count) => matches!(count, 2..=4) && count <= low,
            Price::Groups(first, second) => first == 2 && matches!(second, 2 | 3),
        }
    }

    /// For players: "3 of one suit".
    pub fn words(self) -> String {
        match self {
            Price::Same(2) => "a pair".to_owned(),
            Price::Same(count) => format!("{count} of one number"),
            Price::Suit(count) => format!("{count} of one suit"),
            Price::Flush(count) => format!("a straight flush of {count}"),
            Price::Groups(2, 2) => "two pairs".to_owned(),
            Price::Groups(..) => "a full house".to_owned(),
        }
    }
}

/// A question pile: the cells that are dealt to it, and the price of turning up its next card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    pub price: Price,
    pub cells: Vec<GridCell>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Mystery {
    /// The cards of these cells; the player names the card of each cell.
    Cells(Vec<GridCell>),
    /// The cards that removals took from a pile, the first so many of them; the player names them in any order. Cards
    /// that joker swaps replace are mysteries, too, and are named before these.
    Removed {
        /// Counted from 1.
        pile: u8,
        count: u8,
    },
}

/// What is done to the grid before the piles are formed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Twist {
    /// Two cards of one row or column change places.
    Swap(GridCell, GridCell),
    /// Three or more cards of one row or column move along by one step; the last goes to the first cell.
    Shift(Vec<GridCell>),
    /// Two or more cards are shuffled among their cells.
    Shuffle(Vec<GridCell>),
    /// The card becomes a mystery, and a joker takes its place.
    JokerSwap(GridCell),
}

impl Twist {
    /// For players: "C1 and C2 change places".
    pub fn words(&self) -> String {
        match self {
            Twist::Swap(one, other) => format!("{one} and {other} change places"),
            Twist::Shift(cells) => format!("{} move along by one step", list_cells(cells)),
            Twist::Shuffle(cells) => {
                let mut cells = cells.clone();
                cells.sort_unstable();
                format!("{} are shuffled", and_cells(&cells))
            }
            Twist::JokerSwap(cell) => format!("{cell} becomes a mystery; a joker takes its place"),
        }
    }

    pub fn cells(&self) -> Vec<GridCell> {
        match self {
            Twist::Swap(one, other) => vec![*one, *other],
            Twist::Shift(cells) | Twist::Shuffle(cells) => cells.clone(),
            Twist::JokerSwap(cell) => vec![*cell],
        }
    }
}

/// "A1", "A1 and B2", "A1, B2 and C3".
fn and_cells(cells: &[GridCell]) -> String {
    match cells.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", list_cells(others)),
        _ => list_cells(cells),
    }
}

/// "A1, B2, C3".
pub fn list_cells(cells: &[GridCell]) -> String {
    cells.iter().map(GridCell::to_string).collect::<Vec<_>>().join(", ")
}

/// What is done to a pile once it is formed and shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// Random cards are taken out: they go under the stone, or become the mystery.
    Remove {
        /// Counted from 1.
        pile: u8,
        count: u8,
    },
    /// Jokers are shuffled in as empty answers.
    Add {
        /// Counted from 1.
        pile: u8,
        /// 1 or 2.
        jokers: u8,
    },
}

impl Change {
    /// The pile that is changed, counted from 1.
    pub const fn pile(self) -> u8 {
        let (Change::Remove { pile, .. } | Change::Add { pile, .. }) = self;
        pile
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    pub parlour_puzzle: u32,
    /// Permanent: records and the list of puzzles refer to it. Lowercase letters, digits and `-`.
    pub id: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The par that the designer gives, in questions.
    #[serde(default)]
    pub printed_par: Option<f64>,
    /// 4 to 8.
    pub rows: u8,
    pub mystery: Mystery,
    pub piles: Vec<Pile>,
    /// Applied to the grid in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twists: Vec<Twist>,
    /// Applied to the piles in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

/// The smallest empty grid; not yet valid.
impl Default for Puzzle {
    fn default() -> Puzzle {
        Puzzle {
            parlour_puzzle: FORMAT,
            id: "untitled".to_owned(),
            title: "Untitled".to_owned(),
            author: String::new(),
            printed_par: None,
            rows: 4,
            mystery: Mystery::Cells(Vec::new()),
            piles: Vec::new(),
            twists: Vec::new(),
            changes: Vec::new(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct PuzzleError {
    pub place: SourcePlace,
    pub message: String,
}

/// The name of an invalid field and what is wrong with it, before the field's place in the text is known.
struct FieldError(&'static str, String);

/// Returns with the error of a field unless the condition is met.
macro_rules! ensure {
    ($condition:expr, $field:expr, $($message:tt)+) => {
        if !$condition {
            return Err(FieldError($field, format!($($message)+)));
        }
    };
}

impl Puzzle {
    /// Reads and validates a puzzle's text.
    ///
    /// # Errors
    /// The first error, with its place.
    ///
    /// ```
    /// use parlour::games::mystery::puzzle::Puzzle;
    ///
    /// let text = r#"(parlour_puzzle: 1, id: "one", title: "One", rows: 4, mystery: Cells(["A1"]),
    ///     piles: [(price: Same(2), cells: ["A2", "A1"])])"#;
    /// let error = Puzzle::read(text).unwrap_err();
    /// assert!(error.message.contains("A1"), "{error}");
    /// ```
    pub fn read(text: &str) -> Result<Puzzle, PuzzleError> {
        let puzzle = Puzzle::read_unfinished(text)?;
        puzzle.check().map_err(|FieldError(field, message)| PuzzleError { place: place_of(text, field), message })?;
        Ok(puzzle)
    }

    /// Reads a puzzle's text without validating the puzzle, as for a draft in the designer.
    ///
    /// # Errors
    /// Text that is not in the puzzle format, or in another version of it.
    pub fn read_unfinished(text: &str) -> Result<Puzzle, PuzzleError> {
        if text.len() > MOST_BYTES {
            let message = format!("the text has {} bytes; a puzzle has at most {MOST_BYTES}", text.len());
            return Err(PuzzleError { place: SourcePlace::File, message });
        }
        if let Ok(PuzzleVersion { parlour_puzzle }) = ron::from_str(text)
            && parlour_puzzle != FORMAT
        {
            let message = unsupported_format(parlour_puzzle);
            return Err(PuzzleError { place: place_of(text, "parlour_puzzle"), message });
        }
        ron::from_str(text).map_err(|error| PuzzleError {
            place: SourcePlace::Text { line: error.span.start.line, column: error.span.start.col },
            message: error.code.to_string().chars().take(300).collect(),
        })
    }

    /// The puzzle as one line of text, for messages and records.
    pub fn to_line(&self) -> String {
        ron::to_string(self).unwrap_or_default()
    }

    pub fn to_text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::default().depth_limit(2);
        ron::ser::to_string_pretty(self, pretty).unwrap_or_default() + "\n"
    }

    /// What is wrong with the puzzle, for people; `None` if it is valid.
    pub fn problem(&self) -> Option<String> {
        self.check().err().map(|FieldError(_, message)| message)
    }

    /// The ranks of the grid in the order in which the rulebook lays out their piles: ace, king, queen, jack, ten, …
    pub fn ranks(&self) -> Vec<Rank> {
        let down = (1..=13).rev().filter_map(Rank::new);
        std::iter::once(Rank::ACE).chain(down).take(usize::from(self.rows)).collect()
    }

    pub fn low_ranks(&self) -> impl Iterator<Item = Rank> + use<> {
        (2..=14 - self.rows.clamp(4, MOST_ROWS)).filter_map(Rank::new)
    }

    /// How many cards the mystery has.
    pub fn mysteries(&self) -> usize {
        let drawn = match self.mystery {
            Mystery::Cells(_) => 0,
            Mystery::Removed { count, .. } => usize::from(count),
        };
        self.mystery_cells().len() + self.joker_swaps() + drawn
    }

    /// The cells that were chosen as the mystery; none if a removal draws it.
    pub fn mystery_cells(&self) -> &[GridCell] {
        match &self.mystery {
            Mystery::Cells(cells) => cells,
            Mystery::Removed { .. } => &[],
        }
    }

    /// Where each card of the mystery comes from, in the order in which they are named: "B4", or "pile 1".
    pub fn mystery_sources(&self) -> Vec<String> {
        let swapped = self.twists.iter().filter_map(|twist| match twist {
            Twist::JokerSwap(cell) => Some(cell.to_string()),
            _ => None,
        });
        let drawn = match self.mystery {
            Mystery::Cells(_) => None,
            Mystery::Removed { pile, count } => Some((format!("pile {pile}"), usize::from(count))),
        };
        let drawn = drawn.into_iter().flat_map(|(name, count)| std::iter::repeat_n(name, count));
        self.mystery_cells().iter().map(ToString::to_string).chain(swapped).chain(drawn).collect()
    }

    pub fn jokers(&self) -> u8 {
        let added = self.changes.iter().map(|change| match change {
            Change::Add { jokers, .. } => *jokers,
            Change::Remove { .. } => 0,
        });
        added.fold(self.joker_swaps() as u8, u8::saturating_add)
    }

    pub fn joker_swaps(&self) -> usize {
        self.twists.iter().filter(|twist| matches!(twist, Twist::JokerSwap(_))).count()
    }

    /// How many of the mystery cards are named one by one: those of cells, and those that jokers replace. The others are
    /// a set that is named in any order.
    pub fn named_one_by_one(&self) -> usize {
        self.mystery_cells().len() + self.joker_swaps()
    }

    /// Sorts the part of a mystery that is named in any order.
    pub fn sort_set<T: Ord>(&self, mystery: &mut [T]) {
        if let Some(set) = mystery.get_mut(self.named_one_by_one()..) {
            set.sort_unstable();
        }
    }

    /// Whether chance decides which cards the mystery is, beside the ranks of the rows and suits of the columns.
    pub fn has_random_mystery(&self) -> bool {
        matches!(self.mystery, Mystery::Removed { .. })
            || self.twists.iter().any(|twist| matches!(twist, Twist::Shuffle(_)))
    }

    /// A change of this puzzle, from 0, for players: "1 card is removed at random from pile 2".
    pub fn change_in_words(&self, number: usize) -> String {
        match (self.changes.get(number), self.drawn_by(number)) {
            (Some(Change::Remove { pile, count }), drawn) => {
                let cards = counted(*count, "card is", "cards are");
                match drawn {
                    0 => format!("{cards} removed at random from pile {pile}"),
                    drawn if drawn == *count => format!("{cards} removed from pile {pile} as the mystery"),
                    drawn => format!("{cards} removed at random from pile {pile}; the first {drawn} are the mystery"),
                }
            }
            (Some(Change::Add { pile, jokers }), _) => {
                format!("{} added to pile {pile}", counted(*jokers, "joker is", "jokers are"))
            }
            (None, _) => String::new(),
        }
    }

    /// How many mystery cards a change, from 0, draws.
    pub fn drawn_by(&self, number: usize) -> u8 {
        let Mystery::Removed { pile: drawn_from, count } = self.mystery else { return 0 };
        let removed = |change: &Change| match *change {
            Change::Remove { pile, count } if pile == drawn_from => count,
            _ => 0,
        };
        let Some((this, before)) = self.changes.get(..=number).and_then(|changes| changes.split_last()) else {
            return 0;
        };
        let drawn = before.iter().map(removed).fold(0, u8::saturating_add);
        removed(this).min(count.saturating_sub(drawn))
    }

    /// Whether the cards removed from a pile, counted from 1, are the mystery.
    pub fn draws_mystery_from(&self, pile: u8) -> bool {
        matches!(self.mystery, Mystery::Removed { pile: drawn_from, .. } if drawn_from == pile)
    }

    /// How many cards are removed from a pile, counted from 1.
    pub fn removed_from(&self, pile: u8) -> u32 {
        let removed = self.changes.iter().map(|change| match *change {
            Change::Remove { pile: of, count } if of == pile => u32::from(count),
            _ => 0,
        });
        removed.sum()
    }

    pub fn mods(&self) -> Vec<String> {
        let changes = (0..self.changes.len()).map(|number| self.change_in_words(number));
        self.twists.iter().map(Twist::words).chain(changes).collect()
    }

    /// Whether the card of a cell is a mystery: by the puzzle's choice of cells, or because a joker takes its place.
    pub fn has_mystery_in(&self, cell: GridCell) -> bool {
        self.mystery_cells().contains(&cell) || self.twists.contains(&Twist::JokerSwap(cell))
    }

    /// The pile, from 0, that a cell is dealt to.
    pub fn pile_of(&self, cell: GridCell) -> Option<usize> {
        self.piles.iter().position(|pile| pile.cells.contains(&cell))
    }

    /// How many cards a pile, from 0, holds after all changes, jokers included.
    pub fn askable(&self, pile: usize) -> usize {
        let cells = self.piles.get(pile).map_or(0, |pile| pile.cells.len());
        let changes = self.changes.iter().filter(|change| usize::from(change.pile()) == pile + 1);
        changes.fold(cells, |left, change| match *change {
            Change::Remove { count, .. } => left.saturating_sub(usize::from(count)),
            Change::Add { jokers, .. } => left + usize::from(jokers),
        })
    }

    fn check(&self) -> Result<(), FieldError> {
        self.check_head()?;
        self.check_piles()?;
        self.check_mystery()?;
        self.check_twists()?;
        self.check_changes()
    }

    fn check_head(&self) -> Result<(), FieldError> {
        ensure!(self.parlour_puzzle == FORMAT, "parlour_puzzle", "{}", unsupported_format(self.parlour_puzzle));
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        ensure!(
            (1..=LONGEST_TEXT).contains(&self.id.len()) && self.id.chars().all(is_plain),
            "id",
            "the id is {:?}; use 1 to {LONGEST_TEXT} lowercase letters, digits and `-`",
            self.id.chars().take(40).collect::<String>()
        );
        for (field, text) in [("title", &self.title), ("author", &self.author)] {
            let length = text.chars().count();
            ensure!(length <= LONGEST_TEXT, field, "the {field} has {length} characters; use at most {LONGEST_TEXT}");
            let has_control = text.chars().any(char::is_control);
            ensure!(!has_control, field, "the {field} has control characters; remove them");
        }
        ensure!(!self.title.trim().is_empty(), "title", "the title is empty; give the puzzle one");
        if let Some(par) = self.printed_par {
            let is_valid = (0.0..=99.0).contains(&par);
            ensure!(is_valid, "printed_par", "the printed par is {par}; it must be 0 to 99 questions, or None");
        }
        let is_valid = (4..=MOST_ROWS).contains(&self.rows);
        ensure!(is_valid, "rows", "the grid has {} rows; it must have 4 to {MOST_ROWS}", self.rows);
        Ok(())
    }

    fn check_piles(&self) -> Result<(), FieldError> {
        let count = self.piles.len();
        let is_valid = (1..=MOST_PILES).contains(&count);
        ensure!(is_valid, "piles", "there are {count} piles; a puzzle has 1 to {MOST_PILES}");
        let low = self.low_ranks().count() as u8;
        let mut seen = CellSet::default();
        for (Pile { price, cells }, number) in self.piles.iter().zip(1..) {
            ensure!(
                price.is_payable(low),
                "piles",
                "pile {number}: the price {price:?} does not exist; use Same(2 to 4), Suit(2 to 4), Flush(2 to 4), \
                 Groups(2, 2) or Groups(2, 3)"
            );
            ensure!(!cells.is_empty(), "piles", "pile {number} is empty; a pile has at least one cell");
            for cell in cells {
                self.check_within(*cell, "piles", &format!("pile {number}"))?;
                let is_new = seen.insert(*cell);
                ensure!(is_new, "piles", "pile {number}: cell {cell} is already on a pile; list each cell once");
            }
        }
        Ok(())
    }

    fn check_within(&self, cell: GridCell, field: &'static str, owner: &str) -> Result<(), FieldError> {
        let is_within = cell.row() < self.rows;
        ensure!(is_within, field, "{owner}: cell {cell} is outside the grid, which has {} rows", self.rows);
        Ok(())
    }

    fn check_mystery(&self) -> Result<(), FieldError> {
        let count = self.mysteries();
        ensure!(count > 0, "mystery", "there is no mystery; choose a cell, a removal or a joker swap");
        ensure!(count <= 4, "mystery", "there are {count} mystery cards; a puzzle has at most 4");
        let Mystery::Removed { pile, count } = self.mystery else { return self.check_mystery_cells() };
        let removed = self.removed_from(pile);
        ensure!(
            count > 0 && removed >= u32::from(count),
            "mystery",
            "the mystery is {} removed from pile {pile}, but `changes` removes only {removed} there; remove as many",
            counted(count, "card", "cards")
        );
        Ok(())
    }

    fn check_mystery_cells(&self) -> Result<(), FieldError> {
        let mut seen = CellSet::default();
        for cell in self.mystery_cells() {
            self.check_within(*cell, "mystery", "the mystery")?;
            ensure!(seen.insert(*cell), "mystery", "the mystery lists cell {cell} twice");
            if let Some(pile) = self.pile_of(*cell) {
                let message =
                    format!("the mystery's cell {cell} is on pile {}; a mystery cell is on no pile", pile + 1);
                return Err(FieldError("mystery", message));
            }
        }
        Ok(())
    }

    fn check_twists(&self) -> Result<(), FieldError> {
        // Where a joker may be after the twists so far.
        let mut jokers = CellSet::default();
        for (twist, number) in self.twists.iter().zip(1..) {
            let mut seen = CellSet::default();
            for cell in twist.cells() {
                self.check_within(cell, "twists", &format!("twist {number}"))?;
                ensure!(seen.insert(cell), "twists", "twist {number}: cell {cell} is listed twice");
            }
            check_twist(twist, number, jokers)?;
            jokers = jokers_after(jokers, twist);
        }
        if let Some(cell) = self.mystery_cells().iter().find(|cell| jokers.contains(**cell)) {
            let message = format!("a joker may end up in the mystery's cell {cell}; change the twists or the mystery");
            return Err(FieldError("twists", message));
        }
        Ok(())
    }

    fn check_changes(&self) -> Result<(), FieldError> {
        let piles = self.piles.len();
        let mut jokers = self.joker_swaps() as u32;
        let mut left: Vec<u32> = self.piles.iter().map(|pile| pile.cells.len() as u32).collect();
        let swapped_in = self.twists.iter().fold(CellSet::default(), jokers_after);
        let may_hold = |pile: &Pile| pile.cells.iter().any(|cell| swapped_in.contains(*cell));
        let mut has_joker: Vec<bool> = self.piles.iter().map(may_hold).collect();
        for (change, number) in self.changes.iter().zip(1..) {
            let pile = change.pile();
            let is_pile = (1..=piles).contains(&usize::from(pile));
            ensure!(is_pile, "changes", "change {number}: there is no pile {pile}; the piles are 1 to {piles}");
            let index = usize::from(pile) - 1;
            match *change {
                Change::Remove { count, .. } => {
                    let is_valid = count > 0;
                    ensure!(is_valid, "changes", "change {number}: removes no card; delete it, or remove at least one");

                    ensure!(
                        !(has_joker[index] && self.drawn_by(number - 1) > 0),
                        "changes",
                        "change {number}: may draw a joker as the mystery; remove cards from pile {pile} before \
                         jokers are added"
                    );
                    let (cards, held) = (counted(count, "card", "cards"), left[index]);
                    ensure!(
                        held >= u32::from(count),
                        "changes",
                        "change {number}: removes {cards}, but pile {pile} has {held}; remove fewer"
                    );
                    left[index] -= u32::from(count);
                }
                Change::Add { jokers: added, .. } => {
                    ensure!(added > 0, "changes", "change {number}: adds no joker; delete it, or add one or two");
                    jokers += u32::from(added);
                    left[index] += u32::from(added);
                    has_joker[index] = true;
                }
            }
        }
        if let Some(pile) = left.iter().position(|left| *left == 0) {
            let message = format!("pile {} is empty after all changes; remove fewer cards, or add a joker", pile + 1);
            return Err(FieldError("changes", message));
        }
        let most = u32::from(MOST_JOKERS);
        ensure!(jokers <= most, "changes", "{jokers} jokers in all; a puzzle has at most {most}");
        Ok(())
    }
}

fn unsupported_format(found: u32) -> String {
    format!("the puzzle has format {found}; this program reads format {FORMAT}")
}

/// Checks that a twist's cells suit its kind, when jokers may be in these cells before it.
fn check_twist(twist: &Twist, number: usize, jokers: CellSet) -> Result<(), FieldError> {
    let cells = twist.cells();
    let count = counted(cells.len(), "cell", "cells");
    match twist {
        Twist::Swap(..) | Twist::Shift(_) => {
            let is_in_line = cells.windows(2).all(|pair| pair[0].row() == pair[1].row())
                || cells.windows(2).all(|pair| pair[0].column() == pair[1].column());
            let listed = list_cells(&cells);
            ensure!(is_in_line, "twists", "twist {number}: {listed} are not in one row or one column");
            ensure!(
                cells.len() >= 3 || matches!(twist, Twist::Swap(..)),
                "twists",
                "twist {number}: a shift of {count}; a shift needs three or more (use Swap for two)"
            );
        }
        Twist::Shuffle(_) => {
            let is_valid = cells.len() >= 2;
            ensure!(is_valid, "twists", "twist {number}: a shuffle of {count}; a shuffle needs two or more");
        }
        Twist::JokerSwap(cell) => ensure!(
            !jokers.contains(*cell),
            "twists",
            "twist {number}: a joker may already be in cell {cell}; only a card can become the mystery"
        ),
    }
    Ok(())
}

/// Where jokers may be after a twist, if they may be in these cells before it.
fn jokers_after(jokers: CellSet, twist: &Twist) -> CellSet {
    let cells = twist.cells();
    let destinations = |joker: GridCell| match (twist, cells.iter().position(|cell| *cell == joker)) {
        (Twist::Swap(..) | Twist::Shift(_), Some(at)) => vec![cells[(at + 1) % cells.len()]],
        (Twist::Shuffle(_), Some(_)) => cells.clone(),
        _ => vec![joker],
    };
    let added = cells.iter().copied().filter(|_| matches!(twist, Twist::JokerSwap(_)));
    jokers.iter().chain(added).flat_map(destinations).collect()
}

/// Only the version field, so that files of later formats are recognised whatever else they contain.
#[derive(Deserialize)]
struct PuzzleVersion {
    parlour_puzzle: u32,
}
