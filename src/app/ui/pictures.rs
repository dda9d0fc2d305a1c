//! The pictures that a game can be played with, to choose from.

use std::path::Path;
use std::sync::Arc;

use bevy_egui::egui::{self, ColorImage, Id, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2};
use image::RgbaImage;

use super::parts::{over, title_row};
use crate::app::messages::FileDialogPurpose;
use crate::app::messages::{NavigationAction, PictureAction, RecordAction, Requests};
use crate::app::pictures::importer::{PendingPicture, PictureImporter};
use crate::app::pictures::library::{InstalledPack, PictureLibrary};
use crate::app::ui_state::UiState;
use crate::packs::manifest::LONGEST_TEXT;
use crate::packs::{Crop, LEAST_SIDE, Listed};
use crate::table::drawings::texture_in;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

/// The side of a picture in the row.
const SIDE: f32 = 76.0;

/// A row of all pictures, the chosen one with a ring. Returns the one that was picked.
pub(super) fn row(
    ui: &mut Ui,
    library: &PictureLibrary,
    chosen: &str,
    can_choose: bool,
    requests: &mut Requests,
) -> Option<String> {
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        for (name, title) in library.pictures() {
            let is_chosen = name == chosen;
            if !is_chosen && !can_choose {
                continue;
            }
            let weight = if is_chosen { ButtonStyle::On } else { ButtonStyle::Plain };
            let response = widgets::plate(ui, Vec2::splat(SIDE), &format!("Picture: {title}"), weight, true);
            small(ui, library, &name, response.rect.shrink(4.0));
            if is_chosen {
                let ink = theme::of(ui);
                let line = Stroke::new(3.0, ink.brass.egui());
                ui.painter().rect_stroke(response.rect, theme::BUTTON_RADIUS, line, StrokeKind::Inside);
            }
            if response.on_hover_text(&title).clicked() {
                picked = Some(name);
            }
        }
        if can_choose && widgets::button(ui, None, "Pictures …", ButtonStyle::Plain, true, false).clicked() {
            requests.push(NavigationAction::OpenPictures);
        }
    });
    if let Some(Ok(small)) = library.thumbnails.get(chosen)
        && let Some((one, other)) = small.alike
    {
        let ink = theme::of(ui);
        let words = format!("Tiles {one} and {other} look alike. Press N during the game to number the tiles.");
        ui.label(egui::RichText::new(words).font(theme::body(size::CAPTION)).color(ink.note.egui()));
    }
    picked.filter(|picked| picked != chosen)
}

/// A small picture, once it is there.
pub(super) fn small(ui: &Ui, library: &PictureLibrary, name: &str, square: Rect) {
    let Some(Ok(small)) = library.thumbnails.get(name) else { return };
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
    state: &mut UiState,
    library: &PictureLibrary,
    importer: &PictureImporter,
    folder: &Path,
    focus: bool,
    requests: &mut Requests,
) {
    over(context, "pictures", width::COLUMNS, |ui| {
        title_row(ui, "Pictures", false, requests);
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            let add = widgets::button(
                ui,
                Some(Icon::Open),
                "Add a picture …",
                ButtonStyle::Primary,
                !importer.is_busy(),
                false,
            );
            if focus {
                add.request_focus();
            }
            if add.clicked() {
                requests.push(RecordAction::Choose(FileDialogPurpose::Picture));
            }
            if widgets::button(ui, None, "About picture packs", ButtonStyle::Plain, true, false).clicked() {
                requests.push(NavigationAction::OpenPackHelp);
            }
            let words = if importer.is_busy() { "Reading …" } else { "or drop a picture on the window" };
            widgets::caption(ui, words);
        });
        type_path(ui, state, requests);
        done(ui, state, importer, requests);
        ui.add_space(space::S);
        egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            // What a person pending comes before what was there.
            for installed in library.packs.iter().skip(1).chain(library.packs.first()) {
                pack(ui, state, library, installed, requests);
            }
            widgets::caption(ui, format!("Packs are in {}", folder.display()));
        });
    });
}

/// Where there is no dialog, a path can be typed.
fn type_path(ui: &mut Ui, state: &mut UiState, requests: &mut Requests) {
    ui.horizontal(|ui| {
        let field = widgets::field(&mut state.typed)
            .hint_text("or type the path of a picture, folder or zip file")
            .desired_width(width::MENU);
        let field = ui.add(field);
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Path of a picture, folder or zip file"));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let is_given = !state.typed.trim().is_empty();
        if widgets::button(ui, None, "Add", ButtonStyle::Plain, is_given, false).clicked() || (entered && is_given) {
            requests.push(PictureAction::Add(state.typed.trim().trim_matches('"').into()));
        }
    });
}

/// What was just done, and the way back.
fn done(ui: &mut Ui, state: &UiState, importer: &PictureImporter, requests: &mut Requests) {
    let ink = theme::of(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(theme::TARGET);
        if let Some(done) = &state.done {
            ui.label(egui::RichText::new(done).font(theme::body(size::SECOND)).color(ink.good.egui()));
        }
        if let Some(title) = importer.removed()
            && widgets::button(ui, Some(Icon::Undo), &format!("Restore “{title}”"), ButtonStyle::Plain, true, false)
                .clicked()
        {
            requests.push(PictureAction::Restore);
        }
    });
}

