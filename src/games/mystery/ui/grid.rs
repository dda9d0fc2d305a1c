//! The grid of the deduction board: its cells with the cards that may lie there, the marks beside rows and above columns,
//! and the twists across it. Every mark can be changed by pointer and by keys; none of them touches another.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Id, Key, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType, pos2,
};

use super::plan::{paint, suit_ink};
use crate::cards::{Card, Suit};
use crate::games::mystery::notes::{Note, NoteMark, Notes, Sheet, candidates, row_name};
use crate::games::mystery::places::{CELL_WIDTH, COLUMN_NOTES, MysteryArea, ROW_NOTES};
use crate::games::mystery::puzzle::{COLUMNS, GridCell, Twist};
use crate::games::mystery::rules::View;
use crate::layout::AreaId;
use crate::table::focus;
use crate::table::panels::PlaceOf;
use crate::table::theme::{self, print};

/// The width and height that a token takes of its cell, in table units.
const TOKEN_ROOM: f32 = 42.0;

/// From a cell's right edge to its name, in points.
const NAME_ASIDE: f32 = 5.0;

/// Where the grid is in the window.
pub(super) struct GridPlan {
    first: Rect,
    /// Points per table unit.
    unit: f32,
}

impl GridPlan {
    pub(super) fn of(view: &View, place: PlaceOf<'_>) -> Option<GridPlan> {
        let cell = |row, column| place(AreaId::of(MysteryArea::Cell(GridCell::new(row, column)?)));
        let (first, last) = (cell(0, 0)?, cell(view.puzzle.rows - 1, COLUMNS - 1)?);
        // Cells touch, so their size follows from the whole exactly.
        let size = Vec2::new(
            (last.right() - first.left()) / f32::from(COLUMNS),
            (last.bottom() - first.top()) / f32::from(view.puzzle.rows),
        );
        Some(GridPlan { first: Rect::from_min_size(first.min, size), unit: size.x / CELL_WIDTH })
    }

    fn bottom(&self, view: &View) -> f32 {
        self.first.top() + f32::from(view.puzzle.rows) * self.first.height()
    }

    fn cell(&self, cell: GridCell) -> Rect {
        let step = Vec2::new(f32::from(cell.column()), f32::from(cell.row())) * self.first.size();
        self.first.translate(step)
    }

    /// The place of a mark at the left of its row, where so many stand.
    fn row_mark(&self, row: u8, rank: u8, ranks: u8) -> Rect {
        let size = Vec2::new((ROW_NOTES - 12.0) * self.unit, self.first.height() - 4.0 * self.unit);
        let corner = pos2(self.first.left() - size.x - 7.0 * self.unit, self.first.top() + 2.0 * self.unit);
        let room = Rect::from_min_size(corner, size).translate(Vec2::new(0.0, f32::from(row) * self.first.height()));
        mark_in(room, rank, ranks, 52.0 * self.unit)
    }

    /// The place of a mark above its column.
    fn column_mark(&self, column: u8, suit: u8) -> Rect {
        let size = Vec2::new(self.first.width() - 16.0 * self.unit, COLUMN_NOTES * self.unit - 6.0);
        let left = self.first.left() + 8.0 * self.unit + f32::from(column) * self.first.width();
        mark_in(Rect::from_min_size(pos2(left, self.first.top() - size.y - 3.0), size), suit, COLUMNS, size.y / 2.0)
    }
}

/// The place of a mark among so many in this room, none higher than `most_high`: in the middle of it.
fn mark_in(room: Rect, number: u8, count: u8, most_high: f32) -> Rect {
    let step = fitting(room.size(), usize::from(count), most_high, RANK_WIDTH).unwrap_or_default();
    let columns = ((room.width() / step.x + 0.01) as u8).max(1);
    let all = step * Vec2::new(f32::from(columns), f32::from(count.div_ceil(columns)));
    let corner = room.center() - all / 2.0;
    let at = Vec2::new(f32::from(number % columns), f32::from(number / columns)) * step;
    Rect::from_min_size(corner + at, step).shrink(within(step))
}

