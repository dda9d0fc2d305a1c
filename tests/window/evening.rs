//! An evening as people have it: planned and played by keyboard, five games for three people and a bot who pass one computer on, with
//! the program killed in the middle of a game.

use super::cards::Playing;
use super::*;
use parlour::app::evening::programme::{Evening, is_for};

const PEOPLE: usize = 3;
const NAMES: [&str; 8] = ["Ada", "Blaise", "Clara", "Dorothy", "Emmy", "Felix", "Grace", "Henri"];

/// The games, each as short as it can be. Mystique Domination needs a bot as the fourth.
const PROGRAMME: [(&str, &str); 5] = [
    ("mystique-circle", "(target: 1)"),
    ("mystique", "(skirmishes: 1)"),
    ("mystical-eddies", "(length: Rounds(1))"),
    ("mystique-domination", "(target: 10)"),
    ("mystique-circle", "(target: 1)"),
];

/// The game in which the program is killed, and after how many moves.
const KILLED_IN: usize = 2;
const KILLED_AFTER: usize = 8;

/// What the players have set: who they are, and short games.
fn set() -> String {
    let bot = |number: usize| if number < PEOPLE { "" } else { ", bot: Some(Easy)" };
    let player = |(number, name): (usize, &&str)| format!("(name: {name:?}, colour: {number}{})", bot(number));
    let company: Vec<String> = NAMES.iter().enumerate().map(player).collect();
    let tables: Vec<String> =
        PROGRAMME.iter().map(|(game, options)| format!("{game:?}: (options: {options:?})")).take(4).collect();
    format!(
        "animation: Off, results_stay: Short, tricks_stay: NotAtAll, company: [{}], tables: {{{}}}",
        company.join(", "),
        tables.join(", ")
    )
}

fn evening(home: &Home) -> Evening {
    let text = fs::read_to_string(home.0.join("data/parlour/evening.ron")).expect("an evening");
    ron::from_str(&text).expect("an evening")
}

fn press(program: &Program, key: &str, times: usize) {
    for _ in 0..times {
        program.key_and_see(key);
    }
}

fn title_of(game: &str) -> &'static str {
    catalogue::find(game).expect("a game").info.title
}

/// From the library to the evening, with all its games.
fn plan(program: &Program) {
    // From the first tile back over the search and four lists.
    press(program, "shift+Tab", 6);
    press(program, "Return", 1);
    program.until_title("An evening");
    // From the shortest proposal back to the easy bots, and on to the list of games.
    press(program, "shift+Tab", 3);
    press(program, "Return", 1);
    press(program, "Tab", 6);
    let listed = || catalogue::GAMES.iter().map(|entry| entry.info).filter(|info| is_for(info, PEOPLE));
    for (game, _) in PROGRAMME {
        press(program, "Return", 1);
        press(program, "Down", listed().position(|info| info.id == game).expect("in the list"));
        press(program, "Return", 1);
    }
    program.shot("evening-plan");
    // Past the buttons of five games and back to the first of the screen, which leads to the library; the next one begins.
    press(program, "Tab", 9 + 2);
    program.key("Return");
}

/// From the table of points to the game that comes next, whose button has the focus.
fn go_to_the_table(program: &Program) {
    program.until_still();
    program.key("Return");
    program.until("the table", || (!program.title().contains("An evening")).then_some(()));
}

/// Plays the game on the table to its end, or until so many moves are made.
fn play(program: &Program, home: &Home, game: &str, moves: usize) -> Box<dyn TableSession> {
    let saved = program.until("the save", || fs::read_to_string(home.save_of(game)).ok());
    let saved = catalogue::load(&saved).expect("a record");
    let mut playing = Playing::new(program, home, saved, By::Keys, PEOPLE);
    while playing.game.outcome().is_none() && playing.game.moves().0 < moves {
        playing.one_turn();
    }
    playing.game
}

#[test]
fn an_evening_of_five_games_for_three_people_and_a_bot_with_a_kill_in_its_middle() {
    let (display, home) = (Display::open(), Home::new("evening"));
    home.set(&set());
    let mut program = Program::start_coarse(&display, &home.0);
    plan(&program);
    for (number, (game, options)) in PROGRAMME.into_iter().enumerate() {
        let next = format!("next: {} ", title_of(game));
        program.until_title(&next);
        program.shot(&format!("evening-{number}"));
        go_to_the_table(&program);
        if number == KILLED_IN {
            play(&program, &home, game, KILLED_AFTER);
            let kept = evening(&home);
            program.kill_9();
            program = Program::start_coarse(&display, &home.0);
            assert_eq!(evening(&home), kept);
            // The way back to the evening has the focus.
            program.key("Return");
            program.until_title(&next);
            go_to_the_table(&program);
        }
        let session = play(&program, &home, game, usize::MAX);
        let short = options.replace(' ', "");
        assert!(session.options_text().contains(short.trim_matches(['(', ')'])), "{}", session.options_text());
        let first = session.players().first().map(|player| player.name.as_str());
        assert_eq!(first, NAMES.get(number % PEOPLE).copied(), "the next person begins");
        program.until_turn("Over", session.moves().0);
        // The result first, which does nothing, and then the way on.
        program.until_still();
        program.key("Tab");
        program.key("Return");
    }
    // Cards are dealt by chance: one of them wins the evening, or several share the first place.
    program.until("the result of the evening", || {
        let title = program.title();
        (title.contains("the evening") || title.contains("share first place")).then_some(())
    });
    let evening = evening(&home);
    assert!(evening.is_over() && evening.finished() == PROGRAMME.len() && !evening.leaders().is_empty());
    for (game, _) in PROGRAMME {
        let log = home.finished_games(game).expect("a history");
        let times = PROGRAMME.iter().filter(|(other, _)| *other == game).count();
        assert_eq!(log.matches("record:").count(), times, "{game}");
        assert!(!home.save_of(game).exists(), "{game} waits for nobody");
    }
    program.shot("evening-result-small");
    program.resize(1920, 1080);
    program.shot("evening-result");
}
