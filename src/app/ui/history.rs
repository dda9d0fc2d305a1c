//! The finished games of one kind: how often, how well, and each to be replayed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{self, Ui};
use egui_plot::{Line, Plot, Points};

use super::calendar;
use super::library_index::LibraryIndex;
use super::parts::{button, combo, from_right, muted, primary_button, screen_bar, screen_body};
use crate::app::daily;
use crate::app::messages::{GameAction, NavigationAction, Requests};
use crate::app::store::Finished;
use crate::app::ui_state::UiState;
use crate::catalogue::{self, GameEntry};
use crate::engine::score_sheet::ScoreKind;
use crate::engine::seats::BotLevel;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon};
use crate::words::{counted, joined};

const GRAPH_HEIGHT: f32 = 132.0;

/// The most lines that lie across the graph, whatever the scores are.
const MOST_LINES: f64 = 8.0;

/// The most games that have a dot in the graph.
const MOST_DOTS: usize = 1000;

/// The most titles that are counted beside the totals.
const MOST_TITLES: usize = 12;

/// Over how many of the latest games that were reviewed costly moves are counted.
const MOST_REVIEWED: usize = 20;

/// The most puzzles, variants or players to choose from.
const MOST_CHOICES: usize = 100;

/// What is listed, and in which order. Kept in egui's memory, not in the settings.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct HistoryView {
    order: ListOrder,
    /// Only this of the variants or puzzles that were played, by number.
    subject: Option<usize>,
    who: Who,
    part: HistoryPart,
}

