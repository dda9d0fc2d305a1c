//! SVG drawings, parsed so that even an untrusted file can do no harm.

use std::panic::{AssertUnwindSafe, catch_unwind};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

pub struct Drawing(usvg::Tree);

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct DrawingError(String);

impl Drawing {
    /// Parses plain SVG text. Linked images are left out, so that no other file is read, and compressed SVG is refused,
    /// so that a small file cannot unpack to a huge one.
    pub fn parse(svg: &[u8]) -> Result<Drawing, DrawingError> {
        let text = std::str::from_utf8(svg).map_err(|_| DrawingError("the file is not UTF-8 text".to_owned()))?;
        let mut options = usvg::Options::default();
        options.image_href_resolver.resolve_string = Box::new(|_, _| None);
        options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
        usvg::Tree::from_str(text, &options).map(Drawing).map_err(|error| DrawingError(error.to_string()))
    }

    /// Width and height, in the drawing's own units.
    pub fn size(&self) -> (f32, f32) {
        (self.0.size().width(), self.0.size().height())
    }

    /// Draws over the canvas, stretched to fill `size` from the top left `corner`, both in pixels.
    ///
    /// # Panics
    /// The library panics at some coordinates beyond all measure; see [`Drawing::try_draw`].
    pub fn draw(&self, canvas: &mut Pixmap, corner: (f32, f32), size: (f32, f32)) {
        let (width, height) = (self.0.size().width(), self.0.size().height());
        let transform = Transform::from_row(size.0 / width, 0.0, 0.0, size.1 / height, corner.0, corner.1);
        resvg::render(&self.0, transform, &mut canvas.as_mut());
    }

    /// Draws what a person made. Where it cannot be drawn in this size it is left unfinished, and the answer is `false`.
    pub fn try_draw(&self, canvas: &mut Pixmap, corner: (f32, f32), size: (f32, f32)) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.draw(canvas, corner, size))).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(inside: &str) -> Vec<u8> {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inside}</svg>"#).into_bytes()
    }

    #[test]
    fn a_file_that_is_not_a_drawing_is_refused_with_a_reason() {
        for (bytes, reason) in [
            (b"".to_vec(), "root node"),
            (b"\x1f\x8b\x08".to_vec(), "not utf-8 text"),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>".to_vec(), "1:"),
            (b"<html/>".to_vec(), "svg"),
        ] {
            let refused = Drawing::parse(&bytes).map(|_| ()).expect_err("no drawing").to_string();
            assert!(refused.to_lowercase().contains(reason), "{refused}");
        }
    }

    #[test]
    fn a_drawing_beyond_all_measure_is_left_unfinished() {
        let far = framed(r##"<path id="far" d="M-5e9-8L0,76L5-0"/><use href="#far" transform="translate(5)"/>"##);
        let mut canvas = Pixmap::new(400, 400).expect("a canvas");
        assert!(!Drawing::parse(&far).expect("a drawing").try_draw(&mut canvas, (0.0, 0.0), (400.0, 400.0)));
        let fine = framed(r#"<path d="M0,0L9,0L0,9"/>"#);
        assert!(Drawing::parse(&fine).expect("a drawing").try_draw(&mut canvas, (0.0, 0.0), (400.0, 400.0)));
    }

    #[test]
    fn a_drawing_that_multiplies_itself_is_refused() {
        // Nine levels of ten copies each make a thousand million shapes.
        let level = |number: u32| {
            let copies = format!(r##"<use href="#g{}"/>"##, number - 1).repeat(10);
            format!(r#"<g id="g{number}">{copies}</g>"#)
        };
        let levels: String = (1..=9).map(level).collect();
        let bomb = framed(&format!(r##"<defs><rect id="g0" width="1" height="1"/>{levels}</defs><use href="#g9"/>"##));
        assert!(Drawing::parse(&bomb).is_err());
    }

    #[test]
    fn a_drawing_reads_no_other_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/icon/parlour.svg");
        let drawing = Drawing::parse(&framed(&format!(r#"<image href="{path}" width="10" height="10"/>"#)));
        let mut canvas = Pixmap::new(20, 20).expect("a canvas");
        drawing.expect("a drawing").draw(&mut canvas, (0.0, 0.0), (20.0, 20.0));
        assert!(canvas.data().iter().all(|byte| *byte == 0));
    }
}
