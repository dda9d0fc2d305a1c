//! What a review says under the table: the last move beside the hard bot's, and the moves that decided the game.

use bevy_egui::egui::{self, Align, Label, Layout, Ui};

use super::parts::{self, button, from_right, muted, second};
use crate::app::game::active::ActiveGame;
use crate::app::messages::{Requests, TableAction};
use crate::engine::review::MoveReview;
use crate::table::theme::{self, space, width};

pub(super) fn show(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    if !parts::is_tight(ui) {
        return line(ui, game, requests);
    }
    egui::ScrollArea::horizontal().id_salt("review").auto_shrink([false, false]).show(ui, |ui| {
        ui.set_width(width::WIDE);
        line(ui, game, requests);
    });
}

fn line(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    let ink = theme::of(ui);
    ui.horizontal_centered(|ui| {
        ui.add_space(space::S);
        from_right(ui, |ui| {
            // From the right to the left, as the row is filled: what cost most stands first.
            for moment in game.review.moments.iter().rev() {
                let name = format!("Move {}", moment.step);
                let go = button(&name).on(game.session().moves().0 == moment.step);
                let shown = go.request(ui, requests, TableAction::Seek(moment.step));
                shown.on_hover_text(format!("{}. {}", named(game, moment), moment.verdict()));
            }
            muted(ui, heading(game));
            ui.add_space(space::M);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let last = game.snapshot().moves.last().map_or("The deal", String::as_str);
                ui.add(Label::new(second(format!("{last}\n{}", verdict(game)), ink.text)).wrap());
            });
        });
    });
}

/// What stands beside the moves that decided the game, or how far it has been looked at.
fn heading(game: &ActiveGame) -> String {
    let (found, (_, all)) = (game.review.found.len(), game.session().moves());
    match game.review.moments.is_empty() {
        _ if found < all => format!("Looked at {found} of {all} moves"),
        true => "No move cost much".to_owned(),
        false => "What decided the game".to_owned(),
    }
}

/// What the hard bot makes of the move that was made last.
pub(super) fn verdict(game: &ActiveGame) -> String {
    let (made, _) = game.session().moves();
    match game.review.found.get(&made) {
        _ if made == 0 => "Go forward to see what the hard bot makes of each move.".to_owned(),
        None => "Looking at this move …".to_owned(),
        Some(None) => "The hard bot has nothing to say about this move.".to_owned(),
        Some(Some(review)) if review.is_best => review.verdict(),
        Some(Some(review)) => format!("The hard bot: {}. {}", review.best, review.verdict()),
    }
}

/// The move, where several play with who made it.
fn named(game: &ActiveGame, review: &MoveReview) -> String {
    let players = game.session().players();
    match players.get(review.seat.index()) {
        Some(player) if players.len() > 1 => format!("{}: {}", player.name, review.played),
        _ => review.played.clone(),
    }
}
