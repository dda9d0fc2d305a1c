//! Estimates what each legal play of Matrix Solitaire is worth, using no more than a player may know.
//!
//! A learned value function says how many points a settled matrix will still bring, given which cards are left in the
//! deck but not their order. An expectimax search goes around it: the current and the next card are known, and every
//! later draw is an average over the cards that may come. The value function is an n-tuple network, as Jaśkowski used
//! for 2048: a sum of table entries, learned by self-play (`examples/train_matrix.rs`) and looked up in no time.
//!
//! Nothing here reads a clock: effort is counted in evaluations, so equal calls give equal answers.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Suit};
use crate::engine::seats::BotLevel;

use super::board::{Board, GROUPS, Slot, group_around};
use super::rules::{self, Play};

/// All that a player knows before a play. The board is settled.
#[derive(Clone, Debug)]
pub struct KnownCards {
    pub board: Board,
    pub current: Card,
    pub next: Option<Card>,
    /// The cards of the deck in unknown order, without `next`.
    pub unseen: CardSet,
    /// The cards buried at the bottom of the deck, without `next`, in drawing order.
    pub buried: ArrayVec<Card, { Card::COUNT }>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoredPlay {
    pub play: Play,
    /// Expected points from here to the end of the game, including this play and the penalty for cards left.
    pub expected: f32,
}

/// The legal plays in their usual order, each with an `expected` of 0.
fn legal_plays(known: &KnownCards) -> Vec<ScoredPlay> {
    let plays = rules::legal_plays(&known.board, known.current, known.next);
    plays.into_iter().map(|play| ScoredPlay { play, expected: 0.0 }).collect()
}

/// All legal plays, best first.
///
/// Easy takes what scores now and likes pairs: about 30 points a game. Medium looks at the current and the next card,
/// and misjudges what they lead to: about 70. Hard looks ahead as far as its budget goes: about 120.
///
/// `seed` decides what Easy and Medium misjudge; Hard does not use it. Once `cancelled` returns true, this returns the
/// ranking found so far, which still has every legal play in it.
pub fn rank_plays(known: &KnownCards, level: BotLevel, seed: u64, cancelled: &dyn Fn() -> bool) -> Vec<ScoredPlay> {
    match (level, shipped()) {
        (BotLevel::Medium, Ok(values)) => rank_roughly(values, known, seed),
        (BotLevel::Hard, Ok(values)) => rank_ahead(values, known, SearchEffort::HARD, cancelled),
        _ => rank_greedily(known, seed),
    }
}

fn rank_greedily(known: &KnownCards, seed: u64) -> Vec<ScoredPlay> {
    let mut rng = SplitMix64(seed);
    let mut plays = legal_plays(known);
    for scored in &mut plays {
        let (board, points) = known.board.played(known.current, scored.play.slot);
        scored.expected = f32::from(points) + 0.5 * same_suit_pairs(&board) + 0.01 * rng.unit();
    }
    best_first(&mut plays);
    plays
}

/// How many pairs of adjacent cards are of one suit.
fn same_suit_pairs(board: &Board) -> f32 {
    let of_suit = |suit| {
        let mask = board.suit(suit);
        (mask & (mask & 0b011_011_011) << 1).count_ones() + (mask & mask << 3).count_ones()
    };
    Suit::ALL.into_iter().map(of_suit).sum::<u32>() as f32
}

/// The largest error of Medium's estimates, in points.
const MEDIUM_NOISE: f32 = 9.0;

/// Looks no further than the known cards, and blurs what it sees.
fn rank_roughly(values: &Values, known: &KnownCards, seed: u64) -> Vec<ScoredPlay> {
    let mut rng = SplitMix64(seed);
    let mut plays = rank_ahead(values, known, SearchEffort::MEDIUM, &|| false);
    for play in &mut plays {
        play.expected += MEDIUM_NOISE * rng.bell();
    }
    best_first(&mut plays);
    plays
}

/// Stable, so equal plays stay in slot order, each without burying before the same with it.
fn best_first(plays: &mut [ScoredPlay]) {
    plays.sort_by(|a, b| b.expected.total_cmp(&a.expected));
}

/// Steele, Lea and Flood's generator (2014): cheap noise, the same on every machine.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// At least 0 and below 1.
    fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1 << 24) as f32
    }

    /// Between −1 and 1, bell-shaped around 0.
    fn bell(&mut self) -> f32 {
        (self.unit() + self.unit() + self.unit()) / 1.5 - 1.0
    }
}

