//! The pictures that a game can be played with, to choose from.

use std::path::Path;
use std::sync::Arc;

use bevy_egui::egui::{self, ColorImage, Id, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2};
use image::RgbaImage;

use super::super::curator::{Brought, Curator};
use super::super::desk::{Action, Desk, Wanted};
use super::super::gallery::{Gallery, Hung};
use super::pages::{over, title_row};
use crate::packs::manifest::LONGEST_TEXT;
use crate::packs::{Crop, LEAST_SIDE, Listed};
use crate::table::pictures::texture_in;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon, Weight};

/// The side of a picture in the row.
const SIDE: f32 = 76.0;

/// A row of all pictures, the chosen one with a ring. Returns the one that was picked.
pub(super) fn row(
    ui: &mut Ui,
    gallery: &Gallery,
    chosen: &str,
    can_choose: bool,
    asked: &mut Vec<Action>,
) -> Option<String> {
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        for (name, title) in gallery.pictures() {
            let is_chosen = name == chosen;
            if !is_chosen && !can_choose {
                continue;
            }
            let weight = if is_chosen { Weight::On } else { Weight::Plain };
            let response = widgets::plate(ui, Vec2::splat(SIDE), &format!("Picture: {title}"), weight, true);
            small(ui, gallery, &name, response.rect.shrink(4.0));
            if is_chosen {
                let ink = theme::of(ui);
                let line = Stroke::new(3.0, ink.brass.egui());
                ui.painter().rect_stroke(response.rect, theme::BUTTON_RADIUS, line, StrokeKind::Inside);
            }
            if response.on_hover_text(&title).clicked() {
                picked = Some(name);
            }
        }
        if can_choose && widgets::button(ui, None, "Pictures …", Weight::Plain, true, false).clicked() {
            asked.push(Action::OpenPictures);
        }
    });
    if let Some(Ok(small)) = gallery.small.get(chosen)
        && let Some((one, other)) = small.alike
    {
        let ink = theme::of(ui);
        let words = format!("Tiles {one} and {other} look alike; N puts numbers on the tiles.");
        ui.label(egui::RichText::new(words).font(theme::body(size::CAPTION)).color(ink.note.egui()));
    }
    picked.filter(|picked| picked != chosen)
}

/// A small picture, once it is there.
pub(super) fn small(ui: &Ui, gallery: &Gallery, name: &str, square: Rect) {
    let Some(Ok(small)) = gallery.small.get(name) else { return };
    let texture = texture_of(ui, ("small picture", name), &small.pixels);
    texture_in(ui.painter(), &texture, square);
}

/// Pixels as a texture, made once.
fn texture_of(ui: &Ui, id: impl egui::AsId, pixels: &Arc<RgbaImage>) -> TextureHandle {
    let id = Id::new(id);
    // Another picture can have the same name later: it is known by where its pixels are.
    let at = Arc::as_ptr(pixels) as usize;
    let kept: Option<(usize, TextureHandle)> = ui.data(|data| data.get_temp(id));
    kept.filter(|(known, _)| *known == at).map(|(_, texture)| texture).unwrap_or_else(|| {
        let (width, height) = pixels.dimensions();
        let image = ColorImage::from_rgba_unmultiplied([width as usize, height as usize], pixels.as_raw());
        let texture = ui.ctx().load_texture("picture", image, TextureOptions::LINEAR);
        ui.data_mut(|data| data.insert_temp(id, (at, texture.clone())));
        texture
    })
}

/// All pictures: what there is, and the ways to add to it.
pub(super) fn all(
    context: &egui::Context,
    desk: &mut Desk,
    gallery: &Gallery,
    curator: &Curator,
    folder: &Path,
    focus: bool,
    asked: &mut Vec<Action>,
) {
    over(context, "pictures", width::COLUMNS, |ui| {
        title_row(ui, "Pictures", false, asked);
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            let add =
                widgets::button(ui, Some(Icon::Open), "Add a picture …", Weight::Primary, !curator.is_busy(), false);
            if focus {
                add.request_focus();
            }
            if add.clicked() {
                asked.push(Action::Choose(Wanted::Picture));
            }
            if widgets::button(ui, None, "How packs are made", Weight::Plain, true, false).clicked() {
                asked.push(Action::OpenPackHelp);
            }
            let words = if curator.is_busy() { "Reading …" } else { "or drop one on the window" };
            widgets::caption(ui, words);
        });
        type_path(ui, desk, asked);
        done(ui, desk, curator, asked);
        ui.add_space(space::S);
        egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            // What a person brought comes before what was there.
            for hung in gallery.packs.iter().skip(1).chain(gallery.packs.first()) {
                pack(ui, desk, gallery, hung, asked);
            }
            widgets::caption(ui, format!("Packs lie in {}", folder.display()));
        });
    });
}

