//! Hands of cards: how they are sorted and selected from, what is taken back at one computer, and the last trick.

use super::mess::{all_that_can_be_seen, is_handed_over, play, ready, settle_all};
use super::*;
use parlour::app::keys::PanelHasKeys;
use parlour::cards::{HandOrder, MystiqueCard};
use parlour::engine::seats::{Seat, Viewer};
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::Selection;
use parlour::layout::CardArea;

fn moves_made(app: &App) -> usize {
    table(app).session().moves().0
}

#[test]
fn what_is_selected_stays_so_while_bots_choose_at_the_same_time() {
    let folder = Folder::new("cards-selected");
    let record = r#"(parlour: 1, game: "mystique-circle", rules: 1, seed: "tea",
        seats: [(name: "Ada"), (name: "Blaise", bot: Some(Easy)), (name: "Clara", bot: Some(Easy))], moves: [])"#;
    folder.store().write_save("mystique-circle", record).expect("a save");
    let mut app = program(folder.store());
    ask(&mut app, GameAction::Continue("mystique-circle"));
    assert_eq!(moves_made(&app), 0, "the bots have not chosen yet");
    for place in [1, 4] {
        ask(&mut app, TableAction::Bring(None, AreaId::of(CardArea::Own(place))));
    }
    let selected = table(&app).selected.clone();
    assert_eq!((selected.len(), moves_made(&app)), (2, 0));
    let start = std::time::Instant::now();
    while moves_made(&app) < 2 {
        assert!(start.elapsed() < PATIENCE, "the bots do not choose");
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    settle_all(&mut app);
    assert_eq!(table(&app).selected, selected);
}

/// The cards of the hand that lies in front, from the left.
fn held(app: &App) -> Vec<MystiqueCard> {
    let layout = table(app).session().layout();
    let cards = layout.own_hand().filter_map(|area| layout.top_of(area.id));
    cards.filter_map(|piece| if let Face::Mystique(card) = piece.face { Some(card) } else { None }).collect()
}

fn assert_sorted(app: &App, order: HandOrder) {
    let mut sorted = held(app);
    order.sort_mystique(&mut sorted);
    assert!(sorted.len() > 2);
    assert_eq!(held(app), sorted, "{order:?}");
    assert_eq!(*app.world().resource::<TableScene>().settled(), table(app).session().layout());
}

#[test]
fn a_hand_is_sorted_by_what_must_be_followed_and_sorting_it_changes_no_other_game() {
    let folder = Folder::new("cards-sorted");
    let (circle, suns) = ("mystique-circle", "battle-for-the-suns");
    for game in [circle, suns] {
        let seats = r#"(name: "Ada"), (name: "Blaise", bot: Some(Easy))"#;
        let record = format!(r#"(parlour: 1, game: "{game}", rules: 1, seed: "tea", seats: [{seats}], moves: [])"#);
        folder.store().write_save(game, &record).expect("a save");
    }
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(circle));
    settle(&mut app);
    assert_sorted(&app, HandOrder::Colour);
    let by_colour = held(&app);
    send(&mut app, SettingsAction::SortHand(circle));
    assert_sorted(&app, HandOrder::Suit);
    assert_ne!(held(&app), by_colour);
    press(&mut app, KeyCode::KeyO);
    app.update();
    assert_sorted(&app, HandOrder::Number);
    send(&mut app, GameAction::Continue(suns));
    settle(&mut app);
    assert_sorted(&app, HandOrder::Number);
    send(&mut app, SettingsAction::SortHand(suns));
    assert_sorted(&app, HandOrder::Colour);
    drop(app);
    let mut app = program(folder.store());
    for (game, order) in [(circle, HandOrder::Number), (suns, HandOrder::Colour)] {
        send(&mut app, GameAction::Continue(game));
        settle(&mut app);
        assert_sorted(&app, order);
    }
}

/// Two people at a game of Mystique; the first has just opened with three cards, and the second can answer.
fn to_be_answered(folder: &Folder) -> App {
    let record =
        r#"(parlour: 1, game: "mystique", rules: 1, seed: "tea", seats: [(name: "Ada"), (name: "Blaise")], moves: [])"#;
    folder.store().write_save("mystique", record).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue("mystique"));
    ready(&mut app);
    let session = table(&app).session();
    let first = session.acting().first().expect("somebody acts");
    let can_be_answered = |mv: &&String| {
        let mut game = catalogue::load(record).expect("a record");
        game.play(first, mv).expect("legal");
        let second = game.acting().first().expect("somebody acts");
        mv.split(' ').count() == 5 && game.legal_moves(second).iter().any(|mv| mv.starts_with("cast"))
    };
    let opening = session.legal_moves(first).iter().find(can_be_answered).cloned().expect("an opening");
    play(&mut app, &opening);
    ready(&mut app);
    app
}

