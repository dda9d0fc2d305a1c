//! The document behind the puzzle designer: a puzzle, edited step by step, with undo and redo.
//!
//! An edit also removes whatever it would leave dangling, such as the changes of a deleted pile, so that a problem is
//! always something that the player can see in the designer.

use super::format::{
    Change, GridCell, LONGEST_TEXT, MOST_PILES, MOST_ROWS, Mystery, Pile, Price, Puzzle, PuzzleError, Twist,
};

const MOST_STEPS: usize = 500;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellMark {
    /// The token of this pile, from 0.
    Token(usize),
    Mystery,
    /// No mark: the cell's card goes under the stone.
    Empty,
}

/// One step of editing. Piles, twists and changes are counted from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// Also derives the id from the title.
    Title(String),
    Author(String),
    /// The par that the designer gives, 0 to 99.
    PrintedPar(Option<f64>),
    /// 4 to 8.
    Rows(u8),
    /// Marks the cell, or clears it if it has this mark already.
    Cell(GridCell, CellMark),
    AddPile,
    DropPile(usize),
    Price(usize, Price),
    AddTwist(Twist),
    DropTwist(usize),
    /// Removes one more card of this pile at random.
    AddRemoval(usize),
    AddJoker(usize),
    DropChange(usize),
    /// Makes the cards removed from this pile the mystery, or no longer, if they are.
    ToggleDrawnMystery(usize),
    Replace(Puzzle),
}

/// A puzzle that an edit changed, with its [`Draft::puzzle_number`].
#[derive(Clone, PartialEq, Debug)]
struct NumberedPuzzle {
    puzzle: Puzzle,
    number: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    current: NumberedPuzzle,
    /// Updated with every change.
    problem: Option<String>,
    last_puzzle_number: u32,
    /// What can be undone, and in `future` what can be redone.
    past: Vec<NumberedPuzzle>,
    future: Vec<NumberedPuzzle>,
    /// Whether the last step was typing, in which case more typing belongs to the same step.
    is_typing: bool,
}

impl Default for Draft {
    fn default() -> Draft {
        let piles = [Price::Same(2), Price::Suit(3), Price::Same(3)].map(|price| Pile { price, cells: Vec::new() });
        let mystery = Mystery::Cells(GridCell::new(0, 0).into_iter().collect());
        Draft::new(Puzzle { mystery, piles: piles.to_vec(), ..Puzzle::default() })
    }
}

impl Draft {
    pub fn new(puzzle: Puzzle) -> Draft {
        Draft {
            problem: puzzle.problem(),
            current: NumberedPuzzle { puzzle, number: 0 },
            last_puzzle_number: 0,
            past: Vec::new(),
            future: Vec::new(),
            is_typing: false,
        }
    }

    /// Reads a puzzle that may be unfinished.
    ///
    /// # Errors
    /// Text that is not in the puzzle format at all.
    pub fn read(text: &str) -> Result<Draft, PuzzleError> {
        let mut puzzle = Puzzle::read_unfinished(text)?;
        // The designer can show only so many rows and piles, however unfinished the puzzle is.
        puzzle.rows = puzzle.rows.clamp(4, MOST_ROWS);
        puzzle.piles.truncate(MOST_PILES);
        Ok(Draft::new(puzzle))
    }

    pub fn puzzle(&self) -> &Puzzle {
        &self.current.puzzle
    }

    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Tells puzzles apart: [`Edit::Replace`] brings a new number, and undoing it brings the earlier one back.
    pub fn puzzle_number(&self) -> u32 {
        self.current.number
    }

