//! What a sentence may be about: for each sort of rule the words by which it is recognised, and the sentence that is offered for it.

use super::{DOWN, FEATURES, Gist, KINDS, PRODUCTS, SUITS, SUMS, SaidStep, UP, each_once};

/// What each of them recognises is more than what the ones after it do.
pub(super) const RECOGNISERS: [fn(&Gist) -> Option<String>; 18] = [
    Gist::of_several,
    Gist::product,
    Gist::sum,
    Gist::rank_by_position,
    Gist::pairs,
    Gist::far_back,
    Gist::steps_in_turns,
    Gist::every_so_many,
    Gist::suits_in_order,
    Gist::suits_by_rank,
    Gist::own_remainder,
    Gist::apart,
    Gist::up_or_down_after,
    Gist::kind_after_kind,
    Gist::kinds_of_kinds,
    Gist::not_up_or_down,
    Gist::alike,
    Gist::ranks,
];

impl Gist {
    fn product(&self) -> Option<String> {
        if !self.has(&PRODUCTS) || self.has(&["pair"]) {
            return None;
        }
        let bound = self.bound().or_else(|| self.right_kind(&["odd", "even"]).map(str::to_owned));
        Some(format!("product with last is {}", bound?))
    }

    fn sum(&self) -> Option<String> {
        let adds = self.has(&SUMS) || self.has(&["together"]) && self.has(&["last", "before", "card"]);
        // "Add one, then add two" is said of steps.
        let goes_on = self.has(&["change", "repeat", "and-so-on", "turn", "then"]);
        if !adds || goes_on && self.steps().len() > 1 {
            return None;
        }
        let listed: Vec<u8> =
            self.numbers().into_iter().map(|(_, number)| number).filter(|number| *number > 0).collect();
        let is_listed = |of: u8| of > 1 && listed.len() > 2 && listed.iter().all(|number| number % of == 0);
        if let Some(of) = listed.first().filter(|of| is_listed(**of)) {
            return Some(format!("sum with last is multiple of {of}"));
        }
        if self.has(&["multiple", "divisible", "modulo", "division", "divided", "remainder"]) {
            let of = listed.iter().rev().find(|of| (2..=13).contains(*of))?;
            return Some(format!("sum with last is multiple of {of}"));
        }
        let kind = self.bound().or_else(|| self.right_kind(&["odd", "even"]).map(str::to_owned))?;
        Some(format!("sum with last is {kind}"))
    }

    /// At least two of three things.
    fn of_several(&self) -> Option<String> {
        const COUNTS: [&str; 12] =
            ["of", "least", "any", "minimum", "out", "so-many", "point", "need", "those", "missing", "false", "fails"];
        let counts = self.has(&COUNTS);
        let is_two = self.numbers().iter().any(|(_, number)| *number == 2)
            || self.has(&["1"]) && self.has(&["missing", "false"]);
        let compares = self.has(&["last", "before"]);
        let ways = [UP.as_slice(), &DOWN].concat();
        let step = self.steps().last().copied().filter(|step| compares && ways.contains(&self.word(step.at)));
        let way = step.map(|step| if step.is_up { "higher than last" } else { "lower than last" }.to_owned());
        let kinds = each_once(self.kinds()).into_iter().map(str::to_owned);
        let things: Vec<String> = kinds.chain(way).collect();
        let is_listed = counts && is_two && things.len() == 3;
        is_listed.then(|| format!("at least two of these: {}", things.join(", ")))
    }

    fn rank_by_position(&self) -> Option<String> {
        let of_cards = self.words.windows(3).any(|three| three == ["rank", "of", "card"]);
        let names_position = self.has(&["position"]) || self.ordinals().len() > 1 && self.has(&["most"]) || of_cards;
        let is_bound = self.has(&["higher", "lower", "most", "exceed", "above", "beyond"]);
        let others = self.has(&KINDS) || self.has(&["suit", "multiple", "colour", "last"]);
        (names_position && is_bound && !others).then(|| "rank <= position".to_owned())
    }

