//! The table of Battle for the Suns: the sky in the middle, with the sun of the round between those that are to rise and those
//! that nobody got; before each seat what it bids, and under its plate the suns that it has won.

use std::cmp::Reverse;

use crate::cards::{AttributeKind, MystiqueCard};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::{Seat, SeatSet};
use crate::engine::seen::ZoneTable;
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, SelectionAction, Setup, Tabletop};
use crate::engine::zones::Moved;
use crate::layout::{
    CARD, CardArea, CardTable, Cue, Exhibit, Finale, Gesture, Layout, LogLevel, Material, PileSpot, Preview, Room,
    ShownCard, Spotlight, Telling, TrickCard, piece_of,
};
use crate::words::{counted, joined};

use super::rules::{BattleForTheSuns, Event, Move, View};
use super::table::{BIDS, SUNS, SunsTable, SunsZone, worth};

/// How large the suns are that lie beside the sun of the round, to that one, and how far from it, in cards.
const BESIDE_SUN: (f32, f32) = (0.42, 1.12);

/// How large the cards of the deck and the discards are.
const CARD_LEFT: f32 = 0.5;

/// How long bids are looked at before it is said who won, and a sun that goes to somebody, in seconds.
const BIDS_LIE: f32 = 0.6;
const SUN_GOES: f32 = 0.6;

impl View {
    fn own_turn(&self) -> bool {
        self.has_turn(self.table.turn())
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let bid = self.table.bid(seat);
        let points = counted(self.table.points(seat), "point", "points");
        match self.table.chosen.of(seat) {
            _ if self.table.is_over() => points,
            SealedChoice::Hidden | SealedChoice::Known(_) => format!("{points} · ready"),
            SealedChoice::Unasked if !self.table.bids[seat].is_full() => format!("{points} · stopped at {bid}"),
            SealedChoice::Waiting if bid == 0 => points,
            SealedChoice::Unasked | SealedChoice::Waiting => format!("{points} · bids {bid}"),
        }
    }

    /// The table. Those in `face_down` have laid a card down that nobody has turned over yet.
    fn lay(&self, face_down: SeatSet, room: Room) -> CardTable {
        let (seats, may_act) = (self.table.seats(), self.own_turn());
        let mut table = self.card_table(room, Material::Mystique);
        self.lay_sky(&mut table);
        for seat in seats.iter() {
            table.plate(seat.index(), self.plate(seat), self.table.turn() == Some(seat), false);
            self.lay_seat(&mut table, seat, face_down.contains(seat), may_act);
        }
        let last = |seat: Seat| {
            let won = self.table.last_winner == Some(seat);
            self.table.last_bids[seat].iter().map(move |card| TrickCard::of(seat.index(), *card, won))
        };
        table.look_back("Last bids", seats.iter().flat_map(last));
        table
    }

    fn lay_seat(&self, table: &mut CardTable, seat: Seat, is_face_down: bool, may_act: bool) {
        let own = self.table.chosen.of(seat).known().and_then(Move::card);
        let is_hidden = is_face_down && own.is_none();
        let chosen = Moved {
            count: u8::from(is_hidden || own.is_some()),
            ..Moved::of(SunsZone::Hand(seat), SunsZone::Bid(seat), own.into_iter().collect())
        };
        let mut held = self.clone();
        held.table.cards.follow(&chosen);
        // Each card of a hand says what it is worth to the sun of the round.
        let badge = |card| self.table.sun().map(|sun| worth(card, sun) as i8);
        held.lay_hand_as(table, seat, may_act, |card| ShownCard { badge: badge(card), ..ShownCard::of(card) });
        let bids = self.table.bids[seat].iter().map(|card| ShownCard::of(*card));
        let chosen = own.map(|card| ShownCard { is_dimmed: true, ..ShownCard::of(card) });
        let leads = self.table.bid(seat) > 0 && self.table.highest() == Some(seat);
        table.laid(seat.index(), bids.chain(chosen), is_hidden, held.held(seat), leads);
        if let Some((words, is_bright)) = self.said_of_bid(seat) {
            table.tag(CardArea::Aside(seat.index() as u8), words, is_bright);
        }
        table.won(seat.index(), MystiqueCard::by_card_number(self.table.won(seat)));
    }

    /// What is written over a seat's bid: what it comes to, and by how much it is ahead; and whether it is the highest.
    fn said_of_bid(&self, seat: Seat) -> Option<(String, bool)> {
        let bid = Some(self.table.bid(seat)).filter(|bid| *bid > 0 && !self.table.is_over())?;
        let best = self.table.seats().with_most(|seat| self.table.bid(seat));
        Some(match (best.contains(&seat), self.table.ahead_by()) {
            (true, Some(ahead)) => (format!("bid {bid} · ahead by {ahead}"), true),
            (true, None) => (format!("bid {bid} · tied"), true),
            (false, _) => (format!("bid {bid}"), false),
        })
    }

