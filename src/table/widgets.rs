//! Buttons, labels, fields and icons that look alike in all panels.

use std::sync::Arc;

use bevy_egui::egui::emath::RectAlign;
use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, Layout, Margin, Pos2, Rect, Response, Sense, Stroke, StrokeKind,
    TextEdit, Tooltip, Ui, Vec2,
};

use super::drawings;
use super::focus;
use super::panels::SeatedPlayer;
use super::theme::{self, Sign, size, space};
use crate::words::{capitalised, joined};

/// A sign on a button: the drawing of that name in `assets/icons/`. Fonts lack half of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    Back,
    Undo,
    Redo,
    Hint,
    Rules,
    More,
    Sound,
    Mute,
    Go,
    Pause,
    Forward,
    Close,
    Settings,
    Open,
    Up,
    Done,
    /// A sheet of a calendar.
    Day,
    /// What leads, or has won.
    Star,
    /// Lines, each shorter than the one before.
    Sort,
    /// What stands beside a table.
    Panel,
    /// The moon of an evening with several games.
    Evening,
    /// To an earlier one of several, and to a later one.
    Earlier,
    Later,
    /// What cost most.
    Mistake,
    /// Looking for something better.
    Search,
    /// What is hidden is shown.
    Eye,
    /// Out of what is looked back at, to play on.
    Onward,
}

/// The side of an icon on a button, in points.
pub const ICON: f32 = 20.0;

/// How high a key is drawn on a button, and how wide at least.
const KEY_CAP: f32 = 20.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ButtonStyle {
    /// The one of a page that leads on; two of them on a page would say nothing.
    Primary,
    Plain,
    /// It can be pressed, but is known to be refused: pressing it tells why.
    Faint,
    On,
}

/// A button as wide as its column, for menus.
pub fn wide_button(ui: &mut Ui, name: &str, weight: ButtonStyle, enabled: bool) -> Response {
    let width = ui.available_width();
    ButtonFace { min_width: width, ..ButtonFace::of(name) }.show(ui, weight, enabled, None)
}

/// A button as wide as its column with a whole sentence on it, in as many lines as that takes.
pub fn sentence_button(ui: &mut Ui, sentence: &str) -> Response {
    let width = ui.available_width();
    let font = theme::body(size::SECOND);
    let words = ui.painter().layout(sentence.to_owned(), font, Color32::PLACEHOLDER, width - 2.0 * space::L);
    let height = theme::TARGET.max(words.size().y + 2.0 * space::S);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), sense(true));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, sentence));
    focus::scroll_to(&response);
    if ui.is_rect_visible(rect) {
        let ink = paint_plate(ui, &response, ButtonStyle::Plain, true);
        let corner = Pos2::new(rect.left() + space::L, rect.center().y - words.size().y / 2.0);
        ui.painter().galley_with_override_text_color(corner, words, ink);
        focus::ring(ui, &response);
    }
    response
}

/// The name of what is below or beside it.
pub fn label(ui: &mut Ui, name: &str) -> Response {
    ui.label(egui::RichText::new(name).font(theme::strong(size::SECOND)))
}

pub fn caption(ui: &mut Ui, words: impl Into<String>) -> Response {
    let ink = theme::of(ui);
    ui.label(egui::RichText::new(words).font(theme::body(size::CAPTION)).color(ink.muted.egui()))
}

pub fn field(text: &mut String) -> TextEdit<'_> {
    TextEdit::singleline(text).margin(Margin::same(space::M as i8))
}

/// A field for a sentence, which wraps; Enter is for whoever asks for it.
pub fn sentence_field(text: &mut String) -> TextEdit<'_> {
    let field = TextEdit::multiline(text).margin(Margin::same(space::M as i8));
    field.desired_rows(1).desired_width(f32::INFINITY).return_key(None)
}

