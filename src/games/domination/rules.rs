//! Mystique Domination as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Domination" by aquoiboniste (2013). Where the rulebook is silent: each round is dealt from
//! seat 0 on, and the holder of the ace that the options name leads to it, also if it came from the partner; who has passed may
//! play again; and a match goes on until one pair has more points than the other.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::patterns::{Move, NotAPattern, Pattern, leads_into, patterns_into, suits_of};
use crate::cards::{CardBits, HandOrder, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::climb::Climb;
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError, Unexplained};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::rounds::{Match, SeatPoints, Until, check_seats, shuffled};
use crate::engine::seats::{BySeat, Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, TableEvent, ZoneTable};
use crate::engine::zones::{Moved, ZoneIndex, Zones};
use crate::words::in_words;
use crate::{zone_game, zones};

/// An explicit deal of the first round: one card at a time, seat 0 first.
pub use crate::engine::rounds::WholeDeck as Deal;

pub const PLAYERS: usize = 4;

/// How many cards each is dealt, and how many of them each gives to the partner.
pub const DEALT: usize = 15;
pub const GIVEN: usize = 3;

/// A suit, and the whole deck, are had by the pair with so many cards of it or more: of fifteen, and of sixty.
pub const MOST_OF_SUIT: usize = 8;
pub const MOST_OF_DECK: usize = 31;

/// What each suit is worth to the pair that has most of it, and what most of the cards are.
pub const PRIZE: i32 = 10;

/// The ace whose holder leads, unless players set another one: of yellow moons.
const FIRST_ACE: MystiqueCard = match MystiqueCard::from_index(0) {
    Some(card) => card,
    None => unreachable!(),
};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The match ends after the round in which a pair has so many points, and more than the other.
    pub target: i32,
    /// The ace whose holder leads to each round.
    pub leads: MystiqueCard,
}

impl Default for Options {
    fn default() -> Options {
        Options { target: 100, leads: FIRST_ACE }
    }
}

/// Two who sit opposite each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partnership {
    /// Seats 0 and 2.
    Even,
    /// Seats 1 and 3.
    Odd,
}

impl Partnership {
    pub const BOTH: [Partnership; 2] = [Partnership::Even, Partnership::Odd];

    #[inline]
    pub fn of(seat: Seat) -> Partnership {
        if seat.index().is_multiple_of(2) { Partnership::Even } else { Partnership::Odd }
    }

    #[must_use]
    pub fn other(self) -> Partnership {
        if self == Partnership::Even { Partnership::Odd } else { Partnership::Even }
    }
}

impl ZoneIndex for Partnership {
    const COUNT: usize = 2;

    fn all() -> impl Iterator<Item = Partnership> {
        Partnership::BOTH.into_iter()
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

zones! {
    /// Where a card lies.
    pub enum DominationZone {
        Hand(Seat): Owner,
        /// What a seat has chosen for its partner, until it changes hands.
        Gift(Seat): Owner,
        /// The play pile.
        Pile: Everybody,
        /// The score pile of two partners.
        Won(Partnership): Everybody,
    }
}

use DominationZone::{Gift, Hand, Pile, Won};

/// Cards that go from one place to another.
pub type CardsMoved = Moved<DominationZone, MystiqueSet>;

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A seat chooses cards for its partner; only that seat knows which.
    Chose(CardsMoved),
    /// A partner gets them.
    Received(CardsMoved),
    /// Who holds the ace that leads is seen.
    Leads {
        seat: Seat,
        ace: MystiqueCard,
    },
    Played {
        seat: Seat,
        cards: MystiqueSet,
    },
    Passed {
        seat: Seat,
    },
    /// The winner of a trick takes cards from the pile.
    Took {
        seat: Seat,
        cards: MystiqueSet,
    },
    /// A seat has no cards left; what the others held, seat by seat.
    WentOut {
        seat: Seat,
        held: [MystiqueSet; PLAYERS],
    },
    RoundOver {
        points: SeatPoints,
        detail: DominationRound,
    },
    /// A round is dealt; of the cards everybody knows their own.
    Dealt {
        cards: Box<Zones<DominationZone, MystiqueSet>>,
    },
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::Chose(moved) => Event::Chose(moved.seen_by(who)),
            Event::Received(moved) => Event::Received(moved.seen_by(who)),
            Event::Dealt { cards } => Event::Dealt { cards: Box::new(cards.seen_by(who)) },
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        match self {
            Event::Chose(moved) | Event::Received(moved) => moved.reveals(),
            Event::Passed { .. } | Event::Took { .. } | Event::RoundOver { .. } => false,
            Event::Leads { .. } | Event::Played { .. } | Event::WentOut { .. } | Event::Dealt { .. } => true,
        }
    }
}

