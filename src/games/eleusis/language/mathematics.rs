//! What mathematicians write: "r(new) ≡ r(last) ± 1 (mod 13)", "suit(n) ≠ suit(n−1)", "rank ∉ {7, Q}". A relation of ranks is reckoned
//! for all ranks that there are, and said in the words for what the language has that holds of the same ones.

use super::rule::{
    Arithmetic, Fact, Feature, Features, Likeness, LineEnd, NumberKind, Property, RankOrder, RankSteps, Way, Which,
};
use super::tokens::{Token, tokens};
use crate::cards::{Card, Rank, Suit};

const HIGHEST: i32 = 13;

/// More than these nobody writes.
const MOST_FORKS: usize = 3;

/// Places from the first that a rule is asked for to one from which nothing new happens.
fn places() -> impl Iterator<Item = i32> {
    2..=60
}

/// A number that depends on cards.
#[derive(Clone, PartialEq, Debug)]
enum RankTerm {
    Of(Which),
    /// The place of the next card.
    Place,
    Number(i32),
    Joined(TermSign, Box<RankTerm>, Box<RankTerm>),
    /// Without its sign.
    Size(Box<RankTerm>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TermSign {
    Plus,
    Minus,
    PlusOrMinus,
    Times,
    Modulo,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RelationSign {
    Equal,
    Different,
    Order(RankOrder),
}

/// What is said of numbers that depend on cards.
#[derive(Clone, PartialEq, Debug)]
enum RankRelation {
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
    fn in_words(&self) -> Option<String> {
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
fn of_card(card: Which, holds: impl Fn(i32) -> bool) -> Option<String> {
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

/// Reads relations from the words of a sentence.
struct MathReader<'t> {
    tokens: &'t [Token],
    at: usize,
    /// Whether something was read that only mathematicians write.
    is_marked: bool,
    /// How often "±" was read: each doubles the values.
    forks: usize,
}

impl MathReader<'_> {
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text.as_str())
    }

    /// Passes over these words, if they are the next.
    fn take(&mut self, words: &[&str]) -> bool {
        let is_next = words.iter().enumerate().all(|(ahead, word)| self.text(ahead) == *word);
        if is_next {
            self.at += words.len();
        }
        is_next
    }

    /// "(new)", "(n−2)".
    fn card(&mut self) -> Option<Which> {
        if !self.take(&["("]) {
            return None;
        }
        let card = match self.text(0) {
            "new" | "next" | "this" | "current" => Which::Next,
            "last" | "previous" | "prev" => Which::Last,
            "n" | "i" if ["to", "minus"].contains(&self.text(1)) => {
                let back = self.text(2).parse::<usize>().ok()?;
                self.at += 2;
                *[Which::Last, Which::Before, Which::ThirdLast].get(back.checked_sub(1)?)?
            }
            "n" | "i" => Which::Next,
            _ => return None,
        };
        self.at += 1;
        self.take(&[")"]).then_some(card)
    }

    fn atom(&mut self) -> Option<RankTerm> {
        let name = self.text(0).to_owned();
        self.at += 1;
        match name.as_str() {
            "|" => {
                let inner = self.sum()?;
                self.take(&["|"]).then(|| RankTerm::Size(Box::new(inner)))
            }
            "abs" => {
                let inner = if self.take(&["("]) { self.sum()? } else { return None };
                self.take(&[")"]).then(|| RankTerm::Size(Box::new(inner)))
            }
            "(" => self.sum().filter(|_| self.take(&[")"])),
            "r" | "rank" if self.text(0) == "(" => {
                self.is_marked = true;
                self.card().map(RankTerm::Of)
            }
            "r" => {
                self.is_marked = true;
                Some(RankTerm::Of(Which::Next))
            }
            "rank" => Some(RankTerm::Of(Which::Next)),
            "n" => Some(RankTerm::Place),
            name => number_called(name).map(RankTerm::Number),
        }
    }

    fn product(&mut self) -> Option<RankTerm> {
        let mut term = self.atom()?;
        loop {
            let sign = match self.text(0) {
                "time" => TermSign::Times,
                "mod" | "modulo" | "%" => TermSign::Modulo,
                _ => return Some(term),
            };
            self.at += 1;
            term = RankTerm::Joined(sign, Box::new(term), Box::new(self.atom()?));
        }
    }

    fn sum(&mut self) -> Option<RankTerm> {
        let mut term = self.product()?;
        loop {
            let sign = match self.text(0) {
                "plus" => TermSign::Plus,
                "to" | "minus" => TermSign::Minus,
                "±" if self.forks < MOST_FORKS => TermSign::PlusOrMinus,
                _ => return Some(term),
            };
            self.forks += usize::from(sign == TermSign::PlusOrMinus);
            self.at += 1;
            term = RankTerm::Joined(sign, Box::new(term), Box::new(self.product()?));
        }
    }

    fn sign(&mut self) -> Option<RelationSign> {
        const IN_WORDS: [(&[&str], RankOrder); 4] = [
            (&["is", "bounded", "above", "by"], RankOrder::AtMost),
            (&["is", "bounded", "below", "by"], RankOrder::AtLeast),
            (&["is", "at", "most"], RankOrder::AtMost),
            (&["is", "at", "least"], RankOrder::AtLeast),
        ];
        if let Some((_, order)) = IN_WORDS.iter().find(|(words, _)| self.take(words)) {
            return Some(RelationSign::Order(*order));
        }
        let sign = match self.text(0) {
            "=" | "==" | "≡" => RelationSign::Equal,
            "!=" => RelationSign::Different,
            "<" => RelationSign::Order(RankOrder::Less),
            "<=" => RelationSign::Order(RankOrder::AtMost),
            ">=" => RelationSign::Order(RankOrder::AtLeast),
            ">" => RelationSign::Order(RankOrder::More),
            _ => return None,
        };
        self.is_marked |= self.text(0) == "≡";
        self.at += 1;
        Some(sign)
    }

    /// "(mod 13)".
    fn modulus(&mut self) -> Option<i32> {
        let from = self.at;
        let opens = self.take(&["("]);
        let is_modulus = self.take(&["mod"]) || self.take(&["modulo"]);
        let by = self.text(0).parse::<i32>().ok().filter(|by| is_modulus && *by > 0);
        self.at += 1;
        if by.is_none() || opens && !self.take(&[")"]) {
            self.at = from;
            return None;
        }
        by
    }

    /// "∈", "is not an element of": whether it is one of what follows.
    fn among(&mut self) -> Option<bool> {
        const SAID: [(&[&str], bool); 6] = [
            (&["∈"], true),
            (&["∉"], false),
            (&["is", "an", "element", "of"], true),
            (&["is", "not", "an", "element", "of"], false),
            (&["is", "a", "member", "of"], true),
            (&["is", "not", "a", "member", "of"], false),
        ];
        let is_in = SAID.iter().find(|(words, _)| self.take(words)).map(|(_, is_in)| *is_in)?;
        self.is_marked = true;
        Some(is_in)
    }

    /// What stands in braces.
    fn members(&mut self) -> Option<Vec<String>> {
        if !self.take(&["{"]) {
            return None;
        }
        let length = self.tokens.get(self.at..)?.iter().position(|token| token.text == "}")?;
        let members = self.tokens.get(self.at..self.at + length)?;
        self.at += length + 1;
        Some(members.iter().map(|token| token.text.clone()).filter(|text| text != ",").collect())
    }

    fn relation(&mut self) -> Option<RankRelation> {
        if self.text(1) == "divides" {
            let by = self.text(0).parse::<i32>().ok()?;
            self.at += 2;
            self.is_marked = true;
            return Some(RankRelation::Compared(
                vec![self.atom()?, RankTerm::Number(0)],
                vec![RelationSign::Equal],
                Some(by),
            ));
        }
        let mut terms = vec![self.sum()?];
        if let Some(is_in) = self.among() {
            return Some(RankRelation::Among(terms.pop()?, numbers_of(&self.members()?)?, is_in));
        }
        let (mut signs, mut is_congruence) = (Vec::new(), self.text(0) == "≡");
        while let Some(sign) = self.sign() {
            terms.push(self.sum()?);
            signs.push(sign);
            is_congruence |= self.text(0) == "≡";
        }
        let modulus = self.modulus().or_else(|| if is_congruence { own_modulus(&mut terms) } else { None });
        let is_whole = !signs.is_empty() && (modulus.is_some() || !is_congruence);
        is_whole.then_some(RankRelation::Compared(terms, signs, modulus))
    }

    /// "suit(n) ≠ suit(n−1)", "colour(last) = red", "suit ∈ {♣, ♦}".
    fn of_feature(&mut self) -> Option<String> {
        let (feature, card) = self.feature()?;
        if let Some(is_in) = self.among() {
            let kinds: Option<Vec<&str>> = self.members()?.iter().map(|member| kind_called(member)).collect();
            let kinds: Vec<String> = kinds?.into_iter().map(|kind| said_of(card, kind)).collect();
            let not = if is_in { "" } else { "not " };
            return Some(format!("{not}({})", kinds.join(" or ")));
        }
        let is_same = match self.sign()? {
            RelationSign::Equal => true,
            RelationSign::Different => false,
            RelationSign::Order(_) => return None,
        };
        if let Some(kind) = kind_called(self.text(0)) {
            self.at += 1;
            let not = if is_same { "" } else { "not " };
            return Some(format!("{not}({})", said_of(card, kind)));
        }
        let (feature_other, other) = self.feature()?;
        let (card, other) = if other == Which::Next { (other, card) } else { (card, other) };
        let likeness = if is_same { Likeness::AllSame } else { Likeness::AllDiffer };
        let fact = Fact::Likeness { card, other, features: Features::only(feature), likeness };
        (self.is_marked && feature == feature_other && card != other).then(|| fact.to_string())
    }

    fn feature(&mut self) -> Option<(Feature, Which)> {
        let feature = match self.text(0) {
            "suit" => Feature::Suit,
            "colour" | "color" => Feature::Colour,
            "parity" => Feature::Parity,
            _ => return None,
        };
        self.at += 1;
        if self.text(0) != "(" {
            return Some((feature, Which::Next));
        }
        self.is_marked = true;
        Some((feature, self.card()?))
    }
}

/// "a ≡ b mod 2" without brackets: that is no remainder of b.
fn own_modulus(terms: &mut Vec<RankTerm>) -> Option<i32> {
    match terms.pop()? {
        RankTerm::Joined(TermSign::Modulo, term, by) => {
            terms.push(*term);
            match *by {
                RankTerm::Number(by) if by > 0 => Some(by),
                _ => None,
            }
        }
        _ => None,
    }
}

fn number_called(name: &str) -> Option<i32> {
    match name {
        "a" | "ace" => Some(1),
        "j" | "jack" => Some(11),
        "q" | "queen" => Some(12),
        "k" | "king" => Some(13),
        name => name.parse::<i16>().ok().map(i32::from),
    }
}

/// "A … 7" of "{A, …, 7}", and what else stands there.
fn numbers_of(members: &[String]) -> Option<Vec<i32>> {
    let mut numbers: Vec<i32> = Vec::new();
    let mut members = members.iter();
    while let Some(member) = members.next() {
        match (member.as_str(), numbers.last().copied()) {
            ("to", Some(from)) => {
                let to = number_called(members.next()?).filter(|to| *to <= HIGHEST)?;
                numbers.extend(from + 1..=to);
            }
            (name, _) => numbers.push(number_called(name)?),
        }
    }
    (!numbers.is_empty()).then_some(numbers)
}

fn kind_called(name: &str) -> Option<&'static str> {
    const KINDS: [&str; 8] = ["red", "black", "spade", "heart", "diamond", "club", "odd", "even"];
    KINDS.into_iter().find(|kind| name.strip_suffix('s').unwrap_or(name) == *kind)
}

fn said_of(card: Which, kind: &str) -> String {
    if card == Which::Next { kind.to_owned() } else { format!("{card} is {kind}") }
}

/// What is said at this place, in words, and how many tokens say it; nothing, where it goes on with what cannot be reckoned.
fn relation_at(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    const GOING_ON: [&str; 8] = ["r", "rank", "time", "plus", "minus", "to", "±", "|"];
    let goes_on = |at: usize| {
        let text = tokens.get(at).map_or("", |token| token.text.as_str());
        GOING_ON.contains(&text) || text.starts_with(|letter: char| letter.is_ascii_digit())
    };
    let is_within = at.checked_sub(1).is_some_and(goes_on);
    whole_relation_at(tokens, at).filter(|(_, length)| !is_within && !goes_on(at + length))
}

fn whole_relation_at(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let reader = || MathReader { tokens, at, is_marked: false, forks: 0 };
    let mut of_feature = reader();
    if let Some(said) = of_feature.of_feature().filter(|_| of_feature.is_marked) {
        return Some((said, of_feature.at - at));
    }
    let mut of_ranks = reader();
    let relation = of_ranks.relation().filter(|_| of_ranks.is_marked)?;
    Some((relation.in_words()?, of_ranks.at - at))
}

/// Whether a sentence may have something of all this.
fn is_mathematical(tokens: &[Token]) -> bool {
    const MARKS: [&str; 8] = ["r", "≡", "∈", "∉", "divides", "element", "member", "{"];
    const OF_CARDS: [&str; 5] = ["rank", "suit", "colour", "color", "parity"];
    tokens.iter().any(|token| MARKS.contains(&token.text.as_str()))
        || tokens.windows(2).any(|pair| OF_CARDS.contains(&pair[0].text.as_str()) && pair[1].text == "(")
}

/// A sentence in which all this is said in words; `None` if there is nothing of it.
pub(super) fn in_words(tokens: &[Token]) -> Option<Vec<Token>> {
    if !is_mathematical(tokens) {
        return None;
    }
    let (tokens, mut is_any) = with_named_sets(tokens);
    let mut said: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let Some((text, length)) = relation_at(&tokens, at) else {
            said.push(token.clone());
            at += 1;
            continue;
        };
        // "The sum r(last) + r(new) …"
        let _ = said.pop_if(|last| ["sum", "product", "difference"].contains(&last.text.as_str()));
        let end = tokens.get(at + length - 1).map_or(token.at.end, |last| last.at.end);
        said.extend(words_of(&text, token.at.start..end));
        at += length;
        is_any = true;
    }
    is_any.then(|| without_index(&said))
}

