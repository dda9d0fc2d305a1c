//! Mess Machine: the rulebook and the rulings, a sentence a test.

use std::collections::BTreeMap;

use parlour::engine::game::{Bots, Cancel, Game, Moves, Observation, Solution, SolveWatch};
use parlour::engine::outcome::{Stage, Verdict};
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::tabletop::Tabletop;
use parlour::games::mess::board::{Button, Cell, PictureGrid, Press};
use parlour::games::mess::rules::{
    Deal, Difficulty, Event, MessMachine, Move, Options, PictureResult, Referee, SeatResult, Variant,
};
use parlour::games::mess::solver::{Repair, solve};
use parlour::layout::{AreaLook, Room};

use crate::share::share_of;

/// The tiles that the rulebook prints.
const PRINTED: [u8; 16] = [7, 2, 11, 4, 14, 6, 1, 13, 16, 10, 3, 12, 8, 5, 15, 9];

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn seats(count: usize) -> Seats {
    Seats::new(count).expect("seats")
}

fn rng() -> GameRng {
    GameRng::from_number(1)
}

fn press(text: &str) -> Press {
    text.parse().unwrap_or_else(|_| panic!("{text} is no press"))
}

/// A game of so many seats on these tiles, in which every seat has chosen A and D, so that A is direct for all.
fn game(options: &Options, count: usize, tiles: [u8; 16], dice: &[u8]) -> MessMachine {
    let deal = Deal { tiles: tiles.to_vec(), dice: dice.to_vec() };
    let mut game = MessMachine::deal(options, seats(count), Some(&deal), &mut rng()).expect("a deal");
    for number in 0..count as u8 {
        let choose: Move = "choose A D".parse().expect("a move");
        if game.check(seat(number), &choose).is_ok() {
            game.apply(seat(number), &choose, &mut rng());
        }
    }
    game
}

fn solution(game: &MessMachine) -> Solution<Move> {
    game.solution(&SolveWatch::quiet(&Cancel::new())).expect("a solver")
}

fn turn(game: &MessMachine) -> Seat {
    match game.stage() {
        Stage::Act(acting) => acting.first().expect("somebody acts"),
        Stage::Over(outcome) => panic!("over: {outcome:?}"),
    }
}

fn make(game: &mut MessMachine, mv: &str) -> Vec<Event> {
    let (seat, mv) = (turn(game), mv.parse::<Move>().expect("a move"));
    assert_eq!(game.check(seat, &mv), Ok(()), "{mv}");
    game.apply(seat, &mv, &mut rng())
}

fn why_not(game: &MessMachine, mv: &str) -> String {
    let mv: Move = mv.parse().expect("a move");
    game.check(turn(game), &mv).expect_err("not allowed").why
}

/// The tiles of the finished picture after these presses.
fn after(presses: &[&str]) -> [u8; 16] {
    let grid = presses.iter().fold(PictureGrid::HOME, |grid, text| grid.pressed(press(text)));
    grid.tiles().map(|tile| tile.index() as u8 + 1)
}

fn points(game: &MessMachine) -> Vec<i32> {
    game.scores()
}

#[test]
fn every_seat_chooses_two_buttons_in_secret_before_the_first_press() {
    let mut game = MessMachine::deal(&Options::default(), seats(3), None, &mut rng()).expect("a deal");
    let Stage::Act(acting) = game.stage() else { panic!("over") };
    assert_eq!(acting.len(), 3, "all at once");
    assert_eq!(game.legal_moves(seat(2)).listed().len(), 12);
    let events = game.apply(seat(1), &"choose C B".parse().expect("a move"), &mut rng());
    assert_eq!(
        MessMachine::redact(&events[0], Viewer::Seat(seat(0))),
        Some(Event::Chose { seat: seat(1), choice: None })
    );
    let own = game.view(Viewer::Seat(seat(1))).table.seats[1].clone();
    assert_eq!((own.direct, own.indirect), (Some(Button::C), Some(Button::B)));
    for viewer in [Viewer::Seat(seat(0)), Viewer::Public] {
        let seen = game.view(viewer).table.seats[1].clone();
        assert!(seen.has_chosen && seen.direct.is_none() && seen.indirect.is_none());
    }
    assert!(game.check(seat(1), &"choose C B".parse().expect("a move")).is_err(), "once");
    assert!("choose C C".parse::<Move>().is_err());
}

