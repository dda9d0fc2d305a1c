//! What good play in Mystical Eddies is, for the search that all card games share.
//!
//! A playout weighs for each card how likely it is to win this trick, given how many cards that beat it may be held by those who play
//! later, against what it may win another time. So leads are mostly cards to be spared, since whoever comes next decides what
//! counts; the strong cards wait until they come second or last, or until nothing is left that beats them.

use arrayvec::ArrayVec;

use crate::cards::{AttributeKind, Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::game::Game;
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, Searchable};

use super::established::{Established, beaters_of_lead};
use super::reason::Reason;
use super::rules::{Categories, EddiesTable, MOST_DEALT, Move, MysticalEddies, View};

/// What a round brings more than it does on average is worth all that can be, or nothing, from so many tricks on; in balance, where
/// points are scarce, from so many points on.
const ALL_OF_TRICKS: f32 = 3.0;
const ALL_OF_BALANCE: f32 = 1.5;

/// What another trick in a category is worth beside one in the lowest, and the same of the second lowest, as long as it is this far
/// ahead at most.
const OTHERS: [f32; 2] = [0.3, 0.1];
const AHEAD: u16 = 3;

/// What the strongest card is worth for tricks to come, beside a trick that is won now.
const KEPT: f32 = 0.5;

/// How many cards a search considers.
const CANDIDATES: usize = 6;

/// Up to how much chance decides, in tricks.
const WHIM: f32 = 0.1;

/// How much a card wins in general, from 0 for the ace of blue crowns to 1 for the palm of yellow suns.
fn power(card: MystiqueCard) -> f32 {
    let suit = match card.suit() {
        MystiqueSuit::Suns => 12,
        MystiqueSuit::Moons => 8,
        MystiqueSuit::Arms => 4,
        MystiqueSuit::Crowns => 0,
    };
    let colour = match card.colour() {
        Colour::Yellow => 12,
        Colour::Red => 6,
        Colour::Blue => 0,
    };
    (suit + colour + 3 * (i32::from(card.number()) - 1)) as f32 / 36.0
}

/// What a seat knows when it plays a card.
struct Chances<'a> {
    table: &'a EddiesTable,
    established: Option<Established>,
    held_later: MystiqueSet,
    /// How likely a card that somebody else may hold is not among the cards of those who play later.
    is_elsewhere: f32,
    categories: Categories,
}

