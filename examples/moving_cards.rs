//! How many frames a second the table makes while very many cards move, each with its shadow, on the finished cloth:
//! `cargo run --release --example moving_cards [CARDS] [SECONDS] [thinking]`, by default 120 cards for ten seconds, in a
//! window of 1280×720; with the last word, while the hard bot thinks without pause. `scripts/measure` runs it.

use std::time::Instant;

use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use bevy_egui::EguiPlugin;
use parlour::app::play::Minds;
use parlour::app::start::OneByOne;
use parlour::app::store::Store;
use parlour::cards::Card;
use parlour::engine::game::Cancel;
use parlour::engine::layout::{Cue, Face, Layout, Piece, PieceId, Slot, SlotId, SlotLook};
use parlour::engine::record::Player;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::BotLevel;
use parlour::table::art::Art;
use parlour::table::motion::{Moving, Wake};
use parlour::table::pieces::Shown;
use parlour::table::{cloth, rings};

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
        .add_plugins((parlour::app::logic, cloth::plugin, rings::plugin, OneByOne))
        .add_systems(Startup, think)
        .add_systems(Update, (move_on, count))
        .run();
}

/// As many hard bots as can think at once, each at its first move again and again.
fn think(minds: Res<Minds>, wake: Res<Wake>) {
    if std::env::args().nth(3).is_none_or(|word| word != "thinking") {
        return;
    }
    for number in 0..minds.count() {
        let entry = parlour::catalogue::find("matrix-solitaire").expect("the game");
        let player = Player { name: "bot".to_owned(), bot: Some(BotLevel::Hard) };
        let session = entry.start(format!("{number}"), vec![player]).expect("a deal");
        let on_and_on = move |cancel: &Cancel| {
            while let Some((_, job)) = session.bot_job() {
                job(cancel);
            }
        };
        minds.think(Box::new(on_and_on), &Cancel::default(), &wake).detach();
    }
}

/// As soon as all have arrived, every card goes to another place.
fn move_on(mut measure: ResMut<Measure>, moving: Res<Moving>, mut shown: ResMut<Shown>) {
    if moving.0 && !shown.layout.slots.is_empty() {
        return;
    }
    let cards = measure.cards;
    let mut places: Vec<u16> = (0..cards).collect();
    for last in (1..places.len()).rev() {
        let other = (measure.rng.bits() % (last as u64 + 1)) as usize;
        places.swap(last, other);
    }
    let layout = layout(&places);
    let cue = (!shown.layout.slots.is_empty()).then_some(Cue::Place);
    shown.set(layout, cue);
}

fn layout(places: &[u16]) -> Layout {
    let slot = |number: u16| Slot {
        id: SlotId(number),
        centre: ((f32::from(number % COLUMNS) + 0.5) * PLACE.0, (f32::from(number / COLUMNS) + 0.5) * PLACE.1),
        size: (100.0, 140.0),
        look: SlotLook::Outline,
        name: format!("place {number}"),
        caption: None,
        key: None,
    };
    let deck: Vec<Card> = Card::all().collect();
    let piece = |(number, place): (u16, &u16)| Piece {
        id: PieceId(number),
        face: deck.get(usize::from(number) % deck.len()).map_or(Face::Back, |card| Face::French(*card)),
        slot: SlotId(*place),
        height: 0,
        movable: false,
    };
    let count = places.len() as u16;
    Layout {
        size: (f32::from(COLUMNS) * PLACE.0, f32::from(count.div_ceil(COLUMNS)) * PLACE.1),
        slots: (0..count).map(slot).collect(),
        pieces: (0..count).zip(places).map(piece).collect(),
        ..Layout::default()
    }
}

fn count(mut measure: ResMut<Measure>, art: Res<Art>) {
    if !art.is_ready() {
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
