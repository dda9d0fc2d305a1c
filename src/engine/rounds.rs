//! A match of several rounds: who has how many points, who deals next, when it is over, and its score sheet.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::game::{Info, SetupError};
use super::outcome::Outcome;
use super::rng::GameRng;
use super::seats::{MOST_SEATS, Seat, SeatSet, Seats};
use crate::cards::CardBits;
use crate::words::{counted, joined, signed};

/// Points of each seat, in seat order.
pub type SeatPoints = ArrayVec<i32, { MOST_SEATS as usize }>;

/// An explicit deal of a card game: the deck of its first round, first card first, and who deals it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckDeal {
    pub deck: String,
    pub dealer: Seat,
}

impl DeckDeal {
    /// The first deck and dealer of a game: as given, or by lot. The cards of a given deck are exactly these.
    pub fn first<S: CardBits>(
        given: Option<&DeckDeal>,
        cards: S,
        seats: Seats,
        rng: &mut GameRng,
    ) -> Result<(Vec<S::Card>, Seat), SetupError> {
        let given = given.map(|given| (given.deck.as_str(), Some(given.dealer)));
        deck_and_seat(given, "dealer", cards, seats, rng)
    }
}

/// An explicit deal of a game that somebody begins: the deck, first card first, and who is first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstDeal {
    pub deck: String,
    /// `None`: it is drawn by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
}

impl FirstDeal {
    /// The deck and the first seat of a game: as given, or by lot. The cards of a given deck are exactly these.
    pub fn dealt<S: CardBits>(
        given: Option<&FirstDeal>,
        cards: S,
        seats: Seats,
        rng: &mut GameRng,
    ) -> Result<(Vec<S::Card>, Seat), SetupError> {
        let given = given.map(|given| (given.deck.as_str(), given.first));
        deck_and_seat(given, "first", cards, seats, rng)
    }
}

/// An explicit deal that is a deck alone, first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeDeck {
    pub deck: String,
}

impl WholeDeck {
    /// These cards: in the order that is given, or in random order.
    pub fn dealt<S: CardBits>(
        given: Option<&WholeDeck>,
        cards: S,
        rng: &mut GameRng,
    ) -> Result<Vec<S::Card>, SetupError> {
        given_or_shuffled("deck", given.map(|given| &given.deck), cards, rng)
    }
}

/// A deck and the seat that is called `what`: as given, or by lot.
fn deck_and_seat<S: CardBits>(
    given: Option<(&str, Option<Seat>)>,
    what: &str,
    cards: S,
    seats: Seats,
    rng: &mut GameRng,
) -> Result<(Vec<S::Card>, Seat), SetupError> {
    let drawn = Seat::new(rng.below(seats.count() as u32) as u8).unwrap_or(Seat::FIRST);
    let Some((deck, seat)) = given else { return Ok((shuffled(cards, rng), drawn)) };
    let seat = seat.unwrap_or(drawn);
    if seat.index() >= seats.count() {
        return Err(SetupError::Deal(format!("{what} {seat}; there are {} seats, from 0", seats.count())));
    }
    Ok((read_whole_deck("deck", deck, cards)?, seat))
}

/// The cards of an explicit deal in their order: each of these exactly once. `name` is what they are: "deck".
fn read_whole_deck<S: CardBits>(name: &str, text: &str, cards: S) -> Result<Vec<S::Card>, SetupError> {
    let deck = read_deck(name, text, cards)?;
    let held: S = deck.iter().copied().collect();
    match cards.minus(held).cards().next() {
        Some(missing) => {
            let (found, all) = (deck.len(), cards.count());
            Err(SetupError::Deal(format!("the {name}: {found} of {all} cards; {missing} is missing")))
        }
        None => Ok(deck),
    }
}

