//! A game at the table: from what a player asked for to the saved record and the layout to show.
//!
//! Every move takes the same way, whoever makes it: session, save, layout.

use std::path::Path;

use bevy::prelude::*;
use bevy::tasks::{Task, TaskPool, TaskPoolBuilder, block_on, poll_once};

use super::desk::{Action, Desk, Page, Screen, fresh_seed};
use super::settings::Settings;
use super::store::{Finished, Store};
use crate::catalogue::{self, Entry};
use crate::engine::game::{Cancel, Hindsight, Illegal};
use crate::engine::layout::{Cue, Gesture, SlotId};
use crate::engine::lesson::Teaching;
use crate::engine::outcome::Outcome;
use crate::engine::record::{Player, read_text};
use crate::engine::seats::{Seat, Viewer};
use crate::engine::table::{HintText, Job, TableSession};
use crate::table::motion::{Moving, Wake};
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
    /// Whether the choice that goes with the next move is on.
    pub option: bool,
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
            option: false,
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
        match self.session.viewer() {
            Viewer::Seat(seat) => seat,
            Viewer::Public | Viewer::Referee => Seat::FIRST,
        }
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

    fn stop_thinking(&mut self) {
        self.jobs.cancel.raise();
        self.jobs = Jobs::default();
    }
}

/// Order of the program's systems within a frame.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Obey;

/// Plays games.
pub fn plugin(app: &mut App) {
    app.init_resource::<Minds>();
    app.add_systems(
        Update,
        (
            touched,
            obey,
            (think, listen).chain().run_if(resource_exists::<Table>),
            show.run_if(resource_exists::<Table>),
        )
            .chain()
            .in_set(Obey)
            .before(crate::table::pieces::Follow),
    )
    .add_systems(OnExit(Screen::Play), leave);
}

fn leave(mut commands: Commands, mut clear: MessageWriter<Clear>, mut shown: ResMut<Shown>, mut open: ResMut<Open>) {
    commands.remove_resource::<Table>();
    clear.write(Clear);
    *shown = Shown::default();
    open.0 = false;
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
            Touch::Nowhere => {}
        }
    }
}

/// What [`obey`] works with.
#[derive(bevy::ecs::system::SystemParam)]
struct Hands<'w, 's> {
    commands: Commands<'w, 's>,
    desk: ResMut<'w, Desk>,
    store: Res<'w, Store>,
    settings: Res<'w, Settings>,
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
        let table = Table::new(session, purpose);
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
        let (fewest, _) = entry.info.seats;
        let players = (0..fewest).map(|_| Player::person("You")).collect();
        match entry.start(seed.unwrap_or_else(fresh_seed), players) {
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
        let session = read_text(path).and_then(|text| catalogue::load(&text));
        match session {
            Ok(session) => self.set_up(session, Purpose::Replay),
            Err(error) => self.desk.say(format_args!("{}: {error}", path.display())),
        }
    }

    /// What a person typed or pasted: a record begins with a bracket, and no path does.
    fn open_given(&mut self, given: &str) {
        let given = given.trim();
        if !given.starts_with('(') {
            return self.open_file(Path::new(given.trim_matches('"')));
        }
        match catalogue::load(given) {
            Ok(session) => self.set_up(session, Purpose::Replay),
            Err(error) => self.desk.say(format_args!("The pasted record: {error}")),
        }
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
                self.set_up(session, Purpose::Replay);
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
            Action::Bring(piece, slot) => {
                let gesture = Gesture { piece: *piece, slot: *slot, option: table.option };
                self.gesture(table, &gesture);
            }
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
            Action::ToggleOption if self.shown.settled().option.is_some() => table.option = !table.option,
            Action::Seek(moves) if table.is_replay() => {
                table.session.seek(*moves);
                table.outcome = table.session.outcome();
                self.shown.set(table.session.layout(), Some(Cue::Place));
            }
            Action::ReplayThis => {
                if let Ok(mut session) = catalogue::load(&table.session.record_text()) {
                    session.seek(0);
                    self.set_up(session, Purpose::Replay);
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

    fn gesture(&mut self, table: &mut Table, gesture: &Gesture) {
        if table.is_replay() || table.outcome.is_some() {
            return;
        }
        let Some((mv, allowed)) = table.attempt(gesture) else { return };
        if let Err(illegal) = allowed {
            table.remark = Some(Remark::WhyNot(illegal));
            self.sounds.write(Sound::Error);
            return;
        }
        let seat = table.seat();
        self.make(table, seat, &mv);
    }

    /// Makes a move, whoever made it.
    fn make(&mut self, table: &mut Table, seat: Seat, mv: &str) {
        table.stop_thinking();
        match table.session.play(seat, mv) {
            Ok(beats) => {
                table.option = false;
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
        table.option = false;
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
            Purpose::Lesson => Purpose::Lesson,
            _ if counts => Purpose::Game,
            _ => Purpose::Practice,
        };
        match table.session.restarted() {
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

/// Takes the answers of those who thought.
fn listen(mut table: ResMut<Table>, mut hands: Hands) {
    let jobs = &mut table.bypass_change_detection().jobs;
    let hint = jobs.hint.as_mut().and_then(|task| block_on(poll_once(task)));
    let bot = jobs.bot.as_mut().and_then(|(seat, task)| block_on(poll_once(task)).map(|mv| (*seat, mv)));
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
    if !table.laid {
        table.laid = true;
        let is_dealt = table.session.moves() == (0, 0) && table.purpose != Purpose::Replay;
        shown.set(table.session.layout(), is_dealt.then_some(Cue::Deal));
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
    let (lit, preview) =
        if table.is_replay() || table.outcome.is_some() { (Vec::new(), None) } else { lit(&table, &shown) };
    if shown.lit != lit || shown.preview != preview {
        shown.lit = lit;
        shown.preview = preview;
    }
}

/// The slots that the piece in turn may go to, and what would happen at the slot pointed at.
fn lit(table: &Table, shown: &Shown) -> (Vec<SlotId>, Option<crate::engine::layout::Preview>) {
    let gesture = |slot: SlotId| Gesture { piece: None, slot, option: table.option };
    let allowed = |slot: SlotId| matches!(table.attempt(&gesture(slot)), Some((_, Ok(()))));
    if let Some(Remark::Hint(hint)) = &table.remark {
        let hinted = |slot: &SlotId| {
            let with = |option| table.session.gesture(&Gesture { piece: None, slot: *slot, option });
            with(false).as_ref() == Some(&hint.mv) || with(true).as_ref() == Some(&hint.mv)
        };
        let slots: Vec<SlotId> = shown.layout.slots.iter().map(|slot| slot.id).filter(hinted).collect();
        return (slots, Some(table.session.preview(&hint.mv)));
    }
    let slots = shown.layout.slots.iter().map(|slot| slot.id).filter(|slot| allowed(*slot)).collect();
    let pointed = table.pointed.filter(|slot| allowed(*slot));
    let preview = pointed.and_then(|slot| table.session.gesture(&gesture(slot))).map(|mv| table.session.preview(&mv));
    (slots, preview)
}
