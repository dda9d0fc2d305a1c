//! The program without a window: every system but the renderer, driven by actions and keys, frame by frame.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::asset::AssetPlugin;
use bevy::ecs::message::Messages;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::ecs::system::RunSystemOnce;
use bevy::input::ButtonState;
use bevy::input::InputPlugin;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowResolution};
use parlour::app::game::active::{ActiveGame, Purpose, StatusMessage};
use parlour::app::messages::{
    GameAction, NavigationAction, Outbox, PictureAction, RecordAction, Request, SettingsAction, TableAction,
    WorkshopAction,
};
use parlour::app::settings::{Animation, Settings};
use parlour::app::store::Store;
use parlour::app::ui_state::{Page, Screen, UiState};
use parlour::app::window_layout;
use parlour::catalogue;
use parlour::engine::record::Player;
use parlour::engine::seats::BotLevel;
use parlour::games::matrix::layout::MatrixArea;
use parlour::games::mystery::puzzle::shipped;
use parlour::layout::{AreaId, Beat, Cue, Face, Layout, Numbered, Piece, Place};
use parlour::table::areas::{AreaEntity, RingEntity};
use parlour::table::card_style::{Back, CardStyle, IndexGrowth};
use parlour::table::faces::{FacesReady, Kit};
use parlour::table::job::WakeWindow;
use parlour::table::motion::{MotionSettings, Moving};
use parlour::table::pieces::PieceEntity;
use parlour::table::scene::TableScene;
use parlour::table::sound::SoundVolume;
use parlour::table::theme::{Palette, Rgb, Theme};
use parlour::table::viewport::TableViewport;

mod cards;
mod daily;
mod drawer;
mod endings;
mod evening;
mod fairness;
mod hidden_hands;
mod kill;
mod looks;
mod mess;
mod mystery;
mod never_wait;
mod packs;
mod review;
mod saving;
mod steering;
mod tricks;

const GAME: &str = "matrix-solitaire";

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("parlour-app-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn store(&self) -> Store {
        Store::at(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How long something is waited for that is worked on beside the table: all tests share the threads for that, so a job may have to wait
/// for those of other tests.
const PATIENCE: Duration = Duration::from_secs(240);

fn program(store: Store) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, AssetPlugin::default()))
        .init_asset::<Image>()
        .add_message::<RequestRedraw>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)))
        .insert_resource(store)
        .add_plugins(parlour::app::plugin);
    app.world_mut().spawn((Window { resolution: window_of(1280, 720), ..default() }, PrimaryWindow));
    // A frame has little to do here: one thread has done it before others are awake that could share it.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    app.update();
    app
}

/// A window of so many points, with few pixels: cards are soon drawn, and nobody looks at them here.
fn window_of(width: u32, height: u32) -> WindowResolution {
    /// Points along each side of a pixel.
    const COARSE: u32 = 4;
    WindowResolution::new(width / COARSE, height / COARSE).with_scale_factor_override(1.0 / COARSE as f32)
}

/// Two frames with this action; afterwards, what belongs on the table lies there.
fn send(app: &mut App, action: impl Into<Request>) {
    ask(app, action);
    let_faces_be_drawn(app);
}

/// Two frames with this action.
fn ask(app: &mut App, action: impl Into<Request>) {
    let request = action.into();
    app.world_mut().run_system_once(move |mut outbox: Outbox| outbox.send(request.clone())).expect("an outbox");
    app.update();
    app.update();
}

/// Frames until the faces of what belongs on the table can be drawn: nothing comes to the table before.
fn let_faces_be_drawn(app: &mut App) {
    let waits = |app: &App| {
        let layout = &app.world().resource::<TableScene>().layout;
        let is_drawn = app.world().resource::<FacesReady>().can_show(layout);
        !layout.pieces.is_empty() && !is_drawn && app.world().resource::<WakeWindow>().jobs() > 0
    };
    while waits(app) {
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

fn dealt(store: Store, seed: &str) -> App {
    let mut app = program(store);
    send(&mut app, GameAction::Deal(GAME, Some(seed.to_owned())));
    app.update();
    app
}

/// A key goes down and up, but no frame passes.
fn type_key(app: &mut App, key_code: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let event = KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        };
        app.world_mut().resource_mut::<Messages<KeyboardInput>>().write(event);
    }
}

fn press(app: &mut App, key_code: KeyCode) {
    type_key(app, key_code);
    app.update();
}

/// The area of a slot of the matrix.
fn area(slot: &str) -> AreaId {
    AreaId::of(MatrixArea::Slot(slot.parse().expect("a slot")))
}

fn bring(app: &mut App, slot: &str) {
    send(app, TableAction::Bring(None, area(slot)));
}

/// Frames until nothing moves.
fn settle(app: &mut App) {
    let_faces_be_drawn(app);
    for _ in 0..600 {
        app.update();
        let still = !app.world().resource::<Moving>().0 && !app.world().resource::<TableScene>().is_playing();
        if still {
            return;
        }
    }
    panic!("something moves for ever");
}

fn table(app: &App) -> &ActiveGame {
    app.world().resource::<ActiveGame>()
}

fn moves(app: &App) -> usize {
    table(app).session().moves().0
}

fn saved(folder: &Folder) -> String {
    fs::read_to_string(folder.store().save_path(GAME)).expect("a save")
}

