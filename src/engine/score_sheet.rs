//! The points of a game as they are shown: what is counted, round by round, and when it is over.

use super::rounds::{FinishedRound, Match, Until};
use super::seats::SeatSet;
use crate::words::{self, joined};

/// How a round ended, as it is shown before the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundResult {
    /// "Picture 1 of 3".
    pub title: String,
    /// What happened, in a sentence.
    pub summary: String,
    /// For each seat its points in this round, and what they are made of.
    pub seats: Vec<(i32, String)>,
}

/// What a score stands for, and so how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreKind {
    /// The more the better.
    #[default]
    Points,
    /// What is counted is bad for a seat: it is kept below zero, and shown without its sign.
    FewerIsBetter,
    /// There is nothing to count but who has won: a seat has a point for it, which is shown in a word.
    OnlyWon,
}

impl ScoreKind {
    /// A score as players see it.
    ///
    /// ```
    /// use parlour::engine::score_sheet::ScoreKind;
    ///
    /// assert_eq!(ScoreKind::Points.shown(-3), "−3");
    /// assert_eq!(ScoreKind::FewerIsBetter.shown(-19), "19");
    /// assert_eq!(ScoreKind::FewerIsBetter.shown(i32::MIN), "2147483647");
    /// assert_eq!([1, 0].map(|score| ScoreKind::OnlyWon.shown(score)), ["won", "–"]);
    /// ```
    pub fn shown(self, score: i32) -> String {
        match (self, score) {
            (ScoreKind::Points, _) => words::signed(score),
            (ScoreKind::FewerIsBetter, _) => words::signed(score.saturating_neg()),
            (ScoreKind::OnlyWon, 1..) => "won".to_owned(),
            (ScoreKind::OnlyWon, _) => "–".to_owned(),
        }
    }
}

/// The points of a game: what is counted, the rounds so far, and how long it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreSheet {
    /// "Points".
    pub counts: &'static str,
    pub kind: ScoreKind,
    /// Whether nobody knows yet how many there are, or nothing is counted yet.
    pub is_secret: bool,
    /// Those that are finished.
    pub rounds: Vec<RoundResult>,
    /// The seats that share a column: each alone, or partners. Empty: each alone.
    pub sides: Vec<SeatSet>,
    /// When the game is over: "The game ends at 60 points". Empty where there is nothing to say.
    pub goal: String,
    /// What players need all the time and the table does not show: which suit beats which. Empty where there is nothing like it.
    pub reminder: String,
}

impl Default for ScoreSheet {
    fn default() -> ScoreSheet {
        let (rounds, sides, goal, reminder) = (Vec::new(), Vec::new(), String::new(), String::new());
        ScoreSheet { counts: "Points", kind: ScoreKind::default(), is_secret: false, rounds, sides, goal, reminder }
    }
}

impl ScoreSheet {
    /// Of a game in which nothing is counted before somebody has won: until then it says what wins.
    pub fn to_win(is_over: bool, goal: &str) -> ScoreSheet {
        let counts = if is_over { "Result" } else { "To win" };
        let kind = ScoreKind::OnlyWon;
        ScoreSheet { counts, kind, is_secret: !is_over, goal: goal.to_owned(), ..ScoreSheet::default() }
    }

    /// The texts that may speak of seats.
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.rounds.iter_mut().flat_map(|round| {
            let of_seats = round.seats.iter_mut().map(|(_, words)| words);
            [&mut round.summary].into_iter().chain(of_seats)
        })
    }

    /// The finished rounds of a match, each called `name`; `words` says how one ended, and what each seat's points are made of.
    pub fn of_match<R: Clone>(name: &str, game: &Match<R>, words: impl Fn(&R) -> (String, Vec<String>)) -> ScoreSheet {
        let result = |(number, round): (usize, &FinishedRound<R>)| {
            let (summary, of_seats) = words(&round.detail);
            let seats = round.points.iter().copied().zip(of_seats).collect();
            RoundResult { title: format!("{name} {number}"), summary, seats }
        };
        let rounds = (1..).zip(game.finished()).map(result).collect();
        let goal = match game.until() {
            Until::Rounds(all) if all > 1 && !game.is_over() => {
                format!("{name} {} of {all}", game.finished().len() + 1)
            }
            until => until.in_words(name, if game.has_partners() { "pair" } else { "player" }),
        };
        ScoreSheet { rounds, sides: game.sides(), goal, ..ScoreSheet::default() }
    }

    /// A score as players see it.
    pub fn shown(&self, score: i32) -> String {
        self.kind.shown(score)
    }

    /// For each seat its points in every round, if there were several: "23 + 4".
    pub(super) fn by_round(&self) -> Vec<String> {
        let seats = if self.rounds.len() < 2 {
            0
        } else {
            self.rounds.iter().map(|round| round.seats.len()).max().unwrap_or(0)
        };
        let of = |seat: usize| self.rounds.iter().filter_map(move |round| round.seats.get(seat));
        (0..seats).map(|seat| joined(of(seat).map(|(points, _)| self.shown(*points)), " + ")).collect()
    }
}

impl RoundResult {
    /// What the points of a side are made of, with the seat that each part is about. What partners have alike is said once, of no seat.
    ///
    /// ```
    /// use parlour::engine::score_sheet::RoundResult;
    ///
    /// let words = ["moons", "suns", "moons", "crowns"].map(|words| (10, words.to_owned()));
    /// let round = RoundResult { title: "Round 1".to_owned(), summary: String::new(), seats: words.to_vec() };
    /// assert_eq!(round.parts_of(&[0, 2]), [(None, "moons")]);
    /// assert_eq!(round.parts_of(&[1, 3]), [(Some(1), "suns"), (Some(3), "crowns")]);
    /// assert_eq!(round.parts_of(&[1]), [(None, "suns")]);
    /// ```
    pub fn parts_of(&self, side: &[usize]) -> Vec<(Option<usize>, &str)> {
        let part = |seat: &usize| Some((Some(*seat), self.seats.get(*seat)?.1.as_str()));
        let mut parts: Vec<(Option<usize>, &str)> = side.iter().filter_map(part).collect();
        let is_alike = parts.windows(2).all(|pair| matches!(pair, [(_, one), (_, other)] if one == other));
        if is_alike {
            parts.truncate(1);
            parts.iter_mut().for_each(|(seat, _)| *seat = None);
        }
        parts
    }
}
