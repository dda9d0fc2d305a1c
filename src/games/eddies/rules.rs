//! Mystical Eddies as a game.
//!
//! Source: *The Mystique Deck*, "Mystical Eddies" by Nathan Morse (2013). Where the rulebook is silent or lost its symbols: suns beat
//! moons beat arms beat crowns, and yellow beats red beats blue; four cards are set aside unseen before the deal and what cannot be
//! dealt evenly after it; the dealer's left leads, and the deal passes on; as long as nothing is established, whoever shares
//! something with the led card must play such a card; the led card counts among those that follow. In *balance* a trick counts in each
//! category that was established, over the whole match, and a player's lowest category is the score.

use std::fmt;

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};
use serde::de::{self, EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use crate::cards::{AttributeKind, HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError, Unexplained};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats};
use crate::engine::seats::{BySeat, MOST_SEATS, Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{Seen, ZoneTable};
use crate::engine::trick::{RoundEvent, RoundRules, Trick, TrickEvent, TrickMatch, TrickRules};
use crate::words::counted;
use crate::{zone_game, zones};

use super::established::{Established, sharing, sort_by};

/// How many cards are set aside unseen before the deal.
pub const SET_ASIDE: usize = 4;

/// How many cards a hand has at the most, with three players.
pub const MOST_DEALT: usize = 18;

/// How many rounds a game may have, and to how many points it may go.
const MOST_ROUNDS: u32 = 100;
const MOST_POINTS: i32 = 1000;

/// To how many points a game goes for one in which balance counts.
const OF_BALANCE: i32 = 5;

/// How long a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum EddiesLength {
    /// So many rounds, 1 to 100.
    Rounds(u32),
    /// Until somebody has so many points, 1 to 1000, when a round ends.
    Target(i32),
}

/// The names of the lengths, as records have them.
#[derive(Deserialize)]
#[serde(variant_identifier)]
enum LengthName {
    Rounds,
    Target,
}

impl<'de> Deserialize<'de> for EddiesLength {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EddiesLength, D::Error> {
        deserializer.deserialize_enum("EddiesLength", &["Rounds", "Target"], LengthReader)
    }
}

/// Reads a length, and says what lengths there are where a record has something else, such as a number alone.
struct LengthReader;

impl<'de> Visitor<'de> for LengthReader {
    type Value = EddiesLength;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a length: `Rounds(4)` or `Target(20)`")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<EddiesLength, A::Error> {
        let not_a_length = |_| {
            de::Error::custom("a length is a number of rounds, as in `Rounds(4)`, or of points, as in `Target(20)`")
        };
        let (name, number) = data.variant().map_err(not_a_length)?;
        match name {
            LengthName::Rounds => number.newtype_variant().map(EddiesLength::Rounds),
            LengthName::Target => number.newtype_variant().map(EddiesLength::Target),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub length: EddiesLength,
    /// Whether each player's lowest category counts, instead of tricks.
    pub balance: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { length: EddiesLength::Rounds(4), balance: false }
    }
}

impl Options {
    /// With balance or without; a target becomes a fifth of what it was, or five times as much.
    pub fn set_balance(&mut self, balance: bool) {
        self.length = match (self.length, self.balance, balance) {
            (EddiesLength::Target(target), false, true) => EddiesLength::Target((target / OF_BALANCE).max(1)),
            (EddiesLength::Target(target), true, false) => EddiesLength::Target(OF_BALANCE * target),
            (length, ..) => length,
        };
        self.balance = balance;
    }

    fn until(&self) -> Result<Until, SetupError> {
        match self.length {
            EddiesLength::Rounds(rounds) if (1..=MOST_ROUNDS).contains(&rounds) => Ok(Until::Rounds(rounds)),
            EddiesLength::Target(target) if (1..=MOST_POINTS).contains(&target) => Ok(Until::Points(target)),
            EddiesLength::Rounds(rounds) => {
                Err(SetupError::Options(format!("length Rounds({rounds}); it must be 1 to {MOST_ROUNDS} rounds")))
            }
            EddiesLength::Target(target) => {
                Err(SetupError::Options(format!("length Target({target}); it must be 1 to {MOST_POINTS} points")))
            }
        }
    }
}

zones! {
    /// Where a card lies.
    pub enum EddiesZone {
        Hand(Seat): Owner,
        Played(Seat): Everybody,
        /// What is set aside before the deal, and what cannot be dealt evenly.
        Aside: Nobody,
    }
}

/// The first card that shares anything with the led one establishes what must be followed, and by it who wins.
#[derive(Clone, PartialEq, Debug)]
pub struct EddiesRules;

impl TrickRules for EddiesRules {
    type Set = MystiqueSet;
    type Zone = EddiesZone;

    #[inline]
    fn following(trick: &Trick<MystiqueCard>) -> MystiqueSet {
        let established = Established::of(trick).map(Established::cards);
        established.or_else(|| trick.led().map(sharing)).unwrap_or(MystiqueSet::EMPTY)
    }

