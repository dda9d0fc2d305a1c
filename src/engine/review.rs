//! The review of a finished game: beside each move what the hard bot would have played and why, what the move cost in its
//! estimate, the moves that cost most, and what another move would have come to in their place.
//!
//! Whoever reads a review may see all hands, but the bot judges each move by what its player could know
//! ([`Bots::appraise`](super::game::Bots::appraise)): hindsight makes nobody's move a bad one. Moves without a choice teach nothing
//! and are not looked at ([`ReviewPlan`]).

use std::collections::BTreeSet;

use super::seats::Seat;
use crate::words::lowercased;

/// In what a game weighs moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// The chance of winning, from 0 to 1.
    Chance,
    /// 1 for a win that is proven, 0 for a defeat.
    Proof,
    /// Something that is counted: points, presses.
    Count {
        one: &'static str,
        many: &'static str,
        /// What is lost by a move that nothing makes good any more: "the picture".
        all: &'static str,
        /// A loss up to this is nothing to a player.
        little: f64,
    },
}

/// A chance that is lower by this is nothing to a player.
const LITTLE_CHANCE: f64 = 0.05;

impl Worth {
    /// A loss in words, with no more precision than an estimate has.
    ///
    /// ```
    /// use parlour::engine::review::Worth;
    ///
    /// let points = Worth::Count { one: "point", many: "points", all: "the game", little: 0.2 };
    /// assert_eq!(points.in_words(6.21), "about 6 points");
    /// assert_eq!(points.in_words(0.98), "about a point");
    /// assert_eq!(points.in_words(0.52), "about half a point");
    /// assert_eq!(points.in_words(f64::INFINITY), "the game");
    /// assert_eq!(Worth::Chance.in_words(0.124), "about 10%");
    /// ```
    pub fn in_words(self, loss: f64) -> String {
        match self {
            Worth::Chance => format!("about {:.0}%", 5.0 * (20.0 * loss).round()),
            Worth::Proof => "the game".to_owned(),
            Worth::Count { all, .. } if loss.is_infinite() => all.to_owned(),
            Worth::Count { one, .. } if loss < 0.35 => format!("a fraction of a {one}"),
            Worth::Count { one, .. } if loss < 0.75 => format!("about half a {one}"),
            Worth::Count { one, .. } if loss < 1.5 => format!("about a {one}"),
            Worth::Count { many, .. } => format!("about {loss:.0} {many}"),
        }
    }

    /// A loss up to this is nothing to a player.
    pub fn little(self) -> f64 {
        match self {
            Worth::Chance => LITTLE_CHANCE,
            Worth::Proof => 0.0,
            Worth::Count { little, .. } => little,
        }
    }
}

/// What the hard bot makes of a move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal<M, R> {
    /// What it would have played.
    pub best: M,
    /// Why.
    pub reason: R,
    /// What that is worth to the seat in its estimate, in `unit`; the more, the better.
    pub best_value: f64,
    /// The same for the move that was played.
    pub played_value: f64,
    /// A difference up to this may be chance.
    pub noise: f64,
    pub unit: Worth,
}

impl<M, R> Appraisal<M, R> {
    /// The bot would have played the same.
    pub fn agreed(best: M, reason: R, unit: Worth) -> Appraisal<M, R> {
        Appraisal { best, reason, best_value: 0.0, played_value: 0.0, noise: 0.0, unit }
    }

    /// How much less the move is worth than the bot's; never negative, and infinite where nothing makes it good any more.
    pub fn cost(&self) -> f64 {
        // Where both moves lose everything, their difference is no number, and neither costs anything.
        (self.best_value - self.played_value).max(0.0)
    }

