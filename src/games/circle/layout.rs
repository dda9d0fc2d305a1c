//! The table of Mystique Circle: what it shows, and what is done at it.

use crate::cards::{MystiqueSet, MystiqueSuit};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats};
use crate::engine::seen::ZoneTable;
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, SelectionAction, Setting, Setup, Tabletop};
use crate::engine::trick::RoundEvent;
use crate::engine::zones::Moved;
use crate::layout::{
    CardArea, CardTable, Cue, Exhibit, Finale, Gesture, Layout, LegendPicture, LogLevel, Material, PieceId, Room,
    Spotlight, Telling, piece_of,
};
use crate::words::{counted, joined};

use super::reason::beaten_by;
use super::rules::CircleZone::Hole as InHole;
use super::rules::{
    BONUS, CIRCLE, CircleZone, Event, HOLE, Hole, Move, MystiqueCircle, Options, RoundDetail, View, bid_of,
};

/// How long the holes of a round that is over lie open before bids are compared with tricks, in seconds.
const HOLES_LIE: f32 = 1.0;

/// What the viewer's own seat does now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acting {
    Bids,
    Plays,
    Waits,
}

impl View {
    fn is_acting(&self, seat: Seat) -> bool {
        let choosing = self.table.choosing();
        let acts = match choosing.is_empty() {
            true => self.table.tricks.is_turn(seat, self.table.seats()),
            false => choosing.contains(seat),
        };
        acts && !self.table.game.is_over()
    }

    fn acting(&self) -> Acting {
        match self.own().filter(|seat| self.is_acting(*seat)) {
            None => Acting::Waits,
            Some(seat) if self.table.is_choosing(seat) => Acting::Bids,
            Some(_) => Acting::Plays,
        }
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let tricks = self.table.tricks.taken[seat];
        match self.table.hole(seat).map(Hole::bid) {
            Some(bid) if tricks > bid => format!("{}, bid {bid}", tricks_in_words(tricks)),
            Some(bid) => format!("{tricks} of {}", tricks_in_words(bid)),
            None => tricks_in_words(tricks),
        }
    }

    fn lay(&self, room: Room) -> CardTable {
        let mut table = self.card_table(room, Material::Mystique);
        let (may_act, playable) = match self.acting() {
            Acting::Plays => (true, self.table.tricks.playable(self.hand())),
            acting => (acting == Acting::Bids, MystiqueSet::FULL),
        };
        for seat in self.table.seats().iter() {
            table.plate(seat.index(), self.plate(seat), self.is_acting(seat), self.table.game.dealer() == seat);
            self.lay_hand(&mut table, seat, may_act, playable);
            let (count, known) = (self.table.cards.count(InHole(seat)), self.shown(InHole(seat)));
            table.aside(seat.index(), count, &known, &format!("{} hole", seat.whose()));
            if known.is_empty() {
                table.mark(CardArea::Aside(seat.index() as u8), "bid");
            }
        }
        self.lay_tricks(&mut table);
        if self.table.has_trick_to_come() {
            let sign =
                |suit: MystiqueSuit| (LegendPicture::Suit(suit), format!("{} bid {}", suit.word(), bid_of(suit)));
            table.legend("each beats the next", CIRCLE.map(sign));
        }
        table
    }
}

