//! The choice of a position before the deal: a new deal, or one of the studies, which stand in a grid with a tick on those that are
//! solved.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, Align2, Ui, Vec2};

use super::layout::played_as;
use super::rules::Options;
use super::studies::{self, Study, StudyGrade};
use crate::table::panels::{Played, SetupContext, SetupRequest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle, Icon};
use crate::words::{capitalised, counted};

/// How large the tick on a study is, in points.
const TICK: f32 = 12.0;

/// The fewest cards in which each study was solved, by its id.
type Solved = BTreeMap<String, u32>;

pub fn show(ui: &mut Ui, context: &mut SetupContext<'_>) {
    let mut options: Options = ron::from_str(context.options).unwrap_or_default();
    let before = options.clone();
    let solved = solved(context.played);
    let mut is_deal = options.study.is_none();
    let deal = [(true, "A new deal")];
    widgets::choice(ui, "Position", &mut is_deal, &deal);
    if is_deal {
        options.study = None;
    }
    for grade in [StudyGrade::Easy, StudyGrade::Medium, StudyGrade::Hard, StudyGrade::Expert] {
        widgets::caption(ui, capitalised(grade.word()));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
            for (id, study) in studies::all().filter(|(_, study)| study.grade() == grade) {
                let is_chosen = options.study.as_deref() == Some(id);
                if square(ui, &study, is_chosen, solved.contains_key(id), context.requests) {
                    options = played_as(id, &study);
                }
            }
        });
    }
    if let Some((id, study)) = studies::all().find(|(id, _)| options.study.as_deref() == Some(*id)) {
        ui.label(egui::RichText::new(about(&study, solved.get(id).copied())).font(theme::body(size::SECOND)));
    }
    if options != before {
        *context.options = ron::to_string(&options).unwrap_or_default();
    }
}

/// A study by its number; returns whether it was clicked. A double click, or Enter on the chosen one, deals it.
fn square(ui: &mut Ui, study: &Study, is_chosen: bool, is_solved: bool, requests: &mut Vec<SetupRequest>) -> bool {
    let ink = theme::of(ui);
    let name = format!("{}{}", study.title(), if is_solved { ", solved" } else { "" });
    let style = if is_chosen { ButtonStyle::On } else { ButtonStyle::Plain };
    let plate = widgets::plate(ui, Vec2::splat(theme::TARGET), &name, style, true);
    let number = study.number.to_string();
    ui.painter().text(plate.rect.center(), Align2::CENTER_CENTER, number, theme::body(size::SECOND), ink.text.egui());
    if is_solved {
        let corner = plate.rect.right_top() + Vec2::new(-TICK, TICK) * 0.75;
        let tick = if is_chosen { ink.text } else { ink.good };
        widgets::draw_icon(
            ui.painter(),
            egui::Rect::from_center_size(corner, Vec2::splat(TICK)),
            Icon::Done,
            tick.egui(),
        );
    }
    let is_entered = plate.clicked() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_chosen && (plate.double_clicked() || is_entered) {
        requests.push(SetupRequest::Deal);
    }
    plate.clicked()
}

/// "Study 7, hard · strict chain · solved in 5 cards".
fn about(study: &Study, solved_in: Option<u32>) -> String {
    let strict = if study.position.strict { " · strict chain" } else { "" };
    let solved =
        solved_in.map_or("not solved yet".to_owned(), |cards| format!("solved in {}", counted(cards, "card", "cards")));
    format!("{}{strict} · {solved}", study.title())
}

fn solved(played: &[Played<'_>]) -> Solved {
    let mut solved = Solved::new();
    for game in played {
        let study = ron::from_str::<Options>(game.options).ok().and_then(|options| options.study);
        if let (Some(study), Some(cards)) = (study, game.effort) {
            let fewest = solved.entry(study).or_insert(cards);
            *fewest = cards.min(*fewest);
        }
    }
    solved
}
