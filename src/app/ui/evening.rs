//! An evening of several games: the plan for it, how it stands between two games, and how it ended.

use bevy_egui::egui::{self, Align, Align2, Id, Label, Layout, Pos2, Rect, RichText, Sense, Ui, Vec2};

use super::parts::{
    PageSide, beside, button, display, from_right, heading, is_tight, measure_of, primary_button, screen_bar,
    screen_body, second,
};
use super::results::focused_title;
use super::setup::colour_and_name;
use crate::app::daily;
use crate::app::evening::programme::{Evening, EveningGame, EveningTotal, MOST_GAMES, is_for, minutes_of, seats_of};
use crate::app::evening::{self, EveningState};
use crate::app::messages::{EveningAction, NavigationAction, Requests, SettingsAction};
use crate::app::settings::Settings;
use crate::catalogue::GAMES;
use crate::engine::game::Info;
use crate::engine::record::Player;
use crate::engine::seats::{BotLevel, MOST_SEATS};
use crate::table::drawings;
use crate::table::drop_down::drop_down;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, Palette, size, space, width};
use crate::table::widgets::{self, Icon};
use crate::words::{capitalised, counted, counted_in_words, joined};

/// The height of what leads on, always in sight below the rest.
const FOOT: f32 = 84.0;
const TIGHT_FOOT: f32 = 64.0;

/// The side of the emblem of a planned game.
const EMBLEM: f32 = 36.0;

const LEVELS: [(BotLevel, &str); 3] =
    [(BotLevel::Easy, "Easy"), (BotLevel::Medium, "Medium"), (BotLevel::Hard, "Hard")];

/// How long an evening may be proposed to be.
const TIMES: [(u16, &str); 3] = [(60, "1 hour"), (120, "2 hours"), (180, "3 hours")];

pub(super) struct EveningView<'a> {
    pub(super) state: &'a EveningState,
    pub(super) settings: &'a Settings,
    pub(super) palette: &'a Palette,
    pub(super) focus: bool,
}

pub(super) fn show(root: &mut Ui, view: &EveningView, requests: &mut Requests) {
    match view.state.shown() {
        None => plan(root, view, requests),
        Some(evening) if evening.is_over() => result(root, view, evening, requests),
        Some(evening) => standings(root, view, evening, requests),
    }
}

/// A bar at the bottom, filled from the right, with words at its left as far as there is room.
fn foot(root: &mut Ui, margin: f32, words: &str, add: impl FnOnce(&mut Ui)) {
    let high = if is_tight(root) { TIGHT_FOOT } else { FOOT };
    let bar = egui::Panel::bottom("way on").exact_size(high).show_separator_line(false);
    bar.frame(egui::Frame::NONE).show(root, |ui| {
        ui.horizontal_centered(|ui| {
            from_right(ui, |ui| {
                ui.add_space(margin);
                add(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add_space(margin);
                    let ink = theme::of(ui);
                    ui.add(Label::new(second(words, ink.text)).truncate());
                });
            });
        });
    });
}

/// The margin of the screen’s column.
fn margin_of(root: &Ui) -> f32 {
    if is_tight(root) { space::M } else { ((root.available_width() - width::WIDE) / 2.0).max(space::XL) }
}

