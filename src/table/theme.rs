//! Every colour, size and font of the program, in one place.
//!
//! Three themes: a lamp over a deep green-teal cloth with ink-dark panels, daylight on a pale one, and high contrast.
//! What draws asks for the [`Palette`] in use: panels with [`of`], the table as a resource.

use std::sync::Arc;

use bevy::color::Color;
use bevy::prelude::Resource;
use bevy_egui::egui::{self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke};

use serde::{Deserialize, Serialize};

use super::assets;

/// A colour as it is written in the look's palette.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// For panels.
    pub const fn egui(self) -> Color32 {
        Color32::from_rgb(self.0, self.1, self.2)
    }

    /// For panels, with opacity 0..=255.
    pub fn veil(self, opacity: u8) -> Color32 {
        Color32::from_rgba_unmultiplied(self.0, self.1, self.2, opacity)
    }

    /// For the table.
    pub const fn bevy(self) -> Color {
        Color::srgb_u8(self.0, self.1, self.2)
    }

    /// Reads what [`Rgb::hex`] writes, in capital or small letters.
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

    /// For drawings: `#RRGGBB`.
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

    /// What is written on this colour: ink or paper, whichever is seen better.
    pub fn written_on(self) -> Rgb {
        if self.contrast(print::INK) >= self.contrast(print::PAPER) { print::INK } else { print::PAPER }
    }

    /// Contrast with another colour as WCAG 2.2 defines it, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// Which theme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Theme {
    /// Evening: a lamp over a dark cloth.
    #[default]
    Lamp,
    /// Day: a pale cloth and light panels.
    Daylight,
    /// Black, white and yellow, with thick lines and no texture.
    HighContrast,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Lamp, Theme::Daylight, Theme::HighContrast];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Lamp => "Lamp",
            Theme::Daylight => "Daylight",
            Theme::HighContrast => "High contrast",
        }
    }

    /// Its colours.
    pub const fn palette(self) -> Palette {
        match self {
            Theme::Lamp => LAMP,
            Theme::Daylight => DAYLIGHT,
            Theme::HighContrast => HIGH_CONTRAST,
        }
    }
}

/// The colours of a theme, and what goes with them.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Palette {
    /// Whether text is lighter than what it lies on.
    pub is_dark: bool,
    /// The cloth where the light falls.
    pub cloth_light: Rgb,
    /// The cloth at its edge.
    pub cloth_dark: Rgb,
    /// How much of the cloth's weave and grain is seen, 0 to 1.
    pub texture: f32,
    /// How much of an empty slot's outline is seen, 0 to 1.
    pub outline: f32,
    /// What lies over a screen that waits under a page.
    pub shade: Rgb,
    /// Panels.
    pub panel: Rgb,
    /// How opaque the panels at the window's edges are, 0 to 1.
    pub panel_opacity: f32,
    /// Buttons and other raised parts of panels.
    pub raised: Rgb,
    /// Raised parts under the pointer.
    pub raised_hover: Rgb,
    /// Lines between parts.
    pub hairline: Rgb,
    /// How thick they are, in points.
    pub line: f32,
    /// Text.
    pub text: Rgb,
    /// Text that matters less.
    pub muted: Rgb,
    /// What matters: the accent, one's own turn.
    pub brass: Rgb,
    /// Text on the accent.
    pub on_brass: Rgb,
    /// The accent in the shade: what is switched on, what is selected.
    pub brass_dim: Rgb,
    /// The ring around what has the focus.
    pub focus: Rgb,
    /// Success.
    pub good: Rgb,
    /// Failure.
    pub bad: Rgb,
    /// Something to know.
    pub note: Rgb,
}

impl Default for Palette {
    fn default() -> Palette {
        LAMP
    }
}

impl Palette {
    /// The colour that the player with this number has, whatever the theme.
    pub fn seat(&self, number: u8) -> Rgb {
        print::SEATS.get(usize::from(number) % print::SEATS.len()).copied().unwrap_or(self.text)
    }

