//! Bots and hint for Mystery Machine. They know what has come up, what they hold and which low cards are still to come, in no order.
//!
//! Two questions are weighed at once: which pile to ask next, and which low cards will pay for it. What a question is worth
//! comes from the exact [solver](super::par): by how much it brings down the questions that are still needed. How near a
//! hand is to a price is estimated in [turns](super::hands::turns_until).
//!
//! *Easy* takes what comes and asks wherever it can pay. *Medium* minds what each question is
//! worth, both when it picks and when it pays. *Hard* plays every promising move out many times as medium would, over grids and
//! decks that fit what it has seen (Ginsberg, *GIB*, 2001; Bertsekas on rollouts, 1997), and takes the one that ends best.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet};
use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Sight};
use crate::engine::rng::GameRng;
use crate::engine::seats::BotLevel;

use super::hands::{Purse, promise, turns_until};
use super::knowledge::{Given, Reasoner};
use super::par::{EXACT, Seen, Solver, Worth};
use super::puzzle::{MOST_PILES, Puzzle};
use super::rules::{Answer, HAND, Move, MysteryMachine, View, cards_of, low_deck, payments};

/// How many times hard plays each promising move out, and how many of them it looks at.
const PLAYOUTS: usize = 160;
const PROMISING: usize = 6;

/// How far ahead the worth of a question is looked at where the puzzle is too large to look to the end.
const AHEAD: u8 = 2;

/// The most positions that a bot looks at for the worth of questions before it looks only a little ahead.
const EFFORT: u64 = 60_000;

/// What share of the best pile's worth a pile must have to be paid now.
const WORTHWHILE: f64 = 0.6;

/// What the cards that stay in the hand count beside the answer, when a payment is chosen.
const REST: f64 = 0.5;

/// What a win is worth beside a low card left: 1 against this.
const THRIFT: f64 = 0.002;

/// What a bot keeps of a puzzle.
struct Mind {
    puzzle: Arc<Puzzle>,
    reasoner: Arc<Reasoner>,
    solver: Option<Solver>,
    depth: u8,
}

/// A position as a playout has it.
#[derive(Clone)]
struct Position<'a> {
    hand: ArrayVec<Card, HAND>,
    market: ArrayVec<Card, 2>,
    /// The cards to come, next first.
    deck: &'a [Card],
    seen: Seen,
    /// What lies face down in each pile, next first.
    piles: &'a [Vec<Option<u8>>],
    asked: [u8; MOST_PILES],
}

impl Mind {
    fn new(view: &View) -> Mind {
        let puzzle = Arc::clone(&view.puzzle);
        let mut solver = Solver::new(&puzzle).ok();
        let is_deep = solver
            .as_mut()
            .is_some_and(|solver| solver.worth(&Seen::default(), EXACT, &|nodes| nodes > EFFORT).is_ok());
        Mind { solver, depth: if is_deep { EXACT } else { AHEAD }, reasoner: Arc::clone(&view.reasoner), puzzle }
    }

    /// What a question to each pile is worth.
    fn worth(&mut self, seen: &Seen, left: impl Fn(usize) -> bool) -> Worth {
        let depth = self.depth;
        let found = self.solver.as_mut().and_then(|solver| solver.worth(seen, depth, &|_| false).ok());
        found.unwrap_or_else(|| {
            let mut worth = Worth { left: 1.0, ..Worth::default() };
            (0..self.puzzle.piles.len()).filter(|pile| left(*pile)).for_each(|pile| worth.gain[pile] = 1.0);
            worth
        })
    }

    /// The answers that remain, likeliest first; without a solver all are taken to be equally likely.
    fn likely(&self, seen: &Seen) -> Vec<(Vec<u8>, f64)> {
        match &self.solver {
            Some(solver) => solver.likely(seen),
            None => {
                let answers = self.reasoner.known(seen).answers;
                let each = 1.0 / answers.len().max(1) as f64;
                answers.into_iter().map(|answer| (answer, each)).collect()
            }
        }
    }

    fn is_certain(&self, seen: &Seen) -> bool {
        match &self.solver {
            Some(solver) => solver.settles(seen),
            None => self.reasoner.known(seen).answers.len() == 1,
        }
    }

