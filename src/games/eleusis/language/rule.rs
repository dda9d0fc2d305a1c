//! Secret rules as values: a rule says which cards may come next, by the cards at the end of the mainline.

use std::sync::LazyLock;

use crate::cards::{Card, CardSet, Rank, Suit};

/// How deep a rule may be nested, how many parts it may have, and how long a cycle may be.
pub const DEEPEST: usize = 12;
pub const MOST_PARTS: usize = 100;
pub const LONGEST_CYCLE: usize = 24;

/// A secret rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// What must hold of the next card and those before it.
    Always(Formula),
    /// What must hold of one card after the other, over and over, by itself or against the last card. The first card of the mainline is
    /// taken for the first of these that it fits; if it fits none, the cycle begins after it.
    Repeat(Vec<Formula>),
}

/// Something that is true or not of the cards at the end of the mainline.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    Fact(Fact),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    /// If the first holds the second must, otherwise the third.
    If(Box<Formula>, Box<Formula>, Box<Formula>),
}

/// A card that a rule speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Which {
    /// The one that is to come.
    Next,
    /// The last of the mainline.
    Last,
    /// The one before the last.
    Before,
    /// The one before that: three cards back.
    ThirdLast,
}

/// The end of a mainline as a rule looks at it: the next card, those before it as far as there are any, and which place the next card
/// takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineEnd {
    pub next: Option<Card>,
    pub last: Option<Card>,
    pub before: Option<Card>,
    pub third_last: Option<Card>,
    /// The place of the next card in the mainline: 2 for the second card.
    pub place: usize,
}

impl LineEnd {
    /// Every place from this one on is the same to a rank: none is higher than 13.
    pub const LAST_PLACE: usize = 14;

    /// What comes after a mainline, given from its last card back.
    pub fn after(mut back: impl Iterator<Item = Card>) -> LineEnd {
        let mut end = LineEnd { last: back.next(), before: back.next(), third_last: back.next(), ..LineEnd::default() };
        let seen = [end.last, end.before, end.third_last].iter().flatten().count();
        end.place = seen + back.count() + 1;
        end
    }

    /// Every card that is asked for is this one.
    pub fn all(card: Card) -> LineEnd {
        let card = Some(card);
        LineEnd { next: card, last: card, before: card, third_last: card, place: LineEnd::LAST_PLACE }
    }

    pub fn with_next(self, next: Card) -> LineEnd {
        LineEnd { next: Some(next), ..self }
    }

    /// With another card in one of its places.
    pub fn with(mut self, which: Which, card: Option<Card>) -> LineEnd {
        *match which {
            Which::Next => &mut self.next,
            Which::Last => &mut self.last,
            Which::Before => &mut self.before,
            Which::ThirdLast => &mut self.third_last,
        } = card;
        self
    }

    #[inline]
    pub fn at(&self, which: Which) -> Option<Card> {
        [self.next, self.last, self.before, self.third_last][which as usize]
    }
}

/// The least that can be said. What is said of a card that is not there is not true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// A card is red, odd, 1 to 7.
    Is(Which, Property),
    /// Two cards are alike in something, or differ in it.
    Likeness { card: Which, other: Which, features: Features, likeness: Likeness },
    /// The rank of a card against that of another.
    Rank { card: Which, order: RankOrder, other: Which },
    /// A card is so many ranks above or below another.
    Steps { card: Which, steps: RankSteps, other: Which },
    /// The suit of a card against that of another: clubs are the lowest, then diamonds, hearts and spades.
    SuitOrder { card: Which, order: RankOrder, other: Which },
    /// The rank of the next card against its place in the mainline: the second card has place 2.
    RankByPlace(RankOrder),
    /// The place of the next card in the mainline.
    Place(NumberKind),
    /// What comes of the ranks of two cards together.
    Total { card: Which, arithmetic: Arithmetic, other: Which, kind: NumberKind },
}

