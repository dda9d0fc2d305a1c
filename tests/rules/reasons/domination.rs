//! Mystique Domination: what a play comes to and takes, what may beat it, and in how few plays a hand could go.

use parlour::cards::{Colour, MystiqueCard, MystiqueSet};
use parlour::engine::game::Game;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::games::domination::MystiqueDomination;
use parlour::games::domination::patterns::{Move, Pattern};
use parlour::games::domination::reason::{PassReason, Prospect, Reason};
use parlour::games::domination::rules::{Options, Partnership};
use parlour::search::Searchable;
use parlour::words::{in_words, with_names};

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

type Here<'a> = Asked<'a, MystiqueDomination>;

/// Every choice of these cards that is a pattern.
fn patterns(cards: MystiqueSet) -> Vec<Pattern> {
    let mut found = Vec::new();
    // A pattern has one colour, and of that a few cards.
    for colour in Colour::ALL {
        let cards: Vec<MystiqueCard> = cards.iter().filter(|card| card.colour() == colour).collect();
        let chosen = |choice: u32| (0..cards.len()).filter(move |at| choice >> at & 1 == 1);
        let few = (1..1u32 << cards.len()).filter(|choice| choice.count_ones() <= 5);
        found.extend(few.filter_map(|choice| Pattern::of(chosen(choice).map(|at| cards[at]).collect()).ok()));
    }
    found
}

/// Whether so many plays, and no fewer, are enough for these cards: every pattern is tried for the first card that is left.
fn may_go_in(cards: MystiqueSet, claimed: u8) -> bool {
    fn fits(cards: MystiqueSet, plays: u8) -> bool {
        let Some(first) = cards.iter().next() else { return true };
        let with_first = patterns(cards).into_iter().filter(|pattern| pattern.cards.contains(first));
        plays > 0 && with_first.into_iter().any(|pattern| fits(cards.without(pattern.cards), plays - 1))
    }
    let of_colours = Colour::ALL.map(|colour| cards.intersection(MystiqueSet::of_colour(colour)));
    let fewest = of_colours.map(|cards| (0..20).find(|plays| fits(cards, *plays)).expect("some number"));
    fewest.iter().sum::<u8>() == claimed
}

/// All that the seat has not seen: the hands of the others.
fn unseen(asked: &Here<'_>) -> MystiqueSet {
    let others = asked.game.table.game.seats().iter().filter(|seat| *seat != asked.seat);
    others.map(|seat| asked.game.hand(seat)).fold(MystiqueSet::EMPTY, MystiqueSet::union)
}

/// The cards of the pile and of a play that have a suit of the play.
fn prize(asked: &Here<'_>, cards: MystiqueSet) -> MystiqueSet {
    let all = asked.game.table.pile().union(cards);
    all.iter().filter(|card| cards.iter().any(|other| other.suit() == card.suit())).collect()
}

fn last_play(asked: &Here<'_>) -> Option<(Seat, Pattern)> {
    asked.game.table.trick.as_ref()?.plays().last().copied()
}

fn gives(asked: &Here<'_>, given: MystiqueSet, reason: &Reason) {
    let Reason::Gives { cards, partner, go_together, plays_left } = reason else { panic!("{reason:?}") };
    assert_eq!((*cards, partner.index()), (given, (asked.seat.index() + 2) % 4), "{reason:?}");
    assert_eq!(*go_together, patterns(given).iter().any(|pattern| pattern.cards == given), "{reason:?}");
    assert!(may_go_in(asked.game.hand(asked.seat).without(given), *plays_left), "{reason:?}");
    given.iter().for_each(|card| says(reason, &["Give ", &card.spoken(), &in_words(usize::from(*plays_left))]));
}

fn plays(asked: &Here<'_>, played: MystiqueSet, reason: &Reason) {
    let Reason::Plays { pattern, beats, prize: taken, prospect } = reason else { panic!("{reason:?}") };
    let hand = asked.game.hand(asked.seat);
    assert_eq!(pattern.cards, played, "{reason:?}");
    assert_eq!(pattern.total, played.iter().map(|card| card.number()).sum::<u8>(), "{reason:?}");
    assert_eq!(*beats, last_play(asked).map(|(seat, play)| (seat, play.total)), "{reason:?}");
    assert_eq!(*taken, prize(asked, played), "{reason:?}");
    let beaten = patterns(unseen(asked).intersection(MystiqueSet::of_colour(pattern.colour)));
    let may_be_beaten = beaten.iter().any(|other| other.total > pattern.total);
    match prospect {
        Prospect::GoesOut => assert_eq!(hand, played, "{reason:?}"),
        Prospect::CannotBeBeaten => assert!(!may_be_beaten && hand != played, "{reason:?}"),
        Prospect::MayBeBeaten { plays_left } => {
            assert!(may_be_beaten && hand != played && may_go_in(hand.without(played), *plays_left), "{reason:?}");
        }
    }
    says(reason, &[if beats.is_some() { "Play " } else { "Lead " }, &pattern.named()]);
    played.iter().for_each(|card| says(reason, &[&format!("the {}", card.spoken())]));
}

