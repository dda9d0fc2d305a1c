//! A folder or a zip file, read as a pack.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::decoder::{self, zips};
use super::manifest::{Crop, LONGEST_TEXT, Listed, Manifest, NAME, check_path};
use super::picture::{BEGINNING, Picture, is_picture};
use super::zipped::{too_large, too_many_files};
use super::{MOST_BYTES, MOST_FILE, MOST_FILES, MOST_MANIFEST, PackContents, PackProblem};
use crate::files::{read_bounded, text_of};

/// How many levels of folders a pack may have.
const MAX_DEPTH: usize = 4;

/// How many entries of folders are looked at, with those that do not count.
const MOST_ENTRIES: usize = 16 * MOST_FILES;

#[derive(Clone, PartialEq, Debug)]
pub struct Pack {
    /// As read from `pack.ron`; made from the file names if there is none.
    pub manifest: Manifest,
    source: Source,
}

#[derive(Clone, PartialEq, Debug)]
enum Source {
    Folder(PathBuf),
    /// Only the decoder looks into it.
    Zip(PathBuf),
    /// Files embedded in the program, by name.
    BuiltIn(Vec<(&'static str, &'static [u8])>),
}

impl Pack {
    /// Opens a pack and reads its manifest, but not yet its pictures; see [`Pack::picture`].
    pub fn open(path: &Path) -> Result<Pack, PackProblem> {
        let source = if path.is_dir() { Source::Folder(path.to_owned()) } else { Source::Zip(path.to_owned()) };
        let title = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Pack::from_source(source, &title)
    }

    /// Opens a pack that ships with the program, from its file names and contents.
    pub fn own(files: Vec<(&'static str, &'static [u8])>) -> Result<Pack, PackProblem> {
        Pack::from_source(Source::BuiltIn(files), "")
    }

    fn from_source(source: Source, title: &str) -> Result<Pack, PackProblem> {
        let contents = source.contents().map_err(|problem| source.named(problem))?;
        let manifest = contents.manifest(title).map_err(|problem| source.named(problem))?;
        Ok(Pack { manifest, source })
    }

    /// Reads a picture of the pack. Returns it with the square that is cut into tiles.
    pub fn picture(&self, listed: &Listed) -> Result<(Picture, Crop), PackProblem> {
        let problem = |message: String| PackProblem::of(listed.file.clone(), message);
        check_path(&listed.file).map_err(problem)?;
        let picture = match &self.source {
            Source::Folder(folder) => decoder::read_square(&read_in(folder, &listed.file, MOST_FILE)?, listed.crop),
            Source::Zip(zip) => decoder::read_square_in(zip, &listed.file, listed.crop),
            // Our own pictures need no process of their own.
            Source::BuiltIn(files) => Picture::read(built_in(files, &listed.file)?),
        };
        let picture = picture.map_err(|error| problem(error.to_string()))?;
        let (width, height) = picture.size();
        let crop = listed.crop.unwrap_or_else(|| Crop::centred(width, height));
        crop.check(width, height).map_err(problem)?;
        Ok((picture, crop))
    }

    /// Reads the pictures one after the other, and says what is wrong with them.
    pub fn problems(&self) -> impl Iterator<Item = PackProblem> {
        self.manifest.pictures.iter().filter_map(|listed| self.picture(listed).err())
    }

    /// Copies the files that the manifest lists into a folder, with a manifest.
    pub fn copy_to(&self, folder: &Path) -> Result<(), PackProblem> {
        let mut missing: Vec<&str> = self.manifest.pictures.iter().map(|listed| listed.file.as_str()).collect();
        let write = |name: &str, mut from: &mut dyn Read| {
            let file = folder.join(name);
            let made = file.parent().map_or(Ok(()), fs::create_dir_all);
            let written = made.and_then(|()| std::io::copy(&mut from, &mut File::create(file)?));
            written.map(drop).map_err(|error| PackProblem::of(name, error))
        };
        if let Source::Zip(zip) = &self.source {
            let unpacked = zips::unpack(zip, |name, file| {
                if !missing.contains(&name) {
                    return Ok(());
                }
                missing.retain(|missing| *missing != name);
                write(name, file?)
            });
            unpacked.map_err(|problem| self.source.named(problem))?;
        }
        for name in missing {
            write(name, &mut self.source.read(name)?.as_slice())?;
        }
        write(NAME, &mut self.manifest.to_text().as_bytes())
    }
}

