//! How often bots name the rules of the public benchmark, as a table: `cargo run --release --no-default-features --example
//! eleusis_benchmark -- 20`, with the number of rounds for each rule and level.

use std::time::Instant;

use parlour::engine::seats::BotLevel;
use parlour::games::eleusis::benchmark::{RULES, play_alone};

fn main() {
    let rounds: u64 = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(20);
    let levels = [BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];
    println!("| rule | models | easy | medium | hard |\n|---|---|---|---|---|");
    let mut sums = [0.0; 3];
    for rule in RULES {
        let secret = rule.sentence.parse().unwrap_or_else(|error| panic!("{}: {error}", rule.sentence));
        let start = Instant::now();
        let shares = levels.map(|level| {
            let named =
                (0..rounds).filter(|seed| play_alone(&secret, level, *seed).is_some_and(|round| round.is_named));
            named.count() as f64 / rounds as f64
        });
        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share / RULES.len() as f64);
        let [easy, medium, hard] = shares;
        println!("| {} | {:.2} | {easy:.2} | {medium:.2} | {hard:.2} |", rule.sentence, rule.by_models);
        eprintln!("{}: {:.1} s", rule.sentence, start.elapsed().as_secs_f64());
    }
    let [easy, medium, hard] = sums;
    println!("| all | 0.72 | {easy:.2} | {medium:.2} | {hard:.2} |");
}
