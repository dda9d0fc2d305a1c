//! Panels as people and screen readers find them: by role and name, large enough to hit, and within the window.

mod drawer;
mod endings;
mod headings;
mod in_sight;
mod marks;
mod signs;
mod sorting;

use std::path::Path;
use std::sync::Mutex;

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Id, LayerId, Ui, UiBuilder};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use jiff::civil::Date;

use super::library_index::LibraryIndex;
use super::pages::Staging;
use super::table_view::TableView;
use super::{calendar, hand_over, history, library, pages, scores, settings, setup, share, table};
use crate::app::bindings::Command;
use crate::app::game::active::{ActiveGame, Purpose};
use crate::app::game::jobs::BotPool;
use crate::app::game::turn::Turn;
use crate::app::messages::{
    GameAction, NavigationAction, RecordAction, Request, Requests, SettingsAction, TableAction, WorkshopAction,
};
use crate::app::pictures::importer::{PendingPicture, PictureImporter};
use crate::app::pictures::library::{InstalledPack, PictureLibrary};
use crate::app::settings::{ResultsStay, Settings, TableSetup};
use crate::app::store::Finished;
use crate::app::ui_state::UiState;
use crate::app::window_layout;
use crate::catalogue;
use crate::engine::record::Player;
use crate::engine::review::{MoveReview, Worth};
use crate::engine::seats::{BotLevel, Seat, Viewer};
use crate::engine::table_session::TableSession;
use crate::games;
use crate::games::chain::layout::played_as;
use crate::games::chain::studies;
use crate::games::matrix::layout::MatrixArea;
use crate::games::mystery::puzzle::file::check_text;
use crate::games::mystery::puzzle::shipped;
use crate::games::mystery::ui::designer;
use crate::layout::{Area, AreaId, AreaLook, Face};
use crate::table::card_style::CardStyle;
use crate::table::drawings;
use crate::table::job::WakeWindow;
use crate::table::looks::InstalledLooks;
use crate::table::panels::{OwnPuzzle, Panels, Work, Workshop, WorkshopContext, WorkshopRequest};
use crate::table::scene::{Highlight, TableScene};
use crate::table::theme::{self, TARGET, Theme};
use crate::table::viewport::TableViewport;
use crate::words::capitalised;

const GAME: &str = "matrix-solitaire";
const MESS: &str = "mess-machine";
const MYSTERY: &str = "mystery-machine";
const CHAIN: &str = "mystique-chain";
/// A result that is seen whole.
const SHOWN: Staging = Staging { figures: 1.0, focus: false };
const TODAY: Date = Date::constant(2026, 11, 23);
const SIZES: [(f32, f32); 3] = [(960.0, 540.0), (1280.0, 720.0), (1920.0, 1080.0)];

/// A window of this size in which `draw` draws.
fn window<'a>(size: (f32, f32), draw: impl FnMut(&mut Ui, &mut Requests) + 'a) -> Harness<'a, Requests> {
    enlarged(size, 1.0, draw)
}

/// A window of this size, in points of the panels, which are enlarged by this factor.
fn enlarged<'a>(
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
    let mut harness = Harness::builder().with_size(size).build_ui_state(show, Requests::default());
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
        seats: &seats,
        settings: &settings,
        pool: &pool,
        wake: &wake,
        drawer,
        focus: drawer,
    };
    table::show(root, size, &view, panels.as_ref(), requests);
}

