//! How a game lies on the table, and what is set before it is dealt.

use std::borrow::Cow;
use std::fmt::Display;

use super::game::{Game, Illegal};
use super::lesson::Lesson;
use super::seats::{Seat, Seats};
use crate::layout::{
    AreaId, Beat, CardArea, Cue, EndFigure, Exhibit, Finale, Gesture, Layout, Mark, PieceId, Preview, Reading, Room,
    Spotlight, Telling,
};
use crate::words::joined;

pub use super::score_sheet::{RoundResult, ScoreKind, ScoreSheet};

/// A game that can lie on a table, which is every game.
pub trait Tabletop: Game {
    /// First steps in the game, if there are any.
    const LESSON: Option<fn() -> Lesson<Self>> = None;

    /// What lies on the table, in this room.
    fn layout(view: &Self::View, room: Room) -> Layout;

    /// The moments of an event: the table as it is after it, unless the game shows it in another way or in several. Whatever is
    /// shown, the scene [follows](Scene::follow) the event.
    fn show(scene: &mut Scene<Self>, event: &Self::Event) {
        scene.show(event, Cue::Place);
    }

    /// The moments between two views of the same viewer, given what that viewer saw happen: by default those that each event
    /// [shows](Tabletop::show), and then the table that has followed them all. The last beat's layout is `Self::layout(after, room)`.
    fn beats(before: &Self::View, events: &[Self::Event], _after: &Self::View, room: Room) -> Vec<Beat> {
        let mut scene = Scene { view: before.clone(), room, end: Cue::Place, ends_in_last: false, beats: Vec::new() };
        events.iter().for_each(|event| Self::show(&mut scene, event));
        scene.finish()
    }

    /// The moments from an empty table to the first layout, for games whose deal is worth watching. Nothing that is hidden
    /// afterwards may be followed by eye through them. The last beat's layout is `Self::layout(view, room)`.
    fn opening(_view: &Self::View, _room: Room) -> Vec<Beat> {
        Vec::new()
    }

    /// The move that a gesture means, legal or not; `None` where it means nothing.
    fn gesture(view: &Self::View, gesture: &Gesture) -> Option<Self::Move>;

    /// The pieces that may be selected besides what is; a piece that is selected may always be put back.
    fn selectable(_view: &Self::View, _selected: &Selection) -> Vec<PieceId> {
        Vec::new()
    }

    /// Where pieces may be put for now, in games whose moves bring several pieces to places: each piece with an area. What was
    /// put somewhere may always be taken back.
    fn placeable(_view: &Self::View, _selected: &Selection) -> Vec<(PieceId, AreaId)> {
        Vec::new()
    }

    /// What may be done now with what is selected, or with nothing: buttons by the hand.
    fn actions(_view: &Self::View, _selected: &Selection) -> Vec<SelectionAction<Self::Move>> {
        Vec::new()
    }

    /// Whether whoever's turn it is wins all that is left of the round with whatever they play, whatever the others play: then nothing
    /// is left to decide, and it may be played out unasked.
    fn is_decided(_view: &Self::View) -> bool {
        false
    }

    /// The move with which what [is decided](Tabletop::is_decided) is played out soonest, where that is not the first legal one.
    fn plays_out(_view: &Self::View) -> Option<Self::Move> {
        None
    }

    /// What to select, in this order, for a move that is made by [`Tabletop::actions`]. A hint lights it up.
    fn selection_for(_view: &Self::View, _mv: &Self::Move) -> Selection {
        Selection::default()
    }

    /// Whether this legal move is made in the game's own panel.
    fn is_in_panel(_mv: &Self::Move) -> bool {
        false
    }

    /// What a legal move would do, as far as the viewer can know.
    fn preview(_view: &Self::View, _mv: &Self::Move) -> Preview {
        Preview::default()
    }

    /// What is marked while somebody points at a piece that no click plays and has not picked it up: where it may go, say.
    fn pointed(_view: &Self::View, _piece: PieceId) -> Vec<(PieceId, Mark)> {
        Vec::new()
    }

