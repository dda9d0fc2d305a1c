//! The table of Battle for the Suns: the sky in the middle, with the sun of the round between those that are to rise and those
//! that nobody got; before each seat what it bids, and under its plate the suns that it has won.

use crate::cards::{AttributeKind, MystiqueCard};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::{Seat, SeatSet};
use crate::engine::tabletop::{Scene, ScoreSheet, SelectionAction, Setup, Tabletop};
use crate::layout::{
    CardArea, CardTable, Cue, Gesture, Layout, Material, PieceId, PileSpot, Preview, SeatRing, ShownCard, TrickCard,
    card_of, piece_of,
};
use crate::words::{counted, joined};

use super::rules::{BattleForTheSuns, Event, Move, View};
use super::table::{BIDS, SUNS, worth};

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
    /// The viewer's seat while it is to choose.
    fn own_turn(&self) -> Option<Seat> {
        self.hands.own().filter(|seat| self.table.turn() == Some(*seat))
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let bid = self.table.bid(seat);
        let doing = match self.table.chosen.of(seat) {
            _ if self.table.is_over() => None,
            SealedChoice::Unasked => Some(format!("stopped at {bid}")),
            SealedChoice::Waiting => (bid > 0).then(|| format!("bids {bid}")),
            SealedChoice::Hidden | SealedChoice::Known(_) => Some("has chosen".to_owned()),
        };
        let points = counted(self.table.points(seat), "point", "points");
        joined(doing.into_iter().chain([points]), " · ")
    }

    /// The table. Those in `face_down` have laid a card down that nobody has turned over yet.
    fn lay(&self, face_down: SeatSet) -> CardTable {
        let (seats, may_act) = (self.table.seats, self.own_turn().is_some());
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
        let own = self.table.chosen.of(seat).known().and_then(Move::card);
        let is_hidden = is_face_down && own.is_none();
        let mut held = self.hands.clone();
        held.remove(seat.index(), usize::from(is_hidden || own.is_some()), own.into_iter().collect());
        // Each card of a hand says what it is worth to the sun of the round.
        let badge = |card| self.table.sun.map(|sun| worth(card, sun) as i8);
        held.lay_hand_as(table, seat, may_act, |card| ShownCard { badge: badge(card), ..ShownCard::of(card) });
        let bids = self.table.bids[seat.index()].iter().map(|card| ShownCard::of(*card));
        let chosen = own.map(|card| ShownCard { is_dimmed: true, ..ShownCard::of(card) });
        let bids: Vec<ShownCard> = bids.chain(chosen).collect();
        let leads = self.table.bid(seat) > 0 && self.table.highest() == Some(seat);
        table.laid(seat.index(), &bids, is_hidden, held.count(seat.index()), leads);
        table.won(seat.index(), MystiqueCard::by_card_number(self.table.won[seat.index()]));
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
        let mut cue = Cue::Place;
        match event {
            Event::Shown { .. } => {
                let face_down = event.bids().map(|(seat, _)| seat).collect();
                scene.moment_of(scene.view.lay(face_down).finish(), cue);
                let hands = &mut scene.view.hands;
                event.bids().for_each(|(seat, card)| hands.remove(seat.index(), 1, [card].into_iter().collect()));
            }
            Event::Awarded { .. } => {
                scene.linger(BIDS_LIE);
                cue = Cue::Take;
            }
            Event::Stock(event) => {
                event.reach(&mut scene.view.hands);
                cue = Cue::Deal;
            }
            Event::Chosen { .. } | Event::Rose { .. } => {}
        }
        scene.view.table.follow(event);
        scene.moment(cue);
        if cue == Cue::Take {
            scene.linger(SUN_GOES);
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
        card.filter(|card| view.own_turn().is_some() && view.hands.hand().contains(*card)).map(Move::Bid)
    }

    fn actions(view: &View, _: &[PieceId]) -> Vec<SelectionAction<Move>> {
        let stop = |seat| SelectionAction { label: format!("Stop at {}", view.table.bid(seat)), mv: Ok(Move::Stop) };
        view.own_turn().filter(|_| view.table.round() > 1).map(stop).into_iter().collect()
    }

    fn pieces_for(_: &View, mv: &Move) -> Vec<PieceId> {
        mv.card().map(piece_of).into_iter().collect()
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let (Move::Bid(card), Some(sun), Some(seat)) = (mv, view.table.sun, view.hands.own()) else {
            return Preview::default();
        };
        let shared = card.shared(sun).map(|kind| match kind {
            AttributeKind::Colour => format!(", +1 for {}", sun.colour().word()),
            _ => ", +1 for the number".to_owned(),
        });
        let (more, bid) = (joined(shared, ""), view.table.bid(seat) + worth(*card, sun));
        Preview { sentence: format!("{}{more}: your bid would be {bid}", card.number()), ..Preview::default() }
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-bids", "bring a card of your hand to your bid")
    }

    fn prompt(view: &View) -> String {
        let (table, round) = (&view.table, view.table.round());
        let (Some(sun), Some(seat)) = (table.sun, view.hands.own()) else {
            return if table.is_over() { "The game is over" } else { "Everybody bids in secret" }.to_owned();
        };
        let (prize, bid) = (counted(i32::from(sun.number()), "point", "points"), table.bid(seat));
        let leads =
            table.highest().map_or("the lead is shared".to_owned(), |leader| leader.does("is ahead", "are ahead"));
        match (view.own_turn(), table.chosen.of(seat)) {
            (Some(_), _) if round == 1 => format!("A sun worth {prize}: bid a first card, face down"),
            (Some(_), _) => {
                let ordinal = if round == BIDS { "third and last" } else { "second" };
                format!("For {prize}, {leads}: bid a {ordinal} card, or stop at {bid}")
            }
            (None, SealedChoice::Unasked) => format!("You stopped at {bid}: wait for the others"),
            (None, _) => "Wait for the others to choose".to_owned(),
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
            Event::Stock(event) => return event.describe(),
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
        view.table.seats.iter().map(suns).collect()
    }
}

impl Setup for BattleForTheSuns {
    fn who_begins() -> &'static str {
        "All bid at the same time; the first player chooses first."
    }
}
