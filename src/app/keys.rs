//! The keyboard: every game is playable with it alone.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::bindings::{Chord, Command, can_be_bound};
use super::daily::DayClock;
use super::game::active::{ActiveGame, StatusMessage};
use super::messages::{
    GameAction, NavigationAction, Outbox, RecordAction, Request, SettingsAction, TableAction, WorkshopAction,
};
use super::settings::Settings;
use super::ui_state::{Screen, UiState};
use crate::layout::AreaId;
use crate::table::input::{self, InputEnabled, OnlyGoesOn, TableInput};
use crate::table::motion::SkipAnimations;
use crate::table::scene::TableScene;

/// Which keys the panels use themselves.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PanelHasKeys {
    /// A button or field has the focus: it gets arrows and Enter.
    pub focused: bool,
    /// A text field has the focus: it gets letters, too.
    pub typing: bool,
    /// A drop-down list is open: Escape closes it, and nothing else.
    pub has_list: bool,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<PanelHasKeys>()
        .add_systems(PreUpdate, press.after(bevy::input::InputSystems))
        .add_systems(Update, leave_table.run_if(resource_changed::<PanelHasKeys>));
}

/// There is one focus: where a panel has it, the table has none.
fn leave_table(panel: Res<PanelHasKeys>, mut scene: ResMut<TableScene>, game: Option<ResMut<ActiveGame>>) {
    if panel.focused && scene.focus.is_some() {
        scene.focus = None;
        if let Some(mut game) = game {
            game.pointed = None;
        }
    }
}

const CTRL: [KeyCode; 4] = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
pub(super) const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// Whether one of the keys is held, or was released in this frame: a quick Ctrl+Z can begin and end between two frames.
pub(super) fn held(keys: &ButtonInput<KeyCode>, which: &[KeyCode]) -> bool {
    which.iter().any(|key| keys.pressed(*key) || keys.just_released(*key))
}

/// The key that was pressed: a letter according to the keyboard's language, any other key by its place.
fn key_of(event: &KeyboardInput) -> KeyCode {
    let letter = match &event.logical_key {
        Key::Character(text) if text.len() == 1 => text.to_ascii_uppercase().parse::<Chord>().ok(),
        _ => None,
    };
    letter.map_or(event.key_code, |chord| chord.key)
}

/// What decides what a key means.
#[derive(SystemParam)]
struct KeyContext<'w> {
    screen: Res<'w, State<Screen>>,
    ui: Res<'w, UiState>,
    settings: Res<'w, Settings>,
    panel: Res<'w, PanelHasKeys>,
    table_input: Res<'w, InputEnabled>,
    only_goes_on: Res<'w, OnlyGoesOn>,
    game: Option<Res<'w, ActiveGame>>,
    clock: Res<'w, DayClock>,
}

impl KeyContext<'_> {
    fn tab_is_the_tables(&self, scene: &TableScene) -> bool {
        has_tab(self.game.as_deref(), scene, *self.panel, *self.table_input)
    }

    /// Whether the table can be asked about and looked over. What lies there to be read is only gone on from, but whoever asks for a hint
    /// or moves the ring meanwhile does so at once; not before a round is summed up.
    fn looks_over(&self, game: &ActiveGame) -> bool {
        self.table_input.0 || (self.only_goes_on.0 && !game.has_new_round())
    }
}

#[derive(SystemParam)]
struct KeyRequests<'w> {
    outbox: Outbox<'w>,
    inputs: MessageWriter<'w, TableInput>,
    skips: MessageWriter<'w, SkipAnimations>,
}

/// Handles every key press in order: on a slow machine several can fall into one frame, and none may be lost.
fn press(
    mut events: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    context: KeyContext,
    mut scene: ResMut<TableScene>,
    mut requests: KeyRequests,
) {
    let (ctrl, shift) = (held(&keys, &CTRL), held(&keys, &SHIFT));
    for event in events.read().filter(|event| event.state.is_pressed()) {
        // What waits to be read is still there after a look at another page, or into the drawer.
        if context.game.is_some() && !(scene.is_waiting() && (context.ui.page.is_some() || context.ui.drawer)) {
            requests.skips.write(SkipAnimations);
        }
        let chord = Chord { ctrl, shift, key: key_of(event) };
        if let Some(command) = context.ui.catching {
            if let Some(action) = bind(command, chord) {
                requests.outbox.send(action);
            }
        } else if chord.key == KeyCode::Escape {
            if !context.panel.has_list {
                requests.outbox.send(back(&context));
            }
        } else if context.panel.typing && chord.types() {
            // The field has it.
        } else if chord.key == KeyCode::Tab && context.tab_is_the_tables(&scene) {
            next_place(shift, &mut scene, &mut requests);
        } else if let Some(command) = context.settings.keys.command(chord) {
            // A key that is held would show and hide it again and again.
            let is_held = event.repeat && command == Command::Peek;
            if let Some(request) = request(command, &context).filter(|_| !is_held) {
                requests.outbox.send(request);
            }
        } else if let (Some(game), true, false) = (&context.game, context.table_input.0, ctrl) {
            at_table(chord.key, game, &context, &mut scene, &mut requests);
        } else if !ctrl
            && !context.panel.focused
            && let Some(game) = &context.game
            && let Some(direction) = direction(chord.key).filter(|_| context.looks_over(game))
        {
            move_ring(direction, &mut scene, &mut requests);
        }
    }
}

