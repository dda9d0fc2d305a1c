//! The command line as other programs rely on it: fields, exit codes, messages.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn parlour(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(arguments)
        // Nothing here may need a display.
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program runs")
}

fn json(arguments: &[&str]) -> Value {
    let output = parlour(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn golden() -> String {
    format!("{}/tests/rules/golden/matrix-solitaire.ron", env!("CARGO_MANIFEST_DIR"))
}

fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command-line");
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path
}

#[test]
fn games_lists_ids_titles_and_seats() {
    let games = json(&["games", "--json"]);
    let first = &games["games"][0];
    assert_eq!((&first["id"], &first["title"]), (&"matrix-solitaire".into(), &"Matrix Solitaire".into()));
    assert_eq!(first["seats"], serde_json::json!([1, 1]));
}

#[test]
fn replay_tells_the_end_of_a_record() {
    let end = json(&["replay", &golden(), "--json"]);
    for field in ["game", "over", "moves", "scores", "winners", "to_act", "summary", "state"] {
        assert!(!end[field].is_null(), "no {field} in {end}");
    }
    for field in ["points", "cards_left_in_matrix", "deck_left", "chains"] {
        assert!(!end["state"][field].is_null(), "no {field} in {end}");
    }
    assert_eq!((&end["game"], &end["over"]), (&"matrix-solitaire".into(), &true.into()));
    assert_eq!(end["to_act"], serde_json::json!([]));
    let (points, left) = (end["state"]["points"].as_i64(), end["state"]["cards_left_in_matrix"].as_i64());
    assert_eq!(end["scores"][0].as_i64(), points.zip(left).map(|(points, left)| points - left));
}

#[test]
fn replay_of_an_unfinished_game_says_who_is_to_act() {
    let text =
        r#"(parlour: 1, game: "matrix-solitaire", rules: 1, seed: "1", seats: [(name: "A")], moves: [(0, "b1")])"#;
    let path = file("unfinished.ron", text);
    let end = json(&["replay", path.to_str().expect("a path"), "--json"]);
    assert_eq!((&end["over"], &end["moves"]), (&false.into(), &1.into()));
    assert_eq!((&end["to_act"], &end["winners"]), (&serde_json::json!([0]), &serde_json::json!([])));
    assert_eq!(end["state"]["deck_left"], 50);
}

#[test]
fn simulate_is_the_same_for_the_same_seed() {
    let run =
        || json(&["simulate", "matrix-solitaire", "--games", "20", "--seed", "5", "--bots", "random,easy", "--json"]);
    let (once, twice) = (run(), run());
    assert_eq!(once["mean_scores"], twice["mean_scores"]);
    assert_eq!((&once["games"], once["mean_scores"].as_array().map(Vec::len)), (&20.into(), Some(2)));
    for field in ["seconds", "moves", "wins", "ties"] {
        assert!(!once[field].is_null(), "no {field} in {once}");
    }
}

#[test]
fn a_wrong_file_is_exit_code_1_with_file_place_and_reason() {
    let deck = parlour::cards::cards_to_text(&parlour::cards::Card::all().collect::<Vec<_>>());
    let text = &format!(
        r#"(parlour: 1, game: "matrix-solitaire", rules: 1, seed: "1", seats: [(name: "A")], deal: (deck: "{deck}"),
            moves: [(0, "b2")])"#
    );
    let path = file("illegal.ron", text);
    for command in ["replay", "check", "solve"] {
        let output = parlour(&[command, path.to_str().expect("a path")]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("illegal.ron:move 1: ") && said.contains("nothing under it"), "{command}: {said}");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("still there"), *text, "the file is left as it was");
}

