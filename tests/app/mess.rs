//! Several people at one computer: what is secret is shown to whom it belongs, and to nobody else.

use super::*;
use parlour::app::game::turn::Turn;
use parlour::engine::record::read_text;
use parlour::engine::seats::{Seat, Viewer};
use parlour::games::mess::layout::MessArea;
use parlour::layout::Face;

const MESS: &str = "mess-machine";

fn cell(name: &str) -> AreaId {
    AreaId::of(MessArea::Cell(name.parse().expect("a cell")))
}

/// A record of four people, after these moves.
fn record(moves: &str) -> String {
    let seats = ["Ada", "Blaise", "Clara", "Dorothy"].map(|name| format!("(name: {name:?})")).join(", ");
    format!(r#"(parlour: 1, game: "{MESS}", rules: 1, seed: "tea", options: (), seats: [{seats}], moves: [{moves}])"#)
}

/// A program in which such a game waits, and is gone on with.
fn waiting(folder: &Folder, moves: &str) -> App {
    let store = folder.store();
    let session = catalogue::load(&record(moves)).expect("a record");
    store.write_save(MESS, &session.record_text()).expect("a save");
    let mut app = program(store);
    send(&mut app, GameAction::Continue(MESS));
    settle_all(&mut app);
    app
}

/// Frames until nothing is worked on beside the table.
fn settle_jobs(app: &mut App) {
    while app.world().resource::<WakeWindow>().jobs() > 0 {
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
}

pub(super) fn settle_all(app: &mut App) {
    for _ in 0..5 {
        app.update();
    }
    settle(app);
}

pub(super) fn is_handed_over(app: &App) -> bool {
    *app.world().resource::<State<Turn>>().get() == Turn::HandOver
}

fn pieces(app: &mut App) -> usize {
    app.world_mut().query::<&PieceEntity>().iter(app.world()).count()
}

pub(super) fn ready(app: &mut App) {
    send(app, TableAction::TakeSeat);
    settle_all(app);
}

pub(super) fn play(app: &mut App, mv: &str) {
    send(app, TableAction::Play(mv.to_owned()));
    settle_all(app);
}

#[test]
fn the_computer_is_handed_over_for_each_choice_and_nothing_lies_there_meanwhile() {
    let folder = Folder::new("hand-over");
    let mut app = waiting(&folder, "");
    for (seat, mv) in [(0, "choose A D"), (1, "choose B C"), (2, "choose C D"), (3, "choose D A")] {
        assert!(is_handed_over(&app), "before seat {seat} chooses");
        assert_eq!(table(&app).hand_over(), Seat::new(seat));
        assert_eq!((pieces(&mut app), table(&app).session().viewer()), (0, Viewer::Public));
        // Whoever sits down next need not wait for faces that were drawn before.
        settle_jobs(&mut app);
        assert!(seat == 0 || *app.world().resource::<FacesReady>() == FacesReady(Some(Kit::Tiles)));
        // Nobody has said that they are there: nothing can be chosen for them.
        press(&mut app, KeyCode::Enter);
        ready(&mut app);
        assert!(!is_handed_over(&app));
        assert_eq!(table(&app).session().viewer(), Viewer::Seat(Seat::new(seat).expect("a seat")));
        assert_eq!(pieces(&mut app), 16);
        play(&mut app, mv);
        assert_eq!(moves(&app), usize::from(seat) + 1);
    }
    assert!(!is_handed_over(&app), "presses are for all to see");
    assert_eq!(table(&app).session().viewer(), Viewer::Public);
    assert_table_is_true(&mut app);
}

/// Everything that the program holds of a table and could show: entities with their names and faces, what lies there, what
/// was and could be said, and what a waiting game is called by.
pub(super) fn all_that_can_be_seen(app: &mut App) -> String {
    let mut seen = Vec::new();
    let mut entities = app.world_mut().query::<(Option<&PieceEntity>, Option<&AreaEntity>, Option<&Name>)>();
    for (piece, slot, name) in entities.iter(app.world()) {
        seen.push(format!("{piece:?} {slot:?} {name:?}"));
    }
    seen.sort();
    let shown = app.world().resource::<TableScene>();
    seen.push(format!(
        "{:?} {:?} {:?} {:?} {:?}",
        shown.layout, shown.beats, shown.highlight, shown.focus, shown.picked
    ));
    let table = table(app);
    let session = table.session();
    seen.push(format!("{:?} {:?} {}", session.layout(), session.move_list(), session.named_moves().join(" ")));
    seen.push(format!("{} {} {}", session.prompt(), session.described(), session.bookmark()));
    seen.push(format!("{:?} {:?} {:?}", table.status, table.outcome, session.scores()));
    seen.push(format!("{:?} {}", session.score_breakdown(), session.summary()));
    seen.push(format!("{:?}", app.world().resource::<UiState>()));
    seen.join("\n")
}

/// Asks for a hint until the move is said.
pub(super) fn hinted(app: &mut App) {
    send(app, TableAction::Hint);
    let start = std::time::Instant::now();
    while !matches!(table(app).status, Some(StatusMessage::Hint(_))) {
        assert!(start.elapsed() < PATIENCE, "no hint came");
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    while matches!(&table(app).status, Some(StatusMessage::Hint(hint)) if hint.mv().is_none()) {
        send(app, TableAction::Hint);
        app.update();
    }
    app.update();
}

/// Steps through the same play in two games that differ only in what others chose, and compares all there is to see.
#[test]
fn nothing_in_the_program_carries_what_another_seat_chose() {
    type Step = fn(&mut App);
    let steps: [(&str, Step); 8] = [
        ("at first", |_| {}),
        ("a hint for all to read", hinted),
        ("a press", |app| play(app, "A 11 13")),
        ("taken back", |app| {
            send(app, TableAction::Undo);
            settle_all(app);
        }),
        ("made again", |app| {
            send(app, TableAction::Redo);
            settle_all(app);
        }),
        ("the first seat is called", |app| {
            send(app, TableAction::Look(Seat::FIRST));
            settle_all(app);
        }),
        ("and looks at its own", ready),
        ("and has seen enough", |app| {
            send(app, TableAction::LeaveSeat);
            settle_all(app);
        }),
    ];
    let seen = |test: &str, others: &str| -> Vec<String> {
        let folder = Folder::new(test);
        let mut app = waiting(&folder, &format!(r#"(0, "choose A D"), {others}"#));
        let look = |(_, step): &(&str, Step)| {
            step(&mut app);
            all_that_can_be_seen(&mut app)
        };
        steps.iter().map(look).collect()
    };
    let these = seen("these", r#"(1, "choose B C"), (2, "choose C D"), (3, "choose D A")"#);
    let those = seen("those", r#"(1, "choose D A"), (2, "choose B A"), (3, "choose C B")"#);
    for (((name, _), these), those) in steps.iter().zip(&these).zip(&those) {
        assert_eq!(these, those, "{name}");
        assert!(!these.contains("choose "), "{name}: {these}");
    }
    let own = "direct A, indirect D";
    let with_own: Vec<bool> = these.iter().map(|seen| seen.contains(own)).collect();
    assert_eq!(with_own, [false, false, false, false, false, false, true, false], "only while its seat looks on");
}

#[test]
fn a_game_in_play_is_not_passed_on_with_its_secrets() {
    let folder = Folder::new("secrets");
    let mut app = waiting(&folder, r#"(0, "choose A D"), (1, "choose B C"), (2, "choose C D"), (3, "choose D A")"#);
    send(&mut app, RecordAction::CopyRecord);
    assert_eq!(app.world().resource::<UiState>().to_copy, None);
    send(&mut app, RecordAction::CopyLine);
    let line = app.world().resource::<UiState>().to_copy.clone().unwrap_or_default();
    assert_eq!(line, "Mess Machine · Each for themselves, easy · seed tea");
}

#[test]
fn nothing_is_undone_while_the_computer_is_handed_over() {
    let folder = Folder::new("over");
    let mut app = waiting(&folder, r#"(0, "choose A D")"#);
    assert_eq!(*app.world().resource::<State<Turn>>().get(), Turn::HandOver);
    for action in [TableAction::Undo, TableAction::Redo] {
        send(&mut app, action);
        assert_eq!((moves(&app), &table(&app).status), (1, &None));
    }
}

const CHOSEN: &str = r#"(0, "choose A D"), (1, "choose B C"), (2, "choose C D"), (3, "choose D A")"#;

#[test]
fn a_button_and_a_pair_by_keys_or_a_tile_and_its_partner() {
    let folder = Folder::new("press");
    let mut app = waiting(&folder, CHOSEN);
    press(&mut app, KeyCode::KeyB);
    app.update();
    let shown = app.world().resource::<TableScene>();
    assert_eq!((shown.highlight.lit.len(), shown.highlight.links.len()), (16, 8), "eight pairs");
    send(&mut app, TableAction::Point(cell("11")));
    let shown = app.world().resource::<TableScene>();
    assert_eq!(
        shown.highlight.preview.as_ref().map(|preview| preview.marks.len()),
        Some(2),
        "the swap is shown before it is made"
    );
    press(&mut app, KeyCode::Enter);
    settle_all(&mut app);
    assert!(table(&app).session().record_text().contains(r#"(0, "B 11 12")"#));
    // The next one picks a tile up, finds its four partners lit, and brings it to one.
    send(&mut app, TableAction::Bring(None, cell("22")));
    assert_eq!(table(&app).picked, app.world().resource::<TableScene>().picked);
    assert_eq!(app.world().resource::<TableScene>().highlight.lit, ["12", "21", "24", "42"].map(cell));
    send(&mut app, TableAction::Bring(None, cell("24")));
    settle_all(&mut app);
    assert!(table(&app).session().record_text().contains(r#"(1, "A 22 24")"#));
    assert_table_is_true(&mut app);
}

#[test]
fn a_tile_brought_to_one_that_no_button_reaches_is_refused_with_the_rule() {
    let folder = Folder::new("far");
    let mut app = waiting(&folder, CHOSEN);
    let tile = app
        .world()
        .resource::<TableScene>()
        .layout
        .pieces
        .iter()
        .find(|piece| piece.area == cell("11"))
        .expect("a tile")
        .id;
    send(&mut app, TableAction::Bring(Some(tile), cell("22")));
    assert!(matches!(&table(&app).status, Some(StatusMessage::Refused(why)) if why.rule == "#the-buttons"));
    assert_eq!(moves(&app), 4);
}

#[test]
fn the_tiles_just_swapped_cannot_be_swapped_back() {
    let folder = Folder::new("back");
    let mut app = waiting(&folder, CHOSEN);
    play(&mut app, "B 11 12");
    press(&mut app, KeyCode::KeyB);
    send(&mut app, TableAction::Bring(None, cell("11")));
    assert!(matches!(&table(&app).status, Some(StatusMessage::Refused(why)) if why.rule == "#the-turn"));
    assert_eq!(moves(&app), 5);
}

#[test]
fn a_malfunction_rolls_both_dice_and_leaves_the_table_true() {
    let folder = Folder::new("malfunction");
    let seats = r#"[(name: "Ada"), (name: "Blaise")]"#;
    let tiles = "(tiles: [7,2,11,4, 14,6,1,13, 16,10,3,12, 8,5,15,9], dice: [3,4])";
    let presses = r#"(0, "A 11 13"), (1, "A 12 14"), (0, "A 21 23"), (1, "A 22 24")"#;
    let text = format!(
        r#"(parlour: 1, game: "{MESS}", rules: 1, seed: "1", options: (difficulty: Medium), seats: {seats}, deal: Some({tiles}),
        moves: [(0, "choose A D"), (1, "choose B C"), {presses}])"#
    );
    let store = folder.store();
    store.write_save(MESS, &text).expect("a save");
    let mut app = program(store);
    send(&mut app, GameAction::Continue(MESS));
    settle_all(&mut app);
    // The fifth press of A: the rulebook's example, a 3 and a 4.
    play(&mut app, "A 31 33");
    let mut pieces = app.world_mut().query::<&PieceEntity>();
    let mut face_of = |half| {
        let die = AreaId::of(MessArea::Die(half));
        pieces.iter(app.world()).find(|piece| piece.area == die).map(|piece| piece.face)
    };
    assert_eq!([face_of(0), face_of(1)], [Some(Face::Die(3)), Some(Face::Die(4))]);
    assert_eq!(table(&app).session().state()["malfunctions"], 1);
    assert_table_is_true(&mut app);
    // It told everybody something: it cannot be taken back.
    send(&mut app, TableAction::Undo);
    assert_eq!(moves(&app), 7);
}

#[test]
fn bots_move_one_after_the_other_and_the_game_comes_to_its_end() {
    let folder = Folder::new("bots");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Deal(MESS, Some("tea".to_owned())));
    settle_all(&mut app);
    let players = table(&app).session().players().to_vec();
    assert_eq!(players.iter().filter(|player| player.bot.is_some()).count(), 2, "one person and two bots at first");
    play(&mut app, "choose A D");
    let start = std::time::Instant::now();
    while table(&app).outcome.is_none() {
        assert!(start.elapsed() < Duration::from_secs(120), "no end: {}", table(&app).session().record_text());
        let session = table(&app).session();
        let mine = session.at_screen().and_then(|seat| session.legal_moves(seat).first().cloned());
        match mine {
            Some(mv) => play(&mut app, &mv),
            None => {
                std::thread::sleep(Duration::from_millis(1));
                app.update();
            }
        }
    }
    settle_all(&mut app);
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::End));
    assert_eq!(folder.store().history(MESS).0.len(), 1);
    // Once more: the same company, the next one begins.
    send(&mut app, GameAction::Again);
    let next: Vec<String> = table(&app).session().players().iter().map(|player| player.name.clone()).collect();
    let names: Vec<&String> = players.iter().map(|player| &player.name).collect();
    assert_eq!(next.iter().collect::<Vec<_>>(), [names[1], names[2], names[0]]);
    let roster = app.world().resource::<Settings>().roster.players(2);
    assert_eq!(roster.iter().map(|player| &player.name).collect::<Vec<_>>(), names[..2], "who plays is set as before");
    let saved = read_text(&folder.store().save_path(MESS)).expect("a save");
    assert!(catalogue::load(&saved).is_ok());
}

/// Two people, a bot, and three pictures, so that every state is met.
fn mixed_record() -> String {
    let seats = r#"(name: "Ada"), (name: "Blaise"), (name: "Bot", bot: Some(Easy))"#;
    let options = "(variant: Consecutive)";
    format!(r#"(parlour: 1, game: "{MESS}", rules: 1, seed: "tea", options: {options}, seats: [{seats}], moves: [])"#)
}

/// Whether a program that is killed now has every move on disk: in the save, or at the end in the history.
fn is_kept(app: &App, store: &Store) -> bool {
    let session = table(app).session();
    let record = match &table(app).outcome {
        None => read_text(&store.save_path(MESS)).ok(),
        Some(_) => store.history(MESS).0.last().and_then(|last| store.finished_record(MESS, &last.record).ok()),
    };
    record == Some(session.record_text())
}

#[test]
fn in_every_state_of_the_turn_machine_all_moves_are_on_disk() {
    let folder = Folder::new("states");
    let store = folder.store();
    let session = catalogue::load(&mixed_record()).expect("a record");
    store.write_save(MESS, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    app.world_mut().write_message(GameAction::Continue(MESS));
    let mut met = Vec::new();
    let start = std::time::Instant::now();
    loop {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "not all states were met, only {met:?}, and now {:?}",
            app.world().get_resource::<State<Turn>>()
        );
        app.update();
        // Each frame is looked at, from the one on that brings the game to the table.
        let Some(turn) = app.world().get_resource::<State<Turn>>().map(|turn| *turn.get()) else { continue };
        assert!(is_kept(&app, &store), "a move is not on disk in {turn:?}");
        if !met.contains(&turn) {
            met.push(turn);
        }
        match turn {
            Turn::Over => break,
            Turn::HandOver => drop(app.world_mut().write_message(TableAction::TakeSeat)),
            Turn::Person => {
                let session = table(&app).session();
                let mv = session.at_screen().and_then(|seat| session.legal_moves(seat).first().cloned());
                app.world_mut().write_message(TableAction::Play(mv.expect("a person in turn has a move")));
            }
            Turn::Bot => std::thread::sleep(Duration::from_millis(1)),
            Turn::RoundOver => {
                assert_eq!(app.world().resource::<UiState>().page, Some(Page::Round));
                let rounds = &table(&app).snapshot().score_sheet.rounds;
                let last = rounds.last().expect("a result");
                assert_eq!(last.title, format!("Picture {} of 3", rounds.len()));
                assert!(last.seats.len() == 3 && last.summary.contains("The picture was"), "{last:?}");
                app.world_mut().write_message(NavigationAction::Close);
            }
            // What became of the picture stays until somebody has read it.
            Turn::Dealing | Turn::Moving => {
                if app.world().resource::<TableScene>().is_waiting() {
                    type_key(&mut app, KeyCode::Enter);
                }
            }
        }
    }
    for turn in [Turn::Dealing, Turn::Person, Turn::Bot, Turn::Moving, Turn::HandOver, Turn::RoundOver, Turn::Over] {
        assert!(met.contains(&turn), "{turn:?} was not met, only {met:?}");
    }
}
