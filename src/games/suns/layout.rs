//! The table of Battle for the Suns: the sky in the middle, with the sun of the round between those that are to rise and those
//! that nobody got; before each seat what it bids, and under its plate the suns that it has won.

use crate::cards::MystiqueCard;
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::{Seat, SeatSet};
use crate::engine::stock::StockEvent;
use crate::engine::tabletop::{Scene, ScoreSheet, SelectionAction, Setup, Tabletop};
use crate::layout::{
    CardArea, CardTable, Cue, Gesture, Layout, Material, PieceId, PileSpot, Preview, SeatRing, ShownCard, TrickCard,
    card_of, piece_of,
};
use crate::words::{counted, joined};

use super::rules::{BattleForTheSuns, Event, Move, View};
use super::table::{BIDS, SUNS, bonus, worth};

/// The suns below the horizon, the sun of the round, those that nobody got, the deck, and the discards.
const HORIZON: PileSpot = PileSpot::new(0, "horizon", (415.0, 290.0), 0.6);
const SKY: PileSpot = PileSpot::new(1, "sun", (520.0, 290.0), 1.05);
const LOST: PileSpot = PileSpot::new(2, "lost suns", (620.0, 290.0), 0.6).fanned(4.0);
const STOCK: PileSpot = PileSpot::new(3, "deck", (868.0, 606.0), 0.55);
const DISCARDS: PileSpot = PileSpot::new(4, "discards", (968.0, 606.0), 0.55);

/// How long bids are looked at, and a sun that goes to somebody, in seconds.
const BIDS_LIE: f32 = 1.0;
const SUN_GOES: f32 = 0.6;

impl View {
    fn own_turn(&self) -> bool {
        self.hands.own().is_some() && self.table.turn() == self.hands.own()
    }

    fn is_bidding(&self, seat: Seat) -> bool {
        !self.table.is_over() && self.table.bidding_in(self.table.round()).contains(seat)
    }

    /// The card that the viewer has chosen and not shown yet.
    fn laid_down(&self, seat: Seat) -> Option<MystiqueCard> {
        self.table.chosen.of(seat).known().and_then(Move::card)
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let bid = self.table.bid(seat);
        let doing = match (self.table.is_over(), self.is_bidding(seat), self.table.chosen.of(seat)) {
            (true, ..) => None,
            (_, false, _) => Some(format!("stopped at {bid}")),
            (_, true, SealedChoice::Waiting) if bid == 0 => None,
            (_, true, SealedChoice::Waiting) => Some(format!("bids {bid}")),
            (_, true, _) => Some("has chosen".to_owned()),
        };
        let points = counted(self.table.points(seat), "point", "points");
        joined(doing.into_iter().chain([points]), " · ")
    }

    /// The table. Those in `face_down` have laid a card down that nobody has turned over yet.
    fn lay(&self, face_down: SeatSet) -> CardTable {
        let (seats, may_act) = (self.table.seats(), self.own_turn());
        let mut table = CardTable::new(SeatRing::new(seats.count(), self.hands.front().index()), Material::Mystique);
        self.lay_sky(&mut table);
        for seat in seats.iter() {
            let is_turn = self.table.turn() == Some(seat);
            table.plate(seat.index(), self.plate(seat), is_turn, false);
            self.lay_seat(&mut table, seat, face_down.contains(seat), may_act);
        }
        let last = |seat: Seat| {
            let won = self.table.last_winner == Some(seat);
            self.table.last_bids[seat.index()].iter().map(move |card| TrickCard::of(seat.index(), *card, won))
        };
        table.look_back("Last bids", seats.iter().flat_map(last));
        table
    }

