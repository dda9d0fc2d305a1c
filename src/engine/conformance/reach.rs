//! Whether every legal move can be made at the table.

use std::collections::BTreeSet;

use crate::engine::seats::{Seat, Viewer};
use crate::engine::table_session::Playable;
use crate::engine::tabletop::Selection;
use crate::layout::{Gesture, Room};

/// The legal moves of a position that cannot be made at the table: not by a gesture, a selection, or in the game's panel.
pub fn unreachable<G: Playable>(game: &G, seat: Seat) -> Vec<G::Move> {
    let view = game.view(Viewer::Seat(seat));
    let by_selection = |mv: &G::Move| {
        let (wanted, mut selected) = (G::selection_for(&view, mv), Selection::default());
        for piece in wanted.pieces {
            if !G::selectable(&view, &selected).contains(&piece) {
                return false;
            }
            selected.pieces.push(piece);
        }
        for placed in wanted.placed {
            if !G::placeable(&view, &selected).contains(&placed) {
                return false;
            }
            selected.placed.push(placed);
        }
        G::actions(&view, &selected).iter().any(|action| action.mv.as_ref() == Ok(mv))
    };
    let mut lost = unreachable_by_gesture(game, seat);
    lost.retain(|mv| !G::is_in_panel(mv) && !by_selection(mv));
    lost
}

/// The legal moves of a position that no gesture reaches.
pub fn unreachable_by_gesture<G: Playable>(game: &G, seat: Seat) -> Vec<G::Move> {
    let view = game.view(Viewer::Seat(seat));
    let layout = G::layout(&view, Room::default());
    let mut reached = BTreeSet::new();
    for area in &layout.areas {
        let options = layout.options.iter().map(|option| Some(option.key)).chain([None]);
        for option in options {
            reached.extend(G::gesture(&view, &Gesture { piece: None, area: area.id, option }));
        }
        let movable = layout.pieces.iter().filter(|piece| piece.movable);
        for piece in movable {
            let gesture = Gesture { piece: Some(piece.id), area: area.id, option: None };
            reached.extend(G::gesture(&view, &gesture));
        }
    }
    let moves = game.legal_moves(seat);
    moves.listed().iter().filter(|mv| !reached.contains(mv)).cloned().collect()
}
