//! Games are dealt, resumed, tried, replayed and reviewed.

use bevy::prelude::*;
use jiff::civil::Date;

use super::active::{ActiveGame, LeftGame, Purpose, StatusMessage};
use super::commands::GameCommands;
use crate::app::daily;
use crate::app::messages::{GameAction, SettledDeal, TableAction};
use crate::app::sharing::{self, SharedDeal};
use crate::app::store::StoreError;
use crate::app::ui_state::{fresh_salt, fresh_seed};
use crate::catalogue::{self, GameEntry};
use crate::engine::record::Player;
use crate::engine::seats::{BotLevel, Seats};
use crate::engine::table_session::TableSession;
use crate::table::schedule::Frame;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, begin.in_set(Frame::Act).before(super::at_table::act));
}

fn begin(mut actions: MessageReader<GameAction>, game: Option<Res<ActiveGame>>, mut commands: GameCommands) {
    for action in actions.read() {
        match (action, &game) {
            (GameAction::Deal(id, seed), _) => commands.deal(id, seed.as_deref()),
            (GameAction::DealTo(id, deal), _) => commands.deal_to(id, deal),
            (GameAction::DailyDeal(id, day), _) => commands.deal_of_the_day(id, *day),
            (GameAction::Watch(id, level, seed), _) => commands.watch(id, *level, seed),
            (GameAction::Try(id, options), _) => commands.try_puzzle(id, options),
            (GameAction::Learn(id), _) => commands.learn(id),
            (GameAction::Continue(id), _) => commands.resume(id),
            (GameAction::Replay(id, name), _) => commands.replay(id, name),
            (GameAction::TakeUp(id, name), _) => commands.take_up(id, name),
            (GameAction::PlayAgain(id, name), _) => commands.play_again(id, name),
            (GameAction::Forget(id, name), _) => commands.forget(id, name),
            (GameAction::Again, Some(game)) => commands.again(game),
            (GameAction::Restart, Some(game)) => commands.restart(game),
            (GameAction::ReplayThis, Some(game)) => commands.replay_this(game),
            (GameAction::ReviewThis, Some(game)) => commands.review_this(game),
            (GameAction::PlayOn, Some(game)) => commands.play_on(game),
            (GameAction::NextPuzzle, Some(game)) => commands.next_puzzle(game),
            (GameAction::ShowProof, Some(game)) => commands.show_proof(game),
            (GameAction::BackToGame, Some(game)) => commands.back_to_game(game),
            (
                GameAction::Again
                | GameAction::Restart
                | GameAction::ReplayThis
                | GameAction::ReviewThis
                | GameAction::PlayOn
                | GameAction::NextPuzzle
                | GameAction::ShowProof
                | GameAction::BackToGame,
                None,
            ) => {}
        }
    }
}

/// Said when a game was begun in the place of another.
const GIVEN_UP: &str = "Your last game was given up. It is in the history, where you can resume it.";

impl GameCommands<'_, '_> {
    fn deal(&mut self, game: &str, seed: Option<&str>) {
        // A line that somebody shared, where a seed was asked for.
        if let Some(shared) = seed.and_then(sharing::read_line) {
            return self.deal_shared(shared);
        }
        let Some(entry) = catalogue::find(game) else { return };
        let players = self.settings.roster.players(self.settings.seats_of(entry.info));
        let options = self.settings.options_of(game).to_owned();
        self.start(entry, seed_or_fresh(seed), players, &options);
    }

    fn deal_to(&mut self, game: &str, deal: &SettledDeal) {
        let Some(entry) = catalogue::find(game) else { return };
        self.start(entry, deal.seed.clone(), deal.players.clone(), &deal.options);
    }

    /// A day's deal is played once: where it was left it goes on, and once it is finished it is practice.
    fn deal_of_the_day(&mut self, game: &str, day: Date) {
        let Some(entry) = catalogue::find(game) else { return };
        if self.waits(entry, day) {
            return self.resume(game);
        }
        let (history, _) = self.store.history(game);
        let (left, finished): (Vec<_>, Vec<_>) =
            history.iter().filter(|played| played.day() == Some(day)).partition(|played| played.given_up);
        if let Some(finished) = finished.first() {
            return self.play_again(game, &finished.record);
        }
        if let Some(left) = left.last() {
            return self.take_up(game, &left.record);
        }
        let Some(set) = Seats::new(self.settings.seats_of(entry.info)) else { return };
        let seats = entry.seats_of_the_day(set);
        let players = self.settings.roster.players(seats.count());
        self.start(entry, daily::seed_of(day), players, &daily::options_on(day, entry, seats));
    }

    /// Whether the saved game is this day's deal, played for the first time.
    fn waits(&self, entry: &GameEntry, day: Date) -> bool {
        let Ok(Some(text)) = self.store.save(entry.info.id) else { return false };
        entry.load(&text).is_ok_and(|saved| daily::day_of(&*saved) == Some(day) && !saved.is_practice())
    }

