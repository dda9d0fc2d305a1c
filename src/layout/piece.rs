//! Pieces: what they are, and what they show.

use crate::cards::{Card, MystiqueCard};

use super::area::{AreaId, Numbered};
use super::place::{CARD, Place, TILE};

/// A piece of the game's, by number: the same piece keeps it for the whole game, so that it can glide.
///
/// A piece that a viewer cannot identify has a number that tells nothing, such as "third card of that hand".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId(u16);

impl PieceId {
    pub fn of<P: Numbered>(piece: P) -> PieceId {
        PieceId(piece.number())
    }

    pub fn to<P: Numbered>(self) -> Option<P> {
        P::from_number(self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    French(Card),
    Mystique(MystiqueCard),
    /// 1 or 2.
    Joker(u8),
    /// Its kind, 0 to 7.
    Token(u8),
    /// A stone that lies on cards nobody will see.
    Stone,
    /// The back of a card or tile.
    Back,
    /// A part of the table's picture, 0 to 15, row by row.
    Part(u8),
    /// A die that shows 1 to 6.
    Die(u8),
}

impl From<Card> for Face {
    fn from(card: Card) -> Face {
        Face::French(card)
    }
}

impl From<MystiqueCard> for Face {
    fn from(card: MystiqueCard) -> Face {
        Face::Mystique(card)
    }
}

impl Face {
    /// Whether it is a card's face.
    pub const fn is_card(self) -> bool {
        matches!(self, Face::French(_) | Face::Mystique(_) | Face::Joker(_))
    }

    /// Its name as it is read aloud.
    pub fn spoken(self) -> String {
        match self {
            Face::French(card) => card.spoken(),
            Face::Mystique(card) => card.spoken(),
            Face::Joker(_) => "a joker".to_owned(),
            Face::Token(kind) => format!("token {}", kind + 1),
            Face::Stone => "the stone".to_owned(),
            Face::Back => "face down".to_owned(),
            Face::Part(part) => format!("tile {}", part + 1),
            Face::Die(number) => format!("a die showing {number}"),
        }
    }

    /// The same within a sentence: "the seven of clubs".
    pub fn with_article(self) -> String {
        match self {
            Face::French(_) | Face::Mystique(_) => format!("the {}", self.spoken()),
            other => other.spoken(),
        }
    }

    /// Its name in the list of moves: "7♣", "palm of blue moons".
    pub fn printed(self) -> String {
        match self {
            Face::French(card) => card.pretty(),
            other => other.spoken(),
        }
    }
}

/// What the pieces of a table are made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Material {
    /// Cards of the French deck.
    #[default]
    Cards,
    /// Cards as above, with jokers, tokens and a stone.
    CardsAndTokens,
    /// Cards of the golden Mystique deck.
    Mystique,
    /// Cards of the golden and the silver one.
    MystiqueTwice,
    /// Tiles that make up the picture of this name, and dice.
    Tiles(String),
}

impl Material {
    /// The width and height of a piece of this scale, in table units.
    pub fn size_of(&self, scale: f32) -> (f32, f32) {
        let (wide, high) = if matches!(self, Material::Tiles(_)) { TILE } else { CARD };
        (wide * scale, high * scale)
    }
}

/// A piece on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    pub id: PieceId,
    pub face: Face,
    /// The area that it belongs to; it may lie beside the area's centre.
    pub area: AreaId,
    pub place: Place,
    /// Whether the seat may pick it up now.
    pub movable: bool,
    /// Whether it stands back: a card that may not be played now.
    pub is_dimmed: bool,
    /// What it is worth now, written on it.
    pub badge: Option<i8>,
    /// The seat whose it is, in an area with cards of several: its marker lies on it.
    pub owner: Option<u8>,
    /// The number it had before the viewer could identify it (or could do so for the last time). If the table still shows
    /// that one and the new layout does not, it is the same piece: it glides from there, and turns over on its way.
    pub was: Option<PieceId>,
}

impl Piece {
    pub fn new<P: Numbered, A: Numbered>(id: P, face: Face, area: A, place: Place) -> Piece {
        let (id, area) = (PieceId::of(id), AreaId::of(area));
        Piece { id, face, area, place, movable: false, is_dimmed: false, badge: None, owner: None, was: None }
    }

    pub fn movable(self, movable: bool) -> Piece {
        Piece { movable, ..self }
    }

    pub fn was<P: Numbered>(self, id: P) -> Piece {
        Piece { was: Some(PieceId::of(id)), ..self }
    }
}
