//! The panel beside the table: the state of the game, the ways to pay, naming the mystery, and the notes.

use bevy_egui::egui::{self, Align2, Id, Order, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};

use super::notes::{Note, Notes, letter};
use super::plan::{self, paint, style_of};
use crate::cards::{Card, CardSet, Suit};
use crate::games::mystery::places::MysteryArea;
use crate::games::mystery::rules::{HandCards, Move, MysteryCards, View, pretty_cards};
use crate::layout::AreaId;
use crate::table::panels::{PanelContext, PanelRequest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::counted;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Tab {
    Pay,
    Name,
    Rows,
    Columns,
    Piles,
}

impl Tab {
    /// Each with the word on it and what it is for.
    const ALL: [(Tab, &'static str, &'static str); 5] = [
        (Tab::Pay, "Pay", "Ways to pay"),
        (Tab::Name, "Name", "Name the mystery"),
        (Tab::Rows, "Rows", "Notes: the ranks of the rows"),
        (Tab::Columns, "Suits", "Notes: the suits of the columns"),
        (Tab::Piles, "Piles", "Notes: the cards of the piles"),
    ];
}

#[derive(Clone, PartialEq, Debug)]
struct PanelState {
    /// In a narrow window, `None` until one is opened.
    tab: Option<Tab>,
    pile: usize,
    /// The cards chosen for the mystery, slot by slot.
    chosen: Vec<Option<Card>>,
    /// The slot that the next card is chosen for.
    slot: usize,
}

/// The width of a tab's content, which a narrow window shows over the table.
const OPENED: f32 = 290.0;
const FOLDED_TABS: f32 = OPENED + 2.0 * space::M;
const GAP: f32 = 3.0;
const HEAD: f32 = 26.0;

/// The whole panel. In a narrow window it is one line, and the open tab's content floats above it.
pub fn show(ui: &mut Ui, context: &mut PanelContext<'_>) {
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    let id = Id::new(("mystery panel", context.folded));
    let initial = PanelState { tab: (!context.folded).then_some(Tab::Pay), pile: 0, chosen: Vec::new(), slot: 0 };
    let mut state: PanelState = ui.data(|data| data.get_temp(id)).unwrap_or(initial);
    state.chosen.resize(view.puzzle.mysteries(), None);
    state.pile = state.pile.min(view.down.len().saturating_sub(1));
    state.slot = state.slot.min(state.chosen.len().saturating_sub(1));
    let before = state.clone();
    if context.folded {
        folded_panel(ui, view, &mut state, context);
    } else {
        head(ui, view, false);
        ui.add_space(space::S);
        tabs(ui, &mut state, false);
        ui.add_space(space::S);
        let max_height = (ui.available_height() - 90.0).max(120.0);
        let scroll = egui::ScrollArea::vertical().id_salt("mystery").max_height(max_height).auto_shrink([false, true]);
        scroll.show(ui, |ui| content(ui, view, &mut state, context));
    }
    if state != before {
        ui.data_mut(|data| data.insert_temp(id, state));
    }
}

fn folded_panel(ui: &mut Ui, view: &View, state: &mut PanelState, context: &mut PanelContext<'_>) {
    let room = ui.max_rect();
    ui.vertical(|ui| {
        ui.set_width(room.width() - FOLDED_TABS);
        ui.add_space((ui.available_height() - 2.0 * size::CAPTION * 1.4) / 2.0);
        head(ui, view, true);
    });
    tabs(ui, state, true);
    floating_content(ui, room.right_top(), view, state, context);
}

/// The open tab's content over the table, on the right, where it hides the least.
fn floating_content(ui: &Ui, corner: Pos2, view: &View, state: &mut PanelState, context: &mut PanelContext<'_>) {
    let Some(tab) = state.tab.filter(|_| ui.is_enabled()) else { return };
    let ink = theme::of(ui);
    let at = corner - Vec2::new(0.0, space::S);
    // egui remembers an area's size by its id, so the id contains whatever can change the size.
    let id = Id::new(("mystery opened", tab, view.hand.len(), view.questions, view.puzzle.rows, view.down.len()));
    let area = egui::Area::new(id).order(Order::Middle).pivot(Align2::RIGHT_BOTTOM);
    let room = at.y - 2.0 * theme::TARGET - space::XL;
    area.fixed_pos(at).show(ui.ctx(), |ui| {
        theme::floating_frame(&ink).inner_margin(space::M).show(ui, |ui| {
            ui.set_width(OPENED);
            egui::ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
                content(ui, view, state, context);
            });
        });
    });
}

