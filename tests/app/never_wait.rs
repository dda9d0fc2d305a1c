//! Nobody waits for the table: what is pressed or clicked while cards are dealt or a move is shown acts at once, on the table as it will
//! be, in every game; and undos come as fast as they are pressed.

use super::*;
use bevy::camera::NormalizedRenderTarget;
use bevy::picking::backend::HitData;
use bevy::picking::events::{Pointer, Press, Release};
use bevy::picking::pointer::{Location, PointerButton, PointerId};
use bevy::window::WindowRef;
use parlour::app::game::active::REST;
use parlour::app::settings::TricksStay;
use parlour::catalogue::{GAMES, GameEntry};
use parlour::engine::seats::Seat;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::Selection;
use parlour::layout::{Gesture, PieceId};
use parlour::table::input::{InputEnabled, TableInput};
use parlour::table::motion::SkipAnimations;
use parlour::table::tile_sprite::TileSprite;

/// Tests it for each of these games, in the order of the catalogue.
macro_rules! nobody_waits {
    ($($game:ident,)*) => {
        $(mod $game {
            #[test]
            fn acts_at_once_during_the_deal() {
                super::acts_at_once_during_the_deal(super::named(stringify!($game)));
            }

            #[test]
            fn acts_at_once_while_moves_are_shown() {
                super::acts_at_once_while_moves_are_shown(super::named(stringify!($game)));
            }

            #[test]
            fn takes_back_ten_moves_in_a_second_and_makes_them_again() {
                super::takes_back_ten_moves_in_a_second(super::named(stringify!($game)));
            }
        })*

        const TESTED: &[&str] = &[$(stringify!($game)),*];
    };
}

nobody_waits! {
    matrix_solitaire,
    mess_machine,
    mystery_machine,
    mystique,
    mystique_circle,
    mystique_chain,
    battle_for_the_suns,
    mystique_energy,
    eleusis_express,
    mystical_eddies,
    mystique_domination,
    up_and_down,
    mystique_pillars,
    chain_of_restraints,
    clique_mystique,
    mystique_maze,
    mystique_guilds,
}

#[test]
fn every_game_of_the_catalogue_is_tested() {
    let ids: Vec<String> = GAMES.iter().map(|entry| entry.info.id.replace('-', "_")).collect();
    assert_eq!(ids, TESTED);
}

fn named(words: &str) -> &'static GameEntry {
    catalogue::find(&words.replace('_', "-")).unwrap_or_else(|| panic!("no game is called {words}"))
}

/// So many frames of 16 ms are 48 ms.
const AT_ONCE: usize = 3;

/// What somebody does at the table.
#[derive(Clone, PartialEq, Debug)]
enum TableAct {
    Click(AreaId),
    /// Enter, with the ring there.
    Enter(AreaId),
    /// The key of a button, from 0.
    Digit(usize),
    /// A button of the game's panel.
    Panel(String),
}

const DIGITS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

fn scene(app: &App) -> &TableScene {
    app.world().resource::<TableScene>()
}

fn game_mut(app: &mut App) -> Mut<'_, ActiveGame> {
    app.world_mut().resource_mut::<ActiveGame>()
}

fn is_in_motion(app: &App) -> bool {
    scene(app).is_playing() || app.world().resource::<Moving>().0
}

/// Frames until all has been shown; some deals take half a minute.
fn until_still(app: &mut App) {
    frames_until_still(app, |_| ());
}

/// The same without waiting for what is shown, where that is not what is tested.
fn skip_until_still(app: &mut App) {
    frames_until_still(app, |app| {
        app.world_mut().write_message(SkipAnimations);
    });
}

fn frames_until_still(app: &mut App, before_each: impl Fn(&mut App)) {
    let_faces_be_drawn(app);
    for frame in 0..5000 {
        // Only what follows from the first frames moves at all.
        if frame > 5 && !is_in_motion(app) {
            return;
        }
        if scene(app).is_waiting() {
            press(app, KeyCode::ShiftLeft);
        }
        before_each(app);
        app.update();
    }
    panic!("something moves for ever");
}

