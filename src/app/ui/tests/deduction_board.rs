//! Mystery Machine at the table: the notes on its board, and the panel in which questions are paid for and the mystery is named.

use super::*;

#[test]
fn all_that_stands_on_the_deduction_board_is_large_enough_and_within_the_window() {
    for size in SIZES {
        for puzzle in ["", "(puzzle: \"one-two-three\")", "(puzzle: \"sixth-sense\")"] {
            let (table, shown) = mysterious(puzzle, &[], "");
            let harness = window(size, |root, requests| draw_table(root, &table, &shown, requests));
            assert_eq!(all_faults(&harness, size, true), Vec::<String>::new(), "{puzzle} at {size:?}");
        }
    }
}

#[test]
fn a_question_is_paid_in_the_panel_after_its_cards_were_shown() {
    let (table, shown) = mysterious("", &PAIR, "");
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("Ask pile 1 with 2♠ 2♥").hover();
    harness.run();
    assert!(
        harness.state().contains(TableAction::Consider(Some("ask 1 with 2S 2H".to_owned()))),
        "{:?}",
        harness.state()
    );
    harness.get_by_label("Ask pile 1 with 2♠ 2♥").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Play("ask 1 with 2S 2H".to_owned())), "{:?}", harness.state());
}

#[test]
fn the_mystery_is_named_by_choosing_a_card_and_confirming_it() {
    let (table, shown) = mysterious("", &[], "");
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("queen of hearts").click();
    harness.run();
    let named =
        |requests: &Requests| requests.iter().any(|request| matches!(request, Request::Table(TableAction::Play(_))));
    assert!(!named(harness.state()), "one press does not end the game");
    harness.get_by_label("Name Q♥").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Play("guess QH".to_owned())), "{:?}", harness.state());
}

/// The notes that were saved last.
fn noted(requests: &Requests) -> String {
    let note = |request: &Request| match request {
        Request::Table(TableAction::Note(notes)) => Some(notes.clone()),
        _ => None,
    };
    requests.iter().rev().find_map(note).expect("a note")
}

#[test]
fn notes_are_made_on_the_grid_taken_back_and_say_when_they_contradict_themselves() {
    let mut notes = String::new();
    let mut click = |label: &str, wanted: &str| {
        let (table, shown) = mysterious("", &[], &notes);
        let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
        harness.get_by_label(label).click();
        harness.run();
        notes = noted(harness.state());
        let (table, shown) = mysterious("", &[], &notes);
        let harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
        harness.get_by_label(wanted);
    };
    click("row B1–B4: K", "row B1–B4: K, crossed out");
    click("row B1–B4: K, crossed out", "row B1–B4: K, settled");
    click("row B1–B4: K, settled", "row B1–B4: K");
    for rank in ["A", "K", "Q"] {
        click(&format!("row A1–A4: {rank}"), &format!("row A1–A4: {rank}, crossed out"));
    }
    click("row A1–A4: J", "Your notes cannot all be true: no rank is left for row A1–A4.");
}

#[test]
fn notes_by_parlour_are_chosen_for_a_game_and_cannot_be_changed_by_hand() {
    let kept = "(seed:\"welcome-mushy-heads c0ffee42\",kept:true,ink:{})";
    let (table, shown) = mysterious("", &[PAIR.as_slice(), &["ask 1 with 2S 2H"]].concat(), kept);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    let words = all_words(&harness);
    assert!(words.contains("15 possible") && !words.contains("Pencil"), "{words}");
    let is_note = |request: &Request| matches!(request, Request::Table(TableAction::Note(_)));
    harness.get_by_label("row A1–A4: K").click_accesskit();
    harness.run();
    assert!(!harness.state().iter().any(is_note));
}

#[test]
fn a_game_that_is_only_looked_at_shows_no_notes() {
    let (mut table, shown) =
        mysterious("", &[], "(seed:\"welcome-mushy-heads c0ffee42\",kept:false,ink:{Row(0,0):false})");
    let has_note = |table: &ActiveGame| {
        let harness = window(SIZES[1], |root, requests| draw_table(root, table, &shown, requests));
        harness.query_by_label("row A1–A4: A, crossed out").is_some()
    };
    assert!(has_note(&table));
    table.purpose = Purpose::Replay;
    assert!(!has_note(&table));
}
