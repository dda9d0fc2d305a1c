//! Hindsight: how much a deal was worth to somebody who knew the whole deck.
//!
//! A beam search: of all games of the same length, those with the most points and the best prospects are continued by
//! every legal play. The prospects are the learned value of [`super::values`], which knows the next card but ignores the
//! order of the others; the beam is wide enough for later cards to correct it. The result can be played as it is, so it is
//! a lower bound.

use std::collections::HashSet;

use crate::cards::{Card, CardSet, Suit};

use super::board::{Board, Slot};
use super::hidden_deck::BuriedCards;
use super::memory::mix;
use super::rules::Play;
use super::values::{RowsOf, Values, shipped};

/// The usual `effort` for [`best_game`], which takes less than two seconds.
pub const DEFAULT_EFFORT: usize = 10_000;

/// A whole game of a known deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestGame {
    pub score: i32,
    pub plays: Vec<Play>,
}

/// The best game found for this deck, whose first card is drawn first.
///
/// `effort` is the width of the beam. Once `cancelled` returns true, only the best game so far is continued. The result
/// is a whole legal game in any case.
pub fn best_game(deck: &[Card; Card::COUNT], effort: usize, cancelled: &dyn Fn() -> bool) -> BestGame {
    let values = shipped().ok();
    let mut beam = vec![BeamNode::start()];
    let mut generations: Vec<Vec<BackPointer>> = Vec::with_capacity(Card::COUNT);
    let mut best = BestGame { score: i32::MIN, plays: Vec::new() };
    let mut width = effort.max(1);
    while !beam.is_empty() {
        if cancelled() {
            width = 1;
        }
        let (open, finished) = expand_beam(&beam, deck, values);
        if let Some((score, last)) = finished.filter(|(score, _)| *score > best.score) {
            best = BestGame { score, plays: trace_back(&generations, last) };
        }
        beam = most_promising(&open, width);
        generations.push(beam.iter().map(|node| node.origin).collect());
    }
    best
}

/// All games one play further on that are still open, and the best score of those that are over.
fn expand_beam(
    beam: &[BeamNode],
    deck: &[Card; Card::COUNT],
    values: Option<&Values>,
) -> (Vec<BeamNode>, Option<(i32, BackPointer)>) {
    let mut open = Vec::with_capacity(beam.len() * 6);
    let mut finished: Option<(i32, BackPointer)> = None;
    for (parent, node) in beam.iter().enumerate() {
        node.expand(deck, parent as u32, values, |child| match child.final_score() {
            None => open.push(child),
            Some(score) if finished.is_none_or(|(best, _)| score > best) => finished = Some((score, child.origin)),
            Some(_) => {}
        });
    }
    (open, finished)
}

/// The play that led to a node, and the node before it.
#[derive(Clone, Copy)]
struct BackPointer {
    /// An index into the beam before.
    parent: u32,
    play: Play,
}

/// The plays up to the last one; `generations` has the back pointers of every beam after the first.
fn trace_back(generations: &[Vec<BackPointer>], last: BackPointer) -> Vec<Play> {
    let mut plays = vec![last.play];
    let mut pointer = last;
    for beam in generations.iter().rev() {
        pointer = beam[pointer.parent as usize];
        plays.push(pointer.play);
    }
    plays.reverse();
    plays
}

/// A game in progress.
#[derive(Clone, Copy)]
struct BeamNode {
    board: Board,
    deck: KnownDeck,
    points: i32,
    /// Points so far plus the learned value of the board.
    priority: f32,
    origin: BackPointer,
}

impl BeamNode {
    fn start() -> BeamNode {
        // This back pointer is never followed.
        let origin = BackPointer { parent: 0, play: Play { slot: Slot::FIRST, bury: false } };
        BeamNode { board: Board::EMPTY, deck: KnownDeck::FULL, points: 0, priority: 0.0, origin }
    }

    /// `None` while the game is not over.
    fn final_score(&self) -> Option<i32> {
        let is_over = self.board.is_full() || self.deck.left.is_empty();
        is_over.then(|| self.points - self.board.len() as i32)
    }