    /// A colour by its name, as theme files have it.
    pub fn colour_mut(&mut self, name: &str) -> Option<&mut Rgb> {
        Some(match name {
            "cloth_light" => &mut self.cloth_light,
            "cloth_dark" => &mut self.cloth_dark,
            "shade" => &mut self.shade,
            "panel" => &mut self.panel,
            "raised" => &mut self.raised,
            "raised_hover" => &mut self.raised_hover,
            "hairline" => &mut self.hairline,
            "text" => &mut self.text,
            "muted" => &mut self.muted,
            "brass" => &mut self.brass,
            "on_brass" => &mut self.on_brass,
            "brass_dim" => &mut self.brass_dim,
            "focus" => &mut self.focus,
            "good" => &mut self.good,
            "bad" => &mut self.bad,
            "note" => &mut self.note,
            _ => return None,
        })
    }

    /// The pairs of a colour and what it lies on that do not stand out from each other as WCAG 2.2 asks: text by 4.5,
    /// rings and other signs by 3; each with its contrast, and the one wanted.
    pub fn weak_pairs(&self) -> Vec<(String, f32, f32)> {
        let panels = [("panel", self.panel), ("raised", self.raised), ("raised_hover", self.raised_hover)];
        let cloth = [("cloth_light", self.cloth_light), ("cloth_dark", self.cloth_dark)];
        let words = [
            ("text", self.text),
            ("muted", self.muted),
            ("brass", self.brass),
            ("good", self.good),
            ("bad", self.bad),
            ("note", self.note),
        ];
        let mut pairs = vec![(words[0], ("brass_dim", self.brass_dim), 4.5)];
        pairs.push((("on_brass", self.on_brass), ("brass", self.brass), 4.5));
        pairs.extend(panels.into_iter().flat_map(|on| words.map(|word| (word, on, 4.5))));
        pairs.extend(cloth.map(|on| (words[0], on, 4.5)));
        for ring in [("brass", self.brass), ("focus", self.focus)] {
            pairs.extend(cloth.into_iter().chain([panels[0], panels[1]]).map(|on| (ring, on, 3.0)));
        }
        let weak = |((name, colour), (on, background), wanted): ((&str, Rgb), (&str, Rgb), f32)| {
            let contrast = colour.contrast(background);
            (contrast < wanted).then(|| (format!("{name} on {on}"), contrast, wanted))
        };
        pairs.into_iter().filter_map(weak).collect()
    }
}

const fn hex(rgb: u32) -> Rgb {
    Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// [`Theme::Lamp`].
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
    brass_dim: hex(0x806025),
    focus: hex(0xFFD27A),
    good: hex(0x7BC08F),
    bad: hex(0xE07A6B),
    note: hex(0x7FB7D9),
};

/// [`Theme::Daylight`].
pub const DAYLIGHT: Palette = Palette {
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
    brass_dim: hex(0xE3CD9B),
    focus: hex(0x0A4A7A),
    good: hex(0x1F6B3A),
    bad: hex(0xA3261B),
    note: hex(0x1D5A85),
};

/// [`Theme::HighContrast`].
pub const HIGH_CONTRAST: Palette = Palette {
    is_dark: true,
    cloth_light: hex(0x000000),
    cloth_dark: hex(0x000000),
    texture: 0.0,
    outline: 1.0,
    shade: hex(0x000000),
    panel: hex(0x000000),
    panel_opacity: 1.0,
    raised: hex(0x000000),
    raised_hover: hex(0x2B2B00),
    hairline: hex(0xFFFFFF),
    line: 2.0,
    text: hex(0xFFFFFF),
    muted: hex(0xE6E6E6),
    brass: hex(0xFFD400),
    on_brass: hex(0x000000),
    brass_dim: hex(0x5C4C00),
    focus: hex(0xFFFFFF),
    good: hex(0x7CFC9A),
    bad: hex(0xFF8A80),
    note: hex(0x8CD3FF),
};

/// The spacing scale, in points.
pub mod space {
    /// 4
    pub const XS: f32 = 4.0;
    /// 8
    pub const S: f32 = 8.0;
    /// 12
    pub const M: f32 = 12.0;
    /// 16
    pub const L: f32 = 16.0;
    /// 24
    pub const XL: f32 = 24.0;
    /// 32
    pub const XXL: f32 = 32.0;
}

