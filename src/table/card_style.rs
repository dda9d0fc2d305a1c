//! How players want their cards: the deck, its backs, and two colours or four.

use std::borrow::Cow;

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::assets;
use super::looks::Drawings;
use super::theme::print;
use crate::cards::{Card, MystiqueCard, Suit};
use crate::layout::Face;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Back {
    #[default]
    Lattice,
    Waves,
    Plain,
}

impl Back {
    pub const ALL: [Back; 3] = [Back::Lattice, Back::Waves, Back::Plain];

    pub fn name(self) -> &'static str {
        ["Lattice", "Waves", "Plain"][self as usize]
    }

    fn file(self) -> &'static str {
        ["back-lattice.svg", "back-waves.svg", "back-plain.svg"][self as usize]
    }
}

#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct CardStyle {
    pub drawings: Drawings,
    pub back: Back,
    /// Whether diamonds are blue and clubs green.
    pub four_colours: bool,
}

impl CardStyle {
    /// Parlour's own drawing of a card by its name, such as `french/KS.svg`, in the colours of its suit; empty if there is none.
    pub fn card(&self, name: &str) -> Cow<'static, [u8]> {
        self.coloured(name, assets::find(&format!("cards/{name}")).unwrap_or_default())
    }

    /// The player's own drawing of it, if their deck has one. It must not be drawn here: see [`Drawings::draw`].
    pub fn own_card(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.drawings.own(name).map(|drawing| self.coloured(name, drawing))
    }

    fn coloured<'a>(&self, name: &str, drawing: &'a [u8]) -> Cow<'a, [u8]> {
        let french = name.strip_prefix("french/").and_then(|name| name.strip_suffix(".svg")?.parse().ok());
        let coloured = french.filter(|_| self.four_colours).and_then(|card| recoloured(card, drawing));
        coloured.map_or(Cow::Borrowed(drawing), Cow::Owned)
    }

    /// Parlour's own drawing of what a piece shows.
    pub fn drawing(&self, face: Face) -> Cow<'static, [u8]> {
        match face {
            Face::French(_) | Face::Mystique(_) | Face::Joker(_) => {
                on_its_paper(face, self.card(&card_file(face).unwrap_or_default()))
            }
            Face::Back => self.card(self.back.file()),
            Face::Token(kind) => asset(&format!("tokens/token-{}.svg", kind + 1)),
            Face::Stone => asset("tokens/stone.svg"),
            Face::Die(number) => asset(&format!("tiles/die-{number}.svg")),
            Face::Part(part) => asset(&format!("tiles/number-{}.svg", part + 1)),
        }
    }

    /// The player's own drawing of what a piece shows, if their deck has one; as with [`CardStyle::own_card`].
    pub fn own_drawing(&self, face: Face) -> Option<Cow<'_, [u8]>> {
        match face {
            Face::Back => self.own_card("back.svg"),
            _ => self.own_card(&card_file(face)?).map(|drawing| on_its_paper(face, drawing)),
        }
    }
}

/// The file that a card is drawn from; `None` for what is no card, and for backs, which are more than one.
fn card_file(face: Face) -> Option<String> {
    match face {
        Face::French(card) => Some(format!("french/{card}.svg")),
        Face::Joker(number) => Some(format!("french/X{number}.svg")),
        Face::Mystique(card) if card.is_silver() => Some(mystique_file(card.twin())),
        Face::Mystique(card) => Some(mystique_file(card)),
        Face::Back | Face::Token(_) | Face::Stone | Face::Die(_) | Face::Part(_) => None,
    }
}

fn on_its_paper(face: Face, drawing: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match face {
        Face::Mystique(card) if card.is_silver() => silvered(drawing),
        _ => drawing,
    }
}

fn mystique_file(card: MystiqueCard) -> String {
    format!("mystique/{card}.svg")
}

/// A card of the second deck: the same drawing on silver paper.
fn silvered(drawing: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let papers = [(print::PAPER, print::SILVER), (print::PAPER_EDGE, print::SILVER_EDGE)];
    match std::str::from_utf8(&drawing) {
        Ok(text) => {
            let silver = papers.iter().fold(text.to_owned(), |text, (from, to)| text.replace(&from.hex(), &to.hex()));
            Cow::Owned(silver.into_bytes())
        }
        Err(_) => drawing,
    }
}

fn asset(name: &str) -> Cow<'static, [u8]> {
    Cow::Borrowed(assets::find(name).unwrap_or_default())
}

/// The drawing of a card whose suit has another colour in a deck of four colours.
fn recoloured(card: Card, drawing: &[u8]) -> Option<Vec<u8>> {
    let colours = match card.suit() {
        Suit::Diamonds => [(print::RED, print::BLUE), (print::RED_SOFT, print::BLUE_SOFT)],
        Suit::Clubs => [(print::INK, print::GREEN), (print::INK_SOFT, print::GREEN_SOFT)],
        _ => return None,
    };
    let drawing = std::str::from_utf8(drawing).ok()?;
    let recoloured =
        colours.iter().fold(drawing.to_owned(), |drawing, (from, to)| drawing.replace(&from.hex(), &to.hex()));
    Some(recoloured.into_bytes())
}
