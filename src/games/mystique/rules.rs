//! Mystique as a game.
//!
//! Source: *The Mystique Deck*, "Mystique" by Néstor Romeral Andrés (2013). Where the rulebook is silent: whoever has no cards
//! when a reply is due takes the burns, and a skirmish that is tied counts for nobody. Its "round", from an opening until
//! somebody takes the cards, is called a round here too; the rounds of the match are its skirmishes.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::spells::{self, MOST_ALIKE, MOST_OPENING, Move, Spell};
use crate::cards::{Attribute, AttributeKind, HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, SetupError, Unexplained};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats, shuffled};
use crate::engine::seats::{BySeat, Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, TableEvent, ZoneTable};
use crate::engine::zones::{Moved, Zones};
use crate::words::{counted, joined};
use crate::{zone_game, zones};

pub const MOST_PLAYERS: usize = 6;

/// With more players than this a second deck is needed.
const ONE_DECK: usize = 4;

/// How many burns an ace costs, if it costs more than one.
pub const ACE: usize = 5;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// One skirmish, or the best of three or five.
    pub skirmishes: u32,
    /// Whether an ace costs five burns.
    pub aces: bool,
    /// Whether a palm deflects.
    pub deflection: bool,
    /// Whether those who sit opposite each other add up their burns: four or six players.
    pub partners: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { skirmishes: 1, aces: true, deflection: true, partners: false }
    }
}

zones! {
    /// Where a card lies.
    pub enum MystiqueZone {
        Hand(Seat): Owner,
        /// What was played in this round.
        Pile: Everybody,
        /// What a seat has taken in this skirmish.
        Burns(Seat): Everybody,
        /// What is left over between two.
        Aside: Nobody,
    }
}

use MystiqueZone::{Aside, Burns, Hand, Pile};

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Cast {
        seat: Seat,
        spell: Spell,
        cards: MystiqueSet,
    },
    Deflected {
        seat: Seat,
        card: MystiqueCard,
    },
    Took {
        seat: Seat,
        cards: MystiqueSet,
        burns: usize,
    },
    /// What each seat still holds is shown.
    HandsShown {
        held: ArrayVec<MystiqueSet, MOST_PLAYERS>,
    },
    SkirmishOver {
        points: SeatPoints,
        detail: SkirmishDetail,
    },
    /// A skirmish is dealt; of the cards everybody knows their own.
    Dealt {
        cards: Box<Zones<MystiqueZone, MystiqueSet>>,
    },
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::Dealt { cards } => Event::Dealt { cards: Box::new(cards.seen_by(who)) },
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        !matches!(self, Event::Took { .. })
    }
}

/// What is left of a skirmish, seat by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkirmishDetail {
    /// What each seat's burns cost, cards still held included.
    pub burns: SeatPoints,
    /// The cards that each seat still held.
    pub held: ArrayVec<MystiqueSet, MOST_PLAYERS>,
    /// Who won: one seat or one pair, or nobody if it was tied.
    pub winners: SeatSet,
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueTable {
    pub game: Match<SkirmishDetail>,
    pub options: Options,
    /// The spells of this round, each with who cast it; deflections among them.
    pub spells: ArrayVec<(Seat, MystiqueSet), MOST_ALIKE>,
    /// What must be answered, once the round is open.
    pub to_follow: Option<Spell>,
    pub cards: Zones<MystiqueZone, MystiqueSet>,
    /// The smallest spell of each value (by its index) that each seat took instead of answering it; 0 for none.
    pub declined: BySeat<[u8; 12]>,
    /// Who opened this round or is to open it.
    pub caster: Seat,
    pub turn: Seat,
}

impl EventTable for MystiqueTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Cast { seat, spell, cards } => {
                self.to_follow = Some(*spell);
                self.lay(*seat, *cards);
            }
            Event::Deflected { seat, card } => self.lay(*seat, [*card].into_iter().collect()),
            Event::Took { seat, cards, .. } => self.burn(*seat, *cards),
            Event::HandsShown { held } => {
                self.seats().iter().zip(held).for_each(|(seat, cards)| self.cards.show(Hand(seat), *cards));
            }
            Event::SkirmishOver { points, detail } => self.game.finish(points.clone(), detail.clone()),
            Event::Dealt { cards } => {
                let first = self.first();
                (self.caster, self.turn, self.declined) = (first, first, BySeat::default());
                self.cards = Zones::clone(cards);
            }
        }
    }
}

impl ZoneTable for MystiqueTable {
    type Zone = MystiqueZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.game.seats()
    }

    fn cards(&self) -> &Zones<MystiqueZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<MystiqueZone, MystiqueSet>) -> MystiqueTable {
        MystiqueTable { cards, ..self.clone() }
    }
}

