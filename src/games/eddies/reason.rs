//! What speaks for a card in Mystical Eddies: what can be seen of it, with cards and figures, and the sentence made of that.

use std::fmt;

use crate::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::seen::ZoneTable;
use crate::words::in_words;

use super::established::{Established, beaters_of_lead};
use super::rules::View;

/// Why a card is good to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    pub card: MystiqueCard,
    pub role: EddiesRole,
}

/// What a card does in the trick. Cards "may be held" by somebody if the player does not see them and they have not been shown to lack
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EddiesRole {
    Leads {
        /// How many cards that somebody else may hold would take the lead from it.
        beaten_by: u8,
        /// No other card that may be led is beaten by fewer, or by more.
        is_hardest: bool,
        is_easiest: bool,
    },
    /// It takes the lead.
    Wins {
        /// What those who play later must follow, if it is the first that shares anything with the led card.
        establishes: Option<Established>,
        /// How many cards that somebody who plays later may hold still beat it.
        beaten_by: u8,
        /// Whether nobody plays after it.
        is_last: bool,
        /// In balance, a category in which the trick counts and in which the player has no more than in any other.
        fills: Option<AttributeKind>,
    },
    /// It follows, and does not take the lead.
    Loses {
        winning: MystiqueCard,
        /// As of a card that takes the lead.
        establishes: Option<Established>,
        /// Whether another card that may be played would take the lead.
        is_choice: bool,
        /// The card that stays in the hand and is hardest to beat as a lead, if it is harder than this one.
        keeps: Option<MystiqueCard>,
    },
    /// It does not follow, for there is nothing in the hand that does. `None`: nothing is established yet.
    Tosses { asked: Option<Established>, keeps: Option<MystiqueCard> },
}

impl Reason {
    /// What speaks for playing this card.
    pub fn of_card(view: &View, card: MystiqueCard) -> Reason {
        Reason { card, role: role(view, card) }
    }
}

fn role(view: &View, card: MystiqueCard) -> EddiesRole {
    let tricks = &view.table.tricks;
    let (Some(led), Some(winning)) = (tricks.trick.led(), tricks.trick.winning_card()) else {
        return as_lead(view, card);
    };
    let asked = Established::of(&tricks.trick);
    let Some(established) = asked.or_else(|| Established::by(led, card)).filter(|all| all.cards().contains(card))
    else {
        return EddiesRole::Tosses { asked, keeps: keeps(view, card) };
    };
    let is_last = view.table.is_last_to_play();
    let establishes = (asked.is_none() && !is_last).then_some(established);
    if !tricks.would_win(card) {
        let is_choice = tricks.playable(view.hand()).iter().any(|other| tricks.would_win(other));
        return EddiesRole::Loses { winning, establishes, is_choice, keeps: keeps(view, card) };
    }
    let later = view.table.may_be_held(view.front(), view.table.later(view.front()));
    let beaten_by = established.beaters(card).intersection(later).len() as u8;
    EddiesRole::Wins { establishes, beaten_by, is_last, fills: fills(view, established) }
}

fn as_lead(view: &View, card: MystiqueCard) -> EddiesRole {
    let beaten_by = beaten_as_lead(view, card);
    let all = || view.hand().iter().map(|other| beaten_as_lead(view, other));
    EddiesRole::Leads {
        beaten_by,
        is_hardest: all().all(|other| beaten_by <= other),
        is_easiest: all().all(|other| beaten_by >= other),
    }
}

/// How many cards that somebody else may hold would take the lead from this one, if it were led.
pub fn beaten_as_lead(view: &View, card: MystiqueCard) -> u8 {
    beaters_of_lead(card).intersection(held_by_others(view)).len() as u8
}

/// The cards that somebody else may hold.
pub fn held_by_others(view: &View) -> MystiqueSet {
    let others = view.table.seats().iter().filter(|seat| *seat != view.front());
    view.table.may_be_held(view.front(), others)
}