    /// Deals what a shared line tells of, for the players set for that game.
    pub(super) fn deal_shared(&mut self, shared: Result<SharedDeal, String>) {
        match shared {
            Ok(SharedDeal { game, options, seed }) => {
                if let Some(options) = options {
                    self.settings.tables.entry(game.to_owned()).or_default().options = options;
                }
                self.deal(game, Some(&seed));
            }
            Err(why) => self.ui.say(why),
        }
    }

    /// The same players once more; the one who played second begins.
    fn again(&mut self, game: &ActiveGame) {
        let session = game.session();
        if game.purpose == Purpose::Trial {
            return self.try_puzzle(session.info().id, &session.options_text());
        }
        let Some(entry) = catalogue::find(session.info().id) else { return };
        let mut players = session.players().to_vec();
        // Whoever solves a puzzle has the same seat in it each time.
        if session.next_puzzle().is_none() {
            players.rotate_left(1);
        }
        self.start(entry, fresh_seed(), players, &session.options_text());
    }

    /// The puzzle after this one for the same players, who have it set for the next deal as well.
    fn next_puzzle(&mut self, game: &ActiveGame) {
        let session = game.session();
        let (Some(entry), Some(options)) = (catalogue::find(session.info().id), session.next_puzzle()) else { return };
        self.settings.tables.entry(entry.info.id.to_owned()).or_default().options.clone_from(&options);
        self.start(entry, fresh_seed(), session.players().to_vec(), &options);
    }

    /// Shows how the game goes on if everybody plays as well as can be, from the move on that left what wins.
    fn show_proof(&mut self, game: &ActiveGame) {
        let Some(left) = game.left_solution() else { return };
        let (record, purpose, is_counted) = (game.session().record_text(), game.purpose, game.is_counted);
        match catalogue::load(&left.proof) {
            Ok(mut proof) => {
                proof.seek(left.step);
                proof.look_on();
                let back = LeftGame { record, purpose, is_counted };
                self.set_up_as(proof, Purpose::Replay, |game| game.leads_back = Some(back));
            }
            Err(error) => self.ui.say(error),
        }
    }

    fn back_to_game(&mut self, game: &ActiveGame) {
        let Some(LeftGame { record, purpose, is_counted }) = game.leads_back.clone() else { return };
        match catalogue::load(&record) {
            Ok(session) => self.set_up_as(session, purpose, |game| game.is_counted = is_counted),
            Err(error) => self.ui.say(error),
        }
    }

    fn watch(&mut self, game: &str, level: BotLevel, seed: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let options = self.settings.options_of(game).to_owned();
        self.start(entry, seed_or_fresh(Some(seed)), vec![Player::bot(level)], &options);
    }

    fn try_puzzle(&mut self, game: &str, options: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let players = self.settings.roster.players(self.settings.seats_of(entry.info));
        match entry.start_with(&fresh_seed(), players, options) {
            Ok(session) => self.set_up(session, Purpose::Trial, None),
            Err(error) => self.ui.say(format_args!("This cannot be dealt: {error}")),
        }
    }

    fn start(&mut self, entry: &GameEntry, seed: String, players: Vec<Player>, options: &str) {
        match entry.start_with(&seed, players, options) {
            // A solitaire that a bot plays is only watched: the player's own saved game stays.
            Ok(session) if entry.info.seats.1 == 1 && session.players().iter().all(|player| player.bot.is_some()) => {
                self.set_up(session, Purpose::Practice, None);
            }
            Ok(session) => self.begin(entry, session),
            Err(error) => self.ui.say(format_args!("This cannot be dealt: {error}")),
        }
    }

    /// Begins a game in the place of the saved one, unless that one would be lost. Its deal is settled from here on.
    fn begin(&mut self, entry: &GameEntry, mut session: Box<dyn TableSession>) {
        match self.make_room(entry) {
            Ok(status) => {
                if let Some(salt) = self.ui.salt.take().or_else(fresh_salt) {
                    session.commit(salt);
                }
                self.set_up(session, Purpose::Game, status);
            }
            Err(error) => {
                self.ui.say(format_args!("Your last game could not be kept, so no new game was dealt: {error}"));
            }
        }
    }

    /// Keeps the saved game in the history if anything was played in it, and sets one aside that cannot be read. Returns what is
    /// to be said of it at the table.
    ///
    /// # Errors
    /// Neither could be done: the save is the only copy, and must stay.
    fn make_room(&mut self, entry: &GameEntry) -> Result<Option<StatusMessage>, StoreError> {
        let saved = match self.store.save(entry.info.id) {
            Ok(None) => return Ok(None),
            Ok(Some(text)) => entry.load(&text).ok(),
            Err(_) => None,
        };
        let Some(session) = saved else {
            if let Some(aside) = self.store.set_save_aside(entry.info.id)? {
                self.ui.say(format_args!("The damaged game was kept as {}.", aside.display()));
            }
            return Ok(None);
        };
        if session.moves().0 == 0 || session.is_practice() {
            return Ok(None);
        }
        // One that is over is saved only if the history did not take it at its end.
        let outcome = session.outcome();
        self.store.keep(&*session, outcome.as_ref())?;
        Ok(outcome.is_none().then(|| StatusMessage::Note(GIVEN_UP.to_owned())))
    }