/// Where there is no dialog, a path can be typed.
fn type_path(ui: &mut Ui, desk: &mut Desk, asked: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let field = widgets::field(&mut desk.given)
            .hint_text("or type where a picture, folder or zip file is")
            .desired_width(width::MENU);
        let field = ui.add(field);
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Path of a picture, folder or zip file"));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let is_given = !desk.given.trim().is_empty();
        if widgets::button(ui, None, "Add", Weight::Plain, is_given, false).clicked() || (entered && is_given) {
            asked.push(Action::AddPicture(desk.given.trim().trim_matches('"').into()));
        }
    });
}

/// What was just done, and the way back.
fn done(ui: &mut Ui, desk: &Desk, curator: &Curator, asked: &mut Vec<Action>) {
    let ink = theme::of(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(theme::TARGET);
        if let Some(done) = &desk.done {
            ui.label(egui::RichText::new(done).font(theme::body(size::SECOND)).color(ink.good.egui()));
        }
        if let Some(title) = curator.removed()
            && widgets::button(ui, Some(Icon::Undo), &format!("Put “{title}” back"), Weight::Plain, true, false)
                .clicked()
        {
            asked.push(Action::RestorePicture);
        }
    });
}

fn pack(ui: &mut Ui, desk: &mut Desk, gallery: &Gallery, hung: &Hung, asked: &mut Vec<Action>) {
    let ink = theme::of(ui);
    let manifest = &hung.pack.manifest;
    let by = if manifest.author.is_empty() { String::new() } else { format!(" · {}", manifest.author) };
    let licence = if manifest.licence.is_empty() { String::new() } else { format!(" · {}", manifest.licence) };
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(&manifest.title).font(theme::display(size::DISPLAY_S)).color(ink.brass.egui()));
        widgets::caption(
            ui,
            format!("{}{by}{licence}", if hung.id.is_empty() { "comes with the program" } else { &hung.id }),
        );
    });
    if hung.id.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for listed in &manifest.pictures {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(60.0), Sense::hover());
                small(ui, gallery, &hung.name_of(listed), rect);
                ui.label(listed.shown_title());
                ui.add_space(space::M);
            }
        });
        return;
    }
    for listed in &manifest.pictures {
        ui.horizontal(|ui| one(ui, desk, gallery, hung, listed, asked));
    }
    ui.add_space(space::M);
}

fn one(ui: &mut Ui, desk: &mut Desk, gallery: &Gallery, hung: &Hung, listed: &Listed, asked: &mut Vec<Action>) {
    let ink = theme::of(ui);
    let name = hung.name_of(listed);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(60.0), Sense::hover());
    small(ui, gallery, &name, rect);
    if desk.asks_about.as_deref() == Some(name.as_str()) {
        ui.label(format!("Remove “{}”?", listed.shown_title()));
        let remove = widgets::button(ui, None, "Remove", Weight::Primary, true, false);
        if ui.memory(|memory| memory.focused().is_none()) {
            remove.request_focus();
        }
        if remove.clicked() {
            asked.push(Action::RemovePicture(name));
        } else if widgets::button(ui, None, "Keep it", Weight::Plain, true, false).clicked() {
            asked.push(Action::AskToRemove(None));
        }
        return;
    }
    let id = ui.id().with(("title", &name));
    let mut title: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| listed.shown_title());
    let field = widgets::field(&mut title).char_limit(LONGEST_TEXT).desired_width(width::LINE);
    let field = ui.add(field);
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(format!("Title of {}", listed.shown_title())));
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, title.clone()));
    }
    if field.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
        if title.trim() != listed.shown_title() && !title.trim().is_empty() {
            asked.push(Action::NamePicture(name.clone(), title));
        }
    }
    if widgets::button(ui, None, "Remove …", Weight::Plain, true, false).clicked() {
        asked.push(Action::AskToRemove(Some(name.clone())));
    }
    match gallery.small.get(&name) {
        Some(Err(why)) => {
            ui.label(egui::RichText::new(why).font(theme::body(size::CAPTION)).color(ink.bad.egui()));
        }
        Some(Ok(small)) if small.alike.is_some() => {
            widgets::caption(ui, "some tiles look alike");
        }
        _ => {}
    }
}

/// How high a picture is shown before it is kept.
const SHOWN: Vec2 = Vec2::new(420.0, 340.0);

