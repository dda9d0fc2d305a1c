//! Games that cannot be kept, and a program that is killed while it keeps them: nothing that was played is lost, and nothing
//! counts twice.

use super::*;
use jiff::civil::Date;
use parlour::engine::hint_count::HintCount;

const DAY: Date = Date::constant(2026, 11, 23);

fn log_of(folder: &Folder) -> PathBuf {
    folder.0.join(format!("data/history/{GAME}.log"))
}

/// From now on nothing can be added to the history: where its lines should be is a folder, which not even root can write to.
fn block_history(folder: &Folder) {
    let log = log_of(folder);
    if log.exists() {
        fs::rename(&log, log.with_extension("kept")).expect("moved");
    }
    fs::create_dir_all(&log).expect("a folder");
}

/// It can be written again, and has the lines that it had.
fn free_history(folder: &Folder) {
    let log = log_of(folder);
    fs::remove_dir(&log).expect("an empty folder");
    if log.with_extension("kept").exists() {
        fs::rename(log.with_extension("kept"), &log).expect("moved");
    }
}

/// How many records the history holds, whether a line names them or not.
fn records(folder: &Folder) -> usize {
    fs::read_dir(folder.0.join(format!("data/history/{GAME}"))).map_or(0, Iterator::count)
}

fn notices_of(app: &mut App) -> String {
    std::mem::take(&mut app.world_mut().resource_mut::<UiState>().notices).join("\n")
}

fn is_on_the_table(app: &App) -> bool {
    app.world().get_resource::<ActiveGame>().is_some()
}

/// The golden game before its last move lies on the table. Returns that move.
fn before_the_end(folder: &Folder) -> (App, String) {
    let (before_last, last) = include_str!("../rules/golden/matrix-solitaire.ron").rsplit_once("(0, ").expect("moves");
    let last = last.split('"').nth(1).expect("a move").to_owned();
    folder.store().write_save(GAME, &format!("{before_last}])")).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(GAME));
    settle(&mut app);
    (app, last)
}

/// Continues the saved game, in the same program or in another.
fn continued(app: &mut App) {
    send(app, GameAction::Continue(GAME));
    settle(app);
}

#[test]
fn hints_are_counted_over_all_sittings_of_a_game_and_keep_it_from_the_best() {
    let folder = Folder::new("hints-counted");
    let both = |hints: u32| HintCount { given: hints, shown: hints };
    let (mut app, last) = before_the_end(&folder);
    super::mess::hinted(&mut app);
    assert_eq!(table(&app).session().hint_count(), both(1));
    assert_eq!(saved(&folder), table(&app).session().record_text(), "a hint is saved as soon as it was given");
    // Nothing is written any more: this is a program that was killed.
    drop(app);
    let mut app = program(folder.store());
    continued(&mut app);
    assert_eq!(table(&app).session().hint_count(), both(1), "as it was left");
    super::mess::hinted(&mut app);
    assert_eq!(saved(&folder), table(&app).session().record_text(), "the next one is saved, too");
    send(&mut app, NavigationAction::OpenLibrary);
    continued(&mut app);
    assert_eq!(table(&app).session().hint_count(), both(2), "all of them");
    send(&mut app, TableAction::Play(last));
    settle(&mut app);
    assert!(table(&app).outcome.is_some());
    assert_eq!(table(&app).session().hint_count().words().as_deref(), Some("2 hints, 2 moves shown"));
    let (games, _) = folder.store().history(GAME);
    let [game] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!((game.assisted, game.score(), game.clean_score()), (true, Some(171), None));
    assert_eq!(table(&app).best, None, "it is nobody’s best");
    let kept = folder.store().finished_record(GAME, &game.record).expect("its record");
    assert_eq!(catalogue::load(&kept).expect("a record").hint_count(), both(2));
}

#[test]
fn no_deal_takes_the_place_of_a_game_that_cannot_be_kept() {
    let folder = Folder::new("kept-back");
    let mut app = dealt(folder.store(), "first");
    bring(&mut app, "a1");
    settle(&mut app);
    send(&mut app, GameAction::Deal(GAME, Some("second".to_owned())));
    bring(&mut app, "b1");
    settle(&mut app);
    let (left, record) = (saved(&folder), folder.store().history(GAME).0[0].record.clone());
    block_history(&folder);
    let ways = [
        GameAction::Deal(GAME, None),
        GameAction::Deal(GAME, Some("Matrix Solitaire · seed milk".to_owned())),
        GameAction::DailyDeal(GAME, DAY),
        GameAction::Again,
        GameAction::Restart,
        GameAction::TakeUp(GAME, record.clone()),
        GameAction::PlayAgain(GAME, record),
    ];
    for way in ways {
        send(&mut app, way.clone());
        let said = notices_of(&mut app);
        assert!(said.contains("no new game was dealt"), "{way:?}: {said}");
        assert_eq!(saved(&folder), left, "{way:?}: still saved");
        assert_eq!(table(&app).session().record_text(), left, "{way:?}: still on the table");
        assert_eq!(records(&folder), 1, "{way:?}: no record without a line");
    }
    free_history(&folder);
    send(&mut app, GameAction::Deal(GAME, Some("third".to_owned())));
    assert_eq!(notices_of(&mut app), "");
    assert_eq!(table(&app).session().seed(), "third");
    let seeds: Vec<String> = folder.store().history(GAME).0.into_iter().map(|game| game.seed).collect();
    assert_eq!(seeds, ["first", "second"]);
}