    fn lay_seat(&self, table: &mut CardTable, seat: Seat, is_face_down: bool, may_act: bool) {
        let own = self.laid_down(seat);
        let is_hidden = is_face_down && own.is_none();
        let mut held = self.hands.clone();
        held.remove(seat.index(), usize::from(is_hidden || own.is_some()), own.into_iter().collect());
        held.lay_hand_as(table, seat, may_act, |card| self.shown(card));
        let bids = self.table.bids[seat.index()].iter().map(|card| ShownCard::of(*card));
        let chosen = own.map(|card| ShownCard { is_dimmed: true, ..ShownCard::of(card) });
        let bids: Vec<ShownCard> = bids.chain(chosen).collect();
        let leads = self.table.bid(seat) > 0 && self.table.highest() == Some(seat);
        table.laid(seat.index(), &bids, is_hidden, held.count(seat.index()), leads);
        table.won(seat.index(), MystiqueCard::by_card_number(self.table.won[seat.index()]));
    }

    /// A card of a hand with what it is worth to the sun of the round.
    fn shown(&self, card: MystiqueCard) -> ShownCard {
        ShownCard { badge: self.table.sun.map(|sun| worth(card, sun) as i8), ..ShownCard::of(card) }
    }

    fn lay_sky(&self, table: &mut CardTable) {
        let (below, lost) = (self.table.below.len(), self.table.lost);
        table.stock(HORIZON, below, format!("{below} to rise"));
        table.open_pile(SKY, self.table.sun, Some((HORIZON, below)), self.round_in_words());
        let caption = if lost.is_empty() { String::new() } else { format!("{} lost", lost.len()) };
        table.open_pile(LOST, lost.iter(), None, caption);
        let (undrawn, discards) = (self.table.stock.undrawn(), self.table.stock.discards);
        table.stock(STOCK, undrawn, format!("{undrawn} left"));
        table.open_pile(DISCARDS, discards.iter(), None, format!("{} discarded", discards.len()));
    }

    fn round_in_words(&self) -> String {
        let round = ["First", "Second", "Third"].get(self.table.round() - 1);
        round.filter(|_| !self.table.is_over()).map_or(String::new(), |round| format!("{round} bid"))
    }
}

impl Tabletop for BattleForTheSuns {
    fn layout(view: &View) -> Layout {
        view.lay(SeatSet::default()).finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::Chosen { seat, choice } => {
                scene.view.table.chosen.choose(*seat, SealedChoice::made(*choice));
                scene.moment(Cue::Place);
            }
            Event::Shown { choices } => {
                let bids = || choices.iter().filter_map(|(seat, mv)| Some((*seat, mv.card()?)));
                let face_down = bids().map(|(seat, _)| seat).collect();
                scene.moment_of(scene.view.lay(face_down).finish(), Cue::Place);
                bids().for_each(|(seat, card)| scene.view.hands.remove(seat.index(), 1, [card].into_iter().collect()));
                scene.view.table.show(choices);
                scene.moment(Cue::Place);
            }
            Event::Awarded { .. } => {
                scene.linger(BIDS_LIE);
                scene.view.table.award();
                scene.moment(Cue::Take);
                scene.linger(SUN_GOES);
            }
            Event::Stock(event) => {
                scene.view.table.stock.follow(event);
                event.reach(&mut scene.view.hands);
                scene.moment(Cue::Deal);
            }
            Event::Rose { sun } => {
                scene.view.table.rise(*sun);
                scene.moment(Cue::Place);
            }
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let own = view.hands.front().index() as u8;
        let card = match (gesture.piece, gesture.area.to()?) {
            (None, CardArea::Own(place)) => view.hands.card_at(place),
            (Some(piece), CardArea::Middle | CardArea::Pile(_)) => card_of(piece),
            (Some(piece), CardArea::Aside(seat)) if seat == own => card_of(piece),
            _ => None,
        };
        card.filter(|card| view.own_turn() && view.hands.hand().contains(*card)).map(Move::Bid)
    }

    fn actions(view: &View, _: &[PieceId]) -> Vec<SelectionAction<Move>> {
        let seat = view.hands.own().filter(|_| view.own_turn() && view.table.round() > 1);
        let label = |seat| format!("Stop at {}", view.table.bid(seat));
        seat.map(|seat| SelectionAction { label: label(seat), mv: Ok(Move::Stop) }).into_iter().collect()
    }

