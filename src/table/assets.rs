//! The files that the executable carries: validated and embedded by `build.rs`.

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"));
}

/// The paths of all of them, below `assets/`.
pub fn names() -> impl Iterator<Item = &'static str> {
    embedded::FILES.iter().map(|(name, _)| *name)
}

/// The bytes of an asset by its path below `assets/`, such as `cards/french/KS.svg`.
pub fn find(path: &str) -> Option<&'static [u8]> {
    embedded::FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}
