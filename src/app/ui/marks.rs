//! What is written about the cards on the cloth: who led and who is ahead, over the cards' edges; why, in a line under them; and the
//! legend in an empty middle; and what is drawn between them, a large arrow and a race.

use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2,
};

use super::cloth::ClothPainter;
use crate::app::window_layout;
use crate::layout::{
    Area, AreaLook, CARD, CONTEST_MARKER, Contest, Inscription, LANE, LEGEND_PICTURE, Label, LabelLook, Legend,
    LegendPicture, LegendSide, LegendSign, Lettering, RaceTrack,
};
use crate::table::drawings;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, Sign, space};
use crate::table::widgets;

/// How high the letters of a legend are, in table units, and within which bounds in points.
const LEGEND: (f32, f32, f32) = (15.0, 12.0, 22.0);

/// How high the letters are, in points, by which it is measured how wide words are.
const MEASURED: f32 = 16.0;

/// The radius of the marker of whoever laid a card, in table units, and at least in points.
const OWNER: f32 = 11.0;
const LEAST_OWNER: f32 = 8.0;

/// The part of a card's width that its radius may take at most.
const OWNER_OF_CARD: f32 = 0.2;

/// How far within the corner of its card its middle is, in radii.
const WITHIN_CORNER: f32 = 0.85;

/// How wide the edge of a card is that has its owner's colour, in table units, and at least in points; and how round its corners are,
/// as a part of the card's width.
const EDGE_OF_OWNER: f32 = 3.5;
const LEAST_EDGE: f32 = 2.0;
const CARD_CORNER: f32 = 0.07;

/// How much of the cloth shines through a legend: 255 for nothing.
const QUIET: u8 = 190;

/// From a picture of a legend to its words, and to the ends of its arrows, in table units.
const TO_WORDS: f32 = 5.0;
const TO_ARROW: f32 = 12.0;

/// How wide the lines of a lane are, in table units.
const LANE_LINE: (f32, f32) = (2.0, 6.0);

/// How long and how wide the head of a large arrow is, for its breadth.
const HEAD: (f32, f32) = (1.5, 2.4);

