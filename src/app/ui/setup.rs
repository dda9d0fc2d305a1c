//! A game about to be dealt: who plays, what is set, its seed, and what may be done instead.

use bevy_egui::egui::{self, Id, Ui};

use super::calendar;
use super::library_index::LibraryIndex;
use super::parts::{
    PageSide, beside, button, combo, display, entered, from_right, heading, is_tight, measure_of, named,
    nothing_has_focus, primary_button, screen_bar, screen_body, second,
};
use super::pictures;
use crate::app::bindings::Command;
use crate::app::daily;
use crate::app::game::jobs::BotPool;
use crate::app::messages::{GameAction, NavigationAction, Request, Requests, SettingsAction, WorkshopAction};
use crate::app::pictures::library::PictureLibrary;
use crate::app::roster::Roster;
use crate::app::settings::Settings;
use crate::app::store::Finished;
use crate::app::ui_state::{UiState, fresh_seed};
use crate::catalogue::{self, GameEntry};
use crate::engine::fairness::Fingerprint;
use crate::engine::game::{Cancel, Info};
use crate::engine::record::{LONGEST_NAME, LONGEST_SEED};
use crate::engine::seats::{BotLevel, Seats};
use crate::table::drop_down::drop_down;
use crate::table::job::WakeWindow;
use crate::table::panels::{GameSetup, OwnPuzzle, OwnSetup, Played, SeatedPlayer, SetupContext, SetupRequest, Work};
use crate::table::theme::{self, Palette, size, space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

const PANEL_HEIGHT: f32 = 412.0;
/// The height of a line of secondary text.
const LINE_HEIGHT: f32 = 20.0;
const BAR_HEIGHT: f32 = 84.0;
const TIGHT_BAR_HEIGHT: f32 = 76.0;

/// A setting with more choices than this is a list that opens, so wide in points.
const MOST_BUTTONS: usize = 6;
const LIST_WIDTH: f32 = 240.0;

const BOTS: [(Option<BotLevel>, &str); 4] = [
    (None, "Person"),
    (Some(BotLevel::Easy), "Easy bot"),
    (Some(BotLevel::Medium), "Medium bot"),
    (Some(BotLevel::Hard), "Hard bot"),
];

/// A shared line fits into the field for a seed.
const LONGEST_LINE: usize = 3 * LONGEST_SEED;

const SAME_SEED: &str = "With the same settings, a seed always deals the same game. Send it to a friend, or paste a line that a friend sent you.";

pub(super) struct SetupView<'a> {
    pub(super) index: &'a LibraryIndex,
    pub(super) settings: &'a Settings,
    pub(super) palette: &'a Palette,
    pub(super) pictures: &'a PictureLibrary,
    /// The game's own part.
    pub(super) own: Option<OwnSetup>,
    /// The player's own puzzles.
    pub(super) puzzles: &'a [OwnPuzzle],
    pub(super) pool: &'a BotPool,
    pub(super) wake: &'a WakeWindow,
}

struct SetupScreen<'a> {
    state: &'a mut UiState,
    view: &'a SetupView<'a>,
    entry: &'static GameEntry,
    requests: &'a mut Requests,
}

pub(super) fn show(root: &mut Ui, state: &mut UiState, view: &SetupView, requests: &mut Requests) {
    let Some(entry) = state.chosen.and_then(catalogue::find) else { return };
    let info = entry.info;
    screen_bar(root, info.title, Some(NavigationAction::OpenLibrary), requests, |ui, requests| {
        let rules = view.settings.keys.named("Rules", Command::Rules);
        button(&rules).icon(Icon::Rules).request(ui, requests, NavigationAction::OpenRules);
        button("History").request(ui, requests, NavigationAction::OpenHistory(info.id));
        day_button(ui, view, entry, requests);
    });
    let mut setup = SetupScreen { state, view, entry, requests };
    match view.own {
        Some(OwnSetup::Whole(panel)) => setup.with_own_part(root, panel),
        _ if info.seats.1 > 1 => setup.for_several(root),
        _ => setup.for_one(root),
    }
}

