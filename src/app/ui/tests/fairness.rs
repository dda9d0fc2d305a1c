//! The page that says whether a game is fair, and the table through somebody's eyes.

use super::*;
use crate::engine::fairness::{BotCheck, CheckedMove};
use crate::engine::game::Cancel;
use crate::layout::Face;

/// A game of Up and Down among bots, settled beforehand, after so many moves.
fn settled(moves: usize) -> ActiveGame {
    let players = vec![Player::bot(BotLevel::Random); 2];
    let mut session = catalogue::find("up-and-down").expect("the game").start("fair", players).expect("a deal");
    session.commit(7);
    for _ in 0..moves {
        let Some(seat) = session.acting().first() else { break };
        let any = session.legal_moves(seat).first().cloned().expect("a move");
        session.play(seat, &any).expect("a legal move");
    }
    ActiveGame::new(session, Purpose::Game)
}

fn shown(game: &ActiveGame, size: (f32, f32)) -> Harness<'_, Requests> {
    window(size, |root, requests| fair::show(&root.ctx().clone(), game, false, requests))
}

#[test]
fn before_the_end_there_is_the_fingerprint_alone() {
    let game = settled(3);
    let digits = game.session().fingerprint().expect("it is settled").to_string();
    for size in SIZES {
        let harness = shown(&game, size);
        let words = all_words(&harness);
        assert!(words.contains(&digits) && words.contains("Is it fair?") && !words.contains("salt"), "{words}");
        assert!(harness.query_by_role_and_label(Role::Button, "Check the bots").is_none());
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
    }
}

#[test]
fn at_the_end_the_deal_opens_and_the_bots_can_be_checked() {
    let mut game = settled(usize::MAX);
    for size in SIZES {
        let mut harness = shown(&game, size);
        let words = all_words(&harness);
        assert!(words.contains("It matches") && words.contains("Was it fair?"), "{words}");
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Check the bots").click();
        harness.run();
        assert!(harness.state().contains(TableAction::CheckBots), "{:?}", harness.state());
    }
    let steps = game.session().bot_steps();
    (game.fairness.is_on, game.fairness.steps, game.fairness.done) = (true, steps.clone(), 2);
    let words = all_words(&shown(&game, SIZES[0]));
    assert!(words.contains(&format!("2 of {} bot moves checked", steps.len())), "{words}");
    game.fairness.done = steps.len();
    let words = all_words(&shown(&game, SIZES[0]));
    assert!(
        words.contains(&format!("{} bot moves: all of them follow from what the bots could see.", steps.len())),
        "{words}"
    );
    let step = steps[2];
    let right = game.session().check_bot(step).expect("a bot's move")(&Cancel::new());
    let found = CheckedMove { mv: "play 7r".to_owned(), told: "The bot played another card.".to_owned() };
    game.fairness.other = Some(BotCheck { found: Some(found), ..right.clone() });
    for size in SIZES {
        let harness = shown(&game, size);
        let words = all_words(&harness);
        assert!(words.contains(&format!("Move {step} does not follow from what")), "{words}");
        let told = [right.played.told.as_str(), "The bot played another card."];
        assert!(
            told.iter().all(|told| words.contains(*told)) && !words.contains(&format!(" {}", right.played.mv)),
            "{words}"
        );
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
    }
}

#[test]
fn a_replay_can_be_seen_as_each_seat_saw_it() {
    let players = vec![Player::bot(BotLevel::Random); 3];
    let mut session = catalogue::find("mystical-eddies").expect("the game").start("fair", players).expect("a deal");
    while let Some(seat) = session.acting().first() {
        let any = session.legal_moves(seat).first().cloned().expect("a move");
        session.play(seat, &any).expect("a legal move");
    }
    session.look_on();
    session.seek(4);
    let open =
        |game: &ActiveGame| game.snapshot().layout.pieces.iter().filter(|piece| piece.face != Face::Back).count();
    let mut game = ActiveGame::new(session, Purpose::Replay);
    let all = open(&game);
    game.update(|session| session.see_as(Some(Seat::FIRST)));
    assert!(open(&game) < all && game.can_be_reviewed(), "{} of {all}", open(&game));
    game.update(|session| session.see_as(None));
    assert_eq!(open(&game), all);
    // It is chosen in the panel; in a game that is not over there is nothing to choose.
    let mut shown = TableScene::default();
    shown.set(game.session().layout(), None);
    let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &shown, requests));
    assert!(harness.query_by_label("The table: All cards open").is_some());
    assert_eq!(all_faults(&harness, SIZES[1], false), Vec::<String>::new());
    let (game, shown) = circle(4);
    let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &shown, requests));
    assert!(harness.query_by_label("The table: All cards open").is_none());
}

#[test]
fn where_no_bot_played_there_are_none_to_check() {
    let game = ActiveGame::new(finished(), Purpose::Game);
    let harness = shown(&game, SIZES[0]);
    assert!(all_words(&harness).contains("Was it fair?"));
    assert!(harness.query_by_role_and_label(Role::Button, "Check the bots").is_none());
}