/// The other card of the hand that is hardest to beat as a lead, if it is harder than this one.
fn keeps(view: &View, card: MystiqueCard) -> Option<MystiqueCard> {
    let others = view.hand().iter().filter(|other| *other != card);
    let hardest = others.map(|other| (beaten_as_lead(view, other), other)).min()?;
    (hardest.0 < beaten_as_lead(view, card)).then_some(hardest.1)
}

/// In balance, the player's lowest category among those in which the trick counts, if it is the lowest of all.
fn fills(view: &View, established: Established) -> Option<AttributeKind> {
    let categories = view.table.tally.categories[view.front()];
    let is_lowest = |kind: &AttributeKind| categories.of(*kind) == categories.lowest();
    established.kinds().find(is_lowest).filter(|_| view.table.tally.balance)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.card.spoken();
        match self.role {
            EddiesRole::Leads { beaten_by, is_hardest, is_easiest } => {
                write!(f, "Lead the {card}: {}", why_lead(beaten_by, is_hardest, is_easiest))
            }
            EddiesRole::Wins { establishes, beaten_by, is_last, fills } => {
                write!(f, "Play the {card}: {}", establishing(establishes))?;
                f.write_str(&why_win(beaten_by, is_last))?;
                f.write_str(&fills.map_or(String::new(), |kind| why_needed(kind, is_last || beaten_by == 0)))
            }
            EddiesRole::Loses { winning, establishes, is_choice, keeps } => {
                write!(f, "Play the {card}: {}", establishing(establishes))?;
                match is_choice {
                    true => write!(f, "it does not beat the {}", winning.spoken())?,
                    false => write!(f, "none of the cards that you may play beats the {}", winning.spoken())?,
                }
                f.write_str(&kept(keeps))
            }
            EddiesRole::Tosses { asked, keeps } => {
                let lacks = asked
                    .map_or("nothing that matches the led card".to_owned(), |asked| format!("no {}", asked.noun()));
                write!(f, "Toss the {card}: you have {lacks}, so you cannot win this trick{}", kept(keeps))
            }
        }
    }
}

/// What a card establishes, before what comes of it.
fn establishing(establishes: Option<Established>) -> String {
    establishes.map_or(String::new(), |established| format!("those after you must then follow {established}, and "))
}

fn why_lead(beaten_by: u8, is_hardest: bool, is_easiest: bool) -> String {
    let beaten = beaten_by_others(beaten_by);
    match beaten_by {
        0 => "nothing that the others may hold beats it".to_owned(),
        _ if is_hardest => format!("none of your cards is harder to beat, though {beaten}"),
        _ if is_easiest => format!("whoever leads seldom wins, and this is the card to spare: {beaten}"),
        _ => format!("whoever leads seldom wins: {beaten}"),
    }
}

fn why_win(beaten_by: u8, is_last: bool) -> String {
    match beaten_by {
        _ if is_last => "it takes the trick".to_owned(),
        0 => "it takes the trick, since nobody who plays later can beat it".to_owned(),
        1 => "it takes the lead, and only one card that later players may hold beats it".to_owned(),
        _ => format!(
            "it takes the lead, and {} cards that later players may hold beat it",
            in_words(usize::from(beaten_by))
        ),
    }
}

/// Why a category matters to a player who has no lower one.
fn why_needed(kind: AttributeKind, is_won: bool) -> String {
    let counts = if is_won { "counts" } else { "would count" };
    format!("; the trick {counts} for {kind}, and none of your categories is lower")
}

/// "three cards that others may hold beat it".
fn beaten_by_others(count: u8) -> String {
    match count {
        1 => "one card that others may hold beats it".to_owned(),
        count => format!("{} cards that others may hold beat it", in_words(usize::from(count))),
    }
}

fn kept(keeps: Option<MystiqueCard>) -> String {
    keeps.map_or(String::new(), |keeps| format!("; you keep the {}, which is harder to beat", keeps.spoken()))
}
