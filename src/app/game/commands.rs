//! A game at the table: from what a player asked for to the saved record and the layout to show.
//!
//! Every move takes the same way, whoever makes it: session, save, layout.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::tasks::{Task, TaskPool, TaskPoolBuilder, block_on, poll_once};

use super::curator::is_for_the_gallery;
use super::desk::{Action, Desk, Page, Screen, fresh_seed};
use super::settings::Settings;
use super::store::{Finished, Store};
use crate::catalogue::{self, Entry, PuzzleKind};
use crate::engine::game::{Cancel, Hindsight, Illegal};
use crate::engine::layout::{Cue, Gesture, Layout, Mark, PieceId, Preview, SlotId};
use crate::engine::lesson::Teaching;
use crate::engine::outcome::Outcome;
use crate::engine::record::{Player, RecordError, read_text};
use crate::engine::seats::{BotLevel, Seat, Viewer};
use crate::engine::table::{HintText, Job, TableSession};
use crate::files::beside;
use crate::table::motion::{Motion, Moving, Wake};
use crate::table::pieces::{Clear, Shown};
use crate::table::sound::Play as Sound;
use crate::table::touch::{Open, Touch};

/// Something said instead of the prompt until the next input: why a move is not allowed, or a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// A move is not allowed, and why.
    WhyNot(Illegal),
    /// What the hint says.
    Hint(HintText),
    /// The hint is being thought about.
    Thinking,
    /// Something else.
    Said(String),
}

/// What this table is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A game: saved after each move, counted at the end.
    Game,
    /// A game that was counted, and played on from a position before its end: neither saved nor counted again.
    Practice,
    /// A look at a record.
    Replay,
    /// A puzzle tried by whoever makes it: neither saved nor counted, and it leads back to the workshop.
    Trial,
    /// First steps in a game: only what is shown can be done; neither saved nor counted.
    Lesson,
}

/// The table's game.
#[derive(Resource)]
pub struct Table {
    /// The game.
    pub session: Box<dyn TableSession>,
    /// What for.
    pub purpose: Purpose,
    /// The key of the choice that goes with the next move, if one is on.
    pub option: Option<char>,
    /// The key of the choice whose button the pointer rests on.
    pub hovered: Option<char>,
    /// The move whose button in the game's panel the pointer rests on.
    pub considered: Option<String>,
    /// What the player wrote down beside this game, or the last one of its kind.
    pub notes: String,
    /// The piece that was picked up and waits for its slot.
    pub picked: Option<PieceId>,
    /// The seat that was asked to come and look at what only it may know.
    pub called: Option<Seat>,
    /// Whether the finished picture is shown in the table's place.
    pub peeks: bool,
    /// What is said now.
    pub remark: Option<Remark>,
    /// The slot pointed at, by pointer or keys.
    pub pointed: Option<SlotId>,
    /// The end, once it is reached.
    pub outcome: Option<Outcome>,
    /// Best score of this game in the history, this one included.
    pub best: Option<i32>,
    /// What the deal held.
    pub hindsight: Option<Hindsight>,
    /// Whether its first layout has been shown.
    laid: bool,
    /// Whether the end has been shown; it is shown once.
    end_shown: bool,
    jobs: Jobs,
}

#[derive(Default)]
struct Jobs {
    cancel: Cancel,
    hint: Option<Task<Option<HintText>>>,
    bot: Option<(Seat, Task<Option<String>>)>,
    hindsight: Option<Task<Option<Hindsight>>>,
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

impl Table {
    /// A table for this game.
    pub fn new(session: Box<dyn TableSession>, purpose: Purpose) -> Table {
        let outcome = session.outcome();
        Table {
            session,
            purpose,
            option: None,
            hovered: None,
            considered: None,
            notes: String::new(),
            picked: None,
            called: None,
            peeks: false,
            remark: None,
            pointed: None,
            outcome,
            best: None,
            hindsight: None,
            laid: false,
            end_shown: false,
            jobs: Jobs::default(),
        }
    }

    /// Whether this is a replay.
    pub fn is_replay(&self) -> bool {
        self.purpose == Purpose::Replay
    }