impl MystiqueTable {
    /// The cards that were played in this round.
    pub fn pile(&self) -> MystiqueSet {
        self.cards.known(Pile)
    }

    /// Who cast the spell that must be answered, and with which cards: the last one of so many cards. A deflection has a single card,
    /// and one of a single card is a reply as well.
    pub fn to_answer(&self) -> Option<(Seat, MystiqueSet)> {
        let count = self.to_follow?.count;
        self.spells.iter().rev().find(|(_, cards)| cards.len() == count).copied()
    }

    /// The cards that nobody can hold any more.
    pub fn seen(&self) -> MystiqueSet {
        self.seats().iter().fold(self.pile(), |seen, seat| seen.union(self.burns(seat)))
    }

    /// The cards that a seat has taken in this skirmish.
    pub fn burns(&self, seat: Seat) -> MystiqueSet {
        self.cards.known(Burns(seat))
    }

    /// Who opens a skirmish.
    fn first(&self) -> Seat {
        self.seats().after(self.game.dealer())
    }

    /// How many burns cards cost.
    pub fn cost(&self, cards: MystiqueSet) -> usize {
        let aces = cards.intersection(MystiqueSet::of_number(1)).len();
        cards.len() + if self.options.aces { (ACE - 1) * aces } else { 0 }
    }

    /// The palms of a hand that can deflect now.
    pub fn deflecting(&self, hand: MystiqueSet) -> MystiqueSet {
        match self.to_follow {
            Some(spell) if self.options.deflection && spell.value.kind() != AttributeKind::Number => {
                hand.intersection(spell.value.cards()).intersection(MystiqueSet::of_number(5))
            }
            _ => MystiqueSet::EMPTY,
        }
    }

    /// Lays a spell on the table.
    fn lay(&mut self, seat: Seat, cards: MystiqueSet) {
        self.cards.follow(&Moved::of(Hand(seat), Pile, cards));
        // The array has room for every spell that can be cast.
        let _ = self.spells.try_push((seat, cards));
        self.turn = self.seats().after(seat);
    }

    /// Gives a seat the cards of this round instead of an answer; it opens the next.
    fn burn(&mut self, seat: Seat, pile: MystiqueSet) {
        if let Some(spell) = self.to_follow.take() {
            let (declined, count) = (&mut self.declined[seat][spell.value.index()], spell.count as u8);
            *declined = if *declined == 0 { count } else { count.min(*declined) };
        }
        self.cards.follow(&Moved::of(Pile, Burns(seat), pile));
        self.spells.clear();
        (self.caster, self.turn) = (seat, seat);
    }

    /// What the burns of a seat and of its partners cost.
    pub fn cost_of_side(&self, seat: Seat, burns: &[i32]) -> i32 {
        self.game.partners(seat).iter().filter_map(|partner| burns.get(partner.index())).sum()
    }

    /// What the burns of each seat cost so far, and in the end those of the last skirmish with the cards that were held.
    pub fn costs(&self) -> SeatPoints {
        match self.game.finished().last().filter(|_| self.game.is_over()) {
            Some(last) => last.detail.burns.clone(),
            None => self.seats().iter().map(|seat| self.cost(self.burns(seat)) as i32).collect(),
        }
    }
}

/// The cards that so many players use: one deck, or both.
pub fn deck_for(seats: Seats) -> MystiqueSet {
    if seats.count() > ONE_DECK { MystiqueSet::FULL } else { MystiqueSet::DECK }
}

