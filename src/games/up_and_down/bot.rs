//! What good play in Up and Down is, for the search that all card games share.
//!
//! A turn is worth a card of the race, so a card is good that the next players cannot answer, and best if nobody but oneself can. Until
//! the next turn others change what fits, so the cards that are kept should fit on many, and the ends of the slope are kept for when
//! little else fits. The hands are open; only what is drawn is not known.

use arrayvec::ArrayVec;

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::reason::Reason;
use super::rules::{Move, UpAndDown, View};
use super::table::{MOST_PLAYERS, Slope, SlopeTable, SlopeZone, fitting};

/// Playouts go on for so many cards for each seat.
const ROUNDS_AHEAD: usize = 4;

/// How far ahead a seat must be to be e times as likely to win, in cards: for the root of the number of cards that the race still
/// takes.
const LEAD: f32 = 0.4;

/// What it is worth to be the next to play, in cards.
const TO_PLAY: f32 = 0.4;

/// What it is worth, in turns of others that are skipped: to be able to play again oneself, a turn that is skipped once the numbers
/// have turned, a hand that fits on every card, and each number by which the slope goes less far.
const AGAIN: f32 = 0.6;
const TURNED: f32 = 0.7;
const FITS_ALL: f32 = 8.0;
const GENTLE: f32 = 0.5;

/// How much chance plays a part in the policy.
const WHIM: f32 = 0.3;

/// The part of all cards, and of both ways, on which this hand has a card that fits.
#[inline]
fn coverage(hand: MystiqueSet) -> f32 {
    let on = |slope: Slope| {
        // What fits on a card going down is what it fits on going up.
        let on_card = |card: MystiqueCard| fitting(card, slope.turned());
        hand.iter().fold(MystiqueSet::EMPTY, |all, card| all.union(on_card(card))).len()
    };
    (on(Slope::Up) + on(Slope::Down)) as f32 / (2 * MystiqueCard::COUNT) as f32
}

/// How far a card is from the end to which the numbers go.
#[inline]
fn to_the_end(card: MystiqueCard, slope: Slope) -> f32 {
    let number = f32::from(card.number());
    if slope == Slope::Up { 5.0 - number } else { number - 1.0 }
}

impl SlopeTable {
    /// How many of those who are asked after this seat have none of these cards, up to the first who has one.
    #[inline]
    fn skipped(&self, seat: Seat, fits: MystiqueSet) -> usize {
        let others = self.seats().from(seat).skip(1);
        others.take_while(|other| self.cards.hand(*other).intersection(fits).is_empty()).count()
    }

    /// What a card promises that this seat may play, in turns of others that are skipped.
    #[inline]
    fn promise(&self, seat: Seat, card: MystiqueCard) -> f32 {
        let own = self.cards.hand(seat).without(MystiqueSet::of_one(card));
        let on_slope = |slope: Slope| {
            let fits = fitting(card, slope);
            (self.skipped(seat, fits) as f32, own.intersection(fits).is_empty())
        };
        let others = (self.seats().count() - 1) as f32;
        let turns = match on_slope(self.slope) {
            (skipped, _) if skipped < others => skipped,
            (_, false) => others + AGAIN,
            (_, true) => TURNED * on_slope(self.slope.turned()).0,
        };
        turns + FITS_ALL * coverage(own) + GENTLE * to_the_end(card, self.slope)
    }
}

impl UpAndDown {
    /// How likely each seat is to win by the cards that are left.
    fn chances(&self) -> Payoffs {
        let table = &self.table;
        let next = table.turn();
        let in_hundredths = |seat: Seat| {
            let to_play = if next == Some(seat) { TO_PLAY } else { 0.0 };
            (100.0 * (to_play - table.left(seat) as f32)) as i32
        };
        let race: ArrayVec<i32, MOST_PLAYERS> = table.seats().iter().map(in_hundredths).collect();
        search::chances(&race, 100.0 * LEAD * (1.0 + table.fewest_left() as f32).sqrt())
    }

    /// How many cards a seat is ahead of the best of the others.
    fn lead(&self, seat: Seat) -> f32 {
        let others = self.table.seats().iter().filter(|other| *other != seat);
        let fewest = others.map(|other| self.table.left(other)).min().unwrap_or(0);
        fewest as f32 - self.table.left(seat) as f32
    }
}

impl Searchable for UpAndDown {
    /// Even a few playouts tell most of what many do: the cards that will be drawn decide the rest.
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 6, playouts: 16 });
    const HARD: Strength = Strength::Tree(SearchBudget { worlds: 400, playouts: 4000 });

    fn is_episode_over(&self, root: &Self) -> bool {
        let played = |game: &UpAndDown| game.table.cards.count(SlopeZone::Played);
        self.table.winner.is_some() || played(self) >= played(root) + ROUNDS_AHEAD * self.table.seats().count()
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        match self.table.winner {
            Some(winner) => search::shared_by(&[winner]),
            None => self.chances(),
        }
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        search::most_promising(moves, WHIM, rng, |Move(card)| self.table.promise(seat, *card))
    }

    const WORTH: Worth =
        Worth::Count { one: "card in the race", many: "cards in the race", all: "the game", little: 0.25 };

    fn count(&self, root: &Self, seat: Seat) -> f32 {
        self.lead(seat) - root.lead(seat)
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, mv.0)
    }
}
