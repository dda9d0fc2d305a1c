//! Takes pictures into the gallery, names them, and takes them out again.
//!
//! A picture that is brought is shown first, with the square of it that will be cut into tiles; a pack is taken as it is. All
//! reading and writing is done on tasks. Whatever is refused is refused whole: nothing of it is written.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;
use image::RgbaImage;
use image::codecs::jpeg::JpegEncoder;

use super::library::PictureLibrary;
use crate::app::messages::PictureAction;
use crate::app::settings::Settings;
use crate::app::store::{Store, write_new};
use crate::app::ui_state::{Page, UiState};
use crate::catalogue;
use crate::files::read_bounded;
use crate::packs::manifest::{FORMAT, LONGEST_TEXT, NAME};
use crate::packs::pack::{begins, title_of};
use crate::packs::picture::{is_picture, is_svg};
use crate::packs::{Crop, Listed, MOST_FILE, Manifest, Pack, Picture, alike, looks_like_a_pack};
use crate::table::job::{Job, Pending, WakeWindow};
use crate::table::schedule::Frame;
use crate::words::counted;

/// The longest side of what is shown of a picture before it is kept, in pixels.
const PREVIEW: u32 = 900;

/// The side of a picture of pixels that is kept, at most: enough for tiles that fill a screen of 4K.
const KEPT: u32 = 2048;

/// The quality of a photograph that is kept.
const QUALITY: u8 = 92;

/// A picture that was brought, before it is kept.
#[derive(Clone)]
pub struct PendingPicture {
    /// Where it came from.
    path: PathBuf,
    /// Its file.
    bytes: Arc<Vec<u8>>,
    picture: Arc<Picture>,
    /// What is shown of it.
    pub preview: Arc<RgbaImage>,
    /// The square that will be cut into tiles.
    pub crop: Crop,
    /// Its title.
    pub title: String,
    /// Two tiles that can hardly be told apart, 1 to 16.
    pub alike: Option<(u8, u8)>,
}

impl PendingPicture {
    pub fn read(path: &Path) -> Result<PendingPicture, String> {
        let told = |why: String| format!("{}: {why}", path.display());
        let bytes = read_bounded(path, MOST_FILE).map_err(|error| told(error.to_string()))?;
        let picture = Picture::read(&bytes).map_err(|error| told(error.to_string()))?;
        let (width, height) = picture.size();
        let title = title_of(&path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()));
        let mut brought = PendingPicture {
            path: path.to_owned(),
            bytes: Arc::new(bytes),
            preview: Arc::new(picture.small(PREVIEW)),
            picture: Arc::new(picture),
            crop: Crop::centred(width, height),
            title,
            alike: None,
        };
        brought.compare();
        Ok(brought)
    }

    /// The whole picture's width and height, in its pixels.
    pub fn size(&self) -> (u32, u32) {
        self.picture.size()
    }

    /// Takes another square, as far as it lies within the picture.
    pub fn take(&mut self, crop: Crop) {
        let (width, height) = self.size();
        let size = crop.size.clamp(crate::packs::LEAST_SIDE, width.min(height));
        let crop = Crop { x: crop.x.min(width - size), y: crop.y.min(height - size), size };
        if crop != self.crop {
            self.crop = crop;
            self.compare();
        }
    }

    fn compare(&mut self) {
        let (width, _) = self.size();
        let scale = f64::from(self.preview.width()) / f64::from(width.max(1));
        let scaled = |length: u32| (f64::from(length) * scale) as u32;
        let side = scaled(self.crop.size).max(1);
        let part = image::imageops::crop_imm(&*self.preview, scaled(self.crop.x), scaled(self.crop.y), side, side);
        self.alike = alike::alike(&part.to_image());
    }

    /// The file that is kept of it, its ending, and the square of that which counts.
    fn kept(&self) -> Result<(Vec<u8>, &'static str, Option<Crop>), String> {
        if is_svg(&self.bytes) {
            return Ok((self.bytes.to_vec(), "svg", Some(self.crop)));
        }
        let square = self.picture.square(self.crop, self.crop.size.min(KEPT));
        let mut bytes = Vec::new();
        let is_photograph = image::guess_format(&self.bytes).is_ok_and(|format| format == image::ImageFormat::Jpeg);
        let (written, ending) = if is_photograph {
            let rgb = image::DynamicImage::ImageRgba8(square).into_rgb8();
            (rgb.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, QUALITY)), "jpg")
        } else {
            (square.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png), "png")
        };
        written.map_err(|error| error.to_string())?;
        Ok((bytes, ending, None))
    }
}

