//! A chart on the cloth: small cells in blocks side by side, each of as many columns and rows as the others, with a mark in each; a way
//! that leads from cell to cell; and what is said of it. A map of all cards is one.
//!
//! It is drawn beside the pieces and never under them. For those who cannot see it, it says the same in words.

use super::extent::Extent;
use super::legend::LegendPicture;
use super::place::Point;

/// How high the names of the blocks and the pictures of the columns are together, over the cells, in table units.
pub const CHART_HEAD: f32 = 40.0;

/// From a block to the next, and from the cells to what is said under them, in table units.
pub const CHART_GAP: f32 = 12.0;

/// How high what is said is, in two lines.
pub const CHART_WORDS: f32 = 42.0;

/// A chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// Its upper left corner.
    pub corner: Point,
    /// The width and the height of a cell, in table units.
    pub cell: f32,
    /// What stands over the columns of each block, from the left.
    pub columns: Vec<LegendPicture>,
    /// What stands in the cells of each row, from above.
    pub rows: Vec<String>,
    pub blocks: Vec<ChartBlock>,
    /// The cells of the way, from the first to the last.
    pub way: Vec<ChartCell>,
    /// What it comes to, in a sentence without a full stop.
    pub says: String,
}

/// A block: its name, and the marks of its cells row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartBlock {
    pub name: String,
    pub marks: Vec<ChartMark>,
}

/// A cell by its block, its column and its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChartCell {
    pub block: usize,
    pub column: usize,
    pub row: usize,
}

/// What is marked in a cell. Each is a form, so that nobody has to tell them by colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChartMark {
    /// A way begins or ends here.
    End,
    /// It is held.
    Held,
    /// It is missing on the way.
    Missing,
    /// It is known where it is, somewhere else.
    Seen,
    /// It can never be had.
    Never,
    /// Nothing is known of it.
    Unknown,
}

impl Chart {
    /// How large a chart is with so many blocks, columns and rows of cells of this size, and with what is said under them.
    pub fn size_for(blocks: usize, (columns, rows): (usize, usize), cell: f32) -> (f32, f32) {
        let wide = (blocks * columns) as f32 * cell + CHART_GAP * blocks.saturating_sub(1) as f32;
        (wide, CHART_HEAD + rows as f32 * cell + CHART_GAP + CHART_WORDS)
    }

    /// All of it.
    pub fn extent(&self) -> Extent {
        let (wide, high) = Chart::size_for(self.blocks.len(), (self.columns.len(), self.rows.len()), self.cell);
        let (left, top) = self.corner;
        Extent { left, top, right: left + wide, bottom: top + high }
    }

    /// Where a cell is.
    ///
    /// ```
    /// use parlour::layout::{CHART_GAP, CHART_HEAD, Chart, ChartCell, Extent, LegendPicture, Face};
    ///
    /// let columns = vec![LegendPicture::Face(Face::Back); 2];
    /// let (rows, blocks, way, says) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    /// let chart = Chart { corner: (10.0, 0.0), cell: 20.0, columns, rows, blocks, way, says };
    /// let second = chart.at(ChartCell { block: 1, column: 0, row: 0 });
    /// assert_eq!((second.left, second.top), (10.0 + 2.0 * 20.0 + CHART_GAP, CHART_HEAD));
    /// ```
    pub fn at(&self, ChartCell { block, column, row }: ChartCell) -> Extent {
        let (left, top) = self.corner;
        let before = (block * self.columns.len() + column) as f32 * self.cell + CHART_GAP * block as f32;
        let (left, top) = (left + before, top + CHART_HEAD + row as f32 * self.cell);
        Extent { left, top, right: left + self.cell, bottom: top + self.cell }
    }

    /// Where the pictures over the columns of a block are, and over them its name: the middles of both.
    pub fn over(&self, block: usize, column: usize) -> Point {
        let cell = self.at(ChartCell { block, column, row: 0 });
        (cell.centre().0, cell.top - CHART_HEAD / 4.0)
    }

    /// The middle of a block's name.
    pub fn name_at(&self, block: usize) -> Point {
        let [first, last] = [0, self.columns.len().saturating_sub(1)].map(|column| self.over(block, column).0);
        ((first + last) / 2.0, self.corner.1 + CHART_HEAD / 4.0)
    }

