//! Games of cards as people play them: whole games by keyboard and by mouse, one person among bots, and two and four people who pass
//! the computer on.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::display::differing;
use super::*;
use parlour::engine::tabletop::SelectionAction;
use parlour::layout::CardArea;

/// A game, and who plays it: people first, then bots.
pub(super) struct Trial<'a> {
    pub(super) game: &'a str,
    pub(super) options: &'a str,
    pub(super) people: usize,
    pub(super) bots: usize,
}

const NAMES: [&str; 8] = ["Ada", "Blaise", "Clara", "Dorothy", "Emmy", "Felix", "Grace", "Henri"];

/// A whole game in the window, move by move.
pub(super) struct Playing<'a> {
    pub(super) program: &'a Program<'a>,
    home: &'a Home,
    /// A copy of the game, one move at a time like the one in the window.
    pub(super) game: Box<dyn TableSession>,
    by: By,
    /// The place in the hand that has the focus of the keys.
    focus: Option<usize>,
    at_screen: Option<Seat>,
    people: usize,
    /// Where buttons were found on the screen, by what they say: looking for them takes more frames than all that a click brings.
    found: RefCell<BTreeMap<String, Vec<Vec2>>>,
}

impl Trial<'_> {
    pub(super) fn record(&self, seed: &str) -> String {
        let bot = |number: usize| if number < self.people { "" } else { ", bot: Some(Easy)" };
        let seats = NAMES.iter().take(self.people + self.bots).enumerate();
        let seats: Vec<String> = seats.map(|(number, name)| format!("(name: {name:?}{})", bot(number))).collect();
        let (game, options, seats) = (self.game, self.options, seats.join(", "));
        format!(
            r#"(parlour: 1, game: "{game}", rules: 1, seed: "{seed}", options: {options}, seats: [{seats}], moves: [])"#
        )
    }

    /// A game after so many moves, of which each is the first that is legal; it is the first player's turn.
    fn after(&self, moves: usize) -> Box<dyn TableSession> {
        let played = |seed: u32| {
            let mut game = catalogue::load(&self.record(&seed.to_string())).expect("a record");
            for _ in 0..moves {
                let seat = game.acting().first().expect("somebody acts");
                let mv = game.legal_moves(seat).first().cloned().expect("a move");
                game.play(seat, &mv).expect("legal");
            }
            game
        };
        (0..100).map(played).find(|game| game.acting().first() == Some(Seat::FIRST)).expect("such a deal")
    }

    /// Plays to the end; how many rounds there were.
    fn play(&self, by: By) -> usize {
        self.play_on(&Home::new(self.game), by, catalogue::load(&self.record("tea")).expect("a record"))
    }

    /// Plays this game from where it is to the end.
    fn play_on(&self, home: &Home, by: By, game: Box<dyn TableSession>) -> usize {
        let display = Display::open();
        home.put_save(self.game, &game.record_text());
        let program = Program::start_coarse(&display, &home.0);
        let mut playing = Playing::new(&program, home, game, by, self.people);
        playing.press_what_stands_out();
        while playing.game.outcome().is_none() {
            playing.one_turn();
        }
        let outcome = playing.game.outcome().expect("an end");
        program.until_title(&playing.game.result(&outcome));
        program.resize(1920, 1080);
        program.shot(&format!("{}-{}-end", self.game, self.people));
        playing.game.score_sheet().rounds.len()
    }
}

/// How a move is made at the table.
pub(super) struct Way {
    /// Where a piece is picked up, if one is, and where it is brought or what is pressed.
    pub(super) steps: Vec<(Option<AreaId>, AreaId)>,
    /// Whether the button for the move is pressed at last.
    pub(super) with_button: bool,
}

impl Way {
    pub(super) fn of(from: Option<AreaId>, to: AreaId) -> Way {
        Way { steps: vec![(from, to)], with_button: false }
    }
}

