//! Mystery Machine without a window: its deal shown and cut short, notes kept beside it, puzzles opened, kept and tried.

use super::*;
use parlour::app::workshop::WorkshopState;
use parlour::cards::{HandOrder, Rank, Suit};
use parlour::games::mystery::places::MysteryArea;
use parlour::layout::{AreaId, Face};
use parlour::table::panels::OwnPuzzle;

const MYSTERY: &str = "mystery-machine";

fn notices(app: &App) -> Vec<String> {
    app.world().resource::<UiState>().notices.clone()
}

fn screen(app: &App) -> Screen {
    *app.world().resource::<State<Screen>>().get()
}

fn chosen(app: &App) -> String {
    app.world().resource::<Settings>().options_of(MYSTERY).to_owned()
}

fn at_table(folder: &Folder) -> App {
    let mut app = program(folder.store());
    send(&mut app, GameAction::Deal(MYSTERY, Some("tea".to_owned())));
    app
}

#[test]
fn the_deal_is_shown_step_by_step_and_any_key_completes_it() {
    let folder = Folder::new("mystery-deal");
    let mut app = at_table(&folder);
    let shown = app.world().resource::<TableScene>();
    assert!(shown.is_playing() && shown.highlight.lit.is_empty(), "nothing can be done to cards that are being dealt");
    let settled = shown.settled().clone();
    assert_eq!(settled, table(&app).session().layout());
    for _ in 0..2000 {
        app.update();
    }
    assert_eq!(app.world().resource::<TableScene>().layout, settled, "it comes to its end by itself");
    send(&mut app, GameAction::Restart);
    assert!(app.world().resource::<TableScene>().is_playing());
    press(&mut app, KeyCode::Space);
    app.update();
    assert!(!app.world().resource::<TableScene>().is_playing());
    assert_eq!(app.world().resource::<TableScene>().layout, table(&app).session().layout());
    assert_eq!(moves(&app), 0, "the key that completes it does nothing else");
}

#[test]
fn notes_are_there_again_after_the_program_was_left() {
    let folder = Folder::new("mystery-notes");
    let mut app = at_table(&folder);
    send(&mut app, TableAction::Note("(seed: \"tea\", kept: true)".to_owned()));
    drop(app);
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(MYSTERY));
    assert_eq!(table(&app).notes, "(seed: \"tea\", kept: true)");
}

#[test]
fn what_a_move_in_the_panel_would_do_is_shown_until_the_pointer_leaves_it() {
    let folder = Folder::new("mystery-consider");
    let mut app = at_table(&folder);
    settle(&mut app);
    let mv = table(&app).session().legal_moves(table(&app).seat()).into_iter().find(|mv| mv.starts_with("pick"));
    send(&mut app, TableAction::Consider(mv));
    assert!(
        app.world()
            .resource::<TableScene>()
            .highlight
            .preview
            .as_ref()
            .is_some_and(|preview| !preview.marks.is_empty())
    );
    send(&mut app, TableAction::Consider(None));
    assert!(app.world().resource::<TableScene>().highlight.preview.is_none());
}

#[test]
fn a_puzzle_file_that_is_opened_is_chosen_for_the_next_deal() {
    let folder = Folder::new("mystery-open");
    let mut app = program(folder.store());
    let (_, text) = shipped::texts().find(|(id, _)| *id == "twins").expect("a puzzle");
    let path = folder.0.join("twins.parlour-puzzle.ron");
    fs::write(&path, text).expect("a file");
    send(&mut app, RecordAction::OpenFile(path.clone()));
    app.update();
    assert_eq!((screen(&app), notices(&app)), (Screen::Setup, Vec::new()));
    assert!(chosen(&app).contains("twins"), "{}", chosen(&app));
    send(&mut app, GameAction::Deal(MYSTERY, None));
    assert!(table(&app).session().bookmark().starts_with("Twins"), "{}", table(&app).session().bookmark());
    // Pasted as a line, too; and what is broken is told with its place, and changes nothing.
    let line = shipped::find("pennies").expect("a puzzle").to_line();
    send(&mut app, RecordAction::OpenTyped(line));
    assert!(chosen(&app).contains("pennies"), "{}", chosen(&app));
    fs::write(&path, text.replace("rows: 4", "rows: 4, colour: 1")).expect("a file");
    send(&mut app, RecordAction::OpenFile(path));
    assert!(notices(&app)[0].contains("twins.parlour-puzzle.ron: 6:"), "{:?}", notices(&app));
    assert!(chosen(&app).contains("pennies"));
}