/// Who is there, and what they will play.
fn plan(root: &mut Ui, view: &EveningView, requests: &mut Requests) {
    screen_bar(root, "An evening", Some(NavigationAction::OpenLibrary), requests, |_, _| ());
    let (planned, margin) = (&view.state.planned, margin_of(root));
    let refusal = evening::refusal(planned, &view.settings.roster);
    let about = match &refusal {
        Some(why) => format!("{}.", capitalised(why)),
        None => format!("{}, about {}", counted(planned.len() as u64, "game", "games"), length_of(planned)),
    };
    foot(root, margin, &about, |ui| {
        let start = primary_button("Start the evening").icon(Icon::Go).refused(refusal.as_deref());
        start.focus(view.focus && refusal.is_none()).request(ui, requests, EveningAction::Start);
    });
    let mut wanted = view.settings.clone();
    screen_body(root, Vec2::new(margin, space::L), |ui| {
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.label("Play several games in a row, pass the computer on as usual, and keep one table of points.");
            ui.add_space(space::M);
            let left = 0.47 * ui.available_width();
            beside(ui, left, |ui, side| match side {
                PageSide::Left => who_is_there(ui, view, &mut wanted, requests),
                PageSide::Right => what_is_played(ui, view, refusal.is_some() && view.focus, requests),
            });
        });
    });
    if wanted != *view.settings {
        requests.push(SettingsAction::Set(Box::new(wanted)));
    }
}

/// How long these games take, in words.
fn length_of(games: &[&Info]) -> String {
    let minutes: u16 = games.iter().map(|info| minutes_of(info)).sum();
    let in_hours = counted(minutes / 60, "hour", "hours");
    match (minutes / 60, minutes % 60) {
        (0, minutes) => counted(minutes, "minute", "minutes"),
        (_, 0) => in_hours,
        (_, minutes) => format!("{in_hours} {}", counted(minutes, "minute", "minutes")),
    }
}

/// How many people there are, and who: each with a colour and a name, in the order in which they sit in the first game.
fn who_is_there(ui: &mut Ui, view: &EveningView, wanted: &mut Settings, requests: &mut Requests) {
    heading(ui, "Who is there");
    let before = wanted.roster.people().len();
    let mut count = before;
    let words: Vec<(usize, String)> = (1..=usize::from(MOST_SEATS)).map(|count| (count, count.to_string())).collect();
    let words: Vec<(usize, &str)> = words.iter().map(|(count, word)| (*count, word.as_str())).collect();
    widgets::choice(ui, "People", &mut count, &words);
    if count != before {
        wanted.roster.set_people(count);
    }
    ui.add_space(space::S);
    let (seats, players) = (wanted.roster.people(), people_of(&wanted.roster.people_by_name()));
    let seated = wanted.seated_players(&players, view.palette);
    for (row, (seat, seated)) in seats.iter().zip(&seated).enumerate() {
        ui.horizontal(|ui| {
            let number = row + 1;
            colour_and_name(ui, &mut wanted.roster, (*seat, &seats), number, seated);
            let above = row.checked_sub(1).and_then(|above| seats.get(above));
            let up = format!("Move player {number} up");
            let is_moved = button(&up).icon(Icon::Up).compact(true).enabled(above.is_some()).show(ui).clicked();
            if let Some(above) = above.filter(|_| is_moved) {
                wanted.roster.swap(*above, *seat);
            }
        });
    }
    ui.add_space(space::S);
    widgets::label(ui, "Bots");
    let mut level = view.state.level;
    widgets::choice(ui, "Bots", &mut level, &LEVELS);
    if level != view.state.level {
        requests.push(EveningAction::SetBots(level));
    }
    let about = "If a game needs more players than there are people, bots join in. They score no points.";
    widgets::caption(ui, about);
}

fn people_of(names: &[String]) -> Vec<Player> {
    names.iter().map(Player::person).collect()
}

/// The games, in order, and how they come there: proposed for a time, or one by one.
fn what_is_played(ui: &mut Ui, view: &EveningView, focus: bool, requests: &mut Requests) {
    heading(ui, "Games");
    widgets::label(ui, "Propose some for");
    ui.horizontal_wrapped(|ui| {
        for (number, (minutes, word)) in TIMES.into_iter().enumerate() {
            let propose = button(word).focus(focus && number == 0);
            let propose = propose.request(ui, requests, EveningAction::Propose(minutes));
            let name = format!("Propose some for {word}");
            propose.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
        }
    });
    let people = view.settings.roster.people().len();
    add_list(ui, view, people, requests);
    ui.add_space(space::S);
    for (number, info) in view.state.planned.iter().enumerate() {
        ui.horizontal(|ui| planned_row(ui, number, info, people, requests));
    }
    widgets::caption(ui, "Each game uses the options that you last set for it.");
}

