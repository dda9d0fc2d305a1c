//! Up and Down: who can answer a card, with which cards, and which way it goes then.

use parlour::cards::{MystiqueCard, MystiqueSet};
use parlour::engine::game::{Game, NoOptions};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{Seat, SeatSet};
use parlour::games::up_and_down::UpAndDown;
use parlour::games::up_and_down::reason::{Reason, SlopeOutlook};
use parlour::games::up_and_down::rules::{Event, Move};
use parlour::games::up_and_down::table::Slope;
use parlour::search::Searchable;
use parlour::words::with_names;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

/// Whether a card may follow another.
fn follows(card: MystiqueCard, top: MystiqueCard, slope: Slope) -> bool {
    let alike = card.colour() == top.colour() || card.suit() == top.suit();
    alike && if slope == Slope::Up { card.number() >= top.number() } else { card.number() <= top.number() }
}

/// What each of the others could answer with, in the order in which they are asked.
fn answers(asked: &Asked<'_, UpAndDown>, card: MystiqueCard, slope: Slope) -> Vec<(Seat, MystiqueSet)> {
    let count = asked.game.scores().len() as u8;
    let others = (1..count).map(|step| Seat::new((asked.seat.index() as u8 + step) % count).expect("a seat"));
    let with = |seat: Seat| {
        asked.game.table.cards.hand(seat).iter().filter(|other| follows(*other, card, slope)).collect::<MystiqueSet>()
    };
    others.map(|seat| (seat, with(seat))).collect()
}

/// How hard a card is to answer: how many are asked before somebody can, and with how few cards.
fn hardness(answers: &[(Seat, MystiqueSet)]) -> (usize, i32) {
    let before = answers.iter().take_while(|(_, with)| with.is_empty()).count();
    (before, answers.get(before).map_or(0, |(_, with)| -(with.len() as i32)))
}

fn holds(asked: &Asked<'_, UpAndDown>, Move(card): Move, reason: &Reason) {
    let (table, slope) = (&asked.game.table, asked.game.table.slope);
    let own: MystiqueSet = table.cards.hand(asked.seat).iter().filter(|other| *other != card).collect();
    let own_with = |slope: Slope| own.iter().filter(|other| follows(*other, card, slope)).collect::<MystiqueSet>();
    let found = answers(asked, card, slope);
    let is_unanswered = found.iter().all(|(_, with)| with.is_empty());
    assert_eq!(reason.card, card);
    says(reason, &["Play the ", &card.spoken()]);
    match &reason.outlook {
        SlopeOutlook::Wins => assert_eq!(table.left(asked.seat), 0, "{reason:?}"),
        SlopeOutlook::Again(cards) => {
            assert!(is_unanswered && !cards.is_empty() && *cards == own_with(slope), "{reason:?}");
            says(reason, &["nobody else", "you can go on"]);
        }
        SlopeOutlook::Turns(turned, first) => {
            assert!(is_unanswered && own_with(slope).is_empty() && *turned != slope, "{reason:?}");
            let others = answers(asked, card, *turned).into_iter().find(|(_, with)| !with.is_empty());
            let own_first = (!own_with(*turned).is_empty()).then_some(asked.seat);
            assert_eq!(*first, others.map(|(seat, _)| seat).or(own_first), "{reason:?}");
            let goes = if *turned == Slope::Up { "the slope turns uphill" } else { "the slope turns downhill" };
            says(
                reason,
                &[if first.is_some() { goes } else { "whoever has the highest card in hand starts again with it" }],
            );
        }
        SlopeOutlook::Answered { by, with, cannot, is_least } => {
            let (before, _) = hardness(&found);
            assert_eq!(found[before], (*by, *with), "{reason:?}");
            assert_eq!(found[..before].iter().map(|(seat, _)| *seat).collect::<SeatSet>(), *cannot, "{reason:?}");
            let of_others = asked.legal.listed().iter().map(|other| hardness(&answers(asked, other.0, slope)));
            let has_choice = asked.legal.listed().len() > 1;
            assert_eq!(has_choice && of_others.max() == Some(hardness(&found)), *is_least, "{reason:?}");
            with.iter().for_each(|card| says(reason, &[&card.spoken()]));
        }
    }
}

