//! What search is worth: how a bot that searches so much does against bots that search otherwise, in all other seats.
//!
//! `cargo run --release --no-default-features --example effort -- mystique-maze 2 100 tree:4000:4000 flat:240:240`
//!
//! deals a hundred games for two players, and plays each of them once with the first bot in each seat, against the second one. A bot is
//! `beginner` or `policy`, which do not look ahead, or `flat:WORLDS:PLAYOUTS` or `tree:WORLDS:PLAYOUTS`. Options of the game may follow:
//! `"(balance: true)"`.
//!
//! It prints the share of games that the first bot wins (whoever wins together shares a game), what that would be if all were equally
//! strong, by how many points it was ahead of the others on average, and how long a move of each took. The interval is that of 95 %, from
//! what the deals come to, each over all seats.

use std::process::exit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parlour::engine::game::{Bot, Cancel, Observation};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Viewer};
use parlour::engine::session::Session;
use parlour::games::{
    chain, circle, clique, domination, eddies, energy, guilds, maze, mystique, pillars, restraints, suns, up_and_down,
};
use parlour::search::{BeginnerBot, SearchBot, SearchBudget, Searchable, Strength};

const USAGE: &str = "effort GAME SEATS DEALS BOT BOT [OPTIONS], \
    a bot being beginner, policy, flat:WORLDS:PLAYOUTS or tree:WORLDS:PLAYOUTS";

/// Deals begin with this number, which no other measurement does.
const FIRST_DEAL: usize = 7_000_000;

/// One of the two bots that are compared.
#[derive(Clone, Copy)]
enum Contender {
    Beginner,
    Searching(Strength),
}

/// What is compared.
#[derive(Clone, Copy)]
struct Match<'a> {
    seats: usize,
    deals: usize,
    bots: [Contender; 2],
    options: &'a str,
}

/// Time for moves in which there was a choice.
#[derive(Clone, Copy, Default)]
struct Spent {
    time: Duration,
    moves: u32,
}

impl Spent {
    fn with(self, other: Spent) -> Spent {
        Spent { time: self.time + other.time, moves: self.moves + other.moves }
    }

    fn each(self) -> f64 {
        1000.0 * self.time.as_secs_f64() / f64::from(self.moves.max(1))
    }
}

/// What a deal came to for the first bot, on average over all seats.
#[derive(Clone, Copy, Default)]
struct DealResult {
    share: f64,
    by_chance: f64,
    margin: f64,
    spent: [Spent; 2],
}

fn contender(text: &str) -> Option<Contender> {
    let mut parts = text.split(':');
    let kind = parts.next()?;
    let mut number = || parts.next()?.parse().ok();
    match kind {
        "beginner" => Some(Contender::Beginner),
        "policy" => Some(Contender::Searching(Strength::Policy)),
        "flat" => Some(Contender::Searching(Strength::Flat(SearchBudget { worlds: number()?, playouts: number()? }))),
        "tree" => Some(Contender::Searching(Strength::Tree(SearchBudget { worlds: number()?, playouts: number()? }))),
        _ => None,
    }
}

fn play<G: Searchable>(of: Match<'_>, deal: usize, one_at: usize) -> Result<DealResult, String> {
    let options: G::Options = ron::from_str(of.options).map_err(|error| error.to_string())?;
    let seed = (FIRST_DEAL + deal).to_string();
    let players = vec![Player::bot(BotLevel::Hard); of.seats];
    let record = Record::<G>::new(seed, options, players);
    let mut session = Session::load(record).map_err(|error| error.to_string())?;
    let one = Seat::new(one_at as u8).ok_or("no such seat")?;
    let side = session.game().partners(one);
    let mut spent = [Spent::default(); 2];
    loop {
        let seat = match session.game().stage() {
            Stage::Act(acting) => acting.first().ok_or("nobody acts")?,
            Stage::Over(outcome) => {
                let winners: SeatSet = outcome.winners.iter().copied().collect();
                return Ok(result(&session.game().scores(), side, winners, spent));
            }
        };
        let number = usize::from(!side.contains(seat));
        let step = session.turns().len() as u64;
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (session.game().view(who), session.seen(who, 0), session.game().legal_moves(seat));
        let observation: Observation<'_, G> = Observation { seat, view: &view, seen: &seen, legal: &legal };
        let start = Instant::now();
        let bits = GameRng::for_step(&deal.to_string(), step).bits();
        let mv = match of.bots[number] {
            Contender::Searching(strength) => SearchBot(strength).choose(&observation, bits, &Cancel::new()),
            Contender::Beginner => BeginnerBot.choose(&observation, bits, &Cancel::new()),
        };
        let mv = mv.ok_or("a bot found no move")?;
        if legal.listed().len() > 1 {
            spent[number].time += start.elapsed();
            spent[number].moves += 1;
        }
        session.play(seat, mv).map_err(|error| error.to_string())?;
    }
}

