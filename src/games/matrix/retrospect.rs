//! Hindsight: how much a deal was worth to somebody who knew the whole deck.
//!
//! A beam search: the games of one length that score and promise most go on by one play each way, up to the last card.
//! The promise is the value that the bots learned ([`super::search`]). It does not know the order of the deck, but the beam
//! is wide, and what it promises wrongly a later card corrects. The answer is a game that can be played, and a lower bound.

use std::collections::HashSet;

use crate::cards::{Card, CardSet, Suit};

use super::board::{Board, Slot};
use super::search::{Buried, Evaluate, Remaining, Values, shipped};

/// How many games of one length [`best_known`] follows when nobody says otherwise: below two seconds' work.
pub const DEFAULT_EFFORT: usize = 10_000;

/// A whole game of a known deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its final score.
    pub score: i32,
    /// Its plays: the slot of each card, and whether the next card was then buried.
    pub line: Vec<(Slot, bool)>,
}

/// The best game that a search with this effort finds for the deck, the first card first.
///
/// `effort` is the number of games followed at once; the time grows with it. When `cancelled` says so, the best game so far
/// is played to its end without looking around. The line is a whole legal game in any case.
pub fn best_known(deck: &[Card; Card::COUNT], effort: usize, cancelled: &dyn Fn() -> bool) -> Found {
    let values = shipped().ok();
    let mut beam = vec![Node::start()];
    let mut trail: Vec<Vec<Link>> = Vec::with_capacity(Card::COUNT);
    let mut best = Found { score: i32::MIN, line: Vec::new() };
    let mut width = effort.max(1);
    while !beam.is_empty() {
        if cancelled() {
            width = 1;
        }
        let (grown, ended) = grow_all(&beam, deck, values);
        if let Some((score, last)) = ended.filter(|(score, _)| *score > best.score) {
            best = Found { score, line: line_back(&trail, last) };
        }
        beam = most_promising(&grown, width);
        trail.push(beam.iter().map(|node| node.link).collect());
    }
    best
}

/// All nodes one play on whose game goes on, and the best score of those whose game is over.
fn grow_all(beam: &[Node], deck: &[Card; Card::COUNT], values: Option<&Values>) -> (Vec<Node>, Option<(i32, Link)>) {
    let mut grown = Vec::with_capacity(beam.len() * 6);
    let mut ended: Option<(i32, Link)> = None;
    for (parent, node) in beam.iter().enumerate() {
        node.grow(deck, parent as u32, values, |child| match child.over() {
            None => grown.push(child),
            Some(score) if ended.is_none_or(|(most, _)| score > most) => ended = Some((score, child.link)),
            Some(_) => {}
        });
    }
    (grown, ended)
}

/// Where every game's first node says it came from, which nobody asks.
const NOWHERE: Slot = match Slot::new(0, 0) {
    Some(slot) => slot,
    None => panic!("a1 is a slot"),
};

/// How a node came about.
#[derive(Clone, Copy)]
struct Link {
    /// The place of the node before it in its beam.
    parent: u32,
    slot: Slot,
    bury: bool,
}

/// The plays that led to the last one; `trail` has the links of every beam after the first.
fn line_back(trail: &[Vec<Link>], last: Link) -> Vec<(Slot, bool)> {
    let mut line = vec![(last.slot, last.bury)];
    let mut link = last;
    for links in trail.iter().rev() {
        link = links[link.parent as usize];
        line.push((link.slot, link.bury));
    }
    line.reverse();
    line
}

/// A game in progress.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    deck: Deck,
    points: i32,
    /// Points so far and those promised.
    rank: f32,
    link: Link,
}

impl Node {
    fn start() -> Node {
        let link = Link { parent: 0, slot: NOWHERE, bury: false };
        Node { board: Board::EMPTY, deck: Deck::FULL, points: 0, rank: 0.0, link }
    }

    /// The final score if the game is over.
    fn over(&self) -> Option<i32> {
        let over = self.board.is_full() || self.deck.left.is_empty();
        over.then(|| self.points - self.board.len() as i32)
    }

    /// Tells of every node one play further on.
    fn grow(&self, order: &[Card; Card::COUNT], parent: u32, values: Option<&Values>, mut tell: impl FnMut(Node)) {
        let mut deck = self.deck;
        let Some(card) = deck.draw(order) else {
            return;
        };
        let left = Remaining::of(deck.left);
        let buried = if card.suit() == Suit::Clubs { deck.buried(order) } else { None };
        for slot in Slot::of_mask(self.board.open_to(card)) {
            let mut board = self.board;
            let points = self.points + i32::from(board.play(card, slot).points());
            let promise = values.map_or(0.0, |values| values.value(&board, &left));
            let link = Link { parent, slot, bury: false };
            let child = Node { board, deck, points, rank: points as f32 + promise, link };
            tell(child);
            if let Some(deck) = buried {
                tell(Node { deck, link: Link { bury: true, ..link }, ..child });
            }
        }
    }

