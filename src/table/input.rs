//! Pointer and keys, as gestures: a click on an area, a piece dragged to one, the arrows and Enter.
//!
//! This says what a player did. What it means is the game's to say, and whether it is allowed, the rules'.

use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerInput};
use bevy::prelude::*;
use bevy::sprite::{SpritePickingMode, SpritePickingSettings};
use bevy::window::PrimaryWindow;

use super::areas::AreaEntity;
use super::motion::{Glide, Lift, Pose, SkipAnimations, Travel};
use super::pieces::{Carried, PieceEntity};
use super::scene::TableScene;
use super::schedule::Frame;
use super::viewport::TableViewport;
use crate::layout::{AreaId, Layout, PieceId};

#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableInput {
    /// Brought a piece, or the one to be played, to an area.
    Bring(Option<PieceId>, AreaId),
    PickUp(PieceId),
    /// Points at an area, or at none any more.
    Point(Option<AreaId>),
    /// Clicked or dropped something where no area is.
    Nowhere,
}

/// Whether the table takes input: not while a page or a question lies over it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InputEnabled(pub bool);

/// Whether a press does no more than go on from something that waits to be read.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OnlyGoesOn(pub bool);

#[derive(Resource, Default)]
pub(super) struct PointerState {
    /// The area under the pointer, also while a piece is carried over it.
    hovered: Option<AreaId>,
    /// Where the table was pressed, until the button is released.
    pressed: Option<TablePress>,
    /// Whether the pointer itself moved in this frame. When only the table moved under a resting pointer, it points at
    /// nothing new: the focus of someone who plays by keys stays where it is.
    has_moved: bool,
    drag: Option<DragState>,
    /// How far the pointer has moved since the main button was pressed in the table's room, while it is held.
    on_cloth: Option<Vec2>,
}

impl PointerState {
    /// Whether the main button is held on the cloth, with no piece in hand, while the pointer moves this far: then it is no
    /// click any more.
    pub(super) fn drags_the_cloth(&mut self, by: Vec2) -> bool {
        if self.on_cloth.is_none() || self.drag.is_some() {
            return false;
        }
        let far = self.on_cloth.unwrap_or_default() + by;
        self.on_cloth = Some(far);
        if far.length() < CLICK_SLACK {
            return false;
        }
        self.pressed = None;
        true
    }
}

/// The table was pressed, and the button is still held. The area is found by the position and not by what was drawn there: a card on
/// its way may have been in front of it, or not there yet.
#[derive(Clone, Copy, Debug)]
struct TablePress {
    /// In points of the window.
    at: Vec2,
    /// Whether a release makes it a click: not if it only went on from what waited to be read. A drag may begin with it all the same.
    is_click: bool,
}

/// A drag, from the press until the drop has been handled.
#[derive(Clone, Copy, Debug)]
struct DragState {
    /// The entity that was pressed: a piece or an area.
    pressed: Entity,
    piece: PieceId,
    /// Whether it is a click if the pointer hardly moves.
    is_click: bool,
    /// How far the pointer has moved since the press, in points of the window.
    moved: Vec2,
    /// Once the piece is dropped, the area below it, if any.
    dropped: Option<Option<AreaId>>,
}

/// What is pressed on the table: the window itself, too, where something is about to lie that is not there yet.
type OfTable = Or<(With<AreaEntity>, With<PieceEntity>, With<Window>)>;

/// How far the pointer may move in a click, in points of the window.
const CLICK_SLACK: f32 = 5.0;

/// Turns pointer events into [`TableInput`]. Keys come through [`step`].
pub fn plugin(app: &mut App) {
    // By the box and not by the image: outlines are nearly transparent, and the atlas is only on the graphics card.
    app.insert_resource(SpritePickingSettings { picking_mode: SpritePickingMode::BoundingBox, ..default() })
        .init_resource::<InputEnabled>()
        .init_resource::<OnlyGoesOn>()
        .init_resource::<PointerState>()
        .add_message::<TableInput>()
        .add_message::<PointerInput>()
        .add_systems(Update, carry.in_set(Frame::Drag))
        .add_systems(PreUpdate, (note_moved, note_held).in_set(PickingSystems::ProcessInput))
        .add_observer(press)
        .add_observer(over)
        .add_observer(out)
        .add_observer(release)
        .add_observer(drag_start)
        .add_observer(drag_move)
        .add_observer(drag_end);
}

