//! The cloth under the lamp, with the outlines of slots and the panels at the window's edges, which are laid into it.
//!
//! All this only changes with the window and the game. It is painted once, into a picture as large as the window, and copied
//! from there to the canvas: without a graphics card any shader, however short, that runs for every pixel of the window
//! costs several times as much as that copy.

use bevy::asset::RenderAssetUsages;
use bevy::camera::CameraMainTextureUsages;
use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::tasks::{ComputeTaskPool, ParallelSliceMut};
use bevy::window::PrimaryWindow;
use resvg::tiny_skia::PixmapMut;
use resvg::usvg;

use super::canvas;
use super::felt::{Felt, Insets};
use super::pieces::{Follow, Shown};
use super::rings;
use super::theme::{Palette, Rgb};
use crate::engine::layout::{Layout, Slot, SlotLook};

/// The picture of cloth, slots and panels.
#[derive(Resource, ExtractResource, Clone, Default)]
pub(super) struct Cloth(pub(super) Handle<Image>);

/// The camera, the cloth, and their upkeep; and the canvas.
pub fn plugin(app: &mut App) {
    app.init_resource::<Cloth>()
        .add_plugins((ExtractResourcePlugin::<Cloth>::default(), canvas::plugin))
        .add_systems(Startup, hang_lamp)
        .add_systems(Update, dye.after(Follow));
}

fn hang_lamp(mut commands: Commands) {
    // The cloth covers the whole window: what was drawn before need not be cleared.
    let camera = Camera { clear_color: ClearColorConfig::None, ..default() };
    let usages = CameraMainTextureUsages::default().with(TextureUsages::COPY_DST);
    commands.spawn((Camera2d, camera, usages, Msaa::Off));
}

/// All that the picture depends on, in pixels of the window.
#[derive(Clone, PartialEq, Debug, Default)]
struct Pattern {
    palette: Palette,
    size: UVec2,
    /// What the panels leave bare.
    bare: URect,
    /// The outlines of slots.
    slots: Vec<Rect>,
}

impl Pattern {
    fn of(palette: Palette, window: &Window, insets: Insets, felt: &Felt, layout: &Layout) -> Pattern {
        let (size, scale) = (window.physical_size(), window.scale_factor());
        let outlined = layout.slots.iter().filter(|slot| slot.look != SlotLook::Bare);
        let outline = |slot: &Slot| {
            let extent = (Vec2::from(slot.size) * felt.scale).round();
            Rect::from_center_size(felt.screen(slot.centre) * scale, extent * scale)
        };
        Pattern { palette, size, bare: bare(size, scale, insets), slots: outlined.map(outline).collect() }
    }
}

/// Paints the cloth anew when the window, its panels or the slots change.
fn dye(
    window: Single<&Window, With<PrimaryWindow>>,
    (insets, felt, shown, palette): (Res<Insets>, Res<Felt>, Res<Shown>, Res<Palette>),
    mut cloth: ResMut<Cloth>,
    mut images: ResMut<Assets<Image>>,
    mut last: Local<Pattern>,
) {
    let changed = insets.is_changed() || felt.is_changed() || shown.is_changed() || palette.is_changed();
    if last.size == window.physical_size() && !changed {
        return;
    }
    let pattern = Pattern::of(*palette, &window, *insets, &felt, &shown.layout);
    if pattern == *last || pattern.size.min_element() == 0 {
        return;
    }
    let extent = Extent3d { width: pattern.size.x, height: pattern.size.y, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new(extent, TextureDimension::D2, paint(&pattern), format, RenderAssetUsages::RENDER_WORLD);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    cloth.0 = images.add(image);
    *last = pattern;
}

/// What of the window's pixels the panels leave bare.
fn bare(size: UVec2, scale: f32, insets: Insets) -> URect {
    let pixels = |points: f32| (points * scale).round() as u32;
    let (right, bottom) = (size.x.saturating_sub(pixels(insets.right)), size.y.saturating_sub(pixels(insets.bottom)));
    URect::new(pixels(insets.left).min(right), pixels(insets.top).min(bottom), right, bottom)
}

/// The picture, row by row.
fn paint(pattern: &Pattern) -> Vec<u8> {
    let row = 4 * pattern.size.x as usize;
    let mut pixels = vec![u8::MAX; row * pattern.size.y as usize];
    let rows = |y: usize, row: &mut [u8]| paint_row(y as u32, pattern, row);
    pixels.par_chunk_map_mut(ComputeTaskPool::get(), row.max(1), rows);
    outline(pattern, &mut pixels);
    pixels
}

/// Draws the outlines of slots.
fn outline(pattern: &Pattern, pixels: &mut [u8]) {
    let (width, height) = (pattern.size.x, pattern.size.y);
    let mut drawing = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"#);
    for slot in &pattern.slots {
        let (at, size) = (slot.min, slot.size());
        let (corner, line) = (size.x * rings::CORNER, (size.x * rings::LINE).max(pattern.palette.line));
        drawing += &format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{corner}" fill="none" stroke="{}" stroke-opacity="{}" stroke-width="{line}"/>"#,
            at.x,
            at.y,
            size.x,
            size.y,
            pattern.palette.text.hex(),
            pattern.palette.outline
        );
    }
    drawing += "</svg>";
    // Our own drawing is well formed, and the picture has the size it says.
    let Ok(tree) = usvg::Tree::from_str(&drawing, &usvg::Options::default()) else { return };
    let Some(mut canvas) = PixmapMut::from_bytes(pixels, width, height) else { return };
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut canvas);
}

