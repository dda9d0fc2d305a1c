//! Where the table is in the window, and the cloth it is covered with.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite_render::AlphaMode2d;
use bevy::window::PrimaryWindow;

use super::theme;

/// What the panels leave of the window for the table, in points from each edge.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Insets {
    /// From the top edge.
    pub top: f32,
    /// From the right edge.
    pub right: f32,
    /// From the bottom edge.
    pub bottom: f32,
    /// From the left edge.
    pub left: f32,
}

/// How table units become points of the window. The world's origin is the middle of the window.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Felt {
    /// The window's size in points.
    pub window: Vec2,
    /// Pixels a point.
    pub pixels: f32,
    /// The middle of the table's room, in world points.
    pub centre: Vec2,
    /// Points a table unit.
    pub scale: f32,
    /// The table's size in table units.
    pub size: Vec2,
}

impl Default for Felt {
    fn default() -> Felt {
        Felt { window: Vec2::new(1280.0, 720.0), pixels: 1.0, centre: Vec2::ZERO, scale: 1.0, size: Vec2::ONE }
    }
}

impl Felt {
    /// Fits a table of this size (in table units) into a window (in points) within the insets, as large as it goes.
    pub fn fit(window: Vec2, pixels: f32, insets: Insets, size: Vec2) -> Felt {
        let room =
            Vec2::new(window.x - insets.left - insets.right, window.y - insets.top - insets.bottom).max(Vec2::ONE);
        let scale = (room / size.max(Vec2::ONE)).min_element();
        let centre = Vec2::new((insets.left - insets.right) / 2.0, (insets.bottom - insets.top) / 2.0);
        Felt { window, pixels, centre, scale, size }
    }

    /// The world position of a point in table units, on a whole pixel so that cards stay sharp.
    pub fn world(&self, point: (f32, f32)) -> Vec2 {
        let from_middle = Vec2::new(point.0 - self.size.x / 2.0, self.size.y / 2.0 - point.1);
        ((self.centre + from_middle * self.scale) * self.pixels).round() / self.pixels
    }

    /// The window position, in points from the top left corner, of a point in table units.
    pub fn screen(&self, point: (f32, f32)) -> Vec2 {
        let world = self.world(point);
        Vec2::new(world.x + self.window.x / 2.0, self.window.y / 2.0 - world.y)
    }
}

/// The cloth's mesh.
#[derive(Component)]
pub struct Cloth;

/// The camera, the cloth, and their upkeep.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, lay_cloth).add_systems(Update, stretch_cloth);
}

fn lay_cloth(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<ColorMaterial>>) {
    commands.spawn((Camera2d, Msaa::Off));
    // Opaque: blending a whole window is what a software renderer cannot afford.
    let material = ColorMaterial { alpha_mode: AlphaMode2d::Opaque, ..default() };
    let mesh = meshes.add(Rectangle::new(1.0, 1.0));
    let place = Transform::from_xyz(0.0, 0.0, -100.0);
    commands.spawn((Cloth, Mesh2d(mesh), MeshMaterial2d(materials.add(material)), place));
}

fn stretch_cloth(
    window: Single<&Window, (With<PrimaryWindow>, Changed<Window>)>,
    cloth: Single<(&MeshMaterial2d<ColorMaterial>, &mut Transform), With<Cloth>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut images: ResMut<Assets<Image>>,
    mut last: Local<UVec2>,
) {
    let pixels = window.physical_size();
    if *last == pixels || pixels.min_element() == 0 {
        return;
    }
    *last = pixels;
    let (material, mut place) = cloth.into_inner();
    place.scale = Vec3::new(window.width(), window.height(), 1.0);
    if let Some(mut material) = materials.get_mut(&material.0) {
        material.texture = Some(images.add(woven(pixels)));
    }
}

/// The cloth is painted no finer than this, and stretched beyond.
const FINEST: u32 = 2560;

/// The cloth for a window of this size in pixels: the lamp's light, brightest a little above the middle, on a barely
/// visible weave, which also hides the steps of so slow a gradient.
fn woven(window: UVec2) -> Image {
    let size = window.min(UVec2::splat(FINEST));
    let (bright, dark) = (theme::CLOTH_LIGHT, theme::CLOTH_DARK);
    let channels = [(bright.0, dark.0), (bright.1, dark.1), (bright.2, dark.2)]
        .map(|(bright, dark)| (f32::from(bright), f32::from(dark)));
    let mut noise: u32 = 0x9E37_79B9;
    let mut data = Vec::with_capacity((size.x * size.y * 4) as usize);
    for y in 0..size.y {
        let down = (y as f32 / size.y as f32 - 0.44) * 1.7;
        for x in 0..size.x {
            let across = (x as f32 / size.x as f32 - 0.5) * 1.5;
            let far = (across * across + down * down).sqrt().min(1.0);
            let shade = far * far * (3.0 - 2.0 * far);
            noise ^= noise << 13;
            noise ^= noise >> 17;
            noise ^= noise << 5;
            let thread = if (x / 2 + y / 2) % 2 == 0 { 1.2 } else { -0.6 };
            let grain = thread + (noise % 256) as f32 / 128.0 - 1.0;
            data.extend(channels.map(|(bright, dark)| (bright + (dark - bright) * shade + grain) as u8));
            data.push(255);
        }
    }
    let extent = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new(extent, TextureDimension::D2, data, format, RenderAssetUsages::RENDER_WORLD);
    // One texel a pixel needs no filter; a stretched cloth does.
    image.sampler = if size == window { ImageSampler::nearest() } else { ImageSampler::linear() };
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_its_room_and_keeps_its_proportions() {
        let insets = Insets { top: 56.0, right: 300.0, bottom: 0.0, left: 0.0 };
        let felt = Felt::fit(Vec2::new(1280.0, 720.0), 1.0, insets, Vec2::new(700.0, 500.0));
        assert_eq!(felt.scale, (664.0f32 / 500.0).min(980.0 / 700.0));
        let corner = felt.screen((0.0, 0.0));
        let opposite = felt.screen((700.0, 500.0));
        assert!(corner.y >= 55.0 && corner.x >= 0.0 && opposite.x <= 981.0 && opposite.y <= 721.0);
    }
}