impl SetupScreen<'_> {
    /// A game for one with nothing to set but its seed.
    fn for_one(&mut self, root: &mut Ui) {
        let ink = theme::of(root);
        let info = self.entry.info;
        egui::CentralPanel::no_frame().show(root, |ui| {
            let panel = egui::vec2(width::MENU.min(ui.available_width() - 2.0 * space::XL), PANEL_HEIGHT);
            let room = ui.available_rect_before_wrap();
            let middle = egui::Rect::from_center_size(room.center(), panel.min(room.size()));
            ui.scope_builder(egui::UiBuilder::new().max_rect(middle), |ui| {
                let scroll = egui::ScrollArea::vertical().id_salt(info.id).auto_shrink([false, true]);
                scroll.show(ui, |ui| {
                    theme::floating_frame(&ink).show(ui, |ui| {
                        ui.set_width(panel.x - 2.0 * space::XL);
                        display(ui, info.title, size::DISPLAY_L);
                        ui.colored_label(ink.muted.egui(), info.tagline);
                        widgets::caption(ui, measure_of(info));
                        ui.add_space(space::L);
                        let label = widgets::label(ui, "Seed");
                        let entered = ui.horizontal(|ui| self.seed_field(ui, &label, width::LINE)).inner;
                        widgets::caption(ui, SAME_SEED);
                        self.settled(ui);
                        ui.add_space(space::L);
                        ui.horizontal_wrapped(|ui| self.ways_on(ui, entered));
                    });
                });
            });
        });
    }

    /// A game whose own part says what is played.
    fn with_own_part(&mut self, root: &mut Ui, panel: GameSetup) {
        let margin = self.bottom_bar(root, width::WIDE);
        let id = self.entry.info.id;
        let mut wanted = self.view.settings.clone();
        let mut options = wanted.options_of(id).to_owned();
        let mut asked = Vec::new();
        screen_body(root, egui::vec2(margin, space::L), |ui| {
            what_it_is(ui, self.entry.info);
            self.settled(ui);
            self.own_part(ui, panel, &mut options, &mut asked);
        });
        set_options(&mut wanted, id, options);
        self.push_changed(wanted);
        self.push_asked(asked);
    }

    /// Shows the game's own part, which changes the options and asks for more.
    fn own_part(&self, ui: &mut Ui, panel: GameSetup, options: &mut String, requests: &mut Vec<SetupRequest>) {
        let SetupView { index, puzzles: own, pool, wake, .. } = *self.view;
        let played: Vec<Played<'_>> = index.finished_of(self.entry.info.id).iter().map(Finished::as_played).collect();
        let mut work = |work: Work| pool.start(Box::new(move |_| work()), &Cancel::new(), wake).detach();
        panel(ui, &mut SetupContext { played: &played, options, own, wake, work: &mut work, requests });
    }

    /// What the game's own part asked for, once its options are set.
    fn push_asked(&mut self, asked: Vec<SetupRequest>) {
        let id = self.entry.info.id;
        for request in asked {
            self.requests.push(match request {
                SetupRequest::Design(puzzle) => WorkshopAction::Design(id, puzzle).into(),
                SetupRequest::Delete(file) => WorkshopAction::Delete(id, file).into(),
                SetupRequest::Deal => Request::from(GameAction::Deal(id, Some(self.state.seed.clone()))),
            });
        }
    }

    /// A game for several: who plays at the left, what is set at the right; where nothing can be set, who plays in the middle.
    fn for_several(&mut self, root: &mut Ui) {
        let has_settings = self.has_settings();
        let margin = self.bottom_bar(root, if has_settings { width::WIDE } else { width::FORM });
        let mut wanted = self.view.settings.clone();
        let mut asked = Vec::new();
        screen_body(root, egui::vec2(margin, space::L), |ui| {
            let scroll = egui::ScrollArea::vertical().id_salt(self.entry.info.id).auto_shrink([false, false]);
            scroll.show(ui, |ui| {
                what_it_is(ui, self.entry.info);
                let mut show = |ui: &mut Ui, half: PageSide| match half {
                    PageSide::Left => {
                        self.who_plays(ui, &mut wanted);
                        self.settled(ui);
                    }
                    PageSide::Right => self.what_is_set(ui, &mut wanted, &mut asked),
                };
                if has_settings {
                    beside(ui, 0.47 * ui.available_width(), show);
                } else {
                    show(ui, PageSide::Left);
                }
            });
        });
        self.push_changed(wanted);
        self.push_asked(asked);
    }

    fn push_changed(&mut self, wanted: Settings) {
        if wanted != *self.view.settings {
            self.requests.push(SettingsAction::Set(Box::new(wanted)));
        }
    }

    /// The seed and the way on, always in view, in a column of this width. Returns the margin beside it.
    fn bottom_bar(&mut self, root: &mut Ui, column: f32) -> f32 {
        let margin = ((root.available_width() - column) / 2.0).max(space::XL);
        if is_tight(root) {
            self.tight_bar(root);
            return space::M;
        }
        let bar = egui::Panel::bottom("way on").exact_size(BAR_HEIGHT).show_separator_line(false);
        bar.frame(egui::Frame::NONE).show(root, |ui| {
            ui.horizontal_centered(|ui| {
                ui.add_space(margin);
                let label = widgets::tipped(widgets::label(ui, "Seed"), SAME_SEED);
                let entered = self.seed_field(ui, &label, width::WORD);
                from_right(ui, |ui| {
                    ui.add_space(margin);
                    self.ways_on(ui, entered);
                });
            });
        });
        margin
    }

    /// The same where there is no room for all of it in a line.
    fn tight_bar(&mut self, root: &mut Ui) {
        let bar = egui::Panel::bottom("way on").exact_size(TIGHT_BAR_HEIGHT).show_separator_line(false);
        bar.frame(egui::Frame::NONE.inner_margin(space::M)).show(root, |ui| {
            let line = egui::ScrollArea::horizontal().auto_shrink([false, true]);
            line.show(ui, |ui| {
                ui.horizontal(|ui| {
                    self.ways_on(ui, false);
                    let label = widgets::tipped(widgets::label(ui, "Seed"), SAME_SEED);
                    if self.seed_field(ui, &label, width::WORD) {
                        self.requests.push(GameAction::Deal(self.entry.info.id, Some(self.state.seed.clone())));
                    }
                });
            });
        });
    }

    /// Returns whether Enter was pressed in the seed.
    fn seed_field(&mut self, ui: &mut Ui, label: &egui::Response, width: f32) -> bool {
        let length = self.state.seed.chars().count();
        let field = widgets::field(&mut self.state.seed).char_limit(LONGEST_LINE).desired_width(width);
        // Typing replaces the proposed seed.
        let field = widgets::replaced_field(ui, field, length).labelled_by(label.id);
        widgets::tip(&field, SAME_SEED, &[]);
        if button("New seed").show(ui).clicked() {
            self.state.seed = fresh_seed();
        }
        entered(ui, &field)
    }

    /// The fingerprint of the deal that this seed and these options make, before anybody sees a card of it. It is found out when one of
    /// them changes.
    fn settled(&self, ui: &mut Ui) {
        let (info, settings, seed) = (self.entry.info, self.view.settings, self.state.seed.trim());
        let Some(salt) = self.state.salt.filter(|_| !seed.is_empty()) else { return };
        let (players, options) = (settings.roster.players(settings.seats_of(info)), settings.options_of(info.id));
        let (place, deal) = (Id::new("settled"), Id::new((info.id, seed, options, players.len(), salt)));
        let known: Option<(Id, Option<Fingerprint>)> = ui.data(|data| data.get_temp(place));
        let fingerprint = match known {
            Some((known, fingerprint)) if known == deal => fingerprint,
            _ => self.entry.start_with(seed, players, options).ok().and_then(|mut session| {
                session.commit(salt);
                session.fingerprint()
            }),
        };
        ui.data_mut(|data| data.insert_temp(place, (deal, fingerprint.clone())));
        let Some(fingerprint) = fingerprint else { return };
        let words = format!("Fingerprint of this deal: {fingerprint}");
        widgets::tipped(
            widgets::caption(ui, words),
            "This deal is already fixed. After the game, “Was it fair?” checks that it was this one.",
        );
    }

    /// Into the game: dealt anew, by its lesson, or where it was left. Enter in the seed deals, too.
    fn ways_on(&mut self, ui: &mut Ui, entered: bool) {
        let info = self.entry.info;
        let focus = std::mem::take(&mut self.state.wants_focus) || nothing_has_focus(ui);
        if primary_button("Deal").icon(Icon::Go).focus(focus).show(ui).clicked() || entered {
            self.requests.push(GameAction::Deal(info.id, Some(self.state.seed.clone())));
        }
        if self.entry.lesson_record().is_some() {
            button("First steps").request(ui, self.requests, GameAction::Learn(info.id));
        }
        if info.seats.1 == 1 {
            self.watch(ui);
        }
        if let Some(bookmark) = self.view.index.waiting.get(info.id) {
            let resume = button("Continue").request(ui, self.requests, GameAction::Continue(info.id));
            widgets::tip(
                &resume,
                &format!("{bookmark}. If you deal a new game, you can still resume this one from the history."),
                &[],
            );
        }
    }

    /// A list of bots, one of which plays the deal to be watched.
    fn watch(&mut self, ui: &mut Ui) {
        let bots: Vec<(BotLevel, String)> =
            BOTS.into_iter().filter_map(|(level, name)| Some((level?, name.to_owned()))).collect();
        if let Some(level) = drop_down(ui, "watch", ("Watch a bot", "Watch a bot"), width::CHOICE, &bots, None) {
            self.requests.push(GameAction::Watch(self.entry.info.id, level, self.state.seed.clone()));
        }
    }

    /// How many, and who: each with a colour, a name, and whether a person or a bot plays.
    fn who_plays(&self, ui: &mut Ui, wanted: &mut Settings) {
        let info = self.entry.info;
        heading(ui, "Who plays");
        let mut seats = wanted.seats_of(info) as u8;
        let before = seats;
        let words: Vec<(u8, String)> = (info.seats.0..=info.seats.1).map(|count| (count, count.to_string())).collect();
        let words: Vec<(u8, &str)> = words.iter().map(|(count, word)| (*count, word.as_str())).collect();
        widgets::choice(ui, "Players", &mut seats, &words);
        if seats != before {
            wanted.tables.entry(info.id.to_owned()).or_default().seats = Some(seats);
        }
        let seats = usize::from(seats);
        if seats == 1 {
            widgets::caption(ui, "You play alone.");
            return;
        }
        ui.add_space(space::S);
        let seated_players = wanted.seated_players(&wanted.roster.players(seats), self.view.palette);
        for (seat, seated) in seated_players.iter().enumerate() {
            ui.horizontal(|ui| player_row(ui, wanted, seat, seats, seated));
        }
        let begins = self.entry.who_begins();
        let people = seated_players.iter().filter(|seated| seated.is_person).count();
        let shared = if people > 1 { " Pass the computer on whenever the screen asks you to." } else { "" };
        widgets::caption(ui, format!("{begins}{shared}"));
    }

    /// Whether anything but its players can be chosen in the game.
    fn has_settings(&self) -> bool {
        let (entry, settings) = (self.entry, self.view.settings);
        let options = settings.options_of(entry.info.id);
        let can_be_set = |seats| !entry.settings(options, seats).is_empty();
        Seats::new(settings.seats_of(entry.info)).is_some_and(can_be_set) || entry.picture(options).is_some()
    }

    fn what_is_set(&mut self, ui: &mut Ui, wanted: &mut Settings, asked: &mut Vec<SetupRequest>) {
        let entry = self.entry;
        let Some(seats) = Seats::new(wanted.seats_of(entry.info)) else { return };
        let mut options = wanted.options_of(entry.info.id).to_owned();
        let settings = entry.settings(&options, seats);
        if settings.is_empty() && entry.picture(&options).is_none() {
            return;
        }
        heading(ui, "The game");
        for setting in settings {
            let mut chosen = setting.chosen;
            widgets::label(ui, setting.name);
            let own = match self.view.own {
                Some(OwnSetup::Setting(name, panel)) if name == setting.name => Some(panel),
                _ => None,
            };
            if let Some(panel) = own {
                self.own_part(ui, panel, &mut options, asked);
            } else if setting.choices.len() > MOST_BUTTONS {
                let words = setting.choices.iter().map(|(word, _)| word.to_string());
                let words: Vec<(usize, String)> = words.enumerate().collect();
                let shown = words.get(chosen).map_or("", |(_, word)| word);
                let taken = drop_down(ui, setting.name, (setting.name, shown), LIST_WIDTH, &words, Some(chosen));
                chosen = taken.unwrap_or(chosen);
            } else {
                let words = setting.choices.iter().map(|(word, _)| &**word);
                let words: Vec<(usize, &str)> = words.enumerate().collect();
                widgets::choice(ui, setting.name, &mut chosen, &words);
            }
            if let Some((_, text)) = setting.choices.get(chosen).filter(|_| chosen != setting.chosen) {
                options.clone_from(text);
            }
            widgets::caption(ui, setting.explanation);
            ui.add_space(space::XS);
        }
        if let Some(name) = entry.picture(&options) {
            widgets::label(ui, "Picture");
            let can_choose = entry.with_picture(&options, &name).is_some();
            if let Some(picked) = pictures::row(ui, self.view.pictures, &name, can_choose, self.requests) {
                options = entry.with_picture(&options, &picked).unwrap_or(options);
            }
        }
        set_options(wanted, entry.info.id, options);
    }
}

