//! What screens and pages share: bars, pages over a screen, notices, buttons, fields and lines of text.

use bevy_egui::egui::{
    self, Align, Align2, Context, Id, Label, LayerId, Layout, Margin, Order, Response, RichText, Ui, UiBuilder, Vec2,
    Widget,
};

use crate::app::bindings::Command;
use crate::app::messages::{NavigationAction, Request, Requests, SettingsAction};
use crate::app::settings::Settings;
use crate::app::ui_state::UiState;
use crate::app::window_layout;
use crate::engine::game::Info;
use crate::table::drop_down::drop_down;
use crate::table::theme::{self, Rgb, size, space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

/// A button that asks for something; like egui's own, it is described first and shown last.
pub(super) struct ActionButton<'a> {
    name: &'a str,
    icon: Option<Icon>,
    style: ButtonStyle,
    enabled: bool,
    /// Why it would be refused.
    refusal: Option<&'a str>,
    /// The key that presses it, where that is drawn on it; empty for none.
    key: &'a str,
    compact: bool,
    focus: bool,
}

pub(super) fn button(name: &str) -> ActionButton<'_> {
    let (style, enabled, compact, focus) = (ButtonStyle::Plain, true, false, false);
    ActionButton { name, icon: None, style, enabled, refusal: None, key: "", compact, focus }
}

pub(super) fn primary_button(name: &str) -> ActionButton<'_> {
    ActionButton { style: ButtonStyle::Primary, ..button(name) }
}

impl<'a> ActionButton<'a> {
    pub(super) fn on(self, on: bool) -> Self {
        Self { style: if on { ButtonStyle::On } else { ButtonStyle::Plain }, ..self }
    }

    /// It can be pressed, but is known to be refused: pressing it tells why.
    pub(super) fn faint(self) -> Self {
        Self { style: ButtonStyle::Faint, ..self }
    }

    /// The key is drawn beside the word.
    pub(super) fn key(self, key: &'a str) -> Self {
        Self { key, ..self }
    }

    pub(super) fn icon(self, icon: Icon) -> Self {
        Self { icon: Some(icon), ..self }
    }

    /// Only the icon shows; the name is a tooltip.
    pub(super) fn compact(self, compact: bool) -> Self {
        Self { compact, ..self }
    }

    /// Only this icon shows where there is no room for words, and elsewhere only the word.
    pub(super) fn shortened(self, ui: &Ui, icon: Icon) -> Self {
        if is_tight(ui) { self.icon(icon).compact(true) } else { self }
    }

    pub(super) fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }

    /// If what it asks for would be refused, it is grey, and its tip says why.
    pub(super) fn refused(self, refusal: Option<&'a str>) -> Self {
        Self { refusal, ..self }
    }

    pub(super) fn focus(self, focus: bool) -> Self {
        Self { focus, ..self }
    }

    pub(super) fn show(self, ui: &mut Ui) -> Response {
        let ActionButton { name, icon, compact, .. } = self;
        let button = match self.refusal {
            Some(why) => widgets::refusing_button(ui, icon, name, compact, why),
            None if !self.key.is_empty() => widgets::keyed_button(ui, name, self.key, self.style),
            None => widgets::button(ui, icon, name, self.style, self.enabled, compact),
        };
        if self.focus {
            button.request_focus();
        }
        button
    }

    /// Shows the button; a click makes the request.
    pub(super) fn request(self, ui: &mut Ui, requests: &mut Requests, request: impl Into<Request>) -> Response {
        let button = self.show(ui);
        if button.clicked() {
            requests.push(request);
        }
        button
    }
}

pub(super) fn sound_button(ui: &mut Ui, settings: &Settings, requests: &mut Requests) {
    let icon = if settings.sound { Icon::Sound } else { Icon::Mute };
    button(&sound_name(settings)).icon(icon).compact(true).request(ui, requests, SettingsAction::ToggleSound);
}

/// What the button that switches sound does.
pub(super) fn sound_name(settings: &Settings) -> String {
    settings.keys.named(if settings.sound { "Mute" } else { "Unmute" }, Command::Sound)
}

pub(super) fn nothing_has_focus(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused().is_none())
}

/// A widget with no label beside it; screen readers call it by this name.
pub(super) fn named(ui: &mut Ui, widget: impl Widget, name: &str) -> Response {
    let response = ui.add(widget);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}

/// Whether Enter was pressed in this field.
pub(super) fn entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

/// One of several, in a list that opens; screen readers call it by this name.
pub(super) fn combo<T: PartialEq + Copy>(ui: &mut Ui, name: &str, width: f32, chosen: &mut T, options: &[(T, &str)]) {
    let word = options.iter().find(|(value, _)| *value == *chosen).map_or("", |(_, word)| word);
    let words: Vec<(T, String)> = options.iter().map(|(value, word)| (*value, (*word).to_owned())).collect();
    if let Some(taken) = drop_down(ui, name, (&format!("{name}: {word}"), word), width, &words, Some(*chosen)) {
        *chosen = taken;
    }
}

