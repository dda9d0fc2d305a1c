//! A sentence as the pieces of it that can be read wherever they stand: kinds of cards, how cards compare, and the words that hang
//! them together. What lies between is passed over.

use super::super::formulas::cards_of;
use super::super::grammar::{leading_kind, leading_place, leading_relation, leading_total};
use super::super::rule::{Fact, Feature, Features, Formula, Likeness, NumberKind, Property, RankOrder, Which};
use super::super::tokens::Token;
use super::super::wording::is_known;
use super::KINDS;

/// A piece of a sentence.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum SaidPiece {
    /// What a card is, said of the next; whether it is a rank by its name alone.
    Kind(Formula, bool),
    /// How the next card compares with others.
    Told(Formula),
    /// In which place it lies.
    Place(Formula),
    Sign(ClauseSign),
}

/// A word that hangs pieces together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClauseSign {
    If,
    After,
    On,
    Then,
    /// "Otherwise", "all the others".
    Else,
    /// "Is followed by", and an arrow.
    FollowedBy,
    Follow,
    /// "Calls for", "wants".
    Calls,
    By,
    With,
    Last,
    Next,
    It,
    Before,
    Not,
    Nor,
    Only,
    Except,
    Unless,
    Right,
    Any,
    Play,
    Must,
    Is,
    Was,
    Equals,
    Or,
    And,
    But,
    Comma,
    Stop,
    Open,
    Close,
    /// "Another".
    Different,
    InARow,
    ViceVersa,
    /// A number that is no rank.
    Number,
    Other,
}

const SIGNS: [(&str, ClauseSign); 43] = [
    ("if", ClauseSign::If),
    ("after", ClauseSign::After),
    ("on", ClauseSign::On),
    ("then", ClauseSign::Then),
    ("else", ClauseSign::Else),
    ("rest", ClauseSign::Else),
    ("followed-by", ClauseSign::FollowedBy),
    ("->", ClauseSign::FollowedBy),
    ("follow", ClauseSign::Follow),
    ("last", ClauseSign::Last),
    ("next", ClauseSign::Next),
    ("it", ClauseSign::It),
    ("not", ClauseSign::Not),
    ("no", ClauseSign::Not),
    ("neither", ClauseSign::Not),
    ("nor", ClauseSign::Nor),
    ("only", ClauseSign::Only),
    ("except", ClauseSign::Except),
    ("unless", ClauseSign::Unless),
    ("right", ClauseSign::Right),
    ("by", ClauseSign::By),
    ("play", ClauseSign::Play),
    ("must", ClauseSign::Must),
    ("=", ClauseSign::Equals),
    ("any", ClauseSign::Any),
    ("or", ClauseSign::Or),
    ("/", ClauseSign::Or),
    ("and", ClauseSign::And),
    ("but", ClauseSign::But),
    (",", ClauseSign::Comma),
    (".", ClauseSign::Stop),
    ("(", ClauseSign::Open),
    (")", ClauseSign::Close),
    ("before", ClauseSign::Before),
    ("was", ClauseSign::Was),
    ("is", ClauseSign::Is),
    ("different", ClauseSign::Different),
    ("in-a-row", ClauseSign::InARow),
    ("vice", ClauseSign::ViceVersa),
    ("with", ClauseSign::With),
    ("iff", ClauseSign::Other),
    ("adjacent", ClauseSign::Other),
    ("last-two", ClauseSign::Other),
];

/// Words by which a card asks for another.
const CALLS: [&str; 20] = [
    "want", "wants", "call", "calls", "need", "needs", "require", "requires", "demand", "demands", "ask", "asks",
    "mean", "means", "get", "gets", "goes", "lead", "leads", "wanted",
];

const UP: [&str; 5] = ["higher", "above", "rise", ">", ">="];
const DOWN: [&str; 5] = ["lower", "below", "fall", "<", "<="];
/// Of these, words.
const RISING: [&str; 3] = ["higher", "above", "rise"];
const FALLING: [&str; 3] = ["lower", "below", "fall"];

