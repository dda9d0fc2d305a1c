//! The language of secret rules: what a rule is, how it is written and read, and what it means.

mod asides;
mod chatter;
mod explained;
mod formulas;
mod gist;
mod grammar;
mod mathematics;
mod meaning;
mod memory;
mod nearest;
mod notation;
mod offers;
mod phrases;
mod read;
mod relations;
mod rule;
mod sentence;
mod shorthand;
mod tokens;
mod vocabulary;
mod wording;

pub use meaning::{
    Automaton, ByLastCard, CardJudge, Difference, RuleState, difference, difference_after, is_same_from,
};
pub use read::RuleTextError;
pub use rule::{
    Arithmetic, CardColour, Fact, Feature, Features, Formula, LONGEST_CYCLE, Likeness, LineEnd, NumberKind, Property,
    RankOrder, RankSteps, Rule, Way, Which,
};
