//! The canvas: the picture that the window shows. It is kept from frame to frame, and painted anew only where something
//! looks otherwise than before.
//!
//! Most of what is seen lies still, also while a card flies. Without a graphics card every pixel costs time, and with one it
//! costs power. A frame is painted from the bottom up, each layer only within the [damage](super::damage): the
//! [cloth](super::cloth), what lies or moves on it, and the panels. Whatever cannot be compared with the frame before, such
//! as a picture that has just been loaded, has the whole window painted.

use bevy::camera::primitives::Aabb;
use bevy::core_pipeline::core_2d::{Transparent2d, main_opaque_pass_2d, main_transparent_pass_2d};
use bevy::core_pipeline::upscaling::upscaling;
use bevy::core_pipeline::{Core2d, Core2dSystems};
use bevy::ecs::query::QueryData;
use bevy::ecs::schedule::ScheduleCleanupPolicy::RemoveSystemsOnly;
use bevy::ecs::system::SystemParam;
use bevy::log::error;
use bevy::prelude::*;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_phase::ViewSortedRenderPhases;
use bevy::render::render_resource::{
    Extent3d, Origin3d, PipelineCache, RenderPassDescriptor, TexelCopyTextureInfo, TextureId,
};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::texture::GpuImage;
use bevy::render::view::{ExtractedView, ViewTarget};
use bevy::render::{Extract, ExtractSchedule, GpuResourceAppExt, Render, RenderApp, RenderSystems};
use bevy_egui::egui::ClippedPrimitive;
use bevy_egui::render::egui_pass;
use bevy_egui::render::systems::EguiPipelines;
use bevy_egui::{EguiPixelsPerPoint, EguiRenderOutput};

use super::cloth::Cloth;
use super::damage::{self, Damage, Drawn, Look, Looks};
use super::flat::{self, Flat};

/// For how many frames everything is painted after something came that cannot be compared: it may take a frame or two
/// until it can be drawn.
const SETTLES: u8 = 3;

/// Puts passes that paint only the damage in the place of the engine's.
pub(super) fn plugin(app: &mut App) {
    let Some(render) = app.get_sub_app_mut(RenderApp) else { return };
    let opaque = render.remove_systems_in_set(Core2d, main_opaque_pass_2d, RemoveSystemsOnly);
    let transparent = render.remove_systems_in_set(Core2d, main_transparent_pass_2d, RemoveSystemsOnly);
    if let Err(why) = opaque.and(transparent) {
        error!("the engine does not draw as it did: {why}");
        return;
    }
    flat::plugin(render);
    let engines = (main_opaque_pass_2d, main_transparent_pass_2d).chain().run_if(not(flat::is_whole));
    render
        .init_resource::<Scene>()
        .init_gpu_resource::<Canvas>()
        .add_systems(ExtractSchedule, look)
        .add_systems(Render, survey.in_set(RenderSystems::PhaseSort).after(flat::flatten))
        .add_systems(Core2d, lay.in_set(Core2dSystems::Prepass))
        .add_systems(Core2d, (engines, paint.run_if(flat::is_whole)).in_set(Core2dSystems::MainPass))
        .add_systems(Core2d, note_painted.after(egui_pass).before(upscaling));
}

/// What is to be seen in this frame.
#[derive(Resource, Default)]
struct Scene {
    /// How points of the table become points of the window.
    camera: Mat4,
    looks: Looks,
    /// Whether there is something that cannot be compared.
    is_news: bool,
}

/// What the canvas shows, and what of it is painted in this frame.
#[derive(Resource, Default)]
struct Canvas {
    /// The texture, the picture of the cloth on it, and the camera.
    ground: Option<(TextureId, AssetId<Image>, Mat4)>,
    looks: Looks,
    panels: Vec<ClippedPrimitive>,
    damage: Damage,
    is_painted: bool,
    /// For how many frames more everything is painted.
    settles: u8,
}

/// What is drawn on the table.
#[derive(QueryData)]
struct Piece {
    entity: Entity,
    is_seen: &'static ViewVisibility,
    place: &'static GlobalTransform,
    bounds: Option<&'static Aabb>,
    picture: Option<&'static Sprite>,
    ring: Option<(&'static Mesh2d, &'static MeshMaterial2d<ColorMaterial>)>,
}

