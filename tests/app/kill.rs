//! SIGKILL at random moments: in a move, in the write, at the end of a game, in the installation of a pack. What the
//! program has confirmed is there afterwards, no file is damaged, and no game counts twice.

use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;

use super::*;
use parlour::app::pictures::library::PictureLibrary;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;

const KILLS: u64 = 200;

/// Where the program that is killed keeps its files.
const PLACE: &str = "PARLOUR_KILLED_IN";

/// The program that is killed: plays without end, and says what is on disk.
#[test]
#[ignore = "is started by the test that kills it"]
fn plays_until_it_is_killed() {
    let Some(place) = std::env::var_os(PLACE) else { return };
    let place = PathBuf::from(place);
    let (mut app, mut rng) = (program(Store::at(&place)), GameRng::from_number(u64::from(std::process::id())));
    ask(&mut app, GameAction::Continue(GAME));
    if app.world().get_resource::<ActiveGame>().is_none() {
        ask(&mut app, GameAction::Deal(GAME, None));
    }
    let boats = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/packs/harbour");
    for step in 1u64.. {
        let session = table(&app).session();
        let legal = session.legal_moves(Seat::FIRST);
        match legal.get(rng.below(legal.len().max(1) as u32) as usize) {
            Some(mv) => {
                let mv = mv.clone();
                ask(&mut app, TableAction::Play(mv));
            }
            None => ask(&mut app, GameAction::Again),
        }
        if step % 40 == 0 {
            // Another game in its place.
            ask(&mut app, GameAction::Deal(GAME, None));
        }
        if step % 15 == 0 {
            ask(&mut app, PictureAction::Add(boats.into()));
        }
        if step % 7 == 0 {
            ask(&mut app, parlour::app::messages::SettingsAction::ToggleSound);
        }
        let session = table(&app).session();
        println!("confirmed {} {}", session.seed(), session.moves().0);
    }
}

/// The last two words of the last line that says what is on disk.
fn confirmed(lines: &[String]) -> Option<(String, usize)> {
    let last = lines.iter().rev().find_map(|line| line.strip_prefix("confirmed "))?;
    let (seed, moves) = last.split_once(' ')?;
    Some((seed.to_owned(), moves.parse().ok()?))
}

#[test]
fn two_hundred_kills_lose_no_confirmed_move_damage_no_file_and_count_no_game_twice() {
    let folder = Folder::new("kills");
    let mut rng = GameRng::from_number(1);
    let (mut met, mut checked) = (0, HashSet::new());
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "kill::plays_until_it_is_killed", "--ignored", "--nocapture"])
            .env(PLACE, &folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program that is killed");
        let (sender, lines) = channel();
        let out = BufReader::new(child.stdout.take().expect("what it says"));
        let reader =
            std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        // Every other one is killed while it plays, however slow the machine is; the others at any time.
        let mut said = Vec::new();
        while said.is_empty() || kill % 2 == 0 && confirmed(&said).is_none() {
            said.push(lines.recv_timeout(PATIENCE).expect("it begins"));
        }
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(120_000))));
        // Child::kill sends SIGKILL.
        child.kill().expect("killed");
        child.wait().expect("ended");
        let _ = reader.join();
        said.extend(lines.try_iter());
        if let Some((seed, moves)) = confirmed(&said) {
            met += 1;
            assert!(has(&folder.store(), &seed, moves), "kill {kill}: {moves} moves of {seed} were confirmed");
        }
        nothing_is_damaged(&folder, kill, &mut checked);
    }
    // What was sound once must be sound in the end.
    nothing_is_damaged(&folder, KILLS, &mut HashSet::new());
    assert!(met >= KILLS / 2, "only {met} were killed while they played");
}

/// Whether a game of this seed with at least so many moves is in the save or in the history.
fn has(store: &Store, seed: &str, moves: usize) -> bool {
    let (history, _) = store.history(GAME);
    let of_seed = history.iter().filter(|game| game.seed == seed);
    let records = of_seed.filter_map(|game| store.finished_record(GAME, &game.record).ok());
    let all = records.chain(store.save(GAME).ok().flatten());
    let games = all.filter_map(|text| catalogue::load(&text).ok());
    games.into_iter().any(|game| game.seed() == seed && game.moves().0 >= moves)
}

/// A record in the history is read again only if it was not `checked` after an earlier kill.
fn nothing_is_damaged(folder: &Folder, kill: u64, checked: &mut HashSet<String>) {
    let store = folder.store();
    if let Ok(Some(text)) = store.save(GAME) {
        catalogue::load(&text).unwrap_or_else(|error| panic!("kill {kill}: the save: {error}"));
    }
    let (history, faults) = store.history(GAME);
    assert!(faults.is_empty(), "kill {kill}: {faults:?}");
    // Every deal has a seed of its own.
    let mut seeds = HashSet::new();
    let twice = history.iter().filter(|game| !game.given_up).find(|game| !seeds.insert(&game.seed));
    assert_eq!(twice, None, "kill {kill}: counted twice");
    for game in history.into_iter().filter(|game| checked.insert(game.record.clone())) {
        let text = store.finished_record(GAME, &game.record).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
        catalogue::load(&text).unwrap_or_else(|error| panic!("kill {kill}: {}: {error}", game.record));
    }
    store.settings().unwrap_or_else(|error| panic!("kill {kill}: {error}"));
    if kill % 20 == 19 {
        let app = program(folder.store());
        let library = app.world().resource::<PictureLibrary>();
        assert!(library.pictures().count() >= 4, "kill {kill}: our own pictures are there");
        assert!(
            app.world().resource::<UiState>().notices.is_empty(),
            "{:?}",
            app.world().resource::<UiState>().notices
        );
    }
}
