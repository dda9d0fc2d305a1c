//! What stands over the table when a round or a game is over: the points of all, and buttons that nobody presses by accident.

use super::*;
use crate::app::ui::scores;

/// A game that random moves have played to its end.
fn ended(id: &str, seats: usize) -> ActiveGame {
    ended_for(id, vec![Player::bot(BotLevel::Random); seats])
}

fn ended_for(id: &str, players: Vec<Player>) -> ActiveGame {
    let mut session = catalogue::find(id).expect("a game").start("end", players).expect("a deal");
    while let Some(seat) = session.acting().first() {
        let any = session.legal_moves(seat).first().cloned().expect("a move");
        session.play(seat, &any).expect("a legal move");
    }
    ActiveGame::new(session, Purpose::Game)
}

/// As many as the games have that end with a row for each seat.
#[test]
fn the_end_of_a_game_for_many_is_within_the_window_title_and_buttons_alike() {
    for (id, seats) in [("mystique-energy", 2), ("mystique-circle", 5), ("mystique-energy", 6)] {
        let game = ended(id, seats);
        let players = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        for size in SIZES {
            let harness = window(size, |root, requests| {
                results::end(&root.ctx().clone(), &game, &players, false, SHOWN, requests);
            });
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size.0, size.1)).shrink(8.0);
            let shown = [Role::Label, Role::Button];
            let nodes =
                harness.root().children_recursive().filter(|node| shown.contains(&node.accesskit_node().role()));
            let outside: Vec<String> = nodes
                .filter(|node| !room.contains_rect(node.rect()))
                .map(|node| format!("{:?} {:?}", node.accesskit_node().label(), node.rect()))
                .collect();
            assert!(outside.is_empty(), "{id} for {seats} at {size:?}: {outside:#?}");
        }
    }
}

/// Words on buttons that can be read only in part, or not at all, with where they are and what of it is shown: they are scrolled away,
/// or beyond the panel.
fn cut_off(harness: &Harness<Requests>, words: &[&str]) -> Vec<String> {
    let shapes = &harness.output().shapes;
    let place_of = |wanted: &str| {
        shapes.iter().find_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) if text.galley.text() == wanted => {
                Some((text.visual_bounding_rect(), clipped.clip_rect))
            }
            _ => None,
        })
    };
    let places = words.iter().map(|wanted| (wanted, place_of(wanted)));
    let cut = places.filter(|(_, place)| !place.is_some_and(|(place, shown)| shown.contains_rect(place)));
    cut.map(|(wanted, place)| format!("{wanted}: {place:?}")).collect()
}

#[test]
fn what_can_be_done_after_a_game_or_a_round_is_in_sight_at_any_text_size() {
    const WAYS: [&str; 8] =
        ["Again", "Same deal", "Replay", "Review", "Was it fair?", "Share", "See the table", "Library"];
    let game = ended("mystique-circle", 5);
    let players = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    for (size, zoom) in in_sight::windows() {
        let mut harness =
            enlarged(size, zoom, |root, requests| results::end(root, &game, &players, false, SHOWN, requests));
        harness.step();
        assert_eq!(cut_off(&harness, &WAYS), Vec::<String>::new(), "{size:?} points, {zoom} times as large");
        let mut harness = enlarged(size, zoom, |root, requests| results::round(root, &game, &players, SHOWN, requests));
        // The panel lies in the middle from the frame on in which its size and the factor are known.
        harness.step();
        assert_eq!(cut_off(&harness, &["Go on"]), Vec::<String>::new(), "{size:?} points, {zoom} times as large");
    }
}

#[test]
fn how_a_game_ended_and_the_first_two_are_in_sight_at_any_text_size() {
    for id in ["mystique-circle", "mystique-guilds", "battle-for-the-suns"] {
        let game = ended_for(id, ["Ada", "Blaise", "Clara"].map(Player::person).to_vec());
        let players = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        let scores = game.session().scores();
        let mut ranked = [0, 1, 2];
        ranked.sort_by_key(|seat| std::cmp::Reverse(scores[*seat]));
        let outcome = game.outcome.as_ref().expect("it is over");
        let title = game.snapshot().finale.title.clone().unwrap_or_else(|| game.session().result(outcome));
        let words = [title.as_str(), &players[ranked[0]].name, &players[ranked[1]].name];
        for (size, zoom) in in_sight::windows() {
            let mut harness =
                enlarged(size, zoom, |root, requests| results::end(root, &game, &players, false, SHOWN, requests));
            harness.step();
            assert_eq!(cut_off(&harness, &words), Vec::<String>::new(), "{id}: {size:?} points, {zoom} times as large");
        }
    }
}