/// What was taken out last, to be put back.
#[derive(Clone, Debug)]
enum Removed {
    /// A pack, moved aside.
    Pack { home: PathBuf, aside: PathBuf },
    /// A picture of a pack, no longer listed; what the manifest was before.
    Listed { manifest: PathBuf, before: Option<String> },
}

/// Pictures on their way in, and out.
#[derive(Resource, Default)]
pub struct PictureImporter {
    /// The picture that is shown before it is kept.
    pub pending: Option<PendingPicture>,
    reading: Pending<Result<Imported, String>>,
    keeping: Pending<Result<String, String>>,
    removed: Option<(String, Removed)>,
}

/// What came.
enum Imported {
    Picture(Box<PendingPicture>),
    /// A pack, taken in: its name and how many pictures it has.
    Pack(String, usize),
}

impl PictureImporter {
    /// Whether something is being read or written.
    pub fn is_busy(&self) -> bool {
        self.reading.is_running() || self.keeping.is_running()
    }

    /// The title of what was taken out last and can be put back.
    pub fn removed(&self) -> Option<&str> {
        self.removed.as_ref().map(|(title, _)| title.as_str())
    }
}

/// Whether this is a picture or a pack and no record, by its content.
pub fn is_picture_or_pack(path: &Path) -> bool {
    looks_like_a_pack(path) || is_picture(&begins(path)) || has_picture_name(path)
}

/// What is called a picture but is none is refused as a picture.
fn has_picture_name(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["png", "jpg", "jpeg", "webp", "svg", "zip"].contains(&ending.as_str()))
}

pub fn plugin(app: &mut App) {
    app.init_resource::<PictureImporter>()
        .add_systems(Startup, sweep)
        .add_systems(Update, (act, take_answers).chain().in_set(Frame::Act));
}

/// What was taken out and not put back is gone at the next start.
fn sweep(store: Res<Store>) {
    // It may never have been there.
    let _ = fs::remove_dir_all(store.packs().join(ASIDE));
}

/// The folder for what was taken out, and how those begin that are being taken in.
const ASIDE: &str = ".removed";
const COMING: &str = ".coming-";

fn act(
    mut actions: MessageReader<PictureAction>,
    mut importer: ResMut<PictureImporter>,
    mut library: ResMut<PictureLibrary>,
    mut ui: ResMut<UiState>,
    store: Res<Store>,
    wake: Res<WakeWindow>,
) {
    let pool = AsyncComputeTaskPool::get();
    for action in actions.read() {
        match action {
            PictureAction::Add(path) if importer.is_busy() || importer.pending.is_some() => {
                ui.say(format_args!("Finish the current picture first, then add {} again.", path.display()));
            }
            PictureAction::Add(path) => {
                let (path, packs) = (path.clone(), store.packs().to_owned());
                importer.reading.start(Job::spawn(pool, &wake, move || bring(&path, &packs)));
            }
            PictureAction::Keep => {
                let Some(pending) = importer.pending.take() else { continue };
                let packs = store.packs().to_owned();
                importer.keeping.start(Job::spawn(pool, &wake, move || keep(&pending, &packs)));
                ui.page = Some(Page::Pictures);
            }
            PictureAction::Rename(name, title) => {
                let renamed = rename(&library, store.packs(), name, title);
                settle(renamed, &mut library, &mut ui, &store, &wake);
            }
            PictureAction::AskToRemove(name) => ui.asks_about.clone_from(name),
            PictureAction::Remove(name) => {
                ui.asks_about = None;
                let title = library.title(name);
                let removed = remove(&library, store.packs(), name);
                let removed = removed.map(|removed| {
                    importer.removed = Some((title.clone(), removed));
                    Some(format!("“{title}” was removed."))
                });
                settle(removed, &mut library, &mut ui, &store, &wake);
            }
            PictureAction::Restore => {
                let Some((title, removed)) = importer.removed.take() else { continue };
                let restored = restore(removed).map(|()| Some(format!("“{title}” was restored.")));
                settle(restored, &mut library, &mut ui, &store, &wake);
            }
        }
    }
}

