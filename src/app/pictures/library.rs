//! The pictures that games can be played with: those that come with the program, and the packs that players bring.
//!
//! Packs lie in the packs folder, each a folder or a zip file. What is put there while the program runs is noticed. The
//! picture of the game on the table is read on a task, and so are the small ones to choose by; nothing here waits.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;
use bevy::window::RequestRedraw;
use image::RgbaImage;
use notify::Watcher;

use crate::app::settings::Settings;
use crate::app::store::Store;
use crate::app::ui_state::{Page, Screen, UiState};
use crate::layout::Material;
use crate::packs::{Crop, Listed, Pack, Picture, alike, looks_like_a_pack};
use crate::table::assets;
use crate::table::faces::TilePicture;
use crate::table::job::{Job, Pending, WakeWindow};
use crate::table::scene::TableScene;
use crate::table::schedule::Frame;

/// The picture that takes the place of one that is not there.
const USUAL: &str = "numbers";

/// The side of a small picture, in pixels.
pub const THUMBNAIL: u32 = 192;

/// The most packs that are listed.
const MOST_PACKS: usize = 200;

/// A pack in the library.
#[derive(Clone)]
pub struct InstalledPack {
    /// Its name in the packs folder; empty for the one that comes with the program.
    pub id: String,
    /// The pack.
    pub pack: Pack,
}

impl InstalledPack {
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
pub struct Thumbnail {
    /// [`THUMBNAIL`] pixels a side.
    pub pixels: Arc<RgbaImage>,
    /// Two tiles that can hardly be told apart, if there are any, 1 to 16.
    pub alike: Option<(u8, u8)>,
}

/// All pictures.
#[derive(Resource, Default)]
pub struct PictureLibrary {
    /// The packs, the program's own first.
    pub packs: Vec<InstalledPack>,
    /// Thumbnail pictures by name; what is wrong with one that has none.
    pub thumbnails: BTreeMap<String, Result<Thumbnail, String>>,
    making: Pending<Vec<(String, Result<Thumbnail, String>)>>,
    /// The picture that is being read.
    wanted: Option<String>,
    reading: Pending<ReadPicture>,
}

/// A picture, ready to be cut into tiles.
type ReadPicture = Result<Arc<(Picture, Crop)>, String>;

impl PictureLibrary {
    /// The picture of this name.
    pub fn find(&self, name: &str) -> Option<(&InstalledPack, &Listed)> {
        let named =
            |pack: &&InstalledPack| pack.pack.manifest.pictures.iter().any(|listed| pack.name_of(listed) == name);
        let pack = self.packs.iter().find(named)?;
        let listed = pack.pack.manifest.pictures.iter().find(|listed| pack.name_of(listed) == name)?;
        Some((pack, listed))
    }

    /// The title of the picture of this name.
    pub fn title(&self, name: &str) -> String {
        self.find(name).map_or_else(|| name.to_owned(), |(_, listed)| listed.shown_title())
    }

    /// Every picture, with its name and title.
    pub fn pictures(&self) -> impl Iterator<Item = (String, String)> {
        self.packs.iter().flat_map(|pack| {
            pack.pack.manifest.pictures.iter().map(|listed| (pack.name_of(listed), listed.shown_title()))
        })
    }

    /// Looks into the folder again. Returns what is wrong with what lies there.
    pub fn scan(&mut self, folder: &Path) -> Vec<String> {
        self.packs.clear();
        self.packs.extend(own().into_iter().map(|pack| InstalledPack { id: String::new(), pack }));
        let mut faults = Vec::new();
        for path in entries(folder) {
            let Some(id) = path.file_name().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
            if !looks_like_a_pack(&path) {
                continue;
            }
            match Pack::open(&path) {
                Ok(pack) => self.packs.push(InstalledPack { id, pack }),
                Err(problem) => faults.push(format!("{}: {problem}", path.display())),
            }
        }
        let known: Vec<String> = self.pictures().map(|(name, _)| name).collect();
        self.thumbnails.retain(|name, _| known.contains(name));
        faults
    }

