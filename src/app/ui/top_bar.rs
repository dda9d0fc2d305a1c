//! The bar over a table: the way back, what to do next or why something is not allowed, and the buttons of every game.

use std::sync::Arc;

use bevy_egui::egui::{self, CornerRadius, Galley, Id, Label, Order, Pos2, Rect, Ui, Vec2};

use super::parts::{self, button, from_right, muted, sound_button};
use super::table_view::TableView;
use crate::app::bindings::Command;
use crate::app::daily;
use crate::app::game::active::{ActiveGame, Purpose, StatusMessage};
use crate::app::game::turn::Turn;
use crate::app::messages::{NavigationAction, Request, Requests, TableAction, WorkshopAction};
use crate::app::window_layout::Division;
use crate::table::theme::{self, Palette, Rgb, size, space};
use crate::table::widgets::Icon;
use crate::words::{addressed, capitalised, joined};

/// What is said while something waits to be read.
const GO_ON: &str = "Press any key or click to continue";

pub(super) fn show(ui: &mut Ui, wide: bool, division: Division, view: &TableView, requests: &mut Requests) {
    let TableView { game, settings, .. } = *view;
    let (name, back): (_, Request) = match game.purpose {
        Purpose::Trial => ("Designer", WorkshopAction::Return.into()),
        Purpose::SecondChance => ("Review", TableAction::EndChances.into()),
        _ => ("Library", NavigationAction::OpenLibrary.into()),
    };
    button(name).icon(Icon::Back).compact(!wide).request(ui, requests, back);
    if wide {
        ui.add_space(space::S);
        ui.heading(game.session().info().title);
    }
    if let Some(kind) = kind_of(game).filter(|_| !parts::is_tight(ui)) {
        muted(ui, kind);
    }
    // From the right to the left, so that the sentence has what is left of the bar.
    from_right(ui, |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        button("Menu (Esc)").icon(Icon::More).compact(true).request(ui, requests, NavigationAction::OpenMenu);
        let has_drawer = view.has_drawer_in_bar(division);
        if has_drawer {
            view.drawer_button(ui, true, requests);
        }
        // The menu has it, too.
        if !(has_drawer && parts::is_tight(ui)) {
            sound_button(ui, settings, requests);
        }
        let named = |command: Command| settings.keys.named(command.name(), command);
        let mut command_button = |ui: &mut Ui, icon: Icon, command: Command, enabled: bool, request: Request| {
            button(&named(command)).icon(icon).compact(true).enabled(enabled).request(ui, requests, request);
        };
        command_button(ui, Icon::Rules, Command::Rules, true, NavigationAction::OpenRules.into());
        if !game.is_looked_back_at() {
            if settings.hints && game.teaching().is_none() {
                command_button(ui, Icon::Hint, Command::Hint, game.outcome.is_none(), TableAction::Hint.into());
            }
            let (made, all) = game.session().moves();
            command_button(ui, Icon::Redo, Command::Redo, made < all, TableAction::Redo.into());
            let name = named(Command::Undo);
            button(&name).icon(Icon::Undo).compact(true).refused(view.no_undo()).request(
                ui,
                requests,
                TableAction::Undo,
            );
            if game.is_watched() && game.outcome.is_none() {
                let word = if game.is_paused { "Go on" } else { "Pause" };
                button(word).request(ui, requests, TableAction::Pause(!game.is_paused));
            }
            if game.outcome.is_some() {
                button("Result").request(ui, requests, NavigationAction::OpenEnd);
            }
        }
        ui.add_space(space::S);
        sentence(ui, view);
    });
}

/// What sets it apart from an ordinary game.
fn kind_of(game: &ActiveGame) -> Option<String> {
    match game.purpose {
        // In a review, the middle of the bar says so.
        Purpose::Replay if game.review.is_on => None,
        Purpose::Replay => Some("replay".to_owned()),
        Purpose::SecondChance => Some("second chance".to_owned()),
        Purpose::Lesson => None,
        _ if game.is_practice() => Some("practice".to_owned()),
        _ if game.is_watched() => Some("watching".to_owned()),
        _ => game.day.map(|day| format!("Deal of {}", daily::in_words(day))),
    }
}

/// What to do next, why something is not allowed, or what the hint says; and its colour.
pub(super) fn status(game: &ActiveGame, ink: &Palette) -> (String, Rgb) {
    match &game.status {
        Some(StatusMessage::Refused(illegal)) => (capitalised(&illegal.why), ink.bad),
        Some(StatusMessage::Hint(hint)) => (hint.says(), ink.note),
        Some(StatusMessage::Thinking) => ("Thinking …".to_owned(), ink.note),
        Some(StatusMessage::Note(text)) => (capitalised(text), ink.note),
        // What to do now stands under the table.
        None if game.teaching().is_some() => ("First steps".to_owned(), ink.text),
        // So does what was tried.
        None if game.chances.as_ref().is_some_and(|chances| !chances.asks()) => {
            ("A second chance".to_owned(), ink.text)
        }
        // The strip of a review says which move it is about.
        None if game.is_replay() && game.review.is_on => ("Review".to_owned(), ink.text),
        None if game.is_replay() => {
            // What else a move brought about is in the log: the bar has room for a line or two.
            let last = game.snapshot().moves.last().map_or("The deal", String::as_str);
            (last.split(" · ").next().unwrap_or(last).to_owned(), ink.text)
        }
        None => (explained(game).unwrap_or_else(|| prompt(game)), ink.text),
    }
}