#[test]
fn a_damaged_save_that_cannot_be_set_aside_is_not_dealt_over() {
    let folder = Folder::new("beside");
    let path = folder.store().save_path(GAME);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, "damaged").expect("a save");
    for number in 1..10_000 {
        fs::write(format!("{}.damaged-{number}", path.display()), "").expect("a file");
    }
    let mut app = program(folder.store());
    send(&mut app, GameAction::Deal(GAME, None));
    let said = notices_of(&mut app);
    assert!(said.contains("no new game was dealt") && said.contains("too many damaged files"), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("still there"), "damaged");
    assert!(!is_on_the_table(&app));
}

#[test]
fn a_damaged_save_is_kept_whatever_takes_its_place() {
    let folder = Folder::new("replaced");
    let text = include_str!("../rules/golden/matrix-solitaire.ron");
    let (before_last, _) = text.rsplit_once("(0, ").expect("moves");
    let golden = [&format!("{before_last}])"), text].map(|text| catalogue::load(text).expect("a record"));
    let kept = golden.map(|game| {
        folder.store().keep(&*game, game.outcome().as_ref()).expect("kept");
        folder.store().history(GAME).0.pop().expect("a line").record
    });
    let [given_up, finished] = kept;
    let mut app = dealt(folder.store(), "tea");
    let ways = [
        GameAction::Restart,
        GameAction::Again,
        GameAction::Deal(GAME, None),
        GameAction::DailyDeal(GAME, DAY),
        GameAction::PlayAgain(GAME, finished),
        GameAction::TakeUp(GAME, given_up),
    ];
    let path = folder.store().save_path(GAME);
    for (number, way) in (1..).zip(ways) {
        fs::write(&path, format!("damaged before {way:?}")).expect("a save");
        send(&mut app, way.clone());
        let aside = fs::read_to_string(format!("{}.damaged-{number}", path.display()));
        assert_eq!(aside.ok(), Some(format!("damaged before {way:?}")), "kept aside");
        assert!(notices_of(&mut app).contains("The damaged game was kept as"), "{way:?}");
    }
}

#[test]
fn a_killed_program_counts_a_game_once() {
    let folder = Folder::new("once");
    let (mut app, last) = before_the_end(&folder);
    let left = saved(&folder);
    send(&mut app, TableAction::Play(last));
    settle(&mut app);
    let path = folder.store().save_path(GAME);
    assert_eq!((folder.store().history(GAME).0.len(), path.exists()), (1, false));
    drop(app);
    // Killed when the line was written, and the save not yet removed.
    fs::write(&path, &left).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(GAME));
    assert!(!is_on_the_table(&app), "nothing waits");
    assert_eq!((folder.store().save(GAME), path.exists()), (Ok(None), false));
    send(&mut app, GameAction::Deal(GAME, None));
    assert_eq!(folder.store().history(GAME).0.len(), 1);
}

#[test]
fn a_program_killed_while_a_game_is_given_up_gives_it_up_once() {
    let folder = Folder::new("given-up-once");
    let mut app = dealt(folder.store(), "tea");
    bring(&mut app, "a1");
    settle(&mut app);
    let left = saved(&folder);
    send(&mut app, GameAction::Deal(GAME, Some("milk".to_owned())));
    drop(app);
    // Killed when the line was written, and the new deal not yet saved.
    fs::write(folder.store().save_path(GAME), &left).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Deal(GAME, Some("cream".to_owned())));
    let history = folder.store().history(GAME).0;
    assert_eq!(history.iter().map(|game| game.seed.as_str()).collect::<Vec<_>>(), ["tea"]);
    // Taken up, it is the one that waits.
    send(&mut app, GameAction::TakeUp(GAME, history[0].record.clone()));
    assert_eq!((folder.store().history(GAME).0.len(), folder.store().save(GAME)), (0, Ok(Some(left))));
}