/// A deal for one person in this seat, with the bots that the game needs.
fn dealt_with(entry: &GameEntry, person: Option<usize>) -> Box<dyn TableSession> {
    let count = usize::from(entry.info.seats.0.max(2.min(entry.info.seats.1)));
    let person = person.unwrap_or(count - 1);
    let player = |seat: usize| if seat == person { Player::person("Ada") } else { Player::bot(BotLevel::Easy) };
    entry.start("tea", (0..count).map(player).collect()).expect("a deal")
}

/// The seat of the only person.
fn person_of(session: &dyn TableSession) -> Seat {
    let seat = session.players().iter().position(|player| player.bot.is_none()).expect("a person");
    Seat::new(seat as u8).expect("a seat")
}

/// A program in which tricks keep nobody waiting.
fn at_no_table(folder: &Folder) -> App {
    let mut app = program(folder.store());
    let settings = Settings { tricks_stay: TricksStay::NotAtAll, ..Settings::default() };
    send(&mut app, SettingsAction::Set(Box::new(settings)));
    app
}

/// Goes on with this game, whatever lay on the table; bots make no move until they are let.
fn go_on_with(app: &mut App, record: &str) {
    let id = catalogue::load(record).expect("a record").info().id;
    ask(app, NavigationAction::OpenLibrary);
    app.world().resource::<Store>().write_save(id, record).expect("a save");
    let request = Request::from(GameAction::Continue(id));
    app.world_mut().run_system_once(move |mut outbox: Outbox| outbox.send(request.clone())).expect("an outbox");
    app.update();
    // What a bot has thought of in this frame, it would play in the next.
    game_mut(app).is_paused = true;
    app.update();
    let_faces_be_drawn(app);
}

/// What can be done now, each in another way: where something can be played, chosen or picked up, by a click and by keys; else by a
/// button of the table, or of the panel.
fn ways_to_act(app: &App) -> Vec<TableAct> {
    let (game, session) = (table(app), table(app).session());
    let layout = session.layout();
    let gesture = |piece: Option<PieceId>, area: AreaId| Gesture { piece, area, option: None };
    let is_move = |piece, area| matches!(game.attempt(&gesture(piece, area)), Some((_, Ok(()))));
    let chosen = session.selectable(&Selection::default());
    let may_be_taken = |piece: &Piece| {
        let places = game.places_for(piece.id);
        let may_go = |area: AreaId| places.contains(&area) || is_move(Some(piece.id), area);
        chosen.contains(&piece.id) || (piece.movable && layout.areas.iter().any(|to| may_go(to.id)))
    };
    let does = |area: &AreaId| is_move(None, *area) || layout.top_of(*area).is_some_and(may_be_taken);
    let mut keyed = layout.areas.iter().rev().filter(|area| area.key.is_some()).map(|area| area.id);
    if let Some(area) = keyed.find(does) {
        return vec![TableAct::Click(area), TableAct::Enter(area)];
    }
    let actions = game.actions();
    let button = actions.iter().position(|action| action.mv.is_ok() && action.label != REST);
    if let Some(number) = button.filter(|number| *number < DIGITS.len()) {
        return vec![TableAct::Digit(number)];
    }
    session.legal_moves(game.seat()).into_iter().take(1).map(TableAct::Panel).collect()
}

/// Does it, and lets less than 50 ms pass.
fn act_at_once(app: &mut App, act: &TableAct) {
    match act {
        TableAct::Click(area) => {
            assert!(app.world().resource::<InputEnabled>().0, "a click would be lost");
            // A press and a release on it.
            app.world_mut().write_message(SkipAnimations);
            app.world_mut().write_message(TableInput::Bring(None, *area));
        }
        TableAct::Enter(area) => {
            app.world_mut().resource_mut::<TableScene>().focus = Some(*area);
            type_key(app, KeyCode::Enter);
        }
        TableAct::Digit(number) => type_key(app, DIGITS[*number]),
        TableAct::Panel(mv) => {
            let request = Request::from(TableAction::Play(mv.clone()));
            app.world_mut().run_system_once(move |mut outbox: Outbox| outbox.send(request.clone())).expect("an outbox");
        }
    }
    for _ in 0..AT_ONCE {
        app.update();
    }
}