pub(super) fn second(text: impl Into<String>, colour: Rgb) -> RichText {
    RichText::new(text).font(theme::body(size::SECOND)).color(colour.egui())
}

pub(super) fn muted(ui: &mut Ui, text: impl Into<String>) {
    let ink = theme::of(ui);
    ui.label(second(text, ink.muted));
}

pub(super) fn display(ui: &mut Ui, text: &str, points: f32) {
    ui.label(RichText::new(text).font(theme::display(points)));
}

pub(super) fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.heading(text)
}

/// "1 player · 5–15 min · medium".
pub(super) fn measure_of(info: &Info) -> String {
    let range = |(min, max): (u8, u8)| if min == max { min.to_string() } else { format!("{min}–{max}") };
    let players = if info.seats == (1, 1) { "1 player".to_owned() } else { format!("{} players", range(info.seats)) };
    format!("{players} · {} min · {}", range(info.minutes), info.weight.word())
}

/// A row that is filled from the right.
pub(super) fn from_right(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::right_to_left(Align::Center), add);
}

/// A panel at the window's edge.
pub(super) fn edge_panel(root: &mut Ui, panel: egui::Panel, margin: impl Into<Margin>, add: impl FnOnce(&mut Ui)) {
    let mut painter = root.painter().clone();
    if !root.is_enabled() {
        // Under a page the content fades, but not the panel itself: the cloth would shine through.
        painter.set_opacity(root.opacity() / root.visuals().disabled_alpha());
    }
    let fill = painter.add(egui::Shape::Noop);
    let frame = egui::Frame::NONE.inner_margin(margin);
    // However wide what it holds turns out, the panel fills its own place.
    let mut inside = egui::Rect::NOTHING;
    panel.frame(frame).show_separator_line(false).show(root, |ui| {
        inside = ui.max_rect();
        add(ui);
    });
    let colour = theme::edge_fill(&theme::of(root));
    painter.set(fill, egui::epaint::RectShape::filled(inside + frame.inner_margin, 0.0, colour));
}

pub(super) fn top_bar(root: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let bar = egui::Panel::top("bar").exact_size(window_layout::BAR);
    edge_panel(root, bar, Margin::symmetric(space::L as i8, 0), |ui| drop(ui.horizontal_centered(add)));
}

/// The bar at the top of a screen that is not a table.
pub(super) fn screen_bar(
    root: &mut Ui,
    title: &str,
    back: Option<NavigationAction>,
    requests: &mut Requests,
    right: impl FnOnce(&mut Ui, &mut Requests),
) {
    top_bar(root, |ui| {
        if let Some(back) = back {
            let name = if back == NavigationAction::OpenLibrary { "Library" } else { "Back" };
            let is_tight = is_tight(ui);
            button(name).icon(Icon::Back).compact(is_tight).request(ui, requests, back);
        }
        ui.add_space(space::S);
        display(ui, title, if is_tight(ui) { size::DISPLAY_S } else { size::DISPLAY_M });
        from_right(ui, |ui| right(ui, requests));
    });
}

/// Words in what is left of a strip below a table; large text in a small window scrolls.
pub(super) fn strip_words(ui: &mut Ui, id: &str, words: RichText) {
    let words = Label::new(words).wrap();
    if !is_tight(ui) {
        ui.add(words);
        return;
    }
    // In a place of its own: words that are higher than the strip must not move what stands beside them.
    let place = UiBuilder::new().max_rect(ui.max_rect()).layout(Layout::top_down(Align::Min));
    let scroll = egui::ScrollArea::vertical().id_salt(id).auto_shrink([false, false]).min_scrolled_height(0.0);
    scroll.show(&mut ui.new_child(place), |ui| ui.add(words));
}

/// Whether there is no room for two things beside each other: large text in a small window.
pub(super) fn is_tight(ui: &Ui) -> bool {
    ui.ctx().viewport_rect().width() < window_layout::TIGHT
}

/// One of two parts beside each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageSide {
    Left,
    Right,
}

/// Two parts beside each other, the left one this wide; below each other where there is no room for both.
pub(super) fn beside(ui: &mut Ui, left: f32, mut add: impl FnMut(&mut Ui, PageSide)) {
    if is_tight(ui) {
        add(ui, PageSide::Left);
        ui.add_space(space::L);
        add(ui, PageSide::Right);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(left);
            add(ui, PageSide::Left);
        });
        ui.add_space(space::XL);
        ui.vertical(|ui| add(ui, PageSide::Right));
    });
}

/// What a screen shows between its bars, within this margin.
pub(super) fn screen_body(root: &mut Ui, margin: Vec2, add: impl FnOnce(&mut Ui)) {
    let margin = if is_tight(root) { margin.min(Vec2::splat(space::M)) } else { margin };
    egui::CentralPanel::no_frame().show(root, |ui| {
        let room = ui.available_rect_before_wrap().shrink2(margin);
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), add);
    });
}

