//! What lies over a screen: rules, the menu, the end of a game.

use std::sync::Arc;

use bevy_egui::egui::{self, Align2, Id, Order, Ui};

use super::super::bindings::Command;
use super::super::desk::Action;
use super::super::play::Table;
use super::super::settings::Settings;
use crate::catalogue;
use crate::engine::game::Hindsight;
use crate::engine::outcome::Outcome;
use crate::table::art::CARD_UNITS;
use crate::table::page::{self, Block, Inline};
use crate::table::panels::Sitting;
use crate::table::pictures;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon, Weight};

/// A panel over everything, with the rest of the window in the shade.
pub(super) fn over<R>(context: &egui::Context, id: &str, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let ink = theme::of(context);
    let window = context.viewport_rect();
    let shade = context.layer_painter(egui::LayerId::new(Order::Middle, Id::new("shade")));
    shade.rect_filled(window, 0.0, ink.shade.veil(150));
    let area = egui::Area::new(Id::new(id)).order(Order::Foreground).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    area.show(context, |ui| {
        theme::floating_frame(&ink)
            .show(ui, |ui| {
                ui.set_width(width.min(window.width() - 4.0 * space::XL));
                ui.set_max_height(window.height() - 4.0 * space::XL);
                add(ui)
            })
            .inner
    })
    .inner
}

/// The name of a page, and the way out of it.
pub(super) fn title_row(ui: &mut Ui, title: &str, focus: bool, asked: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(title).font(theme::display(size::DISPLAY_M)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = widgets::button(ui, Some(Icon::Close), "Close (Esc)", Weight::Plain, true, true);
            if focus {
                close.request_focus();
            }
            if close.clicked() {
                asked.push(Action::Close);
            }
        });
    });
}

/// The rules of a game, open at a heading.
pub(super) fn rules(context: &egui::Context, game: Option<&str>, at: Option<&str>, asked: &mut Vec<Action>) {
    let Some(entry) = game.and_then(catalogue::find).or(catalogue::GAMES.first()) else { return };
    reading(context, entry.info.title, entry.rules_page, at, false, asked);
}

/// How packs of pictures are made.
pub(super) fn pack_help(context: &egui::Context, focus: bool, asked: &mut Vec<Action>) {
    const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pages/picture-packs.md"));
    reading(context, "Your own pictures", PAGE, None, focus, asked);
}

