//! What is said of the next card, of another that is named, or of two.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat, separated_foldl1};
use winnow::stream::Stream;

use super::super::formulas::{and, anything, can_hold, denied, not, or};
use super::super::rule::{Fact, Feature, Formula, RankOrder, Rule, Which};
use super::alike::{comparison, equals};
use super::comparisons::relation;
use super::kinds::{AndJoins, bracketed, joined_by, kind, kinds, listing, negated, or_joint, starts_anew};
use super::named::{FEATURES, card, last_two, of_a_card};
use super::places::place;
use super::stream::{Read, Tokens, ahead, is_ahead, is_behind, is_later, listed, missing, pass, unclear, word, wrong};
use super::totals::total;
use super::verbs::{VerbWords, verb};

/// What may stand before something that is said, and adds nothing to it.
const IDLE: [&str; 8] = ["card", "play", "any", "must", "is", "has", "of", "with"];

/// What is said of one card, or of two.
pub(super) fn fact(words: &mut Tokens<'_>) -> Read<Formula> {
    let several = alt((place, total, two_cards));
    let of_card = alt((of_card, follows));
    let said = alt((several, of_card, of_next, none, neither, neighbours, feature_of_card, list, alone));
    let lead = |words: &mut Tokens<'_>| {
        pass(words, &["card", "any"]);
        Ok(())
    };
    alt((any_except, any_card, two_cards, preceded(lead, said))).parse_next(words)
}

/// "any card", "any card is right", "you can play anything".
fn any_card(words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &["can", "play"]);
    (word("any"), opt(word("card")), opt((word("is"), word("right"))), ends).parse_next(words)?;
    Ok(anything())
}

/// "(otherwise) any card except a heart", at the end of what is said.
fn any_except(words: &mut Tokens<'_>) -> Read<Formula> {
    let is_what_follows = is_behind(words, &["else", "then", ","]);
    pass(words, &["can", "play"]);
    (word("any"), opt(word("card")), word("except")).parse_next(words)?;
    let kind = kinds(Which::Next, words)?;
    if is_what_follows && (words.is_empty() || is_ahead(words, &[",", ".", "else"])) {
        Ok(denied(kind))
    } else {
        missing(words)
    }
}

/// "(must) follow a heart (or be higher than the last card)": what the last card is, where that is one of several ways to be right.
fn follows(words: &mut Tokens<'_>) -> Read<Formula> {
    let is_other_way = is_behind(words, &["or"]);
    (opt(word("must")), word("follow")).parse_next(words)?;
    let last = kinds(Which::Last, words)?;
    if is_other_way || is_ahead(words, &["or"]) { Ok(last) } else { missing(words) }
}

/// Where a part of a sentence ends.
fn ends(words: &mut Tokens<'_>) -> Read<()> {
    const ENDS: [&str; 8] = [",", ".", "else", "except", "if", "after", "and", ")"];
    if words.is_empty() || is_ahead(words, &ENDS) { Ok(()) } else { missing(words) }
}

/// "3, 5 or 7". What "and" would join after it is unclear.
fn list(words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &IDLE);
    let list = listing(Which::Next, AndJoins::Nothing, words)?;
    if is_ahead(words, &["and"]) && !starts_anew(words) { missing(words) } else { Ok(list) }
}

/// "red", "red and higher than last" without "and", "same suit as last".
fn alone(words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &IDLE);
    // "One of non-prime rank"
    if is_behind(words, &["of", "with"]) && opt(word("not")).parse_next(words)?.is_some() {
        return kind(Which::Next, words).map(denied);
    }
    let kind_of_next = |words: &mut Tokens<'_>| kind(Which::Next, words);
    alt((
        |words: &mut Tokens<'_>| related(Which::Next, words),
        (kind_of_next, opt(relation_of_next)).map(|(kind, relation)| match relation {
            Some(relation) => and(kind, relation),
            None => kind,
        }),
    ))
    .parse_next(words)
}

