//! A puzzle on the bench: edited step by step, with every step to be taken back. What an edit would leave dangling goes with
//! it, so that only what a designer can see is ever wrong.

use super::knowledge::Reasoner;
use super::puzzle::{
    Broken, Cell, Change, FORMAT, LONGEST_TEXT, MOST_PILES, MOST_ROWS, Mystery, Pile, Price, Puzzle, Twist,
};

/// The most steps that can be taken back.
const MOST_STEPS: usize = 500;

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// The token of this pile, from 0.
    Token(usize),
    /// The mystery.
    Mystery,
    /// Nothing: its card goes under the stone.
    Nothing,
}

/// One step of a designer's.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// Another title; the id follows it.
    Title(String),
    /// Another author.
    Author(String),
    /// So many rows, 4 to 8.
    Rows(u8),
    /// The cell holds this; or nothing, if it held this already.
    Cell(Cell, Holds),
    /// One more pile.
    AddPile,
    /// This pile, from 0, away.
    DropPile(usize),
    /// A question to this pile costs this.
    Price(usize, Price),
    /// One more twist.
    Twist(Twist),
    /// This twist, from 0, away.
    DropTwist(usize),
    /// One card of this pile is removed at random.
    RemoveOne(usize),
    /// One joker is added to this pile.
    AddJoker(usize),
    /// This change, from 0, away.
    DropChange(usize),
    /// What is removed from this pile is the mystery; or no longer, if it was.
    DrawMystery(usize),
    /// Another puzzle altogether.
    Whole(Puzzle),
}

/// A puzzle being made.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    puzzle: Puzzle,
    /// What is wrong with it, found out whenever it changes.
    fault: Option<String>,
    /// Which puzzle it is, of those that have been on the bench.
    number: u32,
    /// How many of them there have been.
    numbers: u32,
    past: Vec<(Puzzle, u32)>,
    future: Vec<(Puzzle, u32)>,
    /// Whether the last step was typing, which later typing adds to.
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
            mystery: Mystery::Cells(Cell::new(0, 0).into_iter().collect()),
            piles: piles.into_iter().map(|price| Pile { price, cells: Vec::new() }).collect(),
            twists: Vec::new(),
            changes: Vec::new(),
        };
        Draft::of(puzzle)
    }
}

impl Draft {
    /// This puzzle, with nothing to take back.
    pub fn of(puzzle: Puzzle) -> Draft {
        let mut draft = Draft {
            puzzle,
            fault: None,
            number: 0,
            numbers: 0,
            past: Vec::new(),
            future: Vec::new(),
            is_typing: false,
        };
        draft.judge();
        draft
    }

    fn judge(&mut self) {
        let too_many = || Reasoner::new(&self.puzzle).err().map(|too_many| too_many.to_string());
        self.fault = self.puzzle.fault().or_else(too_many);
    }

    /// The puzzle of a text; one that was left unfinished need not be in order.
    ///
    /// # Errors
    /// A text that is no puzzle's at all.
    pub fn read(text: &str) -> Result<Draft, Broken> {
        let mut puzzle = Puzzle::read_unfinished(text)?;
        // However unfinished, there is a bench for it.
        puzzle.rows = puzzle.rows.clamp(4, MOST_ROWS);
        puzzle.piles.truncate(MOST_PILES);
        Ok(Draft::of(puzzle))
    }

    /// The puzzle as it stands.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What is wrong with it, if anything is; the simplest first.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Whether there is anything to take back, and to make again.
    pub fn steps(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    /// Which puzzle is on the bench: another number after [`Edit::Whole`], and the former one again when that is taken back.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Whether the last step was typing.
    pub fn is_typing(&self) -> bool {
        self.is_typing
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        let after = self.stand_at(before);
        self.future.push(after);
        true
    }

    /// Makes again what was taken back.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        let before = self.stand_at(after);
        self.past.push(before);
        true
    }

    /// Puts this in the place of what is there, and returns that.
    fn stand_at(&mut self, (puzzle, number): (Puzzle, u32)) -> (Puzzle, u32) {
        let was = (std::mem::replace(&mut self.puzzle, puzzle), std::mem::replace(&mut self.number, number));
        self.is_typing = false;
        self.judge();
        was
    }

    /// Makes a step. Returns whether it changed anything.
    pub fn edit(&mut self, edit: Edit) -> bool {
        let before = (self.puzzle.clone(), self.number);
        let is_another = matches!(edit, Edit::Whole(_));
        let is_typing = matches!(edit, Edit::Title(_) | Edit::Author(_));
        self.apply(edit);
        if self.puzzle == before.0 {
            return false;
        }
        if is_another {
            self.numbers += 1;
            self.number = self.numbers;
        }
        self.future.clear();
        if !(is_typing && self.is_typing) {
            self.past.push(before);
        }
        if self.past.len() > MOST_STEPS {
            self.past.remove(0);
        }
        self.is_typing = is_typing;
        self.judge();
        true
    }

