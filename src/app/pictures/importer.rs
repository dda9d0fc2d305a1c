//! Adds pictures and packs to the library, renames pictures, and removes them.
//!
//! A new picture is shown first, with the square of it that will be cut into tiles; a pack is added as it is. Whatever takes
//! time is done on threads of its own, one thing after the other. Whatever is refused is refused whole: nothing of it stays.

use std::collections::VecDeque;
use std::fmt::Display;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, RgbaImage};

use super::library::{InstalledPack, PictureLibrary};
use crate::app::messages::PictureAction;
use crate::app::settings::Settings;
use crate::app::store::{Store, write_new};
use crate::app::ui_state::{Page, UiState};
use crate::catalogue;
use crate::files::read_bounded;
use crate::packs::manifest::{FORMAT, LONGEST_TEXT, NAME};
use crate::packs::pack::{begins, title_of};
use crate::packs::picture::{is_picture, is_svg};
use crate::packs::{Crop, LEAST_SIDE, Listed, MOST_FILE, Manifest, Pack, Picture, alike, decoder, looks_like_a_pack};
use crate::table::job::{Job, Pending, WakeWindow};
use crate::table::schedule::Frame;
use crate::words::counted;

/// The longest side of the preview of a new picture, in pixels.
const PREVIEW: u32 = 900;

/// The longest side of a bitmap in the library, in pixels: enough for tiles that fill a 4K screen.
const MOST_SIDE: u32 = 2048;

const JPEG_QUALITY: u8 = 92;

/// In the packs folder, the folder for removed packs, and the prefix of packs that are being written.
const REMOVED: &str = ".removed";
const INCOMPLETE: &str = ".coming-";

/// A new picture, before it is added to the library.
#[derive(Clone)]
pub struct PendingPicture {
    path: PathBuf,
    bytes: Arc<Vec<u8>>,
    picture: Arc<Picture>,
    pub preview: Arc<RgbaImage>,
    /// The square that will be cut into tiles.
    pub crop: Crop,
    pub title: String,
    /// Two tiles that can hardly be told apart, 1 to 16.
    pub alike: Option<(u8, u8)>,
}

impl PendingPicture {
    pub fn read(path: &Path) -> Result<PendingPicture, String> {
        let bytes = read_bounded(path, MOST_FILE).map_err(at(path))?;
        let picture = decoder::read(&bytes).map_err(at(path))?;
        let (width, height) = picture.size();
        let mut pending = PendingPicture {
            path: path.to_owned(),
            bytes: Arc::new(bytes),
            preview: Arc::new(picture.small(PREVIEW)),
            picture: Arc::new(picture),
            crop: Crop::centred(width, height),
            title: title_of(&lossy(path.file_name())),
            alike: None,
        };
        pending.compare_tiles();
        Ok(pending)
    }

    /// The whole picture's width and height, in its pixels.
    pub fn size(&self) -> (u32, u32) {
        self.picture.size()
    }

    /// Chooses another square; one that reaches beyond the picture is moved or made smaller.
    pub fn take(&mut self, crop: Crop) {
        let (width, height) = self.size();
        let size = crop.size.clamp(LEAST_SIDE, width.min(height));
        let crop = Crop { x: crop.x.min(width - size), y: crop.y.min(height - size), size };
        if crop != self.crop {
            self.crop = crop;
            self.compare_tiles();
        }
    }

    fn compare_tiles(&mut self) {
        let (width, _) = self.size();
        let scale = f64::from(self.preview.width()) / f64::from(width.max(1));
        let scaled = |length: u32| (f64::from(length) * scale) as u32;
        let side = scaled(self.crop.size).max(1);
        let square = image::imageops::crop_imm(&*self.preview, scaled(self.crop.x), scaled(self.crop.y), side, side);
        self.alike = alike::alike(&square.to_image());
    }

