//! What speaks for a move in Mystique Domination: what can be seen of it, with cards and figures, and the sentence made of that.

use std::fmt;

use crate::cards::{CardBits, Colour, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::words::{counted_in_words, listed};

use super::patterns::{Move, Pattern, by_suit, highest_total, total_of};
use super::rules::View;
use super::shedding::Shedding;

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Gives {
        cards: MystiqueSet,
        partner: Seat,
        /// Whether they can be laid in one play.
        go_together: bool,
        /// In how few plays the other twelve could go.
        plays_left: u8,
    },
    Plays {
        pattern: Pattern,
        /// What it beats, and who laid that; nothing if it leads.
        beats: Option<(Seat, u8)>,
        /// What the winner of the trick would take with it.
        prize: MystiqueSet,
        prospect: Prospect,
    },
    Passes {
        /// Who is winning the trick, and what with.
        ahead: Seat,
        total: u8,
        /// What they take if nobody beats it.
        prize: MystiqueSet,
        pass: PassReason,
    },
}

/// What can become of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// It is the last card of the hand: the round is over.
    GoesOut,
    /// Nothing that the others may hold beats it.
    CannotBeBeaten,
    /// Something might; and in how few plays the rest of the hand could go.
    MayBeBeaten { plays_left: u8 },
}

/// Why somebody passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassReason {
    /// There is nothing in the hand that beats the play.
    Must,
    /// The partner is winning the trick.
    Partner,
    /// It could be beaten with so much at the least.
    Keeps { least: u8, colour: Colour },
}

impl Reason {
    /// What speaks for this move.
    pub fn of(view: &View, mv: &Move) -> Reason {
        match mv {
            Move::Give(cards) => Reason::Gives {
                cards: *cards,
                partner: view.table.partner(view.front()),
                go_together: Pattern::of(*cards).is_ok(),
                plays_left: Shedding::of(view.hand()).without(*cards),
            },
            Move::Play(cards) => match Pattern::of(*cards) {
                Ok(pattern) => of_play(view, pattern),
                Err(_) => of_pass(view),
            },
            Move::Pass => of_pass(view),
        }
    }
}

fn of_play(view: &View, pattern: Pattern) -> Reason {
    let (table, hand) = (&view.table, view.hand());
    let prospect = match hand.len() == pattern.cards.len() {
        true => Prospect::GoesOut,
        false if !may_be_beaten(view, &pattern) => Prospect::CannotBeBeaten,
        false => Prospect::MayBeBeaten { plays_left: Shedding::of(hand).without(pattern.cards) },
    };
    let beats = table.last_play().map(|(seat, beat)| (seat, beat.total));
    Reason::Plays { pattern, beats, prize: table.prize(pattern.cards), prospect }
}

fn of_pass(view: &View) -> Reason {
    let (table, seat) = (&view.table, view.front());
    let beat = table.to_beat();
    let (ahead, total) = (table.ahead().unwrap_or(seat), beat.map_or(0, |beat| beat.total));
    let prize = beat.map_or(MystiqueSet::EMPTY, |beat| table.prize(beat.cards));
    let pass = match beat.and_then(|beat| Some((least_that_beats(view.hand(), &beat)?, beat.colour))) {
        _ if ahead == table.partner(seat) => PassReason::Partner,
        Some((least, colour)) => PassReason::Keeps { least, colour },
        None => PassReason::Must,
    };
    Reason::Passes { ahead, total, prize, pass }
}

/// Whether anything can beat a pattern that the viewer has not seen elsewhere: as if one of the others held all of it.
pub fn may_be_beaten(view: &View, pattern: &Pattern) -> bool {
    highest_total(unseen(view), pattern.colour) > pattern.total
}

/// The cards that the viewer neither holds nor has seen played.
pub fn unseen(view: &View) -> MystiqueSet {
    MystiqueSet::DECK.without(view.table.laid().union(view.hand()))
}

/// The lowest total with which a hand can beat a play.
fn least_that_beats(hand: MystiqueSet, beat: &Pattern) -> Option<u8> {
    beat.beaten_with(hand).into_iter().map(total_of).min()
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Gives { cards, partner, go_together, plays_left } => {
                let (cards, partner, plays) = (named(*cards), partner.called(), plays(*plays_left));
                let together = if *go_together { "they go together, and " } else { "" };
                write!(f, "Give {partner} {cards}: {together}your other twelve cards could be played out in {plays}")
            }
            Reason::Plays { pattern, beats, prize, prospect } => {
                let act = if beats.is_some() { "Play" } else { "Lead" };
                write!(f, "{act} {} ({}): ", pattern.named(), named(pattern.cards))?;
                if let Some((seat, total)) = beats {
                    write!(f, "{} is more than {} {total}, and ", pattern.total, seat.whose())?;
                }
                f.write_str(&prospect.in_words(*prize))
            }
            Reason::Passes { ahead, total, prize, pass } => f.write_str(&pass.in_words(*ahead, *total, *prize)),
        }
    }
}

impl Prospect {
    fn in_words(self, prize: MystiqueSet) -> String {
        let prize = suits(prize);
        match self {
            Prospect::GoesOut => "you are out of cards, which ends the round".to_owned(),
            Prospect::CannotBeBeaten => format!("nobody can beat it, so it takes {prize}"),
            Prospect::MayBeBeaten { plays_left } => {
                format!(
                    "if nobody beats it, it takes {prize}; the rest of your hand could be played out in {}",
                    plays(plays_left)
                )
            }
        }
    }
}

impl PassReason {
    fn in_words(self, ahead: Seat, total: u8, prize: MystiqueSet) -> String {
        let prize = suits(prize);
        match self {
            PassReason::Must => format!("Pass: nothing in your hand beats {} {total}", ahead.whose()),
            PassReason::Partner => {
                format!("Pass: your partner is winning the trick with {total}, and would take {prize} for both of you")
            }
            PassReason::Keeps { least, colour } => {
                let colour = colour.word();
                let takes = ahead.does(&format!("takes {prize}"), &format!("take {prize}"));
                format!(
                    "Pass: you would have to play at least {least} in {colour} to beat {} {total}; if nobody does, {takes}",
                    ahead.whose()
                )
            }
        }
    }
}

/// "one play", "three plays".
fn plays(count: u8) -> String {
    counted_in_words(usize::from(count), "play", "plays")
}

/// "three moons and two suns".
fn suits(cards: MystiqueSet) -> String {
    listed(&by_suit(cards))
}

/// "the two of red suns and the ace of blue moons".
fn named(cards: MystiqueSet) -> String {
    let cards = cards.sorted(crate::cards::HandOrder::ColourNumber).into_iter();
    listed(&cards.map(|card: MystiqueCard| format!("the {}", card.spoken())).collect::<Vec<_>>())
}
