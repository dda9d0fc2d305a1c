//! The window: opened at once, quiet when nothing happens, and honest when it cannot be opened.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{MemoryHints, WgpuSettings};
use bevy::window::{
    FileDragAndDrop, MonitorSelection, PresentMode, PrimaryWindow, RequestRedraw, WindowMode, WindowResizeConstraints,
    WindowResolution,
};
use bevy::winit::{UpdateMode, WINIT_WINDOWS, WinitSettings};
use bevy_egui::EguiPlugin;

use super::evening::EveningState;
use super::game::active::ActiveGame;
use super::messages::RecordAction;
use super::platform::only_window;
use super::settings::Settings;
use super::store::Store;
use super::ui_state::{Page, Screen, UiState};
use super::window_layout::SMALLEST;
use crate::catalogue;
use crate::drawing::Drawing;
use crate::table::{self, assets};

/// The window's size at the start, in points.
const SIZE: (u32, u32) = (1280, 720);

/// Opens the window, on a file if one is given, and returns when it is closed.
pub fn run(file: Option<PathBuf>) -> ExitCode {
    explain_crashes();
    let mut store = Store::of_user();
    let Some(only) = only_window::claim(&mut store, file.as_deref()) else {
        let _ = writeln!(std::io::stderr(), "parlour: Parlour is already open; its window comes to the front");
        return ExitCode::SUCCESS;
    };
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window()), ..default() })
            .set(sparing())
            .set(bevy::log::LogPlugin { filter: "warn,wgpu=error,bevy_audio=error".to_owned(), ..default() }),
    )
    .add_plugins(EguiPlugin::default())
    .insert_resource(quiet())
    .insert_resource(store)
    .insert_resource(only)
    .set_error_handler(bevy::ecs::error::error)
    .add_plugins((
        super::plugin,
        super::platform::clock::plugin,
        super::platform::last_frame::plugin,
        only_window::plugin,
        super::platform::x11_pulse::plugin,
        super::platform::screen_reader::plugin,
        super::trace::plugin,
        super::ui::plugin,
        table::renderer,
        crate::games::plugins,
    ))
    .add_systems(Startup, set_icon)
    .add_systems(Update, (fill_screen, name_window, warm_up, open_dropped));
    #[cfg(feature = "gamepad")]
    app.add_systems(PostStartup, super::platform::gamepad::listen);
    if let Some(path) = file {
        app.world_mut().write_message(RecordAction::OpenFile(path));
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

fn window() -> Window {
    Window {
        title: "Parlour".to_owned(),
        name: Some("parlour".to_owned()),
        resolution: WindowResolution::new(SIZE.0, SIZE.1),
        resize_constraints: WindowResizeConstraints { min_width: SMALLEST.x, min_height: SMALLEST.y, ..default() },
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}

/// How much memory of the graphics card is asked for at once, in bytes.
const BLOCK: u64 = 8 << 20;

/// Memory of the graphics card in blocks that are no larger than needed: where the computer's own serves as that, what was once used of a
/// large block stays with the program.
fn sparing() -> RenderPlugin {
    let memory_hints = MemoryHints::Manual { suballocated_device_memory_block_size: BLOCK..BLOCK };
    let settings = WgpuSettings { memory_hints, ..default() };
    RenderPlugin { render_creation: settings.into(), ..default() }
}

/// Frames only when something happens: whatever takes time asks for its frames, and no timer draws an idle window. The
/// [pulse](super::platform::x11_pulse) wakes it without a frame; [`WakeWindow`](table::job::WakeWindow) asks for one.
fn quiet() -> WinitSettings {
    let mode = UpdateMode::Reactive {
        wait: Duration::MAX,
        react_to_device_events: false,
        react_to_user_events: false,
        react_to_window_events: true,
    };
    WinitSettings { focused_mode: mode, unfocused_mode: mode }
}

/// Asks for the first frames whatever happens: some window systems show a window before its first picture.
fn warm_up(mut frames: Local<u32>, mut redraw: MessageWriter<RequestRedraw>) {
    if *frames < 20 {
        *frames += 1;
        redraw.write(RequestRedraw);
    }
}

fn open_dropped(mut drops: MessageReader<FileDragAndDrop>, mut actions: MessageWriter<RecordAction>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            actions.write(RecordAction::OpenFile(path_buf.clone()));
        }
    }
}