/// The mixing function of [`SplitMix64`].
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchEffort {
    /// The greatest depth: how many unknown draws are averaged over, one after the other.
    pub draws: u32,
    /// How many of the current plays are searched deeper than one unknown draw.
    pub first_width: usize,
    /// How many of the plays at each later turn are searched.
    pub width: usize,
    /// No deeper search begins if it would probably take the number of evaluations above this.
    pub evaluations: u64,
}

impl SearchEffort {
    const MEDIUM: SearchEffort = SearchEffort { draws: 0, first_width: 0, width: 0, evaluations: 0 };
    pub const HARD: SearchEffort = SearchEffort { draws: 8, first_width: 5, width: 2, evaluations: 150_000 };
}

/// All legal plays by expectimax search over `eval`, deepened step by step within `effort`, best first.
pub fn rank_ahead<E: Evaluate>(
    eval: &E,
    known: &KnownCards,
    effort: SearchEffort,
    cancelled: &dyn Fn() -> bool,
) -> Vec<ScoredPlay> {
    deepen(eval, known, legal_plays(known), effort, cancelled)
}

/// These plays as hard judges them, all of them looked at as deeply, best first; none without the learned values.
pub fn compare_plays(known: &KnownCards, plays: &[Play], cancelled: &dyn Fn() -> bool) -> Vec<ScoredPlay> {
    let Ok(values) = shipped() else { return Vec::new() };
    let plays = plays.iter().map(|play| ScoredPlay { play: *play, expected: 0.0 }).collect();
    deepen(values, known, plays, SearchEffort::HARD, cancelled)
}

/// The search of [`rank_ahead`] over these plays.
fn deepen<E: Evaluate>(
    eval: &E,
    known: &KnownCards,
    mut plays: Vec<ScoredPlay>,
    effort: SearchEffort,
    cancelled: &dyn Fn() -> bool,
) -> Vec<ScoredPlay> {
    let hidden = HiddenDeck::of(known);
    let mut search = PlaySearch { eval, width: effort.width, depth: 0, cancelled, evaluations: 0, stopped: false };
    let mut spent_before = 0;
    // As many draws as there are hidden cards reveal everything; burying adds the next card to them.
    let all = hidden.cards().len() as u32 + 1;
    for draws in 0..=effort.draws.min(all) {
        let evaluations_before = search.evaluations;
        search.depth = draws;
        let searched = if draws < 2 { plays.len() } else { plays.len().min(effort.first_width) };
        let Some(deeper) = search.evaluate_plays(known, hidden, &plays[..searched], draws) else {
            break;
        };
        plays[..searched].copy_from_slice(&deeper);
        best_first(&mut plays[..searched]);
        cap_unsearched(&mut plays, searched);
        let spent = search.evaluations - evaluations_before;
        // One more draw multiplies the cost by about as much as the last one did.
        let growth = (spent / u64::max(spent_before, 1)).clamp(2, 40);
        if search.evaluations + spent * growth > effort.evaluations {
            break;
        }
        spent_before = spent;
    }
    plays
}

/// Keeps plays beyond the first `searched`, whose estimates are shallower, from ranking above those.
fn cap_unsearched(plays: &mut [ScoredPlay], searched: usize) {
    let (deep, shallow) = plays.split_at_mut(searched);
    let Some(worst) = deep.last() else {
        return;
    };
    for play in shallow {
        play.expected = play.expected.min(worst.expected);
    }
}

/// The best play by a full-width search over exactly this many unknown draws, for training; `None` if no play is legal.
pub fn best_play<E: Evaluate>(eval: &E, known: &KnownCards, draws: u32) -> Option<ScoredPlay> {
    let mut search =
        PlaySearch { eval, width: Slot::COUNT, depth: draws, cancelled: &|| false, evaluations: 0, stopped: false };
    let evaluated = search.evaluate_plays(known, HiddenDeck::of(known), &legal_plays(known), draws)?;
    evaluated.into_iter().reduce(|best, play| if play.expected > best.expected { play } else { best })
}

