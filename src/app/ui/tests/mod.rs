//! Panels as people and screen readers find them: by role and name, large enough to hit, and within the window.

mod at_table;
mod chain_studies;
mod deal_of_the_day;
mod deduction_board;
mod drawer;
mod end_page;
mod endings;
mod evening;
mod fairness;
mod headings;
mod in_sight;
mod lessons;
mod library_page;
mod marks;
mod moves;
mod puzzles;
mod records;
mod reviews;
mod rule_field;
mod screens;
mod seats;
mod secrets;
mod settings_page;
mod signs;
mod sorting;
mod top_bar;
mod words_on_cloth;

use std::path::Path;
use std::sync::Mutex;

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Id, LayerId, Ui, UiBuilder};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
use jiff::civil::Date;

use super::library_index::LibraryIndex;
use super::pages;
use super::results::{self, Staging};
use super::table_view::TableView;
use super::{fair, hand_over, history, library, settings, setup, share, table};
use crate::app::game::active::{ActiveGame, Purpose};
use crate::app::game::jobs::BotPool;
use crate::app::game::turn::Turn;
use crate::app::messages::{GameAction, NavigationAction, Request, Requests, SettingsAction, TableAction};
use crate::app::pictures::library::{InstalledPack, PictureLibrary};
use crate::app::settings::Settings;
use crate::app::store::Finished;
use crate::app::ui_state::UiState;
use crate::app::window_layout;
use crate::catalogue;
use crate::engine::record::Player;
use crate::engine::seats::{BotLevel, Seat};
use crate::engine::table_session::TableSession;
use crate::games;
use crate::games::mystery::puzzle::shipped;
use crate::games::mystery::ui::designer;
use crate::layout::{Area, AreaLook};
use crate::table::job::WakeWindow;
use crate::table::looks::InstalledLooks;
use crate::table::panels::{OwnPuzzle, Panels, Work, Workshop, WorkshopContext, WorkshopRequest};
use crate::table::scene::{Highlight, TableScene};
use crate::table::theme::{self, TARGET, Theme};
use crate::table::viewport::TableViewport;

const GAME: &str = "matrix-solitaire";
const MESS: &str = "mess-machine";
const MYSTERY: &str = "mystery-machine";
const CHAIN: &str = "mystique-chain";

/// A result that is seen whole.
const SHOWN: Staging = Staging { figures: 1.0, focus: false, evening: None };
const TODAY: Date = Date::constant(2026, 11, 23);
const SIZES: [(f32, f32); 3] = [(960.0, 540.0), (1280.0, 720.0), (1920.0, 1080.0)];

/// A window of this size in which `draw` draws.
fn window<'a>(size: (f32, f32), draw: impl FnMut(&mut Ui, &mut Requests) + 'a) -> Harness<'a, Requests> {
    enlarged(size, 1.0, draw)
}

/// A window of this size, in points of the panels, which are enlarged by this factor.
fn enlarged<'a>(size: (f32, f32), zoom: f32, draw: impl FnMut(&mut Ui, &mut Requests) + 'a) -> Harness<'a, Requests> {
    built(Harness::builder(), size, zoom, draw)
}

/// The same at a pace of its own.
fn built<'a>(
    builder: HarnessBuilder<Requests>,
    size: (f32, f32),
    zoom: f32,
    mut draw: impl FnMut(&mut Ui, &mut Requests) + 'a,
) -> Harness<'a, Requests> {
    let mut is_styled = false;
    let show = move |ui: &mut Ui, requests: &mut Requests| {
        if !is_styled {
            theme::apply(ui.ctx(), &Theme::Lamp.palette());
            theme::set_fonts(ui.ctx());
            is_styled = true;
            ui.ctx().set_zoom_factor(zoom);
            ui.ctx().request_repaint();
            return;
        }
        let room = UiBuilder::new().layer_id(LayerId::background()).max_rect(ui.ctx().viewport_rect());
        draw(&mut Ui::new(ui.ctx().clone(), Id::new("root"), room), requests);
    };
    let size = egui::vec2(size.0, size.1);
    let mut harness = builder.with_size(size).build_ui_state(show, Requests::default());
    harness.run();
    // A frame in which the factor changes has a window of another size.
    harness.set_size(size);
    harness.run();
    harness
}

