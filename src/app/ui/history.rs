//! What was played before: how often, how well, and every game to be replayed.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, Ui};
use egui_plot::{Line, Plot, Points};

use super::super::desk::{Action, Desk};
use super::super::store::Finished;
use super::{Shelf, screen_bar};
use crate::catalogue;
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Icon, Weight};

pub(super) fn show(root: &mut Ui, desk: &Desk, shelf: &Shelf, asked: &mut Vec<Action>) {
    let Some(entry) = desk.chosen.and_then(catalogue::find) else { return };
    let id = entry.info.id;
    let title = format!("{}: played games", entry.info.title);
    screen_bar(root, &title, true, asked, |ui, asked| {
        if widgets::button(ui, Some(Icon::Go), "Play", Weight::Primary, true, false).clicked() {
            asked.push(Action::OpenSetup(id));
        }
    });
    let games = shelf.finished.get(id).map(Vec::as_slice).unwrap_or_default();
    egui::CentralPanel::no_frame().show(root, |ui| {
        let room = ui.available_rect_before_wrap().shrink2(egui::vec2(space::XXL, space::XL));
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            if games.is_empty() {
                ui.label("No game is finished yet. Every game you play to its end is kept here.");
                return;
            }
            totals(ui, games);
            ui.add_space(space::M);
            graph(ui, games);
            ui.add_space(space::M);
            list(ui, id, games, asked);
        });
    });
}

fn totals(ui: &mut Ui, games: &[Finished]) {
    let ink = theme::of(ui);
    let scores: Vec<i32> = games.iter().filter_map(|game| game.scores.first()).copied().collect();
    let best = scores.iter().max().copied().unwrap_or_default();
    let mean = scores.iter().map(|score| f64::from(*score)).sum::<f64>() / scores.len().max(1) as f64;
    let mut titles: BTreeMap<&str, (i32, usize)> = BTreeMap::new();
    for game in games {
        let score = game.scores.first().copied().unwrap_or_default();
        let reached = titles.entry(&game.title).or_insert((score, 0));
        *reached = (reached.0.max(score), reached.1 + 1);
    }
    let mut titles: Vec<(&str, (i32, usize))> = titles.into_iter().collect();
    titles.sort_by_key(|(_, (score, _))| -score);
    theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::XXL;
            widgets::figure(ui, &games.len().to_string(), "games", size::DISPLAY_M);
            widgets::figure(ui, &best.to_string(), "best", size::DISPLAY_M);
            widgets::figure(ui, &format!("{mean:.1}"), "mean", size::DISPLAY_M);
            for (title, (_, count)) in titles {
                widgets::figure(ui, &count.to_string(), title, size::DISPLAY_M);
            }
        });
    });
}

/// The scores in the order they were reached, with their mean so far. One game makes no graph.
fn graph(ui: &mut Ui, games: &[Finished]) {
    let ink = theme::of(ui);
    let scores: Vec<f64> = games.iter().filter_map(|game| game.scores.first()).map(|score| f64::from(*score)).collect();
    if scores.len() < 2 {
        return;
    }
    let numbered = |values: Vec<f64>| -> Vec<[f64; 2]> {
        values.into_iter().zip(1u32..).map(|(value, number)| [f64::from(number), value]).collect()
    };
    let mut sum = 0.0;
    let means = scores.iter().zip(1u32..).map(|(score, count)| {
        sum += score;
        sum / f64::from(count)
    });
    let (means, points) = (numbered(means.collect()), numbered(scores.clone()));
    let plot = Plot::new("scores over time")
        .height(132.0)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .show_grid([false, true])
        .x_axis_formatter(|mark, _| if mark.value.fract() == 0.0 { format!("{}", mark.value) } else { String::new() })
        .sense(egui::Sense::hover())
        .show(ui, |plot| {
            plot.line(Line::new("mean so far", means).color(ink.brass.egui()).width(2.0));
            plot.points(Points::new("score", points).color(ink.text.egui()).radius(3.0));
        });
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let words = format!("Scores of {} games over time; the best is {best}", scores.len());
    plot.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, &words));
}

fn list(ui: &mut Ui, id: &'static str, games: &[Finished], asked: &mut Vec<Action>) {
    let ink = theme::of(ui);
    let row_height = theme::TARGET + space::S;
    egui::ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, row_height, games.len(), |ui, rows| {
        for game in games.iter().rev().skip(rows.start).take(rows.len()) {
            ui.horizontal(|ui| {
                let score = game.scores.first().copied().unwrap_or_default();
                if widgets::button(ui, Some(Icon::Go), "Replay", Weight::Plain, true, false).clicked() {
                    asked.push(Action::Replay(id, game.record.clone()));
                }
                ui.add_sized(
                    [64.0, theme::TARGET],
                    egui::Label::new(egui::RichText::new(score.to_string()).font(theme::strong(size::BODY))),
                );
                ui.label(&game.title);
                let when = format!("{} · seed {}", day_of(game.at), game.seed);
                ui.label(egui::RichText::new(when).font(theme::body(size::SECOND)).color(ink.muted.egui()));
            });
        }
    });
}

/// The day of a moment in UTC, `2026-11-20`. Hinnant, *chrono-Compatible Low-Level Date Algorithms*.
fn day_of(seconds: u64) -> String {
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(super::day_of(0), "1970-01-01");
        assert_eq!(super::day_of(951_782_400), "2000-02-29");
        assert_eq!(super::day_of(1_795_219_199), "2026-11-20");
    }
}