    /// The sentence that says what to do next, or how the game ended.
    fn prompt(view: &Self::View) -> String;

    /// What lies where, in sentences with cards by their spoken names, for those who cannot see the table. By default what
    /// the layout says.
    fn described(view: &Self::View) -> String {
        Self::layout(view, Room::default()).described()
    }

    /// One line that tells a saved game from another: "23 cards left, 41 points".
    fn bookmark(view: &Self::View) -> String;

    /// An event in a few words, for the log and for the list of moves, as somebody hears of it who saw this before it; `None`
    /// where nothing need be said.
    fn describe(_view: &Self::View, _event: &Self::Event) -> Option<Telling> {
        None
    }

    /// A legal move in a sentence, or in a few words after the name of whoever plays it, as they have it in mind: with nothing of what
    /// comes of it. `None` where what happens first tells it like that.
    fn describe_move(_view: &Self::View, _mv: &Self::Move) -> Option<Telling> {
        None
    }

    /// What sort of move this is, in the plural, in games with several sorts: "bids". A player's costly moves are counted by it.
    fn move_kind(_mv: &Self::Move) -> Option<&'static str> {
        None
    }

    /// What the deal brought about by itself, as whoever sees this after the deal hears of it before the first move.
    fn describe_opening(_view: &Self::View) -> Vec<Telling> {
        Vec::new()
    }

    /// How the game ended, once it is over: what decided it, piece by piece on the table, and what was good about it. A round, or
    /// a part of one, that ends within a game is shown by [`Scene::exhibit`].
    fn finale(_view: &Self::View) -> Finale {
        Finale::default()
    }

    /// How points stand now, piece by piece on the table: shown at the end of a lesson that stops before the game is over.
    fn tally(_view: &Self::View) -> Vec<Exhibit> {
        Vec::new()
    }

    /// The best score so far as it stands beside the figures of the [finale](Tabletop::finale), where those are not points; `None`
    /// where it would say nothing there.
    fn best_figure(_view: &Self::View, _best: i32) -> Option<EndFigure> {
        None
    }

    /// What is asked of whoever plays a puzzle, in a line under the table: its title, and what solves it.
    fn task(_view: &Self::View) -> Option<String> {
        None
    }

    /// What is counted, and the rounds that are finished, in games of several.
    fn score_sheet(_view: &Self::View) -> ScoreSheet {
        ScoreSheet::default()
    }

    /// What each seat's points are made of, in seat order, once a game is over: its rounds, if there were several. Empty where
    /// there is nothing to say.
    fn score_breakdown(view: &Self::View) -> Vec<String> {
        Self::score_sheet(view).by_round()
    }

    /// How many questions or moves it took to succeed, in puzzles and in games for one in which fewer are better; `None` until then.
    fn effort(_view: &Self::View) -> Option<u32> {
        None
    }

    /// Another word for a title of the rulebook that is unkind; `None` for the others.
    fn gentle_title(_title: &str) -> Option<&'static str> {
        None
    }

    /// Why a piece that was picked up means nothing where it was brought. Who may not move now is told so before.
    fn explain_no_move(_view: &Self::View, _gesture: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "Nothing can go there now.")
    }
}

/// A table that changes before somebody's eyes while a move is shown, and its moments so far.
pub struct Scene<G: Tabletop> {
    pub view: G::View,
    /// The room in which it lies.
    pub room: Room,
    /// What goes with the last moment, the table after the move.
    pub end: Cue,
    /// Whether the table after the move is no moment of its own: the last one before it, if there is any, already shows it.
    pub ends_in_last: bool,
    beats: Vec<Beat>,
}

impl<G: Tabletop> Scene<G> {
    /// Changes what is seen as this event does, without showing it yet.
    pub fn follow(&mut self, event: &G::Event) {
        G::follow(&mut self.view, event);
    }

    /// Cards are dealt, and the table after the move is the first on which they lie.
    pub fn deal(&mut self, event: &G::Event) {
        self.follow(event);
        self.end = Cue::Deal;
    }

