//! Brings the many words in which people put a rule to the few that the grammar reads.
//!
//! Tense, number and spelling go first, then articles and courtesies; then phrases of several words, the longest first;
//! and last the words that mean a card by what was said before them: "it", "the one before".

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use super::tokens::Token;

/// Words of the grammar, each with others that mean the same; "must not" stands for two of them.
const WORDS: &[(&str, &str)] = &[
    // What a card is.
    ("red", "reds"),
    ("black", "blacks"),
    ("spade", "spades"),
    ("heart", "hearts"),
    ("diamond", "diamonds"),
    ("club", "clubs"),
    ("odd", "odds uneven"),
    ("even", "evens"),
    ("face", "faces picture pictures court courts royal royals"),
    ("prime", "primes"),
    ("ace", "aces"),
    ("2", "two twos"),
    ("3", "three threes"),
    ("4", "four fours"),
    ("5", "five fives"),
    ("6", "six sixes"),
    ("7", "seven sevens"),
    ("8", "eight eights"),
    ("9", "nine nines"),
    ("10", "ten tens"),
    ("jack", "jacks j eleven"),
    ("queen", "queens q twelve"),
    ("king", "kings k thirteen"),
    ("multiple", "multiples"),
    ("sum", "sums total totals"),
    ("product", "products"),
    ("plus", "added"),
    ("time", "times multiplied multiply"),
    ("add", "adds adding"),
    ("divisible", "divides divide"),
    ("modulo", "mod"),
    ("leave", "leaves"),
    ("start", "starts starting begin begins beginning"),
    ("position", "positions"),
    ("rest", "others remaining"),
    ("14", "fourteen"),
    ("15", "fifteen"),
    ("16", "sixteen"),
    ("18", "eighteen"),
    ("20", "twenty"),
    ("30", "thirty"),
    ("40", "forty"),
    ("50", "fifty"),
    ("low", "small"),
    ("high", "big large"),
    // How cards compare.
    ("colour", "color colors colours"),
    ("suit", "suits"),
    ("rank", "ranks number numbers value values"),
    ("parity", "parities"),
    ("same", "identical equally"),
    ("different", "another other differing distinct"),
    ("opposite", "opposing reverse"),
    ("differs", "differ"),
    ("equal", "equals"),
    ("difference", "differences gap gaps"),
    ("match", "matches matching matched share shares sharing shared"),
    (
        "change",
        "changes changing changed alternate alternates alternating alternately switch switches switching swap swaps \
                swapping flip flips flipping toggle toggles",
    ),
    ("repeat", "repeats repeated repeating cycle cycles cycling"),
    ("in-a-row", "consecutively"),
    ("stay", "stays staying remain remains keep keeps keeping stick sticks"),
    ("rise", "rises rising up increase increases increasing ascend ascends ascending climb climbs climbing grow grows"),
    ("fall", "falls falling down decrease decreases decreasing descend descends descending drop drops"),
    ("go", "goes going"),
    ("higher", "bigger greater larger more"),
    ("lower", "smaller less fewer"),
    ("above", "over"),
    ("below", "under beneath"),
    ("step", "steps"),
    // Cards.
    ("card", "cards places"),
    ("back", "earlier"),
    ("round", "around"),
    ("exceed", "exceeds exceeding"),
    ("one", "ones"),
    ("last", "previous prior preceding recent"),
    ("next", "this"),
    ("adjacent", "neighbouring neighboring consecutive successive"),
    ("touch", "touches touching"),
    ("turn", "turns"),
    ("th", "nd rd st"),
    ("2 th", "second"),
    ("3 th", "third"),
    ("4 th", "fourth"),
    ("5 th", "fifth"),
    ("6 th", "sixth"),
    ("7 th", "seventh"),
    ("8 th", "eighth"),
    ("9 th", "ninth"),
    ("10 th", "tenth"),
    // What is done with them.
    ("is", "are be been being makes make gives give get gets"),
    ("was", "were"),
    ("has", "have having had"),
    ("must", "should shall will would ought need needs"),
    ("can", "may could might"),
    ("do", "does did"),
    ("play", "plays played playing put puts lay lays laid place placed choose use"),
    ("follow", "follows"),
    ("come", "comes coming came"),
    ("must not", "cannot cant mustnt shouldnt dont doesnt wont never"),
    ("is not", "isnt arent"),
    ("was not", "wasnt werent"),
    ("right", "allowed ok okay fine legal valid good permitted correct accepted acceptable"),
    ("not right", "bad unacceptable forbidden illegal prohibited banned wrong rejected"),
    // How it hangs together.
    ("no", "nothing none"),
    ("only", "just solely exclusively"),
    ("any", "all anything everything"),
    ("each", "every"),
    ("if", "when whenever provided"),
    ("else", "otherwise"),
    ("except", "excluding besides without"),
];