#[test]
fn a_puzzle_of_ones_own_is_kept_listed_and_removed() {
    let folder = Folder::new("mystery-own");
    let mut app = program(folder.store());
    let text = shipped::find("twins").expect("a puzzle").to_text();
    let puzzle = OwnPuzzle { file: "mine.ron".to_owned(), text: Ok(text) };
    send(&mut app, WorkshopAction::Save(puzzle.clone()));
    assert_eq!(app.world().resource::<WorkshopState>().own, [puzzle]);
    send(&mut app, WorkshopAction::Delete(MYSTERY, "mine.ron".to_owned()));
    assert_eq!(app.world().resource::<WorkshopState>().own, []);
    // Nothing outside the folder is written or removed.
    let outside = folder.0.join("outside.ron");
    fs::write(&outside, "keep me").expect("a file");
    let path = format!("../../{}", outside.file_name().expect("a name").to_string_lossy());
    send(&mut app, WorkshopAction::Delete(MYSTERY, path.clone()));
    send(&mut app, WorkshopAction::Save(OwnPuzzle { file: path, text: Ok("gone".to_owned()) }));
    assert_eq!(fs::read_to_string(&outside).expect("still there"), "keep me");
    assert_eq!(notices(&app).len(), 2, "{:?}", notices(&app));
}

#[test]
fn a_bot_is_watched_to_the_end_while_the_players_own_game_waits() {
    let folder = Folder::new("mystery-watch");
    let mut app = at_table(&folder);
    let own = fs::read_to_string(folder.store().save_path(MYSTERY)).expect("a save");
    send(&mut app, GameAction::Watch(MYSTERY, BotLevel::Easy, "milk".to_owned()));
    assert!(table(&app).session().at_screen().is_none());
    let start = std::time::Instant::now();
    while table(&app).outcome.is_none() {
        assert!(start.elapsed() < PATIENCE, "{} moves in", moves(&app));
        app.update();
    }
    assert!(moves(&app) > 5);
    assert_eq!(fs::read_to_string(folder.store().save_path(MYSTERY)).expect("a save"), own);
    assert_eq!(folder.store().history(MYSTERY).0, []);
}

#[test]
fn a_puzzle_that_is_tried_is_neither_saved_nor_counted_and_leads_back_to_the_bench() {
    let folder = Folder::new("mystery-trial");
    let mut app = program(folder.store());
    parlour::games::plugins(&mut app);
    send(&mut app, WorkshopAction::Design(MYSTERY, None));
    assert_eq!(screen(&app), Screen::Workshop);
    send(&mut app, GameAction::Try(MYSTERY, "(puzzle: \"first-light\")".to_owned()));
    assert_eq!(table(&app).purpose, Purpose::Trial);
    settle(&mut app);
    let mv = table(&app).session().legal_moves(table(&app).seat()).into_iter().find(|mv| mv.starts_with("guess"));
    send(&mut app, TableAction::Play(mv.expect("a guess")));
    settle(&mut app);
    assert!(table(&app).outcome.is_some());
    assert!(!folder.store().save_path(MYSTERY).exists());
    assert_eq!(folder.store().history(MYSTERY).0, []);
    send(&mut app, GameAction::Again);
    assert_eq!(table(&app).purpose, Purpose::Trial);
    send(&mut app, WorkshopAction::Return);
    assert_eq!(screen(&app), Screen::Workshop);
    send(&mut app, WorkshopAction::Undo);
    assert!(app.world().resource::<WorkshopState>().step.is_some(), "the keys take back on the bench as at a table");
}

