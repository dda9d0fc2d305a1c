//! The log, which is for people: a line for what was done, in words and pictures, and lines that close a part hold what came before.

use super::golden_game;
use parlour::catalogue::{GAMES, find};
use parlour::engine::record::Player;
use parlour::engine::seats::{BotLevel, Seat};
use parlour::layout::{LogEntry, Telling, TellingKind, TellingPart, log_of};

/// The log of a golden game.
fn logged(id: &str) -> Vec<LogEntry> {
    let session = golden_game(id);
    log_of(&session.told_opening(), &session.told_moves())
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
    assert_eq!(notation_in("Button B, the 1st and 3rd tiles of row 2: +4, 12 to 9, 7 of 13, and you win"), None);
    for entry in GAMES {
        let session = golden_game(entry.info.id);
        let names: Vec<&str> = session.players().iter().map(|player| player.name.as_str()).collect();
        let log = log_of(&session.told_opening(), &session.told_moves());
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
    let log = logged;
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

#[test]
fn rounds_parts_of_rounds_and_changes_of_direction_are_one_line_each_that_opens() {
    let log = logged;
    let rounds = |id: &str| golden_game(id).score_sheet().rounds.len();
    let eddies = log("mystical-eddies");
    assert_eq!(eddies.len(), rounds("mystical-eddies"));
    for round in &eddies {
        let tricks: Vec<&LogEntry> = round.within.iter().filter(|entry| words(entry).contains("the trick")).collect();
        assert_eq!((tricks.len(), round.within.len()), (18, 18), "{round:#?}");
        assert!(tricks.iter().all(|trick| trick.within.len() == 3 && words(trick).contains("🂠🂠🂠")), "{round:#?}");
    }
    let domination = log("mystique-domination");
    assert_eq!(domination.len(), rounds("mystique-domination"));
    for round in &domination {
        let [exchange, tricks @ .., out] = round.within.as_slice() else { panic!("{round:#?}") };
        assert!(exchange.within.len() == 4 && words(exchange).contains("to lead, holding"), "{exchange:#?}");
        assert!(tricks.iter().all(|trick| words(trick).contains(" takes ")), "{tricks:#?}");
        assert!(tricks.iter().all(|trick| trick.within.len() >= 4), "a play, and all others pass: {tricks:#?}");
        assert!(words(out).ends_with("goes out") && !out.within.is_empty(), "{out:#?}");
    }
    let slopes = log("up-and-down");
    let opening: Vec<&LogEntry> = slopes.iter().filter(|entry| !entry.within.is_empty()).collect();
    let went = |entry: &&LogEntry| {
        let words = words(entry);
        (words.starts_with("Uphill, ") || words.starts_with("Downhill, ")) && words.ends_with(" played last")
    };
    assert!(opening.len() > 5 && opening.iter().all(went), "{slopes:#?}");
    // Nobody chose to begin: it is told of the deal.
    assert!(words(all(&slopes)[0]).ends_with("with the highest card, 🂠 going uphill"), "{slopes:#?}");
    let pillars = log("mystique-pillars");
    assert_eq!((words(&pillars[0]).as_str(), pillars[0].within.len()), ("The draft is over", 16));
    assert!(pillars[1..].iter().all(|entry| entry.within.is_empty()), "each turn of building is told by itself");
}

/// What stands for names, and for verbs that go with them, is of the characters that Unicode leaves to private use.
fn is_written_out(text: &str) -> bool {
    !text.chars().any(|letter| ('\u{E000}'..='\u{F8FF}').contains(&letter))
}

#[test]
fn every_name_is_written_out_in_what_somebody_reads_and_hears_at_a_table() {
    for entry in GAMES {
        let others = (1..entry.info.seats.0).map(|_| Player::bot(BotLevel::Easy));
        let mut session =
            entry.start("names", [Player::person("You")].into_iter().chain(others).collect()).expect("a deal");
        while session.outcome().is_none() && session.moves().0 < 60 {
            let seat = session.acting().first().expect("somebody acts");
            let legal = session.legal_moves(seat);
            let mv = legal[(11 * session.moves().0) % legal.len()].clone();
            let preview = session.preview(&mv).sentence;
            let mut said = vec![preview, session.prompt(), session.described()];
            for mut beat in session.play(seat, &mv).expect("legal") {
                said.extend(beat.words_mut().map(|words| words.clone()));
            }
            let told = session.told_moves().pop().expect("a move");
            said.extend([told.printed(), told.spoken(&["You", "Ada"])]);
            said.extend(
                log_of(&session.told_opening(), &[told])
                    .iter()
                    .flat_map(LogEntry::lines)
                    .map(|line| line.spoken(&["You", "Ada"])),
            );
            let hidden: Vec<&String> = said.iter().filter(|words| !is_written_out(words)).collect();
            assert!(hidden.is_empty(), "{} after {mv}: {hidden:?}", entry.info.id);
        }
    }
}

/// Whoever is called "You" is spoken to where all others are bots. Among people, that would speak to whoever reads it.
#[test]
fn among_people_the_name_you_is_a_name_like_any_other() {
    let people = ["You", "Ada", "Blaise", "Clara"].map(Player::person);
    let domination = find("mystique-domination").expect("the game");
    let mut session = domination.start("names", people.to_vec()).expect("a deal");
    // The partner of the first seat is to choose cards for it.
    session.take_seat(Seat::new(2).expect("a seat"));
    let prompt = session.prompt();
    assert!(prompt.starts_with("Choose three cards to give “You”. "), "{prompt}");
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
