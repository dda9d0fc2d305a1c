//! What players do at the table: gestures, undo, hints, and what the game's panel asks for.

use bevy::prelude::*;

use super::active::{ActiveGame, Purpose, REST, StatusMessage};
use super::commands::GameCommands;
use crate::app::messages::TableAction;
use crate::app::settings::Settings;
use crate::engine::review::ReviewPlan;
use crate::engine::seats::Seat;
use crate::engine::session::UndoBarred;
use crate::engine::table_session::UndoRefusal;
use crate::engine::tabletop::SelectionAction;
use crate::layout::{AreaId, Cue, Gesture, PieceId};
use crate::table::input::TableInput;
use crate::table::scene::TableScene;
use crate::table::schedule::Frame;
use crate::table::sound::PlaySound;
use crate::table::viewport::TableZoom;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (read_input, sort_hand, act).chain().in_set(Frame::Act).before(super::thinking::start_bot));
}

/// What pointer and arrow keys did at the table.
fn read_input(
    mut inputs: MessageReader<TableInput>,
    game: Option<ResMut<ActiveGame>>,
    mut actions: MessageWriter<TableAction>,
    mut scene: ResMut<TableScene>,
) {
    let Some(mut game) = game else {
        inputs.clear();
        return;
    };
    for input in inputs.read() {
        match input {
            TableInput::Point(area) => {
                if game.pointed != *area {
                    game.pointed = *area;
                }
                // The ring goes along, but not to where it would frame nothing that can be played to.
                let to = area.filter(|area| scene.leads_to(*area));
                if to.is_some() && scene.focus.is_some() && scene.focus != to {
                    scene.focus = to;
                }
            }
            TableInput::Bring(piece, area) => drop(actions.write(TableAction::Bring(*piece, *area))),
            TableInput::PickUp(piece) => game.picked = Some(*piece),
            TableInput::Nowhere => game.picked = None,
        }
    }
}

/// Sorts the hand that lies on the table when the player wants it otherwise.
fn sort_hand(settings: Res<Settings>, game: Option<ResMut<ActiveGame>>, mut scene: ResMut<TableScene>) {
    let Some(mut game) = game.filter(|_| settings.is_changed()) else { return };
    let order = settings.hand_order(game.session().info());
    if game.session().hand_order() == order {
        return;
    }
    game.update(|session| session.sort_hand(order));
    if game.snapshot().layout.has_hand && game.hand_over().is_none() {
        scene.set(game.snapshot().layout.clone(), Some(Cue::Place));
    }
}

pub(super) fn act(
    mut actions: MessageReader<TableAction>,
    mut game: Option<ResMut<ActiveGame>>,
    mut commands: GameCommands,
) {
    let Some(game) = &mut game else {
        actions.clear();
        return;
    };
    for action in actions.read() {
        commands.act(game, action);
    }
}

/// Said when a player undoes for the first time what had revealed something.
const ASSISTED: &str = "Undone. You have seen what comes next, so this game counts as assisted.";

/// Said when a game among bots becomes practice.
const PRACTICE: &str = "Undone. From here on it is practice; the game as it stood is in the history.";

