//! The gamepad: cross or stick for the arrows, one button to go, one to go back, and the rest for what is needed often.
//!
//! A thread of its own waits for gamepads, so that an idle window stays asleep. Presses are passed on as keys and
//! actions, so nothing else knows of gamepads.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiPreUpdateSet;

use crate::app::messages::{NavigationAction, Outbox, TableAction, WorkshopAction};
use crate::app::ui_state::Screen;
use crate::table::job::WakeWindow;
use crate::table::scene::TableScene;

/// What a press on a gamepad means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PadButton {
    Left,
    Right,
    Up,
    Down,
    /// As Enter.
    Go,
    /// As Escape.
    Back,
    /// Selects a card, or switches the choice that goes with the next move.
    Option,
    Hint,
    Undo,
    Redo,
    Rules,
    /// To the next button of the panels, as Tab.
    Next,
    /// Shows the last trick or the finished picture, or the table again.
    Peek,
    /// Opens the panel of the table where it is folded, or closes it.
    Drawer,
}

#[derive(Resource)]
struct ReceivedPresses(Mutex<Receiver<PadButton>>);

/// Sends presses, from the thread that waits for gamepads or from a test.
#[derive(Resource, Clone)]
pub struct PadPresses(pub Sender<PadButton>);

pub fn plugin(app: &mut App) {
    let (sender, receiver) = channel();
    app.insert_resource(ReceivedPresses(Mutex::new(receiver)))
        .insert_resource(PadPresses(sender))
        .add_systems(PreUpdate, forward.after(bevy::input::InputSystems).before(EguiPreUpdateSet::ProcessInput));
}

pub fn listen(presses: Res<PadPresses>, wake: Res<WakeWindow>) {
    let (presses, wake) = (presses.0.clone(), wake.clone());
    let listener = move || {
        // Force feedback would be another thread that wakes up many times a second.
        let mut gilrs = match gilrs::GilrsBuilder::new().with_force_feedback(false).build() {
            Ok(gilrs) => gilrs,
            Err(error) => return warn!("Gamepads are unavailable: {error}"),
        };
        let mut stick = Stick::default();
        loop {
            let Some(event) = gilrs.next_event_blocking(None) else {
                std::thread::sleep(std::time::Duration::from_millis(20));
                continue;
            };
            if let Some(press) = press_of(event.event, &mut stick) {
                if presses.send(press).is_err() {
                    return;
                }
                wake.wake();
            }
        }
    };
    if let Err(error) = std::thread::Builder::new().name("gamepad".to_owned()).spawn(listener) {
        warn!("Gamepads are unavailable: {error}");
    }
}

/// Which way the stick leans, so that leaning counts as one press.
#[derive(Default)]
struct Stick(Option<PadButton>);

impl Stick {
    const PRESSED: f32 = 0.6;
    const RELEASED: f32 = 0.35;

    /// The press that this value of one axis makes, between the directions of its negative and positive values.
    fn lean(&mut self, value: f32, [negative, positive]: [PadButton; 2]) -> Option<PadButton> {
        if value.abs() < Stick::RELEASED && self.0.is_some_and(|leaning| leaning == negative || leaning == positive) {
            self.0 = None;
        }
        if value.abs() < Stick::PRESSED || self.0.is_some() {
            return None;
        }
        self.0 = Some(if value < 0.0 { negative } else { positive });
        self.0
    }
}

fn press_of(event: gilrs::EventType, stick: &mut Stick) -> Option<PadButton> {
    use gilrs::{Axis, Button, EventType};
    match event {
        EventType::ButtonPressed(button, _) => Some(match button {
            Button::DPadLeft => PadButton::Left,
            Button::DPadRight => PadButton::Right,
            Button::DPadUp => PadButton::Up,
            Button::DPadDown => PadButton::Down,
            Button::South => PadButton::Go,
            Button::East | Button::Start => PadButton::Back,
            Button::West => PadButton::Option,
            Button::North => PadButton::Hint,
            Button::LeftTrigger => PadButton::Undo,
            Button::RightTrigger => PadButton::Redo,
            Button::RightTrigger2 => PadButton::Next,
            Button::LeftTrigger2 => PadButton::Peek,
            Button::RightThumb => PadButton::Drawer,
            Button::Select => PadButton::Rules,
            _ => return None,
        }),
        EventType::AxisChanged(Axis::LeftStickX, value, _) => stick.lean(value, [PadButton::Left, PadButton::Right]),
        EventType::AxisChanged(Axis::LeftStickY, value, _) => stick.lean(value, [PadButton::Down, PadButton::Up]),
        _ => None,
    }
}

fn forward(
    received: Res<ReceivedPresses>,
    window: Option<Single<Entity, With<PrimaryWindow>>>,
    (screen, scene): (Res<State<Screen>>, Res<TableScene>),
    mut keys: MessageWriter<KeyboardInput>,
    mut outbox: Outbox,
) {
    let (Ok(presses), Some(window)) = (received.0.try_lock(), window) else { return };
    let has_options = !scene.settled().options.is_empty();
    let in_workshop = *screen.get() == Screen::Workshop;
    for press in presses.try_iter() {
        let mut key = |key_code, logical_key: Key| {
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let logical_key = logical_key.clone();
                keys.write(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window: *window });
            }
        };
        match press {
            PadButton::Left => key(KeyCode::ArrowLeft, Key::ArrowLeft),
            PadButton::Right => key(KeyCode::ArrowRight, Key::ArrowRight),
            PadButton::Up => key(KeyCode::ArrowUp, Key::ArrowUp),
            PadButton::Down => key(KeyCode::ArrowDown, Key::ArrowDown),
            PadButton::Go => key(KeyCode::Enter, Key::Enter),
            PadButton::Back => key(KeyCode::Escape, Key::Escape),
            PadButton::Next => key(KeyCode::Tab, Key::Tab),
            PadButton::Option if has_options => outbox.send(TableAction::NextOption),
            PadButton::Option => key(KeyCode::Space, Key::Space),
            PadButton::Hint => outbox.send(TableAction::Hint),
            PadButton::Undo if in_workshop => outbox.send(WorkshopAction::Undo),
            PadButton::Redo if in_workshop => outbox.send(WorkshopAction::Redo),
            PadButton::Undo => outbox.send(TableAction::Undo),
            PadButton::Redo => outbox.send(TableAction::Redo),
            PadButton::Peek => outbox.send(TableAction::Peek),
            PadButton::Drawer => outbox.send(NavigationAction::ToggleDrawer),
            PadButton::Rules => outbox.send(NavigationAction::OpenRules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_that_leans_counts_once_until_it_stands_again() {
        let mut stick = Stick::default();
        let sideways = [PadButton::Left, PadButton::Right];
        let pressed: Vec<_> =
            [0.2, 0.7, 0.9, 0.5, 0.8, 0.1, 0.7, -0.1, -0.9].map(|value| stick.lean(value, sideways)).into();
        let right = Some(PadButton::Right);
        assert_eq!(pressed, [None, right, None, None, None, None, right, None, Some(PadButton::Left)]);
    }
}