/// These cards in the order of an explicit deal, where there is one, or in random order. `name` is what they are: "deck".
pub fn given_or_shuffled<S: CardBits>(
    name: &str,
    given: Option<&String>,
    cards: S,
    rng: &mut GameRng,
) -> Result<Vec<S::Card>, SetupError> {
    given.map_or_else(|| Ok(shuffled(cards, rng)), |text| read_whole_deck(name, text, cards))
}

/// The cards of an explicit deal in their order: each of these at most once.
pub fn read_deck<S: CardBits>(name: &str, text: &str, cards: S) -> Result<Vec<S::Card>, SetupError> {
    let wrong = |what: String| SetupError::Deal(format!("the {name}: {what}"));
    let (mut deck, mut seen) = (Vec::new(), S::none());
    for (place, word) in (1..).zip(text.split_whitespace()) {
        let card: S::Card = word.parse().map_err(|error| wrong(format!("{error}")))?;
        if !cards.has(card) {
            return Err(wrong(format!("{card} is not one of its {} cards", cards.count())));
        }
        if seen.has(card) {
            return Err(wrong(format!("card {place}: {card} appears twice")));
        }
        seen = seen.with(S::of_one(card));
        deck.push(card);
    }
    Ok(deck)
}

/// These cards in random order.
pub fn shuffled<S: CardBits>(cards: S, rng: &mut GameRng) -> Vec<S::Card> {
    let mut deck = Vec::with_capacity(cards.count());
    deck.extend(cards.cards());
    rng.shuffle(&mut deck);
    deck
}

/// Whether a game is for so many seats.
pub fn check_seats(info: &Info, seats: Seats) -> Result<(), SetupError> {
    let (min, max) = info.seats;
    let fits = (usize::from(min)..=usize::from(max)).contains(&seats.count());
    if fits { Ok(()) } else { Err(SetupError::Seats { found: seats.count(), min, max }) }
}

/// When a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Until {
    /// After the round in which somebody has so many points.
    Points(i32),
    /// After the round in which somebody has so many points, and one side more than every other.
    Lead(i32),
    /// After so many rounds.
    Rounds(u32),
    /// After so many rounds, or as soon as somebody has won more than half of them. A point is a round won.
    BestOf(u32),
}

impl Until {
    /// For the score sheet of a game whose rounds are called so, and in which a player or a pair has points: "The game ends at 60
    /// points".
    ///
    /// ```
    /// use parlour::engine::rounds::Until;
    ///
    /// assert_eq!(Until::Points(60).in_words("Round", "player"), "The game ends at 60 points");
    /// assert_eq!(Until::Lead(100).in_words("Round", "pair"), "The match ends when a pair has 100 points or more and is ahead");
    /// assert_eq!(Until::Rounds(3).in_words("Round", "player"), "3 rounds");
    /// assert_eq!(Until::BestOf(5).in_words("Skirmish", "player"), "Best of 5");
    /// ```
    pub fn in_words(self, name: &str, side: &str) -> String {
        match self {
            Until::Points(points) => format!("The game ends at {points} points"),
            Until::Lead(points) => format!("The match ends when a {side} has {points} points or more and is ahead"),
            Until::Rounds(1) => String::new(),
            Until::Rounds(rounds) => format!("{rounds} {}s", name.to_lowercase()),
            Until::BestOf(rounds) => format!("Best of {rounds}"),
        }
    }
}

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedRound<R> {
    pub dealer: Seat,
    /// What each seat scored in it. Partners score alike.
    pub points: SeatPoints,
    /// What the points are made of.
    pub detail: R,
}

