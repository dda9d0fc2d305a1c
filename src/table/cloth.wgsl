// The cloth under the lamp, and the panels at the window's edges, which are laid into it. All is computed from two
// interpolated numbers and constants: where a processor draws, fetching a texel or even a uniform for every pixel of the
// window takes longer than everything else together.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let bright = unpack4x8unorm(#{BRIGHT}u).rgb;
    let dark = unpack4x8unorm(#{DARK}u).rgb;
    // Zero under the lamp, one where its light ends.
    let far = min(length(mesh.uv), 1.0);
    let shade = far * far * (3.0 - 2.0 * far);
    // A barely visible weave, and a grain that hides the steps of so slow a gradient.
    let pixel = vec2<u32>(mesh.position.xy);
    var grain = (pixel.x * 0x9E3779B9u) ^ (pixel.y * 0x85EBCA6Bu);
    grain = (grain ^ (grain >> 15u)) * 0x2C1B3C6Du;
    let thread = f32(((pixel.x >> 1u) + (pixel.y >> 1u)) & 1u) * 1.8 - 0.6;
    let uneven = (thread + f32(grain >> 24u) / 128.0 - 1.0) / 255.0;
    var colour = mix(bright, dark, shade) + uneven;
#ifdef PANEL
    let panel = unpack4x8unorm(#{PANEL}u);
    colour = mix(colour, panel.rgb, panel.a);
#endif
    // From written to linear, within one step of 255.
    return vec4(colour * (colour * (colour * (colour * -0.2296928 + 0.7324609) + 0.4426698) + 0.0510725), 1.0);
}