/// What reads a piece at a place in the words, and where it ends.
type PieceReader = fn(&[Token], usize, &mut Vec<SaidPiece>) -> Option<usize>;

const READERS: [PieceReader; 11] = [
    place_by_remainder,
    place,
    total,
    idle_rank,
    kind,
    denied_likeness,
    feature_of_last,
    the_others,
    opposite_values,
    ordered,
    related,
];

/// The pieces of a sentence.
pub(super) fn pieces(words: &[Token]) -> Vec<SaidPiece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let next = READERS.iter().find_map(|read| read(words, at, &mut pieces));
        at = next.unwrap_or_else(|| sign(words, at, &mut pieces)).max(at + 1);
    }
    pieces
}

fn text(words: &[Token], at: usize) -> &str {
    words.get(at).map_or("", |token| token.text.as_str())
}

fn before(words: &[Token], at: usize, back: usize) -> &str {
    at.checked_sub(back).map_or("", |at| text(words, at))
}

fn ahead(words: &[Token], at: usize) -> &[Token] {
    words.get(at..).unwrap_or_default()
}

fn is_rank(word: &str) -> bool {
    ["ace", "jack", "queen", "king"].contains(&word) || is_number(word)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_digit())
}

fn last_sign(pieces: &[SaidPiece]) -> Option<ClauseSign> {
    match pieces.last() {
        Some(SaidPiece::Sign(sign)) => Some(*sign),
        _ => None,
    }
}

fn differs(feature: Feature) -> SaidPiece {
    SaidPiece::Told(Formula::Fact(Fact::Likeness {
        card: Which::Next,
        other: Which::Last,
        features: Features::only(feature),
        likeness: Likeness::AllDiffer,
    }))
}

// Places.

/// "the position modulo 3 is 0", "positions congruent to 0 modulo 3".
fn place_by_remainder(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    if text(words, at) != "position" {
        return None;
    }
    let modulo = (at + 1..at + 7).find(|place| text(words, *place) == "modulo")?;
    let number = |place: usize| text(words, place).parse::<u8>().ok();
    let by = number(modulo + 1).filter(|by| (2..=13).contains(by))?;
    let is_left = |place: &usize| *place != modulo + 1 && number(*place).is_some();
    let place = (at + 1..modulo + 6).find(is_left)?;
    let left = number(place).filter(|left| *left < by)?;
    let kind = match (by, left) {
        (2, 0) => NumberKind::Even,
        (2, _) => NumberKind::Odd,
        (by, 0) => NumberKind::Multiple(by),
        (by, left) => NumberKind::Remainder(by, left),
    };
    pieces.push(SaidPiece::Place(Formula::Fact(Fact::Place(kind))));
    Some(place.max(modulo + 1) + 1)
}

fn place(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    let word = text(words, at);
    let may_be = ["position", "odd", "even", "every", "first", "card"].contains(&word) || text(words, at + 1) == "th";
    let (said, length) = leading_place(ahead(words, at)).filter(|_| may_be)?;
    pieces.push(SaidPiece::Place(said));
    Some(at + length)
}

// How cards compare.

fn total(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    const BEGIN: [&str; 11] =
        ["sum", "product", "difference", "add", "plus", "last", "next", "it", "time", "rank", "remainder"];
    let (said, length) = leading_total(ahead(words, at)).filter(|_| BEGIN.contains(&text(words, at)))?;
    pieces.push(SaidPiece::Told(said));
    Some(at + length)
}

/// "The suit is not the one of the last card."
fn denied_likeness(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    const BETWEEN: [&str; 7] = ["is", "must", "not", "of", "same", "card", "as"];
    let feature = Feature::ALL.into_iter().find(|feature| feature.word() == text(words, at))?;
    let between = (at + 1..at + 8).take_while(|place| BETWEEN.contains(&text(words, *place))).count();
    let end = at + 1 + between;
    let is_denied = (at + 1..end).any(|place| text(words, place) == "not");
    if !is_denied || text(words, end) != "last" {
        return None;
    }
    pieces.push(differs(feature));
    Some(end + 1)
}

