//! The time zone of this computer, for the date here.
//!
//! `TZ` may name any file, and so a device without end or a pipe that nobody writes to. The library of dates would read whatever it
//! is to the end; here nothing is read but a file, and of that only so much.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::files::read_bounded;

/// The longest description of a time zone that is read, in bytes: twenty times the longest there is.
const MOST_BYTES: u64 = 64 << 10;

/// Where the zones are that are named by continent and city.
const FOLDERS: [&str; 3] = ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"];

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the time zone {name} cannot be read: {reason}")]
pub struct TimeZoneError {
    name: String,
    reason: String,
}

impl TimeZoneError {
    fn new(name: impl ToString, reason: impl ToString) -> TimeZoneError {
        TimeZoneError { name: name.to_string(), reason: reason.to_string() }
    }
}

/// The time zone that `TZ` names, or else the computer's. As everywhere on a computer, one that is not there is UTC.
///
/// # Errors
/// A zone that is not described by a file, or by one that is too long or says something else.
pub fn local() -> Result<TimeZone, TimeZoneError> {
    env::var_os("TZ").map_or_else(of_computer, |name| named(&name))
}

#[cfg(unix)]
fn of_computer() -> Result<TimeZone, TimeZoneError> {
    read(Path::new("/etc/localtime"))
}

#[cfg(not(unix))]
fn of_computer() -> Result<TimeZone, TimeZoneError> {
    TimeZone::try_system().map_err(|error| TimeZoneError::new("of this computer", error))
}

/// What `TZ` may be: nothing, a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, the name of a zone, or the path of its file; the last
/// two also after a colon.
pub fn named(name: &OsStr) -> Result<TimeZone, TimeZoneError> {
    let Some(name) = name.to_str() else {
        return Err(TimeZoneError::new(name.to_string_lossy(), "its name is not text"));
    };
    let name = name.strip_prefix(':').unwrap_or(name);
    if name.is_empty() {
        return Ok(TimeZone::UTC);
    }
    if let Ok(rule) = TimeZone::posix(name) {
        return Ok(rule);
    }
    // An absolute path stays as it is.
    let folders = env::var_os("TZDIR").into_iter().map(PathBuf::from).chain(FOLDERS.map(PathBuf::from));
    match folders.map(|folder| folder.join(name)).find(|path| path.exists()) {
        Some(path) => read(&path),
        None => Ok(TimeZoneDatabase::bundled().get(name).unwrap_or(TimeZone::UTC)),
    }
}

fn read(path: &Path) -> Result<TimeZone, TimeZoneError> {
    if !path.exists() {
        return Ok(TimeZone::UTC);
    }
    let bytes = read_bounded(path, MOST_BYTES).map_err(|error| TimeZoneError::new(path.display(), error))?;
    TimeZone::tzif("", &bytes).map_err(|error| TimeZoneError::new(path.display(), error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use jiff::Timestamp;

    use super::*;

    /// Half an hour before midnight, in UTC.
    const LATE: &str = "2026-11-22T23:30:00Z";

    fn day_in(name: &str) -> String {
        let late: Timestamp = LATE.parse().expect("a moment");
        let zone = named(OsStr::new(name)).unwrap_or_else(|error| panic!("{error}"));
        zone.to_datetime(late).date().to_string()
    }

    #[test]
    fn a_zone_is_given_by_a_rule_a_name_or_a_path() {
        assert_eq!(day_in("CET-1CEST,M3.5.0,M10.5.0/3"), "2026-11-23");
        assert_eq!(day_in("EST5EDT,M3.2.0,M11.1.0"), "2026-11-22");
        for nothing in ["", ":", "UTC", "No/Such_Zone"] {
            assert_eq!(day_in(nothing), "2026-11-22", "{nothing:?} is UTC");
        }
        let here = Path::new(FOLDERS[0]).join("Asia/Tokyo");
        if here.exists() {
            for name in ["Asia/Tokyo", ":Asia/Tokyo", &here.display().to_string()] {
                assert_eq!(day_in(name), "2026-11-23", "{name}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_read_to_the_end_that_may_have_none() {
        let folder = env::temp_dir().join(format!("parlour-zone-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (long, other, socket) = (folder.join("long"), folder.join("other"), folder.join("socket"));
        fs::File::create(&long).and_then(|file| file.set_len(1 << 40)).expect("a file of a terabyte");
        fs::write(&other, "no zone").expect("a file");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        let refused = [
            (Path::new("/dev/zero"), "not a file"),
            (Path::new(":/dev/zero"), "not a file"),
            (Path::new("../../../../../../dev/zero"), "not a file"),
            (&folder, "not a file"),
            (&socket, "not a file"),
            (&long, "at most 65536"),
            (&other, "cannot be read"),
        ];
        for (path, why) in refused {
            let error = named(path.as_os_str()).expect_err(&path.display().to_string());
            assert!(error.to_string().contains(why), "{error}");
        }
        let _ = fs::remove_dir_all(&folder);
    }
}