/// Shows a field whose text, of this length, is selected when it gets the focus, so that typing replaces it.
pub fn replaced_field(ui: &mut Ui, field: TextEdit<'_>, length: usize) -> Response {
    let output = field.show(ui);
    let response = output.response.response;
    if response.gained_focus() {
        let mut state = output.state;
        let [start, end] = [0, length].map(egui::text::CCursor::new);
        state.cursor.set_char_range(Some(egui::text::CCursorRange::two(start, end)));
        state.store(ui.ctx(), response.id);
    }
    response
}

pub fn text_field(text: &mut String) -> TextEdit<'_> {
    TextEdit::multiline(text).margin(Margin::same(space::M as i8))
}

/// A row in the middle of its panel; where it has no room in one line, it begins at the left and goes on in the next. Its width is known
/// from the frame before; the first frame is not shown.
pub fn centred_row(ui: &mut Ui, id: &str, add: impl FnOnce(&mut Ui)) {
    let (id, room) = (ui.id().with(id), ui.available_width());
    let known: Option<f32> = ui.data(|data| data.get_temp(id));
    if known.is_some_and(|width| width > room) {
        ui.horizontal_wrapped(add);
        return;
    }
    ui.horizontal(|ui| {
        ui.add_space(known.map_or(0.0, |width| (room - width).max(0.0) / 2.0));
        let width = ui.horizontal(add).response.rect.width();
        if known != Some(width) {
            ui.data_mut(|data| data.insert_temp(id, width));
            ui.ctx().request_discard("the row's width is known now");
        }
    });
}

/// A choice among options side by side: each a button, the chosen one switched on. `name` says what is chosen, for
/// those who cannot see the row.
pub fn choice<T: PartialEq + Clone>(ui: &mut Ui, name: &str, chosen: &mut T, options: &[(T, &str)]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for (value, word) in options {
            let is_chosen = *chosen == *value;
            let weight = if is_chosen { ButtonStyle::On } else { ButtonStyle::Plain };
            let option = button(ui, None, word, weight, true, false);
            option.widget_info(|| {
                egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, is_chosen, format!("{name}: {word}"))
            });
            if option.clicked() {
                *chosen = value.clone();
            }
        }
    });
}

/// An empty button of this size, on which its caller paints. `name` is its name for those who cannot see it.
pub fn plate(ui: &mut Ui, size: Vec2, name: &str, weight: ButtonStyle, enabled: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, sense(enabled));
    let is_on = weight == ButtonStyle::On;
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, enabled, is_on, name));
    focus::scroll_to(&response);
    if ui.is_rect_visible(rect) {
        paint_plate(ui, &response, weight, enabled);
        focus::ring(ui, &response);
    }
    response
}

fn sense(enabled: bool) -> Sense {
    if enabled { Sense::click() } else { Sense::hover() }
}

/// A button of this size with a word or sign of so many points on it; `name` says what it does, also in its tooltip.
pub fn sign(ui: &mut Ui, size: Vec2, (word, points): (&str, f32), name: &str, weight: ButtonStyle) -> Response {
    let response = plate(ui, size, name, weight, true);
    let ink = theme::of(ui);
    ui.painter().text(response.rect.center(), Align2::CENTER_CENTER, word, theme::body(points), ink.text.egui());
    tip(&response, name, &[]);
    response
}

/// How far a tip lies from what it is about.
const TIP_GAP: f32 = 4.0;

/// Where a tip may lie, the best side first.
const TIP_SIDES: [RectAlign; 10] = [
    RectAlign::BOTTOM_START,
    RectAlign::BOTTOM_END,
    RectAlign::BOTTOM,
    RectAlign::TOP_START,
    RectAlign::TOP_END,
    RectAlign::TOP,
    RectAlign::RIGHT,
    RectAlign::LEFT,
    RectAlign::RIGHT_END,
    RectAlign::LEFT_END,
];

