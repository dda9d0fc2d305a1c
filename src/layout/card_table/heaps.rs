//! The pile in heaps: sorted, so that its cards can be counted, with how many there are under each heap; and what was laid last
//! large and apart from them.

use super::super::area::Area;
use super::super::build::fan;
use super::super::heaps::HeapRow;
use super::super::piece::Piece;
use super::super::place::{CARD, Place, Point};
use super::super::table::Label;
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};
use super::groups::{GroupRow, in_row};

/// How much of the middle heaps take: of its height, or beside what was laid last of its width, and what lies between them.
const HEAPS_ABOVE: f32 = 0.5;
const HEAPS_BESIDE: f32 = 0.6;
const HEAPS_GAP: f32 = 24.0;

/// What is left free over cards that have words over their upper edge.
const TAGGED: f32 = 34.0;

/// Cards that lie together, with what is written under them.
#[derive(Clone, PartialEq, Debug)]
pub struct Heap {
    /// By which its pile is known.
    pub number: u8,
    /// "moons in the pile".
    pub name: String,
    pub cards: Vec<ShownCard>,
    /// Under it, in one line: "3 moons".
    pub caption: String,
    /// In the lines below it.
    pub below: Vec<String>,
}

impl CardTable {
    /// A pile in heaps side by side, and the cards that were laid last large before them. `held` as for a [`CardTable::trick`].
    pub fn heaps(&mut self, heaps: &[Heap], last: Option<(usize, Vec<ShownCard>)>, held: impl Fn(usize) -> usize) {
        let (behind, now) = self.heaps_and_last();
        let [row] = HeapRow::filling(behind, heaps.len(), self.under_heaps(heaps));
        self.lay_heaps(row, heaps);
        let Some((seat, cards)) = last else { return };
        let first = held(seat) as u8;
        self.lay_row(now, 100, &in_row(&cards), |number| Some(CardPiece::Hidden(seat as u8, first + number)));
    }

    /// Two rows of heaps that fill the middle: what is counted at an end, when there is nothing to do for which buttons would need room.
    pub fn counted(&mut self, rows: [&[Heap]; 2]) {
        let room = self.ring.middle(false);
        let most = rows.iter().map(|heaps| heaps.len()).max().unwrap_or(0);
        let written = rows.iter().map(|heaps| self.under_heaps(heaps)).fold(0.0, f32::max);
        let places = HeapRow::filling::<2>(room, most, written);
        places.into_iter().zip(rows).for_each(|(row, heaps)| self.lay_heaps(row, heaps));
    }

    /// How high is what is written under heaps: their captions and the lines below these, or as much room as one has, so that another row
    /// of heaps keeps off the captions.
    fn under_heaps(&self, heaps: &[Heap]) -> f32 {
        let below = heaps.iter().map(|heap| heap.below.len()).max().unwrap_or(0);
        (1 + below.max(1)) as f32 * self.ring.caption_room()
    }

    /// The room for heaps, its middle and its size, and where what was laid last lies: below them, or beside them on a broad table.
    fn heaps_and_last(&self) -> ((Point, (f32, f32)), GroupRow) {
        let ((x, y), (wide, high)) = self.ring.middle(true);
        let (left, top) = (x - wide / 2.0, y - high / 2.0);
        if self.ring.is_broad() {
            let heaps = HEAPS_BESIDE * wide;
            let last = wide - heaps - HEAPS_GAP;
            let scale = ((high - TAGGED) / CARD.1).min(1.2);
            let now = ((left + wide - last / 2.0, y + TAGGED / 2.0), last, scale);
            return (((left + heaps / 2.0, y), (heaps, high)), now);
        }
        let heaps = HEAPS_ABOVE * high;
        let rest = high - heaps - TAGGED;
        let scale = (rest / CARD.1).min(1.2);
        let now = ((x, top + high - rest / 2.0), wide, scale);
        (((x, top + heaps / 2.0), (wide, heaps)), now)
    }