/// Binds a command to the key that was pressed for it; Escape leaves it as it is.
fn bind(command: Command, chord: Chord) -> Option<SettingsAction> {
    match chord.key {
        KeyCode::Escape => Some(SettingsAction::Catch(None)),
        key if can_be_bound(key) => Some(SettingsAction::Bind(command, chord)),
        _ => None,
    }
}

/// Escape closes what lies on top, or else leads to the menu or the library.
fn back(context: &KeyContext) -> Request {
    let ui = &context.ui;
    let is_covered = !ui.notices.is_empty() || ui.page.is_some();
    let peeks = context.game.as_ref().is_some_and(|game| game.peeks);
    let navigation = match (context.screen.get(), is_covered) {
        (_, true) => NavigationAction::Close,
        (Screen::Play, false) if ui.drawer => NavigationAction::Close,
        (Screen::Play, false) if peeks => return TableAction::EndPeek.into(),
        (Screen::Play, false) if ui.page.is_none() => NavigationAction::OpenMenu,
        (Screen::Library, false) => NavigationAction::Close,
        (Screen::Workshop, false) => ui.chosen.map_or(NavigationAction::OpenLibrary, NavigationAction::OpenSetup),
        _ => NavigationAction::OpenLibrary,
    };
    navigation.into()
}

fn request(command: Command, context: &KeyContext) -> Option<Request> {
    let game = context.game.as_ref();
    let in_workshop = *context.screen.get() == Screen::Workshop;
    Some(match command {
        Command::Undo if in_workshop => WorkshopAction::Undo.into(),
        Command::Redo if in_workshop => WorkshopAction::Redo.into(),
        Command::Undo => game.map(|_| TableAction::Undo)?.into(),
        Command::Redo => game.map(|_| TableAction::Redo)?.into(),
        Command::Hint => {
            game.filter(|game| context.looks_over(game) && !game.is_replay()).map(|_| TableAction::Hint)?.into()
        }
        Command::NewDeal => NavigationAction::OpenSetup(game?.session().info().id).into(),
        Command::DailyDeal => deal_of_the_day(context)?.into(),
        Command::CopySeed => game.map(|_| RecordAction::CopySeed)?.into(),
        Command::Open => NavigationAction::OpenRecord.into(),
        Command::Rules => NavigationAction::OpenRules.into(),
        Command::Settings => NavigationAction::OpenSettings.into(),
        // Only tiles have a picture and numbers; elsewhere these keys are the game's own panel's.
        Command::Peek => game.filter(|game| game.has_more_to_see()).map(|_| TableAction::Peek)?.into(),
        Command::Numbers => game.filter(|game| game.has_tiles()).map(|_| SettingsAction::ToggleNumbers)?.into(),
        Command::SortHand => {
            let has_hand = |game: &&Res<ActiveGame>| game.snapshot().layout.has_hand;
            SettingsAction::SortHand(game.filter(has_hand)?.session().info().id).into()
        }
        Command::Drawer => game.map(|_| NavigationAction::ToggleDrawer)?.into(),
        Command::ZoomIn => game.map(|_| TableAction::Zoom(1))?.into(),
        Command::ZoomOut => game.map(|_| TableAction::Zoom(-1))?.into(),
        Command::Sound => SettingsAction::ToggleSound.into(),
        Command::FullScreen => SettingsAction::ToggleFullScreen.into(),
        Command::Larger => SettingsAction::Rescale(1).into(),
        Command::Smaller => SettingsAction::Rescale(-1).into(),
        Command::Quit => NavigationAction::Quit.into(),
    })
}

/// Of the game that the screen is about; in the library, of the one whose tile has the focus. At a table it could cost the
/// game that lies there.
fn deal_of_the_day(context: &KeyContext) -> Option<GameAction> {
    let is_about_a_game = matches!(context.screen.get(), Screen::Library | Screen::Setup | Screen::History);
    let game = context.ui.chosen.filter(|_| is_about_a_game && context.ui.page.is_none())?;
    Some(GameAction::DailyDeal(game, context.clock.today()?))
}