/// A text in brackets, all of it standing for the same part of the sentence.
fn words_of(text: &str, at: std::ops::Range<usize>) -> Vec<Token> {
    let words = tokens(&format!("({text})")).unwrap_or_default();
    words.into_iter().map(|word| Token { at: at.clone(), ..word }).collect()
}

/// "Let L = {A, …, 7} and H = {8, …, K}; …": with the ranks for the names; whether there were any.
fn with_named_sets(tokens: &[Token]) -> (Vec<Token>, bool) {
    let mut sets: Vec<(String, String)> = Vec::new();
    let mut said: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some((ranks, end)) = named_set(tokens, at) {
            while said.pop_if(|last| ["let", "and", ","].contains(&last.text.as_str())).is_some() {}
            sets.push((token.text.clone(), ranks));
            at = end;
            let is_end = tokens.get(at).is_some_and(|next| next.text == ".");
            at += usize::from(is_end);
            continue;
        }
        match sets.iter().find(|(name, _)| *name == token.text) {
            Some((_, ranks)) => {
                let _ = said.pop_if(|last| last.text == "in");
                said.extend(words_of(ranks, token.at.clone()));
            }
            None => said.push(token.clone()),
        }
        at += 1;
    }
    (said, !sets.is_empty())
}

/// "L = {A, …, 7}", and where it ends.
fn named_set(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let name = &tokens.get(at)?.text;
    let mut reader = MathReader { tokens, at: at + 1, is_marked: false, forks: 0 };
    let is_name = name.len() == 1 && number_called(name).is_none() && reader.take(&["="]);
    let members = reader.members().filter(|_| is_name)?;
    let numbers = numbers_of(&members)?;
    Some((of_card(Which::Next, |rank| numbers.contains(&rank))?, reader.at))
}

