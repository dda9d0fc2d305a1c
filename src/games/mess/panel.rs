//! What stands context the picture: the four buttons with their tokens, who has what, and the picture as it should be.

use bevy_egui::egui::{self, Align2, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};

use super::board::Button;
use super::layout::{letter, meaning};
use super::rules::{SeatView, View};
use crate::engine::seats::{Seat, Viewer};
use crate::table::drawings;
use crate::table::panels::{PanelContext, PanelRequest, SeatedPlayer};
use crate::table::theme::{self, Rgb, print, size, space};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::counted;

/// The panel; in a narrow window one line.
pub fn show(ui: &mut Ui, context: &mut PanelContext<'_>) {
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    let chooser = match view.who {
        Viewer::Seat(seat) if view.choosing && view.acting.contains(seat) => Some(seat),
        _ => None,
    };
    if context.folded {
        return folded(ui, view, chooser, context);
    }
    match chooser {
        Some(seat) => choose(ui, view, seat, context),
        None => buttons(ui, view, context),
    }
    proposal(ui, view, context);
    ui.add_space(space::M);
    if !view.is_together() {
        track(ui, view, context);
        ui.add_space(space::S);
    }
    for (seat, of_seat, sitting) in seats(view, context) {
        seat_row(ui, view, seat, of_seat, sitting);
    }
    look(ui, view, context);
    ui.add_space(space::S);
    finished(ui, view, context);
}

fn folded(ui: &mut Ui, view: &View, chooser: Option<Seat>, context: &mut PanelContext<'_>) {
    ui.spacing_mut().item_spacing.x = space::S;
    if let Some(seat) = chooser {
        return choose(ui, view, seat, context);
    }
    for button in Button::ALL {
        press_button(ui, view, button, Vec2::new(76.0, theme::TARGET), context);
    }
    proposal(ui, view, context);
    ui.add_space(space::S);
    for (seat, of_seat, sitting) in seats(view, context) {
        brief(ui, view, seat, of_seat, sitting);
    }
    look(ui, view, context);
}

/// The seats in their order, with what may be known of each and who sits there.
fn seats<'a>(
    view: &'a View,
    context: &'a PanelContext<'_>,
) -> impl Iterator<Item = (Seat, &'a SeatView, &'a SeatedPlayer)> {
    let sitting = view.seats.iter().zip(context.seats);
    (0..).zip(sitting).filter_map(|(number, (of_seat, sitting))| Some((Seat::new(number)?, of_seat, sitting)))
}

fn colour(button: Button) -> Rgb {
    print::TOKENS[button.index()]
}

/// The four buttons, two in a row.
fn buttons(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let gap = space::S;
    let each = Vec2::new((ui.available_width() - gap) / 2.0, 64.0);
    ui.spacing_mut().item_spacing = Vec2::splat(gap);
    for row in [[Button::A, Button::B], [Button::C, Button::D]] {
        ui.horizontal(|ui| {
            for button in row {
                press_button(ui, view, button, each, context);
            }
        });
    }
}

/// A button with the tokens that are left on it.
fn press_button(ui: &mut Ui, view: &View, button: Button, size: Vec2, context: &mut PanelContext<'_>) {
    let left = view.left[button.index()];
    let key = letter(button);
    let enabled = left > 0 && view.may_press() && context.at_screen.is_some();
    let weight = if context.option == Some(key) { ButtonStyle::On } else { ButtonStyle::Plain };
    let tokens = counted(left, "token", "tokens");
    let response = widgets::plate(ui, size, &format!("{key}, {tokens} left"), weight, enabled);
    let rect = response.rect;
    let is_small = size.y < 50.0;
    let radius = if is_small { 14.0 } else { 19.0 };
    let at = Pos2::new(rect.left() + radius + space::S + 2.0, rect.center().y);
    knob(ui, at, radius, button, left > 0);
    let ink = theme::of(ui);
    let rest = Rect::from_min_max(Pos2::new(at.x + radius + space::S, rect.top()), rect.max);
    if is_small {
        let colour = if left > 0 { ink.text } else { ink.muted };
        ui.painter().text(rest.left_center(), Align2::LEFT_CENTER, left, theme::strong(size::BODY), colour.egui());
    } else {
        token_rows(ui, rest, button, left);
    }
    if enabled && (response.hovered() || response.has_focus()) {
        context.requests.push(PanelRequest::Hover(key));
    }
    if response.clicked() && enabled {
        context.requests.push(PanelRequest::Switch(key));
    }
}

