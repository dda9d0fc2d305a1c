//! Tricks as they lie on the table: until they have been read, with their marks once the cards have arrived, and points only after
//! them.

use super::mess::settle_all;
use super::never_wait::{click, pointer_at};
use super::*;
use bevy::picking::events::{Drag, DragStart, Pointer, Press};
use bevy::picking::pointer::{PointerButton, PointerId};
use parlour::app::game::active::REST;
use parlour::app::settings::TricksStay;
use parlour::engine::table_session::TableSession;
use parlour::layout::{CardArea, Label, LabelLook, Reading};
use parlour::table::input::{InputEnabled, OnlyGoesOn};

const CIRCLE: &str = "mystique-circle";

/// The seat of the only person, who plays last in the first trick.
const PERSON: usize = 2;

/// A game among two bots, before a move of the only person that has this come of it, and that move.
fn before(is_wanted: fn(&[Beat]) -> bool) -> (String, String) {
    before_where(|_, beats| is_wanted(beats))
}

/// The same, where the game after the move is such as well.
fn before_where(is_wanted: impl Fn(&dyn TableSession, &[Beat]) -> bool) -> (String, String) {
    let players = vec![Player::bot(BotLevel::Easy), Player::bot(BotLevel::Easy), Player::person("Ada")];
    let entry = catalogue::find(CIRCLE).expect("the game");
    let mut session = entry.start_with("tricks", players, "(target: 900)").expect("a deal");
    loop {
        let seat = session.acting().first().expect("somebody acts");
        let legal = session.legal_moves(seat);
        let (record, mv) = (session.record_text(), legal[(7 * session.moves().0) % legal.len()].clone());
        let beats = session.play(seat, &mv).expect("legal");
        if seat.index() == PERSON && is_wanted(&*session, &beats) {
            return (record, mv);
        }
    }
}

fn completes_a_trick(beats: &[Beat]) -> bool {
    beats.iter().any(|beat| beat.waits == Some(Reading::Trick)) && beats.iter().all(|beat| beat.exhibit.is_none())
}

/// Whether the person is in turn in this game.
fn is_persons_turn(session: &dyn TableSession) -> bool {
    session.acting().first().is_some_and(|seat| seat.index() == PERSON)
}

fn ends_a_round(beats: &[Beat]) -> bool {
    beats.iter().any(|beat| beat.exhibit.is_some())
}

fn scene(app: &App) -> &TableScene {
    app.world().resource::<TableScene>()
}

/// A program in which it is the person's turn in this game, with these settings.
fn at_turn(folder: &Folder, record: &str, settings: Settings) -> App {
    folder.store().write_save(CIRCLE, record).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, SettingsAction::Set(Box::new(settings)));
    send(&mut app, GameAction::Continue(CIRCLE));
    settle_all(&mut app);
    app
}

/// The same, in which the person has just made this move.
fn playing(folder: &Folder, (record, mv): (String, String), settings: Settings) -> App {
    let mut app = at_turn(folder, &record, settings);
    ask(&mut app, TableAction::Play(mv));
    app
}

/// How many cards lie in the trick.
fn lying(app: &App) -> usize {
    let is_in_trick = |piece: &&Piece| matches!(piece.area.to(), Some(CardArea::Trick(_)));
    scene(app).layout.pieces.iter().filter(is_in_trick).count()
}

/// What is said of the trick and can be seen.
fn seen(app: &App) -> Vec<String> {
    let labels = scene(app).layout.labels.iter().filter(|label| scene(app).shows(label));
    labels.filter(|label| label.look.is_of_pieces()).map(|label| label.text.clone()).collect()
}

/// Frames until the whole trick lies there, and all of it has arrived.
fn until_it_lies(app: &mut App) {
    for _ in 0..600 {
        if scene(app).is_waiting()
            && !seen(app).is_empty()
            && seen(app).iter().any(|said| said.contains(" the trick: "))
        {
            return;
        }
        app.update();
    }
    panic!("the trick is not waited for");
}

#[test]
fn a_trick_lies_until_a_key_is_pressed_where_that_is_set_and_no_bot_plays_on() {
    let folder = Folder::new("trick-lies");
    let settings = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    let mut app = playing(&folder, before(completes_a_trick), settings);
    until_it_lies(&mut app);
    assert_eq!((lying(&app), moves(&app)), (3, table(&app).session().moves().1));
    let made = moves(&app);
    for _ in 0..1000 {
        app.update();
    }
    assert_eq!((lying(&app), moves(&app)), (3, made), "sixteen seconds later");
    assert!(!app.world().resource::<InputEnabled>().0 && app.world().resource::<OnlyGoesOn>().0);
    press(&mut app, KeyCode::Enter);
    for _ in 0..20 {
        app.update();
    }
    assert!(!scene(&app).is_waiting() && lying(&app) < 3, "it is taken");
    assert_eq!(moves(&app), made, "and nothing was played by that key");
}

