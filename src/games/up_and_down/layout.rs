//! The table of Up and Down: open hands with their decks before the seats; in the middle the card to follow, a slope that goes up or
//! down, and the race of the decks.

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, SeatSet};
use crate::engine::seen::{EventTable, ZoneTable};
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, Setup, Tabletop};
use crate::engine::zones::Moved;
use crate::layout::{
    Area, AreaId, AreaLook, Beat, CARD, CardArea, CardPiece, CardTable, Cue, EndFigure, Exhibit, Finale, Gesture, LANE,
    LANE_FIGURE, Label, LargeArrow, Layout, LogLevel, Mark, Material, Piece, Place, Point, Preview, RaceLane,
    RaceTrack, Room, SeatRing, Spotlight, Telling, piece_of,
};
use crate::words::{capitalised, counted, in_words, joined, listed};

use super::reason::{SlopeOutlook, goes};
use super::rules::{Event, Move, UpAndDown, View};
use super::table::{Slope, SlopeTable, SlopeZone, cards_for};

/// Where the card to follow lies. Lower numbers are the decks of the seats.
const PILE: CardArea = CardArea::Pile(7);

/// The largest card in the middle, and what is left free under the words below it and between the parts of the middle.
const LARGEST: f32 = 1.15;
const UNDER_WORDS: f32 = 10.0;
const GAP: f32 = 28.0;

/// How wide the slope is, how high for its width, and how broad.
const SLOPE: (f32, f32, f32) = (170.0, 0.6, 22.0);

/// How long the lanes of the race are at most.
const LONGEST_LANE: f32 = 420.0;

/// A middle that is so many times as wide as it is high has the race beside the slope instead of under it.
const BROAD: f32 = 2.4;

/// How long passes, a change of direction and a new start are looked at, in seconds.
const PASSES_LIE: f32 = 0.7;
const TURN_LIES: f32 = 1.0;
const START_LIES: f32 = 1.0;

/// Where the parts of the middle lie.
struct MiddlePlan {
    pile: (Point, f32),
    slope: Point,
    /// The middle of the upper edge of what is said of the card to follow.
    words: Point,
    /// Where the first lane starts, and how long lanes are.
    race: (Point, f32),
}

impl MiddlePlan {
    fn of(ring: SeatRing) -> MiddlePlan {
        let ((x, y), (wide, high)) = ring.middle_under_words(false);
        let (left, top, lanes) = (x - wide / 2.0, y - high / 2.0, LANE * ring.seats() as f32);
        let (is_broad, words) = (wide > BROAD * high, ring.caption_room() + UNDER_WORDS);
        let of_row = if is_broad { high } else { high - lanes - GAP / 2.0 };
        let scale = ((of_row - words) / CARD.1).min(LARGEST);
        let (card, row) = (scale * CARD.0, top + (of_row - words) / 2.0);
        let both = card + GAP + SLOPE.0;
        let (from, start, length) = if is_broad {
            let length = (wide - both - 3.0 * GAP - LANE_FIGURE).min(LONGEST_LANE);
            let from = x - (both + 2.0 * GAP + length + LANE_FIGURE) / 2.0;
            (from, (from + both + 2.0 * GAP, y - (lanes - LANE) / 2.0), length)
        } else {
            let length = (wide - LANE_FIGURE - GAP).min(LONGEST_LANE);
            (x - both / 2.0, (x - (length + LANE_FIGURE) / 2.0, top + high - lanes + LANE / 2.0), length)
        };
        let start = (start.0.max(left), start.1);
        MiddlePlan {
            pile: ((from + card / 2.0, row), scale),
            slope: (from + card + GAP + SLOPE.0 / 2.0, row),
            words: (from + both / 2.0, row + scale * CARD.1 / 2.0),
            race: (start, length),
        }
    }
}

impl View {
    fn own_turn(&self) -> bool {
        self.has_turn(self.table.turn())
    }

    fn lay(&self, room: Room) -> Layout {
        let (seats, turn) = (self.table.seats(), self.table.turn());
        let ring = SeatRing::new(seats.count(), self.front().index(), room).with_open_hands();
        let one_deck = cards_for(seats) == MystiqueSet::DECK;
        let mut table = CardTable::new(ring, if one_deck { Material::Mystique } else { Material::MystiqueTwice });
        for seat in seats.iter() {
            table.plate(seat.index(), self.plate(seat), turn == Some(seat) && self.table.top.is_some(), false);
            self.lay_seat(&mut table, seat);
        }
        let plan = MiddlePlan::of(ring);
        self.lay_pile(&mut table, &plan);
        table.race(self.race(&plan));
        table.finish()
    }

