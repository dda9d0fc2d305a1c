//! A game about to be dealt: who plays, what is set, its seed, and what may be done instead.

use bevy_egui::egui::{self, Ui};

use super::library_index::LibraryIndex;
use super::parts::{measure_of, screen_bar};
use super::pictures;
use crate::app::bindings::Command;
use crate::app::messages::{GameAction, NavigationAction, Requests, SettingsAction, WorkshopAction};
use crate::app::pictures::library::PictureLibrary;
use crate::app::settings::Settings;
use crate::app::store::Finished;
use crate::app::ui_state::{UiState, fresh_seed};
use crate::catalogue::{self, GameEntry};
use crate::engine::record::{LONGEST_NAME, LONGEST_SEED};
use crate::engine::seats::{BotLevel, Seats};
use crate::table::panels::{GameSetup, OwnPuzzle, Played, SeatedPlayer, SetupContext, SetupRequest};
use crate::table::theme::{self, Palette, size, space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

/// What a setup is made of.
pub(super) struct Around<'a> {
    pub(super) index: &'a LibraryIndex,
    pub(super) settings: &'a Settings,
    pub(super) palette: &'a Palette,
    pub(super) pictures: &'a PictureLibrary,
    /// The game's own part, with the player's own puzzles.
    pub(super) own: Option<(GameSetup, &'a [OwnPuzzle])>,
}

pub(super) fn show(root: &mut Ui, state: &mut UiState, around: &Around<'_>, requests: &mut Requests) {
    let Some(entry) = state.chosen.and_then(catalogue::find) else { return };
    let info = entry.info;
    screen_bar(root, info.title, Some(NavigationAction::OpenLibrary), requests, |ui, requests| {
        let rules = around.settings.keys.named("Rules", Command::Rules);
        if widgets::button(ui, Some(Icon::Rules), &rules, ButtonStyle::Plain, true, false).clicked() {
            requests.push(NavigationAction::OpenRules);
        }
        if widgets::button(ui, None, "Played games", ButtonStyle::Plain, true, false).clicked() {
            requests.push(NavigationAction::OpenHistory(info.id));
        }
    });
    match around.own {
        Some(own) => with_own_part(root, state, around, entry, own, requests),
        None if info.seats.1 > 1 => for_several(root, state, around, entry, requests),
        None => for_one(root, state, around.index, entry, requests),
    }
}

/// A game for one with nothing to set but its seed.
fn for_one(root: &mut Ui, state: &mut UiState, index: &LibraryIndex, entry: &GameEntry, requests: &mut Requests) {
    let ink = theme::of(root);
    let info = entry.info;
    egui::CentralPanel::no_frame().show(root, |ui| {
        let width = width::MENU.min(ui.available_width() - 2.0 * space::XL);
        let height = 380.0;
        let middle = egui::Rect::from_center_size(ui.available_rect_before_wrap().center(), egui::vec2(width, height));
        ui.scope_builder(egui::UiBuilder::new().max_rect(middle), |ui| {
            theme::floating_frame(&ink).show(ui, |ui| {
                ui.set_width(width - 2.0 * space::XL);
                ui.label(egui::RichText::new(info.title).font(theme::display(size::DISPLAY_L)));
                ui.label(egui::RichText::new(info.tagline).color(ink.muted.egui()));
                widgets::caption(ui, measure_of(info));
                ui.add_space(space::L);
                let label = widgets::label(ui, "Seed");
                let entered = ui.horizontal(|ui| seed_field(ui, state, &label, width::LINE)).inner;
                widgets::caption(ui, SAME_SEED);
                ui.add_space(space::L);
                ui.horizontal_wrapped(|ui| ways_on(ui, state, index, entry, entered, requests));
            });
        });
    });
}

/// Into the game: dealt anew, by its lesson, or where it waits. `entered` is whether Enter was pressed in the seed.
fn ways_on(
    ui: &mut Ui,
    state: &mut UiState,
    index: &LibraryIndex,
    entry: &GameEntry,
    entered: bool,
    requests: &mut Requests,
) {
    let id = entry.info.id;
    let deal = widgets::button(ui, Some(Icon::Go), "Deal", ButtonStyle::Primary, true, false);
    if std::mem::take(&mut state.wants_focus) || ui.memory(|memory| memory.focused().is_none()) {
        deal.request_focus();
    }
    if deal.clicked() || entered {
        requests.push(GameAction::Deal(id, Some(state.seed.clone())));
    }
    if entry.has_lesson() && widgets::button(ui, None, "First steps", ButtonStyle::Plain, true, false).clicked() {
        requests.push(GameAction::Learn(id));
    }
    if entry.info.seats.1 == 1 {
        watch(ui, state, id, requests);
    }
    if let Some(bookmark) = index.waiting.get(id) {
        let go_on = widgets::button(ui, None, "Continue the waiting game", ButtonStyle::Plain, true, false);
        if go_on.on_hover_text(format!("{bookmark}. A new deal takes its place.")).clicked() {
            requests.push(GameAction::Continue(id));
        }
    }
}

/// Has a bot play, to be watched.
fn watch(ui: &mut Ui, state: &UiState, game: &'static str, requests: &mut Requests) {
    let mut level = None;
    let shown = egui::ComboBox::from_id_salt("watch").selected_text("Watch a bot").width(width::CHOICE);
    let shown = shown.show_ui(ui, |ui| {
        for (bot, word) in BOTS {
            if let Some(bot) = bot {
                ui.selectable_value(&mut level, Some(bot), word);
            }
        }
    });
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, "Watch a bot"));
    if let Some(level) = level {
        requests.push(GameAction::Watch(game, level, state.seed.clone()));
    }
}

