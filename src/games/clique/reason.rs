//! What speaks for a move in Clique Mystique: the groups that it forms, what turns over and how it stands then, and the sentence made
//! of that.

use std::fmt;

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::square::SquareSet;
use crate::words::{capitalised, counted_in_words, listed};

use super::board::{FormedGroup, opponent};
use super::groups::CardGroup;
use super::moves::{Move, Placement};
use super::rules::{CliqueTable, PASSES, View, moves_seen};

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub seat: Seat,
    pub role: CliqueRole,
    /// By how many points the seat leads before it, and after it.
    pub lead: (i32, i32),
}

/// What a move is.
#[derive(Clone, PartialEq, Debug)]
pub enum CliqueRole {
    /// Groups are formed; whether no other placement gives a larger lead.
    Places { placement: Placement, gains: PlacementGains, is_most: bool },
    /// Cards are replaced; whether a group could have been formed.
    Replaces { cards: MystiqueSet, could_place: bool },
    /// Whether the opponent has passed, so that the game ends; whether a group could have been formed, or cards replaced.
    Passes { ends: bool, could_place: bool, could_replace: bool },
}

/// What a placement brings.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacementGains {
    /// The groups that hold all cards that are laid, and the others that come with them, each once.
    pub main: Vec<CardGroup>,
    pub incidental: Vec<CardGroup>,
    /// The squares of the stacks that turn over, and how many cards they have.
    pub squares: SquareSet,
    pub cards: usize,
    /// By how many points the seat leads then.
    pub lead: i32,
}

impl PlacementGains {
    pub fn of(table: &CliqueTable, seat: Seat, placement: &Placement) -> PlacementGains {
        let formed = table.board.formed(seat, placement);
        let squares = formed.iter().fold(SquareSet::EMPTY, |all, group| all.union(group.turns));
        let (main, incidental) = (kinds(&formed, true), kinds(&formed, false));
        let lead = table.lead_after(seat, placement, squares);
        PlacementGains { main, incidental, squares, cards: table.board.cards_on(squares), lead }
    }

    /// "blue cards in all four suits, and also threes in all three colours"; "blue cards in all four suits more than once".
    pub fn groups(&self) -> String {
        let named = |group: &CardGroup| match self.incidental.contains(group) {
            true => format!("{group} more than once"),
            false => group.to_string(),
        };
        let main: Vec<String> = self.main.iter().map(named).collect();
        let others: Vec<&CardGroup> = self.incidental.iter().filter(|group| !self.main.contains(group)).collect();
        let with_them = if others.is_empty() { String::new() } else { format!(", and also {}", listed(&others)) };
        format!("{}{with_them}", listed(&main))
    }

    /// "Two cards change sides".
    pub fn turning(&self) -> String {
        let verb = if self.cards == 1 { "changes" } else { "change" };
        format!("{} {verb} sides", capitalised(&counted_in_words(self.cards, "card", "cards")))
    }
}

/// What these groups are, each kind once.
fn kinds(formed: &[FormedGroup], is_main: bool) -> Vec<CardGroup> {
    let mut kinds = Vec::new();
    for formed in formed.iter().filter(|formed| formed.is_main == is_main) {
        if !kinds.contains(&formed.group) {
            kinds.push(formed.group);
        }
    }
    kinds
}

/// How it stands with this lead, for whoever has it: "you lead by 5".
pub fn standing(lead: i32) -> String {
    match lead {
        0 => "you are level".to_owned(),
        1.. => format!("you lead by {lead}"),
        _ => format!("you are {} behind", -lead),
    }
}

/// How a game ends with this lead, for whoever has it.
pub fn ending(lead: i32) -> String {
    match lead {
        0 => "the points are equal: intact groups decide".to_owned(),
        1.. => format!("you win by {lead}"),
        _ => format!("you lose by {}", -lead),
    }
}

impl Reason {
    /// What speaks for a move of whoever's turn it is.
    pub fn of(view: &View, mv: &Move) -> Reason {
        let (table, seat) = (&view.table, view.table.turn);
        let (lead, moves) = (table.lead(seat), moves_seen(view));
        let placements = || moves.iter().filter_map(|mv| if let Move::Place(laid) = mv { Some(laid) } else { None });
        let could_place = placements().next().is_some();
        let (role, after) = match mv {
            Move::Place(placement) => {
                let gains = PlacementGains::of(table, seat, placement);
                let after = gains.lead;
                let lead = |laid: &Placement| table.lead_after(seat, laid, table.board.turned(seat, laid));
                let is_most = placements().all(|other| lead(other) <= after);
                (CliqueRole::Places { placement: *placement, gains, is_most }, after)
            }
            Move::Replace(cards) => (CliqueRole::Replaces { cards: cards.cards(), could_place }, lead),
            Move::Pass => {
                let (ends, could_replace) = (table.passes + 1 >= PASSES, table.replaceable(seat) > 0);
                (CliqueRole::Passes { ends, could_place, could_replace }, lead)
            }
        };
        Reason { seat, role, lead: (lead, after) }
    }
}

/// "the four of blue moons and the ace of blue suns".
fn named(cards: MystiqueSet) -> String {
    let cards: Vec<String> = cards.iter().map(|card: MystiqueCard| format!("the {}", card.spoken())).collect();
    listed(&cards)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (other, (lead, after)) = (opponent(self.seat), self.lead);
        match &self.role {
            CliqueRole::Places { placement, gains, is_most } => {
                let (cards, groups, turning) = (named(placement.cards()), gains.groups(), gains.turning());
                write!(f, "Lay {cards} for {groups}. {turning}; then {}", standing(after))?;
                f.write_str(if *is_most { ", and no other group brings you more" } else { "" })
            }
            CliqueRole::Replaces { cards, could_place } => {
                let cards =
                    if cards.len() > 3 { counted_in_words(cards.len(), "card", "cards") } else { named(*cards) };
                write!(f, "Replace {cards}: ")?;
                f.write_str(match could_place {
                    true => "you could form a group, but this leaves the board as it is",
                    false => "you cannot form a group with the cards that you hold",
                })
            }
            CliqueRole::Passes { ends: true, .. } => {
                let passed = other.does("has passed", "have passed");
                write!(f, "Pass: {passed}, so the game is over, and {}", ending(lead))
            }
            CliqueRole::Passes { could_place: false, could_replace: false, .. } => {
                f.write_str("Pass: you cannot form a group, and there are no cards left to draw")
            }
            CliqueRole::Passes { .. } => {
                let passes = other.does("passes", "pass");
                write!(f, "Pass: {}, and if {passes}, too, the game is over", standing(lead))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What these cards are.
    fn group(cards: &str) -> CardGroup {
        let cards: Vec<_> = cards.split(' ').map(|card| card.parse().expect("a card")).collect();
        CardGroup::of(&cards).expect("a group")
    }

    #[test]
    fn a_kind_of_group_that_comes_again_with_another_is_named_once() {
        let (blue, motley) = (group("4bM 4bS 5bA 1bC"), group("1yM 2rS 3bA"));
        let groups = |incidental: &[CardGroup]| {
            let (main, incidental) = (vec![blue], incidental.to_vec());
            PlacementGains { main, incidental, squares: SquareSet::EMPTY, cards: 0, lead: 0 }.groups()
        };
        assert_eq!(groups(&[]), "blue cards in all four suits");
        assert_eq!(groups(&[motley]), "blue cards in all four suits, and also a motley crew");
        assert_eq!(groups(&[blue]), "blue cards in all four suits more than once");
        assert_eq!(groups(&[blue, motley]), "blue cards in all four suits more than once, and also a motley crew");
    }
}