fn dealt(purpose: Purpose) -> (ActiveGame, TableScene) {
    let entry = catalogue::find(GAME).expect("the game");
    let session = match purpose {
        Purpose::Lesson => entry.lesson().expect("a lesson"),
        _ => entry.start("c0ffee42", vec![Player::person("You")]),
    };
    let session = session.expect("a deal");
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    let lit = shown.layout.areas.iter().take(3).map(|area| area.id).collect();
    shown.highlight = Highlight { lit, ..Highlight::default() };
    (ActiveGame::new(session, purpose), shown)
}

/// Where a table is in a window of this size, in points of its panels, which are enlarged by this factor.
fn viewport_of(size: egui::Vec2, zoom: f32, game: &ActiveGame, scene: &TableScene) -> TableViewport {
    let window = zoom * bevy::math::Vec2::new(size.x, size.y);
    let insets = window_layout::insets(window, zoom, Some(game), &scene.layout);
    TableViewport::fit(window, 1.0, insets, scene.layout.size.into())
}

fn draw_table(root: &mut Ui, game: &ActiveGame, scene: &TableScene, requests: &mut Requests) {
    draw_table_with(root, game, scene, false, requests);
}

/// The same with the drawer open, or closed.
fn draw_table_with(root: &mut Ui, game: &ActiveGame, scene: &TableScene, drawer: bool, requests: &mut Requests) {
    let viewport = viewport_of(root.max_rect().size(), root.ctx().zoom_factor(), game, scene);
    let size = root.max_rect().size();
    let size = bevy::math::Vec2::new(size.x, size.y);
    let settings = Settings::default();
    let seats = settings.seated_players(game.session().players(), &Theme::Lamp.palette());
    let panels = match game.session().info().id {
        GAME => Some(Panels::beside(games::matrix::panel::show)),
        MESS => Some(Panels::beside(games::mess::panel::show)),
        "mystery-machine" => Some(games::mystery::plugin::PANELS),
        "eleusis-express" => Some(games::eleusis::plugin::PANELS),
        _ => None,
    };
    let (pool, wake) = (BotPool::default(), WakeWindow::default());
    let view = TableView {
        game,
        turn: Turn::Person,
        scene,
        viewport: &viewport,
        is_late: false,
        seats: &seats,
        settings: &settings,
        pool: &pool,
        wake: &wake,
        drawer,
        focus: drawer,
    };
    table::show(root, size, &view, panels.as_ref(), requests);
}

/// A game of Mystery Machine after these moves, with these notes.
fn mysterious(options: &str, moves: &[&str], notes: &str) -> (ActiveGame, TableScene) {
    let entry = catalogue::find(MYSTERY).expect("the game");
    let mut session = entry.start_with("c0ffee42", vec![Player::person("You")], options).expect("a deal");
    for mv in moves {
        session.play(Seat::FIRST, mv).expect("a legal move");
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    let mut game = ActiveGame::new(session, Purpose::Game);
    game.notes = notes.to_owned();
    (game, shown)
}

/// The golden game of Matrix Solitaire, at its end.
fn finished() -> Box<dyn TableSession> {
    let record = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/golden/matrix-solitaire.ron"));
    catalogue::load(record).expect("the golden game")
}

/// A hand that can pay two piles of the first puzzle.
const PAIR: [&str; 3] = ["pick 5H", "pick 2H", "pick 2S"];

/// A workshop, with what it asks for; its work is done at once, or not at all.
fn in_workshop(root: &mut Ui, workshop: &mut dyn Workshop, does_work: bool, requests: &mut Vec<WorkshopRequest>) {
    let mut work = |work: Work| {
        if does_work {
            work()
        }
    };
    let wake = WakeWindow::default();
    workshop.show(
        root,
        &mut WorkshopContext { own: &[], pasted: None, step: None, wake: &wake, work: &mut work, requests },
    );
}

/// A workshop with a puzzle that has every sort of mod.
fn with_mods() -> Box<dyn Workshop> {
    let text = r#"(parlour_puzzle: 1, id: "x", title: "X", rows: 8, mystery: Cells(["A1"]), piles: [
        (price: Same(2), cells: ["A2", "B1"]), (price: Groups(2, 3), cells: ["H4"])],
        twists: [Swap("C1", "C2"), JokerSwap("A4")], changes: [Remove(pile: 1, count: 1), Add(pile: 2, jokers: 1)])"#;
    designer::open(Some(&OwnPuzzle { file: "x".to_owned(), text: Ok(text.to_owned()) }), "")
}

