//! Matrix Solitaire as a game: the deck, the score and the two ways it ends.
//!
//! Source: the rulebook *Matrix Solitaire* by Spoiled Flush Games. The matrix itself is in [`super::board`].

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{Card, CardSet, Rank, Suit, cards_to_text, parse_full_deck};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NotAMove, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::words::counted;

use super::board::{Board, ChainTally, IllegalPlacement, MAX_CHAINS, PlayStep, ScoredChain, Slot};

/// The most plays that are legal at once: every slot with and without burying.
const MAX_PLAYS: usize = 2 * Slot::COUNT;

/// The lowest score that the statistics count as a win: that of the rulebook's second title.
pub const WINNING_SCORE: i32 = 50;

#[derive(Clone, PartialEq, Debug)]
pub struct MatrixSolitaire {
    board: Board,
    /// `None` once the game is over.
    current: Option<Card>,
    /// The deck with its top card last. The top card lies face up: it is the next one.
    deck: ArrayVec<Card, { Card::COUNT }>,
    /// How many cards at the bottom of the deck were buried there and are therefore known.
    buried: usize,
    /// Points for chains; cards left in the matrix are subtracted only in [`MatrixSolitaire::score`].
    points: i32,
    /// How many chains were paid as size 3, 4, 5, and 6 or more.
    chains: [u32; 4],
    /// Cards that left in chains.
    gathered: CardSet,
    /// Cards that spades took.
    taken: CardSet,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// All 52 cards, in the order in which they are drawn.
    #[serde(with = "deck_text")]
    pub deck: [Card; Card::COUNT],
}

mod deck_text {
    use super::{Card, cards_to_text, parse_full_deck};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(deck: &[Card; Card::COUNT], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&cards_to_text(deck))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Card; Card::COUNT], D::Error> {
        let text = String::deserialize(deserializer)?;
        let deck = parse_full_deck(&text).map_err(D::Error::custom)?;
        deck.try_into().map_err(|_| D::Error::custom("the deck must contain all 52 cards"))
    }
}

/// A move: the slot for the current card. What the card does there follows from its suit.
///
/// ```
/// use parlour::games::matrix::Play;
///
/// let play: Play = "b1 bury".parse()?;
/// assert!(play.bury);
/// assert_eq!(play.to_string(), "b1 bury");
/// # Ok::<(), parlour::engine::game::NotAMove>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    pub slot: Slot,
    /// Whether the deck's top card then goes to the bottom, which only a club allows.
    pub bury: bool,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.slot, if self.bury { " bury" } else { "" })
    }
}

impl FromStr for Play {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Play, NotAMove> {
        let before_bury = text.strip_suffix(" bury");
        let slot = before_bury.unwrap_or(text).parse().map_err(|_| NotAMove)?;
        Ok(Play { slot, bury: before_bury.is_some() })
    }
}

/// The legal plays of a card, in slot order, each without burying before the same with it.
pub(super) fn legal_plays(board: &Board, card: Card, next: Option<Card>) -> ArrayVec<Play, MAX_PLAYS> {
    let may_bury = card.suit() == Suit::Clubs && next.is_some();
    let mut plays = ArrayVec::new();
    for slot in Slot::of_mask(board.open_to(card)) {
        plays.push(Play { slot, bury: false });
        if may_bury {
            plays.push(Play { slot, bury: true });
        }
    }
    plays
}

/// What happens in a play. Each event that changes the matrix carries the matrix as it then is.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Laid {
        card: Card,
        slot: Slot,
        /// The card that a spade took there.
        took: Option<Card>,
        /// Whether a diamond pushed cards up.
        pushed: bool,
        board: Board,
    },
    Fell {
        board: Board,
    },
    /// Chains left together.
    Gathered {
        /// Each chain's slots as a mask, and what it scored.
        chains: ArrayVec<(u16, ScoredChain), MAX_CHAINS>,
        board: Board,
    },
    /// The visible next card went to the bottom of the deck.
    Buried {
        card: Card,
    },
    /// The next card became the current one, and the deck shows another.
    Drew {
        /// `None` when the deck is used up or the matrix is full.
        current: Option<Card>,
        /// Hidden once a full matrix has ended the game.
        next: Option<Card>,
        /// How many cards in the deck were buried there. The next one may be among them.
        buried: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    MatrixFull,
    DeckUsedUp,
}

#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub board: Board,
    pub current: Option<Card>,
    pub next: Option<Card>,
    /// The size of the deck, with `next` but without `current`.
    pub deck_left: usize,
    /// Cards in the deck that nobody has seen yet.
    pub unseen: CardSet,
    /// Buried cards at the bottom of the deck, without `next`, in drawing order.
    pub buried: Vec<Card>,
    /// Points for chains so far.
    pub points: i32,
    /// How many chains were paid as size 3, 4, 5, and 6 or more.
    pub chains: [u32; 4],
    /// How many cards left in chains.
    pub gathered: usize,
    /// How many cards spades took.
    pub taken: usize,
    pub ending: Option<Ending>,
}

