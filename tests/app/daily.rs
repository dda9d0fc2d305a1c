//! The deal of the day without a window: begun, left, taken up again, finished once, and practised afterwards.

use std::process::{Command, Stdio};
use std::sync::mpsc::channel;

use super::*;
use jiff::civil::Date;
use parlour::app::calendar::{Streak, finished_days};
use parlour::app::settings::TableSetup;

const MESS: &str = "mess-machine";
const DAY: Date = Date::constant(2026, 11, 23);

fn deal_of(app: &mut App, day: Date) {
    send(app, GameAction::DailyDeal(GAME, day));
    app.update();
}

fn play_a_move(app: &mut App) {
    let game = table(app);
    let mv = game.session().legal_moves(game.seat()).into_iter().next().expect("a move");
    send(app, TableAction::Play(mv));
}

fn play_to_the_end(app: &mut App) {
    while table(app).outcome.is_none() {
        play_a_move(app);
        settle(app);
    }
}

#[test]
fn every_game_has_a_deal_of_the_day_whatever_is_set_for_other_deals() {
    let folder = Folder::new("daily-games");
    let mut app = program(folder.store());
    let mut settings = Settings::default();
    let mess = TableSetup { seats: Some(2), options: "(difficulty: Hard)".to_owned() };
    settings.tables.insert(MESS.to_owned(), mess);
    send(&mut app, SettingsAction::Set(Box::new(settings)));
    for entry in catalogue::GAMES {
        send(&mut app, GameAction::DailyDeal(entry.info.id, DAY));
        app.update();
        let game = table(&app);
        assert_eq!((game.session().info().id, game.session().seed()), (entry.info.id, "2026-11-23"));
        assert_eq!((game.day, game.purpose), (Some(DAY), Purpose::Game));
        let seats = game.session().players().len();
        assert!(entry.info.id != MESS || seats == 2, "those who are set to play");
        assert!(entry.info.id != "eleusis-express" || seats == 1, "the rule of the day is for one");
    }
    send(&mut app, GameAction::Deal(MESS, Some("2026-11-23".to_owned())));
    assert_eq!(table(&app).day, None, "the same seed with other options");
}

#[test]
fn a_days_deal_goes_on_where_it_was_left_and_is_practice_once_it_is_finished() {
    let folder = Folder::new("daily-once");
    let mut app = program(folder.store());
    let history = || folder.store().history(GAME).0;
    deal_of(&mut app, DAY);
    play_a_move(&mut app);
    send(&mut app, NavigationAction::OpenLibrary);
    deal_of(&mut app, DAY);
    assert_eq!((moves(&app), table(&app).day), (1, Some(DAY)), "gone on with");
    // Another game takes its place, and it takes that one's.
    send(&mut app, GameAction::Deal(GAME, Some("tea".to_owned())));
    assert_eq!(history().iter().map(|game| (game.day(), game.given_up)).collect::<Vec<_>>(), [(Some(DAY), true)]);
    assert!(finished_days(&history()).is_empty());
    deal_of(&mut app, DAY);
    assert_eq!((moves(&app), history().len()), (1, 0), "taken up again");
    play_to_the_end(&mut app);
    assert_eq!(history().iter().map(|game| (game.day(), game.given_up)).collect::<Vec<_>>(), [(Some(DAY), false)]);
    assert!(!table(&app).is_practice());
    deal_of(&mut app, DAY);
    assert!(table(&app).is_practice() && moves(&app) == 0);
    play_to_the_end(&mut app);
    assert_eq!(history().len(), 1, "only the first finish counts");
}

#[test]
fn days_in_a_row_make_a_streak_also_with_help() {
    let folder = Folder::new("daily-streak");
    let mut app = program(folder.store());
    let tomorrow = DAY.tomorrow().expect("a day");
    deal_of(&mut app, DAY);
    play_to_the_end(&mut app);
    deal_of(&mut app, tomorrow);
    play_a_move(&mut app);
    send(&mut app, TableAction::Undo);
    assert!(table(&app).session().is_assisted());
    play_to_the_end(&mut app);
    let history = folder.store().history(GAME).0;
    let days = finished_days(&history);
    assert_eq!(days.values().map(|game| game.assisted).collect::<Vec<_>>(), [false, true]);
    assert_eq!(Streak::of(days.keys().copied(), tomorrow), Streak { current: 2, longest: 2 });
}

#[test]
fn the_history_tells_who_won_and_what_was_no_deal_of_the_day() {
    let folder = Folder::new("daily-won");
    let golden = include_str!("../rules/golden/matrix-solitaire.ron");
    let game = catalogue::load(golden).expect("the golden game");
    folder.store().keep(&*game, game.outcome().as_ref()).expect("kept");
    let (games, faults) = folder.store().history(GAME);
    assert!(faults.is_empty() && games[0].won && games[0].day().is_none(), "{games:?}");
}

/// Where the program that is started in a zone of its own keeps its files.
const PLACE: &str = "PARLOUR_IN_A_ZONE";

#[test]
#[ignore = "is started by the test below, in a time zone"]
fn starts_in_a_time_zone() {
    let Some(place) = std::env::var_os(PLACE) else { return };
    let mut app = program(Store::at(Path::new(&place)));
    let notices = &app.world().resource::<UiState>().notices;
    assert!(notices.iter().any(|said| said.contains("no deal of the day") && said.contains("TZ")), "{notices:?}");
    app.world_mut().resource_mut::<UiState>().chosen = Some(GAME);
    type_key(&mut app, KeyCode::ControlLeft);
    press(&mut app, KeyCode::KeyD);
    app.update();
    assert!(app.world().get_resource::<ActiveGame>().is_none());
    send(&mut app, GameAction::Deal(GAME, Some("tea".to_owned())));
    assert_eq!(table(&app).session().seed(), "tea");
}

/// Whoever read the pipe would wait for somebody to write.
#[cfg(unix)]
#[test]
fn a_time_zone_that_is_a_pipe_costs_only_the_deal_of_the_day() {
    let folder = Folder::new("daily-zone");
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "daily::starts_in_a_time_zone", "--ignored"])
        .env(PLACE, &folder.0)
        .env("TZ", &pipe)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program in a zone");
    let out = child.stdout.take().expect("what it says");
    let (sender, said) = channel();
    std::thread::spawn(move || sender.send(std::io::read_to_string(out)));
    let said = said.recv_timeout(Duration::from_secs(120));
    let _ = child.kill();
    let status = child.wait().expect("its end");
    assert!(status.success() && said.is_ok(), "{said:?}");
}

#[test]
fn a_key_deals_it_from_the_screens_around_the_games_but_not_at_a_table() {
    let folder = Folder::new("daily-key");
    let mut app = program(folder.store());
    let press_key = |app: &mut App| {
        type_key(app, KeyCode::ControlLeft);
        press(app, KeyCode::KeyD);
        app.update();
    };
    press_key(&mut app);
    assert!(app.world().get_resource::<ActiveGame>().is_none(), "no tile has the focus");
    app.world_mut().resource_mut::<UiState>().chosen = Some(GAME);
    press_key(&mut app);
    assert!(table(&app).day.is_some());
    send(&mut app, GameAction::Deal(GAME, Some("tea".to_owned())));
    press_key(&mut app);
    assert_eq!(table(&app).session().seed(), "tea");
}
