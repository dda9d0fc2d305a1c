//! The panels of every screen, as functions from what is going on to what was asked for.

mod hand_over;
mod history;
mod library;
mod pages;
mod pictures;
mod reader;
mod settings;
mod setup;
mod share;
mod steps;
pub mod table;
#[cfg(test)]
mod tests;
mod workshop;

use std::collections::BTreeMap;

use bevy::asset::AssetEventSystems;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::shader::Shader;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::egui::{self, Align2, Id, LayerId, UiBuilder};
use bevy_egui::{EguiClipboard, EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass};

use super::bindings::Command;
use super::curator::Curator;
use super::desk::{Action, Desk, Page, Screen};
use super::gallery::Gallery;
use super::keys::PanelHasKeys;
use super::looks::Found;
use super::play::{Facing, Minds, Table};
use super::room;
use super::settings::Settings;
use super::store::Store;
use super::workbench::Workbench;
use crate::table::art::{Dress, Puzzle};
use crate::table::felt::Felt;
use crate::table::motion::{Motion, SCREEN, Wake};
use crate::table::panels::GamePanels;
use crate::table::pictures as drawn;
use crate::table::pieces::Shown;
use crate::table::sound::Play as Sound;
use crate::table::theme::{self, Palette, space, width};
use crate::table::widgets::{self, Icon, Weight};

/// Shows panels.
pub fn plugin(app: &mut App) {
    app.add_plugins((reader::plugin, steps::plugin))
        .init_resource::<GamePanels>()
        .init_resource::<Shelf>()
        .add_systems(Startup, draw_cheaply)
        .add_systems(EguiPrimaryContextPass, draw)
        .add_systems(Update, (fill_shelf, copy, paste))
        // Letters drawn for the first time must be told of in the same frame: the window may sleep before the next one.
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
}

/// Puts our shader in the place of the panels' own, which is the same but dear.
fn draw_cheaply(shaders: Option<ResMut<Assets<Shader>>>) {
    let Some(mut shaders) = shaders else { return };
    let shader = Shader::from_wgsl(include_str!("panels.wgsl"), "parlour/app/ui/panels.wgsl");
    // Under an identifier that is not generational, this cannot fail.
    let _ = shaders.insert(bevy_egui::render::EGUI_SHADER_HANDLE.id(), shader);
}

/// What is known of each game from the disk; read again when the library or a history is entered.
#[derive(Resource, Default)]
pub struct Shelf {
    /// The waiting games: id and bookmark.
    pub waiting: BTreeMap<&'static str, String>,
    /// Finished games by id, oldest first.
    pub finished: BTreeMap<&'static str, Vec<super::store::Finished>>,
}

impl Shelf {
    /// When a game was last played: now, if one waits; otherwise in seconds since 1970, or never.
    fn last_played(&self, game: &str) -> u64 {
        let finished = self.finished.get(game).and_then(|games| games.last()).map_or(0, |last| last.at);
        if self.waiting.contains_key(game) { u64::MAX } else { finished }
    }
}

fn fill_shelf(screen: Res<State<Screen>>, store: Res<Store>, mut shelf: ResMut<Shelf>, mut desk: ResMut<Desk>) {
    if !screen.is_changed() || *screen.get() == Screen::Play {
        return;
    }
    *shelf = Shelf::default();
    for entry in crate::catalogue::GAMES {
        let id = entry.info.id;
        match store.save(id).map(|text| text.map(|text| entry.load(&text))) {
            Ok(None) => {}
            Ok(Some(Ok(session))) => {
                shelf.waiting.insert(id, session.bookmark());
            }
            Ok(Some(Err(error))) => {
                desk.say(format_args!("{}: {error}. The file is kept.", store.save_path(id).display()));
            }
            Err(error) => desk.say(format_args!("{error}. The file is kept.")),
        }
        let (finished, faults) = store.history(id);
        faults.iter().take(3).for_each(|fault| desk.say(fault));
        shelf.finished.insert(id, finished);
    }
}

