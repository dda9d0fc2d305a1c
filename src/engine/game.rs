//! The contract of a game.
//!
//! A game is a value: it is dealt, it says who may move and how, it checks and makes moves, and it shows each viewer
//! what that viewer may know. It keeps no clock, no file and no random generator, and it never speaks to a window; the
//! laws it must keep are tested for every game by [`super::conformance`].
//!
//! What a rule keeps secret never shows in what is legal: whether an Eleusis card fits the dealer's rule is an *event*
//! after the move, while every card of the hand is a legal one to play.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::outcome::{Stage, Verdict};
use super::review::Appraisal;
use super::rng::GameRng;
use super::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use crate::cards::{DeckCard, HandOrder};
use crate::layout::Spotlight;

/// What is known of a game before it is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// The permanent name in records and on the command line: `matrix-solitaire`.
    pub id: &'static str,
    pub title: &'static str,
    /// What one does in it, for somebody who has never heard of it: a sentence of at most 70 letters.
    pub tagline: &'static str,
    /// Who designed it and where it was published.
    pub source: &'static str,
    /// The version of the rules; raised whenever an old record could play differently.
    pub rules: u32,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// How long a game takes people, from and to, in minutes.
    pub minutes: (u8, u8),
    pub kind: Kind,
    pub weight: Complexity,
    /// Whether a seat may know something that others may not. Then the computer is handed over between people.
    pub secrets: bool,
    /// What a hand can be sorted by, each of use in this game, first what it is sorted by until its player wants it otherwise.
    /// Empty where nobody holds a hand.
    pub hand_orders: &'static [HandOrder],
}

impl Info {
    /// What hands are sorted by until their players want it otherwise.
    pub fn hand_order(&self) -> HandOrder {
        self.hand_orders.first().copied().unwrap_or_default()
    }
}

/// How much there is to think about in a turn, for the library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Complexity {
    /// Played while talking.
    Light,
    /// Wants attention.
    Medium,
    /// Wants all of it.
    Heavy,
}

impl Complexity {
    pub const fn word(self) -> &'static str {
        ["light", "medium", "heavy"][self as usize]
    }
}

/// The sort of a game, for the library's filter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// For one, against the cards.
    Solitaire,
    /// Find out what is hidden.
    Deduction,
    /// Repair and race with tiles.
    Tiles,
    /// Cards among several.
    Cards,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Solitaire, Kind::Deduction, Kind::Tiles, Kind::Cards];

    pub const fn word(self) -> &'static str {
        ["Solitaire", "Deduction", "Tiles", "Cards"][self as usize]
    }
}

/// Values that records keep: options and explicit deals.
pub trait Recorded: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Recorded for T {}

/// The options of a game with nothing to set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NoOptions {}

/// Gives the text of a file that options name, or why it cannot be read.
pub type ReadFile<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The [`ReadFile`] of those who have no files.
pub fn no_files(_name: &str) -> Result<String, String> {
    Err("files cannot be read here".to_owned())
}

