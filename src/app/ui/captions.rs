//! What is written on the cloth: captions under slots, labels, announcements on plates of their own, and points that rise.

use bevy_egui::egui::{Align2, Color32, CornerRadius, FontId, Pos2, Rect, Stroke, StrokeKind, Vec2};

use super::cloth::ClothPainter;
use crate::app::window_layout;
use crate::layout::{CAPTION_GAP, CAPTION_ROOM, LabelLook, Layout};
use crate::table::scene::{RISE, RisingWords};
use crate::table::theme::{self, size, space};
use crate::table::widgets;

impl ClothPainter<'_> {
    /// Captions under slots, and labels.
    pub(super) fn captions(&self) {
        let colour = self.ink.text.egui();
        for (at, anchor, words, font) in self.written(&self.scene.layout) {
            widgets::cloth_text(&self.painter, at, anchor, words, font, colour);
        }
        for label in self.scene.layout.labels.iter().filter(|label| self.scene.shows(label)) {
            if label.look == LabelLook::Banner {
                self.banner(self.at(label.centre.0, label.centre.1), &label.text);
            }
        }
    }

    /// What is written on the cloth, each with its place and font: captions under slots, and labels that are no announcements.
    pub(super) fn written<'l>(&self, layout: &'l Layout) -> impl Iterator<Item = (Pos2, Align2, &'l str, FontId)> {
        let (caption_font, label_font) = self.caption_fonts();
        let for_areas = caption_font.clone();
        let captions = layout.areas.iter().filter_map(move |area| {
            let below = self.at(area.centre.0, area.centre.1 + area.size.1 / 2.0 + CAPTION_GAP);
            Some((below, Align2::CENTER_TOP, area.caption.as_deref()?, for_areas.clone()))
        });
        let labels = layout.labels.iter().filter_map(move |label| {
            let (anchor, font) = match label.look {
                LabelLook::Banner | LabelLook::Tag | LabelLook::BrightTag | LabelLook::OnCard | LabelLook::Verdict => {
                    return None;
                }
                LabelLook::Caption => (Align2::CENTER_TOP, &caption_font),
                LabelLook::Plain => (Align2::CENTER_CENTER, &label_font),
            };
            Some((self.at(label.centre.0, label.centre.1), anchor, label.text.as_str(), font.clone()))
        });
        captions
            .chain(labels)
            .map(|(at, anchor, words, font)| (self.off_edges(at, layout, words, &font), anchor, words, font))
    }

    /// This place, moved sideways where words about it would come near an edge of the table.
    fn off_edges(&self, at: Pos2, layout: &Layout, words: &str, font: &FontId) -> Pos2 {
        let wide = self.painter.layout_no_wrap(words.to_owned(), font.clone(), Color32::WHITE).size().x;
        let half = wide / 2.0 + space::S;
        let (left, right) = (self.at(0.0, 0.0).x + half, self.at(layout.size.0, 0.0).x - half);
        Pos2::new(at.x.min(right).max(left), at.y)
    }

    /// Where all of that stands.
    pub(super) fn written_rects(&self) -> impl Iterator<Item = Rect> {
        self.written(&self.scene.layout).map(|(at, anchor, words, font)| {
            let size = self.painter.layout_no_wrap(words.to_owned(), font, Color32::WHITE).size();
            anchor.anchor_size(at, size)
        })
    }

    /// How far captions reach below what they stand under, in points.
    pub(super) fn captions_reach(&self) -> f32 {
        let (font, _) = self.caption_fonts();
        let line = self.painter.layout_no_wrap("0".to_owned(), font, Color32::WHITE);
        CAPTION_GAP * self.scale() + line.size().y
    }

    /// How large captions and labels are: they grow with the table and with the text, as far as there is room about them.
    fn caption_fonts(&self) -> (FontId, FontId) {
        let wanted = window_layout::caption(self.scale(), self.text_growth());
        let (unit, zoom) = (self.scale(), self.painter.ctx().zoom_factor());
        let room = CAPTION_ROOM * unit;
        let wide = |words: &str| {
            let galley = self.painter.layout_no_wrap(words.to_owned(), theme::body(room), Color32::WHITE);
            galley.size().x / unit
        };
        let (captions, labels) = self.scene.layout.caption_growth(wanted / room, wide);
        let font = |growth: f32| {
            let most = growth * room;
            let pixels = if wanted <= most { (wanted * zoom).round() } else { (most * zoom).floor() };
            theme::body(pixels / zoom)
        };
        (font(captions), font(labels))
    }

    /// While the table waits for its pieces, that they will come.
    pub(super) fn note_of_drawing(&self) {
        let (middle, font) = (self.room().center(), theme::display(size::DISPLAY_S));
        widgets::cloth_text(
            &self.painter,
            middle,
            Align2::CENTER_CENTER,
            "Setting the table…",
            font,
            self.ink.text.egui(),
        );
    }

    /// An announcement, wherever the table's pieces lie.
    fn banner(&self, at: Pos2, words: &str) {
        self.plate(at, words, theme::display(size::DISPLAY_S), Vec2::new(space::XL, space::M));
    }

    /// Words on a plate with so much room around them, moved to where all of it can be seen.
    fn plate(&self, at: Pos2, words: &str, font: FontId, around: Vec2) {
        let text = self.ink.text.egui();
        let galley = self.painter.layout_no_wrap(words.to_owned(), font, text);
        let plate = Rect::from_center_size(at, galley.size() + 2.0 * around);
        let seen = self.painter.clip_rect();
        let plate = plate.translate((seen.min - plate.min).max(Vec2::ZERO) + (seen.max - plate.max).min(Vec2::ZERO));
        let edge = Stroke::new(1.5, self.ink.muted.egui());
        let corner = CornerRadius::same(theme::PANEL_RADIUS);
        self.painter.rect(plate, corner, self.ink.panel.egui(), edge, StrokeKind::Inside);
        self.painter.galley(plate.min + around, galley, text);
    }

    /// Points that rise from their areas and fade; those that stand can be read on any card.
    pub(super) fn floats(&self) {
        for RisingWords { area, words, age, stands, rank } in &self.scene.floats {
            let Some(area) = self.scene.layout.area(*area) else { continue };
            let finest = 1.0 + 0.25 * f32::from(rank.saturating_sub(1));
            // Words say what happened, and what stands hides what lies under it; figures that rise are what a player waits for.
            let is_small = *stands || words.contains(' ');
            let (units, least, most) = if is_small { (26.0, 18.0, 36.0) } else { (54.0, 30.0, 72.0) };
            let font = theme::display((units * self.scale() * self.text_growth()).clamp(least, most) * finest);
            let part = age / RISE;
            let at = |height: f32| self.at(area.centre.0, area.centre.1 - 70.0 * height);
            if *stands {
                self.plate(at(0.5), words, font, Vec2::new(space::M, space::XS));
                continue;
            }
            let opacity = (255.0 * (1.0 - part * part)) as u8;
            let colour = self.ink.text.veil(opacity);
            widgets::cloth_text(&self.painter, at(part), Align2::CENTER_CENTER, words, font, colour);
        }
    }
}