/// What the choice does whose button the pointer rests on.
fn explained(game: &ActiveGame) -> Option<String> {
    let key = game.hovered?;
    game.snapshot().layout.options.iter().find(|option| option.key == key).map(|option| option.explanation.clone())
}

/// What to do next, and where several play, who.
fn prompt(game: &ActiveGame) -> String {
    let players = game.session().players();
    let seat = game.session().at_screen().or(game.session().acting().first());
    match seat.and_then(|seat| players.get(seat.index())) {
        Some(player) if player.bot.is_some() => format!("{} is thinking …", capitalised(&player.name)),
        Some(player) if players.len() > 1 => {
            addressed(&player.name, &game.snapshot().prompt, players.iter().map(|other| other.name.as_str()))
        }
        _ => game.snapshot().prompt.clone(),
    }
}

/// The title of the round that has just ended, while the table tells what decided it.
fn round_that_ended<'a>(view: &TableView<'a>) -> Option<&'a str> {
    let game = view.game;
    let told = game.landed().score_sheet.rounds.len();
    let ended = game.snapshot().score_sheet.rounds.get(told)?;
    (view.scene.exhibit().is_some() && game.outcome.is_none()).then_some(ended.title.as_str())
}

/// What is said while something waits to be read: what that is, where there are words for it, and how to go on.
pub(super) fn waiting(read: Option<&str>) -> String {
    format!("{}.", joined(read.into_iter().chain([GO_ON]), ". "))
}

/// The status, in the middle of what is left of the bar.
fn sentence(ui: &mut Ui, view: &TableView) {
    let ink = theme::of(ui);
    let is_being_laid = view.turn == Turn::Dealing && view.scene.is_playing() && !view.game.is_replay();
    let over = round_that_ended(view).map(|round| format!("{round} is over"));
    let (text, colour) = match is_being_laid {
        _ if view.scene.is_waiting() => (waiting(over.as_deref()), ink.text),
        true if view.game.session().moves() == (0, 0) => {
            ("Dealing. Press any key or click to skip.".to_owned(), ink.text)
        }
        true => ("This is what happened since your last turn. Press any key or click to skip.".to_owned(), ink.text),
        false => over.map_or_else(|| status(view.game, &ink), |over| (over, ink.text)),
    };
    let room = ui.available_rect_before_wrap();
    let laid_out = |size: f32| {
        in_even_lines(room.width() - 2.0 * space::M, |wide| {
            let mut job = egui::text::LayoutJob::simple(text.clone(), theme::body(size), colour.egui(), wide);
            job.halign = egui::Align::Center;
            ui.painter().layout_job(job)
        })
    };
    let mut lines = laid_out(if room.width() > 560.0 { size::BODY } else { size::SECOND });
    if lines.size().y > room.height() {
        // What is long is small rather than cut off.
        lines = laid_out(size::CAPTION);
    }
    if lines.size().y > room.height() {
        return beyond(ui, room, lines);
    }
    ui.put(Rect::from_center_size(room.center(), lines.size()), Label::new(lines));
}

/// Words in as few lines as this width allows, and no wider than that takes: so none stands alone in the last line.
fn in_even_lines(widest: f32, laid_out: impl Fn(f32) -> Arc<Galley>) -> Arc<Galley> {
    let lines = laid_out(widest);
    if lines.rows.len() < 2 {
        return lines;
    }
    let mut narrower = (8_u8..16).map(|sixteenths| laid_out(widest * f32::from(sixteenths) / 16.0));
    narrower.find(|even| even.rows.len() == lines.rows.len()).unwrap_or(lines)
}

/// The area of a sentence that is too long for the bar.
pub(super) const BEYOND_BAR: &str = "beyond the bar";

/// What is too long for the bar goes on below it, over the cloth and under every page; a click goes through it.
fn beyond(ui: &Ui, room: Rect, lines: Arc<Galley>) {
    let top = room.center_top() + Vec2::new(0.0, space::XS);
    let place = Rect::from_center_size(top + Vec2::new(0.0, lines.size().y / 2.0), lines.size());
    let edge = place.expand2(Vec2::splat(space::S));
    let plate = Rect::from_min_max(Pos2::new(edge.left(), room.bottom()), edge.max);
    // The cloth may not shine through: words are written on it, too.
    let panel = theme::of(ui).panel.egui();
    let radius = CornerRadius { sw: theme::PANEL_RADIUS, se: theme::PANEL_RADIUS, ..CornerRadius::ZERO };
    let area = egui::Area::new(Id::new(BEYOND_BAR)).order(Order::Middle).interactable(false).fade_in(false);
    area.fixed_pos(room.min).constrain(false).show(ui.ctx(), |over| {
        over.painter().rect_filled(plate, radius, panel);
        over.set_opacity(ui.opacity());
        over.put(place, Label::new(lines));
    });
}
