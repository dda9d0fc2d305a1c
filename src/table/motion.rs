//! How pieces get where they belong: glides, flips, fades and the like, each a component with one small system.
//!
//! Nothing here decides where a piece belongs. A motion can be replaced at any time, runs at the speed of the settings,
//! and is skipped by any input. Frames are asked for only while something moves.
//!
//! A piece's [`Pose`] is where it lies or glides; [`Flip`], [`Lift`] and [`Roll`] add to it. `compose` makes the
//! `Transform` of all of them, so that none overwrites another.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::faces::Tile;
use super::schedule::Frame;
use super::tile_sprite::TileSprite;
use super::viewport::MOVING;
use crate::layout::Face;

/// The longest time that passes for motions in a frame, in seconds.
pub(super) const LONGEST_STEP: f32 = 0.034;
/// How long a card takes to turn over, in seconds.
const FLIP: f32 = 0.24;
const FADE: f32 = 0.18;
const LIFT: f32 = 0.09;
/// The delay of each card of a deal after the one before.
pub const APART: f32 = 0.04;
/// How long a screen takes to fade in.
pub const SCREEN: f32 = 0.16;

/// How a piece travels: for how long, and where it is on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Travel {
    /// From the deck.
    Deal,
    /// From hand to place, with a small snap at the end.
    Slide,
    /// Back to where it was picked up.
    Return,
    /// Down, faster and faster, with one small bounce.
    Fall,
    /// First to the others of its chain, whose middle this is, and then away with them.
    Gather(Vec2),
}

impl Travel {
    /// At normal pace.
    pub fn seconds(self) -> f32 {
        match self {
            Travel::Deal => 0.18,
            Travel::Slide | Travel::Return => 0.22,
            Travel::Fall => 0.26,
            Travel::Gather(_) => 0.42,
        }
    }

    /// Where a piece is after this part of its time, 0 to 1.
    pub fn at(self, from: Vec2, to: Vec2, part: f32) -> Vec2 {
        let eased = |curve, part| EasingCurve::new(0.0, 1.0, curve).sample_clamped(part);
        match self {
            Travel::Deal | Travel::Return => from.lerp(to, eased(EaseFunction::CubicOut, part)),
            Travel::Slide => from.lerp(to, eased(EaseFunction::BackOut, part)),
            Travel::Fall => from.lerp(to, fall(part)),
            Travel::Gather(middle) => {
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

/// The part of the time after which a chain has gathered.
const GATHERED: f32 = 0.45;

/// The part of its way that a piece has fallen: it lands after seven tenths of its time, and bounces once by a
/// twentieth.
fn fall(part: f32) -> f32 {
    const LANDS: f32 = 0.7;
    if part < LANDS {
        return (part / LANDS).powi(2);
    }
    let bounce = (part - LANDS) / (1.0 - LANDS);
    1.0 - 0.05 * 4.0 * bounce * (1.0 - bounce)
}

#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct MotionSettings {
    /// The time that motions take: 1 is normal, 0.5 half of that, 0 none.
    pub pace: f32,
    /// Whether things only appear and fade: nothing travels, turns or grows.
    pub is_reduced: bool,
}

impl Default for MotionSettings {
    fn default() -> MotionSettings {
        MotionSettings { pace: 1.0, is_reduced: false }
    }
}

impl MotionSettings {
    /// Whether nothing is to travel.
    pub fn stands(&self) -> bool {
        self.is_reduced || self.pace <= 0.0
    }

    /// The seconds by which motions go on in this frame. After a while without frames they are few, so that no motion
    /// is skipped.
    pub fn step(&self, time: &Time) -> f32 {
        let passed = time.delta_secs().min(LONGEST_STEP);
        if self.pace <= 0.0 { f32::INFINITY } else { passed / self.pace }
    }
}

#[derive(SystemParam)]
struct MotionClock<'w> {
    time: Res<'w, Time>,
    settings: Res<'w, MotionSettings>,
}

impl MotionClock<'_> {
    fn step(&self) -> f32 {
        self.settings.step(&self.time)
    }

    /// As [`MotionSettings::step`], for what travels, turns or grows.
    fn travel(&self) -> f32 {
        if self.settings.is_reduced { f32::INFINITY } else { self.step() }
    }
}

#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    pub at: Vec3,
    /// Radians, counterclockwise.
    pub turn: f32,
    /// As a part of the size that its sprite was drawn for.
    pub size: f32,
}

