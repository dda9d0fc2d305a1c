//! The keyboard: every game is playable with it alone.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;

use super::bindings::{Chord, Command, can_be_bound};
use super::desk::{Action, Desk, Page, Screen};
use super::play::Table;
use super::settings::Settings;
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
    app.init_resource::<PanelHasKeys>().add_systems(PreUpdate, press.after(bevy::input::InputSystems));
}

const CTRL: [KeyCode; 4] = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
pub(super) const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// Whether one of the keys is held, or was let go within this frame: a quick Ctrl+Z can begin and end between two frames.
pub(super) fn held(keys: &ButtonInput<KeyCode>, which: &[KeyCode]) -> bool {
    which.iter().any(|key| keys.pressed(*key) || keys.just_released(*key))
}

/// The key that was pressed: a letter as the keyboard's language has it, any other by its place.
fn key_of(event: &KeyboardInput) -> KeyCode {
    let letter = match &event.logical_key {
        Key::Character(text) if text.len() == 1 => text.to_ascii_uppercase().parse::<Chord>().ok(),
        _ => None,
    };
    letter.map_or(event.key_code, |chord| chord.key)
}

/// Where one is, as far as keys matter.
#[derive(SystemParam)]
struct Place<'w> {
    screen: Res<'w, State<Screen>>,
    desk: Res<'w, Desk>,
    settings: Res<'w, Settings>,
    panel: Res<'w, PanelHasKeys>,
    open: Res<'w, Open>,
    table: Option<Res<'w, Table>>,
}

/// What a key can ask for.
#[derive(SystemParam)]
struct Asks<'w> {
    actions: MessageWriter<'w, Action>,
    touches: MessageWriter<'w, Touch>,
    finish: MessageWriter<'w, Finish>,
}

/// Every key press in its order: on a slow machine several can fall into one frame, and none may be lost.
fn press(
    mut events: MessageReader<KeyboardInput>,
    mut gone: MessageReader<KeyboardFocusLost>,
    keys: Res<ButtonInput<KeyCode>>,
    place: Place,
    mut shown: ResMut<Shown>,
    mut asks: Asks,
) {
    let (ctrl, shift) = (held(&keys, &CTRL), held(&keys, &SHIFT));
    // A key that is let go over another window tells nobody.
    if gone.read().count() > 0 && place.table.as_ref().is_some_and(|table| table.peeks) {
        asks.actions.write(Action::Peek(false));
    }
    for event in events.read() {
        if !event.state.is_pressed() {
            let peeks = place.table.as_ref().is_some_and(|table| table.peeks);
            let chords = place.settings.keys.chords(Command::Peek);
            if peeks && chords.iter().any(|chord| chord.key == key_of(event)) {
                asks.actions.write(Action::Peek(false));
            }
            continue;
        }
        if place.table.is_some() {
            asks.finish.write(Finish);
        }
        let chord = Chord { ctrl, shift, key: key_of(event) };
        if let Some(command) = place.desk.catching {
            asks.actions.write_batch(caught(command, chord));
        } else if chord.key == KeyCode::Escape {
            asks.actions.write(back(&place));
        } else if let Some(command) = place.settings.keys.command(chord) {
            if !(place.panel.typing && chord.types()) {
                asks.actions.write_batch(action(command, &place));
            }
        } else if let (Some(table), true, false) = (&place.table, place.open.0, ctrl) {
            at_table(chord.key, table, &place, &mut shown, &mut asks);
        }
    }
}

/// A key for this command, or none after all.
fn caught(command: Command, chord: Chord) -> Option<Action> {
    match chord.key {
        KeyCode::Escape => Some(Action::Catch(None)),
        key if can_be_bound(key) => Some(Action::Bind(command, chord)),
        _ => None,
    }
}

/// What lies on top goes; where nothing does, to the menu or the library.
fn back(place: &Place) -> Action {
    let desk = &place.desk;
    let top = !desk.notices.is_empty() || (desk.page.is_some() && desk.page != Some(Page::End));
    match (place.screen.get(), top) {
        (_, true) => Action::Close,
        (Screen::Play, false) if desk.page.is_none() => Action::OpenPause,
        (Screen::Library, false) => Action::Close,
        (Screen::Workshop, false) => place.desk.chosen.map_or(Action::OpenLibrary, Action::OpenSetup),
        _ => Action::OpenLibrary,
    }
}

fn action(command: Command, place: &Place) -> Option<Action> {
    let table = place.table.as_ref();
    match command {
        Command::Undo => (table.is_some() || *place.screen.get() == Screen::Workshop).then_some(Action::Undo),
        Command::Redo => (table.is_some() || *place.screen.get() == Screen::Workshop).then_some(Action::Redo),
        Command::Hint => table.filter(|table| place.open.0 && !table.is_replay()).map(|_| Action::Hint),
        Command::NewDeal => table.map(|table| Action::OpenSetup(table.session.info().id)),
        Command::CopySeed => table.map(|_| Action::CopySeed),
        Command::Open => Some(Action::OpenRecord),
        Command::Rules => Some(Action::OpenRules),
        Command::Settings => Some(Action::OpenSettings),
        Command::Peek => table.map(|_| Action::Peek(true)),
        Command::Numbers => table.map(|_| Action::ToggleNumbers),
        Command::Sound => Some(Action::ToggleSound),
        Command::FullScreen => Some(Action::ToggleFullScreen),
        Command::Larger => Some(Action::Rescale(1)),
        Command::Smaller => Some(Action::Rescale(-1)),
        Command::Quit => Some(Action::Quit),
    }
}

fn at_table(key: KeyCode, table: &Table, place: &Place, shown: &mut ResMut<Shown>, asks: &mut Asks) {
    if table.is_replay() {
        asks.actions.write_batch(in_replay(key, table));
    } else if let Some(option) = shown.settled().options.iter().find(|option| letter_key(option.key) == Some(key)) {
        asks.actions.write(Action::Switch(option.key));
    } else if !place.panel.focused {
        steer(key, shown, asks);
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
    letter.to_string().parse().ok().map(|chord: Chord| chord.key)
}