    /// Whether a strip lies under the table: a replay's slider, or what a lesson says.
    pub fn has_strip(&self) -> bool {
        matches!(self.purpose, Purpose::Replay | Purpose::Lesson)
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
    pub fn awaits(&self) -> Option<Seat> {
        if self.is_replay() { None } else { self.called.or(self.session.hand_over()) }
    }

    /// Whether whoever is in front of the screen may make a move now.
    pub fn may_move(&self) -> bool {
        !self.is_replay() && self.outcome.is_none() && self.session.at_screen().is_some()
    }

    /// Whether the deal is still being shown.
    pub fn is_being_dealt(&self, shown: &Shown) -> bool {
        !self.is_replay() && shown.is_playing() && self.session.moves().0 == 0
    }

    /// The text of the move that bringing the piece in turn to this slot means, and whether it is allowed.
    pub fn attempt(&self, gesture: &Gesture) -> Option<(String, Result<(), Illegal>)> {
        let mv = self.session.gesture(gesture)?;
        let allowed = self.session.check(self.seat(), &mv).and_then(|()| self.check_lesson(&mv));
        Some((mv, allowed))
    }

    /// What the lesson says now, if this is one.
    pub fn teaching(&self) -> Option<Teaching> {
        if self.purpose == Purpose::Lesson { self.session.teaching() } else { None }
    }

    fn check_lesson(&self, mv: &str) -> Result<(), Illegal> {
        match self.teaching() {
            Some(teaching) if !self.session.is_answer(mv) => {
                let rule = teaching.rule.unwrap_or("#the-turn");
                Err(Illegal::because(rule, "the rules allow this, but the lesson asks for something else now"))
            }
            _ => Ok(()),
        }
    }

    /// Whether what the deal held is still being looked for.
    pub fn looks_back(&self) -> bool {
        self.jobs.hindsight.is_some()
    }

    /// Nothing is in the hand any more, and no choice is on.
    fn put_down(&mut self) {
        (self.option, self.hovered, self.considered, self.picked) = (None, None, None, None);
    }

    fn stop_thinking(&mut self) {
        self.jobs.cancel.raise();
        self.jobs = Jobs::default();
    }
}

/// Who is in front of the table.
#[derive(SubStates, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[source(Screen = Screen::Play)]
pub enum Facing {
    /// Whoever may see what lies there.
    #[default]
    Table,
    /// Perhaps somebody who may not: the computer is being handed over, and nothing lies there.
    HandOver,
}

/// Order of the program's systems within a frame.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Obey;

/// Plays games.
pub fn plugin(app: &mut App) {
    app.init_resource::<Minds>().add_sub_state::<Facing>();
    app.add_systems(
        Update,
        (touched, obey, (think, listen, face, show).chain().run_if(resource_exists::<Table>))
            .chain()
            .in_set(Obey)
            .before(crate::table::pieces::Follow),
    )
    .add_systems(OnEnter(Facing::HandOver), clear_away)
    .add_systems(OnExit(Screen::Play), leave);
}

fn leave(mut commands: Commands, mut clear: MessageWriter<Clear>, mut shown: ResMut<Shown>, mut open: ResMut<Open>) {
    commands.remove_resource::<Table>();
    clear.write(Clear);
    *shown = Shown::default();
    open.0 = false;
}

/// Hands the computer over when it must be.
fn face(table: Res<Table>, facing: Option<Res<State<Facing>>>, mut next: ResMut<NextState<Facing>>) {
    let wanted = if table.awaits().is_some() { Facing::HandOver } else { Facing::Table };
    if facing.is_some_and(|facing| *facing.get() != wanted) {
        next.set(wanted);
    }
}

/// Nothing lies on the table while it is handed over: what whoever comes may see is laid for them.
fn clear_away(
    table: Option<ResMut<Table>>,
    mut clear: MessageWriter<Clear>,
    mut shown: ResMut<Shown>,
    mut desk: ResMut<Desk>,
) {
    clear.write(Clear);
    *shown = Shown::default();
    desk.wants_focus = true;
    if let Some(mut table) = table {
        table.put_down();
        (table.remark, table.pointed, table.laid) = (None, None, false);
    }
}

fn touched(
    mut touches: MessageReader<Touch>,
    table: Option<ResMut<Table>>,
    mut actions: MessageWriter<Action>,
    mut shown: ResMut<Shown>,
) {
    let Some(mut table) = table else {
        touches.clear();
        return;
    };
    for touch in touches.read() {
        match touch {
            Touch::Point(slot) => {
                if table.pointed != *slot {
                    table.pointed = *slot;
                }
                if slot.is_some() && shown.focus.is_some() {
                    shown.focus = *slot;
                }
            }
            Touch::Bring(piece, slot) => {
                actions.write(Action::Bring(*piece, *slot));
            }
            Touch::Take(piece) => table.picked = Some(*piece),
            Touch::Nowhere => table.picked = None,
        }
    }
}

/// What [`obey`] works with.
#[derive(bevy::ecs::system::SystemParam)]
struct Hands<'w, 's> {
    commands: Commands<'w, 's>,
    desk: ResMut<'w, Desk>,
    store: Res<'w, Store>,
    settings: ResMut<'w, Settings>,
    shown: ResMut<'w, Shown>,
    next: ResMut<'w, NextState<Screen>>,
    clear: MessageWriter<'w, Clear>,
    sounds: MessageWriter<'w, Sound>,
    wake: Res<'w, Wake>,
    minds: Res<'w, Minds>,
}

fn obey(mut actions: MessageReader<Action>, mut table: Option<ResMut<Table>>, mut hands: Hands) {
    for action in actions.read() {
        match action {
            Action::Deal(game, seed) => hands.deal(game, seed.clone()),
            Action::Watch(game, level, seed) => hands.watch(game, *level, seed),
            Action::Try(game, options) => hands.try_puzzle(game, options),
            Action::Again => {
                if let Some(table) = &table {
                    hands.again(table);
                }
            }
            Action::Continue(game) => hands.resume(game),
            Action::OpenFile(path) => hands.open_file(path),
            Action::OpenGiven(given) => hands.open_given(given),
            Action::Replay(game, name) => hands.replay(game, name),
            Action::Learn(game) => hands.learn(game),
            Action::OpenRules => {
                let at = table.as_ref().and_then(|table| match &table.remark {
                    Some(Remark::WhyNot(illegal)) => Some(illegal.rule.to_owned()),
                    _ => table.teaching().and_then(|teaching| teaching.rule).map(str::to_owned),
                });
                hands.desk.page = Some(Page::Rules(at));
            }
            _ => {
                if let Some(table) = &mut table {
                    hands.at_table(table, action);
                }
            }
        }
    }
}

impl Hands<'_, '_> {
    fn set_up(&mut self, session: Box<dyn TableSession>, purpose: Purpose) {
        let mut table = Table::new(session, purpose);
        table.notes = self.store.notes(table.session.info().id);
        self.clear.write(Clear);
        *self.shown = Shown::default();
        self.desk.page = None;
        if purpose == Purpose::Game {
            self.save(&*table.session);
        }
        self.commands.insert_resource(table);
        NextState::set_if_neq(&mut self.next, Screen::Play);
    }

