//! How suns, rounds and games of the Mystique Deck end: what is counted lies there and stands out, and comes to the points.

use super::{exhibits, golden_game, played};
use parlour::engine::table_session::TableSession;
use parlour::layout::{AreaId, Beat, CardArea, Exhibit, Reading, Weight};

/// What stood out at the end of each round, or of another part, and at the end of the game.
fn ends(shown: &[Vec<Beat>]) -> Vec<Vec<&Exhibit>> {
    shown.iter().map(|beats| exhibits(beats)).filter(|shown| !shown.is_empty()).collect()
}

/// After how many moves it is waited for somebody to have read what stands out.
fn waiting(shown: &[Vec<Beat>]) -> usize {
    let waits = |beats: &&Vec<Beat>| beats.iter().any(|beat| beat.waits == Some(Reading::Result));
    shown.iter().filter(waits).count()
}

/// The seats of whoever won.
fn winners(session: &dyn TableSession) -> Vec<u8> {
    session.outcome().expect("an end").winners.iter().map(|seat| seat.index() as u8).collect()
}

#[test]
fn every_sun_says_who_won_it_and_by_how_much_and_stays_until_that_is_read() {
    let (session, shown) = played("battle-for-the-suns", 3, "()", "suns");
    let waiting: Vec<&Beat> = shown.iter().flatten().filter(|beat| beat.waits == Some(Reading::Result)).collect();
    assert_eq!(waiting.len(), 15, "each sun");
    let printed = session.named_moves().join(" · ");
    let mut ties = 0;
    for beat in &waiting {
        let exhibit = beat.exhibit.as_ref().expect("it says who won");
        assert_eq!(exhibit.weight, Weight::Sum, "in large");
        let (most, next) = exhibit.figure.split_once(" to ").expect("by how much");
        let [most, next] = [most, next].map(|bid| bid.parse::<i32>().expect("a bid"));
        let is_tie = exhibit.caption.contains("tie");
        assert_eq!(is_tie, most == next, "{exhibit:?}");
        ties += usize::from(is_tie);
        // The bids lie there, and stand out.
        let bids = exhibit.spots.areas.iter().filter(|area| matches!(area.to(), Some(CardArea::Aside(_))));
        assert_eq!(bids.clone().count() > 1, is_tie, "{exhibit:?}");
        for area in bids {
            let lying = beat.layout.pieces.iter().filter(|piece| piece.area == *area);
            assert!(lying.clone().count() > 0 && lying.clone().all(|piece| !piece.is_dimmed), "{exhibit:?}");
        }
    }
    assert_eq!(ties, printed.matches("is lost in a tie").count());
    let finale = session.finale();
    let figures: Vec<i32> = finale.exhibits[..3].iter().map(|seat| seat.figure.parse().expect("points")).collect();
    assert_eq!(figures, session.scores());
}

#[test]
fn after_a_round_of_mystique_circle_it_is_shown_who_made_the_bid() {
    let (session, shown) = played("mystique-circle", 4, "(target: 60)", "circle");
    let rounds = session.score_sheet().rounds;
    assert!(rounds.len() > 1);
    let of_rounds = ends(&shown);
    assert_eq!(of_rounds.len(), rounds.len(), "each round, the last one at the end of the game");
    for (shown, round) in of_rounds.iter().zip(&rounds) {
        for (seat, (exhibit, (points, made_of))) in shown.iter().zip(&round.seats).enumerate() {
            assert_eq!(exhibit.figure, format!("+{points}"));
            let number = seat as u8;
            let spots = [CardArea::Aside(number), CardArea::Taken(number)].map(AreaId::of);
            assert_eq!((exhibit.spots.areas.as_slice(), exhibit.spots.seats.as_slice()), (&spots[..], &[number][..]));
            let is_made = made_of.contains("+20");
            assert_eq!(shown[4].spots.seats.contains(&number), is_made, "{made_of}");
        }
        assert_eq!(shown[4].caption, round.summary);
    }
    assert_eq!(waiting(&shown), rounds.len() - 1, "the last one is followed by the end");
}

