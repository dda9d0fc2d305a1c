//! Pointer and keys, as gestures: a click on a slot, a piece dragged to one, the arrows and Enter.
//!
//! This says what a player did. What it means is the game's to say, and whether it is allowed, the rules'.

use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerInput};
use bevy::prelude::*;
use bevy::sprite::{SpritePickingMode, SpritePickingSettings};

use super::felt::Felt;
use super::motion::{Finish, Glide, Lift, SLIDE};
use super::pieces::{Carried, PieceEntity, Shown, SlotEntity};
use crate::engine::layout::{Layout, PieceId, SlotId};

/// What a player did at the table.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Brought a piece, or the one in turn, to a slot.
    Bring(Option<PieceId>, SlotId),
    /// Points at a slot, or at none any more.
    Point(Option<SlotId>),
    /// Clicked or dropped something where no slot is.
    Nowhere,
}

/// Whether the table takes input: not while a page or a question lies over it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Open(pub bool);

/// The slot under the pointer, also while a piece is carried over it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Under(Option<SlotId>);

/// Whether the pointer itself moved in this frame. When only the table moved under a resting pointer, it points at
/// nothing new: the ring of someone who plays by keys stays where it is.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Moved(bool);

/// Turns pointer events into [`Touch`]. Keys come through [`step`].
pub fn plugin(app: &mut App) {
    // By the box and not by the picture: empty slots are nearly transparent, and pictures live on the graphics card.
    app.insert_resource(SpritePickingSettings { picking_mode: SpritePickingMode::BoundingBox, ..default() })
        .init_resource::<Open>()
        .init_resource::<Under>()
        .init_resource::<Moved>()
        .add_message::<Touch>()
        .add_message::<PointerInput>()
        .add_systems(PreUpdate, note_moved.in_set(PickingSystems::ProcessInput))
        .add_observer(press)
        .add_observer(over)
        .add_observer(out)
        .add_observer(click)
        .add_observer(drag_start)
        .add_observer(drag)
        .add_observer(drag_end);
}

fn note_moved(mut inputs: MessageReader<PointerInput>, mut moved: ResMut<Moved>) {
    let moves = |input: &PointerInput| matches!(input.action, PointerAction::Move { delta } if delta != Vec2::ZERO);
    let now = inputs.read().filter(|input| moves(input)).count() > 0;
    moved.set_if_neq(Moved(now));
}

/// Any input completes what is running.
fn press(event: On<Pointer<Press>>, open: Res<Open>, mut finish: MessageWriter<Finish>) {
    if open.0 && event.original_event_target() == event.entity {
        finish.write(Finish);
    }
}

fn over(
    event: On<Pointer<Over>>,
    open: Res<Open>,
    moved: Res<Moved>,
    shown: Res<Shown>,
    slots: Query<&SlotEntity>,
    mut pieces: Query<(&PieceEntity, &mut Lift)>,
    mut under: ResMut<Under>,
    mut touches: MessageWriter<Touch>,
) {
    if !open.0 {
        return;
    }
    if let Ok(slot) = slots.get(event.entity) {
        under.0 = Some(slot.0);
        if moved.0 || shown.focus.is_none() {
            touches.write(Touch::Point(Some(slot.0)));
        }
    }
    if let Ok((piece, mut lift)) = pieces.get_mut(event.entity)
        && piece.movable
    {
        lift.target = 1.0;
    }
}

fn out(
    event: On<Pointer<Out>>,
    moved: Res<Moved>,
    shown: Res<Shown>,
    slots: Query<&SlotEntity>,
    mut pieces: Query<&mut Lift, Without<Carried>>,
    mut under: ResMut<Under>,
    mut touches: MessageWriter<Touch>,
) {
    if let Ok(slot) = slots.get(event.entity)
        && under.0 == Some(slot.0)
    {
        under.0 = None;
        if moved.0 || shown.focus.is_none() {
            touches.write(Touch::Point(None));
        }
    }
    if let Ok(mut lift) = pieces.get_mut(event.entity) {
        lift.target = 0.0;
    }
}

fn click(event: On<Pointer<Click>>, open: Res<Open>, slots: Query<&SlotEntity>, mut touches: MessageWriter<Touch>) {
    if event.button != PointerButton::Primary || !open.0 {
        return;
    }
    if let Ok(slot) = slots.get(event.entity) {
        touches.write(Touch::Bring(None, slot.0));
    }
}

fn drag_start(
    event: On<Pointer<DragStart>>,
    open: Res<Open>,
    mut pieces: Query<(&PieceEntity, &mut Transform, &mut Lift)>,
    mut commands: Commands,
) {
    let Ok((piece, mut place, mut lift)) = pieces.get_mut(event.entity) else { return };
    if event.button != PointerButton::Primary || !open.0 || !piece.movable {
        return;
    }
    place.translation.z = 60.0;
    lift.target = 1.0;
    // The carried piece must not hide the slot below it from the pointer.
    commands.entity(event.entity).remove::<Glide>().insert((Carried, Pickable::IGNORE));
}

fn drag(event: On<Pointer<Drag>>, mut carried: Query<&mut Transform, With<Carried>>) {
    if let Ok(mut place) = carried.get_mut(event.entity) {
        place.translation.x += event.delta.x;
        place.translation.y -= event.delta.y;
    }
}

fn drag_end(
    event: On<Pointer<DragEnd>>,
    felt: Res<Felt>,
    shown: Res<Shown>,
    under: Res<Under>,
    mut carried: Query<(&PieceEntity, &Transform, &mut Lift), With<Carried>>,
    mut commands: Commands,
    mut touches: MessageWriter<Touch>,
) {
    let Ok((piece, place, mut lift)) = carried.get_mut(event.entity) else { return };
    lift.target = 0.0;
    let mut entity = commands.entity(event.entity);
    entity.remove::<Carried>().insert(Pickable::default());
    // Home again; a legal move will send it on from here.
    if let Some(slot) = shown.layout.slot(piece.slot) {
        let home = felt.world(slot.centre).extend(1.0);
        entity.insert(Glide::new(place.translation, home, SLIDE, 0.0, EaseFunction::CubicOut));
    }
    touches.write(under.0.map_or(Touch::Nowhere, |slot| Touch::Bring(Some(piece.id), slot)));
}

/// The slot that an arrow key leads to from the one with the focus: the nearest in that direction, round the edge if
/// there is none. Without a focus, the slot in the middle.
pub fn step(layout: &Layout, focus: Option<SlotId>, right: i8, down: i8) -> Option<SlotId> {
    let keyed: Vec<(SlotId, (i8, i8))> =
        layout.slots.iter().filter_map(|slot| slot.key.map(|key| (slot.id, key))).collect();
    let here = focus.and_then(|id| keyed.iter().find(|(slot, _)| *slot == id).map(|(_, key)| *key));
    let Some((column, row)) = here else {
        return keyed.get(keyed.len() / 2).map(|(id, _)| *id);
    };
    let (columns, rows) = keyed.iter().fold((0, 0), |(c, r), (_, key)| (c.max(key.0 + 1), r.max(key.1 + 1)));
    let mut to = (column, row);
    for _ in 0..columns.max(rows) {
        to = ((to.0 + right).rem_euclid(columns.max(1)), (to.1 + down).rem_euclid(rows.max(1)));
        if let Some((id, _)) = keyed.iter().find(|(_, key)| *key == to) {
            return Some(*id);
        }
    }
    focus
}