fn paint_row(y: u32, pattern: &Pattern, row: &mut [u8]) {
    let (palette, size, bare) = (&pattern.palette, pattern.size, pattern.bare);
    let [bright, dark, panel] = [palette.cloth_light, palette.cloth_dark, palette.panel].map(parts);
    let is_bare = (bare.min.y..bare.max.y).contains(&y);
    for (x, pixel) in (0..).zip(row.chunks_exact_mut(4)) {
        let shade = shade(Vec2::new(x as f32 + 0.5, y as f32 + 0.5) / size.as_vec2());
        let mut colour = bright.lerp(dark, shade) + palette.texture * uneven(x, y);
        if !(is_bare && (bare.min.x..bare.max.x).contains(&x)) {
            colour = colour.lerp(panel, palette.panel_opacity);
        }
        for (part, value) in pixel.iter_mut().zip(colour.to_array()) {
            *part = (value + 0.5) as u8;
        }
    }
}

fn parts(colour: Rgb) -> Vec3 {
    Vec3::new(f32::from(colour.0), f32::from(colour.1), f32::from(colour.2))
}

/// How far from the lamp's light a point of the window is (0 to 1 across and down): 0 under the lamp, which hangs a
/// little above the middle, 1 where its light ends.
fn shade(at: Vec2) -> f32 {
    let far = ((at - Vec2::new(0.5, 0.44)) * Vec2::new(1.5, 1.7)).length().min(1.0);
    far * far * (3.0 - 2.0 * far)
}

/// A barely visible weave, and a grain that hides the steps of so slow a gradient: −1.6 to 2.2 steps of 255.
fn uneven(x: u32, y: u32) -> f32 {
    let thread = if ((x >> 1) + (y >> 1)) & 1 == 1 { 1.2 } else { -0.6 };
    let mixed = x.wrapping_mul(0x9E37_79B9) ^ y.wrapping_mul(0x85EB_CA6B);
    let grain = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D) >> 24;
    thread + grain as f32 / 128.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::theme::LAMP;

    fn painted(insets: Insets, slots: &[Rect]) -> Vec<u8> {
        ComputeTaskPool::get_or_init(default);
        let size = UVec2::new(200, 120);
        paint(&Pattern { palette: LAMP, size, bare: bare(size, 1.0, insets), slots: slots.to_vec() })
    }

    fn at(pixels: &[u8], x: usize, y: usize) -> i32 {
        i32::from(pixels[4 * (200 * y + x) + 1])
    }

    #[test]
    fn the_lamp_hangs_over_the_cloth_and_its_light_ends_at_the_corners() {
        let pixels = painted(Insets::default(), &[]);
        assert!((at(&pixels, 100, 53) - i32::from(LAMP.cloth_light.1)).abs() <= 3);
        for (x, y) in [(0, 0), (199, 0), (0, 119), (199, 119)] {
            assert!((at(&pixels, x, y) - i32::from(LAMP.cloth_dark.1)).abs() <= 3, "at {x}, {y}");
        }
        assert!(pixels.chunks(4).all(|pixel| pixel[3] == u8::MAX), "the cloth is opaque");
    }

    #[test]
    fn panels_lie_where_the_insets_say_and_nowhere_else() {
        let plain = painted(Insets::default(), &[]);
        let pixels = painted(Insets { top: 10.0, right: 40.0, bottom: 0.0, left: 0.0 }, &[]);
        for y in 0..120 {
            for x in 0..200 {
                let is_panel = y < 10 || x >= 160;
                assert_eq!(at(&pixels, x, y) != at(&plain, x, y), is_panel, "at {x}, {y}");
            }
        }
    }

    #[test]
    fn a_slot_is_outlined_and_neither_filled_nor_surrounded() {
        let plain = painted(Insets::default(), &[]);
        let pixels = painted(Insets::default(), &[Rect::new(50.0, 20.0, 110.0, 104.0)]);
        let differs = |x, y| at(&pixels, x, y) > at(&plain, x, y) + 8;
        assert!(differs(80, 20) && differs(80, 103) && differs(50, 60) && differs(109, 60));
        assert!(!differs(80, 60) && !differs(80, 10) && !differs(50, 20), "the corner is round");
    }

    #[test]
    fn insets_larger_than_the_window_leave_nothing_bare() {
        let insets = Insets { top: 500.0, right: 500.0, bottom: 500.0, left: 500.0 };
        assert!(bare(UVec2::new(200, 120), 2.0, insets).is_empty());
    }
}