#[test]
fn a_watched_bot_waits_while_it_is_paused() {
    let folder = Folder::new("mystery-pause");
    let mut app = at_table(&folder);
    send(&mut app, GameAction::Watch(MYSTERY, BotLevel::Easy, "milk".to_owned()));
    let start = std::time::Instant::now();
    let until = |app: &mut App, count: usize| {
        while moves(app) < count {
            assert!(start.elapsed() < PATIENCE, "{} moves in", moves(app));
            app.update();
        }
    };
    until(&mut app, 2);
    send(&mut app, TableAction::Pause(true));
    settle(&mut app);
    let paused_at = moves(&app);
    for _ in 0..400 {
        app.update();
    }
    assert_eq!(moves(&app), paused_at);
    send(&mut app, TableAction::Pause(false));
    until(&mut app, paused_at + 2);
}

#[test]
fn a_card_that_pays_for_nothing_stays_in_the_hand_and_says_so() {
    let folder = Folder::new("mystery-useless");
    let mut app = at_table(&folder);
    settle(&mut app);
    send(&mut app, TableAction::Bring(None, AreaId::of(MysteryArea::Market(0))));
    settle(&mut app);
    assert_eq!(moves(&app), 1);
    for _ in 0..120 {
        app.update();
    }
    let lit = app.world().resource::<TableScene>().highlight.lit.clone();
    assert!(!lit.is_empty());
    send(&mut app, TableAction::Bring(None, AreaId::of(MysteryArea::Hand(0))));
    assert_eq!(table(&app).picked, None);
    let said = format!("{:?}", table(&app).status);
    assert!(said.contains("does not help to pay for any pile yet"), "{said}");
    assert_eq!(app.world().resource::<TableScene>().highlight.lit, lit, "the lights stay on");
}

#[test]
fn the_hand_is_sorted_as_the_player_likes_it_by_one_key_and_in_the_next_game_of_its_kind_too() {
    let folder = Folder::new("mystery-hand");
    let mut app = at_table(&folder);
    settle(&mut app);
    for _ in 0..6 {
        let seat = table(&app).seat();
        let mv = table(&app).session().legal_moves(seat).into_iter().find(|mv| mv.starts_with("pick")).expect("a pick");
        send(&mut app, TableAction::Play(mv));
    }
    // Suit and number of each card of the hand, from the left.
    let hand = |app: &App| -> Vec<(Suit, Rank)> {
        let layout = &table(app).snapshot().layout;
        let at = |place| layout.top_of(AreaId::of(MysteryArea::Hand(place)));
        let faces = (0..6).filter_map(at).map(|piece| piece.face);
        faces
            .filter_map(|face| if let Face::French(card) = face { Some((card.suit(), card.rank())) } else { None })
            .collect()
    };
    let by_number = hand(&app);
    assert_eq!(by_number.len(), 6);
    assert!(by_number.is_sorted_by_key(|(suit, rank)| (*rank, *suit)), "{by_number:?}");
    press(&mut app, KeyCode::KeyO);
    app.update();
    let by_suit = hand(&app);
    assert!(by_suit.is_sorted() && by_suit != by_number, "{by_suit:?}");
    assert_eq!(app.world().resource::<TableScene>().settled(), &table(&app).snapshot().layout);
    assert_eq!(moves(&app), 6, "sorting is no move");
    send(&mut app, GameAction::Restart);
    settle(&mut app);
    drop(app);
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(MYSTERY));
    let info = table(&app).session().info();
    assert_eq!(app.world().resource::<Settings>().hand_order(info), HandOrder::Suit);
    assert_eq!(table(&app).session().hand_order(), HandOrder::Suit);
    settle(&mut app);
}