/// What may always be left out. An "a" that stands for the ace was found before.
const IDLE: [&str; 35] = [
    "these",
    "evenly",
    "instead",
    "normally",
    "conditions",
    "condition",
    "things",
    "true",
    "youve",
    "precisely",
    "line",
    "a",
    "an",
    "the",
    "exactly",
    "please",
    "always",
    "simply",
    "strictly",
    "also",
    "too",
    "you",
    "we",
    "i",
    "your",
    "my",
    "their",
    "come",
    "inclusive",
    "either",
    "immediately",
    "current",
    "new",
    "candidate",
    "absolute",
];

/// What several words mean together; an empty meaning says nothing.
const PHRASES: &[(&str, &str)] = &[
    // Duties.
    ("has to", "must"),
    ("has got to", "must"),
    ("must to", "must"),
    ("is supposed to", "must"),
    ("is got to", "must"),
    ("got to", "must"),
    ("exceed", "is higher than"),
    ("beat", "is higher than"),
    ("must has", "must"),
    ("must not has", "must not"),
    ("can not", "must not"),
    ("can must not", "must not"),
    ("do not", "must not"),
    ("non", "not"),
    // One card after the other.
    ("in row", "in-a-row"),
    ("in succession", "in-a-row"),
    ("in sequence", "in-a-row"),
    ("next to each different", "in-a-row"),
    ("after each different", "in-a-row"),
    ("right after each different", "in-a-row"),
    ("follow each different", "in-a-row"),
    ("one after different", "in-a-row"),
    ("touch", "in-a-row"),
    ("touch each different", "in-a-row"),
    ("is adjacent", "in-a-row"),
    ("side by side", "in-a-row"),
    ("back to back", "in-a-row"),
    ("2 time", "twice"),
    ("each time", ""),
    ("each and each time", ""),
    ("each turn", ""),
    ("on each turn", ""),
    ("each card", ""),
    ("with each card", ""),
    ("any time", ""),
    ("from card to card", ""),
    ("is followed by", "followed-by"),
    ("followed by", "followed-by"),
    ("right after", "after"),
    ("compared to", "from"),
    ("compared with", "from"),
    ("if and only if", "iff"),
    ("regardless of suit", ""),
    ("regardless of colour", ""),
    ("regardless of rank", ""),
    ("on top of", "on"),
    ("onto", "on"),
    // Cards.
    ("last right", "last"),
    ("right card", "card"),
    ("most last", "last"),
    ("at most last", "at most last"),
    ("on mainline", ""),
    ("in mainline", ""),
    ("of mainline", ""),
    ("mainline", ""),
    ("last 2 card", "last-two"),
    ("2 last card", "last-two"),
    ("last 2 is", "last-two is"),
    ("last 2 was", "last-two was"),
    ("2 th last", "before"),
    ("2 th to last", "before"),
    ("2 th to to to last", "before"),
    ("next to to to last", "before"),
    ("3 th to to to last", "third-last"),
    ("2 th from last", "before"),
    ("card 2 back", "before"),
    ("2 back", "before"),
    ("card 2 before it", "before"),
    ("card 2 before", "before"),
    ("2 card before it", "before"),
    ("2 card before", "before"),
    ("2 play back", "before"),
    ("card 2 play back", "before"),
    ("3 th last", "third-last"),
    ("3 th to last", "third-last"),
    ("3 th from last", "third-last"),
    ("last but 2", "third-last"),
    ("add together", "add"),
    ("time together", "time"),
    ("card 3 back", "third-last"),
    ("card 3 card back", "third-last"),
    ("card 3 card before", "third-last"),
    ("card 3 card before it", "third-last"),
    ("card 2 card back", "before"),
    ("card 2 card before", "before"),
    ("card 2 card before it", "before"),
    ("only before", "before"),
    ("right before", "before"),
    ("3 back", "third-last"),
    ("3 card back", "third-last"),
    ("3 card ago", "third-last"),
    ("3 ago", "third-last"),
    ("card 3 before it", "third-last"),
    ("card 3 before", "third-last"),
    ("3 card before it", "third-last"),
    ("3 card before", "third-last"),
    ("3 th card before it", "third-last"),
    ("card 3 position before", "third-last"),
    ("card 2 position before", "before"),
    ("its position", "position"),
    ("its position in", "position"),
    ("position in", "position"),
    ("its play", "position"),
    ("its play in", "position"),
    ("its play rank", "position"),
    ("rank of position", "position"),
    ("card position", "position"),
    ("position on mainline", "position"),
    ("position in mainline", "position"),
    ("play on mainline", "position"),
    ("play in mainline", "position"),
    ("next to last", "before"),
    ("last but one", "before"),
    ("penultimate", "before"),
    ("2 card ago", "before"),
    ("2 card back", "before"),
    ("its suit", "suit"),
    ("its colour", "colour"),
    ("its rank", "rank"),
    ("its parity", "parity"),
    ("its", "it is"),
    // What a card is, and how cards compare.
    ("rank card", "numeral"),
    ("face card", "face"),
    ("follow suit", "same suit"),
    ("go rise", "rise"),
    ("go fall", "fall"),
    ("go higher", "rise"),
    ("go lower", "fall"),
    ("rise order", "rise"),
    ("fall order", "fall"),
    ("in rise order", "rise"),
    ("in fall order", "fall"),
    ("and rise", "and above"),
    ("rise to", "up-to"),
    ("at least as high as", "at least"),
    ("at most as high as", "at most"),
    ("as high or higher than", "at least"),
    ("no higher than", "at most"),
    ("no lower than", "at least"),
    ("plus or minus", "±"),
    ("take turn", "change"),
    // Cycles.
    ("in next order", "repeat"),
    ("in order repeat", "repeat"),
    ("in repeat", "repeat"),
    ("and repeat", "repeat"),
    ("then repeat", "repeat"),
    ("above and above", "repeat"),
    ("above and above again", "repeat"),
    ("again and again", "repeat"),
    ("forever", "repeat"),
    ("and so on", "and-so-on"),
    ("etc", "and-so-on"),
    ("again", "and-so-on"),
    ("each 2 th", "every-other"),
    ("each different card", "every-other"),
    ("each 3 th", "every 3"),
    ("each 4 th", "every 4"),
    ("each 5 th", "every 5"),
    ("each 7 th", "every 7"),
    ("each 8 th", "every 8"),
    ("in turn", "repeat"),
    ("if it was ,", "then"),
    ("if it was not ,", "else"),
    ("if it was not then", "else"),
    ("in each different case", "else"),
    ("in any different case", "else"),
    ("after any else", "else"),
    ("after any different card", "else"),
    ("after any different", "else"),
    ("whatever its rank", ""),
    ("whatever its suit", ""),
    ("each even to numbered", "numbered"),
    ("each odd to numbered", "numbered"),
    ("even to numbered", "even"),
    ("odd to numbered", "odd"),
    ("( or both )", ""),
    (", or both", ""),
    ("or both", ""),
    ("it is got", "it has"),
    ("its got", "it has"),
    ("its got to", "it must"),
    ("it is got to", "it must"),
    ("from one card to next", ""),
    ("if it is not ,", "else"),
    ("if it is not then", "else"),
    ("if not then", "else"),
    ("any else", "rest"),
    ("any rest", "rest"),
    ("any different card", "rest"),
    ("no else is right", "rest not right"),
    ("no else", "rest not right"),
    ("in case", "then"),
    ("if so", "then"),
    ("and then", "then"),
    ("go round from king to ace", "wrapping"),
    ("wrapping round from king to ace", "wrapping"),
    ("wrapping from king to ace", "wrapping"),
    ("wrapping round", "wrapping"),
    ("with ace follow king", "wrapping"),
    ("with ace after king", "wrapping"),
    ("ace follow king", "wrapping"),
    ("ace is after king", "wrapping"),
    ("ace after king", "wrapping"),
    ("rise in rank", "rise"),
    ("fall in rank", "fall"),
    ("each 6 th", "every 6"),
    // Exceptions.
    ("but not both", "not-both"),
    ("any but", "any except"),
    ("any card but", "any except"),
    ("any different than", "any except"),
    ("any card different than", "any except"),
    ("apart from", "except"),
    ("aside from", "except"),
    ("no but", "only"),
    ("no except", "only"),
    ("any go", "any is right"),
    ("if not ,", "else"),
    ("and / or", "or"),
];

