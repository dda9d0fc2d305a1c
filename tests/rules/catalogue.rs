//! Every game in the catalogue: a golden playthrough, a rules page, texts with names, a lesson; the laws are in `laws.rs`.

use std::collections::BTreeSet;
use std::path::Path;

use parlour::cards::HandOrder::{self, Colour, ColourNumber, Number, Suit};
use parlour::catalogue::{self, GAMES};
use parlour::engine::record::Player;
use parlour::engine::seats::{BotLevel, Seat, Viewer};
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::Selection;

/// A whole game that was played once and must play the same for ever: the record and, beside it, its end.
#[test]
fn every_game_has_a_golden_playthrough() {
    for entry in GAMES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/golden");
        let read = |ending: &str| {
            let path = folder.join(format!("{}.{ending}", entry.info.id));
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let session = entry.load(&read("ron")).unwrap_or_else(|error| panic!("{}: {error}", entry.info.id));
        let end = format!("{}\n{:#}\n", session.summary(), session.state());
        assert!(session.outcome().is_some(), "{}: the golden game is not over", entry.info.id);
        assert_eq!(end, read("end"), "{}", entry.info.id);
        assert_eq!(session.named_moves().join("\n") + "\n", read("moves"), "{}", entry.info.id);
    }
}

/// Where there are no points to show, a folded panel shows it in one line: 79 letters are cut off there in the smallest window.
#[test]
fn what_a_game_is_played_for_is_said_in_a_line() {
    for entry in GAMES {
        let seats = vec![Player::bot(BotLevel::Easy); usize::from(entry.info.seats.0)];
        let session = entry.start("goal", seats).unwrap_or_else(|error| panic!("{}: {error}", entry.info.id));
        let goal = session.score_sheet().goal;
        assert!(goal.chars().count() <= 72, "{}: {goal}", entry.info.id);
    }
}

/// What must be followed, paid with or counted lies together from the deal on; players may have it otherwise.
#[test]
fn hands_are_sorted_at_first_by_what_each_game_asks_for_and_by_nothing_that_is_of_no_use_there() {
    let expected: &[(&str, &[HandOrder])] = &[
        ("mystery-machine", &[Number, Suit]),
        ("mystique", &[Number, Suit, Colour]),
        ("mystique-circle", &[Colour, Suit, Number]),
        ("battle-for-the-suns", &[Number, Colour]),
        ("mystical-eddies", &[Suit, Colour, Number]),
        ("eleusis-express", &[Number, Suit, Colour]),
        ("mystique-pillars", &[Colour, Suit, Number]),
        ("mystique-maze", &[Suit, Colour, Number]),
        ("up-and-down", &[Number, Colour, Suit]),
        ("mystique-domination", &[ColourNumber, Number, Suit]),
        ("chain-of-restraints", &[Colour, Suit, Number]),
        ("clique-mystique", &[Colour, Suit, Number]),
    ];
    for (id, by) in expected {
        assert_eq!(parlour::catalogue::find(id).expect("the game").info.hand_orders, *by, "{id}");
    }
    for entry in GAMES {
        let bots = vec![Player::bot(BotLevel::Easy); usize::from(entry.info.seats.0) - 1];
        let players = [vec![Player::person("Ada")], bots].concat();
        let session = entry.start("tea", players).unwrap_or_else(|error| panic!("{}: {error}", entry.info.id));
        assert_eq!(session.hand_order(), entry.info.hand_order(), "{}", entry.info.id);
        let layout = session.layout();
        assert_eq!(layout.has_hand, !entry.info.hand_orders.is_empty(), "{}", entry.info.id);
        assert_eq!(layout.own_hand().count() > 0, layout.has_hand, "{}", entry.info.id);
    }
}

/// Games say `Seat::called` where a player is meant; the names stand there instead in all that players read.
#[test]
fn whatever_players_read_has_their_names() {
    let stand_in = Seat::FIRST.called().chars().next().expect("a sign");
    for entry in GAMES {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/golden").join(format!("{}.ron", entry.info.id));
        let record = std::fs::read_to_string(path).expect("a golden game");
        let session = entry.load(&record).expect("a golden game");
        let sheet = session.score_sheet();
        let of_rounds = sheet.rounds.into_iter().flat_map(|round| {
            [round.title, round.summary].into_iter().chain(round.seats.into_iter().map(|(_, words)| words))
        });
        let outcome = session.outcome().expect("it is over");
        let texts: Vec<String> =
            [session.prompt(), session.described(), session.bookmark(), session.summary(), outcome.reason]
                .into_iter()
                .chain(session.named_moves())
                .chain(session.spoken_moves())
                .chain([format!("{:?} {:?}", session.finale(), session.told_moves())])
                .chain(session.score_breakdown())
                .chain(of_rounds)
                .collect();
        let escaped = stand_in.escape_debug().to_string();
        let unnamed: Vec<&String> =
            texts.iter().filter(|text| text.contains(stand_in) || text.contains(&escaped)).collect();
        assert!(unnamed.is_empty(), "{}: {unnamed:?}", entry.info.id);
    }
}

