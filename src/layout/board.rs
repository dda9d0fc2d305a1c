//! The areas of a table with a board: its places, and what lies beside it.

use super::area::Numbered;
use super::card_table::CardArea;

/// A place of the board, or an area beside it.
///
/// An area beside the board has the same number as without a board, so a [`CardTable`](super::CardTable) lays hands and piles, and
/// the game adds its places.
///
/// ```
/// use parlour::hex::Hex;
/// use parlour::layout::{AreaId, BoardArea, CardArea};
///
/// let stock = AreaId::of(CardArea::Pile(0));
/// assert_eq!(stock.to(), Some(BoardArea::<Hex>::Card(CardArea::Pile(0))));
/// let place = AreaId::of(BoardArea::Place(Hex::new(1, -1)));
/// assert_eq!(place.to(), Some(BoardArea::Place(Hex::new(1, -1))));
/// assert_eq!(place.to::<CardArea>(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardArea<P> {
    Card(CardArea),
    Place(P),
}

impl<P: Numbered> Numbered for BoardArea<P> {
    fn all() -> impl Iterator<Item = BoardArea<P>> {
        CardArea::all().map(BoardArea::Card).chain(P::all().map(BoardArea::Place))
    }

    fn number(self) -> u16 {
        match self {
            BoardArea::Card(area) => area.number(),
            BoardArea::Place(place) => CardArea::COUNT + place.number(),
        }
    }
}