/// "Suit of last or higher", of which no more is said.
fn feature_of_last(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    const BESIDE: [&str; 4] = ["", "or", ",", "."];
    let features = [Feature::Suit, Feature::Colour];
    let feature = features.into_iter().find(|feature| feature.word() == text(words, at))?;
    let is_alone = BESIDE.contains(&before(words, at, 1)) && BESIDE.contains(&text(words, at + 3));
    if !is_alone || text(words, at + 1) != "of" || text(words, at + 2) != "last" {
        return None;
    }
    pieces.push(SaidPiece::Told(Formula::Fact(Fact::Likeness {
        card: Which::Next,
        other: Which::Last,
        features: Features::only(feature),
        likeness: Likeness::AllSame,
    })));
    Some(at + 3)
}

/// "from odd to even", "change red/black": the parity or the colour, told by its values.
fn opposite_values(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    const VALUES: [(&str, Feature); 4] =
        [("odd", Feature::Parity), ("even", Feature::Parity), ("red", Feature::Colour), ("black", Feature::Colour)];
    const BETWEEN: [&str; 11] = ["rank", "card", "and", "or", "to", "/", "for", "from", "between", "is", "in"];
    const GOES_ON: [&str; 7] = ["or", "and", "from", "to", "/", "rank", "card"];
    if !["change", "opposite", "from"].contains(&text(words, at)) {
        return None;
    }
    let value = |place: usize| VALUES.iter().find(|(word, _)| *word == text(words, place));
    let mut values = (at + 1..at + 9).filter_map(|place| Some((place, value(place)?)));
    let ((one_at, one), (other_at, other)) = (values.next()?, values.next()?);
    let is_filled = (at + 1..other_at).all(|place| place == one_at || BETWEEN.contains(&text(words, place)));
    if one.1 != other.1 || one.0 == other.0 || !is_filled {
        return None;
    }
    let is_value = |place: usize| value(place).is_some_and(|value| value.1 == one.1);
    let goes_on = |place: usize| {
        let next = text(words, place + 1);
        let is_joint = ["or", "and"].contains(&text(words, place));
        let joins_more = next.is_empty() || next == "from" || value(place + 1).is_some();
        (GOES_ON.contains(&text(words, place)) || is_value(place)) && (!is_joint || joins_more)
    };
    pieces.push(differs(one.1));
    Some((other_at + 1..words.len()).find(|place| !goes_on(*place)).unwrap_or(words.len()))
}

/// "higher", "the same or lower", "up or level": against the last card.
fn ordered(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    const THAN: [&str; 9] = ["than", "of", "rank", "last", "card", "it", "to", "in", "order"];
    let skipped = |from: usize, idle: &[&str]| {
        (from..words.len()).find(|place| !idle.contains(&text(words, *place))).unwrap_or(words.len())
    };
    let is_way = |place: usize| UP.contains(&text(words, place)) || DOWN.contains(&text(words, place));
    let mut way_at = at;
    let mut or_equal = false;
    if ["same", "equal", "level"].contains(&text(words, at)) {
        let joint = skipped(at + 1, &["rank", "as", "to", "card", "than", "last"]);
        if text(words, joint) != "or" || !is_way(joint + 1) {
            return None;
        }
        (way_at, or_equal) = (joint + 1, true);
    }
    if !is_way(way_at) {
        return None;
    }
    let way = text(words, way_at);
    or_equal |= [">=", "<="].contains(&way);
    // "Rises above"
    let again: &[&str] = if UP.contains(&way) { &RISING } else { &FALLING };
    let than = skipped(skipped(way_at + 1, again), &THAN);
    let mut end = than;
    let joint = than + usize::from(text(words, than) == ",");
    if text(words, joint) == "or" {
        let same = skipped(joint + 1, &["stay", "at", "is", "play", "must", "of", "as"]);
        if ["same", "equal", "level", "match"].contains(&text(words, same)) {
            or_equal = true;
            end = skipped(same + 1, &THAN);
        }
    }
    if is_rank(text(words, end)) && ["<", "<=", ">", ">="].contains(&way) {
        return None;
    }
    let order = match (UP.contains(&way), or_equal) {
        (true, true) => RankOrder::AtLeast,
        (true, false) => RankOrder::More,
        (false, true) => RankOrder::AtMost,
        (false, false) => RankOrder::Less,
    };
    pieces.push(SaidPiece::Told(Formula::Fact(Fact::Rank { card: Which::Next, order, other: Which::Last })));
    Some(end)
}

