//! The panels of every screen: functions that show what is going on and collect what players ask for.

mod actions;
mod badges;
mod calendar;
mod captions;
mod chart;
mod closer;
mod cloth;
mod evening;
mod fair;
mod hand_over;
mod history;
mod key_events;
mod lesson_bar;
mod library;
mod library_index;
mod log;
mod look_back;
mod marks;
mod pages;
mod parts;
mod pictures;
mod plates;
mod pointed;
mod replay_bar;
mod results;
mod review;
mod scores;
mod second_chance_bar;
mod settings;
mod setup;
mod share;
mod side_panel;
mod sort_button;
mod spoken_table;
mod spotlight;
mod steps;
mod table;
mod table_view;
#[cfg(all(test, feature = "window-tests"))]
mod tests;
mod top_bar;
mod workshop;

use bevy::asset::AssetEventSystems;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::egui::{self, Id, LayerId, UiBuilder};
use bevy_egui::{EguiClipboard, EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass};

use self::library_index::LibraryIndex;
use self::results::Staging;
use self::table_view::TableView;
use super::evening::EveningState;
use super::game::active::ActiveGame;
use super::game::jobs::BotPool;
use super::game::turn::Turn;
use super::keys::PanelHasKeys;
use super::looks::LooksAvailable;
use super::messages::{EveningAction, GameAction, Outbox, Request, Requests, SettingsAction, TableAction};
use super::pictures::importer::PictureImporter;
use super::pictures::library::PictureLibrary;
use super::settings::Settings;
use super::store::Store;
use super::ui_state::{Page, Screen, UiState};
use super::window_layout;
use super::workshop::WorkshopState;
use crate::table::card_style::CardStyle;
use crate::table::drawings::{self, PanelCards};
use crate::table::faces::{FacesLate, TilePicture};
use crate::table::job::WakeWindow;
use crate::table::motion::{MotionSettings, SCREEN};
use crate::table::panels::{GamePanels, SeatedPlayer};
use crate::table::scene::TableScene;
use crate::table::sound::PlaySound;
use crate::table::theme::{self, Palette};
use crate::table::viewport::TableViewport;

pub fn plugin(app: &mut App) {
    app.add_plugins((spoken_table::plugin, key_events::plugin, steps::plugin, library_index::plugin))
        .init_resource::<GamePanels>()
        .init_resource::<PanelCards>()
        .add_systems(EguiPrimaryContextPass, draw)
        .add_systems(Update, (copy, paste))
        // New letters must be uploaded in the frame that draws them: the window may sleep before the next one.
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
}

#[derive(SystemParam)]
struct UiContext<'w> {
    screen: Res<'w, State<Screen>>,
    turn: Option<Res<'w, State<Turn>>>,
    ui: ResMut<'w, UiState>,
    settings: Res<'w, Settings>,
    palette: Res<'w, Palette>,
    index: Res<'w, LibraryIndex>,
    game: Option<Res<'w, ActiveGame>>,
    evening: Res<'w, EveningState>,
    scene: Res<'w, TableScene>,
    viewport: Res<'w, TableViewport>,
    late: Res<'w, FacesLate>,
    style: Res<'w, CardStyle>,
    tiles: Res<'w, TilePicture>,
    looks: Res<'w, LooksAvailable>,
    store: Res<'w, Store>,
    panels: Res<'w, GamePanels>,
    pictures: Res<'w, PictureLibrary>,
    importer: ResMut<'w, PictureImporter>,
    workshop: ResMut<'w, WorkshopState>,
    pool: Res<'w, BotPool>,
    wake: Res<'w, WakeWindow>,
}

/// What the panels remember from frame to frame.
#[derive(Default)]
struct Memory {
    styled: Option<Palette>,
    place: Option<(Screen, Option<Page>)>,
    /// How long the screen has been shown, in seconds.
    shown_for: f32,
    /// How long the words of a result have been, in seconds.
    result_for: f32,
}

/// How long the words of a result stand alone before its figures fade in, and how long that takes, in seconds.
const WORDS_ALONE: f32 = 0.9;
const FIGURES_FADE: f32 = 0.3;

