//! A folder or a zip file, read as a pack.

use std::fs::{self, File};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zip::ZipArchive;

use super::decoder;
use super::manifest::{Crop, Listed, Manifest, NAME, check_path};
use super::picture::{Picture, is_picture};
use super::{MOST_BYTES, MOST_FILE, MOST_FILES, PackProblem};
use crate::files::{ReadError, read_bounded, text_of};

/// How many levels of folders a pack may have.
const MAX_DEPTH: usize = 4;

/// The size limit of `pack.ron`, in bytes.
const MAX_MANIFEST_BYTES: u64 = 1 << 20;

#[derive(Clone, PartialEq, Debug)]
pub struct Pack {
    /// As read from `pack.ron`; made from the file names if there is none.
    pub manifest: Manifest,
    source: Source,
}

#[derive(Clone, PartialEq, Debug)]
enum Source {
    Folder(PathBuf),
    Zip(PathBuf),
    ZipBytes(Arc<Vec<u8>>),
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

    /// Opens a zip file that is already in memory.
    pub fn of_zip(bytes: Vec<u8>) -> Result<Pack, PackProblem> {
        Pack::from_source(Source::ZipBytes(Arc::new(bytes)), "")
    }

    /// Opens a pack that ships with the program, from its file names and contents.
    pub fn own(files: Vec<(&'static str, &'static [u8])>) -> Result<Pack, PackProblem> {
        Pack::from_source(Source::BuiltIn(files), "")
    }

    fn from_source(source: Source, title: &str) -> Result<Pack, PackProblem> {
        let names = source.names()?;
        let manifest = if names.iter().any(|name| name == NAME) {
            let bytes = source.read(NAME, MAX_MANIFEST_BYTES)?;
            Manifest::read(&text_of(bytes).map_err(|why| PackProblem::of(NAME, why))?)?
        } else {
            source.default_manifest(&names, title)?
        };
        for listed in &manifest.pictures {
            if !names.contains(&listed.file) {
                return Err(PackProblem::of(NAME, format_args!("lists {:?}, which is not in the pack", listed.file)));
            }
        }
        Ok(Pack { manifest, source })
    }

    /// Reads one file of the pack.
    pub fn bytes(&self, file: &str) -> Result<Vec<u8>, PackProblem> {
        self.source.read(file, MOST_FILE)
    }

    /// Reads a picture of the pack. Returns it with the square that is cut into tiles.
    pub fn picture(&self, listed: &Listed) -> Result<(Picture, Crop), PackProblem> {
        let problem = |message: String| PackProblem::of(listed.file.clone(), message);
        let bytes = self.bytes(&listed.file)?;
        // Our own pictures need no process of their own.
        let picture = match &self.source {
            Source::BuiltIn(_) => Picture::read(&bytes),
            _ => decoder::read_square(&bytes, listed.crop),
        };
        let picture = picture.map_err(|error| problem(error.to_string()))?;
        let (width, height) = picture.size();
        let crop = listed.crop.unwrap_or_else(|| Crop::centred(width, height));
        crop.check(width, height).map_err(problem)?;
        Ok((picture, crop))
    }

    /// Reads every picture and collects what is wrong with them.
    pub fn problems(&self) -> Vec<PackProblem> {
        self.manifest.pictures.iter().filter_map(|listed| self.picture(listed).err()).collect()
    }
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
        let _ = file.take(4096).read_to_end(&mut start);
    }
    start
}

impl Source {
    fn path(&self) -> &Path {
        match self {
            Source::Folder(path) | Source::Zip(path) => path,
            Source::BuiltIn(_) => Path::new("parlour"),
            Source::ZipBytes(_) => Path::new("pack.zip"),
        }
    }

    fn problem(&self, message: impl ToString) -> PackProblem {
        let name = self.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        PackProblem::of(name, message)
    }

    /// The paths of all files, relative to the pack and sorted.
    fn names(&self) -> Result<Vec<String>, PackProblem> {
        let mut names = match self {
            Source::Folder(path) => {
                let mut contents = FolderContents::default();
                self.collect(path, "", MAX_DEPTH, &mut contents)?;
                contents.names
            }
            Source::Zip(path) => self.names_in_zip(&mut self.archive(self.zip_bytes(path)?)?)?,
            Source::ZipBytes(bytes) => self.names_in_zip(&mut self.archive(bytes.as_slice())?)?,
            Source::BuiltIn(files) => files.iter().map(|(name, _)| (*name).to_owned()).collect(),
        };
        names.sort();
        Ok(names)
    }