impl GameCommands<'_, '_> {
    fn act(&mut self, game: &mut ActiveGame, action: &TableAction) {
        match action {
            TableAction::Bring(piece, area) => self.bring(game, *piece, *area),
            TableAction::Enter(area) => self.enter(game, *area),
            TableAction::Act(number) => self.do_action(game, *number),
            TableAction::Point(area) => {
                self.scene.focus = Some(*area);
                game.pointed = Some(*area);
            }
            TableAction::Undo => self.undo(game),
            TableAction::ChooseAgain => self.choose_again(game),
            TableAction::Redo => self.redo(game),
            TableAction::Hint => self.hint(game),
            TableAction::Switch(key) => self.switch(game, *key),
            TableAction::NextOption => self.next_option(game),
            TableAction::Hover(key) => game.hovered = *key,
            TableAction::Consider(mv) => game.considered.clone_from(mv),
            TableAction::Note(notes) => self.note(game, notes),
            TableAction::Play(mv) => {
                if game.may_move() {
                    let seat = game.seat();
                    self.play(game, seat, mv);
                }
            }
            TableAction::Look(seat) => {
                if !game.is_looked_back_at() {
                    game.called = Some(*seat);
                }
            }
            TableAction::TakeSeat => {
                if let Some(seat) = game.hand_over() {
                    game.called = None;
                    game.update(|session| session.take_seat(seat));
                }
            }
            TableAction::LeaveSeat => {
                game.called = None;
                let was_shown = game.hand_over().is_none();
                game.update(|session| session.leave_seat());
                if was_shown {
                    self.scene.set(game.snapshot().layout.clone(), None);
                }
            }
            TableAction::Peek => {
                game.peeks = !game.peeks && game.has_more_to_see();
                // It is seen on the table, of which the drawer would cover a part.
                self.ui.drawer &= !game.peeks;
            }
            TableAction::EndPeek => game.peeks = false,
            TableAction::Zoom(notches) => self.zoom(*notches),
            TableAction::Pause(on) => game.is_paused = *on,
            TableAction::Review(on) => self.review(game, *on),
            TableAction::TryCostly => self.try_costly_moves(game),
            TableAction::ShowBest => game.tell_best(),
            TableAction::NextChance => self.next_chance(game),
            TableAction::EndChances => self.end_chances(game),
            TableAction::SeenBy(seat) => self.see_as(game, *seat),
            TableAction::CheckBots => game.check_bots(),
            TableAction::Seek(moves) => self.seek(game, *moves),
        }
    }

    /// Shows what has the focus, or else the middle, from closer or from further away; 0 shows the whole table.
    fn zoom(&mut self, notches: i8) {
        let focused = self.scene.focus.and_then(|focus| self.scene.settled().area(focus));
        let about = focused.map_or(self.viewport.middle(), |area| area.centre.into());
        let zoom = match notches {
            0 => TableZoom::default(),
            notches => self.zoom.about(about, notches.into(), &self.viewport),
        };
        self.zoom.set_if_neq(zoom);
    }

    /// A piece was brought to an area, or an area was clicked: a move, or a piece picked up for one.
    fn bring(&mut self, game: &mut ActiveGame, piece: Option<PieceId>, area: AreaId) {
        if !game.may_move() {
            return;
        }
        if piece.is_none() && self.select(game, area) {
            return;
        }
        let held = piece.or(game.picked);
        let gesture = Gesture { piece: held, area, option: game.option };
        if let Some((mv, allowed)) = game.attempt(&gesture) {
            game.picked = None;
            return match allowed {
                Ok(()) => {
                    let seat = game.seat();
                    self.play(game, seat, &mv);
                }
                Err(illegal) => self.refuse(game, illegal),
            };
        }
        let is_hand = self.scene.settled().own_hand().any(|own| own.id == area);
        let takes_back = |piece: PieceId, game: &mut ActiveGame| is_hand && game.selected.put_back(piece);
        if held.is_some_and(|piece| game.place(piece, area) || takes_back(piece, game)) {
            (game.picked, game.status) = (None, None);
            self.sounds.write(PlaySound::Take);
            return;
        }
        let top = self.scene.settled().top_of(area).filter(|lying| lying.movable).map(|lying| lying.id);
        // Dropped where it was picked up, a piece is only put down again.
        let put_down = held.is_some() && held == top;
        if put_down || (piece.is_none() && top.is_some()) {
            game.picked = top.filter(|_| !put_down);
            game.status = None;
            if let Some(picked) = game.picked {
                self.pick_up(game, picked, area);
            }
        } else if held.is_some() {
            game.picked = None;
            let why = game.session().explain_no_move(&gesture);
            self.refuse(game, why);
        }
    }

