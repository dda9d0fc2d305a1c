//! The panel of a table: what the game itself shows, points, and the log. It stands beside the table; where it has no room there, it
//! is folded to a line below, and all of it is in a drawer that opens over the table.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Align, Id, Label, Layout, Order, Rect, RichText, Sense, Stroke, Ui, UiBuilder, Vec2};

use super::log;
use super::parts::{self, button, from_right, primary_button};
use super::scores;
use super::table_view::TableView;
use crate::app::bindings::Command;
use crate::app::game::active::StatusMessage;
use crate::app::game::turn::Turn;
use crate::app::messages::{GameAction, NavigationAction, Requests, TableAction};
use crate::app::window_layout::{self, Division};
use crate::engine::game::Cancel;
use crate::engine::seats::{Seat, Viewer};
use crate::layout::Spotlight;
use crate::table::panels::{PanelContext, PanelRequest, Panels, Work};
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon};
use crate::words::{called, with_names};

/// What the log is called.
const LOG: &str = "Moves";

/// The list of moves is at least so high, in points; where there is less room for it, the panel scrolls.
const LEAST_LOG: f32 = 90.0;

/// How high a list of moves is that folds, or that is scrolled to, in points.
const MOST_FOLDED: f32 = 200.0;

/// The part of a narrow window that the drawer may take in width.
const MOST_OF_WINDOW: f32 = 0.9;

