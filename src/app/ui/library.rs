//! The library: every game as a tile with a picture of its table, saved games to continue, and the way to an evening of several.

use bevy_egui::egui::{self, Align2, CornerRadius, Id, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::calendar;
use super::library_index::LibraryIndex;
use super::parts::{
    button, combo, entered, from_right, is_tight, measure_of, named, primary_button, screen_bar, screen_body,
    sound_button,
};
use crate::app::bindings::Command;
use crate::app::evening::programme::Evening;
use crate::app::messages::{EveningAction, GameAction, NavigationAction, Request, Requests};
use crate::app::settings::Settings;
use crate::app::store::Finished;
use crate::app::ui_state::UiState;
use crate::catalogue::{GAMES, GameEntry};
use crate::engine::game::{Complexity, Info, Kind};
use crate::engine::score_sheet::ScoreKind;
use crate::engine::seats::MOST_SEATS;
use crate::table::drawings;
use crate::table::focus;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon};
use crate::words::counted;

/// How wide tiles may be.
const NARROWEST: f32 = 286.0;
const WIDEST: f32 = 480.0;
/// The width of a table's picture, by its height.
const PICTURE_SHAPE: f32 = 1.6;
const BELOW_PICTURE: f32 = 76.0;
/// The bar, the margins and what is said below a picture.
const LOWEST_REST: f32 = 200.0;
const EMBLEM_SIDE: f32 = 48.0;
/// The side of the sign of the deal of the day.
const DAY_SIDE: f32 = 20.0;
const CONTINUE: Vec2 = Vec2::new(150.0, theme::TARGET);
/// In windows as wide as this, in points, the way to an evening has its word in the bar.
const WORDS_FROM: f32 = 1180.0;

const ABOUT_EVENINGS: &str = "Several games in a row with the same people, and one table of points";

/// Which games are shown. Kept in egui's memory, not in the settings.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Filter {
    players: Option<u8>,
    /// The longest that a game may take.
    minutes: Option<u8>,
    weight: Option<Complexity>,
    kind: Option<Kind>,
}

/// A game that takes no longer than this, in minutes, is a quick one.
const QUICK: u8 = 15;

/// What a game is found by: what is written on its tile, how many may play, and what it is like.
fn words_about(info: &Info) -> String {
    let mut words = format!("{} {} {} {}", info.title, info.tagline, info.kind.word(), measure_of(info));
    (info.seats.0..=info.seats.1).for_each(|count| words += &format!(" {}", counted(count, "player", "players")));
    if info.seats.0 == 1 {
        words += " alone solo";
    }
    if info.minutes.1 <= QUICK {
        words += " quick short";
    }
    words.to_lowercase()
}

impl Filter {
    fn accepts(self, info: &Info) -> bool {
        self.players.is_none_or(|players| (info.seats.0..=info.seats.1).contains(&players))
            && self.minutes.is_none_or(|minutes| info.minutes.1 <= minutes)
            && self.weight.is_none_or(|weight| info.weight == weight)
            && self.kind.is_none_or(|kind| info.kind == kind)
    }

