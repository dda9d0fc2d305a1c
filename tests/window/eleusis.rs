//! Eleusis Express as people play it, by keyboard: against the program as dealer, with a person as dealer who puts a rule
//! together from pieces, and with one who judges by hand; and what another seat's window holds of a secret rule.

use super::cards::{Playing, Trial};
use super::display::differing;
use super::*;

const ELEUSIS: &str = "eleusis-express";

/// A card of the hand that follows, or does not follow, the last of the mainline in colour.
fn card_that(game: &dyn TableSession, seat: Seat, differs: bool) -> String {
    let state = game.state();
    let last =
        state["mainline"].as_array().and_then(|line| line.last()?.as_str().map(str::to_owned)).expect("a mainline");
    let is_red = |card: &str| card.ends_with(['H', 'D']);
    let legal = game.legal_moves(seat);
    let wanted =
        legal.iter().find(|mv| mv.strip_prefix("play ").is_some_and(|card| (is_red(card) != is_red(&last)) == differs));
    wanted.or(legal.first()).cloned().expect("a card")
}

/// A game in which what people do follows from the table; `write` does what is done in the panel.
fn play(trial: &Trial, decide: impl Fn(&dyn TableSession, Seat) -> String, write: impl Fn(&Program, &str)) {
    let (display, home) = (Display::open(), Home::new(ELEUSIS));
    let game = catalogue::load(&trial.record("tea")).expect("a record");
    home.put_save(ELEUSIS, &game.record_text());
    let program = Program::start_coarse(&display, &home.0);
    let mut playing = Playing::new(&program, &home, game, By::Keys, trial.people);
    playing.press_what_stands_out();
    while playing.game.outcome().is_none() {
        playing.turn(|playing, seat| {
            let mv = decide(&*playing.game, seat);
            let verb = mv.split(' ').next().unwrap_or_default();
            if matches!(verb, "rule" | "hint" | "guess") && mv != "rule in mind" {
                playing.wait_for_turn();
                playing.program.until_still();
                write(playing.program, &mv);
            } else {
                playing.make(&mv);
            }
            mv
        });
    }
    let outcome = playing.game.outcome().expect("an end");
    program.until_title(&playing.game.result(&outcome));
    program.shot(&format!("eleusis-{}-{}", trial.people, trial.bots));
    let last = playing.game.score_sheet().rounds.last().expect("a round").summary.clone();
    assert!(last.contains("named the rule"), "{last}");
}

fn write_in_field(program: &Program, text: &str) {
    program.key_and_see("Tab");
    program.type_text(text);
    program.until_still();
    program.key("Return");
}

/// What whoever plays cards does: three cards, and then the guess.
fn experiment(game: &dyn TableSession, seat: Seat, guess: &str) -> String {
    let legal = game.legal_moves(seat);
    let length = game.state()["mainline"].as_array().map_or(0, Vec::len);
    match legal.iter().any(|mv| mv == "pass") {
        true if length > 3 => format!("guess {guess}"),
        true => "pass".to_owned(),
        false => card_that(game, seat, !game.moves().0.is_multiple_of(4)),
    }
}

#[test]
fn a_round_alone_against_the_house_by_keyboard() {
    let trial =
        Trial { game: ELEUSIS, options: "(house: true, rule: \"colour differs from last\")", people: 1, bots: 0 };
    let write = |program: &Program, mv: &str| write_in_field(program, mv.trim_start_matches("guess "));
    play(&trial, |game, seat| experiment(game, seat, "repeat red black"), write);
}

