//! The moves of Mystique Guilds and their notation.

use std::fmt;
use std::str::FromStr;

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::game::NotAMove;
use crate::engine::seats::Seat;

/// The influence card for cards of another player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Offer {
    pub card: MystiqueCard,
    pub to: Seat,
    pub asked: MystiqueSet,
}

/// A turn, or the answer to an offer.
///
/// ```
/// use parlour::games::guilds::moves::Move;
///
/// for text in ["draw", "take", "buy 3rC 2", "buy 3rC 0 1", "offer 3rC 1 2bS 4bS", "agree", "refuse"] {
///     assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
/// }
/// assert_eq!("buy 3rC 2 0".parse::<Move>().unwrap(), "buy 3rC 2".parse().unwrap());
/// assert_eq!("offer 3rC 1 4bS 2bS".parse::<Move>().unwrap().to_string(), "offer 3rC 1 2bS 4bS");
/// assert!("buy 3rC".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// The top card of the draw deck.
    Draw,
    /// The top card of the discard deck.
    Take,
    /// With this influence card: so many cards from the draw deck, and so many from the top of the discard deck.
    Buy {
        card: MystiqueCard,
        drawn: u8,
        taken: u8,
    },
    Offer(Offer),
    Agree,
    Refuse,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Draw => f.write_str("draw"),
            Move::Take => f.write_str("take"),
            Move::Buy { card, drawn, taken: 0 } => write!(f, "buy {card} {drawn}"),
            Move::Buy { card, drawn, taken } => write!(f, "buy {card} {drawn} {taken}"),
            Move::Offer(Offer { card, to, asked }) => {
                write!(f, "offer {card} {to}")?;
                asked.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Move::Agree => f.write_str("agree"),
            Move::Refuse => f.write_str("refuse"),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["draw"] => Ok(Move::Draw),
            ["take"] => Ok(Move::Take),
            ["buy", card, drawn] => Ok(Move::Buy { card: read(card)?, drawn: number(drawn)?, taken: 0 }),
            ["buy", card, drawn, taken] => {
                Ok(Move::Buy { card: read(card)?, drawn: number(drawn)?, taken: number(taken)? })
            }
            ["offer", card, to, asked @ ..] => {
                let to = Seat::new(number(to)?).ok_or(NotAMove)?;
                Ok(Move::Offer(Offer { card: read(card)?, to, asked: read(&asked.join(" "))? }))
            }
            ["agree"] => Ok(Move::Agree),
            ["refuse"] => Ok(Move::Refuse),
            _ => Err(NotAMove),
        }
    }
}

fn read<T: FromStr>(text: &str) -> Result<T, NotAMove> {
    text.parse().map_err(|_| NotAMove)
}

/// A number in one digit.
fn number(text: &str) -> Result<u8, NotAMove> {
    let is_digit = text.len() == 1 && text.bytes().all(|letter| letter.is_ascii_digit());
    if is_digit { read(text) } else { Err(NotAMove) }
}
