//! Matrix Solitaire as a game: the deck, what each play does, the score, and the two ends.
//!
//! Rulebook: *Matrix Solitaire* (see the rules page for its source). The matrix itself is in [`super::board`].

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{Card, CardSet, Suit, cards_to_text, parse_full_deck};
use crate::engine::game::{Game, Illegal, Info, Kind, MoveTextError, Moves, SetupError, Weight};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, Seats, Viewer};
use crate::words::counted;

use super::board::{Barred, Board, ScoredChain, Slot, Step, Tally};

/// A score from which the end counts as a win in the statistics: the rulebook's second title.
pub const WINNING_SCORE: i32 = 50;

/// One game.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixSolitaire {
    board: Board,
    /// The card to be played; none once the game is over.
    current: Option<Card>,
    /// The face-down rest, the top card last. The top card is the visible next one.
    deck: ArrayVec<Card, { Card::COUNT }>,
    /// How many cards at the deck's bottom were buried there, and are known.
    buried: usize,
    points: i32,
    /// Chains by the size they were paid as: 3, 4, 5, 6 or more.
    chains: [u32; 4],
    /// Cards that left in chains.
    gathered: CardSet,
    /// Cards that Spades took.
    taken: CardSet,
}

/// The options: there are none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {}

/// An explicit deal: all 52 cards, the first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The deck in the order it is drawn.
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
        // A full deck has 52 cards, or it would have been refused.
        deck.try_into().map_err(|_| D::Error::custom("the deck must have all 52 cards"))
    }
}

/// A move: the current card to a slot. What it does there follows from the card.
///
/// ```
/// use parlour::games::matrix::Play;
///
/// let play: Play = "b1 bury".parse()?;
/// assert!(play.bury);
/// assert_eq!(play.to_string(), "b1 bury");
/// # Ok::<(), parlour::engine::game::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    /// Where the card goes.
    pub slot: Slot,
    /// Whether, the card being a Club, the deck's top card then goes to the bottom.
    pub bury: bool,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.slot, if self.bury { " bury" } else { "" })
    }
}

impl FromStr for Play {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Play, MoveTextError> {
        let (slot, bury) = match text.split_once(' ') {
            None => (text, false),
            Some((slot, "bury")) => (slot, true),
            Some(_) => return Err(not_a_play(text)),
        };
        let slot = slot.parse().map_err(|_| not_a_play(text))?;
        Ok(Play { slot, bury })
    }
}

fn not_a_play(text: &str) -> MoveTextError {
    MoveTextError::new(text, "moves are a slot, a1 to c3, as in `b1`, or with a Club `b1 bury`")
}

/// What happens in a play. Each event that changes the matrix carries the matrix after it.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The card was laid.
    Laid {
        /// The card.
        card: Card,
        /// Where.
        slot: Slot,
        /// The card that a Spade took there.
        took: Option<Card>,
        /// Whether a Diamond pushed cards up.
        pushed: bool,
        /// The matrix now.
        board: Board,
    },
    /// Cards fell.
    Fell {
        /// The matrix now.
        board: Board,
    },
    /// Chains left together.
    Gathered {
        /// Each chain: its slots as a mask, and what it is paid.
        chains: ArrayVec<(u16, ScoredChain), 3>,
        /// The matrix now.
        board: Board,
    },
    /// The visible next card went to the bottom of the deck.
    Buried {
        /// The card.
        card: Card,
    },
    /// The next card came to be the current one, and the deck shows another.
    Drew {
        /// The card now at hand; `None` when the deck is used up or the matrix full.
        current: Option<Card>,
        /// The card now visible on the deck.
        next: Option<Card>,
    },
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Nine cards lie in the matrix.
    MatrixFull,
    /// The deck is used up.
    DeckUsedUp,
}

/// What the player may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The matrix.
    pub board: Board,
    /// The card to be played.
    pub current: Option<Card>,
    /// The card that will come after it.
    pub next: Option<Card>,
    /// How many cards the deck holds, the next one among them, the current one not.
    pub deck_left: usize,
    /// The cards that nobody has seen yet.
    pub unseen: CardSet,
    /// Buried cards still in the deck under the unseen ones, the next to come first; the visible next card not counted.
    pub buried: Vec<Card>,
    /// Points for chains so far.
    pub points: i32,
    /// Chains by the size they were paid as: 3, 4, 5, 6 or more.
    pub chains: [u32; 4],
    /// How many cards left in chains.
    pub gathered: usize,
    /// How many cards Spades took.
    pub taken: usize,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
}

