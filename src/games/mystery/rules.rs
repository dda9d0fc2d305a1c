//! The rules of Mystery Machine.
//!
//! From the rulebook "Mystery Machine" (version 1.0, 18 April 2024), and the project's rulings where it is silent. One
//! player collects low cards, pays the question piles with combinations of them, and names the mystery.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{Card, Rank, Suit};
use crate::engine::game::{Game, Illegal, Info, Kind, MoveTextError, Moves, ReadFile, SetupError, Weight};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::words::counted;

use super::knowledge::{Given, Knowledge, Reasoner};
use super::par::Seen;
use super::puzzle::{Cell, Change, Mystery, Price, Puzzle};
use super::shipped;
use super::spread::{Content, Grid};

/// The most low cards in the hand.
pub const HAND: usize = 6;

/// The most answers that are listed as moves; beyond that any may be made, and some are listed.
const MOST_LISTED: usize = 400;

/// What is played: a puzzle of the program's, or one's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The name of a puzzle that comes with the program.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// The file of a puzzle of one's own, beside the record or in the player's folder. It goes before [`Options::puzzle`].
    #[serde(skip_serializing_if = "String::is_empty")]
    pub puzzle_file: String,
    /// The puzzle itself in one line, so that the record of a puzzle of one's own can be played anywhere. It goes before both.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub puzzle_text: String,
}

/// The title of who names the mystery.
pub const SOLVED: &str = "Solved";

/// The puzzle that is played when none is named.
pub const FIRST: &str = "welcome-mushy-heads";

impl Default for Options {
    fn default() -> Options {
        Options { puzzle: FIRST.to_owned(), puzzle_file: String::new(), puzzle_text: String::new() }
    }
}

impl Options {
    /// The options that play a puzzle of one's own.
    pub fn own(puzzle: &Puzzle, file: impl Into<String>) -> Options {
        Options { puzzle: String::new(), puzzle_file: file.into(), puzzle_text: puzzle.to_line() }
    }

    /// The puzzle that they name.
    ///
    /// # Errors
    /// A name that is none of the program's, a text that is no puzzle, or a file that was not read yet.
    pub fn read(&self) -> Result<Puzzle, SetupError> {
        if !self.puzzle_text.is_empty() {
            return Puzzle::read(&self.puzzle_text)
                .map_err(|broken| SetupError::Options(format!("puzzle_text:{}: {broken}", broken.place)));
        }
        if !self.puzzle_file.is_empty() {
            let name: String = self.puzzle_file.chars().take(80).collect();
            return Err(SetupError::Options(format!("puzzle_file {name:?} was not found")));
        }
        shipped::find(&self.puzzle).ok_or_else(|| {
            let name: String = self.puzzle.chars().take(40).collect();
            let known: Vec<&str> = shipped::texts().map(|(id, _)| id).collect();
            SetupError::Options(format!("puzzle {name:?}; this program has {}", known.join(", ")))
        })
    }
}

/// An explicit deal; what is left out is shuffled.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deal {
    /// The rows' ranks from the top: `J A K Q`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ranks: String,
    /// The columns' suits from the left: `S D H C`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub suits: String,
    /// The piles after all mods, top first; jokers are `X1` and `X2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub piles: Vec<Vec<String>>,
    /// The low deck, first card first.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub low: String,
}

/// What can lie in a question pile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// A card of the grid.
    Card(Card),
    /// A joker, 1 or 2: an empty answer.
    Joker(u8),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Card(card) => card.fmt(f),
            Answer::Joker(number) => write!(f, "X{number}"),
        }
    }
}

