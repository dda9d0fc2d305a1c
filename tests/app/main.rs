//! The program without a window: every system but the renderer, driven by actions and keys, frame by frame.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::asset::AssetPlugin;
use bevy::ecs::message::Messages;
use bevy::input::ButtonState;
use bevy::input::InputPlugin;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowResolution};
use parlour::app::desk::{Action, Desk, Page, Screen};
use parlour::app::play::{Purpose, Remark, Table};
use parlour::app::room;
use parlour::app::settings::{Animation, Settings};
use parlour::app::store::Store;
use parlour::catalogue;
use parlour::engine::layout::{Layout, PieceId, SlotId};
use parlour::engine::outcome::Outcome;
use parlour::engine::record::Player;
use parlour::games::mystery::shipped;
use parlour::table::art::{Art, Back, Dress};
use parlour::table::felt::{Felt, Insets};
use parlour::table::motion::{Motion, Moving};
use parlour::table::pieces::{PieceEntity, Shown, SlotEntity};
use parlour::table::sound::Loudness;
use parlour::table::theme::{Palette, Rgb, Theme};

mod mess;
mod mystery;
mod packs;

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

fn program(store: Store) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, AssetPlugin::default()))
        .init_asset::<Image>()
        .add_message::<RequestRedraw>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)))
        .insert_resource(store)
        .add_plugins(parlour::app::logic);
    let resolution = WindowResolution::new(1280, 720);
    app.world_mut().spawn((Window { resolution, ..default() }, PrimaryWindow));
    app.update();
    app
}

fn send(app: &mut App, action: Action) {
    app.world_mut().resource_mut::<Messages<Action>>().write(action);
    app.update();
    app.update();
}

