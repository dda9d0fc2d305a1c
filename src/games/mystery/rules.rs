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

use crate::cards::{Card, HandOrder, Suit, cards_to_text};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, NotAMove, ReadFile, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::EventTable;
use crate::words::counted;

use super::puzzle::shipped;
use super::puzzle::{Change, GridCell, Pile, Price, Puzzle, Twist};
use super::solver::knowledge::{GridConstraints, Knowledge, Reasoner, SampledDeal};
use super::solver::par::AnswersSeen;

pub const HAND: usize = 6;

/// The cards of a hand, or some of them.
pub type HandCards = ArrayVec<Card, HAND>;

/// The mystery, or a guess at it: slot by slot, or as a set in ascending order.
pub type MysteryCards = ArrayVec<Card, 4>;

/// If there are more possible guesses than this, only some are listed as legal moves.
const MOST_LISTED: usize = 400;

/// The puzzle to play: one that ships with Parlour, or the player's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The id of a puzzle that ships with Parlour; [`FIRST_PUZZLE`] if nothing is chosen at all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// A puzzle file beside the record or in the player's folder; takes precedence over [`Options::puzzle`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle_file: String,
    /// The puzzle itself as one line of text, so that the record can be played anywhere; takes precedence over both.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle_text: String,
    /// Whether questions are free and there is no low deck.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pure_logic: bool,
}

/// The id of the puzzle that a newcomer plays.
pub const FIRST_PUZZLE: &str = "welcome-mushy-heads";

/// The outcome title of a mystery that was certain when it was named.
pub const SOLVED: &str = "Solved";

/// The outcome title of a right guess that could have been wrong.
pub const GUESSED: &str = "A lucky guess";

impl Default for Options {
    fn default() -> Options {
        Options { puzzle: FIRST_PUZZLE.to_owned(), ..Options::nothing() }
    }
}

impl Options {
    /// The options for playing a puzzle of the player's own.
    pub fn own(puzzle: &Puzzle, file: impl Into<String>) -> Options {
        Options { puzzle_file: file.into(), puzzle_text: puzzle.to_line(), ..Options::nothing() }
    }

    /// Nothing chosen.
    const fn nothing() -> Options {
        Options { puzzle: String::new(), puzzle_file: String::new(), puzzle_text: String::new(), pure_logic: false }
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
            return Err(SetupError::Options(format!("puzzle_file {:?} was not found", short(&self.puzzle_file, 80))));
        }
        let id = if self.puzzle.is_empty() { FIRST_PUZZLE } else { &self.puzzle };
        shipped::find(id).ok_or_else(|| {
            let known: Vec<&str> = shipped::texts().map(|(id, _)| id).collect();
            let (name, known) = (short(&self.puzzle, 40), known.join(", "));
            SetupError::Options(format!("there is no puzzle {name:?}; this program has {known}"))
        })
    }
}

/// The first so many letters of a text, for messages.
fn short(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect()
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
    /// The mystery, as a guess names it: `KS QH`. It follows from ranks and suits unless chance decides about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mystery: String,
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
    /// `ask 1 with 3H 3S`: pays a pile with these cards and turns up its next card. Where questions are free, `ask 1`.
    Ask {
        /// Counted from 0.
        pile: u8,
        /// In ascending order; none where questions are free.
        with: HandCards,
    },
    /// `guess KS`, `guess KS QH`: names the mystery.
    Guess(MysteryCards),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pick { card, drop: None } => write!(f, "pick {card}"),
            Move::Pick { card, drop: Some(drop) } => write!(f, "pick {card} drop {drop}"),
            Move::Ask { pile, with } if with.is_empty() => write!(f, "ask {}", pile + 1),
            Move::Ask { pile, with } => write!(f, "ask {} with {}", pile + 1, cards_to_text(with)),
            Move::Guess(cards) => write!(f, "guess {}", cards_to_text(cards)),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let words: Vec<&str> = text.split(' ').collect();
        parse_move(&words).ok_or(NotAMove)
    }
}

/// A pile from 0 by its digit, from 1.
fn pile_number(word: &str) -> Option<u8> {
    let [digit @ b'1'..=b'8'] = word.as_bytes() else { return None };
    Some(digit - b'1')
}

