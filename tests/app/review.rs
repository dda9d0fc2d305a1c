//! Review after the game: asked for at the end, found out in the background, gone through by keys.

use super::*;
use parlour::engine::review::costliest;
use parlour::engine::seats::Seat;

/// Frames until every choice has been looked at.
fn until_all_are_looked_at(app: &mut App) {
    let start = std::time::Instant::now();
    while table(app).review.progress().0 < table(app).review.progress().1 {
        assert!(start.elapsed() < Duration::from_secs(240), "only {:?}", table(app).review.progress());
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
}

/// The record's name of a finished game in the history, whose player always took the first slot that was open.
fn careless_game(folder: &Folder) -> String {
    let entry = catalogue::find(GAME).expect("the game");
    let mut session = entry.start("c0ffee42", vec![Player::person("You")]).expect("a deal");
    while session.outcome().is_none() {
        let mv = session.legal_moves(Seat::FIRST).first().cloned().expect("a move");
        session.play(Seat::FIRST, &mv).expect("a legal move");
    }
    let store = folder.store();
    store.keep(&*session, session.outcome().as_ref()).expect("kept");
    store.history(GAME).0[0].record.clone()
}

#[test]
fn the_end_leads_to_a_review_that_is_stepped_through_by_keys() {
    let folder = Folder::new("review-end");
    let mut app = dealt(folder.store(), "c0ffee42");
    play_golden_by_keys(&mut app);
    settle(&mut app);
    app.update();
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::End));
    send(&mut app, GameAction::ReviewThis);
    app.update();
    assert!(table(&app).is_replay() && table(&app).review.is_on);
    assert_eq!((moves(&app), app.world().resource::<UiState>().page.clone()), (0, None));
    for step in 1..=3 {
        press(&mut app, KeyCode::ArrowRight);
        app.update();
        assert_eq!(moves(&app), step);
    }
    settle(&mut app);
    assert_table_is_true(&mut app);
    let start = std::time::Instant::now();
    while !table(&app).review.found.contains_key(&3) {
        assert!(start.elapsed() < PATIENCE, "nothing was found out");
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    // What is thought about is given up with the table.
    send(&mut app, NavigationAction::OpenLibrary);
    app.update();
    assert!(app.world().get_resource::<ActiveGame>().is_none());
}

#[test]
fn a_game_of_the_history_is_reviewed_and_what_decided_it_is_a_step_away() {
    let folder = Folder::new("review-history");
    let record = careless_game(&folder);
    let mut app = program(folder.store());
    send(&mut app, GameAction::Replay(GAME, record));
    app.update();
    assert!(table(&app).can_be_reviewed() && !table(&app).review.is_on);
    send(&mut app, TableAction::Review(true));
    app.update();
    until_all_are_looked_at(&mut app);
    let review = &table(&app).review;
    let found: Vec<_> = review.found.values().flatten().collect();
    assert_eq!(found.len(), review.plan.own.len(), "the bot has something to say of every choice");
    assert!(found.iter().all(|review| review.cost >= 0.0 && !(review.is_best && review.cost > 0.0)), "{found:?}");
    let mistakes = review.mistakes().count();
    assert!(mistakes > 3, "{mistakes}");
    let moment = costliest(review.mistakes()).expect("a mistake").clone();
    assert!(found.iter().all(|other| other.cost <= moment.cost));
    send(&mut app, TableAction::Seek(moment.step));
    settle(&mut app);
    assert_eq!(moves(&app), moment.step);
    assert_eq!(table(&app).snapshot().moves.last(), Some(&moment.played));
    assert_table_is_true(&mut app);
    // Hidden and shown again, it is still known.
    for on in [false, true] {
        send(&mut app, TableAction::Review(on));
        assert_eq!((table(&app).review.is_on, table(&app).review.mistakes().count()), (on, mistakes));
    }
}

#[test]
fn a_game_in_play_or_given_up_is_not_reviewed() {
    let folder = Folder::new("review-none");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, TableAction::Review(true));
    assert!(!table(&app).review.is_on);
    bring(&mut app, "b1");
    settle(&mut app);
    let text = table(&app).session().record_text();
    send(&mut app, RecordAction::OpenTyped(text));
    app.update();
    assert!(table(&app).is_replay());
    send(&mut app, TableAction::Review(true));
    assert!(!table(&app).review.is_on && !table(&app).can_be_reviewed());
}
