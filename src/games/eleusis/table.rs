//! What everybody at a table of Eleusis Express sees: the mainline with what hangs below it, who has guessed what, and what is
//! being asked.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::candidates::Evidence;
use super::language::Rule;
use super::secrets::RuleGrade;
use crate::cards::{Card, ShoeCard};
use crate::engine::game::NotAMove;
use crate::engine::rounds::Match;
use crate::engine::seats::{Seat, Seats};
use crate::words::joined;

/// How many cards each is dealt.
pub const DEALT: usize = 12;

/// For naming the rule, for having no card left, and for whoever never dealt when a game stops early.
pub const NAMED: i32 = 6;
pub const WENT_OUT: i32 = 3;
pub const NEVER_DEALT: i32 = 10;

/// Alone: how many cards somebody may need, what a wrong guess counts, and the score if the rule is not found.
pub const MOST_NEEDED: usize = 60;
pub const WRONG_GUESS: usize = 2;
pub const NOT_FOUND: i32 = -100;

/// The longest hint or guess, in letters: any rule can be said.
pub const LONGEST_WORDS: usize = 800;

/// How many hints a dealer may give in a round, and how often the players may ask for one.
pub const MOST_HINTS: usize = 8;
pub const MOST_ASKED: usize = 3;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether each seat deals once. Otherwise so many rounds are played as `rounds` says.
    pub everyone_deals: bool,
    pub rounds: u32,
    pub empty_stock: EmptyStock,
    /// Whether after a wrong guess a mainline is shown that tells it from the rule.
    pub counterexamples: bool,
    /// Whether the rule is the house's, and every seat plays. With one seat or two it always is.
    pub house: bool,
    /// How hard the house's rules are.
    pub grade: RuleGrade,
    pub rule: HouseRule,
}

impl Default for Options {
    fn default() -> Options {
        let (empty_stock, grade, rule) = Default::default();
        Options { everyone_deals: true, rounds: 1, empty_stock, counterexamples: false, house: false, grade, rule }
    }
}

/// What happens when the stock is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum EmptyStock {
    /// Another deck is shuffled in, up to four in all.
    #[default]
    Reshuffle,
    /// The round is over.
    End,
}

/// The rule that the house has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum HouseRule {
    /// One of the wanted grade, which ships with Parlour or is made up.
    #[default]
    Secret,
    Given(Rule),
}

impl Serialize for HouseRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            HouseRule::Secret => serializer.serialize_unit_variant("HouseRule", 0, "Secret"),
            HouseRule::Given(rule) => rule.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for HouseRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HouseRule, D::Error> {
        struct SecretOrText;

        impl Visitor<'_> for SecretOrText {
            type Value = HouseRule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("Secret, or a rule as text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<HouseRule, E> {
                text.parse().map(HouseRule::Given).map_err(E::custom)
            }

            /// A name without anything: which name it is, the format does not say.
            fn visit_unit<E: de::Error>(self) -> Result<HouseRule, E> {
                Ok(HouseRule::Secret)
            }
        }

        deserializer.deserialize_any(SecretOrText)
    }
}

/// One decision of one seat.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// The dealer writes a rule down.
    Rule(Rule),
    /// The dealer keeps a rule in mind, and will judge by hand.
    InMind,
    /// The dealer gives a hint.
    Hint(Words),
    /// The dealer says who begins.
    Start(Seat),
    Play(Card),
    /// No card of the hand fits.
    NoCard,
    /// The dealer is asked for a hint.
    Ask,
    /// In the language of rules, or in free words where the dealer judges by hand.
    Guess(Words),
    /// No guess, or no hint.
    Pass,
    /// The dealer says whether what was asked is right: a card, that no card fits, or a guess.
    Judge(bool),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Rule(rule) => write!(f, "rule {rule}"),
            Move::InMind => f.write_str("rule in mind"),
            Move::Hint(words) => write!(f, "hint {words}"),
            Move::Start(seat) => write!(f, "start {seat}"),
            Move::Play(card) => write!(f, "play {card}"),
            Move::NoCard => f.write_str("none"),
            Move::Ask => f.write_str("ask"),
            Move::Guess(words) => write!(f, "guess {words}"),
            Move::Pass => f.write_str("pass"),
            Move::Judge(true) => f.write_str("judge right"),
            Move::Judge(false) => f.write_str("judge wrong"),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let read = match (verb, rest) {
            ("rule", "in mind") => Some(Move::InMind),
            ("rule", rule) => rule.parse().ok().map(Move::Rule),
            ("hint", words) => Words::new(words).map(Move::Hint),
            ("start", seat) => seat.parse().ok().and_then(Seat::new).map(Move::Start),
            ("play", card) => card.parse().ok().map(Move::Play),
            ("guess", words) => Words::new(words).map(Move::Guess),
            ("judge", "right") => Some(Move::Judge(true)),
            ("judge", "wrong") => Some(Move::Judge(false)),
            ("none", "") => Some(Move::NoCard),
            ("ask", "") => Some(Move::Ask),
            ("pass", "") => Some(Move::Pass),
            _ => None,
        };
        read.ok_or(NotAMove)
    }
}

