//! The panel beside the table: the puzzle, the cards that the mystery can still be, the ways to pay, and what can be done
//! with the notes.

use std::sync::Arc;

use bevy_egui::egui::{self, Color32, Id, Pos2, Rect, Response, Ui, Vec2};

use super::board::{self, NotesHistory, naming_id, notes_of};
use super::plan::{self, paint, style_of};
use crate::cards::{Card, Suit};
use crate::games::mystery::deduction;
use crate::games::mystery::foresight::{Expectation, ReviewedQuestion, expected_answers, review};
use crate::games::mystery::moves::{HandCards, Move, MysteryCards};
use crate::games::mystery::notes::{Check, Notes, Sheet, answers_left, check};
use crate::games::mystery::places::MysteryArea;
use crate::games::mystery::rules::{View, pretty_cards};
use crate::layout::AreaId;
use crate::table::panels::{PanelContext, PanelRequest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::counted;

#[derive(Clone, PartialEq, Debug)]
struct PanelState {
    seed: String,
    /// The cards chosen for the mystery, slot by slot.
    chosen: Vec<Option<Card>>,
    /// The slot that the next card is chosen for.
    slot: usize,
    /// What checking the notes said, and of which notes.
    checked: Option<(String, &'static str)>,
    /// Beside which notes a hint was asked for, and how much of it is shown.
    hint: Option<(String, HintStage)>,
}

/// How much of a hint is shown: each press shows more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HintStage {
    Where,
    Why,
    What,
}

const GAP: f32 = 3.0;
/// Narrower panels have shorter words.
const NARROW: f32 = 240.0;

/// The whole panel.
pub fn show(ui: &mut Ui, context: &mut PanelContext<'_>) {
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    let id = Id::new("mystery panel");
    let initial = PanelState { seed: context.seed.to_owned(), chosen: Vec::new(), slot: 0, checked: None, hint: None };
    let known: Option<PanelState> = ui.data(|data| data.get_temp(id));
    let mut state = known.filter(|known| known.seed == context.seed).unwrap_or(initial);
    state.chosen.resize(view.puzzle.mysteries(), None);
    state.slot = state.slot.min(state.chosen.len().saturating_sub(1));
    let before = state.clone();
    head(ui, view);
    content(ui, view, &mut state, context);
    if state != before {
        ui.data_mut(|data| data.insert_temp(id, state));
    }
}

fn content(ui: &mut Ui, view: &View, state: &mut PanelState, context: &mut PanelContext<'_>) {
    ui.spacing_mut().item_spacing = Vec2::splat(GAP);
    ui.spacing_mut().interact_size.y = 24.0;
    let notes = notes_of(view, context);
    if view.over.is_some() {
        return narrowing(ui, view);
    }
    ui.add_space(space::S);
    mystery_naming(ui, view, &notes, state, context);
    if !context.is_watched {
        ui.add_space(space::M);
        notes_tools(ui, view, notes, state, context);
    }
    // They come and go with the hand: below what should stay in its place.
    if !view.pure_logic {
        ui.add_space(space::S);
        payments(ui, view, context);
    }
    ui.add_space(space::XS);
    ui.spacing_mut().interact_size.y = theme::TARGET;
    widgets::fold(ui, "Before you ask", |ui| expectations(ui, view));
    if view.pure_logic {
        return;
    }
    widgets::fold(ui, &format!("Low cards used up ({})", view.dumped.len()), |ui| plan::gone(ui, view));
}

fn head(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let font = theme::display(size::DISPLAY_S);
    let title = egui::RichText::new(&view.puzzle.title).font(font).color(ink.text.egui());
    ui.add(egui::Label::new(title).wrap());
    let all_shipped = plan::shipped_puzzles(ui);
    let shipped = all_shipped.iter().find(|shipped| shipped.puzzle == *view.puzzle);
    let mut words = vec![counted(view.questions, "question", "questions")];
    words.extend(shipped.map(|shipped| format!("par {}", shipped.par.rounded())));
    let caption = widgets::caption(ui, words.join(" · "));
    let exact = shipped.map(|shipped| plan::exact_par(shipped.par));
    let printed = view.puzzle.printed_par.map(|par| format!("its designer printed {par}"));
    let meanings: Vec<String> = exact.into_iter().chain(printed).collect();
    if !meanings.is_empty() {
        widgets::tip(&caption, &meanings.join("; "), &[]);
    }
    mods(ui, view);
}

fn mods(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    for words in view.puzzle.mods() {
        plan::text(ui, format!("{words}."), theme::body(size::CAPTION), ink.note);
    }
}

fn payments(ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
    let can_play = context.at_screen.is_some() && view.over.is_none();
    // The pile under the pointer comes first.
    let mut order: Vec<usize> = (0..view.puzzle.piles.len()).collect();
    order.sort_by_key(|pile| context.pointed != Some(AreaId::of(MysteryArea::Pile(*pile as u8))));
    let payments = order.into_iter().map(|pile| (pile, view.payments(pile)));
    let payable: Vec<(usize, Vec<HandCards>)> = payments.filter(|(_, ways)| !ways.is_empty()).collect();
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
        card_name(
            ui,
            egui::pos2(left + step * f32::from(number), rect.center().y),
            *card,
            plan::suit_ink(ui, card.suit()).egui(),
        );
    }
}

