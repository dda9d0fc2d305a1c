//! Finds the studies of Mystique Chain among random positions and writes them to `puzzles/chain/`:
//! `cargo run --release --no-default-features --example chain_studies`.

use std::error::Error;
use std::fs;

use parlour::cards::{AttributeKind, MystiqueSet};
use parlour::engine::game::Cancel;
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::shuffled;
use parlour::games::chain::position::{ChainPosition, Move};
use parlour::games::chain::solver;
use parlour::games::chain::studies::{Study, StudyGrade};

/// How many of each grade.
const WANTED: [(StudyGrade, usize); 4] =
    [(StudyGrade::Easy, 8), (StudyGrade::Medium, 8), (StudyGrade::Hard, 8), (StudyGrade::Expert, 6)];

/// Every so many is a strict one.
const STRICT: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = GameRng::from_number(2013);
    let mut found: Vec<Study> = Vec::new();
    for (grade, count) in WANTED {
        for number in 0..count {
            found.push(search(grade, number % STRICT == STRICT - 1, &mut rng));
        }
    }
    found.sort_by_key(|study| (study.grade(), study.cards, study.winning.len(), study.position.pool.len()));
    for (study, number) in found.iter().zip(1..) {
        let path = format!("{}/puzzles/chain/{number:02}.ron", env!("CARGO_MANIFEST_DIR"));
        fs::write(path, study.to_text())?;
        println!(
            "{number:2} {:6} {} cards {:?} in {}",
            study.grade().word(),
            study.position.pool.len(),
            study.winning,
            study.cards
        );
    }
    Ok(())
}

/// A random position of this grade.
fn search(grade: StudyGrade, strict: bool, rng: &mut GameRng) -> Study {
    loop {
        let size = 8 + rng.below(13) as usize;
        let deck = shuffled(MystiqueSet::DECK, rng);
        let position =
            ChainPosition { pool: deck[1..=size].iter().copied().collect(), last: deck[0], follow: None, strict };
        if let Some(study) = study_of(position).filter(|study| study.grade() == grade) {
            return study;
        }
    }
}

/// The study that this position is, if some announcements win and others do not.
fn study_of(position: ChainPosition) -> Option<Study> {
    let moves = position.moves();
    let (_, best) = solver::best(&position, &Cancel::new())?;
    let kind = |mv: &Move| match mv {
        Move::Announce(kind) => Some(*kind),
        Move::Play(..) => None,
    };
    let wins = |mv: &&Move| solver::judge(&position, **mv, &Cancel::new()).is_some_and(|proof| proof.wins);
    let winning: Vec<AttributeKind> = moves.iter().filter(wins).filter_map(kind).collect();
    let is_study = best.wins && winning.len() < moves.len();
    is_study.then_some(Study { number: 0, position, winning, cards: best.cards })
}
