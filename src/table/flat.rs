//! The table drawn without depth. Everything on it is blended over what was drawn before, from the cloth upwards, so nothing
//! has to be compared with what lies nearer. The engine's passes clear and read a depth for every pixel all the same, which
//! without a graphics card costs a tenth of a frame.

use std::collections::BTreeMap;

use bevy::core_pipeline::core_2d::{Transparent2d, main_opaque_pass_2d, main_transparent_pass_2d};
use bevy::core_pipeline::{Core2d, Core2dSystems};
use bevy::ecs::schedule::ScheduleCleanupPolicy::RemoveSystemsOnly;
use bevy::log::error;
use bevy::prelude::*;
use bevy::render::render_phase::{ViewSortedRenderPhases, sort_phase_system};
use bevy::render::render_resource::{CachedRenderPipelineId, PipelineCache, RenderPassDescriptor};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::view::{ExtractedView, ViewTarget};
use bevy::render::{Render, RenderApp, RenderSystems};

/// Puts a pass without depth in the place of the engine's two.
pub(super) fn plugin(app: &mut App) {
    let Some(render) = app.get_sub_app_mut(RenderApp) else { return };
    let removed = [
        render.remove_systems_in_set(Core2d, main_opaque_pass_2d, RemoveSystemsOnly),
        render.remove_systems_in_set(Core2d, main_transparent_pass_2d, RemoveSystemsOnly),
    ];
    if removed.iter().any(Result::is_err) {
        return;
    }
    let passes = ((main_opaque_pass_2d, main_transparent_pass_2d).chain().run_if(not(is_flat)), pass.run_if(is_flat));
    render
        .init_resource::<Flat>()
        .add_systems(Render, flatten.in_set(RenderSystems::PhaseSort).after(sort_phase_system::<Transparent2d>))
        .add_systems(Core2d, passes.in_set(Core2dSystems::MainPass));
}

/// The pipelines that draw the table.
#[derive(Resource, Default)]
struct Flat {
    /// For each that looks at depth, the same without.
    flat: BTreeMap<usize, CachedRenderPipelineId>,
    /// And back.
    deep: BTreeMap<usize, CachedRenderPipelineId>,
    /// Whether all that is drawn in this frame has one without.
    is_whole: bool,
}

fn is_flat(flat: Res<Flat>) -> bool {
    flat.is_whole
}

impl Flat {
    /// The pipeline without depth, once there is one.
    fn of(&mut self, deep: CachedRenderPipelineId, pipelines: &PipelineCache) -> Option<CachedRenderPipelineId> {
        // Of one that is ready the descriptor is known.
        pipelines.get_render_pipeline(deep)?;
        let flat = *self.flat.entry(deep.id()).or_insert_with(|| {
            let mut descriptor = pipelines.get_render_pipeline_descriptor(deep).clone();
            descriptor.depth_stencil = None;
            pipelines.queue_render_pipeline(descriptor)
        });
        self.deep.insert(flat.id(), deep);
        pipelines.get_render_pipeline(flat).map(|_| flat)
    }
}

/// Gives everything that is drawn a pipeline without depth; or nothing, as long as one of them is not ready.
fn flatten(
    mut phases: ResMut<ViewSortedRenderPhases<Transparent2d>>,
    pipelines: Res<PipelineCache>,
    mut flat: ResMut<Flat>,
) {
    let flat = &mut *flat;
    flat.is_whole = true;
    // What is on the table from an earlier frame keeps what it was given then.
    for item in phases.values_mut().flat_map(|phase| phase.items.values_mut()) {
        item.pipeline = flat.deep.get(&item.pipeline.id()).copied().unwrap_or(item.pipeline);
        flat.is_whole &= flat.of(item.pipeline, &pipelines).is_some();
    }
    if !flat.is_whole {
        return;
    }
    for item in phases.values_mut().flat_map(|phase| phase.items.values_mut()) {
        item.pipeline = flat.flat.get(&item.pipeline.id()).copied().unwrap_or(item.pipeline);
    }
}

/// Draws the table.
fn pass(
    world: &World,
    view: ViewQuery<(&ExtractedView, &ViewTarget)>,
    phases: Res<ViewSortedRenderPhases<Transparent2d>>,
    mut context: RenderContext,
) {
    let entity = view.entity();
    let (view, target) = view.into_inner();
    let Some(phase) = phases.get(&view.retained_view_entity) else { return };
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("the table"),
        color_attachments: &[Some(target.get_color_attachment())],
        depth_stencil_attachment: None,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    if let Err(why) = phase.render(&mut pass, world, entity) {
        error!("the table cannot be drawn: {why:?}");
    }
}