/// A game of Mess Machine for two people and two bots, after these moves; with the first person in front of the screen, or
/// nobody in particular.
fn messy(moves: &[(u8, &str)], faces: bool) -> (ActiveGame, TableScene) {
    let players = ["Ada", "Blaise"].map(Player::person).into_iter().chain([BotLevel::Easy; 2].map(Player::bot));
    let mut session = catalogue::find(MESS).expect("the game").start("c0ffee42", players.collect()).expect("a deal");
    for (seat, mv) in moves {
        session.play(Seat::new(*seat).expect("a seat"), mv).expect("a legal move");
    }
    if faces {
        session.take_seat(Seat::FIRST);
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
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

/// The first study of Mystique Chain, after these moves.
fn study(moves: &[&str]) -> (ActiveGame, TableScene) {
    let (id, first) = studies::all().next().expect("a study");
    let options = ron::to_string(&played_as(id, &first)).expect("options");
    let players = vec![Player::person("Ada"), Player::person("Blaise")];
    let mut session = catalogue::find(CHAIN).expect("the game").start_with("tea", players, &options).expect("a study");
    for mv in moves {
        let seat = session.acting().first().expect("somebody acts");
        session.play(seat, mv).expect("a legal move");
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

/// The golden game of Matrix Solitaire, at its end.
fn finished() -> Box<dyn TableSession> {
    let record = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/golden/matrix-solitaire.ron"));
    catalogue::load(record).expect("the golden game")
}

/// Its replay after twelve moves with a review, as if only these had been looked at.
fn reviewed() -> (ActiveGame, TableScene) {
    let mut session = finished();
    session.look_on();
    session.seek(12);
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    let mut game = ActiveGame::new(session, Purpose::Replay);
    game.review.is_on = true;
    for (step, cost) in [(12, 3.2), (31, 8.0), (40, 5.5)] {
        let (played, best) = ("10♥ b3".to_owned(), "10♥ a3 · 4 cards +8".to_owned());
        let reason = "Play 10♥ to a3: it scores 8 points. About 55 points are still to come".to_owned();
        let unit = Worth::Count { one: "point", many: "points", all: "the game", little: 0.5 };
        let (is_best, is_mistake) = (false, true);
        let found = MoveReview { step, seat: Seat::FIRST, played, best, reason, is_best, is_mistake, cost, unit };
        game.review.keep(step, Some(found));
    }
    game.review.plan = game.session().review_plan();
    (game, shown)
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

const CHOSEN: [(u8, &str); 4] = [(0, "choose A D"), (1, "choose B C"), (2, "choose C D"), (3, "choose D A")];

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

/// Every screen and page, by name.
fn screens() -> Vec<(&'static str, Box<dyn Fn(&mut Ui, &mut Requests)>)> {
    let state = || UiState { chosen: Some(GAME), seed: "c0ffee42".to_owned(), ..UiState::default() };
    let index = || {
        let mut index = index_of_today();
        index.waiting.insert(GAME, "23 cards left, 41 points".to_owned());
        index.latest = Some(GAME);
        index
    };
    let at = |(table, shown): (ActiveGame, TableScene)| {
        Box::new(move |root: &mut Ui, requests: &mut Requests| draw_table(root, &table, &shown, requests))
    };
    let at_table = |purpose: Purpose| at(dealt(purpose));
    let (paused, _) = dealt(Purpose::Game);
    let (shared, _) = dealt(Purpose::Game);
    vec![
        (
            "library",
            Box::new(move |root, requests| {
                library::show(root, &mut state(), &index(), &Settings::default(), false, requests);
            }),
        ),
        ("setup", Box::new(move |root, requests| set_up(root, &mut state(), &index(), requests))),
        (
            "setup for several",
            Box::new(move |root, requests| {
                set_up(root, &mut UiState { chosen: Some(MESS), ..state() }, &index_of_today(), requests);
            }),
        ),
        (
            "setup of studies",
            Box::new(move |root, requests| {
                set_up(root, &mut UiState { chosen: Some(CHAIN), ..state() }, &LibraryIndex::default(), requests);
            }),
        ),
        (
            "setup of puzzles",
            Box::new(move |root, requests| {
                set_up(root, &mut UiState { chosen: Some(MYSTERY), ..state() }, &index_of_today(), requests);
            }),
        ),
        ("workshop", {
            let workshop = Mutex::new(designer::open(None, ""));
            Box::new(move |root, _| {
                in_workshop(root, &mut **workshop.lock().expect("a workshop"), false, &mut Vec::new())
            })
        }),
        ("workshop with mods", {
            let workshop = Mutex::new(with_mods());
            Box::new(move |root, _| {
                in_workshop(root, &mut **workshop.lock().expect("a workshop"), false, &mut Vec::new())
            })
        }),
        ("asking", at(mysterious("", &PAIR, ""))),
        ("choosing", at(messy(&[], true))),
        ("pressing", at(messy(&CHOSEN, false))),
        ("looking", at(messy(&CHOSEN, true))),
        ("hand-over", {
            let (game, _) = messy(&[], false);
            let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
            Box::new(move |root, requests| hand_over::show(root, &game, &seats, false, requests))
        }),
        ("pictures", {
            let library = pictures_to_choose();
            Box::new(move |root, requests| {
                let packs = Path::new("/home/player/packs");
                super::pictures::all(root, &mut state(), &library, &PictureImporter::default(), packs, false, requests);
            })
        }),
        ("crop", {
            let boats = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs/harbour/boats.svg");
            let brought = PendingPicture::read(&boats).expect("a picture");
            Box::new(move |root, requests| super::pictures::crop(root, &mut brought.clone(), false, requests))
        }),
        ("how packs are made", Box::new(|root, requests| pages::pack_help(root, false, requests))),
        ("history", Box::new(move |root, requests| history::show(root, &state(), &played(), false, requests))),
        (
            "empty history",
            Box::new(move |root, requests| history::show(root, &state(), &index_of_today(), false, requests)),
        ),
        ("calendar", {
            let index = played_daily(&[("2026-11-22", true, true), ("2026-11-23", false, false)]);
            Box::new(move |root, _| calendar::show(root, GAME, index.finished_of(GAME), TODAY, false))
        }),
        ("table", at_table(Purpose::Game)),
        ("replay", at_table(Purpose::Replay)),
        ("replay with a review", at(reviewed())),
        ("lesson", at_table(Purpose::Lesson)),
        (
            "menu",
            Box::new(move |root, requests| pages::menu(root, Some(&paused), &Settings::default(), false, requests)),
        ),
        ("settings", Box::new(show_settings)),
        ("keys", Box::new(|root, requests| settings::keys(root, &Settings::default(), None, false, requests))),
        ("rules", Box::new(|root, requests| pages::rules(root, Some(GAME), None, requests))),
        ("share", Box::new(move |root, requests| share::share(root, &mut state(), &shared, false, requests))),
        ("open", Box::new(move |root, requests| share::open(root, &mut state(), false, requests))),
    ]
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

#[test]
fn everything_to_hit_is_large_enough_and_within_the_window() {
    let mut found = Vec::new();
    for size in SIZES {
        for (name, draw) in screens() {
            let harness = window(size, |root, requests| draw(root, requests));
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size.0, size.1));
            let scrolls = ["settings", "keys", "rules", "history", "pictures", "how packs are made", "asking"]
                .contains(&name)
                || name.starts_with("library")
                || name.starts_with("setup ")
                || name.starts_with("workshop");
            let controls =
                harness.root().children_recursive().filter(|node| CONTROLS.contains(&node.accesskit_node().role()));
            let mut count = 0;
            for node in controls {
                count += 1;
                let (role, rect) = (node.accesskit_node().role(), node.rect());
                let label = node.accesskit_node().label().unwrap_or_default();
                for fault in faults(role, &label, rect, room, scrolls) {
                    found.push(format!("{name} at {size:?}: {role:?} {label:?} {rect:?} is {fault}"));
                }
            }
            assert!(count > 0, "{name} has nothing to press");
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// A game that random moves have played to its end.
fn ended(id: &str, seats: usize) -> ActiveGame {
    let players = vec![Player::bot(BotLevel::Random); seats];
    let mut session = catalogue::find(id).expect("a game").start("end", players).expect("a deal");
    while let Some(seat) = session.acting().first() {
        let any = session.legal_moves(seat).first().cloned().expect("a move");
        session.play(seat, &any).expect("a legal move");
    }
    ActiveGame::new(session, Purpose::Game)
}

/// As many as the games have that end with a row for each seat.
#[test]
fn the_end_of_a_game_for_many_is_within_the_window_title_and_buttons_alike() {
    for (id, seats) in [("mystique-energy", 2), ("mystique-circle", 5), ("mystique-energy", 6)] {
        let game = ended(id, seats);
        let players = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        for size in SIZES {
            let harness = window(size, |root, requests| {
                pages::end(&root.ctx().clone(), &game, &players, false, SHOWN, requests);
            });
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size.0, size.1)).shrink(8.0);
            let shown = [Role::Label, Role::Button];
            let nodes =
                harness.root().children_recursive().filter(|node| shown.contains(&node.accesskit_node().role()));
            let outside: Vec<String> = nodes
                .filter(|node| !room.contains_rect(node.rect()))
                .map(|node| format!("{:?} {:?}", node.accesskit_node().label(), node.rect()))
                .collect();
            assert!(outside.is_empty(), "{id} for {seats} at {size:?}: {outside:#?}");
        }
    }
}

#[test]
fn a_setting_is_found_by_its_name_and_is_in_effect_at_once() {
    let mut harness = window(SIZES[1], show_settings);
    harness.get_by_role_and_label(Role::RadioButton, "Theme: Daylight").click();
    harness.run();
    let wanted = Settings { theme: Theme::Daylight, ..Settings::default() };
    assert!(harness.state().contains(SettingsAction::Set(Box::new(wanted))), "{:?}", harness.state());
    harness.get_by_role_and_label(Role::RadioButton, "Theme: vineyard").click();
    harness.run();
    let wanted = Settings { own_theme: Some("vineyard".to_owned()), ..Settings::default() };
    assert!(harness.state().contains(SettingsAction::Set(Box::new(wanted))), "{:?}", harness.state());
    harness.get_by_role_and_label(Role::Button, "Choose …").click_accesskit();
    harness.run();
    assert!(harness.state().contains(NavigationAction::OpenKeys));
}

#[test]
fn how_long_results_stay_is_a_setting() {
    let mut harness = window(SIZES[1], show_settings);
    harness.get_by_role_and_label(Role::RadioButton, "Results stay: Until a key or click");
    harness.get_by_role_and_label(Role::RadioButton, "Results stay: 2 seconds").click_accesskit();
    harness.run();
    let wanted = Settings { results_stay: ResultsStay::Short, ..Settings::default() };
    assert!(harness.state().contains(SettingsAction::Set(Box::new(wanted))), "{:?}", harness.state());
}

#[test]
fn resetting_the_settings_leaves_names_seats_and_sorted_hands_alone() {
    let mut own = Settings { theme: Theme::Daylight, ..Settings::default() };
    own.roster.move_up(2);
    own.tables.insert(MESS.to_owned(), TableSetup::default());
    own.sort_hand_by_next(catalogue::find(MYSTERY).expect("the game").info);
    let (roster, tables) = (own.roster.clone(), own.tables.clone());
    let kept = Settings { roster, tables, hand_orders: own.hand_orders.clone(), ..Settings::default() };
    let mut harness = window(SIZES[1], move |root, requests| {
        settings::show(root, &own, &InstalledLooks::default(), Path::new("/looks"), false, requests);
    });
    harness.get_by_role_and_label(Role::Button, "Reset to defaults").click();
    harness.run();
    assert!(harness.state().contains(SettingsAction::Set(Box::new(kept))), "{:?}", harness.state());
}

#[test]
fn a_key_that_is_waited_for_says_so() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        settings::keys(root, &Settings::default(), Some(Command::Hint), false, requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.get_by_label("Ctrl+Z").click();
    harness.get_by_label("Press a key …");
    harness.run();
    assert!(harness.state().contains(SettingsAction::Catch(Some(Command::Undo))));
}

#[test]
fn a_screen_reader_finds_every_slot_with_what_lies_there_and_can_play() {
    let (table, shown) = dealt(Purpose::Game);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    let group = harness.get_by_label("Matrix Solitaire: the table");
    let described = group.accesskit_node().description().unwrap_or_default();
    assert!(described.starts_with("To play: king of diamonds. Next: five of hearts; 51 left"), "{described}");
    harness.get_by_role_and_label(Role::Button, "slot a1: empty").click_accesskit();
    harness.run();
    let first = AreaId::of(MatrixArea::Slot("a1".parse().expect("a slot")));
    assert_eq!(harness.state().iter().last(), Some(&TableAction::Bring(None, first).into()));
    harness.get_by_role(Role::Status);
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

#[test]
fn all_that_stands_on_the_deduction_board_is_large_enough_and_within_the_window() {
    for size in SIZES {
        for puzzle in ["", "(puzzle: \"one-two-three\")", "(puzzle: \"sixth-sense\")"] {
            let (table, shown) = mysterious(puzzle, &[], "");
            let harness = window(size, |root, requests| draw_table(root, &table, &shown, requests));
            assert_eq!(all_faults(&harness, size, true), Vec::<String>::new(), "{puzzle} at {size:?}");
        }
    }
}

/// Every word painted on the cloth, with the room that its letters take; and the tokens, with their pile.
fn captions(harness: &Harness<Requests>, viewport: &TableViewport, scene: &TableScene) -> Vec<(String, egui::Rect)> {
    fn words(shape: &egui::Shape, found: &mut Vec<(String, egui::Rect)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| words(shape, found)),
            egui::Shape::Text(text) => {
                let letters = text.galley.mesh_bounds.translate(text.pos.to_vec2());
                found.push((text.galley.text().to_owned(), letters));
            }
            // The arrow of a twist; the lines of the cells and of crossed-out marks are thinner.
            egui::Shape::LineSegment { points, stroke } if stroke.width > 2.2 => {
                found.push(("arrow".to_owned(), egui::Rect::from_two_pos(points[0], points[1]).expand(1.0)));
            }
            _ => {}
        }
    }
    let zoom = harness.ctx.zoom_factor();
    let at = |point: (f32, f32)| {
        let at = viewport.screen(point) / zoom;
        egui::pos2(at.x, at.y)
    };
    let cloth = egui::Rect::from_two_pos(at((0.0, 0.0)), at(scene.layout.size));
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|shape| words(&shape.shape, &mut found));
    found.retain(|(_, rect)| rect.is_positive() && cloth.contains_rect(*rect));
    // A caption on the cloth has its shadow below it: the same word, a point lower.
    let all = found.clone();
    let is_shadow = |one: &(String, egui::Rect)| {
        let above = one.1.translate(egui::vec2(0.0, -1.0));
        all.iter().any(|other| other.0 == one.0 && (other.1.min - above.min).abs().max_elem() < 0.1)
    };
    found.retain(|one| !is_shadow(one));
    let tokens = scene.layout.pieces.iter().filter_map(|piece| match piece.face {
        Face::Token(pile) => {
            let wide = 34.0 * piece.place.scale * viewport.scale / zoom;
            let rect = egui::Rect::from_center_size(at(piece.place.centre), egui::Vec2::splat(wide));
            Some((format!("token {}", pile + 1), rect))
        }
        _ => None,
    });
    found.extend(tokens);
    found
}

/// Which of these words touch each other.
fn touching(captions: &[(String, egui::Rect)]) -> Vec<String> {
    let mut found = Vec::new();
    for (number, (word, rect)) in captions.iter().enumerate() {
        let near = rect.expand(1.0);
        let others = captions.iter().skip(number + 1).filter(|(_, other)| near.intersects(*other));
        // Arrows there and back are drawn on each other.
        let others = others.filter(|(other, _)| (word.as_str(), other.as_str()) != ("arrow", "arrow"));
        found.extend(others.map(|(other, _)| format!("{word:?} and {other:?}")));
    }
    found
}

#[test]
fn no_words_on_the_deduction_board_touch_each_other_in_any_puzzle_at_any_size() {
    let mut faults = Vec::new();
    for (id, _) in shipped::texts() {
        let puzzle = shipped::find(id).expect("a puzzle");
        let all: Vec<String> =
            (1..=puzzle.piles.len()).flat_map(|pile| vec![format!("ask {pile}"); puzzle.askable(pile - 1)]).collect();
        let some: Vec<&str> = all.iter().map(String::as_str).step_by(2).collect();
        for (pure_logic, moves) in [(false, Vec::new()), (true, Vec::new()), (true, some)] {
            let options = format!("(puzzle: {id:?}, pure_logic: {pure_logic})");
            let (table, shown) = mysterious(&options, &moves, "");
            for (size, scale) in SIZES.into_iter().flat_map(|size| [100, 150, 200].map(|scale| (size, scale))) {
                let zoom = window_layout::zoom(bevy::math::Vec2::from(size), scale);
                let points = (size.0 / zoom, size.1 / zoom);
                let draw = |root: &mut Ui, requests: &mut Requests| draw_table(root, &table, &shown, requests);
                let harness = enlarged(points, zoom, draw);
                let viewport = viewport_of(egui::vec2(points.0, points.1), zoom, &table, &shown);
                for fault in touching(&captions(&harness, &viewport, &shown)) {
                    faults.push(format!("{id} after {} at {size:?}, {scale} %: {fault}", moves.len()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_question_is_paid_in_the_panel_after_its_cards_were_shown() {
    let (table, shown) = mysterious("", &PAIR, "");
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("Ask pile 1 with 2♠ 2♥").hover();
    harness.run();
    assert!(
        harness.state().contains(TableAction::Consider(Some("ask 1 with 2S 2H".to_owned()))),
        "{:?}",
        harness.state()
    );
    harness.get_by_label("Ask pile 1 with 2♠ 2♥").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Play("ask 1 with 2S 2H".to_owned())), "{:?}", harness.state());
}

/// The room that panels have at 200 % in a window of 1280 × 720.
const TIGHTEST: (f32, f32) = (640.0, 360.0);

#[test]
fn at_twice_the_text_size_every_screen_and_table_is_drawn_and_its_width_is_enough() {
    for (name, draw) in screens() {
        let harness = window(TIGHTEST, |root, requests| draw(root, requests));
        // These may be wider than the window, and scroll.
        if ["workshop", "setup", "pressing", "choosing", "looking", "crop", "replay"]
            .iter()
            .any(|wide| name.starts_with(wide))
        {
            continue;
        }
        let controls = harness.root().children_recursive();
        for node in controls.filter(|node| CONTROLS.contains(&node.accesskit_node().role())) {
            let (label, rect) = (node.accesskit_node().label().unwrap_or_default(), node.rect());
            assert!(rect.left() >= -1.0 && rect.right() <= TIGHTEST.0 + 1.0, "{name}: {label:?} {rect:?}");
        }
    }
    let (table, shown) = mysterious("", &[], "");
    let harness = window(TIGHTEST, |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("queen of hearts");
    assert!(harness.query_all_by_label_contains("column 1: ").count() > 0, "the notes are there");
}

#[test]
fn the_mystery_is_named_by_choosing_a_card_and_confirming_it() {
    let (table, shown) = mysterious("", &[], "");
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("queen of hearts").click();
    harness.run();
    let named =
        |requests: &Requests| requests.iter().any(|request| matches!(request, Request::Table(TableAction::Play(_))));
    assert!(!named(harness.state()), "one press does not end the game");
    harness.get_by_label("Name Q♥").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Play("guess QH".to_owned())), "{:?}", harness.state());
}

/// The notes that were saved last.
fn noted(requests: &Requests) -> String {
    let note = |request: &Request| match request {
        Request::Table(TableAction::Note(notes)) => Some(notes.clone()),
        _ => None,
    };
    requests.iter().rev().find_map(note).expect("a note")
}

#[test]
fn notes_are_made_on_the_grid_taken_back_and_say_when_they_contradict_themselves() {
    let mut notes = String::new();
    let mut click = |label: &str, wanted: &str| {
        let (table, shown) = mysterious("", &[], &notes);
        let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
        harness.get_by_label(label).click();
        harness.run();
        notes = noted(harness.state());
        let (table, shown) = mysterious("", &[], &notes);
        let harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
        harness.get_by_label(wanted);
    };
    click("row B1–B4: K", "row B1–B4: K, crossed out");
    click("row B1–B4: K, crossed out", "row B1–B4: K, settled");
    click("row B1–B4: K, settled", "row B1–B4: K");
    for rank in ["A", "K", "Q"] {
        click(&format!("row A1–A4: {rank}"), &format!("row A1–A4: {rank}, crossed out"));
    }
    click("row A1–A4: J", "Your notes cannot all be true: no rank is left for row A1–A4.");
}

#[test]
fn notes_by_parlour_are_chosen_for_a_game_and_cannot_be_changed_by_hand() {
    let kept = "(seed:\"welcome-mushy-heads c0ffee42\",kept:true,ink:{})";
    let (table, shown) = mysterious("", &[PAIR.as_slice(), &["ask 1 with 2S 2H"]].concat(), kept);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    let words = all_words(&harness);
    assert!(words.contains("15 possible") && !words.contains("Pencil"), "{words}");
    let is_note = |request: &Request| matches!(request, Request::Table(TableAction::Note(_)));
    harness.get_by_label("row A1–A4: K").click_accesskit();
    harness.run();
    assert!(!harness.state().iter().any(is_note));
}

#[test]
fn a_game_that_is_only_looked_at_shows_no_notes() {
    let (mut table, shown) =
        mysterious("", &[], "(seed:\"welcome-mushy-heads c0ffee42\",kept:false,ink:{Row(0,0):false})");
    let has_note = |table: &ActiveGame| {
        let harness = window(SIZES[1], |root, requests| draw_table(root, table, &shown, requests));
        harness.query_by_label("row A1–A4: A, crossed out").is_some()
    };
    assert!(has_note(&table));
    table.purpose = Purpose::Replay;
    assert!(!has_note(&table));
}

#[test]
fn a_puzzle_is_chosen_from_the_list_before_the_deal() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MYSTERY), ..UiState::default() }, &index_of_today(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.get_by_label("First Light, par 3.5").click();
    harness.run();
    let set = |request: &Request| match request {
        Request::Settings(SettingsAction::Set(set)) => Some(set.options_of(MYSTERY).to_owned()),
        _ => None,
    };
    assert_eq!(harness.state().iter().find_map(set), Some("(puzzle:\"first-light\")".to_owned()));
    harness.get_by_role_and_label(Role::Button, "New puzzle …").click();
    harness.run();
    assert!(harness.state().contains(WorkshopAction::Design(MYSTERY, None)), "{:?}", harness.state());
}

/// An index with games of the first two puzzles.
fn solved() -> LibraryIndex {
    let finished = |(title, puzzle): (&str, &str)| Finished {
        at: 1_795_000_000,
        record: "1.ron".to_owned(),
        seed: "tea".to_owned(),
        scores: vec![0],
        title: title.to_owned(),
        options: format!("(puzzle: {puzzle:?})"),
        ..Finished::default()
    };
    let games =
        [("Not solved", "first-light"), ("Solved", "welcome-mushy-heads"), ("Not solved", "welcome-mushy-heads")];
    let mut index = index_of_today();
    index.finished.insert(MYSTERY, games.map(finished).to_vec());
    index
}

#[test]
fn puzzles_that_were_solved_are_ticked_and_counted() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MYSTERY), ..UiState::default() }, &solved(), requests);
    };
    let harness = window(SIZES[1], draw);
    harness.get_by_label("Welcome Mushy Heads, par 4.42, solved");
    harness.get_by_label("First Light, par 3.5");
    // The first puzzle is the one that is chosen.
    harness.get_by_label("solved 1 of 2 games");
}

