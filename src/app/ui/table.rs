//! A table with all that stands round it, in the order in which it is shown: the bars, the game's own panel, what is painted on the
//! cloth, and the buttons there.

use bevy::math::Vec2 as Point;
use bevy_egui::egui::{self, Margin, Ui};

use super::cloth::ClothPainter;
use super::table_view::TableView;
use super::{closer, lesson_bar, parts, replay_bar, review, second_chance_bar, spoken_table, top_bar};
use crate::app::game::active::{ActiveGame, StatusMessage};
use crate::app::messages::Requests;
use crate::app::window_layout::{self, Division};
use crate::layout::{Exhibit, LabelLook, Spotlight};
use crate::table::panels::{Panels, SeatedPlayer};
use crate::table::scene::TableScene;
use crate::table::theme::{self, space};
use crate::table::widgets;

pub(super) fn show(root: &mut Ui, window: Point, view: &TableView, panels: Option<&Panels>, requests: &mut Requests) {
    let TableView { game, scene, viewport, is_late, .. } = *view;
    let ink = theme::of(root);
    if viewport.zoom > 1.0 {
        closer::cover_edges(root, viewport, &ink);
    }
    let board = panels.and_then(|panels| panels.on_table);
    let cloth = ClothPainter::new(root.ctx(), game, scene, viewport);
    widgets::keep_in_sight(root.ctx(), cloth.own_hand().into_iter().collect());
    let division = Division::of(window, root.ctx().zoom_factor(), &scene.layout);
    parts::top_bar(root, |ui| top_bar::show(ui, window_layout::is_wide(window), division, view, requests));
    below(root, window, game, requests);
    let mut asked = Vec::new();
    let pointed_line = view.panel(root, division, panels, &mut asked, requests);
    cloth.paint(view.seats, pointed_line.as_ref());
    if is_late {
        cloth.note_of_drawing();
    }
    if let Some(board) = board {
        let place = |area| cloth.place(area);
        view.in_context(division.side.is_none(), &mut asked, |context| board(root, &place, context));
    }
    view.pass_on(&asked, requests);
    let spoken = match (game.teaching(), &game.chances) {
        _ if scene.exhibit().is_some() => scene.exhibit().map_or(String::new(), Exhibit::words),
        _ if scene.is_waiting() => top_bar::waiting(verdict(scene)),
        (Some(teaching), _) if game.status.is_none() => teaching.says.to_owned(),
        (_, Some(chances)) if game.status.is_none() => chances.says(),
        _ if game.review.is_on && game.status.is_none() => review::verdict(game),
        _ => top_bar::status(game, &ink).0,
    };
    spoken_table::show(root, game, scene, viewport, &spoken, requests);
    cloth.whole_table_button(requests);
    if game.may_move() {
        cloth.option_buttons(requests);
        cloth.action_buttons(requests);
    }
    cloth.sort_button(root, game, view.settings, requests);
    if game.peeks {
        cloth.peek(view.seats, requests);
    }
}

/// What is said of the trick that lies there.
fn verdict(scene: &TableScene) -> Option<&str> {
    let label = scene.layout.labels.iter().find(|label| label.look == LabelLook::Verdict)?;
    Some(label.text.as_str())
}

/// The strip of a replay, a lesson or a second chance, and what a review says.
fn below(root: &mut Ui, window: Point, game: &ActiveGame, requests: &mut Requests) {
    let margin = strip_margin(window);
    if game.has_strip() {
        let strip = egui::Panel::bottom("strip").exact_size(window_layout::strip(game, window));
        parts::edge_panel(root, strip, margin, |ui| match (game.teaching(), &game.chances) {
            (Some(teaching), _) => lesson_bar::show(ui, game, teaching, requests),
            (None, Some(chances)) => second_chance_bar::show(ui, chances, requests),
            (None, None) => replay_bar::show(ui, game, requests),
        });
    }
    if game.review.is_on {
        let panel = egui::Panel::bottom("review").exact_size(window_layout::review(window));
        parts::edge_panel(root, panel, margin, |ui| review::show(ui, game, requests));
    }
}

/// How far what stands in a strip is from its edges: with large text in a small window, above and below only as far as the outline of
/// what has the focus reaches.
fn strip_margin(window: Point) -> Margin {
    let (gap, ring) = theme::FOCUS_RING;
    let high = if window_layout::is_tight(window) { gap + ring } else { space::S };
    Margin::symmetric(space::S as i8, high as i8)
}

impl ClothPainter<'_> {
    /// Paints all of it; `meant` is what a line of the log is about that is pointed at.
    fn paint(&self, seats: &[SeatedPlayer], meant: Option<&Spotlight>) {
        self.legend();
        self.large_arrow();
        self.race(seats);
        self.chart();
        self.contests(seats);
        self.captions();
        self.plates(seats);
        self.owners_edges(seats);
        self.inscriptions();
        self.owners(seats);
        if !self.scene.is_playing() {
            self.badges();
            self.scene.highlight.links.iter().for_each(|(from, to)| self.link(*from, *to));
            self.pointed_out();
            self.magnified();
        }
        self.spots(meant);
        self.floats();
    }

    /// What stands out: a part of an ending, what a line of the log is about, or else what a hint or a lesson speaks of.
    fn spots(&self, meant: Option<&Spotlight>) {
        if self.scene.exhibit().is_some() {
            return self.exhibit();
        }
        if let Some(meant) = meant {
            self.frame_spots(meant, self.ink.note);
        } else if !self.scene.is_playing() {
            match &self.game.status {
                Some(StatusMessage::Hint(hint)) => self.frame_spots(&hint.spots(), self.ink.note),
                _ => self.frame_spots(&self.game.taught, self.ink.note),
            }
        }
    }
}
