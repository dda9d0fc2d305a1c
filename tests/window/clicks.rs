//! Clicks by a hand that rests: nothing but the click itself wakes the sleeping window.

use std::thread::sleep;
use std::time::Duration;

use super::*;

/// So many clicks; before the window was kept awake after a frame, a few of them waited for the next movement.
const CLICKS: u64 = 100;

/// The program says nothing here, for it would draw frames of which nobody in earnest has the use: by that the window would be
/// awake when it should sleep.
#[test]
fn no_click_of_a_resting_hand_is_lost() {
    let (display, home) = (Display::open(), Home::in_motion("clicks"));
    let settings = home.0.join("config/parlour/settings.ron");
    let program = Program::start_silent(&display, &home.0);
    until_asleep(&program);
    // The button for sound, second from the right edge of the bar.
    program.point(Vec2::new(1280.0 - 38.0 - 48.0, 32.0));
    until_asleep(&program);
    let mut kept = String::new();
    for click in 0..CLICKS {
        // Held for a blink, longer and shorter, so that it ends at every moment of a frame that is being shown.
        let held = Duration::from_millis(5 + click * 37 % 120);
        display.mouse(true);
        sleep(held);
        display.mouse(false);
        kept = program.until(&format!("click {click}, held for {held:?}"), || {
            fs::read_to_string(&settings).ok().filter(|now| *now != kept && now.contains("sound:"))
        });
    }
}

/// Until the window shows more than one colour, and the same for a while.
fn until_asleep(program: &Program) {
    let mut last = Vec::new();
    program.until("a picture that stays", || {
        sleep(Duration::from_millis(200));
        let (_, _, now) = program.pixels();
        let is_drawn = now.chunks_exact(3).any(|pixel| *pixel != now[..3]);
        let is_asleep = is_drawn && now == last;
        last = now;
        is_asleep.then_some(())
    });
}
