//! The index: what waits, and every game as a tile to press.

use bevy_egui::egui::{self, Align2, CornerRadius, Id, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::library_index::LibraryIndex;
use super::parts::{measure_of, screen_bar, sound_icon};
use crate::app::bindings::Command;
use crate::app::messages::{GameAction, NavigationAction, Requests, SettingsAction};
use crate::app::settings::Settings;
use crate::app::store::Finished;
use crate::app::ui_state::UiState;
use crate::catalogue::{GAMES, GameEntry};
use crate::engine::game::Kind;
use crate::table::drawings;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

const TILE: Vec2 = Vec2::new(286.0, 216.0);
/// The side of an emblem.
const EMBLEM: f32 = 116.0;

/// Games by players, minutes and kind: kept by the panel itself, for a visit.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Filter {
    players: Option<u8>,
    minutes: Option<u8>,
    kind: Option<Kind>,
}

impl Filter {
    fn accepts(self, entry: &GameEntry, search: &str) -> bool {
        let info = entry.info;
        let text = format!("{} {} {}", info.title, info.tagline, info.kind.word()).to_lowercase();
        self.players.is_none_or(|players| (info.seats.0..=info.seats.1).contains(&players))
            && self.minutes.is_none_or(|minutes| info.minutes.0 <= minutes)
            && self.kind.is_none_or(|kind| info.kind == kind)
            && search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

pub(super) fn show(
    root: &mut Ui,
    state: &mut UiState,
    index: &LibraryIndex,
    settings: &Settings,
    focus: bool,
    requests: &mut Requests,
) {
    let filter_id = Id::new("library filter");
    let mut filter: Filter = root.data(|data| data.get_temp(filter_id)).unwrap_or_default();
    screen_bar(root, "Parlour", None, requests, |ui, requests| {
        if widgets::button(ui, Some(Icon::Settings), "Settings", ButtonStyle::Plain, true, true).clicked() {
            requests.push(NavigationAction::OpenSettings);
        }
        let (sound, name) = sound_icon(settings);
        if widgets::button(ui, Some(sound), &name, ButtonStyle::Plain, true, true).clicked() {
            requests.push(SettingsAction::ToggleSound);
        }
        let open = settings.keys.named("Open a record", Command::Open);
        if widgets::button(ui, Some(Icon::Open), &open, ButtonStyle::Plain, true, true).clicked() {
            requests.push(NavigationAction::OpenRecord);
        }
        let times = [(10, "to 10 min"), (20, "to 20 min"), (45, "to 45 min")];
        let players = [(1, "1 player"), (2, "2 players"), (3, "3 players"), (4, "4 players")];
        choice(ui, "kind", &mut filter.kind, "any kind", &Kind::ALL.map(|kind| (kind, kind.word())));
        choice(ui, "minutes", &mut filter.minutes, "any time", &times);
        choice(ui, "players", &mut filter.players, "any players", &players);
        let field = widgets::field(&mut state.search).hint_text("Search").desired_width(width::WORD);
        let field = ui.add(field);
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search"));
    });
    root.data_mut(|data| data.insert_temp(filter_id, filter));
    egui::CentralPanel::no_frame().show(root, |ui| {
        let room = ui.available_rect_before_wrap().shrink2(Vec2::new(space::XXL, space::XL));
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                let mut first = focus;
                for entry in GAMES {
                    if let Some(bookmark) = index.waiting.get(entry.info.id) {
                        waiting(ui, entry, bookmark, &mut first, requests);
                    }
                }
                ui.add_space(space::L);
                tiles(ui, state, index, filter, &mut first, requests);
            });
        });
    });
}

fn choice<T: PartialEq + Copy>(ui: &mut Ui, id: &str, chosen: &mut Option<T>, any: &str, choices: &[(T, &str)]) {
    let word = choices.iter().find(|(value, _)| Some(*value) == *chosen).map_or(any, |(_, word)| word);
    let name = format!("{id}: {word}");
    let shown = egui::ComboBox::from_id_salt(id).selected_text(word).width(width::CHOICE).show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, any);
        for (value, word) in choices {
            ui.selectable_value(chosen, Some(*value), *word);
        }
    });
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, &name));
}

fn waiting(ui: &mut Ui, entry: &GameEntry, bookmark: &str, focus: &mut bool, requests: &mut Requests) {
    let ink = theme::of(ui);
    theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(egui::RichText::new(entry.info.title).font(theme::display(size::DISPLAY_S)));
            ui.label(egui::RichText::new(bookmark).font(theme::body(size::SECOND)).color(ink.muted.egui()));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let button = widgets::button(ui, Some(Icon::Go), "Continue", ButtonStyle::Primary, true, false);
                if std::mem::take(focus) {
                    button.request_focus();
                }
                if button.clicked() {
                    requests.push(GameAction::Continue(entry.info.id));
                }
            });
        });
    });
    ui.add_space(space::S);
}

fn tiles(
    ui: &mut Ui,
    state: &mut UiState,
    index: &LibraryIndex,
    filter: Filter,
    focus: &mut bool,
    requests: &mut Requests,
) {
    let ink = theme::of(ui);
    let mut shown: Vec<&GameEntry> = GAMES.iter().filter(|entry| filter.accepts(entry, &state.search)).collect();
    shown.sort_by_key(|entry| std::cmp::Reverse(index.last_played(entry.info.id)));
    if shown.is_empty() {
        let text = "No game fits. Clear the search or choose any players and any time.";
        ui.label(egui::RichText::new(text).color(ink.text.egui()));
        return;
    }
    let columns = (((ui.available_width() + space::L) / (TILE.x + space::L)).floor() as usize).max(1);
    for row in shown.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            for entry in row {
                tile(ui, entry, index, focus, requests);
            }
        });
        ui.add_space(space::S);
    }
}

fn tile(ui: &mut Ui, entry: &GameEntry, index: &LibraryIndex, focus: &mut bool, requests: &mut Requests) {
    let ink = theme::of(ui);
    let info = entry.info;
    let (rect, response) = ui.allocate_exact_size(TILE, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, info.title));
    if std::mem::take(focus) {
        response.request_focus();
    }
    let lit = response.hovered() || response.has_focus();
    let (fill, line) = if lit { (ink.raised_hover, ink.brass) } else { (ink.raised, ink.hairline) };
    let corner = CornerRadius::same(theme::PANEL_RADIUS);
    ui.painter().rect(rect, corner, fill.egui(), Stroke::new(ink.line, line.egui()), StrokeKind::Inside);
    let inside = rect.shrink(space::L);
    let painter = ui.painter();
    drawings::emblem(painter, info.id, Rect::from_min_size(inside.min, Vec2::splat(EMBLEM)));
    let games = index.finished.get(info.id).map(Vec::as_slice).unwrap_or_default();
    if let Some(best) = games.iter().filter_map(Finished::score).max() {
        let best = format!("best {best}");
        painter.text(inside.right_top(), Align2::RIGHT_TOP, best, theme::strong(size::SECOND), ink.brass.egui());
    }
    let (caption, line) = (theme::body(size::CAPTION), size::CAPTION * 1.4);
    let mut at = Pos2::new(inside.left(), inside.bottom() - line);
    painter.text(at, Align2::LEFT_TOP, measure_of(info), caption.clone(), ink.muted.egui());
    at.y -= size::DISPLAY_S * 1.4;
    painter.text(at, Align2::LEFT_TOP, info.title, theme::display(size::DISPLAY_S), ink.text.egui());
    widgets::focus_ring(ui, &response);
    if response.on_hover_text(info.tagline).clicked() {
        requests.push(NavigationAction::OpenSetup(info.id));
    }
}