    fn save(&mut self, session: &dyn TableSession) {
        if let Err(error) = self.store.write_save(session.info().id, &session.record_text()) {
            self.desk.say(format_args!("The game cannot be saved: {error}"));
        }
    }

    fn deal(&mut self, game: &str, seed: Option<String>) {
        let Some(entry) = catalogue::find(game) else { return };
        let seed = seed.map(|seed| seed.trim().to_owned()).filter(|seed| !seed.is_empty());
        let players = self.settings.company.players(self.settings.seats_of(entry.info));
        let options = self.settings.options_of(game).to_owned();
        self.start(entry, seed.unwrap_or_else(fresh_seed), players, &options);
    }

    /// The same company once more; the one who played second begins.
    fn again(&mut self, table: &Table) {
        let session = &*table.session;
        if table.purpose == Purpose::Trial {
            return self.try_puzzle(session.info().id, &session.options_text());
        }
        let Some(entry) = catalogue::find(session.info().id) else { return };
        let mut players = session.players().to_vec();
        players.rotate_left(1);
        // The company is handed on too, if these are the ones it names.
        let seats = players.len();
        let mut handed_on = self.settings.company.clone();
        handed_on.hand_on(seats);
        if handed_on.players(seats) == players {
            self.settings.company = handed_on;
        }
        self.start(entry, fresh_seed(), players, &session.options_text());
    }

