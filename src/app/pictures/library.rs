//! The pictures that games can be played with: those that come with the program, and the packs that players bring.
//!
//! Packs lie in the packs folder, each a folder or a zip file. They are opened one after the other on a thread of their own,
//! and each is there once it is open: nothing here waits, the start least of all. What is put into the folder while the
//! program runs is noticed. The picture of the game on the table and the thumbnails are read on such threads, too.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use image::RgbaImage;
use notify::Watcher;

use crate::app::settings::Settings;
use crate::app::store::Store;
use crate::app::ui_state::{Page, Screen, UiState};
use crate::files::is_plain_name;
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

/// How many thumbnails are made before they are shown.
const THUMBNAILS_AT_ONCE: usize = 4;

/// How many entries of the packs folder are looked at.
const MOST_PACKS: usize = 200;

/// How many packs that cannot be opened are told of at the start.
const MOST_FAULTS: usize = 3;

/// How long nothing must change in the packs folder before it is read again, in seconds.
const SETTLED: f32 = 0.4;

#[derive(Clone)]
pub struct InstalledPack {
    /// Its name in the packs folder; empty for the one that comes with the program.
    pub id: String,
    pub pack: Pack,
}

impl InstalledPack {
    /// Opens a pack in the packs folder.
    ///
    /// # Errors
    /// What is wrong with it, with its path.
    pub fn open(path: &Path) -> Result<InstalledPack, String> {
        let pack = Pack::open(path).map_err(|problem| format!("{}: {problem}", path.display()))?;
        Ok(InstalledPack { id: id_of(path), pack })
    }

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

fn id_of(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

#[derive(Clone)]
pub struct Thumbnail {
    pub pixels: Arc<RgbaImage>,
    /// Two tiles that can hardly be told apart, if there are any, 1 to 16.
    pub alike: Option<(u8, u8)>,
}

#[derive(Resource, Default)]
pub struct PictureLibrary {
    /// Those that are open; the program's own pack comes first.
    pub packs: Vec<InstalledPack>,
    /// By the picture's name: its thumbnail, or what is wrong with the picture.
    pub thumbnails: BTreeMap<String, Result<Thumbnail, String>>,
    opening: Opening,
    /// Whether anybody has looked at pictures; from then on every thumbnail is made.
    wants_thumbnails: bool,
    making: Pending<Vec<(String, Result<Thumbnail, String>)>>,
    wanted: Option<String>,
    reading: Pending<ReadPicture>,
}

/// An entry of the packs folder, and of a file when it was last written.
type Entry = (PathBuf, Option<SystemTime>);

/// What of the packs folder is still to be opened.
#[derive(Default)]
struct Opening {
    listing: Pending<Vec<Entry>>,
    waiting: VecDeque<Entry>,
    job: Pending<Option<Result<InstalledPack, String>>>,
    /// What the job opens, and whether that was changed since.
    path: PathBuf,
    is_outdated: bool,
    /// When each zip file that was opened was last written: the same need not be opened again.
    zips: BTreeMap<PathBuf, SystemTime>,
    /// How many faults may still be told. What a person is still copying would be reported again and again.
    tells: usize,
}

impl Opening {
    /// Opens the next one, unless one is being opened.
    fn go_on(&mut self, wake: &WakeWindow) {
        if self.job.is_running() {
            return;
        }
        let Some((path, written)) = self.waiting.pop_front() else { return };
        self.path.clone_from(&path);
        self.is_outdated = false;
        self.zips.extend(written.map(|written| (path.clone(), written)));
        self.job.start(Job::apart(wake, move || looks_like_a_pack(&path).then(|| InstalledPack::open(&path))));
    }
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

    /// Adds a pack, in the place of the one with its name if there is one.
    pub fn put(&mut self, pack: InstalledPack) {
        self.outdate(&pack.id);
        self.insert(pack);
    }

    /// Does without a pack.
    pub fn take_out(&mut self, id: &str) {
        self.outdate(id);
        self.opening.zips.retain(|path, _| id_of(path) != id);
        self.remove(id);
    }

    /// What is being opened is no longer what lies there.
    fn outdate(&mut self, id: &str) {
        let opening = &mut self.opening;
        if opening.job.is_running() && id_of(&opening.path) == id && !opening.is_outdated {
            opening.is_outdated = true;
            opening.waiting.push_front((opening.path.clone(), None));
        }
    }

    fn insert(&mut self, pack: InstalledPack) {
        match self.packs.binary_search_by(|known| known.id.cmp(&pack.id)) {
            Ok(at) => self.packs[at] = pack,
            Err(at) => self.packs.insert(at, pack),
        }
        self.forget_thumbnails();
    }

    fn remove(&mut self, id: &str) {
        self.packs.retain(|pack| pack.id != id);
        self.forget_thumbnails();
    }

    fn forget_thumbnails(&mut self) {
        let known: Vec<String> = self.pictures().map(|(name, _)| name).collect();
        self.thumbnails.retain(|name, _| known.contains(name));
    }

    /// Begins to read the packs folder again.
    pub fn scan(&mut self, folder: &Path, wake: &WakeWindow) {
        let folder = folder.to_owned();
        self.opening.listing.start(Job::apart(wake, move || entries(&folder)));
    }

    /// Takes in what lies in the packs folder: what is no longer there is gone, all else is opened by and by.
    fn follow(&mut self, entries: Vec<Entry>) {
        let is_there = |id: &str| id.is_empty() || entries.iter().any(|(path, _)| id_of(path) == id);
        self.packs.retain(|pack| is_there(&pack.id));
        self.forget_thumbnails();
        let zips = &mut self.opening.zips;
        zips.retain(|known, _| entries.iter().any(|(path, _)| path == known));
        let is_known = |(path, written): &Entry| written.is_some() && zips.get(path) == written.as_ref();
        self.opening.waiting = entries.into_iter().filter(|entry| !is_known(entry)).collect();
    }

    /// Takes in a pack that was opened, or that none can be opened there; says what is wrong with it.
    fn receive(&mut self, opened: Option<Result<InstalledPack, String>>) -> Option<String> {
        if self.opening.is_outdated {
            return None;
        }
        match opened {
            Some(Ok(pack)) => {
                self.insert(pack);
                None
            }
            fault => {
                self.remove(&id_of(&self.opening.path));
                fault.and_then(Result::err)
            }
        }
    }

    /// Begins to make thumbnails that are missing.
    fn make_thumbnails(&mut self, wake: &WakeWindow) {
        if self.making.is_running() {
            return;
        }
        let all = self.listed().map(|(pack, listed)| (pack.name_of(listed), pack.pack.clone(), listed.clone()));
        let missing = all.filter(|(name, ..)| !self.thumbnails.contains_key(name));
        let missing: Vec<_> = missing.take(THUMBNAILS_AT_ONCE).collect();
        if !missing.is_empty() {
            let made = |(name, pack, listed): (String, Pack, Listed)| (name, thumbnail(&pack, &listed));
            self.making.start(Job::apart(wake, move || missing.into_iter().map(made).collect()));
        }
    }
}

fn built_in_pack() -> Option<Pack> {
    let file = |name: &'static str| Some((name.strip_prefix("packs/parlour/")?, assets::find(name)?));
    Pack::own(assets::names().filter_map(file).collect()).ok()
}

fn entries(folder: &Path) -> Vec<Entry> {
    let hidden = |path: &PathBuf| id_of(path).starts_with('.');
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| !hidden(path)).collect();
    paths.sort();
    paths.truncate(MOST_PACKS);
    let written =
        |path: &Path| path.metadata().ok().filter(|data| data.is_file()).and_then(|data| data.modified().ok());
    paths.into_iter().map(|path| (path.clone(), written(&path))).collect()
}

fn thumbnail(pack: &Pack, listed: &Listed) -> Result<Thumbnail, String> {
    let (picture, crop) = pack.picture(listed).map_err(|problem| problem.to_string())?;
    let pixels = picture.square(crop, THUMBNAIL);
    Ok(Thumbnail { alike: alike::alike(&pixels), pixels: Arc::new(pixels) })
}

#[derive(Resource, Default)]
struct FolderWatch {
    starting: Pending<Option<notify::RecommendedWatcher>>,
    /// Kept, because it watches for as long as it lives.
    watcher: Option<notify::RecommendedWatcher>,
    changed: Arc<AtomicBool>,
}

pub fn plugin(app: &mut App) {
    let follow = (first_scan, scan_again, open_packs, take_thumbnails, make_thumbnails, read_wanted, number_tiles);
    app.init_resource::<PictureLibrary>()
        .init_resource::<FolderWatch>()
        // Once it is known how the window is woken.
        .add_systems(PostStartup, begin)
        .add_systems(OnEnter(Screen::Setup), want_thumbnails)
        .add_systems(Update, want_thumbnails.run_if(is_choosing).in_set(Frame::Screens))
        .add_systems(Update, follow.chain().in_set(Frame::Fit));
}

fn is_choosing(ui: Res<UiState>) -> bool {
    ui.is_changed() && ui.page == Some(Page::Pictures)
}

fn begin(
    store: Res<Store>,
    wake: Res<WakeWindow>,
    mut library: ResMut<PictureLibrary>,
    mut watch: ResMut<FolderWatch>,
) {
    library.packs.extend(built_in_pack().map(|pack| InstalledPack { id: String::new(), pack }));
    library.opening.tells = MOST_FAULTS;
    let (folder, changed, to_wake) = (store.packs().to_owned(), watch.changed.clone(), wake.clone());
    watch.starting.start(Job::apart(&wake, move || watched(&folder, changed, to_wake)));
}

/// Asks the system to report changes in the folder, which it does for every folder in it. Where it cannot, the folder is only read
/// at every start.
fn watched(folder: &Path, changed: Arc<AtomicBool>, wake: WakeWindow) -> Option<notify::RecommendedWatcher> {
    let notice = move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            changed.store(true, Ordering::Relaxed);
            wake.wake();
        }
    };
    fs::create_dir_all(folder).ok()?;
    let mut watcher = notify::recommended_watcher(notice).ok()?;
    watcher.watch(folder, notify::RecursiveMode::Recursive).ok().map(|()| watcher)
}

