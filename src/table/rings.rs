//! What is drawn around areas: that something can lie there, where a move may go, what leads, what came last, and the focus.

use bevy::color::{LinearRgba, Luminance, Mix};

use super::theme::{Palette, Sign};
use crate::layout::{AreaLook, LEADER_STAR};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ring {
    /// Something can lie here.
    Outline,
    /// It is pressed like a button: filled as those are.
    Button,
    /// The same where a piece must be chosen first.
    IdleButton,
    /// A move may go here: a ring of dots.
    Target,
    /// What lies here would win, or has won: a ring with a star on it.
    Leader,
    /// What came last lies here: a thin ring.
    Latest,
    /// The area has the keyboard's focus.
    Focus,
    /// The same among other pieces, none of which it may hide: it lies on the edge of its own piece.
    CloseFocus,
}

impl Ring {
    pub const ALL: [Ring; 8] = [
        Ring::Outline,
        Ring::Button,
        Ring::IdleButton,
        Ring::Target,
        Ring::Leader,
        Ring::Latest,
        Ring::Focus,
        Ring::CloseFocus,
    ];

    /// Those that there may be around an area of this look.
    pub(super) fn around(look: AreaLook) -> impl Iterator<Item = Ring> {
        let resting = [false, true].into_iter().filter_map(move |is_lit| Ring::of(look, is_lit));
        resting.chain([Ring::Target, Ring::Focus, Ring::CloseFocus])
    }

    /// The one that an area of this look always has; lit is where a move may go.
    pub(super) fn of(look: AreaLook, is_lit: bool) -> Option<Ring> {
        match look {
            AreaLook::Outline => Some(Ring::Outline),
            AreaLook::Button if is_lit => Some(Ring::Button),
            AreaLook::Button => Some(Ring::IdleButton),
            AreaLook::Marked => Some(Ring::Leader),
            AreaLook::Latest => Some(Ring::Latest),
            AreaLook::Bare | AreaLook::Fan => None,
        }
    }

    /// How far it reaches beyond its area, in points.
    pub fn reach(self) -> f32 {
        match self {
            Ring::Outline | Ring::Button | Ring::IdleButton | Ring::Leader | Ring::Latest => 3.0,
            Ring::Target => DOT_GROWS + DOT / 2.0 + DOT_CASING,
            Ring::Focus => FOCUS.0 + FOCUS.1 + CASING,
            Ring::CloseFocus => CLOSE_FOCUS / 2.0 + CLOSE_CASING,
        }
    }

    /// The room that its tile needs at each side of an area whose shorter side has so many pixels, in pixels.
    pub(super) fn beside(self, short: f32) -> f32 {
        match self {
            Ring::Outline | Ring::Button | Ring::IdleButton | Ring::Latest => 3.0 + 2.0 * RING_LINE * short,
            Ring::Target => 4.0 + 2.0 * (DOT_GROWS + DOT / 2.0 + DOT_CASING),
            Ring::Leader => 4.0 + (2.0 * LEADER_STAR.1).max(LEADER_STAR.0 * short),
            Ring::Focus | Ring::CloseFocus => 4.0 + 2.0 * (FOCUS.0 + FOCUS.1),
        }
    }
}

/// An area's width and height, in tenths of a table unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RingSize(u32, u32);

impl RingSize {
    pub fn of(size: (f32, f32)) -> RingSize {
        RingSize((10.0 * size.0).round() as u32, (10.0 * size.1).round() as u32)
    }

    pub(super) fn units(self) -> (f32, f32) {
        (self.0 as f32 / 10.0, self.1 as f32 / 10.0)
    }
}

/// The radius of an area's corners, of those of a button, and the width of an outline, as parts of the shorter side.
const RING_CORNER: f32 = 0.06;
const BUTTON_CORNER: f32 = 0.18;
const RING_LINE: f32 = 0.012;

/// The gap between an area and its focus ring, and the width of that, in points.
const FOCUS: (f32, f32) = (3.5, 4.0);
/// How wide the dark line is at each side of it.
const CASING: f32 = 2.0;

/// The same where the ring lies on the edge of a card: so thin that the card's own index can be read beside it.
const CLOSE_FOCUS: f32 = 3.0;
const CLOSE_CASING: f32 = 1.0;

/// The dots around where a move may go: how thick they are, the dark line around each, and how far their middles are outside
/// the area, in points; how far they are apart, in thicknesses.
const DOT: f32 = 3.0;
const DOT_CASING: f32 = 0.6;
const DOT_GROWS: f32 = 0.9;
const DOTS_APART: f32 = 2.6;

