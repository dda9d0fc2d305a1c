//! Files and records from outside: a record is looked at, a puzzle chosen for the next deal.

use std::path::{Path, PathBuf};

use super::commands::GameCommands;
use crate::app::messages::{NavigationAction, PictureAction};
use crate::app::pictures::importer::is_picture_or_pack;
use crate::app::sharing;
use crate::catalogue::{self, PuzzleKind};
use crate::engine::record::{RecordError, read_text};
use crate::files::beside;

impl GameCommands<'_, '_> {
    pub fn open_file(&mut self, path: &Path) {
        if is_picture_or_pack(path) {
            self.commands.write_message(PictureAction::Add(path.to_owned()));
            return;
        }
        let folders = [path.parent().map_or_else(PathBuf::new, Path::to_owned), self.store.puzzles()];
        let opened = read_text(path).and_then(|text| self.open_text(&text, &folders));
        if let Err(error) = opened {
            self.ui.say(format_args!("{}: {error}", path.display()));
        }
    }

    /// What a person typed or pasted: a record begins with a bracket, and no path does.
    pub fn open_typed(&mut self, typed: &str) {
        let typed = typed.trim();
        if let Some(shared) = sharing::read_line(typed) {
            return self.deal_shared(shared);
        }
        if !typed.starts_with('(') {
            return self.open_file(Path::new(typed.trim_matches('"')));
        }
        let folders = [self.store.puzzles()];
        if let Err(error) = self.open_text(typed, &folders) {
            let what = if PuzzleKind::of(typed).is_some() { "puzzle" } else { "record" };
            self.ui.say(format_args!("The pasted {what}: {error}"));
        }
    }

    /// Files that a record names lie in these folders.
    fn open_text(&mut self, text: &str, folders: &[PathBuf]) -> Result<(), RecordError> {
        if let Some(kind) = PuzzleKind::of(text) {
            self.settings.tables.entry(kind.game.to_owned()).or_default().options = (kind.options)(text)?;
            self.commands.write_message(NavigationAction::OpenSetup(kind.game));
            return Ok(());
        }
        let session = catalogue::load_with(text, &beside(folders))?;
        self.look_at(session);
        Ok(())
    }
}
