//! Bots, hint and hindsight for Matrix Solitaire: what [`super::search`] and [`super::retrospect`] find, as players of
//! the engine and in words.

use crate::cards::{Card, CardSet, Suit};
use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Sight};
use crate::engine::rng::GameRng;
use crate::engine::seats::BotLevel;

use super::board::{Board, Slot};
use super::retrospect::{DEFAULT_EFFORT, best_known};
use super::rules::{MatrixSolitaire, Play, View};
use super::search::{Choice, Knowledge, Strength, rank_choices};

/// Plays any legal card, all equally likely.
struct Random;

impl Bot<MatrixSolitaire> for Random {
    fn choose(&mut self, sight: &Sight<'_, MatrixSolitaire>, seed: u64, _: &Cancel) -> Option<Play> {
        GameRng::from_number(seed).pick(sight.legal.listed()).copied()
    }
}

/// Plays what the search thinks best.
struct Searcher(Strength);

impl Bot<MatrixSolitaire> for Searcher {
    fn choose(&mut self, sight: &Sight<'_, MatrixSolitaire>, seed: u64, cancel: &Cancel) -> Option<Play> {
        let know = knowledge(sight.view)?;
        let ranked = rank_choices(&know, self.0, seed, &|| cancel.is_raised());
        ranked.first().map(play_of).or_else(|| sight.legal.listed().first().copied())
    }
}

fn play_of(choice: &Choice) -> Play {
    Play { slot: choice.slot, bury: choice.bury }
}

/// What the search may know; `None` once the game is over.
fn knowledge(view: &View) -> Option<Knowledge> {
    Some(Knowledge {
        board: view.board,
        current: view.current?,
        next: view.next,
        unseen: view.unseen,
        buried: view.buried.iter().copied().take(Card::COUNT).collect(),
    })
}

impl Bots for MatrixSolitaire {
    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(Random),
            BotLevel::Easy => Box::new(Searcher(Strength::Easy)),
            BotLevel::Medium => Box::new(Searcher(Strength::Medium)),
            BotLevel::Hard => Box::new(Searcher(Strength::Hard)),
        }
    }

    fn hint(sight: &Sight<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Play>> {
        let know = knowledge(sight.view)?;
        let ranked = rank_choices(&know, Strength::Hard, seed, &|| cancel.is_raised());
        let best = ranked.first()?;
        Some(Hint { mv: play_of(best), reason: reason(&know, best, ranked.get(1..).unwrap_or(&[])) })
    }

    fn hindsight(dealt: &Self, cancel: &Cancel) -> Option<Hindsight> {
        let deck: Vec<Card> = dealt.cards_to_come().collect();
        let found = best_known(&deck.try_into().ok()?, DEFAULT_EFFORT, &|| cancel.is_raised());
        let sentence = format!("With every card known, at least {} was possible.", found.score);
        Some(Hindsight { score: Some(found.score), sentence })
    }
}

/// Why this play: what it does now, what it prepares, and what it is expected to bring.
fn reason(know: &Knowledge, best: &Choice, others: &[Choice]) -> String {
    let card = know.current;
    let mut after = know.board;
    let points = after.play(card, best.slot).points();
    let mut text = format!("{} to {}", card.pretty(), best.slot);
    if let (true, Some(next)) = (best.bury, know.next) {
        text += &format!(", burying {}", next.pretty());
    }
    text += ": ";
    text += &match (points, know.board.card(best.slot), setup(&after, know)) {
        (1.., _, _) => format!("scores {points} now"),
        (0, Some(taken), _) if card.suit() == Suit::Spades => format!("clears {} away", taken.pretty()),
        (0, _, Some(setup)) => setup,
        _ => "keeps the matrix open".to_owned(),
    };
    text += &format!("; about {:.0} points still to come", best.expected);
    // A mirror image or the same play without burying is no real alternative.
    let margin = others.iter().map(|other| best.expected - other.expected).find(|margin| *margin >= 0.5);
    match margin {
        Some(margin) if margin >= 1.0 => text + &format!(", {margin:.0} more than another play"),
        _ => text,
    }
}

/// The longest chain that one more card would complete, in words.
fn setup(board: &Board, know: &Knowledge) -> Option<String> {
    let mut coming = know.unseen;
    coming.extend(know.next.into_iter().chain(know.buried.iter().copied()));
    let mut longest: Option<(u8, Suit, Slot)> = None;
    for suit in Suit::ALL {
        let Some(card) = highest(coming, suit) else { continue };
        for slot in Slot::of_mask(board.open_to(card)) {
            let mut then = *board;
            let size = then.play(card, slot).sizes().first().copied().unwrap_or(0);
            if size > longest.map_or(2, |(size, ..)| size) {
                longest = Some((size, suit, slot));
            }
        }
    }
    longest.map(|(size, suit, slot)| format!("one more {} on {slot} then makes a chain of {size}", suit.word()))
}

fn highest(cards: CardSet, suit: Suit) -> Option<Card> {
    cards.iter().filter(|card| card.suit() == suit).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::seats::{Seat, Viewer};

    fn hint_for(first: &str) -> Hint<Play> {
        let first = crate::cards::parse_cards(first).expect("cards");
        let rest: Vec<Card> = Card::all().filter(|card| !first.contains(card)).collect();
        let deck: Vec<Card> = first.into_iter().chain(rest).collect();
        let mut game = MatrixSolitaire::with_deck(&deck.try_into().expect("52 cards"));
        for mv in ["a1", "b1"] {
            game.play_silently(mv.parse().expect("a play"));
        }
        let (view, legal) = (game.view(Viewer::Seat(Seat::FIRST)), game.legal_moves(Seat::FIRST));
        let sight = Sight { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
        MatrixSolitaire::hint(&sight, 1, &Cancel::new()).expect("a hint")
    }

    #[test]
    fn a_hint_names_the_card_the_slot_and_what_it_brings() {
        let hint = hint_for("5C 6C 9H 2D");
        assert!(hint.reason.starts_with("9♥ to "), "{}", hint.reason);
        assert!(hint.reason.contains("points still to come"), "{}", hint.reason);
        assert!(hint.reason.contains(&format!("to {}", hint.mv.slot)), "{}", hint.reason);
    }
}
