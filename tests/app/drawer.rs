//! The panel of a table that is folded, in its drawer, by keys and by a gamepad; and what large text leaves to the table.

use super::*;
use crate::cards::among_bots;
use crate::mess::{is_handed_over, settle_all};
use parlour::app::game::turn::Turn;
use parlour::engine::table_session::TableSession;
use parlour::table::input::InputEnabled;
use parlour::table::viewport::Insets;

const CIRCLE: &str = "mystique-circle";

/// A game with a trick that was taken, in a window of this size.
fn in_window(folder: &Folder, (width, height): (u32, u32)) -> App {
    let has_last = |session: &dyn TableSession| !session.layout().last.cards.is_empty();
    let mut app = among_bots(CIRCLE, folder, 4, has_last);
    let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
    windows.single_mut(app.world_mut()).expect("a window").resolution = window_of(width, height);
    settle_all(&mut app);
    app
}

fn is_open(app: &App) -> bool {
    app.world().resource::<UiState>().drawer
}

fn table_is_enabled(app: &App) -> bool {
    app.world().resource::<InputEnabled>().0
}

fn press_twice_updated(app: &mut App, key: KeyCode) {
    press(app, key);
    app.update();
}

#[test]
fn a_key_opens_the_folded_panel_and_escape_closes_it() {
    let folder = Folder::new("drawer-keys");
    let mut app = in_window(&folder, (960, 540));
    assert!(!is_open(&app) && table_is_enabled(&app));
    for closes in [KeyCode::Escape, KeyCode::KeyL] {
        press_twice_updated(&mut app, KeyCode::KeyL);
        assert!(is_open(&app) && !table_is_enabled(&app), "nothing is played under it");
        press_twice_updated(&mut app, closes);
        assert!(!is_open(&app) && table_is_enabled(&app), "{closes:?}");
        assert_eq!(app.world().resource::<UiState>().page, None);
    }
    press_twice_updated(&mut app, KeyCode::Escape);
    assert_eq!(app.world().resource::<UiState>().page, Some(Page::Menu), "then Escape opens the menu");
}

#[test]
fn the_last_trick_is_seen_on_the_table_without_the_drawer() {
    let folder = Folder::new("drawer-trick");
    let mut app = in_window(&folder, (960, 540));
    press_twice_updated(&mut app, KeyCode::KeyL);
    press_twice_updated(&mut app, KeyCode::KeyP);
    assert!(table(&app).peeks && !is_open(&app));
}

#[test]
fn where_the_panel_stands_beside_the_table_there_is_no_drawer() {
    let folder = Folder::new("drawer-wide");
    let mut app = in_window(&folder, (1280, 720));
    press_twice_updated(&mut app, KeyCode::KeyL);
    assert!(!is_open(&app) && table_is_enabled(&app));
    send(&mut app, SettingsAction::Rescale(10));
    press_twice_updated(&mut app, KeyCode::KeyL);
    assert!(is_open(&app), "at 200 % it is folded");
    send(&mut app, SettingsAction::Rescale(-10));
    app.update();
    assert!(!is_open(&app) && table_is_enabled(&app), "and stands there again");
}

#[test]
fn while_the_computer_is_handed_over_no_drawer_is_open() {
    let folder = Folder::new("drawer-secret");
    let entry = catalogue::find(CIRCLE).expect("the game");
    let session = entry.start("tea", ["Ada", "Blaise"].map(Player::person).to_vec()).expect("a deal");
    folder.store().write_save(CIRCLE, &session.record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    settle_all(&mut app);
    assert!(is_handed_over(&app));
    send(&mut app, SettingsAction::Rescale(10));
    press_twice_updated(&mut app, KeyCode::KeyL);
    assert!(!is_open(&app));
    assert_eq!(*app.world().resource::<State<Turn>>().get(), Turn::HandOver);
}

#[cfg(feature = "gamepad")]
#[test]
fn a_gamepad_opens_and_closes_the_drawer() {
    use parlour::app::platform::gamepad::{PadButton, PadPresses};
    let folder = Folder::new("drawer-pad");
    let mut app = in_window(&folder, (960, 540));
    for (press, shown) in
        [(PadButton::Drawer, true), (PadButton::Drawer, false), (PadButton::Drawer, true), (PadButton::Back, false)]
    {
        app.world().resource::<PadPresses>().0.send(press).expect("somebody listens");
        app.update();
        app.update();
        assert_eq!(is_open(&app), shown, "{press:?}");
    }
}

#[test]
fn the_text_size_is_that_of_the_indices_and_tables_become_no_smaller() {
    let mut faults = Vec::new();
    for entry in catalogue::GAMES {
        let (fewest, most) = entry.info.seats;
        let layouts = [fewest, most].map(|seats| {
            let others = (1..seats).map(|_| Player::bot(BotLevel::Easy));
            let players = [Player::person("You")].into_iter().chain(others).collect();
            entry.start("size", players).expect("a deal").layout()
        });
        for (layout, window) in layouts.iter().flat_map(|layout| {
            [(960.0, 540.0), (1280.0, 720.0), (1920.0, 1080.0)].map(|(wide, high)| (layout, Vec2::new(wide, high)))
        }) {
            let size = Vec2::from(layout.size);
            let usual = window_layout::zoom(window, 100);
            let bars = Insets { top: usual * 64.0, bottom: usual * 64.0, ..Insets::default() };
            let folded = TableViewport::fit(window, 1.0, bars, size).scale;
            for scale in [100, 150, 200] {
                let insets = window_layout::insets(window, window_layout::zoom(window, scale), None, layout);
                let shown = TableViewport::fit(window, 1.0, insets, size).scale;
                // A panel in which moves are made stays, and keeps a width at which they can be.
                let least = if layout.keeps_panel { 0.94 } else { 0.999 };
                // At 100 % the panel beside a wide table takes more of it, as ever.
                if shown < least * folded && scale > 100 {
                    faults.push(format!("{} in {window} at {scale} %: {shown} after {folded}", entry.info.id));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let folder = Folder::new("drawer-index");
    let mut app = dealt(folder.store(), "c0ffee42");
    let index = |app: &App| app.world().resource::<CardStyle>().index;
    let before = index(&app);
    send(&mut app, SettingsAction::Rescale(5));
    assert!(index(&app) > before);
}