impl Trial<'_> {
    /// Plays to the end, by going from area to area or by dragging and clicking: each move as `choose` wants it, made as `way` says;
    /// `place` is where an area is pressed.
    pub(super) fn play_by_areas(
        &self,
        by: By,
        choose: impl Fn(&dyn TableSession, Seat) -> String,
        way: impl Fn(&dyn TableSession, &str) -> Way,
        place: impl Fn(&Program, &dyn TableSession, AreaId) -> Vec2,
    ) {
        let (display, home) = (Display::open(), Home::new(self.game));
        let game = catalogue::load(&self.record("tea")).expect("a record");
        home.put_save(self.game, &game.record_text());
        let program = Program::start_coarse(&display, &home.0);
        let mut playing = Playing::new(&program, &home, game, by, self.people);
        playing.press_what_stands_out();
        let mut focus = None;
        while playing.game.outcome().is_none() {
            playing.turn(|playing, seat| {
                let mv = choose(&*playing.game, seat);
                playing.wait_for_turn();
                program.until_still();
                let game = &*playing.game;
                let Way { steps, with_button } = way(game, &mv);
                for (from, to) in steps {
                    match (by, from) {
                        (By::Keys, from) => {
                            for area in from.into_iter().chain([to]) {
                                go_to(&program, game, &mut focus, area);
                                program.key("Return");
                            }
                        }
                        (By::Mouse, Some(from)) => program.drag(place(&program, game, from), place(&program, game, to)),
                        (By::Mouse, None) => program.click(place(&program, game, to)),
                    }
                }
                if with_button {
                    playing.press_button_of(&mv);
                }
                mv
            });
        }
        let outcome = playing.game.outcome().expect("an end");
        program.until_title(&playing.game.result(&outcome));
        program.resize(1920, 1080);
        program.shot(&format!("{}-{}-{}", self.game, self.people, if by == By::Keys { "keys" } else { "mouse" }));
    }
}

/// The middle of an area.
pub(super) fn middle_of(program: &Program, game: &dyn TableSession, area: AreaId) -> Vec2 {
    let layout = game.layout();
    viewport_of(program.size(), &layout).screen(layout.area(area).expect("an area").centre)
}

/// Where a card is taken by hand: its left edge is not under the next one.
pub(super) fn edge_of(program: &Program, game: &dyn TableSession, area: AreaId) -> Vec2 {
    let layout = game.layout();
    let area = layout.area(area).expect("an area");
    let at = (area.centre.0 - 0.36 * area.size.0, area.centre.1);
    viewport_of(program.size(), &layout).screen(at)
}