impl Tabletop for MystiqueCircle {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    /// Nothing that is still out beats any card of whoever leads.
    fn is_decided(view: &View) -> bool {
        let is_led = view.table.has_trick_to_come() && view.table.choosing().is_empty();
        is_led && view.hand().iter().all(|card| beaten_by(view, card) == 0)
    }

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room).finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::SetAside(_) => scene.show(event, Cue::Place),
            Event::HolesShown(_) => {
                scene.show(event, Cue::Place);
                scene.linger(HOLES_LIE);
            }
            Event::Round(happened) => {
                scene.round(happened, event, View::lay);
                if matches!(happened, RoundEvent::Over { .. }) && !scene.view.table.game.is_over() {
                    scene.exhibit(round_decided(&scene.view));
                }
            }
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        view.played(gesture).filter(|_| view.acting() == Acting::Plays).map(Move::Play)
    }

    fn selectable(view: &View, selected: &Selection) -> Vec<PieceId> {
        if view.acting() != Acting::Bids || selected.len() >= HOLE {
            return Vec::new();
        }
        view.hand().iter().map(piece_of).filter(|piece| !selected.contains(*piece)).collect()
    }

    fn actions(view: &View, selected: &Selection) -> Vec<SelectionAction<Move>> {
        if view.acting() != Acting::Bids {
            return Vec::new();
        }
        let cards = view.selected(selected);
        let Some(hole) = Hole::of(cards) else {
            let why = format!("set three cards aside; {} chosen so far", cards.len());
            return vec![SelectionAction::lacks(format!("Choose three cards: {} of 3", cards.len()), "#the-hole", why)];
        };
        vec![SelectionAction::makes(format!("Bid {}", tricks_in_words(hole.bid())), Move::Hole(hole))]
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        match mv {
            Move::Hole(hole) => hole.cards().iter().map(piece_of).collect(),
            Move::Play(card) => [piece_of(*card)].into_iter().collect(),
        }
    }

    fn explain_no_move(view: &View, _: &Gesture) -> Illegal {
        match view.acting() {
            Acting::Bids => {
                Illegal::because("#the-hole", "choose three cards, then press Bid; click a chosen card to put it back")
            }
            Acting::Plays | Acting::Waits => Illegal::because("#the-trick", "move a card to the middle of the table"),
        }
    }

    fn prompt(view: &View) -> String {
        let wants = match view.needs() {
            0 => "you need no more tricks".to_owned(),
            needs @ 1.. => format!("you need {}", counted(needs, "more trick", "more tricks")),
            _ => "you have more tricks than you bid".to_owned(),
        };
        match (view.acting(), view.table.tricks.trick.led().map(|led| led.colour())) {
            _ if view.table.game.is_over() => "The game is over".to_owned(),
            (Acting::Bids, _) => "Set three cards aside as your bid: moons 0, suns 1, arms 2, crowns 3".to_owned(),
            (Acting::Plays, None) => format!("Lead any card; {wants}"),
            (Acting::Plays, Some(led)) if view.hand().intersection(MystiqueSet::of_colour(led)).is_empty() => {
                format!("No {} in your hand: toss any card. It cannot win", led.word())
            }
            (Acting::Plays, Some(led)) => format!("Follow {}; {wants}", led.word()),
            (Acting::Waits, _) if view.table.choosing().is_empty() => "Wait for the others to play".to_owned(),
            (Acting::Waits, _) => "Wait for the others to bid".to_owned(),
        }
    }

    fn described(view: &View) -> String {
        let suits = CIRCLE.map(|suit| format!("{} bid {}", suit.word(), bid_of(suit)));
        let circle = match view.table.has_trick_to_come() {
            true => format!(" Each suit beats the next and the last the first: {}.", joined(suits, ", ")),
            false => String::new(),
        };
        format!("{}{circle}", view.tricks_spoken(|seat| view.plate(seat)))
    }

    fn bookmark(view: &View) -> String {
        format!("round {}, points {}", view.table.game.round(), view.table.game.points_in_words(" : "))
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Hole(_) => "bids",
            Move::Play(_) => "cards played",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::SetAside(moved) => set_aside(moved),
            Event::Round(event) => event.describe(&view.table.game)?,
            Event::HolesShown(_) => return None,
        })
    }

    fn finale(view: &View) -> Finale {
        let game = &view.table.game;
        if !game.is_over() {
            return Finale::default();
        }
        let winners = game.winners();
        let last = Exhibit::won_by(&winners, counted(game.most(), "point", "points"));
        let merit = |seat: &Seat| {
            let is_made = |detail: &RoundDetail| detail.made().any(|made| made == seat.index());
            let made = game.finished().iter().filter(|round| is_made(&round.detail)).count();
            let bids = counted(game.finished().len() as u32, "bid", "bids");
            format!("{} {made} of {bids}", seat.does("made", "made"))
        };
        let merits = winners.iter().map(merit).collect();
        Finale { merits, ..Finale::of(round_decided(view).into_iter().chain([last])) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        bid_so_far(view)
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let result = |detail: &RoundDetail| {
            let seats = detail.holes.iter().zip(&detail.tricks);
            let words = seats.map(|(hole, tricks)| result_in_words(hole.bid(), *tricks)).collect();
            (made_in_words(detail), words)
        };
        ScoreSheet::of_match("Round", &view.table.game, result)
    }
}