/// Widths, in points, of what is as wide as its content wants and no wider.
pub mod width {
    /// A choice that opens.
    pub const CHOICE: f32 = 130.0;
    /// A field for a word.
    pub const WORD: f32 = 160.0;
    /// A slider that is moved through a game.
    pub const SLIDER: f32 = 220.0;
    /// A field for a line.
    pub const LINE: f32 = 240.0;
    /// A menu.
    pub const MENU: f32 = 520.0;
    /// The end of a game.
    pub const END: f32 = 604.0;
    /// A page with fields.
    pub const FORM: f32 = 640.0;
    /// A page to be read.
    pub const READING: f32 = 720.0;
    /// A message.
    pub const MESSAGE: f32 = 760.0;
    /// A page in two columns.
    pub const COLUMNS: f32 = 860.0;
    /// A screen in two columns.
    pub const WIDE: f32 = 980.0;
}

/// The colours that cards are printed in. They are in the drawings, too, and are the same in every theme.
pub mod print {
    use super::{Rgb, hex};

    /// The face of a card.
    pub const PAPER: Rgb = hex(0xFBF7EC);
    /// Spades and clubs.
    pub const INK: Rgb = hex(0x1C1B1A);
    /// Their lighter parts.
    pub const INK_SOFT: Rgb = hex(0x41474A);
    /// Hearts and diamonds.
    pub const RED: Rgb = hex(0xB3261E);
    /// Their lighter parts.
    pub const RED_SOFT: Rgb = hex(0xD25B4B);
    /// Diamonds, where all four suits differ.
    pub const BLUE: Rgb = hex(0x1F5FA8);
    /// Their lighter parts.
    pub const BLUE_SOFT: Rgb = hex(0x5E93CC);
    /// Clubs, where all four suits differ.
    pub const GREEN: Rgb = hex(0x2B6B3A);
    /// Their lighter parts.
    pub const GREEN_SOFT: Rgb = hex(0x5B9A6B);
    /// What a card's shadow is made of.
    pub const SHADOW: Rgb = hex(0x1A0F06);
    /// What players are told apart by, beside their names.
    pub const SEATS: [Rgb; 8] = [
        hex(0xD65A4A),
        hex(0x4F8FD9),
        hex(0x58A866),
        hex(0xE0B04C),
        hex(0x9A74C9),
        hex(0xE08A4A),
        hex(0x45ABA6),
        hex(0x9AA5A8),
    ];
    /// Tokens of four sorts: red, blue, yellow, green.
    pub const TOKENS: [Rgb; 4] = [hex(0xC8443A), hex(0x3F7FCB), hex(0xDDAE3F), hex(0x4C9A58)];
}

/// The smallest side of anything to be hit, in points.
pub const TARGET: f32 = 44.0;
/// Corners of panels.
pub const PANEL_RADIUS: u8 = 10;
/// Corners of buttons.
pub const BUTTON_RADIUS: u8 = 8;
/// How far the ring around what has the focus stands off it, and how wide it is.
pub const FOCUS_RING: (f32, f32) = (2.0, 3.0);

/// The display face, for names of games and results.
pub const DISPLAY: &str = "display";
/// The body face in semibold.
pub const STRONG: &str = "strong";

/// Sizes of type, in points.
pub mod size {
    /// The largest display size.
    pub const DISPLAY_L: f32 = 40.0;
    /// Names of games.
    pub const DISPLAY_M: f32 = 30.0;
    /// Headings.
    pub const DISPLAY_S: f32 = 24.0;
    /// Body text.
    pub const BODY: f32 = 18.0;
    /// Text of second rank.
    pub const SECOND: f32 = 16.0;
    /// Captions only.
    pub const CAPTION: f32 = 14.0;
}

/// The display face at this size.
pub fn display(points: f32) -> FontId {
    FontId::new(points, FontFamily::Name(DISPLAY.into()))
}

/// The body face at this size.
pub fn body(points: f32) -> FontId {
    FontId::new(points, FontFamily::Proportional)
}

/// The semibold body face at this size.
pub fn strong(points: f32) -> FontId {
    FontId::new(points, FontFamily::Name(STRONG.into()))
}