fn passes(asked: &Here<'_>, reason: &Reason) {
    let Reason::Passes { ahead, total, prize: taken, pass } = reason else { panic!("{reason:?}") };
    let (seat, play) = last_play(asked).expect("something to beat");
    assert_eq!((*ahead, *total, *taken), (seat, play.total, prize(asked, play.cards)), "{reason:?}");
    let beating = patterns(asked.game.hand(asked.seat).intersection(MystiqueSet::of_colour(play.colour)));
    let lowest = beating.iter().map(|pattern| pattern.total).filter(|total| *total > play.total).min();
    match pass {
        PassReason::Partner => assert!(Partnership::of(seat) == Partnership::of(asked.seat), "{reason:?}"),
        PassReason::Must => assert_eq!(lowest, None, "{reason:?}"),
        PassReason::Keeps { least, colour } => {
            assert_eq!((Some(*least), *colour), (lowest, play.colour), "{reason:?}");
        }
    }
    says(reason, &["Pass: ", &total.to_string()]);
}

fn hold(count: usize) {
    let deal = |_: usize, rng: &mut GameRng| {
        MystiqueDomination::deal(&Options::default(), seats(4), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            let reason = MystiqueDomination::reason(asked.view, &mv);
            match mv {
                Move::Give(cards) => gives(asked, cards, &reason),
                Move::Play(cards) => plays(asked, cards, &reason),
                Move::Pass => passes(asked, &reason),
            }
        }
    });
}

#[test]
fn what_speaks_for_a_play_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_play_is_true_in_many_positions() {
    hold(many());
}

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn said(reason: Reason) -> String {
    with_names(&reason.to_string(), &["You", "Ada", "Clara", "Ben"])
}

#[test]
fn hints_for_a_gift_say_in_how_few_plays_the_rest_could_be_played_out() {
    let gives = |cards, go_together, plays_left| {
        said(Reason::Gives { cards: set(cards), partner: seat(2), go_together, plays_left })
    };
    assert_eq!(
        gives("3rM 4rS 5rA", true, 6),
        "Give Clara the three of red moons, the four of red suns and the palm of red arms: they go together, and your other twelve \
         cards could be played out in six plays"
    );
    assert_eq!(
        gives("1yM 3rS 5bC", false, 1),
        "Give Clara the ace of yellow moons, the three of red suns and the palm of blue crowns: your other twelve cards could be \
         played out in one play"
    );
}

#[test]
fn hints_for_a_play_say_what_it_takes_and_what_may_become_of_it() {
    let play = |cards: &str, beats, prize: &str, prospect| {
        said(Reason::Plays { pattern: Pattern::of(set(cards)).expect("a pattern"), beats, prize: set(prize), prospect })
    };
    assert_eq!(
        play("2bM 3bS 4bS", None, "2bM 3bS 4bS", Prospect::MayBeBeaten { plays_left: 4 }),
        "Lead a sequence of three blue cards (the two of blue moons, the three of blue suns and the four of blue suns): if nobody \
         beats it, it takes one moon and two suns; the rest of your hand could be played out in four plays"
    );
    assert_eq!(
        play("5rM 5rC", Some((seat(1), 9)), "5rM 5rC 1yM", Prospect::CannotBeBeaten),
        "Play two red palms (the palm of red moons and the palm of red crowns): 10 is more than Ada’s 9, and nobody can beat it, so \
         it takes two moons and one crown"
    );
    assert_eq!(
        play("1bA", None, "1bA", Prospect::GoesOut),
        "Lead a blue ace (the ace of blue arms): you are out of cards, which ends the round"
    );
}

#[test]
fn hints_for_passing_say_why() {
    let pass = |ahead, pass| said(Reason::Passes { ahead: seat(ahead), total: 8, prize: set("1yS 2yS"), pass });
    assert_eq!(pass(1, PassReason::Must), "Pass: nothing in your hand beats Ada’s 8");
    assert_eq!(
        pass(2, PassReason::Partner),
        "Pass: your partner is winning the trick with 8, and would take two suns for both of you"
    );
    assert_eq!(
        pass(1, PassReason::Keeps { least: 9, colour: Colour::Yellow }),
        "Pass: you would have to play at least 9 in yellow to beat Ada’s 8; if nobody does, Ada takes two suns"
    );
}
