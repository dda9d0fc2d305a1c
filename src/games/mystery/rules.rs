//! The rules of Mystery Machine.
//!
//! One player collects low cards, pays the question piles with combinations of them, and names the mystery. The rules
//! follow the rulebook "Mystery Machine" (version 1.0, 18 April 2024), and the project's rulings where it is silent.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{Card, Rank, Suit};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, MoveTextError, Moves, ReadFile, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::words::counted;

use super::puzzle::shipped;
use super::puzzle::{Change, GridCell, Mystery, Price, Puzzle};
use super::solver::knowledge::{GridConstraints, Knowledge, Reasoner};
use super::solver::par::AnswersSeen;
use super::solver::spread::{CellContent, TwistedGrid};

pub const HAND: usize = 6;

/// If there are more possible guesses than this, only some are listed as legal moves.
const MOST_LISTED: usize = 400;

/// The puzzle to play: one that ships with Parlour, or the player's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The id of a puzzle that ships with Parlour.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// A puzzle file beside the record or in the player's folder; takes precedence over [`Options::puzzle`].
    #[serde(skip_serializing_if = "String::is_empty")]
    pub puzzle_file: String,
    /// The puzzle itself as one line of text, so that the record can be played anywhere; takes precedence over both.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub puzzle_text: String,
}

/// The outcome title of a right guess.
pub const SOLVED: &str = "Solved";

pub const DEFAULT_PUZZLE: &str = "welcome-mushy-heads";

impl Default for Options {
    fn default() -> Options {
        Options { puzzle: DEFAULT_PUZZLE.to_owned(), puzzle_file: String::new(), puzzle_text: String::new() }
    }
}

impl Options {
    /// The options for playing a puzzle of the player's own.
    pub fn own(puzzle: &Puzzle, file: impl Into<String>) -> Options {
        Options { puzzle: String::new(), puzzle_file: file.into(), puzzle_text: puzzle.to_line() }
    }

    /// Reads the chosen puzzle.
    ///
    /// # Errors
    /// An unknown id, an invalid puzzle, or a file that has not been read yet (see [`Game::resolve_files`]).
    pub fn read(&self) -> Result<Puzzle, SetupError> {
        if !self.puzzle_text.is_empty() {
            return Puzzle::read(&self.puzzle_text)
                .map_err(|error| SetupError::Options(format!("puzzle_text:{}: {error}", error.place)));
        }
        if !self.puzzle_file.is_empty() {
            let name: String = self.puzzle_file.chars().take(80).collect();
            return Err(SetupError::Options(format!("puzzle_file {name:?} was not found")));
        }
        shipped::find(&self.puzzle).ok_or_else(|| {
            let name: String = self.puzzle.chars().take(40).collect();
            let known: Vec<&str> = shipped::texts().map(|(id, _)| id).collect();
            SetupError::Options(format!("there is no puzzle {name:?}; this program has {}", known.join(", ")))
        })
    }
}

/// An explicit deal; empty parts are shuffled.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deal {
    /// The ranks of the rows from the top: `J A K Q`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ranks: String,
    /// The suits of the columns from the left: `S D H C`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub suits: String,
    /// The piles after all twists and changes, top first; jokers are `X1` and `X2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub piles: Vec<Vec<String>>,
    /// The low deck, next card first.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub low: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PileCard {
    Card(Card),
    /// An empty answer, 1 or 2.
    Joker(u8),
}