fn parse_move(words: &[&str]) -> Option<Move> {
    let card = |word: &&str| word.parse::<Card>().ok();
    match words {
        ["pick", one] => Some(Move::Pick { card: card(one)?, drop: None }),
        ["pick", one, "drop", other] => Some(Move::Pick { card: card(one)?, drop: Some(card(other)?) }),
        ["ask", pile] => Some(Move::Ask { pile: pile_number(pile)?, with: HandCards::new() }),
        ["ask", pile, "with", paid @ ..] if (1..=HAND).contains(&paid.len()) => {
            let mut with = paid.iter().map(card).collect::<Option<HandCards>>()?;
            with.sort_unstable();
            Some(Move::Ask { pile: pile_number(pile)?, with })
        }
        ["guess", named @ ..] if (1..=4).contains(&named.len()) => {
            Some(Move::Guess(named.iter().map(card).collect::<Option<MysteryCards>>()?))
        }
        _ => None,
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
        with: HandCards,
        answer: PileCard,
        /// What follows from all answers so far. Everybody could work it out, but that takes long: it is done once, and told.
        known: Arc<Knowledge>,
    },
    Guessed(FinalReveal),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalReveal {
    pub guess: MysteryCards,
    pub mystery: MysteryCards,
    pub right: bool,
    /// The card of every cell, row by row, before any twist.
    pub grid: Vec<Card>,
    /// What lay under the stone.
    pub stone: Vec<PileCard>,
    /// How likely the guess was to be right, in percent from 0 to 100; 100 only if it was certain.
    pub likely: u8,
}

impl FinalReveal {
    pub fn was_certain(&self) -> bool {
        self.likely == 100
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct MysteryMachine {
    open: View,
    grid: DealtGrid,
    /// The low deck, next card last.
    low: Vec<Card>,
}

/// The grid and piles after all twists and changes.
#[derive(Clone, PartialEq, Debug)]
struct DealtGrid {
    /// For each row the number of its rank, for each column that of its suit, see [`Reasoner::card`].
    ranks: Vec<u8>,
    suits: [u8; 4],
    /// Top first, including the cards that are up.
    piles: Vec<Vec<PileCard>>,
    mystery: MysteryCards,
    /// Cards that are never shown: those of cells without a token, and those that were removed.
    stone: Vec<PileCard>,
}

/// What lies open: everything but the face-down cards.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub puzzle: Arc<Puzzle>,
    /// Whether questions are free and there is no low deck, see [`Options::pure_logic`].
    pub pure_logic: bool,
    /// For each pile its face-up cards, in the order in which they came up.
    pub up: Vec<Vec<PileCard>>,
    /// For each pile the number of its face-down cards.
    pub down: Vec<usize>,
    pub market: ArrayVec<Card, 2>,
    /// In the order in which the cards were taken.
    pub hand: HandCards,
    /// How the hand lies on the table.
    pub hand_order: HandOrder,
    pub low_left: usize,
    /// The low cards that are out of play.
    pub dumped: Vec<Card>,
    pub questions: u32,
    /// The piles that were asked, from 0, in order.
    pub asked: Vec<u8>,
    pub stone: usize,
    pub known: Arc<Knowledge>,
    /// How many answers to the mystery were possible at the deal and after each question so far.
    pub narrowing: Vec<usize>,
    /// Translates the numbers in [`View::known`] to cards.
    pub reasoner: Arc<Reasoner>,
    pub over: Option<FinalReveal>,
}

impl View {
    pub fn seen(&self) -> AnswersSeen {
        answers_seen(&self.reasoner, self.up.iter().map(Vec::as_slice))
    }

    pub fn is_certain(&self) -> bool {
        self.known.answers.len() == 1
    }

    /// All ways to pay a pile from the hand, cards in ascending order: with none at all where questions are free; empty if
    /// the pile has no face-down cards.
    pub fn payments(&self, pile: usize) -> Vec<HandCards> {
        match self.down.get(pile) {
            Some(1..) if self.pure_logic => vec![HandCards::new()],
            Some(1..) => payments(&self.hand, self.puzzle.piles[pile].price),
            _ => Vec::new(),
        }
    }

    /// How many cards are face down in all piles.
    pub fn answers_left(&self) -> usize {
        self.down.iter().sum()
    }

    /// Cards of the hand are paid for a question.
    pub(super) fn pay(&mut self, with: &HandCards) {
        self.hand.retain(|held| !with.contains(held));
        self.dumped.extend(with);
    }

    /// The next card of a pile is turned up.
    fn turn_up(&mut self, pile: usize, answer: PileCard) {
        if let (Some(up), Some(down)) = (self.up.get_mut(pile), self.down.get_mut(pile)) {
            up.push(answer);
            *down = down.saturating_sub(1);
        }
    }
}

impl EventTable for View {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Picked { card, dumped, dropped } => {
                self.market.clear();
                self.hand.retain(|held| Some(*held) != *dropped);
                // A full hand has discarded a card.
                let _ = self.hand.try_push(*card);
                self.dumped.extend(dumped.iter().chain(dropped));
            }
            Event::Came(cards) => {
                self.market.clone_from(cards);
                self.low_left = self.low_left.saturating_sub(cards.len());
            }
            Event::Asked { pile, with, answer, known } => {
                self.pay(with);
                self.turn_up(usize::from(*pile), *answer);
                self.questions += 1;
                self.asked.push(*pile);
                self.known = Arc::clone(known);
                self.narrowing.push(known.answers.len());
            }
            Event::Guessed(over) => self.over = Some(over.clone()),
        }
    }
}

