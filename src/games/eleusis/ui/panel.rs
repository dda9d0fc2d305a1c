//! The panel beside the mainline: for a dealer the secret rule and hints, for the others a guess and a notebook, and for all
//! what was said, and after a round what could have been known.

use std::sync::{Arc, Mutex};

use bevy_egui::egui::{Id, RichText, Ui, WidgetInfo, WidgetType};

use super::editor::{RuleDraft, is_entered, note, take_first_tab};
use super::marks;
use crate::engine::game::Cancel;
use crate::engine::seats::Seat;
use crate::games::eleusis::belief;
use crate::games::eleusis::hindsight::RoundHindsight;
use crate::games::eleusis::layout::ending;
use crate::games::eleusis::moves::Words;
use crate::games::eleusis::notebook::{MOST_SENTENCES, Notebooks};
use crate::games::eleusis::reason::RulesLeft;
use crate::games::eleusis::rules::{Move, RuleRound, View};
use crate::games::eleusis::secrets::{self, RuleGrade};
use crate::games::eleusis::table::{MOST_HINTS, TurnPhase, WRONG_GUESS};
use crate::table::panels::{PanelContext, PanelRequest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::{capitalised, joined};

/// What an empty field shows.
const EXAMPLE: &str = "if last is odd then red else black";

/// What is being written at one seat.
#[derive(Clone, Default)]
struct RulePanel {
    rule: RuleDraft,
    /// The dealer's rule once it is chosen.
    secret: RuleDraft,
    /// The notebooks, and the text they were read from.
    books: Option<(String, Notebooks)>,
    /// The sentences of the own page.
    notes: Vec<RuleDraft>,
    hint: String,
    /// Whether anything beside the table had the keys a frame ago, while there is a field for a hint.
    had_focus: bool,
    grade: RuleGrade,
}

pub fn show(ui: &mut Ui, context: &mut PanelContext<'_>) {
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    ui.spacing_mut().item_spacing.y = space::XS;
    said(ui, view, context);
    if let Some(seat) = view.own().filter(|_| !context.is_watched && !context.is_decided) {
        // Whoever comes next at this computer has a panel of their own.
        let id = Id::new(("rule panel", context.seed, seat.index(), view.table.game.round()));
        let mut panel: RulePanel = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        match view.table.dealer() == Some(seat) {
            true => dealer(ui, view, &mut panel, context),
            false => player(ui, view, seat, &mut panel, context),
        }
        ui.data_mut(|data| data.insert_temp(id, panel));
    }
    if let Some(round) = view.table.game.finished().last() {
        let is_over = view.table.phase == TurnPhase::Over || context.is_decided;
        in_hindsight(ui, if is_over { "The rule was" } else { "The last round’s rule" }, &round.detail, context);
    }
    ui.add_space(space::M);
}

fn is_clicked(ui: &mut Ui, word: &str, style: ButtonStyle, enabled: bool) -> bool {
    widgets::button(ui, None, word, style, enabled, false).clicked()
}

/// Hints, guesses that were wrong, and hands of which no card was right.
fn said(ui: &mut Ui, view: &View, context: &PanelContext<'_>) {
    let ink = theme::of(ui);
    if !view.table.hints.is_empty() {
        widgets::label(ui, "Hints");
        for hint in &view.table.hints {
            note(ui, format!("“{hint}”"), ink.text);
        }
        ui.add_space(space::S);
    }
    if !view.table.guesses.is_empty() {
        widgets::label(ui, "Not the rule");
        for guess in &view.table.guesses {
            note(ui, context.named(&format!("{}: “{}”", guess.seat.called(), guess.words)), ink.muted);
            if let Some(apart) = &guess.apart {
                note(ui, capitalised(&apart.to_string()), ink.note);
            }
        }
        ui.add_space(space::S);
    }
    let links = view.table.mainline.iter().filter(|link| !link.none.is_empty());
    for (number, link) in links.enumerate() {
        if number == 0 {
            widgets::label(ui, "Hands without a right card");
        }
        for hand in &link.none {
            let cards = joined(hand.iter().map(|held| held.card.pretty()), " ");
            note(ui, format!("After {}: {cards}", link.right.card.card.pretty()), ink.muted);
        }
        ui.add_space(space::S);
    }
}

fn dealer(ui: &mut Ui, view: &View, panel: &mut RulePanel, context: &mut PanelContext<'_>) {
    if view.table.phase == TurnPhase::Rule {
        return think_of_rule(ui, view, panel, context);
    }
    if let Some(rule) = &view.table.rule {
        widgets::label(ui, "Your secret rule");
        if panel.secret.text.is_empty() {
            panel.secret = RuleDraft::of(rule.to_string());
        }
        note(ui, panel.secret.text.clone(), theme::of(ui).text);
        panel.secret.right_now(ui, view);
        ui.add_space(space::S);
    }
    let may_hint =
        matches!(view.table.phase, TurnPhase::Opening | TurnPhase::Hint | TurnPhase::Judge(_) | TurnPhase::Choose);
    if may_hint && view.is_acting() && view.table.hints.len() < MOST_HINTS && context.at_screen.is_some() {
        hint(ui, panel, context);
    }
}

fn think_of_rule(ui: &mut Ui, view: &View, panel: &mut RulePanel, context: &mut PanelContext<'_>) {
    widgets::label(ui, "Your secret rule");
    let is_entered = panel.rule.field(ui, view, "Your secret rule", EXAMPLE);
    let rule = panel.rule.rule().cloned();
    let is_used = is_clicked(ui, "Use this rule", ButtonStyle::Primary, rule.is_some() && context.at_screen.is_some());
    panel.rule.advice(ui, view, context);
    ui.add_space(space::S);
    panel.rule.pieces(ui);
    panel.rule.right_now(ui, view);
    ui.add_space(space::S);
    widgets::fold(ui, "Choose one of ours", |ui| ours(ui, panel));
    if let Some(rule) = rule.filter(|_| is_used || is_entered) {
        context.requests.push(PanelRequest::Play(Move::Rule(rule).to_string()));
        // Nothing of it stays for whoever comes next.
        *panel = RulePanel::default();
    }
}

/// The rules that ship with Parlour, by how hard they are.
fn ours(ui: &mut Ui, panel: &mut RulePanel) {
    let grades = RuleGrade::ALL.map(|grade| (grade, capitalised(grade.word())));
    let grades: Vec<(RuleGrade, &str)> = grades.iter().map(|(grade, word)| (*grade, word.as_str())).collect();
    widgets::choice(ui, "Difficulty", &mut panel.grade, &grades);
    for (_, secret) in secrets::all().filter(|(_, secret)| secret.grade == panel.grade) {
        let is_it = panel.rule.rule() == Some(secret.rule());
        let style = if is_it { ButtonStyle::On } else { ButtonStyle::Plain };
        if widgets::wide_button(ui, &secret.title, style, true).clicked() {
            panel.rule.write(secret.rule().to_string());
        }
    }
}

fn hint(ui: &mut Ui, panel: &mut RulePanel, context: &mut PanelContext<'_>) {
    widgets::label(ui, "A hint for everybody");
    let response = ui.add(widgets::sentence_field(&mut panel.hint).hint_text("For example: it is about colours"));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "A hint for everybody"));
    take_first_tab(ui, &response, &mut panel.had_focus);
    let words = Words::new(&joined(panel.hint.split_whitespace(), " "));
    let is_given = is_clicked(ui, "Give this hint", ButtonStyle::Plain, words.is_some());
    if let Some(words) = words.filter(|_| is_given || is_entered(ui, &response)) {
        context.requests.push(PanelRequest::Play(Move::Hint(words).to_string()));
        panel.hint.clear();
    }
}