/// What lies on the table is what the layout says: the same pieces, in the same areas, at their places.
fn assert_table_is_true(app: &mut App) {
    let layout = table(app).session().layout();
    let viewport = *app.world().resource::<TableViewport>();
    let mut pieces = app.world_mut().query::<(&PieceEntity, &Transform)>();
    for (piece, place) in pieces.iter(app.world()) {
        let wanted = layout.piece(piece.id).unwrap_or_else(|| panic!("{piece:?} is not in the layout"));
        assert_eq!((piece.area, piece.face, piece.place), (wanted.area, wanted.face, wanted.place));
        let distance = place.translation.distance(viewport.resting(&wanted.place));
        assert!(distance < 0.1, "{piece:?} lies {distance} from its place");
    }
    assert_eq!(pieces.iter(app.world()).count(), layout.pieces.len());
    let areas = app.world_mut().query::<&AreaEntity>().iter(app.world()).count();
    assert_eq!(areas, layout.areas.len());
}

#[test]
fn a_deal_lays_the_table() {
    let folder = Folder::new("deal");
    let mut app = dealt(folder.store(), "c0ffee42");
    assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Play);
    assert_table_is_true(&mut app);
    assert!(saved(&folder).contains("c0ffee42"), "saved before the first move");
}

#[test]
fn what_waits_for_its_faces_is_shown_from_the_first_beat_on() {
    let folder = Folder::new("late-faces");
    let mut app = program(folder.store());
    let entry = catalogue::find("mystique-energy").expect("the game");
    let players = vec![Player::person("Ada"), Player::bot(BotLevel::Easy)];
    let all = entry.start("tea", players).expect("a deal").layout();
    let mut fewer = all.clone();
    fewer.pieces.truncate(3);
    let beats = [&fewer, &all].map(|layout| Beat::new(layout.clone(), Cue::Deal));
    app.world_mut().resource_mut::<TableScene>().begin(beats.to_vec());
    let mut pieces = app.world_mut().query::<&PieceEntity>();
    let_faces_be_drawn(&mut app);
    let shown: BTreeSet<_> = pieces.iter(app.world()).map(|piece| piece.id).collect();
    assert_eq!(shown, fewer.pieces.iter().map(|piece| piece.id).collect());
    settle(&mut app);
    assert_eq!(pieces.iter(app.world()).count(), all.pieces.len());
}

#[test]
fn a_move_glides_and_ends_where_the_layout_says() {
    let folder = Folder::new("glide");
    let mut app = dealt(folder.store(), "c0ffee42");
    bring(&mut app, "b1");
    assert!(app.world().resource::<Moving>().0, "something glides");
    settle(&mut app);
    assert_eq!(moves(&app), 1);
    assert_table_is_true(&mut app);
    assert_eq!(saved(&folder), table(&app).session().record_text(), "saved after the move");
}

#[test]
fn any_input_completes_what_is_running() {
    let folder = Folder::new("complete");
    let mut app = dealt(folder.store(), "c0ffee42");
    bring(&mut app, "b1");
    press(&mut app, KeyCode::ShiftLeft);
    app.update();
    assert!(!app.world().resource::<Moving>().0 && !app.world().resource::<TableScene>().is_playing());
    assert_table_is_true(&mut app);
}

#[test]
fn a_move_that_is_not_allowed_changes_nothing_and_names_the_rule() {
    let folder = Folder::new("illegal");
    let mut app = dealt(folder.store(), "c0ffee42");
    let before = saved(&folder);
    // The first card of this deal is the king of diamonds, which has weight.
    bring(&mut app, "b3");
    assert!(matches!(&table(&app).status, Some(StatusMessage::Refused(why)) if why.rule == "#where-a-card-may-go"));
    assert_eq!((moves(&app), saved(&folder)), (0, before));
    send(&mut app, NavigationAction::OpenRules);
    let page = app.world().resource::<UiState>().page.clone();
    assert_eq!(page, Some(Page::Rules(Some("#where-a-card-may-go".to_owned()))));
}

#[test]
fn only_legal_slots_are_lit_and_pointing_previews() {
    let folder = Folder::new("lit");
    let mut app = dealt(folder.store(), "c0ffee42");
    app.update();
    assert_eq!(app.world().resource::<TableScene>().highlight.lit, ["a1", "b1", "c1"].map(area), "the bottom row");
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::ArrowDown);
    app.update();
    let shown = app.world().resource::<TableScene>();
    assert_eq!(shown.focus, Some(area("b1")), "first the middle, then below it");
    assert!(shown.highlight.preview.is_some());
}

