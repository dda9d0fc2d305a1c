//! What a game or a round came to: in words first, then in numbers, and what it leads on to.

use bevy_egui::egui::{self, Context, Ui};

use super::parts::{button, display, is_tight, over_with_foot, primary_button, second};
use super::scores::{self, Side};
use crate::app::game::active::ActiveGame;
use crate::app::messages::{EveningAction, GameAction, NavigationAction, Request, Requests};
use crate::catalogue;
use crate::engine::game::Hindsight;
use crate::engine::outcome::Outcome;
use crate::engine::score_sheet::ScoreKind;
use crate::layout::EndFigure;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets;
use crate::words::{capitalised, joined};

/// How a result is shown, and what it leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Staging {
    /// How much is seen of what comes after the words, from 0 to 1.
    pub(super) figures: f32,
    /// Whether it has just come up, and takes the keys.
    pub(super) focus: bool,
    /// What the end of a game leads on to instead of another one: the words for the way back to the evening.
    pub(super) evening: Option<&'static str>,
}

/// The end: in words first, then in numbers, then what to do.
pub(super) fn end(
    context: &Context,
    game: &ActiveGame,
    seats: &[SeatedPlayer],
    gentle: bool,
    staging: Staging,
    requests: &mut Requests,
) {
    let Some(outcome) = &game.outcome else { return };
    let read = |ui: &mut Ui| {
        ui.vertical_centered(|ui| end_in_words(ui, game, outcome, gentle, staging.focus));
        ui.add_space(if is_tight(ui) { 0.0 } else { space::L });
        ui.scope(|ui| {
            ui.set_opacity(staging.figures);
            end_in_figures(ui, game, outcome, seats);
            end_in_hindsight(ui, game);
        });
    };
    over_with_foot(context, "end", width::END, read, |ui| {
        if staging.figures < 1.0 {
            // A press that is meant for the table must do nothing here.
            ui.disable();
        }
        ui.set_opacity(staging.figures);
        match staging.evening {
            Some(words) => evening_actions(ui, words, requests),
            None => end_actions(ui, game, outcome, seats, requests),
        }
    });
}

/// How it ended, and what was good about it.
fn end_in_words(ui: &mut Ui, game: &ActiveGame, outcome: &Outcome, gentle: bool, focus: bool) {
    let ink = theme::of(ui);
    if is_tight(ui) {
        ui.spacing_mut().item_spacing.y = space::XS;
    }
    let finale = &game.snapshot().finale;
    let result = finale.title.clone().unwrap_or_else(|| game.session().result(outcome));
    let entry = catalogue::find(game.session().info().id).filter(|_| gentle);
    focused_title(ui, entry.map_or(result.as_str(), |entry| entry.gentle_title(&result)), focus);
    ui.colored_label(ink.muted.egui(), &outcome.reason);
    for merit in &finale.merits {
        ui.label(egui::RichText::new(merit).font(theme::strong(size::BODY)));
    }
    if game.is_practice() {
        widgets::caption(ui, "This was practice and does not count.");
    }
    if let Some(hints) = game.session().hint_count().words() {
        widgets::caption(ui, hints);
    }
}

/// What it comes to in numbers.
fn end_in_figures(ui: &mut Ui, game: &ActiveGame, outcome: &Outcome, seats: &[SeatedPlayer]) {
    let own = &game.snapshot().finale.figures;
    if !own.is_empty() {
        let best = game.best.and_then(|best| game.session().best_figure(best));
        let all: Vec<EndFigure> = own.iter().cloned().chain(best).collect();
        return in_a_row(ui, &all);
    }
    if seats.len() > 1 {
        return ranks(ui, game, outcome, seats);
    }
    in_a_row(ui, &points(game, seats));
    ui.vertical_centered(|ui| game.snapshot().breakdown.first().map(|line| widgets::caption(ui, line)));
}

/// What the deal held, as far as it is known.
fn end_in_hindsight(ui: &mut Ui, game: &ActiveGame) {
    let found = hindsight(game);
    if found.is_empty() {
        return;
    }
    ui.add_space(if is_tight(ui) { space::XS } else { space::L });
    ui.vertical_centered(|ui| ui.label(second(found, theme::of(ui).note)));
}

