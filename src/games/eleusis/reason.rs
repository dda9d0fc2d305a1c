//! What speaks for a move in Eleusis Express: how many rules still fit and what they say, and the sentence made of that.

use std::fmt;

use crate::cards::Card;
use crate::engine::seats::Seat;
use crate::words::{how_often, in_words};

use super::language::Rule;
use super::moves::Words;

/// Why a move is good. Chances are from 0 to 1, by the rules that still fit, the simple ones weighed more.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Plays {
        card: Card,
        /// How likely it is right.
        chance: f32,
        left: RulesLeft,
    },
    /// No rule that Parlour knows fits the table.
    Tries(Card),
    NoCardFits {
        /// How likely no card of the hand is right.
        chance: f32,
        left: RulesLeft,
    },
    Guesses {
        rule: Words,
        left: RulesLeft,
    },
    Passes {
        left: RulesLeft,
        /// How many cards a wrong guess counts; 0 if it costs nothing.
        costs: usize,
    },
    /// A dealer's rule, and how much of the deck is right at any time, in words.
    Deals {
        rule: Rule,
        share: String,
    },
    Lets(Seat),
    /// A true thing about the own rule.
    Hints(Words),
    /// All that could be said of it has been said.
    HintsNothing,
    /// Only the dealer knows.
    AsksTheDealer,
    /// Nothing is known of what is best.
    Anything,
}

/// How many rules that Parlour knows fit everything on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesLeft(pub u64);

/// From this chance on, all that is left is rounding.
pub(super) const SURE: f32 = 1.0 - 1e-5;

/// A question that is answered with yes by a chance between these tells a good player much.
const TELLING: std::ops::RangeInclusive<f32> = 0.25..=0.75;

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Plays { card, chance, left } => {
                let tells = if TELLING.contains(chance) { ", and right or wrong, you learn much from it" } else { "" };
                write!(f, "Play the {}: {}{tells}", card.spoken(), left.say("it is right", *chance))
            }
            Reason::Tries(card) => {
                write!(
                    f,
                    "Play the {}: no rule that Parlour knows fits the table, so any card tells you something",
                    card.spoken()
                )
            }
            Reason::NoCardFits { chance, left } => {
                write!(f, "Say that no card fits: {}", left.say("none of your cards is right", *chance))
            }
            Reason::Guesses { rule, left: RulesLeft(1) } => {
                write!(f, "Guess “{rule}”: it is the only rule that Parlour knows that still fits the table")
            }
            Reason::Guesses { rule, left } => {
                write!(f, "Guess “{rule}”: of the {left} that still fit the table, none is likelier")
            }
            Reason::Passes { left: RulesLeft(0), .. } => {
                f.write_str("Go on without a guess: no rule that Parlour knows fits the table")
            }
            Reason::Passes { left, costs } => {
                let fit = if left.0 == 1 { "fits" } else { "fit" };
                write!(f, "Go on without a guess: {left} still {fit} the table, and none is likely enough")?;
                if *costs > 0 {
                    write!(f, ", since a wrong guess counts as {} cards", in_words(*costs))
                } else {
                    Ok(())
                }
            }
            Reason::Deals { rule, share } => {
                write!(f, "Choose “{rule}” as your rule: about {share} of the cards are right at any time")
            }
            Reason::Lets(seat) => write!(f, "Let {} begin: that is the player after the dealer", seat.called()),
            Reason::Hints(words) => write!(f, "Say “{words}”: it is true of your rule"),
            Reason::HintsNothing => f.write_str("Give no hint: anything more would give the rule away"),
            Reason::AsksTheDealer => f.write_str("Judge by your rule: nobody else knows it"),
            Reason::Anything => f.write_str("Try this: nothing better is known"),
        }
    }
}

impl RulesLeft {
    /// How many they are, with no more precision than such a count has.
    ///
    /// ```
    /// use parlour::games::eleusis::reason::RulesLeft;
    ///
    /// let said = [3, 47, 2_345, 1_460_000, 23_400_000].map(|count| RulesLeft(count).in_figures());
    /// assert_eq!(said, ["three", "about 50", "about 2,300", "about 1,500,000", "about 23 million"]);
    /// ```
    pub fn in_figures(self) -> String {
        match self.0 {
            count @ 0..=12 => in_words(count as usize),
            count @ 13..100 => format!("about {}", (count + 5) / 10 * 10),
            count @ 100..10_000_000 => format!("about {}", grouped(to_two_digits(count))),
            count @ 10_000_000..1_000_000_000 => format!("about {} million", to_two_digits(count) / 1_000_000),
            _ => "more than a billion".to_owned(),
        }
    }

    /// What these rules say, and how many of them do.
    fn say(self, what: &str, chance: f32) -> String {
        match (self.0, chance >= SURE) {
            (1, _) => format!("{what}, by the only rule that Parlour knows that still fits the table"),
            (_, true) => format!("{what} by every one of the {self} that still fit the table"),
            (_, false) => {
                format!("{what} {}, going by the {self} that still fit the table", how_often(f64::from(chance)))
            }
        }
    }
}

/// The nearest number of which only the first two digits are not 0.
const fn to_two_digits(number: u64) -> u64 {
    let unit = 10u64.pow(number.ilog10().saturating_sub(1));
    (number + unit / 2) / unit * unit
}

/// With a comma before every three digits: 2,300.
fn grouped(number: u64) -> String {
    match number / 1000 {
        0 => number.to_string(),
        more => format!("{},{:03}", grouped(more), number % 1000),
    }
}

/// "three rules", "about 40 rules", "thousands of rules".
impl fmt::Display for RulesLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("one rule"),
            count @ 0..=12 => write!(f, "{} rules", in_words(count as usize)),
            count @ 13..100 => write!(f, "about {} rules", (count + 5) / 10 * 10),
            100..1000 => f.write_str("hundreds of rules"),
            1000..1_000_000 => f.write_str("thousands of rules"),
            1_000_000..1_000_000_000 => f.write_str("millions of rules"),
            _ => f.write_str("billions of rules"),
        }
    }
}