#[test]
fn the_score_sheet_between_rounds_tells_all_rounds_and_what_the_last_one_is_made_of() {
    for size in SIZES {
        // Four rounds, of which the last has just ended.
        let (game, _) = circle(usize::MAX);
        let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        let harness = window(size, |root, requests| results::round(root, &game, &seats, SHOWN, requests));
        let words = all_words(&harness);
        assert!(words.contains("Round 1: ") && words.contains("Points in total: "), "{words}");
        assert!(words.contains("bid"), "what the points are made of: {words}");
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
    }
}

#[test]
fn where_fewer_are_better_the_end_says_what_is_counted_and_how_many_there_were() {
    let entry = catalogue::find("eleusis-express").expect("the game");
    let mut session = entry.lesson().expect("a lesson").expect("its record");
    for mv in ["play 5D", "guess colour differs from last"] {
        session.play(Seat::FIRST, mv).expect("legal");
    }
    let game = ActiveGame::new(session, Purpose::Game);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let harness = window(SIZES[0], |root, requests| results::end(root, &game, &seats, false, SHOWN, requests));
    assert!(harness.query_by_label("Cards used").is_some() && harness.query_by_label("1").is_some());
    assert!(harness.query_by_label("Your score").is_none() && harness.query_by_label("−1").is_none());
}

#[test]
fn the_end_of_a_game_leads_to_its_review_and_to_whether_it_was_fair() {
    for size in SIZES {
        let game = ActiveGame::new(finished(), Purpose::Game);
        let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        let mut harness = window(size, |root, requests| results::end(root, &game, &seats, false, SHOWN, requests));
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Review").click();
        harness.run();
        assert!(harness.state().contains(GameAction::ReviewThis), "{:?}", harness.state());
        harness.get_by_role_and_label(Role::Button, "Was it fair?").click();
        harness.run();
        assert!(harness.state().contains(NavigationAction::OpenFairness), "{:?}", harness.state());
    }
}

#[test]
fn enter_pressed_once_too_often_deals_no_new_game_and_the_next_key_leads_to_the_buttons() {
    let game = ActiveGame::new(finished(), Purpose::Game);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let mut first = true;
    let mut harness = window(SIZES[1], |root, requests| {
        let staging = Staging { focus: std::mem::take(&mut first), ..SHOWN };
        results::end(root, &game, &seats, false, staging, requests);
    });
    for key in [egui::Key::Enter, egui::Key::Enter, egui::Key::Space] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().iter().count(), 0, "{:?}", harness.state());
    harness.key_press(egui::Key::Tab);
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(harness.state().contains(GameAction::Again), "{:?}", harness.state());
}

#[test]
fn arrows_lead_from_the_result_to_the_buttons_below_it() {
    let game = ActiveGame::new(finished(), Purpose::Game);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let mut first = true;
    let mut harness = window(SIZES[1], |root, requests| {
        let staging = Staging { focus: std::mem::take(&mut first), ..SHOWN };
        results::end(root, &game, &seats, false, staging, requests);
    });
    harness.key_press(egui::Key::ArrowDown);
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(harness.state().iter().count() > 0, "a button has the focus");
}

/// A game of two pairs, before and after all its moves.
fn of_partners(is_over: bool) -> (ActiveGame, TableScene) {
    let names = ["You", "Ada", "Blaise", "Clara"].map(|name| format!("(name: \"{name}\")")).join(", ");
    let record = format!(
        "(parlour: 1, game: \"mystique\", rules: 1, seed: \"pairs\", options: (partners: true), seats: [{names}], moves: [])"
    );
    let mut session = catalogue::load(&record).unwrap_or_else(|error| panic!("{error}"));
    while is_over && session.outcome().is_none() {
        let seat = session.acting().first().expect("somebody acts");
        let mv = session.legal_moves(seat)[0].clone();
        session.play(seat, &mv).expect("a legal move");
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

#[test]
fn partners_have_one_line_one_colour_and_one_sum() {
    let (game, scene) = of_partners(false);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let seats = scores::in_colours_of_sides(seats, &game.snapshot().score_sheet);
    assert_eq!((seats[0].colour, seats[1].colour), (seats[2].colour, seats[3].colour));
    assert_ne!(seats[0].colour, seats[1].colour);
    for size in SIZES {
        let harness = window(size, |root, requests| draw_table(root, &game, &scene, requests));
        for pair in ["You and Blaise: 0", "Ada and Clara: 0"] {
            assert!(harness.query_by_label(pair).is_some(), "{pair} at {size:?}");
        }
    }
    let (game, _) = of_partners(true);
    let points = game.session().scores();
    let shown = game.snapshot().score_sheet.shown(points[0]);
    for size in SIZES {
        let end = window(size, |root, requests| results::end(root, &game, &seats, false, SHOWN, requests));
        let words = all_words(&end);
        assert!(words.contains(&format!("You and Blaise: {shown}.")), "{shown} at {size:?}: {words}");
    }
}
