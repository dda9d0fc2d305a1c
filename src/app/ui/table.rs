//! The panels around a table: the bar with what to do next, the game's own panel, captions and rising points.

use bevy::math::Vec2 as Point;
use bevy_egui::egui::{self, Align2, Id, LayerId, Order, Pos2, Ui, Vec2};

use super::parts::sound_icon;
use super::spoken_table;
use crate::app::bindings::Command;
use crate::app::game::active::{ActiveGame, Purpose, StatusMessage};
use crate::app::game::turn::Turn;
use crate::app::messages::{
    GameAction, NavigationAction, Request, Requests, SettingsAction, TableAction, WorkshopAction,
};
use crate::app::settings::Settings;
use crate::app::window_layout;
use crate::engine::lesson::Teaching;
use crate::layout::{Area, AreaId, Face, MoveOption};
use crate::table::drawings;
use crate::table::panels::{GamePanel, PanelContext, PanelRequest, SeatedPlayer};
use crate::table::scene::{RISE, TableScene};
use crate::table::theme::{self, size, space, width};
use crate::table::viewport::TableViewport;
use crate::table::widgets::{self, ButtonStyle, Icon};
use crate::words::capitalised;

/// The height of a caption that a layout has room for under an area, in table units.
const CAPTION_ROOM: f32 = 20.0;

/// A table, and what stands around it.
pub(super) struct Around<'a> {
    pub(super) game: &'a ActiveGame,
    pub(super) turn: Turn,
    pub(super) scene: &'a TableScene,
    pub(super) viewport: &'a TableViewport,
    pub(super) seats: &'a [SeatedPlayer],
    pub(super) settings: &'a Settings,
}

pub(super) fn show(
    root: &mut Ui,
    window: Point,
    around: &Around<'_>,
    panel: Option<GamePanel>,
    requests: &mut Requests,
) {
    let Around { game, scene, viewport, .. } = *around;
    let edge = theme::edge_frame(&theme::of(root));
    let wide = window_layout::is_wide(window);
    let bar = egui::Panel::top("bar").exact_size(window_layout::BAR).frame(edge).show_separator_line(false);
    bar.show(root, |ui| top_bar(ui, wide, around, requests));
    if game.has_strip() {
        let strip = egui::Panel::bottom("strip").exact_size(window_layout::STRIP).show_separator_line(false);
        strip.frame(edge.inner_margin(space::S)).show(root, |ui| match game.teaching() {
            Some(teaching) => lesson(ui, game, teaching, requests),
            None => {
                ui.vertical_centered(|ui| scrubber(ui, game, requests));
            }
        });
    }
    let mut wishes = Vec::new();
    if wide {
        let side = egui::Panel::right("side").exact_size(window_layout::SIDE).resizable(false);
        side.show_separator_line(false).frame(edge.inner_margin(space::L)).show(root, |ui| {
            if let Some(panel) = panel {
                game_panel(ui, around, panel, false, &mut wishes);
            }
            ui.add_space(space::M);
            move_list(ui, game);
        });
    } else {
        let fold = egui::Panel::bottom("fold").exact_size(window_layout::FOLDED).show_separator_line(false);
        fold.frame(edge).show(root, |ui| {
            ui.horizontal_centered(|ui| {
                if let Some(panel) = panel {
                    game_panel(ui, around, panel, true, &mut wishes);
                }
            });
        });
    }
    pass_on(game, &wishes, requests);
    on_the_cloth(root, game, scene, viewport);
    if game.peeks || wishes.contains(&PanelRequest::Peek) {
        peek(root, scene, viewport);
    }
    let spoken = match game.teaching() {
        Some(teaching) if game.status.is_none() => teaching.says.to_owned(),
        _ => said(game).0,
    };
    spoken_table::show(root, game, scene, viewport, &spoken, requests);
    if game.may_move() {
        option_buttons(root, game, scene, viewport, requests);
    }
}

/// The game's own panel.
fn game_panel(ui: &mut Ui, around: &Around<'_>, panel: GamePanel, folded: bool, wishes: &mut Vec<PanelRequest>) {
    let game = around.game;
    let at_screen = game.session().at_screen().filter(|_| game.may_move());
    let option = game.option;
    panel(
        ui,
        &mut PanelContext {
            view: &*game.snapshot().view,
            seats: around.seats,
            at_screen,
            folded,
            option,
            pointed: game.pointed,
            notes: &game.notes,
            seed: game.session().seed(),
            requests: wishes,
        },
    );
}

