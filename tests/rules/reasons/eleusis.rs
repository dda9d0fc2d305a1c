//! Eleusis Express: how many rules still fit, and how likely a card is right by them.

use parlour::cards::{Card, CardSet};
use parlour::engine::game::{Bots, Cancel, Game};
use parlour::engine::rng::GameRng;
use parlour::games::eleusis::EleusisExpress;
use parlour::games::eleusis::belief::Belief;
use parlour::games::eleusis::hindsight::course;
use parlour::games::eleusis::language::{Automaton, Rule};
use parlour::games::eleusis::moves::Move;
use parlour::games::eleusis::reason::Reason;
use parlour::games::eleusis::rules::Options;

use crate::claims::{ALL, Asked, FEW, in_positions, says, seats};

/// From so many rules, drawn as likely as they are thought to be, chances are told again.
const DRAWN: usize = 150;

/// A chance may differ from that of the rules that were drawn by four standard errors and a little.
const OFF: f32 = 0.18;

/// The cards that a rule allows now.
fn right(rule: &Rule, mainline: &[Card]) -> CardSet {
    Automaton::right_after(rule, mainline.iter().copied()).expect("a mainline")
}

/// Whether nothing on the table contradicts a rule.
fn fits(asked: &Asked<'_, EleusisExpress>, rule: &Rule) -> bool {
    let links = &asked.view.table.mainline;
    let cards: Vec<Card> = links.iter().map(|link| link.right.card.card).collect();
    links.iter().enumerate().all(|(number, link)| {
        let after = right(rule, &cards[..=number]);
        let next_is_right = cards.get(number + 1).is_none_or(|next| after.contains(*next));
        let hands = link.none.iter().flatten().map(|held| held.card);
        next_is_right && link.wrong.iter().map(|laid| laid.card.card).chain(hands).all(|card| !after.contains(card))
    })
}

/// In how many of the rules that are drawn something is so; each of them fits the table.
fn share(asked: &Asked<'_, EleusisExpress>, rng: &mut GameRng, is_so: impl Fn(CardSet) -> bool) -> f32 {
    let belief = Belief::of(&asked.view.table.evidence().expect("a mainline"));
    let cards: Vec<Card> = asked.view.table.cards().collect();
    let drawn = (0..DRAWN).filter(|_| {
        let rule = belief.any(rng).expect("a rule");
        assert!(fits(asked, &rule), "{rule} does not fit");
        is_so(right(&rule, &cards))
    });
    drawn.count() as f32 / DRAWN as f32
}

fn hand(asked: &Asked<'_, EleusisExpress>) -> CardSet {
    asked.view.hand(asked.seat).iter().map(|held| held.card).collect()
}

/// How much of the deck is right by a rule, over a long mainline of cards that are.
fn mean_share(rule: &Rule, rng: &mut GameRng) -> f64 {
    let mut mainline = vec![*rng.pick(&Card::all().collect::<Vec<_>>()).expect("a card")];
    let mut sum = 0.0;
    for _ in 0..300 {
        let allowed: Vec<Card> = right(rule, &mainline).iter().collect();
        sum += allowed.len() as f64 / 52.0;
        // Where nothing is right, it begins anew.
        let next = rng.pick(&allowed).copied();
        if next.is_none() {
            mainline.clear();
        }
        mainline.push(next.unwrap_or(Card::all().next().expect("a card")));
    }
    sum / 300.0
}

fn in_figures(share: &str) -> f64 {
    let figures = [
        ("a tenth", 0.1),
        ("a quarter", 0.25),
        ("a third", 0.33),
        ("half", 0.5),
        ("two thirds", 0.67),
        ("three quarters", 0.75),
        ("nine tenths", 0.9),
    ];
    figures.iter().find(|(words, _)| *words == share).map(|(_, figure)| *figure).expect("a share")
}

fn holds(asked: &Asked<'_, EleusisExpress>, rng: &mut GameRng) {
    let hint = EleusisExpress::hint(&asked.observation(), rng.bits(), &Cancel::new()).expect("a hint");
    let reason = &hint.reason;
    match reason {
        Reason::Plays { card, chance, left } => {
            assert!(hint.mv == Move::Play(*card) && hand(asked).contains(*card), "{reason:?}");
            let drawn = share(asked, rng, |right| right.contains(*card));
            assert!((drawn - chance).abs() < OFF, "{reason:?}, but {drawn} of the rules that were drawn");
            assert!(left.0 > 0, "{reason:?}");
            says(reason, &["Play the ", &card.spoken()]);
        }
        Reason::NoCardFits { chance, .. } => {
            assert_eq!(hint.mv, Move::NoCard);
            let own = hand(asked);
            let drawn = share(asked, rng, |right| right.intersection(own).is_empty());
            assert!((drawn - chance).abs() < OFF, "{reason:?}, but {drawn} of the rules that were drawn");
            says(reason, &["none of your cards is right"]);
        }
        Reason::Guesses { rule, .. } => {
            assert!(fits(asked, &rule.as_rule().expect("a rule")), "{reason:?}");
            says(reason, &["Guess “", rule.as_str()]);
        }
        Reason::Deals { rule, share } => {
            let (mean, claimed) = (mean_share(rule, rng), in_figures(share));
            assert!((mean - claimed).abs() < 0.15, "{reason:?}, but {mean}");
            says(reason, &["Choose “", share]);
        }
        Reason::Passes { costs, .. } => {
            assert_eq!(*costs > 0, asked.view.table.is_alone(), "{reason:?}");
            says(reason, &["Go on without a guess"]);
        }
        _ => says(reason, &[]),
    }
    let left = match reason {
        Reason::Plays { left, .. } | Reason::NoCardFits { left, .. } | Reason::Guesses { left, .. } => Some(left),
        Reason::Passes { left, .. } => Some(left),
        _ => None,
    };
    // Counted card by card, which takes long.
    if let Some(left) = left.filter(|_| asked.view.table.guesses.is_empty() && rng.below(4) == 0) {
        let judged = course(&asked.view.table.evidence().expect("a mainline"), &Cancel::new()).expect("not called off");
        assert!(judged.last().is_none_or(|last| last.left == left.0), "{reason:?}");
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { house: number % 3 == 2, ..Options::default() };
        EleusisExpress::deal(&options, seats(1 + number % 5), None, rng).expect("a deal")
    };
    in_positions(count, deal, holds);
}

#[test]
fn what_speaks_for_a_card_or_a_guess_is_true() {
    hold(FEW / 2);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_card_or_a_guess_is_true_in_a_thousand_positions() {
    hold(ALL);
}
