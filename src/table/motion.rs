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

/// How long a card takes to turn over, in seconds.
pub const FLIP: f32 = 0.24;
/// How long a card that is gone takes to fade.
pub const FADE: f32 = 0.18;
/// How long a card takes to lift under the pointer.
pub const LIFT: f32 = 0.09;
/// How long after one card of a deal the next one follows.
pub const APART: f32 = 0.04;
/// How long a screen takes to come out of the dark.
pub const SCREEN: f32 = 0.16;

/// How a piece travels: for how long, and where it is on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Manner {
    /// From the deck: 180 ms.
    Deal,
    /// From hand to place, with a small snap at the end: 220 ms.
    Slide,
    /// Back to where it was taken up: 220 ms.
    Return,
    /// Down, faster and faster, with one small bounce: 260 ms.
    Fall,
    /// First to the others of its chain, whose middle this is, and then away with them: 420 ms.
    Gather(Vec2),
}

impl Manner {
    /// In seconds, at normal pace.
    pub fn seconds(self) -> f32 {
        match self {
            Manner::Deal => 0.18,
            Manner::Slide | Manner::Return => 0.22,
            Manner::Fall => 0.26,
            Manner::Gather(_) => 0.42,
        }
    }

    /// Where a piece is after this part of its time, 0 to 1.
    pub fn at(self, from: Vec2, to: Vec2, part: f32) -> Vec2 {
        let eased = |curve, part| EasingCurve::new(0.0, 1.0, curve).sample_clamped(part);
        match self {
            Manner::Deal | Manner::Return => from.lerp(to, eased(EaseFunction::CubicOut, part)),
            Manner::Slide => from.lerp(to, eased(EaseFunction::BackOut, part)),
            Manner::Fall => from.lerp(to, fall(part)),
            Manner::Gather(middle) => {
                // Near enough to belong together, far enough apart to be counted.
                let near = from.lerp(middle, 0.7);
                if part < GATHERED {
                    from.lerp(near, eased(EaseFunction::CubicOut, part / GATHERED))
                } else {
                    near.lerp(to, eased(EaseFunction::CubicIn, (part - GATHERED) / (1.0 - GATHERED)))
                }
            }
        }
    }
}

/// The part of its time after which a chain has gathered.
const GATHERED: f32 = 0.45;

/// How far a falling piece has come: it lands after seven tenths of its time, and bounces once by a twentieth.
fn fall(part: f32) -> f32 {
    const LANDS: f32 = 0.7;
    if part < LANDS {
        return (part / LANDS).powi(2);
    }
    let bounce = (part - LANDS) / (1.0 - LANDS);
    1.0 - 0.05 * 4.0 * bounce * (1.0 - bounce)
}

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
    pub fn step(&self, time: &Time) -> f32 {
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
    manner: Manner,
}

impl Glide {
    /// From one place to another, after a delay in seconds.
    pub fn new(from: Vec3, to: Vec3, manner: Manner, delay: f32) -> Glide {
        Glide { from, to, elapsed: -delay, manner }
    }

    /// Where it ends.
    pub fn end(&self) -> Vec3 {
        self.to
    }

    fn part(&self) -> f32 {
        (self.elapsed / self.manner.seconds()).clamp(0.0, 1.0)
    }

