//! A session without its type: what windows and command lines hold.
//!
//! Moves go in and out as text, the same text that records hold, so the whole program above the rules speaks one
//! language, and every game played exercises it.

use std::any::Any;
use std::collections::BTreeSet;

use super::blunders::Blunders;
use super::fairness::{BotCheck, Fingerprint, OpenedDeal};
use super::game::{Bots, Cancel, Game, Illegal, Info, LeftSolution, Moves, Observation, Solution, SolveWatch};
use super::hint_count::HintCount;
use super::lesson::Teaching;
use super::outcome::{Outcome, Stage};
use super::record::{Player, Record, RecordError};
use super::review::{MoveReview, ReviewPlan};
use super::rng::GameRng;
use super::seats::{Seat, SeatSet, Viewer};
use super::session::{PlayedMove, Session, UndoBarred, seen_by};
use super::tabletop::{ScoreSheet, Selection, SelectionAction, Setup, Tabletop};
use crate::cards::HandOrder;
use crate::layout::{
    AreaId, Beat, Cue, EndFigure, Finale, Gesture, Layout, Mark, PieceId, Preview, Room, Spotlight, Telling,
    TellingKind, ToldMove,
};
use crate::words::{capitalised, joined, with_names};

/// A game with everything a table needs.
pub trait Playable: Bots + Blunders + Tabletop + Setup {}
impl<G: Bots + Blunders + Tabletop + Setup> Playable for G {}

/// Work to be done away from the frame's thread. It owns all it needs and has seen only what its seat may see.
pub type Computation<T> = Box<dyn FnOnce(&Cancel) -> T + Send>;

/// A hint, as text: all of it, and less of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintText {
    pub mv: String,
    /// What to do and why.
    pub reason: String,
    /// Why alone.
    pub idea: Option<String>,
    /// A few moves that may be made, the best one among them; none where there are hardly more, or too many to list.
    pub among: Vec<String>,
}

/// Why alone, of a reason that begins with what to do.
fn idea_of(reason: &str) -> Option<&str> {
    let ends = [": ", ". ", "; "].into_iter().filter_map(|end| reason.split_once(end));
    ends.min_by_key(|(act, _)| act.len()).map(|(_, why)| why)
}

/// So many moves the first step of a hint shows.
const AMONG: usize = 3;

/// The best of these moves and others, by chance, in the order in which they are listed.
fn some_among<M: PartialEq + std::fmt::Display>(legal: &Moves<M>, best: &M, seed: u64) -> Vec<String> {
    let Moves::All(moves) = legal else { return Vec::new() };
    if moves.len() <= AMONG + 1 || !moves.contains(best) {
        return Vec::new();
    }
    let mut others: Vec<usize> = (0..moves.len()).filter(|number| moves[*number] != *best).collect();
    GameRng::from_number(seed).shuffle(&mut others);
    others.truncate(AMONG - 1);
    let is_shown = |(number, mv): &(usize, &M)| *mv == best || others.contains(number);
    moves.iter().enumerate().filter(is_shown).map(|(_, mv)| mv.to_string()).collect()
}

/// Why Undo takes nothing back, or asks first, as players read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoRefusal {
    pub barred: UndoBarred,
    pub why: String,
}

/// A puzzle whose solver left what wins, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftSolutionText {
    /// The number of the move that left it, from 1.
    pub step: usize,
    pub sentence: String,
    /// The game up to there and on to its end, if everybody plays as well as can be, as a record.
    pub proof: String,
}

/// A choice in a finished game, at which a better move can be looked for.
pub struct SecondChance {
    /// The game before the choice, as whoever made it saw it.
    pub table: Box<dyn TableSession>,
    /// What they did, in a sentence, with nothing of what came of it.
    pub told: String,
    /// The same as records have it.
    pub played: String,
}

/// The answer of [`TableSession::hindsight_job`].
pub use super::game::Hindsight;

/// A game in play, of whatever type. See [`Session`] for what the methods mean.
pub trait TableSession: Send + Sync {
    fn info(&self) -> &'static Info;
    fn players(&self) -> &[Player];
    fn seed(&self) -> &str;
    fn record_text(&self) -> String;
    /// How many moves stand, and how many there are.
    fn moves(&self) -> (usize, usize);
    fn acting(&self) -> SeatSet;
    fn outcome(&self) -> Option<Outcome>;
    fn viewer(&self) -> Viewer;
    /// The seat that the computer must be handed to first.
    fn hand_over(&self) -> Option<Seat>;
    fn take_seat(&mut self, seat: Seat);
    /// Whoever looked at what only they may know has seen enough.
    fn leave_seat(&mut self);
    /// See [`Session::hand_order`].
    fn hand_order(&self) -> HandOrder;
    /// See [`Session::sort_hand`].
    fn sort_hand(&mut self, order: HandOrder);
    /// From now on everything is laid for this room.
    fn set_room(&mut self, room: Room);
    fn room(&self) -> Room;
    /// The seat for which whoever is in front of the screen acts now.
    fn at_screen(&self) -> Option<Seat>;

