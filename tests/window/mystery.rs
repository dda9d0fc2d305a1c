//! Mystery Machine as people play it: a whole puzzle by keyboard alone and by mouse alone, and one that was designed, saved and
//! found again a moment before.

use super::*;
use parlour::cards::Card;
use parlour::engine::record::Player;
use parlour::games::mystery;
use parlour::games::mystery::places::MysteryArea;
use parlour::games::mystery::rules::View;
use parlour::layout::{AreaId, Gesture};

const MYSTERY: &str = "mystery-machine";

/// A puzzle that is soon solved, as options.
const FIRST_LIGHT: &str = "(puzzle: \"first-light\")";

/// The game that waits, as it was saved.
fn saved(program: &Program, home: &Home) -> Box<dyn TableSession> {
    program.until("a saved game", || {
        let text = fs::read_to_string(home.save_of(MYSTERY)).ok()?;
        catalogue::load(&text).ok()
    })
}

/// A fresh deal of this puzzle waits in the library, one that [`next`] solves if there is one.
pub(super) fn lay_out(home: &Home, options: &str) -> Box<dyn TableSession> {
    let seed = (1..50).map(|seed: u32| seed.to_string()).find(|seed| can_be_solved_so(options, seed));
    let seed = seed.unwrap_or("tea".to_owned());
    let text = format!(
        "(parlour: 1, game: {MYSTERY:?}, rules: 1, seed: {seed:?}, options: {options}, seats: [(name: \"You\")])"
    );
    let game = catalogue::load(&text).expect("a record");
    home.put_save(MYSTERY, &game.record_text());
    game
}

/// The same after so many moves of somebody who plays as [`next`] does.
pub(super) fn lay_out_after(home: &Home, options: &str, moves: usize) {
    let mut game = lay_out(home, options);
    for _ in 0..moves {
        if let Some((_, mv)) = next(&*game) {
            game.play(Seat::FIRST, &mv).expect("a legal move");
        }
    }
    home.put_save(MYSTERY, &game.record_text());
}

fn view(game: &dyn TableSession) -> View {
    *game.view().downcast::<View>().expect("a view")
}

fn pile(pile: usize) -> AreaId {
    AreaId::of(MysteryArea::Pile(pile as u8))
}

fn bring(game: &dyn TableSession, area: AreaId) -> Option<String> {
    game.gesture(&Gesture { piece: None, area, option: None }).filter(|mv| game.check(Seat::FIRST, mv).is_ok())
}

/// What a person does next: asks where they can pay, or else takes the first card; slots in the order in which they are
/// pressed. None once the mystery is certain.
fn next(game: &dyn TableSession) -> Option<(Vec<AreaId>, String)> {
    let view = view(game);
    if view.is_certain() {
        return None;
    }
    let piles = (0..view.down.len()).map(pile);
    let ask = piles.filter_map(|slot| bring(game, slot).map(|mv| (vec![slot], mv)));
    ask.into_iter().next().or_else(|| match bring(game, AreaId::of(MysteryArea::Market(0))) {
        Some(mv) => Some((vec![AreaId::of(MysteryArea::Market(0))], mv)),
        // A full hand gives up the card that the new one is laid on: its last.
        None => {
            let card = *view.market.first()?;
            let mut hand: Vec<Card> = view.hand.to_vec();
            hand.sort_unstable_by_key(|card| (card.rank(), card.suit()));
            Some((
                vec![AreaId::of(MysteryArea::Market(0)), AreaId::of(MysteryArea::Hand(5))],
                format!("pick {card} drop {}", hand[5]),
            ))
        }
    })
}

fn made(program: &Program, home: &Home, game: &mut dyn TableSession, mv: &str) {
    game.play(Seat::FIRST, mv).unwrap_or_else(|illegal| panic!("{mv}: {illegal}"));
    program.until_saved(home, game, mv);
}

/// Whether playing like this makes the mystery certain.
fn can_be_solved_so(options: &str, seed: &str) -> bool {
    let entry = catalogue::find(MYSTERY).expect("the game");
    let mut game = entry.start_with(seed, vec![Player::person("You")], options).expect("a deal");
    while let Some((_, mv)) = next(&*game) {
        game.play(Seat::FIRST, &mv).expect("a legal move");
    }
    view(&*game).is_certain()
}

