//! Games are dealt, resumed, tried and replayed.

use bevy::prelude::*;

use super::active::{ActiveGame, Purpose};
use super::commands::GameCommands;
use crate::app::messages::GameAction;
use crate::app::ui_state::fresh_seed;
use crate::catalogue::{self, GameEntry};
use crate::engine::record::Player;
use crate::engine::seats::BotLevel;
use crate::engine::table_session::TableSession;
use crate::table::schedule::Frame;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, begin.in_set(Frame::Act).before(super::at_table::act));
}

fn begin(mut actions: MessageReader<GameAction>, game: Option<Res<ActiveGame>>, mut commands: GameCommands) {
    for action in actions.read() {
        match (action, &game) {
            (GameAction::Deal(id, seed), _) => commands.deal(id, seed.as_deref()),
            (GameAction::Watch(id, level, seed), _) => commands.watch(id, *level, seed),
            (GameAction::Try(id, options), _) => commands.try_puzzle(id, options),
            (GameAction::Learn(id), _) => commands.learn(id),
            (GameAction::Continue(id), _) => commands.resume(id),
            (GameAction::Replay(id, name), _) => commands.replay(id, name),
            (GameAction::Again, Some(game)) => commands.again(game),
            (GameAction::Restart, Some(game)) => commands.restart(game),
            (GameAction::ReplayThis, Some(game)) => commands.replay_this(game),
            (GameAction::PlayOn, Some(game)) => commands.play_on(game),
            (GameAction::Again | GameAction::Restart | GameAction::ReplayThis | GameAction::PlayOn, None) => {}
        }
    }
}

impl GameCommands<'_, '_> {
    fn deal(&mut self, game: &str, seed: Option<&str>) {
        let Some(entry) = catalogue::find(game) else { return };
        let players = self.settings.roster.players(self.settings.seats_of(entry.info));
        let options = self.settings.options_of(game).to_owned();
        self.start(entry, seed_or_fresh(seed), players, &options);
    }

    /// The same players once more; the one who played second begins.
    fn again(&mut self, game: &ActiveGame) {
        let session = game.session();
        if game.purpose == Purpose::Trial {
            return self.try_puzzle(session.info().id, &session.options_text());
        }
        let Some(entry) = catalogue::find(session.info().id) else { return };
        let mut players = session.players().to_vec();
        players.rotate_left(1);
        self.start(entry, fresh_seed(), players, &session.options_text());
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
            Ok(session) => self.set_up(session, Purpose::Trial),
            Err(error) => self.ui.say(format_args!("This cannot be dealt: {error}")),
        }
    }

    fn start(&mut self, entry: &GameEntry, seed: String, players: Vec<Player>, options: &str) {
        match entry.start_with(&seed, players, options) {
            // A solitaire that a bot plays is only watched: the player's own saved game stays.
            Ok(session) if entry.info.seats.1 == 1 && session.players().iter().all(|player| player.bot.is_some()) => {
                self.set_up(session, Purpose::Practice);
            }
            Ok(session) => {
                self.keep_damaged_save(entry);
                self.set_up(session, Purpose::Game);
            }
            Err(error) => self.ui.say(format_args!("This cannot be dealt: {error}")),
        }
    }

    /// A save that cannot be read must not be overwritten by the new game.
    fn keep_damaged_save(&mut self, entry: &GameEntry) {
        let id = entry.info.id;
        let is_fine = matches!(self.store.save(id), Ok(None))
            || matches!(self.store.save(id), Ok(Some(text)) if entry.load(&text).is_ok());
        if is_fine {
            return;
        }
        match self.store.set_save_aside(id) {
            Ok(Some(aside)) => self.ui.say(format_args!("The damaged game was kept as {}.", aside.display())),
            Ok(None) => {}
            Err(error) => self.ui.say(error),
        }
    }

    fn resume(&mut self, game: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let text = match self.store.save(game) {
            Ok(Some(text)) => text,
            Ok(None) => return,
            Err(error) => return self.ui.say(error),
        };
        match entry.load(&text) {
            Ok(session) => self.set_up(session, Purpose::Game),
            Err(error) => {
                let path = self.store.save_path(game);
                self.ui.say(format_args!("{}: {error}. The file was kept.", path.display()));
            }
        }
    }

    fn learn(&mut self, game: &str) {
        match catalogue::find(game).and_then(|entry| entry.lesson()) {
            Some(Ok(session)) => self.set_up(session, Purpose::Lesson),
            Some(Err(error)) => self.ui.say(error),
            None => {}
        }
    }

    fn restart(&mut self, game: &ActiveGame) {
        // A replay played on from its middle is practice, and so is the same deal after it: neither touches a saved game.
        let counts = game.purpose == Purpose::Game || game.best.is_some();
        let purpose = match game.purpose {
            Purpose::Lesson | Purpose::Trial => game.purpose,
            _ if counts => Purpose::Game,
            _ => Purpose::Practice,
        };
        match game.session().restarted(&fresh_seed()) {
            Ok(session) => self.set_up(session, purpose),
            Err(error) => self.ui.say(error),
        }
    }

    fn replay(&mut self, game: &str, name: &str) {
        let Some(entry) = catalogue::find(game) else { return };
        let text = match self.store.finished_record(game, name) {
            Ok(text) => text,
            Err(error) => return self.ui.say(error),
        };
        match entry.load(&text) {
            Ok(session) => self.replay_from_start(session),
            Err(error) => self.ui.say(format_args!("{name}: {error}")),
        }
    }

    fn replay_this(&mut self, game: &ActiveGame) {
        if let Ok(session) = catalogue::load(&game.session().record_text()) {
            self.replay_from_start(session);
        }
    }

    fn replay_from_start(&mut self, mut session: Box<dyn TableSession>) {
        session.seek(0);
        self.look_at(session);
    }

    /// Shows a game as a replay, at the position it is in.
    pub(super) fn look_at(&mut self, mut session: Box<dyn TableSession>) {
        session.look_on();
        self.set_up(session, Purpose::Replay);
    }

    fn play_on(&mut self, game: &ActiveGame) {
        if !game.is_replay() || game.outcome.is_some() {
            return;
        }
        if let Ok(session) = catalogue::load(&game.session().record_text()) {
            self.set_up(session, Purpose::Practice);
        }
    }
}

fn seed_or_fresh(seed: Option<&str>) -> String {
    seed.map(str::trim).filter(|seed| !seed.is_empty()).map_or_else(fresh_seed, str::to_owned)
}