    /// What a hand promises: the worth of every question, less the longer it takes to pay for it.
    fn promise(&self, hand: &[Card], alive: CardSet, worth: &Worth) -> f64 {
        let held: CardSet = hand.iter().copied().collect();
        let piles = self.puzzle.piles.iter().zip(worth.gain).filter(|(_, gain)| *gain > 0.0);
        promise(held, alive, piles.map(|(pile, gain)| (pile.price, gain)))
    }

    /// The payment of the pile that is best to ask now, if any is worth it.
    fn question(&self, position: &Position<'_>, worth: &Worth) -> Option<Move> {
        let best = worth.gain.iter().copied().fold(0.0, f64::max);
        let last = position.market.is_empty();
        let alive = position.alive();
        let mut found: Option<(f64, Move)> = None;
        for (pile, shop) in self.puzzle.piles.iter().enumerate() {
            let gain = worth.gain[pile];
            if gain <= 0.0 || (gain < WORTHWHILE * best && !last) {
                continue;
            }
            for with in payments(&position.hand, shop.price) {
                let rest: ArrayVec<Card, HAND> =
                    position.hand.iter().copied().filter(|card| !with.contains(card)).collect();
                let value = gain + REST * self.promise(&rest, alive, worth);
                if found.as_ref().is_none_or(|(most, _)| value > *most) {
                    found = Some((value, Move::Ask { pile: pile as u8, with }));
                }
            }
        }
        found.map(|(_, mv)| mv)
    }

