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
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, SetupError};
use crate::engine::hands::{Hands, HandsView, placed, placed_from};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats, shuffled};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::words::{counted, joined};

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

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Cast { seat: Seat, spell: Spell, cards: MystiqueSet },
    Deflected { seat: Seat, card: MystiqueCard },
    Took { seat: Seat, cards: MystiqueSet, burns: usize },
    SkirmishOver { detail: SkirmishDetail },
    Dealt { dealer: Seat },
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

/// What everybody sees of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueTable {
    pub game: Match<SkirmishDetail>,
    pub options: Options,
    /// The spells of this round, each with who cast it; deflections among them.
    pub spells: ArrayVec<(Seat, MystiqueSet), MOST_ALIKE>,
    /// What must be answered, once the round is open.
    pub to_follow: Option<Spell>,
    /// The cards that each seat has taken in this skirmish.
    pub burns: [MystiqueSet; MOST_PLAYERS],
    /// The smallest spell of each value (by its index) that each seat took instead of answering it; 0 for none.
    pub declined: [[u8; 12]; MOST_PLAYERS],
    /// Who opened this round or is to open it.
    pub caster: Seat,
    pub turn: Seat,
}

impl MystiqueTable {
    pub fn seats(&self) -> Seats {
        self.game.seats()
    }

    /// The cards that were played in this round.
    pub fn pile(&self) -> MystiqueSet {
        self.spells.iter().fold(MystiqueSet::EMPTY, |pile, (_, cards)| pile.union(*cards))
    }

    /// The cards that nobody can hold any more.
    pub fn seen(&self) -> MystiqueSet {
        self.burns.iter().fold(self.pile(), |seen, burns| seen.union(*burns))
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
    pub(super) fn lay(&mut self, seat: Seat, cards: MystiqueSet) {
        // The array has room for every spell that can be cast.
        let _ = self.spells.try_push((seat, cards));
        self.turn = self.seats().after(seat);
    }

    /// Gives a seat the cards of this round; it opens the next.
    pub(super) fn burn(&mut self, seat: Seat) {
        let pile = self.pile();
        self.burns[seat.index()] = self.burns[seat.index()].union(pile);
        self.spells.clear();
        self.to_follow = None;
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
            None => self.burns.iter().take(self.seats().count()).map(|burns| self.cost(*burns) as i32).collect(),
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
    /// The hands, then the cards that are set aside.
    hands: Hands<MystiqueSet, { MOST_PLAYERS + 1 }>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub table: MystiqueTable,
    pub hands: HandsView<MystiqueSet>,
}

impl Mystique {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.hands.of(seat.index())
    }

    fn deal_skirmish(&mut self, deck: &[MystiqueCard]) {
        let seats = self.table.seats();
        let first = seats.after(self.table.game.dealer());
        (self.table.burns, self.table.declined) = Default::default();
        (self.table.caster, self.table.turn) = (first, first);
        self.hands.deal(seats, first, deck, dealt_to_each(seats));
    }

    fn take(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let pile = self.table.pile();
        if let Some(spell) = self.table.to_follow {
            let declined = &mut self.table.declined[seat.index()][spell.value.index()];
            *declined = if *declined == 0 { spell.count as u8 } else { (*declined).min(spell.count as u8) };
        }
        report(Event::Took { seat, cards: pile, burns: self.table.cost(pile) });
        self.table.burn(seat);
        if self.hand(seat).is_empty() {
            self.end_skirmish(rng, report);
        }
    }

    fn end_skirmish(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let (table, seats) = (&self.table, self.table.seats());
        let held: ArrayVec<MystiqueSet, MOST_PLAYERS> = seats.iter().map(|seat| self.hand(seat)).collect();
        let burns: SeatPoints =
            table.burns.iter().zip(&held).map(|(burns, held)| table.cost(burns.union(*held)) as i32).collect();
        let sides: SeatPoints = seats.iter().map(|seat| table.cost_of_side(seat, &burns)).collect();
        let least = sides.iter().min().copied().unwrap_or(0);
        let best: SeatSet = seats.iter().filter(|seat| sides[seat.index()] == least).collect();
        let is_tied = best.first().is_none_or(|seat| table.game.partners(seat) != best);
        let winners = if is_tied { SeatSet::EMPTY } else { best };
        let points: SeatPoints = match table.options.skirmishes {
            1 => sides.iter().map(|burns| -burns).collect(),
            _ => seats.iter().map(|seat| i32::from(winners.contains(seat))).collect(),
        };
        let detail = SkirmishDetail { burns, held, winners };
        report(Event::SkirmishOver { detail: detail.clone() });
        self.table.game.finish(points, detail);
        if self.table.game.is_over() {
            return;
        }
        self.deal_skirmish(&shuffled(deck_for(seats), rng));
        report(Event::Dealt { dealer: self.table.game.dealer() });
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
            Some(_) if !card.is_palm() => "only a palm, a five, deflects".to_owned(),
            Some(spell) => format!("the palm does not share what was announced: {}", spell.value),
        };
        Err(Illegal::because("#deflection", why))
    }
}

