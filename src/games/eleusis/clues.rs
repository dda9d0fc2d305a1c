//! What a hint says step by step to whoever looks for the rule, before it says a move: which cards tell most, what to think of, how many
//! rules still fit, and after the move one of these. All of it follows from what everybody sees.

use std::fmt;

use super::belief::Belief;
use super::evidence::Evidence;
use super::hints::share_in_words;
use super::mind::Mind;
use super::moves::{Move, Words};
use super::reason::{RulesLeft, SURE};
use super::table::{EleusisTable, TurnPhase};
use super::topics::Topic;
use crate::cards::{CardSet, ShoeCard};
use crate::engine::game::{Cancel, HintClue, HintClues};
use crate::layout::{Spotlight, piece_of};
use crate::words::listed;

/// How many cards are named at most.
const MOST_CARDS: usize = 3;

/// What is likelier than this has nearly all of the likelihood, and what is less likely is not worth a word.
const NEARLY_ALL: f32 = 0.95;
const WORTH_A_WORD: f32 = 0.25;

/// A card on the table, and how much of what was likely before it was judged it has ruled out, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TellingCard {
    pub card: ShoeCard,
    pub is_right: bool,
    pub ruled_out: f32,
}

/// Something true about what the table tells of the rule.
#[derive(Clone, PartialEq, Debug)]
pub enum Clue {
    /// No other card that lies there told more when it was judged than any of these; what told most first.
    Telling(Vec<TellingCard>),
    /// The property that most of what is still likely speaks of, and what of the mainline, each with the share that does.
    ThinkOf { cards: (Topic, f32), line: (Topic, f32) },
    /// How many rules fit everything on the table.
    Left(RulesLeft),
    /// One of them that is no less likely than any other.
    Fits(Words),
}

/// What is said before a move, and what after it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClueSteps {
    pub before: Vec<Clue>,
    pub after: Option<Clue>,
}

impl ClueSteps {
    /// What a hint with this move says on the way. Nothing where no rule is looked for, or it was called off.
    pub fn of(table: &EleusisTable, mv: &Move, cancel: &Cancel) -> ClueSteps {
        let is_looked_for = matches!(table.phase, TurnPhase::Play | TurnPhase::Guess);
        let Some(evidence) = table.evidence().filter(|_| is_looked_for) else { return ClueSteps::default() };
        let belief = Belief::watched(Mind::OPEN, &evidence, cancel);
        let telling = most_telling(&judged_cards(table, cancel));
        let telling = (!telling.is_empty()).then_some(Clue::Telling(telling));
        let left = Clue::Left(RulesLeft(belief.count()));
        let before = telling.into_iter().chain(Clue::think_of(&belief)).chain([left]).collect();
        let is_guess = matches!(mv, Move::Guess(_));
        let likeliest = if is_guess { None } else { belief.likeliest() };
        let after = likeliest.and_then(|(rule, _)| Words::new(&rule.to_string())).map(Clue::Fits);
        if cancel.is_raised() { ClueSteps::default() } else { ClueSteps { before, after } }
    }

    /// The same as all games have it.
    pub fn told(&self) -> HintClues {
        HintClues { before: self.before.iter().map(Clue::told).collect(), after: self.after.as_ref().map(Clue::told) }
    }
}

/// Every card that lies on the table but the first, in the order in which they were judged. What is ruled out by one is what then was
/// likely by the cards before it, guesses apart.
fn judged_cards(table: &EleusisTable, cancel: &Cancel) -> Vec<TellingCard> {
    let Some(first) = table.cards().next() else { return Vec::new() };
    let mut evidence = Evidence::new(first);
    let judge = |evidence: &Evidence, card: ShoeCard, is_right: bool| {
        let alone: CardSet = [card.card].into_iter().collect();
        let belief = Belief::watched(Mind::OPEN, evidence, cancel);
        let wrong = belief.chance_of_none(alone);
        let ruled_out = if is_right { wrong } else { 1.0 - wrong };
        // Where no rule fits, none is ruled out.
        (!belief.is_empty()).then_some(TellingCard { card, is_right, ruled_out })
    };
    let mut judged = Vec::new();
    for (number, link) in table.mainline.iter().enumerate().take_while(|_| !cancel.is_raised()) {
        if number > 0 {
            judged.extend(judge(&evidence, link.right.card, true));
            evidence.right(link.right.card.card);
        }
        for laid in &link.wrong {
            judged.extend(judge(&evidence, laid.card, false));
            evidence.wrong(laid.card.card);
        }
        // These lie under the stock by now.
        link.none.iter().flatten().for_each(|held| evidence.wrong(held.card));
    }
    judged
}

