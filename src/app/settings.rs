//! What players set once and keep.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::bindings::Bindings;
use super::roster::{COLOUR_ORDER, Roster};
use crate::cards::HandOrder;
use crate::catalogue;
use crate::engine::game::Info;
use crate::engine::record::Player;
use crate::table::card_style::Back;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{Palette, Theme};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Animation {
    Off,
    #[default]
    Normal,
    Fast,
}

impl Animation {
    pub const ALL: [Animation; 3] = [Animation::Off, Animation::Normal, Animation::Fast];

    pub fn name(self) -> &'static str {
        ["Off", "Normal", "Fast"][self as usize]
    }

    /// The time that motions take, as a part of the normal time.
    pub(super) fn pace(self) -> f32 {
        [0.0, 1.0, 0.5][self as usize]
    }
}

/// How long the result of a round, or of a part of one, stays on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum ResultsStay {
    /// Until somebody goes on, by a click or a key.
    #[default]
    UntilRead,
    Long,
    Short,
}

impl ResultsStay {
    pub const ALL: [ResultsStay; 3] = [ResultsStay::UntilRead, ResultsStay::Long, ResultsStay::Short];

    /// How long they stay where bots play alone, and nobody would go on.
    pub const WATCHED: ResultsStay = ResultsStay::Long;

    pub fn name(self) -> &'static str {
        ["Until a key or click", "5 seconds", "2 seconds"][self as usize]
    }

    /// `None`: until somebody goes on.
    pub fn seconds(self) -> Option<f32> {
        [None, Some(5.0), Some(2.0)][self as usize]
    }
}

/// How long a whole trick lies on the table before it is taken, and what else lies there to be read and taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum TricksStay {
    /// Until somebody goes on, by a click or a key.
    UntilRead,
    FiveSeconds,
    #[default]
    TwoSeconds,
    OneSecond,
    /// They are gathered as soon as they are whole.
    NotAtAll,
}

impl TricksStay {
    pub const ALL: [TricksStay; 5] = [
        TricksStay::UntilRead,
        TricksStay::FiveSeconds,
        TricksStay::TwoSeconds,
        TricksStay::OneSecond,
        TricksStay::NotAtAll,
    ];

    /// How long they stay, in seconds, while a round is played out in which nothing is left to decide.
    pub const PLAYED_OUT: f32 = 0.6;

    /// How long they stay where bots play alone, and nobody would go on.
    pub const WATCHED: TricksStay = TricksStay::TwoSeconds;

    pub fn name(self) -> &'static str {
        ["Until a key or click", "5 seconds", "2 seconds", "1 second", "Not at all"][self as usize]
    }

    /// `None`: until somebody goes on. A click or a key goes on before the time is up, too.
    pub fn seconds(self) -> Option<f32> {
        [None, Some(5.0), Some(2.0), Some(1.0), Some(0.0)][self as usize]
    }
}

#[derive(Resource, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub parlour_settings: u32,
    pub theme: Theme,
    /// The name of the player's own theme, used instead of [`theme`](Settings::theme).
    pub own_theme: Option<String>,
    pub own_deck: Option<String>,
    pub back: Back,
    /// Whether diamonds are blue and clubs green.
    pub four_colours: bool,
    /// The size of text and panels in percent, within [`SCALES`]; a window may have room for less.
    pub scale: u16,
    pub animation: Animation,
    /// Whether pieces only appear and fade, and never travel or turn.
    pub reduce_motion: bool,
    pub results_stay: ResultsStay,
    pub tricks_stay: TricksStay,
    pub sound: bool,
    /// How loud cards are, in percent.
    pub card_volume: u8,
    /// How loud buttons, refusals and endings are, in percent.
    pub signal_volume: u8,
    pub hints: bool,
    /// Whether a hint says first where to look and what the idea is, and the move only when it is asked for again.
    pub hints_in_steps: bool,
    /// Whether unkind titles of the rulebooks are replaced.
    pub gentle_titles: bool,
    /// What players sorted their hands by. Older files have one order for all games under this name, which counts as none chosen.
    #[serde(rename = "hand_order")]
    pub hand_orders: HandOrders,
    /// Whether tiles of a picture have their numbers on them.
    pub numbers: bool,
    #[serde(rename = "company")]
    pub roster: Roster,
    /// How each game was last set up, by its id.
    pub tables: BTreeMap<String, TableSetup>,
    pub full_screen: bool,
    pub keys: Bindings,
}

