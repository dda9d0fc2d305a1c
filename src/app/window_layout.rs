//! How the window is divided between the table and the panels.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::game::active::{ActiveGame, Purpose};
use super::settings::Settings;
use super::ui_state::{Screen, UiState};
use crate::layout::{Layout, Room};
use crate::table::scene::TableScene;
use crate::table::schedule::Frame;
use crate::table::theme::size;
use crate::table::viewport::{Insets, TableViewport, TableZoom};

/// The height of the bar at the top, in points.
pub const BAR: f32 = 64.0;
/// The width of the panel at the right, and of one that stays there in a narrow window.
pub const SIDE: f32 = 300.0;
const NARROW_SIDE: f32 = 216.0;
/// A panel in which moves are made becomes as narrow as this with large text.
const LEAST_SIDE: f32 = 196.0;
/// The height of the line that the side panel folds to, and the least height that its buttons can do with. It becomes lower as the
/// text grows, so that the bars leave as much to the table as they do at the usual size.
const FOLDED: f32 = 64.0;
const LEAST_FOLDED: f32 = 48.0;
/// The width of the drawer with all that a folded panel holds.
pub const DRAWER: f32 = 320.0;
/// The height of the strip that a replay is controlled with, and in a window that is too tight for its words.
const STRIP: f32 = 64.0;
const TIGHT_STRIP: f32 = 54.0;
/// The height of what a review says above the strip, and in a window that is too tight for more than three small lines.
const REVIEW: f32 = 80.0;
const TIGHT_REVIEW: f32 = 62.0;
/// Windows narrower than this have no side panel.
pub const WIDE: f32 = 1100.0;

/// The smallest window, in points.
pub const SMALLEST: Vec2 = Vec2::new(960.0, 540.0);

/// The smallest room that panels can do with, in their own points: what is beside each other elsewhere is then below each
/// other, and scrolls.
const TIGHTEST: Vec2 = Vec2::new(640.0, 360.0);

/// Windows narrower than this, in points of the panels, are too tight for two things beside each other.
pub const TIGHT: f32 = 900.0;

/// The window in which panels have their usual size, in points. In larger ones they grow, half as fast.
const USUAL: Vec2 = Vec2::new(1280.0, 720.0);

/// Text that is larger than at 100 % by no more than this is not larger.
const NO_GROWTH: f32 = 1.001;

/// About how high tables are, in table units.
const USUAL_TABLE: f32 = 600.0;

/// The factor by which panels are enlarged: the scale of the settings, in percent, as far as the window has room, and
/// more in large windows.
pub fn zoom(window: Vec2, scale: u16) -> f32 {
    (grown(window) * f32::from(scale) / 100.0).min(room(window))
}

/// The largest scale of the settings, in percent, for which a window has room.
pub fn largest_scale(window: Vec2) -> u16 {
    (100.0 * room(window) / grown(window)) as u16
}

/// The factor by which panels grow in a large window.
fn grown(window: Vec2) -> f32 {
    1.0 + ((window / USUAL).min_element() - 1.0).max(0.0) / 2.0
}

/// The largest factor that nothing is cut off with.
fn room(window: Vec2) -> f32 {
    (window / TIGHTEST).min_element().max(1.0)
}

/// Whether the side panel has room in a window of this size, in points of the panels.
pub fn is_wide(window: Vec2) -> bool {
    window.x >= WIDE
}

/// Whether a window of this size, in points of the panels, is too tight for two things beside each other.
pub fn is_tight(window: Vec2) -> bool {
    window.x < TIGHT
}

/// The height of what a review says above the strip.
pub fn review(window: Vec2) -> f32 {
    if is_tight(window) { TIGHT_REVIEW } else { REVIEW }
}

/// The height of the strip under a table of this game: none, a replay's slider, or what a lesson says or whoever asks for a better
/// move, which has more lines in a narrow window.
pub fn strip(game: &ActiveGame, window: Vec2) -> f32 {
    match game.purpose {
        Purpose::Replay if is_tight(window) => TIGHT_STRIP,
        Purpose::Replay => STRIP,
        Purpose::Lesson | Purpose::SecondChance if is_wide(window) => 76.0,
        Purpose::Lesson | Purpose::SecondChance if !is_tight(window) => 96.0,
        Purpose::Lesson | Purpose::SecondChance => 138.0,
        _ => 0.0,
    }
}

/// How much larger text is than at 100 %, in a window of this size in its own points: 1 or more.
pub fn text_growth(window: Vec2, zoom: f32) -> f32 {
    (zoom / grown(window)).max(1.0)
}

/// Where the panel of a table is, in points of the panels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Division {
    /// Its width beside the table; `None` if it is folded.
    pub side: Option<f32>,
    /// The height of the line below the table that it is folded to; `None` if there is none, and it is in the drawer alone.
    pub line: Option<f32>,
}