#[test]
fn enter_deals_the_puzzle_that_is_chosen_and_arrows_scroll_its_list() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MYSTERY), ..UiState::default() }, &played(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    let is_dealt = |requests: &Requests| {
        requests.iter().any(|request| matches!(request, Request::Game(GameAction::Deal(MYSTERY, Some(_)))))
    };
    harness.get_by_label("Welcome Mushy Heads, par 4.42").focus();
    harness.run();
    let low = |harness: &Harness<'_, Requests>| harness.get_by_label("Seven Steps, par 3.75").rect().bottom();
    let (before, bottom) = (low(&harness), SIZES[1].1);
    assert!(before > bottom - 100.0, "this line is cut off at first");
    for _ in 0..9 {
        harness.key_press(egui::Key::ArrowDown);
        harness.run();
    }
    assert!(low(&harness) < before - 20.0, "the list follows the arrow keys");
    assert!(!is_dealt(harness.state()));
    harness.get_by_label("Welcome Mushy Heads, par 4.42").focus();
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(is_dealt(harness.state()), "{:?}", harness.state());
}

#[test]
fn a_saved_game_is_continued_from_its_tile_which_f1_is_about() {
    let mut state = UiState { chosen: Some(MYSTERY), ..UiState::default() };
    let mut index = index_of_today();
    index.waiting.insert(GAME, "23 cards left, 41 points".to_owned());
    index.latest = Some(GAME);
    let chosen = Mutex::new(None);
    let mut harness = window(SIZES[1], |root, requests| {
        library::show(root, &mut state, &index, &Settings::default(), false, requests);
        *chosen.lock().expect("chosen") = state.chosen;
    });
    harness.run();
    assert_eq!(*chosen.lock().expect("chosen"), None, "the rules of no game while no tile has the focus");
    harness.get_by_role_and_label(Role::Button, "Continue").focus();
    harness.run();
    assert_eq!(*chosen.lock().expect("chosen"), Some(GAME));
    harness.get_by_role_and_label(Role::Button, "Continue").click();
    harness.run();
    assert!(harness.state().contains(GameAction::Continue(GAME)), "{:?}", harness.state());
}

