//! The bar below a replay: how far it is, the ways to other moves, how it plays by itself, and what can be done from here.

use bevy_egui::egui::{self, Id, Ui};

use super::parts::{self, button};
use crate::app::game::active::ActiveGame;
use crate::app::messages::{GameAction, Requests, TableAction};
use crate::app::window_layout;
use crate::engine::seats::Viewer;
use crate::table::theme::{self, width};
use crate::table::widgets::{self, Icon};

/// A replay that goes on by itself: how fast, and when it last did, in seconds. Kept in egui's memory.
#[derive(Clone, Copy, PartialEq, Default)]
struct Playback {
    is_on: bool,
    /// The number of its speed.
    speed: usize,
    last: f64,
}

/// Each with its word, and how long a move is shown, in seconds.
const SPEEDS: [(&str, f64); 3] = [("1×", 1.4), ("2×", 0.7), ("4×", 0.35)];

/// A replay's slider: the position, and what can be done from here.
pub(super) fn show(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    let (made, all) = game.session().moves();
    let step = |icon, name, enabled| button(name).icon(icon).compact(true).enabled(enabled);
    ui.vertical_centered(|ui| {
        widgets::centred_row(ui, "scrubber", |ui| {
            let back = step(Icon::Back, "Back (←)", made > 0);
            back.request(ui, requests, TableAction::Seek(made.saturating_sub(1)));
            let mut position = made;
            let shows_hands = game.review.is_on && matches!(game.session().viewer(), Viewer::Seat(_));
            ui.spacing_mut().slider_width = slider_width(ui, shows_hands, game.leads_back.is_some());
            let slider = egui::Slider::new(&mut position, 0..=all).show_value(false);
            if parts::named(ui, slider, "Move").changed() {
                requests.push(TableAction::Seek(position));
            }
            button("Forward (→)").icon(Icon::Forward).compact(true).enabled(made < all).request(
                ui,
                requests,
                TableAction::Seek(made + 1),
            );
            Playback::show(ui, game.session().seed(), (made, all), requests);
            ui.label(format!("{made} of {all}"));
            if game.can_be_reviewed() {
                let is_on = game.review.is_on;
                button("Review").on(is_on).request(ui, requests, TableAction::Review(!is_on));
            }
            if shows_hands {
                button("Show all hands").shortened(ui, Icon::Eye).request(ui, requests, TableAction::SeenBy(None));
            }
            let play_on = button("Carry on from here").shortened(ui, Icon::Onward).enabled(game.outcome.is_none());
            play_on.request(ui, requests, GameAction::PlayOn);
            if game.leads_back.is_some() {
                button("Back to the game").shortened(ui, Icon::Close).request(ui, requests, GameAction::BackToGame);
            }
        });
    });
}

/// How wide the slider is: each button more leaves less room in a narrow window.
fn slider_width(ui: &Ui, shows_hands: bool, leads_back: bool) -> f32 {
    let more = f32::from(u8::from(shows_hands) + u8::from(leads_back));
    if parts::is_tight(ui) {
        return width::CHOICE - more * (theme::TARGET - 1.0);
    }
    let is_narrow = shows_hands && ui.ctx().viewport_rect().width() < window_layout::WIDE;
    if is_narrow { width::CHOICE } else { width::SLIDER }
}

/// A replay that goes on by itself waits.
pub(super) fn pause(ui: &Ui, game: &ActiveGame) {
    ui.data_mut(|data| data.remove::<Playback>(Playback::id(game.session().seed())));
}

impl Playback {
    /// Under which it is kept.
    fn id(seed: &str) -> Id {
        Id::new(("playback", seed))
    }

    /// The buttons; takes the next step when it is time for it.
    fn show(ui: &mut Ui, seed: &str, (made, all): (usize, usize), requests: &mut Requests) {
        let id = Playback::id(seed);
        let mut playback: Playback = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let now = ui.input(|input| input.time);
        let (icon, name) = if playback.is_on { (Icon::Pause, "Pause") } else { (Icon::Go, "Play") };
        if button(name).icon(icon).compact(parts::is_tight(ui)).show(ui).clicked() {
            playback = Playback { is_on: !playback.is_on, last: now, ..playback };
            // At its end it begins again.
            if playback.is_on && made == all {
                requests.push(TableAction::Seek(0));
            }
        }
        let (word, pause) = SPEEDS[playback.speed % SPEEDS.len()];
        if widgets::tipped(button(word).show(ui), "Playback speed").clicked() {
            playback.speed = (playback.speed + 1) % SPEEDS.len();
        }
        if playback.is_on && now - playback.last >= pause {
            playback.last = now;
            playback.is_on = made < all;
            if made < all {
                requests.push(TableAction::Seek(made + 1));
            }
        }
        if playback.is_on {
            ui.ctx().request_repaint();
        }
        ui.data_mut(|data| data.insert_temp(id, playback));
    }
}