pub trait Game: Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    const INFO: Info;

    /// What players may set; fields left out of a record take their defaults.
    type Options: Recorded + Default;
    /// A deal given explicitly instead of shuffled.
    type Deal: Recorded;
    /// One decision of one seat. Its text is what records hold and players may type.
    type Move: Clone + Ord + fmt::Debug + fmt::Display + FromStr + Send + Sync + 'static;
    /// Something that happened, as players hear of it.
    type Event: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// All that a viewer may know of a position.
    type View: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// What moves look like, for somebody whose text is none: "moves are `bid 4yC` and `stop`".
    const MOVE_TEXT: &'static str;

    /// Deals a game for a number of seats that [`Game::INFO`] names, from the explicit deal where one is given.
    fn deal(
        options: &Self::Options,
        seats: Seats,
        deal: Option<&Self::Deal>,
        rng: &mut GameRng,
    ) -> Result<Self, SetupError>;

    /// Whether these options show players more than they would have to keep in mind, as a hint does: then the game counts as assisted
    /// from the deal on.
    fn gives_help(_options: &Self::Options) -> bool {
        false
    }

    /// Options under which a record of this version of the rules replays as it was made; `None` if it cannot be played any more.
    fn under_rules(version: u32, options: Self::Options) -> Option<Self::Options> {
        (version == Self::INFO.rules).then_some(options)
    }

    /// The version of the rules by which these options are played.
    fn rules_version(_options: &Self::Options) -> u32 {
        Self::INFO.rules
    }

    /// Options that name files, with what is in them, so that a record can be played without those files. `read` gives a file's
    /// text by its plain name, or says why not.
    fn resolve_files(options: Self::Options, _read: ReadFile<'_>) -> Result<Self::Options, SetupError> {
        Ok(options)
    }

    /// What stays when the same deal is played once more, in games whose rulebook has the rest shuffled anew. `None`:
    /// everything stays.
    fn same_deal(&self) -> Option<Self::Deal> {
        None
    }

    /// Who may move, or how it ended.
    fn stage(&self) -> Stage;

    /// The move that this text says, legal or not.
    fn read_move(text: &str) -> Result<Self::Move, MoveTextError> {
        let found = || text.chars().take(40).collect();
        text.parse().map_err(|_| MoveTextError { found: found(), expected: Self::MOVE_TEXT })
    }

    /// What a seat that acts may do now.
    fn moves(&self, seat: Seat) -> Moves<Self::Move> {
        let mut moves = Vec::new();
        self.moves_into(seat, &mut moves);
        Moves::All(moves)
    }

    /// Whether a seat that acts may make this move now.
    fn check_move(&self, seat: Seat, mv: &Self::Move) -> Result<(), Illegal>;

    /// What the seat may do now; nothing for a seat that does not act.
    fn legal_moves(&self, seat: Seat) -> Moves<Self::Move> {
        match self.stage() {
            Stage::Act(acting) if acting.contains(seat) => self.moves(seat),
            _ => Moves::NONE,
        }
    }

    /// Whether the seat may make this move now.
    fn check(&self, seat: Seat, mv: &Self::Move) -> Result<(), Illegal> {
        match self.stage() {
            Stage::Over(_) => Err(Illegal::because("#the-end", "the game is over")),
            Stage::Act(acting) if !acting.contains(seat) => {
                Err(Illegal::because("#the-turn", format_args!("it is not seat {seat}'s turn")))
            }
            Stage::Act(_) => self.check_move(seat, mv),
        }
    }

    /// Makes a move that [`Game::check`] allows and reports what happens, in order.
    ///
    /// `rng` is the generator of this step; nothing else is random. A move that is not allowed may leave a position that
    /// play cannot reach, but must not panic.
    fn make(&mut self, seat: Seat, mv: &Self::Move, rng: &mut GameRng, report: &mut impl FnMut(Self::Event));

    /// Makes a move; what happened, in order.
    fn apply(&mut self, seat: Seat, mv: &Self::Move, rng: &mut GameRng) -> Vec<Self::Event> {
        let mut events = Vec::new();
        self.make(seat, mv, rng, &mut |event| events.push(event));
        events
    }

    /// The seat whose move is asked for next; where several may move, the first of them. `None` once the game is over.
    ///
    /// With [`Game::moves_into`] and [`Game::apply_quietly`] this is how searches and playouts play on: the same game, but
    /// no event is kept and, where a game overrides them, nothing allocated.
    fn turn(&self) -> Option<Seat> {
        match self.stage() {
            Stage::Act(seats) => seats.first(),
            Stage::Over(_) => None,
        }
    }

    /// Replaces what is in `moves` by the moves of a seat that acts, in ascending order.
    fn moves_into(&self, seat: Seat, moves: &mut Vec<Self::Move>);

    /// Makes a move as [`Game::apply`] does, without telling what happened.
    fn apply_quietly(&mut self, seat: Seat, mv: &Self::Move, rng: &mut GameRng) {
        self.make(seat, mv, rng, &mut |_| {});
    }

    /// The seat with those who win and lose with it.
    fn partners(&self, seat: Seat) -> SeatSet {
        SeatSet::only(seat)
    }

    fn view(&self, who: Viewer) -> Self::View;

    /// Says in a view how its viewer wants the own hand sorted; for games with hands.
    fn arrange(_view: &mut Self::View, _order: HandOrder) {}

    /// The event as this viewer may know it; `None` if not even that it happened.
    fn redact(event: &Self::Event, who: Viewer) -> Option<Self::Event>;

    /// Makes of what a viewer sees what that viewer sees after an event, as it is for them: the only way in which a picture
    /// changes. The view after a move is the one before, with all events of the move followed.
    fn follow(view: &mut Self::View, event: &Self::Event);

    /// Whether the event revealed something that undoing it would not hide again. Undo stops there.
    fn reveals(event: &Self::Event) -> bool;

    /// Whether what this seat does now, or must see to do it, is for no other person's eyes. Then the computer is handed
    /// over before it may.
    fn is_private(&self, _seat: Seat) -> bool {
        Self::INFO.secrets
    }

    /// Whether a move that is made now may be undone though it revealed something, if everybody at the table agrees: where
    /// people judge by hand, they err.
    fn may_be_taken_back(&self) -> bool {
        false
    }

    /// Another game that `who` cannot tell from this one: everything hidden from them is dealt anew. Written from the
    /// rules and not from the view, so that a view which tells too much is found out.
    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self;

    /// A game as it may be, for somebody who sees this view and has seen this since the deal: everything hidden is dealt,
    /// all deals that fit equally likely. It is made of the view alone, and its viewer cannot tell it from the true one.
    ///
    /// `None`: the game's bots do not imagine worlds.
    fn imagined(_view: &Self::View, _seen: &[Self::Event], _rng: &mut GameRng) -> Option<Self> {
        None
    }

    /// Whether this could be the game after what its viewer has seen since the deal: everybody could play as they did with
    /// the cards that they hold here. Written from what happened, not from what the view remembers of it.
    fn explains(&self, _seen: &[Self::Event]) -> Result<(), Unexplained> {
        Ok(())
    }

    /// Every card, tile and token by number, wherever it lies, in ascending order. Play must never change it.
    fn census(&self) -> Vec<u32> {
        let mut cards: Vec<u32> = self.whereabouts().into_iter().map(|(card, _)| card).collect();
        cards.sort_unstable();
        cards
    }

    /// For games whose worlds are imagined: each card by its number with the place where it lies, numbered as the game likes.
    /// The test kit compares by it where imagined worlds put their cards.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        Vec::new()
    }

    /// Points per seat as they stand now, and at the end the final ones; each game decides what a point is worth.
    fn scores(&self) -> Vec<i32>;

    /// The position as the command line prints it for programs; everything in it may be public.
    fn state(&self) -> serde_json::Value;

    fn summary(&self) -> String;
}