/// Shows a tip while the pointer rests on a widget: within the window, and over neither the widget nor what has to stay in
/// sight, here or [on the whole screen](keep_in_sight).
pub fn tip(response: &Response, words: &str, in_sight: &[Rect]) {
    let mut tooltip = Tooltip::for_enabled(response).gap(0.0);
    if words.is_empty() || !tooltip.popup.is_open() {
        return;
    }
    let context = &response.ctx;
    let id = Tooltip::next_tooltip_id(context, response.id);
    let kept = [in_sight, &kept_in_sight(context)].concat();
    let place = place_of_tip(response.interact_rect, known_size(context, id), context.content_rect(), &kept);
    // It begins right below a line without width at its upper edge.
    let edge = Rect::from_min_size(place.min, Vec2::ZERO);
    tooltip.popup = tooltip.popup.anchor(edge).align(RectAlign::BOTTOM_START).align_alternatives(&[]);
    tooltip.show(|ui| ui.label(words));
}

/// A sentence in lines of about so many letters at most, for a tip beside something.
pub fn in_lines(words: &str, letters: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut().filter(|line| line.len() + word.len() < letters) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    joined(lines, "\n")
}

/// Beside what it is about, or, where it would cover there what has to stay in sight, above that.
fn place_of_tip(about: Rect, size: Vec2, room: Rect, kept: &[Rect]) -> Rect {
    let above = kept.iter().map(|kept| {
        let corner = Pos2::new(about.left(), kept.top().min(about.top()) - TIP_GAP - size.y);
        within(room, Rect::from_min_size(corner, size))
    });
    let near = beside(about, size, room, &TIP_SIDES, kept);
    let counted: Vec<(Rect, f32)> = kept.iter().chain([&about]).map(|kept| (*kept, 1.0)).collect();
    least_covering([near].into_iter().chain(above), &counted).unwrap_or(near)
}

/// A widget with a tip.
pub fn tipped(response: Response, words: impl AsRef<str>) -> Response {
    tip(&response, words.as_ref(), &[]);
    response
}

/// How large an area or tip was in the pass before; nothing in its first pass, which is not shown.
pub fn known_size(context: &egui::Context, id: egui::Id) -> Vec2 {
    egui::AreaState::load(context, id).and_then(|area| area.size).unwrap_or_default()
}

/// What no tip may cover in this pass and the next one, such as the hand of whoever plays.
pub fn keep_in_sight(context: &egui::Context, places: Vec<Rect>) {
    let pass = context.cumulative_pass_nr();
    context.data_mut(|data| data.insert_temp(in_sight_id(), (pass, places)));
}

fn kept_in_sight(context: &egui::Context) -> Vec<Rect> {
    let kept: Option<(u64, Vec<Rect>)> = context.data(|data| data.get_temp(in_sight_id()));
    kept.filter(|(pass, _)| pass + 1 >= context.cumulative_pass_nr()).map_or(Vec::new(), |(_, places)| places)
}

/// What may not be covered is kept in egui's memory under this name, with the number of the pass.
fn in_sight_id() -> egui::Id {
    egui::Id::new("kept in sight")
}

/// Where something of this size lies beside what it is about and within a room: at the first of these sides at which it covers
/// neither that nor what has to stay in sight, or else where it covers least.
pub fn beside(about: Rect, size: Vec2, room: Rect, sides: &[RectAlign], in_sight: &[Rect]) -> Rect {
    /// It is worse to cover what it is about than anything else.
    const ABOUT: f32 = 100.0;
    let kept: Vec<(Rect, f32)> = in_sight.iter().map(|kept| (*kept, 1.0)).chain([(about, ABOUT)]).collect();
    let places = sides.iter().map(|side| within(room, side.align_rect(&about, size, TIP_GAP)));
    least_covering(places, &kept).unwrap_or(Rect::from_min_size(about.left_bottom(), size))
}

/// A rectangle moved as little as it takes to be within a room; one that is too large begins where the room does.
pub fn within(room: Rect, place: Rect) -> Rect {
    let most = (room.max - place.size()).max(room.min);
    Rect::from_min_size(place.min.clamp(room.min, most), place.size())
}