#[test]
fn after_a_skirmish_the_burns_of_each_seat_are_counted_with_what_it_still_held() {
    let (session, shown) = played("mystique", 3, "(skirmishes: 3)", "burns");
    let rounds = session.score_sheet().rounds;
    let of_rounds = ends(&shown);
    assert_eq!(of_rounds.len(), rounds.len());
    for (shown, round) in of_rounds.iter().zip(&rounds) {
        for (exhibit, (_, made_of)) in shown.iter().zip(&round.seats) {
            assert_eq!(made_of.split(' ').next(), Some(exhibit.figure.as_str()));
        }
        let held = shown.iter().filter(|exhibit| exhibit.caption.contains("still held"));
        assert!(held.clone().all(|exhibit| !exhibit.spots.pieces.is_empty()));
        assert_eq!(shown[3].weight, Weight::Sum);
    }
}

#[test]
fn partners_add_up_their_burns_before_it_is_said_who_has_the_fewest() {
    let (_, shown) = played("mystique", 4, "(skirmishes: 1, partners: true)", "pairs");
    let last = exhibits(shown.last().expect("a move"));
    let burns: Vec<i32> = last[..4].iter().map(|seat| seat.figure.parse().expect("burns")).collect();
    let pairs: Vec<i32> = last[4..6].iter().map(|pair| pair.figure.parse().expect("burns")).collect();
    assert_eq!(pairs, [burns[0] + burns[2], burns[1] + burns[3]]);
    assert_eq!(last[4].spots.seats, [0, 2]);
}

#[test]
fn after_a_round_of_mystical_eddies_it_is_shown_what_each_won_and_who_gains_the_most() {
    for (options, is_balanced) in [("(length: Rounds(3))", false), ("(length: Rounds(3), balance: true)", true)] {
        let (session, shown) = played("mystical-eddies", 3, options, "eddies");
        let (rounds, of_rounds) = (session.score_sheet().rounds, ends(&shown));
        assert_eq!((rounds.len(), of_rounds.len(), waiting(&shown)), (3, 3, 2));
        let mut points = [0; 3];
        for (shown, round) in of_rounds.iter().zip(&rounds) {
            for (seat, (exhibit, (gained, made_of))) in shown.iter().zip(&round.seats).enumerate() {
                points[seat] += gained;
                let spots = (exhibit.spots.areas.as_slice(), exhibit.spots.seats.as_slice());
                assert_eq!(spots, (&[AreaId::of(CardArea::Taken(seat as u8))][..], &[seat as u8][..]));
                assert!(exhibit.caption.ends_with(made_of.as_str()), "{exhibit:?}: {made_of}");
                // With balance, what counts is the lowest category so far.
                let figure = if is_balanced { points[seat].to_string() } else { format!("+{gained}") };
                assert_eq!(exhibit.figure, figure, "{exhibit:?}");
            }
            let most = round.seats.iter().map(|(gained, _)| *gained).max().expect("seats");
            let gaining: Vec<u8> = (0..3).filter(|seat| round.seats[usize::from(*seat)].0 == most).collect();
            assert_eq!((shown[3].weight, &shown[3].spots.seats), (Weight::Sum, &gaining), "{:?}", shown[3]);
            assert_eq!(shown[3].figure, if most == 0 { String::new() } else { format!("+{most}") });
        }
        let last = of_rounds[2][4];
        assert_eq!((points.to_vec(), last.weight), (session.scores(), Weight::Sum));
        assert_eq!(last.spots.seats, winners(&*session), "{last:?}");
        assert!(last.figure.starts_with(&format!("{} point", points.iter().max().expect("seats"))), "{last:?}");
    }
}

/// The areas of a suit that is counted: what the second and the fourth seat have won lies above what the first and the third have.
fn heaps_of(suit: usize) -> [AreaId; 2] {
    [suit, suit + 4].map(|pile| AreaId::of(CardArea::Pile(pile as u8)))
}