/// A move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `pick 5H`, `pick 5H drop 2C`: takes a card of the market; the other is dumped. A full hand drops one of its own.
    Pick {
        /// The card that is taken.
        card: Card,
        /// The card that is dumped from the hand.
        drop: Option<Card>,
    },
    /// `ask 1 with 3H 3S`: pays a pile with these cards; its next card is turned up.
    Ask {
        /// The pile, from 0.
        pile: u8,
        /// The cards that pay, in ascending order.
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

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A card was taken into the hand, and others were dumped.
    Picked {
        /// The card taken.
        card: Card,
        /// The other card of the market.
        dumped: Option<Card>,
        /// The card that had to go from the hand.
        dropped: Option<Card>,
    },
    /// The market was filled again.
    Came(ArrayVec<Card, 2>),
    /// A question was paid, and this came up.
    Asked {
        /// The pile, from 0.
        pile: u8,
        /// What was paid.
        with: ArrayVec<Card, HAND>,
        /// What came up.
        answer: Answer,
    },
    /// The mystery was named.
    Guessed {
        /// As what.
        cards: ArrayVec<Card, 4>,
        /// What it is.
        mystery: ArrayVec<Card, 4>,
        /// Whether that is right.
        right: bool,
        /// The ranks of the rows: all is shown then.
        ranks: Vec<Rank>,
        /// The suits of the columns.
        suits: [Suit; 4],
    },
}

/// How the game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ended {
    guess: ArrayVec<Card, 4>,
    right: bool,
}

/// One game.
#[derive(Clone, PartialEq, Debug)]
pub struct MysteryMachine {
    puzzle: Arc<Puzzle>,
    reasoner: Arc<Reasoner>,
    /// For each row its rank, for each column its suit, as numbers of the reasoner's.
    ranks: Vec<u8>,
    suits: [u8; 4],
    /// The piles, top first, and how many of each are up.
    piles: Vec<Vec<Answer>>,
    up: Vec<u8>,
    mystery: ArrayVec<Card, 4>,
    /// What nobody will see: cards without a token, and what was removed.
    stone: Vec<Answer>,
    /// The low deck, the next card last.
    low: Vec<Card>,
    market: ArrayVec<Card, 2>,
    /// In the order in which they were taken.
    hand: ArrayVec<Card, HAND>,
    dumped: Vec<Card>,
    questions: u32,
    known: Arc<Knowledge>,
    ended: Option<Ended>,
}

/// What a viewer may know: all but what lies face down.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// What is up in each pile, in the order in which it came up.
    pub up: Vec<Vec<Answer>>,
    /// How many are face down in each pile.
    pub down: Vec<usize>,
    /// The one or two cards to pick from.
    pub market: ArrayVec<Card, 2>,
    /// The low cards held, in the order in which they were taken.
    pub hand: ArrayVec<Card, HAND>,
    /// How many low cards are face down in their deck.
    pub low_left: usize,
    /// The low cards that are out of play.
    pub dumped: Vec<Card>,
    /// Questions asked so far.
    pub questions: u32,
    /// How many cards lie under the stone.
    pub stone: usize,
    /// What follows from what is up.
    pub known: Arc<Knowledge>,
    /// What the answers' numbers mean.
    pub reasoner: Arc<Reasoner>,
    /// Once it is over: what was named, whether it is right, and the whole deal.
    pub over: Option<Over>,
}

/// How it ended, and what was hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// What was named.
    pub guess: ArrayVec<Card, 4>,
    /// What it was.
    pub mystery: ArrayVec<Card, 4>,
    /// Whether that was right.
    pub right: bool,
    /// The ranks of the rows.
    pub ranks: Vec<Rank>,
    /// The suits of the columns.
    pub suits: [Suit; 4],
}

impl View {
    /// What has come up, as the solver takes it.
    pub fn seen(&self) -> Seen {
        seen_of(&self.reasoner, self.up.iter().map(Vec::as_slice))
    }

    /// Whether the mystery is certain.
    pub fn is_certain(&self) -> bool {
        self.known.answers.len() == 1
    }

    /// The ways to pay a pile from the hand, cards in ascending order. None where nothing is left in it.
    pub fn payments(&self, pile: usize) -> Vec<ArrayVec<Card, HAND>> {
        let is_left = self.down.get(pile).is_some_and(|down| *down > 0);
        self.puzzle.piles.get(pile).filter(|_| is_left).map_or(Vec::new(), |pile| payments(&self.hand, pile.price))
    }
}