    /// Collects the files of `folder`, whose path within the pack is `prefix`, and of `depth` levels of folders in it.
    fn collect(
        &self,
        folder: &Path,
        prefix: &str,
        depth: usize,
        contents: &mut FolderContents,
    ) -> Result<(), PackProblem> {
        let entries = fs::read_dir(folder)
            .map_err(|error| self.problem(format_args!("the folder {} cannot be read: {error}", folder.display())))?;
        for entry in entries.filter_map(Result::ok) {
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
                    return Err(self.problem(why));
                };
                self.collect(&path, &name, depth, contents)?;
            } else {
                contents.bytes += entry.metadata().map_or(0, |metadata| metadata.len());
                contents.names.push(name);
                self.check_amount(contents.names.len(), contents.bytes)?;
            }
        }
        Ok(())
    }

    fn check_amount(&self, files: usize, bytes: u64) -> Result<(), PackProblem> {
        if files > MOST_FILES {
            return Err(self.problem(format_args!("the pack has more than {MOST_FILES} files")));
        }
        if bytes > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(self.problem(format_args!("the pack is larger than {most} MiB when unpacked")));
        }
        Ok(())
    }

    fn zip_bytes(&self, path: &Path) -> Result<Vec<u8>, PackProblem> {
        read_bounded(path, MOST_BYTES).map_err(|error| self.problem(error))
    }

    fn archive<B: AsRef<[u8]>>(&self, bytes: B) -> Result<ZipArchive<Cursor<B>>, PackProblem> {
        let archive = ZipArchive::new(Cursor::new(bytes));
        archive.map_err(|error| self.problem(format_args!("this is not a valid zip file: {error}")))
    }

    fn names_in_zip<B: AsRef<[u8]>>(&self, archive: &mut ZipArchive<Cursor<B>>) -> Result<Vec<String>, PackProblem> {
        self.check_amount(archive.len(), 0)?;
        let (mut names, mut bytes) = (Vec::new(), 0);
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(|error| self.problem(error))?;
            let name = entry.name().map_err(|error| self.problem(error))?.into_owned();
            if entry.is_dir() {
                continue;
            }
            check_path(&name).map_err(|why| self.problem(why))?;
            bytes += entry.size();
            self.check_amount(names.len(), bytes)?;
            // Dotfiles belong to the system, as does the folder that macOS adds to zip files.
            if !name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX") {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, PackProblem> {
        check_path(name).map_err(|why| self.problem(why))?;
        let problem = |message: String| PackProblem::of(name, message);
        match self {
            Source::Folder(path) => {
                let file = path.join(name);
                // A link may lead out of the pack.
                let inside = fs::canonicalize(&file).ok().zip(fs::canonicalize(path).ok());
                if inside.is_some_and(|(file, folder)| !file.starts_with(folder)) {
                    return Err(problem("this is a link to a file outside the pack".to_owned()));
                }
                read_bounded(&file, most).map_err(|error| problem(error.to_string()))
            }
            Source::Zip(path) => unzipped(&mut self.archive(self.zip_bytes(path)?)?, name, most).map_err(problem),
            Source::ZipBytes(bytes) => unzipped(&mut self.archive(bytes.as_slice())?, name, most).map_err(problem),
            Source::BuiltIn(files) => {
                let found = files.iter().find(|(known, _)| *known == name);
                found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| problem("the file is not in the pack".to_owned()))
            }
        }
    }

    /// Lists every picture, titled by its file name.
    fn default_manifest(&self, names: &[String], title: &str) -> Result<Manifest, PackProblem> {
        let mut pictures = Vec::new();
        for name in names {
            if !self.read(name, MOST_FILE).is_ok_and(|bytes| is_picture(&bytes)) {
                continue;
            }
            pictures.push(Listed { file: name.clone(), title: title_of(name), crop: None });
        }
        if pictures.is_empty() {
            return Err(self.problem("there are no pictures in the pack; Parlour reads PNG, JPEG, WebP and SVG"));
        }
        let title = if title.is_empty() { "Pictures" } else { title };
        let title = title.chars().take(super::manifest::LONGEST_TEXT).collect();
        Ok(Manifest { parlour_pack: 1, title, author: String::new(), licence: String::new(), pictures })
    }
}

fn unzipped<B: AsRef<[u8]>>(archive: &mut ZipArchive<Cursor<B>>, name: &str, most: u64) -> Result<Vec<u8>, String> {
    let entry = archive.by_name(name).map_err(|error| error.to_string())?;
    // The size that the entry states may be a lie.
    let mut bytes = Vec::new();
    let read = entry.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if read as u64 > most {
        return Err(ReadError::TooLong { found: read as u64, most }.to_string());
    }
    Ok(bytes)
}

/// The files found so far, and their total size.
#[derive(Default)]
struct FolderContents {
    names: Vec<String>,
    bytes: u64,
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