    /// A game for one that a bot plays.
    fn watch(&mut self, game: &str, level: BotLevel, seed: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let seed = Some(seed.trim()).filter(|seed| !seed.is_empty()).map_or_else(fresh_seed, str::to_owned);
        let options = self.settings.options_of(game).to_owned();
        self.start(entry, seed, vec![Player::bot(level)], &options);
    }

    /// A puzzle from the workshop, played by the one who makes it.
    fn try_puzzle(&mut self, game: &str, options: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let players = self.settings.company.players(self.settings.seats_of(entry.info));
        match entry.start_with(fresh_seed(), players, options) {
            Ok(session) => self.set_up(session, Purpose::Trial),
            Err(error) => self.desk.say(format_args!("This cannot be dealt: {error}")),
        }
    }

    fn start(&mut self, entry: &Entry, seed: String, players: Vec<Player>, options: &str) {
        match entry.start_with(seed, players, options) {
            // A solitaire that a bot plays is only watched: the player's own game goes on waiting.
            Ok(session) if entry.info.seats.1 == 1 && session.players().iter().all(|player| player.bot.is_some()) => {
                self.set_up(session, Purpose::Practice);
            }
            Ok(session) => {
                self.keep_damaged_save(entry);
                self.set_up(session, Purpose::Game);
            }
            Err(error) => self.desk.say(format_args!("This cannot be dealt: {error}")),
        }
    }

    /// A save that cannot be understood must not be overwritten by the new game.
    fn keep_damaged_save(&mut self, entry: &Entry) {
        let id = entry.info.id;
        let fine = matches!(self.store.save(id), Ok(None))
            || matches!(self.store.save(id), Ok(Some(text)) if entry.load(&text).is_ok());
        if fine {
            return;
        }
        match self.store.set_save_aside(id) {
            Ok(Some(aside)) => self.desk.say(format_args!("The damaged game was kept as {}.", aside.display())),
            Ok(None) => {}
            Err(error) => self.desk.say(error),
        }
    }

    fn resume(&mut self, game: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let text = match self.store.save(game) {
            Ok(Some(text)) => text,
            Ok(None) => return,
            Err(error) => return self.desk.say(error),
        };
        match entry.load(&text) {
            Ok(session) => self.set_up(session, Purpose::Game),
            Err(error) => {
                let path = self.store.save_path(game);
                self.desk.say(format_args!("{}: {error}. The file is kept.", path.display()));
            }
        }
    }

    fn open_file(&mut self, path: &Path) {
        if is_for_the_gallery(path) {
            self.commands.write_message(Action::AddPicture(path.to_owned()));
            return;
        }
        let folders = [path.parent().map_or_else(PathBuf::new, Path::to_owned), self.store.puzzles()];
        let opened = read_text(path).and_then(|text| self.open_text(&text, &folders));
        if let Err(error) = opened {
            self.desk.say(format_args!("{}: {error}", path.display()));
        }
    }

    /// A record is looked at, a puzzle chosen for the next deal; what a record names lies in these folders.
    fn open_text(&mut self, text: &str, folders: &[PathBuf]) -> Result<(), RecordError> {
        if let Some(kind) = PuzzleKind::of(text) {
            self.settings.tables.entry(kind.game.to_owned()).or_default().options = kind.options(text)?;
            self.commands.write_message(Action::OpenSetup(kind.game));
            return Ok(());
        }
        let session = catalogue::load_with(text, &beside(folders))?;
        self.look_at(session);
        Ok(())
    }

    /// What a person typed or pasted: a record begins with a bracket, and no path does.
    fn open_given(&mut self, given: &str) {
        let given = given.trim();
        if !given.starts_with('(') {
            return self.open_file(Path::new(given.trim_matches('"')));
        }
        let folders = [self.store.puzzles()];
        if let Err(error) = self.open_text(given, &folders) {
            let what = if PuzzleKind::of(given).is_some() { "puzzle" } else { "record" };
            self.desk.say(format_args!("The pasted {what}: {error}"));
        }
    }