/// What stands below the totals.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum HistoryPart {
    #[default]
    Games,
    Calendar,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum ListOrder {
    #[default]
    LatestFirst,
    BestFirst,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Who {
    #[default]
    Anybody,
    /// This of the people who played, by number.
    Person(usize),
}

pub(super) fn show(root: &mut Ui, state: &UiState, index: &LibraryIndex, focus: bool, requests: &mut Requests) {
    let Some(entry) = state.chosen.and_then(catalogue::find) else { return };
    let id = entry.info.id;
    let all = index.finished_of(id);
    let choice_id = egui::Id::new(("history", id));
    let mut choice: HistoryView = root.data(|data| data.get_temp(choice_id)).unwrap_or_default();
    let (subjects, people) = (subjects(entry, all), people(all));
    let title = format!("{}: history", entry.info.title);
    screen_bar(root, &title, Some(NavigationAction::OpenLibrary), requests, |ui, requests| {
        primary_button("Play").icon(Icon::Go).request(ui, requests, NavigationAction::OpenSetup(id));
        if all.len() > 1 {
            ui.add_space(space::S);
            // From the right to the left, as the bar is filled.
            let orders = [(ListOrder::BestFirst, "Best first"), (ListOrder::LatestFirst, "Latest first")];
            widgets::choice(ui, "order", &mut choice.order, &orders);
        }
        choice.filters(ui, &subjects, &people);
    });
    let subject = choice.subject.and_then(|number| subjects.get(number));
    let person = match choice.who {
        Who::Anybody => None,
        Who::Person(number) => people.get(number).map(String::as_str),
    };
    let is_listed = |game: &&Finished| {
        subject.is_none_or(|subject| entry.subject(&game.options).as_ref() == Some(subject))
            && person.is_none_or(|person| game.score_of(person).is_some())
    };
    let games: Vec<&Finished> = all.iter().filter(is_listed).collect();
    screen_body(root, egui::vec2(space::XXL, space::XL), |ui| {
        if all.is_empty() {
            ui.label("No finished games yet. Every finished game that counts is kept here.");
            return;
        }
        totals(ui, entry, &games, person);
        ui.add_space(space::M);
        let parts = [(HistoryPart::Games, "Games"), (HistoryPart::Calendar, "Deals of the day")];
        widgets::choice(ui, "shown", &mut choice.part, &parts);
        ui.add_space(space::M);
        // Days are everybody's, whoever and whatever the list is narrowed to.
        if choice.part == HistoryPart::Calendar {
            return match index.today {
                Some(today) => calendar::show(ui, id, all, today, focus),
                None => drop(ui.label(daily::NO_DATE)),
            };
        }
        graph(ui, &games, person);
        ui.add_space(space::M);
        list(ui, id, games, choice.order, focus, requests);
    });
    root.data_mut(|data| data.insert_temp(choice_id, choice));
}

/// The variants or puzzles that were played, in alphabetical order.
fn subjects(entry: &GameEntry, games: &[Finished]) -> Vec<String> {
    let all: BTreeSet<String> = games.iter().filter_map(|game| entry.subject(&game.options)).collect();
    all.into_iter().take(MOST_CHOICES).collect()
}

/// The names of the people who played, in alphabetical order.
fn people(games: &[Finished]) -> Vec<String> {
    let all: BTreeSet<&str> = games.iter().flat_map(Finished::people).collect();
    all.into_iter().take(MOST_CHOICES).map(str::to_owned).collect()
}

impl HistoryView {
    /// The lists to choose from, where there is a choice; from the right to the left.
    fn filters(&mut self, ui: &mut Ui, subjects: &[String], people: &[String]) {
        if people.len() > 1 {
            let people = people.iter().enumerate().map(|(number, name)| (Who::Person(number), name.as_str()));
            let all: Vec<(Who, &str)> = std::iter::once((Who::Anybody, "Everybody")).chain(people).collect();
            combo(ui, "Who played", width::CHOICE, &mut self.who, &all);
        }
        if subjects.len() > 1 {
            let subjects = subjects.iter().enumerate().map(|(number, name)| (Some(number), name.as_str()));
            let all: Vec<(Option<usize>, &str)> = std::iter::once((None, "All games")).chain(subjects).collect();
            combo(ui, "What was played", width::CHOICE, &mut self.subject, &all);
        }
    }
}

/// Games, best and average of the people who played here, or of one of them, and the titles they reached; bots have a
/// line below, and so have games in which there was help.
fn totals(ui: &mut Ui, entry: &GameEntry, games: &[&Finished], person: Option<&str>) {
    let ink = theme::of(ui);
    let mut titles: BTreeMap<&str, (i32, usize)> = BTreeMap::new();
    for (game, score) in games.iter().filter_map(|game| Some((game, game.clean_score_of(person)?))) {
        let (best, count) = titles.entry(entry.gentle_title(&game.title)).or_insert((score, 0));
        *best = score.max(*best);
        *count += 1;
    }
    let mut titles: Vec<(&str, (i32, usize))> = titles.into_iter().collect();
    titles.sort_by_key(|(_, (best, _))| Reverse(*best));
    let total = Total::of(games, Counted::Clean(person));
    // Who won is all that such titles say.
    let is_only_won = total.is_some_and(|total| total.kind == ScoreKind::OnlyWon);
    titles.truncate(if is_only_won { 0 } else { MOST_TITLES });
    theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::XXL;
            let finished = games.iter().filter(|game| !game.given_up).count();
            let word = if finished == 1 { "game" } else { "games" };
            widgets::figure(ui, &finished.to_string(), word, size::DISPLAY_M);
            for (number, name) in total.iter().flat_map(Total::figures) {
                widgets::figure(ui, &number, name, size::DISPLAY_M);
            }
            for (title, (_, count)) in titles {
                widgets::figure(ui, &count.to_string(), title, size::DISPLAY_M);
            }
        });
        if let Some(total) = Total::of(games, Counted::Assisted(person)) {
            muted(ui, format!("Assisted: {}", total.in_words("results")));
        }
        for level in BotLevel::ALL.into_iter().filter(|_| person.is_none()) {
            let Some(total) = Total::of(games, Counted::Bot(level)) else { continue };
            muted(ui, format!("{level} bot: {}", total.in_words("seats")));
        }
        if let Some(words) = costly_in_words(games, person) {
            muted(ui, words);
        }
    });
}