#[test]
fn a_finished_game_that_the_history_did_not_take_is_added_as_soon_as_it_can_be() {
    for way in [GameAction::Continue(GAME), GameAction::Deal(GAME, Some("tea".to_owned()))] {
        let folder = Folder::new("added-later");
        let (mut app, last) = before_the_end(&folder);
        block_history(&folder);
        send(&mut app, TableAction::Play(last));
        settle(&mut app);
        assert!(notices_of(&mut app).contains("could not be added to your history"));
        assert!(catalogue::load(&saved(&folder)).expect("a record").outcome().is_some(), "with its last move");
        drop(app);
        free_history(&folder);
        let mut app = program(folder.store());
        send(&mut app, way.clone());
        let history = folder.store().history(GAME).0;
        assert_eq!(
            history.iter().map(|game| (game.best_score(), game.given_up)).collect::<Vec<_>>(),
            [(Some(171), false)]
        );
        let is_continued = matches!(way, GameAction::Continue(_));
        assert_eq!(folder.store().save(GAME).expect("readable").is_none(), is_continued, "{way:?}");
        assert_eq!(table(&app).outcome.is_some(), is_continued, "{way:?}");
    }
}

#[test]
fn one_byte_that_is_not_text_costs_its_line_and_stays_when_another_line_goes() {
    let folder = Folder::new("byte");
    let store = folder.store();
    let golden = catalogue::load(include_str!("../rules/golden/matrix-solitaire.ron")).expect("the golden game");
    let outcome = golden.outcome();
    store.keep(&*golden, outcome.as_ref()).expect("kept");
    let damaged = b"\n(at: 5, title: \"\xFF\")";
    let log = fs::read(log_of(&folder)).expect("a log");
    fs::write(log_of(&folder), [log.as_slice(), damaged].concat()).expect("a log");
    store.keep(&*golden, outcome.as_ref()).expect("kept");
    let (games, faults) = store.history(GAME);
    assert_eq!((games.len(), faults.len()), (2, 1), "{faults:?}");
    assert!(faults[0].to_string().contains("matrix-solitaire.log:"), "{}", faults[0]);
    assert!(faults[0].reason.starts_with("3:17: "), "{}", faults[0]);
    store.forget(GAME, &games[0].record).expect("removed");
    let log = fs::read(log_of(&folder)).expect("a log");
    assert!(log.windows(damaged.len()).any(|bytes| bytes == damaged), "what cannot be read is not thrown away");
    let (left, faults) = store.history(GAME);
    assert_eq!((left, faults.len()), (games[1..].to_vec(), 1));
}

#[test]
fn a_line_of_the_history_that_no_game_can_have_written_is_damaged() {
    let folder = Folder::new("impossible");
    fs::create_dir_all(log_of(&folder).parent().expect("a folder")).expect("a folder");
    let line = |scores: &str, seed: &str, title: &str| {
        format!("(at: 5, record: \"5.ron\", seed: {seed:?}, scores: [{scores}], title: {title:?})")
    };
    let (many, long) = (["1"; 9].join(", "), "x".repeat(2000));
    let lines = [
        line("1000000000", "tea", "Won"),
        line(&many, "tea", "Won"),
        line("1", &long, "Won"),
        line("1", "tea", &long),
        format!("{}{}", line("1", "tea", "Won"), " ".repeat(1 << 20)),
    ];
    fs::write(log_of(&folder), lines.join("\n")).expect("a log");
    let (games, faults) = folder.store().history(GAME);
    let reasons: Vec<&str> = faults.iter().map(|fault| fault.reason.as_str()).collect();
    assert_eq!((games.len(), reasons.len()), (1, 4), "{reasons:?}");
    assert!(reasons[0].starts_with("2:1: ") && reasons[0].contains("9 seats"), "{reasons:?}");
}

#[test]
fn notes_that_cannot_be_read_are_said_and_kept_when_others_are_written() {
    let folder = Folder::new("notes");
    let path = folder.0.join(format!("data/notes/{GAME}"));
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    for (number, bytes) in (1..).zip([vec![0xFF], vec![b'x'; 1 << 20]]) {
        fs::write(&path, &bytes).expect("notes");
        let mut app = dealt(folder.store(), "tea");
        assert!(notices_of(&mut app).contains("Your notes could not be read"));
        send(&mut app, TableAction::Note("mine".to_owned()));
        assert_eq!(fs::read_to_string(&path).expect("notes"), "mine");
        let aside = fs::read(format!("{}.damaged-{number}", path.display())).expect("kept");
        assert!(aside == bytes, "what was there is kept");
    }
}

#[test]
fn what_could_not_be_written_leaves_nothing_half_written_behind() {
    let folder = Folder::new("half");
    let golden = catalogue::load(include_str!("../rules/golden/matrix-solitaire.ron")).expect("the golden game");
    folder.store().keep(&*golden, None).expect("kept");
    // A folder cannot be replaced by a file, and no line be added to one.
    let path = folder.store().save_path(GAME);
    fs::create_dir_all(path.join("in the way")).expect("a folder");
    assert!(folder.store().write_save(GAME, "a save").is_err());
    let beside = fs::read_dir(path.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(beside, 1, "only what was in the way");
    block_history(&folder);
    assert!(folder.store().keep(&*golden, None).is_err());
    assert_eq!(records(&folder), 1);
}
