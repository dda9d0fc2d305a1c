//! A deal is settled as it comes to the table, and at the end bots think again in the background.

use super::*;
use parlour::engine::seats::BotLevel;

#[test]
fn a_deal_is_settled_before_its_first_move_and_keeps_its_fingerprint() {
    let folder = Folder::new("fair-deal");
    let mut app = dealt(folder.store(), "c0ffee42");
    let fingerprint = table(&app).session().fingerprint();
    assert!(fingerprint.is_some());
    // The same seed once more has another salt.
    let mut again = dealt(Folder::new("fair-again").store(), "c0ffee42");
    assert_ne!(table(&again).session().fingerprint(), fingerprint);
    send(&mut again, NavigationAction::OpenLibrary);
    // It is saved with the game.
    bring(&mut app, "b1");
    settle(&mut app);
    send(&mut app, NavigationAction::OpenLibrary);
    send(&mut app, GameAction::Continue(GAME));
    settle(&mut app);
    assert_eq!((moves(&app), table(&app).session().fingerprint()), (1, fingerprint));
}

/// A finished game of Up and Down among bots, in the history, with another move of a bot in it where it is changed.
fn finished(folder: &Folder, is_changed: bool) -> String {
    let entry = catalogue::find("up-and-down").expect("the game");
    let mut session = entry.start("fair", vec![Player::bot(BotLevel::Easy); 2]).expect("a deal");
    let mut is_changed = is_changed;
    while let Some((seat, think)) = session.bot_job() {
        let mv = think(&Default::default()).expect("a move");
        let mut others = session.legal_moves(seat).into_iter().filter(|other| *other != mv);
        let other = others.next_back().filter(|_| is_changed && session.moves().0 > 10);
        is_changed &= other.is_none();
        session.play(seat, &other.unwrap_or(mv)).expect("a legal move");
    }
    let store = folder.store();
    store.keep(&*session, session.outcome().as_ref()).expect("kept");
    store.history("up-and-down").0[0].record.clone()
}

#[test]
fn bots_think_again_about_a_finished_game_and_what_they_did_not_do_is_found() {
    for is_changed in [false, true] {
        let folder = Folder::new(if is_changed { "fair-changed" } else { "fair-bots" });
        let record = finished(&folder, is_changed);
        let mut app = program(folder.store());
        send(&mut app, GameAction::Replay("up-and-down", record));
        send(&mut app, NavigationAction::OpenFairness);
        assert_eq!(app.world().resource::<UiState>().page, Some(Page::Fairness));
        send(&mut app, TableAction::CheckBots);
        let start = std::time::Instant::now();
        let is_done = |app: &App| {
            let check = &table(app).fairness;
            check.other.is_some() || (!check.steps.is_empty() && check.done == check.steps.len())
        };
        while !is_done(&app) {
            assert!(start.elapsed() < PATIENCE, "{} were checked", table(&app).fairness.done);
            std::thread::sleep(Duration::from_millis(2));
            app.update();
        }
        assert_eq!(table(&app).fairness.other.is_some(), is_changed);
        assert!(table(&app).fairness.steps.len() > 20);
    }
}

#[test]
fn a_finished_game_is_seen_through_anybodys_eyes_and_openly_again() {
    let folder = Folder::new("fair-eyes");
    let record = finished(&folder, false);
    let mut app = program(folder.store());
    send(&mut app, GameAction::Replay("up-and-down", record));
    send(&mut app, TableAction::Seek(6));
    let known = |app: &App| {
        let pieces = &app.world().resource::<TableScene>().layout.pieces;
        pieces.iter().filter(|piece| piece.face != parlour::layout::Face::Back).count()
    };
    let all = known(&app);
    send(&mut app, TableAction::SeenBy(parlour::engine::seats::Seat::new(1)));
    settle(&mut app);
    assert_table_is_true(&mut app);
    assert!(known(&app) <= all && table(&app).can_be_reviewed());
    send(&mut app, TableAction::SeenBy(None));
    settle(&mut app);
    assert_eq!(known(&app), all);
}

#[test]
fn the_deal_is_the_one_whose_fingerprint_the_setup_showed() {
    let folder = Folder::new("fair-setup");
    let mut app = program(folder.store());
    send(&mut app, NavigationAction::OpenSetup(GAME));
    let salt = app.world().resource::<UiState>().salt.expect("the system has random numbers");
    send(&mut app, GameAction::Deal(GAME, Some("c0ffee42".to_owned())));
    let mut shown =
        catalogue::find(GAME).expect("the game").start("c0ffee42", vec![Player::person("Eve")]).expect("a deal");
    shown.commit(salt);
    assert_eq!(table(&app).session().fingerprint(), shown.fingerprint());
    assert_eq!(app.world().resource::<UiState>().salt, None, "it is used once");
}

#[test]
fn whoever_takes_the_end_back_has_nothing_checked_of_the_game_before() {
    let folder = Folder::new("fair-undo");
    let entry = catalogue::find("up-and-down").expect("the game");
    let players = vec![Player::person("Ada"), Player::bot(BotLevel::Easy)];
    let mut session = entry.start("fair", players).expect("a deal");
    while let Some(seat) = session.acting().first() {
        let mv = session.legal_moves(seat).first().cloned().expect("a move");
        session.play(seat, &mv).expect("a legal move");
    }
    folder.store().write_save("up-and-down", &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue("up-and-down"));
    settle(&mut app);
    send(&mut app, TableAction::CheckBots);
    assert!(table(&app).fairness.is_on);
    // It asks first: what is played from here on is practice.
    send(&mut app, NavigationAction::Close);
    for _ in 0..2 {
        send(&mut app, TableAction::Undo);
        settle(&mut app);
    }
    assert!(table(&app).outcome.is_none(), "{} moves are left", moves(&app));
    assert!(!table(&app).fairness.is_on && table(&app).fairness.steps.is_empty());
}