#[test]
fn check_reports_problems_as_json() {
    let path = file("version.ron", r#"(parlour: 7, game: "x", rules: 1)"#);
    let output = parlour(&["check", path.to_str().expect("a path"), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!((&report["ok"], &report["problems"][0]["place"]), (&false.into(), &"1:2".into()));
    assert!(report["kind"].is_string() && report["problems"][0]["path"].is_string());
    let good = json(&["check", &golden(), "--json"]);
    assert_eq!((&good["ok"], &good["kind"]), (&true.into(), &"record".into()));
}

#[test]
fn missing_files_unknown_games_and_wrong_words() {
    for (arguments, code) in [
        (vec!["replay", "/nowhere/at/all.ron"], 1),
        (vec!["check", "/nowhere/at/all.ron"], 1),
        (vec!["simulate", "no-such-game"], 1),
        (vec!["simulate", "matrix-solitaire", "--bots", "clever"], 2),
        (vec!["simulate", "matrix-solitaire", "--games", "0"], 2),
        (vec!["simulate", "matrix-solitaire", "--games", "many"], 2),
        (vec!["replay"], 2),
        (vec!["fly", "away", "now"], 2),
        (vec!["games", "--loudly"], 2),
    ] {
        let output = parlour(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?} says why");
    }
}

fn root(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn check_judges_packs_and_pictures() {
    for (path, kind) in
        [("assets/packs/harbour", "pack"), ("assets/packs/harbour/boats.svg", "picture"), ("assets/packs", "folder")]
    {
        let report = json(&["check", &root(path), "--json"]);
        assert_eq!((&report["ok"], &report["kind"]), (&true.into(), &kind.into()), "{path}: {report}");
    }
    let manifest = file("pack.ron", "(\n  parlour_pack: 1, title: \"x\",\n  colour: 3, pictures: [])");
    let pack = manifest.parent().expect("a folder").to_owned();
    let own = pack.join("a pack");
    std::fs::create_dir_all(&own).expect("a folder");
    std::fs::rename(&manifest, own.join("pack.ron")).expect("moved");
    let output = parlour(&["check", own.to_str().expect("a path"), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let problem = &report["problems"][0];
    assert_eq!((&report["kind"], &problem["place"]), (&"pack".into(), &"3:3".into()), "{report}");
    assert!(problem["path"].as_str().is_some_and(|path| path.ends_with("pack.ron")));
    let words = file("words.png", "only words");
    let output = parlour(&["check", words.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("PNG, JPEG, WebP and SVG"));
}

#[test]
fn solve_gives_the_shortest_repair_or_says_that_there_is_none() {
    let record = |moves: &str| {
        format!(
            r#"(parlour: 1, game: "mess-machine", rules: 1, seed: "1", options: (referee: Players), seats: [(name: "Ada")],
            deal: (tiles: [3,2,1,4, 5,6,7,8, 9,10,11,12, 13,14,15,16]), moves: [{moves}])"#
        )
    };
    let path = file("repair.ron", &record(""));
    let found = json(&["solve", path.to_str().expect("a path"), "--json"]);
    assert_eq!(found["line"], serde_json::json!(["A 11 13"]));
    assert_eq!((&found["kind"], &found["value"]), (&"repair".into(), &1.into()));
    assert_eq!((&found["verdict"], &found["exact"]), (&"Solved".into(), &true.into()));
    assert!(found["nodes"].is_u64() && found["seconds"].is_f64());
    let output = parlour(&["solve", &golden()]);
    assert_eq!(output.status.code(), Some(1), "Matrix Solitaire has no exact solver");
}

#[test]
fn solve_gives_the_exact_par_of_a_puzzle_as_decimal_and_fraction() {
    let found = json(&["solve", &root("puzzles/mystery/welcome-mushy-heads.ron"), "--json"]);
    assert_eq!((&found["kind"], &found["verdict"]), (&"par".into(), &"Solved".into()));
    assert_eq!((&found["fraction"], &found["worst"], &found["exact"]), (&"53/12".into(), &6.into(), &true.into()));
    assert!((found["value"].as_f64().expect("a decimal") - 53.0 / 12.0).abs() < 1e-12);
    // One card of another row and column never tells which card the mystery is.
    let text = r#"(parlour_puzzle: 1, id: "no", title: "No", rows: 4, mystery: Cells(["A1"]),
        piles: [(price: Same(2), cells: ["B2"])])"#;
    let path = file("impossible.ron", text);
    let found = json(&["solve", path.to_str().expect("a path"), "--json"]);
    assert_eq!((&found["verdict"], &found["certain_chance"]), (&"Impossible".into(), &0.0.into()));
    assert!(found["value"].is_null() && found["fraction"].is_null());
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command-line").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn simulate_keeps_a_record_of_every_game_that_plays_it_again_and_overwrites_none() {
    let folder = empty_folder("records");
    let path = folder.to_str().expect("a path");
    let wanted = ["simulate", "mess-machine", "--games", "10", "--bots", "easy,random", "--json", "--record", path];
    let found = json(&wanted);
    let mut totals = [0, 0];
    for number in 1..=10 {
        let record = folder.join(format!("{number:02}.ron"));
        let end = json(&["replay", record.to_str().expect("a path"), "--json"]);
        assert_eq!(end["over"], true, "{}", record.display());
        // In every other game the bots change seats.
        let first = (number + 1) % 2;
        for bot in 0..2 {
            totals[bot] += end["scores"][(bot + first) % 2].as_i64().expect("a score");
        }
    }
    let means = totals.map(|total| total as f64 / 10.0);
    assert_eq!(found["mean_scores"], serde_json::json!(means), "the records are those games");

    let before = std::fs::read(folder.join("01.ron")).expect("a record");
    let again = parlour(&wanted);
    assert_eq!(again.status.code(), Some(1));
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains(".ron: this file already exists; choose an empty folder"), "{said}");
    assert_eq!(std::fs::read(folder.join("01.ron")).expect("still there"), before);
}

#[test]
fn verify_says_that_bots_followed_from_what_they_saw_and_names_a_move_that_did_not() {
    let folder = empty_folder("verify");
    let path = folder.to_str().expect("a path");
    json(&["simulate", "up-and-down", "--games", "1", "--bots", "easy,easy", "--json", "--record", path]);
    let record = folder.join("1.ron");
    let name = record.to_str().expect("a path");
    let found = json(&["verify", name, "--json"]);
    assert_eq!(found["bot_moves"], found["checked"]);
    assert!(
        found["checked"].as_u64() > Some(20) && found["other"].is_null() && found["fingerprint"].is_null(),
        "{found}"
    );
    let said = String::from_utf8(parlour(&["verify", name]).stdout).expect("text");
    assert!(said.contains("bot moves: all of them follow from what the bots could see."), "{said}");

    // Somebody who wrote a fingerprint down has another game before them.
    let noted = parlour(&["verify", name, "--fingerprint", "9F86 d081 884c 7d65 9a2f eaa0"]);
    assert_eq!(noted.status.code(), Some(1));
    let short = parlour(&["verify", name, "--fingerprint", "9f86"]);
    assert!(String::from_utf8_lossy(&short.stderr).contains("a fingerprint has 24 hexadecimal digits"));

    // A bot that is said to be a better one would have played otherwise somewhere.
    let text = std::fs::read_to_string(&record).expect("a record").replace("Some(Easy)", "Some(Random)");
    let other = file("other-bots.ron", &text);
    let refused = parlour(&["verify", other.to_str().expect("a path")]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1));
    assert!(said.contains("other-bots.ron:move ") && said.contains("going by what it could see"), "{said}");
}

#[test]
fn bots_that_play_alone_have_records_of_their_own() {
    let folder = empty_folder("alone");
    let path = folder.to_str().expect("a path");
    json(&["simulate", "matrix-solitaire", "--games", "2", "--bots", "easy,random", "--json", "--record", path]);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a record");
    assert!(read("2-1.ron").contains("Some(Easy)") && read("2-2.ron").contains("Some(Random)"));
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 4);
}

#[cfg(unix)]
#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_simulation_that_is_interrupted_prints_what_was_found_so_far() {
    let started = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["simulate", "matrix-solitaire", "--games", "1000000", "--bots", "random", "--json"])
        .stdout(std::process::Stdio::piped())
        .spawn();
    let child = started.expect("the program runs");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(0));
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let games = found["games"].as_u64().expect("a number of games");
    assert!((1..1_000_000).contains(&games), "{found}");
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn conform_runs_the_kit_over_these_options_or_over_all_that_a_game_offers() {
    let one = json(&["conform", "mess-machine", "--games", "1", "--options", "(variant: Solo)", "--json"]);
    assert_eq!((&one["game"], &one["broken"]), (&"mess-machine".into(), &Value::Null), "{one}");
    assert_eq!((&one["games"], one["options"].as_array().map(Vec::len)), (&1.into(), Some(1)), "only one can play it");
    assert!(one["moves"].as_u64().is_some_and(|moves| moves > 0), "{one}");

    let all = json(&["conform", "matrix-solitaire", "--games", "2", "--json"]);
    assert_eq!((&all["games"], &all["broken"], &all["options"]), (&2.into(), &Value::Null, &serde_json::json!(["()"])));

    let chain = |bots: &[&str]| {
        json(&[&["conform", "mystique-chain", "--games", "1", "--options", "()", "--json"], bots].concat())
    };
    let (at_random, by_bots) = (chain(&[]), chain(&["--bots", "medium"]));
    assert_eq!((&by_bots["games"], &by_bots["broken"]), (&1.into(), &Value::Null), "{by_bots}");
    assert_ne!(at_random["moves"], by_bots["moves"], "bots play otherwise than chance does");

    for (arguments, said) in [
        (vec!["conform", "no-such-game"], "there is no game"),
        (vec!["conform", "mess-machine", "--options", "(variant: Sola)"], "Sola"),
        (vec!["conform", "mystery-machine", "--options", "(puzzle: \"nothing\")"], "nothing"),
    ] {
        let output = parlour(&arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{arguments:?}: {output:?}");
    }
}

#[test]
fn simulate_with_options_for_one_lets_each_bot_play_alone() {
    let solo =
        ["simulate", "mess-machine", "--games", "3", "--bots", "medium,easy", "--options", "(variant: Solo)", "--json"];
    let found = json(&solo);
    assert_eq!((found["games"].as_u64(), found["mean_scores"].as_array().map(Vec::len)), (Some(3), Some(2)), "{found}");
    let alone = json(&[
        "simulate",
        "mess-machine",
        "--games",
        "3",
        "--bots",
        "medium",
        "--options",
        "(variant: Solo)",
        "--json",
    ]);
    assert_eq!(found["mean_scores"][0], alone["mean_scores"][0], "with the same deals as alone");
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn simulate_tells_the_share_of_wins_with_its_interval_and_the_bound_of_one_who_knows_all() {
    let wanted = ["simulate", "mystery-machine", "--games", "40", "--bots", "easy,medium", "--json"];
    let options = ["--options", "(puzzle: \"the-three-twos\")"];
    let found = json(&[&wanted[..], &options[..]].concat());
    let shares: Vec<f64> = serde_json::from_value(found["win_shares"].clone()).expect("shares");
    let wide: Vec<f64> = serde_json::from_value(found["win_confidence"].clone()).expect("intervals");
    assert!(shares[0] < shares[1] && wide.iter().all(|wide| (0.01..0.2).contains(wide)), "{found}");
    let bound = found["could_be_won"].as_u64().expect("a bound");
    assert!(bound <= 40 && bound as f64 >= 40.0 * (shares[1] - 0.3), "{found}");
    let people = String::from_utf8_lossy(&parlour(&wanted[..6]).stdout).into_owned();
    assert!(people.contains("%)") && people.contains("knew every card"), "{people}");
    let output = parlour(&["simulate", "mystery-machine", "--options", "(puzzel: 1)"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("puzzel"), "{output:?}");
}

#[test]
fn a_record_is_played_with_the_puzzle_file_beside_it() {
    let right = std::fs::read_to_string(root("puzzles/mystery/pennies.ron")).expect("a puzzle");
    file("beside.ron", &right);
    let record = |name: &str| {
        format!(
            "(parlour: 1, game: \"mystery-machine\", rules: 1, seed: \"x\", options: (puzzle_file: {name:?}), \
             seats: [(name: \"You\")])"
        )
    };
    let path = file("named.ron", &record("beside.ron"));
    let found = json(&["replay", path.to_str().expect("a path"), "--json"]);
    assert_eq!(found["state"]["puzzle"], "pennies");
    for name in ["missing.ron", "../beside.ron", "/etc/passwd"] {
        let path = file("wrong.ron", &record(name));
        let output = parlour(&["replay", path.to_str().expect("a path")]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(1) && said.contains("wrong.ron:1:") && said.contains("puzzle_file"),
            "{said}"
        );
    }
}

#[test]
fn check_judges_puzzles_with_place_and_reason() {
    let found = json(&["check", &root("puzzles/mystery"), "--json"]);
    assert_eq!((&found["kind"], &found["ok"]), (&"folder".into(), &true.into()));
    let right = std::fs::read_to_string(root("puzzles/mystery/pennies.ron")).expect("a puzzle");
    let path = file("pennies.ron", &right.replace("rows: 4", "rows: 4, colour: 1"));
    for command in ["check", "solve"] {
        let output = parlour(&[command, path.to_str().expect("a path")]);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("pennies.ron:6:14") && said.contains("colour"), "{said}");
    }
    let found = serde_json::from_slice::<Value>(&parlour(&["check", path.to_str().expect("a path"), "--json"]).stdout);
    let found = found.expect("one JSON object");
    assert_eq!((&found["kind"], &found["ok"]), (&"puzzle".into(), &false.into()));
}

#[cfg(not(feature = "desktop"))]
#[test]
fn a_build_without_a_window_says_so() {
    let output = parlour(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("this build has no window"));
}

/// A puzzle with eight rows and eight piles, which takes many minutes.
const HEAVY: &str = r#"(parlour_puzzle: 1, id: "heavy", title: "Heavy", rows: 8, mystery: Cells(["A1"]), piles: [
    (price: Same(2), cells: ["A2", "B1", "C3", "D4"]), (price: Suit(3), cells: ["A3", "C2", "D1", "E1"]),
    (price: Same(3), cells: ["B4", "B2", "D2", "F3"]), (price: Flush(2), cells: ["E2", "F1", "G3", "H4"]),
    (price: Suit(2), cells: ["A4", "F2", "G1", "H2"]), (price: Flush(3), cells: ["B3", "E4", "G2", "H1"]),
    (price: Same(2), cells: ["C4", "D3"]), (price: Suit(4), cells: ["H3", "F4"])],
    changes: [Add(pile: 1, jokers: 1), Add(pile: 3, jokers: 1)])"#;

