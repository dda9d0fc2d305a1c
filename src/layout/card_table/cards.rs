//! Which areas a table of cards has, which pieces lie in them, and a card as it is shown there.
//!
//! A card that the viewer knows is the same piece wherever it lies; one that is hidden is known only by its place.

use super::super::area::Numbered;
use super::super::piece::{Face, PieceId};
use super::super::seat_ring::MOST_SEATS;
use crate::cards::DeckCard;

/// The most cards that one hand can hold.
pub(super) const MOST_HELD: u8 = 60;

const MOST_PILES: u8 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardArea {
    /// A card of the viewer's own hand, from the left.
    Own(u8),
    /// Another seat's hand.
    Hand(u8),
    /// Where a seat's card of the trick lies.
    Trick(u8),
    /// What a seat has set aside.
    Aside(u8),
    /// What a seat has taken.
    Taken(u8),
    /// The middle of the table, where cards are brought to play them.
    Middle,
    /// A pile of the game's, by a number that the game gives it: the stock, the discards.
    Pile(u8),
}

impl Numbered for CardArea {
    fn all() -> impl Iterator<Item = CardArea> {
        let seats = || 0..MOST_SEATS;
        (0..MOST_HELD)
            .map(CardArea::Own)
            .chain(seats().map(CardArea::Hand))
            .chain(seats().map(CardArea::Trick))
            .chain(seats().map(CardArea::Aside))
            .chain(seats().map(CardArea::Taken))
            .chain([CardArea::Middle])
            .chain((0..MOST_PILES).map(CardArea::Pile))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardPiece {
    /// A card that the viewer knows, by its number in its deck.
    Card(u8),
    /// A card of a seat's hand that the viewer does not know, by its place in it.
    Hidden(u8, u8),
    /// The same of what a seat has set aside.
    Aside(u8, u8),
    /// A trick that a seat has taken.
    Taken(u8, u8),
    /// A card of a pile that lies face down, from the lowest.
    Pile(u8, u8),
}

impl Numbered for CardPiece {
    fn all() -> impl Iterator<Item = CardPiece> {
        let of_seats = |most: u8| (0..MOST_SEATS).flat_map(move |seat| (0..most).map(move |place| (seat, place)));
        (0..=u8::MAX)
            .map(CardPiece::Card)
            .chain(of_seats(MOST_HELD).map(|(seat, place)| CardPiece::Hidden(seat, place)))
            .chain(of_seats(MOST_HELD).map(|(seat, place)| CardPiece::Aside(seat, place)))
            .chain(of_seats(MOST_HELD).map(|(seat, place)| CardPiece::Taken(seat, place)))
            .chain((0..MOST_PILES).flat_map(|pile| (0..128).map(move |place| CardPiece::Pile(pile, place))))
    }
}

/// A card as it lies on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShownCard {
    /// Its number in its deck.
    pub number: u8,
    pub face: Face,
    /// Whether it may not be played now.
    pub is_dimmed: bool,
    /// What it is worth now, written on it.
    pub badge: Option<i8>,
}

impl ShownCard {
    pub fn of<C: DeckCard + Into<Face>>(card: C) -> ShownCard {
        ShownCard { number: card.index(), face: card.into(), is_dimmed: false, badge: None }
    }
}

/// The card that a piece is, if the viewer knows it.
pub fn card_of<C: DeckCard>(piece: PieceId) -> Option<C> {
    match piece.to()? {
        CardPiece::Card(number) => C::from_index(number),
        CardPiece::Hidden(..) | CardPiece::Aside(..) | CardPiece::Taken(..) | CardPiece::Pile(..) => None,
    }
}

/// The piece that a card is to those who know it.
pub fn piece_of<C: DeckCard>(card: C) -> PieceId {
    PieceId::of(CardPiece::Card(card.index()))
}
