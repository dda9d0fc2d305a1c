//! What is drawn of a pile: its top whole, and of each sheet below it the edge that peeks out.
//!
//! Piles of whole sheets would cost as many blended pixels as all else on the table together, and a window without a
//! graphics card would stutter at every move.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::art::Art;
use super::felt::Felt;
use super::motion::{FadeOut, Flip, Glide};
use super::pieces::{Carried, PieceEntity, Shown};
use crate::engine::layout::{PieceId, SlotId};

/// How many sheets of a pile lie each visibly higher than the one below.
const STEPS: u16 = 12;
/// How much higher, in table units.
const STEP: f32 = 1.2;

/// A piece's place on the table: a sheet higher in its pile is drawn a little higher, like real card edges.
pub(super) fn resting(felt: &Felt, centre: (f32, f32), height: u16) -> Vec3 {
    let rise = f32::from(height.min(STEPS)) * STEP;
    felt.world((centre.0, centre.1 - rise)).extend(1.0 + f32::from(height) * 0.1)
}

/// What moves covers nothing yet, or no longer, and is seen whole.
type Rests = (Without<Glide>, Without<Flip>, Without<FadeOut>, Without<Carried>);

/// Covers what lies under resting pieces, and uncovers the rest.
pub(super) fn cover(
    (shown, felt, art): (Res<Shown>, Res<Felt>, Res<Art>),
    taken_up: Query<(), Added<Carried>>,
    mut arrived: RemovedComponents<Glide>,
    mut turned: RemovedComponents<Flip>,
    resting: Query<&PieceEntity, Rests>,
    mut pieces: Query<(Entity, &PieceEntity, &mut Sprite, &mut Anchor)>,
) {
    let is_quiet = arrived.read().count() + turned.read().count() == 0 && taken_up.is_empty();
    if is_quiet && !(shown.is_changed() || felt.is_changed() || art.is_changed()) {
        return;
    }
    let heights: BTreeMap<PieceId, u16> = shown.layout.pieces.iter().map(|piece| (piece.id, piece.height)).collect();
    let height_of = |piece: &PieceEntity| heights.get(&piece.id).copied().unwrap_or_default();
    let mut tops: BTreeMap<SlotId, u16> = BTreeMap::new();
    for piece in &resting {
        let top = tops.entry(piece.slot).or_default();
        *top = height_of(piece).max(*top);
    }
    for (entity, piece, mut sprite, mut anchor) in &mut pieces {
        let is_covered = resting.contains(entity) && tops.get(&piece.slot).is_some_and(|top| height_of(piece) < *top);
        anchor.set_if_neq(trim(&mut sprite, &art, &felt, is_covered));
    }
}

/// Leaves of a sprite what is seen, and returns where in it the middle of the whole piece is.
fn trim(sprite: &mut Sprite, art: &Art, felt: &Felt, is_covered: bool) -> Anchor {
    let Some(whole) = sprite.rect.and_then(|rect| art.whole(rect)) else { return Anchor::CENTER };
    let kept = if is_covered { art.edge(whole) } else { whole };
    sprite.rect = Some(kept);
    sprite.custom_size = Some(art.size(felt) * kept.size() / whole.size());
    let off = (whole.center() - kept.center()) / kept.size();
    Anchor(Vec2::new(off.x, -off.y))
}
