//! What stands beside the table: how far one is, the ways to pay, the notes, and the mystery to be named.

use arrayvec::ArrayVec;
use bevy_egui::egui::{self, Align2, Id, Order, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};

use super::layout::pile_slot;
use super::notes::{Note, Notes, letter};
use super::plan;
use super::puzzle::Mystery;
use super::rules::{HAND, Move, View, cards_of};
use crate::cards::{Card, CardSet, Suit};
use crate::table::panels::{Ask, Beside};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Weight};
use crate::words::counted;

/// What of the panel is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Tab {
    Pay,
    Name,
    Rows,
    Columns,
    Piles,
}

impl Tab {
    const ALL: [(Tab, &'static str, &'static str); 5] = [
        (Tab::Pay, "Pay", "Ways to pay"),
        (Tab::Name, "Name", "Name the mystery"),
        (Tab::Rows, "Rows", "Notes: the ranks of the rows"),
        (Tab::Columns, "Suits", "Notes: the suits of the columns"),
        (Tab::Piles, "Piles", "Notes: the cards of the piles"),
    ];
}

/// What the panel remembers between frames.
#[derive(Clone, PartialEq, Debug)]
struct Open {
    /// In a narrow window, none until one is opened.
    tab: Option<Tab>,
    /// The pile whose cards are noted.
    pile: usize,
    /// The mystery as far as it is named, and the slot that is named next.
    named: Vec<Option<Card>>,
    slot: usize,
}

/// The width of what opens over the table in a narrow window.
const OPENED: f32 = 290.0;
/// The width of the tabs in a narrow window: as wide as what they open.
const FOLDED_TABS: f32 = OPENED + 2.0 * space::M;
/// Between the plates of a grid of them.
const BETWEEN: f32 = 3.0;
/// Room for the letters and digits beside such a grid.
const HEAD: f32 = 26.0;

/// The panel; in a narrow window one line, and what is open stands above it.
pub fn show(ui: &mut Ui, beside: &mut Beside<'_>) {
    let Some(view) = beside.view.downcast_ref::<View>() else { return };
    let id = Id::new(("mystery panel", beside.folded));
    let fresh = Open { tab: (!beside.folded).then_some(Tab::Pay), pile: 0, named: Vec::new(), slot: 0 };
    let mut open: Open = ui.data(|data| data.get_temp(id)).unwrap_or(fresh);
    open.named.resize(view.puzzle.mysteries(), None);
    open.pile = open.pile.min(view.down.len().saturating_sub(1));
    open.slot = open.slot.min(open.named.len().saturating_sub(1));
    let before = open.clone();
    if beside.folded {
        let room = ui.max_rect();
        ui.vertical(|ui| {
            ui.set_width(room.width() - FOLDED_TABS);
            ui.add_space((ui.available_height() - 2.0 * size::CAPTION * 1.4) / 2.0);
            head(ui, view, true);
        });
        tabs(ui, &mut open, true);
        above(ui, room.right_top(), view, &mut open, beside);
    } else {
        head(ui, view, false);
        ui.add_space(space::S);
        tabs(ui, &mut open, false);
        ui.add_space(space::S);
        let most = (ui.available_height() - 90.0).max(120.0);
        egui::ScrollArea::vertical().id_salt("mystery").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
            content(ui, view, &mut open, beside);
        });
    }
    if open != before {
        ui.data_mut(|data| data.insert_temp(id, open));
    }
}

/// What is open, over the table: at the right, where hands seldom reach.
fn above(ui: &Ui, corner: Pos2, view: &View, open: &mut Open, beside: &mut Beside<'_>) {
    let Some(tab) = open.tab.filter(|_| ui.is_enabled()) else { return };
    let ink = theme::of(ui);
    let at = corner - Vec2::new(0.0, space::S);
    // An area keeps the size that it had: what may have another size is another area.
    let id = Id::new(("mystery opened", tab, view.hand.len(), view.questions, view.puzzle.rows, view.down.len()));
    let area = egui::Area::new(id).order(Order::Middle).pivot(Align2::RIGHT_BOTTOM);
    let room = at.y - 2.0 * theme::TARGET - space::XL;
    area.fixed_pos(at).show(ui.ctx(), |ui| {
        theme::floating_frame(&ink).inner_margin(space::M).show(ui, |ui| {
            ui.set_width(OPENED);
            egui::ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
                content(ui, view, open, beside);
            });
        });
    });
}