/// A line that somebody says: one to [`LONGEST_WORDS`] letters that can be seen, its spaces single.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Words(String);

impl Words {
    /// `None` if there is nothing, or too much, to say.
    pub fn new(text: &str) -> Option<Words> {
        // Neither what turns the direction of writing or cannot be seen, nor letters of private use, which stand for names.
        let is_plain = |letter: char| {
            !letter.is_control()
                && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}')
        };
        let words = joined(text.split_whitespace(), " ");
        let fits = (1..=LONGEST_WORDS).contains(&words.chars().count()) && words.chars().all(is_plain);
        (fits && words == text).then_some(Words(words))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As a rule, if it is one.
    pub fn as_rule(&self) -> Option<Rule> {
        self.0.parse().ok()
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is to be done now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnPhase {
    /// The dealer thinks of a rule.
    Rule,
    /// The dealer may give hints, and says who begins.
    Opening,
    /// The seat in turn plays a card, or says that none fits.
    Play,
    /// The dealer was asked for a hint.
    Hint,
    /// The same seat may guess the rule.
    Guess,
    /// The dealer judges by hand.
    Judge(Question),
    /// No claim was right, and the dealer, who judges by hand, chooses the card that is.
    Choose,
    Over,
}

/// What the dealer is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    Card(ShoeCard),
    NoCard,
    Guess(Words),
}

/// A card on the table, and who played it; `None` for the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laid {
    pub card: ShoeCard,
    pub by: Option<Seat>,
}

/// One card of the mainline, and what was wrong after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainlineLink {
    pub right: Laid,
    /// The sideline below it.
    pub wrong: Vec<Laid>,
    /// Hands of which no card was right after it.
    pub none: Vec<Vec<Card>>,
}

/// A guess that was not the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongGuess {
    pub seat: Seat,
    pub words: Words,
    /// What tells it from the rule, if the dealer allows that it is shown.
    pub apart: Option<Counterexample>,
}

/// A mainline after which the rule and a guess judge a card differently; both allow the mainline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    pub mainline: Vec<Card>,
    pub card: Card,
    /// Whether the card would be right by the rule.
    pub is_right: bool,
}