    /// Whether the move cost more than chance explains, and enough to matter.
    pub fn is_mistake(&self) -> bool {
        self.cost() > self.noise.max(self.unit.little())
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
    /// That move, as records have it.
    pub best_move: String,
    /// Why the hard bot would have made that move: a sentence without its full stop, which begins with what to do.
    pub reason: String,
    /// Whether they are the same move.
    pub is_best: bool,
    /// Whether it cost more than chance explains, and enough to matter.
    pub is_mistake: bool,
    /// How much less the move was worth than the hard bot's, in its estimate: never negative, and 0 for its own move.
    pub cost: f64,
    /// A difference up to this may be chance.
    pub noise: f64,
    pub unit: Worth,
}

impl MoveReview {
    /// What the hard bot makes of the move, for whoever made it: what it cost, and what would have been better and why.
    pub fn verdict(&self) -> String {
        self.verdict_beside(None)
    }

    /// The same for whoever looks on: the reason speaks to this player.
    pub fn verdict_for_others(&self, mover: &str) -> String {
        self.verdict_beside(Some(mover))
    }

    fn verdict_beside(&self, mover: Option<&str>) -> String {
        let to_do = lowercased(&self.reason);
        let for_mover = mover.map_or(String::new(), |name| format!(" for {name}"));
        let cost = match (self.unit, mover) {
            (_, Some(name)) if self.is_best => return format!("The hard bot would also have {name} {to_do}."),
            (_, None) if self.is_best => return format!("The hard bot would have done the same. {}.", self.reason),
            _ if !self.is_mistake => {
                return format!("About as good as the hard bot’s choice{for_mover}, which was to {to_do}.");
            }
            (Worth::Chance, _) => {
                format!("This lowered the chance of winning by {}", self.unit.in_words(self.cost))
            }
            (Worth::Proof, _) => "This gave away a game that was won".to_owned(),
            (Worth::Count { .. }, _) => format!("This cost {}", self.unit.in_words(self.cost)),
        };
        format!("{cost}. It was better{for_mover} to {to_do}.")
    }

    /// What is said of a mistake once another move was tried in its place: what that comes to, and only now what is best and why.
    pub fn solved_with(&self, thought: SecondThought) -> String {
        let (said, reason) = (thought.in_words(), &self.reason);
        match thought {
            SecondThought::Best | SecondThought::AsGood => format!("{said} {reason}."),
            SecondThought::Better | SecondThought::NoBetter | SecondThought::Worse => {
                format!("{said} It was best to {}.", lowercased(reason))
            }
        }
    }

    /// By what moves of one game are compared: first what is counted, then chances.
    fn cost_rank(&self) -> (bool, f64) {
        (matches!(self.unit, Worth::Count { .. }), self.cost)
    }
}

/// What a move that is tried in the place of a mistake comes to, beside that mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondThought {
    /// It is the hard bot's own move.
    Best,
    /// It is another one that costs nothing to speak of.
    AsGood,
    /// It costs less, but more than nothing.
    Better,
    NoBetter,
    Worse,
}

impl SecondThought {
    /// Weighs a move that was tried against the mistake in whose place it was, both appraised in the same way.
    pub fn of(tried: &MoveReview, mistake: &MoveReview) -> SecondThought {
        if tried.is_best {
            return SecondThought::Best;
        }
        if !tried.is_mistake {
            return SecondThought::AsGood;
        }
        let ((counts, cost), (counted, cost_before)) = (tried.cost_rank(), mistake.cost_rank());
        // What two moves lose that lose everything has no difference.
        let saved = cost_before - cost;
        let little = tried.unit.little().max(tried.noise).max(mistake.noise);
        match (counts, counted) {
            // What shows in chances alone is less than what shows in what is counted.
            (false, true) => SecondThought::Better,
            (true, false) => SecondThought::Worse,
            _ if saved > little => SecondThought::Better,
            _ if -saved > little => SecondThought::Worse,
            _ => SecondThought::NoBetter,
        }
    }

    /// Whether a better move was found.
    pub fn is_found(self) -> bool {
        matches!(self, SecondThought::Best | SecondThought::AsGood)
    }

    pub fn in_words(self) -> &'static str {
        match self {
            SecondThought::Best => "Yes, that is it.",
            SecondThought::AsGood => "That is as good as the hard bot’s own choice.",
            SecondThought::Better => "Better than what you played, but there is more.",
            SecondThought::NoBetter => "That costs about as much as what you played.",
            SecondThought::Worse => "That costs even more than what you played.",
        }
    }
}