#[test]
fn an_unkind_title_is_not_kept_in_the_history() {
    let mut index = played();
    for game in index.finished.get_mut(GAME).into_iter().flatten() {
        game.title = games::matrix::rules::TITLES[0].1.to_owned();
    }
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
    assert_eq!(harness.query_all_by_label_contains("Loser").count(), 0);
    assert!(harness.query_all_by_label_contains("Below fifty points").count() > 0);
}

#[test]
fn a_list_scrolls_to_the_puzzle_that_is_chosen() {
    let mut settings = Settings::default();
    let last = shipped::index().last().expect("a puzzle").id.clone();
    let table = settings.tables.entry(MYSTERY.to_owned()).or_default();
    table.options = format!("(puzzle: {last:?})");
    let title = shipped::find(&last).expect("a puzzle").title;
    let draw = |root: &mut Ui, requests: &mut Requests| {
        let state = &mut UiState { chosen: Some(MYSTERY), ..UiState::default() };
        set_up_with(root, state, &settings, &index_of_today(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.run_steps(60);
    let line = harness.query_all_by_label_contains(&title).next().expect("its line").rect();
    assert!(line.top() > 0.0 && line.bottom() < SIZES[1].1 - 80.0, "{line:?}");
}

#[test]
fn a_history_of_any_scores_and_any_length_is_shown() {
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let finished = |score: i32, is_penalty: bool| Finished {
        record: format!("{score}.ron"),
        scores: vec![score],
        title: format!("{score} points"),
        is_penalty,
        ..Finished::default()
    };
    let extremes =
        |is_penalty| [1_000_000_000, -3, i32::MIN, i32::MAX].map(|score| finished(score, is_penalty)).to_vec();
    let many = (0..3000).map(|score| finished(score, false)).collect();
    for (games, words) in [
        (extremes(false), "Each dot is the score of a game; the line is the average so far."),
        (extremes(true), "Each dot is the score of a game; the line is the average so far."),
        (
            many,
            "Each dot is the score of a game; the line is the average so far. Only the latest 1000 games are drawn.",
        ),
    ] {
        let mut index = index_of_today();
        index.finished.insert(GAME, games);
        let harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
        harness.get_by_label(words);
    }
}

#[test]
fn without_a_date_there_is_no_deal_of_the_day() {
    let index = LibraryIndex { today: None, ..played_daily(&[("2026-11-22", true, false)]) };
    let harness = window(SIZES[1], |root, requests| {
        library::show(root, &mut UiState::default(), &index, &Settings::default(), false, requests);
    });
    assert!(harness.query_by_label("Matrix Solitaire, deal of the day").is_none());
    let harness = window(SIZES[1], |root, requests| {
        set_up(root, &mut UiState { chosen: Some(GAME), ..UiState::default() }, &index, requests);
    });
    assert!(harness.query_by_label_contains("Deal of the day").is_none());
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let mut harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
    harness.get_by_role_and_label(Role::RadioButton, "shown: Deals of the day").click();
    harness.run();
    harness.get_by_label("Parlour cannot tell today’s date, so there is no deal of the day.");
}

#[test]
fn the_history_tells_which_puzzle_was_played() {
    let state = UiState { chosen: Some(MYSTERY), ..UiState::default() };
    let harness = window(SIZES[1], |root, requests| history::show(root, &state, &solved(), false, requests));
    harness.get_by_label("First Light: Not solved");
    harness.get_by_label("Welcome Mushy Heads: Solved");
}

#[test]
fn the_bench_has_the_puzzle_that_was_opened_and_a_new_one_else() {
    let mut workshop = with_mods();
    let harness = window(SIZES[1], |root, _| in_workshop(root, &mut *workshop, false, &mut Vec::new()));
    harness.get_by_label("C1 and C2 change places");
    harness.get_by_label("1 card is removed at random from pile 1");
    drop(harness);
    let text = shipped::find("twins").expect("a puzzle").to_line();
    let mut workshop = designer::open(None, &text);
    let harness = window(SIZES[1], |root, _| in_workshop(root, &mut *workshop, false, &mut Vec::new()));
    harness.get_by_label("Pile 1 is empty; a pile has at least one cell.");
    harness.get_by_label("Undo brings back your last draft");
}

#[test]
fn a_puzzle_is_designed_judged_tried_and_saved() {
    let mut workshop = designer::open(None, "");
    let requests = Mutex::new(Vec::new());
    let mut harness = window(SIZES[1], |root, _| {
        in_workshop(root, &mut *workshop, true, &mut requests.lock().expect("requests"));
    });
    harness.get_by_label("Pile 1 is empty; a pile has at least one cell.");
    let laid = [(1, ["A2", "B1", "C3", "D4"].as_slice()), (2, &["A4", "C2", "D1"]), (3, &["B4", "B2", "D2"])];
    for (pile, cells) in laid {
        harness.get_by_label(&format!("Token of pile {pile}")).click();
        harness.run();
        for cell in cells {
            harness.get_by_label(&format!("Cell {cell}: no token")).click();
            harness.run();
        }
    }
    harness.get_by_label("Par 4.42 · 6 at worst");
    harness.get_by_label("Good play wins 98 of 100 deals · gentle");
    harness.get_by_role_and_label(Role::TextInput, "Printed par").focus();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, "Printed par").type_text("4.5");
    harness.run();
    for name in ["Try it", "Save"] {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
    }
    let requests = requests.lock().expect("requests");
    let tried = requests
        .iter()
        .find_map(|ask| if let WorkshopRequest::Try(options) = ask { Some(options.clone()) } else { None });
    assert!(tried.is_some_and(|options| options.contains("puzzle_text")));
    let saved =
        requests.iter().find_map(|ask| if let WorkshopRequest::Save(own) = ask { Some(own.clone()) } else { None });
    let saved = saved.expect("saved");
    assert_eq!(saved.file, "untitled.parlour-puzzle.ron");
    let text = saved.text.as_deref().expect("a text");
    assert!(check_text(text).is_ok() && text.contains("printed_par: Some(4.5)"), "{text}");
}

#[test]
fn buttons_are_chosen_in_secret_and_pressed_in_the_panel() {
    let (table, shown) = messy(&[], true);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("Direct B").click();
    harness.run();
    // The same button cannot be both: choosing it here frees it there.
    for name in ["Indirect B", "Direct A"] {
        harness.get_by_label(name).click();
        harness.run();
    }
    harness.get_by_role_and_label(Role::Button, "Choose").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Play("choose A B".to_owned())), "{:?}", harness.state());
    let (table, shown) = messy(&CHOSEN, false);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("C, 10 tokens left").click();
    harness.run();
    assert!(harness.state().contains(TableAction::Switch('C')), "{:?}", harness.state());
}