impl<'a> Playing<'a> {
    pub(super) fn new(
        program: &'a Program<'a>,
        home: &'a Home,
        game: Box<dyn TableSession>,
        by: By,
        people: usize,
    ) -> Playing<'a> {
        let game = laid_in(program.size(), game);
        Playing { program, home, game, by, focus: None, at_screen: None, people, found: RefCell::default() }
    }

    /// The only brass button: Continue, I’m ready, Go on.
    pub(super) fn press_what_stands_out(&self) {
        self.program.until_still();
        match self.by {
            By::Keys => self.program.key("Return"),
            By::Mouse => self.program.click(self.program.primary_button()),
        }
    }

    /// The button of whoever takes the computer over; it is where it was for those before.
    fn take_over(&self) {
        if self.by == By::Keys {
            return self.press_what_stands_out();
        }
        self.program.until_still();
        self.program.click(self.find("I’m ready", || vec![self.program.primary_button()])[0]);
    }

    /// Where buttons are that say these words, looked for once.
    fn find(&self, words: &str, look: impl FnOnce() -> Vec<Vec2>) -> Vec<Vec2> {
        self.found.borrow_mut().entry(words.to_owned()).or_insert_with(look).clone()
    }

    /// A person's move, or what the bots do until a person is in turn.
    pub(super) fn one_turn(&mut self) {
        self.turn(|playing, seat| {
            let mv = playing.next_move(seat);
            playing.make(&mv);
            mv
        });
    }

    /// The same with the move that `make` makes.
    pub(super) fn turn(&mut self, make: impl FnOnce(&mut Self, Seat) -> String) {
        let seat = self.game.acting().first().expect("somebody acts");
        let rounds = self.game.score_sheet().rounds.len();
        if seat.index() < self.people {
            if self.at_screen != Some(seat) && self.people > 1 {
                self.take_over();
                self.focus = None;
            }
            self.at_screen = Some(seat);
            let mv = make(self, seat);
            self.game.play(seat, &mv).expect("legal");
        }
        self.until_saved(rounds);
        if self.game.outcome().is_none() && self.game.score_sheet().rounds.len() > rounds {
            self.program.until_title("score sheet");
            self.program.shot(&format!("{}-{}-round", self.game.info().id, self.people));
            self.press_what_stands_out();
            self.focus = None;
            self.at_screen = None;
        }
    }

    /// The first legal one; where one may stop, every third time that.
    fn next_move(&self, seat: Seat) -> String {
        let legal = self.game.legal_moves(seat);
        let stop = legal.iter().find(|mv| *mv == "stop").filter(|_| self.game.moves().0.is_multiple_of(3));
        stop.or(legal.first()).cloned().expect("a move")
    }

    /// Until the game in the save is as far as the copy, and a person is in turn or another round than so many has ended; the
    /// copy gets the moves that bots have made since.
    fn until_saved(&mut self, rounds: usize) {
        let made = self.game.moves().0;
        let people = self.people;
        // Where all choose at once, bots may have moved before.
        let by_people =
            move |game: &dyn TableSession| game.move_list().iter().filter(|(seat, _)| seat.index() < people).count();
        let made_by_people = by_people(&*self.game);
        let mut last = String::new();
        let now = self.program.until(&format!("a person's turn after {made} moves"), || {
            let text = fs::read_to_string(self.home.record_on_disk(self.game.info().id)).ok()?;
            if text == last {
                return None;
            }
            let game = catalogue::load(&text).ok()?;
            last = text;
            let is_for_people = game.acting().first().is_none_or(|seat| seat.index() < people);
            let waits = is_for_people || game.score_sheet().rounds.len() > rounds;
            (game.moves().0 >= made && by_people(&*game) >= made_by_people && waits).then_some(game)
        });
        self.game = laid_in(self.program.size(), now);
        let left =
            self.game.layout().areas.iter().filter(|area| matches!(area.id.to(), Some(CardArea::Own(_)))).count();
        self.focus = self.focus.filter(|place| *place < left);
    }

    /// Until it is the turn of the person whose seat is in turn.
    pub(super) fn wait_for_turn(&mut self) {
        let seat = self.game.acting().first().expect("somebody acts");
        self.game.take_seat(seat);
        self.program.until_turn("Person", self.game.moves().0);
    }

    pub(super) fn make(&mut self, mv: &str) {
        self.wait_for_turn();
        if self.by == By::Mouse {
            // The tip of the button that was pressed last is open over the table until a frame has seen the pointer elsewhere.
            self.program.point(Vec2::new(4.0, self.program.size().1 as f32 - 20.0));
            self.program.until_still();
        }
        let places = places(&*self.game, mv);
        for place in &places {
            self.touch(*place);
        }
        self.press_button_of(mv);
    }

    /// Presses the button that makes a move, if there is one once all that it needs is selected.
    fn press_button_of(&self, mv: &str) {
        let actions = self.game.actions(&self.game.selection_for(mv));
        if let Some(action) = actions.iter().position(|action| action.mv.as_ref() == Ok(&mv.to_owned())) {
            match self.by {
                By::Keys => self.program.key(&(action + 1).to_string()),
                By::Mouse => self.press_action(action, &actions),
            }
        }
    }

    /// Selects or plays the card at this place of the hand.
    fn touch(&mut self, place: usize) {
        if self.by == By::Mouse {
            let layout = self.game.layout();
            let of_place = |area: &&parlour::layout::Area| area.id.to() == Some(CardArea::Own(place as u8));
            let area = layout.areas.iter().find(of_place).expect("a place in the hand");
            // The left edge of a card is not under the next one.
            let at = (area.centre.0 - 0.36 * area.size.0, area.centre.1);
            return self.program.click(viewport_of(self.program.size(), &layout).screen(at));
        }
        let from = *self.focus.get_or_insert_with(|| {
            self.program.key("Right");
            0
        });
        for _ in 0..place.abs_diff(from) {
            self.program.key(if place > from { "Right" } else { "Left" });
        }
        self.program.key("space");
        self.focus = Some(place);
    }

    /// Clicks one of the buttons by the hand, counted from the left.
    fn press_action(&self, number: usize, actions: &[SelectionAction<String>]) {
        let layout = self.game.layout();
        let row = viewport_of(self.program.size(), &layout).screen(layout.actions_at.expect("a row of buttons"));
        let of = actions.iter().filter(|action| action.mv.is_ok()).count();
        let words: Vec<&str> = actions.iter().map(|action| &*action.label).collect();
        let middles = self.find(&format!("{row} {words:?}"), || self.program.buttons_up_to(row));
        assert_eq!(middles.len(), of, "the buttons for what may be done: {middles:?}");
        self.program.click(middles[number.min(of - 1)]);
    }
}