/// The mistake that cost most, of equal ones the earliest; `None` if nothing cost much.
pub fn costliest<'a>(reviews: impl IntoIterator<Item = &'a MoveReview>) -> Option<&'a MoveReview> {
    costliest_few(reviews, 1).pop()
}

/// The mistakes that cost most, so many at most and of equal ones the earliest, in the order in which they were made.
pub fn costliest_few<'a>(reviews: impl IntoIterator<Item = &'a MoveReview>, most: usize) -> Vec<&'a MoveReview> {
    let mut mistakes: Vec<&MoveReview> = reviews.into_iter().filter(|review| review.is_mistake).collect();
    // Stable: of equal ones the earliest stays in front.
    mistakes.sort_by(|one, other| {
        let ((counts, cost), (counts_other, cost_other)) = (one.cost_rank(), other.cost_rank());
        counts_other.cmp(&counts).then(cost_other.total_cmp(&cost))
    });
    mistakes.truncate(most);
    mistakes.sort_by_key(|review| review.step);
    mistakes
}

/// What there is to look at in a finished game: moves by their numbers, from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReviewPlan {
    /// Those at which something else could have been done, with another outcome.
    pub choices: BTreeSet<usize>,
    /// Those of them that people made; in a game among bots, all of them.
    pub own: BTreeSet<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: Worth = Worth::Count { one: "point", many: "points", all: "the game", little: 0.5 };

    fn costing(step: usize, cost: f64) -> MoveReview {
        MoveReview {
            step,
            seat: Seat::FIRST,
            played: "a1".to_owned(),
            best: "b1".to_owned(),
            best_move: "b1".to_owned(),
            reason: "Play b1: it floats".to_owned(),
            is_best: false,
            is_mistake: cost > 0.5,
            cost,
            noise: 0.0,
            unit: POINTS,
        }
    }

    #[test]
    fn the_costliest_move_cost_most_and_is_the_first_of_equal_ones() {
        let step = |costs: &[f64]| -> Option<usize> {
            let reviews: Vec<MoveReview> = (1..).zip(costs).map(|(step, cost)| costing(step, *cost)).collect();
            costliest(&reviews).map(|review| review.step)
        };
        assert_eq!(step(&[1.0, 7.0, 3.0, 7.0, 2.0]), Some(2));
        assert_eq!(step(&[0.0, f64::INFINITY, 40.0]), Some(2));
        assert_eq!(step(&[0.5, 0.2]), None, "this may be chance");
        let by_chance = MoveReview { unit: Worth::Chance, ..costing(1, 0.9) };
        assert_eq!(costliest([&by_chance, &costing(2, 0.6)]).map(|review| review.step), Some(2), "points come first");
    }

    #[test]
    fn the_costliest_few_come_in_the_order_in_which_they_were_made() {
        let steps = |costs: &[f64], most: usize| -> Vec<usize> {
            let reviews: Vec<MoveReview> = (1..).zip(costs).map(|(step, cost)| costing(step, *cost)).collect();
            costliest_few(&reviews, most).into_iter().map(|review| review.step).collect()
        };
        assert_eq!(steps(&[1.0, 7.0, 0.2, 3.0, 7.0, 2.0], 3), [2, 4, 5]);
        assert_eq!(steps(&[4.0, 4.0, 4.0, 4.0], 3), [1, 2, 3], "the earliest of equal ones");
        assert_eq!(steps(&[0.1, 9.0], 3), [2]);
        assert_eq!(steps(&[0.1], 3), [0; 0]);
    }

    #[test]
    fn a_second_thought_is_weighed_against_what_was_played() {
        let mistake = costing(1, 6.0);
        let tried = |cost: f64| SecondThought::of(&costing(1, cost), &mistake);
        assert_eq!(tried(0.3), SecondThought::AsGood);
        assert_eq!(tried(2.0), SecondThought::Better);
        assert_eq!([tried(5.8), tried(6.4)], [SecondThought::NoBetter; 2], "a little more or less is the same");
        assert_eq!(tried(9.0), SecondThought::Worse);
        let best = MoveReview { is_best: true, is_mistake: false, ..costing(1, 0.0) };
        assert_eq!(SecondThought::of(&best, &mistake), SecondThought::Best);
        let unsure = MoveReview { noise: 5.0, ..costing(1, 3.0) };
        assert_eq!(SecondThought::of(&unsure, &mistake), SecondThought::NoBetter, "that may be chance");
        // Where everything is lost, and where a mistake shows in chances alone.
        let lost = costing(1, f64::INFINITY);
        assert_eq!(SecondThought::of(&lost, &lost), SecondThought::NoBetter);
        assert_eq!(SecondThought::of(&mistake, &lost), SecondThought::Better);
        let by_chance = MoveReview { unit: Worth::Chance, is_mistake: true, ..costing(1, 0.2) };
        assert_eq!(SecondThought::of(&by_chance, &mistake), SecondThought::Better);
        assert_eq!(SecondThought::of(&mistake, &by_chance), SecondThought::Worse);
    }

    #[test]
    fn what_is_best_and_why_is_said_with_what_was_tried() {
        let solved = |thought| costing(1, 8.0).solved_with(thought);
        assert_eq!(solved(SecondThought::Best), "Yes, that is it. Play b1: it floats.");
        let better = solved(SecondThought::Better);
        assert_eq!(better, "Better than what you played, but there is more. It was best to play b1: it floats.");
        assert!(SecondThought::AsGood.is_found() && !SecondThought::Better.is_found());
    }

    #[test]
    fn a_cost_is_never_negative_and_a_number_where_both_moves_lose_everything() {
        let lost = f64::NEG_INFINITY;
        for (best_value, played_value, cost) in [(3.0, 1.0, 2.0), (1.0, 3.0, 0.0), (lost, lost, 0.0)] {
            let appraisal = Appraisal { best_value, played_value, ..Appraisal::agreed((), "", POINTS) };
            assert_eq!(appraisal.cost(), cost);
        }
        let lost = Appraisal { played_value: lost, ..Appraisal::agreed((), "", POINTS) };
        assert!(lost.cost() == f64::INFINITY && lost.is_mistake());
    }

    #[test]
    fn what_may_be_chance_or_is_little_to_a_player_is_no_mistake() {
        let costing = |cost, noise| Appraisal { best_value: cost, noise, ..Appraisal::agreed((), "", POINTS) };
        assert!(costing(0.6, 0.1).is_mistake());
        assert!(!costing(0.4, 0.1).is_mistake(), "it is little");
        assert!(!costing(2.0, 2.5).is_mistake(), "it may be chance");
        assert!(!Appraisal { unit: Worth::Chance, ..costing(0.04, 0.0) }.is_mistake());
    }

    #[test]
    fn a_verdict_says_what_a_move_cost_and_what_would_have_been_better_and_why() {
        assert_eq!(costing(1, 8.0).verdict(), "This cost about 8 points. It was better to play b1: it floats.");
        let equal = costing(1, 0.3).verdict();
        assert_eq!(equal, "About as good as the hard bot’s choice, which was to play b1: it floats.");
        let chance = MoveReview { unit: Worth::Chance, is_mistake: true, ..costing(1, 0.25) };
        assert!(chance.verdict().starts_with("This lowered the chance of winning by about 25%. It was better to "));
        let proof = MoveReview { unit: Worth::Proof, ..costing(1, 1.0) };
        assert!(proof.verdict().starts_with("This gave away a game that was won. It was better to "));
        let best = MoveReview { is_best: true, ..costing(1, 0.0) };
        assert_eq!(best.verdict(), "The hard bot would have done the same. Play b1: it floats.");
    }

    #[test]
    fn a_reason_speaks_to_whoever_made_the_move_and_others_are_told_to_whom() {
        let told = |review: &MoveReview| review.verdict_for_others("Ada");
        assert_eq!(told(&costing(1, 8.0)), "This cost about 8 points. It was better for Ada to play b1: it floats.");
        let best = MoveReview { is_best: true, ..costing(1, 0.0) };
        assert_eq!(told(&best), "The hard bot would also have Ada play b1: it floats.");
    }
}