/// "no heart", "no 2, 3 or 4", "no same suit".
fn none(words: &mut Tokens<'_>) -> Read<Formula> {
    word("no").parse_next(words)?;
    // "No card may have the same suit as the last"
    opt((word("card"), word("can"), alt((word("has"), word("is"))))).parse_next(words)?;
    let what = alt((|words: &mut Tokens<'_>| kinds(Which::Next, words), relation_of_next)).parse_next(words)?;
    opt((opt(alt((word("is"), word("can")))), word("right"))).parse_next(words)?;
    if is_ahead(words, &["but"]) && !starts_anew(words) {
        but_kind(&what, words)?;
    }
    // "No hearts, or spades" leaves open whether spades are right.
    if is_ahead(words, &[","]) && is_later(words, 1, &["or"]) { missing(words) } else { Ok(denied(what)) }
}

/// "(no face card) but hearts": they may be excepted, or all that is right.
fn but_kind(what: &Formula, words: &mut Tokens<'_>) -> Read<()> {
    let kind = preceded(word("but"), |words: &mut Tokens<'_>| kinds(Which::Next, words));
    let Some(kind) = opt(kind).parse_next(words)? else { return Ok(()) };
    let meant = [or(kind.clone(), denied(what.clone())), and(kind, denied(what.clone()))].map(Rule::Always);
    unclear(words, "are the cards after “but” an exception, or must every card be one of them?", meant.to_vec())
}

/// "neither red nor odd", "neither the same suit nor the same rank".
fn neither(words: &mut Tokens<'_>) -> Read<Formula> {
    let one = |words: &mut Tokens<'_>| {
        alt((relation_of_next, |words: &mut Tokens<'_>| kind(Which::Next, words))).parse_next(words)
    };
    (word("neither"), one, word("nor"), one).map(|((), one, (), other)| not(or(one, other))).parse_next(words)
}

/// "higher than last", "a higher card of the same suit".
fn related(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let one = relation(card, words)?;
    let more = preceded(alt((word("of"), word("with"))), |words: &mut Tokens<'_>| relation(card, words));
    Ok(opt(more).parse_next(words)?.into_iter().fold(one, and))
}

fn relation_of_next(words: &mut Tokens<'_>) -> Read<Formula> {
    relation(Which::Next, words)
}

/// "last is red", "next must not be the same suit".
fn of_card(words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &["must", "is"]);
    let card = card(words)?;
    let verb = verb(words);
    said_of(card, verb, words)
}

/// "must be red", "is not a heart".
fn of_next(words: &mut Tokens<'_>) -> Read<Formula> {
    if is_ahead(words, &["not"]) {
        return missing(words);
    }
    let verb = verb(words);
    if !verb.is_said {
        return missing(words);
    }
    let said = said_of(Which::Next, verb, words)?;
    if verb.is_negative && goes_on(words) {
        return wrong(
            words,
            "how far “not” reaches is unclear here; write “not (… or …)”, or put “not” before each one",
        );
    }
    Ok(said)
}

/// Whether "or" or "and" follows, and after it no sentence that says of itself what is so.
fn goes_on(words: &Tokens<'_>) -> bool {
    const SAYS_AGAIN: [&str; 8] = ["must", "is", "not", "has", "if", "after", "next", "no"];
    let comma = usize::from(is_ahead(words, &[","]));
    let is_or = is_later(words, comma, &["or"]);
    let is_and = is_ahead(words, &["and"]) && !is_later(words, 1, &SAYS_AGAIN);
    (is_or || is_and) && !starts_anew(words)
}

/// What follows a card that was named.
fn said_of(card: Which, verb: VerbWords, words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &IDLE);
    let relation = |words: &mut Tokens<'_>| {
        let said = related(card, words)?;
        Ok(if verb.is_negative { denied(said) } else { said })
    };
    let being = |words: &mut Tokens<'_>| match verb.is_only {
        true => kinds(card, words).map(|kinds| if verb.is_negative { denied(kinds) } else { kinds }),
        false => being(card, verb, words),
    };
    let feature = |words: &mut Tokens<'_>| {
        let feature = listed(&FEATURES).parse_next(words)?;
        let is_said = self::verb(words).is_said;
        if is_said || feature == Feature::Rank { being(words) } else { missing(words) }
    };
    alt((relation, being, feature)).parse_next(words)
}

/// "last and next are both red", "the last two cards are of the same suit".
fn two_cards(words: &mut Tokens<'_>) -> Read<Formula> {
    let last_two = last_two.value((Which::Last, Which::Before));
    let card_or_next = alt((card, word("card").value(Which::Next)));
    let named = (card_or_next, word("and"), card).map(|(one, (), other)| (one, other));
    // "Neither of the last two cards was red", "one of the last two is a king"
    let of_two = (listed(&[("neither", true), ("no", true), ("1", false), ("any", false)]), word("of"));
    let is_none = opt(of_two).parse_next(words)?.map(|(is_none, ())| is_none);
    if let Some(is_none) = is_none
        && opt((word("last-three"), opt(word("card")))).parse_next(words)?.is_some()
    {
        return any_of(&[Which::Last, Which::Before, Which::ThirdLast], is_none, words);
    }
    let (card, other) = alt((last_two, named)).parse_next(words)?;
    if let Some(is_none) = is_none {
        return any_of(&[card, other], is_none, words);
    }
    let verb = verb(words);
    // "The last two cards climbed"
    let trend = listed(&[("rise", RankOrder::More), ("fall", RankOrder::Less)]);
    if (card, other) == (Which::Last, Which::Before)
        && let Some(order) = opt(trend).parse_next(words)?
    {
        let fact = Formula::Fact(Fact::Rank { card, order, other });
        return Ok(if verb.is_negative { denied(fact) } else { fact });
    }
    let likeness = (listed(&[("match", true), ("differs", false)]), opt(word("in")));
    if let Some(((same, _), comparison)) = opt((likeness, comparison)).parse_next(words)? {
        return Ok(comparison.of(card, other, same != verb.is_negative));
    }
    if !verb.is_said {
        return missing(words);
    }
    pass(words, &IDLE);
    let start = words.checkpoint();
    let sameness = listed(&[("same", true), ("different", false)]);
    if let Some((same, comparison)) = opt((sameness, comparison)).parse_next(words)? {
        return Ok(comparison.of(card, other, same != verb.is_negative));
    }
    let one = being(card, VerbWords::default(), words)?;
    words.reset(&start);
    let both = and(one, being(other, VerbWords::default(), words)?);
    // "The last two cards are red and black": each of them one, hardly each of them both.
    if !can_hold(&both) {
        return wrong(words, "no card can be all of that; say “one red and one black”");
    }
    Ok(if verb.is_negative { not(both) } else { both })
}