/// The places in the hand of the cards that can be selected.
fn selectable(app: &App) -> Vec<AreaId> {
    let pieces = table(app).session().selectable(&Selection::default());
    let layout = table(app).session().layout();
    let mine = layout.areas.iter().filter(|area| matches!(area.id.to(), Some(CardArea::Own(_))));
    mine.filter(|area| layout.top_of(area.id).is_some_and(|top| pieces.contains(&top.id))).map(|area| area.id).collect()
}

#[test]
fn enter_does_nothing_that_leaves_the_selected_cards_behind() {
    let folder = Folder::new("cards-enter");
    let mut app = to_be_answered(&folder);
    for (number, place) in selectable(&app).into_iter().take(3).enumerate() {
        send(&mut app, TableAction::Enter(place));
        settle_all(&mut app);
        assert_eq!((table(&app).selected.len(), moves_made(&app)), (number + 1, 1), "the cards are not taken");
    }
}

#[cfg(feature = "gamepad")]
#[test]
fn a_gamepad_selects_cards_and_casts_them() {
    use parlour::app::platform::gamepad::{PadButton, PadPresses};
    let folder = Folder::new("cards-gamepad");
    let mut app = to_be_answered(&folder);
    let press = |app: &mut App, press: PadButton| {
        app.world().resource::<PadPresses>().0.send(press).expect("somebody listens");
        app.update();
        app.update();
    };
    let wanted: Vec<AreaId> = selectable(&app).into_iter().take(3).collect();
    let focus = |app: &App| app.world().resource::<TableScene>().focus;
    for place in &wanted {
        for _ in 0..30 {
            if focus(&app) == Some(*place) {
                break;
            }
            press(&mut app, PadButton::Right);
        }
        press(&mut app, PadButton::Option);
    }
    assert_eq!(table(&app).selected.len(), 3, "the button at the left selects");
    press(&mut app, PadButton::Go);
    settle_all(&mut app);
    assert_eq!(moves_made(&app), 2, "the only thing to be done with them");
}