/// A planned game: what it is, and how it is moved or removed.
fn planned_row(ui: &mut Ui, number: usize, info: &Info, people: usize, requests: &mut Requests) {
    let shown = number + 1;
    from_right(ui, |ui| {
        let remove = format!("Remove game {shown}, {}", info.title);
        button(&remove).icon(Icon::Close).compact(true).request(ui, requests, EveningAction::Remove(number));
        let up = format!("Move game {shown}, {}, up", info.title);
        let up = button(&up).icon(Icon::Up).compact(true).enabled(number > 0);
        up.request(ui, requests, EveningAction::MoveUp(number));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let (square, _) = ui.allocate_exact_size(Vec2::splat(EMBLEM), Sense::hover());
            drawings::emblem(ui.painter(), info.id, square);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let ink = theme::of(ui);
                let title = RichText::new(format!("{shown}. {}", info.title)).font(theme::strong(size::SECOND));
                ui.add(Label::new(title).truncate());
                let (about, colour) = match is_for(info, people) {
                    true => (about_game(info, people), ink.muted),
                    false => (format!("Not for {}", counted_in_words(people, "person", "people")), ink.bad),
                };
                let about = RichText::new(about).font(theme::body(size::CAPTION)).color(colour.egui());
                ui.add(Label::new(about).truncate());
            });
        });
    });
}

/// "2–6 players · 10–30 min · light", and how many bots fill up.
fn about_game(info: &Info, people: usize) -> String {
    format!("{}{}", measure_of(info), with_bots(info, people))
}

/// " · with one bot", where a game needs more players than there are people.
fn with_bots(info: &Info, people: usize) -> String {
    match seats_of(info, people).saturating_sub(people) {
        0 => String::new(),
        bots => format!(" · with {}", counted_in_words(bots, "bot", "bots")),
    }
}

