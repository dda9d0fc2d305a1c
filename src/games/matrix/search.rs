//! The player of Matrix Solitaire: what each legal play is worth, from what a player may know.
//!
//! A learned value says how many points a settled matrix still promises when nothing is known of the deck but which
//! cards are in it. Around it goes an exact look ahead: the current and the next card are known, each later one is an
//! average over the cards that can come. The value was learned by self-play (`examples/train_matrix.rs`, after
//! Jaśkowski's networks of tuples for 2048) and is a sum of table entries, so it costs a few lookups.
//!
//! Nothing here reads a clock: effort is counted in values taken, and equal calls give equal answers.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Suit};

use super::board::{Board, Slot};

// ---------------------------------------------------------------------------------------------------------------------
// What is known

/// All that a player knows before a play.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The settled matrix.
    pub board: Board,
    /// The card to be played.
    pub current: Card,
    /// The visible card after it.
    pub next: Option<Card>,
    /// The cards of the deck whose place in it is not known, without `next`.
    pub unseen: CardSet,
    /// The cards at the deck's bottom that were buried there and are not `next`, the first to be drawn first.
    pub buried: ArrayVec<Card, { Card::COUNT }>,
}

/// One legal play and what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Where the current card goes.
    pub slot: Slot,
    /// Whether the next card is then put to the deck's bottom.
    pub bury: bool,
    /// Points still to come, this play's and the final penalty included.
    pub expected: f32,
}

/// How well to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// Takes what scores now and likes pairs: about 30 points a game.
    Easy,
    /// Plays the known cards for what the matrix is then worth, but sees that through a fog: about 70 points a game.
    Medium,
    /// Looks ahead as far as its budget goes: about 120 points a game.
    Hard,
}

/// The legal plays in the order of their slots, with nothing expected of them yet. A Club comes with and without burying.
pub fn legal_choices(know: &Knowledge) -> ArrayVec<Choice, { 2 * Slot::COUNT }> {
    let mut choices = ArrayVec::new();
    for slot in Slot::of_mask(know.board.open_to(know.current)) {
        choices.push(Choice { slot, bury: false, expected: 0.0 });
        if know.current.suit() == Suit::Clubs && know.next.is_some() {
            choices.push(Choice { slot, bury: true, expected: 0.0 });
        }
    }
    choices
}

