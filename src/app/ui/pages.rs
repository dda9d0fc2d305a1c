//! What lies over a screen: rules, the menu, the end of a game.

use std::sync::Arc;

use bevy_egui::egui::{self, Align2, Id, Ui};

use super::parts::{over, sound_icon, title_row};

use crate::app::bindings::Command;
use crate::app::game::active::ActiveGame;
use crate::app::messages::{GameAction, NavigationAction, RecordAction, Request, Requests, SettingsAction};
use crate::app::settings::Settings;
use crate::catalogue;
use crate::engine::game::Hindsight;
use crate::engine::outcome::Outcome;
use crate::layout::CARD;
use crate::table::drawings;
use crate::table::page::{self, Block, Inline};
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, ButtonStyle};

/// The rules of a game, open at a heading.
pub(super) fn rules(context: &egui::Context, game: Option<&str>, at: Option<&str>, requests: &mut Requests) {
    let Some(entry) = game.and_then(catalogue::find).or(catalogue::GAMES.first()) else { return };
    reading(context, entry.info.title, entry.rules_page, at, false, requests);
}

/// How packs of pictures are made.
pub(super) fn pack_help(context: &egui::Context, focus: bool, requests: &mut Requests) {
    const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pages/picture-packs.md"));
    reading(context, "Your own pictures", PAGE, None, focus, requests);
}

/// A page to be read, open at a heading.
fn reading(
    context: &egui::Context,
    title: &str,
    markdown: &str,
    at: Option<&str>,
    focus: bool,
    requests: &mut Requests,
) {
    // Read once; afterwards the page only scrolls.
    let blocks: Arc<Vec<Block>> = context.data_mut(|data| {
        let read = || Arc::new(page::read(markdown));
        data.get_temp_mut_or_insert_with(Id::new(("page", title)), read).clone()
    });
    over(context, "rules", width::READING, |ui| {
        title_row(ui, title, focus, requests);
        ui.add_space(space::S);
        let first = ui.data_mut(|data| {
            std::mem::replace(
                data.get_temp_mut_or(Id::new("rules at"), String::new()),
                at.unwrap_or_default().to_owned(),
            ) != at.unwrap_or_default()
        });
        let keys = ui.input(|input| {
            let page = input.content_rect().height() * 0.7;
            let pressed = |key| if input.key_pressed(key) { 1.0 } else { 0.0 };
            (pressed(egui::Key::ArrowUp) - pressed(egui::Key::ArrowDown)) * 60.0
                + (pressed(egui::Key::PageUp) - pressed(egui::Key::PageDown)) * page
        });
        egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            if keys != 0.0 {
                ui.scroll_with_delta(egui::vec2(0.0, keys));
            }
            for block in blocks.iter() {
                show_block(ui, block, at.filter(|_| first));
            }
        });
    });
}

fn show_block(ui: &mut Ui, block: &Block, at: Option<&str>) {
    let ink = theme::of(ui);
    match block {
        Block::Title(_) => {}
        Block::Heading(heading, anchor) => {
            ui.add_space(space::L);
            let text = egui::RichText::new(heading).font(theme::display(size::DISPLAY_S)).color(ink.brass.egui());
            let response = ui.label(text);
            if at == Some(anchor.as_str()) {
                response.scroll_to_me(Some(egui::Align::Min));
            }
        }
        Block::Paragraph(parts) => paragraph(ui, parts),
        Block::Table(game) => rows(ui, game, CARDS.1),
    }
}

/// The height of a card in a paragraph, and in a game, where cards lie as they do in play.
const CARDS: (f32, f32) = (92.0, 76.0);

/// Words alone are set as one text; with cards among them they stand in a row.
fn paragraph(ui: &mut Ui, parts: &[Inline]) {
    if parts.iter().any(|part| matches!(part, Inline::Picture(..))) {
        rows(ui, &[vec![parts.to_vec()]], CARDS.0);
    } else {
        let width = ui.available_width();
        ui.label(words(ui, parts, size::BODY, width));
    }
}

/// Cells in rows and columns, each as wide and high as its fullest cell; the first row is the head, if there are more.
fn rows(ui: &mut Ui, rows: &[Vec<Vec<Inline>>], card_height: f32) {
    let card = egui::vec2(card_height * CARD.0 / CARD.1, card_height);
    let part_size = |part: &Inline| match part {
        Inline::Picture(..) => card,
        _ => ui.painter().layout_job(words(ui, std::slice::from_ref(part), size::SECOND, f32::INFINITY)).size(),
    };
    let cell_size = |cell: &Vec<Inline>| {
        let sizes: Vec<egui::Vec2> = cell.iter().map(part_size).collect();
        let width: f32 = sizes.iter().map(|size| size.x + space::XS).sum();
        egui::vec2(width, sizes.iter().map(|size| size.y).fold(0.0, f32::max))
    };
    let sizes: Vec<Vec<egui::Vec2>> = rows.iter().map(|row| row.iter().map(cell_size).collect()).collect();
    let columns = sizes.iter().map(Vec::len).max().unwrap_or_default();
    let wide = |column: usize| sizes.iter().filter_map(|row| row.get(column)).map(|cell| cell.x).fold(0.0, f32::max);
    let widths: Vec<f32> = (0..columns).map(wide).collect();
    for (number, (row, sizes)) in rows.iter().zip(&sizes).enumerate() {
        let height = sizes.iter().map(|cell| cell.y).fold(0.0, f32::max);
        let (line, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), height), egui::Sense::hover());
        let mut left = line.left();
        for (cell, width) in row.iter().zip(&widths) {
            let room = egui::Rect::from_min_size(egui::pos2(left, line.top()), egui::vec2(*width, height));
            let middle = egui::Layout::left_to_right(egui::Align::Center);
            let is_head = number == 0 && rows.len() > 1;
            ui.scope_builder(egui::UiBuilder::new().max_rect(room).layout(middle), |ui| {
                parts(ui, cell, is_head, card_height);
            });
            left += width + space::L;
        }
        if number == 0 || number + 1 == rows.len() {
            ui.add_space(space::XS);
        }
    }
}