    /// What this event makes of the table is the next moment.
    pub fn show(&mut self, event: &G::Event, cue: Cue) {
        self.follow(event);
        self.moment(cue);
    }

    /// The table as it is now is the next moment.
    pub fn moment(&mut self, cue: Cue) {
        self.moment_of(G::layout(&self.view, self.room), cue);
    }

    /// This table is the next moment, such as one with cards on their way.
    pub fn moment_of(&mut self, layout: Layout, cue: Cue) {
        self.beats.push(Beat::new(layout, cue));
    }

    /// Lets the last moment stay for so long, in seconds.
    pub fn linger(&mut self, seconds: f32) {
        if let Some(last) = self.beats.last_mut() {
            last.hold = seconds;
        }
    }

    /// Lets the last moment stay until it has been read, as a whole trick does: as long as players want, or until they go on.
    pub fn stay(&mut self) {
        if let Some(last) = self.beats.last_mut() {
            last.waits = Some(Reading::Trick);
        }
    }

    /// What decided something is shown, one after the other, on the table as it is now; the last stays until it has been read.
    pub fn exhibit(&mut self, exhibits: impl IntoIterator<Item = Exhibit>) {
        let layout = G::layout(&self.view, self.room);
        let shown: Vec<Beat> = exhibits.into_iter().map(|exhibit| Beat::showing(exhibit, &layout)).collect();
        let is_shown = !shown.is_empty();
        self.beats.extend(shown);
        if let Some(last) = self.beats.last_mut().filter(|_| is_shown) {
            last.waits = Some(Reading::Result);
        }
    }

    /// Lets words rise from an area in the last moment, such as what a play scored.
    pub fn float(&mut self, area: AreaId, words: String) {
        if let Some(last) = self.beats.last_mut() {
            last.floats.push((area, words));
        }
    }

    /// All moments, up to the table after the move.
    fn finish(mut self) -> Vec<Beat> {
        let after = G::layout(&self.view, self.room);
        match self.beats.last_mut() {
            Some(last) if self.ends_in_last && last.exhibit.is_none() => last.layout = after,
            _ => self.beats.push(Beat::new(after, self.end)),
        }
        self.beats
    }
}

impl Spotlight {
    /// The plates of these seats.
    pub fn plates(seats: impl IntoIterator<Item = Seat>) -> Spotlight {
        seats.into_iter().fold(Spotlight::NONE, |spots, seat| spots.and_seat(seat.index()))
    }

    /// What lies in an area of a seat's own, with its plate.
    ///
    /// ```
    /// use parlour::engine::seats::Seat;
    /// use parlour::layout::{CardArea, Spotlight};
    ///
    /// let taken = Spotlight::of_seat(Seat::FIRST, CardArea::Taken);
    /// assert_eq!(taken, Spotlight::area(CardArea::Taken(0)).and_seat(0));
    /// ```
    pub fn of_seat(seat: Seat, area: impl Fn(u8) -> CardArea) -> Spotlight {
        Spotlight::area(area(seat.index() as u8)).and_seat(seat.index())
    }
}

impl Exhibit {
    /// Who has won, and what with.
    ///
    /// ```
    /// use parlour::engine::seats::Seats;
    /// use parlour::layout::Exhibit;
    /// use parlour::words::with_names;
    ///
    /// let seats: Vec<_> = Seats::new(2).unwrap().iter().collect();
    /// let said = |exhibit: Exhibit| with_names(&exhibit.words(), &["Ada", "Ben"]);
    /// assert_eq!(said(Exhibit::won_by(&seats[..1], "7 points")), "Ada wins: 7 points");
    /// assert_eq!(said(Exhibit::won_by(&seats, "7 points")), "A tie: Ada and Ben: 7 points");
    /// ```
    pub fn won_by(winners: &[Seat], figure: impl Into<String>) -> Exhibit {
        let caption = match winners {
            [winner] => winner.does("wins", "win"),
            _ => format!("A tie: {}", joined(winners.iter().map(|seat| seat.called()), " and ")),
        };
        Exhibit::sum(Spotlight::plates(winners.iter().copied()), caption, figure)
    }
}

