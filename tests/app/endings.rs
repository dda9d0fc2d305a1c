//! How results are shown: what decided them on the table, piece by piece, until it is read; then the end. And what goes with puzzles
//! and lessons.

use super::mess::settle_all;
use super::*;
use parlour::app::settings::ResultsStay;
use parlour::engine::game::Cancel;
use parlour::engine::seats::Seat;
use parlour::games::chain::layout::played_as;
use parlour::games::chain::position::Move as ChainMove;
use parlour::games::chain::{solver, studies};
use parlour::layout::Exhibit;
use parlour::table::input::{InputEnabled, OnlyGoesOn};

const SUNS: &str = "battle-for-the-suns";
const MESS: &str = "mess-machine";
const CHAIN: &str = "mystique-chain";

fn scene(app: &App) -> &TableScene {
    app.world().resource::<TableScene>()
}

fn page(app: &App) -> Option<Page> {
    app.world().resource::<UiState>().page.clone()
}

/// A game of Suns in which the only person, who chooses last, decides a sun with the move that comes with it.
fn before_a_sun() -> (String, String) {
    let players = vec![Player::bot(BotLevel::Easy), Player::bot(BotLevel::Easy), Player::person("Ada")];
    let mut session = catalogue::find(SUNS).expect("the game").start("suns", players).expect("a deal");
    loop {
        let seat = session.acting().first().expect("somebody acts");
        let legal = session.legal_moves(seat);
        let (record, mv) = (session.record_text(), legal[(7 * session.moves().0) % legal.len()].clone());
        let beats = session.play(seat, &mv).expect("legal");
        if seat.index() == 2 && beats.iter().any(|beat| beat.waits.is_some()) {
            return (record, mv);
        }
    }
}

/// A program at a table on which a sun has just been decided, that animates so and lets results stay so long.
fn at_a_decided_sun(folder: &Folder, animation: Animation, results_stay: ResultsStay) -> App {
    let (record, mv) = before_a_sun();
    folder.store().write_save(SUNS, &record).expect("a save");
    let mut app = program(folder.store());
    let settings = Settings { animation, results_stay, ..Settings::default() };
    send(&mut app, SettingsAction::Set(Box::new(settings)));
    send(&mut app, GameAction::Continue(SUNS));
    settle_all(&mut app);
    send(&mut app, TableAction::Play(mv));
    for _ in 0..1200 {
        if scene(&app).is_waiting() && scene(&app).exhibit().is_some() {
            return app;
        }
        app.update();
    }
    panic!("the sun is not waited for");
}

#[test]
fn who_won_a_sun_stays_until_somebody_goes_on_and_the_key_does_no_more_than_that() {
    let folder = Folder::new("sun-stays");
    let mut app = at_a_decided_sun(&folder, Animation::default(), ResultsStay::UntilRead);
    let exhibit = scene(&app).exhibit().cloned();
    assert!(exhibit.as_ref().is_some_and(|exhibit| exhibit.figure.contains(" to ")), "{exhibit:?}");
    for _ in 0..1000 {
        app.update();
    }
    assert_eq!(scene(&app).exhibit(), exhibit.as_ref(), "sixteen seconds later");
    assert!(!app.world().resource::<InputEnabled>().0 && app.world().resource::<OnlyGoesOn>().0);
    let before = moves(&app);
    press(&mut app, KeyCode::Enter);
    settle_all(&mut app);
    assert!(!scene(&app).is_waiting() && scene(&app).exhibit().is_none());
    assert!(!app.world().resource::<OnlyGoesOn>().0);
    assert_eq!((moves(&app), page(&app)), (before, None), "nothing was played or opened");
}

#[test]
fn what_waits_to_be_read_is_still_there_after_a_look_at_the_rules() {
    let folder = Folder::new("sun-rules");
    let mut app = at_a_decided_sun(&folder, Animation::default(), ResultsStay::UntilRead);
    let exhibit = scene(&app).exhibit().cloned();
    send(&mut app, NavigationAction::OpenRules);
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::Escape);
    app.update();
    assert_eq!((page(&app), scene(&app).exhibit()), (None, exhibit.as_ref()));
}

#[test]
fn a_result_stays_as_long_as_is_set_at_any_pace_of_motions() {
    for animation in [Animation::default(), Animation::Off] {
        let folder = Folder::new(&format!("sun-short-{animation:?}"));
        let mut app = at_a_decided_sun(&folder, animation, ResultsStay::Short);
        let mut frames = 0;
        while scene(&app).is_waiting() {
            app.update();
            frames += 1;
            assert!(frames < 1000, "{animation:?}: it does not go on");
        }
        let seconds = frames as f32 * 0.016;
        assert!((1.8..2.3).contains(&seconds), "{animation:?}: {seconds} s");
    }
}

