//! Which keys ask for what: the usual ones, until a player says otherwise.
//!
//! A key with its modifiers is a [`Chord`], written as people write it: `Ctrl+Shift+Z`, `F1`, `H`. Arrows, Enter, Tab,
//! and Escape always mean the same and cannot be given away, so that no setting can lock anybody out.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use bevy::input::keyboard::KeyCode;
use serde::{Deserialize, Serialize};

/// What keys can ask for, anywhere or at the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Take back.
    Undo,
    /// Make again.
    Redo,
    /// A hint.
    Hint,
    /// The setup of a new deal.
    NewDeal,
    /// The seed to the clipboard.
    CopySeed,
    /// A record from outside.
    Open,
    /// The rules.
    Rules,
    /// The settings.
    Settings,
    /// The finished picture, for as long as the key is held.
    Peek,
    /// Numbers on the tiles, or none.
    Numbers,
    /// Sound on or off.
    Sound,
    /// The whole screen, or a window.
    FullScreen,
    /// Text and panels larger.
    Larger,
    /// Text and panels smaller.
    Smaller,
    /// Leave the program.
    Quit,
}

impl Command {
    /// All of them, as they are listed.
    pub const ALL: [Command; 15] = [
        Command::Undo,
        Command::Redo,
        Command::Hint,
        Command::NewDeal,
        Command::CopySeed,
        Command::Open,
        Command::Rules,
        Command::Settings,
        Command::Peek,
        Command::Numbers,
        Command::Sound,
        Command::FullScreen,
        Command::Larger,
        Command::Smaller,
        Command::Quit,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Command::Undo => "Undo",
            Command::Redo => "Redo",
            Command::Hint => "Hint",
            Command::NewDeal => "New deal",
            Command::CopySeed => "Copy the seed",
            Command::Open => "Open a record",
            Command::Rules => "Rules",
            Command::Settings => "Settings",
            Command::Peek => "See the picture (hold)",
            Command::Numbers => "Numbers on tiles",
            Command::Sound => "Sound on or off",
            Command::FullScreen => "Full screen",
            Command::Larger => "Larger text",
            Command::Smaller => "Smaller text",
            Command::Quit => "Leave Parlour",
        }
    }

    /// The keys that ask for it unless a player says otherwise; the first is the one that is shown.
    fn usual(self) -> &'static [Chord] {
        const fn ctrl(key: KeyCode) -> Chord {
            Chord { ctrl: true, shift: false, key }
        }
        const fn plain(key: KeyCode) -> Chord {
            Chord { ctrl: false, shift: false, key }
        }
        const CTRL_SHIFT_Z: Chord = Chord { ctrl: true, shift: true, key: KeyCode::KeyZ };
        match self {
            Command::Undo => const { &[ctrl(KeyCode::KeyZ)] },
            Command::Redo => const { &[ctrl(KeyCode::KeyY), CTRL_SHIFT_Z] },
            Command::Hint => const { &[plain(KeyCode::KeyH)] },
            Command::NewDeal => const { &[ctrl(KeyCode::KeyN)] },
            Command::CopySeed => const { &[ctrl(KeyCode::KeyC)] },
            Command::Open => const { &[ctrl(KeyCode::KeyO)] },
            Command::Rules => const { &[plain(KeyCode::F1)] },
            Command::Settings => const { &[ctrl(KeyCode::Comma)] },
            Command::Peek => const { &[plain(KeyCode::KeyP)] },
            Command::Numbers => const { &[plain(KeyCode::KeyN)] },
            Command::Sound => const { &[plain(KeyCode::KeyM)] },
            Command::FullScreen => const { &[plain(KeyCode::F11)] },
            Command::Larger => const { &[ctrl(KeyCode::Equal), ctrl(KeyCode::NumpadAdd)] },
            Command::Smaller => const { &[ctrl(KeyCode::Minus), ctrl(KeyCode::NumpadSubtract)] },
            Command::Quit => const { &[ctrl(KeyCode::KeyQ)] },
        }
    }
}

/// A key with its modifiers. Ctrl is also what Macs write ⌘.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Chord {
    /// With Ctrl.
    pub ctrl: bool,
    /// With Shift.
    pub shift: bool,
    /// The key.
    pub key: KeyCode,
}

impl Chord {
    /// Whether a field that is typed into needs it for itself: as a letter, or to select, copy, paste, or take back.
    pub fn types(self) -> bool {
        if self.ctrl { EDITING_KEYS.contains(&self.key) } else { !FUNCTION_KEYS.contains(&self.key) }
    }
}

/// What fields do with Ctrl.
const EDITING_KEYS: [KeyCode; 6] =
    [KeyCode::KeyA, KeyCode::KeyC, KeyCode::KeyV, KeyCode::KeyX, KeyCode::KeyY, KeyCode::KeyZ];

const FUNCTION_KEYS: [KeyCode; 12] = [
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F4,
    KeyCode::F5,
    KeyCode::F6,
    KeyCode::F7,
    KeyCode::F8,
    KeyCode::F9,
    KeyCode::F10,
    KeyCode::F11,
    KeyCode::F12,
];

