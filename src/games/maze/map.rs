//! The map of the block, for whoever wants it beside the table: each colour with its suits in their line and its numbers; what is held,
//! what has been seen elsewhere, and the way for which the fewest cards are missing.

use crate::cards::{CardBits, Colour, MystiqueCard, MystiqueSet};
use crate::layout::{Chart, ChartBlock, ChartCell, ChartMark, LegendPicture, Point};
use crate::words::{capitalised, counted, joined};

use super::block::{MazeRoute, MissingWay, SuitLine};
use super::rules::View;

/// How many columns and rows a colour has.
pub const CELLS: (usize, usize) = (4, 5);

/// Up to so many missing cards are named.
const NAMED: usize = 3;

impl View {
    /// Whether the map lies here: it is wanted, there is a hand that it is about, and the game is not over.
    pub fn has_map(&self) -> bool {
        self.table.options.map && self.table.end.is_none() && !self.hand().is_empty()
    }

    /// The way for which the fewest cards are missing to the seat in front.
    pub fn missing_way(&self) -> Option<MissingWay> {
        self.table.missing_way(self.front(), self.hand())
    }

    /// The map, with its upper left corner here and cells of this size.
    pub fn map(&self, corner: Point, cell: f32) -> Chart {
        let line = self.table.options.suits;
        let found = self.missing_way();
        let missing = found.as_ref().map_or(MystiqueSet::EMPTY, |found| found.missing);
        let block = |colour: Colour| ChartBlock {
            name: capitalised(colour.word()),
            marks: cards_of(line, colour).map(|card| self.mark(card, missing)).collect(),
        };
        Chart {
            corner,
            cell,
            columns: line.suits().map(LegendPicture::Suit).to_vec(),
            rows: (1..=CELLS.1).map(|number| number.to_string()).collect(),
            blocks: Colour::ALL.map(block).to_vec(),
            way: found.iter().flat_map(|found| &found.way).map(|card| cell_of(line, *card)).collect(),
            says: said_of(found.as_ref()),
        }
    }

    fn mark(&self, card: MystiqueCard, missing: MystiqueSet) -> ChartMark {
        let (table, seat) = (&self.table, self.front());
        let corners = MazeRoute::of(seat, table.options.suits).map_or(MystiqueSet::EMPTY, MazeRoute::corners);
        let top = table.discards.top().map_or(MystiqueSet::EMPTY, MystiqueSet::of_one);
        match card {
            card if corners.contains(card) => ChartMark::End,
            card if table.never().contains(card) => ChartMark::Never,
            card if self.hand().contains(card) => ChartMark::Held,
            card if missing.contains(card) => ChartMark::Missing,
            card if table.buried().union(top).union(table.taken_by_others(seat)).contains(card) => ChartMark::Seen,
            _ => ChartMark::Unknown,
        }
    }
}

/// The cards of a colour: a row for each number, and the suits in their line.
fn cards_of(line: SuitLine, colour: Colour) -> impl Iterator<Item = MystiqueCard> {
    let of_number =
        move |number| line.suits().into_iter().filter_map(move |suit| MystiqueCard::new(number, colour, suit));
    (1..=CELLS.1 as u8).flat_map(of_number)
}

fn cell_of(line: SuitLine, card: MystiqueCard) -> ChartCell {
    let (column, row) = (line.place(card.suit()).into(), usize::from(card.number()) - 1);
    ChartCell { block: card.colour() as usize, column, row }
}

/// "2 cards missing: three of red moons, four of red moons".
pub fn said_of(found: Option<&MissingWay>) -> String {
    let Some(MissingWay { missing, .. }) = found else { return "No way is left".to_owned() };
    let count = missing.len();
    let cards = counted(count as u32, "card", "cards");
    match count {
        0 => "No card is missing".to_owned(),
        1..=NAMED => format!("{cards} missing: {}", joined(missing.iter().map(MystiqueCard::spoken), ", ")),
        _ => format!("{cards} missing"),
    }
}