impl Division {
    /// Divides a window of this size, in points of the panels, which are enlarged by `zoom`. Large text does not make a table smaller
    /// than it would be at 100 % with a folded panel.
    pub fn of(window: Vec2, zoom: f32, table: &Layout) -> Division {
        let growth = text_growth(window * zoom, zoom);
        let is_large = growth > NO_GROWTH;
        let line = Some((BAR + FOLDED) / growth - BAR).filter(|line| *line >= LEAST_FOLDED);
        // A table that is laid for its room does with any: it is judged by the usual one, not by the room that it has now.
        let size = if table.fills_room { Room::USUAL.size(1.0) } else { table.size };
        let size = Vec2::from(size).max(Vec2::splat(f32::EPSILON));
        let scale = |side: f32, bars: f32| (Vec2::new(window.x - side, window.y - bars) / size).min_element();
        if table.keeps_panel {
            // Moves are made in it. It is no wider than leaves the table as large as it was.
            let most = if is_wide(window) { SIDE } else { NARROW_SIDE };
            let spare = window.x - size.x * scale(0.0, (BAR + FOLDED) / growth);
            let side = if is_large { spare.clamp(LEAST_SIDE, most) } else { most };
            return Division { side: Some(side), line: None };
        }
        let was_wide = is_wide(window * growth);
        let is_beside = match line {
            Some(_) if !was_wide => false,
            _ if !is_large => true,
            // It folds as soon as the table would be larger without it.
            _ => scale(SIDE, BAR) >= scale(0.0, BAR + line.unwrap_or(0.0)),
        };
        Division { side: is_beside.then_some(SIDE), line: line.filter(|_| !is_beside) }
    }
}

/// What the panels leave for a table, on which this game lies, in points of the window.
pub fn insets(window: Vec2, zoom: f32, game: Option<&ActiveGame>, table: &Layout) -> Insets {
    let Division { side, line } = Division::of(window / zoom, zoom, table);
    let strip = game.map_or(0.0, |game| strip(game, window / zoom));
    // What a review says takes the place of the folded panel.
    let line = if game.is_some_and(|game| game.review.is_on) { review(window / zoom) } else { line.unwrap_or(0.0) };
    Insets { top: zoom * BAR, right: zoom * side.unwrap_or(0.0), bottom: zoom * (strip + line), left: 0.0 }
}

/// The room that the panels of this window leave for a game; `None` while the window has no size.
pub fn room_for(window: &Window, settings: &Settings, game: &ActiveGame) -> Option<Room> {
    let size = Vec2::new(window.width(), window.height());
    if size.min_element() <= 0.0 {
        return None;
    }
    Some(room_of(size, zoom(size, settings.scale), Some(game), &game.snapshot().layout))
}

/// The room that the panels of a window of this size leave for a table, on which this game lies.
pub fn room_of(window: Vec2, zoom: f32, game: Option<&ActiveGame>, table: &Layout) -> Room {
    let (insets, growth) = (insets(window, zoom, game, table), text_growth(window, zoom));
    let room = insets.room(window);
    if growth <= NO_GROWTH {
        return room;
    }
    let high = (window.y - insets.top - insets.bottom) / zoom;
    room.with_captions(caption(high / USUAL_TABLE, growth) / high.max(1.0))
}

/// How high the letters of captions should be, in points of the panels, on a table that is shown at so many of them for a unit and with
/// text so much larger than at 100 %.
pub fn caption(unit: f32, growth: f32) -> f32 {
    size::SECOND * (unit * growth).clamp(0.86, 1.5)
}

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (lay_for_room, fit).chain().run_if(in_state(Screen::Play)).in_set(Frame::Fit));
}

/// A table is laid anew when its room has other proportions, once all is still on it.
fn lay_for_room(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    game: Option<ResMut<ActiveGame>>,
    mut scene: ResMut<TableScene>,
    settings: Res<Settings>,
) {
    let (Some(window), Some(mut game)) = (window, game) else { return };
    let room = room_for(&window, &settings, &game).filter(|room| *room != game.session().room());
    let Some(room) = room else { return };
    if scene.is_playing() {
        return;
    }
    game.update(|session| session.set_room(room));
    if game.hand_over().is_none() && !scene.layout.areas.is_empty() {
        scene.place(game.selected.shown_on(&game.snapshot().layout), &game.selected.placed);
    }
}