/// As [`beside`], but where every side would cover something, wherever in the room it covers least, and is not far. How much it counts
/// to cover what is kept is given with it.
pub fn beside_or_near(about: Rect, size: Vec2, room: Rect, sides: &[RectAlign], kept: &[(Rect, f32)]) -> Rect {
    let aside = sides.iter().map(|side| within(room, side.align_rect(&about, size, TIP_GAP)));
    let Some(nearest) = least_covering(aside, kept) else { return Rect::from_min_size(about.left_bottom(), size) };
    here_or_near(nearest, about, room, kept)
}

/// This place if it covers nothing of what is kept, or wherever in the room something of its size covers least and is not far from what
/// it is about.
pub fn here_or_near(here: Rect, about: Rect, room: Rect, kept: &[(Rect, f32)]) -> Rect {
    /// Between two places that are tried.
    const STEP: f32 = 24.0;
    /// A point further away is as bad as so many square points that are covered.
    const FAR: f32 = 6.0;
    if covered(here, kept) == 0.0 {
        return here;
    }
    let size = here.size();
    let free = (room.size() - size).max(Vec2::ZERO);
    let (columns, rows) = ((free.x / STEP) as u16, (free.y / STEP) as u16);
    let corners = (0..=rows).flat_map(|row| (0..=columns).map(move |column| Vec2::new(column.into(), row.into())));
    let elsewhere = corners.map(|corner| Rect::from_min_size(room.min + STEP * corner, size));
    let cost = |place: &Rect| covered(*place, kept) + FAR * about.distance_to_pos(place.center());
    let places = [here].into_iter().chain(elsewhere);
    places.min_by(|one, other| cost(one).total_cmp(&cost(other))).unwrap_or(here)
}

/// The first of these places that covers least of what is kept, each with how much it counts.
pub fn least_covering(places: impl IntoIterator<Item = Rect>, kept: &[(Rect, f32)]) -> Option<Rect> {
    places.into_iter().min_by(|one, other| covered(*one, kept).total_cmp(&covered(*other, kept)))
}

/// How much a place covers of what is kept, in square points as they count.
pub fn covered(place: Rect, kept: &[(Rect, f32)]) -> f32 {
    let parts = kept.iter().map(|(kept, counts)| (kept.intersect(place), counts));
    parts.filter(|(part, _)| part.is_positive()).map(|(part, counts)| counts * part.area()).sum()
}

/// Whether a button that leads on has been shown in this pass, in whatever layer.
pub fn has_primary(context: &egui::Context) -> bool {
    context.data(|data| data.get_temp(primary_id())) == Some(context.cumulative_pass_nr())
}

/// The number of the pass in which such a button was shown last is kept in egui's memory under this name.
fn primary_id() -> egui::Id {
    egui::Id::new("pass with a primary button")
}

/// A button of this size with an icon, and a word beside it where there is room. `name` is its name for those who cannot see it.
pub fn icon_button(ui: &mut Ui, size: Vec2, icon: Icon, word: Option<&str>, name: &str) -> Response {
    let enabled = ui.is_enabled();
    let (rect, response) = ui.allocate_exact_size(size, sense(enabled));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let ink = paint_plate(ui, &response, ButtonStyle::Plain, enabled);
    let font = theme::body(size::SECOND);
    let word = word.map(|word| ui.painter().layout_no_wrap(word.to_owned(), font, Color32::PLACEHOLDER));
    let width = ICON + word.as_ref().map_or(0.0, |word| space::S + word.size().x);
    let left = rect.center() - Vec2::new(width / 2.0, 0.0);
    draw_icon(ui.painter(), Rect::from_min_size(left - Vec2::new(0.0, ICON / 2.0), Vec2::splat(ICON)), icon, ink);
    if let Some(word) = word {
        let corner = left + Vec2::new(ICON + space::S, -word.size().y / 2.0);
        ui.painter().galley_with_override_text_color(corner, word, ink);
    }
    focus::ring(ui, &response);
    response
}