fn draw(
    mut contexts: EguiContexts,
    window: Single<&Window, With<PrimaryWindow>>,
    mut ui: UiContext,
    mut outbox: Outbox,
    mut panel_has_keys: ResMut<PanelHasKeys>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut memory: Local<Memory>,
    (time, motion): (Res<Time>, Res<MotionSettings>),
    mut sounds: MessageWriter<PlaySound>,
    mut cards: ResMut<PanelCards>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    if !set_style(&context, &ui, &mut memory) {
        // Fonts count from the next pass on.
        redraw.write(RequestRedraw);
        return Ok(());
    }
    let zoom = window_layout::zoom(window.size(), ui.settings.scale);
    context.set_zoom_factor(zoom);
    let size = window.size() / zoom;
    let drawn_for = context.viewport_rect().size();
    if (drawn_for.x - size.x).abs().max((drawn_for.y - size.y).abs()) > 1.0 {
        // The panels learn of a new size one frame later than the window has it.
        redraw.write(RequestRedraw);
    }
    let layer = UiBuilder::new().layer_id(LayerId::background()).max_rect(context.viewport_rect());
    let mut root = egui::Ui::new(context.clone(), Id::new("root"), layer);
    let arrives = memory.arrive(&context, &ui);
    if ui.ui.page.is_some() {
        root.disable();
    }
    // A screen fades in; those who press keys meanwhile need not wait.
    if memory.shown_for < SCREEN {
        memory.shown_for += motion.step(&time);
        root.set_opacity((memory.shown_for / SCREEN).min(1.0));
        redraw.write(RequestRedraw);
    }
    if std::mem::take(&mut ui.ui.bypass_change_detection().wants_table) && ui.ui.page.is_none() {
        leave_panels(&context);
    }
    let figures = memory.stage(&context, ui.ui.page.as_ref(), arrives, motion.step(&time));
    if figures < 1.0 {
        redraw.write(RequestRedraw);
    }
    cards.deliver(&context);
    let requests = ui.show(&mut root, size, arrives, figures);
    cards.begin(&context, &ui.wake);
    spoken_table::name_window(&context, &window.title);
    let focused = context.memory(|memory| memory.focused());
    let typing = focused.is_some_and(|id| is_field(&context, id));
    let has_list = egui::Popup::is_any_open(&context);
    panel_has_keys.set_if_neq(PanelHasKeys { focused: focused.is_some(), typing, has_list });
    if !requests.is_empty() {
        redraw.write(RequestRedraw);
    }
    if requests.iter().any(sounds_like_a_button) {
        sounds.write(PlaySound::Button);
    }
    requests.into_iter().for_each(|request| outbox.send(request));
    Ok(())
}

fn is_field(context: &egui::Context, id: Id) -> bool {
    egui::TextEdit::load_state(context, id).is_some()
}

/// No panel has the focus any more, unless somebody is typing.
fn leave_panels(context: &egui::Context) {
    if let Some(id) = context.memory(|memory| memory.focused()).filter(|id| !is_field(context, *id)) {
        context.memory_mut(|memory| memory.surrender_focus(id));
    }
}

/// Sets colours, and the first time fonts; `false` until those are there.
fn set_style(context: &egui::Context, ui: &UiContext, memory: &mut Memory) -> bool {
    if ui.style.is_changed() || ui.tiles.is_changed() {
        drawings::set_style(context, &ui.style, &ui.tiles);
    }
    if memory.styled == Some(*ui.palette) {
        return true;
    }
    theme::apply(context, &ui.palette);
    let has_fonts = memory.styled.replace(*ui.palette).is_some();
    if !has_fonts {
        theme::set_fonts(context);
        // Sizes are a setting of ours.
        context.options_mut(|options| options.zoom_with_keyboard = false);
    }
    has_fonts
}

impl Memory {
    /// Whether the screen or page is a new one.
    fn arrive(&mut self, context: &egui::Context, ui: &UiContext) -> bool {
        let place = (*ui.screen.get(), ui.ui.page.clone());
        if self.place.as_ref() == Some(&place) {
            return false;
        }
        if self.place.as_ref().is_none_or(|(screen, _)| *screen != place.0) {
            self.shown_for = 0.0;
        }
        // Come back to from another page, a result has been read.
        let comes_back = self.place.as_ref().is_some_and(|(_, page)| page.is_some());
        self.result_for = if comes_back { f32::INFINITY } else { 0.0 };
        self.place = Some(place);
        // What had the focus is gone; the first key must not be lost on it.
        if let Some(id) = context.memory(|memory| memory.focused()) {
            context.memory_mut(|memory| memory.surrender_focus(id));
        }
        true
    }