/// A round button with its letter.
fn knob(ui: &Ui, at: Pos2, radius: f32, button: Button, enabled: bool) {
    let (fill, ink) = (colour(button), theme::of(ui));
    let fade = |colour: Rgb| if enabled { colour.egui() } else { colour.veil(90) };
    ui.painter().circle(at, radius, fade(fill), Stroke::new(2.0, fade(ink.hairline)));
    let font = theme::strong(radius * 1.1);
    ui.painter().text(at, Align2::CENTER_CENTER, button, font, fade(fill.written_on()));
}

/// Tokens as they lie on their button: two rows of five; those that are gone leave a hollow.
fn token_rows(ui: &Ui, room: Rect, button: Button, left: u8) {
    let ink = theme::of(ui);
    let step = ((room.width() - space::M) / 5.0).min(14.0);
    let radius = step * 0.38;
    for number in 0..10u8 {
        let (column, row) = (f32::from(number % 5), f32::from(number / 5));
        let at = Pos2::new(room.left() + step * (column + 0.5), room.center().y + step * (row - 0.5) * 1.1 - 7.0);
        if number < left {
            ui.painter().circle_filled(at, radius, colour(button).egui());
        } else {
            ui.painter().circle_stroke(at, radius, Stroke::new(1.0, ink.hairline.egui()));
        }
    }
    let at = Pos2::new(room.left(), room.center().y + step * 1.1);
    let text = format!("{left} left");
    ui.painter().text(at, Align2::LEFT_CENTER, text, theme::body(size::CAPTION - 1.0), ink.muted.egui());
}

/// The two secret buttons, chosen by whoever is in front of the screen alone.
fn choose(ui: &mut Ui, view: &View, seat: Seat, context: &mut PanelContext<'_>) {
    let id = ui.id().with(("choice", seat.index(), view.round));
    let mut chosen: [Option<Button>; 2] = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let before = chosen;
    let rows =
        [("Direct", "1 point for each token that you take of it"), ("Indirect", "2 points for each that others take")];
    for (place, (name, explained)) in rows.into_iter().enumerate() {
        let label = widgets::label(ui, name);
        if context.folded {
            label.on_hover_text(explained);
        } else {
            widgets::caption(ui, explained);
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            for button in Button::ALL {
                let weight = if chosen[place] == Some(button) { ButtonStyle::On } else { ButtonStyle::Plain };
                let side = if context.folded { theme::TARGET } else { 56.0 };
                let response =
                    widgets::plate(ui, Vec2::new(side, theme::TARGET), &format!("{name} {button}"), weight, true);
                knob(ui, response.rect.center(), 15.0, button, true);
                // The keyboard begins here.
                if place == 0 && button == Button::A && ui.memory(|memory| memory.focused().is_none()) {
                    response.request_focus();
                }
                if response.on_hover_text(meaning(button)).clicked() {
                    chosen[place] = Some(button);
                    // Two different ones: what was the other row's is free again.
                    if chosen[1 - place] == Some(button) {
                        chosen[1 - place] = None;
                    }
                }
            }
        });
        if !context.folded {
            ui.add_space(space::S);
        }
    }
    let done = match chosen {
        [Some(direct), Some(indirect)] => Some(format!("choose {direct} {indirect}")),
        _ => None,
    };
    let response = widgets::button(ui, None, "Choose", ButtonStyle::Primary, done.is_some(), false);
    if chosen != before {
        ui.data_mut(|data| data.insert_temp(id, chosen));
    }
    if let Some(mv) = done.filter(|_| response.clicked()) {
        // Nothing of it stays on the screen for whoever comes next.
        ui.data_mut(|data| data.remove_temp::<[Option<Button>; 2]>(id));
        context.requests.push(PanelRequest::Play(mv));
    }
}

/// A proposal to stop, made or to be answered.
fn proposal(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let Some(seat) = context.at_screen else { return };
    let name = context.seats.get(seat.index()).map_or("", |sitting| sitting.name.as_str());
    if let Some(proposer) = view.proposal {
        let by = context.seats.get(proposer.index()).map_or("", |sitting| sitting.name.as_str());
        if !context.folded {
            widgets::caption(ui, format!("{by} proposes to stop: the picture is lost. {name}?"));
        }
        ui.horizontal(|ui| {
            for (word, mv) in [("Agree", "agree"), ("Go on", "refuse")] {
                if widgets::button(ui, None, word, ButtonStyle::Plain, true, false).clicked() {
                    context.requests.push(PanelRequest::Play(mv.to_owned()));
                }
            }
        });
    } else if view.may_stop && widgets::button(ui, None, "Propose to stop", ButtonStyle::Plain, true, false).clicked() {
        context.requests.push(PanelRequest::Play("stop".to_owned()));
    }
}