#[test]
fn what_would_happen_is_marked_on_cards_once_they_have_arrived() {
    let folder = Folder::new("marks");
    let mut app = dealt(folder.store(), "c0ffee42");
    let marks = |app: &mut App| {
        let mut marks = app.world_mut().query_filtered::<(), (
            With<Sprite>,
            Without<PieceEntity>,
            Without<AreaEntity>,
            Without<RingEntity>,
            Without<ChildOf>,
        )>();
        marks.iter(app.world()).count()
    };
    let previewed = |app: &App| {
        app.world().resource::<TableScene>().highlight.preview.as_ref().map_or(0, |preview| preview.marks.len())
    };
    let golden = fs::read_to_string(format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR")));
    let golden = golden.expect("the golden record");
    for play in golden.split("(0, \"").skip(1).filter_map(|rest| rest.split('"').next()).take(24) {
        if play.ends_with("bury") {
            press(&mut app, KeyCode::KeyB);
        }
        bring(&mut app, &play[..2]);
        settle(&mut app);
    }
    let bare = marks(&mut app);
    press(&mut app, KeyCode::ArrowUp);
    settle(&mut app);
    // The card that comes back would be part of a chain in the middle.
    send(&mut app, TableAction::Undo);
    app.update();
    assert!(app.world().resource::<Moving>().0 && previewed(&app) > 0);
    assert_eq!(marks(&mut app), bare, "while it comes");
    settle(&mut app);
    app.update();
    assert_eq!(marks(&mut app), bare + previewed(&app));
}

/// Plays the golden game with the arrow keys, Enter and B alone.
fn play_golden_by_keys(app: &mut App) {
    let golden = fs::read_to_string(format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR")));
    let golden = catalogue::load(&golden.expect("the golden record")).expect("a record");
    let text = golden.record_text();
    let plays: Vec<&str> = text.split("(0, \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    press(app, KeyCode::ArrowUp);
    for play in plays {
        let slot: parlour::games::matrix::Slot = play[..2].parse().expect("a slot");
        loop {
            let focus = app.world().resource::<TableScene>().focus.and_then(AreaId::to);
            let Some(MatrixArea::Slot(focus)) = focus else { panic!("no focus") };
            if focus == slot {
                break;
            }
            press(app, if focus.column() == slot.column() { KeyCode::ArrowUp } else { KeyCode::ArrowRight });
        }
        if play.ends_with("bury") {
            press(app, KeyCode::KeyB);
        }
        press(app, KeyCode::Enter);
        app.update();
    }
}

#[test]
fn a_whole_game_by_keys_reaches_the_end_screen_and_the_history() {
    let folder = Folder::new("whole");
    let mut app = dealt(folder.store(), "c0ffee42");
    play_golden_by_keys(&mut app);
    settle(&mut app);
    app.update();
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::End));
    let outcome = table(&app).outcome.clone().expect("an outcome");
    assert_eq!(outcome.title, "There is no spoon");
    let (history, faults) = folder.store().history(GAME);
    assert!(faults.is_empty());
    assert_eq!(history.iter().map(|game| game.scores[0]).collect::<Vec<_>>(), [171]);
    assert!(!folder.store().save_path(GAME).exists(), "nothing waits any more");
    // What is opened from the result leads back to it.
    for open in [NavigationAction::OpenShare, NavigationAction::OpenFairness] {
        send(&mut app, open);
        assert_ne!(app.world().resource::<UiState>().page, Some(Page::End));
        send(&mut app, NavigationAction::Close);
        assert_eq!(app.world().resource::<UiState>().page, Some(Page::End));
    }
    press(&mut app, KeyCode::Escape);
    app.update();
    assert_eq!(app.world().resource::<UiState>().page, None, "the table can be seen");
    assert_eq!(*app.world().resource::<State<Screen>>().get(), Screen::Play);
    let record = folder.store().finished_record(GAME, &history[0].record).expect("its record");
    assert_eq!(catalogue::load(&record).expect("a record").scores(), [171]);
}

#[test]
fn a_game_taken_back_after_its_end_is_not_counted_twice() {
    let folder = Folder::new("twice");
    let mut app = dealt(folder.store(), "c0ffee42");
    play_golden_by_keys(&mut app);
    settle(&mut app);
    send(&mut app, TableAction::Undo);
    assert_eq!((moves(&app), table(&app).purpose), (51, Purpose::Practice));
    assert!(table(&app).outcome.is_none());
    send(&mut app, TableAction::Redo);
    settle(&mut app);
    assert_eq!(folder.store().history(GAME).0.len(), 1);
}

#[test]
fn keys_that_fall_into_one_frame_are_all_obeyed_in_order() {
    let folder = Folder::new("quick");
    let mut app = dealt(folder.store(), "c0ffee42");
    press(&mut app, KeyCode::ArrowUp);
    // From the middle: right, down, play; left, play (a heart, which floats wherever it is put).
    for key in [KeyCode::ArrowRight, KeyCode::ArrowDown, KeyCode::Enter, KeyCode::ArrowLeft, KeyCode::Enter] {
        type_key(&mut app, key);
    }
    app.update();
    app.update();
    assert_eq!(moves(&app), 2);
    assert!(saved(&folder).contains(r#"(0, "c1"), (0, "b1")"#), "{}", saved(&folder));
}

/// What is said on the table in place of the prompt.
fn said(app: &App) -> String {
    match &table(app).status {
        Some(StatusMessage::Note(said)) => said.clone(),
        _ => String::new(),
    }
}

#[test]
fn a_game_that_another_one_takes_the_place_of_is_kept_as_given_up_and_can_be_taken_up_again() {
    let folder = Folder::new("given-up");
    let mut app = dealt(folder.store(), "c0ffee42");
    // Nothing was played: nothing is lost.
    send(&mut app, GameAction::Deal(GAME, Some("first".to_owned())));
    assert_eq!((said(&app), folder.store().history(GAME).0.len()), (String::new(), 0));
    bring(&mut app, "a1");
    settle(&mut app);
    bring(&mut app, "b1");
    settle(&mut app);
    let left = saved(&folder);
    send(&mut app, GameAction::Deal(GAME, Some("second".to_owned())));
    assert!(said(&app).contains("given up"), "{}", said(&app));
    let history = folder.store().history(GAME).0;
    assert_eq!((history.len(), history[0].given_up, history[0].seed.as_str()), (1, true, "first"));
    assert_eq!((history[0].clean_score(), history[0].best_score()), (None, None));
    // Practised again while another waits: that one is given up in turn.
    bring(&mut app, "c1");
    settle(&mut app);
    send(&mut app, GameAction::TakeUp(GAME, history[0].record.clone()));
    assert_eq!((moves(&app), table(&app).purpose, saved(&folder)), (2, Purpose::Game, left));
    let history = folder.store().history(GAME).0;
    assert_eq!(history.iter().map(|game| game.seed.as_str()).collect::<Vec<_>>(), ["second"]);
    // The same deal from the start: what was played is kept, and what follows is practice.
    send(&mut app, GameAction::Restart);
    assert_eq!(folder.store().history(GAME).0.len(), 2);
    assert!(table(&app).is_practice() && saved(&folder).contains("practice: true"));
    let record = folder.store().history(GAME).0[0].record.clone();
    send(&mut app, GameAction::Forget(GAME, record.clone()));
    assert_eq!(folder.store().history(GAME).0.len(), 1);
    assert!(folder.store().finished_record(GAME, &record).is_err());
    send(&mut app, GameAction::Forget(GAME, "../../settings.ron".to_owned()));
    assert_eq!(folder.store().history(GAME).0.len(), 1, "only plain names are files of the history");
}

#[test]
fn a_deal_that_is_played_again_counts_for_nothing() {
    let folder = Folder::new("practice");
    let mut app = dealt(folder.store(), "c0ffee42");
    play_golden_by_keys(&mut app);
    assert_eq!(folder.store().history(GAME).0.len(), 1);
    assert!(!table(&app).is_practice(), "this one counted");
    let record = folder.store().history(GAME).0[0].record.clone();
    send(&mut app, GameAction::PlayAgain(GAME, record));
    assert!(table(&app).is_practice());
    play_golden_by_keys(&mut app);
    assert!(table(&app).outcome.is_some() && table(&app).is_practice());
    assert_eq!(folder.store().history(GAME).0.len(), 1);
    assert_eq!(folder.store().save(GAME), Ok(None));
}

#[test]
fn after_a_bot_was_watched_the_player_plays_the_same_deal() {
    let folder = Folder::new("watched");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, GameAction::Watch(GAME, BotLevel::Easy, "milk".to_owned()));
    assert!(table(&app).is_watched() && !table(&app).is_practice());
    send(&mut app, GameAction::Restart);
    assert_eq!(table(&app).session().seed(), "milk");
    assert!(table(&app).session().at_screen().is_some() && table(&app).purpose == Purpose::Practice);
}

#[test]
fn undo_redo_and_restart_leave_the_table_true() {
    let folder = Folder::new("undo");
    let mut app = dealt(folder.store(), "c0ffee42");
    for slot in ["b1", "a1", "c1"] {
        bring(&mut app, slot);
    }
    let (undo, redo) = (Request::from(TableAction::Undo), Request::from(TableAction::Redo));
    let steps = [(&undo, 2), (&undo, 1), (&redo, 2), (&undo, 1), (&undo, 0), (&undo, 0), (&redo, 1)];
    for (action, expected) in steps.into_iter().chain([(&Request::from(GameAction::Restart), 0)]) {
        send(&mut app, action.clone());
        settle(&mut app);
        assert_eq!(moves(&app), expected, "after {action:?}");
        assert_table_is_true(&mut app);
        assert_eq!(saved(&folder), table(&app).session().record_text(), "after {action:?}");
    }
}

#[test]
fn continue_brings_the_same_position_back() {
    let folder = Folder::new("continue");
    let mut app = dealt(folder.store(), "c0ffee42");
    for slot in ["c1", "a3", "a1"] {
        bring(&mut app, slot);
    }
    let (state, before) = (table(&app).session().state(), saved(&folder));
    drop(app);
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(GAME));
    app.update();
    assert_eq!((table(&app).session().state(), saved(&folder)), (state, before));
    assert_table_is_true(&mut app);
}

/// A card of somebody's hand, seen from its back, and the same card once it is known.
#[derive(Clone, Copy, PartialEq)]
enum HandCard {
    Hidden,
    Known,
}

impl Numbered for HandCard {
    fn all() -> impl Iterator<Item = HandCard> {
        [HandCard::Hidden, HandCard::Known].into_iter()
    }
}

#[test]
fn a_hidden_card_keeps_its_entity_when_it_is_turned_up() {
    let folder = Folder::new("entity");
    let mut app = dealt(folder.store(), "c0ffee42");
    let anywhere = MatrixArea::Slot("b2".parse().expect("a slot"));
    let mut show = |piece: Piece, cue: Option<Cue>| {
        let layout = Layout { pieces: vec![piece], ..table(&app).session().layout() };
        app.world_mut().resource_mut::<TableScene>().set(layout, cue);
        settle(&mut app);
        let mut pieces = app.world_mut().query::<(Entity, &PieceEntity)>();
        let shown: Vec<(Entity, Face)> = pieces.iter(app.world()).map(|(entity, piece)| (entity, piece.face)).collect();
        assert_eq!(shown.len(), 1);
        shown[0]
    };
    let back = Piece::new(HandCard::Hidden, Face::Back, anywhere, Place::at((100.0, 100.0)));
    let (entity, _) = show(back, None);
    let ace = Face::French("AS".parse().expect("a card"));
    let place = Place { scale: 0.5, ..Place::at((300.0, 200.0)) };
    let known = Piece::new(HandCard::Known, ace, anywhere, place).was(HandCard::Hidden);
    assert_eq!(show(known, Some(Cue::Place)), (entity, ace));
}

#[test]
fn leaving_the_table_clears_it() {
    let folder = Folder::new("leave");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, NavigationAction::OpenLibrary);
    app.update();
    assert!(app.world().get_resource::<ActiveGame>().is_none());
    assert_eq!(app.world_mut().query::<&PieceEntity>().iter(app.world()).count(), 0);
    assert_eq!(app.world_mut().query::<&AreaEntity>().iter(app.world()).count(), 0);
}

