//! A sentence without what people only say beside it: "so basically …", "…, you know", "…, so after a six you may have a two". What
//! is left is only offered.

/// What a sentence may begin with that says nothing.
const LEADS: [&str; 40] = [
    "all you do is",
    "allowed",
    "and",
    "basically",
    "btw",
    "fyi",
    "here is how it goes",
    "here's how it goes",
    "hmm",
    "i guess",
    "i mean",
    "i think",
    "it goes",
    "it is just that",
    "it's just that",
    "it is simple",
    "it's simple",
    "it means",
    "it means that",
    "legal",
    "listen",
    "my rule is",
    "my rule is that",
    "note that",
    "ok",
    "okay",
    "remember",
    "remember that",
    "simply put",
    "so",
    "the idea is",
    "the idea is that",
    "the point is that",
    "the rule",
    "the rule is",
    "the rule is that",
    "the rule says that",
    "um",
    "well",
    "you know",
];

/// Where an example begins, or the same again in other words.
const AGAIN: [&str; 22] = [
    " e.g.",
    " like on ",
    " (like ",
    " (so ",
    ", e.g.",
    ", for example",
    ", for instance",
    ", hence ",
    ", i.e.",
    ", in other words",
    ", it means ",
    ", like ",
    ", meaning ",
    ", say ",
    ", so ",
    ", that is,",
    ", that means ",
    ", therefore ",
    ", thus ",
    ", which means ",
    " — so ",
    " - so ",
];

/// After these the rule itself may be said again.
const RESTATING: [&str; 8] =
    [", so ", ", it means ", ", in other words", ", i.e.", ", meaning ", ", that means ", ", which means ", " — so "];

/// Sentences that begin so only repeat what another says.
const REPEATING: [&str; 6] = ["so ", "for example", "for instance", "e.g.", "i.e.", "that means "];

/// What stands between commas and says nothing.
const IDLE: [&str; 30] = [
    "and like that",
    "and so it goes",
    "and that sort of thing",
    "and that's all",
    "and that's it",
    "basically",
    "does not matter which way",
    "doesn't matter which way",
    "haha",
    "i mean",
    "if you know bridge",
    "it does not matter which way",
    "it doesn't matter which way",
    "like that",
    "lol",
    "never mind the last card",
    "never mind the last card itself",
    "never mind the last one",
    "never mind the last one itself",
    "no matter which way",
    "nothing more",
    "of course",
    "ok",
    "okay",
    "or something",
    "right",
    "that sort of thing",
    "that's all",
    "that's it",
    "you know",
];

/// The text without chatter, if it has any.
pub(super) fn without_chatter(text: &str) -> Option<String> {
    let parts = sentences(text).into_iter().enumerate();
    let says_more = |(place, said): &(usize, &str)| *place == 0 || !begins_with_any(said, &REPEATING);
    let kept: Vec<String> =
        parts.filter(says_more).map(|(_, said)| told(said)).filter(|said| has_words(said)).collect();
    let kept = kept.join(". ");
    let words = |text: &str| text.split_whitespace().filter(|word| has_words(word)).count();
    (has_words(&kept) && words(&kept) < words(text)).then_some(kept)
}

/// What a text says after "so", "it means" and the like.
pub(super) fn restated(text: &str) -> Option<String> {
    let small = text.to_ascii_lowercase();
    let from = RESTATING.iter().filter_map(|again| small.find(again).map(|at| at + again.len())).min()?;
    let again = without_lead(text.get(from..)?);
    has_words(again).then(|| again.to_owned())
}

fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

fn begins_with_any(text: &str, phrases: &[&str]) -> bool {
    let small = text.trim_start().to_ascii_lowercase();
    phrases.iter().any(|phrase| small.starts_with(phrase))
}

/// What ends with a full stop, a semicolon or the like, without it.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, sign) in text.match_indices(['.', ';', '!', '?']) {
        let end = at + sign.len();
        // "rank.last", "1.", and "e.g. a six" end nothing.
        let is_end = text.get(end..).is_some_and(|rest| rest.starts_with(char::is_whitespace))
            && !["e.g", "i.e"].iter().any(|short| text.get(from..at).is_some_and(|said| said.ends_with(short)));
        if is_end {
            found.extend(text.get(from..at));
            from = end;
        }
    }
    found.extend(text.get(from..));
    found
}

/// A sentence as far as it says something, and says it for the first time.
fn told(sentence: &str) -> String {
    let said = without_lead(sentence);
    let small = said.to_ascii_lowercase();
    let again = AGAIN.iter().filter_map(|again| small.find(again)).filter(|at| *at > 0).min();
    let said = said.get(..again.unwrap_or(said.len())).unwrap_or_default();
    let bare = |clause: &str| clause.trim_matches([' ', '.', '!', '?']).replace('’', "'").to_ascii_lowercase();
    let kept: Vec<&str> = said.split(',').filter(|clause| !IDLE.contains(&bare(clause).as_str())).collect();
    kept.join(",").trim_matches([' ', ',', '.', ';', '!', '?']).to_owned()
}

/// Without the words that it begins with and that say nothing.
fn without_lead(sentence: &str) -> &str {
    let mut said = sentence;
    loop {
        said = said.trim_start_matches([' ', ',', ':', '—', '-', '.']);
        let small = said.to_ascii_lowercase();
        let ends = |lead: &&&str| {
            let rest = small.strip_prefix(**lead);
            rest.is_some_and(|rest| rest.starts_with([' ', ',', ':']) && has_words(rest))
        };
        match LEADS.iter().filter(ends).max_by_key(|lead| lead.len()) {
            Some(lead) => said = said.get(lead.len()..).unwrap_or_default(),
            None => return said,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_said_beside_a_rule_is_left_out() {
        for (text, said) in [
            ("So basically you climb, you know, never the same rank.", "you climb, never the same rank"),
            ("The rule is that hearts are out, so a spade or a club is fine", "hearts are out"),
            ("Well, go up by two, for example from a 5 to a 7; no queens.", "go up by two. no queens"),
            ("Only odd ranks. So a 3 is fine.", "Only odd ranks"),
        ] {
            assert_eq!(without_chatter(text).as_deref(), Some(said), "{text}");
        }
        for text in ["red.", "rank == last.rank", "If the last card is red, play black; otherwise red.", "", "so"] {
            assert_eq!(without_chatter(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_said_again_stands_alone() {
        let again = restated("Match what lies there, so it has to be the same suit.");
        assert_eq!(again.as_deref(), Some("it has to be the same suit."));
        assert_eq!(restated("the same suit"), None);
    }
}