/// "(neither of the last two) was red", "(any of the last three) is a king".
fn any_of(cards: &[Which], is_none: bool, words: &mut Tokens<'_>) -> Read<Formula> {
    let verb = verb(words);
    if !verb.is_said || verb.is_negative {
        return missing(words);
    }
    pass(words, &IDLE);
    let start = words.checkpoint();
    let mut any = None;
    for card in cards {
        words.reset(&start);
        let one = being(*card, VerbWords::default(), words)?;
        any = Some(any.map_or(one.clone(), |any| or(any, one)));
    }
    any.map_or_else(|| missing(words), |any| Ok(if is_none { not(any) } else { any }))
}

/// "neighbouring cards have different suits".
fn neighbours(words: &mut Tokens<'_>) -> Read<Formula> {
    word("adjacent").parse_next(words)?;
    let features_follow =
        ahead(words, |words| (comparison, opt(word("must")), word("differs")).void().parse_next(words));
    if features_follow.is_none() {
        pass(words, &["card", "rank"]);
    }
    let verb = verb(words);
    pass(words, &IDLE);
    let said = relation(Which::Next, words)?;
    Ok(if verb.is_negative { denied(said) } else { said })
}

/// "the suit is hearts", "rank of last is odd", "rank >= 5".
fn feature_of_card(words: &mut Tokens<'_>) -> Read<Formula> {
    let feature = listed(&FEATURES).parse_next(words)?;
    let card = opt(of_a_card).parse_next(words)?.unwrap_or(Which::Next);
    let verb = verb(words);
    let is_equal = opt(equals).parse_next(words)?.is_some();
    if !verb.is_said && !is_equal && feature != Feature::Rank {
        return missing(words);
    }
    being(card, verb, words)
}

/// "red", "red or odd", "a heart or a spade, but not a seven": as far as what is said of the same card goes on. A verb
/// that is negative denies what stands before "but".
fn being(card: Which, verb: VerbWords, words: &mut Tokens<'_>) -> Read<Formula> {
    let said = being_any(card, verb.is_negative, words)?;
    let mut said = if verb.is_negative { not(said) } else { said };
    let more = |words: &mut Tokens<'_>| {
        preceded((opt(word(",")), joined_by("but")), |words: &mut Tokens<'_>| being_any(card, verb.is_negative, words))
            .parse_next(words)
    };
    while let Some(other) = opt(more).parse_next(words)? {
        said = and(said, other);
    }
    Ok(said)
}

/// What is denied as a whole does not go on with how cards compare: how far "not" would reach is unclear.
fn being_any(card: Which, is_denied: bool, words: &mut Tokens<'_>) -> Read<Formula> {
    let one = |words: &mut Tokens<'_>| being_one(card, words);
    // "red and even, or red and higher than the last card"
    let compared = |words: &mut Tokens<'_>| {
        let is_open = card == Which::Next && !is_denied;
        if is_open { relation(card, words) } else { missing(words) }
    };
    let all = |words: &mut Tokens<'_>| {
        let first = one(words)?;
        let more: Vec<Formula> = repeat(0.., preceded(joined_by("and"), alt((one, compared)))).parse_next(words)?;
        Ok(more.into_iter().fold(first, and))
    };
    let any =
        |words: &mut Tokens<'_>| separated_foldl1(all, or_joint, |one, (), other| or(one, other)).parse_next(words);
    let list = |words: &mut Tokens<'_>| listing(card, AndJoins::Kinds, words);
    alt((list, any)).parse_next(words)
}

fn being_one(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let again = |words: &mut Tokens<'_>| being_one(card, words);
    let inner = |words: &mut Tokens<'_>| being(card, VerbWords::default(), words);
    let alone = |words: &mut Tokens<'_>| {
        pass(words, &IDLE);
        kind(card, words)
    };
    alt((preceded(opt(word("is")), negated(again)), bracketed(inner), alone)).parse_next(words)
}
