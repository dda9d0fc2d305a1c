//! Clauses by the word that they begin with: "after …", "if …", "only …", "never …", and those that say what comes at a place.

use super::reader::{ClauseReader, FOLLOWING, KindsWithin, of_card};
use crate::games::eleusis::language::formulas::{
    and, anything, can_hold, cards_of, choose, denied, not, or, said_of_another,
};
use crate::games::eleusis::language::gist::pieces::{ClauseSign, SaidPiece};
use crate::games::eleusis::language::rule::{Formula, Which};

impl ClauseReader {
    /// Passes over what stands between clauses, and over remarks in brackets.
    pub(super) fn pass_between(&mut self) {
        const BETWEEN: [ClauseSign; 8] = [
            ClauseSign::Comma,
            ClauseSign::Stop,
            ClauseSign::And,
            ClauseSign::But,
            ClauseSign::Then,
            ClauseSign::Open,
            ClauseSign::Close,
            ClauseSign::Number,
        ];
        while self.is(0, &BETWEEN) {
            let (from, is_remark) = (self.at, self.is(0, &[ClauseSign::Open]) && self.is_kind(1));
            let goes_on = !self.is(0, &[ClauseSign::Stop]);
            self.said.is_refusing &= goes_on;
            self.said.is_or &= goes_on;
            self.at += 1;
            if !is_remark {
                continue;
            }
            self.kinds(KindsWithin::Subject);
            let is_closed = self.pieces.get(self.at - 1) == Some(&SaidPiece::Sign(ClauseSign::Close));
            if !is_closed {
                self.at = from + 1;
            }
        }
    }

    pub(super) fn clause(&mut self) {
        match self.pieces.get(self.at).cloned() {
            None => {}
            Some(SaidPiece::Kind(..)) => self.of_kinds(),
            Some(SaidPiece::Told(_)) => self.told(),
            Some(SaidPiece::Place(place)) => self.at_place(place),
            Some(SaidPiece::Sign(sign)) => self.begun_by(sign),
        }
    }

    pub(super) fn begun_by(&mut self, sign: ClauseSign) {
        match sign {
            ClauseSign::Nor => {
                self.at += 1;
                self.skip(&[ClauseSign::Must, ClauseSign::Is]);
                self.said.is_nor = true;
            }
            ClauseSign::Not if self.is(1, &[ClauseSign::Right]) && self.is_kind(2) => {
                self.at += 2;
                self.said.is_refusing = true;
            }
            ClauseSign::Right if self.is_kind(1) => {
                self.at += 1;
                self.said.is_accepting = true;
            }
            // "Should the last card be red, …"
            ClauseSign::Must if self.is(1, &[ClauseSign::Last, ClauseSign::It]) => self.where_first(),
            // "… will do, and so will spades"
            ClauseSign::Must if self.is_kind(1) && !self.said.rights.is_empty() => {
                self.at += 1;
                self.said.is_accepting = true;
            }
            ClauseSign::If | ClauseSign::After | ClauseSign::On => self.where_first(),
            ClauseSign::Or if self.is(1, &[ClauseSign::Else]) && self.is(2, &[ClauseSign::Last]) => self.or_last(),
            // "The same suit or else a higher rank"
            ClauseSign::Or if self.is(1, &[ClauseSign::Else]) && self.only_always() => {
                self.at += 2;
                self.said.is_or = true;
            }
            ClauseSign::Else => self.the_rest(),
            ClauseSign::Or if self.is(1, &[ClauseSign::Else]) => {
                self.at += 1;
                self.the_rest();
            }
            ClauseSign::ViceVersa => self.vice_versa(),
            ClauseSign::Except | ClauseSign::Unless => self.exception(sign == ClauseSign::Unless),
            ClauseSign::Not if self.is_kind(1) || self.is(1, &[ClauseSign::Only]) => self.none_of_kind(),
            ClauseSign::Not if self.is_told(1) || self.is(1, &[ClauseSign::Is, ClauseSign::Play, ClauseSign::Must]) => {
                let said = self.consequence();
                self.said.always.extend(said);
            }
            ClauseSign::Only => {
                self.at += 1;
                self.said.is_only = true;
            }
            ClauseSign::Last => self.last_first(),
            ClauseSign::Any => self.anything_where(),
            ClauseSign::Or => {
                self.at += 1;
                self.said.is_or = self.only_always();
            }
            _ => self.at += 1,
        }
    }