/// What the panels show.
#[derive(SystemParam)]
struct Sight<'w> {
    screen: Res<'w, State<Screen>>,
    desk: ResMut<'w, Desk>,
    settings: Res<'w, Settings>,
    palette: Res<'w, Palette>,
    shelf: Res<'w, Shelf>,
    table: Option<Res<'w, Table>>,
    shown: Res<'w, Shown>,
    felt: Res<'w, Felt>,
    dress: Res<'w, Dress>,
    found: Res<'w, Found>,
    store: Res<'w, Store>,
    panels: Res<'w, GamePanels>,
    facing: Option<Res<'w, State<Facing>>>,
    puzzle: Res<'w, Puzzle>,
    gallery: Res<'w, Gallery>,
    curator: ResMut<'w, Curator>,
    bench: ResMut<'w, Workbench>,
    minds: Res<'w, Minds>,
    wake: Res<'w, Wake>,
}

fn draw(
    mut contexts: EguiContexts,
    window: Single<&Window, With<PrimaryWindow>>,
    mut sight: Sight,
    mut actions: MessageWriter<Action>,
    mut panel_has_keys: ResMut<PanelHasKeys>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut styled: Local<Option<Palette>>,
    mut last_place: Local<Option<(Screen, Option<Page>)>>,
    (time, motion): (Res<Time>, Res<Motion>),
    mut sounds: MessageWriter<Sound>,
    mut shown_for: Local<f32>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    if *styled != Some(*sight.palette) {
        theme::apply(&context, &sight.palette);
        let has_fonts = styled.replace(*sight.palette).is_some();
        if !has_fonts {
            theme::set_fonts(&context);
            // Sizes are a setting of ours.
            context.options_mut(|options| options.zoom_with_keyboard = false);
            // Fonts count from the next pass on.
            redraw.write(RequestRedraw);
            return Ok(());
        }
    }
    if sight.dress.is_changed() {
        drawn::dress(&context, &sight.dress);
    }
    if sight.puzzle.is_changed() {
        drawn::hang(&context, &sight.puzzle);
    }
    let size = Vec2::new(window.width(), window.height());
    let zoom = room::zoom(size, sight.settings.scale);
    if context.zoom_factor() != zoom {
        context.set_zoom_factor(zoom);
    }
    let size = size / zoom;
    let drawn_for = context.viewport_rect().size();
    if (drawn_for.x - size.x).abs().max((drawn_for.y - size.y).abs()) > 1.0 {
        // The panels learn of a new size one frame later than the window has it.
        redraw.write(RequestRedraw);
    }
    let mut asked = Vec::new();
    let mut root = egui::Ui::new(
        context.clone(),
        Id::new("root"),
        UiBuilder::new().layer_id(LayerId::background()).max_rect(context.viewport_rect()),
    );
    let open = sight.desk.page.is_none();
    let place = (*sight.screen.get(), sight.desk.page.clone());
    let arrives = *last_place != Some(place.clone());
    if last_place.as_ref().is_none_or(|(screen, _)| *screen != place.0) {
        *shown_for = 0.0;
    }
    if arrives {
        *last_place = Some(place);
        // What had the focus is gone; the first key must not be lost on it.
        if let Some(id) = context.memory(|memory| memory.focused()) {
            context.memory_mut(|memory| memory.surrender_focus(id));
        }
    }
    if !open {
        root.disable();
    }
    // The panels of a screen come out of the dark; those who press keys meanwhile need not wait.
    if *shown_for < SCREEN {
        *shown_for += motion.step(&time);
        root.set_opacity((*shown_for / SCREEN).min(1.0));
        redraw.write(RequestRedraw);
    }
    // Change detection must not see a panel that was only looked at.
    let wants_focus = std::mem::take(&mut sight.desk.bypass_change_detection().wants_focus) || arrives;
    let focus_screen = wants_focus && open;
    match sight.screen.get() {
        Screen::Library => library::show(
            &mut root,
            sight.desk.bypass_change_detection(),
            &sight.shelf,
            &sight.settings,
            focus_screen,
            &mut asked,
        ),
        Screen::Setup => {
            let desk = sight.desk.bypass_change_detection();
            let own = desk.chosen.and_then(|game| sight.panels.0.get(game)?.setup);
            let around = setup::Around {
                shelf: &sight.shelf,
                settings: &sight.settings,
                palette: &sight.palette,
                gallery: &sight.gallery,
                own: own.map(|panel| (panel, sight.bench.own.as_slice())),
            };
            setup::show(&mut root, desk, &around, &mut asked);
        }
        Screen::Workshop => {
            let bench = sight.bench.bypass_change_detection();
            workshop::show(&mut root, bench, &sight.minds, &sight.wake, &mut asked);
        }
        Screen::History => history::show(&mut root, &sight.desk, &sight.shelf, focus_screen, &mut asked),
        Screen::Play => {
            if let Some(table) = &sight.table {
                let panel = sight.panels.0.get(table.session.info().id).map(|panels| panels.beside);
                let seats = sight.settings.sittings(table.session.players(), &sight.palette);
                let is_handed_over = sight.facing.as_ref().is_some_and(|facing| *facing.get() == Facing::HandOver);
                if is_handed_over || table.awaits().is_some() {
                    hand_over::show(&mut root, table, &seats, focus_screen, &mut asked);
                } else {
                    let around = table::Around { table, shown: &sight.shown, felt: &sight.felt, seats: &seats };
                    table::show(&mut root, size, &around, &sight.settings, panel, &mut asked);
                }
            }
        }
    }
    match &sight.desk.page {
        None => {}
        Some(Page::Rules(at)) => {
            let id = sight.table.as_ref().map(|table| table.session.info().id).or(sight.desk.chosen);
            pages::rules(&context, id, at.as_deref(), &mut asked);
        }
        Some(Page::Pause) => pages::pause(&context, sight.table.as_deref(), &sight.settings, wants_focus, &mut asked),
        Some(Page::Settings) => {
            settings::show(&context, &sight.settings, &sight.found.0, sight.store.looks(), wants_focus, &mut asked);
        }
        Some(Page::Open) => share::open(&context, sight.desk.bypass_change_detection(), wants_focus, &mut asked),
        Some(Page::Share) => {
            if let Some(table) = &sight.table {
                share::share(&context, sight.desk.bypass_change_detection(), table, wants_focus, &mut asked);
            }
        }
        Some(Page::Pictures) => {
            let desk = sight.desk.bypass_change_detection();
            pictures::all(&context, desk, &sight.gallery, &sight.curator, sight.store.packs(), wants_focus, &mut asked);
        }
        Some(Page::Crop) => {
            if let Some(brought) = sight.curator.bypass_change_detection().brought.as_mut() {
                pictures::crop(&context, brought, wants_focus, &mut asked);
            }
        }
        Some(Page::PackHelp) => pages::pack_help(&context, wants_focus, &mut asked),
        Some(Page::Keys) => {
            settings::keys(&context, &sight.settings, sight.desk.catching, wants_focus, &mut asked);
        }
        Some(Page::End) => {
            if let Some(table) = &sight.table {
                let seats = sight.settings.sittings(table.session.players(), &sight.palette);
                pages::end(&context, table, &seats, wants_focus, &mut asked);
            }
        }
    }
    // Over what the table leaves, not over the bars below it.
    let below =
        sight.table.as_ref().map_or(0.0, |table| room::insets(size * zoom, zoom, table.has_strip()).bottom / zoom);
    notices(&context, &sight.desk, below, &mut asked);
    reader::name_window(&context, &window.title);
    let focused = context.memory(|memory| memory.focused());
    let typing = focused.is_some_and(|id| egui::TextEdit::load_state(&context, id).is_some());
    panel_has_keys.set_if_neq(PanelHasKeys { focused: focused.is_some(), typing });
    // Several passes of one frame would ask twice.
    asked.dedup();
    if !asked.is_empty() {
        redraw.write(RequestRedraw);
    }
    if asked.iter().any(sounds_like_a_button) {
        sounds.write(Sound::Button);
    }
    actions.write_batch(asked);
    Ok(())
}

