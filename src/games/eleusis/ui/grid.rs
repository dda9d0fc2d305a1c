//! A deck as a small grid: a row for each suit, a column for each rank.

use bevy_egui::egui::{self, Align2, Pos2, Rect, Sense, Ui, Vec2};

use crate::cards::{Card, CardSet, Rank, Suit};
use crate::table::theme::{self, size};
use crate::words::{counted, joined};

/// The width of the column in which the suits stand, and the height of a row, in points.
const SUITS: f32 = 16.0;
const ROW: f32 = 16.0;

/// Shows which cards would be right now; those that are held have a ring.
pub(super) fn show(ui: &mut Ui, right: CardSet, held: CardSet) {
    let ink = theme::of(ui);
    let step = ((ui.available_width() - SUITS) / 13.0).floor().min(ROW + 4.0);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(SUITS + 13.0 * step, 5.0 * ROW), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, spoken(right)));
    let font = theme::body(size::CAPTION - 2.0);
    for (column, rank) in Rank::all().enumerate() {
        let at = Pos2::new(rect.left() + SUITS + step * (column as f32 + 0.5), rect.top() + ROW / 2.0);
        let letter = rank.label();
        ui.painter().text(at, Align2::CENTER_CENTER, letter, font.clone(), ink.muted.egui());
        for (row, suit) in (1u8..).zip(Suit::ALL) {
            let card = Card::new(rank, suit);
            let at = Pos2::new(at.x, rect.top() + ROW * (f32::from(row) + 0.5));
            let square = Rect::from_center_size(at, Vec2::new(step - 2.0, ROW - 2.0));
            let fill = if right.contains(card) { ink.good.egui() } else { ink.raised.egui() };
            ui.painter().rect_filled(square, 2.0, fill);
            if held.contains(card) {
                ui.painter().circle_filled(at, 2.5, if right.contains(card) { ink.panel } else { ink.text }.egui());
            }
        }
    }
    for (row, suit) in (1u8..).zip(Suit::ALL) {
        let at = Pos2::new(rect.left() + SUITS / 2.0, rect.top() + ROW * (f32::from(row) + 0.5));
        ui.painter().text(at, Align2::CENTER_CENTER, suit.sign(), font.clone(), ink.text.egui());
    }
}

fn spoken(right: CardSet) -> String {
    let cards = counted(right.len() as u32, "card", "cards");
    let first = joined(right.iter().take(8).map(Card::spoken), ", ");
    let more = if right.len() > 8 { ", and others" } else { "" };
    format!("{cards} of 52 would be right next: {first}{more}")
}
