//! Rules that ship with Parlour, for dealers who want to choose one and for the house.
//!
//! They are files in `puzzles/eleusis/`; a test holds that each is written as the language writes it, and no two mean the same.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::language::{Automaton, Rule};
use crate::engine::game::{PuzzleAnswer, SolveWatch};
use crate::engine::outcome::Verdict;
use crate::engine::record::RecordError;
use crate::engine::source_place::place_of;

/// The version of the format of rule files.
const FORMAT: u32 = 1;

include!(concat!(env!("OUT_DIR"), "/secrets.rs"));

/// How hard a rule is to find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum RuleGrade {
    #[default]
    Easy,
    Medium,
    Hard,
    Expert,
}

impl RuleGrade {
    pub const ALL: [RuleGrade; 4] = [RuleGrade::Easy, RuleGrade::Medium, RuleGrade::Hard, RuleGrade::Expert];

    pub const fn word(self) -> &'static str {
        ["easy", "medium", "hard", "expert"][self as usize]
    }
}

/// A rule with its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretRule {
    parlour_rule: u32,
    pub title: String,
    /// As the file writes it.
    rule: String,
    pub grade: RuleGrade,
    #[serde(skip, default = "nothing")]
    read: Rule,
}

/// Stands for a rule that is not read yet.
fn nothing() -> Rule {
    Rule::Repeat(Vec::new())
}

impl SecretRule {
    /// Reads a rule's file.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn from_text(text: &str) -> Result<SecretRule, RecordError> {
        let file: SecretRule = ron::from_str(text).map_err(|error| RecordError::ron(&error))?;
        let wrong = |field, what: String| RecordError::at(place_of(text, field), what);
        if file.parlour_rule != FORMAT {
            let found = file.parlour_rule;
            return Err(wrong("parlour_rule", format!("format {found}; this Parlour reads format {FORMAT}")));
        }
        if file.title.trim().is_empty() {
            return Err(wrong("title", "a rule must have a title".to_owned()));
        }
        let read = file.rule.parse().map_err(|error| wrong("rule", format!("the rule: {error}")))?;
        Ok(SecretRule { read, ..file })
    }

    pub fn rule(&self) -> &Rule {
        &self.read
    }
}

/// Every rule that ships with Parlour, with its id, in the order of their ids.
pub fn all() -> impl Iterator<Item = (&'static str, &'static SecretRule)> {
    static READ: LazyLock<Vec<(&str, SecretRule)>> = LazyLock::new(|| {
        SECRETS.iter().filter_map(|(id, text)| Some((*id, SecretRule::from_text(text).ok()?))).collect()
    });
    READ.iter().map(|(id, secret)| (*id, secret))
}

/// # Errors
/// The first thing that is wrong with a rule's file, with its place.
pub fn check_text(text: &str) -> Result<(), RecordError> {
    SecretRule::from_text(text).map(|_| ())
}

/// What there is to find out about a rule: the guess that names it.
///
/// # Errors
/// What makes the text no rule, with its place.
pub fn solve_text(text: &str, _watch: &SolveWatch<'_>) -> Result<PuzzleAnswer, RecordError> {
    let secret = SecretRule::from_text(text)?;
    let states = Automaton::of(secret.rule()).reachable().len() as u64;
    let moves = vec![format!("guess {}", secret.rule())];
    Ok(PuzzleAnswer {
        kind: "rule",
        verdict: Verdict::Solved,
        value: None,
        at_most: None,
        worst: None,
        certain_chance: None,
        moves,
        nodes: states,
    })
}

/// The options with which the rule is played: one round in which it is the house's.
///
/// # Errors
/// What makes the text no rule, with its place.
pub fn options_of(text: &str) -> Result<String, RecordError> {
    let secret = SecretRule::from_text(text)?;
    Ok(format!("(house: true, rule: \"{}\")", secret.rule()))
}