    /// The file for the library, its ending, and the square of it that counts, unless that is the whole file.
    fn encode(&self) -> Result<(Vec<u8>, &'static str, Option<Crop>), String> {
        if is_svg(&self.bytes) {
            return Ok((self.bytes.to_vec(), "svg", Some(self.crop)));
        }
        // Cut from the file itself: the picture here is scaled down.
        let picture = decoder::read_square(&self.bytes, Some(self.crop)).map_err(|error| error.to_string())?;
        let square = picture.square(self.crop, self.crop.size.min(MOST_SIDE));
        let mut bytes = Vec::new();
        let is_photograph = image::guess_format(&self.bytes).is_ok_and(|format| format == ImageFormat::Jpeg);
        let (encoded, ending) = if is_photograph {
            let rgb = DynamicImage::ImageRgba8(square).into_rgb8();
            (rgb.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)), "jpg")
        } else {
            (square.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png), "png")
        };
        encoded.map_err(|error| error.to_string())?;
        Ok((bytes, ending, None))
    }
}

#[derive(Clone, Debug)]
enum Removed {
    /// A pack that was moved.
    Pack { from: PathBuf, to: PathBuf },
    /// A picture that its pack no longer lists; `before` is the manifest's old text, if there was one.
    Listed { manifest: PathBuf, before: Option<String> },
}

#[derive(Resource, Default)]
pub struct PictureImporter {
    pub pending: Option<PendingPicture>,
    work: Pending<Result<Done, String>>,
    /// What was asked for meanwhile.
    waiting: VecDeque<PictureAction>,
    removed: Option<(String, Removed)>,
}

/// What came of an action.
enum Done {
    /// A picture to be shown.
    Read(Box<PendingPicture>),
    /// A picture that was kept: the name of its file, and its pack.
    Kept(String, InstalledPack),
    Added(InstalledPack),
    Changed(Box<PackChange>),
}

/// A change to one pack.
struct PackChange {
    /// The name that it had.
    from: String,
    /// What it is now, if it still is.
    to: Option<InstalledPack>,
    removed: Option<(String, Removed)>,
    /// What to say of it.
    done: Option<String>,
}

impl PictureImporter {
    pub fn is_busy(&self) -> bool {
        self.work.is_running()
    }

    /// Whether a picture is being added already.
    fn is_adding(&self) -> bool {
        let waits = self.waiting.iter().any(|action| matches!(action, PictureAction::Add(_)));
        waits || self.is_busy() || self.pending.is_some()
    }

    /// The title of what was removed last and can be restored.
    pub fn removed(&self) -> Option<&str> {
        self.removed.as_ref().map(|(title, _)| title.as_str())
    }
}

/// Whether this file is a picture or a pack and not a record, by its content or else by its name: a file that is only
/// named like a picture is refused as a picture.
pub fn is_picture_or_pack(path: &Path) -> bool {
    let ending = lossy(path.extension()).to_lowercase();
    let is_named_so = ["png", "jpg", "jpeg", "webp", "svg", "zip"].contains(&ending.as_str());
    is_named_so || looks_like_a_pack(path) || is_picture(&begins(path))
}

pub fn plugin(app: &mut App) {
    app.init_resource::<PictureImporter>()
        .add_systems(Startup, delete_removed)
        .add_systems(Update, (act, take_answers).chain().in_set(Frame::Act));
}

/// Deletes what was removed and not restored before the last end of the program, and what was being written then.
fn delete_removed(store: Res<Store>) {
    let entries = fs::read_dir(store.packs()).into_iter().flatten().filter_map(Result::ok);
    let is_left = |name: &str| name == REMOVED || name.starts_with(INCOMPLETE);
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(is_left)) {
        // What stays lies hidden, and does no harm.
        let _ = fs::remove_dir_all(entry.path());
    }
}