    /// The games to show, in the order of the catalogue: whoever knows where a game is finds it there. What is searched for is in the
    /// titles of the first ones, if it is in any.
    fn games(self, search: &str) -> Vec<&'static GameEntry> {
        let search = search.to_lowercase();
        let has = |text: &str| search.split_whitespace().all(|word| text.contains(word));
        let found = GAMES.iter().filter(|entry| self.accepts(entry.info) && has(&words_about(entry.info)));
        let (by_title, others): (Vec<_>, Vec<_>) = found.partition(|entry| has(&entry.info.title.to_lowercase()));
        [by_title, others].concat()
    }

    fn players(&mut self, ui: &mut Ui) {
        let words = (1..=MOST_SEATS).map(|count| (Some(count), counted(count, "player", "players")));
        let words: Vec<(Option<u8>, String)> = words.collect();
        let any = std::iter::once((None, "Any players"));
        let numbers: Vec<_> = any.chain(words.iter().map(|(count, word)| (*count, word.as_str()))).collect();
        combo(ui, "Players", width::FILTER, &mut self.players, &numbers);
    }

    fn time(&mut self, ui: &mut Ui) {
        let times =
            [(None, "Any time"), (Some(15), "Up to 15 min"), (Some(20), "Up to 20 min"), (Some(30), "Up to 30 min")];
        combo(ui, "Time", width::FILTER, &mut self.minutes, &times);
    }

    fn weight(&mut self, ui: &mut Ui) {
        let weights = [
            (None, "Any weight"),
            (Some(Complexity::Light), "Light"),
            (Some(Complexity::Medium), "Medium"),
            (Some(Complexity::Heavy), "Heavy"),
        ];
        combo(ui, "Weight", width::FILTER, &mut self.weight, &weights);
    }

    fn kind(&mut self, ui: &mut Ui) {
        let any_kind = std::iter::once((None, "Any kind"));
        let kinds: Vec<_> = any_kind.chain(Kind::ALL.map(|kind| (Some(kind), kind.word()))).collect();
        combo(ui, "Kind", width::FILTER, &mut self.kind, &kinds);
    }

    /// The lists to choose from, in the same order to the eye where a row is filled from its right.
    fn lists(&mut self, ui: &mut Ui) {
        let lists = [Filter::players, Filter::time, Filter::weight, Filter::kind];
        match ui.layout().prefer_right_to_left() {
            true => lists.iter().rev().for_each(|list| list(self, ui)),
            false => lists.iter().for_each(|list| list(self, ui)),
        }
    }
}

pub(super) fn show(
    root: &mut Ui,
    state: &mut UiState,
    index: &LibraryIndex,
    settings: &Settings,
    evening: Option<&Evening>,
    focus: bool,
    requests: &mut Requests,
) {
    let filter_id = Id::new("library filter");
    let mut filter: Filter = root.data(|data| data.get_temp(filter_id)).unwrap_or_default();
    let mut entered = false;
    screen_bar(root, "Parlour", None, requests, |ui, requests| {
        let to_settings = button("Settings").icon(Icon::Settings).compact(true);
        to_settings.request(ui, requests, NavigationAction::OpenSettings);
        sound_button(ui, settings, requests);
        let open = settings.keys.named("Open a record", Command::Open);
        button(&open).icon(Icon::Open).compact(true).request(ui, requests, NavigationAction::OpenRecord);
        let has_words = has_room_for_words(ui);
        let to_evening = button("An evening").icon(Icon::Evening).compact(!has_words);
        let to_evening = to_evening.request(ui, requests, EveningAction::Open);
        // Without its word it has that as its tip.
        if has_words {
            widgets::tip(&to_evening, ABOUT_EVENINGS, &[]);
        }
        if !is_tight(ui) {
            filter.lists(ui);
            entered |= search_field(ui, &mut state.search, width::WORD);
        }
    });
    screen_body(root, Vec2::new(space::XXL, space::XL), |ui| {
        // Whether or not there is a bar to scroll with.
        let room = ui.available_width() - ui.spacing().scroll.allocated_width() - space::S;
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if is_tight(ui) {
                entered |= search_field(ui, &mut state.search, ui.available_width());
                ui.horizontal_wrapped(|ui| filter.lists(ui));
                ui.add_space(space::S);
            }
            ui.data_mut(|data| data.insert_temp(filter_id, filter));
            if let Some(evening) = evening {
                evening_under_way(ui, evening, index, room, focus, requests);
                ui.add_space(space::S);
            }
            let shown = filter.games(&state.search);
            if let ([only], true) = (&shown[..], entered) {
                requests.push(opened(only.info.id, index));
            }
            // Among several that are found, the arrows choose from here on.
            let focus = entered || (focus && evening.is_none());
            state.chosen = tiles(ui, &shown, index, settings, (room, focus), requests);
        });
    });
}

/// Whether the bar has room for words beside its filters, or has none of them: then they are in the page.
fn has_room_for_words(ui: &Ui) -> bool {
    is_tight(ui) || ui.ctx().viewport_rect().width() >= WORDS_FROM
}

/// The evening that goes on, above all games: how it stands, and the way on.
fn evening_under_way(
    ui: &mut Ui,
    evening: &Evening,
    index: &LibraryIndex,
    room: f32,
    focus: bool,
    requests: &mut Requests,
) {
    let ink = theme::of(ui);
    theme::floating_frame(&ink).inner_margin(space::M).show(ui, |ui| {
        ui.set_width(room - 2.0 * space::M);
        ui.horizontal(|ui| {
            from_right(ui, |ui| {
                let on = primary_button("Go on with the evening").icon(Icon::Evening).focus(focus);
                on.request(ui, requests, EveningAction::Open);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(egui::Label::new(how_it_stands(evening, index)).truncate());
                });
            });
        });
    });
}

