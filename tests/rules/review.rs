//! The review of finished games: what the hard bot makes of every move, in every game of the catalogue.

use parlour::catalogue::{self, GAMES, GameEntry};
use parlour::engine::game::{Bot, Bots, Cancel, Game, Moves, Observation};
use parlour::engine::record::Player;
use parlour::engine::review::{Appraisal, MoveReview, SecondThought, Worth, costliest};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::{Playable, SecondChance, TableSession};
use parlour::games::chain::MystiqueChain;
use parlour::games::circle::MystiqueCircle;
use parlour::games::circle::rules as circle;
use parlour::games::clique::CliqueMystique;
use parlour::games::domination::MystiqueDomination;
use parlour::games::eddies::MysticalEddies;
use parlour::games::eleusis::EleusisExpress;
use parlour::games::energy::MystiqueEnergy;
use parlour::games::guilds::MystiqueGuilds;
use parlour::games::matrix::MatrixSolitaire;
use parlour::games::maze::MystiqueMaze;
use parlour::games::mess::rules as mess;
use parlour::games::mess::{MessMachine, PictureGrid};
use parlour::games::mystery::{MysteryMachine, moves, rules as mystery};
use parlour::games::mystique::Mystique;
use parlour::games::pillars::MystiquePillars;
use parlour::games::restraints::ChainOfRestraints;
use parlour::games::suns::BattleForTheSuns;
use parlour::games::up_and_down::UpAndDown;
use parlour::search::{SearchBot, SearchBudget, Searchable, Strength};

use crate::share::share_of;