#[test]
fn marias_and_thomas_presses() {
    // Thomas brings the tile of 44 home and scores; Maria's press brings none.
    let tiles = after(&["B 31 32", "D 34 44", "A 32 34"]);
    let mut game = game(&Options::default(), 2, tiles, &[]);
    assert_eq!(make(&mut game, "A 32 34"), [Event::Pressed { seat: seat(0), press: press("A 32 34"), scores: false }]);
    assert_eq!(game.left(), [9, 10, 10, 10]);
    make(&mut game, "D 34 44");
    assert!(game.grid().is_home("44".parse::<Cell>().expect("a cell")));
    assert_eq!(game.left(), [9, 10, 10, 9]);
    assert_eq!(points(&game)[1], 1);
}

#[test]
fn the_two_tiles_that_may_not_be_swapped_back_are_marked() {
    let marked = |game: &MessMachine| {
        let layout = MessMachine::layout(&game.view(Viewer::Seat(seat(0))), Room::USUAL);
        let marked = layout.areas.into_iter().filter(|area| area.look == AreaLook::Latest);
        marked.map(|area| area.name).collect::<Vec<String>>()
    };
    let mut game = game(&Options::default(), 2, PRINTED, &[]);
    assert_eq!(marked(&game), [""; 0]);
    make(&mut game, "A 11 13");
    assert_eq!(marked(&game), ["cell 11", "cell 13"]);
    make(&mut game, "A 12 14");
    assert_eq!(marked(&game), ["cell 12", "cell 14"]);
}

#[test]
fn the_next_player_may_not_swap_the_same_two_tiles_back() {
    let mut game = game(&Options::default(), 2, PRINTED, &[]);
    make(&mut game, "A 11 13");
    assert!(why_not(&game, "A 11 13").contains("swapped back"));
    make(&mut game, "A 12 14");
    // Tiles, not places: others lie there now, or the same ones lie elsewhere.
    make(&mut game, "A 11 13");
}

#[test]
fn a_malfunction_does_not_lift_the_ban_on_swapping_back() {
    let medium = Options { difficulty: Difficulty::Medium, ..Options::default() };
    let mut game = game(&medium, 2, PRINTED, &[6, 1]);
    for mv in ["A 11 13", "A 12 14", "A 21 23", "A 22 24", "A 31 33"] {
        make(&mut game, mv);
    }
    assert_eq!(game.view(Viewer::Public).table.malfunctions, 1);
    assert!(why_not(&game, "A 31 33").contains("swapped back"));
}

#[test]
fn filippas_malfunction_swaps_the_third_tile_of_the_first_row_with_the_second_of_the_last() {
    let medium = Options { difficulty: Difficulty::Medium, ..Options::default() };
    let mut game = game(&medium, 2, PRINTED, &[3, 4]);
    for mv in ["A 11 13", "A 12 14", "A 21 23", "A 22 24"] {
        assert_eq!(make(&mut game, mv).len(), 1);
    }
    let before = game.grid();
    let events = make(&mut game, "A 31 33");
    let cells = ("13".parse().expect("a cell"), "42".parse().expect("a cell"));
    assert_eq!(events[1], Event::Malfunctioned { rolls: (3, 4), cells });
    assert_eq!(game.grid(), before.pressed(press("A 31 33")).swapped(cells.0, cells.1));
    // Panos: "a malfunction only triggers the first time a button is left with 5 tokens, so nothing happens".
    for mv in ["C 11 31", "C 12 32", "C 13 33", "C 14 34", "C 21 41"] {
        make(&mut game, mv);
    }
    assert_eq!(game.view(Viewer::Public).table.malfunctions, 1);
}

#[test]
fn the_hard_game_malfunctions_again_when_a_button_is_first_left_with_two_and_the_easy_one_never() {
    let presses = ["A 11 13", "A 12 14", "A 21 23", "A 22 24", "A 31 33", "A 32 34", "A 41 43", "A 42 44"];
    for (difficulty, expected) in [(Difficulty::Easy, 0), (Difficulty::Medium, 1), (Difficulty::Hard, 2)] {
        let options = Options { difficulty, referee: Referee::Players, ..Options::default() };
        let mut game = game(&options, 2, PRINTED, &[1, 3, 2, 5]);
        presses.iter().for_each(|mv| drop(make(&mut game, mv)));
        assert_eq!(game.view(Viewer::Public).table.malfunctions, expected, "{difficulty:?}");
    }
}

