//! The areas and pieces of Mystery Machine, and where each of them is for a puzzle: on the left the grid, the largest
//! thing, with room for notes at its left and upper edge; beside it the question piles, a row each: price, face-down
//! cards, answers; at the right the mystery and the stone; below, the low deck, the market and the hand.

use crate::cards::Card;
use crate::layout::{CARD, Numbered, Point};

use super::moves::HAND;
use super::puzzle::{COLUMNS, GridCell, MOST_JOKERS, MOST_PILES, MOST_ROWS};
use super::rules::View;

pub(super) const GAP: f32 = 12.0;
pub(super) const MARGIN: f32 = 20.0;
/// Between the grid, the piles and the mystery.
pub(super) const AISLE: f32 = 24.0;
/// The height of everything above the hand, whatever the puzzle.
const UPPER: f32 = 620.0;
/// The same where there is no hand.
const ROOMY_UPPER: f32 = 780.0;
/// The notes at the left of each row: up to eight ranks.
pub const ROW_NOTES: f32 = 136.0;
/// The notes above each column: four suits, two by two.
pub const COLUMN_NOTES: f32 = 86.0;
pub const CELL_WIDTH: f32 = 130.0;
/// From one face-up card to the next, if there is room; its index stays readable.
const FAN: f32 = 34.0;
/// From one mystery card down to the next, and from one card of the stone to the next once they are shown.
const BELOW: f32 = 30.0;
/// A row's part for its token and price.
pub const PRICE: f32 = 134.0;
/// How far down a row its token is, as a part of the row's height.
pub const TOKEN_DOWN: f32 = 0.31;
/// A row's part for its face-up cards.
const ANSWERS: f32 = 236.0;
/// Between two rows of piles.
const BETWEEN_ROWS: f32 = 10.0;
/// More piles than this stand in two columns.
const MOST_ROWS_OF_PILES: usize = 6;
pub(super) const CAPTION: f32 = 34.0;
/// Deck, market, hand, and what is out of play, side by side.
const LOWER_WIDTH: f32 = 10.0 * (CARD.0 + GAP) + 2.0 * AISLE;

const MOST_IN_PILE: u8 = MOST_ROWS * COLUMNS + MOST_JOKERS;
const MOST_MYSTERIES: u8 = 4;

/// The areas of the table. Piles and places count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MysteryArea {
    /// A pile's whole row.
    Pile(u8),
    Market(u8),
    Hand(u8),
    LowDeck,
    /// Low cards that are out of play.
    OutOfPlay,
    Mystery(u8),
    Stone,
    Cell(GridCell),
    Price(u8),
    /// A face-up card of a pile.
    Answer(u8, u8),
    /// Where cards are mixed while they are dealt.
    Mixing(u8),
}

