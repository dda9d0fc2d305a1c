//! What is said to be decided is: whoever leads takes every trick that is left, whatever is played, and what the round brings is settled.

use parlour::engine::game::Game;
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::SeatPoints;
use parlour::engine::seats::{Seat, Seats, Viewer};
use parlour::engine::tabletop::Tabletop;
use parlour::engine::trick::{RoundEvent, TrickEvent};
use parlour::games::circle::MystiqueCircle;
use parlour::games::circle::rules::Event as CircleEvent;
use parlour::games::domination::MystiqueDomination;
use parlour::games::domination::rules::{Event as DominationEvent, PLAYERS};
use parlour::games::eddies::MysticalEddies;
use parlour::games::eddies::rules::Event as EddiesEvent;

fn acting(game: &impl Game) -> Option<Seat> {
    match game.stage() {
        Stage::Act(acting) => acting.first(),
        Stage::Over(_) => None,
    }
}

/// Makes any legal move of whoever acts; who takes the trick, if it is whole then.
fn play_any<G: Game>(game: &mut G, rng: &mut GameRng, taker: fn(&G::Event) -> Option<Seat>) -> Option<Seat> {
    let seat = acting(game)?;
    let moves = game.legal_moves(seat);
    let mv = rng.pick(moves.listed()).cloned()?;
    game.apply(seat, &mv, rng).iter().find_map(taker)
}

/// Plays games at random; wherever all is decided, several ways to go on. How often that was.
fn all_that_is_decided_is_won<G: Tabletop>(
    seats: Seats,
    games: u64,
    held: fn(&G, Seat) -> usize,
    taker: fn(&G::Event) -> Option<Seat>,
) -> usize {
    let mut found = 0;
    for number in 0..games {
        let mut rng = GameRng::from_number(number);
        let mut game = G::deal(&G::Options::default(), seats, None, &mut rng).expect("a deal");
        while let Some(seat) = acting(&game) {
            if G::is_decided(&game.view(Viewer::Seat(seat))) {
                found += 1;
                for _ in 0..3 {
                    let (mut then, mut left) = (game.clone(), held(&game, seat));
                    while left > 0 {
                        if let Some(taker) = play_any(&mut then, &mut rng, taker) {
                            assert_eq!(taker, seat, "{} of deal {number}, after {game:?}", G::INFO.id);
                            left -= 1;
                        }
                    }
                }
            }
            play_any(&mut game, &mut rng, taker);
        }
    }
    found
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn whoever_is_told_that_the_rest_are_theirs_takes_them_in_mystique_circle() {
    let taker = |event: &CircleEvent| match event {
        CircleEvent::Round(RoundEvent::Trick(TrickEvent::Taken { seat, .. })) => Some(*seat),
        _ => None,
    };
    for count in 2..=5 {
        let seats = Seats::new(count).expect("seats");
        let held = |game: &MystiqueCircle, seat: Seat| game.hand(seat).len();
        let found = all_that_is_decided_is_won::<MystiqueCircle>(seats, 120, held, taker);
        assert!(found >= 10, "{found} positions with {count} players");
    }
}

#[test]
fn whoever_is_told_that_the_rest_are_theirs_takes_them_in_mystical_eddies() {
    let taker = |event: &EddiesEvent| match event {
        RoundEvent::Trick(TrickEvent::Taken { seat, .. }) => Some(*seat),
        _ => None,
    };
    for count in [3, 5, 8] {
        let seats = Seats::new(count).expect("seats");
        let held = |game: &MysticalEddies, seat: Seat| game.table.cards.hand(seat).len();
        let found = all_that_is_decided_is_won::<MysticalEddies>(seats, 120, held, taker);
        assert!(found >= 10, "{found} positions with {count} players");
    }
}

/// Plays the round to its end at random, in which this seat takes every trick and goes out; what it brings each seat.
fn round_of(mut game: MystiqueDomination, seat: Seat, rng: &mut GameRng) -> SeatPoints {
    loop {
        let turn = acting(&game).expect("the round is not over");
        let moves = game.legal_moves(turn);
        let mv = *rng.pick(moves.listed()).expect("a move");
        for event in game.apply(turn, &mv, rng) {
            match event {
                DominationEvent::Took { seat: taker, .. } => assert_eq!(taker, seat, "after {mv}"),
                DominationEvent::WentOut { seat: out, .. } => assert_eq!(out, seat, "after {mv}"),
                DominationEvent::RoundOver { points, .. } => return points,
                _ => {}
            }
        }
    }
}

#[test]
fn whoever_is_told_that_the_rest_are_theirs_goes_out_in_mystique_domination_and_the_points_are_settled() {
    let seats = Seats::new(PLAYERS).expect("seats");
    let mut found = 0;
    for number in 0..150 {
        let mut rng = GameRng::from_number(number);
        let mut game = MystiqueDomination::deal(&Default::default(), seats, None, &mut rng).expect("a deal");
        while let Some(seat) = acting(&game) {
            let view = game.view(Viewer::Seat(seat));
            if MystiqueDomination::is_decided(&view) {
                found += 1;
                let soonest = MystiqueDomination::plays_out(&view).expect("a lead");
                assert_eq!(game.check(seat, &soonest), Ok(()));
                let brought = [0, 1, 2].map(|_| round_of(game.clone(), seat, &mut rng));
                assert!(
                    brought.iter().all(|points| *points == brought[0]),
                    "deal {number}: {brought:?} after {game:?}"
                );
            }
            play_any(&mut game, &mut rng, |_| None);
        }
    }
    assert!(found >= 10, "{found} positions");
}