fn seen_of<'a>(reasoner: &Reasoner, up: impl Iterator<Item = &'a [Answer]>) -> Seen {
    let mut seen = Seen::default();
    for (pile, answers) in up.enumerate() {
        for answer in answers {
            seen = match answer {
                Answer::Card(card) => {
                    reasoner.number(*card).map_or(seen, |number| seen.with_card(pile, u32::from(number)))
                }
                Answer::Joker(_) => seen.with_joker(pile),
            };
        }
    }
    seen
}

/// The ways to pay a price from these cards, each in ascending order, in order.
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
/// Two pairs may be of the same number: the rulebook asks for two groups, and says nothing of their numbers.
pub fn pays(price: Price, cards: &[Card]) -> bool {
    if cards.len() != price.cards() {
        return false;
    }
    let one_suit = || cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
    match price {
        Price::Same(_) => cards.windows(2).all(|pair| pair[0].rank() == pair[1].rank()),
        Price::Suit(_) => one_suit(),
        // Within a suit, cards are in order of their numbers.
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

/// The low deck of a puzzle, in order.
pub fn low_deck(puzzle: &Puzzle) -> Vec<Card> {
    Suit::ALL.iter().flat_map(|suit| puzzle.low_ranks().map(|rank| Card::new(rank, *suit))).collect()
}

/// What is laid out when a grid is dealt.
struct Laid {
    ranks: Vec<u8>,
    suits: [u8; 4],
    piles: Vec<Vec<Answer>>,
    mystery: ArrayVec<Card, 4>,
    stone: Vec<Answer>,
}

/// What is neither on a pile nor the mystery: cards, and jokers that a removal drew.
fn under_the_stone(puzzle: &Puzzle, reasoner: &Reasoner, piles: &[Vec<Answer>], mystery: &[Card]) -> Vec<Answer> {
    let cards = (0..puzzle.rows * 4).filter_map(|number| reasoner.card(number));
    let cards = cards.filter(|card| !mystery.contains(card)).map(Answer::Card);
    let jokers = (1..=puzzle.jokers()).map(Answer::Joker);
    cards.chain(jokers).filter(|answer| !piles.iter().flatten().any(|up| up == answer)).collect()
}

impl MysteryMachine {
    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What the mystery is.
    pub fn mystery(&self) -> &[Card] {
        &self.mystery
    }

    /// What lies face down in a pile, next first: for those who may know everything.
    pub fn to_come(&self, pile: usize) -> &[Answer] {
        let up = self.up.get(pile).copied().map_or(0, usize::from);
        self.piles.get(pile).and_then(|pile| pile.get(up..)).unwrap_or_default()
    }

    /// The low deck, next card last: for those who may know everything.
    pub fn low(&self) -> &[Card] {
        &self.low
    }

    /// The same grid and piles, as an explicit deal: redone with a low deck that is shuffled anew.
    pub fn grid_deal(&self) -> Deal {
        let ranks: Vec<String> = self.row_ranks().iter().map(|rank| rank.letter().to_string()).collect();
        let suits: Vec<String> = self.column_suits().iter().map(|suit| suit.letter().to_string()).collect();
        let piles = self.piles.iter().map(|pile| pile.iter().map(Answer::to_string).collect()).collect();
        Deal { ranks: ranks.join(" "), suits: suits.join(" "), piles, low: String::new() }
    }

    fn row_ranks(&self) -> Vec<Rank> {
        let ranks = self.puzzle.ranks();
        self.ranks.iter().filter_map(|rank| ranks.get(usize::from(*rank)).copied()).collect()
    }

    fn column_suits(&self) -> [Suit; 4] {
        self.suits.map(|suit| Suit::ALL[usize::from(suit % 4)])
    }

    fn seen(&self) -> Seen {
        let up = self.piles.iter().zip(&self.up).map(|(pile, up)| pile.get(..usize::from(*up)).unwrap_or_default());
        seen_of(&self.reasoner, up)
    }

    fn is_left(&self, pile: u8) -> bool {
        !self.to_come(usize::from(pile)).is_empty()
    }

    fn fill_market(&mut self, events: &mut Vec<Event>) {
        let came: ArrayVec<Card, 2> = (0..2).filter_map(|_| self.low.pop()).collect();
        self.market.clone_from(&came);
        if !came.is_empty() {
            events.push(Event::Came(came));
        }
    }

    fn outcome(&self, ended: &Ended) -> Outcome {
        let left = self.low.len() as i32;
        let asked = counted(self.questions, "question", "questions");
        let named = |cards: &[Card]| cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" and ");
        if ended.right {
            let reason = format!("{} it is, after {asked}; {left} low cards are left", named(&self.mystery));
            return Outcome { scores: vec![left], winners: vec![Seat::FIRST], title: SOLVED.to_owned(), reason };
        }
        let reason = format!("Not {}: it was {}, after {asked}", named(&ended.guess), named(&self.mystery));
        Outcome { scores: vec![0], winners: Vec::new(), title: "Not solved".to_owned(), reason }
    }

    fn guesses(&self) -> (Vec<Move>, bool) {
        let cards: Vec<Card> = (0..self.puzzle.rows * 4).filter_map(|number| self.reasoner.card(number)).collect();
        let slots = self.mystery.len();
        let all = (0..slots).try_fold(1usize, |all, slot| all.checked_mul(cards.len() - slot));
        if all.is_some_and(|all| all <= MOST_LISTED) {
            let mut guesses = BTreeSet::new();
            self.each_guess(&cards, &mut ArrayVec::new(), &mut guesses);
            return (guesses.into_iter().map(Move::Guess).collect(), true);
        }
        let answers = self.known.answers.iter().take(MOST_LISTED);
        (answers.map(|answer| Move::Guess(cards_of(&self.reasoner, answer))).collect(), false)
    }

    fn each_guess(&self, cards: &[Card], so_far: &mut ArrayVec<Card, 4>, found: &mut BTreeSet<ArrayVec<Card, 4>>) {
        if so_far.len() == self.mystery.len() {
            found.insert(self.normal(so_far));
            return;
        }
        for card in cards {
            if !so_far.contains(card) {
                so_far.push(*card);
                self.each_guess(cards, so_far, found);
                so_far.pop();
            }
        }
    }

    /// A guess as it is written: a set in ascending order.
    fn normal(&self, guess: &ArrayVec<Card, 4>) -> ArrayVec<Card, 4> {
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
                Err(Illegal::because("#the-turn", "the hand has six cards; one of them must go"))
            }
            Some(_) if !self.hand.is_full() => {
                Err(Illegal::because("#the-turn", "a card goes from the hand only when a seventh comes"))
            }
            Some(drop) if !self.hand.contains(&drop) => {
                Err(Illegal::because("#the-turn", format_args!("{} is not in the hand", drop.pretty())))
            }
            _ => Ok(()),
        }
    }

    fn check_ask(&self, pile: u8, with: &[Card]) -> Result<(), Illegal> {
        let Some(shop) = self.puzzle.piles.get(usize::from(pile)) else {
            return Err(Illegal::because("#questions", format_args!("there is no pile {}", pile + 1)));
        };
        if !self.is_left(pile) {
            return Err(Illegal::because("#questions", format_args!("nothing is left in pile {}", pile + 1)));
        }
        if let Some(card) = with.iter().find(|card| !self.hand.contains(card)) {
            return Err(Illegal::because("#questions", format_args!("{} is not in the hand", card.pretty())));
        }
        if with.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Illegal::because("#questions", "a card can pay once"));
        }
        if !pays(shop.price, with) {
            return Err(Illegal::because("#prices", format_args!("pile {} costs {}", pile + 1, shop.price.words())));
        }
        Ok(())
    }

    fn check_guess(&self, cards: &ArrayVec<Card, 4>) -> Result<(), Illegal> {
        let slots = self.mystery.len();
        if cards.len() != slots {
            return Err(Illegal::because(
                "#the-end",
                format_args!("the mystery is {}", counted(slots, "card", "cards")),
            ));
        }
        if let Some(card) = cards.iter().find(|card| self.reasoner.number(**card).is_none()) {
            return Err(Illegal::because("#the-end", format_args!("{} is not in the grid", card.pretty())));
        }
        if (1..slots).any(|slot| cards[..slot].contains(&cards[slot])) {
            return Err(Illegal::because("#the-end", "every card is in the grid once"));
        }
        if *cards != self.normal(cards) {
            return Err(Illegal::because("#the-end", "a set is named in the order of its cards"));
        }
        Ok(())
    }
}

