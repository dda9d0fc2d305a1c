//! What is lit on the table: where a move may go, and what it would do there.

use bevy::prelude::*;

use super::active::{ActiveGame, StatusMessage};
use super::second_chances::SecondChances;
use super::turn::Turn;
use crate::engine::tabletop::Selection;
use crate::layout::{AreaId, AreaLook, Gesture, Layout, Mark, MoveOption, PieceId, Preview};
use crate::table::scene::{Highlight, TableScene};
use crate::table::schedule::Frame;

pub fn plugin(app: &mut App) {
    let light = light.run_if(resource_exists::<ActiveGame>);
    app.add_systems(Update, light.after(Frame::Turn).before(Frame::Fit));
}

fn light(game: Res<ActiveGame>, turn: Res<State<Turn>>, mut scene: ResMut<TableScene>) {
    if !(game.is_changed() || scene.is_changed() || turn.is_changed()) {
        return;
    }
    let highlight = match turn.get() {
        Turn::Dealing | Turn::HandOver | Turn::RoundOver => Highlight::default(),
        // What decided stands out alone.
        _ if scene.exhibit().is_some() => Highlight::default(),
        // While a move is shown, what can be done is what can be done after it.
        _ => of(&game, scene.settled()),
    };
    let raised = [game.selected.pieces.clone(), meant_in_fans(&highlight, scene.settled())].concat();
    if scene.highlight != highlight || scene.picked != game.picked || scene.raised != raised {
        scene.highlight = highlight;
        scene.picked = game.picked;
        scene.raised = raised;
    }
    if *turn.get() == Turn::Person && scene.placed != game.selected.placed && !scene.is_playing() {
        scene.place(game.selected.shown_on(&game.snapshot().layout), &game.selected.placed);
    }
}

/// The cards of a hand that a hint means. Where cards cover each other in part, a frame alone is hardly seen.
fn meant_in_fans(highlight: &Highlight, layout: &Layout) -> Vec<PieceId> {
    let areas = layout.areas.iter().filter(|area| highlight.is_hint && area.look == AreaLook::Fan);
    let meant = areas.filter(|area| highlight.ringed.contains(&area.id));
    meant.filter_map(|area| layout.top_of(area.id)).map(|piece| piece.id).collect()
}

fn of(game: &ActiveGame, layout: &Layout) -> Highlight {
    if game.is_replay() || game.outcome.is_some() {
        return Highlight::default();
    }
    if let Some(mv) = game.chances.as_ref().and_then(SecondChances::shown_move) {
        return of_move(game, layout, mv);
    }
    if let Some(StatusMessage::Hint(hint)) = &game.status {
        return hint.mv().map_or_else(|| of_some(game, layout, hint.shown()), |mv| of_move(game, layout, mv));
    }
    match &game.considered {
        _ if !game.may_move() => Highlight::default(),
        Some(mv) => of_move(game, layout, mv),
        None => of_gestures(game, layout),
    }
}

/// The areas that what was picked up may go to, and what would happen at the one pointed at.
fn of_gestures(game: &ActiveGame, layout: &Layout) -> Highlight {
    let option = game.hovered.or(game.option);
    let piece = game.picked.filter(|_| game.hovered.is_none());
    let gesture = |area: AreaId| Gesture { piece, area, option };
    let places = piece.map_or_else(Vec::new, |piece| game.places_for(piece));
    let plays = |area: &AreaId| matches!(game.attempt(&gesture(*area)), Some((_, Ok(()))));
    let is_allowed = |area: &AreaId| places.contains(area) || plays(area);
    let lit: Vec<AreaId> = layout.areas.iter().map(|area| area.id).filter(is_allowed).collect();
    let pointed = game.pointed.filter(|area| game.hovered.is_none() && lit.contains(area));
    let played = pointed.and_then(|area| game.session().gesture(&gesture(area)));
    let mv = played.or_else(|| made_up(game, piece, pointed));
    let preview = mv.map(|mv| game.session().preview(&mv)).or_else(|| of_rest(game, layout));
    let is_on = |known: &&MoveOption| Some(known.key) == option && (piece.is_none() || known.only_shows);
    let on = layout.options.iter().find(is_on);
    let only_shows = on.is_some_and(|on| on.only_shows);
    let mut links = preview.as_ref().map_or_else(Vec::new, |preview| ways(preview, layout));
    if links.is_empty() {
        links = on.map_or_else(Vec::new, |option| option.links.clone());
        links.retain(|(from, to)| only_shows || lit.contains(from) && lit.contains(to));
    }
    // What is joined by lines needs no ring, but for the ends of the one way that is shown.
    let ringed = match (&preview, links.is_empty() || only_shows) {
        (_, true) => lit.clone(),
        (Some(_), false) => links.iter().map(|(from, _)| *from).collect(),
        (None, false) => Vec::new(),
    };
    Highlight { lit, ringed, links, is_hint: false, preview }
}