fn head(ui: &mut Ui, view: &View, folded: bool) {
    let ink = theme::of(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let font = if folded { theme::strong(size::SECOND) } else { theme::display(size::DISPLAY_S) };
    let title = egui::RichText::new(&view.puzzle.title).font(font).color(ink.text.egui());
    ui.add(egui::Label::new(title).truncate());
    let all_shipped = plan::shipped_puzzles(ui);
    let shipped = all_shipped.iter().find(|shipped| shipped.puzzle == *view.puzzle);
    let mut words = vec![counted(view.questions, "question", "questions")];
    words.extend(shipped.map(|shipped| format!("par {}", shipped.par.rounded())));
    words.extend(view.puzzle.printed_par.filter(|_| !folded).map(|par| format!("printed par {par}")));
    let caption = widgets::caption(ui, words.join(" · "));
    if let Some(shipped) = shipped {
        caption.on_hover_text(plan::exact_par(shipped.par));
    }
    if !folded {
        mods(ui, view);
    }
}

fn mods(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    for words in view.puzzle.mods() {
        plan::text(ui, format!("{words}."), theme::body(size::CAPTION), ink.note);
    }
}

fn tabs(ui: &mut Ui, state: &mut PanelState, folded: bool) {
    let count = Tab::ALL.len() as f32;
    let all_tabs = if folded { FOLDED_TABS } else { ui.available_width() };
    let width = (all_tabs - (count - 1.0) * GAP) / count;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (tab, word, meaning) in Tab::ALL {
            let is_open = state.tab == Some(tab);
            let tab_size = Vec2::new(width, theme::TARGET);
            if widgets::sign(ui, tab_size, (word, size::CAPTION), meaning, style_of(is_open)).clicked() {
                state.tab = (!(is_open && folded)).then_some(tab);
            }
        }
    });
}

fn plate(ui: &mut Ui, size: Vec2, name: &str, is_on: bool, enabled: bool) -> Response {
    widgets::plate(ui, size, name, style_of(is_on), enabled)
}

fn content(ui: &mut Ui, view: &View, state: &mut PanelState, context: &mut PanelContext<'_>) {
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    if let Some((.., meaning)) = Tab::ALL.iter().find(|(tab, ..)| Some(*tab) == state.tab) {
        widgets::label(ui, meaning);
    }
    if context.folded {
        mods(ui, view);
    }
    let mut notes = Notes::read(context.notes, context.seed);
    let before = notes.clone();
    match state.tab {
        None => {}
        Some(Tab::Pay) => payments(ui, view, context),
        Some(Tab::Name) => mystery_naming(ui, view, &notes, state, context),
        Some(Tab::Rows) => row_notes(ui, view, &mut notes),
        Some(Tab::Columns) => column_notes(ui, view, &mut notes),
        Some(Tab::Piles) => pile_notes(ui, view, &mut notes, state),
    }
    if matches!(state.tab, Some(Tab::Rows | Tab::Columns | Tab::Piles)) {
        notes_mode(ui, &mut notes);
        notes_status(ui, view, &notes);
    }
    if notes != before {
        context.requests.push(PanelRequest::Note(notes.text()));
    }
}

fn payments(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let can_play = context.at_screen.is_some() && view.over.is_none();
    // The pile under the pointer comes first.
    let mut order: Vec<usize> = (0..view.puzzle.piles.len()).collect();
    order.sort_by_key(|pile| context.pointed != Some(AreaId::of(MysteryArea::Pile(*pile as u8))));
    let payments = order.into_iter().map(|pile| (pile, view.payments(pile)));
    let payable: Vec<(usize, Vec<HandCards>)> = payments.filter(|(_, ways)| !ways.is_empty()).collect();
    if payable.is_empty() {
        let words = if view.hand.is_empty() { "Your hand is empty." } else { "You cannot pay for any pile yet." };
        widgets::caption(ui, words);
    }
    for (pile, ways) in payable {
        widgets::caption(ui, format!("Pile {} · {}", pile + 1, view.puzzle.piles[pile].price.words()));
        // Two in a row if there is room for their cards.
        let (whole, half) = (ui.available_width(), (ui.available_width() - GAP) / 2.0);
        let width = if ways[0].len() > 4 { whole } else { half };
        ui.horizontal_wrapped(|ui| {
            for with in ways {
                payment(ui, pile, with, width, can_play, context);
            }
        });
        ui.add_space(space::XS);
    }
}