    fn lay_sky(&self, table: &mut CardTable) {
        let (sun, cards) = (self.table.sun(), &self.table.cards);
        let (below, lost, deck) = (self.table.below(), cards.known(SunsZone::Lost), cards.count(SunsZone::Deck));
        let discards = cards.known(SunsZone::Discards);
        let ((x, y), scale) = table.shared();
        let (small, aside) = (BESIDE_SUN.0 * scale, BESIDE_SUN.1 * scale * CARD.0);
        let horizon = PileSpot::new(0, "horizon", (x - aside, y), small);
        let sky = PileSpot::new(1, "sun", (x, y), scale);
        let nowhere = PileSpot::new(2, "lost suns", (x + aside, y), small).fanned(3.0);
        table.stock(horizon, below.len(), format!("{} to come", below.len()));
        table.open_pile(sky, sun, Some((horizon, below.len())), String::new());
        if !lost.is_empty() {
            table.open_pile(nowhere, lost.iter(), None, format!("{} tied", lost.len()));
        }
        let [stock, discarded] = table.corner();
        table.stock(PileSpot::new(3, "deck", stock, CARD_LEFT), deck, format!("{deck} left"));
        table.open_pile(
            PileSpot::new(4, "discards", discarded, CARD_LEFT),
            discards.iter(),
            None,
            format!("{} discarded", discards.len()),
        );
    }
}

/// The sun that is bid for: who wins it, and by how much.
fn sun_decided(table: &SunsTable) -> Vec<Exhibit> {
    let Some(sun) = table.sun() else { return Vec::new() };
    let best = table.seats().with_most(|seat| table.bid(seat));
    let mut spots = Spotlight::pieces([piece_of(sun)]);
    best.iter().for_each(|seat| spots.join(&Spotlight::of_seat(*seat, CardArea::Aside)));
    let caption = match best[..] {
        [winner] => winner.does("wins the sun", "win the sun"),
        _ => "A tie: nobody gets the sun".to_owned(),
    };
    vec![Exhibit::sum(spots, caption, margin(table))]
}

/// The highest bid beside the next one: "12 to 9".
fn margin(table: &SunsTable) -> String {
    let mut bids: Vec<i32> = table.seats().iter().map(|seat| table.bid(seat)).collect();
    bids.sort_unstable_by_key(|bid| Reverse(*bid));
    joined(bids.into_iter().take(2), " to ")
}

/// The suns that each seat has won, and what they are worth.
fn suns_won(view: &View) -> Vec<Exhibit> {
    let of_seat = |seat: Seat| {
        let won = MystiqueCard::by_card_number(view.table.won(seat));
        let caption = match won.is_empty() {
            true => format!("{}: no suns", seat.called()),
            false => format!("{}: {}", seat.called(), joined(won.iter().map(|sun| sun.number()), " + ")),
        };
        Exhibit::part(Spotlight::of_seat(seat, CardArea::Taken), caption, view.table.points(seat).to_string())
    };
    view.table.seats().iter().map(of_seat).collect()
}

