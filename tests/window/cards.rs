//! Games of cards as people play them: whole rounds by keyboard, one person among bots.

use super::*;
use parlour::layout::CardArea;

/// A game to be played until its second round begins.
struct Trial {
    game: &'static str,
    record: &'static str,
    /// The field of the printed state that counts rounds.
    round: &'static str,
}

const CIRCLE: Trial = Trial {
    game: "mystique-circle",
    record: r#"(parlour: 1, game: "mystique-circle", rules: 1, seed: "tea",
        seats: [(name: "Ada"), (name: "Blaise", bot: Some(Easy)), (name: "Clara", bot: Some(Medium))], moves: [])"#,
    round: "round",
};

const MYSTIQUE: Trial = Trial {
    game: "mystique",
    record: r#"(parlour: 1, game: "mystique", rules: 1, seed: "tea", options: (skirmishes: 3),
        seats: [(name: "Ada"), (name: "Blaise", bot: Some(Easy)), (name: "Clara", bot: Some(Easy))], moves: [])"#,
    round: "skirmish",
};

impl Trial {
    fn save(&self, home: &Home) -> PathBuf {
        home.0.join(format!("data/parlour/saves/{}.ron", self.game))
    }

    fn is_in_first_round(&self, game: &dyn TableSession) -> bool {
        game.state()[self.round] == 1
    }

    /// The game in the save, once the person is to act or the first round is over; `after` so many moves.
    fn until_ready(&self, display: &Display, home: &Home, after: usize) -> Box<dyn TableSession> {
        display.until("the person's turn in the save", || {
            let game = catalogue::load(&fs::read_to_string(self.save(home)).ok()?).ok()?;
            let is_ready = game.acting().contains(Seat::FIRST) || !self.is_in_first_round(&*game);
            (is_ready && game.moves().0 >= after).then_some(game)
        })
    }

    /// Plays the first legal move each time, by arrows, Space and the number of the action; the game as it stands then.
    fn play_a_round(&self) -> Box<dyn TableSession> {
        let (display, home) = (Display::open(), Home::new(self.game));
        fs::create_dir_all(self.save(&home).parent().expect("a folder")).expect("a folder");
        fs::write(self.save(&home), self.record).expect("a save");
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
        let mut game = self.until_ready(&display, &home, 0);
        while self.is_in_first_round(&*game) {
            let mv = game.legal_moves(Seat::FIRST).first().cloned().expect("a move");
            for place in places(&*game, &mv) {
                go_to(&mut focus, place);
                program.key("space");
            }
            // A card that needs no more is played by Space alone.
            let actions = game.actions(&game.pieces_for(&mv));
            if let Some(action) = actions.iter().position(|action| action.mv.as_ref() == Ok(&mv)) {
                program.key(&(action + 1).to_string());
            }
            let made = game.moves().0 + 1;
            game = self.until_ready(&display, &home, made);
            let left = game.layout().areas.iter().filter(|area| matches!(area.id.to(), Some(CardArea::Own(_)))).count();
            focus = focus.filter(|place| *place < left);
        }
        program.shot(&format!("{}-round", self.game));
        game
    }
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
    let points: Vec<i32> = CIRCLE.play_a_round().scores();
    assert_eq!(points.iter().map(|points| points % 20).sum::<i32>(), 9, "nine tricks: {points:?}");
}

#[test]
fn a_skirmish_of_mystique_by_keyboard() {
    let wins: Vec<i32> = MYSTIQUE.play_a_round().scores();
    assert!(wins.iter().sum::<i32>() <= 1, "a skirmish has one winner at most: {wins:?}");
}