/// What has been played, chosen and picked up.
fn reached(app: &App) -> (String, Selection, Option<PieceId>) {
    let game = table(app);
    (game.session().record_text(), game.selected.clone(), game.picked)
}

/// What the same leads to where it comes after all animations.
fn reached_when_still(app: &mut App, record: &str, act: &TableAct) -> (String, Selection, Option<PieceId>) {
    go_on_with(app, record);
    skip_until_still(app);
    let before = reached(app);
    act_at_once(app, act);
    let after = reached(app);
    assert_ne!(before, after, "{act:?} does nothing after {record}");
    after
}

fn acts_at_once_during_the_deal(entry: &GameEntry) {
    let id = entry.info.id;
    // Whoever begins has something to do at once.
    let begins = dealt_with(entry, Some(0)).acting().first().expect("somebody acts");
    let record = dealt_with(entry, Some(begins.index())).record_text();
    let folder = Folder::new(&format!("never-wait-deal-{id}"));
    let mut app = at_no_table(&folder);
    go_on_with(&mut app, &record);
    let ways = ways_to_act(&app);
    assert!(!ways.is_empty(), "{id}: there is nothing to do");
    for act in &ways {
        let wanted = reached_when_still(&mut app, &record, act);
        go_on_with(&mut app, &record);
        act_at_once(&mut app, act);
        assert_eq!(reached(&app), wanted, "{id}: {act:?} while it is dealt");
        until_still(&mut app);
        assert!(is_shown(&app), "{id}: {act:?} while it was dealt");
    }
}

/// Whether the table shows what has been reached, where nothing lies somewhere only for now.
fn is_shown(app: &App) -> bool {
    !table(app).selected.placed.is_empty() || scene(app).layout == table(app).session().layout()
}