struct PlaySearch<'a, E> {
    eval: &'a E,
    width: usize,
    /// How many unknown draws the search goes through from its root.
    depth: u32,
    cancelled: &'a dyn Fn() -> bool,
    evaluations: u64,
    stopped: bool,
}

impl<E: Evaluate> PlaySearch<'_, E> {
    /// The plays with their expected points after this many unknown draws; `None` when cancelled before the end.
    fn evaluate_plays(
        &mut self,
        known: &KnownCards,
        hidden: HiddenDeck,
        plays: &[ScoredPlay],
        draws: u32,
    ) -> Option<Vec<ScoredPlay>> {
        let mut evaluated = Vec::with_capacity(plays.len());
        for &ScoredPlay { play, .. } in plays {
            let (board, points) = known.board.played(known.current, play.slot);
            let later = if play.bury {
                self.expected_after_burying(&board, known.next, hidden, draws)
            } else {
                self.expected_after(&board, known.next, hidden, draws)
            };
            if self.stopped {
                return None;
            }
            evaluated.push(ScoredPlay { play, expected: f32::from(points) + later });
        }
        Some(evaluated)
    }

    /// The expected points from this settled board on, with `next` on top of the hidden cards.
    fn expected_after(&mut self, board: &Board, next: Option<Card>, hidden: HiddenDeck, draws: u32) -> f32 {
        let Some(next) = next.filter(|_| !board.is_full()) else {
            return final_penalty(board);
        };
        if hidden.is_empty() {
            return self.expected_before(board, next, None, hidden, 0);
        }
        if draws == 0 {
            return self.best_leaf(board, next, &Remaining::of(hidden.cards()));
        }
        if draws > 1 && (self.cancelled)() {
            self.stopped = true;
        }
        if self.stopped {
            return 0.0;
        }
        let mut sum = 0.0;
        for (card, chance) in hidden.draws(self.spade_groups(draws)) {
            sum += chance * self.expected_before(board, next, Some(card), hidden.without(card), draws - 1);
        }
        sum
    }

    /// As [`PlaySearch::expected_after`], when `next` goes to the bottom first.
    fn expected_after_burying(&mut self, board: &Board, next: Option<Card>, hidden: HiddenDeck, draws: u32) -> f32 {
        if board.is_full() {
            return final_penalty(board);
        }
        let hidden = next.map_or(hidden, |next| hidden.bury(next));
        if draws == 0 {
            self.evaluations += 1;
            return self.eval.value(board, &Remaining::of(hidden.cards()));
        }
        let mut sum = 0.0;
        for (card, chance) in hidden.draws(self.spade_groups(draws)) {
            sum += chance * self.expected_after(board, Some(card), hidden.without(card), draws - 1);
        }
        sum
    }

    /// The expected points with `current` to be played and `next` visible.
    fn expected_before(
        &mut self,
        board: &Board,
        current: Card,
        next: Option<Card>,
        hidden: HiddenDeck,
        draws: u32,
    ) -> f32 {
        let may_bury = current.suit() == Suit::Clubs && !hidden.is_empty();
        let mut best = f32::MIN;
        for candidate in &self.candidates(board, current, next, hidden, draws) {
            best = best.max(candidate.points + self.expected_after(&candidate.board, next, hidden, draws));
            if may_bury {
                best = best.max(candidate.points + self.expected_after_burying(&candidate.board, next, hidden, draws));
            }
        }
        best
    }

    /// The plays to search: all of them, or far from the leaves only the `width` best by a shallow estimate.
    fn candidates(
        &mut self,
        board: &Board,
        card: Card,
        next: Option<Card>,
        hidden: HiddenDeck,
        draws: u32,
    ) -> CandidatePlays {
        let candidate = |slot| {
            let (board, points) = board.played(card, slot);
            CandidatePlay { board, points: f32::from(points), estimate: 0.0 }
        };
        let mut candidates: CandidatePlays = Slot::of_mask(board.open_to(card)).map(candidate).collect();
        if draws > 0 && candidates.len() > self.width && next.is_some() {
            for candidate in &mut candidates {
                candidate.estimate = candidate.points + self.expected_after(&candidate.board, next, hidden, 0);
            }
            candidates.sort_unstable_by(|a, b| b.estimate.total_cmp(&a.estimate));
            candidates.truncate(self.width);
        }
        candidates
    }

    /// Into how many groups by rank the spades are split: only for the first draw do their ranks pay for the effort.
    const fn spade_groups(&self, draws: u32) -> usize {
        if draws == self.depth { 3 } else { 1 }
    }

    /// The best that `card` can do by its points and the value of the board it leaves.
    fn best_leaf(&mut self, board: &Board, card: Card, after_it: &Remaining) -> f32 {
        Slot::of_mask(board.open_to(card)).fold(f32::MIN, |best, slot| {
            let (settled, points) = board.played(card, slot);
            self.evaluations += 1;
            best.max(f32::from(points) + self.eval.value(&settled, after_it))
        })
    }
}