/// A panel over everything, with the rest of the window in the shade.
pub(super) fn over(context: &Context, id: &str, width: f32, add: impl FnOnce(&mut Ui)) {
    panel_over(context, id, width, |ui| {
        if is_tight(ui) {
            egui::ScrollArea::both().id_salt("tight").show(ui, |ui| beside_a_bar(ui, add));
        } else {
            add(ui);
        }
    });
}

/// A panel over everything that ends with what can be done: that stays in sight, however much there is to read above it.
pub(super) fn over_with_foot(
    context: &Context,
    id: &str,
    width: f32,
    add: impl FnOnce(&mut Ui),
    foot: impl FnOnce(&mut Ui),
) {
    panel_over(context, id, width, |ui| {
        if is_tight(ui) {
            above_a_foot(ui, add, foot);
        } else {
            add(ui);
            ui.add_space(space::L);
            foot(ui);
        }
    });
}

/// What scrolls in the room that a foot leaves, whose height is known from the frame before; the first frame is not shown.
fn above_a_foot(ui: &mut Ui, add: impl FnOnce(&mut Ui), foot: impl FnOnce(&mut Ui)) {
    let id = ui.id().with("foot");
    let known: Option<f32> = ui.data(|data| data.get_temp(id));
    let room = (ui.available_height() - known.unwrap_or_default() - space::S - ui.spacing().item_spacing.y).max(0.0);
    let area = egui::ScrollArea::vertical().id_salt("tight").max_height(room);
    area.show(ui, |ui| beside_a_bar(ui, add));
    ui.add_space(space::S);
    let high = ui.scope(foot).response.rect.height();
    if known != Some(high) {
        ui.data_mut(|data| data.insert_temp(id, high));
        ui.ctx().request_discard("the height of the foot is known now");
        // A frame is begun anew only once, and the panel may have done so to learn its own size.
        ui.ctx().request_repaint();
    }
}

/// As wide as there is room beside a scroll bar, whether one is there or not: what fills its row would otherwise be too wide as soon as
/// there is one.
fn beside_a_bar(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.set_max_width(ui.available_width() - ui.spacing().scroll.allocated_width());
    add(ui);
}

fn panel_over(context: &Context, id: &str, width: f32, add: impl FnOnce(&mut Ui)) {
    let ink = theme::of(context);
    let window = context.viewport_rect();
    let shade = context.layer_painter(LayerId::new(Order::Middle, Id::new("shade")));
    shade.rect_filled(window, 0.0, ink.shade.veil(150));
    let area = egui::Area::new(Id::new(id)).order(Order::Foreground).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    area.show(context, |ui| {
        // In a tight window every line counts.
        let (around, within) = if is_tight(ui) { (space::S, space::M) } else { (space::XL, space::XL) };
        theme::floating_frame(&ink).inner_margin(within).show(ui, |ui| {
            let room = window.size() - Vec2::splat(2.0 * (around + within));
            ui.set_width(width.min(room.x));
            ui.set_max_height(room.y);
            add(ui);
        });
    });
}

/// A panel over everything, with its title and the way out of it.
pub(super) fn page(
    context: &Context,
    title: &str,
    width: f32,
    focus: bool,
    requests: &mut Requests,
    add: impl FnOnce(&mut Ui, &mut Requests),
) {
    over(context, title, width, |ui| {
        ui.horizontal(|ui| {
            display(ui, title, size::DISPLAY_M);
            from_right(ui, |ui| {
                let close = button("Close (Esc)").icon(Icon::Close).compact(true).focus(focus);
                close.request(ui, requests, NavigationAction::Close);
            });
        });
        add(ui, requests);
    });
}

/// How many messages are shown at once, one below the other; closing one makes room for the next.
const MOST_NOTICES: usize = 3;

/// What went wrong, until it is closed, the oldest first: at the bottom of the window, this far above its edge.
pub(super) fn notices(context: &Context, state: &UiState, above: f32, requests: &mut Requests) {
    let ink = theme::of(context);
    let shown: Vec<&str> = state.notices.iter().take(MOST_NOTICES).map(String::as_str).collect();
    if shown.is_empty() {
        return;
    }
    let area = egui::Area::new(Id::new("notice")).order(Order::Tooltip);
    area.anchor(Align2::CENTER_BOTTOM, [0.0, -above - space::XL]).show(context, |ui| {
        theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
            ui.set_max_width((context.viewport_rect().width() - 4.0 * space::XXL).min(width::MESSAGE));
            ui.horizontal(|ui| {
                let room = ui.available_width() - width::CHOICE;
                ui.scope(|ui| {
                    ui.set_max_width(room.min(width::FORM));
                    ui.vertical(|ui| {
                        for notice in &shown {
                            ui.add(egui::Label::new(second(*notice, ink.bad)).wrap());
                        }
                    });
                });
                button("Close").icon(Icon::Close).request(ui, requests, NavigationAction::Close);
            });
        });
    });
}
