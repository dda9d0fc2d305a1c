//! The pictures that a game can be played with: choosing one, adding, naming, cropping and removing them.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use bevy_egui::egui::{
    self, ColorImage, Context, Id, Rect, RichText, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2,
};
use image::RgbaImage;

use super::parts::{button, entered, heading, named, nothing_has_focus, page, primary_button, second};
use crate::app::messages::{FileDialogPurpose, NavigationAction, PictureAction, RecordAction, Requests};
use crate::app::pictures::importer::{PendingPicture, PictureImporter};
use crate::app::pictures::library::{InstalledPack, PictureLibrary};
use crate::app::ui_state::UiState;
use crate::packs::manifest::LONGEST_TEXT;
use crate::packs::{Crop, LEAST_SIDE, Listed};
use crate::table::drawings::texture_in;
use crate::table::theme::{self, Rgb, size, space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

const ROW_SIDE: f32 = 76.0;
const LIST_SIDE: f32 = 60.0;
const CROP_ROOM: Vec2 = Vec2::new(420.0, 340.0);

/// A row of all pictures, the chosen one with a ring. Returns the one that was picked.
pub(super) fn row(
    ui: &mut Ui,
    library: &PictureLibrary,
    chosen: &str,
    can_choose: bool,
    requests: &mut Requests,
) -> Option<String> {
    let ink = theme::of(ui);
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        for (name, title) in library.pictures().filter(|(name, _)| can_choose || name == chosen) {
            let is_chosen = name == chosen;
            let style = if is_chosen { ButtonStyle::On } else { ButtonStyle::Plain };
            let response = widgets::plate(ui, Vec2::splat(ROW_SIDE), &format!("Picture: {title}"), style, true);
            thumbnail(ui, library, &name, response.rect.shrink(4.0));
            if is_chosen {
                let line = Stroke::new(3.0, ink.text.egui());
                ui.painter().rect_stroke(response.rect, theme::BUTTON_RADIUS, line, StrokeKind::Inside);
            }
            if widgets::tipped(response, &title).clicked() {
                picked = Some(name);
            }
        }
        if can_choose {
            button("Pictures …").request(ui, requests, NavigationAction::OpenPictures);
        }
    });
    if let Some(Ok(thumbnail)) = library.thumbnails.get(chosen)
        && let Some(pair) = thumbnail.alike
    {
        caption(ui, alike_warning(pair), ink.note);
    }
    picked.filter(|picked| picked != chosen)
}

fn alike_warning((one, other): (u8, u8)) -> String {
    format!("Tiles {one} and {other} look alike. Press N during the game to number the tiles.")
}

fn caption(ui: &mut Ui, text: impl Into<String>, colour: Rgb) {
    ui.label(RichText::new(text).font(theme::body(size::CAPTION)).color(colour.egui()));
}

/// A small picture, once it is there.
fn thumbnail(ui: &Ui, library: &PictureLibrary, name: &str, square: Rect) {
    let Some(Ok(thumbnail)) = library.thumbnails.get(name) else { return };
    let texture = texture_of(ui, ("small picture", name), &thumbnail.pixels);
    texture_in(ui.painter(), &texture, square, egui::Color32::WHITE);
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
    context: &Context,
    state: &mut UiState,
    library: &PictureLibrary,
    importer: &PictureImporter,
    folder: &Path,
    focus: bool,
    requests: &mut Requests,
) {
    page(context, "Pictures", width::COLUMNS, false, requests, |ui, requests| {
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            let add = primary_button("Add a picture …").icon(Icon::Open).enabled(!importer.is_busy()).focus(focus);
            add.request(ui, requests, RecordAction::Choose(FileDialogPurpose::Picture));
            button("About picture packs").request(ui, requests, NavigationAction::OpenPackHelp);
            let hint = if importer.is_busy() { "Reading …" } else { "or drop a picture on the window" };
            widgets::caption(ui, hint);
        });
        path_row(ui, state, requests);
        done_row(ui, state, importer, requests);
        ui.add_space(space::S);
        egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            // The player's own packs come before the one that is included.
            for installed in library.packs.iter().skip(1).chain(library.packs.first()) {
                pack(ui, state, library, installed, requests);
            }
            widgets::caption(ui, format!("Packs are in {}", folder.display()));
        });
    });
}