    /// Whether all that was said must always be so.
    fn only_always(&self) -> bool {
        !self.said.always.is_empty() && self.said.wheres.is_empty()
    }

    /// "if the last card is red, black", "after a heart a spade"; or what limits what was said before: "…, if the suit differs".
    pub(super) fn where_first(&mut self) {
        let is_place = self.is(0, &[ClauseSign::After, ClauseSign::On]);
        self.at += 1;
        let Some((card, condition)) = self.condition(is_place.then_some(Which::Last)) else { return };
        let is_of_one = cards_of(&condition).is_some();
        if let Some(then) = self.consequence() {
            let is_contradiction = || !can_hold(&and(condition.clone(), then.clone()));
            let card = card.or_else(|| {
                let is_next = is_of_one && self.said.is_of_next && !is_contradiction();
                is_of_one.then_some(if is_next { Which::Next } else { Which::Last })
            });
            self.said.is_of_next = card == Some(Which::Next);
            self.said.is_followed = false;
            self.said.wheres.push((of_card(card, condition), then));
            return;
        }
        let is_place_of_next = condition.facts().iter().all(|fact| fact.counts());
        if !is_of_one && condition.looks_at(Which::Next) && !is_place_of_next {
            self.said.always.push(condition);
        } else if let Some(said) = self.said.always.pop() {
            self.said.wheres.push((of_card(card, condition), said));
        }
    }

    /// ", or else the last card is a club, too".
    pub(super) fn or_last(&mut self) {
        self.at += 2;
        let Some((_, condition)) = self.condition(Some(Which::Last)) else { return };
        let last = said_of_another(&condition, Which::Last);
        let said = match self.said.always.pop() {
            Some(said) => or(said, last),
            None => last,
        };
        self.said.always.push(said);
    }

    /// "otherwise black"; but "otherwise black after red" is another clause.
    pub(super) fn the_rest(&mut self) {
        const ANEW: [ClauseSign; 4] = [ClauseSign::After, ClauseSign::On, ClauseSign::Follow, ClauseSign::If];
        const CARD: [ClauseSign; 3] = [ClauseSign::Last, ClauseSign::It, ClauseSign::Is];
        self.at += 1;
        if self.is(0, &[ClauseSign::If, ClauseSign::After]) {
            return;
        }
        let from = self.at;
        let Some(said) = self.consequence() else { return };
        if self.is(0, &ANEW) && (self.is_kind(1) || self.is(1, &CARD)) {
            self.at = from;
            return;
        }
        if self.said.rest.is_none() {
            self.said.rest = Some(said);
        }
    }

    /// "and vice versa".
    pub(super) fn vice_versa(&mut self) {
        self.at += 1;
        let Some((condition, then)) = self.said.wheres.last().cloned() else { return };
        if cards_of(&condition).is_some() && cards_of(&then).is_some() {
            let turned = (said_of_another(&then, Which::Last), said_of_another(&condition, Which::Next));
            self.said.wheres.push(turned);
        }
    }

    /// "except after a face card, when anything goes", "except queens", "except a spade on a heart".
    pub(super) fn exception(&mut self, is_unless: bool) {
        self.at += 1;
        self.skip(&[ClauseSign::Any]);
        if is_unless || self.is(0, &[ClauseSign::If, ClauseSign::After, ClauseSign::On]) {
            return self.exception_where();
        }
        let Some(kinds) = self.kinds(KindsWithin::Subject) else { return };
        if self.is(1, &FOLLOWING) {
            self.skip(&[ClauseSign::Play, ClauseSign::Is, ClauseSign::Right]);
        }
        if self.is(0, &FOLLOWING) || self.is(0, &[ClauseSign::If]) {
            self.at += 1;
            if let Some((_, condition)) = self.condition(Some(Which::Last)) {
                return self.never_both(kinds, said_of_another(&condition, Which::Last));
            }
        }
        let said = match self.said.always.pop().filter(|said| *said != anything()) {
            Some(said) => and(said, denied(kinds)),
            None => denied(kinds),
        };
        self.said.always.push(said);
    }

