//! The game on the table, what it is for, and what is said of it.

use std::any::Any;

use bevy::prelude::Resource;
use jiff::civil::Date;

use super::hints::{GivenHint, HintStep};
use super::jobs::{BotPool, FairnessCheck, GameReview, PanelWork, PuzzleWatch, Thoughts};
use super::second_chances::{MOST_CHANCES, SecondChances};
use crate::app::daily;
use crate::engine::game::{Hindsight, Illegal};
use crate::engine::lesson::Teaching;
use crate::engine::outcome::Outcome;
use crate::engine::review::{MoveReview, costliest_few};
use crate::engine::seats::{Seat, Viewer};
use crate::engine::session::UndoBarred;
use crate::engine::table_session::{Computation, LeftSolutionText, TableSession, UndoRefusal};
use crate::engine::tabletop::{ScoreSheet, Selection, SelectionAction};
use crate::layout::{
    AreaId, Beat, Finale, Gesture, Layout, LogEntry, Material, PieceId, Spotlight, log_before_close, log_of,
};
use crate::table::job::WakeWindow;

/// What is said instead of the prompt until the next input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatusMessage {
    /// A move is not allowed, and why.
    Refused(Illegal),
    Hint(GivenHint),
    /// A hint is being thought about.
    Thinking,
    Note(String),
}

/// What the button says that plays out a round in which all other tricks are one's own.
pub const REST: &str = "The rest are mine";

/// What the game is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A game: saved after each move, counted at the end.
    Game,
    /// A game that was counted, and played on from a position before its end: neither saved nor counted again.
    Practice,
    /// A look at a record.
    Replay,
    /// A choice in the game of a replay, at which a better move is looked for: nothing is played, saved or counted, and it leads back
    /// to the review.
    SecondChance,
    /// A puzzle tried by whoever makes it: neither saved nor counted, and it leads back to the workshop.
    Trial,
    /// First steps in a game: only what is shown can be done; neither saved nor counted.
    Lesson,
}

/// What a position looks like to its viewer: made once when the position changes, read by every panel.
pub struct Snapshot {
    pub layout: Layout,
    /// The viewer's view, for the game's own panel, which knows its type.
    pub view: Box<dyn Any + Send + Sync>,
    /// What to do next, or how the game ended.
    pub prompt: String,
    /// What lies where, in words.
    pub described: String,
    /// One line that tells this game from another.
    pub bookmark: String,
    /// The moves that stand, as they are said aloud to the viewer; where several play, with their names.
    pub moves: Vec<String>,
    /// What is told of them, gathered in rounds and tricks.
    pub log: Vec<LogEntry>,
    /// The same while the trick that the last move closed is read; `None` if it closed none.
    pub log_of_trick: Option<Vec<LogEntry>>,
    /// How many of them the viewer knew at their own last turn.
    pub known: usize,
    /// What each seat's points are made of, once the game is over.
    pub breakdown: Vec<String>,
    pub score_sheet: ScoreSheet,
    /// The points of each seat, and how many moves led here.
    pub scores: Vec<i32>,
    pub made: usize,
    /// Why Undo takes nothing back, or asks first; `None` if it undoes.
    pub undo_refusal: Option<UndoRefusal>,
    /// How the game ended, once it has.
    pub finale: Finale,
    /// What is asked of whoever plays a puzzle, and whether another comes after it.
    pub task: Option<String>,
    pub has_next: bool,
}

impl Snapshot {
    fn of(session: &dyn TableSession) -> Snapshot {
        let (opening, told) = (session.told_opening(), session.told_moves());
        let names: Vec<&str> = session.players().iter().map(|player| player.name.as_str()).collect();
        Snapshot {
            layout: session.layout(),
            view: session.view(),
            prompt: session.prompt(),
            described: session.described(),
            bookmark: session.bookmark(),
            moves: told.iter().map(|told| told.spoken(&names)).collect(),
            log: log_of(&opening, &told),
            log_of_trick: log_before_close(&opening, &told),
            known: session.known(),
            breakdown: session.score_breakdown(),
            score_sheet: session.score_sheet(),
            scores: session.scores(),
            made: session.moves().0,
            undo_refusal: session.undo_refusal(),
            finale: session.finale(),
            task: session.task(),
            has_next: session.next_puzzle().is_some(),
        }
    }
}