    fn layout(&self) -> Layout;
    fn prompt(&self) -> String;
    /// What lies where, in words, for those who cannot see the table.
    fn described(&self) -> String;
    /// One line that tells this game from another.
    fn bookmark(&self) -> String;
    /// What is told of the deal, for the viewer.
    fn told_opening(&self) -> Vec<Telling>;
    /// What is told of the moves that stand, for the viewer.
    fn told_moves(&self) -> Vec<ToldMove>;
    /// The moves that stand, each with its seat, as the list of moves has them for the viewer.
    fn move_list(&self) -> Vec<(Seat, String)> {
        let seat = |told: &ToldMove| Seat::new(told.seat).unwrap_or(Seat::FIRST);
        self.told_moves().iter().map(|told| (seat(told), told.printed())).collect()
    }
    /// The same; where several play, with their names.
    fn named_moves(&self) -> Vec<String> {
        let players = self.players();
        let named = |(seat, described): (Seat, String)| match players.get(seat.index()) {
            Some(player) if players.len() > 1 => format!("{}: {described}", player.name),
            _ => described,
        };
        self.move_list().into_iter().map(named).collect()
    }
    /// The moves that stand, as they are said aloud.
    fn spoken_moves(&self) -> Vec<String> {
        let names: Vec<&str> = self.players().iter().map(|player| player.name.as_str()).collect();
        self.told_moves().iter().map(|told| told.spoken(&names)).collect()
    }
    /// The result in words; where seats won against others, by their names.
    fn result(&self, outcome: &Outcome) -> String {
        let players = self.players();
        let winners = outcome.winners.iter().filter_map(|seat| players.get(seat.index()));
        let names: Vec<&str> = winners.map(|player| player.name.as_str()).collect();
        let won: SeatSet = outcome.winners.iter().copied().collect();
        match names.as_slice() {
            names if players.len() < 2 || names.len() == players.len() => outcome.title.clone(),
            [] => outcome.title.clone(),
            ["You"] => "You win".to_owned(),
            [name] => format!("{name} wins"),
            [first @ .., last] if self.score_sheet().sides.contains(&won) => {
                format!("{} and {last} win", first.join(", "))
            }
            [first @ .., last] => format!("{} and {last} share the victory", first.join(", ")),
        }
    }
    /// How many of the moves that stand the viewer knew at their own last turn.
    fn known(&self) -> usize;
    /// What each seat's points are made of, once the game is over.
    fn score_breakdown(&self) -> Vec<String>;
    /// How the game ended; nothing while it is on.
    fn finale(&self) -> Finale;
    /// See [`Tabletop::best_figure`].
    fn best_figure(&self, best: i32) -> Option<EndFigure>;
    /// See [`Tabletop::task`].
    fn task(&self) -> Option<String>;
    /// The options of the puzzle that comes after this one, as text; see [`Setup::next_puzzle`].
    fn next_puzzle(&self) -> Option<String>;
    /// See [`Tabletop::score_sheet`].
    fn score_sheet(&self) -> ScoreSheet;

    /// See [`Tabletop::effort`].
    fn effort(&self) -> Option<u32>;
    fn options_text(&self) -> String;
    /// Which of many is played, in a few words, where there are many.
    fn subject(&self) -> Option<String>;
    /// The viewer's view, for the game's own panel, which knows its type.
    fn view(&self) -> Box<dyn Any + Send + Sync>;
    fn scores(&self) -> Vec<i32>;
    fn state(&self) -> serde_json::Value;
    fn summary(&self) -> String;