/// Reads the folder once it is watched: what comes later is noticed.
fn first_scan(
    store: Res<Store>,
    wake: Res<WakeWindow>,
    mut watch: ResMut<FolderWatch>,
    mut library: ResMut<PictureLibrary>,
) {
    if let Some(watcher) = watch.bypass_change_detection().starting.poll() {
        watch.watcher = watcher;
        library.scan(store.packs(), &wake);
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
    library.opening.tells = 0;
    library.wants_thumbnails = true;
    library.scan(store.packs(), &wake);
}

fn open_packs(wake: Res<WakeWindow>, mut library: ResMut<PictureLibrary>, mut ui: ResMut<UiState>) {
    let opening = &mut library.bypass_change_detection().opening;
    let (listed, opened) = (opening.listing.poll(), opening.job.poll());
    if let Some(fault) = opened.and_then(|opened| library.receive(opened))
        && let Some(left) = library.opening.tells.checked_sub(1)
    {
        library.opening.tells = left;
        ui.say(fault);
    }
    if let Some(entries) = listed {
        library.follow(entries);
    }
    library.bypass_change_detection().opening.go_on(&wake);
}

fn want_thumbnails(mut library: ResMut<PictureLibrary>) {
    library.wants_thumbnails = true;
}

fn take_thumbnails(mut library: ResMut<PictureLibrary>) {
    if let Some(made) = library.bypass_change_detection().making.poll() {
        library.thumbnails.extend(made);
    }
}

fn make_thumbnails(wake: Res<WakeWindow>, mut library: ResMut<PictureLibrary>) {
    if library.is_changed() && library.wants_thumbnails {
        library.bypass_change_detection().make_thumbnails(&wake);
    }
}

/// Reads the picture that the table's tiles are parts of.
fn read_wanted(
    scene: Res<TableScene>,
    store: Res<Store>,
    wake: Res<WakeWindow>,
    mut library: ResMut<PictureLibrary>,
    mut tiles: ResMut<TilePicture>,
    mut ui: ResMut<UiState>,
) {
    let Material::Tiles(wanted) = &scene.settled().material else { return };
    let is_read = tiles.name == *wanted && tiles.picture.is_some();
    if !is_read && library.wanted.as_ref() != Some(wanted) {
        let job = read(&library, store.packs(), wanted, &wake);
        let library = library.bypass_change_detection();
        library.reading.start(job);
        library.wanted = Some(wanted.clone());
    }
    let Some(read) = library.bypass_change_detection().reading.poll() else { return };
    let name = library.wanted.take().unwrap_or_default();
    let picture = match read {
        Ok(picture) => Some(picture),
        Err(why) => {
            ui.say(format_args!("{why} The picture “Numbers” is used instead."));
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

fn read(library: &PictureLibrary, folder: &Path, name: &str, wake: &WakeWindow) -> Job<ReadPicture> {
    let found = library.find(name).map(|(pack, listed)| (pack.pack.clone(), listed.clone()));
    let (folder, name) = (folder.to_owned(), name.to_owned());
    Job::apart(wake, move || {
        // Its pack may wait behind others that take long.
        let found = found.map_or_else(|| find_in(&folder, &name), Ok);
        let (pack, listed) = found?;
        pack.picture(&listed).map(Arc::new).map_err(|problem| format!("{problem}."))
    })
}

/// Finds a picture of a pack that is not open yet.
fn find_in(folder: &Path, name: &str) -> Result<(Pack, Listed), String> {
    let missing = || format!("The picture {name:?} is not in the packs folder.");
    let (id, file) = name.split_once('/').filter(|(id, _)| is_plain_name(id)).ok_or_else(missing)?;
    let path = Some(folder.join(id)).filter(|path| looks_like_a_pack(path)).ok_or_else(missing)?;
    let opened = InstalledPack::open(&path).map_err(|why| format!("{why}."))?;
    let listed = opened.pictures().iter().find(|listed| listed.file == file).ok_or_else(missing)?.clone();
    Ok((opened.pack, listed))
}

fn number_tiles(settings: Res<Settings>, mut tiles: ResMut<TilePicture>) {
    if settings.is_changed() && tiles.numbers != settings.numbers {
        tiles.numbers = settings.numbers;
    }
}
