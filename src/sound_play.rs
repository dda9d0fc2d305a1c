//! BlunderTally how often bots do what nobody does who knows a game: the blunders of [`Blunders`].
//!
//! Few positions invite a blunder. So easy bots, which are quick, play games with every number of players in turn; wherever a move would be
//! a blunder and another would not, the bot that is tried chooses instead, and its move is played.

use serde::Serialize;

use crate::engine::blunders::Blunders;
use crate::engine::game::{Bots, Cancel, Game, Observation};
use crate::engine::outcome::Stage;
use crate::engine::record::{Player, Record};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, Seats, Viewer};
use crate::engine::session::Session;
use crate::simulation::{self, SimulationError, Watch};

/// What a bot did where blunders were possible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SoundPlay {
    /// Games played to their end.
    pub games: u64,
    /// In the order of the game's list.
    pub blunders: Vec<BlunderCount>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BlunderCount {
    /// What is done, as it goes on from "a bot that".
    pub name: &'static str,
    /// Decisions in which it was possible, and something that is no blunder as well.
    pub chances: u64,
    /// In how many of them the bot did it.
    pub made: u64,
}

/// What happened in one game, by the places of the blunders in the list.
#[derive(Clone, Default)]
struct BlunderTally {
    chances: Vec<u64>,
    made: Vec<u64>,
}

impl BlunderTally {
    fn add(&mut self, possible: &[usize], made: Option<usize>) {
        for number in possible {
            self.chances[*number] += 1;
        }
        if let Some(number) = made {
            self.made[number] += 1;
        }
    }
}

/// Tries the bots of a level in so many games, dealt as [`simulation::run`] deals them; on all processors. Stopped, it gives what was
/// found until then.
pub fn count<G: Bots + Blunders>(
    level: BotLevel,
    games: u64,
    seed: &str,
    options: &G::Options,
    watch: &Watch<'_>,
) -> Result<SoundPlay, SimulationError> {
    let tables = tables::<G>(options);
    let seats_of = |game: usize| tables.get(game % tables.len().max(1)).copied().unwrap_or(Seats::ONE);
    let played = simulation::in_parallel(games as usize, watch, |game| {
        play::<G>(&simulation::seed_of(seed, game as u64), seats_of(game), level, options, watch.stop)
    })?;
    let sum =
        |of: fn(&BlunderTally) -> &[u64], number: usize| played.iter().filter_map(|game| of(game).get(number)).sum();
    let blunders = G::BLUNDERS.iter().enumerate().map(|(number, blunder)| BlunderCount {
        name: blunder.name,
        chances: sum(|counts| &counts.chances, number),
        made: sum(|counts| &counts.made, number),
    });
    Ok(SoundPlay { games: played.len() as u64, blunders: blunders.collect() })
}

/// The numbers of players for which these options can be dealt.
fn tables<G: Game>(options: &G::Options) -> Vec<Seats> {
    let (fewest, most) = G::INFO.seats;
    let deals = |seats: &Seats| G::deal(options, *seats, None, &mut GameRng::from_number(0)).is_ok();
    (fewest..=most).filter_map(|count| Seats::new(count.into())).filter(deals).collect()
}

fn play<G: Bots + Blunders>(
    seed: &str,
    seats: Seats,
    level: BotLevel,
    options: &G::Options,
    stop: &Cancel,
) -> Result<BlunderTally, SimulationError> {
    let wrong = |error: &dyn std::fmt::Display| SimulationError::Deal(error.to_string());
    let players = seats.iter().map(|_| Player::bot(BotLevel::Easy)).collect();
    let record = Record::<G>::new(seed, options.clone(), players);
    let mut session = Session::load(record).map_err(|error| wrong(&error))?;
    let mut bots: Vec<_> = seats.iter().map(|_| [G::bot(BotLevel::Easy), G::bot(level)]).collect();
    let none = vec![0; G::BLUNDERS.len()];
    let mut counts = BlunderTally { chances: none.clone(), made: none };
    while let Some(seat) = acting(session.game()) {
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (session.game().view(who), session.seen(who, 0), session.game().legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
        let possible = possible(&observation);
        let [easy, tried] = bots.get_mut(seat.index()).ok_or_else(|| wrong(&"there is a seat without a bot"))?;
        let bot_seed = GameRng::for_step(seed, u64::MAX - session.turns().len() as u64).bits();
        let bot = if possible.is_empty() { easy } else { tried };
        let mv = bot.choose(&observation, bot_seed, stop);
        // A move that was cut short counts for nothing.
        if stop.is_raised() {
            return Err(SimulationError::Stopped);
        }
        let mv = mv.ok_or_else(|| wrong(&"a bot found no move"))?;
        if !possible.is_empty() {
            counts.add(&possible, G::blunder(&observation, &mv));
        }
        session.play(seat, mv).map_err(|error| wrong(&error))?;
    }
    Ok(counts)
}

fn acting(game: &impl Game) -> Option<Seat> {
    match game.stage() {
        Stage::Act(acting) => acting.first(),
        Stage::Over(_) => None,
    }
}

/// The blunders that are possible, by their places in the list; none where nothing else is possible.
fn possible<G: Blunders>(observation: &Observation<'_, G>) -> Vec<usize> {
    let found: Vec<Option<usize>> = observation.legal.listed().iter().map(|mv| G::blunder(observation, mv)).collect();
    if found.iter().all(Option::is_some) {
        return Vec::new();
    }
    let mut possible: Vec<usize> = found.into_iter().flatten().collect();
    possible.sort_unstable();
    possible.dedup();
    possible
}
