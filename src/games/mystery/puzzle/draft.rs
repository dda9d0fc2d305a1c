//! The document behind the puzzle designer: a puzzle, edited step by step, with undo and redo.
//!
//! An edit also removes whatever it would leave dangling, such as the changes of a deleted pile, so that a problem is
//! always something that the player can see in the designer.

use super::format::{
    Change, FORMAT, GridCell, LONGEST_TEXT, MOST_PILES, MOST_ROWS, Mystery, Pile, Price, Puzzle, PuzzleError, Twist,
};
use crate::games::mystery::solver::knowledge::Reasoner;

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

#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    puzzle: Puzzle,
    /// Updated with every change.
    problem: Option<String>,
    puzzle_number: u32,
    last_puzzle_number: u32,
    /// Puzzles with their numbers to undo to, and in `future` to redo.
    past: Vec<(Puzzle, u32)>,
    future: Vec<(Puzzle, u32)>,
    /// Whether the last step was typing, in which case more typing belongs to the same step.
    is_typing: bool,
}

impl Default for Draft {
    fn default() -> Draft {
        let piles = [Price::Same(2), Price::Suit(3), Price::Same(3)];
        let puzzle = Puzzle {
            parlour_puzzle: FORMAT,
            id: "untitled".to_owned(),
            title: "Untitled".to_owned(),
            author: String::new(),
            printed_par: None,
            rows: 4,
            mystery: Mystery::Cells(GridCell::new(0, 0).into_iter().collect()),
            piles: piles.into_iter().map(|price| Pile { price, cells: Vec::new() }).collect(),
            twists: Vec::new(),
            changes: Vec::new(),
        };
        Draft::new(puzzle)
    }
}

impl Draft {
    pub fn new(puzzle: Puzzle) -> Draft {
        let mut draft = Draft {
            puzzle,
            problem: None,
            puzzle_number: 0,
            last_puzzle_number: 0,
            past: Vec::new(),
            future: Vec::new(),
            is_typing: false,
        };
        draft.validate();
        draft
    }

