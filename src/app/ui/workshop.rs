//! The screen around a game's workshop.

use bevy_egui::egui::{self, Ui};

use super::super::desk::Action;
use super::super::play::Minds;
use super::super::workbench::Workbench;
use super::screen_bar;
use crate::catalogue;
use crate::engine::game::Cancel;
use crate::table::motion::Wake;
use crate::table::panels::{Bench, BenchAsk, Work};
use crate::table::theme::{space, width};
use crate::table::widgets::{self, Icon, Weight};

pub(super) fn show(root: &mut Ui, bench: &mut Workbench, minds: &Minds, wake: &Wake, asked: &mut Vec<Action>) {
    let Workbench { workshop, own, pasted, step } = bench;
    let Some((game, workshop)) = workshop else { return };
    let title = catalogue::find(game).map_or("", |entry| entry.info.title);
    screen_bar(root, &format!("{title}: the workshop"), Some(Action::OpenSetup(game)), asked, |ui, asked| {
        if widgets::button(ui, Some(Icon::Rules), "Rules (F1)", Weight::Plain, true, false).clicked() {
            asked.push(Action::OpenRules);
        }
    });
    let mut asks = Vec::new();
    let mut work = |work: Work| minds.think(Box::new(move |_| work()), &Cancel::new(), wake).detach();
    egui::CentralPanel::no_frame().show(root, |ui| {
        let margin = ((ui.available_width() - width::WIDE) / 2.0).max(space::L);
        let room = ui.available_rect_before_wrap().shrink2(egui::vec2(margin, space::M));
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            workshop.show(
                ui,
                &mut Bench { own, pasted: pasted.take(), step: step.take(), wake, work: &mut work, asked: &mut asks },
            );
        });
    });
    asked.extend(asks.into_iter().map(|ask| match ask {
        BenchAsk::Save(puzzle) => Action::SavePuzzle(puzzle),
        BenchAsk::Draft(text) => Action::KeepDraft(game, text),
        BenchAsk::Copy(text) => Action::Copy(text),
        BenchAsk::Paste => Action::Paste,
        BenchAsk::Try(options) => Action::Try(game, options),
    }));
}
