//! The rules of Mystery Machine.
//!
//! One player collects low cards, pays the question piles with combinations of them, and names the mystery. The rules
//! follow the rulebook "Mystery Machine" (version 1.0, 18 April 2024), and the project's rulings where it is silent.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{Card, HandOrder};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, ReadFile, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::EventTable;
use crate::words::counted;

use super::deal::{Deal, DealtGrid, answers_seen, short, with_answer};
use super::moves::{HandCards, Move, MysteryCards, PileCard, payments, pays, picks};
use super::puzzle::shipped;
use super::puzzle::{Pile, Puzzle};
use super::solver::knowledge::{GridConstraints, Knowledge, Reasoner};
use super::solver::par::AnswersSeen;

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
        self.grid.written(self.puzzle())
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
        let grid = DealtGrid::of(&deal, &puzzle, &reasoner, rng)?;
        let low = deal.low_cards(&puzzle, options.pure_logic, rng)?;
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