/// What a card is by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    Colour(CardColour),
    Suit(Suit),
    /// Aces are 1, jacks 11, queens 12, kings 13.
    Odd,
    Even,
    /// A jack, queen or king.
    Face,
    /// The rank is one of these, from and to.
    Ranks(Rank, Rank),
    /// The rank is a multiple of this, 3 to 6.
    Multiple(u8),
    /// The rank divided by the first, 3 to 6, leaves the second, at least 1.
    Remainder(u8, u8),
    /// 2, 3, 5, 7, jack or king.
    Prime,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CardColour {
    Red,
    Black,
}

/// In what two cards are compared; at least one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Features(u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    Suit,
    Rank,
    Colour,
    /// Whether the rank is odd or even.
    Parity,
}

/// How two cards compare in several features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Likeness {
    /// Alike in at least one.
    AnySame,
    AllSame,
    AnyDiffers,
    AllDiffer,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RankOrder {
    Less,
    AtMost,
    AtLeast,
    More,
}

/// So many ranks from another card, from and to, 0 to 12 each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RankSteps {
    pub from: u8,
    pub to: u8,
    pub way: Way,
    /// Whether the ace follows the king.
    pub wraps: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    Above,
    Below,
    Either,
}

/// What is done with two ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arithmetic {
    Sum,
    Product,
    /// How far they are apart.
    Difference,
    /// What is left when the rank of the card is divided by that of the other.
    Remainder,
}

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NumberKind {
    Odd,
    Even,
    Prime,
    /// A multiple of this, 3 to 13.
    Multiple(u8),
    /// Divided by the first, 3 to 13, it leaves the second, at least 1.
    Remainder(u8, u8),
    /// One of these, from and to.
    Between(u8, u8),
}

impl Arithmetic {
    const fn of(self, one: Rank, other: Rank) -> u8 {
        match self {
            Arithmetic::Sum => one.number() + other.number(),
            Arithmetic::Product => one.number() * other.number(),
            Arithmetic::Difference => one.number().abs_diff(other.number()),
            Arithmetic::Remainder => one.number() % other.number(),
        }
    }
}

impl NumberKind {
    /// Two kings multiplied.
    pub const HIGHEST: u8 = 169;

    pub fn is_of(self, number: usize) -> bool {
        match self {
            NumberKind::Odd => number % 2 == 1,
            NumberKind::Even => number.is_multiple_of(2),
            NumberKind::Prime => number > 1 && (2..=number.isqrt()).all(|by| !number.is_multiple_of(by)),
            NumberKind::Multiple(of) => number.is_multiple_of(of.into()),
            NumberKind::Remainder(by, left) => by > 0 && number % usize::from(by) == usize::from(left),
            NumberKind::Between(from, to) => (from.into()..=to.into()).contains(&number),
        }
    }

    /// From which number on those that are so many apart are the same to it; there is no such for primes, and they are never asked for
    /// in places.
    fn repeats(self) -> (usize, usize) {
        match self {
            NumberKind::Odd | NumberKind::Even => (1, 2),
            NumberKind::Multiple(by) | NumberKind::Remainder(by, _) => (1, usize::from(by).max(1)),
            NumberKind::Between(from, NumberKind::HIGHEST) => (from.into(), 1),
            NumberKind::Between(_, to) => (usize::from(to) + 1, 1),
            NumberKind::Prime => (NumberKind::HIGHEST.into(), 1),
        }
    }
}

impl Feature {
    pub const ALL: [Feature; 4] = [Feature::Suit, Feature::Rank, Feature::Colour, Feature::Parity];

    pub const fn word(self) -> &'static str {
        ["suit", "rank", "colour", "parity"][self as usize]
    }

    /// What a card is in this: two cards are alike in it if this is the same.
    pub const fn of(self, card: Card) -> u8 {
        match self {
            Feature::Suit => card.suit() as u8,
            Feature::Rank => card.rank().number(),
            Feature::Colour => CardColour::of(card) as u8,
            Feature::Parity => card.rank().number() % 2,
        }
    }
}

impl Features {
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.0 >> *feature as u8 & 1 == 1)
    }

    pub fn only(feature: Feature) -> Features {
        Features(1 << feature as u8)
    }

    #[must_use]
    pub fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u8)
    }
}

