//! What changes the game on the table: setting one up, making moves, saving.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::active::{ActiveGame, Purpose, StatusMessage};
use super::highlight;
use super::hints::{GivenHint, HintStep};
use super::jobs::BotPool;
use super::turn::Turn;
use crate::app::settings::Settings;
use crate::app::store::{Finished, Store};
use crate::app::ui_state::{Screen, UiState};
use crate::app::window_layout;
use crate::catalogue;
use crate::engine::game::Illegal;
use crate::engine::hint_count::HintCount;
use crate::engine::outcome::Outcome;
use crate::engine::seats::Seat;
use crate::engine::table_session::TableSession;
use crate::layout::Cue;
use crate::table::job::WakeWindow;
use crate::table::scene::{ClearTable, TableScene};
use crate::table::sound::PlaySound;
use crate::table::viewport::{TableViewport, TableZoom};

/// All that commands to a game work with.
#[derive(SystemParam)]
pub struct GameCommands<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    pub ui: ResMut<'w, UiState>,
    pub(super) store: Res<'w, Store>,
    pub(super) settings: ResMut<'w, Settings>,
    pub(super) scene: ResMut<'w, TableScene>,
    pub(super) viewport: Res<'w, TableViewport>,
    pub(super) zoom: ResMut<'w, TableZoom>,
    pub(super) sounds: MessageWriter<'w, PlaySound>,
    pub(super) wake: Res<'w, WakeWindow>,
    pub(super) pool: Res<'w, BotPool>,
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    screen: ResMut<'w, NextState<Screen>>,
    turn: ResMut<'w, NextState<Turn>>,
    clear: MessageWriter<'w, ClearTable>,
}

impl GameCommands<'_, '_> {
    /// Puts a game on the table, and says something about it.
    pub(super) fn set_up(&mut self, session: Box<dyn TableSession>, purpose: Purpose, status: Option<StatusMessage>) {
        self.set_up_as(session, purpose, |game| game.status = status);
    }

    /// Puts a game on the table, with what else is known of it.
    pub(super) fn set_up_as(
        &mut self,
        mut session: Box<dyn TableSession>,
        purpose: Purpose,
        know: impl FnOnce(&mut ActiveGame),
    ) {
        session.sort_hand(self.settings.hand_order(session.info()));
        let mut game = ActiveGame::new(session, purpose);
        know(&mut game);
        self.fit_to_window(&mut game);
        game.best = self.best(&game);
        game.notes = self.notes(game.session().info().id);
        self.clear.write(ClearTable);
        *self.scene = TableScene::default();
        self.zoom.set_if_neq(TableZoom::default());
        self.ui.page = None;
        self.keep(&mut game);
        self.turn.set(if game.hand_over().is_some() { Turn::HandOver } else { Turn::Dealing });
        self.commands.insert_resource(game);
        NextState::set_if_neq(&mut self.screen, Screen::Play);
    }

    /// The game lies in the room that it has in the window from its first moment on.
    fn fit_to_window(&self, game: &mut ActiveGame) {
        let Some(room) =
            self.windows.iter().next().and_then(|window| window_layout::room_for(window, &self.settings, game))
        else {
            return;
        };
        if room != game.session().room() {
            game.update(|session| session.set_room(room));
        }
    }

    fn notes(&mut self, game: &str) -> String {
        self.store.notes(game).unwrap_or_else(|error| {
            self.ui.say(format_args!("Your notes could not be read: {error}. The file was kept."));
            String::new()
        })
    }

    pub(super) fn save(&mut self, session: &dyn TableSession) {
        if let Err(error) = self.store.write_save(session.info().id, &session.record_text()) {
            self.ui.say(format_args!("The game could not be saved: {error}"));
        }
    }

    pub(super) fn refuse(&mut self, game: &mut ActiveGame, illegal: Illegal) {
        game.status = Some(StatusMessage::Refused(illegal));
        self.sounds.write(PlaySound::Error);
    }