/// The version of the settings format that is written and read.
const SETTINGS_FORMAT: u32 = 1;
/// The smallest and the largest size of text and panels, in percent.
pub const SCALES: (u16, u16) = (100, 200);

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            parlour_settings: SETTINGS_FORMAT,
            theme: Theme::default(),
            own_theme: None,
            own_deck: None,
            back: Back::default(),
            four_colours: false,
            scale: SCALES.0,
            animation: Animation::default(),
            reduce_motion: false,
            results_stay: ResultsStay::default(),
            tricks_stay: TricksStay::default(),
            sound: true,
            card_volume: 80,
            signal_volume: 80,
            hints: true,
            hints_in_steps: true,
            gentle_titles: false,
            hand_orders: HandOrders::default(),
            numbers: false,
            roster: Roster::default(),
            tables: BTreeMap::new(),
            full_screen: false,
            keys: Bindings::default(),
        }
    }
}

impl Settings {
    /// Checks that every value is one that can be set; an error says what would be right.
    pub fn check(&self) -> Result<(), String> {
        if self.parlour_settings != SETTINGS_FORMAT {
            let found = self.parlour_settings;
            return Err(format!("settings format {found}; this version of Parlour reads format {SETTINGS_FORMAT}"));
        }
        let (smallest, largest) = SCALES;
        let limits = [
            ("scale", self.scale, smallest, largest),
            ("card_volume", self.card_volume.into(), 0, 100),
            ("signal_volume", self.signal_volume.into(), 0, 100),
        ];
        for (name, value, least, most) in limits {
            if !(least..=most).contains(&value) {
                return Err(format!("{name} is {value}; it must be from {least} to {most}"));
            }
        }
        self.roster.check()?;
        self.keys
            .check()
            .map_err(|(one, other)| format!("{} is the key for both {one:?} and {other:?}", self.keys.shown(other)))
    }

    /// Larger by this many steps, or smaller where they are negative.
    pub fn rescale(&mut self, steps: i16) {
        let wanted = self.scale.saturating_add_signed(10 * steps);
        self.scale = wanted.clamp(SCALES.0, SCALES.1);
    }

    /// How many seats this game is set up with; games for several players start with three.
    pub fn seats_of(&self, info: &Info) -> usize {
        let (fewest, most) = info.seats;
        let set = self.tables.get(info.id).and_then(|table| table.seats);
        usize::from(set.unwrap_or(if most > 1 { 3 } else { 1 }).clamp(fewest, most))
    }

    pub fn options_of(&self, game: &str) -> &str {
        self.tables.get(game).map_or("", |table| table.options.as_str())
    }

    /// What hands are sorted by in this game: as its player chose, or as the game proposes.
    pub fn hand_order(&self, info: &Info) -> HandOrder {
        self.hand_orders.0.get(info.id).copied().unwrap_or(info.hand_order())
    }

    /// From now on hands are sorted in this game by the next of what is of use there.
    pub fn sort_hand_by_next(&mut self, info: &Info) {
        let next = self.hand_order(info).next_of(info.hand_orders);
        self.hand_orders.0.insert(info.id.to_owned(), next);
    }

    /// Who sits where, as panels show it. Players who are not in the roster have the colours that are left.
    pub fn seated_players(&self, players: &[Player], palette: &Palette) -> Vec<SeatedPlayer> {
        let known = |player: &Player| -> Option<u8> { self.roster.named(&player.name).map(|entry| entry.colour) };
        let used: Vec<u8> = players.iter().filter_map(known).collect();
        let mut unused = COLOUR_ORDER.into_iter().filter(|colour| !used.contains(colour));
        let seated = |player: &Player| {
            let colour = palette.seat(known(player).or_else(|| unused.next()).unwrap_or_default());
            SeatedPlayer { name: player.name.clone(), colour, is_person: player.bot.is_none() }
        };
        players.iter().map(seated).collect()
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableSetup {
    /// How many seats; `None` for as many as the game proposes.
    pub seats: Option<u8>,
    /// The game's options, as text; empty for the default ones.
    pub options: String,
}

/// What players sorted their hands by, by the ids of the games. Of a file, what is no order of a game is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "WrittenOrders", into = "BTreeMap<String, HandOrder>")]
pub struct HandOrders(BTreeMap<String, HandOrder>);

/// What a file may have in the place of the orders.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenOrders {
    ByGame(BTreeMap<String, WrittenOrder>),
    Other(IgnoredAny),
}

/// What a file may have in the place of an order.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenOrder {
    Order(HandOrder),
    Other(IgnoredAny),
}

