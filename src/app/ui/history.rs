//! The finished games of one kind: how often, how well, and each to be replayed.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, Ui};
use egui_plot::{Line, Plot, Points};

use super::library_index::LibraryIndex;
use super::parts::{button, muted, primary_button, screen_bar, screen_body};
use crate::app::messages::{GameAction, NavigationAction, Requests};
use crate::app::store::Finished;
use crate::app::ui_state::UiState;
use crate::catalogue;
use crate::engine::seats::BotLevel;
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Icon};
use crate::words::{counted, signed};

const GRAPH_HEIGHT: f32 = 132.0;

/// Kept in egui's memory, not in the settings.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum ListOrder {
    #[default]
    LatestFirst,
    BestFirst,
}

pub(super) fn show(root: &mut Ui, state: &UiState, index: &LibraryIndex, focus: bool, requests: &mut Requests) {
    let Some(entry) = state.chosen.and_then(catalogue::find) else { return };
    let id = entry.info.id;
    let games = index.finished_of(id);
    let order_id = egui::Id::new("history order");
    let mut order: ListOrder = root.data(|data| data.get_temp(order_id)).unwrap_or_default();
    let title = format!("{}: history", entry.info.title);
    screen_bar(root, &title, Some(NavigationAction::OpenLibrary), requests, |ui, requests| {
        primary_button("Play").icon(Icon::Go).request(ui, requests, NavigationAction::OpenSetup(id));
        if games.len() > 1 {
            ui.add_space(space::S);
            // From the right to the left, as the bar is filled.
            let orders = [(ListOrder::BestFirst, "Best first"), (ListOrder::LatestFirst, "Latest first")];
            widgets::choice(ui, "order", &mut order, &orders);
        }
    });
    root.data_mut(|data| data.insert_temp(order_id, order));
    screen_body(root, egui::vec2(space::XXL, space::XL), |ui| {
        if games.is_empty() {
            ui.label("No finished games yet. Every game you finish is kept here.");
            return;
        }
        totals(ui, games);
        ui.add_space(space::M);
        graph(ui, games);
        ui.add_space(space::M);
        list(ui, id, games, order, focus, requests);
    });
}

/// Games, best and average of the people who played here, and the titles they reached; bots have a line below, and so
/// have games in which there was help.
fn totals(ui: &mut Ui, games: &[Finished]) {
    let ink = theme::of(ui);
    let mut titles: BTreeMap<&str, (i32, usize)> = BTreeMap::new();
    for (game, score) in games.iter().filter_map(|game| Some((game, game.clean_score()?))) {
        let (best, count) = titles.entry(&game.title).or_insert((score, 0));
        *best = score.max(*best);
        *count += 1;
    }
    let mut titles: Vec<(&str, (i32, usize))> = titles.into_iter().collect();
    titles.sort_by_key(|(_, (best, _))| -best);
    theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::XXL;
            let word = if games.len() == 1 { "game" } else { "games" };
            widgets::figure(ui, &games.len().to_string(), word, size::DISPLAY_M);
            if let Some(total) = Total::of(games, None, false) {
                widgets::figure(ui, &signed(total.best), "best", size::DISPLAY_M);
                widgets::figure(ui, &mean_in_words(total.mean), "average", size::DISPLAY_M);
            }
            for (title, (_, count)) in titles {
                widgets::figure(ui, &count.to_string(), title, size::DISPLAY_M);
            }
        });
        if let Some(Total { seats, best, mean }) = Total::of(games, None, true) {
            let count = counted(seats, "score", "scores");
            muted(ui, format!("Assisted: {count}, best {}, average {}", signed(best), mean_in_words(mean)));
        }
        for level in BotLevel::ALL {
            let Some(total) = Total::of(games, Some(level), false) else { continue };
            let (best, mean) = (signed(total.best), mean_in_words(total.mean));
            muted(ui, format!("{level} bot: {} seats, best {best}, average {mean}", total.seats));
        }
    });
}

fn mean_in_words(mean: f64) -> String {
    format!("{mean:.1}").replace('-', "−")
}

/// What was scored in the seats of people, or of one level of bots.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Total {
    seats: usize,
    best: i32,
    mean: f64,
}

impl Total {
    /// Bots are counted in all games, people in those with help or in those without.
    fn of(games: &[Finished], bot: Option<BotLevel>, assisted: bool) -> Option<Total> {
        let counts = |game: &&Finished| bot.is_some() || game.assisted == assisted;
        let scores: Vec<i32> = games.iter().filter(counts).flat_map(|game| game.scores_of(bot)).collect();
        let best = scores.iter().max().copied()?;
        let sum: f64 = scores.iter().map(|score| f64::from(*score)).sum();
        Some(Total { seats: scores.len(), best, mean: sum / scores.len() as f64 })
    }
}