/// Whoever is said to be the first who can answer has the next turn; if nobody can, it goes as is said, unless a card is drawn that
/// fits.
fn is_answered(asked: &Asked<'_, UpAndDown>, mv: Move, reason: &Reason, rng: &mut GameRng) {
    let mut after = asked.game.clone();
    let events = after.apply(asked.seat, &mv, rng);
    let slope = asked.game.table.slope;
    let has_drawn = |slope| matches!(events[1], Event::Drew { card, .. } if follows(card, mv.0, slope));
    let has_begun_anew = events.iter().any(|event| matches!(event, Event::Began { .. }));
    match &reason.outlook {
        SlopeOutlook::Wins => assert_eq!(after.table.winner, Some(asked.seat), "{reason:?}"),
        SlopeOutlook::Again(_) => assert_eq!(after.turn(), Some(asked.seat), "{reason:?}"),
        SlopeOutlook::Answered { by, .. } => assert_eq!(after.turn(), Some(*by), "{reason:?}"),
        SlopeOutlook::Turns(..) if has_drawn(slope) => {}
        SlopeOutlook::Turns(turned, Some(first)) => {
            let stands = (after.turn(), after.table.slope, has_begun_anew);
            assert_eq!(stands, (Some(*first), *turned, false), "{reason:?}");
        }
        SlopeOutlook::Turns(turned, None) => assert!(has_begun_anew || has_drawn(*turned), "{reason:?}"),
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        UpAndDown::deal(&NoOptions::default(), seats(2 + number % 5), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            let reason = UpAndDown::reason(asked.view, &mv);
            holds(asked, mv, &reason);
            is_answered(asked, mv, &reason, rng);
        }
    });
}

#[test]
fn what_speaks_for_a_card_is_said_in_a_sentence() {
    let seat = |number| Seat::new(number).expect("a seat");
    let set = |text: &str| text.parse::<MystiqueSet>().expect("cards");
    let says = |outlook| {
        let reason = Reason { card: "3yM".parse().expect("a card"), outlook };
        with_names(&reason.to_string(), &["You", "Ada", "Ben", "Cora"])
    };
    let answered = |by, with, cannot: &[u8], is_least| {
        let cannot = cannot.iter().map(|number| seat(*number)).collect();
        says(SlopeOutlook::Answered { by: seat(by), with: set(with), cannot, is_least })
    };
    let begins = "Play the three of yellow moons:";
    assert_eq!(says(SlopeOutlook::Wins), format!("{begins} your deck is used up, so this card wins"));
    assert_eq!(
        says(SlopeOutlook::Again(set("4yA 5rM"))),
        format!(
            "{begins} nobody else has a card that fits, and you can go on with the palm of red moons or the four of yellow arms"
        )
    );
    let nobody = format!("{begins} nobody has a card that fits");
    assert_eq!(
        says(SlopeOutlook::Turns(Slope::Down, Some(seat(1)))),
        format!("{nobody}. Unless you draw one, the slope turns downhill, and Ada is the first who can play")
    );
    assert_eq!(
        says(SlopeOutlook::Turns(Slope::Up, Some(seat(0)))),
        format!("{nobody}. Unless you draw one, the slope turns uphill, and you are the first who can play")
    );
    assert_eq!(
        says(SlopeOutlook::Turns(Slope::Down, None)),
        format!(
            "{nobody}, uphill or downhill. Unless you draw one, whoever has the highest card in hand starts again with it, and the slope goes \
             uphill again"
        )
    );
    assert_eq!(answered(1, "4bM", &[], false), format!("{begins} Ada can answer it with the four of blue moons"));
    assert_eq!(
        answered(3, "4bM 4yS", &[1, 2], false),
        format!(
            "{begins} Ada and Ben cannot answer it, but Cora can, with the four of blue moons or the four of yellow suns"
        )
    );
    assert_eq!(
        answered(2, "4bM", &[1], true),
        format!(
            "{begins} Ada cannot answer it, but Ben can, with the four of blue moons. No other card that you may play is harder to \
             answer"
        )
    );
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
