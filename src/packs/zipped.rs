//! The files in a zip file, found and unpacked within bounds, whatever it says of itself.
//!
//! A zip file ends with a record that says how many entries it lists and where. That record is read and judged before any
//! entry is: a small file may state millions. Sizes that entries state may be lies, so bytes are counted as they come out.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};

use zip::read::{ArchiveOffset, Config};
use zip::{ZipArchive, result::ZipError};

use super::manifest::{NAME, check_path};
use super::picture::{BEGINNING, is_picture};
use super::{MOST_BYTES, MOST_FILES, MOST_MANIFEST, PackContents, PackProblem};

/// The most entries: besides files there are folders, and what systems add for themselves.
const MOST_ENTRIES: usize = 4 * MOST_FILES;

/// The most bytes that list the entries.
const MOST_LISTING: u64 = 1 << 20;

/// How a list of entries and the record at the end begin.
const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";

/// How long the record at the end is without and with the longest comment.
const END_RECORD: usize = 22;
const LONGEST_END: u64 = END_RECORD as u64 + u16::MAX as u64;

/// A zip file whose files are known.
pub struct ZippedFiles<R> {
    archive: ZipArchive<R>,
    /// Where each file stands in the list, by its path within the pack.
    files: BTreeMap<String, usize>,
    /// How many bytes have come out so far.
    unpacked: u64,
}

impl<R: Read + Seek> ZippedFiles<R> {
    /// Finds the files. None of them is unpacked yet, and nothing is read but the list of entries and the record behind it.
    pub fn open(mut reader: R) -> Result<ZippedFiles<R>, PackProblem> {
        let entries = entries_stated(&mut reader).map_err(of_pack)?;
        let config = Config { archive_offset: ArchiveOffset::Known(0) };
        let broken = |error: ZipError| of_pack(format!("this is not a valid zip file: {error}"));
        let archive = ZipArchive::with_config(config, reader).map_err(broken)?;
        if archive.len() != entries {
            return Err(of_pack("two files in it have the same name"));
        }
        let (mut files, mut stated) = (BTreeMap::new(), 0u64);
        for index in 0..entries {
            let entry = archive.by_index_data(index).map_err(broken)?;
            let name = entry.name().map_err(broken)?.into_owned();
            if entry.is_dir() {
                continue;
            }
            check_path(&name).map_err(of_pack)?;
            stated = stated.saturating_add(entry.size());
            // Dotfiles belong to the system, as does the folder that macOS adds to zip files.
            if !name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX") {
                files.insert(name, index);
            }
            if files.len() > MOST_FILES {
                return Err(of_pack(too_many_files()));
            }
        }
        // Whoever tells the truth hears it at once.
        if stated > MOST_BYTES {
            return Err(of_pack(too_large()));
        }
        Ok(ZippedFiles { archive, files, unpacked: 0 })
    }

    /// The paths of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    /// What is in it: the manifest, or where there is none the files that are pictures.
    pub fn contents(&mut self) -> Result<PackContents, PackProblem> {
        let names = self.names();
        if self.files.contains_key(NAME) {
            let manifest = Some(self.read(NAME, MOST_MANIFEST)?);
            return Ok(PackContents { names, manifest, pictures: Vec::new() });
        }
        let (mut pictures, mut problem) = (names.clone(), None);
        pictures.retain(|name| match self.begins(name) {
            Ok(start) => is_picture(&start),
            Err(why) => {
                problem.get_or_insert(why);
                false
            }
        });
        // That there is no picture would not be the whole truth.
        match problem {
            Some(why) if pictures.is_empty() => Err(why),
            _ => Ok(PackContents { names, manifest: None, pictures }),
        }
    }

    /// The first bytes of a file, enough to tell whether it is a picture.
    fn begins(&mut self, name: &str) -> Result<Vec<u8>, PackProblem> {
        self.unpack(name, BEGINNING).map(|(start, _)| start)
    }

    /// Unpacks a file of at most `most` bytes.
    pub fn read(&mut self, name: &str, most: u64) -> Result<Vec<u8>, PackProblem> {
        let (bytes, is_whole) = self.unpack(name, most)?;
        if !is_whole {
            let megabytes = most >> 20;
            return Err(PackProblem::of(name, format_args!("the file is larger than {megabytes} MiB when unpacked")));
        }
        Ok(bytes)
    }

    /// The first `most` bytes of a file, and whether that is all of it.
    fn unpack(&mut self, name: &str, most: u64) -> Result<(Vec<u8>, bool), PackProblem> {
        let problem = |error: &dyn std::fmt::Display| PackProblem::of(name, error);
        let index = *self.files.get(name).ok_or_else(|| problem(&"the file is not in the pack"))?;
        let entry = self.archive.by_index(index).map_err(|error| problem(&error))?;
        let left = MOST_BYTES - self.unpacked;
        let mut bytes = Vec::new();
        let mut bounded = entry.take(most.min(left).saturating_add(1));
        let read = bounded.read_to_end(&mut bytes).map_err(|error| problem(&error))? as u64;
        if read > left {
            return Err(of_pack(too_large()));
        }
        self.unpacked += read;
        bytes.truncate(most as usize);
        Ok((bytes, read <= most))
    }
}

