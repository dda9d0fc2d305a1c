//! Bots, hints and hindsight for Matrix Solitaire: the results of [`super::search`] and [`super::retrospect`] as moves
//! and in words.

use crate::cards::{Card, CardSet, Suit};
use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Observation, RandomBot};
use crate::engine::review::{Appraisal, Worth};
use crate::engine::seats::BotLevel;

use super::board::{Board, Slot};
use super::retrospect::{DEFAULT_EFFORT, best_game};
use super::rules::{MatrixSolitaire, Play, View, points};
use super::search::{KnownCards, ScoredPlay, compare_plays, rank_plays};

const POINTS: Worth = Worth::Count { one: "point", many: "points", all: "the game" };

/// Estimates that lie so near to each other, in points, count as the same.
const NOISE: f64 = 0.5;

struct Searcher(BotLevel);

impl Bot<MatrixSolitaire> for Searcher {
    fn choose(&mut self, observation: &Observation<'_, MatrixSolitaire>, seed: u64, cancel: &Cancel) -> Option<Play> {
        let known = known_cards(observation.view)?;
        let ranked = rank_plays(&known, self.0, seed, &|| cancel.is_raised());
        ranked.first().map(|best| best.play).or_else(|| observation.legal.listed().first().copied())
    }
}

/// `None` once the game is over.
fn known_cards(view: &View) -> Option<KnownCards> {
    Some(KnownCards {
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
            BotLevel::Random => Box::new(RandomBot),
            level => Box::new(Searcher(level)),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Play>> {
        let known = known_cards(observation.view)?;
        let ranked = rank_plays(&known, BotLevel::Hard, seed, &|| cancel.is_raised());
        let (best, others) = ranked.split_first()?;
        Some(Hint { mv: best.play, reason: reason(&known, best, others) })
    }

    fn hindsight(dealt: &Self, cancel: &Cancel) -> Option<Hindsight> {
        let deck: Vec<Card> = dealt.cards_to_come().collect();
        let best = best_game(&deck.try_into().ok()?, DEFAULT_EFFORT, &|| cancel.is_raised());
        let sentence = format!("With every card known, at least {} were possible.", points(best.score));
        Some(Hindsight { score: Some(best.score), sentence })
    }

    fn appraise(
        observation: &Observation<'_, Self>,
        played: &Play,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<Appraisal<Play>> {
        let known = known_cards(observation.view)?;
        let best = rank_plays(&known, BotLevel::Hard, seed, &|| cancel.is_raised()).first()?.play;
        if best == *played {
            return Some(Appraisal::agreed(best, POINTS));
        }
        let compared = compare_plays(&known, &[best, *played], &|| cancel.is_raised());
        let of = |play: Play| compared.iter().find(|scored| scored.play == play);
        let (best_value, played_value) = (f64::from(of(best)?.expected), f64::from(of(*played)?.expected));
        Some(Appraisal { best, best_value, played_value, noise: NOISE, unit: POINTS })
    }
}

/// What the play does now, what it prepares, and how many points it is expected to bring.
fn reason(known: &KnownCards, best: &ScoredPlay, others: &[ScoredPlay]) -> String {
    let card = known.current;
    let Play { slot, bury } = best.play;
    let (after, scored) = known.board.played(card, slot);
    let mut text = format!("{} to {slot}", card.pretty());
    if let (true, Some(next)) = (bury, known.next) {
        text += &format!(", burying {}", next.pretty());
    }
    text += ": ";
    text += &match (scored, known.board.card(slot), chain_in_reach(&after, known)) {
        (1.., _, _) => format!("scores {} now", points(i32::from(scored))),
        (0, Some(taken), _) if card.suit() == Suit::Spades => format!("takes {} out of the way", taken.pretty()),
        (0, _, Some(chain)) => chain,
        _ => "keeps the matrix open".to_owned(),
    };
    text += &format!("; about {} still to come", points(best.expected.round() as i32));
    // A mirror image, or the same play without burying, is worth the same and no real alternative.
    let margin = others.iter().map(|other| best.expected - other.expected).find(|margin| *margin >= 0.5);
    match margin {
        Some(margin) if margin >= 1.0 => text + &format!(", {margin:.0} more than with the next-best play"),
        _ => text,
    }
}

/// The longest chain that one more card would complete, in words.
fn chain_in_reach(board: &Board, known: &KnownCards) -> Option<String> {
    let mut coming = known.unseen;
    coming.extend(known.next.into_iter().chain(known.buried.iter().copied()));
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
    longest.map(|(size, suit, slot)| {
        format!("one more {} on {slot} would then make a chain of {size}", suit.word().to_lowercase())
    })
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
        let observation = Observation { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
        MatrixSolitaire::hint(&observation, 1, &Cancel::new()).expect("a hint")
    }

    #[test]
    fn a_hint_names_the_card_the_slot_and_what_it_brings() {
        let hint = hint_for("5C 6C 9H 2D");
        assert!(hint.reason.starts_with("9♥ to "), "{}", hint.reason);
        assert!(hint.reason.contains("points still to come"), "{}", hint.reason);
        assert!(hint.reason.contains(&format!("to {}", hint.mv.slot)), "{}", hint.reason);
    }
}
