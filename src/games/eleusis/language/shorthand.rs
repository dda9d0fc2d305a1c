//! A sentence written out: without the shorthand of somebody who types in haste ("u", "n", "prev"), and without notes on how cards and
//! places are counted, which say what holds anyway: "(J = 11, Q = 12)", "the starter counts as number one", "an ace is not next to a king",
//! "because seven is my lucky number". It is only offered.

/// Words that are typed in haste, each with what it stands for.
const SHORT: [(&str, &str); 21] = [
    ("=>", "->"),
    ("r/b", "red and black"),
    ("b/r", "black and red"),
    ("jqk", "jack, queen or king"),
    ("prev", "last"),
    ("prv", "last"),
    ("u", "you"),
    ("ur", "your"),
    ("b4", "before"),
    ("w/", "with"),
    ("w/o", "without"),
    ("exept", "except"),
    ("iz", "is"),
    ("thru", "through"),
    ("wanna", "want to"),
    ("hav", "have"),
    ("gotta", "must"),
    ("dunno", ""),
    ("pls", ""),
    ("plz", ""),
    ("tho", ""),
];

/// Words that a single letter stands for where it stands between words and not in a formula.
const LETTERS: [(&str, &str); 2] = [("n", "and"), ("r", "are")];

/// Signs of a formula, in which letters stand for something else.
const FORMULA: [char; 8] = ['%', '=', '<', '>', '[', ']', '+', '*'];

/// Where a note may begin within a clause.
const JOINTS: [&str; 12] = [
    " because ",
    " since ",
    " where the starter",
    " where the first",
    " and the starter",
    " with the starter",
    " counting ",
    " and remember",
    " and mind that",
    " with ace and king ",
    " with jack ",
    " being ",
];

/// What the first card of a mainline is called, and the first one that is played.
const STARTER: [&str; 6] = ["starter", "starting card", "start card", "second card", "2nd card", "card 2"];

/// What says only how something is counted, or that nothing is asked.
const COUNTED: [&str; 15] = [
    "count",
    "number 1",
    "number one",
    "position",
    "place",
    "spot",
    "pos ",
    "is 1",
    "= 1",
    "#1",
    "first",
    "one",
    "is number",
    "nr 1",
    "no 1",
];
const FREE: [&str; 9] = ["anything", "any card", "free", "okay", "ok", "whatever", "goes", "fine", "right"];

/// Cards in a note on what they count, words that say that they count something, and what else stands in such a note.
const CARDS: [&str; 12] = ["a", "ace", "aces", "j", "jack", "jacks", "q", "queen", "queens", "k", "king", "kings"];
const COUNTING: [&str; 14] =
    ["is", "are", "r", "as", "being", "low", "high", "count", "counts", "counted", "counting", "worth", "odd", "even"];
const BESIDE: [&str; 22] = [
    "1", "11", "12", "13", "one", "eleven", "twelve", "thirteen", "the", "and", "n", "or", "value", "with", "of",
    "too", "also", "but", "not", "both", "ones", "same",
];

/// The text without shorthand and notes, if that says less or says it otherwise.
pub(super) fn written_out(text: &str) -> Option<String> {
    let whole = in_full(text);
    let kept: Vec<String> = clauses(&whole).into_iter().filter(|clause| !is_note(clause)).collect();
    let said = kept.concat().trim_matches([' ', ',', ';', '.', ':', '(']).to_owned();
    // Of brackets about a note the second begins the next clause.
    let said = if said.contains('(') { said } else { said.replace(')', " ").trim_end().to_owned() };
    (!said.is_empty() && said != text).then_some(said)
}

/// With every word in full.
fn in_full(text: &str) -> String {
    let is_formula = text.contains(FORMULA);
    let full = |word: &str| {
        let bare = word.trim_matches([',', '.', ';', ':', '(', ')', '!', '?']);
        let small = bare.to_ascii_lowercase();
        let letters = LETTERS.iter().filter(|_| !is_formula && bare == small);
        match SHORT.iter().chain(letters).find(|(short, _)| *short == small) {
            Some((_, means)) if !bare.is_empty() => word.replacen(bare, means, 1),
            _ => word.to_owned(),
        }
    };
    text.split_whitespace().map(full).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The text in its clauses, each with the sign or the words that it begins with.
fn clauses(text: &str) -> Vec<String> {
    let small = text.to_ascii_lowercase();
    let signs = text.match_indices([',', '.', ';', ':', '(', ')', '—', '!']).map(|(at, _)| at);
    let joints = JOINTS.iter().flat_map(|joint| small.match_indices(joint).map(|(at, _)| at));
    let mut starts: Vec<usize> = [0].into_iter().chain(signs).chain(joints).collect();
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().zip(ends).filter_map(|(from, to)| text.get(*from..to).map(str::to_owned)).collect()
}

/// Whether a clause only says how cards or places are counted, that the second card is free, or why it is so.
fn is_note(clause: &str) -> bool {
    let small = clause.to_ascii_lowercase();
    let said = small.trim_start_matches([',', '.', ';', ':', '(', ')', '—', '!', ' ']);
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let is_reason = said.starts_with("because ") || said.starts_with("since ");
    is_reason || has(&STARTER) && (has(&COUNTED) || has(&FREE)) || is_of_values(said) || is_of_wrapping(said)
}

/// "The jack is eleven", "J, K odd": what every card counts in this game.
fn is_of_values(said: &str) -> bool {
    let words: Vec<&str> =
        said.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let counts = said.contains('=') || has(&COUNTING);
    counts
        && has(&CARDS)
        && words.iter().all(|word| CARDS.contains(word) || COUNTING.contains(word) || BESIDE.contains(word))
}

/// "Ace and king are not neighbours", "no wraparound": nothing goes round if it is not said.
fn is_of_wrapping(said: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    let denies = has(&["not ", "n't ", "no ", "dont ", "never "]);
    let ends_meet =
        said.contains("ace") && said.contains("king") && has(&["next to", "neighbo", "adjacent", "together", "touch"]);
    denies && (ends_meet || has(&["wrap", "round the corner"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_typed_in_haste_is_written_out_and_loses_its_notes() {
        for (text, said) in [
            ("if u see a heart n a spade", "if you see a heart and a spade"),
            ("prev red: play black", "last red: play black"),
            ("Primes only. J=11, Q=12, K=13.", "Primes only"),
            ("prime numbers only, jack and king count but not ace", "prime numbers only"),
            ("same parity as the position, where the starter occupies position one.", "same parity as the position"),
            ("colour != colour two back. Card 2 free", "colour != colour two back"),
            ("never next to the last rank (king and ace are not neighbours)", "never next to the last rank"),
            ("only sevens, because seven is my lucky number", "only sevens"),
        ] {
            assert_eq!(written_out(text).as_deref(), Some(said), "{text}");
        }
        for text in
            ["n % 2 == 1", "red, black", "Only jacks, queens and kings are right.", "a heart, or a 9 if it is odd"]
        {
            let kept = text.trim_end_matches('.');
            assert!(written_out(text).is_none_or(|said| said == kept), "{text}");
        }
    }
}
