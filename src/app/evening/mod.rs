//! An evening: several games in a row for the same people, with one table of points.
//!
//! What is kept of it is [`evening.ron`](crate::app::store); its game in progress is the usual save of that game, and a finished one
//! is in the history as any other. Each write leaves enough behind to go on from it after a crash:
//!
//! 1. a game has its seed in the evening before it is dealt, so a save or a record of this seed and these players is known to be its;
//! 2. at its end it goes into the history first, and then its places go into the evening. What is in the history, and not in the
//!    evening yet, is fetched from there, and what has its places already stays as it is: nothing is lost, and nothing counts twice.

pub mod programme;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use self::programme::{Evening, EveningGame, MOST_GAMES, is_for, propose};
use super::daily::{self, DayClock};
use super::game::active::ActiveGame;
use super::messages::{EveningAction, GameAction, SettledDeal};
use super::roster::Roster;
use super::settings::Settings;
use super::settings_actions;
use super::store::{Finished, Store};
use super::ui_state::{Screen, UiState, fresh_seed};
use crate::catalogue;
use crate::engine::game::Info;
use crate::engine::seats::BotLevel;
use crate::engine::table_session::TableSession;
use crate::table::schedule::Frame;
use crate::words::counted_in_words;

pub fn plugin(app: &mut App) {
    app.init_resource::<EveningState>()
        .add_systems(Startup, read)
        .add_systems(Update, act.in_set(Frame::Screens).after(settings_actions::act))
        .add_systems(Update, take_result.after(Frame::Act).before(Frame::Turn));
}

/// The evening that goes on or was the last one, and what is planned for the next.
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct EveningState {
    pub evening: Option<Evening>,
    /// Whether its screen shows the plan for another one.
    pub is_planning: bool,
    /// The games that are planned.
    pub planned: Vec<&'static Info>,
    /// How strong the bots are that fill up.
    pub level: BotLevel,
}

impl Default for EveningState {
    fn default() -> EveningState {
        EveningState { evening: None, is_planning: false, planned: Vec::new(), level: BotLevel::Medium }
    }
}

impl EveningState {
    /// The evening, unless there is none or it is over.
    pub fn under_way(&self) -> Option<&Evening> {
        self.evening.as_ref().filter(|evening| !evening.is_over())
    }

    /// The evening that its screen shows; `None` while that shows the plan for another.
    pub fn shown(&self) -> Option<&Evening> {
        self.evening.as_ref().filter(|_| !self.is_planning)
    }

    /// What leads on from the end of this game, if an evening goes on, or has ended with it.
    pub fn way_on(&self, session: &dyn TableSession) -> Option<&'static str> {
        match &self.evening {
            Some(evening) if !evening.is_over() => Some("Go on with the evening"),
            Some(evening) if evening.has(session) => Some("See how the evening ended"),
            _ => None,
        }
    }

    /// What the screen shows, for the title of the window.
    pub fn title(&self) -> String {
        match self.shown() {
            None => "An evening".to_owned(),
            Some(evening) => match evening.next_game() {
                Some(game) => format!("An evening · next: {}", game.title()),
                None => format!("An evening · {}", evening.headline()),
            },
        }
    }
}

/// Why no evening can begin with these games and these people.
pub fn refusal(planned: &[&Info], roster: &Roster) -> Option<String> {
    let mut names = roster.people_by_name();
    let people = names.len();
    if people == 0 {
        return Some("choose how many people there are".to_owned());
    }
    names.sort();
    if let Some([twice, _]) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Some(format!("two people are called {twice}; give them different names"));
    }
    if planned.is_empty() {
        return Some("add a game first, or let Parlour propose some".to_owned());
    }
    let unfit = planned.iter().find(|info| !is_for(info, people))?;
    let people = counted_in_words(people, "person", "people");
    Some(format!("{} cannot be played by {people}; remove it first", unfit.title))
}

/// Where the disk has a game of the evening that was dealt.
enum KeptGame {
    Saved,
    /// Another took its place: it is in the history under this name, as given up.
    GivenUp(String),
    /// It is over, and these are the places of the people.
    Finished(Vec<u8>),
}