/// Plays by the arrows and Enter until the mystery is certain, and names it in the panel.
fn solve_by_keyboard(program: &Program, home: &Home, game: &mut dyn TableSession) {
    let mut focus = None;
    while let Some((slots, mv)) = next(game) {
        for slot in slots {
            go_to(program, game, &mut focus, slot);
            program.key("Return");
        }
        made(program, home, game, &mv);
    }
    name_by_keyboard(program, game);
}

/// The number of a card among those that can be named: rank by rank, suit by suit.
fn number_of(view: &View, card: Card) -> usize {
    let rank = view.puzzle.ranks().iter().position(|rank| *rank == card.rank()).expect("a rank of the grid");
    4 * rank + card.suit() as usize
}

/// N leads to the first of the cards that can be named, and behind the last of them stands the word that ends the game.
fn name_by_keyboard(program: &Program, game: &dyn TableSession) {
    let view = view(game);
    let answer = view.known.answers.first().and_then(|answer| view.reasoner.card(answer[0])).expect("certain");
    program.until_still();
    program.key_and_see("n");
    let (card, all) = (number_of(&view, answer), 4 * usize::from(view.puzzle.rows));
    for _ in 0..card {
        program.key("Tab");
    }
    program.key_and_see("space");
    program.shot("mystery-naming");
    for _ in card..all {
        program.key("Tab");
    }
    program.key("space");
}

fn until_solved(program: &Program, home: &Home) {
    let finished = program.until("the history", || home.finished_games(MYSTERY));
    assert!(finished.contains("Solved"), "{finished}");
}

#[test]
fn a_deal_that_is_shown_is_completed_by_any_key_and_by_a_click() {
    let (display, home) = (Display::open(), Home::in_motion("mystery-deal"));
    lay_out(&home, FIRST_LIGHT);
    for by in [By::Keys, By::Mouse] {
        let program = Program::start_usual_coarse(&display, &home.0);
        match by {
            By::Keys => program.key("Return"),
            By::Mouse => program.click(program.primary_button()),
        }
        program.until_turn("Dealing", 0);
        program.shot_in_motion("mystery-deal");
        match by {
            By::Keys => program.key("shift"),
            By::Mouse => program.click(Vec2::new(40.0, 700.0)),
        }
        program.until_turn("Person", 0);
        program.until_still();
    }
}

#[test]
fn a_puzzle_is_solved_by_keyboard() {
    let (display, home) = (Display::open(), Home::new("mystery-keys"));
    let mut game = lay_out(&home, FIRST_LIGHT);
    let program = Program::start_usual_coarse(&display, &home.0);
    program.key("Return");
    program.until_title("First Light");
    program.until_still();
    // Into the menu and out of it again.
    program.key_and_see("Escape");
    program.key_and_see("Escape");
    solve_by_keyboard(&program, &home, &mut *game);
    until_solved(&program, &home);
    program.shot("mystery-end");
    // Beside the next puzzle there is the same deal: grid and piles stay, the low deck is another.
    program.key("Tab");
    program.key("Tab");
    program.key("Return");
    let again = saved(&program, &home);
    assert_eq!(again.moves(), (0, 0));
    assert!(again.record_text().contains("deal: Some("), "{}", again.record_text());
}

/// Where things of the panel are in a window of 1280×720: the cards that can be named, and the word.
const NAME: Vec2 = Vec2::new(1120.0, 343.0);

fn card_at(number: usize) -> Vec2 {
    Vec2::new(1026.0 + 63.0 * (number % 4) as f32, 183.0 + 39.0 * (number / 4) as f32)
}

/// The first way to pay that the panel proposes.
const FIRST_WAY: Vec2 = Vec2::new(1056.0, 566.0);

