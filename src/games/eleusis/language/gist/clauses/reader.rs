//! Reads the pieces of a sentence from left to right: kinds of cards, what must come, and conditions. Clauses are made of these.

use super::said::SaidClauses;
use crate::games::eleusis::language::formulas::{and, anything, cards_of, denied, or, said_of_another};
use crate::games::eleusis::language::gist::pieces::{ClauseSign, SaidPiece, exclude_each_other, pieces, sort_of};
use crate::games::eleusis::language::rule::{Formula, Which};
use crate::games::eleusis::language::tokens::Token;

/// Words that say nothing before what must come.
pub(super) const IDLE: [ClauseSign; 13] = [
    ClauseSign::Play,
    ClauseSign::Must,
    ClauseSign::Is,
    ClauseSign::Next,
    ClauseSign::It,
    ClauseSign::Then,
    ClauseSign::Comma,
    ClauseSign::Was,
    ClauseSign::Number,
    ClauseSign::Open,
    ClauseSign::Close,
    ClauseSign::Calls,
    ClauseSign::Equals,
];

/// After cards that come last, before those that follow them.
pub(super) const FOLLOWED: [ClauseSign; 2] = [ClauseSign::FollowedBy, ClauseSign::By];

/// After cards that come next, before those that lie there.
pub(super) const FOLLOWING: [ClauseSign; 3] = [ClauseSign::After, ClauseSign::On, ClauseSign::Follow];

/// Where a clause of its own begins after a kind of cards.
pub(super) const BEGINNING: [ClauseSign; 11] = [
    ClauseSign::FollowedBy,
    ClauseSign::Follow,
    ClauseSign::By,
    ClauseSign::After,
    ClauseSign::On,
    ClauseSign::Calls,
    ClauseSign::Equals,
    ClauseSign::Must,
    ClauseSign::Last,
    ClauseSign::If,
    ClauseSign::Then,
];

/// Where kinds of cards are named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KindsWithin {
    /// Something will be said of them.
    Subject,
    /// What depends on them follows.
    Condition,
    /// They are what must come: the next kind may begin a clause of its own.
    Consequence,
}

/// Reads pieces from left to right.
pub(super) struct ClauseReader {
    pub(super) pieces: Vec<SaidPiece>,
    pub(super) at: usize,
    pub(super) said: SaidClauses,
}

impl ClauseReader {
    pub(super) fn of(words: &[Token]) -> ClauseReader {
        ClauseReader { pieces: pieces(words), at: 0, said: SaidClauses::default() }
    }

    pub(super) fn sign(&self, ahead: usize) -> Option<ClauseSign> {
        match self.pieces.get(self.at + ahead) {
            Some(SaidPiece::Sign(sign)) => Some(*sign),
            _ => None,
        }
    }

    pub(super) fn is(&self, ahead: usize, signs: &[ClauseSign]) -> bool {
        self.sign(ahead).is_some_and(|sign| signs.contains(&sign))
    }

    pub(super) fn is_kind(&self, ahead: usize) -> bool {
        matches!(self.pieces.get(self.at + ahead), Some(SaidPiece::Kind(..)))
    }

    pub(super) fn is_told(&self, ahead: usize) -> bool {
        matches!(self.pieces.get(self.at + ahead), Some(SaidPiece::Told(_)))
    }

    pub(super) fn is_place(&self, ahead: usize) -> bool {
        matches!(self.pieces.get(self.at + ahead), Some(SaidPiece::Place(_)))
    }

    /// Whether a clause of its own begins there.
    pub(super) fn begins(&self, ahead: usize) -> bool {
        self.is_told(ahead) || self.is(ahead, &BEGINNING)
    }

    /// Passes over these; whether there were any.
    pub(super) fn skip(&mut self, signs: &[ClauseSign]) -> bool {
        let from = self.at;
        while self.is(0, signs) {
            self.at += 1;
        }
        self.at > from
    }

    pub(super) fn take_told(&mut self) -> Option<Formula> {
        match self.pieces.get(self.at) {
            Some(SaidPiece::Told(formula) | SaidPiece::Place(formula)) => {
                self.at += 1;
                Some(formula.clone())
            }
            _ => None,
        }
    }

    pub(super) fn kind_here(&self) -> Option<Formula> {
        match self.pieces.get(self.at) {
            Some(SaidPiece::Kind(kind, _)) => Some(kind.clone()),
            _ => None,
        }
    }

    // Parts of clauses.

    /// Kinds of one card, said of the next.
    pub(super) fn kinds(&mut self, within: KindsWithin) -> Option<Formula> {
        let from = self.at;
        let mut is_denied = self.skip(&[ClauseSign::Not]);
        self.skip(&[ClauseSign::Must, ClauseSign::Is, ClauseSign::Open]);
        is_denied |= self.skip(&[ClauseSign::Not]);
        let Some(first) = self.kind_here() else {
            self.at = from;
            return None;
        };
        self.at += 1;
        let mut any = vec![first];
        while self.another_kind(within, &mut any) {}
        self.skip(&[ClauseSign::Close]);
        let kinds = any_of(&any)?;
        Some(if is_denied { denied(kinds) } else { kinds })
    }

