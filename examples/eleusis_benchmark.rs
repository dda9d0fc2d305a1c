//! How often bots of Eleusis Express name secret rules, playing against the house, as a table:
//!
//! `cargo run --release --no-default-features --example eleusis_benchmark -- public 1 20`
//!
//! plays 20 rounds of each rule of the public benchmark with one bot of each level; `shipped` takes the rules that ship with Parlour
//! instead, and `made-up` as many rules of each grade as there are rounds, made up by the house.

use std::time::{Duration, Instant};

use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seats};
use parlour::games::eleusis::benchmark::{RULES, play};
use parlour::games::eleusis::composer::compose;
use parlour::games::eleusis::language::Rule;
use parlour::games::eleusis::secrets::{RuleGrade, all};

const LEVELS: [BotLevel; 3] = [BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];

/// Rules with what stands beside them in the table, and how often each is played.
fn rules(which: &str, rounds: u64) -> Option<(Vec<(Rule, String)>, u64)> {
    let rules: Vec<(Rule, String)> = match which {
        "public" => {
            let read = |sentence: &str| sentence.parse().unwrap_or_else(|error| panic!("{sentence}: {error}"));
            RULES.iter().map(|rule| (read(rule.sentence), format!("{:.2}", rule.by_models))).collect()
        }
        "shipped" => all().map(|(_, secret)| (secret.rule().clone(), format!("{:?}", secret.grade))).collect(),
        "made-up" => {
            let mut rng = GameRng::from_number(400);
            let of_grade = |grade: RuleGrade| {
                (0..rounds).filter_map(|_| Some((compose(grade, &mut rng)?, format!("{grade:?}")))).collect::<Vec<_>>()
            };
            return Some((RuleGrade::ALL.into_iter().flat_map(of_grade).collect(), 1));
        }
        _ => return None,
    };
    Some((rules, rounds))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: usize| arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let which = arguments.first().map_or("public", String::as_str);
    let (Some(seats), Some((rules, rounds))) = (Seats::new(number(1, 1)), rules(which, number(2, 20) as u64)) else {
        eprintln!("eleusis_benchmark [public|shipped|made-up] [BOTS] [ROUNDS]");
        std::process::exit(2);
    };
    println!("| rule | | easy | medium | hard | medium’s cards | hard’s cards | wrong guesses |");
    println!("|---|---|---|---|---|---|---|---|");
    let (mut sums, mut sum_of_cards, mut slowest) = ([0.0; 3], [0.0; 2], Duration::ZERO);
    for (rule, beside) in &rules {
        let start = Instant::now();
        let played =
            LEVELS.map(|level| -> Vec<_> { (0..rounds).filter_map(|seed| play(rule, level, seats, seed)).collect() });
        slowest = slowest.max(start.elapsed());
        let mean = |of: &dyn Fn(usize) -> f64| (0..rounds as usize).map(of).sum::<f64>() / rounds as f64;
        let shares = [0, 1, 2].map(|level: usize| mean(&|round| f64::from(u8::from(played[level][round].is_named))));
        let cards = [1, 2].map(|level: usize| mean(&|round| played[level][round].mainline as f64));
        let wrong = mean(&|round| played[2][round].wrong_guesses as f64);
        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share / rules.len() as f64);
        let ([easy, medium, hard], [of_medium, of_hard]) = (shares, cards);
        sum_of_cards.iter_mut().zip(cards).for_each(|(sum, cards)| *sum += cards / rules.len() as f64);
        println!(
            "| {rule} | {beside} | {easy:.2} | {medium:.2} | {hard:.2} | {of_medium:.1} | {of_hard:.1} | {wrong:.1} |"
        );
    }
    let ([easy, medium, hard], [of_medium, of_hard]) = (sums, sum_of_cards);
    println!("| all {} | | {easy:.3} | {medium:.3} | {hard:.3} | {of_medium:.1} | {of_hard:.1} | |", rules.len());
    eprintln!("The slowest rule took {:.1} s for all its rounds.", slowest.as_secs_f64());
}
