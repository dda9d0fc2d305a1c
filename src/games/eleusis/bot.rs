//! How a good player of Eleusis thinks: of all the rules that fit what lies on the table.
//!
//! A card is worth playing if it is likely to be right, and if whether it is right would tell much: where half of the rules
//! that are left allow it. Careful players want to be rid of cards and to be sure; bold ones want to know, and guess early, for a wrong
//! guess costs nothing.

use super::belief::Belief;
use super::clues::ClueSteps;
use super::composer;
use super::hints;
use super::mind::Mind;
use super::moves::{Move, Words};
use super::reason::{Reason, RulesLeft};
use super::rules::{EleusisExpress, View};
use super::secrets::RuleGrade;
use super::table::{EleusisTable, MOST_NEEDED, NAMED, TurnPhase, WRONG_GUESS};
use crate::cards::{Card, CardSet};
use crate::engine::blunders::Blunders;
use crate::engine::game::{Bot, Bots, Cancel, Hint, HintClues, Moves, Observation, RandomBot};
use crate::engine::review::{Appraisal, Worth};
use crate::engine::rng::GameRng;
use crate::engine::seats::BotLevel;

/// How a player weighs being right against finding out.
#[derive(Clone, Copy, Debug)]
struct Character {
    /// What it is worth to learn a bit, in cards that are shed.
    curiosity: f32,
    /// How sure of a rule a guess must be, from 0 to 1.
    confidence: f32,
    /// How likely it must be that no card fits, for a claim.
    claim: f32,
    mind: Mind,
    /// The hardest rule to choose as the dealer.
    rules: RuleGrade,
    /// Whether it blunders, as people do who overlook things.
    overlooks: bool,
}

const EASY: Character = Character {
    curiosity: 0.3,
    confidence: 0.5,
    claim: 0.97,
    mind: Mind { together: false, choices: false, longest_cycle: 2, ..Mind::down_to(0.6) },
    rules: RuleGrade::Easy,
    overlooks: true,
};
const MEDIUM: Character = Character {
    curiosity: 1.0,
    confidence: 0.3,
    claim: 0.85,
    mind: Mind {
        least: 0.12,
        least_put_together: 0.4,
        least_chosen: 0.3,
        looks_back: false,
        together: false,
        choices: true,
        longest_cycle: 8,
    },
    rules: RuleGrade::Medium,
    overlooks: false,
};
const HARD: Character = Character {
    curiosity: 1.5,
    confidence: 0.2,
    claim: 0.7,
    mind: Mind::OPEN,
    rules: RuleGrade::Hard,
    overlooks: false,
};

/// How sure of a rule somebody must be who plays alone, while there are many cards to come; and from how many on that is less and less,
/// for whoever runs out of cards has lost all that a wrong guess would have counted.
const ALONE: f32 = 0.35;
const FEW_TO_COME: usize = 20;

/// How much of being sure is still asked for by somebody alone who has needed so many cards, from 0 to 1.
fn patience(needed: usize) -> f32 {
    (MOST_NEEDED.saturating_sub(needed) as f32 / FEW_TO_COME as f32).min(1.0)
}

impl Character {
    /// What a card is worth that is right by this chance, in cards: that it is shed, and what is learnt of it.
    fn worth(&self, chance: f32) -> f32 {
        chance + self.curiosity * information(chance)
    }
}

/// What somebody thinks before playing a card.
struct Outlook {
    belief: Belief,
    /// How likely each card is right.
    chances: [f32; Card::COUNT],
    /// How likely no card of the hand is.
    none: f32,
}

impl Outlook {
    fn of(mind: Mind, view: &View, cancel: &Cancel) -> Option<Outlook> {
        let belief = Belief::watched(mind, &view.table.evidence()?, cancel);
        let hand: CardSet = view.hand(view.front()).iter().map(|held| held.card).collect();
        let (chances, none) = (belief.chances(), belief.chance_of_none(hand));
        Some(Outlook { belief, chances, none })
    }

    /// What the hard bot thinks a move is worth, in cards.
    fn value(&self, table: &EleusisTable, mv: &Move) -> f32 {
        match mv {
            _ if self.belief.is_empty() => 0.0,
            Move::Play(card) => HARD.worth(self.chances[usize::from(card.index())]),
            Move::NoCard => HARD.worth(self.none),
            Move::Guess(words) => {
                let chance = words.as_rule().map_or(0.0, |rule| self.belief.chance_of(&rule));
                let lost = if table.is_alone() { WRONG_GUESS as f32 } else { 0.0 };
                NAMED as f32 * chance - lost * (1.0 - chance)
            }
            _ => 0.0,
        }
    }
}