/// Changes of what is drawn with.
#[derive(SystemParam)]
struct News<'w, 's> {
    images: MessageReader<'w, 's, AssetEvent<Image>>,
    meshes: MessageReader<'w, 's, AssetEvent<Mesh>>,
    colours: MessageReader<'w, 's, AssetEvent<ColorMaterial>>,
}

impl News<'_, '_> {
    fn is_any(&mut self) -> bool {
        // Each is read to its end.
        self.images.read().count() + self.meshes.read().count() + self.colours.read().count() > 0
    }
}

/// Notes how everything on the table looks now.
fn look(
    camera: Extract<Query<(&Camera, &GlobalTransform), With<Camera2d>>>,
    pieces: Extract<Query<Piece, Or<(With<Sprite>, With<Mesh2d>)>>>,
    mut news: Extract<News>,
    mut scene: ResMut<Scene>,
) {
    scene.is_news |= news.is_any();
    scene.looks.clear();
    let Ok((camera, stands)) = camera.single() else { return };
    let Some(size) = camera.physical_target_size() else { return };
    scene.camera = camera.clip_from_view() * stands.to_matrix().inverse();
    for piece in pieces.iter().filter(|piece| piece.is_seen.get()) {
        match looks(&piece, scene.camera, size) {
            Some(look) => {
                scene.looks.insert(piece.entity, look);
            }
            None => scene.is_news = true,
        }
    }
}

/// How a piece looks; `None` as long as it is not known how large it is.
fn looks(piece: &PieceItem, camera: Mat4, size: UVec2) -> Option<Look> {
    let drawn = match (piece.picture, piece.ring) {
        (Some(sprite), _) => {
            Drawn::Picture { image: sprite.image.id(), part: sprite.rect, size: sprite.custom_size, tint: sprite.color }
        }
        (None, Some((mesh, material))) => Drawn::Ring { mesh: mesh.id(), material: material.id() },
        (None, None) => return None,
    };
    let cover = cover(piece.bounds?, piece.place, camera, size.as_vec2());
    Some(Look { cover, place: *piece.place, drawn })
}

/// The pixels that something with these bounds covers.
fn cover(bounds: &Aabb, place: &GlobalTransform, camera: Mat4, size: Vec2) -> URect {
    let (middle, half) = (bounds.center.truncate(), bounds.half_extents.truncate());
    let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::new(1.0, 1.0)];
    let on_window = corners.map(|corner| {
        let at = camera.project_point3(place.transform_point((middle + corner * half).extend(0.0))).truncate();
        (at * Vec2::new(0.5, -0.5) + 0.5) * size
    });
    let bounds = on_window.iter().fold(Rect::EMPTY, |bounds, corner| bounds.union_point(*corner));
    damage::whole_pixels(bounds)
}

/// What is painted with.
#[derive(SystemParam)]
struct Means<'w> {
    cloth: Res<'w, Cloth>,
    images: Res<'w, RenderAssets<GpuImage>>,
    flat: Res<'w, Flat>,
    panels: Option<Res<'w, EguiPipelines>>,
    pipelines: Res<'w, PipelineCache>,
}

impl Means<'_> {
    /// Whether all of it can be used in this frame.
    fn are_ready(&self) -> bool {
        let is_compiled = |pipeline| self.pipelines.get_render_pipeline(pipeline).is_some();
        let panels = self.panels.as_ref().is_some_and(|panels| panels.0.values().copied().all(is_compiled));
        panels && self.flat.is_whole() && self.images.get(&self.cloth.0).is_some()
    }
}

