//! Clauses that begin with a kind of cards: "hearts must be even", "a heart is followed by a spade", "clubs only after clubs".

use super::reader::{ClauseReader, FOLLOWING, KindsWithin, of_card};
use crate::games::eleusis::language::formulas::{cards_of, denied, said_of_another};
use crate::games::eleusis::language::gist::pieces::ClauseSign;
use crate::games::eleusis::language::rule::{Formula, Which};

impl ClauseReader {
    /// "hearts must be even", "a heart is followed by a spade", "clubs only after clubs", "reds are right".
    pub(super) fn of_kinds(&mut self) {
        let Some(kinds) = self.kinds(KindsWithin::Subject) else {
            self.at += 1;
            return;
        };
        let verb = self.verb();
        if self.is(0, &[ClauseSign::InARow]) && verb.is_denied {
            self.skip(&[ClauseSign::InARow, ClauseSign::Different]);
            self.kinds(KindsWithin::Subject);
            let last = said_of_another(&kinds, Which::Last);
            return self.never_both(kinds, last);
        }
        let is_done = self.followed(&kinds, &verb) || self.following(&kinds, &verb) || self.kinds_if(&kinds, &verb);
        if is_done || self.kinds_unless(&kinds, &verb) {
            return;
        }
        if verb.is_right {
            return match (verb.is_denied, verb.is_only) {
                (true, _) => self.said.always.push(denied(kinds)),
                (false, true) => self.said.always.push(kinds),
                (false, false) => self.said.rights.push(kinds),
            };
        }
        if self.kinds_must(&kinds, &verb) {
            return;
        }
        let is_leave = self.said.is_accepting || verb.is_duty && !verb.is_only && !verb.was_only_before;
        match (verb.is_denied, is_leave) {
            (true, _) => self.said.always.push(denied(kinds)),
            (false, true) => self.said.rights.push(kinds),
            (false, false) => self.said.always.push(kinds),
        }
    }

    pub(super) fn verb(&mut self) -> KindVerb {
        let said = &mut self.said;
        let is_denied = said.is_nor || said.is_refusing;
        let was_only_before = std::mem::take(&mut said.is_only);
        said.is_nor = false;
        let mut verb = KindVerb { is_denied, was_only_before, ..KindVerb::default() };
        while let Some(sign) = self.sign(0) {
            match sign {
                ClauseSign::Must | ClauseSign::Play => verb.is_duty = true,
                ClauseSign::Is => verb.is_being = true,
                ClauseSign::Not => verb.is_denied = !verb.is_denied,
                ClauseSign::Only => verb.is_only = true,
                ClauseSign::Calls => verb.is_calling = true,
                ClauseSign::Last => verb.names_last = true,
                ClauseSign::Right => verb.is_right = true,
                ClauseSign::Was
                | ClauseSign::It
                | ClauseSign::Nor
                | ClauseSign::Number
                | ClauseSign::Equals
                | ClauseSign::Next => {}
                _ => break,
            }
            verb.is_must |= sign == ClauseSign::Must;
            verb.is_said = true;
            self.at += 1;
        }
        verb
    }

    /// "hearts are followed by spades", "hearts want spades", "hearts last: spades", "hearts, then spades".
    pub(super) fn followed(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
        let is_followed = self.is(0, &[ClauseSign::FollowedBy])
            || self.is(0, &[ClauseSign::Then]) && !verb.is_said
            || self.is(0, &[ClauseSign::By]) && (self.said.is_followed || verb.is_being);
        if !(is_followed || verb.is_calling || verb.names_last && !verb.is_right) {
            return false;
        }
        let Some(then) = self.consequence() else { return false };
        let then = if verb.is_denied { denied(then) } else { then };
        self.said.wheres.push((said_of_another(kinds, Which::Last), then));
        self.said.is_followed = true;
        true
    }

