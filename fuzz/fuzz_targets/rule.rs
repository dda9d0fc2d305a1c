//! Feeds the reader of secret rules with whatever the fuzzer thinks of: `cargo fuzz run rule -- -dict=rule.dict`.
//!
//! A text must be a rule or be refused with a place within it, and what is offered in its place must be one; a rule
//! must read back from what is printed, mean something, and be advised on. Inputs worth keeping go to `corpus/rule`,
//! which `tests/rules` runs as a plain test.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour::games::eleusis::advice::RuleAdvice;
use parlour::games::eleusis::hints;
use parlour::games::eleusis::language::{Automaton, Rule, difference};

fuzz_target!(|text: &str| match text.parse::<Rule>() {
    Ok(rule) => {
        assert_eq!(rule.to_string().parse::<Rule>().as_ref(), Ok(&rule));
        let meaning = Automaton::of(&rule);
        assert_eq!(difference(&meaning, &meaning), None);
        let _ = RuleAdvice::of(&meaning).problems();
        assert!(hints::about(&rule).iter().all(|hint| !hint.is_empty()));
    }
    Err(error) => {
        assert!(text.get(error.at).is_some() && !error.why.is_empty());
        assert!(error.meant.iter().all(|sentence| sentence.parse::<Rule>().is_ok()));
    }
});
