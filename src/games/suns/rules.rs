//! Battle for the Suns as a game.
//!
//! Source: *The Mystique Deck*, "Battle for the Suns" by Matthew Peppler (2013). Where the rulebook is silent: everybody chooses
//! in seat order and in secret, whether to stop as well as what to bid, and all choices are shown together; hands are filled
//! up in seat order, each as far as it goes; several with the most points share the win.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub use super::table::Move;
use super::table::{BIDS, BidChoices, DECK, HAND, MOST_PLAYERS, SUNS, SunsTable};
use crate::cards::{HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError};
use crate::engine::hands::{Hands, HandsView, placed_from};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{check_seats, given_or_shuffled};
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::stock::{self, DeckOrder, StockEvent};
use crate::words::joined;

/// An explicit deal: the fifteen suns in the order in which they rise, and the other cards, first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    pub horizon: String,
    pub deck: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A choice was made; what it is knows only who made it.
    Chosen {
        seat: Seat,
        choice: Option<Move>,
    },
    /// All choices are shown.
    Shown {
        choices: BidChoices,
    },
    /// The sun goes to a seat, or to nobody.
    Awarded {
        sun: MystiqueCard,
        to: Option<Seat>,
    },
    Stock(StockEvent<MystiqueSet>),
    Rose {
        sun: MystiqueCard,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct BattleForTheSuns {
    pub table: SunsTable,
    hands: Hands<MystiqueSet, MOST_PLAYERS>,
    /// The suns that are to rise, the next one last.
    horizon: ArrayVec<MystiqueCard, { SUNS.len() }>,
    deck: DeckOrder<MystiqueSet>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub table: SunsTable,
    pub hands: HandsView<MystiqueSet>,
}

impl BattleForTheSuns {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.hands.of(seat.index())
    }

    fn may(&self, seat: Seat, mv: Move) -> bool {
        match mv {
            Move::Bid(card) => self.hand(seat).contains(card),
            Move::Stop => self.table.round() > 1,
        }
    }

    fn show(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let round = self.table.round();
        let choices: BidChoices = self.table.chosen.iter().collect();
        for (seat, mv) in &choices {
            self.hands.remove(seat.index(), mv.card().into_iter().collect());
        }
        self.table.show(&choices);
        report(Event::Shown { choices });
        let nobody_bid = self.table.round() == round;
        if nobody_bid || round == BIDS {
            self.award(rng, report);
        }
    }

    fn award(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let Some(sun) = self.table.sun else { return };
        let to = self.table.award();
        report(Event::Awarded { sun, to });
        let Some(sun) = self.horizon.pop() else { return };
        for seat in self.table.seats().iter() {
            let missing = HAND.saturating_sub(self.hand(seat).len());
            let BattleForTheSuns { table, hands, deck, .. } = self;
            table.stock.draw(deck, hands, (seat, missing), rng, &mut |event| report(Event::Stock(event)));
        }
        self.table.rise(sun);
        report(Event::Rose { sun });
    }

    /// A game that looks like this: all that is not seen is dealt, batch by batch, and those in `hidden`, who chose in secret, chose
    /// any move.
    fn imagine(view: &View, hidden: SeatSet, rng: &mut GameRng) -> Option<Self> {
        let mut table = view.table.clone();
        let (deck, hands) = table.stock.imagined(&view.hands, table.seats(), rng)?;
        let mut horizon: ArrayVec<MystiqueCard, { SUNS.len() }> = table.below.iter().collect();
        rng.shuffle(&mut horizon);
        hidden.iter().for_each(|seat| table.chosen.choose(seat, SealedChoice::Waiting));
        let mut game = BattleForTheSuns { table, hands, horizon, deck };
        for seat in hidden.iter() {
            let choice = *rng.pick(game.moves(seat).listed())?;
            game.table.chosen.choose(seat, SealedChoice::Known(choice));
        }
        Some(game)
    }
}

impl Game for BattleForTheSuns {
    const INFO: Info = Info {
        id: "battle-for-the-suns",
        title: "Battle for the Suns",
        tagline: "Secret bids, card by card, for the rising suns",
        source: "Matthew Peppler, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (20, 30),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
    };