impl Default for Pose {
    fn default() -> Pose {
        Pose { at: Vec3::ZERO, turn: 0.0, size: 1.0 }
    }
}

#[derive(Component, Clone, Debug)]
pub struct Glide {
    from: Pose,
    to: Pose,
    elapsed: f32,
    travel: Travel,
    /// Whether it passes above all pieces that lie still.
    is_raised: bool,
}

impl Glide {
    /// From one pose to another, after a delay in seconds.
    pub fn new(from: Pose, to: Pose, travel: Travel, delay: f32) -> Glide {
        Glide { from, to, elapsed: -delay, travel, is_raised: true }
    }

    /// Does not pass above other pieces.
    pub fn low(self) -> Glide {
        Glide { is_raised: false, ..self }
    }

    pub fn end(&self) -> Pose {
        self.to
    }

    fn part(&self) -> f32 {
        (self.elapsed / self.travel.seconds()).clamp(0.0, 1.0)
    }

    fn at(&self, part: f32) -> Pose {
        if part >= 1.0 {
            return self.to;
        }
        let height = self.to.at.z + if self.is_raised { MOVING } else { 0.0 };
        let at = self.travel.at(self.from.at.truncate(), self.to.at.truncate(), part).extend(height);
        let eased = EasingCurve::new(0.0, 1.0, EaseFunction::CubicOut).sample_clamped(part);
        Pose { at, turn: self.from.turn.lerp(self.to.turn, eased), size: self.from.size.lerp(self.to.size, eased) }
    }
}

/// Turning over about its own vertical axis; shows the new side from the middle on.
#[derive(Component, Clone, Debug)]
pub struct Flip {
    to: Tile,
    elapsed: f32,
}

impl Flip {
    /// `to` is the new side.
    pub fn new(to: Tile) -> Flip {
        Flip { to, elapsed: 0.0 }
    }

    fn part(&self) -> f32 {
        (self.elapsed / FLIP).clamp(0.0, 1.0)
    }

    /// As a part of its full width.
    fn width(&self) -> f32 {
        (self.part() * std::f32::consts::PI).cos().abs().max(0.02)
    }
}

/// Becoming transparent; the entity is removed at the end.
#[derive(Component, Clone, Debug, Default)]
pub struct FadeOut {
    elapsed: f32,
}

/// How long a die tumbles, in seconds.
const ROLL: f32 = 0.7;
/// How long it shows each side while it tumbles.
const SIDE: f32 = 0.07;

/// A die that tumbles, and comes to rest on one side.
#[derive(Component, Clone, Debug)]
pub struct Roll {
    to: u8,
    elapsed: f32,
}

impl Roll {
    /// `to` is the side that it comes to rest on, 1 to 6.
    pub fn new(to: u8) -> Roll {
        Roll { to, elapsed: 0.0 }
    }

    fn part(&self) -> f32 {
        (self.elapsed / ROLL).clamp(0.0, 1.0)
    }

    /// The side shown, how far it is turned in radians, and how high it hops as a part of its size, after this part of
    /// its time.
    fn at(&self, part: f32) -> (u8, f32, f32) {
        if part >= 1.0 {
            return (self.to, 0.0, 0.0);
        }
        // Slower and slower: it rests twice as long on its last side as on its first.
        let shown = (part * ROLL / SIDE * (1.5 - 0.5 * part)) as u8;
        let side = if part > 0.85 { self.to } else { shown * 5 % 6 + 1 };
        let left = 1.0 - part;
        let hop = (part * 3.0 * std::f32::consts::PI).sin().abs() * left * left * 0.5;
        (side, left * left * 7.0, hop)
    }
}