    /// Adds another kind, if one goes on with what was named.
    pub(super) fn another_kind(&mut self, within: KindsWithin, any: &mut Vec<Formula>) -> bool {
        const JOINTS: [ClauseSign; 5] =
            [ClauseSign::Comma, ClauseSign::Or, ClauseSign::And, ClauseSign::Open, ClauseSign::Close];
        const GOES_ON: [ClauseSign; 4] = [ClauseSign::Right, ClauseSign::Is, ClauseSign::Not, ClauseSign::Was];
        let from = self.at;
        self.skip(&JOINTS);
        let joints = self.pieces.get(from..self.at).unwrap_or_default();
        let has = |sign: ClauseSign| joints.contains(&SaidPiece::Sign(sign));
        let (opens, is_or, is_and) = (has(ClauseSign::Open), has(ClauseSign::Or), has(ClauseSign::And));
        let is_comma = has(ClauseSign::Comma) && !is_or && !is_and;
        let is_beside = joints.is_empty() || joints.iter().all(|sign| *sign == SaidPiece::Sign(ClauseSign::Close));
        let (Some(kind), Some(last)) = (self.kind_here(), any.last().cloned()) else {
            self.at = from;
            return false;
        };
        // "face cards (jack, queen or king)"
        if opens {
            let remark = self.kinds(KindsWithin::Subject);
            let are_same = remark.zip(any_of(any)).is_some_and(|(remark, kinds)| {
                cards_of(&remark).map(|(_, cards)| cards) == cards_of(&kinds).map(|(_, cards)| cards)
            });
            if !are_same {
                self.at = from;
            }
            return are_same;
        }
        let after = (1..).find(|ahead| !self.is_kind(*ahead)).unwrap_or(1);
        let is_same_sort = sort_of(&last) == sort_of(&kind);
        let begins = self.begins(after) || self.is(after, &GOES_ON);
        let is_followed = self.is(after, &FOLLOWING) || self.is(after, &[ClauseSign::FollowedBy]);
        let is_new_clause = match within {
            _ if is_or => within != KindsWithin::Subject && is_followed,
            _ if is_beside => false,
            KindsWithin::Condition => {
                begins && !is_same_sort || is_followed || self.is(after, &[ClauseSign::By, ClauseSign::Calls])
            }
            KindsWithin::Consequence => begins,
            KindsWithin::Subject => begins && !is_same_sort,
        };
        if is_new_clause || is_comma && !(is_same_sort && self.is_list()) {
            self.at = from;
            return false;
        }
        self.at += 1;
        let is_one_or_other = is_or || exclude_each_other(&last, &kind) || is_same_sort && !is_beside;
        match any.pop().filter(|_| !is_one_or_other) {
            Some(last) => any.push(and(last, kind)),
            None => any.extend([last, kind]),
        }
        true
    }

    /// Whether a list of kinds with commas between them ends in "or" or "and".
    pub(super) fn is_list(&self) -> bool {
        const JOINTS: [ClauseSign; 2] = [ClauseSign::Or, ClauseSign::And];
        let mut ahead = 0;
        while self.is_kind(ahead) {
            ahead += 1;
            let comma = usize::from(self.is(ahead, &[ClauseSign::Comma]));
            if self.is(ahead + comma, &JOINTS) {
                return self.is_kind(ahead + comma + 1);
            }
            ahead += comma;
        }
        false
    }

    /// What must come.
    pub(super) fn consequence(&mut self) -> Option<Formula> {
        let from = self.at;
        let said = self.consequence_here();
        if said.is_none() {
            self.at = from;
        }
        said
    }

    pub(super) fn consequence_here(&mut self) -> Option<Formula> {
        self.skip_idle(true);
        let mut is_denied = false;
        while self.is(0, &[ClauseSign::Not, ClauseSign::Nor]) {
            is_denied = !is_denied || self.is(0, &[ClauseSign::Nor]);
            self.at += 1;
            self.skip_idle(false);
        }
        self.skip(&[ClauseSign::Only]);
        self.skip_idle(false);
        let all = || if is_denied { denied(anything()) } else { anything() };
        if self.skip(&[ClauseSign::Any]) {
            self.skip(&[ClauseSign::Right, ClauseSign::Is, ClauseSign::Play, ClauseSign::It, ClauseSign::Must]);
            if self.skip(&[ClauseSign::Except]) {
                return Some(self.kinds(KindsWithin::Consequence).map_or_else(anything, denied));
            }
            if !self.is_kind(0) {
                return Some(all());
            }
        }
        if self.skip(&[ClauseSign::Right]) {
            return Some(all());
        }
        let said = if self.is_kind(0) {
            let kinds = self.kinds(KindsWithin::Consequence)?;
            if self.is_told(0) { and(kinds, self.take_told()?) } else { kinds }
        } else {
            let told = self.take_told()?;
            let begins = self.is_told(1)
                || self.is(1, &[ClauseSign::FollowedBy, ClauseSign::After, ClauseSign::Follow, ClauseSign::Calls]);
            match self.is_kind(0) && !begins {
                true => and(told, self.kinds(KindsWithin::Consequence)?),
                false => told,
            }
        };
        Some(self.gone_on(said, is_denied))
    }