/// The legal plays, the best first.
///
/// Empty only if no play is legal. `seed` decides what Easy and Medium overlook; Hard does not use it. When `cancelled`
/// says so the answer is the best so far, which is still every legal play.
pub fn rank_choices(know: &Knowledge, strength: Strength, seed: u64, cancelled: &dyn Fn() -> bool) -> Vec<Choice> {
    match (strength, shipped()) {
        (Strength::Easy, _) | (_, Err(_)) => rank_greedily(know, seed),
        (Strength::Medium, Ok(values)) => rank_roughly(values, know, seed),
        (Strength::Hard, Ok(values)) => rank_ahead(values, know, Effort::HARD, cancelled),
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The weak players

/// Points of this play, and a little for every two neighbours of one suit that stay.
fn rank_greedily(know: &Knowledge, seed: u64) -> Vec<Choice> {
    let mut noise = Noise(seed);
    rank_each(know, |board, points| points + 0.5 * pairs(board) + 0.01 * noise.unit())
}

/// How many neighbours are of one suit.
fn pairs(board: &Board) -> f32 {
    let of_suit = |suit| {
        let mask = board.suit(suit);
        (mask & (mask & 0b011_011_011) << 1).count_ones() + (mask & mask << 3).count_ones()
    };
    Suit::ALL.into_iter().map(of_suit).sum::<u32>() as f32
}

/// Looks at the known cards alone, and that through a fog.
fn rank_roughly(values: &Values, know: &Knowledge, seed: u64) -> Vec<Choice> {
    let mut noise = Noise(seed);
    let mut choices = rank_ahead(values, know, Effort::MEDIUM, &|| false);
    for choice in &mut choices {
        choice.expected += MEDIUM_FOG * noise.bell();
    }
    best_first(&mut choices);
    choices
}

/// The most that Medium is wrong by, in points.
const MEDIUM_FOG: f32 = 9.0;

fn rank_each(know: &Knowledge, mut worth: impl FnMut(&Board, f32) -> f32) -> Vec<Choice> {
    let mut choices = legal_choices(know).to_vec();
    for choice in &mut choices {
        let mut board = know.board;
        let points = board.play(know.current, choice.slot).points();
        choice.expected = worth(&board, f32::from(points));
    }
    best_first(&mut choices);
    choices
}

/// Stable, so that equals stay in the order of their slots, and plain before burying.
fn best_first(choices: &mut [Choice]) {
    choices.sort_by(|a, b| b.expected.total_cmp(&a.expected));
}

/// Numbers that look like chance (SplitMix64), the same for the same seed on every machine.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// 0 to 1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    /// −1 to 1, mostly near 0.
    fn bell(&mut self) -> f32 {
        (self.unit() + self.unit() + self.unit()) / 1.5 - 1.0
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Looking ahead

/// How much a look ahead may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// At most this many unknown draws are looked through.
    pub draws: u32,
    /// Of the plays now, only this many that look best are followed further than one unknown draw.
    pub first_width: usize,
    /// Of the plays at a later turn, only this many that look best are followed.
    pub width: usize,
    /// A deeper look is not begun if it would probably take more values than this.
    pub values: u64,
}

impl Effort {
    /// What [`Strength::Medium`] spends.
    const MEDIUM: Effort = Effort { draws: 0, first_width: 0, width: 0, values: 0 };
    /// What [`Strength::Hard`] spends.
    pub const HARD: Effort = Effort { draws: 8, first_width: 5, width: 2, values: 150_000 };
}

/// The legal plays by what `eval` promises after looking ahead, the best first.
pub fn rank_ahead<E: Evaluate>(
    eval: &E,
    know: &Knowledge,
    effort: Effort,
    cancelled: &dyn Fn() -> bool,
) -> Vec<Choice> {
    let stock = Stock::of(know);
    let mut choices = legal_choices(know).to_vec();
    let mut search = Search { eval, width: effort.width, depth: 0, cancelled, values: 0, stopped: false };
    let mut spent_before = 0;
    // Looking through as many draws as there are cards shows everything; burying puts the next card among them.
    let all = stock.cards().len() as u32 + 1;
    for draws in 0..=effort.draws.min(all) {
        let before = search.values;
        search.depth = draws;
        let follow = if draws < 2 { choices.len() } else { choices.len().min(effort.first_width) };
        let Some(deeper) = search.look(know, stock, &choices[..follow], draws) else {
            break;
        };
        choices[..follow].copy_from_slice(&deeper);
        best_first(&mut choices[..follow]);
        keep_below(&mut choices, follow);
        let spent = search.values - before;
        // Looking through one draw more multiplies the cost by about as much as the draw before did.
        let growth = (spent / u64::max(spent_before, 1)).clamp(2, 40);
        if search.values + spent * growth > effort.values {
            break;
        }
        spent_before = spent;
    }
    choices
}

/// A play that was not looked at as deeply is shown as worth no more than the worst of the first `followed`, which were.
fn keep_below(choices: &mut [Choice], followed: usize) {
    let (deep, shallow) = choices.split_at_mut(followed);
    let Some(worst) = deep.last() else {
        return;
    };
    for choice in shallow {
        choice.expected = choice.expected.min(worst.expected);
    }
}

/// The best play with nothing but the known cards looked at, and what it is worth; for self-play by the thousand.
///
/// Returns `None` only if no play is legal.
pub fn best_of_known<E: Evaluate>(eval: &E, know: &Knowledge, draws: u32) -> Option<Choice> {
    let mut search =
        Search { eval, width: 2 * Slot::COUNT, depth: draws, cancelled: &|| false, values: 0, stopped: false };
    let choices = legal_choices(know);
    let looked = search.look(know, Stock::of(know), &choices, draws)?;
    looked.into_iter().reduce(|best, choice| if choice.expected > best.expected { choice } else { best })
}

struct Search<'a, E> {
    eval: &'a E,
    width: usize,
    /// How many unknown draws are looked through from the top.
    depth: u32,
    cancelled: &'a dyn Fn() -> bool,
    /// Values taken so far.
    values: u64,
    stopped: bool,
}

impl<E: Evaluate> Search<'_, E> {
    /// Every choice with what this many unknown draws show; `None` when cancelled before the end.
    fn look(&mut self, know: &Knowledge, stock: Stock, choices: &[Choice], draws: u32) -> Option<Vec<Choice>> {
        let mut looked = Vec::with_capacity(choices.len());
        for &choice in choices {
            let mut board = know.board;
            let points = board.play(know.current, choice.slot).points();
            let later = if choice.bury {
                self.after_burying(&board, know.next, stock, draws)
            } else {
                self.after(&board, know.next, stock, draws)
            };
            if self.stopped {
                return None;
            }
            looked.push(Choice { expected: f32::from(points) + later, ..choice });
        }
        Some(looked)
    }

    /// What is still to come on this settled board, with `next` visible on top of the stock.
    fn after(&mut self, board: &Board, next: Option<Card>, stock: Stock, draws: u32) -> f32 {
        let Some(next) = next else {
            return penalty(board);
        };
        if board.is_full() {
            return penalty(board);
        }
        if stock.is_empty() {
            return self.before(board, next, None, stock, 0);
        }
        if draws == 0 {
            return self.best_leaf(board, next, &Remaining::of(stock.cards()));
        }
        if draws > 1 && (self.cancelled)() {
            self.stopped = true;
        }
        if self.stopped {
            return 0.0;
        }
        let mut sum = 0.0;
        for draw in stock.draws(self.spade_groups(draws)) {
            sum += draw.chance * self.before(board, next, Some(draw.card), stock.without(draw.card), draws - 1);
        }
        sum
    }

    /// As [`Search::after`], when `next` goes to the bottom first.
    fn after_burying(&mut self, board: &Board, next: Option<Card>, stock: Stock, draws: u32) -> f32 {
        if board.is_full() {
            return penalty(board);
        }
        let stock = match next {
            Some(next) => stock.bury(next),
            None => stock,
        };
        if draws == 0 {
            self.values += 1;
            return self.eval.value(board, &Remaining::of(stock.cards()));
        }
        let mut sum = 0.0;
        for draw in stock.draws(self.spade_groups(draws)) {
            sum += draw.chance * self.after(board, Some(draw.card), stock.without(draw.card), draws - 1);
        }
        sum
    }

    /// What is still to come with `current` to be played and `next` visible.
    fn before(&mut self, board: &Board, current: Card, next: Option<Card>, stock: Stock, draws: u32) -> f32 {
        let may_bury = current.suit() == Suit::Clubs && !stock.is_empty();
        let mut best = f32::MIN;
        for one in &self.tries(board, current, next, stock, draws) {
            best = best.max(one.points + self.after(&one.board, next, stock, draws));
            if may_bury {
                best = best.max(one.points + self.after_burying(&one.board, next, stock, draws));
            }
        }
        best
    }

    /// The plays worth following: all, or if a look is deep and they are many, those that promise most at a glance.
    fn tries(&mut self, board: &Board, card: Card, next: Option<Card>, stock: Stock, draws: u32) -> Tries {
        let mut tries = Tries::new();
        let mut slots = board.open_to(card);
        while let Some(slot) = first_of(&mut slots) {
            let mut board = *board;
            let points = f32::from(board.play(card, slot).points());
            tries.push(Try { board, points, glance: 0.0 });
        }
        if draws > 0 && tries.len() > self.width && next.is_some() {
            for one in &mut tries {
                one.glance = one.points + self.after(&one.board, next, stock, 0);
            }
            tries.sort_unstable_by(|a, b| b.glance.total_cmp(&a.glance));
            tries.truncate(self.width);
        }
        tries
    }

    /// Ranks of Spades are told apart at the first draw alone: later it is their number that matters.
    const fn spade_groups(&self, draws: u32) -> usize {
        if draws == self.depth { 3 } else { 1 }
    }

    /// The best that `card` can do, with the learned value behind it.
    fn best_leaf(&mut self, board: &Board, card: Card, after_it: &Remaining) -> f32 {
        let mut best = f32::MIN;
        let mut slots = board.open_to(card);
        while let Some(slot) = first_of(&mut slots) {
            let mut settled = *board;
            let points = f32::from(settled.play(card, slot).points());
            best = best.max(points + self.eval.value(&settled, after_it));
            self.values += 1;
        }
        best
    }
}

