//! How fast the rules and the solvers are: `cargo bench --no-default-features`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use parlour::cards::{AttributeKind, Card, MystiqueSet};
use parlour::engine::game::{Bots, Cancel, Game, Observation};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::shuffled;
use parlour::engine::seats::{BotLevel, Seats, Viewer};
use parlour::games::chain::MystiqueChain;
use parlour::games::chain::position::ChainPosition;
use parlour::games::chain::solver::best;
use parlour::games::circle::MystiqueCircle;
use parlour::games::clique::CliqueMystique;
use parlour::games::domination::MystiqueDomination;
use parlour::games::eddies::MysticalEddies;
use parlour::games::eleusis::language::{Automaton, Rule, difference};
use parlour::games::eleusis::{belief::Belief, evidence::Evidence};
use parlour::games::energy::MystiqueEnergy;
use parlour::games::guilds::MystiqueGuilds;
use parlour::games::matrix::MatrixSolitaire;
use parlour::games::maze::MystiqueMaze;
use parlour::games::mess::board::{Button, PictureGrid, TokenCounts};
use parlour::games::mess::solver::solve;
use parlour::games::mystique::Mystique;
use parlour::games::pillars::MystiquePillars;
use parlour::games::restraints::ChainOfRestraints;
use parlour::games::suns::BattleForTheSuns;
use parlour::games::up_and_down::UpAndDown;

fn main() {
    divan::main();
}

/// Random games of Matrix Solitaire from shuffle to end on one thread; the rate is moves.
#[divan::bench]
fn matrix_random_playouts(bencher: Bencher) {
    const GAMES: u64 = 1000;
    let moves: u32 = (0..GAMES).map(play_one).sum();
    bencher
        .counter(ItemsCount::new(moves))
        .bench_local(|| (0..GAMES).map(|game| play_one(black_box(game))).sum::<u32>());
}

fn play_one(number: u64) -> u32 {
    let mut rng = GameRng::from_number(number);
    let mut deck = [Card::from_index(0).expect("a card"); Card::COUNT];
    for (place, card) in deck.iter_mut().zip(Card::all()) {
        *place = card;
    }
    rng.shuffle(&mut deck);
    let mut game = MatrixSolitaire::with_deck(&deck);
    let mut moves = 0;
    while let Some(play) = rng.pick(&game.plays()).copied() {
        game.play_silently(play);
        moves += 1;
    }
    moves
}

/// Shortest repairs of random pictures of Mess Machine, ten tokens on each button; the rate is pictures.
#[divan::bench]
fn mess_shortest_repairs(bencher: Bencher) {
    const PICTURES: u64 = 100;
    bencher
        .counter(ItemsCount::new(PICTURES))
        .bench_local(|| (0..PICTURES).map(|picture| repair(black_box(picture), [10; 4])).sum::<usize>());
}

/// The same with button A used up: the halves of the board are shuffled apart.
#[divan::bench]
fn mess_repairs_without_a_button(bencher: Bencher) {
    const PICTURES: u64 = 1000;
    bencher
        .counter(ItemsCount::new(PICTURES))
        .bench_local(|| (0..PICTURES).map(|picture| repair(black_box(picture), [0, 10, 10, 10])).sum::<usize>());
}

/// Presses of the shortest repair of a shuffled picture. Tiles are shuffled only with those that the buttons can reach.
fn repair(picture: u64, tokens: TokenCounts) -> usize {
    let mut rng = GameRng::from_number(picture);
    let mut tiles = PictureGrid::HOME.tiles();
    for at in (1..tiles.len()).rev() {
        let other = rng.below(at as u32 + 1) as usize;
        let crosses_a = (at ^ other) & PictureGrid::HOME.tiles()[0].across(Button::A).index() != 0;
        if tokens[0] > 0 || !crosses_a {
            tiles.swap(at, other);
        }
    }
    let grid = PictureGrid::from_tiles(tiles).expect("every tile once");
    solve(grid, tokens, None, u64::MAX, &|| false).line.len()
}

/// Random games of a card game to their end on one thread, by the quick paths; the rate is moves.
fn quick_playouts<G: Game>(bencher: Bencher, seats: usize)
where
    G::Options: Default,
{
    const GAMES: u64 = 100;
    let seats = Seats::new(seats).expect("seats");
    let moves: u64 = (0..GAMES).map(|game| quick_playout::<G>(seats, game)).sum();
    bencher
        .counter(ItemsCount::new(moves))
        .bench_local(|| (0..GAMES).map(|game| quick_playout::<G>(seats, black_box(game))).sum::<u64>());
}

