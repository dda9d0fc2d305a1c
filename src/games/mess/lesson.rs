//! The first steps in Mess Machine: what each button swaps, and a ring of three tiles that takes two presses.

use crate::engine::lesson::{Lesson, LessonStep};

use super::board::{Button, Cell, PictureGrid, Press};
use super::rules::{MessMachine, Move, View};

/// The presses that repair the picture, in the order in which they are taught: the button and one of its cells.
const TAUGHT: [(Button, &str); 6] =
    [(Button::A, "11"), (Button::B, "23"), (Button::C, "12"), (Button::D, "34"), (Button::A, "41"), (Button::B, "41")];

pub fn lesson() -> Lesson<MessMachine> {
    let step = |says, rule| LessonStep { says, rule, answers: is_next, replies: &[] };
    Lesson {
        record,
        steps: vec![
            step(
                "The picture is in pieces, and every press of a button swaps two of them. Button A swaps the 1st and 3rd \
                 tiles of a row, or the 2nd and 4th. In row 1, drag tile 3 onto tile 1. You can also press A first and \
                 then choose the pair.",
                "#the-buttons",
            ),
            step(
                "Both are home now. Button B swaps neighbours: the 1st and 2nd tiles of a row, or the 3rd and 4th. Swap 8 \
                 and 7 in row 2.",
                "#the-buttons",
            ),
            step(
                "Button C does in a column what A does in a row: it swaps the 1st and 3rd tiles, or the 2nd and 4th. Swap \
                 10 and 2 in column 2.",
                "#the-buttons",
            ),
            step(
                "Button D swaps neighbours in a column: the 1st and 2nd tiles, or the 3rd and 4th. Swap 16 and 12 in \
                 column 4.",
                "#the-buttons",
            ),
            step(
                "In row 4, three tiles have changed places in a ring. That takes two presses, and A can bring 15 home: \
                 swap the 1st and 3rd tiles.",
                "#the-turn",
            ),
            step("The other two are neighbours. Swap 14 and 13 with B.", "#the-turn"),
        ],
        end: "Repaired in six presses, the fewest that this picture takes. Every press uses up one of its button’s tokens, \
              and in harder games the machine breaks down now and then and swaps two tiles by itself. With others, each \
              of you has two secret buttons and collects points. Ready for a picture of your own?",
    }
}

fn taught() -> impl Iterator<Item = Press> {
    TAUGHT.into_iter().filter_map(|(button, cell)| Some(Press::new(button, cell.parse::<Cell>().ok()?)))
}

/// Every press is one step, so the number of presses says which is next.
fn is_next(view: &View, mv: &Move) -> bool {
    let next = taught().nth(view.table.presses as usize);
    matches!(mv, Move::Press(press) if Some(*press) == next)
}

/// The finished picture, with the taught presses made backwards.
fn record() -> String {
    let presses: Vec<Press> = taught().collect();
    let mixed = presses.iter().rev().fold(PictureGrid::HOME, |grid, press| grid.pressed(*press));
    let tiles: Vec<String> = mixed.tiles().iter().map(|tile| (tile.index() + 1).to_string()).collect();
    format!(
        "(parlour: 1, game: \"mess-machine\", rules: 1, seed: \"first steps\", options: (variant: Solo), \
         seats: [(name: \"You\")], deal: (tiles: [{}]), moves: [])",
        tiles.join(", ")
    )
}