fn related(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    const IDLE: [&str; 9] = ["must", "is", "play", "card", "any", "has", "of", "with", "in"];
    let (said, length) = leading_relation(ahead(words, at)).filter(|_| !IDLE.contains(&text(words, at)))?;
    pieces.push(SaidPiece::Told(said));
    Some(at + length)
}

// Kinds of cards.

/// "Rank" where it adds nothing: "an even number", "the rank 7 or more".
#[expect(clippy::ptr_arg, reason = "it is one of several that all may add pieces")]
fn idle_rank(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    if text(words, at) != "rank" {
        return None;
    }
    let next = text(words, at + 1);
    let is_noun = match pieces.last() {
        Some(SaidPiece::Kind(_, false)) => ![">", "<", ">=", "<=", "same", "is", "must"].contains(&next),
        Some(SaidPiece::Kind(_, true)) => next == "play",
        _ => false,
    };
    let says_anew = ["same", "differs", "is", "must", "of"].contains(&next);
    let says_kind = !says_anew && leading_kind(ahead(words, at + 1)).is_some();
    (is_noun || says_kind).then_some(at + 1)
}

fn kind(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    let (said, length) = leading_kind(ahead(words, at))?;
    let end = at + length;
    let is_bare = length == 1 && matches!(said, Formula::Fact(Fact::Is(_, Property::Ranks(..))));
    let is_counted = ["th", "card", "step", "away", "time", "rank"].contains(&text(words, end));
    if is_bare && (is_counted || !is_listed(words, at, pieces)) {
        pieces.push(SaidPiece::Sign(ClauseSign::Number));
        return Some(at + 1);
    }
    let last = before(words, at, 1);
    // What is passed over stands between two kinds.
    if matches!(pieces.last(), Some(SaidPiece::Kind(..))) && (last == "there" || !is_known(last)) {
        pieces.push(SaidPiece::Sign(ClauseSign::Comma));
    }
    pieces.push(SaidPiece::Kind(said, is_bare));
    Some(end)
}

/// Whether a rank by its name alone is one of several, so that it says what cards are; "three" alone may count them.
fn is_listed(words: &[Token], at: usize, pieces: &[SaidPiece]) -> bool {
    const JOINTS: [ClauseSign; 3] = [ClauseSign::Comma, ClauseSign::Or, ClauseSign::And];
    let (word, joint, next) = (text(words, at), text(words, at + 1), text(words, at + 2));
    let is_face = ["ace", "jack", "queen", "king"].contains(&word);
    let and_rank = [",", "or", "and", "/"].contains(&joint) && is_rank(next);
    let and_last_rank = joint == "," && ["or", "and"].contains(&next) && is_rank(text(words, at + 3));
    let is_after_rank = last_sign(pieces).is_some_and(|sign| JOINTS.contains(&sign))
        && pieces.len().checked_sub(2).is_some_and(|at| matches!(pieces.get(at), Some(SaidPiece::Kind(_, true))));
    let is_beside = is_rank(before(words, at, 1)) && matches!(pieces.last(), Some(SaidPiece::Kind(..)));
    is_face || and_rank || and_last_rank || is_after_rank || is_beside || is_rank(joint)
}