/// The few that told most: no card that told less than half as much as the first of them.
fn most_telling(judged: &[TellingCard]) -> Vec<TellingCard> {
    let mut telling: Vec<TellingCard> = judged.iter().copied().filter(|card| card.ruled_out > 0.0).collect();
    telling.sort_by(|one, other| other.ruled_out.total_cmp(&one.ruled_out));
    telling.truncate(MOST_CARDS);
    let most = telling.first().map_or(0.0, |first| first.ruled_out);
    telling.retain(|card| card.ruled_out >= most / 2.0);
    telling
}

impl TellingCard {
    /// "the 7 of hearts", "the wrong king of clubs".
    fn words(&self) -> String {
        let card = self.card.card.spoken();
        if self.is_right { format!("the {card}") } else { format!("the wrong {card}") }
    }
}

/// What a share is no smaller than; `None` if it is too small to be worth a word.
fn at_least(share: f32) -> Option<&'static str> {
    const SHARES: [(f32, &str); 6] = [
        (0.9, "nine tenths"),
        (0.75, "three quarters"),
        (0.667, "two thirds"),
        (0.5, "half"),
        (0.334, "a third"),
        (WORTH_A_WORD, "a quarter"),
    ];
    SHARES.into_iter().find(|(least, _)| share >= *least).map(|(_, words)| words)
}

/// "about half", "nearly all".
fn share_of_rules(share: f32) -> String {
    match share {
        SURE.. => "all".to_owned(),
        NEARLY_ALL.. => "nearly all".to_owned(),
        _ => format!("about {}", share_in_words(f64::from(share))),
    }
}

impl Clue {
    /// `None` if nothing is likely.
    fn think_of(belief: &Belief) -> Option<Clue> {
        let most = |topics: [Topic; 4]| {
            let shares = topics.into_iter().map(|topic| (topic, belief.share_about(topic)));
            shares.reduce(|best, other| if other.1 > best.1 { other } else { best })
        };
        let (cards, line) = most(Topic::OF_CARDS).zip(most(Topic::OF_LINE))?;
        (!belief.is_empty()).then_some(Clue::ThinkOf { cards, line })
    }

    /// What of the table it is about.
    pub fn spots(&self) -> Spotlight {
        match self {
            Clue::Telling(cards) => Spotlight::pieces(cards.iter().map(|telling| piece_of(telling.card))),
            Clue::ThinkOf { .. } | Clue::Left(_) | Clue::Fits(_) => Spotlight::NONE,
        }
    }

    /// The same in a few words.
    pub fn brief(&self) -> String {
        match self {
            Clue::Telling(cards) => {
                let cards: Vec<String> = cards.iter().map(|telling| telling.card.card.pretty()).collect();
                format!("Look at {}", listed(&cards))
            }
            Clue::ThinkOf { cards: (topic, _), line: (of_line, share) } if *share >= WORTH_A_WORD => {
                format!("Think about {} and {}", topic.words(), of_line.words())
            }
            Clue::ThinkOf { cards: (topic, _), .. } => format!("Think about {}", topic.words()),
            Clue::Left(_) | Clue::Fits(_) => self.to_string(),
        }
    }

    fn told(&self) -> HintClue {
        HintClue { words: self.to_string(), brief: self.brief(), about: self.spots() }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clue::Telling(cards) => {
                let names: Vec<String> = cards.iter().map(TellingCard::words).collect();
                write!(f, "Look at {}: ", listed(&names))?;
                let least = cards.iter().map(|telling| telling.ruled_out).fold(1.0, f32::min);
                match (at_least(least), cards.len()) {
                    (Some(share), 1) => write!(f, "it ruled out at least {share} of what had seemed likely"),
                    (Some(share), _) => write!(f, "each ruled out at least {share} of what had seemed likely"),
                    (None, _) => f.write_str("no other card told you more"),
                }
            }
            Clue::ThinkOf { cards: (topic, share), line: (of_line, share_of_line) } => {
                write!(f, "Think about {}: {} of the likely rules involve it", topic.words(), share_of_rules(*share))?;
                if *share_of_line < WORTH_A_WORD {
                    return Ok(());
                }
                write!(f, ", and {} involve {}", share_of_rules(*share_of_line), of_line.words())
            }
            Clue::Left(RulesLeft(0)) => f.write_str("No rule that Parlour knows fits the table"),
            Clue::Left(RulesLeft(1)) => f.write_str("Of the rules that Parlour knows, only one still fits the table"),
            Clue::Left(left) => {
                write!(f, "Of the rules that Parlour knows, {} still fit the table", left.in_figures())
            }
            Clue::Fits(rule) => write!(f, "One rule that fits the table is “{rule}”"),
        }
    }
}