    /// Two that are alike, and then two others.
    fn pairs(&self) -> Option<String> {
        let feature = match self.features().as_slice() {
            [] if self.has(&["pair"]) => "rank",
            [feature] | [feature, _] => feature,
            _ => return None,
        };
        let ordinals = self.ordinals();
        let is_like_first = self.has(&["first"]) && ordinals.first().is_some_and(|first| *first > 2);
        if is_like_first || self.has(&["wrapping", "third-last"]) || self.has(&UP) || self.has(&DOWN) {
            return None;
        }
        let is_two = |(at, number): &(usize, u8)| {
            *number == 2 && (at + 1..at + 3).any(|at| ["card", "of", feature].contains(&self.word(at)))
        };
        let goes_on = self.has(&["repeat", "and-so-on", "start", "then", "change", "th"]);
        let both_places = self.has(&["even"]) && self.has(&["odd"]) && self.has(&["position", "numbered"]);
        let by_place = both_places || self.all(&["numbered"]).count() > 1 || ordinals.len() > 2;
        let in_twos = self.numbers().iter().any(is_two) && (goes_on || self.has(&["different", "before"]));
        let both = self.has(&["same", "match", "repeat", "stay"]) && self.is_denied();
        let changes = both && goes_on && self.all(&["same", "match", "change", "different"]).count() > 1;
        let is_pairs =
            self.has(&["pair"]) || by_place && self.is_denied() || in_twos || changes && !self.has(&["before"]);
        is_pairs.then(|| format!("repeat ({feature} same as last) ({feature} differs from last)"))
    }

    /// As the card before the last, or the one before that.
    fn far_back(&self) -> Option<String> {
        let ordinals = self.ordinals();
        let begins_with = |ordinal: u8| ordinals.first() == Some(&ordinal) && self.has(&["first"]);
        let every_three = self.has(&["repeat"]) && self.numbers().iter().any(|(_, number)| *number == 3);
        let which =
            if self.has(&["third-last"]) || begins_with(4) || every_three || self.has(&["3"]) && self.has(&["back"]) {
                "third last"
            } else if self.has(&["before"]) && self.has(&FEATURES) || begins_with(3) {
                "before"
            } else {
                return None;
            };
        let feature = *self.features().first().filter(|_| self.kinds().is_empty() || self.has(&["colour"]))?;
        if self.has(&["pair", "numbered"]) || self.has(&UP) || self.has(&DOWN) {
            return None;
        }
        let is_likeness = |at: usize| ["same", "match"].contains(&self.word(at));
        let says_alike = self.has(&["same", "match"]);
        let denies_it = self.all(&["not", "no"]).any(|(at, _)| !says_alike || (at + 1..at + 7).any(is_likeness));
        let is_other =
            denies_it || self.has(&["different", "differs", "opposite"]) || self.has(&["unless"]) && !says_alike;
        // What is asked of a card that is not there yet is not asked.
        Some(match is_other {
            true => format!("not {feature} same as {which}"),
            false => format!("not {feature} differs from {which}"),
        })
    }

    /// Up by one, then by two; up, then down.
    fn steps_in_turns(&self) -> Option<String> {
        const TURNS: [&str; 9] =
            ["change", "repeat", "and-so-on", "numbered", "position", "turn", "start", "first", "then"];
        let steps = self.steps();
        let says_turns = self.has(&TURNS) || self.says(&["numbered"]) || steps.len() > 2;
        let is_choice = steps.get(1).is_some_and(|step| self.is_shortly_before(step.at, 3, &["or"]));
        if !says_turns
            || is_choice && !self.has(&["change"])
            || self.has(&["suit", "colour"])
            || !self.kinds().iter().all(|kind| ["odd", "even"].contains(kind))
        {
            return None;
        }
        let said = |step: &SaidStep| match (step.is_up, step.by) {
            (true, Some(by)) => format!("{by} above last"),
            (false, Some(by)) => format!("{by} below last"),
            (true, None) => "rank > last".to_owned(),
            (false, None) => "rank < last".to_owned(),
        };
        let mut ways = each_once(steps.iter().map(said));
        // "One above, then two": the way is not said again.
        if ways.len() == 1 {
            let is_count = |(_, number): (usize, u8)| (1..=6).contains(&number).then_some(number);
            let counts = each_once(self.numbers().into_iter().filter_map(is_count));
            let [one, other] = counts.as_slice() else { return None };
            let (way, wrapping) = (if steps.first()?.is_up { "above" } else { "below" }, self.wrapping());
            return Some(format!("repeat ({one} {way} last{wrapping}) ({other} {way} last{wrapping})"));
        }
        let has_numbers = ways.iter().any(|way| !way.starts_with("rank"));
        ways.retain(|way| !has_numbers || !way.starts_with("rank"));
        let wrapping = if has_numbers { self.wrapping() } else { "" };
        match ways.as_slice() {
            [one, other] => Some(format!("repeat ({one}{wrapping}) ({other}{wrapping})")),
            _ => None,
        }
    }