impl View {
    /// The score if the game ended now: points minus the cards left in the matrix.
    pub fn score(&self) -> i32 {
        self.points - self.board.len() as i32
    }

    /// Makes it what is seen after this event. Nothing else changes it.
    fn follow(&mut self, event: &Event) {
        match event {
            Event::Laid { took, board, .. } => {
                (self.board, self.current) = (*board, None);
                self.taken += usize::from(took.is_some());
            }
            Event::Fell { board } => self.board = *board,
            Event::Gathered { chains, board } => {
                self.board = *board;
                chains.iter().for_each(|(_, chain)| self.count(chain));
            }
            Event::Buried { card } => {
                self.next = None;
                self.buried.push(*card);
            }
            Event::Drew { current, next, buried } => self.draw(*current, *next, *buried),
        }
    }

    fn count(&mut self, chain: &ScoredChain) {
        self.points += i32::from(chain.points);
        self.gathered += usize::from(chain.size);
        count_chain(&mut self.chains, chain);
    }

    /// `in_deck` is how many cards in the deck were buried there.
    fn draw(&mut self, current: Option<Card>, next: Option<Card>, in_deck: usize) {
        self.deck_left = self.deck_left.saturating_sub(usize::from(current.is_some()));
        match self.next.filter(|_| current.is_none()) {
            // A full matrix hides the next card again. Where it was is known if it had been buried.
            Some(hidden) if in_deck > self.buried.len() => self.buried.insert(0, hidden),
            Some(hidden) => {
                self.unseen.insert(hidden);
            }
            None => {}
        }
        for card in current.into_iter().chain(next) {
            self.unseen.remove(card);
            self.buried.retain(|buried| *buried != card);
        }
        (self.current, self.next) = (current, next);
        self.ending = ending(&self.board, current);
    }
}

/// How the game ended, if there is no card to play.
fn ending(board: &Board, current: Option<Card>) -> Option<Ending> {
    match current {
        Some(_) => None,
        None if board.is_full() => Some(Ending::MatrixFull),
        None => Some(Ending::DeckUsedUp),
    }
}

/// Counts a chain among those that were paid as size 3, 4, 5, and 6 or more.
fn count_chain(chains: &mut [u32; 4], chain: &ScoredChain) {
    chains[usize::from(chain.paid_as) - 3] += 1;
}

/// The rulebook's titles with the lowest score for each, worst first.
pub const TITLES: [(i32, &str); 4] = [
    (i32::MIN, "Loser. Big, fat loser"),
    (50, "Well played"),
    (100, "Matrix Solitaire Expert"),
    (150, "There is no spoon"),
];

/// The rulebook's title for a final score.
///
/// ```
/// use parlour::games::matrix::rules::title;
///
/// assert_eq!(title(49), "Loser. Big, fat loser");
/// assert_eq!(title(50), "Well played");
/// ```
pub fn title(score: i32) -> &'static str {
    let reached = TITLES.iter().rfind(|(from, _)| score >= *from);
    reached.map_or("", |(_, title)| title)
}

