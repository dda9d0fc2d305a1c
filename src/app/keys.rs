//! The keyboard: every game is playable with it alone.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;

use super::desk::{Action, Desk, Page, Screen};
use super::play::Table;
use crate::table::motion::Finish;
use crate::table::pieces::Shown;
use crate::table::touch::{self, Open, Touch};

/// What of the keyboard the panels have.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PanelHasKeys {
    /// A button or field has the focus: arrows and Enter are its.
    pub focused: bool,
    /// A field is typed into: letters are its too.
    pub typing: bool,
}

/// Turns keys into actions.
pub fn plugin(app: &mut App) {
    app.init_resource::<PanelHasKeys>().add_systems(
        PreUpdate,
        (anywhere, at_table.run_if(in_state(Screen::Play))).chain().after(bevy::input::InputSystems),
    );
}

const CTRL: [KeyCode; 4] = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// Whether one of the keys is held, or was let go within this frame: a quick Ctrl+Z can begin and end between two frames.
fn held(keys: &ButtonInput<KeyCode>, which: &[KeyCode]) -> bool {
    which.iter().any(|key| keys.pressed(*key) || keys.just_released(*key))
}

fn anywhere(
    keys: Res<ButtonInput<KeyCode>>,
    screen: Res<State<Screen>>,
    desk: Res<Desk>,
    panel: Res<PanelHasKeys>,
    mut actions: MessageWriter<Action>,
) {
    let ctrl = held(&keys, &CTRL);
    if keys.just_pressed(KeyCode::F11) {
        actions.write(Action::ToggleFullScreen);
    }
    if keys.just_pressed(KeyCode::F1) {
        actions.write(Action::OpenRules);
    }
    if keys.just_pressed(KeyCode::Escape) {
        let top = !desk.notices.is_empty() || (desk.page.is_some() && desk.page != Some(Page::End));
        actions.write(match (screen.get(), top) {
            (_, true) => Action::Close,
            (Screen::Play, false) if desk.page.is_none() => Action::OpenPause,
            (Screen::Library, false) => Action::Close,
            _ => Action::OpenLibrary,
        });
    }
    if keys.just_pressed(KeyCode::KeyM) && !ctrl && !panel.typing {
        actions.write(Action::ToggleSound);
    }
    if ctrl && keys.just_pressed(KeyCode::KeyQ) {
        actions.write(Action::Quit);
    }
}

/// Every key press in its order: on a slow machine several can fall into one frame, and none may be lost.
fn at_table(
    mut events: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    open: Res<Open>,
    panel: Res<PanelHasKeys>,
    table: Option<Res<Table>>,
    mut shown: ResMut<Shown>,
    mut asks: Asks,
) {
    let Some(table) = table else {
        events.clear();
        return;
    };
    let (ctrl, shift) = (held(&keys, &CTRL), held(&keys, &SHIFT));
    for event in events.read().filter(|event| event.state.is_pressed()) {
        asks.finish.write(Finish);
        let key = event.key_code;
        if ctrl {
            asks.actions.write_batch(with_ctrl(key, shift, &table));
        } else if !open.0 {
            continue;
        } else if table.is_replay() {
            asks.actions.write_batch(in_replay(key, &table));
        } else if key == KeyCode::KeyH {
            asks.actions.write(Action::Hint);
        } else if shown.settled().option.as_ref().and_then(|option| letter_key(option.key)) == Some(key) {
            asks.actions.write(Action::ToggleOption);
        } else if !panel.focused {
            steer(key, &mut shown, &mut asks);
        }
    }
}

/// What a key can ask for.
#[derive(SystemParam)]
struct Asks<'w> {
    actions: MessageWriter<'w, Action>,
    touches: MessageWriter<'w, Touch>,
    finish: MessageWriter<'w, Finish>,
}

fn with_ctrl(key: KeyCode, shift: bool, table: &Table) -> Option<Action> {
    match key {
        KeyCode::KeyZ if shift => Some(Action::Redo),
        KeyCode::KeyZ => Some(Action::Undo),
        KeyCode::KeyY => Some(Action::Redo),
        KeyCode::KeyC => Some(Action::CopySeed),
        KeyCode::KeyN => Some(Action::OpenSetup(table.session.info().id)),
        _ => None,
    }
}

fn in_replay(key: KeyCode, table: &Table) -> Option<Action> {
    let (at, last) = table.session.moves();
    match key {
        KeyCode::ArrowLeft => Some(Action::Seek(at.saturating_sub(1))),
        KeyCode::ArrowRight => Some(Action::Seek((at + 1).min(last))),
        KeyCode::Home => Some(Action::Seek(0)),
        KeyCode::End => Some(Action::Seek(last)),
        _ => None,
    }
}

/// The arrows move the ring, Enter and Space play to it.
fn steer(key: KeyCode, shown: &mut ResMut<Shown>, asks: &mut Asks) {
    let (right, down) = match key {
        KeyCode::ArrowLeft => (-1, 0),
        KeyCode::ArrowRight => (1, 0),
        KeyCode::ArrowUp => (0, -1),
        KeyCode::ArrowDown => (0, 1),
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => {
            asks.actions.write_batch(shown.focus.map(|slot| Action::Bring(None, slot)));
            return;
        }
        _ => return,
    };
    let to = touch::step(shown.settled(), shown.focus, right, down);
    shown.focus = to;
    asks.touches.write(Touch::Point(to));
}

fn letter_key(letter: char) -> Option<KeyCode> {
    Some(match letter {
        'B' => KeyCode::KeyB,
        'C' => KeyCode::KeyC,
        'D' => KeyCode::KeyD,
        'F' => KeyCode::KeyF,
        'G' => KeyCode::KeyG,
        'P' => KeyCode::KeyP,
        'R' => KeyCode::KeyR,
        'S' => KeyCode::KeyS,
        'T' => KeyCode::KeyT,
        _ => return None,
    })
}
