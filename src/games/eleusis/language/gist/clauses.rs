//! What a sentence seems to say in its clauses: which cards come after which, what some cards must be, what else is right. Its pieces
//! are put together as people mostly mean them, which is a guess, and only offered.

use super::super::formulas::{and, anything, can_hold, cards_of, choose, denied, not, or, said_of_another};
use super::super::rule::{Formula, Rule, Which};
use super::super::tokens::Token;
use super::pieces::{ClauseSign, SaidPiece, exclude_each_other, pieces, sort_of};

/// Words that say nothing before what must come.
const IDLE: [ClauseSign; 13] = [
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
const FOLLOWED: [ClauseSign; 2] = [ClauseSign::FollowedBy, ClauseSign::By];

/// After cards that come next, before those that lie there.
const FOLLOWING: [ClauseSign; 3] = [ClauseSign::After, ClauseSign::On, ClauseSign::Follow];

/// Where a clause of its own begins after a kind of cards.
const BEGINNING: [ClauseSign; 11] = [
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
enum KindsWithin {
    /// Something will be said of them.
    Subject,
    /// What depends on them follows.
    Condition,
    /// They are what must come: the next kind may begin a clause of its own.
    Consequence,
}

/// What was said so far.
#[derive(Default)]
struct SaidClauses {
    always: Vec<Formula>,
    /// Conditions, and what must hold where they do.
    wheres: Vec<(Formula, Formula)>,
    rights: Vec<Formula>,
    rest: Option<Formula>,
    /// "Only" stood before what comes.
    is_only: bool,
    /// "Nor" stood there.
    is_nor: bool,
    /// "These are not right: …"
    is_refusing: bool,
    /// "I accept …"
    is_accepting: bool,
    /// The last condition was one of the next card.
    is_of_next: bool,
    /// The last clause said what follows what: "… a heart by a spade" goes on so.
    is_followed: bool,
}

/// Reads pieces from left to right.
struct ClauseReader {
    pieces: Vec<SaidPiece>,
    at: usize,
    said: SaidClauses,
}

/// What these words seem to say.
pub(super) fn rule(words: &[String]) -> Option<Rule> {
    let words: Vec<Token> = words.iter().map(|text| Token { text: text.clone(), at: 0..0 }).collect();
    let mut reader = ClauseReader { pieces: pieces(&words), at: 0, said: SaidClauses::default() };
    while reader.at < reader.pieces.len() {
        let from = reader.at;
        reader.pass_between();
        reader.clause();
        // Nothing is read twice.
        if reader.at <= from {
            reader.at = from + 1;
        }
    }
    reader.said.together().map(Rule::Always)
}

impl ClauseReader {
    fn sign(&self, ahead: usize) -> Option<ClauseSign> {
        match self.pieces.get(self.at + ahead) {
            Some(SaidPiece::Sign(sign)) => Some(*sign),
            _ => None,
        }
    }

    fn is(&self, ahead: usize, signs: &[ClauseSign]) -> bool {
        self.sign(ahead).is_some_and(|sign| signs.contains(&sign))
    }

    fn is_kind(&self, ahead: usize) -> bool {
        matches!(self.pieces.get(self.at + ahead), Some(SaidPiece::Kind(..)))
    }

    fn is_told(&self, ahead: usize) -> bool {
        matches!(self.pieces.get(self.at + ahead), Some(SaidPiece::Told(_)))
    }

    fn is_place(&self, ahead: usize) -> bool {
        matches!(self.pieces.get(self.at + ahead), Some(SaidPiece::Place(_)))
    }

    /// Whether a clause of its own begins there.
    fn begins(&self, ahead: usize) -> bool {
        self.is_told(ahead) || self.is(ahead, &BEGINNING)
    }

    /// Passes over these; whether there were any.
    fn skip(&mut self, signs: &[ClauseSign]) -> bool {
        let from = self.at;
        while self.is(0, signs) {
            self.at += 1;
        }
        self.at > from
    }

    fn take_told(&mut self) -> Option<Formula> {
        match self.pieces.get(self.at) {
            Some(SaidPiece::Told(formula) | SaidPiece::Place(formula)) => {
                self.at += 1;
                Some(formula.clone())
            }
            _ => None,
        }
    }

    fn kind_here(&self) -> Option<Formula> {
        match self.pieces.get(self.at) {
            Some(SaidPiece::Kind(kind, _)) => Some(kind.clone()),
            _ => None,
        }
    }

    // Parts of clauses.

    /// Kinds of one card, said of the next.
    fn kinds(&mut self, within: KindsWithin) -> Option<Formula> {
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
    fn another_kind(&mut self, within: KindsWithin, any: &mut Vec<Formula>) -> bool {
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
    fn is_list(&self) -> bool {
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
    fn consequence(&mut self) -> Option<Formula> {
        let from = self.at;
        let said = self.consequence_here();
        if said.is_none() {
            self.at = from;
        }
        said
    }

    fn consequence_here(&mut self) -> Option<Formula> {
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

    fn skip_idle(&mut self, and_too: bool) {
        while self.is(0, &IDLE) || self.is(0, &FOLLOWED) || and_too && self.is(0, &[ClauseSign::And]) {
            self.at += 1;
        }
    }

    /// What must come, with what "and" and "or" add to it. What is denied is denied with all that "or" adds.
    fn gone_on(&mut self, first: Formula, is_denied: bool) -> Formula {
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
    fn condition(&mut self, of: Option<Which>) -> Option<(Option<Which>, Formula)> {
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
    fn condition_after(&mut self) -> Option<(Option<Which>, Formula)> {
        let is_place = self.is(0, &FOLLOWING);
        self.at += 1;
        self.condition(is_place.then_some(Which::Last))
    }

    // Clauses.

    /// Passes over what stands between clauses, and over remarks in brackets.
    fn pass_between(&mut self) {
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
            self.said.is_refusing &= !self.is(0, &[ClauseSign::Stop]);
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

    fn clause(&mut self) {
        match self.pieces.get(self.at).cloned() {
            None => {}
            Some(SaidPiece::Kind(..)) => self.of_kinds(),
            Some(SaidPiece::Told(_)) => self.told(),
            Some(SaidPiece::Place(place)) => self.at_place(place),
            Some(SaidPiece::Sign(sign)) => self.begun_by(sign),
        }
    }

    fn begun_by(&mut self, sign: ClauseSign) {
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
            _ => self.at += 1,
        }
    }

    /// "if the last card is red, black", "after a heart a spade"; or what limits what was said before: "…, if the suit differs".
    fn where_first(&mut self) {
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
    fn or_last(&mut self) {
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
    fn the_rest(&mut self) {
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
    fn vice_versa(&mut self) {
        self.at += 1;
        let Some((condition, then)) = self.said.wheres.last().cloned() else { return };
        if cards_of(&condition).is_some() && cards_of(&then).is_some() {
            let turned = (said_of_another(&then, Which::Last), said_of_another(&condition, Which::Next));
            self.said.wheres.push(turned);
        }
    }

    /// "except after a face card, when anything goes", "except queens", "except a spade on a heart".
    fn exception(&mut self, is_unless: bool) {
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

    fn exception_where(&mut self) {
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

    fn never_both(&mut self, kinds: Formula, last: Formula) {
        self.said.always.push(not(and(kinds, last)));
    }

    /// "no spade on a heart", "no two face cards in a row", "not a spade: anything".
    fn none_of_kind(&mut self) {
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
    fn last_first(&mut self) {
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
    fn anything_where(&mut self) {
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
    fn at_place(&mut self, place: Formula) {
        self.at += 1;
        let then = self.consequence().or_else(|| self.said.always.pop());
        self.said.wheres.extend(then.map(|then| (place, then)));
    }

    /// "higher", "higher after a heart", "higher with a heart".
    fn told(&mut self) {
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

    /// "hearts must be even", "a heart is followed by a spade", "clubs only after clubs", "reds are right".
    fn of_kinds(&mut self) {
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

    fn verb(&mut self) -> KindVerb {
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
    fn followed(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
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
    fn following(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
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
    fn kinds_if(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
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
    fn kinds_unless(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
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
    fn kinds_must(&mut self, kinds: &Formula, verb: &KindVerb) -> bool {
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
struct KindVerb {
    is_said: bool,
    is_must: bool,
    is_being: bool,
    /// "Must", "may be played".
    is_duty: bool,
    is_denied: bool,
    is_only: bool,
    /// "Only hearts …"
    was_only_before: bool,
    is_calling: bool,
    names_last: bool,
    is_right: bool,
}

fn any_of(kinds: &[Formula]) -> Option<Formula> {
    let mut each: Vec<Formula> = Vec::new();
    for kind in kinds {
        if !each.contains(kind) {
            each.push(kind.clone());
        }
    }
    each.into_iter().reduce(or)
}

/// A condition said of the card that it names, or else of the last; what compares cards names them.
fn of_card(card: Option<Which>, condition: Formula) -> Formula {
    match cards_of(&condition) {
        Some(_) => said_of_another(&condition, card.unwrap_or(Which::Last)),
        None => condition,
    }
}

impl SaidClauses {
    /// All that is said, as far as it goes together.
    fn together(self) -> Option<Formula> {
        let mut wheres: Vec<(Formula, Formula)> = Vec::new();
        for part in self.wheres {
            if !wheres.contains(&part) {
                wheres.push(part);
            }
        }
        let mut always: Vec<Formula> = Vec::new();
        for part in self.always {
            if part != anything() && !always.contains(&part) {
                always.push(part);
            }
        }
        if wheres.is_empty() && always.is_empty() && self.rights.is_empty() {
            return None;
        }
        // "The same or higher; after a face card anything"
        if let ([(condition, then)], [said], None) = (wheres.as_slice(), always.as_slice(), &self.rest)
            && *then == anything()
        {
            return Some(choose(condition.clone(), anything(), said.clone()));
        }
        let is_denied = matches!(always.first(), Some(Formula::Not(_)));
        let (has_wheres, has_always) = (!wheres.is_empty(), !always.is_empty());
        let are_of_next = wheres.iter().all(|(of, _)| cards_of(of).is_some_and(|(card, _)| card == Which::Next));
        let only = <&[(Formula, Formula); 1]>::try_from(wheres.as_slice()).ok().map(|[(_, then)]| then.clone());
        let rest = self.rest.clone();
        let said = chosen(wheres, self.rest).into_iter().chain(always).reduce(and);
        let Some(right) = self.rights.into_iter().reduce(or) else { return said };
        match said {
            None => Some(rest.into_iter().fold(right, or)),
            // "Spades are right; all other cards must be multiples of 3"
            Some(said) if has_wheres && are_of_next => Some(or(right, only.unwrap_or(said))),
            Some(said) if has_always && !has_wheres && !is_denied => Some(or(right, said)),
            said => said,
        }
    }
}

/// Conditions one after the other: "if … then … else if …". Where one of them always holds, the last needs no condition.
fn chosen(mut wheres: Vec<(Formula, Formula)>, rest: Option<Formula>) -> Option<Formula> {
    if wheres.is_empty() {
        return None;
    }
    let last = if rest.is_none() && are_all(&wheres) { wheres.pop().map(|(_, then)| then) } else { rest };
    let last = last.unwrap_or_else(anything);
    Some(wheres.into_iter().rfold(last, |rest, (condition, then)| choose(condition, then, rest)))
}

fn are_all(wheres: &[(Formula, Formula)]) -> bool {
    let of: Option<Vec<_>> = wheres.iter().map(|(condition, _)| cards_of(condition)).collect();
    let Some(of) = of.filter(|of| of.len() > 1) else { return false };
    let is_same_card = of.iter().all(|(card, _)| of.first().is_some_and(|(first, _)| first == card));
    let all = of.iter().map(|(_, cards)| *cards).reduce(|one, other| one.union(other));
    is_same_card && all.is_some_and(|all| all.complement().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::in_clauses;
    use crate::games::eleusis::language::Rule;

    #[test]
    fn what_follows_what_is_put_together_from_clauses() {
        for (text, about) in [
            (
                "a diamond gets answered by a club, a club by a spade, a spade by a heart and a heart by a diamond",
                "if last is diamond then club else if last is club then spade else if last is spade then heart else diamond",
            ),
            (
                "once a picture card was put down a spade has to follow, otherwise black on evens and red on odds",
                "if last is face then spade else if last is even then black else red",
            ),
            (
                "If the previous card is a club or a spade, the next must be a heart, and vice versa.",
                "if last is club or last is spade then heart else if last is heart then club or spade else red or black",
            ),
            (
                "level or lower each time, but once a jack, queen or king lies there anything at all goes",
                "if last is face then red or black else rank <= last",
            ),
            (
                "no hearts ever, and dont put a club straight onto a diamond, the rest is cool",
                "(if last is diamond then not club else red or black) and not heart",
            ),
            (
                "diamonds are barred except right after another diamond",
                "if diamond then last is diamond else red or black",
            ),
            (
                "hearts climb above the last card and clubs fall below the last card, others as you like",
                "if heart then rank > last else if club then rank < last else red or black",
            ),
            ("Fives, tens and kings of any suit will do, and so will every club.", "5 or 10 or king or club"),
            (
                "small cards (ace to five) after big ones (six to king) and the other way round",
                "if last is 6 to king then ace to 5 else 6 to king",
            ),
            ("A face card must never sit right beside another face card, haha.", "not (face and last is face)"),
            (
                "Should the last card be nine or more, the next must be eight or less; otherwise it must be nine or more.",
                "if last is 9 to king then ace to 8 else 9 to king",
            ),
            (
                "on even places hearts are compulsory, elsewhere whatever you like",
                "if position is even then heart else red or black",
            ),
            (
                "clubs are obligatory at every position divisible by four; elsewhere any card may be laid",
                "if position is multiple of 4 then club else red or black",
            ),
            ("spades are always fine, anything else has to be lower than the last card", "spade or rank < last"),
            (
                "An odd card is not permitted after an odd card, nor is an even card after an even card.",
                "not (odd and last is odd) and not (even and last is even)",
            ),
        ] {
            assert_eq!(in_clauses(text).as_deref(), Some(about), "{text}");
            assert_eq!(about.parse::<Rule>().map(|rule| rule.to_string()).as_deref(), Ok(about));
        }
    }

    #[test]
    fn of_fewer_words_and_of_nothing_nothing_is_said() {
        for text in ["red blak", "rnak same as last", "it is a lovely day to play cards with friends"] {
            assert_eq!(in_clauses(text), None, "{text}");
        }
    }
}
