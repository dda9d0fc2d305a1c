//! One window for one data folder: two would overwrite each other's games.
//!
//! The first locks a file there, which the system unlocks however the program ends, and listens. A second one hands its
//! file over, has the first window come to the front, and ends.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::messages::RecordAction;
use crate::table::job::WakeWindow;

const LOCK: &str = "parlour.lock";
const SOCKET: &str = "parlour.sock";

/// The longest path that is handed over, in bytes.
const LONGEST: u64 = 64 << 10;

/// How long a second window waits for the first, and the first for what a second one has to say.
const PATIENCE: Duration = Duration::from_secs(3);

/// The lock on a data folder, for as long as this lives.
#[derive(Resource)]
pub struct OnlyWindow {
    folder: PathBuf,
    _lock: Option<File>,
}

/// What a second window asks for: to come to the front, with this file if one is named.
type Handover = Option<PathBuf>;

#[derive(Resource)]
struct Handovers(Mutex<Receiver<Handover>>);

/// Claims a data folder; `None` if another window has it, which was asked to open this file and to come to the front.
pub fn claim(folder: &Path, file: Option<&Path>) -> Option<OnlyWindow> {
    // A folder that cannot be written is said later, where something is to be saved.
    let lock = fs::create_dir_all(folder).and_then(|()| File::create(folder.join(LOCK)));
    let Ok(lock) = lock else { return Some(OnlyWindow { folder: folder.to_owned(), _lock: None }) };
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => {
            // Its window comes to the front or does not: the folder is taken in either case.
            let _ = hand_over(&folder.join(SOCKET), file);
            None
        }
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Some(OnlyWindow { folder: folder.to_owned(), _lock: Some(lock) }),
    }
}

/// Listens for further windows.
pub fn plugin(app: &mut App) {
    app.add_systems(PostStartup, listen).add_systems(PreUpdate, take.run_if(resource_exists::<Handovers>));
}

fn listen(only: Option<Res<OnlyWindow>>, wake: Res<WakeWindow>, mut commands: Commands) {
    let Some(only) = only else { return };
    let (sender, receiver) = channel();
    match spawn_listener(&only.folder.join(SOCKET), sender, wake.clone()) {
        Ok(()) => commands.insert_resource(Handovers(Mutex::new(receiver))),
        Err(error) => warn!("Another start of Parlour cannot raise this window: {error}"),
    }
}

fn take(
    handovers: Res<Handovers>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
    mut actions: MessageWriter<RecordAction>,
) {
    let Ok(receiver) = handovers.0.lock() else { return };
    let asked: Vec<Handover> = receiver.try_iter().collect();
    let (Some(mut window), false) = (window, asked.is_empty()) else { return };
    window.set_minimized(false);
    window.focused = true;
    for path in asked.into_iter().flatten() {
        actions.write(RecordAction::OpenFile(path));
    }
}

#[cfg(unix)]
fn hand_over(socket: &Path, file: Option<&Path>) -> io::Result<()> {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::UnixStream;
    // The other window's folder is not this one's.
    let path = file.map(std::path::absolute).transpose()?.unwrap_or_default();
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(path.as_os_str().as_bytes())?;
    stream.shutdown(std::net::Shutdown::Write)?;
    // Its last word is that it has understood.
    stream.read_to_end(&mut Vec::new()).map(drop)
}

#[cfg(not(unix))]
fn hand_over(_: &Path, _: Option<&Path>) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn spawn_listener(socket: &Path, sender: Sender<Handover>, wake: WakeWindow) -> io::Result<()> {
    use std::os::unix::net::UnixListener;
    // One that is still there belonged to a program that was killed: the lock is ours.
    if let Err(error) = fs::remove_file(socket)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let listener = UnixListener::bind(socket)?;
    let serve = move || {
        for stream in listener.incoming().filter_map(Result::ok) {
            if let Ok(asked) = understand(stream) {
                if sender.send(asked).is_err() {
                    return;
                }
                wake.wake();
            }
        }
    };
    std::thread::Builder::new().name("only window".to_owned()).spawn(serve).map(drop)
}

#[cfg(unix)]
fn understand(mut stream: std::os::unix::net::UnixStream) -> io::Result<Handover> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut path = Vec::new();
    Read::take(&stream, LONGEST).read_to_end(&mut path)?;
    stream.write_all(b"ok")?;
    Ok((!path.is_empty()).then(|| PathBuf::from(OsStr::from_bytes(&path))))
}

#[cfg(not(unix))]
fn spawn_listener(_: &Path, _: Sender<Handover>, _: WakeWindow) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_claimed_once_and_free_again_afterwards_and_files_are_handed_over() {
        let folder = std::env::temp_dir().join(format!("parlour-only-{}", std::process::id()));
        let first = claim(&folder, None).expect("the first");
        let (sender, receiver) = channel();
        spawn_listener(&folder.join(SOCKET), sender, WakeWindow::default()).expect("a listener");
        assert!(claim(&folder, None).is_none());
        assert_eq!(receiver.recv_timeout(PATIENCE), Ok(None));
        assert!(claim(&folder, Some(Path::new("a record.ron"))).is_none());
        let path = receiver.recv_timeout(PATIENCE).expect("a word").expect("a file");
        assert!(path.is_absolute() && path.ends_with("a record.ron"), "{}", path.display());
        drop(first);
        assert!(claim(&folder, None).is_some(), "what lies there keeps nobody out");
        let _ = fs::remove_dir_all(&folder);
    }
}