/// The face-up cards of each pile, as the solver knows them.
pub(super) fn answers_seen<'a>(reasoner: &Reasoner, up: impl Iterator<Item = &'a [PileCard]>) -> AnswersSeen {
    let mut seen = AnswersSeen::default();
    for (pile, answers) in up.enumerate() {
        for answer in answers {
            seen = with_answer(reasoner, seen, pile, *answer);
        }
    }
    seen
}

/// The same with one more card face up in this pile.
fn with_answer(reasoner: &Reasoner, seen: AnswersSeen, pile: usize, answer: PileCard) -> AnswersSeen {
    match answer {
        PileCard::Card(card) => reasoner.number(card).map_or(seen, |number| seen.with_card(pile, u32::from(number))),
        PileCard::Joker(_) => seen.with_joker(pile),
    }
}

/// All ways to take a card of the market, each with the card that a full hand discards.
pub fn picks(market: &[Card], hand: &HandCards) -> Vec<(Card, Option<Card>)> {
    let drops: Vec<Option<Card>> = if hand.is_full() { hand.iter().copied().map(Some).collect() } else { vec![None] };
    market.iter().flat_map(|card| drops.iter().map(move |drop| (*card, *drop))).collect()
}

/// All ways to pay a price from these cards, sorted, each in ascending order.
pub fn payments(hand: &[Card], price: Price) -> Vec<HandCards> {
    let mut held: HandCards = hand.iter().copied().take(HAND).collect();
    held.sort_unstable();
    let mut found: Vec<HandCards> = (0u32..1 << held.len())
        .filter(|chosen| chosen.count_ones() as usize == price.cards())
        .map(|chosen| (0..held.len()).filter(|index| chosen >> index & 1 == 1).map(|index| held[index]).collect())
        .filter(|cards: &HandCards| pays(price, cards))
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

/// "5♥ 10♠".
pub fn pretty_cards(cards: &[Card], separator: &str) -> String {
    cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(separator)
}

/// Returns with the rule that forbids a move unless the condition is met.
macro_rules! require {
    ($condition:expr, $rule:expr, $($why:tt)+) => {
        if !$condition {
            return Err(Illegal::because($rule, format_args!($($why)+)));
        }
    };
}

impl MysteryMachine {
    pub fn puzzle(&self) -> &Puzzle {
        &self.open.puzzle
    }

    pub fn mystery(&self) -> &[Card] {
        &self.grid.mystery
    }

    /// What is never shown: the other cells' cards, and what was removed.
    pub fn stone(&self) -> &[PileCard] {
        &self.grid.stone
    }

    /// The face-down cards of a pile, next first; hidden from players.
    pub fn to_come(&self, pile: usize) -> &[PileCard] {
        let (Some(cards), Some(up)) = (self.grid.piles.get(pile), self.open.up.get(pile)) else { return &[] };
        cards.get(up.len()..).unwrap_or_default()
    }

    /// The low deck, next card last; hidden from players.
    pub fn low(&self) -> &[Card] {
        &self.low
    }

    /// The same grid, piles, stone and mystery as an explicit deal, whose low deck is shuffled again.
    pub fn grid_deal(&self) -> Deal {
        let puzzle = self.puzzle();
        let listed = |order: &[u8], letters: &[String]| {
            order.iter().map(|number| letters[usize::from(*number)].as_str()).collect::<Vec<_>>().join(" ")
        };
        Deal {
            ranks: listed(&self.grid.ranks, &rank_letters(puzzle)),
            suits: listed(&self.grid.suits, &suit_letters()),
            piles: self.grid.piles.iter().map(|pile| pile.iter().map(PileCard::to_string).collect()).collect(),
            mystery: if puzzle.has_random_mystery() { cards_to_text(&self.grid.mystery) } else { String::new() },
            low: String::new(),
        }
    }

    fn fill_market(&mut self, report: &mut impl FnMut(Event)) {
        let came: ArrayVec<Card, 2> = (0..2).filter_map(|_| self.low.pop()).collect();
        if !came.is_empty() {
            self.open.happens(Event::Came(came), report);
        }
    }

    /// What a guess brings to light.
    fn reveal(&self, guess: MysteryCards) -> FinalReveal {
        let reasoner = &self.open.reasoner;
        let numbers: Vec<u8> = guess.iter().filter_map(|card| reasoner.number(*card)).collect();
        let likely = match reasoner.chance(&self.open.seen(), &numbers) {
            chance if chance > 1.0 - 1e-9 => 100,
            chance => ((100.0 * chance).round() as u8).min(99),
        };
        let cards = self.grid.ranks.iter().flat_map(|rank| self.grid.suits.map(|suit| rank * 4 + suit));
        let grid = cards.filter_map(|number| reasoner.card(number)).collect();
        let (mystery, stone) = (self.grid.mystery.clone(), self.grid.stone.clone());
        FinalReveal { right: guess == mystery, guess, mystery, grid, stone, likely }
    }

    fn outcome(&self, over: &FinalReveal) -> Outcome {
        let asked = counted(self.open.questions, "question", "questions");
        let mystery = pretty_cards(&over.mystery, " and ");
        if over.right {
            let left = match self.open.pure_logic {
                true => String::new(),
                false => format!(" with {} left", counted(self.open.low_left, "low card", "low cards")),
            };
            let (title, how) = match over.was_certain() {
                true => (SOLVED, "named".to_owned()),
                false => (GUESSED, format!("guessed at {}%", over.likely)),
            };
            let reason = format!("The mystery was {mystery}, {how} after {asked}{left}");
            return Outcome { winners: vec![Seat::FIRST], title: title.to_owned(), reason };
        }
        let guess = pretty_cards(&over.guess, " and ");
        let reason = format!("The guess after {asked} was {guess}, but the mystery was {mystery}");
        Outcome { winners: Vec::new(), title: "Not solved".to_owned(), reason }
    }

    /// Guesses to list as legal moves, and whether these are all.
    fn listed_guesses(&self) -> (Vec<Move>, bool) {
        let View { reasoner, known, .. } = &self.open;
        let cards: Vec<Card> = reasoner.cards().collect();
        let slots = self.grid.mystery.len();
        let count: usize = (0..slots).map(|slot| cards.len() - slot).product();
        if count > MOST_LISTED {
            let answers = known.answers.iter().take(MOST_LISTED);
            return (answers.map(|answer| Move::Guess(reasoner.answer_cards(answer))).collect(), false);
        }
        let mut guesses = BTreeSet::from([MysteryCards::new()]);
        for _ in 0..slots {
            let longer = |guess: &MysteryCards| -> Vec<MysteryCards> {
                let others = cards.iter().filter(|card| !guess.contains(card));
                others.map(|card| guess.iter().chain([card]).copied().collect()).collect()
            };
            guesses = guesses.iter().flat_map(longer).map(|guess| self.normalised(guess)).collect();
        }
        (guesses.into_iter().map(Move::Guess).collect(), true)
    }

    /// The notation of a guess has sets in ascending order.
    fn normalised(&self, mut guess: MysteryCards) -> MysteryCards {
        self.open.puzzle.sort_set(&mut guess);
        guess
    }

    fn check_pick(&self, card: Card, drop: Option<Card>) -> Result<(), Illegal> {
        let View { market, hand, .. } = &self.open;
        require!(market.contains(&card), "#the-turn", "{} is not in the market", card.pretty());
        let is_full = hand.is_full();
        let Some(drop) = drop else {
            require!(!is_full, "#the-turn", "your hand is full; discard one of its six cards to take another");
            return Ok(());
        };
        require!(is_full, "#the-turn", "you discard from your hand only when you take a seventh card");
        require!(hand.contains(&drop), "#the-turn", "{} is not in your hand", drop.pretty());
        Ok(())
    }

    fn check_ask(&self, pile: u8, with: &[Card]) -> Result<(), Illegal> {
        let number = pile + 1;
        let Some(Pile { price, .. }) = self.open.puzzle.piles.get(usize::from(pile)) else {
            return Err(Illegal::because("#questions", format_args!("there is no pile {number}")));
        };
        let has_more = !self.to_come(usize::from(pile)).is_empty();
        require!(has_more, "#questions", "pile {number} has no face-down cards left");
        if self.open.pure_logic {
            require!(with.is_empty(), "#pure-logic", "questions are free in pure logic: write `ask {number}`");
            return Ok(());
        }
        if let Some(card) = with.iter().find(|card| !self.open.hand.contains(card)) {
            return Err(Illegal::because("#questions", format_args!("{} is not in your hand", card.pretty())));
        }
        let has_double = with.windows(2).any(|pair| pair[0] == pair[1]);
        require!(!has_double, "#questions", "each card can pay only once");
        require!(pays(*price, with), "#prices", "these cards do not pay for pile {number}: it costs {}", price.words());
        Ok(())
    }

    fn check_guess(&self, cards: &MysteryCards) -> Result<(), Illegal> {
        let slots = self.grid.mystery.len();
        let count = counted(slots, "card", "cards");
        require!(cards.len() == slots, "#the-end", "the mystery is {count}; name that many");
        if let Some(card) = cards.iter().find(|card| self.open.reasoner.number(**card).is_none()) {
            return Err(Illegal::because("#the-end", format_args!("{} is not in the grid", card.pretty())));
        }
        let has_double = (1..slots).any(|slot| cards[..slot].contains(&cards[slot]));
        require!(!has_double, "#the-end", "each card is in the grid only once; name different cards");
        let normalised = self.normalised(cards.clone());
        let is_normalised = *cards == normalised;
        require!(is_normalised, "#the-end", "write the set in deck order: `{}`", Move::Guess(normalised));
        Ok(())
    }
}

impl DealtGrid {
    /// Deals by the rulebook's routine: suits shuffled, ranks shuffled, twists, piles formed and shuffled, changes.
    fn random(puzzle: &Puzzle, reasoner: &Reasoner, constraints: &GridConstraints, rng: &mut GameRng) -> DealtGrid {
        let mut suits = [0, 1, 2, 3];
        rng.shuffle(&mut suits);
        let mut ranks: Vec<u8> = (0..puzzle.rows).collect();
        rng.shuffle(&mut ranks);
        let (ranks, suits) = (constraints.ranks.clone().unwrap_or(ranks), constraints.suits.unwrap_or(suits));
        let numbers = ranks.iter().flat_map(|rank| suits.map(|suit| rank * 4 + suit));
        let mut grid: Vec<PileCard> = numbers.filter_map(|number| reasoner.card(number)).map(PileCard::Card).collect();
        let swapped = apply_twists(puzzle, &mut grid, rng);
        let content = |cell: &GridCell| grid[cell.index()];
        let cards = puzzle.mystery_cells().iter().map(content).chain(swapped);
        let mut mystery: MysteryCards = cards.filter_map(PileCard::card).take(4).collect();
        let mut piles: Vec<Vec<PileCard>> =
            puzzle.piles.iter().map(|pile| pile.cells.iter().map(content).collect()).collect();
        let mut jokers = 0;
        for joker in piles.iter_mut().flatten().filter(|content| content.card().is_none()) {
            jokers += 1;
            *joker = PileCard::Joker(jokers);
        }
        piles.iter_mut().for_each(|pile| rng.shuffle(pile));
        let drawn = apply_changes(puzzle, &mut piles, jokers, rng);
        mystery.extend(drawn.into_iter().filter_map(PileCard::card).take(4 - mystery.len()));
        puzzle.sort_set(&mut mystery);
        DealtGrid { ranks, suits, piles, mystery, stone: Vec::new() }.with_stone(puzzle, reasoner)
    }

    /// Draws a random deal that has exactly these piles, or any piles if none are given.
    fn with_piles(
        puzzle: &Puzzle,
        reasoner: &Reasoner,
        constraints: &GridConstraints,
        piles: Vec<Vec<PileCard>>,
        rng: &mut GameRng,
    ) -> Result<DealtGrid, SetupError> {
        let wrong = |why: String| Err(SetupError::Deal(why));
        let is_open = piles.is_empty();
        let piles = if is_open { vec![Vec::new(); puzzle.piles.len()] } else { piles };
        if piles.len() != puzzle.piles.len() {
            return wrong(format!("the deal has {} piles; the puzzle has {}", piles.len(), puzzle.piles.len()));
        }
        for (pile, number) in piles.iter().zip(1..).filter(|_| !is_open) {
            let (cards, askable) = (counted(pile.len(), "card", "cards"), puzzle.askable(number - 1));
            if pile.len() != askable {
                return wrong(format!("pile {number} has {cards}; after all mods it should have {askable}"));
            }
        }
        let seen = answers_seen(reasoner, piles.iter().map(Vec::as_slice));
        match reasoner.sample(&seen, constraints, rng) {
            Some(sample) => Ok(DealtGrid::sampled(puzzle, reasoner, piles, sample)),
            None => wrong(
                "no deal of this puzzle gives these piles and this mystery; each card must come from one of their cells"
                    .to_owned(),
            ),
        }
    }

    /// A sampled deal, with these cards on top of its piles.
    fn sampled(puzzle: &Puzzle, reasoner: &Reasoner, mut piles: Vec<Vec<PileCard>>, sample: SampledDeal) -> DealtGrid {
        let mut jokers: Vec<PileCard> = (1..=puzzle.jokers()).map(PileCard::Joker).collect();
        jokers.retain(|joker| !piles.iter().flatten().any(|up| up == joker));
        for (pile, next) in piles.iter_mut().zip(&sample.piles) {
            let answers = next.iter().filter_map(|card| match card {
                Some(number) => reasoner.card(*number).map(PileCard::Card),
                None => jokers.pop(),
            });
            pile.extend(answers);
        }
        let (ranks, suits, mystery) = (sample.ranks, sample.suits, reasoner.answer_cards(&sample.mystery));
        DealtGrid { ranks, suits, piles, mystery, stone: Vec::new() }.with_stone(puzzle, reasoner)
    }

    /// Puts everything that is neither in a pile nor the mystery under the stone.
    fn with_stone(self, puzzle: &Puzzle, reasoner: &Reasoner) -> DealtGrid {
        let cards = reasoner.cards().filter(|card| !self.mystery.contains(card)).map(PileCard::Card);
        let jokers = (1..=puzzle.jokers()).map(PileCard::Joker);
        let in_pile = |card: &PileCard| self.piles.iter().flatten().any(|other| other == card);
        let stone = cards.chain(jokers).filter(|card| !in_pile(card)).collect();
        DealtGrid { stone, ..self }
    }
}

/// Applies the twists to the content of the cells. Returns what joker swaps replaced.
fn apply_twists(puzzle: &Puzzle, grid: &mut [PileCard], rng: &mut GameRng) -> Vec<PileCard> {
    let mut swapped = Vec::new();
    for twist in &puzzle.twists {
        let cells = twist.cells();
        let mut moved: Vec<PileCard> = cells.iter().map(|cell| grid[cell.index()]).collect();
        match twist {
            Twist::Swap(..) | Twist::Shift(_) => moved.rotate_right(1),
            Twist::Shuffle(_) => rng.shuffle(&mut moved),
            Twist::JokerSwap(_) => {
                swapped.extend_from_slice(&moved);
                moved.fill(PileCard::Joker(0));
            }
        }
        cells.iter().zip(moved).for_each(|(cell, content)| grid[cell.index()] = content);
    }
    swapped
}

/// Applies removals and adds, where twists have brought in `jokers` already. Returns what was drawn as the mystery.
fn apply_changes(puzzle: &Puzzle, piles: &mut [Vec<PileCard>], mut jokers: u8, rng: &mut GameRng) -> Vec<PileCard> {
    let mut drawn = Vec::new();
    for (number, change) in puzzle.changes.iter().enumerate() {
        let pile = change.pile();
        let Some(cards) = piles.get_mut(usize::from(pile) - 1) else { continue };
        match *change {
            Change::Remove { count, .. } => {
                let removed = cards.split_off(cards.len().saturating_sub(usize::from(count)));
                drawn.extend(removed.into_iter().take(usize::from(puzzle.drawn_by(number))));
            }
            Change::Add { jokers: added, .. } => {
                cards.extend((jokers + 1..=jokers + added).map(PileCard::Joker));
                jokers += added;
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

fn rank_letters(puzzle: &Puzzle) -> Vec<String> {
    puzzle.ranks().iter().map(|rank| rank.letter().to_string()).collect()
}

fn suit_letters() -> Vec<String> {
    Suit::ALL.iter().map(|suit| suit.letter().to_string()).collect()
}

/// Reads an order of these letters as their numbers; `None` if the text is empty.
fn read_order(what: &str, text: &str, letters: &[String]) -> Result<Option<Vec<u8>>, SetupError> {
    if text.is_empty() {
        return Ok(None);
    }
    let number = |word: &str| letters.iter().position(|letter| letter == word).map(|number| number as u8);
    let order: Option<Vec<u8>> = text.split_whitespace().map(number).collect();
    let is_complete = |order: &Vec<u8>| {
        order.len() == letters.len() && (0..letters.len()).all(|number| order.contains(&(number as u8)))
    };
    order.filter(is_complete).map(Some).ok_or_else(|| {
        let (found, letters) = (short(text, 40), letters.join(" "));
        SetupError::Deal(format!("the {what} are {found:?}; they must be {letters} in some order"))
    })
}

fn read_piles(puzzle: &Puzzle, reasoner: &Reasoner, piles: &[Vec<String>]) -> Result<Vec<Vec<PileCard>>, SetupError> {
    let mut seen = BTreeSet::new();
    let mut read = |word: &String, number: usize| {
        let wrong = |why: &str| SetupError::Deal(format!("pile {number}: {:?} {why}", short(word, 40)));
        let answer = match word.as_str() {
            "X1" => PileCard::Joker(1),
            "X2" => PileCard::Joker(2),
            text => PileCard::Card(text.parse().map_err(|_| wrong("is neither a card nor a joker X1 or X2"))?),
        };
        match answer {
            PileCard::Card(card) if reasoner.number(card).is_none() => Err(wrong("is not in the grid")),
            PileCard::Joker(number) if number > puzzle.jokers() => Err(wrong("is not a joker of this puzzle")),
            _ => seen.insert(answer).then_some(answer).ok_or_else(|| wrong("is listed twice")),
        }
    };
    piles.iter().zip(1..).map(|(pile, number)| pile.iter().map(|word| read(word, number)).collect()).collect()
}

/// Reads the mystery as numbers; `None` if the text is empty.
fn read_mystery(puzzle: &Puzzle, reasoner: &Reasoner, text: &str) -> Result<Option<Vec<u8>>, SetupError> {
    if text.is_empty() {
        return Ok(None);
    }
    let number = |word: &str| reasoner.number(word.parse().ok()?);
    let cards: Option<Vec<u8>> = text.split_whitespace().map(number).collect();
    let is_complete = |cards: &Vec<u8>| {
        cards.len() == puzzle.mysteries() && cards.iter().collect::<BTreeSet<_>>().len() == cards.len()
    };
    cards.filter(is_complete).map(Some).ok_or_else(|| {
        let (found, count) = (short(text, 40), counted(puzzle.mysteries(), "card", "different cards"));
        SetupError::Deal(format!("the mystery is {found:?}; it must be {count} of the grid"))
    })
}

/// Reads the low deck, and returns it with the next card last.
fn read_low(puzzle: &Puzzle, text: &str) -> Result<Vec<Card>, SetupError> {
    let mut left: BTreeSet<Card> = low_deck(puzzle).into_iter().collect();
    let mut cards = Vec::new();
    for (word, number) in text.split_whitespace().zip(1..) {
        let wrong = |why: &str| SetupError::Deal(format!("low deck, card {number}: {:?} {why}", short(word, 40)));
        let card: Card = word.parse().map_err(|_| wrong("is not a card"))?;
        if !left.remove(&card) {
            return Err(wrong("is not in the low deck or is listed twice"));
        }
        cards.push(card);
    }
    if let Some(first) = left.first() {
        let (found, missing) = (counted(cards.len(), "card", "cards"), counted(left.len(), "card is", "cards are"));
        return Err(SetupError::Deal(format!("the low deck has {found}; {missing} missing, for example {first}")));
    }
    cards.reverse();
    Ok(cards)
}

impl Game for MysteryMachine {
    const INFO: Info = Info {
        id: "mystery-machine",
        title: "Mystery Machine",
        tagline: "Pay with cards for answers until you know which card is hidden.",
        source: "“Mystery Machine”, a rulebook of Koodikulma (2024)",
        rules: 1,
        seats: (1, 1),
        minutes: (10, 20),
        kind: Kind::Deduction,
        weight: Complexity::Heavy,
        secrets: false,
        // Piles cost equal numbers, or cards of one suit.
        hand_orders: &[HandOrder::Number, HandOrder::Suit],
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str =
        "moves are `pick 5H`, `pick 5H drop 2C`, `ask 1 with 3H 3S`, `ask 1` and `guess KS`";

    fn deal(options: &Options, _: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        let puzzle = options.read()?;
        let reasoner = Reasoner::new(&puzzle);
        let deal = deal.cloned().unwrap_or_default();
        let constraints = GridConstraints {
            ranks: read_order("ranks", &deal.ranks, &rank_letters(&puzzle))?,
            suits: read_order("suits", &deal.suits, &suit_letters())?.and_then(|suits| suits.try_into().ok()),
            mystery: read_mystery(&puzzle, &reasoner, &deal.mystery)?,
        };
        let grid = if deal.piles.is_empty() && deal.mystery.is_empty() {
            DealtGrid::random(&puzzle, &reasoner, &constraints, rng)
        } else {
            let piles = read_piles(&puzzle, &reasoner, &deal.piles)?;
            DealtGrid::with_piles(&puzzle, &reasoner, &constraints, piles, rng)?
        };
        let mut low = if options.pure_logic { Vec::new() } else { low_deck(&puzzle) };
        if deal.low.is_empty() {
            rng.shuffle(&mut low);
        } else if options.pure_logic {
            return Err(SetupError::Deal("pure logic has no low deck; leave `low` out".to_owned()));
        } else {
            low = read_low(&puzzle, &deal.low)?;
        }
        let down: Vec<usize> = grid.piles.iter().map(Vec::len).collect();
        let known = Arc::new(reasoner.knowledge(&AnswersSeen::default()));
        let open = View {
            puzzle: Arc::new(puzzle),
            pure_logic: options.pure_logic,
            up: vec![Vec::new(); down.len()],
            down,
            market: ArrayVec::new(),
            hand: HandCards::new(),
            hand_order: HandOrder::default(),
            low_left: low.len(),
            dumped: Vec::new(),
            questions: 0,
            asked: Vec::new(),
            stone: grid.stone.len(),
            narrowing: vec![known.answers.len()],
            known,
            reasoner: Arc::new(reasoner),
            over: None,
        };
        let mut game = MysteryMachine { open, grid, low };
        game.fill_market(&mut |_| {});
        Ok(game)
    }

    fn resolve_files(mut options: Options, read: ReadFile<'_>) -> Result<Options, SetupError> {
        if options.puzzle.is_empty() && options.puzzle_file.is_empty() && options.puzzle_text.is_empty() {
            return Ok(Options { puzzle: FIRST_PUZZLE.to_owned(), ..options });
        }
        if options.puzzle_text.is_empty() && !options.puzzle_file.is_empty() {
            let name = short(&options.puzzle_file, 80);
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
        match &self.open.over {
            Some(over) => Stage::Over(self.outcome(over)),
            None => Stage::Act(SeatSet::only(Seat::FIRST)),
        }
    }

    fn moves(&self, _: Seat) -> Moves<Move> {
        let View { puzzle, pure_logic, market, hand, .. } = &self.open;
        let picks = picks(market, hand).into_iter();
        let mut moves: Vec<Move> = picks.map(|(card, drop)| Move::Pick { card, drop }).collect();
        for (pile, number) in puzzle.piles.iter().zip(0u8..) {
            if self.to_come(usize::from(number)).is_empty() {
                continue;
            }
            let ways = if *pure_logic { vec![HandCards::new()] } else { payments(hand, pile.price) };
            moves.extend(ways.into_iter().map(|with| Move::Ask { pile: number, with }));
        }
        let (guesses, all) = self.listed_guesses();
        moves.extend(guesses);
        moves.sort_unstable();
        if all { Moves::All(moves) } else { Moves::Open(moves) }
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend_from_slice(self.moves(seat).listed());
    }

    fn check_move(&self, _: Seat, mv: &Move) -> Result<(), Illegal> {
        match mv {
            Move::Pick { card, drop } => self.check_pick(*card, *drop),
            Move::Ask { pile, with } => self.check_ask(*pile, with),
            Move::Guess(cards) => self.check_guess(cards),
        }
    }

    fn make(&mut self, _: Seat, mv: &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        match mv {
            Move::Pick { card, drop } => {
                let dumped = self.open.market.iter().copied().find(|other| other != card);
                let dropped = drop.filter(|drop| self.open.hand.contains(drop));
                self.open.happens(Event::Picked { card: *card, dumped, dropped }, report);
                self.fill_market(report);
            }
            Move::Ask { pile, with } => {
                let number = usize::from(*pile);
                let Some(answer) = self.to_come(number).first().copied() else { return };
                let seen = with_answer(&self.open.reasoner, self.open.seen(), number, answer);
                let known = Arc::new(self.open.reasoner.knowledge(&seen));
                self.open.happens(Event::Asked { pile: *pile, with: with.clone(), answer, known }, report);
            }
            Move::Guess(cards) => {
                let over = self.reveal(cards.clone());
                self.open.happens(Event::Guessed(over), report);
            }
        }
    }

    fn view(&self, _: Viewer) -> View {
        self.open.clone()
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.hand_order = order;
    }

    fn follow(view: &mut View, event: &Event) {
        view.follow(event);
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Came(_) | Event::Asked { .. } | Event::Guessed(_))
    }

    fn resample_hidden(&self, _: Viewer, rng: &mut GameRng) -> Self {
        let mut other = self.clone();
        let View { puzzle, reasoner, up, over, .. } = &self.open;
        if over.is_some() {
            return other;
        }
        rng.shuffle(&mut other.low);
        if let Some(sample) = reasoner.sample(&self.open.seen(), &GridConstraints::default(), rng) {
            other.grid = DealtGrid::sampled(puzzle, reasoner, up.clone(), sample);
        }
        other
    }

    fn census(&self) -> Vec<u32> {
        let number = |answer: &PileCard| match answer {
            PileCard::Card(card) => u32::from(card.index()),
            PileCard::Joker(number) => 52 + u32::from(*number),
        };
        let View { market, hand, dumped, .. } = &self.open;
        let low = self.low.iter().chain(market).chain(hand).chain(dumped);
        let mut all: Vec<u32> = low.chain(&self.grid.mystery).map(|card| u32::from(card.index())).collect();
        all.extend(self.grid.piles.iter().flatten().chain(&self.grid.stone).map(number));
        all.sort_unstable();
        all
    }

    fn scores(&self) -> Vec<i32> {
        let open = &self.open;
        let is_won = open.over.as_ref().is_some_and(|over| over.right);
        let left = if open.pure_logic { open.answers_left() } else { open.low_left };
        vec![if is_won { left as i32 } else { 0 }]
    }

    fn state(&self) -> serde_json::Value {
        let list = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
        let open = &self.open;
        let up = open.up.iter().map(|cards| cards.iter().map(PileCard::to_string).collect::<Vec<_>>());
        json!({
            "puzzle": open.puzzle.id,
            "questions": open.questions,
            "low_left": open.low_left,
            "market": list(&open.market),
            "hand": list(&open.hand),
            "up": up.collect::<Vec<_>>(),
            "candidates": open.known.answers.len(),
            "certain": open.is_certain(),
        })
    }

    fn summary(&self) -> String {
        let open = &self.open;
        let asked = counted(open.questions, "question", "questions");
        let left = match open.pure_logic {
            true => String::new(),
            false => format!(", {} left", counted(open.low_left, "low card", "low cards")),
        };
        match &open.over {
            Some(over) if over.right => format!("solved after {asked}{left}"),
            Some(_) => format!("not solved, {asked}{left}"),
            None => {
                let answers = counted(open.known.answers.len(), "answer", "answers");
                format!("{asked}, {answers} left{left}")
            }
        }
    }
}
