//! `parlour verify`: whether a game was dealt as it was settled before the first card, and whether every bot did what follows from what
//! it could see.

use std::path::Path;

use serde_json::json;

use super::output::{CommandOutput, load_file, located};
use super::waiting::Waiting;
use super::{Refusal, refusal_of};
use crate::engine::fairness::{BotCheck, Fingerprint};
use crate::engine::record::{SourcePlace, read_text};
use crate::engine::table_session::TableSession;
use crate::words::counted;

/// `noted` is the fingerprint that somebody wrote down before the game, as they type it.
pub(super) fn verify(file: &Path, noted: Option<&str>) -> Result<CommandOutput, Refusal> {
    let text = read_text(file).map_err(refusal_of(file))?;
    let session = load_file(&text, file).map_err(refusal_of(file))?;
    let noted = noted.map(|noted| Fingerprint::try_from(noted.to_lowercase())).transpose()?;
    let (deal, is_deal_right) = check_deal(&*session, noted.as_ref());
    let steps = session.bot_steps();
    let waiting = Waiting::begin();
    let (mut checked, mut other): (usize, Option<BotCheck>) = (0, None);
    for step in &steps {
        waiting.report(|| format!("{checked} of {}", counted(steps.len() as u64, "bot move", "bot moves")));
        let Some(check) = session.check_bot(*step).map(|check| check(&waiting.stop)) else { continue };
        // What was found after Ctrl-C is not what the bot would do.
        if waiting.stop.is_raised() {
            break;
        }
        checked += 1;
        if !check.follows() {
            other = Some(check);
            break;
        }
    }
    waiting.end();
    let bots = match &other {
        Some(BotCheck { step, seat, played, found }) => {
            let (played, found) = (&played.mv, found.as_ref().map_or("no move at all", |found| &found.mv));
            let why = format!(
                "seat {seat} played {played:?}, but going by what it could see, it would have been {found:?}; either somebody has changed \
                 the record, or the game was played with another version of Parlour"
            );
            located(file, &SourcePlace::Move(*step), &why)
        }
        None if steps.is_empty() => "No bot played.".to_owned(),
        None if checked < steps.len() => {
            format!(
                "{checked} of {} were checked: all of them follow from what the bots could see.",
                counted(steps.len() as u64, "bot move", "bot moves")
            )
        }
        None if checked == 1 => "1 bot move: it follows from what the bot could see.".to_owned(),
        None => format!("{checked} bot moves: all of them follow from what the bots could see."),
    };
    let opened = session.opened_deal();
    let json = json!({
        "game": session.info().id,
        "moves": session.moves().0,
        "bot_moves": steps.len(),
        "checked": checked,
        "fingerprint": session.fingerprint().map(|fingerprint| fingerprint.to_string()),
        "matches": opened.as_ref().map(|opened| opened.matches),
        "committed": opened.map(|opened| opened.text),
        "other": other.as_ref().map(|check| json!({
            "move": check.step, "seat": check.seat.index(), "played": check.played.mv,
            "found": check.found.as_ref().map(|found| &found.mv),
        })),
    });
    let ok = is_deal_right && other.is_none();
    Ok(CommandOutput { text: format!("{deal}\n{bots}\n"), json, ok })
}

/// What is to be said of the deal, and whether nothing is wrong with it.
fn check_deal(session: &dyn TableSession, noted: Option<&Fingerprint>) -> (String, bool) {
    let Some(fingerprint) = session.fingerprint() else {
        let said = "The deal was not settled beforehand: the record has no fingerprint.".to_owned();
        return (said, noted.is_none());
    };
    if let Some(noted) = noted.filter(|noted| **noted != fingerprint) {
        return (
            format!("The record has the fingerprint {fingerprint}, not {noted}: this is a different deal."),
            false,
        );
    }
    match session.opened_deal() {
        None => (format!("Fingerprint {fingerprint}. It can be checked once the game is over."), true),
        Some(opened) if opened.matches => {
            (format!("Fingerprint {fingerprint}: the deal is the one that was settled before the first card."), true)
        }
        Some(_) => (
            format!(
                "The fingerprint {fingerprint} does not match: somebody has changed the deal, the options or the seed."
            ),
            false,
        ),
    }
}