fn result(scores: &[i32], side: SeatSet, winners: SeatSet, spent: [Spent; 2]) -> DealResult {
    let mean = |own: bool| {
        let of: Vec<f64> = scores
            .iter()
            .enumerate()
            .filter(|(seat, _)| Seat::new(*seat as u8).is_some_and(|seat| side.contains(seat)) == own)
            .map(|(_, score)| f64::from(*score))
            .collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    let shared = winners.iter().count().max(1) as f64;
    DealResult {
        share: winners.iter().filter(|winner| side.contains(*winner)).count() as f64 / shared,
        by_chance: side.iter().count() as f64 / scores.len().max(1) as f64,
        margin: mean(true) - mean(false),
        spent,
    }
}

/// A deal played once with the first bot in each seat.
fn deal<G: Searchable>(of: Match<'_>, number: usize) -> Result<DealResult, String> {
    let mut all = DealResult::default();
    let each = 1.0 / of.seats as f64;
    for one_at in 0..of.seats {
        let found = play::<G>(of, number, one_at)?;
        all.share += each * found.share;
        all.by_chance += each * found.by_chance;
        all.margin += each * found.margin;
        all.spent = [all.spent[0].with(found.spent[0]), all.spent[1].with(found.spent[1])];
    }
    Ok(all)
}

fn all_deals<G: Searchable>(of: Match<'_>) -> Result<Vec<DealResult>, String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= of.deals {
                return Ok(done);
            }
            done.push(deal::<G>(of, number)?);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found: Vec<Result<Vec<DealResult>, String>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    Ok(found.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

/// The mean of what the deals come to, and half the width of its 95 % interval.
fn mean(found: &[DealResult], of: fn(&DealResult) -> f64) -> (f64, f64) {
    let count = found.len().max(1) as f64;
    let mean = found.iter().map(of).sum::<f64>() / count;
    let squares: f64 = found.iter().map(|deal| (of(deal) - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt())
}

fn report<G: Searchable>(of: Match<'_>) -> Result<(), String> {
    let found = all_deals::<G>(of)?;
    let ((share, width), (margin, margin_width)) = (mean(&found, |deal| deal.share), mean(&found, |deal| deal.margin));
    let (by_chance, _) = mean(&found, |deal| deal.by_chance);
    let spent = found
        .iter()
        .fold([Spent::default(); 2], |[one, other], deal| [one.with(deal.spent[0]), other.with(deal.spent[1])]);
    println!(
        "{} games: {:.1} ± {:.1} %, by chance {:.1} %; ahead by {margin:.2} ± {margin_width:.2}; {:.1} and {:.1} ms a move",
        of.deals * of.seats,
        100.0 * share,
        100.0 * width,
        100.0 * by_chance,
        spent[0].each(),
        spent[1].each()
    );
    Ok(())
}

fn compare(game: &str, of: Match<'_>) -> Result<(), String> {
    match game {
        "mystique" => report::<mystique::Mystique>(of),
        "mystique-circle" => report::<circle::MystiqueCircle>(of),
        "mystique-chain" => report::<chain::MystiqueChain>(of),
        "battle-for-the-suns" => report::<suns::BattleForTheSuns>(of),
        "mystique-energy" => report::<energy::MystiqueEnergy>(of),
        "mystical-eddies" => report::<eddies::MysticalEddies>(of),
        "mystique-domination" => report::<domination::MystiqueDomination>(of),
        "up-and-down" => report::<up_and_down::UpAndDown>(of),
        "mystique-pillars" => report::<pillars::MystiquePillars>(of),
        "chain-of-restraints" => report::<restraints::ChainOfRestraints>(of),
        "clique-mystique" => report::<clique::CliqueMystique>(of),
        "mystique-maze" => report::<maze::MystiqueMaze>(of),
        "mystique-guilds" => report::<guilds::MystiqueGuilds>(of),
        other => Err(format!("{other} is no game whose bots search; {USAGE}")),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse().ok()).filter(|number| *number > 0);
    let bot = |place: usize| arguments.get(place).and_then(|text| contender(text));
    let (Some(game), Some(seats), Some(deals), Some(one), Some(other)) =
        (arguments.first(), number(1), number(2), bot(3), bot(4))
    else {
        eprintln!("{USAGE}");
        exit(2);
    };
    let options = arguments.get(5).map_or("()", String::as_str);
    if let Err(error) = compare(game, Match { seats, deals, bots: [one, other], options }) {
        eprintln!("{error}");
        exit(1);
    }
}
