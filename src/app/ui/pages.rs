//! What lies over a screen to be read or chosen from: rules, how packs are made, the menu.

use std::sync::Arc;

use bevy_egui::egui::{self, Context, Id, Ui};

use super::parts::{button, display, heading, muted, over, page, second, sound_name};
use crate::app::bindings::Command;
use crate::app::game::active::ActiveGame;
use crate::app::messages::{GameAction, NavigationAction, RecordAction, Request, Requests, SettingsAction};
use crate::app::settings::Settings;
use crate::catalogue;
use crate::layout::CARD;
use crate::table::drawings;
use crate::table::page::{self as markdown, Block, Inline};
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, ButtonStyle};

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
