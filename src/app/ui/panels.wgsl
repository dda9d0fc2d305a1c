// How panels are drawn: as bevy_egui's own shader does it, whose place this takes, but with roots and products for the six
// powers it asks of every pixel. On a processor that is the larger part of what a panel costs; the result is within half
// a step of 255.

struct Window {
    scale: vec2<f32>,
    translation: vec2<f32>,
}

struct Corner {
    @location(0) position: vec2<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) colour: vec4<f32>,
}

struct Between {
    @builtin(position) position: vec4<f32>,
    @location(0) colour: vec4<f32>,
    @location(1) uv: vec2<f32>,
}

@group(0) @binding(0) var<uniform> window: Window;

#ifdef BINDLESS
@group(1) @binding(0) var pictures: binding_array<texture_2d<f32>>;
@group(1) @binding(1) var samplers: binding_array<sampler>;

struct Which {
    number: u32,
}
var<immediate> which: Which;
#else
@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var picture_sampler: sampler;
#endif

// Linear to written, for 0 to 1.
fn written(linear: vec3<f32>) -> vec3<f32> {
    let half = sqrt(linear);
    let quarter = sqrt(half);
    let eighth = sqrt(quarter);
    let curve = 0.585122381 * half + 0.783140355 * quarter - 0.368262736 * eighth;
    return select(curve, linear * 12.92, linear < vec3(0.0031308));
}

// Written to linear, for 0 to 1.
fn linear(written: vec3<f32>) -> vec3<f32> {
    let moved = (written + 0.055) / 1.055;
    let half = sqrt(moved);
    let curve = moved * moved * (0.63849933 * half + 0.36300685 * sqrt(half));
    return select(curve, written / 12.92, written < vec3(0.04045));
}

@vertex
fn vs_main(corner: Corner) -> Between {
    let position = corner.position * window.scale + window.translation;
    return Between(vec4(position, 0.0, 1.0), corner.colour, corner.uv);
}

@fragment
fn fs_main(at: Between) -> @location(0) vec4<f32> {
#ifdef BINDLESS
    let texel = textureSample(pictures[which.number], samplers[which.number], at.uv);
#else
    let texel = textureSample(picture, picture_sampler, at.uv);
#endif
    // Colours are multiplied as written; only so does text look right.
    let colour = vec4(written(texel.rgb), texel.a) * at.colour;
    return vec4(linear(colour.rgb), colour.a);
}
