//! The panels around a table: the bar with what to do next, the game's own panel, captions and rising points.

use std::sync::Arc;

use bevy::math::Vec2 as Point;
use bevy_egui::egui::emath::RectAlign;
use bevy_egui::egui::epaint::QuadraticBezierShape;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Id, Label, LayerId, Order, Pos2, Rect, RichText, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};

use super::parts::{self, button, from_right, muted, primary_button, sound_button};
use super::review;
use super::spoken_table;
use crate::app::bindings::Command;
use crate::app::daily;
use crate::app::game::active::{ActiveGame, Purpose, StatusMessage};
use crate::app::game::jobs::BotPool;
use crate::app::game::turn::Turn;
use crate::app::messages::{GameAction, NavigationAction, Request, Requests, TableAction, WorkshopAction};
use crate::app::settings::Settings;
use crate::app::window_layout::{self, Division};
use crate::engine::lesson::Teaching;
use crate::engine::seats::Seat;
use crate::engine::tabletop::SelectionAction;
use crate::layout::{
    Area, AreaId, AreaLook, CAPTION_GAP, CAPTION_ROOM, CARD, CardArea, CardFan, Exhibit, Face, LabelLook, Layout,
    Piece, SeatPlate, Spotlight,
};
use crate::table::drawings;
use crate::table::job::WakeWindow;
use crate::table::panels::{Panels, SeatedPlayer};
use crate::table::scene::{RAISED, RISE, RisingWords, TableScene};
use crate::table::theme::{self, Palette, Rgb, Sign, size, space, width};
use crate::table::viewport::TableViewport;
use crate::table::widgets::{self, Icon};
use crate::words::{addressed, capitalised, joined};

/// How much of a table's width is kept for the buttons for what may be done.
const ACTIONS_WIDE: f32 = 0.7;

/// Plates are enlarged on tables that are shown smaller than this, in points for a table unit.
const READABLE_PLATE: f32 = 0.86;

/// The sides at which something stands beside what it is about, the best one first.
const ABOVE_FIRST: [RectAlign; 4] = [RectAlign::TOP, RectAlign::BOTTOM, RectAlign::RIGHT, RectAlign::LEFT];
const BELOW_FIRST: [RectAlign; 4] = [RectAlign::BOTTOM, RectAlign::TOP, RectAlign::RIGHT, RectAlign::LEFT];
const ASIDE_FIRST: [RectAlign; 4] = [RectAlign::RIGHT, RectAlign::LEFT, RectAlign::TOP, RectAlign::BOTTOM];

/// How wide the bar is at the left of the plate in turn, in table units.
const TURN_BAR: f32 = 5.0;

/// How a plate names who deals.
const DEALER: &str = "dealer";

/// What the button for the whole table is known by.
const WHOLE_TABLE: &str = "whole table";

/// How wide the buttons for what may be done may become, in points.
const ROOM_FOR_ACTIONS: f32 = 520.0;

/// How wide the plate for what is looked at once more may become, in table units.
const LOOK_BACK: f32 = 960.0;

/// How large the coins are that say what cards are worth, in table units.
const BADGE: f32 = 15.0;

/// The radius of a coin is at most this part of its card's width.
const MOST_OF_CARD: f32 = 0.21;

/// The part of the table's height in which plates are at the upper edge.
const UPPER: f32 = 0.3;

/// By how much the words on a plate, and those beside the cards of the last trick, may be larger than usual.
const MOST_ON_PLATE: f32 = 1.12;
const MOST_ON_TRICK: f32 = 1.4;

/// Cards narrower than this, in points, are shown large while they are pointed at, so wide.
const SMALL_CARD: f32 = 38.0;
const MAGNIFIED: f32 = 110.0;

/// How wide the cards of a fan are, in points, and the largest step from one to the next, in cards: their indices show.
const FANNED: f32 = 56.0;
const FAN_STEP: f32 = 0.64;

/// What stands over a fan.
const FAN_TITLE: &str = "Under the top card";

/// A table, and what stands around it.
pub(super) struct TableView<'a> {
    pub(super) game: &'a ActiveGame,
    pub(super) turn: Turn,
    pub(super) scene: &'a TableScene,
    pub(super) viewport: &'a TableViewport,
    pub(super) seats: &'a [SeatedPlayer],
    pub(super) settings: &'a Settings,
    pub(super) pool: &'a BotPool,
    pub(super) wake: &'a WakeWindow,
    /// Whether the panel that is folded is open.
    pub(super) drawer: bool,
    /// Whether what is opened now should take the focus.
    pub(super) focus: bool,
}