/// Three cards that a seat sets aside, as far as they are known.
fn set_aside(moved: &Moved<CircleZone, MystiqueSet>) -> Telling {
    let CircleZone::Hole(seat) = moved.to else { return Telling::of("bids") };
    let about = Spotlight::of_seat(seat, CardArea::Aside);
    let telling = match Hole::of(moved.cards) {
        Some(hole) => {
            let tricks = tricks_in_words(hole.bid());
            let bid = seat.does(&format!("bids {tricks}:"), &format!("bid {tricks}:"));
            Telling::of(bid).faces(hole.cards().iter()).prints(format!("bids {tricks}"))
        }
        None => Telling::of(seat.does("bids in secret", "bid in secret")).prints("bids"),
    };
    // A part of the round for itself: no trick has it under it.
    telling.about(about).closes(LogLevel::Part)
}

/// How a round ended: for each seat what it bid and won, and then who made their bids.
fn round_decided(view: &View) -> Vec<Exhibit> {
    let Some(round) = view.table.game.finished().last() else { return Vec::new() };
    let detail = &round.detail;
    let of_seat = |(seat, (hole, tricks)): (Seat, (&Hole, &u8))| {
        let spots = Spotlight::of_seat(seat, CardArea::Aside).and_area(CardArea::Taken(seat.index() as u8));
        let caption = format!("{} bid {} and won {tricks}", seat.called(), tricks_in_words(hole.bid()));
        Exhibit::part(spots, caption, format!("+{}", round.points[seat.index()]))
    };
    let seats = view.table.seats().iter().zip(detail.holes.iter().zip(&detail.tricks));
    let mut made = Spotlight::NONE;
    detail.made().for_each(|seat| made.join(&Spotlight::seat(seat)));
    seats.map(of_seat).chain([Exhibit::sum(made, made_in_words(detail), "")]).collect()
}

/// How the learner's bid stands at the end of the lesson.
fn bid_so_far(view: &View) -> Vec<Exhibit> {
    let seat = view.front();
    let Some(bid) = view.table.hole(seat).map(Hole::bid) else { return Vec::new() };
    let won = view.table.tricks.taken[seat];
    let points = i32::from(won) + if bid == won { BONUS } else { 0 };
    let sum = if bid == won { format!("{won} + {BONUS} = {points}") } else { points.to_string() };
    vec![
        Exhibit::part(Spotlight::of_seat(seat, CardArea::Aside), "You bid", tricks_in_words(bid)),
        Exhibit::part(Spotlight::of_seat(seat, CardArea::Taken), "You have won", tricks_in_words(won)),
        Exhibit::sum(Spotlight::plates([seat]), "If nothing changes", sum),
    ]
}

/// "2 of 4 players made their bid".
fn made_in_words(detail: &RoundDetail) -> String {
    let players = counted(detail.holes.len() as u32, "player", "players");
    format!("{} of {players} made their bid", detail.made().count())
}

fn tricks_in_words(tricks: u8) -> String {
    counted(tricks, "trick", "tricks")
}

fn result_in_words(bid: u8, tricks: u8) -> String {
    let bonus = if bid == tricks { format!(", +{BONUS}") } else { String::new() };
    format!("{} won, {bid} bid{bonus}", tricks_in_words(tricks))
}

impl Setup for MystiqueCircle {
    const WHO_BEGINS: &'static str = "The first dealer is chosen at random; the next player leads.";

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        vec![Setting::of(
            ("The game goes to", "It ends after the round in which somebody reaches this score."),
            options,
            &[
                ("30 points", |options| options.target = 30),
                ("60 points", |options| options.target = 60),
                ("100 points", |options| options.target = 100),
            ],
        )]
    }
}