fn dealt(store: Store, seed: &str) -> App {
    let mut app = program(store);
    send(&mut app, Action::Deal(GAME, Some(seed.to_owned())));
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

fn bring(app: &mut App, slot: &str) {
    let slot: parlour::games::matrix::Slot = slot.parse().expect("a slot");
    send(app, Action::Bring(None, SlotId(slot.index() as u16)));
}

/// Frames until nothing moves.
fn settle(app: &mut App) {
    for _ in 0..600 {
        app.update();
        let still = !app.world().resource::<Moving>().0 && !app.world().resource::<Shown>().is_playing();
        if still {
            return;
        }
    }
    panic!("something moves for ever");
}

fn table(app: &App) -> &Table {
    app.world().resource::<Table>()
}

fn moves(app: &App) -> usize {
    table(app).session.moves().0
}

fn saved(folder: &Folder) -> String {
    fs::read_to_string(folder.store().save_path(GAME)).expect("a save")
}

/// What lies on the table is what the layout says: the same pieces, in the same slots, at the same places, and of every
/// pile the top is seen whole.
fn assert_table_is_true(app: &mut App) {
    let layout = table(app).session.layout();
    let felt = *app.world().resource::<Felt>();
    let mut wanted: Vec<(u16, u16)> = layout.pieces.iter().map(|piece| (piece.id.0, piece.slot.0)).collect();
    wanted.sort_unstable();
    let mut pieces = app.world_mut().query::<(&PieceEntity, &Transform)>();
    let mut found = Vec::new();
    for (piece, place) in pieces.iter(app.world()) {
        found.push((piece.id.0, piece.slot.0));
        let slot = layout.slot(piece.slot).expect("a slot");
        let distance = place.translation.truncate().distance(felt.world(slot.centre));
        assert!(distance < 20.0 * felt.scale, "{piece:?} lies {distance} from its slot");
        assert_eq!(Some(piece.face), layout.piece(piece.id).map(|piece| piece.face));
    }
    found.sort_unstable();
    assert_eq!(found, wanted);
    let mut anchors = app.world_mut().query::<(&PieceEntity, &Anchor)>();
    for (piece, anchor) in anchors.iter(app.world()) {
        let is_top = !lies_under_another(&layout, piece.id);
        assert!(!is_top || *anchor == Anchor::CENTER, "{piece:?} lies on top and is seen only in part");
    }
    let slots = app.world_mut().query::<&SlotEntity>().iter(app.world()).count();
    assert_eq!(slots, layout.slots.len());
}

fn lies_under_another(layout: &Layout, id: PieceId) -> bool {
    let Some(piece) = layout.piece(id) else { return false };
    layout.pieces.iter().any(|other| other.slot == piece.slot && other.height > piece.height)
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
fn of_a_pile_only_what_peeks_out_is_drawn() {
    let folder = Folder::new("pile");
    let mut app = dealt(folder.store(), "c0ffee42");
    let ready = (0..600).any(|_| {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
        app.world().resource::<Art>().is_ready()
    });
    assert!(ready, "no faces within three seconds");
    app.update();
    let layout = table(&app).session.layout();
    let mut pieces = app.world_mut().query::<(&PieceEntity, &Sprite)>();
    let area = |sprite: &Sprite| sprite.rect.map_or(0.0, |rect| rect.width() * rect.height());
    let (under, on_top): (Vec<_>, Vec<_>) =
        pieces.iter(app.world()).partition(|(piece, _)| lies_under_another(&layout, piece.id));
    let whole = on_top.iter().map(|(_, sprite)| area(sprite)).fold(0.0, f32::max);
    assert!(under.len() > 2 && on_top.iter().all(|(_, sprite)| area(sprite) == whole));
    assert!(under.iter().all(|(_, sprite)| area(sprite) > 0.0 && area(sprite) < whole * 0.3));
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
    assert_eq!(saved(&folder), table(&app).session.record_text(), "saved after the move");
}

#[test]
fn any_input_completes_what_is_running() {
    let folder = Folder::new("complete");
    let mut app = dealt(folder.store(), "c0ffee42");
    bring(&mut app, "b1");
    press(&mut app, KeyCode::ShiftLeft);
    app.update();
    assert!(!app.world().resource::<Moving>().0 && !app.world().resource::<Shown>().is_playing());
    assert_table_is_true(&mut app);
}

#[test]
fn a_move_that_is_not_allowed_changes_nothing_and_names_the_rule() {
    let folder = Folder::new("illegal");
    let mut app = dealt(folder.store(), "c0ffee42");
    let before = saved(&folder);
    // The first card of this deal is the king of diamonds, which has weight.
    bring(&mut app, "b3");
    assert!(matches!(&table(&app).remark, Some(Remark::WhyNot(why)) if why.rule == "#where-a-card-may-go"));
    assert_eq!((moves(&app), saved(&folder)), (0, before));
    send(&mut app, Action::OpenRules);
    let page = app.world().resource::<Desk>().page.clone();
    assert_eq!(page, Some(Page::Rules(Some("#where-a-card-may-go".to_owned()))));
}

#[test]
fn only_legal_slots_are_lit_and_pointing_previews() {
    let folder = Folder::new("lit");
    let mut app = dealt(folder.store(), "c0ffee42");
    app.update();
    let lit: Vec<u16> = app.world().resource::<Shown>().lit.iter().map(|slot| slot.0).collect();
    assert_eq!(lit, [0, 3, 6], "the bottom row");
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::ArrowDown);
    app.update();
    let shown = app.world().resource::<Shown>();
    assert_eq!(shown.focus, Some(SlotId(3)), "first the middle, then below it");
    assert!(shown.preview.is_some());
}

#[test]
fn what_would_happen_is_marked_on_cards_once_they_have_arrived() {
    let folder = Folder::new("marks");
    let mut app = dealt(folder.store(), "c0ffee42");
    let marks = |app: &mut App| {
        let mut marks = app.world_mut().query_filtered::<(), (With<Sprite>, Without<PieceEntity>, Without<ChildOf>)>();
        marks.iter(app.world()).count()
    };
    let previewed =
        |app: &App| app.world().resource::<Shown>().preview.as_ref().map_or(0, |preview| preview.marks.len());
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
    send(&mut app, Action::Undo);
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
        while app.world().resource::<Shown>().focus != Some(SlotId(slot.index() as u16)) {
            let focus = app.world().resource::<Shown>().focus.expect("a focus").0;
            let key = if focus / 3 == slot.index() as u16 / 3 { KeyCode::ArrowUp } else { KeyCode::ArrowRight };
            press(app, key);
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
    assert_eq!(app.world().resource::<Desk>().page, Some(Page::End));
    let outcome = table(&app).outcome.clone().expect("an outcome");
    assert_eq!((outcome.scores, outcome.title.as_str()), (vec![171], "There is no spoon"));
    let (history, faults) = folder.store().history(GAME);
    assert!(faults.is_empty());
    assert_eq!(history.iter().map(|game| game.scores[0]).collect::<Vec<_>>(), [171]);
    assert!(!folder.store().save_path(GAME).exists(), "nothing waits any more");
    let record = folder.store().finished_record(GAME, &history[0].record).expect("its record");
    assert_eq!(catalogue::load(&record).expect("a record").scores(), [171]);
}

#[test]
fn a_game_taken_back_after_its_end_is_not_counted_twice() {
    let folder = Folder::new("twice");
    let mut app = dealt(folder.store(), "c0ffee42");
    play_golden_by_keys(&mut app);
    settle(&mut app);
    send(&mut app, Action::Undo);
    assert_eq!((moves(&app), table(&app).purpose), (51, Purpose::Practice));
    assert!(table(&app).outcome.is_none());
    send(&mut app, Action::Redo);
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

#[test]
fn undo_redo_and_restart_leave_the_table_true() {
    let folder = Folder::new("undo");
    let mut app = dealt(folder.store(), "c0ffee42");
    for slot in ["b1", "a1", "c1"] {
        bring(&mut app, slot);
    }
    for (action, expected) in [
        (Action::Undo, 2),
        (Action::Undo, 1),
        (Action::Redo, 2),
        (Action::Undo, 1),
        (Action::Undo, 0),
        (Action::Undo, 0),
        (Action::Redo, 1),
        (Action::Restart, 0),
    ] {
        send(&mut app, action.clone());
        settle(&mut app);
        assert_eq!(moves(&app), expected, "after {action:?}");
        assert_table_is_true(&mut app);
        assert_eq!(saved(&folder), table(&app).session.record_text(), "after {action:?}");
    }
}

#[test]
fn continue_brings_the_same_position_back() {
    let folder = Folder::new("continue");
    let mut app = dealt(folder.store(), "c0ffee42");
    for slot in ["c1", "a3", "a1"] {
        bring(&mut app, slot);
    }
    let (state, before) = (table(&app).session.state(), saved(&folder));
    drop(app);
    let mut app = program(folder.store());
    send(&mut app, Action::Continue(GAME));
    app.update();
    assert_eq!((table(&app).session.state(), saved(&folder)), (state, before));
    assert_table_is_true(&mut app);
}

#[test]
fn leaving_the_table_clears_it() {
    let folder = Folder::new("leave");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, Action::OpenLibrary);
    app.update();
    assert!(app.world().get_resource::<Table>().is_none());
    assert_eq!(app.world_mut().query::<&PieceEntity>().iter(app.world()).count(), 0);
    assert_eq!(app.world_mut().query::<&SlotEntity>().iter(app.world()).count(), 0);
}

#[test]
fn a_replay_steps_through_every_position() {
    let folder = Folder::new("replay");
    let path = format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR"));
    let mut app = program(folder.store());
    send(&mut app, Action::OpenFile(path.into()));
    app.update();
    assert!(table(&app).is_replay());
    for at in [0, 10, 51, 52, 3] {
        send(&mut app, Action::Seek(at));
        settle(&mut app);
        assert_eq!(moves(&app), at);
        assert_table_is_true(&mut app);
    }
    assert!(!folder.store().save_path(GAME).exists(), "a replay is not saved");
    send(&mut app, Action::PlayOn);
    app.update();
    assert_eq!((moves(&app), table(&app).purpose), (3, Purpose::Practice));
}

#[test]
fn a_hint_comes_and_lights_its_slot() {
    let folder = Folder::new("hint");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, Action::Hint);
    let start = std::time::Instant::now();
    while !matches!(table(&app).remark, Some(Remark::Hint(_))) {
        assert!(start.elapsed() < Duration::from_secs(120), "no hint came");
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    app.update();
    assert_eq!(app.world().resource::<Shown>().lit.len(), 1);
}

fn notices(app: &App) -> String {
    app.world().resource::<Desk>().notices.join("\n")
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
        send(&mut app, Action::Continue(GAME));
        let said = notices(&app);
        assert!(said.contains(says) && said.contains("matrix-solitaire.ron"), "{name}: {said}");
        assert_eq!(fs::read(&path).expect("still there"), bytes, "{name}: left as it was");
        send(&mut app, Action::Deal(GAME, None));
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
        let path = folder.store().settings_path().to_owned();
        fs::write(&path, bytes).expect("settings");
        let mut app = program(folder.store());
        assert!(notices(&app).contains(says), "{name}: {}", notices(&app));
        assert_eq!(*app.world().resource::<Settings>(), Settings::default());
        assert_eq!(fs::read(&path).expect("still there"), bytes, "{name}: left as it was");
        send(&mut app, Action::Close);
        send(&mut app, Action::ToggleSound);
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
    send(&mut app, Action::Set(Box::new(wanted.clone())));
    assert_eq!(*app.world().resource::<Palette>(), Theme::Daylight.palette());
    assert_eq!(*app.world().resource::<Dress>(), Dress { back: Back::Waves, four_colours: true, ..Dress::default() });
    assert_eq!(*app.world().resource::<Motion>(), Motion { pace: 0.5, is_reduced: true });
    assert_eq!(*app.world().resource::<Loudness>(), Loudness { cards: 0.4, signals: 0.8 });
    let zoom = 1280.0 / 960.0;
    assert_eq!(app.world().resource::<Insets>().top, zoom * room::BAR, "as large as this window allows");
    send(&mut app, Action::ToggleSound);
    assert_eq!(*app.world().resource::<Loudness>(), Loudness { cards: 0.0, signals: 0.0 });
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
    let said = &app.world().resource::<Desk>().notices;
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("harbour.ron: no colour is called \"sea\""), "{said:?}");
    assert!(said[1].contains("harbour: ") && said[1].contains("Parlour’s own is used"), "{said:?}");
    let palette = *app.world().resource::<Palette>();
    assert_eq!(palette, Palette { cloth_light: Rgb(0x20, 0x30, 0x40), ..Palette::default() });
    assert!(app.world().resource::<Art>().is_ready());
    // Back to Parlour's own, which have nothing to say.
    send(&mut app, Action::Set(Box::default()));
    assert_eq!(*app.world().resource::<Palette>(), Palette::default());
    assert_eq!(*app.world().resource::<Dress>(), Dress::default());
    assert_eq!(app.world().resource::<Desk>().notices.len(), 2);
}

#[test]
fn with_reduced_motion_nothing_travels() {
    let folder = Folder::new("still");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, Action::Set(Box::new(Settings { reduce_motion: true, ..Settings::default() })));
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
    send(&mut app, Action::Set(Box::new(Settings { hints: false, ..Settings::default() })));
    send(&mut app, Action::Hint);
    assert_eq!(table(&app).remark, None);
}