impl View {
    /// Points minus cards in the matrix: the score if the game ended now.
    pub fn score(&self) -> i32 {
        self.points - self.board.len() as i32
    }
}

/// The rulebook's titles, worst first, with the lowest score of each.
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
/// assert_eq!([49, 50, 99, 100, 149, 150].map(title).map(|t| &t[..4]), ["Lose", "Well", "Well", "Matr", "Matr", "Ther"]);
/// ```
pub fn title(score: i32) -> &'static str {
    let reached = TITLES.iter().rfind(|(from, _)| score >= *from);
    reached.map_or("", |(_, title)| title)
}

impl MatrixSolitaire {
    /// The game with this deck, the first card first.
    pub fn with_deck(deck: &[Card; Card::COUNT]) -> MatrixSolitaire {
        let mut game = MatrixSolitaire {
            board: Board::EMPTY,
            current: None,
            deck: deck.iter().rev().copied().collect(),
            buried: 0,
            points: 0,
            chains: [0; 4],
            gathered: CardSet::EMPTY,
            taken: CardSet::EMPTY,
        };
        game.current = game.deck.pop();
        game
    }

    /// The matrix.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The card to be played.
    pub fn current(&self) -> Option<Card> {
        self.current
    }

    /// The visible top card of the deck.
    pub fn next(&self) -> Option<Card> {
        self.deck.last().copied()
    }

    /// The cards to come, the current one first: what only hindsight knows.
    pub fn cards_to_come(&self) -> impl Iterator<Item = Card> + '_ {
        self.current.into_iter().chain(self.deck.iter().rev().copied())
    }

    /// Points minus cards in the matrix.
    pub fn score(&self) -> i32 {
        self.points - self.board.len() as i32
    }

    fn ending(&self) -> Option<Ending> {
        match self.current {
            Some(_) => None,
            None if self.board.is_full() => Some(Ending::MatrixFull),
            None => Some(Ending::DeckUsedUp),
        }
    }

    /// Whether the current card may be buried with: it is a Club and the deck has a card.
    fn may_bury(&self) -> bool {
        self.current.is_some_and(|card| card.suit() == Suit::Clubs) && !self.deck.is_empty()
    }

    /// The legal plays without allocation, for playouts: at most nine slots, each with and without burying.
    pub fn plays(&self) -> ArrayVec<Play, 18> {
        let mut plays = ArrayVec::new();
        let Some(card) = self.current else { return plays };
        let bury = self.may_bury();
        for slot in Slot::of_mask(self.board.open_to(card)) {
            plays.push(Play { slot, bury: false });
            if bury {
                plays.push(Play { slot, bury: true });
            }
        }
        plays
    }

    /// Makes a legal play without telling of it, for playouts, and returns its points.
    pub fn play_silently(&mut self, play: Play) -> u16 {
        self.play_telling(play, |_, _| {})
    }

    fn play_telling(&mut self, play: Play, tell: impl FnMut(Step, &Board)) -> u16 {
        let Some(card) = self.current.take() else { return 0 };
        let before = self.board;
        let replaced = self.board.card(play.slot).filter(|_| card.suit() == Suit::Spades);
        let tally = self.board.play_stepwise(card, play.slot, tell);
        if let Some(taken) = replaced {
            self.taken.insert(taken);
        }
        let points = if tally.sizes().is_empty() {
            0
        } else {
            self.note_gathered(&before, card);
            self.score_play(&tally)
        };
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
        points
    }

    /// Cards that were in the matrix, or just played, and are neither there now nor taken, left in chains.
    fn note_gathered(&mut self, before: &Board, card: Card) {
        let mut gone = before.card_set();
        gone.insert(card);
        self.gathered = self.gathered.union(gone.without(self.board.card_set()).without(self.taken));
    }

    fn score_play(&mut self, tally: &Tally) -> u16 {
        let points = tally.points();
        self.points += i32::from(points);
        for chain in tally.chains() {
            if let Some(count) = self.chains.get_mut(usize::from(chain.paid_as.saturating_sub(3))) {
                *count += 1;
            }
        }
        points
    }
}

