//! A position of Mystique Chain, and what can be done in it. Nothing else matters for the rest of a game, so studies and the
//! solver know no more than this.

use parse_display::{Display, FromStr};

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};

/// How many cards the pool has at first.
pub const POOL: usize = 30;

/// What the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainPosition {
    pub pool: MystiqueSet,
    /// The card that was played last.
    pub last: MystiqueCard,
    /// What the next card must share with it; `None` before the first announcement.
    pub follow: Option<AttributeKind>,
    pub strict: bool,
}

impl ChainPosition {
    /// The cards of the pool that can follow this card if that attribute of it is announced.
    #[inline]
    pub fn answers(&self, card: MystiqueCard, kind: AttributeKind) -> MystiqueSet {
        let alike = self.pool.intersection(card.attribute(kind).cards());
        if !self.strict {
            return alike;
        }
        let others = AttributeKind::ALL.into_iter().filter(|other| *other != kind);
        others.fold(alike, |alike, other| alike.without(card.attribute(other).cards()))
    }

    /// The cards that can be played now: none before the first announcement.
    #[inline]
    pub fn playable(&self) -> MystiqueSet {
        self.follow.map_or(MystiqueSet::EMPTY, |kind| self.answers(self.last, kind))
    }

    /// What was announced.
    pub fn announced(&self) -> Option<Attribute> {
        self.follow.map(|kind| self.last.attribute(kind))
    }

    /// Every move, in ascending order.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves
    }

    /// Adds them.
    pub fn moves_into(&self, moves: &mut Vec<Move>) {
        if self.follow.is_none() {
            let answered = |kind: &AttributeKind| !self.answers(self.last, *kind).is_empty();
            return moves.extend(AttributeKind::ALL.into_iter().filter(answered).map(Move::Announce));
        }
        let of_card = |card| AttributeKind::ALL.map(|kind| Move::Play(card, kind));
        moves.extend(self.playable().iter().flat_map(of_card));
    }

    #[inline]
    pub fn after(&self, mv: Move) -> ChainPosition {
        match mv {
            Move::Announce(kind) => ChainPosition { follow: Some(kind), ..*self },
            Move::Play(card, kind) => {
                let pool = self.pool.without([card].into_iter().collect());
                ChainPosition { pool, last: card, follow: Some(kind), ..*self }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
pub enum Move {
    /// Says what the first card of the pool must share with the last one.
    #[display("announce {0}")]
    Announce(AttributeKind),
    /// Plays a card, and says what the next one must share with it.
    #[display("play {0} {1}")]
    Play(MystiqueCard, AttributeKind),
}
