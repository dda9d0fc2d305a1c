//! Deals that were settled before anybody saw a card, and bots that think again from what their seats could see: what is right is
//! confirmed, and what was changed is found.

use parlour::catalogue::{self, GAMES, GameEntry};
use parlour::engine::fairness::{BotCheck, Fingerprint};
use parlour::engine::game::Cancel;
use parlour::engine::record::Player;
use parlour::engine::seats::BotLevel;
use parlour::engine::table_session::TableSession;

const SALT: u128 = 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef;

/// A game among so many bots to its end, the deal settled by this salt.
fn played(entry: &GameEntry, seed: &str, level: BotLevel, seats: u8) -> Box<dyn TableSession> {
    let mut session = entry.start(seed, vec![Player::bot(level); seats.into()]).expect("a deal");
    session.commit(SALT);
    while let Some((seat, think)) = session.bot_job() {
        let mv = think(&Cancel::new()).expect("a move");
        session.play(seat, &mv).expect("a legal move");
    }
    session
}

fn check(session: &dyn TableSession, step: usize) -> BotCheck {
    session.check_bot(step).expect("a bot's move")(&Cancel::new())
}

/// Every so many of the moves of bots.
fn some_steps(session: &dyn TableSession, count: usize) -> Vec<usize> {
    let steps = session.bot_steps();
    let every = steps.len().div_ceil(count).max(1);
    steps.into_iter().step_by(every).collect()
}

/// The record with this of its lines changed.
fn changed(record: &str, line: &str, change: impl Fn(&str) -> String) -> String {
    let changed = |text: &str| if text.trim_start().starts_with(line) { change(text) } else { text.to_owned() };
    record.lines().map(changed).collect::<Vec<_>>().join("\n")
}

/// A game among so many bots: the deal opens, the bots' moves follow, and no other deal, salt or move passes.
fn is_found_fair_or_not(entry: &GameEntry, seed: &str, level: BotLevel, seats: u8, steps: usize) {
    let id = entry.info.id;
    let session = played(entry, seed, level, seats);
    let opened = session.opened_deal().expect("it is over");
    assert!(opened.matches && Fingerprint::of(&opened.text) == opened.fingerprint, "{id}");
    for step in some_steps(&*session, steps) {
        let found = check(&*session, step);
        assert!(found.follows(), "{id}: {found:?}");
    }
    // The record says the same once it is read back.
    let record = session.record_text();
    let read = catalogue::load(&record).unwrap_or_else(|error| panic!("{id}: {error}"));
    assert_eq!(read.opened_deal(), Some(opened), "{id}");
    // Other cards under the same fingerprint do not fit the moves, or not the fingerprint.
    let other = record.replacen(&format!("\"{seed}\""), "\"another\"", 1);
    let fits = catalogue::load(&other).is_ok_and(|other| other.opened_deal().is_some_and(|deal| deal.matches));
    assert!(other != record && !fits, "{id}: {other}");
    // Of another salt it says so.
    let other = changed(&record, "commitment:", |line| line.replace("01234567", "01234568"));
    assert!(other != record, "{id}: {record}");
    let other = catalogue::load(&other).unwrap_or_else(|error| panic!("{id}: {error}"));
    assert!(!other.opened_deal().expect("it is over").matches, "{id}");
    // A bot that had played otherwise would be found.
    let mut other = catalogue::load(&record).expect("it was read before");
    let with_choice = some_steps(&*session, 2 * steps).into_iter().find_map(|step| {
        other.seek(step - 1);
        let (seat, played) = (check(&*session, step).seat, check(&*session, step).played);
        let mv = other.legal_moves(seat).into_iter().find(|mv| *mv != played.mv)?;
        other.play(seat, &mv).ok()?;
        Some((step, mv))
    });
    if let Some((step, mv)) = with_choice {
        let found = check(&*other, step);
        assert!(!found.follows() && found.played.mv == mv, "{id}: {found:?}");
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn in_every_game_bots_do_what_follows_from_what_they_see_and_another_move_is_found() {
    for entry in GAMES {
        let (fewest, most) = entry.info.seats;
        is_found_fair_or_not(entry, "fair", BotLevel::Easy, fewest.max(2).min(most), 4);
    }
}

/// In `PARLOUR_FAIR_GAMES` games of each kind, with every number of players in turn, or in one.
#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn whole_games_of_every_kind_are_found_fair_or_not() {
    let games = std::env::var("PARLOUR_FAIR_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
    let steps = if games > 1 { usize::MAX } else { 20 };
    for entry in GAMES {
        let (fewest, most) = entry.info.seats;
        for number in 0..games {
            let seats = fewest + ((number + 1) % usize::from(most - fewest + 1)) as u8;
            is_found_fair_or_not(entry, &format!("fair-{number}"), BotLevel::Medium, seats, steps);
        }
    }
}

#[test]
fn the_fingerprint_is_there_before_the_first_card_and_opens_only_at_the_end() {
    let entry = catalogue::find("mystique-circle").expect("the game");
    let mut session = entry.start("tea", vec![Player::bot(BotLevel::Easy); 3]).expect("a deal");
    assert_eq!(session.fingerprint(), None);
    session.commit(SALT);
    let fingerprint = session.fingerprint().expect("it is settled");
    assert_eq!(fingerprint.to_string().len(), 29);
    assert_eq!(session.opened_deal(), None, "the salt is a secret until the end");
    // It is settled once.
    session.commit(SALT + 1);
    assert_eq!(session.fingerprint(), Some(fingerprint.clone()));
    // Whoever sits there, and whatever is played.
    let mut later = entry.start("tea", vec![Player::person("Ada"); 3]).expect("a deal");
    later.commit(SALT);
    assert_eq!(later.fingerprint(), Some(fingerprint.clone()));
    for (seed, options) in [("teb", ""), ("tea", "(target: 70)")] {
        let mut other = entry.start_with(seed, vec![Player::bot(BotLevel::Easy); 3], options).expect("a deal");
        other.commit(SALT);
        assert_ne!(other.fingerprint(), Some(fingerprint.clone()), "{seed} {options}");
    }
    // The same deal once more is settled anew.
    assert_eq!(session.restarted("x", session.players().to_vec()).expect("a deal").fingerprint(), None);
}

#[test]
fn a_commitment_that_is_none_is_refused_with_its_line() {
    let entry = catalogue::find("mystique-chain").expect("the game");
    let mut session = entry.start("tea", vec![Player::bot(BotLevel::Easy); 2]).expect("a deal");
    session.commit(SALT);
    let record = session.record_text();
    for (from, to, said) in [
        ("0123456789abcdef0123456789abcdef", "xyz", "a salt has 32 hexadecimal digits (0–9, a–f)"),
        ("fingerprint:\"", "fingerprint:\"zz", "a fingerprint has 24 hexadecimal digits (0–9, a–f)"),
    ] {
        let wrong = record.replace(from, to);
        assert!(wrong != record, "{record}");
        let error = catalogue::load(&wrong).err().expect("it is refused").to_string();
        assert!(error.contains(said), "{error}");
    }
}
