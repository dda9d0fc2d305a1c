//! Mystique Circle: what is bid, what is wanted, and which cards can still beat one.

use parlour::cards::{MystiqueCard, MystiqueSet, MystiqueSuit};
use parlour::engine::game::Game;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Viewer;
use parlour::games::circle::MystiqueCircle;
use parlour::games::circle::reason::{Reason, TrickAim, TrickRole};
use parlour::games::circle::rules::{Move, Options};
use parlour::search::Searchable;
use parlour::words::in_words;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

/// Whether a card takes the lead from another one of its colour.
fn beats(card: MystiqueCard, other: MystiqueCard) -> bool {
    use MystiqueSuit::{Arms, Crowns, Moons, Suns};
    let next = [(Suns, Moons), (Moons, Crowns), (Crowns, Arms), (Arms, Suns)];
    next.contains(&(card.suit(), other.suit())) || (card.suit() == other.suit() && card.number() > other.number())
}

/// Everything that somebody at the table does not see: the hands and the holes of all others.
fn out(asked: &Asked<'_, MystiqueCircle>) -> MystiqueSet {
    let table = &asked.game.table;
    let hidden = |seat| {
        let hole = table.hole(seat).map_or(MystiqueSet::EMPTY, |hole| hole.cards());
        asked.game.hand(seat).union(hole)
    };
    let others = table.game.seats().iter().filter(|seat| *seat != asked.seat);
    others.map(hidden).fold(MystiqueSet::EMPTY, MystiqueSet::union)
}

fn beaten_by(asked: &Asked<'_, MystiqueCircle>, card: MystiqueCard) -> usize {
    out(asked).iter().filter(|other| other.colour() == card.colour() && beats(*other, card)).count()
}

/// What a seat that has set its hole aside still wants.
fn aim(asked: &Asked<'_, MystiqueCircle>) -> TrickAim {
    let table = &asked.game.table;
    let hole = table.hole(asked.seat).expect("a hole").cards();
    let bid: i32 = hole.iter().map(|card| [0, 1, 2, 3][card.suit() as usize]).sum();
    let (more, left) = (bid - i32::from(table.tricks.taken[asked.seat]), asked.game.hand(asked.seat).len() as i32);
    match more {
        0 => TrickAim::Enough,
        more if (1..=left).contains(&more) => TrickAim::More(more as u8),
        _ => TrickAim::Lost,
    }
}

/// The winning card of the trick, by going through it card by card.
fn winning(trick: &[MystiqueCard]) -> Option<MystiqueCard> {
    let led = trick.first()?.colour();
    trick.iter().copied().reduce(|best, card| if card.colour() == led && beats(card, best) { card } else { best })
}