/// All that lies on the table from the deal to the end, between two moves as well, and what is said about each move.
#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn whatever_stands_on_the_table_has_their_names() {
    let stand_in = Seat::FIRST.called().chars().next().expect("a sign").escape_debug().to_string();
    for entry in GAMES {
        let people = (1..=entry.info.seats.1).map(|seat| Player::person(format!("Ada {seat}"))).collect();
        let mut game = entry.start("names", people).expect("a game");
        let named = |what: &dyn std::fmt::Debug| {
            let text = format!("{what:?}");
            assert!(!text.contains(&stand_in), "{}: {text}", entry.info.id);
        };
        named(&game.opening());
        for _ in 0..200 {
            let Some(seat) = game.acting().first() else { break };
            game.take_seat(seat);
            named(&(game.layout(), game.recap(), game.actions(&Selection::default())));
            let mv = game.legal_moves(seat).first().cloned().expect("a move");
            named(&(game.preview(&mv), game.actions(&game.selection_for(&mv))));
            named(&game.play(seat, &mv));
        }
    }
}

/// Where nothing is secret and two people play with bots, whose turn it is sits in front, and while a bot thinks whoever sat there last:
/// the cards of a bot would seem to be somebody's own.
#[test]
fn a_table_without_secrets_is_turned_round_to_people_alone() {
    for entry in GAMES.iter().filter(|entry| !entry.info.secrets && entry.info.seats.1 > 2) {
        let [bot, one, other] = [Player::bot(BotLevel::Easy), Player::person("Ada"), Player::person("Blaise")];
        let mut game = entry.start("round", vec![bot, one, other]).expect("a game");
        let mut last = Seat::new(1).expect("the first of them");
        let mut turns = [0; 3];
        for _ in 0..60 {
            let Some(seat) = game.acting().first() else { break };
            if seat != Seat::FIRST {
                last = seat;
            }
            assert_eq!(game.viewer(), Viewer::Seat(last), "{}: {seat:?} is to move", entry.info.id);
            let mv = game.legal_moves(seat).first().cloned().expect("a move");
            game.play(seat, &mv).expect("a legal move");
            turns[seat.index()] += 1;
        }
        assert!(turns.iter().all(|turns| *turns > 3), "{}: {turns:?}", entry.info.id);
    }
}

#[test]
fn every_game_has_its_own_id_and_a_rules_page_with_its_title_and_source() {
    let ids: BTreeSet<&str> = GAMES.iter().map(|entry| entry.info.id).collect();
    assert_eq!(ids.len(), GAMES.len());
    for entry in GAMES {
        let first = entry.rules_page.lines().next().unwrap_or_default();
        assert_eq!(first, format!("# {}", entry.info.title));
        assert!(entry.rules_page.contains("*Source:"), "{}: no source", entry.info.id);
        assert!(entry.rules_page.len() > 1500, "{}: a stub of a rules page", entry.info.id);
    }
}

#[test]
fn every_game_says_in_one_short_sentence_what_one_does_in_it() {
    for entry in GAMES {
        let (title, says) = (entry.info.title, entry.info.tagline);
        let (first, last) = (says.chars().next(), says.chars().next_back());
        assert!(first.is_some_and(char::is_uppercase) && last == Some('.'), "{title}: {says}");
        assert_eq!(says.matches(['.', '!', '?', ':', ';']).count(), 1, "{title}: {says}");
        assert!((30..=70).contains(&says.chars().count()), "{title}: {says}");
        assert!(!says.contains(title), "{title}: whoever has never heard of it learns nothing from its name");
    }
}

#[test]
fn on_no_page_a_heading_is_followed_by_another_or_by_nothing() {
    let help = include_str!("../../assets/pages/picture-packs.md");
    for page in GAMES.iter().map(|entry| entry.rules_page).chain([help]) {
        let written: Vec<&str> = page.lines().filter(|line| !line.trim().is_empty()).collect();
        for (number, heading) in written.iter().enumerate().filter(|(_, line)| line.starts_with('#')) {
            let next = written.get(number + 1);
            assert!(next.is_some_and(|next| !next.starts_with('#')), "{heading} stands over {next:?}");
        }
    }
}