    fn legal_moves(&self, seat: Seat) -> Vec<String>;
    fn gesture(&self, gesture: &Gesture) -> Option<String>;
    /// See [`Tabletop::selectable`].
    fn selectable(&self, selected: &Selection) -> Vec<PieceId>;
    /// See [`Tabletop::placeable`].
    fn placeable(&self, selected: &Selection) -> Vec<(PieceId, AreaId)>;
    /// See [`Tabletop::actions`].
    fn actions(&self, selected: &Selection) -> Vec<SelectionAction<String>>;
    /// Whether the person at the screen, the only one at this table, may have the rest of the round played out: see
    /// [`Tabletop::is_decided`].
    fn is_decided(&self) -> bool;
    /// See [`Tabletop::selection_for`].
    fn selection_for(&self, mv: &str) -> Selection;
    /// Why a gesture with a piece that was picked up means none.
    fn explain_no_move(&self, gesture: &Gesture) -> Illegal;
    fn check(&self, seat: Seat, mv: &str) -> Result<(), Illegal>;
    fn preview(&self, mv: &str) -> Preview;
    /// See [`Tabletop::pointed`].
    fn pointed(&self, piece: PieceId) -> Vec<(PieceId, Mark)>;
    /// Makes a move and returns the moments to show for the viewer.
    fn play(&mut self, seat: Seat, mv: &str) -> Result<Vec<Beat>, Illegal>;
    fn undo(&mut self) -> Result<(), UndoBarred>;
    fn take_back(&mut self) -> Result<(), UndoBarred>;
    /// What [`undo`](TableSession::undo) would say now; `None` if it would undo.
    fn undo_refusal(&self) -> Option<UndoRefusal>;
    fn may_choose_again(&self) -> Option<Seat>;
    /// See [`Session::is_assisted`].
    fn is_assisted(&self) -> bool;
    /// See [`Session::hint_count`].
    fn hint_count(&self) -> HintCount;
    /// See [`Session::count_hints`].
    fn count_hints(&mut self, more: HintCount);
    /// Whether the seed alone determines the deal; otherwise the record has the deal itself.
    fn is_dealt_by_seed(&self) -> bool;
    /// See [`Session::is_practice`].
    fn is_practice(&self) -> bool;
    fn redo(&mut self) -> bool;
    fn seek(&mut self, moves: usize);
    /// From now on the game is looked at and not played; see [`Session::look_on`].
    fn look_on(&mut self);

