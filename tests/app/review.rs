//! Review after the game: asked for at the end, found out in the background, gone through by keys.

use super::mess::settle_all;
use super::*;
use parlour::app::game::second_chances::SecondChances;
use parlour::engine::game::Cancel;
use parlour::engine::review::{MoveReview, SecondThought, Worth, costliest};
use parlour::engine::seats::{Seat, Viewer};
use parlour::layout::Gesture;

const EDDIES: &str = "mystical-eddies";

/// Frames until every choice has been looked at.
fn until_all_are_looked_at(app: &mut App) {
    let start = std::time::Instant::now();
    while table(app).review.progress().0 < table(app).review.progress().1 {
        assert!(start.elapsed() < Duration::from_secs(240), "only {:?}", table(app).review.progress());
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
}

/// The record's name of a finished game in the history, whose player always took the first slot that was open.
fn careless_game(folder: &Folder) -> String {
    let entry = catalogue::find(GAME).expect("the game");
    let mut session = entry.start("c0ffee42", vec![Player::person("You")]).expect("a deal");
    while session.outcome().is_none() {
        let mv = session.legal_moves(Seat::FIRST).first().cloned().expect("a move");
        session.play(Seat::FIRST, &mv).expect("a legal move");
    }
    let store = folder.store();
    store.keep(&*session, session.outcome().as_ref()).expect("kept");
    store.history(GAME).0[0].record.clone()
}

#[test]
fn the_end_leads_to_a_review_that_is_stepped_through_by_keys() {
    let folder = Folder::new("review-end");
    let mut app = dealt(folder.store(), "c0ffee42");
    play_golden_by_keys(&mut app);
    settle(&mut app);
    app.update();
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::End));
    send(&mut app, GameAction::ReviewThis);
    app.update();
    assert!(table(&app).is_replay() && table(&app).review.is_on);
    assert_eq!((moves(&app), app.world().resource::<UiState>().page.clone()), (0, None));
    for step in 1..=3 {
        press(&mut app, KeyCode::ArrowRight);
        app.update();
        assert_eq!(moves(&app), step);
    }
    settle(&mut app);
    assert_table_is_true(&mut app);
    let start = std::time::Instant::now();
    while !table(&app).review.found.contains_key(&3) {
        assert!(start.elapsed() < PATIENCE, "nothing was found out");
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    // What is thought about is given up with the table.
    send(&mut app, NavigationAction::OpenLibrary);
    app.update();
    assert!(app.world().get_resource::<ActiveGame>().is_none());
}

#[test]
fn a_game_of_the_history_is_reviewed_and_what_decided_it_is_a_step_away() {
    let folder = Folder::new("review-history");
    let record = careless_game(&folder);
    let mut app = program(folder.store());
    send(&mut app, GameAction::Replay(GAME, record));
    app.update();
    assert!(table(&app).can_be_reviewed() && !table(&app).review.is_on);
    send(&mut app, TableAction::Review(true));
    app.update();
    until_all_are_looked_at(&mut app);
    let review = &table(&app).review;
    let found: Vec<_> = review.found.values().flatten().collect();
    assert_eq!(found.len(), review.plan.own.len(), "the bot has something to say of every choice");
    assert!(found.iter().all(|review| review.cost >= 0.0 && !(review.is_best && review.cost > 0.0)), "{found:?}");
    let mistakes = review.mistakes().count();
    assert!(mistakes > 3, "{mistakes}");
    let moment = costliest(review.mistakes()).expect("a mistake").clone();
    assert!(found.iter().all(|other| other.cost <= moment.cost));
    send(&mut app, TableAction::Seek(moment.step));
    settle(&mut app);
    assert_eq!(moves(&app), moment.step);
    assert_eq!(table(&app).snapshot().moves.last(), Some(&moment.played));
    assert_table_is_true(&mut app);
    // Hidden and shown again, it is still known.
    for on in [false, true] {
        send(&mut app, TableAction::Review(on));
        assert_eq!((table(&app).review.is_on, table(&app).review.mistakes().count()), (on, mistakes));
    }
}

