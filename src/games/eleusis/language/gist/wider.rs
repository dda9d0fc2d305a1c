//! What a sentence may be about of which nothing more is recognised: a few words of it are enough here, so these come last.

use super::{FEATURES, Gist, SUITS, SaidStep, each_once};

/// Words by which something goes on and on.
const ON_AND_ON: [&str; 9] = ["repeat", "and-so-on", "then", "first", "turn", "start", "change", "order", "numbered"];

/// Words by which other cards are free.
const FREE: [&str; 8] = ["any", "else", "rest", "right", "whatever", "different", "unless", "can"];

/// What is recognised before anything else, since other words in such a sentence would mislead.
pub(super) const FIRST: [fn(&Gist) -> Option<String>; 3] =
    [Gist::kinds_by_place, Gist::alike_in_parity, Gist::three_steps_in_turn];

/// In the order in which they are tried.
pub(super) const WIDER: [fn(&Gist) -> Option<String>; 9] = [
    Gist::alike_by_examples,
    Gist::differing_in_two,
    Gist::face_cards_by_suit,
    Gist::alike_and_a_step,
    Gist::step_after_a_kind,
    Gist::kind_after_a_kind_alone,
    Gist::kinds_in_turn,
    Gist::one_step,
    Gist::kinds_alone,
];

fn sort_of(kind: &str) -> Option<&'static str> {
    match kind {
        "red" | "black" => Some("colour"),
        "odd" | "even" => Some("parity"),
        suit if SUITS.contains(&suit) => Some("suit"),
        _ => None,
    }
}

impl Gist {
    fn speaks_of_places(&self) -> bool {
        self.has(&["position", "numbered"])
            || self.says(&["place", "places", "spot", "spots", "numbered", "count", "th"])
    }

    fn wider_steps(&self) -> Vec<SaidStep> {
        let mut steps = self.steps();
        steps.retain(|step| !["plus", "add", "minus"].contains(&self.word(step.at)));
        steps
    }

