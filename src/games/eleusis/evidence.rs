//! What the table tells of a rule: every card that was judged, with the mainline that it was judged by, and guesses that were wrong.

use super::language::{Automaton, LineEnd, Rule, RuleState};
use crate::cards::Card;

/// What is known of the mainline before a card is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Situation {
    pub(super) first: Card,
    pub(super) last: Card,
    pub(super) before: Option<Card>,
    pub(super) third_last: Option<Card>,
    /// How many cards the mainline has.
    pub(super) length: usize,
}

impl Situation {
    pub(super) fn start(first: Card) -> Situation {
        Situation { first, last: first, before: None, third_last: None, length: 1 }
    }

    /// After another card of the mainline.
    pub(super) fn after(self, card: Card) -> Situation {
        Situation { last: card, before: Some(self.last), third_last: self.before, length: self.length + 1, ..self }
    }

    /// The end of the mainline as a rule looks at it.
    #[inline]
    pub(super) fn end(&self) -> LineEnd {
        let Situation { last, before, third_last, length, .. } = *self;
        LineEnd { next: None, last: Some(last), before, third_last, place: length + 1 }
    }

    /// After a whole mainline, of at least its first card.
    fn after_all(mut mainline: impl Iterator<Item = Card>) -> Option<Situation> {
        let first = mainline.next()?;
        Some(mainline.fold(Situation::start(first), Situation::after))
    }
}

/// A card, and whether it was right where it was laid or would have been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CardVerdict {
    pub(super) at: Situation,
    pub(super) card: Card,
    pub(super) is_right: bool,
}

/// A rule that somebody guessed in vain, and where it was then: rules that are the same from there on are not the secret one either.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    pub(super) at: Situation,
    pub(super) automaton: Automaton,
    pub(super) state: RuleState,
}

/// Everything on the table that tells of the rule.
///
/// ```
/// use parlour::games::eleusis::belief::Belief;
/// use parlour::games::eleusis::evidence::Evidence;
///
/// let mut evidence = Evidence::new("7S".parse().unwrap());
/// evidence.wrong("2C".parse().unwrap());
/// for card in ["2H", "9C", "JD", "4S"] {
///     evidence.right(card.parse().unwrap());
/// }
/// evidence.wrong("KC".parse().unwrap());
/// let (likeliest, _) = Belief::of(&evidence).likeliest().unwrap();
/// assert_eq!(likeliest.to_string(), "colour differs from last");
/// ```
#[derive(Clone, Debug)]
pub struct Evidence {
    pub(super) now: Situation,
    pub(super) mainline: Vec<Card>,
    pub(super) judged: Vec<CardVerdict>,
    /// Rules that were guessed, and are not the secret one.
    pub(super) not: Vec<Guess>,
}

impl Evidence {
    /// The first card of the mainline lies on the table.
    pub fn new(first: Card) -> Evidence {
        Evidence { now: Situation::start(first), mainline: vec![first], judged: Vec::new(), not: Vec::new() }
    }

    /// A card was wrong, or would have been.
    pub fn wrong(&mut self, card: Card) {
        self.judged.push(CardVerdict { at: self.now, card, is_right: false });
    }

    /// A card was right, and now is the last of the mainline.
    pub fn right(&mut self, card: Card) {
        self.judged.push(CardVerdict { at: self.now, card, is_right: true });
        self.mainline.push(card);
        self.now = self.now.after(card);
    }

    /// The dealer has said how a card would be judged after a mainline that is allowed.
    pub fn told(&mut self, mainline: &[Card], card: Card, is_right: bool) {
        let Some((first, later)) = mainline.split_first() else { return };
        let mut told = Evidence::new(*first);
        later.iter().for_each(|card| told.right(*card));
        told.judged.push(CardVerdict { at: told.now, card, is_right });
        let known = &self.judged;
        told.judged.retain(|judgement| !known.contains(judgement));
        // Before what lies on the table.
        self.judged.splice(0..0, told.judged);
    }

    /// This was not the rule when the mainline had so many cards.
    pub fn is_not(&mut self, rule: &Rule, after: usize) {
        let (automaton, then) = (Automaton::of(rule), self.mainline.iter().copied().take(after));
        let situation = Situation::after_all(then.clone());
        let guess = situation.zip(automaton.state_after(then));
        self.not.extend(guess.map(|(at, state)| Guess { at, automaton, state }));
    }

    /// Whether the mainline has gone on as a rule that was guessed did not allow.
    pub(super) fn contradicts(&self, guess: &Guess) -> bool {
        let mut state = guess.state;
        let mut later = self.mainline.iter().skip(guess.at.length);
        later.any(|card| {
            let is_right = guess.automaton.right(state).contains(*card);
            state = guess.automaton.after(state, *card);
            !is_right
        })
    }

    /// What was known after so many judgements, guesses apart.
    pub(super) fn until(&self, judged: usize) -> Evidence {
        let judged = self.judged.iter().take(judged).copied().collect::<Vec<_>>();
        let now = judged.last().map_or(Situation::start(self.now.first), |last: &CardVerdict| {
            if last.is_right { last.at.after(last.card) } else { last.at }
        });
        let mainline = self.mainline.iter().copied().take(now.length).collect();
        Evidence { now, mainline, judged, not: Vec::new() }
    }
}
