//! Feeds the record reader with whatever the fuzzer thinks of: `cargo fuzz run record`.
//!
//! Any text must be read or refused. What is read must be written and read again as the same game. Inputs worth keeping
//! go to `corpus/record`, which `tests/rules` runs as a plain test.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour::catalogue;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(session) = catalogue::load(text) else { return };
    let again = catalogue::load(&session.record_text()).expect("what is read can be written and read again");
    assert_eq!(again.state(), session.state());
});
