//! Mystique Guilds: which guilds change hands by a move, which ones its unknown cards could bring, and how it ends the game.

use std::collections::BTreeMap;

use parlour::cards::{MystiqueCard, MystiqueSet};
use parlour::engine::game::Game;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{Seat, Viewer};
use parlour::engine::seen::ZoneTable;
use parlour::games::guilds::MystiqueGuilds;
use parlour::games::guilds::guild::Guild;
use parlour::games::guilds::moves::{Move, Offer};
use parlour::games::guilds::outlook::{KnownEnd, LeadChange, MoveOutlook};
use parlour::games::guilds::reason::{GuildsRole, Reason};
use parlour::games::guilds::table::{GuildsTable, Options};
use parlour::search::Searchable;
use parlour::words::with_names;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

/// The cards of each seat.
type Hands = BTreeMap<usize, Vec<MystiqueCard>>;

fn hands(table: &GuildsTable) -> Hands {
    table.seats().iter().map(|seat| (seat.index(), table.tableau(seat).iter().collect())).collect()
}

/// What somebody has in a guild, card by card.
fn total(hand: &[MystiqueCard], guild: Guild) -> u32 {
    let is_of_it = |card: &&MystiqueCard| card.colour() == guild.colour() && card.suit() == guild.suit();
    hand.iter().filter(is_of_it).map(|card| u32::from(card.number())).sum()
}

/// Whoever has more of a guild than each of the others.
fn leader(hands: &Hands, guild: Guild) -> Option<usize> {
    let is_ahead = |seat: usize| {
        hands.iter().all(|(other, hand)| *other == seat || total(hand, guild) < total(&hands[&seat], guild))
    };
    hands.keys().copied().find(|seat| is_ahead(*seat))
}

fn moved(hands: &mut Hands, from: usize, to: usize, card: MystiqueCard) {
    let hand = hands.get_mut(&from).expect("a seat");
    hand.remove(hand.iter().position(|other| *other == card).expect("the card"));
    hands.get_mut(&to).expect("a seat").push(card);
}

fn traded(hands: &mut Hands, from: Seat, Offer { card, to, asked }: Offer) {
    moved(hands, from.index(), to.index(), card);
    asked.iter().for_each(|asked| moved(hands, to.index(), from.index(), asked));
}

/// The hands after a move, without what is drawn; and how many cards are drawn.
fn hands_after(table: &GuildsTable, seat: Seat, mv: &Move) -> (Hands, usize) {
    let mut after = hands(table);
    let mut discards: Vec<MystiqueCard> = table.discards.iter().flatten().collect();
    discards.reverse();
    let own = seat.index();
    match *mv {
        Move::Draw => return (after, 1),
        Move::Take => after.get_mut(&own).expect("a seat").extend(discards.last()),
        Move::Buy { card, drawn, taken } => {
            let hand = after.get_mut(&own).expect("a seat");
            hand.retain(|other| *other != card);
            (0..taken).for_each(|_| hand.extend(discards.pop()));
            return (after, drawn.into());
        }
        Move::Offer(offer) => traded(&mut after, seat, offer),
        Move::Agree | Move::Refuse => traded(&mut after, table.turn, table.offer().expect("an offer")),
    }
    (after, 0)
}

/// Whether some choice of so many of these cards would make a seat the leader of a guild, which it is not.
fn could_lead(hands: &Hands, seat: usize, guild: Guild, unseen: &[MystiqueCard], count: usize) -> bool {
    let mut numbers: Vec<u32> = unseen
        .iter()
        .filter(|card| card.colour() == guild.colour() && card.suit() == guild.suit())
        .map(|card| u32::from(card.number()))
        .collect();
    numbers.sort_unstable();
    let best: u32 = numbers.iter().rev().take(count).sum();
    let own = total(&hands[&seat], guild) + best;
    leader(hands, guild) != Some(seat) && hands.iter().all(|(other, hand)| *other == seat || total(hand, guild) < own)
}

