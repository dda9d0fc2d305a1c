//! What shows for as long as something is pointed at or proposed: what a move would do, in words and as lines from area to area; a
//! small card, large; and what is known of the cards under the top one.

use bevy_egui::egui::emath::RectAlign;
use bevy_egui::egui::epaint::QuadraticBezierShape;
use bevy_egui::egui::{Color32, CornerRadius, Rect, Stroke, StrokeKind, Vec2};

use super::cloth::ClothPainter;
use crate::layout::{Area, AreaId, AreaLook, CARD, CardFan, Face, Piece};
use crate::table::drawings;
use crate::table::scene::RAISED;
use crate::table::theme::{self, Sign, size, space};
use crate::table::widgets;
use crate::words::capitalised;

/// The sides at which something stands beside what it is about, the best one first.
const ABOVE_FIRST: [RectAlign; 4] = [RectAlign::TOP, RectAlign::BOTTOM, RectAlign::RIGHT, RectAlign::LEFT];
const BELOW_FIRST: [RectAlign; 4] = [RectAlign::BOTTOM, RectAlign::TOP, RectAlign::RIGHT, RectAlign::LEFT];
const ASIDE_FIRST: [RectAlign; 4] = [RectAlign::RIGHT, RectAlign::LEFT, RectAlign::TOP, RectAlign::BOTTOM];
const BELOW_OR_ABOVE: [RectAlign; 6] = [
    RectAlign::BOTTOM,
    RectAlign::TOP,
    RectAlign::BOTTOM_START,
    RectAlign::BOTTOM_END,
    RectAlign::TOP_START,
    RectAlign::TOP_END,
];

/// Cards narrower than this, in points, are shown large while they are pointed at, so wide.
const SMALL_CARD: f32 = 38.0;
const MAGNIFIED: f32 = 110.0;

/// How wide the cards of a fan are, in points, and the largest step from one to the next, in cards: their indices show.
const FANNED: f32 = 48.0;
const FAN_STEP: f32 = 0.64;

/// How wide the words beside a fan are at most, in points.
const SAID: f32 = 440.0;

/// How wide a sentence that says what a move would do is at most, in points: one that is longer has several lines.
const PREVIEW: f32 = 420.0;

/// How wide it is at most where it would cover more if it were wider.
const NARROW: f32 = 250.0;

/// How far from the middle of its way the point is to which a line bends, for the way.
const BOW: f32 = 0.3;

/// What stands beside a fan.
const FAN_TITLE: &str = "Under the top card";