/// Everything that a screen reader could read.
fn all_words(harness: &Harness<Requests>) -> String {
    let said = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        [node.label(), node.value(), node.description()].into_iter().flatten().collect::<Vec<_>>().join(" | ")
    };
    harness.root().children_recursive().map(said).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_panel_says_what_another_seat_chose() {
    for faces in [false, true] {
        let words = |choices: [&str; 3]| {
            let [one, two, three] = choices;
            let moves = [(0, "choose A D"), (1, one), (2, two), (3, three)];
            let (table, shown) = messy(&moves, faces);
            all_words(&window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests)))
        };
        let (these, those) =
            (words(["choose B C", "choose C D", "choose D A"]), words(["choose D B", "choose B A", "choose C B"]));
        assert_eq!(these, those);
        assert_eq!(these.contains("A ×1"), faces, "their own, those who look at them see: {these}");
    }
}

#[test]
fn who_plays_is_set_with_name_bot_and_order() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MESS), ..UiState::default() }, &index_of_today(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.get_by_role_and_label(Role::Button, "Move player 2 up").click();
    harness.get_by_role_and_label(Role::RadioButton, "Players: 4").click();
    harness.run();
    let set = |requests: &Requests| {
        requests.iter().rev().find_map(|action| {
            if let Request::Settings(SettingsAction::Set(set)) = action { Some((**set).clone()) } else { None }
        })
    };
    let first = harness.state().iter().find_map(|action| match action {
        Request::Settings(SettingsAction::Set(set)) => Some(set.roster.players(2)),
        _ => None,
    });
    let names: Vec<String> = first.into_iter().flatten().map(|player| player.name).collect();
    assert_eq!(names, ["Ada", "You"]);
    harness.get_by_role_and_label(Role::RadioButton, "Malfunctions: Hard").click();
    harness.run();
    let options = set(harness.state()).map(|set| set.options_of(MESS).to_owned()).unwrap_or_default();
    assert!(options.contains("difficulty:Hard"), "{options}");
    harness.get_by_label("Picture: Lighthouse").click();
    harness.run();
    let options = set(harness.state()).map(|set| set.options_of(MESS).to_owned()).unwrap_or_default();
    assert!(options.contains("picture:\"harbour/lighthouse.svg\""), "{options}");
}

#[test]
fn a_lesson_says_what_to_do_and_how_far_it_is() {
    let (table, shown) = dealt(Purpose::Lesson);
    let mut harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("1 of 10");
    harness.get_by_role_and_label(Role::Button, "Start over").click();
    harness.run();
    assert!(harness.state().contains(GameAction::Learn(GAME)));
}

/// Plays an answer to what a lesson says, and what the others do then; `false` at its end.
fn go_on(session: &mut dyn TableSession) -> bool {
    if session.teaching().is_none_or(|teaching| teaching.rule.is_none()) {
        return false;
    }
    let moves = session.legal_moves(Seat::FIRST);
    let answer = moves.iter().find(|mv| session.is_answer(mv)).expect("an answer");
    session.play(Seat::FIRST, answer).expect("legal");
    while let Some((seat, reply)) = session.lesson_reply() {
        session.play(seat, reply).expect("legal");
    }
    true
}