/// What a game's panel requests for, as actions.
fn pass_on(game: &ActiveGame, wishes: &[PanelRequest], requests: &mut Requests) {
    let (mut hovered, mut considered) = (None, None);
    for wish in wishes {
        match wish {
            PanelRequest::Play(mv) => requests.push(TableAction::Play(mv.clone())),
            PanelRequest::Switch(key) => requests.push(TableAction::Switch(*key)),
            PanelRequest::Look(seat) => requests.push(TableAction::Look(*seat)),
            PanelRequest::LookAway => requests.push(TableAction::LeaveSeat),
            PanelRequest::Hover(key) => hovered = Some(*key),
            PanelRequest::Consider(mv) => considered = Some(mv.clone()),
            PanelRequest::Note(notes) => requests.push(TableAction::Note(notes.clone())),
            PanelRequest::Peek => {}
        }
    }
    if game.hovered != hovered {
        requests.push(TableAction::Hover(hovered));
    }
    if game.considered != considered {
        requests.push(TableAction::Consider(considered));
    }
}

/// The finished picture in the place of its tiles.
fn peek(root: &Ui, scene: &TableScene, viewport: &TableViewport) {
    let tiles = scene.layout.pieces.iter().filter(|piece| matches!(piece.face, Face::Part(_)));
    let places = tiles.filter_map(|piece| scene.layout.area(piece.area)).map(|area| {
        let half = (area.size.0 / 2.0, area.size.1 / 2.0);
        egui::Rect::from_two_pos(
            to_screen(root, viewport, (area.centre.0 - half.0, area.centre.1 - half.1)),
            to_screen(root, viewport, (area.centre.0 + half.0, area.centre.1 + half.1)),
        )
    });
    let Some(whole) = places.reduce(egui::Rect::union) else { return };
    drawings::tile_picture(&cloth_painter(root), whole);
}

fn top_bar(ui: &mut Ui, wide: bool, around: &Around<'_>, requests: &mut Requests) {
    let Around { game, settings, .. } = *around;
    ui.horizontal_centered(|ui| {
        let (word, back): (_, Request) = match game.purpose {
            Purpose::Trial => ("Designer", WorkshopAction::Return.into()),
            _ => ("Library", NavigationAction::OpenLibrary.into()),
        };
        if widgets::button(ui, Some(Icon::Back), word, ButtonStyle::Plain, true, !wide).clicked() {
            requests.push(back);
        }
        if wide {
            ui.add_space(space::S);
            let title = egui::RichText::new(game.session().info().title).font(theme::display(size::DISPLAY_S));
            ui.label(title);
        }
        // From the right to the left, so that the sentence has what is left of the bar.
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let named = |name, command| settings.keys.named(name, command);
            let mut icon = |ui: &mut Ui, icon, name: &str, enabled, action: Request| {
                if widgets::button(ui, Some(icon), name, ButtonStyle::Plain, enabled, true).clicked() {
                    requests.push(action);
                }
            };
            icon(ui, Icon::More, "Menu (Esc)", true, NavigationAction::OpenMenu.into());
            let (sound, name) = sound_icon(settings);
            icon(ui, sound, &name, true, SettingsAction::ToggleSound.into());
            icon(ui, Icon::Rules, &named("Rules", Command::Rules), true, NavigationAction::OpenRules.into());
            if !game.is_replay() {
                if settings.hints && game.teaching().is_none() {
                    let is_on = game.outcome.is_none();
                    icon(ui, Icon::Hint, &named("Hint", Command::Hint), is_on, TableAction::Hint.into());
                }
                let (made, all) = game.session().moves();
                icon(ui, Icon::Redo, &named("Redo", Command::Redo), made < all, TableAction::Redo.into());
                icon(ui, Icon::Undo, &named("Undo", Command::Undo), made > 0, TableAction::Undo.into());
            }
            ui.add_space(space::S);
            sentence(ui, around);
        });
    });
}