fn act(
    mut actions: MessageReader<PictureAction>,
    mut importer: ResMut<PictureImporter>,
    mut ui: ResMut<UiState>,
    library: Res<PictureLibrary>,
    (store, wake): (Res<Store>, Res<WakeWindow>),
) {
    for action in actions.read() {
        if let Err(error) = store.check_lock() {
            ui.say(error);
            continue;
        }
        match action {
            PictureAction::Add(path) if importer.is_adding() => {
                ui.say(format_args!("Finish the current picture first, then add {} again.", path.display()));
            }
            PictureAction::AskToRemove(name) => ui.asks_about.clone_from(name),
            action => importer.waiting.push_back(action.clone()),
        }
    }
    while !importer.is_busy()
        && let Some(action) = importer.bypass_change_detection().waiting.pop_front()
    {
        begin(action, &mut importer, &mut ui, &library, store.packs(), &wake);
    }
}

/// Begins one action, with the library as the last one left it.
fn begin(
    action: PictureAction,
    importer: &mut PictureImporter,
    ui: &mut UiState,
    library: &PictureLibrary,
    packs: &Path,
    wake: &WakeWindow,
) {
    let packs = packs.to_owned();
    let found = |name: &str| {
        let (pack, listed) = library.find(name).ok_or_else(|| format!("the picture {name:?} no longer exists"))?;
        Ok::<_, String>((pack.clone(), listed.file.clone()))
    };
    match action {
        PictureAction::Add(path) => importer.work.start(Job::apart(wake, move || import(&path, &packs))),
        PictureAction::Keep => {
            let Some(pending) = importer.pending.take() else { return };
            importer.work.start(Job::apart(wake, move || save(&pending, &packs)));
            ui.page = Some(Page::Pictures);
        }
        PictureAction::AskToRemove(_) => {}
        PictureAction::Rename(name, title) => {
            let found = found(&name);
            importer.work.start(Job::apart(wake, move || {
                let (pack, file) = found?;
                rename(&pack, &packs, &file, &title).map(Box::new).map(Done::Changed)
            }));
        }
        PictureAction::Remove(name) => {
            ui.asks_about = None;
            let (found, title) = (found(&name), library.title(&name));
            importer.work.start(Job::apart(wake, move || {
                let (pack, file) = found?;
                remove(&pack, &packs, &file, title).map(Box::new).map(Done::Changed)
            }));
        }
        PictureAction::Restore => {
            let Some((title, removed)) = importer.removed.take() else { return };
            importer.work.start(Job::apart(wake, move || restore(removed, &title).map(Box::new).map(Done::Changed)));
        }
    }
}

fn take_answers(
    mut importer: ResMut<PictureImporter>,
    mut library: ResMut<PictureLibrary>,
    mut ui: ResMut<UiState>,
    mut settings: ResMut<Settings>,
    (store, wake): (Res<Store>, Res<WakeWindow>),
) {
    // Whoever left the page did not want the picture.
    if importer.pending.is_some() && ui.page != Some(Page::Crop) {
        importer.pending = None;
    }
    let Some(done) = importer.bypass_change_detection().work.poll() else { return };
    match done {
        Ok(Done::Read(picture)) => {
            importer.pending = Some(*picture);
            ui.open(Page::Crop);
        }
        Ok(Done::Added(pack)) => {
            let Manifest { title, pictures, .. } = &pack.pack.manifest;
            ui.done = Some(format!("“{title}” was added: {}.", counted(pictures.len(), "picture", "pictures")));
            ui.page = Some(Page::Pictures);
            library.put(pack);
        }
        Ok(Done::Kept(file, pack)) => {
            let name = format!("{}/{file}", pack.id);
            library.put(pack);
            choose(&mut settings, ui.chosen, &name);
            ui.done = Some(format!("“{}” was added.", library.title(&name)));
        }
        Ok(Done::Changed(change)) => {
            if change.to.as_ref().is_none_or(|pack| pack.id != change.from) {
                library.take_out(&change.from);
            }
            if let Some(pack) = change.to {
                library.put(pack);
            }
            importer.removed = change.removed.or(importer.removed.take());
            ui.done = change.done;
        }
        Err(why) => {
            ui.say(why);
            // A part of it may have been done.
            library.scan(store.packs(), &wake);
        }
    }
}

