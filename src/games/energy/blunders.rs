//! What nobody plays in Mystique Energy who knows the game.

use crate::cards::{Attribute, AttributeKind, MystiqueCard};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::hex::Hex;

use super::board::HexBoard;
use super::rules::{Move, MystiqueEnergy};

impl Blunders for MystiqueEnergy {
    const BLUNDERS: &'static [Blunder<MystiqueEnergy>] = &[
        Blunder {
            name: "enlarges a group that counts against it, though its card could feed others as much elsewhere",
            is_made: grows_without_need,
        },
        Blunder {
            name: "enlarges its own groups more than it must, though its card could feed others as much elsewhere",
            is_made: grows_more_than_it_must,
        },
    ];
}

/// Elsewhere its own groups stay as they are.
fn grows_without_need(observation: &Observation<'_, MystiqueEnergy>, Move(hex): &Move) -> bool {
    is_outdone(observation, *hex, |now, _, elsewhere| elsewhere == now)
}

/// Elsewhere they grow as well, but less.
fn grows_more_than_it_must(observation: &Observation<'_, MystiqueEnergy>, Move(hex): &Move) -> bool {
    is_outdone(observation, *hex, |_, here, elsewhere| elsewhere < here)
}

/// Whether what counts against it grows if the card lies here, and for a better place this holds of its size: now, with the card here,
/// and with it there.
fn is_outdone(observation: &Observation<'_, MystiqueEnergy>, hex: Hex, holds: impl Fn(u16, u16, u16) -> bool) -> bool {
    let (view, board) = (observation.view, &observation.view.table.board);
    let (Some(card), Some(energy)) = (view.playing_card(), view.table.energy(observation.seat)) else { return false };
    let own = || card.shared(energy).map(move |kind| card.attribute(kind));
    let now: u16 = own().map(|attribute| u16::from(board.largest(attribute))).sum();
    let with = |hex: Hex| -> u16 { own().map(|attribute| u16::from(largest_with(board, hex, attribute))).sum() };
    let here = with(hex);
    here > now
        && !parts_own_groups(board, hex, card, energy)
        && board
            .field
            .open()
            .iter()
            .any(|place| holds(now, here, with(*place)) && is_no_worse(board, [*place, hex], card, energy))
}

/// The size of the largest group with this attribute, once a card that has it lies there.
fn largest_with(board: &HexBoard, hex: Hex, attribute: Attribute) -> u8 {
    board.largest(attribute).max(board.grown(hex, attribute))
}

/// Whether no group of this energy's would be larger for the card at the first place than at the second, and none of others' smaller.
fn is_no_worse(board: &HexBoard, [place, other]: [Hex; 2], card: MystiqueCard, energy: MystiqueCard) -> bool {
    AttributeKind::ALL.into_iter().all(|kind| {
        let attribute = card.attribute(kind);
        let (grown, grown_there) = (board.grown(place, attribute), board.grown(other, attribute));
        if attribute == energy.attribute(kind) { grown <= grown_there } else { grown >= grown_there }
    })
}

/// Whether a card keeps apart what another one there would join to much more than the largest group: reason enough to lay it there.
fn parts_own_groups(board: &HexBoard, hex: Hex, card: MystiqueCard, energy: MystiqueCard) -> bool {
    AttributeKind::ALL.into_iter().map(|kind| energy.attribute(kind)).any(|attribute| {
        card.attribute(attribute.kind()) != attribute && board.grown(hex, attribute) > board.largest(attribute) + 1
    })
}
