//! Which days' deals were played, and how many days in a row.

use std::collections::BTreeMap;
use std::iter;

use jiff::ToSpan;
use jiff::civil::Date;

use super::store::Finished;

/// Of each day whose deal was finished, the first game that was: later ones count for nothing here.
pub fn finished_days(games: &[Finished]) -> BTreeMap<Date, &Finished> {
    let mut days = BTreeMap::new();
    for (day, game) in games.iter().filter(|game| !game.given_up).filter_map(|game| Some((game.day()?, game))) {
        days.entry(day).or_insert(game);
    }
    days
}

/// How many days in a row the day's deal was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Streak {
    /// Up to today, or up to yesterday while today's deal waits.
    pub current: u32,
    pub longest: u32,
}

impl Streak {
    /// From the days whose deals were finished, in ascending order. Days after today are left out.
    pub fn of(days: impl IntoIterator<Item = Date>, today: Date) -> Streak {
        let (mut run, mut longest, mut last) = (0u32, 0u32, None);
        for day in days.into_iter().take_while(|day| *day <= today) {
            run = if is_day_after(last, day) { run + 1 } else { 1 };
            longest = longest.max(run);
            last = Some(day);
        }
        let goes_on = last == Some(today) || is_day_after(last, today);
        Streak { current: if goes_on { run } else { 0 }, longest }
    }
}

fn is_day_after(before: Option<Date>, day: Date) -> bool {
    before.and_then(|before| before.tomorrow().ok()) == Some(day)
}

/// The days of a month in rows of seven that begin with Monday; `None` stands for the days before its first.
pub fn weeks_of(month: Date) -> Vec<Vec<Option<Date>>> {
    let first = month.first_of_month();
    let before = iter::repeat_n(None, first.weekday().to_monday_zero_offset() as usize);
    let days = first.series(1.day()).take(first.days_in_month() as usize).map(Some);
    let cells: Vec<Option<Date>> = before.chain(days).collect();
    cells.chunks(7).map(<[_]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().expect("a date")
    }

    fn streak(days: &[&str], today: &str) -> (u32, u32) {
        let Streak { current, longest } = Streak::of(days.iter().map(|text| day(text)), day(today));
        (current, longest)
    }

    #[test]
    fn today_may_still_come_but_yesterday_may_not_be_missing() {
        let days = ["2026-11-20", "2026-11-21", "2026-11-22"];
        assert_eq!(streak(&days, "2026-11-22"), (3, 3));
        assert_eq!(streak(&days, "2026-11-23"), (3, 3), "today is not over");
        assert_eq!(streak(&days, "2026-11-24"), (0, 3));
        assert_eq!(streak(&[], "2026-11-24"), (0, 0));
        assert_eq!(streak(&["2026-11-24"], "2026-11-24"), (1, 1));
    }

    #[test]
    fn a_gap_ends_a_streak_and_the_end_of_a_month_or_year_does_not() {
        let days = ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01", "2026-12-03", "2026-12-04"];
        assert_eq!(streak(&days, "2026-12-04"), (2, 4));
        assert_eq!(streak(&["2026-12-31", "2027-01-01"], "2027-01-01"), (2, 2));
        assert_eq!(streak(&["2028-02-28", "2028-02-29", "2028-03-01"], "2028-03-01"), (3, 3), "a leap year");
        assert_eq!(streak(&["2027-02-28", "2027-03-01"], "2027-03-02"), (2, 2));
        assert_eq!(streak(&["2028-02-28", "2028-03-01"], "2028-03-01"), (1, 1), "29 February is missing");
    }

    #[test]
    fn a_day_that_is_still_to_come_counts_for_nothing() {
        assert_eq!(streak(&["2026-11-22", "2026-11-23", "2026-11-24"], "2026-11-22"), (1, 1));
    }

    #[test]
    fn weeks_begin_with_monday_and_months_have_their_days() {
        let shape = |month: &str| {
            let weeks = weeks_of(day(month));
            let blank = weeks[0].iter().filter(|cell| cell.is_none()).count();
            let last = weeks.iter().flatten().flatten().next_back().map(|day| day.day());
            (blank, weeks.len(), last)
        };
        assert_eq!(shape("2026-11-23"), (6, 6, Some(30)), "the first is a Sunday");
        assert_eq!(shape("2027-02-14"), (0, 4, Some(28)), "the first is a Monday");
        assert_eq!(shape("2028-02-01"), (1, 5, Some(29)), "a leap year");
        assert_eq!(shape("2026-12-31"), (1, 5, Some(31)));
        assert_eq!(weeks_of(day("2026-11-23"))[4][0], Some(day("2026-11-23")));
    }

    #[test]
    fn of_a_day_the_first_game_that_was_finished_counts() {
        let game = |seed: &str, score: i32| Finished {
            seed: seed.to_owned(),
            scores: vec![score],
            daily: true,
            ..Finished::default()
        };
        let games = [
            Finished { given_up: true, ..game("2026-11-22", 1) },
            game("2026-11-22", 2),
            game("2026-11-22", 3),
            Finished { daily: false, ..game("2026-11-23", 4) },
            game("tea", 5),
        ];
        let found: Vec<(Date, i32)> = finished_days(&games).iter().map(|(day, game)| (*day, game.scores[0])).collect();
        assert_eq!(found, [(day("2026-11-22"), 2)]);
    }
}
