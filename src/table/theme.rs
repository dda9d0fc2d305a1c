//! Every colour, size and font of the program, in one place.
//!
//! Three themes: a lamp over a deep green-teal cloth with ink-dark panels, daylight on a pale one, and high contrast.
//! Panels ask for the [`Palette`] in use with [`of`]; the table has it as a resource.
//!
//! Gold means one thing: it is your move. So it is for whose turn it is and for the one button of a page that leads on. All
//! else that is told from what is beside it by colour has another: see [`Sign`].

use std::sync::Arc;

use bevy::color::Color;
use bevy::prelude::Resource;
use bevy_egui::egui::{self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke};
use serde::{Deserialize, Serialize};

use super::assets;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    pub const fn egui(self) -> Color32 {
        Color32::from_rgb(self.0, self.1, self.2)
    }

    /// For panels, with an opacity from 0 to 255.
    pub fn veil(self, opacity: u8) -> Color32 {
        Color32::from_rgba_unmultiplied(self.0, self.1, self.2, opacity)
    }

    pub const fn bevy(self) -> Color {
        Color::srgb_u8(self.0, self.1, self.2)
    }

    /// Reads `#RRGGBB`, in capital or small letters.
    ///
    /// ```
    /// # use parlour::table::theme::Rgb;
    /// assert_eq!(Rgb::from_hex("#D9a441"), Some(Rgb(0xD9, 0xA4, 0x41)));
    /// assert_eq!(Rgb::from_hex("#D9A4"), None);
    /// ```
    pub fn from_hex(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let rgb = digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16))?;
        rgb.ok().map(hex)
    }

    /// Writes `#RRGGBB`, for drawings.
    pub fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white).
    pub fn luminance(self) -> f32 {
        let channel = |value: u8| {
            let value = f32::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(self.0) + 0.7152 * channel(self.1) + 0.0722 * channel(self.2)
    }

    /// The colour of text on this colour: ink or paper, whichever has more contrast.
    pub fn written_on(self) -> Rgb {
        if self.contrast(print::INK) >= self.contrast(print::PAPER) { print::INK } else { print::PAPER }
    }

    /// Contrast with another colour as WCAG 2.2 defines it, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Theme {
    /// Evening: a lamp over a dark cloth.
    #[default]
    Lamp,
    /// Day: a pale cloth and light panels.
    Daylight,
    /// Strong colours on black, with thick lines and no texture.
    HighContrast,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::Lamp, Theme::Daylight, Theme::HighContrast];

    pub fn name(self) -> &'static str {
        ["Lamp", "Daylight", "High contrast"][self as usize]
    }

    pub const fn palette(self) -> Palette {
        [LAMP, DAYLIGHT, HIGH_CONTRAST][self as usize]
    }
}

/// What a colour says of something that is not written. Each sign has a form of its own, too, so that nobody has to tell
/// them by colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// Whose turn it is: an edge with a bar at the left.
    Turn,
    /// What the keyboard or the gamepad is at: a thick ring with a gap.
    Focus,
    /// Where a move may go: a ring of dots.
    Target,
    /// What would win as things stand, or has won: a ring with a star.
    Leader,
    /// The one button of a page that leads on: it is filled.
    Button,
}

impl Sign {
    pub const ALL: [Sign; 5] = [Sign::Turn, Sign::Focus, Sign::Target, Sign::Leader, Sign::Button];
}