type CandidatePlays = ArrayVec<CandidatePlay, { Slot::COUNT }>;

/// A play at a later turn: the settled board after it, and its points.
#[derive(Clone, Copy)]
struct CandidatePlay {
    board: Board,
    points: f32,
    estimate: f32,
}

/// At the end, every card left in the matrix costs a point.
fn final_penalty(board: &Board) -> f32 {
    -(board.len() as f32)
}

/// The deck without its visible top card, small enough to be copied at every node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HiddenDeck {
    unseen: CardSet,
    buried: BuriedCards,
}

/// The known bottom of a deck, packed six bits to a card (its index + 1) with the next to be drawn lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BuriedCards(u128);

impl BuriedCards {
    pub(super) const NONE: BuriedCards = BuriedCards(0);

    /// Puts the card at the bottom; `false` if there is no room. There is room for 21, and only the 13 clubs bury.
    pub(super) fn bury(&mut self, card: Card) -> bool {
        let used = (u128::BITS - self.0.leading_zeros()).div_ceil(6);
        let room = used < u128::BITS / 6;
        if room {
            self.0 |= u128::from(card.index() + 1) << (6 * used);
        }
        room
    }

    const fn front(self) -> Option<Card> {
        match (self.0 & 63) as u8 {
            0 => None,
            number => Card::from_index(number - 1),
        }
    }

    pub(super) const fn draw(&mut self) -> Option<Card> {
        let front = self.front();
        self.0 >>= 6;
        front
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Different for different cards or orders.
    pub(super) const fn bits(self) -> u128 {
        self.0
    }
}

impl HiddenDeck {
    fn of(known: &KnownCards) -> HiddenDeck {
        let hidden = HiddenDeck { unseen: known.unseen, buried: BuriedCards::NONE };
        known.buried.iter().fold(hidden, |hidden, card| hidden.bury(*card))
    }

    const fn is_empty(self) -> bool {
        self.unseen.is_empty() && self.buried.is_empty()
    }

    fn cards(mut self) -> CardSet {
        while let Some(card) = self.buried.draw() {
            self.unseen.insert(card);
        }
        self.unseen
    }

    fn bury(mut self, card: Card) -> HiddenDeck {
        if !self.buried.bury(card) {
            self.unseen.insert(card);
        }
        self
    }

    /// What is left after drawing this card, one of [`HiddenDeck::draws`].
    fn without(mut self, card: Card) -> HiddenDeck {
        if !self.unseen.remove(card) {
            self.buried.draw();
        }
        self
    }

    /// The cards that may come next, with their chances. One card stands for all unseen cards of its suit, except that
    /// spades, whose rank decides where they may go, are split by rank into up to three groups.
    fn draws(self, spade_groups: usize) -> ArrayVec<(Card, f32), 6> {
        if self.unseen.is_empty() {
            return self.buried.front().map(|card| (card, 1.0)).into_iter().collect();
        }
        let mut draws = ArrayVec::new();
        let each = 1.0 / self.unseen.len() as f32;
        for suit in Suit::ALL {
            let of_suit: ArrayVec<Card, 13> = self.unseen.iter().filter(|card| card.suit() == suit).collect();
            let groups = of_suit.len().min(if suit == Suit::Spades { spade_groups } else { 1 });
            for group in 0..groups {
                let from = of_suit.len() * group / groups;
                let to = of_suit.len() * (group + 1) / groups;
                draws.push((of_suit[(from + to) / 2], each * (to - from) as f32));
            }
        }
        draws
    }
}

pub trait Evaluate {
    /// The points still to come, including the penalty for cards left, with `left` in the deck in unknown order.
    fn value(&self, board: &Board, left: &Remaining) -> f32;
}

/// The cards left in the deck, prepared for looking up weights.
#[derive(Clone, Copy, Debug)]
pub struct Remaining {
    cards: CardSet,
    /// For each suit, where the part of its table for this many cards of the suit begins.
    suit_tables: [usize; 4],
    height_table: usize,
    counts_entry: usize,
}

impl Remaining {
    pub fn of(cards: CardSet) -> Remaining {
        let counts = Suit::ALL.map(|suit| cards.count(suit));
        Remaining {
            cards,
            suit_tables: Suit::ALL.map(|suit| suit_table(suit, counts[suit as usize])),
            height_table: HEIGHT_START + cards.len() * HEIGHT_PATTERNS,
            counts_entry: COUNTS_START + counts.into_iter().fold(0, |entry, count| entry * COUNTS + count),
        }
    }