fn card_name(ui: &Ui, centre: Pos2, card: Card, colour: Color32) {
    paint(ui, centre, card.pretty(), theme::body(size::BODY), colour);
}

/// The cards that the mystery can still be; pressing one arms the word that ends the game.
fn mystery_naming(ui: &mut Ui, view: &View, notes: &Notes, state: &mut PanelState, context: &mut PanelContext<'_>) {
    let sheet = Sheet::of(notes, view);
    let left = answers_left(view, notes, &sheet, state.slot);
    ui.horizontal(|ui| {
        widgets::label(ui, "The mystery");
        let count = match (notes.kept, left.len()) {
            (true, 1) => "certain".to_owned(),
            (true, count) if view.reasoner.is_exact() => format!("{count} possible"),
            (true, count) => format!("at most {count} possible"),
            (false, count) if view.puzzle.mysteries() > 1 => {
                format!("{count} left for {}", slot_name(view, state.slot))
            }
            (false, count) if ui.max_rect().width() < NARROW => format!("{count} left"),
            (false, count) => format!("{count} not ruled out"),
        };
        let by = match (notes.kept, view.reasoner.is_exact()) {
            (false, _) => "By your own notes, right or wrong",
            (true, true) => "By everything turned up so far",
            (true, false) => {
                "By everything turned up so far. This puzzle can turn out in too many ways to go through them all, so \
                 fewer may be possible."
            }
        };
        widgets::tip(&widgets::caption(ui, count), by, &[]);
    });
    if state.chosen.len() > 1 {
        mystery_slots(ui, view, state);
    }
    mystery_cards(ui, view, &left, state);
    guess_button(ui, view, state, context);
}

fn guess_button(ui: &mut Ui, view: &View, state: &mut PanelState, context: &mut PanelContext<'_>) {
    let cards: Vec<Card> = state.chosen.iter().flatten().copied().collect();
    let can_guess = cards.len() == state.chosen.len() && context.at_screen.is_some();
    let word = match cards.is_empty() {
        true => "Choose a card".to_owned(),
        false => format!("Name {}", pretty_cards(&cards, " ")),
    };
    let style = if can_guess { ButtonStyle::Primary } else { ButtonStyle::Plain };
    let button = widgets::plate(ui, Vec2::new(ui.available_width(), theme::TARGET), &word, style, can_guess);
    let colour = if can_guess { theme::of(ui).on_brass } else { theme::of(ui).muted };
    let font = theme::strong(if cards.len() > 2 { size::CAPTION } else { size::SECOND });
    paint(ui, button.rect.center(), &word, font, colour.egui());
    let button = widgets::tipped(button, "You have only one guess");
    if button.clicked() && can_guess {
        context.requests.push(PanelRequest::Play(guess_notation(view, &cards)));
        state.chosen.fill(None);
    }
}

