//! The contract for a session of any game. What takes more than a line is in the files beside it.

use std::any::Any;

use super::answers::{Computation, HintText, LeftSolutionText, UndoRefusal};
use super::contract::{Playable, SecondChance, TableSession};
use super::playing::read_move;
use crate::cards::HandOrder;
use crate::engine::fairness::{BotCheck, Fingerprint, OpenedDeal};
use crate::engine::game::{Hindsight, Illegal, Info, Solution, SolveWatch};
use crate::engine::hint_count::HintCount;
use crate::engine::lesson::Teaching;
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::record::{Player, RecordError};
use crate::engine::review::{MoveReview, ReviewPlan};
use crate::engine::seats::{Seat, SeatSet, Viewer};
use crate::engine::session::{Session, UndoBarred};
use crate::engine::tabletop::{ScoreSheet, Selection, SelectionAction};
use crate::layout::{
    AreaId, Beat, EndFigure, Finale, Gesture, Layout, Mark, PieceId, Preview, Room, Spotlight, Telling, ToldMove,
};

impl<G: Playable> TableSession for Session<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn players(&self) -> &[Player] {
        Session::players(self)
    }

    fn seed(&self) -> &str {
        Session::seed(self)
    }

    fn record_text(&self) -> String {
        self.record().to_text()
    }

    fn moves(&self) -> (usize, usize) {
        (self.turns().len(), self.line_len())
    }

    fn acting(&self) -> SeatSet {
        Session::acting(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.game().stage() {
            Stage::Over(outcome) => Some(Outcome { reason: self.named(&outcome.reason), ..outcome }),
            Stage::Act(_) => None,
        }
    }

    fn viewer(&self) -> Viewer {
        Session::viewer(self)
    }

    fn hand_over(&self) -> Option<Seat> {
        Session::hand_over(self)
    }

    fn take_seat(&mut self, seat: Seat) {
        Session::take_seat(self, seat);
    }

    fn leave_seat(&mut self) {
        Session::leave_seat(self);
    }

    fn hand_order(&self) -> HandOrder {
        Session::hand_order(self)
    }

    fn sort_hand(&mut self, order: HandOrder) {
        Session::sort_hand(self, order);
    }

    fn set_room(&mut self, room: Room) {
        Session::set_room(self, room);
    }

    fn room(&self) -> Room {
        Session::room(self)
    }

    fn at_screen(&self) -> Option<Seat> {
        Session::at_screen(self)
    }

    fn layout(&self) -> Layout {
        let mut layout = G::layout(Session::view(self), self.room());
        self.names().put_into(layout.words_mut());
        layout
    }

    fn prompt(&self) -> String {
        self.named(&G::prompt(Session::view(self)))
    }

    fn described(&self) -> String {
        self.named(&G::described(Session::view(self)))
    }

    fn bookmark(&self) -> String {
        G::bookmark(Session::view(self))
    }

    fn told_opening(&self) -> Vec<Telling> {
        Session::told_opening(self)
    }

    fn told_moves(&self) -> Vec<ToldMove> {
        Session::told_moves(self)
    }

    fn known(&self) -> usize {
        match Session::viewer(self) {
            Viewer::Seat(seat) => self.news_from(seat),
            Viewer::Public | Viewer::Referee => self.turns().len().saturating_sub(1),
        }
    }

    fn score_breakdown(&self) -> Vec<String> {
        G::score_breakdown(Session::view(self))
    }

    fn finale(&self) -> Finale {
        let mut finale = if self.is_over() { G::finale(Session::view(self)) } else { Finale::default() };
        self.names().put_into(finale.words_mut());
        finale
    }

    fn best_figure(&self, best: i32) -> Option<EndFigure> {
        G::best_figure(Session::view(self), best)
    }

    fn task(&self) -> Option<String> {
        G::task(Session::view(self))
    }

    fn next_puzzle(&self) -> Option<String> {
        G::next_puzzle(self.options()).and_then(|options| ron::to_string(&options).ok())
    }

    fn score_sheet(&self) -> ScoreSheet {
        Session::score_sheet(self)
    }

    fn effort(&self) -> Option<u32> {
        G::effort(Session::view(self))
    }

    fn options_text(&self) -> String {
        ron::to_string(self.options()).unwrap_or_default()
    }

    fn subject(&self) -> Option<String> {
        G::subject(self.options())
    }

    fn view(&self) -> Box<dyn Any + Send + Sync> {
        Box::new(Session::view(self).clone())
    }

    fn scores(&self) -> Vec<i32> {
        self.game().scores()
    }

    fn state(&self) -> serde_json::Value {
        self.game().state()
    }

    fn summary(&self) -> String {
        self.game().summary()
    }

    fn legal_moves(&self, seat: Seat) -> Vec<String> {
        self.game().legal_moves(seat).listed().iter().map(ToString::to_string).collect()
    }

    fn gesture(&self, gesture: &Gesture) -> Option<String> {
        G::gesture(Session::view(self), gesture).map(|mv| mv.to_string())
    }

    fn selectable(&self, selected: &Selection) -> Vec<PieceId> {
        G::selectable(Session::view(self), selected)
    }

    fn placeable(&self, selected: &Selection) -> Vec<(PieceId, AreaId)> {
        G::placeable(Session::view(self), selected)
    }

    fn actions(&self, selected: &Selection) -> Vec<SelectionAction<String>> {
        Session::actions(self, selected)
    }

    fn is_decided(&self) -> bool {
        Session::is_decided(self)
    }

    fn decided_move(&self) -> Option<String> {
        Session::decided_move(self)
    }

    fn selection_for(&self, mv: &str) -> Selection {
        mv.parse().map_or_else(|_| Selection::default(), |mv| G::selection_for(Session::view(self), &mv))
    }

    fn explain_no_move(&self, gesture: &Gesture) -> Illegal {
        Session::explain_no_move(self, gesture)
    }

    fn check(&self, seat: Seat, mv: &str) -> Result<(), Illegal> {
        let mv = read_move::<G>(mv)?;
        Session::check(self, seat, &mv).map_err(|why| self.refusal(why))
    }

    fn preview(&self, mv: &str) -> Preview {
        let preview = mv.parse().map_or_else(|_| Preview::default(), |mv| G::preview(Session::view(self), &mv));
        Preview { sentence: self.named(&preview.sentence), ..preview }
    }

    fn pointed(&self, piece: PieceId) -> Vec<(PieceId, Mark)> {
        G::pointed(Session::view(self), piece)
    }

    fn play(&mut self, seat: Seat, mv: &str) -> Result<Vec<Beat>, Illegal> {
        self.play_and_show(seat, mv)
    }

    fn undo(&mut self) -> Result<(), UndoBarred> {
        Session::undo(self)
    }

    fn take_back(&mut self) -> Result<(), UndoBarred> {
        Session::take_back(self)
    }

    fn undo_refusal(&self) -> Option<UndoRefusal> {
        let barred = self.check_undo().err()?;
        Some(UndoRefusal { barred, why: self.named(&barred.to_string()) })
    }

    fn may_choose_again(&self) -> Option<Seat> {
        Session::may_choose_again(self)
    }

    fn is_assisted(&self) -> bool {
        Session::is_assisted(self)
    }

    fn hint_count(&self) -> HintCount {
        Session::hint_count(self)
    }

    fn count_hints(&mut self, more: HintCount) {
        Session::count_hints(self, more);
    }

    fn is_dealt_by_seed(&self) -> bool {
        self.record().deal.is_none()
    }

    fn is_practice(&self) -> bool {
        Session::is_practice(self)
    }

    fn redo(&mut self) -> bool {
        Session::redo(self)
    }

    fn seek(&mut self, moves: usize) {
        Session::seek(self, moves);
    }

    fn look_on(&mut self) {
        Session::look_on(self);
    }

    fn bot_job(&self) -> Option<(Seat, Computation<Option<String>>)> {
        Session::bot_job(self)
    }

    fn hint_job(&self, seat: Seat) -> Computation<Option<HintText>> {
        Session::hint_job(self, seat)
    }

    fn hindsight_job(&self) -> Option<Computation<Option<Hindsight>>> {
        Session::hindsight_job(self)
    }

    fn review_plan(&self) -> ReviewPlan {
        Session::review_plan(self)
    }

    fn review_job(&self, step: usize) -> Option<Computation<Option<MoveReview>>> {
        self.appraisal_job(step, None)
    }

    fn second_chance(&self, step: usize) -> Option<SecondChance> {
        Session::second_chance(self, step)
    }

    fn retry_job(&self, step: usize, mv: &str) -> Option<Computation<Option<MoveReview>>> {
        Session::retry_job(self, step, mv)
    }

    fn move_kind(&self, step: usize) -> Option<&'static str> {
        G::move_kind(&self.line().get(step.checked_sub(1)?)?.mv)
    }

    fn lesson_reply(&self) -> Option<(Seat, &'static str)> {
        Session::lesson_reply(self)
    }

    fn teaching(&self) -> Option<Teaching> {
        Session::teaching(self)
    }

    fn is_answer(&self, mv: &str) -> bool {
        Session::is_answer(self, mv)
    }

    fn lesson_spots(&self) -> Spotlight {
        Session::lesson_spots(self)
    }

    fn lesson_score(&self) -> Vec<Beat> {
        Session::lesson_score(self)
    }

    fn left_solution_job(&self, step: usize) -> Option<Computation<Option<LeftSolutionText>>> {
        Session::left_solution_job(self, step)
    }

    fn solution(&self, watch: &SolveWatch<'_>) -> Option<Solution<String>> {
        Session::solution(self, watch)
    }

    fn opening(&self) -> Vec<Beat> {
        self.named_beats(G::opening(&self.dealt().view(Session::viewer(self)), self.room()))
    }

    fn recap(&self) -> Vec<Beat> {
        self.named_beats(Session::recap(self))
    }

    fn is_shown_openly(&self) -> bool {
        Session::is_shown_openly(self)
    }

    fn see_as(&mut self, seat: Option<Seat>) {
        Session::see_as(self, seat);
    }

    fn commit(&mut self, salt: u128) {
        Session::commit(self, salt);
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        self.commitment().map(|commitment| commitment.fingerprint.clone())
    }

    fn opened_deal(&self) -> Option<OpenedDeal> {
        Session::opened_deal(self)
    }

    fn bot_steps(&self) -> Vec<usize> {
        Session::bot_steps(self)
    }

    fn check_bot(&self, step: usize) -> Option<Computation<BotCheck>> {
        Session::check_bot(self, step)
    }

    fn restarted(&self, seed: &str, players: Vec<Player>) -> Result<Box<dyn TableSession>, RecordError> {
        let mut record = self.record();
        // It is committed to anew.
        record.commitment = None;
        // Nothing of it was played: the rules are those of today.
        record.options = G::under_rules(G::INFO.rules, record.options).unwrap_or_default();
        record.practice |= self.line_len() > 0;
        (record.moves, record.players) = (Vec::new(), players);
        (record.assisted, record.hints) = (false, HintCount::NONE);
        if let Some(deal) = self.dealt().same_deal() {
            (record.deal, record.seed) = (Some(deal), seed.to_owned());
        }
        Ok(Box::new(Session::load(record)?))
    }
}