    /// The picks, the most promising first.
    fn picks(&self, position: &Position<'_>, worth: &Worth) -> Vec<(f64, Move)> {
        let mut found = Vec::new();
        for card in &position.market {
            let mut alive = position.alive();
            position.market.iter().for_each(|card| {
                alive.remove(*card);
            });
            let drops: ArrayVec<Option<Card>, HAND> = match position.hand.is_full() {
                true => position.hand.iter().map(|drop| Some(*drop)).collect(),
                false => [None].into_iter().collect(),
            };
            for drop in drops {
                let hand: ArrayVec<Card, HAND> =
                    position.hand.iter().copied().filter(|held| Some(*held) != drop).chain([*card]).collect();
                found.push((self.promise(&hand, alive, worth), Move::Pick { card: *card, drop }));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found
    }

    /// What medium does.
    fn policy(&mut self, position: &Position<'_>) -> Option<Move> {
        if self.is_certain(&position.seen) {
            return None;
        }
        let worth = self.worth(&position.seen, |pile| position.is_left(pile));
        self.question(position, &worth).or_else(|| self.picks(position, &worth).into_iter().next().map(|(_, mv)| mv))
    }

    /// How good the end is that playing on leads to: the chance of the likeliest answer, and a little for low cards left.
    fn play_out(&mut self, mut position: Position<'_>) -> f64 {
        while let Some(mv) = self.policy(&position) {
            position.play(&mv);
        }
        let sure = self.likely(&position.seen).first().map_or(0.0, |(_, chance)| *chance);
        sure + THRIFT * sure * position.deck.len() as f64
    }

    fn guess(&self, seen: &Seen) -> Option<Move> {
        let (answer, _) = self.likely(seen).into_iter().next()?;
        Some(Move::Guess(cards_of(&self.reasoner, &answer)))
    }
}

impl Position<'_> {
    fn alive(&self) -> CardSet {
        self.deck.iter().chain(&self.market).copied().collect()
    }

    fn is_left(&self, pile: usize) -> bool {
        self.piles.get(pile).is_some_and(|pile_| pile_.len() > usize::from(self.asked[pile]))
    }

    fn play(&mut self, mv: &Move) {
        match mv {
            Move::Pick { card, drop } => {
                self.hand.retain(|held| Some(*held) != *drop);
                let _ = self.hand.try_push(*card);
                let (next, rest) = self.deck.split_at(self.deck.len().min(2));
                self.market = next.iter().copied().collect();
                self.deck = rest;
            }
            Move::Ask { pile, with } => {
                let pile = usize::from(*pile);
                self.hand.retain(|held| !with.contains(held));
                let next = self.piles.get(pile).and_then(|cards| cards.get(usize::from(self.asked[pile])));
                self.asked[pile] += 1;
                self.seen = match next {
                    Some(Some(card)) => self.seen.with_card(pile, u32::from(*card)),
                    _ => self.seen.with_joker(pile),
                };
            }
            Move::Guess(_) => {}
        }
    }
}

/// The low cards that are face down, in the deck's order.
fn to_come(view: &View) -> Vec<Card> {
    let out: CardSet = view.market.iter().chain(&view.hand).chain(&view.dumped).copied().collect();
    low_deck(&view.puzzle).into_iter().filter(|card| !out.contains(*card)).collect()
}

/// Knows the puzzle it last played.
#[derive(Default)]
struct Player(Option<Mind>);

impl Player {
    fn mind(&mut self, view: &View) -> &mut Mind {
        if self.0.as_ref().is_none_or(|mind| mind.puzzle != view.puzzle) {
            self.0 = None;
        }
        self.0.get_or_insert_with(|| Mind::new(view))
    }
}

/// The position as far as a player knows it: nothing is to come but what could be.
fn bare<'a>(view: &View, deck: &'a [Card], piles: &'a [Vec<Option<u8>>]) -> Position<'a> {
    Position {
        hand: view.hand.clone(),
        market: view.market.clone(),
        deck,
        seen: view.seen(),
        piles,
        asked: [0; MOST_PILES],
    }
}

struct Random;

impl Bot<MysteryMachine> for Random {
    fn choose(&mut self, sight: &Sight<'_, MysteryMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let listed = sight.legal.listed();
        let others: Vec<&Move> = listed.iter().filter(|mv| !matches!(mv, Move::Guess(_))).collect();
        match rng.pick(&others) {
            Some(mv) => Some((*mv).clone()),
            None => rng.pick(listed).cloned(),
        }
    }
}

/// Takes what comes and asks wherever it can pay, as one does in a first game.
struct Easy;

impl Bot<MysteryMachine> for Easy {
    fn choose(&mut self, sight: &Sight<'_, MysteryMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let view = sight.view;
        let mut rng = GameRng::from_number(seed);
        if view.is_certain() || sight.legal.listed().iter().all(|mv| matches!(mv, Move::Guess(_))) {
            let answers: Vec<&Vec<u8>> = view.known.answers.iter().collect();
            return rng.pick(&answers).map(|answer| Move::Guess(cards_of(&view.reasoner, answer)));
        }
        let questions: Vec<&Move> = sight.legal.listed().iter().filter(|mv| matches!(mv, Move::Ask { .. })).collect();
        if let Some(mv) = rng.pick(&questions) {
            return Some((*mv).clone());
        }
        let picks: Vec<&Move> = sight.legal.listed().iter().filter(|mv| matches!(mv, Move::Pick { .. })).collect();
        rng.pick(&picks).map(|mv| (*mv).clone())
    }
}

/// Minds what each question is worth.
struct Medium(Player);

impl Bot<MysteryMachine> for Medium {
    fn choose(&mut self, sight: &Sight<'_, MysteryMachine>, _: u64, _: &Cancel) -> Option<Move> {
        let mind = self.0.mind(sight.view);
        let (deck, piles) = (to_come(sight.view), hidden(sight.view));
        let position = bare(sight.view, &deck, &piles);
        mind.policy(&position).or_else(|| mind.guess(&position.seen))
    }
}

/// As many unknown cards as lie face down in each pile.
fn hidden(view: &View) -> Vec<Vec<Option<u8>>> {
    view.down.iter().map(|down| vec![None; *down]).collect()
}

/// A move with what playing it out brought.
struct Tried {
    mv: Move,
    value: f64,
}

/// Plays every promising move out as medium would.
struct Hard(Player);

impl Hard {
    fn tried(&mut self, sight: &Sight<'_, MysteryMachine>, seed: u64, cancel: &Cancel) -> Vec<Tried> {
        let view = sight.view;
        let mind = self.0.mind(view);
        let (mut deck, piles) = (to_come(view), hidden(view));
        let position = bare(view, &deck, &piles);
        if mind.is_certain(&position.seen) {
            return mind.guess(&position.seen).map(|mv| Tried { mv, value: 1.0 }).into_iter().collect();
        }
        let mut tried: Vec<Tried> = promising(mind, &position);
        if tried.is_empty() {
            return mind.guess(&position.seen).map(|mv| Tried { mv, value: 0.0 }).into_iter().collect();
        }
        let mut rng = GameRng::from_number(seed);
        let mut played = 0;
        while played < PLAYOUTS && !(cancel.is_raised() && played > 0) {
            rng.shuffle(&mut deck);
            let Some(sample) = mind.reasoner.sample(&view.seen(), &Given::default(), &mut rng) else { break };
            for one in &mut tried {
                let mut position = bare(view, &deck, &sample.piles);
                position.play(&one.mv);
                one.value += mind.play_out(position);
            }
            played += 1;
        }
        tried.iter_mut().for_each(|one| one.value /= played.max(1) as f64);
        tried.sort_by(|one, other| other.value.total_cmp(&one.value));
        tried
    }
}

/// The moves worth playing out: what the policy would do, the best ways to pay every pile, and the best picks.
fn promising(mind: &mut Mind, position: &Position<'_>) -> Vec<Tried> {
    let worth = mind.worth(&position.seen, |pile| position.is_left(pile));
    let alive = position.alive();
    let mut moves = Vec::new();
    for (pile, shop) in mind.puzzle.piles.iter().enumerate() {
        if worth.gain[pile] <= 0.0 {
            continue;
        }
        let rest = |with: &ArrayVec<Card, HAND>| -> f64 {
            let rest: ArrayVec<Card, HAND> =
                position.hand.iter().copied().filter(|card| !with.contains(card)).collect();
            mind.promise(&rest, alive, &worth)
        };
        let best =
            payments(&position.hand, shop.price).into_iter().max_by(|one, other| rest(one).total_cmp(&rest(other)));
        moves.extend(best.map(|with| Move::Ask { pile: pile as u8, with }));
    }
    let picks = mind.picks(position, &worth).into_iter().map(|(_, mv)| mv);
    moves.extend(picks.take(PROMISING));
    moves.into_iter().map(|mv| Tried { mv, value: 0.0 }).collect()
}

impl Bot<MysteryMachine> for Hard {
    fn choose(&mut self, sight: &Sight<'_, MysteryMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        self.tried(sight, seed, cancel).into_iter().next().map(|tried| tried.mv)
    }
}

impl Bots for MysteryMachine {
    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(Random),
            BotLevel::Easy => Box::new(Easy),
            BotLevel::Medium => Box::new(Medium(Player::default())),
            BotLevel::Hard => Box::new(Hard(Player::default())),
        }
    }

    fn hint(sight: &Sight<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move>> {
        let mut hard = Hard(Player::default());
        let tried = hard.tried(sight, seed, cancel);
        let best = tried.first()?;
        let mind = hard.0.mind(sight.view);
        let reason = reason_of(mind, sight.view, best);
        Some(Hint { mv: best.mv.clone(), reason })
    }

    fn could_be_won(dealt: &Self) -> Option<bool> {
        Some(best_known(dealt).is_some())
    }

    fn hindsight(dealt: &Self, _: &Cancel) -> Option<Hindsight> {
        let sentence = match best_known(dealt) {
            Some(left) => format!("Knowing all cards, it could be solved for certain with {left} low cards left"),
            None => "Even knowing all cards, the low deck could not pay for certainty".to_owned(),
        };
        Some(Hindsight { score: None, sentence })
    }
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" ")
}