/// A button that pays with these cards; pointing at it marks them on the table.
fn payment(ui: &mut Ui, pile: usize, with: HandCards, width: f32, can_play: bool, context: &mut PanelContext<'_>) {
    let spoken = format!("Ask pile {} with {}", pile + 1, pretty_cards(&with, " "));
    let plate = plate(ui, Vec2::new(width, theme::TARGET), &spoken, false, can_play);
    card_row(ui, plate.rect, &with);
    let mv = Move::Ask { pile: pile as u8, with }.to_string();
    if can_play && (plate.hovered() || plate.has_focus()) {
        context.requests.push(PanelRequest::Consider(mv.clone()));
    }
    if can_play && plate.clicked() {
        context.requests.push(PanelRequest::Play(mv));
    }
}

fn card_row(ui: &Ui, rect: Rect, cards: &[Card]) {
    let step = 36.0f32.min((rect.width() - space::S) / cards.len().max(1) as f32);
    let left = rect.center().x - step * (cards.len() as f32 - 1.0) / 2.0;
    for (number, card) in (0u8..).zip(cards) {
        card_name(ui, egui::pos2(left + step * f32::from(number), rect.center().y), *card, false);
    }
}

fn card_name(ui: &Ui, centre: Pos2, card: Card, is_faint: bool) {
    let ink = theme::of(ui);
    let is_red = matches!(card.suit(), Suit::Hearts | Suit::Diamonds);
    let colour = if is_red { ink.bad } else { ink.text };
    let colour = if is_faint { colour.veil(90) } else { colour.egui() };
    paint(ui, centre, card.pretty(), theme::body(size::BODY), colour);
}

fn mystery_naming(ui: &mut Ui, view: &View, notes: &Notes, state: &mut PanelState, context: &mut PanelContext<'_>) {
    if notes.kept {
        answer_count(ui, view);
    } else {
        widgets::caption(ui, "You have only one guess.");
    }
    if state.chosen.len() > 1 {
        mystery_slots(ui, view, state);
    }
    // Above the cards, so that it stays in view however many rows the grid has.
    guess_button(ui, view, state, context);
    ui.add_space(space::XS);
    mystery_cards(ui, view, notes, state);
}

fn guess_button(ui: &mut Ui, view: &View, state: &mut PanelState, context: &mut PanelContext<'_>) {
    let cards: Vec<Card> = state.chosen.iter().flatten().copied().collect();
    let is_complete = cards.len() == state.chosen.len();
    let can_guess = is_complete && context.at_screen.is_some() && view.over.is_none();
    let word =
        if cards.is_empty() { "Choose a card".to_owned() } else { format!("Name {}", pretty_cards(&cards, " ")) };
    let style = if can_guess { ButtonStyle::Primary } else { ButtonStyle::Plain };
    let button = widgets::wide_button(ui, &word, style, can_guess).on_hover_text("You have only one guess");
    if button.clicked() && can_guess {
        context.requests.push(PanelRequest::Play(guess_notation(view, &cards)));
        state.chosen.fill(None);
    }
}

fn mystery_cards(ui: &mut Ui, view: &View, notes: &Notes, state: &mut PanelState) {
    let faint = impossible(view, notes, state.slot);
    card_grid(ui, view, |ui, plate_size, card| {
        let plate = plate(ui, plate_size, &card.spoken(), state.chosen.contains(&Some(card)), true);
        card_name(ui, plate.rect.center(), card, faint.contains(card));
        if plate.clicked() {
            choose(state, card);
        }
    });
}

/// A plate for every card of the grid, a rank in each row; `add` is given the size of a plate.
fn card_grid(ui: &mut Ui, view: &View, mut add: impl FnMut(&mut Ui, Vec2, Card)) {
    let plate_size = Vec2::new((ui.available_width() - 3.0 * GAP) / 4.0, theme::TARGET);
    for rank in view.puzzle.ranks() {
        ui.horizontal(|ui| {
            for suit in Suit::ALL {
                add(ui, plate_size, Card::new(rank, suit));
            }
        });
    }
}

