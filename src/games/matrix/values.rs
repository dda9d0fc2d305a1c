//! What a settled matrix is still worth, learned from the rules alone (`examples/train_matrix.rs`).
//!
//! Ranks hardly matter here, but what is left in the deck does, and what it means differs from one matrix to another.
//! So each of the 172,207 matrices of suits (mirror images count once), with each kind of visible next card, has a row
//! of [`FACTORS`] numbers. Its value is the scalar product of that row with numbers that depend only on how many cards
//! of each suit are hidden: they are computed once for a deck, and then each value costs one short loop.

use std::io::{Cursor, Read};
use std::sync::LazyLock;

use zip::ZipArchive;

use crate::cards::{Card, CardSet, Suit};

use super::board::{Board, GROUPS, Slot};

/// Numbers in a row.
pub const FACTORS: usize = 8;
/// The kinds of visible next cards: low, middle and high spades, hearts, diamonds, clubs.
pub const KINDS: usize = 6;
/// How many facts about the numbers of hidden cards the factors are computed from.
pub const FACTS: usize = 35;
/// The factors are learned for 0 to this many hidden cards. What more of them mean is concluded from those.
pub const MOST_HIDDEN: usize = 24;
/// Points for each hidden card beyond [`MOST_HIDDEN`].
pub const POINTS_PER_CARD: f32 = 2.3;
/// The number of settled matrices of suits without a chain and with an empty slot, mirror images counted once.
pub const PATTERNS: usize = 172_207;

/// For every fact, what it adds to each factor and, last, to every value.
pub type FactWeights = [[f32; FACTORS + 1]; FACTS];

/// The learned values.
///
/// Their file is little-endian: the eight bytes [`Values::MAGIC`], the version (`u32`), the size of a step in the rows
/// (`f32`), the [`FactWeights`] for 0 to [`MOST_HIDDEN`] hidden cards (`f32`), and the rows in steps (`i8`): the first
/// number for the first kind in all matrices, then for the second kind, and so on. That order compresses best.
#[derive(Clone, PartialEq)]
pub struct Values {
    weights: Box<[FactWeights]>,
    rows: Box<[[i8; FACTORS]]>,
    /// The size of a step in the rows.
    step: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValuesError {
    #[error("the values of Matrix Solitaire cannot be unpacked")]
    NotPacked,
    #[error("this is not a file of Matrix Solitaire values")]
    NotValues,
    #[error("these Matrix Solitaire values have version {found}; version {} is needed", Values::VERSION)]
    OtherVersion { found: u32 },
    #[error("a file of Matrix Solitaire values has {} bytes, but this one has {found}", Values::BYTES)]
    OtherSize { found: usize },
}

/// The values that come with the program, unpacked once.
pub fn shipped() -> Result<&'static Values, ValuesError> {
    static SHIPPED: LazyLock<Result<Values, ValuesError>> = LazyLock::new(|| {
        Values::unpack(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/ai/matrix-values.zip")))
    });
    SHIPPED.as_ref().map_err(|problem| *problem)
}

/// What the factors are for a deck, by the suit of its visible top card.
#[derive(Clone, Copy, Debug)]
pub struct Prospects([[f32; FACTORS + 1]; 4]);

impl Values {
    pub const MAGIC: [u8; 8] = *b"PMATRIXV";
    pub const VERSION: u32 = 2;
    const HEADER: usize = 16;
    const WEIGHT_BYTES: usize = (MOST_HIDDEN + 1) * FACTS * (FACTORS + 1) * 4;
    pub const BYTES: usize = Self::HEADER + Self::WEIGHT_BYTES + PATTERNS * KINDS * FACTORS;

    /// The values in the first file of a zip file. No more is unpacked than values take.
    pub fn unpack(zipped: &[u8]) -> Result<Values, ValuesError> {
        let mut archive = ZipArchive::new(Cursor::new(zipped)).map_err(|_| ValuesError::NotPacked)?;
        let file = archive.by_index(0).map_err(|_| ValuesError::NotPacked)?;
        let mut bytes = Vec::with_capacity(Self::BYTES);
        file.take(Self::BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|_| ValuesError::NotPacked)?;
        Values::parse(&bytes)
    }