fn golden(id: &str) -> String {
    let path = format!("{}/tests/rules/golden/{id}.ron", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn looked_at(session: &dyn TableSession, step: usize) -> MoveReview {
    let (title, work) = (session.info().title, session.review_job(step).expect("a move of a finished game"));
    work(&Cancel::new()).unwrap_or_else(|| panic!("{title}: nothing is said of move {step}"))
}

/// What a reason begins with: it is advice, and a verdict says that it was better to do so.
const BEGINNINGS: &[&str] = &[
    "Agree", "Announce", "Ask", "Bid", "Build", "Buy", "Choose", "Deflect", "Discard", "Draft", "Draw", "Give", "Go",
    "Guess", "Judge", "Lay", "Lead", "Leave", "Let", "Name", "Offer", "Open", "Pass", "Play", "Press", "Propose",
    "Refuse", "Replace", "Reply", "Say", "Set", "Stop", "Take", "Toss",
];

/// Reviews moves of the golden game: no more than these many, from all of it.
fn moves_are_reviewed(entry: &GameEntry, most: usize) {
    let mut session = entry.load(&golden(entry.info.id)).expect("the golden game");
    session.look_on();
    let described = session.spoken_moves();
    // A replay is reviewed wherever it stands.
    session.seek(0);
    let reviews: Vec<MoveReview> =
        (1..=described.len()).step_by(described.len().div_ceil(most)).map(|step| looked_at(&*session, step)).collect();
    for review in &reviews {
        let about = format!("{}: {review:?}", entry.info.id);
        assert!(review.cost >= 0.0 && (review.cost > 0.0 || !review.is_mistake), "{about}");
        assert!(!review.is_best || review.cost == 0.0, "{about}");
        assert_eq!(review.is_best, review.best == review.played, "{about}");
        assert!(described[review.step - 1].ends_with(&review.played), "{about}: {}", described[review.step - 1]);
        assert!(!review.best.is_empty(), "{about}");
        let begins_with = review.reason.split([' ', ':']).next().expect("a word");
        assert!(BEGINNINGS.contains(&begins_with), "it was better to {about}");
        assert_eq!(review.verdict().contains("It was better to "), review.is_mistake, "{about}");
    }
    assert!(costliest(&reviews).is_none_or(|costliest| {
        reviews.iter().all(|other| !other.is_mistake || other.unit != costliest.unit || other.cost <= costliest.cost)
    }));
}

#[test]
fn every_golden_game_is_reviewed_in_a_few_moves() {
    for entry in GAMES {
        moves_are_reviewed(entry, 1);
    }
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn every_golden_game_is_reviewed_in_many_moves() {
    for entry in GAMES {
        moves_are_reviewed(entry, share_of(30));
    }
}

#[test]
fn only_moves_of_a_game_that_was_played_to_its_end_are_reviewed() {
    for entry in GAMES {
        let mut session = entry.load(&golden(entry.info.id)).expect("the golden game");
        let (_, all) = session.moves();
        assert!(session.review_job(all).is_some() && session.review_job(1).is_some());
        assert!(session.review_job(0).is_none() && session.review_job(all + 1).is_none());
        session.seek(all - 1);
        // As a record it ends before the end.
        let given_up = catalogue::load(&session.record_text()).expect("a record");
        assert!(given_up.review_job(1).is_none(), "{}", entry.info.id);
    }
}

/// Looks once more at choices of the golden game: no more than these many, from all of it.
fn choices_can_be_made_once_more(entry: &GameEntry, most: usize) {
    let id = entry.info.id;
    let mut whole = entry.load(&golden(id)).expect("the golden game");
    let ((_, all), record) = (whole.moves(), whole.record_text());
    whole.look_on();
    for step in (1..=all).step_by(all.div_ceil(most)) {
        let SecondChance { mut table, told, played } = whole.second_chance(step).expect("a finished game");
        let about = format!("{id}, move {step}: {told}");
        let Viewer::Seat(seat) = table.viewer() else { panic!("{about}: {:?}", table.viewer()) };
        assert_eq!((table.moves(), table.outcome(), table.hand_over()), ((step - 1, step - 1), None, None), "{about}");
        assert!(table.acting().contains(seat) && table.check(seat, &played).is_ok(), "{about}: {played}");
        assert!(table.opened_deal().is_none() && !table.is_shown_openly(), "{about}");
        // It is what this seat saw at the time, and nothing else.
        whole.see_as(Some(seat));
        whole.seek(step - 1);
        assert_eq!(table.layout(), whole.layout(), "{about}");
        assert_eq!((table.told_moves(), table.described()), (whole.told_moves(), whole.described()), "{about}");
        assert!(told.ends_with('.') && !told.contains(['\u{E5EA}', '\u{E5EB}', '\u{E5EC}']), "{about}");
        // What is done there changes nothing of the game, and is not answered.
        table.play(seat, &played).expect("it was legal then");
        assert_eq!(table.moves(), (step, step), "{about}");
        assert_eq!(table.viewer(), Viewer::Seat(seat), "{about}");
        whole.seek(all);
        assert_eq!(whole.record_text(), record, "{about}");
    }
    assert!(whole.second_chance(0).is_none() && whole.second_chance(all + 1).is_none(), "{id}");
    whole.seek(all - 1);
    let given_up = catalogue::load(&whole.record_text()).expect("a record");
    assert!(given_up.second_chance(1).is_none() && given_up.retry_job(1, "take").is_none(), "{id}");
}

#[test]
fn every_choice_of_a_finished_game_can_be_made_once_more_by_what_its_seat_saw() {
    for entry in GAMES {
        choices_can_be_made_once_more(entry, 12);
    }
}

#[test]
fn what_was_done_is_told_with_nothing_of_what_came_of_it() {
    let told = |id: &str, step: usize| {
        let session = catalogue::find(id).expect("a game").load(&golden(id)).expect("the golden game");
        session.second_chance(step).expect("a finished game").told
    };
    // What a card was, whether it was right, and what was drawn is seen only then.
    assert_eq!(told("mystery-machine", 4), "South asked pile 1 with the two of spades, the two of hearts.");
    assert_eq!(told("eleusis-express", 3), "Medium bot played the eight of clubs.");
    assert_eq!(told("mystique-maze", 1), "Medium bot drew from the deck.");
    assert_eq!(told("battle-for-the-suns", 1), "Hard bot bid the two of red moons.");
    assert_eq!(told("matrix-solitaire", 1), "South played the king of diamonds to the bottom right.");
    assert_eq!(told("mystical-eddies", 1), "Easy bot played the ace of red arms.");
}

#[test]
fn a_move_that_is_tried_instead_is_weighed_like_one_that_was_played() {
    let session = catalogue::load(&golden("matrix-solitaire")).expect("the golden game");
    let weighed = |mv: &str| session.retry_job(7, mv).and_then(|work| work(&Cancel::new()));
    let played = looked_at(&*session, 7);
    let SecondChance { table, played: mv, .. } = session.second_chance(7).expect("a finished game");
    let again = weighed(&mv).expect("it is said what it costs");
    assert_eq!((again.cost, again.is_best, &again.best_move), (played.cost, played.is_best, &played.best_move));
    let best = weighed(&played.best_move).expect("it is said that it costs nothing");
    assert!(best.is_best && best.cost == 0.0 && SecondThought::of(&best, &played) == SecondThought::Best);
    let legal = table.legal_moves(Seat::FIRST);
    let worst = legal.iter().filter_map(|mv| weighed(mv)).map(|tried| tried.cost);
    assert!(worst.fold(0.0, f64::max) > 5.0, "one of them gives up a chain");
    assert!(session.retry_job(7, "z9").is_none() && session.retry_job(0, &mv).is_none(), "no move, and no step");
}

/// Lets hard bots play a game to its end, as a window does, and reviews it.
fn hard_bots_agree_with_themselves(id: &str, seats: usize, options: &str) {
    let players = vec![Player::bot(BotLevel::Hard); seats];
    let entry = catalogue::find(id).expect("a game");
    let mut session = entry.start_with("review", players, options).expect("a deal");
    while let Some((seat, work)) = session.bot_job() {
        let mv = work(&Cancel::new()).expect("a move");
        session.play(seat, &mv).expect("a legal move");
    }
    let (_, all) = session.moves();
    for step in 1..=all {
        let review = looked_at(&*session, step);
        assert!(review.is_best && review.cost == 0.0 && !review.is_mistake, "{id}: {review:?}");
    }
    assert!(all > 2, "{id}: {all} moves");
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn what_the_hard_bot_played_costs_nothing() {
    hard_bots_agree_with_themselves("matrix-solitaire", 1, "");
    hard_bots_agree_with_themselves("mystery-machine", 1, "(puzzle: \"welcome-mushy-heads\", pure_logic: true)");
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_the_hard_bot_played_costs_nothing_in_any_game() {
    hard_bots_agree_with_themselves("mess-machine", 1, "");
    hard_bots_agree_with_themselves("mess-machine", 3, "(difficulty: Medium)");
    hard_bots_agree_with_themselves("mystery-machine", 1, "(puzzle: \"welcome-mushy-heads\")");
    hard_bots_agree_with_themselves("mystique-circle", 3, "(target: 30)");
}

/// What the hard bot makes of a move in this position.
fn appraised<G: Bots>(game: &G, seat: Seat, mv: &G::Move) -> Appraisal<G::Move, G::Reason> {
    assert_eq!(game.check(seat, mv), Ok(()), "{mv}");
    let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
    let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
    G::appraise(&observation, mv, 1, &Cancel::new()).unwrap_or_else(|| panic!("nothing is said of {mv}"))
}

fn rng() -> GameRng {
    GameRng::from_number(3)
}

#[test]
fn in_matrix_solitaire_a_chain_that_is_not_made_costs_points() {
    let mut session = Session::<MatrixSolitaire>::from_text(&golden("matrix-solitaire")).expect("the golden game");
    // The seventh play is a chain of five.
    session.seek(6);
    let legal = session.game().legal_moves(Seat::FIRST);
    let found: Vec<_> = legal.listed().iter().map(|mv| appraised(session.game(), Seat::FIRST, mv)).collect();
    let worst = found.iter().map(Appraisal::cost).fold(0.0, f64::max);
    assert!(worst > 5.0 && found.iter().any(|found| found.cost() == 0.0), "{found:?}");
    assert!(found.iter().all(|other| other.best == found[0].best), "{found:?}");
}

#[test]
fn in_mess_machine_a_press_away_from_the_picture_costs_presses() {
    let near = PictureGrid::HOME.pressed("A 11 13".parse().expect("a press"));
    let tiles = near.tiles().map(|tile| tile.index() as u8 + 1).to_vec();
    let deal = mess::Deal { tiles, dice: Vec::new() };
    let game = MessMachine::deal(&mess::Options::default(), Seats::ONE, Some(&deal), &mut rng()).expect("a deal");
    let away = appraised(&game, Seat::FIRST, &"D 34 44".parse().expect("a press"));
    assert_eq!(away.best.to_string(), "A 11 13");
    assert!((1.5..3.0).contains(&away.cost()) && matches!(away.unit, Worth::Count { one: "press", .. }), "{away:?}");
}

#[test]
fn in_mystery_machine_a_guess_at_the_start_throws_the_game_away() {
    for pure_logic in [false, true] {
        let options = mystery::Options { pure_logic, ..mystery::Options::default() };
        let game = MysteryMachine::deal(&options, Seats::ONE, None, &mut rng()).expect("a deal");
        let legal = game.legal_moves(Seat::FIRST);
        let guess = legal.listed().iter().find(|mv| matches!(mv, moves::Move::Guess(_))).expect("a guess");
        let found = appraised(&game, Seat::FIRST, guess);
        // One of sixteen answers, with ten cards left face down, of which good play needs about four.
        let least = if pure_logic { 4.0 } else { 0.5 };
        assert!(found.cost() > least && found.is_mistake(), "{found:?}");
        assert_eq!(found.unit == Worth::Chance, !pure_logic);
    }
}

fn bid(mv: &circle::Move) -> u8 {
    if let circle::Move::Hole(hole) = mv { hole.bid() } else { 0 }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn in_mystique_circle_a_bid_that_nobody_could_win_lowers_the_chances() {
    let seats = Seats::new(3).expect("seats");
    let game = MystiqueCircle::deal(&circle::Options::default(), seats, None, &mut rng()).expect("a deal");
    let legal = game.legal_moves(Seat::FIRST);
    let wild = legal.listed().iter().max_by_key(|mv| bid(mv)).expect("a hole");
    let found = appraised(&game, Seat::FIRST, wild);
    assert!(bid(wild) > bid(&found.best) && found.is_mistake(), "{found:?}");
}

/// How those play on who look ahead further than a review lets them.
const LONG: SearchBudget = SearchBudget { worlds: 18, playouts: 80 };

/// What a move brought less than another one in one world, if bots play on to the end of the episode: in what the game counts, and as
/// a chance.
fn lost<G: Searchable>(world: &G, seat: Seat, [best, played]: [&G::Move; 2], rng: &mut GameRng) -> [f64; 2] {
    let ends = [best, played].map(|mv| {
        let mut game = world.clone();
        game.apply_quietly(seat, mv, rng);
        while let Some(turn) = game.turn().filter(|_| !game.is_episode_over(world)) {
            let (view, legal) = (game.view(Viewer::Seat(turn)), game.legal_moves(turn));
            let observation: Observation<'_, G> = Observation { seat: turn, view: &view, seen: &[], legal: &legal };
            let bot = &mut SearchBot(Strength::Flat(LONG));
            let mv = bot.choose(&observation, rng.bits(), &Cancel::new()).expect("a move");
            game.apply_quietly(turn, &mv, rng);
        }
        [f64::from(game.count(world, seat)), f64::from(game.payoffs(world)[seat.index()])]
    });
    [ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]]
}

/// A world as likely as it explains what others did: one of many.
fn likely_world<G: Searchable>(observation: &Observation<'_, G>, rng: &mut GameRng) -> G {
    let worlds: Vec<G> = (0..60).filter_map(|_| G::imagined(observation.view, observation.seen, rng)).collect();
    let weights: Vec<f64> = worlds.iter().map(|world| f64::from(world.likelihood(observation.seat))).collect();
    let mut left = rng.share() * weights.iter().sum::<f64>();
    let found = weights.iter().position(|weight| {
        left -= weight;
        left <= 0.0
    });
    worlds.into_iter().nth(found.unwrap_or(0)).expect("a world")
}

/// Moves that nobody chose, as a review sees them, and as they turn out when both moves are played on by bots, again and
/// again: in the sum it must be the same, whatever is called a mistake must be one, and whatever is not must cost little.
fn costs_are_those_of_long_play_outs<G: Searchable>(
    options: &G::Options,
    seats: usize,
    positions: usize,
    worlds: usize,
) {
    let mut rng = GameRng::from_number(11);
    let (mut said, mut found, mut doubt) = (0.0, 0.0, 0.0);
    let mut left = positions;
    while left > 0 {
        let seated = Seats::new(seats).expect("seats");
        let mut game = G::deal(options, seated, None, &mut rng).expect("a deal");
        while let Some(seat) = game.turn().filter(|_| left > 0) {
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
            let observation: Observation<'_, G> = Observation { seat, view: &view, seen: &[], legal: &legal };
            if rng.below(12) == 0 && legal.listed().len() > 1 {
                let played = rng.pick(legal.listed()).cloned().expect("a move");
                let appraisal = G::appraise(&observation, &played, 1, &Cancel::new()).expect("something is said");
                if appraisal.best != played {
                    let is_counted = matches!(appraisal.unit, Worth::Count { .. });
                    let losses: Vec<f64> = (0..worlds)
                        .map(|_| {
                            let world = likely_world(&observation, &mut rng);
                            lost(&world, seat, [&appraisal.best, &played], &mut rng)[usize::from(!is_counted)]
                        })
                        .collect();
                    let mean = losses.iter().sum::<f64>() / worlds as f64;
                    let square = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / worlds as f64;
                    let error = (square / worlds as f64).sqrt() + appraisal.noise / 2.0;
                    let cost = appraisal.best_value - appraisal.played_value;
                    let little = appraisal.unit.little().max(appraisal.noise);
                    let is_so = match appraisal.is_mistake() {
                        true => mean > -3.0 * error,
                        false => mean < little + 3.0 * error,
                    };
                    assert!(is_so, "{played}: {appraisal:?}, but {mean} ± {error}");
                    if is_counted {
                        (said, found, doubt) = (said + cost, found + mean, doubt + error.powi(2));
                    }
                    left -= 1;
                }
            }
            let mv = rng.pick(legal.listed()).cloned();
            let bot = &mut SearchBot(Strength::Policy);
            let mv = if rng.below(4) == 0 { mv } else { bot.choose(&observation, rng.bits(), &Cancel::new()) };
            game.apply_quietly(seat, &mv.expect("a move"), &mut rng);
        }
    }
    let off: f64 = said - found;
    let id = G::INFO.id;
    // Where all costs are chances, there is no sum, and each of them alone has been held.
    assert!(off.abs() <= 3.0 * doubt.sqrt() + 0.4 * found.abs(), "{id}: {said} said, {found} found ± {}", doubt.sqrt());
}

/// A test for each game: so many seats, and worlds for each position.
macro_rules! costs_are_those_of_long_play_outs {
    ($($game:ident: $of:ident, $seats:expr, $worlds:expr;)*) => {
        mod costs_are_those_of_long_play_outs_in {
            $(#[test]
            #[ignore = "takes many seconds; ./check runs it"]
            fn $game() {
                super::costs_are_those_of_long_play_outs::<super::$of>(&Default::default(), $seats, super::share_of(10), $worlds);
            })*
        }
    };
}

costs_are_those_of_long_play_outs! {
    mystique: Mystique, 3, 30;
    mystique_circle: MystiqueCircle, 4, 40;
    mystique_pillars: MystiquePillars, 3, 20;
    battle_for_the_suns: BattleForTheSuns, 3, 40;
    mystique_energy: MystiqueEnergy, 3, 30;
    mystical_eddies: MysticalEddies, 4, 25;
    up_and_down: UpAndDown, 3, 40;
    mystique_domination: MystiqueDomination, 4, 40;
    chain_of_restraints: ChainOfRestraints, 3, 12;
    clique_mystique: CliqueMystique, 2, 30;
    mystique_maze: MystiqueMaze, 3, 40;
    mystique_guilds: MystiqueGuilds, 3, 40;
}

fn choices_alone_are_looked_at<G: Playable>() {
    let id = G::INFO.id;
    let session = Session::<G>::from_text(&golden(id)).expect("the golden game");
    let (plan, players) = (session.review_plan(), session.players());
    let with_people = players.iter().any(|player| player.bot.is_none());
    assert!(!plan.own.is_empty() && plan.own.is_subset(&plan.choices), "{id}: {plan:?}");
    assert!(plan.choices.iter().all(|step| (1..=session.line_len()).contains(step)), "{id}: {plan:?}");
    for (before, turn) in session.line().iter().enumerate() {
        let step = before + 1;
        let legal = session.position(before).legal_moves(turn.seat);
        let is_only = matches!(&legal, Moves::All(moves) if moves.len() < 2);
        assert!(!(is_only && plan.choices.contains(&step)), "{id}: move {step} was the only one");
        let is_own = !with_people || players[turn.seat.index()].bot.is_none();
        assert_eq!(plan.own.contains(&step), is_own && plan.choices.contains(&step), "{id}: move {step}");
    }
}

#[test]
fn moves_without_a_choice_are_not_looked_at_and_with_people_only_theirs_are() {
    choices_alone_are_looked_at::<MatrixSolitaire>();
    choices_alone_are_looked_at::<MysteryMachine>();
    choices_alone_are_looked_at::<MessMachine>();
    choices_alone_are_looked_at::<EleusisExpress>();
    choices_alone_are_looked_at::<Mystique>();
    choices_alone_are_looked_at::<MystiqueCircle>();
    choices_alone_are_looked_at::<BattleForTheSuns>();
    choices_alone_are_looked_at::<UpAndDown>();
    choices_alone_are_looked_at::<MystiqueEnergy>();
    choices_alone_are_looked_at::<MystiqueChain>();
    choices_alone_are_looked_at::<MysticalEddies>();
    choices_alone_are_looked_at::<MystiquePillars>();
    choices_alone_are_looked_at::<MystiqueDomination>();
    choices_alone_are_looked_at::<ChainOfRestraints>();
    choices_alone_are_looked_at::<CliqueMystique>();
}

/// Whoever has no answer in Mystique must take the cards, so that there is nothing to say of it.
#[test]
fn cards_that_had_to_be_taken_are_left_out_of_a_review() {
    let session = Session::<Mystique>::from_text(&golden("mystique")).expect("the golden game");
    let choices = session.review_plan().choices;
    let is_left_out = |step: usize| {
        let turn = &session.line()[step - 1];
        turn.mv.to_string() == "take" && !choices.contains(&step)
    };
    assert!((1..=session.line_len()).any(is_left_out), "{choices:?}");
}