/// The colours of a theme, and what goes with them.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Palette {
    /// Whether text is lighter than its background.
    pub is_dark: bool,
    /// The cloth where the light falls.
    pub cloth_light: Rgb,
    /// The cloth at its edge.
    pub cloth_dark: Rgb,
    /// The strength of the cloth's weave and grain, 0 to 1.
    pub texture: f32,
    /// The opacity of the outlines of areas, 0 to 1.
    pub outline: f32,
    /// Covers the screen under a page.
    pub shade: Rgb,
    pub panel: Rgb,
    /// The opacity of the panels at the window's edges, 0 to 1.
    pub panel_opacity: f32,
    /// Buttons and other raised parts of panels.
    pub raised: Rgb,
    pub raised_hover: Rgb,
    /// Lines between parts.
    pub hairline: Rgb,
    /// The width of lines, in points.
    pub line: f32,
    pub text: Rgb,
    /// Text that matters less.
    pub muted: Rgb,
    /// The one button of a page that leads on, and nothing else.
    pub brass: Rgb,
    /// Text on that button.
    pub on_brass: Rgb,
    /// Whose turn it is, and nothing else.
    pub turn: Rgb,
    /// The fill of what is switched on or selected.
    pub chosen: Rgb,
    /// The outline of what has the focus, and nothing else.
    pub focus: Rgb,
    pub good: Rgb,
    pub bad: Rgb,
    pub note: Rgb,
}

impl Default for Palette {
    fn default() -> Palette {
        LAMP
    }
}

impl Palette {
    /// The colour of the player with this number, in every theme the same.
    pub fn seat(&self, number: u8) -> Rgb {
        print::SEATS.get(usize::from(number) % print::SEATS.len()).copied().unwrap_or(self.text)
    }

    pub fn sign(&self, sign: Sign) -> Rgb {
        match sign {
            Sign::Turn => self.turn,
            Sign::Focus => self.focus,
            Sign::Target => self.text,
            Sign::Leader => self.good,
            Sign::Button => self.brass,
        }
    }

    /// A colour by its name in theme files.
    pub fn colour_mut(&mut self, name: &str) -> Option<&mut Rgb> {
        macro_rules! named {
            ($($colour:ident)+) => {
                match name {
                    $(stringify!($colour) => Some(&mut self.$colour),)+
                    _ => None,
                }
            };
        }
        named!(cloth_light cloth_dark shade panel raised raised_hover hairline text muted brass on_brass turn chosen focus
            good bad note)
    }

    /// The pairs of a colour and its background that have less contrast than WCAG 2.2 asks for: 4.5 for text, 3 for
    /// outlines and other signs. Each with its contrast, and the one wanted.
    pub fn weak_pairs(&self) -> Vec<(String, f32, f32)> {
        const TEXTS: [&str; 5] = ["text", "muted", "good", "bad", "note"];
        let mut pairs = vec![("text", "chosen", 4.5), ("on_brass", "brass", 4.5)];
        pairs.extend(["panel", "raised", "raised_hover"].into_iter().flat_map(|on| TEXTS.map(|text| (text, on, 4.5))));
        pairs.extend(["cloth_light", "cloth_dark"].map(|on| ("text", on, 4.5)));
        for sign in ["brass", "focus"] {
            pairs.extend(["panel", "raised"].map(|on| (sign, on, 3.0)));
        }
        for sign in ["brass", "focus", "good", "note"] {
            pairs.extend(["cloth_light", "cloth_dark"].map(|on| (sign, on, 3.0)));
        }
        // Plates are panels, wherever they lie.
        pairs.extend(["panel", "raised"].map(|on| ("turn", on, 3.0)));
        let mut palette = *self;
        let mut colour = |name: &str| palette.colour_mut(name).copied();
        let weak = |(name, on, wanted): (&str, &str, f32)| {
            let contrast = colour(name)?.contrast(colour(on)?);
            (contrast < wanted).then(|| (format!("{name} on {on}"), contrast, wanted))
        };
        pairs.into_iter().filter_map(weak).collect()
    }
}

