//! Pictures, from untrusted bytes to a square of pixels.
//!
//! PNG, JPEG, WebP and SVG are recognised by their content. A picture's size is checked before its pixels are unpacked,
//! so a small file cannot fill the memory.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, GenericImageView, ImageDecoder, ImageFormat, ImageReader, RgbaImage, imageops};
use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8};

use super::large_jpeg;
use super::manifest::Crop;
use super::{LEAST_SIDE, MOST_PIXELS, MOST_SIDE};
use crate::drawing::Drawing;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PictureError(String);

impl PictureError {
    pub fn new(why: impl Into<String>) -> PictureError {
        PictureError(why.into())
    }
}

pub enum Picture {
    /// At its original size.
    Pixels(DynamicImage),
    /// An SVG drawing, with its width and height rounded up to whole units.
    Vector(Box<Drawing>, (u32, u32)),
    /// What a process of its own decoded.
    Decoded {
        /// The original's width and height.
        size: (u32, u32),
        /// The square of the original that the pixels are; `None` for all of it.
        part: Option<Crop>,
        /// Scaled down.
        pixels: RgbaImage,
    },
}

impl Picture {
    pub fn read(bytes: &[u8]) -> Result<Picture, PictureError> {
        if is_svg(bytes) {
            return read_svg(bytes);
        }
        let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
        let reader = reader.map_err(|error| PictureError(error.to_string()))?;
        let format = reader.format().filter(|format| FORMATS.contains(format)).ok_or_else(|| {
            let found = if bytes.is_empty() { "the file is empty" } else { "there is no picture in this file" };
            PictureError(format!("{found}; Parlour reads PNG, JPEG, WebP and SVG"))
        })?;
        let broken = |error: image::ImageError| PictureError(format!("the {} is broken: {error}", name_of(format)));
        let mut decoder = reader.into_decoder().map_err(broken)?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        if format == ImageFormat::Jpeg && u64::from(width) * u64::from(height) > MOST_UNSCALED {
            let mut pixels =
                large_jpeg::read(bytes).map_err(|why| PictureError(format!("the JPEG is broken: {why}")))?;
            pixels.apply_orientation(orientation);
            let is_upright = (pixels.width() < pixels.height()) == (width < height);
            let size = if is_upright { (width, height) } else { (height, width) };
            return Ok(Picture::Decoded { size, part: None, pixels: pixels.into_rgba8() });
        }
        let mut pixels = DynamicImage::from_decoder(decoder).map_err(broken)?;
        pixels.apply_orientation(orientation);
        Ok(Picture::Pixels(pixels))
    }

    /// `None` if there are no pixels.
    pub(super) fn decoded(size: (u32, u32), part: Option<Crop>, pixels: RgbaImage) -> Option<Picture> {
        let lengths = [size.0, size.1, pixels.width(), pixels.height()];
        lengths.iter().all(|length| *length > 0).then_some(Picture::Decoded { size, part, pixels })
    }

    pub(super) fn is_vector(&self) -> bool {
        matches!(self, Picture::Vector(..))
    }

    /// Width and height, in pixels.
    pub fn size(&self) -> (u32, u32) {
        match self {
            Picture::Pixels(pixels) => pixels.dimensions(),
            Picture::Vector(_, size) | Picture::Decoded { size, .. } => *size,
        }
    }

    /// The cropped square, scaled to `side` pixels, with any transparent parts laid on paper.
    pub fn square(&self, crop: Crop, side: u32) -> RgbaImage {
        match self {
            Picture::Pixels(pixels) => on_paper(scaled(pixels, crop, side)),
            Picture::Vector(drawing, size) => rasterised(drawing, *size, crop, side),
            Picture::Decoded { size, part, pixels } => square_of(pixels, *size, *part, crop, side),
        }
    }

    /// The whole picture, scaled down to at most `most` pixels a side.
    pub fn small(&self, most: u32) -> RgbaImage {
        let (width, height) = self.size();
        let longest = width.max(height).max(1);
        let scaled = |side: u32| ((u64::from(side) * u64::from(most.min(longest)) / u64::from(longest)) as u32).max(1);
        match self {
            Picture::Pixels(pixels) => on_paper(pixels.thumbnail_exact(scaled(width), scaled(height)).to_rgba8()),
            Picture::Decoded { pixels, .. } => {
                let (width, height) = (scaled(width).min(pixels.width()), scaled(height).min(pixels.height()));
                imageops::thumbnail(pixels, width, height)
            }
            Picture::Vector(drawing, _) => drawn((scaled(width), scaled(height)), |canvas| {
                let size = (canvas.width() as f32, canvas.height() as f32);
                drawing.draw(canvas, (0.0, 0.0), size);
            }),
        }
    }
}

