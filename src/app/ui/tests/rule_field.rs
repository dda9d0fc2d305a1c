//! Rules that are typed in Eleusis Express: what is offered where one cannot be read, or can mean two things.

use super::*;

/// A game of Eleusis Express for one, in which a rule can be written, after this was typed into its field.
fn with_a_rule_typed<'a>(size: (f32, f32), game: &'a (ActiveGame, TableScene), text: &str) -> Harness<'a, Requests> {
    let mut harness = window(size, |root, requests| draw_table(root, &game.0, &game.1, requests));
    harness.get_by_role_and_label(Role::TextInput, RULE_FIELD).focus();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, RULE_FIELD).type_text(text);
    harness.run();
    harness
}

const RULE_FIELD: &str = "What the rule might be";

fn house_rule() -> (ActiveGame, TableScene) {
    let entry = catalogue::find("eleusis-express").expect("the game");
    let session = entry.start_with("c0ffee42", vec![Player::person("You")], "(house: true, rule: \"red\")");
    let session = session.expect("a deal");
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

#[test]
fn a_rule_that_cannot_be_read_is_replaced_by_the_nearest_one_with_a_click() {
    let game = house_rule();
    for size in SIZES {
        let mut harness = with_a_rule_typed(size, &game, "different rnak from last");
        assert!(all_words(&harness).contains("is not understood"), "{}", all_words(&harness));
        assert_eq!(all_faults(&harness, size, true), Vec::<String>::new(), "{size:?}");
        let meant = "different rank from last";
        harness.get_by_role_and_label(Role::Button, meant).click();
        harness.run();
        assert!(harness.query_by_role_and_label(Role::Button, meant).is_none());
        let field = harness.get_by_role_and_label(Role::TextInput, RULE_FIELD);
        assert_eq!(field.accesskit_node().value().as_deref(), Some(meant));
        assert!(all_words(&harness).contains("Understood: rank differs from last"), "{}", all_words(&harness));
    }
}

#[test]
fn a_rule_that_can_mean_two_things_is_asked_back_with_a_button_for_each() {
    let game = house_rule();
    for size in SIZES {
        let meant = ["if last is red then even else red or black", "if red then even else red or black"];
        let harness = with_a_rule_typed(size, &game, "if red then even");
        assert!(meant.iter().all(|meant| harness.query_by_role_and_label(Role::Button, meant).is_some()));
        assert_eq!(all_faults(&harness, size, true), Vec::<String>::new(), "{size:?}");
        let mut harness = harness;
        harness.get_by_role_and_label(Role::Button, meant[1]).click();
        harness.run();
        let field = harness.get_by_role_and_label(Role::TextInput, RULE_FIELD);
        assert_eq!(field.accesskit_node().value().as_deref(), Some(meant[1]));
    }
}
