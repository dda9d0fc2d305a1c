//! What clauses have said so far, and what they come to together.

use crate::games::eleusis::language::formulas::{and, anything, cards_of, choose, or};
use crate::games::eleusis::language::rule::{Formula, Which};

/// What was said so far.
#[derive(Default)]
pub(super) struct SaidClauses {
    pub(super) always: Vec<Formula>,
    /// Conditions, and what must hold where they do.
    pub(super) wheres: Vec<(Formula, Formula)>,
    pub(super) rights: Vec<Formula>,
    pub(super) rest: Option<Formula>,
    /// "Only" stood before what comes.
    pub(super) is_only: bool,
    /// "Nor" stood there.
    pub(super) is_nor: bool,
    /// "These are not right: …"
    pub(super) is_refusing: bool,
    /// "I accept …"
    pub(super) is_accepting: bool,
    /// The last condition was one of the next card.
    pub(super) is_of_next: bool,
    /// The last clause said what follows what: "… a heart by a spade" goes on so.
    pub(super) is_followed: bool,
    /// "Or" stood before what comes.
    pub(super) is_or: bool,
    /// The same of the clause that is being read, with how much was said before it.
    or_after: Option<usize>,
}

impl SaidClauses {
    pub(super) fn begin_clause(&mut self) {
        self.or_after = std::mem::take(&mut self.is_or).then_some(self.always.len());
    }

    /// What "or" joins to what was said before is one of two things that may be so, and not both that must.
    pub(super) fn end_clause(&mut self) {
        let Some(before) = self.or_after.take() else { return };
        if self.always.len() == before {
            self.is_or = self.wheres.is_empty();
        }
        if before == 0 || self.always.len() != before + 1 {
            return;
        }
        if let (Some(other), Some(one)) = (self.always.pop(), self.always.pop()) {
            self.always.push(or(one, other));
        }
    }

    /// All that is said, as far as it goes together.
    pub(super) fn together(self) -> Option<Formula> {
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
pub(super) fn chosen(mut wheres: Vec<(Formula, Formula)>, rest: Option<Formula>) -> Option<Formula> {
    if wheres.is_empty() {
        return None;
    }
    let last = if rest.is_none() && are_all(&wheres) { wheres.pop().map(|(_, then)| then) } else { rest };
    let last = last.unwrap_or_else(anything);
    Some(wheres.into_iter().rfold(last, |rest, (condition, then)| choose(condition, then, rest)))
}

pub(super) fn are_all(wheres: &[(Formula, Formula)]) -> bool {
    let of: Option<Vec<_>> = wheres.iter().map(|(condition, _)| cards_of(condition)).collect();
    let Some(of) = of.filter(|of| of.len() > 1) else { return false };
    let is_same_card = of.iter().all(|(card, _)| of.first().is_some_and(|(first, _)| first == card));
    let all = of.iter().map(|(_, cards)| *cards).reduce(|one, other| one.union(other));
    is_same_card && all.is_some_and(|all| all.complement().is_empty())
}
