//! One of several, in a list that opens. While it is open it has the keys: arrows, Home and End move in it, Enter takes
//! what they are on, Escape closes it. egui's own lists leave the arrows to whatever lies behind them.

use bevy_egui::egui::{self, EventFilter, Key, Response, Ui, WidgetInfo, WidgetType};

/// How high a list may open before it scrolls, in points.
const MOST_HIGH: f32 = 420.0;

/// The keys that an open list has for itself.
const OWN_KEYS: EventFilter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: false };

/// A button with the word `shown`, cut short if it is wider, that opens a list. Returns what was taken from it. Screen readers call it
/// by `name`; `id` tells it from others in the same place.
pub fn drop_down<T: Copy + PartialEq>(
    ui: &mut Ui,
    id: &str,
    (name, shown): (&str, &str),
    width: f32,
    options: &[(T, String)],
    chosen: Option<T>,
) -> Option<T> {
    let open_id = ui.id().with(("list is open", id));
    let was_open = ui.data(|data| data.get_temp(open_id)).unwrap_or(false);
    let list = egui::ComboBox::from_id_salt(id).selected_text(shown).width(width).height(MOST_HIGH).truncate();
    let list = list.show_ui(ui, |ui| list_of(ui, options, chosen, !was_open));
    list.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, name));
    let is_open = list.inner.is_some();
    if is_open != was_open {
        ui.data_mut(|data| data.insert_temp(open_id, is_open));
    }
    if was_open && !is_open && !ui.input(|input| input.pointer.any_click()) {
        list.response.request_focus();
    }
    list.inner.flatten()
}

fn list_of<T: Copy + PartialEq>(
    ui: &mut Ui,
    options: &[(T, String)],
    chosen: Option<T>,
    has_just_opened: bool,
) -> Option<T> {
    let is_chosen = |value: &T| chosen == Some(*value);
    let rows: Vec<Response> =
        options.iter().map(|(value, word)| ui.selectable_label(is_chosen(value), word.as_str())).collect();
    if has_just_opened {
        let first = options.iter().position(|(value, _)| is_chosen(value)).unwrap_or(0);
        rows.get(first).inspect(|row| focus(row));
    } else if let Some(at) = rows.iter().position(Response::has_focus) {
        ui.memory_mut(|memory| memory.set_focus_lock_filter(rows[at].id, OWN_KEYS));
        let to = moved(ui, at, rows.len() - 1);
        if to != at {
            focus(&rows[to]);
        }
    }
    let taken = rows.iter().position(Response::clicked).map(|row| options[row].0);
    if taken.is_some() {
        ui.close();
    }
    taken
}

/// Where the keys lead from a row.
fn moved(ui: &Ui, at: usize, last: usize) -> usize {
    let is_pressed = |key| ui.input(|input| input.key_pressed(key));
    let keys =
        [(Key::ArrowUp, at.saturating_sub(1)), (Key::ArrowDown, (at + 1).min(last)), (Key::Home, 0), (Key::End, last)];
    keys.into_iter().find(|(key, _)| is_pressed(*key)).map_or(at, |(_, to)| to)
}

fn focus(row: &Response) {
    row.request_focus();
    row.scroll_to_me(None);
}

#[cfg(all(test, feature = "window-tests"))]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    /// A list of four with the second chosen, and a button behind it.
    fn window(start: u8) -> Harness<'static, u8> {
        let options = ["North", "East", "South", "West"].map(str::to_owned);
        let options: Vec<(u8, String)> = (0..).zip(options).collect();
        Harness::new_ui_state(
            move |ui, chosen| {
                let shown = options[usize::from(*chosen)].1.clone();
                if let Some(taken) = drop_down(ui, "wind", ("Wind", &shown), 120.0, &options, Some(*chosen)) {
                    *chosen = taken;
                }
                if ui.button("Behind").clicked() {
                    *chosen = 99;
                }
            },
            start,
        )
    }

    fn press(harness: &mut Harness<'_, u8>, key: Key) {
        harness.key_press(key);
        harness.run();
    }

    #[test]
    fn an_open_list_has_arrows_and_enter_for_itself_however_it_was_opened() {
        for by_pointer in [false, true] {
            let mut harness = window(1);
            if by_pointer {
                harness.get_by_label("Wind").click();
                harness.run();
            } else {
                harness.get_by_label("Wind").focus();
                harness.run();
                press(&mut harness, Key::Enter);
            }
            for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::ArrowUp] {
                press(&mut harness, key);
            }
            press(&mut harness, Key::Enter);
            assert_eq!(*harness.state(), 2, "by pointer: {by_pointer}");
            assert!(harness.query_by_label("North").is_none(), "it has closed");
            assert!(harness.get_by_label("Wind").is_focused(), "the focus is where it was");
        }
    }

    #[test]
    fn words_that_are_too_long_make_it_no_wider() {
        let long = "if the last card is red then higher than last or a heart else lower than last or a spade";
        let options = [(0u8, "red".to_owned()), (1, long.to_owned())];
        let [short, long] = [0, 1].map(|chosen: u8| {
            let shown = options[usize::from(chosen)].1.clone();
            let options = options.clone();
            let show = move |ui: &mut Ui| {
                ui.set_max_width(160.0);
                drop_down(ui, "part", ("Part 1", &shown), 150.0, &options, Some(chosen));
            };
            Harness::new_ui(show).get_by_label("Part 1").rect().width()
        });
        assert!(long <= short, "{long} and {short}");
    }

    #[test]
    fn home_end_and_escape() {
        let mut harness = window(1);
        harness.get_by_label("Wind").click();
        harness.run();
        press(&mut harness, Key::Home);
        assert!(harness.get_by_label("North").is_focused());
        press(&mut harness, Key::End);
        assert!(harness.get_by_label("West").is_focused());
        press(&mut harness, Key::Escape);
        assert_eq!(*harness.state(), 1, "nothing was taken");
        assert!(harness.query_by_label("West").is_none() && harness.get_by_label("Wind").is_focused());
    }
}
