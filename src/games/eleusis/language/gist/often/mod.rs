//! Rules as people often tell them, whatever words they choose: cards that are always right beside a bound for the others, two groups that
//! take turns, what one kind of cards may be laid on, neighbours in rank, the last two cards. Each is recognised by the words that it
//! cannot do without, and only offered.

mod by_cases;
mod by_example;
mod by_last;
mod by_place;
mod by_steps;
mod cards;
mod each_kind;
mod far_back;
mod features;
mod in_turn;
mod places;
mod ranges;

use super::among::has;
use super::{KINDS, spoken};

/// Of shorter texts near sentences say more.
const FEWEST_WORDS: usize = 4;

const STEPS: [&str; 6] = ["higher", "lower", "rise", "fall", "above", "below"];

/// In the order in which they are tried.
const RECOGNISERS: [fn(&OftenTold) -> Option<String>; 35] = [
    OftenTold::alike_by_examples,
    OftenTold::swapped,
    OftenTold::bounded_kind,
    OftenTold::bounded_by_kind,
    OftenTold::kind_and_others,
    OftenTold::colours_with_parities,
    OftenTold::alike_in_values,
    OftenTold::one_of_two,
    OftenTold::only_on,
    OftenTold::takes_turns,
    OftenTold::like_a_card_by_values,
    OftenTold::unlike_the_last_two,
    OftenTold::unlike_each_of_two,
    OftenTold::like_the_card_before,
    OftenTold::like_the_third_last,
    OftenTold::rank_by_place,
    OftenTold::parity_by_place,
    OftenTold::parity_of_two,
    OftenTold::bounded_total,
    OftenTold::up_and_round,
    OftenTold::bounded_one_way,
    OftenTold::neighbours,
    OftenTold::places,
    OftenTold::multiple,
    OftenTold::prime,
    OftenTold::between_two,
    OftenTold::listed,
    OftenTold::after_each,
    OftenTold::in_two_cases,
    OftenTold::alike_in_one_of_two,
    OftenTold::one_feature_alike,
    OftenTold::kind_bounded,
    OftenTold::united,
    OftenTold::all_but,
    OftenTold::cycle,
];

/// A text as it is looked through here.
pub(super) struct OftenTold {
    /// Without chatter, in the words of the grammar.
    words: Vec<String>,
    /// The same in its own words, in small letters.
    said: String,
    /// All of the text, in small letters.
    whole: String,
}

/// The rule that a part of a text seems to tell.
pub(super) fn rule(part: &str, whole: &str) -> Option<String> {
    let told = OftenTold { words: spoken::words(part), said: small(part), whole: small(whole) };
    let recognised = || RECOGNISERS.iter().find_map(|recognise| recognise(&told));
    if told.words.len() < FEWEST_WORDS { None } else { recognised() }
}

fn small(text: &str) -> String {
    text.replace('’', "'").to_ascii_lowercase()
}

impl OftenTold {
    fn has(&self, wanted: &[&str]) -> bool {
        has(&self.words, wanted)
    }