/// A game that was left for a look at a proof, and is gone back to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftGame {
    pub record: String,
    pub purpose: Purpose,
    pub is_counted: bool,
}

/// The game on the table.
#[derive(Resource)]
pub struct ActiveGame {
    session: Box<dyn TableSession>,
    snapshot: Snapshot,
    /// What the position before looked like, as long as what changed it is still shown on the table.
    before: Option<Snapshot>,
    pub purpose: Purpose,
    /// The day whose deal this is.
    pub day: Option<Date>,
    /// The key of the choice that goes with the next move, if one is on.
    pub option: Option<char>,
    /// The key of the choice whose button the pointer rests on.
    pub hovered: Option<char>,
    /// The move whose button in the game's panel the pointer rests on.
    pub considered: Option<String>,
    /// What the player wrote down beside this game, or the last one of its kind.
    pub notes: String,
    /// The piece that was picked up and waits for its area.
    pub picked: Option<PieceId>,
    /// What is selected for a move that is not made yet.
    pub selected: Selection,
    /// The seat that was asked to come and look at what only it may know.
    pub called: Option<Seat>,
    /// The number of moves at which Undo asked before it takes one back, and what it asked.
    pub(super) asked_back: Option<(usize, UndoBarred)>,
    /// Whether the finished picture, or the last trick, is looked at once more.
    pub peeks: bool,
    /// Whether bots that are watched wait before their next move.
    pub is_paused: bool,
    /// Whether the rest of the round is played out, since it is decided.
    pub plays_out: bool,
    pub status: Option<StatusMessage>,
    /// The last hint, as far as it was given.
    pub(super) hint: Option<GivenHint>,
    /// The area pointed at, by pointer or keys.
    pub pointed: Option<AreaId>,
    /// The end, once it is reached.
    pub outcome: Option<Outcome>,
    /// The best clean score of the same puzzle or variant in the history, this game's included once it is over.
    pub best: Option<i32>,
    /// Whether this game was finished, and not only practised: what is played after undoing its end is practice.
    pub is_counted: bool,
    /// How many finished rounds the players have looked at.
    pub(super) rounds_seen: usize,
    /// What the deal held.
    pub hindsight: Option<Hindsight>,
    /// What the hard bot makes of the moves of a replay.
    pub review: GameReview,
    /// The costly moves of a replay at which a better one is looked for, as long as that is done.
    pub chances: Option<SecondChances>,
    /// Whether a replay is of a game that was played here, and not of somebody's file.
    pub is_own: bool,
    /// The name of its record in the history, where it is there.
    pub kept_as: Option<String>,
    /// Bots that think again.
    pub fairness: FairnessCheck,
    /// The cards that a lesson speaks of now.
    pub taught: Spotlight,
    /// Where the solver of a puzzle left what wins, as far as it is known.
    pub puzzle: PuzzleWatch,
    /// The game that this replay of a proof leads back to.
    pub leads_back: Option<LeftGame>,
    pub panel_work: PanelWork,
    pub(super) thoughts: Thoughts,
}

impl ActiveGame {
    pub fn new(session: Box<dyn TableSession>, purpose: Purpose) -> ActiveGame {
        let mut game = ActiveGame {
            snapshot: Snapshot::of(&*session),
            outcome: session.outcome(),
            rounds_seen: session.score_sheet().rounds.len(),
            day: daily::day_of(&*session),
            session,
            before: None,
            purpose,
            option: None,
            hovered: None,
            considered: None,
            notes: String::new(),
            picked: None,
            selected: Selection::default(),
            called: None,
            asked_back: None,
            peeks: false,
            is_paused: false,
            plays_out: false,
            status: None,
            hint: None,
            pointed: None,
            best: None,
            is_counted: false,
            hindsight: None,
            review: GameReview::default(),
            chances: None,
            is_own: false,
            kept_as: None,
            fairness: FairnessCheck::default(),
            taught: Spotlight::NONE,
            puzzle: PuzzleWatch::default(),
            leads_back: None,
            panel_work: PanelWork::default(),
            thoughts: Thoughts::default(),
        };
        game.take_up_lesson();
        game
    }