impl fmt::Display for PileCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PileCard::Card(card) => card.fmt(f),
            PileCard::Joker(number) => write!(f, "X{number}"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `pick 5H`, `pick 5H drop 2C`: takes a card of the market and dumps the other.
    Pick {
        card: Card,
        /// The card that a full hand discards.
        drop: Option<Card>,
    },
    /// `ask 1 with 3H 3S`: pays a pile with these cards and turns up its next card.
    Ask {
        /// Counted from 0.
        pile: u8,
        /// In ascending order.
        with: ArrayVec<Card, HAND>,
    },
    /// `guess KS`, `guess KS QH`: names the mystery, slot by slot, or as a set in ascending order.
    Guess(ArrayVec<Card, 4>),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
        match self {
            Move::Pick { card, drop: None } => write!(f, "pick {card}"),
            Move::Pick { card, drop: Some(drop) } => write!(f, "pick {card} drop {drop}"),
            Move::Ask { pile, with } => write!(f, "ask {} with {}", pile + 1, list(with)),
            Move::Guess(cards) => write!(f, "guess {}", list(cards)),
        }
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        let wrong =
            || MoveTextError::new(text, "moves are `pick 5H`, `pick 5H drop 2C`, `ask 1 with 3H 3S` and `guess KS`");
        let words: ArrayVec<&str, 9> = {
            let mut words = ArrayVec::new();
            for word in text.split(' ') {
                words.try_push(word).map_err(|_| wrong())?;
            }
            words
        };
        let card = |word: &str| word.parse::<Card>().map_err(|_| wrong());
        match words.as_slice() {
            ["pick", one] => Ok(Move::Pick { card: card(one)?, drop: None }),
            ["pick", one, "drop", other] => Ok(Move::Pick { card: card(one)?, drop: Some(card(other)?) }),
            ["ask", pile, "with", paid @ ..] if !paid.is_empty() && paid.len() <= HAND => {
                let number = pile.parse::<u8>().ok().filter(|number| (1..=8).contains(number) && pile.len() == 1);
                let mut with = paid.iter().map(|word| card(word)).collect::<Result<ArrayVec<Card, HAND>, _>>()?;
                with.sort_unstable();
                Ok(Move::Ask { pile: number.ok_or_else(wrong)? - 1, with })
            }
            ["guess", named @ ..] if !named.is_empty() && named.len() <= 4 => {
                Ok(Move::Guess(named.iter().map(|word| card(word)).collect::<Result<_, _>>()?))
            }
            _ => Err(wrong()),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Picked {
        card: Card,
        /// The other card of the market.
        dumped: Option<Card>,
        dropped: Option<Card>,
    },
    Came(ArrayVec<Card, 2>),
    Asked {
        /// Counted from 0.
        pile: u8,
        with: ArrayVec<Card, HAND>,
        answer: PileCard,
    },
    Guessed {
        cards: ArrayVec<Card, 4>,
        mystery: ArrayVec<Card, 4>,
        right: bool,
        ranks: Vec<Rank>,
        suits: [Suit; 4],
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct FinalGuess {
    cards: ArrayVec<Card, 4>,
    right: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MysteryMachine {
    puzzle: Arc<Puzzle>,
    reasoner: Arc<Reasoner>,
    /// For each row the number of its rank, for each column that of its suit, see [`Reasoner::card`].
    ranks: Vec<u8>,
    suits: [u8; 4],
    /// Top first, including the cards that are up.
    piles: Vec<Vec<PileCard>>,
    /// How many cards of each pile are up.
    up: Vec<u8>,
    mystery: ArrayVec<Card, 4>,
    /// Cards that are never shown: those of cells without a token, and those that were removed.
    stone: Vec<PileCard>,
    /// The low deck, next card last.
    low: Vec<Card>,
    market: ArrayVec<Card, 2>,
    /// In the order in which the cards were taken.
    hand: ArrayVec<Card, HAND>,
    dumped: Vec<Card>,
    questions: u32,
    known: Arc<Knowledge>,
    final_guess: Option<FinalGuess>,
}

/// Everything but the face-down cards.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub puzzle: Arc<Puzzle>,
    /// For each pile its face-up cards, in the order in which they came up.
    pub up: Vec<Vec<PileCard>>,
    /// For each pile the number of its face-down cards.
    pub down: Vec<usize>,
    pub market: ArrayVec<Card, 2>,
    /// In the order in which the cards were taken.
    pub hand: ArrayVec<Card, HAND>,
    pub low_left: usize,
    /// The low cards that are out of play.
    pub dumped: Vec<Card>,
    pub questions: u32,
    pub stone: usize,
    pub known: Arc<Knowledge>,
    /// Translates the numbers in [`View::known`] to cards.
    pub reasoner: Arc<Reasoner>,
    pub over: Option<FinalReveal>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalReveal {
    pub guess: ArrayVec<Card, 4>,
    pub mystery: ArrayVec<Card, 4>,
    pub right: bool,
    pub ranks: Vec<Rank>,
    pub suits: [Suit; 4],
}

impl View {
    pub fn seen(&self) -> AnswersSeen {
        answers_seen(&self.reasoner, self.up.iter().map(Vec::as_slice))
    }

    pub fn is_certain(&self) -> bool {
        self.known.answers.len() == 1
    }

    /// All ways to pay a pile from the hand, cards in ascending order; empty if the pile has no face-down cards.
    pub fn payments(&self, pile: usize) -> Vec<ArrayVec<Card, HAND>> {
        let can_ask = self.down.get(pile).is_some_and(|down| *down > 0);
        self.puzzle.piles.get(pile).filter(|_| can_ask).map_or(Vec::new(), |pile| payments(&self.hand, pile.price))
    }
}

fn answers_seen<'a>(reasoner: &Reasoner, up: impl Iterator<Item = &'a [PileCard]>) -> AnswersSeen {
    let mut seen = AnswersSeen::default();
    for (pile, answers) in up.enumerate() {
        for answer in answers {
            seen = match answer {
                PileCard::Card(card) => {
                    reasoner.number(*card).map_or(seen, |number| seen.with_card(pile, u32::from(number)))
                }
                PileCard::Joker(_) => seen.with_joker(pile),
            };
        }
    }
    seen
}

/// All ways to pay a price from these cards, sorted, each in ascending order.
pub fn payments(hand: &[Card], price: Price) -> Vec<ArrayVec<Card, HAND>> {
    let mut held: ArrayVec<Card, HAND> = hand.iter().copied().take(HAND).collect();
    held.sort_unstable();
    let mut found: Vec<ArrayVec<Card, HAND>> = (0u32..1 << held.len())
        .filter(|chosen| chosen.count_ones() as usize == price.cards())
        .map(|chosen| (0..held.len()).filter(|index| chosen >> index & 1 == 1).map(|index| held[index]).collect())
        .filter(|cards: &ArrayVec<Card, HAND>| pays(price, cards))
        .collect();
    found.sort_unstable();
    found
}

/// Whether exactly these cards, in ascending order, pay a price.
///
/// Two pairs may be of the same number: the rulebook asks for two groups and does not say that their numbers differ.
pub fn pays(price: Price, cards: &[Card]) -> bool {
    if cards.len() != price.cards() {
        return false;
    }
    let one_suit = || cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
    match price {
        Price::Same(_) => cards.windows(2).all(|pair| pair[0].rank() == pair[1].rank()),
        Price::Suit(_) => one_suit(),
        // Cards of one suit are sorted by number.
        Price::Flush(_) => {
            one_suit() && cards.windows(2).all(|pair| pair[0].rank().number() + 1 == pair[1].rank().number())
        }
        Price::Groups(first, second) => {
            let mut counts = [0u8; 14];
            cards.iter().for_each(|card| counts[usize::from(card.rank().number())] += 1);
            let mut groups: ArrayVec<u8, 14> = counts.into_iter().filter(|count| *count > 0).collect();
            groups.sort_unstable();
            let mut wanted = [first, second];
            wanted.sort_unstable();
            groups.as_slice() == wanted || groups.as_slice() == [4] && wanted == [2, 2]
        }
    }
}

pub fn low_deck(puzzle: &Puzzle) -> Vec<Card> {
    Suit::ALL.iter().flat_map(|suit| puzzle.low_ranks().map(|rank| Card::new(rank, *suit))).collect()
}

struct DealtGrid {
    ranks: Vec<u8>,
    suits: [u8; 4],
    piles: Vec<Vec<PileCard>>,
    mystery: ArrayVec<Card, 4>,
    stone: Vec<PileCard>,
}

/// The cards that are neither in a pile nor the mystery, and the jokers that removals drew.
fn cards_under_stone(puzzle: &Puzzle, reasoner: &Reasoner, piles: &[Vec<PileCard>], mystery: &[Card]) -> Vec<PileCard> {
    let cards = (0..puzzle.rows * 4).filter_map(|number| reasoner.card(number));
    let cards = cards.filter(|card| !mystery.contains(card)).map(PileCard::Card);
    let jokers = (1..=puzzle.jokers()).map(PileCard::Joker);
    cards.chain(jokers).filter(|answer| !piles.iter().flatten().any(|up| up == answer)).collect()
}

impl MysteryMachine {
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub fn mystery(&self) -> &[Card] {
        &self.mystery
    }

    /// The face-down cards of a pile, next first; hidden from players.
    pub fn to_come(&self, pile: usize) -> &[PileCard] {
        let up = self.up.get(pile).copied().map_or(0, usize::from);
        self.piles.get(pile).and_then(|pile| pile.get(up..)).unwrap_or_default()
    }

    /// The low deck, next card last; hidden from players.
    pub fn low(&self) -> &[Card] {
        &self.low
    }

    /// The same grid and piles as an explicit deal, whose low deck is shuffled again.
    pub fn grid_deal(&self) -> Deal {
        let ranks: Vec<String> = self.row_ranks().iter().map(|rank| rank.letter().to_string()).collect();
        let suits: Vec<String> = self.column_suits().iter().map(|suit| suit.letter().to_string()).collect();
        let piles = self.piles.iter().map(|pile| pile.iter().map(PileCard::to_string).collect()).collect();
        Deal { ranks: ranks.join(" "), suits: suits.join(" "), piles, low: String::new() }
    }

    fn row_ranks(&self) -> Vec<Rank> {
        let ranks = self.puzzle.ranks();
        self.ranks.iter().filter_map(|rank| ranks.get(usize::from(*rank)).copied()).collect()
    }

    fn column_suits(&self) -> [Suit; 4] {
        self.suits.map(|suit| Suit::ALL[usize::from(suit % 4)])
    }

    fn seen(&self) -> AnswersSeen {
        let up = self.piles.iter().zip(&self.up).map(|(pile, up)| pile.get(..usize::from(*up)).unwrap_or_default());
        answers_seen(&self.reasoner, up)
    }

    fn has_cards_left(&self, pile: u8) -> bool {
        !self.to_come(usize::from(pile)).is_empty()
    }

    fn fill_market(&mut self, events: &mut Vec<Event>) {
        let came: ArrayVec<Card, 2> = (0..2).filter_map(|_| self.low.pop()).collect();
        self.market.clone_from(&came);
        if !came.is_empty() {
            events.push(Event::Came(came));
        }
    }

    fn outcome(&self, guess: &FinalGuess) -> Outcome {
        let left = self.low.len() as i32;
        let asked = counted(self.questions, "question", "questions");
        let named = |cards: &[Card]| cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" and ");
        let mystery = named(&self.mystery);
        if guess.right {
            let low_cards = counted(left, "low card", "low cards");
            let reason = format!("The mystery was {mystery}, guessed after {asked} with {low_cards} left");
            return Outcome { winners: vec![Seat::FIRST], title: SOLVED.to_owned(), reason };
        }
        let reason = format!("The guess after {asked} was {}, but the mystery was {mystery}", named(&guess.cards));
        Outcome { winners: Vec::new(), title: "Not solved".to_owned(), reason }
    }

    /// Guesses to list as legal moves, and whether these are all.
    fn listed_guesses(&self) -> (Vec<Move>, bool) {
        let cards: Vec<Card> = (0..self.puzzle.rows * 4).filter_map(|number| self.reasoner.card(number)).collect();
        let slots = self.mystery.len();
        let count = (0..slots).try_fold(1usize, |count, slot| count.checked_mul(cards.len() - slot));
        if count.is_some_and(|count| count <= MOST_LISTED) {
            let mut guesses = BTreeSet::new();
            self.collect_guesses(&cards, &mut ArrayVec::new(), &mut guesses);
            return (guesses.into_iter().map(Move::Guess).collect(), true);
        }
        let answers = self.known.answers.iter().take(MOST_LISTED);
        (answers.map(|answer| Move::Guess(cards_of(&self.reasoner, answer))).collect(), false)
    }

    fn collect_guesses(&self, cards: &[Card], so_far: &mut ArrayVec<Card, 4>, found: &mut BTreeSet<ArrayVec<Card, 4>>) {
        if so_far.len() == self.mystery.len() {
            found.insert(self.normalised(so_far));
            return;
        }
        for card in cards {
            if !so_far.contains(card) {
                so_far.push(*card);
                self.collect_guesses(cards, so_far, found);
                so_far.pop();
            }
        }
    }

    /// The notation of a guess has sets in ascending order.
    fn normalised(&self, guess: &ArrayVec<Card, 4>) -> ArrayVec<Card, 4> {
        let mut guess = guess.clone();
        if self.puzzle.is_named_as_a_set() {
            guess.sort_unstable();
        }
        guess
    }

    fn check_pick(&self, card: Card, drop: Option<Card>) -> Result<(), Illegal> {
        if !self.market.contains(&card) {
            return Err(Illegal::because("#the-turn", format_args!("{} is not in the market", card.pretty())));
        }
        match drop {
            None if self.hand.is_full() => {
                Err(Illegal::because("#the-turn", "your hand is full; discard one of its six cards to take another"))
            }
            Some(_) if !self.hand.is_full() => {
                Err(Illegal::because("#the-turn", "you discard from your hand only when you take a seventh card"))
            }
            Some(drop) if !self.hand.contains(&drop) => {
                Err(Illegal::because("#the-turn", format_args!("{} is not in your hand", drop.pretty())))
            }
            _ => Ok(()),
        }
    }

    fn check_ask(&self, pile: u8, with: &[Card]) -> Result<(), Illegal> {
        let Some(asked) = self.puzzle.piles.get(usize::from(pile)) else {
            return Err(Illegal::because("#questions", format_args!("there is no pile {}", pile + 1)));
        };
        if !self.has_cards_left(pile) {
            return Err(Illegal::because("#questions", format_args!("pile {} has no face-down cards left", pile + 1)));
        }
        if let Some(card) = with.iter().find(|card| !self.hand.contains(card)) {
            return Err(Illegal::because("#questions", format_args!("{} is not in your hand", card.pretty())));
        }
        if with.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Illegal::because("#questions", "each card can pay only once"));
        }
        if !pays(asked.price, with) {
            return Err(Illegal::because("#prices", format_args!("pile {} costs {}", pile + 1, asked.price.words())));
        }
        Ok(())
    }

    fn check_guess(&self, cards: &ArrayVec<Card, 4>) -> Result<(), Illegal> {
        let slots = self.mystery.len();
        if cards.len() != slots {
            return Err(Illegal::because(
                "#the-end",
                format_args!("the mystery is {}; name that many", counted(slots, "card", "cards")),
            ));
        }
        if let Some(card) = cards.iter().find(|card| self.reasoner.number(**card).is_none()) {
            return Err(Illegal::because("#the-end", format_args!("{} is not in the grid", card.pretty())));
        }
        if (1..slots).any(|slot| cards[..slot].contains(&cards[slot])) {
            return Err(Illegal::because("#the-end", "each card is in the grid only once; name different cards"));
        }
        let normalised = self.normalised(cards);
        if *cards != normalised {
            let notation = Move::Guess(normalised);
            return Err(Illegal::because("#the-end", format_args!("write the set in deck order: `{notation}`")));
        }
        Ok(())
    }
}