/// The points of all as a track, each seat's marker on it.
fn track(ui: &mut Ui, view: &View, context: &PanelContext<'_>) {
    let ink = theme::of(ui);
    let most = view.seats.iter().map(|seat| seat.points).max().unwrap_or_default();
    let end = (most.max(10) + 4) / 5 * 5;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 40.0), Sense::hover());
    let (left, right) = (rect.left() + 10.0, rect.right() - 10.0);
    let y = rect.top() + 16.0;
    let at = |points: i32| left + (right - left) * points.clamp(0, end) as f32 / end as f32;
    ui.painter().line_segment([Pos2::new(left, y), Pos2::new(right, y)], Stroke::new(2.0, ink.hairline.egui()));
    for points in 0..=end {
        let long = points % 5 == 0;
        let half = if long { 6.0 } else { 3.0 };
        let x = at(points);
        ui.painter()
            .line_segment([Pos2::new(x, y - half), Pos2::new(x, y + half)], Stroke::new(1.0, ink.hairline.egui()));
        if long {
            let at = Pos2::new(x, y + 9.0);
            ui.painter().text(at, Align2::CENTER_TOP, points, theme::body(size::CAPTION - 1.0), ink.muted.egui());
        }
    }
    // Those with equal points lie on each other like markers on a board, a little apart.
    for (number, (seat, sitting)) in view.seats.iter().zip(context.seats).enumerate().rev() {
        let below = view.seats.iter().take(number).filter(|other| other.points == seat.points).count() as f32;
        widgets::marker(ui, Pos2::new(at(seat.points) + 3.0 * below, y - 3.0 * below), 8.0, sitting);
    }
}

/// Who sits there, with points, tokens, and the secret buttons where they may be seen.
fn seat_row(ui: &mut Ui, view: &View, seat: Seat, of_seat: &SeatView, sitting: &SeatedPlayer) {
    let ink = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 42.0), Sense::hover());
    let in_turn = view.over.is_none() && view.acting.contains(seat);
    if in_turn {
        ui.painter().rect_filled(rect, theme::BUTTON_RADIUS, ink.raised.egui());
        let bar = Rect::from_min_size(rect.min, Vec2::new(3.0, rect.height()));
        ui.painter().rect_filled(bar, 1.0, ink.brass.egui());
    }
    widgets::marker(ui, Pos2::new(rect.left() + 20.0, rect.top() + 13.0), 9.0, sitting);
    let text = |x: f32, y: f32, anchor, words: String, font, colour: Rgb| {
        ui.painter().text(Pos2::new(x, y), anchor, words, font, colour.egui());
    };
    let font = if in_turn { theme::strong(size::SECOND) } else { theme::body(size::SECOND) };
    let name: String = sitting.name.chars().take(16).collect();
    text(rect.left() + 36.0, rect.top() + 13.0, Align2::LEFT_CENTER, name, font, ink.text);
    if !view.is_together() {
        let points = of_seat.points.to_string();
        text(rect.right() - 8.0, rect.top() + 13.0, Align2::RIGHT_CENTER, points, theme::strong(size::BODY), ink.text);
    }
    // What lies before the seat: a token of each button with how many there are.
    let mut x = rect.left() + 18.0;
    for button in Button::ALL {
        let at = Pos2::new(x, rect.top() + 32.0);
        ui.painter().circle_filled(at, 5.0, colour(button).egui());
        let count = format!("{button} {}", of_seat.tokens[button.index()]);
        text(x + 9.0, at.y, Align2::LEFT_CENTER, count, theme::body(size::CAPTION), ink.muted);
        x += 42.0;
    }
    let secret = secret_of(view, of_seat);
    text(
        rect.right() - 8.0,
        rect.top() + 32.0,
        Align2::RIGHT_CENTER,
        secret.clone(),
        theme::body(size::CAPTION),
        ink.brass,
    );
    let spoken = spoken_seat(view, of_seat, sitting, in_turn, &secret);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &spoken));
}