    /// Finds what the lesson speaks of now.
    fn take_up_lesson(&mut self) {
        if self.purpose == Purpose::Lesson {
            self.taught = self.session.lesson_spots();
        }
    }

    /// What its solver left in this puzzle, unless the move that left it was taken back.
    pub fn left_solution(&self) -> Option<&LeftSolutionText> {
        let (made, _) = self.session.moves();
        self.puzzle.found.as_ref().filter(|left| left.step <= made && !self.is_replay())
    }

    pub fn session(&self) -> &dyn TableSession {
        &*self.session
    }

    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// What the table looks like that has landed on the screen: points and the log are told from it, never before what they tell of
    /// has been seen.
    pub fn landed(&self) -> &Snapshot {
        self.before.as_ref().unwrap_or(&self.snapshot)
    }

    /// What is told of what has been seen: while a whole trick lies there, of its last card, too.
    pub fn log(&self, shows_trick: bool) -> &[LogEntry] {
        let of_trick = self.snapshot.log_of_trick.as_deref().filter(|_| shows_trick && self.holds_back());
        of_trick.unwrap_or(&self.landed().log)
    }

    /// Whether something has not landed yet.
    pub fn holds_back(&self) -> bool {
        self.before.is_some()
    }

    /// All that happened has been seen.
    pub fn land(&mut self) {
        self.before = None;
    }

    /// Makes a move, whose moments are to be shown; until that is done the table has not [landed](ActiveGame::landed).
    pub fn play(&mut self, seat: Seat, mv: &str) -> Result<Vec<Beat>, Illegal> {
        let viewer = self.session.viewer();
        let beats = self.session.play(seat, mv)?;
        let latest = self.renew();
        let before = self.before.take().unwrap_or(latest);
        self.before = Some(match self.session.viewer() == viewer {
            true => before,
            // Whoever looks on now may know less: nothing but the points is what it was.
            false => {
                let Snapshot { scores, score_sheet, .. } = before;
                Snapshot { scores, score_sheet, ..Snapshot::of(&*self.session) }
            }
        });
        Ok(beats)
    }

    /// Changes the position, or who looks at it; the snapshot is made anew. What is selected and still may be stays so.
    pub fn update<T>(&mut self, change: impl FnOnce(&mut dyn TableSession) -> T) -> T {
        let changed = change(&mut *self.session);
        self.renew();
        self.land();
        changed
    }

    /// Puts another session on the table, for this purpose; returns the one that lay there.
    pub(super) fn put_on_table(&mut self, session: Box<dyn TableSession>, purpose: Purpose) -> Box<dyn TableSession> {
        self.put_down();
        let before = std::mem::replace(&mut self.session, session);
        self.purpose = purpose;
        self.renew();
        self.land();
        before
    }

    /// Makes the snapshot anew, and returns the one before. What is selected and still may be stays so.
    fn renew(&mut self) -> Snapshot {
        let before = std::mem::replace(&mut self.snapshot, Snapshot::of(&*self.session));
        self.outcome = self.session.outcome();
        self.take_up_lesson();
        let Selection { pieces, placed } = std::mem::take(&mut self.selected);
        for piece in pieces {
            self.select(piece);
        }
        for (piece, area) in placed {
            self.place(piece, area);
        }
        before
    }

    /// Selects a piece; `false` if it may not be.
    pub fn select(&mut self, piece: PieceId) -> bool {
        let may = self.session.selectable(&self.selected).contains(&piece);
        self.selected.pieces.extend(may.then_some(piece));
        may
    }

    /// The areas that a piece may be put to for now, wherever it was put before.
    pub fn places_for(&self, piece: PieceId) -> Vec<AreaId> {
        let places = self.session.placeable(&self.selected.without(piece));
        places.into_iter().filter(|(other, _)| *other == piece).map(|(_, area)| area).collect()
    }

