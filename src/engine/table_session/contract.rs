//! What windows and command lines ask of a session, whatever game it is of.

use std::any::Any;

use super::answers::{Computation, HintText, LeftSolutionText, UndoRefusal};
use crate::cards::HandOrder;
use crate::engine::blunders::Blunders;
use crate::engine::fairness::{BotCheck, Fingerprint, OpenedDeal};
use crate::engine::game::{Bots, Hindsight, Illegal, Info, Solution, SolveWatch};
use crate::engine::hint_count::HintCount;
use crate::engine::lesson::Teaching;
use crate::engine::outcome::Outcome;
use crate::engine::record::{Player, RecordError};
use crate::engine::review::{MoveReview, ReviewPlan};
use crate::engine::seats::{Seat, SeatSet, Viewer};
#[cfg(doc)]
use crate::engine::session::Session;
use crate::engine::session::UndoBarred;
use crate::engine::tabletop::{ScoreSheet, Selection, SelectionAction, Setup, Tabletop};
use crate::layout::{
    AreaId, Beat, EndFigure, Finale, Gesture, Layout, Mark, PieceId, Preview, Room, Spotlight, Telling, ToldMove,
};

/// A game with everything a table needs.
pub trait Playable: Bots + Blunders + Tabletop + Setup {}
impl<G: Bots + Blunders + Tabletop + Setup> Playable for G {}

/// A choice in a finished game, at which a better move can be looked for.
pub struct SecondChance {
    /// The game before the choice, as whoever made it saw it.
    pub table: Box<dyn TableSession>,
    /// What they did, in a sentence, with nothing of what came of it.
    pub told: String,
    /// The same as records have it.
    pub played: String,
}

/// A game in play, of whatever type. See [`Session`] for what the methods mean.
pub trait TableSession: Send + Sync {
    fn info(&self) -> &'static Info;
    fn players(&self) -> &[Player];
    fn seed(&self) -> &str;
    fn record_text(&self) -> String;
    /// How many moves stand, and how many there are.
    fn moves(&self) -> (usize, usize);
    fn acting(&self) -> SeatSet;
    fn outcome(&self) -> Option<Outcome>;
    fn viewer(&self) -> Viewer;
    /// The seat that the computer must be handed to first.
    fn hand_over(&self) -> Option<Seat>;
    fn take_seat(&mut self, seat: Seat);
    /// Whoever looked at what only they may know has seen enough.
    fn leave_seat(&mut self);
    /// See [`Session::hand_order`].
    fn hand_order(&self) -> HandOrder;
    /// See [`Session::sort_hand`].
    fn sort_hand(&mut self, order: HandOrder);
    /// From now on everything is laid for this room.
    fn set_room(&mut self, room: Room);
    fn room(&self) -> Room;
    /// The seat for which whoever is in front of the screen acts now.
    fn at_screen(&self) -> Option<Seat>;

