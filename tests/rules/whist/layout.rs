//! The table of little whist: what it shows, and what is done at it.

use parlour::cards::CardSet;
use parlour::engine::game::Illegal;
use parlour::engine::seats::{Seat, Seats};
use parlour::engine::seen::ZoneTable;
use parlour::engine::tabletop::{Scene, ScoreSheet, Setting, Setup, Tabletop};
use parlour::layout::{CardArea, CardTable, Exhibit, Finale, Gesture, Layout, Material, Room, Spotlight, Telling};
use parlour::words::counted;

use super::rules::{Event, LittleWhist, Move, Options, View};

/// What stands on a seat's plate.
fn plate(view: &View, seat: Seat) -> String {
    counted(view.table.tricks.taken[seat], "trick", "tricks")
}

fn lay(view: &View, room: Room) -> CardTable {
    let (mut table, may_play) = (view.card_table(room, Material::Cards), view.may_play());
    let playable = if may_play { view.table.tricks.playable(view.hand()) } else { CardSet::FULL };
    for seat in view.table.seats().iter() {
        table.plate(seat.index(), plate(view, seat), view.table.is_turn(seat), view.table.game.dealer() == seat);
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
        view.played(gesture).filter(|_| view.may_play()).map(Move)
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "move a card to the middle of the table")
    }

    fn prompt(view: &View) -> String {
        match view.table.tricks.trick.led() {
            _ if view.table.game.is_over() => "The game is over".to_owned(),
            _ if !view.may_play() => "Wait for the others to play".to_owned(),
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
        event.describe(&view.table.game)
    }

    fn finale(view: &View) -> Finale {
        let game = &view.table.game;
        if !game.is_over() {
            return Finale::default();
        }
        let tricks = |seat: Seat| {
            let tricks = counted(game.totals()[seat.index()], "trick", "tricks");
            Exhibit::part(Spotlight::of_seat(seat, CardArea::Taken), seat.called(), tricks)
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
