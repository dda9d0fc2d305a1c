//! A puzzle as its designer laid it out: which cell goes to which pile, what a question costs, what is twisted, removed and
//! added, and where the mystery lies.
//!
//! Puzzles are files that people send to each other. What is read is checked to the last cell before anything is done
//! with it; every fault is told with its place and with what would be right. The build reads the puzzles that come along by
//! this same file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Rank;
use crate::engine::place::{Place, place_of};
use crate::words::counted;

/// The version of the format that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// The most bytes of a puzzle's text.
pub const MOST_BYTES: u64 = 64 << 10;

/// The longest title, author or id, in characters.
pub const LONGEST_TEXT: usize = 80;

/// The most question piles.
pub const MOST_PILES: usize = 8;

/// The columns of every grid, one for each suit.
pub const COLUMNS: u8 = 4;

/// The most rows of a grid.
pub const MOST_ROWS: u8 = 8;

/// The most cells of a grid.
pub const MOST_CELLS: usize = (MOST_ROWS * COLUMNS) as usize;

/// The most jokers in all: a deck has two.
pub const MOST_JOKERS: u8 = 2;

/// A cell of the grid: `A1` is the first row's first column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this row and column, both counted from 0; `None` beyond the largest grid.
    pub const fn new(row: u8, column: u8) -> Option<Cell> {
        if row < MOST_ROWS && column < COLUMNS { Some(Cell(row * COLUMNS + column)) } else { None }
    }

    /// The cells of a grid of so many rows, row by row.
    pub fn all(rows: u8) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..rows.min(MOST_ROWS) * COLUMNS).map(Cell)
    }

    /// Its row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS
    }

    /// Its column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// Its number: 4 · row + column.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its bit in a [`CellSet`].
    const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.row()) as char, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no cell; a cell is a row A to H and a column 1 to 4, as in B3")]
pub struct NoCell(String);

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Cell, NoCell> {
        let cell = match text.as_bytes() {
            [row @ b'A'..=b'H', column @ b'1'..=b'4'] => Cell::new(row - b'A', column - b'1'),
            _ => None,
        };
        cell.ok_or_else(|| NoCell(text.chars().take(12).collect()))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of cells in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CellSet(u32);

impl CellSet {
    /// Puts the cell in; `false` if it was there already.
    pub const fn insert(&mut self, cell: Cell) -> bool {
        let had = self.contains(cell);
        self.0 |= cell.bit();
        !had
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & cell.bit() != 0
    }

    /// How many cells are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its cells, row by row.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all(MOST_ROWS).filter(move |cell| self.contains(*cell))
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        CellSet(cells.into_iter().fold(0, |set, cell| set | cell.bit()))
    }
}

/// What a question costs: a combination of low cards, paid with exactly these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Price {
    /// So many cards of one number, 2 to 4.
    Same(u8),
    /// So many cards of one suit, 2 to 4.
    Suit(u8),
    /// Two groups of one number each: 2 and 2, or 2 and 3.
    Groups(u8, u8),
    /// So many numbers of one suit in a row, 2 to 4; it does not go round the corner.
    Flush(u8),
}

impl Price {
    /// Every price that there is, cheap kinds first.
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

    /// How many cards it takes.
    pub const fn cards(self) -> usize {
        match self {
            Price::Same(count) | Price::Suit(count) | Price::Flush(count) => count as usize,
            Price::Groups(first, second) => first as usize + second as usize,
        }
    }

    /// In words: "3 of one suit".
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

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Price::Same(count) => write!(f, "Same({count})"),
            Price::Suit(count) => write!(f, "Suit({count})"),
            Price::Groups(first, second) => write!(f, "Groups({first}, {second})"),
            Price::Flush(count) => write!(f, "Flush({count})"),
        }
    }
}

/// A question pile: the cells whose cards lie in it, and what it costs to turn the next one up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// What a question costs.
    pub price: Price,
    /// The cells that are dealt to it.
    pub cells: Vec<Cell>,
}

/// Where the mystery lies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Mystery {
    /// In these cells; each has to be named.
    Cells(Vec<Cell>),
    /// It is what was removed from a pile; the cards have to be named, in any order.
    Removed {
        /// The pile, counted from 1.
        pile: u8,
        /// How many cards.
        count: u8,
    },
}

/// What is done to the grid before the piles are formed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Twist {
    /// Two cards of one row or column change places.
    Swap(Cell, Cell),
    /// Three or more cards of one row or column move on by one; the last becomes the first.
    Shift(Vec<Cell>),
    /// Two or more cards are shuffled among their cells.
    Shuffle(Vec<Cell>),
    /// The card becomes a mystery, and a joker lies in its place.
    JokerSwap(Cell),
}