#[test]
fn the_press_that_takes_a_buttons_last_token_scores_nothing_and_none_after_it_does() {
    let players = Options { referee: Referee::Players, ..Options::default() };
    let mut game = game(&players, 2, after(&["A 11 13", "B 21 22", "C 14 34"]), &[]);
    // Nine presses of A that leave row 1 as it is, and the tenth brings tiles home.
    for mv in ["A 21 23", "A 31 33", "A 41 43", "A 21 23", "A 31 33", "A 41 43", "A 22 24", "A 32 34", "A 22 24"] {
        make(&mut game, mv);
    }
    let before = points(&game);
    make(&mut game, "A 11 13");
    assert!(game.grid().is_home("11".parse().expect("a cell")));
    assert_eq!(points(&game), before);
    assert!(why_not(&game, "A 11 13").contains("no tokens left"));
    make(&mut game, "B 21 22");
    assert_eq!(points(&game), before, "placement counts no more");
}

#[test]
fn after_a_repair_own_direct_tokens_count_one_and_others_indirect_ones_two() {
    // One press from the end; both seats have A direct and D indirect.
    let mut game = game(&Options::default(), 2, after(&["D 11 21", "A 11 13"]), &[]);
    make(&mut game, "A 11 13");
    let events = make(&mut game, "D 11 21");
    let Some(Event::Ended(PictureResult { repaired: true, presses: 2, seats })) = events.last() else {
        panic!("{events:?}")
    };
    // Seat 0 has one A token, and the other has one D token: 1 + 2. Seat 1 has no A token, and the other no D token.
    let scored =
        |direct, indirect| SeatResult { homes: 1, direct: (Some(Button::A), direct), indirect: (Button::D, indirect) };
    assert_eq!(seats, &[scored(1, 2), scored(0, 0)]);
    let Stage::Over(outcome) = game.stage() else { panic!("not over") };
    assert_eq!(game.scores(), [4, 1], "with a point each for the tiles that came home");
    assert_eq!(outcome.winners, [seat(0)]);
}

#[test]
fn after_a_failure_only_others_indirect_tokens_count_one_each_and_direct_buttons_stay_secret_unless_they_decide() {
    let players = Options { referee: Referee::Players, ..Options::default() };
    let mut game = game(&players, 4, after(&["A 11 13", "B 21 22", "C 14 34"]), &[]);
    assert!(why_not(&game, "stop").contains("once a button has no tokens left"));
    for _ in 0..5 {
        make(&mut game, "D 12 22");
        make(&mut game, "D 13 23");
    }
    assert_eq!(game.left()[3], 0);
    let before = points(&game);
    make(&mut game, "stop");
    assert!(why_not(&game, "A 11 13").contains("proposal"));
    make(&mut game, "agree");
    make(&mut game, "agree");
    let events = make(&mut game, "agree");
    let Some(Event::Ended(PictureResult { repaired: false, seats, .. })) = events.last() else { panic!("{events:?}") };
    // Ten presses of four seats: 3, 3, 2 and 2. What the others of each have of them:
    assert_eq!(
        seats.iter().map(|seat| (seat.direct.1, seat.indirect.1)).collect::<Vec<_>>(),
        [(0, 7), (0, 7), (0, 8), (0, 8)]
    );
    assert_eq!(points(&game), [before[0] + 7, before[1] + 7, before[2] + 8, before[3] + 8]);
    let most = points(&game).into_iter().max();
    let leaders = points(&game).iter().filter(|points| Some(**points) == most).count();
    let shown = |seat: usize| leaders > 1 && Some(points(&game)[seat]) == most;
    for (number, SeatResult { direct: (direct, _), indirect: (indirect, _), .. }) in seats.iter().enumerate() {
        // Who leads alone shows nothing more; on a tie their tokens other than the direct button's decide.
        assert_eq!((direct.is_some(), *indirect), (shown(number), Button::D), "{number}: {:?}", points(&game));
        let seen = game.view(Viewer::Public).table.seats[number].clone();
        assert_eq!((seen.direct.is_some(), seen.indirect), (shown(number), Some(Button::D)));
    }
    assert!(seats.iter().any(|seat| seat.direct.0.is_none()), "somebody does not lead");
}