/// The cards of an answer in [`Knowledge::answers`].
pub fn cards_of(reasoner: &Reasoner, answer: &[u8]) -> ArrayVec<Card, 4> {
    let mut cards: ArrayVec<Card, 4> = answer.iter().take(4).filter_map(|number| reasoner.card(*number)).collect();
    // The reasoner sorts sets by its own numbers, moves by the deck's order.
    if reasoner.names_a_set() {
        cards.sort_unstable();
    }
    cards
}

impl DealtGrid {
    /// Deals by the rulebook's routine: suits shuffled, ranks shuffled, twists, piles formed and shuffled, changes.
    fn random(puzzle: &Puzzle, reasoner: &Reasoner, constraints: &GridConstraints, rng: &mut GameRng) -> DealtGrid {
        let mut suits = [0, 1, 2, 3];
        rng.shuffle(&mut suits);
        let mut ranks: Vec<u8> = (0..puzzle.rows).collect();
        rng.shuffle(&mut ranks);
        let (ranks, suits) = (constraints.ranks.clone().unwrap_or(ranks), constraints.suits.unwrap_or(suits));
        let mut grid = TwistedGrid::new(puzzle);
        for twist in &puzzle.twists {
            grid.twist(twist, |lifted| rng.shuffle(lifted));
        }
        let card = |cell: GridCell| {
            let rank = ranks.get(usize::from(cell.row())).copied().unwrap_or(0);
            reasoner.card(rank * 4 + suits[usize::from(cell.column())])
        };
        let mut jokers = 0;
        let mut pile_card = |content: CellContent| match content {
            CellContent::CardOf(cell) => card(cell).map(PileCard::Card),
            CellContent::Joker => {
                jokers += 1;
                Some(PileCard::Joker(jokers))
            }
        };
        let mut piles: Vec<Vec<PileCard>> = puzzle
            .piles
            .iter()
            .map(|pile| pile.cells.iter().filter_map(|cell| grid.at(*cell)).filter_map(&mut pile_card).collect())
            .collect();
        let mut mystery: ArrayVec<Card, 4> = grid.mystery(puzzle).into_iter().take(4).filter_map(card).collect();
        piles.iter_mut().for_each(|pile| rng.shuffle(pile));
        let drawn = apply_changes(puzzle, &mut piles, jokers, rng);
        if puzzle.is_named_as_a_set() {
            mystery = drawn.into_iter().filter_map(PileCard::card).take(4).collect();
            mystery.sort_unstable();
        }
        DealtGrid::new(puzzle, reasoner, ranks, suits, piles, mystery)
    }

