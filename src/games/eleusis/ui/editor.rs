//! Where a rule is written: as a sentence, and in pieces that always say the same.

use std::sync::{Arc, Mutex, OnceLock};

use bevy_egui::egui::{self, Response, RichText, Ui};

use super::grid;
use crate::cards::{CardSet, ShoeCard};
use crate::engine::game::Cancel;
use crate::games::eleusis::advice::RuleAdvice;
use crate::games::eleusis::benchmark::found_after;
use crate::games::eleusis::language::{Automaton, Rule, RuleTextError};
use crate::games::eleusis::moves::Words;
use crate::games::eleusis::notebook::Standing;
use crate::games::eleusis::pieces::{PieceShape, RulePieces, formula_words};
use crate::games::eleusis::rules::View;
use crate::table::drop_down::drop_down;
use crate::table::panels::PanelContext;
use crate::table::theme::{self, Rgb, size, space};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::{capitalised, counted, joined};

/// The width of the column in which "If", "then" and "else" stand, in points.
const LEADS: f32 = 46.0;

/// How often the medium bot tries to find a dealer's rule.
const TRIES: u64 = 3;

/// A sentence that is being written, and what is known of it.
#[derive(Clone, Default)]
pub(super) struct RuleDraft {
    pub(super) text: String,
    reading: Option<Arc<RuleReading>>,
    search: Option<FoundAfter>,
    /// Whether anything beside the table had the keys a frame ago.
    had_focus: bool,
}

/// A sentence read at a table that looks like this.
struct RuleReading {
    text: String,
    table: TableMark,
    read: Result<ReadRule, RuleTextError>,
}

/// What a rule means there.
struct ReadRule {
    rule: Rule,
    meaning: Automaton,
    /// The cards that would be right now.
    right: CardSet,
    standing: Standing,
    /// Measured when a dealer asks for it.
    advice: OnceLock<RuleAdvice>,
}

/// How many cards lie on the table, how many guesses and hands without a right card were seen, and what is held: while these
/// are the same, so is the reading.
type TableMark = (usize, usize, CardSet);

/// A search on another thread for how many cards the medium bot needs; `None` in it while it goes on.
#[derive(Clone)]
struct FoundAfter {
    rule: Rule,
    cards: Arc<Mutex<Option<Vec<Option<usize>>>>>,
    /// Raised once the game is left.
    cancel: Cancel,
}

impl ReadRule {
    fn of(rule: Rule, view: &View, hand: &[ShoeCard]) -> ReadRule {
        let meaning = Automaton::of(&rule);
        let right = meaning.state_after(view.table.cards()).map(|state| meaning.right(state)).unwrap_or_default();
        let standing = Standing::of(&meaning, &view.table, hand);
        ReadRule { rule, meaning, right, standing, advice: OnceLock::new() }
    }
}

impl RuleDraft {
    pub(super) fn of(text: String) -> RuleDraft {
        RuleDraft { text, ..RuleDraft::default() }
    }

    /// The sentence as a rule.
    pub(super) fn rule(&self) -> Option<&Rule> {
        Some(&self.reading.as_ref()?.read.as_ref().ok()?.rule)
    }

    /// The sentence as words that can be said.
    pub(super) fn words(&self) -> Option<Words> {
        match self.rule() {
            Some(rule) => Words::new(&rule.to_string()),
            None => Words::new(&joined(self.text.split_whitespace(), " ")),
        }
    }

    pub(super) fn write(&mut self, text: String) {
        self.text = text;
        self.search = None;
    }