#[test]
fn a_refused_proposal_returns_the_turn_and_may_not_be_repeated_before_a_press() {
    let players = Options { referee: Referee::Players, ..Options::default() };
    let mut game = game(&players, 3, after(&["A 11 13", "B 21 22", "C 14 34"]), &[]);
    for _ in 0..5 {
        make(&mut game, "D 12 22");
        make(&mut game, "D 13 23");
    }
    let proposer = turn(&game);
    make(&mut game, "stop");
    make(&mut game, "agree");
    make(&mut game, "refuse");
    assert_eq!(turn(&game), proposer);
    assert!(why_not(&game, "stop").contains("refused"));
    make(&mut game, "A 21 23");
    make(&mut game, "stop");
}

#[test]
fn bots_and_the_hint_propose_to_stop_what_is_proven_lost_and_nothing_else() {
    let players = Options { referee: Referee::Players, ..Options::default() };
    let mut game = game(&players, 2, after(&["D 11 21", "A 11 13"]), &[]);
    let proposes = |game: &MessMachine| -> Vec<bool> {
        let seat = turn(game);
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
        let bots = [BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];
        let chosen = bots.map(|level| MessMachine::bot(level).choose(&observation, 1, &Cancel::default()));
        let hint = MessMachine::hint(&observation, 1, &Cancel::default()).map(|hint| hint.mv);
        chosen.into_iter().chain([hint]).map(|mv| mv == Some(Move::Stop)).collect()
    };
    for at in 0..10 {
        assert_eq!(proposes(&game), [false; 4], "press {at}");
        make(&mut game, ["D 12 22", "D 13 23"][at % 2]);
    }
    assert_eq!(game.left()[3], 0);
    assert_eq!(proposes(&game), [true; 4]);
    make(&mut game, "stop");
    make(&mut game, "refuse");
    assert_eq!(proposes(&game), [false; 4], "not again before a press");
}

#[test]
fn the_referee_ends_a_game_as_soon_as_it_is_proven_lost() {
    // D is used up while a tile lies astray for it.
    let mut game = game(&Options::default(), 2, after(&["D 11 21", "A 11 13"]), &[]);
    for _ in 0..5 {
        make(&mut game, "D 12 22");
        if matches!(game.stage(), Stage::Over(_)) {
            break;
        }
        make(&mut game, "D 13 23");
    }
    let Stage::Over(outcome) = game.stage() else { panic!("not over") };
    assert!(outcome.reason.contains("proven"), "{outcome:?}");
}

#[test]
fn a_tie_goes_to_the_one_with_more_tokens_other_than_the_direct_ones() {
    // Seat 0 presses B and then C for nothing, seat 1 A; the points are the same.
    let mut game = game(&Options::default(), 2, after(&["A 11 13", "B 31 32"]), &[]);
    make(&mut game, "A 11 13");
    make(&mut game, "B 31 32");
    let Stage::Over(outcome) = game.stage() else { panic!("not over") };
    // Seat 0: a point for the tiles and one for its A token; seat 1: a point for the tiles.
    assert_eq!((game.scores(), outcome.winners), (vec![2, 1], vec![seat(0)]));
}

#[test]
fn the_cooperative_game_has_eight_tokens_no_secrets_and_one_result_for_all() {
    let options = Options { variant: Variant::Cooperative, difficulty: Difficulty::Medium, ..Options::default() };
    let mut game = game(&options, 3, after(&["A 11 13", "B 31 32"]), &[]);
    assert_eq!(game.left(), [8; 4]);
    make(&mut game, "A 11 13");
    assert_eq!(points(&game), [0; 3]);
    make(&mut game, "B 31 32");
    let Stage::Over(outcome) = game.stage() else { panic!("not over") };
    assert_eq!((outcome.winners.len(), game.scores()), (3, vec![30; 3]));
    let easy = Options { variant: Variant::Cooperative, ..Options::default() };
    assert!(MessMachine::deal(&easy, seats(3), None, &mut rng()).is_err());
}

#[test]
fn alone_the_score_is_what_was_pressed_beyond_the_fewest() {
    let mut game = game(&Options::default(), 1, after(&["A 11 13", "B 31 32"]), &[]);
    assert_eq!(game.view(Viewer::Public).table.par, Some(2));
    make(&mut game, "C 11 31");
    make(&mut game, "A 21 23");
    make(&mut game, "C 11 31");
    make(&mut game, "A 21 23");
    make(&mut game, "B 31 32");
    make(&mut game, "A 11 13");
    let Stage::Over(outcome) = game.stage() else { panic!("not over") };
    assert_eq!((game.scores(), outcome.winners), (vec![-4], vec![seat(0)]));
}

