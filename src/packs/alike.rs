//! Tiles of a picture that can hardly be told apart: two of plain sky, say. Then numbers on the tiles help.

use image::RgbaImage;
use image::imageops::thumbnail;

/// How finely tiles are compared, in pixels a side.
const FINE: u32 = 12;

/// Tiles whose pixels differ by less than this on the average, of 255, look alike.
const LEAST: u32 = 10;

/// The two tiles of a square picture that look most alike, 1 to 16, if any two can hardly be told apart.
pub fn alike(square: &RgbaImage) -> Option<(u8, u8)> {
    let small = thumbnail(square, 4 * FINE, 4 * FINE);
    let tile = |number: u8| {
        let (left, top) = (u32::from(number % 4) * FINE, u32::from(number / 4) * FINE);
        let pixels = (0..FINE * FINE).flat_map(move |at| [(left + at % FINE, top + at / FINE)]);
        pixels.flat_map(|(x, y)| small.get_pixel(x, y).0[..3].to_vec()).collect::<Vec<u8>>()
    };
    let tiles: Vec<Vec<u8>> = (0..16).map(tile).collect();
    let difference = |one: &[u8], other: &[u8]| {
        let sum: u32 = one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum();
        sum / one.len().max(1) as u32
    };
    let pairs = (0..16u8).flat_map(|one| (one + 1..16).map(move |other| (one, other)));
    let differing = pairs.filter_map(|(one, other)| {
        let (a, b) = (tiles.get(usize::from(one))?, tiles.get(usize::from(other))?);
        Some((difference(a, b), (one + 1, other + 1)))
    });
    differing.min().filter(|(difference, _)| *difference < LEAST).map(|(_, pair)| pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tiles_of_plain_sky_look_alike_and_a_gradient_s_do_not() {
        let gradient = RgbaImage::from_fn(400, 400, |x, y| image::Rgba([(x / 2) as u8, (y / 2) as u8, 0, 255]));
        assert_eq!(alike(&gradient), None);
        let sky = RgbaImage::from_fn(400, 400, |x, y| match (x / 100, y / 100) {
            (1 | 2, 0) => image::Rgba([120, 170, 220, 255]),
            _ => *gradient.get_pixel(x, y),
        });
        assert_eq!(alike(&sky), Some((2, 3)));
    }
}
