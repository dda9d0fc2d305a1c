//! The cloth under the lamp: one quad behind everything, shaded by `cloth.wgsl`.

use bevy::asset::embedded_asset;
use bevy::prelude::*;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};
use bevy::window::PrimaryWindow;

use super::theme::{Palette, Rgb};

/// The z of the cloth: behind all areas and pieces.
const BEHIND: f32 = -900.0;

/// The cloth's colours in sRGB, 0 to 1.
#[derive(Asset, AsBindGroup, TypePath, Clone, Default)]
struct Cloth {
    /// Under the lamp; the fourth component is the strength of the weave, in steps of 255.
    #[uniform(0)]
    light: Vec4,
    /// Where the lamp's light ends.
    #[uniform(0)]
    dark: Vec4,
}

impl Material2d for Cloth {
    fn fragment_shader() -> ShaderRef {
        "embedded://parlour/table/cloth.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Opaque
    }
}

impl Cloth {
    fn of(palette: &Palette) -> Cloth {
        let vector = |Rgb(red, green, blue)| Vec3::new(red.into(), green.into(), blue.into()) / 255.0;
        Cloth {
            light: vector(palette.cloth_light).extend(palette.texture),
            dark: vector(palette.cloth_dark).extend(1.0),
        }
    }
}

/// The camera and the cloth; needs a renderer.
pub fn plugin(app: &mut App) {
    embedded_asset!(app, "cloth.wgsl");
    app.add_plugins(Material2dPlugin::<Cloth>::default())
        .add_systems(Startup, spawn_camera)
        .add_systems(Update, (colour_cloth.run_if(resource_changed::<Palette>), fill_window));
}

/// The cloth is a child of the camera, so that it stays where it is when the table is shaken.
fn spawn_camera(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut cloths: ResMut<Assets<Cloth>>) {
    let quad = Mesh2d(meshes.add(Rectangle::new(1.0, 1.0)));
    let cloth = MeshMaterial2d(cloths.add(Cloth::default()));
    let camera = (Camera2d, Msaa::Off);
    commands.spawn(camera).with_child((quad, cloth, Transform::from_xyz(0.0, 0.0, BEHIND), Pickable::IGNORE));
}

fn colour_cloth(
    palette: Res<Palette>,
    cloth: Single<&MeshMaterial2d<Cloth>>,
    mut cloths: ResMut<Assets<Cloth>>,
    mut clear: ResMut<ClearColor>,
) {
    if let Some(mut cloth) = cloths.get_mut(&cloth.0) {
        *cloth = Cloth::of(&palette);
    }
    // Seen for the frame or two until the shader is compiled.
    clear.0 = palette.cloth_dark.bevy();
}

fn fill_window(
    window: Single<&Window, (With<PrimaryWindow>, Changed<Window>)>,
    mut cloth: Single<&mut Transform, With<MeshMaterial2d<Cloth>>>,
) {
    let size = Vec2::new(window.width(), window.height());
    if cloth.scale.truncate() != size {
        cloth.scale = size.extend(1.0);
    }
}
