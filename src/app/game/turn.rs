//! The turn machine: whose turn it is at this table, as one Bevy state under the play screen.
//!
//! ```text
//!            ┌──────────────┐ somebody must come       ┌──────────┐
//!  set up ──►│   Dealing    │◄───────────────────────  │ HandOver │◄── from any state, as soon as what
//!            └──────┬───────┘   they are there         └──────────┘    follows is for one seat's eyes
//!          all laid │
//!            ┌──────▼───────┐ a move    ┌──────────┐
//!            │ Person / Bot │ ────────► │  Moving  │
//!            └──────────────┘ ◄──────── └────┬─────┘
//!                              arrived       │ arrived, and the round or game is over
//!                                  ┌─────────▼────────┐
//!                                  │ RoundOver / Over │
//!                                  └──────────────────┘
//! ```

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::active::{ActiveGame, Purpose};
use crate::app::settings::{ResultsStay, Settings, TricksStay};
use crate::app::ui_state::{Page, Screen, UiState};
use crate::layout::Cue;
use crate::table::input::{InputEnabled, OnlyGoesOn};
use crate::table::motion::Moving;
use crate::table::scene::{ClearTable, ReadingTime, TableScene};
use crate::table::schedule::Frame;
use crate::table::sound::PlaySound;

/// Whose turn it is at this table.
#[derive(SubStates, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[source(Screen = Screen::Play)]
pub enum Turn {
    /// The table is being laid: after a deal with its opening, else at once.
    #[default]
    Dealing,
    /// Whoever is in front of the screen may move.
    Person,
    /// A bot, or somebody who is not in front of the screen.
    Bot,
    /// What a move did is being shown. Input skips it.
    Moving,
    /// Somebody must come to the screen, and perhaps others still see it: nothing lies on the table.
    HandOver,
    /// A round is over, and its result is shown until the player goes on.
    RoundOver,
    Over,
}

pub fn plugin(app: &mut App) {
    app.add_sub_state::<Turn>()
        .add_systems(
            Update,
            (decide.run_if(resource_exists::<ActiveGame>), transition, set_reading_time, enable, land)
                .chain()
                .in_set(Frame::Turn),
        )
        .add_systems(OnEnter(Turn::Dealing), lay_table)
        .add_systems(OnEnter(Turn::HandOver), clear_table)
        .add_systems(OnEnter(Turn::RoundOver), show_round)
        .add_systems(OnEnter(Turn::Over), show_end)
        .add_systems(OnExit(Screen::Play), leave_table);
}

/// Where the machine goes from here.
fn next(now: Turn, game: &ActiveGame, is_animated: bool, page: Option<&Page>) -> Turn {
    match now {
        Turn::RoundOver if page == Some(&Page::Round) => Turn::RoundOver,
        _ if game.has_new_round() => {
            if is_animated {
                Turn::Moving
            } else {
                Turn::RoundOver
            }
        }
        _ if game.hand_over().is_some() => Turn::HandOver,
        Turn::HandOver => Turn::Dealing,
        // Whoever does not wait for the end of it has made a move, which is shown from now on.
        Turn::Dealing if is_animated && !game.holds_back() => Turn::Dealing,
        _ if is_animated => Turn::Moving,
        // The end waits until nothing lies over the table.
        Turn::Over if game.outcome.is_some() => Turn::Over,
        _ if game.outcome.is_some() && page.is_none() => Turn::Over,
        _ if game.session().at_screen().is_some() => Turn::Person,
        _ => Turn::Bot,
    }
}

fn decide(
    game: Res<ActiveGame>,
    (scene, moving, ui): (Res<TableScene>, Res<Moving>, Res<UiState>),
    turn: Option<Res<State<Turn>>>,
    mut pending: ResMut<NextState<Turn>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // A game that was just set up begins by being dealt.
    let (Some(turn), NextState::Unchanged) = (turn, &*pending) else { return };
    let to = next(*turn.get(), &game, scene.is_playing() || moving.0, ui.page.as_ref());
    if to != *turn.get() {
        pending.set(to);
        redraw.write(RequestRedraw);
    }
}

/// States change within the frame that asks for it, before anything is shown: no frame of the table is seen by eyes that it
/// is not for.
fn transition(world: &mut World) {
    world.run_schedule(StateTransition);
}

fn enable(
    (ui, scene): (Res<UiState>, Res<TableScene>),
    (turn, game): (Option<Res<State<Turn>>>, Option<Res<ActiveGame>>),
    mut enabled: ResMut<InputEnabled>,
    mut only_goes_on: ResMut<OnlyGoesOn>,
) {
    let is_seen = turn.is_some_and(|turn| *turn.get() != Turn::HandOver);
    let is_at_table = is_seen && ui.page.is_none() && !ui.drawer;
    // What a round came to is seen before anything is done in the next one, of which nothing has been shown yet.
    let only_goes = scene.is_waiting() || game.is_some_and(|game| game.has_new_round());
    enabled.set_if_neq(InputEnabled(is_at_table && !only_goes));
    only_goes_on.set_if_neq(OnlyGoesOn(is_at_table && only_goes));
}