/// Finds out what has to be painted in this frame.
fn survey(
    means: Means,
    target: Query<&ViewTarget>,
    mut panels: Query<(&mut EguiRenderOutput, &EguiPixelsPerPoint)>,
    mut scene: ResMut<Scene>,
    mut canvas: ResMut<Canvas>,
) {
    let Ok(target) = target.single() else { return };
    let texture = target.main_texture();
    let ground = Some((texture.id(), means.cloth.0.id(), scene.camera));
    let is_news = std::mem::take(&mut scene.is_news);
    if is_news || !means.are_ready() || !canvas.is_painted || canvas.ground != ground {
        canvas.settles = SETTLES;
    }
    let size = UVec2::new(texture.width(), texture.height());
    let is_whole = canvas.settles > 0;
    canvas.settles = canvas.settles.saturating_sub(1);
    let mut damage = if is_whole { Damage::whole(size) } else { Damage::none(size) };
    if !is_whole {
        damage::of_pieces(&canvas.looks, &scene.looks, &mut damage);
    }
    std::mem::swap(&mut canvas.looks, &mut scene.looks);
    if let Ok((mut output, scale)) = panels.single_mut() {
        let (now, pixels) = (std::mem::take(&mut output.paint_jobs), scale.pixels_per_point);
        if !is_whole {
            damage::of_panels(&canvas.panels, &now, pixels, &mut damage);
        }
        output.paint_jobs = damage::clipped(&now, &damage, pixels);
        canvas.panels = now;
    }
    (canvas.ground, canvas.damage, canvas.is_painted) = (ground, damage, false);
}

/// Lays the cloth.
fn lay(
    view: ViewQuery<&ViewTarget>,
    (canvas, cloth, images): (Res<Canvas>, Res<Cloth>, Res<RenderAssets<GpuImage>>),
    mut context: RenderContext,
) {
    let target = view.into_inner();
    let Some(image) = images.get(&cloth.0) else { return };
    if target.main_texture_format() != image.texture_descriptor.format {
        return;
    }
    let (from, to) = (&image.texture, target.main_texture());
    // While a window is resized, the two may differ by a frame.
    let both = URect::from_corners(UVec2::ZERO, UVec2::new(from.width(), from.height()));
    let places = canvas.damage.places().iter().map(|place| place.intersect(both));
    for place in places.filter(|place| !place.is_empty()) {
        let origin = Origin3d { x: place.min.x, y: place.min.y, z: 0 };
        let size = Extent3d { width: place.width(), height: place.height(), depth_or_array_layers: 1 };
        let [from, to] = [from, to].map(|texture| TexelCopyTextureInfo { origin, ..texture.as_image_copy() });
        context.command_encoder().copy_texture_to_texture(from, to, size);
    }
}

/// Paints what lies on the cloth.
fn paint(
    world: &World,
    view: ViewQuery<(&ExtractedView, &ViewTarget)>,
    (canvas, phases): (Res<Canvas>, Res<ViewSortedRenderPhases<Transparent2d>>),
    mut context: RenderContext,
) {
    let entity = view.entity();
    let (view, target) = view.into_inner();
    let Some(phase) = phases.get(&view.retained_view_entity) else { return };
    if canvas.damage.places().is_empty() {
        return;
    }
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("the table"),
        color_attachments: &[Some(target.get_color_attachment())],
        depth_stencil_attachment: None,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    for place in canvas.damage.places() {
        pass.set_scissor_rect(place.min.x, place.min.y, place.width(), place.height());
        if let Err(why) = phase.render(&mut pass, world, entity) {
            error!("the table cannot be drawn: {why:?}");
        }
    }
}

fn note_painted(mut canvas: ResMut<Canvas>) {
    canvas.is_painted = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_covers_the_pixels_in_which_it_is_drawn() {
        let size = Vec2::new(200.0, 100.0);
        // The origin is the middle of the window, and up is up.
        let camera = Mat4::orthographic_rh(-100.0, 100.0, -50.0, 50.0, -10.0, 10.0);
        let bounds = Aabb::from_min_max(Vec3::new(-10.0, -5.0, 0.0), Vec3::new(10.0, 5.0, 0.0));
        let covers = |place: Transform| cover(&bounds, &place.into(), camera, size);
        // Nothing is left out, and at most the next pixel is painted too: numbers are rounded on the way.
        let is_about = |cover: URect, left, top, right, bottom| {
            let exact = URect { min: UVec2::new(left, top), max: UVec2::new(right, bottom) };
            assert!(exact.union(cover) == cover && cover.inflate(-1).union(exact) == exact, "{cover:?}, {exact:?}");
        };
        is_about(covers(Transform::from_xyz(50.0, 30.0, 5.0)), 140, 15, 160, 25);
        is_about(covers(Transform::from_xyz(-95.0, 0.0, 0.0)), 0, 45, 15, 55);
        let turned = Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
        is_about(covers(turned.with_translation(Vec3::new(0.5, 0.0, 0.0))), 95, 40, 106, 60);
    }
}