    fn validate(&mut self) {
        let too_many_outcomes = || Reasoner::new(&self.puzzle).err().map(|error| error.to_string());
        self.problem = self.puzzle.problem().or_else(too_many_outcomes);
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
        &self.puzzle
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
        self.puzzle_number
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

    fn swap_in(&mut self, (puzzle, number): (Puzzle, u32)) -> (Puzzle, u32) {
        let former = (std::mem::replace(&mut self.puzzle, puzzle), std::mem::replace(&mut self.puzzle_number, number));
        self.is_typing = false;
        self.validate();
        former
    }

    /// Applies an edit. Returns whether it changed anything.
    pub fn edit(&mut self, edit: Edit) -> bool {
        let before = (self.puzzle.clone(), self.puzzle_number);
        let is_replacement = matches!(edit, Edit::Replace(_));
        let is_typing = matches!(edit, Edit::Title(_) | Edit::Author(_));
        self.apply(edit);
        if self.puzzle == before.0 {
            return false;
        }
        if is_replacement {
            self.last_puzzle_number += 1;
            self.puzzle_number = self.last_puzzle_number;
        }
        self.future.clear();
        if !(is_typing && self.is_typing) {
            self.past.push(before);
        }
        if self.past.len() > MOST_STEPS {
            self.past.remove(0);
        }
        self.is_typing = is_typing;
        self.validate();
        true
    }

    fn apply(&mut self, edit: Edit) {
        let puzzle = &mut self.puzzle;
        match edit {
            Edit::Title(title) => {
                puzzle.title = single_line(&title);
                puzzle.id = id_of(&title);
            }
            Edit::Author(author) => puzzle.author = single_line(&author),
            Edit::Rows(rows) => self.set_rows(rows.clamp(4, MOST_ROWS)),
            Edit::Cell(cell, mark) if cell.row() < puzzle.rows => self.mark_cell(cell, mark),
            Edit::Cell(..) => {}
            Edit::AddPile if puzzle.piles.len() < MOST_PILES => {
                puzzle.piles.push(Pile { price: Price::Same(2), cells: Vec::new() });
            }
            Edit::AddPile => {}
            Edit::DropPile(pile) => self.drop_pile(pile),
            Edit::Price(pile, price) => {
                if let Some(pile) = puzzle.piles.get_mut(pile) {
                    pile.price = price;
                }
            }
            Edit::AddTwist(twist) => puzzle.twists.push(twist),
            Edit::DropTwist(twist) if twist < puzzle.twists.len() => drop(puzzle.twists.remove(twist)),
            Edit::DropTwist(_) => {}
            Edit::AddRemoval(pile) if pile < puzzle.piles.len() => self.add_removal(pile as u8 + 1),
            Edit::AddJoker(to) if to < puzzle.piles.len() => {
                let to = to as u8 + 1;
                match puzzle.changes.last_mut() {
                    Some(Change::Add { pile, jokers }) if *pile == to => *jokers = jokers.saturating_add(1),
                    _ => puzzle.changes.push(Change::Add { pile: to, jokers: 1 }),
                }
            }
            Edit::AddRemoval(_) | Edit::AddJoker(_) => {}
            Edit::DropChange(change) if change < puzzle.changes.len() => {
                puzzle.changes.remove(change);
                self.update_drawn_mystery();
            }
            Edit::DropChange(_) => {}
            Edit::ToggleDrawnMystery(pile) => self.toggle_drawn_mystery(pile),
            Edit::Replace(other) => *puzzle = other,
        }
    }

    fn set_rows(&mut self, rows: u8) {
        let puzzle = &mut self.puzzle;
        puzzle.rows = rows;
        let is_in_grid = |cell: &GridCell| cell.row() < rows;
        puzzle.piles.iter_mut().for_each(|pile| pile.cells.retain(is_in_grid));
        puzzle.twists.retain(|twist| twist.cells().iter().all(is_in_grid));
        if let Mystery::Cells(cells) = &mut puzzle.mystery {
            cells.retain(is_in_grid);
        }
    }

    fn mark_cell(&mut self, cell: GridCell, mark: CellMark) {
        let puzzle = &mut self.puzzle;
        let former = match (puzzle.pile_of(cell), &puzzle.mystery) {
            (Some(pile), _) => CellMark::Token(pile),
            (None, Mystery::Cells(cells)) if cells.contains(&cell) => CellMark::Mystery,
            _ => CellMark::Empty,
        };
        puzzle.piles.iter_mut().for_each(|pile| pile.cells.retain(|other| *other != cell));
        if let Mystery::Cells(cells) = &mut puzzle.mystery {
            cells.retain(|other| *other != cell);
        }
        if former == mark {
            return;
        }
        match mark {
            CellMark::Token(pile) => {
                if let Some(pile) = puzzle.piles.get_mut(pile) {
                    pile.cells.push(cell);
                    pile.cells.sort_unstable();
                }
            }
            CellMark::Mystery => match &mut puzzle.mystery {
                Mystery::Cells(cells) => {
                    cells.push(cell);
                    cells.sort_unstable();
                }
                Mystery::Removed { .. } => puzzle.mystery = Mystery::Cells(vec![cell]),
            },
            CellMark::Empty => {}
        }
    }

    fn drop_pile(&mut self, index: usize) {
        let puzzle = &mut self.puzzle;
        if index >= puzzle.piles.len() {
            return;
        }
        puzzle.piles.remove(index);
        let dropped = index as u8 + 1;
        let renumbered = |pile: u8| if pile > dropped { pile - 1 } else { pile };
        puzzle.changes.retain(|change| pile_of(change) != dropped);
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

    fn add_removal(&mut self, from: u8) {
        match self.puzzle.changes.last_mut() {
            Some(Change::Remove { pile, count }) if *pile == from => *count = count.saturating_add(1),
            _ => self.puzzle.changes.push(Change::Remove { pile: from, count: 1 }),
        }
        self.update_drawn_mystery();
    }

    fn toggle_drawn_mystery(&mut self, pile: usize) {
        if pile >= self.puzzle.piles.len() {
            return;
        }
        let pile = pile as u8 + 1;
        if matches!(self.puzzle.mystery, Mystery::Removed { pile: of, .. } if of == pile) {
            self.puzzle.mystery = Mystery::Cells(Vec::new());
            return;
        }
        self.puzzle.mystery = Mystery::Removed { pile, count: 1 };
        if removed_from(&self.puzzle, pile) == 0 {
            self.puzzle.changes.push(Change::Remove { pile, count: 1 });
        }
        self.update_drawn_mystery();
    }

    /// Keeps the number of drawn mystery cards equal to the number of cards removed.
    fn update_drawn_mystery(&mut self) {
        let Mystery::Removed { pile, .. } = self.puzzle.mystery else { return };
        let count = removed_from(&self.puzzle, pile);
        self.puzzle.mystery = match count {
            0 => Mystery::Cells(Vec::new()),
            count => Mystery::Removed { pile, count },
        };
    }
}

fn pile_of(change: &Change) -> u8 {
    let (Change::Remove { pile, .. } | Change::Add { pile, .. }) = change;
    *pile
}

/// How many cards are removed from a pile, counted from 1.
fn removed_from(puzzle: &Puzzle, from: u8) -> u8 {
    puzzle.changes.iter().fold(0u8, |sum, change| match *change {
        Change::Remove { pile, count } if pile == from => sum.saturating_add(count),
        _ => sum,
    })
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
