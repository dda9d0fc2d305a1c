//! `pack.ron`: what a pack is called, who made it, and which of its pictures count.

use serde::{Deserialize, Serialize};

use super::{LEAST_SIDE, MOST_SIDE, Problem};

/// The version of the format that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// The file's name.
pub const NAME: &str = "pack.ron";

/// The longest text in it, in characters: a title, a name, a licence.
pub const LONGEST_TEXT: usize = 120;

/// What the file holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`FORMAT`].
    pub parlour_pack: u32,
    /// The pack's title.
    pub title: String,
    /// Who made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// Under which licence it may be passed on.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub licence: String,
    /// Its pictures, in the order in which they are shown.
    pub pictures: Vec<Listed>,
}

/// One picture of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Its file, as a path within the pack.
    pub file: String,
    /// Its title; left out, the file's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The square of it that counts; left out, the largest in its middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crop: Option<Crop>,
}

/// A square part of a picture, in its pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crop {
    /// Its left edge.
    pub x: u32,
    /// Its upper edge.
    pub y: u32,
    /// Its side.
    pub size: u32,
}

impl Crop {
    /// The largest square in the middle of a picture of this size.
    pub fn centred(width: u32, height: u32) -> Crop {
        let size = width.min(height);
        Crop { x: (width - size) / 2, y: (height - size) / 2, size }
    }

    /// Whether it lies within a picture of this size and is large enough to be cut into tiles.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn check(self, width: u32, height: u32) -> Result<(), String> {
        let reaches = |from: u32, side: u32| from.checked_add(self.size).is_some_and(|end| end <= side);
        if self.size < LEAST_SIDE {
            return Err(format!("the square is {} pixels a side; at least {LEAST_SIDE} are needed", self.size));
        }
        if !reaches(self.x, width) || !reaches(self.y, height) {
            let Crop { x, y, size } = self;
            return Err(format!(
                "the square of {size} pixels at {x}, {y} is not within the picture of {width} by {height}"
            ));
        }
        Ok(())
    }
}

impl Manifest {
    /// Reads the file's text.
    ///
    /// # Errors
    /// The first fault, with its place.
    ///
    /// ```
    /// # use parlour::packs::Manifest;
    /// let text = r#"(parlour_pack: 1, title: "Harbour", pictures: [(file: "boats.jpg")])"#;
    /// assert_eq!(Manifest::read(text).unwrap().pictures[0].file, "boats.jpg");
    /// assert_eq!(Manifest::read("(parlour_pack: 2)").unwrap_err().place, Some((1, 17)));
    /// ```
    pub fn read(text: &str) -> Result<Manifest, Problem> {
        let fault = |message: String| Problem::of(NAME, message);
        let manifest: Manifest = ron::from_str(text).map_err(|error| Problem {
            file: NAME.to_owned(),
            place: Some((error.span.start.line, error.span.start.col)),
            message: error.code.to_string().chars().take(300).collect(),
        })?;
        if manifest.parlour_pack != FORMAT {
            return Err(fault(format!("pack format {}; this program reads format {FORMAT}", manifest.parlour_pack)));
        }
        if manifest.pictures.is_empty() {
            return Err(fault("lists no pictures; at least one is needed".to_owned()));
        }
        let texts = [("title", &manifest.title), ("author", &manifest.author), ("licence", &manifest.licence)];
        let titles = manifest.pictures.iter().map(|listed| ("title", &listed.title));
        for (name, text) in texts.into_iter().chain(titles) {
            check_text(name, text).map_err(fault)?;
        }
        for listed in &manifest.pictures {
            check_path(&listed.file).map_err(fault)?;
        }
        Ok(manifest)
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::default();
        ron::ser::to_string_pretty(self, pretty).unwrap_or_default()
    }
}

fn check_text(name: &str, text: &str) -> Result<(), String> {
    let long = text.chars().count();
    if long > LONGEST_TEXT {
        return Err(format!("a {name} of {long} characters; at most {LONGEST_TEXT}"));
    }
    if text.chars().any(char::is_control) {
        return Err(format!("a {name} with characters that cannot be shown"));
    }
    Ok(())
}

/// Whether a path stays within its pack: names alone, with `/` between them.
///
/// # Errors
/// What is wrong with it.
pub fn check_path(path: &str) -> Result<(), String> {
    let shown: String = path.chars().take(80).collect();
    let is_name = |name: &str| {
        !name.is_empty()
            && name != "."
            && name != ".."
            && !name.contains(['\\', ':'])
            && !name.chars().any(char::is_control)
    };
    if path.len() > 255 || !path.split('/').all(is_name) {
        return Err(format!("{shown:?} is no path within the pack; names with `/` between them are"));
    }
    Ok(())
}

const _: () = assert!(LEAST_SIDE < MOST_SIDE);