/// "after 7♠ 8♥ the 2♣ would be right".
impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mainline = joined(self.mainline.iter().map(|card| card.pretty()), " ");
        let verdict = if self.is_right { "right" } else { "wrong" };
        write!(f, "after {mainline} the {} would be {verdict}", self.card.pretty())
    }
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleRound {
    /// As it was written down; `None` if the dealer kept it in mind.
    pub rule: Option<Rule>,
    pub named_by: Option<Seat>,
    pub out: Option<Seat>,
    /// What each seat had left, which is shown and counted; nothing for the dealer.
    pub hands: Vec<Vec<ShoeCard>>,
    /// The mainline with what hangs below it.
    pub played: Vec<MainlineLink>,
    pub guesses: Vec<WrongGuess>,
    /// Who dealt; `None`: the house.
    pub dealer: Option<Seat>,
    /// Those who get points since the game stopped before they dealt.
    pub never_dealt: Vec<Seat>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct EleusisTable {
    pub options: Options,
    pub game: Match<RuleRound>,
    pub phase: TurnPhase,
    /// Who plays; meaningless before the dealer has said who begins.
    pub turn: Seat,
    pub mainline: Vec<MainlineLink>,
    pub guesses: Vec<WrongGuess>,
    pub hints: Vec<Words>,
    /// How often the dealer was asked for one in this round.
    pub asked: usize,
    /// The hand that was shown last, by somebody who said that no card fits.
    pub shown: Option<(Seat, Vec<ShoeCard>)>,
    /// Whether the dealer keeps the rule in mind, and judges by hand.
    pub in_mind: bool,
    /// How many decks are in play.
    pub decks: u8,
    /// How many cards are left to draw.
    pub stock: usize,
}

impl EleusisTable {
    pub fn seats(&self) -> Seats {
        self.game.seats()
    }

    /// Whether the rule is the house's, and every seat plays.
    pub fn is_house(&self) -> bool {
        self.options.house || self.seats().count() < 3 || self.options.rule != HouseRule::Secret
    }

    /// The seat that has the rule.
    pub fn dealer(&self) -> Option<Seat> {
        (!self.is_house()).then(|| self.game.dealer())
    }

    pub fn is_alone(&self) -> bool {
        self.seats().count() == 1
    }

    /// Those who play cards in this round: the first after the dealer first, or against the house another one in each round.
    pub fn players(&self) -> impl Iterator<Item = Seat> {
        let (dealer, seats) = (self.dealer(), self.seats());
        seats
            .from(dealer.map_or(self.game.dealer(), |dealer| seats.after(dealer)))
            .filter(move |seat| Some(*seat) != dealer)
    }

    /// The next player after a seat.
    pub fn next_after(&self, seat: Seat) -> Seat {
        let next = self.seats().after(seat);
        if Some(next) == self.dealer() { self.seats().after(next) } else { next }
    }

    /// Whose decision is asked for; `None` once the game is over.
    pub fn acting(&self) -> Option<Seat> {
        match self.phase {
            TurnPhase::Rule | TurnPhase::Opening | TurnPhase::Hint | TurnPhase::Judge(_) | TurnPhase::Choose => {
                self.dealer()
            }
            TurnPhase::Play | TurnPhase::Guess => Some(self.turn),
            TurnPhase::Over => None,
        }
    }

    /// Whether the seat in turn may ask the dealer for a hint.
    pub fn may_ask(&self) -> bool {
        let is_left = self.asked < MOST_ASKED && self.hints.len() < MOST_HINTS;
        self.phase == TurnPhase::Play && self.dealer().is_some() && is_left
    }

    /// The cards of the mainline.
    pub fn cards(&self) -> impl DoubleEndedIterator<Item = Card> + Clone {
        self.mainline.iter().map(|link| link.right.card.card)
    }

    /// Every card that lies on the table.
    pub fn laid(&self) -> impl Iterator<Item = ShoeCard> {
        self.mainline.iter().flat_map(|link| [&link.right].into_iter().chain(&link.wrong)).map(|laid| laid.card)
    }

    /// Lays a card below the last of the mainline.
    pub fn lay_wrong(&mut self, laid: Laid) {
        if let Some(link) = self.mainline.last_mut() {
            link.wrong.push(laid);
        }
    }

    pub fn lay_right(&mut self, laid: Laid) {
        self.mainline.push(MainlineLink { right: laid, wrong: Vec::new(), none: Vec::new() });
    }

    /// How many cards were needed so far by somebody who plays alone; a right claim counts as one.
    pub fn needed(&self) -> usize {
        let cards: usize = self.mainline.iter().map(|link| 1 + link.wrong.len() + link.none.len()).sum();
        cards.saturating_sub(1) + WRONG_GUESS * self.guesses.len()
    }

    /// All that lies on the table, as evidence; `None` before the first card.
    pub fn evidence(&self) -> Option<Evidence> {
        evidence_of(&self.mainline, &self.guesses)
    }
}

/// A mainline with what hangs below it, and guesses that were wrong, as evidence; `None` before the first card.
pub fn evidence_of(mainline: &[MainlineLink], guesses: &[WrongGuess]) -> Option<Evidence> {
    let mut evidence = Evidence::new(mainline.first()?.right.card.card);
    for (number, link) in mainline.iter().enumerate() {
        if number > 0 {
            evidence.right(link.right.card.card);
        }
        let none = link.none.iter().flatten().copied();
        link.wrong.iter().map(|laid| laid.card.card).chain(none).for_each(|card| evidence.wrong(card));
    }
    // What was guessed more than once tells no more.
    let said: BTreeSet<&Words> = guesses.iter().map(|guess| &guess.words).collect();
    let shown = guesses.iter().filter_map(|guess| guess.apart.as_ref());
    shown.for_each(|apart| evidence.told(&apart.mainline, apart.card, apart.is_right));
    said.into_iter().filter_map(Words::as_rule).for_each(|rule| evidence.is_not(&rule));
    Some(evidence)
}