type Tries = ArrayVec<Try, { Slot::COUNT }>;

/// A play that has been tried at a later turn: the settled board and its points.
#[derive(Clone, Copy)]
struct Try {
    board: Board,
    points: f32,
    glance: f32,
}

/// Takes the lowest slot out of the mask.
fn first_of(mask: &mut u16) -> Option<Slot> {
    let index = mask.trailing_zeros() as u8;
    *mask &= mask.wrapping_sub(1);
    Slot::new(index / 3, index % 3)
}

/// One point for every card that is left in the end.
fn penalty(board: &Board) -> f32 {
    -(board.len() as f32)
}

// ---------------------------------------------------------------------------------------------------------------------
// The hidden deck

/// The deck below the visible card, small enough to be copied at every node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stock {
    unseen: CardSet,
    buried: Buried,
}

/// The known bottom of a deck in one word: six bits a card (its number + 1), the first to be drawn lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Buried(u128);

impl Buried {
    pub(super) const NONE: Buried = Buried(0);

    /// Puts the card to the bottom; `false` if there is no room. There is for 21, and only 13 Clubs can bury.
    pub(super) fn bury(&mut self, card: Card) -> bool {
        let used = (u128::BITS - self.0.leading_zeros()).div_ceil(6);
        let room = used < u128::BITS / 6;
        if room {
            self.0 |= u128::from(card.index() + 1) << (6 * used);
        }
        room
    }

    /// The first to be drawn.
    const fn front(self) -> Option<Card> {
        match (self.0 & 63) as u8 {
            0 => None,
            number => Card::from_index(number - 1),
        }
    }

    /// Takes the first card off.
    pub(super) const fn draw(&mut self) -> Option<Card> {
        let front = self.front();
        self.0 >>= 6;
        front
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The word itself, to tell decks apart.
    pub(super) const fn bits(self) -> u128 {
        self.0
    }
}

/// A card that may come, standing for all that are like it.
#[derive(Clone, Copy, Debug)]
struct Draw {
    card: Card,
    chance: f32,
}

impl Stock {
    fn of(know: &Knowledge) -> Stock {
        let mut stock = Stock { unseen: know.unseen, buried: Buried::NONE };
        for &card in &know.buried {
            stock = stock.bury(card);
        }
        stock
    }

    const fn is_empty(self) -> bool {
        self.unseen.is_empty() && self.buried.is_empty()
    }

    /// All its cards.
    fn cards(self) -> CardSet {
        let mut all = self.unseen;
        let mut rest = self.buried;
        while let Some(card) = rest.draw() {
            all.insert(card);
        }
        all
    }

