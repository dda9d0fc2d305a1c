//! The table drawn without depth. Everything on it is blended over what was drawn before, from the cloth upwards, so nothing
//! has to be compared with what lies nearer. The engine's passes clear and read a depth for every pixel all the same, which
//! without a graphics card costs a tenth of a frame.

use std::collections::BTreeMap;

use bevy::app::SubApp;
use bevy::core_pipeline::core_2d::Transparent2d;
use bevy::prelude::*;
use bevy::render::render_phase::{ViewSortedRenderPhases, sort_phase_system};
use bevy::render::render_resource::{CachedRenderPipelineId, PipelineCache};
use bevy::render::{GpuResourceAppExt, Render, RenderSystems};

/// Takes the depth from what draws the table; for the renderer.
pub(super) fn plugin(render: &mut SubApp) {
    render
        .init_gpu_resource::<Flat>()
        .add_systems(Render, flatten.in_set(RenderSystems::PhaseSort).after(sort_phase_system::<Transparent2d>));
}

/// The pipelines that draw the table.
#[derive(Resource, Default)]
pub(super) struct Flat {
    /// For each that looks at depth, the same without.
    flat: BTreeMap<usize, CachedRenderPipelineId>,
    /// And back.
    deep: BTreeMap<usize, CachedRenderPipelineId>,
    /// Whether all that is drawn in this frame has one without.
    is_whole: bool,
}

/// Whether the table can be drawn without depth in this frame.
pub(super) fn is_whole(flat: Res<Flat>) -> bool {
    flat.is_whole
}

impl Flat {
    /// Whether all that is drawn in this frame has a pipeline without depth, and that is ready.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

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
pub(super) fn flatten(
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
