// The lamp's light on the cloth: brightest a little above the middle of the window and falling off to its corners, on a
// barely visible weave. A grain hides the steps of so slow a gradient.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Cloth {
    light: vec4<f32>,
    dark: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> cloth: Cloth;

// -1.6 to 2.2 steps of 255.
fn unevenness(at: vec2<u32>) -> f32 {
    let thread = select(-0.6, 1.2, (((at.x >> 1u) + (at.y >> 1u)) & 1u) == 1u);
    let mixed = (at.x * 0x9E3779B9u) ^ (at.y * 0x85EBCA6Bu);
    let grain = ((mixed ^ (mixed >> 15u)) * 0x2C1B3C6Du) >> 24u;
    return thread + f32(grain) / 128.0 - 1.0;
}

// The usual cubic approximation of the sRGB curve; off by less than half a step of 255.
fn linear(srgb: vec3<f32>) -> vec3<f32> {
    return srgb * (srgb * (srgb * 0.305306011 + 0.682171111) + 0.012522878);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let off = (in.uv - vec2(0.5, 0.44)) * vec2(1.5, 1.7);
    let far = smoothstep(0.0, 1.0, length(off));
    let colour = mix(cloth.light.rgb, cloth.dark.rgb, far);
    let uneven = unevenness(vec2<u32>(in.position.xy)) * cloth.light.a / 255.0;
    return vec4(linear(max(colour + uneven, vec3(0.0))), 1.0);
}