impl CardColour {
    pub const fn of(card: Card) -> CardColour {
        match card.suit() {
            Suit::Hearts | Suit::Diamonds => CardColour::Red,
            Suit::Spades | Suit::Clubs => CardColour::Black,
        }
    }
}

impl Property {
    pub fn is_of(self, card: Card) -> bool {
        let rank = card.rank().number();
        match self {
            Property::Colour(colour) => CardColour::of(card) == colour,
            Property::Suit(suit) => card.suit() == suit,
            Property::Odd => rank % 2 == 1,
            Property::Even => rank.is_multiple_of(2),
            Property::Face => rank > 10,
            Property::Ranks(from, to) => (from..=to).contains(&card.rank()),
            Property::Multiple(of) => rank.is_multiple_of(of),
            Property::Remainder(by, left) => by > 0 && rank % by == left,
            Property::Prime => matches!(rank, 2 | 3 | 5 | 7 | 11 | 13),
        }
    }
}

impl RankOrder {
    #[must_use]
    pub const fn opposite(self) -> RankOrder {
        match self {
            RankOrder::Less => RankOrder::AtLeast,
            RankOrder::AtMost => RankOrder::More,
            RankOrder::AtLeast => RankOrder::Less,
            RankOrder::More => RankOrder::AtMost,
        }
    }

    pub fn holds<T: PartialOrd>(self, one: T, than: T) -> bool {
        match self {
            RankOrder::Less => one < than,
            RankOrder::AtMost => one <= than,
            RankOrder::AtLeast => one >= than,
            RankOrder::More => one > than,
        }
    }
}

impl Likeness {
    /// The cards that compare with this one so.
    fn with(self, features: Features, card: Card) -> CardSet {
        let like = |feature: Feature| ALIKE.like[feature as usize][usize::from(card.index())];
        let any = || features.iter().map(like).fold(CardSet::EMPTY, CardSet::union);
        let all = || features.iter().map(like).fold(CardSet::FULL, CardSet::intersection);
        match self {
            Likeness::AnySame => any(),
            Likeness::AllSame => all(),
            Likeness::AnyDiffers => all().complement(),
            Likeness::AllDiffer => any().complement(),
        }
    }

    pub fn holds(self, features: Features, card: Card, other: Card) -> bool {
        let mut same = features.iter().map(|feature| feature.of(card) == feature.of(other));
        match self {
            Likeness::AnySame => same.any(|same| same),
            Likeness::AllSame => same.all(|same| same),
            Likeness::AnyDiffers => same.any(|same| !same),
            Likeness::AllDiffer => same.all(|same| !same),
        }
    }
}

impl RankSteps {
    pub fn holds(self, card: Card, other: Card) -> bool {
        const RANKS: i8 = 13;
        let apart = card.rank().number() as i8 - other.rank().number() as i8;
        let fits = |apart: i8| {
            let apart = if self.wraps { apart.rem_euclid(RANKS) } else { apart };
            (self.from as i8..=self.to as i8).contains(&apart)
        };
        match self.way {
            Way::Above => fits(apart),
            Way::Below => fits(-apart),
            Way::Either => fits(apart) || fits(-apart),
        }
    }
}

impl Fact {
    /// The cards that it speaks of.
    pub fn cards(self) -> impl Iterator<Item = Which> {
        let (card, other) = match self {
            Fact::Is(card, _) => (card, None),
            Fact::RankByPlace(_) => (Which::Next, None),
            Fact::Place(_) => return None.into_iter().chain(None),
            Fact::Likeness { card, other, .. }
            | Fact::Rank { card, other, .. }
            | Fact::SuitOrder { card, other, .. }
            | Fact::Steps { card, other, .. }
            | Fact::Total { card, other, .. } => (card, Some(other)),
        };
        Some(card).into_iter().chain(other)
    }