    pub const fn count(&self) -> usize {
        self.cards.len()
    }

    /// How many of the spades left take this card.
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

/// The ways to fill a column in which only hearts float and no suit has all three slots.
const COLUMNS: usize = 91;
/// The same, telling apart only cards of one suit, other cards and empty slots.
const SUIT_COLUMNS: usize = 26;
const SUIT_PATTERNS: usize = SUIT_COLUMNS * (SUIT_COLUMNS + 1) / 2 * SUIT_COLUMNS;
const HEIGHT_PATTERNS: usize = 36 * 8;
/// 0 to 13 cards of a suit are left.
const COUNTS: usize = 14;

/// Whole boards: the outer columns in either order, then the middle one.
const WHOLE_START: usize = 0;
/// For each suit and how many cards of it are left: where it lies, where others lie, and what is empty.
const SUIT_START: usize = WHOLE_START + COLUMNS * (COLUMNS + 1) / 2 * COLUMNS;
/// For each number of cards left: which slots are taken.
const HEIGHT_START: usize = SUIT_START + 4 * COUNTS * SUIT_PATTERNS;
const COUNTS_START: usize = HEIGHT_START + 53 * HEIGHT_PATTERNS;
/// For a card that a spade could take to make a chain: its suit, the chain's size, and how many spades left take it.
const TARGET_START: usize = COUNTS_START + COUNTS * COUNTS * COUNTS * COUNTS;

pub const WEIGHTS: usize = TARGET_START + 3 * 10 * COUNTS;

const fn suit_table(suit: Suit, count: usize) -> usize {
    SUIT_START + (suit as usize * COUNTS + count) * SUIT_PATTERNS
}

/// The weights of which every board with this many cards left in the deck uses exactly one, so that training can set an
/// initial value there. Empty above 52.
pub const fn height_weights(left: usize) -> std::ops::Range<usize> {
    let start = HEIGHT_START + left * HEIGHT_PATTERNS;
    if left <= Card::COUNT { start..start + HEIGHT_PATTERNS } else { start..start }
}

/// Calls `visit` with the index of every weight in the board's value, at most 15 of them. A board and its mirror image
/// have the same.
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
    for slot in Slot::of_mask(SPADE_TARGETS[suits[0]] & (taken & !suits[0]) as u16) {
        if let Some(card) = board.card(slot) {
            let size = group_around(suits[0] as u16 | slot.bit(), slot.bit()).count_ones() as usize;
            let kind = (card.suit() as usize - 1) * 10 + size;
            visit(TARGET_START + kind * COUNTS + left.spades_above(card));
        }
    }
}

/// The indices of all weights that a reachable board can use, ascending. The tables also have entries for unreachable
/// boards, which the file leaves out: with a chain, full, or with cards about to fall.
fn stored_weights() -> Vec<usize> {
    let mut weights: Vec<usize> = whole_patterns().map(|pattern| WHOLE_START + pattern).collect();
    for suit in Suit::ALL {
        let patterns: Vec<usize> = suit_patterns(suit).collect();
        for count in 0..COUNTS {
            weights.extend(patterns.iter().map(|pattern| suit_table(suit, count) + pattern));
        }
    }
    weights.extend(HEIGHT_START..WEIGHTS);
    weights
}

/// The whole boards that can be reached.
fn whole_patterns() -> impl Iterator<Item = usize> {
    let keys: [usize; COLUMNS] = keys_of(&COLUMN_NUMBER);
    column_triples(COLUMNS).filter_map(move |[outer, middle, other]| {
        let columns = [keys[outer], keys[middle], keys[other]];
        let masks = [0, 3, 6, 9].map(|shift| mask_of(columns, shift));
        let is_full = masks[0] | masks[1] | masks[2] | masks[3] == 511;
        let is_reachable = !is_full && masks.into_iter().all(|mask| !has_chain(mask));
        is_reachable.then(|| usize::from(COLUMN_PAIR[outer][other]) * COLUMNS + middle)
    })
}

/// The same for one suit against the others.
fn suit_patterns(suit: Suit) -> impl Iterator<Item = usize> {
    let keys: [usize; SUIT_COLUMNS] = keys_of(&SUIT_COLUMN_NUMBER);
    column_triples(SUIT_COLUMNS).filter_map(move |[outer, middle, other]| {
        let columns = [keys[outer], keys[middle], keys[other]];
        let [mask, taken] = [0, 3].map(|shift| mask_of(columns, shift));
        let falls = suit != Suit::Hearts && mask & 0b110_110_110 & !(taken << 1) != 0;
        let is_reachable = taken != 511 && !has_chain(mask) && !falls;
        is_reachable.then(|| usize::from(SUIT_COLUMN_PAIR[outer][other]) * SUIT_COLUMNS + middle)
    })
}

/// The three bits at `shift` in the keys of the three columns, as a mask of the matrix.
fn mask_of(columns: [usize; 3], shift: usize) -> usize {
    columns.into_iter().rev().fold(0, |mask, key| mask << 3 | (key >> shift & 7))
}

fn has_chain(mask: usize) -> bool {
    GROUPS[mask][0] != 0
}

/// Every unordered pair of outer columns around every middle column, in the order of the tables.
fn column_triples(columns: usize) -> impl Iterator<Item = [usize; 3]> {
    let pairs = (0..columns).flat_map(move |outer| (outer..columns).map(move |other| (outer, other)));
    pairs.flat_map(move |(outer, other)| (0..columns).map(move |middle| [outer, middle, other]))
}

/// The key of each number: the inverse of [`COLUMN_NUMBER`] or [`SUIT_COLUMN_NUMBER`].
fn keys_of<const N: usize>(numbers: &[u8]) -> [usize; N] {
    let mut keys = [0; N];
    for (key, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
        keys[usize::from(*number)] = key;
    }
    keys
}

static COLUMN_NUMBER: [u8; 4096] = number_columns();
static SUIT_COLUMN_NUMBER: [u8; 64] = number_suit_columns();
static COLUMN_PAIR: [[u16; COLUMNS]; COLUMNS] = number_pairs();
static SUIT_COLUMN_PAIR: [[u16; SUIT_COLUMNS]; SUIT_COLUMNS] = number_pairs();
static HEIGHT_PAIR: [[u16; 8]; 8] = number_pairs();
static SPADE_TARGETS: [u16; 512] = spade_targets();

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

/// As [`number_columns`] for one suit against the others; a key has the suit's three bits, then those of taken slots.
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

/// For each mask of spades, the slots where one more makes a chain.
const fn spade_targets() -> [u16; 512] {
    let mut targets = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut slot = 1;
        while slot < 512 {
            if group_around(mask as u16 | slot, slot).count_ones() >= 3 {
                targets[mask] |= slot;
            }
            slot <<= 1;
        }
        mask += 1;
    }
    targets
}