/// Says what came of it, and lists the pictures anew.
fn settle(
    done: Result<Option<String>, String>,
    library: &mut PictureLibrary,
    ui: &mut UiState,
    store: &Store,
    wake: &WakeWindow,
) {
    match done {
        Ok(done) => ui.done = done,
        Err(why) => ui.say(why),
    }
    library.scan(store.packs());
    library.make_thumbnails(wake);
}

/// Takes what was read, and what was kept.
fn take_answers(
    mut importer: ResMut<PictureImporter>,
    mut library: ResMut<PictureLibrary>,
    mut ui: ResMut<UiState>,
    mut settings: ResMut<Settings>,
    store: Res<Store>,
    wake: Res<WakeWindow>,
) {
    // Whoever left the page did not want it.
    if importer.pending.is_some() && ui.page != Some(Page::Crop) {
        importer.pending = None;
    }
    match importer.bypass_change_detection().reading.poll() {
        Some(Ok(Imported::Picture(picture))) => {
            importer.pending = Some(*picture);
            ui.open(Page::Crop);
        }
        Some(Ok(Imported::Pack(title, pictures))) => {
            let pictures = counted(pictures, "picture", "pictures");
            ui.page = Some(Page::Pictures);
            let done = Ok(Some(format!("“{title}” was added: {pictures}.")));
            settle(done, &mut library, &mut ui, &store, &wake);
        }
        Some(Err(why)) => ui.say(why),
        None => {}
    }
    if let Some(kept) = importer.bypass_change_detection().keeping.poll() {
        let done = kept.map(|name| {
            library.scan(store.packs());
            choose(&mut settings, ui.chosen, &name);
            Some(format!("“{}” was added.", library.title(&name)))
        });
        settle(done, &mut library, &mut ui, &store, &wake);
    }
}

/// What was just brought is what will be played with next, where a game is set up that has pictures.
fn choose(settings: &mut Settings, game: Option<&'static str>, name: &str) {
    let games = catalogue::GAMES.iter().filter(|entry| game.is_none_or(|id| id == entry.info.id));
    for entry in games {
        if let Some(options) = entry.with_picture(settings.options_of(entry.info.id), name) {
            settings.tables.entry(entry.info.id.to_owned()).or_default().options = options;
        }
    }
}

fn bring(path: &Path, packs: &Path) -> Result<Imported, String> {
    if !path.is_dir() && !begins(path).starts_with(b"PK\x03\x04") && path.extension().is_none_or(|it| it != "zip") {
        return PendingPicture::read(path).map(|brought| Imported::Picture(Box::new(brought)));
    }
    let told = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    let pack = Pack::open(path).map_err(|problem| told(&problem))?;
    // Everything is looked at before anything is written.
    if let Some(problem) = pack.problems().first() {
        return Err(told(problem));
    }
    let title = pack.manifest.title.clone();
    let count = pack.manifest.pictures.len();
    let stem = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    take_in(packs, &stem, |folder| unpack(&pack, folder)).map_err(|error| told(&error))?;
    Ok(Imported::Pack(title, count))
}

/// Writes a pack's pictures and its manifest into a folder.
fn unpack(pack: &Pack, folder: &Path) -> Result<(), String> {
    for listed in &pack.manifest.pictures {
        let bytes = pack.bytes(&listed.file).map_err(|problem| problem.to_string())?;
        let file = folder.join(&listed.file);
        let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, bytes));
        written.map_err(|error| format!("{}: {error}", file.display()))?;
    }
    fs::write(folder.join(NAME), pack.manifest.to_text()).map_err(|error| error.to_string())
}

/// Has a new pack written beside the others, and puts it among them once it is whole. Returns its name.
fn take_in(packs: &Path, stem: &str, write: impl FnOnce(&Path) -> Result<(), String>) -> Result<String, String> {
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let stem: String = stem.chars().take(40).map(plain).collect();
    let stem = stem.trim_matches('-');
    let stem = if stem.is_empty() { "picture" } else { stem };
    let names = (1..10_000).map(|n| if n == 1 { stem.to_owned() } else { format!("{stem}-{n}") });
    let taken = |name: &String| packs.join(name).exists() || packs.join(format!("{name}.zip")).exists();
    let name = names.into_iter().find(|name| !taken(name)).ok_or("too many packs of this name")?;
    let coming = packs.join(format!("{COMING}{name}"));
    // Left by a crash, perhaps.
    let _ = fs::remove_dir_all(&coming);
    let written = fs::create_dir_all(&coming)
        .map_err(|error| format!("{}: {error}", coming.display()))
        .and_then(|()| write(&coming))
        .and_then(|()| fs::rename(&coming, packs.join(&name)).map_err(|error| error.to_string()));
    if written.is_err() {
        let _ = fs::remove_dir_all(&coming);
    }
    written.map(|()| name)
}