fn nothing_barred(_: usize) -> MystiqueSet {
    MystiqueSet::EMPTY
}

fn check_options(options: &Options, seats: Seats) -> Result<(), SetupError> {
    let wrong = |why: String| Err(SetupError::Options(why));
    match (options.skirmishes, options.partners, seats.count()) {
        (_, true, count) if count != 4 && count != 6 => {
            wrong(format!("partners among {count}; they are 4 or 6 players"))
        }
        (1 | 3 | 5, ..) => Ok(()),
        (skirmishes, ..) => wrong(format!("{skirmishes} skirmishes; a match has 1, 3 or 5")),
    }
}

impl Game for Mystique {
    const INFO: Info = Info {
        id: "mystique",
        title: "Mystique",
        tagline: "A duel of spells: answer, deflect or get burnt",
        source: "Néstor Romeral Andrés, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (10, 30),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
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
            burns: Default::default(),
            declined: Default::default(),
            caster: dealer,
            turn: dealer,
        };
        let mut game = Mystique { table, hands: Hands::with(seats, [None]) };
        game.deal_skirmish(&deck);
        Ok(game)
    }

    fn stage(&self) -> Stage {
        let game = &self.table.game;
        if !game.is_over() {
            return Stage::Act(SeatSet::only(self.table.turn));
        }
        let best = game.totals().iter().max().copied().unwrap_or(0);
        let reason = match self.table.options.skirmishes {
            1 => counted(-best, "burn", "burns"),
            _ => format!("{} won of {}", counted(best, "skirmish", "skirmishes"), game.finished().len()),
        };
        Stage::Over(game.outcome("The finest spellcaster", "Well matched", reason))
    }

    fn turn(&self) -> Option<Seat> {
        (!self.table.game.is_over()).then_some(self.table.turn)
    }

    fn moves(&self, seat: Seat) -> Moves<Move> {
        let mut moves = Vec::new();
        self.moves_into(seat, &mut moves);
        Moves::Open(moves)
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
                report(Event::Cast { seat, spell, cards: *cards });
                self.hands.remove(seat.index(), *cards);
                self.table.to_follow = Some(spell);
                self.table.lay(seat, *cards);
            }
            Move::Deflect(card) => {
                let cards = [*card].into_iter().collect();
                report(Event::Deflected { seat, card: *card });
                self.hands.remove(seat.index(), cards);
                self.table.lay(seat, cards);
            }
            Move::Take => self.take(seat, rng, report),
        }
    }

    fn partners(&self, seat: Seat) -> SeatSet {
        self.table.game.partners(seat)
    }

    fn view(&self, who: Viewer) -> View {
        let seen = self.hands.seen_by(who);
        let hands = if self.table.game.is_over() { seen.opened(&self.hands) } else { seen };
        View { table: self.table.clone(), hands }
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.hands.order = order;
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(event: &Event) -> bool {
        !matches!(event, Event::Took { .. })
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        if self.table.game.is_over() {
            return self.clone();
        }
        Mystique { hands: self.hands.redealt(who, nothing_barred, rng), table: self.table.clone() }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let hidden = deck_for(view.table.seats()).without(view.table.seen());
        let hands = Hands::imagined(&view.hands, hidden, nothing_barred, rng)?;
        Some(Mystique { hands, table: view.table.clone() })
    }

    /// Nobody held what was on the table already.
    fn explains(&self, seen: &[Event]) -> bool {
        let skirmish = seen.iter().rposition(|event| matches!(event, Event::Dealt { .. }));
        let played = seen[skirmish.map_or(0, |at| at + 1)..].iter().map(|event| match event {
            Event::Cast { cards, .. } => *cards,
            Event::Deflected { card, .. } => [*card].into_iter().collect(),
            _ => MystiqueSet::EMPTY,
        });
        let played = played.fold(MystiqueSet::EMPTY, MystiqueSet::union);
        self.hands.all().intersection(played).is_empty()
    }

    /// Hands and the cards set aside by lot, burns from 10 on, what lies on the table at 20.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        self.hands.whereabouts().chain(placed_from(10, self.table.burns)).chain(placed(self.table.pile(), 20)).collect()
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
