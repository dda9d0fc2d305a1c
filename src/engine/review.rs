//! The review of a finished game: beside each move what the hard bot would have played, what the move cost in its estimate,
//! and the moves that decided the game.
//!
//! Whoever reads a review sees all hands, but the bot judges each move by what its player could know
//! ([`Bots::appraise`](super::game::Bots::appraise)): hindsight makes nobody's move a bad one.

use super::seats::Seat;

/// In what a game weighs moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// The chance of winning, from 0 to 1.
    Chance,
    /// Something that is counted: points, presses.
    Count {
        one: &'static str,
        many: &'static str,
        /// What is lost by a move that nothing makes good any more: "the picture".
        all: &'static str,
    },
}

impl Worth {
    /// A loss in words.
    ///
    /// ```
    /// use parlour::engine::review::Worth;
    ///
    /// let points = Worth::Count { one: "point", many: "points", all: "the game" };
    /// assert_eq!(points.in_words(3.21), "3.2 points");
    /// assert_eq!(points.in_words(0.98), "1 point");
    /// assert_eq!(points.in_words(f64::INFINITY), "the game");
    /// assert_eq!(Worth::Chance.in_words(0.124), "12%");
    /// ```
    pub fn in_words(self, loss: f64) -> String {
        match self {
            Worth::Chance => format!("{:.0}%", 100.0 * loss),
            Worth::Count { all, .. } if loss.is_infinite() => all.to_owned(),
            Worth::Count { one, many, .. } => {
                let rounded = format!("{loss:.1}");
                let number = rounded.strip_suffix(".0").unwrap_or(&rounded);
                format!("{number} {}", if number == "1" { one } else { many })
            }
        }
    }
}

/// What the hard bot makes of a move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal<M> {
    /// What it would have played.
    pub best: M,
    /// What that is worth to the seat in its estimate, in `unit`; the more, the better.
    pub best_value: f64,
    /// The same for the move that was played.
    pub played_value: f64,
    /// A difference up to this may be chance.
    pub noise: f64,
    pub unit: Worth,
}

impl<M> Appraisal<M> {
    /// The bot would have played the same.
    pub fn agreed(best: M, unit: Worth) -> Appraisal<M> {
        Appraisal { best, best_value: 0.0, played_value: 0.0, noise: 0.0, unit }
    }

    /// How much less the move is worth than the bot's; never negative, and infinite where nothing makes it good any more.
    pub fn cost(&self) -> f64 {
        // Where both moves lose everything, their difference is no number, and neither costs anything.
        (self.best_value - self.played_value).max(0.0)
    }
}

/// A move of a finished game beside the one that the hard bot would have made.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The number of the move, from 1.
    pub step: usize,
    /// Who made it.
    pub seat: Seat,
    /// The move and what it did, as the list of moves tells it to somebody who sees everything.
    pub played: String,
    /// The same of the hard bot's move, had it been made.
    pub best: String,
    /// Whether they are the same move.
    pub is_best: bool,
    /// How much less the move was worth than the hard bot's, in its estimate: never negative, and 0 for its own move.
    pub cost: f64,
    /// A cost up to this may be chance.
    pub noise: f64,
    pub unit: Worth,
}

impl MoveReview {
    /// Whether it cost more than chance explains.
    pub fn is_mistake(&self) -> bool {
        self.cost > self.noise
    }

    /// What the hard bot makes of the move, in a sentence.
    pub fn verdict(&self) -> String {
        let loss = self.unit.in_words(self.cost);
        match self.unit {
            _ if self.is_best => "The hard bot would have played the same.".to_owned(),
            _ if !self.is_mistake() => "In its estimate both are about as good.".to_owned(),
            Worth::Chance => format!("This lowered the chance of winning by {loss}."),
            Worth::Count { .. } => format!("This cost {loss}."),
        }
    }
}

/// How many moves are said to have decided a game.
pub const MOMENTS: usize = 3;

/// The moves that decided the game: those that cost most, of equal ones the earlier first. What may be chance decides nothing.
pub fn decisive<'a>(reviews: impl IntoIterator<Item = &'a MoveReview>) -> Vec<&'a MoveReview> {
    let mut found: Vec<&MoveReview> = reviews.into_iter().filter(|review| review.is_mistake()).collect();
    found.sort_by(|one, other| other.cost.total_cmp(&one.cost).then(one.step.cmp(&other.step)));
    found.truncate(MOMENTS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: Worth = Worth::Count { one: "point", many: "points", all: "the game" };

    fn costing(step: usize, cost: f64) -> MoveReview {
        let (played, best) = ("a1".to_owned(), "b1".to_owned());
        MoveReview { step, seat: Seat::FIRST, played, best, is_best: false, cost, noise: 0.5, unit: POINTS }
    }

    #[test]
    fn three_moves_at_most_decide_a_game_the_dearest_first_and_of_equal_ones_the_earlier() {
        let steps = |costs: &[f64]| -> Vec<usize> {
            let reviews: Vec<MoveReview> = (1..).zip(costs).map(|(step, cost)| costing(step, *cost)).collect();
            decisive(&reviews).iter().map(|review| review.step).collect()
        };
        assert_eq!(steps(&[1.0, 7.0, 3.0, 7.0, 2.0]), [2, 4, 3]);
        assert_eq!(steps(&[0.0, f64::INFINITY, 40.0]), [2, 3]);
        assert!(steps(&[0.5, 0.2]).is_empty(), "this may be chance");
    }

    #[test]
    fn a_cost_is_never_negative_and_a_number_where_both_moves_lose_everything() {
        let lost = f64::NEG_INFINITY;
        for (best_value, played_value, cost) in [(3.0, 1.0, 2.0), (1.0, 3.0, 0.0), (lost, lost, 0.0)] {
            let appraisal = Appraisal { best_value, played_value, ..Appraisal::agreed((), POINTS) };
            assert_eq!(appraisal.cost(), cost);
        }
        let lost = Appraisal { played_value: lost, ..Appraisal::agreed((), POINTS) };
        assert_eq!(lost.cost(), f64::INFINITY);
    }

    #[test]
    fn a_verdict_says_what_a_move_cost_unless_that_may_be_chance() {
        assert_eq!(costing(1, 8.0).verdict(), "This cost 8 points.");
        assert!(!costing(1, 0.3).verdict().contains("cost"));
        let chance = MoveReview { unit: Worth::Chance, noise: 0.03, ..costing(1, 0.25) };
        assert_eq!(chance.verdict(), "This lowered the chance of winning by 25%.");
        assert!(MoveReview { is_best: true, ..costing(1, 0.0) }.verdict().contains("the same"));
    }
}