/// Where there is no file dialog, a path can be typed.
fn path_row(ui: &mut Ui, state: &mut UiState, requests: &mut Requests) {
    ui.horizontal(|ui| {
        let hint = "or type the path of a picture, folder or zip file";
        let field = widgets::field(&mut state.typed).hint_text(hint).desired_width(width::MENU);
        let field = named(ui, field, "Path of a picture, folder or zip file");
        let entered = entered(ui, &field);
        let path = state.typed.trim();
        if button("Add").enabled(!path.is_empty()).show(ui).clicked() || (entered && !path.is_empty()) {
            requests.push(PictureAction::Add(path.trim_matches('"').into()));
        }
    });
}

/// What was just done, and the way back.
fn done_row(ui: &mut Ui, state: &UiState, importer: &PictureImporter, requests: &mut Requests) {
    let ink = theme::of(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(theme::TARGET);
        if let Some(done) = &state.done {
            ui.label(second(done, ink.good));
        }
        if let Some(title) = importer.removed() {
            let name = format!("Restore “{title}”");
            button(&name).icon(Icon::Undo).request(ui, requests, PictureAction::Restore);
        }
    });
}

fn pack(ui: &mut Ui, state: &UiState, library: &PictureLibrary, installed: &InstalledPack, requests: &mut Requests) {
    let manifest = &installed.pack.manifest;
    let is_included = installed.id.is_empty();
    ui.horizontal(|ui| {
        heading(ui, &manifest.title);
        let id = if is_included { "included" } else { &installed.id };
        let facts = [id, &manifest.author, &manifest.licence].into_iter().filter(|fact| !fact.is_empty());
        widgets::caption(ui, facts.collect::<Vec<_>>().join(" · "));
    });
    if is_included {
        ui.horizontal_wrapped(|ui| {
            for listed in &manifest.pictures {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(LIST_SIDE), Sense::hover());
                thumbnail(ui, library, &installed.name_of(listed), rect);
                ui.label(listed.shown_title());
                ui.add_space(space::M);
            }
        });
        return;
    }
    for listed in &manifest.pictures {
        let name = installed.name_of(listed);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(LIST_SIDE), Sense::hover());
            thumbnail(ui, library, &name, rect);
            if state.asks_about.as_ref() == Some(&name) {
                confirm_removal(ui, listed, name, requests);
            } else {
                own_picture(ui, library, listed, name, requests);
            }
        });
    }
    ui.add_space(space::M);
}

fn confirm_removal(ui: &mut Ui, listed: &Listed, name: String, requests: &mut Requests) {
    ui.label(format!("Remove “{}”?", listed.shown_title()));
    let remove = button("Remove").focus(nothing_has_focus(ui));
    remove.request(ui, requests, PictureAction::Remove(name));
    button("Cancel").request(ui, requests, PictureAction::AskToRemove(None));
}

/// The title of a picture to be changed, a button that removes it, and what is wrong with it.
fn own_picture(ui: &mut Ui, library: &PictureLibrary, listed: &Listed, name: String, requests: &mut Requests) {
    let ink = theme::of(ui);
    let shown_title = listed.shown_title();
    let id = ui.id().with(("title", &name));
    let mut title: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| shown_title.clone());
    let field = widgets::field(&mut title).char_limit(LONGEST_TEXT).desired_width(width::LINE);
    let field = named(ui, field, &format!("Title of {shown_title}"));
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, title.clone()));
    }
    if field.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
        if title.trim() != shown_title && !title.trim().is_empty() {
            requests.push(PictureAction::Rename(name.clone(), title));
        }
    }
    button("Remove …").request(ui, requests, PictureAction::AskToRemove(Some(name.clone())));
    match library.thumbnails.get(&name) {
        Some(Err(why)) => caption(ui, why, ink.bad),
        Some(Ok(thumbnail)) if thumbnail.alike.is_some() => caption(ui, "Some tiles look alike", ink.muted),
        _ => {}
    }
}

