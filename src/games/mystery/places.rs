//! The areas and pieces of Mystery Machine, and where each of them is for a puzzle: on the left the grid with its
//! tokens, the mystery and the stone; beside them the question piles, each with its price in tokens and its face-up
//! cards in a row; below, the low deck, the market and the hand.

use crate::cards::Card;
use crate::layout::{CARD, Numbered, Point};

use super::puzzle::{COLUMNS, GridCell, MOST_JOKERS, MOST_PILES, MOST_ROWS, Price};
use super::rules::{HAND, View};

pub(super) const GAP: f32 = 12.0;
pub(super) const MARGIN: f32 = 26.0;
/// Between the grid, the mystery, and the piles.
pub(super) const AISLE: f32 = 30.0;
/// A cell of the grid; a token fills most of it.
pub(super) const CELL: f32 = 46.0;
/// Room for the grid's letters and digits.
pub(super) const LABEL: f32 = 26.0;
/// From one face-up card to the next; its index stays readable.
const FAN: f32 = 34.0;
/// From one mystery card down to the next.
const BELOW: f32 = 18.0;
/// The column with a pile's price.
const PRICE: f32 = 84.0;
pub(super) const CAPTION: f32 = 34.0;
/// From a card's lower edge to the middle of the label below it.
pub(super) const LABEL_BELOW: f32 = 17.0;
/// Deck, market, hand, and what is out of play, side by side.
const LOWER_WIDTH: f32 = 10.0 * (CARD.0 + GAP) + 2.0 * AISLE;
/// From one token of a price to the next, if there is room: the width of its disc.
const BESIDE: f32 = 37.0;
/// From one token of a straight flush to the next.
const OVERLAPPING: f32 = 13.0;
/// The most that a row of tokens takes, from its first centre to its last.
const IN_A_ROW: f32 = 44.0;

const MOST_IN_PILE: u8 = MOST_ROWS * COLUMNS + MOST_JOKERS;
const MOST_MYSTERIES: u8 = 4;
/// The most tokens of a price.
const MOST_TOKENS: u8 = 5;

/// The areas of the table. Piles and places count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MysteryArea {
    /// The face-down cards of a pile.
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
    PriceToken(u8, u8),
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
        let prices = piles().flat_map(|pile| (0..MOST_TOKENS).map(move |token| Self::PriceToken(pile, token)));
        let cards = || 0..Card::COUNT as u8;
        Card::all()
            .map(Self::Low)
            .chain(cards().map(Self::InLowDeck))
            .chain((0..MOST_MYSTERIES).map(Self::Mystery))
            .chain([Self::UnderStone, Self::Stone])
            .chain(GridCell::all(MOST_ROWS).map(Self::CellToken))
            .chain(prices)
            .chain(in_piles)
            .chain(cards().map(Self::Undealt))
            .chain(cards().map(Self::Removed))
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
}

impl TablePlan {
    pub(super) fn of(view: &View) -> TablePlan {
        let piles = view.puzzle.piles.len();
        let longest = view.up.iter().zip(&view.down).map(|(up, down)| up.len() + down).max().unwrap_or(1);
        TablePlan { rows: usize::from(view.puzzle.rows), columns: if piles > 2 { 2 } else { 1 }, longest, piles }
    }

    fn pile_width(&self) -> f32 {
        PRICE + CARD.0 + GAP + CARD.0 + FAN * self.longest.saturating_sub(1) as f32
    }

    pub(super) fn pile_rows(&self) -> usize {
        self.piles.div_ceil(self.columns)
    }

    /// The height of everything above the hand.
    fn upper(&self) -> f32 {
        let piles = self.pile_rows() as f32 * (CARD.1 + CAPTION + GAP);
        piles.max(LABEL + self.rows as f32 * CELL).max(2.0 * (CARD.1 + CAPTION) + GAP)
    }

    fn left_of_piles(&self) -> f32 {
        MARGIN + LABEL + 4.0 * CELL + AISLE + CARD.0 + AISLE
    }