/// What is printed of a par that was not found, whatever ended the search.
fn assert_bounds(found: &Value, ended_by: &str) {
    assert_eq!((&found["verdict"], &found["exact"]), (&"GaveUp".into(), &false.into()), "{found}");
    assert_eq!((&found["ended_by"], &found["value"]), (&ended_by.into(), &found["at_least"]), "{found}");
    let least = found["at_least"].as_f64().expect("a bound");
    assert!((2.0..10.0).contains(&least), "{found}");
    assert!(found["at_most"].as_f64().is_none_or(|most| least <= most), "{found}");
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_search_whose_time_is_up_says_what_the_par_lies_between() {
    let path = file("heavy.ron", HEAVY);
    let path = path.to_str().expect("a path");
    assert_bounds(&json(&["solve", path, "--seconds", "1", "--json"]), "time");
    let output = parlour(&["solve", path, "--seconds", "1"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.starts_with("par: at least "), "{said}");
    assert!(said.contains("stopped after") && said.contains("--seconds"), "{said}");
    for seconds in ["0", "soon", "99999999999"] {
        assert_eq!(parlour(&["solve", path, "--seconds", seconds]).status.code(), Some(2), "{seconds}");
    }
}

/// Waits until a program catches Ctrl-C.
#[cfg(target_os = "linux")]
fn until_it_catches_ctrl_c(pid: u32) {
    let start = std::time::Instant::now();
    loop {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("its signals");
        let caught = u64::from_str_radix(caught.trim(), 16).expect("a number");
        // SIGINT is number 2.
        if caught & 0b10 != 0 {
            return;
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(60), "it does not listen");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_search_that_is_interrupted_says_what_the_par_lies_between() {
    let path = file("interrupted.ron", HEAVY);
    let started = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["solve", path.to_str().expect("a path"), "--seconds", "600", "--json"])
        .stdout(std::process::Stdio::piped())
        .spawn();
    let child = started.expect("the program runs");
    until_it_catches_ctrl_c(child.id());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let output = child.wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(0));
    assert_bounds(&serde_json::from_slice(&output.stdout).expect("one JSON object"), "interrupt");
}

/// Asserts that nothing in what a command printed steers the terminal, and returns what it said.
#[cfg(unix)]
fn harmless(output: &Output) -> String {
    let said = [&output.stdout, &output.stderr].map(|said| String::from_utf8(said.clone()).expect("UTF-8")).concat();
    let steering: Vec<char> =
        said.chars().filter(|letter| *letter != '\n' && parlour::words::steers(*letter)).collect();
    assert!(steering.is_empty() && !said.is_empty(), "{steering:?} in {said:?}");
    said
}

#[cfg(unix)]
#[test]
fn what_files_are_called_and_hold_does_nothing_to_the_terminal() {
    let evil = "e\u{1b}[2J\r\u{9b}31m\u{202e}l\nall.ron: no problems found";
    let wrong = file(&format!("{evil}.ron"), "(parlour: 1, game: \"\u{1b}]0;x\u{7}\", c\u{9b}2J\u{202e}: 1)");
    let wrong = wrong.to_str().expect("a path");
    for command in ["check", "replay", "solve"] {
        let output = parlour(&[command, wrong]);
        let said = harmless(&output);
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{command}: {said}");
        assert!(said.contains(r"e\u{1b}[2J\r\u{9b}31m\u{202e}l\nall.ron"), "{command}: {said}");
    }
    let output = parlour(&["check", wrong, "--json"]);
    harmless(&output);
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(report["problems"][0]["path"], wrong, "a program still reads the true name");

    // Names of players may have marks of direction in them.
    let seats = "[(name: \"A\u{202e}da\")]";
    let text =
        format!(r#"(parlour: 1, game: "mess-machine", rules: 1, seed: "\u{{202e}}", seats: {seats}, moves: [])"#);
    let right = file(&format!("right {evil}.ron"), &text.replace("seats", "options: (variant: Solo), seats"));
    for (command, more) in [("check", None), ("replay", None), ("replay", Some("--json")), ("solve", Some("--json"))] {
        let arguments: Vec<&str> = [command, right.to_str().expect("a path")].into_iter().chain(more).collect();
        let output = parlour(&arguments);
        assert!(output.status.success(), "{arguments:?}: {}", harmless(&output));
        harmless(&output);
    }
    let folder = file("no folder", "").join(evil);
    let output =
        parlour(&["simulate", "matrix-solitaire", "--games", "1", "--record", folder.to_str().expect("a path")]);
    assert_eq!((output.status.code(), harmless(&output).lines().count()), (Some(1), 1));
    let output = parlour(&["games", &format!("--{evil}")]);
    assert_eq!(output.status.code(), Some(2));
    harmless(&output);
}