    /// Makes a move, whoever made it: checked, saved, shown. Where a better move is looked for, it is only weighed.
    pub(super) fn play(&mut self, game: &mut ActiveGame, seat: Seat, mv: &str) {
        if game.chances.is_some() {
            return self.try_out(game, seat, mv);
        }
        let is_hint_awaited = game.thoughts.hint.is_running();
        let is_hint_read = game.hint.as_ref().is_some_and(|hint| hint.is_for(game.hint_place()));
        game.stop_thinking();
        if !self.scene.is_playing() {
            game.land();
        }
        let is_persons = game.session().at_screen() == Some(seat);
        // Where several choose at once, what others do leaves alone what somebody is about to choose.
        let is_anothers = game.session().at_screen().is_some_and(|own| own != seat);
        // What Undo asked stands while bots play on: it would take back the same.
        let asked = game.asked_back.filter(|(moves, _)| !is_persons && *moves == game.session().moves().0);
        match game.play(seat, mv) {
            Ok(mut beats) => {
                game.asked_back = asked.map(|(_, barred)| (game.session().moves().0, barred));
                if game.teaching().is_some_and(|teaching| teaching.rule.is_none()) {
                    beats.extend(game.session().lesson_score());
                }
                if !is_anothers {
                    game.put_down();
                    if asked.is_none() {
                        game.status = None;
                    }
                }
                game.peeks = false;
                self.keep(game);
                self.scene.play(beats);
                if is_anothers && is_hint_read {
                    game.hint = game.hint.take().map(|hint| hint.still(game.hint_place()));
                }
                if game.outcome.is_some() {
                    game.analyse_deal(&self.pool, &self.wake);
                } else if is_anothers && is_hint_awaited {
                    // Whoever asked for one still chooses, from what they see now.
                    game.think_of_hint(&self.pool, &self.wake);
                }
                if is_persons {
                    game.watch_puzzle(&self.pool, &self.wake);
                }
            }
            Err(illegal) => game.status = Some(StatusMessage::Refused(illegal)),
        }
    }

    /// Saves the game, or at its end its record and a line in the history.
    fn keep(&mut self, game: &mut ActiveGame) {
        if game.purpose != Purpose::Game {
            return;
        }
        let Some(outcome) = game.outcome.clone() else { return self.save(game.session()) };
        game.kept_as = self.count(game.session(), &outcome);
        game.best = self.best(game);
        game.purpose = Purpose::Practice;
        game.is_counted = true;
    }

    /// Adds a finished game to the history, and removes its save. Where it cannot be added it is saved with its last move, and
    /// added when it is continued or another takes its place. Returns the name of its record in the history.
    fn count(&mut self, session: &dyn TableSession, outcome: &Outcome) -> Option<String> {
        // A deal that was played before counts for nothing.
        let kept = (!session.is_practice()).then(|| self.store.keep(session, Some(outcome))).transpose();
        let kept_as = match kept {
            Ok(kept_as) => kept_as,
            Err(error) => {
                self.ui.say(format_args!(
                    "The finished game could not be added to your history: {error}. Parlour tries again when you \
                     continue it or deal another."
                ));
                self.save(session);
                return None;
            }
        };
        if let Err(error) = self.store.remove_save(session.info().id) {
            self.ui.say(format_args!("The finished game’s saved copy could not be deleted: {error}"));
        }
        kept_as
    }

    /// The best clean score of a person in the history, of the same puzzle or variant.
    fn best(&self, game: &ActiveGame) -> Option<i32> {
        let entry = catalogue::find(game.session().info().id)?;
        let subject = entry.subject(&game.session().options_text());
        let (history, _) = self.store.history(entry.info.id);
        let is_alike = |finished: &&Finished| entry.subject(&finished.options) == subject;
        history.iter().filter(is_alike).filter_map(Finished::best_score).max()
    }

    /// Says and shows of a hint what is due, of which this step was said before, and saves that it was.
    pub(super) fn give_hint(&mut self, game: &mut ActiveGame, hint: GivenHint, said: Option<HintStep>) {
        if let Some(mv) = hint.mv() {
            // The ring goes to what is proposed, and Enter plays it. What a button alone does has no place on the table.
            self.scene.focus = highlight::place_of(game, self.scene.settled(), mv);
            self.ui.bypass_change_detection().wants_table = true;
        }
        let adds_something = hint.adds(said) != HintCount::NONE;
        game.give_hint(hint, said);
        if adds_something && game.purpose == Purpose::Game {
            self.save(game.session());
        }
    }

    /// Shows a position that was reached other than by a move.
    pub(super) fn show_position(&mut self, game: &mut ActiveGame, sound: PlaySound) {
        self.scene.set(game.snapshot().layout.clone(), Some(Cue::Place));
        self.keep_position(game, sound);
    }

    /// Saves a position that was reached other than by a move.
    pub(super) fn keep_position(&mut self, game: &mut ActiveGame, sound: PlaySound) {
        game.put_down();
        game.peeks = false;
        // A round that was taken back is summed up once more when it is over again.
        game.rounds_seen = game.snapshot().score_sheet.rounds.len();
        self.ui.page = None;
        self.sounds.write(sound);
        if game.purpose == Purpose::Game {
            self.save(game.session());
        }
    }

    /// Keeps the game in the history as it stands, before it becomes practice; `false` if that fails.
    pub(super) fn keep_as_given_up(&mut self, game: &ActiveGame) -> bool {
        match self.store.keep(game.session(), None) {
            Ok(_) => {
                self.ui.has_new_history = true;
                true
            }
            Err(error) => {
                self.ui
                    .say(format_args!("The game could not be added to your history, so nothing was undone: {error}"));
                false
            }
        }
    }
}