    /// Has the small pictures made that are not there yet.
    pub fn make_thumbnails(&mut self, wake: &WakeWindow) {
        if self.making.is_running() {
            return;
        }
        let wanted = self.packs.iter().flat_map(|pack| {
            let pictures = pack.pack.manifest.pictures.iter();
            pictures.map(|listed| (pack.name_of(listed), pack.pack.clone(), listed.clone()))
        });
        let wanted: Vec<_> = wanted.filter(|(name, ..)| !self.thumbnails.contains_key(name)).collect();
        if wanted.is_empty() {
            return;
        }
        let make = move || wanted.into_iter().map(|(name, pack, listed)| (name, thumbnail(&pack, &listed))).collect();
        self.making.start(Job::spawn(AsyncComputeTaskPool::get(), wake, make));
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

fn thumbnail(pack: &Pack, listed: &Listed) -> Result<Thumbnail, String> {
    let (picture, crop) = pack.picture(listed).map_err(|problem| problem.to_string())?;
    let pixels = picture.square(crop, THUMBNAIL);
    Ok(Thumbnail { alike: alike::alike(&pixels), pixels: Arc::new(pixels) })
}

/// Tells of changes in the packs folder.
#[derive(Resource, Default)]
struct FolderWatch {
    watcher: Option<notify::RecommendedWatcher>,
    changed: Arc<std::sync::atomic::AtomicBool>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<PictureLibrary>()
        .init_resource::<FolderWatch>()
        .add_systems(Startup, (first_scan, watch).chain())
        .add_systems(OnEnter(Screen::Setup), make_thumbnails)
        .add_systems(Update, make_thumbnails.run_if(is_choosing).in_set(Frame::Screens))
        .add_systems(Update, (scan_again, take_thumbnails, read_wanted, number).chain().in_set(Frame::Fit));
}

fn is_choosing(ui: Res<UiState>) -> bool {
    ui.is_changed() && ui.page == Some(Page::Pictures)
}

fn first_scan(store: Res<Store>, mut library: ResMut<PictureLibrary>, mut ui: ResMut<UiState>) {
    let faults = library.scan(store.packs());
    faults.iter().take(3).for_each(|fault| ui.say(fault));
}

/// Has the system tell when something is put into the folder. Where it cannot, the folder is looked into at every start.
fn watch(store: Res<Store>, wake: Res<WakeWindow>, mut watch: ResMut<FolderWatch>) {
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

fn scan_again(
    watch: Res<FolderWatch>,
    store: Res<Store>,
    wake: Res<WakeWindow>,
    time: Res<Time>,
    mut quiet: Local<Option<f32>>,
    mut library: ResMut<PictureLibrary>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    use std::sync::atomic::Ordering;

    let Some(waited) = &mut *quiet else {
        if watch.changed.swap(false, Ordering::Relaxed) {
            *quiet = Some(0.0);
            redraw.write(RequestRedraw);
        }
        return;
    };
    // A large file comes in many pieces: look once it is quiet.
    *waited = if watch.changed.swap(false, Ordering::Relaxed) { 0.0 } else { *waited + time.delta_secs() };
    if *waited < SETTLED {
        redraw.write(RequestRedraw);
        return;
    }
    *quiet = None;
    // Faults of what a person is still putting there would be said over and over; `parlour check` and the list tell them.
    let _ = library.scan(store.packs());
    library.make_thumbnails(&wake);
}

/// How long nothing must change in the folder before it is looked into, in seconds.
const SETTLED: f32 = 0.4;

fn make_thumbnails(wake: Res<WakeWindow>, mut library: ResMut<PictureLibrary>) {
    library.make_thumbnails(&wake);
}

fn take_thumbnails(mut library: ResMut<PictureLibrary>) {
    if let Some(made) = library.bypass_change_detection().making.poll() {
        library.thumbnails.extend(made);
    }
}

/// Reads the picture that the table's tiles are parts of.
fn read_wanted(
    scene: Res<TableScene>,
    wake: Res<WakeWindow>,
    mut library: ResMut<PictureLibrary>,
    mut tiles: ResMut<TilePicture>,
    mut ui: ResMut<UiState>,
) {
    let Material::Tiles(wanted) = &scene.settled().material else { return };
    let is_there = tiles.name == *wanted && tiles.picture.is_some();
    if !is_there && library.wanted.as_ref() != Some(wanted) {
        let job = read(&library, wanted, &wake);
        library.reading.start(job);
        library.wanted = Some(wanted.clone());
    }
    let Some(read) = library.bypass_change_detection().reading.poll() else { return };
    let name = library.wanted.take().unwrap_or_default();
    let picture = match read {
        Ok(picture) => Some(picture),
        Err(why) => {
            ui.say(format_args!("{why} The picture with numbers is used instead."));
            let usual = own().and_then(|pack| {
                let listed = pack.manifest.pictures.iter().find(|listed| listed.file.starts_with(USUAL))?;
                pack.picture(listed).ok()
            });
            usual.map(Arc::new)
        }
    };
    *tiles = TilePicture { name, picture, numbers: tiles.numbers };
}

fn read(library: &PictureLibrary, name: &str, wake: &WakeWindow) -> Job<ReadPicture> {
    let found = library.find(name).map(|(pack, listed)| (pack.pack.clone(), listed.clone()));
    let name = name.to_owned();
    Job::spawn(AsyncComputeTaskPool::get(), wake, move || match found {
        Some((pack, listed)) => pack.picture(&listed).map(Arc::new).map_err(|problem| format!("{problem}.")),
        None => Err(format!("The picture {name:?} is not in the packs folder.")),
    })
}

fn number(settings: Res<Settings>, mut tiles: ResMut<TilePicture>) {
    if settings.is_changed() && tiles.numbers != settings.numbers {
        tiles.numbers = settings.numbers;
    }
}