/// A plate for every card of the grid, a rank in each row.
fn mystery_cards(ui: &mut Ui, view: &View, left: &[Card], state: &mut PanelState) {
    let high = if view.puzzle.rows > 5 { 27.0 } else { 36.0 };
    let plate_size = Vec2::new((ui.available_width() - 3.0 * GAP) / 4.0, high);
    let mut is_first = true;
    for rank in view.puzzle.ranks() {
        ui.horizontal(|ui| {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                let is_left = left.contains(&card);
                let name = format!("{}{}", card.spoken(), if is_left { "" } else { ", not possible" });
                let plate = plate(ui, plate_size, &name, state.chosen.contains(&Some(card)), true);
                if std::mem::take(&mut is_first) && ui.memory(|memory| memory.has_focus(naming_id())) {
                    plate.request_focus();
                }
                let suit = plan::suit_ink(ui, card.suit()).egui();
                let colour = match (state.chosen.contains(&Some(card)), is_left) {
                    (true, _) => theme::of(ui).text.egui(),
                    (false, true) => suit,
                    (false, false) => suit.gamma_multiply(0.5),
                };
                card_name(ui, plate.rect.center(), card, colour);
                if plate.clicked() {
                    choose(state, card);
                }
            }
        });
    }
}

fn plate(ui: &mut Ui, size: Vec2, name: &str, is_on: bool, enabled: bool) -> Response {
    widgets::plate(ui, size, name, style_of(is_on), enabled)
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
    view.puzzle.sort_set(&mut cards);
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

/// The cell that a mystery card was dealt to, or the pile that it was taken from.
fn slot_name(view: &View, slot: usize) -> String {
    view.puzzle.mystery_sources().into_iter().nth(slot).unwrap_or_default()
}

/// Each question that was asked, and the best one where that was another.
fn best_questions(ui: &mut Ui, view: &View) {
    let id = Id::new(("best questions", &view.puzzle.id, format!("{:?} {:?}", view.asked, view.up)));
    let look_back = || Arc::new(review(view));
    let reviewed: Arc<Option<Vec<ReviewedQuestion>>> =
        ui.data_mut(|data| data.get_temp_mut_or_insert_with(id, look_back).clone());
    if view.asked.is_empty() {
        return;
    }
    ui.add_space(space::S);
    widgets::label(ui, "Your questions");
    let Some(reviewed) = reviewed.as_ref() else {
        widgets::caption(ui, "This puzzle is too large to compare them with the best ones.");
        return;
    };
    let ink = theme::of(ui);
    for (number, question) in reviewed.iter().enumerate() {
        let left = view.narrowing.get(number + 1).copied().unwrap_or_default();
        let asked = format!("{}. Pile {}: {left} left", number + 1, question.pile + 1);
        let (words, colour) = match question.lost > 0.0 {
            false => (format!("{asked}, none better"), ink.good),
            true => (format!("{asked}; pile {} saves {:.1}", question.best + 1, question.lost.max(0.1)), ink.text),
        };
        plan::text(ui, words, theme::body(size::SECOND), colour);
    }
    if reviewed.iter().any(|question| question.lost > 0.0) {
        widgets::caption(ui, "The figures are questions saved on average");
    }
}

/// The least width of a button among the tools, in points: room for "Teach me".
const LEAST_TOOL: f32 = 72.0;

/// What can be done with all notes at once.
fn notes_tools(ui: &mut Ui, view: &View, notes: Notes, state: &mut PanelState, context: &mut PanelContext<'_>) {
    let mut after = notes.clone();
    ui.horizontal(|ui| {
        widgets::label(ui, "Notes");
        widgets::caption(ui, "on the grid (G)");
    });
    let high = theme::TARGET - 10.0;
    let half = Vec2::new((ui.available_width() - GAP) / 2.0, high);
    // Three in a row, or two where the words need more room.
    let third = Vec2::new((ui.available_width() - 2.0 * GAP) / 3.0 - 0.1, high);
    let third = if third.x < LEAST_TOOL { Vec2::new(half.x - 0.1, high) } else { third };
    ui.horizontal(|ui| {
        for (kept, word, meaning) in [
            (false, "By hand", "You cross out and settle: click a mark on the grid, or press X or S on it"),
            (true, "By Parlour", "In this game, Parlour crosses out whatever is impossible"),
        ] {
            if widgets::sign(ui, half, (word, size::SECOND), meaning, style_of(notes.kept == kept)).clicked() {
                after.kept = kept;
            }
        }
    });
    if !notes.kept {
        let history = NotesHistory::of(ui, &notes.seed);
        ui.horizontal_wrapped(|ui| {
            let tool = |ui: &mut Ui, word: &str, meaning: &str, enabled: bool| {
                let plate = plate(ui, third, meaning, false, enabled);
                let colour = if enabled { theme::of(ui).text.egui() } else { theme::of(ui).muted.veil(110) };
                paint(ui, plate.rect.center(), word, theme::body(size::CAPTION), colour);
                widgets::tipped(plate, meaning).clicked() && enabled
            };
            if tool(ui, "Undo", "Take back the last note", history.can_undo()) {
                board::step_back(ui, context, notes.clone(), false);
            }
            if tool(ui, "Redo", "Restore the note you took back", history.can_redo()) {
                board::step_back(ui, context, notes.clone(), true);
            }
            if tool(ui, "Clear", "Remove all notes; Undo brings them back", !notes.is_empty()) {
                after.clear();
            }
            if tool(ui, "Check", "Says whether something in your notes is wrong, but not what", !notes.is_empty()) {
                state.checked = Some((occasion(view, &notes), check(&notes, view).words()));
            }
            if tool(
                ui,
                "Teach me",
                "Shows the next thing to work out: where to look, then why, then what follows",
                true,
            ) {
                state.hint = Some((occasion(view, &notes), next_stage(state.hint.as_ref(), view, &notes)));
            }
            if notes.has_pencil() {
                if tool(ui, "Keep", "Turn the pencil marks into notes", true) {
                    after.keep_pencil();
                }
                if tool(ui, "Drop", "Remove the pencil marks", true) {
                    after.drop_pencil();
                }
            } else if tool(
                ui,
                "Pencil",
                "Try something: what you mark from now on can be kept or dropped as a whole",
                true,
            ) {
                after.take_pencil();
            }
        });
    }
    notes_status(ui, view, &notes, state);
    if !notes.kept && shown_hint(ui, view, &notes, state) {
        deduction::next(view, &notes)
            .into_iter()
            .flat_map(|step| step.notes)
            .for_each(|(note, mark)| after.set(note, mark));
    }
    board::save(ui, context, notes, &after);
}

fn notes_status(ui: &mut Ui, view: &View, notes: &Notes, state: &PanelState) {
    let ink = theme::of(ui);
    let said = state.checked.as_ref().filter(|(said_at, _)| *said_at == occasion(view, notes)).map(|(_, said)| *said);
    let contradiction = if notes.kept { None } else { Sheet::of(notes, view).contradiction(view) };
    let (words, colour) = match (contradiction, said) {
        (Some(contradiction), _) => (format!("Your notes cannot all be true: {contradiction}."), ink.bad),
        (None, Some(said)) => (said.to_owned(), ink.note),
        (None, None) if notes.has_pencil() => {
            ("You are writing in pencil: keep it or drop it as a whole.".to_owned(), ink.note)
        }
        (None, None) => return,
    };
    plan::text(ui, words, theme::body(size::CAPTION), colour);
}

/// What was said holds until something is noted or turned up.
fn occasion(view: &View, notes: &Notes) -> String {
    format!("{} {}", view.questions, notes.text())
}

fn next_stage(hint: Option<&(String, HintStage)>, view: &View, notes: &Notes) -> HintStage {
    match hint.filter(|(said_at, _)| *said_at == occasion(view, notes)) {
        None => HintStage::Where,
        Some((_, HintStage::Where)) => HintStage::Why,
        Some((_, HintStage::Why | HintStage::What)) => HintStage::What,
    }
}

/// The hint as far as it was asked for; returns whether its notes are to be made.
fn shown_hint(ui: &mut Ui, view: &View, notes: &Notes, state: &PanelState) -> bool {
    let Some((_, stage)) = state.hint.as_ref().filter(|(said_at, _)| *said_at == occasion(view, notes)) else {
        return false;
    };
    let ink = theme::of(ui);
    let font = theme::body(size::SECOND);
    if check(notes, view) == Check::Wrong {
        plan::text(ui, Check::Wrong.words(), font, ink.bad);
        return false;
    }
    let Some(step) = deduction::next(view, notes) else {
        plan::text(ui, "You have noted everything that can be known about rows and columns so far.", font, ink.note);
        return false;
    };
    plan::text(ui, &step.look, font.clone(), ink.note);
    if *stage != HintStage::Where {
        plan::text(ui, &step.rule, font.clone(), ink.note);
    }
    if *stage == HintStage::What {
        plan::text(ui, &step.conclusion, font, ink.good).scroll_to_me(None);
    }
    board::light(ui, step.cells);
    *stage == HintStage::What && plan::button(ui, "Note it")
}

/// For each pile how far a question would narrow the answers down; worked out once for each position.
fn expectations(ui: &mut Ui, view: &View) {
    let id = Id::new(("what a question could tell", &view.puzzle.id, format!("{:?}", view.up)));
    let expect = || Arc::new(expected_answers(view));
    let expected: Arc<Expectation> = ui.data_mut(|data| data.get_temp_mut_or_insert_with(id, expect).clone());
    let now = view.known.answers.len();
    if now == 1 {
        plan::text(ui, "Only one answer is possible now.", theme::body(size::SECOND), theme::of(ui).text);
        return;
    }
    let about = if expected.is_exact { "" } else { "about " };
    for (pile, left) in expected.left.iter().enumerate() {
        let words = match left {
            Some(left) if (left - left.round()).abs() < 0.005 => format!("Pile {}: {now} → {about}{left:.0}", pile + 1),
            Some(left) => format!("Pile {}: {now} → {about}{left:.1}", pile + 1),
            None => format!("Pile {}: nothing left to ask", pile + 1),
        };
        plan::text(ui, words, theme::body(size::SECOND), theme::of(ui).text);
    }
    widgets::caption(ui, "Possible answers now, and on average after a question");
}

/// How the answers to the mystery became fewer, question by question.
fn narrowing(ui: &mut Ui, view: &View) {
    let Some(over) = &view.over else { return };
    ui.add_space(space::S);
    widgets::label(ui, "How you got there");
    let (guess, mystery) = (pretty_cards(&over.guess, " "), pretty_cards(&over.mystery, " "));
    let named =
        if over.right { format!("You named {guess}.") } else { format!("You named {guess}; it was {mystery}.") };
    plan::text(ui, named, theme::body(size::SECOND), theme::of(ui).text);
    let counts: Vec<String> = view.narrowing.iter().map(usize::to_string).collect();
    let bound = if view.reasoner.is_exact() { "" } else { ", at most" };
    plan::text(
        ui,
        format!("Possible answers{bound}: {}", counts.join(" → ")),
        theme::body(size::SECOND),
        theme::of(ui).text,
    );
    let certain = view.narrowing.iter().position(|count| *count == 1);
    let words = match certain {
        Some(0) => "It was certain from the start.".to_owned(),
        Some(questions) => format!("It was certain after {}.", counted(questions, "question", "questions")),
        None if over.likely == 0 => "It was never certain, and your guess had become impossible.".to_owned(),
        None => format!("It was never certain. Your guess had a chance of {}%.", over.likely),
    };
    plan::text(ui, words, theme::body(size::SECOND), theme::of(ui).text);
    if !view.puzzle.twists.is_empty() {
        widgets::caption(ui, "The grid shows where the cards lay before any of them moved.");
    }
    best_questions(ui, view);
}
