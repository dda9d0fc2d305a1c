//! The pictures that games can be played with: those that come with the program, and the packs that players bring.
//!
//! Packs lie in the packs folder, each a folder or a zip file. What is put there while the program runs is noticed. The
//! picture of the game on the table is read on a task, and so are the small ones to choose by; nothing here waits.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use image::RgbaImage;
use notify::Watcher;

use super::desk::{Desk, Screen};
use super::settings::Settings;
use super::store::Store;
use crate::engine::layout::Material;
use crate::packs::{Crop, Listed, Pack, Picture, alike, looks_like_a_pack};
use crate::table::art::Puzzle;
use crate::table::assets;
use crate::table::motion::Wake;
use crate::table::pieces::{Follow, Shown};

/// The picture that takes the place of one that is not there.
const USUAL: &str = "numbers";

/// The side of a small picture, in pixels.
pub const SMALL: u32 = 192;

/// The most packs that are listed.
const MOST_PACKS: usize = 200;

/// A pack in the gallery.
#[derive(Clone)]
pub struct Hung {
    /// Its name in the packs folder; empty for the one that comes with the program.
    pub id: String,
    /// The pack.
    pub pack: Pack,
}

impl Hung {
    /// The name that options and records call a picture of it.
    pub fn name_of(&self, listed: &Listed) -> String {
        match self.id.as_str() {
            "" => listed.file.trim_end_matches(".svg").to_owned(),
            id => format!("{id}/{}", listed.file),
        }
    }
}

/// A small picture, and what is known of its tiles.
#[derive(Clone)]
pub struct Small {
    /// [`SMALL`] pixels a side.
    pub pixels: Arc<RgbaImage>,
    /// Two tiles that can hardly be told apart, if there are any, 1 to 16.
    pub alike: Option<(u8, u8)>,
}

/// All pictures.
#[derive(Resource, Default)]
pub struct Gallery {
    /// The packs, the program's own first.
    pub packs: Vec<Hung>,
    /// Small pictures by name; what is wrong with one that has none.
    pub small: BTreeMap<String, Result<Small, String>>,
    making: Option<Task<Vec<(String, Result<Small, String>)>>>,
    reading: Option<(String, Task<Read>)>,
}

/// A picture, ready to be cut into tiles.
type Read = Result<Arc<(Picture, Crop)>, String>;

impl Gallery {
    /// The picture of this name.
    pub fn find(&self, name: &str) -> Option<(&Hung, &Listed)> {
        let named = |hung: &&Hung| hung.pack.manifest.pictures.iter().any(|listed| hung.name_of(listed) == name);
        let hung = self.packs.iter().find(named)?;
        let listed = hung.pack.manifest.pictures.iter().find(|listed| hung.name_of(listed) == name)?;
        Some((hung, listed))
    }

    /// The title of the picture of this name.
    pub fn title(&self, name: &str) -> String {
        self.find(name).map_or_else(|| name.to_owned(), |(_, listed)| listed.shown_title())
    }

    /// Every picture, with its name and title.
    pub fn pictures(&self) -> impl Iterator<Item = (String, String)> {
        self.packs.iter().flat_map(|hung| {
            hung.pack.manifest.pictures.iter().map(|listed| (hung.name_of(listed), listed.shown_title()))
        })
    }

    /// Looks into the folder again. Returns what is wrong with what lies there.
    pub fn look_through(&mut self, folder: &Path) -> Vec<String> {
        self.packs.clear();
        self.packs.extend(own().into_iter().map(|pack| Hung { id: String::new(), pack }));
        let mut faults = Vec::new();
        for path in entries(folder) {
            let Some(id) = path.file_name().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
            if !looks_like_a_pack(&path) {
                continue;
            }
            match Pack::open(&path) {
                Ok(pack) => self.packs.push(Hung { id, pack }),
                Err(problem) => faults.push(format!("{}: {problem}", path.display())),
            }
        }
        let known: Vec<String> = self.pictures().map(|(name, _)| name).collect();
        self.small.retain(|name, _| known.contains(name));
        faults
    }

    /// Has the small pictures made that are not there yet.
    pub fn want_small(&mut self, wake: &Wake) {
        if self.making.is_some() {
            return;
        }
        let wanted = self.packs.iter().flat_map(|hung| {
            let pictures = hung.pack.manifest.pictures.iter();
            pictures.map(|listed| (hung.name_of(listed), hung.pack.clone(), listed.clone()))
        });
        let wanted: Vec<_> = wanted.filter(|(name, ..)| !self.small.contains_key(name)).collect();
        if wanted.is_empty() {
            return;
        }
        let wake = wake.clone();
        self.making = Some(AsyncComputeTaskPool::get().spawn(async move {
            let made = wanted.into_iter().map(|(name, pack, listed)| (name, small(&pack, &listed))).collect();
            wake.wake();
            made
        }));
    }
}

/// The pictures that come with the program.
fn own() -> Option<Pack> {
    let of_pack = |name: &'static str| {
        let short = name.strip_prefix("packs/parlour/")?;
        Some((short, assets::find(name)?))
    };
    Pack::own(assets::names().filter_map(of_pack).collect()).ok()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let hidden = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| !hidden(path)).collect();
    paths.sort();
    paths.truncate(MOST_PACKS);
    paths
}

fn small(pack: &Pack, listed: &Listed) -> Result<Small, String> {
    let (picture, crop) = pack.picture(listed).map_err(|problem| problem.to_string())?;
    let pixels = picture.square(crop, SMALL);
    Ok(Small { alike: alike::alike(&pixels), pixels: Arc::new(pixels) })
}