#[test]
fn a_replay_steps_through_every_position() {
    let folder = Folder::new("replay");
    let path = format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR"));
    let mut app = program(folder.store());
    send(&mut app, RecordAction::OpenFile(path.into()));
    app.update();
    assert!(table(&app).is_replay());
    for at in [0, 10, 51, 52, 3] {
        send(&mut app, TableAction::Seek(at));
        settle(&mut app);
        assert_eq!(moves(&app), at);
        assert_table_is_true(&mut app);
    }
    assert!(!folder.store().save_path(GAME).exists(), "a replay is not saved");
    send(&mut app, GameAction::PlayOn);
    app.update();
    assert_eq!((moves(&app), table(&app).purpose), (3, Purpose::Practice));
}

#[test]
fn a_hint_comes_and_lights_its_slot() {
    let folder = Folder::new("hint");
    let mut app = dealt(folder.store(), "c0ffee42");
    mess::hinted(&mut app);
    let scene = app.world().resource::<TableScene>();
    assert_eq!(scene.highlight.lit.len(), 1);
    assert_eq!(scene.focus, scene.highlight.lit.first().copied(), "the ring is where the hint points");
    assert!(table(&app).session().is_assisted() && saved(&folder).contains("assisted: true"), "a hint is help");
}

#[test]
fn a_game_with_help_is_kept_apart_from_the_best() {
    let folder = Folder::new("assisted");
    let (before_last, last) = include_str!("../rules/golden/matrix-solitaire.ron").rsplit_once("(0, ").expect("moves");
    let last = last.split('"').nth(1).expect("a move");
    folder.store().write_save(GAME, &format!("{before_last}])")).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(GAME));
    settle(&mut app);
    // The last play but one turned the last card up; the last turned none up.
    send(&mut app, TableAction::Undo);
    assert!(!table(&app).session().is_assisted());
    send(&mut app, TableAction::Undo);
    let said = format!("{:?}", table(&app).status);
    assert!(said.contains("counts as assisted"), "{said}");
    send(&mut app, TableAction::Redo);
    send(&mut app, TableAction::Redo);
    send(&mut app, TableAction::Play(last.to_owned()));
    settle(&mut app);
    let (games, _) = folder.store().history(GAME);
    let kept: Vec<(bool, Option<i32>, Option<i32>)> =
        games.iter().map(|game| (game.assisted, game.score(), game.clean_score())).collect();
    assert_eq!((kept, table(&app).best), (vec![(true, Some(171), None)], None));
}