    /// The bot of the first seat in turn that has one, ready to think: which seat, and its move.
    fn bot_job(&self) -> Option<(Seat, Computation<Option<String>>)>;
    /// The hint for this seat, ready to think.
    fn hint_job(&self, seat: Seat) -> Computation<Option<HintText>>;
    /// What this deal held, ready to think; only once the game is over.
    fn hindsight_job(&self) -> Option<Computation<Option<Hindsight>>>;
    /// What a review of the game looks at; nothing before the game was played to its end.
    fn review_plan(&self) -> ReviewPlan;
    /// What the hard bot makes of the move with this number, from 1, ready to think; only once the game was played to its
    /// end, whatever position is shown. The bot knows what whoever moved could know.
    fn review_job(&self, step: usize) -> Option<Computation<Option<MoveReview>>>;
    /// The choice at the move with this number, from 1, once more; only once the game was played to its end, whatever position is
    /// shown. What is done at its table changes nothing here.
    fn second_chance(&self, step: usize) -> Option<SecondChance>;
    /// What the hard bot makes of another legal move in the place of the one with this number, as
    /// [`review_job`](TableSession::review_job) does of that one.
    fn retry_job(&self, step: usize, mv: &str) -> Option<Computation<Option<MoveReview>>>;
    /// What sort of move the one with this number is; see [`Tabletop::move_kind`].
    fn move_kind(&self, step: usize) -> Option<&'static str>;
    /// What the game's lesson says after the moves that stand, if the game has one.
    fn teaching(&self) -> Option<Teaching>;
    /// What another seat does in the lesson now, if it is not for the learner to move.
    fn lesson_reply(&self) -> Option<(Seat, &'static str)>;
    /// Whether a legal move is an answer to what the lesson says now.
    fn is_answer(&self, mv: &str) -> bool;
    /// The cards that the lesson speaks of now, and those that its only answer is made with.
    fn lesson_spots(&self) -> Spotlight;
    /// The moments that show how points stand, after the last step of a lesson that stops before the game is over.
    fn lesson_score(&self) -> Vec<Beat>;
    /// In a puzzle, whether the move with this number, from 1, left what wins, ready to think.
    fn left_solution_job(&self, step: usize) -> Option<Computation<Option<LeftSolutionText>>>;
    /// See [`Bots::solution`].
    fn solution(&self, watch: &SolveWatch<'_>) -> Option<Solution<String>>;
    /// The moments of the deal, where it is worth watching.
    fn opening(&self) -> Vec<Beat>;
    /// The moments since the last move of whoever took over the computer.
    fn recap(&self) -> Vec<Beat>;
    /// See [`Session::is_shown_openly`].
    fn is_shown_openly(&self) -> bool;
    /// See [`Session::see_as`].
    fn see_as(&mut self, seat: Option<Seat>);
    /// Settles the deal before anything is played, with a salt that nobody can guess.
    fn commit(&mut self, salt: u128);
    /// The fingerprint of the deal, if it was settled.
    fn fingerprint(&self) -> Option<Fingerprint>;
    /// See [`Session::opened_deal`].
    fn opened_deal(&self) -> Option<OpenedDeal>;
    /// The moves that bots made, by their numbers from 1.
    fn bot_steps(&self) -> Vec<usize>;
    /// Has the bot think again that made this move: at a table on which everything that it could not see has been exchanged. `None`
    /// if no bot made it.
    fn check_bot(&self, step: usize) -> Option<Computation<BotCheck>>;
    /// The same game from the deal on, for these players: practice, if anything was played. Where the rulebook has a
    /// part of it shuffled anew, this seed shuffles it.
    fn restarted(&self, seed: &str, players: Vec<Player>) -> Result<Box<dyn TableSession>, RecordError>;
}

/// The number that decides what a bot does after so many moves of this record.
fn bot_seed<G: Game>(session: &Session<G>, moves: usize) -> u64 {
    // Steps count up from 0; bots use streams from the other end, so they share nothing with the shuffles.
    GameRng::for_step(session.seed(), u64::MAX - moves as u64).bits()
}

impl<G: Playable> TableSession for Session<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn players(&self) -> &[Player] {
        Session::players(self)
    }

    fn seed(&self) -> &str {
        Session::seed(self)
    }

    fn record_text(&self) -> String {
        self.record().to_text()
    }

    fn moves(&self) -> (usize, usize) {
        (self.turns().len(), self.line_len())
    }

    fn acting(&self) -> SeatSet {
        Session::acting(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.game().stage() {
            Stage::Over(outcome) => Some(outcome),
            Stage::Act(_) => None,
        }
    }

    fn viewer(&self) -> Viewer {
        Session::viewer(self)
    }

    fn hand_over(&self) -> Option<Seat> {
        Session::hand_over(self)
    }

    fn take_seat(&mut self, seat: Seat) {
        Session::take_seat(self, seat);
    }

    fn leave_seat(&mut self) {
        Session::leave_seat(self);
    }

    fn hand_order(&self) -> HandOrder {
        Session::hand_order(self)
    }

    fn sort_hand(&mut self, order: HandOrder) {
        Session::sort_hand(self, order);
    }

    fn set_room(&mut self, room: Room) {
        Session::set_room(self, room);
    }

    fn room(&self) -> Room {
        Session::room(self)
    }

    fn at_screen(&self) -> Option<Seat> {
        Session::at_screen(self)
    }

    fn layout(&self) -> Layout {
        let mut layout = G::layout(Session::view(self), self.room());
        layout.words_mut().for_each(|words| *words = self.named(words));
        layout
    }

    fn prompt(&self) -> String {
        self.named(&G::prompt(Session::view(self)))
    }

    fn described(&self) -> String {
        self.named(&G::described(Session::view(self)))
    }

    fn bookmark(&self) -> String {
        G::bookmark(Session::view(self))
    }

    fn told_opening(&self) -> Vec<Telling> {
        let mut tellings = G::describe_opening(&self.dealt().view(Session::viewer(self)));
        tellings.iter_mut().flat_map(Telling::words_mut).for_each(|words| *words = self.named(words));
        tellings
    }

    fn told_moves(&self) -> Vec<ToldMove> {
        let who = Session::viewer(self);
        let mut seen = self.dealt().view(who);
        let mut told = Vec::with_capacity(self.turns().len());
        for turn in self.turns() {
            let events = turn.events.iter().filter_map(|event| G::redact(event, who));
            let mut tellings = told_of::<G>(&mut seen, events);
            tellings.iter_mut().flat_map(Telling::words_mut).for_each(|words| *words = self.named(words));
            told.push(ToldMove { seat: turn.seat.index() as u8, tellings });
        }
        told
    }

    fn known(&self) -> usize {
        match Session::viewer(self) {
            Viewer::Seat(seat) => self.news_from(seat),
            Viewer::Public | Viewer::Referee => self.turns().len().saturating_sub(1),
        }
    }

    fn score_breakdown(&self) -> Vec<String> {
        G::score_breakdown(Session::view(self))
    }

    fn finale(&self) -> Finale {
        let mut finale = if self.is_over() { G::finale(Session::view(self)) } else { Finale::default() };
        finale.words_mut().for_each(|words| *words = self.named(words));
        finale
    }

    fn best_figure(&self, best: i32) -> Option<EndFigure> {
        G::best_figure(Session::view(self), best)
    }

    fn task(&self) -> Option<String> {
        G::task(Session::view(self))
    }

    fn next_puzzle(&self) -> Option<String> {
        G::next_puzzle(self.options()).and_then(|options| ron::to_string(&options).ok())
    }

    fn score_sheet(&self) -> ScoreSheet {
        let mut sheet = G::score_sheet(Session::view(self));
        for round in &mut sheet.rounds {
            round.summary = self.named(&round.summary);
            round.seats.iter_mut().for_each(|(_, words)| *words = self.named(words));
        }
        sheet
    }

    fn effort(&self) -> Option<u32> {
        G::effort(Session::view(self))
    }

    fn options_text(&self) -> String {
        ron::to_string(self.options()).unwrap_or_default()
    }

    fn subject(&self) -> Option<String> {
        G::subject(self.options())
    }

    fn view(&self) -> Box<dyn Any + Send + Sync> {
        Box::new(Session::view(self).clone())
    }

    fn scores(&self) -> Vec<i32> {
        self.game().scores()
    }

    fn state(&self) -> serde_json::Value {
        self.game().state()
    }

    fn summary(&self) -> String {
        self.game().summary()
    }

    fn legal_moves(&self, seat: Seat) -> Vec<String> {
        self.game().legal_moves(seat).listed().iter().map(ToString::to_string).collect()
    }

    fn gesture(&self, gesture: &Gesture) -> Option<String> {
        G::gesture(Session::view(self), gesture).map(|mv| mv.to_string())
    }

    fn selectable(&self, selected: &Selection) -> Vec<PieceId> {
        G::selectable(Session::view(self), selected)
    }

    fn placeable(&self, selected: &Selection) -> Vec<(PieceId, AreaId)> {
        G::placeable(Session::view(self), selected)
    }

    fn actions(&self, selected: &Selection) -> Vec<SelectionAction<String>> {
        let text = |action: SelectionAction<G::Move>| SelectionAction {
            label: self.named(&action.label),
            mv: action.mv.map(|mv| mv.to_string()).map_err(|why| self.refusal(why)),
        };
        G::actions(Session::view(self), selected).into_iter().map(text).collect()
    }

    fn is_decided(&self) -> bool {
        let people = Session::players(self).iter().filter(|player| player.bot.is_none()).count();
        let is_turn = Session::at_screen(self).is_some_and(|seat| TableSession::acting(self).contains(seat));
        people == 1 && is_turn && G::is_decided(Session::view(self))
    }

    fn selection_for(&self, mv: &str) -> Selection {
        mv.parse().map_or_else(|_| Selection::default(), |mv| G::selection_for(Session::view(self), &mv))
    }

    fn explain_no_move(&self, gesture: &Gesture) -> Illegal {
        let is_over = matches!(self.game().stage(), Stage::Over(_));
        self.refusal(match Session::at_screen(self) {
            None if !is_over => Illegal::because("#the-turn", "it is not your turn"),
            _ => G::explain_no_move(Session::view(self), gesture),
        })
    }

    fn check(&self, seat: Seat, mv: &str) -> Result<(), Illegal> {
        let mv = read_move::<G>(mv)?;
        Session::check(self, seat, &mv).map_err(|why| self.refusal(why))
    }

    fn preview(&self, mv: &str) -> Preview {
        let preview = mv.parse().map_or_else(|_| Preview::default(), |mv| G::preview(Session::view(self), &mv));
        Preview { sentence: self.named(&preview.sentence), ..preview }
    }

    fn pointed(&self, piece: PieceId) -> Vec<(PieceId, Mark)> {
        G::pointed(Session::view(self), piece)
    }

    fn play(&mut self, seat: Seat, mv: &str) -> Result<Vec<Beat>, Illegal> {
        let mv = read_move::<G>(mv)?;
        let who = Session::viewer(self);
        let before = Session::view(self).clone();
        let public = self.game().view(Viewer::Public);
        let events = Session::play(self, seat, mv)?;
        let seen_by = |who: Viewer| events.iter().filter_map(|event| G::redact(event, who)).collect::<Vec<_>>();
        let (seen, open) = (seen_by(who), seen_by(Viewer::Public));
        let mut beats = match Session::viewer(self) {
            now if now == who => G::beats(&before, &seen, Session::view(self), self.room()),
            // The screen is for all eyes now: what all saw of it.
            Viewer::Public => G::beats(&public, &open, Session::view(self), self.room()),
            // It is for eyes that saw nothing of it.
            _ => vec![Beat::new(G::layout(Session::view(self), self.room()), Cue::Place)],
        };
        if self.is_over() {
            let view = Session::view(self);
            beats.extend(G::finale(view).beats(&G::layout(view, self.room())));
        }
        Ok(self.named_beats(beats))
    }

    fn undo(&mut self) -> Result<(), UndoBarred> {
        Session::undo(self)
    }

    fn take_back(&mut self) -> Result<(), UndoBarred> {
        Session::take_back(self)
    }

    fn undo_refusal(&self) -> Option<UndoRefusal> {
        let barred = self.check_undo().err()?;
        Some(UndoRefusal { barred, why: self.named(&barred.to_string()) })
    }

    fn may_choose_again(&self) -> Option<Seat> {
        Session::may_choose_again(self)
    }

    fn is_assisted(&self) -> bool {
        Session::is_assisted(self)
    }

    fn hint_count(&self) -> HintCount {
        Session::hint_count(self)
    }

    fn count_hints(&mut self, more: HintCount) {
        Session::count_hints(self, more);
    }

    fn is_dealt_by_seed(&self) -> bool {
        self.record().deal.is_none()
    }

    fn is_practice(&self) -> bool {
        Session::is_practice(self)
    }

    fn redo(&mut self) -> bool {
        Session::redo(self)
    }

    fn seek(&mut self, moves: usize) {
        Session::seek(self, moves);
    }

    fn look_on(&mut self) {
        Session::look_on(self);
    }

    fn bot_job(&self) -> Option<(Seat, Computation<Option<String>>)> {
        let seat = Session::acting(self).iter().find(|seat| self.is_bot(*seat))?;
        let level = Session::players(self).get(seat.index())?.bot?;
        let seed = bot_seed(self, self.turns().len());
        let (who, game) = (Viewer::Seat(seat), self.game());
        // Only what the seat may know goes along.
        let (view, seen, legal) = (game.view(who), self.seen(who, 0), game.legal_moves(seat));
        let job = move |cancel: &Cancel| {
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            G::bot(level).choose(&observation, seed, cancel).map(|mv| mv.to_string())
        };
        Some((seat, Box::new(job)))
    }

    fn hint_job(&self, seat: Seat) -> Computation<Option<HintText>> {
        let seed = bot_seed(self, self.turns().len());
        // A hint is read by all who look on: it knows what they know.
        let (who, game) = (Session::viewer(self), self.game());
        let (view, seen, legal) = (game.view(who), self.seen(who, 0), game.legal_moves(seat));
        let names: Vec<String> = Session::players(self).iter().map(|player| player.name.clone()).collect();
        Box::new(move |cancel| {
            if let Moves::All(moves) = &legal
                && let [only] = moves.as_slice()
            {
                let reason = "This is your only move".to_owned();
                return Some(HintText { mv: only.to_string(), reason, idea: None, among: Vec::new() });
            }
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            let hint = G::hint(&observation, seed, cancel)?;
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let reason = with_names(&hint.reason.to_string(), &names);
            let idea = idea_of(&reason).map(str::to_owned);
            let among = some_among(&legal, &hint.mv, seed);
            Some(HintText { mv: hint.mv.to_string(), reason, idea, among })
        })
    }

    fn hindsight_job(&self) -> Option<Computation<Option<Hindsight>>> {
        TableSession::outcome(self)?;
        let dealt = self.dealt().clone();
        Some(Box::new(move |cancel| G::hindsight(&dealt, cancel)))
    }

    fn review_plan(&self) -> ReviewPlan {
        if !self.is_finished() {
            return ReviewPlan::default();
        }
        let has_choice =
            |step: &usize| self.line().get(step - 1).is_some_and(|turn| self.had_choice(step - 1, turn.seat));
        let choices: BTreeSet<usize> = (1..=self.line_len()).filter(has_choice).collect();
        let is_own = |step: &&usize| self.line().get(**step - 1).is_some_and(|turn| !self.is_bot(turn.seat));
        let of_people: BTreeSet<usize> = choices.iter().filter(is_own).copied().collect();
        let are_bots = Session::players(self).iter().all(|player| player.bot.is_some());
        ReviewPlan { own: if are_bots { choices.clone() } else { of_people }, choices }
    }

    fn review_job(&self, step: usize) -> Option<Computation<Option<MoveReview>>> {
        self.appraisal_job(step, None)
    }

    fn second_chance(&self, step: usize) -> Option<SecondChance> {
        let table = self.before_move(step)?;
        let turn = self.line().get(step.checked_sub(1)?)?;
        let (told, played) = (table.told_alone(turn), turn.mv.to_string());
        Some(SecondChance { table: Box::new(table), told, played })
    }

    fn retry_job(&self, step: usize, mv: &str) -> Option<Computation<Option<MoveReview>>> {
        let before = step.checked_sub(1)?;
        let mv = read_move::<G>(mv).ok()?;
        self.position(before).check(self.line().get(before)?.seat, &mv).ok()?;
        self.appraisal_job(step, Some(mv))
    }

    fn move_kind(&self, step: usize) -> Option<&'static str> {
        G::move_kind(&self.line().get(step.checked_sub(1)?)?.mv)
    }

    fn lesson_reply(&self) -> Option<(Seat, &'static str)> {
        let reply = G::LESSON?().reply(self.turns().len())?;
        Some((Session::acting(self).first()?, reply))
    }

    fn teaching(&self) -> Option<Teaching> {
        G::LESSON.map(|lesson| lesson().teaching(self.turns().len()))
    }

    fn is_answer(&self, mv: &str) -> bool {
        let (Some(lesson), Ok(mv)) = (G::LESSON.map(|lesson| lesson()), read_move::<G>(mv)) else { return false };
        lesson.is_answer(self.turns().len(), Session::view(self), &mv)
    }

    fn lesson_spots(&self) -> Spotlight {
        let (Some(lesson), Some(teaching)) = (G::LESSON.map(|lesson| lesson()), TableSession::teaching(self)) else {
            return Spotlight::NONE;
        };
        let (view, made) = (Session::view(self), self.turns().len());
        let spoken_of = G::layout(view, self.room()).pieces.into_iter().filter(|piece| teaching.names(piece.face));
        let mut spots = Spotlight::pieces(spoken_of.map(|piece| piece.id));
        if let Some(seat) = Session::at_screen(self) {
            let legal = self.game().legal_moves(seat);
            let mut answers = legal.listed().iter().filter(|mv| lesson.is_answer(made, view, mv));
            if let (Some(only), None) = (answers.next(), answers.next()) {
                spots.join(&Spotlight::pieces(G::selection_for(view, only).pieces));
            }
        }
        spots
    }

    fn lesson_score(&self) -> Vec<Beat> {
        if self.is_over() {
            return Vec::new();
        }
        let view = Session::view(self);
        self.named_beats(Finale::of(G::tally(view)).beats(&G::layout(view, self.room())))
    }

    fn left_solution_job(&self, step: usize) -> Option<Computation<Option<LeftSolutionText>>> {
        G::next_puzzle(self.options())?;
        let before = step.checked_sub(1)?;
        let turn = self.turns().get(before)?;
        let (view, mv, after) =
            (self.position(before).view(Viewer::Seat(turn.seat)), turn.mv.clone(), self.position(step).clone());
        let moves = self.turns().iter().take(step).map(|turn| (turn.seat, turn.mv.clone())).collect();
        let record = Record { moves, ..self.record() };
        let names: Vec<String> = Session::players(self).iter().map(|player| player.name.clone()).collect();
        Some(Box::new(move |cancel| {
            let LeftSolution { sentence, proof } = G::left_solution(&view, &mv, cancel)?;
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let proof = gone_on(record, after, proof)?.to_text();
            Some(LeftSolutionText { step, sentence: with_names(&sentence, &names), proof })
        }))
    }

    fn solution(&self, watch: &SolveWatch<'_>) -> Option<Solution<String>> {
        let found = self.game().solution(watch)?;
        let Solution { kind, verdict, value, line, nodes, at_least } = found;
        Some(Solution { kind, verdict, value, line: line.iter().map(ToString::to_string).collect(), nodes, at_least })
    }

    fn opening(&self) -> Vec<Beat> {
        self.named_beats(G::opening(&self.dealt().view(Session::viewer(self)), self.room()))
    }

    fn recap(&self) -> Vec<Beat> {
        self.named_beats(Session::recap(self))
    }

    fn is_shown_openly(&self) -> bool {
        Session::is_shown_openly(self)
    }

    fn see_as(&mut self, seat: Option<Seat>) {
        Session::see_as(self, seat);
    }

    fn commit(&mut self, salt: u128) {
        Session::commit(self, salt);
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        self.commitment().map(|commitment| commitment.fingerprint.clone())
    }

    fn opened_deal(&self) -> Option<OpenedDeal> {
        Session::opened_deal(self)
    }

    fn bot_steps(&self) -> Vec<usize> {
        Session::bot_steps(self)
    }

    fn check_bot(&self, step: usize) -> Option<Computation<BotCheck>> {
        let before = step.checked_sub(1)?;
        let turn = self.line().get(before)?;
        let (seat, level) = (turn.seat, Session::players(self).get(turn.seat.index())?.bot?);
        let (who, seed, played) = (Viewer::Seat(seat), bot_seed(self, before), turn.mv.to_string());
        let exchanged = self.position(before).resample_hidden(who, &mut GameRng::from_number(seed));
        let (view, legal) = (exchanged.view(who), exchanged.legal_moves(seat));
        let seen = seen_by(who, self.line().get(..before)?);
        Some(Box::new(move |cancel| {
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            let found = G::bot(level).choose(&observation, seed, cancel).map(|mv| mv.to_string());
            BotCheck { step, seat, played, found }
        }))
    }

    fn restarted(&self, seed: &str, players: Vec<Player>) -> Result<Box<dyn TableSession>, RecordError> {
        let mut record = self.record();
        // It is committed to anew.
        record.commitment = None;
        // Nothing of it was played: the rules are those of today.
        record.options = G::under_rules(G::INFO.rules, record.options).unwrap_or_default();
        record.practice |= self.line_len() > 0;
        (record.moves, record.players) = (Vec::new(), players);
        (record.assisted, record.hints) = (false, HintCount::NONE);
        if let Some(deal) = self.dealt().same_deal() {
            (record.deal, record.seed) = (Some(deal), seed.to_owned());
        }
        Ok(Box::new(Session::load(record)?))
    }
}

impl<G: Playable> Session<G> {
    fn named(&self, text: &str) -> String {
        let names: Vec<&str> = self.players().iter().map(|player| player.name.as_str()).collect();
        with_names(text, &names)
    }