/// How the grammar says a word.
static PLAIN: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let others = |(plain, others): &(&'static str, &'static str)| {
        let plain: &'static str = plain;
        others.split_whitespace().map(move |other| (other, plain)).collect::<Vec<_>>()
    };
    WORDS.iter().flat_map(others).collect()
});

/// Words of the grammar that have no other spelling and are in no phrase.
const OTHERS: &str = "remainder divided division xor mod ago back case so round position that which wrapping within between through away before unless neither nor divisible it first \
    twice iff numeral";

/// Every word that means something in some sentence.
static KNOWN: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let spelled = WORDS.iter().flat_map(|(plain, others)| [*plain, *others]);
    let in_phrases = PHRASES.iter().map(|(phrase, _)| *phrase);
    spelled.chain(in_phrases).chain([OTHERS]).flat_map(str::split_whitespace).chain(IDLE).collect()
});

pub(super) fn is_known(word: &str) -> bool {
    KNOWN.contains(word) || word.len() == 1 || !word.chars().all(|letter| letter.is_ascii_alphabetic())
}

/// What may be left out is never meant.
static MEANT: LazyLock<Vec<&str>> =
    LazyLock::new(|| KNOWN.iter().copied().filter(|word| !IDLE.contains(word)).collect());

/// Every word that matters in some sentence, in the order of the alphabet.
pub(super) fn known_words() -> impl Iterator<Item = &'static str> {
    MEANT.iter().copied()
}

