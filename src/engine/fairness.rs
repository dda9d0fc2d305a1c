//! What lets a player check that nothing was arranged: the deal is settled before anybody knows a card, and every bot does what follows
//! from what its seat could see.
//!
//! A deal is committed to as in cryptography: by the SHA-256 of everything that decides it and of a salt that nobody can guess. The
//! fingerprint can be shown at once, since it gives nothing away; at the end the salt is shown, too, and everybody can compute the
//! fingerprint again, with Parlour or without.
//!
//! Bots get a view and a seed, and the same of both leads to the same move. So each can think again, before a table on which all that
//! it could not see has been exchanged.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::seats::Seat;

/// So many digits a fingerprint has: 96 bits, in six groups of four.
const DIGITS: usize = 24;

/// So many digits a salt has: 128 bits.
const SALT_DIGITS: usize = 32;

/// What a deal was committed to by, before its first card was seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commitment {
    /// Not shown before the game is over.
    pub salt: String,
    pub fingerprint: Fingerprint,
}

/// The beginning of a SHA-256, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fingerprint(String);

/// Why a text is no fingerprint, or no salt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommitmentFault {
    #[error("a fingerprint has {DIGITS} hexadecimal digits (0–9, a–f)")]
    Fingerprint,
    #[error("a salt has {SALT_DIGITS} hexadecimal digits (0–9, a–f)")]
    Salt,
}

fn are_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

impl TryFrom<String> for Fingerprint {
    type Error = CommitmentFault;

    /// With or without spaces between its digits.
    fn try_from(text: String) -> Result<Fingerprint, CommitmentFault> {
        let digits: String = text.split_whitespace().collect();
        if are_digits(&digits, DIGITS) { Ok(Fingerprint(digits)) } else { Err(CommitmentFault::Fingerprint) }
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> String {
        fingerprint.to_string()
    }
}

/// In groups of four digits: "9f86 d081 884c 7d65 9a2f eaa0".
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, digit) in self.0.chars().enumerate() {
            if place > 0 && place % 4 == 0 {
                f.write_char(' ')?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    }
}

impl Fingerprint {
    /// That of a text.
    ///
    /// ```
    /// use parlour::engine::fairness::Fingerprint;
    ///
    /// assert_eq!(Fingerprint::of("test").to_string(), "9f86 d081 884c 7d65 9a2f eaa0");
    /// ```
    pub fn of(text: &str) -> Fingerprint {
        let mut digits = String::new();
        for byte in Sha256::digest(text.as_bytes()) {
            // Writing to a String cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        digits.truncate(DIGITS);
        Fingerprint(digits)
    }
}

impl Commitment {
    /// To a text that holds this salt.
    pub fn of(salt: u128, text: impl FnOnce(&str) -> String) -> Commitment {
        let salt = format!("{salt:032x}");
        let fingerprint = Fingerprint::of(&text(&salt));
        Commitment { salt, fingerprint }
    }

    /// Shows what it was to, if this is it.
    pub fn open(&self, text: String) -> OpenedDeal {
        let matches = Fingerprint::of(&text) == self.fingerprint;
        OpenedDeal { fingerprint: self.fingerprint.clone(), text, matches }
    }

    pub(super) fn check(&self) -> Result<(), CommitmentFault> {
        if are_digits(&self.salt, SALT_DIGITS) { Ok(()) } else { Err(CommitmentFault::Salt) }
    }
}

/// A commitment that is opened: what it was to, and whether that is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedDeal {
    pub fingerprint: Fingerprint,
    /// The text whose SHA-256 begins like the fingerprint, if all is right.
    pub text: String,
    pub matches: bool,
}

/// What came of it when a bot thought again about one of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotCheck {
    /// The number of the move, from 1.
    pub step: usize,
    pub seat: Seat,
    pub played: CheckedMove,
    /// What follows from what the seat could see; `None` if the bot was stopped.
    pub found: Option<CheckedMove>,
}

/// A move, as records have it, and what it does, as the list of moves tells it to somebody who sees everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedMove {
    pub mv: String,
    pub told: String,
}

impl BotCheck {
    pub fn follows(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.mv == self.played.mv)
    }
}