/// Whether a button that asks for this sounds like a button: what happens on the table has a sound of its own, and a
/// slider would rattle.
fn sounds_like_a_button(action: &Action) -> bool {
    !matches!(
        action,
        Action::Undo
            | Action::Redo
            | Action::Restart
            | Action::Deal(..)
            | Action::Watch(..)
            | Action::Bring(..)
            | Action::Point(_)
            | Action::Switch(_)
            | Action::Hover(_)
            | Action::Play(_)
            | Action::Consider(_)
            | Action::Again
            | Action::Seek(_)
            | Action::Set(_)
    )
}

/// What went wrong, at the bottom until it is closed: there it covers nothing that was asked for.
fn notices(context: &egui::Context, desk: &Desk, below: f32, asked: &mut Vec<Action>) {
    let ink = theme::of(context);
    let Some(notice) = desk.notices.first() else { return };
    let area = egui::Area::new(Id::new("notice")).order(egui::Order::Tooltip);
    area.anchor(Align2::CENTER_BOTTOM, [0.0, -below - space::XL]).show(context, |ui| {
        theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
            ui.set_max_width((context.viewport_rect().width() - 4.0 * space::XXL).min(width::MESSAGE));
            ui.horizontal(|ui| {
                let text = egui::RichText::new(notice).font(theme::body(theme::size::SECOND)).color(ink.bad.egui());
                let room = ui.available_width() - width::CHOICE;
                ui.scope(|ui| {
                    ui.set_max_width(room.min(width::FORM));
                    ui.add(egui::Label::new(text).wrap());
                });
                if widgets::button(ui, Some(Icon::Close), "Close", Weight::Plain, true, false).clicked() {
                    asked.push(Action::Close);
                }
            });
        });
    });
}

