//! How a game of Mystique Maze ends on the table: the chain lies there from corner to corner and is walked card by card.

use crate::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::layout::{
    Area, AreaLook, CAPTION_ROOM, CARD, CardArea, CardPiece, CardTable, EndFigure, Exhibit, Finale, Piece, Place,
    Spotlight, build, piece_of,
};
use crate::words::capitalised;

use super::block::MazeChain;
use super::rules::View;
use super::table::MazeEnd;

/// The piles on the table: the deck, the discards, and the chain at the end.
pub const DECK: u8 = 0;
pub const DISCARDS: u8 = 1;
pub const CHAIN: u8 = 2;

/// The largest cards of a chain, and the space between two of them where there is room.
const LARGEST: f32 = 1.0;
const APART: f32 = 10.0;

impl View {
    /// The chain that has won, and whose it is.
    pub fn winning_chain(&self) -> Option<(Seat, &MazeChain)> {
        match &self.table.end {
            Some(MazeEnd::Linked { seat, chain }) => Some((*seat, chain)),
            Some(MazeEnd::OutOfCards | MazeEnd::LongEnough) | None => None,
        }
    }

    /// The cards that lie in the middle and no longer where their owner had them.
    pub fn in_chain(&self) -> MystiqueSet {
        self.winning_chain().map_or(MystiqueSet::EMPTY, |(_, chain)| chain.iter().copied().collect())
    }

    /// The chain in a row.
    pub fn lay_chain(&self, table: &mut CardTable, seat: Seat, chain: &[MystiqueCard]) {
        let (centre, (wide, high)) = table.below_open_hands();
        let scale = ((high - 2.0 * CAPTION_ROOM) / CARD.1).min(LARGEST);
        let gaps = chain.len().saturating_sub(1).max(1) as f32;
        let step = ((wide - scale * CARD.0) / gaps).min(scale * CARD.0 + APART);
        let size = (step * gaps + scale * CARD.0, scale * CARD.1);
        let name = format!("{} chain", seat.whose());
        table.area(Area { look: AreaLook::Marked, ..Area::new(CardArea::Pile(CHAIN), centre, size, name) });
        for ((number, card), place) in (0u8..).zip(chain).zip(build::fan(centre, step, 0.0, chain.len())) {
            // The first one is a corner card.
            let was = CardPiece::Hidden(seat.index() as u8, number.saturating_sub(1));
            let place = Place { scale, ..place };
            let piece = Piece::new(CardPiece::Card(card.index()), (*card).into(), CardArea::Pile(CHAIN), place);
            table.piece(piece.was(was));
        }
    }
}

/// From a card to the next one, by what changes: "suns to moons", "ace to two".
pub fn step_in_words(from: MystiqueCard, to: MystiqueCard) -> String {
    let changes = |kind: &AttributeKind| from.attribute(*kind) != to.attribute(*kind);
    let word = |card: MystiqueCard| match AttributeKind::ALL.into_iter().find(changes) {
        Some(AttributeKind::Colour) => card.colour().word().to_owned(),
        Some(AttributeKind::Suit) => card.suit().word().to_owned(),
        // A card is called by its number first.
        Some(AttributeKind::Number) | None => card.spoken().split(' ').next().unwrap_or_default().to_owned(),
    };
    format!("{} to {}", word(from), word(to))
}

/// The chain, step by step, and whose it is.
pub fn finale(view: &View) -> Finale {
    if view.table.end.is_none() {
        return Finale::default();
    }
    let Some((seat, chain)) = view.winning_chain() else {
        let nobody = Exhibit::sum(Spotlight::area(CardArea::Pile(DECK)), "Nobody has completed a chain", "");
        let turns = EndFigure::new(view.table.turns, "turns of all players");
        return Finale { figures: vec![turns], ..Finale::of([nobody]) };
    };
    let step = |(number, pair): (usize, &[MystiqueCard])| {
        let spots = Spotlight::pieces(pair.iter().map(|card| piece_of(*card)));
        let figure = format!("{} of {}", number + 1, chain.len() - 1);
        Exhibit::part(spots, capitalised(&step_in_words(pair[0], pair[1])), figure)
    };
    let whole = Spotlight::pieces(chain.iter().map(|card| piece_of(*card))).and_seat(seat.index());
    let last = Exhibit::sum(whole, seat.does("is through the maze", "are through the maze"), "");
    let own_turns = usize::from(view.table.turns).div_ceil(view.table.seats().count());
    let cards = EndFigure::new(chain.len() - 2, "cards in the chain");
    let word = if own_turns == 1 { "turn" } else { "turns" };
    let turns = EndFigure::new(own_turns, format!("{} {word}", seat.whose()));
    Finale { figures: vec![cards, turns], ..Finale::of(chain.windows(2).enumerate().map(step).chain([last])) }
}