#[test]
fn a_damaged_line_of_the_history_costs_that_line() {
    let folder = Folder::new("history");
    let store = folder.store();
    let golden = include_str!("../rules/golden/matrix-solitaire.ron");
    let game = catalogue::load(golden).expect("the golden game");
    let outcome = |score| Outcome { scores: vec![score], ..game.outcome().expect("its end") };
    store.finish(&*game, &outcome(10)).expect("kept");
    let log = folder.0.join("data/history").join(format!("{GAME}.log"));
    let text = fs::read_to_string(&log).expect("a log") + "\n(at: 5, rec";
    fs::write(&log, text).expect("a log");
    store.finish(&*game, &outcome(20)).expect("kept");
    let (games, faults) = store.history(GAME);
    assert_eq!(games.iter().map(|game| game.scores[0]).collect::<Vec<_>>(), [10, 20]);
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
    assert!(notices(&app).contains("cannot be saved"), "{}", notices(&app));
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
        send(&mut app, Action::OpenFile(path.to_owned()));
        assert!(notices(&app).contains(&path.display().to_string()), "{}", notices(&app));
    }
    send(&mut app, Action::Deal(GAME, Some("x".to_owned())));
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
    let record = table(&app).session.record_text();
    send(&mut app, Action::OpenShare);
    let given = app.world().resource::<Desk>().given.clone();
    assert!(given.ends_with("matrix-solitaire c0ffee42.parlour.ron"), "{given}");
    send(&mut app, Action::SaveRecord);
    assert_eq!(fs::read_to_string(&given).expect("the file"), record);
    // What is there already is not written over.
    bring(&mut app, "a1");
    send(&mut app, Action::SaveRecord);
    assert!(notices(&app).contains("there already"), "{}", notices(&app));
    assert_eq!(fs::read_to_string(&given).expect("the file"), record);
    send(&mut app, Action::CopyLine);
    assert_eq!(app.world().resource::<Desk>().to_copy.as_deref(), Some("Matrix Solitaire · seed c0ffee42"));

    // Path or text: both open the same replay, and a replay gives all its moves whatever it shows.
    for given in [format!(" \"{given}\" "), format!("\n{record}\n")] {
        send(&mut app, Action::OpenGiven(given));
        assert!(table(&app).is_replay());
        send(&mut app, Action::Seek(1));
        send(&mut app, Action::CopyRecord);
        assert_eq!(app.world().resource::<Desk>().to_copy.as_deref(), Some(record.as_str()));
        assert_eq!(moves(&app), 1);
    }
    send(&mut app, Action::OpenGiven("(parlour: 1, game: \"whist\")".to_owned()));
    assert!(notices(&app).contains("The pasted record"), "{}", notices(&app));
}