#[test]
fn after_a_round_of_mystique_domination_each_suit_is_counted_for_the_pair_that_has_most_of_it() {
    const PAIRS: [[u8; 2]; 2] = [[1, 3], [0, 2]];
    let (session, shown) = played("mystique-domination", 4, "(target: 50)", "pairs");
    let rounds = session.score_sheet().rounds;
    let at_ends = shown.iter().filter(|beats| !exhibits(beats).is_empty());
    assert_eq!((at_ends.clone().count(), waiting(&shown)), (rounds.len(), rounds.len() - 1));
    for (beats, round) in at_ends.zip(&rounds) {
        let (mut cards, mut points) = ([0; 2], [0; 2]);
        let told = exhibits(beats);
        for (suit, beat) in beats.iter().filter(|beat| beat.exhibit.is_some()).take(4).enumerate() {
            let lying = heaps_of(suit).map(|heap| beat.layout.pieces.iter().filter(|piece| piece.area == heap).count());
            assert_eq!(lying[0] + lying[1], 15, "all cards of a suit: {:?}", told[suit]);
            let pair = usize::from(lying[1] > lying[0]);
            assert_eq!((told[suit].spots.areas.as_slice(), told[suit].figure.as_str()), (&heaps_of(suit)[..], "+10"));
            assert_eq!(told[suit].spots.seats, PAIRS[pair], "{:?}", told[suit]);
            assert!(told[suit].caption.ends_with(&format!(", {} of 15", lying[pair])), "{:?}", told[suit]);
            cards = [cards[0] + lying[0], cards[1] + lying[1]];
            points[pair] += 10;
        }
        let most = usize::from(cards[1] > cards[0]);
        points[most] += 10;
        assert_ne!(cards[0], cards[1], "this seed has no thirty each");
        assert_eq!((told[4].spots.seats.as_slice(), told[4].figure.as_str()), (&PAIRS[most][..], "+10"));
        assert!(told[4].caption.ends_with(&format!(", {} of 60", cards[most])), "{:?}", told[4]);
        assert_eq!([1, 0].map(|seat: usize| round.seats[seat].0), points);
        assert!(told[5].caption.contains(&format!(" {}, ", points[1])), "{:?}", told[5]);
        assert!(told[5].caption.ends_with(&format!(" {}", points[0])), "{:?}", told[5]);
    }
    let (finale, scores) = (session.finale(), session.scores());
    let last = finale.exhibits.last().expect("who won");
    assert_eq!(last.spots.seats, winners(&*session), "{last:?}");
    assert_eq!(last.figure, format!("{} to {}", scores[0].max(scores[1]), scores[0].min(scores[1])));
}

#[test]
fn in_up_and_down_it_is_shown_what_each_deck_has_left_and_the_winner_has_nothing() {
    let (session, shown) = played("up-and-down", 3, "()", "slope");
    let (finale, state) = (session.finale(), session.state());
    let left: Vec<u64> = (0..3).map(|seat: usize| state["decks"][seat].as_u64().expect("how many")).collect();
    assert_eq!((ends(&shown).len(), finale.exhibits.len()), (1, 4), "it is one round");
    for (seat, (exhibit, left)) in finale.exhibits.iter().zip(&left).enumerate() {
        assert_eq!(exhibit.figure, format!("{left} left"));
        let spots = (exhibit.spots.areas.as_slice(), exhibit.spots.seats.as_slice());
        assert_eq!(spots, (&[AreaId::of(CardArea::Pile(seat as u8))][..], &[seat as u8][..]));
    }
    let (winners, last) = (winners(&*session), &finale.exhibits[3]);
    assert_eq!((winners.len(), left[usize::from(winners[0])]), (1, 0));
    assert_eq!((last.weight, &last.spots.seats, last.figure.as_str()), (Weight::Sum, &winners, ""));
    assert!(last.caption.ends_with("bot wins"), "{last:?}");
    let figures: Vec<&str> = finale.figures.iter().map(|figure| figure.number.as_str()).collect();
    let behind = left.iter().filter(|left| **left > 0);
    assert_eq!(
        figures,
        behind.map(u64::to_string).collect::<Vec<_>>(),
        "that the winner has nothing left is no figure"
    );
    let next = left.iter().enumerate().filter(|(seat, _)| *seat != usize::from(winners[0])).map(|(_, left)| left).min();
    let by = format!("{} cards ahead of the nearest rival", next.expect("others"));
    assert!(finale.merits[0].ends_with(&by), "{by}: {:?}", finale.merits);
    // In the golden game both decks are used up.
    let finale = golden_game("up-and-down").finale();
    assert!(finale.merits[0].contains("by a hair") && finale.figures.is_empty(), "{finale:?}");
}