impl From<WrittenOrders> for HandOrders {
    fn from(written: WrittenOrders) -> HandOrders {
        let WrittenOrders::ByGame(written) = written else { return HandOrders::default() };
        let of_game = |(id, written): (String, WrittenOrder)| {
            let WrittenOrder::Order(order) = written else { return None };
            let info = catalogue::find(&id)?.info;
            info.hand_orders.contains(&order).then_some((id, order))
        };
        HandOrders(written.into_iter().filter_map(of_game).collect())
    }
}

impl From<HandOrders> for BTreeMap<String, HandOrder> {
    fn from(HandOrders(orders): HandOrders) -> BTreeMap<String, HandOrder> {
        orders
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::theme::Rgb;

    #[test]
    fn strangers_have_colours_that_nobody_has() {
        let players = ["Dora", "Ada", "Zoe"].map(Player::person);
        let seated = Settings::default().seated_players(&players, &Palette::default());
        let colours: Vec<Rgb> = seated.iter().map(|seated| seated.colour).collect();
        let palette = Palette::default();
        assert_eq!(colours, [0, 1, 2].map(|seat| palette.seat(COLOUR_ORDER[seat])));
    }

    #[test]
    fn a_value_that_cannot_be_set_is_named_with_what_would_be_right() {
        assert_eq!(Settings::default().check(), Ok(()));
        let refused = [
            (
                Settings { parlour_settings: 7, ..Settings::default() },
                "settings format 7; this version of Parlour reads format 1",
            ),
            (Settings { scale: 900, ..Settings::default() }, "scale is 900; it must be from 100 to 200"),
            (Settings { card_volume: 101, ..Settings::default() }, "card_volume is 101; it must be from 0 to 100"),
        ];
        for (settings, expected) in refused {
            assert_eq!(settings.check(), Err(expected.to_owned()));
        }
    }

    fn info(id: &str) -> &'static Info {
        catalogue::find(id).expect("a game").info
    }

    fn read(text: &str) -> Settings {
        ron::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn each_game_keeps_what_its_hands_are_sorted_by() {
        let (circle, mystery) = (info("mystique-circle"), info("mystery-machine"));
        let mut settings = Settings::default();
        assert_eq!(settings.hand_order(circle), HandOrder::Colour);
        settings.sort_hand_by_next(circle);
        assert_eq!(settings.hand_order(circle), HandOrder::Suit);
        assert_eq!(settings.hand_order(mystery), HandOrder::Number, "as it was");
        settings.sort_hand_by_next(mystery);
        let text = ron::ser::to_string_pretty(&settings, ron::ser::PrettyConfig::default()).expect("text");
        assert_eq!(read(&text), settings, "{text}");
        settings.sort_hand_by_next(mystery);
        assert_eq!(settings.hand_order(mystery), HandOrder::Number, "no pile costs cards of a colour");
    }

    #[test]
    fn one_order_for_all_games_in_an_old_file_counts_as_none_chosen() {
        for order in ["Number", "Suit", "Colour"] {
            let old = read(&format!("(parlour_settings: 1, hand_order: {order}, sound: false)"));
            assert_eq!(old, Settings { sound: false, ..Settings::default() }, "{order}");
        }
    }

    #[test]
    fn what_is_no_order_of_a_game_is_dropped_and_the_rest_of_the_file_kept() {
        let circle = "\"mystique-circle\": Suit";
        for other in [
            "\"mystery-machine\": Colour",
            "\"mystery-machine\": Rank",
            "\"mystery-machine\": \"Suits\"",
            "\"mystery-machine\": 7",
            "\"mystery-machine\": [Suit, (a: 1)]",
            "\"mystery-machine\": Some(Suit(3))",
            "\"mess-machine\": Number",
            "\"../whist\": Number",
        ] {
            let settings = read(&format!("(hand_order: {{{other}, {circle}}}, sound: false)"));
            let mut expected = Settings { sound: false, ..Settings::default() };
            expected.sort_hand_by_next(info("mystique-circle"));
            assert_eq!(settings, expected, "{other}");
        }
        for none in ["7", "\"Suit\"", "[Suit]", "()", "{}", "{3: Suit}", "(suit: 1)"] {
            assert_eq!(read(&format!("(hand_order: {none})")), Settings::default(), "{none}");
        }
    }

    #[test]
    fn sizes_stay_within_their_bounds() {
        let mut settings = Settings::default();
        settings.rescale(-1);
        assert_eq!(settings.scale, 100);
        settings.rescale(99);
        assert_eq!(settings.scale, 200);
    }
}
