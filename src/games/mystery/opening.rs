//! The deal, shown as the rulebook has it done by hand: suit piles are mixed face down, regrouped by rank, mixed again, twisted, and
//! dealt to the piles by their tokens.
//!
//! Whenever piles are mixed they come together on one heap and part again, so no card can be followed by eye; the backs
//! on the table have numbers of their own until each lies in its pile.

use crate::cards::{Card, Suit};
use crate::layout::build::{fan, on_pile, pile};
use crate::layout::{Area, AreaId, AreaLook, Beat, CARD, Cue, Face, Label, Layout, Piece, Place, Point};

use super::places::{CAPTION, GAP, MysteryArea, MysteryPiece, Plan};
use super::puzzle::{COLUMNS, Change, GridCell, Mystery, Twist};
use super::rules::View;

/// How long a step can be read, in seconds.
const READING: f32 = 0.9;

/// The moments from the ordered cards to the first turn.
pub(super) fn beats(view: &View, dealt: Layout) -> Vec<Beat> {
    let mut dealing = Dealing::of(view, dealt.clone());
    dealing.suits();
    dealing.ranks();
    dealing.twists();
    dealing.deal();
    dealing.change();
    let mut beats = dealing.beats;
    beats.push(Beat::new(dealt, Cue::Deal));
    beats
}

struct Dealing<'a> {
    view: &'a View,
    plan: Plan,
    /// What lies on the table all the time: tokens and prices.
    still: Layout,
    /// The cards of each pile, the last one on top.
    piles: Vec<Vec<MysteryPiece>>,
    /// What lies under the stone, and what is the mystery, by their numbers.
    stone: Vec<MysteryPiece>,
    mystery: Vec<MysteryPiece>,
    beats: Vec<Beat>,
}

