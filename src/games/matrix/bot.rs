//! Bots.

use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Sight};
use crate::engine::rng::GameRng;
use crate::engine::seats::BotLevel;

use super::rules::{MatrixSolitaire, Play};

struct Random;

impl Bot<MatrixSolitaire> for Random {
    fn choose(&mut self, sight: &Sight<'_, MatrixSolitaire>, seed: u64, _: &Cancel) -> Option<Play> {
        GameRng::from_number(seed).pick(sight.legal.listed()).copied()
    }
}

impl Bots for MatrixSolitaire {
    fn bot(_: BotLevel) -> Box<dyn Bot<Self>> {
        Box::new(Random)
    }

    fn hint(_: &Sight<'_, Self>, _: u64, _: &Cancel) -> Option<Hint<Play>> {
        None
    }

    fn hindsight(_: &Self, _: &Cancel) -> Option<Hindsight> {
        None
    }
}
