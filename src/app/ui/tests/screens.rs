//! Every screen and page, in every window: what is to be pressed is large enough, named, and not cut off.

use super::evening::{draw_evening, evening_after, planned};
use super::reviews::{reviewed, reviewed_whole, second_chance};
use super::secrets::{CHOSEN, messy};
use super::*;
use crate::app::pictures::importer::{PendingPicture, PictureImporter};
use crate::app::ui::calendar;

/// Every screen and page, by name.
pub(super) fn screens() -> Vec<(&'static str, Box<dyn Fn(&mut Ui, &mut Requests)>)> {
    let state = || UiState { chosen: Some(GAME), seed: "c0ffee42".to_owned(), ..UiState::default() };
    let index = || {
        let mut index = index_of_today();
        index.waiting.insert(GAME, "23 cards left, 41 points".to_owned());
        index.latest = Some(GAME);
        index
    };
    let at = |(table, shown): (ActiveGame, TableScene)| {
        Box::new(move |root: &mut Ui, requests: &mut Requests| draw_table(root, &table, &shown, requests))
    };
    let at_table = |purpose: Purpose| at(dealt(purpose));
    let (paused, _) = dealt(Purpose::Game);
    let (shared, _) = dealt(Purpose::Game);
    vec![
        (
            "library",
            Box::new(move |root, requests| {
                library::show(root, &mut state(), &index(), &Settings::default(), None, false, requests);
            }),
        ),
        ("library while an evening goes on", {
            let evening = evening_after(2).evening;
            Box::new(move |root, requests| {
                library::show(root, &mut state(), &index(), &Settings::default(), evening.as_ref(), false, requests);
            })
        }),
        ("setup of an evening", {
            let plan = planned(&["mystique-circle", "mystique-chain", "eleusis-express"]);
            Box::new(move |root, requests| draw_evening(root, &plan, &Settings::default(), false, requests))
        }),
        ("evening that goes on", {
            let evening = evening_after(2);
            Box::new(move |root, requests| draw_evening(root, &evening, &Settings::default(), false, requests))
        }),
        ("evening that is over", {
            let evening = evening_after(5);
            Box::new(move |root, requests| draw_evening(root, &evening, &Settings::default(), false, requests))
        }),
        ("setup", Box::new(move |root, requests| set_up(root, &mut state(), &index(), requests))),
        (
            "setup for several",
            Box::new(move |root, requests| {
                set_up(root, &mut UiState { chosen: Some(MESS), ..state() }, &index_of_today(), requests);
            }),
        ),
        (
            "setup of studies",
            Box::new(move |root, requests| {
                set_up(root, &mut UiState { chosen: Some(CHAIN), ..state() }, &LibraryIndex::default(), requests);
            }),
        ),
        (
            "setup of puzzles",
            Box::new(move |root, requests| {
                set_up(root, &mut UiState { chosen: Some(MYSTERY), ..state() }, &index_of_today(), requests);
            }),
        ),
        ("workshop", {
            let workshop = Mutex::new(designer::open(None, ""));
            Box::new(move |root, _| {
                in_workshop(root, &mut **workshop.lock().expect("a workshop"), false, &mut Vec::new())
            })
        }),
        ("workshop with mods", {
            let workshop = Mutex::new(with_mods());
            Box::new(move |root, _| {
                in_workshop(root, &mut **workshop.lock().expect("a workshop"), false, &mut Vec::new())
            })
        }),
        ("asking", at(mysterious("", &PAIR, ""))),
        ("choosing", at(messy(&[], true))),
        ("pressing", at(messy(&CHOSEN, false))),
        ("looking", at(messy(&CHOSEN, true))),
        ("hand-over", {
            let (game, _) = messy(&[], false);
            let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
            Box::new(move |root, requests| hand_over::show(root, &game, &seats, false, requests))
        }),
        ("pictures", {
            let library = pictures_to_choose();
            Box::new(move |root, requests| {
                let packs = Path::new("/home/player/packs");
                crate::app::ui::pictures::all(
                    root,
                    &mut state(),
                    &library,
                    &PictureImporter::default(),
                    packs,
                    false,
                    requests,
                );
            })
        }),
        ("crop", {
            let boats = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs/harbour/boats.svg");
            let brought = PendingPicture::read(&boats).expect("a picture");
            Box::new(move |root, requests| crate::app::ui::pictures::crop(root, &mut brought.clone(), false, requests))
        }),
        ("how packs are made", Box::new(|root, requests| pages::pack_help(root, false, requests))),
        ("history", Box::new(move |root, requests| history::show(root, &state(), &played(), false, requests))),
        (
            "empty history",
            Box::new(move |root, requests| history::show(root, &state(), &index_of_today(), false, requests)),
        ),
        ("calendar", {
            let index = played_daily(&[("2026-11-22", true, true), ("2026-11-23", false, false)]);
            Box::new(move |root, _| calendar::show(root, GAME, index.finished_of(GAME), TODAY, false))
        }),
        ("table", at_table(Purpose::Game)),
        ("replay", at_table(Purpose::Replay)),
        ("replay with a review", at(reviewed())),
        ("replay with a whole review", at(reviewed_whole())),
        ("second chance", at(second_chance())),
        ("lesson", at_table(Purpose::Lesson)),
        (
            "menu",
            Box::new(move |root, requests| pages::menu(root, Some(&paused), &Settings::default(), false, requests)),
        ),
        ("settings", Box::new(show_settings)),
        ("keys", Box::new(|root, requests| settings::keys(root, &Settings::default(), None, false, requests))),
        ("rules", Box::new(|root, requests| pages::rules(root, Some(GAME), None, requests))),
        ("share", Box::new(move |root, requests| share::share(root, &mut state(), &shared, false, requests))),
        ("open", Box::new(move |root, requests| share::open(root, &mut state(), false, requests))),
    ]
}

