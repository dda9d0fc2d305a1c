//! Draws both decks, the jokers and all backs on one sheet, with the program's own rasteriser:
//! `cargo run --release --example deck_sheet [FILE]`, by default to `docs/decks.png`.

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use parlour::cards::{Card, Suit};
use parlour::drawing::Drawing;
use parlour::table::assets;
use parlour::table::theme::LAMP;
use resvg::tiny_skia::{Color, Pixmap};

const CARD: (u32, u32) = (90, 126);
const GAP: u32 = 10;
const COLUMNS: u32 = 15;

/// What fills the two places beside each French suit.
const BESIDE: [[&str; 2]; 4] =
    [["french/X1", "french/X2"], ["back-lattice", "back-waves"], ["back-plain", ""], ["back-gold", "back-silver"]];

/// The names of the drawings, row by row; an empty name leaves its place free.
fn rows() -> Vec<Vec<String>> {
    let of_suit = |suit: Suit| Card::all().filter(move |card| card.suit() == suit);
    let french = Suit::ALL.into_iter().zip(BESIDE).map(|(suit, beside)| {
        of_suit(suit).map(|card| format!("french/{card}")).chain(beside.map(str::to_owned)).collect()
    });
    let mystique = ["M", "S", "A", "C"].into_iter().map(|suit| {
        let cards = ["y", "r", "b"].into_iter().flat_map(|colour| (1..=5).map(move |number| (colour, number)));
        cards.map(|(colour, number)| format!("mystique/{number}{colour}{suit}")).collect()
    });
    french.chain(mystique).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/decks.png");
    let path = std::env::args().nth(1).unwrap_or(default.to_owned());
    let rows = rows();
    let width = COLUMNS * (CARD.0 + GAP) + GAP;
    let height = rows.len() as u32 * (CARD.1 + GAP) + GAP;
    let mut sheet = Pixmap::new(width, height).ok_or("no room for the sheet")?;
    let cloth = LAMP.cloth_light;
    sheet.fill(Color::from_rgba8(cloth.0, cloth.1, cloth.2, 255));
    for (row, names) in (0u32..).zip(&rows) {
        for (column, name) in (0u32..).zip(names).filter(|(_, name)| !name.is_empty()) {
            let svg = assets::find(&format!("cards/{name}.svg")).ok_or_else(|| format!("there is no {name}"))?;
            let corner = ((GAP + column * (CARD.0 + GAP)) as f32, (GAP + row * (CARD.1 + GAP)) as f32);
            Drawing::parse(svg)?.draw(&mut sheet, corner, (CARD.0 as f32, CARD.1 as f32));
        }
    }
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let usage = RenderAssetUsages::MAIN_WORLD;
    let pixels = sheet.take_demultiplied();
    let image = Image::new(size, TextureDimension::D2, pixels, TextureFormat::Rgba8UnormSrgb, usage);
    image.try_into_dynamic()?.to_rgb8().save(&path)?;
    println!("{path}");
    Ok(())
}
