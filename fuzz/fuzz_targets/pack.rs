//! Feeds the readers of packs with whatever the fuzzer thinks of: `cargo fuzz run pack`.
//!
//! The first byte says what the others are taken for: a manifest, a picture, or a zip file. Any of them must be read or
//! refused, and what is read must be of use. Inputs worth keeping go to `corpus/pack`, which `tests/rules` runs as a plain
//! test.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour::packs::tried;

fuzz_target!(|bytes: &[u8]| tried(bytes));