    /// Whether one of these stands in it as it was put.
    fn says(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.said.contains(phrase))
    }

    fn kinds(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).filter(|word| KINDS.contains(word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::eleusis::language::Rule;

    fn assert_told(told: &[(&str, &str)]) {
        let found = |text: &str| rule(text, text).unwrap_or_default();
        let wrong = told.iter().filter(|(text, about)| found(text) != *about);
        let wrong: Vec<(&str, String)> = wrong.map(|(text, _)| (*text, found(text))).collect();
        assert_eq!(wrong, []);
        assert!(told.iter().all(|(_, about)| about.parse::<Rule>().is_ok()));
    }

    #[test]
    fn what_cards_may_be_by_themselves_is_recognised() {
        assert_told(&[
            ("any black is ok red only over 9", "black or 10 to king"),
            (
                "Blacks are never a problem, but a heart or a diamond can't be a six or anything above",
                "black or ace to 5",
            ),
            (
                "Allowed are the black cards with pair number and the red cards with odd number",
                "black and even or red and odd",
            ),
            ("The rank has to be divided by four without remainder.", "multiple of 4"),
            ("Legal ranks are 2, 5 and 8. All other ranks are illegal.", "2 or 5 or 8"),
            ("just the cards from three until seven, both included", "3 to 7"),
            ("Spades, hearts, clubs only.", "spade or heart or club"),
            ("a four, a nine, or any rank in between", "4 to 9"),
            ("only cards from the three up to and including the eight may be laid", "3 to 8"),
            ("It has to be a prime number, the jack and the king count as well", "prime"),
        ]);
    }

    #[test]
    fn one_kind_and_all_others_are_recognised() {
        assert_told(&[
            ("red faces and black nonfaces thats it", "if face then red else black"),
            ("Hearts must be even; all other cards, aces included, must be odd.", "if heart then even else odd"),
            ("Clubs are only from two until six allowed, the other suits always.", "not club or 2 to 6"),
            ("Any card may be played, provided its rank is neither 3 nor king.", "not (3 or king)"),
            ("The admissible set is the union of the spades and the face cards.", "spade or face"),
        ]);
        assert_eq!(rule("only queens and sevens are right, all others are refused", ""), None);
    }

    #[test]
    fn two_cases_are_recognised() {
        assert_told(&[
            (
                "the 2nd, the 4th, the 6th and all your even spots are lower than the one before, and the odd spots higher",
                "if position is even then rank < last else rank > last",
            ),
            (
                "last black then same or higher last red then same or lowr",
                "if last is black then rank >= last else rank <= last",
            ),
            (
                "Every fifth card has to be a jack, queen or king, and all the other cards must not be.",
                "if position is multiple of 5 then face else not face",
            ),
            (
                "The parity of a card must match the parity of its position in the line",
                "if position is odd then odd else even",
            ),
            ("two blacks tehn a red then two blacks then a red and so on", "repeat black black red"),
        ]);
    }

    #[test]
    fn what_the_last_card_allows_is_recognised() {
        assert_told(&[
            (
                "A spade may be laid only upon another spade or upon a queen; the other suits at any time.",
                "if spade then last is spade or last is queen else red or black",
            ),
            (
                "For playing a heart, the last card must be a club; others are free",
                "if heart then last is club else red or black",
            ),
            ("after black 5 or up after red 4 or down", "if last is black then 5 to king else ace to 4"),
            ("red after an odd card black after everything else", "if last is odd then red else black"),
            ("even then go lower odd then go higher", "if last is even then rank < last else rank > last"),
        ]);
        assert_told(&[("if it is red it must be odd, if black even", "red and odd or black and even")]);
    }

    #[test]
    fn what_takes_turns_is_recognised() {
        assert_told(&[
            ("Picture cards and plain cards one after another, by turns", "if last is face then not face else face"),
            ("Odds and evens take turns, whichever you start with", "parity differs from last"),
            (
                "Minor suits (clubs, diamonds) and major suits (hearts, spades) take turns.",
                "if last is club or last is diamond then heart or spade else club or diamond",
            ),
            ("Exactly one of any two adjacent cards is a court card", "if last is face then not face else face"),
            (
                "Alternate low and high cards, where ace through five are low and six through king are high.",
                "if last is ace to 5 then 6 to king else ace to 5",
            ),
            (
                "Starter = card 1, any colour. Card 2 black, 3 red, 4 black, 5 black, 6 red, etc.",
                "if position is multiple of 3 then red else black",
            ),
            (
                "The first card doesn't count, then the second is black, the third red, after that black black red",
                "if position is multiple of 3 then red else black",
            ),
        ]);
        assert_eq!(rule("three number cards, then a face card, and so on", ""), None);
    }

    #[test]
    fn how_far_cards_are_is_recognised() {
        assert_told(&[
            ("Plus one or minus one in rank, and K and A are neighbours", "1 above or below last, wrapping"),
            ("one up or one down from the last card, but king and ace are not adjacent", "1 above or below last"),
            ("go up by at most 4, going down or staying the same is fine", "rank <= last or 1 to 4 above last"),
            ("you may drop down two at most, same or higher always OK", "rank >= last or 1 to 2 below last"),
            ("The rank must be less than or equal to the last rank plus two.", "rank <= last or 1 to 2 above last"),
            ("You add 4 to the last card, and past the king you keep counting from the ace.", "4 above last, wrapping"),
            ("the number on the card cant be less than its spot in the line", "rank >= position"),
            ("Subtract the smaller of the two cards; an odd number is illegal", "difference with last is even"),
            (
                "one up or one donw from last card king and ace are next to each other",
                "1 above or below last, wrapping",
            ),
            (
                "When one multiplies the new card with the last one, not more than thirty",
                "product with last is at most 30",
            ),
        ]);
    }

    #[test]
    fn what_is_alike_is_recognised() {
        assert_told(&[
            ("Avoid the colours of the last two cards.", "colour differs from last and not colour same as before"),
            ("it must bear the suit of the card two places ahead of it", "not suit differs from before"),
            ("Adjacent cards agree in at least one of suit and rank", "suit or rank same as last"),
            ("No rank may immediately follow itself", "rank differs from last"),
            ("see whether the last one is red or black, and yours has to be the same", "colour same as last"),
            ("you can't put a five on a five or a queen on a queen, that sort of thing", "rank differs from last"),
            (
                "if there's a heart you put a club, if there's a club a heart, same deal with spades and diamonds",
                "if last is heart then club else if last is club then heart else if last is spade then diamond else spade",
            ),
            ("never the colour of the third card counted from the end", "not colour same as third last"),
            ("it may be of no other suit than the third card from the end", "not suit differs from third last"),
            ("odd or even same as the card befor the last one", "not parity differs from before"),
            (
                "Count back three cards: if that one's red you play black and if that one's black you play red",
                "not colour same as third last",
            ),
            (
                "its suit must differ both from that of the last card and from that of the last but one",
                "suit differs from last and not suit same as before",
            ),
        ]);
    }
}