    pub fn is_typing(&self) -> bool {
        self.is_typing
    }

    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        let after = self.swap_in(before);
        self.future.push(after);
        true
    }

    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        let before = self.swap_in(after);
        self.past.push(before);
        true
    }

    fn swap_in(&mut self, other: NumberedPuzzle) -> NumberedPuzzle {
        let former = std::mem::replace(&mut self.current, other);
        self.is_typing = false;
        self.problem = self.puzzle().problem();
        former
    }

    /// Applies an edit. Returns whether it changed anything.
    pub fn edit(&mut self, edit: Edit) -> bool {
        let before = self.current.clone();
        let is_replacement = matches!(edit, Edit::Replace(_));
        let is_typing = matches!(edit, Edit::Title(_) | Edit::Author(_) | Edit::PrintedPar(_));
        apply(&mut self.current.puzzle, edit);
        if self.current.puzzle == before.puzzle {
            return false;
        }
        if is_replacement {
            self.last_puzzle_number += 1;
            self.current.number = self.last_puzzle_number;
        }
        self.future.clear();
        if !(is_typing && self.is_typing) {
            self.past.push(before);
        }
        if self.past.len() > MOST_STEPS {
            self.past.remove(0);
        }
        self.is_typing = is_typing;
        self.problem = self.puzzle().problem();
        true
    }
}

fn apply(puzzle: &mut Puzzle, edit: Edit) {
    match edit {
        Edit::Title(title) => {
            puzzle.title = single_line(&title);
            puzzle.id = id_of(&title);
        }
        Edit::Author(author) => puzzle.author = single_line(&author),
        Edit::PrintedPar(par) => puzzle.printed_par = par.filter(|par| (0.0..=99.0).contains(par)),
        Edit::Rows(rows) => set_rows(puzzle, rows.clamp(4, MOST_ROWS)),
        Edit::Cell(cell, mark) if cell.row() < puzzle.rows => mark_cell(puzzle, cell, mark),
        Edit::AddPile if puzzle.piles.len() < MOST_PILES => {
            puzzle.piles.push(Pile { price: Price::Same(2), cells: Vec::new() });
        }
        Edit::DropPile(pile) if pile < puzzle.piles.len() => drop_pile(puzzle, pile),
        Edit::Price(pile, price) if pile < puzzle.piles.len() => puzzle.piles[pile].price = price,
        Edit::AddTwist(twist) => puzzle.twists.push(twist),
        Edit::DropTwist(twist) if twist < puzzle.twists.len() => drop(puzzle.twists.remove(twist)),
        Edit::AddRemoval(pile) if pile < puzzle.piles.len() => {
            add_change(puzzle, Change::Remove { pile: pile as u8 + 1, count: 1 });
            update_drawn_mystery(puzzle);
        }
        Edit::AddJoker(pile) if pile < puzzle.piles.len() => {
            add_change(puzzle, Change::Add { pile: pile as u8 + 1, jokers: 1 });
        }
        Edit::DropChange(change) if change < puzzle.changes.len() => {
            puzzle.changes.remove(change);
            update_drawn_mystery(puzzle);
        }
        Edit::ToggleDrawnMystery(pile) if pile < puzzle.piles.len() => toggle_drawn_mystery(puzzle, pile as u8 + 1),
        Edit::Replace(other) => *puzzle = other,
        // What the edit refers to does not exist, or there is no room for more.
        _ => {}
    }
}

fn set_rows(puzzle: &mut Puzzle, rows: u8) {
    puzzle.rows = rows;
    let is_in_grid = |cell: &GridCell| cell.row() < rows;
    cell_lists(puzzle).for_each(|cells| cells.retain(is_in_grid));
    puzzle.twists.retain(|twist| twist.cells().iter().all(is_in_grid));
}

/// The cells of each pile, and those of the mystery.
fn cell_lists(puzzle: &mut Puzzle) -> impl Iterator<Item = &mut Vec<GridCell>> {
    puzzle.piles.iter_mut().map(|pile| &mut pile.cells).chain(cells_of(&mut puzzle.mystery))
}

fn cells_of(mystery: &mut Mystery) -> Option<&mut Vec<GridCell>> {
    match mystery {
        Mystery::Cells(cells) => Some(cells),
        Mystery::Removed { .. } => None,
    }
}