    /// What it means at this table; read again only where the sentence or the table has changed.
    fn read(&mut self, view: &View) -> Arc<RuleReading> {
        let hand = view.own().map(|seat| view.hand(seat)).unwrap_or_default();
        let held: CardSet = hand.iter().map(|held| held.card).collect();
        let none: usize = view.table.mainline.iter().map(|link| link.none.len()).sum();
        let table = (view.table.laid().count(), view.table.guesses.len() + none, held);
        let known = self.reading.take().filter(|known| known.text == self.text && known.table == table);
        let reading = known.unwrap_or_else(|| {
            let read = self.text.parse().map(|rule| ReadRule::of(rule, view, &hand));
            Arc::new(RuleReading { text: self.text.clone(), table, read })
        });
        self.reading = Some(Arc::clone(&reading));
        reading
    }

    /// The field, with what is wrong and what may be meant, or what was understood. Returns whether Enter was pressed in
    /// it.
    pub(super) fn field(&mut self, ui: &mut Ui, view: &View, name: &str, example: &str) -> bool {
        let response = ui.add(widgets::sentence_field(&mut self.text).hint_text(format!("For example: {example}")));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
        take_first_tab(ui, &response, &mut self.had_focus);
        let reading = self.read(view);
        if !self.text.trim().is_empty() {
            match &reading.read {
                Err(error) => {
                    mistake(ui, &self.text, error);
                    if let Some(meant) = chosen_meaning(ui, &error.meant) {
                        self.write(meant);
                        response.request_focus();
                    }
                }
                Ok(read) if read.rule.to_string() != self.text.trim() => {
                    widgets::caption(ui, format!("Understood: {}", read.rule));
                }
                Ok(_) => {}
            }
        }
        is_entered(ui, &response)
    }

    /// The same rule in pieces.
    pub(super) fn pieces(&mut self, ui: &mut Ui) {
        let pieces = self.rule().map(RulePieces::of);
        let shapes: Vec<(PieceShape, String)> =
            PieceShape::ALL.into_iter().map(|shape| (shape, shape.words().to_owned())).collect();
        let shape = pieces.as_ref().map(|pieces| pieces.shape);
        let shown = shape.map_or("Build from pieces …", PieceShape::words);
        let width = ui.available_width() - space::XS;
        if let Some(taken) = drop_down(ui, "shape", ("The shape of the rule", shown), width, &shapes, shape) {
            self.write(RulePieces::example(taken).rule().to_string());
            return;
        }
        let Some(pieces) = pieces else { return };
        let mut changed = None;
        for place in 0..pieces.parts.len() {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(LEADS, theme::TARGET), egui::Sense::hover());
                let (lead, ink) = (pieces.lead(place), theme::of(ui).muted.egui());
                let font = theme::body(size::SECOND);
                ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, lead, font, ink);
                changed = changed.take().or(part(ui, &pieces, place));
            });
        }
        if pieces.shape == PieceShape::Cycle {
            changed = changed.or(grow(ui, &pieces));
        }
        if let Some(pieces) = changed {
            self.write(pieces.rule().to_string());
        }
    }

    /// Which cards would be right now.
    pub(super) fn right_now(&mut self, ui: &mut Ui, view: &View) {
        let reading = self.read(view);
        let (Ok(read), (.., held)) = (&reading.read, reading.table) else { return };
        widgets::caption(ui, format!("Would be right next: {} of 52", read.right.len()));
        grid::show(ui, read.right, held);
    }

    /// How the sentence stands against what lies on the table.
    ///
    /// Returns whether nothing on the table speaks against it, as far as it is understood.
    pub(super) fn standing(&mut self, ui: &mut Ui, view: &View, context: &PanelContext<'_>) -> bool {
        let reading = self.read(view);
        let Ok(read) = &reading.read else { return true };
        let ink = theme::of(ui);
        let fits = read.standing.fits();
        note(ui, context.named(&read.standing.to_string()), if fits { ink.good } else { ink.bad });
        fits
    }

    /// What the rulebook would say to a dealer with this rule, and how soon it is found.
    pub(super) fn advice(&mut self, ui: &mut Ui, view: &View, context: &mut PanelContext<'_>) {
        let reading = self.read(view);
        let Ok(ReadRule { rule, meaning, advice, .. }) = &reading.read else { return };
        let advice = advice.get_or_init(|| RuleAdvice::of(meaning));
        let ink = theme::of(ui);
        let is_good = advice.problems().is_empty();
        let percent = (100.0 * advice.share).round();
        let verdict = format!("{}: {percent}% of cards are right on average", advice.verdict());
        note(ui, verdict, if is_good { ink.good } else { ink.note });
        for problem in advice.problems() {
            note(ui, format!("{problem}."), ink.note);
        }
        self.search = self.search.take().filter(|search| search.rule == *rule && !search.was_called_off());
        match self.search.as_ref().map(FoundAfter::found) {
            Some(Some(cards)) => drop(note(ui, found_in_words(&cards), ink.text)),
            Some(None) => drop(note(ui, "The medium bot is trying …".to_owned(), ink.muted)),
            None => {
                if widgets::button(ui, None, "Test how soon it is found", ButtonStyle::Plain, true, false).clicked() {
                    self.search = Some(FoundAfter::start(rule, context));
                }
            }
        }
    }
}

