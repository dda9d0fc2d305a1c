//! Mystique Chain: the rulebook's sentences, the rulings, and the solver.

use parlour::cards::{AttributeKind, MystiqueSet};
use parlour::engine::game::{Bots, Cancel, Game, Observation, SolveWatch};
use parlour::engine::outcome::{Stage, Verdict};
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::shuffled;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Viewer};
use parlour::engine::session::Session;
use parlour::games::chain::MystiqueChain;
use parlour::games::chain::position::{ChainPosition, Move};
use parlour::games::chain::rules::{ChainDeal, Event, Options};
use parlour::games::chain::solver::{self, Proof};
use parlour::games::chain::studies::{self, Study};
use proptest::prelude::*;

/// A random position with so many cards in the pool, in which something was announced.
fn random_position(rng: &mut GameRng, cards: usize, strict: bool) -> ChainPosition {
    let deck = shuffled(MystiqueSet::DECK, rng);
    let follow = rng.pick(&AttributeKind::ALL).copied();
    ChainPosition { pool: deck[1..=cards].iter().copied().collect(), last: deck[0], follow, strict }
}

/// Plain minimax: no table, no order, every line to its end.
fn minimax(position: &ChainPosition) -> Proof {
    let (mut win, mut loss): (Option<u32>, u32) = (None, 0);
    for card in position.playable().iter() {
        for kind in AttributeKind::ALL {
            let theirs = minimax(&position.after(Move::Play(card, kind)));
            match theirs.wins {
                false => win = Some(win.map_or(theirs.cards + 1, |known| known.min(theirs.cards + 1))),
                true => loss = loss.max(theirs.cards + 1),
            }
        }
    }
    Proof { wins: win.is_some(), cards: win.unwrap_or(loss) }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_solver_agrees_with_plain_minimax() {
    let mut rng = GameRng::from_number(500);
    let mut won = 0;
    for number in 0..120 {
        let position = random_position(&mut rng, 1 + number % 12, number % 3 == 0);
        let plain = minimax(&position);
        match solver::best(&position, &Cancel::new()) {
            Some((mv, proof)) => {
                assert_eq!(proof, plain, "{position:?}");
                assert_eq!(solver::judge(&position, mv, &Cancel::new()), Some(proof));
                won += usize::from(proof.wins);
            }
            None => assert_eq!(plain, Proof { wins: false, cards: 0 }, "{position:?}"),
        }
    }
    assert!((24..96).contains(&won), "{won} of 120 are won");
}

#[test]
fn a_study_that_is_called_off_is_undecided_and_says_what_was_looked_at() {
    let (_, study) = studies::all().max_by_key(|(_, study)| (study.position.pool.len(), study.cards)).expect("a study");
    let cancel = Cancel::new();
    let whole = studies::solve_text(&study.to_text(), &SolveWatch::quiet(&cancel)).expect("a study");
    assert_eq!((whole.verdict, whole.moves.len()), (Verdict::Solved, study.winning.len()));
    cancel.raise();
    let off = studies::solve_text(&study.to_text(), &SolveWatch::quiet(&cancel)).expect("a study");
    assert_eq!((off.verdict, off.value), (Verdict::GaveUp, None));
    assert!(off.nodes > 0 && off.moves.iter().all(|mv| whole.moves.contains(mv)), "{off:?}");
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn twenty_cards_are_always_proven() {
    let mut rng = GameRng::from_number(20);
    for number in 0..60 {
        let position = random_position(&mut rng, 20, number % 2 == 0);
        let found = solver::best(&position, &Cancel::new());
        assert_eq!(found.is_some(), !position.moves().is_empty(), "{position:?}");
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn thirty_studies_are_what_their_files_say() {
    let all: Vec<Study> = studies::all().map(|(_, study)| study).collect();
    assert_eq!(all.len(), 30);
    assert!(all.is_sorted_by_key(Study::grade), "the easiest first");
    for study in all {
        let position = &study.position;
        let proofs = position.moves().into_iter().map(|mv| (mv, solver::judge(position, mv, &Cancel::new())));
        let wins: Vec<(Move, u32)> = proofs
            .map(|(mv, proof)| (mv, proof.expect("a proof")))
            .filter(|(_, proof)| proof.wins)
            .map(|(mv, proof)| (mv, proof.cards))
            .collect();
        let kinds: Vec<Move> = study.winning.iter().copied().map(Move::Announce).collect();
        assert_eq!(wins.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), kinds, "{}", study.title());
        assert_eq!(wins.iter().map(|(_, cards)| *cards).min(), Some(study.cards), "{}", study.title());
        assert!(kinds.len() < position.moves().len(), "{}: one must be wrong", study.title());
        assert_eq!(studies::check_text(&study.to_text()).map_err(|error| error.to_string()), Ok(()));
        let options = studies::options_of(&study.to_text()).expect("it ships with Parlour");
        assert_eq!(options, format!("(study: Some(\"{:02}\"), strict: {})", study.number, position.strict));
    }
}

#[test]
fn a_study_that_is_wrong_is_refused_with_the_place_and_what_is_wrong() {
    let text = r#"(parlour_study: 1, pool: "4rM 1bM 2rS 1yA 3yA 4rA 4yC 3rC", last: "3rS", strict: false, winning: [number], cards: 4)"#;
    let checked =
        |from: &str, to: &str| studies::check_text(&text.replacen(from, to, 1)).map_err(|error| error.to_string());
    assert_eq!(checked("", ""), Ok(()));
    let wrong = [
        ("parlour_study: 1", "parlour_study: 2", "1:2: format 2; this Parlour reads format 1"),
        ("4rM 1bM", "4rM 6bM", "1:20: "),
        ("4rM 1bM", "4rM 1bM'", "there must be 1 to 30 cards of one deck"),
        ("\"3rS\"", "\"4rA\"", "4rA must be a card of the deck that is not in the pool"),
        ("[number]", "[suit]", "what wins is [number], in 4 cards"),
        ("cards: 4", "cards: 6", "what wins is [number], in 4 cards"),
        ("strict: false", "strict: maybe", "1:"),
    ];
    for (from, to, why) in wrong {
        let error = checked(from, to).expect_err("wrong");
        assert!(error.contains(why), "{to}: {error}");
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

/// A game with these cards among its pool, and the two cards that were drawn.
fn dealt(pool: &str, drawn: [&str; 2], strict: bool) -> Result<Session<MystiqueChain>, String> {
    let options = Options { strict, ..Options::default() };
    let deal = Some(ChainDeal { deck: format!("{pool} {}", drawn.join(" ")) });
    let players = ["Ada", "Blaise"].map(|name| Player::person(name.to_owned())).to_vec();
    let seed = "chain".to_owned();
    let record = Record { deal, ..Record::new(seed, options, players) };
    Session::load(record).map_err(|error| error.to_string())
}

/// All cards of suns and arms.
const POOL: &str = "1yS 2yS 3yS 4yS 5yS 1rS 2rS 3rS 4rS 5rS 1bS 2bS 3bS 4bS 5bS 1yA 2yA 3yA 4yA 5yA 1rA 2rA 3rA 4rA 5rA 1bA \
                    2bA 3bA 4bA 5bA";

fn game() -> Session<MystiqueChain> {
    dealt(POOL, ["2yC", "1yM"], false).expect("a deal")
}

fn play(session: &mut Session<MystiqueChain>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn why(session: &Session<MystiqueChain>, number: u8, text: &str) -> String {
    session.check(seat(number), &mv(text)).expect_err("refused").why
}

#[test]
fn the_higher_card_lies_on_the_lower_one_and_whoever_drew_it_announces() {
    let first = game();
    assert_eq!(first.acting(), SeatSet::only(seat(0)), "46 is more than 1");
    let chain: Vec<String> = first.game().chain.iter().map(|(_, card)| card.to_string()).collect();
    assert_eq!(chain, ["1yM", "2yC"]);
    let second = dealt(POOL, ["1yM", "2yC"], false).expect("a deal");
    assert_eq!(second.acting(), SeatSet::only(seat(1)));
    assert_eq!(second.game().position.pool.len(), 30);
}

/// The rulebook's example: the two of yellow crowns could be followed by any two, any yellow card or any crowns; if there are no
/// crowns in the pool, the suit cannot be announced.
#[test]
fn the_first_announcement_must_be_one_that_the_pool_can_answer() {
    let session = game();
    assert_eq!(session.check(seat(0), &mv("announce number")), Ok(()));
    assert_eq!(session.check(seat(0), &mv("announce colour")), Ok(()));
    assert_eq!(why(&session, 0, "announce suit"), "nothing in the pool could follow crowns: announce another");
    assert_eq!(why(&session, 0, "play 2yS suit"), "first announce what the next card must share");
    assert_eq!(session.game().legal_moves(seat(0)).listed().len(), 2);
}

#[test]
fn a_card_must_have_what_was_announced() {
    let mut session = game();
    play(&mut session, 0, "announce colour");
    assert_eq!(session.acting(), SeatSet::only(seat(1)));
    assert_eq!(session.game().legal_moves(seat(1)).listed().len(), 3 * 10, "ten yellow cards, three announcements");
    assert_eq!(why(&session, 1, "play 3rS number"), "a yellow card must follow, and the three of red suns is not one");
    assert_eq!(why(&session, 1, "play 3yC number"), "the three of yellow crowns is not in the pool");
    assert_eq!(why(&session, 1, "announce suit"), "only the first announcement is made without a card");
    play(&mut session, 1, "play 3yS number");
    assert_eq!(why(&session, 0, "play 4yS number"), "a three must follow, and the four of yellow suns is not one");
    play(&mut session, 0, "play 3yA number");
    assert_eq!(session.game().position.pool.len(), 28);
}

#[test]
fn after_the_start_anything_may_be_announced_and_whoever_cannot_answer_loses() {
    let mut session = game();
    play(&mut session, 0, "announce number");
    for (number, text) in
        [(1, "play 2yS number"), (0, "play 2rS number"), (1, "play 2bS number"), (0, "play 2yA number")]
    {
        play(&mut session, number, text);
    }
    play(&mut session, 1, "play 2rA number");
    let last = play(&mut session, 0, "play 2bA number");
    assert_eq!(last.last(), Some(&Event::Broken { seat: seat(1) }));
    let Stage::Over(outcome) = session.game().stage() else { panic!("the chain is broken") };
    assert_eq!((outcome.winners, session.game().scores()), (vec![seat(0)], vec![1, 0]));
}

#[test]
fn in_a_strict_chain_nothing_else_may_be_shared() {
    let mut session = dealt(POOL, ["3rM", "1yM"], true).expect("a deal");
    play(&mut session, 0, "announce colour");
    assert_eq!(
        why(&session, 1, "play 3rS number"),
        "the three of red suns shares the number as well, and only the colour may be shared"
    );
    play(&mut session, 1, "play 4rS suit");
    assert_eq!(
        why(&session, 0, "play 4bS suit"),
        "the four of blue suns shares the number as well, and only the suit may be shared"
    );
    assert_eq!(session.check(seat(0), &mv("play 5bS suit")), Ok(()));
    let free = dealt(POOL, ["3rM", "1yM"], false).expect("a deal");
    assert_eq!(free.game().position.answers("3rM".parse().expect("a card"), AttributeKind::Colour).len(), 10);
}

#[test]
fn a_deck_that_does_not_fit_is_refused_with_what_is_wrong() {
    let wrong = |pool: &str, drawn| dealt(pool, drawn, false).expect_err("refused");
    assert!(wrong("1yS 2yS", ["2yC", "1yM"]).contains("4 cards; there must be 32"));
    assert!(wrong(POOL, ["2yC", "2yC"]).contains("card 32: 2yC appears twice"));
    assert!(wrong(POOL, ["2yC", "1yM'"]).contains("1yM' is not one of its 60 cards"));
    let unknown = Options { study: Some("99".to_owned()), ..Options::default() };
    let game = MystiqueChain::deal(&unknown, MystiqueChain::seats(), None, &mut GameRng::from_number(1));
    assert!(game.expect_err("no such study").to_string().contains("there is no study of this name"));
}

#[test]
fn the_hint_says_what_is_proven_and_how_long_it_takes() {
    let (_, study) = studies::all().nth(8).expect("a ninth study");
    let options = Options { study: Some("09".to_owned()), strict: false };
    let players = ["Ada", "Blaise"].map(|name| Player::person(name.to_owned())).to_vec();
    let session = Session::<MystiqueChain>::load(Record::new("study", options, players)).expect("a study");
    assert_eq!(study.cards, 4);
    let legal = session.game().legal_moves(seat(0));
    let observation = Observation { seat: seat(0), view: session.view(), seen: &[], legal: &legal };
    let hint = MystiqueChain::hint(&observation, 1, &Cancel::new()).expect("a hint");
    assert_eq!(hint.mv, mv("announce number"));
    assert_eq!(hint.reason.to_string(), "Announce threes: this wins by force, after four more cards at the latest");
}

/// Whoever is proven to win in a game of two hard bots wins it, with no more cards than were said.
#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn hard_bots_never_contradict_a_proof() {
    for number in 0..2 {
        let mut rng = GameRng::from_number(number);
        let options = Options { strict: number == 1, ..Options::default() };
        let mut game = MystiqueChain::deal(&options, MystiqueChain::seats(), None, &mut rng).expect("a deal");
        let mut said: Option<(Seat, u32)> = None;
        while let Some(seat) = game.turn() {
            let view = game.view(Viewer::Seat(seat));
            let legal = game.legal_moves(seat);
            let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
            let mv = MystiqueChain::bot(BotLevel::Hard).choose(&observation, number, &Cancel::new()).expect("a move");
            if let Some(proof) = solver::judge(&game.position, mv, &Cancel::new()) {
                let winner = if proof.wins { seat } else { MystiqueChain::seats().after(seat) };
                let cards = game.chain.len() as u32 + proof.cards;
                if let Some((earlier, at_most)) = said {
                    assert!(
                        earlier == winner && cards <= at_most,
                        "game {number}: {earlier} in {at_most}, then {winner} in {cards}"
                    );
                }
                said = Some((winner, cards));
            }
            game.apply_quietly(seat, &mv, &mut rng);
        }
        let (winner, cards) = said.expect("a proof before the end");
        assert_eq!((game.scores()[winner.index()], game.chain.len() as u32), (1, cards), "game {number}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_refused_with_an_example(text in "\\PC{0,24}") {
        match MystiqueChain::read_move(&text) {
            Ok(mv) => prop_assert_eq!(MystiqueChain::read_move(&mv.to_string()), Ok(mv)),
            Err(error) => prop_assert!(error.to_string().contains("play 3rC colour")),
        }
    }
}