/// The icon of the window itself; packages and the Windows executable have their own.
fn set_icon(_: bevy::ecs::system::NonSendMarker, window: Single<Entity, With<PrimaryWindow>>) {
    const SIDE: u32 = 64;
    let Some(Ok(drawing)) = assets::find("icon/parlour.svg").map(Drawing::parse) else { return };
    let Some(mut canvas) = resvg::tiny_skia::Pixmap::new(SIDE, SIDE) else { return };
    drawing.draw(&mut canvas, (0.0, 0.0), (SIDE as f32, SIDE as f32));
    let Ok(icon) = winit::window::Icon::from_rgba(canvas.take_demultiplied(), SIDE, SIDE) else { return };
    WINIT_WINDOWS.with_borrow(|windows| {
        if let Some(window) = windows.get_window(*window) {
            window.set_window_icon(Some(icon));
        }
    });
}

fn fill_screen(settings: Res<Settings>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    if !settings.is_changed() {
        return;
    }
    let mode = if settings.full_screen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    if window.mode != mode {
        window.mode = mode;
    }
}

/// Names the screen and the game in the window's title, for task lists and for those who cannot see the window.
fn name_window(
    screen: Res<State<Screen>>,
    ui: Res<UiState>,
    (game, evening): (Option<Res<ActiveGame>>, Res<EveningState>),
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    let has_moved = game.as_ref().is_some_and(|game| game.is_changed()) || evening.is_changed();
    if !(screen.is_changed() || ui.is_changed() || has_moved) {
        return;
    }
    let chosen = ui.chosen.and_then(catalogue::find).map_or("", |entry| entry.info.title);
    let page = ui.page.as_ref().map_or("", page_name);
    let title = match (screen.get(), &game) {
        (Screen::Play, Some(game)) => {
            let bookmark = || game.snapshot().bookmark.clone();
            let now = game.outcome.as_ref().map_or_else(bookmark, |outcome| game.session().result(outcome));
            format!("{} · {now}{page} · Parlour", game.session().info().title)
        }
        (Screen::Setup, _) if matches!(ui.page, Some(Page::Pictures | Page::Crop)) => {
            format!("{chosen}{page} · Parlour")
        }
        (Screen::Workshop, _) => format!("{chosen} · puzzle designer · Parlour"),
        (Screen::Setup, _) => format!("{chosen} · new deal · Parlour"),
        (Screen::History, _) => format!("{chosen} · history · Parlour"),
        (Screen::Evening, _) => format!("{} · Parlour", evening.title()),
        _ => "Parlour".to_owned(),
    };
    if window.title != title {
        window.title = title;
    }
}

fn page_name(page: &Page) -> &'static str {
    match page {
        Page::Rules(_) => " · rules",
        Page::Menu => " · menu",
        Page::Settings | Page::Keys => " · settings",
        Page::Share => " · share",
        Page::Fairness => " · fair play",
        Page::Pictures | Page::PackHelp => " · pictures",
        Page::Crop => " · crop picture",
        Page::Round => " · score sheet",
        Page::End | Page::Open => "",
    }
}

/// Replaces the panics, deep in the libraries, of a machine without a graphics driver or a display by a plain message.
fn explain_crashes() {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |crash| {
        let message = crash.payload_as_str().unwrap_or_default();
        let explanation = if message.contains("Unable to find a GPU") {
            "no graphics driver was found. Install a Vulkan driver for your card, or the software one: \
             `mesa-vulkan-drivers` (Debian, Ubuntu, Fedora) or `vulkan-swrast` (Arch)."
        } else if message.contains("event loop") || message.contains("EventLoop") {
            "no display was found. Parlour needs a desktop with X11 or Wayland; `parlour --help` lists what works \
             without."
        } else {
            return default_hook(crash);
        };
        let _ = writeln!(std::io::stderr(), "parlour: {explanation}");
        std::process::exit(1);
    }));
}
