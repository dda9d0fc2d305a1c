//! The pictures that a game can be played with, to choose from.

use bevy_egui::egui::{self, ColorImage, Id, Rect, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2};

use super::super::desk::Action;
use super::super::gallery::Gallery;
use crate::table::pictures::texture_in;
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Weight};

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
    let id = Id::new(("small picture", name));
    // A picture of the same name can be another one later: it is known by where its pixels are.
    let at = std::sync::Arc::as_ptr(&small.pixels) as usize;
    let kept: Option<(usize, TextureHandle)> = ui.data(|data| data.get_temp(id));
    let texture = kept.filter(|(known, _)| *known == at).map(|(_, texture)| texture).unwrap_or_else(|| {
        let (width, height) = small.pixels.dimensions();
        let image = ColorImage::from_rgba_unmultiplied([width as usize, height as usize], small.pixels.as_raw());
        let texture = ui.ctx().load_texture(name, image, TextureOptions::LINEAR);
        ui.data_mut(|data| data.insert_temp(id, (at, texture.clone())));
        texture
    });
    texture_in(ui.painter(), &texture, square);
}