    fn resume(&mut self, game: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let text = match self.store.save(game) {
            Ok(Some(text)) => text,
            Ok(None) => return,
            Err(error) => return self.ui.say(error),
        };
        match entry.load(&text) {
            Ok(session) => self.set_up(session, Purpose::Game, None),
            Err(error) => {
                let path = self.store.save_path(game);
                self.ui.say(format_args!("{}: {error}. The file was kept.", path.display()));
            }
        }
    }

    fn learn(&mut self, game: &str) {
        match catalogue::find(game).and_then(|entry| entry.lesson()) {
            Some(Ok(session)) => self.set_up(session, Purpose::Lesson, None),
            Some(Err(error)) => self.ui.say(error),
            None => {}
        }
    }

    /// The same deal once more. After a bot was watched alone, the player plays it.
    fn restart(&mut self, game: &ActiveGame) {
        let session = game.session();
        let Some(entry) = catalogue::find(session.info().id) else { return };
        let was_watched = session.players().iter().all(|player| player.bot.is_some());
        let players = match was_watched {
            true => self.settings.roster.players(self.settings.seats_of(entry.info)),
            false => session.players().to_vec(),
        };
        match (session.restarted(&fresh_seed(), players), game.purpose) {
            (Ok(session), Purpose::Lesson | Purpose::Trial) => self.set_up(session, game.purpose, None),
            // A replay played on from its middle is practice, and so is the same deal after it: neither touches a saved
            // game.
            (Ok(session), purpose) if purpose == Purpose::Game || game.is_counted => self.begin(entry, session),
            (Ok(session), _) => self.set_up(session, Purpose::Practice, None),
            (Err(error), _) => self.ui.say(error),
        }
    }

    /// A game of the history, in the position in which it was left.
    fn of_history(&mut self, game: &str, name: &str) -> Option<(&'static GameEntry, Box<dyn TableSession>)> {
        let entry = catalogue::find(game)?;
        let session = match self.store.finished_record(game, name) {
            Ok(text) => entry.load(&text).map_err(|error| format!("{name}: {error}")),
            Err(error) => Err(error.to_string()),
        };
        match session {
            Ok(session) => Some((entry, session)),
            Err(error) => {
                self.ui.say(error);
                None
            }
        }
    }

    fn take_up(&mut self, game: &str, name: &str) {
        let Some((entry, session)) = self.of_history(game, name) else { return };
        // One that is over is counted already.
        if session.outcome().is_some() {
            return;
        }
        let text = session.record_text();
        self.begin(entry, session);
        // Until the save was written, the history has the only copy.
        if self.store.is_saved(game, &text) {
            self.forget(game, name);
        }
    }

    fn play_again(&mut self, game: &str, name: &str) {
        let Some((entry, session)) = self.of_history(game, name) else { return };
        match session.restarted(&fresh_seed(), session.players().to_vec()) {
            Ok(session) => self.begin(entry, session),
            Err(error) => self.ui.say(error),
        }
    }

    fn forget(&mut self, game: &str, name: &str) {
        if let Err(error) = self.store.forget(game, name) {
            self.ui.say(format_args!("The game could not be removed from your history: {error}"));
        }
        self.ui.has_new_history = true;
    }

    fn replay(&mut self, game: &str, name: &str) {
        if let Some((_, session)) = self.of_history(game, name) {
            self.replay_from_start(session, Some(name.to_owned()));
        }
    }

    fn replay_this(&mut self, game: &ActiveGame) {
        let (id, text) = (game.session().info().id, game.session().record_text());
        // After its end was taken back another game may lie here.
        let is_it = |name: &String| self.store.finished_record(id, name).is_ok_and(|kept| kept == text);
        let kept_as = game.kept_as.clone().filter(is_it);
        if let Ok(session) = catalogue::load(&text) {
            self.replay_from_start(session, kept_as);
        }
    }

    fn review_this(&mut self, game: &ActiveGame) {
        self.replay_this(game);
        // Read once the replay lies on the table.
        self.commands.write_message(TableAction::Review(true));
    }

    /// Replays a game that was played here, which is in the history under this name.
    fn replay_from_start(&mut self, mut session: Box<dyn TableSession>, kept_as: Option<String>) {
        session.seek(0);
        session.look_on();
        self.set_up_as(session, Purpose::Replay, |game| (game.is_own, game.kept_as) = (true, kept_as));
    }

    /// Shows the game of a file as a replay, at the position it is in.
    pub(super) fn look_at(&mut self, mut session: Box<dyn TableSession>) {
        session.look_on();
        self.set_up(session, Purpose::Replay, None);
    }

    fn play_on(&mut self, game: &ActiveGame) {
        if !game.is_replay() || game.outcome.is_some() {
            return;
        }
        if let Ok(session) = catalogue::load(&game.session().record_text()) {
            self.set_up(session, Purpose::Practice, None);
        }
    }
}

fn seed_or_fresh(seed: Option<&str>) -> String {
    seed.map(str::trim).filter(|seed| !seed.is_empty()).map_or_else(fresh_seed, str::to_owned)
}