/// Chooses a new picture for the next deal of the game being set up, or of every game with pictures.
fn choose(settings: &mut Settings, game: Option<&'static str>, name: &str) {
    let games = catalogue::GAMES.iter().filter(|entry| game.is_none_or(|id| id == entry.info.id));
    for entry in games {
        if let Some(options) = entry.with_picture(settings.options_of(entry.info.id), name) {
            settings.tables.entry(entry.info.id.to_owned()).or_default().options = options;
        }
    }
}

/// Reads a picture, or adds a whole pack.
fn import(path: &Path, packs: &Path) -> Result<Done, String> {
    if !path.is_dir() && !begins(path).starts_with(b"PK\x03\x04") && path.extension().is_none_or(|it| it != "zip") {
        return PendingPicture::read(path).map(|picture| Done::Read(Box::new(picture)));
    }
    let pack = Pack::open(path).map_err(at(path))?;
    let added = install(packs, &lossy(path.file_stem()), |folder| {
        pack.copy_to(folder).map_err(|problem| problem.to_string())?;
        // Every picture is checked before the pack counts.
        let copied = Pack::open(folder).map_err(|problem| problem.to_string())?;
        copied.problems().next().map_or(Ok(()), |problem| Err(problem.to_string()))
    });
    added.map(Done::Added).map_err(at(path))
}

/// Writes a new pack into a folder of its own, and adds it to the packs once it is complete.
fn install(packs: &Path, stem: &str, write: impl FnOnce(&Path) -> Result<(), String>) -> Result<InstalledPack, String> {
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let stem: String = stem.chars().take(40).map(plain).collect();
    let stem = stem.trim_matches('-');
    let stem = if stem.is_empty() { "picture" } else { stem };
    let mut names = (1..10_000).map(|n| if n == 1 { stem.to_owned() } else { format!("{stem}-{n}") });
    let is_unused = |name: &String| !packs.join(name).exists() && !packs.join(format!("{name}.zip")).exists();
    let name = names.find(is_unused).ok_or("too many packs have this name; give it another one")?;
    let incomplete = packs.join(format!("{INCOMPLETE}{name}"));
    // A crash may have left one.
    let _ = fs::remove_dir_all(&incomplete);
    let written = fs::create_dir_all(&incomplete)
        .map_err(at(&incomplete))
        .and_then(|()| write(&incomplete))
        .and_then(|()| fs::rename(&incomplete, packs.join(&name)).map_err(|error| error.to_string()));
    if written.is_err() {
        let _ = fs::remove_dir_all(&incomplete);
    }
    written.and_then(|()| InstalledPack::open(&packs.join(name)))
}

/// Saves a picture as a pack of its own.
fn save(pending: &PendingPicture, packs: &Path) -> Result<Done, String> {
    let (bytes, ending, crop) = pending.encode()?;
    let file = format!("picture.{ending}");
    let title = clean_title(&pending.title);
    let title = if title.is_empty() { title_of(&pending.path.to_string_lossy()) } else { title };
    let manifest = Manifest {
        parlour_pack: FORMAT,
        title: title.clone(),
        author: String::new(),
        licence: String::new(),
        pictures: vec![Listed { file: file.clone(), title: title.clone(), crop }],
    };
    let kept = install(packs, &title, |folder| {
        fs::write(folder.join(&file), &bytes).map_err(|error| error.to_string())?;
        fs::write(folder.join(NAME), manifest.to_text()).map_err(|error| error.to_string())
    });
    kept.map(|pack| Done::Kept(file, pack))
}

fn clean_title(title: &str) -> String {
    title.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_TEXT).collect()
}