    /// Selects the piece of an area, or puts it back; `false` if there is none that can be.
    fn select(&mut self, game: &mut ActiveGame, area: AreaId) -> bool {
        let Some(piece) = self.scene.settled().top_of(area).map(|piece| piece.id) else { return false };
        if !game.selected.put_back(piece) && !game.select(piece) {
            return false;
        }
        game.status = None;
        self.sounds.write(PlaySound::Take);
        true
    }

    /// Does the only thing that can be done with the selected cards; what can be done without them is no answer to Enter.
    fn enter(&mut self, game: &mut ActiveGame, area: AreaId) {
        let of_use = |action: &SelectionAction<String>| {
            action.mv.as_ref().is_ok_and(|mv| !game.session().selection_for(mv).is_empty())
        };
        let goes_on = self.goes_on_making_up(game, area);
        let actions = game.actions();
        let mut open = actions.iter().enumerate().filter(|(_, action)| of_use(action)).map(|(number, _)| number);
        match (open.next(), open.next()) {
            (Some(only), None) if !game.selected.is_empty() && !goes_on => self.do_action(game, only),
            _ => self.bring(game, None, area),
        }
    }

    /// Whether Enter at this area belongs to a move of which a part was put somewhere already: a piece is held that is still to be put
    /// down, or there is another one to pick up.
    fn goes_on_making_up(&self, game: &ActiveGame, area: AreaId) -> bool {
        let top = self.scene.settled().top_of(area);
        let is_another = top.is_some_and(|piece| piece.movable && !game.selected.contains(piece.id));
        !game.selected.placed.is_empty() && (game.picked.is_some() || is_another)
    }

    fn do_action(&mut self, game: &mut ActiveGame, number: usize) {
        let Some(action) = game.actions().into_iter().nth(number) else { return };
        let seat = game.seat();
        match action.mv.and_then(|mv| game.session().check(seat, &mv).map(|()| mv)) {
            Ok(mv) => {
                game.plays_out = action.label == REST;
                self.play(game, seat, &mv);
            }
            Err(illegal) => self.refuse(game, illegal),
        }
    }

    /// Takes a piece up, unless it may go nowhere: that would only put all lights out.
    fn pick_up(&mut self, game: &mut ActiveGame, piece: PieceId, from: AreaId) {
        let gesture = |area| Gesture { piece: Some(piece), area, option: game.option };
        let plays = |area: AreaId| matches!(game.attempt(&gesture(area)), Some((_, Ok(()))));
        let places = game.places_for(piece);
        let may_go = |area: AreaId| plays(area) || places.contains(&area);
        if self.scene.settled().areas.iter().any(|area| may_go(area.id)) {
            self.sounds.write(PlaySound::Take);
            return;
        }
        let why = game.session().explain_no_move(&gesture(from));
        game.picked = None;
        self.refuse(game, why);
    }

    fn undo(&mut self, game: &mut ActiveGame) {
        if game.is_looked_back_at() || game.hand_over().is_some() {
            return;
        }
        let moves = game.session().moves().0;
        let refusal = game.snapshot().undo_refusal.clone();
        let asked = game.asked_back.take();
        let was_asked = refusal.as_ref().is_some_and(|refusal| asked == Some((moves, refusal.barred)));
        let is_practice = refusal.as_ref().is_some_and(|refusal| refusal.barred == UndoBarred::OnlyAsPractice);
        // What counts for nothing anyway becomes practice unasked.
        let becomes_practice = is_practice && game.purpose == Purpose::Game;
        let is_agreed = |asks: bool| (asks && was_asked) || (is_practice && !becomes_practice);
        if let Some(UndoRefusal { barred, why }) = refusal.filter(|refusal| !is_agreed(refusal.barred.asks())) {
            game.asked_back = barred.asks().then_some((moves, barred));
            game.status = Some(StatusMessage::Note(why));
            self.sounds.write(PlaySound::Error);
            return;
        }
        if becomes_practice && !self.keep_as_given_up(game) {
            return;
        }
        game.stop_thinking();
        game.plays_out = false;
        let was_clean = !game.session().is_assisted();
        if game.update(|session| session.take_back()).is_err() {
            return;
        }
        let is_now_assisted = was_clean && game.session().is_assisted();
        let said = if becomes_practice { Some(PRACTICE) } else { is_now_assisted.then_some(ASSISTED) };
        game.status = said.map(|said| StatusMessage::Note(said.to_owned()));
        self.show_position(game, PlaySound::Undo);
    }

