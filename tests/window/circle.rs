//! Mystique Circle as people play it: a whole round by keyboard, one person among bots.

use super::*;
use parlour::layout::CardArea;

const CIRCLE: &str = "mystique-circle";

fn record() -> String {
    format!(
        r#"(parlour: 1, game: "{CIRCLE}", rules: 1, seed: "tea",
        seats: [(name: "Ada"), (name: "Blaise", bot: Some(Easy)), (name: "Clara", bot: Some(Medium))], moves: [])"#
    )
}

fn save(home: &Home) -> PathBuf {
    home.0.join(format!("data/parlour/saves/{CIRCLE}.ron"))
}

/// The game in the save, once the person is to act or the first round is over; `after` so many moves.
fn until_ready(display: &Display, home: &Home, after: usize) -> Box<dyn TableSession> {
    display.until("the person's turn in the save", || {
        let game = catalogue::load(&fs::read_to_string(save(home)).ok()?).ok()?;
        let is_ready = game.acting().contains(Seat::FIRST) || game.state()["round"] == 2;
        (is_ready && game.moves().0 >= after).then_some(game)
    })
}

/// The places in the own hand of what is to be selected or clicked for a move, from the left.
fn places(game: &dyn TableSession, mv: &str) -> Vec<usize> {
    let (layout, wanted) = (game.layout(), game.pieces_for(mv));
    let place = |area: &parlour::layout::Area| match area.id.to()? {
        CardArea::Own(place) => {
            layout.top_of(area.id).filter(|top| wanted.contains(&top.id)).map(|_| usize::from(place))
        }
        _ => None,
    };
    layout.areas.iter().filter_map(place).collect()
}

#[test]
fn a_round_of_mystique_circle_by_keyboard() {
    let (display, home) = (Display::open(), Home::new("circle"));
    fs::create_dir_all(save(&home).parent().expect("a folder")).expect("a folder");
    fs::write(save(&home), record()).expect("a save");
    let program = Program::start(&display, &home.0, &[]);
    program.key_and_see("Return");
    let mut focus: Option<usize> = None;
    let go_to = |focus: &mut Option<usize>, place: usize| {
        let from = *focus.get_or_insert_with(|| {
            program.key("Right");
            0
        });
        for _ in 0..place.abs_diff(from) {
            program.key(if place > from { "Right" } else { "Left" });
        }
        *focus = Some(place);
    };
    let mut game = until_ready(&display, &home, 0);
    while game.state()["round"] == 1 {
        let mv = game.legal_moves(Seat::FIRST).first().cloned().expect("a move");
        for place in places(&*game, &mv) {
            go_to(&mut focus, place);
            program.key("space");
        }
        // A card is played by Space alone; a hole is chosen first, and Enter bids.
        if mv.starts_with("hole") {
            program.key("Return");
        }
        let made = game.moves().0 + 1;
        game = until_ready(&display, &home, made);
        let left = game.layout().areas.iter().filter(|area| matches!(area.id.to(), Some(CardArea::Own(_)))).count();
        focus = focus.filter(|place| *place < left);
    }
    let points: Vec<i32> = game.scores();
    assert_eq!(points.iter().map(|points| points % 20).sum::<i32>(), 9, "nine tricks: {points:?}");
    program.shot("circle-round");
}