#[test]
fn a_trick_lies_as_long_as_is_set_at_any_pace_of_motions() {
    for (tricks_stay, least) in [(TricksStay::TwoSeconds, 2.0), (TricksStay::OneSecond, 1.0)] {
        for animation in [Animation::default(), Animation::Off] {
            let folder = Folder::new(&format!("trick-{tricks_stay:?}-{animation:?}"));
            let settings = Settings { tricks_stay, animation, ..Settings::default() };
            let mut app = playing(&folder, before(completes_a_trick), settings);
            until_it_lies(&mut app);
            let mut frames = 0;
            while scene(&app).is_waiting() {
                app.update();
                frames += 1;
                assert!(frames < 1000, "{animation:?}: it does not go on");
            }
            let seconds = frames as f32 * 0.016;
            assert!((least - 0.1..least + 0.3).contains(&seconds), "{tricks_stay:?}, {animation:?}: {seconds} s");
        }
    }
    assert_eq!(Settings::default().tricks_stay, TricksStay::TwoSeconds, "it goes on by itself");
}

#[test]
fn an_arrow_goes_on_from_a_trick_and_moves_the_ring_with_one_press() {
    let folder = Folder::new("trick-arrow");
    let settings = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    let mut app = playing(&folder, before(completes_a_trick), settings);
    until_it_lies(&mut app);
    let (made, focus) = (moves(&app), scene(&app).focus);
    press(&mut app, KeyCode::ArrowRight);
    app.update();
    assert!(!scene(&app).is_waiting(), "it is taken");
    assert_ne!(scene(&app).focus, focus, "and the ring is where the arrow leads");
    assert_eq!(moves(&app), made);
}

#[test]
fn a_click_on_a_card_goes_on_from_a_trick_and_plays_nothing() {
    let folder = Folder::new("trick-click");
    let settings = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    let leads_next = before_where(|session, beats| completes_a_trick(beats) && is_persons_turn(session));
    let mut app = playing(&folder, leads_next, settings);
    until_it_lies(&mut app);
    let card = scene(&app).settled().own_hand().next().expect("a card").centre;
    let (made, at) = (moves(&app), app.world().resource::<TableViewport>().screen(card));
    click(&mut app, at);
    settle_all(&mut app);
    assert_eq!((moves(&app), lying(&app)), (made, 0), "the trick is taken");
    click(&mut app, at);
    app.update();
    app.update();
    assert_eq!(moves(&app), made + 1, "and now the card is led");
}

#[test]
fn a_drag_goes_on_from_a_trick_and_takes_the_card_along() {
    let folder = Folder::new("trick-drag");
    let settings = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    let leads_next = before_where(|session, beats| completes_a_trick(beats) && is_persons_turn(session));
    let mut app = playing(&folder, leads_next, settings);
    until_it_lies(&mut app);
    let card = scene(&app).settled().own_hand().next().expect("a card").centre;
    let at = app.world().resource::<TableViewport>().screen(card);
    let (window, location, hit) = pointer_at(&mut app, at);
    let (mouse, button, up) = (PointerId::Mouse, PointerButton::Primary, Vec2::new(0.0, -120.0));
    let press = Press { button, hit: hit.clone(), count: 1 };
    app.world_mut().trigger(Pointer::new(mouse, location.clone(), press, window));
    app.update();
    app.world_mut().trigger(Pointer::new(mouse, location.clone(), DragStart { button, hit }, window));
    app.world_mut().trigger(Pointer::new(mouse, location, Drag { button, distance: up, delta: up }, window));
    app.update();
    assert!(!scene(&app).is_waiting() && table(&app).picked.is_some(), "it is in the hand");
}

#[test]
fn a_hint_can_be_asked_for_while_a_trick_lies_there() {
    let folder = Folder::new("trick-hint");
    let settings = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    let leads_next = before_where(|session, beats| completes_a_trick(beats) && is_persons_turn(session));
    let mut app = playing(&folder, leads_next, settings);
    until_it_lies(&mut app);
    press(&mut app, KeyCode::KeyH);
    let status = &table(&app).status;
    assert!(matches!(status, Some(StatusMessage::Thinking | StatusMessage::Hint(_))), "{status:?}");
}