    pub(super) fn exception_where(&mut self) {
        let (from, is_place) = (self.at, self.is(0, &[ClauseSign::After, ClauseSign::On]));
        self.skip(&[ClauseSign::If, ClauseSign::After, ClauseSign::On]);
        let Some((card, condition)) = self.condition(is_place.then_some(Which::Last)) else {
            self.at = from;
            return;
        };
        if self.said.always.is_empty() && self.said.wheres.is_empty() {
            self.at = from;
            return;
        }
        let condition = of_card(card, condition);
        let then = self.consequence();
        match (self.said.always.pop(), then) {
            // "No clubs unless the last card was one"
            (Some(Formula::Not(kind)), None) => self.said.wheres.push((*kind, condition)),
            (Some(said), then) => {
                self.said.always.push(choose(condition, then.unwrap_or_else(anything), said));
            }
            (None, _) => self.at = from,
        }
    }

    pub(super) fn never_both(&mut self, kinds: Formula, last: Formula) {
        self.said.always.push(not(and(kinds, last)));
    }

    /// "no spade on a heart", "no two face cards in a row", "not a spade: anything".
    pub(super) fn none_of_kind(&mut self) {
        self.at += 1;
        let Some(kinds) = self.kinds(KindsWithin::Subject) else { return };
        if self.is(0, &FOLLOWING) || self.is(0, &[ClauseSign::If]) {
            self.at += 1;
            if let Some((card, condition)) = self.condition(Some(Which::Last)) {
                let last = said_of_another(&condition, card.unwrap_or(Which::Last));
                return self.never_both(kinds, last);
            }
        }
        if self.skip(&[ClauseSign::Unless, ClauseSign::Except]) {
            self.skip(&[ClauseSign::If, ClauseSign::After, ClauseSign::On]);
            if let Some((_, condition)) = self.condition(Some(Which::Last)) {
                self.said.wheres.push((kinds, said_of_another(&condition, Which::Last)));
                return;
            }
        }
        if self.is(0, &[ClauseSign::Equals, ClauseSign::FollowedBy])
            && let Some(then) = self.consequence()
        {
            let others = said_of_another(&denied(kinds), Which::Last);
            self.said.wheres.push((others, then));
            return;
        }
        if self.skip(&[ClauseSign::InARow]) {
            let last = said_of_another(&kinds, Which::Last);
            return self.never_both(kinds, last);
        }
        self.said.always.push(denied(kinds));
    }

    /// "last spade: heart".
    pub(super) fn last_first(&mut self) {
        let from = self.at;
        let condition = self.condition(Some(Which::Last)).map(|(_, condition)| condition);
        if let Some(condition) = condition.filter(|condition| cards_of(condition).is_some())
            && let Some(then) = self.consequence()
        {
            self.said.wheres.push((said_of_another(&condition, Which::Last), then));
            return;
        }
        self.at = from + 1;
    }

    /// "anything goes after a face card"; "any red card" is one that is right.
    pub(super) fn anything_where(&mut self) {
        self.at += 1;
        self.skip(&[ClauseSign::Right, ClauseSign::Is, ClauseSign::Play, ClauseSign::Must]);
        let from = self.at;
        if self.is(0, &[ClauseSign::If, ClauseSign::After, ClauseSign::On]) {
            match self.condition_after() {
                Some((card, condition)) => self.said.wheres.push((of_card(card, condition), anything())),
                None => self.at = from,
            }
        }
        self.said.is_accepting |= self.is_kind(0);
    }

    /// "On every third place a heart", "… in every third place".
    pub(super) fn at_place(&mut self, place: Formula) {
        self.at += 1;
        let then = self.consequence().or_else(|| self.said.always.pop());
        self.said.wheres.extend(then.map(|then| (place, then)));
    }

    /// "higher", "higher after a heart", "higher with a heart".
    pub(super) fn told(&mut self) {
        let Some(said) = self.consequence() else {
            self.at += 1;
            return;
        };
        if self.is(0, &[ClauseSign::If, ClauseSign::After, ClauseSign::On]) {
            let from = self.at;
            if let Some((card, condition)) = self.condition_after() {
                let end = self.at;
                // "Higher; if red then lower": the condition has a consequence of its own.
                if self.consequence().is_some() {
                    self.at = from;
                    self.said.always.push(said);
                } else {
                    self.at = end;
                    self.said.wheres.push((of_card(card, condition), said));
                }
                return;
            }
            self.at = from;
        }
        if self.is(0, &[ClauseSign::With]) && self.is_kind(1) {
            self.at += 1;
            let kinds = self.kinds(KindsWithin::Subject);
            self.said.wheres.extend(kinds.map(|kinds| (kinds, said)));
            return;
        }
        self.said.always.push(said);
    }
}