/// The rounds of a match so far. `R` says what the points of one round are made of.
///
/// ```
/// use parlour::engine::rounds::{Match, Until};
/// use parlour::engine::seats::{Seat, Seats};
///
/// let mut game = Match::<()>::new(Seats::new(2).unwrap(), Seat::FIRST, Until::Points(10));
/// game.finish([7, 2].into_iter().collect(), ());
/// assert_eq!((game.dealer(), game.is_over()), (Seat::new(1).unwrap(), false));
/// game.finish([3, 1].into_iter().collect(), ());
/// assert_eq!((game.totals().as_slice(), game.is_over()), ([10, 3].as_slice(), true));
/// assert_eq!(game.winners(), [Seat::FIRST]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match<R> {
    seats: Seats,
    /// Seats that many apart are partners; as many as there are seats if each plays alone.
    sides: usize,
    until: Until,
    dealer: Seat,
    /// Shared, so that a game is copied without them.
    finished: Arc<Vec<FinishedRound<R>>>,
    totals: SeatPoints,
    is_over: bool,
}

impl<R: Clone> Match<R> {
    /// A match in which each seat plays alone.
    pub fn new(seats: Seats, dealer: Seat, until: Until) -> Match<R> {
        let totals = seats.iter().map(|_| 0).collect();
        Match { seats, sides: seats.count(), until, dealer, finished: Arc::default(), totals, is_over: false }
    }