#[test]
fn a_round_of_three_people_and_a_bot_in_which_a_person_deals_with_the_builder() {
    let trial = Trial { game: ELEUSIS, options: "(everyone_deals: false)", people: 3, bots: 1 };
    let decide = |game: &dyn TableSession, seat: Seat| match (seat.index(), game.moves().0) {
        (0, 0) => "rule colour differs from last".to_owned(),
        (0, _) => "start 1".to_owned(),
        _ => experiment(game, seat, "colour differs from last"),
    };
    let write = |program: &Program, mv: &str| {
        let Some(guess) = mv.strip_prefix("guess ") else {
            // The list of shapes is after the field; its first is one condition, that colours differ. Then back over "How soon
            // is it found?" to "Use this rule".
            ["Tab", "Tab", "Return", "Return"].into_iter().for_each(|key| program.key_and_see(key));
            program.shot("eleusis-builder");
            ["shift+Tab", "shift+Tab"].into_iter().for_each(|key| program.key_and_see(key));
            return program.key("Return");
        };
        write_in_field(program, guess);
    };
    play(&trial, decide, write);
}

/// What the person guesses of a rule that is judged by hand.
const FREE_WORDS: &str = "whatever Ada likes";

/// Whether the last move is a guess in the bot's words.
fn is_guess_of_a_bot(game: &dyn TableSession) -> bool {
    let record = game.record_text();
    let last = record.rsplit_once("(").map_or("", |(_, last)| last);
    last.contains("\"guess ") && !last.contains(FREE_WORDS)
}

#[test]
fn a_round_in_which_a_person_judges_by_hand() {
    let trial = Trial { game: ELEUSIS, options: "(everyone_deals: false)", people: 2, bots: 1 };
    let decide = |game: &dyn TableSession, seat: Seat| {
        let is_asked = || game.legal_moves(seat).iter().any(|mv| mv == "judge right");
        match (seat.index(), game.moves().0) {
            (0, 0) => "rule in mind".to_owned(),
            (0, 1) => "hint It is about colours".to_owned(),
            (0, 2) => "start 1".to_owned(),
            // What the bot guesses is wrong; whatever is played is right, and so is the person's guess.
            (0, _) if is_asked() && is_guess_of_a_bot(game) => "judge wrong".to_owned(),
            (0, _) if is_asked() => "judge right".to_owned(),
            _ => experiment(game, seat, FREE_WORDS),
        }
    };
    let write = |program: &Program, mv: &str| {
        let (_, words) = mv.split_once(' ').expect("words");
        write_in_field(program, words);
    };
    play(&trial, decide, write);
}

#[test]
fn two_games_that_differ_only_in_the_secret_rule_look_alike_to_everybody_else() {
    let pictures = ["colour differs from last", "if last is odd then red else black"].map(|rule| {
        let (display, home) = (Display::open(), Home::new("eleusis-secret"));
        let trial = Trial { game: ELEUSIS, options: "(everyone_deals: false)", people: 3, bots: 0 };
        let mut game = catalogue::load(&trial.record("tea")).expect("a record");
        let [dealer, next] = [Seat::FIRST, Seat::new(1).expect("a seat")];
        game.play(dealer, &format!("rule {rule}")).expect("a rule");
        game.play(dealer, "start 1").expect("a first player");
        home.put_save(ELEUSIS, &game.record_text());
        let program = Program::start(&display, &home.0, &[]);
        program.key_and_see("Return");
        let handed_over = program.pixels().2;
        program.key_and_see("Return");
        game.take_seat(next);
        let heard = [game.described(), game.prompt(), game.bookmark(), game.named_moves().join("\n")];
        assert!(heard.iter().all(|words| !words.contains(rule)), "{heard:?}");
        let log = fs::read_dir(home.0.join("data/parlour")).into_iter().flatten().filter_map(Result::ok);
        let log: Vec<String> = log.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
        assert!(log.iter().all(|text| !text.contains(rule)), "a file beside the saves holds the rule: {log:?}");
        ([handed_over, program.pixels().2], heard, program.title())
    });
    let [one, other] = &pictures;
    assert_eq!((&one.1, &one.2), (&other.1, &other.2), "what is heard");
    assert_eq!([0, 1].map(|at| differing(&one.0[at], &other.0[at])), [0, 0], "handed over, and seen");
}
