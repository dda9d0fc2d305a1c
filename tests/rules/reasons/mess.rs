//! Mess Machine: tiles that come home, and how many presses finish the picture.

use parlour::engine::game::{Cancel, Game};
use parlour::engine::outcome::Verdict;
use parlour::engine::rng::GameRng;
use parlour::games::mess::bot::reason;
use parlour::games::mess::reason::{PressesToGo, Reason};
use parlour::games::mess::rules::Deal;
use parlour::games::mess::solver::solve;
use parlour::games::mess::table::{MessTable, Options, Referee, Variant};
use parlour::games::mess::{MessMachine, Move, PictureGrid, Press};
use parlour::words::in_words;

use crate::claims::{Asked, FEW, in_positions, many, says, seats};

/// A budget that finds whatever a hint finds.
const EFFORT: u64 = 400_000;

/// So few presses are gone through one by one.
const FEW_PRESSES: usize = 3;

/// Whether these many presses can finish the picture with the tokens left, and not begin with this one, by trying all.
fn can_finish(grid: PictureGrid, left: [u8; 4], forbidden: Option<Press>, presses: usize) -> bool {
    if grid.homes() == 16 {
        return presses == 0;
    }
    presses > 0
        && Press::all().filter(|press| Some(*press) != forbidden && left[press.button().index()] > 0).any(|press| {
            let mut left = left;
            left[press.button().index()] -= 1;
            can_finish(grid.pressed(press), left, Some(press), presses - 1)
        })
}

/// The fewest presses from here.
fn fewest(grid: PictureGrid, left: [u8; 4], forbidden: Option<Press>) -> Option<usize> {
    let found = solve(grid, left, forbidden, EFFORT, &|| false);
    (found.verdict == Verdict::Solved).then_some(found.line.len())
}

fn is_right(table: &MessTable, press: Press, to_go: PressesToGo) {
    let grid = table.grid.pressed(press);
    let mut left = table.left;
    left[press.button().index()] -= 1;
    let presses = to_go.presses;
    assert_eq!(fewest(grid, left, Some(press)), Some(presses), "{press}");
    if presses <= FEW_PRESSES {
        assert!(can_finish(grid, left, Some(press), presses), "{press} does not leave {presses}");
        assert!((0..presses).all(|fewer| !can_finish(grid, left, Some(press), fewer)), "{press} leaves fewer");
    }
    let now = fewest(table.grid, table.left, table.forbidden());
    assert_eq!(to_go.is_fewest, now == Some(presses + 1), "{press}: {now:?} before it");
}

fn holds(asked: &Asked<'_, MessMachine>, mv: Move, reason: &Reason) {
    let table = &asked.view.table;
    match (mv, reason) {
        (Move::Choose(choice), Reason::Chooses { choice: claimed, uses }) => {
            assert_eq!(choice, *claimed);
            let line = solve(table.grid, table.left, None, EFFORT, &|| false).line;
            let used = |button| line.iter().filter(|press| press.button() == button).count();
            assert!(uses.is_none_or(|uses| uses == (used(choice.direct), used(choice.indirect))), "{reason:?}");
            says(reason, &["Choose ", "as your direct button", "as your indirect one"]);
        }
        (Move::Press(press), Reason::Presses { press: claimed, homes, scores, is_direct, to_go }) => {
            let (after, (one, other)) = (table.grid.pressed(press), press.cells());
            let at_home = [one, other].iter().filter(|cell| after.tiles()[cell.index()] == **cell).count();
            assert_eq!((press, at_home), (*claimed, *homes), "{reason:?}");
            let each_has_tokens = table.left.iter().all(|left| *left > 0) && table.left[press.button().index()] > 1;
            let is_together =
                matches!(table.options.variant, Variant::Cooperative | Variant::Solo) || table.seats.len() == 1;
            assert_eq!(*scores, at_home > 0 && each_has_tokens && !is_together, "{reason:?}");
            assert_eq!(*is_direct, table.seats[asked.seat.index()].direct == Some(press.button()), "{reason:?}");
            says(reason, &[&format!("Press {} on the ", press.button())]);
            if let Some(to_go) = to_go {
                is_right(table, press, *to_go);
                let words = if to_go.presses == 0 {
                    "whole".to_owned()
                } else {
                    format!("{} more press", in_words(to_go.presses))
                };
                says(reason, &[&words]);
            }
        }
        (Move::Agree, Reason::Agrees) | (Move::Stop, Reason::Stops) => says(reason, &["proven"]),
        (Move::Refuse, Reason::Refuses { presses }) => {
            let found = fewest(table.grid, table.left, table.forbidden());
            assert!(presses.is_none() || *presses == found, "{reason:?}");
            says(reason, &["Go on: "]);
        }
        _ => panic!("{mv} is not what {reason:?} is about"),
    }
}

/// A picture that some presses from home have made.
fn pressed(presses: usize, rng: &mut GameRng) -> Deal {
    let all: Vec<Press> = Press::all().collect();
    let mut grid = PictureGrid::HOME;
    while grid.homes() == 16 {
        grid = (0..presses).fold(PictureGrid::HOME, |grid, _| grid.pressed(*rng.pick(&all).expect("a press")));
    }
    Deal { tiles: grid.tiles().map(|tile| tile.index() as u8 + 1).to_vec(), dice: Vec::new() }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let players = 1 + number % 4;
        let variant =
            [Variant::Solo, Variant::Standard, Variant::Cooperative][if players == 1 { 0 } else { 1 + number / 4 % 2 }];
        let referee = [Referee::Proves, Referee::Players][number % 2];
        let difficulty = parlour::games::mess::table::Difficulty::Medium;
        let options = Options { variant, referee, difficulty, ..Options::default() };
        let deal = pressed(1 + number % 7, rng);
        MessMachine::deal(&options, seats(players), Some(&deal), rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        let mv = *rng.pick(asked.legal.listed()).expect("a move");
        let is_proof = matches!(mv, Move::Agree | Move::Stop);
        let found = reason(&asked.observation(), mv, &Cancel::new());
        // Hints propose these where they are proven; here it is any move.
        if is_proof {
            return says(&found, &["proven"]);
        }
        holds(asked, mv, &found);
    });
}

#[test]
fn what_speaks_for_a_press_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_press_is_true_in_many_positions() {
    hold(many());
}