/// Writes a picture as a pack of its own. Returns the picture's name.
fn keep(brought: &PendingPicture, packs: &Path) -> Result<String, String> {
    let (bytes, ending, crop) = brought.kept()?;
    let file = format!("picture.{ending}");
    let title: String = brought.title.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_TEXT).collect();
    let title = if title.is_empty() { title_of(&brought.path.to_string_lossy()) } else { title };
    let listed = Listed { file: file.clone(), title: title.clone(), crop };
    let manifest = Manifest {
        parlour_pack: FORMAT,
        title: title.clone(),
        author: String::new(),
        licence: String::new(),
        pictures: vec![listed],
    };
    let id = take_in(packs, &title, |folder| {
        fs::write(folder.join(&file), &bytes).map_err(|error| error.to_string())?;
        fs::write(folder.join(NAME), manifest.to_text()).map_err(|error| error.to_string())
    })?;
    Ok(format!("{id}/{file}"))
}

/// A pack's folder; a zip file's pack is unpacked first, and the file moved aside.
fn folder_of(library: &PictureLibrary, packs: &Path, name: &str) -> Result<(PathBuf, Manifest, String), String> {
    let (pack, listed) = library.find(name).ok_or_else(|| format!("the picture {name:?} is not there"))?;
    if pack.id.is_empty() {
        return Err("the pictures that come with Parlour cannot be changed".to_owned());
    }
    let home = packs.join(&pack.id);
    if home.is_dir() {
        return Ok((home, pack.pack.manifest.clone(), listed.file.clone()));
    }
    let stem = pack.id.trim_end_matches(".zip").to_owned();
    let aside = set_aside(packs, &home)?;
    let unpacked = Pack::open(&aside).map_err(|problem| problem.to_string());
    let id = unpacked.and_then(|pack| take_in(packs, &stem, |folder| unpack(&pack, folder)));
    let id = id.inspect_err(|_| drop(fs::rename(&aside, &home)))?;
    Ok((packs.join(id), pack.pack.manifest.clone(), listed.file.clone()))
}

fn set_aside(packs: &Path, home: &Path) -> Result<PathBuf, String> {
    let folder = packs.join(ASIDE);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let name = home.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let free = (0..10_000).map(|n| folder.join(format!("{n}-{name}"))).find(|path| !path.exists());
    let aside = free.ok_or("too many removed packs")?;
    fs::rename(home, &aside).map_err(|error| format!("{}: {error}", home.display()))?;
    Ok(aside)
}

fn rename(library: &PictureLibrary, packs: &Path, name: &str, title: &str) -> Result<Option<String>, String> {
    let (home, mut manifest, file) = folder_of(library, packs, name)?;
    let title: String = title.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_TEXT).collect();
    for listed in manifest.pictures.iter_mut().filter(|listed| listed.file == file) {
        listed.title.clone_from(&title);
    }
    write_manifest(&home, &manifest)?;
    Ok(None)
}

fn write_manifest(home: &Path, manifest: &Manifest) -> Result<(), String> {
    let path = home.join(NAME);
    write_new(&path, &manifest.to_text(), true).map_err(|error| error.to_string())
}

fn remove(library: &PictureLibrary, packs: &Path, name: &str) -> Result<Removed, String> {
    let (home, mut manifest, file) = folder_of(library, packs, name)?;
    if manifest.pictures.len() < 2 {
        let aside = set_aside(packs, &home)?;
        return Ok(Removed::Pack { home, aside });
    }
    let path = home.join(NAME);
    let before = fs::read_to_string(&path).ok();
    manifest.pictures.retain(|listed| listed.file != file);
    write_manifest(&home, &manifest)?;
    Ok(Removed::Listed { manifest: path, before })
}

fn restore(removed: Removed) -> Result<(), String> {
    match removed {
        Removed::Pack { home, aside } => {
            fs::rename(&aside, &home).map_err(|error| format!("{}: {error}", home.display()))
        }
        Removed::Listed { manifest, before: Some(text) } => {
            write_new(&manifest, &text, true).map_err(|error| error.to_string())
        }
        Removed::Listed { manifest, before: None } => {
            fs::remove_file(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))
        }
    }
}