/// The moves a seat may make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves<M> {
    /// All of them, in ascending order.
    All(Vec<M>),
    /// Some examples, in ascending order, of more than can be listed: a guess in words, say. [`Game::check`] decides.
    Open(Vec<M>),
}

impl<M> Moves<M> {
    pub const NONE: Moves<M> = Moves::All(Vec::new());

    pub fn listed(&self) -> &[M] {
        match self {
            Moves::All(moves) | Moves::Open(moves) => moves,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.listed().is_empty()
    }
}

/// Why a move is not allowed: the rule's heading on the rules page, and the reason for a person.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct Illegal {
    /// The heading of the rules page that says so, as `#heading`.
    pub rule: &'static str,
    pub why: String,
}

impl Illegal {
    /// A refusal that points at this heading of the rules page.
    pub fn because(rule: &'static str, why: impl fmt::Display) -> Illegal {
        Illegal { rule, why: why.to_string() }
    }

    /// The refusal of a card that is not in the hand.
    pub fn not_held(card: impl DeckCard) -> Illegal {
        Illegal::because("#the-turn", format_args!("you do not hold the {}", card.spoken()))
    }
}

/// Why a game cannot be the one in which something happened: who could not have done what.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unexplained(pub String);

/// Text that is no move of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{found:?} is not a move; {expected}")]
pub struct MoveTextError {
    /// What stands there, shortened.
    pub found: String,
    /// What would be right.
    pub expected: &'static str,
}