/// In a line what one does in the game, and nothing more: the rules are a click away.
fn what_it_is(ui: &mut Ui, info: &Info) {
    ui.vertical(|ui| {
        ui.set_min_height(LINE_HEIGHT);
        let ink = theme::of(ui);
        ui.add(egui::Label::new(second(info.tagline, ink.muted)).wrap());
    });
}

/// The deal of the day, if anybody can tell what day it is; once it is finished, with how it was.
fn day_button(ui: &mut Ui, view: &SetupView, entry: &GameEntry, requests: &mut Requests) {
    let (Some(today), command) = (view.index.today, Command::DailyDeal) else { return };
    let (icon, name, about) = match view.index.finished_today(entry.info.id) {
        Some(finished) => {
            let title = entry.gentle_title(&finished.title);
            let about = format!("{title}{}. Played again, it is practice.", calendar::help_in(finished));
            (Icon::Done, format!("{}: {}", command.name(), calendar::result_of(finished)), about)
        }
        None => {
            let about = format!("The deal of {} is the same for everybody.", daily::in_words(today));
            (Icon::Day, view.settings.keys.named(command.name(), command), about)
        }
    };
    let day = button(&name).icon(icon).compact(is_tight(ui));
    widgets::tip(&day.request(ui, requests, GameAction::DailyDeal(entry.info.id, today)), &about, &[]);
}

