//! Mystique: the rulebook's sentences and the rulings, one by one.

use std::collections::BTreeSet;

use parlour::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use parlour::engine::conformance::every_table;
use parlour::engine::game::{Cancel, Game, SetupError};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::DeckDeal;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::{Selection, Tabletop};
use parlour::games::mystique::Mystique;
use parlour::games::mystique::rules::MystiqueZone::Aside;
use parlour::games::mystique::rules::{Event, Options, View, dealt_to_each, deck_for};
use parlour::games::mystique::spells::{Move, Spell};
use parlour::layout::{AreaId, Beat, CardArea, LabelLook, Piece, Reading, Room, card_of};
use parlour::simulation::{self, Watch};
use parlour::words::with_names;
use proptest::prelude::*;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn seats(count: usize) -> Seats {
    Seats::new(count).expect("seats")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

fn table(hands: &[&str], options: Options) -> Session<Mystique> {
    let count = hands.len();
    let each = dealt_to_each(seats(count));
    let wanted: Vec<MystiqueSet> = hands.iter().map(|hand| set(hand)).collect();
    let taken = wanted.iter().fold(MystiqueSet::EMPTY, |all, hand| all.union(*hand));
    let mut rest = deck_for(seats(count)).without(taken).iter();
    let mut full: Vec<Vec<MystiqueCard>> = wanted.iter().map(|hand| hand.iter().collect()).collect();
    for hand in &mut full {
        let missing = each - hand.len();
        hand.extend(rest.by_ref().take(missing));
    }
    let dealt = (0..each).flat_map(|number| full.iter().map(move |hand| hand[number]));
    let deck: Vec<String> = dealt.chain(rest).map(|card| card.to_string()).collect();
    let players = (0..count).map(|number| Player::person(format!("P{number}"))).collect();
    let record = Record {
        deal: Some(DeckDeal { deck: deck.join(" "), dealer: seat(count as u8 - 1) }),
        ..Record::new("spells", options, players)
    };
    Session::load(record).expect("a deal")
}

fn play(session: &mut Session<Mystique>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn why(session: &Session<Mystique>, number: u8, text: &str) -> String {
    session.check(seat(number), &mv(text)).expect_err("refused").why
}

/// Alejandro, Brenna, Cedric and Didier of the rulebook; suns for the suit that its print lost.
fn four(options: Options) -> Session<Mystique> {
    table(
        &[
            "1yS 2yS 3yS 5bM 5rM 5yM",
            "4yS 5yS 1rS 2rS 3rS",
            "4rS 5rS 1bS 2bS 3bS 4bS",
            "5bS 1yM 2yM 3yM 4yM 1rM 2rM 3rM 4rM",
        ],
        options,
    )
}

#[test]
fn everybody_is_dealt_as_many_cards_as_there_are() {
    for (count, each, decks) in [(2, 20, 1), (3, 20, 1), (4, 15, 1), (5, 24, 2), (6, 20, 2)] {
        let game =
            Mystique::deal(&Options::default(), seats(count), None, &mut GameRng::from_number(1)).expect("a deal");
        assert_eq!(deck_for(seats(count)).len(), 60 * decks, "gold and silver for more than four");
        assert!(seats(count).iter().all(|seat| game.hand(seat).len() == each), "{count} players");
    }
    for count in [1, 7] {
        let game = Mystique::deal(&Options::default(), seats(count), None, &mut GameRng::from_number(1));
        assert_eq!(game, Err(SetupError::Seats { found: count, min: 2, max: 6 }));
    }
}

#[test]
fn with_two_players_the_last_twenty_cards_are_set_aside_unseen() {
    let deck: Vec<String> = MystiqueCard::deck().map(|card| card.to_string()).collect();
    let deal = DeckDeal { deck: deck.join(" "), dealer: seat(1) };
    let game =
        Mystique::deal(&Options::default(), seats(2), Some(&deal), &mut GameRng::from_number(1)).expect("a deal");
    let dealt = game.hand(seat(0)).union(game.hand(seat(1)));
    assert_eq!(dealt, MystiqueCard::deck().take(40).collect());
    assert!(game.hand(seat(0)).contains("1yM".parse().expect("a card")), "the seat after the dealer gets the first");
    let (one, other) = (game.view(Viewer::Seat(seat(0))), game.view(Viewer::Public));
    let aside = |view: &View| (view.table.cards.known(Aside).len(), view.table.cards.count(Aside));
    assert_eq!([aside(&one), aside(&other)], [(0, 20), (0, 20)]);
}

#[test]
fn the_player_after_the_dealer_is_the_spellcaster() {
    let session = four(Options::default());
    assert_eq!(session.acting().iter().collect::<Vec<_>>(), [seat(0)]);
    assert_eq!(session.game().table.caster, seat(0));
    assert_eq!(why(&session, 0, "take"), "there is nothing to take: open the round with a spell");
}

#[test]
fn an_opening_is_one_to_five_cards_with_an_attribute_in_common() {
    let session = four(Options::default());
    for legal in ["cast suit 1yS 2yS 3yS", "cast colour 1yS 2yS 3yS 5yM", "cast number 5bM 5rM 5yM", "cast number 1yS"]
    {
        assert_eq!(session.check(seat(0), &mv(legal)), Ok(()), "{legal}");
    }
    assert_eq!(why(&session, 0, "cast number 1yS 2yS"), "these cards do not have the same number");
    assert_eq!(why(&session, 0, "cast suit 1yS 5bM"), "these cards do not have the same suit");
    assert_eq!(why(&session, 0, "cast suit 4yS"), "you do not hold the four of yellow suns");
    let yellow = "cast colour 1yM 2yM 3yM 4yM 5yM 1yA";
    let six = table(&["1yM 2yM 3yM 4yM 5yM 1yA", "", ""], Options::default());
    assert_eq!(why(&six, 0, yellow), "an opening has at most five cards");
}

/// Alejandro opens with three, Brenna plays five, Cedric six; Didier cannot follow and takes the fourteen as burns.
#[test]
fn the_fourteen_cards_of_the_rulebooks_example() {
    let mut session = four(Options { aces: false, ..Options::default() });
    play(&mut session, 0, "cast suit 1yS 2yS 3yS");
    play(&mut session, 1, "cast suit 4yS 5yS 1rS 2rS 3rS");
    play(&mut session, 2, "cast suit 4rS 5rS 1bS 2bS 3bS 4bS");
    assert_eq!(why(&session, 3, "cast suit 5bS"), "reply with six suns or more, or take the cards");
    let events = play(&mut session, 3, "take");
    assert!(
        matches!(&events[0], Event::Took { seat: taker, cards, burns: 14 } if *taker == seat(3) && cards.len() == 14)
    );
    let table = &session.game().table;
    assert_eq!((table.turn, table.caster, table.to_follow), (seat(3), seat(3), None), "the new spellcaster");
    assert_eq!(table.costs().as_slice(), [0, 0, 0, 14]);
    assert_eq!(session.check(seat(3), &mv("cast number 1yM 1rM")), Ok(()), "any spell he likes");
}

#[test]
fn a_reply_keeps_what_was_announced_and_has_at_least_as_many_cards() {
    let mut session = four(Options::default());
    play(&mut session, 0, "cast suit 1yS 2yS");
    assert_eq!(session.game().table.to_follow, Some(Spell { value: Attribute::Suit(suns()), count: 2 }));
    for illegal in ["cast suit 4yS", "cast colour 1rS 2rS", "cast number 2rS 3rS"] {
        assert!(why(&session, 1, illegal).contains("two suns or more"), "{illegal}");
    }
    for legal in ["cast suit 4yS 5yS", "cast suit 4yS 5yS 1rS 2rS 3rS", "take"] {
        assert_eq!(session.check(seat(1), &mv(legal)), Ok(()), "{legal}");
    }
    play(&mut session, 1, "cast suit 4yS 5yS 1rS 2rS 3rS");
    assert_eq!(session.check(seat(2), &mv("cast suit 4rS 5rS 1bS 2bS 3bS 4bS")), Ok(()), "a reply has no upper limit");
    assert!(
        why(&session, 2, "cast suit 4rS 5rS 1bS 2bS").contains("five suns or more"),
        "no fewer than the last spell"
    );
}

fn suns() -> parlour::cards::MystiqueSuit {
    parlour::cards::MystiqueSuit::Suns
}

/// Alejandro opens with three, Brenna plays four, Cedric and Didier deflect with palms, and Alejandro takes all nine cards.
#[test]
fn the_nine_cards_of_the_rulebooks_deflection() {
    let mut session = table(
        &["1yS 2yS 3yS 4yM 5bS", "4yS 1rS 2rS 3rS", "5yS 1bS", "5rS 2bS"],
        Options { aces: false, ..Options::default() },
    );
    play(&mut session, 0, "cast suit 1yS 2yS 3yS");
    play(&mut session, 1, "cast suit 4yS 1rS 2rS 3rS");
    play(&mut session, 2, "deflect 5yS");
    assert_eq!(session.game().table.to_follow.map(|spell| spell.count), Some(4), "the count stays as it was");
    play(&mut session, 3, "deflect 5rS");
    assert_eq!(session.acting().first(), Some(seat(0)));
    assert!(why(&session, 0, "cast suit 5bS").contains("four suns"));
    assert_eq!(session.check(seat(0), &mv("deflect 5bS")), Ok(()), "a third palm could deflect once more");
    let events = play(&mut session, 0, "take");
    assert!(matches!(&events[0], Event::Took { cards, burns: 9, .. } if cards.len() == 9), "{events:?}");
    assert_eq!(session.acting().first(), Some(seat(0)), "the new spellcaster");
}

#[test]
fn palms_deflect_colours_and_suits_that_they_share_but_no_numbers() {
    let mut session = four(Options::default());
    assert!(why(&session, 0, "deflect 5yM").contains("there is no spell to deflect"));
    play(&mut session, 0, "cast number 5bM 5rM");
    assert!(why(&session, 1, "deflect 5yS").contains("by its number cannot be deflected"));
    let mut session = four(Options::default());
    play(&mut session, 0, "cast colour 1yS 2yS");
    assert_eq!(session.check(seat(1), &mv("deflect 5yS")), Ok(()));
    assert!(why(&session, 1, "deflect 4yS").contains("only a palm"));
    play(&mut session, 1, "deflect 5yS");
    assert!(why(&session, 2, "deflect 5rS").contains("only a palm that shares what was announced deflects: yellow"));
    let mut session = four(Options { deflection: false, ..Options::default() });
    play(&mut session, 0, "cast colour 1yS 2yS");
    assert!(why(&session, 1, "deflect 5yS").contains("without deflection"));
}

#[test]
fn a_single_palm_after_a_single_card_is_a_reply_and_a_deflection_alike() {
    let mut one = four(Options::default());
    play(&mut one, 0, "cast suit 1yS");
    let mut other = one.clone();
    play(&mut one, 1, "cast suit 5yS");
    play(&mut other, 1, "deflect 5yS");
    assert_eq!(one.game(), other.game());
}

/// What is written over cards, and over which.
fn tagged(session: &Session<Mystique>) -> (String, MystiqueSet) {
    let layout = Mystique::layout(session.view(), Room::USUAL);
    let mut tags = layout.labels.iter().filter(|label| label.look == LabelLook::BrightTag);
    let (tag, None) = (tags.next().expect("a tag"), tags.next()) else { panic!("one alone") };
    let is_under = |piece: &&Piece| {
        let (x, top) = (piece.place.centre.0, piece.place.centre.1 - 70.0 * piece.place.scale);
        piece.area == AreaId::of(CardArea::Middle)
            && (top - tag.centre.1).abs() < 0.1
            && (x - tag.centre.0).abs() < 160.0 * piece.place.scale
    };
    let cards = layout.pieces.iter().filter(is_under).filter_map(|piece| card_of::<MystiqueCard>(piece.id)).collect();
    (with_names(&tag.text, &["Alejandro", "Brenna", "Cedric", "Didier"]), cards)
}

#[test]
fn whose_spell_must_be_answered_is_written_over_it_also_after_a_deflection() {
    let mut session = four(Options::default());
    assert!(Mystique::layout(session.view(), Room::USUAL).labels.is_empty(), "nothing is to be answered");
    play(&mut session, 0, "cast suit 1yS 2yS 3yS");
    assert_eq!(tagged(&session), ("Alejandro’s spell".to_owned(), set("1yS 2yS 3yS")));
    play(&mut session, 1, "deflect 5yS");
    assert_eq!(session.game().table.to_answer().map(|(seat, _)| seat), Some(seat(0)), "not the palm");
    assert_eq!(tagged(&session).0, "Alejandro’s spell");
    let described = with_names(&Mystique::described(session.view()), &["Ada", "Blaise", "Clara", "Dora"]);
    assert!(described.contains("To answer Ada’s spell: three suns or more"), "{described}");
    play(&mut session, 2, "cast suit 4rS 1bS 2bS 3bS");
    assert_eq!(tagged(&session), ("Cedric’s spell".to_owned(), set("4rS 1bS 2bS 3bS")));
}

#[test]
fn spells_lie_until_they_have_been_read_with_who_takes_them_before_they_are_swept_away() {
    let mut session = four(Options { aces: false, ..Options::default() });
    TableSession::play(&mut session, seat(0), "cast suit 1yS 2yS 3yS").expect("legal");
    let beats = TableSession::play(&mut session, seat(1), "take").expect("legal");
    assert_eq!(beats[0].waits, Some(Reading::Trick));
    assert!(beats[1..].iter().all(|beat| beat.waits.is_none()));
    let said: Vec<&str> = beats[0].layout.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(said, ["P0’s spell", "P1 takes 3 cards: 3 burns"]);
    let in_middle = |beat: &Beat| beat.layout.pieces.iter().any(|piece| piece.area == AreaId::of(CardArea::Middle));
    assert!(in_middle(&beats[0]) && !in_middle(&beats[1]));
}

#[test]
fn cards_may_be_taken_by_whoever_could_answer() {
    let mut session = four(Options::default());
    play(&mut session, 0, "cast suit 1yS");
    assert_eq!(session.check(seat(1), &mv("take")), Ok(()));
    play(&mut session, 1, "take");
    assert_eq!(session.game().table.costs().as_slice(), [0, 5, 0, 0], "an ace costs five");
}

/// The skirmish does not end because somebody runs out of cards, but when the spellcaster has none.
#[test]
fn a_skirmish_ends_when_the_spellcaster_has_no_cards() {
    let mut session = table(&["", ""], Options::default());
    let mut was_empty_in_play = false;
    while let Stage::Act(acting) = session.game().stage() {
        let actor = acting.first().expect("somebody acts");
        let game = session.game();
        was_empty_in_play |= seats(2).iter().any(|seat| game.hand(seat).is_empty());
        if game.hand(actor).is_empty() {
            assert_eq!(game.legal_moves(actor).listed(), [Move::Take], "a player without cards takes the burns");
        }
        let mv = *game.legal_moves(actor).listed().first().expect("a move");
        session.play(actor, mv).expect("legal");
    }
    let game = session.game();
    assert!(was_empty_in_play && game.hand(game.table.caster).is_empty());
    let detail = &game.table.game.finished()[0].detail;
    let all: usize = seats(2).iter().map(|seat| game.table.cost(game.table.burns(seat).union(game.hand(seat)))).sum();
    assert_eq!(detail.burns.iter().sum::<i32>(), all as i32, "cards that are still held are burns, too");
    let fewest = detail.burns.iter().min().expect("burns");
    let winners: Vec<Seat> = seats(2).iter().filter(|seat| &detail.burns[seat.index()] == fewest).collect();
    let Stage::Over(outcome) = game.stage() else { panic!("over") };
    assert_eq!(outcome.winners, winners, "the fewest burns win, and a tie is shared");
}

fn finished(options: Options, count: usize, seed: &str) -> Session<Mystique> {
    let players = (0..count).map(|number| Player::person(format!("P{number}"))).collect();
    let record = Record::<Mystique>::new(seed, options, players);
    let mut session = Session::load(record).expect("a deal");
    let mut rng = GameRng::from_number(5);
    while let Some(actor) = session.acting().first() {
        let moves = session.game().legal_moves(actor);
        session.play(actor, *rng.pick(moves.listed()).expect("a move")).expect("legal");
    }
    session
}

#[test]
fn a_match_is_won_by_the_most_skirmishes_and_a_tied_one_counts_for_nobody() {
    for (skirmishes, number) in [3, 5].into_iter().flat_map(|count| (0..12).map(move |number| (count, number))) {
        let session =
            finished(Options { skirmishes, ..Options::default() }, 2 + number % 3, &format!("match-{number}"));
        let game = &session.game().table.game;
        assert!(game.finished().len() <= skirmishes as usize);
        for round in game.finished() {
            let fewest = round.detail.burns.iter().min().expect("burns");
            let best = round.detail.burns.iter().filter(|burns| *burns == fewest).count();
            assert_eq!(round.detail.winners.len(), usize::from(best == 1));
            assert_eq!(round.points.iter().sum::<i32>(), i32::from(best == 1));
        }
        let early = game.totals().iter().any(|wins| 2 * wins > skirmishes as i32);
        assert!(early || game.finished().len() == skirmishes as usize);
    }
}

#[test]
fn partners_sit_opposite_each_other_and_add_up_their_burns() {
    for count in [4, 6] {
        let options = Options { partners: true, ..Options::default() };
        let session = finished(options, count, "pairs");
        let game = session.game();
        let burns = &game.table.game.finished()[0].detail.burns;
        let half = count / 2;
        for number in 0..count {
            let both = burns[number % half] + burns[number % half + half];
            assert_eq!(game.scores()[number], -both, "partners share the sum");
        }
        let Stage::Over(outcome) = game.stage() else { panic!("over") };
        assert!(outcome.winners.len().is_multiple_of(2));
        if outcome.winners.len() == half.min(2) {
            let names: Vec<&str> =
                outcome.winners.iter().map(|seat| session.players()[seat.index()].name.as_str()).collect();
            assert_eq!(TableSession::result(&session, &outcome), format!("{} win", names.join(" and ")));
        }
    }
    for count in [2, 3, 5] {
        let options = Options { partners: true, ..Options::default() };
        let game = Mystique::deal(&options, seats(count), None, &mut GameRng::from_number(1));
        assert!(game.expect_err("refused").to_string().contains("partners need 4 or 6"));
    }
}

#[test]
fn a_match_has_one_three_or_five_skirmishes() {
    for skirmishes in [0, 2, 4, 6] {
        let options = Options { skirmishes, ..Options::default() };
        let game = Mystique::deal(&options, seats(3), None, &mut GameRng::from_number(1));
        assert!(game.expect_err("refused").to_string().contains("a match has 1, 3 or 5"));
    }
}

#[test]
fn the_printed_state_of_a_round_in_play() {
    let mut session = four(Options::default());
    play(&mut session, 0, "cast suit 1yS 2yS 3yS");
    play(&mut session, 1, "take");
    play(&mut session, 1, "cast number 2rS");
    let expected = serde_json::json!({
        "skirmish": 1, "caster": 1, "to_follow": { "kind": "number", "value": 2, "count": 1 }, "pile": ["2rS"],
        "hands": [12, 14, 15, 15], "burns": [0, 7, 0, 0], "wins": [0, 0, 0, 0],
    });
    assert_eq!(session.game().state(), expected);
}

/// The examples that are listed are few; whether a set may be cast is decided by the rules alone.
#[test]
fn exactly_the_sets_that_share_what_was_announced_can_be_cast() {
    let mut session = table(&["1yS 2yS 3yS", "1rS 2rS 1bM 2bM 5rS 5bM", ""], Options::default());
    play(&mut session, 0, "cast suit 1yS 2yS");
    let hand: Vec<MystiqueCard> = set("1rS 2rS 1bM 2bM 5rS 5bM").iter().collect();
    for (bits, kind) in (1..1u32 << hand.len()).flat_map(|bits| AttributeKind::ALL.map(|kind| (bits, kind))) {
        let cards: MystiqueSet = (0..hand.len()).filter(|at| bits >> at & 1 == 1).map(|at| hand[at]).collect();
        let follows = kind == AttributeKind::Suit && cards.len() >= 2 && cards.iter().all(|card| card.suit() == suns());
        let checked = session.check(seat(1), &Move::cast(kind, cards).expect("cards"));
        assert_eq!(checked.is_ok(), follows, "{kind:?} {cards}: {checked:?}");
    }
}

#[test]
fn listed_spells_differ_in_attribute_size_and_aces() {
    let game = Mystique::deal(&Options::default(), seats(5), None, &mut GameRng::from_number(3)).expect("a deal");
    let moves = game.legal_moves(game.table.turn);
    let hand = game.hand(game.table.turn);
    let sizes = |value: Attribute| -> BTreeSet<usize> {
        let of_value = |mv: &&Move| matches!(mv, Move::Cast { value: cast, .. } if *cast == value);
        moves
            .listed()
            .iter()
            .filter(of_value)
            .map(|mv| if let Move::Cast { cards, .. } = mv { cards.len() } else { 0 })
            .collect()
    };
    for value in Attribute::all() {
        let most = hand.intersection(value.cards()).len().min(5);
        assert_eq!(sizes(value), (1..=most).collect(), "{value}");
    }
}

#[test]
fn everything_that_can_be_selected_leads_to_a_spell() {
    let mut session = four(Options::default());
    let piece = |text: &str| parlour::layout::piece_of::<MystiqueCard>(text.parse().expect("a card"));
    let view = session.game().view(Viewer::Seat(seat(0)));
    let labels = |view: &_, selected: &[_]| -> Vec<String> {
        Mystique::actions(view, &selected.iter().copied().collect()).into_iter().map(|action| action.label).collect()
    };
    assert_eq!(labels(&view, &[piece("1yS")]), ["Cast an ace", "Cast a yellow card", "Cast a sun"]);
    assert_eq!(labels(&view, &[piece("1yS"), piece("2yS")]), ["Cast two yellow cards", "Cast two suns"]);
    let beside = Mystique::selectable(&view, &[piece("1yS")].into_iter().collect());
    assert!(beside.contains(&piece("2yS")) && beside.contains(&piece("5yM")) && !beside.contains(&piece("5bM")));
    play(&mut session, 0, "cast suit 1yS 2yS 3yS");
    let view = session.game().view(Viewer::Seat(seat(1)));
    assert_eq!(labels(&view, &[]), ["Choose three suns or more", "Take 7 burns"]);
    assert_eq!(labels(&view, &[piece("5yS")]), ["Deflect"]);
    assert_eq!(labels(&view, &[piece("5yS"), piece("4yS")]), ["Choose three suns or more", "Take 7 burns"]);
    assert_eq!(labels(&view, &[piece("5yS"), piece("4yS"), piece("1rS")]), ["Cast three suns"]);
    play(&mut session, 1, "cast suit 4yS 5yS 1rS 2rS 3rS");
    play(&mut session, 2, "cast suit 4rS 5rS 1bS 2bS 3bS 4bS");
    let view = session.game().view(Viewer::Seat(seat(3)));
    assert_eq!(
        labels(&view, &[]),
        ["Choose a palm of suns", "Take 26 burns"],
        "what cannot be chosen is not asked for"
    );
    assert_eq!(Mystique::selectable(&view, &Selection::default()), [piece("5bS")]);
    assert!(Mystique::prompt(&view).starts_with("You cannot reply: deflect with a palm of suns, or"));
}

/// The tables at which the laws are tried with every option.
#[test]
fn every_length_aces_palms_and_partners_are_offered() {
    let tables = every_table::<Mystique>();
    assert_eq!(tables.len(), 3 * 4 * 5 + 3 * 4 * 2, "each length, aces, palms, and partners for four and six");
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_refused_with_an_example(text in "\\PC{0,24}") {
        match Mystique::read_move(&text) {
            Ok(mv) => prop_assert_eq!(Mystique::read_move(&mv.to_string()), Ok(mv)),
            Err(error) => prop_assert!(error.to_string().contains("cast suit 1yS")),
        }
    }

    #[test]
    fn spells_are_written_by_card_number_and_read_back(
        numbers in proptest::sample::subsequence((0u8..120).collect::<Vec<_>>(), 1..12),
        kind in proptest::sample::select(AttributeKind::ALL.to_vec()),
    ) {
        let cards: MystiqueSet = numbers.into_iter().filter_map(MystiqueCard::from_index).collect();
        let mv = Move::cast(kind, cards).expect("cards");
        let text = mv.to_string();
        prop_assert_eq!(text.parse::<Move>(), Ok(mv));
        let in_order: Vec<u8> =
            text.split(' ').skip(2).map(|card| card.parse::<MystiqueCard>().expect("a card").card_number()).collect();
        prop_assert!(in_order.is_sorted());
    }
}

/// One bot for each side plays for all of its seats; with one for each seat, a side's win is one of each of its bots.
#[test]
fn partners_count_as_one_when_bots_are_measured() {
    let options = Options { partners: true, ..Options::default() };
    let nobody_waits = Watch { stop: &Cancel::new(), played: &|_| {}, keep: None };
    let measured = |bots: &[BotLevel]| {
        simulation::run::<Mystique>(40, "sides", bots, &options, &nobody_waits).expect("forty games")
    };
    let (easy, random) = (BotLevel::Easy, BotLevel::Random);
    for bots in [vec![easy, random], vec![easy, random, random]] {
        let found = measured(&bots);
        assert_eq!(found.wins.iter().sum::<u64>() + found.ties, 40, "{found:?}");
        assert!(found.ties < 10 && found.wins[0] > found.wins[1], "{found:?}");
    }
    let found = measured(&[easy, random, easy, random]);
    assert_eq!((found.wins[0], found.wins[1]), (found.wins[2], found.wins[3]));
    assert_eq!(found.wins[0] + found.wins[1] + found.ties, 40, "{found:?}");
}

/// A record of four with these moves, and with the deck changed.
fn loaded(moves: &str, change: fn(String) -> String) -> Result<(), String> {
    let text = parlour::engine::table_session::TableSession::record_text(&four(Options::default()));
    let (head, _) = text.split_once("moves:").expect("a list of moves");
    let record = change(format!("{head}moves: [{moves}],\n)\n"));
    parlour::catalogue::load(&record).map(drop).map_err(|error| error.to_string())
}

#[test]
fn a_record_that_breaks_a_rule_is_refused_with_the_move_and_what_is_wrong() {
    let as_it_is = |record: String| record;
    let opening = r#"(0, "cast suit 1yS 2yS 3yS")"#;
    assert_eq!(loaded(&format!(r#"{opening}, (1, "cast suit 4yS 5yS 1rS"), (2, "take")"#), as_it_is), Ok(()));
    let cases = [
        (r#"(0, "cast suit 1yS 1yS 2yS")"#.to_owned(), "move 1", "moves are `cast suit 1yS 2rS 4bS`"),
        (r#"(0, "cast suit 1yS 4yS")"#.to_owned(), "move 1", "you do not hold the four of yellow suns"),
        (r#"(0, "cast suit 1yS QS")"#.to_owned(), "move 1", "moves are `cast suit 1yS 2rS 4bS`"),
        (r#"(0, "cast suit 1yS 5bM")"#.to_owned(), "move 1", "do not have the same suit"),
        (r#"(0, "take")"#.to_owned(), "move 1", "nothing to take"),
        (r#"(1, "cast suit 4yS")"#.to_owned(), "move 1", "turn"),
        (format!(r#"{opening}, (0, "cast suit 1yS")"#), "move 2", "turn"),
        (format!(r#"{opening}, (1, "cast suit 4yS 5yS")"#), "move 2", "three suns or more"),
        (format!(r#"{opening}, (1, "deflect 4yS")"#), "move 2", "only a palm"),
        (format!(r#"{opening}, (1, "take"), (1, "cast suit 1yS")"#), "move 3", "you do not hold"),
    ];
    for (moves, place, why) in cases {
        let error = loaded(&moves, as_it_is).expect_err("a broken rule");
        assert!(error.contains(place) && error.contains(why), "{moves}: {error}");
    }
    let twice = loaded("", |record| record.replacen("4yS", "5yS", 1)).expect_err("a card twice");
    assert!(twice.contains("5yS appears twice"), "{twice}");
    let foreign = loaded("", |record| record.replacen("4yS", "1yS'", 1)).expect_err("a card of the second deck");
    assert!(foreign.contains("1yS' is not one of its 60 cards"), "{foreign}");
    let small = loaded("", |record| record.replacen(" 5yA", "", 1)).expect_err("a hand too small");
    assert!(small.contains("59 of 60 cards; 5yA is missing"), "{small}");
}