/// How long the table is shaken, in seconds, and how far at first, in points.
const SHAKE: (f32, f32) = (0.38, 7.0);

/// Shakes the table; a component of the camera.
#[derive(Component, Clone, Debug, Default)]
pub struct Shake {
    elapsed: f32,
}

/// Growing or shrinking a little, for what is under the pointer.
#[derive(Component, Clone, Debug, Default)]
pub struct Lift {
    /// 0 down, 1 lifted.
    pub target: f32,
    now: f32,
}

impl Lift {
    const GROWTH: f32 = 0.04;

    /// How far it is lifted now, 0 to 1.
    pub fn height(&self) -> f32 {
        self.now
    }
}

#[derive(Message)]
pub struct SkipAnimations;

#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moving(pub bool);

/// All that moves, before it is drawn.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Animate;

pub fn plugin(app: &mut App) {
    let animate = (glide, flip, fade, lift, roll, shake).in_set(Animate);
    app.init_resource::<MotionSettings>()
        .init_resource::<Moving>()
        .add_message::<SkipAnimations>()
        .add_systems(Update, skip.in_set(Frame::Skip))
        .add_systems(PostUpdate, (animate, compose, note_moving).chain().before(TransformSystems::Propagate));
}

fn skip(
    mut skips: MessageReader<SkipAnimations>,
    mut glides: Query<&mut Glide>,
    mut flips: Query<&mut Flip>,
    mut fades: Query<&mut FadeOut>,
    mut rolls: Query<&mut Roll>,
    mut shakes: Query<&mut Shake>,
) {
    if skips.read().count() == 0 {
        return;
    }
    glides.iter_mut().for_each(|mut glide| glide.elapsed = f32::INFINITY);
    flips.iter_mut().for_each(|mut flip| flip.elapsed = f32::INFINITY);
    fades.iter_mut().for_each(|mut fade| fade.elapsed = f32::INFINITY);
    rolls.iter_mut().for_each(|mut roll| roll.elapsed = f32::INFINITY);
    shakes.iter_mut().for_each(|mut shake| shake.elapsed = f32::INFINITY);
}

fn glide(clock: MotionClock, mut commands: Commands, mut pieces: Query<(Entity, &mut Glide, &mut Pose)>) {
    for (entity, mut glide, mut pose) in &mut pieces {
        glide.elapsed += clock.travel();
        let part = glide.part();
        *pose = glide.at(part);
        if part >= 1.0 {
            commands.entity(entity).remove::<Glide>();
        }
    }
}

fn flip(clock: MotionClock, mut commands: Commands, mut pieces: Query<(Entity, &mut Flip, &mut TileSprite)>) {
    for (entity, mut flip, mut shown) in &mut pieces {
        flip.elapsed += clock.travel();
        let part = flip.part();
        if part >= 0.5 && shown.tile != flip.to {
            shown.tile = flip.to;
        }
        if part >= 1.0 {
            commands.entity(entity).remove::<Flip>();
        }
    }
}

fn roll(clock: MotionClock, mut commands: Commands, mut dice: Query<(Entity, &mut Roll, &mut TileSprite)>) {
    for (entity, mut roll, mut shown) in &mut dice {
        roll.elapsed += clock.travel();
        let part = roll.part();
        shown.tile = Tile::Face(Face::Die(roll.at(part).0));
        if part >= 1.0 {
            commands.entity(entity).remove::<Roll>();
        }
    }
}

fn shake(clock: MotionClock, mut commands: Commands, mut cameras: Query<(Entity, &mut Shake, &mut Transform)>) {
    for (entity, mut shake, mut place) in &mut cameras {
        shake.elapsed += clock.travel();
        let left = (1.0 - shake.elapsed / SHAKE.0).clamp(0.0, 1.0);
        let (across, along) = ((shake.elapsed * 71.0).sin(), (shake.elapsed * 53.0).cos());
        let off = if left > 0.0 { Vec2::new(across, 0.5 * along) * SHAKE.1 * left * left } else { Vec2::ZERO };
        place.translation = off.round().extend(place.translation.z);
        if left <= 0.0 {
            commands.entity(entity).remove::<Shake>();
        }
    }
}