/// The colour and the name of somebody in the roster, who is shown under this number, beside those at the seats that are shown.
pub(super) fn colour_and_name(
    ui: &mut Ui,
    roster: &mut Roster,
    (seat, shown): (usize, &[usize]),
    number: usize,
    seated: &SeatedPlayer,
) {
    ui.spacing_mut().item_spacing.x = space::S;
    let plate = egui::Vec2::splat(theme::TARGET);
    let colour = widgets::plate(ui, plate, &format!("Colour of player {number}"), ButtonStyle::Plain, true);
    widgets::marker(ui, colour.rect.center(), 12.0, seated);
    if widgets::tipped(colour, "Change colour").clicked() {
        roster.next_colour(seat, shown);
    }
    let Some(entry) = roster.entry_mut(seat) else { return };
    let field = widgets::field(&mut entry.name).char_limit(LONGEST_NAME).desired_width(width::WORD);
    named(ui, field, &format!("Name of player {number}"));
}

fn set_options(settings: &mut Settings, game: &str, options: String) {
    if options != settings.options_of(game) {
        settings.tables.entry(game.to_owned()).or_default().options = options;
    }
}

fn player_row(ui: &mut Ui, wanted: &mut Settings, seat: usize, seats: usize, seated: &SeatedPlayer) {
    let (number, shown): (usize, Vec<usize>) = (seat + 1, (0..seats).collect());
    colour_and_name(ui, &mut wanted.roster, (seat, &shown), number, seated);
    let Some(entry) = wanted.roster.entry_mut(seat) else { return };
    combo(ui, &format!("Player {number}"), width::WORD - space::S, &mut entry.bot, &BOTS);
    let up = format!("Move player {number} up");
    if button(&up).icon(Icon::Up).compact(true).enabled(seat > 0).show(ui).clicked() {
        wanted.roster.move_up(seat);
    }
}