/// The cards that cannot be the mystery in this slot: those that are face up, or, if the program keeps the notes, those
/// in no possible answer.
fn impossible(view: &View, notes: &Notes, slot: usize) -> CardSet {
    if !notes.kept {
        return view.up.iter().flatten().filter_map(|answer| answer.card()).collect();
    }
    let mut possible = CardSet::EMPTY;
    for answer in &view.known.answers {
        let cards = view.reasoner.answer_cards(answer);
        if view.puzzle.is_named_as_a_set() {
            possible.extend(cards);
        } else {
            possible.extend(cards.get(slot).copied());
        }
    }
    possible.complement()
}

fn answer_count(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    let count = view.known.answers.len();
    let (words, colour) = match count {
        1 => ("The mystery is certain".to_owned(), ink.good),
        _ => (format!("{count} answers are possible"), ink.muted),
    };
    plan::text(ui, words, theme::body(size::CAPTION), colour);
}

/// Chooses a card for the current slot, or takes it back if it was chosen.
fn choose(state: &mut PanelState, card: Card) {
    if let Some(slot) = state.chosen.iter().position(|chosen| *chosen == Some(card)) {
        state.chosen[slot] = None;
        state.slot = slot;
        return;
    }
    let slot = state.slot;
    if let Some(chosen) = state.chosen.get_mut(slot) {
        *chosen = Some(card);
    }
    state.slot = state.chosen.iter().position(Option::is_none).unwrap_or(slot);
}

fn guess_notation(view: &View, cards: &[Card]) -> String {
    let mut cards: MysteryCards = cards.iter().copied().take(4).collect();
    if view.puzzle.is_named_as_a_set() {
        cards.sort_unstable();
    }
    Move::Guess(cards).to_string()
}

fn mystery_slots(ui: &mut Ui, view: &View, state: &mut PanelState) {
    let count = state.chosen.len();
    let width = (ui.available_width() - (count as f32 - 1.0) * GAP) / count as f32;
    ui.horizontal(|ui| {
        for slot in 0..count {
            let (place, card) = (slot_name(view, slot), state.chosen[slot]);
            let shown = card.map_or("?".to_owned(), |card| card.pretty());
            let name = format!("Mystery {place}: {shown}");
            let (slot_size, word) = (Vec2::new(width, theme::TARGET), format!("{place} {shown}"));
            let style = style_of(state.slot == slot);
            if widgets::sign(ui, slot_size, (&word, size::SECOND), &name, style).clicked() {
                state.slot = slot;
            }
        }
    });
}

/// The cell of a mystery card, or its number.
fn slot_name(view: &View, slot: usize) -> String {
    view.puzzle.mystery_cells().get(slot).map_or_else(|| (slot + 1).to_string(), ToString::to_string)
}

fn row_notes(ui: &mut Ui, view: &View, notes: &mut Notes) {
    let ranks: Vec<String> = view.puzzle.ranks().iter().map(|rank| rank.label().to_owned()).collect();
    let rows: Vec<String> = (0..usize::from(view.puzzle.rows)).map(|row| letter(row).to_string()).collect();
    note_grid(ui, view, notes, ("row", &rows), &ranks, Note::Row);
}

fn column_notes(ui: &mut Ui, view: &View, notes: &mut Notes) {
    let suits: Vec<String> = Suit::ALL.iter().map(|suit| suit.sign().to_string()).collect();
    let columns: Vec<String> = (1..=4).map(|column| column.to_string()).collect();
    note_grid(ui, view, notes, ("column", &columns), &suits, Note::Column);
}