fn note_moved(mut inputs: MessageReader<PointerInput>, mut pointer: ResMut<PointerState>) {
    let moves = |input: &PointerInput| matches!(input.action, PointerAction::Move { delta } if delta != Vec2::ZERO);
    pointer.has_moved = inputs.read().filter(|input| moves(input)).count() > 0;
}

fn note_held(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    viewport: Res<TableViewport>,
    mut pointer: ResMut<PointerState>,
) {
    let at = || window.and_then(|window| window.cursor_position());
    if buttons.just_pressed(MouseButton::Left) {
        pointer.on_cloth = at().filter(|at| viewport.is_in_room(*at)).map(|_| Vec2::ZERO);
    } else if !buttons.pressed(MouseButton::Left) && pointer.on_cloth.is_some() {
        pointer.on_cloth = None;
    }
}

/// Any press completes the animations. Where it is only waited for somebody to go on, that is all it does.
fn press(
    event: On<Pointer<Press>>,
    (enabled, only_goes_on, viewport): (Res<InputEnabled>, Res<OnlyGoesOn>, Res<TableViewport>),
    ours: Query<(), OfTable>,
    mut pointer: ResMut<PointerState>,
    mut skips: MessageWriter<SkipAnimations>,
) {
    if event.original_event_target() != event.entity {
        return;
    }
    if !enabled.0 && !only_goes_on.0 {
        return;
    }
    skips.write(SkipAnimations);
    let at = event.pointer_location.position;
    if event.button == PointerButton::Primary && ours.contains(event.entity) && viewport.is_in_room(at) {
        pointer.pressed = Some(TablePress { at, is_click: enabled.0 });
    }
}