/// Paints an empty button as it is hovered and pressed. Returns the colour of what is written on it.
fn paint_plate(ui: &Ui, response: &Response, weight: ButtonStyle, enabled: bool) -> Color32 {
    let palette = theme::of(ui);
    let hairline = Stroke::new(palette.line, palette.hairline.egui());
    // What cannot be pressed is dark, whatever it would be: grey words on a colour could not be read.
    let weight = if enabled || weight == ButtonStyle::On { weight } else { ButtonStyle::Plain };
    if weight == ButtonStyle::Primary {
        let pass = ui.ctx().cumulative_pass_nr();
        ui.data_mut(|data| data.insert_temp(primary_id(), pass));
    }
    let (fill, ink, outline) = match weight {
        ButtonStyle::Primary => (palette.brass, palette.on_brass, hairline),
        ButtonStyle::Plain => (palette.raised, palette.text, hairline),
        ButtonStyle::Faint => (palette.raised, palette.muted, hairline),
        // With an outline of its own: a shade alone cannot be seen in grey.
        ButtonStyle::On => (palette.chosen, palette.text, Stroke::new(palette.line + 1.0, palette.text.egui())),
    };
    let mut fill = fill.egui();
    if enabled && (response.hovered() || response.has_focus()) {
        fill = match weight {
            ButtonStyle::Plain | ButtonStyle::Faint => palette.raised_hover.egui(),
            ButtonStyle::Primary | ButtonStyle::On => fill.lerp_to_gamma(palette.text.egui(), 0.08),
        };
    }
    let (fill, ink) = if enabled { (fill, ink.egui()) } else { (fill.gamma_multiply(0.5), palette.muted.veil(110)) };
    let inner = if response.is_pointer_button_down_on() { response.rect.shrink(1.0) } else { response.rect };
    ui.painter().rect(inner, CornerRadius::same(theme::BUTTON_RADIUS), fill, outline, StrokeKind::Inside);
    ink
}

/// A player's marker: a disc of their colour with the first letter of their name.
pub fn marker(ui: &Ui, at: Pos2, radius: f32, sitting: &SeatedPlayer) {
    marker_on(ui.painter(), at, radius, sitting);
}

/// The same on the cloth.
pub fn marker_on(painter: &egui::Painter, at: Pos2, radius: f32, sitting: &SeatedPlayer) {
    marked(painter, at, radius, sitting, (1, 1.2));
}

/// The same with the first two letters, where one alone would be taken for something else.
pub fn marker_of_two(painter: &egui::Painter, at: Pos2, radius: f32, sitting: &SeatedPlayer) {
    marked(painter, at, radius, sitting, (2, 1.0));
}

/// With so many letters, so high for the radius.
fn marked(painter: &egui::Painter, at: Pos2, radius: f32, sitting: &SeatedPlayer, (count, high): (usize, f32)) {
    let colour = sitting.colour;
    painter.circle(at, radius, colour.egui(), Stroke::new(1.0, theme::of(painter.ctx()).panel.egui()));
    let mut letters = sitting.name.trim().chars();
    let letters: String =
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters.take(count - 1)).collect();
    painter.text(at, Align2::CENTER_CENTER, letters, theme::strong(high * radius), colour.written_on().egui());
}

/// The sign of what leads or has won: a coin with a star on it, as on the table.
pub fn star(painter: &egui::Painter, at: Pos2, radius: f32) {
    let ink = theme::of(painter.ctx());
    let leader = ink.sign(Sign::Leader);
    painter.circle(at, radius, leader.egui(), Stroke::new(1.0, ink.panel.egui()));
    draw_icon(painter, Rect::from_center_size(at, Vec2::splat(1.2 * radius)), Icon::Star, leader.written_on().egui());
}

/// A button with an icon, a word, or both. `name` is its word, and its name for those who cannot see it; with
/// `compact` it is shown as the icon alone and the word goes to the tooltip.
pub fn button(
    ui: &mut Ui,
    icon: Option<Icon>,
    name: &str,
    weight: ButtonStyle,
    enabled: bool,
    compact: bool,
) -> Response {
    ButtonFace { icon, compact, ..ButtonFace::of(name) }.show(ui, weight, enabled, None)
}

