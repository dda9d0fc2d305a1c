//! What wins a puzzle or a position: found by the game, and handed on as text and as records.

use super::answers::{Computation, LeftSolutionText};
use super::contract::Playable;
use crate::engine::game::{Game, LeftSolution, Solution, SolveWatch};
use crate::engine::record::Record;
use crate::engine::rng::GameRng;
use crate::engine::seats::Viewer;
use crate::engine::session::Session;

impl<G: Playable> Session<G> {
    pub(super) fn left_solution_job(&self, step: usize) -> Option<Computation<Option<LeftSolutionText>>> {
        G::next_puzzle(self.options())?;
        let before = step.checked_sub(1)?;
        let turn = self.turns().get(before)?;
        let (view, mv, after) =
            (self.position(before).view(Viewer::Seat(turn.seat)), turn.mv.clone(), self.position(step).clone());
        let moves = self.turns().iter().take(step).map(|turn| (turn.seat, turn.mv.clone())).collect();
        let record = Record { moves, ..self.record() };
        let names = self.names();
        Some(Box::new(move |cancel| {
            let LeftSolution { sentence, proof } = G::left_solution(&view, &mv, cancel)?;
            let proof = gone_on(record, after, proof)?.to_text();
            Some(LeftSolutionText { step, sentence: names.told(&sentence), proof })
        }))
    }

    pub(super) fn solution(&self, watch: &SolveWatch<'_>) -> Option<Solution<String>> {
        let found = self.game().solution(watch)?;
        let Solution { kind, verdict, value, line, nodes, at_least } = found;
        Some(Solution { kind, verdict, value, line: line.iter().map(ToString::to_string).collect(), nodes, at_least })
    }
}

/// A record with these moves made after its own, which led to this position; `None` if one of them is not legal.
fn gone_on<G: Game>(mut record: Record<G>, mut game: G, moves: Vec<G::Move>) -> Option<Record<G>> {
    for mv in moves {
        let seat = game.turn()?;
        game.check(seat, &mv).ok()?;
        let mut rng = GameRng::for_step(&record.seed, record.moves.len() as u64 + 1);
        game.apply_quietly(seat, &mv, &mut rng);
        record.moves.push((seat, mv));
    }
    Some(record)
}
