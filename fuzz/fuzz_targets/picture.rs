//! Feeds the reader of pictures and drawings with whatever the fuzzer thinks of, within the limits of the process that
//! decodes them: `cargo fuzz run picture -- -rss_limit_mb=512 -timeout=5 -dict=svg.dict`.
//!
//! Unlike the other targets this one may crash, for libraries that draw can be brought down by a file; the program
//! therefore draws in a process of its own. With `-fork=1 -ignore_crashes=1 -ignore_ooms=1 -ignore_timeouts=1` the fuzzer
//! goes on; what it finds goes to `corpus/drawings`, and a plain test shows that the program outlives it with a message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour::packs::{Crop, Picture};

fuzz_target!(|bytes: &[u8]| {
    let Ok(picture) = Picture::read(bytes) else { return };
    let (width, height) = picture.size();
    let _ = picture.square(Crop::centred(width, height), 256);
    let _ = picture.small(256);
});
