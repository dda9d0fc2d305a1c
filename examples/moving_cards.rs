//! How many frames a second the table makes while very many cards move, each with its shadow, on the finished cloth:
//! `cargo run --release --example moving_cards [CARDS] [SECONDS] [thinking]`, by default 120 cards for ten seconds, in a
//! window of 1280×720; with the last word, while the hard bot thinks without pause. `scripts/measure` runs it.

use std::time::Instant;

use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use bevy_egui::EguiPlugin;
use parlour::app::game::jobs::BotPool;
use parlour::app::store::Store;
use parlour::cards::Card;
use parlour::engine::game::Cancel;
use parlour::engine::record::Player;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::BotLevel;
use parlour::layout::build::grid;
use parlour::layout::{Area, CARD, Cue, Face, Layout, Numbered, Piece, Place};
use parlour::table;
use parlour::table::faces::FacesReady;
use parlour::table::job::WakeWindow;
use parlour::table::motion::Moving;
use parlour::table::scene::TableScene;

/// A card's place is this much larger than the card, in table units.
const PLACE: (f32, f32) = (104.0, 144.0);
const COLUMNS: u16 = 17;

#[derive(Resource)]
struct Measure {
    cards: u16,
    seconds: f32,
    rng: GameRng,
    frames: u32,
    since: Option<Instant>,
}

fn main() {
    let number = |index: usize, otherwise: u16| {
        std::env::args().nth(index).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (cards, seconds) = (number(1, 120), f32::from(number(2, 10)));
    let window = Window {
        title: "moving cards".to_owned(),
        name: Some("parlour".to_owned()),
        resolution: WindowResolution::new(1280, 720),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let folder = std::env::temp_dir().join("parlour-moving-cards");
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(EguiPlugin::default())
        .insert_resource(Store::at(&folder))
        .insert_resource(Measure { cards, seconds, rng: GameRng::from_number(1), frames: 0, since: None })
        .add_plugins((parlour::app::plugin, table::renderer))
        .add_systems(Startup, think)
        .add_systems(Update, (move_on, count))
        .run();
}

/// As many hard bots as can think at once, each at its first move again and again.
fn think(pool: Res<BotPool>, wake: Res<WakeWindow>) {
    if std::env::args().nth(3).is_none_or(|word| word != "thinking") {
        return;
    }
    for number in 0..pool.count() {
        let entry = parlour::catalogue::find("matrix-solitaire").expect("the game");
        let player = Player { name: "bot".to_owned(), bot: Some(BotLevel::Hard) };
        let session = entry.start(&number.to_string(), vec![player]).expect("a deal");
        let on_and_on = move |cancel: &Cancel| {
            while let Some((_, job)) = session.bot_job() {
                job(cancel);
            }
        };
        pool.start(Box::new(on_and_on), &Cancel::default(), &wake).detach();
    }
}

/// As soon as all have arrived, every card goes to another place.
fn move_on(mut measure: ResMut<Measure>, moving: Res<Moving>, mut scene: ResMut<TableScene>) {
    if moving.0 && !scene.layout.areas.is_empty() {
        return;
    }
    let cards = measure.cards;
    let mut places: Vec<u16> = (0..cards).collect();
    for last in (1..places.len()).rev() {
        let other = (measure.rng.bits() % (last as u64 + 1)) as usize;
        places.swap(last, other);
    }
    let layout = layout(&places);
    let cue = (!scene.layout.areas.is_empty()).then_some(Cue::Place);
    scene.set(layout, cue);
}

/// The places, and the cards by number.
#[derive(Clone, Copy, PartialEq)]
struct Number(u16);

impl Numbered for Number {
    fn all() -> impl Iterator<Item = Number> {
        (0..u16::MAX).map(Number)
    }

    fn number(self) -> u16 {
        self.0
    }
}

fn layout(places: &[u16]) -> Layout {
    let centre = |number: u16| grid((PLACE.0 / 2.0, PLACE.1 / 2.0), PLACE, COLUMNS.into(), number.into());
    let area = |number| Area::new(Number(number), centre(number), CARD, format!("place {number}")).outlined();
    let deck: Vec<Card> = Card::all().collect();
    let piece = |(number, place): (u16, &u16)| {
        let face = deck.get(usize::from(number) % deck.len()).map_or(Face::Back, |card| Face::French(*card));
        Piece::new(Number(number), face, Number(*place), Place::at(centre(*place)))
    };
    let count = places.len() as u16;
    Layout {
        size: (f32::from(COLUMNS) * PLACE.0, f32::from(count.div_ceil(COLUMNS)) * PLACE.1),
        areas: (0..count).map(area).collect(),
        pieces: (0..count).zip(places).map(piece).collect(),
        ..Layout::default()
    }
}

fn count(mut measure: ResMut<Measure>, faces: Res<FacesReady>) {
    if faces.0.is_none() {
        return;
    }
    let since = *measure.since.get_or_insert_with(Instant::now);
    measure.frames += 1;
    let passed = since.elapsed().as_secs_f32();
    if passed >= measure.seconds {
        let rate = (measure.frames - 1) as f32 / passed;
        println!("{} cards moving: {rate:.1} frames a second", measure.cards);
        // The bots would never come to an end.
        std::process::exit(0);
    }
}
