//! Whether the game can be played without seeing colours: suits, and what is lit, marked, or switched on, compared by
//! luminance alone; and what says something by its colour, as those see it who cannot tell red from green.

use bevy::color::{Laba, LinearRgba};
use bevy_egui::egui::{Color32, ColorImage};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::assets;
use super::card_style::CardStyle;
use super::drawings::rasterised;
use super::faces::{FaceLook, Tile, TileSize};
use super::rings::{Ring, RingSize};
use super::theme::{Palette, Rgb, Sign, Theme};
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
        let palette = theme.palette();
        let Palette { raised, panel, cloth_light, cloth_dark, .. } = palette;
        // A button that is switched on has an outline like targets.
        for sign in Sign::ALL {
            let grounds: &[Rgb] = match sign {
                // Plates are panels, wherever they lie.
                Sign::Turn => &[panel, raised],
                Sign::Focus | Sign::Target | Sign::Leader | Sign::Button => &[panel, raised, cloth_light, cloth_dark],
            };
            for on in grounds {
                let contrast = palette.sign(sign).contrast(*on);
                assert!(contrast >= SIGN, "{theme:?}: {sign:?} on {on:?}: {contrast:.2}");
            }
        }
    }
}

/// How people see who lack one of the three cones, as matrices of linear light. Machado, Oliveira, Fernandes, *A
/// Physiologically-based Model for Simulation of Color Vision Deficiency* (2009), table 1.
const EYES: [(&str, [[f32; 3]; 3]); 4] = [
    ("all colours", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// A colour as these eyes see it, in CIELAB under D65: lightness, green to red, blue to yellow.
fn seen(colour: Rgb, eyes: &[[f32; 3]; 3]) -> [f32; 3] {
    let LinearRgba { red, green, blue, .. } = colour.bevy().to_linear();
    let [red, green, blue] = eyes.map(|[r, g, b]| (r * red + g * green + b * blue).clamp(0.0, 1.0));
    let Laba { lightness, a, b, .. } = Laba::from(LinearRgba::rgb(red, green, blue));
    [lightness, a, b].map(|part| 100.0 * part)
}

/// How far apart two colours look to these eyes.
fn apart(one: Rgb, other: Rgb, eyes: &[[f32; 3]; 3]) -> f32 {
    let (one, other) = (seen(one, eyes), seen(other, eyes));
    one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}

/// How different two colours must look: several times what can just be told apart beside each other, which is about 2.
const APART: f32 = 10.0;

#[test]
fn turn_focus_target_leader_and_button_look_different_in_every_theme_to_everybody() {
    for theme in Theme::ALL {
        let palette = theme.palette();
        for (number, one) in Sign::ALL.into_iter().enumerate() {
            for other in &Sign::ALL[number + 1..] {
                for (name, eyes) in EYES {
                    let apart = apart(palette.sign(one), palette.sign(*other), &eyes);
                    assert!(apart >= APART, "{theme:?}, {name}: {one:?} and {other:?} are {apart:.1} apart");
                }
            }
        }
    }
    // A red and a green of one lightness are told apart with all cones, and not without the one for green.
    let (red, green) = (Rgb(0xB0, 0x5A, 0x46), Rgb(0x76, 0x76, 0x3E));
    let [all, .., without_green, _] = EYES.map(|(_, eyes)| apart(red, green, &eyes));
    assert!(all > 3.0 * APART && without_green < APART, "{all} {without_green}");
}

/// The pixels of a ring around a card, without their colours: how opaque each is, in quarters.
fn form_of(ring: Ring, palette: Palette) -> Vec<u8> {
    let look = FaceLook { palette, ..FaceLook::default() };
    let tile = Tile::Ring(ring, RingSize::of(CARD));
    let (card, size) = (TileSize::of(tile, look.kit, 1.0), (220, 260));
    let (width, height) = card.whole();
    let mut canvas = Pixmap::new(width, height).expect("a canvas");
    look.draw(tile, card, 1.0, None, &mut canvas);
    let mut whole = Pixmap::new(size.0, size.1).expect("a canvas");
    let (x, y) = ((size.0 - width) as i32 / 2, (size.1 - height) as i32 / 2);
    whole.draw_pixmap(x, y, canvas.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    whole.pixels().iter().map(|pixel| pixel.alpha() / 64).collect()
}

#[test]
fn the_rings_of_focus_target_and_leader_differ_in_form() {
    for theme in Theme::ALL {
        let forms = Ring::ALL.map(|ring| (ring, form_of(ring, theme.palette())));
        for (number, (one, here)) in forms.iter().enumerate() {
            for (other, there) in &forms[number + 1..] {
                let differing = here.iter().zip(there).filter(|(here, there)| here != there).count();
                assert!(differing >= 200, "{theme:?}: {one:?} and {other:?} differ in {differing} pixels");
            }
        }
    }
}