pub fn shipped() -> Result<&'static Values, ValuesError> {
    static SHIPPED: LazyLock<Result<Values, ValuesError>> = LazyLock::new(|| {
        Values::parse(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/ai/matrix-values.bin")))
    });
    SHIPPED.as_ref().map_err(|problem| *problem)
}

/// The learned weights, in units of 1/[`Values::UNIT`] point.
///
/// Their file is little-endian: the eight bytes [`Values::MAGIC`], the version (`u32`), the number of weights (`u32`),
/// and the weights (`i16`) without those that no reachable board uses.
#[derive(Clone, PartialEq, Eq)]
pub struct Values {
    weights: Box<[i16]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValuesError {
    #[error("this is not a file of Matrix Solitaire values")]
    NotValues,
    #[error("these Matrix Solitaire values have version {found}; version {} is needed", Values::VERSION)]
    OtherVersion { found: u32 },
    /// `announced` weights by the header, but `found` bytes after it.
    #[error("wrong number of Matrix Solitaire values: the header announces {announced}, but {found} bytes follow it")]
    OtherSize { announced: u32, found: usize },
}

impl Values {
    pub const MAGIC: [u8; 8] = *b"PMATRIXV";
    /// Of the tables' layout: [`WEIGHTS`] and what each weight stands for.
    pub const VERSION: u32 = 1;
    pub const UNIT: f32 = 256.0;

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
        let announced = u32::from_le_bytes(*announced);
        let indices = stored_weights();
        let (stored, odd_byte) = rest.as_chunks::<2>();
        if announced as usize != indices.len() || stored.len() != indices.len() || !odd_byte.is_empty() {
            return Err(ValuesError::OtherSize { announced, found: rest.len() });
        }
        let mut weights = vec![0; WEIGHTS].into_boxed_slice();
        for (index, bytes) in indices.into_iter().zip(stored) {
            weights[index] = i16::from_le_bytes(*bytes);
        }
        Ok(Values { weights })
    }

