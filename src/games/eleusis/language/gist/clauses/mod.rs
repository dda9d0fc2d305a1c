//! What a sentence seems to say in its clauses: which cards come after which, what some cards must be, what else is right. Its pieces
//! are put together as people mostly mean them, which is a guess, and only offered.

mod by_kind;
mod by_sign;
mod reader;
mod said;

use self::reader::ClauseReader;
use crate::games::eleusis::language::rule::Rule;
use crate::games::eleusis::language::tokens::Token;

/// What these words seem to say.
pub(super) fn rule(words: &[String]) -> Option<Rule> {
    let words: Vec<Token> = words.iter().map(|text| Token { text: text.clone(), at: 0..0 }).collect();
    let mut reader = ClauseReader::of(&words);
    while reader.at < reader.pieces.len() {
        let from = reader.at;
        reader.pass_between();
        reader.said.begin_clause();
        reader.clause();
        reader.said.end_clause();
        // Nothing is read twice.
        if reader.at <= from {
            reader.at = from + 1;
        }
    }
    reader.said.together().map(Rule::Always)
}

#[cfg(test)]
mod tests {
    use super::super::in_clauses;
    use crate::games::eleusis::language::Rule;

    #[test]
    fn what_follows_what_is_put_together_from_clauses() {
        for (text, about) in [
            (
                "a diamond gets answered by a club, a club by a spade, a spade by a heart and a heart by a diamond",
                "if last is diamond then club else if last is club then spade else if last is spade then heart else diamond",
            ),
            (
                "once a picture card was put down a spade has to follow, otherwise black on evens and red on odds",
                "if last is face then spade else if last is even then black else red",
            ),
            (
                "If the previous card is a club or a spade, the next must be a heart, and vice versa.",
                "if last is club or last is spade then heart else if last is heart then club or spade else red or black",
            ),
            (
                "level or lower each time, but once a jack, queen or king lies there anything at all goes",
                "if last is face then red or black else rank <= last",
            ),
            (
                "no hearts ever, and dont put a club straight onto a diamond, the rest is cool",
                "(if last is diamond then not club else red or black) and not heart",
            ),
            (
                "diamonds are barred except right after another diamond",
                "if diamond then last is diamond else red or black",
            ),
            (
                "hearts climb above the last card and clubs fall below the last card, others as you like",
                "if heart then rank > last else if club then rank < last else red or black",
            ),
            ("Fives, tens and kings of any suit will do, and so will every club.", "5 or 10 or king or club"),
            (
                "small cards (ace to five) after big ones (six to king) and the other way round",
                "if last is 6 to king then ace to 5 else 6 to king",
            ),
            ("A face card must never sit right beside another face card, haha.", "not (face and last is face)"),
            (
                "Should the last card be nine or more, the next must be eight or less; otherwise it must be nine or more.",
                "if last is 9 to king then ace to 8 else 9 to king",
            ),
            (
                "on even places hearts are compulsory, elsewhere whatever you like",
                "if position is even then heart else red or black",
            ),
            (
                "clubs are obligatory at every position divisible by four; elsewhere any card may be laid",
                "if position is multiple of 4 then club else red or black",
            ),
            ("spades are always fine, anything else has to be lower than the last card", "spade or rank < last"),
            (
                "It is right if it is the same suit as the last card or if it is a lower number.",
                "suit same as last or rank < last",
            ),
            (
                "One has to keep the same colour as the last card or else go lower than it",
                "colour same as last or rank < last",
            ),
            (
                "An odd card is not permitted after an odd card, nor is an even card after an even card.",
                "not (odd and last is odd) and not (even and last is even)",
            ),
        ] {
            assert_eq!(in_clauses(text).as_deref(), Some(about), "{text}");
            assert_eq!(about.parse::<Rule>().map(|rule| rule.to_string()).as_deref(), Ok(about));
        }
    }

    #[test]
    fn of_fewer_words_and_of_nothing_nothing_is_said() {
        for text in ["red blak", "rnak same as last", "it is a lovely day to play cards with friends"] {
            assert_eq!(in_clauses(text), None, "{text}");
        }
    }
}