#[test]
fn nothing_on_the_table_is_cut_off_at_any_size() {
    let mut tables = Vec::new();
    for entry in catalogue::GAMES {
        let session = entry.start("size", vec![Player::person("You")]).expect("a deal");
        tables.push((entry.info.id.to_owned(), session.layout()));
    }
    let mystery = catalogue::find("mystery-machine").expect("the game");
    for (id, _) in shipped::texts() {
        let options = format!("(puzzle: {id:?})");
        let session = mystery.start_with("size", vec![Player::person("You")], &options).expect("a deal");
        tables.push((id.to_owned(), session.layout()));
    }
    for (name, layout) in &tables {
        for (width, height) in
            [(960.0, 540.0), (1099.0, 600.0), (1100.0, 700.0), (1280.0, 720.0), (1920.0, 1080.0), (3840.0, 2160.0)]
        {
            let window = Vec2::new(width, height);
            let insets = room::insets(window, 1.0, false);
            let felt = Felt::fit(window, 1.0, insets, Vec2::from(layout.size));
            let room = Rect::new(insets.left, insets.top, width - insets.right, height - insets.bottom);
            for slot in &layout.slots {
                let middle = felt.screen(slot.centre);
                let half = Vec2::from(slot.size) * felt.scale / 2.0;
                let caption =
                    if slot.caption.is_some() { 8.0 * felt.scale + 26.0 * felt.scale.clamp(0.86, 1.5) } else { 0.0 };
                for corner in [middle - half, middle + half + Vec2::new(0.0, caption)] {
                    let inside = room.inflate(1.0).contains(corner);
                    assert!(inside, "{} of {name} at {width}×{height}: {corner} is outside {room:?}", slot.name);
                }
            }
            // Cells of a grid and tokens may be smaller.
            let card = layout.slots.iter().map(|slot| slot.size.0).fold(0.0, f32::max) * felt.scale;
            assert!(card >= 56.0, "cards are never narrower than 56 points: {card} in {name} at {width}×{height}");
        }
    }
}