    fn in_words(step: &SaidStep) -> &'static str {
        match (step.is_up, step.or_equal) {
            (true, true) => "rank >= last",
            (true, false) => "rank > last",
            (false, true) => "rank <= last",
            (false, false) => "rank < last",
        }
    }

    /// The only way that is said, however often.
    fn only_step(&self) -> Option<SaidStep> {
        let steps = self.wider_steps();
        let first = *steps.first()?;
        steps.iter().all(|step| step.is_up == first.is_up).then_some(first)
    }

    /// With which card the next one is compared.
    fn other_card(&self) -> &'static str {
        let is_third = self.has(&["third-last"])
            || self.ordinals().contains(&3) && self.says(&["end", "back", "count"])
            || self.has(&["3"]) && self.says(&["back", "earlier", "ago"]);
        match (is_third, self.has(&["before"])) {
            (true, _) => "third last",
            (_, true) => "before",
            _ => "last",
        }
    }

    /// Alike or not in this, as far as the card is there.
    fn likeness(&self, feature: &str, differs: bool) -> String {
        match (self.other_card(), differs) {
            ("last", true) => format!("{feature} differs from last"),
            ("last", false) => format!("{feature} same as last"),
            (card, true) => format!("not {feature} same as {card}"),
            (card, false) => format!("not {feature} differs from {card}"),
        }
    }

    /// Whether other cards may be followed by any.
    pub(super) fn leaves_others_free(&self) -> bool {
        self.has(&["any"]) || self.says(&["whatever", "everything", "free", "restriction", "want", "like"])
    }

    /// "The same colour, or both odd or both even."
    fn alike_in_parity(&self) -> Option<String> {
        let kinds = each_once(self.kinds());
        let says_parity = kinds.contains(&"odd") && kinds.contains(&"even");
        let colours = kinds.iter().filter(|kind| sort_of(kind) == Some("colour")).count();
        let is_alone = kinds.iter().all(|kind| ["odd", "even", "red", "black"].contains(kind));
        let others: Vec<&str> =
            self.features().into_iter().filter(|feature| !["rank", "parity"].contains(feature)).collect();
        let other = match (others.as_slice(), colours) {
            ([feature], 0) => *feature,
            ([] | ["colour"], 2) => "colour",
            _ => return None,
        };
        if !says_parity || !is_alone || !self.wider_steps().is_empty() || self.speaks_of_places() {
            return None;
        }
        let differs = self.has(&["change", "opposite", "different", "differs"]);
        let is_alike = self.has(&["same", "match"]) || self.says(&["both"]);
        match (differs, is_alike) {
            (true, _) => Some(format!("{other} and parity differ from last")),
            (false, true) => Some(format!("{other} or parity same as last")),
            _ => None,
        }
    }

    /// "Up, up, down, and so on"; "twice higher, then once lower".
    fn three_steps_in_turn(&self) -> Option<String> {
        let goes_on = self.has(&ON_AND_ON) || self.says(&["again", "over", "continues", "forth", "three"]);
        if !goes_on || !self.kinds().is_empty() || self.has(&["suit", "colour"]) {
            return None;
        }
        let mut ways: Vec<&str> = Vec::new();
        for step in self.wider_steps() {
            let is_twice = self.is_shortly_before(step.at, 7, &["twice"]) && ways.is_empty();
            ways.extend(std::iter::repeat_n(Gist::in_words(&step), if is_twice { 2 } else { 1 }));
        }
        let period =
            (1..ways.len()).find(|period| ways.iter().zip(ways.iter().skip(*period)).all(|(one, next)| one == next));
        ways.truncate(period.unwrap_or(ways.len()));
        let is_cycle = (3..=4).contains(&ways.len()) && each_once(ways.iter()).len() == 2;
        is_cycle.then(|| format!("repeat {}", ways.iter().map(|way| format!("({way})")).collect::<Vec<_>>().join(" ")))
    }

    /// "Odd places red, even places black."
    fn kinds_by_place(&self) -> Option<String> {
        if !self.speaks_of_places() || self.has(&["last", "before"]) {
            return None;
        }
        // "On places 2, 4, 6 … red, on places 1, 3, 5 … black"
        let listed: Vec<u8> = self.numbers().into_iter().map(|(_, number)| number).chain(self.ordinals()).collect();
        if self.all(&["odd", "even"]).next().is_none()
            && let ([2, 4, ..] | [1, 3, ..], [one, other]) = (listed.as_slice(), each_once(self.kinds()).as_slice())
        {
            let first = if listed.first() == Some(&2) { "even" } else { "odd" };
            return Some(format!("if position is {first} then {one} else {other}"));
        }
        let parities: Vec<(usize, &str)> = self.all(&["odd", "even"]).collect();
        let others: Vec<&str> = self.kinds().into_iter().filter(|kind| sort_of(kind) != Some("parity")).collect();
        let (kinds, (at, first)) = (each_once(others), parities.first().copied()?);
        let [one, other] = kinds.as_slice() else { return None };
        // "Red on odd places": the kind comes first.
        let one_at = self.all(&[one]).next()?.0;
        let (then, otherwise) = if one_at < at && parities.len() > 1 && parities[1].0 < self.all(&[other]).next()?.0 {
            (other, one)
        } else {
            (one, other)
        };
        Some(format!("if position is {first} then {then} else {otherwise}"))
    }

    /// "If the last card is a heart you put a heart, if it is a club you put a club."
    fn alike_by_examples(&self) -> Option<String> {
        let kinds = self.kinds();
        let pairs: Vec<&[&str]> = kinds.chunks(2).collect();
        let feature = sort_of(kinds.first()?)?;
        let are_pairs = pairs.iter().all(|pair| matches!(pair, [one, other] if one == other))
            && pairs.iter().all(|pair| sort_of(pair[0]) == Some(feature));
        if !are_pairs || !self.wider_steps().is_empty() {
            return None;
        }
        Some(self.likeness(feature, self.is_denied()))
    }

    /// "Neither the suit nor the rank may be the same."
    fn differing_in_two(&self) -> Option<String> {
        let features = self.features();
        let [one, other] = features.as_slice() else { return None };
        if !self.kinds().is_empty() || !self.wider_steps().is_empty() || self.other_card() != "last" {
            return None;
        }
        match self.is_denied() || self.has(&["neither", "nor", "unless"]) {
            true => Some(format!("{one} and {other} differ from last")),
            false => Some(format!("{one} or {other} same as last")),
        }
    }

    /// "Face cards must keep the suit, all others change it."
    fn face_cards_by_suit(&self) -> Option<String> {
        let kinds = each_once(self.kinds());
        let is_face = kinds == ["face"] || kinds.is_empty() && self.has(&["jack"]) && self.has(&["king"]);
        let likes: Vec<(usize, &str)> =
            self.all(&["same", "match", "stay", "different", "differs", "change", "not"]).collect();
        let is_same = |word: &str| ["same", "match", "stay"].contains(&word);
        let both = likes.iter().any(|(_, word)| is_same(word)) && likes.iter().any(|(_, word)| !is_same(word));
        if !is_face || !both || self.features() != ["suit"] {
            return None;
        }
        let (then, otherwise) =
            if is_same(likes.first()?.1) { ("same as", "differs from") } else { ("differs from", "same as") };
        let face_at = self.all(&["face", "jack"]).next()?.0;
        let of_last = self.is_shortly_before(face_at, 4, &["last", "after", "follow", "on"]);
        let card = if of_last { "last is face" } else { "face" };
        Some(format!("if {card} then suit {then} last else suit {otherwise} last"))
    }

    /// "Keep the colour, and go up."
    fn alike_and_a_step(&self) -> Option<String> {
        let step = self.only_step()?;
        let features: Vec<&str> = self.features().into_iter().filter(|feature| *feature != "rank").collect();
        let examples = each_once(self.kinds());
        let by_examples = examples.len() == 2 && examples.iter().all(|kind| sort_of(kind) == Some("colour"));
        let feature = match features.as_slice() {
            [feature] if examples.is_empty() => *feature,
            [] if by_examples && self.kinds().len() > 2 => "colour",
            _ => return None,
        };
        let is_alike = self.has(&["same", "match", "stay"]) || by_examples;
        is_alike.then(|| format!("{feature} same as last and {}", Gist::in_words(&step)))
    }

    /// "Spades always, anything else must be lower"; "after an odd card higher, after an even one anything".
    fn step_after_a_kind(&self) -> Option<String> {
        let step = self.only_step()?;
        let kinds = self.kinds();
        let (first, at) = (*kinds.first()?, self.all(&super::KINDS).next()?.0);
        let of_last = self.is_shortly_before(at, 5, &["last", "after", "follow", "on"])
            || kinds.len() > 1 && sort_of(first) == Some("parity");
        let is_free = self.has(&FREE) || self.says(&["always", "free", "everything"]);
        match (of_last, each_once(kinds).len()) {
            (true, 1 | 2) => Some(format!("if last is {first} then {} else red or black", Gist::in_words(&step))),
            (false, 1) if is_free || self.has(&["or"]) => Some(format!("{first} or {}", Gist::in_words(&step))),
            _ => None,
        }
    }

    /// "After a face card only red, otherwise anything."
    fn kind_after_a_kind_alone(&self) -> Option<String> {
        let kinds = each_once(self.kinds());
        let [one, other] = kinds.as_slice() else { return None };
        let is_conditional = self.has(&["last", "after", "follow", "followed-by"]);
        if !is_conditional || !self.wider_steps().is_empty() || !self.features().is_empty() {
            return None;
        }
        let is_opposite = sort_of(one).is_some() && sort_of(one) == sort_of(other);
        if is_opposite || !(self.has(&FREE) || self.says(&["everything", "free"])) {
            return None;
        }
        Some(format!("if last is {one} then {other} else red or black"))
    }

    /// "Red, red, black, and so on."
    fn kinds_in_turn(&self) -> Option<String> {
        let goes_on = self.has(&ON_AND_ON) || self.says(&["turns", "over", "again", "pattern", "keeps", "continue"]);
        if !goes_on || !self.wider_steps().is_empty() || self.has(&["last", "before"]) {
            return None;
        }
        let mut kinds: Vec<&str> = Vec::new();
        for (at, kind) in self.all(&super::KINDS) {
            let counted = |back: usize| at.checked_sub(back).and_then(|at| self.word(at).parse::<usize>().ok());
            let count = counted(1).filter(|count| (1..=6).contains(count)).unwrap_or(1);
            kinds.extend(std::iter::repeat_n(kind, count));
        }
        let period =
            (1..kinds.len()).find(|period| kinds.iter().zip(kinds.iter().skip(*period)).all(|(one, next)| one == next));
        kinds.truncate(period.unwrap_or(kinds.len()));
        let sorts = each_once(kinds.iter().map(|kind| sort_of(kind)));
        (2..=8).contains(&kinds.len()).then_some(()).filter(|()| sorts.len() == 1)?;
        Some(format!("repeat {}", kinds.join(" ")))
    }

    /// "Exactly three higher, and after the king comes the ace"; "never under the last card".
    fn one_step(&self) -> Option<String> {
        let step = self.only_step()?;
        if self.kinds().is_empty()
            && self.other_card() == "before"
            && self.features().iter().all(|feature| *feature == "rank")
        {
            return Some(if step.is_up { "not rank <= before" } else { "not rank >= before" }.to_owned());
        }
        if !self.kinds().is_empty() || FEATURES.iter().any(|feature| *feature != "rank" && self.has(&[feature])) {
            return None;
        }
        let numbers: Vec<u8> =
            self.numbers().into_iter().map(|(_, number)| number).filter(|number| (1..=12).contains(number)).collect();
        let by = step.by.or_else(|| numbers.first().copied().filter(|_| !self.wrapping().is_empty()))?;
        let way = if step.is_up { "above" } else { "below" };
        Some(format!("{by} {way} last{}", self.wrapping()))
    }

    /// "Any card is fine, just no hearts"; "black and even cards".
    fn kinds_alone(&self) -> Option<String> {
        let is_compared = self.has(&["last", "before", "third-last", "position", "after", "repeat", "follow", "same"]);
        if is_compared || self.speaks_of_places() || !self.wider_steps().is_empty() {
            return None;
        }
        let mut kinds: Vec<(usize, &str)> = Vec::new();
        for (at, kind) in self.all(&super::KINDS) {
            if kinds.iter().all(|(_, other)| *other != kind) {
                kinds.push((at, kind));
            }
        }
        let is_denied = |at: usize| {
            self.is_shortly_before(at, 4, &["not", "no", "except", "but"])
                || self.word(at + 1) == "not"
                || self.word(at + 2) == "not"
        };
        match kinds.as_slice() {
            [(at, kind)] if is_denied(*at) => Some(format!("not {kind}")),
            [(_, kind)] if self.has(&["ace"]) && *kind == "face" => Some("face or ace".to_owned()),
            [(_, kind)] => Some((*kind).to_owned()),
            // "Even numbers, not odd ones", "even clubs and spades"
            [(_, one), (_, other)] if sort_of(one).is_some() && sort_of(one) == sort_of(other) => {
                Some(format!("{one} or {other}"))
            }
            [(_, one), (at, other)] => {
                let is_choice = self.is_shortly_before(*at, 3, &["or"])
                    || self.says(&["either", "also", "so", "works", "accepted"]);
                Some(if is_choice { format!("{one} or {other}") } else { format!("{one} and {other}") })
            }
            [(_, one), (_, two), (_, three)] if sort_of(two) == sort_of(three) => match sort_of(two) {
                Some("parity") => Some(format!("{one} and {two}")),
                _ => Some(format!("{one} and ({two} or {three})")),
            },
            _ => None,
        }
    }
}