impl MatrixSolitaire {
    /// Deals from this deck, whose first card is drawn first.
    pub fn with_deck(deck: &[Card; Card::COUNT]) -> MatrixSolitaire {
        let mut deck: ArrayVec<Card, { Card::COUNT }> = deck.iter().rev().copied().collect();
        MatrixSolitaire {
            board: Board::EMPTY,
            current: deck.pop(),
            deck,
            buried: 0,
            points: 0,
            chains: [0; 4],
            gathered: CardSet::EMPTY,
            taken: CardSet::EMPTY,
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The card to play; `None` once the game is over.
    pub fn current(&self) -> Option<Card> {
        self.current
    }

    /// The visible top card of the deck.
    pub fn next(&self) -> Option<Card> {
        self.deck.last().copied()
    }

    /// The current card and then the deck in drawing order, which no player may know.
    pub fn cards_to_come(&self) -> impl Iterator<Item = Card> + '_ {
        self.current.into_iter().chain(self.deck.iter().rev().copied())
    }

    /// The score if the game ended now: points minus the cards left in the matrix.
    pub fn score(&self) -> i32 {
        self.points - self.board.len() as i32
    }

    fn ending(&self) -> Option<Ending> {
        ending(&self.board, self.current)
    }

    /// The next card as players see it: hidden once a full matrix has ended the game.
    fn visible_next(&self) -> Option<Card> {
        self.current.and_then(|_| self.next())
    }

    /// The legal plays without an allocation, for playouts.
    pub fn plays(&self) -> ArrayVec<Play, MAX_PLAYS> {
        self.current.map(|card| legal_plays(&self.board, card, self.next())).unwrap_or_default()
    }

    /// Makes a legal play without events, for playouts, and returns its points.
    pub fn play_silently(&mut self, play: Play) -> u16 {
        self.play_stepwise(play, |_, _| {}).points()
    }

    fn play_stepwise(&mut self, play: Play, on_step: impl FnMut(PlayStep, &Board)) -> ChainTally {
        let Some(card) = self.current.take() else { return ChainTally::default() };
        let before = self.board;
        let replaced = self.board.card(play.slot).filter(|_| card.suit() == Suit::Spades);
        let tally = self.board.play_stepwise(card, play.slot, on_step);
        self.taken.extend(replaced);
        if !tally.sizes().is_empty() {
            self.record_chains(&before, card, &tally);
        }
        if play.bury
            && let Some(top) = self.deck.pop()
        {
            self.deck.insert(0, top);
            self.buried += 1;
        }
        if !self.board.is_full() {
            self.current = self.deck.pop();
        }
        self.buried = self.buried.min(self.deck.len());
        tally
    }

    fn record_chains(&mut self, before: &Board, card: Card, tally: &ChainTally) {
        // What was in the matrix or has just been played, and is now neither there nor taken, left in a chain.
        let mut gone = before.card_set();
        gone.insert(card);
        self.gathered = self.gathered.union(gone.without(self.board.card_set()).without(self.taken));
        self.points += i32::from(tally.points());
        tally.chains().iter().for_each(|chain| count_chain(&mut self.chains, chain));
    }
}

impl Game for MatrixSolitaire {
    const INFO: Info = Info {
        id: "matrix-solitaire",
        title: "Matrix Solitaire",
        tagline: "Drop cards into a grid, and score chains of one suit.",
        source: "from the rulebook “Matrix Solitaire” by Spoiled Flush Games",
        rules: 1,
        seats: (1, 1),
        minutes: (5, 15),
        kind: Kind::Solitaire,
        weight: Complexity::Medium,
        secrets: false,
        hand_orders: &[],
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Play;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are a slot, a1 to c3, such as `b1`; with a club, `b1 bury` as well";

    fn deal(_: &Options, _: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        if let Some(deal) = deal {
            return Ok(MatrixSolitaire::with_deck(&deal.deck));
        }
        let mut deck = [Card::new(Rank::ACE, Suit::Spades); Card::COUNT];
        for (entry, card) in deck.iter_mut().zip(Card::all()) {
            *entry = card;
        }
        rng.shuffle(&mut deck);
        Ok(MatrixSolitaire::with_deck(&deck))
    }

    fn stage(&self) -> Stage {
        let Some(ending) = self.ending() else { return Stage::Act(SeatSet::only(Seat::FIRST)) };
        let score = self.score();
        let winners = if score >= WINNING_SCORE { vec![Seat::FIRST] } else { Vec::new() };
        let left = self.board.len();
        let reason = match ending {
            Ending::MatrixFull => "The matrix is full, which costs nine points.".to_owned(),
            Ending::DeckUsedUp => match left {
                0 => "The deck is used up, and the matrix is empty.".to_owned(),
                1 => "The deck is used up, and one card is left in the matrix.".to_owned(),
                _ => format!("The deck is used up, and {left} cards are left in the matrix."),
            },
        };
        Stage::Over(Outcome { winners, title: title(score).to_owned(), reason })
    }

    fn moves_into(&self, _: Seat, moves: &mut Vec<Play>) {
        moves.clear();
        moves.extend(self.plays());
    }

    fn check_move(&self, _: Seat, play: &Play) -> Result<(), Illegal> {
        let Some(card) = self.current else { return Ok(()) };
        self.board.check(card, play.slot).map_err(|illegal| Illegal::because(rule_anchor(illegal), illegal))?;
        let because = |why: &str| Err(Illegal::because("#clubs-bury", why));
        if play.bury && self.deck.is_empty() {
            because("the deck is empty, so there is no card to bury")
        } else if play.bury && card.suit() != Suit::Clubs {
            because(&format!("only a club lets you bury the next card, and {} is not a club", card.pretty()))
        } else {
            Ok(())
        }
    }

    fn make(&mut self, _: Seat, play: &Play, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        let Some(card) = self.current else { return };
        let (under, top) = (self.board.card(play.slot), self.next());
        let mut steps = Vec::new();
        let tally = self.play_stepwise(*play, |step, board| steps.push((step, *board)));
        let mut scored = tally.chains().into_iter();
        let event = |(step, board): (PlayStep, Board)| match step {
            PlayStep::Laid => {
                let took = under.filter(|_| card.suit() == Suit::Spades);
                let pushed = under.is_some() && card.suit() == Suit::Diamonds;
                Event::Laid { card, slot: play.slot, took, pushed, board }
            }
            PlayStep::Fell => Event::Fell { board },
            PlayStep::Gathered { groups } => {
                let groups = groups.into_iter().filter(|group| *group != 0);
                Event::Gathered { chains: groups.zip(scored.by_ref()).collect(), board }
            }
        };
        steps.into_iter().map(event).for_each(&mut *report);
        if let (true, Some(card)) = (play.bury, top) {
            report(Event::Buried { card });
        }
        report(Event::Drew { current: self.current, next: self.visible_next(), buried: self.buried });
    }

    fn view(&self, _: Viewer) -> View {
        let next = self.visible_next();
        let hidden = &self.deck[..self.deck.len() - usize::from(next.is_some())];
        // Once only buried cards are left, the visible next card is one of them.
        let (buried, unseen) = hidden.split_at(self.buried.min(hidden.len()));
        View {
            board: self.board,
            current: self.current,
            next,
            deck_left: self.deck.len(),
            unseen: unseen.iter().copied().collect(),
            buried: buried.iter().rev().copied().collect(),
            points: self.points,
            chains: self.chains,
            gathered: self.gathered.len(),
            taken: self.taken.len(),
            ending: self.ending(),
        }
    }

    fn follow(view: &mut View, event: &Event) {
        view.follow(event);
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Drew { next: Some(_), .. })
    }