/// The chance to win, and what speaks for the move.
fn reason_of(mind: &mut Mind, view: &View, best: &Tried) -> String {
    let chance = format!(
        "about {:.0} % to win from here",
        100.0 * (best.value / (1.0 + THRIFT * view.low_left as f64)).min(1.0)
    );
    let worth = mind.worth(&view.seen(), |pile| view.down[pile] > 0);
    match &best.mv {
        Move::Guess(cards) if view.is_certain() => format!("Name {}: the mystery is certain", listed(cards)),
        Move::Guess(cards) => {
            format!("Name {}: nothing more can be asked; {} answers remain", listed(cards), view.known.answers.len())
        }
        Move::Ask { pile, with } => {
            let gain = worth.gain[usize::from(*pile)];
            format!(
                "Ask pile {} with {}: it saves {gain:.1} of the {:.1} questions still needed; {chance}",
                pile + 1,
                listed(with),
                worth.left
            )
        }
        Move::Pick { card, drop } => {
            let taken = match drop {
                Some(drop) => format!("Take {} for {}", card.pretty(), drop.pretty()),
                None => format!("Take {}", card.pretty()),
            };
            let hand: CardSet = view.hand.iter().copied().filter(|held| Some(*held) != *drop).chain([*card]).collect();
            let alive: CardSet = to_come(view).into_iter().collect();
            let near =
                |pile: &usize| turns_until(view.puzzle.piles[*pile].price, hand, alive) / worth.gain[*pile].max(0.01);
            let piles = (0..view.puzzle.piles.len()).filter(|pile| worth.gain[*pile] > 0.0);
            let aim = piles.min_by(|one, other| near(one).total_cmp(&near(other)));
            let aim = aim.map_or(String::new(), |pile| {
                format!(", towards {} for pile {}", view.puzzle.piles[pile].price.words(), pile + 1)
            });
            format!("{taken}{aim}; {chance}")
        }
    }
}