    #[inline]
    fn takes_lead(card: MystiqueCard, trick: &Trick<MystiqueCard>) -> bool {
        let (Some(led), Some(winning)) = (trick.led(), trick.winning_card()) else { return true };
        if !sharing(led).contains(card) {
            return false;
        }
        let established = Established::of(trick).or_else(|| Established::by(led, card));
        established.is_some_and(|established| established.beaters(winning).contains(card))
    }

    fn asks(trick: &Trick<MystiqueCard>) -> Option<String> {
        Established::of(trick).map(|established| established.to_string())
    }

    fn why(trick: &Trick<MystiqueCard>) -> String {
        match (Established::of(trick), trick.winning_card()) {
            (Some(established), Some(winning)) => why_it_wins(established, winning, trick),
            _ if trick.len() < 2 => "no other card yet".to_owned(),
            _ => "no other card shares anything with it".to_owned(),
        }
    }
}

/// "the highest number of the suns"; of several that are equal in that, what decides between them.
fn why_it_wins(established: Established, winning: MystiqueCard, trick: &Trick<MystiqueCard>) -> String {
    let (first, ties) = (established.decides(), established.decides_ties());
    let highest = format!("the highest {first} of the {}", established.noun());
    let followed = trick.cards().into_iter().filter(|card| established.cards().contains(*card) && *card != winning);
    let mut equals: Vec<MystiqueCard> =
        followed.filter(|card| card.attribute(first) == winning.attribute(first)).collect();
    equals.sort_by_key(|card| established.beaters(*card).len());
    let Some(equal) = equals.first() else { return highest };
    let beats = match ties {
        AttributeKind::Number => format!("{} is more than {}", winning.number(), equal.number()),
        AttributeKind::Colour => format!("{} beats {}", winning.colour().word(), equal.colour().word()),
        AttributeKind::Suit => format!("{} beat {}", winning.suit().word(), equal.suit().word()),
    };
    format!("{highest}, and {beats}")
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("play {0}")]
pub struct Move(pub MystiqueCard);

/// How many tricks a seat won in the match in which each attribute was followed, in the order of [`AttributeKind::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Categories([u16; 3]);

impl Categories {
    /// Suit, colour and number.
    pub const fn each(self) -> [u16; 3] {
        let [number, colour, suit] = self.0;
        [suit, colour, number]
    }

    pub const fn of(self, kind: AttributeKind) -> u16 {
        self.0[kind as usize]
    }

    /// What counts in balance.
    pub fn lowest(self) -> u16 {
        let [number, colour, suit] = self.0;
        number.min(colour).min(suit)
    }
}

/// What is counted over the whole match, whether it is what scores or not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EddiesTally {
    /// Whether each seat's lowest category is its score.
    pub balance: bool,
    pub categories: BySeat<Categories>,
}

/// What the points of a round are made of, seat by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EddiesDetail {
    /// How many tricks each won in this round.
    pub tricks: ArrayVec<u8, { MOST_SEATS as usize }>,
    /// The categories after it.
    pub categories: ArrayVec<Categories, { MOST_SEATS as usize }>,
}

/// What happens.
pub type Event = RoundEvent<EddiesRules>;

/// The table that is played at, and what somebody sees of it.
pub type EddiesTable = TrickMatch<EddiesRules>;

impl RoundRules for EddiesRules {
    type Detail = EddiesDetail;
    type Tally = EddiesTally;
    type Event = Event;

    fn deck(_: Seats) -> MystiqueSet {
        MystiqueSet::DECK
    }

    fn sort(cards: &mut [MystiqueCard], order: HandOrder) {
        use AttributeKind::{Colour, Number, Suit};
        let kinds = match order {
            HandOrder::Number => [Number, Colour, Suit],
            HandOrder::Suit => [Suit, Number, Colour],
            HandOrder::Colour => [Colour, Suit, Number],
            HandOrder::ColourNumber => [Colour, Number, Suit],
        };
        sort_by(cards, kinds);
    }

    /// The cards that are set aside before go to the end of the deck, where what is left over is set aside as well.
    fn dealing(table: &EddiesTable, mut deck: Vec<MystiqueCard>) -> Event {
        deck.rotate_left(SET_ASIDE);
        let each = (MystiqueSet::DECK.len() - SET_ASIDE) / table.seats().count();
        table.dealing(&deck, each, Some(EddiesZone::Aside))
    }

    /// A point for each trick; with balance, by how much each seat's lowest category has grown since the last round.
    fn counted(table: &EddiesTable) -> (SeatPoints, EddiesDetail) {
        let (seats, before) = (table.seats(), table.game.totals());
        let tricks = table.tricks.taken.of_those(seats).iter().copied().collect();
        let categories = table.tally.categories.of_those(seats).iter().copied().collect();
        let detail = EddiesDetail { tricks, categories };
        let grown = |(now, before): (&Categories, &i32)| i32::from(now.lowest()) - before;
        let points = match table.tally.balance {
            false => detail.tricks.iter().copied().map(i32::from).collect(),
            true => detail.categories.iter().zip(before).map(grown).collect(),
        };
        (points, detail)
    }

