//! A folder or a zip file as a pack.

use std::fs::{self, File};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zip::ZipArchive;

use super::manifest::{Crop, Listed, Manifest, NAME, check_path};
use super::picture::{Picture, is_picture};
use super::{MOST_BYTES, MOST_FILE, MOST_FILES, Problem};
use crate::files::{ReadError, read_bounded};

/// How deep folders within a pack are looked into.
const DEEPEST: usize = 4;

/// The longest `pack.ron`, in bytes.
const MOST_MANIFEST: u64 = 1 << 20;

/// A pack: what it says of itself, and where its pictures are.
#[derive(Clone, PartialEq, Debug)]
pub struct Pack {
    /// What it says of itself, or what is said of one that says nothing.
    pub manifest: Manifest,
    place: Home,
}

#[derive(Clone, PartialEq, Debug)]
enum Home {
    Folder(PathBuf),
    Zip(PathBuf),
    /// A zip file's bytes.
    Bytes(Arc<Vec<u8>>),
    /// In the program itself: files by name.
    Own(Vec<(&'static str, &'static [u8])>),
}

impl Pack {
    /// Reads a pack: its manifest, or where there is none, the names of its pictures. Pictures themselves are read one by
    /// one with [`Pack::picture`].
    ///
    /// # Errors
    /// What is wrong with it as a whole, or with its manifest.
    pub fn open(path: &Path) -> Result<Pack, Problem> {
        let place = if path.is_dir() { Home::Folder(path.to_owned()) } else { Home::Zip(path.to_owned()) };
        let title = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Pack::at(place, &title)
    }

    /// Reads a pack from the bytes of a zip file.
    ///
    /// # Errors
    /// As [`Pack::open`].
    pub fn of_zip(bytes: Vec<u8>) -> Result<Pack, Problem> {
        Pack::at(Home::Bytes(Arc::new(bytes)), "")
    }

    /// A pack that comes with the program, by its files' names.
    ///
    /// # Errors
    /// As [`Pack::open`]; the build makes sure of those that come with the program.
    pub fn own(files: Vec<(&'static str, &'static [u8])>) -> Result<Pack, Problem> {
        Pack::at(Home::Own(files), "")
    }

    fn at(place: Home, title: &str) -> Result<Pack, Problem> {
        let names = place.names()?;
        let manifest = if names.iter().any(|name| name == NAME) {
            let bytes = place.read(NAME, MOST_MANIFEST)?;
            let text = String::from_utf8(bytes).map_err(|error| {
                let at = error.utf8_error().valid_up_to();
                Problem::of(NAME, format_args!("this is no text (byte {at} is not UTF-8)"))
            })?;
            Manifest::read(&text)?
        } else {
            place.without_manifest(&names, title)?
        };
        for listed in &manifest.pictures {
            if !names.contains(&listed.file) {
                return Err(Problem::of(NAME, format_args!("names {:?}, which is not in the pack", listed.file)));
            }
        }
        Ok(Pack { manifest, place })
    }

    /// The bytes of one of its files.
    ///
    /// # Errors
    /// A file that is not there, or too long.
    pub fn bytes(&self, file: &str) -> Result<Vec<u8>, Problem> {
        self.place.read(file, MOST_FILE)
    }

    /// A picture of the pack, and the square of it that counts.
    ///
    /// # Errors
    /// A file that is no picture that can be used, or a square that does not lie in it.
    pub fn picture(&self, listed: &Listed) -> Result<(Picture, Crop), Problem> {
        let of = |message: String| Problem::of(listed.file.clone(), message);
        let picture = Picture::read(&self.bytes(&listed.file)?).map_err(|error| of(error.to_string()))?;
        let (width, height) = picture.size();
        let crop = listed.crop.unwrap_or_else(|| Crop::centred(width, height));
        crop.check(width, height).map_err(of)?;
        Ok((picture, crop))
    }

    /// Everything that is wrong with its pictures.
    pub fn problems(&self) -> Vec<Problem> {
        self.manifest.pictures.iter().filter_map(|listed| self.picture(listed).err()).collect()
    }
}

/// Whether this is likely meant as a pack: a zip file, or a folder with a manifest or a picture in it.
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

/// The first bytes of a file; none of what is no file.
pub fn begins(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    // Opening a pipe would wait for its other end.
    if path.metadata().is_ok_and(|about| about.is_file())
        && let Ok(file) = File::open(path)
    {
        // What cannot be read begins as nothing known.
        let _ = file.take(4096).read_to_end(&mut start);
    }
    start
}

impl Home {
    fn path(&self) -> &Path {
        match self {
            Home::Folder(path) | Home::Zip(path) => path,
            Home::Own(_) => Path::new("parlour"),
            Home::Bytes(_) => Path::new("pack.zip"),
        }
    }

    fn problem(&self, message: impl ToString) -> Problem {
        let name = self.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Problem::of(name, message)
    }

    /// The names of all its files, in order.
    fn names(&self) -> Result<Vec<String>, Problem> {
        let mut names = match self {
            Home::Folder(path) => {
                let mut found = Found { names: Vec::new(), bytes: 0 };
                self.gather(path, "", DEEPEST, &mut found)?;
                found.names
            }
            Home::Zip(path) => self.listed(&mut self.archive(self.zip_bytes(path)?)?)?,
            Home::Bytes(bytes) => self.listed(&mut self.archive(bytes.as_slice())?)?,
            Home::Own(files) => files.iter().map(|(name, _)| (*name).to_owned()).collect(),
        };
        names.sort();
        Ok(names)
    }

