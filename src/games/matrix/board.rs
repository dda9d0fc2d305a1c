//! The 3×3 matrix: where a card may go, what it does there, gravity, chains and what they score.
//!
//! The bots search through millions of plays, so a board is nine bytes of cards and four nine-bit suit masks, cheap to
//! copy and never allocated. The deck, the score and the end of the game are in [`super::rules`].
//!
//! Slots are numbered up the columns: `a1 a2 a3 b1 … c3` are bits 0 to 8 of every mask here.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Suit};

/// Columns a, b and c run from the left, rows 1, 2 and 3 from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    pub const COUNT: usize = 9;
    /// a1.
    pub(super) const FIRST: Slot = Slot(0);

    /// Column 0 to 2 from the left and row 0 to 2 from the bottom; `None` outside the matrix.
    pub const fn new(column: u8, row: u8) -> Option<Slot> {
        if column < 3 && row < 3 { Some(Slot(column * 3 + row)) } else { None }
    }

    /// In index order: a1, a2, a3, b1, … c3.
    pub fn all() -> impl DoubleEndedIterator<Item = Slot> + ExactSizeIterator {
        (0..Slot::COUNT as u8).map(Slot)
    }

    /// 0 to 8, up the columns from a1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 to 2 from the left.
    pub const fn column(self) -> u8 {
        self.0 / 3
    }

    /// 0 to 2 from the bottom.
    pub const fn row(self) -> u8 {
        self.0 % 3
    }

    /// Where it is, for people: "bottom left", "centre". Records say `a1` and `b2`.
    pub const fn place(self) -> &'static str {
        match (self.column(), self.row()) {
            (0, 0) => "bottom left",
            (0, 1) => "middle left",
            (0, _) => "top left",
            (1, 0) => "bottom middle",
            (1, 1) => "centre",
            (1, _) => "top middle",
            (_, 0) => "bottom right",
            (_, 1) => "middle right",
            (..) => "top right",
        }
    }

    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The slots whose bits are set, in index order.
    pub fn of_mask(mask: u16) -> impl Iterator<Item = Slot> {
        let mut remaining = mask & ALL_SLOTS;
        std::iter::from_fn(move || {
            let slot = (remaining != 0).then(|| Slot(remaining.trailing_zeros() as u8))?;
            remaining &= remaining - 1;
            Some(slot)
        })
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a slot; slots are a1 to c3, with columns a, b, c from the left and rows 1, 2, 3 from the bottom")]
pub struct ParseSlotError(pub String);

impl FromStr for Slot {
    type Err = ParseSlotError;

    fn from_str(text: &str) -> Result<Slot, ParseSlotError> {
        let slot = match text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => Slot::new(column - b'a', row - b'1'),
            _ => None,
        };
        slot.ok_or_else(|| ParseSlotError(text.chars().take(12).collect()))
    }
}

/// The rule that forbids laying a card on a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalPlacement {
    #[error("the {} slot has nothing under it, and only a heart can float", slot.place())]
    Unsupported { slot: Slot },
    #[error("the {} slot already has a card: only a spade can take it, and only a diamond can push it up", slot.place())]
    Occupied { slot: Slot },
    #[error("a spade only takes a lower card, and {} does not beat {}", spade.pretty(), target.pretty())]
    NotHigher { spade: Card, target: Card },
    #[error("a diamond cannot push a card out of the top row, and there is no room above the {} slot", slot.place())]
    NoRoomAbove { slot: Slot },
}

/// The most chains one play can complete: each takes at least three of the nine cards.
pub const MAX_CHAINS: usize = 3;

/// What changes on the board during a play, in the order players see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayStep {
    /// The card has been laid: what it took is gone, and what it pushed has moved up.
    Laid,
    /// Cards with nothing under them have fallen.
    Fell,
    /// All chains on the board have left at once.
    Gathered {
        /// The slots of each chain as a mask; unused entries are 0.
        groups: [u16; MAX_CHAINS],
    },
}

