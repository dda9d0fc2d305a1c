//! How pieces get where they belong: one small system of glides, flips and fades.
//!
//! Nothing here decides where a piece belongs. A motion can be retargeted at any time from where the piece is, runs at
//! the speed of the settings, and is cut short by any input. While anything moves, frames are asked for; when nothing
//! does, none are.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use winit::event_loop::EventLoopProxy;

/// Deal: 180 ms.
pub const DEAL: f32 = 0.18;
/// Slide: 220 ms.
pub const SLIDE: f32 = 0.22;
/// Flip: 240 ms.
pub const FLIP: f32 = 0.24;
/// Fall: 260 ms.
pub const FALL: f32 = 0.26;
/// Gather a chain: 420 ms.
pub const GATHER: f32 = 0.42;
/// Hover lift: 90 ms.
pub const LIFT: f32 = 0.09;

/// How things move.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Motion {
    /// How long it takes: 1 is normal, 0.5 half the time, 0 is at once.
    pub pace: f32,
    /// Whether things only appear and fade: nothing travels, turns or grows.
    pub is_reduced: bool,
}

impl Default for Motion {
    fn default() -> Motion {
        Motion { pace: 1.0, is_reduced: false }
    }
}

impl Motion {
    /// The seconds that passed, in the time of motions: none are skipped when frames were not drawn for a while.
    fn step(&self, time: &Time) -> f32 {
        let passed = time.delta().min(Duration::from_millis(34)).as_secs_f32();
        if self.pace <= 0.0 { f32::INFINITY } else { passed / self.pace }
    }

    /// As [`Motion::step`], for what travels, turns or grows.
    fn travel(&self, time: &Time) -> f32 {
        if self.is_reduced { f32::INFINITY } else { self.step(time) }
    }
}

/// Wakes the sleeping window from another thread.
#[derive(Resource, Clone, Default)]
pub struct Wake(Option<EventLoopProxy<WinitUserEvent>>);