    fn named_beats(&self, mut beats: Vec<Beat>) -> Vec<Beat> {
        beats.iter_mut().flat_map(Beat::words_mut).for_each(|words| *words = self.named(words));
        beats
    }

    fn is_over(&self) -> bool {
        matches!(self.game().stage(), Stage::Over(_))
    }

    /// What the hard bot makes of the move with this number, or of another one in its place, ready to think.
    fn appraisal_job(&self, step: usize, other: Option<G::Move>) -> Option<Computation<Option<MoveReview>>> {
        let before = step.checked_sub(1).filter(|_| self.is_finished())?;
        let turn = self.line().get(before)?;
        let (seat, played, who) = (turn.seat, other.unwrap_or_else(|| turn.mv.clone()), Viewer::Seat(turn.seat));
        let game = self.position(before).clone();
        let (view, legal) = (game.view(who), game.legal_moves(seat));
        let seen = seen_by(who, self.line().get(..before)?);
        let (seed, rng) = (bot_seed(self, before), self.rng_after(before));
        let names: Vec<String> = self.players().iter().map(|player| player.name.clone()).collect();
        Some(Box::new(move |cancel| {
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            let found = G::appraise(&observation, &played, seed, cancel)?;
            game.check(seat, &found.best).ok()?;
            // Only the words for the moves comes from the true game.
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let described = |mv: &G::Move| with_names(&described_openly(&game, seat, mv, rng.clone()), &names);
            let (is_best, best_move) = (found.best == played, found.best.to_string());
            let (played, mut best) = (described(&played), described(&found.best));
            if !is_best && best == played {
                best += &format!(" ({best_move})");
            }
            let (cost, noise, unit) = (if is_best { 0.0 } else { found.cost() }, found.noise, found.unit);
            let (reason, is_mistake) = (with_names(&found.reason.to_string(), &names), !is_best && found.is_mistake());
            Some(MoveReview { step, seat, played, best, best_move, reason, is_best, is_mistake, cost, noise, unit })
        }))
    }

