//! The panels around a table: the bar with what to do next, the game's own panel, captions and rising points.

use bevy::math::Vec2 as Point;
use bevy_egui::egui::{self, Align2, Id, LayerId, Order, Pos2, Ui, Vec2};

use super::super::bindings::Command;
use super::super::desk::Action;
use super::super::play::{Purpose, Remark, Table};
use super::super::room;
use super::super::settings::Settings;
use super::reader;
use crate::engine::layout::{Face, MoveOption, Slot, SlotId};
use crate::engine::lesson::Teaching;
use crate::table::felt::Felt;
use crate::table::panels::{Ask, Beside, GamePanel, Sitting};
use crate::table::pictures;
use crate::table::pieces::{RISE, Shown};
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon, Weight};
use crate::words::capitalised;

/// The height of a caption that a layout has room for under a slot, in table units.
const CAPTION_ROOM: f32 = 20.0;

/// A table, and who sits around it.
pub(super) struct Around<'a> {
    pub(super) table: &'a Table,
    pub(super) shown: &'a Shown,
    pub(super) felt: &'a Felt,
    pub(super) seats: &'a [Sitting],
}

pub(super) fn show(
    root: &mut Ui,
    window: Point,
    around: &Around<'_>,
    settings: &Settings,
    panel: Option<GamePanel>,
    asked: &mut Vec<Action>,
) {
    let Around { table, shown, felt, .. } = *around;
    let wide = room::is_wide(window);
    let bar = egui::Panel::top("bar").exact_size(room::BAR).frame(theme::edge_frame()).show_separator_line(false);
    let is_dealt = table.is_being_dealt(shown);
    bar.show(root, |ui| top_bar(ui, wide, table, is_dealt, settings, asked));
    if table.has_strip() {
        let strip = egui::Panel::bottom("strip").exact_size(room::STRIP).show_separator_line(false);
        strip.frame(theme::edge_frame().inner_margin(space::S)).show(root, |ui| match table.teaching() {
            Some(teaching) => lesson(ui, table, teaching, asked),
            None => {
                ui.vertical_centered(|ui| scrubber(ui, table, asked));
            }
        });
    }
    let mut wishes = Vec::new();
    if wide {
        let side = egui::Panel::right("side").exact_size(room::SIDE).resizable(false).show_separator_line(false);
        side.frame(theme::edge_frame().inner_margin(space::L)).show(root, |ui| {
            if let Some(panel) = panel {
                beside(ui, around, panel, false, &mut wishes);
            }
            ui.add_space(space::M);
            move_list(ui, table);
        });
    } else {
        let fold = egui::Panel::bottom("fold").exact_size(room::FOLDED).show_separator_line(false);
        fold.frame(theme::edge_frame()).show(root, |ui| {
            ui.horizontal_centered(|ui| {
                if let Some(panel) = panel {
                    beside(ui, around, panel, true, &mut wishes);
                }
            });
        });
    }
    grant(table, &wishes, asked);
    on_the_cloth(root, table, shown, felt);
    if table.peeks || wishes.contains(&Ask::Peek) {
        peek(root, shown, felt);
    }
    let spoken = match table.teaching() {
        Some(teaching) if table.remark.is_none() => teaching.says.to_owned(),
        _ => said(table).0,
    };
    reader::show(root, table, shown, felt, &spoken, asked);
    if table.may_move() {
        option_button(root, table, shown, felt, asked);
    }
}

/// The game's own panel.
fn beside(ui: &mut Ui, around: &Around<'_>, panel: GamePanel, folded: bool, wishes: &mut Vec<Ask>) {
    let table = around.table;
    let at_screen = table.session.at_screen().filter(|_| table.may_move());
    let view = table.session.view();
    let option = table.option;
    panel(
        ui,
        &mut Beside {
            view: &*view,
            seats: around.seats,
            at_screen,
            folded,
            option,
            pointed: table.pointed,
            notes: &table.notes,
            seed: table.session.seed(),
            asked: wishes,
        },
    );
}