    /// Draws a random deal that has exactly these piles.
    fn with_piles(
        puzzle: &Puzzle,
        reasoner: &Reasoner,
        constraints: &GridConstraints,
        piles: Vec<Vec<PileCard>>,
        rng: &mut GameRng,
    ) -> Result<DealtGrid, SetupError> {
        let wrong = |why: String| Err(SetupError::Deal(why));
        if piles.len() != puzzle.piles.len() {
            return wrong(format!("the deal has {} piles; the puzzle has {}", piles.len(), puzzle.piles.len()));
        }
        for (pile, number) in piles.iter().zip(1..) {
            let askable = puzzle.askable(number - 1);
            if pile.len() != askable {
                return wrong(format!(
                    "pile {number} has {}; after all mods it should have {askable}",
                    counted(pile.len(), "card", "cards")
                ));
            }
        }
        let seen = answers_seen(reasoner, piles.iter().map(Vec::as_slice));
        let Some(sample) = reasoner.sample(&seen, constraints, rng) else {
            return wrong(
                "no deal of this puzzle gives these piles; each card must come from one of its pile's cells".to_owned(),
            );
        };
        let mut mystery: ArrayVec<Card, 4> =
            sample.mystery.iter().take(4).filter_map(|number| reasoner.card(*number)).collect();
        if puzzle.is_named_as_a_set() {
            mystery.sort_unstable();
        }
        Ok(DealtGrid::new(puzzle, reasoner, sample.ranks, sample.suits, piles, mystery))
    }

