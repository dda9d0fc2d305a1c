//! A table of Eleusis Express: the hands, the mainline with what hangs below it, who has guessed what, what is being
//! asked, and the events that change it.

use std::collections::BTreeMap;
use std::fmt;

use super::evidence::Evidence;
use super::language::{Automaton, Difference, Rule, difference, difference_after};
use super::moves::Words;
use super::options::{HouseRule, Options};
use crate::cards::{Card, ShoeCard};
use crate::engine::rounds::{Match, SeatPoints, Until};
use crate::engine::seats::{BySeat, Seat, Seats, Viewer};
use crate::engine::seen::EventTable;
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

/// How many hints a dealer may give in a round, and how often the players may ask for one.
pub const MOST_HINTS: usize = 8;
pub const MOST_ASKED: usize = 3;

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
    /// The round is over, and the next is not dealt; in the end there is none.
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
    pub none: Vec<Vec<ShoeCard>>,
}

/// A guess that was not the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongGuess {
    pub seat: Seat,
    pub words: Words,
    /// How many cards the mainline had: only what could come after them told it from the rule.
    pub after: usize,
    /// What tells it from the rule, if the dealer allows that it is shown.
    pub apart: Option<Counterexample>,
}

/// A mainline after which the rule and a guess judge a card differently; both allow what does not lie on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    pub mainline: Vec<Card>,
    /// How many of its cards lay on the table when the guess was made; none under version 1 of the rules.
    pub on_table: usize,
    pub card: Card,
    /// Whether the card would be right by the rule.
    pub is_right: bool,
}

/// "the 2♣ would be right now", "the 2♣ would be right once 8♥ has been played".
impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to_come = self.mainline.get(self.on_table..).unwrap_or_default();
        let cards = joined(to_come.iter().map(|card| card.pretty()), " ");
        let (card, verdict) = (self.card.pretty(), if self.is_right { "right" } else { "wrong" });
        match to_come {
            [] => write!(f, "the {card} would be {verdict} now"),
            _ if self.on_table == 0 => write!(f, "after {cards} the {card} would be {verdict}"),
            [_] => write!(f, "the {card} would be {verdict} once {cards} has been played"),
            _ => write!(f, "the {card} would be {verdict} once {cards} have been played"),
        }
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

/// The cards that a seat holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// How many they are.
    pub count: usize,
    /// All of them in the order in which they came, for those who may see them; for the others none.
    pub cards: Vec<ShoeCard>,
    /// Those that everybody was shown.
    pub shown: Vec<ShoeCard>,
}

impl Hand {
    /// A card comes to it, which not everybody sees.
    pub fn gain(&mut self, card: Option<ShoeCard>) {
        self.count += 1;
        self.cards.extend(card);
    }

    fn lose(&mut self, card: ShoeCard) {
        self.count = self.count.saturating_sub(1);
        self.cards.retain(|held| *held != card);
        self.shown.retain(|held| *held != card);
    }
}

