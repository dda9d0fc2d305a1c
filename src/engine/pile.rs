//! Cards that lie on each other in an order of which some of them are known and others are not: a pile with an open top, a
//! personal deck, discards from which the top can be taken.

use arrayvec::ArrayVec;

use super::rng::GameRng;
use crate::cards::CardBits;

/// The most cards that lie in a pile.
pub const MOST_IN_PILE: usize = 128;

/// A card of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PiledCard<C> {
    /// `None`: it is not known here which card it is.
    card: Option<C>,
    /// Whether everybody has seen it, also where others lie on it now.
    is_open: bool,
}

/// A pile of cards, as the game has it or as somebody sees it.
///
/// What everybody has seen of it stays known: a card that is laid on it open is remembered when others cover it, and when the
/// pile is divided.
///
/// ```
/// use parlour::cards::{MystiqueCard, MystiqueSet};
/// use parlour::engine::pile::CardPile;
///
/// let cards: Vec<MystiqueCard> = MystiqueCard::deck().take(5).collect();
/// let mut pile = CardPile::<MystiqueSet>::face_down(&cards);
/// assert!(!pile.is_open());
/// pile.turn_up(cards[0]);
/// assert!(pile.is_open());
/// let mut seen = pile.seen();
/// assert_eq!((seen.len(), seen.top()), (5, Some(cards[0])));
/// assert!(seen.below().all(|card| card.is_none()));
///
/// // The two upper cards of the five become a pile of their own.
/// let upper = seen.split_off_upper(2);
/// assert_eq!((upper.top(), seen.len(), seen.top()), (Some(cards[0]), 3, None));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CardPile<S: CardBits> {
    /// The top one last.
    cards: ArrayVec<PiledCard<S::Card>, MOST_IN_PILE>,
}

impl<S: CardBits> Default for CardPile<S> {
    fn default() -> CardPile<S> {
        CardPile { cards: ArrayVec::new() }
    }
}

impl<S: CardBits> CardPile<S> {
    /// These cards, the top one first, of which nobody has seen any.
    pub fn face_down(cards: &[S::Card]) -> CardPile<S> {
        let hidden = |card: &S::Card| PiledCard { card: Some(*card), is_open: false };
        CardPile { cards: cards.iter().rev().take(MOST_IN_PILE).map(hidden).collect() }
    }

    pub fn len(&self) -> usize {
        self.cards.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The card on top, if it is known.
    pub fn top(&self) -> Option<S::Card> {
        self.cards.last()?.card
    }

    /// Whether everybody has seen the card on top.
    pub fn is_open(&self) -> bool {
        self.cards.last().is_some_and(|card| card.is_open)
    }

    /// The cards under the top one, from above; `None` for one that is not known.
    pub fn below(&self) -> impl DoubleEndedIterator<Item = Option<S::Card>> {
        self.iter().skip(1)
    }

    /// All cards from above; `None` for one that is not known.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<S::Card>> + DoubleEndedIterator {
        self.cards.iter().rev().map(|card| card.card)
    }

    /// Those that are known.
    pub fn known(&self) -> S {
        self.iter().flatten().collect()
    }

    /// Lays a card on it for all to see.
    pub fn lay(&mut self, card: S::Card) {
        // A deck has no more cards than there is room for.
        let _ = self.cards.try_push(PiledCard { card: Some(card), is_open: true });
    }

    /// Everybody sees the card on top, which is this.
    pub fn turn_up(&mut self, card: S::Card) {
        if let Some(top) = self.cards.last_mut() {
            *top = PiledCard { card: Some(card), is_open: true };
        }
    }

    /// Takes the card on top away. `None` if there is none, or it is not known which it is.
    pub fn take(&mut self) -> Option<S::Card> {
        self.cards.pop()?.card
    }

    /// Divides it: the so many upper cards are the new pile, in their order.
    #[must_use]
    pub fn split_off_upper(&mut self, count: usize) -> CardPile<S> {
        let left = self.cards.len().saturating_sub(count);
        CardPile { cards: self.cards.drain(left..).collect() }
    }

    /// Takes all but the so many upper cards away, for instance to shuffle them.
    #[must_use]
    pub fn split_off_lower(&mut self, keeping: usize) -> CardPile<S> {
        let upper = self.split_off_upper(keeping);
        std::mem::replace(self, upper)
    }

    /// What is seen of it. The order of what is face down is hidden from all: whoever sees every hand does not look under the top of
    /// a pile either.
    #[must_use]
    pub fn seen(&self) -> CardPile<S> {
        let seen = |card: &PiledCard<S::Card>| PiledCard { card: card.card.filter(|_| card.is_open), ..*card };
        CardPile { cards: self.cards.iter().map(seen).collect() }
    }
}

