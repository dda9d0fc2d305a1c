//! Relations of ranks, as mathematicians write them: each is reckoned for all ranks that there are, and said in the words for what the
//! language has that holds of the same ones.

use super::rule::{
    Arithmetic, Fact, Feature, Features, Likeness, LineEnd, NumberKind, Property, RankOrder, RankSteps, Way, Which,
};
use crate::cards::{Card, Rank, Suit};

pub const HIGHEST: i32 = 13;

/// Places from the first that a rule is asked for to one from which nothing new happens.
fn places() -> impl Iterator<Item = i32> {
    2..=60
}

/// A number that depends on cards.
#[derive(Clone, PartialEq, Debug)]
pub enum RankTerm {
    Of(Which),
    /// The place of the next card.
    Place,
    Number(i32),
    Joined(TermSign, Box<RankTerm>, Box<RankTerm>),
    /// Without its sign.
    Size(Box<RankTerm>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermSign {
    Plus,
    Minus,
    PlusOrMinus,
    Times,
    Modulo,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelationSign {
    Equal,
    Different,
    Order(RankOrder),
}

/// What is said of numbers that depend on cards.
#[derive(Clone, PartialEq, Debug)]
pub enum RankRelation {
    /// The terms with the signs between them; by this modulus, if by any.
    Compared(Vec<RankTerm>, Vec<RelationSign>, Option<i32>),
    /// That it is one of these, or that it is none.
    Among(RankTerm, Vec<i32>, bool),
}

/// The ranks of the cards and the place of the next.
#[derive(Clone, Copy, Default)]
struct RankValues {
    ranks: [i32; 4],
    place: i32,
}

impl RankTerm {
    /// "a ± b" has two values.
    fn values(&self, at: RankValues) -> Vec<i32> {
        match self {
            RankTerm::Of(card) => vec![at.ranks[*card as usize]],
            RankTerm::Place => vec![at.place],
            RankTerm::Number(number) => vec![*number],
            RankTerm::Size(term) => term.values(at).into_iter().map(i32::saturating_abs).collect(),
            RankTerm::Joined(sign, one, other) => {
                let others = other.values(at);
                let of = |one: i32| others.iter().flat_map(move |other| sign.of(one, *other)).collect::<Vec<_>>();
                one.values(at).into_iter().flat_map(of).collect()
            }
        }
    }

    fn asks(&self, is_asked: &impl Fn(&RankTerm) -> bool) -> bool {
        match self {
            RankTerm::Joined(_, one, other) => one.asks(is_asked) || other.asks(is_asked),
            RankTerm::Size(term) => term.asks(is_asked),
            term => is_asked(term),
        }
    }
}

impl TermSign {
    fn of(self, one: i32, other: i32) -> Vec<i32> {
        match self {
            TermSign::Plus => vec![one.saturating_add(other)],
            TermSign::Minus => vec![one.saturating_sub(other)],
            TermSign::PlusOrMinus => vec![one.saturating_add(other), one.saturating_sub(other)],
            TermSign::Times => vec![one.saturating_mul(other)],
            TermSign::Modulo => one.checked_rem_euclid(other).into_iter().collect(),
        }
    }
}

impl RelationSign {
    fn holds(self, ones: &[i32], others: &[i32], modulus: Option<i32>) -> bool {
        let is_equal = |one: i32, other: i32| match modulus {
            Some(by) => one.saturating_sub(other).checked_rem_euclid(by) == Some(0),
            None => one == other,
        };
        let any =
            |fits: &dyn Fn(i32, i32) -> bool| ones.iter().any(|one| others.iter().any(|other| fits(*one, *other)));
        match self {
            RelationSign::Equal => any(&is_equal),
            RelationSign::Different => !any(&is_equal),
            RelationSign::Order(order) => any(&|one, other| order.holds(one, other)),
        }
    }
}

impl RankRelation {
    fn terms(&self) -> &[RankTerm] {
        match self {
            RankRelation::Compared(terms, ..) => terms,
            RankRelation::Among(term, ..) => std::slice::from_ref(term),
        }
    }

    fn holds(&self, at: RankValues) -> bool {
        match self {
            RankRelation::Compared(terms, signs, modulus) => {
                let values: Vec<Vec<i32>> = terms.iter().map(|term| term.values(at)).collect();
                signs.iter().zip(values.windows(2)).all(|(sign, pair)| sign.holds(&pair[0], &pair[1], *modulus))
            }
            RankRelation::Among(term, numbers, is_in) => {
                term.values(at).iter().any(|value| numbers.contains(value)) == *is_in
            }
        }
    }

    /// In the words of the language, if it has a word for what holds of the same ranks.
    pub fn in_words(&self) -> Option<String> {
        let asks = |wanted: RankTerm| self.terms().iter().any(|term| term.asks(&|part: &RankTerm| *part == wanted));
        let mut cards = [Which::Next, Which::Last, Which::Before, Which::ThirdLast];
        cards.sort_by_key(|card| !asks(RankTerm::Of(*card)));
        let count = cards.iter().filter(|card| asks(RankTerm::Of(**card))).count();
        let [card, other, ..] = cards;
        let of_ranks = |one: i32, another: i32, place: i32| {
            let mut at = RankValues { place, ..RankValues::default() };
            at.ranks[card as usize] = one;
            if count == 2 {
                at.ranks[other as usize] = another;
            }
            self.holds(at)
        };
        match (count, asks(RankTerm::Place)) {
            (0, true) => of_place(|place| of_ranks(0, 0, place)),
            (1, false) => of_card(card, |rank| of_ranks(rank, 0, 0)),
            (1, true) if card == Which::Next => of_rank_and_place(|rank, place| of_ranks(rank, 0, place)),
            (2, false) => of_two(card, other, |one, another| of_ranks(one, another, 0)),
            _ => None,
        }
    }
}

fn card_of(rank: i32) -> Option<Card> {
    Some(Card::new(Rank::new(u8::try_from(rank).ok()?)?, Suit::Spades))
}

/// What holds of the places of which this does.
fn of_place(holds: impl Fn(i32) -> bool) -> Option<String> {
    let kind = kinds_of_numbers().find(|kind| places().all(|place| kind.is_of(place as usize) == holds(place)))?;
    Some(Fact::Place(kind).to_string())
}

fn kinds_of_numbers() -> impl Iterator<Item = NumberKind> {
    let by = |by: u8| {
        std::iter::once(NumberKind::Multiple(by)).chain((1..by).map(move |left| NumberKind::Remainder(by, left)))
    };
    [NumberKind::Odd, NumberKind::Even].into_iter().chain((3..=13).flat_map(by))
}

/// What holds of a card of the ranks of which this does.
pub fn of_card(card: Which, holds: impl Fn(i32) -> bool) -> Option<String> {
    let right: Vec<i32> = (1..=HIGHEST).filter(|rank| holds(*rank)).collect();
    let rank = |number: &i32| Rank::new(u8::try_from(*number).ok()?);
    let (first, last) = (rank(right.first()?)?, rank(right.last()?)?);
    let by =
        |by: u8| std::iter::once(Property::Multiple(by)).chain((1..by).map(move |left| Property::Remainder(by, left)));
    let plain = [Property::Face, Property::Ranks(first, last), Property::Odd, Property::Even, Property::Prime];
    let is_it = |property: &Property| {
        (1..=HIGHEST).all(|rank| card_of(rank).is_some_and(|card| property.is_of(card)) == holds(rank))
    };
    let named = |property: Property| Fact::Is(card, property).to_string();
    if let Some(one) = plain.into_iter().chain((3..=6).flat_map(by)).find(is_it) {
        return Some(named(one));
    }
    let each_of = |ranks: &[i32]| -> Vec<String> {
        ranks.iter().filter_map(rank).map(|rank| named(Property::Ranks(rank, rank))).collect()
    };
    let wrong: Vec<i32> = (1..=HIGHEST).filter(|rank| !holds(*rank)).collect();
    Some(match right.len() > wrong.len() {
        true => format!("not ({})", each_of(&wrong).join(" or ")),
        false => each_of(&right).join(" or "),
    })
}

/// What compares the rank of the next card with its place as this does; or what it must be in even places, and what in odd ones.
fn of_rank_and_place(holds: impl Fn(i32, i32) -> bool) -> Option<String> {
    const ORDERS: [RankOrder; 4] = [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More];
    let all = |fits: &dyn Fn(i32, i32) -> bool| places().all(|place| (1..=HIGHEST).all(|rank| fits(rank, place)));
    let order = ORDERS.into_iter().find(|order| all(&|rank, place| order.holds(rank, place) == holds(rank, place)));
    if let Some(order) = order {
        return Some(Fact::RankByPlace(order).to_string());
    }
    if !all(&|rank, place| holds(rank, place) == holds(rank, 2 + place % 2)) {
        return None;
    }
    let (even, odd) = (of_card(Which::Next, |rank| holds(rank, 2))?, of_card(Which::Next, |rank| holds(rank, 3))?);
    Some(format!("if position is even then {even} else {odd}"))
}

/// What compares two cards as this does, or denies it.
fn of_two(card: Which, other: Which, holds: impl Fn(i32, i32) -> bool) -> Option<String> {
    let ranks = (1..=HIGHEST).flat_map(|one| (1..=HIGHEST).map(move |another| (one, another)));
    let pairs: Vec<(i32, i32, bool)> = ranks.map(|(one, another)| (one, another, holds(one, another))).collect();
    let right: Vec<(i32, i32)> = pairs.iter().filter(|pair| pair.2).map(|pair| (pair.0, pair.1)).collect();
    let facts: Vec<Fact> = comparisons(card, other).chain(totals(card, other, &right)).collect();
    let is_it = |fact: &Fact, is_so: bool| {
        pairs.iter().all(|(one, another, is_right)| {
            let end = LineEnd::default().with(card, card_of(*one)).with(other, card_of(*another));
            (fact.holds(&end) == is_so) == *is_right
        })
    };
    let found = facts.iter().find(|fact| is_it(fact, true)).map(Fact::to_string);
    found.or_else(|| facts.iter().find(|fact| is_it(fact, false)).map(|fact| format!("not ({fact})")))
}

fn comparisons(card: Which, other: Which) -> impl Iterator<Item = Fact> {
    let alike = move |feature: Feature| {
        let features = Features::only(feature);
        [Likeness::AllSame, Likeness::AllDiffer].map(|likeness| Fact::Likeness { card, other, features, likeness })
    };
    let orders = [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More];
    let ways = [Way::Above, Way::Below, Way::Either];
    let spans = (0..=12u8).flat_map(|from| (from..=12).map(move |to| (from, to)));
    let steps = spans.flat_map(move |(from, to)| {
        let of_way = move |way: Way| [false, true].map(|wraps| RankSteps { from, to, way, wraps });
        ways.into_iter().flat_map(of_way)
    });
    let likenesses = [Feature::Rank, Feature::Parity].into_iter().flat_map(alike);
    let ordered = orders.into_iter().map(move |order| Fact::Rank { card, order, other });
    likenesses.chain(ordered).chain(steps.map(move |steps| Fact::Steps { card, steps, other }))
}

/// What the sum, the product or the difference of the ranks may be, where it is bounded by these.
fn totals(card: Which, other: Which, right: &[(i32, i32)]) -> Vec<Fact> {
    let bounds = |arithmetic: Arithmetic| {
        let of = right.iter().map(|(one, another)| match arithmetic {
            Arithmetic::Sum => one + another,
            Arithmetic::Product => one * another,
            _ => (one - another).abs(),
        });
        let bound = |number: Option<i32>| number.and_then(|number| u8::try_from(number).ok()).unwrap_or_default();
        let (low, high) = (bound(of.clone().min()), bound(of.max()));
        [(0, high), (low, NumberKind::HIGHEST), (low, high)].map(|(from, to)| NumberKind::Between(from, to))
    };
    let of = |arithmetic: Arithmetic| {
        let kinds = bounds(arithmetic).into_iter().chain(kinds_of_numbers());
        kinds.map(move |kind| Fact::Total { card, arithmetic, other, kind }).collect::<Vec<_>>()
    };
    [Arithmetic::Sum, Arithmetic::Product, Arithmetic::Difference].into_iter().flat_map(of).collect()
}