/// What a piece marks that is pointed at and lies where it is.
fn of_rest(game: &ActiveGame, layout: &Layout) -> Option<Preview> {
    if game.picked.is_some() || game.hovered.is_some() {
        return None;
    }
    let piece = layout.top_of(game.pointed?)?;
    let marks = game.session().pointed(piece.id);
    (!marks.is_empty()).then(|| Preview { marks, ..Preview::default() })
}

/// The move that would be made up if what was picked up were put where the pointer is, or else the one that is made up already.
fn made_up(game: &ActiveGame, piece: Option<PieceId>, pointed: Option<AreaId>) -> Option<String> {
    let Some((piece, area)) = piece.zip(pointed) else { return game.made_up(&game.selected) };
    let mut selected = game.selected.without(piece);
    selected.placed.push((piece, area));
    game.made_up(&selected)
}

/// The areas with which any of these moves can be made.
fn of_some(game: &ActiveGame, layout: &Layout, moves: &[String]) -> Highlight {
    let mut lit: Vec<AreaId> = moves.iter().flat_map(|mv| of_move(game, layout, mv).lit).collect();
    lit.sort_unstable();
    lit.dedup();
    Highlight { ringed: lit.clone(), lit, is_hint: true, ..Highlight::default() }
}

/// The areas with which this move can be made, and what it would do.
fn of_move(game: &ActiveGame, layout: &Layout, mv: &str) -> Highlight {
    let options: Vec<Option<char>> = layout.options.iter().map(|option| Some(option.key)).chain([None]).collect();
    let makes = |area: &AreaId| {
        let with = |option| game.session().gesture(&Gesture { piece: None, area: *area, option });
        options.iter().any(|option| with(*option).as_deref() == Some(mv))
    };
    let Selection { pieces: selected, placed } = game.session().selection_for(mv);
    let makes = |area: &AreaId| {
        // A card that no click plays is brought somewhere.
        let brought = |piece| game.session().gesture(&Gesture { piece: Some(piece), area: *area, option: None });
        makes(area) || matches!(selected[..], [piece] if brought(piece).as_deref() == Some(mv))
    };
    let is_wanted = |piece: PieceId| selected.contains(&piece) || placed.iter().any(|(placed, _)| *placed == piece);
    let selects = |area: &AreaId| {
        let takes = layout.pieces.iter().any(|piece| piece.area == *area && is_wanted(piece.id));
        takes || placed.iter().any(|(_, to)| to == area)
    };
    let lit: Vec<AreaId> =
        layout.areas.iter().map(|area| area.id).filter(|area| makes(area) || selects(area)).collect();
    let preview = game.session().preview(mv);
    Highlight { ringed: lit.clone(), lit, links: ways(&preview, layout), is_hint: true, preview: Some(preview) }
}

/// Where the ring goes for this move: where keys lead, too, if it can.
pub(super) fn place_of(game: &ActiveGame, layout: &Layout, mv: &str) -> Option<AreaId> {
    let lit = of_move(game, layout, mv).lit;
    let has_key = |area: &&AreaId| layout.area(**area).is_some_and(|area| area.key.is_some());
    lit.iter().find(has_key).or(lit.first()).copied()
}

/// The ways of pieces that are shown where they would come to lie.
fn ways(preview: &Preview, layout: &Layout) -> Vec<(AreaId, AreaId)> {
    let way = |(id, mark): &(PieceId, Mark)| match mark {
        Mark::Comes(to) => layout.piece(*id).map(|piece| (piece.area, *to)).filter(|(from, to)| from != to),
        Mark::Gone | Mark::Scores | Mark::Answers | Mark::Turns => None,
    };
    preview.marks.iter().filter_map(way).collect()
}
