//! Keys as the panels are told of them: each with the modifiers that were held when it was pressed.
//!
//! bevy_egui gives every key of a frame the modifiers that are held at the end of the frame. On a slow machine Ctrl+A may begin and
//! end within one frame, and would type an "a". So this takes the place of its system.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::egui::{self, Event};
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::{EguiInputEvent, ModifierKeysState};
use bevy_egui::{EguiClipboard, EguiGlobalSettings, EguiInputSet, EguiPreUpdateSet, PrimaryEguiContext};

use crate::app::game::active::ActiveGame;
use crate::app::keys::{PanelHasKeys, has_tab};
use crate::table::input::InputEnabled;
use crate::table::scene::TableScene;

pub(super) fn plugin(app: &mut App) {
    if let Some(mut settings) = app.world_mut().get_resource_mut::<EguiGlobalSettings>() {
        settings.input_system_settings.run_write_keyboard_input_messages_system = false;
    }
    app.add_systems(PreUpdate, tell.in_set(EguiPreUpdateSet::ProcessInput).in_set(EguiInputSet::ReadBevyMessages));
}

/// What decides whether the table keeps Tab for itself.
#[derive(SystemParam)]
struct TabContext<'w> {
    game: Option<Res<'w, ActiveGame>>,
    scene: Res<'w, TableScene>,
    panel: Res<'w, PanelHasKeys>,
    table: Res<'w, InputEnabled>,
}

fn tell(
    mut keys: MessageReader<KeyboardInput>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
    mut held: Local<ModifierKeysState>,
    context: Option<Single<Entity, With<PrimaryEguiContext>>>,
    tab: TabContext,
    mut clipboard: ResMut<EguiClipboard>,
    mut events: MessageWriter<EguiInputEvent>,
) {
    // No event comes for a key that is released over another window.
    if focus_lost.read().count() > 0 {
        *held = ModifierKeysState::default();
    }
    let has_tab = has_tab(tab.game.as_deref(), &tab.scene, *tab.panel, *tab.table);
    for input in keys.read() {
        let told = events_of(input, &mut held, &mut || clipboard.get_text());
        let Some(context) = &context else { continue };
        let for_panels = told.into_iter().filter(|event| !(has_tab && is_tab(event)));
        events.write_batch(for_panels.map(|event| EguiInputEvent { context: **context, event }));
    }
}

fn is_tab(event: &Event) -> bool {
    matches!(event, Event::Key { key: egui::Key::Tab, .. })
}

/// What the panels are told of a key that was pressed or released while these modifiers were held.
fn events_of(
    input: &KeyboardInput,
    held: &mut ModifierKeysState,
    pasted: &mut dyn FnMut() -> Option<String>,
) -> Vec<Event> {
    let pressed = input.state.is_pressed();
    match input.logical_key {
        Key::Shift => held.shift = pressed,
        Key::Control => held.ctrl = pressed,
        Key::Alt => held.alt = pressed,
        Key::Super | Key::Meta => held.win = pressed,
        _ => {}
    }
    let modifiers = held.to_egui_modifiers();
    let typed = match &input.logical_key {
        Key::Character(text) if !text.contains(char::is_control) => Some(text.to_string()),
        Key::Space => Some(" ".to_owned()),
        _ => None,
    };
    let mut events = Vec::new();
    events.extend(typed.filter(|_| pressed && held.text_input_is_allowed()).map(Event::Text));
    let physical_key = bevy_to_egui_physical_key(&input.key_code);
    // On a keyboard without Latin letters, the place of a key says what it is.
    let Some(key) = bevy_to_egui_key(&input.logical_key).or(physical_key) else { return events };
    events.push(Event::Key { key, physical_key, pressed, repeat: false, modifiers });
    if pressed && modifiers.command {
        events.extend(match key {
            egui::Key::C => Some(Event::Copy),
            egui::Key::X => Some(Event::Cut),
            egui::Key::V => pasted().map(Event::Text),
            _ => None,
        });
    }
    events
}

#[cfg(all(test, feature = "window-tests"))]
mod tests {
    use std::slice;