    fn new(
        puzzle: &Puzzle,
        reasoner: &Reasoner,
        ranks: Vec<u8>,
        suits: [u8; 4],
        piles: Vec<Vec<PileCard>>,
        mystery: ArrayVec<Card, 4>,
    ) -> DealtGrid {
        let stone = cards_under_stone(puzzle, reasoner, &piles, &mystery);
        DealtGrid { ranks, suits, piles, mystery, stone }
    }
}

/// Applies removals and adds, where twists have brought in `jokers` already. Returns what was drawn as the mystery.
fn apply_changes(puzzle: &Puzzle, piles: &mut [Vec<PileCard>], mut jokers: u8, rng: &mut GameRng) -> Vec<PileCard> {
    let mut drawn = Vec::new();
    for change in &puzzle.changes {
        let (Change::Remove { pile, .. } | Change::Add { pile, .. }) = *change;
        let Some(cards) = piles.get_mut(usize::from(pile) - 1) else { continue };
        match *change {
            Change::Remove { count, .. } => {
                let removed = cards.split_off(cards.len().saturating_sub(usize::from(count)));
                if matches!(puzzle.mystery, Mystery::Removed { pile: of, .. } if of == pile) {
                    drawn.extend(removed);
                }
            }
            Change::Add { jokers: added, .. } => {
                for _ in 0..added {
                    jokers += 1;
                    cards.push(PileCard::Joker(jokers));
                }
            }
        }
        rng.shuffle(cards);
    }
    drawn
}