#[test]
fn everything_to_hit_is_large_enough_and_within_the_window() {
    let mut found = Vec::new();
    for size in SIZES {
        for (name, draw) in screens() {
            let harness = window(size, |root, requests| draw(root, requests));
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size.0, size.1));
            let scrolls = ["settings", "keys", "rules", "history", "pictures", "how packs are made", "asking"]
                .contains(&name)
                || name.starts_with("library")
                || name.starts_with("setup ")
                || name.starts_with("workshop");
            let controls =
                harness.root().children_recursive().filter(|node| CONTROLS.contains(&node.accesskit_node().role()));
            let mut count = 0;
            for node in controls {
                count += 1;
                let (role, rect) = (node.accesskit_node().role(), node.rect());
                let label = node.accesskit_node().label().unwrap_or_default();
                for fault in faults(role, &label, rect, room, scrolls) {
                    found.push(format!("{name} at {size:?}: {role:?} {label:?} {rect:?} is {fault}"));
                }
            }
            assert!(count > 0, "{name} has nothing to press");
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The room that panels have at 200 % in a window of 1280 × 720.
const TIGHTEST: (f32, f32) = (640.0, 360.0);

#[test]
fn at_twice_the_text_size_every_screen_and_table_is_drawn_and_its_width_is_enough() {
    for (name, draw) in screens() {
        let harness = window(TIGHTEST, |root, requests| draw(root, requests));
        // These may be wider than the window, and scroll.
        if ["workshop", "setup", "pressing", "choosing", "looking", "crop"].iter().any(|wide| name.starts_with(wide)) {
            continue;
        }
        let controls = harness.root().children_recursive();
        for node in controls.filter(|node| CONTROLS.contains(&node.accesskit_node().role())) {
            let (label, rect) = (node.accesskit_node().label().unwrap_or_default(), node.rect());
            assert!(rect.left() >= -1.0 && rect.right() <= TIGHTEST.0 + 1.0, "{name}: {label:?} {rect:?}");
        }
    }
    let (table, shown) = mysterious("", &[], "");
    let harness = window(TIGHTEST, |root, requests| draw_table(root, &table, &shown, requests));
    harness.get_by_label("queen of hearts");
    assert!(harness.query_all_by_label_contains("column 1: ").count() > 0, "the notes are there");
}