    fn pieces_for(_: &View, mv: &Move) -> Vec<PieceId> {
        match mv {
            Move::Bid(card) => vec![piece_of(*card)],
            Move::Stop => Vec::new(),
        }
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let (Move::Bid(card), Some(sun), Some(seat)) = (mv, view.table.sun, view.hands.own()) else {
            return Preview::default();
        };
        let more = match bonus(*card, sun) {
            0 => String::new(),
            1 if card.colour() == sun.colour() => format!(", +1 for {}", sun.colour().word()),
            1 => ", +1 for the number".to_owned(),
            _ => format!(", +1 for {} and +1 for the number", sun.colour().word()),
        };
        let bid = view.table.bid(seat) + worth(*card, sun);
        Preview { sentence: format!("{}{more}: your bid would be {bid}", card.number()), ..Preview::default() }
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-bids", "bring a card of your hand to your bid")
    }

    fn prompt(view: &View) -> String {
        let (Some(sun), Some(seat)) = (view.table.sun, view.hands.own()) else {
            return if view.table.is_over() { "The game is over" } else { "Everybody bids in secret" }.to_owned();
        };
        let prize = counted(i32::from(sun.number()), "point", "points");
        match (view.own_turn(), view.table.round()) {
            (true, 1) => format!("A sun worth {prize}: bid a first card, face down"),
            (true, round) => {
                let leads = match view.table.highest() {
                    Some(leader) => leader.does("is ahead", "are ahead"),
                    None => "the lead is shared".to_owned(),
                };
                let ordinal = if round == BIDS { "third and last" } else { "second" };
                format!("For {prize}, {leads}: bid a {ordinal} card, or stop at {}", view.table.bid(seat))
            }
            (false, _) if !view.is_bidding(seat) => {
                format!("You stopped at {}: wait for the others", view.table.bid(seat))
            }
            (false, _) => "Wait for the others to choose".to_owned(),
        }
    }

    fn bookmark(view: &View) -> String {
        format!("sun {} of {}, points {}", view.table.number(), SUNS.len(), joined(view.table.totals(), " : "))
    }

    fn describe(event: &Event) -> Option<String> {
        let choice = |(seat, mv): &(Seat, Move)| match mv {
            Move::Bid(card) => format!("{} the {}", seat.called(), card.spoken()),
            Move::Stop => seat.does("stops", "stop"),
        };
        Some(match event {
            Event::Chosen { choice: None, .. } => "chooses".to_owned(),
            Event::Chosen { choice: Some(Move::Bid(card)), .. } => format!("bids the {}", card.spoken()),
            Event::Chosen { choice: Some(Move::Stop), .. } => "stops".to_owned(),
            Event::Shown { choices } => format!("all show: {}", joined(choices.iter().map(choice), ", ")),
            Event::Awarded { sun, to: Some(seat) } => format!("{} the {}", seat.does("wins", "win"), sun.spoken()),
            Event::Awarded { sun, to: None } => format!("the {} is lost in a tie", sun.spoken()),
            Event::Stock(StockEvent::Shuffled { .. }) => "the discards are shuffled".to_owned(),
            Event::Stock(StockEvent::Drew { .. }) => return None,
            Event::Rose { sun } => format!("the {} rises", sun.spoken()),
        })
    }

    fn lesson() -> Option<Lesson<Self>> {
        Some(super::lesson::lesson())
    }

    fn score_sheet(_: &View) -> ScoreSheet {
        ScoreSheet { goal: "The most points in suns win".to_owned(), ..ScoreSheet::default() }
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let suns = |seat: Seat| joined(view.table.won[seat.index()].iter().map(|sun| sun.number()), " + ");
        view.table.seats().iter().map(suns).collect()
    }
}

impl Setup for BattleForTheSuns {
    fn who_begins() -> &'static str {
        "All bid at the same time; the first player chooses first."
    }
}