/// How far one is: the puzzle, the questions asked, and its par.
fn head(ui: &mut Ui, view: &View, folded: bool) {
    let ink = theme::of(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let font = if folded { theme::strong(size::SECOND) } else { theme::display(size::DISPLAY_S) };
    let title = egui::RichText::new(&view.puzzle.title).font(font).color(ink.text.egui());
    ui.add(egui::Label::new(title).truncate());
    let shelf = plan::shelf(ui);
    let known = shelf.iter().find(|known| known.puzzle == *view.puzzle);
    let par = known.map_or(String::new(), |known| format!(" · par {}", known.par));
    let printed =
        view.puzzle.printed_par.filter(|_| !folded).map_or(String::new(), |par| format!(" · printed par {par}"));
    widgets::caption(ui, format!("{}{par}{printed}", counted(view.questions, "question", "questions")));
    if !folded {
        mods(ui, view);
    }
}

/// What was done to the grid and to the piles: one has to know it to the end.
fn mods(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    for words in view.puzzle.mods() {
        let text = egui::RichText::new(format!("{words}.")).font(theme::body(size::CAPTION)).color(ink.note.egui());
        ui.add(egui::Label::new(text).wrap());
    }
}

fn tabs(ui: &mut Ui, open: &mut Open, folded: bool) {
    let count = Tab::ALL.len() as f32;
    let wide = if folded {
        (FOLDED_TABS - (count - 1.0) * BETWEEN) / count
    } else {
        (ui.available_width() - (count - 1.0) * BETWEEN) / count
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = BETWEEN;
        for (tab, word, meaning) in Tab::ALL {
            let is_open = open.tab == Some(tab);
            let tab_size = Vec2::new(wide, theme::TARGET);
            if widgets::sign(ui, tab_size, (word, size::CAPTION), meaning, weight_of(is_open)).clicked() {
                open.tab = (!(is_open && folded)).then_some(tab);
            }
        }
    });
}

fn weight_of(is_on: bool) -> Weight {
    if is_on { Weight::On } else { Weight::Plain }
}

fn plate(ui: &mut Ui, size: Vec2, name: &str, is_on: bool, enabled: bool) -> Response {
    widgets::plate(ui, size, name, weight_of(is_on), enabled)
}

fn content(ui: &mut Ui, view: &View, open: &mut Open, beside: &mut Beside<'_>) {
    ui.spacing_mut().item_spacing = Vec2::splat(BETWEEN);
    if let Some((.., meaning)) = Tab::ALL.iter().find(|(tab, ..)| Some(*tab) == open.tab) {
        widgets::label(ui, meaning);
    }
    if beside.folded {
        mods(ui, view);
    }
    let mut notes = Notes::read(beside.notes, beside.seed);
    let before = notes.clone();
    match open.tab {
        None => {}
        Some(Tab::Pay) => pay(ui, view, beside),
        Some(Tab::Name) => name(ui, view, &notes, open, beside),
        Some(Tab::Rows) => rows(ui, view, &mut notes),
        Some(Tab::Columns) => columns(ui, view, &mut notes),
        Some(Tab::Piles) => piles(ui, view, &mut notes, open),
    }
    if matches!(open.tab, Some(Tab::Rows | Tab::Columns | Tab::Piles)) {
        keeping(ui, view, &mut notes);
    }
    if notes != before {
        beside.asked.push(Ask::Note(notes.text()));
    }
}

/// Every way to pay every pile; the cards are marked while the pointer rests on one.
fn pay(ui: &mut Ui, view: &View, beside: &mut Beside<'_>) {
    let may = beside.at_screen.is_some() && view.over.is_none();
    // The pile that is pointed at comes first.
    let mut order: Vec<usize> = (0..view.puzzle.piles.len()).collect();
    order.sort_by_key(|pile| beside.pointed != Some(pile_slot(*pile)));
    let mut is_any = false;
    for pile in order {
        let ways = view.payments(pile);
        if ways.is_empty() {
            continue;
        }
        is_any = true;
        widgets::caption(ui, format!("Pile {} · {}", pile + 1, view.puzzle.piles[pile].price.words()));
        let wide = plate_width(ui, ways[0].len());
        ui.horizontal_wrapped(|ui| {
            for with in ways {
                way(ui, pile, with, wide, may, beside);
            }
        });
        ui.add_space(space::XS);
    }
    if !is_any {
        let words = if view.hand.is_empty() { "The hand is empty." } else { "No pile can be paid with this hand yet." };
        widgets::caption(ui, words);
    }
}

