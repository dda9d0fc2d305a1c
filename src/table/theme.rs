//! Every colour, size and font of the program, in one place.
//!
//! The lamp theme: a deep green-teal cloth under a warm light, ivory cards, brass for what matters, ink-dark panels.

use std::sync::Arc;

use bevy::color::Color;
use bevy_egui::egui::{self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke};

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

    /// Contrast with another colour as WCAG 2.2 defines it, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// The cloth where the lamp shines.
pub const CLOTH_LIGHT: Rgb = Rgb(0x1F, 0x4A, 0x46);
/// The cloth at its edge.
pub const CLOTH_DARK: Rgb = Rgb(0x0E, 0x25, 0x23);
/// Panels.
pub const PANEL: Rgb = Rgb(0x12, 0x19, 0x1B);
/// Buttons and other raised parts of panels.
pub const RAISED: Rgb = Rgb(0x1B, 0x25, 0x28);
/// Raised parts under the pointer.
pub const RAISED_HOVER: Rgb = Rgb(0x24, 0x31, 0x35);
/// Lines between parts.
pub const HAIRLINE: Rgb = Rgb(0x2E, 0x3B, 0x3F);
/// Text.
pub const TEXT: Rgb = Rgb(0xF2, 0xEC, 0xDF);
/// Text that matters less.
pub const MUTED: Rgb = Rgb(0xB9, 0xB3, 0xA4);
/// What matters: the accent, one's own turn.
pub const BRASS: Rgb = Rgb(0xD9, 0xA4, 0x41);
/// Brass in the shade.
pub const BRASS_DIM: Rgb = Rgb(0x8C, 0x6A, 0x2B);
/// The ring around what has the focus.
pub const FOCUS: Rgb = Rgb(0xFF, 0xD2, 0x7A);
/// Success.
pub const GOOD: Rgb = Rgb(0x7B, 0xC0, 0x8F);
/// Failure.
pub const BAD: Rgb = Rgb(0xE0, 0x7A, 0x6B);
/// Something to know.
pub const NOTE: Rgb = Rgb(0x7F, 0xB7, 0xD9);

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

/// The smallest side of anything to be hit, in points.
pub const TARGET: f32 = 44.0;
/// Corners of panels.
pub const PANEL_RADIUS: u8 = 10;
/// Corners of buttons.
pub const BUTTON_RADIUS: u8 = 8;

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

/// Sets fonts and style of a panel context once.
pub fn apply(context: &egui::Context) {
    context.set_fonts(fonts());
    context.all_styles_mut(style);
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

fn style(style: &mut egui::Style) {
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
    style.interaction.selectable_labels = false;
    let visuals = &mut style.visuals;
    *visuals = egui::Visuals::dark();
    visuals.panel_fill = PANEL.egui();
    visuals.window_fill = PANEL.egui();
    visuals.window_stroke = Stroke::new(1.0, HAIRLINE.egui());
    visuals.window_corner_radius = CornerRadius::same(PANEL_RADIUS);
    visuals.extreme_bg_color = CLOTH_DARK.egui();
    visuals.hyperlink_color = NOTE.egui();
    visuals.selection.bg_fill = BRASS_DIM.egui();
    visuals.selection.stroke = Stroke::new(1.0, TEXT.egui());
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, TEXT.egui());
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, HAIRLINE.egui());
    for (state, fill) in [
        (&mut widgets.inactive, RAISED),
        (&mut widgets.hovered, RAISED_HOVER),
        (&mut widgets.active, RAISED_HOVER),
        (&mut widgets.open, RAISED_HOVER),
    ] {
        state.bg_fill = fill.egui();
        state.weak_bg_fill = fill.egui();
        state.bg_stroke = Stroke::new(1.0, HAIRLINE.egui());
        state.fg_stroke = Stroke::new(1.0, TEXT.egui());
        state.corner_radius = CornerRadius::same(BUTTON_RADIUS);
        state.expansion = 0.0;
    }
    widgets.hovered.bg_stroke = Stroke::new(1.0, BRASS_DIM.egui());
    // What has the focus is drawn as "hovered" or "active"; the ring itself is drawn by the widgets.
    widgets.active.bg_stroke = Stroke::new(1.0, BRASS.egui());
}

/// How opaque the panels at the window's edges are.
pub const PANEL_OPACITY: f32 = 0.94;

/// The frame of the panels at the window's edges; what they are made of is drawn with the cloth.
pub fn edge_frame() -> egui::Frame {
    egui::Frame::NONE.inner_margin(Margin::symmetric(space::L as i8, 0))
}

/// The frame of a panel that floats above the table.
pub fn floating_frame() -> egui::Frame {
    egui::Frame::NONE
        .fill(PANEL.egui())
        .stroke(Stroke::new(1.0, HAIRLINE.egui()))
        .corner_radius(CornerRadius::same(PANEL_RADIUS))
        .inner_margin(Margin::same(space::XL as i8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_controls_stand_out_from_what_they_lie_on() {
        for background in [PANEL, RAISED, RAISED_HOVER] {
            for text in [TEXT, MUTED, BRASS, GOOD, BAD, NOTE] {
                let contrast = text.contrast(background);
                assert!(contrast >= 4.5, "{text:?} on {background:?}: {contrast:.2}");
            }
        }
        for text in [TEXT, MUTED, FOCUS] {
            assert!(text.contrast(CLOTH_LIGHT) >= 4.5, "{text:?} on the cloth: {:.2}", text.contrast(CLOTH_LIGHT));
        }
        assert!(BRASS.contrast(CLOTH_LIGHT) >= 3.0 && FOCUS.contrast(CLOTH_LIGHT) >= 3.0);
    }
}