fn fade(clock: MotionClock, mut commands: Commands, mut pieces: Query<(Entity, &mut FadeOut, &mut TileSprite)>) {
    for (entity, mut fade, mut shown) in &mut pieces {
        fade.elapsed += clock.step();
        let part = (fade.elapsed / FADE).clamp(0.0, 1.0);
        shown.tint.set_alpha(1.0 - part);
        if part >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

fn lift(clock: MotionClock, mut pieces: Query<&mut Lift>) {
    for mut lift in &mut pieces {
        if lift.now == lift.target {
            continue;
        }
        let reach = clock.travel() / LIFT;
        let towards = lift.target - lift.now;
        lift.now = if towards.abs() <= reach { lift.target } else { lift.now + reach * towards.signum() };
    }
}

type MotionChanged = Or<(Changed<Pose>, Changed<Lift>, Changed<Flip>, Changed<Roll>)>;

fn compose(
    mut pieces: Query<(&Pose, &Lift, Option<&Flip>, Option<&Roll>, &Sprite, &mut Transform)>,
    changed: Query<Entity, MotionChanged>,
    mut turned: RemovedComponents<Flip>,
    mut rolled: RemovedComponents<Roll>,
) {
    for entity in changed.iter().chain(turned.read()).chain(rolled.read()) {
        let Ok((pose, lift, flip, roll, sprite, mut place)) = pieces.get_mut(entity) else { continue };
        let size = pose.size * (1.0 + Lift::GROWTH * lift.now);
        let width = flip.map_or(1.0, Flip::width);
        let (_, spin, hop) = roll.map_or((0, 0.0, 0.0), |roll| roll.at(roll.part()));
        let hop = Vec3::new(0.0, hop * sprite.custom_size.map_or(0.0, |size| size.y), 0.0);
        *place = Transform {
            translation: pose.at + hop,
            rotation: Quat::from_rotation_z(pose.turn + spin),
            scale: Vec3::new(size * width, size, 1.0),
        };
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
    // What waits for the end of all motion goes on in the frame after it.
    let has_changed = moving.set_if_neq(now);
    if now.0 || lifting || has_changed {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAVELS: [Travel; 5] =
        [Travel::Deal, Travel::Slide, Travel::Return, Travel::Fall, Travel::Gather(Vec2::new(40.0, 50.0))];

    #[test]
    fn every_travel_begins_and_ends_where_it_should_and_never_leaps() {
        let (from, to) = (Vec2::new(10.0, 20.0), Vec2::new(110.0, -80.0));
        for travel in TRAVELS {
            assert!(travel.at(from, to, 0.0).distance(from) < 0.01, "{travel:?}");
            assert!(travel.at(from, to, 1.0).distance(to) < 0.01, "{travel:?}");
            let frames: Vec<Vec2> = (0..=60u8).map(|frame| travel.at(from, to, f32::from(frame) / 60.0)).collect();
            let longest = frames.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f32::max);
            assert!(longest < 0.2 * from.distance(to), "{travel:?} leaps by {longest}");
        }
    }

    #[test]
    fn a_die_shows_every_side_and_rests_on_its_own() {
        let roll = Roll::new(4);
        let shown: Vec<_> = (0..60u8).map(|frame| roll.at(f32::from(frame) / 60.0).0).collect();
        assert!((1..=6).all(|side| shown.contains(&side)), "{shown:?}");
        assert_eq!(roll.at(1.0), (4, 0.0, 0.0));
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
        let at = |part| Travel::Gather(middle).at(Vec2::ZERO, Vec2::new(900.0, 0.0), part);
        assert!(at(GATHERED).distance(middle) < 0.31 * middle.length());
    }
}
