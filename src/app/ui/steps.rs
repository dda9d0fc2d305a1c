//! One step of the keyboard a frame, so that none is lost.
//!
//! The panels move the focus once a frame, however often Tab was pressed in it, and Enter presses what had the focus
//! when the frame began. On a slow machine several keys fall into one frame; what comes after the first step waits for
//! the next frame, in order.

use std::collections::VecDeque;

use bevy::ecs::message::{MessageCursor, Messages};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{Event, Key};
use bevy_egui::input::EguiInputEvent;
use bevy_egui::{EguiInputSet, EguiPreUpdateSet};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        let_through
            .in_set(EguiPreUpdateSet::ProcessInput)
            .after(EguiInputSet::ReadBevyMessages)
            // After all else that writes events: what is written later would count as new in the next frame.
            .after(crate::app::platform::screen_reader::forward)
            .before(EguiInputSet::WriteEguiEvents),
    );
}

fn let_through(
    mut events: ResMut<Messages<EguiInputEvent>>,
    mut seen: Local<MessageCursor<EguiInputEvent>>,
    mut waiting: Local<VecDeque<(Entity, Event)>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let arrived: Vec<(Entity, Event)> = seen.read(&events).map(|new| (new.context, new.event.clone())).collect();
    if waiting.is_empty() && arrived.iter().filter(|(_, event)| is_step(event)).count() < 2 {
        return;
    }
    waiting.extend(arrived);
    events.clear();
    for (context, event) in next_step(&mut waiting, |(_, event)| event) {
        events.write(EguiInputEvent { context, event });
    }
    seen.clear(&events);
    if !waiting.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Takes what may come in this frame: everything up to the second step.
fn next_step<T>(waiting: &mut VecDeque<T>, event_of: impl Fn(&T) -> &Event) -> Vec<T> {
    let second = waiting.iter().enumerate().filter(|(_, waiting)| is_step(event_of(waiting))).nth(1);
    let count = second.map_or(waiting.len(), |(at, _)| at);
    waiting.drain(..count).collect()
}

/// Whether the event moves the focus or presses what has it.
fn is_step(event: &Event) -> bool {
    const STEPS: [Key; 7] =
        [Key::Tab, Key::Enter, Key::Space, Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
    matches!(event, Event::Key { key, pressed: true, .. } if STEPS.contains(key))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Modifiers;

    use super::*;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    #[test]
    fn keys_that_fall_into_one_frame_come_step_by_step_in_their_order() {
        let text = |text: &str| Event::Text(text.to_owned());
        let typed = [
            text("a"),
            key(Key::Tab, true),
            key(Key::Tab, false),
            key(Key::Tab, true),
            key(Key::Tab, false),
            text("b"),
            key(Key::Enter, true),
        ];
        let mut waiting: VecDeque<Event> = typed.iter().cloned().collect();
        let mut frames = Vec::new();
        while !waiting.is_empty() {
            frames.push(next_step(&mut waiting, |event| event));
        }
        assert_eq!(frames.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 1]);
        assert_eq!(frames.concat(), typed);
    }
}
