//! Second chances: the moves that cost most in a game that is reviewed, at each of which a better one is looked for. What is tried is
//! weighed as a review weighs moves, and only then it is said what is best, and why; nothing of it is played.

use super::jobs::BotPool;
use crate::engine::game::Cancel;
use crate::engine::review::{MoveReview, SecondThought};
use crate::engine::table_session::{SecondChance, TableSession};
use crate::table::job::{Pending, WakeWindow};
use crate::words::asked_of;

/// At how many moves a better one is looked for, at most.
pub const MOST_CHANCES: usize = 3;

/// What is being found out about the move that was tried; given up when it is not waited for any more.
#[derive(Default)]
struct Weighing {
    cancel: Cancel,
    job: Pending<Option<MoveReview>>,
}

impl Drop for Weighing {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

/// How far a second chance is.
#[derive(Clone, PartialEq, Debug)]
enum ChanceStage {
    Asks,
    /// This move was tried, and is weighed.
    Weighs(String),
    /// What is best is told; with what was tried, if anything was.
    Tells(Option<SecondThought>),
}

/// What comes of a move that is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriedMove {
    /// It is the one that was played.
    Played,
    /// It is known already what it comes to.
    Known,
    /// It is being weighed.
    Weighed,
}

/// The second chances in a game, one after the other, in the order in which the moves were made.
pub struct SecondChances {
    /// The table of the review, which is gone back to.
    replay: Box<dyn TableSession>,
    moves: Vec<MoveReview>,
    /// Which of the moves it is, from 0.
    at: usize,
    /// What was played there, in a sentence, and as records have it.
    told: String,
    played: String,
    stage: ChanceStage,
    /// At how many of them a better move was found.
    found: usize,
    weighing: Weighing,
}

impl SecondChances {
    /// Begins with the first of these moves, whose choice this is.
    pub(super) fn begin(replay: Box<dyn TableSession>, moves: Vec<MoveReview>, told: String, played: String) -> Self {
        let (stage, weighing) = (ChanceStage::Asks, Weighing::default());
        SecondChances { replay, moves, at: 0, told, played, stage, found: 0, weighing }
    }

    fn mistake(&self) -> Option<&MoveReview> {
        self.moves.get(self.at)
    }

    /// The number of the move, from 1; after the last, of that one.
    pub fn step(&self) -> usize {
        self.mistake().or(self.moves.last()).map_or(0, |mistake| mistake.step)
    }

    /// Which of the moves it is, from 1, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.at + 1, self.moves.len())
    }

    /// Whether a move may be tried.
    pub fn asks(&self) -> bool {
        self.stage == ChanceStage::Asks
    }

    /// Whether it is told what is best.
    pub fn tells(&self) -> bool {
        matches!(self.stage, ChanceStage::Tells(_))
    }

    /// What the move that was tried comes to.
    pub fn thought(&self) -> Option<SecondThought> {
        if let ChanceStage::Tells(thought) = self.stage { thought } else { None }
    }

    /// The move that is shown on the table: the one that was tried, and then the best.
    pub fn shown_move(&self) -> Option<&str> {
        match &self.stage {
            ChanceStage::Asks => None,
            ChanceStage::Weighs(mv) => Some(mv.as_str()),
            ChanceStage::Tells(_) => self.mistake().map(|mistake| mistake.best_move.as_str()),
        }
    }

    /// What is said under the table.
    pub fn says(&self) -> String {
        let Some(mistake) = self.mistake() else { return String::new() };
        match &self.stage {
            ChanceStage::Asks => {
                let name = self.replay.players().get(mistake.seat.index()).map_or("", |player| player.name.as_str());
                format!("{} {}", self.told, asked_of(name, "Can you find a better move"))
            }
            ChanceStage::Weighs(_) => "Looking at your move …".to_owned(),
            ChanceStage::Tells(Some(thought)) => mistake.solved_with(*thought),
            ChanceStage::Tells(None) => format!("{} {}", self.told, mistake.verdict()),
        }
    }

    /// How many better moves were found, once all have been looked for.
    pub(super) fn result(&self) -> Option<String> {
        let all = self.moves.len();
        (self.at >= all).then(|| format!("{} of {all} better moves found.", self.found))
    }

    /// Tries a legal move.
    pub(super) fn attempt(&mut self, mv: &str, pool: &BotPool, wake: &WakeWindow) -> TriedMove {
        let Some(mistake) = self.mistake() else { return TriedMove::Known };
        if mv == self.played {
            return TriedMove::Played;
        }
        if mv == mistake.best_move {
            self.tell(Some(SecondThought::Best));
            return TriedMove::Known;
        }
        let Some(work) = self.replay.retry_job(mistake.step, mv) else {
            self.tell(None);
            return TriedMove::Known;
        };
        self.weighing = Weighing::default();
        let job = pool.start(work, &self.weighing.cancel, wake);
        self.weighing.job.start(job);
        self.stage = ChanceStage::Weighs(mv.to_owned());
        TriedMove::Weighed
    }

    /// Takes what was found out about the move that was tried; `false` while there is nothing new.
    pub(super) fn take_answer(&mut self) -> bool {
        if !self.weighing.job.is_running() {
            return false;
        }
        let found = self.weighing.job.poll();
        if found.is_none() && self.weighing.job.is_running() {
            return false;
        }
        let tried = found.flatten();
        let thought = tried.zip(self.mistake()).map(|(tried, mistake)| SecondThought::of(&tried, mistake));
        self.tell(thought);
        true
    }

    /// Tells what is best.
    pub(super) fn tell(&mut self, thought: Option<SecondThought>) {
        self.weighing = Weighing::default();
        self.found += usize::from(thought.is_some_and(SecondThought::is_found));
        self.stage = ChanceStage::Tells(thought);
    }

    /// Goes on to the next of the moves; its table, or `None` after the last.
    pub(super) fn go_on(&mut self) -> Option<Box<dyn TableSession>> {
        self.weighing = Weighing::default();
        self.at += 1;
        let SecondChance { table, told, played } = self.replay.second_chance(self.mistake()?.step)?;
        (self.told, self.played, self.stage) = (told, played, ChanceStage::Asks);
        Some(table)
    }

    /// The table of the review, for which all this is left.
    pub(super) fn into_replay(self) -> Box<dyn TableSession> {
        self.replay
    }
}