    fn lay_seat(&self, table: &mut CardTable, seat: Seat) {
        if seat == self.front() {
            let playable = if self.own_turn() { self.table.fits() } else { MystiqueSet::FULL };
            self.lay_hand(table, seat, self.own_turn(), playable);
        } else {
            table.open_hand(seat.index(), &self.shown(SlopeZone::Hand(seat)));
        }
        let drawn = self.table.drawn.filter(|card| self.table.cards.hand(seat).contains(*card));
        let drawn = drawn.map(MystiqueCard::index);
        table.personal_deck(seat.index(), self.table.left(seat), drawn);
    }

    /// The card to follow on the one before it, the slope beside it, and what fits.
    fn lay_pile(&self, table: &mut CardTable, plan: &MiddlePlan) {
        let (centre, scale) = plan.pile;
        let goes = goes(self.table.slope);
        let owner = self.table.top.map(|_| self.table.last.index() as u8);
        let area = Area::new(PILE, centre, (scale * CARD.0, scale * CARD.1), format!("card to follow, going {goes}"));
        let look = if self.table.top.is_some() { AreaLook::Latest } else { AreaLook::Outline };
        table.area(Area { look, owner, ..area });
        for (level, card) in (0u16..).zip(self.table.below.into_iter().chain(self.table.top)) {
            let place = Place { scale, ..Place::at(centre).on_level(level) };
            table.piece(Piece::new(CardPiece::Card(card.index()), card.into(), PILE, place));
        }
        let ((x, y), (rise, run)) = (plan.slope, (SLOPE.0 * SLOPE.1 / 2.0, SLOPE.0 / 2.0));
        let rise = if self.table.slope == Slope::Up { rise } else { -rise };
        table.arrow(LargeArrow { from: (x - run, y + rise), to: (x + run, y - rise), breadth: SLOPE.2 });
        if let Some(top) = self.table.top.filter(|_| self.table.winner.is_none()) {
            let words = format!("{}: {}", capitalised(goes), what_fits(top, self.table.slope));
            table.label(Label::caption(plan.words, words));
        }
        if self.table.is_start {
            table.tag(PILE, "highest card".to_owned(), false);
        }
    }

    fn race(&self, plan: &MiddlePlan) -> RaceTrack {
        let lane = |seat: Seat| {
            let (left, at_first) = (self.table.left(seat), self.table.at_first().max(1));
            RaceLane {
                seat: seat.index() as u8,
                done: 1.0 - left.min(at_first) as f32 / at_first as f32,
                figure: format!("{left} left"),
                is_ahead: self.table.is_ahead(seat),
            }
        };
        let (start, length) = plan.race;
        RaceTrack { start, length, lanes: self.table.seats().iter().map(lane).collect() }
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let left = format!("{} left", self.table.left(seat));
        let does = match self.table.winner {
            Some(winner) => (winner == seat).then_some("won"),
            None => self.table.passed.contains(seat).then_some("passed"),
        };
        joined(does.map(str::to_owned).into_iter().chain([left]), " · ")
    }
}

impl SlopeTable {
    /// Whether no deck has fewer cards left.
    fn is_ahead(&self, seat: Seat) -> bool {
        self.left(seat) == self.fewest_left()
    }

    /// The table before somebody began on it, when the game was dealt. `None` if more has happened since.
    fn before_start(&self) -> Option<SlopeTable> {
        let (top, drawn) = (self.top?, self.drawn?);
        if !self.is_start || self.cards.count(SlopeZone::Played) != 1 {
            return None;
        }
        let (mut before, one) = (self.clone(), MystiqueSet::of_one);
        before.cards.follow(&Moved::of(SlopeZone::Hand(self.last), SlopeZone::Deck(self.last), one(drawn)));
        before.cards.follow(&Moved::of(SlopeZone::Played, SlopeZone::Hand(self.last), one(top)));
        (before.top, before.drawn, before.is_start) = (None, None, false);
        (before.passed, before.slope, before.laid) = (SeatSet::EMPTY, Slope::Up, 0);
        Some(before)
    }
}

/// What may be played on this card: "red or crowns, 3 or higher", "a palm that is red or has crowns".
fn what_fits(top: MystiqueCard, slope: Slope) -> String {
    let (colour, suit) = (top.colour().word(), top.suit().word());
    match (slope, top.number()) {
        (Slope::Up, 5) => format!("a palm that is {colour} or has {suit}"),
        (Slope::Down, 1) => format!("an ace that is {colour} or has {suit}"),
        (Slope::Up, number) => format!("{colour} or {suit}, {number} or higher"),
        (Slope::Down, number) => format!("{colour} or {suit}, {number} or lower"),
    }
}

/// "Ada passes", "you and Ben pass", "everybody passes".
fn passing(table: &SlopeTable, seats: SeatSet) -> String {
    match seats.first() {
        Some(seat) if seats.len() == 1 => seat.does("passes", "pass"),
        _ if seats.len() == table.seats().count() => "everybody passes".to_owned(),
        _ => format!("{} pass", together(seats)),
    }
}