impl FoundAfter {
    fn start(rule: &Rule, context: &mut PanelContext<'_>) -> FoundAfter {
        let cards = Arc::new(Mutex::new(None));
        let (answer, wake, searched) = (Arc::clone(&cards), context.wake.clone(), rule.clone());
        let (cancel, stop) = (context.cancel.clone(), context.cancel.clone());
        (context.work)(Box::new(move || {
            let tries = (0..TRIES).take_while(|_| !stop.is_raised());
            let found = tries.map(|seed| found_after(&searched, seed, &stop)).collect();
            if let Ok(mut answer) = answer.lock() {
                *answer = (!stop.is_raised()).then_some(found);
            }
            wake.wake();
        }));
        FoundAfter { rule: rule.clone(), cards, cancel }
    }

    fn found(&self) -> Option<Vec<Option<usize>>> {
        self.cards.lock().ok()?.clone()
    }

    /// Whether the game was left before the bot was done.
    fn was_called_off(&self) -> bool {
        self.cancel.is_raised() && self.found().is_none()
    }
}

fn found_in_words(tries: &[Option<usize>]) -> String {
    let found: Vec<usize> = tries.iter().flatten().copied().collect();
    let all = tries.len();
    if found.is_empty() {
        return format!("The medium bot did not find it in {all} tries");
    }
    let mean = (found.iter().sum::<usize>() as f32 / found.len() as f32).round();
    let cards = counted(mean as u32, "card", "cards");
    format!("The medium bot found it in {} of {all} tries, with {cards} on the mainline on average", found.len())
}

/// One part: what is there, and what may be put in its place.
fn part(ui: &mut Ui, pieces: &RulePieces, place: usize) -> Option<RulePieces> {
    let mut choices = RulePieces::choices(pieces.role(place));
    let now = pieces.parts.get(place)?;
    if !choices.contains(now) {
        choices.insert(0, now.clone());
    }
    let chosen = choices.iter().position(|choice| choice == now);
    let options: Vec<(usize, String)> = choices.iter().map(formula_words).enumerate().collect();
    let (name, shown) = (format!("Part {}", place + 1), pieces.words(place));
    let width = ui.available_width() - space::XS;
    let taken = drop_down(ui, &format!("part {place}"), (&name, &shown), width, &options, chosen)?;
    let mut pieces = pieces.clone();
    pieces.parts[place] = choices.swap_remove(taken);
    Some(pieces)
}

/// Buttons by which a cycle gets longer and shorter.
fn grow(ui: &mut Ui, pieces: &RulePieces) -> Option<RulePieces> {
    let mut changed = None;
    ui.horizontal(|ui| {
        if widgets::button(ui, None, "Add", ButtonStyle::Plain, pieces.can_grow(), false).clicked() {
            let mut longer = pieces.clone();
            longer.parts.extend(pieces.parts.last().cloned());
            changed = Some(longer);
        }
        if widgets::button(ui, None, "Remove", ButtonStyle::Plain, pieces.can_shrink(), false).clicked() {
            let mut shorter = pieces.clone();
            shorter.parts.pop();
            changed = Some(shorter);
        }
    });
    changed
}