    /// A file with these [`WEIGHTS`] weights, given in points; missing ones count as 0.
    pub fn to_bytes(weights: &[f32]) -> Vec<u8> {
        let indices = stored_weights();
        let mut bytes = Self::MAGIC.to_vec();
        bytes.extend(Self::VERSION.to_le_bytes());
        bytes.extend((indices.len() as u32).to_le_bytes());
        for index in indices {
            let points = weights.get(index).copied().unwrap_or(0.0);
            // `as` saturates, but an i16 holds more than any game is worth.
            bytes.extend(((points * Self::UNIT).round() as i16).to_le_bytes());
        }
        bytes
    }

    /// In points.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.weights.iter().map(|weight| f32::from(*weight) / Self::UNIT)
    }
}

impl Evaluate for Values {
    fn value(&self, board: &Board, left: &Remaining) -> f32 {
        if left.count() == 0 || board.is_full() {
            return final_penalty(board);
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
    const LEVELS: [BotLevel; 3] = [BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];

    fn cards(text: &str) -> Vec<Card> {
        crate::cards::parse_cards(text).unwrap()
    }

    fn board(places: &str) -> Board {
        Board::with(places.split_whitespace().map(|place| {
            let (slot, card) = place.split_once('=').unwrap();
            (slot.parse().unwrap(), card.parse().unwrap())
        }))
    }

    fn shuffled(rng: &mut SplitMix64) -> Vec<Card> {
        let mut deck: Vec<Card> = Card::all().collect();
        for last in (1..deck.len()).rev() {
            deck.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
        }
        deck
    }

    /// Positions of random games, with one buried card in half of the games.
    fn positions() -> Vec<KnownCards> {
        let mut rng = SplitMix64(5);
        let mut found = Vec::new();
        for game in 0..12 {
            let deck = shuffled(&mut rng);
            let mut board = Board::EMPTY;
            for (index, &current) in deck.iter().enumerate() {
                let mut below: Vec<Card> = deck[index + 1..].iter().skip(1).copied().collect();
                let buried = if game % 2 == 0 { below.pop() } else { None };
                let next = deck.get(index + 1).copied();
                let unseen = below.into_iter().collect();
                found.push(KnownCards { board, current, next, unseen, buried: buried.into_iter().collect() });
                let legal = legal_plays(found.last().unwrap());
                let scored = legal[(rng.next_u64() % legal.len() as u64) as usize];
                board.play(current, scored.play.slot);
                if board.is_full() {
                    break;
                }
            }
        }
        found
    }

    #[test]
    fn every_legal_play_is_ranked_once_and_no_other() {
        for known in positions().iter().step_by(13) {
            let legal: Vec<Play> = legal_plays(known).iter().map(|scored| scored.play).collect();
            for level in LEVELS {
                let ranked = rank_plays(known, level, 1, NEVER);
                assert!(ranked.is_sorted_by(|a, b| a.expected >= b.expected));
                let mut plays: Vec<Play> = ranked.iter().map(|scored| scored.play).collect();
                plays.sort();
                assert_eq!(plays, legal, "{known:?}");
            }
        }
    }

    #[test]
    fn only_a_club_with_a_next_card_may_bury() {
        let mut known = KnownCards {
            board: Board::EMPTY,
            current: cards("5C")[0],
            next: Some(cards("KH")[0]),
            unseen: cards("2S 3S").into_iter().collect(),
            buried: ArrayVec::new(),
        };
        let may_bury = |known: &KnownCards| legal_plays(known).iter().filter(|scored| scored.play.bury).count();
        assert_eq!(may_bury(&known), 3);
        known.next = None;
        known.unseen = CardSet::EMPTY;
        assert_eq!(may_bury(&known), 0);
        known.current = cards("5D")[0];
        known.next = Some(cards("KH")[0]);
        assert_eq!(may_bury(&known), 0);
    }

    #[test]
    fn the_same_seed_gives_the_same_answer() {
        for known in positions().iter().step_by(47) {
            for level in LEVELS {
                let answers = [(); 2].map(|()| rank_plays(known, level, 77, NEVER));
                assert_eq!(answers[0], answers[1]);
            }
        }
    }

    #[test]
    fn an_obvious_chain_of_six_is_completed() {
        let known = KnownCards {
            board: board("a1=4C a2=2H a3=3H b1=4H c1=8D c2=5H c3=6H"),
            current: cards("7H")[0],
            next: Some(cards("2D")[0]),
            unseen: cards("2C 3C 9S TS JD QD 9H TH").into_iter().collect(),
            buried: ArrayVec::new(),
        };
        for level in LEVELS {
            let best = rank_plays(&known, level, 3, NEVER)[0];
            assert_eq!(best.play.slot.to_string(), "b2", "{level:?}");
        }
        assert!(rank_plays(&known, BotLevel::Hard, 3, NEVER)[0].expected > 40.0);
    }

    #[test]
    fn with_known_cards_alone_the_expectation_is_exact() {
        // A chain of three leaves the first Club behind, or burying brings the Diamond up last: worth the same.
        let known = KnownCards {
            board: board("a1=2C a2=3C b1=9S"),
            current: cards("4C")[0],
            next: Some(cards("8D")[0]),
            unseen: CardSet::EMPTY,
            buried: cards("9D").into_iter().collect(),
        };
        let best = rank_plays(&known, BotLevel::Hard, 0, NEVER)[0];
        assert_eq!((best.play.slot.to_string().as_str(), best.expected), ("a3", 3.0 - 3.0));
    }

    #[test]
    fn cancelling_at_once_still_ranks_every_play() {
        for known in positions().iter().step_by(31) {
            let ranked = rank_plays(known, BotLevel::Hard, 0, &|| true);
            assert_eq!(ranked.len(), legal_plays(known).len());
        }
    }

    #[test]
    fn a_mirror_image_is_worth_the_same() {
        let values = shipped().unwrap();
        for known in positions() {
            let left = Remaining::of(known.unseen);
            assert_eq!(
                values.value(&known.board, &left),
                values.value(&known.board.mirrored(), &left),
                "{:?}",
                known.board
            );
        }
    }

    #[test]
    fn the_file_holds_every_weight_that_play_asks_for() {
        let mut stored = vec![false; WEIGHTS];
        for weight in stored_weights() {
            assert!(!stored[weight], "twice");
            stored[weight] = true;
        }
        for known in positions() {
            each_weight(&known.board, &Remaining::of(known.unseen), |weight| {
                assert!(stored[weight], "{:?}", known.board)
            });
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
        let mut buried = BuriedCards::NONE;
        let order = cards("KS AS 2C KC 7D");
        assert!(order.iter().all(|card| buried.bury(*card)));
        let back: Vec<Card> = std::iter::from_fn(|| buried.draw()).collect();
        assert_eq!(back, order);
        let room = Card::all().filter(|card| buried.bury(*card)).count();
        assert_eq!(room, 21);
    }

    #[test]
    fn the_chances_of_a_draw_add_up() {
        for known in positions() {
            let hidden = HiddenDeck::of(&known);
            let sum: f32 = hidden.draws(3).iter().map(|(_, chance)| chance).sum();
            assert!(hidden.is_empty() || (sum - 1.0).abs() < 1e-4, "{sum}");
        }
    }
}