/// A list of the games that are for so many people.
fn add_list(ui: &mut Ui, view: &EveningView, people: usize, requests: &mut Requests) {
    let infos = GAMES.iter().map(|entry| entry.info).filter(|info| is_for(info, people));
    let games: Vec<(&'static str, String)> = infos.map(|info| (info.id, info.title.to_owned())).collect();
    if games.is_empty() || view.state.planned.len() >= MOST_GAMES {
        return;
    }
    let taken = drop_down(ui, "add a game", ("Add a game", "Add a game"), width::LINE, &games, None);
    if let Some(game) = taken {
        requests.push(EveningAction::Add(game));
    }
}

/// How the evening stands, and the game that comes next.
fn standings(root: &mut Ui, view: &EveningView, evening: &Evening, requests: &mut Requests) {
    screen_bar(root, "An evening", Some(NavigationAction::OpenLibrary), requests, end_button);
    let margin = margin_of(root);
    let next = evening.next_game();
    let title = next.map_or("", EveningGame::title);
    let about = match next.and_then(EveningGame::info) {
        Some(info) => format!("Next: {title}{}", with_bots(info, evening.people.len())),
        None => String::new(),
    };
    let is_begun = next.is_some_and(|game| game.seed.is_some());
    let play = if is_begun { format!("Go on with {title}") } else { format!("Play {title}") };
    foot(root, margin, &about, |ui| {
        let play = primary_button(&play).icon(Icon::Go).focus(view.focus);
        play.request(ui, requests, EveningAction::Play);
        let skip = button("Skip this game").request(ui, requests, EveningAction::Skip);
        widgets::tip(&skip, &format!("Go on without {title}"), &[]);
    });
    sheet(root, view, evening, |ui| {
        display(ui, &evening.headline(), size::DISPLAY_M);
    });
}

/// Ends the evening only after a second click. What asks has the focus at first.
fn end_button(ui: &mut Ui, requests: &mut Requests) {
    #[derive(Clone, Copy)]
    enum Asks {
        Now,
        Still,
    }
    let id = Id::new("whether the evening is to end");
    let asked: Option<Asks> = ui.data(|data| data.get_temp(id));
    let Some(asked) = asked else {
        if button("End the evening").show(ui).clicked() {
            ui.data_mut(|data| data.insert_temp(id, Asks::Now));
        }
        return;
    };
    let keep = button("Keep playing").focus(matches!(asked, Asks::Now)).show(ui);
    let end = button("End it now").request(ui, requests, EveningAction::End);
    widgets::caption(ui, "End the evening?");
    let is_answered = keep.clicked() || end.clicked();
    ui.data_mut(|data| {
        if is_answered {
            data.remove::<Asks>(id);
        } else {
            data.insert_temp(id, Asks::Still);
        }
    });
}

/// How the evening ended, worth a photograph.
fn result(root: &mut Ui, view: &EveningView, evening: &Evening, requests: &mut Requests) {
    screen_bar(root, "An evening", Some(NavigationAction::OpenLibrary), requests, |_, _| ());
    let margin = margin_of(root);
    foot(root, margin, "", |ui| {
        primary_button("Plan another evening").icon(Icon::Evening).request(ui, requests, EveningAction::Plan);
    });
    sheet(root, view, evening, |ui| {
        if !is_tight(ui) {
            winners(ui, view, evening);
        }
        focused_title(ui, &evening.headline(), view.focus);
        if let Some(day) = daily::day_of_seed(&evening.day) {
            ui.label(second(daily::in_words(day), theme::of(ui).muted));
        }
    });
}

/// Whoever has won, over the title: the initials that their plates have at a table.
fn winners(ui: &mut Ui, view: &EveningView, evening: &Evening) {
    let seats = view.settings.seated_players(&people_of(&evening.people), view.palette);
    let first = evening.totals().into_iter().filter(|total| total.place == 1);
    let won: Vec<&SeatedPlayer> = first.filter_map(|total| seats.get(total.person)).collect();
    let apart = 2.0 * WINNER + space::M;
    let (row, _) = ui.allocate_exact_size(Vec2::new(apart * won.len() as f32, 2.0 * WINNER), Sense::hover());
    for (number, seated) in won.into_iter().enumerate() {
        let across = (number as f32 + 0.5) * apart;
        widgets::marker(ui, row.left_center() + Vec2::new(across, 0.0), WINNER, seated);
    }
    ui.add_space(space::S);
}

/// The radius of the initial of who has won, and of the star beside the total of who leads.
const WINNER: f32 = 26.0;
const TOTAL_STAR: f32 = 10.0;

/// The height of a row, and of the names of games above all rows.
const ROW: f32 = 44.0;
const HEAD: f32 = 76.0;

/// The columns of a table of points: names with their places, what each game brought, and the total.
struct PointsGrid {
    names: f32,
    game: f32,
    total: f32,
    games: usize,
}

/// The widths of columns: those of names and of totals, and how narrow and wide one of a game is.
const NAMES: f32 = 220.0;
const TIGHT_NAMES: f32 = 170.0;
const TOTAL: f32 = 104.0;
const GAME: (f32, f32) = (48.0, 150.0);

/// In a column as wide as this, a game has its name; in others, its emblem alone.
const NAMED: f32 = 92.0;

impl PointsGrid {
    /// In so much room, as far as there is.
    fn of(games: usize, room: f32, is_tight: bool) -> PointsGrid {
        let names = if is_tight { TIGHT_NAMES } else { NAMES };
        let game = (room - names - TOTAL) / games.max(1) as f32;
        PointsGrid { names, game: game.clamp(GAME.0, GAME.1), total: TOTAL, games }
    }

    fn width(&self) -> f32 {
        self.names + self.game * self.games as f32 + self.total
    }

    /// A row of this height, read aloud as `spoken`.
    fn row(&self, ui: &mut Ui, high: f32, spoken: &str) -> Rect {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(self.width(), high), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, spoken));
        rect
    }

    fn cell(&self, row: Rect, number: usize) -> Rect {
        let left = row.left() + self.names + self.game * number as f32;
        Rect::from_min_size(Pos2::new(left, row.top()), Vec2::new(self.game, row.height()))
    }
}