/// Words and cards side by side.
fn parts(ui: &mut Ui, parts: &[Inline], is_head: bool, card_height: f32) {
    let ink = theme::of(ui);
    ui.spacing_mut().item_spacing.x = space::XS;
    for part in parts {
        match part {
            Inline::Picture(alt, path) => {
                let name = path.rsplit_once("cards/").map_or(path.as_str(), |(_, name)| name);
                drawings::card(ui, name, alt, card_height);
            }
            _ if is_head => {
                let head = page::words(std::slice::from_ref(part));
                ui.label(egui::RichText::new(head).font(theme::body(size::SECOND)).color(ink.muted.egui()));
            }
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

/// The menu of a game.
pub(super) fn menu(
    context: &egui::Context,
    game: Option<&ActiveGame>,
    settings: &Settings,
    focus: bool,
    requests: &mut Requests,
) {
    let ink = theme::of(context);
    over(context, "menu", width::MENU, |ui| {
        let Some(game) = game else { return };
        let id = game.session().info().id;
        ui.label(egui::RichText::new(game.session().info().title).font(theme::display(size::DISPLAY_M)));
        ui.horizontal(|ui| {
            let seed = format!("Seed {}", game.session().seed());
            ui.label(egui::RichText::new(seed).font(theme::body(size::SECOND)).color(ink.muted.egui()));
            if widgets::button(ui, None, "Copy", ButtonStyle::Plain, true, false).clicked() {
                requests.push(RecordAction::CopySeed);
            }
        });
        ui.add_space(space::S);
        let named = |name, command| settings.keys.named(name, command);
        let resume = widgets::wide_button(ui, "Resume (Esc)", ButtonStyle::Primary, true);
        if focus {
            resume.request_focus();
        }
        if resume.clicked() {
            requests.push(NavigationAction::Close);
        }
        let rows: [[(String, Request); 2]; 5] = [
            [
                (named("New deal …", Command::NewDeal), NavigationAction::OpenSetup(id).into()),
                ("Same deal".to_owned(), GameAction::Restart.into()),
            ],
            [
                (named("Rules", Command::Rules), NavigationAction::OpenRules.into()),
                ("History".to_owned(), NavigationAction::OpenHistory(id).into()),
            ],
            [
                ("Share …".to_owned(), NavigationAction::OpenShare.into()),
                (named("Open a record …", Command::Open), NavigationAction::OpenRecord.into()),
            ],
            [
                (sound_icon(settings).1, SettingsAction::ToggleSound.into()),
                (named("Settings", Command::Settings), NavigationAction::OpenSettings.into()),
            ],
            [
                ("Library".to_owned(), NavigationAction::OpenLibrary.into()),
                (named("Quit Parlour", Command::Quit), NavigationAction::Quit.into()),
            ],
        ];
        // Two in a row: so the menu has room in the smallest window.
        for row in rows {
            ui.columns(2, |columns| {
                for (ui, (name, action)) in columns.iter_mut().zip(row) {
                    let enabled = !(game.is_replay() && action == GameAction::Restart.into());
                    if widgets::wide_button(ui, &name, ButtonStyle::Plain, enabled).clicked() {
                        requests.push(action);
                    }
                }
            });
        }
    });
}

/// The end: in words first, then in numbers, then what to do.
pub(super) fn end(
    context: &egui::Context,
    game: &ActiveGame,
    seats: &[SeatedPlayer],
    focus: bool,
    requests: &mut Requests,
) {
    let ink = theme::of(context);
    let Some(outcome) = &game.outcome else { return };
    over(context, "end", width::END, |ui| {
        ui.vertical_centered(|ui| {
            ui.label(egui::RichText::new(game.session().result(outcome)).font(theme::display(size::DISPLAY_L)));
            ui.label(egui::RichText::new(&outcome.reason).color(ink.muted.egui()));
        });
        ui.add_space(space::L);
        if seats.len() > 1 {
            ranks(ui, game, outcome, seats);
        } else {
            figures(ui, game, outcome, seats);
            ui.vertical_centered(|ui| {
                game.snapshot().breakdown.first().map(|score_breakdown| widgets::caption(ui, score_breakdown))
            });
        }
        ui.add_space(space::L);
        ui.vertical_centered(|ui| {
            let sentence = hindsight(game, outcome);
            ui.label(egui::RichText::new(sentence).font(theme::body(size::SECOND)).color(ink.note.egui()));
        });
        ui.add_space(space::L);
        end_actions(ui, seats, focus, requests);
    });
}

/// The only seat's points beside the best and what was possible.
fn figures(ui: &mut Ui, game: &ActiveGame, outcome: &Outcome, seats: &[SeatedPlayer]) {
    let is_watched = seats.first().is_some_and(|seated| !seated.is_person);
    let whose = if is_watched { "the bot’s score" } else { "your score" };
    let score = outcome.scores.first().copied().unwrap_or_default();
    ui.columns(3, |columns| {
        let possible = match &game.hindsight {
            Some(Hindsight { score: Some(found), .. }) => (*found).max(score).to_string(),
            Some(_) => "–".to_owned(),
            None if game.is_analysing() => "…".to_owned(),
            None => "–".to_owned(),
        };
        let best = game.best.map_or("–".to_owned(), |best| best.to_string());
        let figures = [(score.to_string(), whose), (best, "your best so far"), (possible, "was possible at least")];
        for (ui, (number, name)) in columns.iter_mut().zip(figures) {
            ui.vertical_centered(|ui| {
                ui.label(egui::RichText::new(number).font(theme::strong(size::DISPLAY_L)));
                widgets::caption(ui, name);
            });
        }
    });
}

/// All seats, most points first, with what they are made of.
fn ranks(ui: &mut Ui, game: &ActiveGame, outcome: &Outcome, seats: &[SeatedPlayer]) {
    let ink = theme::of(ui);
    let score_breakdown = &game.snapshot().breakdown;
    let mut order: Vec<usize> = (0..seats.len()).collect();
    let points = |seat: usize| outcome.scores.get(seat).copied().unwrap_or_default();
    order.sort_by_key(|seat| std::cmp::Reverse(points(*seat)));
    for seat in order {
        let Some(seated) = seats.get(seat) else { continue };
        let won = outcome.winners.iter().any(|winner| winner.index() == seat);
        let (row, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 46.0), egui::Sense::hover());
        let painter = ui.painter();
        if won {
            painter.rect_filled(row, theme::BUTTON_RADIUS, ink.raised.egui());
        }
        widgets::marker(ui, row.left_center() + egui::vec2(24.0, 0.0), 12.0, seated);
        let left = row.left() + 48.0;
        let told = score_breakdown.get(seat).map(String::as_str).unwrap_or_default();
        let up = if told.is_empty() { 0.0 } else { 9.0 };
        let name = if won { theme::strong(size::BODY) } else { theme::body(size::BODY) };
        let at = egui::pos2(left, row.center().y - up);
        painter.text(at, Align2::LEFT_CENTER, &seated.name, name, ink.text.egui());
        let at = egui::pos2(left, row.center().y + 13.0);
        painter.text(at, Align2::LEFT_CENTER, told, theme::body(size::CAPTION), ink.muted.egui());
        let at = egui::pos2(row.right() - space::L, row.center().y);
        let colour = if won { ink.brass } else { ink.text };
        painter.text(at, Align2::RIGHT_CENTER, points(seat), theme::strong(size::DISPLAY_M), colour.egui());
    }
}

/// What the deal held, as far as it is known.
fn hindsight<'a>(game: &'a ActiveGame, outcome: &Outcome) -> &'a str {
    let score = outcome.scores.first().copied().unwrap_or_default();
    match &game.hindsight {
        // The search finds a lower bound; a player may well have found more.
        Some(Hindsight { score: Some(found), .. }) if *found < score => {
            "You scored more than our search found with every card known."
        }
        Some(found) => found.sentence.as_str(),
        None if game.is_analysing() => "Analysing this deal …",
        None => "",
    }
}

fn end_actions(ui: &mut Ui, seats: &[SeatedPlayer], focus: bool, requests: &mut Requests) {
    widgets::centred_row(ui, "end actions", |ui| {
        let rows: [(&str, Request); 6] = [
            ("Again", GameAction::Again.into()),
            ("Same deal", GameAction::Restart.into()),
            ("Replay", GameAction::ReplayThis.into()),
            ("Share", NavigationAction::OpenShare.into()),
            ("See the table", NavigationAction::Close.into()),
            ("Library", NavigationAction::OpenLibrary.into()),
        ];
        for (name, action) in rows {
            let is_again = action == GameAction::Again.into();
            let style = if is_again { ButtonStyle::Primary } else { ButtonStyle::Plain };
            let button = widgets::button(ui, None, name, style, true, false);
            if is_again && focus {
                button.request_focus();
            }
            let button = match seats.get(1) {
                Some(next) if is_again => button.on_hover_text(format!("{} starts", next.name)),
                _ => button,
            };
            if button.clicked() {
                requests.push(action);
            }
        }
    });
}
