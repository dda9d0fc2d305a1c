//! An evening as a value, without a window: who is there, what is played, who came where in each game, and what all of it comes to.
//!
//! A game brings points by places: among four people the first place four, the second three, and so on. Those who share places share
//! what these bring. Bots fill up where a game needs more players than there are people, and are not ranked; whoever is a bot’s partner
//! has the place of both. From game to game another person begins.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::catalogue::{self, GAMES};
use crate::engine::game::Info;
use crate::engine::record::{LONGEST_NAME, LONGEST_SEED, Player};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, MOST_SEATS, Seat};
use crate::engine::table_session::TableSession;
use crate::words::{capitalised, counted_in_words, does, listed, with_names};

/// The version of the format in which evenings are written, and the only one that is read.
const EVENING_FORMAT: u32 = 1;

/// An evening has no more games.
pub const MOST_GAMES: usize = 24;

/// The longest options of a game that are read, in bytes. They may hold a whole puzzle.
const LONGEST_OPTIONS: usize = 256 << 10;

/// The longest date that is read, in characters.
const LONGEST_DAY: usize = 20;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evening {
    parlour_evening: u32,
    /// The day on which it began, as in `2026-11-23`; empty where nobody could tell.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub day: String,
    /// The names of the people, in the order in which they sit in the first game.
    pub people: Vec<String>,
    /// Who fills up, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Player>,
    pub games: Vec<EveningGame>,
    /// Whether it was ended before all games were played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
}

/// A game of an evening, played or still to come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EveningGame {
    /// The game’s id.
    pub game: String,
    /// Its options, as text; empty for the default ones.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// The seed of its deal, by which its save and its record are known; `None` until it is dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The place of each person, from 1, in the order of [`Evening::people`]; empty until the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
}

impl EveningGame {
    pub fn new(game: &str, options: &str) -> EveningGame {
        EveningGame { game: game.to_owned(), options: options.to_owned(), seed: None, places: Vec::new() }
    }

    /// What is known of the game; `None` for one that this program does not have.
    pub fn info(&self) -> Option<&'static Info> {
        catalogue::find(&self.game).map(|entry| entry.info)
    }

    pub fn title(&self) -> &str {
        self.info().map_or(self.game.as_str(), |info| info.title)
    }

    pub fn is_over(&self) -> bool {
        !self.places.is_empty()
    }
}

/// Points of an evening, counted in halves. Whoever shares places gets the mean of what they bring, and the mean of numbers that follow
/// each other is whole or lies in the middle between two whole ones: every sum is exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Points(u32);

impl Points {
    /// What each of those gets who share a place, from 1, among so many people.
    ///
    /// ```
    /// use parlour::app::evening::programme::Points;
    ///
    /// assert_eq!(Points::of_place(1, 1, 3).to_string(), "3");
    /// assert_eq!(Points::of_place(1, 2, 3).to_string(), "2½");
    /// assert_eq!(Points::of_place(3, 1, 3).to_string(), "1");
    /// ```
    pub fn of_place(place: u8, sharing: usize, people: usize) -> Points {
        let place = usize::from(place);
        let best = (people + 1).saturating_sub(place);
        let worst = (people + 2).saturating_sub(place + sharing);
        Points((best + worst) as u32)
    }

    /// "1 point", "2½ points".
    pub fn in_words(self) -> String {
        format!("{self} {}", if self == Points(2) { "point" } else { "points" })
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

/// What the evening comes to for somebody so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EveningTotal {
    /// By number, in the order of [`Evening::people`].
    pub person: usize,
    /// From 1; those with equal points share one.
    pub place: u8,
    pub points: Points,
}

impl Evening {
    /// An evening that begins. Bots have these names, as far as nobody else has them.
    pub fn new(
        people: Vec<String>,
        bots: impl IntoIterator<Item = String>,
        level: BotLevel,
        games: Vec<EveningGame>,
        day: String,
    ) -> Evening {
        let bots = bots_beside(&people, bots, level);
        Evening { parlour_evening: EVENING_FORMAT, day, people, bots, games, ended: false }
    }