/// JPEG files of more pixels than this are decoded at a smaller scale.
const MOST_UNSCALED: u64 = 25_000_000;

const FORMATS: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];

fn name_of(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Png => "PNG",
        ImageFormat::Jpeg => "JPEG",
        _ => "WebP",
    }
}

/// From so many bytes at its beginning it can be told whether a file is a picture.
pub const BEGINNING: u64 = 4096;

/// Whether the bytes begin like an SVG file.
pub fn is_svg(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let start = &start[..start.len().min(BEGINNING as usize)];
    start.starts_with(b"<") && start.windows(4).any(|window| window == b"<svg")
}

/// Whether the bytes begin like a picture that [`Picture::read`] reads.
pub fn is_picture(bytes: &[u8]) -> bool {
    is_svg(bytes) || image::guess_format(bytes).is_ok_and(|format| FORMATS.contains(&format))
}

fn check_size(width: u32, height: u32) -> Result<(), PictureError> {
    let limit = if width > MOST_SIDE || height > MOST_SIDE {
        format!("each side may be at most {MOST_SIDE} pixels")
    } else if u64::from(width) * u64::from(height) > MOST_PIXELS {
        format!("it may have at most {} million pixels in all", MOST_PIXELS / 1_000_000)
    } else if width.min(height) < LEAST_SIDE {
        format!("each side must be at least {LEAST_SIDE} pixels")
    } else {
        return Ok(());
    };
    Err(PictureError(format!("the picture is {width} by {height} pixels; {limit}")))
}

fn read_svg(bytes: &[u8]) -> Result<Picture, PictureError> {
    let drawing = Drawing::parse(bytes).map_err(|error| PictureError(format!("the SVG is broken: {error}")))?;
    let (width, height) = drawing.size();
    let rounded = |length: f32| length.ceil() as u32;
    let size = (rounded(width), rounded(height));
    check_size(size.0, size.1)?;
    Ok(Picture::Vector(Box::new(drawing), size))
}

/// Averages pixels when scaling down, and interpolates smoothly when scaling up.
fn scaled(pixels: &DynamicImage, crop: Crop, side: u32) -> RgbaImage {
    let Crop { x, y, size } = crop;
    if size < side {
        let part = pixels.crop_imm(x, y, size, size).into_rgba8();
        return imageops::resize(&part, side, side, imageops::FilterType::CatmullRom);
    }
    // `crop_imm` of the two usual kinds makes no copy of what may be hundreds of megabytes.
    match pixels {
        DynamicImage::ImageRgb8(pixels) => {
            let small = imageops::thumbnail(&*imageops::crop_imm(pixels, x, y, size, size), side, side);
            DynamicImage::ImageRgb8(small).into_rgba8()
        }
        DynamicImage::ImageRgba8(pixels) => {
            imageops::thumbnail(&*imageops::crop_imm(pixels, x, y, size, size), side, side)
        }
        other => other.crop_imm(x, y, size, size).thumbnail_exact(side, side).into_rgba8(),
    }
}

/// The background of transparent pictures, as RGB.
const PAPER: [u8; 3] = [0xFB, 0xF7, 0xEC];

fn on_paper(mut pixels: RgbaImage) -> RgbaImage {
    for pixel in pixels.pixels_mut().filter(|pixel| pixel.0[3] < 255) {
        let alpha = u32::from(pixel.0[3]);
        for (channel, paper) in pixel.0.iter_mut().zip(PAPER) {
            *channel = ((u32::from(*channel) * alpha + u32::from(paper) * (255 - alpha)) / 255) as u8;
        }
        pixel.0[3] = 255;
    }
    pixels
}