#[test]
fn a_judgement_by_hand_is_taken_back_once_all_agree() {
    let folder = Folder::new("judged");
    let entry = catalogue::find("eleusis-express").expect("the game");
    let players = ["Ada", "Blaise", "Clara"].map(Player::person).to_vec();
    let mut session = entry.start_with("tea", players, "()").expect("a deal");
    for (seat, mv) in [(0, Some("rule in mind")), (0, Some("start 1")), (1, None), (0, Some("judge wrong"))] {
        let seat = Seat::new(seat).expect("a seat");
        let mv = mv.map_or_else(|| session.legal_moves(seat)[0].clone(), str::to_owned);
        session.play(seat, &mv).expect("legal");
    }
    folder.store().write_save(entry.info.id, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    settle_all(&mut app);
    ready(&mut app);
    send(&mut app, TableAction::Undo);
    let said = format!("{:?}", table(&app).status);
    assert!(moves_made(&app) == 4 && said.contains("everybody at the table agrees"), "{said}");
    send(&mut app, TableAction::Undo);
    assert_eq!(
        (moves_made(&app), table(&app).session().acting().first()),
        (3, Some(Seat::FIRST)),
        "it is judged again"
    );
}

#[test]
fn what_is_typed_in_a_field_plays_no_move() {
    let folder = Folder::new("typed");
    let entry = catalogue::find("eleusis-express").expect("the game");
    let options = "(rule: \"colour differs from last\")";
    let session = entry.start_with("tea", vec![Player::person("Ada")], options).expect("a deal");
    folder.store().write_save(entry.info.id, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    settle_all(&mut app);
    // "1 above last", say, is a rule, and 1 is the key of "No card fits".
    for (typing, moves) in [(true, 0), (false, 1)] {
        app.world_mut().insert_resource(PanelHasKeys { focused: typing, typing, has_list: false });
        press(&mut app, KeyCode::Digit1);
        settle_all(&mut app);
        assert_eq!(moves_made(&app), moves, "typing: {typing}");
    }
}

/// Two people at a game in which all choose at once and in secret; the first has made this choice.
fn one_has_chosen(game: &str, folder: &Folder) -> (App, String) {
    let entry = catalogue::find(game).expect("the game");
    let session = entry.start("tea", ["Ada", "Blaise"].map(Player::person).to_vec()).expect("a deal");
    let chosen = session.legal_moves(Seat::FIRST).first().cloned().expect("a choice");
    folder.store().write_save(game, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    settle_all(&mut app);
    ready(&mut app);
    play(&mut app, &chosen);
    assert!(is_handed_over(&app) && table(&app).hand_over() == Seat::new(1));
    (app, chosen)
}

#[test]
fn undo_at_one_computer_asks_before_it_takes_back_what_another_chose_in_secret() {
    for game in ["mystique-circle", "battle-for-the-suns", "mess-machine"] {
        let folder = Folder::new(&format!("anothers-{game}"));
        let (mut app, chosen) = one_has_chosen(game, &folder);
        ready(&mut app);
        send(&mut app, TableAction::Undo);
        settle_all(&mut app);
        assert_eq!(moves_made(&app), 1, "{game}: nothing is lost unasked");
        assert!(said(&app).contains("Ada’s choice"), "{game}: {}", said(&app));
        assert!(!all_that_can_be_seen(&mut app).contains(&chosen), "{game}: nothing tells what it was");
        send(&mut app, TableAction::Undo);
        settle_all(&mut app);
        assert_eq!(moves_made(&app), 0, "{game}: asked once");
        let viewer = table(&app).session().viewer();
        assert!(is_handed_over(&app) || viewer == Viewer::Seat(Seat::new(1).expect("a seat")), "{game}: {viewer:?}");
        assert!(!all_that_can_be_seen(&mut app).contains(&chosen), "{game}");
    }
}

#[test]
fn whoever_has_just_chosen_in_secret_may_choose_again_before_the_computer_is_passed_on() {
    for game in ["mystique-circle", "battle-for-the-suns", "mess-machine"] {
        let folder = Folder::new(&format!("choose-again-{game}"));
        let (mut app, _) = one_has_chosen(game, &folder);
        send(&mut app, TableAction::ChooseAgain);
        settle_all(&mut app);
        assert_eq!((moves_made(&app), table(&app).hand_over()), (0, Some(Seat::FIRST)), "{game}");
        assert!(is_handed_over(&app), "{game}: whoever is there now may be somebody else");
        assert_eq!(app.world_mut().query::<&PieceEntity>().iter(app.world()).count(), 0, "{game}: nothing lies there");
        let saved = folder.store().save(game).expect("readable").expect("a save");
        assert_eq!(saved, table(&app).session().record_text(), "{game}");
        send(&mut app, TableAction::ChooseAgain);
        settle_all(&mut app);
        assert_eq!((moves_made(&app), is_handed_over(&app)), (0, true), "{game}: there is nothing else to take back");
    }
}

/// A person alone with a bot, after so many moves at least, on the person's turn.
pub(super) fn among_bots(game: &str, folder: &Folder, moves: usize, is_ready: fn(&dyn TableSession) -> bool) -> App {
    let entry = catalogue::find(game).expect("the game");
    let players = vec![Player::person("Ada"), Player::bot(BotLevel::Easy)];
    let mut session = entry.start("tea", players).expect("a deal");
    while session.moves().0 < moves || session.acting().first() != Some(Seat::FIRST) || !is_ready(&*session) {
        let seat = session.acting().first().expect("it goes on");
        let mv = session.legal_moves(seat)[0].clone();
        session.play(seat, &mv).expect("legal");
    }
    folder.store().write_save(game, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    settle_all(&mut app);
    app
}

#[test]
fn alone_with_bots_undo_goes_on_as_practice_and_the_game_as_it_stood_can_be_taken_up_again() {
    const ENERGY: &str = "mystique-energy";
    let folder = Folder::new("cards-practice");
    let mut app = among_bots(ENERGY, &folder, 4, |_| true);
    let (before, whole) = (moves_made(&app), table(&app).session().record_text());
    send(&mut app, TableAction::Undo);
    assert!(said(&app).contains("practice"), "{}", said(&app));
    assert_eq!((moves_made(&app), table(&app).is_practice()), (before, false), "it asks first");
    assert_eq!(folder.store().history(ENERGY).0.len(), 0);
    send(&mut app, TableAction::Undo);
    settle_all(&mut app);
    assert!(moves_made(&app) < before && table(&app).is_practice(), "{}", said(&app));
    assert!(folder.store().save(ENERGY).expect("readable").expect("a save").contains("practice: true"));
    let history = folder.store().history(ENERGY).0;
    assert_eq!((history.len(), history[0].given_up), (1, true));
    // It is practice now, so nothing is asked and nothing kept any more.
    let (left, kept) = (moves_made(&app), folder.store().history(ENERGY).0.len());
    send(&mut app, TableAction::Undo);
    settle_all(&mut app);
    assert!(moves_made(&app) < left && folder.store().history(ENERGY).0.len() == kept);
    send(&mut app, GameAction::TakeUp(ENERGY, history[0].record.clone()));
    assert_eq!((table(&app).session().record_text(), table(&app).is_practice()), (whole, false));
    assert_eq!(folder.store().history(ENERGY).0.len(), 0);
}

#[test]
fn nothing_becomes_practice_if_the_game_as_it_stood_cannot_be_kept() {
    const ENERGY: &str = "mystique-energy";
    let folder = Folder::new("cards-unkept");
    let mut app = among_bots(ENERGY, &folder, 4, |_| true);
    let before = moves_made(&app);
    fs::write(folder.store().data().join("history"), "in the way").expect("a file");
    for _ in 0..2 {
        send(&mut app, TableAction::Undo);
        settle_all(&mut app);
    }
    assert_eq!((moves_made(&app), table(&app).is_practice()), (before, false));
    let notices = app.world().resource::<UiState>().notices.join(" ");
    assert!(notices.contains("nothing was undone"), "{notices}");
}

fn peeks(app: &App) -> bool {
    table(app).peeks
}

#[test]
fn the_last_trick_opens_by_its_key_and_stays_until_it_is_closed_by_key_escape_or_the_next_move() {
    let folder = Folder::new("cards-last-trick");
    let has_last = |session: &dyn TableSession| !session.layout().last.cards.is_empty();
    let mut app = among_bots("mystique-circle", &folder, 4, has_last);
    press(&mut app, KeyCode::KeyP);
    for _ in 0..5 {
        app.update();
    }
    assert!(peeks(&app), "it stays when the key is released");
    press(&mut app, KeyCode::KeyP);
    app.update();
    assert!(!peeks(&app), "the same key closes it");
    press(&mut app, KeyCode::KeyP);
    press(&mut app, KeyCode::Escape);
    app.update();
    assert_eq!((peeks(&app), app.world().resource::<UiState>().page.clone()), (false, None), "and no menu opens");
    press(&mut app, KeyCode::KeyP);
    app.update();
    assert!(peeks(&app));
    let mv = table(&app).session().legal_moves(Seat::FIRST)[0].clone();
    play(&mut app, &mv);
    assert!(!peeks(&app), "the table is shown again");
}

#[test]
fn a_key_that_is_held_does_not_show_and_hide_the_last_trick() {
    let folder = Folder::new("cards-held");
    let has_last = |session: &dyn TableSession| !session.layout().last.cards.is_empty();
    let mut app = among_bots("mystique-circle", &folder, 4, has_last);
    for number in 0..4 {
        let event = KeyboardInput {
            key_code: KeyCode::KeyP,
            logical_key: Key::Character("p".into()),
            state: ButtonState::Pressed,
            text: None,
            repeat: number > 0,
            window: Entity::PLACEHOLDER,
        };
        app.world_mut().resource_mut::<Messages<KeyboardInput>>().write(event);
        app.update();
        app.update();
        assert!(peeks(&app), "press {number}");
    }
}

#[cfg(feature = "gamepad")]
#[test]
fn a_gamepad_opens_and_closes_the_last_trick() {
    use parlour::app::platform::gamepad::{PadButton, PadPresses};
    let folder = Folder::new("cards-pad-trick");
    let has_last = |session: &dyn TableSession| !session.layout().last.cards.is_empty();
    let mut app = among_bots("mystique-circle", &folder, 4, has_last);
    for (press, shown) in
        [(PadButton::Peek, true), (PadButton::Peek, false), (PadButton::Peek, true), (PadButton::Back, false)]
    {
        app.world().resource::<PadPresses>().0.send(press).expect("somebody listens");
        app.update();
        app.update();
        assert_eq!(peeks(&app), shown, "{press:?}");
    }
}