impl PileCard {
    /// `None` for a joker.
    pub const fn card(self) -> Option<Card> {
        match self {
            PileCard::Card(card) => Some(card),
            PileCard::Joker(_) => None,
        }
    }
}

fn read_constraints(puzzle: &Puzzle, deal: &Deal) -> Result<GridConstraints, SetupError> {
    let mut constraints = GridConstraints::default();
    if !deal.ranks.is_empty() {
        let known = puzzle.ranks();
        let number = |word: &str| {
            let is_named = |rank: &Rank| word.len() == 1 && word.starts_with(rank.letter());
            known.iter().position(is_named).map(|rank| rank as u8)
        };
        let ranks: Option<Vec<u8>> = deal.ranks.split_whitespace().map(number).collect();
        let letters: Vec<String> = known.iter().map(|rank| rank.letter().to_string()).collect();
        let wrong = || {
            let (found, letters) = (short(&deal.ranks), letters.join(" "));
            SetupError::Deal(format!("the ranks are {found:?}; they must be {letters} in some order"))
        };
        let ranks = ranks.filter(|ranks| is_permutation(ranks, known.len())).ok_or_else(wrong)?;
        constraints.ranks = Some(ranks);
    }
    if !deal.suits.is_empty() {
        let number = |word: &str| {
            let is_named = |suit: &Suit| word.len() == 1 && word.starts_with(suit.letter());
            Suit::ALL.iter().position(is_named).map(|suit| suit as u8)
        };
        let suits: Option<Vec<u8>> = deal.suits.split_whitespace().map(number).collect();
        let wrong = || {
            let found = short(&deal.suits);
            SetupError::Deal(format!("the suits are {found:?}; they must be S H D C in some order"))
        };
        let suits = suits.filter(|suits| is_permutation(suits, 4)).ok_or_else(wrong)?;
        constraints.suits = suits.try_into().ok();
    }
    Ok(constraints)
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn is_permutation(numbers: &[u8], count: usize) -> bool {
    numbers.len() == count && (0..count).all(|number| numbers.contains(&(number as u8)))
}

fn read_piles(puzzle: &Puzzle, reasoner: &Reasoner, piles: &[Vec<String>]) -> Result<Vec<Vec<PileCard>>, SetupError> {
    let mut seen = BTreeSet::new();
    let mut read = |word: &String, number: usize| {
        let wrong = |why: &str| SetupError::Deal(format!("pile {number}: {:?} {why}", short(word)));
        let answer = match word.as_str() {
            "X1" => PileCard::Joker(1),
            "X2" => PileCard::Joker(2),
            text => PileCard::Card(text.parse().map_err(|_| wrong("is neither a card nor a joker X1 or X2"))?),
        };
        if answer.card().is_some_and(|card| reasoner.number(card).is_none()) {
            return Err(wrong("is not in the grid"));
        }
        if matches!(answer, PileCard::Joker(number) if number > puzzle.jokers()) {
            return Err(wrong("is not a joker of this puzzle"));
        }
        if !seen.insert(answer) {
            return Err(wrong("is listed twice"));
        }
        Ok(answer)
    };
    piles.iter().zip(1..).map(|(pile, number)| pile.iter().map(|word| read(word, number)).collect()).collect()
}

/// Reads the low deck, and returns it with the next card last.
fn read_low(puzzle: &Puzzle, text: &str) -> Result<Vec<Card>, SetupError> {
    let mut left: BTreeSet<Card> = low_deck(puzzle).into_iter().collect();
    let mut cards = Vec::new();
    for (word, number) in text.split_whitespace().zip(1..) {
        let wrong = |why: &str| SetupError::Deal(format!("low deck, card {number}: {:?} {why}", short(word)));
        let card: Card = word.parse().map_err(|_| wrong("is not a card"))?;
        if !left.remove(&card) {
            return Err(wrong("is not in the low deck or is listed twice"));
        }
        cards.push(card);
    }
    if let Some(missing) = left.first() {
        return Err(SetupError::Deal(format!(
            "the low deck has {}; {} missing, for example {missing}",
            counted(cards.len(), "card", "cards"),
            counted(left.len(), "card is", "cards are")
        )));
    }
    cards.reverse();
    Ok(cards)
}

impl Game for MysteryMachine {
    const INFO: Info = Info {
        id: "mystery-machine",
        title: "Mystery Machine",
        tagline: "Buy answers with low cards until the mystery is certain",
        source: "from the rulebook “Mystery Machine” (2024)",
        rules: 1,
        seats: (1, 1),
        minutes: (10, 20),
        kind: Kind::Deduction,
        weight: Complexity::Heavy,
        secrets: false,
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn deal(options: &Options, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        if seats != Seats::ONE {
            return Err(SetupError::Seats { found: seats.count(), min: 1, max: 1 });
        }
        let puzzle = options.read()?;
        let reasoner = Reasoner::new(&puzzle).map_err(|error| SetupError::Options(error.to_string()))?;
        let deal = deal.cloned().unwrap_or_default();
        let constraints = read_constraints(&puzzle, &deal)?;
        let grid = if deal.piles.is_empty() {
            DealtGrid::random(&puzzle, &reasoner, &constraints, rng)
        } else {
            let piles = read_piles(&puzzle, &reasoner, &deal.piles)?;
            DealtGrid::with_piles(&puzzle, &reasoner, &constraints, piles, rng)?
        };
        let low = if deal.low.is_empty() {
            let mut low = low_deck(&puzzle);
            rng.shuffle(&mut low);
            low
        } else {
            read_low(&puzzle, &deal.low)?
        };
        let DealtGrid { ranks, suits, piles, mystery, stone } = grid;
        let up = vec![0; piles.len()];
        let known = Arc::new(reasoner.knowledge(&AnswersSeen::default()));
        let mut game = MysteryMachine {
            puzzle: Arc::new(puzzle),
            reasoner: Arc::new(reasoner),
            ranks,
            suits,
            piles,
            up,
            mystery,
            stone,
            low,
            market: ArrayVec::new(),
            hand: ArrayVec::new(),
            dumped: Vec::new(),
            questions: 0,
            known,
            final_guess: None,
        };
        game.fill_market(&mut Vec::new());
        Ok(game)
    }

    fn resolve_files(mut options: Options, read: ReadFile<'_>) -> Result<Options, SetupError> {
        if options.puzzle_text.is_empty() && !options.puzzle_file.is_empty() {
            let name: String = options.puzzle_file.chars().take(80).collect();
            let in_file = |why: String| SetupError::Options(format!("puzzle_file {name:?}: {why}"));
            let text = read(&options.puzzle_file).map_err(in_file)?;
            let puzzle = Puzzle::read(&text).map_err(|error| in_file(format!("{}: {error}", error.place)))?;
            options.puzzle_text = puzzle.to_line();
        }
        Ok(options)
    }

    fn same_deal(&self) -> Option<Deal> {
        Some(self.grid_deal())
    }

    fn stage(&self) -> Stage {
        match &self.final_guess {
            Some(guess) => Stage::Over(self.outcome(guess)),
            None => Stage::Act(SeatSet::only(Seat::FIRST)),
        }
    }

    fn moves(&self, _: Seat) -> Moves<Move> {
        let mut moves = Vec::new();
        for card in &self.market {
            if self.hand.is_full() {
                moves.extend(self.hand.iter().map(|drop| Move::Pick { card: *card, drop: Some(*drop) }));
            } else {
                moves.push(Move::Pick { card: *card, drop: None });
            }
        }
        for (pile, number) in self.puzzle.piles.iter().zip(0u8..) {
            if self.has_cards_left(number) {
                let ways = payments(&self.hand, pile.price).into_iter();
                moves.extend(ways.map(|with| Move::Ask { pile: number, with }));
            }
        }
        let (guesses, all) = self.listed_guesses();
        moves.extend(guesses);
        moves.sort_unstable();
        if all { Moves::All(moves) } else { Moves::Open(moves) }
    }

    fn check_move(&self, _: Seat, mv: &Move) -> Result<(), Illegal> {
        match mv {
            Move::Pick { card, drop } => self.check_pick(*card, *drop),
            Move::Ask { pile, with } => self.check_ask(*pile, with),
            Move::Guess(cards) => self.check_guess(cards),
        }
    }

    fn apply(&mut self, _: Seat, mv: &Move, _: &mut GameRng) -> Vec<Event> {
        let mut events = Vec::new();
        match mv {
            Move::Pick { card, drop } => {
                let dumped = self.market.iter().copied().find(|other| other != card);
                let dropped = drop.filter(|drop| self.hand.contains(drop));
                self.hand.retain(|held| Some(*held) != dropped);
                self.dumped.extend(dumped.into_iter().chain(dropped));
                if self.hand.try_push(*card).is_ok() {
                    events.push(Event::Picked { card: *card, dumped, dropped });
                }
                self.fill_market(&mut events);
            }
            Move::Ask { pile, with } => {
                let Some(answer) = self.to_come(usize::from(*pile)).first().copied() else { return events };
                self.hand.retain(|held| !with.contains(held));
                self.dumped.extend(with);
                if let Some(up) = self.up.get_mut(usize::from(*pile)) {
                    *up += 1;
                }
                self.questions += 1;
                self.known = Arc::new(self.reasoner.knowledge(&self.seen()));
                events.push(Event::Asked { pile: *pile, with: with.clone(), answer });
            }
            Move::Guess(cards) => {
                let right = *cards == self.mystery;
                events.push(Event::Guessed {
                    cards: cards.clone(),
                    mystery: self.mystery.clone(),
                    right,
                    ranks: self.row_ranks(),
                    suits: self.column_suits(),
                });
                self.final_guess = Some(FinalGuess { cards: cards.clone(), right });
            }
        }
        events
    }

    fn view(&self, _: Viewer) -> View {
        let up =
            self.piles.iter().zip(&self.up).map(|(pile, up)| pile.iter().take(usize::from(*up)).copied().collect());
        let over = self.final_guess.as_ref().map(|guess| FinalReveal {
            guess: guess.cards.clone(),
            mystery: self.mystery.clone(),
            right: guess.right,
            ranks: self.row_ranks(),
            suits: self.column_suits(),
        });
        View {
            puzzle: Arc::clone(&self.puzzle),
            up: up.collect(),
            down: self.piles.iter().zip(&self.up).map(|(pile, up)| pile.len() - usize::from(*up)).collect(),
            market: self.market.clone(),
            hand: self.hand.clone(),
            low_left: self.low.len(),
            dumped: self.dumped.clone(),
            questions: self.questions,
            stone: self.stone.len(),
            known: Arc::clone(&self.known),
            reasoner: Arc::clone(&self.reasoner),
            over,
        }
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Asked { .. } | Event::Guessed { .. })
    }

    fn resample_hidden(&self, _: Viewer, rng: &mut GameRng) -> Self {
        let mut other = self.clone();
        if other.final_guess.is_some() {
            return other;
        }
        rng.shuffle(&mut other.low);
        let Some(sample) = self.reasoner.sample(&self.seen(), &GridConstraints::default(), rng) else { return other };
        let mut jokers: Vec<PileCard> = (1..=self.puzzle.jokers()).map(PileCard::Joker).collect();
        for (pile, up) in other.piles.iter_mut().zip(&self.up) {
            pile.truncate(usize::from(*up));
            jokers.retain(|joker| !pile.contains(joker));
        }
        for (pile, next) in other.piles.iter_mut().zip(&sample.piles) {
            let answers = next.iter().filter_map(|card| match card {
                Some(number) => self.reasoner.card(*number).map(PileCard::Card),
                None => jokers.pop(),
            });
            pile.extend(answers);
        }
        other.ranks = sample.ranks;
        other.suits = sample.suits;
        other.mystery = cards_of(&self.reasoner, &sample.mystery);
        other.stone = cards_under_stone(&self.puzzle, &self.reasoner, &other.piles, &other.mystery);
        other
    }

    fn census(&self) -> Vec<u32> {
        let number = |answer: &PileCard| match answer {
            PileCard::Card(card) => u32::from(card.index()),
            PileCard::Joker(number) => 52 + u32::from(*number),
        };
        let low = self.low.iter().chain(&self.market).chain(&self.hand).chain(&self.dumped);
        let mut all: Vec<u32> = low.chain(&self.mystery).map(|card| u32::from(card.index())).collect();
        all.extend(self.piles.iter().flatten().chain(&self.stone).map(number));
        all.sort_unstable();
        all
    }

    fn scores(&self) -> Vec<i32> {
        let is_won = self.final_guess.as_ref().is_some_and(|guess| guess.right);
        vec![if is_won { self.low.len() as i32 } else { 0 }]
    }

    fn state(&self) -> serde_json::Value {
        let list = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
        let up = self
            .piles
            .iter()
            .zip(&self.up)
            .map(|(pile, up)| pile.iter().take(usize::from(*up)).map(PileCard::to_string).collect::<Vec<_>>());
        json!({
            "puzzle": self.puzzle.id,
            "questions": self.questions,
            "low_left": self.low.len(),
            "market": list(&self.market),
            "hand": list(&self.hand),
            "up": up.collect::<Vec<_>>(),
            "candidates": self.known.answers.len(),
            "certain": self.known.answers.len() == 1,
        })
    }

    fn summary(&self) -> String {
        let asked = counted(self.questions, "question", "questions");
        let left = counted(self.low.len(), "low card", "low cards");
        match &self.final_guess {
            Some(guess) if guess.right => format!("solved after {asked}, {left} left"),
            Some(_) => format!("not solved, {asked}, {left} left"),
            None => {
                let answers = counted(self.known.answers.len(), "answer", "answers");
                format!("{asked}, {answers} left, {left} left")
            }
        }
    }
}