/// A square of the original, cut from pixels that are a part of it, scaled down.
fn square_of(pixels: &RgbaImage, size: (u32, u32), part: Option<Crop>, crop: Crop, side: u32) -> RgbaImage {
    let (x, y, width) = part.map_or((0, 0, size.0), |part| (part.x, part.y, part.size));
    let scale = f64::from(pixels.width()) / f64::from(width.max(1));
    let scaled_down = |length: u32| (f64::from(length) * scale).round() as u32;
    let left = scaled_down(crop.x.saturating_sub(x)).min(pixels.width() - 1);
    let top = scaled_down(crop.y.saturating_sub(y)).min(pixels.height() - 1);
    let cut = scaled_down(crop.size).clamp(1, (pixels.width() - left).min(pixels.height() - top));
    let square = imageops::crop_imm(pixels, left, top, cut, cut);
    match cut < side {
        true => imageops::resize(&*square, side, side, imageops::FilterType::CatmullRom),
        false => imageops::thumbnail(&*square, side, side),
    }
}

fn rasterised(drawing: &Drawing, size: (u32, u32), crop: Crop, side: u32) -> RgbaImage {
    let scale = side as f32 / crop.size.max(1) as f32;
    drawn((side, side), |canvas| {
        let corner = (-(crop.x as f32) * scale, -(crop.y as f32) * scale);
        drawing.draw(canvas, corner, (size.0 as f32 * scale, size.1 as f32 * scale));
    })
}

fn drawn((width, height): (u32, u32), draw: impl FnOnce(&mut Pixmap)) -> RgbaImage {
    let Some(mut canvas) = Pixmap::new(width, height) else { return RgbaImage::new(width, height) };
    canvas.fill(Color::from_rgba8(PAPER[0], PAPER[1], PAPER[2], 255));
    draw(&mut canvas);
    let bytes = canvas.pixels().iter().flat_map(|pixel: &PremultipliedColorU8| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), 255]
    });
    RgbaImage::from_raw(width, height, bytes.collect()).unwrap_or_else(|| RgbaImage::new(width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let pixels = RgbaImage::from_fn(width, height, |x, y| image::Rgba([x as u8, y as u8, 90, 255]));
        let mut bytes = Vec::new();
        pixels.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("a PNG");
        bytes
    }

    #[test]
    fn a_file_that_is_not_a_usable_picture_is_refused_with_a_reason() {
        let truncated = &png(100, 100)[..200];
        let mut huge = png(100, 100);
        // A width and height of 60000, which the header's checksum contradicts.
        huge[16..24].copy_from_slice(&[0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
        for (bytes, reason) in [
            (b"".as_slice(), "empty"),
            (b"only words, and a name that ends in .png", "no picture"),
            (truncated, "PNG is broken"),
            (&huge, "PNG is broken"),
            (&png(3, 3), "at least 64"),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99999\" height=\"80\"/>", "at most 16384"),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\" ", "SVG is broken"),
            (b"GIF89a\x01\0\x01\0", "no picture"),
        ] {
            let refused = Picture::read(bytes).map(|_| ()).expect_err(reason).to_string();
            assert!(refused.contains(reason), "{refused}, not {reason}");
        }
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused_by_its_header() {
        // Width and height of 60000, this time with the right checksum.
        let mut header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xEA\x60\0\0\xEA\x60\x08\x02\0\0\0".to_vec();
        header.extend(crc32(&header[12..]).to_be_bytes());
        header.extend(b"\0\0\0\x01IDAT\0");
        header.extend(crc32(b"IDAT\0").to_be_bytes());
        let refused = Picture::read(&header).map(|_| ()).expect_err("too large").to_string();
        assert!(refused.contains("60000 by 60000") && refused.contains("at most 16384"), "{refused}");
    }

    fn crc32(bytes: &[u8]) -> u32 {
        let step = |crc: u32, byte: &u8| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
        };
        !bytes.iter().fold(u32::MAX, step)
    }

    #[test]
    fn a_square_is_cut_as_the_crop_says() {
        let picture = Picture::read(&png(200, 100)).expect("a picture");
        let square = picture.square(Crop { x: 100, y: 0, size: 100 }, 100);
        assert_eq!(square.get_pixel(5, 7).0, [105, 7, 90, 255]);
        let drawing = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
            <rect x="100" width="50" height="100" fill="#102030"/></svg>"##;
        let picture = Picture::read(drawing).expect("a picture");
        let square = picture.square(Crop { x: 100, y: 0, size: 100 }, 64);
        assert_eq!(square.get_pixel(10, 10).0, [0x10, 0x20, 0x30, 255]);
        assert_eq!(square.get_pixel(60, 10).0, [0xFB, 0xF7, 0xEC, 255], "paper where nothing is drawn");
    }
}
