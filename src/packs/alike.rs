//! Finds tiles of a picture that can hardly be told apart, such as two of plain sky. Then numbers on the tiles help.

use image::RgbaImage;
use image::imageops::thumbnail;

/// The side to which a tile is scaled down for the comparison, in pixels.
const SIDE: u32 = 12;

/// Tiles look alike if their colour channels differ by less than this on average, of 255.
const THRESHOLD: u32 = 10;

/// The two tiles of a square picture, 1 to 16, that look most alike; `None` if all are easy to tell apart.
pub fn alike(square: &RgbaImage) -> Option<(u8, u8)> {
    let small = thumbnail(square, 4 * SIDE, 4 * SIDE);
    let channels_of = |number: u8| {
        let (left, top) = (u32::from(number % 4) * SIDE, u32::from(number / 4) * SIDE);
        let pixels = (0..SIDE * SIDE).map(move |index| (left + index % SIDE, top + index / SIDE));
        pixels.flat_map(|(x, y)| small.get_pixel(x, y).0[..3].to_vec()).collect::<Vec<u8>>()
    };
    let tiles: Vec<Vec<u8>> = (0..16).map(channels_of).collect();
    let difference = |one: &[u8], other: &[u8]| {
        let sum: u32 = one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum();
        sum / one.len().max(1) as u32
    };
    let pairs = (0..16u8).flat_map(|one| (one + 1..16).map(move |other| (one, other)));
    let differences = pairs.filter_map(|(one, other)| {
        let (a, b) = (tiles.get(usize::from(one))?, tiles.get(usize::from(other))?);
        Some((difference(a, b), (one + 1, other + 1)))
    });
    differences.min().filter(|(difference, _)| *difference < THRESHOLD).map(|(_, pair)| pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tiles_of_plain_sky_look_alike_and_those_of_a_gradient_do_not() {
        let gradient = RgbaImage::from_fn(400, 400, |x, y| image::Rgba([(x / 2) as u8, (y / 2) as u8, 0, 255]));
        assert_eq!(alike(&gradient), None);
        let sky = RgbaImage::from_fn(400, 400, |x, y| match (x / 100, y / 100) {
            (1 | 2, 0) => image::Rgba([120, 170, 220, 255]),
            _ => *gradient.get_pixel(x, y),
        });
        assert_eq!(alike(&sky), Some((2, 3)));
    }
}
