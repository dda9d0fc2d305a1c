//! The deal of the day: in every game one deal a date, the same for everybody, for the date is its seed.
//!
//! Only [`DayClock`] looks at the clock; all else is told the day. Where nobody can tell the day, there is no deal of the day.

use std::time::SystemTime;

use bevy::prelude::*;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::platform::time_zone::{self, TimeZoneError};
use super::ui_state::UiState;
use crate::catalogue::{self, GameEntry};
use crate::engine::seats::Seats;
use crate::engine::table_session::TableSession;

/// From here on days are numbered.
const FIRST: Date = Date::constant(1970, 1, 1);

/// Said where there is no deal of the day.
pub const NO_DATE: &str = "Parlour cannot tell today’s date, so there is no deal of the day.";

/// Tells what day it is here.
#[derive(Resource, Clone, Debug)]
pub struct DayClock(Result<TimeZone, TimeZoneError>);

impl DayClock {
    pub fn in_zone(zone: Result<TimeZone, TimeZoneError>) -> DayClock {
        DayClock(zone)
    }

    /// Today's date; `None` in a time zone that cannot be read, and with a clock before the year -9999 or after 9999.
    pub fn today(&self) -> Option<Date> {
        self.day_of(SystemTime::now())
    }

    fn day_of(&self, moment: SystemTime) -> Option<Date> {
        let zone = self.0.as_ref().ok()?;
        Some(zone.to_datetime(Timestamp::try_from(moment).ok()?).date())
    }

    /// Why nobody can tell what day it is, if so.
    fn trouble(&self) -> Option<String> {
        match &self.0 {
            Err(error) => {
                Some(format!("{NO_DATE} Check your system’s time zone, or the TZ variable if you set one: {error}."))
            }
            Ok(_) if self.today().is_none() => Some(format!("{NO_DATE} Set the clock of your computer.")),
            Ok(_) => None,
        }
    }
}

pub fn plugin(app: &mut App) {
    app.insert_resource(DayClock::in_zone(time_zone::local())).add_systems(Startup, say_trouble);
}

fn say_trouble(clock: Res<DayClock>, mut ui: ResMut<UiState>) {
    if let Some(why) = clock.trouble() {
        ui.say(why);
    }
}

/// The seed of a day's deal: `2026-11-23`.
pub fn seed_of(day: Date) -> String {
    day.to_string()
}

/// The day of which this is the seed, if it is written like one.
pub fn day_of_seed(seed: &str) -> Option<Date> {
    let day: Date = seed.parse().ok()?;
    (seed_of(day) == seed).then_some(day)
}

/// What is set in a day's deal for so many seats: what a game proposes, whatever its players set for other deals.
pub fn options_on(day: Date, entry: &GameEntry, seats: Seats) -> String {
    let number = day.duration_since(FIRST).as_hours() / 24;
    entry.options_of_the_day(u64::try_from(number).unwrap_or_default(), seats)
}

/// The day whose deal this is, if people play it.
pub fn day_of(session: &dyn TableSession) -> Option<Date> {
    let day = day_of_seed(session.seed()).filter(|_| session.is_dealt_by_seed())?;
    let players = session.players();
    let (entry, seats) = (catalogue::find(session.info().id)?, Seats::new(players.len())?);
    let is_played = players.iter().any(|player| player.bot.is_none());
    let is_set = entry.seats_of_the_day(seats) == seats && session.options_text() == options_on(day, entry, seats);
    (is_played && is_set).then_some(day)
}

/// "23 November 2026".
pub fn in_words(day: Date) -> String {
    day.strftime("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::time::Duration;

    use super::*;
    use crate::engine::record::Player;
    use crate::engine::seats::BotLevel;

    const DAY: Date = Date::constant(2026, 11, 23);

    #[test]
    fn a_seed_is_a_day_only_if_it_is_written_like_one() {
        assert_eq!((seed_of(DAY).as_str(), in_words(DAY).as_str()), ("2026-11-23", "23 November 2026"));
        assert_eq!(day_of_seed("2026-11-23"), Some(DAY));
        assert_eq!(day_of_seed("2028-02-29"), Some(Date::constant(2028, 2, 29)), "a leap year");
        for seed in ["", "tea", "20261123", "2026-11-31", "2027-02-29", " 2026-11-23", "2026-11-23T10:00", "26-11-23"] {
            assert_eq!(day_of_seed(seed), None, "{seed:?}");
        }
    }

    #[test]
    fn a_clock_that_no_calendar_reaches_and_a_zone_that_cannot_be_read_tell_no_day() {
        let day = |zone: &str, seconds: u64| {
            let zone = TimeZone::posix(zone).expect("a rule");
            let moment = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)).expect("a moment");
            DayClock::in_zone(Ok(zone)).day_of(moment)
        };
        assert_eq!(day("UTC0", 1_795_391_999), Some(DAY.yesterday().expect("a day")));
        assert_eq!(day("CET-1", 1_795_391_999), Some(DAY), "an hour later");
        assert_eq!(day("UTC0", 253_402_200_000), Some(Date::constant(9999, 12, 30)));
        for seconds in [253_402_300_800, 1 << 60] {
            assert_eq!(day("UTC0", seconds), None, "after the year 9999");
        }
        let broken = time_zone::named(OsStr::new("/dev/zero"));
        assert_eq!((DayClock::in_zone(broken.clone()).today(), broken.is_err()), (None, true));
        let said = DayClock::in_zone(broken).trouble().expect("something to say");
        assert!(said.contains("no deal of the day") && said.contains("/dev/zero"), "{said}");
    }

    #[test]
    fn a_days_deal_has_its_seed_its_options_and_a_person_who_plays_it() {
        let mess = catalogue::find("mess-machine").expect("the game");
        let people = || ["Ada", "Blaise"].map(Player::person).to_vec();
        let day = |seed: &str, players: Vec<Player>, options: &str| {
            day_of(&*mess.start_with(seed, players, options).expect("a deal"))
        };
        assert_eq!(day("2026-11-23", people(), ""), Some(DAY));
        assert_eq!(day("2026-11-23", vec![Player::person("Ada")], ""), Some(DAY), "alone it has options of its own");
        assert_eq!(day("2026-11-24", people(), ""), Some(Date::constant(2026, 11, 24)));
        assert_eq!(day("tea", people(), ""), None);
        assert_eq!(day("2026-11-23", people(), "(difficulty: Hard)"), None);
        assert_eq!(day("2026-11-23", [BotLevel::Easy; 2].map(Player::bot).to_vec(), ""), None);
    }

    #[test]
    fn every_day_has_a_puzzle_that_is_the_same_for_everybody() {
        let mystery = catalogue::find("mystery-machine").expect("the game");
        let tomorrow = DAY.tomorrow().expect("a day");
        let [options, next] = [DAY, tomorrow].map(|day| options_on(day, mystery, Seats::ONE));
        assert_ne!(options, next);
        let deal = |seed: &str, options: &str| {
            day_of(&*mystery.start_with(seed, vec![Player::person("You")], options).expect("a deal"))
        };
        assert_eq!(deal("2026-11-23", &options), Some(DAY));
        assert_eq!(deal("2026-11-23", &next), None, "another day's puzzle");
    }
}
