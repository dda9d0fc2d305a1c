//! Pointer and keys, as gestures: a click on an area, a piece dragged to one, the arrows and Enter.
//!
//! This says what a player did. What it means is the game's to say, and whether it is allowed, the rules'.

use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerInput};
use bevy::prelude::*;
use bevy::sprite::{SpritePickingMode, SpritePickingSettings};

use super::areas::AreaEntity;
use super::motion::{Glide, Lift, Pose, SkipAnimations, Travel};
use super::pieces::{Carried, PieceEntity};
use super::scene::TableScene;
use super::schedule::Frame;
use super::viewport::TableViewport;
use crate::layout::{AreaId, Layout, PieceId};

/// What a player did at the table.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableInput {
    /// Brought a piece, or the one to be played, to an area.
    Bring(Option<PieceId>, AreaId),
    /// Began to drag a piece.
    PickUp(PieceId),
    /// Points at an area, or at none any more.
    Point(Option<AreaId>),
    /// Clicked or dropped something where no area is.
    Nowhere,
}

/// Whether the table takes input: not while a page or a question lies over it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InputEnabled(pub bool);

/// The area under the pointer, also while a piece is carried over it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Under(Option<AreaId>);

/// Where the table was pressed, in points of the window, until it is let go. What was pressed is told by the place, not by what
/// was drawn there: a card on its way may have flown past.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
struct Pressed(Option<Vec2>);

/// Whether the pointer itself moved in this frame. When only the table moved under a resting pointer, it points at
/// nothing new: the ring of someone who plays by keys stays where it is.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Moved(bool);

/// Turns pointer events into [`TableInput`]. Keys come through [`step`].
pub fn plugin(app: &mut App) {
    // By the box and not by the picture: empty areas are nearly transparent, and pictures live on the graphics card.
    app.insert_resource(SpritePickingSettings { picking_mode: SpritePickingMode::BoundingBox, ..default() })
        .init_resource::<InputEnabled>()
        .init_resource::<Under>()
        .init_resource::<Moved>()
        .init_resource::<Drag>()
        .init_resource::<Pressed>()
        .add_message::<TableInput>()
        .add_message::<PointerInput>()
        .add_systems(Update, carry.in_set(Frame::Drag))
        .add_systems(PreUpdate, note_moved.in_set(PickingSystems::ProcessInput))
        .add_observer(press)
        .add_observer(over)
        .add_observer(out)
        .add_observer(release)
        .add_observer(drag_start)
        .add_observer(drag_on)
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
    enabled: Res<InputEnabled>,
    ours: Query<(), Or<(With<AreaEntity>, With<PieceEntity>)>>,
    mut pressed: ResMut<Pressed>,
    mut skips: MessageWriter<SkipAnimations>,
) {
    if !enabled.0 || event.original_event_target() != event.entity {
        return;
    }
    skips.write(SkipAnimations);
    if event.button == PointerButton::Primary && ours.contains(event.entity) {
        pressed.0 = Some(event.pointer_location.position);
    }
}