    /// Puts a piece to an area for now; `false` if it may not be.
    pub fn place(&mut self, piece: PieceId, area: AreaId) -> bool {
        if !self.places_for(piece).contains(&area) {
            return false;
        }
        self.selected.put_back(piece);
        self.selected.placed.push((piece, area));
        true
    }

    /// The move that is made up by what was put somewhere, if it can be made and is the only one.
    pub fn made_up(&self, selected: &Selection) -> Option<String> {
        if selected.placed.is_empty() {
            return None;
        }
        let mut moves = self.session.actions(selected).into_iter().filter_map(|action| action.mv.ok());
        moves.next().filter(|_| moves.next().is_none())
    }

    /// Whether it counts for nothing: the deal was played before, or it is played on from a replay or an end.
    pub fn is_practice(&self) -> bool {
        let plays_on = self.purpose == Purpose::Practice && !(self.is_counted && self.outcome.is_some());
        (plays_on || self.session.is_practice()) && !self.is_watched()
    }

    /// Whether bots play alone.
    pub fn is_watched(&self) -> bool {
        self.session.players().iter().all(|player| player.bot.is_some())
    }

    pub fn is_replay(&self) -> bool {
        self.purpose == Purpose::Replay
    }

    /// Whether the game is over and looked back at: in a replay, or where a better move is looked for.
    pub fn is_looked_back_at(&self) -> bool {
        matches!(self.purpose, Purpose::Replay | Purpose::SecondChance)
    }

    /// Whether its moves can be reviewed: it is the replay of a finished game, of which nothing need be hidden.
    pub fn can_be_reviewed(&self) -> bool {
        self.is_replay() && self.session.is_shown_openly()
    }

    /// The only person who played, where one did.
    pub fn only_person(&self) -> Option<Seat> {
        let seated = (0..).map_while(Seat::new).zip(self.session.players());
        let mut people = seated.filter(|(_, player)| player.bot.is_none()).map(|(seat, _)| seat);
        people.next().filter(|_| people.next().is_none())
    }

    /// With whose eyes a review begins: those of the only person who played, where others held what they could not see.
    pub fn reviewer(&self) -> Option<Seat> {
        let has_others = self.session.players().len() > 1;
        self.only_person().filter(|_| self.session.info().secrets && has_others)
    }

    /// The costly moves of people at which a better one can be looked for, once all their choices have been looked at.
    pub fn moves_to_try(&self) -> Vec<&MoveReview> {
        let (looked_at, all) = self.review.progress();
        if looked_at < all || !self.can_be_reviewed() {
            return Vec::new();
        }
        let players = self.session.players();
        let is_persons =
            |review: &&MoveReview| players.get(review.seat.index()).is_some_and(|player| player.bot.is_none());
        costliest_few(self.review.mistakes().filter(is_persons), MOST_CHANCES)
    }

    /// Whether bots can think again: the game, or what the replay is of, is over.
    pub fn is_checkable(&self) -> bool {
        if self.is_replay() { self.can_be_reviewed() } else { self.outcome.is_some() }
    }

    /// Whether there is something that can be looked at once more: the picture that tiles make, or the last trick.
    pub fn has_more_to_see(&self) -> bool {
        self.has_tiles() || !self.snapshot.layout.last.cards.is_empty()
    }

    pub fn has_tiles(&self) -> bool {
        matches!(self.snapshot.layout.material, Material::Tiles(_))
    }

    /// Whether a strip lies under the table: a replay's slider, or what a lesson says or whoever asks for a better move.
    pub fn has_strip(&self) -> bool {
        matches!(self.purpose, Purpose::Replay | Purpose::SecondChance | Purpose::Lesson)
    }

    /// What is asked in the puzzle that is played.
    pub fn task(&self) -> Option<&str> {
        self.snapshot.task.as_deref().filter(|_| !self.has_strip())
    }

    /// The seat that plays at this screen.
    pub fn seat(&self) -> Seat {
        if let Some(seat) = self.session.at_screen() {
            return seat;
        }
        match self.session.viewer() {
            Viewer::Seat(seat) => seat,
            Viewer::Public | Viewer::Referee => Seat::FIRST,
        }
    }

