//! Battle for the Suns as a game.
//!
//! Source: *The Mystique Deck*, "Battle for the Suns" by Matthew Peppler (2013). Where the rulebook is silent: everybody chooses
//! in seat order and in secret, whether to stop as well as what to bid, and all choices are shown together; hands are filled
//! up in seat order, each as far as it goes; several with the most points share the win.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::table::{DECK, HAND, MOST_PLAYERS, SUNS, SunsTable};
use crate::cards::{HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, NoOptions, SetupError};
use crate::engine::hands::{Hands, HandsView, placed};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{check_seats, read_whole_deck, shuffled};
use crate::engine::sealed::{Sealed, SealedChoice};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::stock::{self, DeckOrder, StockEvent};

/// An explicit deal: the fifteen suns in the order in which they rise, and the other cards, first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    pub horizon: String,
    pub deck: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
pub enum Move {
    #[display("bid {0}")]
    Bid(MystiqueCard),
    /// The bid stands as it is.
    #[display("stop")]
    Stop,
}

impl Move {
    pub fn card(self) -> Option<MystiqueCard> {
        if let Move::Bid(card) = self { Some(card) } else { None }
    }
}

/// What each of those who were still bidding chose, in seat order.
pub type BidChoices = ArrayVec<(Seat, Move), MOST_PLAYERS>;

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
    /// What was chosen in secret since the last cards were shown. The cards are still in their hands.
    chosen: Sealed<Move>,
    /// The suns that are to rise, the next one last.
    horizon: ArrayVec<MystiqueCard, { SUNS.len() }>,
    deck: DeckOrder<MystiqueSet>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub table: SunsTable,
    pub hands: HandsView<MystiqueSet>,
    /// By seat.
    pub chosen: Vec<SealedChoice<Move>>,
}

impl View {
    pub fn choice(&self, seat: Seat) -> SealedChoice<Move> {
        self.chosen.get(seat.index()).copied().unwrap_or(SealedChoice::Waiting)
    }

    /// Who chooses now.
    pub fn turn(&self) -> Option<Seat> {
        let bidding = self.table.bidding_in(self.table.round());
        let next = bidding.iter().find(|seat| self.choice(*seat) == SealedChoice::Waiting);
        next.filter(|_| !self.table.is_over())
    }
}

impl BattleForTheSuns {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.hands.of(seat.index())
    }

    /// What a seat has chosen in secret, if it has.
    pub fn choice(&self, seat: Seat) -> Option<Move> {
        self.chosen.of(seat).copied()
    }

    fn may(&self, seat: Seat, mv: Move) -> bool {
        match mv {
            Move::Bid(card) => self.hand(seat).contains(card),
            Move::Stop => self.table.round() > 1,
        }
    }

    fn show(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let round = self.table.round();
        let choices: BidChoices = self.chosen.iter().map(|(seat, mv)| (seat, *mv)).collect();
        self.chosen = Sealed::none(self.table.seats());
        for (seat, mv) in &choices {
            if let Some(card) = mv.card() {
                self.hands.remove(seat.index(), [card].into_iter().collect());
                self.table.show(*seat, card);
            }
        }
        report(Event::Shown { choices });
        let nobody_bid = self.table.round() == round;
        if nobody_bid || round == super::table::BIDS {
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

    /// A game that looks like this: all that is not seen is dealt, batch by batch, and whoever chose in secret chose any move.
    fn imagine(
        table: &SunsTable,
        seen: &HandsView<MystiqueSet>,
        chosen: &[SealedChoice<Move>],
        rng: &mut GameRng,
    ) -> Option<Self> {
        let seats = table.seats();
        let (deck, hands) = table.stock.imagined(seen, seats, rng)?;
        let (chosen_before, horizon) = (Sealed::none(seats), table.below.iter().collect());
        let mut game = BattleForTheSuns { table: table.clone(), hands, chosen: chosen_before, horizon, deck };
        rng.shuffle(&mut game.horizon);
        for (seat, choice) in seats.iter().zip(chosen) {
            match choice {
                SealedChoice::Waiting => {}
                SealedChoice::Known(mv) => game.chosen.choose(seat, *mv),
                SealedChoice::Hidden => {
                    let moves = game.moves(seat);
                    game.chosen.choose(seat, *rng.pick(moves.listed())?);
                }
            }
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
        let (horizon, deck) = match deal {
            None => (shuffled(SUNS, rng), shuffled(DECK, rng)),
            Some(deal) => {
                (read_whole_deck("horizon", &deal.horizon, SUNS)?, read_whole_deck("deck", &deal.deck, DECK)?)
            }
        };
        let (mut table, mut hands, mut deck) = (SunsTable::new(seats), Hands::with(seats, []), DeckOrder::of(&deck));
        table.stock.deal(&mut deck, &mut hands, seats, HAND);
        let mut horizon: ArrayVec<MystiqueCard, { SUNS.len() }> = horizon.into_iter().rev().collect();
        let first = horizon.pop();
        first.into_iter().for_each(|sun| table.rise(sun));
        Ok(BattleForTheSuns { table, hands, chosen: Sealed::none(seats), horizon, deck })
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
        let bidding = self.table.bidding_in(self.table.round());
        let next = bidding.iter().find(|seat| self.chosen.of(*seat).is_none());
        next.filter(|_| !self.table.is_over())
    }

    fn moves(&self, seat: Seat) -> Moves<Move> {
        let mut moves = Vec::new();
        self.moves_into(seat, &mut moves);
        Moves::All(moves)
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
        self.chosen.choose(seat, *mv);
        report(Event::Chosen { seat, choice: Some(*mv) });
        if self.turn().is_none() {
            self.show(rng, report);
        }
    }

    fn view(&self, who: Viewer) -> View {
        View { table: self.table.clone(), hands: self.hands.seen_by(who), chosen: self.chosen.seen_by(who) }
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
        let (hands, chosen) = (self.hands.seen_by(who), self.chosen.seen_by(who));
        BattleForTheSuns::imagine(&self.table, &hands, &chosen, rng).unwrap_or_else(|| self.clone())
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        BattleForTheSuns::imagine(&view.table, &view.hands, &view.chosen, rng)
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
        let table = &self.table;
        let horizon = self.horizon.iter().copied().collect();
        let lots: [(MystiqueSet, u32); 5] = [
            (self.deck.cards(), 10),
            (table.stock.discards, 11),
            (horizon, 12),
            (table.sun.into_iter().collect(), 13),
            (table.lost, 14),
        ];
        let lots = lots.into_iter().flat_map(|(cards, place)| placed(cards, place));
        let of_seats = (0..).zip(table.bids.iter().zip(&table.won)).flat_map(|(seat, (bids, won))| {
            placed(bids.iter().copied().collect::<MystiqueSet>(), 20 + seat).chain(placed(*won, 30 + seat))
        });
        self.hands.whereabouts().chain(lots).chain(of_seats).collect()
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
        let points: Vec<String> = self.table.totals().iter().map(i32::to_string).collect();
        let settled = SUNS.len() - self.table.below.len() - usize::from(!self.table.is_over());
        format!("Points in seat order after {settled} of {} suns: {}.", SUNS.len(), points.join(", "))
    }
}