/// A title above the table of points, on a panel in the middle that scrolls where it has no room.
fn sheet(root: &mut Ui, view: &EveningView, evening: &Evening, title: impl FnOnce(&mut Ui)) {
    let seats = view.settings.seated_players(&people_of(&evening.people), view.palette);
    let (ink, is_tight) = (theme::of(root), is_tight(root));
    screen_body(root, Vec2::splat(space::L), |ui| {
        let room = ui.available_width() - ui.spacing().scroll.allocated_width();
        let frame = theme::floating_frame(&ink).inner_margin(if is_tight { space::M } else { space::XL });
        let around = frame.total_margin().sum().x;
        let grid = PointsGrid::of(evening.games.len(), room - around, is_tight);
        egui::ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(((room - around - grid.width()) / 2.0).max(0.0));
                frame.show(ui, |ui| {
                    ui.vertical(|ui| {
                        ui.set_width(grid.width());
                        ui.vertical_centered(title);
                        ui.add_space(space::M);
                        ui.spacing_mut().item_spacing.y = space::XS;
                        games_row(ui, &grid, evening);
                        for total in evening.totals() {
                            person_row(ui, &grid, evening, &total, &seats);
                        }
                    });
                });
            });
        });
    });
}

/// The games across: each with its emblem, and its name where there is room.
fn games_row(ui: &mut Ui, grid: &PointsGrid, evening: &Evening) {
    let ink = theme::of(ui);
    let titles: Vec<&str> = evening.games.iter().map(EveningGame::title).collect();
    let high = if grid.game >= NAMED { HEAD } else { EMBLEM + space::S };
    let row = grid.row(ui, high, &format!("Games: {}", joined(&titles, ", ")));
    for (number, (game, title)) in evening.games.iter().zip(titles).enumerate() {
        let cell = grid.cell(row, number);
        let middle = Pos2::new(cell.center().x, cell.top() + EMBLEM / 2.0);
        drawings::emblem(ui.painter(), &game.game, Rect::from_center_size(middle, Vec2::splat(EMBLEM)));
        if grid.game >= NAMED {
            let (font, room) = (theme::body(size::CAPTION), grid.game - space::S);
            let mut job = egui::text::LayoutJob::simple(title.to_owned(), font, ink.muted.egui(), room);
            (job.halign, job.wrap.max_rows) = (Align::Center, 2);
            let galley = ui.painter().layout_job(job);
            ui.painter().galley(middle + Vec2::new(0.0, EMBLEM / 2.0), galley, ink.muted.egui());
        } else {
            let response = ui.interact(cell, ui.id().with(("game", number)), Sense::hover());
            widgets::tip(&response, title, &[]);
        }
    }
    let at = Pos2::new(row.right() - space::M, row.bottom() - space::S);
    ui.painter().text(at, Align2::RIGHT_BOTTOM, "Points", theme::body(size::CAPTION), ink.muted.egui());
}

