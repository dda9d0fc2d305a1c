//! What a seat may do, and how it is written.

use std::fmt;
use std::str::FromStr;

use super::language::Rule;
use crate::cards::Card;
use crate::engine::game::NotAMove;
use crate::engine::seats::Seat;
use crate::words::joined;

/// The longest hint or guess, in letters: any rule can be said.
pub const LONGEST_WORDS: usize = 800;

/// One decision of one seat.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// The dealer writes a rule down.
    Rule(Rule),
    /// The dealer keeps a rule in mind, and will judge by hand.
    InMind,
    /// The dealer gives a hint.
    Hint(Words),
    /// The dealer says who begins.
    Start(Seat),
    Play(Card),
    /// No card of the hand fits.
    NoCard,
    /// The dealer is asked for a hint.
    Ask,
    /// In the language of rules, or in free words where the dealer judges by hand.
    Guess(Words),
    /// No guess, or no hint.
    Pass,
    /// The dealer says whether what was asked is right: a card, that no card fits, or a guess.
    Judge(bool),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Rule(rule) => write!(f, "rule {rule}"),
            Move::InMind => f.write_str("rule in mind"),
            Move::Hint(words) => write!(f, "hint {words}"),
            Move::Start(seat) => write!(f, "start {seat}"),
            Move::Play(card) => write!(f, "play {card}"),
            Move::NoCard => f.write_str("none"),
            Move::Ask => f.write_str("ask"),
            Move::Guess(words) => write!(f, "guess {words}"),
            Move::Pass => f.write_str("pass"),
            Move::Judge(true) => f.write_str("judge right"),
            Move::Judge(false) => f.write_str("judge wrong"),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let read = match (verb, rest) {
            ("rule", "in mind") => Some(Move::InMind),
            ("rule", rule) => Rule::said(rule).map(Move::Rule),
            ("hint", words) => Words::new(words).map(Move::Hint),
            ("start", seat) => seat.parse().ok().and_then(Seat::new).map(Move::Start),
            ("play", card) => card.parse().ok().map(Move::Play),
            ("guess", words) => Words::new(words).map(Move::Guess),
            ("judge", "right") => Some(Move::Judge(true)),
            ("judge", "wrong") => Some(Move::Judge(false)),
            ("none", "") => Some(Move::NoCard),
            ("ask", "") => Some(Move::Ask),
            ("pass", "") => Some(Move::Pass),
            _ => None,
        };
        read.ok_or(NotAMove)
    }
}

/// A line that somebody says: one to [`LONGEST_WORDS`] letters that can be seen, its spaces single.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Words(String);

impl Words {
    /// `None` if there is nothing, or too much, to say.
    pub fn new(text: &str) -> Option<Words> {
        // Neither what turns the direction of writing or cannot be seen, nor letters of private use, which stand for names.
        let is_plain = |letter: char| {
            !letter.is_control()
                && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}')
        };
        let words = joined(text.split_whitespace(), " ");
        let fits = (1..=LONGEST_WORDS).contains(&words.chars().count()) && words.chars().all(is_plain);
        (fits && words == text).then_some(Words(words))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a rule, if it is one.
    pub fn as_rule(&self) -> Option<Rule> {
        Rule::said(&self.0)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
