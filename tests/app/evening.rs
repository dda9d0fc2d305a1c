//! An evening of several games: planned, played with hand-overs, left and gone on with, also after a crash, and counted once.

use std::time::Instant;

use super::*;
use parlour::app::evening::EveningState;
use parlour::app::evening::programme::Evening;
use parlour::app::game::turn::Turn;
use parlour::app::messages::EveningAction;
use parlour::app::settings::TableSetup;

/// For three and more, with hidden hands.
const EDDIES: &str = "mystical-eddies";
/// For two and more, with open ones.
const RACE: &str = "up-and-down";

/// A program in which Ada and Ben have begun an evening of these games, as short as can be.
fn begun(folder: &Folder, games: &[&'static str]) -> App {
    let mut app = program(folder.store());
    let mut settings = Settings::default();
    settings.roster.set_people(2);
    for (seat, name) in ["Ada", "Ben"].into_iter().enumerate() {
        settings.roster.entry_mut(seat).expect("a seat").name = name.to_owned();
    }
    let short = TableSetup { seats: None, options: "(length: Rounds(1))".to_owned() };
    settings.tables.insert(EDDIES.to_owned(), short);
    send(&mut app, SettingsAction::Set(Box::new(settings)));
    send(&mut app, EveningAction::Open);
    for game in games {
        send(&mut app, EveningAction::Add(game));
    }
    send(&mut app, EveningAction::Start);
    app
}

fn state(app: &App) -> &EveningState {
    app.world().resource::<EveningState>()
}

fn evening(app: &App) -> &Evening {
    state(app).evening.as_ref().expect("an evening")
}

fn screen(app: &App) -> Screen {
    *app.world().resource::<State<Screen>>().get()
}

fn is_at_its_end(app: &App) -> bool {
    app.world().resource::<UiState>().page == Some(Page::End)
}

fn names(app: &App) -> Vec<&str> {
    table(app).session().players().iter().map(|player| player.name.as_str()).collect()
}

/// Plays on until it is so: people make their first legal move, and take the computer over when they are called.
fn play_until(app: &mut App, is_reached: impl Fn(&App) -> bool) {
    let start = Instant::now();
    while !is_reached(app) {
        let turn = app.world().get_resource::<State<Turn>>().map(|turn| *turn.get());
        assert!(start.elapsed() < PATIENCE, "the game does not go on, {turn:?} after {} moves", moves(app));
        match turn {
            Some(Turn::HandOver) => drop(app.world_mut().write_message(TableAction::TakeSeat)),
            Some(Turn::Person) => {
                let session = table(app).session();
                let mv = session.at_screen().and_then(|seat| session.legal_moves(seat).first().cloned());
                app.world_mut().write_message(TableAction::Play(mv.expect("a person in turn has a move")));
            }
            Some(Turn::RoundOver) => drop(app.world_mut().write_message(NavigationAction::Close)),
            Some(Turn::Bot) => std::thread::sleep(Duration::from_millis(1)),
            // Any key passes over what is shown.
            Some(Turn::Dealing | Turn::Moving) => type_key(app, KeyCode::ShiftLeft),
            Some(Turn::Over) | None => {}
        }
        app.update();
    }
}

/// Which of the first two seats is ahead in the only finished game of this kind, as the places of the first and of the second.
fn places_by_seat(folder: &Folder, game: &str) -> [u8; 2] {
    let (history, _) = folder.store().history(game);
    assert_eq!(history.len(), 1, "{game}");
    let record = folder.store().finished_record(game, &history[0].record).expect("its record");
    let session = catalogue::load(&record).expect("a record");
    let winners = session.outcome().expect("an end").winners;
    let reached = [0, 1].map(|seat| (winners.iter().any(|winner| winner.index() == seat), session.scores()[seat]));
    match reached[0].cmp(&reached[1]) {
        std::cmp::Ordering::Greater => [1, 2],
        std::cmp::Ordering::Less => [2, 1],
        std::cmp::Ordering::Equal => [1, 1],
    }
}

#[test]
fn two_people_and_a_bot_play_an_evening_with_a_restart_in_its_middle() {
    let folder = Folder::new("evening-whole");
    let mut app = begun(&folder, &[EDDIES, RACE]);
    assert_eq!((screen(&app), evening(&app).headline().as_str()), (Screen::Evening, "The evening begins"));
    assert_eq!(folder.store().evening(), Ok(Some(evening(&app).clone())));
    send(&mut app, EveningAction::Play);
    assert_eq!(names(&app), ["Ada", "Ben", "Blaise"]);
    let bots: Vec<bool> = table(&app).session().players().iter().map(|player| player.bot.is_some()).collect();
    assert_eq!(bots, [false, false, true]);
    play_until(&mut app, is_at_its_end);
    let [ada, ben] = places_by_seat(&folder, EDDIES);
    assert_eq!(evening(&app).games[0].places, [ada, ben]);
    assert_eq!(state(&app).way_on(table(&app).session()), Some("Go on with the evening"));
    send(&mut app, EveningAction::Open);
    assert_eq!((screen(&app), state(&app).title().as_str()), (Screen::Evening, "An evening · next: Up and Down"));

    // The next one begins, no bot is needed, and in the middle the program is started anew.
    send(&mut app, EveningAction::Play);
    assert_eq!(names(&app), ["Ben", "Ada"]);
    play_until(&mut app, |app| moves(app) >= 5);
    let (left, kept) = (table(&app).session().record_text(), evening(&app).clone());
    drop(app);
    let mut app = program(folder.store());
    assert_eq!(evening(&app), &kept);
    send(&mut app, EveningAction::Open);
    send(&mut app, EveningAction::Play);
    assert_eq!((table(&app).session().record_text(), table(&app).purpose), (left, Purpose::Game));
    play_until(&mut app, is_at_its_end);
    let [ben_now, ada_now] = places_by_seat(&folder, RACE);
    assert_eq!(evening(&app).games[1].places, [ada_now, ben_now]);

    // Whoever was ahead has two points, and the other one; three for both are shared.
    let points = |own: u8, other: u8| match own.cmp(&other) {
        std::cmp::Ordering::Less => 4,
        std::cmp::Ordering::Equal => 3,
        std::cmp::Ordering::Greater => 2,
    };
    let halves = [points(ada, ben) + points(ada_now, ben_now), points(ben, ada) + points(ben_now, ada_now)];
    let shown = halves.map(|halves| format!("{}{}", halves / 2, if halves % 2 == 1 { "½" } else { "" }));
    for total in evening(&app).totals() {
        assert_eq!(total.points.to_string(), shown[total.person], "{total:?}");
        let is_first = halves[total.person] >= halves[1 - total.person];
        assert_eq!(total.place, if is_first { 1 } else { 2 });
    }
    assert_eq!(state(&app).way_on(table(&app).session()), Some("See how the evening ended"));
    send(&mut app, EveningAction::Open);
    let won = if halves[0] == halves[1] { "An evening · Ada and Ben share first place" } else { "the evening" };
    assert!(evening(&app).is_over() && state(&app).title().ends_with(won), "{}", state(&app).title());
    // It can still be looked at the next day.
    assert!(evening(&program(folder.store())).is_over());
}

#[test]
fn a_program_killed_between_the_history_and_the_evening_counts_the_game_once() {
    let folder = Folder::new("evening-killed");
    let mut app = begun(&folder, &[RACE, RACE]);
    let path = folder.0.join("data/evening.ron");
    send(&mut app, EveningAction::Play);
    let before = fs::read_to_string(&path).expect("an evening");
    play_until(&mut app, is_at_its_end);
    let after = fs::read_to_string(&path).expect("an evening");
    assert_ne!(before, after);
    drop(app);
    fs::write(&path, &before).expect("as if it had been killed");
    let mut app = program(folder.store());
    assert_eq!((fs::read_to_string(&path).expect("an evening"), evening(&app).finished()), (after, 1));
    send(&mut app, EveningAction::Play);
    assert_eq!((moves(&app), evening(&app).next()), (0, Some(1)), "the next game, from its beginning");
    assert_eq!(folder.store().history(RACE).0.len(), 1);
}

#[test]
fn a_program_killed_between_the_evening_and_the_deal_deals_what_was_settled() {
    let folder = Folder::new("evening-settled");
    let app = begun(&folder, &[RACE]);
    let mut settled = evening(&app).clone();
    drop(app);
    settled.games[0].seed = Some("tea".to_owned());
    folder.store().write_evening(&settled).expect("as if it had been killed");
    let mut app = program(folder.store());
    send(&mut app, EveningAction::Play);
    assert_eq!((table(&app).session().seed(), moves(&app)), ("tea", 0));
    assert_eq!(evening(&app), &settled);
}

#[test]
fn a_game_that_another_took_the_place_of_is_gone_on_with() {
    for (number, way) in [GameAction::Deal(RACE, Some("milk".to_owned())), GameAction::Restart].into_iter().enumerate()
    {
        let folder = Folder::new(&format!("evening-left-{number}"));
        let mut app = begun(&folder, &[RACE]);
        send(&mut app, EveningAction::Play);
        play_until(&mut app, |app| moves(app) >= 4);
        let left = table(&app).session().record_text();
        send(&mut app, way.clone());
        assert!(!evening(&app).has(table(&app).session()), "{way:?}");
        assert_eq!(folder.store().history(RACE).0.len(), 1, "{way:?}: given up");
        send(&mut app, EveningAction::Play);
        assert_eq!(table(&app).session().record_text(), left, "{way:?}");
        assert_eq!(folder.store().history(RACE).0.len(), 0, "{way:?}: resumed");
    }
}

#[test]
fn a_damaged_evening_is_reported_and_kept_aside_when_another_begins() {
    let folder = Folder::new("evening-damaged");
    let path = folder.0.join("data/evening.ron");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, "(parlour_evening: 1, people: [\"Ada\"").expect("half an evening");
    let app = program(folder.store());
    assert!(notices(&app).contains("evening.ron: 1:") && state(&app).evening.is_none(), "{}", notices(&app));
    drop(app);
    let app = begun(&folder, &[RACE]);
    assert_eq!(folder.store().evening(), Ok(Some(evening(&app).clone())));
    let aside = fs::read_to_string(format!("{}.damaged-1", path.display())).expect("kept aside");
    assert!(aside.starts_with("(parlour_evening: 1"), "{aside}");
}