/// So many letters are shown on each side of what is not understood: the field above shows the rest.
const BESIDE: usize = 24;

/// What is wrong with a sentence, under the words that are not understood and their neighbours.
fn mistake(ui: &mut Ui, text: &str, error: &RuleTextError) {
    let ink = theme::of(ui);
    let part = |range| text.get(range).unwrap_or("");
    let mut job = egui::text::LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    let font = theme::body(size::SECOND);
    let mut add =
        |words: &str, colour: Rgb| job.append(words, 0.0, egui::TextFormat::simple(font.clone(), colour.egui()));
    let wrong = part(error.at.clone());
    add(&last_words(part(0..error.at.start)), ink.muted);
    add(if wrong.is_empty() { " …?" } else { wrong }, ink.bad);
    add(&first_words(part(error.at.end..text.len())), ink.muted);
    // Of the whole sentence it is plain where it stands.
    if wrong.len() < text.len() {
        ui.label(job);
    }
    note(ui, capitalised(&error.why), ink.bad);
}

fn last_words(text: &str) -> String {
    let is_near = |(at, _): &(usize, &str)| text[*at..].chars().count() <= BESIDE;
    match text.match_indices(' ').find(is_near) {
        Some((at, _)) if text.chars().count() > BESIDE => format!("…{}", &text[at..]),
        _ => text.to_owned(),
    }
}

fn first_words(text: &str) -> String {
    let is_near = |(at, _): &(usize, &str)| text[..*at].chars().count() <= BESIDE;
    match text.match_indices(' ').rfind(is_near) {
        Some((at, _)) if text.chars().count() > BESIDE => format!("{} …", &text[..at]),
        _ => text.to_owned(),
    }
}

/// Sentences that may be meant, each as a button; the one that was pressed.
fn chosen_meaning(ui: &mut Ui, meant: &[String]) -> Option<String> {
    if meant.is_empty() {
        return None;
    }
    widgets::caption(ui, "Did you mean");
    let pressed = |sentence: &&String| widgets::sentence_button(ui, sentence).clicked();
    // All of them are drawn, whichever is pressed.
    let pressed: Vec<&String> = meant.iter().filter(pressed).collect();
    pressed.first().map(|sentence| (*sentence).clone())
}

/// A few words that wrap.
pub(super) fn note(ui: &mut Ui, words: String, colour: Rgb) -> Response {
    let text = RichText::new(words).font(theme::body(size::SECOND)).color(colour.egui());
    ui.add(egui::Label::new(text).wrap())
}

/// From the table Tab leads to this field. `had_focus`: whether anything beside the table had the keys a frame ago.
pub(super) fn take_first_tab(ui: &Ui, field: &Response, had_focus: &mut bool) {
    let is_tab = ui.input(|input| input.key_pressed(egui::Key::Tab) && input.modifiers.is_none());
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    if is_tab && !*had_focus {
        field.request_focus();
    }
    *had_focus = has_focus;
}

/// Whether Enter was pressed in a field; then it gives the keys back to the table.
pub(super) fn is_entered(ui: &Ui, field: &Response) -> bool {
    let is_entered = field.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_entered {
        field.surrender_focus();
    }
    is_entered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_stands_beside_a_mistake_a_few_whole_words_are_shown() {
        assert_eq!(last_words("red goes on red and only "), "… goes on red and only ");
        assert_eq!(last_words("if ½ the "), "if ½ the ");
        assert_eq!(last_words("anunbrokenwordthatislongerthanthat"), "anunbrokenwordthatislongerthanthat");
        assert_eq!(first_words(" out is when an ace is lying there"), " out is when an ace is …");
        assert_eq!(first_words(" out"), " out");
    }
}