impl Tabletop for BattleForTheSuns {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(SeatSet::EMPTY, room).finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::Chosen { .. } | Event::Rose { .. } => scene.show(event, Cue::Place),
            Event::Shown { .. } => {
                let face_down = event.bids().map(|(seat, _)| seat).collect();
                scene.moment_of(scene.view.lay(face_down, scene.room).finish(), Cue::Place);
                scene.show(event, Cue::Place);
            }
            Event::Awarded { .. } => {
                scene.linger(BIDS_LIE);
                scene.exhibit(sun_decided(&scene.view.table));
                scene.show(event, Cue::Take);
                scene.linger(SUN_GOES);
            }
            Event::Stock(_) => scene.show(event, Cue::Deal),
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let own = CardArea::Aside(view.front().index() as u8);
        let is_bid = |area| area == own || matches!(area, CardArea::Middle | CardArea::Pile(_));
        view.brought(gesture, is_bid).filter(|_| view.own_turn()).map(Move::Bid)
    }

    fn actions(view: &View, _: &Selection) -> Vec<SelectionAction<Move>> {
        let stop = || SelectionAction::makes(format!("Stop at {}", view.table.bid(view.front())), Move::Stop);
        (view.own_turn() && view.table.round() > 1).then(stop).into_iter().collect()
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        mv.card().map(piece_of).into_iter().collect()
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let (Move::Bid(card), Some(sun)) = (mv, view.table.sun()) else { return Preview::default() };
        let shared = card.shared(sun).map(|kind| match kind {
            AttributeKind::Colour => format!(", +1 for {}", sun.colour().word()),
            _ => ", +1 for the number".to_owned(),
        });
        let (more, bid) = (joined(shared, ""), view.table.bid(view.front()) + worth(*card, sun));
        Preview { sentence: format!("{}{more}: your bid would be {bid}", card.number()), ..Preview::default() }
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-bids", "move a card from your hand to your bid")
    }

    fn prompt(view: &View) -> String {
        let (table, round) = (&view.table, view.table.round());
        let (Some(sun), Some(seat)) = (table.sun(), view.own()) else {
            return if table.is_over() { "The game is over" } else { "Everybody bids in secret" }.to_owned();
        };
        let (prize, bid) = (counted(i32::from(sun.number()), "point", "points"), table.bid(seat));
        let leads =
            table.highest().map_or("the highest bid is tied".to_owned(), |leader| leader.does("is ahead", "are ahead"));
        match table.chosen.of(seat) {
            SealedChoice::Unasked => format!("You stopped at {bid}: wait for the others"),
            _ if !view.own_turn() => "Wait for the others to choose".to_owned(),
            _ if round == 1 => {
                format!("Bid a card face down for a sun worth {prize}; badges show what your cards are worth")
            }
            _ if round == BIDS => {
                format!("{prize} at stake, and {leads}: bid a third and last card, or stop at {bid}")
            }
            _ => format!("{prize} at stake, and {leads}: bid a second card, or stop at {bid}"),
        }
    }

    fn bookmark(view: &View) -> String {
        format!("sun {} of {}, points {}", view.table.number(), SUNS.len(), joined(view.table.totals(), " : "))
    }

    fn describe_move(view: &View, mv: &Move) -> Option<Telling> {
        let does = |verb: &str| view.front().does(verb, verb);
        let telling = match mv {
            Move::Bid(card) => Telling::of(does("bid")).face(*card),
            Move::Stop => Telling::of(does("stopped")),
        };
        Some(telling.happens())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Bid(_) => "bids",
            Move::Stop => "stops",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::Chosen { choice: None, .. } => Telling::of("chooses").quiet(),
            Event::Chosen { choice: Some(Move::Bid(card)), .. } => {
                Telling::of("bids").face(*card).quiet().prints(format!("bids the {}", card.spoken()))
            }
            Event::Chosen { choice: Some(Move::Stop), .. } => Telling::of("stops").quiet(),
            Event::Shown { choices } => shown(choices.as_slice()),
            Event::Awarded { sun, to } => awarded(view, *sun, *to),
            Event::Stock(moved) if moved.to == SunsZone::Deck => Telling::of("the discards are shuffled").happens(),
            Event::Stock(_) => return None,
            Event::Rose { sun } => {
                let rises = Telling::new().face(*sun).words("rises").about(Spotlight::pieces([piece_of(*sun)]));
                rises.happens().prints(format!("the {} rises", sun.spoken()))
            }
        })
    }

    fn finale(view: &View) -> Finale {
        if !view.table.is_over() {
            return Finale::default();
        }
        let table = &view.table;
        let winners = table.seats().with_most(|seat| table.points(seat));
        let most = winners.first().map_or(0, |seat| table.points(*seat));
        let last = Exhibit::won_by(&winners, counted(most, "point", "points"));
        let merit =
            |seat: &Seat| format!("{} {} of the {} suns", seat.does("won", "won"), table.won(*seat).len(), SUNS.len());
        let merits = winners.iter().map(merit).collect();
        Finale { merits, ..Finale::of(suns_won(view).into_iter().chain([last])) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        suns_won(view)
    }

    fn score_sheet(_: &View) -> ScoreSheet {
        ScoreSheet { goal: "Whoever has the most points in suns wins".to_owned(), ..ScoreSheet::default() }
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let suns = |seat: Seat| joined(view.table.won(seat).iter().map(|sun| sun.number()), " + ");
        view.table.seats().iter().map(suns).collect()
    }
}

/// Who bid what, and who stopped.
fn shown(choices: &[(Seat, Move)]) -> Telling {
    let mut telling = Telling::new().happens();
    for (number, (seat, mv)) in choices.iter().enumerate() {
        let apart = if number == 0 { "" } else { "· " };
        telling = match mv {
            Move::Bid(card) => telling.words(format!("{apart}{}", seat.called())).face(*card),
            Move::Stop => telling.words(format!("{apart}{}", seat.does("stops", "stop"))),
        };
    }
    let mut about = Spotlight::pieces(choices.iter().filter_map(|(_, mv)| mv.card()).map(piece_of));
    choices.iter().for_each(|(seat, _)| about.join(&Spotlight::of_seat(*seat, CardArea::Aside)));
    let choice = |(seat, mv): &(Seat, Move)| match mv {
        Move::Bid(card) => format!("{} the {}", seat.called(), card.spoken()),
        Move::Stop => seat.does("stops", "stop"),
    };
    telling.about(about).prints(format!("all show: {}", joined(choices.iter().map(choice), ", ")))
}

/// Who got a sun, and by how much.
fn awarded(view: &View, sun: MystiqueCard, to: Option<Seat>) -> Telling {
    let (margin, piece) = (margin(&view.table), Spotlight::pieces([piece_of(sun)]));
    let telling = match to {
        Some(seat) => {
            let won = Telling::of(seat.does("wins", "win")).face(sun).words(margin.clone());
            won.about(piece.and_seat(seat.index())).prints(format!("{} the {}", seat.does("wins", "win"), sun.spoken()))
        }
        None => {
            let lost = Telling::new().face(sun).words(format!("is lost in a tie, {margin}"));
            lost.about(piece).prints(format!("the {} is lost in a tie", sun.spoken()))
        }
    };
    telling.closes(LogLevel::Part)
}

impl Setup for BattleForTheSuns {
    const WHO_BEGINS: &'static str = "Bids are chosen in turn, starting with the first player, and shown together.";
}