/// The height of the bar at the bottom, with the seed and the way on.
const BOTTOM: f32 = 84.0;

/// The bar at the bottom: the seed, and the way on, always in view. Returns the margin of the screen's column.
fn bottom_bar(
    root: &mut Ui,
    state: &mut UiState,
    index: &LibraryIndex,
    entry: &GameEntry,
    requests: &mut Requests,
) -> f32 {
    let bottom = egui::Panel::bottom("way on").exact_size(BOTTOM).show_separator_line(false);
    let margin = ((root.available_width() - width::WIDE) / 2.0).max(space::XL);
    bottom.frame(egui::Frame::NONE).show(root, |ui| {
        ui.horizontal_centered(|ui| {
            ui.add_space(margin);
            let label = widgets::label(ui, "Seed").on_hover_text(SAME_SEED);
            let entered = seed_field(ui, state, &label, width::WORD);
            let from_the_right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(from_the_right, |ui| {
                ui.add_space(margin);
                ways_on(ui, state, index, entry, entered, requests);
            });
        });
    });
    margin
}

/// A game whose own part says what is played.
fn with_own_part(
    root: &mut Ui,
    state: &mut UiState,
    around: &Around<'_>,
    entry: &GameEntry,
    (panel, own): (GameSetup, &[OwnPuzzle]),
    requests: &mut Requests,
) {
    let id = entry.info.id;
    let margin = bottom_bar(root, state, around.index, entry, requests);
    let before = around.settings.options_of(id);
    let (mut options, mut wishes) = (before.to_owned(), Vec::new());
    let finished = around.index.finished.get(id).map(Vec::as_slice).unwrap_or_default();
    let played: Vec<Played<'_>> = finished.iter().map(Finished::as_played).collect();
    egui::CentralPanel::no_frame().show(root, |ui| {
        let room = ui.available_rect_before_wrap().shrink2(egui::vec2(margin, space::L));
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            panel(ui, &mut SetupContext { played: &played, options: &mut options, own, requests: &mut wishes });
        });
    });
    if options != before {
        let mut wanted = around.settings.clone();
        wanted.tables.entry(id.to_owned()).or_default().options = options;
        requests.push(SettingsAction::Set(Box::new(wanted)));
    }
    for wish in wishes {
        requests.push(match wish {
            SetupRequest::Design(puzzle) => WorkshopAction::Design(id, puzzle),
            SetupRequest::Delete(file) => WorkshopAction::Delete(id, file),
        });
    }
}

/// A game for several: who plays at the left, what is set at the right.
fn for_several(root: &mut Ui, state: &mut UiState, around: &Around<'_>, entry: &GameEntry, requests: &mut Requests) {
    let Around { index, settings, palette, pictures: library, .. } = *around;
    let margin = bottom_bar(root, state, index, entry, requests);
    let mut wanted = settings.clone();
    egui::CentralPanel::no_frame().show(root, |ui| {
        let room = ui.available_rect_before_wrap().shrink2(egui::vec2(margin, space::L));
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    let left = 0.47 * ui.available_width();
                    ui.vertical(|ui| {
                        ui.set_width(left);
                        who_plays(ui, &mut wanted, palette, entry);
                    });
                    ui.add_space(space::XL);
                    ui.vertical(|ui| what_is_set(ui, &mut wanted, library, entry, requests));
                });
            });
        });
    });
    if wanted != *settings {
        requests.push(SettingsAction::Set(Box::new(wanted)));
    }
}

fn heading(ui: &mut Ui, text: &str) {
    let ink = theme::of(ui);
    ui.label(egui::RichText::new(text).font(theme::display(size::DISPLAY_S)).color(ink.brass.egui()));
}