/// Numbers beside each other, each over its name.
fn in_a_row(ui: &mut Ui, figures: &[EndFigure]) {
    ui.columns(figures.len(), |columns| {
        for (ui, EndFigure { number, name }) in columns.iter_mut().zip(figures) {
            ui.vertical_centered(|ui| {
                ui.label(egui::RichText::new(number).font(theme::strong(size::DISPLAY_L)));
                widgets::caption(ui, name);
            });
        }
    });
}

/// How large a result is written: in a tight window there is more to read below it.
fn title_size(ui: &Ui) -> f32 {
    if is_tight(ui) { size::DISPLAY_M } else { size::DISPLAY_L }
}

/// A title that has the focus at first: keys that were meant for the table do nothing there, and Tab and the arrows lead on to the
/// buttons.
pub(super) fn focused_title(ui: &mut Ui, text: &str, focus: bool) {
    let colour = theme::of(ui).text.egui();
    let format = egui::TextFormat::simple(theme::display(title_size(ui)), colour);
    let mut job = egui::text::LayoutJob::single_section(text.to_owned(), format);
    (job.halign, job.wrap.max_width) = (egui::Align::Center, ui.available_width());
    let galley = ui.painter().layout_job(job);
    let (rect, title) = ui.allocate_exact_size(galley.size(), egui::Sense::focusable_noninteractive());
    title.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, text));
    ui.painter().galley(rect.center_top(), galley, colour);
    if focus {
        title.request_focus();
    }
}

/// The result of the round that has just ended, and the score sheet.
pub(super) fn round(
    context: &Context,
    game: &ActiveGame,
    seats: &[SeatedPlayer],
    staging: Staging,
    requests: &mut Requests,
) {
    let ink = theme::of(context);
    let Some(result) = game.snapshot().score_sheet.rounds.last() else { return };
    let read = |ui: &mut Ui| {
        ui.vertical_centered(|ui| {
            display(ui, &result.title, title_size(ui));
            ui.colored_label(ink.muted.egui(), &result.summary);
        });
        ui.add_space(if is_tight(ui) { space::XS } else { space::M });
        ui.set_opacity(staging.figures);
        scores::sheet(ui, game, seats);
    };
    over_with_foot(context, "round", width::END, read, |ui| {
        widgets::centred_row(ui, "round actions", |ui| {
            primary_button("Go on").focus(staging.focus).request(ui, requests, NavigationAction::Close);
        });
    });
}

fn only_score(game: &ActiveGame) -> i32 {
    game.session().scores().first().copied().unwrap_or_default()
}

/// The only seat's points beside the best and what was possible; a number that says the same as another stands there once.
fn points(game: &ActiveGame, seats: &[SeatedPlayer]) -> Vec<EndFigure> {
    let is_person = seats.first().is_none_or(|seated| seated.is_person);
    let score = only_score(game);
    let sheet = &game.snapshot().score_sheet;
    let possible = match &game.hindsight {
        Some(Hindsight { score: Some(found), .. }) => Some(sheet.shown((*found).max(score))),
        None if game.is_analysing() => Some("…".to_owned()),
        _ => None,
    };
    let whose = match (is_person, game.session().is_assisted()) {
        // Where less is better, it is said what is counted.
        (true, _) if sheet.kind == ScoreKind::FewerIsBetter => sheet.counts,
        (true, false) => "Your score",
        (true, true) => "Your score, assisted",
        (false, _) => "Bot’s score",
    };
    let best = game.best.map(|best| (sheet.shown(best), "your best"));
    let possible = possible.map(|possible| (possible, "known to be possible"));
    let mut figures = vec![EndFigure::new(sheet.shown(score), whose)];
    for (number, name) in [best, possible].into_iter().flatten() {
        match figures.iter_mut().find(|figure| figure.number == number) {
            Some(same) => same.name = format!("{}, {name}", same.name),
            None => figures.push(EndFigure::new(number, capitalised(name))),
        }
    }
    figures
}

/// So many seats have a row each, also in a tight window; more stand in two columns.
const MOST_ROWS: usize = 5;
const MOST_TIGHT_ROWS: usize = 3;