/// Two in a row if they have room.
fn plate_width(ui: &Ui, cards: usize) -> f32 {
    let half = (ui.available_width() - BETWEEN) / 2.0;
    if cards > 4 { ui.available_width() } else { half }
}

fn way(ui: &mut Ui, pile: usize, with: ArrayVec<Card, HAND>, wide: f32, may: bool, beside: &mut Beside<'_>) {
    let named = with.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" ");
    let spoken = format!("Ask pile {} with {named}", pile + 1);
    let plate = plate(ui, Vec2::new(wide, theme::TARGET), &spoken, false, may);
    cards(ui, plate.rect, &with);
    let mv = Move::Ask { pile: pile as u8, with }.to_string();
    if may && (plate.hovered() || plate.has_focus()) {
        beside.asked.push(Ask::Consider(mv.clone()));
    }
    if may && plate.clicked() {
        beside.asked.push(Ask::Play(mv));
    }
}

/// Cards in one line, red suits in red.
fn cards(ui: &Ui, rect: Rect, cards: &[Card]) {
    let step = 36.0f32.min((rect.width() - space::S) / cards.len().max(1) as f32);
    let left = rect.center().x - step * (cards.len() as f32 - 1.0) / 2.0;
    for (number, card) in (0u8..).zip(cards) {
        let at = egui::pos2(left + step * f32::from(number), rect.center().y);
        card_name(ui, Rect::from_center_size(at, Vec2::new(step, rect.height())), *card, false);
    }
}

fn card_name(ui: &Ui, rect: Rect, card: Card, is_faint: bool) {
    let ink = theme::of(ui);
    let is_red = matches!(card.suit(), Suit::Hearts | Suit::Diamonds);
    let colour = if is_red { ink.bad } else { ink.text };
    let colour = if is_faint { colour.veil(90) } else { colour.egui() };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, card.pretty(), theme::body(size::BODY), colour);
}

/// The mystery's slots, the grid's cards, and the word that ends the game.
fn name(ui: &mut Ui, view: &View, notes: &Notes, open: &mut Open, beside: &mut Beside<'_>) {
    let may = beside.at_screen.is_some() && view.over.is_none();
    if notes.kept {
        answers(ui, view);
    } else {
        widgets::caption(ui, "One guess, and the game is over.");
    }
    if open.named.len() > 1 {
        mystery_slots(ui, view, open);
    }
    let full: Vec<Card> = open.named.iter().flatten().copied().collect();
    let whole = full.len() == open.named.len();
    let word = if full.is_empty() {
        "Choose a card".to_owned()
    } else {
        format!("Name {}", full.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" "))
    };
    // Named above its cards: it stays in sight however many rows the grid has.
    let weight = if whole && may { Weight::Primary } else { Weight::Plain };
    let button = widgets::wide_button(ui, &word, weight, whole && may);
    if button.on_hover_text("One guess, and the game is over").clicked() && whole && may {
        beside.asked.push(Ask::Play(guess(view, &full)));
        open.named.fill(None);
    }
    ui.add_space(space::XS);
    let faint = impossible(view, notes, open.slot);
    let wide = (ui.available_width() - 3.0 * BETWEEN) / 4.0;
    for rank in view.puzzle.ranks() {
        ui.horizontal(|ui| {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                let is_on = open.named.contains(&Some(card));
                let plate = plate(ui, Vec2::new(wide, theme::TARGET), &card.spoken(), is_on, true);
                card_name(ui, plate.rect, card, faint.contains(card));
                if plate.clicked() {
                    choose(open, card);
                }
            }
        });
    }
}

