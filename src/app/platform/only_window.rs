//! One window for one data folder: two would overwrite each other's games.
//!
//! The first locks the folder, and listens at a socket in another one, so that whoever deletes one of the two still meets the other.
//! A second one hands its file over, has the first window come to the front, and ends.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};

use super::folder_lock::FolderLock;
use crate::app::messages::RecordAction;
use crate::app::store::Store;
use crate::app::ui_state::UiState;
use crate::engine::rng::fingerprint;
use crate::table::job::WakeWindow;

/// The longest path that is handed over, in bytes.
const LONGEST: u64 = 64 << 10;

/// What the first window answers.
#[cfg(unix)]
const UNDERSTOOD: &[u8] = b"ok";

/// How long a second window waits for the first, and the first for what a second one has to say.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where the window listens that has a data folder.
#[derive(Resource)]
pub struct OnlyWindow {
    socket: PathBuf,
}

/// What a second window asks for: to come to the front, with this file if one is named.
type Handover = Option<PathBuf>;

#[derive(Resource)]
struct Handovers(Mutex<Receiver<Handover>>);

/// Claims the data folder of a store, which writes under its lock from now on; `None` if another window has it, which was asked to
/// open this file and to come to the front.
pub fn claim(store: &mut Store, file: Option<&Path>) -> Option<OnlyWindow> {
    let socket = store.sockets().join(format!("parlour-{:016x}.sock", fingerprint(&store.data().to_string_lossy())));
    // Whoever answers has the folder, also if its lock was deleted.
    if hand_over(&socket, file).is_ok() {
        return None;
    }
    // One that does not answer has it as well.
    store.write_under(FolderLock::take(store.data())?);
    Some(OnlyWindow { socket })
}

/// Listens for further windows, and says if one has taken the folder all the same.
pub fn plugin(app: &mut App) {
    app.add_systems(PostStartup, listen)
        .add_systems(PreUpdate, (take.run_if(resource_exists::<Handovers>), check_lock).chain());
}

/// Whoever comes back to a window learns before their next move that it no longer saves. A lock that was deleted is made anew.
fn check_lock(mut focused: MessageReader<WindowFocused>, store: Res<Store>, mut ui: ResMut<UiState>) {
    let comes_back = focused.read().any(|event| event.focused);
    if comes_back && let Err(error) = store.check_lock() {
        ui.say(error);
    }
}

fn listen(only: Option<Res<OnlyWindow>>, wake: Res<WakeWindow>, mut commands: Commands) {
    let Some(only) = only else { return };
    let (sender, receiver) = channel();
    match spawn_listener(&only.socket, sender, wake.clone()) {
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
    let mut answer = Vec::new();
    Read::take(&stream, UNDERSTOOD.len() as u64).read_to_end(&mut answer)?;
    if answer == UNDERSTOOD { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

#[cfg(not(unix))]
fn hand_over(_: &Path, _: Option<&Path>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn spawn_listener(socket: &Path, sender: Sender<Handover>, wake: WakeWindow) -> io::Result<()> {
    use std::os::unix::net::UnixListener;
    if let Some(folder) = socket.parent() {
        fs::create_dir_all(folder)?;
    }
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
    stream.write_all(UNDERSTOOD)?;
    Ok((!path.is_empty()).then(|| PathBuf::from(OsStr::from_bytes(&path))))
}

#[cfg(not(unix))]
fn spawn_listener(_: &Path, _: Sender<Handover>, _: WakeWindow) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A folder of its own for a test, removed at its end.
    struct Home(PathBuf);

    impl Home {
        fn new(test: &str) -> Home {
            let home = std::env::temp_dir().join(format!("parlour-only-{}-{test}", std::process::id()));
            let _ = fs::remove_dir_all(&home);
            Home(home)
        }

        fn store(&self) -> Store {
            Store::at(&self.0)
        }

        /// A window that listens: its store, and what it is asked for.
        fn window(&self) -> (Store, Receiver<Handover>) {
            let mut store = self.store();
            let only = claim(&mut store, None).expect("the first");
            let (sender, receiver) = channel();
            spawn_listener(&only.socket, sender, WakeWindow::default()).expect("a listener");
            (store, receiver)
        }
    }

    impl Drop for Home {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_folder_is_claimed_once_and_free_again_afterwards_and_files_are_handed_over() {
        let home = Home::new("once");
        let mut first = home.store();
        let only = claim(&mut first, None).expect("the first");
        assert!(claim(&mut home.store(), None).is_none(), "not yet listening, it has the lock");
        let (sender, receiver) = channel();
        spawn_listener(&only.socket, sender, WakeWindow::default()).expect("a listener");
        assert!(claim(&mut home.store(), None).is_none());
        assert_eq!(receiver.recv_timeout(PATIENCE), Ok(None));
        assert!(claim(&mut home.store(), Some(Path::new("a record.ron"))).is_none());
        let path = receiver.recv_timeout(PATIENCE).expect("a word").expect("a file");
        assert!(path.is_absolute() && path.ends_with("a record.ron"), "{}", path.display());
        drop((first, receiver));
        // The listener ends when somebody asks and nobody is told.
        assert!(claim(&mut home.store(), None).is_none());
        let mut next = home.store();
        assert!(claim(&mut next, None).is_some(), "what lies there keeps nobody out");
    }

    #[test]
    fn a_deleted_lock_or_folder_lets_no_second_window_in() {
        let home = Home::new("deleted");
        let (store, asked) = home.window();
        let lock = store.data().join("parlour.lock");
        fs::remove_file(&lock).expect("the lock");
        assert!(claim(&mut home.store(), None).is_none() && asked.recv_timeout(PATIENCE).is_ok());
        fs::remove_dir_all(store.data()).expect("the folder");
        assert!(claim(&mut home.store(), None).is_none() && asked.recv_timeout(PATIENCE).is_ok());
        assert!(!lock.exists());
        assert_eq!((store.check_lock(), lock.exists()), (Ok(()), true), "made anew");
    }

    #[test]
    fn a_window_whose_folder_another_has_taken_writes_nothing_there() {
        let home = Home::new("taken");
        let (store, _asked) = home.window();
        fs::remove_dir_all(&home.0).expect("the folders of lock and socket");
        let mut other = home.store();
        claim(&mut other, None).expect("nothing tells of the first window");
        other.write_save("whist", "the other's").expect("a save");
        let why = store.write_save("whist", "the first's").expect_err("taken");
        assert!(why.reason.contains("can no longer save"), "{why}");
        assert!(store.remove_save("whist").is_err() && store.set_save_aside("whist").is_err());
        assert_eq!(other.save("whist"), Ok(Some("the other's".to_owned())));
    }
}