/// How many costly moves reviews have found in the latest games, and of what sort most were; games come oldest first. `None` where none was
/// reviewed.
fn costly_in_words(games: &[&Finished], person: Option<&str>) -> Option<String> {
    let reviewed = games.iter().rev().filter_map(|game| game.costly_of(person));
    let reviewed: Vec<Vec<&str>> = reviewed.take(MOST_REVIEWED).collect();
    let of_games = match reviewed.len() {
        0 => return None,
        1 => "the last reviewed game".to_owned(),
        many => format!("the last {many} reviewed games"),
    };
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for kind in reviewed.iter().flatten() {
        *kinds.entry(*kind).or_default() += 1;
    }
    let all: usize = kinds.values().sum();
    let named = kinds.iter().filter(|(kind, _)| !kind.is_empty());
    let most = named.max_by_key(|(_, count)| **count).filter(|_| all > 1);
    let most = most.map_or(String::new(), |(kind, count)| format!(", most often {kind} ({count})"));
    let all = if all == 0 { "none".to_owned() } else { all.to_string() };
    Some(format!("Costly moves in {of_games}: {all}{most}"))
}

/// What was scored in the seats of people, or of one level of bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Total {
    seats: usize,
    /// Of those that were not lost.
    best: Option<i32>,
    sum: i64,
    kind: ScoreKind,
}

/// Whose points are counted: people's in games without help or with it, all of them or those of one; or a bot's.
#[derive(Clone, Copy)]
enum Counted<'a> {
    Clean(Option<&'a str>),
    Assisted(Option<&'a str>),
    Bot(BotLevel),
}

impl Total {
    /// The numbers that tell it, each with its name.
    fn figures(&self) -> Vec<(String, &'static str)> {
        if self.kind == ScoreKind::OnlyWon {
            return vec![(self.sum.to_string(), "won")];
        }
        let best = self.best.map_or("–".to_owned(), |best| self.kind.shown(best));
        let sign = if self.kind == ScoreKind::FewerIsBetter { -1.0 } else { 1.0 };
        let mean = format!("{:.1}", sign * self.sum as f64 / self.seats as f64).replace('-', "−");
        vec![(best, "best"), (mean, "average")]
    }

    /// A single score is best and average at once, and said once.
    fn in_words(&self, many: &str) -> String {
        let seats = counted(self.seats, "game", many);
        match (self.kind, self.seats, self.best) {
            (ScoreKind::OnlyWon, ..) => format!("{seats}, {} won", self.sum),
            (kind, 1, Some(only)) => format!("{} in one game", kind.shown(only)),
            _ => {
                let figures = self.figures().into_iter().map(|(number, name)| format!("{name} {number}"));
                format!("{seats}, {}", joined(figures, ", "))
            }
        }
    }

    /// Games that were given up count for nobody.
    fn of(games: &[&Finished], counted: Counted<'_>) -> Option<Total> {
        let scores_in = |game: &&Finished| -> Vec<i32> {
            match counted {
                Counted::Bot(level) => game.scores_of(Some(level)).collect(),
                Counted::Clean(_) if game.assisted => Vec::new(),
                Counted::Assisted(_) if !game.assisted => Vec::new(),
                Counted::Clean(Some(name)) | Counted::Assisted(Some(name)) => game.score_of(name).into_iter().collect(),
                Counted::Clean(None) | Counted::Assisted(None) => game.scores_of(None).collect(),
            }
        };
        let scores: Vec<i32> = games.iter().filter(|game| !game.given_up).flat_map(scores_in).collect();
        if scores.is_empty() {
            return None;
        }
        let best = games.iter().filter(|game| !game.given_up && !game.lost).flat_map(scores_in).max();
        let sum = scores.iter().map(|score| i64::from(*score)).sum();
        Some(Total { seats: scores.len(), best, sum, kind: kind_of(games) })
    }
}

/// What the scores of these games of one kind stand for: points, if that differs. Lines of older versions do not say that only who won
/// counts: a single one that does is enough.
fn kind_of(games: &[&Finished]) -> ScoreKind {
    let mut kinds = games.iter().filter(|game| !game.given_up).map(|game| game.kind());
    if kinds.clone().any(|kind| kind == ScoreKind::OnlyWon) {
        return ScoreKind::OnlyWon;
    }
    let first = kinds.next().unwrap_or_default();
    if kinds.all(|kind| kind == first) { first } else { ScoreKind::default() }
}

/// How far apart the lines across a graph are that shows such a range of scores, and which of them stand out: 1, 2 or 5 times a
/// power of ten, ten times as far and a hundred times.
fn line_steps(range: f64) -> [f64; 3] {
    let least = (range / MOST_LINES).max(1.0);
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0].map(|times| times * power).into_iter().find(|step| *step >= least);
    let step = step.unwrap_or(10.0 * power);
    [step, 10.0 * step, 100.0 * step]
}

