//! Mystique Chain as people play it, against a bot: a whole game by keyboard alone and by mouse alone.

use super::*;
use parlour::cards::MystiqueCard;
use parlour::games::chain::layout::ChainArea;
use parlour::games::chain::position::Move;

const CHAIN: &str = "mystique-chain";

/// The areas to go to for a move, one after the other.
fn areas_of(mv: Move) -> Vec<ChainArea> {
    match mv {
        Move::Announce(kind) => vec![ChainArea::Announce(kind)],
        Move::Play(card, kind) => vec![ChainArea::Pool(card.index()), ChainArea::Announce(kind)],
    }
}

/// The game on disk once it is Ada's turn, or over.
fn until_turn(program: &Program, home: &Home, made: usize) -> Box<dyn TableSession> {
    let game = program.until("Ada's turn", || {
        let game = catalogue::load(&fs::read_to_string(home.record_on_disk(CHAIN)).ok()?).ok()?;
        let waits = game.acting().first().is_none_or(|seat| seat == Seat::FIRST);
        (waits && game.moves().0 >= made).then_some(game)
    });
    laid_in(program.size(), game)
}

fn click_on(program: &Program, game: &dyn TableSession, to: ChainArea) {
    let layout = game.layout();
    let area = layout.area(AreaId::of(to)).expect("an area");
    // The lower edge of a card may lie under the next one.
    let at = (area.centre.0, area.centre.1 - 0.2 * area.size.1);
    program.click(viewport_of(program.size(), &layout).screen(at));
}

fn play_a_whole_game(by: By) {
    let (display, home) = (Display::open(), Home::new("chain"));
    let record = format!(
        r#"(parlour: 1, game: "{CHAIN}", rules: 1, seed: "tea", seats: [(name: "Ada"), (name: "Blaise", bot: Some(Medium))],
        moves: [])"#
    );
    home.put_save(CHAIN, &record);
    let program = Program::start_coarse(&display, &home.0);
    match by {
        By::Keys => program.key("Return"),
        By::Mouse => program.click(program.primary_button()),
    }
    let (mut game, mut focus) = (until_turn(&program, &home, 0), None);
    let mut cards = 0;
    while game.outcome().is_none() {
        program.until_turn("Person", game.moves().0);
        let mv: Move = game.legal_moves(Seat::FIRST).first().expect("a move").parse().expect("a move's text");
        for area in areas_of(mv) {
            match by {
                By::Keys => {
                    go_to(&program, &*game, &mut focus, AreaId::of(area));
                    program.key("Return");
                }
                By::Mouse => click_on(&program, &*game, area),
            }
        }
        cards += 1;
        game = until_turn(&program, &home, game.moves().0 + 1);
        // The card that had the focus before may be gone.
        focus = focus.filter(|focus| game.layout().area(*focus).is_some());
    }
    let outcome = game.outcome().expect("an end");
    program.until_title(&game.result(&outcome));
    program.shot(&format!("chain-{}", if by == By::Keys { "keys" } else { "mouse" }));
    assert!(cards > 1 && game.layout().pieces.len() > MystiqueCard::COUNT / 4, "a game of some moves");
}

#[test]
fn a_whole_game_of_mystique_chain_by_keyboard() {
    play_a_whole_game(By::Keys);
}

#[test]
fn a_whole_game_of_mystique_chain_by_mouse() {
    play_a_whole_game(By::Mouse);
}
