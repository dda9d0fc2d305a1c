//! How fast the rules are: `cargo bench --no-default-features`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use parlour::cards::Card;
use parlour::engine::rng::GameRng;
use parlour::games::matrix::MatrixSolitaire;

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
