//! The table of little whist: what it shows, and what is done at it.

use parlour::cards::CardSet;
use parlour::engine::game::Illegal;
use parlour::engine::seats::{Seat, Seats};
use parlour::engine::seen::ZoneTable;
use parlour::engine::tabletop::{Scene, ScoreSheet, Setting, Setup, Tabletop};
use parlour::layout::{
    CardArea, CardTable, Exhibit, Finale, Gesture, Layout, LogLevel, Material, Room, SeatRing, Spotlight, Telling,
};
use parlour::words::counted;

use super::rules::{Event, LittleWhist, Move, Options, View};

/// Whether it is a seat's turn.
fn is_turn(view: &View, seat: Seat) -> bool {
    view.table.tricks.is_turn(seat, view.table.seats()) && !view.table.game.is_over()
}

/// Whether it is the viewer's own.
fn may_play(view: &View) -> bool {
    view.own().is_some_and(|seat| is_turn(view, seat))
}

/// What stands on a seat's plate.
fn plate(view: &View, seat: Seat) -> String {
    counted(view.table.tricks.taken[seat], "trick", "tricks")
}

fn lay(view: &View, room: Room) -> CardTable {
    let (seats, may_play) = (view.table.seats(), may_play(view));
    let mut table = CardTable::new(SeatRing::new(seats.count(), view.front().index(), room), Material::Cards);
    let playable = if may_play { view.table.tricks.playable(view.hand()) } else { CardSet::FULL };
    for seat in seats.iter() {
        table.plate(seat.index(), plate(view, seat), is_turn(view, seat), view.table.game.dealer() == seat);
        view.lay_hand(&mut table, seat, may_play, playable);
    }
    view.lay_tricks(&mut table);
    table
}

impl Tabletop for LittleWhist {
    fn layout(view: &View, room: Room) -> Layout {
        lay(view, room).finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.round(event, event, lay);
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        view.played(gesture).filter(|_| may_play(view)).map(Move)
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "bring a card to the middle of the table")
    }

    fn prompt(view: &View) -> String {
        match view.table.tricks.trick.led() {
            _ if view.table.game.is_over() => "The game is over".to_owned(),
            _ if !may_play(view) => "Wait for the others to play".to_owned(),
            None => "Lead any card".to_owned(),
            Some(led) => format!("Follow {}s, or play any card if you have none", led.suit().word().to_lowercase()),
        }
    }

    fn described(view: &View) -> String {
        view.tricks_spoken(|seat| plate(view, seat))
    }

    fn bookmark(view: &View) -> String {
        format!("round {}, tricks {}", view.table.game.round(), view.table.game.points_in_words(" : "))
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        match event {
            Event::Trick(event) => Some(event.describe()),
            Event::Over { .. } => {
                Some(Telling::of(format!("Round {} is over", view.table.game.round())).closes(LogLevel::Round))
            }
            Event::Dealt { .. } => None,
        }
    }

    fn finale(view: &View) -> Finale {
        let game = &view.table.game;
        if !game.is_over() {
            return Finale::default();
        }
        let tricks = |seat: Seat| {
            let spots = Spotlight::area(CardArea::Taken(seat.index() as u8)).and_seat(seat.index());
            Exhibit::part(spots, seat.called(), counted(game.totals()[seat.index()], "trick", "tricks"))
        };
        Finale::of(view.table.seats().iter().map(tricks))
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let seats = view.table.seats().count();
        ScoreSheet::of_match("Round", &view.table.game, |()| {
            ("Each trick is a point".to_owned(), vec![String::new(); seats])
        })
    }
}

impl Setup for LittleWhist {
    const WHO_BEGINS: &'static str = "The first dealer is chosen at random; the next player leads.";

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        vec![Setting::of(
            ("Length", "How many rounds are played. The most tricks in all of them win."),
            options,
            &[
                ("1 round", |options| options.rounds = 1),
                ("3 rounds", |options| options.rounds = 3),
                ("5 rounds", |options| options.rounds = 5),
            ],
        )]
    }
}
