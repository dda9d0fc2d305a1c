//! Puzzles of the player's own: the workshop where they are made, and the folder where they lie.

use bevy::prelude::*;

use super::desk::{Action, Desk, Screen};
use super::play::Obey;
use super::settings::Settings;
use super::store::Store;
use crate::table::motion::Complete;
use crate::table::panels::{GamePanels, OwnPuzzle, Step, Workshop};

/// What is on the bench, and what lies in the folder.
#[derive(Resource, Default)]
pub struct Workbench {
    /// The workshop, once it was entered, with the game that it belongs to.
    pub workshop: Option<(&'static str, Box<dyn Workshop>)>,
    /// The player's own puzzles, by their files' names.
    pub own: Vec<OwnPuzzle>,
    /// Text on its way from the clipboard.
    pub pasted: Option<String>,
    /// A step to be taken back or made again, asked for by a key.
    pub step: Option<Step>,
}

/// Keeps the bench.
pub fn plugin(app: &mut App) {
    app.init_resource::<Workbench>()
        .add_systems(OnEnter(Screen::Setup), look_through)
        .add_systems(OnEnter(Screen::Workshop), look_through)
        .add_systems(Update, obey.after(Complete).before(Obey));
}

fn look_through(store: Res<Store>, mut bench: ResMut<Workbench>) {
    bench.own = store.own_puzzles();
}

fn obey(
    mut actions: MessageReader<Action>,
    panels: Option<Res<GamePanels>>,
    store: Res<Store>,
    mut bench: ResMut<Workbench>,
    mut desk: ResMut<Desk>,
    mut settings: ResMut<Settings>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in actions.read() {
        match action {
            Action::Design(game, puzzle) => {
                let open = panels.as_ref().and_then(|panels| panels.0.get(game)?.workshop);
                let Some(open) = open else { continue };
                bench.workshop = Some((game, open(puzzle.as_ref(), &store.notes(&draft_of(game)))));
                enter(&mut desk, &mut next);
            }
            Action::Undo if *screen.get() == Screen::Workshop => bench.step = Some(Step::Undo),
            Action::Redo if *screen.get() == Screen::Workshop => bench.step = Some(Step::Redo),
            Action::BackToWorkshop if bench.workshop.is_some() => enter(&mut desk, &mut next),
            Action::SavePuzzle(puzzle) => {
                let text = puzzle.text.as_deref().unwrap_or_default();
                match store.write_own_puzzle(&puzzle.file, text) {
                    Ok(()) => bench.own = store.own_puzzles(),
                    Err(error) => desk.say(format_args!("The puzzle cannot be kept: {error}")),
                }
            }
            Action::RemovePuzzle(game, file) => match store.remove_own_puzzle(file) {
                Ok(()) => {
                    bench.own = store.own_puzzles();
                    // What is no longer there is no longer chosen.
                    if let Some(table) = settings.tables.get_mut(*game) {
                        table.options.clear();
                    }
                }
                Err(error) => desk.say(error),
            },
            Action::KeepDraft(game, text) => {
                if let Err(error) = store.write_notes(&draft_of(game), text) {
                    desk.say(format_args!("The draft cannot be kept: {error}"));
                }
            }
            _ => {}
        }
    }
}

fn enter(desk: &mut Desk, next: &mut NextState<Screen>) {
    next.set(Screen::Workshop);
    desk.page = None;
    desk.wants_focus = true;
}

/// The name under which a game's draft is kept beside its notes.
fn draft_of(game: &str) -> String {
    format!("{game}.draft")
}