    pub(super) fn size(&self) -> (f32, f32) {
        let piles = self.columns as f32 * self.pile_width() + (self.columns - 1) as f32 * AISLE;
        let lower = 2.0 * MARGIN + LOWER_WIDTH;
        let width = (self.left_of_piles() + piles + MARGIN).max(lower);
        (width, MARGIN + self.upper() + GAP + CARD.1 + CAPTION + MARGIN)
    }

    pub(super) fn cell(&self, cell: GridCell) -> Point {
        let (row, column) = (f32::from(cell.row()), f32::from(cell.column()));
        (MARGIN + LABEL + CELL * (column + 0.5), MARGIN + LABEL + CELL * (row + 0.5))
    }

    /// The middle of a pile's face-down cards.
    pub(super) fn pile(&self, pile: usize) -> Point {
        let (column, row) = (pile % self.columns, pile / self.columns);
        let x = self.left_of_piles() + column as f32 * (self.pile_width() + AISLE) + PRICE + CARD.0 / 2.0;
        (x, MARGIN + row as f32 * (CARD.1 + CAPTION + GAP) + CARD.1 / 2.0)
    }

    /// Where a price is drawn, to the left of its pile.
    pub(super) fn price(&self, pile: usize) -> Point {
        let (x, y) = self.pile(pile);
        (x - CARD.0 / 2.0 - PRICE / 2.0, y)
    }

    /// The middle of the `place`-th face-up card of a pile.
    pub(super) fn answer(&self, pile: usize, place: usize) -> Point {
        let (x, y) = self.pile(pile);
        (x + CARD.0 + GAP + FAN * place as f32, y)
    }

    /// The middle of one of the mystery cards, which overlap below each other; the stone is below the last of them.
    pub(super) fn mystery(&self, place: usize) -> Point {
        let x = MARGIN + LABEL + 4.0 * CELL + AISLE + CARD.0 / 2.0;
        (x, MARGIN + CARD.1 / 2.0 + BELOW * place as f32)
    }

    pub(super) fn stone(&self, mysteries: usize) -> Point {
        let (x, y) = self.mystery(mysteries.saturating_sub(1));
        (x, y + CARD.1 + CAPTION + GAP)
    }

    /// The middle of the label below the face-up cards of a pile.
    pub(super) fn below_answers(&self, pile: usize) -> Point {
        let (x, y) = self.pile(pile);
        let room = self.pile_width() - PRICE - CARD.0 - GAP;
        (x + CARD.0 / 2.0 + GAP + room / 2.0, y + CARD.1 / 2.0 + LABEL_BELOW)
    }

    /// The middle of a place below the piles, counted in cards from the left.
    pub(super) fn lower(&self, place: f32) -> Point {
        let left = (self.size().0 - LOWER_WIDTH) / 2.0;
        (left + place * (CARD.0 + GAP) + CARD.0 / 2.0, MARGIN + self.upper() + GAP + CARD.1 / 2.0)
    }
}

/// Where the tokens of a price are around its middle, as the rulebook draws them: a row is one number, a column one
/// suit, overlapping ones a straight flush, two rows two groups.
pub(super) fn pattern(price: Price) -> Vec<Point> {
    let line = |count: u8, step: f32| {
        let middle = f32::from(count - 1) / 2.0;
        (0..count).map(move |number| (f32::from(number) - middle) * step)
    };
    let step_within = |room: f32, count: u8| BESIDE.min(room / f32::from(count - 1));
    let row = |count: u8, y: f32| line(count, step_within(IN_A_ROW, count)).map(move |x| (x, y));
    match price {
        Price::Same(count) => row(count, 0.0).collect(),
        Price::Suit(count) => line(count, step_within(CARD.1 * 0.75, count)).map(|y| (0.0, y)).collect(),
        Price::Flush(count) => line(count, OVERLAPPING).map(|y| (0.0, y)).collect(),
        Price::Groups(first, second) => row(first, -BESIDE / 1.8).chain(row(second, BESIDE / 1.8)).collect(),
    }
}
