//! The window: opened at once, quiet when nothing happens, and honest when it cannot be opened.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy::app::SubApp;
use bevy::ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::time::{TimeSystems, TimeUpdateStrategy};
use bevy::window::{
    FileDragAndDrop, MonitorSelection, PresentMode, PrimaryWindow, RequestRedraw, WindowMode, WindowResolution,
};
use bevy::winit::{UpdateMode, WINIT_WINDOWS, WinitSettings};
use bevy_egui::EguiPlugin;

use super::desk::{Action, Desk, Page, Screen};
use super::play::Table;
use super::room::SMALLEST;
use super::settings::Settings;
use super::store::Store;
use crate::table::{assets, cloth, rings};

/// The window's size at the first start, in points.
const SIZE: (u32, u32) = (1280, 720);

/// Opens the window, on a file if one is given, and stays until it is closed.
pub fn run(file: Option<PathBuf>) -> ExitCode {
    explain_crashes();
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window()), ..default() })
            .set(bevy::log::LogPlugin { filter: "warn,wgpu=error,bevy_audio=error".to_owned(), ..default() }),
    )
    .add_plugins(EguiPlugin::default())
    .insert_resource(quiet())
    .insert_resource(Store::of_user())
    .insert_resource(Asked(file))
    .set_error_handler(bevy::ecs::error::error)
    .add_plugins((
        super::logic,
        super::pulse::plugin,
        super::trace::plugin,
        super::ui::plugin,
        cloth::plugin,
        rings::plugin,
        crate::games::panels,
        OneByOne,
    ))
    .add_systems(First, read_clock.before(TimeSystems))
    .add_systems(Startup, (set_icon, open_asked))
    .add_systems(Update, (fill_screen, name_window, warm_up, open_dropped));
    #[cfg(feature = "gamepad")]
    app.add_systems(PostStartup, super::gamepad::listen);
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
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: SMALLEST.x,
            min_height: SMALLEST.y,
            ..default()
        },
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}

/// Frames only when something happens: whatever takes time asks for its frames, and no timer draws an idle window. The
/// [pulse](super::pulse) wakes it without a frame; [`Wake`](crate::table::motion::Wake) asks for one.
fn quiet() -> WinitSettings {
    let mode = UpdateMode::Reactive {
        wait: Duration::MAX,
        react_to_device_events: false,
        react_to_user_events: false,
        react_to_window_events: true,
    };
    WinitSettings { focused_mode: mode, unfocused_mode: mode }
}

/// Systems run one after the other. There is little to do in each, and handing them out to threads takes longer than doing
/// them: a tenth of a frame without a graphics card. Bots, pictures and puzzles have threads of their own, and what is drawn is
/// prepared while the next frame is thought out.
pub struct OneByOne;

impl Plugin for OneByOne {
    fn build(&self, _: &mut App) {}

    /// When all plugins have added their schedules.
    fn finish(&self, app: &mut App) {
        let render = app.get_sub_app_mut(RenderApp).map(SubApp::world_mut);
        let schedules = render.and_then(|world| world.get_resource_mut::<Schedules>());
        schedules.into_iter().for_each(run_one_by_one);
        run_one_by_one(app.world_mut().resource_mut());
    }
}

fn run_one_by_one(mut schedules: Mut<Schedules>) {
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
}

/// A frame has the time at which it begins. Left to itself it has that at which the one before was shown, which in a window
/// that sleeps may be minutes ago: a press would count as made then, and a click as a hand resting on the button.
fn read_clock(mut clock: ResMut<TimeUpdateStrategy>) {
    *clock = TimeUpdateStrategy::ManualInstant(Instant::now());
}

/// The first frames are asked for whatever happens: some window systems show a window before its first picture.
fn warm_up(mut frames: Local<u32>, mut redraw: MessageWriter<RequestRedraw>) {
    if *frames < 20 {
        *frames += 1;
        redraw.write(RequestRedraw);
    }
}

#[derive(Resource)]
struct Asked(Option<PathBuf>);

fn open_asked(mut asked: ResMut<Asked>, mut actions: MessageWriter<Action>) {
    if let Some(path) = asked.0.take() {
        actions.write(Action::OpenFile(path));
    }
}

/// A record dropped on the window is opened.
fn open_dropped(mut drops: MessageReader<FileDragAndDrop>, mut actions: MessageWriter<Action>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            actions.write(Action::OpenFile(path_buf.clone()));
        }
    }
}

/// The icon of the window itself; packages and the Windows executable bring theirs along.
fn set_icon(_: bevy::ecs::system::NonSendMarker, window: Single<Entity, With<PrimaryWindow>>) {
    let Some(bytes) = assets::find("icon/parlour.svg") else { return };
    let Ok(tree) = resvg::usvg::Tree::from_data(bytes, &resvg::usvg::Options::default()) else { return };
    const SIDE: u32 = 64;
    let Some(mut canvas) = resvg::tiny_skia::Pixmap::new(SIDE, SIDE) else { return };
    let scale = SIDE as f32 / tree.size().width();
    resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(scale, scale), &mut canvas.as_mut());
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

/// The window's title says where one is and what lies on the table, for task lists and for those who cannot see it.
fn name_window(
    screen: Res<State<Screen>>,
    desk: Res<Desk>,
    table: Option<Res<Table>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    if !(screen.is_changed() || desk.is_changed() || table.as_ref().is_some_and(|table| table.is_changed())) {
        return;
    }
    let chosen = desk.chosen.and_then(crate::catalogue::find).map_or("", |entry| entry.info.title);
    let title = match (screen.get(), &table) {
        (Screen::Play, Some(table)) => {
            let now = table
                .outcome
                .as_ref()
                .map_or_else(|| table.session.bookmark(), |outcome| table.session.result(outcome));
            let page = match desk.page {
                Some(Page::Rules(_)) => " · rules",
                Some(Page::Pause) => " · menu",
                Some(Page::Settings | Page::Keys) => " · settings",
                Some(Page::Share) => " · share",
                Some(Page::Pictures) => " · pictures",
                Some(Page::Crop) => " · which part?",
                _ => "",
            };
            format!("{} · {now}{page} · Parlour", table.session.info().title)
        }
        (Screen::Setup, _) if desk.page == Some(Page::Pictures) => format!("{chosen} · pictures · Parlour"),
        (Screen::Setup, _) if desk.page == Some(Page::Crop) => format!("{chosen} · which part? · Parlour"),
        (Screen::Workshop, _) => format!("{chosen} · the workshop · Parlour"),
        (Screen::Setup, _) => format!("{chosen} · new deal · Parlour"),
        (Screen::History, _) => format!("{chosen} · played games · Parlour"),
        _ => "Parlour".to_owned(),
    };
    if window.title != title {
        window.title = title;
    }
}

/// Two things that a machine may lack end in a panic deep in the libraries. Say them plainly instead.
fn explain_crashes() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |crash| {
        let said = crash.payload_as_str().unwrap_or_default();
        let plain = if said.contains("Unable to find a GPU") {
            Some(
                "no graphics driver was found. Install a Vulkan driver for your card, or the software one: \
                 `mesa-vulkan-drivers` (Debian, Ubuntu, Fedora) or `vulkan-swrast` (Arch).",
            )
        } else if said.contains("event loop") || said.contains("EventLoop") {
            Some(
                "no display was found. Parlour needs a desktop with X11 or Wayland; `parlour --help` lists what works without.",
            )
        } else {
            None
        };
        match plain {
            Some(plain) => {
                let _ = writeln!(std::io::stderr(), "parlour: {plain}");
                std::process::exit(1);
            }
            None => usual(crash),
        }
    }));
}
