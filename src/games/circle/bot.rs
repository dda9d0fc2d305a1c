//! What good play in Mystique Circle is, for the search that all card games share.
//!
//! A playout bids what the hand promises and then plays towards the bid: who still needs tricks plays to win, who has enough
//! plays the highest card that does not.

use crate::engine::game::{Bot, Bots, Cancel, Game, Hindsight, Hint, Observation, RandomBot};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat};
use crate::search::{Payoffs, SearchBot, SearchBudget, Searchable, Strength};
use crate::words::counted;

use super::rules::{Hole, Move, MystiqueCircle, View};
use crate::cards::{MystiqueCard, MystiqueSet};

const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 60, playouts: 240 });
const HARD: Strength = Strength::Tree(SearchBudget { worlds: 800, playouts: 4000 });

/// How far bids lie from what the cards promise, in tricks.
const SPREAD: f32 = 1.3;

/// A lead of so many points makes a win e times as likely.
const LEAD: f32 = 14.0;

/// How many holes a search considers: those whose bids suit what is left best.
const HOLES: usize = 24;

/// In one of so many moves of a playout anything may be played.
const SLIP: u32 = 10;

/// How likely a card is to take its trick, roughly: among n players the n numbers in use share it, higher ones more.
fn promise(card: MystiqueCard, players: usize) -> f32 {
    let players = players as f32;
    let rank = f32::from(card.number()) - (6.0 - players);
    (0.4 + 1.2 * rank / (players - 1.0)) / players
}

fn promised(cards: MystiqueSet, players: usize) -> f32 {
    cards.iter().map(|card| promise(card, players)).sum()
}

/// How far a bid is from what the other cards of the hand promise, in tricks.
fn misfit(hole: Hole, whole: f32, players: usize) -> f32 {
    let rest = whole - hole.0.into_iter().map(|card| promise(card, players)).sum::<f32>();
    (f32::from(hole.bid()) - rest).abs()
}

impl MystiqueCircle {
    fn players(&self) -> usize {
        self.table.seats().count()
    }

    /// How many tricks a seat still wants; negative once it has too many.
    fn needs(&self, seat: Seat) -> i32 {
        let bid = self.hole(seat).map_or(0, Hole::bid);
        i32::from(bid) - i32::from(self.table.tricks[seat.index()])
    }

    fn fitting_hole(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let (players, whole) = (self.players(), promised(self.hand(seat), self.players()));
        // Up to half a trick of chance, so that not all playouts bid alike.
        let off = |mv: &Move, chance: f32| match mv {
            Move::Hole(hole) => misfit(*hole, whole, players) + chance,
            Move::Play(_) => f32::MAX,
        };
        let mut chances = rng.bits();
        let mut best = (f32::MAX, 0);
        for (number, mv) in moves.iter().enumerate() {
            chances = chances.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let off = off(mv, (chances >> 40) as f32 / (1u64 << 25) as f32);
            if off < best.0 {
                best = (off, number);
            }
        }
        best.1
    }

    /// Towards the bid: the highest card that wins or does not win, whichever is wanted.
    fn towards_bid(&self, seat: Seat, moves: &[Move]) -> usize {
        let wants = self.needs(seat) > 0;
        let is_last = self.table.trick.len() + 1 == self.players();
        let led = self.table.trick.led();
        let score = |mv: &Move| {
            let Move::Play(card) = mv else { return 0 };
            let (wins, number) = (self.table.would_win(*card), i32::from(card.number()));
            match (wants, led.is_none(), wins) {
                // To win a trick that is led, the highest card; to be rid of the lead, the lowest.
                (true, true, _) => number,
                (false, true, _) => -number,
                // The last to play wins with the lowest that does.
                (true, _, true) => 20 + if is_last { -number } else { number },
                (true, _, false) => -number,
                (false, _, false) => 20 + number,
                (false, _, true) => {
                    if is_last {
                        number
                    } else {
                        -number
                    }
                }
            }
        };
        let scores = moves.iter().map(score).enumerate();
        scores.max_by_key(|(number, score)| (*score, std::cmp::Reverse(*number))).map_or(0, |(number, _)| number)
    }
}