/// Nobody goes on for bots that play alone: what they bring about stays for a while.
fn set_reading_time(
    (settings, game): (Res<Settings>, Option<Res<ActiveGame>>),
    mut reading: ResMut<ReadingTime>,
    mut scene: ResMut<TableScene>,
) {
    let is_watched = game.as_ref().is_some_and(|game| game.is_watched());
    let plays_out = game.is_some_and(|game| game.plays_out);
    let or_watched = |seconds: Option<f32>, watched: Option<f32>| seconds.or(watched.filter(|_| is_watched));
    let tricks = or_watched(settings.tricks_stay.seconds(), TricksStay::WATCHED.seconds());
    reading.set_if_neq(ReadingTime {
        tricks: if plays_out {
            Some(tricks.map_or(TricksStay::PLAYED_OUT, |stay| stay.min(TricksStay::PLAYED_OUT)))
        } else {
            tricks
        },
        results: or_watched(settings.results_stay.seconds(), ResultsStay::WATCHED.seconds()),
    });
    if scene.has_to_pass_over(*reading) {
        scene.pass_over(*reading);
    }
}

/// What was held back beside the table while moves were shown on it is told once all of it has landed; at the end of a game while it is
/// told on the table what decided it, so that the same points stand everywhere.
fn land(game: Option<ResMut<ActiveGame>>, scene: Res<TableScene>, mut redraw: MessageWriter<RequestRedraw>) {
    let Some(mut game) = game.filter(|game| game.holds_back()) else { return };
    if scene.is_settled() || (game.outcome.is_some() && scene.only_tells()) {
        game.land();
        redraw.write(RequestRedraw);
    }
}

/// Lays the first layout; a fresh deal is shown being dealt, and who took over the computer sees what happened meanwhile.
fn lay_table(game: Option<Res<ActiveGame>>, mut scene: ResMut<TableScene>, mut sounds: MessageWriter<PlaySound>) {
    let Some(game) = game else { return };
    let is_dealt = game.session().moves() == (0, 0) && !game.is_replay();
    let shown = match (is_dealt, game.is_replay()) {
        (true, _) => game.session().opening(),
        (false, true) => Vec::new(),
        (false, false) => game.session().recap(),
    };
    if shown.is_empty() {
        scene.set(game.snapshot().layout.clone(), is_dealt.then_some(Cue::Deal));
    } else {
        scene.begin(shown);
    }
    if is_dealt {
        sounds.write(PlaySound::Cue(Cue::Deal));
    }
}

/// Nothing lies on the table while it is handed over: what whoever comes may see is laid for them.
fn clear_table(
    game: Option<ResMut<ActiveGame>>,
    mut clear: MessageWriter<ClearTable>,
    mut scene: ResMut<TableScene>,
    mut ui: ResMut<UiState>,
) {
    clear.write(ClearTable);
    *scene = TableScene::default();
    (ui.wants_focus, ui.drawer) = (true, false);
    if let Some(mut game) = game {
        game.put_down();
        game.land();
        (game.status, game.pointed, game.peeks) = (None, None, false);
    }
}

fn show_round(game: Option<ResMut<ActiveGame>>, mut ui: ResMut<UiState>, mut sounds: MessageWriter<PlaySound>) {
    let Some(mut game) = game else { return };
    game.rounds_seen = game.snapshot().score_sheet.rounds.len();
    game.plays_out = false;
    game.put_down();
    sounds.write(PlaySound::Win);
    ui.open(Page::Round);
}

fn show_end(game: Option<Res<ActiveGame>>, mut ui: ResMut<UiState>, mut sounds: MessageWriter<PlaySound>) {
    let Some(game) = game.filter(|game| game.purpose != Purpose::Replay) else { return };
    let won = game.outcome.as_ref().is_some_and(|outcome| outcome.winners.contains(&game.seat()));
    sounds.write(if won { PlaySound::Win } else { PlaySound::Lose });
    ui.open(Page::End);
}

fn leave_table(
    mut commands: Commands,
    mut clear: MessageWriter<ClearTable>,
    mut scene: ResMut<TableScene>,
    mut enabled: ResMut<InputEnabled>,
) {
    commands.remove_resource::<ActiveGame>();
    clear.write(ClearTable);
    *scene = TableScene::default();
    enabled.0 = false;
}