    fn look_at(&mut self, mut session: Box<dyn TableSession>) {
        session.look_on();
        self.set_up(session, Purpose::Replay);
    }

    fn replay(&mut self, game: &str, name: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let text = match self.store.finished_record(game, name) {
            Ok(text) => text,
            Err(error) => return self.desk.say(error),
        };
        match entry.load(&text) {
            Ok(mut session) => {
                session.seek(0);
                self.look_at(session);
            }
            Err(error) => self.desk.say(format_args!("{name}: {error}")),
        }
    }

    fn learn(&mut self, game: &str) {
        match catalogue::find(game).and_then(Entry::lesson) {
            Some(Ok(session)) => self.set_up(session, Purpose::Lesson),
            Some(Err(error)) => self.desk.say(error),
            None => {}
        }
    }

    fn at_table(&mut self, table: &mut Table, action: &Action) {
        match action {
            Action::Bring(piece, slot) => self.bring(table, *piece, *slot),
            Action::Point(slot) => {
                self.shown.focus = Some(*slot);
                table.pointed = Some(*slot);
            }
            Action::Undo => self.undo(table),
            Action::Redo if !table.is_replay() => self.redo(table),
            Action::Restart => self.restart(table),
            Action::CopySeed => {
                self.desk.to_copy = Some(table.session.seed().to_owned());
                table.remark = Some(Remark::Said(format!("Seed {} copied", table.session.seed())));
            }
            Action::Hint if self.settings.hints => self.hint(table),
            Action::Switch(key) if table.may_move() && self.shown.settled().options.iter().any(|it| it.key == *key) => {
                let is_on = table.option == Some(*key);
                table.put_down();
                table.option = (!is_on).then_some(*key);
                table.remark = None;
                self.sounds.write(Sound::Press);
            }
            Action::NextOption if table.may_move() => {
                let keys: Vec<char> = self.shown.settled().options.iter().map(|it| it.key).collect();
                let at = keys.iter().position(|key| Some(*key) == table.option);
                table.picked = None;
                table.option = keys.get(at.map_or(0, |at| at + 1)).copied();
            }
            Action::Hover(key) => table.hovered = *key,
            Action::Consider(mv) => table.considered.clone_from(mv),
            Action::Note(notes) if !table.is_replay() => {
                table.notes.clone_from(notes);
                if let Err(error) = self.store.write_notes(table.session.info().id, notes) {
                    self.desk.say(format_args!("The notes cannot be kept: {error}"));
                }
            }
            Action::Play(mv) if table.may_move() => {
                let seat = table.seat();
                self.make(table, seat, mv);
            }
            Action::Look(seat) if !table.is_replay() => table.called = Some(*seat),
            Action::TakeSeat => {
                if let Some(seat) = table.awaits() {
                    table.called = None;
                    table.session.take_seat(seat);
                }
            }
            Action::LeaveSeat => {
                table.called = None;
                table.session.leave_seat();
            }
            Action::Peek(on) => table.peeks = *on,
            Action::Seek(moves) if table.is_replay() => {
                table.session.seek(*moves);
                table.outcome = table.session.outcome();
                self.shown.set(table.session.layout(), Some(Cue::Place));
            }
            Action::ReplayThis => {
                if let Ok(mut session) = catalogue::load(&table.session.record_text()) {
                    session.seek(0);
                    self.look_at(session);
                }
            }
            Action::PlayOn if table.is_replay() && table.outcome.is_none() => {
                if let Ok(session) = catalogue::load(&table.session.record_text()) {
                    self.set_up(session, Purpose::Practice);
                }
            }
            _ => {}
        }
    }

    /// A piece was brought to a slot, or a slot was clicked: a move, or a piece picked up for one.
    fn bring(&mut self, table: &mut Table, piece: Option<PieceId>, slot: SlotId) {
        if !table.may_move() {
            return;
        }
        let held = piece.or(table.picked);
        let gesture = Gesture { piece: held, slot, option: table.option };
        if let Some((mv, allowed)) = table.attempt(&gesture) {
            table.picked = None;
            return match allowed {
                Ok(()) => {
                    let seat = table.seat();
                    self.make(table, seat, &mv);
                }
                Err(illegal) => self.refuse(table, illegal),
            };
        }
        let top =
            self.shown.settled().pieces.iter().filter(|lying| lying.slot == slot).max_by_key(|lying| lying.height);
        let top = top.filter(|lying| lying.movable).map(|lying| lying.id);
        // Dropped where it was taken up, a piece is only put down again.
        let put_down = held.is_some() && held == top;
        if put_down || (piece.is_none() && top.is_some()) {
            table.picked = top.filter(|_| !put_down);
            table.remark = None;
            if table.picked.is_some() {
                self.sounds.write(Sound::Take);
            }
        } else if held.is_some() {
            table.picked = None;
            let why = table.session.meaningless(&gesture);
            self.refuse(table, why);
        }
    }