/// A game of Mess Machine for one, before the move that repairs the picture.
fn before_the_picture() -> (String, String) {
    let mut session = catalogue::find(MESS).expect("the game").lesson().expect("a lesson").expect("its record");
    loop {
        let legal = session.legal_moves(Seat::FIRST);
        let mv = legal.into_iter().find(|mv| session.is_answer(mv)).expect("an answer");
        let record = session.record_text();
        session.play(Seat::FIRST, &mv).expect("legal");
        if session.outcome().is_some() {
            return (record, mv);
        }
    }
}

/// A program at a table on which a picture is repaired by a move that is made now.
fn repairing(folder: &Folder, animation: Animation) -> App {
    let (record, mv) = before_the_picture();
    folder.store().write_save(MESS, &record).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, SettingsAction::Set(Box::new(Settings { animation, ..Settings::default() })));
    send(&mut app, GameAction::Continue(MESS));
    settle_all(&mut app);
    send(&mut app, TableAction::Play(mv));
    assert!(table(&app).outcome.is_some(), "it is over");
    app
}

#[test]
fn what_decided_a_game_is_seen_before_anything_covers_the_table() {
    let folder = Folder::new("picture");
    let mut app = repairing(&folder, Animation::default());
    let mut seen: Vec<Exhibit> = Vec::new();
    for _ in 0..2000 {
        if page(&app).is_some() {
            break;
        }
        let shown = scene(&app).exhibit().filter(|shown| seen.last() != Some(shown)).cloned();
        if let Some(exhibit) = shown {
            assert!(!app.world().resource::<Moving>().0, "all has arrived");
            seen.push(exhibit);
        }
        let was_shown = scene(&app).exhibit().is_some();
        app.update();
        assert!(
            !was_shown || !table(&app).holds_back(),
            "the points beside the table are those that are counted on it"
        );
    }
    assert_eq!(page(&app), Some(Page::End));
    assert_eq!(seen, table(&app).snapshot().finale.exhibits);
    assert_eq!(seen.first(), Some(&Exhibit::picture()), "the whole picture for itself");
    assert!(scene(&app).exhibit().is_none() && scene(&app).highlight == Default::default());
}

#[test]
fn what_decided_a_game_can_be_read_at_any_pace_of_motions() {
    for animation in Animation::ALL {
        let folder = Folder::new(&format!("picture-{animation:?}"));
        let mut app = repairing(&folder, animation);
        let mut frames = 0;
        for _ in 0..2000 {
            frames += usize::from(scene(&app).exhibit() == Some(&Exhibit::picture()));
            if page(&app).is_some() {
                break;
            }
            app.update();
        }
        let seconds = frames as f32 * 0.016;
        assert!(seconds > 1.0, "{animation:?}: the whole picture is seen for {seconds} s");
    }
}

#[test]
fn any_key_passes_over_what_decided_a_game() {
    let folder = Folder::new("picture-skipped");
    let mut app = repairing(&folder, Animation::default());
    while scene(&app).exhibit().is_none() {
        app.update();
    }
    press(&mut app, KeyCode::ShiftLeft);
    app.update();
    app.update();
    assert_eq!((page(&app), scene(&app).is_playing()), (Some(Page::End), false));
}

#[test]
fn a_lesson_lights_what_it_speaks_of_and_ends_with_the_score_made_plain() {
    let folder = Folder::new("lesson-score");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Learn(SUNS));
    settle_all(&mut app);
    let mut lit = 0;
    while table(&app).teaching().is_some_and(|teaching| teaching.rule.is_some()) {
        let session = table(&app).session();
        let seat = table(&app).seat();
        let answer = session.legal_moves(seat).into_iter().find(|mv| session.is_answer(mv));
        lit += usize::from(!table(&app).taught.is_empty());
        if let Some(answer) = answer.filter(|_| table(&app).may_move()) {
            send(&mut app, TableAction::Play(answer));
        } else {
            press(&mut app, KeyCode::ShiftLeft);
        }
    }
    assert!(lit > 0, "cards are spoken of");
    let mut said = Vec::new();
    for _ in 0..2000 {
        if scene(&app).is_waiting() {
            press(&mut app, KeyCode::ShiftLeft);
        }
        let shown = scene(&app).exhibit().map(Exhibit::words).filter(|words| said.last() != Some(words));
        said.extend(shown);
        app.update();
    }
    let points = table(&app).session().scores();
    for (words, points) in said[said.len() - points.len()..].iter().zip(&points) {
        assert!(words.ends_with(&format!(": {points}")), "{said:?} are {points:?}");
    }
    assert!(!scene(&app).is_playing());
}