/// Text that is no move, for moves that are read by hand; [`Game::MOVE_TEXT`] says what would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("that is not a move")]
pub struct NotAMove;

/// Options, seats or a deal that a game cannot be set up with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    #[error("{found} seats; this game is for {min} to {max}")]
    Seats { found: usize, min: u8, max: u8 },
    /// An option, or a combination of them, that the rules do not have.
    #[error("{0}")]
    Options(String),
    /// An explicit deal that cannot be dealt.
    #[error("{0}")]
    Deal(String),
}

/// Everything that a bot, or a player asking for a hint, may know.
#[derive(Debug)]
pub struct Observation<'a, G: Game> {
    pub seat: Seat,
    pub view: &'a G::View,
    /// What the seat has seen since the deal, in order.
    pub seen: &'a [G::Event],
    pub legal: &'a Moves<G::Move>,
}

/// A player made of code. It receives only what a person in its seat would see.
pub trait Bot<G: Game>: Send {
    /// The bot's move. The same observation and the same seed give the same move, however long it takes; `cancel` asks it to
    /// answer soon with the best it has.
    ///
    /// Returns `None` only when the seat has no moves.
    fn choose(&mut self, observation: &Observation<'_, G>, seed: u64, cancel: &Cancel) -> Option<G::Move>;
}

/// Plays any listed move, each as likely as another.
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    fn choose(&mut self, observation: &Observation<'_, G>, seed: u64, _: &Cancel) -> Option<G::Move> {
        GameRng::from_number(seed).pick(observation.legal.listed()).cloned()
    }
}

/// What is claimed for a move, as a value whose text is a sentence for players.
pub trait Claim: Clone + fmt::Debug + PartialEq + fmt::Display + Send + 'static {}
impl<T: Clone + fmt::Debug + PartialEq + fmt::Display + Send + 'static> Claim for T {}

/// A move worth considering, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint<M, R> {
    pub mv: M,
    pub reason: R,
}

/// Something true that a hint says, and what of the table it is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HintClue {
    /// A sentence without the full stop.
    pub words: String,
    /// The same in a few words, for those who want the whole hint at once.
    pub brief: String,
    pub about: Spotlight,
}

/// What a hint says step by step besides its move, in games in which there is something to find out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HintClues {
    /// Said one after the other, the vaguest first, in place of the moves among which the best is and of the idea.
    pub before: Vec<HintClue>,
    /// Only said once the move is, and never at once with it.
    pub after: Option<HintClue>,
}

/// A game that can be played by bots, which is every game.
pub trait Bots: Game {
    /// Why a move is good: what is claimed for it, each claim with its cards and figures. Its text is a sentence, without the full
    /// stop, that begins with what to do. It is a value so that tests can hold every claim against the position.
    type Reason: Claim;

    fn bot(level: BotLevel) -> Box<dyn Bot<Self>>;

    /// The best known move and its reason; `None` when the seat has no moves.
    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Self::Move, Self::Reason>>;

    /// What else a hint with this move says, step by step. By default nothing.
    fn clues(_observation: &Observation<'_, Self>, _mv: &Self::Move, _cancel: &Cancel) -> HintClues {
        HintClues::default()
    }

    /// Whether this move says what there is to find out: then no hint begins with it, however much of it is wanted at once.
    fn gives_away(_mv: &Self::Move) -> bool {
        false
    }

