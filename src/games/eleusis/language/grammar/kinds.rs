//! What a card is by itself: "red", "a face card", "8 to king", "jacks, queens and kings".

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat, separated_foldl1};
use winnow::error::ErrMode;
use winnow::stream::Stream;

use super::super::formulas::{and, cards_of, is, not, or};
use super::super::rule::{CardColour, Fact, Formula, Property, RankOrder, Which};
use super::super::tokens::Missing;
use super::apart::{HIGHEST_LEFT_OPEN, stepped};
use super::comparisons::{in_words, relation, sign};
use super::named::{card, number, rank, rank_of};
use super::stream::{Read, Tokens, ahead, is_ahead, is_behind, is_later, listed, missing, pass, within, word, wrong};
use super::totals::remainder;
use crate::cards::{Rank, Suit};

// One property.

pub(super) const PROPERTIES: [(&str, Property); 10] = [
    ("red", Property::Colour(CardColour::Red)),
    ("black", Property::Colour(CardColour::Black)),
    ("spade", Property::Suit(Suit::Spades)),
    ("heart", Property::Suit(Suit::Hearts)),
    ("diamond", Property::Suit(Suit::Diamonds)),
    ("club", Property::Suit(Suit::Clubs)),
    ("odd", Property::Odd),
    ("even", Property::Even),
    ("face", Property::Face),
    ("prime", Property::Prime),
];

/// One property of a card.
pub(super) fn one_kind(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    if let Some(property) = opt(above_multiple).parse_next(words)? {
        return Ok(is(card, property));
    }
    // "3 above last" is not a three.
    if ahead(words, |words| stepped(Which::Next, words)).is_some() {
        return missing(words);
    }
    alt((|words: &mut Tokens<'_>| plain_kind(card, words), |words: &mut Tokens<'_>| defined(card, words)))
        .parse_next(words)
}

/// "low (1 to 7)".
fn defined(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    alt((word("low"), word("high"))).parse_next(words)?;
    pass(words, &["card", "rank"]);
    if !is_ahead(words, &["("]) {
        return wrong(words, "say from which rank to which, such as ace to 7 or 8 to king");
    }
    bracketed(|words: &mut Tokens<'_>| flat_list(card, words)).parse_next(words)
}

fn plain_kind(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let property = alt((listed(&PROPERTIES), multiple, bound, ranks)).map(|property| is(card, property));
    let numeral = word("numeral").map(|()| not(is(card, Property::Face)));
    alt((property, numeral)).parse_next(words)
}

/// "1 above a multiple of 3".
fn above_multiple(words: &mut Tokens<'_>) -> Read<Property> {
    match remainder(words)? {
        (by @ 3..=6, left) if left < by => Ok(Property::Remainder(by, left)),
        (2, 1) => Ok(Property::Odd),
        _ => wrong(
            words,
            "say how far above a multiple of 3 to 6, by less than that multiple: “2 above a multiple of 3”",
        ),
    }
}

/// "a multiple of 3", "divisible by 3".
fn multiple(words: &mut Tokens<'_>) -> Read<Property> {
    alt(((word("multiple"), word("of")).void(), (word("divisible"), word("by")).void())).parse_next(words)?;
    match number(words)? {
        2 => Ok(Property::Even),
        of @ 3..=6 => Ok(Property::Multiple(of)),
        _ => wrong(words, "use a multiple of 2, 3, 4, 5 or 6"),
    }
}

/// "at least 7", "higher than 7", "7 or lower", "up to 9".
fn bound(words: &mut Tokens<'_>) -> Read<Property> {
    let (order, rank) = alt((order_first, rank_first)).parse_next(words)?;
    let (from, to) = match order {
        RankOrder::Less => (Some(Rank::ACE), Rank::new(rank.number() - 1)),
        RankOrder::AtMost => (Some(Rank::ACE), Some(rank)),
        RankOrder::AtLeast => (Some(rank), Rank::new(13)),
        RankOrder::More => (Rank::new(rank.number() + 1), Rank::new(13)),
    };
    match from.zip(to) {
        Some((from, to)) => Ok(Property::Ranks(from, to)),
        None => wrong(words, "no rank is below the ace or above the king"),
    }
}

/// "At least 7", "higher than 7", "up to 9"; but "at least 4 higher than the last card" is a step.
fn order_first(words: &mut Tokens<'_>) -> Read<(RankOrder, Rank)> {
    let order = alt((sign, in_words, word("up-to").value(RankOrder::AtMost))).parse_next(words)?;
    let (_, rank) = (opt(word("rank")), rank).parse_next(words)?;
    if is_ahead(words, &["higher", "lower", "above", "below"]) { missing(words) } else { Ok((order, rank)) }
}

/// "7 or lower", "from the 7 up".
fn rank_first(words: &mut Tokens<'_>) -> Read<(RankOrder, Rank)> {
    let has_from = opt(word("from")).parse_next(words)?.is_some();
    let rank = rank(words)?;
    let is_joined = opt(alt((word("or"), word("and")))).parse_next(words)?.is_some();
    // "One up" is a step.
    let is_bound = is_ahead(words, &["rise", "fall"]) && (has_from || rank.number() > HIGHEST_LEFT_OPEN);
    if !is_joined && !is_bound {
        return missing(words);
    }
    let order = alt((
        alt((word("higher"), word("above"), word("rise"))).value(RankOrder::AtLeast),
        alt((word("lower"), word("below"), word("fall"))).value(RankOrder::AtMost),
    ))
    .parse_next(words)?;
    // "3 or higher than last" is a three, or higher.
    let than_another = |words: &mut Tokens<'_>| {
        (opt(word("card")), opt(word("than")), alt((card.void(), self::rank.void()))).void().parse_next(words)
    };
    let or_equal = is_ahead(words, &["or"]) && is_later(words, 1, &["same", "equal"]);
    let is_compared = or_equal || is_ahead(words, &["than"]) || ahead(words, than_another).is_some();
    if is_compared { missing(words) } else { Ok((order, rank)) }
}

