//! Which keys ask for what: the default ones, until a player binds others.
//!
//! A key with its modifiers is a [`Chord`], written as people write it: `Ctrl+Shift+Z`, `F1`, `H`. Arrows, Enter, Tab,
//! and Escape always mean the same and cannot be bound, so that no setting can lock anybody out.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use bevy::input::keyboard::KeyCode;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Command {
    Undo,
    Redo,
    Hint,
    NewDeal,
    DailyDeal,
    CopySeed,
    /// Opens a record from outside.
    Open,
    Rules,
    Settings,
    /// Shows the finished picture or the last trick, or the table again.
    Peek,
    Numbers,
    SortHand,
    /// Opens the panel of the table where it is folded.
    Drawer,
    Sound,
    FullScreen,
    /// Shows the table from closer.
    ZoomIn,
    ZoomOut,
    /// Larger text and panels.
    Larger,
    Smaller,
    Quit,
}

impl Command {
    pub const ALL: [Command; 20] = {
        use Command::*;
        [
            Undo, Redo, Hint, NewDeal, DailyDeal, CopySeed, Open, Rules, Settings, Peek, Numbers, SortHand, Drawer,
            Sound, FullScreen, ZoomIn, ZoomOut, Larger, Smaller, Quit,
        ]
    };

    pub fn name(self) -> &'static str {
        self.name_and_defaults().0
    }

    fn name_and_defaults(self) -> (&'static str, &'static [Chord]) {
        const fn ctrl(key: KeyCode) -> Chord {
            Chord { ctrl: true, shift: false, key }
        }
        const fn plain(key: KeyCode) -> Chord {
            Chord { ctrl: false, shift: false, key }
        }
        const CTRL_SHIFT_Z: Chord = Chord { ctrl: true, shift: true, key: KeyCode::KeyZ };
        match self {
            Command::Undo => ("Undo", const { &[ctrl(KeyCode::KeyZ)] }),
            Command::Redo => ("Redo", const { &[ctrl(KeyCode::KeyY), CTRL_SHIFT_Z] }),
            Command::Hint => ("Hint", const { &[plain(KeyCode::KeyH)] }),
            Command::NewDeal => ("New deal", const { &[ctrl(KeyCode::KeyN)] }),
            Command::DailyDeal => ("Deal of the day", const { &[ctrl(KeyCode::KeyD)] }),
            Command::CopySeed => ("Copy the seed", const { &[ctrl(KeyCode::KeyC)] }),
            Command::Open => ("Open a record", const { &[ctrl(KeyCode::KeyO)] }),
            Command::Rules => ("Rules", const { &[plain(KeyCode::F1)] }),
            Command::Settings => ("Settings", const { &[ctrl(KeyCode::Comma)] }),
            Command::Peek => ("See the picture or the last trick", const { &[plain(KeyCode::KeyP)] }),
            Command::Numbers => ("Numbers on tiles", const { &[plain(KeyCode::KeyN)] }),
            Command::SortHand => ("Sort the hand", const { &[plain(KeyCode::KeyO)] }),
            Command::Drawer => ("Scores and moves", const { &[plain(KeyCode::KeyL)] }),
            Command::Sound => ("Sound on or off", const { &[plain(KeyCode::KeyM)] }),
            Command::FullScreen => ("Full screen", const { &[plain(KeyCode::F11)] }),
            Command::ZoomIn => ("Zoom in", const { &[plain(KeyCode::Equal), plain(KeyCode::NumpadAdd)] }),
            Command::ZoomOut => ("Zoom out", const { &[plain(KeyCode::Minus), plain(KeyCode::NumpadSubtract)] }),
            Command::Larger => ("Larger text", const { &[ctrl(KeyCode::Equal), ctrl(KeyCode::NumpadAdd)] }),
            Command::Smaller => ("Smaller text", const { &[ctrl(KeyCode::Minus), ctrl(KeyCode::NumpadSubtract)] }),
            Command::Quit => ("Quit Parlour", const { &[ctrl(KeyCode::KeyQ)] }),
        }
    }

    /// The keys that ask for it unless a player binds another; the first is the one that is shown.
    fn default_chords(self) -> &'static [Chord] {
        self.name_and_defaults().1
    }
}

/// A key with its modifiers. Ctrl is also what Macs write ⌘.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Chord {
    pub ctrl: bool,
    pub shift: bool,
    pub key: KeyCode,
}

impl Chord {
    /// Whether a text field needs it for itself: as a letter, or to select, copy, paste, or undo.
    pub fn types(self) -> bool {
        if self.ctrl { EDITING_KEYS.contains(&self.key) } else { !FUNCTION_KEYS.contains(&self.key) }
    }
}

const EDITING_KEYS: [KeyCode; 6] =
    [KeyCode::KeyA, KeyCode::KeyC, KeyCode::KeyV, KeyCode::KeyX, KeyCode::KeyY, KeyCode::KeyZ];

const FUNCTION_KEYS: [KeyCode; 12] = {
    use KeyCode::*;
    [F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12]
};

/// The other keys that can be bound, besides the [signs](SIGNS).
const PLAIN_KEYS: [KeyCode; 41] = {
    use KeyCode::*;
    [
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO, KeyP, KeyQ, KeyR,
        KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ, Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7,
        Digit8, Digit9, Insert, Delete, Backspace, PageUp, PageDown,
    ]
};