/// How many low cards at most can be left when all is certain, for one who knows every card; `None` where the deck cannot pay
/// for it.
pub fn best_known(dealt: &MysteryMachine) -> Option<usize> {
    let puzzle = dealt.puzzle();
    let solver = Solver::new(puzzle).ok()?;
    let reasoner = Reasoner::new(puzzle).ok()?;
    let view = crate::engine::game::Game::view(dealt, crate::engine::seats::Viewer::Referee);
    let mut pairs: Vec<ArrayVec<Card, 2>> = vec![view.market.clone()];
    let deck: Vec<Card> = dealt.low().iter().rev().copied().collect();
    pairs.extend(deck.chunks(2).map(|pair| pair.iter().copied().collect::<ArrayVec<Card, 2>>()));
    let purse = Purse { pairs: &pairs, effort: 200_000 };
    let sizes: Vec<usize> = (0..puzzle.piles.len()).map(|pile| dealt.to_come(pile).len()).collect();
    let mut enough: Vec<Vec<usize>> = Vec::new();
    let mut counts = vec![0; sizes.len()];
    // Every number of questions to each pile, those with fewer in all first.
    let mut all = Vec::new();
    loop {
        all.push(counts.clone());
        let Some(next) = (0..sizes.len()).find(|pile| counts[*pile] < sizes[*pile]) else { break };
        counts[next] += 1;
        counts[..next].fill(0);
    }
    all.sort_by_key(|counts| counts.iter().sum::<usize>());
    for counts in all {
        let has_more_than_enough =
            enough.iter().any(|less| less.iter().zip(&counts).all(|(less, count)| less <= count));
        if has_more_than_enough {
            continue;
        }
        let mut seen = Seen::default();
        for (pile, count) in counts.iter().enumerate() {
            for answer in &dealt.to_come(pile)[..*count] {
                seen = match answer {
                    Answer::Card(card) => seen.with_card(pile, u32::from(reasoner.number(*card)?)),
                    Answer::Joker(_) => seen.with_joker(pile),
                };
            }
        }
        if solver.settles(&seen) {
            enough.push(counts);
        }
    }
    let turns = enough.iter().filter_map(|counts| {
        let prices: Vec<_> = counts
            .iter()
            .zip(&puzzle.piles)
            .flat_map(|(count, pile)| std::iter::repeat_n(pile.price, *count))
            .collect();
        purse.turns(&prices, HAND)
    });
    let turns = turns.min()?;
    // The market shows the next pair already.
    Some(pairs.iter().skip(turns + 1).map(|pair| pair.len()).sum())
}
