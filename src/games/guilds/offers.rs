//! What cards are worth to players as the guilds stand, and the offers that may be worth making: examples of the thousands that the
//! rules allow, for whoever looks for one.

use arrayvec::ArrayVec;

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;

use super::guild::{Guild, MOST_PLAYERS, Tableaus};
use super::moves::Offer;
use super::table::GuildsTable;

/// For each of the others, so many cards are offered, each for so many choices of theirs.
const GIVEN: usize = 2;
const ASKED: usize = 2;

/// All offers that are listed at once.
type LikelyOffers = ArrayVec<Offer, { GIVEN * ASKED * (MOST_PLAYERS - 1) }>;

/// A lead counts half when it is as large as this, with an empty draw deck, and so much more for each card that is left in it.
const SLACK: (f32, f32) = (0.6, 0.1);

/// How a seat stands in each guild: by how much it is ahead of the best of the others, or behind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuildLeads {
    leads: [f32; Guild::COUNT],
    /// What each guild is worth as it stands.
    worths: [f32; Guild::COUNT],
    slack: f32,
}

impl GuildLeads {
    /// Of a seat, with so many cards left in the draw deck: the more, the less a lead is worth.
    pub fn of(tableaus: &Tableaus, seat: Seat, left: usize) -> GuildLeads {
        let slack = SLACK.0 + SLACK.1 * left as f32;
        let (mut leads, mut worths) = ([0.0; Guild::COUNT], [0.0; Guild::COUNT]);
        for ((guild, lead), worth) in Guild::all().zip(&mut leads).zip(&mut worths) {
            *lead = tableaus.lead(guild, seat);
            *worth = worth_of(guild, *lead, slack);
        }
        GuildLeads { leads, worths, slack }
    }

    /// What it is worth to have so much more in a guild, in points; so much less is worth less than nothing.
    pub fn gain(&self, guild: Guild, change: f32) -> f32 {
        let number = guild.index();
        worth_of(guild, self.leads[number] + change, self.slack) - self.worths[number]
    }

    /// The same of getting a card.
    pub fn getting(&self, card: MystiqueCard) -> f32 {
        self.gain(Guild::of(card), card.number().into())
    }

    /// The same of losing one.
    pub fn losing(&self, card: MystiqueCard) -> f32 {
        self.gain(Guild::of(card), -f32::from(card.number()))
    }

    /// What it is worth that the cards lie like this, in the guilds of those that have been moved.
    pub fn gained(&self, seat: Seat, after: &Tableaus, moved: MystiqueSet) -> f32 {
        let (mut gained, mut last) = (0.0, None);
        for guild in moved.iter().map(Guild::of) {
            // The cards of a guild follow each other.
            if last.replace(guild) != Some(guild) {
                gained += worth_of(guild, after.lead(guild, seat), self.slack) - self.worths[guild.index()];
            }
        }
        gained
    }
}

/// What a lead in a guild is worth, in points: half of all that the guild is worth for none.
#[inline]
fn worth_of(guild: Guild, lead: f32, slack: f32) -> f32 {
    guild.worth() as f32 * (0.5 + 0.5 * lead / (lead.abs() + slack))
}

impl Tableaus {
    /// By how much a seat is ahead of the best of the others in a guild, or behind.
    #[inline]
    fn lead(&self, guild: Guild, seat: Seat) -> f32 {
        f32::from(self.total(guild, seat)) - f32::from(self.best_rival(guild, seat))
    }

    /// The same after an exchange that a seat has offered.
    #[must_use]
    pub fn traded(mut self, seat: Seat, Offer { card, to, asked }: Offer) -> Tableaus {
        let card = [card].into_iter().collect();
        self.lose(seat, card);
        self.gain(to, card);
        self.lose(to, asked);
        self.gain(seat, asked);
        self
    }
}

impl GuildsTable {
    /// Offers of a seat that may be worth making: of the cards that are worth more to the other than to it, for those that are worth
    /// more to it.
    pub fn likely_offers(&self, seat: Seat) -> LikelyOffers {
        let (tableaus, left, mut offers) = (self.tableaus(), self.left(), LikelyOffers::new());
        let own = GuildLeads::of(&tableaus, seat, left);
        for to in self.seats().from(seat).skip(1) {
            let theirs = GuildLeads::of(&tableaus, to, left);
            let given = best(tableaus.of(seat), |card| theirs.getting(card) + own.losing(card));
            let asked = best(tableaus.of(to), |card| own.getting(card) + theirs.losing(card));
            for (card, count) in given.iter().flat_map(|card| (1..=asked.len()).map(move |count| (*card, count))) {
                if count <= usize::from(card.number()) {
                    let asked = asked.iter().take(count).copied().collect();
                    // There is room for all of them.
                    let _ = offers.try_push(Offer { card, to, asked });
                }
            }
        }
        offers
    }
}

/// The cards of which this is most, that one first.
fn best(cards: MystiqueSet, worth: impl Fn(MystiqueCard) -> f32) -> ArrayVec<MystiqueCard, 2> {
    let mut best: [Option<(f32, MystiqueCard)>; 2] = [None; 2];
    for card in cards.iter() {
        let here = Some((worth(card), card));
        let beats = |other: Option<(f32, MystiqueCard)>| {
            other.is_none_or(|(most, _)| here.is_some_and(|(worth, _)| worth > most))
        };
        match best {
            [first, _] if beats(first) => best = [here, first],
            [first, second] if beats(second) => best = [first, here],
            _ => {}
        }
    }
    best.into_iter().flatten().map(|(_, card)| card).collect()
}