/// Who leads an evening, and which game is being played or comes next.
fn how_it_stands(evening: &Evening, index: &LibraryIndex) -> String {
    let headline = evening.headline();
    match evening.next_game() {
        None => format!("{headline}."),
        Some(game) if !index.waiting.contains_key(game.game.as_str()) => format!("{headline}. Next: {}.", game.title()),
        Some(game) if evening.finished() == 0 => format!("{} is under way.", game.title()),
        Some(game) => format!("{headline}. {} is under way.", game.title()),
    }
}

/// Returns whether Enter was pressed in it.
fn search_field(ui: &mut Ui, search: &mut String, wide: f32) -> bool {
    let field = widgets::field(search).hint_text("Search").desired_width(wide);
    let field = named(ui, field, "Search");
    entered(ui, &field)
}

/// What opens a game: it goes on where it waits, as from its tile.
fn opened(game: &'static str, index: &LibraryIndex) -> Request {
    match index.waiting.contains_key(game) {
        true => GameAction::Continue(game).into(),
        false => NavigationAction::OpenSetup(game).into(),
    }
}

/// Shows games in so much width, one of which gets the focus if it is wanted. Returns the game whose tile has the focus.
fn tiles(
    ui: &mut Ui,
    shown: &[&GameEntry],
    index: &LibraryIndex,
    settings: &Settings,
    (room, focus): (f32, bool),
    requests: &mut Requests,
) -> Option<&'static str> {
    if shown.is_empty() {
        ui.label("No games match. Clear the search or loosen the filters.");
        return None;
    }
    // Tiles grow with the window, as long as so many are in a row, and not when fewer are shown.
    let columns = (((room + space::L) / (NARROWEST + space::L)).floor() as usize).clamp(1, GAMES.len());
    let width = ((room + space::L) / columns as f32 - space::L).min(WIDEST).floor();
    let first = shown.iter().find(|entry| Some(entry.info.id) == index.latest).or(shown.first());
    let first = first.map(|entry| entry.info.id).filter(|_| focus);
    let mut chosen = None;
    for (number, row) in shown.chunks(columns).enumerate() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            for entry in row {
                let way = if number == 0 { Focus::InPlace } else { Focus::Scrolled };
                let focus = (first == Some(entry.info.id)).then_some(way);
                if tile(ui, entry, index, settings, width, focus, requests) {
                    chosen = Some(entry.info.id);
                }
            }
        });
        ui.add_space(space::S);
    }
    chosen
}

/// How a tile gets the focus: it stays where it is, under the search, or is scrolled to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Focus {
    InPlace,
    Scrolled,
}