fn pictures_to_choose() -> PictureLibrary {
    let mut library = PictureLibrary::default();
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs");
    for name in ["harbour", "parlour"] {
        library.put(InstalledPack::open(&packs.join(name)).expect("a pack"));
    }
    library
}

/// An index of today without any game.
fn index_of_today() -> LibraryIndex {
    LibraryIndex { today: Some(TODAY), ..LibraryIndex::default() }
}

/// An index with some finished games.
fn played() -> LibraryIndex {
    let finished = |score: i32| Finished {
        at: 1_795_000_000,
        record: "1.ron".to_owned(),
        seed: "tea".to_owned(),
        scores: vec![score],
        title: "Well played".to_owned(),
        ..Finished::default()
    };
    let mut index = index_of_today();
    index.finished.insert(GAME, [61, 84, 77, 120].map(finished).to_vec());
    index
}

/// An index of today with these days' deals finished: whether they were won, and whether with help.
fn played_daily(days: &[(&str, bool, bool)]) -> LibraryIndex {
    let finished = |(day, won, assisted): &(&str, bool, bool)| Finished {
        record: "1.ron".to_owned(),
        seed: (*day).to_owned(),
        scores: vec![77],
        title: "Well played".to_owned(),
        assisted: *assisted,
        won: *won,
        daily: true,
        ..Finished::default()
    };
    let mut index = index_of_today();
    index.finished.insert(GAME, days.iter().map(finished).collect());
    index
}

/// The settings of a player who brought looks.
fn show_settings(root: &mut Ui, requests: &mut Requests) {
    let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    let found = InstalledLooks { themes: names(["harbour", "vineyard"]), decks: names(["harbour", "paris"]) };
    settings::show(root, &Settings::default(), &found, Path::new("/home/player/looks"), false, requests);
}

fn set_up(root: &mut Ui, state: &mut UiState, index: &LibraryIndex, requests: &mut Requests) {
    set_up_with(root, state, &Settings::default(), index, requests);
}

fn set_up_with(root: &mut Ui, state: &mut UiState, settings: &Settings, index: &LibraryIndex, requests: &mut Requests) {
    let palette = Theme::Lamp.palette();
    let own = match state.chosen {
        Some(MYSTERY) => games::mystery::plugin::PANELS.setup,
        Some(CHAIN) => games::chain::plugin::PANELS.setup,
        _ => None,
    };
    let library = pictures_to_choose();
    let (pool, wake) = (BotPool::default(), WakeWindow::default());
    let (pool, wake, palette) = (&pool, &wake, &palette);
    let view = setup::SetupView { index, settings, palette, pictures: &library, own, puzzles: &[], pool, wake };
    setup::show(root, state, &view, requests);
}

/// What can be pressed, dragged or typed into.
const CONTROLS: [Role; 7] =
    [Role::Button, Role::CheckBox, Role::RadioButton, Role::Slider, Role::TextInput, Role::ComboBox, Role::SpinButton];

/// What stands close together on a board: notes, the cards that can be named, and what is done with all notes at once.
fn is_small(role: Role, label: &str) -> bool {
    let is_card = label.contains(" of ") && !label.contains(':');
    let is_tool = ["note", "pencil", "Check", "Says", "Parlour crosses", "You cross", "Make it", "Shows", "Try"];
    // Where there is room for more, it has more.
    let is_by_hand = label.starts_with("Hand sorted");
    role == Role::CheckBox || is_card || is_by_hand || is_tool.iter().any(|word| label.contains(word))
}

