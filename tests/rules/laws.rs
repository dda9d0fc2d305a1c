//! The laws that every game must keep, a test for each game and law: they share the processors, and a fault names its game.

use std::collections::BTreeSet;

use parlour::catalogue::{self, GAMES, GameEntry};
use parlour::engine::conformance::{KitEffort, KitReport};
use parlour::engine::game::Cancel;
use parlour::engine::seats::BotLevel;
use parlour::simulation::Watch;
use parlour::sound_play::SoundPlay;

use crate::share::share_of;

/// Tests every law for each of these games, in the order of the catalogue.
macro_rules! every_law {
    ($($game:ident,)*) => {
        $(mod $game {
            use super::{BotLevel, named};

            #[test]
            fn keeps_every_law_in_one_game() {
                super::in_one_game(named(stringify!($game)));
            }

            #[test]
            fn keeps_every_law_in_a_few_games() {
                super::in_a_few_games(named(stringify!($game)));
            }

            #[test]
            fn is_played_without_blunders_in_a_few_games() {
                super::assert_no_blunder(named(stringify!($game)), BotLevel::Medium, 3);
            }

            #[test]
            #[ignore = "takes many seconds; ./check runs it"]
            fn is_played_without_blunders_in_many_games() {
                super::without_blunders_in_many_games(named(stringify!($game)));
            }

            #[test]
            #[ignore = "takes many seconds; ./check runs it"]
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
    mystical_eddies,
    mystique_domination,
    up_and_down,
    mystique_pillars,
    chain_of_restraints,
    clique_mystique,
    mystique_maze,
    mystique_guilds,
}

#[test]
fn every_game_of_the_catalogue_is_tested() {
    let ids: Vec<String> = GAMES.iter().map(|entry| entry.info.id.replace('-', "_")).collect();
    assert_eq!(ids, TESTED);
}

/// What these bots did in so many games where they could blunder.
fn tried(entry: &GameEntry, level: BotLevel, games: u64) -> SoundPlay {
    let watch = Watch { stop: &Cancel::new(), played: &|_| {}, keep: None };
    entry.count_blunders(level, games, "1", "", &watch).unwrap_or_else(|error| panic!("{}: {error}", entry.info.id))
}

/// Without the last of it, a list that names what can never be done would be kept by everybody.
fn without_blunders_in_many_games(entry: &GameEntry) {
    let (medium, hard) = if is_long(entry) { (15, 5) } else { (30, 10) };
    assert_no_blunder(entry, BotLevel::Medium, share_of(medium) as u64);
    assert_no_blunder(entry, BotLevel::Hard, share_of(hard) as u64);
    for blunder in tried(entry, BotLevel::Random, 150).blunders {
        assert!(blunder.made > 0, "{}: nobody who plays at random {}", entry.info.id, blunder.name);
    }
}

fn assert_no_blunder(entry: &GameEntry, level: BotLevel, games: u64) {
    for blunder in tried(entry, level, games).blunders {
        assert_eq!(
            blunder.made, 0,
            "{}: a {level} bot {}, with {} chances",
            entry.info.id, blunder.name, blunder.chances
        );
    }
}

/// The game whose id has these words.
fn named(words: &str) -> &'static GameEntry {
    catalogue::find(&words.replace('_', "-")).unwrap_or_else(|| panic!("no game is called {words}"))
}

/// Games in which everything lies open, for everybody and from the start.
const OPEN: [&str; 1] = ["mystique-chain"];

/// Plays games by the laws, and says what it met with.
fn conforms(entry: &GameEntry, effort: KitEffort) -> KitReport {
    entry.conform(effort).unwrap_or_else(|broken| panic!("{}: {broken}", entry.info.id))
}

/// Where seats have secrets, every move is also tried for every viewer, in games dealt anew.
fn keeps_every_law(entry: &GameEntry, effort: KitEffort) -> KitReport {
    let seen = conforms(entry, effort);
    let tables = usize::from(entry.info.seats.1 - entry.info.seats.0 + 1).div_ceil(effort.every);
    assert!(seen.games >= tables as u64, "{}: fewer games than {tables} tables: {seen:?}", entry.info.id);
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

/// How many moves the golden game has: what is to be tried so many times in a game is tried at as many places of it.
fn usual_moves(entry: &GameEntry) -> usize {
    let path = format!("tests/rules/golden/{}.ron", entry.info.id);
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let played = entry.load(&golden);
    played.unwrap_or_else(|error| panic!("{path}: {error}; run scripts/golden {}", entry.info.id)).moves().1
}

/// Whether a game may take more than half an hour, or has as many moves as five of the others.
fn is_long(entry: &GameEntry) -> bool {
    entry.info.minutes.1 > 30 || usual_moves(entry) > 100
}

/// The expensive laws are tried so many times in a game of the usual length.
fn stride(entry: &GameEntry, times: usize) -> usize {
    (usual_moves(entry) / times).max(2)
}

/// Games until enough was looked at. A long game is played at two numbers of seats alone.
fn in_games(entry: &GameEntry, every: usize, (games, enough): (u64, u64), times: usize, bots: BotLevel) -> KitReport {
    let every = if is_long(entry) { 4 } else { every };
    let effort = KitEffort { every, games, enough, stride: stride(entry, times), bots, ..KitEffort::USUAL };
    let seen = keeps_every_law(entry, effort);
    has_headings(entry, &seen);
    seen
}

/// What the quick check has the time for, where nothing is optimised: one game with the fewest seats, or a few if they are very short.
fn in_one_game(entry: &GameEntry) {
    let stride = usual_moves(entry).max(2);
    let effort =
        KitEffort { every: usize::MAX, games: 4, enough: 40, stride, bots: BotLevel::Random, ..KitEffort::USUAL };
    let seen = conforms(entry, effort);
    assert!(seen.refused > 0, "{}: nothing was ever illegal: {seen:?}", entry.info.id);
}

fn in_a_few_games(entry: &GameEntry) {
    // Of many numbers of seats every second.
    let every = if entry.info.seats.1 - entry.info.seats.0 > 3 { 2 } else { 1 };
    in_games(entry, every, (2, 100), 3, BotLevel::Easy);
}

fn in_many_games(entry: &GameEntry) {
    let seen = in_games(entry, 1, (20, 500), 8, BotLevel::Medium);
    assert!(seen.moves > 100, "{}: too few moves to say anything: {seen:?}", entry.info.id);
}

fn with_every_option(entry: &GameEntry) {
    let none = KitEffort { games: 0, bots: BotLevel::Easy, ..KitEffort::USUAL };
    let options = entry.conform_with(None, none).expect("options that can be played").options.len();
    // As many at the most: not all options can be played at every number of seats.
    let tables = options * usize::from(entry.info.seats.1 - entry.info.seats.0 + 1);
    // A game with many options meets each of them at some number of seats. An odd step meets both choices of every setting.
    let most = if is_long(entry) { 3 } else { 6 };
    let every = (1..).step_by(2).find(|every| tables / every <= most).unwrap_or(1);
    let effort = KitEffort { every, games: 1, stride: stride(entry, 3), ..none };
    let found = entry.conform_with(None, effort).expect("options that can be played");
    if let Some(broken) = found.broken {
        panic!("{}: {broken}", entry.info.id);
    }
    assert!(found.report.games >= (options / every).max(1) as u64, "{}: {found:?}", entry.info.id);
}

fn when_hard_bots_play(entry: &GameEntry) {
    let effort = KitEffort {
        // The fewest seats, and four more where the game has room for them: others are met by the other laws.
        every: 4,
        games: 1,
        stride: stride(entry, 2),
        bots: BotLevel::Hard,
        ..KitEffort::USUAL
    };
    entry.conform(effort).unwrap_or_else(|broken| panic!("{}: {broken}", entry.info.id));
}

#[test]
fn the_kit_tries_every_option_of_mess_machine() {
    let effort = KitEffort { games: 0, ..KitEffort::USUAL };
    let offered = named("mess_machine").conform_with(None, effort).expect("options").options;
    for word in ["Solo", "Family", "Consecutive", "Cooperative", "Players", "Hard"] {
        assert!(offered.iter().any(|options| options.contains(word)), "no {word} among {offered:?}");
    }
}
