//! The deal of Mystery Machine by the rulebook's routine, and explicit deals: how they are written, read and completed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Suit, cards_to_text};
use crate::engine::game::SetupError;
use crate::engine::rng::GameRng;
use crate::words::counted;

use super::moves::{MysteryCards, PileCard};
use super::puzzle::{Change, GridCell, Puzzle, Twist};
use super::solver::knowledge::{GridConstraints, Reasoner, SampledDeal};
use super::solver::par::AnswersSeen;

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

/// The grid and piles after all twists and changes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct DealtGrid {
    /// For each row the number of its rank, for each column that of its suit, see [`Reasoner::card`].
    pub ranks: Vec<u8>,
    pub suits: [u8; 4],
    /// Top first, including the cards that are up.
    pub piles: Vec<Vec<PileCard>>,
    pub mystery: MysteryCards,
    /// Cards that are never shown: those of cells without a token, and those that were removed.
    pub stone: Vec<PileCard>,
}

impl Deal {
    /// The low deck, next card last; none where questions are free.
    ///
    /// # Errors
    /// A deck that is not the puzzle's, or one that this way of playing has no use for.
    pub(super) fn low_cards(
        &self,
        puzzle: &Puzzle,
        pure_logic: bool,
        rng: &mut GameRng,
    ) -> Result<Vec<Card>, SetupError> {
        if self.low.is_empty() {
            let mut low = if pure_logic { Vec::new() } else { low_deck(puzzle) };
            rng.shuffle(&mut low);
            return Ok(low);
        }
        if pure_logic {
            return Err(SetupError::Deal("pure logic has no low deck; leave `low` out".to_owned()));
        }
        read_low(puzzle, &self.low)
    }
}

impl DealtGrid {
    /// What an explicit deal says, the rest by chance.
    ///
    /// # Errors
    /// A deal that cannot be read, or that the puzzle's routine cannot give.
    pub fn of(deal: &Deal, puzzle: &Puzzle, reasoner: &Reasoner, rng: &mut GameRng) -> Result<DealtGrid, SetupError> {
        let constraints = GridConstraints {
            ranks: read_order("ranks", &deal.ranks, &rank_letters(puzzle))?,
            suits: read_order("suits", &deal.suits, &suit_letters())?.and_then(|suits| suits.try_into().ok()),
            mystery: read_mystery(puzzle, reasoner, &deal.mystery)?,
        };
        if deal.piles.is_empty() && deal.mystery.is_empty() {
            return Ok(DealtGrid::random(puzzle, reasoner, &constraints, rng));
        }
        let piles = read_piles(puzzle, reasoner, &deal.piles)?;
        DealtGrid::with_piles(puzzle, reasoner, &constraints, piles, rng)
    }

    /// The same grid, piles, stone and mystery as an explicit deal, whose low deck is shuffled.
    pub fn written(&self, puzzle: &Puzzle) -> Deal {
        let listed = |order: &[u8], letters: &[String]| {
            order.iter().map(|number| letters[usize::from(*number)].as_str()).collect::<Vec<_>>().join(" ")
        };
        Deal {
            ranks: listed(&self.ranks, &rank_letters(puzzle)),
            suits: listed(&self.suits, &suit_letters()),
            piles: self.piles.iter().map(|pile| pile.iter().map(PileCard::to_string).collect()).collect(),
            mystery: if puzzle.has_random_mystery() { cards_to_text(&self.mystery) } else { String::new() },
            low: String::new(),
        }
    }

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
    pub fn sampled(
        puzzle: &Puzzle,
        reasoner: &Reasoner,
        mut piles: Vec<Vec<PileCard>>,
        sample: SampledDeal,
    ) -> DealtGrid {
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
pub(super) fn with_answer(reasoner: &Reasoner, seen: AnswersSeen, pile: usize, answer: PileCard) -> AnswersSeen {
    match answer {
        PileCard::Card(card) => reasoner.number(card).map_or(seen, |number| seen.with_card(pile, u32::from(number))),
        PileCard::Joker(_) => seen.with_joker(pile),
    }
}

pub fn low_deck(puzzle: &Puzzle) -> Vec<Card> {
    Suit::ALL.iter().flat_map(|suit| puzzle.low_ranks().map(|rank| Card::new(rank, *suit))).collect()
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

/// The first so many letters of a text, for messages.
pub(super) fn short(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect()
}
