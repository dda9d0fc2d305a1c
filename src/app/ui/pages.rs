//! What lies over a screen: rules, the menu, the end of a game.

use std::sync::Arc;

use bevy_egui::egui::{self, Context, Id, Ui};

use super::parts::{
    button, display, heading, is_tight, muted, over, over_with_foot, page, primary_button, second, sound_name,
};
use super::scores::{self, Side};
use crate::app::bindings::Command;
use crate::app::game::active::ActiveGame;
use crate::app::messages::{
    EveningAction, GameAction, NavigationAction, RecordAction, Request, Requests, SettingsAction,
};
use crate::app::settings::Settings;
use crate::catalogue;
use crate::engine::game::Hindsight;
use crate::engine::outcome::Outcome;
use crate::layout::{CARD, EndFigure};
use crate::table::drawings;
use crate::table::page::{self as markdown, Block, Inline};
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::{capitalised, joined};

const TEXT_CARD_HEIGHT: f32 = 92.0;
/// In a table cards lie as they do in play.
const TABLE_CARD_HEIGHT: f32 = 76.0;

/// How far the items of a list stand in.
const LIST_INDENT: f32 = 34.0;

/// The rules of a game, open at a heading.
pub(super) fn rules(context: &Context, game: Option<&str>, at: Option<&str>, requests: &mut Requests) {
    let Some(entry) = game.and_then(catalogue::find).or(catalogue::GAMES.first()) else { return };
    reading(context, entry.info.title, entry.rules_page, at, false, requests);
}

pub(super) fn pack_help(context: &Context, focus: bool, requests: &mut Requests) {
    const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pages/picture-packs.md"));
    reading(context, "Your own pictures", PAGE, None, focus, requests);
}

/// A page to be read, open at a heading.
fn reading(context: &Context, title: &str, text: &str, at: Option<&str>, focus: bool, requests: &mut Requests) {
    // Parsed once; afterwards the page only scrolls.
    let blocks: Arc<Vec<Block>> = context.data_mut(|data| {
        data.get_temp_mut_or_insert_with(Id::new(("page", title)), || Arc::new(markdown::read(text))).clone()
    });
    page(context, title, width::READING, focus, requests, |ui, _| {
        ui.add_space(space::S);
        // The heading is scrolled to once; from then on the reader scrolls.
        let wanted = at.unwrap_or_default().to_owned();
        let last: String =
            ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(Id::new("rules at")), wanted));
        let at = at.filter(|at| *at != last);
        let by_keys = ui.input(|input| {
            let screenful = input.content_rect().height() * 0.7;
            let pressed = |key| if input.key_pressed(key) { 1.0 } else { 0.0 };
            (pressed(egui::Key::ArrowUp) - pressed(egui::Key::ArrowDown)) * 60.0
                + (pressed(egui::Key::PageUp) - pressed(egui::Key::PageDown)) * screenful
                + (pressed(egui::Key::Home) - pressed(egui::Key::End)) * WHOLE_PAGE
        });
        // Pictures wrap with the words: as in the log, the width must not follow from the bar.
        let wide = ui.available_width() - ui.spacing().scroll.allocated_width();
        egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            ui.set_max_width(wide);
            if by_keys != 0.0 {
                ui.scroll_with_delta(egui::vec2(0.0, by_keys));
            }
            let chosen = contents(ui, &blocks);
            let at = chosen.as_deref().or(at);
            blocks.iter().for_each(|block| show_block(ui, block, at));
        });
    });
}

/// Further than any page is long, in points.
const WHOLE_PAGE: f32 = 1e6;

/// The headings of a long page, each a way there and in one piece; returns the one that was chosen.
fn contents(ui: &mut Ui, blocks: &[Block]) -> Option<String> {
    let headings: Vec<(&String, &String)> = blocks
        .iter()
        .filter_map(|block| if let Block::Heading(text, anchor) = block { Some((text, anchor)) } else { None })
        .collect();
    if headings.len() < 4 {
        return None;
    }
    let mut chosen = None;
    ui.scope(|ui| {
        // Words that may wrap would begin in what is left of a row and go on in the next; these go there whole.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        // Each row would be as high as a button.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.horizontal_wrapped(|ui| {
            for (text, anchor) in headings {
                if ui.link(second(text.as_str(), theme::of(ui).note)).clicked() {
                    chosen = Some(anchor.clone());
                }
                ui.add_space(space::S);
            }
        });
    });
    ui.add_space(space::S);
    chosen
}