/// The scores in the order they were reached, with their average so far. One game makes no graph.
fn graph(ui: &mut Ui, games: &[Finished]) {
    let ink = theme::of(ui);
    let scores: Vec<f64> = games.iter().filter_map(Finished::clean_score).map(f64::from).collect();
    if scores.len() < 2 {
        return;
    }
    let (mut sum, mut points, mut means) = (0.0, Vec::new(), Vec::new());
    for (score, number) in scores.iter().copied().zip(1u32..) {
        let number = f64::from(number);
        sum += score;
        points.push([number, score]);
        means.push([number, sum / number]);
    }
    let plot = Plot::new("scores over time")
        .height(GRAPH_HEIGHT)
        .sense(egui::Sense::hover())
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_axis_zoom_drag(false)
        .show_x(false)
        .show_y(false)
        .show_background(false)
        .show_grid([false, true])
        .y_grid_spacer(egui_plot::uniform_grid_spacer(|_| [50.0, 100.0, 1000.0]))
        .x_axis_formatter(|mark, _| if mark.value.fract() == 0.0 { format!("{}", mark.value) } else { String::new() })
        .show(ui, |plot| {
            plot.line(Line::new("average so far", means).color(ink.brass.egui()).width(2.0));
            plot.points(Points::new("score", points).color(ink.text.egui()).radius(3.0));
        });
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let words = format!("Scores of {} games over time; the best is {best}", scores.len());
    plot.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, &words));
}

fn list(ui: &mut Ui, id: &'static str, games: &[Finished], order: ListOrder, mut focus: bool, requests: &mut Requests) {
    let mut games: Vec<&Finished> = games.iter().rev().collect();
    if order == ListOrder::BestFirst {
        // Stable: of equal scores the latest comes first.
        games.sort_by_key(|game| std::cmp::Reverse(game.score()));
    }
    let row_height = theme::TARGET + space::S;
    egui::ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, row_height, games.len(), |ui, rows| {
        for game in games.iter().skip(rows.start).take(rows.len()) {
            ui.horizontal(|ui| {
                let replay = button("Replay").icon(Icon::Go).focus(std::mem::take(&mut focus));
                replay.request(ui, requests, GameAction::Replay(id, game.record.clone()));
                let score = game.score().map_or("–".to_owned(), signed);
                let score = egui::RichText::new(score).font(theme::strong(size::BODY));
                ui.add_sized([space::XXL * 2.0, theme::TARGET], egui::Label::new(score));
                ui.label(result_of(id, game));
                let help = if game.assisted { " · assisted" } else { "" };
                muted(ui, format!("{} · seed {}{help}", day_of(game.at), game.seed));
            });
        }
    });
}

/// The title reached, after the name of the puzzle where a game has many.
fn result_of(id: &str, game: &Finished) -> String {
    let entry = catalogue::find(id).filter(|_| !game.options.is_empty());
    let subject = entry.and_then(|entry| entry.subject(&game.options));
    subject.map_or_else(|| game.title.clone(), |subject| format!("{subject}: {}", game.title))
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
    use super::{BotLevel, Finished, Total};

    #[test]
    fn people_bots_and_games_with_help_are_counted_apart() {
        let game = |scores: &[i32], bots: &[Option<BotLevel>], assisted: bool| Finished {
            at: 0,
            record: String::new(),
            seed: String::new(),
            scores: scores.to_vec(),
            bots: bots.to_vec(),
            title: String::new(),
            options: String::new(),
            assisted,
        };
        let hard = Some(BotLevel::Hard);
        let games = [
            game(&[10], &[], false),
            game(&[20, 60], &[None, hard], false),
            game(&[40, 30], &[hard, hard], false),
            game(&[99], &[], true),
        ];
        assert_eq!(Total::of(&games, None, false), Some(Total { seats: 2, best: 20, mean: 15.0 }));
        assert_eq!(Total::of(&games, None, true), Some(Total { seats: 1, best: 99, mean: 99.0 }), "with help, apart");
        assert_eq!(Total::of(&games, hard, false).map(|total| (total.seats, total.best)), Some((3, 60)));
        assert_eq!(Total::of(&games, Some(BotLevel::Easy), false), None);
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(super::day_of(0), "1970-01-01");
        assert_eq!(super::day_of(951_782_400), "2000-02-29");
        assert_eq!(super::day_of(1_795_219_199), "2026-11-20");
    }
}