fn of_pack(why: impl ToString) -> PackProblem {
    PackProblem::of("", why)
}

pub(super) fn too_many_files() -> String {
    format!("the pack has more than {MOST_FILES} files")
}

pub(super) fn too_large() -> String {
    format!("the pack is larger than {} MiB when unpacked", MOST_BYTES >> 20)
}

/// How many entries the record at the end states, if it may be trusted with what follows: they are few, they are listed right
/// before it, and no other record is behind it.
fn entries_stated<R: Read + Seek>(reader: &mut R) -> Result<usize, String> {
    let broken = |why: &str| format!("this is not a valid zip file: {why}");
    let end = last_record(reader).map_err(|error| broken(&error.to_string()))?;
    let (at, record) = end.ok_or_else(|| broken("the list of its files is missing"))?;
    let short = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let long = |at: usize| u64::from(u32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]]));
    let (disks, here, entries) = ([short(4), short(6)], short(8), usize::from(short(10)));
    let (size, start) = (long(12), long(16));
    if disks != [0, 0] || usize::from(here) != entries {
        return Err(broken("it is one part of several"));
    }
    if entries > MOST_ENTRIES {
        return Err(format!("the pack has more than {MOST_ENTRIES} files and folders"));
    }
    if size > MOST_LISTING {
        return Err(broken("the list of its files is far too long"));
    }
    if start + size != at || (entries > 0 && !begins_with(reader, start, ENTRY)) {
        return Err(broken("the list of its files is not where it should be"));
    }
    Ok(entries)
}

/// The last record in the file, and where it begins.
fn last_record<R: Read + Seek>(reader: &mut R) -> std::io::Result<Option<(u64, [u8; END_RECORD])>> {
    let length = reader.seek(SeekFrom::End(0))?;
    let start = length.saturating_sub(LONGEST_END);
    reader.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    reader.take(LONGEST_END).read_to_end(&mut tail)?;
    let found = tail.windows(END.len()).rposition(|window| window == END);
    let record = found.and_then(|at| Some((at, *tail.get(at..)?.first_chunk::<END_RECORD>()?)));
    // One whose comment would reach beyond the file is none, and whoever looks on finds another.
    let is_whole = |at: usize, record: &[u8; END_RECORD]| {
        at + END_RECORD + usize::from(u16::from_le_bytes([record[20], record[21]])) <= tail.len()
    };
    Ok(record.filter(|(at, record)| is_whole(*at, record)).map(|(at, record)| (start + at as u64, record)))
}