impl Game for MatrixSolitaire {
    const INFO: Info = Info {
        id: "matrix-solitaire",
        title: "Matrix Solitaire",
        tagline: "Chains of one suit in a matrix with gravity",
        source: "from the rulebook “Matrix Solitaire” by Spoiled Flush Games",
        rules: 1,
        seats: (1, 1),
        minutes: (5, 15),
        kind: Kind::Solitaire,
        weight: Weight::Medium,
        secrets: false,
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Play;
    type Event = Event;
    type View = View;

    fn deal(_: &Options, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        if seats != Seats::ONE {
            return Err(SetupError::Seats { found: seats.count(), min: 1, max: 1 });
        }
        if let Some(deal) = deal {
            return Ok(MatrixSolitaire::with_deck(&deal.deck));
        }
        let mut deck = [Card::new(crate::cards::Rank::ACE, Suit::Spades); Card::COUNT];
        for (place, card) in deck.iter_mut().zip(Card::all()) {
            *place = card;
        }
        rng.shuffle(&mut deck);
        Ok(MatrixSolitaire::with_deck(&deck))
    }

    fn stage(&self) -> Stage {
        let Some(ending) = self.ending() else { return Stage::Act(crate::engine::seats::SeatSet::only(Seat::FIRST)) };
        let score = self.score();
        let winners = if score >= WINNING_SCORE { vec![Seat::FIRST] } else { Vec::new() };
        let left = self.board.len();
        let reason = match ending {
            Ending::MatrixFull => "The matrix is full: nine cards, nine points less.".to_owned(),
            Ending::DeckUsedUp => match left {
                0 => "The deck is used up and the matrix is empty.".to_owned(),
                1 => "The deck is used up; one card stayed in the matrix.".to_owned(),
                _ => format!("The deck is used up; {left} cards stayed in the matrix."),
            },
        };
        Stage::Over(Outcome { scores: vec![score], winners, title: title(score).to_owned(), reason })
    }

    fn legal_moves(&self, seat: Seat) -> Moves<Play> {
        if seat != Seat::FIRST {
            return Moves::NONE;
        }
        Moves::All(self.plays().to_vec())
    }

    fn check(&self, seat: Seat, play: &Play) -> Result<(), Illegal> {
        if seat != Seat::FIRST {
            return Err(Illegal::not_your_turn(seat));
        }
        let card = self.current.ok_or_else(Illegal::over)?;
        self.board.check(card, play.slot).map_err(|barred| Illegal::because(rule_of(barred), barred))?;
        if !play.bury || self.may_bury() {
            return Ok(());
        }
        let why = if self.deck.is_empty() {
            "the deck is empty, so there is no card to bury".to_owned()
        } else {
            format!("only a Club lets you bury the next card, and {} is none", card.pretty())
        };
        Err(Illegal::because("#clubs-bury", why))
    }

    fn apply(&mut self, _: Seat, play: &Play, _: &mut GameRng) -> Vec<Event> {
        let Some(card) = self.current else { return Vec::new() };
        let (under, next) = (self.board.card(play.slot), self.next());
        let mut steps: ArrayVec<(Step, Board), 12> = ArrayVec::new();
        let mut tally = self.board;
        let tally = tally.play(card, play.slot);
        self.play_telling(*play, |step, board| {
            // A play has at most three waves, each a fall and a gathering, after the laying.
            let _ = steps.try_push((step, *board));
        });
        let mut events = told_steps(card, play.slot, under, &steps, &tally);
        if let (true, Some(card)) = (play.bury, next) {
            events.push(Event::Buried { card });
        }
        events
            .push(Event::Drew { current: self.current, next: if self.current.is_some() { self.next() } else { None } });
        events
    }

    fn view(&self, _: Viewer) -> View {
        let over = self.current.is_none();
        let next = if over { None } else { self.next() };
        let under = self.deck.get(..self.buried).unwrap_or(&[]);
        // When only buried cards are left, the visible one is the first of them.
        let hidden_buried = if next.is_some() && self.buried == self.deck.len() {
            under.split_last().map_or(under, |(_, rest)| rest)
        } else {
            under
        };
        let mut unseen: CardSet = self.deck.get(self.buried..).unwrap_or(&[]).iter().copied().collect();
        if let Some(next) = next {
            unseen.remove(next);
        }
        View {
            board: self.board,
            current: self.current,
            next,
            deck_left: self.deck.len(),
            unseen,
            buried: hidden_buried.iter().rev().copied().collect(),
            points: self.points,
            chains: self.chains,
            gathered: self.gathered.len(),
            taken: self.taken.len(),
            ending: self.ending(),
        }
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    /// A solitaire has nobody to keep fair with: the player may take back a play and know the card that it turned up,
    /// as anybody with a real deck may, and restarting the deal would tell as much.
    fn reveals(_: &Event) -> bool {
        false
    }

    fn redealt(&self, _: Viewer, rng: &mut GameRng) -> Self {
        let mut other = self.clone();
        let visible = usize::from(self.current.is_some());
        let unseen_end = self.deck.len().saturating_sub(visible).max(self.buried);
        if let Some(unseen) = other.deck.get_mut(self.buried..unseen_end) {
            rng.shuffle(unseen);
        }
        other
    }

    fn census(&self) -> Vec<u32> {
        let mut cards: Vec<u32> = self.cards_to_come().map(|card| u32::from(card.index())).collect();
        let gone = self.board.cards().map(|(_, card)| card).chain(self.gathered.iter()).chain(self.taken.iter());
        cards.extend(gone.map(|card| u32::from(card.index())));
        cards.sort_unstable();
        cards
    }

    fn scores(&self) -> Vec<i32> {
        vec![self.score()]
    }

    fn state(&self) -> serde_json::Value {
        let rows: Vec<Vec<Option<String>>> = (0..3)
            .rev()
            .map(|row| {
                let slots = (0..3).filter_map(|column| Slot::new(column, row));
                slots.map(|slot| self.board.card(slot).map(|card| card.to_string())).collect()
            })
            .collect();
        json!({
            "points": self.points,
            "cards_left_in_matrix": self.board.len(),
            "deck_left": self.deck.len(),
            "chains": self.chains,
            "matrix": rows,
            "current": self.current.map(|card| card.to_string()),
            "next": self.current.and_then(|_| self.next()).map(|card| card.to_string()),
        })
    }

    fn summary(&self) -> String {
        let score = self.score();
        match self.ending() {
            None => format!("{} so far, {} left in the deck", points(score), cards(self.deck.len())),
            Some(Ending::MatrixFull) => format!("{}: {} (the matrix is full)", points(score), title(score)),
            Some(Ending::DeckUsedUp) => format!("{}: {} (the deck is used up)", points(score), title(score)),
        }
    }
}

/// The heading of the rules page for each refusal.
fn rule_of(barred: Barred) -> &'static str {
    match barred {
        Barred::NothingUnder { .. } => "#where-a-card-may-go",
        Barred::Occupied { .. } => "#where-a-card-may-go",
        Barred::NotHigher { .. } => "#spades-take",
        Barred::NoRoomAbove { .. } => "#diamonds-push",
    }
}

fn told_steps(card: Card, slot: Slot, under: Option<Card>, steps: &[(Step, Board)], tally: &Tally) -> Vec<Event> {
    let mut paid = tally.chains().into_iter();
    let tell = |(step, board): &(Step, Board)| {
        let board = *board;
        match *step {
            Step::Laid => {
                let took = under.filter(|_| card.suit() == Suit::Spades);
                let pushed = under.is_some() && card.suit() == Suit::Diamonds;
                Event::Laid { card, slot, took, pushed, board }
            }
            Step::Fell => Event::Fell { board },
            Step::Gathered { groups } => {
                let groups = groups.into_iter().filter(|group| *group != 0);
                Event::Gathered { chains: groups.zip(paid.by_ref()).collect(), board }
            }
        }
    };
    steps.iter().map(tell).collect()
}

/// "1 point", "12 points".
pub(super) fn points(number: i32) -> String {
    counted(number, "point", "points")
}

/// "1 card", "12 cards".
pub(super) fn cards(number: usize) -> String {
    counted(number, "card", "cards")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The census adds up by what is missing from the matrix; that this is what the chains took is shown here.
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
