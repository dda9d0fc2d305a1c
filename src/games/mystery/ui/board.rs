//! What is drawn on the table itself: the grid, where all thinking happens, the prices of the piles, and the keys that
//! lead to them; and the history of the player's notes.

use std::sync::Arc;

use bevy_egui::egui::emath::RectAlign;
use bevy_egui::egui::{self, Galley, Id, Key, Rect, Stroke, StrokeKind, Ui, UiBuilder, Vec2, pos2};

use super::grid::{GridNotes, GridPlan, id_of};
use super::plan::{gone, paint};
use crate::games::mystery::notes::{Note, Notes, Sheet, cells_for};
use crate::games::mystery::places::{MysteryArea, PRICE, TOKEN_DOWN};
use crate::games::mystery::puzzle::{GridCell, Price};
use crate::games::mystery::rules::View;
use crate::layout::AreaId;
use crate::table::panels::{PanelContext, PanelRequest, PlaceOf};
use crate::table::theme::{self, Palette, print};
use crate::table::widgets;

/// The notes beside a game; none beside one that is only looked at. The same seed deals every puzzle differently.
pub(super) fn notes_of(view: &View, context: &PanelContext<'_>) -> Notes {
    let text = if context.is_watched { "" } else { context.notes };
    Notes::read(text, &format!("{} {}", view.puzzle.id, context.seed))
}

/// Earlier notes of this game, for undo.
#[derive(Clone, Default)]
pub(super) struct NotesHistory {
    seed: String,
    past: Vec<Notes>,
    future: Vec<Notes>,
}

/// How many steps of the notes can be taken back.
const MOST_STEPS: usize = 200;

impl NotesHistory {
    fn id() -> Id {
        Id::new("history of the notes")
    }

    pub(super) fn of(ui: &Ui, seed: &str) -> NotesHistory {
        let known: Option<NotesHistory> = ui.data(|data| data.get_temp(NotesHistory::id()));
        let empty = || NotesHistory { seed: seed.to_owned(), ..NotesHistory::default() };
        known.filter(|known| known.seed == seed).unwrap_or_else(empty)
    }