/// What to do next, why something is not allowed, or what the hint says; and what sort of thing that is.
fn said(game: &ActiveGame) -> (String, Said) {
    match &game.status {
        Some(StatusMessage::Refused(illegal)) => (capitalised(&illegal.why), Said::Refusal),
        Some(StatusMessage::Hint(hint)) => (hint.reason.clone(), Said::Note),
        Some(StatusMessage::Thinking) => ("Thinking …".to_owned(), Said::Note),
        Some(StatusMessage::Note(text)) => (capitalised(text), Said::Note),
        // What to do now stands under the table.
        None if game.teaching().is_some() => ("First steps".to_owned(), Said::Prompt),
        None if game.is_replay() => {
            (game.snapshot().moves.last().cloned().unwrap_or("The deal".to_owned()), Said::Prompt)
        }
        None => (explained(game).unwrap_or_else(|| prompt(game)), Said::Prompt),
    }
}

/// What the choice does whose button the pointer rests on.
fn explained(game: &ActiveGame) -> Option<String> {
    let key = game.hovered?;
    game.snapshot().layout.options.iter().find(|option| option.key == key).map(|option| option.explanation.clone())
}

/// What to do next, and where several play, who.
fn prompt(game: &ActiveGame) -> String {
    let players = game.session().players();
    let seat = game.session().at_screen().or(game.session().acting().first());
    match seat.and_then(|seat| players.get(seat.index())) {
        Some(player) if player.bot.is_some() => format!("{} is thinking …", capitalised(&player.name)),
        Some(player) if players.len() > 1 => format!("{}: {}", player.name, uncapitalised(&game.snapshot().prompt)),
        _ => game.snapshot().prompt.clone(),
    }
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// What sort of thing is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Prompt,
    Note,
    Refusal,
}

/// What is said, in the middle of what is left of the bar.
fn sentence(ui: &mut Ui, around: &Around<'_>) {
    let ink = theme::of(ui);
    let is_being_dealt = around.turn == Turn::Dealing && around.scene.is_playing() && !around.game.is_replay();
    let (text, sort) = match is_being_dealt {
        true => ("Dealing. Press any key or click to skip.".to_owned(), Said::Prompt),
        false => said(around.game),
    };
    let colour = match sort {
        Said::Prompt => ink.text,
        Said::Note => ink.note,
        Said::Refusal => ink.bad,
    };
    let room = ui.available_rect_before_wrap();
    let font = theme::body(if room.width() > 560.0 { size::BODY } else { size::SECOND });
    let mut job = egui::text::LayoutJob::simple(text, font, colour.egui(), room.width() - 2.0 * space::M);
    job.halign = egui::Align::Center;
    let lines = ui.painter().layout_job(job);
    ui.put(egui::Rect::from_center_size(room.center(), lines.size()), egui::Label::new(lines));
}

fn move_list(ui: &mut Ui, game: &ActiveGame) {
    let ink = theme::of(ui);
    let (moves, known) = (&game.snapshot().moves, game.snapshot().known);
    ui.label(egui::RichText::new("Moves").font(theme::strong(size::SECOND)).color(ink.muted.egui()));
    let list = egui::ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true);
    list.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        if moves.is_empty() {
            ui.label(egui::RichText::new("None yet").font(theme::body(size::SECOND)).color(ink.muted.egui()));
        }
        for (index, line) in moves.iter().enumerate() {
            // What happened since the viewer's own turn stands out.
            let latest = index + 1 == moves.len() || (index >= known && game.session().players().len() > 1);
            let colour = if latest { ink.text } else { ink.muted };
            let text = egui::RichText::new(line).font(theme::body(size::SECOND)).color(colour.egui());
            ui.add(egui::Label::new(text).wrap());
        }
    });
}

/// Where a point of the table is, in points of the panels.
fn to_screen(context: &egui::Context, viewport: &TableViewport, point: (f32, f32)) -> Pos2 {
    let at = viewport.screen(point) / context.zoom_factor();
    Pos2::new(at.x, at.y)
}

/// What is painted on the cloth lies under every panel and page.
fn cloth_painter(root: &Ui) -> egui::Painter {
    root.ctx().layer_painter(LayerId::new(Order::Background, Id::new("cloth")))
}