/// A game: a picture of its table, what it is, and a button that continues a saved game; that of the game played last is the
/// one that leads on. Returns whether it has the focus.
fn tile(
    ui: &mut Ui,
    entry: &GameEntry,
    index: &LibraryIndex,
    settings: &Settings,
    width: f32,
    focus: Option<Focus>,
    requests: &mut Requests,
) -> bool {
    let ink = theme::of(ui);
    let info = entry.info;
    // In a low window what is said of the game stays in view.
    let highest = ui.ctx().viewport_rect().height() - LOWEST_REST;
    let picture_height = (width / PICTURE_SHAPE).min(highest.max(0.3 * width)).round();
    let (_, rect) = ui.allocate_space(Vec2::new(width, picture_height + BELOW_PICTURE));
    let response = ui.interact(rect, Id::new(("tile", info.id)), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, info.title));
    focus::scroll_to(&response);
    let waiting = index.waiting.get(info.id);
    match focus.filter(|_| waiting.is_none()) {
        Some(Focus::InPlace) => focus::take_in_place(&response),
        Some(Focus::Scrolled) => response.request_focus(),
        None => {}
    }
    let lit = response.hovered() || response.has_focus();
    let (fill, line) = if lit { (ink.raised_hover, ink.muted) } else { (ink.raised, ink.hairline) };
    let corner = CornerRadius::same(theme::PANEL_RADIUS);
    let painter = ui.painter();
    painter.rect_filled(rect, corner, fill.egui());
    let picture = Rect::from_min_size(rect.min, Vec2::new(width, picture_height));
    drawings::table_picture(painter, info.id, picture, theme::PANEL_RADIUS);
    painter.rect_stroke(rect, corner, Stroke::new(ink.line, line.egui()), StrokeKind::Inside);
    let inside = Rect::from_min_max(picture.left_bottom(), rect.max).shrink2(Vec2::new(space::L, space::M));
    let emblem =
        Rect::from_center_size(inside.left_center() + Vec2::new(EMBLEM_SIDE / 2.0, 0.0), Vec2::splat(EMBLEM_SIDE));
    drawings::emblem(painter, info.id, emblem);
    let at = Pos2::new(emblem.right() + space::M, inside.top());
    painter.text(at, Align2::LEFT_TOP, info.title, theme::display(size::DISPLAY_S), ink.text.egui());
    let (below, room) = (Pos2::new(at.x, inside.bottom()), inside.right() - at.x);
    let is_continued = waiting.is_some_and(|bookmark| {
        let resume = continued(ui, info.id, picture, index.latest == Some(info.id), focus.is_some());
        // The name of the game is below it.
        focus::scroll_to_whole(&resume, rect);
        caption(ui, below, room, bookmark);
        if resume.clicked() {
            requests.push(GameAction::Continue(info.id));
        }
        resume.has_focus()
    });
    if waiting.is_none() {
        caption(ui, below, room, &measure_of(info));
        best(ui, picture, index, info.id);
    }
    if let Some(today) = index.today
        && day_sign(ui, info, index, settings, picture).clicked()
    {
        requests.push(GameAction::DailyDeal(info.id, today));
    }
    focus::ring(ui, &response);
    let has_focus = response.has_focus() || is_continued;
    if widgets::tipped(response, info.tagline).clicked() {
        requests.push(NavigationAction::OpenSetup(info.id));
    }
    has_focus
}

/// A line that ends below at this place.
fn caption(ui: &Ui, below: Pos2, room: f32, words: &str) {
    let ink = theme::of(ui).muted.egui();
    let galley = widgets::fitted(ui.painter(), words, theme::body(size::CAPTION), ink, room);
    ui.painter().galley(below - Vec2::new(0.0, galley.size().y), galley, ink);
}

/// The button on a game's picture that goes on with the saved game.
fn continued(ui: &mut Ui, game: &str, picture: Rect, is_latest: bool, focus: bool) -> egui::Response {
    let place = Rect::from_min_max(picture.max - CONTINUE - Vec2::splat(space::M), picture.max - Vec2::splat(space::M));
    let builder = egui::UiBuilder::new().max_rect(place).layout(egui::Layout::right_to_left(egui::Align::Max));
    let mut child = ui.new_child(builder.id(Id::new(("continue", game))));
    // What leads on is the evening, if one goes on.
    let leads_on = is_latest && !widgets::has_primary(ui.ctx());
    let resume = if leads_on { primary_button("Continue") } else { button("Continue") };
    resume.icon(Icon::Go).focus(focus).show(&mut child)
}

/// The sign on a game's picture that deals its deal of the day; a tick says that today's is finished. It is for pointers:
/// it would lie in the way of the arrow keys from tile to tile, and the keyboard has a shortcut.
fn day_sign(ui: &Ui, info: &Info, index: &LibraryIndex, settings: &Settings, picture: Rect) -> egui::Response {
    let corner = picture.right_top() + Vec2::new(-theme::TARGET - space::M, space::M);
    let plate = Rect::from_min_size(corner, Vec2::splat(theme::TARGET));
    let response = ui.interact(plate, Id::new(("day", info.id)), Sense::CLICK);
    let finished = index.finished_today(info.id);
    let result = finished.map_or(String::new(), |game| format!(": {}", calendar::result_of(game)));
    let name = format!("{}{result}", Command::DailyDeal.name());
    let spoken = format!("{}, {}", info.title, name.to_lowercase());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &spoken));
    let ink = theme::of(ui);
    let fill = if response.hovered() { ink.raised_hover } else { ink.raised };
    let line = Stroke::new(ink.line, ink.hairline.egui());
    let radius = CornerRadius::same(theme::BUTTON_RADIUS);
    ui.painter().rect(plate, radius, fill.egui(), line, StrokeKind::Inside);
    let icon = if finished.is_some() { Icon::Done } else { Icon::Day };
    let square = Rect::from_center_size(plate.center(), Vec2::splat(DAY_SIDE));
    widgets::draw_icon(ui.painter(), square, icon, ink.muted.egui());
    widgets::tipped(response, settings.keys.named(&name, Command::DailyDeal))
}

