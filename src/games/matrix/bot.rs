//! Bots, hints and hindsight for Matrix Solitaire: the results of [`super::search`] and [`super::retrospect`] as moves
//! and in words.

use crate::cards::Card;
use crate::engine::blunders::Blunders;
use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Observation, RandomBot};
use crate::engine::review::{Appraisal, Worth};
use crate::engine::seats::BotLevel;

use super::reason::Reason;
use super::retrospect::{DEFAULT_EFFORT, best_game};
use super::rules::{MatrixSolitaire, Play, View, points};
use super::search::{KnownCards, ScoredPlay, compare_plays, rank_plays};

const POINTS: Worth = Worth::Count { one: "point", many: "points", all: "the game", little: 1.0 };

/// Estimates that lie so near to each other, in points, count as the same.
const NOISE: f64 = 0.5;

struct Searcher(BotLevel);

impl Bot<MatrixSolitaire> for Searcher {
    fn choose(&mut self, observation: &Observation<'_, MatrixSolitaire>, seed: u64, cancel: &Cancel) -> Option<Play> {
        let known = known_cards(observation.view)?;
        let mut ranked = rank_plays(&known, self.0, seed, &|| cancel.is_raised());
        if self.0 > BotLevel::Easy {
            keep_sound(&mut ranked, observation);
        }
        ranked.first().map(|best| best.play).or_else(|| observation.legal.listed().first().copied())
    }
}

/// Without the blunders, unless there is nothing else.
fn keep_sound(ranked: &mut Vec<ScoredPlay>, observation: &Observation<'_, MatrixSolitaire>) {
    let sound = MatrixSolitaire::sound_moves(observation);
    ranked.retain(|scored| sound.listed().contains(&scored.play));
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
    type Reason = Reason;

    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(RandomBot),
            level => Box::new(Searcher(level)),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Play, Reason>> {
        let known = known_cards(observation.view)?;
        let mut ranked = rank_plays(&known, BotLevel::Hard, seed, &|| cancel.is_raised());
        keep_sound(&mut ranked, observation);
        let (best, others) = ranked.split_first()?;
        Some(Hint { mv: best.play, reason: Reason::of(&known, best, others) })
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
    ) -> Option<Appraisal<Play, Reason>> {
        let known = known_cards(observation.view)?;
        let mut ranked = rank_plays(&known, BotLevel::Hard, seed, &|| cancel.is_raised());
        keep_sound(&mut ranked, observation);
        let (first, others) = ranked.split_first()?;
        let (best, reason) = (first.play, Reason::of(&known, first, others));
        if best == *played {
            return Some(Appraisal::agreed(best, reason, POINTS));
        }
        let compared = compare_plays(&known, &[best, *played], &|| cancel.is_raised());
        let of = |play: Play| compared.iter().find(|scored| scored.play == play);
        let (best_value, played_value) = (f64::from(of(best)?.expected), f64::from(of(*played)?.expected));
        Some(Appraisal { best, reason, best_value, played_value, noise: NOISE, unit: POINTS })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::seats::{Seat, Viewer};

    fn hint_for(first: &str) -> Hint<Play, Reason> {
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
        let text = hint.reason.to_string();
        assert!(text.starts_with(&format!("Play 9♥ to the {}: ", hint.mv.slot.place())), "{text}");
        assert!(text.contains(" points are still to come"), "{text}");
    }
}