/// "7", "8 to king", "between 2 and 5".
fn ranks(words: &mut Tokens<'_>) -> Read<Property> {
    let between = opt(alt((word("between"), word("from")))).parse_next(words)?.is_some();
    let from = rank(words)?;
    let to = match opt(alt((word("to"), word("through"), word("up-to")))).parse_next(words)? {
        Some(()) => Some(rank(words)?),
        None if between => Some(preceded(word("and"), rank).parse_next(words)?),
        None => None,
    };
    match to {
        Some(to) if to < from => wrong(words, "the lower rank comes first, as in 2 to 7; aces are 1, kings 13"),
        to => Ok(Property::Ranks(from, to.unwrap_or(from))),
    }
}

/// "2, 3 or 4", "hearts and diamonds": cards of any of these kinds.
fn flat_list(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &["rank"]);
    let joint = alt(((word(","), opt(alt((word("or"), word("and"))))).void(), word("or"), word("and"), word("/")));
    let one = |words: &mut Tokens<'_>| plain_kind(card, words);
    separated_foldl1(one, joint, |one, (), other| or(one, other)).parse_next(words)
}

// Several properties of one card.

/// What a card is: one property, or several that it has together, as in "red face card" or "spade from 4 to 10".
pub(super) fn kind(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let follows_rank = follows_rank(words);
    pass(words, &["card", "any", "of", "with"]);
    if ahead(words, |words| preceded(word("rank"), alt((bound, ranks, multiple))).parse_next(words)).is_some() {
        words.next_token();
    }
    let is_described = is_behind(words, &["of", "with", "not"]);
    let mut kind = one_kind(card, words)?;
    // "A card of prime rank must …"
    if is_described && is_ahead(words, &["rank"]) {
        words.next_token();
    }
    let mut is_joined = false;
    while let Some((all, ranks_follow)) = ahead(words, |words| more_of(card, &kind, words)) {
        // "2 or 3 of hearts" may mean one card or two.
        if follows_rank && sort(&kind) == Some(KindSort::Rank) {
            return missing(words);
        }
        more_of(card, &kind, words)?;
        (kind, is_joined) = (all, !ranks_follow);
    }
    noun(words);
    explained(card, &kind, words)?;
    if is_joined && goes_on_alike(card, &kind, words) { missing(words) } else { Ok(kind) }
}

/// Whether a kind of the same sort follows: "odd hearts or clubs" leaves open whether the clubs are odd, too.
fn goes_on_alike(card: Which, kind: &Formula, words: &Tokens<'_>) -> bool {
    let next = ahead(words, |words| {
        (opt(word(",")), opt(alt((word("or"), word("and"), word("/"))))).parse_next(words)?;
        one_kind(card, words)
    });
    next.is_some_and(|next| sort(&next).is_some() && sort(&next) == last_sort(kind))
}

/// A kind with another beside it, as in "red" and "face card"; and whether that is a list of ranks, as in "with 2, 3 or
/// 4".
fn more_of(card: Which, kind: &Formula, words: &mut Tokens<'_>) -> Read<(Formula, bool)> {
    // "2 reds" are two, but the "2 of hearts" is one card.
    if is_ahead(words, &PROPERTIES.map(|(word, _)| word)) && ends_in_number(words) {
        return missing(words);
    }
    pass(words, &["card", "rank", "of"]);
    let has_list = opt(word("with")).parse_next(words)?.is_some();
    pass(words, &["rank", "of"]);
    if ahead(words, |words| relation(Which::Next, words)).is_some() {
        return missing(words);
    }
    let is_list = has_list && ahead(words, |words| alt((bound, ranks)).parse_next(words)).is_some();
    let more = if is_list { flat_list(card, words)? } else { one_kind(card, words)? };
    let both = and(kind.clone(), more);
    match cards_of(&both) {
        Some((_, cards)) if !cards.is_empty() => Ok((both, is_list)),
        _ => missing(words),
    }
}