fn points(hands: &Hands, seat: usize) -> i32 {
    Guild::all()
        .filter(|guild| leader(hands, *guild) == Some(seat))
        .map(|guild| if guild.to_string() == "blue suns" { 2 } else { 1 })
        .sum()
}

fn holds_outlook(asked: &Asked<'_, MystiqueGuilds>, mv: &Move, outlook: &MoveOutlook) {
    let (table, own) = (&asked.view.table, asked.seat.index());
    let (before, (mut after, drawn)) = (hands(table), hands_after(table, asked.seat, mv));
    let open: Vec<MystiqueCard> = before.values().flatten().copied().chain(table.discards.iter().flatten()).collect();
    let unseen: Vec<MystiqueCard> = MystiqueCard::deck().filter(|card| !open.contains(card)).collect();
    assert_eq!(unseen.len(), table.left());
    let ends = drawn > 0 && drawn == unseen.len();
    if ends {
        after.get_mut(&own).expect("a seat").extend(&unseen);
    }
    let seat = |leader: Option<usize>| leader.and_then(|leader| Seat::new(leader as u8));
    let changes: Vec<LeadChange> = Guild::all()
        .map(|guild| LeadChange { guild, before: seat(leader(&before, guild)), after: seat(leader(&after, guild)) })
        .filter(|change| change.before != change.after)
        .collect();
    assert_eq!((outlook.seat, outlook.changes.to_vec()), (asked.seat, changes), "{mv}");
    let unknown = if ends { 0 } else { drawn };
    let hopes: Vec<Guild> = Guild::all().filter(|guild| could_lead(&after, own, *guild, &unseen, unknown)).collect();
    assert_eq!(
        (outlook.unknown, outlook.hopes.to_vec()),
        (unknown, if unknown == 0 { Vec::new() } else { hopes }),
        "{mv}"
    );
    match &outlook.end {
        None => assert!(!ends),
        Some(KnownEnd { winners, points: most }) => {
            let standing = |seat: &usize| (points(&after, *seat), std::cmp::Reverse(after[seat].len()));
            let best = after.keys().map(standing).max().expect("seats");
            let won: Vec<usize> = after.keys().copied().filter(|seat| standing(seat) == best).collect();
            assert_eq!((winners.iter().map(|seat| seat.index()).collect::<Vec<_>>(), *most), (won, best.0), "{mv}");
            // And so it comes.
            let mut game = asked.game.clone();
            game.apply_quietly(asked.seat, mv, &mut GameRng::from_number(1));
            assert_eq!(game.scores()[winners[0].index()], *most);
            assert!(game.turn().is_none());
        }
    }
}

fn holds(asked: &Asked<'_, MystiqueGuilds>, mv: &Move, reason: &Reason) {
    let table = &asked.view.table;
    holds_outlook(asked, mv, &reason.outlook);
    match (*mv, reason.role) {
        (Move::Draw, GuildsRole::Draws) => {
            let ends = reason.outlook.end.is_some();
            says(reason, &[if ends { "Draw the last card: " } else { "Draw a card: " }]);
        }
        (Move::Take, GuildsRole::Takes { card, total: claimed }) => {
            assert_eq!(table.discards.top(), Some(card));
            let (after, _) = hands_after(table, asked.seat, mv);
            assert_eq!(total(&after[&asked.seat.index()], Guild::of(card)), u32::from(claimed));
            says(reason, &["Take the ", &card.spoken()]);
        }
        (
            Move::Buy { card, drawn, taken },
            GuildsRole::Buys { card: claimed, drawn: from_deck, taken: from_discards },
        ) => {
            assert_eq!((card, usize::from(drawn), usize::from(taken)), (claimed, from_deck, from_discards));
            says(reason, &["Buy ", &format!(" with the {}", card.spoken())]);
        }
        (Move::Offer(offer), GuildsRole::Offers(claimed)) => {
            assert_eq!(offer, claimed);
            says(reason, &["Offer ", &offer.card.spoken()]);
            offer.asked.iter().for_each(|asked| says(reason, &[&asked.spoken()]));
        }
        (Move::Agree, GuildsRole::Agrees { gets, gives }) => {
            let offer = table.offer().expect("an offer");
            let worth = |cards: MystiqueSet| cards.iter().map(|card| u32::from(card.number())).sum::<u32>();
            assert_eq!((gets, gives), (offer.card.number().into(), worth(offer.asked)));
            says(reason, &["Agree to the trade: "]);
        }
        (Move::Refuse, GuildsRole::Refuses) => says(reason, &["Refuse the trade: "]),
        _ => panic!("{mv}: {reason:?}"),
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { both_decks: number % 2 == 1, trade: !number.is_multiple_of(3) };
        MystiqueGuilds::deal(&options, seats(2 + number % 3), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &mv, &MystiqueGuilds::reason(asked.view, &mv));
        }
    });
}