/// A difference of less than this, in cards, is none.
const NOISE: f64 = 0.1;

const CARDS: Worth = Worth::Count { one: "card", many: "cards", all: "the round", little: 0.25 };

struct RuleFinder(Character);

/// What to do, and why.
type BotChoice = Hint<Move, Reason>;

fn rules_left(belief: &Belief) -> RulesLeft {
    RulesLeft(belief.count())
}

/// How much the answer to a question tells that is answered with yes by this chance, in bits.
fn information(chance: f32) -> f32 {
    let part = |chance: f32| if chance > 0.0 { -chance * chance.log2() } else { 0.0 };
    part(chance) + part(1.0 - chance)
}

impl RuleFinder {
    fn choice(
        &self,
        observation: &Observation<'_, EleusisExpress>,
        rng: &mut GameRng,
        cancel: &Cancel,
    ) -> Option<BotChoice> {
        let view = observation.view;
        let told = |mv: Move, reason: Reason| Some(Hint { mv, reason });
        match view.table.phase {
            TurnPhase::Rule => Some(self.rule(rng)),
            TurnPhase::Opening => {
                let first = view.table.players().next()?;
                told(Move::Start(first), Reason::Lets(first))
            }
            TurnPhase::Play => self.play(observation, rng, cancel),
            TurnPhase::Hint => Some(RuleFinder::hint_of(view)),
            TurnPhase::Guess => Some(self.guess(observation, cancel)),
            // A bot never keeps a rule in mind, so nobody asks it; whoever sits down for somebody else can only say something.
            TurnPhase::Judge(_) => told(Move::Judge(true), Reason::AsksTheDealer),
            TurnPhase::Choose => told(Move::Play(view.hand(view.table.turn).first()?.card), Reason::AsksTheDealer),
            TurnPhase::Over => None,
        }
    }

    fn rule(&self, rng: &mut GameRng) -> BotChoice {
        let grades: Vec<RuleGrade> = RuleGrade::ALL.into_iter().filter(|grade| *grade <= self.0.rules).collect();
        let rule = composer::rule_of(rng.pick(&grades).copied().unwrap_or_default(), rng);
        let share = hints::share_of(&rule).to_owned();
        Hint { mv: Move::Rule(rule.clone()), reason: Reason::Deals { rule, share } }
    }

    /// The next true thing to say about the own rule.
    fn hint_of(view: &View) -> BotChoice {
        let hints = view.table.rule.as_ref().map(hints::about).unwrap_or_default();
        let words = hints.iter().filter_map(|hint| Words::new(hint)).find(|words| !view.table.hints.contains(words));
        match words {
            Some(words) => Hint { mv: Move::Hint(words.clone()), reason: Reason::Hints(words) },
            None => Hint { mv: Move::Pass, reason: Reason::HintsNothing },
        }
    }

    fn play(
        &self,
        observation: &Observation<'_, EleusisExpress>,
        rng: &mut GameRng,
        cancel: &Cancel,
    ) -> Option<BotChoice> {
        let Outlook { belief, chances, none } = Outlook::of(self.0.mind, observation.view, cancel)?;
        let left = rules_left(&belief);
        let considered = self.considered(observation);
        let played =
            considered.listed().iter().filter_map(|mv| if let Move::Play(card) = mv { Some(*card) } else { None });
        let hand: Vec<Card> = played.collect();
        let claims = considered.listed().contains(&Move::NoCard);
        if hand.is_empty() && claims {
            return Some(Hint { mv: Move::NoCard, reason: Reason::NoCardFits { chance: none, left } });
        }
        if belief.is_empty() {
            let card = *rng.pick(&hand)?;
            return Some(Hint { mv: Move::Play(card), reason: Reason::Tries(card) });
        }
        if claims && none > self.0.claim {
            return Some(Hint { mv: Move::NoCard, reason: Reason::NoCardFits { chance: none, left } });
        }
        let chance = |card: Card| chances[usize::from(card.index())];
        let worth = |card: Card| self.0.worth(chance(card)) + 0.001 * variety(card, left.0);
        let card = hand.iter().copied().max_by(|one, other| worth(*one).total_cmp(&worth(*other)))?;
        Some(Hint { mv: Move::Play(card), reason: Reason::Plays { card, chance: chance(card), left } })
    }

