//! Mystique: burns, who must answer what, and what has not been seen.

use parlour::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use parlour::engine::game::Game;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::games::mystique::Mystique;
use parlour::games::mystique::reason::Reason;
use parlour::games::mystique::rules::{MystiqueZone, Options};
use parlour::games::mystique::spells::Move;
use parlour::search::Searchable;
use parlour::words::in_words;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

/// The seat that comes after one at this table.
fn next(asked: &Asked<'_, Mystique>) -> Seat {
    let count = asked.game.table.game.seats().count();
    Seat::new(((asked.seat.index() + 1) % count) as u8).expect("a seat")
}

/// What cards cost whoever takes them.
fn cost(asked: &Asked<'_, Mystique>, cards: MystiqueSet) -> usize {
    let each = |card: MystiqueCard| if card.number() == 1 && asked.game.table.options.aces { 5 } else { 1 };
    cards.iter().map(each).sum()
}

/// All that the seat has not seen: the hands of the others, and what lies aside.
fn unseen(asked: &Asked<'_, Mystique>) -> MystiqueSet {
    let others = asked.game.table.game.seats().iter().filter(|seat| *seat != asked.seat);
    let hands = others.map(|seat| asked.game.hand(seat)).fold(MystiqueSet::EMPTY, MystiqueSet::union);
    hands.union(asked.game.table.cards.known(MystiqueZone::Aside))
}

fn holds(asked: &Asked<'_, Mystique>, mv: &Move, reason: &Reason) {
    let (table, hand) = (&asked.game.table, asked.game.hand(asked.seat));
    let pile = table.spells.iter().fold(MystiqueSet::EMPTY, |pile, (_, cards)| pile.union(*cards));
    let at_stake = cost(asked, pile);
    match (mv, reason) {
        (Move::Take, Reason::Takes { burns, opens }) => {
            assert_eq!((*burns, *opens), (at_stake, !hand.is_empty()), "{reason:?}");
            says(reason, &["Take the cards", &format!("{burns} burn")]);
        }
        (Move::Deflect(card), Reason::Deflects { palm, burns, next: claimed, spell }) => {
            assert_eq!((card, *burns, *claimed), (palm, at_stake, next(asked)), "{reason:?}");
            assert!(Some(*spell) == table.to_follow && palm.number() == 5, "{reason:?}");
            says(reason, &["Deflect with the ", &palm.spoken(), &format!("{burns} burn"), &spell.or_more()]);
        }
        (
            Move::Cast { value, cards },
            Reason::Casts { value: named, cards: laid, aces, burns, next: claimed, unseen: (others, palms) },
        ) => {
            assert_eq!((named, laid), (value, cards), "{reason:?}");
            let of_number =
                |number: u8| -> MystiqueSet { cards.iter().filter(|card| card.number() == number).collect() };
            let shed = of_number(1);
            assert_eq!((aces.0, aces.1), (shed.len(), cost(asked, shed)), "{reason:?}");
            assert_eq!((*burns, *claimed), (at_stake, next(asked)), "{reason:?}");
            let left: Vec<MystiqueCard> =
                unseen(asked).iter().filter(|card| card.attribute(value.kind()) == *value).collect();
            let deflects = table.options.deflection && value.kind() != AttributeKind::Number;
            let fives = left.iter().filter(|card| deflects && card.number() == 5).count();
            assert_eq!((*others, *palms), (left.len(), fives), "{reason:?}");
            let act = if table.to_follow.is_none() { "Open with " } else { "Reply with " };
            says(reason, &[act, &value.counted(cards.len())]);
            cards.iter().for_each(|card| says(reason, &[&format!("the {}", card.spoken())]));
            match left.len() < cards.len() {
                true if fives == 0 => says(reason, &["nobody can answer"]),
                true => says(reason, &["nobody can reply", "only a palm"]),
                false if left.len() == cards.len() => says(reason, &["need"]),
                false => says(reason, &[&format!("{} of the {}", in_words(cards.len()), in_words(left.len()))]),
            }
        }
        _ => panic!("{mv} is not what {reason:?} is about"),
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { aces: number % 3 != 1, deflection: number % 3 != 2, ..Options::default() };
        Mystique::deal(&options, seats(2 + number % 5), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &mv, &Mystique::reason(asked.view, &mv));
        }
    });
}

#[test]
fn what_speaks_for_a_spell_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_spell_is_true_in_many_positions() {
    hold(many());
}