fn pack(
    ui: &mut Ui,
    state: &mut UiState,
    library: &PictureLibrary,
    installed: &InstalledPack,
    requests: &mut Requests,
) {
    let ink = theme::of(ui);
    let manifest = &installed.pack.manifest;
    let by = if manifest.author.is_empty() { String::new() } else { format!(" · {}", manifest.author) };
    let licence = if manifest.licence.is_empty() { String::new() } else { format!(" · {}", manifest.licence) };
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(&manifest.title).font(theme::display(size::DISPLAY_S)).color(ink.brass.egui()));
        widgets::caption(
            ui,
            format!("{}{by}{licence}", if installed.id.is_empty() { "included" } else { &installed.id }),
        );
    });
    if installed.id.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for listed in &manifest.pictures {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(60.0), Sense::hover());
                small(ui, library, &installed.name_of(listed), rect);
                ui.label(listed.shown_title());
                ui.add_space(space::M);
            }
        });
        return;
    }
    for listed in &manifest.pictures {
        ui.horizontal(|ui| one(ui, state, library, installed, listed, requests));
    }
    ui.add_space(space::M);
}

fn one(
    ui: &mut Ui,
    state: &mut UiState,
    library: &PictureLibrary,
    installed: &InstalledPack,
    listed: &Listed,
    requests: &mut Requests,
) {
    let ink = theme::of(ui);
    let name = installed.name_of(listed);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(60.0), Sense::hover());
    small(ui, library, &name, rect);
    if state.asks_about.as_deref() == Some(name.as_str()) {
        ui.label(format!("Remove “{}”?", listed.shown_title()));
        let remove = widgets::button(ui, None, "Remove", ButtonStyle::Primary, true, false);
        if ui.memory(|memory| memory.focused().is_none()) {
            remove.request_focus();
        }
        if remove.clicked() {
            requests.push(PictureAction::Remove(name));
        } else if widgets::button(ui, None, "Cancel", ButtonStyle::Plain, true, false).clicked() {
            requests.push(PictureAction::AskToRemove(None));
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
            requests.push(PictureAction::Rename(name.clone(), title));
        }
    }
    if widgets::button(ui, None, "Remove …", ButtonStyle::Plain, true, false).clicked() {
        requests.push(PictureAction::AskToRemove(Some(name.clone())));
    }
    match library.thumbnails.get(&name) {
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
pub(super) fn crop(context: &egui::Context, pending: &mut PendingPicture, focus: bool, requests: &mut Requests) {
    over(context, "crop", width::COLUMNS, |ui| {
        title_row(ui, "Crop picture", false, requests);
        ui.add_space(space::S);
        ui.horizontal_top(|ui| {
            frame(ui, pending);
            ui.add_space(space::L);
            ui.vertical(|ui| {
                ui.spacing_mut().slider_width = width::SLIDER;
                controls(ui, pending);
                ui.add_space(space::L);
                ui.horizontal(|ui| {
                    let keep = widgets::button(ui, Some(Icon::Go), "Add", ButtonStyle::Primary, true, false);
                    if focus {
                        keep.request_focus();
                    }
                    if keep.clicked() {
                        requests.push(PictureAction::Keep);
                    }
                    if widgets::button(ui, None, "Cancel", ButtonStyle::Plain, true, false).clicked() {
                        requests.push(NavigationAction::Close);
                    }
                });
            });
        });
    });
}

/// The picture, what will be cut off in the shade, and the lines of the tiles; the square can be dragged.
fn frame(ui: &mut Ui, pending: &mut PendingPicture) {
    let ink = theme::of(ui);
    let (width, height) = pending.size();
    let whole = Vec2::new(width as f32, height as f32);
    let scale = (SHOWN / whole).min_elem();
    let (rect, response) = ui.allocate_exact_size(whole * scale, Sense::drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "The picture, and its square"));
    let texture = texture_of(ui, "pending picture", &pending.preview);
    texture_in(ui.painter(), &texture, rect);
    let Crop { x, y, size } = pending.crop;
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
        pending.take(Crop { x: moved(x, whole.x), y: moved(y, whole.y), size });
    }
}

fn controls(ui: &mut Ui, pending: &mut PendingPicture) {
    let ink = theme::of(ui);
    let (width, height) = pending.size();
    let label = widgets::label(ui, "Title").id;
    let field = widgets::field(&mut pending.title).char_limit(LONGEST_TEXT).desired_width(width::LINE);
    ui.add(field).labelled_by(label);
    ui.add_space(space::S);
    let mut crop = pending.crop;
    let most = width.min(height);
    slider(ui, "Size", &mut crop.size, LEAST_SIDE..=most);
    if crop.size != pending.crop.size {
        // It grows and shrinks about its middle.
        let (before, now) = (i64::from(pending.crop.size), i64::from(crop.size));
        let moved = |from: u32| (i64::from(from) + (before - now) / 2).max(0) as u32;
        (crop.x, crop.y) = (moved(crop.x), moved(crop.y));
    }
    slider(ui, "From the left", &mut crop.x, 0..=width - crop.size.min(width));
    slider(ui, "From the top", &mut crop.y, 0..=height - crop.size.min(height));
    pending.take(crop);
    let (words, colour) = match pending.alike {
        Some((one, other)) => {
            (format!("Tiles {one} and {other} look alike. Press N during the game to number the tiles."), ink.note)
        }
        None => ("All tiles look different.".to_owned(), ink.good),
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
