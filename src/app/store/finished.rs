//! A finished game as a line of the history, and what players want to know of it.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::app::daily;
use crate::engine::outcome::Outcome;
use crate::engine::record::{LONGEST_NAME, LONGEST_SEED, RecordError};
use crate::engine::score_sheet::ScoreKind;
use crate::engine::seats::{BotLevel, MOST_SEATS, Seat};
use crate::engine::table_session::TableSession;
use crate::table::panels::Played;

/// The longest line of a history that is read, in bytes. Its options may hold a whole puzzle.
const LONGEST_LINE: usize = 256 << 10;

/// The longest title of a finished game, in characters.
const LONGEST_TITLE: usize = 1000;

/// The most costly moves of a finished game that are read, and the longest word for what sort of move one was, in characters.
pub(super) const MOST_COSTLY: usize = 2000;
const LONGEST_KIND: usize = 60;

/// A finished game, as a line of the history.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finished {
    /// When it ended, in seconds since 1970.
    pub at: u64,
    /// The file of its record, in the game's history folder.
    pub record: String,
    pub seed: String,
    /// By seat.
    pub scores: Vec<i32>,
    /// The bot of each seat, `None` for a person's; seats that are left out are people's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Option<BotLevel>>,
    pub title: String,
    /// The game's options, as text; empty in lines of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// Whether a player had a hint, or undid what had revealed something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assisted: bool,
    /// Whether another game was begun in its place; it can be resumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given_up: bool,
    /// Whether a game for one was not won, and brought no points: such a score is nobody's best.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Whether a person won; `false` in lines of older versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub won: bool,
    /// Whether it was the deal of the day that its seed names. Noted at its end: a later version may deal another then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub daily: bool,
    /// Whether scores stand, below zero, for what is counted where fewer are better: burns, cards used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_penalty: bool,
    /// Whether nothing was counted but who won; `false` in lines of older versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_only_won: bool,
    /// How many questions or moves it took to succeed, where fewer are better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<u32>,
    /// Who sat where; empty in lines of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What a review found, once it had looked at all choices of people: each of their moves that cost much, with its seat and with what
    /// sort of move it was, which is empty where a game has only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costly: Option<Vec<(u8, String)>>,
    /// The [`fingerprint`](crate::engine::rng::fingerprint) of the save of this game when the line was written: a save that has it is
    /// this game's. `None` in lines of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<u64>,
}

impl Finished {
    /// A game that ended like this, or was given up. Whoever keeps it adds when that was, and where its record is.
    pub(super) fn of(session: &dyn TableSession, outcome: Option<&Outcome>) -> Finished {
        let players = session.players();
        let has_bots = players.iter().any(|player| player.bot.is_some());
        let is_person = |seat: &Seat| players.get(seat.index()).is_some_and(|player| player.bot.is_none());
        let won = outcome.is_some_and(|outcome| outcome.winners.iter().any(is_person));
        let kind = session.score_sheet().kind;
        Finished {
            seed: session.seed().to_owned(),
            scores: session.scores(),
            bots: players.iter().filter(|_| has_bots).map(|player| player.bot).collect(),
            title: outcome.map_or("Given up".to_owned(), |outcome| session.result(outcome)),
            options: session.options_text(),
            assisted: session.is_assisted(),
            given_up: outcome.is_none(),
            lost: players.len() == 1
                && outcome.is_some_and(|outcome| outcome.winners.is_empty())
                && session.scores().iter().all(|score| *score <= 0),
            won,
            daily: daily::day_of(session).is_some(),
            is_penalty: kind == ScoreKind::FewerIsBetter,
            is_only_won: kind == ScoreKind::OnlyWon,
            // What a bot solved against a person is solved by nobody.
            effort: session.effort().filter(|_| won || players.len() == 1),
            names: players.iter().map(|player| player.name.clone()).collect(),
            ..Finished::default()
        }
    }

    /// Reads a line of the history. The error tells the column and why.
    pub(super) fn of_line(line: &[u8]) -> Result<Finished, String> {
        if line.len() > LONGEST_LINE {
            return Err(format!("1: the line is {} bytes long; Parlour reads at most {LONGEST_LINE}", line.len()));
        }
        let Ok(text) = str::from_utf8(line) else {
            let before = line.utf8_chunks().next().map_or(0, |chunk| chunk.valid().chars().count());
            return Err(format!("{}: this is not text (not UTF-8)", before + 1));
        };
        let finished: Finished = ron::from_str(text)
            .map_err(|error| format!("{}: {}", error.span.start.col, RecordError::ron(&error).message))?;
        finished.check().map_err(|why| format!("1: {why}"))?;
        Ok(finished)
    }