fn holds(asked: &Asked<'_, MystiqueCircle>, mv: &Move, reason: &Reason) {
    let (card, role) = match (reason, mv) {
        (Reason::Bids { hole, looks_good_for }, Move::Hole(set_aside)) => {
            assert_eq!(hole, set_aside);
            let bid: usize = hole.cards().iter().map(|card| card.suit() as usize).sum();
            assert!(*looks_good_for <= 9);
            for card in hole.cards().iter() {
                says(reason, &["Set aside the ", &card.spoken(), &format!("bids {} trick", in_words(bid))]);
            }
            return;
        }
        (Reason::Plays { card, aim: claimed, role }, Move::Play(played)) => {
            assert_eq!((card, *claimed), (played, aim(asked)));
            (*card, *role)
        }
        _ => panic!("{mv} is not what {reason:?} is about"),
    };
    let trick: Vec<MystiqueCard> = asked.game.table.tricks.trick.cards().into_iter().collect();
    let (hand, best) = (asked.game.hand(asked.seat), winning(&trick));
    let follows = |other: &MystiqueCard| trick.first().is_none_or(|led| led.colour() == other.colour());
    let playable: Vec<MystiqueCard> = match hand.iter().any(|other| follows(&other)) {
        true => hand.iter().filter(follows).collect(),
        false => hand.iter().collect(),
    };
    let would_win = |other: MystiqueCard| best.is_none_or(|best| follows(&other) && beats(other, best));
    let others_may = |wins: bool| playable.iter().any(|other| would_win(*other) == wins);
    // Among all that stays in the hand, what fewest cards beat.
    let kept = |keeps: Option<MystiqueCard>| {
        let fewest = hand.iter().filter(|other| *other != card).map(|other| beaten_by(asked, other)).min();
        let is_harder = fewest.is_some_and(|fewest| fewest < beaten_by(asked, card));
        assert_eq!(keeps.is_some(), is_harder, "{reason:?}");
        assert!(
            keeps.is_none_or(|keeps| hand.contains(keeps) && Some(beaten_by(asked, keeps)) == fewest),
            "{reason:?}"
        );
    };
    match role {
        TrickRole::Leads { beaten_by: claimed, is_hardest, is_easiest } => {
            let (own, all) = (beaten_by(asked, card), || playable.iter().map(|other| beaten_by(asked, *other)));
            assert_eq!((usize::from(claimed), trick.is_empty()), (own, true), "{reason:?}");
            assert_eq!((is_hardest, is_easiest), (all().min() == Some(own), all().max() == Some(own)), "{reason:?}");
            says(reason, &["Lead the ", &if own == 0 { "nothing".to_owned() } else { in_words(own) }]);
        }
        TrickRole::Wins { beaten_by: claimed, is_last, is_choice } => {
            assert!(would_win(card) && !trick.is_empty(), "{reason:?}");
            assert_eq!(usize::from(claimed), beaten_by(asked, card), "{reason:?}");
            assert_eq!(is_last, trick.len() + 1 == asked.game.table.game.seats().count(), "{reason:?}");
            assert_eq!(is_choice, others_may(false), "{reason:?}");
            // Whoever is told that it takes the trick takes it, whatever the others play.
            let is_sure = is_last || claimed == 0;
            says(reason, &["Play the ", if is_sure { "takes the trick" } else { "winning so far" }]);
        }
        TrickRole::Loses { winning: claimed, is_choice, keeps } => {
            assert!(Some(claimed) == best && follows(&card) && !would_win(card), "{reason:?}");
            assert_eq!(is_choice, others_may(true), "{reason:?}");
            kept(keeps);
            says(reason, &["Play the ", &claimed.spoken()]);
        }
        TrickRole::Tosses { led, keeps } => {
            assert!(trick.first().is_some_and(|first| first.colour() == led), "{reason:?}");
            assert!(hand.iter().all(|other| other.colour() != led), "{reason:?}");
            kept(keeps);
            says(reason, &["Toss the ", &format!("no {} card", led.word())]);
        }
    }
    says(reason, &[&card.spoken()]);
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        MystiqueCircle::deal(&Options::default(), seats(2 + number % 4), None, rng).expect("a deal")
    };
    let mut is_more_than_the_bid_needed = false;
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            let reason = MystiqueCircle::reason(asked.view, &mv);
            is_more_than_the_bid_needed |= matches!(reason, Reason::Plays { aim: TrickAim::Enough, .. });
            holds(asked, &mv, &reason);
        }
    });
    assert!(is_more_than_the_bid_needed || count < many());
}

#[test]
fn what_speaks_for_a_card_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_card_is_true_in_many_positions() {
    hold(many());
}

/// What nine cards look good for is an estimate: on average it is as many tricks as easy bots win with them who play to win.
#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn hands_win_about_as_many_tricks_as_they_look_good_for() {
    let (mut off, mut rounds) = (0.0, 0.0);
    for number in 0..400 {
        let mut rng = GameRng::from_number(number);
        let options = Options { target: 1 };
        let mut game = MystiqueCircle::deal(&options, seats(2 + number as usize % 4), None, &mut rng).expect("a deal");
        let mut looked = Vec::new();
        while let Some(seat) = game.turn().filter(|seat| game.table.hole(*seat).is_none()) {
            let mut moves = Vec::new();
            game.moves_into(seat, &mut moves);
            let mv = moves[game.policy(seat, &moves, &mut rng)];
            let view = game.view(Viewer::Seat(seat));
            let Reason::Bids { looks_good_for, .. } = MystiqueCircle::reason(&view, &mv) else { panic!("a bid") };
            looked.push((seat, looks_good_for));
            game.apply_quietly(seat, &mv, &mut rng);
        }
        while let Some(seat) = game.turn() {
            let mut moves = Vec::new();
            game.moves_into(seat, &mut moves);
            let mv = moves[game.policy(seat, &moves, &mut rng)];
            game.apply_quietly(seat, &mv, &mut rng);
        }
        let round = game.table.game.finished().last().expect("a round");
        for (seat, looks_good_for) in looked {
            off += (f64::from(looks_good_for) - f64::from(round.detail.tricks[seat.index()])).abs();
            rounds += 1.0;
        }
    }
    assert!(off / rounds < 1.5, "{} tricks off", off / rounds);
}
