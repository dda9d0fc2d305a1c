//! The files that the executable carries: validated and embedded by `build.rs`.

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/assets.rs"));
}

/// The bytes of an asset by its path below `assets/`, such as `cards/french/KS.svg`.
pub fn find(path: &str) -> Option<&'static [u8]> {
    embedded::FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}
