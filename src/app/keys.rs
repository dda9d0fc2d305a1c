//! The keyboard: every game is playable with it alone.

use bevy::prelude::*;

use super::desk::{Action, Desk, Page, Screen};
use super::play::Table;
use crate::engine::layout::Gesture;
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

fn at_table(
    keys: Res<ButtonInput<KeyCode>>,
    open: Res<Open>,
    panel: Res<PanelHasKeys>,
    table: Option<Res<Table>>,
    mut shown: ResMut<Shown>,
    mut actions: MessageWriter<Action>,
    mut touches: MessageWriter<Touch>,
    mut finish: MessageWriter<Finish>,
) {
    let Some(table) = table else { return };
    if keys.get_just_pressed().next().is_some() {
        finish.write(Finish);
    }
    let ctrl = held(&keys, &CTRL);
    let shift = held(&keys, &SHIFT);
    if ctrl {
        if keys.just_pressed(KeyCode::KeyZ) {
            actions.write(if shift { Action::Redo } else { Action::Undo });
        }
        if keys.just_pressed(KeyCode::KeyY) {
            actions.write(Action::Redo);
        }
        if keys.just_pressed(KeyCode::KeyC) {
            actions.write(Action::CopySeed);
        }
        if keys.just_pressed(KeyCode::KeyN) {
            actions.write(Action::OpenSetup(table.session.info().id));
        }
        return;
    }
    if !open.0 {
        return;
    }
    if table.is_replay() {
        let (at, last) = table.session.moves();
        for (key, to) in [
            (KeyCode::ArrowLeft, at.saturating_sub(1)),
            (KeyCode::ArrowRight, (at + 1).min(last)),
            (KeyCode::Home, 0),
            (KeyCode::End, last),
        ] {
            if keys.just_pressed(key) {
                actions.write(Action::Seek(to));
            }
        }
        return;
    }
    if keys.just_pressed(KeyCode::KeyH) {
        actions.write(Action::Hint);
    }
    let switch = shown.layout.option.as_ref().and_then(|option| letter_key(option.key));
    if switch.is_some_and(|key| keys.just_pressed(key)) {
        actions.write(Action::ToggleOption);
    }
    if panel.focused {
        return;
    }
    for (key, right, down) in [
        (KeyCode::ArrowLeft, -1, 0),
        (KeyCode::ArrowRight, 1, 0),
        (KeyCode::ArrowUp, 0, -1),
        (KeyCode::ArrowDown, 0, 1),
    ] {
        if keys.just_pressed(key) {
            let to = touch::step(&shown.layout, shown.focus, right, down);
            shown.focus = to;
            touches.write(Touch::Point(to));
        }
    }
    let Some(focus) = shown.focus else { return };
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space]) {
        actions.write(Action::Gesture(Gesture { piece: None, slot: focus, option: table.option }));
    }
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