    /// Calls `visit` with every node one play further on.
    fn expand(
        &self,
        order: &[Card; Card::COUNT],
        parent: u32,
        values: Option<&Values>,
        mut visit: impl FnMut(BeamNode),
    ) {
        let mut deck = self.deck;
        let Some(card) = deck.draw(order) else { return };
        let deck_after_burying = if card.suit() == Suit::Clubs { deck.with_top_buried(order) } else { None };
        // Burying changes the order alone.
        let prospects = values.map(|values| (values, values.prospects(deck.left)));
        for slot in Slot::of_mask(self.board.open_to(card)) {
            let (board, scored) = self.board.played(card, slot);
            let points = self.points + i32::from(scored);
            let mut visit_with = |deck: KnownDeck, bury: bool| {
                let value = match (&prospects, deck.top(order)) {
                    (Some((values, prospects)), Some(next)) if !board.is_full() => {
                        values.value(RowsOf::board(&board), next, prospects)
                    }
                    _ => 0.0,
                };
                let origin = BackPointer { parent, play: Play { slot, bury } };
                visit(BeamNode { board, deck, points, priority: points as f32 + value, origin });
            };
            visit_with(deck, false);
            if let Some(deck) = deck_after_burying {
                visit_with(deck, true);
            }
        }
    }

    /// A hash of all that decides the rest of the game. Mirrored positions share it.
    fn fingerprint(&self) -> u64 {
        let buried = self.deck.buried.bits();
        let deck = mix(buried as u64 ^ mix((buried >> 64) as u64 ^ u64::from(self.deck.drawn) << 56));
        let board = packed(&self.board).min(packed(&self.board.mirrored()));
        mix(deck ^ board)
    }
}

/// The matrix in 54 bits, six for each slot.
fn packed(board: &Board) -> u64 {
    Slot::all().fold(0, |bits, slot| bits << 6 | board.card(slot).map_or(0, |card| u64::from(card.index()) + 1))
}

/// The `width` nodes of highest priority, each position once, best first.
fn most_promising(nodes: &[BeamNode], width: usize) -> Vec<BeamNode> {
    // Nodes are large, so indices are sorted instead. Comparing them last makes the order of ties certain.
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_unstable_by(|&a, &b| nodes[b].priority.total_cmp(&nodes[a].priority).then(a.cmp(&b)));
    // Equal positions differ only in points, so the first of them is the best.
    let mut seen = HashSet::with_capacity(width.min(nodes.len()));
    order.into_iter().map(|index| nodes[index]).filter(|node| seen.insert(node.fingerprint())).take(width).collect()
}

/// The deck of a game in progress, relative to the order in which it was dealt.
#[derive(Clone, Copy)]
struct KnownDeck {
    /// How many of the dealt cards have left the top.
    drawn: u8,
    buried: BuriedCards,
    /// All cards still in the deck.
    left: CardSet,
}

impl KnownDeck {
    const FULL: KnownDeck = KnownDeck { drawn: 0, buried: BuriedCards::NONE, left: CardSet::FULL };

    fn draw(&mut self, order: &[Card; Card::COUNT]) -> Option<Card> {
        let dealt = order.get(usize::from(self.drawn)).copied();
        self.drawn += u8::from(dealt.is_some());
        let card = dealt.or_else(|| self.buried.draw())?;
        self.left.remove(card);
        Some(card)
    }

    /// The card to be drawn next.
    fn top(&self, order: &[Card; Card::COUNT]) -> Option<Card> {
        order.get(usize::from(self.drawn)).copied().or_else(|| self.buried.front())
    }

    /// The deck with its top card at the bottom; `None` if that changes nothing.
    fn with_top_buried(mut self, order: &[Card; Card::COUNT]) -> Option<KnownDeck> {
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

    /// Plays by the rules and returns the final score; panics unless this is a whole legal game.
    fn replay(deck: &[Card; Card::COUNT], plays: &[Play]) -> i32 {
        let mut rest = std::collections::VecDeque::from(*deck);
        let (mut board, mut points) = (Board::EMPTY, 0);
        for &Play { slot, bury } in plays {
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
    fn the_plays_replay_to_the_score() {
        for seed in 0..6 {
            for effort in [0, 1, 30] {
                let deck = deal(seed);
                let found = best_game(&deck, effort, &|| false);
                assert_eq!(replay(&deck, &found.plays), found.score);
            }
        }
    }

    #[test]
    fn cancelling_at_once_still_gives_a_whole_game() {
        let deck = deal(9);
        let found = best_game(&deck, 1000, &|| true);
        assert_eq!(replay(&deck, &found.plays), found.score);
    }

    #[test]
    fn the_same_deal_gives_the_same_game_and_effort_pays() {
        let deck = deal(3);
        let found = best_game(&deck, 200, &|| false);
        assert_eq!(found, best_game(&deck, 200, &|| false));
        assert!(found.score > best_game(&deck, 1, &|| false).score);
        assert!(found.score >= 100, "{found:?}");
    }
}
