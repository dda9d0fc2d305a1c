//! First steps: what a lesson says, and that there is room for all of it.

use super::*;

#[test]
fn a_lesson_says_what_to_do_and_how_far_it_is() {
    let (table, shown) = dealt(Purpose::Lesson);
    let mut harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("1 of 10");
    harness.get_by_role_and_label(Role::Button, "Start over").click();
    harness.run();
    assert!(harness.state().contains(GameAction::Learn(GAME)));
}

/// Plays an answer to what a lesson says, and what the others do then; `false` at its end.
fn go_on(session: &mut dyn TableSession) -> bool {
    if session.teaching().is_none_or(|teaching| teaching.rule.is_none()) {
        return false;
    }
    let moves = session.legal_moves(Seat::FIRST);
    let answer = moves.iter().find(|mv| session.is_answer(mv)).expect("an answer");
    session.play(Seat::FIRST, answer).expect("legal");
    while let Some((seat, reply)) = session.lesson_reply() {
        session.play(seat, reply).expect("legal");
    }
    true
}

#[test]
fn all_that_lessons_say_has_room_under_the_table() {
    let mut too_high: Vec<String> = Vec::new();
    for (entry, lesson) in catalogue::GAMES.iter().filter_map(|entry| Some((entry, entry.lesson()?))) {
        let mut session = lesson.expect("a lesson");
        loop {
            let says = session.teaching().expect("a lesson").says;
            let copy = catalogue::load(&session.record_text()).expect("a record");
            let mut shown = TableScene::default();
            shown.set(copy.layout(), None);
            let game = ActiveGame::new(copy, Purpose::Lesson);
            for (size, zoom) in [(SIZES[0], 1.0), (SIZES[0], 1.5), (SIZES[1], 1.5), (SIZES[2], 1.0)] {
                let harness = enlarged(size, zoom, |root, requests| draw_table(root, &game, &shown, requests));
                let window = egui::vec2(size.0, size.1) / zoom;
                let strip = window_layout::strip(&game, bevy::math::Vec2::new(window.x, window.y));
                let nodes: Vec<_> = harness.root().children_recursive().collect();
                let words = nodes.iter().filter(|node| node.accesskit_node().value().as_deref() == Some(says));
                let high = words.map(|node| node.rect().height()).fold(0.0, f32::max);
                assert!(high > 10.0, "{}: {says} is not shown at {size:?}, {zoom}", entry.info.id);
                if high > strip - 12.0 {
                    too_high.push(format!("{}: {says} is {high} high at {size:?}, {zoom}", entry.info.id));
                }
            }
            if !go_on(&mut *session) {
                break;
            }
        }
    }
    assert!(too_high.is_empty(), "{too_high:#?}");
}