/// A button with a word, beside which the key that presses it is drawn as on a keyboard.
pub fn keyed_button(ui: &mut Ui, name: &str, key: &str, weight: ButtonStyle) -> Response {
    ButtonFace { key, ..ButtonFace::of(name) }.show(ui, weight, true, None)
}

/// A button that cannot be pressed now, and says why not.
pub fn refusing_button(ui: &mut Ui, icon: Option<Icon>, name: &str, compact: bool, why: &str) -> Response {
    ButtonFace { icon, compact, ..ButtonFace::of(name) }.show(ui, ButtonStyle::Plain, false, Some(why))
}

/// What is drawn on a button.
#[derive(Default)]
struct ButtonFace<'a> {
    icon: Option<Icon>,
    name: &'a str,
    /// The key that presses it; empty for none.
    key: &'a str,
    /// With an icon: without the word.
    compact: bool,
    min_width: f32,
}

impl<'a> ButtonFace<'a> {
    fn of(name: &'a str) -> ButtonFace<'a> {
        ButtonFace { name, min_width: theme::TARGET, ..ButtonFace::default() }
    }

    fn show(&self, ui: &mut Ui, weight: ButtonStyle, enabled: bool, why_not: Option<&str>) -> Response {
        let has_word = self.icon.is_none() || !self.compact;
        let font = if weight == ButtonStyle::Primary { theme::strong(size::SECOND) } else { theme::body(size::SECOND) };
        let word = ui.painter().layout_no_wrap(self.name.to_owned(), font, Color32::PLACEHOLDER);
        let key = ui.painter().layout_no_wrap(self.key.to_owned(), theme::body(size::CAPTION), Color32::PLACEHOLDER);
        let cap = Vec2::new((key.size().x + 2.0 * space::XS).max(KEY_CAP), KEY_CAP);
        let icon_width = if self.icon.is_some() { ICON } else { 0.0 };
        let gap = if self.icon.is_some() && has_word { space::S } else { 0.0 };
        let word_width = if has_word { word.size().x } else { 0.0 };
        let key_width = if self.key.is_empty() { 0.0 } else { space::M + cap.x };
        let width = icon_width + gap + word_width + key_width;
        let padding = if has_word { space::L } else { space::M };
        let size = Vec2::new((width + 2.0 * padding).max(self.min_width), theme::TARGET);
        let (rect, response) = ui.allocate_exact_size(size, sense(enabled));
        self.describe(ui, &response, has_word, enabled, why_not);
        focus::scroll_to(&response);
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let ink = paint_plate(ui, &response, weight, enabled);
        let start = rect.center() - Vec2::new(width / 2.0, 0.0);
        if let Some(icon) = self.icon {
            let square = Rect::from_min_size(start - Vec2::new(0.0, ICON / 2.0), Vec2::splat(ICON));
            draw_icon(ui.painter(), square, icon, ink);
        }
        let after_word = start.x + icon_width + gap + word_width;
        if has_word {
            let corner = Pos2::new(after_word - word_width, rect.center().y - word.size().y / 2.0);
            ui.painter().galley_with_override_text_color(corner, word, ink);
        }
        if !self.key.is_empty() {
            let cap = Rect::from_center_size(Pos2::new(after_word + space::M + cap.x / 2.0, rect.center().y), cap);
            let ink = ink.gamma_multiply(0.75);
            ui.painter().rect_stroke(cap, CornerRadius::same(4), Stroke::new(1.0, ink), StrokeKind::Inside);
            ui.painter().galley_with_override_text_color(cap.center() - key.size() / 2.0, key, ink);
        }
        focus::ring(ui, &response);
        response
    }

    /// Its name for those who cannot see it, and its tip.
    fn describe(&self, ui: &Ui, response: &Response, has_word: bool, enabled: bool, why_not: Option<&str>) {
        let key = if self.key.is_empty() { String::new() } else { format!(" ({})", self.key) };
        let spoken = format!("{}{key}", self.name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, &spoken));
        if let Some(why) = why_not {
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(why));
        }
        match (has_word, why_not) {
            (true, Some(why)) => tip(response, &capitalised(why), &[]),
            (true, None) => {}
            (false, Some(why)) => tip(response, &format!("{}: {why}", self.name), &[]),
            (false, None) => tip(response, self.name, &[]),
        }
    }
}