    pub fn parse(bytes: &[u8]) -> Result<Values, ValuesError> {
        let (magic, rest) = bytes.split_first_chunk().ok_or(ValuesError::NotValues)?;
        let (version, rest) = rest.split_first_chunk().ok_or(ValuesError::NotValues)?;
        let (step, rest) = rest.split_first_chunk().ok_or(ValuesError::NotValues)?;
        if *magic != Self::MAGIC {
            return Err(ValuesError::NotValues);
        }
        let version = u32::from_le_bytes(*version);
        if version != Self::VERSION {
            return Err(ValuesError::OtherVersion { found: version });
        }
        if bytes.len() != Self::BYTES {
            return Err(ValuesError::OtherSize { found: bytes.len() });
        }
        let (weights, rows) = rest.split_at(Self::WEIGHT_BYTES);
        Ok(Values { weights: parse_weights(weights), rows: parse_rows(rows), step: f32::from_le_bytes(*step) })
    }

    /// The file with these weights and, for each kind of next card in each matrix, this row in points. Numbers that a row
    /// has no room for are cut off.
    pub fn to_bytes(weights: &[FactWeights], rows: &[[f32; FACTORS]], step: f32) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        bytes.extend(Self::MAGIC);
        bytes.extend(Self::VERSION.to_le_bytes());
        bytes.extend(step.to_le_bytes());
        bytes.extend(weights.as_flattened().as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        for plane in 0..FACTORS * KINDS {
            let (factor, kind) = (plane / KINDS, plane % KINDS);
            let numbers = rows.iter().skip(kind).step_by(KINDS).map(|row| row[factor]);
            // As many steps to both sides; `as` keeps the sign.
            bytes.extend(numbers.map(|number| (number / step).round().clamp(-127.0, 127.0) as i8 as u8));
        }
        bytes
    }

    /// The factors for a deck of these cards, one of which lies on top and is visible.
    pub fn prospects(&self, deck: CardSet) -> Prospects {
        let hidden = deck.len().saturating_sub(1);
        let weights = &self.weights[hidden.min(MOST_HIDDEN)];
        Prospects(Suit::ALL.map(|top| {
            let mut counts = Suit::ALL.map(|suit| deck.count(suit) as i32);
            counts[top as usize] -= 1;
            // A top card that is not in the deck is never asked for.
            if counts[top as usize] < 0 { [0.0; FACTORS + 1] } else { self.factors(weights, counts, hidden) }
        }))
    }

    fn factors(&self, weights: &FactWeights, counts: [i32; 4], hidden: usize) -> [f32; FACTORS + 1] {
        let mut factors = [0.0; FACTORS + 1];
        for (fact, weights) in facts(counts, hidden).into_iter().zip(weights) {
            factors.iter_mut().zip(weights).for_each(|(factor, weight)| *factor += fact * weight);
        }
        factors[..FACTORS].iter_mut().for_each(|factor| *factor *= self.step);
        factors[FACTORS] += hidden.saturating_sub(MOST_HIDDEN) as f32 * POINTS_PER_CARD;
        factors
    }

    /// The points still to come from a settled matrix that is not full, with `next` visible on the deck of `prospects`.
    pub fn value(&self, board: RowsOf, next: Card, prospects: &Prospects) -> f32 {
        let factors = &prospects.0[next.suit() as usize];
        let row = &self.rows[board.0 + kind(next)];
        row.iter().zip(factors).fold(factors[FACTORS], |sum, (number, factor)| sum + f32::from(*number) * factor)
    }
}

fn parse_weights(bytes: &[u8]) -> Box<[FactWeights]> {
    let numbers = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let mut weights = vec![[[0.0; FACTORS + 1]; FACTS]; MOST_HIDDEN + 1];
    let all = weights.as_flattened_mut().as_flattened_mut();
    all.iter_mut().zip(numbers).for_each(|(weight, number)| *weight = number);
    weights.into_boxed_slice()
}

fn parse_rows(bytes: &[u8]) -> Box<[[i8; FACTORS]]> {
    let mut rows = vec![[0; FACTORS]; PATTERNS * KINDS];
    for (plane, numbers) in bytes.chunks_exact(PATTERNS).enumerate() {
        let (factor, kind) = (plane / KINDS, plane % KINDS);
        for (pattern, number) in numbers.iter().enumerate() {
            rows[pattern * KINDS + kind][factor] = *number as i8;
        }
    }
    rows.into_boxed_slice()
}

/// Where the rows of a matrix begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowsOf(usize);

impl RowsOf {
    /// The index of the row for the first kind of next card; those for the other kinds follow.
    pub const fn first(self) -> usize {
        self.0
    }