    /// The seat that the computer must be handed to before anything can go on.
    pub fn hand_over(&self) -> Option<Seat> {
        if self.is_looked_back_at() { None } else { self.called.or(self.session.hand_over()) }
    }

    /// Whether a round has just ended whose result the players have not seen; the last one's belongs to the end.
    pub fn has_new_round(&self) -> bool {
        let has_more = self.snapshot.score_sheet.rounds.len() > self.rounds_seen;
        has_more && self.outcome.is_none() && !self.is_looked_back_at()
    }

    /// Whether whoever is in front of the screen may make a move now.
    pub fn may_move(&self) -> bool {
        let is_asked = self.chances.as_ref().is_none_or(SecondChances::asks);
        is_asked && !self.is_replay() && self.outcome.is_none() && self.session.at_screen().is_some()
    }

    /// The text of the move that a gesture means, and whether it is allowed.
    pub fn attempt(&self, gesture: &Gesture) -> Option<(String, Result<(), Illegal>)> {
        let mv = self.session.gesture(gesture)?;
        let allowed = self.session.check(self.seat(), &mv).and_then(|()| self.check_lesson(&mv));
        Some((mv, allowed))
    }

    /// What may be done with what is selected.
    pub fn actions(&self) -> Vec<SelectionAction<String>> {
        if !self.may_move() {
            return Vec::new();
        }
        let mut actions = self.session.actions(&self.selected);
        actions.extend(self.rest());
        actions
    }

    /// The button that plays out what is decided, where more than one card is left to play.
    fn rest(&self) -> Option<SelectionAction<String>> {
        let is_game = matches!(self.purpose, Purpose::Game | Purpose::Practice);
        if !is_game || self.plays_out {
            return None;
        }
        let mv = self.session.decided_move()?;
        let is_choice = self.session.legal_moves(self.seat()).len() > 1;
        is_choice.then(|| SelectionAction::makes(REST, mv))
    }

    /// What the lesson says now, if this is one.
    pub fn teaching(&self) -> Option<Teaching> {
        if self.purpose == Purpose::Lesson { self.session.teaching() } else { None }
    }

