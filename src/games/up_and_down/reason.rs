//! What speaks for a card in Up and Down: who can answer it with the cards that lie open, and the sentence made of that.

use std::fmt;

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::seats::{Seat, SeatSet};
use crate::engine::seen::ZoneTable;
use crate::words::{listed, one_of};

use super::rules::View;
use super::table::{Slope, SlopeTable, fitting};

/// Why a card is good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub card: MystiqueCard,
    pub outlook: SlopeOutlook,
}

/// What follows after a card, by all cards that lie open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SlopeOutlook {
    /// The deck is used up: it wins.
    Wins,
    /// Nobody else can answer, and with these the seat itself can go on.
    Again(MystiqueSet),
    /// Nobody has a card that fits. Unless one is drawn, the numbers turn, and then this seat plays first; `None`: nobody could.
    Turns(Slope, Option<Seat>),
    /// This seat is the first who can answer, with these; those before it in order cannot.
    Answered {
        by: Seat,
        with: MystiqueSet,
        cannot: SeatSet,
        /// Whether others may be played, and all of them let somebody answer no later, or with no fewer cards.
        is_least: bool,
    },
}

impl Reason {
    /// What speaks for playing this card.
    pub fn of(view: &View, card: MystiqueCard) -> Reason {
        let (table, seat) = (&view.table, view.front());
        Reason { card, outlook: SlopeOutlook::after(table, seat, card) }
    }
}

impl SlopeOutlook {
    /// What follows if this seat plays this card.
    pub fn after(table: &SlopeTable, seat: Seat, card: MystiqueCard) -> SlopeOutlook {
        if table.left(seat) == 0 {
            return SlopeOutlook::Wins;
        }
        let fits = fitting(card, table.slope);
        if let Some((by, with, cannot)) = first_answer(table, seat, fits) {
            let playable = table.playable(seat);
            let is_least =
                playable.len() > 1 && playable.iter().all(|other| !leaves_less(table, seat, other, (cannot, with)));
            return SlopeOutlook::Answered { by, with, cannot, is_least };
        }
        let own = table.cards.hand(seat).without(MystiqueSet::of_one(card));
        let again = own.intersection(fits);
        if !again.is_empty() {
            return SlopeOutlook::Again(again);
        }
        let turned = table.slope.turned();
        let fits = fitting(card, turned);
        let others = first_answer(table, seat, fits).map(|(by, ..)| by);
        let first = others.or_else(|| (!own.intersection(fits).is_empty()).then_some(seat));
        SlopeOutlook::Turns(turned, first)
    }
}

/// Who of the others can first answer with one of these cards, with which, and who before them cannot.
fn first_answer(table: &SlopeTable, seat: Seat, fits: MystiqueSet) -> Option<(Seat, MystiqueSet, SeatSet)> {
    let mut cannot = SeatSet::EMPTY;
    for other in table.seats().from(seat).skip(1) {
        let with = table.cards.hand(other).intersection(fits);
        if !with.is_empty() {
            return Some((other, with, cannot));
        }
        cannot.insert(other);
    }
    None
}

/// Whether another card would be answered later than this, by fewer cards, or by nobody.
fn leaves_less(table: &SlopeTable, seat: Seat, card: MystiqueCard, (cannot, with): (SeatSet, MystiqueSet)) -> bool {
    match first_answer(table, seat, fitting(card, table.slope)) {
        None => true,
        Some((_, _, skipped)) if skipped.len() != cannot.len() => skipped.len() > cannot.len(),
        Some((_, others, _)) => others.len() < with.len(),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play the {}: ", self.card.spoken())?;
        match &self.outlook {
            SlopeOutlook::Wins => f.write_str("your deck is used up, so this card wins"),
            SlopeOutlook::Again(cards) => {
                write!(f, "nobody else has a card that fits, and you can go on with {}", any_of(*cards))
            }
            SlopeOutlook::Turns(slope, Some(seat)) => {
                let (goes, first) = (goes(*slope), seat.does("is the first who can play", "are the first who can play"));
                write!(f, "nobody has a card that fits. Unless you draw one, the slope turns {goes}, and {first}")
            }
            SlopeOutlook::Turns(_, None) => f.write_str(
                "nobody has a card that fits, uphill or downhill. Unless you draw one, whoever has the highest card in hand starts \
                 again with it, and the slope goes uphill again",
            ),
            SlopeOutlook::Answered { by, with, cannot, is_least } => {
                let (who, with) = (by.called(), any_of(*with));
                let passing: Vec<String> = cannot.iter().map(Seat::called).collect();
                match passing.is_empty() {
                    true => write!(f, "{who} can answer it with {with}")?,
                    false => write!(f, "{} cannot answer it, but {who} can, with {with}", listed(&passing))?,
                }
                f.write_str(if *is_least { ". No other card that you may play is harder to answer" } else { "" })
            }
        }
    }
}

/// "uphill".
pub(super) const fn goes(slope: Slope) -> &'static str {
    match slope {
        Slope::Up => "uphill",
        Slope::Down => "downhill",
    }
}

/// "the four of red crowns or the palm of red suns".
fn any_of(cards: MystiqueSet) -> String {
    let names: Vec<String> =
        MystiqueCard::by_card_number(cards).into_iter().map(|card| format!("the {}", card.spoken())).collect();
    one_of(&names)
}