impl TableView<'_> {
    /// Shows the panel where it is in this window; returns what the line of the log is about that is pointed at.
    pub(super) fn panel(
        &self,
        root: &mut Ui,
        division: Division,
        panels: Option<&Panels>,
        asked: &mut Vec<PanelRequest>,
        requests: &mut Requests,
    ) -> Option<Spotlight> {
        if let Some(wide) = division.side {
            return self.beside(root, wide, panels, asked, requests);
        }
        let line = division.line.filter(|_| !self.game.review.is_on);
        if let Some(high) = line {
            self.line(root, high, panels, asked, requests);
        }
        if self.drawer { self.open_drawer(root, line.unwrap_or(0.0), panels, asked, requests) } else { None }
    }

    /// Whether the button for the drawer has no line to stand in, and is in the bar at the top.
    pub(super) fn has_drawer_in_bar(&self, division: Division) -> bool {
        division.side.is_none() && (division.line.is_none() || self.game.review.is_on)
    }

    /// What opens the drawer, and closes it again.
    pub(super) fn drawer_button(&self, ui: &mut Ui, compact: bool, requests: &mut Requests) {
        let name = self.settings.keys.named(Command::Drawer.name(), Command::Drawer);
        let button = button(&name).icon(Icon::Panel).compact(compact).on(self.drawer);
        button.request(ui, requests, NavigationAction::ToggleDrawer);
    }

    fn beside(
        &self,
        root: &mut Ui,
        wide: f32,
        panels: Option<&Panels>,
        asked: &mut Vec<PanelRequest>,
        requests: &mut Requests,
    ) -> Option<Spotlight> {
        let panel = egui::Panel::right("side").exact_size(wide).resizable(false);
        let margin = if wide >= window_layout::SIDE { space::L } else { space::M };
        let mut pointed = None;
        parts::edge_panel(root, panel, margin, |ui| {
            // The bar lies in the margin: a panel that grew narrower with it would be laid out twice.
            let place = ui.available_rect_before_wrap();
            let with_bar = place.with_max_x(place.right() + space::S);
            let mut ui = ui.new_child(UiBuilder::new().id_salt("with bar").max_rect(with_bar));
            let usual = std::mem::replace(&mut ui.spacing_mut().scroll, egui::style::ScrollStyle::thin());
            let scroll = egui::ScrollArea::vertical().id_salt("side").auto_shrink([false, false]);
            scroll.show(&mut ui, |ui| {
                ui.spacing_mut().scroll = usual;
                ui.set_max_width(place.width());
                self.game_part(ui, panels, false, asked, requests);
                if self.scene.layout.keeps_panel {
                    widgets::fold(ui, LOG, |ui| pointed = log::show(ui, self, MOST_FOLDED, requests));
                } else {
                    pointed = self.log(ui, LEAST_LOG, requests);
                }
            });
        });
        pointed
    }

    /// The log with its title, in what is left of the height, or at least so high.
    fn log(&self, ui: &mut Ui, least: f32, requests: &mut Requests) -> Option<Spotlight> {
        ui.add_space(space::M);
        ui.label(RichText::new(LOG).font(theme::strong(size::SECOND)).color(theme::of(ui).muted.egui()));
        ui.add_space(space::XS);
        let high = ui.available_height().max(least);
        log::show(ui, self, high, requests)
    }

    fn line(
        &self,
        root: &mut Ui,
        high: f32,
        panels: Option<&Panels>,
        asked: &mut Vec<PanelRequest>,
        requests: &mut Requests,
    ) {
        let fold = egui::Panel::bottom("fold").exact_size(high);
        let margin = egui::Margin::symmetric(space::L as i8, 0);
        parts::edge_panel(root, fold, margin, |ui| {
            from_right(ui, |ui| {
                self.drawer_button(ui, parts::is_tight(ui), requests);
                ui.add_space(space::S);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    // It may be longer than the window is wide.
                    let line = egui::ScrollArea::horizontal().id_salt("folded panel").auto_shrink([false, false]);
                    line.show(ui, |ui| {
                        ui.horizontal_centered(|ui| self.game_part(ui, panels, true, asked, requests));
                    });
                });
            });
        });
    }

    /// All of the panel over the right part of the table, from the bar at the top down to the line at the bottom. A click beside it
    /// closes it.
    fn open_drawer(
        &self,
        root: &Ui,
        line: f32,
        panels: Option<&Panels>,
        asked: &mut Vec<PanelRequest>,
        requests: &mut Requests,
    ) -> Option<Spotlight> {
        let (ink, window) = (theme::of(root), root.ctx().viewport_rect());
        let room = Rect::from_min_max(
            window.min + Vec2::new(0.0, window_layout::BAR),
            egui::pos2(window.right(), (window.bottom() - line).max(window.top() + window_layout::BAR)),
        );
        let wide = window_layout::DRAWER.min(MOST_OF_WINDOW * room.width());
        let (beside, place) = room.split_left_right_at_x(room.right() - wide);
        let mut pointed = None;
        let area = egui::Area::new(Id::new("drawer")).order(Order::Foreground).fixed_pos(room.min).constrain(false);
        area.show(root.ctx(), |ui| {
            ui.set_min_size(room.size());
            ui.painter().rect_filled(beside, 0.0, ink.shade.veil(90));
            // Nobody needs to find it by keys: there are Escape and the button.
            if ui.interact(beside, Id::new("beside the drawer"), Sense::CLICK).clicked() {
                requests.push(NavigationAction::ToggleDrawer);
            }
            ui.painter().rect_filled(place, 0.0, ink.panel.egui());
            ui.painter().vline(place.left(), place.y_range(), Stroke::new(ink.line, ink.hairline.egui()));
            let mut inside = ui.new_child(UiBuilder::new().id_salt("panel").max_rect(place.shrink(space::M)));
            inside.set_clip_rect(place);
            ui.ctx().accesskit_node_builder(inside.unique_id(), |node| {
                node.set_role(Role::Group);
                node.set_label(Command::Drawer.name());
            });
            pointed = self.drawer_content(&mut inside, panels, asked, requests);
        });
        pointed
    }

    fn drawer_content(
        &self,
        ui: &mut Ui,
        panels: Option<&Panels>,
        asked: &mut Vec<PanelRequest>,
        requests: &mut Requests,
    ) -> Option<Spotlight> {
        ui.horizontal(|ui| {
            ui.heading(Command::Drawer.name());
            from_right(ui, |ui| {
                let close = button("Close (Esc)").icon(Icon::Close).compact(true).focus(self.focus);
                close.request(ui, requests, NavigationAction::ToggleDrawer);
            });
        });
        ui.spacing_mut().scroll = egui::style::ScrollStyle::thin();
        let mut pointed = None;
        let scroll = egui::ScrollArea::vertical().id_salt("drawer").auto_shrink([false, false]);
        scroll.show(ui, |ui| {
            ui.set_width(ui.available_width() - space::S);
            self.game_part(ui, panels, false, asked, requests);
            pointed = self.log(ui, MOST_FOLDED, requests);
        });
        pointed
    }

    /// All but the log; folded, in one line.
    fn game_part(
        &self,
        ui: &mut Ui,
        panels: Option<&Panels>,
        folded: bool,
        asked: &mut Vec<PanelRequest>,
        requests: &mut Requests,
    ) {
        if let Some(task) = self.game.task() {
            self.puzzle(ui, task, folded, requests);
        }
        if let Some(panels) = panels {
            self.in_context(folded, asked, |context| (panels.beside)(ui, context));
        }
        let has_scores = panels.is_none_or(|panels| panels.has_scores);
        if has_scores && scores::show(ui, self.game, self.seats, self.settings, folded) {
            asked.push(PanelRequest::Peek);
        }
        if !folded {
            self.seen_as(ui, requests);
        }
    }

    /// Through whose eyes the replay of a finished game is seen.
    fn seen_as(&self, ui: &mut Ui, requests: &mut Requests) {
        let (session, players) = (self.game.session(), self.game.session().players());
        if !self.game.can_be_reviewed() || !session.info().secrets || players.len() < 2 {
            return;
        }
        let seen = match session.viewer() {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        };
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        let seats: Vec<Seat> = (0..).map_while(Seat::new).take(names.len()).collect();
        let as_seen = |seat: &Seat| with_names(&format!("As {} saw it", called(seat.index() as u8)), &names);
        let words: Vec<String> = seats.iter().map(as_seen).collect();
        let seats = seats.into_iter().zip(&words).map(|(seat, words)| (Some(seat), words.as_str()));
        let options: Vec<(Option<Seat>, &str)> = std::iter::once((None, "All cards open")).chain(seats).collect();
        let mut chosen = seen;
        ui.add_space(space::S);
        parts::combo(ui, "The table", ui.available_width().min(width::LINE), &mut chosen, &options);
        if chosen != seen {
            requests.push(TableAction::SeenBy(chosen));
        }
    }

    /// Shows something of the game's own; folded, it has one line.
    pub(super) fn in_context(
        &self,
        folded: bool,
        asked: &mut Vec<PanelRequest>,
        show: impl FnOnce(&mut PanelContext<'_>),
    ) {
        let game = self.game;
        let mut work = |work: Work| self.pool.start(Box::new(move |_| work()), &Cancel::new(), self.wake).detach();
        show(&mut PanelContext {
            view: &*game.snapshot().view,
            seats: self.seats,
            at_screen: game.session().at_screen().filter(|_| game.may_move()),
            folded,
            option: game.option,
            pointed: game.pointed,
            proposed: match &game.status {
                Some(StatusMessage::Hint(hint)) => hint.mv(),
                _ => None,
            },
            is_watched: game.is_replay() || game.is_watched(),
            is_decided: self.scene.exhibit().is_some() || matches!(self.turn, Turn::RoundOver | Turn::Over),
            notes: &game.notes,
            seed: game.session().seed(),
            room: game.session().room(),
            wake: self.wake,
            work: &mut work,
            cancel: game.panel_work.cancel(),
            requests: asked,
        });
    }

    /// What is asked in a puzzle, or the word that what wins was left, and the ways on; in one line where the panel is folded.
    fn puzzle(&self, ui: &mut Ui, task: &str, folded: bool, requests: &mut Requests) {
        let (game, ink) = (self.game, theme::of(ui));
        let left = game.left_solution();
        let (words, colour) = left.map_or((task, ink.text), |left| (left.sentence.as_str(), ink.note));
        let words = Label::new(RichText::new(words).font(theme::body(size::SECOND)).color(colour.egui()));
        let mut ways_on = |ui: &mut Ui| {
            if game.outcome.is_some() && game.snapshot().has_next {
                primary_button("Next puzzle").request(ui, requests, GameAction::NextPuzzle);
            }
            if left.is_some() {
                button("Take back").refused(self.no_undo()).request(ui, requests, TableAction::Undo);
                button("Show why").request(ui, requests, GameAction::ShowProof);
            }
        };
        if folded {
            ways_on(ui);
            ui.add(words.extend());
            return;
        }
        ui.add(words.wrap());
        ui.add_space(space::XS);
        ui.horizontal_wrapped(ways_on);
        ui.add_space(space::M);
    }

    /// Why Undo is grey; `None` where it undoes, or asks first.
    pub(super) fn no_undo(&self) -> Option<&str> {
        let refusal = self.game.snapshot().undo_refusal.as_ref().filter(|refusal| !refusal.barred.asks());
        refusal.map(|refusal| refusal.why.as_str())
    }

    /// What a panel asks for, as actions.
    pub(super) fn pass_on(&self, asked: &[PanelRequest], requests: &mut Requests) {
        let game = self.game;
        let (mut hovered, mut considered) = (None, None);
        for request in asked {
            match request {
                PanelRequest::Play(mv) => requests.push(TableAction::Play(mv.clone())),
                PanelRequest::Switch(key) => requests.push(TableAction::Switch(*key)),
                PanelRequest::Look(seat) => requests.push(TableAction::Look(*seat)),
                PanelRequest::LookAway => requests.push(TableAction::LeaveSeat),
                PanelRequest::Hover(key) => hovered = Some(*key),
                PanelRequest::Consider(mv) => considered = Some(mv.clone()),
                PanelRequest::Point(area) => requests.push(TableAction::Point(*area)),
                PanelRequest::Note(notes) => requests.push(TableAction::Note(notes.clone())),
                PanelRequest::Peek => requests.push(TableAction::Peek),
            }
        }
        if game.hovered != hovered {
            requests.push(TableAction::Hover(hovered));
        }
        if game.considered != considered {
            requests.push(TableAction::Consider(considered));
        }
    }
}