    /// Whether it holds of these cards.
    pub fn holds(self, at: &LineEnd) -> bool {
        match self {
            Fact::Is(card, property) => at.at(card).is_some_and(|card| property.is_of(card)),
            Fact::RankByPlace(order) => {
                at.next.is_some_and(|next| order.holds(usize::from(next.rank().number()), at.place))
            }
            Fact::Place(kind) => kind.is_of(at.place),
            Fact::Likeness { card, other, .. }
            | Fact::Rank { card, other, .. }
            | Fact::SuitOrder { card, other, .. }
            | Fact::Steps { card, other, .. }
            | Fact::Total { card, other, .. } => {
                at.at(card).zip(at.at(other)).is_some_and(|(card, other)| self.compares(card, other))
            }
        }
    }

    /// Whether it holds of these two, if it speaks of two.
    fn compares(self, card: Card, other: Card) -> bool {
        match self {
            Fact::Likeness { features, likeness, .. } => likeness.holds(features, card, other),
            Fact::Rank { order, .. } => order.holds(card.rank(), other.rank()),
            Fact::Steps { steps, .. } => steps.holds(card, other),
            Fact::SuitOrder { order, .. } => order.holds(height(card), height(other)),
            Fact::Total { arithmetic, kind, .. } => kind.is_of(arithmetic.of(card.rank(), other.rank()).into()),
            Fact::Is(..) | Fact::RankByPlace(_) | Fact::Place(_) => false,
        }
    }

    /// The cards in its other place for which it holds, if this one lies in this place; all or none if it speaks of no other.
    ///
    /// Of cards that it cannot tell apart one is asked for all.
    pub fn beside(self, which: Which, card: Card) -> CardSet {
        if self.cards().all(|other| other == which) {
            let holds = self.holds(&LineEnd::default().with(which, Some(card)));
            return if holds { CardSet::FULL } else { CardSet::EMPTY };
        }
        let is_first = self.cards().next() == Some(which);
        let holds = |there| if is_first { self.compares(card, there) } else { self.compares(there, card) };
        match self {
            Fact::Likeness { features, likeness, .. } => likeness.with(features, card),
            Fact::SuitOrder { .. } => those_of(&ALIKE.suits, holds),
            Fact::Rank { .. } | Fact::Steps { .. } | Fact::Total { .. } => those_of(&ALIKE.ranks, holds),
            Fact::Is(..) | Fact::RankByPlace(_) | Fact::Place(_) => CardSet::EMPTY,
        }
    }

    /// The next cards for which it holds at the end of a mainline.
    pub fn next_cards(self, end: &LineEnd) -> CardSet {
        if self.cards().all(|card| card != Which::Next) {
            return if self.holds(end) { CardSet::FULL } else { CardSet::EMPTY };
        }
        if let Some(other) = self.cards().find(|card| *card != Which::Next) {
            return end.at(other).map_or(CardSet::EMPTY, |card| self.beside(other, card));
        }
        let holds = |next| self.holds(&end.with_next(next));
        match self {
            Fact::Is(_, Property::Colour(_) | Property::Suit(_)) => those_of(&ALIKE.suits, holds),
            Fact::Is(..) | Fact::RankByPlace(_) => those_of(&ALIKE.ranks, holds),
            _ => Card::all().filter(|next| holds(*next)).collect(),
        }
    }

    /// Whether it asks for the place of the next card.
    pub fn counts(self) -> bool {
        matches!(self, Fact::RankByPlace(_) | Fact::Place(_))
    }

    /// How the places of cards matter: from this one on, those that are so many apart are the same; (1, 1) if none matters.
    pub fn places(self) -> (usize, usize) {
        match self {
            // No rank is higher than 13.
            Fact::RankByPlace(_) => (14, 1),
            Fact::Place(kind) => kind.repeats(),
            _ => (1, 1),
        }
    }
}

/// Cards that are alike in something.
struct AlikeCards {
    suits: Vec<CardSet>,
    ranks: Vec<CardSet>,
    /// For each feature the cards that are like each card in it.
    like: [[CardSet; Card::COUNT]; Feature::ALL.len()],
}