/// A sentence in the words of the grammar.
pub(super) fn plain(tokens: &[Token]) -> Vec<Token> {
    cards(&phrases(&single_words(tokens)))
}

fn single_words(tokens: &[Token]) -> Vec<Token> {
    let mut words: Vec<Token> = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let text = match token.text.as_str() {
            "a" if is_ace(tokens, place) => "ace",
            // "7s"
            "s" if place.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(is_number) => continue,
            "exactly" if is_at(tokens, place + 1, &["if", "when", "whenever"]) => "iff",
            "if" | "when" | "whenever" if place > 0 && is_at(tokens, place - 1, &["exactly"]) => continue,
            // "Last card red: odd" says what follows red; elsewhere a colon says nothing.
            ":" if words.last().is_some_and(|word| KINDS.contains(&word.text.as_str())) => "->",
            ":" => continue,
            "that" | "which" => match that(&words, tokens.get(place + 1)) {
                "" => continue,
                means => means,
            },
            word => PLAIN.get(word).copied().unwrap_or(word),
        };
        let said = text.split(' ').filter(|word| !IDLE.contains(word));
        words.extend(said.map(|text| Token { text: text.to_owned(), at: token.at.clone() }));
    }
    while words.last().is_some_and(|last| last.text == ".") {
        words.pop();
    }
    let begins = words.iter().take_while(|word| [".", ","].contains(&word.text.as_str())).count();
    words.drain(..begins);
    words
}

/// Whether an "a" is the ace, as in "between a and 7" and "a to 7".
fn is_ace(tokens: &[Token], place: usize) -> bool {
    let is_before = |wanted: &[&str]| place.checked_sub(1).is_some_and(|before| is_at(tokens, before, wanted));
    let is_after = |wanted: &[&str]| is_at(tokens, place + 1, wanted);
    is_after(&["to", ",", "or", "/"])
        || is_before(&["to"]) && place + 1 == tokens.len()
        || is_before(&["between", "from"]) && is_after(&["and", "through"])
}

fn is_at(words: &[Token], place: usize, wanted: &[&str]) -> bool {
    words.get(place).is_some_and(|word| wanted.contains(&word.text.as_str()))
}

/// "A red card that is not a heart" is red and not a heart; "any card that is not a heart" says no more without "that".
/// "The last card that is red" may lie anywhere, which cannot be said.
fn that(words: &[Token], next: Option<&Token>) -> &'static str {
    const SAYS_NOTHING: [&str; 15] =
        ["any", "play", "no", "only", "must", "is", "not", ",", ".", "then", "else", "if", "and", "or", "it"];
    let is_noun = |word: &&Token| ["card", "one"].contains(&word.text.as_str());
    let is_told = is(next, &["is", "are", "isnt", "arent"]);
    match words.iter().rev().skip_while(is_noun).map(|word| word.text.as_str()).next() {
        Some(word) if is_told && ["last", "next", "before"].contains(&word) => "that",
        Some(word) if is_told && !SAYS_NOTHING.contains(&word) => "and",
        _ => "",
    }
}

fn is_number(token: &Token) -> bool {
    token.text.starts_with(|letter: char| letter.is_ascii_digit())
}

fn phrases(words: &[Token]) -> Vec<Token> {
    let mut said = Vec::new();
    let mut place = 0;
    while let Some(word) = words.get(place) {
        let length = |phrase: &str| {
            let mut ahead = words[place..].iter();
            let fits = phrase.split(' ').all(|part| ahead.next().is_some_and(|word| word.text == part));
            fits.then(|| phrase.split(' ').count())
        };
        let fitting = PHRASES.iter().filter_map(|(phrase, means)| Some((length(phrase)?, *means)));
        match fitting.max_by_key(|(length, _)| *length) {
            Some((length, means)) => {
                let at = range(&words[place..place + length]);
                said.extend(means.split_whitespace().map(|text| Token { text: text.to_owned(), at: at.clone() }));
                place += length;
            }
            None => {
                said.push(word.clone());
                place += 1;
            }
        }
    }
    said
}

