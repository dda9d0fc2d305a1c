//! What stands beside the picture: the four buttons with their tokens, who has what, and the picture as it should be.

use bevy_egui::egui::{self, Align2, CornerRadius, FontId, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::board::Button;
use super::layout::meaning;
use super::rules::{Move, View};
use super::table::MessSeat;
use crate::engine::seats::{Seat, Viewer};
use crate::table::drawings;
use crate::table::focus;
use crate::table::panels::{PanelContext, PanelRequest, SeatedPlayer};
use crate::table::theme::{self, Rgb, Sign, print, size, space};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::{asked_of, counted, with_names};

/// The panel; in a narrow window one line.
pub fn show(ui: &mut Ui, context: &mut PanelContext<'_>) {
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    let chooser = match view.who {
        Viewer::Seat(seat) if view.table.is_choosing() && view.table.acting().contains(seat) => Some(seat),
        _ => None,
    };
    let chooser = chooser.filter(|_| !context.is_watched);
    if context.folded {
        return folded(ui, view, chooser, context);
    }
    match chooser {
        Some(seat) => choose(ui, view, seat, context),
        None => buttons(ui, view, context),
    }
    proposal(ui, view, context);
    ui.add_space(space::M);
    if !view.table.is_together() {
        track(ui, view, context);
        ui.add_space(space::S);
    }
    for row in SeatRow::all(view, context.seats) {
        row.show(ui);
    }
    look(ui, view, context);
    ui.add_space(space::S);
    finished(ui, view, context);
}

fn folded(ui: &mut Ui, view: &View, chooser: Option<Seat>, context: &mut PanelContext<'_>) {
    ui.spacing_mut().item_spacing.x = space::S;
    if let Some(seat) = chooser {
        return choose(ui, view, seat, context);
    }
    for button in Button::ALL {
        press_button(ui, view, button, Vec2::new(76.0, theme::TARGET), context);
    }
    proposal(ui, view, context);
    ui.add_space(space::S);
    for row in SeatRow::all(view, context.seats) {
        row.show_briefly(ui);
    }
    look(ui, view, context);
}

fn paint(ui: &Ui, at: Pos2, anchor: Align2, words: impl ToString, font: FontId, colour: Rgb) {
    ui.painter().text(at, anchor, words, font, colour.egui());
}

fn is_clicked(ui: &mut Ui, word: &str, style: ButtonStyle) -> bool {
    widgets::button(ui, None, word, style, true, false).clicked()
}

fn colour(button: Button) -> Rgb {
    print::TOKENS[button.index()]
}

/// The four buttons, two in a row.
fn buttons(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let gap = space::S;
    let each = Vec2::new((ui.available_width() - gap) / 2.0, 64.0);
    ui.spacing_mut().item_spacing = Vec2::splat(gap);
    for row in [[Button::A, Button::B], [Button::C, Button::D]] {
        ui.horizontal(|ui| {
            for button in row {
                press_button(ui, view, button, each, context);
            }
        });
    }
}

/// A button is so wide at least to show each of its tokens, in points; a narrower one shows how many there are. And a seat’s row to say
/// in one line what its secret buttons bring; in a narrower one each has its own.
const ROOM_FOR_TOKENS: f32 = 104.0;
const ROOM_FOR_SECRETS: f32 = 230.0;

/// How high such a line is, in points.
const SECRET_LINE: f32 = 19.0;

/// A button with the tokens that are left on it.
fn press_button(ui: &mut Ui, view: &View, button: Button, size: Vec2, context: &mut PanelContext<'_>) {
    let left = view.table.left[button.index()];
    let key = button.letter();
    let enabled = left > 0 && view.may_press() && context.at_screen.is_some();
    let style = if context.option == Some(key) { ButtonStyle::On } else { ButtonStyle::Plain };
    let name = format!("{key}, {} left", counted(left, "token", "tokens"));
    let response = widgets::plate(ui, size, &name, style, enabled);
    let rect = response.rect;
    let is_small = size.y < 50.0;
    let radius = if is_small { 14.0 } else { 19.0 };
    let at = Pos2::new(rect.left() + radius + space::S + 2.0, rect.center().y);
    knob(ui, at, radius, button, left > 0);
    let ink = theme::of(ui);
    let rest = Rect::from_min_max(Pos2::new(at.x + radius + space::S, rect.top()), rect.max);
    if is_small || size.x < ROOM_FOR_TOKENS {
        let colour = if left > 0 { ink.text } else { ink.muted };
        let at = rest.left_center() - Vec2::new(0.0, if is_small { 0.0 } else { space::S });
        paint(ui, at, Align2::LEFT_CENTER, left, theme::strong(size::BODY), colour);
    } else {
        token_rows(ui, rest, button, left);
    }
    if !is_small {
        swap_sign(ui, rect, button, left > 0);
    }
    if enabled && (response.hovered() || response.has_focus()) {
        context.requests.push(PanelRequest::Hover(key));
    }
    if response.clicked() && enabled {
        context.requests.push(PanelRequest::Switch(key));
    }
}

/// A button with its letter: square, for the markers of players are round, and some have the same letters.
fn knob(ui: &Ui, at: Pos2, radius: f32, button: Button, enabled: bool) {
    let (fill, ink) = (colour(button), theme::of(ui));
    let fade = |colour: Rgb| if enabled { colour.egui() } else { colour.veil(90) };
    let key = Rect::from_center_size(at, Vec2::splat(2.0 * radius));
    let corner = CornerRadius::same((0.35 * radius) as u8);
    ui.painter().rect(key, corner, fade(fill), Stroke::new(2.0, fade(ink.hairline)), StrokeKind::Inside);
    let font = theme::strong(radius * 1.1);
    ui.painter().text(at, Align2::CENTER_CENTER, button, font, fade(fill.written_on()));
}

/// What a button swaps: four tiles of a row or column, the one pair filled and the other hollow.
fn swap_sign(ui: &Ui, button_rect: Rect, button: Button, enabled: bool) {
    const SIDE: f32 = 5.0;
    const STEP: f32 = 7.0;
    /// From the middle of the sign to the edge of the button, beside the words and beside the tokens.
    const FROM_EDGE: [f32; 2] = [19.0, 10.0];
    let ink = theme::of(ui);
    let colour = if enabled { ink.text.egui() } else { ink.muted.veil(110) };
    let in_row = matches!(button, Button::A | Button::B);
    let is_first_pair =
        |tile: u8| if matches!(button, Button::A | Button::C) { tile.is_multiple_of(2) } else { tile < 2 };
    for tile in 0..4u8 {
        let along = STEP * (f32::from(tile) - 1.5);
        let at = match in_row {
            true => button_rect.right_center() + Vec2::new(along - FROM_EDGE[0], 14.0),
            false => button_rect.right_center() + Vec2::new(-FROM_EDGE[1], along),
        };
        let square = Rect::from_center_size(at, Vec2::splat(SIDE));
        if is_first_pair(tile) {
            ui.painter().rect_filled(square, 1.0, colour);
        } else {
            ui.painter().rect_stroke(square, 1.0, Stroke::new(1.0, colour), StrokeKind::Inside);
        }
    }
}

/// Tokens as they lie on their button: two rows of five; those that are gone leave a hollow.
fn token_rows(ui: &Ui, room: Rect, button: Button, left: u8) {
    let ink = theme::of(ui);
    let step = ((room.width() - space::L - 4.0) / 5.0).min(14.0);
    let radius = step * 0.38;
    for number in 0..10u8 {
        let (column, row) = (f32::from(number % 5), f32::from(number / 5));
        let at = Pos2::new(room.left() + step * (column + 0.5), room.center().y + step * (row - 0.5) * 1.1 - 7.0);
        if number < left {
            ui.painter().circle_filled(at, radius, colour(button).egui());
        } else {
            ui.painter().circle_stroke(at, radius, Stroke::new(1.0, ink.hairline.egui()));
        }
    }
    let at = Pos2::new(room.left(), room.center().y + step * 1.1);
    paint(ui, at, Align2::LEFT_CENTER, format!("{left} left"), theme::body(size::CAPTION - 1.0), ink.muted);
}

/// The secret buttons chosen so far: the direct and the indirect one.
type Choice = [Option<Button>; 2];

/// How narrow a button to choose may become, in points.
const LEAST_CHOICE: f32 = 36.0;

/// The two secret buttons, chosen by whoever is in front of the screen alone.
fn choose(ui: &mut Ui, view: &View, seat: Seat, context: &mut PanelContext<'_>) {
    let id = ui.id().with(("choice", seat.index(), view.table.round));
    let mut chosen: Choice = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let before = chosen;
    // What a hint proposes is filled in, so that the next key makes it.
    let proposed = proposed_choice(context.proposed).filter(|_| chosen == Choice::default());
    chosen = proposed.unwrap_or(chosen);
    let rows = [("Direct", "1 point per token you hold"), ("Indirect", "2 points per token others hold")];
    for (place, (name, explained)) in rows.into_iter().enumerate() {
        let label = widgets::label(ui, name);
        if context.folded {
            widgets::tip(&label, explained, &[]);
        } else {
            widgets::caption(ui, explained);
        }
        // Four of them have room in the narrowest panel.
        let side = match context.folded {
            true => theme::TARGET,
            false => ((ui.available_width() - 3.0 * space::XS) / 4.0).clamp(LEAST_CHOICE, 56.0),
        };
        ui.horizontal(|ui| choice_row(ui, name, side, place, &mut chosen));
        if !context.folded {
            ui.add_space(space::S);
        }
    }
    let mv = match chosen {
        [Some(direct), Some(indirect)] => Some(format!("choose {direct} {indirect}")),
        _ => None,
    };
    let response = widgets::button(ui, None, "Choose", ButtonStyle::Primary, mv.is_some(), false);
    if proposed.is_some() {
        response.request_focus();
    }
    if chosen != before {
        ui.data_mut(|data| data.insert_temp(id, chosen));
    }
    if let Some(mv) = mv.filter(|_| response.clicked()) {
        // Nothing of it stays on the screen for whoever comes next.
        ui.data_mut(|data| data.remove_temp::<Choice>(id));
        context.requests.push(PanelRequest::Play(mv));
    }
}

/// The two buttons that a move chooses.
fn proposed_choice(mv: Option<&str>) -> Option<Choice> {
    match mv?.parse().ok()? {
        Move::Choose(choice) => Some([Some(choice.direct), Some(choice.indirect)]),
        _ => None,
    }
}

/// The four buttons to choose the direct (`place` 0) or the indirect one from.
fn choice_row(ui: &mut Ui, name: &str, side: f32, place: usize, chosen: &mut Choice) {
    ui.spacing_mut().item_spacing.x = space::XS;
    for button in Button::ALL {
        let style = if chosen[place] == Some(button) { ButtonStyle::On } else { ButtonStyle::Plain };
        let response = widgets::plate(ui, Vec2::new(side, theme::TARGET), &format!("{name} {button}"), style, true);
        knob(ui, response.rect.center(), 15.0, button, true);
        // The keyboard begins here.
        if place == 0 && button == Button::A && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        if widgets::tipped(response, meaning(button)).clicked() {
            chosen[place] = Some(button);
            // The two must differ, so the other one has to be chosen again.
            if chosen[1 - place] == Some(button) {
                chosen[1 - place] = None;
            }
        }
    }
}

/// A proposal to stop, made or to be answered.
fn proposal(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let Some(seat) = context.at_screen else { return };
    if let Some(proposer) = view.table.proposal() {
        if !context.folded {
            let names: Vec<&str> = context.seats.iter().map(|player| player.name.as_str()).collect();
            let proposes = with_names(&proposer.does("proposes", "propose"), &names);
            let asked = asked_of(names.get(seat.index()).copied().unwrap_or_default(), "Do you agree");
            widgets::caption(ui, format!("{proposes} to stop because the picture is lost. {asked}"));
        }
        ui.horizontal(|ui| {
            for (word, mv) in [("Agree", "agree"), ("Go on", "refuse")] {
                if is_clicked(ui, word, ButtonStyle::Plain) {
                    context.requests.push(PanelRequest::Play(mv.to_owned()));
                }
            }
        });
    } else if view.table.may_stop() && is_clicked(ui, "Propose to stop", ButtonStyle::Plain) {
        context.requests.push(PanelRequest::Play("stop".to_owned()));
    }
}

/// The points of all as a track, each seat's marker on it.
fn track(ui: &mut Ui, view: &View, context: &PanelContext<'_>) {
    let ink = theme::of(ui);
    let most = view.table.seats.iter().map(|seat| seat.points).max().unwrap_or_default();
    let end = (most.max(10) + 4) / 5 * 5;
    let width = ui.available_width() - 20.0;
    let along = |points: i32| width * points.clamp(0, end) as f32 / end as f32;
    // Markers that would cover each other stand one a little above the other.
    let mut stacked: Vec<(f32, f32)> = Vec::new();
    for seat in &view.table.seats {
        let x = along(seat.points);
        let touches = |level: f32| stacked.iter().any(|(other, on)| *on == level && (other - x).abs() < MARKER_ROOM);
        let level = (0..view.table.seats.len()).map(|level| level as f32).find(|level| !touches(*level));
        stacked.push((x, level.unwrap_or_default()));
    }
    let highest = stacked.iter().map(|(_, level)| *level).fold(0.0, f32::max);
    let above = MARKER + 1.0 + MARKER_STEP * highest;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), above + 18.0), Sense::hover());
    let (left, right) = (rect.left() + 10.0, rect.right() - 10.0);
    let y = rect.top() + above;
    let at = |points: i32| left + along(points);
    let line = |from: Pos2, to: Pos2, width: f32| {
        ui.painter().line_segment([from, to], Stroke::new(width, ink.hairline.egui()));
    };
    line(Pos2::new(left, y), Pos2::new(right, y), 2.0);
    for points in 0..=end {
        let (x, is_long) = (at(points), points % 5 == 0);
        let half = if is_long { 6.0 } else { 3.0 };
        line(Pos2::new(x, y - half), Pos2::new(x, y + half), 1.0);
        if is_long {
            let font = theme::body(size::CAPTION - 1.0);
            paint(ui, Pos2::new(x, y + 9.0), Align2::CENTER_TOP, points, font, ink.muted);
        }
    }
    for ((x, level), sitting) in stacked.iter().zip(context.seats).rev() {
        widgets::marker_of_two(ui.painter(), Pos2::new(left + x, y - MARKER_STEP * level), MARKER, sitting);
    }
}