fn notices(app: &App) -> String {
    app.world().resource::<UiState>().notices.join("\n")
}

fn broken_saves() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    vec![
        ("empty", Vec::new(), "the file is empty"),
        ("binary", vec![0, 255, 1, 254], "not UTF-8"),
        ("truncated", b"(parlour: 1, game: \"matrix-sol".to_vec(), "1:"),
        ("version", b"(parlour: 9, game: \"matrix-solitaire\", rules: 1)".to_vec(), "reads format 1"),
        ("long", vec![b' '; 2 << 20], "at most 1048576"),
    ]
}

#[test]
fn a_damaged_save_is_reported_kept_and_set_aside_for_a_new_game() {
    for (name, bytes, says) in broken_saves() {
        let folder = Folder::new(&format!("damaged-{name}"));
        let path = folder.store().save_path(GAME);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &bytes).expect("a save");
        let mut app = program(folder.store());
        send(&mut app, GameAction::Continue(GAME));
        let said = notices(&app);
        assert!(said.contains(says) && said.contains("matrix-solitaire.ron"), "{name}: {said}");
        assert_eq!(fs::read(&path).expect("still there"), bytes, "{name}: left as it was");
        send(&mut app, GameAction::Deal(GAME, None));
        app.update();
        assert_table_is_true(&mut app);
        let aside = PathBuf::from(format!("{}.damaged-1", path.display()));
        assert_eq!(fs::read(&aside).expect("kept"), bytes, "{name}: kept aside");
    }
}

#[test]
fn damaged_settings_are_reported_and_kept_and_the_defaults_are_used() {
    for (name, bytes, says) in [
        ("empty", &b""[..], "1:1"),
        ("field", b"(volume: 11)", "volume"),
        ("version", b"(parlour_settings: 7)", "settings format 7"),
        ("binary", &[0xFF, 0xFE], "not UTF-8"),
    ] {
        let folder = Folder::new(&format!("settings-{name}"));
        let path = folder.0.join("settings.ron");
        fs::write(&path, bytes).expect("settings");
        let mut app = program(folder.store());
        assert!(notices(&app).contains(says), "{name}: {}", notices(&app));
        assert_eq!(*app.world().resource::<Settings>(), Settings::default());
        assert_eq!(fs::read(&path).expect("still there"), bytes, "{name}: left as it was");
        send(&mut app, NavigationAction::Close);
        send(&mut app, SettingsAction::ToggleSound);
        let aside = PathBuf::from(format!("{}.damaged-1", path.display()));
        assert_eq!(fs::read(&aside).expect("kept"), bytes, "{name}: kept aside");
        assert!(!folder.store().settings().expect("fine settings").sound);
    }
}

#[test]
fn what_is_set_reaches_the_table_at_once_and_is_there_at_the_next_start() {
    let folder = Folder::new("set");
    let mut app = program(folder.store());
    let wanted = Settings {
        theme: Theme::Daylight,
        back: Back::Waves,
        four_colours: true,
        scale: 150,
        animation: Animation::Fast,
        reduce_motion: true,
        card_volume: 40,
        ..Settings::default()
    };
    send(&mut app, SettingsAction::Set(Box::new(wanted.clone())));
    assert_eq!(*app.world().resource::<Palette>(), Theme::Daylight.palette());
    assert_eq!(
        *app.world().resource::<CardStyle>(),
        CardStyle {
            back: Back::Waves,
            four_colours: true,
            index: IndexGrowth::at_text_size(150),
            ..CardStyle::default()
        }
    );
    assert_eq!(*app.world().resource::<MotionSettings>(), MotionSettings { pace: 0.5, is_reduced: true });
    assert_eq!(*app.world().resource::<SoundVolume>(), SoundVolume { cards: 0.4, signals: 0.8 });
    send(&mut app, SettingsAction::ToggleSound);
    assert_eq!(*app.world().resource::<SoundVolume>(), SoundVolume { cards: 0.0, signals: 0.0 });
    drop(app);
    let app = program(folder.store());
    assert_eq!(*app.world().resource::<Settings>(), Settings { sound: false, ..wanted });
}