    /// Every third card.
    fn every_so_many(&self) -> Option<String> {
        let rule = |every: usize, kind: &str, other: &str| {
            Some(format!("if position is multiple of {every} then {kind} else {other}"))
        };
        if let Some((every, kind, other)) = self.kinds_and_then_another() {
            return rule(every, kind, other);
        }
        let every = usize::from(self.every()?);
        let mut kinds = each_once(self.kinds());
        let names = each_once(self.all(&["ace", "jack", "queen", "king"]).map(|(_, name)| name));
        // "Only fours, eights and queens" is said of no place.
        let is_of_places = self.has(&["position", "every", "each"]) || !self.ordinals().is_empty();
        kinds.extend(names.first().copied().filter(|_| kinds.is_empty() && names.len() == 1 && is_of_places));
        let is_never_else =
            self.has(&["rest", "else", "different"]) && self.has(&["not", "no"]) || self.has(&["numeral"]);
        match kinds.as_slice() {
            // "Black cards, except that each third card is red"
            [other, kind] if self.has(&["except"]) => rule(every, kind, other),
            [kind, other] => rule(every, kind, other),
            [kind] if is_never_else => rule(every, kind, &format!("not {kind}")),
            [kind] => rule(every, kind, "red or black"),
            _ => None,
        }
    }

    /// Of which numbers the places are multiples that a sentence speaks of: "every third", "3, 6, 9", "a multiple of 3".
    fn every(&self) -> Option<u8> {
        let number = |at: usize| self.word(at).parse::<u8>().ok();
        let listed: Vec<u8> = self.numbers().into_iter().map(|(_, number)| number).collect();
        let ordinals = self.ordinals();
        let in_steps = |numbers: &[u8]| {
            let (first, rest) = numbers.split_first().filter(|(first, rest)| **first > 1 && !rest.is_empty())?;
            let is_next = |(times, number): (u16, &u8)| u16::from(*number) == u16::from(*first) * times;
            (2..).zip(rest).all(is_next).then_some(*first)
        };
        let of_multiple = self.all(&["multiple", "divisible"]).find_map(|(at, _)| (at..at + 4).find_map(number));
        let after_every = self.all(&["every", "each"]).find_map(|(at, _)| number(at + 1));
        after_every
            .or_else(|| in_steps(&listed))
            .or_else(|| in_steps(&ordinals))
            .or_else(|| of_multiple.filter(|_| self.has(&["position"])))
            .or_else(|| ordinals.first().copied().filter(|_| self.has(&["each", "every"])))
    }

    /// "Black, black, red": how many there are, and the last and the others.
    fn kinds_and_then_another(&self) -> Option<(usize, &str, &str)> {
        let kinds = self.kinds();
        let (last, others) = kinds.split_last()?;
        let goes_on = self.has(&["repeat", "start", "order", "and-so-on"]) && !self.has(&["last", "after"]);
        let first = others.first().filter(|first| goes_on && others.len() > 1 && *first != last)?;
        others.iter().all(|other| other == first).then_some((kinds.len(), last, first))
    }

    /// All four suits, round and round.
    fn suits_in_order(&self) -> Option<String> {
        let goes_round = self.has(&["and-so-on", "repeat", "start", "first", "round", "order", "back", "then", "each"]);
        if !goes_round || self.has(&UP) || self.has(&DOWN) || self.has(&["any", "lowest"]) {
            return None;
        }
        let suits = each_once(self.all(&SUITS).map(|(_, suit)| suit));
        (suits.len() == 4).then(|| format!("repeat {}", suits.join(" ")))
    }

    /// Suits by how high they are.
    fn suits_by_rank(&self) -> Option<String> {
        let suits = SUITS.iter().filter(|suit| self.has(&[suit])).count();
        let compares = self.has(&UP) || self.has(&DOWN) || self.has(&["low", "high", "order", "least", "back", "rank"]);
        if suits < 4 || !compares && !self.says(&["lowest", "ranked", "backwards"]) {
            return None;
        }
        let clubs: Vec<usize> = self.all(&["club"]).map(|(at, _)| at).collect();
        if clubs.len() > 1 && clubs.iter().any(|at| self.is_shortly_before(*at, 8, &["spade"])) {
            return Some("suit > last or club and last is spade".to_owned());
        }
        let or_same = self.has(&["same", "least", "stay", "equal"])
            || self.has(&["not"]) && (self.has(&DOWN) || self.says(&["back", "backwards"]));
        // "Clubs lowest, then diamonds" only says how they are ranked.
        let falls =
            self.says(&["beneath", "below", "under", "weaker"]) || self.says(&["lower", "<"]) && !self.has(&["not"]);
        Some(match (or_same, falls) {
            (true, _) => "suit >= last".to_owned(),
            (false, true) => "suit < last".to_owned(),
            (false, false) => "suit > last".to_owned(),
        })
    }