    type Options = NoOptions;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `bid 4yC` and `stop`";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let horizon = given_or_shuffled("horizon", deal.map(|deal| &deal.horizon), SUNS, rng)?;
        let deck = given_or_shuffled("deck", deal.map(|deal| &deal.deck), DECK, rng)?;
        let (mut table, mut hands, mut deck) = (SunsTable::new(seats), Hands::with(seats, []), DeckOrder::of(&deck));
        table.stock.deal(&mut deck, &mut hands, seats, HAND);
        let mut horizon: ArrayVec<MystiqueCard, { SUNS.len() }> = horizon.into_iter().rev().collect();
        let first = horizon.pop();
        first.into_iter().for_each(|sun| table.rise(sun));
        Ok(BattleForTheSuns { table, hands, horizon, deck })
    }

    fn stage(&self) -> Stage {
        if let Some(seat) = self.turn() {
            return Stage::Act(SeatSet::only(seat));
        }
        let winners = self.table.seats().with_most(|seat| self.table.points(seat));
        let points = winners.first().map_or(0, |seat| self.table.points(*seat));
        let (title, reason) = match winners.len() {
            1 => ("The sky is yours", format!("Suns worth {points} points")),
            _ => ("A shared sky", format!("Suns worth {points} points each: play again to settle it")),
        };
        Stage::Over(Outcome { winners, title: title.to_owned(), reason })
    }

    fn turn(&self) -> Option<Seat> {
        self.table.turn()
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.hand(seat).iter().map(Move::Bid));
        moves.extend(Some(Move::Stop).filter(|stop| self.may(seat, *stop)));
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        match mv {
            _ if self.may(seat, *mv) => Ok(()),
            Move::Bid(card) => Err(Illegal::because("#the-turn", format!("you do not hold the {}", card.spoken()))),
            Move::Stop => Err(Illegal::because("#the-bids", "everybody bids a first card for each sun")),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.turn() != Some(seat) || !self.may(seat, *mv) {
            return;
        }
        self.table.chosen.choose(seat, SealedChoice::Known(*mv));
        report(Event::Chosen { seat, choice: Some(*mv) });
        if self.turn().is_none() {
            self.show(rng, report);
        }
    }

    fn view(&self, who: Viewer) -> View {
        View { table: self.table.seen_by(who), hands: self.hands.seen_by(who) }
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.hands.order = order;
    }

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        Some(match event {
            Event::Chosen { seat, choice } => Event::Chosen { seat: *seat, choice: choice.filter(|_| who.sees(*seat)) },
            Event::Stock(event) => Event::Stock(event.redacted(who)),
            other => other.clone(),
        })
    }

    fn reveals(event: &Event) -> bool {
        !matches!(event, Event::Chosen { .. })
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let hidden = self.table.chosen.iter().map(|(seat, _)| seat).filter(|seat| !who.sees(*seat)).collect();
        BattleForTheSuns::imagine(&self.view(who), hidden, rng).unwrap_or_else(|| self.clone())
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        BattleForTheSuns::imagine(view, view.table.chosen.hidden(), rng)
    }

    /// What a seat has drawn since the discards became the deck is of that deck.
    fn explains(&self, seen: &[Event]) -> bool {
        let is_shuffled = |event: &Event| matches!(event, Event::Stock(StockEvent::Shuffled { .. }));
        let since = &seen[seen.iter().rposition(is_shuffled).unwrap_or(0)..];
        let stock =
            || since.iter().filter_map(|event| if let Event::Stock(event) = event { Some(event) } else { None });
        self.table.seats().iter().all(|seat| {
            let shown = since.iter().flat_map(|event| match event {
                Event::Shown { choices } => choices.as_slice(),
                _ => &[],
            });
            let bids = shown.filter(|(who, _)| *who == seat).filter_map(|(_, mv)| mv.card());
            let held = bids.chain(self.hand(seat).iter()).collect();
            stock::explains(seat, held, stock())
        })
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let (table, set) = (&self.table, |cards: &[MystiqueCard]| cards.iter().copied().collect::<MystiqueSet>());
        let lots =
            [self.deck.cards(), table.stock.discards, set(&self.horizon), table.sun.into_iter().collect(), table.lost];
        let bids = table.bids.iter().map(|bids| set(bids));
        self.hands.whereabouts().chain(placed_from(10, lots.into_iter().chain(bids).chain(table.won))).collect()
    }

    fn scores(&self) -> Vec<i32> {
        self.table.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let table = &self.table;
        let suns = |suns: MystiqueSet| MystiqueCard::by_card_number(suns);
        let seats = table.seats().count();
        json!({
            "sun": table.sun,
            "bids": table.bids[..seats].iter().map(|bid| bid.as_slice()).collect::<Vec<_>>(),
            "won": table.won[..seats].iter().copied().map(suns).collect::<Vec<_>>(),
            "lost_suns": suns(table.lost),
            "points": table.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let settled = SUNS.len() - self.table.below.len() - usize::from(!self.table.is_over());
        let points = joined(self.table.totals(), ", ");
        format!("Points in seat order after {settled} of {} suns: {points}.", SUNS.len())
    }
}