    /// What a seat did next, in a sentence for whoever looks on here: with nothing of what came of it.
    fn told_alone(&self, turn: &PlayedMove<G>) -> String {
        let view = Session::view(self);
        let happens_first = || {
            let seen = turn.events.iter().filter_map(|event| G::redact(event, Session::viewer(self)));
            told_of::<G>(&mut view.clone(), seen).into_iter().next()
        };
        let told = G::describe_move(view, &turn.mv).or_else(happens_first);
        let told = told.unwrap_or_else(|| Telling::of(turn.mv.to_string()));
        let words = match told.kind {
            TellingKind::Does => format!("{} {}", turn.seat.does("played", "played"), told.spoken()),
            TellingKind::Happens | TellingKind::Closes(_) | TellingKind::Quiet => told.spoken(),
        };
        format!("{}.", capitalised(&self.named(&words)))
    }

    /// Whether the seat could have done something after so many moves that leads elsewhere than what it did.
    fn had_choice(&self, moves: usize, seat: Seat) -> bool {
        let game = self.position(moves);
        let after = |mv: &G::Move| {
            let mut after = game.clone();
            after.apply_quietly(seat, mv, &mut self.rng_after(moves));
            after
        };
        match game.legal_moves(seat) {
            Moves::Open(_) => true,
            Moves::All(legal) => legal.split_first().is_some_and(|(first, others)| {
                let first = after(first);
                others.iter().any(|mv| after(mv) != first)
            }),
        }
    }

