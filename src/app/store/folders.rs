//! The folders in which everything lies, and the lock under which their files are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::Resource;
use directories::{ProjectDirs, UserDirs};

use super::files::{StoreError, set_aside, write_atomically};
use crate::app::platform::folder_lock::FolderLock;

/// Why nothing is written any more.
const TAKEN: &str = "another copy of Parlour is using this folder, or the folder was replaced, so this window can no longer save. Close \
                     it and start Parlour again to continue from the last saved position";

#[derive(Resource, Clone, Debug)]
pub struct Store {
    data: PathBuf,
    settings: PathBuf,
    documents: PathBuf,
    looks: PathBuf,
    packs: PathBuf,
    sockets: PathBuf,
    lock: Option<FolderLock>,
}

impl Store {
    /// The folders of this platform for this user; below the temporary folder where the user has no home.
    pub fn of_user() -> Store {
        let Some(folders) = ProjectDirs::from("", "", "parlour") else {
            return Store::at(&std::env::temp_dir().join("parlour"));
        };
        let documents = UserDirs::new().map(|user| user.document_dir().unwrap_or(user.home_dir()).to_owned());
        let settings = folders.config_dir().join("settings.ron");
        let sockets = folders.runtime_dir().unwrap_or(folders.config_dir()).to_owned();
        Store::new(folders.data_dir().to_owned(), settings, documents.unwrap_or_default(), sockets)
    }

    /// Everything below this folder, for tests.
    pub fn at(folder: &Path) -> Store {
        Store::new(folder.join("data"), folder.join("settings.ron"), folder.join("documents"), folder.join("sockets"))
    }

    fn new(data: PathBuf, settings: PathBuf, documents: PathBuf, sockets: PathBuf) -> Store {
        let (looks, packs) = (data.join("looks"), data.join("packs"));
        Store { looks, packs, data, settings, documents, sockets, lock: None }
    }

    /// From now on nothing is written unless this lock on the data folder holds.
    pub fn write_under(&mut self, lock: FolderLock) {
        self.lock = Some(lock);
    }

    /// Whether this window may write here; an error if another Parlour has taken the folder.
    pub fn check_lock(&self) -> Result<(), StoreError> {
        match &self.lock {
            Some(lock) if !lock.holds() => Err(StoreError::new(&self.data, TAKEN)),
            _ => Ok(()),
        }
    }

    pub(super) fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        self.check_lock()?;
        write_atomically(path, bytes)
    }

    /// Renames a file that cannot be understood. Returns its new name, if there was one.
    pub(super) fn set_aside(&self, path: &Path) -> Result<Option<PathBuf>, StoreError> {
        self.check_lock()?;
        set_aside(path)
    }

    /// Removes a file, if it is there.
    pub(super) fn remove(&self, path: &Path) -> Result<(), StoreError> {
        self.check_lock()?;
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::new(path, error)),
            _ => Ok(()),
        }
    }

    /// The folder of the player's own themes and decks.
    pub fn looks(&self) -> &Path {
        &self.looks
    }

    /// The folder of the player's own picture packs.
    pub fn packs(&self) -> &Path {
        &self.packs
    }

    /// Where people keep what they write: the folder that is proposed for saving.
    pub fn documents(&self) -> &Path {
        &self.documents
    }

    /// The folder with everything but the settings.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The folder of sockets. It is not in the data folder: whoever deletes that one leaves a running window its socket.
    pub fn sockets(&self) -> &Path {
        &self.sockets
    }

    pub(super) fn settings_path(&self) -> &Path {
        &self.settings
    }
}