#[test]
fn a_broken_look_falls_back_to_our_own_with_one_message() {
    let folder = Folder::new("looks");
    let looks = folder.store().looks().to_owned();
    fs::create_dir_all(looks.join("decks/harbour/french")).expect("a folder");
    fs::create_dir_all(looks.join("themes")).expect("a folder");
    fs::write(looks.join("decks/harbour/french/KS.svg"), "<svg").expect("half a card");
    let theme = r##"(parlour_theme: 1, colours: {"cloth_light": "#203040", "sea": "#000000"})"##;
    fs::write(looks.join("themes/harbour.ron"), theme).expect("a theme");
    let harbour = || Some("harbour".to_owned());
    let settings = Settings { own_theme: harbour(), own_deck: harbour(), ..Settings::default() };
    folder.store().write_settings(&settings).expect("kept");
    let mut app = program(folder.store());
    for _ in 0..200 {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = &app.world().resource::<UiState>().notices;
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("harbour.ron: there is no colour called \"sea\""), "{said:?}");
    assert!(said[1].contains("harbour: ") && said[1].contains("Parlour’s own is used"), "{said:?}");
    let palette = *app.world().resource::<Palette>();
    assert_eq!(palette, Palette { cloth_light: Rgb(0x20, 0x30, 0x40), ..Palette::default() });
    assert_eq!(*app.world().resource::<FacesReady>(), FacesReady(Some(Kit::Cards)));
    // Back to Parlour's own, which have nothing to say.
    send(&mut app, SettingsAction::Set(Box::default()));
    assert_eq!(*app.world().resource::<Palette>(), Palette::default());
    assert_eq!(*app.world().resource::<CardStyle>(), CardStyle::default());
    assert_eq!(app.world().resource::<UiState>().notices.len(), 2);
}

#[test]
fn with_reduced_motion_nothing_travels() {
    let folder = Folder::new("still");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, SettingsAction::Set(Box::new(Settings { reduce_motion: true, ..Settings::default() })));
    settle(&mut app);
    bring(&mut app, "b1");
    app.update();
    app.update();
    assert!(!app.world().resource::<Moving>().0);
    assert_table_is_true(&mut app);
}

#[test]
fn without_hints_none_comes() {
    let folder = Folder::new("no-hints");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, SettingsAction::Set(Box::new(Settings { hints: false, ..Settings::default() })));
    send(&mut app, TableAction::Hint);
    assert_eq!(table(&app).status, None);
}

#[test]
fn a_damaged_line_of_the_history_costs_that_line() {
    let folder = Folder::new("history");
    let store = folder.store();
    let golden = include_str!("../rules/golden/matrix-solitaire.ron");
    let game = catalogue::load(golden).expect("the golden game");
    let outcome = game.outcome().expect("its end");
    store.keep(&*game, Some(&outcome)).expect("kept");
    let log = folder.0.join("data/history").join(format!("{GAME}.log"));
    let text = fs::read_to_string(&log).expect("a log") + "\n(at: 5, rec";
    fs::write(&log, text).expect("a log");
    store.keep(&*game, Some(&outcome)).expect("kept");
    let (games, faults) = store.history(GAME);
    assert_eq!(games.iter().map(|game| game.scores[0]).collect::<Vec<_>>(), [171, 171]);
    assert_eq!(faults.len(), 1);
    assert_ne!(games[0].record, games[1].record, "each its own file");
}

