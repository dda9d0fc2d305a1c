//! What speaks for a place in Mystique Energy: what can be seen of it, with cards and figures, and the sentence made of that.

use std::fmt;

use arrayvec::ArrayVec;

use crate::cards::{Attribute, AttributeKind, MystiqueCard};
use crate::hex::Hex;
use crate::words::listed;

use super::board::{COUNTED, HexBoard};
use super::rules::{View, in_factors};

/// Why a place is good.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// The card that is laid; `None` if nothing is left to lay.
    pub card: Option<MystiqueCard>,
    /// The cards that lie beside the place, by which it is found: three of them touch one place together and no other.
    pub beside: ArrayVec<MystiqueCard, 3>,
    /// What it does to one's own product; `None` for whoever has no energy card.
    pub own: Option<OwnProduct>,
    /// The largest groups that it makes larger and that do not count for oneself, with their new sizes.
    pub feeds: ArrayVec<(Attribute, u8), 3>,
}

/// One's own product before and after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnProduct {
    pub before: i32,
    pub after: i32,
    /// "5 × 3 × 1 = 15", afterwards.
    pub factors: String,
    /// Whether it would be lower nowhere else.
    pub is_least: bool,
}

impl Reason {
    /// What speaks for laying the playing card here.
    pub fn of(view: &View, hex: Hex) -> Reason {
        let (card, energy) = (view.playing_card(), view.own().and_then(|seat| view.table.energy(seat)));
        let board = &view.table.board;
        let near = board.field.touching(hex).filter_map(|number| board.cards().get(usize::from(number)));
        let beside = near.map(|(_, card)| *card).take(3).collect();
        let (Some(card), Some(energy)) = (card, energy) else {
            return Reason { card, beside, own: None, feeds: ArrayVec::new() };
        };
        let with = |hex: Hex| {
            let mut after = board.clone();
            after.lay(hex, card);
            after
        };
        let (here, after) = (with(hex), with(hex).product(energy));
        let is_least = board.field.open().iter().all(|other| with(*other).product(energy) >= after);
        let factors = in_factors(&here, Some(energy));
        Reason {
            card: Some(card),
            beside,
            own: Some(OwnProduct { before: board.product(energy), after, factors, is_least }),
            feeds: COUNTED.into_iter().filter_map(|kind| fed(board, &here, card, energy, kind)).collect(),
        }
    }
}

/// The group of this kind, with its size, if the card makes the largest one larger and it does not count for this energy.
fn fed(
    before: &HexBoard,
    after: &HexBoard,
    card: MystiqueCard,
    energy: MystiqueCard,
    kind: AttributeKind,
) -> Option<(Attribute, u8)> {
    let attribute = card.attribute(kind);
    let grows = after.largest(attribute) > before.largest(attribute) && after.largest(attribute) > 1;
    (grows && attribute != energy.attribute(kind)).then(|| (attribute, after.largest(attribute)))
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(card) = self.card else { return f.write_str("Lay your card") };
        write!(f, "Lay the {}", card.spoken())?;
        if !self.beside.is_empty() {
            let beside: Vec<String> = self.beside.iter().map(|card| format!("the {}", card.spoken())).collect();
            write!(f, " beside {}", listed(&beside))?;
        }
        let Some(own) = &self.own else { return Ok(()) };
        let OwnProduct { before, after, factors, is_least } = own;
        match (after == before, is_least) {
            (true, _) => write!(f, ": your product stays as it is, {factors}")?,
            (false, true) => {
                write!(f, ": your product goes from {before} to {after}, and no other place would keep it lower")?
            }
            (false, false) => write!(f, ": your product goes from {before} to {after}")?,
        }
        let groups: Vec<String> = self.feeds.iter().enumerate().map(|(number, group)| grown(number, group)).collect();
        let counts = match groups.len() {
            0 => return Ok(()),
            1 => "which does not count for you",
            2 => "and neither counts for you",
            _ => "and none of them counts for you",
        };
        write!(f, ". {}, {counts}", listed(&groups))
    }
}

/// "The largest group of red cards grows to 5", and after the first one "that of arms to 3".
fn grown(number: usize, (attribute, size): &(Attribute, u8)) -> String {
    let cards = match attribute {
        Attribute::Colour(colour) => format!("{} cards", colour.word()),
        Attribute::Number(_) | Attribute::Suit(_) => attribute.to_string(),
    };
    if number == 0 {
        format!("The largest group of {cards} grows to {size}")
    } else {
        format!("that of {cards} to {size}")
    }
}
