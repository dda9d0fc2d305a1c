//! The words of a sentence, and where reading them stopped.

use std::ops::Range;

use super::rule::{DEEPEST, Rule};

/// A word, a number or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// In small letters.
    pub(super) text: String,
    /// The letters of the sentence that it stands for.
    pub(super) at: Range<usize>,
}

/// What signs say. The longer ones come first.
const SIGNS: [(&str, &str); 45] = [
    ("<=>", "<=>"),
    ("==", "=="),
    ("&&", "&&"),
    ("||", "||"),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("->", "->"),
    ("=>", "->"),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("≡", "≡"),
    ("∈", "∈"),
    ("∉", "∉"),
    ("→", "->"),
    ("±", "±"),
    ("+", "plus"),
    ("*", "time"),
    ("×", "time"),
    ("·", "time"),
    ("&", "and"),
    ("|", "|"),
    ("%", "%"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    ("-", "to"),
    ("–", "to"),
    ("−", "to"),
    ("…", "to"),
    ("—", ","),
    (",", ","),
    ("/", "/"),
    ("(", "("),
    (")", ")"),
    ("♠", "spade"),
    ("♥", "heart"),
    ("♦", "diamond"),
    ("♣", "club"),
    ("!", "."),
];

/// The words of a text; or the letter that cannot stand in one, and where it is.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, (Range<usize>, char)> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut from = 0;
    while let Some((rest, letter)) = text.get(from..).and_then(|rest| Some((rest, rest.chars().next()?))) {
        let is_after = |text: &str| tokens.last().is_some_and(|last| last.text == text && last.at.end == from);
        let (length, text) = match letter {
            ' ' | '\t' | '\n' | '\r' | '\u{a0}' | '"' | '“' | '”' | '‘' | '’' | '\'' => {
                (letter.len_utf8(), None)
            }
            // Three full stops are one, and "non-red" is not red.
            ':' => (1, Some(":".to_owned())),
            '.' | '?' | ';' if is_after(".") => {
                tokens.iter_mut().last().into_iter().for_each(|last| last.at.end += 1);
                (1, None)
            }
            // "A ? B : C"; any other question mark ends a sentence.
            '?' if rest.contains(':') => (1, Some("?".to_owned())),
            '.' | '?' | ';' => (1, Some(".".to_owned())),
            '-' if is_after("non") => (1, None),
            'a'..='z' | 'A'..='Z' | '0'..='9' => {
                let (length, word) = leading_word(rest);
                (length, Some(word))
            }
            _ => match SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                Some((sign, says)) => (sign.len(), Some((*says).to_owned())),
                None => return Err((from..from + letter.len_utf8(), letter)),
            },
        };
        // "that's" is two words.
        let both = |text: String| match text.as_str() {
            "thats" => vec!["that".to_owned(), "is".to_owned()],
            "theyre" => vec!["they".to_owned(), "are".to_owned()],
            _ => vec![text],
        };
        tokens.extend(text.into_iter().flat_map(both).map(|text| Token { text, at: from..from + length }));
        from += length;
    }
    Ok(tokens)
}

/// The letters or the digits at the beginning of a text, and how many bytes they take: "can't" and "cant" are one word.
fn leading_word(text: &str) -> (usize, String) {
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit());
    let ends = |letter: char| {
        let is_within = letter.is_ascii_alphanumeric() && letter.is_ascii_digit() == is_number;
        !is_within && (is_number || !matches!(letter, '\'' | '’'))
    };
    let length = text.find(ends).unwrap_or(text.len());
    let letters = text.chars().take_while(|letter| !ends(*letter)).filter(char::is_ascii_alphanumeric);
    (length, letters.map(|letter| letter.to_ascii_lowercase()).collect())
}

/// The first word that opens one level too many.
pub(super) fn too_deep(tokens: &[Token]) -> Option<&Token> {
    let (mut depth, mut nots) = (0usize, 0);
    tokens.iter().find(|token| {
        nots = if token.text == "not" { nots + 1 } else { 0 };
        match token.text.as_str() {
            "(" | "if" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth + nots > DEEPEST
    })
}

/// Where reading stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Missing {
    /// How many words were left there.
    pub(super) left: usize,
    /// What is wrong there, where that is known.
    pub(super) why: Option<&'static str>,
    /// What may be meant, where it may be several things.
    pub(super) meant: Vec<Rule>,
}