pub(super) fn show(root: &mut Ui, window: Point, view: &TableView, panels: Option<&Panels>, requests: &mut Requests) {
    let TableView { game, scene, viewport, .. } = *view;
    let ink = theme::of(root);
    if viewport.zoom > 1.0 {
        cover_edges(root, viewport, &ink);
    }
    let board = panels.and_then(|panels| panels.on_table);
    let cloth = ClothPainter { has_board: board.is_some(), ..ClothPainter::new(root.ctx(), game, scene, viewport) };
    widgets::keep_in_sight(root.ctx(), cloth.own_hand().into_iter().collect());
    let division = Division::of(window, root.ctx().zoom_factor(), &scene.layout);
    parts::top_bar(root, |ui| top_bar(ui, window_layout::is_wide(window), division, view, requests));
    below(root, window, game, requests);
    let mut asked = Vec::new();
    let pointed_line = view.panel(root, division, panels, &mut asked, requests);
    cloth.paint(view.seats, pointed_line.as_ref());
    if let Some(board) = board {
        let place = |area| cloth.place(area);
        view.in_context(division.side.is_none(), &mut asked, |context| board(root, &place, context));
    }
    view.pass_on(&asked, requests);
    let spoken = match game.teaching() {
        _ if scene.exhibit().is_some() => scene.exhibit().map_or(String::new(), Exhibit::words),
        _ if scene.is_waiting() => joined(verdict(scene).into_iter().chain([GO_ON]), ". "),
        Some(teaching) if game.status.is_none() => teaching.says.to_owned(),
        _ if game.review.is_on => review::verdict(game),
        _ => status(game, &ink).0,
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

/// What the bar says while something waits to be read.
const GO_ON: &str = "Press any key or click to go on.";

/// What is said of the trick that lies there.
fn verdict(scene: &TableScene) -> Option<&str> {
    let label = scene.layout.labels.iter().find(|label| label.look == LabelLook::Verdict)?;
    Some(label.text.as_str())
}

/// The strip of a replay or a lesson, and what a review says.
fn below(root: &mut Ui, window: Point, game: &ActiveGame, requests: &mut Requests) {
    if game.has_strip() {
        let strip = egui::Panel::bottom("strip").exact_size(window_layout::strip(game, window));
        parts::edge_panel(root, strip, space::S, |ui| match game.teaching() {
            Some(teaching) => lesson(ui, game, teaching, requests),
            None if parts::is_tight(ui) => {
                let line = egui::ScrollArea::horizontal().id_salt("replay").auto_shrink([false, false]);
                line.show(ui, |ui| scrubber(ui, game, requests));
            }
            None => scrubber(ui, game, requests),
        });
    }
    if game.review.is_on {
        let panel = egui::Panel::bottom("review").exact_size(window_layout::REVIEW);
        parts::edge_panel(root, panel, space::S, |ui| review::show(ui, game, requests));
    }
}

/// The room of the table, in points of the panels.
fn room_of(viewport: &TableViewport, context: &egui::Context) -> Rect {
    let [low, high] = viewport.corners().map(|corner| corner / context.zoom_factor());
    Rect::from_min_max(Pos2::new(low.x, low.y), Pos2::new(high.x, high.y))
}

/// Covers all but the table's room: seen from closer, the table reaches under the panels, through which it would shine.
fn cover_edges(root: &Ui, viewport: &TableViewport, ink: &Palette) {
    let (room, window) = (room_of(viewport, root.ctx()), root.ctx().viewport_rect());
    let below = Rect::from_min_max(Pos2::new(window.left(), room.bottom()), window.max);
    let above = Rect::from_min_max(window.min, Pos2::new(window.right(), room.top()));
    let right = Rect::from_min_max(room.right_top(), Pos2::new(window.right(), room.bottom()));
    for edge in [above, below, right] {
        root.painter().rect_filled(edge, 0.0, ink.panel.egui());
    }
}

fn top_bar(ui: &mut Ui, wide: bool, division: Division, view: &TableView, requests: &mut Requests) {
    let TableView { game, settings, .. } = *view;
    let (name, back): (_, Request) = match game.purpose {
        Purpose::Trial => ("Designer", WorkshopAction::Return.into()),
        _ => ("Library", NavigationAction::OpenLibrary.into()),
    };
    button(name).icon(Icon::Back).compact(!wide).request(ui, requests, back);
    if wide {
        ui.add_space(space::S);
        ui.heading(game.session().info().title);
    }
    if let Some(kind) = kind_of(game).filter(|_| !parts::is_tight(ui)) {
        muted(ui, kind);
    }
    // From the right to the left, so that the sentence has what is left of the bar.
    from_right(ui, |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        button("Menu (Esc)").icon(Icon::More).compact(true).request(ui, requests, NavigationAction::OpenMenu);
        let has_drawer = view.has_drawer_in_bar(division);
        if has_drawer {
            view.drawer_button(ui, true, requests);
        }
        // The menu has it, too.
        if !(has_drawer && parts::is_tight(ui)) {
            sound_button(ui, settings, requests);
        }
        let named = |command: Command| settings.keys.named(command.name(), command);
        let mut command_button = |ui: &mut Ui, icon: Icon, command: Command, enabled: bool, request: Request| {
            button(&named(command)).icon(icon).compact(true).enabled(enabled).request(ui, requests, request);
        };
        command_button(ui, Icon::Rules, Command::Rules, true, NavigationAction::OpenRules.into());
        if !game.is_replay() {
            if settings.hints && game.teaching().is_none() {
                command_button(ui, Icon::Hint, Command::Hint, game.outcome.is_none(), TableAction::Hint.into());
            }
            let (made, all) = game.session().moves();
            command_button(ui, Icon::Redo, Command::Redo, made < all, TableAction::Redo.into());
            let name = named(Command::Undo);
            button(&name).icon(Icon::Undo).compact(true).refused(view.no_undo()).request(
                ui,
                requests,
                TableAction::Undo,
            );
            if game.is_watched() && game.outcome.is_none() {
                let word = if game.is_paused { "Go on" } else { "Pause" };
                button(word).request(ui, requests, TableAction::Pause(!game.is_paused));
            }
            if game.outcome.is_some() {
                button("Result").request(ui, requests, NavigationAction::OpenEnd);
            }
        }
        ui.add_space(space::S);
        sentence(ui, view);
    });
}

/// What sets it apart from an ordinary game.
fn kind_of(game: &ActiveGame) -> Option<String> {
    match game.purpose {
        Purpose::Replay if game.review.is_on => Some("review".to_owned()),
        Purpose::Replay => Some("replay".to_owned()),
        Purpose::Lesson => None,
        _ if game.is_practice() => Some("practice".to_owned()),
        _ if game.is_watched() => Some("watching".to_owned()),
        _ => game.day.map(|day| format!("Deal of {}", daily::in_words(day))),
    }
}

/// What to do next, why something is not allowed, or what the hint says; and its colour.
fn status(game: &ActiveGame, ink: &Palette) -> (String, Rgb) {
    match &game.status {
        Some(StatusMessage::Refused(illegal)) => (capitalised(&illegal.why), ink.bad),
        Some(StatusMessage::Hint(hint)) => (hint.reason.clone(), ink.note),
        Some(StatusMessage::Thinking) => ("Thinking …".to_owned(), ink.note),
        Some(StatusMessage::Note(text)) => (capitalised(text), ink.note),
        // What to do now stands under the table.
        None if game.teaching().is_some() => ("First steps".to_owned(), ink.text),
        None if game.is_replay() => {
            // What else a move brought about is in the log: the bar has room for a line or two.
            let last = game.snapshot().moves.last().map_or("The deal", String::as_str);
            (last.split(" · ").next().unwrap_or(last).to_owned(), ink.text)
        }
        None => (explained(game).unwrap_or_else(|| prompt(game)), ink.text),
    }
}

/// What the choice does whose button the pointer rests on.
fn explained(game: &ActiveGame) -> Option<String> {
    let key = game.hovered?;
    game.snapshot().layout.options.iter().find(|option| option.key == key).map(|option| option.explanation.clone())
}

/// What to do next, and where several play, who.
fn prompt(game: &ActiveGame) -> String {
    let players = game.session().players();
    let seat = game.session().at_screen().or(game.session().acting().first());
    match seat.and_then(|seat| players.get(seat.index())) {
        Some(player) if player.bot.is_some() => format!("{} is thinking …", capitalised(&player.name)),
        Some(player) if players.len() > 1 => {
            addressed(&player.name, &game.snapshot().prompt, players.iter().map(|other| other.name.as_str()))
        }
        _ => game.snapshot().prompt.clone(),
    }
}

/// The title of the round that has just ended, while the table tells what decided it.
fn round_that_ended<'a>(view: &TableView<'a>) -> Option<&'a str> {
    let game = view.game;
    let told = game.landed().score_sheet.rounds.len();
    let ended = game.snapshot().score_sheet.rounds.get(told)?;
    (view.scene.exhibit().is_some() && game.outcome.is_none()).then_some(ended.title.as_str())
}

