//! Drawings from people, drawn by the decoder in the sizes in which they are shown. What comes back is pixels.

use std::io::{self, BufReader, Read, Write};
use std::time::{Duration, Instant};

use resvg::tiny_skia::{IntSize, Pixmap};

use super::super::picture::PictureError;
use super::MOST_SIDE;
use super::process::{
    DRAWINGS, FINE, Input, REFUSED, not_started, read_block, read_mark, read_number, run, write_block,
};
use crate::drawing::Drawing;

/// How wide and high drawings of cards are tried, in pixels.
const TRIED: (u32, u32) = (500, 700);

/// How long all that are asked for at once may take; those that are left then are refused.
const LONGEST: Duration = Duration::from_secs(60);

/// The most bytes of a drawing, and of a message about one.
const MOST_DRAWING: u64 = 1 << 24;
const MOST_MESSAGE: u64 = 4096;

/// A drawing, and the canvas that it is wanted on.
pub struct Sketch<'a> {
    /// SVG text that a person made. Only the decoder draws it.
    pub svg: &'a [u8],
    /// The canvas' width and height, in pixels, at most 2048 each.
    pub canvas: (u32, u32),
    /// How many pixels stay free on each side, unless the drawing goes beyond its own edges.
    pub pad: u32,
}

impl Sketch<'_> {
    /// What stands before the drawing in a request.
    fn head(&self) -> Vec<u8> {
        [self.canvas.0, self.canvas.1, self.pad, self.svg.len() as u32].map(u32::to_le_bytes).concat()
    }

    fn fits(&self) -> bool {
        let (width, height) = self.canvas;
        let sides = 1..=MOST_SIDE;
        sides.contains(&width) && sides.contains(&height) && 2 * u64::from(self.pad) < u64::from(width.min(height))
    }
}

/// Draws each of these on an empty canvas, and hands it to `take` with its number: its pixels, or why it cannot be drawn.
pub fn draw(sketches: &[Sketch<'_>], mut take: impl FnMut(usize, Result<Pixmap, PictureError>) + Send) {
    let (start, mut done) = (Instant::now(), 0);
    while done < sketches.len() {
        if start.elapsed() > LONGEST {
            let why = format!("the drawings before it took more than {} seconds", LONGEST.as_secs());
            return (done..sketches.len()).for_each(|number| take(number, Err(PictureError::new(why.clone()))));
        }
        if !sketches[done].fits() {
            take(done, Err(PictureError::new("it would be too large")));
            done += 1;
            continue;
        }
        let asked = &sketches[done..];
        let asked = &asked[..asked.iter().position(|sketch| !sketch.fits()).unwrap_or(asked.len())];
        let (first, last) = (done, done + asked.len());
        let heads: Vec<Vec<u8>> = asked.iter().map(Sketch::head).collect();
        let request: Vec<&[u8]> =
            heads.iter().zip(asked).flat_map(|(head, sketch)| [head.as_slice(), sketch.svg]).collect();
        let ran = run(&[DRAWINGS], Input::Bytes(&request), |answer| {
            let mut answer = BufReader::new(answer);
            while done < last
                && let Some(drawn) = next_drawn(&mut answer, sketches[done].canvas)
            {
                take(done, drawn);
                done += 1;
            }
        });
        match ran {
            Err(error) => {
                return (done..sketches.len()).for_each(|number| take(number, Err(not_started(&error))));
            }
            // One that brings the decoder down is the first without an answer. Those before it may have used up the time, so it
            // is blamed only once it was tried first.
            Ok((_, end)) if done == first => {
                take(done, Err(end.explain()));
                done += 1;
            }
            Ok(_) => {}
        }
    }
}

/// Draws each of these once, and says for each why it cannot be drawn, if it cannot.
pub fn try_drawings(drawings: &[&[u8]]) -> Vec<Result<(), PictureError>> {
    let sketches: Vec<Sketch<'_>> = drawings.iter().map(|svg| Sketch { svg, canvas: TRIED, pad: 0 }).collect();
    let mut results = Vec::new();
    draw(&sketches, |_, drawn| results.push(drawn.map(drop)));
    results
}

/// The next drawing of an answer; `None` at its end.
fn next_drawn(answer: &mut impl Read, (width, height): (u32, u32)) -> Option<Result<Pixmap, PictureError>> {
    if read_mark(answer)? == REFUSED {
        let why = read_block(answer, MOST_MESSAGE).ok()?;
        return Some(Err(PictureError::new(String::from_utf8_lossy(&why))));
    }
    let mut pixels = vec![0; 4 * width as usize * height as usize];
    answer.read_exact(&mut pixels).ok()?;
    Pixmap::from_vec(pixels, IntSize::from_wh(width, height)?).map(Ok)
}

/// For the decoder: draws each drawing of a request, and answers before it reads the next one.
pub(super) fn draw_all(request: &mut impl Read, out: &mut impl Write) -> io::Result<()> {
    while let Ok(width) = read_number(request) {
        let (height, pad) = (read_number(request)?, read_number(request)?);
        let svg = read_block(request, MOST_DRAWING)?;
        match drawn(&Sketch { svg: &svg, canvas: (width, height), pad }) {
            Ok(canvas) => {
                out.write_all(&[FINE])?;
                out.write_all(canvas.data())?;
            }
            Err(why) => {
                let why: String = why.chars().take(MOST_MESSAGE as usize / 4).collect();
                out.write_all(&[REFUSED])?;
                write_block(out, why.as_bytes())?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// Said of a drawing that makes the library panic.
const BEYOND: &str = "a part of it lies too far away, or is too large, to be drawn";

fn drawn(sketch: &Sketch<'_>) -> Result<Pixmap, String> {
    let drawing = Drawing::parse(sketch.svg).map_err(|error| error.to_string())?;
    let (width, height) = sketch.canvas;
    let canvas = if sketch.fits() { Pixmap::new(width, height) } else { None };
    let mut canvas = canvas.ok_or("it would be too large")?;
    let pad = sketch.pad as f32;
    let size = (width as f32 - 2.0 * pad, height as f32 - 2.0 * pad);
    if drawing.try_draw(&mut canvas, (pad, pad), size) { Ok(canvas) } else { Err(BEYOND.to_owned()) }
}