fn player(ui: &mut Ui, view: &View, seat: Seat, panel: &mut RulePanel, context: &mut PanelContext<'_>) {
    let may_guess = view.table.phase == TurnPhase::Guess && view.is_acting() && context.at_screen.is_some();
    widgets::label(ui, if may_guess { "Your guess" } else { "What might the rule be?" });
    let is_entered = panel.rule.field(ui, view, "What the rule might be", EXAMPLE);
    let fits = panel.rule.standing(ui, view, context);
    // Whoever judges by hand understands free words, too.
    let words = panel.rule.words().filter(|_| panel.rule.rule().is_some() || view.table.in_mind);
    let round = view.table.game.round();
    let known = panel.books.take().filter(|(text, _)| text == context.notes);
    let (text, before) =
        known.unwrap_or_else(|| (context.notes.to_owned(), Notebooks::read(context.notes, context.seed)));
    let mut books = before.clone();
    let (mut is_guessed, mut is_noted) = (false, false);
    ui.horizontal_wrapped(|ui| {
        // A guess that is known to be wrong is not what leads on, and Enter does not make it.
        let style = if fits { ButtonStyle::Primary } else { ButtonStyle::Plain };
        is_guessed = may_guess && is_clicked(ui, "Guess", style, words.is_some());
        let may_note = words.is_some() && books.page(seat, round).len() < MOST_SENTENCES;
        is_noted = is_clicked(ui, "Write down", ButtonStyle::Plain, may_note);
    });
    let is_entered = is_entered && (fits || !may_guess);
    if let Some(words) = words.filter(|_| is_guessed || is_noted || is_entered) {
        if is_guessed || (is_entered && may_guess) {
            context.requests.push(PanelRequest::Play(Move::Guess(words).to_string()));
        } else {
            books.add(seat, round, words.as_str());
        }
        panel.rule.write(String::new());
    }
    if may_guess && view.table.is_alone() {
        note(ui, format!("A wrong guess counts as {WRONG_GUESS} cards."), theme::of(ui).muted);
    }
    notebook(ui, view, (seat, round), &mut books, (panel, context));
    if books != before {
        context.requests.push(PanelRequest::Note(books.to_string()));
    }
    panel.books = Some((text, before));
    ui.add_space(space::S);
    widgets::fold(ui, "Build from pieces", |ui| {
        panel.rule.pieces(ui);
        panel.rule.right_now(ui, view);
    });
    widgets::fold(ui, "Look for a cycle", |ui| marks::choose(ui, context));
}