    fn at(&self, part: f32) -> Vec3 {
        // A moving piece passes above all that lie.
        let height = if part < 1.0 { self.to.z.max(self.from.z) + 20.0 } else { self.to.z };
        self.manner.at(self.from.truncate(), self.to.truncate(), part).extend(height)
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

/// How long a die tumbles, in seconds.
const ROLL: f32 = 0.7;
/// How long it shows one side while it does.
const SIDE: f32 = 0.07;

/// A die that tumbles, and comes to rest on one side.
#[derive(Component, Clone, Debug)]
pub struct Roll {
    /// The parts of the picture with its six sides.
    sides: [Option<Rect>; 6],
    /// The one it comes to rest on.
    to: Option<Rect>,
    /// Where it lies.
    home: Vec3,
    elapsed: f32,
}

impl Roll {
    /// To this side, where it lies.
    pub fn new(sides: [Option<Rect>; 6], to: Option<Rect>, home: Vec3) -> Roll {
        Roll { sides, to, home, elapsed: 0.0 }
    }

    /// The side shown, how far it is turned in radians, and how high it hops as a part of its size, after this part of
    /// its time.
    fn at(&self, part: f32) -> (Option<Rect>, f32, f32) {
        if part >= 1.0 {
            return (self.to, 0.0, 0.0);
        }
        // Slower and slower: it rests twice as long on its last side as on its first.
        let shown = (part * ROLL / SIDE * (1.5 - 0.5 * part)) as usize;
        let side = if part > 0.85 { self.to } else { self.sides.get(shown * 5 % 6).copied().flatten() };
        let left = 1.0 - part;
        let hop = (part * 3.0 * std::f32::consts::PI).sin().abs() * left * left * 0.5;
        (side, left * left * 7.0, hop)
    }
}

/// How long the table is shaken, in seconds, and how far at first, in points.
const SHAKE: (f32, f32) = (0.38, 7.0);

/// On the camera: the table is shaken.
#[derive(Component, Clone, Debug, Default)]
pub struct Shake {
    elapsed: f32,
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

    /// How far it is lifted now, 0 to 1.
    pub fn height(&self) -> f32 {
        self.now
    }
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
        .add_systems(PostUpdate, ((glide, flip, fade, lift, roll, shake), note_moving).chain());
}

fn find_wake(proxy: Option<Res<EventLoopProxyWrapper>>, mut wake: ResMut<Wake>) {
    wake.0 = proxy.map(|proxy| (**proxy).clone());
}

fn finish(
    mut asked: MessageReader<Finish>,
    mut glides: Query<&mut Glide>,
    mut flips: Query<&mut Flip>,
    mut fades: Query<&mut FadeOut>,
    mut rolls: Query<&mut Roll>,
    mut shakes: Query<&mut Shake>,
) {
    if asked.read().count() == 0 {
        return;
    }
    glides.iter_mut().for_each(|mut glide| glide.elapsed = f32::INFINITY);
    flips.iter_mut().for_each(|mut flip| flip.elapsed = f32::INFINITY);
    fades.iter_mut().for_each(|mut fade| fade.elapsed = f32::INFINITY);
    rolls.iter_mut().for_each(|mut roll| roll.elapsed = f32::INFINITY);
    shakes.iter_mut().for_each(|mut shake| shake.elapsed = f32::INFINITY);
}

fn glide(
    time: Res<Time>,
    motion: Res<Motion>,
    mut commands: Commands,
    mut pieces: Query<(Entity, &mut Glide, &mut Transform)>,
) {
    for (entity, mut glide, mut place) in &mut pieces {
        glide.elapsed += motion.travel(&time);
        let part = glide.part();
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

fn roll(
    time: Res<Time>,
    motion: Res<Motion>,
    mut commands: Commands,
    mut dice: Query<(Entity, &mut Roll, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut roll, mut sprite, mut place) in &mut dice {
        roll.elapsed += motion.travel(&time);
        let part = (roll.elapsed / ROLL).clamp(0.0, 1.0);
        let (side, turned, hop) = roll.at(part);
        let size = sprite.custom_size.map_or(0.0, |size| size.y);
        sprite.rect = side;
        place.rotation = Quat::from_rotation_z(turned);
        place.translation = roll.home + Vec3::new(0.0, hop * size, if part < 1.0 { 20.0 } else { 0.0 });
        if part >= 1.0 {
            commands.entity(entity).remove::<Roll>();
        }
    }
}

fn shake(
    time: Res<Time>,
    motion: Res<Motion>,
    mut commands: Commands,
    mut cameras: Query<(Entity, &mut Shake, &mut Transform)>,
) {
    for (entity, mut shake, mut place) in &mut cameras {
        shake.elapsed += motion.travel(&time);
        let left = (1.0 - shake.elapsed / SHAKE.0).clamp(0.0, 1.0);
        let (across, along) = ((shake.elapsed * 71.0).sin(), (shake.elapsed * 53.0).cos());
        let off = if left > 0.0 { Vec2::new(across, 0.5 * along) * SHAKE.1 * left * left } else { Vec2::ZERO };
        place.translation = off.round().extend(place.translation.z);
        if left <= 0.0 {
            commands.entity(entity).remove::<Shake>();
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
    moved: Query<(), Or<(With<Glide>, With<Flip>, With<FadeOut>, With<Roll>, With<Shake>)>>,
    lifts: Query<&Lift>,
    mut moving: ResMut<Moving>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let lifting = lifts.iter().any(|lift| lift.now != lift.target);
    let now = Moving(!moved.is_empty());
    // What waited for an end of it goes on in a frame of its own.
    let is_news = moving.set_if_neq(now);
    if now.0 || lifting || is_news {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAYS: [Manner; 5] =
        [Manner::Deal, Manner::Slide, Manner::Return, Manner::Fall, Manner::Gather(Vec2::new(40.0, 50.0))];

    #[test]
    fn every_way_begins_and_ends_where_it_should_and_never_leaps() {
        let (from, to) = (Vec2::new(10.0, 20.0), Vec2::new(110.0, -80.0));
        for way in WAYS {
            assert!(way.at(from, to, 0.0).distance(from) < 0.01, "{way:?}");
            assert!(way.at(from, to, 1.0).distance(to) < 0.01, "{way:?}");
            let frames: Vec<Vec2> = (0..=60u8).map(|frame| way.at(from, to, f32::from(frame) / 60.0)).collect();
            let longest = frames.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f32::max);
            assert!(longest < 0.2 * from.distance(to), "{way:?} leaps by {longest}");
        }
    }

    #[test]
    fn a_die_shows_every_side_and_rests_on_its_own() {
        let side = |number: u8| Some(Rect::new(f32::from(number), 0.0, f32::from(number) + 1.0, 1.0));
        let roll = Roll::new([1, 2, 3, 4, 5, 6].map(side), side(4), Vec3::ZERO);
        let shown: Vec<_> = (0..60u8).map(|frame| roll.at(f32::from(frame) / 60.0).0).collect();
        assert!((1..=6).all(|number| shown.contains(&side(number))), "{shown:?}");
        assert_eq!(roll.at(1.0), (side(4), 0.0, 0.0));
    }

    #[test]
    fn a_fall_bounces_once_and_a_little() {
        let heights: Vec<f32> = (0..=100u8).map(|step| fall(f32::from(step) / 100.0)).collect();
        let turns = heights.windows(3).filter(|near| (near[1] > near[0]) != (near[2] > near[1])).count();
        assert_eq!(turns, 2, "down, up, and down again");
        let lowest = heights[71..].iter().copied().fold(1.0, f32::min);
        assert!((0.94..0.96).contains(&lowest), "{lowest}");
    }

    #[test]
    fn a_chain_gathers_before_it_leaves() {
        let middle = Vec2::new(40.0, 50.0);
        let at = |part| Manner::Gather(middle).at(Vec2::ZERO, Vec2::new(900.0, 0.0), part);
        assert!(at(GATHERED).distance(middle) < 0.31 * middle.length());
    }
}