/// Draws an icon in this ink, on whole pixels.
pub fn draw_icon(painter: &egui::Painter, square: Rect, icon: Icon, ink: Color32) {
    let pixel = painter.pixels_per_point();
    let corner = (square.min.to_vec2() * pixel).round() / pixel;
    let asset = format!("icons/{icon:?}.svg").to_lowercase();
    drawings::draw(painter, &asset, Rect::from_min_size(corner.to_pos2(), square.size()), ink);
}

/// Text on the cloth, with a soft edge of the cloth's colour, so that it can be read on every part of it.
pub fn cloth_text(painter: &egui::Painter, at: Pos2, anchor: Align2, text: &str, font: egui::FontId, ink: Color32) {
    let shade = theme::of(painter.ctx()).cloth_dark.veil((f32::from(ink.a()) * 0.55) as u8);
    painter.text(at + Vec2::new(0.0, 1.0), anchor, text, font.clone(), shade);
    painter.text(at, anchor, text, font, ink);
}

/// One line with as many of its parts, between dots, as there is room for, and of a calculation at least its result; a single part that is
/// too wide is cut off.
pub fn fitted(painter: &egui::Painter, words: &str, font: egui::FontId, ink: Color32, room: f32) -> Arc<egui::Galley> {
    let wide = |words: &str| painter.layout_no_wrap(words.to_owned(), font.clone(), ink).size().x;
    let mut parts = words;
    while let Some(fewer) = shortened(parts).filter(|_| wide(parts) > room) {
        parts = fewer;
    }
    let mut job = egui::text::LayoutJob::simple_singleline(parts.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    painter.layout_job(job)
}

/// A line without the last of its parts, or without what its result comes from.
fn shortened(words: &str) -> Option<&str> {
    let calculation = || words.rsplit_once(" = ").map(|(_, result)| result);
    words.rsplit_once(" · ").map(|(first, _)| first).or_else(calculation)
}

/// A part of a panel that opens below its title, and is scrolled to while it opens. The number of what it holds may
/// follow its title.
pub fn fold(ui: &mut Ui, title: &str, content: impl FnOnce(&mut Ui)) {
    let id = ui.id().with(title.split(" (").next());
    let shown = egui::CollapsingHeader::new(title).id_salt(id).show(ui, content);
    if let Some(body) = shown.body_response
        && shown.openness < 1.0
    {
        ui.scroll_to_rect(shown.header_response.rect.union(body.rect), None);
    }
}

/// A number with its name under it, as on a score sheet.
pub fn figure(ui: &mut Ui, number: &str, name: &str, size: f32) {
    let ink = theme::of(ui);
    let lines = [(number, theme::strong(size)), (name, theme::body(size::CAPTION))];
    let lines = lines.map(|(words, font)| {
        ui.fonts_mut(|fonts| fonts.layout_no_wrap(words.to_owned(), font, Color32::PLACEHOLDER)).size()
    });
    // As large as it is, so that a line holds it in its middle, and what has no room left there begins a new one.
    let room = Vec2::new(lines[0].x.max(lines[1].x), lines[0].y + lines[1].y);
    ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.label(egui::RichText::new(number).font(theme::strong(size)).color(ink.text.egui()));
        caption(ui, name);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_loses_its_last_part_and_a_calculation_all_but_its_result() {
        assert_eq!(shortened("4 burns · 5 cards"), Some("4 burns"));
        assert_eq!(shortened("3 × 5 × 3 = 45"), Some("45"));
        assert_eq!(shortened("45"), None);
    }

    #[test]
    fn a_line_loses_its_last_part_first() {
        assert_eq!(shortened("4 points · bids 5"), Some("4 points"));
        assert_eq!(shortened("won · 30 points · 5 × 3 × 2"), Some("won · 30 points"));
        assert_eq!(shortened("Blaise"), None);
    }
}