impl PackContents {
    fn manifest(self, title: &str) -> Result<Manifest, PackProblem> {
        let Some(bytes) = self.manifest else { return default_manifest(self.pictures, title) };
        let text = text_of(bytes).map_err(|why| PackProblem::of(NAME, why))?;
        let manifest = Manifest::read(&text)?;
        match manifest.pictures.iter().find(|listed| !self.names.contains(&listed.file)) {
            Some(listed) => {
                Err(PackProblem::of(NAME, format_args!("lists {:?}, which is not in the pack", listed.file)))
            }
            None => Ok(manifest),
        }
    }
}

/// Lists every picture, titled by its file name.
fn default_manifest(pictures: Vec<String>, title: &str) -> Result<Manifest, PackProblem> {
    if pictures.is_empty() {
        return Err(of_pack("there are no pictures in the pack; Parlour reads PNG, JPEG, WebP and SVG"));
    }
    let listed = |file: String| Listed { title: title_of(&file), file, crop: None };
    let title = if title.is_empty() { "Pictures" } else { title };
    let title = title.chars().take(LONGEST_TEXT).collect();
    let pictures = pictures.into_iter().map(listed).collect();
    Ok(Manifest { parlour_pack: 1, title, author: String::new(), licence: String::new(), pictures })
}

/// Whether this is probably meant as a pack: a zip file, or a folder with a manifest or a picture in it.
pub fn looks_like_a_pack(path: &Path) -> bool {
    if path.is_dir() {
        return path.join(NAME).is_file() || has_picture(path);
    }
    begins(path).starts_with(b"PK\x03\x04")
}

fn has_picture(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.filter_map(Result::ok).take(MOST_FILES).any(|entry| is_picture(&begins(&entry.path())))
}

/// The first bytes of a file, at most 4096; empty if it is not a file or cannot be read.
pub fn begins(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    // Opening a pipe would wait for its other end.
    if path.metadata().is_ok_and(|metadata| metadata.is_file())
        && let Ok(file) = File::open(path)
    {
        let _ = file.take(BEGINNING).read_to_end(&mut start);
    }
    start
}

impl Source {
    /// A problem with the pack as a whole gets the pack's name.
    fn named(&self, problem: PackProblem) -> PackProblem {
        let path = match self {
            Source::Folder(path) | Source::Zip(path) => path,
            Source::BuiltIn(_) => Path::new("parlour"),
        };
        if !problem.file.is_empty() {
            return problem;
        }
        let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        PackProblem { file, ..problem }
    }

    fn contents(&self) -> Result<PackContents, PackProblem> {
        let mut names = match self {
            Source::Zip(zip) => return zips::contents(zip),
            Source::Folder(folder) => {
                let mut contents = FolderContents::default();
                contents.collect(folder, "", MAX_DEPTH)?;
                contents.names
            }
            Source::BuiltIn(files) => files.iter().map(|(name, _)| (*name).to_owned()).collect(),
        };
        names.sort();
        if names.iter().any(|name| name == NAME) {
            let manifest = match self {
                Source::Folder(folder) => read_in(folder, NAME, MOST_MANIFEST)?,
                _ => self.read(NAME)?,
            };
            return Ok(PackContents { names, manifest: Some(manifest), pictures: Vec::new() });
        }
        let pictures = names.iter().filter(|name| is_picture(&self.begins(name))).cloned().collect();
        Ok(PackContents { names, manifest: None, pictures })
    }