/// The radius of a marker. The letters A to D are those of the buttons, so players have two each.
const MARKER: f32 = 9.0;

/// From the middle of one marker to that of the next beside it, at least, and how much a marker stands above the one that
/// it would cover.
const MARKER_ROOM: f32 = 19.0;
const MARKER_STEP: f32 = 5.0;

/// A seat with what may be known of it and who sits there.
struct SeatRow<'a> {
    seat: &'a MessSeat,
    player: &'a SeatedPlayer,
    in_turn: bool,
    /// Whether all play together, without points and secrets.
    together: bool,
    all_chose: bool,
}

impl SeatRow<'_> {
    /// The seats in their order, from the viewer’s on: in a panel that scrolls one’s own are in sight.
    fn all<'a>(view: &'a View, players: &'a [SeatedPlayer]) -> impl Iterator<Item = SeatRow<'a>> {
        let first = if let Viewer::Seat(seat) = view.who { seat.index() } else { 0 };
        let (together, all_chose) = (view.table.is_together(), view.table.seats.iter().all(|seat| seat.has_chosen));
        let is_acting = move |number| Seat::new(number).is_some_and(|seat| view.table.acting().contains(seat));
        let seats = (0..).zip(view.table.seats.iter().zip(players));
        seats.clone().skip(first).chain(seats.take(first)).map(move |(number, (seat, player))| {
            let in_turn = view.table.over().is_none() && is_acting(number);
            SeatRow { seat, player, in_turn, together, all_chose }
        })
    }

    /// The room of a row, announced, and lit with a bar while it is the seat's turn.
    fn begin(&self, ui: &mut Ui, size: Vec2, bar: fn(Rect) -> Rect) -> (Rect, Response) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        if self.in_turn {
            let ink = theme::of(ui);
            ui.painter().rect_filled(rect, theme::BUTTON_RADIUS, ink.raised.egui());
            ui.painter().rect_filled(bar(rect), 1.0, ink.sign(Sign::Turn).egui());
        }
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, self.spoken()));
        (rect, response)
    }

    /// Marker, name, points, tokens, and the secret buttons where they may be seen.
    fn show(&self, ui: &mut Ui) {
        let ink = theme::of(ui);
        let mut secrets = self.secrets();
        if ui.available_width() >= ROOM_FOR_SECRETS && secrets.len() > 1 {
            secrets = vec![secrets.join(" · ")];
        }
        let room = Vec2::new(ui.available_width(), 42.0 + SECRET_LINE * secrets.len() as f32);
        let (rect, _) = self.begin(ui, room, |rect| rect.with_max_x(rect.left() + 3.0));
        let (left, right, upper, lower) = (rect.left(), rect.right(), rect.top() + 13.0, rect.top() + 32.0);
        widgets::marker_of_two(ui.painter(), Pos2::new(left + 20.0, upper), MARKER, self.player);
        let font = if self.in_turn { theme::strong(size::SECOND) } else { theme::body(size::SECOND) };
        let name: String = self.player.name.chars().take(16).collect();
        paint(ui, Pos2::new(left + 36.0, upper), Align2::LEFT_CENTER, name, font, ink.text);
        self.show_points(ui, Pos2::new(right - 8.0, upper), Align2::RIGHT_CENTER);
        // What lies before the seat: a token of each button with how many there are.
        let mut x = left + 18.0;
        for button in Button::ALL {
            ui.painter().circle_filled(Pos2::new(x, lower), 5.0, colour(button).egui());
            let count = format!("{button} {}", self.seat.tokens[button.index()]);
            let at = Pos2::new(x + 9.0, lower);
            paint(ui, at, Align2::LEFT_CENTER, count, theme::body(size::CAPTION), ink.muted);
            x += 42.0;
        }
        let font = || theme::body(size::CAPTION);
        paint(ui, Pos2::new(right - 8.0, lower), Align2::RIGHT_CENTER, self.choosing(), font(), ink.note);
        for (number, secret) in (1u8..).zip(secrets) {
            let at = Pos2::new(left + 13.0, lower + SECRET_LINE * f32::from(number));
            paint(ui, at, Align2::LEFT_CENTER, secret, font(), ink.note);
        }
    }

    /// In as little room as there is under a table: marker, points, and the secret buttons.
    fn show_briefly(&self, ui: &mut Ui) {
        let ink = theme::of(ui);
        let room = Vec2::new(74.0, theme::TARGET);
        let (rect, response) = self.begin(ui, room, |rect| rect.with_min_y(rect.bottom() - 3.0));
        widgets::marker_of_two(ui.painter(), rect.left_center() + Vec2::new(16.0, -6.0), MARKER, self.player);
        self.show_points(ui, rect.left_center() + Vec2::new(34.0, -6.0), Align2::LEFT_CENTER);
        let at = rect.center_bottom() - Vec2::new(0.0, 4.0);
        paint(ui, at, Align2::CENTER_BOTTOM, self.in_brief(), theme::body(size::CAPTION - 1.0), ink.note);
        widgets::tip(&response, &self.spoken(), &[]);
    }

    fn show_points(&self, ui: &Ui, at: Pos2, anchor: Align2) {
        if !self.together {
            paint(ui, at, anchor, self.seat.points, theme::strong(size::BODY), theme::of(ui).text);
        }
    }

    /// What each secret button brings, as far as whoever looks may know them.
    fn secrets(&self) -> Vec<String> {
        match (self.seat.direct, self.seat.indirect) {
            (Some(direct), Some(indirect)) => {
                vec![format!("each {direct} held +1"), format!("each {indirect} others hold +2")]
            }
            (None, Some(indirect)) => vec![format!("each {indirect} others hold +1")],
            _ => Vec::new(),
        }
    }

    /// Whether it has chosen its secret buttons, while that is waited for.
    fn choosing(&self) -> &'static str {
        match self.seat.indirect {
            Some(_) => "",
            None if self.together || self.all_chose => "",
            None if self.seat.has_chosen => "chosen",
            None => "…",
        }
    }

    /// The same in a few signs: "A ×1  D ×2", "chosen".
    fn in_brief(&self) -> String {
        match (self.seat.direct, self.seat.indirect) {
            (Some(direct), Some(indirect)) => format!("{direct} ×1  {indirect} ×2"),
            (None, Some(indirect)) => format!("{indirect} ×1"),
            _ => self.choosing().to_owned(),
        }
    }

    fn spoken(&self) -> String {
        let tokens = Button::ALL.map(|button| format!("{button} {}", self.seat.tokens[button.index()])).join(", ");
        let turn = if self.in_turn { ", whose turn it is" } else { "" };
        if self.together {
            return format!("{}{turn}, tokens {tokens}", self.player.name);
        }
        let points = counted(self.seat.points, "point", "points");
        let secrets = match self.secrets().join(", ") {
            unknown if unknown.is_empty() && self.seat.has_chosen => "chosen".to_owned(),
            unknown if unknown.is_empty() => "not chosen yet".to_owned(),
            known => known,
        };
        format!("{}{turn}, {points}, tokens {tokens}, secret buttons: {secrets}", self.player.name)
    }
}

