//! Mystical Eddies: what a card establishes, whether it takes the lead, and how many cards may still beat it.

use std::collections::BTreeSet;

use parlour::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use parlour::engine::game::Game;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::engine::seen::ZoneTable;
use parlour::games::eddies::MysticalEddies;
use parlour::games::eddies::established::Established;
use parlour::games::eddies::reason::{EddiesRole, Reason};
use parlour::games::eddies::rules::{EddiesZone, Move, Options};
use parlour::search::Searchable;
use parlour::words::in_words;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

/// How high a card is in an attribute.
fn height(card: MystiqueCard, kind: AttributeKind) -> usize {
    match kind {
        AttributeKind::Number => usize::from(card.number()),
        AttributeKind::Colour => 3 - card.colour() as usize,
        AttributeKind::Suit => [3, 4, 2, 1][card.suit() as usize],
    }
}

/// What must be followed after these cards: all that the first card to share anything with the led one shares.
fn asked_by(trick: &[MystiqueCard]) -> Vec<AttributeKind> {
    let Some((led, rest)) = trick.split_first() else { return Vec::new() };
    rest.iter().map(|card| led.shared(*card).collect::<Vec<_>>()).find(|kinds| !kinds.is_empty()).unwrap_or_default()
}

/// The winning card of a trick, by going through what follows.
fn winning(trick: &[MystiqueCard]) -> Option<MystiqueCard> {
    use AttributeKind::{Colour, Number, Suit};
    let (led, kinds) = (*trick.first()?, asked_by(trick));
    if kinds.is_empty() {
        return Some(led);
    }
    let (first, ties) = match (kinds.contains(&Suit), kinds.contains(&Colour), kinds.contains(&Number)) {
        (true, _, false) => (Number, Colour),
        (false, true, _) => (Suit, Number),
        _ => (Colour, Suit),
    };
    let follows = |card: &&MystiqueCard| kinds.iter().all(|kind| card.attribute(*kind) == led.attribute(*kind));
    trick.iter().filter(follows).copied().max_by_key(|card| (height(*card, first), height(*card, ties)))
}

fn with(trick: &[MystiqueCard], card: MystiqueCard) -> Vec<MystiqueCard> {
    trick.iter().copied().chain([card]).collect()
}

/// The cards that somebody does not see and that not all of these others have been seen to lack.
fn may_hold(asked: &Asked<'_, MysticalEddies>, others: &[Seat]) -> MystiqueSet {
    let (game, table) = (asked.game, &asked.game.table);
    let hidden = table.seats().iter().filter(|seat| *seat != asked.seat).map(|seat| game.hand(seat));
    let unseen = hidden.fold(table.cards.known(EddiesZone::Aside), MystiqueSet::union);
    unseen.iter().filter(|card| others.iter().any(|other| !table.tricks.lacks[*other].contains(*card))).collect()
}

fn others(asked: &Asked<'_, MysticalEddies>, count: usize) -> Vec<Seat> {
    asked.game.table.seats().from(asked.seat).skip(1).take(count).collect()
}

fn beaten_as_lead(asked: &Asked<'_, MysticalEddies>, card: MystiqueCard) -> usize {
    let all = others(asked, asked.game.table.seats().count() - 1);
    may_hold(asked, &all).iter().filter(|next| winning(&[card, *next]) == Some(*next)).count()
}

fn keeps_is_so(asked: &Asked<'_, MysticalEddies>, reason: &Reason, keeps: Option<MystiqueCard>) {
    let hand = asked.game.hand(asked.seat);
    let fewest = hand.iter().filter(|other| *other != reason.card).map(|other| beaten_as_lead(asked, other)).min();
    let is_harder = fewest.is_some_and(|fewest| fewest < beaten_as_lead(asked, reason.card));
    assert_eq!(keeps.is_some(), is_harder, "{reason:?}");
    assert!(keeps.is_none_or(|keeps| hand.contains(keeps) && keeps != reason.card), "{reason:?}");
    assert!(keeps.is_none_or(|keeps| Some(beaten_as_lead(asked, keeps)) == fewest), "{reason:?}");
}