/// What is told of those who pass.
fn passed(table: &SlopeTable, seats: SeatSet) -> Telling {
    let words = passing(table, seats);
    // The first time nobody can play on a card, the slope turns; then the highest card begins.
    let turns = seats.len() == table.seats().count() && table.laid > 0;
    let then = if turns { format!(", and the slope turns {}", goes(table.slope.turned())) } else { String::new() };
    Telling::of(format!("{words}{then}")).about(Spotlight::plates(seats.iter())).happens().prints(words)
}

/// How it went until the slope turned: "uphill, 4 cards; Ada played last".
fn turned(table: &SlopeTable) -> Telling {
    let (went, cards) = (goes(table.slope), counted(table.laid, "card", "cards"));
    Telling::of(format!("{went}, {cards}; {}", table.last.does("played last", "played last")))
        .closes(LogLevel::Part)
        .prints(format!("the slope now goes {}", goes(table.slope.turned())))
}

/// A seat began with this card, in these words.
fn began(seat: Seat, card: MystiqueCard, began: String) -> Telling {
    let about = Spotlight::pieces([piece_of(card)]).and_seat(seat.index());
    let telling = Telling::of(&began).face(card).words("going uphill").about(about);
    telling.happens().prints(format!("{began} the {}", card.spoken()))
}

/// "Ada, Ben and Cora".
fn together(seats: SeatSet) -> String {
    listed(&seats.iter().map(Seat::called).collect::<Vec<String>>())
}

/// The deck of a seat, with its plate.
fn deck_of(seat: Seat) -> Spotlight {
    Spotlight::of_seat(seat, CardArea::Pile)
}

/// By how much somebody has won.
fn lead_in_words(table: &SlopeTable, winner: Seat) -> String {
    let others = || table.seats().iter().filter(|seat| *seat != winner);
    let used_up: Vec<Seat> = others().filter(|seat| table.left(*seat) == 0).collect();
    match used_up[..] {
        [] => {
            let ahead = others().map(|seat| table.left(seat)).min().unwrap_or(0);
            format!(", {} ahead of the nearest rival", counted(ahead as u32, "card", "cards"))
        }
        [one] => format!(" by a hair: {} deck was used up, too", one.whose()),
        _ if used_up.len() == others().count() => " by a hair: all other decks were used up, too".to_owned(),
        _ => format!(" by a hair: {} other decks were used up, too", in_words(used_up.len())),
    }
}

/// How many cards each deck has left.
fn decks_left(view: &View) -> Vec<Exhibit> {
    let of_seat = |seat: Seat| Exhibit::part(deck_of(seat), seat.called(), format!("{} left", view.table.left(seat)));
    view.table.seats().iter().map(of_seat).collect()
}