    fn layout(&self) -> Layout;
    fn prompt(&self) -> String;
    /// What lies where, in words, for those who cannot see the table.
    fn described(&self) -> String;
    /// One line that tells this game from another.
    fn bookmark(&self) -> String;
    /// What is told of the deal, for the viewer.
    fn told_opening(&self) -> Vec<Telling>;
    /// What is told of the moves that stand, for the viewer.
    fn told_moves(&self) -> Vec<ToldMove>;
    /// The moves that stand, each with its seat, as the list of moves has them for the viewer.
    fn move_list(&self) -> Vec<(Seat, String)> {
        let seat = |told: &ToldMove| Seat::new(told.seat).unwrap_or(Seat::FIRST);
        self.told_moves().iter().map(|told| (seat(told), told.printed())).collect()
    }
    /// The same; where several play, with their names.
    fn named_moves(&self) -> Vec<String> {
        let players = self.players();
        let named = |(seat, described): (Seat, String)| match players.get(seat.index()) {
            Some(player) if players.len() > 1 => format!("{}: {described}", player.name),
            _ => described,
        };
        self.move_list().into_iter().map(named).collect()
    }
    /// The moves that stand, as they are said aloud.
    fn spoken_moves(&self) -> Vec<String> {
        let names: Vec<&str> = self.players().iter().map(|player| player.name.as_str()).collect();
        self.told_moves().iter().map(|told| told.spoken(&names)).collect()
    }
    /// The result in words; where seats won against others, by their names.
    fn result(&self, outcome: &Outcome) -> String {
        let players = self.players();
        let winners = outcome.winners.iter().filter_map(|seat| players.get(seat.index()));
        let names: Vec<&str> = winners.map(|player| player.name.as_str()).collect();
        let won: SeatSet = outcome.winners.iter().copied().collect();
        match names.as_slice() {
            names if players.len() < 2 || names.len() == players.len() => outcome.title.clone(),
            [] => outcome.title.clone(),
            ["You"] => "You win".to_owned(),
            [name] => format!("{name} wins"),
            [first @ .., last] if self.score_sheet().sides.contains(&won) => {
                format!("{} and {last} win", first.join(", "))
            }
            [first @ .., last] => format!("{} and {last} share the victory", first.join(", ")),
        }
    }
    /// How many of the moves that stand the viewer knew at their own last turn.
    fn known(&self) -> usize;
    /// What each seat's points are made of, once the game is over.
    fn score_breakdown(&self) -> Vec<String>;
    /// How the game ended; nothing while it is on.
    fn finale(&self) -> Finale;
    /// See [`Tabletop::best_figure`].
    fn best_figure(&self, best: i32) -> Option<EndFigure>;
    /// See [`Tabletop::task`].
    fn task(&self) -> Option<String>;
    /// The options of the puzzle that comes after this one, as text; see [`Setup::next_puzzle`].
    fn next_puzzle(&self) -> Option<String>;
    /// See [`Tabletop::score_sheet`].
    fn score_sheet(&self) -> ScoreSheet;

    /// See [`Tabletop::effort`].
    fn effort(&self) -> Option<u32>;
    fn options_text(&self) -> String;
    /// Which of many is played, in a few words, where there are many.
    fn subject(&self) -> Option<String>;
    /// The viewer's view, for the game's own panel, which knows its type.
    fn view(&self) -> Box<dyn Any + Send + Sync>;
    fn scores(&self) -> Vec<i32>;
    fn state(&self) -> serde_json::Value;
    fn summary(&self) -> String;

    fn legal_moves(&self, seat: Seat) -> Vec<String>;
    fn gesture(&self, gesture: &Gesture) -> Option<String>;
    /// See [`Tabletop::selectable`].
    fn selectable(&self, selected: &Selection) -> Vec<PieceId>;
    /// See [`Tabletop::placeable`].
    fn placeable(&self, selected: &Selection) -> Vec<(PieceId, AreaId)>;
    /// See [`Tabletop::actions`].
    fn actions(&self, selected: &Selection) -> Vec<SelectionAction<String>>;
    /// Whether the person at the screen, the only one at this table, may have the rest of the round played out: see
    /// [`Tabletop::is_decided`].
    fn is_decided(&self) -> bool;
    /// The move with which they do so; `None` where nothing is decided: see [`Tabletop::plays_out`].
    fn decided_move(&self) -> Option<String>;
    /// See [`Tabletop::selection_for`].
    fn selection_for(&self, mv: &str) -> Selection;
    /// Why a gesture with a piece that was picked up means none.
    fn explain_no_move(&self, gesture: &Gesture) -> Illegal;
    fn check(&self, seat: Seat, mv: &str) -> Result<(), Illegal>;
    fn preview(&self, mv: &str) -> Preview;
    /// See [`Tabletop::pointed`].
    fn pointed(&self, piece: PieceId) -> Vec<(PieceId, Mark)>;
    /// Makes a move and returns the moments to show for the viewer.
    fn play(&mut self, seat: Seat, mv: &str) -> Result<Vec<Beat>, Illegal>;
    fn undo(&mut self) -> Result<(), UndoBarred>;
    fn take_back(&mut self) -> Result<(), UndoBarred>;
    /// What [`undo`](TableSession::undo) would say now; `None` if it would undo.
    fn undo_refusal(&self) -> Option<UndoRefusal>;
    fn may_choose_again(&self) -> Option<Seat>;
    /// See [`Session::is_assisted`].
    fn is_assisted(&self) -> bool;
    /// See [`Session::hint_count`].
    fn hint_count(&self) -> HintCount;
    /// See [`Session::count_hints`].
    fn count_hints(&mut self, more: HintCount);
    /// Whether the seed alone determines the deal; otherwise the record has the deal itself.
    fn is_dealt_by_seed(&self) -> bool;
    /// See [`Session::is_practice`].
    fn is_practice(&self) -> bool;
    fn redo(&mut self) -> bool;
    fn seek(&mut self, moves: usize);
    /// From now on the game is looked at and not played; see [`Session::look_on`].
    fn look_on(&mut self);

