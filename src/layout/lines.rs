//! Rows of cards that wrap like text, with other cards hanging below each of them.

use super::place::{CARD, Place, Point};

/// The largest and the smallest cards, as scales.
const SCALES: (f32, f32) = (1.0, 0.2);

/// How far apart, in cards: from one card to the next, from a card to the one that hangs below it, and from row to row.
const ACROSS: f32 = 1.08;
const BELOW: f32 = 0.36;
const BETWEEN_ROWS: f32 = 0.18;

/// How many steps down what hangs below a card may reach in any room; more cards lie closer, if they would make all cards smaller than
/// this part of what they could be.
const DEEPEST: f32 = 4.0;
const STILL_LARGE: f32 = 0.8;

/// Where everything lies: as large as there is room for.
///
/// ```
/// use parlour::layout::HangingLines;
///
/// let lines = HangingLines::fitting(&[0, 2, 1], ((300.0, 200.0), (600.0, 400.0)));
/// let (first, second) = (lines.card(0), lines.card(1));
/// assert!(first.centre.0 < second.centre.0 && first.centre.1 == second.centre.1);
/// assert!(lines.hanging(1, 1).centre.1 > lines.hanging(1, 0).centre.1);
/// ```
pub struct HangingLines {
    scale: f32,
    columns: usize,
    corner: Point,
    /// The upper edge of each row.
    rows: Vec<f32>,
    hanging: Vec<usize>,
    deepest: f32,
}

/// How far a card that hangs below another is from it, in cards, if they reach so many steps down at most. Rank and suit of the one
/// above show where that is enough for all of them.
fn depth(place: usize, of: usize, deepest: f32) -> f32 {
    let step = ((deepest - 1.0) / (of.max(2) - 1) as f32).min(1.0);
    (1.0 + place as f32 * step) * BELOW
}

impl HangingLines {
    /// So many cards hang below each card of the line; all lies within this middle and size.
    pub fn fitting(hanging: &[usize], board: (Point, (f32, f32))) -> HangingLines {
        let least = HangingLines::reaching(DEEPEST, hanging, board);
        let most = hanging.iter().copied().max().unwrap_or(0);
        let depths = (DEEPEST as usize + 1..=most).rev().map(|steps| steps as f32);
        let roomier = depths.map(|deepest| HangingLines::reaching(deepest, hanging, board));
        roomier.into_iter().find(|lines| lines.scale >= STILL_LARGE * least.scale).unwrap_or(least)
    }

    /// As large as they can be where what hangs below a card reaches so many steps down.
    fn reaching(deepest: f32, hanging: &[usize], (centre, size): (Point, (f32, f32))) -> HangingLines {
        let corner = (centre.0 - size.0 / 2.0, centre.1 - size.1 / 2.0);
        let below = |row: &[usize]| {
            let depths = row.iter().map(|of| if *of == 0 { 0.0 } else { depth(*of - 1, *of, deepest) });
            depths.fold(0.0, f32::max)
        };
        let mut scale = SCALES.0;
        loop {
            let columns = ((size.0 / (scale * CARD.0) - 1.0) / ACROSS + 1.0).floor().max(1.0) as usize;
            let mut rows = Vec::new();
            let mut bottom = corner.1;
            for row in hanging.chunks(columns) {
                rows.push(bottom);
                bottom += scale * CARD.1 * (1.0 + below(row) + BETWEEN_ROWS);
            }
            let fits = bottom - scale * CARD.1 * BETWEEN_ROWS <= corner.1 + size.1;
            if fits || scale <= SCALES.1 {
                if !fits {
                    // More than anybody plays: the rows come closer.
                    let closer = (size.1 - scale * CARD.1 * (1.0 + deepest * BELOW)) / (bottom - corner.1).max(1.0);
                    rows.iter_mut().for_each(|row| *row = corner.1 + (*row - corner.1) * closer.clamp(0.0, 1.0));
                }
                return HangingLines { scale, columns, corner, rows, hanging: hanging.to_vec(), deepest };
            }
            scale -= 0.02;
        }
    }

    /// A card of the line, by its number from 0.
    pub fn card(&self, number: usize) -> Place {
        let (row, column) = (number / self.columns, number % self.columns);
        let x = self.corner.0 + self.scale * CARD.0 * (0.5 + ACROSS * column as f32);
        let y = self.rows.get(row).copied().unwrap_or(self.corner.1) + 0.5 * self.scale * CARD.1;
        Place { scale: self.scale, ..Place::at((x, y)).on_level(self.level(number)) }
    }

    /// A card that hangs below one of the line.
    pub fn hanging(&self, number: usize, place: usize) -> Place {
        let card = self.card(number);
        let of = self.hanging.get(number).copied().unwrap_or(0);
        let centre = (card.centre.0, card.centre.1 + self.scale * CARD.1 * depth(place, of, self.deepest));
        Place { centre, ..card.on_level(self.level(number) + 1 + place as u16) }
    }

    /// Each card lies above those that hang below the cards before it.
    fn level(&self, number: usize) -> u16 {
        (number + self.hanging.iter().take(number).sum::<usize>()) as u16
    }

    /// How large the cards are.
    pub fn size(&self) -> (f32, f32) {
        (self.scale * CARD.0, self.scale * CARD.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_cards_below_one_show_their_ranks_and_suits_where_there_is_room() {
        let board = ((600.0, 220.0), (660.0, 400.0));
        // As seen in play: of twelve cards in two rows, one has seven below it.
        let hanging = [2, 3, 7, 3, 0, 0, 1, 0, 1, 1, 0, 1];
        let lines = HangingLines::fitting(&hanging, board);
        let (first, second) = (lines.hanging(2, 0).centre.1, lines.hanging(2, 1).centre.1);
        // Four fifths of the usual step show what of a suit tells it from others.
        assert!(second - first >= 0.8 * BELOW * lines.size().1, "{first} and {second} of {:?}", lines.size());
        let few = HangingLines::fitting(&[2, 3, 4, 3, 0, 0, 1, 0, 1, 1, 0, 1], board);
        assert!(lines.size().1 >= 0.75 * few.size().1, "{:?} and {:?}", lines.size(), few.size());
    }

    #[test]
    fn all_cards_lie_within_and_apart_however_many_there_are() {
        let board = ((600.0, 220.0), (660.0, 400.0));
        for (cards, below) in [(1, 0), (1, 30), (12, 0), (12, 3), (40, 1), (60, 4), (60, 0), (120, 2)] {
            let hanging = vec![below; cards];
            let lines = HangingLines::fitting(&hanging, board);
            let mut all = Vec::new();
            for number in 0..cards {
                all.push(lines.card(number));
                all.extend((0..below).map(|place| lines.hanging(number, place)));
            }
            for (number, place) in all.iter().enumerate() {
                let (x, y) = place.centre;
                assert!((270.0..=930.0).contains(&x) && (20.0..=421.0).contains(&y), "{cards} with {below}: {place:?}");
                assert!(all[..number].iter().all(|other| other != place), "{cards} with {below}");
            }
        }
    }
}