impl Twist {
    /// In words: "C1 and C2 change places".
    pub fn words(&self) -> String {
        let listed = || self.cells().iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Twist::Swap(one, other) => format!("{one} and {other} change places"),
            Twist::Shift(_) => format!("{} move on by one", listed()),
            Twist::Shuffle(_) => format!("{} are shuffled", listed()),
            Twist::JokerSwap(cell) => format!("{cell} is a mystery; a joker takes its place"),
        }
    }

    /// The cells it is about.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Twist::Swap(one, other) => vec![*one, *other],
            Twist::Shift(cells) | Twist::Shuffle(cells) => cells.clone(),
            Twist::JokerSwap(cell) => vec![*cell],
        }
    }
}

/// What is done to a pile once it is formed and shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// Cards are taken out at random: under the stone, or as the mystery.
    Remove {
        /// The pile, counted from 1.
        pile: u8,
        /// How many cards.
        count: u8,
    },
    /// Jokers are shuffled in as empty answers.
    Add {
        /// The pile, counted from 1.
        pile: u8,
        /// How many jokers, 1 or 2.
        jokers: u8,
    },
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// [`FORMAT`].
    pub parlour_puzzle: u32,
    /// Its permanent name: small letters, digits and `-`.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Who designed it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The par that its designer gave, in questions.
    #[serde(default)]
    pub printed_par: Option<f64>,
    /// The rows of the grid, 4 to 8.
    pub rows: u8,
    /// Where the mystery lies.
    pub mystery: Mystery,
    /// The question piles.
    pub piles: Vec<Pile>,
    /// What is done to the grid, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twists: Vec<Twist>,
    /// What is done to the piles, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

/// Why a text is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Broken {
    /// Where in the text.
    pub place: Place,
    /// What was found, and what would be right.
    pub message: String,
}

