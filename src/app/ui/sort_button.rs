//! The button by the own hand that sorts it by something else. It stands where it covers nothing: at the hand's left end, or as near
//! to it as the table leaves room. The larger text is, the less room there is, so it may be an icon, and lower than other buttons.

use bevy_egui::egui::{Area, Color32, Id, Order, Pos2, Rect, Ui, Vec2};

use super::cloth::ClothPainter;
use crate::app::bindings::Command;
use crate::app::game::active::ActiveGame;
use crate::app::messages::{Requests, SettingsAction};
use crate::app::settings::Settings;
use crate::cards::HandOrder;
use crate::engine::seats::{Seat, Viewer};
use crate::table::scene::RAISED;
use crate::table::theme::{self, TARGET, size, space};
use crate::table::widgets::{self, Icon};
use crate::words::{capitalised, one_of};

/// The least height that can still be hit well, in points.
const LOW: f32 = 24.0;

/// How many letters a line of its tip has at the most.
const LINE: usize = 15;

/// How far it stays from what it must not cover, in points.
const APART: f32 = 1.0;

impl ClothPainter<'_> {
    /// Shows it where the viewer holds several cards, and what they are sorted by makes a difference. `root` says whether it can be
    /// pressed.
    pub(super) fn sort_button(&self, root: &Ui, game: &ActiveGame, settings: &Settings, requests: &mut Requests) {
        let (info, order) = (game.session().info(), game.session().hand_order());
        let Viewer::Seat(seat) = game.session().viewer() else { return };
        if self.scene.exhibit().is_some() || self.scene.settled().held() < 2 || info.hand_orders.len() < 2 {
            return;
        }
        let Some((place, has_word)) = self.place_to_sort(seat, info.hand_orders) else { return };
        let tip =
            settings.keys.named(&format!("Sort your hand {}", one_of(&orders_of(info.hand_orders))), Command::SortHand);
        let in_sight: Vec<Rect> = self.held_at().into_iter().collect();
        let area = Area::new(Id::new("sort the hand")).order(Order::Middle).fixed_pos(place.min);
        area.show(self.painter.ctx(), |ui| {
            if !root.is_enabled() {
                ui.disable();
            }
            let (name, word) = (format!("Hand sorted {}", order.words()), capitalised(order.words()));
            let word = Some(word.as_str()).filter(|_| has_word);
            let button = widgets::icon_button(ui, place.size(), Icon::Sort, word, &name);
            ui.ctx().accesskit_node_builder(button.id, |node| node.set_description(tip.as_str()));
            widgets::tip(&button, &widgets::in_lines(&tip, LINE), &in_sight);
            if button.clicked() {
                requests.push(SettingsAction::SortHand(info.id));
            }
        });
    }

    /// The best place where it covers nothing, and whether its word has room there.
    pub(super) fn place_to_sort(&self, seat: Seat, orders: &[HandOrder]) -> Option<(Rect, bool)> {
        let (hand, plate, taken) = (self.held_at()?, self.plate_of(seat), self.not_to_cover());
        let room = self.room().shrink(APART);
        let is_free = |(place, _): &(Rect, bool)| {
            room.contains_rect(*place) && !taken.iter().any(|taken| taken.intersects(place.expand(APART)))
        };
        let formed = |(places, has_word): (Vec<Rect>, bool)| places.into_iter().map(move |place| (place, has_word));
        let forms = self.forms(orders);
        let near = forms.into_iter().map(|(size, has_word)| (self.places_near(hand, plate, size), has_word));
        let aside = forms.into_iter().map(|(size, has_word)| (self.places_aside(hand, size), has_word));
        near.chain(aside).flat_map(formed).find(is_free)
    }

    /// How large it may be, the best form first, and whether its word has room then. It is as wide as its widest word needs, so that it
    /// stays the same when it is pressed.
    fn forms(&self, orders: &[HandOrder]) -> [(Vec2, bool); 4] {
        let word = |order: &HandOrder| {
            let font = theme::body(size::SECOND);
            self.painter.layout_no_wrap(capitalised(order.words()), font, Color32::PLACEHOLDER).size().x
        };
        let words = orders.iter().map(word).fold(0.0, f32::max);
        let wide = (widgets::ICON + space::S + words + 2.0 * space::M).ceil();
        let narrow = widgets::ICON + 2.0 * space::S;
        [
            (Vec2::new(wide, TARGET), true),
            (Vec2::splat(TARGET), false),
            (Vec2::new(wide, LOW), true),
            (Vec2::new(narrow, LOW), false),
        ]
    }

    /// Where something of this size may stand near the own hand and the plate of its seat, the best place first.
    fn places_near(&self, hand: Rect, plate: Option<Rect>, size: Vec2) -> Vec<Rect> {
        let room = self.room();
        let beside = hand.left() - space::S - size.x;
        // Where the hand is short, it lies far from the plate.
        let left = plate.map_or(beside, |plate| beside.min(plate.left()));
        let at_foot = [space::S, APART].map(|apart| room.bottom() - apart - size.y);
        let heights = [hand.center().y - size.y / 2.0, hand.bottom() - size.y].into_iter().chain(at_foot);
        let end = heights.map(|y| Pos2::new(left, y));
        let at_plate = plate.map(|plate| {
            [
                Pos2::new(plate.left(), plate.top() - space::S - size.y),
                Pos2::new(plate.left() - space::S - size.x, plate.center().y - size.y / 2.0),
                Pos2::new(plate.right() + space::S, plate.center().y - size.y / 2.0),
            ]
        });
        let below = Pos2::new(hand.left(), (hand.bottom() + room.bottom() - size.y) / 2.0);
        let corners = end.chain(at_plate.into_iter().flatten()).chain([below]);
        corners.map(|corner| Rect::from_min_size(corner, size)).collect()
    }

    /// Where else it may stand, further from the hand: above the buttons for what may be done, or at the table's right edge.
    fn places_aside(&self, hand: Rect, size: Vec2) -> Vec<Rect> {
        let over_actions = self.actions_row().map(|row| row.right_top() - Vec2::new(0.0, space::XS));
        let at_edge = [space::S, APART].map(|apart| Pos2::new(self.room().right() - apart, hand.top() - space::S));
        over_actions.into_iter().chain(at_edge).map(|corner| Rect::from_min_size(corner - size, size)).collect()
    }

    /// All that a button on the cloth must not cover once the table is still: areas, a hand with cards that are raised, plates, what is
    /// written, and the row of buttons for what may be done.
    fn not_to_cover(&self) -> Vec<Rect> {
        let layout = self.scene.settled();
        let areas = layout.areas.iter().map(|area| self.rect_of(area));
        let raised = layout.own_hand().map(|area| {
            let hand = self.rect_of(area);
            hand.with_min_y(hand.top() - RAISED * self.scale())
        });
        let growth = self.plate_growth();
        let plates = layout.plates.iter().map(|plate| self.plate_rect(plate, growth));
        let written = self.written(layout).map(|(at, anchor, words, font)| {
            let words = self.painter.layout_no_wrap(words.to_owned(), font, Color32::PLACEHOLDER);
            anchor.anchor_size(at, words.size())
        });
        let others = self.actions_row().into_iter().chain(self.whole_table_at());
        areas.chain(raised).chain(plates).chain(written).chain(others).collect()
    }

    /// Where the own hand lies, in points of the panels.
    fn held_at(&self) -> Option<Rect> {
        self.scene.settled().own_hand().map(|area| self.rect_of(area)).reduce(Rect::union)
    }
}

/// What may be said of each order, in the same succession everywhere.
fn orders_of(orders: &[HandOrder]) -> Vec<&'static str> {
    HandOrder::ALL.into_iter().filter(|order| orders.contains(order)).map(HandOrder::words).collect()
}