/// How piles may lie for somebody who sees these, of which all cards that they do not know are `hidden`: in any order, each as
/// likely as another. `None` if there are more or fewer cards than places.
pub fn imagined<S: CardBits, const PILES: usize>(
    seen: &[CardPile<S>; PILES],
    hidden: S,
    rng: &mut GameRng,
) -> Option<[CardPile<S>; PILES]> {
    let mut cards: ArrayVec<S::Card, MOST_IN_PILE> = hidden.cards().collect();
    rng.shuffle(&mut cards);
    let mut piles = seen.clone();
    for place in piles.iter_mut().flat_map(|pile| &mut pile.cards).filter(|place| place.card.is_none()) {
        place.card = Some(cards.pop()?);
    }
    cards.is_empty().then_some(piles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{MystiqueCard, MystiqueSet};
    use proptest::prelude::*;

    type Piles = [CardPile<MystiqueSet>; 3];

    /// What happens to piles: a card is taken, laid, or half a pile goes to an empty one.
    #[derive(Clone, Copy, Debug)]
    enum Change {
        Take(usize),
        Lay(usize, usize),
        Halve(usize, usize),
    }

    fn change() -> impl Strategy<Value = Change> {
        prop_oneof![
            (0usize..3).prop_map(Change::Take),
            (0usize..3, 0usize..3).prop_map(|(from, to)| Change::Lay(from, to)),
            (0usize..3, 0usize..3).prop_map(|(from, to)| Change::Halve(from, to)),
        ]
    }

    /// Makes a change; `turned` is what comes up on a pile whose top was not known.
    fn make(piles: &mut Piles, change: Change, turned: impl Fn(usize) -> Option<MystiqueCard>) {
        let touched = match change {
            Change::Take(from) => {
                piles[from].take();
                vec![from]
            }
            Change::Lay(from, to) => {
                if let Some(card) = piles[from].take() {
                    piles[to].lay(card);
                }
                vec![from, to]
            }
            Change::Halve(from, to) if from != to && piles[to].is_empty() => {
                let half = piles[from].len() / 2;
                piles[to] = piles[from].split_off_upper(half);
                vec![from, to]
            }
            Change::Halve(..) => Vec::new(),
        };
        for pile in touched {
            if let Some(card) = turned(pile) {
                piles[pile].turn_up(card);
            }
        }
    }

    proptest! {
        /// Who follows what happens sees what there is to be seen, and the true piles are among those that they may imagine.
        #[test]
        fn whoever_follows_sees_what_lies_there(changes in proptest::collection::vec(change(), 0..60), seed in 0u64..1000) {
            let cards: Vec<MystiqueCard> = MystiqueCard::deck().take(24).collect();
            let mut piles: Piles = [&cards[..8], &cards[8..16], &cards[16..]].map(CardPile::face_down);
            for pile in &mut piles {
                let top = pile.top().expect("a card");
                pile.turn_up(top);
            }
            let look = |piles: &Piles| piles.each_ref().map(|pile| pile.seen());
            let mut seen = look(&piles);
            for change in changes {
                let before = piles.clone();
                make(&mut piles, change, |_| None);
                let tops = piles.each_ref().map(CardPile::top);
                piles = before;
                make(&mut piles, change, |pile| tops[pile]);
                make(&mut seen, change, |pile| tops[pile]);
                prop_assert_eq!(&seen, &look(&piles));
            }
            let known = seen.iter().fold(MystiqueSet::EMPTY, |all, pile| all.union(pile.known()));
            let all = piles.iter().fold(MystiqueSet::EMPTY, |all, pile| all.union(pile.known()));
            let mut rng = GameRng::from_number(seed);
            let world = imagined(&seen, all.without(known), &mut rng).expect("the true one is one");
            prop_assert_eq!(look(&world), seen.clone());
            let too_many: MystiqueSet = MystiqueSet::DECK.without(known);
            prop_assert_eq!(imagined(&seen, too_many, &mut rng), None);
        }
    }

    #[test]
    fn the_discards_but_their_top_are_taken_away() {
        let mut discards = CardPile::<MystiqueSet>::default();
        let cards: Vec<MystiqueCard> = MystiqueCard::deck().take(4).collect();
        cards.iter().for_each(|card| discards.lay(*card));
        let shuffled = discards.split_off_lower(1);
        assert_eq!((discards.top(), discards.len()), (Some(cards[3]), 1));
        assert_eq!(shuffled.known(), cards[..3].iter().copied().collect());
    }
}
