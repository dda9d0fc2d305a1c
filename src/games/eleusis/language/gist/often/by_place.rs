//! The rank of a card against its place, and what comes of two ranks together.

use super::OftenTold;
use super::ranges::counts;
use crate::games::eleusis::language::gist::among::{has_within, text};

impl OftenTold {
    /// "The number can't be less than its spot in the line", "the fourth card a 4 or more, the fifth a 5 or more".
    pub(super) fn rank_by_place(&self) -> Option<String> {
        const PLACE: [&str; 9] = [
            "its place",
            "its position",
            "its spot",
            "number of its",
            "place in the line",
            "place in the row",
            "position in the line",
            "spot in the line",
            "where it lies in the line",
        ];
        const UP: [&str; 5] = ["higher", "above", "least", ">=", ">"];
        const DOWN: [&str; 5] = ["lower", "below", "most", "<=", "<"];
        let is_of_place = self.says(&PLACE) || self.counts_like_places();
        let (is_up, is_down) = (self.has(&UP), self.has(&DOWN));
        let is_other = self.has(&["last", "before", "suit", "colour", "multiple", "divisible", "sum"]);
        if !is_of_place || is_up == is_down || is_other || !self.kinds().is_empty() {
            return None;
        }
        let may_be_equal = self.has(&["least", "most", "equal", "same", ">=", "<=", "or"]);
        let is_denied = self.has(&["not", "no"]);
        Some(match (is_up != is_denied, may_be_equal != is_denied) {
            (true, true) => "rank >= position".to_owned(),
            (true, false) => "rank > position".to_owned(),
            (false, true) => "rank <= position".to_owned(),
            (false, false) => "rank < position".to_owned(),
        })
    }

    /// "The parity of a card must match the parity of its position", "odd or even according as its place is odd or even".
    pub(super) fn parity_by_place(&self) -> Option<String> {
        const LIKE: [&str; 6] = ["accord", "agree", "as its", "like its", "match", "same"];
        let is_of_parity = self.has(&["parity"]) || self.has(&["odd"]) && self.has(&["even"]);
        let is_of_place =
            self.has(&["position"]) || self.says(&["place it", "its place", "its spot", "place in the line"]);
        let is_other = self.has(&["last", "before", "third-last", "after", "on", "not", "no", "if", "every"]);
        let are_parities = self.kinds().iter().all(|kind| ["odd", "even"].contains(kind));
        let is_alike = is_of_parity && is_of_place && self.says(&LIKE) && !self.has(&super::STEPS);
        (is_alike && are_parities && !is_other).then(|| "if position is odd then odd else even".to_owned())
    }

    /// "The product of last and new at most 40", "the sum is bounded above by 15".
    pub(super) fn bounded_total(&self) -> Option<String> {
        const SUMMING: [&str; 4] = ["sum", "add", "plus", "together"];
        const MOST: [&str; 6] = ["at most", "bounded above", "maxim", "or less", "or lower", "or under"];
        const LEAST: [&str; 5] = ["at least", "bounded below", "minim", "or higher", "or more"];
        let is_product = self.has(&["product", "time"]) || self.says(&["multipl"]);
        let total = match (self.has(&SUMMING), is_product) {
            (true, false) => "sum",
            (_, true) if !self.has(&["sum"]) => "product",
            _ => return None,
        };
        let is_other = self.has(&["position", "before", "third-last", "suit", "colour", "multiple", "divisible"]);
        let numbers = counts(&self.words).into_iter().filter(|(_, number)| *number > 6).collect::<Vec<_>>();
        let [(at, number)] = *numbers.as_slice() else { return None };
        if is_other || !self.kinds().is_empty() {
            return None;
        }
        let is_beyond = |ways: &[&str]| {
            let denied = has_within(&self.words, at.saturating_sub(7), at, &["not", "no"]);
            denied && has_within(&self.words, at.saturating_sub(3), at, ways)
        };
        let is_most = self.says(&MOST) || is_beyond(&["higher", "above"]);
        match (is_most, self.says(&LEAST) || is_beyond(&["lower", "below"])) {
            (true, false) => Some(format!("{total} with last is at most {number}")),
            (false, true) => Some(format!("{total} with last is at least {number}")),
            _ => None,
        }
    }

    /// "The fourth … 4, the fifth … 5".
    fn counts_like_places(&self) -> bool {
        let pairs = self.words.windows(2).filter(|pair| pair[1] == "th");
        let places: Vec<u8> = pairs.filter_map(|pair| pair[0].parse().ok()).collect();
        let counts: Vec<u8> = counts(&self.words).into_iter().map(|(_, number)| number).collect();
        places.len() > 1 && places == counts
    }

    /// "If you take the two cards away from each other you have to get an even number", "an odd product is illegal".
    pub(super) fn parity_of_two(&self) -> Option<String> {
        const SUBTRACTING: [&str; 6] =
            ["subtract", "take away", "cards away from each other", "size", "difference", "gap"];
        const MULTIPLYING: [&str; 3] = ["multipl", "product", " times "];
        let total = match (self.says(&SUBTRACTING), self.says(&MULTIPLYING)) {
            (true, false) => "difference",
            (false, true) => "product",
            _ => return None,
        };
        let is_parity = |at: &usize| ["odd", "even"].contains(&text(&self.words, *at));
        let mut parities = (0..self.words.len()).filter(is_parity);
        let at = parities.next()?;
        let is_alone = parities.next().is_none() && self.kinds().len() == 1;
        let is_other = self.has(&["if", "suit", "position", "before", "third-last", "multiple"]);
        if !is_alone || is_other || counts(&self.words).iter().any(|(_, number)| *number != 2) {
            return None;
        }
        let is_denied = has_within(&self.words, at.saturating_sub(3), at + 5, &["not", "no"]);
        let is_odd = (text(&self.words, at) == "odd") != is_denied;
        Some(format!("{total} with last is {}", if is_odd { "odd" } else { "even" }))
    }
}