    use bevy::input::ButtonState;
    use bevy_egui::egui::{Modifiers, TextEdit};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::table::theme;

    fn key(logical_key: Key, key_code: KeyCode, state: ButtonState) -> KeyboardInput {
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window: Entity::PLACEHOLDER }
    }

    fn letter(letter: &str, key_code: KeyCode, state: ButtonState) -> KeyboardInput {
        key(Key::Character(letter.into()), key_code, state)
    }

    fn ctrl(state: ButtonState) -> KeyboardInput {
        key(Key::Control, KeyCode::ControlLeft, state)
    }

    /// Ctrl+A from beginning to end.
    fn ctrl_a() -> [KeyboardInput; 4] {
        use ButtonState::{Pressed, Released};
        let a = |state| letter("a", KeyCode::KeyA, state);
        [ctrl(Pressed), a(Pressed), a(Released), ctrl(Released)]
    }

    fn told(inputs: &[KeyboardInput]) -> Vec<Event> {
        let mut held = ModifierKeysState::default();
        inputs.iter().flat_map(|input| events_of(input, &mut held, &mut || Some("pasted".to_owned()))).collect()
    }

    #[test]
    fn ctrl_a_within_one_frame_selects_what_a_field_holds_and_types_nothing() {
        let mut has_fonts = false;
        let field = |ui: &mut egui::Ui, text: &mut String| {
            // They count from the next frame on.
            if std::mem::replace(&mut has_fonts, true) {
                ui.add(TextEdit::singleline(text));
            } else {
                theme::set_fonts(ui.ctx());
                ui.ctx().request_repaint();
            }
        };
        let mut harness = Harness::new_ui_state(field, "tea".to_owned());
        harness.run();
        harness.get_by_role(egui::accesskit::Role::TextInput).focus();
        harness.run();
        told(&ctrl_a()).into_iter().for_each(|event| harness.event(event));
        harness.run();
        assert_eq!(harness.state(), "tea");
        told(&[letter("x", KeyCode::KeyX, ButtonState::Pressed)]).into_iter().for_each(|event| harness.event(event));
        harness.run();
        assert_eq!(harness.state(), "x", "what was selected is replaced");
    }

    #[test]
    fn every_key_has_the_modifiers_that_were_held_when_it_was_pressed() {
        use ButtonState::Pressed;
        let b = letter("b", KeyCode::KeyB, Pressed);
        let typed = [slice::from_ref(&b), &ctrl_a(), slice::from_ref(&b)].concat();
        let pressed = told(&typed).into_iter().filter_map(|event| match event {
            Event::Text(text) => Some((text, None)),
            Event::Key { key, pressed: true, modifiers, .. } => Some((format!("{key:?}"), Some(modifiers))),
            _ => None,
        });
        let plain = |name: &str| (name.to_owned(), Some(Modifiers::NONE));
        let held = told(&[ctrl(Pressed), letter("a", KeyCode::KeyA, Pressed)]);
        let Some(Event::Key { modifiers, .. }) = held.last() else { panic!("{held:?}") };
        assert!(modifiers.ctrl);
        let text = || ("b".to_owned(), None);
        let wanted = [text(), plain("B"), ("A".to_owned(), Some(*modifiers)), text(), plain("B")];
        assert_eq!(pressed.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn what_is_copied_cut_and_pasted_is_said_once() {
        use ButtonState::{Pressed, Released};
        let inputs = ["c", "x", "v"].into_iter().zip([KeyCode::KeyC, KeyCode::KeyX, KeyCode::KeyV]);
        let presses = inputs.flat_map(|(name, code)| [letter(name, code, Pressed), letter(name, code, Released)]);
        let all: Vec<KeyboardInput> = [ctrl(Pressed)].into_iter().chain(presses).collect();
        let mut events = told(&all);
        events.retain(|event| !matches!(event, Event::Key { .. }));
        // On a Mac it is another key.
        let wanted = if cfg!(target_os = "macos") {
            Vec::new()
        } else {
            vec![Event::Copy, Event::Cut, Event::Text("pasted".to_owned())]
        };
        assert_eq!(events, wanted);
    }
}