    /// How much of the figures of a result is seen, from 0 to 1: they come after its words, or at once with any key or click.
    fn stage(&mut self, context: &egui::Context, page: Option<&Page>, arrives: bool, step: f32) -> f32 {
        if !matches!(page, Some(Page::End | Page::Round)) {
            return 1.0;
        }
        // What was pressed to get here does not count.
        self.result_for += if !arrives && is_pressed(context) { f32::INFINITY } else { step };
        ((self.result_for - WORDS_ALONE) / FIGURES_FADE).clamp(0.0, 1.0)
    }
}

/// Whether a key or a button of the pointer goes down in this frame.
fn is_pressed(context: &egui::Context) -> bool {
    let is_key = |event: &egui::Event| matches!(event, egui::Event::Key { pressed: true, .. });
    context.input(|input| input.pointer.any_pressed() || input.events.iter().any(is_key))
}

impl UiContext<'_> {
    /// Shows the screen and what lies over it in a window of this size; returns what was asked for.
    fn show(&mut self, root: &mut egui::Ui, size: Vec2, arrives: bool, figures: f32) -> Vec<Request> {
        // Change detection must not see a panel that was only looked at.
        let focus = std::mem::take(&mut self.ui.bypass_change_detection().wants_focus) || arrives;
        let mut requests = Requests::default();
        self.show_screen(root, size, focus && self.ui.page.is_none(), &mut requests);
        let ended = self.game.as_deref().filter(|_| self.ui.page == Some(Page::End));
        let evening = ended.and_then(|game| self.evening.way_on(game.session()));
        self.show_page(root, Staging { figures, focus, evening }, &mut requests);
        // Not over the bars below a table.
        let zoom = root.ctx().zoom_factor();
        let bars =
            |game: &ActiveGame| window_layout::insets(size * zoom, zoom, Some(game), &self.scene.layout).bottom / zoom;
        parts::notices(root, &self.ui, self.game.as_deref().map_or(0.0, bars), &mut requests);
        requests.into_distinct()
    }

    fn show_screen(&mut self, root: &mut egui::Ui, size: Vec2, focus: bool, requests: &mut Requests) {
        let state = self.ui.bypass_change_detection();
        match self.screen.get() {
            Screen::Library => {
                let evening = self.evening.under_way();
                library::show(root, state, &self.index, &self.settings, evening, focus, requests);
            }
            Screen::Setup => {
                let own = state.chosen.and_then(|game| self.panels.get(game)?.setup);
                let view = setup::SetupView {
                    index: &self.index,
                    settings: &self.settings,
                    palette: &self.palette,
                    pictures: &self.pictures,
                    own,
                    puzzles: &self.workshop.own,
                    pool: &self.pool,
                    wake: &self.wake,
                };
                setup::show(root, state, &view, requests);
            }
            Screen::Workshop => {
                let workshop = self.workshop.bypass_change_detection();
                workshop::show(root, workshop, &self.pool, &self.wake, requests);
            }
            Screen::History => history::show(root, state, &self.index, focus, requests),
            Screen::Evening => {
                let (settings, palette) = (&*self.settings, &*self.palette);
                let view = evening::EveningView { state: &self.evening, settings, palette, focus };
                evening::show(root, &view, requests);
            }
            Screen::Play => self.show_table(root, size, focus, requests),
        }
    }

    /// Who sits at the table, as panels show it.
    fn seats_of(&self, game: &ActiveGame) -> Vec<SeatedPlayer> {
        let seats = self.settings.seated_players(game.session().players(), &self.palette);
        scores::in_colours_of_sides(seats, &game.snapshot().score_sheet)
    }

    fn show_table(&self, root: &mut egui::Ui, size: Vec2, focus: bool, requests: &mut Requests) {
        let (Some(game), Some(turn)) = (self.game.as_deref(), &self.turn) else { return };
        let seats = self.seats_of(game);
        // Between two rounds everybody looks at the table, which shows what is public.
        let is_between = game.has_new_round() || *turn.get() == Turn::RoundOver;
        if *turn.get() == Turn::HandOver || (game.hand_over().is_some() && !is_between) {
            return hand_over::show(root, game, &seats, focus, requests);
        }
        let panels = self.panels.get(game.session().info().id);
        let view = TableView {
            game,
            turn: *turn.get(),
            scene: &self.scene,
            viewport: &self.viewport,
            is_late: self.late.0,
            seats: &seats,
            settings: &self.settings,
            pool: &self.pool,
            wake: &self.wake,
            // Under a page it would lie over the shade.
            drawer: self.ui.drawer && self.ui.page.is_none(),
            focus,
        };
        table::show(root, size, &view, panels, requests);
    }

    fn show_page(&mut self, context: &egui::Context, staging: Staging, requests: &mut Requests) {
        let Some(page) = self.ui.page.clone() else { return };
        let Staging { focus, .. } = staging;
        let state = self.ui.bypass_change_detection();
        let game = self.game.as_deref();
        match (page, game) {
            (Page::Rules(at), _) => {
                let of_game = game.filter(|_| *self.screen.get() == Screen::Play);
                let id = of_game.map(|game| game.session().info().id).or(state.chosen);
                pages::rules(context, id, at.as_deref(), requests);
            }
            (Page::Menu, _) => pages::menu(context, game, &self.settings, focus, requests),
            (Page::Settings, _) => {
                settings::show(context, &self.settings, &self.looks.0, self.store.looks(), focus, requests);
            }
            (Page::Keys, _) => settings::keys(context, &self.settings, state.catching, focus, requests),
            (Page::Open, _) => share::open(context, state, focus, requests),
            (Page::Share, Some(game)) => share::share(context, state, game, focus, requests),
            (Page::Fairness, Some(game)) => fair::show(context, game, focus, requests),
            (Page::Pictures, _) => {
                let folder = self.store.packs();
                pictures::all(context, state, &self.pictures, &self.importer, folder, focus, requests);
            }
            (Page::Crop, _) => {
                if let Some(pending) = self.importer.bypass_change_detection().pending.as_mut() {
                    pictures::crop(context, pending, focus, requests);
                }
            }
            (Page::PackHelp, _) => pages::pack_help(context, focus, requests),
            (Page::End, Some(game)) => {
                let seats = self.seats_of(game);
                results::end(context, game, &seats, self.settings.gentle_titles, staging, requests);
            }
            (Page::Round, Some(game)) => {
                let seats = self.seats_of(game);
                results::round(context, game, &seats, staging, requests);
            }
            (Page::Share | Page::Fairness | Page::Round | Page::End, None) => {}
        }
    }
}

