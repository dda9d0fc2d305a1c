//! Mystique Guilds as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Guilds" by Néstor Romeral Andrés (2013). Where the rulebook is silent: tableaus lie open,
//! and only the order of the draw deck is hidden; whoever buys says first how many cards; with both decks, cards of the discard deck
//! are taken as it lies before the influence card goes there; an offer is answered at once, and after a refusal the turn goes on,
//! with at most one more offer; forty turns in a row in which nothing is drawn end the game as it stands.

use parse_display::Display;
use serde_json::json;

use super::guild::{MOST_PLAYERS, Tableaus};
use super::moves::Offer;
use super::table::{Event, GuildsEnd, GuildsPhase, GuildsTable, GuildsZone, MOST_OFFERS};
use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{FirstDeal, check_seats};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, ZoneTable};
use crate::engine::stock::DeckOrder;
use crate::words::{counted, counted_in_words, joined, listed};
use crate::zone_game;

pub use super::moves::Move;
pub use super::table::{Options, View};

/// Deck and discard deck, as refusals and buttons call them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display)]
enum DeckName {
    #[display("draw deck")]
    Draw,
    #[display("discard deck")]
    Discard,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueGuilds {
    pub table: GuildsTable,
    deck: DeckOrder<MystiqueSet>,
}

impl MystiqueGuilds {
    /// The game at this table, with the draw deck in any order.
    fn at(table: GuildsTable, rng: &mut GameRng) -> MystiqueGuilds {
        MystiqueGuilds { deck: DeckOrder::shuffled(table.cards.known(GuildsZone::Deck), rng), table }
    }

    /// A turn ends in which this many cards were drawn.
    fn end_turn(&mut self, drawn: usize, report: &mut impl FnMut(Event)) {
        self.table.happens(Event::TurnEnded { drew: drawn > 0 }, report);
    }

    /// So many cards come from the top of the draw deck. Returns how many there were.
    fn draw(&mut self, seat: Seat, count: usize, report: &mut impl FnMut(Event)) -> usize {
        let cards = self.deck.next_cards(count);
        if !cards.is_empty() {
            self.table.happens(Event::Drew { seat, cards }, report);
        }
        cards.len()
    }

    /// So many come from the top of the discard deck.
    fn take(&mut self, seat: Seat, count: usize, report: &mut impl FnMut(Event)) {
        let cards = self.table.upper_discards(count);
        if !cards.is_empty() {
            self.table.happens(Event::Took { seat, cards }, report);
        }
    }

    /// The discards are taken first, so that nothing is missing when the last card of the draw deck ends the game.
    fn buy(&mut self, seat: Seat, card: MystiqueCard, (drawn, taken): (u8, u8), report: &mut impl FnMut(Event)) {
        self.table.happens(Event::Paid { seat, card }, report);
        self.take(seat, taken.into(), report);
        let drawn = self.draw(seat, drawn.into(), report);
        self.table.happens(Event::Discarded { seat, card }, report);
        self.end_turn(drawn, report);
    }
}

impl GuildsTable {
    pub(super) fn check_buy(&self, seat: Seat, card: MystiqueCard, (drawn, taken): (u8, u8)) -> Result<(), Illegal> {
        let (drawn, taken) = (usize::from(drawn), usize::from(taken));
        if !self.tableau(seat).contains(card) {
            return Err(Illegal::not_held(card));
        }
        if taken > 0 && !self.options.both_decks {
            return Err(Illegal::because("#both-decks", "in this game you can buy only from the draw deck"));
        }
        if drawn + taken == 0 {
            return Err(Illegal::because("#buying", "buy at least one card"));
        }
        check_number(card, drawn + taken)?;
        check_count(DeckName::Draw, drawn, self.left())?;
        check_count(DeckName::Discard, taken, self.discards.len())
    }

