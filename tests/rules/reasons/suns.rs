//! Battle for the Suns: what a card adds, how far a bid is ahead, and what is still to rise.

use parlour::cards::{MystiqueCard, MystiqueSet};
use parlour::engine::game::{Game, NoOptions};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::games::suns::BattleForTheSuns;
use parlour::games::suns::reason::{AddsAmong, Reason, StoppedBid};
use parlour::games::suns::rules::Move;
use parlour::search::Searchable;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

fn worth(card: MystiqueCard, sun: MystiqueCard) -> i32 {
    i32::from(card.number()) + i32::from(card.colour() == sun.colour()) + i32::from(card.number() == sun.number())
}

/// The bid of a seat, card by card.
fn bid(asked: &Asked<'_, BattleForTheSuns>, seat: Seat, sun: MystiqueCard) -> i32 {
    asked.game.table.bids[seat].iter().map(|card| worth(*card, sun)).sum()
}

fn holds(asked: &Asked<'_, BattleForTheSuns>, mv: Move, reason: &Reason) {
    let (table, hand) = (&asked.game.table, asked.game.hand(asked.seat));
    let sun = table.sun().expect("a sun");
    let others = || (0..asked.game.scores().len() as u8).filter_map(Seat::new).filter(|seat| *seat != asked.seat);
    let shown = others().map(|seat| bid(asked, seat, sun)).max().expect("others");
    let own = bid(asked, asked.seat, sun);
    let adds_of = |cards: MystiqueSet| -> Vec<i32> { cards.iter().map(|card| worth(card, sun)).collect() };
    match (mv, reason) {
        (Move::Bid(card), Reason::First { card: claimed, adds, among }) => {
            assert_eq!((card, worth(card, sun), shown + own), (*claimed, *adds, 0), "{reason:?}");
            let (most, least) = (adds_of(hand).into_iter().max(), adds_of(hand).into_iter().min());
            match among {
                AddsAmong::Most => assert_eq!(most, Some(*adds), "{reason:?}"),
                AddsAmong::Least => assert_eq!(least, Some(*adds), "{reason:?}"),
                AddsAmong::Keeps(other, more) => {
                    assert!(hand.contains(*other) && worth(*other, sun) == *more && more > adds, "{reason:?}");
                    assert_ne!(least, Some(*adds), "{reason:?}");
                }
            }
            says(reason, &["Bid the ", &card.spoken(), &adds.to_string()]);
        }
        (Move::Bid(card), Reason::Adds { card: claimed, adds, ahead }) => {
            assert_eq!((card, worth(card, sun), own + adds - shown), (*claimed, *adds, *ahead), "{reason:?}");
            let words = match ahead {
                0 => "level".to_owned(),
                1.. => format!("{ahead} ahead"),
                _ => format!("within {}", -ahead),
            };
            says(reason, &["Bid the ", &card.spoken(), &format!("adds {adds}"), &words]);
        }
        (Move::Stop, Reason::Stops { bid: claimed, ahead, standing, to_rise, highest }) => {
            assert_eq!((own, own - shown), (*claimed, *ahead), "{reason:?}");
            let still_in =
                others().any(|seat| table.chosen.made().contains(seat) || table.chosen.waiting().contains(seat));
            let mut adds = adds_of(hand);
            adds.sort_by_key(|adds| -adds);
            let cards_to_come = 3 - table.bids[asked.seat].len();
            let most: i32 = adds.iter().take(cards_to_come).sum();
            match standing {
                StoppedBid::Sure => assert!(own > shown && !still_in, "{reason:?}"),
                StoppedBid::OutOfReach(claimed) => assert!(*claimed == most && own + most <= shown, "{reason:?}"),
                StoppedBid::Open => assert!(own + most > shown && (own <= shown || still_in), "{reason:?}"),
            }
            let below: Vec<u8> = table.below().iter().map(|sun| sun.number()).collect();
            assert_eq!((below.len(), below.iter().max().copied().unwrap_or(0)), (*to_rise, *highest), "{reason:?}");
            says(reason, &["Stop: "]);
        }
        _ => panic!("{mv} is not what {reason:?} is about"),
    }
}

/// Whoever is told that the sun is theirs gets it.
fn is_awarded(asked: &Asked<'_, BattleForTheSuns>, mv: Move, reason: &Reason, rng: &mut GameRng) {
    if matches!(reason, Reason::Stops { standing: StoppedBid::Sure, .. }) {
        let mut after = asked.game.clone();
        let before = after.table.points(asked.seat);
        after.apply_quietly(asked.seat, &mv, rng);
        assert!(after.table.points(asked.seat) > before, "{reason:?}");
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        BattleForTheSuns::deal(&NoOptions::default(), seats(2 + number % 3), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            let reason = BattleForTheSuns::reason(asked.view, &mv);
            holds(asked, mv, &reason);
            is_awarded(asked, mv, &reason, rng);
        }
    });
}

#[test]
fn what_speaks_for_a_bid_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_bid_is_true_in_many_positions() {
    hold(many());
}
