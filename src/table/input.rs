//! Pointer and keys, as gestures: a click on a slot, a piece dragged to one, the arrows and Enter.
//!
//! This says what a player did. What it means is the game's to say, and whether it is allowed, the rules'.

use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerInput};
use bevy::prelude::*;
use bevy::sprite::{SpritePickingMode, SpritePickingSettings};

use super::felt::Felt;
use super::motion::{Finish, Glide, Lift, Manner};
use super::pieces::{Carried, PieceEntity, Shown, SlotEntity};
use crate::engine::layout::{Layout, Piece, PieceId, SlotId};

/// What a player did at the table.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Brought a piece, or the one in turn, to a slot.
    Bring(Option<PieceId>, SlotId),
    /// Took a piece into the hand.
    Take(PieceId),
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

/// Where the table was pressed, in points of the window, until it is let go. What was pressed is told by the place, not by what
/// was drawn there: a card on its way may have flown past.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
struct Pressed(Option<Vec2>);

/// Whether the pointer itself moved in this frame. When only the table moved under a resting pointer, it points at
/// nothing new: the ring of someone who plays by keys stays where it is.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Moved(bool);

/// Pieces are carried and dropped here, after what was running was completed and before anything is asked of the game.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Carry;

/// Turns pointer events into [`Touch`]. Keys come through [`step`].
pub fn plugin(app: &mut App) {
    // By the box and not by the picture: empty slots are nearly transparent, and pictures live on the graphics card.
    app.insert_resource(SpritePickingSettings { picking_mode: SpritePickingMode::BoundingBox, ..default() })
        .init_resource::<Open>()
        .init_resource::<Under>()
        .init_resource::<Moved>()
        .init_resource::<Hand>()
        .init_resource::<Pressed>()
        .add_message::<Touch>()
        .add_message::<PointerInput>()
        .add_systems(Update, carry.in_set(Carry))
        .add_systems(PreUpdate, note_moved.in_set(PickingSystems::ProcessInput))
        .add_observer(press)
        .add_observer(over)
        .add_observer(out)
        .add_observer(release)
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
fn press(
    event: On<Pointer<Press>>,
    open: Res<Open>,
    ours: Query<(), Or<(With<SlotEntity>, With<PieceEntity>)>>,
    mut pressed: ResMut<Pressed>,
    mut finish: MessageWriter<Finish>,
) {
    if !open.0 || event.original_event_target() != event.entity {
        return;
    }
    finish.write(Finish);
    if event.button == PointerButton::Primary && ours.contains(event.entity) {
        pressed.0 = Some(event.pointer_location.position);
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
    // A piece that can be picked up hides its slot from the pointer.
    let slot = slots.get(event.entity).map(|slot| slot.0).or(pieces.get(event.entity).map(|(piece, _)| piece.slot));
    if let Ok(slot) = slot {
        under.0 = Some(slot);
        if moved.0 || shown.focus.is_none() {
            touches.write(Touch::Point(Some(slot)));
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
    mut pieces: Query<(&PieceEntity, &mut Lift), Without<Carried>>,
    mut under: ResMut<Under>,
    mut touches: MessageWriter<Touch>,
) {
    let slot = slots.get(event.entity).map(|slot| slot.0).or(pieces.get(event.entity).map(|(piece, _)| piece.slot));
    if slot.is_ok_and(|slot| under.0 == Some(slot)) {
        under.0 = None;
        if moved.0 || shown.focus.is_none() {
            touches.write(Touch::Point(None));
        }
    }
    if let Ok((piece, mut lift)) = pieces.get_mut(event.entity)
        && shown.picked != Some(piece.id)
    {
        lift.target = 0.0;
    }
}

/// A slot that is pressed and let go is clicked, unless something was dragged meanwhile.
fn release(
    event: On<Pointer<Release>>,
    (open, felt, shown, hand): (Res<Open>, Res<Felt>, Res<Shown>, Res<Hand>),
    ours: Query<(), Or<(With<SlotEntity>, With<PieceEntity>)>>,
    mut pressed: ResMut<Pressed>,
    mut touches: MessageWriter<Touch>,
) {
    if event.button != PointerButton::Primary || event.original_event_target() != event.entity {
        return;
    }
    let Some(from) = pressed.0.take().filter(|_| open.0 && hand.0.is_none() && ours.contains(event.entity)) else {
        return;
    };
    let layout = shown.settled();
    let slots = [from, event.pointer_location.position].map(|at| felt.slot_at(layout, at));
    if let [Some(from), Some(to)] = slots
        && from == to
    {
        touches.write(Touch::Bring(None, to));
    }
}

/// A drag under way, from the press to the drop.
#[derive(Clone, Copy, Debug)]
struct Grip {
    /// The piece or the slot that the pointer pressed.
    pressed: Entity,
    /// Where the piece lies that is dragged.
    slot: SlotId,
    /// How far the pointer has gone since, in points of the window.
    moved: Vec2,
    /// Where it was let go, once it was.
    dropped: Option<Option<SlotId>>,
}

/// How far the pointer may go in a click, in points of the window.
const SLACK: f32 = 5.0;

/// What the pointer drags.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Hand(Option<Grip>);

fn drag_start(
    event: On<Pointer<DragStart>>,
    (open, felt, shown, at): (Res<Open>, Res<Felt>, Res<Shown>, Res<Pressed>),
    mut hand: ResMut<Hand>,
) {
    let pressed = event.entity;
    if event.button != PointerButton::Primary || !open.0 || event.original_event_target() != pressed {
        return;
    }
    let layout = shown.settled();
    let slot = at.0.and_then(|at| felt.slot_at(layout, at));
    if let Some(slot) = slot.filter(|slot| layout.pieces.iter().any(|piece| piece.movable && piece.slot == *slot)) {
        hand.0 = Some(Grip { pressed, slot, moved: Vec2::ZERO, dropped: None });
    }
}

fn drag(event: On<Pointer<Drag>>, mut hand: ResMut<Hand>) {
    if let Some(grip) = hand.0.as_mut().filter(|grip| grip.pressed == event.entity) {
        grip.moved = event.distance;
    }
}

fn drag_end(event: On<Pointer<DragEnd>>, (felt, shown): (Res<Felt>, Res<Shown>), mut hand: ResMut<Hand>) {
    if let Some(grip) = hand.0.as_mut().filter(|grip| grip.pressed == event.entity) {
        grip.dropped = Some(felt.slot_at(shown.settled(), event.pointer_location.position));
    }
}

/// Moves the piece that is dragged, and plays it where it is dropped. Comes after the press has completed what was
/// running: a quick hand takes a card from where it was about to arrive.
fn carry(
    mut hand: ResMut<Hand>,
    felt: Res<Felt>,
    mut shown: ResMut<Shown>,
    mut pieces: Query<(Entity, &PieceEntity, &mut Transform, &mut Lift)>,
    carried: Query<Entity, With<Carried>>,
    mut commands: Commands,
    mut touches: MessageWriter<Touch>,
) {
    let Some(grip) = hand.0 else { return };
    let there = |piece: &&Piece| piece.movable && piece.slot == grip.slot;
    let found = shown.layout.pieces.iter().find(there);
    let Some((piece, slot)) = found.and_then(|piece| Some((piece, shown.layout.slot(piece.slot)?))) else {
        // The game went on without waiting for the drop: whatever is in the hand goes where it belongs now.
        hand.0 = None;
        for entity in &carried {
            commands.entity(entity).remove::<Carried>().insert(Pickable::default());
            shown.set_changed();
        }
        return;
    };
    let home = felt.world(slot.centre);
    // A card that just came is on the table from the next frame on.
    let entity = pieces.iter_mut().find(|(_, entity, ..)| entity.id == piece.id);
    let Some((entity, _, mut place, mut lift)) = entity else { return };
    // A hand is never quite still: this was a click.
    if grip.moved.length() < SLACK && !carried.contains(entity) {
        if grip.dropped.is_some() {
            hand.0 = None;
            touches.write(Touch::Bring(None, piece.slot));
        }
        return;
    }
    place.translation = (home + grip.moved * Vec2::new(1.0, -1.0)).extend(60.0);
    let mut entity = commands.entity(entity);
    let Some(dropped) = grip.dropped else {
        lift.target = 1.0;
        if !carried.contains(entity.id()) {
            touches.write(Touch::Take(piece.id));
        }
        // The carried piece must not hide the slot below it from the pointer.
        entity.remove::<Glide>().insert((Carried, Pickable::IGNORE));
        return;
    };
    hand.0 = None;
    lift.target = 0.0;
    // Home again; a legal move will send it on from here.
    let back = Glide::new(place.translation, home.extend(1.0), Manner::Return, 0.0);
    entity.remove::<Carried>().insert((Pickable::default(), back));
    touches.write(dropped.map_or(Touch::Nowhere, |slot| Touch::Bring(Some(piece.id), slot)));
}

/// The slot that an arrow key leads to from the one with the focus: to the side the next in its row, up and down the one of
/// the next row that is nearest to its column; round the edge if there is none. Without a focus, the slot where the
/// layout has them begin, or the one in the middle.
pub fn step(layout: &Layout, focus: Option<SlotId>, right: i8, down: i8) -> Option<SlotId> {
    let keyed: Vec<(SlotId, (i8, i8))> =
        layout.slots.iter().filter_map(|slot| slot.key.map(|key| (slot.id, key))).collect();
    let here = focus.and_then(|id| keyed.iter().find(|(slot, _)| *slot == id).map(|(_, key)| *key));
    let Some((column, row)) = here else {
        let middle = || keyed.get(keyed.len() / 2).map(|(id, _)| *id);
        return layout.first.or_else(middle);
    };
    // How far ahead a slot lies, and to the side; those behind come after those ahead, the farthest first.
    let way = |to: (i8, i8)| {
        let (x, y) = (i32::from(to.0 - column), i32::from(to.1 - row));
        let (ahead, aside) = if right != 0 { (x * i32::from(right), y.abs()) } else { (y * i32::from(down), x.abs()) };
        (ahead < 0, ahead, aside)
    };
    let reached = keyed.iter().map(|(slot, key)| (way(*key), *slot)).filter(|((_, ahead, aside), _)| {
        // To the side, one stays in the row.
        *ahead != 0 && (right == 0 || *aside == 0)
    });
    reached.min_by_key(|(way, _)| *way).map(|(_, slot)| slot).or(focus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::layout::{Slot, SlotLook};

    fn table(keys: &[(i8, i8)]) -> Layout {
        let slot = |(number, key): (u16, &(i8, i8))| Slot {
            id: SlotId(number),
            centre: (0.0, 0.0),
            size: (1.0, 1.0),
            look: SlotLook::Bare,
            name: String::new(),
            caption: None,
            key: Some(*key),
        };
        Layout { slots: (0..).zip(keys).map(slot).collect(), ..Layout::default() }
    }

    fn go(layout: &Layout, from: u16, right: i8, down: i8) -> u16 {
        step(layout, Some(SlotId(from)), right, down).expect("a slot").0
    }

    #[test]
    fn arrows_go_to_the_next_slot_and_round_the_edge_of_a_grid() {
        let grid = table(&[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
        assert_eq!([go(&grid, 0, 1, 0), go(&grid, 2, 1, 0), go(&grid, 0, -1, 0)], [1, 0, 2]);
        assert_eq!([go(&grid, 1, 0, 1), go(&grid, 4, 0, 1), go(&grid, 4, 0, -1)], [4, 1, 1]);
    }

    #[test]
    fn every_slot_is_reached_where_there_are_gaps() {
        // Two piles far apart over a row of eight.
        let mut keys = vec![(0, 0), (4, 0)];
        keys.extend((0..8).map(|column| (column, 1)));
        let layout = table(&keys);
        assert_eq!([go(&layout, 0, 1, 0), go(&layout, 1, 1, 0), go(&layout, 1, 0, 1)], [1, 0, 6]);
        assert_eq!([go(&layout, 4, 0, -1), go(&layout, 9, 0, -1)], [0, 1]);
        let mut met = std::collections::BTreeSet::from([0]);
        while let Some(new) = met
            .iter()
            .flat_map(|from| [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| go(&layout, *from, x, y)))
            .find(|to| !met.contains(to))
        {
            met.insert(new);
        }
        assert_eq!(met.len(), keys.len());
    }
}