/// What each game brought somebody, and the total; who leads has a star.
fn person_row(ui: &mut Ui, grid: &PointsGrid, evening: &Evening, total: &EveningTotal, seats: &[SeatedPlayer]) {
    let Some(seated) = seats.get(total.person) else { return };
    let ink = theme::of(ui);
    // Somebody alone is ahead of nobody, and nobody is before the first game.
    let is_ranked = evening.finished() > 0 && seats.len() > 1;
    let leads = is_ranked && total.place == 1;
    let brought: Vec<Option<String>> = (0..evening.games.len()).map(|number| brought(evening, number, total)).collect();
    let row = grid.row(ui, ROW, &spoken(evening, total, &seated.name, is_ranked, &brought));
    let painter = ui.painter().clone();
    if leads {
        painter.rect_filled(row, theme::BUTTON_RADIUS, ink.raised.egui());
    }
    let (text, muted) = (ink.text.egui(), ink.muted.egui());
    if is_ranked {
        let at = row.left_center() + Vec2::new(space::M, 0.0);
        painter.text(at, Align2::LEFT_CENTER, total.place, theme::body(size::SECOND), muted);
    }
    let marker = row.left_center() + Vec2::new(space::XXL + space::M, 0.0);
    widgets::marker(ui, marker, space::M, seated);
    let left = marker.x + space::M + space::S;
    let font = if leads { theme::strong(size::BODY) } else { theme::body(size::BODY) };
    let name = widgets::fitted(&painter, &seated.name, font, text, row.left() + grid.names - space::S - left);
    let above = name.size().y / 2.0;
    painter.galley(Pos2::new(left, row.center().y - above), name, text);
    for (number, points) in brought.iter().enumerate() {
        let at = grid.cell(row, number).center();
        let is_first = evening.games.get(number).and_then(|game| game.places.get(total.person)) == Some(&1);
        let font = if is_first { theme::strong(size::BODY) } else { theme::body(size::BODY) };
        match points {
            Some(points) => painter.text(at, Align2::CENTER_CENTER, points, font, text),
            None => painter.text(at, Align2::CENTER_CENTER, "·", font, muted),
        };
    }
    let at = row.right_center() - Vec2::new(space::M, 0.0);
    let sum = painter.text(at, Align2::RIGHT_CENTER, total.points, theme::strong(size::DISPLAY_S), text);
    if leads {
        widgets::star(&painter, sum.left_center() - Vec2::new(space::S + TOTAL_STAR, 0.0), TOTAL_STAR);
    }
}

/// What a game brought somebody; `None` if it is not over.
fn brought(evening: &Evening, number: usize, total: &EveningTotal) -> Option<String> {
    evening.points_in(number).get(total.person).map(ToString::to_string)
}

/// A row in words: "1, Ada: 5½ points. Mystique 3, Up and Down 2½".
fn spoken(evening: &Evening, total: &EveningTotal, name: &str, is_ranked: bool, brought: &[Option<String>]) -> String {
    let place = if is_ranked { format!("{}, ", total.place) } else { String::new() };
    let games = evening.games.iter().zip(brought);
    let games = games.filter_map(|(game, points)| Some(format!("{} {}", game.title(), points.as_ref()?)));
    let games = joined(games, ", ");
    let games = if games.is_empty() { games } else { format!(". {games}") };
    format!("{place}{name}: {}{games}", total.points.in_words())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn the_length_of_a_plan_is_told_in_hours_and_minutes() {
        let info = |id: &str| catalogue::find(id).expect("a game").info;
        // 8, 15 and 25 minutes.
        let [chain, guilds, suns] = ["mystique-chain", "mystique-guilds", "battle-for-the-suns"].map(info);
        assert_eq!(length_of(&[chain]), "8 minutes");
        assert_eq!(length_of(&[guilds; 4]), "1 hour");
        assert_eq!(length_of(&[suns, suns, guilds]), "1 hour 5 minutes");
        assert_eq!(length_of(&[guilds; 8]), "2 hours");
    }

    #[test]
    fn columns_are_as_wide_as_there_is_room_and_never_too_narrow_to_read() {
        let few = PointsGrid::of(2, 900.0, false);
        assert_eq!((few.game, few.width()), (GAME.1, NAMES + 2.0 * GAME.1 + TOTAL));
        let many = PointsGrid::of(20, 900.0, false);
        assert!(many.game == GAME.0 && many.width() > 900.0, "it scrolls");
    }
}
