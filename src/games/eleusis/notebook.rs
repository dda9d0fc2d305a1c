//! A player's own sentences about the secret rule, each checked against everything on the table.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::language::Automaton;
use super::moves::LONGEST_WORDS;
use super::table::{Counterexample, EleusisTable, WrongGuess};
use crate::cards::{Card, ShoeCard};
use crate::engine::seats::Seat;

/// The most sentences on a page.
pub const MOST_SENTENCES: usize = 12;

/// The notebooks of those who play at one computer, each with a page for every round; nobody sees another's.
///
/// ```
/// use parlour::engine::seats::Seat;
/// use parlour::games::eleusis::notebook::Notebooks;
///
/// let (first, second) = (Seat::FIRST, Seat::new(1).unwrap());
/// let mut books = Notebooks::read("", "lamp");
/// books.add(first, 1, "red");
/// let kept = books.to_string();
/// assert_eq!(Notebooks::read(&kept, "lamp").page(first, 1), ["red"]);
/// assert!(Notebooks::read(&kept, "lamp").page(second, 1).is_empty());
/// assert!(Notebooks::read(&kept, "another game").page(first, 1).is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notebooks {
    /// The game's seed.
    seed: String,
    pages: Vec<NotebookPage>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct NotebookPage {
    seat: usize,
    round: usize,
    sentences: Vec<String>,
}

impl Notebooks {
    /// What was kept beside the game of this seed; nothing if it was kept beside another.
    pub fn read(text: &str, seed: &str) -> Notebooks {
        let kept = ron::from_str(text).ok().filter(|kept: &Notebooks| kept.seed == seed);
        kept.unwrap_or(Notebooks { seed: seed.to_owned(), pages: Vec::new() })
    }

    pub fn page(&self, seat: Seat, round: usize) -> &[String] {
        let page = self.pages.iter().find(|page| (page.seat, page.round) == (seat.index(), round));
        page.map_or(&[], |page| &page.sentences[..page.sentences.len().min(MOST_SENTENCES)])
    }

    /// Writes a sentence down, unless it is there, or the page is full.
    pub fn add(&mut self, seat: Seat, round: usize, sentence: &str) {
        let sentence: String = sentence.trim().chars().take(LONGEST_WORDS).collect();
        let page = self.page_mut(seat, round);
        if !sentence.is_empty() && page.len() < MOST_SENTENCES && !page.contains(&sentence) {
            page.push(sentence);
        }
    }

    /// Crosses a sentence out, by its place on the page.
    pub fn remove(&mut self, seat: Seat, round: usize, place: usize) {
        let page = self.page_mut(seat, round);
        if place < page.len() {
            page.remove(place);
        }
    }

    fn page_mut(&mut self, seat: Seat, round: usize) -> &mut Vec<String> {
        let is_it = |page: &NotebookPage| (page.seat, page.round) == (seat.index(), round);
        let place = self.pages.iter().position(is_it).unwrap_or_else(|| {
            self.pages.push(NotebookPage { seat: seat.index(), round, sentences: Vec::new() });
            self.pages.len() - 1
        });
        &mut self.pages[place].sentences
    }
}

/// As it is kept.
impl fmt::Display for Notebooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ron::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// How a rule stands against everything on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    Contradicted(CardAgainst),
    /// Somebody has guessed a rule of the same meaning, in vain.
    Guessed(Seat),
    /// Nothing speaks against it, and so many cards of the own hand would be right.
    Fits {
        allows: usize,
    },
}

/// The first thing on the table that a rule does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardAgainst {
    /// It was right after this card of the mainline.
    Right { card: Card, after: Card },
    /// It was wrong after this one.
    Wrong { card: Card, after: Card },
    /// It was in a hand of which no card fitted after this one.
    None { card: Card, after: Card },
    /// The dealer has shown how it would be judged.
    Shown { card: Card },
}

impl Standing {
    pub fn of(rule: &Automaton, table: &EleusisTable, hand: &[ShoeCard]) -> Standing {
        if let Some(card_against) = card_against(rule, table) {
            return Standing::Contradicted(card_against);
        }
        let is_same = |guess: &&WrongGuess| {
            let guessed = guess.words.as_rule().map(|guessed| Automaton::of(&guessed));
            guessed.is_some_and(|guessed| table.difference(&guessed, rule, guess.after).is_none())
        };
        if let Some(guess) = table.guesses.iter().find(is_same) {
            return Standing::Guessed(guess.seat);
        }
        let right = rule.state_after(table.cards()).map(|state| rule.right(state)).unwrap_or_default();
        Standing::Fits { allows: hand.iter().filter(|held| right.contains(held.card)).count() }
    }

    pub const fn fits(&self) -> bool {
        matches!(self, Standing::Fits { .. })
    }
}

/// The first thing that contradicts a rule: on the table, or in an example that was shown for a wrong guess.
pub fn card_against(rule: &Automaton, table: &EleusisTable) -> Option<CardAgainst> {
    on_table(rule, table).or_else(|| table.guesses.iter().find_map(|guess| shown_against(rule, guess.apart.as_ref()?)))
}

fn shown_against(rule: &Automaton, shown: &Counterexample) -> Option<CardAgainst> {
    let (first, later) = shown.mainline.split_first()?;
    let mut state = rule.start(*first);
    for card in later {
        if !rule.right(state).contains(*card) {
            return Some(CardAgainst::Shown { card: *card });
        }
        state = rule.after(state, *card);
    }
    (rule.right(state).contains(shown.card) != shown.is_right).then_some(CardAgainst::Shown { card: shown.card })
}

fn on_table(rule: &Automaton, table: &EleusisTable) -> Option<CardAgainst> {
    let mut last = None;
    for link in &table.mainline {
        let card = link.right.card.card;
        let state = match last {
            None => rule.start(card),
            Some((state, after)) if !rule.right(state).contains(card) => {
                return Some(CardAgainst::Right { card, after });
            }
            Some((state, _)) => rule.after(state, card),
        };
        last = Some((state, card));
        let (right, after) = (rule.right(state), card);
        let mut wrong = link.wrong.iter().map(|laid| laid.card.card);
        if let Some(card) = wrong.find(|card| right.contains(*card)) {
            return Some(CardAgainst::Wrong { card, after });
        }
        let mut none = link.none.iter().flatten().map(|held| held.card);
        if let Some(card) = none.find(|card| right.contains(*card)) {
            return Some(CardAgainst::None { card, after });
        }
    }
    None
}

/// "Contradicted by the seven of hearts, which was wrong after the two of spades".
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Contradicted(CardAgainst::Right { card, after }) => {
                write!(f, "Contradicted by the {}, which was right after the {}", card.spoken(), after.spoken())
            }
            Standing::Contradicted(CardAgainst::Wrong { card, after }) => {
                write!(f, "Contradicted by the {}, which was wrong after the {}", card.spoken(), after.spoken())
            }
            Standing::Contradicted(CardAgainst::None { card, after }) => {
                let (card, after) = (card.spoken(), after.spoken());
                write!(f, "Contradicted by the {card}, which was in a hand with no right card after the {after}")
            }
            Standing::Contradicted(CardAgainst::Shown { card }) => {
                write!(f, "Contradicted by the {} in the example shown for a wrong guess", card.spoken())
            }
            Standing::Guessed(seat) => write!(f, "Not the rule: {} it", seat.does("has guessed", "have guessed")),
            Standing::Fits { allows: 0 } => f.write_str("Fits, and would allow none of your cards"),
            Standing::Fits { allows } => write!(f, "Fits, and would allow {allows} of your cards"),
        }
    }
}
