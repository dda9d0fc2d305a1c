//! Cards on a board that hang in lines: a line of cards that wraps like text, with others hanging below each of them.

use super::super::area::{Area, AreaLook};
use super::super::lines::HangingLines;
use super::super::piece::{Piece, PieceId};
use super::super::place::Place;
use super::super::table::{Label, LabelLook};
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};

/// How far the word on the lowest of them is over its lower edge, as a part of the card.
const UNDER_WORD: f32 = 0.07;

/// How wide a card must be that a word is written on, in table units; a narrower one has a cross.
const WORD_WIDE: f32 = 64.0;

/// A card that hangs in a line, and the seat that laid it.
pub type Hanging = (ShownCard, Option<usize>);

impl CardTable {
    /// Cards on the board as they hang in lines, the last of the line marked; each with the seat that laid it, if one did, so that
    /// one that was hidden glides from its hand. `last` names the last card of the line; `below` says in a word what hangs below one
    /// of it, on the lowest. `held` is how many cards a seat has left.
    pub fn hang(
        &mut self,
        links: &[(Hanging, Vec<Hanging>)],
        (last, below): (&str, &str),
        held: impl Fn(usize) -> usize,
    ) {
        let counts: Vec<usize> = links.iter().map(|(_, below)| below.len()).collect();
        let lines = HangingLines::fitting(&counts, self.ring.board());
        if let Some(place) = links.len().checked_sub(1).map(|number| lines.card(number)) {
            let area = Area::new(CardArea::Trick(0), place.centre, lines.size(), last);
            self.layout.areas.push(Area { look: AreaLook::Marked, ..area });
        }
        let mut lay = |(card, by): &Hanging, place: Place| {
            let piece = Piece::new(CardPiece::Card(card.number), card.face, CardArea::Middle, place);
            let was = by.map(|seat| PieceId::of(CardPiece::Hidden(seat as u8, held(seat) as u8)));
            self.layout.pieces.push(Piece { was, is_dimmed: card.is_dimmed, ..piece });
        };
        let word = if lines.size().0 < WORD_WIDE { "×" } else { below };
        for (number, (card, hanging)) in links.iter().enumerate() {
            lay(card, lines.card(number));
            hanging.iter().enumerate().for_each(|(place, card)| lay(card, lines.hanging(number, place)));
            let Some(lowest) = hanging.len().checked_sub(1) else { continue };
            let (x, y) = lines.hanging(number, lowest).centre;
            let foot = (x, y + (0.5 - UNDER_WORD) * lines.size().1);
            self.layout.labels.push(Label { look: LabelLook::OnCard, ..Label::new(foot, word) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;
    use super::*;
    use crate::layout::{Material, Room, SeatRing};

    #[test]
    fn what_hangs_below_a_card_says_once_what_it_is_on_the_lowest_and_nothing_stands_on_the_line() {
        let mut cards = shown(20).into_iter().map(|card| (card, None));
        let links: Vec<(Hanging, Vec<Hanging>)> = [2, 0, 7, 1]
            .map(|below| (cards.next().expect("a card"), cards.by_ref().take(below).collect()))
            .into_iter()
            .collect();
        let mut table = CardTable::new(SeatRing::new(3, 0, Room::USUAL).in_column(), Material::Cards);
        table.hang(&links, ("last card", "wrong"), |_| 9);
        let layout = table.finish();
        let lowest: Vec<u8> = links.iter().filter_map(|(_, below)| Some(below.last()?.0.number)).collect();
        assert_eq!(layout.labels.len(), lowest.len());
        for (label, number) in layout.labels.iter().zip(lowest) {
            let card = layout.piece(PieceId::of(CardPiece::Card(number))).expect("a card");
            let (across, down) = (label.centre.0 - card.place.centre.0, label.centre.1 - card.place.centre.1);
            assert_eq!((label.text.as_str(), label.look), ("wrong", LabelLook::OnCard));
            assert!(across.abs() < 0.1 && down > 0.0 && down < 0.5 * layout.piece_extent(card).size().1, "{number}");
        }
    }
}
