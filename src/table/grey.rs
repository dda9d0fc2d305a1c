//! Whether the game can be played without seeing colours: suits, and what is lit, marked, or switched on, compared by
//! luminance alone.

use bevy_egui::egui::{Color32, ColorImage};
use resvg::tiny_skia::Pixmap;

use super::assets;
use super::card_style::CardStyle;
use super::drawings::rasterised;
use super::faces::{FaceLook, Tile, TileSize};
use super::theme::{Palette, Rgb, Theme};
use crate::cards::Card;
use crate::layout::{CARD, Face};

/// The narrowest that cards are ever shown, in points.
const NARROW: usize = 56;

/// How much a sign must stand out from what it lies on, as WCAG asks.
const SIGN: f32 = 3.0;

/// How much lighter one of two pixels must be to count as another.
const OTHER: f32 = 2.0;

fn luminance(pixel: Color32) -> f32 {
    // The cards lie on the cloth; what is transparent shows it.
    Rgb(pixel.r(), pixel.g(), pixel.b()).luminance()
}

/// How many pixels of two pictures differ in grey, of those in the left and upper parts given.
fn differing(one: &ColorImage, other: &ColorImage, part: (f32, f32)) -> usize {
    let [width, height] = one.size;
    let (right, bottom) = ((width as f32 * part.0) as usize, (height as f32 * part.1) as usize);
    let differs = |at: &usize| {
        let (a, b) = (luminance(one.pixels[*at]) + 0.05, luminance(other.pixels[*at]) + 0.05);
        a.max(b) / a.min(b) >= OTHER
    };
    let rows = 0..bottom;
    rows.flat_map(|y| (0..right).map(move |x| y * width + x)).filter(differs).count()
}

fn card(name: &str) -> ColorImage {
    let height = (NARROW as f32 * CARD.1 / CARD.0).round() as usize;
    rasterised(&format!("cards/{name}"), &CardStyle::default(), [NARROW, height]).expect("a drawing")
}

fn deck(folder: &str) -> Vec<(String, ColorImage)> {
    let names = assets::names().filter_map(|name| name.strip_prefix("cards/"));
    names.filter(|name| name.starts_with(folder)).map(|name| (name.to_owned(), card(name))).collect()
}

/// A tile on the cloth, with a mark over it.
fn tile_on_cloth(tile: Tile, palette: Palette, width: u32, mark: Option<Tile>) -> ColorImage {
    let look = FaceLook { palette, ..FaceLook::default() };
    let size = TileSize::of(tile, look.kit, width as f32 / CARD.0);
    let (width, height) = size.whole();
    let mut canvas = Pixmap::new(width, height).expect("a canvas");
    let cloth = palette.cloth_light;
    canvas.fill(resvg::tiny_skia::Color::from_rgba8(cloth.0, cloth.1, cloth.2, 255));
    for tile in std::iter::once(tile).chain(mark) {
        look.draw(tile, size, 1.0, None, &mut canvas);
    }
    ColorImage::from_rgba_premultiplied([width as usize, height as usize], canvas.data())
}

#[test]
fn in_grey_every_card_differs_from_every_other_as_a_whole_and_in_its_index() {
    for folder in ["french/", "mystique/"] {
        let deck = deck(folder);
        assert!(deck.len() >= 54);
        for (index, (one, here)) in deck.iter().enumerate() {
            for (other, there) in &deck[index + 1..] {
                let whole = differing(here, there, (1.0, 1.0));
                assert!(whole >= 30, "{one} and {other} differ in {whole} pixels");
                // The corner that shows of a card that others cover.
                let corner = differing(here, there, (0.34, 0.48));
                assert!(corner >= 10, "{one} and {other} differ in {corner} pixels of their corner");
            }
        }
    }
}

#[test]
fn in_grey_a_card_that_would_go_or_score_differs_from_one_that_stays() {
    for theme in Theme::ALL {
        for face in [Face::French(Card::all().next().expect("a card")), Face::Back] {
            let plain = tile_on_cloth(Tile::Face(face), theme.palette(), NARROW as u32, None);
            let [gone, scores] = [Tile::Gone, Tile::Scores]
                .map(|mark| tile_on_cloth(Tile::Face(face), theme.palette(), NARROW as u32, Some(mark)));
            for (one, other) in [(&plain, &gone), (&plain, &scores), (&gone, &scores)] {
                let seen = differing(one, other, (1.0, 1.0));
                assert!(seen >= 100, "{theme:?}, {face:?}: marks differ in {seen} pixels");
            }
        }
    }
}

#[test]
fn in_grey_what_is_lit_switched_on_or_has_the_focus_is_seen() {
    for theme in Theme::ALL {
        let Palette { brass, focus, raised, panel, cloth_light, cloth_dark, .. } = theme.palette();
        // Lit areas and the focus have rings; a button that is switched on has an outline like them.
        let pairs = [
            (brass, cloth_light),
            (brass, cloth_dark),
            (focus, cloth_light),
            (focus, cloth_dark),
            (brass, raised),
            (focus, raised),
            (focus, panel),
        ];
        for (sign, on) in pairs {
            assert!(sign.contrast(on) >= SIGN, "{theme:?}: {sign:?} on {on:?}: {:.2}", sign.contrast(on));
        }
    }
}