fn quick_playout<G: Game>(seats: Seats, number: u64) -> u64 {
    let mut rng = GameRng::from_number(number);
    let mut game = G::deal(&G::Options::default(), seats, None, &mut rng).expect("a deal");
    let (mut moves, mut made) = (Vec::new(), 0);
    while let Some(seat) = game.turn() {
        game.moves_into(seat, &mut moves);
        let Some(mv) = rng.pick(&moves) else { break };
        game.apply_quietly(seat, mv, &mut rng);
        made += 1;
    }
    made
}

#[divan::bench(args = [2, 3, 4, 5])]
fn circle_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<MystiqueCircle>(bencher, seats);
}

/// The same of Mystique.
#[divan::bench(args = [2, 3, 4, 5, 6])]
fn mystique_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<Mystique>(bencher, seats);
}

/// The same of Mystique Chain.
#[divan::bench]
fn chain_random_playouts(bencher: Bencher) {
    quick_playouts::<MystiqueChain>(bencher, 2);
}

/// The same of Battle for the Suns.
#[divan::bench(args = [2, 3, 4])]
fn suns_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<BattleForTheSuns>(bencher, seats);
}

/// The same of Mystique Energy.
#[divan::bench(args = [2, 3, 4, 5, 6])]
fn energy_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<MystiqueEnergy>(bencher, seats);
}

/// The same of Mystical Eddies.
#[divan::bench(args = [3, 4, 5, 6, 7, 8])]
fn eddies_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<MysticalEddies>(bencher, seats);
}

/// The same of Mystique Pillars.
#[divan::bench(args = [2, 3, 4, 5, 6])]
fn pillars_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<MystiquePillars>(bencher, seats);
}

/// The same of Mystique Maze.
#[divan::bench(args = [2, 3, 4])]
fn maze_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<MystiqueMaze>(bencher, seats);
}

/// The same of Mystique Guilds.
#[divan::bench(args = [2, 3, 4])]
fn guilds_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<MystiqueGuilds>(bencher, seats);
}

/// The same of Up and Down.
#[divan::bench(args = [2, 3, 4, 5, 6])]
fn up_and_down_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<UpAndDown>(bencher, seats);
}

/// The same of Chain of Restraints.
#[divan::bench(args = [2, 3, 4])]
fn restraints_random_playouts(bencher: Bencher, seats: usize) {
    quick_playouts::<ChainOfRestraints>(bencher, seats);
}

/// The same of Mystique Domination.
#[divan::bench]
fn domination_random_playouts(bencher: Bencher) {
    quick_playouts::<MystiqueDomination>(bencher, 4);
}

/// The same of Clique Mystique.
#[divan::bench]
fn clique_random_playouts(bencher: Bencher) {
    quick_playouts::<CliqueMystique>(bencher, 2);
}

/// The proof of a random position with so many cards in the pool, one after the other, or giving it up.
#[divan::bench(args = [20, 22, 24, 30], sample_count = 40)]
fn chain_proof(bencher: Bencher, cards: usize) {
    let mut rng = GameRng::from_number(cards as u64);
    bencher
        .with_inputs(|| {
            let deck = shuffled(MystiqueSet::DECK, &mut rng);
            let follow = rng.pick(&AttributeKind::ALL).copied();
            let pool = deck[1..=cards].iter().copied().collect();
            ChainPosition { pool, last: deck[0], follow, strict: false }
        })
        .bench_local_values(|position| best(&position, &Cancel::new()));
}

/// The first hard move of a game that is a choice, which has most to think about: a bid of Circle, an opening of Mystique, a discard in
/// Maze. On all cores but one.
fn first_hard_move<G: Bots>(bencher: Bencher, seats: usize)
where
    G::Options: Default,
{
    let seats = Seats::new(seats).expect("seats");
    let mut rng = GameRng::from_number(1);
    let mut game = G::deal(&G::Options::default(), seats, None, &mut rng).expect("a deal");
    let mut seat = game.turn().expect("somebody acts");
    while let [only] = game.legal_moves(seat).listed() {
        let only = only.clone();
        game.apply(seat, &only, &mut rng);
        seat = game.turn().expect("somebody acts");
    }
    let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
    let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
    let mut bot = G::bot(BotLevel::Hard);
    bencher.bench_local(|| bot.choose(black_box(&observation), 1, &Cancel::new()));
}

#[divan::bench(args = [2, 3, 4, 5])]
fn circle_hard_bid(bencher: Bencher, seats: usize) {
    first_hard_move::<MystiqueCircle>(bencher, seats);
}

#[divan::bench(args = [2, 3, 4, 5, 6])]
fn mystique_hard_opening(bencher: Bencher, seats: usize) {
    first_hard_move::<Mystique>(bencher, seats);
}