/// Captions under slots, the preview at the area pointed at, and points that rise from chains.
fn on_the_cloth(root: &Ui, game: &ActiveGame, scene: &TableScene, viewport: &TableViewport) {
    let ink = theme::of(root);
    let painter = cloth_painter(root);
    // As large as the table allows, and no larger than the room that layouts leave under an area.
    let room = CAPTION_ROOM * viewport.scale / root.zoom_factor();
    let caption = theme::body((size::SECOND * viewport.scale.clamp(0.86, 1.5)).min(room).round());
    for area in &scene.layout.areas {
        if let Some(words) = &area.caption {
            let below = to_screen(root, viewport, (area.centre.0, area.centre.1 + area.size.1 / 2.0 + 8.0));
            widgets::cloth_text(&painter, below, Align2::CENTER_TOP, words, caption.clone(), ink.text.egui());
        }
    }
    for label in &scene.layout.labels {
        let at = to_screen(root, viewport, label.centre);
        widgets::cloth_text(&painter, at, Align2::CENTER_CENTER, &label.text, caption.clone(), ink.text.egui());
    }
    if !scene.is_playing() {
        scene.highlight.links.iter().for_each(|(from, to)| link(&painter, scene, viewport, *from, *to));
    }
    // A hint is about an area of its own.
    let about = game.pointed.filter(|area| scene.highlight.lit.contains(area)).or(scene.highlight.lit.first().copied());
    if let (Some(preview), false) = (&scene.highlight.preview, scene.is_playing())
        && let Some(area) = about.and_then(|id| scene.layout.area(id))
        && !preview.sentence.is_empty()
    {
        let top = to_screen(root, viewport, (area.centre.0, area.centre.1 - area.size.1 / 2.0 - 4.0));
        badge(&painter, top, &preview.sentence);
    }
    for (area, words, age) in &scene.floats {
        let Some(area) = scene.layout.area(*area) else { continue };
        let part = age / RISE;
        let at = to_screen(root, viewport, (area.centre.0, area.centre.1 - 70.0 * part));
        let opacity = (255.0 * (1.0 - part * part)) as u8;
        let font = theme::display((54.0 * viewport.scale / root.zoom_factor()).clamp(30.0, 72.0));
        widgets::cloth_text(&painter, at, Align2::CENTER_CENTER, words, font, ink.focus.veil(opacity));
    }
}

/// A line from area to area that bows to the left of its way.
fn link(painter: &egui::Painter, scene: &TableScene, viewport: &TableViewport, from: AreaId, to: AreaId) {
    let ink = theme::of(painter.ctx());
    let Some((from, to)) = scene.layout.area(from).zip(scene.layout.area(to)) else { return };
    let (start, end) = (to_screen(painter.ctx(), viewport, from.centre), to_screen(painter.ctx(), viewport, to.centre));
    let way = end - start;
    let left = Vec2::new(way.y, -way.x) * 0.3;
    let bend = start + way / 2.0 + left;
    let thick = (2.8 * viewport.scale / painter.ctx().zoom_factor()).max(2.5);
    for (width, colour) in [(2.0 * thick, ink.cloth_dark.veil(190)), (thick, ink.focus.egui())] {
        let stroke = egui::Stroke::new(width, colour);
        let curve = [start, bend, end];
        painter.add(egui::epaint::QuadraticBezierShape::from_points_stroke(
            curve,
            false,
            egui::Color32::TRANSPARENT,
            stroke,
        ));
        for at in [start, end] {
            painter.circle_filled(at, width * 0.9, colour);
        }
    }
}

/// Words on a dark label, above a point and within the window.
fn badge(painter: &egui::Painter, above: Pos2, words: &str) {
    let ink = theme::of(painter.ctx());
    let galley = painter.layout_no_wrap(words.to_owned(), theme::body(size::SECOND), ink.text.egui());
    let frame = galley.size() + Vec2::new(2.0 * space::M, 2.0 * space::S);
    let window = painter.ctx().viewport_rect().shrink(space::S);
    let left = (above.x - frame.x / 2.0).clamp(window.left(), (window.right() - frame.x).max(window.left()));
    let top = (above.y - frame.y).max(window.top() + window_layout::BAR);
    let rect = egui::Rect::from_min_size(Pos2::new(left, top), frame);
    painter.rect_filled(rect, theme::BUTTON_RADIUS, ink.panel.veil(240));
    painter.galley(rect.min + Vec2::new(space::M, space::S), galley, ink.text.egui());
}