    fn keep(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(NotesHistory::id(), self));
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

/// Has the notes saved if they have changed, and remembers how they were.
pub(super) fn save(ui: &Ui, context: &mut PanelContext<'_>, before: Notes, after: &Notes) {
    if *after == before {
        return;
    }
    let mut history = NotesHistory::of(ui, &after.seed);
    history.past.push(before);
    let surplus = history.past.len().saturating_sub(MOST_STEPS);
    history.past.drain(..surplus);
    history.future.clear();
    history.keep(ui);
    context.requests.push(PanelRequest::Note(after.text()));
}

/// Takes the last change of the notes back, or makes it again.
pub(super) fn step_back(ui: &Ui, context: &mut PanelContext<'_>, now: Notes, forward: bool) {
    let mut history = NotesHistory::of(ui, &now.seed);
    let (from, to) = match forward {
        false => (&mut history.past, &mut history.future),
        true => (&mut history.future, &mut history.past),
    };
    let Some(notes) = from.pop() else { return };
    to.push(now);
    history.keep(ui);
    context.requests.push(PanelRequest::Note(notes.text()));
}

/// The id of the first card among those that can be named, so that a key can lead there.
pub(super) fn naming_id() -> Id {
    Id::new("name the mystery: first card")
}

fn lit_id() -> Id {
    Id::new("cells that a hint is about")
}

/// Has these cells lit until the next frame.
pub(super) fn light(ui: &Ui, cells: Vec<GridCell>) {
    ui.data_mut(|data| data.insert_temp(lit_id(), cells));
}

fn last_focus_id() -> Id {
    Id::new("mark of the grid that had the focus")
}

/// The grid's notes, the prices, and the keys that lead to the grid, the piles and the mystery.
pub fn show(root: &mut Ui, place: PlaceOf<'_>, context: &mut PanelContext<'_>) {
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    let notes = notes_of(view, context);
    let sheet = Sheet::of(&notes, view);
    let mut ui = root.new_child(UiBuilder::new().id_salt("board").max_rect(root.max_rect()));
    prices(&ui, view, place);
    let Some(grid) = GridPlan::of(view, place) else { return };
    let hinted: Option<Vec<GridCell>> = ui.data_mut(|data| data.remove_temp(lit_id()));
    let lit = hinted.unwrap_or_else(|| lit_cells(&ui, view, &sheet, place, context.pointed));
    let can_note = !context.is_watched && view.over.is_none() && !notes.kept;
    let mut after = notes.clone();
    let last_focus: Option<Id> = ui.data(|data| data.get_temp(last_focus_id()));
    let has_last = last_focus.is_none();
    let mut board = GridNotes {
        view,
        notes: &notes,
        sheet: &sheet,
        grid,
        can_note,
        after: &mut after,
        last_focus,
        has_last,
        focused: None,
        is_left: false,
    };
    board.cells(&mut ui, &lit);
    board.margins(&mut ui);
    board.twists(&ui);
    // Where a mark with the focus has vanished, the focus stays on the grid.
    if !board.has_last && ui.memory(|memory| memory.focused()).is_none_or(|focused| Some(focused) == last_focus) {
        ui.memory_mut(|memory| memory.request_focus(id_of(Note::Row(0, 0))));
    }
    ui.data_mut(|data| data.remove::<Id>(last_focus_id()));
    if let (true, Some(focused)) = (board.is_left, board.focused) {
        ui.memory_mut(|memory| memory.surrender_focus(focused));
        let below = if view.pure_logic { MysteryArea::Pile(0) } else { MysteryArea::Market(0) };
        context.requests.push(PanelRequest::Point(AreaId::of(below)));
    } else if let Some(focused) = board.focused {
        ui.data_mut(|data| data.insert_temp(last_focus_id(), focused));
    }
    keys(&ui, view, context);
    out_of_play(&ui, view, place, context.pointed);
    save(&ui, context, notes, &after);
}

/// Pointing at what is out of play shows which low cards are gone.
fn out_of_play(ui: &Ui, view: &View, place: PlaceOf<'_>, pointed: Option<AreaId>) {
    let area = AreaId::of(MysteryArea::OutOfPlay);
    let Some(rect) = place(area).filter(|_| pointed == Some(area) && !view.dumped.is_empty()) else { return };
    let id = Id::new("low cards gone");
    let (size, window) = (widgets::known_size(ui.ctx(), id), ui.ctx().content_rect());
    let beside =
        widgets::beside(rect, size, window, &[RectAlign::TOP_END, RectAlign::LEFT, RectAlign::BOTTOM_END], &[]);
    egui::Area::new(id).interactable(false).fixed_pos(beside.min).show(ui.ctx(), |ui| {
        theme::floating_frame(&theme::of(ui)).show(ui, |ui| {
            ui.set_width(OUT_WIDTH);
            widgets::label(ui, "Low cards used up");
            gone(ui, view);
        });
    });
}

const OUT_WIDTH: f32 = 300.0;

/// G leads to the grid, P to the piles, N to the cards that can be named.
fn keys(ui: &Ui, view: &View, context: &mut PanelContext<'_>) {
    let focused = ui.memory(|memory| memory.focused());
    let is_typing = focused.is_some_and(|id| egui::TextEdit::load_state(ui.ctx(), id).is_some());
    if is_typing || !ui.is_enabled() {
        return;
    }
    let is_plain = ui.input(|input| input.modifiers.is_none());
    let pressed = |key| is_plain && ui.input(|input| input.key_pressed(key));
    let give = |id| ui.memory_mut(|memory| memory.request_focus(id));
    if pressed(Key::G) {
        give(id_of(Note::Row(0, 0)));
    } else if pressed(Key::N) {
        give(naming_id());
    } else if pressed(Key::P)
        && let Some(pile) = first_pile(view)
    {
        if let Some(id) = focused {
            ui.memory_mut(|memory| memory.surrender_focus(id));
        }
        context.requests.push(PanelRequest::Point(AreaId::of(MysteryArea::Pile(pile as u8))));
    }
}

/// The first pile that can be paid, or else that has anything left to ask.
fn first_pile(view: &View) -> Option<usize> {
    let payable = (0..view.down.len()).find(|pile| !view.payments(*pile).is_empty());
    payable.or_else(|| view.down.iter().position(|down| *down > 0))
}

/// The cells of the pile that is pointed at, or those in which the answer under the pointer may lie.
fn lit_cells(ui: &Ui, view: &View, sheet: &Sheet, place: PlaceOf<'_>, pointed: Option<AreaId>) -> Vec<GridCell> {
    let Some(MysteryArea::Pile(pile)) = pointed.and_then(AreaId::to) else { return Vec::new() };
    let number = usize::from(pile);
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let answers = view.up.get(number).map_or(0, Vec::len) as u8;
    // Answers overlap: the last one under the pointer lies on top.
    let is_over = |answer: &u8| {
        let rect = place(AreaId::of(MysteryArea::Answer(pile, *answer)));
        pointer.zip(rect).is_some_and(|(at, rect)| rect.contains(at))
    };
    match (0..answers).rev().find(is_over) {
        Some(answer) => match view.up[number][usize::from(answer)].card() {
            Some(card) => cells_for(view, sheet, number, card),
            None => Vec::new(),
        },
        None => view.reasoner.cells_of(number).iter().collect(),
    }
}

/// A row's part for its token, in table units.
const TOKEN_WIDTH: f32 = 50.0;

/// Beside each token its price: small cards, and what they are in words.
fn prices(ui: &Ui, view: &View, place: PlaceOf<'_>) {
    let ink = theme::of(ui);
    for (number, pile) in (0u8..).zip(&view.puzzle.piles) {
        let Some(rect) = place(AreaId::of(MysteryArea::Price(number))) else { continue };
        let unit = rect.width() / PRICE;
        let (token, middle) = (TOKEN_WIDTH * unit, rect.top() + rect.height() * TOKEN_DOWN);
        let high = (40.0 * unit).min(rect.height() * 0.36);
        let corner = pos2(rect.left() + token, middle - high / 2.0);
        let room = Rect::from_min_size(corner, Vec2::new(rect.width() - token - 8.0 * unit, high));
        if !view.pure_logic {
            price_cards(ui, room, pile.price, &ink);
        }
        let (left, width) = (rect.left() + 8.0 * unit, rect.width() - 18.0 * unit);
        let price = if view.pure_logic { "free".to_owned() } else { pile.price.words() };
        let words = format!("Pile {}: {price}", number + 1);
        let room_below = rect.bottom() - room.bottom() - 8.0 * unit;
        let words = words_within(ui, &words, (15.0 * unit / 0.74).clamp(10.0, 24.0), Vec2::new(width, room_below));
        ui.painter().galley(pos2(left, room.bottom() + 4.0 * unit), words, ink.text.egui());
    }
}

/// Words as large as this, or smaller where they would be higher than their room.
fn words_within(ui: &Ui, words: &str, points: f32, room: Vec2) -> Arc<Galley> {
    let text = theme::of(ui).text.egui();
    let lay = |points: f32| ui.painter().layout(words.to_owned(), theme::body(points), text, room.x);
    let smaller = [1.0, 0.9, 0.8, 0.7, 0.6].map(|part| part * points);
    smaller.into_iter().map(lay).find(|galley| galley.size().y <= room.y).unwrap_or_else(|| lay(0.6 * points))
}

/// A price as small cards: equal letters are equal numbers, a suit's sign stands for any one suit.
fn price_cards(ui: &Ui, room: Rect, price: Price, ink: &Palette) {
    let signs: Vec<&str> = match price {
        Price::Same(count) => vec!["x"; usize::from(count)],
        Price::Suit(count) => vec!["♠"; usize::from(count)],
        Price::Flush(count) => ["4", "5", "6", "7"][..usize::from(count.min(4))].to_vec(),
        Price::Groups(first, second) => [vec!["x"; usize::from(first)], vec!["y"; usize::from(second)]].concat(),
    };
    let count = signs.len() as f32;
    let wide = (room.height() * 0.68).min((room.width() + 2.0) / count - 2.0);
    let card = Vec2::new(wide, room.height().min(1.8 * wide));
    let top_left = room.left_center() - Vec2::new(0.0, card.y / 2.0);
    for (number, sign) in signs.iter().enumerate() {
        let rect = Rect::from_min_size(top_left + Vec2::new((wide + 2.0) * number as f32, 0.0), card);
        let edge = Stroke::new(1.0, ink.panel.egui());
        ui.painter().rect(rect, 2.0, print::PAPER.egui(), edge, StrokeKind::Inside);
        paint(ui, rect.center(), sign, theme::strong((card.y * 0.5).min(0.9 * wide)), print::INK.egui());
    }
}
