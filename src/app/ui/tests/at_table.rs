//! A table at which somebody plays: as a screen reader finds it, with the last trick, Undo, and tips on what cannot be done.

use super::*;
use crate::games::matrix::layout::MatrixArea;
use crate::layout::AreaId;
use crate::words::capitalised;

#[test]
fn a_screen_reader_finds_every_slot_with_what_lies_there_and_can_play() {
    let (table, shown) = dealt(Purpose::Game);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    let group = harness.get_by_label("Matrix Solitaire: the table");
    let described = group.accesskit_node().description().unwrap_or_default();
    assert!(described.starts_with("To play: king of diamonds. Next: five of hearts; 51 left"), "{described}");
    harness.get_by_role_and_label(Role::Button, "bottom left slot: empty").click_accesskit();
    harness.run();
    let first = AreaId::of(MatrixArea::Slot("a1".parse().expect("a slot")));
    assert_eq!(harness.state().iter().last(), Some(&TableAction::Bring(None, first).into()));
    harness.get_by_role(Role::Status);
}

#[test]
fn the_last_trick_opens_on_a_click_and_is_closed_by_one() {
    // Four bids, and four cards of the first trick.
    let (before, scene) = circle(7);
    let harness = window(SIZES[1], |root, requests| draw_table(root, &before, &scene, requests));
    assert!(harness.query_by_role_and_label(Role::Button, "Last trick (P)").is_none(), "no trick is taken yet");
    let (mut after, scene) = circle(8);
    assert_eq!(scene.layout.last.cards.len(), 4);
    assert!(after.snapshot().described.contains("The last trick"), "{}", after.snapshot().described);
    for size in SIZES {
        after.peeks = false;
        let mut harness = window(size, |root, requests| draw_table(root, &after, &scene, requests));
        let shapes = |harness: &Harness<Requests>| harness.output().shapes.len();
        let without = shapes(&harness);
        harness.get_by_role_and_label(Role::Button, "Last trick (P)").focus();
        harness.run();
        assert!(shapes(&harness) <= without + 4, "{size:?}: the focus alone opens nothing");
        assert!(!harness.state().contains(TableAction::Peek), "{size:?}: {:?}", harness.state());
        let asked = |harness: &Harness<Requests>| {
            harness.state().iter().filter(|asked| **asked == TableAction::Peek.into()).count()
        };
        harness.key_press(egui::Key::Enter);
        harness.run();
        let by_key = asked(&harness);
        harness.get_by_role_and_label(Role::Button, "Last trick (P)").click();
        harness.run();
        assert!(0 < by_key && by_key < asked(&harness), "{size:?}: {:?}", harness.state());
        drop(harness);
        after.peeks = true;
        let mut harness = window(size, |root, requests| draw_table(root, &after, &scene, requests));
        assert!(shapes(&harness) > without + 4, "{size:?}");
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Back to the table").click();
        harness.run();
        assert!(harness.state().contains(TableAction::EndPeek), "{size:?}: {:?}", harness.state());
    }
}

/// Whether Undo is grey, what its tip says then, and whether a click on it asks for anything.
fn undo_of(game: &ActiveGame, scene: &TableScene) -> (bool, String, bool) {
    let mut harness = window(SIZES[0], |root, requests| draw_table(root, game, scene, requests));
    let undo = harness.get_by_role_and_label(Role::Button, "Undo (Ctrl+Z)");
    let is_grey = undo.accesskit_node().is_disabled();
    let place = undo.rect();
    undo.hover();
    harness.run_steps(8);
    let tip =
        harness.query_all_by_label_contains("Undo (Ctrl+Z)").find(|node| node.accesskit_node().role() == Role::Label);
    let tip = tip.map_or(String::new(), |tip| {
        assert!(!tip.rect().intersects(place), "the tip lies over its button");
        tip.accesskit_node().value().unwrap_or_default()
    });
    harness.get_by_role_and_label(Role::Button, "Undo (Ctrl+Z)").click();
    harness.run();
    (is_grey, tip, harness.state().contains(TableAction::Undo))
}

#[test]
fn undo_is_grey_where_it_would_be_refused_and_its_tip_says_why() {
    let people = || ["Ada", "Blaise"].map(Player::person).to_vec();
    let alone = || vec![Player::person("Ada"), Player::bot(BotLevel::Easy)];
    for (id, players, moves, refusal) in [
        (GAME, vec![Player::person("Ada")], 0, Some("there is nothing to undo")),
        (GAME, vec![Player::person("Ada")], 1, None),
        ("mystique-circle", people(), 0, Some("there is nothing to undo")),
        ("mystique-energy", people(), 2, Some("a move that revealed something hidden cannot be undone")),
        // Another's choice and practice are asked about.
        ("mystique-circle", people(), 1, None),
        ("mystique-energy", alone(), 2, None),
    ] {
        let (game, scene) = played_on(id, players, moves);
        let (is_grey, tip, is_asked) = undo_of(&game, &scene);
        let said = refusal.map_or("Undo (Ctrl+Z)".to_owned(), |why| format!("Undo (Ctrl+Z): {why}"));
        assert_eq!((is_grey, tip, is_asked), (refusal.is_some(), said, refusal.is_none()), "{id} after {moves}");
    }
}

#[test]
fn the_tip_of_what_cannot_be_done_now_covers_neither_its_button_nor_the_own_hand() {
    let mut looked_at = 0;
    let mut covered = Vec::new();
    for entry in catalogue::GAMES.iter().filter(|entry| entry.info.seats.1 > 1) {
        let id = entry.info.id;
        let bots = vec![Player::bot(BotLevel::Easy); usize::from(entry.info.seats.0.max(2)) - 1];
        let players = [vec![Player::person("Ada")], bots].concat();
        let (game, scene) = played_on(id, players, 0);
        for (size, zoom) in SIZES.into_iter().flat_map(|size| [(size, 1.0), (size, 1.5)]) {
            let points = (size.0 / zoom, size.1 / zoom);
            for (number, action) in game.actions().iter().enumerate() {
                let Err(why) = &action.mv else { continue };
                let mut harness = enlarged(points, zoom, |root, requests| draw_table(root, &game, &scene, requests));
                let name = format!("{} ({})", action.label, number + 1);
                // Places of nodes are in pixels.
                let in_points = |rect: egui::Rect| egui::Rect { min: rect.min / zoom, max: rect.max / zoom };
                let place = in_points(harness.get_by_role_and_label(Role::Button, &name).rect());
                harness.hover_at(place.center());
                harness.run_steps(8);
                let why = capitalised(&why.why);
                let tip = harness.query_by_role_and_label(Role::Label, &why).map(|tip| in_points(tip.rect()));
                let Some(tip) = tip else {
                    covered.push(format!("{id} at {size:?}, {zoom}: {name} at {place:?} has no tip"));
                    continue;
                };
                looked_at += 1;
                let hand = own_hand(&game, &scene, points, zoom);
                assert!(!hand.is_empty(), "{id}");
                if hand.iter().chain([&place]).any(|kept| kept.intersects(tip)) {
                    covered.push(format!("{id} at {size:?}, {zoom}: {name}: {tip:?}"));
                }
            }
        }
    }
    assert!(covered.is_empty(), "{covered:#?}");
    assert!(looked_at >= 6, "{looked_at}");
}