/// What a game's panel asked for, as actions.
fn grant(table: &Table, wishes: &[Ask], asked: &mut Vec<Action>) {
    let (mut hovered, mut considered) = (None, None);
    for wish in wishes {
        match wish {
            Ask::Play(mv) => asked.push(Action::Play(mv.clone())),
            Ask::Switch(key) => asked.push(Action::Switch(*key)),
            Ask::Look(seat) => asked.push(Action::Look(*seat)),
            Ask::LookAway => asked.push(Action::LeaveSeat),
            Ask::Hover(key) => hovered = Some(*key),
            Ask::Consider(mv) => considered = Some(mv.clone()),
            Ask::Note(notes) => asked.push(Action::Note(notes.clone())),
            Ask::Peek => {}
        }
    }
    if table.hovered != hovered {
        asked.push(Action::Hover(hovered));
    }
    if table.considered != considered {
        asked.push(Action::Consider(considered));
    }
}

/// The finished picture in the place of its tiles.
fn peek(root: &Ui, shown: &Shown, felt: &Felt) {
    let tiles = shown.layout.pieces.iter().filter(|piece| matches!(piece.face, Face::Part(_)));
    let places = tiles.filter_map(|piece| shown.layout.slot(piece.slot)).map(|slot| {
        let half = (slot.size.0 / 2.0, slot.size.1 / 2.0);
        egui::Rect::from_two_pos(
            to_screen(root, felt, (slot.centre.0 - half.0, slot.centre.1 - half.1)),
            to_screen(root, felt, (slot.centre.0 + half.0, slot.centre.1 + half.1)),
        )
    });
    let Some(whole) = places.reduce(egui::Rect::union) else { return };
    pictures::puzzle(&cloth_painter(root), whole);
}

fn top_bar(ui: &mut Ui, wide: bool, table: &Table, is_dealt: bool, settings: &Settings, asked: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        let (word, back) = match table.purpose {
            Purpose::Trial => ("Workshop", Action::BackToWorkshop),
            _ => ("Library", Action::OpenLibrary),
        };
        if widgets::button(ui, Some(Icon::Back), word, Weight::Plain, true, !wide).clicked() {
            asked.push(back);
        }
        if wide {
            ui.add_space(space::S);
            let title = egui::RichText::new(table.session.info().title).font(theme::display(size::DISPLAY_S));
            ui.label(title);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let named = |name, command| settings.keys.named(name, command);
            let playing = !table.is_replay() && table.outcome.is_none();
            let (made, all) = table.session.moves();
            if widgets::button(ui, Some(Icon::More), "Menu (Esc)", Weight::Plain, true, true).clicked() {
                asked.push(Action::OpenPause);
            }
            super::sound_button(ui, settings, asked);
            if widgets::button(ui, Some(Icon::Rules), &named("Rules", Command::Rules), Weight::Plain, true, true)
                .clicked()
            {
                asked.push(Action::OpenRules);
            }
            if !table.is_replay() {
                if settings.hints
                    && table.teaching().is_none()
                    && widgets::button(
                        ui,
                        Some(Icon::Hint),
                        &named("Hint", Command::Hint),
                        Weight::Plain,
                        playing,
                        true,
                    )
                    .clicked()
                {
                    asked.push(Action::Hint);
                }
                if widgets::button(ui, Some(Icon::Redo), &named("Redo", Command::Redo), Weight::Plain, made < all, true)
                    .clicked()
                {
                    asked.push(Action::Redo);
                }
                if widgets::button(ui, Some(Icon::Undo), &named("Undo", Command::Undo), Weight::Plain, made > 0, true)
                    .clicked()
                {
                    asked.push(Action::Undo);
                }
            }
            ui.add_space(space::S);
            sentence(ui, table, is_dealt);
        });
    });
}

/// What to do next, why something is not allowed, or what the hint says; and what sort of thing that is.
fn said(table: &Table) -> (String, Said) {
    match &table.remark {
        Some(Remark::WhyNot(illegal)) => (capitalised(&illegal.why), Said::Refusal),
        Some(Remark::Hint(hint)) => (hint.reason.clone(), Said::Note),
        Some(Remark::Thinking) => ("Thinking …".to_owned(), Said::Note),
        Some(Remark::Said(text)) => (capitalised(text), Said::Note),
        // What to do now stands under the table.
        None if table.teaching().is_some() => ("First steps".to_owned(), Said::Prompt),
        None if table.is_replay() => {
            (table.session.told_by_name().pop().unwrap_or("The deal".to_owned()), Said::Prompt)
        }
        None => (explained(table).unwrap_or_else(|| prompt(table)), Said::Prompt),
    }
}

/// What the choice does whose button the pointer rests on.
fn explained(table: &Table) -> Option<String> {
    let key = table.hovered?;
    let layout = table.session.layout();
    layout.options.iter().find(|option| option.key == key).map(|option| option.explanation.clone())
}