    /// The first bytes of a file whose name was found in the pack.
    fn begins(&self, name: &str) -> Vec<u8> {
        match self {
            Source::Folder(folder) => begins(&folder.join(name)),
            _ => self.read(name).unwrap_or_default(),
        }
    }

    /// Reads one file. Those in a zip file are not read but [unpacked](zips::unpack), all at once.
    fn read(&self, name: &str) -> Result<Vec<u8>, PackProblem> {
        match self {
            Source::Folder(folder) => read_in(folder, name, MOST_FILE),
            Source::BuiltIn(files) => built_in(files, name).map(<[u8]>::to_vec),
            Source::Zip(_) => Err(PackProblem::of(name, NOT_THERE)),
        }
    }
}

const NOT_THERE: &str = "the file is not in the pack";

fn built_in(files: &[(&'static str, &'static [u8])], name: &str) -> Result<&'static [u8], PackProblem> {
    let found = files.iter().find(|(known, _)| *known == name);
    found.map(|(_, bytes)| *bytes).ok_or_else(|| PackProblem::of(name, NOT_THERE))
}

fn read_in(folder: &Path, name: &str, most: u64) -> Result<Vec<u8>, PackProblem> {
    let problem = |message: String| PackProblem::of(name, message);
    check_path(name).map_err(problem)?;
    let file = folder.join(name);
    // A link may lead out of the pack.
    let inside = fs::canonicalize(&file).ok().zip(fs::canonicalize(folder).ok());
    if inside.is_some_and(|(file, folder)| !file.starts_with(folder)) {
        return Err(problem("this is a link to a file outside the pack".to_owned()));
    }
    read_bounded(&file, most).map_err(|error| problem(error.to_string()))
}

fn of_pack(why: impl ToString) -> PackProblem {
    PackProblem::of("", why)
}

/// The files found so far, their total size, and how many entries were looked at.
#[derive(Default)]
struct FolderContents {
    names: Vec<String>,
    bytes: u64,
    entries: usize,
}

impl FolderContents {
    /// Collects the files of `folder`, whose path within the pack is `prefix`, and of `depth` levels of folders in it.
    fn collect(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), PackProblem> {
        let entries = fs::read_dir(folder)
            .map_err(|error| of_pack(format_args!("the folder {} cannot be read: {error}", folder.display())))?;
        for entry in entries.filter_map(Result::ok) {
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Err(of_pack(format_args!("the pack has more than {MOST_ENTRIES} files, folders and links")));
            }
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            // Dotfiles belong to the system, and links may lead out of the pack.
            if name.starts_with('.') || path.is_symlink() {
                continue;
            }
            let name = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
            if path.is_dir() {
                let Some(depth) = depth.checked_sub(1) else {
                    let why = format!("{name:?} is nested too deeply; a pack may have {MAX_DEPTH} levels of folders");
                    return Err(of_pack(why));
                };
                self.collect(&path, &name, depth)?;
            } else {
                self.bytes += entry.metadata().map_or(0, |metadata| metadata.len());
                self.names.push(name);
                self.check_amount()?;
            }
        }
        Ok(())
    }

    fn check_amount(&self) -> Result<(), PackProblem> {
        if self.names.len() > MOST_FILES {
            return Err(of_pack(too_many_files()));
        }
        if self.bytes > MOST_BYTES {
            return Err(of_pack(too_large()));
        }
        Ok(())
    }
}

/// Makes a title from a file name: `two_boats.svg` becomes "Two boats".
pub fn title_of(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    let name = name.replace(['_', '-'], " ");
    let mut letters = name.trim().chars().filter(|letter| !letter.is_control()).take(60);
    letters.next().map_or_else(|| "Picture".to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

impl Listed {
    /// The title, or one made from the file name if it is empty.
    pub fn shown_title(&self) -> String {
        if self.title.trim().is_empty() { title_of(&self.file) } else { self.title.clone() }
    }
}