#[test]
fn alone_a_loss_scores_less_than_any_repair() {
    let mut game = game(&Options::default(), 1, after(&["D 11 21", "A 11 13"]), &[]);
    // All eight tokens of D, while a tile lies astray for it.
    for _ in 0..4 {
        make(&mut game, "D 12 22");
        if matches!(game.stage(), Stage::Over(_)) {
            break;
        }
        make(&mut game, "D 13 23");
    }
    let Stage::Over(outcome) = game.stage() else { panic!("not over") };
    let astray = 16 - game.grid().homes() as i32;
    assert_eq!((game.scores(), outcome.winners), (vec![-100 - astray], vec![]));
}

#[test]
fn together_a_repair_scores_the_tokens_left_and_a_loss_nothing() {
    let options = Options { variant: Variant::Cooperative, difficulty: Difficulty::Medium, ..Options::default() };
    let mut game = game(&options, 2, after(&["D 11 21", "A 11 13"]), &[1; 16]);
    for mv in ["D 12 22", "D 13 23"].iter().cycle() {
        if matches!(game.stage(), Stage::Over(_)) {
            break;
        }
        make(&mut game, mv);
    }
    assert!(!game.grid().is_whole());
    assert_eq!(game.scores(), [0, 0]);
}

#[test]
fn a_consecutive_game_repairs_three_pictures_and_keeps_the_points() {
    let options = Options { variant: Variant::Consecutive, ..Options::default() };
    let mut game = game(&options, 2, after(&["A 11 13"]), &[]);
    let events = make(&mut game, "A 11 13");
    assert!(matches!(events.last(), Some(Event::Next(_))), "{events:?}");
    let view = game.view(Viewer::Public);
    assert!(view.table.round == 2 && view.table.is_choosing() && game.left() == [10; 4]);
    assert_eq!(points(&game), [2, 0]);
    assert!(view.table.seats.iter().all(|seat| !seat.has_chosen && seat.tokens == [0; 4]));
    // Buttons and bonus of the first picture stay to be looked at, and the presses of the second are counted anew.
    let [first] = &view.table.results[..] else { panic!("{:?}", view.table.results) };
    assert_eq!((first.repaired, first.presses, view.table.presses), (true, 1, 0));
    let scored = |homes, direct| SeatResult { homes, direct: (Some(Button::A), direct), indirect: (Button::D, 0) };
    assert_eq!(first.seats, [scored(1, 1), scored(0, 0)]);
}

#[test]
fn deals_and_options_that_the_rules_do_not_have_are_refused() {
    let deal = |tiles: [u8; 16], dice: &[u8]| {
        let deal = Deal { tiles: tiles.to_vec(), dice: dice.to_vec() };
        MessMachine::deal(&Options::default(), seats(2), Some(&deal), &mut rng()).map(drop)
    };
    assert!(deal(PRINTED, &[6, 1]).is_ok());
    let mut twice = PRINTED;
    twice[0] = 2;
    for (tiles, dice) in [(twice, &[][..]), ([0; 16], &[]), (after(&[]), &[]), (PRINTED, &[7]), (PRINTED, &[1; 17])] {
        assert!(deal(tiles, dice).is_err(), "{tiles:?} {dice:?}");
    }
    let dealt = |options: Options, count: usize| {
        let players = (0..count).map(|seat| Player::person(format!("Seat {seat}"))).collect();
        let record = Record::<MessMachine>::new("tea", options, players);
        record.dealt().is_ok()
    };
    let of = |variant| Options { variant, ..Options::default() };
    assert!(dealt(of(Variant::Family), 4) && dealt(of(Variant::Solo), 1) && dealt(of(Variant::Standard), 1));
    assert!(!dealt(of(Variant::Solo), 2) && !dealt(of(Variant::Family), 1) && !dealt(of(Variant::Standard), 5));
    assert!(!dealt(Options { difficulty: Difficulty::Hard, ..of(Variant::Family) }, 2));
}

