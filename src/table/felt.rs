//! Where the table is in the window, and the cloth it is covered with.

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::mesh::{Indices, PrimitiveTopology};
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

fn lay_cloth(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    commands.spawn((Camera2d, Msaa::Off));
    let material = ColorMaterial {
        // Opaque: blending a whole window is what a software renderer cannot afford.
        alpha_mode: AlphaMode2d::Opaque,
        texture: Some(images.add(weave())),
        ..default()
    };
    let mesh = meshes.add(light(Vec2::new(1280.0, 720.0)));
    commands.spawn((
        Cloth,
        Mesh2d(mesh),
        MeshMaterial2d(materials.add(material)),
        Transform::from_xyz(0.0, 0.0, -100.0),
    ));
}

fn stretch_cloth(
    window: Single<&Window, (With<PrimaryWindow>, Changed<Window>)>,
    cloth: Single<&Mesh2d, With<Cloth>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut last: Local<Vec2>,
) {
    let size = Vec2::new(window.width(), window.height());
    if *last != size && size.min_element() > 0.0 {
        *last = size;
        // Replaces the mesh under the same handle.
        let _ = meshes.insert(cloth.0.id(), light(size));
    }
}

/// How many quads the light is drawn with, across and down.
const GRID: (u16, u16) = (24, 14);

/// A grid over the whole window whose corners hold the lamp's light, brightest a little above the middle.
fn light(size: Vec2) -> Mesh {
    let (columns, rows) = GRID;
    let (bright, dark) = (theme::CLOTH_LIGHT.bevy().to_linear(), theme::CLOTH_DARK.bevy().to_linear());
    let (mut positions, mut colours, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..=rows {
        for column in 0..=columns {
            let at = Vec2::new(f32::from(column) / f32::from(columns), f32::from(row) / f32::from(rows)) - 0.5;
            let point = at * size;
            let far = (Vec2::new(at.x * 1.5, (at.y - 0.06) * 1.7).length()).min(1.0);
            let lit = bright.mix(&dark, far * far * (3.0 - 2.0 * far));
            positions.push([point.x, point.y, 0.0]);
            colours.push([lit.red, lit.green, lit.blue, 1.0]);
            uvs.push([point.x / WEAVE as f32, point.y / WEAVE as f32]);
        }
    }
    let mut indices = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let corner = row * (columns + 1) + column;
            let above = corner + columns + 1;
            indices.extend([corner, corner + 1, above + 1, corner, above + 1, above]);
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U16(indices))
}

/// The side of the weave's tile, in pixels.
const WEAVE: u32 = 64;

/// A barely visible weave, which also hides the steps of the slow gradient.
fn weave() -> Image {
    let mut noise: u32 = 0x9E37_79B9;
    let mut data = Vec::with_capacity((WEAVE * WEAVE * 4) as usize);
    for y in 0..WEAVE {
        for x in 0..WEAVE {
            noise ^= noise << 13;
            noise ^= noise >> 17;
            noise ^= noise << 5;
            let thread = if (x / 2 + y / 2) % 2 == 0 { 6 } else { 0 };
            let value = 236 + thread + (noise % 12) as u8;
            data.extend([value, value, value, 255]);
        }
    }
    let size = Extent3d { width: WEAVE, height: WEAVE, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::RENDER_WORLD);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        mag_filter: ImageFilterMode::Nearest,
        min_filter: ImageFilterMode::Nearest,
        ..default()
    });
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