    /// The bot of the first seat in turn that has one, ready to think: which seat, and its move.
    fn bot_job(&self) -> Option<(Seat, Computation<Option<String>>)>;
    /// The hint for this seat, ready to think.
    fn hint_job(&self, seat: Seat) -> Computation<Option<HintText>>;
    /// What this deal held, ready to think; only once the game is over.
    fn hindsight_job(&self) -> Option<Computation<Option<Hindsight>>>;
    /// What a review of the game looks at; nothing before the game was played to its end.
    fn review_plan(&self) -> ReviewPlan;
    /// What the hard bot makes of the move with this number, from 1, ready to think; only once the game was played to its
    /// end, whatever position is shown. The bot knows what whoever moved could know.
    fn review_job(&self, step: usize) -> Option<Computation<Option<MoveReview>>>;
    /// The choice at the move with this number, from 1, once more; only once the game was played to its end, whatever position is
    /// shown. What is done at its table changes nothing here.
    fn second_chance(&self, step: usize) -> Option<SecondChance>;
    /// What the hard bot makes of another legal move in the place of the one with this number, as
    /// [`review_job`](TableSession::review_job) does of that one.
    fn retry_job(&self, step: usize, mv: &str) -> Option<Computation<Option<MoveReview>>>;
    /// What sort of move the one with this number is; see [`Tabletop::move_kind`].
    fn move_kind(&self, step: usize) -> Option<&'static str>;
    /// What the game's lesson says after the moves that stand, if the game has one.
    fn teaching(&self) -> Option<Teaching>;
    /// What another seat does in the lesson now, if it is not for the learner to move.
    fn lesson_reply(&self) -> Option<(Seat, &'static str)>;
    /// Whether a legal move is an answer to what the lesson says now.
    fn is_answer(&self, mv: &str) -> bool;
    /// The cards that the lesson speaks of now, and those that its only answer is made with.
    fn lesson_spots(&self) -> Spotlight;
    /// The moments that show how points stand, after the last step of a lesson that stops before the game is over.
    fn lesson_score(&self) -> Vec<Beat>;
    /// In a puzzle, whether the move with this number, from 1, left what wins, ready to think.
    fn left_solution_job(&self, step: usize) -> Option<Computation<Option<LeftSolutionText>>>;
    /// See [`Bots::solution`].
    fn solution(&self, watch: &SolveWatch<'_>) -> Option<Solution<String>>;
    /// The moments of the deal, where it is worth watching.
    fn opening(&self) -> Vec<Beat>;
    /// The moments since the last move of whoever took over the computer.
    fn recap(&self) -> Vec<Beat>;
    /// See [`Session::is_shown_openly`].
    fn is_shown_openly(&self) -> bool;
    /// See [`Session::see_as`].
    fn see_as(&mut self, seat: Option<Seat>);
    /// Settles the deal before anything is played, with a salt that nobody can guess.
    fn commit(&mut self, salt: u128);
    /// The fingerprint of the deal, if it was settled.
    fn fingerprint(&self) -> Option<Fingerprint>;
    /// See [`Session::opened_deal`].
    fn opened_deal(&self) -> Option<OpenedDeal>;
    /// The moves that bots made, by their numbers from 1.
    fn bot_steps(&self) -> Vec<usize>;
    /// Has the bot think again that made this move: at a table on which everything that it could not see has been exchanged. `None`
    /// if no bot made it.
    fn check_bot(&self, step: usize) -> Option<Computation<BotCheck>>;
    /// The same game from the deal on, for these players: practice, if anything was played. Where the rulebook has a
    /// part of it shuffled anew, this seed shuffles it.
    fn restarted(&self, seed: &str, players: Vec<Player>) -> Result<Box<dyn TableSession>, RecordError>;
}