fn over(
    event: On<Pointer<Over>>,
    enabled: Res<InputEnabled>,
    scene: Res<TableScene>,
    areas: Query<&AreaEntity>,
    mut pieces: Query<(&PieceEntity, &mut Lift)>,
    mut pointer: ResMut<PointerState>,
    mut inputs: MessageWriter<TableInput>,
) {
    if !enabled.0 {
        return;
    }
    // A piece that can be picked up hides its area from the pointer.
    let area = areas.get(event.entity).map(|area| area.0).or(pieces.get(event.entity).map(|(piece, _)| piece.area));
    if let Ok(area) = area {
        pointer.hovered = Some(area);
        if pointer.has_moved || scene.focus.is_none() {
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
    scene: Res<TableScene>,
    areas: Query<&AreaEntity>,
    mut pieces: Query<(&PieceEntity, &mut Lift), Without<Carried>>,
    mut pointer: ResMut<PointerState>,
    mut inputs: MessageWriter<TableInput>,
) {
    let area = areas.get(event.entity).map(|area| area.0).or(pieces.get(event.entity).map(|(piece, _)| piece.area));
    if area.is_ok_and(|area| pointer.hovered == Some(area)) {
        pointer.hovered = None;
        if pointer.has_moved || scene.focus.is_none() {
            inputs.write(TableInput::Point(None));
        }
    }
    if let Ok((piece, mut lift)) = pieces.get_mut(event.entity)
        && scene.picked != Some(piece.id)
    {
        lift.target = 0.0;
    }
}

/// An area that is pressed and released is clicked, unless something was dragged meanwhile.
fn release(
    event: On<Pointer<Release>>,
    (enabled, viewport, scene): (Res<InputEnabled>, Res<TableViewport>, Res<TableScene>),
    ours: Query<(), OfTable>,
    mut pointer: ResMut<PointerState>,
    mut inputs: MessageWriter<TableInput>,
) {
    if event.button != PointerButton::Primary || event.original_event_target() != event.entity {
        return;
    }
    let is_click = enabled.0 && pointer.drag.is_none() && ours.contains(event.entity);
    let Some(press) = pointer.pressed.take().filter(|press| is_click && press.is_click) else { return };
    let layout = scene.settled();
    let areas = [press.at, event.pointer_location.position].map(|at| viewport.area_at(layout, at));
    if let [Some(from), Some(to)] = areas
        && from == to
    {
        inputs.write(TableInput::Bring(None, to));
    }
}

fn drag_start(
    event: On<Pointer<DragStart>>,
    (enabled, viewport, scene): (Res<InputEnabled>, Res<TableViewport>, Res<TableScene>),
    mut pointer: ResMut<PointerState>,
) {
    let pressed = event.entity;
    if event.button != PointerButton::Primary || !enabled.0 || event.original_event_target() != pressed {
        return;
    }
    let Some(press) = pointer.pressed else { return };
    let layout = scene.settled();
    let area = viewport.area_at(layout, press.at);
    let movable = layout.pieces.iter().filter(|piece| piece.movable && Some(piece.area) == area);
    if let Some(piece) = movable.max_by_key(|piece| piece.place.level) {
        let (piece, is_click) = (piece.id, press.is_click);
        pointer.drag = Some(DragState { pressed, piece, is_click, moved: Vec2::ZERO, dropped: None });
    }
}

fn drag_move(event: On<Pointer<Drag>>, mut pointer: ResMut<PointerState>) {
    if let Some(drag) = pointer.drag.as_mut().filter(|drag| drag.pressed == event.entity) {
        drag.moved = event.distance;
    }
}

fn drag_end(
    event: On<Pointer<DragEnd>>,
    (viewport, scene): (Res<TableViewport>, Res<TableScene>),
    mut pointer: ResMut<PointerState>,
) {
    if let Some(drag) = pointer.drag.as_mut().filter(|drag| drag.pressed == event.entity) {
        drag.dropped = Some(viewport.area_at(scene.settled(), event.pointer_location.position));
    }
}

/// Moves the piece that is dragged, and plays it where it is dropped. Runs after the press has completed the
/// animations: a quick hand takes a card from where it was about to arrive. What others do meanwhile leaves it in the hand, as long as it
/// may be picked up once all of that has been shown.
fn carry(
    mut pointer: ResMut<PointerState>,
    viewport: Res<TableViewport>,
    mut scene: ResMut<TableScene>,
    mut pieces: Query<(Entity, &PieceEntity, &mut Pose, &mut Lift)>,
    carried: Query<Entity, With<Carried>>,
    mut commands: Commands,
    mut inputs: MessageWriter<TableInput>,
) {
    let Some(drag) = pointer.drag else { return };
    let Some(piece) = scene.settled().piece(drag.piece).filter(|piece| piece.movable) else {
        // The game went on without waiting for the drop: the piece goes where it belongs now.
        pointer.drag = None;
        for entity in &carried {
            commands.entity(entity).remove::<Carried>().insert(Pickable::default());
            scene.set_changed();
        }
        return;
    };
    let home = viewport.resting(&scene.layout.piece(drag.piece).unwrap_or(piece).place);
    // A new card has its entity in the next frame.
    let entity = pieces.iter_mut().find(|(_, entity, ..)| entity.id == piece.id);
    let Some((entity, _, mut pose, mut lift)) = entity else { return };
    // A hand is never quite still: so far this is a click.
    if drag.moved.length() < CLICK_SLACK && !carried.contains(entity) {
        if drag.dropped.is_some() {
            pointer.drag = None;
            if drag.is_click {
                inputs.write(TableInput::Bring(None, piece.area));
            }
        }
        return;
    }
    pose.at = viewport.carried(home.truncate() + drag.moved * Vec2::new(1.0, -1.0));
    let mut entity = commands.entity(entity);
    let Some(dropped) = drag.dropped else {
        lift.target = 1.0;
        if !carried.contains(entity.id()) {
            inputs.write(TableInput::PickUp(piece.id));
        }
        // The carried piece must not hide the area below it from the pointer.
        entity.remove::<Glide>().insert((Carried, Pickable::IGNORE));
        return;
    };
    pointer.drag = None;
    lift.target = 0.0;
    // It goes back; a legal move will send it elsewhere from here.
    let back = Glide::new(*pose, Pose { at: home, ..*pose }, Travel::Return, 0.0);
    entity.remove::<Carried>().insert((Pickable::default(), back));
    inputs.write(dropped.map_or(TableInput::Nowhere, |area| TableInput::Bring(Some(piece.id), area)));
}

/// The area that an arrow key leads to from the one with the focus: to the side the next one in its row, up and down
/// the one in the next row that is nearest to its column; at the edge, the one at the opposite edge. Where that one is far to the
/// side and another of this row is nearer to it, up and down lead to what lies there, behind the gap. Without a focus, the area
/// where the layout lets the focus begin, or the one in the middle.
pub fn step(layout: &Layout, focus: Option<AreaId>, right: i8, down: i8) -> Option<AreaId> {
    let keyed: Vec<(AreaId, (i8, i8))> =
        layout.areas.iter().filter_map(|area| area.key.map(|key| (area.id, key))).collect();
    let here = focus.and_then(|id| keyed.iter().find(|(area, _)| *area == id).map(|(_, key)| *key));
    let Some((column, row)) = here else {
        let middle = || keyed.get(keyed.len() / 2).map(|(id, _)| *id);
        return layout.first.or_else(middle);
    };
    // How far ahead and to the side an area is; those behind come after those ahead, the farthest first.
    let distance = |to: (i8, i8)| {
        let (x, y) = (i32::from(to.0 - column), i32::from(to.1 - row));
        let (ahead, aside) = if right != 0 { (x * i32::from(right), y.abs()) } else { (y * i32::from(down), x.abs()) };
        (ahead < 0, ahead, aside)
    };
    let reachable = || {
        keyed.iter().filter(|(_, key)| {
            let (_, ahead, aside) = distance(*key);
            // To the side, the focus stays in its row.
            ahead != 0 && (right == 0 || aside == 0)
        })
    };
    let Some((next, at)) = reachable().min_by_key(|(_, key)| distance(*key)) else { return focus };
    let (is_behind, _, aside) = distance(*at);
    // So every area is still reached: each row from the one of this row that is nearest to it.
    let is_for_another = keyed.iter().any(|(_, (x, y))| *y == row && i32::from(x - at.0).abs() < aside);
    if right != 0 || is_behind || !is_for_another {
        return Some(*next);
    }
    let ahead = reachable().map(|(area, key)| (distance(*key), *area)).filter(|((is_behind, ..), _)| !is_behind);
    let nearest = ahead.map(|((_, ahead, aside), area)| (ahead + aside, aside, area)).min();
    nearest.filter(|(far, ..)| *far < aside).map(|(.., area)| area).or(Some(*next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::GameRng;
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

    /// How many areas arrows lead to from the first.
    fn reached(layout: &Layout) -> usize {
        let mut met = std::collections::BTreeSet::from([0]);
        while let Some(new) = met
            .iter()
            .flat_map(|from| [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(x, y)| go(layout, *from, x, y)))
            .find(|to| !met.contains(to))
        {
            met.insert(new);
        }
        met.len()
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
        assert_eq!(reached(&layout), keys.len());
    }

    #[test]
    fn up_and_down_lead_to_what_lies_there_and_not_far_to_the_side() {
        // The second of three rows has one area left, at its end.
        let mut keys: Vec<(u8, u8)> = (0..8).map(|column| (column, 0)).collect();
        keys.push((7, 1));
        keys.extend((0..8).map(|column| (column, 2)));
        let layout = table(&keys);
        assert_eq!([go(&layout, 1, 0, 1), go(&layout, 10, 0, -1)], [10, 1], "across the gap");
        assert_eq!([go(&layout, 7, 0, 1), go(&layout, 16, 0, -1)], [8, 8], "from where it is near");
    }

    #[test]
    fn arrows_reach_every_area_of_a_grid_with_any_gaps() {
        let mut rng = GameRng::from_number(3);
        for left in (1..=20).cycle().take(400) {
            let mut keys: Vec<(u8, u8)> = (0..7).flat_map(|column| (0..5).map(move |row| (column, row))).collect();
            while keys.len() > left {
                let gone = rng.below(keys.len() as u32) as usize;
                keys.swap_remove(gone);
            }
            assert_eq!(reached(&table(&keys)), keys.len(), "{keys:?}");
        }
    }
}
