//! The lock on a data folder: whoever has it may write there, and nobody else.
//!
//! What is locked is a file, not its name. If the file or the whole folder is deleted under a running program, another one can
//! make and lock a new file of that name. So whoever has the lock looks, before anything is written, whether it is still the file
//! of that name.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

const NAME: &str = "parlour.lock";

/// How often the file is opened anew where somebody deletes it before it is locked.
const TRIES: usize = 3;

/// The lock on a folder. It is free again when the last clone of this is gone, however the program ends.
#[derive(Clone, Debug)]
pub struct FolderLock {
    path: PathBuf,
    state: Arc<Mutex<LockState>>,
}

#[derive(Debug)]
enum LockState {
    Held {
        file: File,
        /// Whether the file system tells one file from another; if not, nobody can see that the lock was deleted.
        is_told_apart: bool,
    },
    /// The file cannot be opened, and so nothing there can be written.
    OutOfReach,
    /// Somebody else has locked the folder since.
    Lost,
}

impl FolderLock {
    /// Locks a folder, which is created if it does not exist; `None` if somebody else has it.
    pub fn take(folder: &Path) -> Option<FolderLock> {
        let path = folder.join(NAME);
        let state = lock(&path)?;
        Some(FolderLock { path, state: Arc::new(Mutex::new(state)) })
    }

    /// Whether nobody else has the folder. A lock that was deleted, alone or with its folder, is made anew. Once somebody else has
    /// made one, the folder is theirs for good, even after they have gone: what they saved there is not known here.
    pub fn holds(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let renewed = match &*state {
            LockState::Lost => return false,
            LockState::Held { is_told_apart: false, .. } => return true,
            LockState::Held { file, .. } if has_name(file, &self.path) => return true,
            LockState::Held { .. } => match open(&self.path, OpenOptions::create_new) {
                Ok(file) if is_anothers(&file) => LockState::Lost,
                Ok(file) => LockState::Held { file, is_told_apart: true },
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => LockState::Lost,
                // Whatever is written there fails, too, and says why.
                Err(_) => return true,
            },
            LockState::OutOfReach => lock(&self.path).unwrap_or(LockState::Lost),
        };
        *state = renewed;
        !matches!(*state, LockState::Lost)
    }
}

/// Opens and locks a file; `None` if somebody else has locked it.
fn lock(path: &Path) -> Option<LockState> {
    let mut tries = 0;
    loop {
        let Ok(file) = open(path, OpenOptions::create) else { return Some(LockState::OutOfReach) };
        if is_anothers(&file) {
            return None;
        }
        tries += 1;
        let is_told_apart = has_name(&file, path);
        if is_told_apart || tries == TRIES {
            return Some(LockState::Held { file, is_told_apart });
        }
    }
}

/// Opens a file of a folder, which is created if it does not exist.
fn open(path: &Path, make: fn(&mut OpenOptions, bool) -> &mut OpenOptions) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    make(options.write(true), true);
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, READ_AND_WRITE);
    options.open(path)
}

/// What others may do with the file while it is open: not delete it, and so not its folder either.
#[cfg(windows)]
const READ_AND_WRITE: u32 = 1 | 2;

/// Some file systems have no locks: there nobody is kept out.
fn is_anothers(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether this is still the file of this name.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(named)) => number(file) == number(named),
        (_, Err(error)) => !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
        (Err(_), Ok(_)) => true,
    }
}

/// It cannot be deleted while it is open.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A folder of its own for a test, removed at its end.
    struct LockedFolder(PathBuf);

    impl LockedFolder {
        fn new(test: &str) -> LockedFolder {
            let place = std::env::temp_dir().join(format!("parlour-lock-{}-{test}", std::process::id()));
            let _ = fs::remove_dir_all(&place);
            LockedFolder(place)
        }
    }

    impl Drop for LockedFolder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_folder_has_one_lock_and_is_free_once_that_is_gone() {
        let place = LockedFolder::new("one");
        let lock = FolderLock::take(&place.0).expect("nobody has it");
        let clone = lock.clone();
        assert!(lock.holds() && FolderLock::take(&place.0).is_none());
        drop(lock);
        assert!(FolderLock::take(&place.0).is_none(), "a clone still has it");
        drop(clone);
        assert!(FolderLock::take(&place.0).is_some(), "what lies there keeps nobody out");
    }

    #[test]
    fn a_lock_that_was_deleted_alone_or_with_its_folder_is_made_anew() {
        let place = LockedFolder::new("anew");
        let lock = FolderLock::take(&place.0).expect("nobody has it");
        fs::remove_file(place.0.join(NAME)).expect("the lock");
        assert!(lock.holds() && FolderLock::take(&place.0).is_none());
        fs::remove_dir_all(&place.0).expect("the folder");
        assert!(lock.holds() && FolderLock::take(&place.0).is_none());
    }

    #[test]
    fn a_folder_that_somebody_else_has_locked_meanwhile_is_theirs_for_good() {
        let place = LockedFolder::new("theirs");
        let lock = FolderLock::take(&place.0).expect("nobody has it");
        fs::remove_dir_all(&place.0).expect("the folder");
        let other = FolderLock::take(&place.0).expect("a folder without a lock");
        assert!(other.holds() && !lock.holds());
        drop(other);
        assert!(!lock.holds(), "what the other saved is not known here");
    }

    #[test]
    fn a_folder_out_of_reach_is_locked_once_it_can_be() {
        let place = LockedFolder::new("reach");
        fs::write(&place.0, "in the way").expect("a file");
        let (lock, other) = (FolderLock::take(&place.0), FolderLock::take(&place.0));
        let (lock, other) = (lock.expect("nobody can have it"), other.expect("nobody can have it"));
        assert!(lock.holds() && other.holds());
        fs::remove_file(&place.0).expect("the file");
        assert!(lock.holds() && !other.holds());
    }
}