/// The cards that cannot be the mystery in this slot: those that are up, and where the program keeps the notes, all that
/// are in no answer any more.
fn impossible(view: &View, notes: &Notes, slot: usize) -> CardSet {
    if !notes.kept {
        return view.up.iter().flatten().filter_map(|answer| answer.card()).collect();
    }
    let mut possible = CardSet::EMPTY;
    for answer in &view.known.answers {
        let cards = cards_of(&view.reasoner, answer);
        let here = if view.puzzle.is_named_as_a_set() { &cards[..] } else { cards.get(slot..=slot).unwrap_or(&[]) };
        here.iter().for_each(|card| {
            possible.insert(*card);
        });
    }
    Card::all().filter(|card| !possible.contains(*card)).collect()
}

/// How many answers remain, which only those are told who have the notes kept.
fn answers(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    let count = view.known.answers.len();
    let (words, colour) = match count {
        1 => ("The mystery is certain".to_owned(), ink.good),
        _ => (format!("{count} answers are possible"), ink.muted),
    };
    ui.label(egui::RichText::new(words).font(theme::body(size::CAPTION)).color(colour.egui()));
}

/// Takes the card for the slot that is named next, or away where it was.
fn choose(open: &mut Open, card: Card) {
    if let Some(had) = open.named.iter().position(|named| *named == Some(card)) {
        open.named[had] = None;
        open.slot = had;
        return;
    }
    let slot = open.slot;
    if let Some(place) = open.named.get_mut(slot) {
        *place = Some(card);
    }
    open.slot = open.named.iter().position(Option::is_none).unwrap_or(slot);
}

fn guess(view: &View, cards: &[Card]) -> String {
    let mut cards: ArrayVec<Card, 4> = cards.iter().copied().take(4).collect();
    if view.puzzle.is_named_as_a_set() {
        cards.sort_unstable();
    }
    Move::Guess(cards).to_string()
}

/// Which mystery card is named next.
fn mystery_slots(ui: &mut Ui, view: &View, open: &mut Open) {
    let count = open.named.len();
    let wide = (ui.available_width() - (count as f32 - 1.0) * BETWEEN) / count as f32;
    ui.horizontal(|ui| {
        for slot in 0..count {
            let (place, card) = (slot_name(view, slot), open.named[slot]);
            let shown = card.map_or("?".to_owned(), |card| card.pretty());
            let name = format!("Mystery {place}: {shown}");
            let (slot_size, word) = (Vec2::new(wide, theme::TARGET), format!("{place} {shown}"));
            let weight = weight_of(open.slot == slot);
            if widgets::sign(ui, slot_size, (&word, size::SECOND), &name, weight).clicked() {
                open.slot = slot;
            }
        }
    });
}

/// A mystery card by its cell, or by its number.
fn slot_name(view: &View, slot: usize) -> String {
    let cell = match &view.puzzle.mystery {
        Mystery::Cells(cells) => cells.get(slot).map(ToString::to_string),
        Mystery::Removed { .. } => None,
    };
    cell.unwrap_or_else(|| (slot + 1).to_string())
}

/// The ranks that each row can be.
fn rows(ui: &mut Ui, view: &View, notes: &mut Notes) {
    let ranks: Vec<String> = view.puzzle.ranks().iter().map(|rank| rank.label().to_owned()).collect();
    let rows: Vec<String> = (0..usize::from(view.puzzle.rows)).map(|row| letter(row).to_string()).collect();
    noted(ui, view, notes, ("row", &rows), &ranks, Note::Row);
}

/// The suits that each column can be.
fn columns(ui: &mut Ui, view: &View, notes: &mut Notes) {
    let suits: Vec<String> = Suit::ALL.iter().map(|suit| suit.sign().to_string()).collect();
    let columns: Vec<String> = (1..=4).map(|column| column.to_string()).collect();
    noted(ui, view, notes, ("column", &columns), &suits, Note::Column);
}