/// The cards of an answer of the reasoner's.
pub fn cards_of(reasoner: &Reasoner, answer: &[u8]) -> ArrayVec<Card, 4> {
    let mut cards: ArrayVec<Card, 4> = answer.iter().take(4).filter_map(|number| reasoner.card(*number)).collect();
    // Sets of numbers are in the order of the grid's ranks, sets of cards in the deck's.
    if reasoner.names_a_set() {
        cards.sort_unstable();
    }
    cards
}

impl Laid {
    /// Deals a grid by the rulebook's routine: suits shuffled, ranks shuffled, twists, piles formed and shuffled, changes.
    fn dealt(puzzle: &Puzzle, reasoner: &Reasoner, given: &Given, rng: &mut GameRng) -> Laid {
        let mut suits = [0, 1, 2, 3];
        rng.shuffle(&mut suits);
        let mut ranks: Vec<u8> = (0..puzzle.rows).collect();
        rng.shuffle(&mut ranks);
        let (ranks, suits) = (given.ranks.clone().unwrap_or(ranks), given.suits.unwrap_or(suits));
        let mut grid = Grid::of(puzzle);
        for twist in &puzzle.twists {
            grid.twist(twist, |lifted| rng.shuffle(lifted));
        }
        let card = |cell: Cell| {
            let rank = ranks.get(usize::from(cell.row())).copied().unwrap_or(0);
            reasoner.card(rank * 4 + suits[usize::from(cell.column())])
        };
        let mut jokers = 0;
        let mut answer = |content: Content| match content {
            Content::CardOf(cell) => card(cell).map(Answer::Card),
            Content::Joker => {
                jokers += 1;
                Some(Answer::Joker(jokers))
            }
        };
        let mut piles: Vec<Vec<Answer>> = puzzle
            .piles
            .iter()
            .map(|pile| pile.cells.iter().filter_map(|cell| grid.at(*cell)).filter_map(&mut answer).collect())
            .collect();
        let mut mystery: ArrayVec<Card, 4> = grid.mystery(puzzle).into_iter().take(4).filter_map(card).collect();
        piles.iter_mut().for_each(|pile| rng.shuffle(pile));
        let mut removed = Vec::new();
        for change in &puzzle.changes {
            let (Change::Remove { pile, .. } | Change::Add { pile, .. }) = *change;
            let Some(cards) = piles.get_mut(usize::from(pile) - 1) else { continue };
            match *change {
                Change::Remove { count, .. } => {
                    let stay = cards.len().saturating_sub(usize::from(count));
                    removed.push((pile, cards.split_off(stay)));
                }
                Change::Add { jokers: more, .. } => {
                    for _ in 0..more {
                        jokers += 1;
                        cards.push(Answer::Joker(jokers));
                    }
                }
            }
            rng.shuffle(cards);
        }
        if let Mystery::Removed { pile, .. } = puzzle.mystery {
            let drawn = removed.iter().filter(|(of, _)| *of == pile).flat_map(|(_, cards)| cards);
            mystery = drawn.filter_map(|answer| answer.card()).take(4).collect();
            mystery.sort_unstable();
        }
        Laid::with_stone(puzzle, reasoner, ranks, suits, piles, mystery)
    }