const fn hex(rgb: u32) -> Rgb {
    Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

pub const LAMP: Palette = Palette {
    is_dark: true,
    cloth_light: hex(0x1F4A46),
    cloth_dark: hex(0x0E2523),
    texture: 1.0,
    outline: 0.3,
    shade: hex(0x0E2523),
    panel: hex(0x12191B),
    panel_opacity: 0.94,
    raised: hex(0x1B2528),
    raised_hover: hex(0x243135),
    hairline: hex(0x2E3B3F),
    line: 1.0,
    text: hex(0xF2ECDF),
    muted: hex(0xB9B3A4),
    brass: hex(0xD9A441),
    on_brass: hex(0x12191B),
    turn: hex(0xFFE29A),
    chosen: hex(0x2F5C63),
    focus: hex(0xC8A6FF),
    good: hex(0x7BC08F),
    bad: hex(0xE07A6B),
    note: hex(0x7FB7D9),
};

const DAYLIGHT: Palette = Palette {
    is_dark: false,
    cloth_light: hex(0xC9D6CC),
    cloth_dark: hex(0xAEBFB4),
    texture: 1.0,
    outline: 0.4,
    shade: hex(0x5B6A62),
    panel: hex(0xFBF8F1),
    panel_opacity: 0.97,
    raised: hex(0xF0EADD),
    raised_hover: hex(0xE6DECB),
    hairline: hex(0xCFC7B5),
    line: 1.0,
    text: hex(0x20262A),
    muted: hex(0x4F5552),
    brass: hex(0x7F5200),
    on_brass: hex(0xFBF8F1),
    turn: hex(0xB07500),
    chosen: hex(0xC4D6DE),
    focus: hex(0x6A2BC4),
    good: hex(0x1F6B3A),
    bad: hex(0xA3261B),
    note: hex(0x1D5A85),
};

const HIGH_CONTRAST: Palette = Palette {
    is_dark: true,
    cloth_light: hex(0x000000),
    cloth_dark: hex(0x000000),
    texture: 0.0,
    outline: 1.0,
    shade: hex(0x000000),
    panel: hex(0x000000),
    panel_opacity: 1.0,
    raised: hex(0x000000),
    raised_hover: hex(0x2B2B2B),
    hairline: hex(0xFFFFFF),
    line: 2.0,
    text: hex(0xFFFFFF),
    muted: hex(0xE6E6E6),
    brass: hex(0xFFD400),
    on_brass: hex(0x000000),
    turn: hex(0xFFB84D),
    chosen: hex(0x0062A8),
    focus: hex(0xC77DFF),
    good: hex(0x7CFC9A),
    bad: hex(0xFF8A80),
    note: hex(0x8CD3FF),
};

/// The spacing scale, in points.
pub mod space {
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 24.0;
    pub const XXL: f32 = 32.0;
}

/// Widths, in points, of what is as wide as its content needs and no wider.
pub mod width {
    /// A drop-down list.
    pub const CHOICE: f32 = 130.0;
    /// One of several beside each other.
    pub const FILTER: f32 = 104.0;
    /// A text field for a word.
    pub const WORD: f32 = 160.0;
    pub const SLIDER: f32 = 220.0;
    /// A text field for a line.
    pub const LINE: f32 = 240.0;
    pub const MENU: f32 = 520.0;
    /// A page with text fields.
    pub const FORM: f32 = 640.0;
    /// The end of a game.
    pub const END: f32 = 832.0;
    /// A page of text.
    pub const READING: f32 = 720.0;
    pub const MESSAGE: f32 = 760.0;
    /// A page in two columns.
    pub const COLUMNS: f32 = 860.0;
    /// A screen in two columns.
    pub const WIDE: f32 = 980.0;
}

/// The colours that cards are printed in, the same in every theme. The drawings contain them, too. The soft ones are
/// for the lighter parts of suits.
pub mod print {
    use super::{Rgb, hex};

    /// The face of a card.
    pub const PAPER: Rgb = hex(0xFBF7EC);
    pub const PAPER_EDGE: Rgb = hex(0xD8CFBA);
    /// The paper of the second Mystique deck.
    pub const SILVER: Rgb = hex(0xEFF4F8);
    pub const SILVER_EDGE: Rgb = hex(0x93A5B4);
    /// Spades and clubs.
    pub const INK: Rgb = hex(0x1C1B1A);
    pub const INK_SOFT: Rgb = hex(0x41474A);
    /// Hearts and diamonds.
    pub const RED: Rgb = hex(0xB3261E);
    pub const RED_SOFT: Rgb = hex(0xD25B4B);
    /// Diamonds in a deck of four colours.
    pub const BLUE: Rgb = hex(0x1F5FA8);
    pub const BLUE_SOFT: Rgb = hex(0x5E93CC);
    /// Clubs in a deck of four colours.
    pub const GREEN: Rgb = hex(0x2B6B3A);
    pub const GREEN_SOFT: Rgb = hex(0x5B9A6B);
    pub const SHADOW: Rgb = hex(0x1A0F06);
    /// None is green, the colour of whatever is ahead.
    pub const SEATS: [Rgb; 8] = [
        hex(0xD65A4A),
        hex(0x4F8FD9),
        hex(0xD97FAE),
        hex(0xE0B04C),
        hex(0x9A74C9),
        hex(0xE08A4A),
        hex(0x45ABA6),
        hex(0x9AA5A8),
    ];
    /// Red, blue, yellow and green.
    pub const TOKENS: [Rgb; 4] = [hex(0xC8443A), hex(0x3F7FCB), hex(0xDDAE3F), hex(0x4C9A58)];
}

/// The smallest side of anything that is clicked, in points.
pub const TARGET: f32 = 44.0;
pub const PANEL_RADIUS: u8 = 10;
pub const BUTTON_RADIUS: u8 = 8;
/// The gap between what has the focus and its outline, and the width of that, in points.
pub const FOCUS_RING: (f32, f32) = (2.0, 3.0);

/// The family of the display face.
const DISPLAY: &str = "display";
/// The family of the semibold body face.
const STRONG: &str = "strong";

/// Font sizes, in points.
pub mod size {
    pub const DISPLAY_L: f32 = 40.0;
    /// Names of games.
    pub const DISPLAY_M: f32 = 30.0;
    /// Headings.
    pub const DISPLAY_S: f32 = 24.0;
    pub const BODY: f32 = 18.0;
    /// Buttons and other secondary text.
    pub const SECOND: f32 = 16.0;
    pub const CAPTION: f32 = 14.0;
}

/// The display face, for names of games and results.
pub fn display(points: f32) -> FontId {
    FontId::new(points, FontFamily::Name(DISPLAY.into()))
}

pub fn body(points: f32) -> FontId {
    FontId::new(points, FontFamily::Proportional)
}

/// The semibold body face.
pub fn strong(points: f32) -> FontId {
    FontId::new(points, FontFamily::Name(STRONG.into()))
}

/// The palette in use.
pub fn of(context: &egui::Context) -> Palette {
    context.data(|data| data.get_temp(palette_id())).unwrap_or_default()
}

/// Panels draw deep within egui, where no Bevy resource reaches: the palette is kept in egui's memory under this name.
fn palette_id() -> egui::Id {
    egui::Id::new("parlour: palette")
}

pub fn set_fonts(context: &egui::Context) {
    context.set_fonts(fonts());
}

pub fn apply(context: &egui::Context, palette: &Palette) {
    context.data_mut(|data| data.insert_temp(palette_id(), *palette));
    context.all_styles_mut(|style| set_style(style, palette));
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let files = [
        ("inter", "fonts/Inter-Regular.otf"),
        ("inter-strong", "fonts/Inter-SemiBold.otf"),
        ("garamond", "fonts/EBGaramond12-Regular.otf"),
        ("suits", "fonts/ParlourSuits.otf"),
    ];
    for (name, file) in files {
        if let Some(bytes) = assets::find(file) {
            fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        }
    }
    let families = [
        (FontFamily::Proportional, "inter"),
        (FontFamily::Monospace, "inter"),
        (FontFamily::Name(STRONG.into()), "inter-strong"),
        (FontFamily::Name(DISPLAY.into()), "garamond"),
    ];
    for (family, first) in families {
        // The suits come first, so that all four are drawn alike; Inter has every other sign.
        let mut faces = vec!["suits", first, "inter"];
        faces.dedup();
        fonts.families.insert(family, faces.into_iter().map(str::to_owned).collect());
    }
    fonts
}

fn set_style(style: &mut egui::Style, palette: &Palette) {
    use egui::TextStyle;
    style.text_styles = [
        (TextStyle::Heading, display(size::DISPLAY_S)),
        (TextStyle::Body, body(size::BODY)),
        (TextStyle::Button, body(size::SECOND)),
        (TextStyle::Small, body(size::CAPTION)),
        (TextStyle::Monospace, body(size::SECOND)),
    ]
    .into();
    style.animation_time = 0.09;
    style.interaction.selectable_labels = false;
    let spacing = &mut style.spacing;
    spacing.item_spacing = egui::vec2(space::S, space::S);
    spacing.button_padding = egui::vec2(space::L, space::S);
    spacing.interact_size = egui::vec2(TARGET, TARGET);
    spacing.scroll = egui::style::ScrollStyle::solid();
    spacing.scroll.fade.strength = 0.0;
    spacing.slider_width = 150.0;
    set_visuals(&mut style.visuals, palette);
}

fn set_visuals(visuals: &mut egui::Visuals, palette: &Palette) {
    let text_stroke = Stroke::new(1.0, palette.text.egui());
    let line_stroke = Stroke::new(palette.line, palette.hairline.egui());
    *visuals = if palette.is_dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    visuals.panel_fill = palette.panel.egui();
    visuals.window_fill = palette.panel.egui();
    visuals.window_stroke = line_stroke;
    visuals.window_corner_radius = CornerRadius::same(PANEL_RADIUS);
    visuals.extreme_bg_color = if palette.is_dark { palette.cloth_dark } else { palette.raised }.egui();
    visuals.hyperlink_color = palette.note.egui();
    // The outline of what has the focus is complete at the edges of lists, too.
    visuals.clip_rect_margin = FOCUS_RING.0 + FOCUS_RING.1;
    visuals.selection.bg_fill = palette.chosen.egui();
    visuals.selection.stroke = text_stroke;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke = text_stroke;
    widgets.noninteractive.bg_stroke = line_stroke;
    for (state, fill) in [
        (&mut widgets.inactive, palette.raised),
        (&mut widgets.hovered, palette.raised_hover),
        (&mut widgets.active, palette.raised_hover),
        (&mut widgets.open, palette.raised_hover),
    ] {
        state.bg_fill = fill.egui();
        state.weak_bg_fill = fill.egui();
        state.bg_stroke = line_stroke;
        state.fg_stroke = text_stroke;
        state.corner_radius = CornerRadius::same(BUTTON_RADIUS);
        state.expansion = 0.0;
    }
    // The rail of sliders.
    widgets.inactive.bg_fill = palette.hairline.egui();
    widgets.hovered.bg_stroke = Stroke::new(1.0, palette.muted.egui());
    // What has the focus is drawn as "hovered" or "active"; its outline is drawn by the widgets.
    widgets.active.bg_stroke = Stroke::new(2.0, palette.focus.egui());
}

/// The fill of a panel at the window's edge, through which the cloth can be seen.
pub fn edge_fill(palette: &Palette) -> Color32 {
    palette.panel.veil((255.0 * palette.panel_opacity).round() as u8)
}

/// The frame of a panel that floats above the table.
pub fn floating_frame(palette: &Palette) -> egui::Frame {
    egui::Frame::NONE
        .fill(palette.panel.egui())
        .stroke(Stroke::new(palette.line, palette.hairline.egui()))
        .corner_radius(CornerRadius::same(PANEL_RADIUS))
        .inner_margin(Margin::same(space::XL as i8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_outlines_stand_out_from_every_background_in_every_theme() {
        for theme in Theme::ALL {
            assert_eq!(theme.palette().weak_pairs(), [], "{theme:?}");
        }
        // And what does not stand out is found.
        let weak = Palette { note: LAMP.raised_hover, focus: LAMP.cloth_light, ..LAMP }.weak_pairs();
        let names: Vec<&str> = weak.iter().map(|(pair, ..)| pair.as_str()).collect();
        assert!(names.contains(&"note on raised") && names.contains(&"focus on cloth_dark"), "{names:?}");
    }
}