/// A program at the first study, in which the solver is a person and the other one a bot.
fn at_the_first_study(folder: &Folder) -> App {
    let (id, study) = studies::all().next().expect("a study");
    let options = ron::to_string(&played_as(id, &study)).expect("options");
    let players = vec![Player::person("Ada"), Player::bot(BotLevel::Easy)];
    let session = catalogue::find(CHAIN).expect("the game").start_with("tea", players, &options).expect("a study");
    folder.store().write_save(CHAIN, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(CHAIN));
    settle_all(&mut app);
    app
}

/// Frames until it is known that the solver left what wins.
fn until_it_is_said(app: &mut App) {
    let start = std::time::Instant::now();
    while table(app).left_solution().is_none() {
        assert!(start.elapsed() < Duration::from_secs(120), "nothing is said");
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
}

#[test]
fn a_study_says_when_the_winning_line_is_left_shows_why_and_goes_on() {
    let folder = Folder::new("study-left");
    let mut app = at_the_first_study(&folder);
    assert!(table(&app).snapshot().task.as_ref().is_some_and(|task| task.starts_with("Study 1, ")));
    let (_, study) = studies::all().next().expect("a study");
    let loses = |mv: &ChainMove| !study.winning.iter().any(|kind| *mv == ChainMove::Announce(*kind));
    let losing = study.position.moves().into_iter().find(loses).expect("an announcement that loses").to_string();
    send(&mut app, TableAction::Play(losing));
    until_it_is_said(&mut app);
    let left = table(&app).left_solution().cloned().expect("it is known");
    assert!(left.step == 1 && left.sentence.contains("would have won"), "{left:?}");
    send(&mut app, GameAction::ShowProof);
    app.update();
    let (now, all) = table(&app).session().moves();
    assert!(table(&app).is_replay() && now == 1 && all > 1, "{now} of {all}");
    press(&mut app, KeyCode::ArrowRight);
    app.update();
    assert_eq!(table(&app).session().moves().0, 2, "it is stepped through");
    send(&mut app, GameAction::BackToGame);
    settle_all(&mut app);
    assert!(!table(&app).is_replay() && table(&app).session().moves().0 >= 1);
    // Taken back, it was not left.
    while table(&app).session().moves().0 > 0 {
        send(&mut app, TableAction::Undo);
        settle(&mut app);
    }
    assert_eq!(table(&app).left_solution(), None);
}

#[test]
fn a_study_has_its_tick_only_from_a_person_who_solved_it() {
    let folder = Folder::new("study-tick");
    let (id, study) = studies::all().next().expect("a study");
    let options = ron::to_string(&played_as(id, &study)).expect("options");
    let line = solver::line(&study.position, &Cancel::new()).expect("a short proof");
    let (ada, bot) = (Player::person("Ada"), Player::bot(BotLevel::Easy));
    for players in [vec![bot.clone(), ada.clone()], vec![ada, bot]] {
        let entry = catalogue::find(CHAIN).expect("the game");
        let mut session = entry.start_with("tea", players, &options).expect("a study");
        for mv in &line {
            let seat = session.acting().first().expect("somebody acts");
            session.play(seat, &mv.to_string()).expect("legal");
        }
        let outcome = session.outcome().expect("an end");
        folder.store().keep(&*session, Some(&outcome)).expect("a line of the history");
    }
    let (history, _) = folder.store().history(CHAIN);
    let efforts: Vec<Option<u32>> = history.iter().map(|finished| finished.effort).collect();
    assert_eq!(efforts, [None, Some(study.cards)]);
}

#[test]
fn the_next_study_is_played_from_the_same_seat_and_is_set_for_the_next_deal() {
    let folder = Folder::new("study-next");
    let mut app = at_the_first_study(&folder);
    send(&mut app, GameAction::NextPuzzle);
    settle_all(&mut app);
    let session = table(&app).session();
    assert_eq!(session.players().first().map(|player| player.name.as_str()), Some("Ada"));
    assert!(table(&app).snapshot().task.as_ref().is_some_and(|task| task.starts_with("Study 2, ")));
    let set = app.world().resource::<Settings>().options_of(CHAIN).to_owned();
    assert_eq!(set, session.options_text());
    let (id, _) = studies::all().nth(1).expect("a second study");
    assert!(set.contains(id), "{set}");
}