    /// Checks what a file holds; an error says what would be right.
    pub fn check(&self) -> Result<(), String> {
        let found = self.parlour_evening;
        if found != EVENING_FORMAT {
            return Err(format!("evening format {found}; this version of Parlour reads format {EVENING_FORMAT}"));
        }
        check_line(&self.day, LONGEST_DAY, "the day")?;
        self.check_players()?;
        if !(1..=MOST_GAMES).contains(&self.games.len()) {
            return Err(format!("{} games; an evening has 1 to {MOST_GAMES}", self.games.len()));
        }
        self.games.iter().try_for_each(|game| self.check_game(game))
    }

    fn check_players(&self) -> Result<(), String> {
        let (people, bots, most) = (self.people.len(), self.bots.len(), usize::from(MOST_SEATS));
        if people == 0 || people > most || bots > most - people {
            return Err(format!(
                "{people} people and {bots} bots; an evening is for 1 to {most} people, bots included"
            ));
        }
        if self.bots.iter().any(|bot| bot.bot.is_none()) {
            return Err("one of the `bots` has no level".to_owned());
        }
        let mut known = BTreeSet::new();
        for name in self.people.iter().chain(self.bots.iter().map(|bot| &bot.name)) {
            check_line(name, LONGEST_NAME, "a player’s name")?;
            if name.trim().is_empty() || !known.insert(name) {
                return Err("every player must have a name of their own".to_owned());
            }
        }
        Ok(())
    }

    fn check_game(&self, game: &EveningGame) -> Result<(), String> {
        let people = self.people.len();
        let name: String = game.game.chars().take(LONGEST_NAME).collect();
        let Some(info) = game.info() else { return Err(format!("there is no game called {name:?}")) };
        if !is_for(info, people) || seats_of(info, people) > people + self.bots.len() {
            return Err(format!("{name} cannot be played by {people} people and {} bots", self.bots.len()));
        }
        if game.options.len() > LONGEST_OPTIONS {
            return Err(format!("the options of {name} have more than {LONGEST_OPTIONS} bytes"));
        }
        check_line(game.seed.as_deref().unwrap_or_default(), LONGEST_SEED, "a seed")?;
        if game.is_over() && (game.places.len() != people || !is_ranking(&game.places)) {
            return Err(format!("the places in {name} are {:?}, which {people} people cannot have", game.places));
        }
        Ok(())
    }

    /// Who plays the game with this number, from 0, in playing order: each time the next person begins, and bots sit last.
    pub fn players(&self, number: usize) -> Vec<Player> {
        let mut players: Vec<Player> = self.people.iter().map(Player::person).collect();
        let people = players.len();
        players.rotate_left(number % people.max(1));
        let seats = self.games.get(number).and_then(EveningGame::info).map_or(people, |info| seats_of(info, people));
        players.extend(self.bots.iter().take(seats.saturating_sub(people)).cloned());
        players
    }

    /// The places that people have in the game with this number, by the points and the winners of its seats. Whoever has won is ahead,
    /// whatever the points say: rules may decide between equal ones.
    pub fn places(&self, number: usize, scores: &[i32], winners: &[Seat]) -> Vec<u8> {
        let people = self.people.len();
        let seat_of = |person: usize| (person + people - number % people) % people;
        let reached = |person: usize| {
            let seat = seat_of(person);
            (winners.iter().any(|winner| winner.index() == seat), scores.get(seat).copied().unwrap_or(i32::MIN))
        };
        let all: Vec<(bool, i32)> = (0..people).map(reached).collect();
        let ahead = |own: &(bool, i32)| all.iter().filter(|other| *other > own).count();
        all.iter().map(|own| 1 + ahead(own) as u8).collect()
    }

    /// Whether this is the game with this number as it was dealt: the same deal played once more is practice.
    pub fn is_game(&self, number: usize, session: &dyn TableSession) -> bool {
        let Some(game) = self.games.get(number) else { return false };
        let is_dealt = session.info().id == game.game && game.seed.as_deref() == Some(session.seed());
        is_dealt && !session.is_practice() && session.players() == self.players(number)
    }