#[divan::bench(args = [2, 3, 4], sample_count = 20)]
fn suns_hard_bid(bencher: Bencher, seats: usize) {
    first_hard_move::<BattleForTheSuns>(bencher, seats);
}

#[divan::bench(args = [3, 5, 8], sample_count = 20)]
fn eddies_hard_lead(bencher: Bencher, seats: usize) {
    first_hard_move::<MysticalEddies>(bencher, seats);
}

/// A hard move with so many cards on the board, among four.
#[divan::bench(args = [2, 20, 40, 55], sample_count = 10)]
fn energy_hard_move(bencher: Bencher, laid: usize) {
    let seats = Seats::new(4).expect("seats");
    let mut rng = GameRng::from_number(4);
    let mut game = MystiqueEnergy::deal(&Default::default(), seats, None, &mut rng).expect("a deal");
    for _ in 0..laid {
        let mv = *rng.pick(game.moves(game.table.turn).listed()).expect("a move");
        game.apply(game.table.turn, &mv, &mut rng);
    }
    let seat = game.table.turn;
    let (view, legal) = (game.view(Viewer::Seat(seat)), game.moves(seat));
    let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
    let mut bot = MystiqueEnergy::bot(BotLevel::Hard);
    bencher.bench_local(|| bot.choose(black_box(&observation), 1, &Cancel::new()));
}

#[divan::bench(args = [2, 4, 6], sample_count = 10)]
fn pillars_hard_draft(bencher: Bencher, seats: usize) {
    first_hard_move::<MystiquePillars>(bencher, seats);
}

#[divan::bench(args = [2, 3, 4], sample_count = 20)]
fn maze_hard_move(bencher: Bencher, seats: usize) {
    first_hard_move::<MystiqueMaze>(bencher, seats);
}

#[divan::bench(args = [2, 4, 6], sample_count = 20)]
fn up_and_down_hard_move(bencher: Bencher, seats: usize) {
    first_hard_move::<UpAndDown>(bencher, seats);
}

/// The first card of a game.
#[divan::bench(args = [2, 3, 4], sample_count = 20)]
fn restraints_hard_move(bencher: Bencher, seats: usize) {
    first_hard_move::<ChainOfRestraints>(bencher, seats);
}

#[divan::bench(sample_count = 20)]
fn clique_hard_move(bencher: Bencher) {
    first_hard_move::<CliqueMystique>(bencher, 2);
}

#[divan::bench(sample_count = 20)]
fn chain_hard_move(bencher: Bencher) {
    first_hard_move::<MystiqueChain>(bencher, 2);
}

/// A rule that looks two cards back, as large as automata become.
const LONG_MEMORY: &str = "if rank of last > before and suit of last same as before then 1 to 6 below last, wrapping \
    else suit or rank same as last";

/// What a rule means.
#[divan::bench]
fn eleusis_automaton(bencher: Bencher) {
    let rule: Rule = LONG_MEMORY.parse().expect("a rule");
    bencher.bench_local(|| Automaton::of(black_box(&rule)));
}

/// Whether a card is right after a mainline, which is known by its state.
#[divan::bench]
fn eleusis_judging(bencher: Bencher) {
    let automaton = Automaton::of(&LONG_MEMORY.parse::<Rule>().expect("a rule"));
    let cards: Vec<Card> = Card::all().collect();
    bencher.counter(ItemsCount::new(52u32)).bench_local(|| {
        let mut state = automaton.start(cards[0]);
        let mut right = 0;
        for card in black_box(&cards) {
            right += u32::from(automaton.right(state).contains(*card));
            state = automaton.after(state, *card);
        }
        right
    });
}

/// That two rules which look two cards back mean the same.
#[divan::bench]
fn eleusis_equivalence(bencher: Bencher) {
    let one = Automaton::of(&LONG_MEMORY.parse::<Rule>().expect("a rule"));
    let other = Automaton::of(&format!("not not ({LONG_MEMORY})").parse::<Rule>().expect("a rule"));
    bencher.bench_local(|| difference(black_box(&one), black_box(&other)));
}

/// What the hard bot weighs after so many cards: the rules that fit, and how likely each card is right.
#[divan::bench(args = [1, 4, 10])]
fn eleusis_belief(bencher: Bencher, cards: usize) {
    let mainline = ["7S", "2H", "9C", "JD", "4S", "KH", "AC", "8D", "8S", "3H"];
    let mainline = mainline.map(|card| card.parse::<Card>().expect("a card"));
    let mut evidence = Evidence::new(mainline[0]);
    mainline[1..cards].iter().for_each(|card| evidence.right(*card));
    bencher.bench_local(|| Belief::of(black_box(&evidence)).chances());
}