fn fit(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    scene: Res<TableScene>,
    game: Option<Res<ActiveGame>>,
    (settings, zoom): (Res<Settings>, Res<TableZoom>),
    mut viewport: ResMut<TableViewport>,
    mut ui: ResMut<UiState>,
) {
    let Some(window) = window else { return };
    let size = Vec2::new(window.width(), window.height());
    if size.min_element() <= 0.0 || scene.layout.areas.is_empty() {
        return;
    }
    let factor = self::zoom(size, settings.scale);
    // A panel that stands beside the table again is in no drawer.
    if ui.drawer && Division::of(size / factor, factor, &scene.layout).side.is_some() {
        ui.drawer = false;
    }
    let insets = insets(size, factor, game.as_deref(), &scene.layout);
    let table = Vec2::from(scene.layout.size);
    viewport.set_if_neq(TableViewport::fit(size, window.scale_factor(), insets, table).closer(*zoom));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_grow_as_far_as_the_window_has_room() {
        assert_eq!(zoom(SMALLEST, 100), 1.0);
        assert_eq!(zoom(SMALLEST, 200), 1.5);
        assert_eq!(zoom(Vec2::new(1280.0, 720.0), 125), 1.25);
        assert_eq!(zoom(Vec2::new(1280.0, 720.0), 200), 2.0);
        assert_eq!(zoom(Vec2::new(1920.0, 1080.0), 100), 1.25);
        assert_eq!(zoom(Vec2::new(1920.0, 1080.0), 200), 2.5);
        assert_eq!(largest_scale(Vec2::new(1920.0, 1080.0)), 240);
        assert_eq!(largest_scale(SMALLEST), 150);
        assert_eq!(zoom(Vec2::new(300.0, 200.0), 150), 1.0);
    }

    const WINDOWS: [Vec2; 5] = [
        SMALLEST,
        Vec2::new(1100.0, 700.0),
        Vec2::new(1280.0, 720.0),
        Vec2::new(1920.0, 1080.0),
        Vec2::new(2560.0, 1440.0),
    ];

    /// A table of cards, one of tiles, a wide one, and one that is played in its panel.
    fn tables() -> Vec<Layout> {
        let table = |size, keeps_panel| Layout { size, keeps_panel, ..Layout::default() };
        vec![
            table((1040.0, 700.0), false),
            table((461.0, 461.0), false),
            table((1240.0, 540.0), false),
            table((1040.0, 700.0), true),
        ]
    }

    fn divided(window: Vec2, scale: u16, table: &Layout) -> (Division, f32) {
        let zoom = zoom(window, scale);
        let insets = insets(window, zoom, None, table);
        let viewport = TableViewport::fit(window, 1.0, insets, Vec2::from(table.size));
        (Division::of(window / zoom, zoom, table), viewport.scale)
    }

    #[test]
    fn larger_text_makes_no_table_smaller_than_it_is_with_a_folded_panel() {
        for (window, table) in
            WINDOWS.into_iter().flat_map(|window| tables().into_iter().map(move |table| (window, table)))
        {
            let usual = zoom(window, 100);
            let bars = usual * (BAR + FOLDED);
            let folded = (Vec2::new(window.x, window.y - bars) / Vec2::from(table.size)).min_element();
            for scale in (100..=200).step_by(10) {
                let (division, shown) = divided(window, scale, &table);
                let at = format!("{:?} in {window} at {scale} %: {division:?}", table.size);
                // At the usual size, a panel in a wide window may take more of a wide table.
                let is_least = division.side == Some(LEAST_SIDE);
                assert!(shown >= 0.999 * folded || scale == 100 || is_least, "{at}: {shown} after {folded}");
                assert!(division.line.is_none_or(|line| (LEAST_FOLDED..=FOLDED).contains(&line)), "{at}");
                assert!(division.side.is_none() || division.line.is_none(), "{at}");
                assert!(!table.keeps_panel || division.side.is_some(), "{at}");
            }
        }
    }

    #[test]
    fn a_panel_folds_to_a_line_in_a_narrow_window_and_to_a_drawer_with_large_text() {
        let cards = &tables()[0];
        let of = |window: Vec2, scale: u16| divided(window, scale, cards).0;
        let [small, usual, large] = [SMALLEST, Vec2::new(1280.0, 720.0), Vec2::new(1920.0, 1080.0)];
        assert_eq!(of(small, 100), Division { side: None, line: Some(FOLDED) });
        assert_eq!(of(small, 150), Division { side: None, line: None });
        for window in [usual, large] {
            assert_eq!(of(window, 100), Division { side: Some(SIDE), line: None });
            for scale in [150, 200] {
                assert_eq!(of(window, scale), Division { side: None, line: None }, "{window} at {scale} %");
            }
        }
        let tiles = &tables()[1];
        let beside = divided(usual, 200, tiles).0;
        assert_eq!(beside.side, Some(SIDE), "beside a table that is not wide there is room for it");
    }
}