/// The places in the own hand of what is to be selected or clicked for a move, from the left.
pub(super) fn places(game: &dyn TableSession, mv: &str) -> Vec<usize> {
    let (layout, wanted) = (game.layout(), game.selection_for(mv));
    let place = |area: &parlour::layout::Area| match area.id.to()? {
        CardArea::Own(place) => {
            layout.top_of(area.id).filter(|top| wanted.contains(top.id)).map(|_| usize::from(place))
        }
        _ => None,
    };
    layout.areas.iter().filter_map(place).collect()
}

#[test]
fn a_whole_game_of_mystique_circle_by_keyboard() {
    let trial = Trial { game: "mystique-circle", options: "(target: 30)", people: 1, bots: 2 };
    assert!(trial.play(By::Keys) > 1, "there were rounds to go on from");
}

#[test]
fn a_whole_game_of_mystique_by_keyboard() {
    let trial = Trial { game: "mystique", options: "(skirmishes: 3)", people: 1, bots: 2 };
    assert!(trial.play(By::Keys) > 1, "there were skirmishes to go on from");
}

#[test]
fn a_whole_game_of_mystique_circle_by_mouse() {
    let trial = Trial { game: "mystique-circle", options: "(target: 1)", people: 1, bots: 3 };
    assert_eq!(trial.play(By::Mouse), 1);
}

#[test]
fn a_whole_game_of_battle_for_the_suns_by_keyboard() {
    Trial { game: "battle-for-the-suns", options: "()", people: 1, bots: 2 }.play(By::Keys);
}

#[test]
fn most_of_a_game_of_battle_for_the_suns_by_mouse() {
    let trial = Trial { game: "battle-for-the-suns", options: "()", people: 1, bots: 3 };
    trial.play_on(&Home::new("suns"), By::Mouse, trial.after(80));
}

#[test]
fn four_people_pass_the_computer_on_in_mystique_circle() {
    let trial = Trial { game: "mystique-circle", options: "(target: 1)", people: 4, bots: 0 };
    assert_eq!(trial.play(By::Keys), 1);
}

#[test]
fn two_people_among_bots_play_a_whole_game_of_mystique_by_mouse() {
    let trial = Trial { game: "mystique", options: "(skirmishes: 1)", people: 2, bots: 2 };
    assert_eq!(trial.play(By::Mouse), 1);
}

#[test]
fn a_whole_game_of_mystical_eddies_by_keyboard() {
    let trial = Trial { game: "mystical-eddies", options: "(length: Rounds(2))", people: 1, bots: 7 };
    assert_eq!(trial.play(By::Keys), 2, "there was a round to go on from");
}

#[test]
fn a_whole_game_of_mystical_eddies_by_mouse() {
    let trial = Trial { game: "mystical-eddies", options: "(length: Rounds(1), balance: true)", people: 1, bots: 4 };
    assert_eq!(trial.play(By::Mouse), 1);
}

#[test]
fn four_people_pass_the_computer_on_in_mystical_eddies() {
    let trial = Trial { game: "mystical-eddies", options: "(length: Rounds(1))", people: 4, bots: 4 };
    assert_eq!(trial.play(By::Keys), 1);
}

#[test]
fn a_whole_game_of_mystique_domination_by_keyboard() {
    let trial = Trial { game: "mystique-domination", options: "(target: 10)", people: 1, bots: 3 };
    assert!(trial.play(By::Keys) > 0);
}

#[test]
fn a_whole_game_of_mystique_domination_by_mouse() {
    let trial = Trial { game: "mystique-domination", options: "(target: 10)", people: 1, bots: 3 };
    assert!(trial.play(By::Mouse) > 0);
}

