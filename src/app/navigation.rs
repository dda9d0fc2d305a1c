//! From screen to screen and page to page.

use bevy::prelude::*;

use super::game::active::{ActiveGame, StatusMessage};
use super::game::turn::Turn;
use super::messages::NavigationAction;
use super::sharing;
use super::store::Store;
use super::ui_state::{Page, Screen, UiState, fresh_salt, fresh_seed};
use crate::table::schedule::Frame;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, navigate.in_set(Frame::Screens));
}

fn navigate(
    mut actions: MessageReader<NavigationAction>,
    mut ui: ResMut<UiState>,
    (screen, mut next): (Res<State<Screen>>, ResMut<NextState<Screen>>),
    (game, turn): (Option<Res<ActiveGame>>, Option<Res<State<Turn>>>),
    store: Res<Store>,
    mut exit: MessageWriter<AppExit>,
) {
    for action in actions.read() {
        match action {
            NavigationAction::OpenLibrary => ui.go_to(Screen::Library, &mut next),
            NavigationAction::OpenSetup(game) => {
                ui.go_to(Screen::Setup, &mut next);
                ui.chosen = Some(game);
                (ui.seed, ui.salt) = (fresh_seed(), fresh_salt());
            }
            NavigationAction::OpenHistory(game) => {
                ui.go_to(Screen::History, &mut next);
                ui.chosen = Some(game);
            }
            // In the library, those of the game whose tile has the focus.
            NavigationAction::OpenRules if *screen.get() == Screen::Library && ui.chosen.is_none() => {}
            NavigationAction::OpenRules => {
                let of_game = game.as_deref().filter(|_| *screen.get() == Screen::Play);
                ui.page = Some(Page::Rules(of_game.and_then(heading)));
            }
            NavigationAction::OpenMenu => ui.open(Page::Menu),
            NavigationAction::OpenSettings => ui.open(Page::Settings),
            NavigationAction::OpenKeys => ui.open(Page::Keys),
            NavigationAction::OpenShare => {
                let Some(game) = &game else { continue };
                let path = store.documents().join(sharing::file_name(game.session()));
                remember_result(&mut ui);
                open_form(&mut ui, Page::Share, path.display().to_string());
            }
            NavigationAction::OpenFairness if game.is_some() => {
                remember_result(&mut ui);
                ui.open(Page::Fairness);
            }
            NavigationAction::OpenFairness => {}
            NavigationAction::OpenRecord => open_form(&mut ui, Page::Open, String::new()),
            NavigationAction::OpenPictures => {
                ui.asks_about = None;
                open_form(&mut ui, Page::Pictures, String::new());
            }
            NavigationAction::OpenPackHelp => ui.open(Page::PackHelp),
            NavigationAction::OpenEnd => {
                if game.as_ref().is_some_and(|game| game.outcome.is_some()) {
                    ui.open(Page::End);
                }
            }
            NavigationAction::ToggleDrawer => {
                let is_at_table = turn.as_ref().is_some_and(|turn| *turn.get() != Turn::HandOver) && ui.page.is_none();
                ui.drawer = is_at_table && !ui.drawer;
                ui.wants_focus |= ui.drawer;
            }
            NavigationAction::Close => close(&mut ui),
            NavigationAction::Quit => drop(exit.write(AppExit::Success)),
        }
    }
}

/// A page that is opened from the result of a game leads back to it, also by way of another.
fn remember_result(ui: &mut UiState) {
    ui.is_from_result = match ui.page {
        Some(Page::Share | Page::Fairness) => ui.is_from_result,
        ref page => *page == Some(Page::End),
    };
}

/// Opens a page with a text field that holds this text.
fn open_form(ui: &mut UiState, page: Page, typed: String) {
    ui.typed = typed;
    ui.done = None;
    ui.open(page);
}

/// The heading of the rules page that matters now: the rule that forbids a move, or the one that a lesson is about.
fn heading(game: &ActiveGame) -> Option<String> {
    match &game.status {
        Some(StatusMessage::Refused(illegal)) => Some(illegal.rule.to_owned()),
        _ => game.teaching().and_then(|teaching| teaching.rule).map(str::to_owned),
    }
}

fn close(ui: &mut UiState) {
    ui.wants_focus = true;
    if !ui.notices.is_empty() {
        ui.notices.remove(0);
        return;
    }
    if ui.page.is_none() {
        ui.drawer = false;
    }
    ui.page = match ui.page {
        Some(Page::Keys) => Some(Page::Settings),
        Some(Page::Crop | Page::PackHelp) => Some(Page::Pictures),
        Some(Page::Share | Page::Fairness) if ui.is_from_result => Some(Page::End),
        _ => None,
    };
    ui.catching = None;
}
