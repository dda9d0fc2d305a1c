//! What speaks for a move in Mystique: what can be seen of it, with cards and figures, and the sentence made of that.

use std::cmp::Ordering;
use std::fmt;

use crate::cards::{Attribute, AttributeKind, CardBits, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::words::{counted, in_words, listed};

use super::rules::{View, deck_for};
use super::spells::{Move, Spell};

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Takes {
        burns: usize,
        /// Whether there is a card left to open the next round with; otherwise the skirmish is over.
        opens: bool,
    },
    Deflects {
        palm: MystiqueCard,
        /// What the cards on the table cost.
        burns: usize,
        next: Seat,
        /// What the next player must answer.
        spell: Spell,
    },
    Casts {
        value: Attribute,
        cards: MystiqueSet,
        /// How many aces are in it, and how many burns these would cost.
        aces: (usize, usize),
        /// What the cards that lay on the table before cost: nothing for an opening.
        burns: usize,
        next: Seat,
        /// How many other cards of the value have not been seen, and how many palms among them can deflect.
        unseen: (usize, usize),
    },
}

impl Reason {
    /// What speaks for this move.
    pub fn of(view: &View, mv: &Move) -> Reason {
        let (table, seat) = (&view.table, view.front());
        let (burns, next) = (table.cost(table.pile()), table.seats().after(seat));
        match (mv, table.to_follow) {
            (Move::Deflect(palm), Some(spell)) => Reason::Deflects { palm: *palm, burns, next, spell },
            (Move::Cast { value, cards }, _) => {
                let aces = cards.intersection(MystiqueSet::of_number(1));
                Reason::Casts {
                    value: *value,
                    cards: *cards,
                    aces: (aces.len(), table.cost(aces)),
                    burns,
                    next,
                    unseen: unseen(view, *value),
                }
            }
            (Move::Take | Move::Deflect(_), _) => Reason::Takes { burns, opens: !view.hand().is_empty() },
        }
    }
}

/// How many other cards of a value have not been seen, and how many palms among them can deflect.
pub fn unseen(view: &View, value: Attribute) -> (usize, usize) {
    let table = &view.table;
    let unseen = deck_for(table.seats()).intersection(value.cards()).without(table.cards.all());
    let deflects = table.options.deflection && value.kind() != AttributeKind::Number;
    let palms = if deflects { unseen.intersection(MystiqueSet::of_number(5)).len() } else { 0 };
    (unseen.len(), palms)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Takes { burns, opens } => {
                let then = if *opens { "you open the next round" } else { "the skirmish is over" };
                write!(f, "Take the cards: they cost {}, and {then}", counted(*burns as u32, "burn", "burns"))
            }
            Reason::Deflects { palm, burns, next, spell } => {
                let (palm, burns) = (palm.spoken(), counted(*burns as u32, "burn", "burns"));
                let needs = next.does("needs", "need");
                write!(
                    f,
                    "Deflect with the {palm}: for now you escape the {burns} on the table, and {needs} {}",
                    spell.or_more()
                )
            }
            Reason::Casts { value, cards, aces, burns, next, unseen } => {
                let spell = Spell { value: *value, count: cards.len() };
                let act = if *burns == 0 { "Open" } else { "Reply" };
                write!(f, "{act} with {} ({}): ", value.counted(spell.count), named(*cards))?;
                if *burns > 0 {
                    write!(f, "for now you escape the {} on the table, and ", counted(*burns as u32, "burn", "burns"))?;
                }
                f.write_str(&answers(spell, *next, *unseen))?;
                f.write_str(&shed(*aces))
            }
        }
    }
}

/// "the two of red suns and the ace of blue moons".
fn named(cards: MystiqueSet) -> String {
    let cards = cards.sorted(Default::default()).into_iter();
    listed(&cards.map(|card| format!("the {}", card.spoken())).collect::<Vec<_>>())
}

/// Who can still answer.
fn answers(spell: Spell, next: Seat, (unseen, palms): (usize, usize)) -> String {
    let needs = next.does("needs", "need");
    let of_others = || format!("of the {} that have not been seen", others(spell.value, unseen));
    match (unseen.cmp(&spell.count), palms) {
        (Ordering::Less, 0) => format!("nobody can answer, since {}", few(spell.value, unseen)),
        (Ordering::Less, _) => {
            format!("nobody can reply, since {}, and only a palm could deflect it", few(spell.value, unseen))
        }
        (Ordering::Equal, _) if unseen == 1 => {
            format!("{needs} the one other {} that has not been seen", noun(spell.value, 1))
        }
        (Ordering::Equal, _) => format!("{needs} all {}", of_others()),
        (Ordering::Greater, _) => format!("{needs} {} {}", in_words(spell.count), of_others()),
    }
}

/// "only two other suns have not been seen".
fn few(value: Attribute, unseen: usize) -> String {
    match unseen {
        0 => format!("every other {} has been seen", noun(value, 1)),
        1 => format!("only one other {} has not been seen", noun(value, 1)),
        _ => format!("only {} have not been seen", others(value, unseen)),
    }
}

/// "five other suns".
fn others(value: Attribute, count: usize) -> String {
    format!("{} other {}", in_words(count), noun(value, count))
}

/// "sun", "red cards".
fn noun(value: Attribute, count: usize) -> String {
    let counted = value.counted(count);
    counted.split_once(' ').map_or(counted.clone(), |(_, noun)| noun.to_owned())
}

/// The aces that go out of the hand, where they cost more than other cards.
fn shed((aces, burns): (usize, usize)) -> String {
    match aces {
        _ if burns == aces => String::new(),
        1 => format!(". It also takes an ace, {burns} burns, out of your hand"),
        aces => format!(". It also takes {} aces, {burns} burns, out of your hand", in_words(aces)),
    }
}