impl Searchable for MystiqueCircle {
    /// A round: the next one is dealt anew.
    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.game.finished().len() > root.table.game.finished().len()
    }

    /// How likely each seat is to win with these points.
    fn payoffs(&self, _: &Self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        let totals = self.table.game.totals();
        if self.table.game.is_over() {
            let winners = self.table.game.winners();
            winners.iter().for_each(|seat| payoffs[seat.index()] = 1.0 / winners.len() as f32);
            return payoffs;
        }
        let most = totals.iter().max().copied().unwrap_or(0);
        let weights = totals.iter().map(|total| ((total - most) as f32 / LEAD).exp());
        let all: f32 = weights.clone().sum();
        payoffs.iter_mut().zip(weights).for_each(|(payoff, weight)| *payoff = weight / all);
        payoffs
    }

    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.moves_into(seat, moves);
        if self.hole(seat).is_none() {
            let (players, whole) = (self.players(), promised(self.hand(seat), self.players()));
            let off = |mv: &Move| if let Move::Hole(hole) = mv { misfit(*hole, whole, players) } else { 0.0 };
            moves.sort_by(|one, other| off(one).total_cmp(&off(other)));
            moves.truncate(HOLES);
        }
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        match moves.first() {
            Some(Move::Hole(_)) => self.fitting_hole(seat, moves, rng),
            _ if rng.below(SLIP) == 0 => rng.below(moves.len() as u32) as usize,
            _ => self.towards_bid(seat, moves),
        }
    }

    fn likelihood(&self, observer: Seat) -> f32 {
        let off = |seat: Seat| {
            let nine = self.hand(seat).union(self.table.played[seat.index()]);
            self.hole(seat).map_or(0.0, |hole| f32::from(hole.bid()) - promised(nine, self.players()))
        };
        let others = self.table.seats().iter().filter(|seat| *seat != observer);
        let squares: f32 = others.map(|seat| off(seat).powi(2)).sum();
        (-squares / (2.0 * SPREAD * SPREAD)).exp()
    }

    fn is_hidden_move(&self, seat: Seat) -> bool {
        self.hole(seat).is_none()
    }
}

impl Bots for MystiqueCircle {
    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(RandomBot),
            BotLevel::Easy => Box::new(SearchBot(Strength::Policy)),
            BotLevel::Medium => Box::new(SearchBot(MEDIUM)),
            BotLevel::Hard => Box::new(SearchBot(HARD)),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move>> {
        let mv = SearchBot(HARD).choose(observation, seed, cancel)?;
        let reason = reason(observation.view, observation.seat, &mv);
        Some(Hint { mv, reason })
    }

    fn hindsight(_: &Self, _: &Cancel) -> Option<Hindsight> {
        None
    }
}

/// Why a move is good, in the words of the game.
fn reason(view: &View, seat: Seat, mv: &Move) -> String {
    match mv {
        Move::Hole(hole) => {
            let rest = promised(view.hand(seat).without(hole.cards()), view.table.seats().count());
            let tricks = counted(u32::from(hole.bid()), "trick", "tricks");
            format!("Set {} aside: that bids {tricks}, and the other nine cards promise about {rest:.1}", named(*hole))
        }
        Move::Play(card) => {
            let needs = view.own_bid().map_or(0, |bid| i32::from(bid) - i32::from(view.table.tricks[seat.index()]));
            let leads = view.table.trick.is_empty();
            let wins = view.table.would_win(*card);
            let card = card.spoken();
            let tricks = counted(needs, "trick", "tricks");
            match (needs > 0, leads, wins) {
                (true, true, _) => format!("Lead the {card}: you need {tricks} more, and little beats it"),
                (false, true, _) => format!("Lead the {card}: you need no more tricks, and others can beat it"),
                (true, false, true) => format!("Play the {card}: it takes the lead, and you need {tricks} more"),
                (true, false, false) => {
                    format!("Play the {card}: it cannot win here; keep better ones for the {tricks} you need")
                }
                (false, false, false) => {
                    format!("Play the {card}: it stays below the winning card, and you need no more tricks")
                }
                (false, false, true) => {
                    format!("Play the {card}: you need no more tricks, but what else you have is worth keeping")
                }
            }
        }
    }
}

fn named(hole: Hole) -> String {
    let [first, second, third] = hole.0.map(MystiqueCard::spoken);
    format!("the {first}, the {second} and the {third}")
}
