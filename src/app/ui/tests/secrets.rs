//! What is chosen in secret: in the panel, told to nobody else, and chosen again, if wanted, before the computer is passed on.

use super::*;

/// A game of Mess Machine for two people and two bots, after these moves; with the first person in front of the screen, or
/// nobody in particular.
pub(super) fn messy(moves: &[(u8, &str)], faces: bool) -> (ActiveGame, TableScene) {
    let players = ["Ada", "Blaise"].map(Player::person).into_iter().chain([BotLevel::Easy; 2].map(Player::bot));
    let mut session = catalogue::find(MESS).expect("the game").start("c0ffee42", players.collect()).expect("a deal");
    for (seat, mv) in moves {
        session.play(Seat::new(*seat).expect("a seat"), mv).expect("a legal move");
    }
    if faces {
        session.take_seat(Seat::FIRST);
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

pub(super) const CHOSEN: [(u8, &str); 4] = [(0, "choose A D"), (1, "choose B C"), (2, "choose C D"), (3, "choose D A")];

#[test]
fn buttons_are_chosen_in_secret_and_pressed_in_the_panel() {
    let (table, shown) = messy(&[], true);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("Direct B").click();
    harness.run();
    // The same button cannot be both: choosing it here frees it there.
    for name in ["Indirect B", "Direct A"] {
        harness.get_by_label(name).click();
        harness.run();
    }
    harness.get_by_role_and_label(Role::Button, "Choose").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Play("choose A B".to_owned())), "{:?}", harness.state());
    let (table, shown) = messy(&CHOSEN, false);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("C, 10 tokens left").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Switch('C')), "{:?}", harness.state());
}

#[test]
fn no_panel_says_what_another_seat_chose() {
    for faces in [false, true] {
        let words = |choices: [&str; 3]| {
            let [one, two, three] = choices;
            let moves = [(0, "choose A D"), (1, one), (2, two), (3, three)];
            let (table, shown) = messy(&moves, faces);
            all_words(&window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests)))
        };
        let (these, those) =
            (words(["choose B C", "choose C D", "choose D A"]), words(["choose D B", "choose B A", "choose C B"]));
        assert_eq!(these, those);
        assert_eq!(these.contains("each A held +1"), faces, "their own, those who look at them see: {these}");
    }
}

#[test]
fn the_row_of_whoever_looks_comes_first_and_is_in_sight_with_large_text() {
    let (mut table, mut shown) = messy(&CHOSEN, false);
    table.update(|session| session.take_seat(Seat::new(1).expect("a seat")));
    for (points, zoom) in in_sight::windows() {
        lay_in_its_room(&mut table, &mut shown, points, zoom);
        let harness = enlarged(points, zoom, |root, requests| draw_table(root, &table, &shown, requests));
        let row = |secrets: &str| {
            let mut rows = harness.query_all_by_label_contains(secrets);
            rows.next().unwrap_or_else(|| panic!("no row with {secrets:?} at {points:?}, {zoom}")).rect()
        };
        let (own, others) =
            (row("secret buttons: each B held +1, each C others hold +2"), row("secret buttons: chosen"));
        // Its name and points at least, and its tokens; what its buttons bring may be scrolled to.
        assert!(own.top() + 42.0 * zoom <= zoom * points.1, "{own:?} at {points:?}, {zoom}");
        let is_first = own.bottom() <= others.top() || own.right() <= others.left();
        assert!(is_first, "{own:?} and {others:?} at {points:?}, {zoom}");
    }
}

#[test]
fn whoever_has_chosen_in_secret_can_take_it_back_by_name_while_the_computer_is_passed_on() {
    let names = ["Ada", "Blaise"].map(Player::person).to_vec();
    for (moves, offers) in [(0, false), (1, true)] {
        let mut session =
            catalogue::find("mystique-circle").expect("the game").start("tea", names.clone()).expect("a deal");
        for _ in 0..moves {
            let mv = session.legal_moves(Seat::FIRST)[0].clone();
            session.play(Seat::FIRST, &mv).expect("legal");
        }
        let game = ActiveGame::new(session, Purpose::Game);
        let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        for size in SIZES {
            let mut harness = window(size, |root, requests| hand_over::show(root, &game, &seats, false, requests));
            assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
            let Some(again) = harness.query_by_role_and_label(Role::Button, "Take back Ada’s choice") else {
                assert!(!offers);
                continue;
            };
            again.click();
            harness.run();
            assert!(offers && harness.state().contains(TableAction::ChooseAgain), "{:?}", harness.state());
        }
    }
}