/// What the game waits for: a key where something lies there to be read, a round that is summed up to be gone on from.
fn go_on(app: &mut App) {
    if app.world().resource::<UiState>().page.is_some() {
        send(app, NavigationAction::Close);
    } else if scene(app).is_waiting() || table(app).has_new_round() {
        press(app, KeyCode::ShiftLeft);
    } else {
        // Bots think on threads of their own.
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

fn acts_at_once_while_moves_are_shown(entry: &GameEntry) {
    let id = entry.info.id;
    let folder = Folder::new(&format!("never-wait-moves-{id}"));
    let mut app = at_no_table(&folder);
    go_on_with(&mut app, &dealt_with(entry, None).record_text());
    skip_until_still(&mut app);
    let other_folder = Folder::new(&format!("never-wait-still-{id}"));
    let mut still = at_no_table(&other_folder);
    let start = std::time::Instant::now();
    let mut tried = 0;
    while tried < 4 && table(&app).outcome.is_none() {
        assert!(start.elapsed() < PATIENCE, "{id}: {tried} tried after {} moves", moves(&app));
        game_mut(&mut app).is_paused = false;
        let is_turn = table(&app).may_move() && app.world().resource::<InputEnabled>().0;
        if is_turn && is_in_motion(&app) {
            acts_at_once_now(&mut app, &mut still, tried);
            tried += 1;
        } else if is_turn {
            let legal = table(&app).session().legal_moves(table(&app).seat());
            let mv = legal[(7 * moves(&app)) % legal.len()].clone();
            ask(&mut app, TableAction::Play(mv));
        } else {
            go_on(&mut app);
        }
    }
    assert!(tried > 0, "{id}: no move was shown before the person's turn");
}

/// Whatever is shown now, what is done acts on what comes of it.
fn acts_at_once_now(app: &mut App, still: &mut App, number: usize) {
    let mut game = game_mut(app);
    game.put_down();
    game.is_paused = true;
    let (record, ways) = (table(app).session().record_text(), ways_to_act(app));
    let act = ways.get(number % ways.len().max(1)).expect("something to do");
    let wanted = reached_when_still(still, &record, act);
    act_at_once(app, act);
    assert_eq!(reached(app), wanted, "{act:?} while a move is shown, after {record}");
}

/// The pointer at a point of the window, where it finds nothing but the window: that, where it is, and what it hits.
pub(super) fn pointer_at(app: &mut App, at: Vec2) -> (Entity, Location, HitData) {
    let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).expect("a window");
    let target = WindowRef::Primary.normalize(Some(window)).map(NormalizedRenderTarget::Window).expect("a window");
    (window, Location { target, position: at }, HitData::new(window, 0.0, None, None))
}

/// A click of the main button there.
pub(super) fn click(app: &mut App, at: Vec2) {
    let (window, location, hit) = pointer_at(app, at);
    let button = PointerButton::Primary;
    let press = Press { button, hit: hit.clone(), count: 1 };
    app.world_mut().trigger(Pointer::new(PointerId::Mouse, location.clone(), press, window));
    app.world_mut().trigger(Pointer::new(PointerId::Mouse, location, Release { button, hit }, window));
}

#[test]
fn a_click_where_something_is_about_to_lie_that_is_not_there_yet_acts_on_it_at_once() {
    let folder = Folder::new("never-wait-click");
    let mut app = dealt(folder.store(), "c0ffee42");
    until_still(&mut app);
    let all = table(&app).session().layout();
    let bare = Layout { areas: Vec::new(), pieces: Vec::new(), ..all.clone() };
    let at = app.world().resource::<TableViewport>().screen(all.area(area("b1")).expect("a slot").centre);
    let first = Beat { hold: 60.0, ..Beat::new(bare, Cue::Place) };
    app.world_mut().resource_mut::<TableScene>().begin(vec![first, Beat::new(all, Cue::Place)]);
    app.update();
    let areas = app.world_mut().query::<&AreaEntity>().iter(app.world()).count();
    assert!(areas == 0 && scene(&app).is_playing(), "{areas} slots lie there");
    click(&mut app, at);
    for _ in 0..AT_ONCE {
        app.update();
    }
    assert_eq!(moves(&app), 1, "{:?}", table(&app).status);
    until_still(&mut app);
    assert_table_is_true(&mut app);
}

/// So many own moves are made before some are taken back, if the game has so many; and so many moves at most.
const OWN_MOVES: usize = 12;
const ALL_MOVES: usize = 150;

/// The record of a game in which the person has made many moves and is in turn.
fn well_under_way(entry: &GameEntry) -> String {
    let mut session = dealt_with(entry, None);
    let (person, mut own, mut in_turn) = (person_of(&*session), 0, String::new());
    for made in 0..ALL_MOVES {
        let Some(seat) = session.acting().first() else { break };
        let record = session.record_text();
        if seat == person {
            in_turn.clone_from(&record);
            own += 1;
        }
        if own > OWN_MOVES {
            break;
        }
        let legal = session.legal_moves(seat);
        let goes_on = |step: usize| {
            let mut then = catalogue::load(&record).expect("a record");
            then.play(seat, &legal[(5 * made + step) % legal.len()]).expect("legal");
            then.outcome().is_none().then_some(then)
        };
        let Some(then) = (0..legal.len()).find_map(goes_on) else { break };
        session = then;
    }
    in_turn
}

/// After how many moves the game stands each time that one more is taken back.
fn ways_back(record: &str) -> Vec<usize> {
    let mut session = catalogue::load(record).expect("a record");
    let mut ways = vec![session.moves().0];
    while session.take_back().is_ok() {
        ways.push(session.moves().0);
    }
    ways
}

/// Every piece as it is drawn: what it is and shows, and where, as its place, its turn in degrees, and its size.
fn drawn(app: &mut App) -> Vec<(String, [f32; 7])> {
    let mut pieces = app.world_mut().query::<(&PieceEntity, &TileSprite, &Transform)>();
    let said = |(piece, shown, place): (&PieceEntity, &TileSprite, &Transform)| {
        let ([x, y, z], [wide, high, deep]) = (place.translation.to_array(), place.scale.to_array());
        let turn = place.rotation.to_euler(EulerRot::ZYX).0.to_degrees();
        let what = format!("{:?} {:?} {:?} {shown:?}", piece.id, piece.area, piece.face);
        (what, [x, y, z, turn, wide, high, deep])
    };
    let mut drawn: Vec<(String, [f32; 7])> = pieces.iter(app.world()).map(said).collect();
    drawn.sort_by(|(one, _), (other, _)| one.cmp(other));
    drawn
}

/// Nobody sees less than this, in pixels or degrees.
const UNSEEN: f32 = 0.1;

/// The table is drawn as it is where somebody comes to it in this position.
fn assert_drawn_as_anew(entry: &GameEntry, (app, folder): (&mut App, &Folder), anew: &mut App, when: &str) {
    let id = entry.info.id;
    until_still(app);
    assert_table_is_true(app);
    let save = fs::read_to_string(folder.store().save_path(id)).expect("a save");
    go_on_with(anew, &save);
    skip_until_still(anew);
    assert_eq!(table(app).session().state(), table(anew).session().state(), "{id} {when}");
    let (here, there) = (drawn(app), drawn(anew));
    assert_eq!(here.len(), there.len(), "{id} {when}");
    for (one, other) in here.iter().zip(&there) {
        let is_near = one.1.iter().zip(other.1).all(|(one, other)| (one - other).abs() < UNSEEN);
        assert!(one.0 == other.0 && is_near, "{id} {when}: {one:?} is {other:?} anew");
    }
}

/// How often it is pressed in a second, and how many frames pass each time.
const PRESSES: usize = 10;
const FRAMES: usize = 6;

/// Presses Ctrl and this key ten times within a second; after how many moves the game stands 48 ms after each press.
fn press_ten_times(app: &mut App, key: KeyCode) -> Vec<usize> {
    let press = |_| {
        type_key(app, KeyCode::ControlLeft);
        type_key(app, key);
        let stands: Vec<usize> = (0..FRAMES)
            .map(|_| {
                app.update();
                moves(app)
            })
            .collect();
        assert_eq!(stands[AT_ONCE - 1], stands[FRAMES - 1], "nothing comes of it later");
        stands[AT_ONCE - 1]
    };
    (0..PRESSES).map(press).collect()
}

fn takes_back_ten_moves_in_a_second(entry: &GameEntry) {
    let id = entry.info.id;
    let record = well_under_way(entry);
    let ways = ways_back(&record);
    let folder = Folder::new(&format!("never-wait-undo-{id}"));
    let mut app = at_no_table(&folder);
    go_on_with(&mut app, &record);
    skip_until_still(&mut app);
    let other_folder = Folder::new(&format!("never-wait-anew-{id}"));
    let mut anew = at_no_table(&other_folder);
    let (state, stood) = (table(&app).session().state(), moves(&app));
    let stands = press_ten_times(&mut app, KeyCode::KeyZ);
    // Undo may ask first, whether it becomes practice: then a press takes nothing back.
    let mut taken: Vec<usize> = [stood].into_iter().chain(stands).collect();
    taken.dedup();
    assert_eq!(taken.as_slice(), &ways[..taken.len()], "{id}");
    let most = (ways.len() - 1).min(PRESSES - 1);
    assert!(taken.len() > most.min(PRESSES / 2), "{id}: {taken:?} of {ways:?}");
    assert_drawn_as_anew(entry, (&mut app, &folder), &mut anew, "after ten undos");
    let stands = press_ten_times(&mut app, KeyCode::KeyY);
    assert_eq!(stands.last(), Some(&stood), "{id}: {stands:?}");
    assert_eq!(table(&app).session().state(), state, "{id}");
    assert_drawn_as_anew(entry, (&mut app, &folder), &mut anew, "after ten redos");
}