/// All seats, most points first, with what they are made of.
fn ranks(ui: &mut Ui, game: &ActiveGame, outcome: &Outcome, seats: &[SeatedPlayer]) {
    let (scores, sheet) = (game.session().scores(), &game.snapshot().score_sheet);
    let mut ranked = scores::sides(sheet, seats.len());
    ranked.sort_by_key(|side| std::cmp::Reverse(scores::total_of(side, &scores)));
    let most = if is_tight(ui) { MOST_TIGHT_ROWS } else { MOST_ROWS };
    let count = if ranked.len() > most { 2 } else { 1 };
    ui.columns(count, |columns| {
        for (ui, sides) in columns.iter_mut().zip(ranked.chunks(ranked.len().div_ceil(count).max(1))) {
            if is_tight(ui) {
                ui.spacing_mut().item_spacing.y = space::XS;
            }
            for side in sides {
                let won = outcome.winners.iter().any(|winner| side.contains(&winner.index()));
                let points = sheet.shown(scores::total_of(side, &scores));
                score_row(ui, game, (side, seats), won, &points, count == 1 && is_tight(ui));
            }
        }
    });
}

/// How high a row of points is at least, also in a tight window, how large its markers are, and where its words begin beside one.
const SCORE_ROW: f32 = 46.0;
const TIGHT_SCORE_ROW: f32 = 30.0;
const SCORE_MARKER: f32 = 12.0;
const BESIDE_MARKER: f32 = 48.0;
/// The radius of the star beside the points of who has won.
const WINNER_STAR: f32 = 9.0;

/// The points of a side and what they are made of, in as many lines as that needs beside them; in one where it `spares_lines` if that is
/// enough.
fn score_row(
    ui: &mut Ui,
    game: &ActiveGame,
    (side, seats): (&Side, &[SeatedPlayer]),
    won: bool,
    points: &str,
    spares_lines: bool,
) {
    let (ink, names) = (theme::of(ui), scores::names(side, seats));
    let breakdown = breakdown(game, side, seats);
    let (text, muted) = (ink.text.egui(), ink.muted.egui());
    let spoken = format!("{names}: {points}. {breakdown}");
    let painter = ui.painter().clone();
    let points = painter.layout_no_wrap(points.to_owned(), theme::strong(size::DISPLAY_M), text);
    let left = BESIDE_MARKER + scores::wider_than_one(SCORE_MARKER, side);
    let room = ui.available_width() - left - points.size().x - 2.0 * WINNER_STAR - space::S - 2.0 * space::L;
    let font = if won { theme::strong(size::BODY) } else { theme::body(size::BODY) };
    let names = widgets::fitted(&painter, &names, font, text, room);
    let parts = Some(breakdown).filter(|breakdown| !breakdown.is_empty());
    let parts = parts.map(|words| painter.layout(words, theme::body(size::CAPTION), muted, room));
    let beside = names.size().x + space::M;
    let fits_beside = parts.as_ref().is_some_and(|parts| parts.rows.len() == 1 && beside + parts.size().x <= room);
    let is_beside = spares_lines && fits_beside;
    let of_parts = parts.as_ref().map_or(0.0, |parts| parts.size().y);
    let of_words = names.size().y + if is_beside { 0.0 } else { of_parts };
    let high = (of_words + space::S).max(if is_tight(ui) { TIGHT_SCORE_ROW } else { SCORE_ROW });
    let (row, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), high), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &spoken));
    if won {
        painter.rect_filled(row, theme::BUTTON_RADIUS, ink.raised.egui());
    }
    let marker = row.left_center() + egui::vec2(BESIDE_MARKER / 2.0, 0.0);
    scores::markers_from(ui, marker, SCORE_MARKER, side, seats);
    let words = row.left_center() + egui::vec2(left, -of_words / 2.0);
    let to_parts =
        if is_beside { egui::vec2(beside, (names.size().y - of_parts) / 2.0) } else { egui::vec2(0.0, names.size().y) };
    painter.galley(words, names, text);
    if let Some(parts) = parts {
        painter.galley(words + to_parts, parts, muted);
    }
    let at = row.right_center() - egui::vec2(space::L + points.size().x, points.size().y / 2.0);
    if won {
        let star = at + egui::vec2(-space::S - WINNER_STAR, points.size().y / 2.0);
        widgets::star(&painter, star, WINNER_STAR);
    }
    painter.galley(at, points, text);
}