#[test]
fn all_that_lessons_say_has_room_under_the_table() {
    let mut too_high: Vec<String> = Vec::new();
    for (entry, lesson) in catalogue::GAMES.iter().filter_map(|entry| Some((entry, entry.lesson()?))) {
        let mut session = lesson.expect("a lesson");
        loop {
            let says = session.teaching().expect("a lesson").says;
            let copy = catalogue::load(&session.record_text()).expect("a record");
            let mut shown = TableScene::default();
            shown.set(copy.layout(), None);
            let game = ActiveGame::new(copy, Purpose::Lesson);
            for (size, zoom) in SIZES.into_iter().flat_map(|size| [(size, 1.0), (size, 1.5)]) {
                let harness = enlarged(size, zoom, |root, requests| draw_table(root, &game, &shown, requests));
                let window = egui::vec2(size.0, size.1) / zoom;
                let strip = window_layout::strip(&game, bevy::math::Vec2::new(window.x, window.y));
                let nodes: Vec<_> = harness.root().children_recursive().collect();
                let words = nodes.iter().filter(|node| node.accesskit_node().value().as_deref() == Some(says));
                let high = words.map(|node| node.rect().height()).fold(0.0, f32::max);
                assert!(high > 10.0, "{}: {says} is not shown at {size:?}, {zoom}", entry.info.id);
                if high > strip - 12.0 {
                    too_high.push(format!("{}: {says} is {high} high at {size:?}, {zoom}", entry.info.id));
                }
            }
            if !go_on(&mut *session) {
                break;
            }
        }
    }
    assert!(too_high.is_empty(), "{too_high:#?}");
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

#[test]
fn the_last_trick_opens_on_a_click_and_is_closed_by_one() {
    // Four bids, and four cards of the first trick.
    let (before, scene) = circle(7);
    let harness = window(SIZES[1], |root, requests| draw_table(root, &before, &scene, requests));
    assert!(harness.query_by_role_and_label(Role::Button, "Last trick (P)").is_none(), "no trick is taken yet");
    let (mut after, scene) = circle(8);
    assert_eq!(scene.layout.last.cards.len(), 4);
    assert!(after.snapshot().described.contains("The last trick"), "{}", after.snapshot().described);
    for size in SIZES {
        after.peeks = false;
        let mut harness = window(size, |root, requests| draw_table(root, &after, &scene, requests));
        let shapes = |harness: &Harness<Requests>| harness.output().shapes.len();
        let without = shapes(&harness);
        harness.get_by_role_and_label(Role::Button, "Last trick (P)").focus();
        harness.run();
        assert!(shapes(&harness) <= without + 4, "{size:?}: the focus alone opens nothing");
        assert!(!harness.state().contains(TableAction::Peek), "{size:?}: {:?}", harness.state());
        let asked = |harness: &Harness<Requests>| {
            harness.state().iter().filter(|asked| **asked == TableAction::Peek.into()).count()
        };
        harness.key_press(egui::Key::Enter);
        harness.run();
        let by_key = asked(&harness);
        harness.get_by_role_and_label(Role::Button, "Last trick (P)").click();
        harness.run();
        assert!(0 < by_key && by_key < asked(&harness), "{size:?}: {:?}", harness.state());
        drop(harness);
        after.peeks = true;
        let mut harness = window(size, |root, requests| draw_table(root, &after, &scene, requests));
        assert!(shapes(&harness) > without + 4, "{size:?}");
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Back to the table").click();
        harness.run();
        assert!(harness.state().contains(TableAction::EndPeek), "{size:?}: {:?}", harness.state());
    }
}

/// Whether Undo is grey, what its tip says then, and whether a click on it asks for anything.
fn undo_of(game: &ActiveGame, scene: &TableScene) -> (bool, String, bool) {
    let mut harness = window(SIZES[0], |root, requests| draw_table(root, game, scene, requests));
    let undo = harness.get_by_role_and_label(Role::Button, "Undo (Ctrl+Z)");
    let is_grey = undo.accesskit_node().is_disabled();
    let place = undo.rect();
    undo.hover();
    harness.run_steps(8);
    let tip =
        harness.query_all_by_label_contains("Undo (Ctrl+Z)").find(|node| node.accesskit_node().role() == Role::Label);
    let tip = tip.map_or(String::new(), |tip| {
        assert!(!tip.rect().intersects(place), "the tip lies over its button");
        tip.accesskit_node().value().unwrap_or_default()
    });
    harness.get_by_role_and_label(Role::Button, "Undo (Ctrl+Z)").click();
    harness.run();
    (is_grey, tip, harness.state().contains(TableAction::Undo))
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

#[test]
fn undo_is_grey_where_it_would_be_refused_and_its_tip_says_why() {
    let people = || ["Ada", "Blaise"].map(Player::person).to_vec();
    let alone = || vec![Player::person("Ada"), Player::bot(BotLevel::Easy)];
    for (id, players, moves, refusal) in [
        (GAME, vec![Player::person("Ada")], 0, Some("there is nothing to undo")),
        (GAME, vec![Player::person("Ada")], 1, None),
        ("mystique-circle", people(), 0, Some("there is nothing to undo")),
        ("mystique-energy", people(), 2, Some("a move that revealed something hidden cannot be undone")),
        // Another's choice and practice are asked about.
        ("mystique-circle", people(), 1, None),
        ("mystique-energy", alone(), 2, None),
    ] {
        let (game, scene) = played_on(id, players, moves);
        let (is_grey, tip, is_asked) = undo_of(&game, &scene);
        let said = refusal.map_or("Undo (Ctrl+Z)".to_owned(), |why| format!("Undo (Ctrl+Z): {why}"));
        assert_eq!((is_grey, tip, is_asked), (refusal.is_some(), said, refusal.is_none()), "{id} after {moves}");
    }
}

#[test]
fn whoever_has_chosen_in_secret_can_take_it_back_by_name_while_the_computer_is_passed_on() {
    let names = ["Ada", "Blaise"].map(Player::person).to_vec();
    for (moves, offers) in [(0, false), (1, true)] {
        let mut session =
            catalogue::find("mystique-circle").expect("the game").start("tea", names.clone()).expect("a deal");
        for _ in 0..moves {
            let mv = session.legal_moves(Seat::FIRST)[0].clone();
            session.play(Seat::FIRST, &mv).expect("legal");
        }
        let game = ActiveGame::new(session, Purpose::Game);
        let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        for size in SIZES {
            let mut harness = window(size, |root, requests| hand_over::show(root, &game, &seats, false, requests));
            assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
            let Some(again) = harness.query_by_role_and_label(Role::Button, "Take back Ada’s choice") else {
                assert!(!offers);
                continue;
            };
            again.click();
            harness.run();
            assert!(offers && harness.state().contains(TableAction::ChooseAgain), "{:?}", harness.state());
        }
    }
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

#[test]
fn the_tip_of_what_cannot_be_done_now_covers_neither_its_button_nor_the_own_hand() {
    let mut looked_at = 0;
    let mut covered = Vec::new();
    for entry in catalogue::GAMES.iter().filter(|entry| entry.info.seats.1 > 1) {
        let id = entry.info.id;
        let bots = vec![Player::bot(BotLevel::Easy); usize::from(entry.info.seats.0.max(2)) - 1];
        let players = [vec![Player::person("Ada")], bots].concat();
        let (game, scene) = played_on(id, players, 0);
        for (size, zoom) in SIZES.into_iter().flat_map(|size| [(size, 1.0), (size, 1.5)]) {
            let points = (size.0 / zoom, size.1 / zoom);
            for (number, action) in game.actions().iter().enumerate() {
                let Err(why) = &action.mv else { continue };
                let mut harness = enlarged(points, zoom, |root, requests| draw_table(root, &game, &scene, requests));
                let name = format!("{} ({})", action.label, number + 1);
                // Places of nodes are in pixels.
                let in_points = |rect: egui::Rect| egui::Rect { min: rect.min / zoom, max: rect.max / zoom };
                let place = in_points(harness.get_by_role_and_label(Role::Button, &name).rect());
                harness.hover_at(place.center());
                harness.run_steps(8);
                let why = capitalised(&why.why);
                let tip = harness.query_by_role_and_label(Role::Label, &why).map(|tip| in_points(tip.rect()));
                let Some(tip) = tip else {
                    covered.push(format!("{id} at {size:?}, {zoom}: {name} at {place:?} has no tip"));
                    continue;
                };
                looked_at += 1;
                let hand = own_hand(&game, &scene, points, zoom);
                assert!(!hand.is_empty(), "{id}");
                if hand.iter().chain([&place]).any(|kept| kept.intersects(tip)) {
                    covered.push(format!("{id} at {size:?}, {zoom}: {name}: {tip:?}"));
                }
            }
        }
    }
    assert!(covered.is_empty(), "{covered:#?}");
    assert!(looked_at >= 6, "{looked_at}");
}

#[test]
fn the_score_sheet_between_rounds_tells_all_rounds_and_what_the_last_one_is_made_of() {
    for size in SIZES {
        // Four rounds, of which the last has just ended.
        let (game, _) = circle(usize::MAX);
        let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        let harness = window(size, |root, requests| pages::round(root, &game, &seats, SHOWN, requests));
        let words = all_words(&harness);
        assert!(words.contains("Round 1: ") && words.contains("Points in total: "), "{words}");
        assert!(words.contains("bid"), "what the points are made of: {words}");
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
    }
}

#[test]
fn where_fewer_are_better_the_end_says_what_is_counted_and_how_many_there_were() {
    let entry = catalogue::find("eleusis-express").expect("the game");
    let mut session = entry.lesson().expect("a lesson").expect("its record");
    for mv in ["play 5D", "guess colour differs from last"] {
        session.play(Seat::FIRST, mv).expect("legal");
    }
    let game = ActiveGame::new(session, Purpose::Game);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let harness = window(SIZES[0], |root, requests| pages::end(root, &game, &seats, false, SHOWN, requests));
    assert!(harness.query_by_label("Cards used").is_some() && harness.query_by_label("1").is_some());
    assert!(harness.query_by_label("Your score").is_none() && harness.query_by_label("−1").is_none());
}

/// A game of Eleusis Express for one, in which a rule can be written, after this was typed into its field.
fn with_a_rule_typed<'a>(size: (f32, f32), game: &'a (ActiveGame, TableScene), text: &str) -> Harness<'a, Requests> {
    let mut harness = window(size, |root, requests| draw_table(root, &game.0, &game.1, requests));
    harness.get_by_role_and_label(Role::TextInput, RULE_FIELD).focus();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, RULE_FIELD).type_text(text);
    harness.run();
    harness
}

