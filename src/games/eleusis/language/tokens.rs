//! The words of a sentence, and how it is said that a word cannot stand where it does.

use std::ops::Range;

use winnow::error::{ErrMode, ParserError};
use winnow::stream::TokenSlice;

use super::rule::DEEPEST;
use crate::words::joined;

/// A word, a number or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// In small letters.
    pub(super) text: String,
    pub(super) at: Range<usize>,
}

/// The words of a text; or the letter that cannot stand in one, and where it is.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, (Range<usize>, char)> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((from, letter)) = letters.next() {
        let mut token = Token { text: String::new(), at: from..from + letter.len_utf8() };
        match letter {
            ' ' | '\t' | '\n' | '\r' | '.' | ';' | ':' | '\u{a0}' => continue,
            'a'..='z' | 'A'..='Z' | '0'..='9' => {
                let is_digit = letter.is_ascii_digit();
                token.text.push(letter.to_ascii_lowercase());
                while let Some((at, more)) =
                    letters.next_if(|(_, next)| next.is_ascii_alphanumeric() && next.is_ascii_digit() == is_digit)
                {
                    token.text.push(more.to_ascii_lowercase());
                    token.at.end = at + 1;
                }
            }
            '<' | '>' => {
                token.text.push(letter);
                if let Some((at, _)) = letters.next_if(|(_, next)| *next == '=') {
                    token.text.push('=');
                    token.at.end = at + 1;
                }
            }
            '(' | ')' | ',' | '=' => token.text.push(letter),
            '≤' => token.text.push_str("<="),
            '≥' => token.text.push_str(">="),
            '-' | '–' | '…' => token.text.push_str("to"),
            '♠' => token.text.push_str("spade"),
            '♥' => token.text.push_str("heart"),
            '♦' => token.text.push_str("diamond"),
            '♣' => token.text.push_str("club"),
            _ => return Err((token.at, letter)),
        }
        tokens.push(token);
    }
    Ok(tokens)
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

/// What was looked for where reading stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Missing {
    /// How many words were left there.
    pub(super) left: usize,
    pub(super) wanted: Vec<&'static str>,
    /// What else is wrong there, in words of its own.
    pub(super) why: Option<&'static str>,
}

impl Missing {
    pub(super) fn said(&self, found: Option<&Token>) -> String {
        let wanted = match self.wanted.as_slice() {
            [] => String::new(),
            [alone] => format!("; {alone} is expected here"),
            [first @ .., last] => format!("; {} or {last} is expected here", joined(first, ", ")),
        };
        match (found, self.why) {
            (_, Some(why)) => why.to_owned(),
            (None, _) if self.wanted.is_empty() => "this is not a rule".to_owned(),
            (None, _) => format!("the rule breaks off{wanted}"),
            (Some(token), _) => match nearest(&token.text) {
                Some(meant) => format!("“{}” is not understood; did you mean “{meant}”?", token.text),
                None => format!("“{}” is not understood{wanted}", token.text),
            },
        }
    }
}

/// The word of the language that somebody probably meant who wrote this one, which is none.
fn nearest(word: &str) -> Option<&'static str> {
    let meant = VOCABULARY.split_whitespace().min_by_key(|known| strsim::damerau_levenshtein(known, word))?;
    let distance = strsim::damerau_levenshtein(meant, word);
    (1..=if word.len() < 5 { 1 } else { 2 }).contains(&distance).then_some(meant)
}

/// What can be meant by a word that is none.
const VOCABULARY: &str = "red black spade spades heart hearts diamond diamonds club clubs odd even face ace jack queen king next \
    last before suit rank colour parity same differs differ different above below wrapping within between higher lower than least \
    most multiple if then else otherwise not and or repeat order card has the from suits colours ranks exactly number picture";

pub(super) type Tokens<'t> = TokenSlice<'t, Token>;
pub(super) type Read<T> = Result<T, ErrMode<Missing>>;

impl<'t> ParserError<Tokens<'t>> for Missing {
    type Inner = Missing;

    fn from_input(input: &Tokens<'t>) -> Missing {
        Missing { left: input.len(), ..Missing::default() }
    }

    /// Of two that failed, the one that came farther.
    fn or(mut self, other: Missing) -> Missing {
        match self.left.cmp(&other.left) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                self.why = self.why.or(other.why);
                for wanted in other.wanted {
                    if !self.wanted.contains(&wanted) {
                        self.wanted.push(wanted);
                    }
                }
                self
            }
        }
    }

    fn into_inner(self) -> Result<Missing, Missing> {
        Ok(self)
    }
}

pub(super) fn missing<T>(words: &Tokens<'_>, wanted: &'static str) -> Read<T> {
    Err(ErrMode::Backtrack(Missing { left: words.len(), wanted: vec![wanted], why: None }))
}

pub(super) fn wrong<T>(words: &Tokens<'_>, why: &'static str) -> Read<T> {
    Err(ErrMode::Cut(Missing { left: words.len(), wanted: Vec::new(), why: Some(why) }))
}