static ALIKE: LazyLock<AlikeCards> = LazyLock::new(|| {
    let those = |is_one: &dyn Fn(Card) -> bool| -> CardSet { Card::all().filter(|card| is_one(*card)).collect() };
    let like = |feature: Feature| {
        let mut like = [CardSet::EMPTY; Card::COUNT];
        for (card, set) in Card::all().zip(&mut like) {
            *set = those(&|other| feature.of(card) == feature.of(other));
        }
        like
    };
    AlikeCards {
        suits: Suit::ALL.map(|suit| those(&|card| card.suit() == suit)).to_vec(),
        ranks: (1..=13).map(|rank| those(&|card| card.rank().number() == rank)).collect(),
        like: Feature::ALL.map(like),
    }
});

/// The cards of these sets for which something is so, which is so of all cards in a set or of none: one is asked for all.
fn those_of(alike: &[CardSet], is_so: impl Fn(Card) -> bool) -> CardSet {
    let those = alike.iter().filter(|set| set.iter().next().is_some_and(&is_so));
    those.fold(CardSet::EMPTY, |all, set| all.union(*set))
}

/// How high a card's suit is: clubs, diamonds, hearts, spades.
const fn height(card: Card) -> u8 {
    match card.suit() {
        Suit::Clubs => 0,
        Suit::Diamonds => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    }
}

impl Formula {
    /// Whether it holds of these cards.
    pub fn holds(&self, at: &LineEnd) -> bool {
        match self {
            Formula::Fact(fact) => fact.holds(at),
            Formula::Not(part) => !part.holds(at),
            Formula::And(one, other) => one.holds(at) && other.holds(at),
            Formula::Or(one, other) => one.holds(at) || other.holds(at),
            Formula::If(condition, then, otherwise) => {
                if condition.holds(at) {
                    then.holds(at)
                } else {
                    otherwise.holds(at)
                }
            }
        }
    }

    /// The next cards for which it holds at the end of a mainline.
    pub fn next_cards(&self, end: &LineEnd) -> CardSet {
        self.next_cards_by(&|fact| fact.next_cards(end))
    }

    /// The same from the cards for which each of its facts holds.
    pub(super) fn next_cards_by(&self, of_fact: &impl Fn(&Fact) -> CardSet) -> CardSet {
        match self {
            Formula::Fact(fact) => of_fact(fact),
            Formula::Not(part) => part.next_cards_by(of_fact).complement(),
            Formula::And(one, other) => one.next_cards_by(of_fact).intersection(other.next_cards_by(of_fact)),
            Formula::Or(one, other) => one.next_cards_by(of_fact).union(other.next_cards_by(of_fact)),
            Formula::If(condition, then, otherwise) => {
                let holds = condition.next_cards_by(of_fact);
                holds.intersection(then.next_cards_by(of_fact)).union(otherwise.next_cards_by(of_fact).without(holds))
            }
        }
    }

    /// Its facts, from left to right.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Formula::Fact(fact) => vec![*fact],
            Formula::Not(part) => part.facts(),
            Formula::And(one, other) | Formula::Or(one, other) => [one.facts(), other.facts()].concat(),
            Formula::If(condition, then, otherwise) => [condition.facts(), then.facts(), otherwise.facts()].concat(),
        }
    }

    /// Whether one of its facts is about this card.
    pub fn looks_at(&self, card: Which) -> bool {
        self.facts().iter().any(|fact| fact.cards().any(|other| other == card))
    }

    /// How deep it is nested; a fact is 1 deep.
    pub fn depth(&self) -> usize {
        1 + match self {
            Formula::Fact(_) => 0,
            Formula::Not(part) => part.depth(),
            Formula::And(one, other) | Formula::Or(one, other) => one.depth().max(other.depth()),
            Formula::If(condition, then, otherwise) => condition.depth().max(then.depth()).max(otherwise.depth()),
        }
    }
}

impl Rule {
    /// Its facts, from left to right.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Rule::Always(formula) => formula.facts(),
            Rule::Repeat(cycle) => cycle.iter().flat_map(Formula::facts).collect(),
        }
    }

    /// Whether one of its facts is about this card.
    pub fn looks_at(&self, card: Which) -> bool {
        self.facts().iter().any(|fact| fact.cards().any(|other| other == card))
    }
}