/// The secret buttons as far as whoever looks may know them: "A ×1  D ×2", "chosen".
fn secret_of(view: &View, of_seat: &SeatView) -> String {
    match (of_seat.direct, of_seat.indirect) {
        (Some(direct), Some(indirect)) => format!("{direct} ×1  {indirect} ×2"),
        (None, Some(indirect)) => format!("{indirect} ×1"),
        _ if view.is_together() => String::new(),
        _ if of_seat.has_chosen => "chosen".to_owned(),
        _ => "…".to_owned(),
    }
}

fn spoken_seat(view: &View, of_seat: &SeatView, sitting: &SeatedPlayer, in_turn: bool, secret: &str) -> String {
    let tokens: Vec<String> =
        Button::ALL.iter().map(|button| format!("{button} {}", of_seat.tokens[button.index()])).collect();
    let points = if view.is_together() { String::new() } else { format!(", {} points", of_seat.points) };
    let turn = if in_turn { ", in turn" } else { "" };
    format!("{}{turn}{points}, tokens {}, secret buttons {secret}", sitting.name, tokens.join(", "))
}

/// A seat in as little room as there is under a table: marker, points, and the secret buttons.
fn brief(ui: &mut Ui, view: &View, seat: Seat, of_seat: &SeatView, sitting: &SeatedPlayer) {
    let ink = theme::of(ui);
    let in_turn = view.over.is_none() && view.acting.contains(seat);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(74.0, theme::TARGET), Sense::hover());
    if in_turn {
        ui.painter().rect_filled(rect, theme::BUTTON_RADIUS, ink.raised.egui());
        let bar = Rect::from_min_size(rect.left_bottom() - Vec2::new(0.0, 3.0), Vec2::new(rect.width(), 3.0));
        ui.painter().rect_filled(bar, 1.0, ink.brass.egui());
    }
    widgets::marker(ui, rect.left_center() + Vec2::new(16.0, -6.0), 9.0, sitting);
    if !view.is_together() {
        let at = rect.left_center() + Vec2::new(34.0, -6.0);
        ui.painter().text(at, Align2::LEFT_CENTER, of_seat.points, theme::strong(size::BODY), ink.text.egui());
    }
    let secret = secret_of(view, of_seat);
    let at = rect.center_bottom() - Vec2::new(0.0, 4.0);
    ui.painter().text(at, Align2::CENTER_BOTTOM, &secret, theme::body(size::CAPTION - 1.0), ink.brass.egui());
    let spoken = spoken_seat(view, of_seat, sitting, in_turn, &secret);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &spoken));
    response.on_hover_text(spoken);
}

/// What one may look at again later, alone: the own two buttons.
fn look(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let people = context.seats.iter().filter(|sitting| sitting.is_person).count();
    if people < 2 || view.choosing || view.over.is_some() || view.is_together() {
        return;
    }
    if matches!(view.who, Viewer::Seat(_)) {
        if widgets::button(ui, None, "Hide my buttons", ButtonStyle::Primary, true, false).clicked() {
            context.requests.push(PanelRequest::LookAway);
        }
        return;
    }
    let Some(seat) = context.at_screen else { return };
    if widgets::button(ui, None, "My buttons …", ButtonStyle::Plain, true, false).clicked() {
        context.requests.push(PanelRequest::Look(seat));
    }
}

/// The picture as it should be, and how far it is.
fn finished(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    ui.horizontal(|ui| {
        let response = thumbnail(ui, 84.0);
        if response.is_pointer_button_down_on() || response.has_focus() {
            context.requests.push(PanelRequest::Peek);
        }
        response.on_hover_text("Hold to see the finished picture (P)");
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            line(ui, &format!("{} of 16 at home", view.grid.homes()));
            line(ui, &counted(view.presses, "press", "presses"));
            if let Some(par) = view.par {
                line(ui, &format!("{par} would do"));
            }
            if view.malfunctions > 0 {
                line(ui, &counted(view.malfunctions, "malfunction", "malfunctions"));
            }
            if view.round > 1 {
                line(ui, &format!("picture {}", view.round));
            }
        });
    });
}

fn thumbnail(ui: &mut Ui, side: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "The finished picture"));
    drawings::tile_picture(ui.painter(), rect);
    widgets::focus_ring(ui, &response);
    response
}

fn line(ui: &mut Ui, text: &str) {
    let ink = theme::of(ui);
    ui.label(egui::RichText::new(text).font(theme::body(size::SECOND)).color(ink.text.egui()));
}