#[test]
fn where_tricks_do_not_stay_at_all_nothing_that_is_pressed_is_lost_meanwhile() {
    let folder = Folder::new("trick-passes");
    let settings = Settings { tricks_stay: TricksStay::NotAtAll, ..Settings::default() };
    let mut app = playing(&folder, before(completes_a_trick), settings);
    assert!(app.world().resource::<Moving>().0 && lying(&app) == 3, "its last card is on its way");
    assert!(!scene(&app).is_waiting());
    assert!(app.world().resource::<InputEnabled>().0 && !app.world().resource::<OnlyGoesOn>().0);
    for _ in 0..60 {
        app.update();
        assert!(!scene(&app).is_waiting());
    }
    assert!(lying(&app) < 3, "it is taken by itself");
}

#[test]
fn what_undo_asked_stands_while_bots_play_on() {
    let folder = Folder::new("undo-asked");
    let bots_go_on = before_where(|session, beats| completes_a_trick(beats) && !is_persons_turn(session));
    let mut app = playing(&folder, bots_go_on, Settings::default());
    let made = moves(&app);
    ask(&mut app, TableAction::Undo);
    assert!(moves(&app) == made && matches!(table(&app).status, Some(StatusMessage::Note(_))), "it asks");
    let start = std::time::Instant::now();
    while moves(&app) == made {
        assert!(start.elapsed() < PATIENCE, "no bot plays");
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
    ask(&mut app, TableAction::Undo);
    assert!(moves(&app) < made, "{:?}", table(&app).status);
}

#[test]
fn the_result_of_a_round_comes_before_anything_of_the_next_one() {
    let folder = Folder::new("trick-next-round");
    let mut app = playing(&folder, before(ends_a_round), Settings::default());
    assert!(table(&app).has_new_round());
    let made = moves(&app);
    while app.world().resource::<UiState>().page.is_none() {
        assert!(!app.world().resource::<InputEnabled>().0);
        press(&mut app, KeyCode::Enter);
    }
    assert_eq!((moves(&app), app.world().resource::<UiState>().page.clone()), (made, Some(Page::Round)));
}

/// Frames, until one asks for no other.
fn until_it_sleeps(app: &mut App) {
    for _ in 0..60 {
        app.world_mut().resource_mut::<Messages<RequestRedraw>>().clear();
        app.update();
        if app.world().resource::<Messages<RequestRedraw>>().is_empty() {
            return;
        }
    }
    panic!("it never sleeps");
}

#[test]
fn the_window_sleeps_while_a_trick_lies_to_be_read_and_is_woken_when_that_is_over() {
    let folder = Folder::new("trick-sleeps");
    let settings = Settings { tricks_stay: TricksStay::TwoSeconds, ..Settings::default() };
    let mut app = playing(&folder, before(completes_a_trick), settings);
    until_it_lies(&mut app);
    until_it_sleeps(&mut app);
    assert!(scene(&app).is_waiting());
    assert!(app.world().resource::<WakeWindow>().jobs() > 0, "something will wake it");
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(2)));
    app.update();
    assert!(!scene(&app).is_waiting(), "the time that it slept has passed");
}

#[test]
fn a_key_goes_on_from_a_trick_before_its_time_is_up_but_not_before_its_last_card_has_landed() {
    let folder = Folder::new("trick-key");
    let mut app = playing(&folder, before(completes_a_trick), Settings::default());
    assert!(scene(&app).is_waiting() && app.world().resource::<Moving>().0, "the card is on its way");
    press(&mut app, KeyCode::ShiftLeft);
    app.update();
    app.update();
    assert!(scene(&app).is_waiting() && !app.world().resource::<Moving>().0, "it has landed, and lies there");
    assert_eq!(lying(&app), 3);
    press(&mut app, KeyCode::ShiftLeft);
    app.update();
    app.update();
    assert!(!scene(&app).is_waiting() && lying(&app) == 0, "it is taken");
}