/// A ring about an area of this size, as SVG: in pixels, so many of which are a point, with its room at each side.
pub(super) fn drawn(ring: Ring, (width, height): (u32, u32), beside: u32, points: f32, palette: &Palette) -> String {
    let pad = beside as f32;
    let short = width.min(height) as f32;
    let (corner, fill) = match ring {
        Ring::Button => (short * BUTTON_CORNER, palette.raised.hex()),
        Ring::IdleButton => (short * BUTTON_CORNER, "none".to_owned()),
        _ => (short * RING_CORNER, "none".to_owned()),
    };
    let line = (short * RING_LINE).max(palette.line * points);
    // Dark on both sides, so that it stands out on cards and cloth alike.
    let cased = |grow: f32, thick: f32, casing: f32, sign: Sign| {
        (grow * points, thick * points, (thick + 2.0 * casing) * points, palette.sign(sign), 1.0)
    };
    let (grow, thick, casing, colour, opacity) = match ring {
        Ring::Outline => (0.0, line, 0.0, palette.text, outline_opacity(palette)),
        Ring::Button | Ring::IdleButton => (0.0, line, 0.0, palette.hairline, 1.0),
        Ring::Target => cased(DOT_GROWS, DOT, DOT_CASING, Sign::Target),
        Ring::Leader => (line / 2.0, 2.2 * line, 0.0, palette.sign(Sign::Leader), 1.0),
        // A quiet colour that no seat has: whose the card is, its marker says.
        Ring::Latest => (line / 2.0, 1.6 * line, 0.0, palette.muted, 1.0),
        Ring::Focus => cased(FOCUS.0 + FOCUS.1 / 2.0, FOCUS.1, CASING, Sign::Focus),
        Ring::CloseFocus => cased(0.0, CLOSE_FOCUS, CLOSE_CASING, Sign::Focus),
    };
    let (w, h, r) = (width as f32 + 2.0 * grow, height as f32 + 2.0 * grow, corner + grow);
    let dots = match ring {
        Ring::Target => dotted(2.0 * (w + h) - (8.0 - std::f32::consts::TAU) * r, thick),
        _ => String::new(),
    };
    let star = match ring {
        Ring::Leader => {
            star(palette, (pad + width as f32 / 2.0, pad), (LEADER_STAR.0 * short).max(LEADER_STAR.1 * points))
        }
        _ => String::new(),
    };
    let (all_wide, all_high) = (width + 2 * beside, height + 2 * beside);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{all_wide}" height="{all_high}">
            <rect x="{at}" y="{at}" width="{w}" height="{h}" rx="{r}"
                fill="none" stroke="{dark}" stroke-opacity=".85" stroke-width="{casing}" {dots}/>
            <rect x="{at}" y="{at}" width="{w}" height="{h}" rx="{r}"
                fill="{fill}" stroke="{colour}" stroke-opacity="{opacity}" stroke-width="{thick}" {dots}/>
            {star}
        </svg>"#,
        at = pad - grow,
        colour = colour.hex(),
        dark = palette.cloth_dark.hex(),
    )
}

/// A coin with a star on it, about this point, as elements of an SVG in pixels.
fn star(palette: &Palette, (x, y): (f32, f32), radius: f32) -> String {
    let leader = palette.sign(Sign::Leader);
    format!(
        r#"<g transform="translate({x} {y}) scale({scale})">
            <circle r="9.4" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>
            <path d="{STAR_PATH}" fill="{ink}"/>
        </g>"#,
        scale = radius / 10.0,
        fill = leader.hex(),
        edge = palette.cloth_dark.hex(),
        ink = leader.written_on().hex(),
    )
}

/// Makes a line of this length and thickness one of dots, as attributes of an SVG's element: as many as fit, evenly.
fn dotted(length: f32, thick: f32) -> String {
    // A dash without length would be none.
    let dash = 0.05 * thick;
    let step = length / (length / (DOTS_APART * thick)).round().max(1.0);
    format!(r#"stroke-linecap="round" stroke-dasharray="{dash} {}""#, step - dash)
}

/// The renderer blends light, not colour values: this is the opacity with which an outline on the lit cloth looks as
/// strong as the theme's own says.
fn outline_opacity(palette: &Palette) -> f32 {
    let (cloth, line) = (palette.cloth_light.bevy().to_srgba(), palette.text.bevy().to_srgba());
    let blended = LinearRgba::from(cloth.mix(&line, palette.outline)).luminance();
    let (cloth, line) = (LinearRgba::from(cloth).luminance(), LinearRgba::from(line).luminance());
    if line == cloth { palette.outline } else { (blended - cloth) / (line - cloth) }
}

/// A path around the origin.
const STAR_PATH: &str = "M0 -6.4L1.6 -2.2L6.1 -2L2.6 0.8L3.8 5.2L0 2.7L-3.8 5.2L-2.6 0.8L-6.1 -2L-1.6 -2.2Z";