/// The own sentences, each with how it stands against everything on the table.
fn notebook(
    ui: &mut Ui,
    view: &View,
    (seat, round): (Seat, usize),
    books: &mut Notebooks,
    (panel, context): (&mut RulePanel, &PanelContext<'_>),
) {
    let sentences = books.page(seat, round).to_vec();
    if sentences.is_empty() {
        return;
    }
    ui.add_space(space::S);
    widgets::label(ui, "Notebook");
    if panel.notes.iter().map(|note| &note.text).ne(&sentences) {
        panel.notes = sentences.iter().cloned().map(RuleDraft::of).collect();
    }
    for (place, sentence) in sentences.iter().enumerate() {
        note(ui, sentence.clone(), theme::of(ui).text);
        if let Some(note) = panel.notes.get_mut(place) {
            note.standing(ui, view, context);
        }
        ui.push_id(("sentence", place), |ui| {
            ui.horizontal(|ui| {
                if is_clicked(ui, "Edit", ButtonStyle::Plain, true) {
                    panel.rule.write(sentence.clone());
                }
                if is_clicked(ui, "Cross out", ButtonStyle::Plain, true) {
                    books.remove(seat, round, place);
                }
            });
        });
    }
}

/// A finished round in hindsight; worked out on another thread.
#[derive(Clone)]
struct HindsightSearch {
    found: Arc<Mutex<Option<RoundHindsight>>>,
    /// Raised once the game is left.
    cancel: Cancel,
}

impl HindsightSearch {
    fn start(round: &RuleRound, context: &mut PanelContext<'_>) -> HindsightSearch {
        let search = HindsightSearch { found: Arc::default(), cancel: context.cancel.clone() };
        let (HindsightSearch { found, cancel }, wake, round) = (search.clone(), context.wake.clone(), round.clone());
        (context.work)(Box::new(move || {
            let hindsight = RoundHindsight::of(&round, &cancel);
            if let Ok(mut found) = found.lock() {
                *found = hindsight;
            }
            wake.wake();
        }));
        search
    }

    fn found(&self) -> Option<RoundHindsight> {
        self.found.lock().ok()?.clone()
    }

    /// Whether the game was left before anything was found: whoever comes back to it looks again.
    fn was_called_off(&self) -> bool {
        self.cancel.is_raised() && self.found().is_none()
    }
}

fn in_hindsight(ui: &mut Ui, title: &str, round: &RuleRound, context: &mut PanelContext<'_>) {
    let Some(rule) = &round.rule else { return };
    let ink = theme::of(ui);
    ui.add_space(space::S);
    widgets::label(ui, title);
    note(ui, rule.to_string(), ink.text);
    note(ui, context.named(&format!("{}.", ending(round))), ink.note);
    let id = Id::new(("hindsight", context.seed, rule.to_string(), round.played.len()));
    let search: Option<HindsightSearch> = ui.data(|data| data.get_temp(id));
    let search = search.filter(|search| !search.was_called_off());
    let search = search.unwrap_or_else(|| HindsightSearch::start(round, context));
    ui.data_mut(|data| data.insert_temp(id, search.clone()));
    let Some(hindsight) = search.found() else { return };
    for words in hindsight.words() {
        note(ui, format!("{}.", context.named(&words)), ink.note);
    }
    widgets::fold(ui, "Rules still possible", |ui| {
        let first = round.played.first().map(|link| link.right.card.card);
        if let Some(card) = first {
            count_row(ui, card.pretty(), "", belief::count());
        }
        for judged in &hindsight.cards {
            count_row(ui, judged.card.pretty(), if judged.is_right { "" } else { "wrong" }, judged.left);
        }
    });
}

/// A card, whether it was wrong, and how many rules were left.
fn count_row(ui: &mut Ui, card: String, verdict: &str, left: u64) {
    let ink = theme::of(ui);
    let text =
        |words: String, colour: theme::Rgb| RichText::new(words).font(theme::body(size::SECOND)).color(colour.egui());
    ui.horizontal(|ui| {
        ui.label(text(format!("{card} {verdict}"), if verdict.is_empty() { ink.text } else { ink.muted }));
        ui.label(text(format!("{} possible", RulesLeft(left)), ink.muted));
    });
}