/// The whole sentence for a move after these ones, in a game whose deck begins with these cards.
fn sentence(options: Options, deck: &str, played: &[&str], mv: &str) -> String {
    let first = parlour::engine::rounds::FirstDeal {
        deck: format!("{deck} {}", MystiqueSet::DECK.without(deck.parse().expect("cards"))),
        first: Seat::new(0),
    };
    let mut rng = GameRng::from_number(1);
    let mut game = MystiqueGuilds::deal(&options, seats(2), Some(&first), &mut rng).expect("a deal");
    for text in played {
        let seat = game.turn().expect("on");
        game.apply_quietly(seat, &text.parse().expect("a move"), &mut rng);
    }
    let seat = game.turn().expect("on");
    let names = if seat == Seat::FIRST { ["You", "Ada"] } else { ["Ada", "You"] };
    let view = game.view(Viewer::Seat(seat));
    with_names(&MystiqueGuilds::reason(&view, &mv.parse().expect("a move")).to_string(), &names)
}

#[test]
fn what_speaks_for_a_move_is_said_in_a_sentence() {
    let plain = Options::default();
    let trade = Options { trade: true, ..plain };
    for (options, deck, played, mv, says) in [
        (plain, "3rC", vec![], "draw", "Draw a card: it could bring you any of twelve guilds"),
        (
            plain,
            "3rC 2bS 5bS",
            vec!["draw", "draw"],
            "buy 3rC 2",
            "Buy two cards with the three of red crowns: then you no longer lead red crowns; the two cards could bring you any of twelve guilds",
        ),
        (
            plain,
            "3rC 3rS 1rC 2bS",
            vec!["draw", "draw", "draw", "draw"],
            "buy 1rC 1",
            "Buy one card with the ace of red crowns: paying it loses you no guild; the card could bring you any of eleven guilds",
        ),
        (
            plain,
            "3rC 1rS 4rS 5rS",
            vec!["draw", "draw", "buy 3rC 2"],
            "take",
            "Take the three of red crowns from the discard deck: then you lead red crowns",
        ),
        (
            trade,
            "3rC 2bS",
            vec!["draw", "draw"],
            "offer 3rC 1 2bS",
            "Offer Ada the three of red crowns for the two of blue suns: with that trade you lead blue suns and Ada leads red crowns \
             instead of you",
        ),
        (
            trade,
            "3rC 2bS",
            vec!["draw", "draw", "offer 3rC 1 2bS"],
            "agree",
            "Agree to the trade: then Ada leads blue suns instead of you and you lead red crowns",
        ),
        (
            trade,
            "3rC 2bS",
            vec!["draw", "draw", "offer 3rC 1 2bS"],
            "refuse",
            "Refuse the trade: with it Ada leads blue suns instead of you and you lead red crowns",
        ),
    ] {
        assert_eq!(sentence(options, deck, &played, mv), says);
    }
}

#[test]
fn what_speaks_for_a_move_is_true_in_a_few_positions() {
    hold(2 * FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_move_is_true_in_many_positions() {
    hold(many());
}