#[test]
fn a_game_in_play_or_given_up_is_not_reviewed() {
    let folder = Folder::new("review-none");
    let mut app = dealt(folder.store(), "c0ffee42");
    send(&mut app, TableAction::Review(true));
    assert!(!table(&app).review.is_on);
    bring(&mut app, "b1");
    settle(&mut app);
    let text = table(&app).session().record_text();
    send(&mut app, RecordAction::OpenTyped(text));
    app.update();
    assert!(table(&app).is_replay());
    send(&mut app, TableAction::Review(true));
    assert!(!table(&app).review.is_on && !table(&app).can_be_reviewed());
}

/// The record's name in the history of a game of tricks against bots, in which the only person always played their first card.
fn careless_tricks(folder: &Folder) -> String {
    let bots = (1..6).map(|_| Player::bot(BotLevel::Easy));
    let players = [Player::person("Ada")].into_iter().chain(bots).collect();
    let entry = catalogue::find(EDDIES).expect("the game");
    let mut session = entry.start_with("tricks", players, "(length: Rounds(1))").expect("a deal");
    while let Some(acting) = session.acting().first() {
        let by_bot = session.bot_job().map(|(seat, think)| (seat, think(&Cancel::new()).expect("a move")));
        let (seat, mv) = by_bot.unwrap_or_else(|| (acting, session.legal_moves(acting)[0].clone()));
        session.play(seat, &mv).expect("a legal move");
    }
    let store = folder.store();
    store.keep(&*session, session.outcome().as_ref()).expect("kept")
}

fn chances(app: &App) -> &SecondChances {
    table(app).chances.as_ref().expect("second chances")
}

/// The costly moves at which a better one can be looked for.
fn to_try(app: &App) -> Vec<MoveReview> {
    table(app).moves_to_try().into_iter().cloned().collect()
}

/// The game lies there as it was before this mistake, for whoever made it to move, and nothing tells what came of it.
fn assert_is_asked(app: &mut App, mistake: &MoveReview) {
    let game = table(app);
    assert_eq!((game.purpose, game.session().moves()), (Purpose::SecondChance, (mistake.step - 1, mistake.step - 1)));
    assert_eq!(game.session().viewer(), Viewer::Seat(mistake.seat));
    assert!(game.may_move() && game.outcome.is_none() && !game.review.is_on && chances(app).asks());
    assert!(chances(app).says().contains("Can you find a better move"), "{}", chances(app).says());
    assert!(!chances(app).says().contains(&mistake.reason[1..]));
    assert_table_is_true(app);
}

/// Makes a move as a player does: by a click on an area, or by bringing there one of the cards that it is made with.
fn make(app: &mut App, mv: &str) {
    let session = table(app).session();
    let layout = session.layout();
    let options: Vec<Option<char>> = layout.options.iter().map(|option| Some(option.key)).chain([None]).collect();
    let pieces: Vec<_> = session.selection_for(mv).pieces.into_iter().map(Some).collect();
    let pieces = [None].into_iter().chain(pieces);
    let gestures = pieces.flat_map(|piece| layout.areas.iter().map(move |area| (piece, area.id)));
    let mut gestures = gestures.flat_map(|(piece, area)| options.iter().map(move |option| (piece, area, *option)));
    let means = |(piece, area, option): &(Option<_>, AreaId, Option<char>)| {
        session.gesture(&Gesture { piece: *piece, area: *area, option: *option }).as_deref() == Some(mv)
    };
    let (piece, area, option) = gestures.find(means).unwrap_or_else(|| panic!("no gesture makes {mv}"));
    if let Some(key) = option {
        send(app, TableAction::Switch(key));
    }
    send(app, TableAction::Bring(piece, area));
}

/// Frames until it is told what is best.
fn until_it_is_told(app: &mut App) {
    let start = std::time::Instant::now();
    while !chances(app).tells() {
        assert!(start.elapsed() < PATIENCE, "the move is not weighed");
        std::thread::sleep(Duration::from_millis(2));
        app.update();
    }
    app.update();
}

/// It is told and shown what is best, and nothing was played for it.
fn assert_is_told(app: &App, mistake: &MoveReview) {
    let says = chances(app).says();
    assert!(says.contains(&mistake.reason[1..]), "{says}");
    assert!(!app.world().resource::<TableScene>().highlight.lit.is_empty(), "the best move is lit");
    assert_eq!(table(app).session().moves(), (mistake.step - 1, mistake.step - 1));
    assert!(!table(app).may_move());
}