    /// The middle of the upper edge of what is said, and how wide it may be.
    pub fn words_at(&self) -> (Point, f32) {
        let all = self.extent();
        ((all.centre().0, all.bottom - CHART_WORDS), all.size().0)
    }

    /// Each cell with its mark and what stands in it.
    pub fn cells(&self) -> impl Iterator<Item = (ChartCell, ChartMark, &str)> {
        let columns = self.columns.len().max(1);
        self.blocks.iter().enumerate().flat_map(move |(block, of_block)| {
            of_block.marks.iter().enumerate().filter_map(move |(number, mark)| {
                let cell = ChartCell { block, column: number % columns, row: number / columns };
                Some((cell, *mark, self.rows.get(cell.row)?.as_str()))
            })
        })
    }

    /// All that is written in it.
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let names = self.blocks.iter_mut().map(|block| &mut block.name);
        [&mut self.says].into_iter().chain(names).chain(&mut self.rows)
    }

    /// What is wrong with it on a table of this size: a block with too many or too few marks, a way that leaves it, or a chart that is
    /// not on the table.
    pub(super) fn fault(&self, (wide, high): (f32, f32)) -> Option<String> {
        let cells = self.columns.len() * self.rows.len();
        if let Some(block) = self.blocks.iter().find(|block| block.marks.len() != cells) {
            return Some(format!("{} of {cells} cells are marked in {:?}", block.marks.len(), block.name));
        }
        let is_in_it = |cell: &&ChartCell| {
            cell.block < self.blocks.len() && cell.column < self.columns.len() && cell.row < self.rows.len()
        };
        if let Some(cell) = self.way.iter().find(|cell| !is_in_it(cell)) {
            return Some(format!("{cell:?} is on the way, and not in the chart"));
        }
        let Extent { left, top, right, bottom } = self.extent();
        let is_inside = left >= 0.0 && top >= 0.0 && right <= wide && bottom <= high;
        (!is_inside).then(|| format!("a chart from {:?} is not within {wide} × {high}", self.corner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Face;

    fn chart() -> Chart {
        let block = |name: &str| ChartBlock { name: name.to_owned(), marks: vec![ChartMark::Unknown; 6] };
        Chart {
            corner: (30.0, 10.0),
            cell: 20.0,
            columns: vec![LegendPicture::Face(Face::Back); 2],
            rows: ["1", "2", "3"].map(str::to_owned).to_vec(),
            blocks: vec![block("yellow"), block("red")],
            way: vec![ChartCell { block: 0, column: 0, row: 0 }, ChartCell { block: 1, column: 1, row: 2 }],
            says: "nothing is missing".to_owned(),
        }
    }

    #[test]
    fn all_cells_lie_in_the_chart_and_beside_each_other() {
        let chart = chart();
        let all = chart.extent();
        let cells: Vec<Extent> = chart.cells().map(|(cell, ..)| chart.at(cell)).collect();
        assert_eq!(cells.len(), 12);
        for (number, cell) in cells.iter().enumerate() {
            assert!(cell.left >= all.left && cell.right <= all.right && cell.bottom <= all.bottom - CHART_WORDS);
            assert!(cells[..number].iter().all(|other| !cell.meets(*other)), "{cell:?}");
        }
        let words: Vec<&str> = chart.cells().map(|(_, _, words)| words).take(4).collect();
        assert_eq!(words, ["1", "1", "2", "2"]);
        assert!(chart.name_at(1).0 > chart.name_at(0).0 && chart.over(0, 1).1 < chart.at(chart.way[0]).top);
    }

    #[test]
    fn marks_that_are_missing_and_a_way_or_a_chart_that_leads_outside_are_faults() {
        let size = (200.0, 180.0);
        assert_eq!(chart().fault(size), None);
        assert!(chart().fault((100.0, 180.0)).is_some_and(|fault| fault.contains("is not within")));
        let way = vec![ChartCell { block: 2, column: 0, row: 0 }];
        assert!(Chart { way, ..chart() }.fault(size).is_some_and(|fault| fault.contains("on the way")));
        let mut lacking = chart();
        lacking.blocks[1].marks.pop();
        assert_eq!(lacking.fault(size), Some("5 of 6 cells are marked in \"red\"".to_owned()));
    }
}
