//! The plates of buttons: rounded, with an outline, and cheap.
//!
//! The panels' own painter makes some 350 triangles of one such plate, to soften its corners. Without a graphics card that
//! is a third of a frame for a bar of eight buttons. Here the corners are painted once, as masks in a small picture, and a
//! plate is nine pieces of it for its body and nine for its outline.

use bevy_egui::egui::emath::GuiRounding as _;
use bevy_egui::egui::epaint::Vertex;
use bevy_egui::egui::{
    Color32, ColorImage, Id, Mesh, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, TextureOptions, Vec2,
};

use super::theme::BUTTON_RADIUS;

/// The outlines there are masks for, in points; 0 is the body.
const MASKS: [f32; 3] = [0.0, 1.0, 2.0];

/// A mask's corner in points: the rounding, and a point of straight edge.
const CORNER: f32 = BUTTON_RADIUS as f32 + 1.0;

/// The picture with the masks, and how many pixels a point it was painted for.
#[derive(Clone)]
struct Masks(f32, TextureHandle);

/// Paints a plate; its outline lies within it, one point wide or two.
pub fn paint(painter: &Painter, rect: Rect, fill: Color32, outline: Stroke) {
    let scale = painter.ctx().pixels_per_point();
    let id = Id::new("plates");
    let known: Option<Masks> = painter.ctx().data(|data| data.get_temp(id));
    let masks = known.filter(|masks| masks.0 == scale).unwrap_or_else(|| {
        let texture = painter.ctx().load_texture("plates", painted(scale), TextureOptions::LINEAR);
        let masks = Masks(scale, texture);
        painter.ctx().data_mut(|data| data.insert_temp(id, masks.clone()));
        masks
    });
    let mut mesh = Mesh::with_texture(masks.1.id());
    let rect = rect.round_to_pixels(scale);
    add(&mut mesh, rect, 0, fill);
    let line = if outline.width > 1.5 { 2 } else { 1 };
    add(&mut mesh, rect, line, outline.color);
    painter.add(Shape::mesh(mesh));
}

/// Adds the nine pieces of a mask in this colour.
fn add(mesh: &mut Mesh, rect: Rect, mask: usize, color: Color32) {
    let reach = |from: f32, to: f32| [from, from + CORNER, to - CORNER, to];
    let (columns, rows) = (reach(rect.left(), rect.right()), reach(rect.top(), rect.bottom()));
    let across = [0.0, 0.5, 0.5, 1.0];
    let first = mesh.vertices.len() as u32;
    for (y, down) in rows.into_iter().zip(across) {
        for (x, along) in columns.into_iter().zip(across) {
            let uv = Pos2::new((mask as f32 + along) / MASKS.len() as f32, down);
            mesh.vertices.push(Vertex { pos: Pos2::new(x, y), uv, color });
        }
    }
    for row in 0..3 {
        for column in 0..3 {
            // The middle of an outline is empty.
            if mask > 0 && (row, column) == (1, 1) {
                continue;
            }
            let corner = first + row * 4 + column;
            mesh.add_triangle(corner, corner + 1, corner + 5);
            mesh.add_triangle(corner, corner + 5, corner + 4);
        }
    }
}

/// The masks side by side: white, as opaque as the plate covers each pixel.
fn painted(scale: f32) -> ColorImage {
    let side = (2.0 * CORNER * scale).ceil() as usize;
    let radius = f32::from(BUTTON_RADIUS) * scale;
    let pixel = |at: usize| {
        let (mask, x, y) = (at % (side * MASKS.len()) / side, at % side, at / (side * MASKS.len()));
        let middle = side as f32 / 2.0;
        let from_middle = Vec2::new(x as f32 + 0.5 - middle, y as f32 + 0.5 - middle).abs();
        let covered = coverage(from_middle, middle, radius);
        let line = MASKS[mask] * scale;
        let hollow = if mask > 0 { coverage(from_middle, middle - line, (radius - line).max(0.0)) } else { 0.0 };
        Color32::from_white_alpha((255.0 * (covered - hollow)).round() as u8)
    };
    ColorImage::new([side * MASKS.len(), side], (0..side * side * MASKS.len()).map(pixel).collect())
}

/// How much of a pixel lies within a rounded square around the middle, 0 to 1.
fn coverage(from_middle: Vec2, half: f32, radius: f32) -> f32 {
    let beyond = from_middle - Vec2::splat(half - radius);
    let distance = beyond.max(Vec2::ZERO).length() + beyond.max_elem().min(0.0) - radius;
    (0.5 - distance).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_full_inside_empty_in_their_corners_and_outlines_hollow() {
        for scale in [1.0, 1.25, 2.0] {
            let image = painted(scale);
            let side = image.size[1];
            let alpha = |mask: usize, x: usize, y: usize| image.pixels[y * image.size[0] + mask * side + x].a();
            for (mask, line) in MASKS.iter().enumerate() {
                assert_eq!(alpha(mask, 0, 0), 0, "corner of {mask} at {scale}");
                let inside = if mask == 0 { 255 } else { 0 };
                assert_eq!(alpha(mask, side / 2, side / 2), inside, "middle of {mask} at {scale}");
                // Along the middle row, an outline is as wide as it says.
                let row: f32 = (0..side / 2).map(|x| f32::from(alpha(mask, x, side / 2)) / 255.0).sum();
                assert!(mask == 0 || (row - line * scale).abs() < 0.51, "{mask} at {scale}: {row}");
            }
        }
    }
}