    /// Whether this is a game of the evening.
    pub fn has(&self, session: &dyn TableSession) -> bool {
        (0..self.games.len()).any(|number| self.is_game(number, session))
    }

    /// Notes who came where in a game that is over. What is known already stays.
    pub fn finish(&mut self, number: usize, places: Vec<u8>) {
        if let Some(game) = self.games.get_mut(number).filter(|game| !game.is_over()) {
            game.places = places;
        }
    }

    /// The number of the game that comes next or is being played; `None` once the evening is over.
    pub fn next(&self) -> Option<usize> {
        self.games.iter().position(|game| !game.is_over()).filter(|_| !self.ended)
    }

    pub fn next_game(&self) -> Option<&EveningGame> {
        self.games.get(self.next()?)
    }

    pub fn is_over(&self) -> bool {
        self.next().is_none()
    }

    /// How many games are over.
    pub fn finished(&self) -> usize {
        self.games.iter().filter(|game| game.is_over()).count()
    }

    /// What the game with this number brought each person; empty until it is over.
    pub fn points_in(&self, number: usize) -> Vec<Points> {
        let Some(game) = self.games.get(number) else { return Vec::new() };
        let sharing = |place: &u8| game.places.iter().filter(|other| *other == place).count();
        let points = |place: &u8| Points::of_place(*place, sharing(place), self.people.len());
        game.places.iter().map(points).collect()
    }

    /// What the evening comes to for everybody, most points first; of those who are level, whoever sat first in the first game.
    pub fn totals(&self) -> Vec<EveningTotal> {
        let mut sums = vec![Points::default(); self.people.len()];
        for number in 0..self.games.len() {
            for (sum, points) in sums.iter_mut().zip(self.points_in(number)) {
                *sum += points;
            }
        }
        let place = |points: Points| 1 + sums.iter().filter(|other| **other > points).count() as u8;
        let total =
            |(person, points): (usize, &Points)| EveningTotal { person, place: place(*points), points: *points };
        let mut totals: Vec<EveningTotal> = sums.iter().enumerate().map(total).collect();
        totals.sort_by_key(|total| total.place);
        totals
    }

    /// Those who are ahead, once a game is over and there is anybody to be ahead of.
    pub fn leaders(&self) -> Vec<&str> {
        if self.finished() == 0 || self.people.len() < 2 {
            return Vec::new();
        }
        let first = self.totals().into_iter().filter(|total| total.place == 1);
        first.filter_map(|total| self.people.get(total.person)).map(String::as_str).collect()
    }

