//! Whether a game is fair: the fingerprint of its deal, and at the end what it was made from, and bots that think again.

use bevy_egui::egui::{self, Context, FontId, RichText, Ui};

use super::parts::{button, muted, page, primary_button, second};
use crate::app::game::active::ActiveGame;
use crate::app::messages::{RecordAction, Requests, TableAction};
use crate::engine::fairness::{BotCheck, Fingerprint, OpenedDeal};
use crate::table::theme::{self, size, space, width};
use crate::table::widgets;
use crate::words::counted;

pub(super) fn show(context: &Context, game: &ActiveGame, focus: bool, requests: &mut Requests) {
    let is_over = game.is_checkable();
    let title = if is_over { "Was it fair?" } else { "Is it fair?" };
    page(context, title, width::FORM, focus, requests, |ui, requests| {
        ui.add_space(space::S);
        match (game.session().fingerprint(), game.session().opened_deal()) {
            (None, _) => muted(ui, "This deal was not fixed in advance, so it has no fingerprint."),
            (Some(_), Some(opened)) => open(ui, &opened, requests),
            (Some(fingerprint), None) => {
                digits(ui, &fingerprint, requests);
                muted(
                    ui,
                    "This deal was settled before its first card, and this is its fingerprint. It gives nothing away, and no other \
                     deal has the same one. Write it down or photograph it, and compare it when the game is over.",
                );
            }
        }
        ui.add_space(space::L);
        if game.session().players().iter().all(|player| player.bot.is_none()) {
            return;
        }
        match is_over {
            true => bots(ui, game, requests),
            false => muted(
                ui,
                "When the game is over, you can have every bot think again here, with the cards it could not see swapped for others.",
            ),
        }
    });
}

fn digits(ui: &mut Ui, fingerprint: &Fingerprint, requests: &mut Requests) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(fingerprint.to_string()).font(FontId::monospace(size::DISPLAY_M)));
        button("Copy").request(ui, requests, RecordAction::Copy(fingerprint.to_string()));
    });
}

/// What the deal was settled by.
fn open(ui: &mut Ui, opened: &OpenedDeal, requests: &mut Requests) {
    let ink = theme::of(ui);
    digits(ui, &opened.fingerprint, requests);
    let (said, colour) = match opened.matches {
        true => ("It matches: the deal is the one that was settled before the first card.", ink.good),
        false => ("It does not match: somebody has changed the deal, the options or the seed.", ink.bad),
    };
    ui.label(RichText::new(said).font(theme::strong(size::BODY)).color(colour.egui()));
    ui.add_space(space::S);
    widgets::fold(ui, "What the fingerprint is made from", |ui| {
        let text = RichText::new(opened.text.trim_end()).font(FontId::monospace(size::SECOND));
        ui.add(egui::Label::new(text).wrap());
        muted(
            ui,
            "The fingerprint is the first 24 digits of the SHA-256 of this text, including the line break at its end.",
        );
        button("Copy the text").request(ui, requests, RecordAction::Copy(opened.text.clone()));
    });
}

/// How far the bots have thought again, and what came of it.
fn bots(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    let (ink, check) = (theme::of(ui), &game.fairness);
    let all = check.steps.len();
    let moves = counted(all as u64, "bot move", "bot moves");
    if let Some(BotCheck { step, seat, played, found }) = &check.other {
        let name = game.session().players().get(seat.index()).map_or("the bot", |player| player.name.as_str());
        let said = format!("Move {step} does not follow from what {name} could see.");
        ui.label(RichText::new(said).font(theme::strong(size::BODY)).color(ink.bad.egui()));
        ui.label(format!("In this game: {}", played.told));
        let found = found.as_ref().map_or("nothing", |found| &found.told);
        ui.label(format!("On thinking again: {found}"));
        muted(ui, "Either somebody has changed the record, or the game was played with another version of Parlour.");
        return;
    }
    if !check.is_on {
        muted(
            ui,
            "Each bot thinks again about every move it made, with all the cards it could not see swapped for others. If it makes the \
             same moves, it cannot have known them.",
        );
        primary_button("Check the bots").request(ui, requests, TableAction::CheckBots);
        return;
    }
    let share = check.done as f32 / all.max(1) as f32;
    ui.add(egui::ProgressBar::new(share).desired_height(space::S).fill(ink.good.egui()));
    if check.done < all {
        let words = format!("{} of {moves} checked", check.done);
        ui.label(second(words, ink.muted));
        return;
    }
    let said = match all {
        1 => "1 bot move: it follows from what the bot could see.".to_owned(),
        _ => format!("{moves}: all of them follow from what the bots could see."),
    };
    ui.label(RichText::new(said).font(theme::strong(size::BODY)).color(ink.good.egui()));
}