/// A remark in brackets that says the same again, as in "face cards (jack, queen or king)".
fn explained(card: Which, kind: &Formula, words: &mut Tokens<'_>) -> Read<()> {
    if !is_ahead(words, &["("]) {
        return Ok(());
    }
    let remark = bracketed(|words: &mut Tokens<'_>| flat_list(card, words)).parse_next(words)?;
    let last = kind.facts().last().map_or_else(|| kind.clone(), |fact| Formula::Fact(*fact));
    // "Black cards of prime rank (2, 3, 5, 7, jack, king)"
    let says_again =
        |said: &Formula| cards_of(&remark).zip(cards_of(said)).is_some_and(|((_, cards), (_, same))| cards == same);
    if !says_again(kind) && !says_again(&last) {
        return missing(words);
    }
    noun(words);
    Ok(())
}

/// In what way a property tells cards apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KindSort {
    Colour,
    Suit,
    Parity,
    Rank,
}

fn sort(kind: &Formula) -> Option<KindSort> {
    match kind {
        Formula::Fact(Fact::Is(_, property)) => Some(match property {
            Property::Colour(_) => KindSort::Colour,
            Property::Suit(_) => KindSort::Suit,
            Property::Odd | Property::Even => KindSort::Parity,
            Property::Face
            | Property::Ranks(..)
            | Property::Multiple(_)
            | Property::Remainder(..)
            | Property::Prime => KindSort::Rank,
        }),
        _ => None,
    }
}

fn last_sort(kind: &Formula) -> Option<KindSort> {
    kind.facts().last().and_then(|fact| sort(&Formula::Fact(*fact)))
}

/// Whether a rank and "or" stand before what comes next.
fn follows_rank(words: &Tokens<'_>) -> bool {
    let mut before = words.previous_tokens().map(|token| token.text.as_str());
    let is_joined = before.next().is_some_and(|word| ["or", "and", ",", "/"].contains(&word));
    is_joined && before.next().is_some_and(|word| rank_of(word).is_some())
}

fn ends_in_number(words: &Tokens<'_>) -> bool {
    words.previous_tokens().next().is_some_and(|token| token.text.parse::<u8>().is_ok())
}

/// "card", or "number" as in "even number".
fn noun(words: &mut Tokens<'_>) {
    pass(words, &["card"]);
    const SAYS_ANEW: [&str; 14] =
        ["of", "same", "<", ">", "<=", ">=", "=", "must", "can", "is", "equal", "differs", "rise", "fall"];
    if is_ahead(words, &["rank"]) && !is_later(words, 1, &SAYS_ANEW) {
        words.next_token();
    }
}

// Cards of one kind or another.

/// What "and" does between kinds of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AndJoins {
    Nothing,
    /// What belongs to one statement: "no hearts and spades".
    Kinds,
    /// The cards of which something will be said: "hearts and spades must be odd".
    Subjects,
}

/// Cards of one kind or another, as a noun: "hearts", "jacks, queens and kings". "And" joins what no card is at once.
pub(super) fn kinds(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    kinds_joined(card, AndJoins::Kinds, words)
}

/// Cards of which something will be said: "hearts and clubs" of "hearts and clubs must be odd".
pub(super) fn subject(words: &mut Tokens<'_>) -> Read<Formula> {
    kinds_joined(Which::Next, AndJoins::Subjects, words)
}

fn kinds_joined(card: Which, joins: AndJoins, words: &mut Tokens<'_>) -> Read<Formula> {
    let list = |words: &mut Tokens<'_>| listing(card, joins, words);
    let pair = |words: &mut Tokens<'_>| any_or_both(card, joins, words);
    alt((list, pair)).parse_next(words)
}