#[test]
fn in_mystique_pillars_the_draft_is_ended_and_the_cards_of_each_hand_are_counted() {
    let (session, shown) = played("mystique-pillars", 3, "()", "pillars");
    let (finale, state) = (session.finale(), session.state());
    // Everybody has drawn eight cards.
    assert_eq!(shown.iter().position(|beats| !exhibits(beats).is_empty()), Some(3 * 8 - 1));
    let (ends, pillars) = (ends(&shown), [0, 1, 2, 3].map(|pillar| AreaId::of(CardArea::Pile(pillar))));
    assert_eq!((ends.len(), waiting(&shown)), (2, 1), "the draft, and the game");
    assert_eq!((ends[0].len(), ends[0][0].caption.as_str()), (1, "The draft is over"));
    assert_eq!(ends[0][0].spots.areas, pillars);
    let held: Vec<usize> = (0..3).map(|seat: usize| state["hands"][seat].as_array().expect("a hand").len()).collect();
    for (seat, (exhibit, held)) in finale.exhibits.iter().zip(&held).enumerate() {
        assert_eq!(exhibit.figure, if *held == 1 { "1 card".to_owned() } else { format!("{held} cards") });
        assert_eq!((exhibit.spots.pieces.len(), &exhibit.spots.seats), (*held, &vec![seat as u8]));
    }
    let fewest: Vec<u8> = (0..3).filter(|seat| Some(&held[usize::from(*seat)]) == held.iter().min()).collect();
    assert_eq!((&winners(&*session), &finale.exhibits[3].spots.seats), (&fewest, &fewest));
    assert_eq!(finale.exhibits[3].weight, Weight::Sum);
    let golden = golden_game("mystique-pillars").finale();
    let last = golden.exhibits.last().expect("who won");
    assert_eq!((last.caption.as_str(), last.figure.as_str()), ("medium bot has built every card", ""));
    assert_eq!(golden.exhibits[0].figure, "0 cards");
}

#[test]
fn in_mystique_maze_the_chain_is_walked_card_by_card_and_where_there_is_none_nobody_wins() {
    let golden = golden_game("mystique-maze");
    let chain = golden.state()["chain"].as_array().expect("a chain").len();
    let (finale, layout) = (golden.finale(), golden.layout());
    assert_eq!((finale.exhibits.len(), finale.fault(&layout)), (chain, None), "a step less than cards, and who won");
    let steps = finale.exhibits[..chain - 1].windows(2);
    assert!(steps.clone().all(|pair| pair[0].spots.pieces[1] == pair[1].spots.pieces[0]), "card by card");
    let last = finale.exhibits.last().expect("who won");
    assert_eq!((last.weight, &last.spots.seats), (Weight::Sum, &winners(&*golden)));
    assert_eq!(last.spots.pieces.len(), chain);
    let (session, shown) = played("mystique-maze", 3, "()", "maze");
    assert_eq!((winners(&*session).len(), ends(&shown).len()), (0, 1));
    let finale = session.finale();
    assert_eq!((finale.exhibits.len(), finale.exhibits[0].caption.as_str()), (1, "Nobody has completed a chain"));
}

#[test]
fn in_mystique_guilds_the_guilds_of_each_player_stand_out_before_it_is_said_who_wins() {
    let (session, shown) = played("mystique-guilds", 3, "()", "guilds");
    let (finale, state) = (session.finale(), session.state());
    assert_eq!((ends(&shown).len(), finale.exhibits.len()), (1, 4), "it is one round");
    let points: Vec<i64> = (0..3).map(|seat: usize| state["points"][seat].as_i64().expect("points")).collect();
    for (seat, (exhibit, points)) in finale.exhibits.iter().zip(&points).enumerate() {
        assert_eq!(exhibit.figure, if *points == 1 { "1 point".to_owned() } else { format!("{points} points") });
        assert_eq!((&exhibit.spots.seats, exhibit.spots.pieces.is_empty()), (&vec![seat as u8], *points == 0));
    }
    let (winners, last) = (winners(&*session), &finale.exhibits[3]);
    assert_eq!((last.weight, &last.spots.seats), (Weight::Sum, &winners), "{last:?}");
    assert!(last.figure.starts_with(&format!("{} point", points.iter().max().expect("seats"))), "{last:?}");
}