/// Whether a button that asks for this sounds like a button: what happens on the table has a sound of its own, and a
/// slider would rattle.
fn sounds_like_a_button(request: &Request) -> bool {
    match request {
        Request::Table(action) => {
            use TableAction::{
                EndChances, EndPeek, Hint, LeaveSeat, Look, NextChance, Note, Peek, Review, ShowBest, TakeSeat,
                TryCostly,
            };
            let is_of_review = matches!(action, EndChances | NextChance | Review(_) | ShowBest | TryCostly);
            is_of_review || matches!(action, EndPeek | Hint | LeaveSeat | Look(_) | Note(_) | Peek | TakeSeat)
        }
        Request::Game(action) => {
            use GameAction::{Again, DailyDeal, Deal, DealTo, Restart, Watch};
            !matches!(action, Again | Deal(..) | DealTo(..) | DailyDeal(..) | Restart | Watch(..))
        }
        Request::Evening(action) => *action != EveningAction::Play,
        Request::Settings(action) => !matches!(action, SettingsAction::Set(_)),
        Request::Navigation(_) | Request::Record(_) | Request::Picture(_) | Request::Workshop(_) => true,
    }
}

fn copy(mut contexts: EguiContexts, mut ui: ResMut<UiState>) {
    let Some(text) = ui.bypass_change_detection().to_copy.take() else { return };
    if let Ok(context) = contexts.ctx_mut() {
        context.copy_text(text);
    }
}

/// Fills the field with what the clipboard holds.
fn paste(
    clipboard: Option<ResMut<EguiClipboard>>,
    screen: Res<State<Screen>>,
    mut ui: ResMut<UiState>,
    mut workshop: ResMut<WorkshopState>,
) {
    if !std::mem::take(&mut ui.bypass_change_detection().wants_paste) {
        return;
    }
    match clipboard.and_then(|mut clipboard| clipboard.get_text()) {
        Some(text) if *screen.get() == Screen::Workshop && ui.page.is_none() => workshop.pasted = Some(text),
        Some(text) => ui.typed = text,
        None => ui.say("The clipboard has no text to paste."),
    }
}