    /// Whoever has just chosen in secret chooses again. The computer is passed to them once more: somebody else may have it already.
    fn choose_again(&mut self, game: &mut ActiveGame) {
        if game.is_looked_back_at() || game.called.is_some() || game.session().may_choose_again().is_none() {
            return;
        }
        game.stop_thinking();
        game.update(|session| session.leave_seat());
        if game.update(|session| session.undo()).is_ok() {
            self.keep_position(game, PlaySound::Undo);
        }
    }

    fn redo(&mut self, game: &mut ActiveGame) {
        if game.is_looked_back_at() || game.hand_over().is_some() {
            return;
        }
        game.stop_thinking();
        if game.update(|session| session.redo()) {
            game.status = None;
            self.show_position(game, PlaySound::Cue(Cue::Place));
        }
    }

    fn hint(&mut self, game: &mut ActiveGame) {
        let is_busy = game.outcome.is_some() || game.thoughts.hint.is_running();
        if !self.settings.hints || is_busy || game.has_strip() {
            return;
        }
        match game.hint.take().filter(|hint| hint.is_for(game.hint_place())) {
            Some(hint) => {
                let said = hint.step;
                self.give_hint(game, hint.further(), Some(said));
            }
            None => game.think_of_hint(&self.pool, &self.wake),
        }
    }

    fn switch(&mut self, game: &mut ActiveGame, key: char) {
        if !game.may_move() || !self.scene.settled().options.iter().any(|option| option.key == key) {
            return;
        }
        let is_on = game.option == Some(key);
        game.put_down();
        game.option = (!is_on).then_some(key);
        game.status = None;
        self.sounds.write(PlaySound::Press);
    }

    fn next_option(&mut self, game: &mut ActiveGame) {
        if !game.may_move() {
            return;
        }
        let keys: Vec<char> = self.scene.settled().options.iter().map(|option| option.key).collect();
        let at = keys.iter().position(|key| Some(*key) == game.option);
        game.picked = None;
        game.option = keys.get(at.map_or(0, |at| at + 1)).copied();
    }

    fn note(&mut self, game: &mut ActiveGame, notes: &str) {
        if game.is_looked_back_at() {
            return;
        }
        notes.clone_into(&mut game.notes);
        if let Err(error) = self.store.write_notes(game.session().info().id, notes) {
            self.ui.say(format_args!("Your notes could not be saved: {error}"));
        }
    }

    /// Shows the review, or hides it. That of a game that was played here begins as its player saw it.
    fn review(&mut self, game: &mut ActiveGame, on: bool) {
        let begins = on && game.review.plan == ReviewPlan::default();
        game.show_review(on);
        if let Some(seat) = game.reviewer().filter(|_| begins && game.is_own) {
            self.see_as(game, Some(seat));
        }
    }

    /// Lays the table as this seat saw it, or openly.
    fn see_as(&mut self, game: &mut ActiveGame, seat: Option<Seat>) {
        if game.can_be_reviewed() {
            game.update(|session| session.see_as(seat));
            game.peeks = false;
            self.scene.set(game.snapshot().layout.clone(), Some(Cue::Place));
        }
    }

    fn seek(&mut self, game: &mut ActiveGame, moves: usize) {
        if game.is_replay() {
            game.update(|session| session.seek(moves));
            (game.peeks, game.status) = (false, None);
            self.scene.set(game.snapshot().layout.clone(), Some(Cue::Place));
        }
    }
}