/// Who comes last makes nobody follow anything.
fn establishes_is_so(reason: &Reason, trick: &[MystiqueCard], is_last: bool, claimed: Option<Vec<AttributeKind>>) {
    assert_eq!(claimed.is_some(), asked_by(trick).is_empty() && !is_last, "{reason:?}");
    let is_asked = |kinds: Vec<AttributeKind>| {
        kinds.into_iter().collect::<BTreeSet<_>>() == asked_by(&with(trick, reason.card)).into_iter().collect()
    };
    assert!(claimed.is_none_or(is_asked), "{reason:?}");
}

fn holds(asked: &Asked<'_, MysticalEddies>, Move(card): &Move, reason: &Reason) {
    assert_eq!(reason.card, *card);
    let (card, table) = (*card, &asked.game.table);
    let trick: Vec<MystiqueCard> = table.tricks.trick.cards().into_iter().collect();
    let legal: Vec<MystiqueCard> = asked.legal.listed().iter().map(|Move(card)| *card).collect();
    let would_win = |card: MystiqueCard| winning(&with(&trick, card)) == Some(card);
    match reason.role {
        EddiesRole::Leads { beaten_by, is_hardest, is_easiest } => {
            let (own, all) = (beaten_as_lead(asked, card), || legal.iter().map(|other| beaten_as_lead(asked, *other)));
            assert_eq!((usize::from(beaten_by), trick.is_empty()), (own, true), "{reason:?}");
            assert_eq!((is_hardest, is_easiest), (all().min() == Some(own), all().max() == Some(own)), "{reason:?}");
            says(reason, &["Lead the ", &if own == 0 { "nothing".to_owned() } else { in_words(own) }]);
        }
        EddiesRole::Wins { establishes, beaten_by, is_last, fills } => {
            assert!(would_win(card) && !trick.is_empty(), "{reason:?}");
            let later = others(asked, table.seats().count() - 1 - trick.len());
            establishes_is_so(reason, &trick, later.is_empty(), establishes.map(|all| all.kinds().collect()));
            assert_eq!(is_last, later.is_empty(), "{reason:?}");
            let now = with(&trick, card);
            let beats = |next: &MystiqueCard| winning(&with(&now, *next)) == Some(*next);
            assert_eq!(usize::from(beaten_by), may_hold(asked, &later).iter().filter(beats).count(), "{reason:?}");
            if beaten_by == 0 {
                let can = |seat: &Seat| asked.game.hand(*seat).iter().any(|next| beats(&next));
                assert!(!later.iter().any(can), "whoever is told so takes the trick: {reason:?}");
            }
            let categories = table.tally.categories[asked.seat];
            let needed = asked_by(&now).into_iter().any(|kind| categories.of(kind) == categories.lowest());
            assert_eq!(fills.is_some(), needed && table.tally.balance, "{reason:?}");
            assert!(fills.is_none_or(|kind| asked_by(&now).contains(&kind)), "{reason:?}");
            says(reason, &["Play the ", if is_last || beaten_by == 0 { "takes the trick" } else { "takes the lead" }]);
        }
        EddiesRole::Loses { winning: claimed, establishes, is_choice, keeps } => {
            assert!(!would_win(card) && Some(claimed) == winning(&trick), "{reason:?}");
            let comes_last = trick.len() + 1 == table.seats().count();
            establishes_is_so(reason, &trick, comes_last, establishes.map(|all| all.kinds().collect()));
            assert_eq!(is_choice, legal.iter().any(|other| would_win(*other)), "{reason:?}");
            keeps_is_so(asked, reason, keeps);
            says(reason, &["Play the ", &claimed.spoken()]);
        }
        EddiesRole::Tosses { asked: claimed, keeps } => {
            assert_eq!(claimed.is_none(), asked_by(&trick).is_empty(), "{reason:?}");
            let follows = |card: &MystiqueCard| match asked_by(&trick)[..] {
                [] => trick[0].shared(*card).next().is_some(),
                ref kinds => kinds.iter().all(|kind| trick[0].attribute(*kind) == card.attribute(*kind)),
            };
            assert!(!asked.game.hand(asked.seat).iter().any(|card| follows(&card)), "{reason:?}");
            keeps_is_so(asked, reason, keeps);
            says(reason, &["Toss the ", "you cannot win this trick"]);
        }
    }
    says(reason, &[&card.spoken()]);
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { balance: number % 2 == 1, ..Options::default() };
        MysticalEddies::deal(&options, seats(3 + number % 6), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &mv, &MysticalEddies::reason(asked.view, &mv));
        }
    });
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

