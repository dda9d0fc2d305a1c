//! The calendar of a game: which days' deals were played and how, a month at a time, and how many days in a row.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    self, Align, Align2, CornerRadius, Id, Label, Layout, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
};
use jiff::civil::Date;

use super::parts::{PageSide, beside, button};
use crate::app::calendar::{Streak, finished_days, weeks_of};
use crate::app::daily;
use crate::app::store::Finished;
use crate::table::theme::{self, Palette, size, space};
use crate::table::widgets::{self, Icon};

const CELL: Vec2 = Vec2::new(64.0, 40.0);
const MONTH_WIDTH: f32 = 7.0 * CELL.x;
/// The side of the sign that says how a deal was played.
const SIGN: f32 = 16.0;
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/// Marks what was played with help.
const HELP: &str = "*";

/// "won" or "finished".
pub(super) fn result_of(game: &Finished) -> &'static str {
    if game.won { "won" } else { "finished" }
}

/// What follows the result of a game with help.
pub(super) fn help_in(game: &Finished) -> &'static str {
    if game.assisted { ", assisted" } else { "" }
}

pub(super) fn show(ui: &mut Ui, game: &str, games: &[Finished], today: Date, focus: bool) {
    let days = finished_days(games);
    let scroll = egui::ScrollArea::vertical().id_salt("calendar").auto_shrink([false, false]);
    scroll.show(ui, |ui| {
        beside(ui, MONTH_WIDTH, |ui, side| match side {
            PageSide::Left => {
                let month = month_bar(ui, game, today, focus);
                ui.scope(|ui| month_of(ui, month, today, &days));
            }
            PageSide::Right => {
                streaks(ui, &days, today);
                ui.add_space(space::L);
                ui.scope(legend);
            }
        });
    });
}

/// The name of the month between the ways to the one before and the next. Returns the month, as one of its days.
fn month_bar(ui: &mut Ui, game: &str, today: Date, focus: bool) -> Date {
    let id = Id::new(("month of the calendar", game));
    let month: Date = ui.data(|data| data.get_temp(id)).unwrap_or(today);
    let (before, after) = (month.first_of_month().yesterday(), month.last_of_month().tomorrow());
    let after = after.ok().filter(|day| *day <= today.last_of_month());
    let mut turned = None;
    ui.horizontal(|ui| {
        if button("Previous month").icon(Icon::Back).compact(true).focus(focus).show(ui).clicked() {
            turned = before.ok();
        }
        let room = MONTH_WIDTH - 2.0 * (theme::TARGET + ui.spacing().item_spacing.x);
        let name = RichText::new(month.strftime("%B %Y").to_string()).font(theme::display(size::DISPLAY_S));
        ui.add_sized([room, theme::TARGET], Label::new(name));
        let next = button("Next month").icon(Icon::Forward).compact(true).enabled(after.is_some());
        if next.show(ui).clicked() {
            turned = after;
        }
    });
    if let Some(month) = turned {
        ui.data_mut(|data| data.insert_temp(id, month));
    }
    month
}

fn month_of(ui: &mut Ui, month: Date, today: Date, days: &BTreeMap<Date, &Finished>) {
    let spacing = ui.spacing_mut();
    (spacing.item_spacing, spacing.interact_size) = (Vec2::ZERO, Vec2::ZERO);
    let muted = theme::of(ui).muted.egui();
    ui.horizontal(|ui| {
        for name in WEEKDAYS {
            // It begins where the numbers below it do.
            let name = RichText::new(name).font(theme::body(size::CAPTION)).color(muted);
            let cell = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(Vec2::new(CELL.x, SIGN + space::S), cell, |ui| {
                ui.set_min_size(ui.max_rect().size());
                ui.add_space(2.0 + space::S);
                ui.add(Label::new(name));
            });
        }
    });
    for week in weeks_of(month) {
        ui.horizontal(|ui| {
            for day in week {
                match day {
                    Some(day) => day_cell(ui, day, today, days.get(&day).copied()),
                    None => drop(ui.allocate_exact_size(CELL, Sense::hover())),
                }
            }
        });
    }
}

/// A day with the sign of how its deal was played; today has an outline.
fn day_cell(ui: &mut Ui, day: Date, today: Date, played: Option<&Finished>) {
    let ink = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(CELL, Sense::hover());
    let words = spoken(day, today, played);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &words));
    let (plate, corner) = (rect.shrink(2.0), CornerRadius::same(theme::BUTTON_RADIUS));
    let painter = ui.painter();
    if played.is_some() {
        painter.rect_filled(plate, corner, ink.raised.egui());
    }
    if day == today {
        painter.rect_stroke(plate, corner, Stroke::new(2.0, ink.text.egui()), StrokeKind::Inside);
    }
    let colour = match played {
        Some(_) => ink.text.egui(),
        None if day > today => ink.muted.veil(110),
        None => ink.muted.egui(),
    };
    let number = plate.left_center() + Vec2::new(space::S, 0.0);
    painter.text(number, Align2::LEFT_CENTER, day.day(), theme::body(size::SECOND), colour);
    if let Some(game) = played {
        let right = plate.right_center();
        sign(painter, right - Vec2::new(SIGN + space::S, 0.0), game.won, &ink);
        if game.assisted {
            let at = right - Vec2::new(space::S, 0.0);
            painter.text(at, Align2::CENTER_CENTER, HELP, theme::body(size::BODY), ink.text.egui());
        }
    }
    widgets::tip(&response, &words, &[]);
}

/// "23 November 2026, today: won, assisted".
fn spoken(day: Date, today: Date, played: Option<&Finished>) -> String {
    let is_today = if day == today { ", today" } else { "" };
    let how = match played {
        Some(game) => format!("{}{}", result_of(game), help_in(game)),
        None if day > today => "still to come".to_owned(),
        None => "not played".to_owned(),
    };
    format!("{}{is_today}: {how}", daily::in_words(day))
}

/// A tick for a deal that was won, a ring for one that was only finished.
fn sign(painter: &egui::Painter, centre: Pos2, won: bool, ink: &Palette) {
    if won {
        let square = Rect::from_center_size(centre, Vec2::splat(SIGN));
        widgets::draw_icon(painter, square, Icon::Done, ink.good.egui());
    } else {
        painter.circle_stroke(centre, 0.3 * SIGN, Stroke::new(2.0, ink.muted.egui()));
    }
}

fn streaks(ui: &mut Ui, days: &BTreeMap<Date, &Finished>, today: Date) {
    let Streak { current, longest } = Streak::of(days.keys().copied(), today);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XXL;
        let word = if current == 1 { "day in a row" } else { "days in a row" };
        widgets::figure(ui, &current.to_string(), word, size::DISPLAY_M);
        widgets::figure(ui, &longest.to_string(), "longest streak", size::DISPLAY_M);
    });
}

fn legend(ui: &mut Ui) {
    let ink = theme::of(ui);
    ui.spacing_mut().interact_size = Vec2::ZERO;
    for (won, word) in [(true, "won"), (false, "finished")] {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIGN), Sense::hover());
            sign(ui.painter(), rect.center(), won, &ink);
            widgets::caption(ui, word);
        });
    }
    widgets::caption(ui, format!("{HELP}  assisted"));
    widgets::caption(ui, "A day counts the first time you finish its deal.");
}