/// What somebody sees of hands.
pub fn hands_seen_by(hands: &BySeat<Hand>, who: Viewer) -> BySeat<Hand> {
    let mut seen = hands.clone();
    seen.iter_mut().filter(|(seat, _)| !who.sees(*seat)).for_each(|(_, hand)| hand.cards.clear());
    seen
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The dealer has a rule; which, only the dealer knows.
    Ruled {
        dealer: Seat,
        rule: Option<Rule>,
        in_mind: bool,
    },
    Hinted {
        words: Words,
    },
    /// A seat asks the dealer for a hint.
    Asked {
        seat: Seat,
    },
    /// The dealer has none to give.
    NoHint {
        dealer: Seat,
    },
    Begins {
        seat: Seat,
    },
    /// Whether it is right, a dealer who judges by hand says later.
    Played {
        seat: Seat,
        card: ShoeCard,
        is_right: Option<bool>,
    },
    /// A card that was asked about is judged by hand.
    Judged {
        seat: Seat,
        card: ShoeCard,
        is_right: bool,
    },
    /// A hand is shown: its seat says that no card fits.
    Claimed {
        seat: Seat,
        hand: Vec<ShoeCard>,
    },
    /// No card fitted, and all of them go under the stock.
    NoneFitted {
        seat: Seat,
        hand: Vec<ShoeCard>,
    },
    /// The dealer, who judges by hand, says that a card of the hand does fit.
    Denied {
        seat: Seat,
    },
    /// A card fitted after all, and the dealer lays it.
    Fitted {
        seat: Seat,
        card: ShoeCard,
    },
    /// Only the seat that draws knows what it draws.
    Drew {
        seat: Seat,
        card: Option<ShoeCard>,
    },
    DeckAdded,
    /// `None` until the dealer, who judges by hand, has spoken.
    Guessed {
        seat: Seat,
        words: Words,
        is_right: Option<bool>,
        /// What tells a wrong guess from the rule, if the dealer allows that it is shown.
        apart: Option<Counterexample>,
    },
    Passed {
        seat: Seat,
    },
    /// The rule and all hands are shown, and points are counted.
    RoundOver {
        detail: RuleRound,
    },
    /// A round is dealt; of the hands everybody knows their own.
    Dealt {
        hands: Box<BySeat<Hand>>,
        /// The card with which the mainline begins.
        first: Option<ShoeCard>,
        /// How many cards are left to draw.
        stock: usize,
        /// The house's rule, which nobody knows.
        rule: Option<Rule>,
    },
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct EleusisTable {
    /// Without the rule that was given, if one was: it is as secret as any other of the house's.
    pub options: Options,
    pub game: Match<RuleRound>,
    pub phase: TurnPhase,
    /// Who plays; meaningless before the dealer has said who begins.
    pub turn: Seat,
    pub hands: BySeat<Hand>,
    pub mainline: Vec<MainlineLink>,
    pub guesses: Vec<WrongGuess>,
    pub hints: Vec<Words>,
    /// How often the dealer was asked for one in this round.
    pub asked: usize,
    /// The secret rule, for those who may know it; `None` also while there is none, or the dealer keeps it in mind.
    pub rule: Option<Rule>,
    /// Whether the dealer keeps the rule in mind, and judges by hand.
    pub in_mind: bool,
    /// How many decks are in play.
    pub decks: u8,
    /// How many cards are left to draw.
    pub stock: usize,
}

impl EventTable for EleusisTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Ruled { rule, in_mind, .. } => {
                (self.rule, self.in_mind, self.phase) = (rule.clone(), *in_mind, TurnPhase::Opening);
            }
            Event::Hinted { words } => {
                self.hints.push(words.clone());
                if self.phase == TurnPhase::Hint {
                    self.phase = TurnPhase::Play;
                }
            }
            Event::Asked { .. } => (self.asked, self.phase) = (self.asked + 1, TurnPhase::Hint),
            Event::NoHint { .. } => self.phase = TurnPhase::Play,
            Event::Begins { seat } => (self.turn, self.phase) = (*seat, TurnPhase::Play),
            Event::Played { seat, card, is_right } => {
                self.hands[*seat].lose(*card);
                self.phase = TurnPhase::Judge(Question::Card(*card));
                if let Some(is_right) = is_right {
                    self.lay(*seat, *card, *is_right);
                }
            }
            Event::Judged { seat, card, is_right } => self.lay(*seat, *card, *is_right),
            Event::Claimed { seat, hand } => {
                self.hands[*seat].shown.clone_from(hand);
                self.phase = TurnPhase::Judge(Question::NoCard);
            }
            Event::NoneFitted { seat, hand } => self.put_under_stock(*seat, hand),
            Event::Denied { .. } => self.phase = TurnPhase::Choose,
            Event::Fitted { seat, card } => {
                self.hands[*seat].lose(*card);
                self.lay_right(*card, Some(*seat));
                self.pass_on(*seat);
            }
            Event::Drew { seat, card } => {
                self.hands[*seat].gain(*card);
                self.stock = self.stock.saturating_sub(1);
            }
            Event::DeckAdded => (self.decks, self.stock) = (self.decks + 1, self.stock + Card::COUNT),
            Event::Guessed { words, is_right: None, .. } => {
                self.phase = TurnPhase::Judge(Question::Guess(words.clone()));
            }
            Event::Guessed { seat, words, is_right: Some(false), apart } => {
                let (words, apart) = (words.clone(), apart.clone());
                self.guesses.push(WrongGuess { seat: *seat, words, after: self.mainline.len(), apart });
                self.pass_on(*seat);
            }
            // The round is over.
            Event::Guessed { is_right: Some(true), .. } => {}
            Event::Passed { seat } => self.pass_on(*seat),
            Event::RoundOver { detail } => self.finish(detail),
            Event::Dealt { hands, first, stock, rule } => {
                (self.hands, self.stock, self.rule) = (BySeat::clone(hands), *stock, rule.clone());
                self.begin(*first);
            }
        }
    }
}