/// "Other suits are free", "on any other suit": all the others.
fn the_others(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> Option<usize> {
    const BETWEEN: [&str; 9] = ["suit", "card", "rank", "colour", "is", "3", "can", "play", "must"];
    const NOUNS: [&str; 5] = ["suit", "card", "rank", "colour", "3"];
    if text(words, at) != "different" {
        return None;
    }
    let after = (at + 1..at + 7).find(|place| !BETWEEN.contains(&text(words, *place)));
    let is_free = after.is_some_and(|place| ["right", "any"].contains(&text(words, place)));
    let before = last_sign(pieces);
    let is_place = before.is_some_and(|sign| [ClauseSign::After, ClauseSign::On, ClauseSign::With].contains(&sign));
    let is_of_place = is_place && ["suit", "card"].contains(&text(words, at + 1));
    if !is_free && !is_of_place {
        return None;
    }
    if is_place {
        pieces.pop();
    }
    pieces.push(SaidPiece::Sign(ClauseSign::Else));
    Some((at + 1..words.len()).find(|place| !NOUNS.contains(&text(words, *place))).unwrap_or(words.len()))
}

/// The kind of a card by itself: in what way it tells cards apart.
pub(super) fn sort_of(kind: &Formula) -> Option<&'static str> {
    match kind.facts().last() {
        Some(Fact::Is(_, property)) => Some(match property {
            Property::Colour(_) => "colour",
            Property::Suit(_) => "suit",
            Property::Odd | Property::Even => "parity",
            _ => "rank",
        }),
        _ => None,
    }
}

/// Whether no card is of both kinds.
pub(super) fn exclude_each_other(one: &Formula, other: &Formula) -> bool {
    match (cards_of(one), cards_of(other)) {
        (Some((_, one)), Some((_, other))) => one.intersection(other).is_empty(),
        _ => false,
    }
}

// What hangs them together.

/// Passes over one word, which may hang pieces together.
fn sign(words: &[Token], at: usize, pieces: &mut Vec<SaidPiece>) -> usize {
    let word = text(words, at);
    let is_after_if = last_sign(pieces) == Some(ClauseSign::If);
    let listed = SIGNS.iter().find(|(other, _)| *other == word).map(|(_, sign)| *sign);
    let sign = match word {
        "card" if is_after_if => Some(ClauseSign::Next),
        // "If I play a red one"
        "play" if is_after_if && [before(words, at, 1), before(words, at, 2)].contains(&"if") => Some(ClauseSign::Next),
        "way" if before(words, at, 1) == "different" => Some(ClauseSign::ViceVersa),
        word if CALLS.contains(&word) => Some(ClauseSign::Calls),
        _ => listed,
    };
    let next = text(words, at + 1);
    let is_said = KINDS.contains(&next) || ["same", "higher", "lower"].contains(&next);
    // "If not, …"
    if sign == Some(ClauseSign::Not) && is_after_if && !is_said {
        pieces.pop();
        pieces.push(SaidPiece::Sign(ClauseSign::Else));
        return at + 1;
    }
    pieces.extend(sign.map(SaidPiece::Sign));
    at + 1
}

#[cfg(test)]
mod tests {
    use super::super::super::tokens::tokens;
    use super::*;

    fn signs_of(text: &str) -> Vec<SaidPiece> {
        pieces(&tokens(text).expect("words"))
    }

    #[test]
    fn what_can_be_read_is_found_wherever_it_stands() {
        let found = signs_of("so whatever red then surely higher");
        assert!(matches!(
            found.as_slice(),
            [SaidPiece::Kind(..), SaidPiece::Sign(ClauseSign::Then), SaidPiece::Told(_)]
        ));
        assert!(matches!(signs_of("3 card").as_slice(), [SaidPiece::Sign(ClauseSign::Number), ..]));
        assert!(matches!(signs_of("position modulo 3 = 0").as_slice(), [SaidPiece::Place(_)]));
    }
}