const RULE_FIELD: &str = "What the rule might be";

fn house_rule() -> (ActiveGame, TableScene) {
    let entry = catalogue::find("eleusis-express").expect("the game");
    let session = entry.start_with("c0ffee42", vec![Player::person("You")], "(house: true, rule: \"red\")");
    let session = session.expect("a deal");
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

#[test]
fn a_rule_that_cannot_be_read_is_replaced_by_the_nearest_one_with_a_click() {
    let game = house_rule();
    for size in SIZES {
        let mut harness = with_a_rule_typed(size, &game, "rnak must be different from the last card");
        assert!(all_words(&harness).contains("is not understood"), "{}", all_words(&harness));
        assert_eq!(all_faults(&harness, size, true), Vec::<String>::new(), "{size:?}");
        let meant = "rank must be different from the last card";
        harness.get_by_role_and_label(Role::Button, meant).click();
        harness.run();
        assert!(harness.query_by_role_and_label(Role::Button, meant).is_none());
        let field = harness.get_by_role_and_label(Role::TextInput, RULE_FIELD);
        assert_eq!(field.accesskit_node().value().as_deref(), Some(meant));
        assert!(all_words(&harness).contains("Understood: rank differs from last"), "{}", all_words(&harness));
    }
}

#[test]
fn a_rule_that_can_mean_two_things_is_asked_back_with_a_button_for_each() {
    let game = house_rule();
    for size in SIZES {
        let meant = ["if last is red then even else red or black", "if red then even else red or black"];
        let harness = with_a_rule_typed(size, &game, "if red then even");
        assert!(meant.iter().all(|meant| harness.query_by_role_and_label(Role::Button, meant).is_some()));
        assert_eq!(all_faults(&harness, size, true), Vec::<String>::new(), "{size:?}");
        let mut harness = harness;
        harness.get_by_role_and_label(Role::Button, meant[1]).click();
        harness.run();
        let field = harness.get_by_role_and_label(Role::TextInput, RULE_FIELD);
        assert_eq!(field.accesskit_node().value().as_deref(), Some(meant[1]));
    }
}

#[test]
fn the_end_of_a_game_leads_to_its_review() {
    for size in SIZES {
        let game = ActiveGame::new(finished(), Purpose::Game);
        let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        let mut harness = window(size, |root, requests| pages::end(root, &game, &seats, false, SHOWN, requests));
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Review").click();
        harness.run();
        assert!(harness.state().contains(GameAction::ReviewThis), "{:?}", harness.state());
    }
}

#[test]
fn enter_pressed_once_too_often_deals_no_new_game_and_the_next_key_leads_to_the_buttons() {
    let game = ActiveGame::new(finished(), Purpose::Game);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let mut first = true;
    let mut harness = window(SIZES[1], |root, requests| {
        let staging = Staging { focus: std::mem::take(&mut first), ..SHOWN };
        pages::end(root, &game, &seats, false, staging, requests);
    });
    for key in [egui::Key::Enter, egui::Key::Enter, egui::Key::Space] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().iter().count(), 0, "{:?}", harness.state());
    harness.key_press(egui::Key::Tab);
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(harness.state().contains(GameAction::Again), "{:?}", harness.state());
}

#[test]
fn arrows_lead_from_the_result_to_the_buttons_below_it() {
    let game = ActiveGame::new(finished(), Purpose::Game);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let mut first = true;
    let mut harness = window(SIZES[1], |root, requests| {
        let staging = Staging { focus: std::mem::take(&mut first), ..SHOWN };
        pages::end(root, &game, &seats, false, staging, requests);
    });
    harness.key_press(egui::Key::ArrowDown);
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(harness.state().iter().count() > 0, "a button has the focus");
}

/// Where the tiles of the library are, by the titles of their games, and the label of what has the focus.
fn tiles_of(index: &LibraryIndex, search: &str) -> (Vec<(String, egui::Rect)>, usize, Option<egui::Rect>) {
    let mut state = UiState { search: search.to_owned(), ..UiState::default() };
    let mut focus = true;
    let harness = window(SIZES[1], |root, requests| {
        library::show(root, &mut state, index, &Settings::default(), std::mem::take(&mut focus), requests);
    });
    let place = |entry: &catalogue::GameEntry| {
        let tile = harness.query_by_role_and_label(Role::Button, entry.info.title)?;
        Some((entry.info.title.to_owned(), tile.rect()))
    };
    let tiles = catalogue::GAMES.iter().filter_map(place).collect();
    let ways_on = harness.query_all_by_role_and_label(Role::Button, "Continue").count();
    let focused = harness.root().children_recursive().find(|node| node.is_focused()).map(|node| node.rect());
    (tiles, ways_on, focused)
}

#[test]
fn games_stay_where_they_are_in_the_library_whatever_was_played_or_searched() {
    let fresh = index_of_today();
    let (tiles, ways_on, _) = tiles_of(&fresh, "");
    assert_eq!((tiles.len(), ways_on), (catalogue::GAMES.len(), 0));
    // From the left to the right, row by row, as in the catalogue.
    let is_after = |pair: &[(String, egui::Rect)]| {
        let (one, other) = (pair[0].1, pair[1].1);
        other.top() > one.bottom() || (other.top() == one.top() && other.left() > one.right())
    };
    assert!(tiles.windows(2).all(is_after), "{tiles:?}");
    let mut index = played();
    for game in [MESS, CHAIN] {
        index.waiting.insert(game, "12 cards left".to_owned());
    }
    index.latest = Some(MESS);
    let (again, ways_on, focused) = tiles_of(&index, "");
    assert_eq!((&again, ways_on), (&tiles, 2));
    // Whoever comes back goes on with what they played last.
    let title = catalogue::find(MESS).expect("the game").info.title;
    let (_, tile) = tiles.iter().find(|(name, _)| name == title).expect("its tile");
    assert!(focused.is_some_and(|focused| tile.contains_rect(focused)), "{focused:?} in {tile:?}");
    // What is found keeps its size and its order.
    let (found, ..) = tiles_of(&index, "mystique");
    assert!(found.len() >= 2 && found.windows(2).all(is_after), "{found:?}");
    assert!(found.iter().all(|(_, tile)| tile.size() == tiles[0].1.size()), "{found:?}");
}

#[test]
fn enter_in_the_search_opens_the_only_game_that_is_left() {
    let entered = |search: &str, index: &LibraryIndex| {
        let state = || UiState { search: search.to_owned(), ..UiState::default() };
        let draw = |root: &mut Ui, requests: &mut Requests| {
            library::show(root, &mut state(), index, &Settings::default(), false, requests);
        };
        let mut harness = window(SIZES[1], draw);
        harness.get_by_role_and_label(Role::TextInput, "Search").focus();
        harness.run();
        harness.key_press(egui::Key::Enter);
        harness.run();
        harness.state().iter().cloned().collect::<Vec<Request>>()
    };
    assert_eq!(entered("matrix", &index_of_today()), [NavigationAction::OpenSetup(GAME).into()]);
    assert_eq!(entered("m", &index_of_today()), [], "several are left");
    assert_eq!(entered("no such game", &index_of_today()), []);
    let mut index = index_of_today();
    index.waiting.insert(GAME, "23 cards left, 41 points".to_owned());
    index.latest = Some(GAME);
    assert_eq!(entered("matrix", &index), [GameAction::Continue(GAME).into()], "a game waits there");
}

#[test]
fn only_people_who_share_the_computer_are_told_to_pass_it_on() {
    for (bots, is_told) in [(0, true), (1, true), (2, false)] {
        let mut settings = Settings::default();
        settings.tables.entry(MESS.to_owned()).or_default().seats = Some(3);
        for seat in 3 - bots..3 {
            settings.roster.entry_mut(seat).expect("a seat").bot = Some(BotLevel::Easy);
        }
        for seat in 0..3 - bots {
            settings.roster.entry_mut(seat).expect("a seat").bot = None;
        }
        let draw = |root: &mut Ui, requests: &mut Requests| {
            let mut state = UiState { chosen: Some(MESS), ..UiState::default() };
            set_up_with(root, &mut state, &settings, &index_of_today(), requests);
        };
        let harness = window(SIZES[1], draw);
        let told = harness.query_all_by_label_contains("Pass the computer on").count();
        assert_eq!(told > 0, is_told, "{bots} bots");
    }
}