/// A round is dealt from this deck, first card first.
fn dealing(seats: Seats, deck: &[MystiqueCard]) -> Event {
    Event::Dealt { cards: Box::new(Zones::dealt(seats, Seat::FIRST, deck, DEALT, None)) }
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DominationRound {
    /// Who went out.
    pub out: Seat,
    /// What everybody held then, seat by seat.
    pub held: [MystiqueSet; PLAYERS],
    /// The score piles of both pairs, in their order.
    pub won: [MystiqueSet; 2],
}

impl DominationRound {
    /// The pair that has most cards of a suit.
    pub fn has_suit(&self, suit: MystiqueSuit) -> Option<Partnership> {
        let count = |pair: &Partnership| self.won[pair.index()].intersection(MystiqueSet::of_suit(suit)).len();
        Partnership::BOTH.into_iter().find(|pair| count(pair) >= MOST_OF_SUIT)
    }

    /// The pair that has most cards; with thirty each the one that went out.
    pub fn has_most(&self) -> Partnership {
        let most = Partnership::BOTH.into_iter().find(|pair| self.won[pair.index()].len() >= MOST_OF_DECK);
        most.unwrap_or(Partnership::of(self.out))
    }

    pub fn points(&self, pair: Partnership) -> i32 {
        let suits = MystiqueSuit::ALL.into_iter().map(|suit| self.has_suit(suit));
        PRIZE * suits.chain([Some(self.has_most())]).filter(|had| *had == Some(pair)).count() as i32
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct DominationTable {
    pub game: Match<DominationRound>,
    pub options: Options,
    pub cards: Zones<DominationZone, MystiqueSet>,
    /// `None` while cards are chosen for partners, and once the match is over.
    pub trick: Option<Climb<Pattern>>,
}

impl EventTable for DominationTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        let seats = self.seats();
        match event {
            Event::Chose(moved) | Event::Received(moved) => self.cards.follow(moved),
            Event::Leads { seat, ace } => {
                self.cards.show(Hand(*seat), MystiqueSet::of_one(*ace));
                self.trick = Some(Climb::led_by(*seat));
            }
            Event::Played { seat, cards } => {
                self.cards.follow(&Moved::of(Hand(*seat), Pile, *cards));
                if let (Some(trick), Ok(pattern)) = (&mut self.trick, Pattern::of(*cards)) {
                    trick.play(pattern, seats);
                }
            }
            Event::Passed { .. } => self.trick.iter_mut().for_each(|trick| trick.pass(seats)),
            Event::Took { seat, cards } => {
                self.cards.follow(&Moved::of(Pile, Won(Partnership::of(*seat)), *cards));
                self.trick = Some(Climb::led_by(*seat));
            }
            Event::WentOut { seat, held } => self.hand_over(*seat, held),
            Event::RoundOver { points, detail } => self.game.finish(points.clone(), detail.clone()),
            Event::Dealt { cards } => {
                self.cards = Zones::clone(cards);
                self.trick = None;
            }
        }
    }
}

impl ZoneTable for DominationTable {
    type Zone = DominationZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.game.seats()
    }

    fn cards(&self) -> &Zones<DominationZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<DominationZone, MystiqueSet>) -> DominationTable {
        DominationTable { cards, ..self.clone() }
    }
}

impl DominationTable {
    /// The seats that have yet to choose cards for their partner.
    pub fn choosing(&self) -> SeatSet {
        self.seats().iter().filter(|seat| self.is_choosing(*seat)).collect()
    }

    pub fn is_choosing(&self, seat: Seat) -> bool {
        self.is_giving() && self.cards.count(Gift(seat)) == 0
    }