    fn apply(&mut self, edit: Edit) {
        let puzzle = &mut self.puzzle;
        match edit {
            Edit::Title(title) => {
                puzzle.title = line(&title);
                puzzle.id = id_of(&title);
            }
            Edit::Author(author) => puzzle.author = line(&author),
            Edit::Rows(rows) => self.set_rows(rows.clamp(4, MOST_ROWS)),
            Edit::Cell(cell, holds) if cell.row() < puzzle.rows => self.set_cell(cell, holds),
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
            Edit::Twist(twist) => puzzle.twists.push(twist),
            Edit::DropTwist(twist) if twist < puzzle.twists.len() => drop(puzzle.twists.remove(twist)),
            Edit::DropTwist(_) => {}
            Edit::RemoveOne(pile) if pile < puzzle.piles.len() => self.remove_one(pile as u8 + 1),
            Edit::AddJoker(to) if to < puzzle.piles.len() => {
                let to = to as u8 + 1;
                match puzzle.changes.last_mut() {
                    Some(Change::Add { pile, jokers }) if *pile == to => *jokers = jokers.saturating_add(1),
                    _ => puzzle.changes.push(Change::Add { pile: to, jokers: 1 }),
                }
            }
            Edit::RemoveOne(_) | Edit::AddJoker(_) => {}
            Edit::DropChange(change) if change < puzzle.changes.len() => {
                puzzle.changes.remove(change);
                self.count_mystery();
            }
            Edit::DropChange(_) => {}
            Edit::DrawMystery(pile) => self.draw_mystery(pile),
            Edit::Whole(other) => *puzzle = other,
        }
    }

    fn set_rows(&mut self, rows: u8) {
        let puzzle = &mut self.puzzle;
        puzzle.rows = rows;
        let is_there = |cell: &Cell| cell.row() < rows;
        puzzle.piles.iter_mut().for_each(|pile| pile.cells.retain(is_there));
        puzzle.twists.retain(|twist| twist.cells().iter().all(is_there));
        if let Mystery::Cells(cells) = &mut puzzle.mystery {
            cells.retain(is_there);
        }
    }

    fn set_cell(&mut self, cell: Cell, holds: Holds) {
        let puzzle = &mut self.puzzle;
        let had = match (puzzle.pile_of(cell), &puzzle.mystery) {
            (Some(pile), _) => Holds::Token(pile),
            (None, Mystery::Cells(cells)) if cells.contains(&cell) => Holds::Mystery,
            _ => Holds::Nothing,
        };
        puzzle.piles.iter_mut().for_each(|pile| pile.cells.retain(|other| *other != cell));
        if let Mystery::Cells(cells) = &mut puzzle.mystery {
            cells.retain(|other| *other != cell);
        }
        if had == holds {
            return;
        }
        match holds {
            Holds::Token(pile) => {
                if let Some(pile) = puzzle.piles.get_mut(pile) {
                    pile.cells.push(cell);
                    pile.cells.sort_unstable();
                }
            }
            Holds::Mystery => match &mut puzzle.mystery {
                Mystery::Cells(cells) => {
                    cells.push(cell);
                    cells.sort_unstable();
                }
                Mystery::Removed { .. } => puzzle.mystery = Mystery::Cells(vec![cell]),
            },
            Holds::Nothing => {}
        }
    }

    fn drop_pile(&mut self, gone: usize) {
        let puzzle = &mut self.puzzle;
        if gone >= puzzle.piles.len() {
            return;
        }
        puzzle.piles.remove(gone);
        let gone = gone as u8 + 1;
        let moved = |pile: u8| if pile > gone { pile - 1 } else { pile };
        puzzle.changes.retain(|change| pile_of(change) != gone);
        for change in &mut puzzle.changes {
            let (Change::Remove { pile, .. } | Change::Add { pile, .. }) = change;
            *pile = moved(*pile);
        }
        if let Mystery::Removed { pile, .. } = &mut puzzle.mystery {
            if *pile == gone {
                puzzle.mystery = Mystery::Cells(Vec::new());
            } else {
                *pile = moved(*pile);
            }
        }
    }

    fn remove_one(&mut self, from: u8) {
        match self.puzzle.changes.last_mut() {
            Some(Change::Remove { pile, count }) if *pile == from => *count = count.saturating_add(1),
            _ => self.puzzle.changes.push(Change::Remove { pile: from, count: 1 }),
        }
        self.count_mystery();
    }

    fn draw_mystery(&mut self, pile: usize) {
        if pile >= self.puzzle.piles.len() {
            return;
        }
        let pile = pile as u8 + 1;
        if matches!(self.puzzle.mystery, Mystery::Removed { pile: of, .. } if of == pile) {
            self.puzzle.mystery = Mystery::Cells(Vec::new());
            return;
        }
        self.puzzle.mystery = Mystery::Removed { pile, count: 1 };
        if removed(&self.puzzle, pile) == 0 {
            self.puzzle.changes.push(Change::Remove { pile, count: 1 });
        }
        self.count_mystery();
    }

    /// A mystery that a removal draws has as many cards as are removed.
    fn count_mystery(&mut self) {
        let Mystery::Removed { pile, .. } = self.puzzle.mystery else { return };
        let count = removed(&self.puzzle, pile);
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
fn removed(puzzle: &Puzzle, from: u8) -> u8 {
    puzzle.changes.iter().fold(0u8, |sum, change| match *change {
        Change::Remove { pile, count } if pile == from => sum.saturating_add(count),
        _ => sum,
    })
}

/// One line that is not too long.
fn line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(LONGEST_TEXT).collect()
}

/// A title as an id: small letters, digits and `-`.
///
/// ```
/// use parlour::games::mystery::draft::id_of;
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
