//! Large JPEG files, decoded at half their width and height: the format stores blocks of pixels as frequencies, of which the
//! high ones can be left out.

use image::{DynamicImage, GrayImage, ImageBuffer, RgbImage};
use jpeg_decoder::{Decoder, PixelFormat};

/// Reads a JPEG file at half its width and height, rounded up.
///
/// # Errors
/// What is wrong with the file.
pub(super) fn read(bytes: &[u8]) -> Result<DynamicImage, String> {
    let mut decoder = Decoder::new(bytes);
    let said = |error: jpeg_decoder::Error| error.to_string();
    decoder.read_info().map_err(said)?;
    let size = decoder.info().ok_or("it has no header")?;
    decoder.scale(size.width.div_ceil(2), size.height.div_ceil(2)).map_err(said)?;
    let pixels = decoder.decode().map_err(said)?;
    let info = decoder.info().ok_or("it has no header")?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    let image = match info.pixel_format {
        PixelFormat::L8 => GrayImage::from_raw(width, height, pixels).map(DynamicImage::ImageLuma8),
        PixelFormat::RGB24 => RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8),
        PixelFormat::CMYK32 => RgbImage::from_raw(width, height, rgb_of_cmyk(&pixels)).map(DynamicImage::ImageRgb8),
        PixelFormat::L16 => {
            let pixels = pixels.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect();
            ImageBuffer::from_raw(width, height, pixels).map(DynamicImage::ImageLuma16)
        }
    };
    image.ok_or_else(|| "its size is not what its header says".to_owned())
}

/// Of the four inks of printers, 255 is all of it.
fn rgb_of_cmyk(pixels: &[u8]) -> Vec<u8> {
    let light = |ink: u8, black: u8| (u16::from(255 - ink) * u16::from(255 - black) / 255) as u8;
    pixels.chunks_exact(4).flat_map(|inks| [0, 1, 2].map(|colour| light(inks[colour], inks[3]))).collect()
}

#[cfg(test)]
mod tests {
    use image::imageops::{FilterType, resize};

    use super::*;

    /// JPEG files of 160 by 120 pixels: `convert assets/tables/mess-machine.jpg -resize 160x120! -colorspace CMYK …`.
    const PICTURES: [(&str, &[u8]); 4] = [
        ("colour", include_bytes!("samples/colour.jpg")),
        ("progressive", include_bytes!("samples/progressive.jpg")),
        ("grey", include_bytes!("samples/grey.jpg")),
        ("inks", include_bytes!("samples/inks.jpg")),
    ];

    #[test]
    fn half_the_size_is_the_same_picture() {
        for (name, bytes) in PICTURES {
            let whole = image::load_from_memory(bytes).expect(name).into_rgb8();
            let half = read(bytes).expect(name).into_rgb8();
            assert_eq!(half.dimensions(), (80, 60), "{name}");
            let scaled = resize(&whole, 80, 60, FilterType::Triangle);
            let differences = half.as_raw().iter().zip(scaled.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b)));
            let mean = differences.sum::<u64>() as f64 / half.as_raw().len() as f64;
            assert!(mean < 10.0, "{name}: they differ by {mean} of 255 on the average");
        }
    }

    #[test]
    fn a_broken_file_is_an_error() {
        let (_, whole) = PICTURES[0];
        assert!(read(&whole[..200]).is_err());
        assert!(read(b"").is_err());
    }
}