/// A picture from outside, with the square of it that will be cut into tiles.
pub(super) fn crop(context: &egui::Context, brought: &mut Brought, focus: bool, asked: &mut Vec<Action>) {
    over(context, "crop", width::COLUMNS, |ui| {
        title_row(ui, "Which part?", false, asked);
        ui.add_space(space::S);
        ui.horizontal_top(|ui| {
            frame(ui, brought);
            ui.add_space(space::L);
            ui.vertical(|ui| {
                ui.spacing_mut().slider_width = width::SLIDER;
                controls(ui, brought);
                ui.add_space(space::L);
                ui.horizontal(|ui| {
                    let keep = widgets::button(ui, Some(Icon::Go), "Keep", Weight::Primary, true, false);
                    if focus {
                        keep.request_focus();
                    }
                    if keep.clicked() {
                        asked.push(Action::KeepPicture);
                    }
                    if widgets::button(ui, None, "Cancel", Weight::Plain, true, false).clicked() {
                        asked.push(Action::Close);
                    }
                });
            });
        });
    });
}

/// The picture, what will be cut off in the shade, and the lines of the tiles; the square can be dragged.
fn frame(ui: &mut Ui, brought: &mut Brought) {
    let ink = theme::of(ui);
    let (width, height) = brought.size();
    let whole = Vec2::new(width as f32, height as f32);
    let scale = (SHOWN / whole).min_elem();
    let (rect, response) = ui.allocate_exact_size(whole * scale, Sense::drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "The picture, and its square"));
    let texture = texture_of(ui, "brought", &brought.preview);
    texture_in(ui.painter(), &texture, rect);
    let Crop { x, y, size } = brought.crop;
    let corner = rect.min + Vec2::new(x as f32, y as f32) * scale;
    let square = Rect::from_min_size(corner, Vec2::splat(size as f32 * scale));
    let shade = ink.shade.veil(170);
    let outside = [
        Rect::from_min_max(rect.min, egui::pos2(rect.right(), square.top())),
        Rect::from_min_max(egui::pos2(rect.left(), square.bottom()), rect.max),
        Rect::from_min_max(egui::pos2(rect.left(), square.top()), square.left_bottom()),
        Rect::from_min_max(square.right_top(), egui::pos2(rect.right(), square.bottom())),
    ];
    for part in outside {
        ui.painter().rect_filled(part, 0.0, shade);
    }
    let thin = Stroke::new(1.0, ink.panel.veil(190));
    for line in 1..4u8 {
        let off = square.width() * f32::from(line) / 4.0;
        ui.painter().vline(square.left() + off, square.y_range(), thin);
        ui.painter().hline(square.x_range(), square.top() + off, thin);
    }
    ui.painter().rect_stroke(square, 0.0, Stroke::new(2.0, ink.focus.egui()), StrokeKind::Outside);
    if response.dragged() {
        // A drag begins in the middle of many small steps: what is less than a pixel is kept for the next.
        let id = response.id.with("rest");
        let rest: Vec2 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let wanted = rest + response.drag_delta() / scale;
        let whole = wanted.round();
        ui.data_mut(|data| data.insert_temp(id, wanted - whole));
        let moved = |from: u32, by: f32| (i64::from(from) + by as i64).clamp(0, i64::from(u32::MAX)) as u32;
        brought.take(Crop { x: moved(x, whole.x), y: moved(y, whole.y), size });
    }
}

fn controls(ui: &mut Ui, brought: &mut Brought) {
    let ink = theme::of(ui);
    let (width, height) = brought.size();
    let label = widgets::label(ui, "Title").id;
    let field = widgets::field(&mut brought.title).char_limit(LONGEST_TEXT).desired_width(width::LINE);
    ui.add(field).labelled_by(label);
    ui.add_space(space::S);
    let mut crop = brought.crop;
    let most = width.min(height);
    slider(ui, "Size", &mut crop.size, LEAST_SIDE..=most);
    if crop.size != brought.crop.size {
        // It grows and shrinks about its middle.
        let (before, now) = (i64::from(brought.crop.size), i64::from(crop.size));
        let moved = |from: u32| (i64::from(from) + (before - now) / 2).max(0) as u32;
        (crop.x, crop.y) = (moved(crop.x), moved(crop.y));
    }
    slider(ui, "From the left", &mut crop.x, 0..=width - crop.size.min(width));
    slider(ui, "From the top", &mut crop.y, 0..=height - crop.size.min(height));
    brought.take(crop);
    let (words, colour) = match brought.alike {
        Some((one, other)) => {
            (format!("Tiles {one} and {other} look alike. Numbers on the tiles help: N at the table."), ink.note)
        }
        None => ("Every tile can be told from every other.".to_owned(), ink.good),
    };
    ui.add_space(space::S);
    ui.scope(|ui| {
        ui.set_max_width(width::LINE + 60.0);
        ui.label(egui::RichText::new(words).font(theme::body(size::SECOND)).color(colour.egui()));
    });
}

fn slider(ui: &mut Ui, name: &str, value: &mut u32, range: std::ops::RangeInclusive<u32>) {
    let label = ui.label(egui::RichText::new(name).font(theme::body(size::SECOND))).id;
    let enabled = range.end() > range.start();
    ui.add_enabled(enabled, egui::Slider::new(value, range).show_value(false)).labelled_by(label);
}
