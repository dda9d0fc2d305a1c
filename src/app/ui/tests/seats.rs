//! Before a deal: who plays, in which order, and at one computer or not.

use super::*;

#[test]
fn who_plays_is_set_with_name_bot_and_order() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MESS), ..UiState::default() }, &index_of_today(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.get_by_role_and_label(Role::Button, "Move player 2 up").click();
    harness.get_by_role_and_label(Role::RadioButton, "Players: 4").click();
    harness.run();
    let set = |requests: &Requests| {
        requests.iter().rev().find_map(|action| {
            if let Request::Settings(SettingsAction::Set(set)) = action { Some((**set).clone()) } else { None }
        })
    };
    let first = harness.state().iter().find_map(|action| match action {
        Request::Settings(SettingsAction::Set(set)) => Some(set.roster.players(2)),
        _ => None,
    });
    let names: Vec<String> = first.into_iter().flatten().map(|player| player.name).collect();
    assert_eq!(names, ["Ada", "You"]);
    harness.get_by_role_and_label(Role::RadioButton, "Malfunctions: Hard").click();
    harness.run();
    let options = set(harness.state()).map(|set| set.options_of(MESS).to_owned()).unwrap_or_default();
    assert!(options.contains("difficulty:Hard"), "{options}");
    harness.get_by_label("Picture: Lighthouse").click();
    harness.run();
    let options = set(harness.state()).map(|set| set.options_of(MESS).to_owned()).unwrap_or_default();
    assert!(options.contains("picture:\"harbour/lighthouse.svg\""), "{options}");
}

#[test]
fn only_people_who_share_the_computer_are_told_to_pass_it_on() {
    for (bots, is_told) in [(0, true), (1, true), (2, false)] {
        let mut settings = Settings::default();
        settings.tables.entry(MESS.to_owned()).or_default().seats = Some(3);
        for seat in 3 - bots..3 {
            settings.roster.entry_mut(seat).expect("a seat").bot = Some(BotLevel::Easy);
        }
        for seat in 0..3 - bots {
            settings.roster.entry_mut(seat).expect("a seat").bot = None;
        }
        let draw = |root: &mut Ui, requests: &mut Requests| {
            let mut state = UiState { chosen: Some(MESS), ..UiState::default() };
            set_up_with(root, &mut state, &settings, &index_of_today(), requests);
        };
        let harness = window(SIZES[1], draw);
        let told = harness.query_all_by_label_contains("Pass the computer on").count();
        assert_eq!(told > 0, is_told, "{bots} bots");
    }
}