/// What one may look at again later, alone: the own two buttons.
fn look(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let people = context.seats.iter().filter(|sitting| sitting.is_person).count();
    if people < 2 || view.table.is_choosing() || view.table.over().is_some() || view.table.is_together() {
        return;
    }
    if matches!(view.who, Viewer::Seat(_)) {
        if is_clicked(ui, "Hide my buttons", ButtonStyle::Primary) {
            context.requests.push(PanelRequest::LookAway);
        }
    } else if let Some(seat) = context.at_screen
        && is_clicked(ui, "Show my buttons …", ButtonStyle::Plain)
    {
        context.requests.push(PanelRequest::Look(seat));
    }
}

/// The picture as it should be, and how far it is.
fn finished(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    ui.horizontal(|ui| {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(84.0), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "The finished picture"));
        drawings::tile_picture(ui.painter(), rect);
        focus::ring(ui, &response);
        if response.clicked() {
            context.requests.push(PanelRequest::Peek);
        }
        widgets::tip(&response, "See the finished picture (P)", &[]);
        let malfunctions = || counted(view.table.malfunctions, "malfunction", "malfunctions");
        let lines = [
            Some(format!("{} of 16 at home", view.table.grid.homes())),
            Some(counted(view.table.presses, "press", "presses")),
            view.table.par.map(|par| format!("possible in {par}")),
            (view.table.malfunctions > 0).then(malfunctions),
            (view.table.round > 1).then(|| format!("picture {}", view.table.round)),
        ];
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let ink = theme::of(ui);
            for line in lines.into_iter().flatten() {
                ui.label(egui::RichText::new(line).font(theme::body(size::SECOND)).color(ink.text.egui()));
            }
        });
    });
}
