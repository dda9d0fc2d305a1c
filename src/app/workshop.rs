//! The player's own puzzles: the workshop where they are made, and the folder where they are kept.

use bevy::prelude::*;

use super::messages::WorkshopAction;
use super::settings::Settings;
use super::store::Store;
use super::ui_state::{Screen, UiState};
use crate::table::panels::{GamePanels, HistoryStep, OwnPuzzle, Workshop};
use crate::table::schedule::Frame;

#[derive(Resource, Default)]
pub struct WorkshopState {
    /// The workshop and its game, once it was entered.
    pub workshop: Option<(&'static str, Box<dyn Workshop>)>,
    /// The player's own puzzles, sorted by file name.
    pub own: Vec<OwnPuzzle>,
    pub pasted: Option<String>,
    /// Undo or Redo, asked for by a key.
    pub step: Option<HistoryStep>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<WorkshopState>()
        .add_systems(OnEnter(Screen::Setup), list_puzzles)
        .add_systems(OnEnter(Screen::Workshop), list_puzzles)
        .add_systems(Update, act.in_set(Frame::Screens));
}

fn list_puzzles(store: Res<Store>, mut workshop: ResMut<WorkshopState>) {
    workshop.own = store.own_puzzles();
}

fn act(
    mut actions: MessageReader<WorkshopAction>,
    panels: Option<Res<GamePanels>>,
    store: Res<Store>,
    mut workshop: ResMut<WorkshopState>,
    mut ui: ResMut<UiState>,
    mut settings: ResMut<Settings>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in actions.read() {
        match action {
            WorkshopAction::Design(game, puzzle) => {
                let open = panels.as_ref().and_then(|panels| panels.get(game)?.workshop);
                let Some(open) = open else { continue };
                let draft = store.notes(&format!("{game}.draft")).unwrap_or_else(|error| {
                    ui.say(format_args!("The draft could not be read: {error}. The file was kept."));
                    String::new()
                });
                workshop.workshop = Some((game, open(puzzle.as_ref(), &draft)));
                ui.go_to(Screen::Workshop, &mut next);
            }
            WorkshopAction::Return if workshop.workshop.is_none() => {}
            WorkshopAction::Return => ui.go_to(Screen::Workshop, &mut next),
            WorkshopAction::Undo => workshop.step = Some(HistoryStep::Undo),
            WorkshopAction::Redo => workshop.step = Some(HistoryStep::Redo),
            WorkshopAction::Save(puzzle) => {
                let text = puzzle.text.as_deref().unwrap_or_default();
                match store.write_own_puzzle(&puzzle.file, text) {
                    Ok(()) => workshop.own = store.own_puzzles(),
                    Err(error) => ui.say(format_args!("The puzzle could not be saved: {error}")),
                }
            }
            WorkshopAction::Delete(game, file) => match store.remove_own_puzzle(file) {
                Ok(()) => {
                    workshop.own = store.own_puzzles();
                    // The deleted puzzle may be the chosen one.
                    if let Some(table) = settings.tables.get_mut(*game) {
                        table.options.clear();
                    }
                }
                Err(error) => ui.say(error),
            },
            WorkshopAction::KeepDraft(game, text) => {
                if let Err(error) = store.write_notes(&format!("{game}.draft"), text) {
                    ui.say(format_args!("The draft could not be saved: {error}"));
                }
            }
        }
    }
}