impl Tabletop for UpAndDown {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::Laid { .. } => scene.show(event, Cue::Place),
            Event::Drew { .. } => scene.show(event, Cue::Deal),
            Event::Passed { seats } => {
                scene.show(event, Cue::Place);
                scene.linger(PASSES_LIE);
                let decks = seats.iter().map(|seat| CardArea::Pile(seat.index() as u8));
                decks.for_each(|deck| scene.float(AreaId::of(deck), "Pass".to_owned()));
            }
            Event::Turned { slope } => {
                scene.show(event, Cue::Push);
                scene.linger(TURN_LIES);
                scene.float(AreaId::of(PILE), format!("Now {}", goes(*slope)));
            }
            Event::Began { .. } => {
                scene.show(event, Cue::Place);
                scene.linger(START_LIES);
                scene.float(AreaId::of(PILE), "The highest card begins".to_owned());
            }
            Event::Won { .. } => scene.show(event, Cue::Chain(4)),
        }
        scene.ends_in_last = true;
    }

    /// Hands are open, then somebody begins with the highest card and fills up.
    fn opening(view: &View, room: Room) -> Vec<Beat> {
        let Some(before) = view.table.before_start() else { return Vec::new() };
        let (seat, top, drawn) = (view.table.last, view.table.top, view.table.drawn);
        let mut seen = View { table: before, ..view.clone() };
        let mut beats = vec![Beat::new(seen.lay(room), Cue::Deal)];
        if let Some(card) = top {
            seen.table.follow(&Event::Began { seat, card });
            let floats = vec![(AreaId::of(PILE), "The highest card begins".to_owned())];
            beats.push(Beat { floats, hold: START_LIES, ..Beat::new(seen.lay(room), Cue::Place) });
        }
        if let Some(card) = drawn {
            seen.table.follow(&Event::Drew { seat, card });
            beats.push(Beat::new(seen.lay(room), Cue::Deal));
        }
        beats.push(Beat::new(view.lay(room), Cue::Place));
        beats
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let card = view.brought(gesture, |area| matches!(area, CardArea::Middle | PILE));
        card.filter(|_| view.own_turn()).map(Move)
    }

    fn selection_for(_: &View, Move(card): &Move) -> Selection {
        [piece_of(*card)].into_iter().collect()
    }

    /// Which of the open cards could be played next, and by whom.
    fn preview(view: &View, Move(card): &Move) -> Preview {
        let seat = view.front();
        let (answers, sentence) = match SlopeOutlook::after(&view.table, seat, *card) {
            SlopeOutlook::Wins => (MystiqueSet::EMPTY, "Your deck is used up: this card wins".to_owned()),
            SlopeOutlook::Again(cards) => (cards, "Nobody else could answer, and you could go on".to_owned()),
            SlopeOutlook::Turns(slope, first) => {
                let (how, then) = match first {
                    Some(_) => ("", format!("the slope turns {}", goes(slope))),
                    None => (", uphill or downhill", "the highest card in any hand begins".to_owned()),
                };
                (MystiqueSet::EMPTY, format!("Nobody could answer{how}: unless you draw a card that fits, {then}"))
            }
            SlopeOutlook::Answered { by, with, cannot, .. } => {
                let skips =
                    if cannot.is_empty() { String::new() } else { format!("{} would pass, and ", together(cannot)) };
                (with, format!("{skips}{} could answer", by.called()))
            }
        };
        let marks = answers.iter().map(|card| (piece_of(card), Mark::Answers)).collect();
        Preview { marks, sentence }
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "move a card from your hand to the card in the middle")
    }

    fn prompt(view: &View) -> String {
        let table = &view.table;
        match (table.turn(), table.top) {
            (Some(seat), Some(_)) if !view.own_turn() => format!("Wait for {}", seat.called()),
            (Some(_), Some(top)) => format!("Going {}, play {}", goes(table.slope), what_fits(top, table.slope)),
            _ => "The game is over".to_owned(),
        }
    }

    fn bookmark(view: &View) -> String {
        let left = joined(view.table.seats().iter().map(|seat| view.table.left(seat)), " : ");
        format!("going {}, cards left {left}", goes(view.table.slope))
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        Some(match *event {
            Event::Laid { seat, card } => {
                let about = Spotlight::pieces([piece_of(card)]).and_seat(seat.index());
                Telling::new().face(card).about(about).prints(card.spoken())
            }
            Event::Drew { .. } => return None,
            Event::Passed { seats } => passed(&view.table, seats),
            Event::Turned { .. } => turned(&view.table),
            Event::Began { seat, card } => {
                began(seat, card, seat.does("begins anew with the highest card,", "begin anew with the highest card,"))
            }
            Event::Won { seat } => {
                let won = seat.does("wins: the deck was already empty", "win: the deck was already empty");
                let printed = seat.does("has to refill and has no cards left", "have to refill and have no cards left");
                Telling::of(won).about(deck_of(seat)).happens().prints(printed)
            }
        })
    }

    fn describe_opening(view: &View) -> Vec<Telling> {
        let table = &view.table;
        let Some(card) = table.top else { return Vec::new() };
        let begins = table.last.does("begins with the highest card,", "begin with the highest card,");
        let mut opening = vec![began(table.last, card, begins)];
        if table.slope == Slope::Down {
            // Nobody had an answer.
            let before = SlopeTable { slope: Slope::Up, laid: 1, ..table.clone() };
            opening.extend([passed(&before, table.seats().iter().collect()), turned(&before)]);
        }
        if !table.passed.is_empty() {
            opening.push(passed(table, table.passed));
        }
        opening
    }

    fn finale(view: &View) -> Finale {
        let Some(winner) = view.table.winner else { return Finale::default() };
        let last = Exhibit::sum(deck_of(winner), winner.does("wins", "win"), "");
        // Nobody needs to be told of decks that are used up: that of the winner is.
        let behind = view.table.seats().iter().filter(|seat| view.table.left(*seat) > 0);
        let figures = behind.map(|seat| {
            let words = format!("left in {} deck", seat.whose());
            EndFigure::new(view.table.left(seat), words)
        });
        let lead = lead_in_words(&view.table, winner);
        let merits = vec![format!("{}{lead}", winner.does("won", "won"))];
        Finale { merits, figures: figures.collect(), ..Finale::of(decks_left(view).into_iter().chain([last])) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        decks_left(view)
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let goal = "The first to play a card with their deck already empty wins";
        ScoreSheet::to_win(view.table.winner.is_some(), goal)
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        view.table.seats().iter().map(|seat| format!("{} left", view.table.left(seat))).collect()
    }
}

impl Setup for UpAndDown {
    const WHO_BEGINS: &'static str = "Whoever holds the highest card begins with it.";
}