#[test]
fn first_steps_open_only_what_they_teach_and_leave_no_trace() {
    let folder = Folder::new("lesson");
    let mut app = program(folder.store());
    send(&mut app, Action::Learn(GAME));
    app.update();
    assert_eq!(table(&app).purpose, Purpose::Lesson);
    bring(&mut app, "b3");
    assert!(matches!(table(&app).remark, Some(Remark::WhyNot(_))), "this is never allowed");
    bring(&mut app, "b1");
    settle(&mut app);
    bring(&mut app, "a1");
    let remark = table(&app).remark.clone();
    assert!(matches!(&remark, Some(Remark::WhyNot(illegal)) if illegal.why.contains("lesson")), "{remark:?}");
    assert_eq!(moves(&app), 1);
    send(&mut app, Action::OpenRules);
    assert_eq!(app.world().resource::<Desk>().page, Some(Page::Rules(Some("#where-a-card-may-go".to_owned()))));
    send(&mut app, Action::Close);
    send(&mut app, Action::Hint);
    assert!(!matches!(table(&app).remark, Some(Remark::Thinking)), "a lesson needs no hint");
    // Any lit slot is an answer, and the last step asks for the option too.
    for step in 1.. {
        settle(&mut app);
        app.update();
        let teaching = table(&app).teaching().expect("a lesson");
        if teaching.rule.is_none() {
            assert_eq!(step, teaching.step.1);
            break;
        }
        if app.world().resource::<Shown>().lit.is_empty() {
            send(&mut app, Action::Switch('B'));
        }
        let lit = *app.world().resource::<Shown>().lit.last().expect("something is open");
        send(&mut app, Action::Bring(None, lit));
    }
    send(&mut app, Action::Undo);
    assert!(table(&app).teaching().is_some_and(|teaching| teaching.rule.is_some()), "a step can be taken back");
    send(&mut app, Action::Restart);
    app.update();
    assert_eq!((table(&app).purpose, moves(&app)), (Purpose::Lesson, 0));
    assert_eq!(folder.store().save(GAME), Ok(None));
    assert!(folder.store().history(GAME).0.is_empty());
}