fn mark_cell(puzzle: &mut Puzzle, cell: GridCell, mark: CellMark) {
    let former = match puzzle.pile_of(cell) {
        Some(pile) => CellMark::Token(pile),
        None if puzzle.mystery_cells().contains(&cell) => CellMark::Mystery,
        None => CellMark::Empty,
    };
    cell_lists(puzzle).for_each(|cells| cells.retain(|other| *other != cell));
    if former == mark {
        return;
    }
    if mark == CellMark::Mystery && matches!(puzzle.mystery, Mystery::Removed { .. }) {
        puzzle.mystery = Mystery::Cells(Vec::new());
    }
    let marked = match mark {
        CellMark::Token(pile) => puzzle.piles.get_mut(pile).map(|pile| &mut pile.cells),
        CellMark::Mystery => cells_of(&mut puzzle.mystery),
        CellMark::Empty => None,
    };
    if let Some(cells) = marked {
        cells.push(cell);
        cells.sort_unstable();
    }
}

fn drop_pile(puzzle: &mut Puzzle, index: usize) {
    puzzle.piles.remove(index);
    let dropped = index as u8 + 1;
    let renumbered = |pile: u8| if pile > dropped { pile - 1 } else { pile };
    puzzle.changes.retain(|change| change.pile() != dropped);
    for change in &mut puzzle.changes {
        let (Change::Remove { pile, .. } | Change::Add { pile, .. }) = change;
        *pile = renumbered(*pile);
    }
    if let Mystery::Removed { pile, .. } = &mut puzzle.mystery {
        if *pile == dropped {
            puzzle.mystery = Mystery::Cells(Vec::new());
        } else {
            *pile = renumbered(*pile);
        }
    }
}

/// Adds a change of one card, to the last change if that is of the same kind and pile.
fn add_change(puzzle: &mut Puzzle, added: Change) {
    match (puzzle.changes.last_mut(), added) {
        (Some(Change::Remove { pile, count: number }), Change::Remove { pile: other, .. })
        | (Some(Change::Add { pile, jokers: number }), Change::Add { pile: other, .. })
            if *pile == other =>
        {
            *number = number.saturating_add(1);
        }
        _ => puzzle.changes.push(added),
    }
}

/// Makes the cards removed from a pile, counted from 1, the mystery, or no longer.
fn toggle_drawn_mystery(puzzle: &mut Puzzle, pile: u8) {
    if puzzle.draws_mystery_from(pile) {
        puzzle.mystery = Mystery::Cells(Vec::new());
        return;
    }
    puzzle.mystery = Mystery::Removed { pile, count: 1 };
    if puzzle.removed_from(pile) == 0 {
        puzzle.changes.push(Change::Remove { pile, count: 1 });
    }
    update_drawn_mystery(puzzle);
}

/// Keeps the number of drawn mystery cards equal to the number of cards removed.
fn update_drawn_mystery(puzzle: &mut Puzzle) {
    let Mystery::Removed { pile, .. } = puzzle.mystery else { return };
    puzzle.mystery = match puzzle.removed_from(pile) {
        0 => Mystery::Cells(Vec::new()),
        count => Mystery::Removed { pile, count: u8::try_from(count).unwrap_or(u8::MAX) },
    };
}

fn single_line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(LONGEST_TEXT).collect()
}

/// The id for a title: lowercase letters, digits and `-`.
///
/// ```
/// use parlour::games::mystery::puzzle::draft::id_of;
///
/// assert_eq!(id_of("The Three Two’s!"), "the-three-two-s");
/// assert_eq!(id_of("…"), "untitled");
/// ```
pub fn id_of(title: &str) -> String {
    let mut id = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            id.push(letter);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.truncate(LONGEST_TEXT);
    let id = id.trim_end_matches('-');
    if id.is_empty() { "untitled".to_owned() } else { id.to_owned() }
}