    fn resample_hidden(&self, _: Viewer, rng: &mut GameRng) -> Self {
        let mut other = self.clone();
        let end = self.deck.len() - usize::from(self.visible_next().is_some());
        rng.shuffle(&mut other.deck[self.buried.min(end)..end]);
        other
    }

    fn census(&self) -> Vec<u32> {
        let in_matrix = self.board.cards().map(|(_, card)| card);
        let played = in_matrix.chain(self.gathered.iter()).chain(self.taken.iter());
        let mut cards: Vec<u32> = self.cards_to_come().chain(played).map(|card| u32::from(card.index())).collect();
        cards.sort_unstable();
        cards
    }

    fn scores(&self) -> Vec<i32> {
        vec![self.score()]
    }

    fn state(&self) -> serde_json::Value {
        json!({
            "points": self.points,
            "cards_left_in_matrix": self.board.len(),
            "deck_left": self.deck.len(),
            "chains": self.chains,
            "matrix": self.board.rows(),
            "current": self.current,
            "next": self.visible_next(),
        })
    }

    fn summary(&self) -> String {
        let score = self.score();
        let why = match self.ending() {
            None => return format!("{} so far, {} left in the deck", points(score), cards(self.deck.len())),
            Some(Ending::MatrixFull) => "the matrix is full",
            Some(Ending::DeckUsedUp) => "the deck is used up",
        };
        format!("{}: {} ({why})", points(score), title(score))
    }
}

fn rule_anchor(illegal: IllegalPlacement) -> &'static str {
    match illegal {
        IllegalPlacement::Unsupported { .. } | IllegalPlacement::Occupied { .. } => "#where-a-card-may-go",
        IllegalPlacement::NotHigher { .. } => "#spades-take",
        IllegalPlacement::NoRoomAbove { .. } => "#diamonds-push",
    }
}

pub(super) fn points(number: i32) -> String {
    counted(number, "point", "points")
}

pub(super) fn cards(number: usize) -> String {
    counted(number, "card", "cards")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `gathered` is derived from what is missing in the matrix, so it has to agree with the chains.
    #[test]
    fn the_cards_that_leave_are_those_of_the_chains() {
        let mut gathered = 0;
        for number in 0..200 {
            let mut rng = GameRng::from_number(number);
            let mut game = MatrixSolitaire::deal(&Options::default(), Seats::ONE, None, &mut rng).expect("a deal");
            while let Some(play) = rng.pick(game.legal_moves(Seat::FIRST).listed()).copied() {
                let before = game.gathered.len();
                let events = game.apply(Seat::FIRST, &play, &mut rng);
                let chains = events.iter().flat_map(|event| match event {
                    Event::Gathered { chains, .. } => chains.as_slice(),
                    _ => &[],
                });
                let sizes: usize = chains.map(|(slots, _)| slots.count_ones() as usize).sum();
                assert_eq!(game.gathered.len() - before, sizes, "{play} in deal {number}");
                gathered += sizes;
            }
        }
        assert!(gathered > 1000, "{gathered}");
    }
}
