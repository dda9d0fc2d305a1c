//! The laws that every game must keep, a test for each game and law: they share the processors, and a fault names its game.

use std::collections::BTreeSet;

use parlour::catalogue::{self, GAMES, GameEntry};
use parlour::engine::conformance::{KitEffort, KitReport};
use parlour::engine::seats::BotLevel;

/// Tests every law for each of these games, in the order of the catalogue.
macro_rules! every_law {
    ($($game:ident,)*) => {
        $(mod $game {
            use super::named;

            #[test]
            fn keeps_every_law_in_a_few_games() {
                super::in_a_few_games(named(stringify!($game)));
            }

            #[test]
            #[ignore = "takes many seconds; ./check runs it instead of a few games"]
            fn keeps_every_law_in_many_games() {
                super::in_many_games(named(stringify!($game)));
            }

            #[test]
            #[ignore = "takes many seconds; ./check runs it"]
            fn keeps_every_law_with_every_option_that_it_offers() {
                super::with_every_option(named(stringify!($game)));
            }

            #[test]
            #[ignore = "takes many seconds; ./check runs it"]
            fn keeps_every_law_when_hard_bots_play() {
                super::when_hard_bots_play(named(stringify!($game)));
            }
        })*

        const TESTED: &[&str] = &[$(stringify!($game)),*];
    };
}

every_law! {
    matrix_solitaire,
    mess_machine,
    mystery_machine,
    mystique,
    mystique_circle,
    mystique_chain,
    battle_for_the_suns,
    mystique_energy,
    eleusis_express,
}

#[test]
fn every_game_of_the_catalogue_is_tested() {
    let ids: Vec<String> = GAMES.iter().map(|entry| entry.info.id.replace('-', "_")).collect();
    assert_eq!(ids, TESTED);
}

/// The game whose id has these words.
fn named(words: &str) -> &'static GameEntry {
    catalogue::find(&words.replace('_', "-")).unwrap_or_else(|| panic!("no game is called {words}"))
}

/// Games in which everything lies open, for everybody and from the start.
const OPEN: [&str; 1] = ["mystique-chain"];

/// Where seats have secrets, every move is also tried for every viewer, in games dealt anew.
fn keeps_every_law(entry: &GameEntry, effort: KitEffort) -> KitReport {
    let seen = entry.conform(effort).unwrap_or_else(|broken| panic!("{}: {broken}", entry.info.id));
    assert!(seen.games >= effort.games, "{}: {seen:?}", entry.info.id);
    let is_open = OPEN.contains(&entry.info.id);
    assert_eq!(seen.reshuffled > 20, !is_open, "{}: whether anything was hidden: {seen:?}", entry.info.id);
    assert!(seen.refused > 20, "{}: nothing was ever illegal: {seen:?}", entry.info.id);
    seen
}

/// Refusals point at headings of the rules page; each must be there to be opened.
fn has_headings(entry: &GameEntry, seen: &KitReport) {
    let there: BTreeSet<String> = entry
        .rules_page
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| format!("#{}", heading.to_lowercase().replace(' ', "-")))
        .collect();
    let from_everywhere = ["#the-turn", "#the-end"];
    for rule in seen.rules.iter().chain(&from_everywhere) {
        assert!(there.contains(*rule), "{}: no heading for {rule} among {there:?}", entry.info.id);
    }
    assert!(seen.rules.len() > 1, "{}: {:?}", entry.info.id, seen.rules);
}

/// Whether a game may have as many moves as ten of the others: eight seats deal in turn.
fn is_long(entry: &GameEntry) -> bool {
    entry.info.minutes.1 > 30
}

/// Of a long game fewer games, not at every number of seats, and the expensive laws not so often.
fn shorter_if_long(entry: &GameEntry, effort: KitEffort) -> KitEffort {
    match is_long(entry) {
        true => KitEffort { every: 2, games: effort.games.div_ceil(10), stride: 8 * effort.stride, ..effort },
        false => effort,
    }
}

fn in_a_few_games(entry: &GameEntry) {
    // Where seats have secrets, every position is tried for each of them: that takes longer.
    let (games, stride) = if entry.info.secrets { (2, 60) } else { (6, 45) };
    let effort = KitEffort { every: 1, games, longest: 2000, stride, bots: BotLevel::Easy };
    let seen = keeps_every_law(entry, shorter_if_long(entry, effort));
    has_headings(entry, &seen);
}

fn in_many_games(entry: &GameEntry) {
    let (games, stride) = if entry.info.secrets { (12, 25) } else { (60, 9) };
    let effort = KitEffort { every: 1, games, longest: 2000, stride, bots: BotLevel::Medium };
    let seen = keeps_every_law(entry, shorter_if_long(entry, effort));
    assert!(seen.moves > 200, "{}: {seen:?}", entry.info.id);
    has_headings(entry, &seen);
}

fn with_every_option(entry: &GameEntry) {
    let effort = KitEffort { every: 1, games: 1, longest: 2000, stride: 45, bots: BotLevel::Easy };
    // A long game with many options meets each of them at some number of seats.
    let every = if is_long(entry) { 9 } else { 1 };
    let effort = KitEffort { every, ..shorter_if_long(entry, effort) };
    let found = entry.conform_with(None, effort).expect("options that can be played");
    if let Some(broken) = found.broken {
        panic!("{}: {broken}", entry.info.id);
    }
    assert!(found.report.games >= (found.options.len() / every) as u64, "{}: {found:?}", entry.info.id);
}

fn when_hard_bots_play(entry: &GameEntry) {
    let effort = KitEffort { every: 1, games: 1, longest: 2000, stride: 12, bots: BotLevel::Hard };
    let every = if is_long(entry) { 4 } else { 1 };
    let effort = KitEffort { every, ..shorter_if_long(entry, effort) };
    entry.conform(effort).unwrap_or_else(|broken| panic!("{}: {broken}", entry.info.id));
}

#[test]
fn the_kit_tries_every_option_of_mess_machine() {
    let effort = KitEffort { every: 1, games: 0, longest: 0, stride: 1, bots: BotLevel::Easy };
    let offered = named("mess_machine").conform_with(None, effort).expect("options").options;
    for word in ["Solo", "Family", "Consecutive", "Cooperative", "Players", "Hard"] {
        assert!(offered.iter().any(|options| options.contains(word)), "no {word} among {offered:?}");
    }
}