impl EleusisTable {
    /// A table before the first deal.
    pub fn new(options: &Options, seats: Seats) -> EleusisTable {
        let house = options.is_house(seats);
        let rounds = if options.everyone_deals && !house { seats.count() as u32 } else { options.rounds };
        EleusisTable {
            options: Options { house, rule: HouseRule::Secret, ..options.clone() },
            game: Match::new(seats, Seat::FIRST, Until::Rounds(rounds)),
            phase: TurnPhase::Rule,
            turn: Seat::FIRST,
            hands: BySeat::default(),
            mainline: Vec::new(),
            guesses: Vec::new(),
            hints: Vec::new(),
            asked: 0,
            rule: None,
            in_mind: false,
            decks: 0,
            stock: 0,
        }
    }

    /// What somebody sees of it.
    #[must_use]
    pub fn seen_by(&self, who: Viewer) -> EleusisTable {
        let is_dealers = self.dealer().is_some_and(|dealer| who.sees(dealer));
        let knows_rule = is_dealers || who == Viewer::Referee || self.phase == TurnPhase::Over;
        let rule = self.rule.clone().filter(|_| knows_rule);
        EleusisTable { hands: hands_seen_by(&self.hands, who), rule, ..self.clone() }
    }

    /// A right card joins the mainline, and its seat may guess; a wrong one hangs below it, and the turn is over.
    fn lay(&mut self, seat: Seat, card: ShoeCard, is_right: bool) {
        if is_right {
            self.lay_right(card, Some(seat));
            self.phase = TurnPhase::Guess;
        } else {
            if let Some(link) = self.mainline.last_mut() {
                link.wrong.push(Laid { card, by: Some(seat) });
            }
            self.pass_on(seat);
        }
    }

    fn lay_right(&mut self, card: ShoeCard, by: Option<Seat>) {
        self.mainline.push(MainlineLink { right: Laid { card, by }, wrong: Vec::new(), none: Vec::new() });
    }

    /// No card of a hand fits: it goes under the stock, and its seat may guess.
    fn put_under_stock(&mut self, seat: Seat, hand: &[ShoeCard]) {
        if let Some(link) = self.mainline.last_mut() {
            link.none.push(hand.to_vec());
        }
        (self.hands[seat], self.stock, self.phase) = (Hand::default(), self.stock + hand.len(), TurnPhase::Guess);
    }

    /// The next player's turn.
    fn pass_on(&mut self, seat: Seat) {
        (self.turn, self.phase) = (self.next_after(seat), TurnPhase::Play);
    }

    /// A round is over: the rule and the hands are shown.
    fn finish(&mut self, round: &RuleRound) {
        let points = self.points(round);
        self.seats().iter().zip(&round.hands).for_each(|(seat, hand)| self.hands[seat].shown.clone_from(hand));
        self.rule.clone_from(&round.rule);
        self.game.finish(points, round.clone());
        self.phase = TurnPhase::Over;
    }