fn show_block(ui: &mut Ui, block: &Block, at: Option<&str>) {
    match block {
        Block::Title(_) => {}
        Block::Heading(text, anchor) => {
            ui.add_space(space::L);
            let response = heading(ui, text);
            if at == Some(anchor.as_str()) {
                response.scroll_to_me(Some(egui::Align::Min));
            }
        }
        // Words alone are set as one text; with cards among them they stand in a row.
        Block::Paragraph(parts) if parts.iter().any(|part| matches!(part, Inline::Picture(..))) => {
            table(ui, &[vec![parts.to_vec()]], TEXT_CARD_HEIGHT);
        }
        Block::Paragraph(parts) => {
            let width = ui.available_width();
            ui.label(words(ui, parts, size::BODY, width));
        }
        Block::List { is_numbered, items } => {
            for (number, parts) in (1..).zip(items) {
                let mark = if *is_numbered { format!("{number}.") } else { "•".to_owned() };
                list_item(ui, &mark, parts);
            }
        }
        Block::Table(rows) => table(ui, rows, TABLE_CARD_HEIGHT),
    }
}

/// An item of a list: its lines stand beside its number or bullet.
fn list_item(ui: &mut Ui, mark: &str, parts: &[Inline]) {
    let width = ui.available_width() - LIST_INDENT;
    let galley = ui.painter().layout_job(words(ui, parts, size::BODY, width));
    let size = egui::vec2(ui.available_width(), galley.size().y);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let spoken = format!("{mark} {}", markdown::words(parts));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &spoken));
    let mark = [Inline::Text(mark.to_owned())];
    let mark = ui.painter().layout_job(words(ui, &mark, size::BODY, LIST_INDENT));
    let ink = theme::of(ui).text.egui();
    ui.painter().galley(rect.right_top() - egui::vec2(width + space::S + mark.size().x, 0.0), mark, ink);
    ui.painter().galley(rect.right_top() - egui::vec2(width, 0.0), galley, ink);
}

/// Cells in rows and columns, each as wide and high as its fullest cell; the first row is the head, if there are more.
fn table(ui: &mut Ui, rows: &[Vec<Vec<Inline>>], card_height: f32) {
    let card = egui::vec2(card_height * CARD.0 / CARD.1, card_height);
    let part_size = |part: &Inline| match part {
        Inline::Picture(..) => card,
        _ => ui.painter().layout_job(words(ui, std::slice::from_ref(part), size::SECOND, f32::INFINITY)).size(),
    };
    let cell_size = |cell: &Vec<Inline>| {
        let sizes = cell.iter().map(part_size);
        sizes.fold(egui::Vec2::ZERO, |cell, part| egui::vec2(cell.x + part.x + space::XS, cell.y.max(part.y)))
    };
    let sizes: Vec<Vec<egui::Vec2>> = rows.iter().map(|row| row.iter().map(cell_size).collect()).collect();
    let columns = sizes.iter().map(Vec::len).max().unwrap_or_default();
    let wide = |column: usize| sizes.iter().filter_map(|row| row.get(column)).map(|cell| cell.x).fold(0.0, f32::max);
    let widths: Vec<f32> = (0..columns).map(wide).collect();
    for (number, (row, sizes)) in rows.iter().zip(&sizes).enumerate() {
        let height = sizes.iter().map(|cell| cell.y).fold(0.0, f32::max);
        let (line, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), height), egui::Sense::hover());
        let is_head = number == 0 && rows.len() > 1;
        let mut left = line.left();
        for (cell, width) in row.iter().zip(&widths) {
            let room = egui::Rect::from_min_size(egui::pos2(left, line.top()), egui::vec2(*width, height));
            let middle = egui::Layout::left_to_right(egui::Align::Center);
            // No part of the page's flow: after an empty cell, that would go on in the middle of the row.
            let mut cell_ui = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(middle));
            show_cell(&mut cell_ui, cell, is_head, card_height);
            left += width + space::L;
        }
        if number == 0 || number + 1 == rows.len() {
            ui.add_space(space::XS);
        }
    }
}

fn show_cell(ui: &mut Ui, parts: &[Inline], is_head: bool, card_height: f32) {
    ui.spacing_mut().item_spacing.x = space::XS;
    for part in parts {
        match part {
            Inline::Picture(alt, path) => {
                let name = path.rsplit_once("cards/").map_or(path.as_str(), |(_, name)| name);
                drawings::card(ui, name, alt, card_height);
            }
            _ if is_head => muted(ui, markdown::words(std::slice::from_ref(part))),
            _ => {
                ui.label(words(ui, std::slice::from_ref(part), size::SECOND, f32::INFINITY));
            }
        }
    }
}

fn words(ui: &Ui, parts: &[Inline], size: f32, width: f32) -> egui::text::LayoutJob {
    let ink = theme::of(ui);
    let mut job = egui::text::LayoutJob::default();
    for part in parts {
        let (font, text) = match part {
            Inline::Strong(text) => (theme::strong(size), text),
            Inline::Text(text) | Inline::Picture(text, _) => (theme::body(size), text),
        };
        let mut format = egui::TextFormat::simple(font, ink.text.egui());
        format.line_height = Some(size * 1.4);
        job.append(text, 0.0, format);
    }
    job.wrap.max_width = width;
    job
}