    /// What is left when the own rank is divided.
    fn own_remainder(&self) -> Option<String> {
        let divides = self.has(&["divided", "divisible", "division", "remainder", "modulo"]);
        let is_beside = self.has(&["multiple"]) && self.has(&["minus", "above", "higher", "left"]);
        if !divides && !is_beside || self.has(&["last", "before", "position"]) {
            return None;
        }
        let numbers: Vec<u8> = self.numbers().into_iter().map(|(_, number)| number).collect();
        let of = *numbers.iter().find(|number| (3..=13).contains(*number))?;
        let left = numbers.iter().find(|number| (1..of).contains(*number)).copied().unwrap_or(1);
        Some(format!("{left} above multiple of {of}"))
    }

    /// So many ranks from the last card.
    fn apart(&self) -> Option<String> {
        let steps = self.steps();
        let both_ways = steps.iter().any(|step| step.is_up) && steps.iter().any(|step| !step.is_up);
        let compares =
            self.has(&["difference", "differs", "apart", "away", "abs", "within", "move", "direction", "go"]);
        if !compares && !both_ways || !self.kinds().is_empty() {
            return None;
        }
        let numbers = self.numbers();
        let numbers: Vec<u8> =
            numbers.iter().map(|(_, number)| *number).filter(|number| (1..=12).contains(number)).collect();
        let by = *numbers.last()?;
        let is_refused =
            self.has(&["unless", "not"]) && self.words.windows(2).any(|pair| pair[0] == "or" && pair[1] == "higher");
        Some(match self.bound().as_deref().and_then(|bound| bound.split_once(" most ")) {
            Some((_, most)) => format!("0 to {most} above or below last"),
            None if self.has(&["within", "between"]) => format!("0 to {by} above or below last"),
            None if is_refused => format!("0 to {} above or below last", by.saturating_sub(1)),
            None => format!("{by} above or below last"),
        })
    }

    /// Higher after some cards, lower after others.
    fn up_or_down_after(&self) -> Option<String> {
        let first = *self.kinds().first()?;
        if !self.has(&["last", "after", "if", "on", "before", "next", "means"]) {
            return None;
        }
        let said = |step: &SaidStep| match (step.is_up, step.or_equal) {
            (true, true) => "rank >= last",
            (true, false) => "rank > last",
            (false, true) => "rank <= last",
            (false, false) => "rank < last",
        };
        let steps = self.steps();
        let up = steps.iter().find(|step| step.is_up)?;
        let down = steps.iter().find(|step| !step.is_up)?;
        let (one, other) = if up.at < down.at { (up, down) } else { (down, up) };
        // "Lower, except after a spade": what stands before the exception is for all others.
        let kind_at = self.all(&[first]).next().map_or(0, |(at, _)| at);
        let is_except = kind_at > one.at && self.has(&["except", "unless"]);
        let (one, other) = if is_except { (other, one) } else { (one, other) };
        Some(format!("if last is {first} then {} else {}", said(one), said(other)))
    }

    /// One kind after another.
    fn kind_after_kind(&self) -> Option<String> {
        if !self.has(&["last", "after", "follow", "on", "before", "followed-by"]) {
            return None;
        }
        // "Only reds on odd ranks": the card that lies there comes second.
        let lies_second = self.has(&["on", "follow"]) && !self.has(&["followed-by", "after", "last"]);
        let is_further_back = self.has(&["before"]) && !self.has(&["last"]);
        let (kind, then, otherwise) = match *self.kinds().as_slice() {
            ["red" | "black", "red" | "black", _, _] if is_further_back => {
                return Some("not colour same as before".to_owned());
            }
            ["red", "black", "black", "red"] | ["black", "red", "red", "black"] => {
                return Some("colour differs from last".to_owned());
            }
            ["even", "even", "odd", "odd"] | ["odd", "odd", "even", "even"] => {
                return Some("parity same as last".to_owned());
            }
            ["odd", "even"] | ["even", "odd"] if self.says(&["both"]) => return Some("parity same as last".to_owned()),
            ["odd", "even"] | ["even", "odd"] if self.says(&["other"]) => {
                return Some("parity differs from last".to_owned());
            }
            [kind, then, other] | [kind, then, other, _] if then == other && self.leaves_others_free() => {
                return Some(format!("if last is {kind} then {then} else red or black"));
            }
            [otherwise, kind, again, then] if kind == again => (kind, then, otherwise),
            [then, kind, otherwise] if lies_second => (kind, then, otherwise),
            [then, kind, otherwise, _] if lies_second => (kind, then, otherwise),
            [kind, then, _, otherwise] => (kind, then, otherwise),
            [then, kind, otherwise] if self.has(&["except", "unless"]) => (kind, otherwise, then),
            [kind, then, otherwise] => (kind, then, otherwise),
            _ => return None,
        };
        Some(format!("if last is {kind} then {then} else {otherwise}"))
    }

