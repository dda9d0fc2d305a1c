//! The public benchmark of secret rules: how often bots name rules that people really use, playing against the house.
//!
//! Twenty-six rules from the *Eleusis LLM benchmark* (Hugging Face space `huggingface/eleusis-benchmark`, results of 21 January 2026), in
//! which twelve language models played three rounds of each. Where a rule of theirs says which card may begin, any card may here.

use super::EleusisExpress;
use super::language::Rule;
use super::options::HouseRule;
use super::rules::Options;
use crate::engine::game::{Bots, Cancel, Game, Observation};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seats, Viewer};

/// A rule of the benchmark.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BenchmarkRule {
    /// As it is printed there.
    pub wording: &'static str,
    /// As the language of rules has it.
    pub sentence: &'static str,
    /// In what share of their rounds the models named it.
    pub by_models: f32,
}

const fn rule(wording: &'static str, sentence: &'static str, by_models: f32) -> BenchmarkRule {
    BenchmarkRule { wording, sentence, by_models }
}

/// All of them, in the order in which they are listed there.
pub const RULES: [BenchmarkRule; 26] = [
    rule("Only red cards (hearts or diamonds).", "red", 1.00),
    rule("Only cards of the suit spades.", "spade", 1.00),
    rule("Only spades and diamonds.", "spade or diamond", 1.00),
    rule("Only hearts, clubs, and diamonds allowed. Spades are forbidden.", "not spade", 0.97),
    rule("Only cards with an even rank (2, 4, 6, 8, 10, 12).", "even", 1.00),
    rule("Only face cards (11, 12, 13).", "face", 0.92),
    rule("Only Aces (rank 1).", "ace", 0.94),
    rule("Only ranks that are prime numbers (2, 3, 5, 7, 11, 13).", "prime", 0.94),
    rule("Only cards between 1 and 7 inclusive.", "ace to 7", 0.92),
    rule("Only cards between 5 and 9 inclusive.", "5 to 9", 0.69),
    rule("Only black face cards.", "black and face", 0.75),
    rule("Only red cards whose rank is <= 7.", "red and ace to 7", 0.67),
    rule("Face cards (11-13) must be red; number cards (1-10) must be black.", "if face then red else black", 0.31),
    rule("Colours alternate.", "colour differs from last", 1.00),
    rule("A different suit than the card just before it.", "suit differs from last", 0.97),
    rule(
        "A different suit than but same color as the card just before it.",
        "suit differs from last and colour same as last",
        0.97,
    ),
    rule("Suits repeat in the cyclic order hearts, spades, clubs, diamonds.", "repeat heart spade club diamond", 0.89),
    rule(
        "Hearts and spades form group A; clubs and diamonds form group B. Alternate between groups.",
        "repeat (heart or spade) (club or diamond)",
        0.19,
    ),
    rule("Odd and even alternate.", "parity differs from last", 1.00),
    rule("Alternate face and number cards.", "if last is face then not face else face", 0.61),
    rule("Each card must have a rank greater or equal to the previous card.", "rank >= last", 0.50),
    rule(
        "If the previous card was red, rank must increase or be equal; if black, rank must decrease or be equal.",
        "if last is red then rank >= last else rank <= last",
        0.14,
    ),
    rule(
        "Each card must share at least one property with the previous card: same color, or same parity.",
        "colour or parity same as last",
        0.56,
    ),
    rule(
        "If a face card is played, the next card must match its suit. Otherwise, the next card must be a different suit.",
        "if last is face then suit same as last else suit differs from last",
        0.19,
    ),
    rule(
        "Suits must appear in pairs: cards 1 and 2 of one suit, 3 and 4 of one (different from 1 and 2), and so on.",
        "repeat (suit same as last) (suit differs from last)",
        0.47,
    ),
    rule(
        "Ranks must come in doubles: (x, x), then (y, y) with y different from x, and so on.",
        "repeat (rank same as last) (rank differs from last)",
        0.08,
    ),
];

/// How many cards the mainline has when the medium bot, alone, names a rule; `None` if it does not, or it was called off.
pub fn found_after(rule: &Rule, seed: u64, cancel: &Cancel) -> Option<usize> {
    let round = play_watched(rule, BotLevel::Medium, Seats::new(1)?, seed, cancel)?;
    round.is_named.then_some(round.mainline)
}

/// A round that bots of a level played against the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchmarkRound {
    /// Whether one of them named the rule.
    pub is_named: bool,
    /// How many cards the mainline had at the end.
    pub mainline: usize,
    pub wrong_guesses: usize,
}

/// A round of so many bots of a level against the house, whose rule this is; `None` if that cannot be played.
pub fn play(rule: &Rule, level: BotLevel, seats: Seats, seed: u64) -> Option<BenchmarkRound> {
    play_watched(rule, level, seats, seed, &Cancel::new())
}

/// The same, and nothing if it is called off.
fn play_watched(rule: &Rule, level: BotLevel, seats: Seats, seed: u64, cancel: &Cancel) -> Option<BenchmarkRound> {
    let options = Options { house: true, rule: HouseRule::Given(rule.clone()), ..Options::default() };
    let mut rng = GameRng::from_number(seed);
    let mut game = EleusisExpress::deal(&options, seats, None, &mut rng).ok()?;
    let mut bot = EleusisExpress::bot(level);
    while let Some(seat) = game.turn() {
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
        let mv = bot.choose(&observation, rng.bits(), cancel)?;
        if cancel.is_raised() {
            return None;
        }
        game.apply_quietly(seat, &mv, &mut rng);
    }
    let round = &game.table.game.finished().last()?.detail;
    let (is_named, mainline) = (round.named_by.is_some(), round.played.len());
    Some(BenchmarkRound { is_named, mainline, wrong_guesses: round.guesses.len() })
}