/// What a player has chosen for a move that is not made yet, in the order in which it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    pub pieces: Vec<PieceId>,
    /// Pieces that were put to areas for now, where they are shown until the move is made.
    pub placed: Vec<(PieceId, AreaId)>,
}

impl Selection {
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.placed.is_empty()
    }

    /// How many pieces were selected or put somewhere.
    pub fn len(&self) -> usize {
        self.pieces.len() + self.placed.len()
    }

    pub fn contains(&self, piece: PieceId) -> bool {
        self.pieces.contains(&piece) || self.placed.iter().any(|(placed, _)| *placed == piece)
    }

    /// The same with this piece taken back.
    #[must_use]
    pub fn without(&self, piece: PieceId) -> Selection {
        let mut left = self.clone();
        left.put_back(piece);
        left
    }

    /// Takes a piece back; `false` if it was not selected.
    pub fn put_back(&mut self, piece: PieceId) -> bool {
        let before = self.len();
        self.pieces.retain(|selected| *selected != piece);
        self.placed.retain(|(placed, _)| *placed != piece);
        self.len() < before
    }

    /// A layout as it looks while this is selected: what was put somewhere lies there, above all that lies there already.
    #[must_use]
    pub fn shown_on(&self, layout: &Layout) -> Layout {
        let mut layout = layout.clone();
        for (number, (piece, area)) in (1u16..).zip(&self.placed) {
            let Some(to) = layout.area(*area) else { continue };
            let together = || self.placed.iter().filter(|(_, other)| other == area);
            let among = together().take_while(|(other, _)| other != piece).count();
            let place = to.place_of_card(among, together().count()).on_level(PLACED + number);
            if let Some(shown) = layout.pieces.iter_mut().find(|shown| shown.id == *piece) {
                (shown.area, shown.place) = (*area, place);
            }
        }
        layout
    }
}

impl FromIterator<PieceId> for Selection {
    fn from_iter<I: IntoIterator<Item = PieceId>>(pieces: I) -> Selection {
        Selection { pieces: pieces.into_iter().collect(), placed: Vec::new() }
    }
}

/// The level of what is put somewhere for now.
const PLACED: u16 = 1000;

/// Something that may be done with the selected pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectionAction<M> {
    /// What its button says: "Cast three suns", "Pass".
    pub label: String,
    /// The move, or why it cannot be made.
    pub mv: Result<M, Illegal>,
}

impl<M> SelectionAction<M> {
    /// A button that makes a move.
    pub fn makes(label: impl Into<String>, mv: M) -> SelectionAction<M> {
        SelectionAction { label: label.into(), mv: Ok(mv) }
    }

    /// A button that makes none yet: what is still missing, and the heading of the rules page that asks for it.
    pub fn lacks(label: impl Into<String>, rule: &'static str, why: impl Display) -> SelectionAction<M> {
        SelectionAction { label: label.into(), mv: Err(Illegal::because(rule, why)) }
    }
}

/// What players set before a game is dealt. Everything in it has a default, for games with nothing to set.
pub trait Setup: Game {
    /// Who makes the first move, as a sentence for the setup.
    const WHO_BEGINS: &'static str = "The first player begins.";

    /// What can be set with this many seats.
    fn settings(_options: &Self::Options, _seats: Seats) -> Vec<Setting<Self::Options>> {
        Vec::new()
    }

    /// The options nearest to these that so many seats can play with.
    fn options_for(options: &Self::Options, _seats: Seats) -> Self::Options {
        options.clone()
    }

    /// The options of the deal of the day, by the number of the day since 1970: the same for everybody.
    fn options_of_the_day(_day: u64) -> Self::Options {
        Self::Options::default()
    }

    /// How many play the deal of the day, where so many are set to play.
    fn seats_of_the_day(set: Seats) -> Seats {
        set
    }

    /// Which of many is played with these options, in a few words: a puzzle's title. `None` where there is but one.
    fn subject(_options: &Self::Options) -> Option<String> {
        None
    }

    /// The options with which this is played; `None` if it is none of the game's.
    fn with_subject(_subject: &str) -> Option<Self::Options> {
        None
    }

