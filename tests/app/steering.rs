//! Playing by keys, in every game alike: where the ring is, what Enter does there, and what the ring may not hide.

use super::mess::{hinted, settle_all};
use super::*;
use parlour::app::game::hints::{GivenHint, HintStep};
use parlour::app::keys::PanelHasKeys;
use parlour::catalogue::{GAMES, GameEntry};
use parlour::engine::hint_count::HintCount;
use parlour::engine::seats::Seat;
use parlour::engine::table_session::TableSession;
use parlour::layout::CardArea;
use parlour::table::faces::Tile;
use parlour::table::input::TableInput;
use parlour::table::rings::Ring;
use parlour::table::tile_sprite::TileSprite;

/// A person with the bots that a game needs, on the person's turn, after so many moves of theirs.
fn on_turn(entry: &GameEntry, folder: &Folder, own_moves: usize) -> App {
    let bots = usize::from(entry.info.seats.0.max(2.min(entry.info.seats.1))) - 1;
    let players = [vec![Player::person("Ada")], vec![Player::bot(BotLevel::Easy); bots]].concat();
    let mut session = entry.start("tea", players).expect("a deal");
    let mut left = own_moves;
    while !session.acting().contains(Seat::FIRST) || left > 0 {
        let seat = session.acting().first().expect("it goes on");
        left -= usize::from(seat == Seat::FIRST && left > 0);
        let goes_on = |mv: &&String| {
            let mut then = catalogue::load(&session.record_text()).expect("a record");
            then.play(seat, mv).expect("legal");
            then.outcome().is_none()
        };
        let mv = session.legal_moves(seat).iter().find(goes_on).cloned().expect("a move that ends nothing");
        session.play(seat, &mv).expect("legal");
    }
    continued(entry, folder, &*session)
}

