//! Studies: positions in which some announcement wins by force, for somebody who wants to find it.
//!
//! They are files in `puzzles/chain/`; a test proves again what they say of themselves.

use serde::{Deserialize, Serialize};

use super::position::{ChainPosition, Move, POOL};
use super::solver;
use crate::cards::{AttributeKind, MystiqueCard, MystiqueSet, MystiqueTextError};
use crate::engine::game::{Cancel, PuzzleAnswer, SolveProgress, SolveWatch};
use crate::engine::outcome::Verdict;
use crate::engine::record::RecordError;
use crate::engine::source_place::place_of;

/// The version of the format of studies.
const FORMAT: u32 = 1;

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

/// What was found of a study that takes too long to prove.
struct Unproven {
    /// Announcements that win.
    winning: Vec<AttributeKind>,
    /// How many positions were looked at.
    nodes: u64,
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
    /// Reads a study's file; `number` is its place among those that ship with Parlour.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place. What it says of its solution is not looked at.
    pub fn read(number: usize, text: &str) -> Result<Study, RecordError> {
        let file: StudyFile = ron::from_str(text).map_err(|error| RecordError::ron(&error))?;
        let wrong = |field, what: String| RecordError::at(place_of(text, field), what);
        if file.parlour_study != FORMAT {
            let found = file.parlour_study;
            return Err(wrong("parlour_study", format!("format {found}; this Parlour reads format {FORMAT}")));
        }
        let pool: MystiqueSet =
            file.pool.parse().map_err(|error: MystiqueTextError| wrong("pool", error.to_string()))?;
        if !(1..=POOL).contains(&pool.len()) || !pool.without(MystiqueSet::DECK).is_empty() {
            return Err(wrong("pool", format!("{pool}; there must be 1 to {POOL} cards of one deck")));
        }
        if pool.contains(file.last) || file.last.is_silver() {
            return Err(wrong("last", format!("{} must be a card of the deck that is not in the pool", file.last)));
        }
        let position = ChainPosition { pool, last: file.last, follow: None, strict: file.strict };
        Ok(Study { number, position, winning: file.winning, cards: file.cards })
    }

    /// The announcements that win, and in how many cards the quickest does; `None` if that takes too long to find out.
    pub fn proof(&self) -> Option<(Vec<AttributeKind>, u32)> {
        self.prove(&SolveWatch::quiet(&Cancel::new())).ok()
    }

    fn prove(&self, watch: &SolveWatch<'_>) -> Result<(Vec<AttributeKind>, u32), Unproven> {
        let (mut winning, mut quickest) = (Vec::new(), None);
        let mut nodes = 0;
        for kind in AttributeKind::ALL {
            let mv = Move::Announce(kind);
            if !self.position.moves().contains(&mv) {
                continue;
            }
            (watch.report)(SolveProgress { nodes, ..SolveProgress::default() });
            match solver::judge_counting(&self.position, mv, watch.cancel, &mut nodes) {
                None => return Err(Unproven { winning, nodes }),
                Some(proof) if proof.wins => {
                    winning.push(kind);
                    quickest = Some(quickest.map_or(proof.cards, |known: u32| known.min(proof.cards)));
                }
                Some(_) => {}
            }
        }
        Ok((winning, quickest.unwrap_or_default()))
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
    (1..).zip(STUDIES).filter_map(|(number, (id, text))| Some((*id, Study::read(number, text).ok()?)))
}

/// The study of this number, from 1.
pub fn numbered(number: usize) -> Option<Study> {
    let (_, text) = STUDIES.get(number.checked_sub(1)?)?;
    Study::read(number, text).ok()
}

pub fn find(id: &str) -> Option<Study> {
    all().find(|(known, _)| *known == id).map(|(_, study)| study)
}

/// Checks that a study can be read, and that it says of itself what can be proven.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn check_text(text: &str) -> Result<(), RecordError> {
    let study = Study::read(0, text)?;
    let wrong = |field, what: String| Err(RecordError::at(place_of(text, field), what));
    match study.proof() {
        None => wrong("pool", "this is too much to prove; leave cards out".to_owned()),
        Some((winning, _)) if winning.is_empty() => wrong("winning", "no announcement wins".to_owned()),
        Some((winning, cards)) if winning == study.winning && cards == study.cards => Ok(()),
        Some((winning, cards)) => {
            let kinds: Vec<&str> = winning.iter().map(|kind| kind.word()).collect();
            wrong("winning", format!("what wins is [{}], in {cards} cards", kinds.join(", ")))
        }
    }
}

/// The announcements that win.
///
/// # Errors
/// What makes the text no study, with its place.
pub fn solve_text(text: &str, watch: &SolveWatch<'_>) -> Result<PuzzleAnswer, RecordError> {
    let study = Study::read(0, text)?;
    let (verdict, winning, value, nodes) = match study.prove(watch) {
        Err(Unproven { winning, nodes }) => (Verdict::GaveUp, winning, None, nodes),
        Ok((winning, _)) if winning.is_empty() => (Verdict::Impossible, winning, None, 0),
        Ok((winning, cards)) => (Verdict::Solved, winning, Some((u128::from(cards), 1)), 0),
    };
    let moves = winning.into_iter().map(|kind| Move::Announce(kind).to_string()).collect();
    Ok(PuzzleAnswer { kind: "study", verdict, value, at_most: None, worst: None, certain_chance: None, moves, nodes })
}

/// The game options, as text, with which this study is played.
///
/// # Errors
/// What makes the text no study, or that it is none of those that ship with Parlour.
pub fn options_of(text: &str) -> Result<String, RecordError> {
    let study = Study::read(0, text)?;
    let known = all().find(|(_, known)| known.position == study.position).map(|(id, _)| id);
    let id = known.ok_or_else(|| {
        RecordError::at(place_of(text, "pool"), "only the studies that ship with Parlour can be played")
    })?;
    Ok(format!("(study: Some({id:?}), strict: {})", study.position.strict))
}