/// The status, in the middle of what is left of the bar.
fn sentence(ui: &mut Ui, view: &TableView) {
    let ink = theme::of(ui);
    let is_being_laid = view.turn == Turn::Dealing && view.scene.is_playing() && !view.game.is_replay();
    let over = round_that_ended(view).map(|round| format!("{round} is over"));
    let (text, colour) = match is_being_laid {
        _ if view.scene.is_waiting() => (joined(over.iter().map(String::as_str).chain([GO_ON]), ". "), ink.text),
        true if view.game.session().moves() == (0, 0) => {
            ("Dealing. Press any key or click to skip.".to_owned(), ink.text)
        }
        true => ("Since your last turn. Press any key or click to skip.".to_owned(), ink.text),
        false => over.map_or_else(|| status(view.game, &ink), |over| (over, ink.text)),
    };
    let room = ui.available_rect_before_wrap();
    let font = theme::body(if room.width() > 560.0 { size::BODY } else { size::SECOND });
    let mut job = egui::text::LayoutJob::simple(text, font, colour.egui(), room.width() - 2.0 * space::M);
    job.halign = egui::Align::Center;
    let lines = ui.painter().layout_job(job);
    ui.put(Rect::from_center_size(room.center(), lines.size()), Label::new(lines));
}

/// What is painted on the cloth, under every panel and page.
pub(super) struct ClothPainter<'a> {
    game: &'a ActiveGame,
    pub(super) scene: &'a TableScene,
    viewport: &'a TableViewport,
    pub(super) painter: egui::Painter,
    pub(super) ink: Palette,
    /// Whether the game writes on the table itself.
    has_board: bool,
}

impl<'a> ClothPainter<'a> {
    pub(super) fn new(
        context: &egui::Context,
        game: &'a ActiveGame,
        scene: &'a TableScene,
        viewport: &'a TableViewport,
    ) -> ClothPainter<'a> {
        let painter = context.layer_painter(LayerId::new(Order::Background, Id::new("cloth")));
        let painter = painter.with_clip_rect(room_of(viewport, context));
        ClothPainter { game, scene, viewport, painter, ink: theme::of(context), has_board: false }
    }
}