/// "hearts or spades", "red and even cards", "(2 to 5)".
fn any_or_both(card: Which, joins: AndJoins, words: &mut Tokens<'_>) -> Read<Formula> {
    let one = |words: &mut Tokens<'_>| {
        let in_brackets = bracketed(|words: &mut Tokens<'_>| kinds(card, words));
        alt((in_brackets, |words: &mut Tokens<'_>| kind(card, words))).parse_next(words)
    };
    let mut kinds = one(words)?;
    let is_or = is_ahead(words, &["or"]);
    let is_union = is_or || joins == AndJoins::Subjects && ends_in_noun(words);
    let more = |words: &mut Tokens<'_>| match is_or {
        true => preceded(word("or"), one).parse_next(words),
        false => preceded(|words: &mut Tokens<'_>| and_joint(joins, words), one).parse_next(words),
    };
    while let Some(other) = opt(more).parse_next(words)? {
        kinds = if is_union { or(kinds, other) } else { joined(words, kinds, other)? };
    }
    Ok(kinds)
}

fn and_joint(joins: AndJoins, words: &mut Tokens<'_>) -> Read<()> {
    match joins {
        AndJoins::Nothing => missing(words),
        AndJoins::Kinds => joined_by("and").parse_next(words),
        AndJoins::Subjects => word("and").parse_next(words),
    }
}

/// Two kinds joined by "and": what no card is at once means cards of the one kind and cards of the other, and two
/// adjectives mean cards that are both. "Kings and red cards" is left open.
fn joined(words: &Tokens<'_>, one: Formula, other: Formula) -> Read<Formula> {
    let is_adjective = |fact: &Fact| matches!(fact, Fact::Is(_, Property::Colour(_) | Property::Odd | Property::Even));
    let both = and(one.clone(), other.clone());
    match cards_of(&both) {
        Some((_, cards)) if cards.is_empty() => Ok(or(one, other)),
        _ if both.facts().iter().all(is_adjective) => Ok(both),
        _ => missing(words),
    }
}

/// Whether what was read last names cards, as "red cards", "hearts" and "sevens" do and "red" does not.
fn ends_in_noun(words: &Tokens<'_>) -> bool {
    const NOUNS: [&str; 6] = ["card", "numeral", "spade", "heart", "diamond", "club"];
    let is_noun = |word: &str| NOUNS.contains(&word) || rank_of(word).is_some();
    words.previous_tokens().next().is_some_and(|token| is_noun(&token.text))
}

/// "a jack, queen or king", "2, 3 and 4", "hearts/spades": three kinds or more, or two with a stroke between them.
pub(super) fn listing(card: Which, joins: AndJoins, words: &mut Tokens<'_>) -> Read<Formula> {
    let one = |words: &mut Tokens<'_>| kind(card, words);
    let first = one(words)?;
    if is_ahead(words, &["/"]) {
        let others: Vec<Formula> = repeat(1.., preceded(word("/"), one)).parse_next(words)?;
        return Ok(others.into_iter().fold(first, or));
    }
    let are_nouns = joins == AndJoins::Subjects && ends_in_noun(words);
    let mut others: Vec<Formula> = repeat(1.., preceded(opt(word(",")), one)).parse_next(words)?;
    opt(word(",")).parse_next(words)?;
    let joint = |words: &mut Tokens<'_>| and_joint(joins, words);
    let is_union = alt((word("or").value(true), joint.value(are_nouns))).parse_next(words)?;
    others.push(one(words)?);
    others.into_iter().try_fold(first, |one, other| match is_union {
        true => Ok(or(one, other)),
        false => joined(words, one, other),
    })
}

// What stands between.

pub(super) fn negated<'t>(
    part: impl Parser<Tokens<'t>, Formula, ErrMode<Missing>>,
) -> impl Parser<Tokens<'t>, Formula, ErrMode<Missing>> {
    preceded(word("not"), part).map(not)
}

pub(super) fn bracketed<'t>(
    part: impl Parser<Tokens<'t>, Formula, ErrMode<Missing>>,
) -> impl Parser<Tokens<'t>, Formula, ErrMode<Missing>> {
    (word("("), within(part), word(")")).map(|((), part, ())| part)
}

/// This word, unless a new statement begins after it: "red must be odd and black even" goes on, "… and black must be
/// even" does not.
pub(super) fn joined_by<'t>(joint: &'static str) -> impl Parser<Tokens<'t>, (), ErrMode<Missing>> {
    move |words: &mut Tokens<'t>| {
        if !is_ahead(words, &[joint]) || starts_anew(words) {
            return missing(words);
        }
        words.next_token();
        Ok(())
    }
}

/// "or", ", or".
pub(super) fn or_joint(words: &mut Tokens<'_>) -> Read<()> {
    preceded(opt(word(",")), word("or")).parse_next(words)
}

/// Whether a statement of its own begins after the next word.
pub(super) fn starts_anew(words: &Tokens<'_>) -> bool {
    const GOES_ON: [&str; 13] =
        ["must", "is", "was", "has", "can", "follow", "followed-by", "by", "->", "only", "after", "on", "if"];
    let subject = |words: &mut Tokens<'_>| {
        words.next_token();
        // "… and cards 4, 8, 12 and so on are diamonds"
        if opt((word("card"), number, word(","), number)).parse_next(words)?.is_some() {
            return Ok(());
        }
        kind(Which::Next, words)?;
        if is_ahead(words, &GOES_ON) { Ok(()) } else { missing(words) }
    };
    ahead(words, subject).is_some()
}