#[test]
fn tiles_and_tokens_are_conserved_and_listed_moves_are_legal_in_random_play() {
    for number in 0..12u64 {
        let mut rng = GameRng::from_number(number);
        let options = Options { difficulty: Difficulty::Hard, ..Options::default() };
        let mut game = MessMachine::deal(&options, seats(2 + number as usize % 3), None, &mut rng).expect("a deal");
        let census = game.census();
        let mut made = 0;
        while let Stage::Act(acting) = game.stage() {
            let seat = acting.first().expect("somebody acts");
            let Moves::All(moves) = game.legal_moves(seat) else { panic!("all are listed") };
            assert!(moves.is_sorted() && moves.iter().all(|mv| game.check(seat, mv).is_ok()));
            let mv = *rng.pick(&moves).expect("a move");
            assert_eq!(mv.to_string().parse(), Ok(mv));
            game.apply(seat, &mv, &mut rng);
            assert_eq!(game.census(), census);
            made += 1;
        }
        assert!(made <= 44, "{made} moves");
    }
}

/// All positions within so many presses of home, with the fewest presses.
fn near_home(most: u8) -> Vec<(PictureGrid, u8)> {
    let mut seen = BTreeMap::from([(PictureGrid::HOME, 0u8)]);
    let mut edge = vec![PictureGrid::HOME];
    for depth in 1..=most {
        let reached: Vec<PictureGrid> =
            edge.iter().flat_map(|grid| Press::all().map(|press| grid.pressed(press))).collect();
        edge = reached.into_iter().filter(|grid| is_new(&mut seen, *grid, depth)).collect();
    }
    seen.into_iter().collect()
}

fn is_new(seen: &mut BTreeMap<PictureGrid, u8>, grid: PictureGrid, depth: u8) -> bool {
    let known = seen.len();
    seen.entry(grid).or_insert(depth);
    seen.len() > known
}