    /// The matrix must be settled and not full. For others this gives rows that mean nothing.
    pub fn board(board: &Board) -> RowsOf {
        let suits = Suit::ALL.map(|suit| board.suit(suit));
        let column = |at: u16| {
            let key = suits.iter().rev().fold(0, |key, mask| key << 3 | (mask >> at & 7));
            usize::from(COLUMN_NUMBER[usize::from(key)])
        };
        RowsOf(PATTERN_NUMBER[usize::from(COLUMN_PAIR[column(0)][column(6)]) * COLUMNS + column(3)] as usize * KINDS)
    }
}

/// Spades are told apart by how much they take: 2 to 5, 6 to 9, and 10 to the ace.
pub const fn kind(next: Card) -> usize {
    match (next.suit(), next.rank().number()) {
        (Suit::Spades, 2..=5) => 0,
        (Suit::Spades, 6..=9) => 1,
        (Suit::Spades, _) => 2,
        (suit, _) => suit as usize + 2,
    }
}

/// What the factors depend on: for every suit how many cards more than its share are hidden, whether it is 0 to 4 of
/// them, and squares and products of the surpluses.
pub fn facts(counts: [i32; 4], hidden: usize) -> [f32; FACTS] {
    let mut facts = [0.0; FACTS];
    facts[0] = 1.0;
    if hidden == 0 {
        return facts;
    }
    let known = hidden.min(MOST_HIDDEN);
    let shrink = (spread(known) / spread(hidden).max(0.3)).min(1.0);
    let surplus = counts.map(|count| (count as f32 - hidden as f32 / 4.0) * shrink);
    let variance = known as f32 * 3.0 / 16.0;
    for (suit, (count, surplus)) in counts.into_iter().zip(surplus).enumerate() {
        facts[1 + 6 * suit] = surplus;
        if hidden <= MOST_HIDDEN && (0..5).contains(&count) {
            facts[2 + 6 * suit + count as usize] = 1.0;
        }
        facts[25 + suit] = surplus * surplus / variance - 1.0;
    }
    let pairs = (0..4).flat_map(|first| (first + 1..4).map(move |second| (first, second)));
    for (fact, (first, second)) in facts[29..].iter_mut().zip(pairs) {
        *fact = surplus[first] * surplus[second] / variance;
    }
    facts
}

/// The standard deviation of how many cards of a suit are among so many of the 52.
fn spread(hidden: usize) -> f32 {
    let hidden = hidden as f32;
    (hidden * 3.0 / 16.0 * (52.0 - hidden) / 51.0).sqrt()
}

/// The ways to fill a column in which only hearts float and no suit has all three slots.
pub const COLUMNS: usize = 91;

static COLUMN_NUMBER: [u8; 4096] = number_columns();
static COLUMN_PAIR: [[u16; COLUMNS]; COLUMNS] = number_pairs();
/// For each pair of outer columns and each middle column, the number of the pattern.
static PATTERN_NUMBER: LazyLock<Box<[u32]>> = LazyLock::new(|| {
    let mut numbers = vec![0; COLUMNS * (COLUMNS + 1) / 2 * COLUMNS];
    for (number, (place, _)) in patterns().enumerate() {
        numbers[place] = number as u32;
    }
    numbers.into_boxed_slice()
});

/// All patterns in the order of their rows: where among all fillings of the columns each stands, and the masks of the suits, the
/// lower column on the left.
pub fn patterns() -> impl Iterator<Item = (usize, [u16; 4])> {
    let mut keys = [0_u16; COLUMNS];
    for (key, number) in COLUMN_NUMBER.iter().enumerate().filter(|(_, number)| **number != 0) {
        keys[usize::from(*number)] = key as u16;
    }
    let outer = (0..COLUMNS).flat_map(|left| (left..COLUMNS).map(move |right| (left, right)));
    let triples = outer.flat_map(|(left, right)| (0..COLUMNS).map(move |middle| [left, middle, right]));
    triples.filter_map(move |[left, middle, right]| {
        let columns = [keys[right], keys[middle], keys[left]];
        let masks = [0, 3, 6, 9].map(|shift| columns.iter().fold(0, |mask, key| mask << 3 | (key >> shift & 7)));
        let is_full = masks.iter().map(|mask| mask.count_ones()).sum::<u32>() as usize == Slot::COUNT;
        let has_chain = masks.iter().any(|mask| GROUPS[usize::from(*mask)][0] != 0);
        let place = usize::from(COLUMN_PAIR[left][right]) * COLUMNS + middle;
        (!is_full && !has_chain).then_some((place, masks))
    })
}

/// Numbers the possible columns; a key has three bits for each suit. Impossible columns share number 0.
const fn number_columns() -> [u8; 4096] {
    let mut numbers = [0; 4096];
    let mut next = 0;
    let mut pattern = 0;
    while pattern < 125 {
        // Each cell is 0 if it is empty, otherwise the suit's index + 1.
        let (low, middle, high) = (pattern % 5, pattern / 5 % 5, pattern / 25);
        let falls = (low == 0 && middle != 0 && middle != 2) || (middle == 0 && high != 0 && high != 2);
        let chain = low != 0 && low == middle && middle == high;
        if !falls && !chain {
            // The last shift drops the bits of empty cells.
            let key = (1 << (3 * low) | 2 << (3 * middle) | 4 << (3 * high)) >> 3;
            numbers[key] = next;
            next += 1;
        }
        pattern += 1;
    }
    assert!(next as usize == COLUMNS);
    numbers
}

/// Numbers the unordered pairs of 0 to N − 1.
const fn number_pairs<const N: usize>() -> [[u16; N]; N] {
    let mut numbers = [[0; N]; N];
    let mut next = 0;
    let mut a = 0;
    while a < N {
        let mut b = a;
        while b < N {
            numbers[a][b] = next;
            numbers[b][a] = next;
            next += 1;
            b += 1;
        }
        a += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A file with no more than its beginning.
    fn empty_file() -> Vec<u8> {
        let mut bytes = Values::MAGIC.to_vec();
        bytes.extend(Values::VERSION.to_le_bytes());
        bytes.extend(1.0_f32.to_le_bytes());
        bytes.resize(Values::BYTES, 0);
        bytes
    }

    /// A settled matrix with the lowest cards of these suits.
    fn board(masks: [u16; 4]) -> Board {
        Board::with(Suit::ALL.into_iter().zip(masks).flat_map(|(suit, mask)| {
            let cards = Card::all().filter(move |card| card.suit() == suit);
            Slot::of_mask(mask).zip(cards)
        }))
    }

    #[test]
    fn bad_files_are_refused() {
        let good = empty_file();
        assert!(Values::parse(&good).is_ok());
        for cut in [0, 7, 12, 15] {
            assert_eq!(Values::parse(&good[..cut]).err(), Some(ValuesError::NotValues), "{cut}");
        }
        for cut in [16, 17, good.len() / 2, good.len() - 1] {
            assert_eq!(Values::parse(&good[..cut]).err(), Some(ValuesError::OtherSize { found: cut }));
        }
        let longer = [good.as_slice(), &[0]].concat();
        assert_eq!(Values::parse(&longer).err(), Some(ValuesError::OtherSize { found: longer.len() }));
        let with = |place: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[place] = byte;
            Values::parse(&bytes).err()
        };
        assert_eq!(with(0, b'X'), Some(ValuesError::NotValues));
        assert_eq!(with(8, 9), Some(ValuesError::OtherVersion { found: 9 }));
    }

    #[test]
    fn what_is_no_zip_file_of_values_is_refused() {
        assert_eq!(Values::unpack(b"").err(), Some(ValuesError::NotPacked));
        assert_eq!(Values::unpack(&empty_file()[..64]).err(), Some(ValuesError::NotPacked));
        let unpacked = |bytes: &[u8]| {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            zip.start_file("values", zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
            Values::unpack(&zip.finish().unwrap().into_inner()).err()
        };
        assert_eq!(unpacked(&empty_file()), None);
        assert_eq!(unpacked(b"no values"), Some(ValuesError::NotValues));
        let too_long = [empty_file(), vec![0; 1 << 20]].concat();
        let found = Values::BYTES + 1;
        assert_eq!(unpacked(&too_long), Some(ValuesError::OtherSize { found }), "no more is unpacked");
    }

    #[test]
    fn every_pattern_has_its_own_row() {
        for (number, (_, masks)) in patterns().enumerate() {
            assert_eq!(RowsOf::board(&board(masks)), RowsOf(number * KINDS), "{masks:?}");
        }
        assert_eq!(patterns().count(), PATTERNS);
    }

    #[test]
    fn a_mirror_image_is_worth_the_same() {
        for (_, masks) in patterns().step_by(7) {
            let board = board(masks);
            assert_eq!(RowsOf::board(&board), RowsOf::board(&board.mirrored()), "{board:?}");
        }
    }

    #[test]
    fn facts_tell_decks_apart_and_are_none_when_nothing_is_hidden() {
        let alone = facts([0; 4], 0);
        assert!(alone[0] == 1.0 && alone[1..].iter().all(|fact| *fact == 0.0));
        assert_ne!(facts([3, 3, 3, 3], 12), facts([2, 4, 3, 3], 12));
        assert!(facts([13, 13, 13, 12], 51).iter().all(|fact| fact.is_finite()));
    }

    #[test]
    fn values_survive_their_file() {
        let weights: Vec<FactWeights> = (0..=MOST_HIDDEN)
            .map(|hidden| std::array::from_fn(|fact| std::array::from_fn(|factor| (hidden * 7 + fact + factor) as f32)))
            .collect();
        let steps = |row: usize| std::array::from_fn(|factor| ((row * 31 + factor * 5) % 255) as f32 - 127.0);
        let rows: Vec<[f32; FACTORS]> = (0..PATTERNS * KINDS).map(steps).collect();
        let halved: Vec<[f32; FACTORS]> = rows.iter().map(|row| row.map(|number| number * 0.5)).collect();
        let Ok(read) = Values::parse(&Values::to_bytes(&weights, &halved, 0.5)) else { panic!("refused") };
        assert!(read.step == 0.5 && read.weights[..] == weights[..]);
        assert!(read.rows.iter().zip(&rows).all(|(read, row)| read.map(f32::from) == *row));
    }

    #[test]
    fn at_the_end_a_value_is_near_what_perfect_play_brings() {
        let values = shipped().unwrap();
        let (mut count, mut error) = (0.0, 0.0);
        for (place, masks) in patterns().step_by(97) {
            let board = board(masks);
            let left: Vec<Card> = Card::all().filter(|card| !board.card_set().contains(*card)).collect();
            let (next, hidden) = (left[place % left.len()], left[(place / 91 + 17) % left.len()]);
            if next == hidden {
                continue;
            }
            let prospects = values.prospects([next, hidden].into_iter().collect());
            let found = values.value(RowsOf::board(&board), next, &prospects);
            let best = best_of_two(&board, next, hidden);
            (count, error) = (count + 1.0, error + (found - best).abs());
        }
        assert!(error / count < 2.5, "{}", error / count);
    }

    /// What the last two cards of a deck bring.
    fn best_of_two(board: &Board, next: Card, last: Card) -> f32 {
        let best = |board: &Board, card: Card, later: &dyn Fn(&Board) -> f32| {
            let plays = Slot::of_mask(board.open_to(card)).map(|slot| board.played(card, slot));
            plays.map(|(board, points)| f32::from(points) + later(&board)).fold(f32::MIN, f32::max)
        };
        let end = |board: &Board| -(board.len() as f32);
        best(board, next, &|board: &Board| if board.is_full() { end(board) } else { best(board, last, &end) })
    }
}