    fn gather(&self, folder: &Path, within: &str, deeper: usize, found: &mut Found) -> Result<(), Problem> {
        let entries = fs::read_dir(folder).map_err(|error| self.problem(format_args!("cannot be read: {error}")))?;
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            // What begins with a dot is the system's. Links may lead out of the pack.
            if name.starts_with('.') || path.is_symlink() {
                continue;
            }
            let name = if within.is_empty() { name } else { format!("{within}/{name}") };
            if path.is_dir() {
                let deeper = deeper.checked_sub(1).ok_or_else(|| {
                    self.problem(format_args!("{name:?} lies too deep; packs are {DEEPEST} folders deep"))
                })?;
                self.gather(&path, &name, deeper, found)?;
            } else {
                found.bytes += entry.metadata().map_or(0, |about| about.len());
                found.names.push(name);
                self.check_amount(found.names.len(), found.bytes)?;
            }
        }
        Ok(())
    }

    fn check_amount(&self, files: usize, bytes: u64) -> Result<(), Problem> {
        if files > MOST_FILES {
            return Err(self.problem(format_args!("has more than {MOST_FILES} files")));
        }
        if bytes > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(self.problem(format_args!("is larger than {most} MiB, unpacked")));
        }
        Ok(())
    }

    fn zip_bytes(&self, path: &Path) -> Result<Vec<u8>, Problem> {
        read_bounded(path, MOST_BYTES).map_err(|error| self.problem(error))
    }

    fn archive<B: AsRef<[u8]>>(&self, bytes: B) -> Result<ZipArchive<Cursor<B>>, Problem> {
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| self.problem(format_args!("is no zip file: {error}")))
    }

    fn listed<B: AsRef<[u8]>>(&self, archive: &mut ZipArchive<Cursor<B>>) -> Result<Vec<String>, Problem> {
        self.check_amount(archive.len(), 0)?;
        let (mut names, mut bytes) = (Vec::new(), 0);
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(|error| self.problem(error))?;
            let name = entry.name().map_err(|error| self.problem(error))?.into_owned();
            if entry.is_dir() {
                continue;
            }
            check_path(&name).map_err(|why| self.problem(format_args!("has a file that leaves it: {why}")))?;
            bytes += entry.size();
            self.check_amount(names.len(), bytes)?;
            // What begins with a dot is the system's, and so is what other systems put into zip files.
            if !name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX") {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, Problem> {
        check_path(name).map_err(|why| self.problem(why))?;
        let of = |message: String| Problem::of(name, message);
        match self {
            Home::Folder(path) => {
                let file = path.join(name);
                // A link may lead out of the pack.
                let inside = fs::canonicalize(&file).ok().zip(fs::canonicalize(path).ok());
                if inside.is_some_and(|(file, folder)| !file.starts_with(folder)) {
                    return Err(of("lies outside the pack".to_owned()));
                }
                read_bounded(&file, most).map_err(|error| of(error.to_string()))
            }
            Home::Zip(path) => entry(&mut self.archive(self.zip_bytes(path)?)?, name, most).map_err(of),
            Home::Bytes(bytes) => entry(&mut self.archive(bytes.as_slice())?, name, most).map_err(of),
            Home::Own(files) => {
                let found = files.iter().find(|(known, _)| *known == name);
                found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| of("is not there".to_owned()))
            }
        }
    }

    /// Every picture counts, titled by its file's name.
    fn without_manifest(&self, names: &[String], title: &str) -> Result<Manifest, Problem> {
        let mut pictures = Vec::new();
        for name in names {
            if !self.read(name, MOST_FILE).is_ok_and(|bytes| is_picture(&bytes)) {
                continue;
            }
            pictures.push(Listed { file: name.clone(), title: title_of(name), crop: None });
        }
        if pictures.is_empty() {
            return Err(self.problem("has no picture in it; PNG, JPEG, WebP and SVG are known"));
        }
        let title = if title.is_empty() { "Pictures" } else { title };
        let title = title.chars().take(super::manifest::LONGEST_TEXT).collect();
        Ok(Manifest { parlour_pack: 1, title, author: String::new(), licence: String::new(), pictures })
    }
}

/// A file of a zip file, unpacked.
fn entry<B: AsRef<[u8]>>(archive: &mut ZipArchive<Cursor<B>>, name: &str, most: u64) -> Result<Vec<u8>, String> {
    let entry = archive.by_name(name).map_err(|error| error.to_string())?;
    // What the entry says of its size may be a lie.
    let mut bytes = Vec::new();
    let read = entry.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if read as u64 > most {
        return Err(ReadError::TooLong { found: read as u64, most }.to_string());
    }
    Ok(bytes)
}

/// What was found so far in a folder.
struct Found {
    names: Vec<String>,
    bytes: u64,
}

/// A title for a picture that has none: its file's name, as a person would write it.
pub fn title_of(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    let name = name.replace(['_', '-'], " ");
    let mut letters = name.trim().chars().filter(|letter| !letter.is_control()).take(60);
    letters.next().map_or_else(|| "Picture".to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

impl Listed {
    /// Its title, or where it has none, one made of its file's name.
    pub fn shown_title(&self) -> String {
        if self.title.trim().is_empty() { title_of(&self.file) } else { self.title.clone() }
    }
}