/// The choice that goes with the next move, under the area it is about.
fn option_buttons(root: &Ui, game: &ActiveGame, scene: &TableScene, viewport: &TableViewport, requests: &mut Requests) {
    for option in &scene.layout.options {
        let Some(area) = option.near.and_then(|near| scene.layout.area(near)) else { continue };
        one_option(root, game, option, area, viewport, requests);
    }
}

fn one_option(
    root: &Ui,
    game: &ActiveGame,
    option: &MoveOption,
    area: &Area,
    viewport: &TableViewport,
    requests: &mut Requests,
) {
    let below = to_screen(root, viewport, (area.centre.0, area.centre.1 + area.size.1 / 2.0 + 36.0));
    let window = root.ctx().viewport_rect();
    let area = egui::Area::new(Id::new(("option", option.key))).order(Order::Middle).pivot(Align2::CENTER_TOP);
    let at = Pos2::new(below.x.max(92.0), below.y.min(window.bottom() - theme::TARGET - space::S));
    area.fixed_pos(at).show(root.ctx(), |ui| {
        let weight = if game.option == Some(option.key) { ButtonStyle::On } else { ButtonStyle::Plain };
        let name = format!("{}  ({})", option.label, option.key);
        let button = widgets::button(ui, None, &name, weight, true, false);
        if button.on_hover_text(&option.explanation).clicked() {
            requests.push(TableAction::Switch(option.key));
        }
    });
}

/// A replay's slider: the position, and what can be done from here.
fn scrubber(ui: &mut Ui, game: &ActiveGame, requests: &mut Requests) {
    widgets::centred_row(ui, "scrubber", |ui| {
        let (made, all) = game.session().moves();
        if widgets::button(ui, Some(Icon::Back), "Back (←)", ButtonStyle::Plain, made > 0, true).clicked() {
            requests.push(TableAction::Seek(made.saturating_sub(1)));
        }
        let mut position = made;
        ui.spacing_mut().slider_width = width::SLIDER;
        let slider = egui::Slider::new(&mut position, 0..=all).show_value(false);
        let slider = ui.add(slider);
        ui.ctx().accesskit_node_builder(slider.id, |node| node.set_label("Move"));
        if slider.changed() {
            requests.push(TableAction::Seek(position));
        }
        if widgets::button(ui, Some(Icon::Go), "Forward (→)", ButtonStyle::Plain, made < all, true).clicked() {
            requests.push(TableAction::Seek(made + 1));
        }
        ui.label(format!("{made} of {all}"));
        if widgets::button(ui, None, "Play on from here", ButtonStyle::Plain, game.outcome.is_none(), false).clicked() {
            requests.push(GameAction::PlayOn);
        }
    });
}

/// What a lesson says, how far it is, and the ways on.
fn lesson(ui: &mut Ui, game: &ActiveGame, teaching: Teaching, requests: &mut Requests) {
    let ink = theme::of(ui);
    let id = game.session().info().id;
    ui.horizontal_centered(|ui| {
        ui.add_space(space::S);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let is_over = teaching.rule.is_none();
            let leave = if is_over { ("Play a deal", ButtonStyle::Primary) } else { ("Leave", ButtonStyle::Plain) };
            if widgets::button(ui, None, leave.0, leave.1, true, false).clicked() {
                requests.push(NavigationAction::OpenSetup(id));
            }
            if widgets::button(ui, None, "From the start", ButtonStyle::Plain, true, false).clicked() {
                requests.push(GameAction::Learn(id));
            }
            let (now, all) = teaching.step;
            let count = if is_over { "Done".to_owned() } else { format!("{now} of {all}") };
            ui.label(egui::RichText::new(count).font(theme::body(size::SECOND)).color(ink.muted.egui()));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let says = egui::RichText::new(teaching.says).font(theme::body(size::BODY)).color(ink.text.egui());
                ui.add(egui::Label::new(says).wrap());
            });
        });
    });
}