    /// Finds a deal that has these piles: each way in which they can have come about is as likely as it is.
    fn of_piles(
        puzzle: &Puzzle,
        reasoner: &Reasoner,
        given: &Given,
        piles: Vec<Vec<Answer>>,
        rng: &mut GameRng,
    ) -> Result<Laid, SetupError> {
        let wrong = |why: String| Err(SetupError::Deal(why));
        if piles.len() != puzzle.piles.len() {
            return wrong(format!("{} piles; the puzzle has {}", piles.len(), puzzle.piles.len()));
        }
        for (pile, number) in piles.iter().zip(1..) {
            let askable = puzzle.askable(number - 1);
            if pile.len() != askable {
                return wrong(format!(
                    "pile {number} has {}; after all mods it has {askable}",
                    counted(pile.len(), "card", "cards")
                ));
            }
        }
        let seen = seen_of(reasoner, piles.iter().map(Vec::as_slice));
        let Some(sample) = reasoner.sample(&seen, given, rng) else {
            return wrong(
                "no deal of this puzzle has these piles; each card must be of one of its pile's cells".to_owned(),
            );
        };
        let mut mystery: ArrayVec<Card, 4> =
            sample.mystery.iter().take(4).filter_map(|number| reasoner.card(*number)).collect();
        if puzzle.is_named_as_a_set() {
            mystery.sort_unstable();
        }
        Ok(Laid::with_stone(puzzle, reasoner, sample.ranks, sample.suits, piles, mystery))
    }