    /// A round begins with this card on the mainline.
    fn begin(&mut self, first: Option<ShoeCard>) {
        (self.mainline, self.guesses, self.hints, self.asked, self.in_mind) = Default::default();
        first.into_iter().for_each(|card| self.lay_right(card, None));
        let begins = self.players().next().unwrap_or(Seat::FIRST);
        let phase = if self.is_house() { TurnPhase::Play } else { TurnPhase::Rule };
        (self.turn, self.phase, self.decks) = (begins, phase, 2);
    }

    /// What each seat scores in the round that ends like this. Whoever deals scores as the best.
    fn points(&self, round: &RuleRound) -> SeatPoints {
        if self.is_alone() {
            return [round.named_by.map_or(NOT_FOUND, |_| -(self.needed() as i32))].into_iter().collect();
        }
        let bonus = |is_due: bool, points: i32| if is_due { points } else { 0 };
        let of = |seat: Seat| {
            let left = round.hands.get(seat.index()).map_or(0, Vec::len) as i32;
            let (named, is_out) = (round.named_by == Some(seat), round.out == Some(seat));
            DEALT as i32 - left + bonus(named, NAMED) + bonus(is_out, WENT_OUT)
        };
        let best = self.players().map(of).max().unwrap_or(0);
        let made = |seat: Seat| if round.dealer == Some(seat) { best } else { of(seat) };
        let scored = |seat: Seat| made(seat) + bonus(round.never_dealt.contains(&seat), NEVER_DEALT);
        self.seats().iter().map(scored).collect()
    }

    pub fn seats(&self) -> Seats {
        self.game.seats()
    }

    /// Whether the rule is the house's, and every seat plays.
    pub fn is_house(&self) -> bool {
        self.options.house
    }

    /// The seat that has the rule; as soon as a round is over, the one that deals next.
    pub fn dealer(&self) -> Option<Seat> {
        (!self.is_house()).then(|| self.game.dealer())
    }

    /// The seat that has the rule, or had it while the round that is over still lies there.
    pub fn dealer_of_cards(&self) -> Option<Seat> {
        let last = self.game.finished().last().filter(|_| self.phase == TurnPhase::Over);
        last.map_or(self.dealer(), |round| round.detail.dealer)
    }

    /// The seat whose hand lies open, while it is asked whether really no card of it fits.
    pub fn claimant(&self) -> Option<Seat> {
        let is_asked = matches!(self.phase, TurnPhase::Judge(Question::NoCard) | TurnPhase::Choose);
        is_asked.then_some(self.turn)
    }

    /// The cards of a hand that lie face up: those that may be seen. A claimant's may, and in the end everybody's.
    pub fn face_up(&self, seat: Seat) -> &[ShoeCard] {
        let is_open = self.phase == TurnPhase::Over || self.claimant() == Some(seat);
        let hand = &self.hands[seat];
        if is_open { &hand.shown } else { &hand.cards }
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

    /// What tells two rules apart, of which one was guessed when the mainline had so many cards; `None` if they were the same then.
    pub fn difference(&self, one: &Automaton, other: &Automaton, after: usize) -> Option<Difference> {
        match self.options.whole_mainlines {
            true => difference(one, other),
            false => difference_after(one, other, self.cards().take(after)),
        }
    }

    /// Every card that lies on the table.
    pub fn laid(&self) -> impl Iterator<Item = ShoeCard> {
        self.mainline.iter().flat_map(|link| [&link.right].into_iter().chain(&link.wrong)).map(|laid| laid.card)
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
        let none = link.none.iter().flatten().map(|held| held.card);
        link.wrong.iter().map(|laid| laid.card.card).chain(none).for_each(|card| evidence.wrong(card));
    }
    // What was guessed more than once tells most the last time, when least could still come.
    let said: BTreeMap<&Words, usize> = guesses.iter().map(|guess| (&guess.words, guess.after)).collect();
    let shown = guesses.iter().filter_map(|guess| guess.apart.as_ref());
    shown.for_each(|apart| evidence.told(&apart.mainline, apart.card, apart.is_right));
    let said = said.into_iter().filter_map(|(words, after)| Some((words.as_rule()?, after)));
    said.for_each(|(rule, after)| evidence.is_not(&rule, after));
    Some(evidence)
}
