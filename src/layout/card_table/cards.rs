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

/// The most cards that one pile can hold.
const MOST_PILED: u8 = 128;

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

/// The number of the area of the first seat's hand.
const HANDS: u16 = MOST_HELD as u16;

/// The number of the area of the first pile; that of the middle comes before it.
const PILES: u16 = HANDS + 4 * MOST_SEATS as u16 + 1;

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

    /// As the default, without counting: a table is laid for every moment of a move.
    fn number(self) -> u16 {
        let of_seats =
            |kind: u16, seat: u8| (HANDS + kind * u16::from(MOST_SEATS) + u16::from(seat), seat < MOST_SEATS);
        let (number, is_listed) = match self {
            CardArea::Own(place) => (place.into(), place < MOST_HELD),
            CardArea::Hand(seat) => of_seats(0, seat),
            CardArea::Trick(seat) => of_seats(1, seat),
            CardArea::Aside(seat) => of_seats(2, seat),
            CardArea::Taken(seat) => of_seats(3, seat),
            CardArea::Middle => (PILES - 1, true),
            CardArea::Pile(pile) => (PILES + u16::from(pile), pile < MOST_PILES),
        };
        if is_listed { number } else { CardArea::COUNT }
    }
}

impl CardArea {
    /// How many there are.
    pub(in super::super) const COUNT: u16 = PILES + MOST_PILES as u16;
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
            .chain((0..MOST_PILES).flat_map(|pile| (0..MOST_PILED).map(move |place| CardPiece::Pile(pile, place))))
    }

    /// As the default, without counting thousands of pieces.
    fn number(self) -> u16 {
        const CARDS: u16 = 256;
        const OF_SEATS: u16 = MOST_SEATS as u16 * MOST_HELD as u16;
        const IN_PILES: u16 = MOST_PILES as u16 * MOST_PILED as u16;
        let of_seats = |kind: u16, seat: u8, place: u8| {
            let number = CARDS + kind * OF_SEATS + u16::from(seat) * u16::from(MOST_HELD) + u16::from(place);
            (number, seat < MOST_SEATS && place < MOST_HELD)
        };
        let (number, is_listed) = match self {
            CardPiece::Card(number) => (number.into(), true),
            CardPiece::Hidden(seat, place) => of_seats(0, seat, place),
            CardPiece::Aside(seat, place) => of_seats(1, seat, place),
            CardPiece::Taken(seat, place) => of_seats(2, seat, place),
            CardPiece::Pile(pile, place) => {
                let number = CARDS + 3 * OF_SEATS + u16::from(pile) * u16::from(MOST_PILED) + u16::from(place);
                (number, pile < MOST_PILES && place < MOST_PILED)
            }
        };
        if is_listed { number } else { CARDS + 3 * OF_SEATS + IN_PILES }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_and_pieces_have_the_numbers_of_their_places_in_the_list() {
        for (place, area) in CardArea::all().enumerate() {
            assert_eq!((usize::from(area.number()), CardArea::from_number(area.number())), (place, Some(area)));
        }
        for (place, piece) in CardPiece::all().enumerate() {
            assert_eq!(usize::from(piece.number()), place, "{piece:?}");
        }
        for unlisted in
            [CardArea::Own(MOST_HELD), CardArea::Hand(MOST_SEATS), CardArea::Taken(255), CardArea::Pile(255)]
        {
            assert_eq!(usize::from(unlisted.number()), CardArea::all().count(), "{unlisted:?}");
        }
        for unlisted in [CardPiece::Hidden(0, MOST_HELD), CardPiece::Taken(255, 0), CardPiece::Pile(0, 255)] {
            assert_eq!(usize::from(unlisted.number()), CardPiece::all().count(), "{unlisted:?}");
        }
    }
}
