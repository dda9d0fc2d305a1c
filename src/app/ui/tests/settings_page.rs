//! The settings: each is found by its name, and resetting them leaves alone what players have set elsewhere.

use super::*;
use crate::app::bindings::Command;
use crate::app::settings::{ResultsStay, TableSetup};

#[test]
fn a_setting_is_found_by_its_name_and_is_in_effect_at_once() {
    let mut harness = window(SIZES[1], show_settings);
    harness.get_by_role_and_label(Role::RadioButton, "Theme: Daylight").click();
    harness.run();
    let wanted = Settings { theme: Theme::Daylight, ..Settings::default() };
    assert!(harness.state().contains(SettingsAction::Set(Box::new(wanted))), "{:?}", harness.state());
    harness.get_by_role_and_label(Role::RadioButton, "Theme: vineyard").click();
    harness.run();
    let wanted = Settings { own_theme: Some("vineyard".to_owned()), ..Settings::default() };
    assert!(harness.state().contains(SettingsAction::Set(Box::new(wanted))), "{:?}", harness.state());
    harness.get_by_role_and_label(Role::Button, "Choose …").click_accesskit();
    harness.run();
    assert!(harness.state().contains(NavigationAction::OpenKeys));
}

#[test]
fn how_long_results_stay_is_a_setting() {
    let mut harness = window(SIZES[1], show_settings);
    harness.get_by_role_and_label(Role::RadioButton, "Results stay: Until a key or click");
    harness.get_by_role_and_label(Role::RadioButton, "Results stay: 2 seconds").click_accesskit();
    harness.run();
    let wanted = Settings { results_stay: ResultsStay::Short, ..Settings::default() };
    assert!(harness.state().contains(SettingsAction::Set(Box::new(wanted))), "{:?}", harness.state());
}

#[test]
fn resetting_the_settings_leaves_names_seats_and_sorted_hands_alone() {
    let mut own = Settings { theme: Theme::Daylight, ..Settings::default() };
    own.roster.move_up(2);
    own.tables.insert(MESS.to_owned(), TableSetup::default());
    own.sort_hand_by_next(catalogue::find(MYSTERY).expect("the game").info);
    let (roster, tables) = (own.roster.clone(), own.tables.clone());
    let kept = Settings { roster, tables, hand_orders: own.hand_orders.clone(), ..Settings::default() };
    let mut harness = window(SIZES[1], move |root, requests| {
        settings::show(root, &own, &InstalledLooks::default(), Path::new("/looks"), false, requests);
    });
    harness.get_by_role_and_label(Role::Button, "Reset to defaults").click();
    harness.run();
    assert!(harness.state().contains(SettingsAction::Set(Box::new(kept))), "{:?}", harness.state());
}

#[test]
fn a_key_that_is_waited_for_says_so() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        settings::keys(root, &Settings::default(), Some(Command::Hint), false, requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.get_by_label("Ctrl+Z").click();
    harness.get_by_label("Press a key …");
    harness.run();
    assert!(harness.state().contains(SettingsAction::Catch(Some(Command::Undo))));
}