    fn follow(table: &mut EddiesTable, event: &Event) {
        if let RoundEvent::Trick(TrickEvent::Taken { seat, trick }) = event {
            let Categories(won) = &mut table.tally.categories[*seat];
            Established::of(trick).into_iter().flat_map(Established::kinds).for_each(|kind| won[kind as usize] += 1);
        }
        table.follow_round(event);
    }
}

impl EddiesTable {
    /// Those who play to this trick after a seat whose turn it is, in turn.
    pub fn later(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let others = self.seats().count() - 1;
        self.seats().from(seat).skip(1).take(others.saturating_sub(self.tricks.trick.len()))
    }

    /// The cards that a seat does not see and that one of these others may hold: not all of them have shown that they lack them.
    pub fn may_be_held(&self, seat: Seat, others: impl Iterator<Item = Seat>) -> MystiqueSet {
        let Some(lacked) = others.map(|other| self.tricks.lacks[other]).reduce(MystiqueSet::intersection) else {
            return MystiqueSet::EMPTY;
        };
        let played = self.seats().iter().map(|seat| self.cards.known(EddiesZone::Played(seat)));
        let seen = played.fold(self.cards.hand(seat), MystiqueSet::union);
        MystiqueSet::DECK.without(seen).without(lacked)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct MysticalEddies {
    pub table: EddiesTable,
}

/// What a viewer may know.
pub type View = Seen<EddiesTable>;

impl MysticalEddies {
    #[inline]
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.table.cards.hand(seat)
    }
}

impl Game for MysticalEddies {
    const INFO: Info = Info {
        id: "mystical-eddies",
        title: "Mystical Eddies",
        tagline: "Win tricks in which the first matching card says what to follow.",
        source: "Nathan Morse, in The Mystique Deck (2013)",
        rules: 1,
        seats: (3, MOST_SEATS),
        minutes: (20, 30),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
        // Any attribute may have to be followed; a suit has the most cards of a hand that differ in what decides.
        hand_orders: &[HandOrder::Suit, HandOrder::Colour, HandOrder::Number],
    };

    type Options = Options;
    type Deal = DeckDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `play 3rC`";

    fn deal(options: &Options, seats: Seats, deal: Option<&DeckDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let until = options.until()?;
        let (deck, dealer) = DeckDeal::first(deal, MystiqueSet::DECK, seats, rng)?;
        let tally = EddiesTally { balance: options.balance, ..EddiesTally::default() };
        Ok(MysticalEddies { table: EddiesTable::dealt(Match::new(seats, dealer, until), tally, deck) })
    }

    fn stage(&self) -> Stage {
        let game = &self.table.game;
        if !game.is_over() {
            return Stage::Act(SeatSet::only(self.table.tricks.turn));
        }
        let reason = format!("{} {}", counted(game.most(), "point", "points"), game.so_far());
        Stage::Over(game.outcome("Master of the eddies", "Drawn into one eddy", reason))
    }

    fn turn(&self) -> Option<Seat> {
        (!self.table.game.is_over()).then_some(self.table.tricks.turn)
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.table.tricks.playable(self.hand(seat)).iter().map(Move));
    }

    fn check_move(&self, seat: Seat, Move(card): &Move) -> Result<(), Illegal> {
        let (hand, tricks) = (self.hand(seat), &self.table.tricks);
        if !hand.contains(*card) {
            return Err(Illegal::not_held(*card));
        }
        if tricks.playable(hand).contains(*card) {
            return Ok(());
        }
        let why = match (Established::of(&tricks.trick), tricks.trick.led()) {
            (Some(established), _) => format!("{established} must be followed, and you have {}", established.one()),
            (None, Some(led)) => {
                format!("play a card that shares a suit, a colour or a number with the {}: you have one", led.spoken())
            }
            (None, None) => return Ok(()),
        };
        Err(Illegal::because("#following", why))
    }

    fn make(&mut self, seat: Seat, Move(card): &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        self.table.play(seat, *card, rng, report);
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        MysticalEddies { table: self.table.redealt(who, rng) }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(MysticalEddies { table: view.table.imagined(view.who, MystiqueSet::DECK, rng)? })
    }

    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        self.table.explains(seen.iter())
    }

    fn scores(&self) -> Vec<i32> {
        self.table.game.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let EddiesTable { game, tally, tricks, .. } = &self.table;
        let established: Vec<AttributeKind> =
            Established::of(&tricks.trick).into_iter().flat_map(Established::kinds).collect();
        let categories: Vec<[u16; 3]> =
            tally.categories.of_those(game.seats()).iter().map(|categories| categories.each()).collect();
        json!({
            "round": game.round(),
            "dealer": game.dealer().index(),
            "trick": tricks.state(),
            "established": established,
            "tricks": tricks.taken.of_those(game.seats()),
            "categories": categories,
            "points": game.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let game = &self.table.game;
        format!("Points in seat order {}: {}.", game.so_far(), game.points_in_words(", "))
    }
}
