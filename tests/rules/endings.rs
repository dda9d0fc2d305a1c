//! How games, rounds and suns end, piece by piece on the table; and the log, which is for people: both as a window plays them, and
//! both from what somebody sees alone.

use parlour::catalogue::{self, GAMES};
use parlour::engine::record::Player;
use parlour::engine::seats::{BotLevel, Seat};
use parlour::engine::table_session::TableSession;
use parlour::layout::{
    AreaId, Beat, CardArea, Exhibit, LogEntry, PieceId, Reading, Telling, TellingKind, TellingPart, Weight, log_of,
};

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
    assert_eq!((first.weight, first.caption.as_str()), (Weight::Part, "Astray"));
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
    let of_rounds: Vec<Vec<&Exhibit>> =
        shown.iter().map(|beats| exhibits(beats)).filter(|shown| !shown.is_empty()).collect();
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
    let waits = |beats: &&Vec<Beat>| beats.iter().any(|beat| beat.waits == Some(Reading::Result));
    assert_eq!(shown.iter().filter(waits).count(), rounds.len() - 1, "the last one is followed by the end");
}

#[test]
fn after_a_skirmish_the_burns_of_each_seat_are_counted_with_what_it_still_held() {
    let (session, shown) = played("mystique", 3, "(skirmishes: 3)", "burns");
    let rounds = session.score_sheet().rounds;
    let of_rounds: Vec<Vec<&Exhibit>> =
        shown.iter().map(|beats| exhibits(beats)).filter(|shown| !shown.is_empty()).collect();
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

/// All that a line shows in words; cards are pictures.
fn words(entry: &LogEntry) -> String {
    let part = |part: &TellingPart| match part {
        TellingPart::Words(words) => words.clone(),
        TellingPart::Faces(faces) => "🂠".repeat(faces.len()),
    };
    entry.line.parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

fn all(entries: &[LogEntry]) -> Vec<&LogEntry> {
    entries.iter().flat_map(|entry| all(&entry.within).into_iter().chain([entry])).collect()
}

/// What somebody would have to know the notation for: `3yS`, `2,0`, `a1`, or two cells of a picture, `31 33`.
fn notation_in(told: &str) -> Option<&str> {
    let words: Vec<&str> = told.split(' ').map(|word| word.trim_matches(|sign| ".,:;“”()".contains(sign))).collect();
    let cells = words.windows(2).find(|pair| pair.iter().all(|word| is_cell(word))).map(|pair| pair[0]);
    cells.or_else(|| words.iter().copied().find(|word| is_notation(word)))
}

/// A row and a column, each from 1 to 4.
fn is_cell(word: &str) -> bool {
    word.len() == 2 && word.chars().all(|digit| ('1'..='4').contains(&digit))
}

fn is_notation(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    match letters[..] {
        [number, colour, suit] if "yrb".contains(colour) && "MSAC".contains(suit) => number.is_ascii_digit(),
        [column, row] if ('a'..='c').contains(&column) => ('1'..='3').contains(&row),
        _ => word.split_once(',').is_some_and(|(q, r)| q.parse::<i8>().is_ok() && r.parse::<i8>().is_ok()),
    }
}

#[test]
fn no_line_of_any_log_is_in_notation() {
    let noted = ["bids 3yS", "the four to 2,0", "2,-1", "A 31 33", "7♣ to b3, +4"];
    assert!(noted.iter().all(|told| notation_in(told).is_some()));
    assert_eq!(notation_in("Button B, the 1st and 3rd tile of row 2: +4, 12 to 9, 7 of 13, and you win"), None);
    for entry in GAMES {
        let session = golden_game(entry.info.id);
        let names: Vec<&str> = session.players().iter().map(|player| player.name.as_str()).collect();
        let log = log_of(&session.told_moves());
        assert!(all(&log).len() > 5, "{}", entry.info.id);
        for line in all(&log) {
            for told in [words(line), line.line.spoken(&names)] {
                assert_eq!(notation_in(&told), None, "{}: {told}", entry.info.id);
                assert!(!told.is_empty());
            }
        }
        for spoken in session.spoken_moves() {
            assert_eq!(notation_in(&spoken), None, "{}: {spoken}", entry.info.id);
        }
    }
}

#[test]
fn a_sun_a_trick_and_a_round_are_one_line_each_that_opens() {
    let log = |id: &str| log_of(&golden_game(id).told_moves());
    let suns = log("battle-for-the-suns");
    assert_eq!(suns.len(), 15, "a line for each sun: {suns:#?}");
    assert!(words(&suns[0]).contains(" to ") || words(&suns[0]).contains("tie"), "{}", words(&suns[0]));
    // From the second on, a sun rises before it is bid for.
    assert!(words(&suns[1].within[0]).ends_with("rises"), "{:?}", suns[1].within[0]);
    let circle = log("mystique-circle");
    let rounds = golden_game("mystique-circle").score_sheet().rounds.len();
    assert_eq!(circle.len(), rounds);
    let tricks = circle[0].within.iter().filter(|entry| words(entry).contains("the trick")).count();
    assert_eq!(tricks, 9, "{:#?}", circle[0]);
    let trick = circle[0].within.iter().find(|entry| words(entry).contains("the trick")).expect("a trick");
    assert!(trick.within.len() >= 4 && words(trick).contains("🂠🂠🂠🂠"), "{trick:#?}");
    let mystique = log("mystique");
    assert_eq!(mystique.len(), 1, "one skirmish");
    assert!(mystique[0].within.iter().all(|round| words(round).contains("take") && !round.within.is_empty()));
    let mystery = log("mystery-machine");
    assert_eq!(mystery.iter().filter(|entry| words(entry).starts_with("Pile ")).count(), 5, "{mystery:#?}");
}

/// What a line is about lies on the table when it is told: pointing at the last line nearly always shows something.
#[test]
fn each_line_shows_its_place_on_the_table() {
    for entry in GAMES {
        let mut session = golden_game(entry.info.id);
        let (_, all_moves) = session.moves();
        let (mut lines, mut shown) = (0, 0);
        for step in 1..=all_moves {
            session.seek(step);
            let (told, layout) = (session.told_moves(), session.layout());
            let tellings = &told.last().expect("a move").tellings;
            let in_log: Vec<&Telling> = tellings.iter().filter(|telling| telling.kind != TellingKind::Quiet).collect();
            lines += usize::from(!in_log.is_empty());
            shown += usize::from(in_log.iter().any(|telling| !layout.frames(&telling.about).is_empty()));
        }
        assert!(lines > 5 && 10 * shown >= 8 * lines, "{}: only {shown} of {lines}", entry.info.id);
    }
}