/// Tries the move that was played, then the best, at the next another one, and has the last told. Returns how many were found.
fn try_all(app: &mut App, kept: &str, mistakes: &[MoveReview]) -> usize {
    let mut found = 0;
    for (number, mistake) in mistakes.iter().enumerate() {
        assert_is_asked(app, mistake);
        let game = catalogue::load(kept).expect("a record");
        let played = game.second_chance(mistake.step).expect("a finished game").played;
        let legal = table(app).session().legal_moves(mistake.seat);
        let other = legal.into_iter().find(|mv| *mv != played && *mv != mistake.best_move && !mv.contains("bury"));
        match (number, other) {
            (0, _) => {
                make(app, &played);
                settle_all(app);
                assert!(said(app).contains("That is what was played") && chances(app).asks(), "{}", said(app));
                make(app, &mistake.best_move);
                until_it_is_told(app);
                assert_eq!(chances(app).thought(), Some(SecondThought::Best));
            }
            (1, Some(other)) => {
                make(app, &other);
                assert!(!table(app).may_move(), "one move is tried");
                until_it_is_told(app);
                assert!(chances(app).thought().is_some_and(|thought| thought != SecondThought::Best));
            }
            _ => {
                send(app, TableAction::ShowBest);
                until_it_is_told(app);
                assert_eq!(chances(app).thought(), None);
            }
        }
        found += usize::from(chances(app).thought().is_some_and(SecondThought::is_found));
        // No bot answers.
        (0..100).for_each(|_| app.update());
        assert_is_told(app, mistake);
        send(app, TableAction::NextChance);
        settle_all(app);
    }
    found
}

#[test]
fn better_moves_are_looked_for_where_a_solitaire_was_played_worst_and_nothing_of_it_is_kept() {
    let folder = Folder::new("review-chances");
    let record = careless_game(&folder);
    let kept = folder.store().finished_record(GAME, &record).expect("a record");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Replay(GAME, record.clone()));
    send(&mut app, TableAction::Review(true));
    send(&mut app, TableAction::TryCostly);
    assert!(table(&app).is_replay() && to_try(&app).is_empty(), "not before all has been looked at");
    until_all_are_looked_at(&mut app);
    app.update();
    let (mistakes, costly) = (to_try(&app), table(&app).review.mistakes().count());
    assert!(mistakes.len() == 3 && mistakes.is_sorted_by_key(|mistake| mistake.step), "{mistakes:?}");
    send(&mut app, TableAction::TryCostly);
    settle_all(&mut app);
    let found = try_all(&mut app, &kept, &mistakes);
    assert!(table(&app).is_replay() && table(&app).review.is_on && table(&app).chances.is_none());
    assert_eq!(moves(&app), mistakes[2].step, "it leads back to the move of which it was asked last");
    assert_eq!(said(&app), format!("{found} of 3 better moves found."));
    assert_table_is_true(&mut app);
    // Nothing is saved, and in the history there is only what the review found.
    assert!(!folder.store().save_path(GAME).exists());
    assert_eq!(folder.store().finished_record(GAME, &record).as_ref(), Ok(&kept));
    let (history, _) = folder.store().history(GAME);
    assert_eq!(
        history.iter().map(|game| game.costly_of(None).map(|kinds| kinds.len())).collect::<Vec<_>>(),
        [Some(costly)]
    );
    // Left in between, it leads back as well, and what was said is gone with the next step.
    press(&mut app, KeyCode::Home);
    assert_eq!(said(&app), "");
    send(&mut app, TableAction::TryCostly);
    settle_all(&mut app);
    assert_is_asked(&mut app, &mistakes[0]);
    send(&mut app, TableAction::EndChances);
    settle_all(&mut app);
    assert_eq!((moves(&app), table(&app).review.is_on, said(&app)), (mistakes[0].step, true, String::new()));
    // A move that is still weighed is given up with the table.
    send(&mut app, TableAction::TryCostly);
    settle_all(&mut app);
    let other = table(&app).session().legal_moves(Seat::FIRST).into_iter().find(|mv| *mv != mistakes[0].best_move);
    ask(&mut app, TableAction::Play(other.expect("another move")));
    send(&mut app, NavigationAction::OpenLibrary);
    app.update();
    assert!(app.world().get_resource::<ActiveGame>().is_none());
}