/// How many, and who: each with a colour, a name, and whether a person or a bot plays.
fn who_plays(ui: &mut Ui, wanted: &mut Settings, palette: &Palette, entry: &GameEntry) {
    let info = entry.info;
    heading(ui, "Who plays");
    let mut seats = wanted.seats_of(info) as u8;
    let before = seats;
    let words: Vec<(u8, String)> = (info.seats.0..=info.seats.1).map(|count| (count, count.to_string())).collect();
    let words: Vec<(u8, &str)> = words.iter().map(|(count, word)| (*count, word.as_str())).collect();
    widgets::choice(ui, "Players", &mut seats, &words);
    if seats != before {
        wanted.tables.entry(info.id.to_owned()).or_default().seats = Some(seats);
    }
    let seats = usize::from(seats);
    if seats == 1 {
        widgets::caption(ui, "You play alone.");
        return;
    }
    ui.add_space(space::S);
    let seated_players = wanted.seated_players(&wanted.roster.players(seats), palette);
    for (seat, seated) in seated_players.iter().enumerate() {
        ui.horizontal(|ui| player_row(ui, wanted, seat, seats, seated));
    }
    widgets::caption(ui, "The first begins. People hand the computer over when something is secret.");
}

const BOTS: [(Option<BotLevel>, &str); 4] = [
    (None, "Person"),
    (Some(BotLevel::Easy), "Easy bot"),
    (Some(BotLevel::Medium), "Medium bot"),
    (Some(BotLevel::Hard), "Hard bot"),
];

fn player_row(ui: &mut Ui, wanted: &mut Settings, seat: usize, seats: usize, seated: &SeatedPlayer) {
    ui.spacing_mut().item_spacing.x = space::S;
    let number = seat + 1;
    let plate = egui::vec2(theme::TARGET, theme::TARGET);
    let colour = widgets::plate(ui, plate, &format!("Colour of player {number}"), ButtonStyle::Plain, true);
    widgets::marker(ui, colour.rect.center(), 12.0, seated);
    if colour.on_hover_text("Another colour").clicked() {
        wanted.roster.next_colour(seat, seats);
    }
    let Some(entry) = wanted.roster.entry_mut(seat) else { return };
    let field = widgets::field(&mut entry.name).char_limit(LONGEST_NAME).desired_width(width::WORD);
    let field = ui.add(field);
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(format!("Name of player {number}")));
    let word = BOTS.iter().find(|(bot, _)| *bot == entry.bot).map_or("Bot", |(_, word)| word);
    let kind = egui::ComboBox::from_id_salt(("entry", seat)).selected_text(word).width(width::WORD - space::S);
    let shown = kind.show_ui(ui, |ui| {
        for (bot, word) in BOTS {
            ui.selectable_value(&mut entry.bot, bot, word);
        }
    });
    let name = format!("Player {number}: {word}");
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, &name));
    let up = widgets::button(
        ui,
        Some(Icon::Up),
        &format!("Player {number} plays earlier"),
        ButtonStyle::Plain,
        seat > 0,
        true,
    );
    if up.clicked() {
        wanted.roster.move_up(seat);
    }
}

/// The game's own settings, and its picture.
fn what_is_set(
    ui: &mut Ui,
    wanted: &mut Settings,
    library: &PictureLibrary,
    entry: &GameEntry,
    requests: &mut Requests,
) {
    let id = entry.info.id;
    let Some(seats) = Seats::new(wanted.seats_of(entry.info)) else { return };
    heading(ui, "The game");
    let mut options = wanted.options_of(id).to_owned();
    for setting in entry.settings(&options, seats) {
        let mut chosen = setting.chosen;
        let words: Vec<(usize, &str)> = setting.choices.iter().map(|(word, _)| *word).enumerate().collect();
        widgets::label(ui, setting.name);
        widgets::choice(ui, setting.name, &mut chosen, &words);
        if let Some((_, text)) = setting.choices.get(chosen).filter(|_| chosen != setting.chosen) {
            options.clone_from(text);
        }
        widgets::caption(ui, setting.explanation);
        ui.add_space(space::XS);
    }
    if let Some(name) = entry.picture(&options) {
        widgets::label(ui, "Picture");
        if let Some(picked) = pictures::row(ui, library, &name, entry.with_picture(&options, &name).is_some(), requests)
        {
            options = entry.with_picture(&options, &picked).unwrap_or(options);
        }
    }
    if options != wanted.options_of(id) {
        wanted.tables.entry(id.to_owned()).or_default().options = options;
    }
}

const SAME_SEED: &str = "The same seed always deals the same game; send it to a friend to play the same deal.";

/// The seed, and another one at a click. Returns whether Enter was pressed in it.
fn seed_field(ui: &mut Ui, state: &mut UiState, label: &egui::Response, width: f32) -> bool {
    let length = state.seed.chars().count();
    let field = widgets::field(&mut state.seed).char_limit(LONGEST_SEED).desired_width(width);
    // Typing replaces the proposed seed.
    let response = widgets::replaced_field(ui, field, length).labelled_by(label.id);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    response.on_hover_text(SAME_SEED);
    if widgets::button(ui, None, "Another", ButtonStyle::Plain, true, false).clicked() {
        state.seed = fresh_seed();
    }
    entered
}