/// What to do next, and where several play, who.
fn prompt(table: &Table) -> String {
    let players = table.session.players();
    let seat = table.session.at_screen().or(table.session.acting().first());
    match seat.and_then(|seat| players.get(seat.index())) {
        Some(player) if player.bot.is_some() => format!("{} is thinking …", capitalised(&player.name)),
        Some(player) if players.len() > 1 => format!("{}: {}", player.name, uncapitalised(&table.session.prompt())),
        _ => table.session.prompt(),
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
fn sentence(ui: &mut Ui, table: &Table, is_dealt: bool) {
    let ink = theme::of(ui);
    let (text, sort) = match is_dealt {
        true => ("The cards are dealt; any key or click shows the table at once".to_owned(), Said::Prompt),
        false => said(table),
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

fn move_list(ui: &mut Ui, table: &Table) {
    let ink = theme::of(ui);
    let (told, known) = (table.session.told_by_name(), table.session.known());
    ui.label(egui::RichText::new("Moves").font(theme::strong(size::SECOND)).color(ink.muted.egui()));
    let list = egui::ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true);
    list.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        if told.is_empty() {
            ui.label(egui::RichText::new("None yet").font(theme::body(size::SECOND)).color(ink.muted.egui()));
        }
        for (index, line) in told.iter().enumerate() {
            // What happened since the viewer's own turn stands out.
            let latest = index + 1 == told.len() || (index >= known && table.session.players().len() > 1);
            let colour = if latest { ink.text } else { ink.muted };
            let text = egui::RichText::new(line).font(theme::body(size::SECOND)).color(colour.egui());
            ui.add(egui::Label::new(text).wrap());
        }
    });
}

/// Where a point of the table is, in points of the panels.
fn to_screen(context: &egui::Context, felt: &Felt, point: (f32, f32)) -> Pos2 {
    let at = felt.screen(point) / context.zoom_factor();
    Pos2::new(at.x, at.y)
}

/// What is painted on the cloth lies under every panel and page.
fn cloth_painter(root: &Ui) -> egui::Painter {
    root.ctx().layer_painter(LayerId::new(Order::Background, Id::new("cloth")))
}

/// Captions under slots, the preview at the slot pointed at, and points that rise from chains.
fn on_the_cloth(root: &Ui, table: &Table, shown: &Shown, felt: &Felt) {
    let ink = theme::of(root);
    let painter = cloth_painter(root);
    // As large as the table allows, and no larger than the room that layouts leave under a slot.
    let room = CAPTION_ROOM * felt.scale / root.zoom_factor();
    let caption = theme::body((size::SECOND * felt.scale.clamp(0.86, 1.5)).min(room).round());
    for slot in &shown.layout.slots {
        if let Some(words) = &slot.caption {
            let below = to_screen(root, felt, (slot.centre.0, slot.centre.1 + slot.size.1 / 2.0 + 8.0));
            widgets::cloth_text(&painter, below, Align2::CENTER_TOP, words, caption.clone(), ink.text.egui());
        }
    }
    for label in &shown.layout.labels {
        let at = to_screen(root, felt, label.centre);
        widgets::cloth_text(&painter, at, Align2::CENTER_CENTER, &label.text, caption.clone(), ink.text.egui());
    }
    if !shown.is_playing() {
        shown.links.iter().for_each(|(from, to)| link(&painter, shown, felt, *from, *to));
    }
    // A hint is about a slot of its own.
    let about = table.pointed.filter(|slot| shown.lit.contains(slot)).or(shown.lit.first().copied());
    if let (Some(preview), false) = (&shown.preview, shown.is_playing())
        && let Some(slot) = about.and_then(|id| shown.layout.slot(id))
        && !preview.sentence.is_empty()
    {
        let top = to_screen(root, felt, (slot.centre.0, slot.centre.1 - slot.size.1 / 2.0 - 4.0));
        badge(&painter, top, &preview.sentence);
    }
    for (slot, words, age) in &shown.floats {
        let Some(slot) = shown.layout.slot(*slot) else { continue };
        let part = age / RISE;
        let at = to_screen(root, felt, (slot.centre.0, slot.centre.1 - 70.0 * part));
        let opacity = (255.0 * (1.0 - part * part)) as u8;
        let font = theme::display((54.0 * felt.scale / root.zoom_factor()).clamp(30.0, 72.0));
        widgets::cloth_text(&painter, at, Align2::CENTER_CENTER, words, font, ink.focus.veil(opacity));
    }
}

/// A line from slot to slot that bows to the left of its way.
fn link(painter: &egui::Painter, shown: &Shown, felt: &Felt, from: SlotId, to: SlotId) {
    let ink = theme::of(painter.ctx());
    let Some((from, to)) = shown.layout.slot(from).zip(shown.layout.slot(to)) else { return };
    let (start, end) = (to_screen(painter.ctx(), felt, from.centre), to_screen(painter.ctx(), felt, to.centre));
    let way = end - start;
    let left = Vec2::new(way.y, -way.x) * 0.3;
    let bend = start + way / 2.0 + left;
    let thick = (2.8 * felt.scale / painter.ctx().zoom_factor()).max(2.5);
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
    let top = (above.y - frame.y).max(window.top() + room::BAR);
    let rect = egui::Rect::from_min_size(Pos2::new(left, top), frame);
    painter.rect_filled(rect, theme::BUTTON_RADIUS, ink.panel.veil(240));
    painter.galley(rect.min + Vec2::new(space::M, space::S), galley, ink.text.egui());
}

/// The choice that goes with the next move, under the slot it is about.
fn option_button(root: &Ui, table: &Table, shown: &Shown, felt: &Felt, asked: &mut Vec<Action>) {
    for option in &shown.layout.options {
        let Some(slot) = option.near.and_then(|near| shown.layout.slot(near)) else { continue };
        one_option(root, table, option, slot, felt, asked);
    }
}

fn one_option(root: &Ui, table: &Table, option: &MoveOption, slot: &Slot, felt: &Felt, asked: &mut Vec<Action>) {
    let below = to_screen(root, felt, (slot.centre.0, slot.centre.1 + slot.size.1 / 2.0 + 36.0));
    let window = root.ctx().viewport_rect();
    let area = egui::Area::new(Id::new(("option", option.key))).order(Order::Middle).pivot(Align2::CENTER_TOP);
    let at = Pos2::new(below.x.max(92.0), below.y.min(window.bottom() - theme::TARGET - space::S));
    area.fixed_pos(at).show(root.ctx(), |ui| {
        let weight = if table.option == Some(option.key) { Weight::On } else { Weight::Plain };
        let name = format!("{}  ({})", option.label, option.key);
        let button = widgets::button(ui, None, &name, weight, true, false);
        if button.on_hover_text(&option.explanation).clicked() {
            asked.push(Action::Switch(option.key));
        }
    });
}

/// A replay's slider: the position, and what can be done from here.
fn scrubber(ui: &mut Ui, table: &Table, asked: &mut Vec<Action>) {
    widgets::centred_row(ui, "scrubber", |ui| {
        let (made, all) = table.session.moves();
        if widgets::button(ui, Some(Icon::Back), "Back (←)", Weight::Plain, made > 0, true).clicked() {
            asked.push(Action::Seek(made.saturating_sub(1)));
        }
        let mut position = made;
        ui.spacing_mut().slider_width = width::SLIDER;
        let slider = egui::Slider::new(&mut position, 0..=all).show_value(false);
        let slider = ui.add(slider);
        ui.ctx().accesskit_node_builder(slider.id, |node| node.set_label("Move"));
        if slider.changed() {
            asked.push(Action::Seek(position));
        }
        if widgets::button(ui, Some(Icon::Go), "Forward (→)", Weight::Plain, made < all, true).clicked() {
            asked.push(Action::Seek(made + 1));
        }
        ui.label(format!("{made} of {all}"));
        if widgets::button(ui, None, "Play on from here", Weight::Plain, table.outcome.is_none(), false).clicked() {
            asked.push(Action::PlayOn);
        }
    });
}

/// What a lesson says, how far it is, and the ways on.
fn lesson(ui: &mut Ui, table: &Table, teaching: Teaching, asked: &mut Vec<Action>) {
    let ink = theme::of(ui);
    let id = table.session.info().id;
    ui.horizontal_centered(|ui| {
        ui.add_space(space::S);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let is_over = teaching.rule.is_none();
            let leave = if is_over { ("Play a deal", Weight::Primary) } else { ("Leave", Weight::Plain) };
            if widgets::button(ui, None, leave.0, leave.1, true, false).clicked() {
                asked.push(Action::OpenSetup(id));
            }
            if widgets::button(ui, None, "From the start", Weight::Plain, true, false).clicked() {
                asked.push(Action::Learn(id));
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