    /// "Black faces, red numbers."
    fn kinds_of_kinds(&self) -> Option<String> {
        if self.has(&["last", "after", "before"]) {
            return None;
        }
        let are_opposite = |one: &str, other: &str| {
            [["red", "black"], ["odd", "even"]]
                .iter()
                .any(|pair| one != other && pair.contains(&one) && pair.contains(&other))
        };
        let are_suits = |one: &str, other: &str| SUITS.contains(&one) && SUITS.contains(&other);
        let is_parity = |kind: &str| ["odd", "even"].contains(&kind);
        let denied = self.has(&["no"]) || self.all(&["not"]).count() > 1;
        let in_turn = |one, other| if denied { (other, one) } else { (one, other) };
        match *self.kinds().as_slice() {
            [colour, "face", other] | ["face", colour, other] if are_opposite(colour, other) => {
                let (then, otherwise) = in_turn(colour, other);
                Some(format!("if face then {then} else {otherwise}"))
            }
            [colour, "face", other, "face"] if are_opposite(colour, other) => {
                Some(format!("if face then {colour} else {other}"))
            }
            [one, with_one, other, with_other] if are_opposite(one, other) && are_opposite(with_one, with_other) => {
                let (then, otherwise) = in_turn(with_one, with_other);
                Some(format!("if {one} then {then} else {otherwise}"))
            }
            [one, other] if self.says(&["both", "together"]) && self.has(&["not", "neither", "no", "1"]) => {
                Some(format!("exactly one of {one} and {other}"))
            }
            [one, other, parity] | [one, parity, other] if are_suits(one, other) && is_parity(parity) => {
                Some(format!("{one} or {parity} and {other}"))
            }
            [parity, one, other] if are_suits(one, other) && is_parity(parity) => {
                Some(format!("{parity} and {one} or {other}"))
            }
            _ => None,
        }
    }

    /// Never up, or never down.
    fn not_up_or_down(&self) -> Option<String> {
        if !self.kinds().is_empty() || self.has(&["suit", "position"]) || !self.numbers().is_empty() {
            return None;
        }
        let steps = self.steps();
        let denied = steps.iter().find(|step| self.is_shortly_before(step.at, 5, &["not", "no", "unless"]));
        if let Some(step) = denied {
            return Some(if step.is_up { "rank <= last" } else { "rank >= last" }.to_owned());
        }
        let step = steps.first()?;
        Some(match (step.is_up, self.has(&["same", "stay"])) {
            (true, true) => "rank >= last".to_owned(),
            (true, false) => "rank > last".to_owned(),
            (false, true) => "rank <= last".to_owned(),
            (false, false) => "rank < last".to_owned(),
        })
    }

    /// A list of ranks.
    fn ranks(&self) -> Option<String> {
        const NAMES: [&str; 4] = ["ace", "jack", "queen", "king"];
        if !self.kinds().is_empty() || self.has(&["last", "before", "position", "after"]) {
            return None;
        }
        let is_rank = |word: &&String| {
            NAMES.contains(&word.as_str()) || word.parse().is_ok_and(|rank: u8| (1..=13).contains(&rank))
        };
        let ranks: Vec<&str> = self.words.iter().filter(is_rank).map(String::as_str).collect();
        let first = self.words.iter().position(|word| is_rank(&word))?;
        let is_denied = self.words.iter().take(first).any(|word| word == "no" || word == "not")
            || self
                .words
                .iter()
                .skip_while(|word| !is_rank(word))
                .find(|word| ["not", "right"].contains(&word.as_str()))
                .is_some_and(|word| word == "not");
        if ranks.len() < 3 {
            return None;
        }
        let listed = ranks.join(" or ");
        Some(if is_denied { format!("not ({listed})") } else { listed })
    }

    /// The same in something, or not.
    fn alike(&self) -> Option<String> {
        if !self.kinds().is_empty() || !self.numbers().is_empty() || self.has(&UP) || self.has(&DOWN) {
            return None;
        }
        match self.features().as_slice() {
            [one, other] if self.has(&["or"]) && !self.has(&["not"]) => Some(format!("{one} or {other} same as last")),
            [one] if self.has(&["same", "match"]) && !self.is_denied() => Some(format!("{one} same as last")),
            [one] if self.is_denied() && !self.has(&["change", "then"]) => Some(format!("{one} differs from last")),
            _ => None,
        }
    }
}