#[test]
fn a_history_that_names_other_files_opens_none() {
    let folder = Folder::new("escape");
    for name in ["../../secret.ron", "/etc/passwd", "..", "", "a/b.ron"] {
        assert!(folder.store().finished_record(GAME, name).is_err(), "{name}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_said_and_the_game_goes_on() {
    let folder = Folder::new("unwritable");
    // A file where the folder should be: not even root can write below it.
    let blocked = folder.0.join("blocked");
    fs::write(&blocked, "").expect("a file");
    let mut app = dealt(Store::at(&blocked), "c0ffee42");
    assert!(notices(&app).contains("could not be saved"), "{}", notices(&app));
    bring(&mut app, "b1");
    settle(&mut app);
    assert_eq!(moves(&app), 1);
    assert_table_is_true(&mut app);
}

#[test]
fn a_file_that_is_no_record_is_a_message_and_not_the_end() {
    let folder = Folder::new("open");
    let path = folder.0.join("binary.ron");
    fs::write(&path, [0x89, b'P', b'N', b'G']).expect("a file");
    let mut app = program(folder.store());
    for path in [path.as_path(), Path::new("/nowhere.ron"), folder.0.as_path()] {
        send(&mut app, RecordAction::OpenFile(path.to_owned()));
        assert!(notices(&app).contains(&path.display().to_string()), "{}", notices(&app));
    }
    send(&mut app, GameAction::Deal(GAME, Some("x".to_owned())));
    app.update();
    assert_table_is_true(&mut app);
}

/// Every slot with its caption, and every card, lies in the room that the panels leave, from the smallest window to 4K.
#[test]
fn a_game_goes_out_as_line_text_and_file_and_comes_in_again() {
    let folder = Folder::new("share");
    let mut app = dealt(folder.store(), "c0ffee42");
    bring(&mut app, "b1");
    bring(&mut app, "c1");
    let record = table(&app).session().record_text();
    send(&mut app, NavigationAction::OpenShare);
    let given = app.world().resource::<UiState>().typed.clone();
    assert!(given.ends_with("matrix-solitaire c0ffee42.parlour.ron"), "{given}");
    send(&mut app, RecordAction::SaveRecord);
    assert_eq!(fs::read_to_string(&given).expect("the file"), record);
    // What is there already is not written over.
    bring(&mut app, "a1");
    send(&mut app, RecordAction::SaveRecord);
    assert!(notices(&app).contains("already exists"), "{}", notices(&app));
    assert_eq!(fs::read_to_string(&given).expect("the file"), record);
    send(&mut app, RecordAction::CopyLine);
    assert_eq!(app.world().resource::<UiState>().to_copy.as_deref(), Some("Matrix Solitaire · seed c0ffee42"));

    // Path or text: both open the same replay, and a replay gives all its moves whatever it shows.
    for given in [format!(" \"{given}\" "), format!("\n{record}\n")] {
        send(&mut app, RecordAction::OpenTyped(given));
        assert!(table(&app).is_replay());
        send(&mut app, TableAction::Seek(1));
        send(&mut app, RecordAction::CopyRecord);
        assert_eq!(app.world().resource::<UiState>().to_copy.as_deref(), Some(record.as_str()));
        assert_eq!(moves(&app), 1);
    }
    send(&mut app, RecordAction::OpenTyped("(parlour: 1, game: \"whist\")".to_owned()));
    assert!(notices(&app).contains("The pasted record"), "{}", notices(&app));
}

#[test]
fn nothing_on_the_table_is_cut_off_at_any_size() {
    let mut tables = Vec::new();
    for entry in catalogue::GAMES {
        let (fewest, most) = entry.info.seats;
        for seats in fewest..=most {
            let others = (1..seats).map(|_| Player::bot(BotLevel::Easy));
            let players = [Player::person("You")].into_iter().chain(others).collect();
            let session = entry.start("size", players).expect("a deal");
            tables.push((format!("{} for {seats}", entry.info.id), session));
        }
    }
    let mystery = catalogue::find("mystery-machine").expect("the game");
    for (id, _) in shipped::texts() {
        let options = format!("(puzzle: {id:?})");
        let session = mystery.start_with("size", vec![Player::person("You")], &options).expect("a deal");
        tables.push((id.to_owned(), session));
    }
    for (name, session) in &mut tables {
        for (width, height) in
            [(960.0, 540.0), (1099.0, 600.0), (1100.0, 700.0), (1280.0, 720.0), (1920.0, 1080.0), (3840.0, 2160.0)]
        {
            let window = Vec2::new(width, height);
            let insets = window_layout::insets(window, 1.0, None, &session.layout());
            session.set_room(insets.room(window));
            let layout = session.layout();
            let viewport = TableViewport::fit(window, 1.0, insets, Vec2::from(layout.size));
            let room = Rect::new(insets.left, insets.top, width - insets.right, height - insets.bottom);
            for slot in &layout.areas {
                let middle = viewport.screen(slot.centre);
                let half = Vec2::from(slot.size) * viewport.scale / 2.0;
                let caption = if slot.caption.is_some() {
                    8.0 * viewport.scale + 26.0 * viewport.scale.clamp(0.86, 1.5)
                } else {
                    0.0
                };
                for corner in [middle - half, middle + half + Vec2::new(0.0, caption)] {
                    let inside = room.inflate(1.0).contains(corner);
                    assert!(inside, "{} of {name} at {width}×{height}: {corner} is outside {room:?}", slot.name);
                }
            }
            // Cells of a grid and tokens may be smaller.
            let card = layout.areas.iter().map(|slot| slot.size.0).fold(0.0, f32::max) * viewport.scale;
            assert!(card >= 56.0, "cards are never narrower than 56 points: {card} in {name} at {width}×{height}");
        }
    }
}

#[test]
fn first_steps_open_only_what_they_teach_and_leave_no_trace() {
    let folder = Folder::new("lesson");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Learn(GAME));
    app.update();
    assert_eq!(table(&app).purpose, Purpose::Lesson);
    bring(&mut app, "b3");
    assert!(matches!(table(&app).status, Some(StatusMessage::Refused(_))), "this is never allowed");
    bring(&mut app, "b1");
    settle(&mut app);
    bring(&mut app, "a1");
    let remark = table(&app).status.clone();
    assert!(matches!(&remark, Some(StatusMessage::Refused(illegal)) if illegal.why.contains("lesson")), "{remark:?}");
    assert_eq!(moves(&app), 1);
    send(&mut app, NavigationAction::OpenRules);
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::Rules(Some("#where-a-card-may-go".to_owned()))));
    send(&mut app, NavigationAction::Close);
    send(&mut app, TableAction::Hint);
    assert!(!matches!(table(&app).status, Some(StatusMessage::Thinking)), "a lesson needs no hint");
    // Any lit slot is an answer, and the last step asks for the option too.
    for step in 1.. {
        settle(&mut app);
        app.update();
        let teaching = table(&app).teaching().expect("a lesson");
        if teaching.rule.is_none() {
            assert_eq!(step, teaching.step.1);
            break;
        }
        if app.world().resource::<TableScene>().highlight.lit.is_empty() {
            send(&mut app, TableAction::Switch('B'));
        }
        let lit = *app.world().resource::<TableScene>().highlight.lit.last().expect("something is open");
        send(&mut app, TableAction::Bring(None, lit));
    }
    send(&mut app, TableAction::Undo);
    assert!(table(&app).teaching().is_some_and(|teaching| teaching.rule.is_some()), "a step can be taken back");
    send(&mut app, GameAction::Restart);
    app.update();
    assert_eq!((table(&app).purpose, moves(&app)), (Purpose::Lesson, 0));
    assert_eq!(folder.store().save(GAME), Ok(None));
    assert!(folder.store().history(GAME).0.is_empty());
}