/// What the points of a side are made of: in one round of partners what both have, or each of them.
fn breakdown(game: &ActiveGame, side: &Side, seats: &[SeatedPlayer]) -> String {
    let snapshot = game.snapshot();
    let said = |(seat, words): (Option<usize>, &str)| match seat {
        Some(seat) => format!("{}: {words}", scores::names(&[seat], seats)),
        None => words.to_owned(),
    };
    match (side.as_slice(), snapshot.score_sheet.rounds.as_slice()) {
        ([_, _, ..], [only]) => joined(only.parts_of(side).into_iter().map(said), " · "),
        _ => side.first().and_then(|seat| snapshot.breakdown.get(*seat)).cloned().unwrap_or_default(),
    }
}

/// What is said of the deal now that it is over; nothing where nothing is known.
fn hindsight(game: &ActiveGame) -> &str {
    let score = only_score(game);
    match &game.hindsight {
        // The search finds a lower bound; a player may well have found more.
        Some(Hindsight { score: Some(found), .. }) if *found < score => {
            "You beat the best score that our search found, and it knew every card."
        }
        Some(found) => found.sentence.as_str(),
        None if game.is_analysing() => "Analysing this deal …",
        None => "",
    }
}

fn end_actions(ui: &mut Ui, game: &ActiveGame, outcome: &Outcome, seats: &[SeatedPlayer], requests: &mut Requests) {
    if game.snapshot().has_next {
        return puzzle_actions(ui, game, outcome, requests);
    }
    widgets::centred_row(ui, "end actions", |ui| {
        let again = primary_button("Again").request(ui, requests, GameAction::Again);
        if let Some(next) = seats.get(1) {
            widgets::tip(
                &again,
                &format!("A new game: everybody moves up one place, and {} is now first", next.name),
                &[],
            );
        }
        button("Same deal").request(ui, requests, GameAction::Restart);
        button("Replay").request(ui, requests, GameAction::ReplayThis);
        ways_on(ui, requests);
    });
}

/// While an evening goes on: back to it.
fn evening_actions(ui: &mut Ui, words: &str, requests: &mut Requests) {
    widgets::centred_row(ui, "end actions", |ui| {
        primary_button(words).request(ui, requests, EveningAction::Open);
        button("Same deal").request(ui, requests, GameAction::Restart);
        button("Replay").request(ui, requests, GameAction::ReplayThis);
        ways_on(ui, requests);
    });
}

/// After a puzzle: the next one, once it is solved. Trying it again counts; the same deal, of one that is solved, does not.
fn puzzle_actions(ui: &mut Ui, game: &ActiveGame, outcome: &Outcome, requests: &mut Requests) {
    let next = ("Next puzzle", GameAction::NextPuzzle);
    let [(first, does), (second, other)] = match outcome.winners.contains(&game.seat()) {
        true => [next, ("Same deal", GameAction::Restart)],
        false => [("Try again", GameAction::Again), next],
    };
    widgets::centred_row(ui, "end actions", |ui| {
        primary_button(first).request(ui, requests, does);
        button(second).request(ui, requests, other);
        if game.left_solution().is_some() {
            button("Show why").request(ui, requests, GameAction::ShowProof);
        }
        ways_on(ui, requests);
    });
}

/// Where an end leads besides another game.
fn ways_on(ui: &mut Ui, requests: &mut Requests) {
    let ways: [(&str, Request); 5] = [
        ("Review", GameAction::ReviewThis.into()),
        ("Was it fair?", NavigationAction::OpenFairness.into()),
        ("Share", NavigationAction::OpenShare.into()),
        ("See the table", NavigationAction::Close.into()),
        ("Library", NavigationAction::OpenLibrary.into()),
    ];
    for (name, request) in ways {
        button(name).request(ui, requests, request);
    }
}
