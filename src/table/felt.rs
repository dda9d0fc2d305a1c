//! Where the table is in the window, and the cloth it is covered with.

use bevy::asset::{RenderAssetUsages, embedded_asset};
use bevy::camera::CameraOutputMode;
use bevy::mesh::{Indices, MeshVertexBufferLayoutRef, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, CompareFunction, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};
use bevy::shader::{ShaderDefVal, ShaderRef};
use bevy::sprite_render::{Material2d, Material2dKey, Material2dPlugin};
use bevy::window::PrimaryWindow;

use super::theme;

/// What the panels leave of the window for the table, in points from each edge.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
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

/// The bare cloth, or a panel laid into it.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
struct Cloth;

/// What cloth and panels are drawn with. The panels at the window's edges belong to it, since every layer that covers
/// much of the window is dear without a graphics card.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(Dye)]
struct ClothMaterial {
    dye: Dye,
}

/// The colours, each as 0xAABBGGRR; they are compiled into the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Dye {
    bright: u32,
    dark: u32,
    panel: Option<u32>,
}

impl From<&ClothMaterial> for Dye {
    fn from(material: &ClothMaterial) -> Dye {
        material.dye
    }
}

impl Dye {
    fn new(is_panel: bool) -> Dye {
        let opacity = (theme::PANEL_OPACITY * 255.0) as u8;
        let packed = |rgb: theme::Rgb, alpha: u8| u32::from_le_bytes([rgb.0, rgb.1, rgb.2, alpha]);
        Dye {
            bright: packed(theme::CLOTH_LIGHT, u8::MAX),
            dark: packed(theme::CLOTH_DARK, u8::MAX),
            panel: is_panel.then(|| packed(theme::PANEL, opacity)),
        }
    }
}

impl Material2d for ClothMaterial {
    fn fragment_shader() -> ShaderRef {
        "embedded://parlour/table/cloth.wgsl".into()
    }

    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        key: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        // Nothing lies below the cloth, so depth need be neither read nor written.
        if let Some(depth) = &mut descriptor.depth_stencil {
            depth.depth_write_enabled = Some(false);
            depth.depth_compare = Some(CompareFunction::Always);
        }
        if let Some(fragment) = &mut descriptor.fragment {
            let dye = key.bind_group_data;
            let colours = [("BRIGHT", Some(dye.bright)), ("DARK", Some(dye.dark)), ("PANEL", dye.panel)];
            let defined = colours.iter().filter_map(|(name, colour)| colour.map(|colour| (*name, colour)));
            fragment.shader_defs.extend(defined.map(|(name, colour)| ShaderDefVal::UInt(name.into(), colour)));
        }
        Ok(())
    }
}

/// The camera, the cloth, and their upkeep.
pub fn plugin(app: &mut App) {
    embedded_asset!(app, "cloth.wgsl");
    app.add_plugins(Material2dPlugin::<ClothMaterial>::default())
        .add_systems(Startup, hang_lamp)
        .add_systems(Update, lay_cloth.after(super::pieces::Follow));
}

fn hang_lamp(mut commands: Commands) {
    // The cloth covers the whole window: neither what was drawn before nor what it is copied over need be cleared.
    let output_mode = CameraOutputMode::Write { blend_state: None, clear_color: ClearColorConfig::None };
    let camera = Camera { clear_color: ClearColorConfig::None, output_mode, ..default() };
    commands.spawn((Camera2d, camera, Msaa::Off));
}

fn lay_cloth(
    window: Single<&Window, With<PrimaryWindow>>,
    insets: Res<Insets>,
    old: Query<Entity, With<Cloth>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ClothMaterial>>,
    mut last: Local<Vec2>,
) {
    let size = Vec2::new(window.width(), window.height());
    if size.min_element() <= 0.0 || (*last == size && !insets.is_changed()) {
        return;
    }
    *last = size;
    old.iter().for_each(|cloth| commands.entity(cloth).despawn());
    let bare = Rect::new(insets.left, insets.top, size.x - insets.right, size.y - insets.bottom);
    let panels = [
        Rect::new(0.0, 0.0, size.x, bare.min.y),
        Rect::new(0.0, bare.max.y, size.x, size.y),
        Rect::new(0.0, bare.min.y, bare.min.x, bare.max.y),
        Rect::new(bare.max.x, bare.min.y, size.x, bare.max.y),
    ];
    let mut lay = |part: Rect, is_panel: bool| {
        let material = materials.add(ClothMaterial { dye: Dye::new(is_panel) });
        let mesh = Mesh2d(meshes.add(sheet(part, size)));
        commands.spawn((
            Cloth,
            mesh,
            MeshMaterial2d(material),
            Transform::from_xyz(0.0, 0.0, -100.0),
            Pickable::IGNORE,
        ));
    };
    lay(bare, false);
    panels.into_iter().filter(|panel| !panel.is_empty()).for_each(|panel| lay(panel, true));
}

/// A part of the window, in points from its top left corner, as a mesh whose second coordinates tell how far each corner
/// is from the lamp, a little above the middle.
fn sheet(part: Rect, window: Vec2) -> Mesh {
    let corners = [part.min, Vec2::new(part.max.x, part.min.y), part.max, Vec2::new(part.min.x, part.max.y)];
    let place = |at: Vec2| [at.x - window.x / 2.0, window.y / 2.0 - at.y, 0.0];
    let away = |at: Vec2| ((at / window - Vec2::new(0.5, 0.44)) * Vec2::new(1.5, 1.7)).to_array();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.map(place).to_vec())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners.map(away).to_vec())
        .with_inserted_indices(Indices::U16(vec![0, 2, 1, 0, 3, 2]))
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
