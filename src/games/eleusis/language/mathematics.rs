//! What mathematicians write: "r(new) ≡ r(last) ± 1 (mod 13)", "suit(n) ≠ suit(n−1)", "rank ∉ {7, Q}". It is read here; what
//! relations of ranks come to in words, [`relations`](super::relations) reckons.

use super::relations::{HIGHEST, RankRelation, RankTerm, RelationSign, TermSign, of_card};
use super::rule::{Fact, Feature, Features, Likeness, RankOrder, Which};
use super::tokens::{Token, tokens};

/// More than these nobody writes.
const MOST_FORKS: usize = 3;

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