/// A grid of what can be crossed out: a line for each row or column, a plate for each thing that it can be.
fn noted(
    ui: &mut Ui,
    view: &View,
    notes: &mut Notes,
    (kind, lines): (&str, &[String]),
    things: &[String],
    note: impl Fn(usize, usize) -> Note,
) {
    let wide = ((ui.available_width() - HEAD) / things.len().max(1) as f32 - BETWEEN).max(theme::TARGET);
    egui::ScrollArea::horizontal().id_salt(kind).auto_shrink([false, true]).show(ui, |ui| {
        for (line, name) in lines.iter().enumerate() {
            ui.horizontal(|ui| {
                let (head, _) = ui.allocate_exact_size(Vec2::new(HEAD - BETWEEN, theme::TARGET), Sense::hover());
                let font = theme::body(size::BODY);
                ui.painter().text(head.center(), Align2::CENTER_CENTER, name, font, theme::of(ui).text.egui());
                for (number, thing) in things.iter().enumerate() {
                    let spoken = format!("{kind} {name}: {thing}");
                    crossable(ui, view, notes, note(line, number), thing, &spoken, wide);
                }
            });
        }
    });
}

/// Something that is crossed out by a press.
fn crossable(ui: &mut Ui, view: &View, notes: &mut Notes, note: Note, word: &str, spoken: &str, wide: f32) {
    let ink = theme::of(ui);
    let is_out = notes.is_crossed_out(note, &view.known);
    let name = if is_out { format!("{spoken}, crossed out") } else { spoken.to_owned() };
    let plate = plate(ui, Vec2::new(wide, theme::TARGET), &name, false, !notes.kept);
    let colour = if word.ends_with(['♥', '♦']) { ink.bad } else { ink.text };
    let colour = if is_out { ink.muted.veil(120) } else { colour.egui() };
    ui.painter().text(plate.rect.center(), Align2::CENTER_CENTER, word, theme::body(size::BODY), colour);
    if is_out {
        let cross = plate.rect.shrink2(Vec2::new(plate.rect.width() * 0.3, 12.0));
        let line = Stroke::new(2.0, ink.bad.veil(170));
        ui.painter().line_segment([cross.left_bottom(), cross.right_top()], line);
    }
    if plate.clicked() && !notes.kept {
        notes.toggle(note);
    }
}

/// The cards that each pile's face-down cards can be.
fn piles(ui: &mut Ui, view: &View, notes: &mut Notes, open: &mut Open) {
    let count = view.down.len();
    let wide = ((ui.available_width() + BETWEEN) / count as f32 - BETWEEN).clamp(theme::TARGET, 62.0);
    ui.horizontal_wrapped(|ui| {
        for pile in 0..count {
            let name = format!("Pile {}", pile + 1);
            let plate = plate(ui, Vec2::new(wide, theme::TARGET), &name, open.pile == pile, true);
            plan::token(ui, plate.rect, pile);
            if plate.clicked() {
                open.pile = pile;
            }
        }
    });
    let each = (ui.available_width() - 3.0 * BETWEEN) / 4.0;
    for (number, rank) in view.puzzle.ranks().into_iter().enumerate() {
        ui.horizontal(|ui| {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                let note = Note::Pile(open.pile, 4 * number + suit as usize);
                let spoken = format!("pile {}: {}", open.pile + 1, card.spoken());
                crossable(ui, view, notes, note, &card.pretty(), &spoken, each);
            }
        });
    }
}

/// Who keeps the notes, and whether they can be true.
fn keeping(ui: &mut Ui, view: &View, notes: &mut Notes) {
    let ink = theme::of(ui);
    ui.add_space(space::XS);
    let half = (ui.available_width() - BETWEEN) / 2.0;
    ui.horizontal(|ui| {
        for (kept, word, meaning) in [
            (false, "By hand", "Press what cannot be, to cross it out"),
            (true, "By Parlour", "The program crosses out what cannot be"),
        ] {
            let (half_size, name) =
                (Vec2::new(half, theme::TARGET), format!("Notes {}: {meaning}", word.to_lowercase()));
            let weight = weight_of(notes.kept == kept);
            if widgets::sign(ui, half_size, (word, size::SECOND), &name, weight).clicked() {
                notes.kept = kept;
            }
        }
    });
    let (words, colour) = match notes.contradiction(view) {
        Some(contradiction) => (format!("These notes contradict themselves: {contradiction}."), ink.bad),
        None if notes.kept => {
            (format!("{} possible.", counted(view.known.answers.len(), "answer", "answers")), ink.muted)
        }
        None => ("Press what cannot be, to cross it out.".to_owned(), ink.muted),
    };
    let text = egui::RichText::new(words).font(theme::body(size::CAPTION)).color(colour.egui());
    ui.add(egui::Label::new(text).wrap());
}