    /// Whether cards are chosen for partners. Between two rounds nobody has any.
    pub fn is_giving(&self) -> bool {
        self.trick.is_none() && self.held(Seat::FIRST) > 0
    }

    /// Whose turn it is; of those who choose at once, the first.
    pub fn turn(&self) -> Option<Seat> {
        match &self.trick {
            Some(trick) => Some(trick.turn()),
            None => self.seats().iter().find(|seat| self.is_choosing(*seat)),
        }
    }

    /// The seat opposite.
    pub fn partner(&self, seat: Seat) -> Seat {
        self.seats().after(self.seats().after(seat))
    }

    pub fn pile(&self) -> MystiqueSet {
        self.cards.known(Pile)
    }

    /// The score pile of a pair.
    pub fn won(&self, pair: Partnership) -> MystiqueSet {
        self.cards.known(Won(pair))
    }

    /// The cards that everybody has seen played in this round: in the pile, or won.
    pub fn laid(&self) -> MystiqueSet {
        Partnership::BOTH.into_iter().fold(self.pile(), |laid, pair| laid.union(self.won(pair)))
    }

    /// The points of a pair so far.
    pub fn points(&self, pair: Partnership) -> i32 {
        self.game.totals().get(pair.index()).copied().unwrap_or(0)
    }

    /// How many cards a seat holds, with those that it has chosen for its partner.
    pub fn held(&self, seat: Seat) -> usize {
        self.cards.count(Hand(seat)) + self.cards.count(Gift(seat))
    }

    /// The last play of this trick, and who is winning with it.
    pub fn last_play(&self) -> Option<(Seat, Pattern)> {
        self.trick.as_ref().and_then(Climb::last)
    }

    /// What must be beaten.
    pub fn to_beat(&self) -> Option<Pattern> {
        self.last_play().map(|(_, beat)| beat)
    }

    /// Who is winning the trick.
    pub fn ahead(&self) -> Option<Seat> {
        self.last_play().map(|(seat, _)| seat)
    }

    /// What whoever wins with these cards takes, if they lie in the pile by then.
    pub fn prize(&self, cards: MystiqueSet) -> MystiqueSet {
        self.pile().union(cards).intersection(suits_of(cards))
    }

    /// Whether these cards may be led, or played to this trick, by whoever holds them.
    pub fn check_play(&self, cards: MystiqueSet) -> Result<(), Illegal> {
        let pattern = Pattern::of(cards).map_err(|fault: NotAPattern| Illegal::because("#the-patterns", fault))?;
        let Some(beat) = self.to_beat() else { return Ok(()) };
        let (led, total, least) = (beat.colour.word(), pattern.total, beat.total);
        let why = match (pattern.colour == beat.colour, total > least) {
            (true, true) => return Ok(()),
            (false, _) => format!("{led} was led: play {led} cards, or pass"),
            (true, false) => {
                format!("that comes to {total}, and it must come to more than {least}: play a higher total, or pass")
            }
        };
        Err(Illegal::because("#following", why))
    }