/// The least width and height of those, in the smallest window.
const SMALL: f32 = 18.0;

/// What is wrong with a control: too small, cut off, or without a name.
fn faults(role: Role, label: &str, rect: egui::Rect, room: egui::Rect, scrolls: bool) -> Vec<&'static str> {
    let least = if is_small(role, label) { SMALL } else { TARGET };
    let checks = [
        (rect.width() >= least - 0.5 || role == Role::Slider, "too narrow"),
        (rect.height() >= least - 0.5, "too low"),
        // What is scrolled away is reached by scrolling.
        (scrolls || room.contains_rect(rect), "cut off"),
        // A slider's number is named by its slider.
        (!label.is_empty() || role == Role::SpinButton, "without a name"),
    ];
    checks.into_iter().filter(|(is_fine, _)| !is_fine).map(|(_, fault)| fault).collect()
}

/// What is wrong with any control that is shown.
fn all_faults(harness: &Harness<Requests>, size: (f32, f32), scrolls: bool) -> Vec<String> {
    let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size.0, size.1));
    let nodes = harness.root().children_recursive();
    let controls = nodes.filter(|node| CONTROLS.contains(&node.accesskit_node().role()));
    let judged = controls.flat_map(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        let found = faults(node.accesskit_node().role(), &label, node.rect(), room, scrolls);
        found.into_iter().map(move |fault| format!("{label} is {fault}")).collect::<Vec<_>>()
    });
    judged.collect()
}

/// Everything that a screen reader could read.
fn all_words(harness: &Harness<Requests>) -> String {
    let said = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        [node.label(), node.value(), node.description()].into_iter().flatten().collect::<Vec<_>>().join(" | ")
    };
    harness.root().children_recursive().map(said).collect::<Vec<_>>().join("\n")
}

/// The golden game of Mystique Circle after so many moves, as the first seat sees it.
fn circle(moves: usize) -> (ActiveGame, TableScene) {
    let record = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/golden/mystique-circle.ron"));
    let mut session = catalogue::load(record).expect("the golden game");
    session.seek(moves);
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Replay), shown)
}

/// A game after so many moves, or at its end, each the first that may be made, as whoever is at the screen sees it.
fn played_on(id: &str, players: Vec<Player>, moves: usize) -> (ActiveGame, TableScene) {
    let mut session = catalogue::find(id).expect("the game").start("tea", players).expect("a deal");
    for _ in 0..moves {
        let Some(seat) = session.acting().first() else { break };
        let mv = session.legal_moves(seat)[0].clone();
        session.play(seat, &mv).expect("legal");
    }
    if let Some(seat) = session.hand_over() {
        session.take_seat(seat);
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

/// Lays a game in the room that its table has in a window of this size.
fn lay_in_its_room(game: &mut ActiveGame, scene: &mut TableScene, (wide, high): (f32, f32), zoom: f32) {
    let window = zoom * bevy::math::Vec2::new(wide, high);
    let room = window_layout::room_of(window, zoom, Some(&*game), &scene.layout);
    game.update(|session| session.set_room(room));
    scene.set(game.session().layout(), None);
}

/// Where the areas of the own hand are in a window of this size.
fn own_hand(game: &ActiveGame, scene: &TableScene, size: (f32, f32), zoom: f32) -> Vec<egui::Rect> {
    let viewport = viewport_of(egui::vec2(size.0, size.1), zoom, game, scene);
    let hand = scene.layout.areas.iter().filter(|area| area.look == AreaLook::Fan);
    let place = |area: &Area| {
        let (centre, scale) = (viewport.screen(area.centre) / zoom, viewport.scale / zoom);
        let size = egui::vec2(area.size.0, area.size.1) * scale;
        egui::Rect::from_center_size(egui::pos2(centre.x, centre.y), size)
    };
    hand.map(place).collect()
}