    /// With this card at the bottom.
    fn bury(mut self, card: Card) -> Stock {
        if !self.buried.bury(card) {
            self.unseen.insert(card);
        }
        self
    }

    /// After this card, one of [`Stock::draws`], has been drawn.
    fn without(mut self, card: Card) -> Stock {
        if !self.unseen.remove(card) {
            self.buried.draw();
        }
        self
    }

    /// The cards that may come next, with their chances. Unseen cards of a suit stand together, Spades in this many
    /// groups by rank (at most three), since only for Spades a rank decides where they may go.
    fn draws(self, spade_groups: usize) -> ArrayVec<Draw, 6> {
        let mut draws = ArrayVec::new();
        if self.unseen.is_empty() {
            draws.extend(self.buried.front().map(|card| Draw { card, chance: 1.0 }));
            return draws;
        }
        let each = 1.0 / self.unseen.len() as f32;
        for suit in Suit::ALL {
            let of_suit: ArrayVec<Card, 13> = self.unseen.iter().filter(|card| card.suit() == suit).collect();
            let groups =
                if suit == Suit::Spades { of_suit.len().min(spade_groups.min(3)) } else { of_suit.len().min(1) };
            for group in 0..groups {
                let from = of_suit.len() * group / groups;
                let to = of_suit.len() * (group + 1) / groups;
                draws.push(Draw { card: of_suit[(from + to) / 2], chance: each * (to - from) as f32 });
            }
        }
        draws
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The learned value

/// What a settled board promises.
pub trait Evaluate {
    /// Points still to come, the final penalty included, on this settled board with these cards left in the deck in an
    /// unknown order.
    fn value(&self, board: &Board, left: &Remaining) -> f32;
}

/// The cards left in the deck, as the learned value asks for them.
#[derive(Clone, Copy, Debug)]
pub struct Remaining {
    cards: CardSet,
    count: usize,
    /// Where the part of each suit's table for this many cards of it begins.
    suit_tables: [usize; 4],
    height_table: usize,
    counts_entry: usize,
}

impl Remaining {
    /// Of the cards left in the deck.
    pub fn of(cards: CardSet) -> Remaining {
        let counts = Suit::ALL.map(|suit| cards.count(suit));
        let mut suit_tables = [0; 4];
        for (index, count) in counts.into_iter().enumerate() {
            suit_tables[index] = SUIT_START + (index * COUNTS + count) * SUIT_PATTERNS;
        }
        Remaining {
            cards,
            count: cards.len(),
            suit_tables,
            height_table: HEIGHT_START + cards.len() * HEIGHT_PATTERNS,
            counts_entry: COUNTS_START + counts.into_iter().fold(0, |entry, count| entry * COUNTS + count),
        }
    }

    /// How many cards are left.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// How many of the Spades left beat this card.
    const fn spades_above(&self, card: Card) -> usize {
        let spades = self.cards.bits() & 0x1FFF;
        let rank = card.rank().number();
        if rank == 1 {
            (spades & !1).count_ones() as usize
        } else {
            ((spades >> rank).count_ones() + (spades & 1) as u32) as usize
        }
    }
}

/// Ways to fill a column so that nothing but Hearts floats and no suit has all three.
const COLUMNS: usize = 91;
/// The same when only "of the suit", "of another" and "empty" are told apart.
const SUIT_COLUMNS: usize = 26;
const SUIT_PATTERNS: usize = SUIT_COLUMNS * (SUIT_COLUMNS + 1) / 2 * SUIT_COLUMNS;
const HEIGHT_PATTERNS: usize = 36 * 8;
/// A suit has 0 to 13 cards left.
const COUNTS: usize = 14;

/// Whole patterns: the outer columns without their order, then the middle one.
const WHOLE_START: usize = 0;
/// For each suit, by how many of it are left: where it lies, where others lie, what is empty.
const SUIT_START: usize = WHOLE_START + COLUMNS * (COLUMNS + 1) / 2 * COLUMNS;
/// By the number of cards left: which slots are taken.
const HEIGHT_START: usize = SUIT_START + 4 * COUNTS * SUIT_PATTERNS;
/// How many are left of each suit.
const COUNTS_START: usize = HEIGHT_START + 53 * HEIGHT_PATTERNS;
/// A card on which a Spade would make a chain: its suit, the chain's size, how many Spades left beat it.
const TARGET_START: usize = COUNTS_START + COUNTS * COUNTS * COUNTS * COUNTS;

/// How many weights the value has.
pub const WEIGHTS: usize = TARGET_START + 3 * 10 * COUNTS;

/// The weights of which every board with this many cards left in the deck has exactly one: where learning puts what it
/// believes at first.
///
/// Empty above 52.
pub const fn height_weights(left: usize) -> std::ops::Range<usize> {
    let start = HEIGHT_START + left * HEIGHT_PATTERNS;
    if left <= Card::COUNT { start..start + HEIGHT_PATTERNS } else { start..start }
}

/// Calls `visit` with the number of every weight whose sum is the board's value; at most 15.
///
/// A board and its mirror image have the same weights.
#[inline(always)]
pub fn each_weight(board: &Board, left: &Remaining, mut visit: impl FnMut(usize)) {
    let suits = Suit::ALL.map(|suit| usize::from(board.suit(suit)));
    let taken = suits[0] | suits[1] | suits[2] | suits[3];
    let column = |at: usize| {
        let key =
            (suits[0] >> at & 7) | (suits[1] >> at & 7) << 3 | (suits[2] >> at & 7) << 6 | (suits[3] >> at & 7) << 9;
        usize::from(COLUMN_NUMBER[key])
    };
    visit(WHOLE_START + usize::from(COLUMN_PAIR[column(0)][column(6)]) * COLUMNS + column(3));
    for (mask, table) in suits.into_iter().zip(left.suit_tables) {
        let column = |at: usize| usize::from(SUIT_COLUMN_NUMBER[(mask >> at & 7) | (taken >> at & 7) << 3]);
        visit(table + usize::from(SUIT_COLUMN_PAIR[column(0)][column(6)]) * SUIT_COLUMNS + column(3));
    }
    visit(left.height_table + usize::from(HEIGHT_PAIR[taken & 7][taken >> 6]) * 8 + (taken >> 3 & 7));
    visit(left.counts_entry);
    let mut targets = SPADE_TARGETS[suits[0]] & (taken & !suits[0]) as u16;
    while let Some(slot) = first_of(&mut targets) {
        if let Some(card) = board.card(slot) {
            let size = usize::from(SPADE_CHAIN[suits[0]][slot.index()]);
            let kind = (card.suit() as usize - 1) * 10 + size;
            visit(TARGET_START + kind * COUNTS + left.spades_above(card));
        }
    }
}

/// Calls `visit` with the number of every weight that a board in play can need, in order. The tables have room for
/// more, which a file need not hold: chains that would have left, a full matrix, cards that would have fallen.
fn each_stored_weight(mut visit: impl FnMut(usize)) {
    each_whole_pattern(&mut visit);
    for suit in Suit::ALL {
        for count in 0..COUNTS {
            let table = SUIT_START + (suit as usize * COUNTS + count) * SUIT_PATTERNS;
            each_suit_pattern(suit, |pattern| visit(table + pattern));
        }
    }
    (HEIGHT_START..WEIGHTS).for_each(visit);
}

/// The settled boards without a chain, by their number among the whole patterns.
fn each_whole_pattern(mut visit: impl FnMut(usize)) {
    let keys = column_keys();
    each_three(COLUMNS, |outer, other, middle| {
        let masks = [0, 3, 6, 9].map(|shift| {
            let part = |column: usize| usize::from(keys[column] >> shift & 7);
            part(outer) | part(middle) << 3 | part(other) << 6
        });
        let taken = masks[0] | masks[1] | masks[2] | masks[3];
        if taken != 511 && !masks.into_iter().any(|mask| HAS_CHAIN[mask]) {
            visit(WHOLE_START + usize::from(COLUMN_PAIR[outer][other]) * COLUMNS + middle);
        }
    });
}

/// The same for one suit, by their number in its table.
fn each_suit_pattern(suit: Suit, mut visit: impl FnMut(usize)) {
    let keys = suit_column_keys();
    each_three(SUIT_COLUMNS, |outer, other, middle| {
        let [mask, taken] = [0, 3].map(|shift| {
            let part = |column: usize| usize::from(keys[column] >> shift & 7);
            part(outer) | part(middle) << 3 | part(other) << 6
        });
        let floats = suit != Suit::Hearts && mask & 0b110_110_110 & !(taken << 1) != 0;
        if taken != 511 && !HAS_CHAIN[mask] && !floats {
            visit(usize::from(SUIT_COLUMN_PAIR[outer][other]) * SUIT_COLUMNS + middle);
        }
    });
}

/// Every two outer columns without their order, with every middle one.
fn each_three(columns: usize, mut visit: impl FnMut(usize, usize, usize)) {
    for outer in 0..columns {
        for other in outer..columns {
            for middle in 0..columns {
                visit(outer, other, middle);
            }
        }
    }
}

/// The key of each column number.
fn column_keys() -> [u16; COLUMNS] {
    let mut keys = [0; COLUMNS];
    for (key, number) in COLUMN_NUMBER.into_iter().enumerate().filter(|(_, number)| *number != 0) {
        keys[usize::from(number)] = key as u16;
    }
    keys
}

/// As [`column_keys`] for [`SUIT_COLUMN_NUMBER`].
fn suit_column_keys() -> [u8; SUIT_COLUMNS] {
    let mut keys = [0; SUIT_COLUMNS];
    for (key, number) in SUIT_COLUMN_NUMBER.into_iter().enumerate().filter(|(_, number)| *number != 0) {
        keys[usize::from(number)] = key as u8;
    }
    keys
}

static COLUMN_NUMBER: [u8; 4096] = number_columns();
static SUIT_COLUMN_NUMBER: [u8; 64] = number_suit_columns();
static COLUMN_PAIR: [[u16; COLUMNS]; COLUMNS] = number_pairs();
static SUIT_COLUMN_PAIR: [[u16; SUIT_COLUMNS]; SUIT_COLUMNS] = number_pairs();
static HEIGHT_PAIR: [[u16; 8]; 8] = number_pairs();
static SPADE_CHAIN: [[u8; 9]; 512] = spade_chains();
static SPADE_TARGETS: [u16; 512] = spade_targets();
static HAS_CHAIN: [bool; 512] = masks_with_chains();

/// Numbers for the columns' patterns; a key has the three bits of each suit. Impossible columns share number 0.
const fn number_columns() -> [u8; 4096] {
    let mut numbers = [0; 4096];
    let mut next = 0;
    let mut pattern = 0;
    while pattern < 125 {
        let cells = [pattern % 5, pattern / 5 % 5, pattern / 25];
        let floats_1 = cells[0] == 0 && cells[1] != 0 && cells[1] != 2;
        let floats_2 = cells[1] == 0 && cells[2] != 0 && cells[2] != 2;
        let chain = cells[0] != 0 && cells[0] == cells[1] && cells[1] == cells[2];
        if !floats_1 && !floats_2 && !chain {
            let mut key = 0;
            let mut row = 0;
            while row < 3 {
                if cells[row] > 0 {
                    key |= 1 << ((cells[row] - 1) * 3 + row);
                }
                row += 1;
            }
            numbers[key] = next;
            next += 1;
        }
        pattern += 1;
    }
    assert!(next as usize == COLUMNS);
    numbers
}

/// As [`number_columns`] for one suit against the others; a key has the suit's bits, then the taken slots'.
const fn number_suit_columns() -> [u8; 64] {
    let mut numbers = [0; 64];
    let mut next = 0;
    let mut key = 0;
    while key < 64 {
        let (suit, taken) = (key & 7, key >> 3);
        if suit & !taken == 0 && suit != 7 {
            numbers[key] = next;
            next += 1;
        }
        key += 1;
    }
    assert!(next as usize == SUIT_COLUMNS);
    numbers
}

/// A number for each two of N, whichever comes first.
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

/// The size of the group that a Spade would belong to, for each set of Spades and each slot.
const fn spade_chains() -> [[u8; 9]; 512] {
    let mut sizes = [[0; 9]; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut slot = 0;
        while slot < 9 {
            sizes[mask][slot] = group_size(mask as u16 | 1 << slot, 1 << slot);
            slot += 1;
        }
        mask += 1;
    }
    sizes
}

const fn group_size(mask: u16, from: u16) -> u8 {
    let mut group = from;
    loop {
        let up = (group & 0b011_011_011) << 1;
        let down = (group & 0b110_110_110) >> 1;
        let grown = (group | up | down | group << 3 | group >> 3) & mask;
        if grown == group {
            return group.count_ones() as u8;
        }
        group = grown;
    }
}

/// The slots where one more Spade makes a chain.
const fn spade_targets() -> [u16; 512] {
    let mut targets = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut slot = 0;
        while slot < 9 {
            if group_size(mask as u16 | 1 << slot, 1 << slot) >= 3 {
                targets[mask] |= 1 << slot;
            }
            slot += 1;
        }
        mask += 1;
    }
    targets
}

const fn masks_with_chains() -> [bool; 512] {
    let mut has = [false; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut slot = 0;
        while slot < 9 {
            has[mask] |= mask >> slot & 1 == 1 && group_size(mask as u16, 1 << slot) >= 3;
            slot += 1;
        }
        mask += 1;
    }
    has
}

// ---------------------------------------------------------------------------------------------------------------------
// The weights' file

/// The weights that ship with the program, or why they cannot be used.
pub fn shipped() -> Result<&'static Values, ValuesError> {
    static SHIPPED: LazyLock<Result<Values, ValuesError>> = LazyLock::new(|| {
        Values::parse(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/ai/matrix-values.bin")))
    });
    SHIPPED.as_ref().map_err(|problem| *problem)
}

/// Learned weights.
///
/// Their file is little-endian: the eight bytes [`Values::MAGIC`], the version (`u32`), the number of weights that follow
/// (`u32`), and those weights (`i16`), each in 1/[`Values::UNIT`] point. It leaves out what no board in play can need.
#[derive(Clone, PartialEq, Eq)]
pub struct Values {
    weights: Box<[i16]>,
}

/// Why bytes are no usable weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValuesError {
    /// It does not begin as such a file does.
    #[error("not a file of Matrix Solitaire values")]
    NotValues,
    /// Another version's tables.
    #[error("version {found} of the Matrix Solitaire values, where version {} is needed", Values::VERSION)]
    OtherVersion {
        /// The file's version.
        found: u32,
    },
    /// There are not as many weights as the tables need and the header says.
    #[error("a wrong number of Matrix Solitaire values: {announced} announced, {found} bytes of them found")]
    OtherSize {
        /// The number of weights by the header.
        announced: u32,
        /// The bytes after the header.
        found: usize,
    },
}

impl Values {
    /// How a file begins.
    pub const MAGIC: [u8; 8] = *b"PMATRIXV";
    /// The version of the tables' layout.
    pub const VERSION: u32 = 1;
    /// A weight of this much is one point.
    pub const UNIT: f32 = 256.0;

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// Whatever is wrong with the file.
    pub fn parse(bytes: &[u8]) -> Result<Values, ValuesError> {
        let (magic, rest) = bytes.split_first_chunk().ok_or(ValuesError::NotValues)?;
        let (version, rest) = rest.split_first_chunk().ok_or(ValuesError::NotValues)?;
        let (announced, rest) = rest.split_first_chunk().ok_or(ValuesError::NotValues)?;
        if *magic != Self::MAGIC {
            return Err(ValuesError::NotValues);
        }
        let version = u32::from_le_bytes(*version);
        if version != Self::VERSION {
            return Err(ValuesError::OtherVersion { found: version });
        }
        let mut weights = vec![0; WEIGHTS].into_boxed_slice();
        let (stored, odd) = rest.as_chunks::<2>();
        let mut taken = 0;
        each_stored_weight(|weight| {
            weights[weight] = stored.get(taken).map_or(0, |bytes| i16::from_le_bytes(*bytes));
            taken += 1;
        });
        let announced = u32::from_le_bytes(*announced);
        if announced as usize != taken || stored.len() != taken || !odd.is_empty() {
            return Err(ValuesError::OtherSize { announced, found: rest.len() });
        }
        Ok(Values { weights })
    }