/// The keys that can be bound and have a sign on them.
const SIGNS: [(KeyCode, &str); 13] = [
    (KeyCode::Equal, "="),
    (KeyCode::Minus, "-"),
    (KeyCode::Comma, ","),
    (KeyCode::Period, "."),
    (KeyCode::Slash, "/"),
    (KeyCode::Semicolon, ";"),
    (KeyCode::Quote, "'"),
    (KeyCode::BracketLeft, "["),
    (KeyCode::BracketRight, "]"),
    (KeyCode::Backslash, "\\"),
    (KeyCode::Backquote, "`"),
    (KeyCode::NumpadAdd, "Num+"),
    (KeyCode::NumpadSubtract, "Num-"),
];

fn bindable_keys() -> impl Iterator<Item = KeyCode> {
    PLAIN_KEYS.into_iter().chain(FUNCTION_KEYS).chain(SIGNS.map(|(key, _)| key))
}

pub fn can_be_bound(key: KeyCode) -> bool {
    bindable_keys().any(|bindable| bindable == key)
}

/// What is written on a key: its sign, or the name of its code without the kind, such as `A` for `KeyA`.
fn key_name(key: KeyCode) -> String {
    match SIGNS.iter().find(|(signed, _)| *signed == key) {
        Some((_, sign)) => (*sign).to_owned(),
        None => format!("{key:?}").trim_start_matches("Key").trim_start_matches("Digit").to_owned(),
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ctrl, shift) = (if self.ctrl { "Ctrl+" } else { "" }, if self.shift { "Shift+" } else { "" });
        write!(f, "{ctrl}{shift}{}", key_name(self.key))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no key called `{0}`; write keys like `Ctrl+Shift+Z`, `F1` or `H`")]
pub struct ChordError(String);

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Chord, ChordError> {
        let (ctrl, rest) = text.strip_prefix("Ctrl+").map_or((false, text), |rest| (true, rest));
        let (shift, name) = rest.strip_prefix("Shift+").map_or((false, rest), |rest| (true, rest));
        let key = bindable_keys().find(|key| key_name(*key) == name);
        let key = key.ok_or_else(|| ChordError(text.chars().take(40).collect()))?;
        Ok(Chord { ctrl, shift, key })
    }
}

impl TryFrom<String> for Chord {
    type Error = ChordError;

    fn try_from(text: String) -> Result<Chord, ChordError> {
        text.parse()
    }
}

impl From<Chord> for String {
    fn from(chord: Chord) -> String {
        chord.to_string()
    }
}

/// The keys that a player has bound, by command; every other command has its default ones.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings(BTreeMap<Command, Chord>);

impl Bindings {
    /// The keys that ask for this; the first is the one to show.
    pub fn chords(&self, command: Command) -> &[Chord] {
        self.0.get(&command).map_or(command.default_chords(), std::slice::from_ref)
    }

    pub fn shown(&self, command: Command) -> String {
        self.chords(command).first().map_or(String::new(), Chord::to_string)
    }

    /// A name with the key that asks for it: "Undo (Ctrl+Z)".
    pub fn named(&self, name: &str, command: Command) -> String {
        format!("{name} ({})", self.shown(command))
    }

    pub fn command(&self, chord: Chord) -> Option<Command> {
        Command::ALL.into_iter().find(|command| self.chords(*command).contains(&chord))
    }

    /// Gives this command another key.
    ///
    /// # Errors
    /// The command that the key is already used for.
    pub fn bind(&mut self, command: Command, chord: Chord) -> Result<(), Command> {
        match self.command(chord) {
            Some(other) if other != command => Err(other),
            _ => {
                self.0.insert(command, chord);
                Ok(())
            }
        }
    }

    /// Checks that no two commands have the same key.
    ///
    /// # Errors
    /// Two commands that have.
    pub fn check(&self) -> Result<(), (Command, Command)> {
        for command in Command::ALL {
            for chord in self.chords(command) {
                if let Some(other) = self.command(*chord).filter(|other| *other != command) {
                    return Err((other, command));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_they_are_read() {
        for key in bindable_keys() {
            let chord = Chord { ctrl: true, shift: true, key };
            assert_eq!(chord.to_string().parse(), Ok(chord));
        }
        assert_eq!("Ctrl+Shift+Z".parse(), Ok(Chord { ctrl: true, shift: true, key: KeyCode::KeyZ }));
        assert_eq!([KeyCode::Digit0, KeyCode::F11, KeyCode::PageUp].map(key_name), ["0", "F11", "PageUp"]);
        for wrong in ["", "Ctrl+", "ctrl+Z", "Shift+Ctrl+Z", "Escape", "ZZ"] {
            assert!(wrong.parse::<Chord>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_command_has_a_key_of_its_own_that_can_be_bound() {
        assert_eq!(Bindings::default().check(), Ok(()));
        for chord in Command::ALL.into_iter().flat_map(Command::default_chords) {
            assert!(can_be_bound(chord.key), "{chord}");
        }
    }

    #[test]
    fn a_key_that_is_taken_is_refused_and_a_free_one_takes_the_usual_ones_place() {
        let mut bindings = Bindings::default();
        let chord = |text: &str| text.parse::<Chord>().expect("a chord");
        assert_eq!(bindings.bind(Command::Hint, chord("Ctrl+Z")), Err(Command::Undo));
        assert_eq!(bindings.bind(Command::Hint, chord("F2")), Ok(()));
        assert_eq!(bindings.command(chord("F2")), Some(Command::Hint));
        assert_eq!(bindings.command(chord("H")), None);
        assert_eq!(bindings.bind(Command::Sound, chord("H")), Ok(()));
        assert_eq!(bindings.check(), Ok(()));
    }
}