#[test]
fn a_review_says_what_a_move_cost_and_what_would_have_been_better_and_leads_from_one_mistake_to_the_next() {
    let (table, shown) = reviewed();
    let mut harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    let words = all_words(&harness);
    assert!(words.contains("This cost about 3 points. Better: play 10♥ to a3: it scores 8 points."), "{words}");
    let choices = table.review.plan.own.len();
    assert!(words.contains(&format!("Looked at 3 of {choices} choices")) && choices < 52, "{words}");
    for name in ["Costliest", "Next", "Previous", "Review"] {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
    }
    let asked = harness.state();
    let seeks = [31, 31].map(TableAction::Seek);
    assert!(seeks.into_iter().all(|seek| asked.contains(seek)), "{asked:?}");
    assert!(asked.contains(TableAction::Review(false)), "{asked:?}");
    assert!(!asked.contains(TableAction::Seek(40)), "the next one comes first: {asked:?}");
    // Only what was finished is reviewed.
    let (table, shown) = dealt(Purpose::Replay);
    let harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    assert!(harness.query_by_role_and_label(Role::Button, "Review").is_none());
}

#[test]
fn games_are_listed_by_day_or_by_score() {
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let mut harness = window(SIZES[2], |root, requests| history::show(root, &state, &played(), false, requests));
    let top = |harness: &Harness<Requests>, score: &str| harness.get_by_label(score).rect().top();
    // The best stands in the totals too; those below it tell the order.
    assert!(top(&harness, "77") < top(&harness, "84"));
    harness.get_by_role_and_label(Role::RadioButton, "order: Best first").click();
    harness.run();
    assert!(top(&harness, "84") < top(&harness, "77"));
}

#[test]
fn the_deal_of_the_day_is_dealt_from_the_setup_which_says_how_it_ended() {
    let cases: [(&[(&str, bool, bool)], &str); 3] = [
        (&[("2026-11-22", true, false)], "Deal of the day (Ctrl+D)"),
        (&[("2026-11-23", true, true)], "Deal of the day: won"),
        (&[("2026-11-23", false, false), ("2026-11-23", true, false)], "Deal of the day: finished"),
    ];
    for (days, name) in cases {
        let index = played_daily(days);
        let draw = |root: &mut Ui, requests: &mut Requests| {
            set_up(root, &mut UiState { chosen: Some(GAME), ..UiState::default() }, &index, requests);
        };
        let mut harness = window(SIZES[1], draw);
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
        assert!(harness.state().contains(GameAction::DailyDeal(GAME, TODAY)), "{:?}", harness.state());
    }
}

#[test]
fn the_sign_on_a_tile_deals_the_deal_of_the_day_and_a_tick_says_that_it_is_finished() {
    for (day, name) in [("2026-11-22", "deal of the day"), ("2026-11-23", "deal of the day: won")] {
        let index = played_daily(&[(day, true, false)]);
        let mut harness = window(SIZES[1], |root, requests| {
            library::show(root, &mut UiState::default(), &index, &Settings::default(), false, requests);
        });
        harness.get_by_role_and_label(Role::Button, &format!("Matrix Solitaire, {name}")).click();
        harness.run();
        let asked: Vec<&Request> = harness.state().iter().collect();
        assert_eq!(asked, [&Request::from(GameAction::DailyDeal(GAME, TODAY))]);
    }
}

#[test]
fn a_table_says_which_days_deal_lies_on_it() {
    let session = catalogue::find(GAME).expect("the game").start("2026-11-23", vec![Player::person("You")]);
    let session = session.expect("a deal");
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    let table = ActiveGame::new(session, Purpose::Game);
    for size in SIZES {
        let harness = window(size, |root, requests| draw_table(root, &table, &shown, requests));
        harness.get_by_label("Deal of 23 November 2026");
    }
}

#[test]
fn the_calendar_tells_how_each_day_was_played_and_is_turned_back_and_forward() {
    let earlier = ["2026-11-10", "2026-11-11", "2026-11-12"].map(|day| (day, true, false));
    let later = [("2026-10-31", true, false), ("2026-11-21", false, false), ("2026-11-22", true, true)];
    let index = played_daily(&[later[0], earlier[0], earlier[1], earlier[2], later[1], later[2]]);
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let mut harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
    harness.get_by_role_and_label(Role::RadioButton, "shown: Deals of the day").click();
    harness.run();
    let days = [
        "November 2026",
        "20 November 2026: not played",
        "21 November 2026: finished",
        "22 November 2026: won, assisted",
        "23 November 2026, today: not played",
        "24 November 2026: still to come",
    ];
    for words in days {
        harness.get_by_label(words);
    }
    // In a row up to yesterday, and at most.
    harness.get_by_label("2");
    harness.get_by_label("3");
    harness.get_by_role_and_label(Role::Button, "Previous month").click();
    harness.run();
    harness.get_by_label("31 October 2026: won");
    assert!(harness.query_by_label("24 November 2026: still to come").is_none());
    harness.get_by_role_and_label(Role::Button, "Next month").click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Next month").click();
    harness.run();
    harness.get_by_label("30 November 2026: still to come");
}

#[test]
fn a_pasted_record_is_opened_by_enter() {
    let mut state = UiState { typed: "(parlour: 1)".to_owned(), ..UiState::default() };
    let mut harness = window(SIZES[0], move |root, requests| share::open(root, &mut state, true, requests));
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().iter().last(), Some(&RecordAction::OpenTyped("(parlour: 1)".to_owned()).into()));
}

#[test]
fn every_game_has_an_emblem_that_is_seen() {
    for entry in catalogue::GAMES {
        let table = format!("tables/{}.jpg", entry.info.id);
        assert!(
            crate::table::assets::find(&table).is_some(),
            "{table} is missing: make it with scripts/table-pictures"
        );
        let image = drawings::rasterised(&format!("emblems/{}.svg", entry.info.id), &CardStyle::default(), [48, 48])
            .expect(entry.info.id);
        let seen = image.pixels.iter().filter(|pixel| pixel.a() > 128).count();
        assert!(seen > 48 * 48 / 5, "{}: {seen} pixels", entry.info.id);
    }
}

/// A game of two pairs, before and after all its moves.
fn of_partners(is_over: bool) -> (ActiveGame, TableScene) {
    let names = ["You", "Ada", "Blaise", "Clara"].map(|name| format!("(name: \"{name}\")")).join(", ");
    let record = format!(
        "(parlour: 1, game: \"mystique\", rules: 1, seed: \"pairs\", options: (partners: true), seats: [{names}], moves: [])"
    );
    let mut session = catalogue::load(&record).unwrap_or_else(|error| panic!("{error}"));
    while is_over && session.outcome().is_none() {
        let seat = session.acting().first().expect("somebody acts");
        let mv = session.legal_moves(seat)[0].clone();
        session.play(seat, &mv).expect("a legal move");
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

#[test]
fn partners_have_one_line_one_colour_and_one_sum() {
    let (game, scene) = of_partners(false);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let seats = scores::in_colours_of_sides(seats, &game.snapshot().score_sheet);
    assert_eq!((seats[0].colour, seats[1].colour), (seats[2].colour, seats[3].colour));
    assert_ne!(seats[0].colour, seats[1].colour);
    for size in SIZES {
        let harness = window(size, |root, requests| draw_table(root, &game, &scene, requests));
        for pair in ["You and Blaise: 0", "Ada and Clara: 0"] {
            assert!(harness.query_by_label(pair).is_some(), "{pair} at {size:?}");
        }
    }
    let (game, _) = of_partners(true);
    let points = game.session().scores();
    let shown = game.snapshot().score_sheet.shown(points[0]);
    for size in SIZES {
        let end = window(size, |root, requests| pages::end(root, &game, &seats, false, SHOWN, requests));
        let words = all_words(&end);
        assert!(words.contains(&format!("You and Blaise: {shown}.")), "{shown} at {size:?}: {words}");
    }
}