    /// The bytes of a file with these [`WEIGHTS`] weights, given in points; missing ones count as 0.
    pub fn to_bytes(weights: &[f32]) -> Vec<u8> {
        let mut stored = Vec::new();
        each_stored_weight(|weight| {
            let points = weights.get(weight).copied().unwrap_or(0.0);
            // `as` cuts off what an i16 cannot hold, which is more than a game can be worth.
            stored.extend(((points * Self::UNIT).round() as i16).to_le_bytes());
        });
        let mut bytes = Self::MAGIC.to_vec();
        bytes.extend(Self::VERSION.to_le_bytes());
        bytes.extend((stored.len() as u32 / 2).to_le_bytes());
        bytes.extend(stored);
        bytes
    }

    /// The weights in points.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.weights.iter().map(|weight| f32::from(*weight) / Self::UNIT)
    }
}

impl Evaluate for Values {
    fn value(&self, board: &Board, left: &Remaining) -> f32 {
        if left.count() == 0 || board.is_full() {
            return penalty(board);
        }
        let mut sum = 0;
        each_weight(board, left, |weight| sum += i32::from(self.weights[weight]));
        sum as f32 / Self::UNIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: &dyn Fn() -> bool = &|| false;
    const STRENGTHS: [Strength; 3] = [Strength::Easy, Strength::Medium, Strength::Hard];

    fn cards(text: &str) -> Vec<Card> {
        crate::cards::parse_cards(text).unwrap()
    }

    fn board(places: &str) -> Board {
        Board::with(places.split_whitespace().map(|place| {
            let (slot, card) = place.split_once('=').unwrap();
            (slot.parse().unwrap(), card.parse().unwrap())
        }))
    }

    fn shuffled(noise: &mut Noise) -> Vec<Card> {
        let mut deck: Vec<Card> = Card::all().collect();
        for last in (1..deck.len()).rev() {
            deck.swap(last, (noise.next() % (last as u64 + 1)) as usize);
        }
        deck
    }

    /// Positions of games in which any legal card goes anywhere, with one buried card in some of them.
    fn positions() -> Vec<Knowledge> {
        let mut noise = Noise(5);
        let mut found = Vec::new();
        for game in 0..12 {
            let deck = shuffled(&mut noise);
            let mut board = Board::EMPTY;
            for (index, &current) in deck.iter().enumerate() {
                let mut below: Vec<Card> = deck[index + 1..].iter().skip(1).copied().collect();
                let buried = if game % 2 == 0 { below.pop() } else { None };
                let next = deck.get(index + 1).copied();
                let unseen = below.into_iter().collect();
                found.push(Knowledge { board, current, next, unseen, buried: buried.into_iter().collect() });
                let legal = legal_choices(found.last().unwrap());
                let choice = legal[(noise.next() % legal.len() as u64) as usize];
                board.play(current, choice.slot);
                if board.is_full() {
                    break;
                }
            }
        }
        found
    }

    #[test]
    fn every_legal_play_is_ranked_once_and_no_other() {
        for know in positions().iter().step_by(13) {
            let mut legal: Vec<(Slot, bool)> = legal_choices(know).iter().map(|c| (c.slot, c.bury)).collect();
            legal.sort();
            for strength in STRENGTHS {
                let ranked = rank_choices(know, strength, 1, NEVER);
                assert!(ranked.is_sorted_by(|a, b| a.expected >= b.expected));
                let mut plays: Vec<(Slot, bool)> = ranked.iter().map(|c| (c.slot, c.bury)).collect();
                plays.sort();
                assert_eq!(plays, legal, "{know:?}");
            }
        }
    }

    #[test]
    fn only_a_club_with_a_next_card_may_bury() {
        let mut know = Knowledge {
            board: Board::EMPTY,
            current: cards("5C")[0],
            next: Some(cards("KH")[0]),
            unseen: cards("2S 3S").into_iter().collect(),
            buried: ArrayVec::new(),
        };
        assert_eq!(legal_choices(&know).iter().filter(|choice| choice.bury).count(), 3);
        know.next = None;
        know.unseen = CardSet::EMPTY;
        assert!(legal_choices(&know).iter().all(|choice| !choice.bury));
        know.current = cards("5D")[0];
        know.next = Some(cards("KH")[0]);
        assert!(legal_choices(&know).iter().all(|choice| !choice.bury));
    }

    #[test]
    fn the_same_seed_gives_the_same_answer() {
        for know in positions().iter().step_by(47) {
            for strength in STRENGTHS {
                let answers = [(); 2].map(|()| rank_choices(know, strength, 77, NEVER));
                assert_eq!(answers[0], answers[1]);
            }
        }
    }

    #[test]
    fn an_obvious_chain_of_six_is_completed() {
        let know = Knowledge {
            board: board("a1=4C a2=2H a3=3H b1=4H c1=8D c2=5H c3=6H"),
            current: cards("7H")[0],
            next: Some(cards("2D")[0]),
            unseen: cards("2C 3C 9S TS JD QD 9H TH").into_iter().collect(),
            buried: ArrayVec::new(),
        };
        for strength in STRENGTHS {
            let best = rank_choices(&know, strength, 3, NEVER)[0];
            assert_eq!(best.slot.to_string(), "b2", "{strength:?}");
        }
        assert!(rank_choices(&know, Strength::Hard, 3, NEVER)[0].expected > 40.0);
    }

    #[test]
    fn with_known_cards_alone_the_expectation_is_exact() {
        // A chain of three leaves the first Club behind, or burying brings the Diamond up last: worth the same.
        let know = Knowledge {
            board: board("a1=2C a2=3C b1=9S"),
            current: cards("4C")[0],
            next: Some(cards("8D")[0]),
            unseen: CardSet::EMPTY,
            buried: cards("9D").into_iter().collect(),
        };
        let best = rank_choices(&know, Strength::Hard, 0, NEVER)[0];
        assert_eq!((best.slot.to_string().as_str(), best.expected), ("a3", 3.0 - 3.0));
    }

    #[test]
    fn cancelling_at_once_still_ranks_every_play() {
        for know in positions().iter().step_by(31) {
            let ranked = rank_choices(know, Strength::Hard, 0, &|| true);
            assert_eq!(ranked.len(), legal_choices(know).len());
        }
    }

    #[test]
    fn a_mirror_image_is_worth_the_same() {
        let values = shipped().unwrap();
        for know in positions() {
            let left = Remaining::of(know.unseen);
            assert_eq!(
                values.value(&know.board, &left),
                values.value(&know.board.mirrored(), &left),
                "{:?}",
                know.board
            );
        }
    }

    #[test]
    fn the_file_holds_every_weight_that_play_asks_for() {
        let mut stored = vec![false; WEIGHTS];
        each_stored_weight(|weight| {
            assert!(!stored[weight], "twice");
            stored[weight] = true;
        });
        for know in positions() {
            each_weight(&know.board, &Remaining::of(know.unseen), |weight| assert!(stored[weight], "{:?}", know.board));
        }
    }

    #[test]
    fn weights_survive_their_file() {
        let shipped = shipped().unwrap();
        let weights: Vec<f32> = shipped.weights().collect();
        assert!(Values::parse(&Values::to_bytes(&weights)).unwrap() == *shipped);
    }

    #[test]
    fn bad_files_are_refused() {
        let good = Values::to_bytes(&[]);
        assert!(Values::parse(&good).is_ok());
        assert_eq!(Values::parse(b"").err(), Some(ValuesError::NotValues));
        assert_eq!(Values::parse(&good[..12]).err(), Some(ValuesError::NotValues));
        for cut in [16, 17, good.len() / 2, good.len() - 1] {
            assert!(matches!(Values::parse(&good[..cut]), Err(ValuesError::OtherSize { .. })), "{cut}");
        }
        assert!(matches!(Values::parse(&[good.as_slice(), &[0]].concat()), Err(ValuesError::OtherSize { .. })));
        let with = |place: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[place] = byte;
            Values::parse(&bytes).err()
        };
        assert_eq!(with(0, b'X'), Some(ValuesError::NotValues));
        assert_eq!(with(8, 9), Some(ValuesError::OtherVersion { found: 9 }));
        assert!(matches!(with(12, 0xFF), Some(ValuesError::OtherSize { .. })));
    }

    #[test]
    fn buried_cards_come_back_in_their_order() {
        let mut buried = Buried::NONE;
        let order = cards("KS AS 2C KC 7D");
        assert!(order.iter().all(|card| buried.bury(*card)));
        let back: Vec<Card> = std::iter::from_fn(|| buried.draw()).collect();
        assert_eq!(back, order);
        let room = Card::all().filter(|card| buried.bury(*card)).count();
        assert_eq!(room, 21);
    }

    #[test]
    fn the_chances_of_a_draw_add_up() {
        for know in positions() {
            let stock = Stock::of(&know);
            let sum: f32 = stock.draws(3).iter().map(|draw| draw.chance).sum();
            assert!(stock.is_empty() || (sum - 1.0).abs() < 1e-4, "{sum}");
        }
    }
}
