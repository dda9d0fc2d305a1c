//! Colours by their places in the mainline, where the first card only takes a place.

use super::OftenTold;
use super::ranges::opposite;
use crate::games::eleusis::language::gist::among::text;

/// The farthest place that anybody names.
const LAST_NAMED: usize = 100;

/// A place, and the colour that it asks for.
type ColourAt<'w> = (usize, &'w str);

impl OftenTold {
    /// "2 red, 3 black, 4 red, 5 red, 6 black"; "red, red, black over and over, the starter being of no account".
    pub(super) fn places(&self) -> Option<String> {
        const OTHER_RULES: [&str; 4] = ["last", "before", "if", "same"];
        const STARTER: [&str; 5] = ["starter", "first card", "start card", "starting card", "card 1"];
        const OF_NO_ACCOUNT: [&str; 14] = [
            "after the starter",
            "any color",
            "any colour",
            "card 1",
            "does not count",
            "doesn't count",
            "doesnt count",
            "exempt",
            "ignore",
            "irrelevant",
            "matter",
            "no account",
            "not important",
            "number 1",
        ];
        let is_coloured = self.kinds().iter().all(|kind| ["red", "black"].contains(kind));
        let is_free = self.says(&STARTER) && (self.says(&OF_NO_ACCOUNT) || self.says(&["whatever", "not count"]));
        let is_conditional = self.has(&["after", "on"]) && !self.says(&["after the starter", "after that", "and on"]);
        if !is_coloured || is_conditional || !is_free || self.has(&OTHER_RULES) || self.has(&super::STEPS) {
            return None;
        }
        let (every, kind) = by_numbers(&self.numbered()).or_else(|| by_row(&self.colours_in_a_row()))?;
        let place = if every == 2 { "even".to_owned() } else { format!("multiple of {every}") };
        Some(format!("if position is {place} then {kind} else {}", opposite(kind)?))
    }

    /// The places that are named, each with the colour after it.
    fn numbered(&self) -> Vec<ColourAt<'_>> {
        let (mut found, mut open): (Vec<ColourAt<'_>>, Vec<usize>) = (Vec::new(), Vec::new());
        for word in &self.words {
            if ["red", "black"].contains(&word.as_str()) {
                let anew = open.drain(..).filter(|place| found.iter().all(|(other, _)| other != place));
                let anew: Vec<usize> = anew.collect();
                found.extend(anew.into_iter().map(|place| (place, word.as_str())));
            } else {
                open.extend(word.parse::<usize>().ok().filter(|place| (2..=LAST_NAMED).contains(place)));
            }
        }
        found
    }

    /// The colours as they are said one after the other: "two red, then a black".
    fn colours_in_a_row(&self) -> Vec<&str> {
        let colours = self.words.iter().enumerate().filter(|(_, word)| ["red", "black"].contains(&word.as_str()));
        let counted = |at: usize| at.checked_sub(1).and_then(|at| text(&self.words, at).parse::<usize>().ok());
        let times = |at: usize| counted(at).filter(|times| (1..=6).contains(times)).unwrap_or(1);
        colours.flat_map(|(at, word)| std::iter::repeat_n(word.as_str(), times(at))).collect()
    }
}

/// Every how many places one of the colours comes, by four places or more, or by those of one colour.
fn by_numbers<'w>(numbered: &[ColourAt<'w>]) -> Option<(usize, &'w str)> {
    const FEWEST: usize = 4;
    let fits = |every: usize, kind: &str| {
        numbered.iter().all(|(place, other)| (*other == kind) == place.is_multiple_of(every))
    };
    let is_whole =
        numbered.len() >= FEWEST && numbered.iter().any(|(_, kind)| Some(*kind) != numbered.first().map(|it| it.1));
    let of_both = numbered.iter().filter(|_| is_whole).find(|(place, kind)| *place <= 6 && fits(*place, kind));
    let one_colour = || {
        let (every, kind) = *numbered.first()?;
        let is_multiple = |(times, (place, other)): (usize, &ColourAt<'w>)| *place == every * times && *other == kind;
        (numbered.len() > 1 && (1..).zip(numbered).all(is_multiple)).then_some((every, kind))
    };
    of_both.copied().or_else(one_colour)
}

/// The same by colours in a row, which begins with the first card or after it.
fn by_row<'w>(row: &[&'w str]) -> Option<(usize, &'w str)> {
    const LONGEST: usize = 6;
    let fits = |every: usize, start: usize, kind: &str| {
        (start..).zip(row).all(|(place, other)| (*other == kind) == place.is_multiple_of(every))
    };
    let found = [1, 2].into_iter().find_map(|start| {
        let every = (2..=LONGEST.min(row.len())).find(|every| {
            let kind = every.checked_sub(start).and_then(|at| row.get(at));
            kind.is_some_and(|kind| fits(*every, start, kind)) && row.len() > 2
        })?;
        let kind = *row.get(every.checked_sub(start)?)?;
        // "Red, black, red" may go on in many ways.
        (every > 2 || row.len() > 3).then_some((every, kind))
    });
    found.filter(|(_, kind)| row.iter().any(|other| other != kind))
}
