//! A chart on the cloth: its cells with their marks, the way that leads through them, and what it says.

use bevy_egui::egui::epaint::QuadraticBezierShape;
use bevy_egui::egui::{self, Align, Align2, Color32, CornerRadius, Rect, Stroke, StrokeKind, Vec2};

use super::cloth::ClothPainter;
use crate::layout::{CARD, CHART_WORDS, Chart, ChartCell, ChartMark, LegendPicture};
use crate::table::drawings;
use crate::table::theme::{self, Sign};
use crate::table::widgets;

/// How high letters are, in table units, and within which bounds in points: in a cell, of names, and of what is said.
const IN_CELL: (f32, f32, f32) = (14.0, 10.0, 20.0);
const NAMES: (f32, f32, f32) = (14.0, 11.5, 20.0);
const SAYS: (f32, f32, f32) = (15.0, 12.0, 22.0);

/// How large pictures over columns are, how broad the way is, and how far a mark is from the edge of its cell, in table units.
const PICTURE: f32 = 17.0;
const WAY: f32 = 3.0;
const INSET: f32 = 1.5;

/// How much of the cloth shines through what is quiet: 255 for nothing.
const QUIET: u8 = 150;
const FAINT: u8 = 60;

impl ClothPainter<'_> {
    /// The chart, if there is one.
    pub(super) fn chart(&self) {
        let Some(chart) = &self.scene.layout.chart else { return };
        for (cell, mark, _) in chart.cells() {
            self.mark_cell(self.rect_about(chart.at(cell)), mark);
        }
        self.chart_way(chart);
        for (cell, mark, words) in chart.cells() {
            self.write_in_cell(self.rect_about(chart.at(cell)), mark, words);
        }
        self.chart_heads(chart);
        self.chart_says(chart);
    }

    fn letters(&self, (units, least, most): (f32, f32, f32)) -> f32 {
        (units * self.scale()).clamp(least, most)
    }

    fn mark_cell(&self, cell: Rect, mark: ChartMark) {
        let rect = cell.shrink(INSET * self.scale());
        let text = self.ink.text;
        let (fill, line) = match mark {
            ChartMark::End => (self.ink.sign(Sign::Leader).egui(), Stroke::new(2.0, text.egui())),
            ChartMark::Held => (text.egui(), Stroke::NONE),
            ChartMark::Missing => (Color32::TRANSPARENT, Stroke::new(2.5, self.ink.sign(Sign::Target).egui())),
            ChartMark::Seen | ChartMark::Never | ChartMark::Unknown => {
                (Color32::TRANSPARENT, Stroke::new(1.0, text.veil(FAINT)))
            }
        };
        self.painter.rect(rect, CornerRadius::same(2), fill, line, StrokeKind::Inside);
        let cross = Stroke::new(1.0, text.veil(QUIET));
        if matches!(mark, ChartMark::Seen | ChartMark::Never) {
            self.painter.line_segment([rect.left_bottom(), rect.right_top()], cross);
        }
        if mark == ChartMark::Never {
            self.painter.line_segment([rect.left_top(), rect.right_bottom()], cross);
        }
    }

    fn write_in_cell(&self, cell: Rect, mark: ChartMark, words: &str) {
        let (strong, ink) = match mark {
            ChartMark::End => (true, self.ink.sign(Sign::Leader).written_on().egui()),
            ChartMark::Held => (true, self.ink.text.written_on().egui()),
            ChartMark::Missing => (true, self.ink.text.egui()),
            ChartMark::Unknown => (false, self.ink.text.veil(QUIET)),
            ChartMark::Seen | ChartMark::Never => return,
        };
        let size = self.letters(IN_CELL).min(0.8 * cell.height());
        let font = if strong { theme::strong(size) } else { theme::body(size) };
        self.painter.text(cell.center(), Align2::CENTER_CENTER, words, font, ink);
    }

    /// The way from cell to cell, quietly. To another block it bows, so that it runs between the rows and not through cells that it passes.
    fn chart_way(&self, chart: &Chart) {
        let place = |cell: ChartCell| self.rect_about(chart.at(cell));
        let line = Stroke::new((WAY * self.scale()).max(1.5), self.ink.sign(Sign::Target).veil(QUIET));
        for pair in chart.way.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(place);
            let (start, end) = (from.center(), to.center());
            if pair[0].block == pair[1].block {
                self.painter.line_segment([start, end], line);
                continue;
            }
            let bend = start + (end - start) / 2.0 - Vec2::new(0.0, from.height());
            let bow = QuadraticBezierShape::from_points_stroke([start, bend, end], false, Color32::TRANSPARENT, line);
            self.painter.add(bow);
        }
    }

    /// The names of the blocks, and the pictures over their columns.
    fn chart_heads(&self, chart: &Chart) {
        let ink = self.ink.text.egui();
        for (number, block) in chart.blocks.iter().enumerate() {
            let (x, y) = chart.name_at(number);
            let font = theme::strong(self.letters(NAMES));
            widgets::cloth_text(&self.painter, self.at(x, y), Align2::CENTER_CENTER, &block.name, font, ink);
            for (column, picture) in chart.columns.iter().enumerate() {
                let (x, y) = chart.over(number, column);
                let square = Rect::from_center_size(self.at(x, y), Vec2::splat(PICTURE * self.scale()));
                match picture {
                    LegendPicture::Suit(suit) => drawings::suit(&self.painter, *suit, square, ink),
                    LegendPicture::Face(face) => {
                        let card = Vec2::new(square.height() * CARD.0 / CARD.1, square.height());
                        drawings::face(&self.painter, *face, Rect::from_center_size(square.center(), card));
                    }
                }
            }
        }
    }

    /// What it says, in as many lines as it takes: as large as all of them have room for.
    fn chart_says(&self, chart: &Chart) {
        let ((x, y), wide) = chart.words_at();
        let ink = self.ink.text.egui();
        let written = |points: f32| {
            let font = theme::body(points);
            let mut job = egui::text::LayoutJob::simple(chart.says.clone(), font, ink, wide * self.scale());
            job.halign = Align::Center;
            self.painter.layout_job(job)
        };
        let mut points = self.letters(SAYS);
        let mut words = written(points);
        while words.size().y > CHART_WORDS * self.scale() && points > SAYS.1 {
            points = (points - 1.0).max(SAYS.1);
            words = written(points);
        }
        self.painter.galley(self.at(x, y), words, ink);
    }
}