/// The program in which this game is gone on with.
fn continued(entry: &GameEntry, folder: &Folder, session: &dyn TableSession) -> App {
    folder.store().write_save(entry.info.id, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    settle_all(&mut app);
    app
}

fn scene(app: &App) -> &TableScene {
    app.world().resource::<TableScene>()
}

fn focus_on(app: &mut App, area: Option<AreaId>) {
    app.world_mut().resource_mut::<TableScene>().focus = area;
    app.update();
}

/// What the person did since so many moves, in the words of the log.
fn own_since(app: &App, moves: usize) -> Vec<String> {
    let made = table(app).session().move_list().into_iter().skip(moves);
    made.filter(|(seat, _)| *seat == Seat::FIRST).map(|(_, mv)| mv).collect()
}

#[test]
fn after_a_hint_the_ring_is_at_what_is_proposed_and_enter_or_space_plays_that_in_every_game() {
    let ways = [(0, KeyCode::Enter), (2, KeyCode::Space)];
    for (entry, (own_moves, key)) in GAMES.iter().zip(ways.into_iter().cycle()) {
        let id = entry.info.id;
        let folder = Folder::new(&format!("hint-{id}-{own_moves}"));
        let mut app = on_turn(entry, &folder, own_moves);
        // The ring was elsewhere before.
        press(&mut app, KeyCode::ArrowRight);
        hinted(&mut app);
        let Some(StatusMessage::Hint(hint)) = table(&app).status.clone() else { panic!("{id}: no hint") };
        let (focus, lit) = (scene(&app).focus, scene(&app).highlight.lit.clone());
        let keyed = |area: &AreaId| scene(&app).layout.area(*area).is_some_and(|area| area.key.is_some());
        assert_eq!(focus.is_some(), !lit.is_empty(), "{id}: {}", hint.text.mv);
        assert!(focus.is_none_or(|focus| lit.contains(&focus)), "{id}: {focus:?} is not among {lit:?}");
        assert!(focus.is_none_or(|focus| keyed(&focus) || !lit.iter().any(keyed)), "{id}: no key leads to {focus:?}");
        let mut then = catalogue::load(&table(&app).session().record_text()).expect("a record");
        let before = then.moves().0;
        then.play(Seat::FIRST, &hint.text.mv).expect("legal");
        let wanted = then.move_list().into_iter().skip(before).map(|(_, mv)| mv).collect::<Vec<_>>();
        press(&mut app, key);
        app.update();
        assert_eq!(own_since(&app, before), wanted, "{id}: {key:?} plays {}", hint.text.mv);
    }
}

#[test]
fn a_hint_says_where_to_look_then_the_idea_and_then_the_move_in_every_game() {
    for entry in GAMES {
        let id = entry.info.id;
        let folder = Folder::new(&format!("hint-steps-{id}"));
        let mut app = on_turn(entry, &folder, 1);
        let mut steps: Vec<HintStep> = Vec::new();
        while steps.last() != Some(&HintStep::Move) {
            send(&mut app, TableAction::Hint);
            let Some(hint) = next_hint(&mut app) else { panic!("{id}: no hint after {steps:?}") };
            assert!(steps.last().is_none_or(|last| *last < hint.step), "{id}: {:?} comes after {steps:?}", hint.step);
            let (lit, said) = (scene(&app).highlight.lit.clone(), hint.says());
            match hint.step {
                HintStep::Where => assert!(lit.len() > 1, "{id}: {lit:?} say nothing of where to look"),
                HintStep::Idea => {
                    let idea = hint.text.idea.clone().unwrap_or_default();
                    assert!(
                        said.contains(&idea) && !idea.is_empty() && hint.text.reason.ends_with(&idea),
                        "{id}: {said}"
                    );
                }
                HintStep::Clue(number) => {
                    let clue = &hint.text.clues.before[number];
                    assert!(said.starts_with(&clue.words) && !clue.brief.is_empty(), "{id}: {said}");
                    assert!(lit.is_empty() && hint.spots() == clue.about, "{id}: {lit:?} are lit");
                    assert_eq!(scene(&app).layout.missing_spot(&clue.about), None, "{id}: {said}");
                }
                HintStep::Move => assert!(said.starts_with(&hint.text.reason), "{id}: {said}"),
                HintStep::After => panic!("{id}: the move was said"),
            }
            if hint.step < HintStep::Move {
                assert_eq!(hint.mv(), None);
                let before = moves(&app);
                press(&mut app, KeyCode::Enter);
                app.update();
                assert!(moves(&app) == before, "{id}: Enter plays what was not said");
            }
            steps.push(hint.step);
        }
        let once = HintCount { given: 1, shown: 1 };
        assert_eq!(table(&app).session().hint_count(), once, "{id}: one hint with {} steps", steps.len());
        // The move stays said, more than what may follow it there is not to say, and what is said again counts no more.
        send(&mut app, TableAction::Hint);
        assert!(next_hint(&mut app).is_some_and(|hint| hint.mv().is_some()), "{id}");
        assert_eq!(table(&app).session().hint_count(), once, "{id}");
    }
}

#[test]
fn at_once_a_hint_says_the_move_but_never_one_that_gives_all_away_in_any_game() {
    for entry in GAMES {
        let id = entry.info.id;
        let folder = Folder::new(&format!("hint-whole-{id}"));
        let mut app = on_turn(entry, &folder, 1);
        app.world_mut().resource_mut::<Settings>().hints_in_steps = false;
        send(&mut app, TableAction::Hint);
        let Some(hint) = next_hint(&mut app) else { panic!("{id}: no hint") };
        assert_eq!(hint.mv().is_none(), hint.text.gives_away, "{id}: {}", hint.says());
        assert!(hint.text.clues.before.iter().all(|clue| hint.says().contains(&clue.brief)), "{id}: {}", hint.says());
        let after = hint.text.clues.after.as_ref();
        assert!(after.is_none_or(|clue| !hint.says().contains(&clue.words)), "{id}: {}", hint.says());
    }
}

/// What the program says, once it has thought.
fn next_hint(app: &mut App) -> Option<GivenHint> {
    let start = std::time::Instant::now();
    app.update();
    while matches!(table(app).status, Some(StatusMessage::Thinking)) && start.elapsed() < PATIENCE {
        std::thread::sleep(std::time::Duration::from_millis(5));
        app.update();
    }
    app.update();
    match &table(app).status {
        Some(StatusMessage::Hint(hint)) => Some(hint.clone()),
        _ => None,
    }
}

#[test]
fn after_a_hint_the_ring_can_go_elsewhere_and_enter_does_what_it_does_there() {
    let entry = catalogue::find(GAME).expect("the game");
    let folder = Folder::new("hint-elsewhere");
    let mut app = on_turn(entry, &folder, 2);
    hinted(&mut app);
    let Some(StatusMessage::Hint(hint)) = table(&app).status.clone() else { panic!("no hint") };
    let proposed = scene(&app).focus.expect("a slot");
    let legal = table(&app).session().legal_moves(Seat::FIRST);
    let other = legal.iter().find(|mv| mv[..2] != hint.text.mv[..2] && mv.len() == 2).expect("another slot");
    focus_on(&mut app, Some(area(&other[..2])));
    assert_ne!(scene(&app).focus, Some(proposed));
    press(&mut app, KeyCode::Enter);
    app.update();
    let made = table(&app).session().record_text();
    assert!(made.contains(&format!("\"{other}\"")) && moves(&app) == 3, "{other}: {made}");
}

#[test]
fn the_ring_goes_with_the_pointer_to_where_keys_lead_and_frames_nothing_else() {
    let folder = Folder::new("ring-pointer");
    let mut app = on_turn(catalogue::find("mystique-circle").expect("the game"), &folder, 0);
    press(&mut app, KeyCode::ArrowRight);
    let point = |app: &mut App, area: CardArea| {
        let input = TableInput::Point(Some(AreaId::of(area)));
        app.world_mut().resource_mut::<Messages<TableInput>>().write(input);
        app.update();
        scene(app).focus.and_then(AreaId::to)
    };
    assert_eq!(point(&mut app, CardArea::Own(3)), Some(CardArea::Own(3)));
    for nothing in [CardArea::Middle, CardArea::Hand(1), CardArea::Taken(1)] {
        assert_eq!(point(&mut app, nothing), Some(CardArea::Own(3)), "{nothing:?}");
    }
    assert_eq!(point(&mut app, CardArea::Own(1)), Some(CardArea::Own(1)));
}

#[test]
fn tab_leads_a_chosen_card_from_place_to_place_and_enter_plays_it_there() {
    let entry = catalogue::find("mystique-chain").expect("the game");
    let folder = Folder::new("tab-places");
    let mut app = on_turn(entry, &folder, 1);
    let focus = |app: &App| scene(app).focus;
    let layout = table(&app).session().layout();
    let card = layout.pieces.iter().find(|piece| piece.movable).map(|piece| piece.area).expect("a card that follows");
    focus_on(&mut app, Some(card));
    press(&mut app, KeyCode::Tab);
    assert_eq!(focus(&app), Some(card), "nothing is chosen yet: Tab is the panels'");
    press(&mut app, KeyCode::Enter);
    app.update();
    let places = scene(&app).highlight.lit.clone();
    assert!(table(&app).picked.is_some() && places.len() >= 2 && !places.contains(&card), "{places:?}");
    for place in places.iter().chain([&places[0]]) {
        press(&mut app, KeyCode::Tab);
        assert_eq!(focus(&app), Some(*place));
    }
    app.world_mut().insert_resource(PanelHasKeys { focused: true, ..default() });
    app.update();
    press(&mut app, KeyCode::Tab);
    assert_eq!(focus(&app), None, "a panel has the focus, and Tab");
    app.world_mut().insert_resource(PanelHasKeys::default());
    app.update();
    press(&mut app, KeyCode::Tab);
    let before = moves(&app);
    press(&mut app, KeyCode::Enter);
    app.update();
    assert!(moves(&app) > before, "{:?}", table(&app).status);
}

/// Whether two rectangles overlap: the middle and the size of each.
fn overlap(one: ((f32, f32), (f32, f32)), other: ((f32, f32), (f32, f32))) -> bool {
    let apart = |one: f32, other: f32, sizes: f32| (one - other).abs() >= sizes / 2.0;
    let (((x, y), (wide, high)), ((x_other, y_other), (wide_other, high_other))) = (one, other);
    !apart(x, x_other, wide + wide_other) && !apart(y, y_other, high + high_other)
}

/// The rings on the table that cross a card which lies on their own, or lie over one beside it by more than a thin line.
fn crossing(app: &mut App) -> Vec<String> {
    const LINE: f32 = 3.0;
    let (layout, viewport) = (scene(app).layout.clone(), *app.world().resource::<TableViewport>());
    let height = |piece: &Piece| viewport.resting(&piece.place).z;
    let mut rings = app.world_mut().query::<(&RingEntity, &Transform, &TileSprite)>();
    let mut found = Vec::new();
    for (RingEntity(id, ring), place, shown) in rings.iter(app.world()).filter(|(ring, ..)| ring.1 != Ring::Outline) {
        let (Some(area), Tile::Ring(drawn, _)) = (layout.area(*id), shown.tile) else { continue };
        let grown = 2.0 * drawn.reach() / viewport.scale;
        let frame = (area.centre, (area.size.0 + grown, area.size.1 + grown));
        for piece in layout.pieces.iter().filter(|piece| piece.area != *id && height(piece) < place.translation.z) {
            let card = (piece.place.centre, layout.material.size_of(piece.place.scale));
            let lies_on = layout.filling(area).is_none_or(|own| height(piece) > height(own));
            if overlap(frame, card) && (lies_on || drawn.reach() > LINE) {
                found.push(format!("{ring:?} around {} over {:?}", area.name, piece.face));
            }
        }
    }
    found
}

#[test]
fn no_frame_lies_over_a_card_beside_it_in_any_game() {
    for entry in GAMES {
        let id = entry.info.id;
        for own_moves in [0, 3] {
            let folder = Folder::new(&format!("frames-{id}-{own_moves}"));
            let mut app = on_turn(entry, &folder, own_moves);
            assert_eq!(crossing(&mut app), Vec::<String>::new(), "{id} after {own_moves}");
            let keyed: Vec<AreaId> = {
                let areas = scene(&app).layout.areas.iter();
                areas.filter(|area| area.key.is_some()).map(|area| area.id).collect()
            };
            for area in keyed {
                focus_on(&mut app, Some(area));
                assert_eq!(crossing(&mut app), Vec::<String>::new(), "{id} after {own_moves}");
            }
        }
    }
}

#[test]
fn the_frames_of_what_a_hint_proposes_and_of_where_a_card_may_go_lie_over_no_other_card() {
    for id in ["mystique-circle", "battle-for-the-suns", "mystique-chain", "mystique"] {
        let entry = catalogue::find(id).expect("the game");
        let folder = Folder::new(&format!("drop-frames-{id}"));
        let mut app = on_turn(entry, &folder, 1);
        hinted(&mut app);
        assert!(!scene(&app).highlight.ringed.is_empty(), "{id}: nothing is framed");
        assert_eq!(crossing(&mut app), Vec::<String>::new(), "{id}: what a hint proposes");
        let layout = table(&app).session().layout();
        let Some(card) = layout.pieces.iter().rev().find(|piece| piece.movable) else { continue };
        app.world_mut().resource_mut::<Messages<TableInput>>().write(TableInput::PickUp(card.id));
        app.update();
        app.update();
        assert_eq!(crossing(&mut app), Vec::<String>::new(), "{id}: where a card may go");
    }
}

/// The exchange of Mystique Domination, in which all choose at once, each bot after the other.
fn exchanging(folder: &Folder, level: BotLevel) -> App {
    let entry = catalogue::find("mystique-domination").expect("the game");
    let players = [vec![Player::person("Ada")], vec![Player::bot(level); 3]].concat();
    let session = entry.start("tea", players).expect("a deal");
    folder.store().write_save(entry.info.id, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    app
}

#[test]
fn a_hint_that_is_asked_for_while_others_choose_comes_all_the_same() {
    let folder = Folder::new("hint-at-once");
    let mut app = exchanging(&folder, BotLevel::Easy);
    let mut asked_before = Vec::new();
    let start = std::time::Instant::now();
    loop {
        let (chosen, status) = (moves(&app), table(&app).status.clone());
        match status {
            Some(StatusMessage::Thinking) => asked_before.push(chosen),
            Some(StatusMessage::Hint(_)) if chosen == 3 => break,
            _ => ask(&mut app, TableAction::Hint),
        }
        assert!(start.elapsed() < PATIENCE, "no hint came after {chosen} choices: {:?}", table(&app).status);
        app.update();
    }
    assert!(
        asked_before.iter().any(|chosen| *chosen < 3),
        "a bot chose while the hint was thought of: {asked_before:?}"
    );
}

#[test]
fn a_hint_goes_on_where_it_was_when_others_have_chosen_meanwhile() {
    let folder = Folder::new("hint-goes-on");
    let mut app = exchanging(&folder, BotLevel::Hard);
    ask(&mut app, TableAction::Hint);
    let given = next_hint(&mut app).expect("a hint");
    let (start, chosen) = (std::time::Instant::now(), moves(&app));
    assert!(chosen < 3, "the last bot has yet to choose");
    while moves(&app) == chosen {
        assert!(start.elapsed() < PATIENCE, "no bot chose");
        app.update();
    }
    ask(&mut app, TableAction::Hint);
    let next = given.further();
    match &table(&app).status {
        Some(StatusMessage::Hint(hint)) => assert_eq!((hint.step, hint.says()), (next.step, next.says())),
        other => panic!("the next step is there at once, and not {other:?}"),
    }
}