fn solved(grid: PictureGrid, tokens: [u8; 4]) -> Repair {
    solve(grid, tokens, None, u64::MAX, &|| false)
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_solver_agrees_with_breadth_first_search_within_four_presses_of_home() {
    let near = near_home(4);
    assert_eq!(near.len(), 97_545);
    for (grid, depth) in near {
        let repair = solved(grid, [10; 4]);
        assert_eq!((repair.verdict, repair.line.len()), (Verdict::Solved, usize::from(depth)), "{grid:?}");
    }
}

/// The fewest presses from here, by plain search through all of them, where the next must not be `forbidden` and none may
/// follow itself.
fn plain_fewest(
    grid: PictureGrid,
    tokens: [u8; 4],
    forbidden: Option<Press>,
    known: &mut BTreeMap<(PictureGrid, [u8; 4], Option<Press>), Option<usize>>,
) -> Option<usize> {
    if grid.is_whole() {
        return Some(0);
    }
    if let Some(found) = known.get(&(grid, tokens, forbidden)) {
        return *found;
    }
    let mut best: Option<usize> = None;
    for press in Press::all().filter(|press| Some(*press) != forbidden && tokens[press.button().index()] > 0) {
        let mut fewer = tokens;
        fewer[press.button().index()] -= 1;
        if let Some(after) = plain_fewest(grid.pressed(press), fewer, Some(press), known) {
            best = Some(best.map_or(after + 1, |best| best.min(after + 1)));
        }
    }
    known.insert((grid, tokens, forbidden), best);
    best
}

/// Random positions a few presses from home, with about as few tokens, against plain search.
fn straight_back_is_counted_in(positions: usize, most_tokens: u32) {
    let mut rng = GameRng::from_number(41);
    let (mut longer, mut lost) = (0, 0);
    for _ in 0..positions {
        let all: Vec<Press> = Press::all().collect();
        let mut grid = PictureGrid::HOME;
        let mut tokens = [0u8; 4];
        for _ in 0..1 + rng.below(3) {
            let press = *rng.pick(&all).expect("a press");
            grid = grid.pressed(press);
            tokens[press.button().index()] += 1;
        }
        while tokens.iter().map(|left| u32::from(*left)).sum::<u32>() < most_tokens && rng.below(4) > 0 {
            tokens[rng.below(4) as usize] += 1;
        }
        let free = solved(grid, tokens);
        let forbidden = free.line.first().copied().or_else(|| rng.pick(&all).copied());
        let found = solve(grid, tokens, forbidden, u64::MAX, &|| false);
        let plain = plain_fewest(grid, tokens, forbidden, &mut BTreeMap::new());
        let length = (found.verdict == Verdict::Solved).then_some(found.line.len());
        assert_eq!(length, plain, "{grid:?} with {tokens:?} and not {forbidden:?}: {found:?}");
        assert!(found.line.is_empty() || found.line.first() != forbidden.as_ref());
        assert!(found.line.windows(2).all(|pair| pair[0] != pair[1]));
        longer += usize::from(plain.is_some_and(|fewest| fewest > free.line.len()));
        lost += usize::from(plain.is_none() && free.verdict == Verdict::Solved);
    }
    assert!(longer > 0 && lost > 0, "{longer} with a detour, {lost} lost by the rule");
}

#[test]
fn a_search_that_is_given_up_says_how_many_presses_a_repair_has_at_least() {
    let mut rng = GameRng::from_number(5);
    let mut given_up = 0;
    for budget in [3, 30, 300] {
        for _ in 0..20 {
            let all: Vec<Press> = Press::all().collect();
            let presses = (0..12).map(|_| *rng.pick(&all).expect("a press"));
            let grid = presses.fold(PictureGrid::HOME, |grid, press| grid.pressed(press));
            let whole = solved(grid, [10; 4]);
            let found = solve(grid, [10; 4], None, budget, &|| false);
            assert!(found.at_least <= whole.line.len() as u32, "{grid:?}: {found:?}, {whole:?}");
            assert_eq!(whole.at_least, whole.line.len() as u32);
            given_up += usize::from(found.verdict == Verdict::GaveUp);
        }
    }
    assert!(given_up > 10, "{given_up}");
    let off = solve(PictureGrid::HOME, [10; 4], None, 0, &|| true);
    assert_eq!((off.verdict, off.at_least), (Verdict::Solved, 0));
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_solver_knows_that_the_last_two_tiles_may_not_be_swapped_straight_back() {
    straight_back_is_counted_in(150, 4);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn the_solver_knows_that_the_last_two_tiles_may_not_be_swapped_straight_back_with_more_tokens() {
    straight_back_is_counted_in(share_of(500), 5);
}

#[test]
fn a_solution_does_not_begin_with_the_press_that_would_swap_the_last_tiles_straight_back() {
    let mut game = game(&Options::default(), 2, after(&["A 11 13"]), &[]);
    make(&mut game, "B 11 12");
    assert!(why_not(&game, "B 11 12").contains("swapped back"));
    let solution = solution(&game);
    assert_eq!(solution.verdict, Verdict::Solved);
    for mv in &solution.line {
        assert_eq!(game.check(turn(&game), mv), Ok(()), "{mv}");
        make(&mut game, &mv.to_string());
    }
    assert!(game.grid().is_whole());
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_par_of_a_deal_for_one_is_exact_also_where_the_referee_would_give_up() {
    for seed in ["82", "88", "527", "555", "594"] {
        let players = vec![Player::person("You")];
        let options = Options { variant: Variant::Solo, ..Options::default() };
        let record = Record::<MessMachine>::new(seed, options, players);
        let mut game = record.dealt().expect("a deal");
        let line = solution(&game).line;
        assert_eq!(game.view(Viewer::Public).table.par, u32::try_from(line.len()).ok(), "seed {seed}");
        line.iter().for_each(|mv| drop(make(&mut game, &mv.to_string())));
        assert_eq!(game.scores(), [0], "seed {seed}");
    }
}

#[test]
fn a_line_repairs_the_picture_with_the_tokens_there_are() {
    let mut rng = GameRng::from_number(7);
    for round in 0..60 {
        let mut tiles = PictureGrid::HOME.tiles();
        rng.shuffle(&mut tiles);
        let grid = PictureGrid::from_tiles(tiles).expect("a grid");
        let repair = solved(grid, [10; 4]);
        assert_eq!(repair.verdict, Verdict::Solved);
        let mut tokens = [10u8; 4];
        let mut now = grid;
        for press in &repair.line {
            tokens[press.button().index()] -= 1;
            now = now.pressed(*press);
        }
        assert!(now.is_whole(), "round {round}");
        // One token fewer than a shortest line needs in all cannot be enough.
        let used = tokens.map(|left| 10 - left);
        let mut short = used;
        let most = (0..4).max_by_key(|at| short[*at]).expect("a button");
        short[most] -= 1;
        assert_eq!(solved(grid, short).verdict, Verdict::Impossible, "round {round}");
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn with_a_button_empty_the_solver_agrees_with_breadth_first_search() {
    // Every arrangement of one half, the other at home, against plain search over that half.
    for empty in Button::ALL {
        let half: Vec<Press> = Press::all()
            .filter(|press| press.button() != empty && press.cells().0 < press.cells().0.across(empty))
            .collect();
        let mut seen = BTreeMap::from([(PictureGrid::HOME, 0u8)]);
        let mut edge = vec![PictureGrid::HOME];
        let mut depth = 0;
        while !edge.is_empty() {
            depth += 1;
            let reached: Vec<PictureGrid> =
                edge.iter().flat_map(|grid| half.iter().map(|press| grid.pressed(*press))).collect();
            edge = reached.into_iter().filter(|grid| is_new(&mut seen, *grid, depth)).collect();
        }
        assert_eq!(seen.len(), 40_320);
        let mut tokens = [10; 4];
        tokens[empty.index()] = 0;
        for (grid, depth) in seen {
            let repair = solved(grid, tokens);
            assert_eq!(
                (repair.verdict, repair.line.len()),
                (Verdict::Solved, usize::from(depth)),
                "{grid:?} without {empty}"
            );
        }
    }
}

/// Bots play a game to its end; every move is checked, made twice, and made again in a game that the seat cannot tell
/// from this one. Returns whether the picture was repaired.
fn bots_play(number: u64, levels: &[BotLevel], difficulty: Difficulty) -> bool {
    let mut rng = GameRng::from_number(number);
    let options = Options { difficulty, ..Options::default() };
    let mut game = MessMachine::deal(&options, seats(levels.len()), None, &mut rng).expect("a deal");
    while let Stage::Act(acting) = game.stage() {
        let seat = acting.first().expect("somebody acts");
        let chosen = |game: &MessMachine| {
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
            let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
            MessMachine::bot(levels[seat.index()]).choose(&observation, number, &Cancel::default()).expect("a move")
        };
        let mv = chosen(&game);
        assert_eq!(game.check(seat, &mv), Ok(()), "{mv}");
        let other = game.resample_hidden(Viewer::Seat(seat), &mut rng);
        assert_eq!(chosen(&other), mv, "the bot of seat {seat} peeks");
        game.apply(seat, &mv, &mut rng);
    }
    game.grid().is_whole()
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn bots_of_every_level_play_legal_games_without_peeking() {
    for number in 0..6 {
        bots_play(number, &BotLevel::ALL, Difficulty::Hard);
        bots_play(number, &[BotLevel::Hard, BotLevel::Easy], Difficulty::Medium);
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn bots_among_themselves_repair_nearly_every_picture_of_the_easy_game() {
    for level in [BotLevel::Medium, BotLevel::Hard] {
        let repaired = (0..10).filter(|number| bots_play(*number, &[level; 3], Difficulty::Easy)).count();
        assert!(repaired >= 8, "{level}: {repaired} of 10");
    }
}

#[test]
fn a_record_with_an_explicit_deal_is_read_as_it_is_documented() {
    let text = r#"(
        parlour: 1, game: "mess-machine", rules: 1, seed: "c0ffee42", options: (difficulty: Medium),
        seats: [(name: "Filippa"), (name: "Panos", bot: Some(Hard))],
        deal: (tiles: [7,2,11,4, 14,6,1,13, 16,10,3,12, 8,5,15,9], dice: [3,4]),
        moves: [(0, "choose A D"), (1, "choose B C"), (0, "A 13 11")],
    )"#;
    let session = parlour::catalogue::load(text).expect("a record");
    assert_eq!(session.state()["tiles"], serde_json::json!([11, 2, 7, 4, 14, 6, 1, 13, 16, 10, 3, 12, 8, 5, 15, 9]));
    assert_eq!(session.named_moves().last().map(String::as_str), Some("Filippa: A 11 13"));
    for wrong in ["[7,2]", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "[0,2,11,4,14,6,1,13,16,10,3,12,8,5,15,9]"] {
        let text = text.replace("[7,2,11,4, 14,6,1,13, 16,10,3,12, 8,5,15,9]", wrong);
        let error = parlour::catalogue::load(&text).map(drop).expect_err("no deal").to_string();
        assert!(error.contains("each number from 1 to 16 exactly once"), "{error}");
    }
}