#[test]
fn four_people_pass_the_computer_on_in_mystique_domination() {
    let trial = Trial { game: "mystique-domination", options: "(target: 10)", people: 4, bots: 0 };
    // The last half of a hand.
    assert!(trial.play_on(&Home::new("domination"), By::Keys, trial.after(24)) > 0);
}

#[test]
fn a_whole_game_of_up_and_down_by_keyboard() {
    Trial { game: "up-and-down", options: "()", people: 1, bots: 5 }.play(By::Keys);
}

#[test]
fn a_whole_game_of_up_and_down_by_mouse() {
    Trial { game: "up-and-down", options: "()", people: 1, bots: 2 }.play(By::Mouse);
}

/// Each state of the turn machine: how many points end the game, who plays (people, then bots), and after how many moves the
/// program is started. It is killed there, or as soon as the first player has moved. Everything moves: states last as long as they
/// do for people.
const STATES: [(&str, u32, (usize, usize), usize, bool); 7] = [
    ("Dealing", 300, (1, 2), 0, false),
    ("Person", 300, (1, 2), 4, false),
    ("Moving", 300, (1, 2), 4, true),
    ("Bot", 300, (1, 2), 4, true),
    ("HandOver", 300, (3, 0), 0, true),
    ("RoundOver", 300, (1, 2), 29, true),
    ("Over", 1, (1, 2), 29, true),
];

#[test]
fn kill_9_in_every_state_of_a_game_of_rounds_loses_no_move() {
    let display = Display::open();
    for (turn, target, (people, bots), made, is_moving) in STATES {
        let home = Home::in_motion("cards-kill");
        home.set("results_stay: Short");
        let options = format!("(target: {target})");
        let game = Trial { game: "mystique-circle", options: &options, people, bots }.after(made);
        home.put_save("mystique-circle", &game.record_text());
        let program = Program::start_coarse(&display, &home.0);
        program.key("Return");
        if people > 1 {
            // "I’m ready" has the focus.
            program.until_turn("HandOver", made);
            program.key("Return");
        }
        let mut playing = Playing::new(&program, &home, game, By::Keys, people);
        if is_moving {
            let mv = playing.game.legal_moves(Seat::FIRST).first().cloned().expect("a move");
            playing.make(&mv);
            playing.game.play(Seat::FIRST, &mv).expect("legal");
        }
        let game = playing.game;
        program.until_turn(turn, game.moves().0);
        program.kill_9();
        home.assert_kept(&*game, turn);
    }
}

/// Two games in which the other seats hold other cards look alike to the first seat, pixel by pixel.
#[test]
fn no_pixel_shows_what_other_seats_hold() {
    let display = Display::open();
    let cards = "3yM 4yM 5yM 3rM 4rM 5rM 3bM 4bM 5bM 3yS 4yS 5yS 3rS 4rS 5rS 3bS 4bS 5bS 3yA 4yA 5yA 3rA 4rA 5rA 3bA 4bA 5bA \
                 3yC 4yC 5yC 3rC 4rC 5rC 3bC 4bC 5bC";
    let deck: Vec<&str> = cards.split(' ').collect();
    // The second player gets the first card of three, the third the second.
    let mut other = deck.clone();
    [0, 3, 9, 15, 24].into_iter().for_each(|at| other.swap(at, at + 1));
    let pictures = [deck, other].map(|deck| {
        let home = Home::new("pixels");
        let seats = NAMES.map(|name| format!("(name: {name:?})"))[..3].join(", ");
        let record = format!(
            r#"(parlour: 1, game: "mystique-circle", rules: 1, seed: "tea", seats: [{seats}],
                deal: (deck: "{}", dealer: 0), moves: [])"#,
            deck.join(" ")
        );
        catalogue::load(&record).expect("a deal");
        home.put_save("mystique-circle", &record);
        let program = Program::start_small(&display, &home.0);
        program.key_and_see("Return");
        let handed_over = program.pixels().2;
        program.key_and_see("Return");
        program.until_title("round 1");
        [handed_over, program.pixels().2]
    });
    assert_eq!([0, 1].map(|at| differing(&pictures[0][at], &pictures[1][at])), [0, 0], "handed over, and seen");
    assert!(differing(&pictures[0][0], &pictures[0][1]) > 10_000, "a hand is seen");
}
