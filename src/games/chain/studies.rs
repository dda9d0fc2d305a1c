//! Studies: positions in which some announcement wins by force, for somebody who wants to find it.
//!
//! They are files in `puzzles/chain/`; a test proves again what they say of themselves.

use serde::{Deserialize, Serialize};

use super::position::ChainPosition;
use crate::cards::{AttributeKind, MystiqueCard, MystiqueSet};

include!(concat!(env!("OUT_DIR"), "/studies.rs"));

/// A position at its first announcement, with what is proven of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// From 1.
    pub number: usize,
    pub position: ChainPosition,
    /// The announcements that win.
    pub winning: Vec<AttributeKind>,
    /// How many cards the quickest win takes against the best defence.
    pub cards: u32,
}

/// A study as its file has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StudyFile {
    parlour_study: u32,
    pool: String,
    last: MystiqueCard,
    strict: bool,
    winning: Vec<AttributeKind>,
    cards: u32,
}

/// How far one has to see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StudyGrade {
    Easy,
    Medium,
    Hard,
    Expert,
}

impl StudyGrade {
    pub const fn word(self) -> &'static str {
        ["easy", "medium", "hard", "expert"][self as usize]
    }
}

impl Study {
    fn read(number: usize, text: &str) -> Option<Study> {
        let file: StudyFile = ron::from_str(text).ok()?;
        let pool = MystiqueSet::parse(&file.pool).ok()?;
        let position = ChainPosition { pool, last: file.last, follow: None, strict: file.strict };
        Some(Study { number, position, winning: file.winning, cards: file.cards })
    }

    /// What its file says.
    pub fn to_text(&self) -> String {
        let Study { position, winning, cards, .. } = self;
        let kinds: Vec<&str> = winning.iter().map(|kind| kind.word()).collect();
        format!(
            "(parlour_study: 1, pool: \"{}\", last: \"{}\", strict: {}, winning: [{}], cards: {cards})\n",
            position.pool,
            position.last,
            position.strict,
            kinds.join(", ")
        )
    }

    /// The longer a win takes, the harder it is to see; and the more announcements win, the easier to find.
    pub fn grade(&self) -> StudyGrade {
        match self.cards + 2 / self.winning.len().max(1) as u32 {
            0..=5 => StudyGrade::Easy,
            6..=8 => StudyGrade::Medium,
            9..=11 => StudyGrade::Hard,
            _ => StudyGrade::Expert,
        }
    }

    /// "Study 7, hard".
    pub fn title(&self) -> String {
        format!("Study {}, {}", self.number, self.grade().word())
    }
}

/// Every study, the easiest first.
pub fn all() -> impl Iterator<Item = (&'static str, Study)> {
    (1..).zip(STUDIES).filter_map(|(number, (id, text))| Some((*id, Study::read(number, text)?)))
}

pub fn find(id: &str) -> Option<Study> {
    all().find(|(known, _)| *known == id).map(|(_, study)| study)
}