    /// Whether a game can have been like this: whoever shows the history need not count with any length.
    fn check(&self) -> Result<(), String> {
        let (seats, most) = (self.scores.len().max(self.bots.len()).max(self.names.len()), usize::from(MOST_SEATS));
        if seats > most {
            return Err(format!("{seats} seats; a game has at most {most}"));
        }
        let costly = self.costly.as_deref().unwrap_or_default();
        if costly.len() > MOST_COSTLY {
            return Err(format!("{} costly moves; at most {MOST_COSTLY} are read", costly.len()));
        }
        let names = self.names.iter().map(|name| ("a player’s name", name, LONGEST_NAME));
        let kinds = costly.iter().map(|(_, kind)| ("a sort of move", kind, LONGEST_KIND));
        let lines = [("the title", &self.title, LONGEST_TITLE), ("the seed", &self.seed, LONGEST_SEED)];
        for (what, text, longest) in lines.into_iter().chain(names).chain(kinds) {
            let length = text.chars().count();
            if length > longest {
                return Err(format!("{what} has {length} characters; at most {longest} are allowed"));
            }
        }
        Ok(())
    }

    /// The points of the seats that people held, or bots of one strength.
    pub fn scores_of(&self, bot: Option<BotLevel>) -> impl Iterator<Item = i32> {
        let held_by = self.bots.iter().copied().chain(std::iter::repeat(None));
        self.scores.iter().zip(held_by).filter(move |(_, held_by)| *held_by == bot).map(|(score, _)| *score)
    }

    /// What its scores stand for.
    pub fn kind(&self) -> ScoreKind {
        match (self.is_only_won, self.is_penalty) {
            (true, _) => ScoreKind::OnlyWon,
            (false, true) => ScoreKind::FewerIsBetter,
            (false, false) => ScoreKind::Points,
        }
    }

    /// The clean score of a game that was not lost.
    pub fn best_score(&self) -> Option<i32> {
        self.clean_score().filter(|_| !self.lost)
    }

    /// The day whose deal it was.
    pub fn day(&self) -> Option<Date> {
        if self.daily { daily::day_of_seed(&self.seed) } else { None }
    }

    /// The names of the people who played.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        let held_by = self.bots.iter().copied().chain(std::iter::repeat(None));
        self.names.iter().zip(held_by).filter(|(_, bot)| bot.is_none()).map(|(name, _)| name.as_str())
    }

    /// The sorts of those moves that cost much, of a person of this name or of all; `None` if no review has looked at the game.
    pub fn costly_of(&self, name: Option<&str>) -> Option<Vec<&str>> {
        let is_theirs = |seat: u8| {
            let held = self.names.get(usize::from(seat)).map(String::as_str);
            name.is_none() || held == name
        };
        let costly = self.costly.as_deref()?.iter().filter(|(seat, _)| is_theirs(*seat));
        Some(costly.map(|(_, kind)| kind.as_str()).collect())
    }

    /// The most points of a person of this name.
    pub fn score_of(&self, name: &str) -> Option<i32> {
        let held_by = self.bots.iter().copied().chain(std::iter::repeat(None));
        let seats = self.names.iter().zip(&self.scores).zip(held_by);
        seats.filter(|((held, _), bot)| bot.is_none() && *held == name).map(|((_, score), _)| *score).max()
    }

    /// What a game's own setup needs to know of it.
    pub fn as_played(&self) -> Played<'_> {
        Played { options: &self.options, title: &self.title, effort: self.effort }
    }

    /// The most points of a person's seat, if a person played.
    pub fn score(&self) -> Option<i32> {
        self.scores_of(None).max()
    }

    /// The same of one person, or of all.
    pub fn clean_score_of(&self, name: Option<&str>) -> Option<i32> {
        self.clean_score().and_then(|score| name.map_or(Some(score), |name| self.score_of(name)))
    }

    /// The most points of a person's seat, for a game that was finished without hints, and in which nothing that had revealed something
    /// was undone.
    pub fn clean_score(&self) -> Option<i32> {
        self.score().filter(|_| !self.assisted && !self.given_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_listed_by_who_held_the_seat() {
        let line =
            r#"(at: 5, record: "5.ron", seed: "tea", scores: [7, 12, 9], bots: [None, Some(Hard)], title: "Won")"#;
        let game: Finished = ron::from_str(line).expect("a line");
        assert_eq!(game.scores_of(None).collect::<Vec<_>>(), [7, 9]);
        assert_eq!(game.scores_of(Some(BotLevel::Hard)).collect::<Vec<_>>(), [12]);
        assert_eq!(game.score(), Some(9));
        let old = r#"(at: 5, record: "5.ron", seed: "tea", scores: [7], title: "Won")"#;
        assert_eq!(ron::from_str::<Finished>(old).expect("a line").score(), Some(7));
    }
}