/// The sizes of the chains that one play completed, in the order in which they left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChainTally(ArrayVec<u8, MAX_CHAINS>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredChain {
    /// The number of cards, 3 to 9.
    pub size: u8,
    /// The size whose rate applies, 3 to 6: after a chain upgrade, one more than the chain's own.
    pub paid_as: u8,
    pub points: u16,
}

impl ChainTally {
    pub fn of(sizes: &[u8]) -> ChainTally {
        ChainTally(sizes.iter().copied().take(MAX_CHAINS).collect())
    }

    pub fn sizes(&self) -> &[u8] {
        &self.0
    }

    /// The chains with upgrades applied: of two or more in one play, all but one largest score at the next size's rate.
    pub fn chains(&self) -> ArrayVec<ScoredChain, MAX_CHAINS> {
        // From the end, because `max_by_key` returns the last of equal sizes.
        let largest = (0..self.0.len()).rev().max_by_key(|index| self.0[*index]);
        let score = |(index, &size): (usize, &u8)| {
            let upgrade = u8::from(Some(index) != largest);
            let paid_as = (size + upgrade).min(6);
            ScoredChain { size, paid_as, points: u16::from(size) * rate(paid_as) }
        };
        self.0.iter().enumerate().map(score).collect()
    }

    pub fn points(&self) -> u16 {
        match self.sizes() {
            [] => 0,
            [size] => u16::from(*size) * rate(*size),
            _ => self.chains().iter().map(|chain| chain.points).sum(),
        }
    }
}

/// Points per card in a chain of this size.
pub const fn rate(size: u8) -> u16 {
    match size {
        0..=3 => 1,
        4 => 2,
        5 => 4,
        _ => 8,
    }
}

const ALL_SLOTS: u16 = 0x1FF;
const ROW_1: u16 = 0b001_001_001;
const ROW_3: u16 = 0b100_100_100;

/// The connected groups of three or more in each mask. The matrix has room for at most two of one suit.
pub(super) static GROUPS: [[u16; 2]; 512] = find_groups();

/// The slots that touch those of the mask; bits beyond the ninth mean nothing.
pub(super) const fn neighbours(mask: u16) -> u16 {
    let up = (mask & !ROW_3) << 1;
    let down = (mask & !ROW_1) >> 1;
    up | down | (mask << 3) | (mask >> 3)
}

