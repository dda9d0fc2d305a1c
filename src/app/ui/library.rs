//! The library: saved games to continue, and every game as a tile to press.

use bevy_egui::egui::{self, Align2, CornerRadius, Id, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::library_index::LibraryIndex;
use super::parts::{
    button, combo, from_right, measure_of, muted, named, primary_button, screen_bar, screen_body, sound_button,
};
use crate::app::bindings::Command;
use crate::app::messages::{GameAction, NavigationAction, Requests};
use crate::app::settings::Settings;
use crate::app::store::Finished;
use crate::app::ui_state::UiState;
use crate::catalogue::{GAMES, GameEntry};
use crate::engine::game::Kind;
use crate::table::drawings;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon};
use crate::words::signed;

const TILE: Vec2 = Vec2::new(286.0, 216.0);
const EMBLEM_SIDE: f32 = 116.0;

/// Which games are shown. Kept in egui's memory, not in the settings.
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

    /// The lists to choose from, from the right to the left.
    fn show(&mut self, ui: &mut Ui) {
        let any_kind = std::iter::once((None, "Any kind"));
        let kinds: Vec<_> = any_kind.chain(Kind::ALL.map(|kind| (Some(kind), kind.word()))).collect();
        combo(ui, "Kind", width::CHOICE, &mut self.kind, &kinds);
        let times =
            [(None, "Any time"), (Some(10), "Up to 10 min"), (Some(20), "Up to 20 min"), (Some(45), "Up to 45 min")];
        combo(ui, "Minutes", width::CHOICE, &mut self.minutes, &times);
        let players = [
            (None, "Any players"),
            (Some(1), "1 player"),
            (Some(2), "2 players"),
            (Some(3), "3 players"),
            (Some(4), "4 players"),
        ];
        combo(ui, "Players", width::CHOICE, &mut self.players, &players);
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
        let to_settings = button("Settings").icon(Icon::Settings).compact(true);
        to_settings.request(ui, requests, NavigationAction::OpenSettings);
        sound_button(ui, settings, requests);
        let open = settings.keys.named("Open a record", Command::Open);
        button(&open).icon(Icon::Open).compact(true).request(ui, requests, NavigationAction::OpenRecord);
        filter.show(ui);
        let field = widgets::field(&mut state.search).hint_text("Search").desired_width(width::WORD);
        named(ui, field, "Search");
    });
    root.data_mut(|data| data.insert_temp(filter_id, filter));
    screen_body(root, Vec2::new(space::XXL, space::XL), |ui| {
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let mut focus = focus;
            for entry in GAMES {
                if let Some(bookmark) = index.waiting.get(entry.info.id) {
                    saved_game(ui, entry, bookmark, &mut focus, requests);
                }
            }
            ui.add_space(space::L);
            tiles(ui, &state.search, index, filter, &mut focus, requests);
        });
    });
}

/// A saved game and the button that continues it; the first thing on the screen takes the focus.
fn saved_game(ui: &mut Ui, entry: &GameEntry, bookmark: &str, focus: &mut bool, requests: &mut Requests) {
    let ink = theme::of(ui);
    theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.heading(entry.info.title);
            muted(ui, bookmark);
            from_right(ui, |ui| {
                let resume = primary_button("Continue").icon(Icon::Go).focus(std::mem::take(focus));
                resume.request(ui, requests, GameAction::Continue(entry.info.id));
            });
        });
    });
    ui.add_space(space::S);
}

fn tiles(ui: &mut Ui, search: &str, index: &LibraryIndex, filter: Filter, focus: &mut bool, requests: &mut Requests) {
    let mut shown: Vec<&GameEntry> = GAMES.iter().filter(|entry| filter.accepts(entry, search)).collect();
    shown.sort_by_key(|entry| std::cmp::Reverse(index.last_played(entry.info.id)));
    if shown.is_empty() {
        ui.label("No games match. Clear the search, or choose Any players, Any time and Any kind.");
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
    drawings::emblem(painter, info.id, Rect::from_min_size(inside.min, Vec2::splat(EMBLEM_SIDE)));
    if let Some(best) = index.finished_of(info.id).iter().filter_map(Finished::best_score).max() {
        let best = format!("best {}", signed(best));
        painter.text(inside.right_top(), Align2::RIGHT_TOP, best, theme::strong(size::SECOND), ink.brass.egui());
    }
    let mut at = Pos2::new(inside.left(), inside.bottom() - size::CAPTION * 1.4);
    painter.text(at, Align2::LEFT_TOP, measure_of(info), theme::body(size::CAPTION), ink.muted.egui());
    at.y -= size::DISPLAY_S * 1.4;
    painter.text(at, Align2::LEFT_TOP, info.title, theme::display(size::DISPLAY_S), ink.text.egui());
    widgets::focus_ring(ui, &response);
    if response.on_hover_text(info.tagline).clicked() {
        requests.push(NavigationAction::OpenSetup(info.id));
    }
}