/// The keys that can be bound, and what is written on them.
const KEYS: [(KeyCode, &str); 66] = [
    (KeyCode::KeyA, "A"),
    (KeyCode::KeyB, "B"),
    (KeyCode::KeyC, "C"),
    (KeyCode::KeyD, "D"),
    (KeyCode::KeyE, "E"),
    (KeyCode::KeyF, "F"),
    (KeyCode::KeyG, "G"),
    (KeyCode::KeyH, "H"),
    (KeyCode::KeyI, "I"),
    (KeyCode::KeyJ, "J"),
    (KeyCode::KeyK, "K"),
    (KeyCode::KeyL, "L"),
    (KeyCode::KeyM, "M"),
    (KeyCode::KeyN, "N"),
    (KeyCode::KeyO, "O"),
    (KeyCode::KeyP, "P"),
    (KeyCode::KeyQ, "Q"),
    (KeyCode::KeyR, "R"),
    (KeyCode::KeyS, "S"),
    (KeyCode::KeyT, "T"),
    (KeyCode::KeyU, "U"),
    (KeyCode::KeyV, "V"),
    (KeyCode::KeyW, "W"),
    (KeyCode::KeyX, "X"),
    (KeyCode::KeyY, "Y"),
    (KeyCode::KeyZ, "Z"),
    (KeyCode::Digit0, "0"),
    (KeyCode::Digit1, "1"),
    (KeyCode::Digit2, "2"),
    (KeyCode::Digit3, "3"),
    (KeyCode::Digit4, "4"),
    (KeyCode::Digit5, "5"),
    (KeyCode::Digit6, "6"),
    (KeyCode::Digit7, "7"),
    (KeyCode::Digit8, "8"),
    (KeyCode::Digit9, "9"),
    (KeyCode::F1, "F1"),
    (KeyCode::F2, "F2"),
    (KeyCode::F3, "F3"),
    (KeyCode::F4, "F4"),
    (KeyCode::F5, "F5"),
    (KeyCode::F6, "F6"),
    (KeyCode::F7, "F7"),
    (KeyCode::F8, "F8"),
    (KeyCode::F9, "F9"),
    (KeyCode::F10, "F10"),
    (KeyCode::F11, "F11"),
    (KeyCode::F12, "F12"),
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
    (KeyCode::Insert, "Insert"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::PageUp, "PageUp"),
    (KeyCode::PageDown, "PageDown"),
];

/// Whether a key can be bound.
pub fn can_be_bound(key: KeyCode) -> bool {
    KEYS.iter().any(|(known, _)| *known == key)
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = KEYS.iter().find(|(key, _)| *key == self.key).map_or("?", |(_, name)| name);
        let (ctrl, shift) = (if self.ctrl { "Ctrl+" } else { "" }, if self.shift { "Shift+" } else { "" });
        write!(f, "{ctrl}{shift}{name}")
    }
}

/// No key is called so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no key is called `{0}`; written like `Ctrl+Shift+Z`, `F1` or `H`")]
pub struct ChordError(String);

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Chord, ChordError> {
        let (ctrl, rest) = text.strip_prefix("Ctrl+").map_or((false, text), |rest| (true, rest));
        let (shift, name) = rest.strip_prefix("Shift+").map_or((false, rest), |rest| (true, rest));
        let known = KEYS.iter().find(|(_, known)| *known == name);
        let (key, _) = known.ok_or_else(|| ChordError(text.chars().take(40).collect()))?;
        Ok(Chord { ctrl, shift, key: *key })
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

/// The keys that a player has chosen, by command; every other command has its usual ones.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings(BTreeMap<Command, Chord>);

impl Bindings {
    /// The keys that ask for this; the first is the one to show.
    pub fn chords(&self, command: Command) -> &[Chord] {
        self.0.get(&command).map_or(command.usual(), std::slice::from_ref)
    }

    /// The key to show for this.
    pub fn shown(&self, command: Command) -> String {
        self.chords(command).first().map_or(String::new(), Chord::to_string)
    }

    /// A name with the key that asks for it: "Undo (Ctrl+Z)".
    pub fn named(&self, name: &str, command: Command) -> String {
        format!("{name} ({})", self.shown(command))
    }

    /// What these keys ask for.
    pub fn command(&self, chord: Chord) -> Option<Command> {
        Command::ALL.into_iter().find(|command| self.chords(*command).contains(&chord))
    }

    /// Gives this command another key.
    ///
    /// # Errors
    /// The command that has it already.
    pub fn bind(&mut self, command: Command, chord: Chord) -> Result<(), Command> {
        match self.command(chord) {
            Some(other) if other != command => Err(other),
            _ => {
                self.0.insert(command, chord);
                Ok(())
            }
        }
    }

    /// Whether no two commands have the same key.
    ///
    /// # Errors
    /// Two that have.
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
        for command in Command::ALL {
            for chord in command.usual() {
                assert_eq!(chord.to_string().parse(), Ok(*chord), "{command:?}");
            }
        }
        assert_eq!("Ctrl+Shift+Z".parse(), Ok(Chord { ctrl: true, shift: true, key: KeyCode::KeyZ }));
        for wrong in ["", "Ctrl+", "ctrl+Z", "Shift+Ctrl+Z", "Escape", "ZZ"] {
            assert!(wrong.parse::<Chord>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_usual_keys_and_the_listed_ones_are_all_different() {
        assert_eq!(Bindings::default().check(), Ok(()));
        let mut keys: Vec<KeyCode> = KEYS.iter().map(|(key, _)| *key).collect();
        let mut names: Vec<&str> = KEYS.iter().map(|(_, name)| *name).collect();
        keys.sort_unstable();
        keys.dedup();
        names.sort_unstable();
        names.dedup();
        assert_eq!((keys.len(), names.len()), (KEYS.len(), KEYS.len()));
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