/// A fault in a field, before its place in the text is looked for.
struct Fault(&'static str, String);

impl Puzzle {
    /// Reads a puzzle's text.
    ///
    /// # Errors
    /// The first fault, with its place.
    ///
    /// ```
    /// use parlour::games::mystery::puzzle::Puzzle;
    ///
    /// let text = r#"(parlour_puzzle: 1, id: "one", title: "One", rows: 4, mystery: Cells(["A1"]),
    ///     piles: [(price: Same(2), cells: ["A2", "A1"])])"#;
    /// let broken = Puzzle::read(text).unwrap_err();
    /// assert!(broken.message.contains("A1"), "{broken}");
    /// ```
    pub fn read(text: &str) -> Result<Puzzle, Broken> {
        let puzzle = Puzzle::read_unfinished(text)?;
        puzzle.check().map_err(|Fault(field, message)| Broken { place: place_of(text, field), message })?;
        Ok(puzzle)
    }

    /// Reads a puzzle's text that need not be in order: a designer's draft.
    ///
    /// # Errors
    /// A text that is no puzzle's, or of another format.
    pub fn read_unfinished(text: &str) -> Result<Puzzle, Broken> {
        if text.len() as u64 > MOST_BYTES {
            let message = format!("{} bytes; a puzzle has at most {MOST_BYTES}", text.len());
            return Err(Broken { place: Place::File, message });
        }
        let version: Result<Version, _> = ron::from_str(text);
        if let Ok(Version { parlour_puzzle }) = version
            && parlour_puzzle != FORMAT
        {
            let message = format!("puzzle format {parlour_puzzle}; this program reads format {FORMAT}");
            return Err(Broken { place: place_of(text, "parlour_puzzle"), message });
        }
        ron::from_str(text).map_err(|error| Broken {
            place: Place::Text { line: error.span.start.line, column: error.span.start.col },
            message: error.code.to_string().chars().take(300).collect(),
        })
    }

    /// Its text in one line, as people send it to each other.
    pub fn to_line(&self) -> String {
        ron::to_string(self).unwrap_or_default()
    }

    /// Its text as a file that people read.
    pub fn to_text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::default().depth_limit(2);
        ron::ser::to_string_pretty(self, pretty).unwrap_or_default() + "\n"
    }

    /// What is wrong with it, in words; `None` if it can be played.
    pub fn fault(&self) -> Option<String> {
        self.check().err().map(|Fault(_, message)| message)
    }

    /// The ranks of its grid, in the order of the rulebook's piles: ace, king, queen, jack, ten, …
    pub fn ranks(&self) -> Vec<Rank> {
        ranks(self.rows)
    }

    /// The ranks of its low deck, 2 upwards.
    pub fn low_ranks(&self) -> impl Iterator<Item = Rank> + use<> {
        (2..=14 - self.rows.clamp(4, MOST_ROWS)).filter_map(Rank::new)
    }

    /// How many mystery cards there are.
    pub fn mysteries(&self) -> usize {
        let swapped = self.twists.iter().filter(|twist| matches!(twist, Twist::JokerSwap(_))).count();
        swapped
            + match &self.mystery {
                Mystery::Cells(cells) => cells.len(),
                Mystery::Removed { count, .. } => usize::from(*count),
            }
    }

    /// How many jokers there are in all.
    pub fn jokers(&self) -> u8 {
        let swapped = self.twists.iter().filter(|twist| matches!(twist, Twist::JokerSwap(_))).count();
        let added = self.changes.iter().map(|change| match change {
            Change::Add { jokers, .. } => *jokers,
            Change::Remove { .. } => 0,
        });
        added.fold(swapped as u8, u8::saturating_add)
    }

    /// Whether the mystery is named as a set, and not slot by slot.
    pub fn is_named_as_a_set(&self) -> bool {
        matches!(self.mystery, Mystery::Removed { .. })
    }

    /// A change of this puzzle in words: "1 card of pile 2 removed at random".
    pub fn change_in_words(&self, change: &Change) -> String {
        match *change {
            Change::Remove { pile, count } => {
                let draws = matches!(self.mystery, Mystery::Removed { pile: of, .. } if of == pile);
                let to = if draws { "as the mystery" } else { "at random" };
                format!("{} of pile {pile} removed {to}", counted(count, "card", "cards"))
            }
            Change::Add { pile, jokers } => format!("{} added to pile {pile}", counted(jokers, "joker", "jokers")),
        }
    }

    /// What is twisted, removed and added, in words and in order.
    pub fn mods(&self) -> Vec<String> {
        let changes = self.changes.iter().map(|change| self.change_in_words(change));
        self.twists.iter().map(Twist::words).chain(changes).collect()
    }

    /// Whether the card of a cell is a mystery: from the start, or because a joker takes its place.
    pub fn has_mystery_in(&self, cell: Cell) -> bool {
        let from_the_start = matches!(&self.mystery, Mystery::Cells(cells) if cells.contains(&cell));
        from_the_start || self.twists.iter().any(|twist| matches!(twist, Twist::JokerSwap(of) if *of == cell))
    }

    /// The pile, from 0, that a cell is dealt to.
    pub fn pile_of(&self, cell: Cell) -> Option<usize> {
        self.piles.iter().position(|pile| pile.cells.contains(&cell))
    }

    /// The cards of a pile, jokers and all, once everything is done to it.
    pub fn askable(&self, pile: usize) -> usize {
        let cells = self.piles.get(pile).map_or(0, |pile| pile.cells.len());
        self.changes.iter().fold(cells, |count, change| match *change {
            Change::Remove { pile: of, count: taken } if usize::from(of) == pile + 1 => {
                count.saturating_sub(taken.into())
            }
            Change::Add { pile: to, jokers } if usize::from(to) == pile + 1 => count + usize::from(jokers),
            _ => count,
        })
    }

    fn check(&self) -> Result<(), Fault> {
        self.check_head()?;
        self.check_piles()?;
        self.check_mystery()?;
        self.check_twists()?;
        self.check_changes()
    }

    fn check_head(&self) -> Result<(), Fault> {
        if self.parlour_puzzle != FORMAT {
            let message = format!("puzzle format {}; this program reads format {FORMAT}", self.parlour_puzzle);
            return Err(Fault("parlour_puzzle", message));
        }
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if self.id.is_empty() || self.id.len() > LONGEST_TEXT || !self.id.chars().all(is_plain) {
            let shown: String = self.id.chars().take(40).collect();
            let message = format!("id {shown:?}; an id is up to {LONGEST_TEXT} small letters, digits and `-`");
            return Err(Fault("id", message));
        }
        for (field, text) in [("title", &self.title), ("author", &self.author)] {
            let long = text.chars().count();
            if long > LONGEST_TEXT {
                return Err(Fault(field, format!("a {field} of {long} characters; at most {LONGEST_TEXT}")));
            }
            if text.chars().any(char::is_control) {
                return Err(Fault(field, format!("a {field} with characters that cannot be shown")));
            }
        }
        if self.title.trim().is_empty() {
            return Err(Fault("title", "no title; a puzzle needs one".to_owned()));
        }
        if let Some(par) = self.printed_par
            && !(0.0..=99.0).contains(&par)
        {
            return Err(Fault("printed_par", format!("a printed par of {par}; 0 to 99 questions, or None")));
        }
        if !(4..=MOST_ROWS).contains(&self.rows) {
            return Err(Fault("rows", format!("{} rows; a grid has 4 to {MOST_ROWS}", self.rows)));
        }
        Ok(())
    }

    fn check_piles(&self) -> Result<(), Fault> {
        let count = self.piles.len();
        if count == 0 || count > MOST_PILES {
            return Err(Fault("piles", format!("{count} piles; a puzzle has 1 to {MOST_PILES}")));
        }
        let mut seen = CellSet::default();
        for (pile, number) in self.piles.iter().zip(1..) {
            let low = self.low_ranks().count() as u8;
            check_price(pile.price, low).map_err(|why| Fault("piles", format!("pile {number}: {why}")))?;
            if pile.cells.is_empty() {
                return Err(Fault("piles", format!("pile {number} is empty; a pile has at least one cell")));
            }
            for cell in &pile.cells {
                self.check_within(*cell, "piles", &format!("pile {number}"))?;
                if !seen.insert(*cell) {
                    let message =
                        format!("pile {number}: cell {cell} is on a pile already; a cell is on one pile at most");
                    return Err(Fault("piles", message));
                }
            }
        }
        Ok(())
    }

    fn check_within(&self, cell: Cell, field: &'static str, whose: &str) -> Result<(), Fault> {
        if cell.row() < self.rows {
            return Ok(());
        }
        let message = format!("{whose}: cell {cell} is not in a grid of {} rows", self.rows);
        Err(Fault(field, message))
    }

    fn check_mystery(&self) -> Result<(), Fault> {
        let fault = |message: String| Err(Fault("mystery", message));
        if self.mysteries() == 0 {
            return fault("no mystery; name a cell, a removal, or a joker swap".to_owned());
        }
        if self.mysteries() > 4 {
            return fault(format!("{} mystery cards; at most 4", self.mysteries()));
        }
        match &self.mystery {
            Mystery::Cells(cells) => {
                let mut seen = CellSet::default();
                for cell in cells {
                    self.check_within(*cell, "mystery", "the mystery")?;
                    if !seen.insert(*cell) {
                        return fault(format!("the mystery has cell {cell} twice"));
                    }
                    if let Some(pile) = self.pile_of(*cell) {
                        return fault(format!(
                            "the mystery's cell {cell} is on pile {}; a mystery lies on no pile",
                            pile + 1
                        ));
                    }
                }
            }
            Mystery::Removed { pile, count } => {
                if self.twists.iter().any(|twist| matches!(twist, Twist::JokerSwap(_))) {
                    return fault("a removal and a joker swap cannot both draw the mystery".to_owned());
                }
                let removed: u32 = self.changes.iter().map(|change| taken_from(change, *pile)).sum();
                if *count == 0 || removed != u32::from(*count) {
                    return fault(format!(
                        "the mystery is {} removed from pile {pile}, and `changes` removes {removed} there; both must be the same",
                        counted(*count, "card", "cards")
                    ));
                }
            }
        }
        Ok(())
    }

    fn check_twists(&self) -> Result<(), Fault> {
        // Where a joker may lie by now.
        let mut jokers = CellSet::default();
        for (twist, number) in self.twists.iter().zip(1..) {
            let fault = |why: String| Err(Fault("twists", format!("twist {number}: {why}")));
            let cells = twist.cells();
            let mut seen = CellSet::default();
            for cell in &cells {
                self.check_within(*cell, "twists", &format!("twist {number}"))?;
                if !seen.insert(*cell) {
                    return fault(format!("cell {cell} is there twice"));
                }
            }
            let one_line = cells.windows(2).all(|pair| pair[0].row() == pair[1].row())
                || cells.windows(2).all(|pair| pair[0].column() == pair[1].column());
            let listed = || cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
            match twist {
                Twist::Swap(..) | Twist::Shift(_) if !one_line => {
                    return fault(format!("{} are not of one row or one column", listed()));
                }
                Twist::Shift(_) if cells.len() < 3 => {
                    return fault(format!(
                        "{}; a shift is of three or more; two cells are a Swap",
                        counted(cells.len(), "cell", "cells")
                    ));
                }
                Twist::Shuffle(_) if cells.len() < 2 => {
                    return fault(format!("{}; a shuffle is of two or more", counted(cells.len(), "cell", "cells")));
                }
                Twist::JokerSwap(cell) if jokers.contains(*cell) => {
                    return fault(format!(
                        "a joker may lie in cell {cell} already; only a card can become the mystery"
                    ));
                }
                Twist::JokerSwap(cell) => {
                    jokers.insert(*cell);
                }
                _ => {}
            }
            jokers = moved(jokers, twist);
        }
        if let Mystery::Cells(cells) = &self.mystery
            && let Some(cell) = cells.iter().find(|cell| jokers.contains(**cell))
        {
            return Err(Fault("twists", format!("a joker may come to lie in the mystery's cell {cell}")));
        }
        Ok(())
    }

    fn check_changes(&self) -> Result<(), Fault> {
        let swapped = self.twists.iter().filter(|twist| matches!(twist, Twist::JokerSwap(_))).count();
        let mut jokers = swapped as u32;
        let mut left: Vec<u32> = self.piles.iter().map(|pile| pile.cells.len() as u32).collect();
        let mut has_jokers = vec![swapped > 0; self.piles.len()];
        for (change, number) in self.changes.iter().zip(1..) {
            let fault = |why: String| Err(Fault("changes", format!("change {number}: {why}")));
            let (Change::Remove { pile, .. } | Change::Add { pile, .. }) = *change;
            let index = usize::from(pile).wrapping_sub(1);
            let (Some(left), Some(has_joker)) = (left.get_mut(index), has_jokers.get_mut(index)) else {
                return fault(format!("pile {pile}; the piles are 1 to {}", self.piles.len()));
            };
            match *change {
                Change::Remove { count, .. } => {
                    if count == 0 {
                        return fault("removes no card; leave it out, or remove at least one".to_owned());
                    }
                    let draws_mystery = matches!(self.mystery, Mystery::Removed { pile: of, .. } if of == pile);
                    if draws_mystery && *has_joker {
                        return fault(format!(
                            "may draw a joker as the mystery; remove from pile {pile} before jokers come in"
                        ));
                    }
                    match left.checked_sub(u32::from(count)) {
                        Some(0) | None => {
                            return fault(format!(
                                "removes {} of the {left} on pile {pile}; at least one must stay",
                                counted(count, "card", "cards")
                            ));
                        }
                        Some(stay) => *left = stay,
                    }
                }
                Change::Add { jokers: more, .. } => {
                    if more == 0 {
                        return fault("adds no joker; leave it out, or add one or two".to_owned());
                    }
                    jokers += u32::from(more);
                    *left += u32::from(more);
                    *has_joker = true;
                }
            }
        }
        if jokers > u32::from(MOST_JOKERS) {
            return Err(Fault("changes", format!("{jokers} jokers in all; a deck has {MOST_JOKERS}")));
        }
        Ok(())
    }
}