fn begins_with<R: Read + Seek>(reader: &mut R, at: u64, wanted: &[u8]) -> bool {
    let mut start = Vec::new();
    let read = reader.seek(SeekFrom::Start(at)).and_then(|_| reader.take(wanted.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == wanted
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::super::MOST_FILE;
    use super::*;

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
            zip.write_all(bytes).expect("written");
        }
        zip.finish().expect("a zip").into_inner()
    }

    /// Counts what is read.
    struct Counted<R>(R, u64);

    impl<R: Read> Read for Counted<R> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let read = self.0.read(buffer)?;
            self.1 += read as u64;
            Ok(read)
        }
    }

    impl<R: Seek> Seek for Counted<R> {
        fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
            self.0.seek(to)
        }
    }

    fn refused(bytes: Vec<u8>) -> (String, u64) {
        let mut counted = Counted(Cursor::new(bytes), 0);
        let why = ZippedFiles::open(&mut counted).map(|_| ()).expect_err("refused").to_string();
        (why, counted.1)
    }

    /// A record that states so many entries, listed in so many bytes from there.
    fn end(entries: u16, size: u32, start: u32) -> Vec<u8> {
        let mut record = END.to_vec();
        record.extend([0; 4]);
        record.extend([entries, entries].map(u16::to_le_bytes).concat());
        record.extend([size, start].map(u32::to_le_bytes).concat());
        record.extend([0; 2]);
        record
    }

    #[test]
    fn the_number_of_entries_is_judged_before_any_is_read() {
        let entry = [ENTRY, &[0; 42]].concat();
        let many = |count: u16| {
            let list = entry.repeat(usize::from(count));
            let end = end(count, list.len() as u32, 0);
            [list, end].concat()
        };
        let (why, read) = refused(many(60_000));
        assert!(why.contains("more than 2048 files and folders"), "{why}");
        assert!(read <= LONGEST_END, "{read} bytes were read");
        // Three million, which only the record for large files can state: it takes the place of a number that is too large.
        let mut large = entry.repeat(3_000);
        let start = large.len() as u64;
        let record = [3_000_000u64, 3_000_000, 138_000_000, 0].map(u64::to_le_bytes).concat();
        large.extend([b"PK\x06\x06".as_slice(), &44u64.to_le_bytes(), &[45, 0, 45, 0], &[0; 8], &record].concat());
        large.extend([b"PK\x06\x07".as_slice(), &[0; 4], &start.to_le_bytes(), &1u32.to_le_bytes()].concat());
        large.extend(end(u16::MAX, u32::MAX, u32::MAX));
        let (why, read) = refused(large);
        assert!(why.contains("more than 2048 files and folders"), "{why}");
        assert!(read <= LONGEST_END, "{read} bytes were read");
    }

    #[test]
    fn a_record_that_lies_leads_nowhere_else() {
        let fine = zipped(&[("one.png", b"1"), ("two.png", b"2")]);
        let at = fine.len() - END_RECORD;
        assert_eq!(ZippedFiles::open(Cursor::new(fine.clone())).expect("a zip").names(), ["one.png", "two.png"]);
        let with = |place: usize, bytes: &[u8]| {
            let mut zip = fine.clone();
            zip[at + place..at + place + bytes.len()].copy_from_slice(bytes);
            zip
        };
        // More entries than are listed, a list that lies elsewhere, is longer, or is of nothing; several parts; a comment beyond the end.
        let entries = [9u16, 9].map(u16::to_le_bytes).concat();
        let lies = [(8, &entries[..]), (16, &[0; 4]), (12, &[0xFF; 3]), (12, &[9, 0]), (4, &[1]), (20, &[9])];
        for (place, bytes) in lies {
            let (why, read) = refused(with(place, bytes));
            assert!(why.contains("not a valid zip file"), "{why}");
            assert!(read <= 2 * LONGEST_END, "{read} bytes were read");
        }
        // A record in front of which another one stands: the last one counts, and where that fails no other is tried.
        let (why, _) = refused([fine.clone(), end(1, 46, 0)].concat());
        assert!(why.contains("not where it should be"), "{why}");
        let (why, _) = refused(Vec::new());
        assert!(why.contains("list of its files is missing"), "{why}");
    }

    #[test]
    fn what_comes_out_counts_and_not_what_is_stated() {
        let fine = zipped(&[("a.png", &[7; 5000]), ("b.png", &[8; 5000])]);
        let mut files = ZippedFiles::open(Cursor::new(&fine)).expect("a zip");
        assert_eq!(files.unpack("a.png", 100).expect("its beginning"), (vec![7; 100], false));
        let why = files.read("b.png", 100).expect_err("too long").to_string();
        assert!(why.contains("b.png: the file is larger"), "{why}");
        files.unpacked = MOST_BYTES - 4999;
        let why = files.read("b.png", MOST_FILE).expect_err("all together are too large").to_string();
        assert!(why.contains("larger than 256 MiB when unpacked"), "{why}");
        // The list says that they are of one byte each, and then that they are of four thousand millions.
        let listed: Vec<usize> = (0..fine.len()).filter(|at| fine[*at..].starts_with(ENTRY)).collect();
        let with = |size: u32| {
            let mut zip = fine.clone();
            listed.iter().for_each(|at| zip[at + 24..at + 28].copy_from_slice(&size.to_le_bytes()));
            zip
        };
        let mut files = ZippedFiles::open(Cursor::new(with(1))).expect("a zip");
        assert!(files.read("a.png", MOST_FILE).is_err());
        let (why, _) = refused(with(4_000_000_000));
        assert!(why.contains("larger than 256 MiB when unpacked"), "{why}");
    }

    #[test]
    fn each_of_many_files_is_found_without_a_look_at_the_others() {
        let names: Vec<String> = (0..510).map(|number| format!("{number}.bin")).collect();
        let bytes = vec![5; 10_000];
        let all: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), bytes.as_slice())).collect();
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in all {
            let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
            zip.start_file(name, stored).expect("an entry");
            zip.write_all(bytes).expect("written");
        }
        let zip = zip.finish().expect("a zip").into_inner();
        let length = zip.len() as u64;
        let mut counted = Counted(Cursor::new(zip), 0);
        let mut files = ZippedFiles::open(&mut counted).expect("a zip");
        let found: usize = files.names().iter().map(|name| files.read(name, MOST_FILE).expect("a file").len()).sum();
        assert_eq!(found, 510 * 10_000);
        assert!(counted.1 <= 2 * length, "{} bytes were read of {length}", counted.1);
    }
}