#[test]
fn a_game_can_be_skipped_and_an_evening_without_a_result_leaves_nothing_behind() {
    let folder = Folder::new("evening-ended");
    let mut app = begun(&folder, &[EDDIES, RACE]);
    send(&mut app, EveningAction::Skip);
    assert_eq!(state(&app).title(), "An evening · next: Up and Down");
    send(&mut app, EveningAction::End);
    assert_eq!((state(&app).evening.clone(), state(&app).is_planning), (None, true));
    assert_eq!(folder.store().evening(), Ok(None));
}

#[test]
fn an_evening_that_is_ended_early_keeps_its_result_until_another_begins() {
    let folder = Folder::new("evening-early");
    let mut app = begun(&folder, &[RACE, EDDIES]);
    send(&mut app, EveningAction::Play);
    play_until(&mut app, is_at_its_end);
    send(&mut app, EveningAction::Open);
    send(&mut app, EveningAction::End);
    assert!(evening(&app).is_over() && state(&app).shown().is_some());
    send(&mut app, EveningAction::Plan);
    assert!(state(&app).shown().is_none(), "the plan for another");
    send(&mut app, NavigationAction::OpenLibrary);
    send(&mut app, EveningAction::Open);
    assert!(state(&app).shown().is_some_and(Evening::is_over));
    send(&mut app, EveningAction::Propose(60));
    send(&mut app, EveningAction::Start);
    assert_eq!((evening(&app).finished(), evening(&app).is_over()), (0, false));
}
