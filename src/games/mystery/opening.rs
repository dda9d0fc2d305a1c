//! The deal, shown as the rulebook describes it: suit piles are mixed face down, regrouped by rank, mixed again,
//! twisted, and dealt to the piles by their tokens.
//!
//! Whenever piles are mixed they come together on one heap and part again, so no card can be followed by eye; the backs
//! on the table have numbers of their own until each is in its pile.

use crate::cards::{Card, Suit};
use crate::layout::build::{fan, on_pile, pile};
use crate::layout::{Area, AreaId, AreaLook, Beat, CARD, Cue, Face, Label, Layout, Piece, Place, Point};

use super::places::{CAPTION, GAP, MysteryArea, MysteryPiece, TablePlan};
use super::puzzle::{COLUMNS, Change, GridCell};
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
    plan: TablePlan,
    /// What is on the table all the time: tokens and prices.
    still: Layout,
    /// The cards of each pile, the last one on top.
    piles: Vec<Vec<MysteryPiece>>,
    stone: Vec<MysteryPiece>,
    mystery: Vec<MysteryPiece>,
    beats: Vec<Beat>,
}

/// A card that is in no pile yet.
type LooseCard = (MysteryPiece, Face, Point);

impl<'a> Dealing<'a> {
    fn of(view: &'a View, mut still: Layout) -> Dealing<'a> {
        let plan = TablePlan::of(view);
        still.pieces.retain(|piece| matches!(piece.face, Face::Token(_)));
        still.labels.clear();
        for area in &mut still.areas {
            (area.caption, area.key) = (None, None);
            // The cards are mixed where hand and market will be.
            if area.centre.1 == plan.lower(0.0).1 {
                area.look = AreaLook::Bare;
            }
        }
        let piles = vec![Vec::new(); view.puzzle.piles.len()];
        Dealing { view, plan, still, piles, stone: Vec::new(), mystery: Vec::new(), beats: Vec::new() }
    }

    fn rows(&self) -> usize {
        usize::from(self.view.puzzle.rows)
    }

    /// The middle of the `number`-th of `count` groups, which stand side by side in the middle below the piles.
    fn place(&self, number: usize, count: usize, wide: f32) -> Point {
        let ((left, y), (right, _)) = (self.plan.lower(0.0), self.plan.lower(9.0));
        let step = wide.min((right - left) / count.max(1) as f32);
        ((left + right) / 2.0 + (number as f32 - (count as f32 - 1.0) / 2.0) * step, y)
    }

    fn middle(&self) -> Point {
        self.place(0, 1, 0.0)
    }

    /// All cards of the grid face down, each in its place.
    fn backs(&self, place: impl Fn(usize) -> Point) -> Vec<LooseCard> {
        let back = |number: usize| (MysteryPiece::Undealt(number as u8), Face::Back, place(number));
        (0..4 * self.rows()).map(back).collect()
    }

    /// One moment: these cards, beside what is dealt already.
    fn show(&mut self, loose: &[LooseCard], caption: &str, cue: Cue, hold: f32) {
        let mut layout = self.still.clone();
        let mut heaps: Vec<(Point, MysteryArea, usize)> = Vec::new();
        for (number, (id, face, centre)) in (0u8..).zip(loose) {
            let known = heaps.iter().position(|(known, ..)| known == centre);
            let heap = known.unwrap_or_else(|| {
                let area = MysteryArea::Mixing(number);
                layout.areas.push(Area::new(area, *centre, CARD, "being dealt"));
                heaps.push((*centre, area, 0));
                heaps.len() - 1
            });
            let (_, area, below) = &mut heaps[heap];
            layout.pieces.push(Piece::new(*id, *face, *area, on_pile(*centre, *below)));
            *below += 1;
        }
        let stone = (MysteryArea::Stone, self.plan.stone(self.view.puzzle.mysteries()), &self.stone);
        let piles = (0u8..).zip(&self.piles);
        let piles = piles.map(|(number, cards)| (MysteryArea::Pile(number), self.plan.pile(number.into()), cards));
        for (area, centre, cards) in piles.chain([stone]) {
            let scale = if area == MysteryArea::Stone { 1.0 } else { self.plan.scale() };
            let places = pile(centre, cards.len()).map(|place| Place { scale, ..place });
            layout.pieces.extend(cards.iter().zip(places).map(|(id, place)| Piece::new(*id, Face::Back, area, place)));
        }
        for (number, id) in self.mystery.iter().enumerate() {
            let place = Place::at(self.plan.mystery(number)).on_level(number as u16);
            layout.pieces.push(Piece::new(*id, Face::Back, MysteryArea::Mystery(number as u8), place));
        }
        let (x, y) = self.middle();
        layout.labels.push(Label::new((x, y + CARD.1 / 2.0 + CAPTION / 2.0), caption));
        self.beats.push(Beat { hold, ..Beat::new(layout, cue) });
    }

    /// Every card in its suit's pile, face up and then down, and the piles mixed.
    fn suits(&mut self) {
        let (rows, ranks) = (self.rows(), self.view.puzzle.ranks());
        let step = (CARD.0 / (rows - 1) as f32).min(32.0);
        let wide = CARD.0 + step * (rows - 1) as f32 + 2.0 * GAP;
        let down = self.backs(|number| {
            let middle = self.place(number / rows, 4, wide);
            fan(middle, step, 0.0, rows).nth(number % rows).map_or(middle, |place| place.centre)
        });
        let cards = Suit::ALL.iter().flat_map(|suit| ranks.iter().map(|rank| Card::new(*rank, *suit)));
        let up: Vec<LooseCard> =
            down.iter().zip(cards).map(|((id, _, centre), card)| (*id, Face::French(card), *centre)).collect();
        self.show(&up, "The cards of the grid, sorted by suit", Cue::Deal, READING);
        self.show(&down, "They are turned face down", Cue::Place, 0.0);
        self.mix(4, "The suit piles are shuffled until nobody knows which is which");
    }

    /// The suit piles laid out by ranks, and those mixed.
    fn ranks(&mut self) {
        let rows = self.rows();
        let regrouped = self.backs(|number| self.place(number % rows, rows, CARD.0 + 2.0 * GAP));
        self.show(&regrouped, "Regrouped: one pile for each rank", Cue::Place, READING);
        self.mix(rows, "The rank piles are shuffled as well");
    }

    /// So many piles come together on a heap and part again.
    fn mix(&mut self, piles: usize, caption: &str) {
        let (middle, each) = (self.middle(), 4 * self.rows() / piles);
        let heap = self.backs(|_| middle);
        let parted = self.backs(|number| self.place(number / each, piles, CARD.0 + 2.0 * GAP));
        for cards in [&heap, &parted, &heap, &parted] {
            self.show(cards, caption, Cue::Place, 0.0);
        }
    }

    /// Twists are described; face-down cards look the same after them.
    fn twists(&mut self) {
        let middle = self.middle();
        let heap = self.backs(|_| middle);
        for twist in &self.view.puzzle.twists {
            self.show(&heap, &format!("Twist: {}", twist.words()), Cue::Place, 1.6 * READING);
        }
    }

    /// Row by row, each card to where its cell's token sends it.
    fn deal(&mut self) {
        let caption = "Each card goes to the pile of its cell’s token, row by row; where a cell has no token, its card goes under the stone";
        let middle = self.middle();
        let heap = |left: &[MysteryPiece]| -> Vec<LooseCard> {
            left.iter().rev().map(|id| (*id, Face::Back, middle)).collect()
        };
        let pieces = self.destinations();
        self.show(&heap(&pieces), caption, Cue::Place, 0.3);
        let mut left = pieces.as_slice();
        while !left.is_empty() {
            let (row, later) = left.split_at(left.len().min(usize::from(COLUMNS)));
            for id in row {
                match id {
                    MysteryPiece::InPile(pile, _) => self.piles[usize::from(*pile)].push(*id),
                    MysteryPiece::Mystery(_) => self.mystery.push(*id),
                    _ => self.stone.push(*id),
                }
            }
            left = later;
            self.show(&heap(left), caption, Cue::Deal, 0.0);
        }
        self.show(&[], "Every pile is shuffled", Cue::Place, READING);
    }

    /// The cards in the order in which they are dealt, as what they become.
    fn destinations(&self) -> Vec<MysteryPiece> {
        let puzzle = &self.view.puzzle;
        let mut counts = vec![0; puzzle.piles.len()];
        let (mut mysteries, mut others) = (0, 0);
        let destination = |cell: GridCell| match puzzle.pile_of(cell) {
            Some(pile) => {
                counts[pile] += 1;
                MysteryPiece::InPile(pile as u8, counts[pile] - 1)
            }
            None if puzzle.mystery_cells().contains(&cell) => {
                mysteries += 1;
                MysteryPiece::Mystery(mysteries - 1)
            }
            None => {
                others += 1;
                MysteryPiece::Undealt(others)
            }
        };
        let cells: Vec<MysteryPiece> = GridCell::all(puzzle.rows).map(destination).collect();
        // A card that a joker replaces is laid beside the grid; the joker goes where the card would have gone.
        let swapped = (0..puzzle.joker_swaps() as u8).map(|number| MysteryPiece::Mystery(mysteries + number));
        swapped.chain(cells).collect()
    }

    /// Removals and additions in the puzzle's order.
    fn change(&mut self) {
        let beside = self.still.area(AreaId::of(MysteryArea::OutOfPlay)).map_or((0.0, 0.0), |area| area.centre);
        let mut removed = 0;
        for (at, change) in self.view.puzzle.changes.iter().enumerate() {
            let caption = self.view.puzzle.change_in_words(at);
            let number = change.pile() - 1;
            let cards = &mut self.piles[usize::from(number)];
            match *change {
                Change::Remove { count, .. } => {
                    let taken = cards.split_off(cards.len().saturating_sub(usize::from(count)));
                    let drawn = usize::from(self.view.puzzle.drawn_by(at));
                    for card in 0..taken.len() {
                        // Under a number of its own: a card with the old one may be added again.
                        removed += 1;
                        let to = if card < drawn { &mut self.mystery } else { &mut self.stone };
                        to.push(MysteryPiece::Removed(removed));
                    }
                    self.show(&[], &caption, Cue::Deal, 1.2 * READING);
                }
                Change::Add { jokers, .. } => {
                    let first = cards.len() as u8;
                    let added = (first..first + jokers).map(|place| MysteryPiece::InPile(number, place));
                    let loose: Vec<LooseCard> = added.clone().map(|id| (id, Face::Joker(1), beside)).collect();
                    self.show(&loose, &caption, Cue::Deal, 0.3);
                    self.piles[usize::from(number)].extend(added);
                    self.show(&[], &caption, Cue::Place, READING);
                }
            }
        }
    }
}