/// The colours in use.
pub fn of(context: &egui::Context) -> Palette {
    context.data(|data| data.get_temp(palette_id())).unwrap_or_default()
}

/// Panels draw deep within egui, where no Bevy resource reaches: the palette is kept in its memory under a name of its own.
fn palette_id() -> egui::Id {
    egui::Id::new("parlour: palette")
}

/// Sets the fonts of a panel context once.
pub fn set_fonts(context: &egui::Context) {
    context.set_fonts(fonts());
}

/// Sets the colours and style of a panel context.
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
        // The suits come first, so that all four are of one hand; Inter has every other sign.
        let mut faces = vec!["suits".to_owned(), first.to_owned()];
        if first != "inter" {
            faces.push("inter".to_owned());
        }
        fonts.families.insert(family, faces);
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
    style.spacing.item_spacing = egui::vec2(space::S, space::S);
    style.spacing.button_padding = egui::vec2(space::L, space::S);
    style.spacing.interact_size = egui::vec2(TARGET, TARGET);
    style.spacing.scroll = egui::style::ScrollStyle::solid();
    style.spacing.scroll.fade.strength = 0.0;
    style.spacing.slider_width = 150.0;
    style.interaction.selectable_labels = false;
    let visuals = &mut style.visuals;
    *visuals = if palette.is_dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    visuals.panel_fill = palette.panel.egui();
    visuals.window_fill = palette.panel.egui();
    visuals.window_stroke = Stroke::new(palette.line, palette.hairline.egui());
    visuals.window_corner_radius = CornerRadius::same(PANEL_RADIUS);
    visuals.extreme_bg_color = if palette.is_dark { palette.cloth_dark } else { palette.raised }.egui();
    visuals.hyperlink_color = palette.note.egui();
    // The ring around what has the focus is whole at the edges of lists, too.
    visuals.clip_rect_margin = FOCUS_RING.0 + FOCUS_RING.1;
    visuals.selection.bg_fill = palette.brass_dim.egui();
    visuals.selection.stroke = Stroke::new(1.0, palette.text.egui());
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.text.egui());
    widgets.noninteractive.bg_stroke = Stroke::new(palette.line, palette.hairline.egui());
    for (state, fill) in [
        (&mut widgets.inactive, palette.raised),
        (&mut widgets.hovered, palette.raised_hover),
        (&mut widgets.active, palette.raised_hover),
        (&mut widgets.open, palette.raised_hover),
    ] {
        state.bg_fill = fill.egui();
        state.weak_bg_fill = fill.egui();
        state.bg_stroke = Stroke::new(palette.line, palette.hairline.egui());
        state.fg_stroke = Stroke::new(1.0, palette.text.egui());
        state.corner_radius = CornerRadius::same(BUTTON_RADIUS);
        state.expansion = 0.0;
    }
    // The rail of sliders.
    widgets.inactive.bg_fill = palette.hairline.egui();
    widgets.hovered.bg_stroke = Stroke::new(1.0, palette.brass_dim.egui());
    // What has the focus is drawn as "hovered" or "active"; the ring itself is drawn by the widgets.
    widgets.active.bg_stroke = Stroke::new(1.0, palette.brass.egui());
}

/// A panel at the window's edge; the cloth shimmers through it.
pub fn edge_frame(palette: &Palette) -> egui::Frame {
    let fill = palette.panel.veil((255.0 * palette.panel_opacity).round() as u8);
    egui::Frame::NONE.fill(fill).inner_margin(Margin::symmetric(space::L as i8, 0))
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
    fn text_and_rings_stand_out_from_whatever_they_lie_on_in_every_theme() {
        for theme in Theme::ALL {
            assert_eq!(theme.palette().weak_pairs(), [], "{theme:?}");
        }
        // And what does not stand out is found.
        let weak = Palette { note: LAMP.raised_hover, focus: LAMP.cloth_light, ..LAMP }.weak_pairs();
        let names: Vec<&str> = weak.iter().map(|(pair, ..)| pair.as_str()).collect();
        assert!(names.contains(&"note on raised") && names.contains(&"focus on cloth_dark"), "{names:?}");
    }
}