    /// What could have been reached from this deal by somebody who knew everything, as a sentence for the end screen.
    /// `None` where a game has nothing to say.
    fn hindsight(_dealt: &Self, _cancel: &Cancel) -> Option<Hindsight> {
        None
    }

    /// What the hard bot makes of a legal move that was played: what it would have played itself and why, and what both are worth
    /// in its estimate, by what the seat could know. Both are looked at with equal care. `None` where it has nothing to say.
    fn appraise(
        _observation: &Observation<'_, Self>,
        _played: &Self::Move,
        _seed: u64,
        _cancel: &Cancel,
    ) -> Option<Appraisal<Self::Move, Self::Reason>> {
        None
    }

    /// Whether one who knew everything could have made sure of winning this deal, for games in which that can be found out:
    /// the bound beside which the bots' wins are printed.
    fn could_be_won(_dealt: &Self) -> Option<bool> {
        None
    }

    /// The exact answer to this position, for games that have one. Called off, it says what was found until then.
    fn solution(&self, _watch: &SolveWatch<'_>) -> Option<Solution<Self::Move>> {
        None
    }

    /// In a puzzle: what a legal move of its solver left behind who could have made sure of winning and cannot after it. `None`:
    /// the move kept to what wins, nothing wins here, or it takes too long to find out.
    fn left_solution(_before: &Self::View, _mv: &Self::Move, _cancel: &Cancel) -> Option<LeftSolution<Self::Move>> {
        None
    }
}

/// The answer of [`Bots::left_solution`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftSolution<M> {
    /// What was left, in a sentence.
    pub sentence: String,
    /// What follows if everybody plays as well as can be, from the position after the move to the end of the game.
    pub proof: Vec<M>,
}

/// Somebody who waits for an exact answer: they may call the search off, and are told how far it is.
#[derive(Clone, Copy)]
pub struct SolveWatch<'a> {
    pub cancel: &'a Cancel,
    /// Called often, and from several threads.
    pub report: &'a (dyn Fn(SolveProgress) + Sync),
}

impl<'a> SolveWatch<'a> {
    /// Somebody who does not care how far it is.
    pub fn quiet(cancel: &'a Cancel) -> SolveWatch<'a> {
        SolveWatch { cancel, report: &|_| {} }
    }
}

/// How far the search for an exact answer is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SolveProgress {
    /// The number of positions looked at.
    pub nodes: u64,
    /// What is proven of the answer so far.
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
}

/// An exact answer about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// What was asked, in a word: "repair".
    pub kind: &'static str,
    /// Whether it can be done, is proven impossible, or neither was found out.
    pub verdict: Verdict,
    pub value: Option<u32>,
    pub line: Vec<M>,
    pub nodes: u64,
    /// Where it was given up: it takes no fewer moves than so many, if it can be done.
    pub at_least: Option<u32>,
}

/// An exact answer about a puzzle that is not in play.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleAnswer {
    /// What was asked, in a word: "par".
    pub kind: &'static str,
    /// Whether it is solved, is proven impossible, or neither was found out.
    pub verdict: Verdict,
    /// The answer as a fraction, above and below the line; a lower bound of it if the verdict is that it was given up.
    pub value: Option<(u128, u128)>,
    /// Where it was given up: an upper bound of the answer, if one was found.
    pub at_most: Option<(u128, u128)>,
    /// The most moves that best play may need.
    pub worst: Option<u32>,
    /// For an impossible puzzle: the greatest chance to become certain.
    pub certain_chance: Option<f64>,
    /// The moves each of which solves it, in puzzles that ask for one; where it was given up, those found until then.
    pub moves: Vec<String>,
    pub nodes: u64,
}

/// The answer of [`Bots::hindsight`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hindsight {
    /// The score that could be found; `None` where it is no seat's own.
    pub score: Option<i32>,
    /// A sentence such as "At least 131 was possible".
    pub sentence: String,
}

/// A flag by which a long search is asked to stop.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Asks the search to stop soon.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