    fn refuse(&mut self, table: &mut Table, illegal: Illegal) {
        table.remark = Some(Remark::WhyNot(illegal));
        self.sounds.write(Sound::Error);
    }

    /// Makes a move, whoever made it.
    fn make(&mut self, table: &mut Table, seat: Seat, mv: &str) {
        table.stop_thinking();
        match table.session.play(seat, mv) {
            Ok(beats) => {
                table.put_down();
                table.remark = None;
                self.shown.play(beats);
                self.after_move(table);
            }
            Err(illegal) => table.remark = Some(Remark::WhyNot(illegal)),
        }
    }

    fn after_move(&mut self, table: &mut Table) {
        table.outcome = table.session.outcome();
        match (table.purpose, &table.outcome) {
            (Purpose::Game, None) => self.save(&*table.session),
            (Purpose::Game, Some(outcome)) => {
                let id = table.session.info().id;
                let kept = self.store.finish(&*table.session, outcome);
                if let Err(error) = kept.and_then(|()| self.store.remove_save(id)) {
                    self.desk.say(format_args!("The finished game cannot be kept: {error}"));
                }
                let (history, _) = self.store.history(id);
                table.best = history.iter().filter_map(Finished::score).max();
                table.purpose = Purpose::Practice;
            }
            _ => {}
        }
        if table.outcome.is_some()
            && let Some(job) = table.session.hindsight_job()
        {
            table.jobs.hindsight = Some(self.minds.think(job, &table.jobs.cancel, &self.wake));
        }
    }

    fn undo(&mut self, table: &mut Table) {
        if table.is_replay() {
            return;
        }
        table.stop_thinking();
        match table.session.undo() {
            Ok(()) => {
                table.remark = None;
                self.went_elsewhere(table, Sound::Undo);
            }
            Err(barred) => {
                table.remark = Some(Remark::Said(barred.to_string()));
                self.sounds.write(Sound::Error);
            }
        }
    }

    fn redo(&mut self, table: &mut Table) {
        table.stop_thinking();
        if table.session.redo() {
            table.remark = None;
            self.went_elsewhere(table, Sound::Cue(Cue::Place));
        }
    }

    /// The position changed other than by a move.
    fn went_elsewhere(&mut self, table: &mut Table, sound: Sound) {
        table.outcome = table.session.outcome();
        table.put_down();
        self.desk.page = None;
        self.sounds.write(sound);
        self.shown.set(table.session.layout(), Some(Cue::Place));
        if table.purpose == Purpose::Game {
            self.save(&*table.session);
        }
    }

    fn restart(&mut self, table: &mut Table) {
        // A replay played on from its middle is practice, and so is the same deal after it: neither touches a waiting game.
        let counts = table.purpose == Purpose::Game || table.best.is_some();
        let purpose = match table.purpose {
            Purpose::Lesson | Purpose::Trial => table.purpose,
            _ if counts => Purpose::Game,
            _ => Purpose::Practice,
        };
        match table.session.restarted(&fresh_seed()) {
            Ok(session) => self.set_up(session, purpose),
            Err(error) => self.desk.say(error),
        }
    }