impl ClothPainter<'_> {
    /// A line from area to area that bows to the left of its way, or to the right where it would leave the table.
    pub(super) fn link(&self, from: AreaId, to: AreaId) {
        let Some((from, to)) = self.scene.layout.area(from).zip(self.scene.layout.area(to)) else { return };
        let (start, end) = (self.at(from.centre.0, from.centre.1), self.at(to.centre.0, to.centre.1));
        let way = end - start;
        let (middle, aside) = (start + way / 2.0, Vec2::new(way.y, -way.x) * BOW);
        // The curve comes half as far as the point to which it bends.
        let is_in_sight = self.room().contains(middle + aside / 2.0);
        let bend = if is_in_sight { middle + aside } else { middle - aside };
        let thick = (2.8 * self.scale()).max(2.5);
        let target = self.ink.sign(Sign::Target);
        for (width, colour) in [(2.0 * thick, self.ink.cloth_dark.veil(190)), (thick, target.egui())] {
            let (curve, stroke) = ([start, bend, end], Stroke::new(width, colour));
            self.painter.add(QuadraticBezierShape::from_points_stroke(curve, false, Color32::TRANSPARENT, stroke));
            for at in [start, end] {
                self.painter.circle_filled(at, width * 0.9, colour);
            }
        }
    }

    /// What would happen, in words, and what is known of the cards under the one that is pointed at. Where both are about one area, they
    /// stand on one plate; else neither covers the other.
    pub(super) fn pointed_out(&self) {
        match (self.fan_pointed_at(), self.previewed()) {
            (Some((area, fan)), Some((about, sentence))) if area.id == about.id => {
                self.fan(area, fan, sentence);
            }
            (None, None) => {
                if let Some(area) = self.named() {
                    self.preview(area, &capitalised(&area.name), None);
                }
            }
            (fan, said) => {
                let fan = fan.map(|(area, fan)| self.fan(area, fan, ""));
                if let Some((area, sentence)) = said {
                    self.preview(area, sentence, fan);
                }
            }
        }
    }

    /// The area that is pointed at, if only its name says what lies there.
    fn named(&self) -> Option<&Area> {
        let is_empty = |area: &Area| self.scene.layout.top_of(area.id).is_none();
        let pointed = self.game.pointed.and_then(|area| self.scene.layout.area(area));
        pointed.filter(|area| area.is_named && !is_empty(area))
    }

    /// What a move would do, in words, and the area that it is about. What a hint would do is said in the bar, and here only where it
    /// is pointed at.
    fn previewed(&self) -> Option<(&Area, &str)> {
        let highlight = &self.scene.highlight;
        let preview = highlight.preview.as_ref().filter(|preview| !preview.sentence.is_empty())?;
        let pointed = self.game.pointed.filter(|area| highlight.lit.contains(area));
        let about = match highlight.is_hint {
            true => pointed,
            // What is being made up is about where the last of it lies.
            false => {
                let put = self.game.selected.placed.last().map(|(_, area)| *area);
                pointed.or(put).or(highlight.lit.first().copied())
            }
        };
        Some((self.scene.layout.area(about?)?, preview.sentence.as_str()))
    }

    /// What would happen, in words on a dark label above the area it is about, and within the window.
    fn preview(&self, area: &Area, sentence: &str, fan: Option<Rect>) {
        let (text, room) = (self.ink.text.egui(), self.room().shrink(space::XS));
        // Beneath the lowest row it covers at most captions; elsewhere it stands above what it is about, if there is room.
        let is_lowest = area.centre.1 > 0.75 * self.scene.layout.size.1;
        let sides = if is_lowest { BELOW_FIRST } else { ABOVE_FIRST };
        let (about, kept) = (self.with_raised(area), self.kept_from_words(area, fan));
        let laid = |most: f32| {
            let font = theme::body(size::SECOND);
            let galley = self.painter.layout(sentence.to_owned(), font, text, most.min(room.width()) - 2.0 * space::M);
            let frame = galley.size() + Vec2::new(2.0 * space::M, 2.0 * space::S);
            let place = widgets::beside_or_near(about, frame, room, &sides, &kept);
            (widgets::covered(place, &kept), place, galley)
        };
        let wide = laid(PREVIEW);
        let narrow = (wide.0 > 0.0).then(|| laid(NARROW)).filter(|narrow| narrow.0 < wide.0);
        let (_, rect, galley) = narrow.unwrap_or(wide);
        self.painter.rect_filled(rect, theme::BUTTON_RADIUS, self.ink.panel.egui());
        self.painter.galley(rect.min + Vec2::new(space::M, space::S), galley, text);
    }

    /// What words about an area, or its card shown large, should not cover, and how much it counts: what they are about, the buttons and
    /// the hand from which one chooses, what is marked, who sits where, the places where something may be done, and whatever else lies on
    /// the table.
    fn kept_from_words(&self, about: &Area, fan: Option<Rect>) -> Vec<(Rect, f32)> {
        const ABOUT: f32 = 100.0;
        const CHOICES: f32 = 4.0;
        const SIGNS: f32 = 2.0;
        const PLACES: f32 = 1.0;
        const WORDS: f32 = 0.5;
        const CARDS: f32 = 0.35;
        let layout = &self.scene.layout;
        let choices = self.own_hand().into_iter().chain(self.standing_over()).map(|place| (place, CHOICES));
        let marks = self.scene.highlight.preview.iter().flat_map(|preview| &preview.marks);
        let marked = marks.filter_map(|(piece, _)| layout.piece(*piece)).map(|piece| self.piece_rect(piece));
        let signs = fan.into_iter().chain(self.plate_rects()).chain(marked).map(|place| (place, SIGNS));
        // A place as large as several cards may be written on where none lies.
        let is_wide = |area: &Area| area.size.0 > 3.0 * CARD.0;
        let places =
            layout.areas.iter().filter(|area| area.look != AreaLook::Fan && !is_wide(area)).filter_map(|area| {
                let counts = match (area.id == about.id, area.key) {
                    (true, _) => ABOUT,
                    (_, Some(_)) => PLACES,
                    _ => CARDS,
                };
                let is_seen = area.key.is_some() || layout.top_of(area.id).is_some();
                is_seen.then(|| (self.rect_of(area), counts))
            });
        let wide: Vec<AreaId> = layout.areas.iter().filter(|area| is_wide(area)).map(|area| area.id).collect();
        let on_wide = layout.pieces.iter().filter(|piece| wide.contains(&piece.area));
        let on_wide = on_wide.map(|piece| (self.piece_rect(piece), PLACES));
        let words = self.written_rects().map(|words| (words, WORDS));
        choices.chain(signs).chain(places).chain(on_wide).chain(words).collect()
    }

    /// Where an area is, with the room in which its card is raised, or lies on others.
    fn with_raised(&self, area: &Area) -> Rect {
        let place = self.rect_of(area);
        let thickness = self.scene.layout.top_of(area.id).map_or(0.0, |piece| piece.place.thickness);
        let raised = if area.look == AreaLook::Fan { RAISED } else { thickness };
        place.with_min_y(place.top() - raised * self.scale())
    }

    /// What is small on the table and pointed at, large beside it.
    pub(super) fn magnified(&self) {
        let layout = &self.scene.layout;
        let pointed = self.game.pointed.and_then(|id| layout.area(id).zip(layout.top_of(id)));
        let is_read = |piece: &Piece| piece.face.is_card() && self.game.picked.is_none();
        let Some((area, piece)) = pointed.filter(|(_, piece)| is_read(piece)) else { return };
        let card = Vec2::new(CARD.0, CARD.1);
        if piece.place.scale * CARD.0 * self.scale() > SMALL_CARD {
            return;
        }
        let size = card * (MAGNIFIED / CARD.0);
        let (x, y) = piece.place.centre;
        let small = Rect::from_center_size(self.at(x, y), card * piece.place.scale * self.scale());
        let (room, kept) = (self.room().shrink(space::S), self.kept_from_words(area, None));
        let rect = widgets::beside_or_near(small.expand(space::S), size, room, &ASIDE_FIRST, &kept);
        let shadow = rect.translate(Vec2::new(0.0, 4.0)).expand(3.0);
        self.painter.rect_filled(shadow, CornerRadius::same(10), self.ink.shade.veil(120));
        drawings::face(&self.painter, piece.face, rect);
    }

    /// The area that is pointed at, if something is known of the cards under its top one.
    fn fan_pointed_at(&self) -> Option<(&Area, &CardFan)> {
        let layout = &self.scene.layout;
        self.game.pointed.and_then(|id| layout.area(id).zip(layout.fan_of(id)))
    }

    /// What is known of the cards that lie under the top one of an area, from above, side by side; a back for each that is not. Beside
    /// them stands what a move there would do, if it is given: so the plate is low enough for the room between a row of piles and the
    /// hand. Returns where it is.
    fn fan(&self, area: &Area, CardFan { under, .. }: &CardFan, sentence: &str) -> Rect {
        let (layout, room) = (&self.scene.layout, self.room().shrink(space::S));
        let most = room.width() - 2.0 * space::M;
        let words = self.painter.layout(
            fan_words(sentence),
            theme::body(size::SECOND),
            self.ink.text.egui(),
            SAID.min(most / 2.0),
        );
        let card = Vec2::new(CARD.0, CARD.1) * (FANNED / CARD.0);
        let (gaps, aside) = (under.len().saturating_sub(1) as f32, words.size().x + space::M);
        let step = (FAN_STEP * card.x).min((most - aside - card.x) / gaps.max(1.0));
        let inner = Vec2::new(aside + card.x + step * gaps, words.size().y.max(card.y));
        // The hand and the other places, from which one is to choose, stay in sight, and the plates as far as can be.
        let others = layout.areas.iter().filter(|other| other.key.is_some() && other.id != area.id);
        let others = others.map(|other| self.rect_of(other)).chain(self.plate_rects());
        let in_sight: Vec<Rect> = self.own_hand().into_iter().chain(others).collect();
        let frame = inner + Vec2::new(2.0 * space::M, 2.0 * space::S);
        let plate = widgets::beside(self.with_raised(area), frame, room, &BELOW_OR_ABOVE, &in_sight);
        let line = Stroke::new(self.ink.line, self.ink.hairline.egui());
        let corner = CornerRadius::same(theme::PANEL_RADIUS);
        self.painter.rect(plate, corner, self.ink.panel.egui(), line, StrokeKind::Inside);
        let inside = plate.shrink2(Vec2::new(space::M, space::S));
        let words_at = inside.left_center() - Vec2::new(0.0, words.size().y / 2.0);
        self.painter.galley(words_at, words, self.ink.text.egui());
        let first = inside.left_center() + Vec2::new(aside, -card.y / 2.0);
        for (number, known) in under.iter().enumerate() {
            let place = Rect::from_min_size(first + Vec2::new(step * number as f32, 0.0), card);
            drawings::face(&self.painter, known.unwrap_or(Face::Back), place);
        }
        plate
    }
}

/// What stands beside a fan: what a move there would do, if anything is said of it, and what the cards are.
fn fan_words(sentence: &str) -> String {
    if sentence.is_empty() { FAN_TITLE.to_owned() } else { format!("{sentence}\n{FAN_TITLE}") }
}