/// Looks for the game with this number; `None` if it was not dealt, or nothing was ever saved of it.
fn kept_game(store: &Store, evening: &Evening, number: usize) -> Option<KeptGame> {
    let game = evening.games.get(number)?;
    let (entry, seed) = (catalogue::find(&game.game)?, game.seed.as_deref()?);
    let id = entry.info.id;
    let its = |text: String| entry.load(&text).ok().filter(|session| evening.is_game(number, &**session));
    let record = |played: &Finished| its(store.finished_record(id, &played.record).ok()?);
    let (history, _) = store.history(id);
    let of_seed = || history.iter().rev().filter(move |played| played.seed == seed);
    let names: Vec<String> = evening.players(number).into_iter().map(|player| player.name).collect();
    let places = |played: &Finished| match record(played) {
        Some(session) => {
            let winners = session.outcome()?.winners;
            Some(evening.places(number, &session.scores(), &winners))
        }
        // Without its record, its line still has the points.
        None if played.names == names && store.finished_record(id, &played.record).is_err() => {
            Some(evening.places(number, &played.scores, &[]))
        }
        None => None,
    };
    if let Some(places) = of_seed().filter(|played| !played.given_up).find_map(places) {
        return Some(KeptGame::Finished(places));
    }
    if store.save(id).ok().flatten().and_then(its).is_some() {
        return Some(KeptGame::Saved);
    }
    let given_up = of_seed().find(|played| played.given_up && record(played).is_some())?;
    Some(KeptGame::GivenUp(given_up.record.clone()))
}

/// Fetches from the history what ended there and is not in the evening yet. Returns whether there was anything.
fn settle(evening: &mut Evening, store: &Store) -> bool {
    let mut is_changed = false;
    while let Some(number) = evening.next()
        && let Some(KeptGame::Finished(places)) = kept_game(store, evening, number)
    {
        evening.finish(number, places);
        is_changed = true;
    }
    is_changed
}

fn save(evening: &Evening, store: &Store, ui: &mut UiState) {
    if let Err(error) = store.write_evening(evening) {
        ui.say(format_args!("The evening could not be saved: {error}"));
    }
}

fn read(store: Res<Store>, mut state: ResMut<EveningState>, mut ui: ResMut<UiState>) {
    match store.evening() {
        Ok(Some(mut evening)) => {
            if settle(&mut evening, &store) {
                save(&evening, &store, &mut ui);
            }
            state.evening = Some(evening);
        }
        Ok(None) => {}
        Err(error) => ui.say(format_args!("{error}. That evening cannot be resumed; the file was kept.")),
    }
}

/// Notes who came where as soon as the evening’s game is over, and in the history.
fn take_result(
    game: Option<Res<ActiveGame>>,
    mut state: ResMut<EveningState>,
    store: Res<Store>,
    mut ui: ResMut<UiState>,
) {
    let Some(game) = game.filter(|game| game.is_changed() && game.is_counted) else { return };
    let Some(outcome) = &game.outcome else { return };
    let session = game.session();
    let next = state.under_way().and_then(Evening::next);
    let is_its = |number: &usize| state.under_way().is_some_and(|evening| evening.is_game(*number, session));
    let Some(number) = next.filter(is_its) else { return };
    let Some(evening) = &mut state.evening else { return };
    let places = evening.places(number, &session.scores(), &outcome.winners);
    evening.finish(number, places);
    save(evening, &store, &mut ui);
}

fn act(mut actions: MessageReader<EveningAction>, mut commands: EveningCommands) {
    for action in actions.read() {
        commands.act(action);
    }
}

/// All that what is asked of an evening works with.
#[derive(SystemParam)]
struct EveningCommands<'w> {
    state: ResMut<'w, EveningState>,
    ui: ResMut<'w, UiState>,
    screen: ResMut<'w, NextState<Screen>>,
    settings: Res<'w, Settings>,
    store: Res<'w, Store>,
    clock: Res<'w, DayClock>,
    games: MessageWriter<'w, GameAction>,
}