/// As if these many moves had been mistakes, at which the bot would have done something else, and no other.
fn call_mistakes(app: &mut App, most: usize) {
    let mut game = app.world_mut().resource_mut::<ActiveGame>();
    let own = game.review.plan.own.clone();
    let mut left = most;
    for (_, review) in game.review.found.iter_mut().filter(|(step, _)| own.contains(*step)) {
        let Some(review) = review else { continue };
        review.is_mistake = left > 0 && !review.is_best;
        if review.is_mistake {
            review.cost = 2.0;
            left -= 1;
        }
    }
}

#[test]
fn better_moves_are_looked_for_in_a_game_of_tricks_without_a_look_at_what_others_held() {
    let folder = Folder::new("review-tricks");
    let record = careless_tricks(&folder);
    let kept = folder.store().finished_record(EDDIES, &record).expect("a record");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Replay(EDDIES, record.clone()));
    settle_all(&mut app);
    let hidden = |app: &App| {
        let pieces = &app.world().resource::<TableScene>().layout.pieces;
        pieces.iter().filter(|piece| piece.face == Face::Back).count()
    };
    let openly = hidden(&app);
    send(&mut app, TableAction::Review(true));
    settle_all(&mut app);
    // The review begins with what its player saw, and the rest is shown once it is asked for.
    assert!(table(&app).session().viewer() == Viewer::Seat(Seat::FIRST) && hidden(&app) > openly);
    assert_table_is_true(&mut app);
    send(&mut app, TableAction::SeenBy(None));
    settle_all(&mut app);
    assert_eq!((table(&app).session().viewer(), hidden(&app)), (Viewer::Referee, openly));
    until_all_are_looked_at(&mut app);
    call_mistakes(&mut app, 3);
    let mistakes = to_try(&app);
    assert!(!mistakes.is_empty() && mistakes.iter().all(|mistake| mistake.seat == Seat::FIRST), "{mistakes:?}");
    send(&mut app, TableAction::TryCostly);
    settle_all(&mut app);
    assert!(hidden(&app) > openly, "the hands of the others are face down again");
    let found = try_all(&mut app, &kept, &mistakes);
    assert_eq!(said(&app), format!("{found} of {} better moves found.", mistakes.len()));
    assert_eq!(table(&app).session().viewer(), Viewer::Referee, "as the review was left");
    assert_eq!(folder.store().finished_record(EDDIES, &record).as_ref(), Ok(&kept));
    assert!(!folder.store().save_path(EDDIES).exists() && folder.store().history(EDDIES).0.len() == 1);
}

#[test]
fn what_comes_from_a_file_is_reviewed_openly_and_a_game_among_bots_has_no_second_chances() {
    let folder = Folder::new("review-file");
    let record = careless_tricks(&folder);
    let text = folder.store().finished_record(EDDIES, &record).expect("a record");
    let mut app = program(folder.store());
    send(&mut app, RecordAction::OpenTyped(text));
    send(&mut app, TableAction::Review(true));
    assert!(table(&app).review.is_on && table(&app).session().viewer() == Viewer::Referee);
    let golden = fs::read_to_string(format!("{}/tests/rules/golden/{EDDIES}.ron", env!("CARGO_MANIFEST_DIR")));
    send(&mut app, RecordAction::OpenTyped(golden.expect("the golden record")));
    send(&mut app, TableAction::Review(true));
    // As if all of them had been mistakes.
    let own = table(&app).review.plan.own.clone();
    let mut game = app.world_mut().resource_mut::<ActiveGame>();
    for step in own {
        let [played, best, reason] = ["1rA", "5rA", "Play the palm"].map(str::to_owned);
        let (seat, unit, best_move) = (Seat::FIRST, Worth::Chance, best.clone());
        let (is_best, is_mistake, cost, noise) = (false, true, 0.5, 0.0);
        let found = MoveReview { step, seat, played, best, best_move, reason, is_best, is_mistake, cost, noise, unit };
        game.review.keep(step, Some(found));
    }
    assert!(game.review.mistakes().count() > 3 && game.moves_to_try().is_empty());
}