/// The scores in the order they were reached, with their average so far. One game makes no graph.
fn graph(ui: &mut Ui, games: &[&Finished], person: Option<&str>) {
    let ink = theme::of(ui);
    let kind = kind_of(games);
    let sign = if kind == ScoreKind::FewerIsBetter { -1.0 } else { 1.0 };
    let scores = games.iter().filter_map(|game| game.clean_score_of(person));
    let scores: Vec<f64> = scores.map(|score| sign * f64::from(score)).collect();
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
    let earlier = points.len().saturating_sub(MOST_DOTS);
    let (points, means) = (points.split_off(earlier), means.split_off(earlier));
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
        .y_grid_spacer(egui_plot::uniform_grid_spacer(|input| line_steps(input.bounds.1 - input.bounds.0)))
        .x_axis_formatter(|mark, _| if mark.value.fract() == 0.0 { format!("{}", mark.value) } else { String::new() })
        .show(ui, |plot| {
            plot.line(Line::new("average so far", means).color(ink.note.egui()).width(2.0));
            plot.points(Points::new("score", points).color(ink.text.egui()).radius(3.0));
        });
    let about = match kind {
        ScoreKind::OnlyWon => "Dots at the top are games won; the line is the share won so far.",
        _ => "Each dot is the score of a game; the line is the average so far.",
    };
    let cut = if earlier > 0 { format!(" Only the latest {MOST_DOTS} games are drawn.") } else { String::new() };
    widgets::caption(ui, format!("{about}{cut}"));
    let best = sign * scores.iter().map(|score| sign * score).fold(f64::MIN, f64::max);
    let words = match kind {
        ScoreKind::OnlyWon => format!("{} games over time, {} of them won", scores.len(), scores.iter().sum::<f64>()),
        _ => format!("Scores of {} games over time; the best is {best}", scores.len()),
    };
    plot.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, &words));
}

fn list(
    ui: &mut Ui,
    id: &'static str,
    games: Vec<&Finished>,
    order: ListOrder,
    mut focus: bool,
    requests: &mut Requests,
) {
    let mut games: Vec<&Finished> = games.into_iter().rev().collect();
    if order == ListOrder::BestFirst {
        // Stable: of equal scores the latest comes first.
        games.sort_by_key(|game| Reverse(game.score()));
    }
    let row_height = theme::TARGET + space::S;
    egui::ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, row_height, games.len(), |ui, rows| {
        for game in games.iter().skip(rows.start).take(rows.len()) {
            ui.push_id(&game.record, |ui| row(ui, id, game, std::mem::take(&mut focus), requests));
        }
    });
}

/// A game: its points, its result, and what can be done with it.
fn row(ui: &mut Ui, id: &'static str, game: &Finished, focus: bool, requests: &mut Requests) {
    ui.horizontal(|ui| {
        let replay = button("Replay").icon(Icon::Go).focus(focus);
        replay.request(ui, requests, GameAction::Replay(id, game.record.clone()));
        let score = game.score().filter(|_| !game.given_up).map_or("–".to_owned(), |score| game.kind().shown(score));
        let score = egui::RichText::new(score).font(theme::strong(size::BODY));
        ui.add_sized([space::XXL * 2.0, theme::TARGET], egui::Label::new(score));
        from_right(ui, |ui| {
            delete_button(ui, id, game, requests);
            if game.given_up {
                let resume = button("Resume").request(ui, requests, GameAction::TakeUp(id, game.record.clone()));
                widgets::tip(&resume, "Carry on from where you left off", &[]);
            } else {
                let again = button("Play again").request(ui, requests, GameAction::PlayAgain(id, game.record.clone()));
                widgets::tip(&again, "The same deal, for practice", &[]);
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let help = if game.assisted { " · assisted" } else { "" };
                let about = format!("{} · seed {}{help}", day_of(game.at), game.seed);
                ui.add(egui::Label::new(result_of(id, game)).truncate());
                let about = egui::RichText::new(about).color(theme::of(ui).muted.egui());
                ui.add(egui::Label::new(about).truncate());
            });
        });
    });
}