    /// "spades follow hearts", "clubs only after clubs", "hearts must not follow hearts".
    pub(super) fn following(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
        if !self.is(0, &FOLLOWING) {
            return false;
        }
        let from = self.at;
        self.at += 1;
        self.skip(&[ClauseSign::If, ClauseSign::Play]);
        let is_only = self.skip(&[ClauseSign::Only]) || verb.is_only;
        self.skip(&[ClauseSign::Different, ClauseSign::And]);
        let condition = self.condition(Some(Which::Last)).map(|(_, condition)| condition);
        let Some(condition) = condition.filter(|condition| cards_of(condition).is_some()) else {
            self.at = from;
            return false;
        };
        let last = said_of_another(&condition, Which::Last);
        self.skip(&[ClauseSign::Is, ClauseSign::Must]);
        let mut is_denied = verb.is_denied;
        // "Face after face is not right"
        if self.is(0, &[ClauseSign::Not]) && !self.is_kind(1) && !self.is_told(1) {
            self.skip(&[ClauseSign::Not, ClauseSign::Right]);
            is_denied = !is_denied;
        }
        let is_same = cards_of(kinds).map(|(_, cards)| cards) == cards_of(&condition).map(|(_, cards)| cards);
        let kinds = kinds.clone();
        match (is_only || verb.was_only_before && is_same, is_denied) {
            (true, _) => self.said.wheres.push((kinds, last)),
            (false, true) => self.never_both(kinds, last),
            (false, false) => self.said.wheres.push((last, kinds)),
        }
        true
    }

    /// "black if it is odd", "clubs only if the last card is one".
    pub(super) fn kinds_if(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
        const CARD: [ClauseSign; 4] = [ClauseSign::It, ClauseSign::Last, ClauseSign::Is, ClauseSign::Next];
        let may_be = verb.is_only || self.is_kind(1) || self.is(1, &CARD);
        if !self.is(0, &[ClauseSign::If]) || !may_be {
            return false;
        }
        let from = self.at;
        self.at += 1;
        let Some((card, condition)) = self.condition(None) else {
            self.at = from;
            return false;
        };
        let condition = of_card(card, condition);
        let kinds = kinds.clone();
        match (verb.is_denied, verb.is_only) {
            (true, _) => self.never_both(kinds, condition),
            (false, true) => self.said.wheres.push((kinds, condition)),
            (false, false) => self.said.wheres.push((condition, kinds)),
        }
        true
    }

    /// "clubs are forbidden except after a club".
    pub(super) fn kinds_unless(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
        if !verb.is_denied || !self.is(0, &[ClauseSign::Except, ClauseSign::Unless]) {
            return false;
        }
        let from = self.at;
        self.at += 1;
        self.skip(&[ClauseSign::If, ClauseSign::After, ClauseSign::On]);
        let Some((_, condition)) = self.condition(Some(Which::Last)) else {
            self.at = from;
            return false;
        };
        self.said.wheres.push((kinds.clone(), said_of_another(&condition, Which::Last)));
        true
    }

    /// "reds must be higher", "reds on even places".
    pub(super) fn kinds_must(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
        let mut is_at_place = self.is_place(0);
        while self.is(0, &[ClauseSign::On, ClauseSign::Next, ClauseSign::If]) && self.is_place(1) {
            self.at += 1;
            is_at_place = true;
        }
        let says_more = self.is_kind(0) && (verb.is_must || verb.is_being);
        if !is_at_place && !self.is_told(0) && !says_more {
            return false;
        }
        let Some(said) = self.consequence() else { return false };
        let kinds = kinds.clone();
        let said = match (is_at_place, verb.is_denied) {
            (true, _) => (said, kinds),
            (false, true) => (kinds, denied(said)),
            (false, false) => (kinds, said),
        };
        self.said.wheres.push(said);
        true
    }
}

/// What is said of a kind of cards by its verb.
#[derive(Default)]
pub(super) struct KindVerb {
    pub(super) is_said: bool,
    pub(super) is_must: bool,
    pub(super) is_being: bool,
    /// "Must", "may be played".
    pub(super) is_duty: bool,
    pub(super) is_denied: bool,
    pub(super) is_only: bool,
    /// "Only hearts …"
    pub(super) was_only_before: bool,
    pub(super) is_calling: bool,
    pub(super) names_last: bool,
    pub(super) is_right: bool,
}