fn over(
    event: On<Pointer<Over>>,
    enabled: Res<InputEnabled>,
    moved: Res<Moved>,
    scene: Res<TableScene>,
    areas: Query<&AreaEntity>,
    mut pieces: Query<(&PieceEntity, &mut Lift)>,
    mut under: ResMut<Under>,
    mut inputs: MessageWriter<TableInput>,
) {
    if !enabled.0 {
        return;
    }
    // A piece that can be picked up hides its area from the pointer.
    let area = areas.get(event.entity).map(|area| area.0).or(pieces.get(event.entity).map(|(piece, _)| piece.area));
    if let Ok(area) = area {
        under.0 = Some(area);
        if moved.0 || scene.focus.is_none() {
            inputs.write(TableInput::Point(Some(area)));
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
    scene: Res<TableScene>,
    areas: Query<&AreaEntity>,
    mut pieces: Query<(&PieceEntity, &mut Lift), Without<Carried>>,
    mut under: ResMut<Under>,
    mut inputs: MessageWriter<TableInput>,
) {
    let area = areas.get(event.entity).map(|area| area.0).or(pieces.get(event.entity).map(|(piece, _)| piece.area));
    if area.is_ok_and(|area| under.0 == Some(area)) {
        under.0 = None;
        if moved.0 || scene.focus.is_none() {
            inputs.write(TableInput::Point(None));
        }
    }
    if let Ok((piece, mut lift)) = pieces.get_mut(event.entity)
        && scene.picked != Some(piece.id)
    {
        lift.target = 0.0;
    }
}

/// An area that is pressed and let go is clicked, unless something was dragged meanwhile.
fn release(
    event: On<Pointer<Release>>,
    (enabled, viewport, scene, drag): (Res<InputEnabled>, Res<TableViewport>, Res<TableScene>, Res<Drag>),
    ours: Query<(), Or<(With<AreaEntity>, With<PieceEntity>)>>,
    mut pressed: ResMut<Pressed>,
    mut inputs: MessageWriter<TableInput>,
) {
    if event.button != PointerButton::Primary || event.original_event_target() != event.entity {
        return;
    }
    let Some(from) = pressed.0.take().filter(|_| enabled.0 && drag.0.is_none() && ours.contains(event.entity)) else {
        return;
    };
    let layout = scene.settled();
    let areas = [from, event.pointer_location.position].map(|at| viewport.area_at(layout, at));
    if let [Some(from), Some(to)] = areas
        && from == to
    {
        inputs.write(TableInput::Bring(None, to));
    }
}

/// A drag under way, from the press to the drop.
#[derive(Clone, Copy, Debug)]
struct Grip {
    /// The piece or the area that the pointer pressed.
    pressed: Entity,
    piece: PieceId,
    /// How far the pointer has gone since, in points of the window.
    moved: Vec2,
    /// Where it was let go, once it was.
    dropped: Option<Option<AreaId>>,
}

/// How far the pointer may go in a click, in points of the window.
const SLACK: f32 = 5.0;

/// What the pointer drags.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Drag(Option<Grip>);

fn drag_start(
    event: On<Pointer<DragStart>>,
    (enabled, viewport, scene, at): (Res<InputEnabled>, Res<TableViewport>, Res<TableScene>, Res<Pressed>),
    mut drag: ResMut<Drag>,
) {
    let pressed = event.entity;
    if event.button != PointerButton::Primary || !enabled.0 || event.original_event_target() != pressed {
        return;
    }
    let layout = scene.settled();
    let area = at.0.and_then(|at| viewport.area_at(layout, at));
    let movable = layout.pieces.iter().filter(|piece| piece.movable && Some(piece.area) == area);
    if let Some(piece) = movable.max_by_key(|piece| piece.place.level) {
        drag.0 = Some(Grip { pressed, piece: piece.id, moved: Vec2::ZERO, dropped: None });
    }
}

fn drag_on(event: On<Pointer<bevy::picking::events::Drag>>, mut drag: ResMut<Drag>) {
    if let Some(grip) = drag.0.as_mut().filter(|grip| grip.pressed == event.entity) {
        grip.moved = event.distance;
    }
}

fn drag_end(
    event: On<Pointer<DragEnd>>,
    (viewport, scene): (Res<TableViewport>, Res<TableScene>),
    mut drag: ResMut<Drag>,
) {
    if let Some(grip) = drag.0.as_mut().filter(|grip| grip.pressed == event.entity) {
        grip.dropped = Some(viewport.area_at(scene.settled(), event.pointer_location.position));
    }
}

/// Moves the piece that is dragged, and plays it where it is dropped. Comes after the press has completed what was
/// running: a quick hand takes a card from where it was about to arrive.
fn carry(
    mut drag: ResMut<Drag>,
    viewport: Res<TableViewport>,
    mut scene: ResMut<TableScene>,
    mut pieces: Query<(Entity, &PieceEntity, &mut Pose, &mut Lift)>,
    carried: Query<Entity, With<Carried>>,
    mut commands: Commands,
    mut inputs: MessageWriter<TableInput>,
) {
    let Some(grip) = drag.0 else { return };
    let Some(piece) = scene.layout.piece(grip.piece).filter(|piece| piece.movable) else {
        // The game went on without waiting for the drop: what was dragged goes where it belongs now.
        drag.0 = None;
        for entity in &carried {
            commands.entity(entity).remove::<Carried>().insert(Pickable::default());
            scene.set_changed();
        }
        return;
    };
    let home = viewport.resting(&piece.place);
    // A card that just came is on the table from the next frame on.
    let entity = pieces.iter_mut().find(|(_, entity, ..)| entity.id == piece.id);
    let Some((entity, _, mut pose, mut lift)) = entity else { return };
    // A hand is never quite still: this was a click.
    if grip.moved.length() < SLACK && !carried.contains(entity) {
        if grip.dropped.is_some() {
            drag.0 = None;
            inputs.write(TableInput::Bring(None, piece.area));
        }
        return;
    }
    pose.at = viewport.carried(home.truncate() + grip.moved * Vec2::new(1.0, -1.0));
    let mut entity = commands.entity(entity);
    let Some(dropped) = grip.dropped else {
        lift.target = 1.0;
        if !carried.contains(entity.id()) {
            inputs.write(TableInput::PickUp(piece.id));
        }
        // The carried piece must not hide the area below it from the pointer.
        entity.remove::<Glide>().insert((Carried, Pickable::IGNORE));
        return;
    };
    drag.0 = None;
    lift.target = 0.0;
    // Home again; a legal move will send it on from here.
    let back = Glide::new(*pose, Pose { at: home, ..*pose }, Travel::Return, 0.0);
    entity.remove::<Carried>().insert((Pickable::default(), back));
    inputs.write(dropped.map_or(TableInput::Nowhere, |area| TableInput::Bring(Some(piece.id), area)));
}

/// The area that an arrow key leads to from the one with the focus: to the side the next in its row, up and down the one of
/// the next row that is nearest to its column; round the edge if there is none. Without a focus, the area where the
/// layout has the keys begin, or the one in the middle.
pub fn step(layout: &Layout, focus: Option<AreaId>, right: i8, down: i8) -> Option<AreaId> {
    let keyed: Vec<(AreaId, (i8, i8))> =
        layout.areas.iter().filter_map(|area| area.key.map(|key| (area.id, key))).collect();
    let here = focus.and_then(|id| keyed.iter().find(|(area, _)| *area == id).map(|(_, key)| *key));
    let Some((column, row)) = here else {
        let middle = || keyed.get(keyed.len() / 2).map(|(id, _)| *id);
        return layout.first.or_else(middle);
    };
    // How far ahead an area lies, and to the side; those behind come after those ahead, the farthest first.
    let way = |to: (i8, i8)| {
        let (x, y) = (i32::from(to.0 - column), i32::from(to.1 - row));
        let (ahead, aside) = if right != 0 { (x * i32::from(right), y.abs()) } else { (y * i32::from(down), x.abs()) };
        (ahead < 0, ahead, aside)
    };
    let reached = keyed.iter().map(|(area, key)| (way(*key), *area)).filter(|((_, ahead, aside), _)| {
        // To the side, one stays in the row.
        *ahead != 0 && (right == 0 || *aside == 0)
    });
    reached.min_by_key(|(way, _)| *way).map(|(_, area)| area).or(focus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Area, Numbered};

    #[derive(Clone, Copy, PartialEq)]
    struct Key(u16);

    impl Numbered for Key {
        fn all() -> impl Iterator<Item = Key> {
            (0..20).map(Key)
        }
    }

    fn table(keys: &[(u8, u8)]) -> Layout {
        let area = |(number, (column, row)): (u16, &(u8, u8))| {
            Area::new(Key(number), (0.0, 0.0), (1.0, 1.0), "").with_key(*column, *row)
        };
        Layout { areas: (0..).zip(keys).map(area).collect(), ..Layout::default() }
    }

    fn go(layout: &Layout, from: u16, right: i8, down: i8) -> u16 {
        let to = step(layout, Some(AreaId::of(Key(from))), right, down);
        to.and_then(AreaId::to).map(|Key(number)| number).expect("an area")
    }

    #[test]
    fn arrows_go_to_the_next_area_and_round_the_edge_of_a_grid() {
        let grid = table(&[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
        assert_eq!([go(&grid, 0, 1, 0), go(&grid, 2, 1, 0), go(&grid, 0, -1, 0)], [1, 0, 2]);
        assert_eq!([go(&grid, 1, 0, 1), go(&grid, 4, 0, 1), go(&grid, 4, 0, -1)], [4, 1, 1]);
    }

    #[test]
    fn every_area_is_reached_where_there_are_gaps() {
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