/// The folder of a pack. A zip file is first replaced by a folder.
fn pack_folder(installed: &InstalledPack, packs: &Path) -> Result<PathBuf, String> {
    if installed.id.is_empty() {
        return Err("the pictures that come with Parlour cannot be changed".to_owned());
    }
    let home = packs.join(&installed.id);
    if home.is_dir() {
        return Ok(home);
    }
    let stem = installed.id.trim_end_matches(".zip");
    let zip = move_to_removed(packs, &home)?;
    let unpacked = Pack::open(&zip).map_err(|problem| problem.to_string());
    let unpacked = unpacked
        .and_then(|pack| install(packs, stem, |folder| pack.copy_to(folder).map_err(|problem| problem.to_string())));
    let unpacked = unpacked.inspect_err(|_| drop(fs::rename(&zip, &home)))?;
    Ok(packs.join(unpacked.id))
}

/// Returns where the pack is now.
fn move_to_removed(packs: &Path, home: &Path) -> Result<PathBuf, String> {
    let folder = packs.join(REMOVED);
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let name = lossy(home.file_name());
    let unused = (0..10_000).map(|n| folder.join(format!("{n}-{name}"))).find(|path| !path.exists());
    let removed = unused.ok_or("too many packs were removed; restart Parlour and try again")?;
    fs::rename(home, &removed).map_err(at(home))?;
    Ok(removed)
}

fn rename(pack: &InstalledPack, packs: &Path, file: &str, title: &str) -> Result<PackChange, String> {
    let home = pack_folder(pack, packs)?;
    let mut manifest = pack.pack.manifest.clone();
    for listed in manifest.pictures.iter_mut().filter(|listed| listed.file == file) {
        listed.title = clean_title(title);
    }
    replace(&home.join(NAME), &manifest.to_text())?;
    Ok(PackChange { from: pack.id.clone(), to: Some(InstalledPack::open(&home)?), removed: None, done: None })
}

fn remove(pack: &InstalledPack, packs: &Path, file: &str, title: String) -> Result<PackChange, String> {
    let home = pack_folder(pack, packs)?;
    let done = Some(format!("“{title}” was removed."));
    let mut manifest = pack.pack.manifest.clone();
    if manifest.pictures.len() < 2 {
        let to = move_to_removed(packs, &home)?;
        let removed = Some((title, Removed::Pack { from: home, to }));
        return Ok(PackChange { from: pack.id.clone(), to: None, removed, done });
    }
    let path = home.join(NAME);
    let before = fs::read_to_string(&path).ok();
    manifest.pictures.retain(|listed| listed.file != file);
    replace(&path, &manifest.to_text())?;
    let removed = Some((title, Removed::Listed { manifest: path, before }));
    Ok(PackChange { from: pack.id.clone(), to: Some(InstalledPack::open(&home)?), removed, done })
}

fn restore(removed: Removed, title: &str) -> Result<PackChange, String> {
    let home = match removed {
        Removed::Pack { from, to } => {
            fs::rename(&to, &from).map_err(at(&from))?;
            from
        }
        Removed::Listed { manifest, before } => {
            match before {
                Some(text) => replace(&manifest, &text)?,
                None => fs::remove_file(&manifest).map_err(at(&manifest))?,
            }
            manifest.parent().map_or_else(PathBuf::new, Path::to_owned)
        }
    };
    let pack = InstalledPack::open(&home)?;
    let done = Some(format!("“{title}” was restored."));
    Ok(PackChange { from: pack.id.clone(), to: Some(pack), removed: None, done })
}

/// Writes a file, also over an older one.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    write_new(path, text, true).map_err(|error| error.to_string())
}

/// For `map_err`: an error's text with the file that it is about.
fn at<E: Display>(path: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// A part of a path as text; empty if there is none.
fn lossy(part: Option<&std::ffi::OsStr>) -> String {
    part.map_or_else(String::new, |part| part.to_string_lossy().into_owned())
}