    /// The same with partners, who sit opposite each other: two by two.
    #[must_use]
    pub fn with_partners(self) -> Match<R> {
        Match { sides: self.seats.count() / 2, ..self }
    }

    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// Who deals the round that is being played.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    pub fn until(&self) -> Until {
        self.until
    }

    /// The number of the round that is being played, from 1; after the end that of the last one.
    pub fn round(&self) -> usize {
        self.finished.len() + usize::from(!self.is_over())
    }

    pub fn finished(&self) -> &[FinishedRound<R>] {
        &self.finished
    }

    /// A round is over; the next seat deals the next one.
    pub fn finish(&mut self, points: SeatPoints, detail: R) {
        self.totals.iter_mut().zip(&points).for_each(|(total, points)| *total += points);
        Arc::make_mut(&mut self.finished).push(FinishedRound { dealer: self.dealer, points, detail });
        self.is_over = self.has_ended();
        if !self.is_over {
            self.dealer = self.seats.after(self.dealer);
        }
    }

    /// The points of each seat so far.
    pub fn totals(&self) -> &SeatPoints {
        &self.totals
    }

    /// The most points that a seat has.
    pub fn most(&self) -> i32 {
        self.totals.iter().max().copied().unwrap_or(0)
    }

    /// The seat and its partners.
    pub fn partners(&self, seat: Seat) -> SeatSet {
        let side = seat.index() % self.sides.max(1);
        self.seats.iter().filter(|other| other.index() % self.sides.max(1) == side).collect()
    }

    /// Whether partners have their points together.
    pub fn has_partners(&self) -> bool {
        self.sides < self.seats.count()
    }

    /// Those who share a column of the score sheet: each seat alone, or partners.
    pub fn sides(&self) -> Vec<SeatSet> {
        self.seats.iter().take(self.sides).map(|seat| self.partners(seat)).collect()
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    fn has_ended(&self) -> bool {
        let (most, played) = (self.most(), self.finished.len());
        match self.until {
            Until::Points(target) => most >= target,
            Until::Lead(target) => most >= target && self.has_one_leader(),
            Until::Rounds(rounds) => played >= rounds as usize,
            Until::BestOf(rounds) => played >= rounds as usize || 2 * most > rounds as i32,
        }
    }

    /// The seats with the most points.
    pub fn winners(&self) -> Vec<Seat> {
        self.seats.with_most(|seat| self.totals.get(seat.index()).copied().unwrap_or(0))
    }

    /// Whether one side has more points than every other.
    fn has_one_leader(&self) -> bool {
        let winners = self.winners();
        winners.first().is_some_and(|winner| self.partners(*winner).len() == winners.len())
    }

    /// How it ended, under the title for one winning side or the one for several.
    pub fn outcome(&self, alone: &str, shared: &str, reason: String) -> Outcome {
        let (winners, is_alone) = (self.winners(), self.has_one_leader());
        Outcome { winners, title: if is_alone { alone } else { shared }.to_owned(), reason }
    }

    /// "after 3 rounds".
    pub fn so_far(&self) -> String {
        format!("after {}", counted(self.finished.len() as u32, "round", "rounds"))
    }

    /// The points of all seats, in seat order, with this between them.
    pub fn points_in_words(&self, between: &str) -> String {
        joined(self.totals.iter().map(|points| signed(*points)), between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(each: &[i32]) -> SeatPoints {
        each.iter().copied().collect()
    }

    fn seats(count: usize) -> Seats {
        Seats::new(count).expect("seats")
    }

    fn game_side(seat: usize, count: usize) -> usize {
        seat % (count / 2)
    }

    #[test]
    fn partners_sit_opposite_each_other_and_share_their_points() {
        for count in [4, 6] {
            let mut game = Match::<()>::new(seats(count), Seat::FIRST, Until::Rounds(2)).with_partners();
            let sides = game.sides();
            assert_eq!(sides.len(), count / 2);
            assert!(sides.iter().all(|side| side.len() == 2));
            assert!(game.partners(Seat::FIRST).contains(Seat::new(count as u8 / 2).expect("opposite")));
            game.finish((0..count).map(|seat| i32::from(game_side(seat, count) == 1)).collect(), ());
            assert_eq!(game.winners().iter().map(|seat| seat.index()).collect::<Vec<_>>(), [1, 1 + count / 2]);
        }
    }

    #[test]
    fn the_deal_passes_on_until_the_end() {
        let mut game = Match::<()>::new(seats(3), Seat::new(2).expect("a seat"), Until::Rounds(2));
        assert_eq!((game.dealer().index(), game.round()), (2, 1));
        game.finish(points(&[1, 0, 0]), ());
        assert_eq!((game.dealer().index(), game.round()), (0, 2));
        game.finish(points(&[0, 1, 0]), ());
        assert_eq!((game.dealer().index(), game.round(), game.is_over()), (0, 2, true));
        assert_eq!(game.finished().iter().map(|round| round.dealer.index()).collect::<Vec<_>>(), [2, 0]);
    }

    #[test]
    fn a_lead_is_needed_where_a_target_alone_does_not_end_the_match() {
        let mut game = Match::<()>::new(seats(4), Seat::FIRST, Until::Lead(100)).with_partners();
        game.finish(points(&[100, 100, 100, 100]), ());
        assert!(!game.is_over(), "both sides have the target");
        game.finish(points(&[0, 10, 0, 10]), ());
        assert_eq!((game.is_over(), game.winners().len()), (true, 2));
    }

    #[test]
    fn a_deal_may_name_who_is_first() {
        let dealt = |first: Option<u8>| {
            let deck = crate::cards::MystiqueSet::DECK.to_string();
            let deal = FirstDeal { deck, first: first.and_then(Seat::new) };
            FirstDeal::dealt(Some(&deal), crate::cards::MystiqueSet::DECK, seats(3), &mut GameRng::from_number(1))
        };
        assert_eq!(dealt(Some(2)).expect("a deal").1.index(), 2);
        assert!(dealt(None).expect("a deal").1.index() < 3);
        assert_eq!(dealt(Some(3)).expect_err("refused").to_string(), "first 3; there are 3 seats, from 0");
    }

    #[test]
    fn the_best_of_three_ends_with_two_wins_and_a_tie_counts_for_nobody() {
        let mut game = Match::<()>::new(seats(2), Seat::FIRST, Until::BestOf(3));
        game.finish(points(&[1, 0]), ());
        assert!(!game.is_over());
        game.finish(points(&[0, 0]), ());
        assert!(!game.is_over());
        game.finish(points(&[0, 1]), ());
        assert!(game.is_over());
        assert_eq!(game.winners().len(), 2, "one each");
        let mut game = Match::<()>::new(seats(2), Seat::FIRST, Until::BestOf(3));
        game.finish(points(&[1, 0]), ());
        game.finish(points(&[1, 0]), ());
        assert!(game.is_over());
    }
}
