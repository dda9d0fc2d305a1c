//! The search that all card games share, tried on small games whose best play is known: tic-tac-toe, a three-card poker game
//! whose equilibrium is published (Kuhn, *Simplified Two-Person Poker*, 1950), and tricks with six cards.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use parlour::engine::blunders::Blunders;
use parlour::engine::game::{Bots, Cancel, Complexity, Game, Illegal, Info, Kind, NotAMove, Observation, SetupError};
use parlour::engine::outcome::{Outcome, Stage};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{Seat, SeatSet, Seats, Viewer};
use parlour::search::{Payoffs, SearchBudget, Searchable, compared, flat, tree, tree_on};

/// A move of every game here: a square, a card, or an action, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Pick(u8);

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Pick {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Pick, NotAMove> {
        text.parse().map(Pick).map_err(|_| NotAMove)
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// What these games are made of; the macro makes a [`Game`] of it.
trait Small: Sized {
    type View;
    fn dealt(rng: &mut GameRng) -> Self;
    fn to_move(&self) -> Option<u8>;
    fn open(&self) -> Vec<u8>;
    fn take(&mut self, pick: u8);
    fn seen_by(&self, who: u8) -> Self::View;
    fn world(view: &Self::View, rng: &mut GameRng) -> Self;
    /// What the end is worth to the first player, from 0 to 1.
    fn worth(&self) -> f32;
}

macro_rules! game {
    ($game:ty, $view:ty) => {
        impl Game for $game {
            const INFO: Info = Info {
                id: "small",
                title: "Small",
                tagline: "",
                source: "",
                rules: 1,
                seats: (2, 2),
                minutes: (1, 1),
                kind: Kind::Cards,
                weight: Complexity::Light,
                secrets: true,
                hand_orders: &[],
            };
            type Options = ();
            type Deal = ();
            type Move = Pick;
            type Event = ();
            type View = $view;

            const MOVE_TEXT: &'static str = "a number";

            fn deal(_: &(), _: Seats, _: Option<&()>, rng: &mut GameRng) -> Result<Self, SetupError> {
                Ok(Self::dealt(rng))
            }

            fn stage(&self) -> Stage {
                match self.to_move() {
                    Some(turn) => Stage::Act(SeatSet::only(seat(turn))),
                    None => Stage::Over(Outcome { winners: vec![], title: String::new(), reason: String::new() }),
                }
            }

            fn moves_into(&self, _: Seat, moves: &mut Vec<Pick>) {
                moves.clear();
                moves.extend(self.open().into_iter().map(Pick));
            }

            fn check_move(&self, _: Seat, pick: &Pick) -> Result<(), Illegal> {
                if self.open().contains(&pick.0) { Ok(()) } else { Err(Illegal::because("#no", "no")) }
            }

            fn make(&mut self, _: Seat, pick: &Pick, _: &mut GameRng, _: &mut impl FnMut(())) {
                self.take(pick.0);
            }

            fn view(&self, who: Viewer) -> $view {
                let Viewer::Seat(seat) = who else { panic!("only players look") };
                self.seen_by(seat.index() as u8)
            }

            fn follow(_: &mut Self::View, _: &()) {}

            fn redact(_: &(), _: Viewer) -> Option<()> {
                None
            }

            fn reveals(_: &()) -> bool {
                false
            }

            fn resample_hidden(&self, _: Viewer, _: &mut GameRng) -> Self {
                self.clone()
            }

            fn imagined(view: &$view, _: &[()], rng: &mut GameRng) -> Option<Self> {
                Some(Self::world(view, rng))
            }

            fn census(&self) -> Vec<u32> {
                Vec::new()
            }

            fn scores(&self) -> Vec<i32> {
                vec![0; 2]
            }

            fn state(&self) -> serde_json::Value {
                serde_json::Value::Null
            }

            fn summary(&self) -> String {
                String::new()
            }
        }

        impl Blunders for $game {}

        impl Searchable for $game {
            fn payoffs(&self, _: &Self) -> Payoffs {
                let worth = self.worth();
                [worth, 1.0 - worth, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
            }

            type Reason = String;

            fn reason(_: &Self::View, mv: &Self::Move) -> String {
                mv.to_string()
            }
        }
    };
}

/// What the search plays for whoever is to move.
fn searched<G: Searchable<Move = Pick, Event = ()> + Small>(game: &G, playouts: u32, seed: u64) -> u8 {
    let turn = seat(game.to_move().expect("not over"));
    let (view, legal) = (game.view(Viewer::Seat(turn)), game.legal_moves(turn));
    let observation = Observation { seat: turn, view: &view, seen: &[], legal: &legal };
    let found = tree::<G>(&observation, SearchBudget { worlds: playouts, playouts }, seed, &Cancel::new());
    found.first().expect("a move").mv.0
}

// Tic-tac-toe: nothing hidden.

#[derive(Clone, PartialEq, Debug)]
struct TicTacToe {
    squares: [Option<u8>; 9],
}

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl TicTacToe {
    fn winner(&self) -> Option<u8> {
        let line = LINES.iter().find(|line| {
            let [one, two, three] = line.map(|square| self.squares[square]);
            one.is_some() && one == two && two == three
        });
        line.and_then(|line| self.squares[line[0]])
    }
}

impl Small for TicTacToe {
    type View = TicTacToe;

    fn dealt(_: &mut GameRng) -> TicTacToe {
        TicTacToe { squares: [None; 9] }
    }

    fn to_move(&self) -> Option<u8> {
        let filled = self.squares.iter().flatten().count();
        (self.winner().is_none() && filled < 9).then_some(filled as u8 % 2)
    }

    fn open(&self) -> Vec<u8> {
        (0..9).filter(|square| self.squares[usize::from(*square)].is_none()).collect()
    }

    fn take(&mut self, pick: u8) {
        self.squares[usize::from(pick)] = self.to_move();
    }

    fn seen_by(&self, _: u8) -> TicTacToe {
        self.clone()
    }

    fn world(view: &TicTacToe, _: &mut GameRng) -> TicTacToe {
        view.clone()
    }

    fn worth(&self) -> f32 {
        [0.5, 1.0, 0.0][self.winner().map_or(0, |winner| usize::from(winner) + 1)]
    }
}

game!(TicTacToe, TicTacToe);

/// What best play by both is worth to the first player.
fn minimax<G: Small + Clone>(game: &G) -> f32 {
    let Some(turn) = game.to_move() else { return game.worth() };
    let values = game.open().into_iter().map(|pick| {
        let mut after = game.clone();
        after.take(pick);
        minimax(&after)
    });
    if turn == 0 { values.fold(0.0, f32::max) } else { values.fold(1.0, f32::min) }
}

fn keeps_the_value<G: Searchable<Move = Pick, Event = ()> + Small>(game: &G, playouts: u32) -> bool {
    let mut after = game.clone();
    after.take(searched(game, playouts, 5));
    minimax(&after) == minimax(game)
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn tic_tac_toe_is_never_lost_by_a_move() {
    let mut rng = GameRng::from_number(1);
    let mut tried = 0;
    for _ in 0..12 {
        let mut game = TicTacToe::dealt(&mut rng);
        while game.to_move().is_some() {
            assert!(keeps_the_value(&game, 4000), "{game:?}");
            tried += 1;
            game.take(*rng.pick(&game.open()).expect("a square"));
        }
    }
    assert!(tried > 60);
}

/// The first player completes a line at 2; anywhere else the second may complete one at 5.
#[test]
fn moves_are_compared_without_favour_and_a_blunder_costs_what_it_is_worth() {
    let mut game = TicTacToe { squares: [None; 9] };
    for pick in [0, 3, 1, 4] {
        game.take(pick);
    }
    let legal = game.legal_moves(seat(0));
    let observation = Observation { seat: seat(0), view: &game, seen: &[], legal: &legal };
    let budget = SearchBudget { worlds: 10, playouts: 400 };
    let found = compared::<TicTacToe>(&observation, [&Pick(2), &Pick(8)], budget, 1, &Cancel::new());
    assert_eq!(found.chance.playouts(), 400);
    let [win, other] = found.chance.means();
    assert!(win > 0.999 && other < 0.9, "{found:?}");
    let blunder = TicTacToe::appraise(&observation, &Pick(8), 1, &Cancel::new()).expect("an appraisal");
    assert!(blunder.best == Pick(2) && blunder.is_mistake(), "{blunder:?}");
    let win = TicTacToe::appraise(&observation, &Pick(2), 1, &Cancel::new()).expect("an appraisal");
    assert_eq!((win.best, win.cost()), (Pick(2), 0.0));
}

// Kuhn's poker: three cards, one each. Both stake 1; the first may bet 1 more, and so may the second after a check.

const PASS: u8 = 0;
const BET: u8 = 1;

#[derive(Clone, PartialEq, Debug)]
struct Kuhn {
    /// 0 the jack, 1 the queen, 2 the king.
    cards: [u8; 2],
    history: Vec<u8>,
}

impl Small for Kuhn {
    type View = (u8, u8, Vec<u8>);

    fn dealt(rng: &mut GameRng) -> Kuhn {
        let mut deck = [0, 1, 2];
        rng.shuffle(&mut deck);
        Kuhn { cards: [deck[0], deck[1]], history: Vec::new() }
    }

    fn to_move(&self) -> Option<u8> {
        let is_over = matches!(self.history.as_slice(), [PASS, PASS] | [BET, _] | [PASS, BET, _]);
        (!is_over).then_some(self.history.len() as u8 % 2)
    }

    fn open(&self) -> Vec<u8> {
        vec![PASS, BET]
    }

    fn take(&mut self, pick: u8) {
        self.history.push(pick);
    }

    fn seen_by(&self, who: u8) -> Self::View {
        (who, self.cards[usize::from(who)], self.history.clone())
    }

    fn world((who, card, history): &Self::View, rng: &mut GameRng) -> Kuhn {
        let others: Vec<u8> = (0..3).filter(|other| other != card).collect();
        let other = *rng.pick(&others).expect("two");
        let cards = if *who == 0 { [*card, other] } else { [other, *card] };
        Kuhn { cards, history: history.clone() }
    }

    fn worth(&self) -> f32 {
        (self.won() + 2.0) / 4.0
    }
}

impl Kuhn {
    /// What the first player won, from −2 to 2.
    fn won(&self) -> f32 {
        let stake = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        match self.history.as_slice() {
            [BET, PASS] => 1.0,
            [PASS, BET, PASS] => -1.0,
            [BET, BET] | [PASS, BET, BET] => 2.0 * stake,
            _ => stake,
        }
    }
}

game!(Kuhn, (u8, u8, Vec<u8>));

/// How often a player bets (or calls) with a card in Kuhn's equilibrium, where the first player never bluffs (alpha = 0).
fn equilibrium(card: u8, history: &[u8]) -> f32 {
    let [jack, queen, king] = match history {
        [] => [0.0, 0.0, 0.0],
        [PASS] => [1.0 / 3.0, 0.0, 1.0],
        [BET] => [0.0, 1.0 / 3.0, 1.0],
        _ => [0.0, 1.0 / 3.0, 1.0],
    };
    [jack, queen, king][usize::from(card)]
}

/// What the first player wins on average, if `player` plays by `strategy` and the other one by the equilibrium.
fn expected(game: &Kuhn, player: u8, strategy: &BTreeMap<(u8, Vec<u8>), u8>) -> f32 {
    let Some(turn) = game.to_move() else { return game.won() };
    let card = game.cards[usize::from(turn)];
    let bets = match strategy.get(&(card, game.history.clone())) {
        Some(pick) if turn == player => f32::from(*pick),
        _ => equilibrium(card, &game.history),
    };
    let after = |pick| {
        let mut after = game.clone();
        after.take(pick);
        expected(&after, player, strategy)
    };
    bets * after(BET) + (1.0 - bets) * after(PASS)
}

/// Against the equilibrium no strategy wins more than the value of the game, and one that makes a mistake wins less.
#[test]
fn in_kuhns_poker_the_search_makes_no_mistake_against_the_equilibrium() {
    let deals: Vec<Kuhn> = (0..3)
        .flat_map(|a| (0..3).filter(move |b| *b != a).map(move |b| Kuhn { cards: [a, b], history: Vec::new() }))
        .collect();
    let mean = |player, strategy: &BTreeMap<(u8, Vec<u8>), u8>| {
        deals.iter().map(|deal| expected(deal, player, strategy)).sum::<f32>() / deals.len() as f32
    };
    assert!((mean(0, &BTreeMap::new()) + 1.0 / 18.0).abs() < 1e-6, "the published value");
    let situations: [(u8, &[&[u8]]); 2] = [(0, &[&[PASS, BET]]), (1, &[&[PASS], &[BET]])];
    for (player, histories) in situations {
        let mut strategy = BTreeMap::new();
        for card in 0..3 {
            for history in histories {
                let other = (card + 1) % 3;
                let cards = if player == 0 { [card, other] } else { [other, card] };
                let game = Kuhn { cards, history: history.to_vec() };
                let pick = searched(&game, 8000, 3);
                // With the queen, both calling and folding are right.
                strategy.insert((card, history.to_vec()), pick);
            }
        }
        let value = mean(player, &strategy);
        assert!((value + 1.0 / 18.0).abs() < 1e-6, "player {player} wins {value} with {strategy:?}");
    }
}

// Tricks with six cards, three of each of two suits. Each holds three, so both know all.

#[derive(Clone, PartialEq, Debug)]
struct SixCards {
    /// Suit 0 is 0 to 2, suit 1 is 3 to 5.
    hands: [Vec<u8>; 2],
    led: Option<u8>,
    turn: u8,
    won: [u8; 2],
}

impl Small for SixCards {
    type View = (u8, SixCards);

    fn dealt(rng: &mut GameRng) -> SixCards {
        let mut deck: Vec<u8> = (0..6).collect();
        rng.shuffle(&mut deck);
        let other = deck.split_off(3);
        let mut hands = [deck, other];
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        SixCards { hands, led: None, turn: 0, won: [0; 2] }
    }

    fn to_move(&self) -> Option<u8> {
        (self.won[0] + self.won[1] < 3).then_some(self.turn)
    }

    fn open(&self) -> Vec<u8> {
        let hand = &self.hands[usize::from(self.turn)];
        let follows: Vec<u8> =
            hand.iter().copied().filter(|card| self.led.is_none_or(|led| led / 3 == card / 3)).collect();
        if follows.is_empty() { hand.clone() } else { follows }
    }

    fn take(&mut self, pick: u8) {
        self.hands[usize::from(self.turn)].retain(|card| *card != pick);
        let Some(led) = self.led.take() else {
            self.led = Some(pick);
            self.turn = 1 - self.turn;
            return;
        };
        let wins = pick / 3 == led / 3 && pick > led;
        self.turn = if wins { self.turn } else { 1 - self.turn };
        self.won[usize::from(self.turn)] += 1;
    }

    /// The other hand is what is missing.
    fn seen_by(&self, who: u8) -> (u8, SixCards) {
        (who, self.clone())
    }

    fn world((_, game): &(u8, SixCards), _: &mut GameRng) -> SixCards {
        game.clone()
    }

    fn worth(&self) -> f32 {
        f32::from(self.won[0]) / 3.0
    }
}

game!(SixCards, (u8, SixCards));

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn tricks_with_six_cards_are_played_as_brute_force_would() {
    let mut rng = GameRng::from_number(2);
    for _ in 0..60 {
        let mut game = SixCards::dealt(&mut rng);
        while game.to_move().is_some() {
            assert!(keeps_the_value(&game, 3000), "{game:?}");
            game.take(*rng.pick(&game.open()).expect("a card"));
        }
    }
}

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    let game = TicTacToe::dealt(&mut GameRng::from_number(1));
    let (view, legal) = (game.clone(), game.legal_moves(Seat::FIRST));
    let observation = Observation::<TicTacToe> { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
    let budget = SearchBudget { worlds: 50, playouts: 3000 };
    let alone = tree_on(1, &observation, budget, 7, &Cancel::new());
    assert!(alone.iter().map(|estimate| estimate.visits).sum::<u32>() >= 3000);
    for threads in [2, 3, 8, 20] {
        assert_eq!(tree_on(threads, &observation, budget, 7, &Cancel::new()), alone, "{threads} threads");
    }
}

#[test]
fn flat_search_tries_every_move_as_often() {
    let mut game = TicTacToe::dealt(&mut GameRng::from_number(1));
    [0, 8, 2].into_iter().for_each(|pick| game.take(pick));
    let (view, legal) = (game.clone(), game.legal_moves(seat(1)));
    let observation = Observation::<TicTacToe> { seat: seat(1), view: &view, seen: &[], legal: &legal };
    let found = flat(&observation, SearchBudget { worlds: 10, playouts: 600 }, 7, &Cancel::new());
    assert_eq!(found.first().map(|best| best.mv), Some(Pick(1)), "the only square that does not lose at once");
    let (least, most) = (found.iter().map(|it| it.visits).min(), found.iter().map(|it| it.visits).max());
    assert!(most.unwrap_or(0) - least.unwrap_or(0) <= 8, "{found:?}");
}

/// Asked to stop, a search answers with what it has; it would go on for hours.
#[test]
fn a_search_stops_when_it_is_asked_to() {
    let game = TicTacToe::dealt(&mut GameRng::from_number(1));
    let (view, legal) = (game.clone(), game.legal_moves(Seat::FIRST));
    let cancel = Cancel::new();
    let found = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let observation = Observation::<TicTacToe> { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
            tree(&observation, SearchBudget { worlds: 10, playouts: u32::MAX }, 7, &cancel)
        });
        std::thread::sleep(std::time::Duration::from_millis(20));
        cancel.raise();
        search.join().expect("an answer")
    });
    assert!(!found.is_empty());
}
