//! Records from people: whatever is wrong is named with its place, and the file stays as it was.

use std::fs;
use std::path::{Path, PathBuf};

use parlour::catalogue;
use parlour::engine::hint_count::HintCount;
use parlour::engine::record::{MOST_BYTES, RecordError, SourcePlace, read_text};
use proptest::prelude::*;

const GOOD: &str = r#"(
    parlour: 1,
    game: "matrix-solitaire",
    rules: 1,
    seed: "c0ffee42",
    options: (),
    seats: [(name: "South")],
    deal: None,
    moves: [(0, "b1"), (0, "a1")],
)
"#;

fn fault(text: &str) -> RecordError {
    match catalogue::load(text) {
        Ok(_) => panic!("this should be refused:\n{text}"),
        Err(error) => error,
    }
}

#[track_caller]
fn refused(from: &str, to: &str, place: &str, says: &str) {
    assert!(GOOD.contains(from), "{from}");
    let error = fault(&GOOD.replacen(from, to, 1));
    assert_eq!(error.place.to_string(), place, "{error}");
    assert!(error.message.contains(says), "{error}");
}

#[test]
fn a_record_as_documented_is_read() {
    let session = catalogue::load(GOOD).expect("a good record");
    assert_eq!(session.moves(), (2, 2));
}

#[test]
fn fields_left_out_take_their_defaults() {
    let short = r#"(parlour: 1, game: "matrix-solitaire", rules: 1, seed: "x", seats: [(name: "A")])"#;
    assert_eq!(catalogue::load(short).expect("a short record").moves(), (0, 0));
}

#[test]
fn another_version_game_or_field_is_named_with_its_line() {
    refused("parlour: 1", "parlour: 2", "2:5", "this program reads format 1");
    refused("matrix-solitaire", "matrix", "3:5", "this program has matrix-solitaire");
    refused("rules: 1", "rules: 9", "4:5", "plays version 1");
    refused("options: ()", "optionen: ()", "6:5", "optionen");
    refused("options: ()", "options: (speed: 3)", "6:15", "speed");
    refused("(name: \"South\")", "(nome: \"South\")", "7:14", "nome");
}

#[test]
fn seats_seeds_and_names_have_bounds() {
    refused("[(name: \"South\")]", "[]", "7:5", "this game is for 1 to 1");
    refused("[(name: \"South\")]", "[(name: \"A\"), (name: \"B\")]", "7:5", "2 seats");
    refused("South", &"x".repeat(41), "7:5", "at most 40");
    refused("c0ffee42", &"x".repeat(101), "5:5", "at most 100");
    refused("c0ffee42", r"a\nb", "5:5", "one line");
}

#[test]
fn hints_are_counted_in_the_record_and_make_the_game_assisted() {
    let mut session = catalogue::load(GOOD).expect("a record without hints");
    assert_eq!((session.hint_count(), session.is_assisted()), (HintCount::NONE, false));
    assert!(!session.record_text().contains("hints"), "a record of a game without them says nothing of them");
    session.count_hints(HintCount { given: 2, shown: 1 });
    let text = session.record_text();
    assert!(text.contains("    assisted: true,\n    hints: (given:2,shown:1),\n"), "{text}");
    let again = catalogue::load(&text).expect("written and read");
    assert_eq!((again.hint_count(), again.record_text()), (HintCount { given: 2, shown: 1 }, text.clone()));
    let by_hand = catalogue::load(&text.replace("    assisted: true,\n", "")).expect("a record");
    assert!(by_hand.is_assisted(), "whoever had hints had help");
    let anew = again.restarted("tea", again.players().to_vec()).expect("the same deal");
    assert_eq!((anew.hint_count(), anew.is_assisted()), (HintCount::NONE, false));
}

#[test]
fn hints_that_nobody_can_have_had_are_refused() {
    refused("options: ()", "hints: (given: 10000)", "6:5", "at most 9999");
    refused("options: ()", "hints: (given: 1, shown: 2)", "6:5", "cannot have been shown by 2");
    for hostile in ["(given: -1)", "(given: 99999999999)", "(given: 1, taken: 1)", "3", "\"many\""] {
        fault(&GOOD.replace("options: ()", &format!("hints: {hostile}")));
    }
}

#[test]
fn an_illegal_move_is_named_by_its_number_and_reason() {
    // Dealt in order, the second card is a spade, and spades have weight.
    let dealt = GOOD.replace("deal: None", &format!("deal: (deck: \"{}\")", deck())).replace("\"a1\"", "\"c3\"");
    let illegal = fault(&dealt);
    assert_eq!(illegal.place, SourcePlace::Move(2));
    assert!(illegal.message.contains("\"c3\" is not legal here: the top right slot has nothing under it"), "{illegal}");
    refused("(0, \"a1\")", "(0, \"d1\")", "move 2", "moves are a slot, a1 to c3");
    refused("(0, \"a1\")", "(1, \"a1\")", "move 2", "the seats are 0 to 0");
    let buried = fault(&dealt.replace("\"b1\"", "\"b1 bury\""));
    assert!(buried.to_string().contains("move 1: \"b1 bury\" is not legal here: only a club"), "{buried}");
}