    fn with_stone(
        puzzle: &Puzzle,
        reasoner: &Reasoner,
        ranks: Vec<u8>,
        suits: [u8; 4],
        piles: Vec<Vec<Answer>>,
        mystery: ArrayVec<Card, 4>,
    ) -> Laid {
        let stone = under_the_stone(puzzle, reasoner, &piles, &mystery);
        Laid { ranks, suits, piles, mystery, stone }
    }
}

impl Answer {
    /// The card, if it is one.
    pub const fn card(self) -> Option<Card> {
        match self {
            Answer::Card(card) => Some(card),
            Answer::Joker(_) => None,
        }
    }
}

/// Reads the parts of an explicit deal that are given.
fn read_given(puzzle: &Puzzle, deal: &Deal) -> Result<Given, SetupError> {
    let mut given = Given::default();
    if !deal.ranks.is_empty() {
        let known = puzzle.ranks();
        let number = |word: &str| {
            let rank = |rank: &Rank| word.len() == 1 && word.starts_with(rank.letter());
            known.iter().position(rank).map(|rank| rank as u8)
        };
        let ranks: Option<Vec<u8>> = deal.ranks.split_whitespace().map(number).collect();
        let letters: Vec<String> = known.iter().map(|rank| rank.letter().to_string()).collect();
        let right = || {
            SetupError::Deal(format!("ranks {:?}; they are {} in some order", short(&deal.ranks), letters.join(" ")))
        };
        let ranks = ranks.filter(|ranks| is_order(ranks, known.len())).ok_or_else(right)?;
        given.ranks = Some(ranks);
    }
    if !deal.suits.is_empty() {
        let number = |word: &str| {
            let suit = |suit: &Suit| word.len() == 1 && word.starts_with(suit.letter());
            Suit::ALL.iter().position(suit).map(|suit| suit as u8)
        };
        let suits: Option<Vec<u8>> = deal.suits.split_whitespace().map(number).collect();
        let right = || SetupError::Deal(format!("suits {:?}; they are S H D C in some order", short(&deal.suits)));
        let suits = suits.filter(|suits| is_order(suits, 4)).ok_or_else(right)?;
        given.suits = suits.try_into().ok();
    }
    Ok(given)
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Whether these are all the numbers below `count`, each once.
fn is_order(numbers: &[u8], count: usize) -> bool {
    numbers.len() == count && (0..count).all(|number| numbers.contains(&(number as u8)))
}

fn read_piles(puzzle: &Puzzle, reasoner: &Reasoner, piles: &[Vec<String>]) -> Result<Vec<Vec<Answer>>, SetupError> {
    let mut seen = BTreeSet::new();
    let mut read = |word: &String, number: usize| {
        let wrong = |why: &str| SetupError::Deal(format!("pile {number}: {:?} {why}", short(word)));
        let answer = match word.as_str() {
            "X1" => Answer::Joker(1),
            "X2" => Answer::Joker(2),
            text => Answer::Card(text.parse().map_err(|_| wrong("is neither a card nor a joker X1 or X2"))?),
        };
        if answer.card().is_some_and(|card| reasoner.number(card).is_none()) {
            return Err(wrong("is not in the grid"));
        }
        if matches!(answer, Answer::Joker(number) if number > puzzle.jokers()) {
            return Err(wrong("is no joker of this puzzle"));
        }
        if !seen.insert(answer) {
            return Err(wrong("is there for the second time"));
        }
        Ok(answer)
    };
    piles.iter().zip(1..).map(|(pile, number)| pile.iter().map(|word| read(word, number)).collect()).collect()
}

/// The low deck, next card last.
fn read_low(puzzle: &Puzzle, text: &str) -> Result<Vec<Card>, SetupError> {
    let mut left: BTreeSet<Card> = low_deck(puzzle).into_iter().collect();
    let mut cards = Vec::new();
    for (word, number) in text.split_whitespace().zip(1..) {
        let wrong = |why: &str| SetupError::Deal(format!("low deck, card {number}: {:?} {why}", short(word)));
        let card: Card = word.parse().map_err(|_| wrong("is no card"))?;
        if !left.remove(&card) {
            return Err(wrong("is not in the low deck, or there for the second time"));
        }
        cards.push(card);
    }
    if let Some(missing) = left.first() {
        return Err(SetupError::Deal(format!(
            "the low deck has {}; {} are missing, {missing} among them",
            counted(cards.len(), "card", "cards"),
            left.len()
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
        weight: Weight::Heavy,
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
        let given = read_given(&puzzle, &deal)?;
        let laid = if deal.piles.is_empty() {
            Laid::dealt(&puzzle, &reasoner, &given, rng)
        } else {
            Laid::of_piles(&puzzle, &reasoner, &given, read_piles(&puzzle, &reasoner, &deal.piles)?, rng)?
        };
        let low = if deal.low.is_empty() {
            let mut low = low_deck(&puzzle);
            rng.shuffle(&mut low);
            low
        } else {
            read_low(&puzzle, &deal.low)?
        };
        let Laid { ranks, suits, piles, mystery, stone } = laid;
        let up = vec![0; piles.len()];
        let known = Arc::new(reasoner.known(&Seen::default()));
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
            ended: None,
        };
        game.fill_market(&mut Vec::new());
        Ok(game)
    }

    fn furnished(mut options: Options, read: ReadFile<'_>) -> Result<Options, SetupError> {
        if options.puzzle_text.is_empty() && !options.puzzle_file.is_empty() {
            let name: String = options.puzzle_file.chars().take(80).collect();
            let in_file = |why: String| SetupError::Options(format!("puzzle_file {name:?}: {why}"));
            let text = read(&options.puzzle_file).map_err(in_file)?;
            let puzzle = Puzzle::read(&text).map_err(|broken| in_file(format!("{}: {broken}", broken.place)))?;
            options.puzzle_text = puzzle.to_line();
        }
        Ok(options)
    }

    fn dealt_again(&self) -> Option<Deal> {
        Some(self.grid_deal())
    }

    fn stage(&self) -> Stage {
        match &self.ended {
            Some(ended) => Stage::Over(self.outcome(ended)),
            None => Stage::Act(SeatSet::only(Seat::FIRST)),
        }
    }

    fn legal_moves(&self, seat: Seat) -> Moves<Move> {
        if self.ended.is_some() || seat != Seat::FIRST {
            return Moves::NONE;
        }
        let mut moves = Vec::new();
        for card in &self.market {
            if self.hand.is_full() {
                moves.extend(self.hand.iter().map(|drop| Move::Pick { card: *card, drop: Some(*drop) }));
            } else {
                moves.push(Move::Pick { card: *card, drop: None });
            }
        }
        for (pile, number) in self.puzzle.piles.iter().zip(0u8..) {
            if self.is_left(number) {
                let ways = payments(&self.hand, pile.price).into_iter();
                moves.extend(ways.map(|with| Move::Ask { pile: number, with }));
            }
        }
        let (guesses, all) = self.guesses();
        moves.extend(guesses);
        moves.sort_unstable();
        if all { Moves::All(moves) } else { Moves::Open(moves) }
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        if self.ended.is_some() {
            return Err(Illegal::over());
        }
        if seat != Seat::FIRST {
            return Err(Illegal::not_your_turn(seat));
        }
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
                self.known = Arc::new(self.reasoner.known(&self.seen()));
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
                self.ended = Some(Ended { guess: cards.clone(), right });
            }
        }
        events
    }

    fn view(&self, _: Viewer) -> View {
        let up =
            self.piles.iter().zip(&self.up).map(|(pile, up)| pile.iter().take(usize::from(*up)).copied().collect());
        let over = self.ended.as_ref().map(|ended| Over {
            guess: ended.guess.clone(),
            mystery: self.mystery.clone(),
            right: ended.right,
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

    fn redealt(&self, _: Viewer, rng: &mut GameRng) -> Self {
        let mut other = self.clone();
        if other.ended.is_some() {
            return other;
        }
        rng.shuffle(&mut other.low);
        let Some(sample) = self.reasoner.sample(&self.seen(), &Given::default(), rng) else { return other };
        let mut jokers: Vec<Answer> = (1..=self.puzzle.jokers()).map(Answer::Joker).collect();
        for (pile, up) in other.piles.iter_mut().zip(&self.up) {
            pile.truncate(usize::from(*up));
            jokers.retain(|joker| !pile.contains(joker));
        }
        for (pile, next) in other.piles.iter_mut().zip(&sample.piles) {
            let answers = next.iter().filter_map(|card| match card {
                Some(number) => self.reasoner.card(*number).map(Answer::Card),
                None => jokers.pop(),
            });
            pile.extend(answers);
        }
        other.ranks = sample.ranks;
        other.suits = sample.suits;
        other.mystery = cards_of(&self.reasoner, &sample.mystery);
        other.stone = under_the_stone(&self.puzzle, &self.reasoner, &other.piles, &other.mystery);
        other
    }

    fn census(&self) -> Vec<u32> {
        let number = |answer: &Answer| match answer {
            Answer::Card(card) => u32::from(card.index()),
            Answer::Joker(number) => 52 + u32::from(*number),
        };
        let low = self.low.iter().chain(&self.market).chain(&self.hand).chain(&self.dumped);
        let mut all: Vec<u32> = low.chain(&self.mystery).map(|card| u32::from(card.index())).collect();
        all.extend(self.piles.iter().flatten().chain(&self.stone).map(number));
        all.sort_unstable();
        all
    }

    fn scores(&self) -> Vec<i32> {
        let is_won = self.ended.as_ref().is_some_and(|ended| ended.right);
        vec![if is_won { self.low.len() as i32 } else { 0 }]
    }

    fn state(&self) -> serde_json::Value {
        let list = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
        let up = self
            .piles
            .iter()
            .zip(&self.up)
            .map(|(pile, up)| pile.iter().take(usize::from(*up)).map(Answer::to_string).collect::<Vec<_>>());
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
        match &self.ended {
            Some(ended) if ended.right => format!("solved after {asked}, {left} left"),
            Some(_) => format!("not solved, {asked}, {left} left"),
            None => {
                let answers = counted(self.known.answers.len(), "answer", "answers");
                format!("{asked}, {answers} left, {left} left")
            }
        }
    }
}