/// A hint about the three of red suns, with this role.
fn sentence(role: EddiesRole) -> String {
    Reason { card: card("3rS"), role }.to_string()
}

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

#[test]
fn hints_for_a_lead_say_how_many_cards_beat_it() {
    let lead = |beaten_by, is_hardest, is_easiest| sentence(EddiesRole::Leads { beaten_by, is_hardest, is_easiest });
    assert_eq!(lead(0, true, false), "Lead the three of red suns: nothing that the others may hold beats it");
    assert_eq!(
        lead(2, true, false),
        "Lead the three of red suns: none of your cards is harder to beat, though two cards that others may hold beat it"
    );
    assert_eq!(
        lead(9, false, true),
        "Lead the three of red suns: whoever leads seldom wins, and this is the card to spare: nine cards that others may hold \
         beat it"
    );
    assert_eq!(
        lead(1, false, false),
        "Lead the three of red suns: whoever leads seldom wins: one card that others may hold beats it"
    );
}

#[test]
fn hints_for_a_card_that_takes_the_lead_say_what_others_must_follow_and_what_may_beat_it() {
    let red = Established::by(card("2rC"), card("3rS"));
    let win =
        |establishes, beaten_by, is_last, fills| sentence(EddiesRole::Wins { establishes, beaten_by, is_last, fills });
    assert_eq!(win(None, 0, true, None), "Play the three of red suns: it takes the trick");
    assert_eq!(
        win(None, 0, true, Some(AttributeKind::Suit)),
        "Play the three of red suns: it takes the trick; the trick counts for suit, and none of your categories is lower"
    );
    assert_eq!(
        win(red, 0, false, None),
        "Play the three of red suns: those after you must then follow red, and it takes the trick, since nobody who plays later can \
         beat it"
    );
    assert_eq!(
        win(None, 1, false, Some(AttributeKind::Colour)),
        "Play the three of red suns: it takes the lead, and only one card that later players may hold beats it; the trick would \
         count for colour, and none of your categories is lower"
    );
    assert_eq!(
        win(red, 2, false, None),
        "Play the three of red suns: those after you must then follow red, and it takes the lead, and two cards that later players may \
         hold beat it"
    );
}

#[test]
fn hints_for_a_card_that_does_not_win_say_what_it_loses_to_and_what_is_kept() {
    let (winning, keeps) = (card("5rS"), Some(card("5yM")));
    let lose = |is_choice, keeps| sentence(EddiesRole::Loses { winning, establishes: None, is_choice, keeps });
    assert_eq!(
        lose(true, keeps),
        "Play the three of red suns: it does not beat the palm of red suns; you keep the palm of yellow moons, which is harder to \
         beat"
    );
    assert_eq!(
        lose(false, None),
        "Play the three of red suns: none of the cards that you may play beats the palm of red suns"
    );
    let toss = |asked, keeps| sentence(EddiesRole::Tosses { asked, keeps });
    assert_eq!(
        toss(None, None),
        "Toss the three of red suns: you have nothing that matches the led card, so you cannot win this trick"
    );
    assert_eq!(
        toss(Established::by(card("1bC"), card("4bA")), keeps),
        "Toss the three of red suns: you have no blue cards, so you cannot win this trick; you keep the palm of yellow moons, which \
         is harder to beat"
    );
}