#[test]
fn faults_are_placed_outside_strings_and_comments() {
    let tricky = "(/* rules: 5 */ parlour: 1, // rules: 6\n seed: \"rules: 7 \\\" rules: 8\",\n  rules: 9, \
                  game: \"matrix-solitaire\", seats: [])";
    assert_eq!(fault(tricky).place, SourcePlace::Text { line: 3, column: 3 });
}

#[test]
fn the_format_is_judged_before_fields_that_another_format_may_not_have() {
    let error = fault("(parlour: 2, title: \"x\")");
    assert!(error.message.contains("this program reads format 1"), "{error}");
}

#[test]
fn messages_stay_short_and_speak_of_records() {
    let long = fault(&GOOD.replace("options: ()", &format!("{}: ()", "x".repeat(100_000))));
    assert!(long.message.chars().count() <= 300, "{} characters", long.message.chars().count());
    assert!(long.message.len() < 1000 && !long.message.contains("File"), "{long}");
    let deep = fault(&GOOD.replace("options: ()", &format!("options: {}", "(a:".repeat(5000))));
    assert!(!deep.message.contains("serde"), "{deep}");
}

fn deck() -> String {
    parlour::cards::cards_to_text(&parlour::cards::Card::all().collect::<Vec<_>>())
}

#[test]
fn an_explicit_deal_is_used_with_or_without_some() {
    for deal in [format!("deal: (deck: \"{}\")", deck()), format!("deal: Some((deck: \"{}\"))", deck())] {
        let session = catalogue::load(&GOOD.replace("deal: None", &deal)).expect("a dealt record");
        assert_eq!(session.state()["current"], "3S", "AS to b1, 2S to a1, then 3S");
        let again = catalogue::load(&session.record_text()).expect("written and read");
        assert_eq!(again.state(), session.state());
    }
}

#[test]
fn a_deck_of_51_or_with_a_doubled_card_is_named() {
    let dealt = |deck: &str| fault(&GOOD.replace("deal: None", &format!("deal: (deck: \"{deck}\")")));
    let short = dealt(deck().trim_end_matches(" KC"));
    assert!(short.message.contains("51 cards") && short.message.contains("missing: KC"), "{short}");
    assert!(matches!(short.place, SourcePlace::Text { line: 8, .. }), "{short}");
    let doubled = dealt(&deck().replace("KC", "AS"));
    assert!(doubled.message.contains("card 52: AS appears twice"), "{doubled}");
    let wrong = dealt(&deck().replace("KC", "1Z"));
    assert!(wrong.message.contains("card 52: \"1Z\" is not a card"), "{wrong}");
}

#[test]
fn truncated_records_are_refused_at_every_length() {
    for cut in 0..GOOD.trim_end().len() {
        fault(&GOOD[..cut]);
    }
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow() {
    fault(&"(".repeat(100_000));
    fault(&format!("(parlour: 1, game: {}", "[".repeat(100_000)));
    fault(&GOOD.replace("options: ()", &format!("options: {}{}", "(a:".repeat(50_000), ")".repeat(50_000))));
}

fn temporary(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records");
    fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a temporary file");
    path
}

#[test]
fn files_that_are_no_text_are_refused_as_a_whole() {
    let says = |name: &str, bytes: &[u8]| read_text(&temporary(name, bytes)).expect_err("refused").to_string();
    assert!(says("empty.ron", b"").contains("the file is empty"));
    assert!(says("blank.ron", b" \n\t\n").contains("the file is empty"));
    assert!(says("binary.ron", &[0x7F, b'E', b'L', b'F', 0xFF, 0xFE]).contains("byte 4 is not UTF-8"));
    let long = vec![b' '; MOST_BYTES as usize + 1];
    assert!(says("long.ron", &long).contains("reads at most 1048576"));
    let marked = [b"\xEF\xBB\xBF", GOOD.as_bytes()].concat();
    let text = read_text(&temporary("marked.ron", &marked)).expect("a byte order mark is no fault");
    assert!(catalogue::load(&text).is_ok());
    assert!(read_text(&std::env::temp_dir()).expect_err("a folder").to_string().contains("is not a file"));
}

/// What the fuzzer found or began with. Each must be read or refused, never more.
#[test]
fn the_fuzzers_corpus_is_read_or_refused() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/record");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        files += 1;
        if let Ok(text) = read_text(&path)
            && let Ok(session) = catalogue::load(&text)
        {
            let again = catalogue::load(&session.record_text()).expect("what is read can be written and read again");
            assert_eq!(again.state(), session.state(), "{}", path.display());
        }
    }
    assert!(files >= 10, "{files} files");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = catalogue::load(&text);
    }

    #[test]
    fn a_record_with_any_byte_changed_is_read_or_refused(place in 0usize..200, letter in any::<char>()) {
        let mut letters: Vec<char> = GOOD.chars().collect();
        let place = place % letters.len();
        letters[place] = letter;
        let text: String = letters.into_iter().collect();
        if let Ok(session) = catalogue::load(&text) {
            prop_assert!(catalogue::load(&session.record_text()).is_ok());
        }
    }
}