    /// The pile and the hands of the other pair go to the pair of the seat that went out, the partner's hand to the other pair.
    fn hand_over(&mut self, out: Seat, held: &[MystiqueSet; PLAYERS]) {
        let pair = Partnership::of(out);
        self.cards.follow(&Moved::of(Pile, Won(pair), self.pile()));
        for (seat, hand) in self.seats().iter().zip(held) {
            // Each hand goes to the pair that it is not of.
            self.cards.follow(&Moved::of(Hand(seat), Won(Partnership::of(seat).other()), *hand));
        }
        self.trick = None;
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueDomination {
    pub table: DominationTable,
}

/// What a viewer may know.
pub type View = Seen<DominationTable>;

impl MystiqueDomination {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.table.cards.hand(seat)
    }

    fn give(&mut self, seat: Seat, cards: MystiqueSet, report: &mut impl FnMut(Event)) {
        self.table.happens(Event::Chose(Moved::of(Hand(seat), Gift(seat), cards)), report);
        if !self.table.choosing().is_empty() {
            return;
        }
        for seat in self.table.seats().iter() {
            let gift = self.table.cards.known(Gift(seat));
            let received = Moved::of(Gift(seat), Hand(self.table.partner(seat)), gift);
            self.table.happens(Event::Received(received), report);
        }
        let ace = self.table.options.leads;
        let holder = self.table.seats().iter().find(|seat| self.hand(*seat).contains(ace));
        self.table.happens(Event::Leads { seat: holder.unwrap_or(Seat::FIRST), ace }, report);
    }

    fn play(&mut self, seat: Seat, cards: MystiqueSet, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        self.table.happens(Event::Played { seat, cards }, report);
        if self.hand(seat).is_empty() {
            self.end_round(seat, rng, report);
        }
    }

    fn pass(&mut self, seat: Seat, report: &mut impl FnMut(Event)) {
        self.table.happens(Event::Passed { seat }, report);
        let trick = self.table.trick.as_ref();
        let won = trick.and_then(|trick| Some((trick.winner(self.table.seats())?, trick.to_beat()?)));
        if let Some((winner, play)) = won {
            self.table.happens(Event::Took { seat: winner, cards: self.table.prize(play.cards) }, report);
        }
    }

    fn end_round(&mut self, out: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let seats = self.table.seats();
        let mut held = [MystiqueSet::EMPTY; PLAYERS];
        held.iter_mut().zip(seats.iter()).for_each(|(held, seat)| *held = self.hand(seat));
        self.table.happens(Event::WentOut { seat: out, held }, report);
        let detail = DominationRound { out, held, won: Partnership::BOTH.map(|pair| self.table.won(pair)) };
        let points = seats.iter().map(|seat| detail.points(Partnership::of(seat))).collect();
        self.table.happens(Event::RoundOver { points, detail }, report);
        if !self.table.game.is_over() {
            self.table.happens(dealing(seats, &shuffled(MystiqueSet::DECK, rng)), report);
        }
    }

    fn check_gift(&self, seat: Seat, cards: MystiqueSet) -> Result<(), Illegal> {
        let why = match cards.len() {
            _ if self.table.trick.is_some() => "the cards have changed hands already".to_owned(),
            GIVEN => return Ok(()),
            count => {
                let partner = self.table.partner(seat).called();
                format!("choose three cards for {partner}, not {}", in_words(count))
            }
        };
        Err(Illegal::because("#the-exchange", why))
    }
}

fn check_options(options: &Options) -> Result<(), SetupError> {
    let wrong = |why: String| Err(SetupError::Options(why));
    match (options.target, options.leads) {
        (target, _) if !(1..=1000).contains(&target) => wrong(format!("target {target}; it must be 1 to 1000 points")),
        (_, leads) if leads.number() != 1 || leads.is_silver() => {
            wrong(format!("leads {leads}; it must be an ace of the golden deck, such as 1yM"))
        }
        _ => Ok(()),
    }
}

impl Game for MystiqueDomination {
    const INFO: Info = Info {
        id: "mystique-domination",
        title: "Mystique Domination",
        tagline: "Outplay the other pair, and win the most cards of each suit.",
        source: "aquoiboniste, in The Mystique Deck (2013)",
        rules: 1,
        seats: (PLAYERS as u8, PLAYERS as u8),
        minutes: (20, 40),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
        // Patterns are of one colour, and of numbers that are alike or consecutive; suits are what is won.
        hand_orders: &[HandOrder::ColourNumber, HandOrder::Number, HandOrder::Suit],
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `give 1yM 4bA 3rC`, `play 3yM 2yS` and `pass`";

    fn deal(options: &Options, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        check_options(options)?;
        let deck = Deal::dealt(deal, MystiqueSet::DECK, rng)?;
        let game = Match::new(seats, Seat::FIRST, Until::Lead(options.target)).with_partners();
        let mut table = DominationTable { game, options: options.clone(), cards: Zones::empty(), trick: None };
        table.follow(&dealing(seats, &deck));
        Ok(MystiqueDomination { table })
    }

    fn stage(&self) -> Stage {
        let game = &self.table.game;
        if game.is_over() {
            let [one, other] = Partnership::BOTH.map(|pair| self.table.points(pair));
            let reason = format!("{} to {} points {}", one.max(other), one.min(other), game.so_far());
            return Stage::Over(game.outcome("Domination", "A tie", reason));
        }
        let playing = self.table.trick.as_ref().map(|trick| SeatSet::only(trick.turn()));
        Stage::Act(playing.unwrap_or_else(|| self.table.choosing()))
    }

    fn turn(&self) -> Option<Seat> {
        self.table.turn()
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.reserve(460);
        let hand = self.hand(seat);
        match (&self.table.trick, self.table.to_beat()) {
            (None, _) => hand.threes_into(moves, |cards| Move::Give(cards.into_iter().collect())),
            (_, None) => leads_into(hand, moves),
            (_, Some(beat)) => {
                patterns_into(hand, beat.colour, beat.total, moves);
                moves.push(Move::Pass);
            }
        }
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let (hand, giving) = (self.hand(seat), self.table.trick.is_none());
        let held = |cards: MystiqueSet| match cards.without(hand).iter().next() {
            Some(card) => Err(Illegal::not_held(card)),
            None => Ok(()),
        };
        match mv {
            Move::Give(cards) => held(*cards).and_then(|()| self.check_gift(seat, *cards)),
            _ if giving => {
                Err(Illegal::because("#the-exchange", "before the first trick, choose three cards for your partner"))
            }
            Move::Play(cards) => held(*cards).and_then(|()| self.table.check_play(*cards)),
            Move::Pass if self.table.to_beat().is_none() => {
                Err(Illegal::because("#the-turn", "you lead, and whoever leads cannot pass: play a pattern"))
            }
            Move::Pass => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if seat.index() >= self.table.seats().count() || self.table.game.is_over() {
            return;
        }
        match mv {
            Move::Give(cards) => self.give(seat, *cards, report),
            Move::Play(cards) => self.play(seat, *cards, rng, report),
            Move::Pass => self.pass(seat, report),
        }
    }

    fn partners(&self, seat: Seat) -> SeatSet {
        self.table.game.partners(seat)
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        MystiqueDomination { table: self.table.redealt(who, rng) }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(MystiqueDomination { table: view.table.imagined(view.who, MystiqueSet::DECK, rng)? })
    }

    /// Nobody holds what was played in this round, and everybody holds what they were seen to get until they play it.
    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        let round = seen.iter().rposition(|event| matches!(event, Event::Dealt { .. }));
        let (mut gone, mut known) = (MystiqueSet::EMPTY, BySeat::of(MystiqueSet::EMPTY));
        for event in seen.iter().skip(round.map_or(0, |dealt| dealt + 1)) {
            match event {
                Event::Received(Moved { to: Hand(seat), cards, .. }) => known[*seat] = known[*seat].union(*cards),
                Event::Leads { seat, ace } => drop(known[*seat].insert(*ace)),
                Event::Played { cards, .. } => gone = gone.union(*cards),
                Event::WentOut { held, .. } => gone = held.iter().fold(gone, |gone, hand| gone.union(*hand)),
                _ => {}
            }
        }
        for seat in self.table.seats().iter() {
            let (hand, due) = (self.hand(seat), known[seat].without(gone));
            if let Some(card) = hand.intersection(gone).iter().next() {
                return Err(Unexplained(format!("seat {seat} holds {card}, which was played already")));
            }
            if let Some(card) = due.without(hand).iter().next() {
                return Err(Unexplained(format!("seat {seat} was seen to get {card}, and does not hold it")));
            }
        }
        Ok(())
    }

    fn scores(&self) -> Vec<i32> {
        self.table.game.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let (table, beat) = (&self.table, self.table.to_beat());
        json!({
            "round": table.game.round(),
            "points": Partnership::BOTH.map(|pair| table.points(pair)),
            "hands": table.seats().iter().map(|seat| table.held(seat)).collect::<Vec<_>>(),
            "pile": MystiqueCard::by_card_number(table.pile()),
            "led": beat.map(|beat| beat.colour.letter()),
            "beat": beat.map(|beat| beat.total),
            "taken": Partnership::BOTH.map(|pair| MystiqueCard::by_card_number(table.won(pair))),
        })
    }

    fn summary(&self) -> String {
        let [one, other] = Partnership::BOTH.map(|pair| self.table.points(pair));
        format!("Points {}: seats 0 and 2 have {one}, seats 1 and 3 have {other}.", self.table.game.so_far())
    }
}