impl ClothPainter<'_> {
    fn size(&self, (units, least, most): (f32, f32, f32)) -> f32 {
        (units * self.scale()).clamp(least, most)
    }

    /// What is written about the cards: over their edges, on them and under them.
    pub(super) fn inscriptions(&self) {
        let layout = &self.scene.layout;
        for inscription in self.inscribed() {
            if let Some(label) = layout.labels.get(inscription.label).filter(|label| self.scene.shows(label)) {
                self.inscribe(label, &inscription);
            }
        }
    }

    /// The same with where it is and how large.
    pub(super) fn inscribed(&self) -> Vec<Inscription> {
        self.lettered(|lettering| self.scene.layout.inscriptions(lettering))
    }

    /// With how this table is shown and its words are measured.
    pub(super) fn lettered<T>(&self, with: impl FnOnce(&Lettering) -> T) -> T {
        let wide = |words: &str| {
            let font = theme::strong(MEASURED);
            self.painter.layout_no_wrap(words.to_owned(), font, Color32::WHITE).size().x / MEASURED
        };
        with(&Lettering { points: self.scale(), growth: self.text_growth(), wide: &wide })
    }

    /// A few words on a small plate, in the colour of what leads where they are about that.
    fn inscribe(&self, label: &Label, inscription: &Inscription) {
        let (is_verdict, is_bright) = (label.look == LabelLook::Verdict, label.look == LabelLook::BrightTag);
        let leader = self.ink.sign(Sign::Leader);
        let (plate, edge, ink) = match label.look {
            LabelLook::BrightTag => (leader.egui(), self.ink.panel.egui(), leader.written_on()),
            LabelLook::Verdict => (self.ink.panel.veil(200), Color32::TRANSPARENT, self.ink.text),
            _ => (self.ink.panel.veil(240), self.ink.muted.egui(), self.ink.text),
        };
        let font = if is_verdict { theme::body(inscription.letters) } else { theme::strong(inscription.letters) };
        let mut job = egui::text::LayoutJob::simple(label.text.clone(), font, ink.egui(), inscription.widest);
        job.halign = Align::Center;
        let words = self.painter.layout_job(job);
        let aside = match label.look {
            LabelLook::Verdict => space::M,
            LabelLook::OnCard => space::XS,
            _ => space::S,
        };
        let (size, about) = (words.size() + Vec2::new(2.0 * aside, space::XS), self.rect_about(inscription.extent));
        // What stands on an edge or a card ends where it does, and a verdict begins there.
        let rect = match is_verdict {
            true => Rect::from_min_size(about.center_top() - Vec2::new(size.x / 2.0, 0.0), size),
            false => Rect::from_min_size(about.center_bottom() - Vec2::new(size.x / 2.0, size.y), size),
        };
        let is_round = is_bright || label.look == LabelLook::Tag;
        let radius = if is_round { (rect.height() / 2.0) as u8 } else { theme::BUTTON_RADIUS };
        self.painter.rect(rect, CornerRadius::same(radius), plate, Stroke::new(1.0, edge), StrokeKind::Inside);
        self.painter.galley(rect.center_top() + Vec2::new(0.0, space::XS / 2.0), words, ink.egui());
    }

    /// Whose the cards on a board are: an edge in their owner's colour, under what is written on them.
    pub(super) fn owners_edges(&self, seats: &[SeatedPlayer]) {
        self.scene.layout.areas.iter().filter(|area| area.is_framed).for_each(|area| self.owners_edge(area, seats));
    }

    /// Whose the cards are that lie in the middle: a marker at the upper right corner of what each seat has laid there. A card that is
    /// on its way has no marker yet.
    pub(super) fn owners(&self, seats: &[SeatedPlayer]) {
        let layout = &self.scene.layout;
        let in_areas = layout.areas.iter().filter(|area| !area.is_framed).filter_map(|area| {
            let level = layout.top_of(area.id)?.place.level;
            Some((area.owner?, self.rect_of(area), level, area.look == AreaLook::Latest))
        });
        let among_others = layout.pieces.iter();
        let among_others =
            among_others.filter_map(|piece| Some((piece.owner?, self.piece_rect(piece), piece.place.level, false)));
        let laid: Vec<_> = in_areas.chain(among_others).collect();
        let newest = laid.iter().map(|(_, _, level, _)| *level).max();
        let has_latest = laid.iter().any(|(.., is_latest)| *is_latest);
        for (owner, rect, level, is_latest) in laid {
            let is_newest = if has_latest { is_latest } else { Some(level) == newest };
            let Some(seated) = seats.get(usize::from(owner)) else { continue };
            if is_newest && !self.scene.has_arrived() {
                continue;
            }
            let radius = (OWNER * self.scale()).min(OWNER_OF_CARD * rect.width()).max(LEAST_OWNER);
            // Hardly beyond its card: beside it lies the number of the next.
            let centre = rect.right_top() + WITHIN_CORNER * Vec2::new(-radius, radius);
            widgets::marker_on(&self.painter, centre, radius, seated);
        }
    }

    /// An edge in the owner's colour round the top card of an area.
    fn owners_edge(&self, area: &Area, seats: &[SeatedPlayer]) {
        let owner = area.owner.and_then(|seat| seats.get(usize::from(seat)));
        let Some((seated, top)) = owner.zip(self.scene.layout.top_of(area.id)) else { return };
        let rect = self.piece_rect(top);
        // Cards lie upright or across.
        let lies_across = (top.place.turn / 90.0).round() as i32 % 2 != 0;
        let size = if lies_across { rect.size().yx() } else { rect.size() };
        let rect = Rect::from_center_size(rect.center(), size);
        let (wide, corner) = ((EDGE_OF_OWNER * self.scale()).max(LEAST_EDGE), CARD_CORNER * rect.size().min_elem());
        let line = Stroke::new(wide, seated.colour.egui());
        self.painter.rect_stroke(rect, CornerRadius::same(corner as u8), line, StrokeKind::Outside);
    }

    /// The legend in the middle, quietly.
    pub(super) fn legend(&self) {
        let Some(legend) = self.scene.legend() else { return };
        let font = theme::body(self.size(LEGEND).min(self.letters_beside_signs(legend)));
        legend.signs.iter().for_each(|sign| self.sign(sign, font.clone()));
        for (from, to) in &legend.arrows {
            if let Some((from, to)) = legend.signs.get(*from).zip(legend.signs.get(*to)) {
                self.arrow(from, to);
            }
        }
        let (x, y) = legend.centre;
        let ink = self.ink.text.veil(QUIET);
        widgets::cloth_text(&self.painter, self.at(x, y), Align2::CENTER_CENTER, &legend.says, font, ink);
    }

    /// How large letters may be, so that no words beside a sign reach a plate.
    fn letters_beside_signs(&self, legend: &Legend) -> f32 {
        let growth = self.plate_growth();
        let limit = |sign: &LegendSign| {
            let room = self.scene.layout.room_beside(sign, LEGEND_PICTURE / 2.0 + TO_WORDS, growth)?;
            let words = self.painter.layout_no_wrap(sign.words.clone(), theme::body(MEASURED), Color32::WHITE);
            Some(MEASURED * room * self.scale() / words.size().x)
        };
        legend.signs.iter().filter_map(limit).fold(f32::INFINITY, f32::min)
    }

    fn sign(&self, sign: &LegendSign, font: FontId) {
        let (middle, ink) = (self.at(sign.centre.0, sign.centre.1), self.ink.text.veil(QUIET));
        let rect = Rect::from_center_size(middle, Vec2::splat(LEGEND_PICTURE * self.scale()));
        match sign.picture {
            LegendPicture::Face(face) => {
                let card = Vec2::new(rect.height() * CARD.0 / CARD.1, rect.height());
                drawings::face(&self.painter, face, Rect::from_center_size(middle, card));
            }
            LegendPicture::Suit(suit) => drawings::suit(&self.painter, suit, rect, ink),
        }
        let rect = rect.expand(TO_WORDS * self.scale());
        let (at, anchor) = match sign.side {
            LegendSide::Above => (rect.center_top(), Align2::CENTER_BOTTOM),
            LegendSide::Right => (rect.right_center(), Align2::LEFT_CENTER),
            LegendSide::Below => (rect.center_bottom(), Align2::CENTER_TOP),
            LegendSide::Left => (rect.left_center(), Align2::RIGHT_CENTER),
        };
        widgets::cloth_text(&self.painter, at, anchor, &sign.words, font, ink);
    }

    /// An arrow from one sign to another, clear of both.
    fn arrow(&self, from: &LegendSign, to: &LegendSign) {
        let [start, end] = [from, to].map(|sign| self.at(sign.centre.0, sign.centre.1));
        let gap = (LEGEND_PICTURE / 2.0 + TO_ARROW) * self.scale();
        let way = end - start;
        if way.length() <= 2.0 * gap {
            return;
        }
        let along = way.normalized();
        let (start, end) = (start + gap * along, end - gap * along);
        let (unit, ink) = (self.scale(), self.ink.text.veil(QUIET / 2));
        let head = 8.0 * unit;
        let across = along.rot90() * 0.6 * head;
        self.painter.line_segment([start, end - head * along], Stroke::new((1.6 * unit).max(1.0), ink));
        let corners = vec![end, end - head * along + across, end - head * along - across];
        self.painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
    }

    /// The large arrow, quietly: it is on the cloth all the time.
    pub(super) fn large_arrow(&self) {
        let Some(arrow) = self.scene.layout.arrow else { return };
        let [from, to] = [arrow.from, arrow.to].map(|(x, y)| self.at(x, y));
        let (breadth, way) = (arrow.breadth * self.scale(), to - from);
        if way.length() <= HEAD.0 * breadth {
            return;
        }
        let along = way.normalized();
        let (across, neck, ink) =
            (along.rot90() * breadth / 2.0, to - HEAD.0 * breadth * along, self.ink.text.veil(QUIET));
        let shaft = vec![from - across, neck - across, neck + across, from + across];
        let head = vec![to, neck + HEAD.1 * across, neck - HEAD.1 * across];
        self.painter.add(Shape::convex_polygon(shaft, ink, Stroke::NONE));
        self.painter.add(Shape::convex_polygon(head, ink, Stroke::NONE));
    }

    /// How far each seat is: its marker in a lane that ends at the finish, and beyond it what it still takes.
    pub(super) fn race(&self, seats: &[SeatedPlayer]) {
        let Some(race) = &self.scene.layout.race else { return };
        for (number, lane) in race.lanes.iter().enumerate() {
            let Some(seated) = seats.get(usize::from(lane.seat)) else { continue };
            let [start, here, finish] = self.in_lane(race, number, [0.0, lane.done, 1.0]);
            let [thin, thick] = [LANE_LINE.0, LANE_LINE.1].map(|wide| (wide * self.scale()).max(1.0));
            self.painter.line_segment([start, finish], Stroke::new(thin, self.ink.text.veil(QUIET / 3)));
            self.painter.line_segment([start, here], Stroke::new(thick, seated.colour.egui()));
            widgets::marker_on(&self.painter, here, 0.46 * LANE * self.scale(), seated);
            let (at, size) = (finish + Vec2::new(0.7 * LANE * self.scale(), 0.0), self.figure_in(LANE));
            let font = if lane.is_ahead { theme::strong(size) } else { theme::body(size) };
            let ink = self.ink.text.egui();
            widgets::cloth_text(&self.painter, at, Align2::LEFT_CENTER, &lane.figure, font, ink);
        }
        let [above] = self.in_lane(race, 0, [1.0]);
        let [below] = self.in_lane(race, race.lanes.len().saturating_sub(1), [1.0]);
        let half = Vec2::new(0.0, LANE / 2.0 * self.scale());
        let line = Stroke::new((LANE_LINE.0 * self.scale()).max(1.0), self.ink.text.veil(QUIET));
        self.painter.line_segment([above - half, below + half], line);
    }

    /// What all compete for: the picture of each with the marker of whoever leads at its right edge, and below how it stands.
    pub(super) fn contests(&self, seats: &[SeatedPlayer]) {
        self.scene.layout.contests.iter().for_each(|contest| self.contest(contest, seats));
    }

    fn contest(&self, contest: &Contest, seats: &[SeatedPlayer]) {
        let ((x, y), size) = (contest.centre, Vec2::new(contest.wide(), contest.high) * self.scale());
        drawings::face(&self.painter, contest.picture, Rect::from_center_size(self.at(x, y), size));
        let seated = contest.leader.and_then(|leader| seats.get(usize::from(leader)));
        let (right, top, bottom) = (x + contest.wide() / 2.0, y - contest.high / 2.0, y + contest.high / 2.0);
        if let Some(seated) = seated {
            let at = self.at(right, top + CONTEST_MARKER);
            widgets::marker_on(&self.painter, at, CONTEST_MARKER * self.scale(), seated);
        }
        let letters = self.figure_in(contest.figure_high);
        let font = if seated.is_some() { theme::strong(letters) } else { theme::body(letters) };
        let (below, ink) = (self.at(x, bottom), self.ink.text.egui());
        widgets::cloth_text(&self.painter, below, Align2::CENTER_TOP, &contest.figure, font, ink);
    }

    /// How high the letters of a figure are that has so much room, in table units.
    fn figure_in(&self, high: f32) -> f32 {
        window_layout::caption(self.scale(), self.text_growth()).min(high * self.scale())
    }

    /// Points of a lane, each with this part of the way done.
    fn in_lane<const COUNT: usize>(&self, race: &RaceTrack, lane: usize, done: [f32; COUNT]) -> [Pos2; COUNT] {
        done.map(|done| {
            let (x, y) = race.at(lane, done);
            self.at(x, y)
        })
    }
}
