//! What a review says under the table: what the hard bot makes of the last move, and the ways to the moves that cost most, and to
//! better ones.

use bevy_egui::egui::{Align, Layout, RichText, Ui};

use super::parts::{self, button, from_right, muted, second};
use super::replay_bar;
use crate::app::game::active::ActiveGame;
use crate::app::messages::{Requests, TableAction};
use crate::app::window_layout;
use crate::engine::review::{MoveReview, costliest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Icon};
use crate::words::{in_words, name_for_all};

pub(super) fn show(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    ui.horizontal_centered(|ui| {
        ui.add_space(space::S);
        from_right(ui, |ui| {
            ways(ui, game, requests);
            let may_try = !game.moves_to_try().is_empty();
            if may_try {
                try_button(ui, game, requests);
            }
            // In a narrow window what is said of the move needs the room; in a tight one it is said together.
            let has_room = !may_try || ui.ctx().viewport_rect().width() >= window_layout::WIDE;
            if has_room && !parts::is_tight(ui) {
                muted(ui, heading(game));
            }
            ui.add_space(space::M);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let said = words(ui, game, may_try);
                parts::strip_words(ui, "review", said);
            });
        });
    });
}

/// The last move, and what the hard bot makes of it: below each other, or where there is little room one after the other, small, with how
/// far the moves have been looked at.
fn words(ui: &Ui, game: &ActiveGame, may_try: bool) -> RichText {
    let ink = theme::of(ui);
    let last = game.snapshot().moves.last().map_or("The deal", String::as_str);
    // What else it brought about is in the log.
    let last = last.split(" · ").next().unwrap_or(last);
    let verdict = verdict(game);
    if !parts::is_tight(ui) {
        return second(format!("{last}\n{verdict}"), ink.text);
    }
    let looked_at = if may_try { String::new() } else { format!(" {}.", heading(game)) };
    let said = format!("{last}. {verdict}{looked_at}");
    RichText::new(said).font(theme::body(size::CAPTION)).color(ink.text.egui())
}

/// To the mistakes, one after the other, and to the one that cost most.
fn ways(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    let (made, _) = game.session().moves();
    let later = game.review.mistakes().find(|review| review.step > made);
    let earlier = game.review.mistakes().rev().find(|review| review.step < made);
    // From the right to the left, as the row is filled.
    for (name, icon, mistake) in [
        ("Next", Icon::Later, later),
        ("Previous", Icon::Earlier, earlier),
        ("Go to costliest", Icon::Mistake, costliest(game.review.mistakes())),
    ] {
        let go = TableAction::Seek(mistake.map_or(made, |review| review.step));
        let shown = button(name).shortened(ui, icon).enabled(mistake.is_some()).request(ui, requests, go);
        // An icon has its name for a tip.
        if let Some(mistake) = mistake.filter(|_| !parts::is_tight(ui)) {
            widgets::tip(&shown, &format!("{}. {}", named(game, mistake), judged(game, mistake)), &[]);
        }
    }
}

/// To the moves that cost most, for better ones.
fn try_button(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    let shown =
        button("Try the costly moves").shortened(ui, Icon::Search).request(ui, requests, TableAction::TryCostly);
    if shown.clicked() {
        replay_bar::pause(ui, game);
    }
    if parts::is_tight(ui) {
        return;
    }
    let count = match game.moves_to_try().len() {
        1 => "the move that cost most".to_owned(),
        many => format!("the {} moves that cost most", in_words(many)),
    };
    widgets::tip(&shown, &format!("Go back to {count} and look for something better"), &[]);
}

/// How many mistakes there were, or how far the moves have been looked at.
fn heading(game: &ActiveGame) -> String {
    let (looked_at, all) = game.review.progress();
    match game.review.mistakes().count() {
        _ if looked_at < all => format!("{looked_at} of {all} choices reviewed"),
        0 => "No move cost much".to_owned(),
        1 => "One costly move".to_owned(),
        many => format!("{many} costly moves"),
    }
}

/// What the hard bot makes of the move that was made last.
pub(super) fn verdict(game: &ActiveGame) -> String {
    let (made, _) = game.session().moves();
    match game.review.found.get(&made) {
        _ if made == 0 => "Go forward to see what the hard bot makes of each move.".to_owned(),
        _ if !game.review.plan.choices.contains(&made) => "This was the only possible move.".to_owned(),
        None => "Looking at this move …".to_owned(),
        Some(None) => "The hard bot has nothing to say about this move.".to_owned(),
        Some(Some(review)) => judged(game, review),
    }
}

/// The verdict: to the only person who played, where the move is theirs, and otherwise with whom its reason speaks to.
fn judged(game: &ActiveGame, review: &MoveReview) -> String {
    let players = game.session().players();
    match players.get(review.seat.index()) {
        Some(mover) if players.len() > 1 && game.only_person() != Some(review.seat) => {
            review.verdict_for_others(name_for_all(&mover.name))
        }
        _ => review.verdict(),
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