    /// A number that two nodes share only if they have the same future, but for left and right.
    fn print(&self) -> u64 {
        let buried = self.deck.buried.bits();
        let deck = mix(buried as u64 ^ mix((buried >> 64) as u64 ^ u64::from(self.deck.drawn) << 56));
        let one = board_print(&self.board);
        let other = board_print(&self.board.mirrored());
        mix(deck ^ one.min(other))
    }
}

/// The matrix in 54 bits.
fn board_print(board: &Board) -> u64 {
    Slot::all().fold(0, |print, slot| print << 6 | board.card(slot).map_or(0, |card| u64::from(card.index()) + 1))
}

/// Spreads differences over all bits (the end of SplitMix64).
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// The `width` nodes of highest rank, each position once, the best first.
fn most_promising(nodes: &[Node], width: usize) -> Vec<Node> {
    // Numbers are sorted, for nodes are large. Ties go by the order of growing.
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_unstable_by(|&a, &b| nodes[b].rank.total_cmp(&nodes[a].rank).then(a.cmp(&b)));
    // Equal positions differ in points alone, so the first of them is the best. Only membership is asked of the set: its
    // own order never shows.
    let mut seen = HashSet::with_capacity(width.min(nodes.len()));
    order.into_iter().map(|index| nodes[index]).filter(|node| seen.insert(node.print())).take(width).collect()
}

/// The deck of a game in progress.
#[derive(Clone, Copy)]
struct Deck {
    /// How many cards of the deal have left its top.
    drawn: u8,
    /// Those that went to the bottom.
    buried: Buried,
    /// All cards in it.
    left: CardSet,
}

impl Deck {
    const FULL: Deck = Deck { drawn: 0, buried: Buried::NONE, left: CardSet::FULL };

    /// Takes the top card off.
    fn draw(&mut self, order: &[Card; Card::COUNT]) -> Option<Card> {
        let card = match order.get(usize::from(self.drawn)) {
            Some(card) => {
                self.drawn += 1;
                *card
            }
            None => self.buried.draw()?,
        };
        self.left.remove(card);
        Some(card)
    }

    /// The same deck with its top card at the bottom; `None` if that changes nothing.
    fn buried(mut self, order: &[Card; Card::COUNT]) -> Option<Deck> {
        if self.left.len() < 2 {
            return None;
        }
        let card = self.draw(order)?;
        self.left.insert(card);
        self.buried.bury(card).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(seed: u64) -> [Card; Card::COUNT] {
        let mut deck: Vec<Card> = Card::all().collect();
        deck.sort_by_key(|card| mix(seed.wrapping_add(u64::from(card.index()) << 32)));
        deck.try_into().unwrap()
    }

    /// Plays the line by the rules and returns the final score; panics where it is not legal or not whole.
    fn replay(deck: &[Card; Card::COUNT], line: &[(Slot, bool)]) -> i32 {
        let mut rest = std::collections::VecDeque::from(*deck);
        let (mut board, mut points) = (Board::EMPTY, 0);
        for &(slot, bury) in line {
            assert!(!board.is_full());
            let card = rest.pop_front().unwrap();
            assert_eq!(board.check(card, slot), Ok(()));
            points += i32::from(board.play(card, slot).points());
            if bury {
                assert_eq!(card.suit(), Suit::Clubs);
                assert!(!rest.is_empty());
                rest.rotate_left(1);
            }
        }
        assert!(rest.is_empty() || board.is_full());
        points - board.len() as i32
    }

    #[test]
    fn the_line_replays_to_its_score() {
        for seed in 0..6 {
            for effort in [0, 1, 30] {
                let deck = deal(seed);
                let found = best_known(&deck, effort, &|| false);
                assert_eq!(replay(&deck, &found.line), found.score);
            }
        }
    }

    #[test]
    fn cancelling_at_once_still_gives_a_whole_game() {
        let deck = deal(9);
        let found = best_known(&deck, 1000, &|| true);
        assert_eq!(replay(&deck, &found.line), found.score);
    }

    #[test]
    fn the_same_deal_gives_the_same_line_and_effort_pays() {
        let deck = deal(3);
        let found = best_known(&deck, 200, &|| false);
        assert_eq!(found, best_known(&deck, 200, &|| false));
        assert!(found.score > best_known(&deck, 1, &|| false).score);
        assert!(found.score >= 100, "{found:?}");
    }
}