impl<'a> Dealing<'a> {
    fn of(view: &'a View, mut still: Layout) -> Dealing<'a> {
        still.pieces.retain(|piece| matches!(piece.face, Face::Token(_)));
        still.labels.retain(|label| label.text.chars().count() == 1);
        let lower = Plan::of(view).lower(0.0).1;
        for area in &mut still.areas {
            (area.caption, area.key) = (None, None);
            // The cards are mixed where hand and market will be.
            if area.centre.1 == lower {
                area.look = AreaLook::Bare;
            }
        }
        let piles = vec![Vec::new(); view.puzzle.piles.len()];
        Dealing { view, plan: Plan::of(view), still, piles, stone: Vec::new(), mystery: Vec::new(), beats: Vec::new() }
    }

    fn rows(&self) -> usize {
        usize::from(self.view.puzzle.rows)
    }

    /// Where the middle of a group of `count` side by side is, so that all of them stand in the middle below the piles.
    fn place(&self, number: usize, count: usize, wide: f32) -> Point {
        let ((left, y), (right, _)) = (self.plan.lower(0.0), self.plan.lower(9.0));
        let step = wide.min((right - left) / count.max(1) as f32);
        ((left + right) / 2.0 + (number as f32 - (count as f32 - 1.0) / 2.0) * step, y)
    }

    /// One moment: these backs or faces in these places, beside what is dealt already.
    fn show(&mut self, lying: &[(MysteryPiece, Face, Point)], says: &str, cue: Cue, hold: f32) {
        let mut layout = self.still.clone();
        let mut heaps: Vec<(Point, MysteryArea, usize)> = Vec::new();
        for (number, (id, face, centre)) in (0u8..).zip(lying) {
            let (area, below) = match heaps.iter_mut().find(|(known, ..)| known == centre) {
                Some((_, area, below)) => {
                    *below += 1;
                    (*area, *below)
                }
                None => {
                    let area = MysteryArea::Mixing(number);
                    layout.areas.push(Area::new(area, *centre, CARD, "being dealt"));
                    heaps.push((*centre, area, 0));
                    (area, 0)
                }
            };
            layout.pieces.push(Piece::new(*id, *face, area, on_pile(*centre, below)));
        }
        for (number, cards) in self.piles.iter().enumerate() {
            let area = MysteryArea::Pile(number as u8);
            let places = pile(self.plan.pile(number), cards.len());
            layout.pieces.extend(cards.iter().zip(places).map(|(id, lies)| Piece::new(*id, Face::Back, area, lies)));
        }
        let stone = pile(self.plan.stone(self.view.puzzle.mysteries()), self.stone.len());
        let under = self.stone.iter().zip(stone);
        layout.pieces.extend(under.map(|(id, lies)| Piece::new(*id, Face::Back, MysteryArea::Stone, lies)));
        for (number, id) in self.mystery.iter().enumerate() {
            let lies = Place::at(self.plan.mystery(number)).on_level(number as u16);
            layout.pieces.push(Piece::new(*id, Face::Back, MysteryArea::Mystery(number as u8), lies));
        }
        let (_, y) = self.plan.lower(0.0);
        let middle = self.place(0, 1, 0.0).0;
        layout.labels.push(Label { centre: (middle, y + CARD.1 / 2.0 + CAPTION / 2.0), text: says.to_owned() });
        self.beats.push(Beat { hold, ..Beat::new(layout, cue) });
    }

    fn back(&self, number: usize) -> MysteryPiece {
        MysteryPiece::Undealt(number as u8)
    }

    /// Every card in its suit's pile, face up and then down, and the piles mixed.
    fn suits(&mut self) {
        let (rows, ranks) = (self.rows(), self.view.puzzle.ranks());
        let step = (CARD.0 / (rows - 1) as f32).min(32.0);
        let wide = CARD.0 + step * (rows - 1) as f32 + 2.0 * GAP;
        let fanned = |dealing: &Self, suit: usize, row: usize| {
            let middle = dealing.place(suit, 4, wide);
            fan(middle, step, 0.0, rows).nth(row).map_or(middle, |place| place.centre)
        };
        let each = |face: &dyn Fn(usize, usize) -> Face, dealing: &Self| -> Vec<(MysteryPiece, Face, Point)> {
            let numbers = (0..4).flat_map(|suit| (0..rows).map(move |row| (suit, row)));
            numbers
                .map(|(suit, row)| (dealing.back(suit * rows + row), face(suit, row), fanned(dealing, suit, row)))
                .collect()
        };
        let face_up = |suit: usize, row: usize| match (Suit::ALL.get(suit), ranks.get(row)) {
            (Some(suit), Some(rank)) => Face::French(Card::new(*rank, *suit)),
            _ => Face::Back,
        };
        let up = each(&face_up, self);
        self.show(&up, "The cards of the grid, by suits", Cue::Deal, READING);
        let down = each(&|_, _| Face::Back, self);
        self.show(&down, "Turned face down", Cue::Place, 0.0);
        self.mix(4, rows, "The suits are mixed until nobody knows which is which");
    }

    /// The suit piles laid out by ranks, and those mixed.
    fn ranks(&mut self) {
        let rows = self.rows();
        let all = 4 * rows;
        let rank_of = |number: usize| number % rows;
        let lying: Vec<_> = (0..all)
            .map(|number| (self.back(number), Face::Back, self.place(rank_of(number), rows, CARD.0 + 2.0 * GAP)))
            .collect();
        self.show(&lying, "Regrouped: one pile for each rank", Cue::Place, READING);
        self.mix(rows, 4, "The ranks are mixed as well");
    }

    /// So many piles of so many backs come together on a heap and part again.
    fn mix(&mut self, piles: usize, each: usize, says: &str) {
        let middle = self.place(0, 1, 0.0);
        let lying = |dealing: &Self, number: usize, centre| (dealing.back(number), Face::Back, centre);
        for _ in 0..2 {
            let heap: Vec<_> = (0..piles * each).map(|number| lying(self, number, middle)).collect();
            self.show(&heap, says, Cue::Place, 0.0);
            let parted: Vec<_> = (0..piles * each)
                .map(|number| lying(self, number, self.place(number / each, piles, CARD.0 + 2.0 * GAP)))
                .collect();
            self.show(&parted, says, Cue::Place, 0.0);
        }
    }

    /// Twists are told; what lies face down looks the same after them.
    fn twists(&mut self) {
        let middle = self.place(0, 1, 0.0);
        let heap: Vec<_> = (0..4 * self.rows()).map(|number| (self.back(number), Face::Back, middle)).collect();
        for twist in &self.view.puzzle.twists {
            let says = format!("Twist: {}", twist.words());
            self.show(&heap, &says, Cue::Place, 1.6 * READING);
        }
    }

    /// Row by row, each card to where its cell's token sends it.
    fn deal(&mut self) {
        let middle = self.place(0, 1, 0.0);
        let cells: Vec<GridCell> = GridCell::all(self.view.puzzle.rows).collect();
        let named: Vec<Destined> = self.destinations(&cells);
        let row = usize::from(COLUMNS);
        for done in (0..=named.len().div_ceil(row)).map(|rows| (rows * row).min(named.len())) {
            let rest: Vec<_> = named.iter().skip(done).rev().map(|card| (card.id, Face::Back, middle)).collect();
            for card in named.iter().take(done).skip(self.dealt()) {
                match card.to {
                    To::Pile(pile) => self.piles[pile].push(card.id),
                    To::Mystery => self.mystery.push(card.id),
                    To::Stone => self.stone.push(card.id),
                }
            }
            let says = "Dealt row by row: to the piles by their tokens; cards without a token go under the stone";
            let cue = if done == 0 { Cue::Place } else { Cue::Deal };
            self.show(&rest, says, cue, if done == 0 { 0.3 } else { 0.0 });
        }
        self.show(&[], "Every pile is shuffled", Cue::Place, READING);
    }

    /// How many cards have been dealt.
    fn dealt(&self) -> usize {
        self.piles.iter().map(Vec::len).sum::<usize>() + self.mystery.len() + self.stone.len()
    }

    fn destinations(&self, cells: &[GridCell]) -> Vec<Destined> {
        let puzzle = &self.view.puzzle;
        let mut counts = vec![0; puzzle.piles.len()];
        let (mut mysteries, mut others) = (0, 0);
        // What a joker swap makes a mystery is laid beside the grid, and the joker goes where the card would have gone.
        let is_mystery = |cell: &GridCell| match &puzzle.mystery {
            Mystery::Cells(cells) => cells.contains(cell),
            Mystery::Removed { .. } => false,
        };
        let swapped = puzzle.twists.iter().filter(|twist| matches!(twist, Twist::JokerSwap(_))).count();
        let mut all: Vec<Destined> = cells
            .iter()
            .map(|cell| match puzzle.pile_of(*cell) {
                Some(pile) => {
                    counts[pile] += 1;
                    Destined { id: MysteryPiece::InPile(pile as u8, counts[pile] - 1), to: To::Pile(pile) }
                }
                None if is_mystery(cell) => {
                    mysteries += 1;
                    Destined { id: MysteryPiece::Mystery(mysteries - 1), to: To::Mystery }
                }
                None => {
                    others += 1;
                    Destined { id: self.back(others), to: To::Stone }
                }
            })
            .collect();
        let at_hand = (0..swapped)
            .map(|number| Destined { id: MysteryPiece::Mystery(mysteries + number as u8), to: To::Mystery });
        let at_hand: Vec<Destined> = at_hand.collect();
        all.splice(0..0, at_hand);
        all
    }

    /// Removals and additions in the puzzle's order.
    fn change(&mut self) {
        let mut gone = 0;
        for change in &self.view.puzzle.changes {
            match *change {
                Change::Remove { pile, count } => {
                    let draws = matches!(self.view.puzzle.mystery, Mystery::Removed { pile: of, .. } if of == pile);
                    let Some(cards) = self.piles.get_mut(usize::from(pile) - 1) else { continue };
                    let taken = cards.split_off(cards.len().saturating_sub(usize::from(count)));
                    for _ in taken {
                        gone += 1;
                        // Under a number of its own: a card of the old one may be added again.
                        let id = MysteryPiece::Removed(gone);
                        if draws { self.mystery.push(id) } else { self.stone.push(id) }
                    }
                    self.show(&[], &self.view.puzzle.change_in_words(change), Cue::Deal, 1.2 * READING);
                }
                Change::Add { pile, jokers } => {
                    let number = usize::from(pile) - 1;
                    let says = self.view.puzzle.change_in_words(change);
                    let Some(cards) = self.piles.get(number) else { continue };
                    let new: Vec<MysteryPiece> = (0..usize::from(jokers))
                        .map(|joker| MysteryPiece::InPile(number as u8, (cards.len() + joker) as u8))
                        .collect();
                    let beside =
                        self.still.area(AreaId::of(MysteryArea::OutOfPlay)).map_or((0.0, 0.0), |area| area.centre);
                    let lying: Vec<_> = new.iter().map(|id| (*id, Face::Joker(1), beside)).collect();
                    self.show(&lying, &says, Cue::Deal, 0.3);
                    self.piles[number].extend(new);
                    self.show(&[], &says, Cue::Place, READING);
                }
            }
        }
    }
}

/// A card with its number in the pile it is dealt to.
struct Destined {
    id: MysteryPiece,
    to: To,
}

enum To {
    Pile(usize),
    Mystery,
    Stone,
}