    pub(super) fn check_offer(&self, seat: Seat, offer: Offer) -> Result<(), Illegal> {
        let refuse = |why: String| Err(Illegal::because("#trading", why));
        let Offer { card, to, asked } = offer;
        if !self.options.trade {
            return refuse("this game is played without trade: draw, take or buy".to_owned());
        }
        if self.offers >= MOST_OFFERS {
            return refuse("you have made two offers in this turn: draw, take or buy now".to_owned());
        }
        if !self.tableau(seat).contains(card) {
            return Err(Illegal::not_held(card));
        }
        if to == seat || to.index() >= self.seats().count() {
            return refuse("make the offer to another player at the table".to_owned());
        }
        if asked.is_empty() {
            return refuse(format!("ask {} for at least one card", to.called()));
        }
        check_number(card, asked.len())?;
        match asked.without(self.tableau(to)).iter().next() {
            Some(missing) => {
                let (does_not, missing) = (to.does("does not have", "do not have"), missing.spoken());
                refuse(format!("{does_not} the {missing}"))
            }
            None => Ok(()),
        }
    }

    fn check_take(&self) -> Result<(), Illegal> {
        if self.discards.is_empty() {
            return Err(Illegal::because("#the-turn", "the discard deck is empty: draw a card, or buy"));
        }
        Ok(())
    }

    /// All that a seat may buy from the decks.
    fn add_purchases(&self, seat: Seat, moves: &mut Vec<Move>) {
        let left = self.left() as u8;
        let discards = if self.options.both_decks { self.discards.len() as u8 } else { 0 };
        for card in self.tableau(seat).iter() {
            let most = card.number();
            for drawn in 0..=left.min(most) {
                for taken in u8::from(drawn == 0)..=discards.min(most - drawn) {
                    moves.push(Move::Buy { card, drawn, taken });
                }
            }
        }
    }
}

/// With a card nobody buys more cards than its number.
fn check_number(card: MystiqueCard, cards: usize) -> Result<(), Illegal> {
    let most = usize::from(card.number());
    if cards <= most {
        return Ok(());
    }
    let most = counted_in_words(most, "card", "cards");
    Err(Illegal::because("#buying", format_args!("the {} buys at most {most}", card.spoken())))
}

/// Nobody buys more cards of a deck than it has.
fn check_count(deck: DeckName, wanted: usize, there: usize) -> Result<(), Illegal> {
    if wanted <= there {
        return Ok(());
    }
    let why = match there {
        0 => format!("the {deck} is empty"),
        _ => format!("the {deck} has only {}", counted_in_words(there, "card", "cards")),
    };
    Err(Illegal::because("#buying", why))
}

impl Game for MystiqueGuilds {
    const INFO: Info = Info {
        id: "mystique-guilds",
        title: "Mystique Guilds",
        tagline: "Buy cards with cards, and control the most guilds at the end.",
        source: "Néstor Romeral Andrés, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (10, 20),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: false,
        hand_orders: &[],
    };

    type Options = Options;
    type Deal = FirstDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `draw`, `take`, `buy 3rC 2`, with both decks `buy 3rC 2 1`, with trade `offer 3rC 1 2bS 4bS`, \
                                     and `agree` or `refuse`";

    fn deal(options: &Options, seats: Seats, deal: Option<&FirstDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let (deck, first) = FirstDeal::dealt(deal, MystiqueSet::DECK, seats, rng)?;
        Ok(MystiqueGuilds { table: GuildsTable::dealt(*options, seats, first), deck: DeckOrder::of(&deck) })
    }

    fn stage(&self) -> Stage {
        match (self.table.acting(), self.table.phase) {
            (Some(seat), _) => Stage::Act(SeatSet::only(seat)),
            (None, GuildsPhase::Over(GuildsEnd::Standstill)) => Stage::Over(outcome(&self.table, STANDSTILL)),
            (None, _) => Stage::Over(outcome(&self.table, "The draw deck is empty")),
        }
    }

    fn turn(&self) -> Option<Seat> {
        self.table.acting()
    }