#[test]
fn bots_that_are_watched_go_on_from_a_trick_by_themselves() {
    let folder = Folder::new("trick-watched");
    let entry = catalogue::find(CIRCLE).expect("the game");
    let session = entry.start("watched", vec![Player::bot(BotLevel::Easy); 3]).expect("a deal");
    folder.store().write_save(CIRCLE, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    let settings = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    send(&mut app, SettingsAction::Set(Box::new(settings)));
    send(&mut app, GameAction::Continue(CIRCLE));
    let start = std::time::Instant::now();
    let mut has_lain = false;
    // Three bids, and more cards than a trick has.
    while moves(&app) < 3 + 4 {
        has_lain |= scene(&app).is_waiting();
        assert!(start.elapsed() < Duration::from_secs(120), "they wait for somebody");
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
    assert!(has_lain, "the first trick lay there");
}

#[test]
fn what_is_said_of_a_trick_is_seen_once_its_cards_have_arrived() {
    let folder = Folder::new("trick-marks");
    let (record, mv) = before(completes_a_trick);
    let mut app = at_turn(&folder, &record, Settings::default());
    let old = seen(&app);
    assert!(old.iter().any(|said| said.starts_with("led")) && old.len() >= 2, "two cards lie there: {old:?}");
    ask(&mut app, TableAction::Play(mv));
    assert!(app.world().resource::<Moving>().0, "the third is on its way");
    let is_told = |label: &&Label| label.look == LabelLook::Verdict;
    let verdict = scene(&app).layout.labels.iter().find(is_told).map(|label| label.text.clone()).expect("a verdict");
    let lasting = seen(&app);
    assert!(!lasting.contains(&verdict) && lasting.iter().all(|said| old.contains(said)), "{lasting:?} of {old:?}");
    until_it_lies(&mut app);
    assert!(seen(&app).contains(&verdict), "{:?}", seen(&app));
    press(&mut app, KeyCode::ShiftLeft);
    settle(&mut app);
    app.update();
    assert!(seen(&app).iter().all(|said| said == "bid"), "the trick is taken: {:?}", seen(&app));
}

/// The points that stand beside the table, and how much of the log.
fn told(app: &App) -> (Vec<i32>, usize, usize) {
    let landed = table(app).landed();
    (landed.scores.clone(), landed.score_sheet.rounds.len(), landed.log.len())
}

#[test]
fn points_and_log_change_only_after_the_trick_that_changed_them_has_landed() {
    let folder = Folder::new("trick-points");
    let settings = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    let (record, mv) = before(ends_a_round);
    let session = catalogue::load(&record).expect("a record");
    let (points, finished) = (session.scores(), session.score_sheet().rounds.len());
    let mut app = playing(&folder, (record, mv), settings);
    assert_ne!(table(&app).session().scores(), points, "the round is over");
    while scene(&app).is_playing() || app.world().resource::<Moving>().0 {
        let (scores, rounds, _) = told(&app);
        assert_eq!((scores, rounds), (points.clone(), finished), "while it is shown");
        assert!(table(&app).landed().log.iter().all(|entry| entry.line.step < moves(&app)));
        if scene(&app).is_waiting() {
            press(&mut app, KeyCode::ShiftLeft);
        }
        app.update();
    }
    app.update();
    app.update();
    let (scores, rounds, log) = told(&app);
    assert_eq!((scores, rounds), (table(&app).session().scores(), finished + 1));
    assert_eq!(log, table(&app).snapshot().log.len());
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::Round), "and then the round is summed up");
}

#[test]
fn what_was_undone_is_not_told_any_more() {
    let folder = Folder::new("trick-undone");
    let mut app = playing(&folder, before(completes_a_trick), Settings::default());
    assert!(table(&app).holds_back());
    // Among bots, it is asked first.
    send(&mut app, TableAction::Undo);
    send(&mut app, TableAction::Undo);
    app.update();
    assert!(!table(&app).holds_back());
    assert_eq!(table(&app).landed().made, moves(&app));
}

/// A game before a trick that the person leads with two cards left, both of which are sure to win.
fn before_what_is_decided() -> String {
    let players = || vec![Player::bot(BotLevel::Easy), Player::bot(BotLevel::Easy), Player::person("Ada")];
    let entry = catalogue::find(CIRCLE).expect("the game");
    for seed in 0..500 {
        let mut session = entry.start_with(&seed.to_string(), players(), "(target: 20)").expect("a deal");
        while session.outcome().is_none() {
            let seat = session.acting().first().expect("somebody acts");
            let legal = session.legal_moves(seat);
            if session.is_decided() && legal.len() == 2 {
                return session.record_text();
            }
            session.play(seat, &legal[(7 * session.moves().0) % legal.len()]).expect("legal");
        }
    }
    panic!("nothing is decided in any game")
}

#[test]
fn a_button_plays_out_a_round_of_which_all_other_tricks_are_ones_own() {
    let folder = Folder::new("the-rest");
    let settings = Settings { tricks_stay: TricksStay::ALL[0], ..Settings::default() };
    let mut app = at_turn(&folder, &before_what_is_decided(), settings);
    let before = (moves(&app), table(&app).session().score_sheet().rounds.len());
    let button = table(&app).actions().iter().position(|action| action.label == REST).expect("the button");
    ask(&mut app, TableAction::Act(button));
    let start = std::time::Instant::now();
    while table(&app).session().score_sheet().rounds.len() == before.1 {
        assert!(start.elapsed() < PATIENCE, "the round is not over after {} moves", moves(&app) - before.0);
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    assert_eq!(moves(&app) - before.0, 6, "two cards of each of three players");
    assert!(!table(&app).session().is_assisted(), "it is no help");
}