impl<'a> Chances<'a> {
    fn of(table: &'a EddiesTable, seat: Seat) -> Chances<'a> {
        let held_later = table.may_be_held(seat, table.later(seat));
        let cards = table.later(seat).count() * table.cards.hand(seat).len();
        let is_elsewhere = (1.0 - cards as f32 / held_later.len().max(1) as f32).clamp(0.0, 1.0);
        let categories = table.tally.categories[seat];
        Chances { table, established: Established::of(&table.tricks.trick), held_later, is_elsewhere, categories }
    }

    /// How likely a card is to win the trick, roughly.
    fn wins(&self, card: MystiqueCard) -> f32 {
        let trick = &self.table.tricks.trick;
        let Some((led, winning)) = trick.led().zip(trick.winning_card()) else {
            return self.stands(beaters_of_lead(card));
        };
        let takes_lead = |established: &Established| established.beaters(winning).contains(card);
        let established = self.established_with(led, card).filter(takes_lead);
        established.map_or(0.0, |established| self.stands(established.beaters(card)))
    }

    fn established_with(&self, led: MystiqueCard, card: MystiqueCard) -> Option<Established> {
        self.established.or_else(|| Established::by(led, card))
    }

    /// How likely none of these is played later.
    fn stands(&self, beaters: MystiqueSet) -> f32 {
        let beaters = beaters.intersection(self.held_later).len();
        // Whoever could beat it does not always have to, or want to; a few more hardly matter.
        (0.15 + 0.85 * self.is_elsewhere).powi(beaters.min(24) as i32)
    }

    /// What the trick is worth if this card wins it: with balance, what it adds to the categories.
    fn worth(&self, card: MystiqueCard) -> f32 {
        if !self.table.tally.balance {
            return 1.0;
        }
        let led = self.table.tricks.trick.led();
        let Some(established) = led.and_then(|led| self.established_with(led, card)) else { return 0.6 };
        let lowest = self.categories.lowest();
        let kind_worth = |kind: AttributeKind| 1.0 / f32::from(1 + self.categories.of(kind) - lowest);
        established.kinds().map(kind_worth).sum()
    }

    fn promise(&self, card: MystiqueCard) -> f32 {
        self.wins(card) * self.worth(card) - KEPT * power(card)
    }
}

/// How far a seat has come in balance, in points: the lowest category, and a little for the others as far as they will be needed.
fn progress(categories: Categories) -> f32 {
    let mut each = categories.each();
    each.sort_unstable();
    let [lowest, others @ ..] = each;
    let ahead = others.into_iter().zip(OTHERS).map(|(other, worth)| worth * f32::from((other - lowest).min(AHEAD)));
    f32::from(lowest) + ahead.sum::<f32>()
}

/// How far a seat has come, in points.
fn standing(table: &EddiesTable, seat: Seat) -> f32 {
    match table.tally.balance {
        true => progress(table.tally.categories[seat]),
        false => table.game.totals()[seat.index()] as f32,
    }
}

/// What a round has brought each seat more than it did on average, from 0 to 1.
fn gains(table: &EddiesTable, before: &EddiesTable) -> Payoffs {
    let (seats, most) = (table.seats(), if table.tally.balance { ALL_OF_BALANCE } else { ALL_OF_TRICKS });
    let mut gains = Payoffs::default();
    seats.iter().for_each(|seat| gains[seat.index()] = standing(table, seat) - standing(before, seat));
    let average = gains.iter().sum::<f32>() / seats.count() as f32;
    gains.map(|gain| (0.5 + (gain - average) / (2.0 * most)).clamp(0.0, 1.0))
}

impl Searchable for MysticalEddies {
    /// A round: the next one is dealt anew.
    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.game.finished().len() > root.table.game.finished().len()
    }

    /// Every trick counts, whoever is far ahead or behind; and in the last round, winning as much again.
    fn payoffs(&self, root: &Self) -> Payoffs {
        let (game, mut payoffs) = (&self.table.game, gains(&self.table, &root.table));
        if game.is_over() {
            let won = search::shared_by(&game.winners());
            payoffs.iter_mut().zip(won).for_each(|(payoff, won)| *payoff = (*payoff + won) / 2.0);
        }
        payoffs
    }

    /// Those that promise most: what beats nothing and can be spared less than another never does better.
    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.moves_into(seat, moves);
        if moves.len() <= CANDIDATES {
            return;
        }
        let chances = Chances::of(&self.table, seat);
        let mut promising: ArrayVec<(f32, Move), MOST_DEALT> =
            moves.iter().map(|mv| (chances.promise(mv.0), *mv)).take(MOST_DEALT).collect();
        promising.sort_unstable_by(|(one, _), (other, _)| other.total_cmp(one));
        moves.clear();
        moves.extend(promising.into_iter().take(CANDIDATES).map(|(_, mv)| mv));
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        if moves.len() < 2 {
            return 0;
        }
        let chances = Chances::of(&self.table, seat);
        search::most_promising(moves, WHIM, rng, |Move(card)| chances.promise(*card))
    }

    const WORTH: Worth = Worth::Count { one: "point", many: "points", all: "the game", little: 0.3 };

    fn count(&self, root: &Self, seat: Seat) -> f32 {
        (self.table.game.totals()[seat.index()] - root.table.game.totals()[seat.index()]) as f32
    }

    type Reason = Reason;

    fn reason(view: &View, Move(card): &Move) -> Reason {
        Reason::of_card(view, *card)
    }
}
