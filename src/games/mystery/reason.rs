//! What speaks for a move in Mystery Machine: what a question helps, what a card is for and how good the chances are, and the
//! sentence made of that.

use std::fmt;

use crate::cards::Card;
use crate::words::{how_often, in_words};

use super::moves::{HandCards, MysteryCards};
use super::puzzle::Price;
use super::rules::pretty_cards;

/// Why a move is good. Piles count from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Asks {
        pile: u8,
        with: HandCards,
        /// What the answer is worth; `None` if the puzzle is too large to tell.
        helps: Option<QuestionHelp>,
        /// The chance of winning from here; `None` where questions are free.
        winning: Option<f64>,
    },
    Picks {
        card: Card,
        discards: Option<Card>,
        aim: PickAim,
        winning: f64,
    },
    Names {
        cards: MysteryCards,
        because: NamedBecause,
    },
}

/// What a question is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuestionHelp {
    /// Whether no other pile helps more.
    pub is_best: bool,
    /// How many questions good play needs after it, on average; `None` if the search did not go to the end.
    pub then_needed: Option<f64>,
}

/// What a card from the market is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PickAim {
    /// With it this pile can be paid for, which could not be before.
    Pays { pile: u8, with: HandCards },
    /// With it so many of the cards that the pile costs are in the hand, more than before.
    Towards { pile: u8, price: Price, held: usize },
    /// No price comes nearer.
    Nothing,
}

/// Why the mystery is named now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedBecause {
    Certain,
    /// No pile can be paid for any more, and so many answers are possible.
    NothingToAsk(usize),
    /// What can still be asked would tell nothing new.
    NothingToLearn(usize),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Asks { pile, with, helps, winning } => {
                write!(f, "Ask pile {}", pile + 1)?;
                if !with.is_empty() {
                    write!(f, " with {}", pretty_cards(with, " "))?;
                }
                write!(f, "{}", helps.map_or(String::new(), QuestionHelp::in_words))?;
                write!(f, "{}", winning.map_or(String::new(), chances))
            }
            Reason::Picks { card, discards, aim, winning } => {
                let discards = discards.map_or(String::new(), |card| format!(" and discard {}", card.pretty()));
                write!(f, "Take {}{discards}{}{}", card.pretty(), aim.in_words(), chances(*winning))
            }
            Reason::Names { cards, because } => {
                let possible = |count: usize| format!("{} answers are still possible", in_words(count));
                let why = match *because {
                    NamedBecause::Certain => "the mystery is certain".to_owned(),
                    NamedBecause::NothingToAsk(count) => {
                        format!("you cannot pay for any more questions, and {}", possible(count))
                    }
                    NamedBecause::NothingToLearn(count) => {
                        format!("no question would tell you more, and {}", possible(count))
                    }
                };
                write!(f, "Name {}: {why}", pretty_cards(cards, " "))
            }
        }
    }
}

/// How often somebody wins who has this chance.
fn chances(winning: f64) -> String {
    format!(". From here you win {}", how_often(winning))
}

impl QuestionHelp {
    fn in_words(self) -> String {
        let claims = [self.is_best.then(|| "no pile tells you more".to_owned()), self.then_needed.map(needed)];
        let claims: Vec<String> = claims.into_iter().flatten().collect();
        if claims.is_empty() { String::new() } else { format!(": {}", claims.join(", and ")) }
    }
}

/// How many questions are needed on average, to the nearest half.
fn needed(questions: f64) -> String {
    let halves = (2.0 * questions).round() as usize;
    match halves {
        0 => "after it the mystery is nearly always certain".to_owned(),
        1 => "after that you usually need at most one more question".to_owned(),
        2 => "after it you need about one more question".to_owned(),
        _ if halves.is_multiple_of(2) => format!("after it you need about {} more questions", in_words(halves / 2)),
        _ => format!("after it you need {} or {} more questions", in_words(halves / 2), in_words(halves / 2 + 1)),
    }
}

impl PickAim {
    fn in_words(&self) -> String {
        match self {
            PickAim::Pays { pile, with } => {
                format!(": then you can pay for pile {} with {}", pile + 1, pretty_cards(with, " "))
            }
            PickAim::Towards { pile, price, held } => {
                let (held, all) = (in_words(*held), in_words(price.cards()));
                format!(": you then hold {held} of the {all} cards for pile {} ({})", pile + 1, price.words())
            }
            PickAim::Nothing => String::new(),
        }
    }
}