    /// The moves that it considers.
    fn considered(&self, observation: &Observation<'_, EleusisExpress>) -> Moves<Move> {
        if self.0.overlooks { observation.legal.clone() } else { EleusisExpress::sound_moves(observation) }
    }

    fn guess(&self, observation: &Observation<'_, EleusisExpress>, cancel: &Cancel) -> BotChoice {
        let view = observation.view;
        let belief = view.table.evidence().map(|evidence| Belief::watched(self.0.mind, &evidence, cancel));
        let left = belief.as_ref().map_or(RulesLeft(0), rules_left);
        let likeliest = belief.and_then(|belief| belief.likeliest());
        // Among others a wrong guess costs nothing; alone it counts as cards.
        let (confidence, costs) = match view.table.is_alone() {
            true => (self.0.confidence.max(ALONE) * patience(view.table.needed()), WRONG_GUESS),
            false => (self.0.confidence, 0),
        };
        let sure = likeliest.filter(|(_, chance)| *chance >= confidence);
        let is_sound = |rule: &Words| EleusisExpress::blunder(observation, &Move::Guess(rule.clone())).is_none();
        match sure.and_then(|(rule, _)| Words::new(&rule.to_string())).filter(is_sound) {
            Some(rule) => Hint { mv: Move::Guess(rule.clone()), reason: Reason::Guesses { rule, left } },
            None => Hint { mv: Move::Pass, reason: Reason::Passes { left, costs } },
        }
    }
}

/// Of cards that are worth the same, another one now and then: the same for the same table.
fn variety(card: Card, left: u64) -> f32 {
    let mixed =
        (u32::from(card.index()) + 1).wrapping_mul(0x9E37_79B9).wrapping_add(left as u32).wrapping_mul(0x85EB_CA6B);
    (mixed >> 8) as f32 / (1u32 << 24) as f32
}

impl Bot<EleusisExpress> for RuleFinder {
    fn choose(&mut self, observation: &Observation<'_, EleusisExpress>, seed: u64, cancel: &Cancel) -> Option<Move> {
        let choice = self.choice(observation, &mut GameRng::from_number(seed), cancel);
        choice.map(|choice| choice.mv).or_else(|| observation.legal.listed().first().cloned())
    }
}

impl Bots for EleusisExpress {
    type Reason = Reason;

    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(RandomBot),
            BotLevel::Easy => Box::new(RuleFinder(EASY)),
            BotLevel::Medium => Box::new(RuleFinder(MEDIUM)),
            BotLevel::Hard => Box::new(RuleFinder(HARD)),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move, Reason>> {
        let choice = RuleFinder(HARD).choice(observation, &mut GameRng::from_number(seed), cancel);
        choice.or_else(|| Some(Hint { mv: observation.legal.listed().first()?.clone(), reason: Reason::Anything }))
    }

    fn clues(observation: &Observation<'_, Self>, mv: &Move, cancel: &Cancel) -> HintClues {
        ClueSteps::of(&observation.view.table, mv, cancel).told()
    }

    fn gives_away(mv: &Move) -> bool {
        matches!(mv, Move::Guess(_))
    }

    /// Worth in cards: a card that is shed, what is learnt of it, and a rule that is named, which counts as many cards as it
    /// brings points. What a dealer does is not weighed, and by hand only the dealer knows what is right. Whoever asks for a hint
    /// loses nothing by it.
    fn appraise(
        observation: &Observation<'_, Self>,
        played: &Move,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<Appraisal<Move, Reason>> {
        let view = observation.view;
        if matches!(view.table.phase, TurnPhase::Judge(_) | TurnPhase::Choose) {
            return None;
        }
        let Hint { mv: best, reason } =
            RuleFinder(HARD).choice(observation, &mut GameRng::from_number(seed), cancel)?;
        if best == *played || *played == Move::Ask || view.table.dealer() == Some(observation.seat) {
            return Some(Appraisal::agreed(best, reason, CARDS));
        }
        let outlook = Outlook::of(HARD.mind, view, cancel)?;
        let value = |mv: &Move| f64::from(outlook.value(&view.table, mv));
        let (best_value, played_value) = (value(&best), value(played));
        Some(Appraisal { best, reason, best_value, played_value, noise: NOISE, unit: CARDS })
    }
}