impl EveningCommands<'_> {
    fn act(&mut self, action: &EveningAction) {
        match action {
            EveningAction::Open => self.open(),
            EveningAction::Plan => self.plan(),
            EveningAction::Propose(minutes) => self.propose(*minutes),
            EveningAction::Add(game) => self.add(game),
            EveningAction::MoveUp(number) => self.move_up(*number),
            EveningAction::Remove(number) => self.remove(*number),
            EveningAction::SetBots(level) => self.state.level = *level,
            EveningAction::Start => self.start(),
            EveningAction::Play => self.play(),
            EveningAction::Skip => self.skip(),
            EveningAction::End => self.end(),
        }
    }

    fn open(&mut self) {
        self.settle();
        self.state.is_planning = self.state.evening.is_none();
        self.show();
    }

    fn plan(&mut self) {
        self.state.is_planning = true;
        self.show();
    }

    /// Shows the evening as it is now; F1 opens the rules of the game that comes next.
    fn show(&mut self) {
        self.ui.go_to(Screen::Evening, &mut self.screen);
        self.ui.chosen =
            self.state.shown().and_then(Evening::next_game).and_then(EveningGame::info).map(|info| info.id);
    }

    fn propose(&mut self, minutes: u16) {
        let people = self.settings.roster.people().len();
        self.state.planned = propose(people, minutes, &fresh_seed());
        // From here on Enter begins.
        self.ui.wants_focus = true;
    }

    fn add(&mut self, game: &str) {
        if let Some(entry) = catalogue::find(game).filter(|_| self.state.planned.len() < MOST_GAMES) {
            self.state.planned.push(entry.info);
        }
    }

    fn move_up(&mut self, number: usize) {
        if number > 0 && number < self.state.planned.len() {
            self.state.planned.swap(number - 1, number);
        }
    }

    fn remove(&mut self, number: usize) {
        if number < self.state.planned.len() {
            self.state.planned.remove(number);
        }
    }

    fn start(&mut self) {
        let roster = &self.settings.roster;
        if let Some(why) = refusal(&self.state.planned, roster) {
            return self.ui.say(format_args!("The evening cannot begin: {why}."));
        }
        let planned = std::mem::take(&mut self.state.planned);
        let game = |info: &Info| EveningGame::new(info.id, self.settings.options_of(info.id));
        let games = planned.into_iter().map(game).collect();
        let day = self.clock.today().map(daily::seed_of).unwrap_or_default();
        let evening = Evening::new(roster.people_by_name(), roster.bots_by_name(), self.state.level, games, day);
        self.state.evening = Some(evening);
        self.state.is_planning = false;
        self.save();
        self.show();
    }

    /// Deals the next game, or goes on with it wherever it was left.
    fn play(&mut self) {
        self.settle();
        let Some(evening) = &mut self.state.evening else { return };
        let Some(number) = evening.next() else { return };
        let kept = kept_game(&self.store, evening, number);
        let players = evening.players(number);
        let Some(game) = evening.games.get_mut(number) else { return };
        let Some(info) = game.info() else { return };
        let seed = game.seed.get_or_insert_with(fresh_seed).clone();
        let deal = SettledDeal { seed, options: game.options.clone(), players };
        self.save();
        self.games.write(match kept {
            Some(KeptGame::Saved) => GameAction::Continue(info.id),
            Some(KeptGame::GivenUp(record)) => GameAction::TakeUp(info.id, record),
            Some(KeptGame::Finished(_)) | None => GameAction::DealTo(info.id, deal),
        });
    }

    /// The evening goes on with the game after the next one. What was played of that one stays saved.
    fn skip(&mut self) {
        let Some(evening) = &mut self.state.evening else { return };
        let Some(number) = evening.next() else { return };
        evening.games.remove(number);
        if evening.games.is_empty() {
            return self.drop_evening();
        }
        self.save();
        self.show();
    }

    fn end(&mut self) {
        let Some(evening) = &mut self.state.evening else { return };
        if evening.finished() == 0 {
            return self.drop_evening();
        }
        evening.ended = true;
        self.save();
        self.show();
    }

    /// An evening without a game that was finished leaves nothing behind.
    fn drop_evening(&mut self) {
        self.state.evening = None;
        if let Err(error) = self.store.remove_evening() {
            self.ui.say(format_args!("The evening’s file could not be deleted: {error}"));
        }
        self.plan();
    }

    fn settle(&mut self) {
        let is_changed = self.state.evening.as_mut().is_some_and(|evening| settle(evening, &self.store));
        if is_changed {
            self.save();
        }
    }

    fn save(&mut self) {
        if let Some(evening) = &self.state.evening {
            save(evening, &self.store, &mut self.ui);
        }
    }
}