pub(super) fn menu(
    context: &Context,
    game: Option<&ActiveGame>,
    settings: &Settings,
    focus: bool,
    requests: &mut Requests,
) {
    let Some(game) = game else { return };
    let info = game.session().info();
    let named = |name, command| settings.keys.named(name, command);
    let others: Vec<(String, Request)> = vec![
        (named("New deal …", Command::NewDeal), NavigationAction::OpenSetup(info.id).into()),
        ("Same deal".to_owned(), GameAction::Restart.into()),
        (named("Rules", Command::Rules), NavigationAction::OpenRules.into()),
        ("History".to_owned(), NavigationAction::OpenHistory(info.id).into()),
        ("Share …".to_owned(), NavigationAction::OpenShare.into()),
        (named("Open a record …", Command::Open), NavigationAction::OpenRecord.into()),
        (sound_name(settings), SettingsAction::ToggleSound.into()),
        (named("Settings", Command::Settings), NavigationAction::OpenSettings.into()),
        ("Library".to_owned(), NavigationAction::OpenLibrary.into()),
        (named("Quit Parlour", Command::Quit), NavigationAction::Quit.into()),
    ];
    over(context, "menu", width::MENU, |ui| {
        display(ui, info.title, size::DISPLAY_M);
        ui.horizontal(|ui| {
            let seed = match game.session().is_dealt_by_seed() {
                true => format!("Seed {}", game.session().seed()),
                false => "A repeat of an earlier deal, so it has no seed".to_owned(),
            };
            muted(ui, seed);
            if game.session().is_dealt_by_seed() {
                button("Copy").request(ui, requests, RecordAction::CopySeed);
            }
            let question = if game.is_checkable() { "Was it fair?" } else { "Is it fair?" };
            button(question).request(ui, requests, NavigationAction::OpenFairness);
        });
        ui.add_space(space::S);
        let resume = widgets::wide_button(ui, "Resume (Esc)", ButtonStyle::Primary, true);
        if focus {
            resume.request_focus();
        }
        if resume.clicked() {
            requests.push(NavigationAction::Close);
        }
        // Two in a row, so that the menu has room in the smallest window.
        for row in others.chunks(2) {
            ui.columns(2, |columns| {
                for (ui, (name, request)) in columns.iter_mut().zip(row) {
                    let enabled = !(game.is_looked_back_at() && *request == GameAction::Restart.into());
                    if widgets::wide_button(ui, name, ButtonStyle::Plain, enabled).clicked() {
                        requests.push(request.clone());
                    }
                }
            });
        }
    });
}

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
        (true, _) if sheet.is_penalty => sheet.counts,
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
    let of_parts = parts.as_ref().filter(|_| !is_beside).map_or(0.0, |parts| parts.size().y);
    let of_words = names.size().y + of_parts;
    let high = (of_words + space::S).max(if is_tight(ui) { TIGHT_SCORE_ROW } else { SCORE_ROW });
    let (row, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), high), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &spoken));
    if won {
        painter.rect_filled(row, theme::BUTTON_RADIUS, ink.raised.egui());
    }
    let marker = row.left_center() + egui::vec2(BESIDE_MARKER / 2.0, 0.0);
    scores::markers_from(ui, marker, SCORE_MARKER, side, seats);
    let words = row.left_center() + egui::vec2(left, -of_words / 2.0);
    let after = words + egui::vec2(0.0, names.size().y);
    let aside = words + egui::vec2(beside, (names.size().y - parts.as_ref().map_or(0.0, |parts| parts.size().y)) / 2.0);
    painter.galley(words, names, text);
    if let Some(parts) = parts {
        painter.galley(if is_beside { aside } else { after }, parts, muted);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::theme::Theme;

    /// How high the first table of a page is, in points.
    fn height_of(page: &str) -> f32 {
        let (context, blocks) = (Context::default(), markdown::read(page));
        theme::apply(&context, &Theme::Lamp.palette());
        theme::set_fonts(&context);
        // Fonts are there from the second frame on.
        let _ = context.run_ui(egui::RawInput::default(), |_| ());
        let mut high = 0.0;
        let _ = context.run_ui(egui::RawInput::default(), |ui| {
            let top = ui.cursor().top();
            blocks.iter().for_each(|block| show_block(ui, block, None));
            high = ui.cursor().top() - top;
        });
        high
    }

    #[test]
    fn a_row_is_as_high_as_its_highest_cell_wherever_that_is() {
        let [first, last] = ["| ![king](cards/french/KS.svg) | |", "| | ![king](cards/french/KS.svg) |"].map(height_of);
        assert_eq!(first, last);
        assert!(first > TEXT_CARD_HEIGHT.min(TABLE_CARD_HEIGHT), "{first}");
    }
}