impl Wake {
    /// Asks for a frame. Without a window, nothing sleeps and nothing is done.
    pub fn wake(&self) {
        if let Some(proxy) = &self.0 {
            // The loop is gone only when the program ends.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    }
}

/// On its way to a place.
#[derive(Component, Clone, Debug)]
pub struct Glide {
    from: Vec3,
    to: Vec3,
    elapsed: f32,
    seconds: f32,
    curve: EaseFunction,
}

impl Glide {
    /// From one place to another, after a delay.
    pub fn new(from: Vec3, to: Vec3, seconds: f32, delay: f32, curve: EaseFunction) -> Glide {
        Glide { from, to, elapsed: -delay, seconds, curve }
    }

    /// Where it ends.
    pub fn end(&self) -> Vec3 {
        self.to
    }

    fn at(&self, part: f32) -> Vec3 {
        let along = EasingCurve::new(0.0, 1.0, self.curve).sample_clamped(part);
        let mut place = self.from.lerp(self.to, along);
        // A moving piece passes above all that lie.
        place.z = if part < 1.0 { self.to.z.max(self.from.z) + 20.0 } else { self.to.z };
        place
    }
}

/// Turning over about its own vertical axis; shows the new side from the middle on.
#[derive(Component, Clone, Debug)]
pub struct Flip {
    /// The part of the picture with the new side.
    pub to: Option<Rect>,
    elapsed: f32,
    seconds: f32,
}

impl Flip {
    /// To the new side, after a delay.
    pub fn new(to: Option<Rect>, delay: f32) -> Flip {
        Flip { to, elapsed: -delay, seconds: FLIP }
    }
}

/// Becoming transparent; the entity is removed at the end.
#[derive(Component, Clone, Debug)]
pub struct FadeOut {
    elapsed: f32,
    seconds: f32,
}

impl FadeOut {
    /// Within this many seconds.
    pub fn new(seconds: f32) -> FadeOut {
        FadeOut { elapsed: 0.0, seconds }
    }
}

/// Growing or shrinking a little, for what is under the pointer.
#[derive(Component, Clone, Debug, Default)]
pub struct Lift {
    /// 0 at rest, 1 lifted.
    pub target: f32,
    now: f32,
}

impl Lift {
    /// How much larger a lifted piece is.
    const GROWTH: f32 = 0.04;
}

/// Cuts short everything that moves.
#[derive(Message)]
pub struct Finish;

/// What was running is completed here, before anything new begins in the same frame.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Complete;

/// Whether anything moves.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moving(pub bool);

/// Moves what moves.
pub fn plugin(app: &mut App) {
    app.init_resource::<Motion>()
        .init_resource::<Moving>()
        .init_resource::<Wake>()
        .add_message::<Finish>()
        .add_systems(Startup, find_wake)
        .add_systems(Update, finish.in_set(Complete))
        .add_systems(PostUpdate, ((glide, flip, fade, lift), note_moving).chain());
}

fn find_wake(proxy: Option<Res<EventLoopProxyWrapper>>, mut wake: ResMut<Wake>) {
    wake.0 = proxy.map(|proxy| (**proxy).clone());
}

fn finish(
    mut asked: MessageReader<Finish>,
    mut glides: Query<&mut Glide>,
    mut flips: Query<&mut Flip>,
    mut fades: Query<&mut FadeOut>,
) {
    if asked.read().count() == 0 {
        return;
    }
    glides.iter_mut().for_each(|mut glide| glide.elapsed = f32::INFINITY);
    flips.iter_mut().for_each(|mut flip| flip.elapsed = f32::INFINITY);
    fades.iter_mut().for_each(|mut fade| fade.elapsed = f32::INFINITY);
}

fn glide(
    time: Res<Time>,
    motion: Res<Motion>,
    mut commands: Commands,
    mut pieces: Query<(Entity, &mut Glide, &mut Transform)>,
) {
    for (entity, mut glide, mut place) in &mut pieces {
        glide.elapsed += motion.travel(&time);
        let part = (glide.elapsed / glide.seconds).clamp(0.0, 1.0);
        place.translation = glide.at(part);
        if part >= 1.0 {
            commands.entity(entity).remove::<Glide>();
        }
    }
}

fn flip(
    time: Res<Time>,
    motion: Res<Motion>,
    mut commands: Commands,
    mut pieces: Query<(Entity, &mut Flip, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut flip, mut sprite, mut place) in &mut pieces {
        flip.elapsed += motion.travel(&time);
        let part = (flip.elapsed / flip.seconds).clamp(0.0, 1.0);
        let turned = (part * std::f32::consts::PI).cos();
        place.scale.x = place.scale.y * turned.abs().max(0.02);
        if part >= 0.5 && sprite.rect != flip.to {
            sprite.rect = flip.to;
        }
        if part >= 1.0 {
            place.scale.x = place.scale.y;
            commands.entity(entity).remove::<Flip>();
        }
    }
}

fn fade(
    time: Res<Time>,
    motion: Res<Motion>,
    mut commands: Commands,
    mut pieces: Query<(Entity, &mut FadeOut, &mut Sprite)>,
) {
    for (entity, mut fade, mut sprite) in &mut pieces {
        fade.elapsed += motion.step(&time);
        let part = (fade.elapsed / fade.seconds).clamp(0.0, 1.0);
        sprite.color.set_alpha(1.0 - part);
        if part >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

fn lift(time: Res<Time>, motion: Res<Motion>, mut pieces: Query<(&mut Lift, &mut Transform), Without<Flip>>) {
    for (mut lift, mut place) in &mut pieces {
        if lift.now == lift.target {
            continue;
        }
        let reach = motion.travel(&time) / LIFT;
        let towards = lift.target - lift.now;
        lift.now = if towards.abs() <= reach { lift.target } else { lift.now + reach * towards.signum() };
        place.scale = Vec3::splat(1.0 + Lift::GROWTH * lift.now);
    }
}

fn note_moving(
    moved: Query<(), Or<(With<Glide>, With<Flip>, With<FadeOut>)>>,
    lifts: Query<&Lift>,
    mut moving: ResMut<Moving>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let lifting = lifts.iter().any(|lift| lift.now != lift.target);
    let now = Moving(!moved.is_empty());
    moving.set_if_neq(now);
    if now.0 || lifting {
        redraw.write(RequestRedraw);
    }
}