#[cfg(feature = "gamepad")]
#[test]
fn a_gamepad_steers_the_ring_plays_and_takes_back() {
    use parlour::app::platform::gamepad::{PadButton, PadPresses};
    let folder = Folder::new("gamepad");
    let mut app = dealt(folder.store(), "c0ffee42");
    let press = |app: &mut App, press: PadButton| {
        app.world().resource::<PadPresses>().0.send(press).expect("somebody listens");
        app.update();
        app.update();
    };
    press(&mut app, PadButton::Right);
    let first = app.world().resource::<TableScene>().focus;
    press(&mut app, PadButton::Down);
    let shown = app.world().resource::<TableScene>();
    assert!(first.is_some() && shown.focus != first, "{first:?}");
    for step in [PadButton::Down, PadButton::Right, PadButton::Right] {
        let shown = app.world().resource::<TableScene>();
        if shown.focus.is_some_and(|area| shown.highlight.lit.contains(&area)) {
            break;
        }
        press(&mut app, step);
    }
    press(&mut app, PadButton::Go);
    assert_eq!(moves(&app), 1, "{:?} at {:?}", table(&app).status, app.world().resource::<TableScene>().focus);
    press(&mut app, PadButton::Undo);
    assert_eq!(moves(&app), 0);
    press(&mut app, PadButton::Redo);
    assert_eq!(moves(&app), 1);
    press(&mut app, PadButton::Back);
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::Menu));
    press(&mut app, PadButton::Back);
    assert_eq!(app.world().resource::<UiState>().page, None);
    press(&mut app, PadButton::Rules);
    assert!(matches!(app.world().resource::<UiState>().page, Some(Page::Rules(_))));
}

#[test]
fn the_wheel_shows_the_table_from_closer_and_a_drag_on_the_cloth_moves_it() {
    let folder = Folder::new("zoom");
    let mut app = dealt(folder.store(), "c0ffee42");
    settle(&mut app);
    let at = Vec2::new(400.0, 300.0);
    let viewport = |app: &App| *app.world().resource::<TableViewport>();
    let whole = viewport(&app);
    let point_at = |app: &mut App, at: Vec2| {
        let mut windows = app.world_mut().query::<&mut Window>();
        windows.single_mut(app.world_mut()).expect("a window").set_cursor_position(Some(at));
    };
    let turn = |app: &mut App, y: f32| {
        let window = Entity::PLACEHOLDER;
        let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
        app.world_mut().write_message(MouseWheel { unit, x: 0.0, y, window, phase });
        app.update();
    };
    point_at(&mut app, at);
    turn(&mut app, 2.0);
    let closer = viewport(&app);
    assert!(closer.zoom > 1.5 && closer.table_point(at).distance(whole.table_point(at)) < 2.0, "{closer:?}");
    // The cloth is dragged.
    let mouse = |app: &mut App, state: ButtonState| {
        let (button, window) = (MouseButton::Left, Entity::PLACEHOLDER);
        app.world_mut().write_message(MouseButtonInput { button, state, window });
        app.update();
    };
    mouse(&mut app, ButtonState::Pressed);
    let delta = Some(Vec2::new(60.0, 20.0));
    app.world_mut().write_message(CursorMoved { window: Entity::PLACEHOLDER, position: at, delta });
    app.update();
    mouse(&mut app, ButtonState::Released);
    let moved = viewport(&app).screen((0.0, 0.0)) - closer.screen((0.0, 0.0));
    assert!((moved - Vec2::new(60.0, 20.0)).abs().max_element() < 1.5, "{moved}");
    assert_eq!(moves(&app), 0, "nothing was played by it");
    // Beside the table the wheel is the panel's.
    point_at(&mut app, Vec2::new(1200.0, 300.0));
    turn(&mut app, 2.0);
    assert_eq!(viewport(&app).zoom, closer.zoom);
    send(&mut app, TableAction::Zoom(0));
    app.update();
    assert_eq!(viewport(&app), whole);
}

#[test]
fn keys_show_the_table_from_closer_and_it_follows_the_focus() {
    let folder = Folder::new("zoom-keys");
    let mut app = dealt(folder.store(), "c0ffee42");
    settle(&mut app);
    for _ in 0..6 {
        press(&mut app, KeyCode::Equal);
    }
    app.update();
    assert!(app.world().resource::<TableViewport>().zoom > 2.9);
    for key in [KeyCode::ArrowLeft, KeyCode::ArrowUp, KeyCode::ArrowUp, KeyCode::ArrowRight, KeyCode::ArrowDown] {
        press(&mut app, key);
        app.update();
        app.update();
        let viewport = app.world().resource::<TableViewport>();
        let scene = app.world().resource::<TableScene>();
        let focus = scene.settled().area(scene.focus.expect("a focus")).expect("an area");
        assert!(viewport.is_in_room(viewport.screen(focus.centre)), "{key:?} leads out of sight, to {}", focus.name);
    }
    for _ in 0..9 {
        press(&mut app, KeyCode::Minus);
    }
    app.update();
    assert_eq!(app.world().resource::<TableViewport>().zoom, 1.0);
}