    pub(super) fn skip_idle(&mut self, and_too: bool) {
        while self.is(0, &IDLE) || self.is(0, &FOLLOWED) || and_too && self.is(0, &[ClauseSign::And]) {
            self.at += 1;
        }
    }

    /// What must come, with what "and" and "or" add to it. What is denied is denied with all that "or" adds.
    pub(super) fn gone_on(&mut self, first: Formula, is_denied: bool) -> Formula {
        const JOINTS: [ClauseSign; 3] = [ClauseSign::Or, ClauseSign::And, ClauseSign::But];
        let mut plain = first.clone();
        let mut said = if is_denied { denied(first) } else { first };
        loop {
            let from = self.at;
            if self.is(0, &[ClauseSign::Comma]) && self.is(1, &JOINTS) {
                self.at += 1;
            }
            let is_or = self.is(0, &[ClauseSign::Or]);
            if !self.is(0, &JOINTS) {
                self.at = from;
                return said;
            }
            self.at += 1;
            self.skip(&[ClauseSign::Must, ClauseSign::Is, ClauseSign::Play, ClauseSign::It]);
            let is_other_denied = self.skip(&[ClauseSign::Not]);
            let begins = self.begins(1) || self.is(1, &[ClauseSign::Is, ClauseSign::Right, ClauseSign::Not]);
            let other = match self.pieces.get(self.at) {
                Some(SaidPiece::Told(_)) => self.take_told(),
                Some(SaidPiece::Kind(..)) if !begins => self.kinds(KindsWithin::Consequence),
                _ => None,
            };
            let Some(other) = other else {
                self.at = from;
                return said;
            };
            if is_or && is_denied && !is_other_denied {
                plain = or(plain, other);
                said = denied(plain.clone());
                continue;
            }
            let other = if is_other_denied { denied(other) } else { other };
            said = if is_or { or(said, other) } else { and(said, other) };
        }
    }

    /// A condition: the card that it names, if it does, and what is said of it.
    pub(super) fn condition(&mut self, of: Option<Which>) -> Option<(Option<Which>, Formula)> {
        const BEFORE_CARD: [ClauseSign; 6] = [
            ClauseSign::Must,
            ClauseSign::Is,
            ClauseSign::Play,
            ClauseSign::Was,
            ClauseSign::Number,
            ClauseSign::Different,
        ];
        const NAMING: [ClauseSign; 10] = [
            ClauseSign::Last,
            ClauseSign::Next,
            ClauseSign::It,
            ClauseSign::Is,
            ClauseSign::Was,
            ClauseSign::Must,
            ClauseSign::Before,
            ClauseSign::Number,
            ClauseSign::Open,
            ClauseSign::Equals,
        ];
        let from = self.at;
        self.skip(&BEFORE_CARD);
        let mut card = None;
        while self.is(0, &NAMING) {
            card = match self.sign(0) {
                Some(ClauseSign::Last) => Some(Which::Last),
                Some(ClauseSign::Next) => Some(Which::Next),
                _ => card,
            };
            self.at += 1;
        }
        if let Some(told) = self.take_told() {
            return Some((None, told));
        }
        let Some(kinds) = self.kinds(KindsWithin::Condition) else {
            self.at = from;
            return None;
        };
        if self.is(0, &[ClauseSign::Last]) {
            self.at += 1;
            card = Some(Which::Last);
        }
        if self.is(0, &[ClauseSign::Was]) {
            self.at += 1;
            card = card.or(Some(Which::Last));
        }
        self.skip(&[ClauseSign::Play, ClauseSign::Is, ClauseSign::Only]);
        // "Just played right before"
        if card == Some(Which::Last) {
            self.skip(&[ClauseSign::Play, ClauseSign::Is, ClauseSign::Only, ClauseSign::Right]);
        }
        Some((card.or(of), kinds))
    }

    /// A condition after the word that begins it.
    pub(super) fn condition_after(&mut self) -> Option<(Option<Which>, Formula)> {
        let is_place = self.is(0, &FOLLOWING);
        self.at += 1;
        self.condition(is_place.then_some(Which::Last))
    }
}

pub(super) fn any_of(kinds: &[Formula]) -> Option<Formula> {
    let mut each: Vec<Formula> = Vec::new();
    for kind in kinds {
        if !each.contains(kind) {
            each.push(kind.clone());
        }
    }
    each.into_iter().reduce(or)
}

/// A condition said of the card that it names, or else of the last; what compares cards names them.
pub(super) fn of_card(card: Option<Which>, condition: Formula) -> Formula {
    match cards_of(&condition) {
        Some(_) => said_of_another(&condition, card.unwrap_or(Which::Last)),
        None => condition,
    }
}
