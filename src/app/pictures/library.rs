//! The pictures that games can be played with: those that come with the program, and the packs that players bring.
//!
//! Packs lie in the packs folder, each a folder or a zip file. What is put there while the program runs is noticed. The
//! picture of the game on the table and the thumbnails are read on tasks; nothing here waits.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// The picture that is used instead of one that is missing.
const FALLBACK: &str = "numbers";

/// The side of a thumbnail, in pixels.
const THUMBNAIL: u32 = 192;

/// How many entries of the packs folder are looked at.
const MOST_PACKS: usize = 200;

/// How long nothing must change in the packs folder before it is read again, in seconds.
const SETTLED: f32 = 0.4;

#[derive(Clone)]
pub struct InstalledPack {
    /// Its name in the packs folder; empty for the one that comes with the program.
    pub id: String,
    pub pack: Pack,
}

impl InstalledPack {
    /// The name of a picture of it in options and records.
    pub fn name_of(&self, listed: &Listed) -> String {
        match self.id.as_str() {
            "" => listed.file.trim_end_matches(".svg").to_owned(),
            id => format!("{id}/{}", listed.file),
        }
    }

    fn pictures(&self) -> &[Listed] {
        &self.pack.manifest.pictures
    }
}

#[derive(Clone)]
pub struct Thumbnail {
    pub pixels: Arc<RgbaImage>,
    /// Two tiles that can hardly be told apart, if there are any, 1 to 16.
    pub alike: Option<(u8, u8)>,
}

#[derive(Resource, Default)]
pub struct PictureLibrary {
    /// The program's own pack comes first.
    pub packs: Vec<InstalledPack>,
    /// By the picture's name: its thumbnail, or what is wrong with the picture.
    pub thumbnails: BTreeMap<String, Result<Thumbnail, String>>,
    making: Pending<Vec<(String, Result<Thumbnail, String>)>>,
    wanted: Option<String>,
    reading: Pending<ReadPicture>,
}

/// A picture, ready to be cut into tiles.
type ReadPicture = Result<Arc<(Picture, Crop)>, String>;

impl PictureLibrary {
    fn listed(&self) -> impl Iterator<Item = (&InstalledPack, &Listed)> {
        self.packs.iter().flat_map(|pack| pack.pictures().iter().map(move |listed| (pack, listed)))
    }

    pub fn find(&self, name: &str) -> Option<(&InstalledPack, &Listed)> {
        self.listed().find(|(pack, listed)| pack.name_of(listed) == name)
    }

    pub fn title(&self, name: &str) -> String {
        self.find(name).map_or_else(|| name.to_owned(), |(_, listed)| listed.shown_title())
    }

    pub fn pictures(&self) -> impl Iterator<Item = (String, String)> {
        self.listed().map(|(pack, listed)| (pack.name_of(listed), listed.shown_title()))
    }

    /// Reads the packs folder again. Returns what is wrong with what lies there.
    pub fn scan(&mut self, folder: &Path) -> Vec<String> {
        self.packs.clear();
        self.packs.extend(built_in_pack().map(|pack| InstalledPack { id: String::new(), pack }));
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

    pub fn make_thumbnails(&mut self, wake: &WakeWindow) {
        if self.making.is_running() {
            return;
        }
        let all = self.listed().map(|(pack, listed)| (pack.name_of(listed), pack.pack.clone(), listed.clone()));
        let missing: Vec<_> = all.filter(|(name, ..)| !self.thumbnails.contains_key(name)).collect();
        if missing.is_empty() {
            return;
        }
        let make = move || missing.into_iter().map(|(name, pack, listed)| (name, thumbnail(&pack, &listed))).collect();
        self.making.start(Job::spawn(AsyncComputeTaskPool::get(), wake, make));
    }
}

fn built_in_pack() -> Option<Pack> {
    let file = |name: &'static str| Some((name.strip_prefix("packs/parlour/")?, assets::find(name)?));
    Pack::own(assets::names().filter_map(file).collect()).ok()
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

#[derive(Resource, Default)]
struct FolderWatch {
    /// Kept, because it watches for as long as it lives.
    watcher: Option<notify::RecommendedWatcher>,
    changed: Arc<AtomicBool>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<PictureLibrary>()
        .init_resource::<FolderWatch>()
        .add_systems(Startup, (first_scan, watch).chain())
        .add_systems(OnEnter(Screen::Setup), make_thumbnails)
        .add_systems(Update, make_thumbnails.run_if(is_choosing).in_set(Frame::Screens))
        .add_systems(Update, (scan_again, take_thumbnails, read_wanted, number_tiles).chain().in_set(Frame::Fit));
}

fn is_choosing(ui: Res<UiState>) -> bool {
    ui.is_changed() && ui.page == Some(Page::Pictures)
}

fn first_scan(store: Res<Store>, mut library: ResMut<PictureLibrary>, mut ui: ResMut<UiState>) {
    let faults = library.scan(store.packs());
    faults.iter().take(3).for_each(|fault| ui.say(fault));
}

/// Asks the system to report changes in the folder. Where it cannot, the folder is only read at every start.
fn watch(store: Res<Store>, wake: Res<WakeWindow>, mut watch: ResMut<FolderWatch>) {
    let (changed, wake) = (watch.changed.clone(), wake.clone());
    let notice = move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            changed.store(true, Ordering::Relaxed);
            wake.wake();
        }
    };
    if fs::create_dir_all(store.packs()).is_err() {
        return;
    }
    let Ok(mut watcher) = notify::recommended_watcher(notice) else { return };
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
    let Some(waited) = &mut *quiet else {
        if watch.changed.swap(false, Ordering::Relaxed) {
            *quiet = Some(0.0);
            redraw.write(RequestRedraw);
        }
        return;
    };
    // A large file is written in many pieces: wait until nothing changes any more.
    *waited = if watch.changed.swap(false, Ordering::Relaxed) { 0.0 } else { *waited + time.delta_secs() };
    if *waited < SETTLED {
        redraw.write(RequestRedraw);
        return;
    }
    *quiet = None;
    // Faults of what a person is still copying would be reported again and again; the list shows them.
    let _ = library.scan(store.packs());
    library.make_thumbnails(&wake);
}

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
    let is_read = tiles.name == *wanted && tiles.picture.is_some();
    if !is_read && library.wanted.as_ref() != Some(wanted) {
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
            fallback().map(Arc::new)
        }
    };
    *tiles = TilePicture { name, picture, numbers: tiles.numbers };
}

fn fallback() -> Option<(Picture, Crop)> {
    let pack = built_in_pack()?;
    let listed = pack.manifest.pictures.iter().find(|listed| listed.file.starts_with(FALLBACK))?;
    pack.picture(listed).ok()
}

fn read(library: &PictureLibrary, name: &str, wake: &WakeWindow) -> Job<ReadPicture> {
    let found = library.find(name).map(|(pack, listed)| (pack.pack.clone(), listed.clone()));
    let name = name.to_owned();
    Job::spawn(AsyncComputeTaskPool::get(), wake, move || match found {
        Some((pack, listed)) => pack.picture(&listed).map(Arc::new).map_err(|problem| format!("{problem}.")),
        None => Err(format!("The picture {name:?} is not in the packs folder.")),
    })
}

fn number_tiles(settings: Res<Settings>, mut tiles: ResMut<TilePicture>) {
    if settings.is_changed() && tiles.numbers != settings.numbers {
        tiles.numbers = settings.numbers;
    }
}
