//! How games, rounds and suns end, piece by piece on the table; and the log, which is for people: both as a window plays them, and
//! both from what somebody sees alone.

mod log;
mod mystique_deck;

use parlour::catalogue::{self, GAMES};
use parlour::engine::record::Player;
use parlour::engine::seats::{BotLevel, Seat};
use parlour::engine::table_session::TableSession;
use parlour::layout::{Beat, Exhibit, PieceId, Weight};

fn golden(id: &str) -> String {
    let path = format!("{}/tests/rules/golden/{id}.ron", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn golden_game(id: &str) -> Box<dyn TableSession> {
    catalogue::load(&golden(id)).expect("the golden game")
}

/// A game of bots, played by the first legal moves or by a lesson's answers, with the moments of every move.
fn played(game: &str, seats: usize, options: &str, seed: &str) -> (Box<dyn TableSession>, Vec<Vec<Beat>>) {
    let players = (1..=seats).map(|number| Player::bot(BotLevel::ALL[number % 2])).collect();
    let mut session = catalogue::find(game).expect("the game").start_with(seed, players, options).expect("a deal");
    let mut shown = Vec::new();
    while session.outcome().is_none() {
        let seat = session.acting().first().expect("somebody acts");
        let legal = session.legal_moves(seat);
        // Not always the first: bids differ.
        let mv = legal[(7 * session.moves().0) % legal.len()].clone();
        shown.push(session.play(seat, &mv).expect("legal"));
    }
    (session, shown)
}

fn exhibits(beats: &[Beat]) -> Vec<&Exhibit> {
    beats.iter().filter_map(|beat| beat.exhibit.as_ref()).collect()
}

#[test]
fn every_game_shows_what_decided_it_piece_by_piece_and_ends_at_the_table() {
    for entry in GAMES {
        let text = golden(entry.info.id);
        let (before, last) = text.rsplit_once("(").expect("moves");
        let (seat, mv) = (last.split(',').next().expect("a seat"), last.split('"').nth(1).expect("a move"));
        let mut session = entry.load(&format!("{before}])")).expect("the game before its last move");
        assert_eq!(session.finale(), Default::default(), "{}: it is on", entry.info.id);
        let beats = session.play(Seat::new(seat.parse().expect("a number")).expect("a seat"), mv).expect("legal");
        let (finale, shown) = (session.finale(), exhibits(&beats));
        assert!(!finale.exhibits.is_empty(), "{}", entry.info.id);
        assert_eq!(shown[shown.len() - finale.exhibits.len()..], finale.exhibits.iter().collect::<Vec<_>>());
        assert_eq!(beats.last().map(|beat| &beat.layout), Some(&session.layout()), "{}", entry.info.id);
        assert!(
            beats.last().is_some_and(|beat| beat.exhibit.is_none()),
            "{}: nothing stands out at last",
            entry.info.id
        );
        assert_eq!(beats.iter().find_map(Beat::fault), None, "{}", entry.info.id);
        for beat in beats.iter().filter(|beat| beat.exhibit.is_some()) {
            assert!(beat.hold > 0.5, "{}: time to read {:?}", entry.info.id, beat.exhibit);
        }
    }
}

/// "0 · 0 · 0" says nothing; neither does the score of somebody who did as well as can be.
#[test]
fn no_figures_are_all_nothing_where_a_game_for_one_ends_well() {
    let repaired = taught("mess-machine");
    let finale = repaired.finale();
    assert_eq!(repaired.scores(), [0], "as few presses as there can be");
    assert_eq!(finale.merits, ["6 presses, the fewest possible"]);
    let figures: Vec<(&str, &str)> =
        finale.figures.iter().map(|figure| (figure.number.as_str(), figure.name.as_str())).collect();
    assert_eq!(figures, [("6", "presses"), ("6", "the fewest possible")]);
    assert_eq!(repaired.best_figure(0).map(|figure| figure.number), Some("par".to_owned()));
    assert_eq!(repaired.best_figure(-3).map(|figure| figure.number), Some("par + 3".to_owned()));
    let finale = taught("mystery-machine").finale();
    assert!(finale.merits[0].starts_with("Certain after 4 questions"), "{finale:?}");
    assert_eq!(finale.figures[0].number, "4");
}

/// The lesson of a game, at its end.
fn taught(game: &str) -> Box<dyn TableSession> {
    let mut session = catalogue::find(game).expect("the game").lesson().expect("a lesson").expect("its record");
    while session.teaching().is_some_and(|teaching| teaching.rule.is_some()) {
        match session.lesson_reply() {
            Some((seat, reply)) => drop(session.play(seat, reply).expect("legal")),
            None => {
                let seat = session.acting().first().expect("somebody acts");
                let answer = session.legal_moves(seat).into_iter().find(|mv| session.is_answer(mv)).expect("an answer");
                session.play(seat, &answer).expect("legal");
            }
        }
    }
    session
}

#[test]
fn the_whole_picture_stands_for_itself_before_anything_is_said() {
    let finale = taught("mess-machine").finale();
    assert_eq!(finale.exhibits[0], Exhibit::picture());
    assert!(finale.exhibits[0].spots.is_empty() && finale.exhibits[0].words().is_empty());
    let (session, _) = played("mess-machine", 1, "(variant: Solo)", "lost");
    let (finale, astray) = (session.finale(), session.layout());
    assert_eq!(session.outcome().expect("an end").winners, []);
    let first = &finale.exhibits[0];
    assert_eq!((first.weight, first.caption.as_str()), (Weight::Part, "Out of place"));
    let is_astray = |piece: &PieceId| astray.piece(*piece).is_some();
    assert!(!first.spots.pieces.is_empty() && first.spots.pieces.iter().all(is_astray));
    assert_eq!(finale.figures[0].name, "of 16 tiles at home");
    // The next picture is not there yet while the one before it is looked at.
    let options = "(variant: Consecutive, difficulty: Easy, picture: \"numbers\", referee: Proves)";
    let (_, shown) = played("mess-machine", 2, options, "three");
    let of_pictures = shown.iter().filter(|beats| beats.iter().any(|beat| beat.waits.is_some()));
    for beats in of_pictures.clone() {
        let last = beats.iter().rposition(|beat| beat.exhibit.is_some()).expect("an exhibit");
        assert_ne!(beats[last].layout.pieces, beats.last().expect("a beat").layout.pieces);
    }
    assert!(of_pictures.count() >= 2, "of three pictures at least two are followed by another");
}

#[test]
fn eleusis_counts_what_was_used_alone_and_what_each_scored_among_several() {
    let session = taught("eleusis-express");
    let finale = session.finale();
    let figures: Vec<&str> = finale.exhibits.iter().map(|exhibit| exhibit.figure.as_str()).collect();
    assert_eq!(figures, ["You named the rule", "3 cards", "2 cards", "5"]);
    assert!(finale.exhibits[0].caption.contains("olour"), "the rule: {finale:?}");
    assert_eq!(finale.merits, ["Found with 5 cards", "Named at the first guess"]);
    let finale = golden_game("eleusis-express").finale();
    let rounds = golden_game("eleusis-express").score_sheet().rounds;
    let seats = &rounds.last().expect("a round").seats;
    let points: Vec<String> = finale.exhibits[1..=seats.len()].iter().map(|exhibit| exhibit.figure.clone()).collect();
    assert_eq!(points, seats.iter().map(|(points, _)| format!("+{points}")).collect::<Vec<_>>());
}

#[test]
fn a_round_of_eleusis_is_told_while_its_dealer_still_deals_and_points_are_worked_out() {
    let (session, shown) = played("eleusis-express", 3, "()", "tea");
    let rounds = session.score_sheet().rounds;
    let ends: Vec<&Vec<Beat>> = shown.iter().filter(|beats| !exhibits(beats).is_empty()).collect();
    assert_eq!((ends.len(), rounds.len()), (3, 3), "everybody has dealt once");
    for (dealer, beats) in ends.into_iter().enumerate() {
        for beat in beats.iter().filter(|beat| beat.exhibit.is_some()) {
            let plates = &beat.layout.plates;
            let dealers: Vec<usize> = (0..plates.len()).filter(|seat| plates[*seat].is_dealer).collect();
            let dealing: Vec<u8> = dealers.iter().map(|plate| plates[*plate].seat).collect();
            assert_eq!(dealing, [dealer as u8]);
            assert_eq!(plates[dealers[0]].words, "had the rule");
            assert!(plates.iter().all(|plate| !plate.is_turn), "nobody has the turn");
        }
        let told = exhibits(beats);
        let dealt = told.iter().find(|exhibit| exhibit.caption.contains("dealt")).expect("the dealer");
        assert!(dealt.caption.ends_with("dealt: as many as the best player"), "{dealt:?}");
        // Every sum comes out: 12 less the cards, and what is added.
        for exhibit in told.iter().filter(|exhibit| exhibit.caption.contains(" less ")) {
            let caption = exhibit.caption.split_once(": ").expect("whose").1;
            let numbers: Vec<i32> = caption.split(&[' ', ','][..]).filter_map(|word| word.parse().ok()).collect();
            let sum = numbers[0] - numbers[1] + numbers[2..].iter().sum::<i32>();
            assert_eq!(format!("+{sum}"), exhibit.figure, "{caption}");
        }
    }
}

#[test]
fn a_lesson_ends_where_the_score_is_understood() {
    for entry in GAMES {
        let session = taught(entry.info.id);
        let (score, finale) = (session.lesson_score(), session.finale());
        let is_over = session.outcome().is_some();
        assert_eq!(is_over, score.is_empty(), "{}: once, and not twice", entry.info.id);
        let shown = if is_over { finale.exhibits.len() } else { exhibits(&score).len() };
        assert!(shown > 0, "{}: nothing is counted", entry.info.id);
        assert_eq!(score.iter().find_map(Beat::fault), None, "{}", entry.info.id);
        let last = score.last().map_or_else(|| session.layout(), |beat| beat.layout.clone());
        assert_eq!(last, session.layout(), "{}", entry.info.id);
    }
}

#[test]
fn a_lesson_lights_the_cards_that_it_speaks_of_and_those_of_its_only_answer() {
    let lesson = |game: &str| catalogue::find(game).expect("the game").lesson().expect("one").expect("its record");
    let lit = |session: &dyn TableSession| -> Vec<String> {
        let (spots, layout) = (session.lesson_spots(), session.layout());
        let mut faces: Vec<String> =
            spots.pieces.iter().filter_map(|piece| layout.piece(*piece)).map(|piece| piece.face.spoken()).collect();
        assert_eq!(faces.len(), spots.pieces.len(), "all of them lie on the table");
        faces.sort();
        faces
    };
    let circle = lesson("mystique-circle");
    // It speaks of "the four of blue moons and the fours of red and blue suns".
    assert_eq!(lit(&*circle), ["four of blue moons", "four of blue suns", "four of red suns"]);
    let mut matrix = lesson("matrix-solitaire");
    assert_eq!(lit(&*matrix), ["six of clubs"]);
    matrix.play(Seat::FIRST, "a1").expect("legal");
    assert_eq!(lit(&*matrix), ["nine of diamonds", "six of clubs"]);
    assert_eq!(lit(&*lesson("mystique-energy")), ["palm of blue arms", "three of blue crowns"]);
    let suns = lesson("battle-for-the-suns");
    assert_eq!(lit(&*suns), ["four of yellow crowns"]);
    // Every lesson speaks of some card or other while it is taught.
    for entry in GAMES {
        let mut session = entry.lesson().expect("a lesson").expect("its record");
        let mut lights = 0;
        while session.teaching().is_some_and(|teaching| teaching.rule.is_some()) {
            lights += usize::from(!session.lesson_spots().is_empty());
            let seat = session.acting().first().expect("somebody acts");
            let reply = session.lesson_reply().map(|(_, reply)| reply.to_owned());
            let answer = || session.legal_moves(seat).into_iter().find(|mv| session.is_answer(mv));
            let mv = reply.or_else(answer).expect("an answer");
            session.play(seat, &mv).expect("legal");
        }
        let has_cards = entry.info.id != "mess-machine";
        assert_eq!(lights > 0, has_cards, "{}", entry.info.id);
    }
}