    fn hint(&mut self, table: &mut Table) {
        let is_busy = table.is_replay() || table.outcome.is_some() || table.jobs.hint.is_some();
        if is_busy || table.purpose == Purpose::Lesson {
            return;
        }
        let job = table.session.hint_job(table.seat());
        table.jobs.hint = Some(self.minds.think(job, &table.jobs.cancel, &self.wake));
        table.remark = Some(Remark::Thinking);
    }
}

/// The threads on which bots think: all cores but one, and none that anything else waits for.
#[derive(Resource)]
pub struct Minds(TaskPool);

impl Default for Minds {
    fn default() -> Minds {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = cores.saturating_sub(1).max(1);
        Minds(TaskPoolBuilder::new().num_threads(threads).thread_name("bots".to_owned()).build())
    }
}

impl Minds {
    /// How many can think at once.
    pub fn count(&self) -> usize {
        self.0.thread_num()
    }

    /// Has something thought about; a frame is asked for when it is done.
    pub fn think<T: Send + 'static>(&self, job: Job<T>, cancel: &Cancel, wake: &Wake) -> Task<T> {
        let (cancel, wake) = (cancel.clone(), wake.clone());
        self.0.spawn(async move {
            let answer = job(&cancel);
            wake.wake();
            answer
        })
    }
}

/// Lets bots think.
fn think(mut table: ResMut<Table>, minds: Res<Minds>, wake: Res<Wake>) {
    let idle = table.bypass_change_detection().jobs.bot.is_none();
    if table.is_replay() || !idle || table.outcome.is_some() {
        return;
    }
    if let Some((seat, job)) = table.session.bot_job() {
        let task = minds.think(job, &table.jobs.cancel, &wake);
        table.jobs.bot = Some((seat, task));
    }
}

/// How long the table is still before a bot moves, in seconds: one must be able to follow.
const BREATH: f32 = 0.5;

/// Takes the answers of those who thought.
fn listen(
    mut table: ResMut<Table>,
    mut hands: Hands,
    (moving, motion, time): (Res<Moving>, Res<Motion>, Res<Time>),
    mut still: Local<f32>,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    let is_still = !moving.0 && !hands.shown.is_playing();
    *still = if is_still { *still + motion.step(&time) } else { 0.0 };
    let jobs = &mut table.bypass_change_detection().jobs;
    let hint = jobs.hint.as_mut().and_then(|task| block_on(poll_once(task)));
    let is_ready = jobs.bot.as_ref().is_some_and(|(_, task)| task.is_finished());
    if is_ready && *still < BREATH {
        redraw.write(bevy::window::RequestRedraw);
    }
    let bot = jobs.bot.as_mut().filter(|_| is_ready && *still >= BREATH);
    let bot = bot.and_then(|(seat, task)| block_on(poll_once(task)).map(|mv| (*seat, mv)));
    let hindsight = jobs.hindsight.as_mut().and_then(|task| block_on(poll_once(task)));
    if let Some(hint) = hint {
        table.jobs.hint = None;
        table.remark = hint.map(Remark::Hint);
    }
    if let Some(hindsight) = hindsight {
        table.jobs.hindsight = None;
        table.hindsight = hindsight;
    }
    if let Some((seat, mv)) = bot {
        table.jobs.bot = None;
        *still = 0.0;
        if let Some(mv) = mv {
            hands.make(&mut table, seat, &mv);
        }
    }
}

/// Brings the table up to date with the game: first layout, lit slots, preview, the end.
fn show(
    mut table: ResMut<Table>,
    mut shown: ResMut<Shown>,
    mut desk: ResMut<Desk>,
    mut open: ResMut<Open>,
    moving: Res<Moving>,
    mut sounds: MessageWriter<Sound>,
) {
    if table.awaits().is_some() {
        open.set_if_neq(Open(false));
        return;
    }
    if !table.laid {
        table.laid = true;
        let is_dealt = table.session.moves() == (0, 0) && table.purpose != Purpose::Replay;
        let opening = if is_dealt { table.session.opening() } else { Vec::new() };
        if opening.is_empty() {
            shown.set(table.session.layout(), is_dealt.then_some(Cue::Deal));
        } else {
            shown.lay(opening);
        }
        if is_dealt {
            sounds.write(Sound::Cue(Cue::Deal));
        }
    }
    let still = !shown.is_playing() && !moving.0;
    if table.outcome.is_none() {
        table.bypass_change_detection().end_shown = false;
    }
    let wants_end = table.outcome.is_some() && !table.is_replay() && !table.end_shown;
    if wants_end && still && desk.page.is_none() {
        table.bypass_change_detection().end_shown = true;
        let won = table.outcome.as_ref().is_some_and(|outcome| outcome.winners.contains(&table.seat()));
        sounds.write(if won { Sound::Win } else { Sound::Lose });
        desk.page = Some(Page::End);
        desk.wants_focus = true;
    }
    let now_open = Open(desk.page.is_none());
    open.set_if_neq(now_open);
    if !(table.is_changed() || shown.is_changed()) {
        return;
    }
    let light = if table.is_replay() || table.outcome.is_some() { Light::default() } else { Light::on(&table, &shown) };
    let is_new = shown.lit != light.slots || shown.preview != light.preview || shown.links != light.links;
    if is_new || shown.picked != table.picked {
        shown.lit = light.slots;
        shown.ringed = light.rings;
        shown.links = light.links;
        shown.preview = light.preview;
        shown.picked = table.picked;
    }
}

/// What is lit, joined and previewed.
#[derive(Default)]
struct Light {
    /// Where a move may go.
    slots: Vec<SlotId>,
    /// What of it has a ring.
    rings: Vec<SlotId>,
    links: Vec<(SlotId, SlotId)>,
    preview: Option<Preview>,
}

impl Light {
    /// The slots that what is in the hand may go to, and what would happen at the slot pointed at.
    fn on(table: &Table, shown: &Shown) -> Light {
        if let Some(Remark::Hint(hint)) = &table.remark {
            return Light::on_hint(table, shown, &hint.mv);
        }
        if !table.may_move() || table.is_being_dealt(shown) {
            return Light::default();
        }
        if let Some(mv) = &table.considered {
            return Light::on_hint(table, shown, mv);
        }
        let layout = &shown.layout;
        let option = table.hovered.or(table.option);
        let piece = table.picked.filter(|_| table.hovered.is_none());
        let gesture = |slot: SlotId| Gesture { piece, slot, option };
        let allowed = |slot: &SlotId| matches!(table.attempt(&gesture(*slot)), Some((_, Ok(()))));
        let slots: Vec<SlotId> = layout.slots.iter().map(|slot| slot.id).filter(allowed).collect();
        let pointed = table.pointed.filter(|slot| table.hovered.is_none() && slots.contains(slot));
        let preview =
            pointed.and_then(|slot| table.session.gesture(&gesture(slot))).map(|mv| table.session.preview(&mv));
        let on = layout.options.iter().find(|known| piece.is_none() && Some(known.key) == option);
        let mut links = preview.as_ref().map_or_else(Vec::new, |preview| ways(preview, layout));
        if links.is_empty() {
            links = on.map_or_else(Vec::new, |option| option.links.clone());
            links.retain(|(from, to)| slots.contains(from) && slots.contains(to));
        }
        // What is joined by lines needs no ring, but for the ends of the one way that is shown.
        let rings = match (&preview, links.is_empty()) {
            (_, true) => slots.clone(),
            (Some(_), false) => links.iter().map(|(from, _)| *from).collect(),
            (None, false) => Vec::new(),
        };
        Light { slots, rings, links, preview }
    }

    fn on_hint(table: &Table, shown: &Shown, mv: &str) -> Light {
        let layout = &shown.layout;
        let options: Vec<Option<char>> = layout.options.iter().map(|it| Some(it.key)).chain([None]).collect();
        let hinted = |slot: &SlotId| {
            let with = |option| table.session.gesture(&Gesture { piece: None, slot: *slot, option });
            options.iter().any(|option| with(*option).as_deref() == Some(mv))
        };
        let slots: Vec<SlotId> = layout.slots.iter().map(|slot| slot.id).filter(hinted).collect();
        let preview = table.session.preview(mv);
        Light { rings: slots.clone(), slots, links: ways(&preview, layout), preview: Some(preview) }
    }
}

/// The ways of pieces that are shown where they would come to lie.
fn ways(preview: &Preview, layout: &Layout) -> Vec<(SlotId, SlotId)> {
    let way = |(id, mark): &(PieceId, Mark)| match mark {
        Mark::Comes(to) => layout.piece(*id).map(|piece| (piece.slot, *to)),
        Mark::Gone | Mark::Moves(_) | Mark::Scores => None,
    };
    preview.marks.iter().filter_map(way).collect()
}