/// How many cards each of so many players is dealt: as many as there are, but two set twenty aside.
pub fn dealt_to_each(seats: Seats) -> usize {
    if seats.count() == 2 { 20 } else { deck_for(seats).len() / seats.count() }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Mystique {
    pub table: MystiqueTable,
}

/// What a viewer may know.
pub type View = Seen<MystiqueTable>;

impl Mystique {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.table.cards.hand(seat)
    }

    fn dealt(&self, deck: &[MystiqueCard]) -> Event {
        let (seats, first) = (self.table.seats(), self.table.first());
        Event::Dealt { cards: Box::new(Zones::dealt(seats, first, deck, dealt_to_each(seats), Some(Aside))) }
    }

    fn take(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let cards = self.table.pile();
        self.table.happens(Event::Took { seat, cards, burns: self.table.cost(cards) }, report);
        if self.hand(seat).is_empty() {
            self.end_skirmish(rng, report);
        }
    }

    fn end_skirmish(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let held: ArrayVec<MystiqueSet, MOST_PLAYERS> = self.table.seats().iter().map(|seat| self.hand(seat)).collect();
        self.table.happens(Event::HandsShown { held: held.clone() }, report);
        let (table, seats) = (&self.table, self.table.seats());
        let burns: SeatPoints =
            seats.iter().zip(&held).map(|(seat, held)| table.cost(table.burns(seat).union(*held)) as i32).collect();
        let sides: SeatPoints = seats.iter().map(|seat| table.cost_of_side(seat, &burns)).collect();
        let least = sides.iter().min().copied().unwrap_or(0);
        let best: SeatSet = seats.iter().filter(|seat| sides[seat.index()] == least).collect();
        let is_tied = best.first().is_none_or(|seat| table.game.partners(seat) != best);
        let winners = if is_tied { SeatSet::EMPTY } else { best };
        let points: SeatPoints = match table.options.skirmishes {
            1 => sides.iter().map(|burns| -burns).collect(),
            _ => seats.iter().map(|seat| i32::from(winners.contains(seat))).collect(),
        };
        self.table.happens(Event::SkirmishOver { points, detail: SkirmishDetail { burns, held, winners } }, report);
        if !self.table.game.is_over() {
            let dealt = self.dealt(&shuffled(deck_for(seats), rng));
            self.table.happens(dealt, report);
        }
    }

    fn check_cast(&self, hand: MystiqueSet, value: Attribute, cards: MystiqueSet) -> Result<(), Illegal> {
        if let Some(card) = cards.without(hand).iter().next() {
            return Err(Illegal::not_held(card));
        }
        let is_spell = cards.without(value.cards()).is_empty();
        match self.table.to_follow {
            Some(spell) if is_spell && value == spell.value && cards.len() >= spell.count => Ok(()),
            Some(spell) => {
                Err(Illegal::because("#the-reply", format!("reply with {}, or take the cards", spell.or_more())))
            }
            None if !is_spell => {
                let why = format!("these cards do not have the same {}", value.kind().word());
                Err(Illegal::because("#the-opening", why))
            }
            None if cards.len() > MOST_OPENING => {
                Err(Illegal::because("#the-opening", "an opening has at most five cards"))
            }
            None => Ok(()),
        }
    }

    fn check_deflection(&self, hand: MystiqueSet, card: MystiqueCard) -> Result<(), Illegal> {
        let why = match self.table.to_follow {
            _ if self.table.deflecting(hand).contains(card) => return Ok(()),
            _ if !hand.contains(card) => return Err(Illegal::not_held(card)),
            _ if !self.table.options.deflection => "this game is played without deflection".to_owned(),
            None => "there is no spell to deflect: open the round".to_owned(),
            Some(Spell { value: Attribute::Number(_), .. }) => {
                "a spell that was announced by its number cannot be deflected".to_owned()
            }
            Some(_) if !card.is_palm() => "only a palm deflects".to_owned(),
            Some(spell) => format!("only a palm that shares what was announced deflects: {}", spell.value),
        };
        Err(Illegal::because("#deflection", why))
    }
}

fn check_options(options: &Options, seats: Seats) -> Result<(), SetupError> {
    let wrong = |why: String| Err(SetupError::Options(why));
    match (options.skirmishes, options.partners, seats.count()) {
        (_, true, count) if count != 4 && count != 6 => {
            wrong(format!("partners with {count} players; partners need 4 or 6"))
        }
        (1 | 3 | 5, ..) => Ok(()),
        (skirmishes, ..) => wrong(format!("{skirmishes} skirmishes; a match has 1, 3 or 5")),
    }
}

impl Game for Mystique {
    const INFO: Info = Info {
        id: "mystique",
        title: "Mystique",
        tagline: "Match each spell or beat it, or take all the cards as burns.",
        source: "Néstor Romeral Andrés, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (10, 30),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
        // Aces and palms, which are what matters most, lie at the ends.
        hand_orders: &[HandOrder::Number, HandOrder::Suit, HandOrder::Colour],
    };

    type Options = Options;
    type Deal = DeckDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `cast suit 1yS 2rS 4bS`, `deflect 5rS` and `take`";

    fn deal(options: &Options, seats: Seats, deal: Option<&DeckDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        check_options(options, seats)?;
        let (deck, dealer) = DeckDeal::first(deal, deck_for(seats), seats, rng)?;
        let until = if options.skirmishes == 1 { Until::Rounds(1) } else { Until::BestOf(options.skirmishes) };
        let game = Match::new(seats, dealer, until);
        let table = MystiqueTable {
            game: if options.partners { game.with_partners() } else { game },
            options: options.clone(),
            spells: ArrayVec::new(),
            to_follow: None,
            cards: Zones::empty(),
            declined: BySeat::default(),
            caster: dealer,
            turn: dealer,
        };
        let mut game = Mystique { table };
        let dealt = game.dealt(&deck);
        game.table.follow(&dealt);
        Ok(game)
    }