/// A page to be read, open at a heading.
fn reading(
    context: &egui::Context,
    title: &str,
    markdown: &str,
    at: Option<&str>,
    focus: bool,
    asked: &mut Vec<Action>,
) {
    // Read once; afterwards the page only scrolls.
    let blocks: Arc<Vec<Block>> = context.data_mut(|data| {
        let read = || Arc::new(page::read(markdown));
        data.get_temp_mut_or_insert_with(Id::new(("page", title)), read).clone()
    });
    over(context, "rules", width::READING, |ui| {
        title_row(ui, title, focus, asked);
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
        Block::Table(table) => rows(ui, table, CARDS.1),
    }
}

/// The height of a card in a paragraph, and in a table, where cards lie as they do in play.
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
    let card = egui::vec2(card_height * CARD_UNITS.0 / CARD_UNITS.1, card_height);
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
                pictures::card(ui, name, alt, card_height);
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
pub(super) fn pause(
    context: &egui::Context,
    table: Option<&Table>,
    settings: &Settings,
    focus: bool,
    asked: &mut Vec<Action>,
) {
    let ink = theme::of(context);
    over(context, "pause", width::MENU, |ui| {
        let Some(table) = table else { return };
        let id = table.session.info().id;
        ui.label(egui::RichText::new(table.session.info().title).font(theme::display(size::DISPLAY_M)));
        ui.horizontal(|ui| {
            let seed = format!("Seed {}", table.session.seed());
            ui.label(egui::RichText::new(seed).font(theme::body(size::SECOND)).color(ink.muted.egui()));
            if widgets::button(ui, None, "Copy", Weight::Plain, true, false).clicked() {
                asked.push(Action::CopySeed);
            }
        });
        ui.add_space(space::S);
        let named = |name, command| settings.keys.named(name, command);
        let sound = if settings.sound { "Sound off" } else { "Sound on" };
        let go_on = widgets::wide_button(ui, "Go on (Esc)", Weight::Primary, true);
        if focus {
            go_on.request_focus();
        }
        if go_on.clicked() {
            asked.push(Action::Close);
        }
        let rows = [
            [
                (named("New deal …", Command::NewDeal), Action::OpenSetup(id)),
                ("Same deal again".to_owned(), Action::Restart),
            ],
            [(named("Rules", Command::Rules), Action::OpenRules), ("Played games".to_owned(), Action::OpenHistory(id))],
            [("Share …".to_owned(), Action::OpenShare), (named("Open a record …", Command::Open), Action::OpenRecord)],
            [
                (named(sound, Command::Sound), Action::ToggleSound),
                (named("Settings", Command::Settings), Action::OpenSettings),
            ],
            [("Library".to_owned(), Action::OpenLibrary), (named("Leave Parlour", Command::Quit), Action::Quit)],
        ];
        // Two in a row: so the menu has room in the smallest window.
        for row in rows {
            ui.columns(2, |columns| {
                for (ui, (name, action)) in columns.iter_mut().zip(row) {
                    let enabled = !(table.is_replay() && action == Action::Restart);
                    if widgets::wide_button(ui, &name, Weight::Plain, enabled).clicked() {
                        asked.push(action);
                    }
                }
            });
        }
    });
}

/// The end: in words first, then in numbers, then what to do.
pub(super) fn end(context: &egui::Context, table: &Table, seats: &[Sitting], focus: bool, asked: &mut Vec<Action>) {
    let ink = theme::of(context);
    let Some(outcome) = &table.outcome else { return };
    over(context, "end", width::END, |ui| {
        ui.vertical_centered(|ui| {
            ui.label(egui::RichText::new(table.session.result(outcome)).font(theme::display(size::DISPLAY_L)));
            ui.label(egui::RichText::new(&outcome.reason).color(ink.muted.egui()));
        });
        ui.add_space(space::L);
        if seats.len() > 1 {
            ranks(ui, table, outcome, seats);
        } else {
            figures(ui, table, outcome, seats);
            ui.vertical_centered(|ui| table.session.account().first().map(|account| widgets::caption(ui, account)));
        }
        ui.add_space(space::L);
        ui.vertical_centered(|ui| {
            let sentence = looked_back(table, outcome);
            ui.label(egui::RichText::new(sentence).font(theme::body(size::SECOND)).color(ink.note.egui()));
        });
        ui.add_space(space::L);
        end_actions(ui, seats, focus, asked);
    });
}

/// The only seat's points beside the best and what was possible.
fn figures(ui: &mut Ui, table: &Table, outcome: &Outcome, seats: &[Sitting]) {
    let is_watched = seats.first().is_some_and(|sitting| !sitting.is_person);
    let whose = if is_watched { "the bot’s score" } else { "your score" };
    let score = outcome.scores.first().copied().unwrap_or_default();
    ui.columns(3, |columns| {
        let possible = match &table.hindsight {
            Some(Hindsight { score: Some(found), .. }) => (*found).max(score).to_string(),
            Some(_) => "–".to_owned(),
            None if table.looks_back() => "…".to_owned(),
            None => "–".to_owned(),
        };
        let best = table.best.map_or("–".to_owned(), |best| best.to_string());
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
fn ranks(ui: &mut Ui, table: &Table, outcome: &Outcome, seats: &[Sitting]) {
    let ink = theme::of(ui);
    let account = table.session.account();
    let mut order: Vec<usize> = (0..seats.len()).collect();
    let points = |seat: usize| outcome.scores.get(seat).copied().unwrap_or_default();
    order.sort_by_key(|seat| std::cmp::Reverse(points(*seat)));
    for seat in order {
        let Some(sitting) = seats.get(seat) else { continue };
        let won = outcome.winners.iter().any(|winner| winner.index() == seat);
        let (row, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 46.0), egui::Sense::hover());
        let painter = ui.painter();
        if won {
            painter.rect_filled(row, theme::BUTTON_RADIUS, ink.raised.egui());
        }
        widgets::marker(ui, row.left_center() + egui::vec2(24.0, 0.0), 12.0, sitting);
        let left = row.left() + 48.0;
        let told = account.get(seat).map(String::as_str).unwrap_or_default();
        let up = if told.is_empty() { 0.0 } else { 9.0 };
        let name = if won { theme::strong(size::BODY) } else { theme::body(size::BODY) };
        let at = egui::pos2(left, row.center().y - up);
        painter.text(at, Align2::LEFT_CENTER, &sitting.name, name, ink.text.egui());
        let at = egui::pos2(left, row.center().y + 13.0);
        painter.text(at, Align2::LEFT_CENTER, told, theme::body(size::CAPTION), ink.muted.egui());
        let at = egui::pos2(row.right() - space::L, row.center().y);
        let colour = if won { ink.brass } else { ink.text };
        painter.text(at, Align2::RIGHT_CENTER, points(seat), theme::strong(size::DISPLAY_M), colour.egui());
    }
}

/// What the deal held, as far as it is known.
fn looked_back<'a>(table: &'a Table, outcome: &Outcome) -> &'a str {
    let score = outcome.scores.first().copied().unwrap_or_default();
    match &table.hindsight {
        // The search finds a lower bound; a player may well have found more.
        Some(Hindsight { score: Some(found), .. }) if *found < score => {
            "You found more than our search did with every card known."
        }
        Some(found) => found.sentence.as_str(),
        None if table.looks_back() => "Looking what this deal held …",
        None => "",
    }
}

fn end_actions(ui: &mut Ui, seats: &[Sitting], focus: bool, asked: &mut Vec<Action>) {
    widgets::centred_row(ui, "end actions", |ui| {
        let rows = [
            ("Again", Weight::Primary, Action::Again),
            ("Same deal", Weight::Plain, Action::Restart),
            ("Replay", Weight::Plain, Action::ReplayThis),
            ("Share", Weight::Plain, Action::OpenShare),
            ("See the table", Weight::Plain, Action::Close),
            ("Library", Weight::Plain, Action::OpenLibrary),
        ];
        for (name, weight, action) in rows {
            let button = widgets::button(ui, None, name, weight, true, false);
            if weight == Weight::Primary && focus {
                button.request_focus();
            }
            let button = match seats.get(1) {
                Some(next) if action == Action::Again => button.on_hover_text(format!("{} begins", next.name)),
                _ => button,
            };
            if button.clicked() {
                asked.push(action);
            }
        }
    });
}