/// A picture from outside, with the square of it that will be cut into tiles.
pub(super) fn crop(context: &Context, pending: &mut PendingPicture, focus: bool, requests: &mut Requests) {
    page(context, "Crop picture", width::COLUMNS, false, requests, |ui, requests| {
        ui.add_space(space::S);
        ui.horizontal_top(|ui| {
            frame(ui, pending);
            ui.add_space(space::L);
            ui.vertical(|ui| {
                ui.spacing_mut().slider_width = width::SLIDER;
                controls(ui, pending);
                ui.add_space(space::L);
                ui.horizontal(|ui| {
                    primary_button("Add").icon(Icon::Go).focus(focus).request(ui, requests, PictureAction::Keep);
                    button("Cancel").request(ui, requests, NavigationAction::Close);
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
    let scale = (CROP_ROOM / whole).min_elem();
    let (rect, response) = ui.allocate_exact_size(whole * scale, Sense::drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, "The picture, and its square"));
    let texture = texture_of(ui, "pending picture", &pending.preview);
    texture_in(ui.painter(), &texture, rect, egui::Color32::WHITE);
    let Crop { x, y, size } = pending.crop;
    let corner = rect.min + Vec2::new(x as f32, y as f32) * scale;
    let square = Rect::from_min_size(corner, Vec2::splat(size as f32 * scale));
    let outside = [
        Rect::from_min_max(rect.min, egui::pos2(rect.right(), square.top())),
        Rect::from_min_max(egui::pos2(rect.left(), square.bottom()), rect.max),
        Rect::from_min_max(egui::pos2(rect.left(), square.top()), square.left_bottom()),
        Rect::from_min_max(square.right_top(), egui::pos2(rect.right(), square.bottom())),
    ];
    for part in outside {
        ui.painter().rect_filled(part, 0.0, ink.shade.veil(170));
    }
    let thin = Stroke::new(1.0, ink.panel.veil(190));
    for line in 1..4u8 {
        let off = square.width() * f32::from(line) / 4.0;
        ui.painter().vline(square.left() + off, square.y_range(), thin);
        ui.painter().hline(square.x_range(), square.top() + off, thin);
    }
    ui.painter().rect_stroke(square, 0.0, Stroke::new(2.0, ink.text.egui()), StrokeKind::Outside);
    if response.dragged() {
        // A drag comes in many small steps: what is less than a pixel is kept for the next.
        let id = response.id.with("rest");
        let rest: Vec2 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let wanted = rest + response.drag_delta() / scale;
        let whole = wanted.round();
        ui.data_mut(|data| data.insert_temp(id, wanted - whole));
        let moved = |from: u32, by: f32| from.saturating_add_signed(by as i32);
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
    slider(ui, "Size", &mut crop.size, LEAST_SIDE..=width.min(height));
    if crop.size != pending.crop.size {
        // It grows and shrinks about its middle.
        let (before, now) = (i64::from(pending.crop.size), i64::from(crop.size));
        let moved = |from: u32| (i64::from(from) + (before - now) / 2).max(0) as u32;
        (crop.x, crop.y) = (moved(crop.x), moved(crop.y));
    }
    slider(ui, "From the left", &mut crop.x, 0..=width - crop.size.min(width));
    slider(ui, "From the top", &mut crop.y, 0..=height - crop.size.min(height));
    pending.take(crop);
    ui.add_space(space::S);
    ui.scope(|ui| {
        ui.set_max_width(width::LINE + 60.0);
        match pending.alike {
            Some(pair) => ui.label(second(alike_warning(pair), ink.note)),
            None => ui.label(second("All tiles look different.", ink.good)),
        }
    });
}

fn slider(ui: &mut Ui, name: &str, value: &mut u32, range: RangeInclusive<u32>) {
    let label = ui.label(RichText::new(name).font(theme::body(size::SECOND))).id;
    let enabled = range.end() > range.start();
    ui.add_enabled(enabled, egui::Slider::new(value, range).show_value(false)).labelled_by(label);
}