    fn stage(&self) -> Stage {
        let game = &self.table.game;
        if !game.is_over() {
            return Stage::Act(SeatSet::only(self.table.turn));
        }
        let reason = match self.table.options.skirmishes {
            1 => counted(-game.most(), "burn", "burns"),
            _ => format!("{} of {} won", game.most(), counted(game.finished().len() as u32, "skirmish", "skirmishes")),
        };
        Stage::Over(game.outcome("The finest spellcaster", "Well matched", reason))
    }

    fn turn(&self) -> Option<Seat> {
        (!self.table.game.is_over()).then_some(self.table.turn)
    }

    fn moves(&self, seat: Seat) -> Moves<Move> {
        let mut moves = Vec::new();
        self.moves_into(seat, &mut moves);
        // Whoever can answer is listed an answer.
        if moves == [Move::Take] { Moves::All(moves) } else { Moves::Open(moves) }
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.reserve(120);
        let hand = self.hand(seat);
        let Some(spell) = self.table.to_follow else { return spells::openings(hand, moves) };
        spells::replies(hand, spell, moves);
        if spell.count > 1 {
            moves.extend(self.table.deflecting(hand).iter().map(Move::Deflect));
        }
        moves.push(Move::Take);
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let hand = self.hand(seat);
        match mv {
            Move::Cast { value, cards } => self.check_cast(hand, *value, *cards),
            Move::Deflect(card) => self.check_deflection(hand, *card),
            Move::Take if self.table.to_follow.is_none() => {
                Err(Illegal::because("#the-opening", "there is nothing to take: open the round with a spell"))
            }
            Move::Take => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if seat.index() >= self.table.seats().count() || self.table.game.is_over() {
            return;
        }
        match mv {
            Move::Cast { value, cards } => {
                let spell = Spell { value: *value, count: cards.len() };
                self.table.happens(Event::Cast { seat, spell, cards: *cards }, report);
            }
            Move::Deflect(card) => self.table.happens(Event::Deflected { seat, card: *card }, report),
            Move::Take => self.take(seat, rng, report),
        }
    }

    fn partners(&self, seat: Seat) -> SeatSet {
        self.table.game.partners(seat)
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        Mystique { table: self.table.redealt(who, rng) }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(Mystique { table: view.table.imagined(view.who, deck_for(view.table.seats()), rng)? })
    }

    /// Nobody held what was on the table already.
    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        let skirmish = seen.iter().rposition(|event| matches!(event, Event::Dealt { .. }));
        let played = seen[skirmish.map_or(0, |at| at + 1)..].iter().map(|event| match event {
            Event::Cast { cards, .. } => *cards,
            Event::Deflected { card, .. } => [*card].into_iter().collect(),
            _ => MystiqueSet::EMPTY,
        });
        let played = played.fold(MystiqueSet::EMPTY, MystiqueSet::union);
        let seats = self.table.seats().iter();
        let held = seats.fold(self.table.cards.known(Aside), |held, seat| held.union(self.hand(seat)));
        match held.intersection(played).iter().next() {
            Some(card) => Err(Unexplained(format!("{card} is held, and was on the table already"))),
            None => Ok(()),
        }
    }

    fn scores(&self) -> Vec<i32> {
        let table = &self.table;
        if table.options.skirmishes > 1 || table.game.is_over() {
            return table.game.totals().to_vec();
        }
        table.seats().iter().map(|seat| -table.cost_of_side(seat, &table.costs())).collect()
    }

    fn state(&self) -> serde_json::Value {
        let (table, seats) = (&self.table, self.table.seats());
        let spell = |spell: Spell| {
            let mut shown = json!(spell.value);
            shown["count"] = json!(spell.count);
            shown
        };
        let wins =
            |seat: Seat| table.game.finished().iter().filter(|round| round.detail.winners.contains(seat)).count();
        json!({
            "skirmish": table.game.round(),
            "caster": table.caster.index(),
            "to_follow": table.to_follow.map(spell),
            "pile": table.spells.iter().flat_map(|(_, cards)| MystiqueCard::by_card_number(*cards)).collect::<Vec<_>>(),
            "hands": seats.iter().map(|seat| self.hand(seat).len()).collect::<Vec<_>>(),
            "burns": table.costs().as_slice(),
            "wins": seats.iter().map(wins).collect::<Vec<_>>(),
        })
    }

    fn summary(&self) -> String {
        match self.table.options.skirmishes {
            1 => {
                let burns = self.scores().into_iter().map(|points| -points);
                format!("Burns in seat order: {}.", joined(burns, ", "))
            }
            _ => {
                let wins = self.table.game.points_in_words(", ");
                format!("Skirmishes won, in seat order: {wins}.")
            }
        }
    }
}
