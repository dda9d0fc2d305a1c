//! The buttons on the table for what may be done: the row of actions beside the own plate, and the choices that go with the next
//! move, each under what it is about.

use bevy_egui::egui::{self, Id, LayerId, Order, Pos2, Rect, Ui, Vec2};

use super::cloth::ClothPainter;
use super::parts::{button, primary_button};
use super::top_bar::BEYOND_BAR;
use crate::app::game::active::StatusMessage;
use crate::app::messages::{Requests, TableAction};
use crate::engine::tabletop::SelectionAction;
use crate::table::focus;
use crate::table::theme::{self, space};
use crate::table::widgets;
use crate::words::capitalised;

/// How much of a table's width is kept for the buttons for what may be done.
const ACTIONS_WIDE: f32 = 0.7;

/// How many letters a line of a tip has that stands beside a board: on one line, it would lie across it. The larger the text, the fewer,
/// but no fewer than the second.
const TIP_LINE: (f32, f32) = (22.0, 15.0);

/// About as wide as one of them with a few words, in points.
const ONE_ACTION: f32 = 150.0;

impl ClothPainter<'_> {
    /// Where the buttons for what may be done stand, whether there are any now or not: as high as they are moved, too, where they would
    /// cover the own hand.
    pub(super) fn actions_row(&self) -> Option<Rect> {
        let (x, y) = self.scene.settled().actions_at?;
        let whole = self.viewport.whole();
        let cloth = ClothPainter { viewport: &whole, painter: self.painter.clone(), ..*self };
        let (right, high) = (cloth.at(x, y), Vec2::new(0.0, theme::TARGET / 2.0));
        let left = (cloth.end_of_plates() + space::M).max(right.x - ACTIONS_WIDE * self.room().width());
        let row = Rect::from_two_pos(Pos2::new(left, right.y) - high, right + high);
        let placed = cloth.place_of_actions(Vec2::new(row.width().min(ONE_ACTION), row.height()))?;
        Some(row.translate(Vec2::new(0.0, placed.top() - row.top())))
    }

    /// What may be done now, in a row.
    pub(super) fn action_buttons(&self, requests: &mut Requests) {
        let actions = self.game.actions();
        // While something lies there to be read, any key goes on.
        if actions.is_empty() || self.scene.is_waiting() {
            return;
        }
        // They stay in their place when the table is seen from closer.
        let whole = self.viewport.whole();
        let cloth = ClothPainter { viewport: &whole, painter: self.painter.clone(), ..*self };
        let id = Id::new("actions");
        let size = widgets::known_size(self.painter.ctx(), id);
        let Some(place) = cloth.place_of_actions(size) else { return };
        let area = egui::Area::new(id).order(Order::Middle).fixed_pos(place.min);
        let shown = area.show(self.painter.ctx(), |ui| ui.horizontal(|ui| self.row_of_actions(ui, &actions, requests)));
        if shown.response.rect.size() != size {
            self.painter.ctx().request_discard("the size of the row is known now");
        }
    }

    fn row_of_actions(&self, ui: &mut Ui, actions: &[SelectionAction<String>], requests: &mut Requests) {
        // The one thing to do now, if there is one: of several that may be done, none is, and none beside cards that can be played.
        let is_only = actions.iter().filter(|action| action.mv.is_ok()).count() == 1;
        let has_cards = self.scene.layout.pieces.iter().any(|piece| piece.movable && !piece.is_dimmed);
        let leads_on = is_only && !(has_cards && self.game.selected.is_empty()) && !widgets::has_primary(ui.ctx());
        for (number, action) in actions.iter().enumerate() {
            let shown = match action.mv {
                Ok(_) if leads_on => primary_button(&action.label),
                Ok(_) => button(&action.label),
                Err(_) => button(&action.label).faint(),
            };
            let response = shown.key(&(number + 1).to_string()).request(ui, requests, TableAction::Act(number));
            if action.mv.as_ref().ok().is_some_and(|mv| self.is_proposed(mv)) {
                focus::ring_round(ui, response.rect);
            }
            if let Err(illegal) = &action.mv {
                widgets::tip(&response, &capitalised(&illegal.why), &[]);
            }
        }
    }

    /// Where a row of buttons of this size stands: it ends where the layout says, or further right if it would cover a plate. With
    /// large text that may be on the own hand or on words; then it stands above or below them, or wherever near it covers least.
    pub(super) fn place_of_actions(&self, size: Vec2) -> Option<Rect> {
        // What it may cover least comes first. Where a chosen card rises to, it may hide its upper edge.
        const HAND: f32 = 100.0;
        const PLATE: f32 = 10.0;
        const WORDS: f32 = 3.0;
        const RISING: f32 = 2.0;
        const CARD: f32 = 1.0;
        let layout = &self.scene.layout;
        let (x, y) = layout.actions_at?;
        let end = self.at(x, y);
        let plates: Vec<Rect> = self.plate_rects().collect();
        let left = (end.x - size.x).max(self.end_of_plates() + space::M);
        let usual = Rect::from_min_size(Pos2::new(left, end.y - size.y / 2.0), size);
        let hand = [(self.own_hand_lying(), HAND), (self.own_hand(), RISING)];
        let hand: Vec<(Rect, f32)> = hand.into_iter().filter_map(|(hand, counts)| Some((hand?, counts))).collect();
        let words: Vec<Rect> = self.written_rects().collect();
        let above = hand.iter().map(|(hand, _)| hand).chain(&plates).map(|kept| kept.top() - space::XS - size.y);
        let below = words.iter().filter(|words| words.intersects(usual)).map(|words| words.bottom());
        let tops = [usual.top()].into_iter().chain(below).chain(above);
        let cards = layout.pieces.iter().map(|piece| self.piece_rect(piece));
        let kept = hand.iter().copied().chain(plates.iter().map(|plate| (*plate, PLATE)));
        let kept = kept.chain(words.iter().map(|words| (*words, WORDS))).chain(cards.map(|card| (card, CARD)));
        let kept: Vec<(Rect, f32)> = kept.collect();
        let room = self.room().shrink(space::XS);
        let places = tops.map(|top| widgets::within(room, Rect::from_min_size(Pos2::new(left, top), size)));
        let best = widgets::least_covering(places, &kept)?;
        Some(widgets::here_or_near(best, usual, room, &kept))
    }

    /// Where something stands over the table now: the buttons for what may be done, the choices that go with the next move, and a long
    /// sentence that goes on below the bar.
    pub(super) fn standing_over(&self) -> impl Iterator<Item = Rect> {
        let context = self.painter.ctx();
        let options = self.scene.layout.options.iter().map(|option| Id::new(("option", option.key)));
        let all = [Id::new("actions"), Id::new(BEYOND_BAR)].into_iter().chain(options);
        let is_shown = |id: &Id| context.memory(|memory| memory.areas().is_visible(&LayerId::new(Order::Middle, *id)));
        all.filter(is_shown).filter_map(|id| egui::AreaState::load(context, id)).map(|area| area.rect())
    }

    /// Whether a hint proposes this move, and Enter makes it: no place on the table has the ring for it.
    fn is_proposed(&self, mv: &str) -> bool {
        let is_said = matches!(&self.game.status, Some(StatusMessage::Hint(hint)) if hint.mv() == Some(mv));
        is_said && self.scene.focus.is_none()
    }

    /// The choices that go with the next move, each under the area it is about, or where else it covers least there.
    pub(super) fn option_buttons(&self, requests: &mut Requests) {
        let context = self.painter.ctx();
        let letters = (TIP_LINE.0 / self.text_growth()).max(TIP_LINE.1) as usize;
        for option in &self.scene.layout.options {
            let Some(area) = option.near.and_then(|near| self.scene.layout.area(near)) else { continue };
            let (about, id) = (self.rect_of(area), Id::new(("option", option.key)));
            let size = widgets::known_size(context, id);
            let Some(place) = self.place_of_option(about, size) else { continue };
            let shown = egui::Area::new(id).order(Order::Middle).fixed_pos(place.min).show(context, |ui| {
                let key = option.key.to_string();
                let switch = button(&option.label).key(&key).on(self.game.option == Some(option.key));
                let response = switch.request(ui, requests, TableAction::Switch(option.key));
                widgets::tip(&response, &widgets::in_lines(&option.explanation, letters), &[about]);
            });
            if shown.response.rect.size() != size {
                context.request_discard("the size of the button is known now");
            }
        }
    }

    /// Where a button of this size stands that is about an area: under its caption, or else beside the area or on its lower edge, or
    /// wherever near it covers least.
    fn place_of_option(&self, about: Rect, size: Vec2) -> Option<Rect> {
        // What it may cover least comes first: on its own area, at the edge of a card, it hides less than between two places.
        const WORDS: f32 = 3.0;
        const PLACE: f32 = 2.0;
        const ABOUT: f32 = 1.0;
        let (gap, half) = (space::S, size / 2.0);
        let below = Pos2::new(about.center().x - half.x, about.bottom() + self.captions_reach() + gap);
        let on_edge = Pos2::new(below.x, about.bottom() - size.y - space::XS);
        let beside = [about.left() - gap - size.x, about.right() + gap].map(|left| Pos2::new(left, on_edge.y));
        let places = [below].into_iter().chain(beside).chain([on_edge]).map(|corner| Rect::from_min_size(corner, size));
        let areas = self.scene.layout.areas.iter().map(|area| self.rect_of(area));
        let areas = areas.map(|area| (area, if area == about { ABOUT } else { PLACE }));
        let kept = areas.chain(self.plate_rects().map(|plate| (plate, PLACE)));
        let kept = kept.chain(self.written_rects().map(|words| (words, WORDS)));
        let kept: Vec<(Rect, f32)> = kept.collect();
        let room = self.room().shrink(space::XS);
        let best = widgets::least_covering(places.map(|place| widgets::within(room, place)), &kept)?;
        Some(widgets::here_or_near(best, about, room, &kept))
    }
}