    fn refusal(&self, why: Illegal) -> Illegal {
        Illegal { why: self.named(&why.why), ..why }
    }
}

/// What is told of these events to somebody who saw this before them, and sees what they make of it.
fn told_of<G: Playable>(seen: &mut G::View, events: impl Iterator<Item = G::Event>) -> Vec<Telling> {
    let mut tellings = Vec::new();
    for event in events {
        tellings.extend(G::describe(seen, &event));
        G::follow(seen, &event);
    }
    tellings
}

/// A legal move and what it does, as it is told to somebody who sees everything.
fn described_openly<G: Playable>(game: &G, seat: Seat, mv: &G::Move, mut rng: GameRng) -> String {
    let events = game.clone().apply(seat, mv, &mut rng);
    let open = events.iter().filter_map(|event| G::redact(event, Viewer::Referee));
    let tellings = told_of::<G>(&mut game.view(Viewer::Referee), open);
    joined(tellings.iter().map(Telling::spoken), " · ")
}

/// A record with these moves made after its own, which led to this position; `None` if one of them is not legal.
fn gone_on<G: Game>(mut record: Record<G>, mut game: G, moves: Vec<G::Move>) -> Option<Record<G>> {
    for mv in moves {
        let seat = game.turn()?;
        game.check(seat, &mv).ok()?;
        let mut rng = GameRng::for_step(&record.seed, record.moves.len() as u64 + 1);
        game.apply_quietly(seat, &mv, &mut rng);
        record.moves.push((seat, mv));
    }
    Some(record)
}

fn read_move<G: Game>(mv: &str) -> Result<G::Move, Illegal> {
    G::read_move(mv).map_err(|error| Illegal::because("#the-turn", error))
}