#[cfg(feature = "gamepad")]
#[test]
fn a_gamepad_steers_the_ring_plays_and_takes_back() {
    use parlour::app::gamepad::{Press, Presses};
    let folder = Folder::new("gamepad");
    let mut app = dealt(folder.store(), "c0ffee42");
    let press = |app: &mut App, press: Press| {
        app.world().resource::<Presses>().0.send(press).expect("somebody listens");
        app.update();
        app.update();
    };
    press(&mut app, Press::Right);
    let first = app.world().resource::<Shown>().focus;
    press(&mut app, Press::Down);
    let shown = app.world().resource::<Shown>();
    assert!(first.is_some() && shown.focus != first, "{first:?}");
    for step in [Press::Down, Press::Right, Press::Right] {
        let shown = app.world().resource::<Shown>();
        if shown.focus.is_some_and(|slot| shown.lit.contains(&slot)) {
            break;
        }
        press(&mut app, step);
    }
    press(&mut app, Press::Go);
    assert_eq!(moves(&app), 1, "{:?} at {:?}", table(&app).remark, app.world().resource::<Shown>().focus);
    press(&mut app, Press::Undo);
    assert_eq!(moves(&app), 0);
    press(&mut app, Press::Redo);
    assert_eq!(moves(&app), 1);
    press(&mut app, Press::Back);
    assert_eq!(app.world().resource::<Desk>().page, Some(Page::Pause));
    press(&mut app, Press::Back);
    assert_eq!(app.world().resource::<Desk>().page, None);
    press(&mut app, Press::Rules);
    assert!(matches!(app.world().resource::<Desk>().page, Some(Page::Rules(_))));
}