fn at_table(
    key: KeyCode,
    game: &ActiveGame,
    context: &KeyContext,
    scene: &mut ResMut<TableScene>,
    requests: &mut KeyRequests,
) {
    if game.is_replay() {
        if let Some(action) = seek(key, game) {
            requests.outbox.send(action);
        }
    } else if let Some(option) = scene.settled().options.iter().find(|option| letter_key(option.key) == Some(key)) {
        requests.outbox.send(TableAction::Switch(option.key));
    } else if let Some(number) = digit(key) {
        // What it does is looked up when it is done: a key before it in the same frame may have changed what can be.
        requests.outbox.send(TableAction::Act(number));
    } else if !context.panel.focused {
        steer(key, game, scene, requests);
    }
}

/// Arrows, Home and End move through a replay.
fn seek(key: KeyCode, game: &ActiveGame) -> Option<TableAction> {
    let (at, last) = game.session().moves();
    Some(TableAction::Seek(match key {
        KeyCode::ArrowLeft => at.saturating_sub(1),
        KeyCode::ArrowRight => (at + 1).min(last),
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => return None,
    }))
}

/// Arrows move the focus; Enter and Space play to it, or the move of a hint where the ring went for it.
fn steer(key: KeyCode, game: &ActiveGame, scene: &mut ResMut<TableScene>, requests: &mut KeyRequests) {
    if let Some(direction) = direction(key) {
        return move_ring(direction, scene, requests);
    }
    if !matches!(key, KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space) {
        return;
    }
    if let Some(mv) = proposed(game, scene) {
        requests.outbox.send(TableAction::Play(mv.to_owned()));
    } else if let Some(area) = scene.focus {
        let is_space = key == KeyCode::Space;
        requests.outbox.send(if is_space { TableAction::Bring(None, area) } else { TableAction::Enter(area) });
    }
}

/// How far to the right and down an arrow leads.
fn direction(key: KeyCode) -> Option<(i8, i8)> {
    match key {
        KeyCode::ArrowLeft => Some((-1, 0)),
        KeyCode::ArrowRight => Some((1, 0)),
        KeyCode::ArrowUp => Some((0, -1)),
        KeyCode::ArrowDown => Some((0, 1)),
        _ => None,
    }
}

fn move_ring((right, down): (i8, i8), scene: &mut ResMut<TableScene>, requests: &mut KeyRequests) {
    go_to(input::step(scene.settled(), scene.focus, right, down), scene, requests);
}

fn go_to(to: Option<AreaId>, scene: &mut ResMut<TableScene>, requests: &mut KeyRequests) {
    scene.focus = to;
    requests.inputs.write(TableInput::Point(to));
}

/// The move of the hint that is shown, while the ring is at what it proposes.
fn proposed<'a>(game: &'a ActiveGame, scene: &TableScene) -> Option<&'a str> {
    let Some(StatusMessage::Hint(hint)) = &game.status else { return None };
    let is_there = scene.focus.is_none_or(|focus| scene.highlight.lit.contains(&focus));
    hint.mv().filter(|_| is_there)
}

/// Whether Tab leads to the next place for the piece that is picked up, and not to the panels.
pub(super) fn has_tab(game: Option<&ActiveGame>, scene: &TableScene, panel: PanelHasKeys, table: InputEnabled) -> bool {
    let holds = game.is_some_and(|game| game.picked.is_some() && game.may_move());
    table.0 && holds && !panel.focused && !scene.highlight.lit.is_empty()
}

/// The next place, or the one before, for the piece that is picked up.
fn next_place(back: bool, scene: &mut ResMut<TableScene>, requests: &mut KeyRequests) {
    let lit = &scene.highlight.lit;
    let at = lit.iter().position(|area| Some(*area) == scene.focus);
    let next = match (at, back) {
        (Some(at), false) => (at + 1) % lit.len().max(1),
        (Some(at), true) => at.checked_sub(1).unwrap_or(lit.len().saturating_sub(1)),
        (None, false) => 0,
        (None, true) => lit.len().saturating_sub(1),
    };
    go_to(lit.get(next).copied(), scene, requests);
}

/// 0 for the key 1, up to 8 for the key 9.
fn digit(key: KeyCode) -> Option<usize> {
    use KeyCode::{Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9};
    [Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9].iter().position(|digit| *digit == key)
}

fn letter_key(letter: char) -> Option<KeyCode> {
    letter.to_string().parse().ok().map(|chord: Chord| chord.key)
}