    /// How it stands, or how it ended, in a few words.
    pub fn headline(&self) -> String {
        let leaders = self.leaders();
        match (self.is_over(), leaders.as_slice()) {
            (true, []) => format!("An evening of {}", counted_in_words(self.finished(), "game", "games")),
            (true, [winner]) => with_names(&format!("{} the evening", does(0, "wins", "win")), &[*winner]),
            (true, all) => format!("{} share first place", listed(all)),
            (false, []) if self.finished() == 0 => "The evening begins".to_owned(),
            (false, []) => capitalised(&format!("{} so far", counted_in_words(self.finished(), "game", "games"))),
            (false, [leader]) => with_names(&does(0, "leads", "lead"), &[*leader]),
            (false, all) if all.len() == self.people.len() => "Everybody is level".to_owned(),
            (false, all) => format!("{} share the lead", listed(all)),
        }
    }
}

/// Bots with these names, as many as there is room for beside the people. No two players have the same name.
fn bots_beside(people: &[String], names: impl IntoIterator<Item = String>, level: BotLevel) -> Vec<Player> {
    let mut known: BTreeSet<String> = people.iter().cloned().collect();
    let more = (1..).map(|number| format!("Bot {number}"));
    let names = names.into_iter().chain(more).filter(|name| !name.trim().is_empty() && known.insert(name.clone()));
    let room = usize::from(MOST_SEATS).saturating_sub(people.len());
    names.take(room).map(|name| Player { name, bot: Some(level) }).collect()
}

/// Whether so many people can have these places: ahead of everybody are as many as their place says.
fn is_ranking(places: &[u8]) -> bool {
    let ahead = |place: u8| places.iter().filter(|other| **other < place).count();
    places.iter().all(|place| usize::from(*place) == 1 + ahead(*place))
}

fn check_line(value: &str, longest: usize, what: &str) -> Result<(), String> {
    let length = value.chars().count();
    if length > longest || value.chars().any(char::is_control) {
        return Err(format!("{what} must be one line of at most {longest} characters"));
    }
    Ok(())
}

/// Whether so many people can play this together. Whoever is alone may play anything.
pub fn is_for(info: &Info, people: usize) -> bool {
    (1..=usize::from(info.seats.1)).contains(&people)
}

/// How many seats a game for so many people has: bots fill up.
pub fn seats_of(info: &Info, people: usize) -> usize {
    people.max(usize::from(info.seats.0))
}

/// How long a game takes people, in minutes.
pub fn minutes_of(info: &Info) -> u16 {
    let (least, most) = info.minutes;
    (u16::from(least) + u16::from(most)).div_ceil(2)
}

/// Games that so many people can play in so much time, another choice for each seed: none comes again before all others have come, a
/// light one comes first, and neighbours differ in kind and weight where they can.
pub fn propose(people: usize, minutes: u16, seed: &str) -> Vec<&'static Info> {
    let infos = GAMES.iter().map(|entry| entry.info);
    let mut pool: Vec<&'static Info> = infos.filter(|info| is_for(info, people)).collect();
    GameRng::for_step(seed, 0).shuffle(&mut pool);
    let (mut chosen, mut left): (Vec<&'static Info>, u16) = (Vec::new(), minutes);
    while chosen.len() < MOST_GAMES {
        let last = chosen.last().filter(|_| pool.len() > 1).map(|last| last.id);
        let fewest = pool.iter().map(|info| times(info, &chosen)).min().unwrap_or_default();
        let is_next =
            |info: &&Info| times(info, &chosen) == fewest && minutes_of(info) <= left && Some(info.id) != last;
        let Some(next) = pool.iter().copied().filter(is_next).min_by_key(|info| sameness(info, &chosen)) else { break };
        left -= minutes_of(next);
        chosen.push(next);
    }
    chosen
}

fn times(info: &Info, chosen: &[&Info]) -> usize {
    chosen.iter().filter(|other| other.id == info.id).count()
}

/// How much there is against a game after those that are chosen: that it is like the last one, or too heavy to begin with.
fn sameness(info: &Info, chosen: &[&Info]) -> u8 {
    match chosen.last() {
        Some(last) => u8::from(last.kind == info.kind) + u8::from(last.weight == info.weight),
        None => info.weight as u8,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::game::{Complexity, Kind};

    const CIRCLE: &str = "mystique-circle";
    const DOMINATION: &str = "mystique-domination";

    fn evening(people: &[&str], games: &[&str]) -> Evening {
        let people = people.iter().map(|name| (*name).to_owned()).collect();
        let bots = ["Ada", "Emmy", "Felix"].map(str::to_owned);
        let games = games.iter().map(|game| EveningGame::new(game, "")).collect();
        Evening::new(people, bots, BotLevel::Easy, games, "2026-11-23".to_owned())
    }

    fn names(players: &[Player]) -> Vec<&str> {
        players.iter().map(|player| player.name.as_str()).collect()
    }

    fn points(evening: &Evening, number: usize) -> Vec<String> {
        evening.points_in(number).iter().map(Points::to_string).collect()
    }

    #[test]
    fn a_place_brings_as_many_points_as_there_are_people_behind_it_and_one_more() {
        let mut evening = evening(&["Ada", "Ben", "Clara"], &[CIRCLE, CIRCLE, CIRCLE, CIRCLE]);
        for (number, places) in [[2, 1, 3], [1, 1, 3], [1, 2, 2], [1, 1, 1]].into_iter().enumerate() {
            evening.finish(number, places.to_vec());
        }
        assert_eq!(points(&evening, 0), ["2", "3", "1"]);
        assert_eq!(points(&evening, 1), ["2½", "2½", "1"], "the first two places shared");
        assert_eq!(points(&evening, 2), ["3", "1½", "1½"]);
        assert_eq!(points(&evening, 3), ["2", "2", "2"]);
        let totals: Vec<(usize, u8, String)> =
            evening.totals().iter().map(|total| (total.person, total.place, total.points.to_string())).collect();
        assert_eq!(totals, [(0, 1, "9½".to_owned()), (1, 2, "9".to_owned()), (2, 3, "5½".to_owned())]);
        assert_eq!((Points(1).to_string().as_str(), Points(0).to_string().as_str()), ("½", "0"));
        assert_eq!([2, 3].map(|halves| Points(halves).in_words()), ["1 point", "1½ points"]);
    }

    #[test]
    fn each_time_the_next_person_begins_and_bots_fill_up_without_a_rank() {
        let evening = evening(&["Ben", "Clara", "Ada"], &[CIRCLE, DOMINATION, DOMINATION, CIRCLE]);
        assert_eq!(names(&evening.players(0)), ["Ben", "Clara", "Ada"]);
        assert_eq!(names(&evening.players(1)), ["Clara", "Ada", "Ben", "Emmy"], "somebody else is called Ada");
        assert_eq!(names(&evening.players(2)), ["Ada", "Ben", "Clara", "Emmy"]);
        assert_eq!(names(&evening.players(3)), ["Ben", "Clara", "Ada"]);
        assert_eq!(evening.players(1)[3].bot, Some(BotLevel::Easy));
        // Clara and Ben play together, and Ada with the bot: by seats Clara, Ada, Ben, Emmy.
        let seats = [0, 1, 2, 3].map(|seat| Seat::new(seat).expect("a seat"));
        assert_eq!(evening.places(1, &[40, 101, 40, 101], &[seats[1], seats[3]]), [2, 2, 1]);
        assert_eq!(evening.places(1, &[101, 40, 101, 40], &[seats[0], seats[2]]), [1, 1, 3]);
    }

    #[test]
    fn winners_are_ahead_of_those_with_as_many_points() {
        let evening = evening(&["Ada", "Ben", "Clara"], &[CIRCLE]);
        let second = Seat::new(1).expect("a seat");
        assert_eq!(evening.places(0, &[7, 7, 9], &[second]), [3, 1, 2]);
        assert_eq!(evening.places(0, &[7, 7, 9], &[]), [2, 2, 1], "nobody won");
        assert_eq!(evening.places(0, &[], &[]), [1, 1, 1]);
    }

    #[test]
    fn how_it_stands_and_how_it_ended_are_said_in_words() {
        let mut three = evening(&["Ada", "Ben", "Clara"], &[CIRCLE, CIRCLE, CIRCLE]);
        assert_eq!(three.headline(), "The evening begins");
        three.finish(0, vec![1, 1, 1]);
        assert_eq!(three.headline(), "Everybody is level");
        three.finish(1, vec![1, 1, 3]);
        assert_eq!(three.headline(), "Ada and Ben share the lead");
        three.finish(2, vec![1, 1, 3]);
        assert_eq!(three.headline(), "Ada and Ben share first place");
        let mut two = evening(&["You", "Ben"], &[CIRCLE, CIRCLE]);
        two.finish(0, vec![1, 2]);
        assert_eq!(two.headline(), "You lead");
        two.ended = true;
        assert_eq!((two.headline().as_str(), two.is_over(), two.next()), ("You win the evening", true, None));
        two.finish(1, vec![2, 1]);
        assert_eq!(two.headline(), "You and Ben share first place");
        let mut alone = evening(&["Ben"], &[CIRCLE, CIRCLE]);
        alone.finish(0, vec![1]);
        assert_eq!(alone.headline(), "One game so far");
        alone.finish(1, vec![1]);
        assert_eq!(alone.headline(), "An evening of two games");
    }

    #[test]
    fn a_game_counts_once_whoever_notes_it() {
        let mut evening = evening(&["Ada", "Ben"], &[CIRCLE, CIRCLE]);
        evening.finish(0, vec![1, 2]);
        evening.finish(0, vec![2, 1]);
        evening.finish(9, vec![2, 1]);
        assert_eq!((points(&evening, 0), evening.next()), (vec!["2".to_owned(), "1".to_owned()], Some(1)));
    }

    #[test]
    fn a_game_of_the_evening_is_known_by_its_seed_and_its_players() {
        let mut evening = evening(&["Ada", "Ben"], &[CIRCLE, CIRCLE]);
        let entry = catalogue::find(CIRCLE).expect("the game");
        let dealt = |players: Vec<Player>, seed: &str| entry.start(seed, players).expect("a deal");
        assert!(!evening.has(&*dealt(evening.players(0), "tea")), "it is not dealt yet");
        evening.games[1].seed = Some("tea".to_owned());
        let own = dealt(evening.players(1), "tea");
        assert!(evening.is_game(1, &*own) && !evening.is_game(0, &*own) && !evening.is_game(7, &*own));
        assert!(!evening.has(&*dealt(evening.players(1), "milk")));
        assert!(!evening.has(&*dealt(evening.players(0), "tea")), "others sit there");
    }

    #[test]
    fn what_is_written_is_read_and_what_cannot_be_is_refused() {
        let mut fine = evening(&["Ada", "Ben"], &[CIRCLE, DOMINATION]);
        fine.games[0].seed = Some("tea".to_owned());
        fine.finish(0, vec![2, 1]);
        let text = ron::ser::to_string_pretty(&fine, ron::ser::PrettyConfig::default()).expect("text");
        assert_eq!(ron::from_str::<Evening>(&text).expect("an evening"), fine);
        assert_eq!(fine.check(), Ok(()));
        type Damage = fn(&mut Evening);
        let damages: [(Damage, &str); 12] = [
            (|evening| evening.parlour_evening = 2, "reads format 1"),
            (|evening| evening.people.clear(), "0 people"),
            (|evening| evening.people = vec!["Ada".to_owned(); 9], "9 people"),
            (|evening| evening.people[1] = "Ada".to_owned(), "a name of their own"),
            (|evening| evening.people[1] = "x".repeat(41), "at most 40"),
            (|evening| evening.people[1] = "a\u{1b}b".to_owned(), "one line"),
            (|evening| evening.bots[0].bot = None, "no level"),
            (|evening| evening.bots.clear(), "cannot be played by 2 people and 0 bots"),
            (|evening| evening.games.clear(), "0 games"),
            (|evening| evening.games[0].game = "whist".to_owned(), "no game called \"whist\""),
            (|evening| evening.games[0].places = vec![1, 3], "cannot have"),
            (|evening| evening.games[0].seed = Some("x".repeat(101)), "at most 100"),
        ];
        for (damage, says) in damages {
            let mut damaged = fine.clone();
            damage(&mut damaged);
            let said = damaged.check().expect_err(says);
            assert!(said.contains(says), "{said}");
        }
    }

    #[test]
    fn a_proposal_is_for_that_many_in_that_time_and_begins_lightly() {
        for (people, minutes) in [(1, 60), (2, 60), (3, 120), (4, 180), (6, 120), (8, 180)] {
            let games = propose(people, minutes, "tea");
            assert_eq!(games, propose(people, minutes, "tea"), "the same for the same seed");
            let length: u16 = games.iter().map(|info| minutes_of(info)).sum();
            assert!(length <= minutes && length + 30 > minutes, "{people} people: {length} of {minutes} minutes");
            assert!(games.iter().all(|info| usize::from(info.seats.1) >= people), "{people} people");
            let is_solitaire = |info: &&Info| info.kind == Kind::Solitaire || info.seats.1 == 1;
            assert!(people == 1 || !games.iter().any(is_solitaire), "{people} people");
            assert!(games.windows(2).all(|pair| pair[0].id != pair[1].id), "{people} people");
        }
        assert_eq!(propose(3, 60, "tea").first().map(|info| info.weight), Some(Complexity::Light));
        assert_ne!(propose(3, 180, "tea"), propose(3, 180, "milk"));
        assert_eq!((propose(0, 60, "tea"), propose(9, 60, "tea"), propose(3, 1, "tea")), (vec![], vec![], vec![]));
    }

    #[test]
    fn no_game_is_proposed_twice_while_another_fits() {
        let games = propose(3, 180, "tea");
        let different: BTreeSet<&str> = games.iter().map(|info| info.id).collect();
        assert_eq!(different.len(), games.len());
        // Only two games are for eight people.
        let games = propose(8, 180, "tea");
        let times = |id: &str| games.iter().filter(|info| info.id == id).count();
        assert!(games.iter().all(|info| times(info.id).abs_diff(games.len() / 2) <= 1), "{games:?}");
    }

    proptest! {
        /// Whatever the scores, places are a ranking, and what all get is what all places bring.
        #[test]
        fn a_game_brings_all_people_together_the_same(
            scores in proptest::collection::vec(-3i32..4, 1..=8),
            number in 0usize..20,
            won in proptest::collection::vec(0u8..8, 0..3),
        ) {
            let people: Vec<String> = (0..scores.len()).map(|person| format!("Person {person}")).collect();
            let games = vec![EveningGame::new("eleusis-express", ""); number + 1];
            let mut evening = Evening::new(people, [], BotLevel::Easy, games, String::new());
            let winners: Vec<Seat> = won.into_iter().filter_map(Seat::new).collect();
            let places = evening.places(number, &scores, &winners);
            prop_assert!(is_ranking(&places), "{places:?}");
            evening.finish(number, places);
            let all: u32 = evening.points_in(number).iter().map(|points| points.0).sum();
            let people = scores.len() as u32;
            prop_assert_eq!(all, people * (people + 1), "in halves");
            // Nobody who reached more has fewer points.
            let by_seat: Vec<usize> = {
                let players = evening.players(number);
                let person = |name: &String| players.iter().position(|player| player.name == *name);
                evening.people.iter().filter_map(person).collect()
            };
            let points = evening.points_in(number);
            for (one, seat) in by_seat.iter().enumerate() {
                for (other, other_seat) in by_seat.iter().enumerate() {
                    let has_won = |seat: usize| winners.iter().any(|winner| winner.index() == seat);
                    let reached = |seat: usize| (has_won(seat), scores[seat]);
                    prop_assert_eq!(reached(*seat).cmp(&reached(*other_seat)), points[one].cmp(&points[other]));
                }
            }
        }

        /// Totals are in order, share places as points say, and lose nothing.
        #[test]
        fn totals_add_up(all in proptest::collection::vec(proptest::collection::vec(0i32..5, 4), 0..10)) {
            let people: Vec<String> = ["Ada", "Ben", "Clara", "Dora"].map(str::to_owned).to_vec();
            let games = vec![EveningGame::new("eleusis-express", ""); all.len()];
            let mut evening = Evening::new(people, [], BotLevel::Easy, games, String::new());
            for (number, scores) in all.iter().enumerate() {
                let places = evening.places(number, scores, &[]);
                evening.finish(number, places);
            }
            let totals = evening.totals();
            prop_assert_eq!(totals.iter().map(|total| total.points.0).sum::<u32>(), 20 * all.len() as u32);
            let places: Vec<u8> = totals.iter().map(|total| total.place).collect();
            prop_assert!(is_ranking(&places) && places.is_sorted(), "{places:?}");
            prop_assert!(totals.windows(2).all(|pair| pair[0].points >= pair[1].points));
        }
    }
}