    fn check_lesson(&self, mv: &str) -> Result<(), Illegal> {
        match self.teaching() {
            Some(teaching) if !self.session.is_answer(mv) => {
                let rule = teaching.rule.unwrap_or("#the-turn");
                Err(Illegal::because(rule, "that is a legal move, but the lesson asks for a different one here"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the bot in turn knows its move, which is played as soon as the table is free.
    pub fn has_bots_answer(&self) -> bool {
        self.thoughts.bot.is_finished()
    }

    /// Whether the deal is still being analysed.
    pub fn is_analysing(&self) -> bool {
        self.thoughts.hindsight.is_running()
    }

    /// Nothing is picked up any more, and no choice is on but one that only shows something.
    pub fn put_down(&mut self) {
        let options = &self.snapshot.layout.options;
        let only_shows = |key: &char| options.iter().any(|option| option.key == *key && option.only_shows);
        let option = self.option.filter(only_shows);
        (self.option, self.hovered, self.considered, self.picked) = (option, None, None, None);
        self.selected = Selection::default();
    }
}

impl ActiveGame {
    /// Nothing is thought of any more, and nothing says so.
    pub(super) fn stop_thinking(&mut self) {
        self.thoughts = Thoughts::default();
        if matches!(self.status, Some(StatusMessage::Thinking)) {
            self.status = None;
        }
    }

    pub(super) fn think_of_hint(&mut self, pool: &BotPool, wake: &WakeWindow) {
        let work = self.session().hint_job(self.seat());
        let job = pool.start(work, &self.thoughts.cancel, wake);
        self.thoughts.hint.start(job);
        self.status = Some(StatusMessage::Thinking);
    }

    /// Says of a hint what is due, of which this step was said before, and counts that.
    pub(super) fn give_hint(&mut self, hint: GivenHint, said: Option<HintStep>) {
        // Nothing of it is to be seen on the table, so the snapshot stays true.
        self.session.count_hints(hint.adds(said));
        self.hint = Some(hint.clone());
        self.status = Some(StatusMessage::Hint(hint));
    }

    /// Whose move a hint is for now, and after how many moves.
    pub(super) fn hint_place(&self) -> (Seat, usize) {
        (self.seat(), self.session.moves().0)
    }

    pub(super) fn analyse_deal(&mut self, pool: &BotPool, wake: &WakeWindow) {
        if let Some(work) = self.session().hindsight_job() {
            let job = pool.start(work, &self.thoughts.cancel, wake);
            self.thoughts.hindsight.start(job);
        }
    }

    /// Shows the review beside the replay of a finished game, or hides it.
    pub(super) fn show_review(&mut self, on: bool) {
        self.review.is_on = on && self.can_be_reviewed();
        if self.review.is_on {
            self.review.plan = self.session.review_plan();
        }
    }

    /// Has the move that was just made in a puzzle looked at: whether it left what wins.
    pub(super) fn watch_puzzle(&mut self, pool: &BotPool, wake: &WakeWindow) {
        let (made, _) = self.session.moves();
        if self.left_solution().is_some() {
            return;
        }
        let Some(work) = self.session.left_solution_job(made) else { return };
        self.puzzle = PuzzleWatch::default();
        let job = pool.start(work, &self.puzzle.cancel, wake);
        self.puzzle.job.start(job);
    }

    /// Has every bot think again about each of its moves.
    pub(super) fn check_bots(&mut self) {
        if self.is_checkable() && !self.fairness.is_on {
            (self.fairness.is_on, self.fairness.steps) = (true, self.session.bot_steps());
        }
    }

    /// Takes what came of one, and goes on with the next.
    pub(super) fn go_on_checking_bots(&mut self, pool: &BotPool, wake: &WakeWindow) {
        // They wait while somebody thinks about a better move.
        if self.chances.is_some() {
            return;
        }
        // Whoever takes the end back plays another game from there.
        if self.fairness.is_on && !self.is_checkable() {
            self.fairness = FairnessCheck::default();
        }
        if let Some(found) = self.fairness.job.poll() {
            self.fairness.keep(found);
        }
        if !self.fairness.is_on || self.fairness.other.is_some() || self.fairness.job.is_running() {
            return;
        }
        let Some(step) = self.fairness.steps.get(self.fairness.done) else { return };
        let Some(work) = self.session.check_bot(*step) else { return };
        let job = pool.start(work, &self.fairness.cancel, wake);
        self.fairness.job.start(job);
    }

    /// What a review has found out about the game, where that is not in the history yet: the name of its record there, and each costly
    /// move of a person with its seat and its kind. Asked for once.
    pub(super) fn costly_to_note(&mut self) -> Option<(String, Vec<(u8, String)>)> {
        let (looked_at, all) = self.review.progress();
        if self.review.is_noted || !self.review.is_on || looked_at < all || self.is_watched() {
            return None;
        }
        let name = self.kept_as.clone()?;
        self.review.is_noted = true;
        let kind = |review: &MoveReview| self.session.move_kind(review.step).unwrap_or_default().to_owned();
        let costly = self.review.mistakes().map(|review| (review.seat.index() as u8, kind(review))).collect();
        Some((name, costly))
    }

    /// Takes what was found out about a move, and has the next one looked at while the review is shown.
    pub(super) fn go_on_reviewing(&mut self, pool: &BotPool, wake: &WakeWindow) {
        if let Some((step, found)) = self.review.job.poll() {
            self.review.keep(step, found);
        }
        if !self.review.is_on || self.review.job.is_running() {
            return;
        }
        let Some(step) = self.review.next_step(self.session.moves().0) else { return };
        let Some(work) = self.session.review_job(step) else { return };
        let work: Computation<(usize, Option<MoveReview>)> = Box::new(move |cancel| (step, work(cancel)));
        let job = pool.start(work, &self.review.cancel, wake);
        self.review.job.start(job);
    }
}
