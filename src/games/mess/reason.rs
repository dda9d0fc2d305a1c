//! What speaks for a move in Mess Machine: what it does and what is proven, with figures, and the sentence made of that.

use std::fmt;

use crate::words::{counted_in_words, in_words, listed};

use super::board::Press;
use super::table::ButtonChoice;

/// Why a move is good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    Chooses {
        choice: ButtonChoice,
        /// How often a shortest repair presses the direct and the indirect button; `None` if none was found.
        uses: Option<(usize, usize)>,
    },
    Presses {
        press: Press,
        /// How many tiles come home.
        homes: usize,
        /// Whether that is a point.
        scores: bool,
        /// Whether it takes a token of the own direct button.
        is_direct: bool,
        /// How many presses can then finish the picture, if nothing breaks; `None` if it was not found out.
        to_go: Option<PressesToGo>,
    },
    Agrees,
    Refuses {
        /// How many presses can finish the picture; `None` if it is not proven that any can.
        presses: Option<usize>,
    },
    Stops,
}

/// The length of a shortest repair after a press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PressesToGo {
    pub presses: usize,
    /// Whether no other press leaves fewer.
    pub is_fewest: bool,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Chooses { choice: ButtonChoice { direct, indirect }, uses } => {
                write!(f, "Choose {direct} as your direct button and {indirect} as your indirect one")?;
                let Some((of_direct, of_indirect)) = uses else { return Ok(()) };
                write!(
                    f,
                    ": a shortest repair presses {direct} {} and {indirect} {}",
                    times(*of_direct),
                    times(*of_indirect)
                )
            }
            Reason::Presses { press, homes, scores, is_direct, to_go } => {
                let claims = [
                    comes_home(*homes, *scores),
                    is_direct.then(|| "it takes a token of your direct button".to_owned()),
                    to_go.map(PressesToGo::in_words),
                ];
                let claims: Vec<String> = claims.into_iter().flatten().collect();
                let why = if claims.is_empty() { String::new() } else { format!(": {}", listed(&claims)) };
                write!(f, "Press {}{why}", press.spoken())
            }
            Reason::Agrees => f.write_str("Agree: it is proven that the picture can no longer be repaired"),
            Reason::Refuses { presses: Some(presses) } => {
                write!(
                    f,
                    "Go on: the picture can still be repaired in {}",
                    counted_in_words(*presses, "press", "presses")
                )
            }
            Reason::Refuses { presses: None } => f.write_str("Go on: it is not proven that the picture is lost"),
            Reason::Stops => f.write_str("Propose to stop: it is proven that the picture can no longer be repaired"),
        }
    }
}

impl PressesToGo {
    fn in_words(self) -> String {
        let fewest = if self.is_fewest { ", the fewest possible" } else { "" };
        match self.presses {
            0 => "the picture is whole".to_owned(),
            1 => format!("one more press can finish the picture{fewest}"),
            many => format!("{} more presses can finish the picture{fewest}", in_words(many)),
        }
    }
}

fn comes_home(homes: usize, scores: bool) -> Option<String> {
    let tiles = match homes {
        0 => return None,
        1 => "a tile comes home",
        _ => "two tiles come home",
    };
    Some(if scores { format!("{tiles}, which is a point") } else { tiles.to_owned() })
}

fn times(count: usize) -> String {
    match count {
        0 => "not at all".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        many => format!("{} times", in_words(many)),
    }
}
