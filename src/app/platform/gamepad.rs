//! The gamepad: cross or stick for the arrows, one button to go, one to go back, and the rest for what is wanted often.
//!
//! A thread of its own waits for gamepads, so that an idle window stays asleep; what they do arrives as keys and
//! actions, so nothing else knows of them.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiPreUpdateSet;

use super::desk::Action;
use crate::table::motion::Wake;

/// What was done with a gamepad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// The cross or the stick to the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
    /// The lower button: as Enter.
    Go,
    /// The right button, or Start: as Escape.
    Back,
    /// The left button: the choice that goes with the next move.
    Option,
    /// The upper button.
    Hint,
    /// The left shoulder.
    Undo,
    /// The right shoulder.
    Redo,
    /// Select.
    Rules,
    /// The right trigger: on to the next button of the panels, as Tab.
    Next,
}

/// Where presses arrive.
#[derive(Resource)]
struct Pads(Mutex<Receiver<Press>>);

/// Where presses come from; tests press here what no gamepad does.
#[derive(Resource, Clone)]
pub struct Presses(pub Sender<Press>);

/// Listens to gamepads.
pub fn plugin(app: &mut App) {
    let (sender, receiver) = channel();
    app.insert_resource(Pads(Mutex::new(receiver)))
        .insert_resource(Presses(sender))
        .add_systems(PreUpdate, forward.after(bevy::input::InputSystems).before(EguiPreUpdateSet::ProcessInput));
}

/// Waits for gamepads, in a thread of its own.
pub fn listen(presses: Res<Presses>, wake: Res<Wake>) {
    let (presses, wake) = (presses.0.clone(), wake.clone());
    let listener = move || {
        // Without force feedback: that would be another thread, that wakes up many times a second.
        let mut gilrs = match gilrs::GilrsBuilder::new().with_force_feedback(false).build() {
            Ok(gilrs) => gilrs,
            Err(error) => return warn!("There will be no gamepads: {error}"),
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
        warn!("There will be no gamepads: {error}");
    }
}

/// Which way the stick leans, so that leaning counts once.
#[derive(Default)]
struct Stick(Option<Press>);

impl Stick {
    /// From here on it leans.
    const LEANS: f32 = 0.6;
    /// From here on it no longer does.
    const STANDS: f32 = 0.35;

    fn lean(&mut self, value: f32, towards: [Press; 2]) -> Option<Press> {
        let [back, forth] = towards;
        if value.abs() < Stick::STANDS && self.0.is_some_and(|leaning| towards.contains(&leaning)) {
            self.0 = None;
        }
        if value.abs() < Stick::LEANS || self.0.is_some() {
            return None;
        }
        self.0 = Some(if value < 0.0 { back } else { forth });
        self.0
    }
}

fn press_of(event: gilrs::EventType, stick: &mut Stick) -> Option<Press> {
    use gilrs::{Axis, Button, EventType};
    match event {
        EventType::ButtonPressed(button, _) => Some(match button {
            Button::DPadLeft => Press::Left,
            Button::DPadRight => Press::Right,
            Button::DPadUp => Press::Up,
            Button::DPadDown => Press::Down,
            Button::South => Press::Go,
            Button::East | Button::Start => Press::Back,
            Button::West => Press::Option,
            Button::North => Press::Hint,
            Button::LeftTrigger => Press::Undo,
            Button::RightTrigger => Press::Redo,
            Button::RightTrigger2 => Press::Next,
            Button::Select => Press::Rules,
            _ => return None,
        }),
        EventType::AxisChanged(Axis::LeftStickX, value, _) => stick.lean(value, [Press::Left, Press::Right]),
        EventType::AxisChanged(Axis::LeftStickY, value, _) => stick.lean(value, [Press::Down, Press::Up]),
        _ => None,
    }
}

fn forward(
    pads: Res<Pads>,
    window: Option<Single<Entity, With<PrimaryWindow>>>,
    mut keys: MessageWriter<KeyboardInput>,
    mut actions: MessageWriter<Action>,
) {
    let (Ok(presses), Some(window)) = (pads.0.try_lock(), window) else { return };
    for press in presses.try_iter() {
        let mut key = |key_code, logical_key: Key| {
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let logical_key = logical_key.clone();
                keys.write(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window: *window });
            }
        };
        match press {
            Press::Left => key(KeyCode::ArrowLeft, Key::ArrowLeft),
            Press::Right => key(KeyCode::ArrowRight, Key::ArrowRight),
            Press::Up => key(KeyCode::ArrowUp, Key::ArrowUp),
            Press::Down => key(KeyCode::ArrowDown, Key::ArrowDown),
            Press::Go => key(KeyCode::Enter, Key::Enter),
            Press::Back => key(KeyCode::Escape, Key::Escape),
            Press::Next => key(KeyCode::Tab, Key::Tab),
            Press::Option => drop(actions.write(Action::NextOption)),
            Press::Hint => drop(actions.write(Action::Hint)),
            Press::Undo => drop(actions.write(Action::Undo)),
            Press::Redo => drop(actions.write(Action::Redo)),
            Press::Rules => drop(actions.write(Action::OpenRules)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_that_leans_counts_once_until_it_stands_again() {
        let mut stick = Stick::default();
        let sideways = [Press::Left, Press::Right];
        let pressed: Vec<_> =
            [0.2, 0.7, 0.9, 0.5, 0.8, 0.1, 0.7, -0.1, -0.9].map(|value| stick.lean(value, sideways)).into();
        let right = Some(Press::Right);
        assert_eq!(pressed, [None, right, None, None, None, None, right, None, Some(Press::Left)]);
    }
}