    /// Of the offers that may be made some are listed: there are thousands.
    fn moves(&self, seat: Seat) -> Moves<Move> {
        let mut moves = Vec::new();
        self.moves_into(seat, &mut moves);
        if self.table.may_offer() { Moves::Open(moves) } else { Moves::All(moves) }
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        if self.table.offer().is_some() {
            moves.extend([Move::Agree, Move::Refuse]);
            return;
        }
        moves.push(Move::Draw);
        moves.extend((!self.table.discards.is_empty()).then_some(Move::Take));
        self.table.add_purchases(seat, moves);
        if self.table.may_offer() {
            let before = moves.len();
            moves.extend(self.table.likely_offers(seat).into_iter().map(Move::Offer));
            moves[before..].sort_unstable();
        }
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let refuse = |why: &str| Err(Illegal::because("#trading", why));
        match (self.table.offer(), *mv) {
            (Some(_), Move::Agree | Move::Refuse) => Ok(()),
            (Some(_), _) => refuse("answer the offer first: agree or refuse"),
            (None, Move::Agree | Move::Refuse) => refuse("there is no offer to answer"),
            (None, Move::Draw) => Ok(()),
            (None, Move::Take) => self.table.check_take(),
            (None, Move::Buy { card, drawn, taken }) => self.table.check_buy(seat, card, (drawn, taken)),
            (None, Move::Offer(offer)) => self.table.check_offer(seat, offer),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        match *mv {
            Move::Draw => {
                let drawn = self.draw(seat, 1, report);
                self.end_turn(drawn, report);
            }
            Move::Take => {
                self.take(seat, 1, report);
                self.end_turn(0, report);
            }
            Move::Buy { card, drawn, taken } => self.buy(seat, card, (drawn, taken), report),
            Move::Offer(offer) => self.table.happens(Event::Offered { seat, offer }, report),
            Move::Agree => {
                let Some(offer) = self.table.offer() else { return };
                self.table.happens(Event::Traded { seat: self.table.turn, offer }, report);
                self.end_turn(0, report);
            }
            Move::Refuse => self.table.happens(Event::Refused { seat }, report),
        }
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        MystiqueGuilds::at(self.table.redealt(who, rng), rng)
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(MystiqueGuilds::at(view.table.imagined(view.who, MystiqueSet::DECK, rng)?, rng))
    }

    fn scores(&self) -> Vec<i32> {
        self.table.tableaus().all_points().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let tableau = |seat: Seat| MystiqueCard::by_card_number(self.table.tableau(seat));
        let discards: Vec<MystiqueCard> = self.table.discards.iter().rev().flatten().collect();
        json!({
            "tableaus": self.table.seats().iter().map(tableau).collect::<Vec<_>>(),
            "deck": self.table.left(),
            "discards": discards,
            "points": self.scores(),
        })
    }

    fn summary(&self) -> String {
        let left = counted(self.table.left() as u32, "card", "cards");
        let cards = joined(self.table.seats().iter().map(|seat| self.table.tableau(seat).len()), ", ");
        let points = joined(self.scores(), ", ");
        format!("{left} in the draw deck. In seat order: points {points}; cards {cards}.")
    }
}

const STANDSTILL: &str = "Nothing was drawn from the draw deck for 40 turns in a row";

fn outcome(table: &GuildsTable, end: &str) -> Outcome {
    let (tableaus, winners) = (table.tableaus(), table.tableaus().winners());
    let title = if winners.len() == 1 { "Master of the guilds" } else { "The guilds are divided" };
    let why = why_won(&tableaus, &winners);
    Outcome { winners: winners.to_vec(), title: title.to_owned(), reason: format!("{end}: {why}") }
}

/// "7 points, and nobody else has more than 4", between two "7 points to 4", or how a tie was broken, or why it was not.
fn why_won(tableaus: &Tableaus, winners: &[Seat]) -> String {
    let points = tableaus.all_points();
    let most = points.iter().max().copied().unwrap_or(0);
    let cards =
        winners.first().map_or(String::new(), |winner| counted(tableaus.of(*winner).len() as u32, "card", "cards"));
    let is_tied = |(_, own): &(Seat, i32)| *own == most;
    let tied: Vec<String> =
        tableaus.seats().iter().zip(points.iter().copied()).filter(is_tied).map(|(seat, _)| seat.called()).collect();
    let in_points = counted(most, "point", "points");
    match winners {
        [_] if tied.len() == 1 => {
            let next = points.iter().copied().filter(|own| *own < most).max().unwrap_or(0);
            match points.len() {
                2 => format!("{in_points} to {next}"),
                _ => format!("{in_points}, and nobody else has more than {next}"),
            }
        }
        [winner] => {
            let fewest = winner.does("has the fewest", "have the fewest");
            format!("{} have {in_points} each, and with {cards} {fewest}", listed(&tied))
        }
        shared => {
            let names: Vec<String> = shared.iter().map(|seat| seat.called()).collect();
            format!("{} have {in_points} and {cards} each", listed(&names))
        }
    }
}