/// Deletes a game only after a second click.
fn delete_button(ui: &mut Ui, id: &'static str, game: &Finished, requests: &mut Requests) {
    let asked_id = egui::Id::new("the game to delete");
    let asked: Option<String> = ui.data(|data| data.get_temp(asked_id));
    if asked.as_ref() != Some(&game.record) {
        if button("Delete").show(ui).clicked() {
            ui.data_mut(|data| data.insert_temp(asked_id, game.record.clone()));
        }
        return;
    }
    let is_kept = button("Keep").show(ui).clicked();
    let delete = button("Delete for good");
    let is_deleted = delete.request(ui, requests, GameAction::Forget(id, game.record.clone())).clicked();
    if is_kept || is_deleted {
        ui.data_mut(|data| data.remove::<String>(asked_id));
    }
}

/// The title reached, after the name of the puzzle where a game has many.
fn result_of(id: &str, game: &Finished) -> String {
    let entry = catalogue::find(id);
    // An unkind title is shown once, at the end.
    let title = entry.map_or(game.title.as_str(), |entry| entry.gentle_title(&game.title));
    let subject = entry.filter(|_| !game.options.is_empty()).and_then(|entry| entry.subject(&game.options));
    subject.map_or_else(|| title.to_owned(), |subject| format!("{subject}: {title}"))
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
    use super::{BotLevel, Counted, Finished, ScoreKind, Total, costly_in_words};

    #[test]
    fn people_bots_and_games_with_help_are_counted_apart() {
        let game = |scores: &[i32], bots: &[Option<BotLevel>], assisted: bool| Finished {
            scores: scores.to_vec(),
            bots: bots.to_vec(),
            assisted,
            ..Finished::default()
        };
        let hard = Some(BotLevel::Hard);
        let mut games = [
            game(&[10], &[], false),
            game(&[20, 60], &[None, hard], false),
            game(&[40, 30], &[hard, hard], false),
            game(&[99], &[], true),
            game(&[500], &[], false),
        ];
        games[4].given_up = true;
        games[1].names = vec!["Ada".to_owned(), "hard bot".to_owned()];
        let games: Vec<&Finished> = games.iter().collect();
        let total = |counted| Total::of(&games, counted);
        assert_eq!(
            total(Counted::Clean(None)),
            Some(Total { seats: 2, best: Some(20), sum: 30, kind: ScoreKind::Points }),
            "one was given up"
        );
        assert_eq!(
            total(Counted::Assisted(None)),
            Some(Total { seats: 1, best: Some(99), sum: 99, kind: ScoreKind::Points }),
            "with help, apart"
        );
        assert_eq!(
            total(Counted::Clean(Some("Ada"))),
            Some(Total { seats: 1, best: Some(20), sum: 20, kind: ScoreKind::Points })
        );
        assert_eq!(total(Counted::Clean(Some("hard bot"))), None, "a bot's name is nobody's");
        assert_eq!(total(Counted::Bot(BotLevel::Hard)).map(|total| (total.seats, total.best)), Some((3, Some(60))));
        assert_eq!(total(Counted::Bot(BotLevel::Easy)), None);
    }

    #[test]
    fn costly_moves_are_counted_by_what_they_were_over_the_latest_reviewed_games() {
        let game = |costly: &[(u8, &str)]| Finished {
            names: vec!["Ada".to_owned(), "Ben".to_owned()],
            costly: Some(costly.iter().map(|(seat, kind)| (*seat, (*kind).to_owned())).collect()),
            ..Finished::default()
        };
        let said = |games: &[Finished], person| costly_in_words(&games.iter().collect::<Vec<_>>(), person);
        let never = Finished::default();
        assert_eq!(said(std::slice::from_ref(&never), None), None);
        let games = [game(&[(0, "bids"), (1, "cards played")]), never, game(&[(0, "bids"), (0, "cards played")])];
        let all = said(&games, None).expect("reviewed");
        assert!(all.starts_with("Costly moves in the last 2 reviewed games: 4, most often "), "{all}");
        let of_ada = Some("Costly moves in the last 2 reviewed games: 3, most often bids (2)".to_owned());
        assert_eq!(said(&games, Some("Ada")), of_ada);
        let none = Some("Costly moves in the last reviewed game: none".to_owned());
        assert_eq!(said(&[game(&[])], None), none);
        let of_one_sort = Some("Costly moves in the last reviewed game: 2".to_owned());
        assert_eq!(said(&[game(&[(0, ""), (0, "")])], None), of_one_sort);
        // What is longer ago is forgotten.
        let mut many = vec![game(&[(0, "passes"); 9])];
        many.extend(vec![game(&[(0, "bids")]); 20]);
        let latest = Some("Costly moves in the last 20 reviewed games: 20, most often bids (20)".to_owned());
        assert_eq!(said(&many, None), latest);
    }

    #[test]
    fn where_fewer_are_better_the_fewest_are_best_and_no_sign_is_shown() {
        let game = |score: i32, is_penalty: bool| Finished { scores: vec![score], is_penalty, ..Finished::default() };
        let (cards, points) = ([game(-19, true), game(-24, true)], game(12, false));
        let total = Total::of(&[&cards[0], &cards[1]], Counted::Clean(None)).expect("scores");
        let figures = |best: &str, average: &str| vec![(best.to_owned(), "best"), (average.to_owned(), "average")];
        assert_eq!(total.figures(), figures("19", "21.5"));
        let mixed = Total::of(&[&cards[0], &points], Counted::Clean(None)).expect("scores");
        assert_eq!(mixed.figures(), figures("12", "−3.5"));
        assert_eq!(mixed.in_words("results"), "2 results, best 12, average −3.5");
        let alone = Total::of(&[&points], Counted::Clean(None)).expect("a score");
        assert_eq!(alone.in_words("results"), "12 in one game");
    }

    #[test]
    fn where_nothing_is_counted_but_who_won_the_games_won_are_counted() {
        let game = |scores: &[i32]| Finished { scores: scores.to_vec(), is_only_won: true, ..Finished::default() };
        let games = [game(&[1, 0]), game(&[0, 0])];
        let total = Total::of(&[&games[0], &games[1]], Counted::Clean(None)).expect("results");
        assert_eq!(total.figures(), [("1".to_owned(), "won")]);
        assert_eq!(total.in_words("results"), "4 results, 1 won");
        let alone = Finished { scores: vec![1], ..game(&[]) };
        let alone = Total::of(&[&alone], Counted::Clean(None)).expect("a result");
        assert_eq!(alone.in_words("results"), "1 game, 1 won");
        let old = Finished { is_only_won: false, ..game(&[1]) };
        let with_old = Total::of(&[&old, &games[0]], Counted::Clean(None)).expect("results");
        assert_eq!(with_old.figures(), [("2".to_owned(), "won")], "a line of an older version");
    }

    #[test]
    fn a_graph_has_few_lines_whatever_the_scores_are() {
        assert_eq!(super::line_steps(171.0)[0], 50.0);
        assert_eq!(super::line_steps(6.0)[0], 1.0);
        for range in [0.0, 0.3, 7.0, 8.0, 41.0, 999.0, 1e9, f64::from(i32::MAX) - f64::from(i32::MIN), 1e300] {
            let [step, ..] = super::line_steps(range);
            assert!(step >= 1.0 && range / step <= super::MOST_LINES, "{step} for {range}");
        }
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(super::day_of(0), "1970-01-01");
        assert_eq!(super::day_of(951_782_400), "2000-02-29");
        assert_eq!(super::day_of(1_795_219_199), "2026-11-20");
    }
}