/// The ranks of a grid of so many rows: ace, king, queen, jack, ten, …
pub fn ranks(rows: u8) -> Vec<Rank> {
    let down = (1..=13).rev().filter_map(Rank::new);
    std::iter::once(Rank::ACE).chain(down).take(usize::from(rows)).collect()
}

fn taken_from(change: &Change, pile: u8) -> u32 {
    match *change {
        Change::Remove { pile: of, count } if of == pile => u32::from(count),
        _ => 0,
    }
}

/// Where jokers may lie after a twist, if they may lie here before it.
fn moved(jokers: CellSet, twist: &Twist) -> CellSet {
    let sent = |cell: Cell| -> Vec<Cell> {
        match twist {
            Twist::Swap(one, other) if cell == *one => vec![*other],
            Twist::Swap(one, other) if cell == *other => vec![*one],
            Twist::Shift(cells) => match cells.iter().position(|at| *at == cell) {
                Some(at) => cells.iter().cycle().skip(at + 1).take(1).copied().collect(),
                None => vec![cell],
            },
            Twist::Shuffle(cells) if cells.contains(&cell) => cells.clone(),
            _ => vec![cell],
        }
    };
    jokers.iter().flat_map(sent).collect()
}

/// Whether so many low ranks can pay a price.
fn check_price(price: Price, low: u8) -> Result<(), String> {
    let right = match price {
        Price::Same(count) => (2..=4).contains(&count),
        Price::Suit(count) | Price::Flush(count) => (2..=4).contains(&count) && count <= low,
        Price::Groups(first, second) => first == 2 && (second == 2 || second == 3),
    };
    if right {
        return Ok(());
    }
    Err(format!(
        "the price {price} cannot be paid; prices are Same(2 to 4), Suit(2 to 4), Flush(2 to 4), Groups(2, 2) and Groups(2, 3)"
    ))
}

/// The version alone, whatever else a later format may hold.
#[derive(Deserialize)]
struct Version {
    parlour_puzzle: u32,
}