impl ClothPainter<'_> {
    /// The room of the table, in points of the panels.
    pub(super) fn room(&self) -> Rect {
        room_of(self.viewport, self.painter.ctx())
    }

    /// Where a point of the table is, in points of the panels.
    pub(super) fn at(&self, x: f32, y: f32) -> Pos2 {
        let at = self.viewport.screen((x, y)) / self.painter.ctx().zoom_factor();
        Pos2::new(at.x, at.y)
    }

    /// Where an area of the table is, in points of the panels.
    fn place(&self, area: AreaId) -> Option<Rect> {
        self.scene.layout.area(area).map(|area| self.rect_of(area))
    }

    /// The same of an area that is given itself.
    pub(super) fn rect_of(&self, area: &Area) -> Rect {
        let size = Vec2::new(area.size.0, area.size.1) * self.scale();
        Rect::from_center_size(self.at(area.centre.0, area.centre.1), size)
    }

    /// Where a piece is, in points of the panels, as if it were not turned.
    pub(super) fn piece_rect(&self, piece: &Piece) -> Rect {
        let (wide, high) = self.scene.layout.material.size_of(piece.place.scale);
        let (x, y) = piece.place.centre;
        Rect::from_center_size(self.at(x, y), self.scale() * Vec2::new(wide, high))
    }

    /// How many points of the panels a table unit has.
    pub(super) fn scale(&self) -> f32 {
        self.viewport.scale / self.painter.ctx().zoom_factor()
    }

    /// Paints all of it; `meant` is what a line of the log is about that is pointed at.
    fn paint(&self, seats: &[SeatedPlayer], meant: Option<&Spotlight>) {
        self.legend();
        self.large_arrow();
        self.race(seats);
        self.captions();
        self.plates(seats);
        // Over the plates: with large text there is little between these and the cards.
        self.tags();
        self.owners(seats);
        if !self.scene.is_playing() {
            self.badges();
            self.scene.highlight.links.iter().for_each(|(from, to)| self.link(*from, *to));
            self.fan();
            self.preview();
            self.magnified();
        }
        self.spots(meant);
        self.floats();
    }

    /// What stands out: a part of an ending, what a line of the log is about, or else what a lesson speaks of.
    fn spots(&self, meant: Option<&Spotlight>) {
        if self.scene.exhibit().is_some() {
            return self.exhibit();
        }
        if let Some(meant) = meant {
            self.frame_spots(meant, self.ink.note);
        } else if !self.scene.is_playing() {
            self.frame_spots(&self.game.taught, self.ink.note);
        }
    }

    /// Captions under slots, and labels.
    fn captions(&self) {
        let colour = self.ink.text.egui();
        for (at, anchor, words, font) in self.written(&self.scene.layout) {
            widgets::cloth_text(&self.painter, at, anchor, words, font, colour);
        }
        for label in self.scene.layout.labels.iter().filter(|label| self.scene.shows(label)) {
            let at = self.at(label.centre.0, label.centre.1);
            match label.look {
                LabelLook::Banner => self.banner(at, &label.text),
                LabelLook::OnCard => self.on_card(at, &label.text),
                LabelLook::Verdict => self.verdict(at, &label.text),
                LabelLook::Caption | LabelLook::Plain | LabelLook::Tag | LabelLook::BrightTag => {}
            }
        }
    }

    /// What is written on the cloth, each with its place and font: captions under slots, and labels that are no announcements.
    fn written<'l>(&self, layout: &'l Layout) -> impl Iterator<Item = (Pos2, Align2, &'l str, FontId)> {
        let (caption_font, label_font) = self.caption_fonts();
        let for_areas = caption_font.clone();
        let captions = layout.areas.iter().filter_map(move |area| {
            let below = self.at(area.centre.0, area.centre.1 + area.size.1 / 2.0 + CAPTION_GAP);
            Some((below, Align2::CENTER_TOP, area.caption.as_deref()?, for_areas.clone()))
        });
        let labels = layout.labels.iter().filter_map(move |label| {
            let (anchor, font) = match label.look {
                LabelLook::Banner | LabelLook::Tag | LabelLook::BrightTag | LabelLook::OnCard | LabelLook::Verdict => {
                    return None;
                }
                LabelLook::Caption => (Align2::CENTER_TOP, &caption_font),
                LabelLook::Plain => (Align2::CENTER_CENTER, &label_font),
            };
            Some((self.at(label.centre.0, label.centre.1), anchor, label.text.as_str(), font.clone()))
        });
        captions.chain(labels)
    }

    /// All that a button on the cloth must not cover once the table is still: areas, a hand with cards that are raised, plates, what is
    /// written, and the row of buttons for what may be done.
    pub(super) fn not_to_cover(&self) -> Vec<Rect> {
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

    /// A seat's plate, in points of the panels.
    pub(super) fn plate_of(&self, seat: Seat) -> Option<Rect> {
        let mut plates = self.scene.settled().plates.iter();
        let plate = plates.find(|plate| usize::from(plate.seat) == seat.index())?;
        Some(self.plate_rect(plate, self.plate_growth()))
    }

    /// Where the buttons for what may be done stand, whether there are any now or not.
    pub(super) fn actions_row(&self) -> Option<Rect> {
        let (x, y) = self.scene.settled().actions_at?;
        let whole = self.viewport.whole();
        let cloth = ClothPainter { viewport: &whole, painter: self.painter.clone(), ..*self };
        let (right, high) = (cloth.at(x, y), Vec2::new(0.0, theme::TARGET / 2.0));
        let left = (cloth.end_of_plates() + space::M).max(right.x - ACTIONS_WIDE * self.room().width());
        Some(Rect::from_two_pos(Pos2::new(left, right.y) - high, right + high))
    }

    /// How far right the plates reach that are beside the buttons for what may be done.
    fn end_of_plates(&self) -> f32 {
        let growth = self.plate_growth();
        let beside = self.scene.layout.plates.iter().filter(|plate| self.is_beside_actions(plate));
        beside.map(|plate| self.plate_rect(plate, growth).right()).fold(0.0, f32::max)
    }

    /// How large captions and labels are: as large as the text, and no larger than there is room about them.
    fn caption_fonts(&self) -> (FontId, FontId) {
        let wanted = size::SECOND * self.viewport.scale.clamp(0.86, 1.5);
        let (unit, zoom) = (self.scale(), self.painter.ctx().zoom_factor());
        let room = CAPTION_ROOM * unit;
        if self.has_board {
            // What the game writes beside them is not known here.
            let font = theme::body(wanted.min(room).round());
            return (font.clone(), font);
        }
        let wide = |words: &str| {
            let galley = self.painter.layout_no_wrap(words.to_owned(), theme::body(room), Color32::WHITE);
            galley.size().x / unit
        };
        let (captions, labels) = self.scene.layout.caption_growth(wanted / room, wide);
        let font = |growth: f32| {
            let most = growth * room;
            let pixels = if wanted <= most { (wanted * zoom).round() } else { (most * zoom).floor() };
            theme::body(pixels / zoom)
        };
        (font(captions), font(labels))
    }

    /// How much larger text is than at 100 %.
    fn text_growth(&self) -> f32 {
        window_layout::text_growth(self.viewport.window, self.painter.ctx().zoom_factor())
    }

    /// What cards are worth now, on a coin at the upper edge of each.
    fn badges(&self) {
        let radius = self.badge_radius();
        for piece in &self.scene.layout.pieces {
            let Some(badge) = piece.badge.filter(|_| self.scene.picked != Some(piece.id)) else { continue };
            let (x, y) = piece.place.centre;
            let raised = if self.scene.raised.contains(&piece.id) { RAISED } else { 0.0 };
            // The larger it is, the higher it lies: it hides no more of its card.
            let above = radius - BADGE * self.scale();
            let at = self.at(x, y - raised - piece.place.scale * CARD.1 / 2.0) - Vec2::new(0.0, above);
            let edge = Stroke::new(1.0, self.ink.panel.egui());
            self.painter.circle(at, radius, self.ink.note.egui(), edge);
            let ink = self.ink.note.written_on().egui();
            self.painter.text(at, Align2::CENTER_CENTER, badge.to_string(), theme::strong(1.25 * radius), ink);
        }
    }

    /// As large as the text, as far as coins do not meet.
    fn badge_radius(&self) -> f32 {
        let badged = || self.scene.layout.pieces.iter().filter(|piece| piece.badge.is_some());
        let places = || badged().map(|piece| piece.place.centre);
        let apart = places().zip(places().skip(1)).map(|((x, y), (x_next, y_next))| (x_next - x).hypot(y_next - y));
        let on_card = badged().map(|piece| MOST_OF_CARD * piece.place.scale * CARD.0);
        let most = apart.map(|apart| apart / 2.0 - 1.0).chain(on_card).fold(f32::INFINITY, f32::min);
        (BADGE * self.text_growth()).min(most.max(BADGE)) * self.scale()
    }

    /// Who sits where, in words as large as the plates allow.
    fn plates(&self, seats: &[SeatedPlayer]) {
        let growth = self.plate_growth();
        let unit = self.scale() * growth.1;
        let letters = unit * self.text_growth().min(MOST_ON_PLATE);
        for plate in &self.scene.layout.plates {
            let Some(seated) = seats.get(usize::from(plate.seat)) else { continue };
            let rect = self.plate_rect(plate, growth);
            let turn = self.ink.sign(Sign::Turn);
            let (edge, thick) = if plate.is_turn { (turn, 2.0) } else { (self.ink.hairline, 1.0) };
            let corner = CornerRadius::same((9.0 * unit) as u8);
            let line = Stroke::new(thick, edge.egui());
            self.painter.rect(rect, corner, self.ink.panel.veil(235), line, StrokeKind::Inside);
            if plate.is_turn {
                let bar = rect.with_max_x(rect.left() + TURN_BAR * unit);
                self.painter.rect_filled(bar, CornerRadius { ne: 0, se: 0, ..corner }, turn.egui());
            }
            let radius = 0.3 * rect.height();
            let at = rect.left_center() + Vec2::new(radius + 6.0 * unit, 0.0);
            widgets::marker_on(&self.painter, at, radius, seated);
            let left = at.x + radius + 7.0 * unit;
            let room = rect.right() - left - 10.0 * unit;
            let name = if plate.is_dealer { format!("{} · {DEALER}", seated.name) } else { seated.name.clone() };
            let lines = [
                (name, theme::strong(17.0 * letters), 0.31, self.ink.text),
                (plate.words.clone(), theme::body(15.0 * letters), 0.71, self.ink.muted),
            ];
            for (words, font, down, colour) in lines {
                let words = widgets::fitted(&self.painter, &words, font, colour.egui(), room);
                let y = rect.top() + down * rect.height() - words.size().y / 2.0;
                let is_cut = plate.is_dealer && down < 0.5 && !words.text().ends_with(DEALER);
                self.painter.galley(Pos2::new(left, y), words, colour.egui());
                if is_cut {
                    self.dealer_button(rect.right_top(), 0.22 * rect.height());
                }
            }
        }
    }

    /// What the dealer has before them at a card table, where there is no room for the word.
    fn dealer_button(&self, at: Pos2, radius: f32) {
        let (face, ink) = (self.ink.text.egui(), self.ink.panel.egui());
        self.painter.circle(at, radius, face, Stroke::new(1.0, ink));
        self.painter.text(at, Align2::CENTER_CENTER, "D", theme::strong(1.3 * radius), ink);
    }

    /// Where a plate is, in points of the panels. At the upper edge it grows upwards, over its hand, and not towards the cards in the
    /// middle. With large text it makes way for the buttons beside it.
    pub(super) fn plate_rect(&self, plate: &SeatPlate, (wide, high): (f32, f32)) -> Rect {
        let size = Vec2::new(plate.size.0 * wide, plate.size.1 * high) * self.scale();
        let grown =
            if plate.centre.1 < UPPER * self.scene.layout.size.1 { (high - 1.0) * plate.size.1 / 2.0 } else { 0.0 };
        let rect = Rect::from_center_size(self.at(plate.centre.0, plate.centre.1 - grown), size);
        let room = self.painter.clip_rect();
        if !self.is_beside_actions(plate) || room.right() - rect.right() >= ROOM_FOR_ACTIONS {
            return rect;
        }
        rect.translate(Vec2::new((room.left() + space::M - rect.left()).min(0.0), 0.0))
    }

    fn is_beside_actions(&self, plate: &SeatPlate) -> bool {
        self.scene.layout.actions_at.is_some_and(|(_, y)| (plate.centre.1 - y).abs() < plate.size.1)
    }

    /// By how much plates are larger than their places, so that they can be read on a small table.
    pub(super) fn plate_growth(&self) -> (f32, f32) {
        self.scene.layout.plate_growth(READABLE_PLATE / self.scale())
    }

    /// What may be done now, in a row.
    fn action_buttons(&self, requests: &mut Requests) {
        let actions = self.game.actions();
        if actions.is_empty() {
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
                widgets::ring(ui, response.rect);
            }
            if let Err(illegal) = &action.mv {
                widgets::tip(&response, &capitalised(&illegal.why), &[]);
            }
        }
    }

    /// Where a row of buttons of this size stands: it ends where the layout says, or further right if it would cover a plate. With
    /// large text that may be on the own hand; then it stands above it, where it covers least.
    fn place_of_actions(&self, size: Vec2) -> Option<Rect> {
        // What it may cover least comes first.
        const HAND: f32 = 100.0;
        const PLATE: f32 = 10.0;
        const CARD: f32 = 1.0;
        let layout = &self.scene.layout;
        let (x, y) = layout.actions_at?;
        let end = self.at(x, y);
        let growth = self.plate_growth();
        let plates: Vec<Rect> = layout.plates.iter().map(|plate| self.plate_rect(plate, growth)).collect();
        let beside = layout.plates.iter().filter(|plate| self.is_beside_actions(plate));
        let plates_end = beside.map(|plate| self.plate_rect(plate, growth).right()).fold(0.0, f32::max);
        let left = (end.x - size.x).max(plates_end + space::M);
        let usual = Rect::from_min_size(Pos2::new(left, end.y - size.y / 2.0), size);
        let hand = self.own_hand();
        let room = self.room().shrink(space::XS);
        let covers = |kept: &Rect| kept.intersects(usual);
        if room.contains_rect(usual) && !hand.iter().chain(&plates).any(covers) {
            return Some(usual);
        }
        let above = hand.iter().chain(&plates).map(|kept| kept.top() - space::XS - size.y);
        let tops: Vec<f32> = [usual.top()].into_iter().chain(above).collect();
        let lefts = [left, room.right() - size.x, room.center().x - size.x / 2.0, room.left()];
        let places = tops.iter().flat_map(|top| lefts.map(|left| Rect::from_min_size(Pos2::new(left, *top), size)));
        let cards = layout.pieces.iter().map(|piece| self.piece_rect(piece));
        let kept = hand.iter().map(|hand| (*hand, HAND)).chain(plates.iter().map(|plate| (*plate, PLATE)));
        let kept: Vec<(Rect, f32)> = kept.chain(cards.map(|card| (card, CARD))).collect();
        widgets::least_covering(places.map(|place| widgets::within(room, place)), &kept)
    }

    /// Whether a hint proposes this move, and Enter makes it: no place on the table has the ring for it.
    fn is_proposed(&self, mv: &str) -> bool {
        let is_said = matches!(&self.game.status, Some(StatusMessage::Hint(hint)) if hint.mv == mv);
        is_said && self.scene.focus.is_none()
    }

    /// Where the own hand lies, with room for cards that are raised.
    fn own_hand(&self) -> Option<Rect> {
        let layout = &self.scene.layout;
        let areas = layout.areas.iter().filter(|area| area.look == AreaLook::Fan && layout.has_hand);
        let hand = areas.filter_map(|area| self.place(area.id)).reduce(Rect::union)?;
        Some(hand.with_min_y(hand.top() - RAISED * self.scale()))
    }

    /// An announcement on a plate, wherever the table's pieces lie.
    fn banner(&self, at: Pos2, words: &str) {
        let text = self.ink.text.egui();
        let galley = self.painter.layout_no_wrap(words.to_owned(), theme::display(size::DISPLAY_S), text);
        let plate = Rect::from_center_size(at, galley.size() + Vec2::new(2.0 * space::XL, 2.0 * space::M));
        let edge = Stroke::new(1.5, self.ink.muted.egui());
        let corner = CornerRadius::same(theme::PANEL_RADIUS);
        self.painter.rect(plate, corner, self.ink.panel.egui(), edge, StrokeKind::Inside);
        self.painter.galley(plate.min + Vec2::new(space::XL, space::M), galley, text);
    }

    /// A line from area to area that bows to the left of its way.
    fn link(&self, from: AreaId, to: AreaId) {
        let Some((from, to)) = self.scene.layout.area(from).zip(self.scene.layout.area(to)) else { return };
        let (start, end) = (self.at(from.centre.0, from.centre.1), self.at(to.centre.0, to.centre.1));
        let way = end - start;
        let bend = start + way / 2.0 + Vec2::new(way.y, -way.x) * 0.3;
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

    /// What would happen, in words on a dark label above the area it is about, and within the window.
    fn preview(&self) {
        let highlight = &self.scene.highlight;
        let Some(preview) = highlight.preview.as_ref().filter(|preview| !preview.sentence.is_empty()) else { return };
        // A hint is about an area of its own.
        let pointed = self.game.pointed.filter(|area| highlight.lit.contains(area));
        let about = pointed.or(highlight.lit.first().copied());
        let Some(area) = about.and_then(|id| self.scene.layout.area(id)) else { return };
        let Some(place) = self.place(area.id) else { return };
        let (text, room) = (self.ink.text.egui(), self.room().shrink(space::XS));
        let font = theme::body(size::SECOND);
        let galley = self.painter.layout(preview.sentence.clone(), font, text, room.width() - 2.0 * space::M);
        let frame = galley.size() + Vec2::new(2.0 * space::M, 2.0 * space::S);
        // Beneath the lowest row it covers at most captions; elsewhere it stands above what it is about, if there is room.
        let is_lowest = area.centre.1 > 0.75 * self.scene.layout.size.1;
        let sides = if is_lowest { BELOW_FIRST } else { ABOVE_FIRST };
        let in_sight: Vec<Rect> = self.own_hand().into_iter().collect();
        let rect = widgets::beside(self.with_raised(area, place), frame, room, &sides, &in_sight);
        self.painter.rect_filled(rect, theme::BUTTON_RADIUS, self.ink.panel.egui());
        self.painter.galley(rect.min + Vec2::new(space::M, space::S), galley, text);
    }

    /// Where an area is, with the room in which its card is raised.
    fn with_raised(&self, area: &Area, place: Rect) -> Rect {
        let raised = if area.look == AreaLook::Fan { RAISED * self.scale() } else { 0.0 };
        place.with_min_y(place.top() - raised)
    }

    /// Points that rise from their areas and fade.
    fn floats(&self) {
        for RisingWords { area, words, age, rank } in &self.scene.floats {
            let Some(area) = self.scene.layout.area(*area) else { continue };
            let finest = 1.0 + 0.25 * f32::from(rank.saturating_sub(1));
            let font = theme::display((54.0 * self.scale() * self.text_growth()).clamp(30.0, 72.0) * finest);
            let part = age / RISE;
            let at = self.at(area.centre.0, area.centre.1 - 70.0 * part);
            let opacity = (255.0 * (1.0 - part * part)) as u8;
            let colour = self.ink.text.veil(opacity);
            widgets::cloth_text(&self.painter, at, Align2::CENTER_CENTER, words, font, colour);
        }
    }

    /// The finished picture or the last trick, over the table until it is clicked away: nothing under it can be hit by mistake.
    fn peek(&self, seats: &[SeatedPlayer], requests: &mut Requests) {
        let picture = self.whole_picture();
        let Some(place) = picture.or_else(|| self.look_back_plate()) else { return };
        let area = egui::Area::new(Id::new("looked at once more")).order(Order::Middle).fixed_pos(place.min);
        area.show(self.painter.ctx(), |ui| {
            let (place, response) = ui.allocate_exact_size(place.size(), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Back to the table"));
            let over = ClothPainter { painter: ui.painter().clone(), ..*self };
            match picture {
                Some(_) => drawings::tile_picture(&over.painter, place),
                None => over.look_back(place, seats),
            }
            widgets::focus_ring(ui, &response);
            if response.clicked() {
                requests.push(TableAction::EndPeek);
            }
        });
    }

    /// Where the finished picture is: in the place of its tiles.
    pub(super) fn whole_picture(&self) -> Option<Rect> {
        let tiles = self.scene.layout.pieces.iter().filter(|piece| matches!(piece.face, Face::Part(_)));
        let areas = tiles.filter_map(|piece| self.scene.layout.area(piece.area));
        let places = areas.map(|Area { centre: (x, y), size: (width, height), .. }| {
            let (left, top) = (x - width / 2.0, y - height / 2.0);
            Rect::from_two_pos(self.at(left, top), self.at(left + width, top + height))
        });
        places.reduce(Rect::union)
    }

    /// How large the cards of the last trick are, and how far each is from the one before.
    fn looked_back_at(&self) -> (Vec2, f32) {
        let (cards, unit) = (self.scene.settled().last.cards.len(), self.scale());
        let card = Vec2::new(CARD.0, CARD.1) * 0.72 * unit;
        (card, (card.x + 14.0 * unit).min(LOOK_BACK * unit / cards.max(1) as f32))
    }

    /// The plate for the last trick, in the middle of the table.
    fn look_back_plate(&self) -> Option<Rect> {
        let cards = self.scene.settled().last.cards.len();
        let middle = self.scene.layout.area(AreaId::of(CardArea::Middle)).filter(|_| cards > 0)?;
        let ((card, step), unit) = (self.looked_back_at(), self.scale());
        let title = self.look_back_title().size().x + 2.0 * space::M;
        let size = Vec2::new((step * cards as f32 + 14.0 * unit).max(title), card.y + 88.0 * unit);
        Some(Rect::from_center_size(self.at(middle.centre.0, middle.centre.1), size))
    }

    /// What the last trick is called, and why the card won that won.
    fn look_back_title(&self) -> Arc<egui::Galley> {
        let last = &self.scene.settled().last;
        let words = joined([last.name, &last.why].into_iter().filter(|words| !words.is_empty()), ": ");
        let letters = self.scale() * self.text_growth().min(MOST_ON_TRICK);
        self.painter.layout_no_wrap(words, theme::strong(17.0 * letters), self.ink.text.egui())
    }

    /// The last trick on its plate, card by card as they were played, the winning one with a crown.
    fn look_back(&self, plate: Rect, seats: &[SeatedPlayer]) {
        let (last, unit) = (&self.scene.settled().last, self.scale());
        let letters = unit * self.text_growth().min(MOST_ON_TRICK);
        let trick = &last.cards;
        let (card, step) = self.looked_back_at();
        let corner = CornerRadius::same(theme::PANEL_RADIUS);
        let line = Stroke::new(self.ink.line, self.ink.hairline.egui());
        self.painter.rect(plate, corner, self.ink.panel.egui(), line, StrokeKind::Inside);
        let title = self.look_back_title();
        let at = plate.center_top() + Vec2::new(0.0, 20.0 * unit) - title.size() / 2.0;
        self.painter.galley(at, title, self.ink.text.egui());
        let left = plate.center().x - (step * trick.len() as f32 - 14.0 * unit) / 2.0;
        for (number, played) in trick.iter().enumerate() {
            let x = left + step * number as f32;
            let rect = Rect::from_min_size(Pos2::new(x, plate.top() + 40.0 * unit), card);
            drawings::face(&self.painter, played.face, rect);
            if played.won {
                let line = Stroke::new(3.0, self.ink.sign(Sign::Leader).egui());
                self.painter.rect_stroke(rect, CornerRadius::same(5), line, StrokeKind::Outside);
                widgets::crown(&self.painter, rect.center_top(), (0.13 * card.x).max(7.0));
            }
            let Some(seated) = seats.get(usize::from(played.seat)) else { continue };
            let ink = self.ink.text.egui();
            let font = if played.won { theme::strong(15.0 * letters) } else { theme::body(15.0 * letters) };
            // Where it is told why, the first of them led.
            let led = if number == 0 && !last.why.is_empty() { " · led" } else { "" };
            let name = widgets::fitted(&self.painter, &format!("{}{led}", seated.name), font, ink, step - 4.0);
            let at =
                Pos2::new(rect.center().x - name.size().x / 2.0, rect.bottom() + 23.0 * unit - name.size().y / 2.0);
            self.painter.galley(at, name, ink);
        }
    }

    /// Where the way back to the whole table is, while only a part is shown.
    fn whole_table_at(&self) -> Option<Rect> {
        let area = egui::AreaState::load(self.painter.ctx(), Id::new(WHOLE_TABLE));
        area.filter(|_| self.viewport.zoom > 1.0).map(|area| area.rect())
    }

    /// The way back to the whole table, in its corner.
    fn whole_table_button(&self, requests: &mut Requests) {
        if self.viewport.zoom <= 1.0 {
            return;
        }
        let corner = room_of(self.viewport, self.painter.ctx()).left_bottom();
        let area = egui::Area::new(Id::new(WHOLE_TABLE)).order(Order::Middle).pivot(Align2::LEFT_BOTTOM);
        area.fixed_pos(Pos2::new(corner.x + space::M, corner.y - space::M)).show(self.painter.ctx(), |ui| {
            button("Whole table").request(ui, requests, TableAction::Zoom(0));
        });
    }

    /// What is small on the table and pointed at, large beside it.
    fn magnified(&self) {
        let layout = &self.scene.layout;
        let pointed = self.game.pointed.and_then(|area| layout.top_of(area));
        let Some(piece) = pointed.filter(|piece| piece.face.is_card() && self.game.picked.is_none()) else { return };
        let card = Vec2::new(CARD.0, CARD.1);
        if piece.place.scale * CARD.0 * self.scale() > SMALL_CARD {
            return;
        }
        let size = card * (MAGNIFIED / CARD.0);
        let (x, y) = piece.place.centre;
        let small = Rect::from_center_size(self.at(x, y), card * piece.place.scale * self.scale());
        // Never over the places where something can be laid, as far as there is room elsewhere.
        let places = self.scene.layout.areas.iter().filter(|area| area.look == AreaLook::Outline);
        let places: Vec<Rect> = places.filter_map(|area| self.place(area.id)).collect();
        let rect = widgets::beside(small.expand(space::S), size, self.room().shrink(space::S), &ASIDE_FIRST, &places);
        let shadow = rect.translate(Vec2::new(0.0, 4.0)).expand(3.0);
        self.painter.rect_filled(shadow, CornerRadius::same(10), self.ink.shade.veil(120));
        drawings::face(&self.painter, piece.face, rect);
    }

    /// What is known of the cards that lie under the one that is pointed at, from above, side by side; a back for each that is not.
    fn fan(&self) {
        let layout = &self.scene.layout;
        let pointed = self.game.pointed.and_then(|id| layout.area(id).zip(layout.fan_of(id)));
        let Some((area, CardFan { under, .. })) = pointed else { return };
        let room = self.room().shrink(space::S);
        let card = Vec2::new(CARD.0, CARD.1) * (FANNED / CARD.0);
        let gaps = under.len().saturating_sub(1) as f32;
        let step = (FAN_STEP * card.x).min((room.width() - 2.0 * space::M - card.x) / gaps.max(1.0));
        let ink = self.ink.text.egui();
        let title = self.painter.layout_no_wrap(FAN_TITLE.to_owned(), theme::body(size::SECOND), ink);
        let inner = Vec2::new((card.x + step * gaps).max(title.size().x), title.size().y + space::XS + card.y);
        let frame = inner + Vec2::new(2.0 * space::M, 2.0 * space::S);
        // The hand and the other places, from which one is to choose, stay in sight.
        let others = layout.areas.iter().filter(|other| other.key.is_some() && other.id != area.id);
        let in_sight: Vec<Rect> = self.own_hand().into_iter().chain(others.map(|other| self.rect_of(other))).collect();
        let plate = widgets::beside(self.rect_of(area), frame, room, &BELOW_FIRST, &in_sight);
        let line = Stroke::new(self.ink.line, self.ink.hairline.egui());
        let corner = CornerRadius::same(theme::PANEL_RADIUS);
        self.painter.rect(plate, corner, self.ink.panel.egui(), line, StrokeKind::Inside);
        let at = plate.min + Vec2::new(space::M, space::S);
        let first = at + Vec2::new(0.0, title.size().y + space::XS);
        self.painter.galley(at, title, ink);
        for (number, known) in under.iter().enumerate() {
            let place = Rect::from_min_size(first + Vec2::new(step * number as f32, 0.0), card);
            drawings::face(&self.painter, known.unwrap_or(Face::Back), place);
        }
    }

    /// The choices that go with the next move, each under the area it is about.
    fn option_buttons(&self, requests: &mut Requests) {
        let context = self.painter.ctx();
        for option in &self.scene.layout.options {
            let Some(area) = option.near.and_then(|near| self.scene.layout.area(near)) else { continue };
            let in_sight: Vec<Rect> = self.place(area.id).into_iter().collect();
            let below = self.at(area.centre.0, area.centre.1 + area.size.1 / 2.0 + 36.0);
            let lowest = context.viewport_rect().bottom() - theme::TARGET - space::S;
            let area = egui::Area::new(Id::new(("option", option.key))).order(Order::Middle).pivot(Align2::CENTER_TOP);
            area.fixed_pos(Pos2::new(below.x.max(92.0), below.y.min(lowest))).show(context, |ui| {
                let key = option.key.to_string();
                let switch = button(&option.label).key(&key).on(self.game.option == Some(option.key));
                let response = switch.request(ui, requests, TableAction::Switch(option.key));
                widgets::tip(&response, &option.explanation, &in_sight);
            });
        }
    }
}

/// A replay that goes on by itself: how fast, and when it last did, in seconds. Kept in egui's memory.
#[derive(Clone, Copy, PartialEq, Default)]
struct Playback {
    is_on: bool,
    /// The number of its speed.
    speed: usize,
    last: f64,
}

/// Each with its word, and how long a move is shown, in seconds.
const SPEEDS: [(&str, f64); 3] = [("1×", 1.4), ("2×", 0.7), ("4×", 0.35)];

impl Playback {
    /// The buttons; takes the next step when it is time for it.
    fn show(ui: &mut Ui, seed: &str, (made, all): (usize, usize), requests: &mut Requests) {
        let id = Id::new(("playback", seed));
        let mut playback: Playback = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let now = ui.input(|input| input.time);
        let (icon, name) = if playback.is_on { (Icon::Pause, "Pause") } else { (Icon::Go, "Play") };
        if button(name).icon(icon).show(ui).clicked() {
            playback = Playback { is_on: !playback.is_on, last: now, ..playback };
            // At its end it begins again.
            if playback.is_on && made == all {
                requests.push(TableAction::Seek(0));
            }
        }
        let (word, pause) = SPEEDS[playback.speed % SPEEDS.len()];
        if widgets::tipped(button(word).show(ui), "How fast it plays").clicked() {
            playback.speed = (playback.speed + 1) % SPEEDS.len();
        }
        if playback.is_on && now - playback.last >= pause {
            playback.last = now;
            playback.is_on = made < all;
            if made < all {
                requests.push(TableAction::Seek(made + 1));
            }
        }
        if playback.is_on {
            ui.ctx().request_repaint();
        }
        ui.data_mut(|data| data.insert_temp(id, playback));
    }
}

/// A replay's slider: the position, and what can be done from here.
fn scrubber(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    let (made, all) = game.session().moves();
    let step = |icon, name, enabled| button(name).icon(icon).compact(true).enabled(enabled);
    ui.vertical_centered(|ui| {
        widgets::centred_row(ui, "scrubber", |ui| {
            let back = step(Icon::Back, "Back (←)", made > 0);
            back.request(ui, requests, TableAction::Seek(made.saturating_sub(1)));
            let mut position = made;
            ui.spacing_mut().slider_width = width::SLIDER;
            let slider = egui::Slider::new(&mut position, 0..=all).show_value(false);
            if parts::named(ui, slider, "Move").changed() {
                requests.push(TableAction::Seek(position));
            }
            button("Forward (→)").icon(Icon::Forward).compact(true).enabled(made < all).request(
                ui,
                requests,
                TableAction::Seek(made + 1),
            );
            Playback::show(ui, game.session().seed(), (made, all), requests);
            ui.label(format!("{made} of {all}"));
            if game.can_be_reviewed() {
                let is_on = game.review.is_on;
                button("Review").on(is_on).request(ui, requests, TableAction::Review(!is_on));
            }
            let play_on = button("Play on from here").enabled(game.outcome.is_none());
            play_on.request(ui, requests, GameAction::PlayOn);
            if game.leads_back.is_some() {
                button("Back to the game").request(ui, requests, GameAction::BackToGame);
            }
        });
    });
}

/// What a lesson says, how far it is, and the ways on.
fn lesson(ui: &mut Ui, game: &ActiveGame, teaching: Teaching, requests: &mut Requests) {
    let id = game.session().info().id;
    let is_over = teaching.rule.is_none();
    ui.horizontal_centered(|ui| {
        ui.add_space(space::S);
        from_right(ui, |ui| {
            let leave = if is_over { primary_button("Play a deal") } else { button("Leave") };
            leave.request(ui, requests, NavigationAction::OpenSetup(id));
            button("Start over").request(ui, requests, GameAction::Learn(id));
            let (now, all) = teaching.step;
            muted(ui, if is_over { "Done".to_owned() } else { format!("{now} of {all}") });
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let words = RichText::new(teaching.says).font(theme::body(size::SECOND));
                ui.add(Label::new(words).wrap());
            });
        });
    });
}