/// Tells of changes in the packs folder.
#[derive(Resource, Default)]
struct Watch {
    watcher: Option<notify::RecommendedWatcher>,
    changed: Arc<std::sync::atomic::AtomicBool>,
}

/// Keeps the gallery true, and the table's picture.
pub fn plugin(app: &mut App) {
    app.init_resource::<Gallery>()
        .init_resource::<Watch>()
        .add_systems(Startup, (first_look, watch).chain())
        .add_systems(OnEnter(Screen::Setup), wish_small)
        .add_systems(Update, (look_again, take_small, hang, number).chain().before(Follow));
}

fn first_look(store: Res<Store>, mut gallery: ResMut<Gallery>, mut desk: ResMut<Desk>) {
    let faults = gallery.look_through(store.packs());
    faults.iter().take(3).for_each(|fault| desk.say(fault));
}

/// Has the system tell when something is put into the folder. Where it cannot, the folder is looked into at every start.
fn watch(store: Res<Store>, wake: Res<Wake>, mut watch: ResMut<Watch>) {
    use std::sync::atomic::Ordering;

    let (changed, wake) = (watch.changed.clone(), wake.clone());
    let told = move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            changed.store(true, Ordering::Relaxed);
            wake.wake();
        }
    };
    if fs::create_dir_all(store.packs()).is_err() {
        return;
    }
    let Ok(mut watcher) = notify::recommended_watcher(told) else { return };
    if watcher.watch(store.packs(), notify::RecursiveMode::Recursive).is_ok() {
        watch.watcher = Some(watcher);
    }
}

fn look_again(
    watch: Res<Watch>,
    store: Res<Store>,
    wake: Res<Wake>,
    time: Res<Time>,
    mut quiet: Local<Option<f32>>,
    mut gallery: ResMut<Gallery>,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    use std::sync::atomic::Ordering;

    let Some(waited) = &mut *quiet else {
        if watch.changed.swap(false, Ordering::Relaxed) {
            *quiet = Some(0.0);
            redraw.write(bevy::window::RequestRedraw);
        }
        return;
    };
    // A large file comes in many pieces: look once it is quiet.
    *waited = if watch.changed.swap(false, Ordering::Relaxed) { 0.0 } else { *waited + time.delta_secs() };
    if *waited < SETTLED {
        redraw.write(bevy::window::RequestRedraw);
        return;
    }
    *quiet = None;
    // Faults of what a person is still putting there would be said over and over; `parlour check` and the list tell them.
    let _ = gallery.look_through(store.packs());
    gallery.want_small(&wake);
}

/// How long nothing must change in the folder before it is looked into, in seconds.
const SETTLED: f32 = 0.4;

fn wish_small(wake: Res<Wake>, mut gallery: ResMut<Gallery>) {
    gallery.want_small(&wake);
}

fn take_small(mut gallery: ResMut<Gallery>) {
    let Some(task) = &mut gallery.bypass_change_detection().making else { return };
    let Some(made) = block_on(poll_once(task)) else { return };
    gallery.making = None;
    gallery.small.extend(made);
}

/// Reads the picture that the table's tiles are parts of.
fn hang(
    shown: Res<Shown>,
    wake: Res<Wake>,
    mut gallery: ResMut<Gallery>,
    mut puzzle: ResMut<Puzzle>,
    mut desk: ResMut<Desk>,
) {
    let Material::Tiles(wanted) = &shown.settled().material else { return };
    let is_there = puzzle.name == *wanted && puzzle.picture.is_some();
    let is_coming = gallery.reading.as_ref().is_some_and(|(name, _)| name == wanted);
    if !is_there && !is_coming {
        let name = wanted.clone();
        let task = read(&gallery, wanted, &wake);
        gallery.reading = Some((name, task));
    }
    let Some((name, task)) = &mut gallery.bypass_change_detection().reading else { return };
    let Some(read) = block_on(poll_once(task)) else { return };
    let name = std::mem::take(name);
    gallery.reading = None;
    match read {
        Ok(picture) => *puzzle = Puzzle { name, picture: Some(picture), numbers: puzzle.numbers },
        Err(why) => {
            desk.say(format_args!("{why} The picture of numbers takes its place."));
            let usual = own().and_then(|pack| {
                let listed = pack.manifest.pictures.iter().find(|listed| listed.file.starts_with(USUAL))?;
                pack.picture(listed).ok()
            });
            *puzzle = Puzzle { name, picture: usual.map(Arc::new), numbers: puzzle.numbers };
        }
    }
}

fn read(gallery: &Gallery, name: &str, wake: &Wake) -> Task<Read> {
    let found = gallery.find(name).map(|(hung, listed)| (hung.pack.clone(), listed.clone()));
    let (name, wake) = (name.to_owned(), wake.clone());
    AsyncComputeTaskPool::get().spawn(async move {
        let picture = match found {
            Some((pack, listed)) => pack.picture(&listed).map(Arc::new).map_err(|problem| format!("{problem}.")),
            None => Err(format!("The picture {name:?} is not in the packs folder.")),
        };
        wake.wake();
        picture
    })
}

fn number(settings: Res<Settings>, mut puzzle: ResMut<Puzzle>) {
    if settings.is_changed() && puzzle.numbers != settings.numbers {
        puzzle.numbers = settings.numbers;
    }
}
