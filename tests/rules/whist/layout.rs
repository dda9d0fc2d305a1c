//! The table of little whist: what it shows, and what is done at it.

use parlour::cards::CardSet;
use parlour::engine::game::Illegal;
use parlour::engine::seats::{Seat, Seats};
use parlour::engine::tabletop::{Scene, ScoreSheet, Setting, Setup, Tabletop};
use parlour::engine::trick::TrickEvent;
use parlour::layout::{CardArea, CardTable, Cue, Gesture, Layout, Material, SeatRing};
use parlour::words::counted;

use super::rules::{Event, LittleWhist, Move, Options, View};

/// How long a whole trick lies before it is taken, in seconds.
const TRICK_LIES: f32 = 1.0;

impl View {
    fn is_turn(&self, seat: Seat) -> bool {
        self.tricks.turn == seat && !self.game.is_over()
    }

    fn may_play(&self) -> bool {
        self.hands.own().is_some_and(|seat| self.is_turn(seat))
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        counted(self.tricks.taken[seat.index()], "trick", "tricks")
    }

    fn lay(&self) -> CardTable {
        let seats = self.game.seats();
        let mut table = CardTable::new(SeatRing::new(seats.count(), self.hands.front().index()), Material::Cards);
        let may_play = self.may_play();
        let playable = if may_play { self.tricks.playable(self.hands.hand()) } else { CardSet::FULL };
        for seat in seats.iter() {
            table.plate(seat.index(), self.plate(seat), self.is_turn(seat), self.game.dealer() == seat);
            self.hands.lay_hand(&mut table, seat, may_play, playable);
        }
        self.tricks.lay_on(&mut table, seats, &self.hands);
        table
    }
}

impl Tabletop for LittleWhist {
    fn layout(view: &View) -> Layout {
        view.lay().finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::Trick(TrickEvent::Played { seat, card }) => {
                scene.view.hands.remove(seat.index(), 1, [*card].into_iter().collect());
                scene.view.tricks.lay(*seat, *card);
                scene.moment(Cue::Place);
            }
            Event::Trick(TrickEvent::Taken { seat, trick }) => {
                scene.linger(TRICK_LIES);
                scene.view.tricks.trick = Default::default();
                let mut table = scene.view.lay();
                table.swept(seat.index(), trick.cards());
                scene.moment_of(table.finish(), Cue::Take);
                scene.view.tricks.give_to(*seat);
            }
            Event::RoundOver { .. } => {}
            Event::Dealt { .. } => scene.end = Cue::Deal,
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let card = view.hands.brought(gesture, |area| matches!(area, CardArea::Middle | CardArea::Trick(_)));
        card.filter(|_| view.may_play()).map(Move)
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "bring a card to the middle of the table")
    }

    fn prompt(view: &View) -> String {
        match view.tricks.trick.led() {
            _ if view.game.is_over() => "The game is over".to_owned(),
            _ if !view.may_play() => "Wait for the others to play".to_owned(),
            None => "Lead any card".to_owned(),
            Some(led) => format!("Follow {}s, or play any card if you have none", led.suit().word().to_lowercase()),
        }
    }

    fn described(view: &View) -> String {
        let seats = view.hands.seats_spoken(view.game.seats(), |seat| view.plate(seat));
        format!("{seats}. {}.{}", view.tricks.spoken(), view.hands.hand_spoken())
    }

    fn bookmark(view: &View) -> String {
        format!("round {}, tricks {}", view.game.round(), view.game.points_in_words(" : "))
    }

    fn describe(event: &Event) -> Option<String> {
        match event {
            Event::Trick(event) => Some(event.describe()),
            Event::RoundOver { .. } => Some("the round is over".to_owned()),
            Event::Dealt { .. } => None,
        }
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let seats = view.game.seats().count();
        ScoreSheet::of_match("Round", &view.game, |()| ("Each trick is a point".to_owned(), vec![String::new(); seats]))
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