fn range(words: &[Token]) -> Range<usize> {
    let start = words.first().map_or(0, |word| word.at.start);
    start..words.last().map_or(start, |word| word.at.end)
}

/// What a card may be, in a word.
const KINDS: [&str; 10] = ["red", "black", "spade", "heart", "diamond", "club", "odd", "even", "face", "prime"];

/// What "one", "it" and "the one before" mean by what stands before and after them.
fn cards(words: &[Token]) -> Vec<Token> {
    let mut said: Vec<Token> = Vec::new();
    let mut place = 0;
    while let Some(word) = words.get(place) {
        let (text, length) = match word.text.as_str() {
            "one" | "card" if is_at(words, place + 1, &["before"]) => one_before(&said, words.get(place + 2)),
            "one" => (one(&said, words.get(place + 1)), 1),
            "it" => (it(&said, words.get(place + 1)), 1),
            // "play a black card next"
            "next" if ends_clause(words.get(place + 1)) && (is_last(&said, &KINDS) || is_last(&said, &["card"])) => {
                ("", 1)
            }
            // "… or both must be even" speaks of two cards.
            "both" if is_last(&said, &["or"]) => ("both", 1),
            "both" | "each" => ("", 1),
            other => (other, 1),
        };
        if !text.is_empty() {
            said.push(Token { text: text.to_owned(), at: range(&words[place..words.len().min(place + length)]) });
        }
        place += length;
    }
    said
}

fn is_last(said: &[Token], wanted: &[&str]) -> bool {
    said.last().is_some_and(|word| wanted.contains(&word.text.as_str()))
}

fn is(word: Option<&Token>, wanted: &[&str]) -> bool {
    word.is_some_and(|word| wanted.contains(&word.text.as_str()))
}

fn ends_clause(word: Option<&Token>) -> bool {
    const ENDS: [&str; 6] = [",", ".", "then", "else", "if", "play"];
    word.is_none_or(|word| ENDS.contains(&word.text.as_str()))
}

/// "The one before it", "the card before the last", "the one before": which card that is, and in how many words. What
/// was named already is not named again.
fn one_before(said: &[Token], of: Option<&Token>) -> (&'static str, usize) {
    let names_last = |word: &Token| word.text == "last";
    if is(of, &["it", "next"]) {
        let here = said.iter().rev().take_while(|word| !ends_clause(Some(word)));
        (if here.into_iter().any(names_last) { "before" } else { "last" }, 3)
    } else if is(of, &["last"]) {
        ("before", 3)
    } else {
        (if said.iter().any(names_last) { "before" } else { "last" }, 2)
    }
}

/// "One" is a card, or a number.
fn one(said: &[Token], next: Option<&Token>) -> &'static str {
    const COUNTED: [&str; 9] = ["higher", "lower", "above", "below", "step", "to", "or", "rank", "away"];
    const COUNTING: [&str; 11] =
        ["by", "within", "least", "most", "up-to", "between", "of", "than", "±", "rise", "fall"];
    const DESCRIBING: [&str; 7] = ["last", "next", "same", "different", "higher", "lower", "opposite"];
    if is_last(said, &KINDS) || is_last(said, &DESCRIBING) {
        "card"
    } else if said.is_empty() || is(next, &COUNTED) || is_last(said, &COUNTING) {
        "1"
    } else {
        "card"
    }
}

/// "It" is the next card, unless the last is compared or spoken of.
fn it(said: &[Token], next: Option<&Token>) -> &'static str {
    const COMPARING: [&str; 11] = ["than", "to", "as", "from", "of", "on", "<", ">", "<=", ">=", "="];
    let is_of_next =
        said.windows(2).any(|pair| pair[0].text == "if" && ["it", "card", "next"].contains(&&*pair[1].text));
    let names_last = said.iter().any(|word| word.text == "last") && !is_of_next;
    if is(next, &["was"]) {
        // "If the card three back was red …; if it was black …"
        let named =
            said.iter().rev().find_map(|word| ["before", "third-last"].into_iter().find(|card| word.text == *card));
        let is_nearer = said.iter().rev().take_while(|word| word.text != "last").any(|word| Some(&*word.text) == named);
        return named.filter(|_| is_nearer).unwrap_or("last");
    }
    if is_last(said, &COMPARING) || is_last(said, &["if"]) && names_last { "last" } else { "it" }
}