/// The best score of a game, or how often it was won where nothing else is counted.
fn best_of(games: &[Finished]) -> Option<String> {
    let scores = games.iter().filter_map(|game| Some((game.best_score()?, game)));
    let (best, game) = scores.max_by_key(|(score, _)| *score)?;
    if game.kind() != ScoreKind::OnlyWon {
        return Some(format!("best {}", game.kind().shown(best)));
    }
    let won = games.iter().filter(|game| game.best_score().is_some_and(|score| score > 0)).count();
    Some(format!("{won} won")).filter(|_| won > 0)
}

/// A sign on a game's picture with the best score, where the button of a waiting game would be.
fn best(ui: &Ui, picture: Rect, index: &LibraryIndex, game: &str) {
    let Some(words) = best_of(index.finished_of(game)) else { return };
    let ink = theme::of(ui);
    let galley = ui.painter().layout_no_wrap(words, theme::strong(size::SECOND), ink.text.egui());
    let size = galley.size() + Vec2::new(2.0 * space::M, 2.0 * space::XS);
    let plate = Rect::from_min_size(picture.max - size - Vec2::splat(space::M), size);
    let radius = CornerRadius::same(theme::BUTTON_RADIUS);
    let line = Stroke::new(ink.line, ink.hairline.egui());
    ui.painter().rect(plate, radius, ink.panel.egui(), line, StrokeKind::Inside);
    ui.painter().galley(plate.min + Vec2::new(space::M, space::XS), galley, ink.text.egui());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(filter: Filter, search: &str) -> Vec<&'static Info> {
        filter.games(search).into_iter().map(|entry| entry.info).collect()
    }

    #[test]
    fn a_game_is_filtered_by_the_longest_it_takes_by_its_weight_and_by_all_who_can_play() {
        for minutes in [15, 20, 30] {
            let shown = found(Filter { minutes: Some(minutes), ..Filter::default() }, "");
            assert!(!shown.is_empty() && shown.iter().all(|info| info.minutes.1 <= minutes), "{minutes}");
        }
        for weight in [Complexity::Light, Complexity::Medium, Complexity::Heavy] {
            let shown = found(Filter { weight: Some(weight), ..Filter::default() }, "");
            assert!(!shown.is_empty() && shown.iter().all(|info| info.weight == weight), "{weight:?}");
        }
        for players in 1..=MOST_SEATS {
            let shown = found(Filter { players: Some(players), ..Filter::default() }, "");
            assert!(!shown.is_empty() && shown.iter().all(|info| info.seats.1 >= players), "{players}");
        }
    }

    #[test]
    fn a_tile_tells_the_best_score_or_how_often_a_game_was_won_that_counts_nothing_else() {
        let game = |score: i32, is_only_won: bool| Finished { scores: vec![score], is_only_won, ..Finished::default() };
        assert_eq!(best_of(&[game(-3, false), game(7, false)]).as_deref(), Some("best 7"));
        assert_eq!(best_of(&[game(1, true), game(0, true), game(1, true)]).as_deref(), Some("2 won"));
        assert_eq!((best_of(&[game(0, true)]), best_of(&[])), (None, None));
    }

    #[test]
    fn a_game_is_found_by_what_it_is_like_and_first_by_its_title() {
        let all = Filter::default();
        assert!(found(all, "quick").iter().all(|info| info.minutes.1 <= QUICK));
        for search in ["quick", "light", "alone", "5 players", "1 player", "solitaire"] {
            let shown = found(all, search).len();
            assert!(shown > 0 && shown < GAMES.len(), "{search}: {shown}");
        }
        let titles: Vec<bool> = found(all, "chain").iter().map(|info| info.title.contains("Chain")).collect();
        assert!(titles.contains(&true) && titles.is_sorted_by(|one, other| one >= other), "{titles:?}");
    }
}
