//! What can be looked at once more: the finished picture, or the last trick card by card. It lies over the table until it is
//! clicked away.

use std::sync::Arc;

use bevy_egui::egui::{
    self, CornerRadius, Id, Order, Pos2, Rect, Sense, Stroke, StrokeKind, Vec2, WidgetInfo, WidgetType,
};

use super::cloth::ClothPainter;
use crate::app::messages::{Requests, TableAction};
use crate::layout::{Area, AreaId, CARD, CardArea, Face};
use crate::table::drawings;
use crate::table::focus;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, Sign, space};
use crate::table::widgets;
use crate::words::joined;

/// How wide the plate for what is looked at once more may become, in table units.
const LOOK_BACK: f32 = 960.0;

/// By how much the words beside the cards of the last trick may be larger than usual.
const MOST_ON_TRICK: f32 = 1.4;

impl ClothPainter<'_> {
    /// The finished picture or the last trick, over the table until it is clicked away: nothing under it can be hit by mistake.
    pub(super) fn peek(&self, seats: &[SeatedPlayer], requests: &mut Requests) {
        let picture = self.whole_picture();
        let Some(place) = picture.or_else(|| self.look_back_plate()) else { return };
        let area = egui::Area::new(Id::new("looked at once more")).order(Order::Middle).fixed_pos(place.min);
        area.show(self.painter.ctx(), |ui| {
            let (place, response) = ui.allocate_exact_size(place.size(), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Back to the table"));
            let over = ClothPainter { painter: ui.painter().clone(), ..*self };
            match picture {
                Some(_) => drawings::tile_picture(&over.painter, place),
                None => over.look_back(place, seats),
            }
            focus::ring(ui, &response);
            if response.clicked() {
                requests.push(TableAction::EndPeek);
            }
        });
    }

    /// Where the finished picture is: in the place of its tiles.
    pub(super) fn whole_picture(&self) -> Option<Rect> {
        let tiles = self.scene.layout.pieces.iter().filter(|piece| matches!(piece.face, Face::Part(_)));
        let areas = tiles.filter_map(|piece| self.scene.layout.area(piece.area));
        let places = areas.map(|Area { centre: (x, y), size: (width, height), .. }| {
            let (left, top) = (x - width / 2.0, y - height / 2.0);
            Rect::from_two_pos(self.at(left, top), self.at(left + width, top + height))
        });
        places.reduce(Rect::union)
    }

    /// How large the cards of the last trick are, and how far each is from the one before.
    fn looked_back_at(&self) -> (Vec2, f32) {
        let (cards, unit) = (self.scene.settled().last.cards.len(), self.scale());
        let card = Vec2::new(CARD.0, CARD.1) * 0.72 * unit;
        (card, (card.x + 14.0 * unit).min(LOOK_BACK * unit / cards.max(1) as f32))
    }

    /// The plate for the last trick, in the middle of the table.
    fn look_back_plate(&self) -> Option<Rect> {
        let cards = self.scene.settled().last.cards.len();
        let middle = self.scene.layout.area(AreaId::of(CardArea::Middle)).filter(|_| cards > 0)?;
        let ((card, step), unit) = (self.looked_back_at(), self.scale());
        let title = self.look_back_title().size().x + 2.0 * space::M;
        let size = Vec2::new((step * cards as f32 + 14.0 * unit).max(title), card.y + 88.0 * unit);
        Some(Rect::from_center_size(self.at(middle.centre.0, middle.centre.1), size))
    }

    /// What the last trick is called, and why the card won that won.
    fn look_back_title(&self) -> Arc<egui::Galley> {
        let last = &self.scene.settled().last;
        let words = joined([last.name, &last.why].into_iter().filter(|words| !words.is_empty()), ": ");
        let letters = self.scale() * self.text_growth().min(MOST_ON_TRICK);
        self.painter.layout_no_wrap(words, theme::strong(17.0 * letters), self.ink.text.egui())
    }

    /// The last trick on its plate, card by card as they were played, the winning one with a star.
    fn look_back(&self, plate: Rect, seats: &[SeatedPlayer]) {
        let (last, unit) = (&self.scene.settled().last, self.scale());
        let letters = unit * self.text_growth().min(MOST_ON_TRICK);
        let trick = &last.cards;
        let (card, step) = self.looked_back_at();
        let corner = CornerRadius::same(theme::PANEL_RADIUS);
        let line = Stroke::new(self.ink.line, self.ink.hairline.egui());
        self.painter.rect(plate, corner, self.ink.panel.egui(), line, StrokeKind::Inside);
        let title = self.look_back_title();
        let at = plate.center_top() + Vec2::new(0.0, 20.0 * unit) - title.size() / 2.0;
        self.painter.galley(at, title, self.ink.text.egui());
        let left = plate.center().x - (step * trick.len() as f32 - 14.0 * unit) / 2.0;
        for (number, played) in trick.iter().enumerate() {
            let x = left + step * number as f32;
            let rect = Rect::from_min_size(Pos2::new(x, plate.top() + 40.0 * unit), card);
            drawings::face(&self.painter, played.face, rect);
            if played.won {
                let line = Stroke::new(3.0, self.ink.sign(Sign::Leader).egui());
                self.painter.rect_stroke(rect, CornerRadius::same(5), line, StrokeKind::Outside);
                widgets::star(&self.painter, rect.center_top(), (0.13 * card.x).max(7.0));
            }
            let Some(seated) = seats.get(usize::from(played.seat)) else { continue };
            let ink = self.ink.text.egui();
            let font = if played.won { theme::strong(15.0 * letters) } else { theme::body(15.0 * letters) };
            // Where it is told why, the first of them led.
            let led = if number == 0 && !last.why.is_empty() { " · led" } else { "" };
            let name = widgets::fitted(&self.painter, &format!("{}{led}", seated.name), font, ink, step - 4.0);
            let at =
                Pos2::new(rect.center().x - name.size().x / 2.0, rect.bottom() + 23.0 * unit - name.size().y / 2.0);
            self.painter.galley(at, name, ink);
        }
    }
}
