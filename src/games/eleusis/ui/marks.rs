//! Marks on the mainline, for those who look for a cycle: the cards that stand at the same place in it as the one to come.

use bevy_egui::egui::{Id, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2};

use crate::games::eleusis::rules::View;
use crate::layout::{AreaId, CARD, CardArea, HangingLines};
use crate::table::panels::{PanelContext, PlaceOf};
use crate::table::theme;
use crate::table::widgets;

/// How long the cycles are that can be looked for; 0 marks nothing.
const PERIODS: [(usize, &str); 7] = [(0, "Off"), (2, "2"), (3, "3"), (4, "4"), (5, "5"), (6, "6"), (8, "8")];

fn id(context: &PanelContext<'_>) -> Id {
    Id::new(("period", context.seed))
}

/// The choice of a period.
pub(super) fn choose(ui: &mut Ui, context: &PanelContext<'_>) {
    let id = id(context);
    let mut period: usize = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    widgets::caption(ui, "Mark the cards in the same place as the next one, for a cycle of");
    widgets::choice(ui, "A cycle of", &mut period, &PERIODS);
    ui.data_mut(|data| data.insert_temp(id, period));
}

/// The marks on the table.
pub fn show(ui: &mut Ui, place_of: PlaceOf<'_>, context: &mut PanelContext<'_>) {
    let period: usize = ui.data(|data| data.get_temp(id(context))).unwrap_or_default();
    let Some(view) = context.view.downcast_ref::<View>().filter(|_| period > 0) else { return };
    let Some(board) = place_of(AreaId::of(CardArea::Middle)) else { return };
    let (centre, size) = view.ring(context.room).board();
    let lines = HangingLines::fitting(&view.hanging(), (centre, size));
    let scale = board.width() / size.0;
    let ink = theme::of(ui);
    let next = view.table.mainline.len();
    for number in (0..next).filter(|number| (next - number).is_multiple_of(period)) {
        let card = lines.card(number);
        let from_centre = Vec2::new(card.centre.0 - centre.0, card.centre.1 - centre.1) * scale;
        let card_size = Vec2::new(CARD.0, CARD.1) * card.scale * scale;
        let rect = Rect::from_center_size(board.center() + from_centre, card_size);
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(2.0, ink.note.egui()), StrokeKind::Outside);
        let at = Pos2::new(rect.center().x, rect.top());
        ui.painter().circle(at, 5.0, ink.note.egui(), Stroke::new(1.0, ink.panel.egui()));
    }
}
