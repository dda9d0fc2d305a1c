//! The review of finished games: what the hard bot makes of every move, in every game of the catalogue.

use parlour::catalogue::{self, GAMES, GameEntry};
use parlour::engine::game::{Bots, Cancel, Game, Observation};
use parlour::engine::record::Player;
use parlour::engine::review::{Appraisal, MoveReview, Worth, decisive};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::games::circle::MystiqueCircle;
use parlour::games::circle::rules as circle;
use parlour::games::matrix::MatrixSolitaire;
use parlour::games::mess::rules as mess;
use parlour::games::mess::{MessMachine, PictureGrid};
use parlour::games::mystery::MysteryMachine;
use parlour::games::mystery::rules as mystery;

fn golden(id: &str) -> String {
    let path = format!("{}/tests/rules/golden/{id}.ron", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn looked_at(session: &dyn TableSession, step: usize) -> MoveReview {
    let (title, work) = (session.info().title, session.review_job(step).expect("a move of a finished game"));
    work(&Cancel::new()).unwrap_or_else(|| panic!("{title}: nothing is said of move {step}"))
}

/// Reviews every so many moves of the golden game.
fn every_move_is_reviewed(entry: &GameEntry, stride: usize) {
    let mut session = entry.load(&golden(entry.info.id)).expect("the golden game");
    session.look_on();
    let described = session.named_moves();
    // A replay is reviewed wherever it stands.
    session.seek(0);
    let reviews: Vec<MoveReview> =
        (1..=described.len()).step_by(stride).map(|step| looked_at(&*session, step)).collect();
    for review in &reviews {
        let about = format!("{}: {review:?}", entry.info.id);
        assert!(review.cost >= 0.0 && review.noise >= 0.0, "{about}");
        assert!(!review.is_best || review.cost == 0.0, "{about}");
        assert_eq!(review.is_best, review.best == review.played, "{about}");
        assert!(described[review.step - 1].ends_with(&review.played), "{about}: {}", described[review.step - 1]);
        assert!(!review.best.is_empty() && !review.verdict().is_empty(), "{about}");
    }
    let moments = decisive(&reviews);
    assert!(moments.len() <= 3 && moments.iter().all(|moment| moment.is_mistake()), "{moments:?}");
}

#[test]
fn moves_of_every_golden_game_are_reviewed() {
    for entry in GAMES {
        every_move_is_reviewed(entry, 9);
    }
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn every_move_of_every_golden_game_is_reviewed() {
    for entry in GAMES {
        every_move_is_reviewed(entry, 1);
    }
}

#[test]
fn only_moves_of_a_game_that_was_played_to_its_end_are_reviewed() {
    for entry in GAMES {
        let mut session = entry.load(&golden(entry.info.id)).expect("the golden game");
        let (_, all) = session.moves();
        assert!(session.review_job(all).is_some() && session.review_job(1).is_some());
        assert!(session.review_job(0).is_none() && session.review_job(all + 1).is_none());
        session.seek(all - 1);
        // As a record it ends before the end.
        let given_up = catalogue::load(&session.record_text()).expect("a record");
        assert!(given_up.review_job(1).is_none(), "{}", entry.info.id);
    }
}

/// Lets hard bots play a game to its end, as a window does, and reviews it.
fn hard_bots_agree_with_themselves(id: &str, seats: usize, options: &str) {
    let players = vec![Player::bot(BotLevel::Hard); seats];
    let entry = catalogue::find(id).expect("a game");
    let mut session = entry.start_with("review", players, options).expect("a deal");
    while let Some((seat, work)) = session.bot_job() {
        let mv = work(&Cancel::new()).expect("a move");
        session.play(seat, &mv).expect("a legal move");
    }
    let (_, all) = session.moves();
    for step in 1..=all {
        let review = looked_at(&*session, step);
        assert!(review.is_best && review.cost == 0.0 && !review.is_mistake(), "{id}: {review:?}");
    }
    assert!(all > 2, "{id}: {all} moves");
}

#[test]
fn what_the_hard_bot_played_costs_nothing() {
    hard_bots_agree_with_themselves("matrix-solitaire", 1, "");
    hard_bots_agree_with_themselves("mystery-machine", 1, "(puzzle: \"welcome-mushy-heads\", pure_logic: true)");
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_the_hard_bot_played_costs_nothing_in_any_game() {
    hard_bots_agree_with_themselves("mess-machine", 1, "");
    hard_bots_agree_with_themselves("mess-machine", 3, "(difficulty: Medium)");
    hard_bots_agree_with_themselves("mystery-machine", 1, "(puzzle: \"welcome-mushy-heads\")");
    hard_bots_agree_with_themselves("mystique-circle", 3, "(target: 30)");
}

/// What the hard bot makes of a move in this position.
fn appraised<G: Bots>(game: &G, seat: Seat, mv: &G::Move) -> Appraisal<G::Move> {
    assert_eq!(game.check(seat, mv), Ok(()), "{mv}");
    let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
    let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
    G::appraise(&observation, mv, 1, &Cancel::new()).unwrap_or_else(|| panic!("nothing is said of {mv}"))
}

fn rng() -> GameRng {
    GameRng::from_number(3)
}

#[test]
fn in_matrix_solitaire_a_chain_that_is_not_made_costs_points() {
    let mut session = Session::<MatrixSolitaire>::from_text(&golden("matrix-solitaire")).expect("the golden game");
    // The seventh play is a chain of five.
    session.seek(6);
    let legal = session.game().legal_moves(Seat::FIRST);
    let found: Vec<_> = legal.listed().iter().map(|mv| appraised(session.game(), Seat::FIRST, mv)).collect();
    let worst = found.iter().map(Appraisal::cost).fold(0.0, f64::max);
    assert!(worst > 5.0 && found.iter().any(|found| found.cost() == 0.0), "{found:?}");
    assert!(found.iter().all(|other| other.best == found[0].best), "{found:?}");
}

#[test]
fn in_mess_machine_a_press_away_from_the_picture_costs_presses() {
    let near = PictureGrid::HOME.pressed("A 11 13".parse().expect("a press"));
    let tiles = near.tiles().map(|tile| tile.index() as u8 + 1).to_vec();
    let deal = mess::Deal { tiles, dice: Vec::new() };
    let game = MessMachine::deal(&mess::Options::default(), Seats::ONE, Some(&deal), &mut rng()).expect("a deal");
    let away = appraised(&game, Seat::FIRST, &"D 34 44".parse().expect("a press"));
    assert_eq!(away.best.to_string(), "A 11 13");
    assert!((1.5..3.0).contains(&away.cost()) && matches!(away.unit, Worth::Count { one: "press", .. }), "{away:?}");
}

#[test]
fn in_mystery_machine_a_guess_at_the_start_throws_the_game_away() {
    for pure_logic in [false, true] {
        let options = mystery::Options { pure_logic, ..mystery::Options::default() };
        let game = MysteryMachine::deal(&options, Seats::ONE, None, &mut rng()).expect("a deal");
        let legal = game.legal_moves(Seat::FIRST);
        let guess = legal.listed().iter().find(|mv| matches!(mv, mystery::Move::Guess(_))).expect("a guess");
        let found = appraised(&game, Seat::FIRST, guess);
        // One of sixteen answers, with ten cards left face down, of which good play needs about four.
        let least = if pure_logic { 4.0 } else { 0.5 };
        assert!(found.cost() > least && found.cost() > found.noise, "{found:?}");
        assert_eq!(found.unit == Worth::Chance, !pure_logic);
    }
}

fn bid(mv: &circle::Move) -> u8 {
    if let circle::Move::Hole(hole) = mv { hole.bid() } else { 0 }
}

#[test]
fn in_mystique_circle_a_bid_that_nobody_could_win_lowers_the_chances() {
    let seats = Seats::new(3).expect("seats");
    let game = MystiqueCircle::deal(&circle::Options::default(), seats, None, &mut rng()).expect("a deal");
    let legal = game.legal_moves(Seat::FIRST);
    let wild = legal.listed().iter().max_by_key(|mv| bid(mv)).expect("a hole");
    let found = appraised(&game, Seat::FIRST, wild);
    assert!(bid(wild) > bid(&found.best) && found.cost() > found.noise, "{found:?}");
}