fn copy(mut contexts: EguiContexts, mut desk: ResMut<Desk>) {
    if desk.to_copy.is_none() {
        return;
    }
    let text = desk.to_copy.take().unwrap_or_default();
    if let Ok(context) = contexts.ctx_mut() {
        context.copy_text(text);
    }
}

/// Fills the field with what the clipboard holds.
fn paste(
    clipboard: Option<ResMut<EguiClipboard>>,
    screen: Res<State<Screen>>,
    mut desk: ResMut<Desk>,
    mut bench: ResMut<Workbench>,
) {
    if !desk.wants_paste {
        return;
    }
    desk.wants_paste = false;
    match clipboard.and_then(|mut clipboard| clipboard.get_text()) {
        Some(text) if *screen.get() == Screen::Workshop && desk.page.is_none() => bench.pasted = Some(text),
        Some(text) => desk.given = text,
        None => desk.say("The clipboard holds no text."),
    }
}

/// "1 player · 5–15 min · medium".
fn measure_of(info: &crate::engine::game::Info) -> String {
    let range = |(min, max): (u8, u8)| if min == max { min.to_string() } else { format!("{min}–{max}") };
    let players = if info.seats == (1, 1) { "1 player".to_owned() } else { format!("{} players", range(info.seats)) };
    format!("{players} · {} min · {}", range(info.minutes), info.weight.word())
}

/// The bar at the top of a screen that is not a table.
fn screen_bar(
    root: &mut egui::Ui,
    title: &str,
    back: Option<Action>,
    asked: &mut Vec<Action>,
    right: impl FnOnce(&mut egui::Ui, &mut Vec<Action>),
) {
    egui::Panel::top("bar").exact_size(super::room::BAR).frame(theme::edge_frame()).show_separator_line(false).show(
        root,
        |ui| {
            ui.horizontal_centered(|ui| {
                if let Some(back) = back {
                    let word = if back == Action::OpenLibrary { "Library" } else { "Back" };
                    if widgets::button(ui, Some(Icon::Back), word, Weight::Plain, true, false).clicked() {
                        asked.push(back);
                    }
                }
                ui.add_space(space::S);
                ui.label(egui::RichText::new(title).font(theme::display(theme::size::DISPLAY_M)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| right(ui, asked));
            });
        },
    );
}

/// The button that switches sound.
fn sound_button(ui: &mut egui::Ui, settings: &Settings, asked: &mut Vec<Action>) {
    let (icon, name) = if settings.sound { (Icon::Sound, "Sound off") } else { (Icon::Mute, "Sound on") };
    let name = settings.keys.named(name, Command::Sound);
    if widgets::button(ui, Some(icon), &name, Weight::Plain, true, true).clicked() {
        asked.push(Action::ToggleSound);
    }
}
