//! The deck of Matrix Solitaire as a player knows it: which cards are hidden, and which of them are buried in what order.

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Rank, Suit};

/// Spades are drawn in so many groups by rank.
const SPADE_GROUPS: usize = 3;

/// The most cards that [`HiddenDeck::draws`] tells apart.
pub(super) const MOST_DRAWS: usize = SPADE_GROUPS + 3;

/// Cards that may be drawn, with their chances.
pub(super) type Draws = ArrayVec<(Card, f32), MOST_DRAWS>;

/// The deck without its visible top card, small enough to be copied at every node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HiddenDeck {
    pub(super) unseen: CardSet,
    pub(super) buried: BuriedCards,
}

/// The known bottom of a deck, packed six bits to a card (its index + 1) with the next to be drawn lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BuriedCards(u128);

impl BuriedCards {
    pub(super) const NONE: BuriedCards = BuriedCards(0);

    /// Puts the card at the bottom; `false` if there is no room. There is room for 21, and only the 13 clubs bury.
    pub(super) fn bury(&mut self, card: Card) -> bool {
        let used = (u128::BITS - self.0.leading_zeros()).div_ceil(6);
        let room = used < u128::BITS / 6;
        if room {
            self.0 |= u128::from(card.index() + 1) << (6 * used);
        }
        room
    }

    pub(super) const fn front(self) -> Option<Card> {
        match (self.0 & 63) as u8 {
            0 => None,
            number => Card::from_index(number - 1),
        }
    }

    pub(super) const fn draw(&mut self) -> Option<Card> {
        let front = self.front();
        self.0 >>= 6;
        front
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Different for different cards or orders.
    pub(super) const fn bits(self) -> u128 {
        self.0
    }
}

impl HiddenDeck {
    /// `buried` in drawing order.
    pub(super) fn new(unseen: CardSet, buried: &[Card]) -> HiddenDeck {
        let hidden = HiddenDeck { unseen, buried: BuriedCards::NONE };
        buried.iter().fold(hidden, |hidden, card| hidden.bury(*card))
    }

    pub(super) fn cards(mut self) -> CardSet {
        while let Some(card) = self.buried.draw() {
            self.unseen.insert(card);
        }
        self.unseen
    }

    pub(super) fn bury(mut self, card: Card) -> HiddenDeck {
        if !self.buried.bury(card) {
            self.unseen.insert(card);
        }
        self
    }

    /// What is left after drawing this card, one of [`HiddenDeck::draws`].
    pub(super) fn without(mut self, card: Card) -> HiddenDeck {
        if !self.unseen.remove(card) {
            self.buried.draw();
        }
        self
    }

    /// The cards that may come next, with their chances. One card stands for all unseen cards of its suit, except that
    /// spades, whose rank decides where they may go, are split by rank into up to three groups.
    pub(super) fn draws(self) -> Draws {
        if self.unseen.is_empty() {
            return self.buried.front().map(|card| (card, 1.0)).into_iter().collect();
        }
        let mut draws = Draws::new();
        let each = 1.0 / self.unseen.len() as f32;
        for suit in Suit::ALL {
            let of_suit = self.unseen_of(suit);
            let groups = of_suit.len().min(if suit == Suit::Spades { SPADE_GROUPS } else { 1 });
            for group in 0..groups {
                let from = of_suit.len() * group / groups;
                let to = of_suit.len() * (group + 1) / groups;
                draws.push((of_suit[(from + to) / 2], each * (to - from) as f32));
            }
        }
        draws
    }

    /// The ace last: as a spade it takes most.
    fn unseen_of(self, suit: Suit) -> ArrayVec<Card, 13> {
        let mut cards: ArrayVec<Card, 13> = self.unseen.iter().filter(|card| card.suit() == suit).collect();
        if cards.first().is_some_and(|card| card.rank() == Rank::ACE) {
            cards.rotate_left(1);
        }
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;

    fn cards(text: &str) -> Vec<Card> {
        parse_cards(text).unwrap()
    }

    #[test]
    fn buried_cards_come_back_in_their_order() {
        let mut buried = BuriedCards::NONE;
        let order = cards("KS AS 2C KC 7D");
        assert!(order.iter().all(|card| buried.bury(*card)));
        let back: Vec<Card> = std::iter::from_fn(|| buried.draw()).collect();
        assert_eq!(back, order);
        let room = Card::all().filter(|card| buried.bury(*card)).count();
        assert_eq!(room, 21);
    }

    #[test]
    fn the_chances_of_a_draw_add_up() {
        for hidden in 1..=52 {
            let unseen = Card::all().filter(|card| u32::from(card.index()) * 17 % 52 < hidden).collect();
            let draws = HiddenDeck::new(unseen, &[]).draws();
            let sum: f32 = draws.iter().map(|(_, chance)| chance).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{hidden}: {sum}");
            assert!(draws.iter().all(|(card, _)| unseen.contains(*card)));
        }
    }

    #[test]
    fn what_is_buried_comes_when_nothing_else_is_left() {
        let buried = cards("3H 2C");
        let hidden = HiddenDeck::new(cards("9D").into_iter().collect(), &buried);
        assert_eq!(hidden.draws().as_slice(), [(cards("9D")[0], 1.0)]);
        let hidden = hidden.without(cards("9D")[0]);
        assert_eq!(hidden.draws().as_slice(), [(buried[0], 1.0)]);
        assert_eq!(hidden.without(buried[0]).draws().as_slice(), [(buried[1], 1.0)]);
        assert!(HiddenDeck::new(CardSet::EMPTY, &[]).draws().is_empty());
    }

    #[test]
    fn the_ace_of_spades_is_drawn_as_the_highest() {
        let unseen = cards("AS 2S 9S").into_iter().collect();
        let drawn: Vec<Card> = HiddenDeck::new(unseen, &[]).draws().iter().map(|(card, _)| *card).collect();
        assert_eq!(drawn, cards("2S 9S AS"));
    }
}