/// Without what only says what "n" is: "for position n (starter n = 1): …", "… for all n ≥ 4".
fn without_index(tokens: &[Token]) -> Vec<Token> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let end_of = |from: usize, ends: &[&str]| (from..tokens.len()).find(|at| ends.contains(&text(*at)));
    let mut said: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = match text(at) {
            "for" if at == 0 => end_of(at, &[":"]).map(|end| end + 1),
            "for" if text(at + 2) == "n" => {
                let is_bounded = ["<", "<=", ">", ">=", "="].contains(&text(at + 3));
                Some(at + if is_bounded { 5 } else { 3 })
            }
            "(" if ["starter", "start"].iter().any(|word| (at + 1..at + 4).any(|near| text(near) == *word)) => {
                end_of(at, &[")"]).map(|end| end + 1)
            }
            "," if text(at + 1) == "where" && text(at + 2) == "n" => Some(end_of(at, &["."]).unwrap_or(tokens.len())),
            "at" if text(at + 1) == "position" && text(at + 2) == "n" => Some(at + 3),
            _ => None,
        };
        if let Some(next) = next {
            at = next;
            continue;
        }
        let means = match text(at) {
            "n" if text(at + 1) == "is" => "position",
            "x" if text(at + 1) == "is" => "card",
            "implies" => "->",
            word => word,
        };
        said.push(Token { text: means.to_owned(), at: token.at.clone() });
        at += 1;
    }
    said
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Automaton, Rule, difference};

    #[test]
    fn relations_are_read_by_what_they_hold_of() {
        for (written, means) in [
            ("r(new) ≥ r(last)", "rank >= last"),
            ("|r(n) − r(n−1)| ≤ 3", "0 to 3 above or below last"),
            ("r(new) ≡ r(last) ± 1 (mod 13).", "1 above or below last, wrapping"),
            ("r(new) ≡ r(last) + 2 (mod 13)", "2 above last, wrapping"),
            ("r(n) ≡ r(n−2) (mod 2)", "not parity differs from before"),
            ("r(new) ≡ r(last) mod 2", "parity same as last"),
            ("r(new) · r(last) ≤ 30", "product with last is at most 30"),
            ("r(new) + r(last) ≡ 0 (mod 5)", "sum with last is multiple of 5"),
            ("suit(n) ≠ suit(n−1) and suit(n) ≠ suit(n−2)", "suit differs from last and not suit same as before"),
            ("colour(n) ≠ colour(n−3) for all n ≥ 4.", "not colour same as third last"),
            ("suit ∈ {♣, ♥} and r ≤ 9", "(club or heart) and ace to 9"),
            ("r(new) ∉ {2, 5, K}", "not (2 or 5 or king)"),
            ("Either r(new) > r(last), or the new card is a 2.", "rank > last or 2"),
            (
                "suit(last) = ♥ implies suit(new) = ♣; otherwise no constraint.",
                "if last is heart then club else red or black",
            ),
            (
                "For position n (starter n = 1): r(n) ≥ r(n−1) if n is odd, r(n) ≤ r(n−1) if n is even.",
                "if position is odd then rank >= last else rank <= last",
            ),
            ("r(n) ≡ n (mod 2), where n is the position of the new card.", "if position is even then even else odd"),
        ] {
            let meant: Rule = means.parse().unwrap_or_else(|error| panic!("{means}: {error}"));
            match written.parse::<Rule>() {
                Ok(rule) => {
                    let is_same = difference(&Automaton::of(&rule), &Automaton::of(&meant)).is_none();
                    assert!(is_same, "{written:?} is read as {rule}");
                }
                Err(error) => panic!("{written:?}: {error}"),
            }
        }
    }

    #[test]
    fn of_what_cannot_be_reckoned_no_part_is_read() {
        for written in
            ["r(new) ≤ 2 r(last)", "2 r(new) ≤ r(last)", "r(new) ≡ r(last)", "r(new) + r(last) + r(n−2) ≤ 20"]
        {
            assert!(written.parse::<Rule>().is_err(), "{written}");
        }
    }

    proptest! {
        #[test]
        fn anything_like_a_relation_is_read_or_refused(
            parts in proptest::collection::vec(
                "r\\(n\\)|r\\(last\\)|suit\\(new\\)|r|n|−|\\+|·|±|≡|∈|∉|\\(mod|\
                    \\)|\\(|\\||\\{|\\}|=|≤|≠|divides|L|A|let|[0-9]{1,4}|,|for|:",
                0..16,
            )
        ) {
            let _ = parts.concat().parse::<Rule>();
            let _ = parts.join(" ").parse::<Rule>();
        }
    }
}