/// A grid of notes: a line for each row or column, a plate for each rank or suit that it can have.
fn note_grid(
    ui: &mut Ui,
    view: &View,
    notes: &mut Notes,
    (kind, lines): (&str, &[String]),
    values: &[String],
    note: impl Fn(usize, usize) -> Note,
) {
    let width = ((ui.available_width() - HEAD) / values.len().max(1) as f32 - GAP).max(theme::TARGET);
    let plate_size = Vec2::new(width, theme::TARGET);
    let mut show_line = |ui: &mut Ui, line: usize, name: &String| {
        let (head, _) = ui.allocate_exact_size(Vec2::new(HEAD - GAP, theme::TARGET), Sense::hover());
        paint(ui, head.center(), name, theme::body(size::BODY), theme::of(ui).text.egui());
        for (number, value) in values.iter().enumerate() {
            let spoken = format!("{kind} {name}: {value}");
            note_plate(ui, view, notes, note(line, number), value, &spoken, plate_size);
        }
    };
    egui::ScrollArea::horizontal().id_salt(kind).auto_shrink([false, true]).show(ui, |ui| {
        for (line, name) in lines.iter().enumerate() {
            ui.horizontal(|ui| show_line(ui, line, name));
        }
    });
}

fn note_plate(ui: &mut Ui, view: &View, notes: &mut Notes, note: Note, word: &str, spoken: &str, plate_size: Vec2) {
    let ink = theme::of(ui);
    let is_out = notes.is_crossed_out(note, &view.known);
    let name = if is_out { format!("{spoken}, crossed out") } else { spoken.to_owned() };
    let plate = plate(ui, plate_size, &name, false, !notes.kept);
    let colour = if word.ends_with(['♥', '♦']) { ink.bad } else { ink.text };
    let colour = if is_out { ink.muted.veil(120) } else { colour.egui() };
    paint(ui, plate.rect.center(), word, theme::body(size::BODY), colour);
    if is_out {
        let cross = plate.rect.shrink2(Vec2::new(plate.rect.width() * 0.3, 12.0));
        let line = Stroke::new(2.0, ink.bad.veil(170));
        ui.painter().line_segment([cross.left_bottom(), cross.right_top()], line);
    }
    if plate.clicked() && !notes.kept {
        notes.toggle(note);
    }
}

fn pile_notes(ui: &mut Ui, view: &View, notes: &mut Notes, state: &mut PanelState) {
    pile_choice(ui, view, state);
    card_grid(ui, view, |ui, plate_size, card| {
        let Some(number) = view.reasoner.number(card) else { return };
        let note = Note::Pile(state.pile, usize::from(number));
        let spoken = format!("pile {}: {}", state.pile + 1, card.spoken());
        note_plate(ui, view, notes, note, &card.pretty(), &spoken, plate_size);
    });
}

fn pile_choice(ui: &mut Ui, view: &View, state: &mut PanelState) {
    let count = view.down.len();
    let width = ((ui.available_width() + GAP) / count as f32 - GAP).clamp(theme::TARGET, 62.0);
    ui.horizontal_wrapped(|ui| {
        for pile in 0..count {
            let name = format!("Pile {}", pile + 1);
            let plate = plate(ui, Vec2::new(width, theme::TARGET), &name, state.pile == pile, true);
            plan::token(ui, plate.rect, pile);
            if plate.clicked() {
                state.pile = pile;
            }
        }
    });
}

fn notes_mode(ui: &mut Ui, notes: &mut Notes) {
    ui.add_space(space::XS);
    let half = (ui.available_width() - GAP) / 2.0;
    ui.horizontal(|ui| {
        for (kept, word, meaning) in [
            (false, "By hand", "Click to cross out what is impossible"),
            (true, "By Parlour", "Parlour crosses out whatever is impossible"),
        ] {
            let name = format!("Notes {}: {meaning}", word.to_lowercase());
            let (half_size, style) = (Vec2::new(half, theme::TARGET), style_of(notes.kept == kept));
            if widgets::sign(ui, half_size, (word, size::SECOND), &name, style).clicked() {
                notes.kept = kept;
            }
        }
    });
}

fn notes_status(ui: &mut Ui, view: &View, notes: &Notes) {
    let ink = theme::of(ui);
    let (words, colour) = match notes.contradiction(view) {
        Some(contradiction) => (format!("Your notes contradict each other: {contradiction}."), ink.bad),
        None if notes.kept => {
            (format!("{} possible.", counted(view.known.answers.len(), "answer", "answers")), ink.muted)
        }
        None => ("Click to cross out what is impossible.".to_owned(), ink.muted),
    };
    plan::text(ui, words, theme::body(size::CAPTION), colour);
}