/// From the edge of a mark's place to the mark.
fn within(step: Vec2) -> f32 {
    (0.04 * step.y).min(1.0)
}

pub(super) fn id_of(note: Note) -> Id {
    Id::new(("note", format!("{note:?}")))
}

pub(super) struct GridNotes<'a> {
    pub(super) view: &'a View,
    pub(super) notes: &'a Notes,
    pub(super) sheet: &'a Sheet,
    pub(super) grid: GridPlan,
    pub(super) can_note: bool,
    pub(super) after: &'a mut Notes,
    /// The mark that had the focus, and whether it is still there.
    pub(super) last_focus: Option<Id>,
    pub(super) has_last: bool,
    /// The mark that has the focus now.
    pub(super) focused: Option<Id>,
    /// Whether the arrow keys lead on from the lowest mark to what lies below the grid.
    pub(super) is_left: bool,
}

/// What is drawn in a cell.
enum CellContent {
    Card(Card),
    /// By their numbers in the reasoner.
    Candidates(Vec<u8>),
    /// The half of its card that is known, if any.
    Half,
}

impl GridNotes<'_> {
    pub(super) fn cells(&mut self, ui: &mut Ui, lit: &[GridCell]) {
        let ink = theme::of(ui);
        let line = Stroke::new(ink.line.max(1.0), ink.text.veil(70));
        for cell in GridCell::all(self.view.puzzle.rows) {
            let rect = self.grid.cell(cell);
            if lit.contains(&cell) {
                ui.painter().rect_filled(rect, 0.0, ink.note.veil(70));
            }
            ui.painter().rect_stroke(rect, 0.0, line, StrokeKind::Middle);
            let content = self.content(cell);
            let has_name = self.has_name(ui, cell, rect, &content);
            if has_name {
                let corner = rect.right_top() + Vec2::new(-NAME_ASIDE, 3.0);
                ui.painter().text(corner, Align2::RIGHT_TOP, cell.to_string(), self.name_font(), ink.muted.egui());
            }
            let room = self.room(ui, cell, rect, has_name);
            match content {
                CellContent::Card(card) => self.settled(ui, cell, room, card),
                CellContent::Candidates(cards) => self.candidates(ui, cell, room, cards),
                CellContent::Half => self.half(ui, cell, room),
            }
        }
    }

    /// What is known of a cell.
    fn content(&self, cell: GridCell) -> CellContent {
        if let Some(over) = &self.view.over {
            return over.grid.get(cell.index()).map_or(CellContent::Half, |card| CellContent::Card(*card));
        }
        let settled = match self.sheet.card_of(cell) {
            (Some(rank), Some(suit)) => self.view.reasoner.card(4 * rank + suit),
            _ => None,
        };
        let cards = candidates(self.view, cell);
        match settled {
            Some(card) => CellContent::Card(card),
            None if cards.is_empty() => CellContent::Half,
            None => CellContent::Candidates(cards),
        }
    }

    /// Whether a cell's name stands in it. It gives way where notes beside it would be much smaller.
    fn has_name(&self, ui: &Ui, cell: GridCell, rect: Rect, content: &CellContent) -> bool {
        let count = match content {
            CellContent::Card(_) => 1,
            CellContent::Candidates(cards) => cards.len(),
            CellContent::Half => return true,
        };
        let size = |has_name| {
            let step = fitting(self.room(ui, cell, rect, has_name).size(), count, self.most_high(), CARD_WIDTH);
            step.map_or(0.0, |step| readable(step, CARD_WIDTH)).min(MOST_LETTERS * self.grid.unit)
        };
        size(true) >= 0.8 * size(false)
    }

    /// A cell's card that is known, as a small card. A click takes back what was settled here.
    fn settled(&mut self, ui: &mut Ui, cell: GridCell, room: Rect, card: Card) {
        settled_card(ui, room, card);
        if self.view.over.is_some() {
            return;
        }
        let note = self.view.reasoner.number(card).map(|number| Note::Cell(cell, number));
        if let Some(note) = note.filter(|note| self.notes.made(*note).is_some()) {
            self.press(ui, note, room, &format!("{cell}: {}, settled", card.spoken()));
        }
    }

    /// The greatest height of a candidate's mark.
    fn most_high(&self) -> f32 {
        40.0 * self.grid.unit
    }

    /// Whether notes stand beside a token, and not below it.
    fn is_low(&self, rect: Rect) -> bool {
        rect.height() < 1.6 * TOKEN_ROOM * self.grid.unit || self.view.puzzle.rows > 5
    }

    /// For the cells' names: smaller where a low cell has no more room.
    fn name_font(&self) -> FontId {
        let high = self.grid.first.height();
        theme::body((12.0 * self.grid.unit / 0.74).clamp(10.0, 18.0).min(0.38 * high))
    }

    /// A cell's part beside its token and, where it stands there, its name.
    fn room(&self, ui: &Ui, cell: GridCell, rect: Rect, has_name: bool) -> Rect {
        let token = if self.view.puzzle.pile_of(cell).is_some() { TOKEN_ROOM * self.grid.unit } else { 0.0 };
        let is_low = self.is_low(rect);
        let name = ui.painter().layout_no_wrap(cell.to_string(), self.name_font(), Color32::TRANSPARENT).size();
        let corner =
            if is_low { Vec2::new(token.max(3.0), 2.0) } else { Vec2::new(4.0, token.max(name.y + NAME_ASIDE)) };
        let right = match (is_low, has_name) {
            (true, true) => name.x + NAME_ASIDE + 3.0,
            // For the mark of a shuffle.
            (true, false) if self.is_shuffled(cell) => 4.0 + 0.2 * rect.height(),
            _ => 4.0,
        };
        let below = match is_low {
            true if self.has_arrow(cell) => self.below_arrow() + 4.0,
            true => 2.0,
            false => 4.0,
        };
        Rect::from_min_max(rect.min + corner, rect.max - Vec2::new(right, below))
    }

    /// From the lower edge of a cell to the arrow of a twist along its row.
    fn below_arrow(&self) -> f32 {
        (0.1 * self.grid.first.height()).max(8.0)
    }

    fn has_arrow(&self, cell: GridCell) -> bool {
        let mut twists = self.view.puzzle.twists.iter();
        twists.any(|twist| matches!(twist, Twist::Swap(..) | Twist::Shift(_)) && twist.cells().contains(&cell))
    }

    fn has_joker(&self, cell: GridCell) -> bool {
        let mut twists = self.view.puzzle.twists.iter();
        twists.any(|twist| matches!(twist, Twist::JokerSwap(_)) && twist.cells().contains(&cell))
    }

    fn is_shuffled(&self, cell: GridCell) -> bool {
        let mut twists = self.view.puzzle.twists.iter();
        twists.any(|twist| matches!(twist, Twist::Shuffle(_)) && twist.cells().contains(&cell))
    }

    /// The turned-up cards that may lie in a cell.
    fn candidates(&mut self, ui: &mut Ui, cell: GridCell, room: Rect, cards: Vec<u8>) {
        let Some(step) = fitting(room.size(), cards.len(), self.most_high(), CARD_WIDTH) else { return };
        let all_high = step.y * cards.len().div_ceil((room.width() / step.x + 0.01) as usize) as f32;
        let room = room.translate(Vec2::new(0.0, (room.height() - all_high).max(0.0) / 2.0));
        let columns = (room.width() / step.x + 0.01) as usize;
        for (number, card) in cards.into_iter().enumerate() {
            let at = Vec2::new((number % columns) as f32, (number / columns) as f32) * step;
            let rect = Rect::from_min_size(room.min + at, step).shrink(within(step));
            let Some(shown) = self.view.reasoner.card(card) else { continue };
            let name = format!("{cell}: {}", shown.spoken());
            let colour = suit_ink(ui, shown.suit()).egui();
            self.note(ui, Note::Cell(cell, card), rect, &shown.pretty(), colour, &name);
        }
    }

    /// The half of a cell's card that is known, and where the mystery was.
    fn half(&self, ui: &Ui, cell: GridCell, room: Rect) {
        let (rank, suit) = self.sheet.card_of(cell);
        let least = if self.has_joker(cell) { 0.0 } else { 0.4 * self.grid.first.height() };
        let font = theme::display((0.6 * room.height()).max(least));
        let rank = rank.and_then(|rank| self.view.puzzle.ranks().get(usize::from(rank)).copied());
        let suit = suit.and_then(|suit| Suit::ALL.get(usize::from(suit))).map(|suit| suit.sign().to_string());
        let half = rank.map(|rank| rank.label().to_owned()).or(suit);
        let (text, muted) = (theme::of(ui).text.egui(), theme::of(ui).muted.egui());
        match (half, self.view.puzzle.has_mystery_in(cell)) {
            (None, false) => {}
            (None, true) => {
                // The word "joker" stands below it, in a low cell at the right.
                let at = match (self.has_joker(cell), self.view.puzzle.rows > 5) {
                    (true, true) => pos2(room.left() + 0.22 * room.height(), room.center().y),
                    (true, false) => room.center() - Vec2::new(0.0, 5.0),
                    (false, _) => room.center(),
                };
                paint(ui, at, "?", font, text);
            }
            (Some(half), false) => paint(ui, room.center(), half, font, muted),
            (Some(half), true) => {
                let aside = Vec2::new(0.18 * room.height(), 0.0);
                paint(ui, room.center() - aside, half, font.clone(), muted);
                paint(ui, room.center() + 1.5 * aside, "?", font, text);
            }
        }
    }

    /// The marks of rows and columns.
    pub(super) fn margins(&mut self, ui: &mut Ui) {
        let ranks = self.view.puzzle.ranks();
        let text = theme::of(ui).text.egui();
        for row in 0..self.view.puzzle.rows {
            for (number, rank) in (0..).zip(&ranks) {
                let rect = self.grid.row_mark(row, number, ranks.len() as u8);
                let name = format!("{}: {}", row_name(row), rank.label());
                self.note(ui, Note::Row(row, number), rect, rank.label(), text, &name);
            }
        }
        for column in 0..COLUMNS {
            for (number, suit) in (0..).zip(Suit::ALL) {
                let rect = self.grid.column_mark(column, number);
                let name = format!("column {}: {}", column + 1, suit.sign());
                let colour = suit_ink(ui, suit).egui();
                self.note(ui, Note::Column(column, number), rect, &suit.sign().to_string(), colour, &name);
            }
        }
    }

    /// A mark that can be changed: its word, crossed out, settled, or neither.
    fn note(&mut self, ui: &mut Ui, note: Note, rect: Rect, word: &str, colour: Color32, name: &str) {
        let mark = self.sheet.mark(note);
        let made = self.notes.made(note);
        let spoken = match mark {
            NoteMark::Possible => name.to_owned(),
            NoteMark::CrossedOut => format!("{name}, crossed out"),
            NoteMark::Settled => format!("{name}, settled"),
        };
        let is_hot = self.press(ui, note, rect, &spoken);
        let ink = theme::of(ui);
        let high = (rect.height() * 0.66).min(MOST_LETTERS * self.grid.unit).max(9.0);
        let font = theme::body(size_within(ui, word, high, rect.size()));
        let by_hand = match made {
            Some((_, true)) => ink.note,
            _ => ink.text,
        };
        let corner = CornerRadius::same(4);
        if is_hot {
            ui.painter().rect_filled(rect, corner, ink.raised_hover.veil(200));
        }
        match mark {
            NoteMark::Possible => paint(ui, rect.center(), word, font, colour),
            NoteMark::Settled => {
                ui.painter().rect(rect, corner, ink.panel.egui(), Stroke::new(2.0, by_hand.egui()), StrokeKind::Inside);
                paint(ui, rect.center(), word, FontId { size: font.size * 1.1, ..theme::strong(0.0) }, colour);
            }
            NoteMark::CrossedOut => {
                paint(ui, rect.center(), word, font, colour.gamma_multiply(0.6));
                let half = Vec2::new((rect.width() * 0.36).min(11.0), (rect.height() * 0.3).min(8.0));
                let line = match made {
                    Some((_, in_pencil)) => Stroke::new(2.0, if in_pencil { ink.note } else { ink.bad }.egui()),
                    None => Stroke::new(1.2, ink.muted.veil(170)),
                };
                let (from, to) =
                    (rect.center() + Vec2::new(-half.x, half.y), rect.center() + Vec2::new(half.x, -half.y));
                ui.painter().line_segment([from, to], line);
            }
        }
    }

    /// Makes a mark clickable: a click goes on to the next mark, a right click or S settles, X crosses out. Returns
    /// whether it is pointed at or has the focus.
    fn press(&mut self, ui: &mut Ui, note: Note, rect: Rect, name: &str) -> bool {
        let sense = if self.can_note { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, id_of(note), sense);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Checkbox, self.can_note, name));
        if !self.can_note {
            return false;
        }
        self.has_last |= Some(response.id) == self.last_focus;
        if response.has_focus() {
            self.focused = Some(response.id);
        }
        let mark = self.notes.made(note).map_or(NoteMark::Possible, |(mark, _)| mark);
        let pressed = |key| response.has_focus() && ui.input(|input| input.key_pressed(key));
        self.is_left |= pressed(Key::ArrowDown) && rect.bottom() + rect.height() > self.grid.bottom(self.view);
        let toggled = |to| if mark == to { NoteMark::Possible } else { to };
        if response.clicked() {
            self.after.set(note, mark.next());
        } else if response.secondary_clicked() || pressed(Key::S) {
            self.after.set(note, toggled(NoteMark::Settled));
        } else if pressed(Key::X) {
            self.after.set(note, toggled(NoteMark::CrossedOut));
        }
        focus::ring(ui, &response);
        response.hovered() || response.has_focus()
    }

    /// Twists as arrows across the cells, before the cards go to the piles of their tokens.
    pub(super) fn twists(&self, ui: &Ui) {
        if self.view.over.is_some() {
            return;
        }
        let ink = theme::of(ui);
        let colour = ink.note.veil(210);
        let stroke = Stroke::new(2.5, colour);
        let size = self.grid.first.size();
        // Along a row below what stands in its cells, along a column beside it.
        let aside = |way: Vec2| match way.x == 0.0 {
            true => Vec2::new(-0.08 * size.x, 0.0),
            false => Vec2::new(0.0, 0.5 * size.y - self.below_arrow()),
        };
        let at = |cell: &GridCell| self.grid.cell(*cell).center();
        let arrow = |from: Pos2, to: Pos2| {
            let way = (to - from).normalized();
            let (from, to) = (from + aside(way), to + aside(way));
            let short = way * size * if way.x == 0.0 { 0.26 } else { 0.15 };
            let (from, to) = (from + short, to - short);
            let (back, side) = (way * 9.0, way.rot90() * 5.0);
            ui.painter().line_segment([from, to - back], stroke);
            let tip = vec![to, to - back + side, to - back - side];
            ui.painter().add(egui::Shape::convex_polygon(tip, colour, Stroke::NONE));
        };
        for twist in &self.view.puzzle.twists {
            let cells = twist.cells();
            match twist {
                Twist::Swap(one, other) => {
                    arrow(at(one), at(other));
                    arrow(at(other), at(one));
                }
                Twist::Shift(_) => cells.windows(2).for_each(|pair| arrow(at(&pair[0]), at(&pair[1]))),
                Twist::Shuffle(_) | Twist::JokerSwap(_) => {
                    let font =
                        theme::strong((14.0 * self.grid.unit / 0.74).min(0.2 * self.grid.first.height()).max(9.0));
                    let is_joker = matches!(twist, Twist::JokerSwap(_));
                    let word = if is_joker { "joker" } else { "×" };
                    let galley = ui.painter().layout_no_wrap(word.to_owned(), font, colour);
                    for cell in &cells {
                        let rect = self.grid.cell(*cell);
                        if galley.size().x > 0.47 * rect.width() && self.is_low(rect) {
                            continue;
                        }
                        // Where no notes are: beside the token, in low cells below the cell's name. A card that a joker
                        // replaces never comes up, so its cell has no notes.
                        let beside = rect.left_top() + Vec2::new(TOKEN_ROOM * self.grid.unit, 3.0);
                        let corner = match (is_joker, self.is_low(rect)) {
                            (_, true) => rect.right_bottom() - galley.size() - Vec2::new(4.0, 1.0),
                            (true, false) => {
                                rect.center_bottom() - galley.size() * Vec2::new(0.5, 1.0) - Vec2::new(0.0, 4.0)
                            }
                            (false, false) => beside,
                        };
                        ui.painter().galley(corner, galley.clone(), colour);
                    }
                }
            }
        }
    }
}

