//! Feeds the reader of puzzles with whatever the fuzzer thinks of: `cargo fuzz run puzzle`.
//!
//! Any text must be read or refused; what is read can be written, read again and judged. Inputs worth keeping go to
//! `corpus/puzzle`, which `tests/rules` runs as a plain test.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour::games::mystery::puzzle::file;

fuzz_target!(|bytes: &[u8]| file::fuzz(bytes));
