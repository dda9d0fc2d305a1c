//! What speaks for a move in Mystique Guilds: what it changes, as far as anybody can know, and the sentence made of that.

use std::fmt;

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::words::{counted_in_words, listed};

use super::guild::Guild;
use super::moves::{Move, Offer};
use super::outlook::MoveOutlook;
use super::table::GuildsTable;

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub role: GuildsRole,
    pub outlook: MoveOutlook,
}

/// What a move is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GuildsRole {
    Draws,
    /// This card, which brings the seat to this total in its guild.
    Takes {
        card: MystiqueCard,
        total: u8,
    },
    Buys {
        card: MystiqueCard,
        drawn: usize,
        taken: usize,
    },
    Offers(Offer),
    /// What the numbers of the cards come to that the seat gets, and of those that it gives.
    Agrees {
        gets: u32,
        gives: u32,
    },
    Refuses,
    /// There is nothing to take or to answer.
    Nothing,
}

impl Reason {
    /// What speaks for a move of whoever's turn it is.
    pub fn of(table: &GuildsTable, mv: Move) -> Reason {
        let outlook = MoveOutlook::of(table, mv);
        let role = match mv {
            Move::Draw => GuildsRole::Draws,
            Move::Take => table.discards.top().map_or(GuildsRole::Nothing, |card| {
                let total = table.tableaus().total(Guild::of(card), outlook.seat) + card.number();
                GuildsRole::Takes { card, total }
            }),
            Move::Buy { card, drawn, taken } => GuildsRole::Buys { card, drawn: drawn.into(), taken: taken.into() },
            Move::Offer(offer) => GuildsRole::Offers(offer),
            Move::Agree => table.offer().map_or(GuildsRole::Nothing, |offer| GuildsRole::Agrees {
                gets: offer.card.number().into(),
                gives: numbers(offer.asked),
            }),
            Move::Refuse => GuildsRole::Refuses,
        };
        Reason { role, outlook }
    }
}

/// What the numbers of cards come to.
fn numbers(cards: MystiqueSet) -> u32 {
    cards.iter().map(|card| u32::from(card.number())).sum()
}

/// "the two of blue suns and the four of blue suns".
pub fn the_cards(cards: MystiqueSet) -> String {
    let cards: Vec<String> = cards.iter().map(|card| format!("the {}", card.spoken())).collect();
    listed(&cards)
}

/// "three cards", or where the discard deck is bought from, from where they come.
fn bought(drawn: usize, taken: usize) -> String {
    let cards = |count: usize| counted_in_words(count, "card", "cards");
    match (drawn, taken) {
        (drawn, 0) => cards(drawn),
        (0, taken) => format!("{} from the discard deck", cards(taken)),
        (drawn, taken) => {
            format!("{} from the draw deck and {} from the discard deck", cards(drawn), cards(taken))
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            GuildsRole::Nothing => return f.write_str("Leave it"),
            GuildsRole::Draws if self.outlook.end.is_some() => f.write_str("Draw the last card")?,
            GuildsRole::Draws => f.write_str("Draw a card")?,
            GuildsRole::Takes { card, .. } => write!(f, "Take the {} from the discard deck", card.spoken())?,
            GuildsRole::Buys { card, drawn, taken } => {
                write!(f, "Buy {} with the {}", bought(drawn, taken), card.spoken())?;
            }
            GuildsRole::Offers(Offer { card, to, asked }) => {
                write!(f, "Offer {} the {} for {}", to.called(), card.spoken(), the_cards(asked))?;
            }
            GuildsRole::Agrees { .. } => f.write_str("Agree to the trade")?,
            GuildsRole::Refuses => f.write_str("Refuse the trade")?,
        }
        write!(f, ": {}", self.known())?;
        let open = [self.outlook.hopes_in_words("the card").filter(|_| !self.is_draw()), self.outlook.end_in_words()];
        open.into_iter().flatten().try_for_each(|words| write!(f, "; {words}"))
    }
}

impl Reason {
    fn is_draw(&self) -> bool {
        self.role == GuildsRole::Draws && self.outlook.end.is_none()
    }

    /// What is known to change, or what else can be said.
    fn known(&self) -> String {
        match (self.role, self.outlook.changes_in_words()) {
            (GuildsRole::Draws, None) => match self.outlook.hopes_in_words("it") {
                Some(hopes) => hopes,
                None => "no guild changes hands".to_owned(),
            },
            (GuildsRole::Refuses, Some(changes)) => format!("with it {changes}"),
            (GuildsRole::Refuses, None) => "it would not change who leads any guild".to_owned(),
            (GuildsRole::Offers(_), Some(changes)) => format!("with that trade {changes}"),
            (_, Some(changes)) => format!("then {changes}"),
            (GuildsRole::Takes { card, total }, None) => format!("it brings you to {total} in {}", Guild::of(card)),
            (GuildsRole::Agrees { gets, gives }, None) => {
                format!(
                    "it does not change who leads any guild, and you get cards worth {gets} for cards worth {gives}"
                )
            }
            (GuildsRole::Offers(_), None) => "it does not change who leads any guild".to_owned(),
            (_, None) => "paying it loses you no guild".to_owned(),
        }
    }
}