/// How large the letters of notes are at most, in table units.
const MOST_LETTERS: f32 = 28.0;

/// How wide "10" is, and "10♦", as a part of their height.
const RANK_WIDTH: f32 = 1.2;
const CARD_WIDTH: f32 = 1.75;

/// How large letters are that would like to be `wanted` and must stay within this room.
fn size_within(ui: &Ui, word: &str, wanted: f32, room: Vec2) -> f32 {
    let wanted = wanted.min(room.y);
    let galley = ui.painter().layout_no_wrap(word.to_owned(), theme::body(wanted), Color32::TRANSPARENT);
    wanted * (0.88 * room.x / galley.size().x.max(1.0)).min(1.0)
}

/// The size of so many marks that fit into this room, side by side and below each other, none of them higher than
/// `most_high`, for words that are `wide` times as wide as high; `None` for none.
fn fitting(room: Vec2, count: usize, most_high: f32, wide: f32) -> Option<Vec2> {
    let with = |columns: usize| {
        let lines = count.div_ceil(columns);
        Vec2::new(room.x / columns as f32, (room.y / lines as f32).min(most_high))
    };
    // The last of equal ones is taken: the one with the fewest columns.
    let steps = (1..=count.min(5)).rev().map(with);
    steps.max_by(|one, other| readable(*one, wide).total_cmp(&readable(*other, wide)))
}

/// How large letters can be in a mark of this size, for words that are `wide` times as wide as high.
fn readable(step: Vec2, wide: f32) -> f32 {
    (step.x / wide).min(step.y * 0.85)
}

/// A settled card, as a small card.
fn settled_card(ui: &Ui, room: Rect, card: Card) {
    let high = room.height() * 0.94;
    let is_flat = 1.5 * room.height() < room.width();
    let card_size = if is_flat { Vec2::new(1.5 * high, high) } else { Vec2::new(high * 0.8, high) };
    let rect = Rect::from_center_size(room.center(), card_size);
    let ink = match card.suit() {
        Suit::Hearts | Suit::Diamonds => print::RED,
        Suit::Spades | Suit::Clubs => print::INK,
    };
    ui.painter().rect_filled(rect, 4.0, print::PAPER.egui());
    paint(ui, rect.center(), card.pretty(), theme::strong((high * 0.46).min(rect.width() * 0.42)), ink.egui());
}
