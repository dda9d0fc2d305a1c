//! Mystery Machine: what questions help, what cards are for, and how often one wins.

use parlour::cards::{Card, CardSet, Rank, Suit};
use parlour::engine::game::{Bots, Cancel, Game, Observation};
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Viewer;
use parlour::games::mystery::MysteryMachine;
use parlour::games::mystery::bot::MoveReasons;
use parlour::games::mystery::moves::{Move, payments, pays};
use parlour::games::mystery::puzzle::Price;
use parlour::games::mystery::reason::{NamedBecause, PickAim, QuestionHelp, Reason};
use parlour::games::mystery::rules::{Options, View};
use parlour::games::mystery::solver::par::{EXACT, Solver};
use parlour::words::in_words;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

/// The most cards of a hand that are part of one payment, with these cards to come, by looking at every payment there is.
fn held(price: Price, hand: CardSet, coming: CardSet) -> usize {
    let all: CardSet = hand.union(coming);
    let of = |fits: &dyn Fn(Card) -> bool| -> (usize, usize) {
        let count = |cards: CardSet| cards.iter().filter(|card| fits(*card)).count();
        (count(hand), count(all))
    };
    let within = |needed: u8, fits: &dyn Fn(Card) -> bool| {
        let (held, there) = of(fits);
        if there < usize::from(needed) { None } else { Some(held.min(usize::from(needed))) }
    };
    let ranks = || Rank::all();
    let found: Vec<Option<usize>> = match price {
        Price::Same(count) => ranks().map(|rank| within(count, &|card| card.rank() == rank)).collect(),
        Price::Suit(count) => Suit::ALL.into_iter().map(|suit| within(count, &|card| card.suit() == suit)).collect(),
        Price::Flush(count) => all
            .iter()
            .map(|low| {
                let numbers = low.rank().number()..low.rank().number() + count;
                let run = |card: Card| card.suit() == low.suit() && numbers.contains(&card.rank().number());
                within(count, &run)
            })
            .collect(),
        Price::Groups(first, second) => ranks()
            .flat_map(|one| ranks().map(move |other| (one, other)))
            .map(|(one, other)| {
                if one == other {
                    return within(first + second, &|card| card.rank() == one);
                }
                Some(within(first, &|card| card.rank() == one)? + within(second, &|card| card.rank() == other)?)
            })
            .collect(),
    };
    found.into_iter().flatten().max().unwrap_or(0)
}

fn hand_of(view: &View) -> CardSet {
    view.hand.iter().copied().collect()
}

fn is_right_help(view: &View, pile: u8, help: QuestionHelp, solver: &mut Solver) {
    let never = &|_| false;
    let seen = view.seen();
    let gain = solver.question_values(&seen, EXACT, never).expect("small enough").gain;
    let own = gain[usize::from(pile)];
    assert_eq!(help.is_best, gain.iter().all(|other| *other <= own + 1e-9), "pile {pile}: {gain:?}");
    let after: f64 = solver
        .next_answers(&seen, usize::from(pile))
        .into_iter()
        .map(|(top, chance)| {
            let then = match top {
                Some(card) => seen.with_card(usize::from(pile), u32::from(card)),
                None => seen.with_joker(usize::from(pile)),
            };
            chance * solver.par(&then, never).expect("small enough").0.value()
        })
        .sum();
    let claimed = help.then_needed.expect("the search goes to the end");
    assert!((claimed - after).abs() < 1e-6, "pile {pile}: {claimed} instead of {after}");
}