/// The connected part of `mask` that contains the slots of `from`.
pub(super) const fn group_around(mask: u16, from: u16) -> u16 {
    let mut group = from;
    loop {
        let grown = (group | neighbours(group)) & mask;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

const fn find_groups() -> [[u16; 2]; 512] {
    let mut table = [[0; 2]; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut unvisited = mask as u16;
        let mut count = 0;
        while unvisited != 0 {
            let group = group_around(mask as u16, unvisited & unvisited.wrapping_neg());
            unvisited &= !group;
            if group.count_ones() >= 3 {
                table[mask][count] = group;
                count += 1;
            }
        }
        mask += 1;
    }
    table
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    /// The card's index + 1, or 0 for an empty slot: bytes keep small what is copied for every play a search tries.
    cells: [u8; Slot::COUNT],
    /// The slots of each suit as a mask, in the order of [`Suit`].
    suits: [u16; 4],
}

impl Board {
    pub const EMPTY: Board = Board { cells: [0; Slot::COUNT], suits: [0; 4] };

    /// Places the cards as given: nothing falls, and no chain leaves.
    pub fn with(cards: impl IntoIterator<Item = (Slot, Card)>) -> Board {
        let mut board = Board::EMPTY;
        for (slot, card) in cards {
            board.clear(slot.bit());
            board.put(slot, card);
        }
        board
    }

    pub const fn card(&self, slot: Slot) -> Option<Card> {
        match self.cells[slot.index()] {
            0 => None,
            number => Card::from_index(number - 1),
        }
    }

    /// The slots that hold a card, as a mask.
    pub const fn occupied(&self) -> u16 {
        self.suits[0] | self.suits[1] | self.suits[2] | self.suits[3]
    }

    /// The slots that hold a card of this suit, as a mask.
    pub const fn suit(&self, suit: Suit) -> u16 {
        self.suits[suit as usize]
    }

    /// The number of cards in the matrix, 0 to 9.
    pub const fn len(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    pub const fn is_empty(&self) -> bool {
        self.occupied() == 0
    }

    pub const fn is_full(&self) -> bool {
        self.occupied() == ALL_SLOTS
    }

    pub fn card_set(&self) -> CardSet {
        self.cards().map(|(_, card)| card).collect()
    }

    /// The cards with their slots, in index order.
    pub fn cards(&self) -> impl Iterator<Item = (Slot, Card)> + '_ {
        Slot::all().filter_map(|slot| self.card(slot).map(|card| (slot, card)))
    }

    /// The cards row by row from the top, each row from the left.
    pub(super) fn rows(&self) -> [[Option<Card>; 3]; 3] {
        [2, 1, 0].map(|row| [0, 1, 2].map(|column| self.card(Slot::new(column, row)?)))
    }

    /// Left and right exchanged, which is worth exactly as much.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        let swap = |mask: u16| (mask & 0b111_000) | (mask >> 6) | ((mask & 0b111) << 6);
        let c = self.cells;
        Board { cells: [c[6], c[7], c[8], c[3], c[4], c[5], c[0], c[1], c[2]], suits: self.suits.map(swap) }
    }

    /// The slots that this card may be laid on, as a mask.
    pub fn open_to(&self, card: Card) -> u16 {
        let occupied = self.occupied();
        if occupied == ALL_SLOTS {
            return 0;
        }
        let supported = ROW_1 | ((occupied & !ROW_3) << 1);
        let empty = !occupied & ALL_SLOTS;
        match card.suit() {
            Suit::Hearts => empty,
            Suit::Clubs => empty & supported,
            Suit::Spades => (empty & supported) | self.lower_than(card),
            Suit::Diamonds => (empty & supported) | self.pushable(),
        }
    }

    /// Checks whether the card may be laid on the slot.
    pub fn check(&self, card: Card, slot: Slot) -> Result<(), IllegalPlacement> {
        if self.open_to(card) & slot.bit() != 0 {
            return Ok(());
        }
        Err(match (self.card(slot), card.suit()) {
            (None, _) => IllegalPlacement::Unsupported { slot },
            (Some(target), Suit::Spades) => IllegalPlacement::NotHigher { spade: card, target },
            (Some(_), Suit::Diamonds) => IllegalPlacement::NoRoomAbove { slot },
            (Some(_), _) => IllegalPlacement::Occupied { slot },
        })
    }

    /// The slots whose card this spade takes. A♠ takes all but an ace, which is low for the other spades.
    fn lower_than(&self, spade: Card) -> u16 {
        let rank = spade.rank().number();
        let is_lower = |slot: &Slot| {
            let target = (self.cells[slot.index()] - 1) % 13 + 1;
            if rank == 1 { target != 1 } else { target < rank }
        };
        Slot::of_mask(self.occupied()).filter(is_lower).fold(0, |mask, slot| mask | slot.bit())
    }

    /// The slots whose card a diamond can push up without pushing another out at the top.
    const fn pushable(&self) -> u16 {
        let occupied = self.occupied();
        let empty = !occupied & ALL_SLOTS;
        let room_above = (empty & !ROW_1) >> 1;
        let room_two_above = (empty & ROW_3) >> 2;
        let both_taken = occupied & ROW_1 & (occupied >> 1);
        (occupied & room_above) | (both_taken & room_two_above)
    }

    /// Lays a card, lets everything settle and returns the chains that left.
    ///
    /// A card that [`Board::check`] refuses may leave a board that no game reaches, but never causes a panic.
    pub fn play(&mut self, card: Card, slot: Slot) -> ChainTally {
        self.play_stepwise(card, slot, |_, _| {})
    }

    /// The board after a play, and the points of the play.
    pub fn played(&self, card: Card, slot: Slot) -> (Board, u16) {
        let mut board = *self;
        let points = board.play(card, slot).points();
        (board, points)
    }

    /// As [`Board::play`], and calls `on_step` after each step with the board as it then is.
    pub fn play_stepwise(&mut self, card: Card, slot: Slot, mut on_step: impl FnMut(PlayStep, &Board)) -> ChainTally {
        self.lay(card, slot);
        on_step(PlayStep::Laid, self);
        let mut tally = ChainTally::default();
        loop {
            if self.fall() {
                on_step(PlayStep::Fell, self);
            }
            let groups = self.chains();
            if groups[0] == 0 {
                return tally;
            }
            for group in groups.into_iter().filter(|group| *group != 0) {
                // A fourth chain cannot happen. If a bug made one, dropping it would be better than a panic in a game.
                let _ = tally.0.try_push(group.count_ones() as u8);
                self.clear(group);
            }
            on_step(PlayStep::Gathered { groups }, self);
        }
    }

    fn lay(&mut self, card: Card, slot: Slot) {
        if self.occupied() & slot.bit() != 0 {
            match card.suit() {
                Suit::Diamonds => self.push_up(slot),
                _ => self.clear(slot.bit()),
            }
        }
        self.put(slot, card);
    }

    /// Moves the card in the slot, and those stacked directly on it, up by one.
    fn push_up(&mut self, slot: Slot) {
        let occupied = self.occupied();
        let mut top = slot;
        while top.row() < 2 && occupied & (top.bit() << 1) != 0 {
            top = Slot(top.0 + 1);
        }
        if top.row() == 2 {
            self.clear(top.bit());
            top = Slot(top.0 - 1);
        }
        for from in (slot.0..=top.0).rev() {
            self.shift(Slot(from), Slot(from + 1));
        }
    }

    /// Lets every card but a heart fall until something is under it. Returns whether any did.
    fn fall(&mut self) -> bool {
        let mut fell = false;
        loop {
            let occupied = self.occupied();
            let over_nothing = !ROW_1 & (!occupied << 1);
            let falling = occupied & !self.suits[Suit::Hearts as usize] & over_nothing;
            if falling == 0 {
                return fell;
            }
            fell = true;
            let slot = Slot(falling.trailing_zeros() as u8);
            self.shift(slot, Slot(slot.0 - 1));
        }
    }

    fn chains(&self) -> [u16; MAX_CHAINS] {
        let mut chains = [0; MAX_CHAINS];
        let mut count = 0;
        for mask in self.suits {
            for group in GROUPS[usize::from(mask)] {
                if group != 0 && count < MAX_CHAINS {
                    chains[count] = group;
                    count += 1;
                }
            }
        }
        chains
    }

    fn put(&mut self, slot: Slot, card: Card) {
        self.cells[slot.index()] = card.index() + 1;
        self.suits[card.suit() as usize] |= slot.bit();
    }

    fn shift(&mut self, from: Slot, to: Slot) {
        self.cells[to.index()] = std::mem::take(&mut self.cells[from.index()]);
        for suit in &mut self.suits {
            if *suit & from.bit() != 0 {
                *suit = (*suit & !from.bit()) | to.bit();
            }
        }
    }

    fn clear(&mut self, mask: u16) {
        for slot in Slot::of_mask(mask) {
            self.cells[slot.index()] = 0;
        }
        for suit in &mut self.suits {
            *suit &= !mask;
        }
    }
}

/// The rows from the top, with `--` for an empty slot.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |card: Option<Card>| card.map_or("--".to_owned(), |card| card.to_string());
        let rows = self.rows().map(|row| row.map(text).join(" "));
        f.write_str(&rows.join(" / "))
    }
}