    /// The puzzle that comes after the one that these options name, and the first after the last; `None` where no puzzle is
    /// played.
    fn next_puzzle(_options: &Self::Options) -> Option<Self::Options> {
        None
    }

    /// The picture that these options name, for games that are played with one.
    fn picture(_options: &Self::Options) -> Option<String> {
        None
    }

    /// The same options with this picture; `None` for a game without one, and where these options have no choice of it.
    fn with_picture(_options: &Self::Options, _picture: &str) -> Option<Self::Options> {
        None
    }
}

/// One thing that can be set before a game is dealt, and what it can be set to.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting<O> {
    /// "Difficulty".
    pub name: &'static str,
    /// The words to choose from, each with the options that choosing it makes.
    pub choices: Vec<(Cow<'static, str>, O)>,
    /// Which of them is chosen.
    pub chosen: usize,
    /// What the chosen one means, in a sentence.
    pub explanation: &'static str,
}

impl<O: Clone + PartialEq> Setting<O> {
    /// A setting with this name and explanation; each choice says what it changes in the options. The one that would change
    /// nothing is the chosen one.
    pub fn of(
        (name, explanation): (&'static str, &'static str),
        options: &O,
        choices: &[(&'static str, fn(&mut O))],
    ) -> Setting<O> {
        let changed = |change: fn(&mut O)| {
            let mut changed = options.clone();
            change(&mut changed);
            changed
        };
        let choices: Vec<(Cow<'static, str>, O)> =
            choices.iter().map(|(word, change)| (Cow::Borrowed(*word), changed(*change))).collect();
        let chosen = choices.iter().position(|(_, choice)| choice == options).unwrap_or(0);
        Setting { name, choices, chosen, explanation }
    }
}

/// Settings as the window has them: each choice is the options' text.
pub type SettingText = Setting<String>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::MystiqueCard;
    use crate::layout::{Area, BoardArea, CARD, CardArea, CardPiece, Piece, Place, piece_of};
    use crate::square::Square;

    /// A card of the hand is put to a square, lies there, and is put back.
    #[test]
    fn what_is_put_somewhere_lies_there_until_it_is_put_back() {
        let (square, cards) = (BoardArea::Place(Square::CENTRE), MystiqueCard::deck().take(2).collect::<Vec<_>>());
        let area = Area { turn: 90.0, ..Area::new(square, (300.0, 200.0), (84.0, 84.0), "square") };
        let of_hand = |card: &MystiqueCard| {
            let place = Place::at((100.0, 500.0));
            Piece::new(CardPiece::Card(card.index()), (*card).into(), CardArea::Own(0), place)
        };
        let pieces = cards.iter().map(of_hand).collect();
        let layout = Layout { size: (1000.0, 700.0), areas: vec![area.clone()], pieces, ..Layout::default() };
        let mut selection = Selection { pieces: vec![piece_of(cards[1])], placed: vec![(piece_of(cards[0]), area.id)] };
        let shown = selection.shown_on(&layout);
        let placed = shown.top_of(area.id).expect("a card lies there");
        assert_eq!((placed.id, placed.place.centre, placed.place.turn), (piece_of(cards[0]), area.centre, 90.0));
        assert!(placed.place.scale * CARD.1 <= 84.0 + 0.01, "it fits: {}", placed.place.scale);
        assert_eq!(shown.pieces[1], layout.pieces[1], "what is only selected lies where it was");
        assert!(selection.put_back(piece_of(cards[0])) && !selection.put_back(piece_of(cards[0])));
        assert_eq!((selection.shown_on(&layout), selection.len()), (layout.clone(), 1));
        // Two in one place lie beside each other.
        selection.placed = cards.iter().map(|card| (piece_of(*card), area.id)).collect();
        let shown = selection.shown_on(&layout);
        let [one, other] = [0, 1].map(|number: usize| shown.pieces[number].place.centre.0);
        assert!(one < area.centre.0 && other > area.centre.0, "{one} and {other}");
        assert_eq!(shown.fault(), None);
    }
}