fn holds(asked: &Asked<'_, MysteryMachine>, mv: &Move, reason: &Reason, solver: &mut Solver) {
    let view = asked.view;
    match (mv, reason) {
        (Move::Ask { pile, with }, Reason::Asks { pile: claimed, with: paid, helps, winning }) => {
            assert_eq!((pile, with, winning.is_some()), (claimed, paid, !view.pure_logic), "{reason:?}");
            is_right_help(view, *pile, helps.expect("small enough"), solver);
            says(reason, &[&format!("Ask pile {}", pile + 1)]);
            with.iter().for_each(|card| says(reason, &[&card.pretty()]));
        }
        (Move::Pick { card, drop }, Reason::Picks { card: claimed, discards, aim, .. }) => {
            assert_eq!((card, drop), (claimed, discards));
            let after: CardSet = hand_of(view).iter().filter(|held| Some(*held) != *drop).chain([*card]).collect();
            let coming: CardSet = asked.game.low().iter().copied().collect();
            let price = |pile: u8| view.puzzle.piles[usize::from(pile)].price;
            says(reason, &["Take ", &card.pretty()]);
            drop.iter().for_each(|drop| says(reason, &["discard ", &drop.pretty()]));
            match aim {
                PickAim::Pays { pile, with } => {
                    assert!(pays(price(*pile), with) && with.iter().all(|card| after.contains(*card)), "{reason:?}");
                    assert!(payments(&view.hand, price(*pile)).is_empty(), "{reason:?}: it could be paid before");
                    says(reason, &[&format!("you can pay for pile {} with", pile + 1)]);
                }
                PickAim::Towards { pile, price: claimed, held: count } => {
                    assert_eq!((*claimed, *count), (price(*pile), held(*claimed, after, coming)), "{reason:?}");
                    assert!(*count < claimed.cards(), "{reason:?}: all of it is held");
                    says(reason, &[&format!("{} of the {} cards", in_words(*count), in_words(claimed.cards()))]);
                }
                PickAim::Nothing => {
                    let gain = solver.question_values(&view.seen(), EXACT, &|_| false).expect("small enough").gain;
                    let completes = (0..).zip(&view.puzzle.piles).any(|(pile, of)| {
                        let cards: Vec<Card> = after.iter().collect();
                        let pays = |cards: &[Card]| !payments(cards, of.price).is_empty();
                        gain[pile as usize] > 0.0 && pays(&cards) && !pays(&view.hand)
                    });
                    assert!(!completes, "{reason:?}: it pays for a pile");
                }
            }
        }
        (Move::Guess(cards), Reason::Names { cards: claimed, because }) => {
            assert_eq!(cards, claimed);
            let possible = view.known.answers.len();
            let can_ask = asked.legal.listed().iter().any(|mv| matches!(mv, Move::Ask { .. }));
            match because {
                NamedBecause::Certain => assert_eq!(possible, 1, "{reason:?}"),
                NamedBecause::NothingToAsk(count) => assert!(*count == possible && !can_ask, "{reason:?}"),
                NamedBecause::NothingToLearn(count) => assert_eq!(*count, possible, "{reason:?}"),
            }
            says(reason, &["Name "]);
        }
        _ => panic!("{mv} is not what {reason:?} is about"),
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { pure_logic: number % 4 == 3, ..Options::default() };
        MysteryMachine::deal(&options, seats(1), None, rng).expect("a deal")
    };
    let mut reasons = [MoveReasons::default(), MoveReasons::default()];
    let mut solver = None;
    let (mut pays, mut towards) = (0, 0);
    in_positions(count, deal, |asked, rng| {
        let solver = solver.get_or_insert_with(|| Solver::new(&asked.view.puzzle).expect("small enough"));
        for mv in some(asked.legal.listed(), rng) {
            let reason = reasons[usize::from(asked.view.pure_logic)].of(asked.view, &mv, 0.5);
            pays += usize::from(matches!(reason, Reason::Picks { aim: PickAim::Pays { .. }, .. }));
            towards += usize::from(matches!(reason, Reason::Picks { aim: PickAim::Towards { .. }, .. }));
            holds(asked, &mv, &reason, solver);
        }
    });
    assert!(pays > 0 && towards > 0, "{pays} pay, {towards} come nearer");
}

#[test]
fn what_speaks_for_a_card_or_a_question_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_card_or_a_question_is_true_in_many_positions() {
    hold(many());
}

/// How often one wins is an estimate: on average one does, if one goes on as hints say.
#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn whoever_follows_hints_wins_as_often_as_they_say() {
    let (mut said, mut won, mut hints) = (0.0, 0.0, 0.0);
    for number in 0..16 {
        let mut rng = GameRng::from_number(number);
        let options = Options { puzzle: "the-three-twos".to_owned(), ..Options::default() };
        let mut game = MysteryMachine::deal(&options, seats(1), None, &mut rng).expect("a deal");
        let mut claims = Vec::new();
        while let Some(seat) = game.turn() {
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
            let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
            let hint = MysteryMachine::hint(&observation, number, &Cancel::new()).expect("a hint");
            match &hint.reason {
                Reason::Asks { winning: Some(winning), .. } | Reason::Picks { winning, .. } => claims.push(*winning),
                _ => {}
            }
            game.apply_quietly(seat, &hint.mv, &mut rng);
        }
        let Stage::Over(outcome) = game.stage() else { panic!("it is over") };
        won += claims.len() as f64 * outcome.winners.len() as f64;
        (said, hints) = (said + claims.iter().sum::<f64>(), hints + claims.len() as f64);
    }
    assert!((said - won).abs() / hints < 0.25, "said {:.2}, won {:.2}", said / hints, won / hints);
}
