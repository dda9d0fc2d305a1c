//! `pack.ron`: a pack's title, its author, and the pictures in it.

use serde::{Deserialize, Serialize};

use super::{LEAST_SIDE, PackProblem};

/// The format version that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

pub const NAME: &str = "pack.ron";

/// The most characters in a title, an author's name or a licence.
pub const LONGEST_TEXT: usize = 120;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format version; see [`FORMAT`].
    pub parlour_pack: u32,
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub licence: String,
    /// In the order in which they are shown.
    pub pictures: Vec<Listed>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// A path within the pack, with `/` between its parts.
    pub file: String,
    /// Empty: a title is made from the file's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The square that is cut into tiles; `None`: the largest one in the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crop: Option<Crop>,
}

/// A square part of a picture, in picture pixels from the top left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crop {
    pub x: u32,
    pub y: u32,
    pub size: u32,
}

impl Crop {
    /// The largest square in the middle of a picture of this size.
    pub fn centred(width: u32, height: u32) -> Crop {
        let size = width.min(height);
        Crop { x: (width - size) / 2, y: (height - size) / 2, size }
    }

    /// Checks that the square lies within a picture of this size and is large enough to be cut into tiles.
    pub fn check(self, width: u32, height: u32) -> Result<(), String> {
        let fits = |start: u32, side: u32| start.checked_add(self.size).is_some_and(|end| end <= side);
        if self.size < LEAST_SIDE {
            return Err(format!("the crop is {} pixels a side; it must be at least {LEAST_SIDE}", self.size));
        }
        if !fits(self.x, width) || !fits(self.y, height) {
            let Crop { x, y, size } = self;
            return Err(format!(
                "the crop of {size} pixels at {x}, {y} is not within the picture of {width} by {height} pixels"
            ));
        }
        Ok(())
    }
}

impl Manifest {
    /// Reads the text of a `pack.ron`; an error says where its first fault is.
    ///
    /// ```
    /// # use parlour::packs::Manifest;
    /// let text = r#"(parlour_pack: 1, title: "Harbour", pictures: [(file: "boats.jpg")])"#;
    /// assert_eq!(Manifest::read(text).unwrap().pictures[0].file, "boats.jpg");
    /// assert_eq!(Manifest::read("(parlour_pack: 2)").unwrap_err().place, Some((1, 17)));
    /// ```
    pub fn read(text: &str) -> Result<Manifest, PackProblem> {
        let fault = |message: String| PackProblem::of(NAME, message);
        let manifest: Manifest = ron::from_str(text).map_err(|error| PackProblem {
            file: NAME.to_owned(),
            place: Some((error.span.start.line, error.span.start.col)),
            message: error.code.to_string().chars().take(300).collect(),
        })?;
        if manifest.parlour_pack != FORMAT {
            let found = manifest.parlour_pack;
            return Err(fault(format!("the pack has format {found}; this program reads format {FORMAT}")));
        }
        if manifest.pictures.is_empty() {
            return Err(fault("no pictures are listed; list at least one".to_owned()));
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

    /// The text that [`Manifest::read`] reads back.
    pub fn to_text(&self) -> String {
        let pretty = ron::ser::PrettyConfig::default();
        ron::ser::to_string_pretty(self, pretty).unwrap_or_default()
    }
}

fn check_text(name: &str, text: &str) -> Result<(), String> {
    let length = text.chars().count();
    if length > LONGEST_TEXT {
        return Err(format!("the {name} is {length} characters long; at most {LONGEST_TEXT} are allowed"));
    }
    if text.chars().any(char::is_control) {
        return Err(format!("the {name} has control characters in it; remove them"));
    }
    Ok(())
}

/// Checks that a path stays within its pack: plain names with `/` between them.
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
        return Err(format!("{shown:?} is not a path within the pack; write plain names with `/` between them"));
    }
    Ok(())
}