#[test]
fn a_saved_game_is_the_same_game_after_undo_redo_and_reload() {
    let entry = catalogue::find("matrix-solitaire").expect("in the catalogue");
    let mut session = entry.start("c0ffee42", vec![Player::person("South")]).expect("a deal");
    let seat = session.acting().first().expect("a seat");
    for _ in 0..6 {
        let mv = session.legal_moves(seat).first().cloned().expect("a move");
        session.play(seat, &mv).expect("legal");
    }
    let (here, state) = (session.record_text(), session.state());
    for _ in 0..3 {
        session.undo().expect("a solitaire takes back everything");
    }
    assert_eq!(session.moves(), (3, 6));
    while session.redo() {}
    // Each play turned a card up, so nothing but the help is new.
    let assisted = here.replace("    moves:", "    assisted: true,\n    moves:");
    assert_eq!((session.record_text(), session.state()), (assisted.clone(), state));
    for text in [here, assisted] {
        assert_eq!(catalogue::load(&text).expect("a record").record_text(), text);
    }
}

#[test]
fn a_new_move_after_undo_forgets_the_moves_taken_back() {
    let entry = catalogue::find("matrix-solitaire").expect("in the catalogue");
    let mut session = entry.start("c0ffee42", vec![Player::person("South")]).expect("a deal");
    let seat = session.acting().first().expect("a seat");
    session.play(seat, "a1").expect("legal");
    session.undo().expect("undone");
    session.play(seat, "b1").expect("legal");
    assert!(!session.redo());
    assert_eq!(session.moves(), (1, 1));
}

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let entry = catalogue::find("matrix-solitaire").expect("in the catalogue");
    let mut session = entry.start("1", vec![Player::person("South")]).expect("a deal");
    let before = session.record_text();
    let seat = session.acting().first().expect("a seat");
    for mv in ["z9", "", "a1 bury bury", "\u{0}"] {
        let illegal = session.play(seat, mv).expect_err("no move");
        assert!(illegal.why.contains("moves are a slot"), "{illegal}");
    }
    assert_eq!(session.record_text(), before);
}

/// Makes an answer to a step, and the moves of the others after it.
fn answered(session: &mut dyn TableSession, answer: &str) {
    session.play(Seat::FIRST, answer).expect("a legal move");
    while let Some((seat, reply)) = session.lesson_reply() {
        assert!(seat != Seat::FIRST, "{reply} is for another seat to make");
        session.play(seat, reply).unwrap_or_else(|illegal| panic!("{reply}: {illegal}"));
    }
}

/// Tries every answer to every step. Returns how many ways there are to the end.
fn ways_through(session: &dyn TableSession) -> usize {
    let teaching = session.teaching().expect("a lesson");
    if teaching.rule.is_none() {
        return 1;
    }
    let legal = session.legal_moves(Seat::FIRST);
    let answers: Vec<&String> = legal.iter().filter(|mv| session.is_answer(mv)).collect();
    assert!(!answers.is_empty(), "{}: no answer in {}", teaching.says, session.record_text());
    let go_on = |mv: &&String| {
        let mut after = catalogue::load(&session.record_text()).expect("a record");
        answered(&mut *after, mv);
        ways_through(&*after)
    };
    answers.iter().map(go_on).sum()
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn every_answer_to_a_lesson_leads_to_its_end_and_its_rules_are_on_the_page() {
    assert!(GAMES.iter().any(|entry| entry.lesson_record().is_some()));
    for (entry, lesson) in GAMES.iter().filter_map(|entry| Some((entry, entry.lesson()?))) {
        let mut session = lesson.expect("a lesson's record");
        let ways = ways_through(&*session);
        assert!(ways > 100 || entry.info.id != "matrix-solitaire", "any answer counts, so there are many: {ways}");
        let mut closed = 0;
        while let Some(rule) = session.teaching().and_then(|teaching| teaching.rule) {
            assert!(entry.rules_page.contains(&heading_of(rule)), "{rule}");
            let legal = session.legal_moves(Seat::FIRST);
            closed += legal.iter().filter(|mv| !session.is_answer(mv)).count();
            let answer = legal.iter().find(|mv| session.is_answer(mv)).expect("an answer").clone();
            answered(&mut *session, &answer);
        }
        assert!(closed > 0, "{}: only the taught action is open", entry.info.id);
    }
}

fn heading_of(rule: &str) -> String {
    let words = rule.trim_start_matches('#').replace('-', " ");
    let (first, rest) = words.split_at(1);
    format!("## {}{rest}", first.to_uppercase())
}
