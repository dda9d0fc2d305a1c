//! How players want their cards: the deck, its backs, two colours or four, and how large their indices are.

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

/// By how much the index of a card is larger than usual: 0 is the usual size, 1 the largest.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct IndexGrowth(f32);

/// From this width of a card down to that, in points, its index grows at every text size, so far at the most.
const SMALL_CARD: (f32, f32) = (60.0, 32.0);
const GROWTH_IF_SMALL: f32 = 0.6;

impl IndexGrowth {
    pub const USUAL: IndexGrowth = IndexGrowth(0.0);

    /// At this text size, in percent: from 200 % on an index is as large as it can be.
    pub fn at_text_size(percent: u16) -> IndexGrowth {
        IndexGrowth((f32::from(percent) / 100.0 - 1.0).clamp(0.0, 1.0))
    }

    /// The same on a card that is shown so many points wide.
    #[must_use]
    pub fn on_card(self, width: f32) -> IndexGrowth {
        let (from, to) = SMALL_CARD;
        let if_small = GROWTH_IF_SMALL * ((from - width) / (from - to)).clamp(0.0, 1.0);
        IndexGrowth(self.0.max(if_small))
    }
}

#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct CardStyle {
    pub drawings: Drawings,
    pub back: Back,
    /// Whether diamonds are blue and clubs green.
    pub four_colours: bool,
    pub index: IndexGrowth,
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

    /// Parlour's own drawing of what a piece shows, with an index that is so much larger.
    pub fn drawing(&self, face: Face, growth: IndexGrowth) -> Cow<'static, [u8]> {
        match face {
            Face::French(_) | Face::Mystique(_) | Face::Joker(_) => {
                with_index(growth, on_its_paper(face, self.card(&card_file(face).unwrap_or_default())))
            }
            Face::Back => self.card(self.back.file()),
            Face::Token(kind) => asset(&format!("tokens/token-{}.svg", kind + 1)),
            Face::Stone => asset("tokens/stone.svg"),
            Face::Die(number) => asset(&format!("tiles/die-{number}.svg")),
            Face::Part(part) => asset(&format!("tiles/number-{}.svg", part + 1)),
        }
    }

    /// The player's own drawing of what a piece shows, if their deck has one; as with [`CardStyle::own_card`].
    pub fn own_drawing(&self, face: Face, growth: IndexGrowth) -> Option<Cow<'_, [u8]>> {
        match face {
            Face::Back => self.own_card("back.svg"),
            _ => self.own_card(&card_file(face)?).map(|drawing| with_index(growth, on_its_paper(face, drawing))),
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

/// What a group of a drawing has that makes way for a larger index, or is part of it: where it is when that is largest, as two
/// scales and how far it is moved.
const LARGE: &str = " data-large=\"";

/// What is shown only with a larger index has this before it.
const HIDDEN: &str = " display=\"none\"";

/// The drawing with an index that is so much larger. A drawing that does not say how stays as it is.
fn with_index(growth: IndexGrowth, drawing: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let enlarged = match std::str::from_utf8(&drawing) {
        Ok(text) if growth != IndexGrowth::USUAL && text.contains(LARGE) => enlarged(text, growth),
        _ => return drawing,
    };
    Cow::Owned(enlarged.into_bytes())
}

fn enlarged(drawing: &str, growth: IndexGrowth) -> String {
    let mut parts = drawing.split(LARGE);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let moved = part.split_once('"').and_then(|(numbers, rest)| Some((part_of_the_way(numbers, growth)?, rest)));
        match moved {
            Some((transform, rest)) => {
                whole.truncate(whole.strip_suffix(HIDDEN).map_or(whole.len(), str::len));
                whole.extend([transform.as_str(), rest]);
            }
            None => whole.extend([LARGE, part]),
        }
    }
    whole
}

/// The attribute that brings a group so far towards the place that these numbers say.
fn part_of_the_way(numbers: &str, IndexGrowth(part): IndexGrowth) -> Option<String> {
    let numbers: Vec<f32> = numbers.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [across, down, right, lower] = *numbers.as_slice() else { return None };
    let scale = |largest: f32| 1.0 + (largest - 1.0) * part;
    let (across, down, right, lower) = (scale(across), scale(down), right * part, lower * part);
    Some(format!(" transform=\"matrix({across} 0 0 {down} {right} {lower})\""))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_grows_with_the_text_and_on_small_cards() {
        let at = IndexGrowth::at_text_size;
        assert_eq!([100, 150, 200, 240].map(at), [0.0, 0.5, 1.0, 1.0].map(IndexGrowth));
        assert_eq!(at(100).on_card(94.0), IndexGrowth::USUAL);
        assert!(at(100).on_card(46.0) > IndexGrowth::USUAL && at(100).on_card(30.0) > at(100).on_card(46.0));
        assert_eq!(at(200).on_card(30.0), at(200));
    }

    #[test]
    fn groups_go_part_of_the_way_and_what_is_no_place_is_left_alone() {
        let half = IndexGrowth::at_text_size(150);
        let drawn = r#"<g display="none" data-large="1.5 2 -4 6">"#;
        assert_eq!(enlarged(drawn, half), r#"<g transform="matrix(1.25 0 0 1.5 -2 3)">"#);
        for other in [r#"<g data-large="1 2 3"/>"#, r#"<g data-large="1 2 3 x"/>"#, r#"<g data-large="1 2 3 4"#, "<g/>"]
        {
            assert_eq!(enlarged(other, half), other);
        }
        let card = CardStyle::default().drawing(Face::French("KS".parse().expect("a card")), IndexGrowth::USUAL);
        assert_eq!(card, asset("cards/french/KS.svg"), "a usual index needs no change");
    }
}
