//! Clicks by a hand that rests: nothing but the click itself wakes the sleeping window.

use super::*;

/// So many clicks; before the window was kept awake after a frame, a few of them waited for the next movement.
const CLICKS: u64 = 200;

#[test]
fn no_click_of_a_resting_hand_is_lost() {
    let (display, home) = (Display::open(), Home::new("clicks"));
    let settings = home.0.join("config/parlour/settings.ron");
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
    // The button for sound, second from the right edge of the bar.
    program.point(Vec2::new(1280.0 - 38.0 - 48.0, 32.0));
    program.until_still();
    let mut kept = String::new();
    for click in 0..CLICKS {
        // Held for a blink, longer and shorter, so that it ends at every moment of a frame that is being shown.
        let held = format!("0.{:03}", 5 + click * 37 % 120);
        display.run("xdotool", &["mousedown", "1", "sleep", &held, "mouseup", "1"]);
        kept = display.until(&format!("click {click}, held for {held} s"), || {
            fs::read_to_string(&settings).ok().filter(|now| *now != kept && now.contains("sound:"))
        });
    }
}