impl Numbered for MysteryArea {
    fn all() -> impl Iterator<Item = MysteryArea> {
        let piles = || 0..MOST_PILES as u8;
        let answers = piles().flat_map(|pile| (0..MOST_IN_PILE).map(move |place| Self::Answer(pile, place)));
        (0..2)
            .map(Self::Market)
            .chain((0..HAND as u8).map(Self::Hand))
            .chain([Self::LowDeck, Self::OutOfPlay, Self::Stone])
            .chain(piles().map(Self::Pile))
            .chain(piles().map(Self::Price))
            .chain((0..MOST_MYSTERIES).map(Self::Mystery))
            .chain(GridCell::all(MOST_ROWS).map(Self::Cell))
            .chain(answers)
            .chain((0..MOST_IN_PILE).map(Self::Mixing))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MysteryPiece {
    /// A low card that has come up.
    Low(Card),
    /// A face-down low card, by the number of cards under it.
    InLowDeck(u8),
    Mystery(u8),
    UnderStone,
    Stone,
    CellToken(GridCell),
    PriceToken(u8),
    /// A card that lay under the stone, once it is shown.
    OfStone(u8),
    /// A card of a pile, by its place there, also once it is face up.
    InPile(u8, u8),
    /// A back that has no pile yet, while the cards are dealt.
    Undealt(u8),
    /// A card that a removal took from its pile, where another may take its place.
    Removed(u8),
}

impl Numbered for MysteryPiece {
    fn all() -> impl Iterator<Item = MysteryPiece> {
        let piles = || 0..MOST_PILES as u8;
        let in_piles = piles().flat_map(|pile| (0..MOST_IN_PILE).map(move |place| Self::InPile(pile, place)));
        let cards = || 0..Card::COUNT as u8;
        Card::all()
            .map(Self::Low)
            .chain(cards().map(Self::InLowDeck))
            .chain((0..MOST_MYSTERIES).map(Self::Mystery))
            .chain([Self::UnderStone, Self::Stone])
            .chain(GridCell::all(MOST_ROWS).map(Self::CellToken))
            .chain(piles().map(Self::PriceToken))
            .chain(in_piles)
            .chain(cards().map(Self::Undealt))
            .chain(cards().map(Self::Removed))
            .chain(cards().map(Self::OfStone))
    }
}

/// Where the parts of the table are, for a puzzle.
pub(super) struct TablePlan {
    rows: usize,
    /// How many piles stand side by side.
    pub(super) columns: usize,
    /// The most cards that can be up in one pile.
    longest: usize,
    pub(super) piles: usize,
    has_low_deck: bool,
}

impl TablePlan {
    pub(super) fn of(view: &View) -> TablePlan {
        let piles = view.puzzle.piles.len();
        let longest = view.up.iter().zip(&view.down).map(|(up, down)| up.len() + down).max().unwrap_or(1);
        let columns = if piles > MOST_ROWS_OF_PILES { 2 } else { 1 };
        TablePlan { rows: usize::from(view.puzzle.rows), columns, longest, piles, has_low_deck: !view.pure_logic }
    }

    /// How high the grid is, and the piles beside it: higher if nothing lies below.
    fn upper(&self) -> f32 {
        if self.has_low_deck { UPPER } else { ROOMY_UPPER }
    }

    pub(super) fn pile_rows(&self) -> usize {
        self.piles.div_ceil(self.columns)
    }

    /// How large the cards of piles are: they fit into their rows.
    pub(super) fn scale(&self) -> f32 {
        let room = self.upper() / self.pile_rows() as f32 - BETWEEN_ROWS;
        (room / (CARD.1 + 20.0)).min(1.0)
    }

    fn left_of_piles(&self) -> f32 {
        MARGIN + ROW_NOTES + f32::from(COLUMNS) * CELL_WIDTH + AISLE
    }

    /// A pile's whole row: its middle and its size.
    pub(super) fn row(&self, pile: usize) -> (Point, Point) {
        let (width, height) =
            (PRICE + CARD.0 * self.scale() + GAP + ANSWERS, self.upper() / self.pile_rows().max(3) as f32);
        let (column, row) = (pile % self.columns, pile / self.columns);
        let centre = (
            self.left_of_piles() + (width + AISLE) * column as f32 + width / 2.0,
            MARGIN + height * (row as f32 + 0.5),
        );
        (centre, (width, height - BETWEEN_ROWS))
    }

    fn right_of_piles(&self) -> f32 {
        let ((x, _), (width, _)) = self.row(self.columns - 1);
        x + width / 2.0
    }

    pub(super) fn size(&self) -> Point {
        let lower = if self.has_low_deck { GAP + CARD.1 + CAPTION + GAP } else { MARGIN };
        (self.right_of_piles() + AISLE + CARD.0 + MARGIN, MARGIN + self.upper() + lower)
    }

    pub(super) fn cell_size(&self) -> Point {
        (CELL_WIDTH, (self.upper() - COLUMN_NOTES) / self.rows as f32)
    }

    pub(super) fn cell(&self, cell: GridCell) -> Point {
        let (row, column) = (f32::from(cell.row()), f32::from(cell.column()));
        let (width, height) = self.cell_size();
        (MARGIN + ROW_NOTES + width * (column + 0.5), MARGIN + COLUMN_NOTES + height * (row + 0.5))
    }

    /// The middle of a pile's face-down cards.
    pub(super) fn pile(&self, pile: usize) -> Point {
        let ((x, y), (width, _)) = self.row(pile);
        (x - width / 2.0 + PRICE + CARD.0 * self.scale() / 2.0, y)
    }

    /// Where a price is, to the left of its pile: its middle and its size.
    pub(super) fn price(&self, pile: usize) -> (Point, Point) {
        let ((x, y), (width, height)) = self.row(pile);
        ((x - width / 2.0 + PRICE / 2.0, y), (PRICE, height))
    }

    /// The middle of the `place`-th face-up card of a pile.
    pub(super) fn answer(&self, pile: usize, place: usize) -> Point {
        let (x, y) = self.pile(pile);
        let card = CARD.0 * self.scale();
        let room = (ANSWERS - GAP - card) / self.longest.saturating_sub(1).max(1) as f32;
        (x + card + GAP + room.min(FAN) * place as f32, y)
    }

    /// The middle of one of the mystery cards, which overlap below each other; the stone is below the last of them.
    pub(super) fn mystery(&self, place: usize) -> Point {
        let x = self.right_of_piles() + AISLE + CARD.0 / 2.0;
        (x, MARGIN + CARD.1 / 2.0 + BELOW * place as f32)
    }

    pub(super) fn stone(&self, mysteries: usize) -> Point {
        let (x, y) = self.mystery(mysteries.saturating_sub(1));
        (x, y + CARD.1 + CAPTION + GAP)
    }

    /// The middle of one of so many cards that lay under the stone.
    pub(super) fn of_stone(&self, mysteries: usize, place: usize, count: usize) -> Point {
        let (x, y) = self.stone(mysteries);
        let room = MARGIN + self.upper() - CARD.1 / 2.0 - y;
        (x, y + (room / count.saturating_sub(1).max(1) as f32).min(BELOW) * place as f32)
    }

    /// The middle of a place below the piles, counted in cards from the left.
    pub(super) fn lower(&self, place: f32) -> Point {
        let left = (self.size().0 - LOWER_WIDTH) / 2.0;
        (left + place * (CARD.0 + GAP) + CARD.0 / 2.0, MARGIN + self.upper() + GAP + CARD.1 / 2.0)
    }
}