#[test]
fn a_puzzle_is_solved_by_mouse() {
    let (display, home) = (Display::open(), Home::new("mystery-mouse"));
    let mut game = lay_out(&home, FIRST_LIGHT);
    let program = Program::start_usual_coarse(&display, &home.0);
    program.click(program.primary_button());
    program.until_title("First Light");
    program.until_still();
    let mut asked = 0;
    while let Some((slots, mv)) = next(&*game) {
        let layout = game.layout();
        let place = |area: &AreaId| program.place_of(&*game, &layout.area(*area).expect("an area").name);
        if mv.starts_with("ask") {
            asked += 1;
        }
        match (&*slots, asked % 2) {
            // Now and then in the panel, whose ways to pay begin with the pile that the pointer was over last.
            ([pile], 1) if mv.starts_with("ask") => {
                program.point(place(pile));
                program.until_still();
                let ways = view(&*game).payments(mv.as_bytes()[4] as usize - usize::from(b'1'));
                let first = ways[0].iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
                let (ask, _) = mv.split_once(" with ").expect("a payment");
                program.click(FIRST_WAY);
                made(&program, &home, &mut *game, &format!("{ask} with {first}"));
                continue;
            }
            ([from, to], _) => program.drag(place(from), place(to)),
            _ => program.click(place(&slots[0])),
        }
        made(&program, &home, &mut *game, &mv);
    }
    assert!(asked > 1);
    let view = view(&*game);
    let answer = view.known.answers.first().and_then(|answer| view.reasoner.card(answer[0])).expect("certain");
    for at in [card_at(number_of(&view, answer)), NAME] {
        program.until_still();
        program.click(at);
    }
    until_solved(&program, &home);
}

/// Where cells and tokens are on the bench, in a window of 1280×720.
fn cell_at(cell: &str) -> Vec2 {
    let (row, column) = (cell.as_bytes()[0] - b'A', cell.as_bytes()[1] - b'1');
    Vec2::new(198.0 + 52.0 * f32::from(column), 208.0 + 46.0 * f32::from(row))
}

fn token_at(pile: usize) -> Vec2 {
    Vec2::new(172.0 + 48.0 * pile as f32, 98.0)
}

#[test]
fn a_puzzle_is_designed_saved_found_again_and_solved() {
    let (display, home) = (Display::open(), Home::new("mystery-bench"));
    let program = Program::start_usual_coarse(&display, &home.0);
    to_setup(&program);
    // "New puzzle …" beside the list.
    program.click(Vec2::new(643.0, 495.0));
    program.until_still();
    let laid = [["A2", "B1", "C3", "D4"].as_slice(), &["A4", "C2", "D1"], &["B4", "B2", "D2"]];
    for (pile, cells) in laid.into_iter().enumerate() {
        program.click(token_at(pile));
        for cell in cells {
            program.click(cell_at(cell));
        }
    }
    program.click(Vec2::new(950.0, 98.0));
    program.until_still();
    program.type_text("Mushy again");
    program.shot("mystery-workshop");
    program.click(Vec2::new(955.0, 252.0));
    let folder = home.0.join("data/parlour/puzzles");
    let file = program.until("the puzzle's file", || {
        let mut files = fs::read_dir(&folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
        files.find(|path| path.to_string_lossy().ends_with("mushy-again.parlour-puzzle.ron"))
    });
    let text = fs::read_to_string(&file).expect("a puzzle");
    assert!(text.contains("cells: [\"A2\", \"B1\", \"C3\", \"D4\"]") && text.contains("Mushy again"), "{text}");
    drop(program);
    // Another day.
    let program = Program::start_usual_coarse(&display, &home.0);
    to_setup(&program);
    program.shot("mystery-setup");
    // The player's own come first.
    program.click(Vec2::new(300.0, 223.0));
    program.until_still();
    let (options, text) = (mystery::puzzle::file::options_of(&text).expect("a puzzle"), |seed: u32| seed.to_string());
    let seed = (1..100).map(text).find(|seed| can_be_solved_so(&options, seed)).expect("a deal that is not too hard");
    program.click(Vec2::new(277.0, 678.0));
    program.until_still();
    program.type_text(&seed);
    program.until_still();
    program.key("Return");
    let mut game = saved(&program, &home);
    assert!(game.record_text().contains("Mushy again"));
    program.until_title("Mushy again");
    program.until_still();
    solve_by_keyboard(&program, &home, &mut *game);
    until_solved(&program, &home);
}

/// From the library, where the first tile has the focus, to this game's setup.
fn to_setup(program: &Program) {
    program.key_and_see("Right");
    program.key_and_see("Right");
    program.key("Return");
    program.until_title("new deal");
    program.until_still();
}