    fn lay_heaps(&mut self, row: HeapRow, heaps: &[Heap]) {
        for (place, heap) in heaps.iter().enumerate() {
            let (centre, size) = row.slot(place);
            let area = CardArea::Pile(heap.number);
            let caption = Some(heap.caption.clone()).filter(|caption| !caption.is_empty());
            self.layout.areas.push(Area { caption, ..Area::new(area, centre, size, heap.name.clone()) });
            let (bottom, line) = (centre.1 + size.1 / 2.0, self.ring.caption_room());
            for (number, words) in (1u8..).zip(&heap.below) {
                self.layout.labels.push(Label::caption((centre.0, bottom + f32::from(number) * line), words.clone()));
            }
            let step = row.step(heap.cards.len());
            for (card, at) in heap.cards.iter().zip(fan(centre, step, 0.0, heap.cards.len())) {
                let place = Place { scale: row.scale, ..at };
                self.layout.pieces.push(Piece::new(CardPiece::Card(card.number), card.face, area, place));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Edges, cards_of, edges, overlap, shown};
    use super::*;
    use crate::layout::{Material, Room, SeatRing};

    fn heap(number: u8, cards: std::ops::Range<usize>) -> Heap {
        let cards = shown(100).into_iter().skip(cards.start).take(cards.len()).collect();
        Heap {
            number,
            name: "moons in the pile".to_owned(),
            cards,
            caption: "3 moons".to_owned(),
            below: vec!["won 5 : 2".to_owned()],
        }
    }

    #[test]
    fn heaps_lie_in_the_middle_side_by_side_with_what_was_laid_last_apart_from_them() {
        for room in [Room::NARROWEST, Room::USUAL, Room::WIDEST] {
            let mut table = CardTable::new(SeatRing::new(4, 0, room), Material::Mystique);
            (0..4).for_each(|seat| table.plate(seat, "12 cards".to_owned(), false, false));
            table.own_hand(&shown(124)[110..], true);
            let heaps: Vec<Heap> =
                (0..4u8).map(|pile| heap(pile, usize::from(pile) * 15..usize::from(pile) * 15 + 15)).collect();
            table.heaps(&heaps, Some((1, shown(70).split_off(65))), |_| 9);
            let layout = table.finish();
            assert_eq!(layout.fault(), None, "{room:?}");
            let last = cards_of(&layout, CardArea::Middle);
            for pile in 0..4 {
                let cards = cards_of(&layout, CardArea::Pile(pile));
                assert!(cards.iter().all(|card| last.iter().all(|other| !overlap(*card, *other))), "{room:?}");
                let next = cards_of(&layout, CardArea::Pile((pile + 1) % 4));
                assert!(cards.iter().all(|card| next.iter().all(|other| !overlap(*card, *other))), "{room:?}");
            }
            let plates: Vec<Edges> = layout.plates.iter().map(|plate| edges(plate.centre, plate.size)).collect();
            assert!(last.iter().all(|card| plates.iter().all(|plate| !overlap(*card, *plate))), "{room:?}");
        }
    }

    #[test]
    fn two_rows_of_heaps_fill_the_middle() {
        for room in [Room::NARROWEST, Room::USUAL, Room::WIDEST] {
            let mut table = CardTable::new(SeatRing::new(4, 0, room), Material::Mystique);
            let row =
                |from: u8| (from..from + 4).map(|pile| heap(pile, usize::from(pile) * 8..usize::from(pile) * 8 + 8));
            let (upper, lower): (Vec<Heap>, Vec<Heap>) = (row(0).collect(), row(4).collect());
            table.counted([&upper, &lower]);
            let layout = table.finish();
            assert_eq!(layout.fault(), None, "{room:?}");
            let above = |pile: u8| cards_of(&layout, CardArea::Pile(pile));
            assert!(above(0).iter().all(|card| above(4).iter().all(|other| !overlap(*card, *other))), "{room:?}");
        }
    }
}
