//! Rules of Eleusis Express in the words of people who have not seen the grammar, each with the rule that is meant, as
//! the language writes it. "?" stands where several things may be meant, or something that the language cannot say.
//!
//! The grammar was built against one half. The other was put aside until it was done: at the first reading 93 of its
//! 104 sentences were read as they are meant, and two wrongly, for the same reason, which was mended then. It is no
//! list to build against.

use std::collections::BTreeSet;

use parlour::cards::Card;
use parlour::games::eleusis::language::{Automaton, Rule, difference};

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

const BUILT_AGAINST: &str = include_str!("wordings/built_against.txt");
const PUT_ASIDE: &str = include_str!("wordings/put_aside.txt");
/// Thirty rules, each in many ways: sums, positions, cycles of comparisons, suits by their rank, cards three back, counts. Written for this
/// test by two who had not seen the grammar; of the second file 95 of 240 sentences were read as they are meant when it was first
/// opened, and six wrongly.
const MANY_WAYS: [&str; 2] = [include_str!("wordings/many_ways.txt"), include_str!("wordings/more_ways.txt")];
/// Thirty-six other rules, each as six people put it. At the first reading, after all that the two files before had taught, 44 of these 216
/// sentences were read as they are meant and two wrongly, which was mended, and for 50 more what is meant was offered. What sentences are
/// about was built against it later.
const SIX_PEOPLE: &str = include_str!("wordings/six_people.txt");
/// Thirty-nine rules, each as six others put it, written when that had been built. Of these 234 sentences 55 were read as they are meant at
/// the first reading, one wrongly, which was mended, and for 64 more what is meant was offered; of the formulas among them, what was there
/// had been looked at. It is no list to build against.
const SIX_OTHERS: &str = include_str!("wordings/six_others.txt");
/// Thirty-one rules, each as eight people put it, written when both files before had been looked at. At the first reading 26 of these 248
/// sentences were read as they are meant, none wrongly, and for 63 more what is meant was offered. What is offered by the clauses of a
/// sentence was built against it later.
const EIGHT_PEOPLE: &str = include_str!("wordings/eight_people.txt");
/// Thirty rules, each as eight more put it, written when that had been built. When they were first read, four of these 240 sentences were
/// misunderstood, which was mended; then 144 were read as they are meant, or what is meant was offered. What people often tell was built
/// against it later: now of 95 in a hundred what is meant is read or offered.
const EIGHT_MORE: &str = include_str!("wordings/eight_more.txt");
/// Thirty rules, each as eight others put it, written when that had been built, too. When they were first read, 142 of these 240 sentences
/// were read as they are meant, or what is meant was offered, and two were misunderstood, which was mended. The reader was built against it
/// afterwards, so it no longer tells how others are understood.
const THIRTY_MORE: &str = include_str!("wordings/thirty_more.txt");
/// Forty rules, each in four voices: in haste, with care, tersely, and at length; written when that had been built. When they were first read,
/// one of these 160 sentences was misunderstood, which was mended, and 95 were read as they are meant, or what is meant was offered. Only
/// haste and notes on how cards are counted were looked at afterwards.
const FORTY_RULES: &str = include_str!("wordings/forty_rules.txt");
/// About two hundred and sixty rules as six people made them up, written when that had been built. Of the 299 that there were at first, what is
/// meant was read or offered of about 207 when they were first read; four were misunderstood, which was mended. The reader was built against
/// them afterwards; what the language cannot say was left out.
const RULES_OF_MANY: &str = include_str!("wordings/rules_of_many.txt");
/// Two hundred and forty more, as twelve others made them up, in two parts, each written when what the one before had taught was built. Of the
/// second half, of what 28 of 120 say was read when they were first opened, what 47 more say was offered, and none was misunderstood. The last
/// hundred and twenty are of 160 by forty-five others: of the first hundred 29 were read when they were first opened, and of the sixty
/// after them 27. The reader was built against them
/// afterwards; what it does not understand and what the language cannot say was left out.
const RULES_OF_MORE: &str = include_str!("wordings/rules_of_more.txt");
/// With "{a}" for a card of some kind, "{as}" for several and "{A}" for the kind in the language's word; "{b}" and
/// "{c}" likewise.
const OF_ANY_KINDS: &str = include_str!("wordings/of_any_kinds.txt");

/// How a sentence was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Right,
    Refused,
    Wrong,
}

/// Each sentence of a file, and how it is read.
fn readings(file: &'static str) -> Vec<(&'static str, Reading)> {
    let lines = file.lines().map(|line| line.rsplit_once(" => ").unwrap_or_else(|| panic!("no “=>” in {line:?}")));
    lines.map(|(sentence, means)| (sentence, reading(sentence, means))).collect()
}

fn reading(sentence: &str, means: &str) -> Reading {
    let meant = (means != "?").then(|| means.parse::<Rule>().unwrap_or_else(|error| panic!("{means}: {error}")));
    let is_same = |one: &Rule, other: &Rule| difference(&Automaton::of(one), &Automaton::of(other)).is_none();
    match (sentence.parse::<Rule>(), meant) {
        (Ok(read), Some(meant)) if is_same(&read, &meant) => Reading::Right,
        (Ok(_), _) => Reading::Wrong,
        (Err(_), None) => Reading::Right,
        (Err(_), Some(_)) => Reading::Refused,
    }
}

#[test]
fn most_of_what_people_write_is_understood_and_nothing_is_misunderstood() {
    for file in [BUILT_AGAINST, PUT_ASIDE] {
        let readings = readings(file);
        let those = |wanted: Reading| -> Vec<&str> {
            readings.iter().filter(|(_, reading)| *reading == wanted).map(|(sentence, _)| *sentence).collect()
        };
        assert!(readings.len() > 100);
        assert_eq!(those(Reading::Wrong), Vec::<&str>::new());
        let refused = those(Reading::Refused);
        assert!(refused.len() * 100 <= readings.len() * 15, "{} of {}: {refused:#?}", refused.len(), readings.len());
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn of_thirty_rules_each_in_twenty_ways_none_is_misunderstood() {
    for file in MANY_WAYS {
        let readings = readings(file);
        let wrong: Vec<&str> =
            readings.iter().filter(|(_, reading)| *reading == Reading::Wrong).map(|(sentence, _)| *sentence).collect();
        assert_eq!(wrong, Vec::<&str>::new());
        let right = readings.iter().filter(|(_, reading)| *reading == Reading::Right).count();
        assert!(readings.len() > 200 && right * 100 >= 40 * readings.len(), "{right} of {}", readings.len());
    }
}

/// Each was refused before, some with an offer.
#[test]
fn exceptions_cycles_and_bounds_are_read_as_people_put_them() {
    for (sentence, means) in [
        (
            "bigger than the last one, but if the last one is a king you can play anything",
            "last is king or rank > last",
        ),
        (
            "if the last card was a heart play a spade, otherwise you can play whatever you want",
            "if last is heart then spade else red or black",
        ),
        (
            "odd after even, even after odd, and face cards can go anytime",
            "face or (if last is even then odd else even)",
        ),
        (
            "a multiple of three, unless the last card was a multiple of three, in which case play one that is not",
            "if last is multiple of 3 then not multiple of 3 else multiple of 3",
        ),
        (
            "the same suit as the last card whenever the position is divisible by 4, and a different suit otherwise",
            "if position is multiple of 4 then suit same as last else suit differs from last",
        ),
        (
            "you can't play the same colour 3 times in a row",
            "if colour of last same as before then colour differs from last else red or black",
        ),
        (
            "you can't play a face card if any of the last three cards was a face card",
            "if last is face or before is face or third last is face then not face else red or black",
        ),
        ("Always red, red, black.", "repeat red red black"),
        ("suits cycle clubs -> diamonds -> hearts -> spades -> clubs", "repeat club diamond heart spade"),
        ("the sum with the last card must be at least 10 and no more than 18", "sum with last is 10 to 18"),
        ("(rank + previous rank) mod 3 == 0", "sum with last is multiple of 3"),
        (
            "On a black card only primes may be played, on a red card only non-primes.",
            "if last is black then prime else not prime",
        ),
        ("only hearts and clubs allowed", "heart or club"),
        (
            "After a diamond you need a club, after a club you need a diamond, the rest is free.",
            "if last is diamond then club else if last is club then diamond else red or black",
        ),
        ("Last card is odd, play red. Last card is even, play black.", "if last is odd then red else black"),
        (
            "Cards at even positions must be black, cards at odd positions must be red.",
            "if position is even then black else red",
        ),
        ("A spade after a club, otherwise any card but a spade", "if last is club then spade else not spade"),
    ] {
        assert_eq!(reading(sentence, means), Reading::Right, "{sentence}: {:?}", sentence.parse::<Rule>());
    }
    // What stands after a comma may explain the kind before it.
    let explained = "After a court card play a spot card, ace to ten. After a spot card, play anything.";
    assert!(explained.parse::<Rule>().is_err());
    // A cycle goes back to its first.
    let order = "Suits go in the order clubs, diamonds, hearts, and then back to";
    assert_eq!(reading(&format!("{order} clubs"), "repeat club diamond heart"), Reading::Right);
    assert_eq!(reading(&format!("{order} hearts"), "?"), Reading::Right);
}

/// Whether one of the sentences that are offered for one that cannot be read means this.
fn is_offered(sentence: &str, means: &str) -> bool {
    let meant: Rule = means.parse().unwrap_or_else(|error| panic!("{means}: {error}"));
    let is_it = |offered: &String| {
        let rule: Rule = offered.parse().unwrap_or_else(|error| panic!("{offered:?} is offered: {error}"));
        difference(&Automaton::of(&rule), &Automaton::of(&meant)).is_none()
    };
    sentence.parse::<Rule>().is_err_and(|error| error.meant.iter().any(is_it))
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn of_rules_as_many_people_put_them_none_is_misunderstood() {
    // Of each file, the percentage that is read or offered at least.
    let files = [
        (SIX_PEOPLE, 75),
        (SIX_OTHERS, 75),
        (EIGHT_PEOPLE, 75),
        (EIGHT_MORE, 90),
        (THIRTY_MORE, 75),
        (FORTY_RULES, 60),
        (RULES_OF_MANY, 90),
        (RULES_OF_MORE, 90),
    ];
    for (file, least) in files {
        let readings = readings(file);
        let wrong: Vec<&str> =
            readings.iter().filter(|(_, reading)| *reading == Reading::Wrong).map(|(sentence, _)| *sentence).collect();
        assert_eq!(wrong, Vec::<&str>::new());
        let lines = file.lines().filter_map(|line| line.rsplit_once(" => "));
        let is_found = |(said, means): &(&str, &str)| reading(said, means) == Reading::Right || is_offered(said, means);
        let found = lines.filter(is_found).count();
        assert!(found * 100 >= least * readings.len(), "{found} of {}", readings.len());
    }
}

#[test]
fn words_that_mean_the_same_are_read_the_same() {
    for (sentence, means) in [
        (
            "A major must be followed by a minor.",
            "if last is heart or last is spade then club or diamond else red or black",
        ),
        ("The suit coincides with that of the last card.", "suit same as last"),
        ("Knaves and queens are barred.", "not (jack or queen)"),
        ("max 3 away from the last card", "0 to 3 above or below last"),
        ("at a minimum 2 above the last card", "2 to 12 above last"),
        (
            "Following a face card, any card is permissible; otherwise red.",
            "if last is face then red or black else red",
        ),
        ("Where the last card is red, play black, otherwise red", "if last is red then black else red"),
        ("The rank surpasses that of the last card.", "rank > last"),
        ("diff suit from last, lol", "suit differs from last"),
        ("Even-ranked cards only.", "even"),
        ("All cards are welcome with the exception of queens", "not queen"),
        ("Play black upon red and red upon black.", "if last is red then black else red"),
        ("Aces, knaves and fives are admissible, the rest is refused.", "ace or jack or 5"),
        ("red, red, black and so forth", "repeat red red black"),
        ("No hearts except the ace.", "not heart or ace"),
        ("Not the same colour twice in a row, unless it is a face card", "face or colour differs from last"),
        (
            "Not the same colour twice in a row, unless the card you're playing is a jack, queen or king.",
            "face or colour differs from last",
        ),
        ("never two hearts in a row unless the card is an ace", "not heart or ace or not last is heart"),
        ("no face cards except hearts", "not face or heart"),
        ("Never a red card except sevens", "not red or 7"),
        ("no cards except hearts", "heart"),
        ("after red play an even card, after black play an odd 1", "if last is red then even else odd"),
        (
            "When the previous card is odd, put down a red one, otherwise put down a black one",
            "if last is odd then red else black",
        ),
    ] {
        assert_eq!(reading(sentence, means), Reading::Right, "{sentence}");
    }
}

#[test]
fn what_follows_but_after_no_may_be_excepted_or_demanded_and_both_are_offered() {
    for (sentence, excepted, demanded) in [
        ("no face cards but hearts", "not face or heart", "heart and not face"),
        ("no red cards but aces", "not red or ace", "ace and not red"),
    ] {
        let unclear = sentence.parse::<Rule>().expect_err(sentence);
        for meaning in [excepted, demanded] {
            let is_it = |offer: &String| reading(offer, meaning) == Reading::Right;
            assert!(unclear.meant.iter().any(is_it), "{sentence}: {meaning} of {:?}", unclear.meant);
        }
    }
    assert_eq!(reading("not red but even", "even and not red"), Reading::Right);
    assert_eq!(reading("no hearts but no sevens either", "not heart and not 7"), Reading::Right);
}

#[test]
fn what_is_said_of_two_kinds_with_one_verb_is_read_and_what_no_card_could_fulfil_is_not() {
    for (sentence, means) in [
        ("black cards have to be even and red ones odd", "if black then even else odd"),
        ("black cards must be even, red ones odd", "if black then even else odd"),
        ("every third card is a face card, the others are not", "if position is multiple of 3 then face else not face"),
        ("it may be at most 3 away from the previous card, up or down", "0 to 3 above or below last"),
        ("at least 4 apart from the previous card", "4 to 12 above or below last"),
        ("higher than at least one of the last two cards", "rank > last or rank > before"),
        ("any card except hearts, but the queen of hearts is ok", "queen and heart or not heart"),
        ("any card except a diamond, unless it's a face card", "if diamond then face else red or black"),
        ("must match the last card's colour", "colour same as last"),
        ("hearts are always right, but all others must match the last card's rank", "heart or rank same as last"),
        ("no face card on top of another face card", "if last is face then not face else red or black"),
        (
            "you can't play the same suit as either of the last two cards",
            "not (suit same as last or suit same as before)",
        ),
        ("the first five cards are red, from then on black", "if position is at most 5 then red else black"),
        (
            "change the colour or the parity, but not both",
            "if colour differs from last then parity same as last else parity differs from last",
        ),
        (
            "if the last two cards have the same colour then odd, and if their colours are different, even",
            "if colour of last same as before then odd else even",
        ),
    ] {
        assert_eq!(sentence.parse::<Rule>().map(|rule| rule.to_string()).as_deref(), Ok(means), "{sentence}");
    }
    for unclear in [
        "red cards must be odd and black",
        "you can't play the same suit as the last two cards",
        "it must not be higher than the last two cards",
    ] {
        assert!(unclear.parse::<Rule>().is_err(), "{unclear}");
    }
}

#[test]
fn they_and_both_are_the_last_two_cards_where_those_were_named_and_a_line_that_went_up_is_one_of_them_higher() {
    for (sentence, means) in [
        (
            "Whenever the last two cards are one red and one black, play odd. Whenever they're the same colour, play even.",
            "if colour of last same as before then even else odd",
        ),
        (
            "if the last two cards have the same colour switch colour, and if they have different colours stick with the colour of \
             the last one",
            "if colour of last same as before then colour differs from last else colour same as last",
        ),
        (
            "higher than at least one of the last two cards, unless both are kings, in which case anything counts",
            "if last is king and before is king then red or black else rank > last or rank > before",
        ),
        ("bigger then at least one of the last two cards", "rank > last or rank > before"),
        (
            "if the line just went up you have to go down, and if it just went down you have to go up",
            "(if rank of last > before then rank < last else red or black) and (if rank of last < before then rank > last else red or \
             black)",
        ),
        ("if the last card went up, red, otherwise black", "if rank of last > before then red else black"),
        (
            "if the last two cards are red play hearts and they are even",
            "if last is red and before is red then heart and even else red or black",
        ),
    ] {
        let (said, meant) = (sentence.parse::<Rule>(), means.parse::<Rule>().expect("a rule"));
        let said = said.unwrap_or_else(|error| panic!("{sentence}: {error}"));
        let [said, meant] = [said, meant].map(|rule| Automaton::of(&rule));
        let line = "7H 9D 8S 8C 3D 4D KC KS".split(' ').map(card);
        for end in 2..=8 {
            let line = || line.clone().take(end);
            let right = |rule: &Automaton| rule.right(rule.state_after(line()).expect("a card"));
            assert_eq!(right(&said), right(&meant), "{sentence} after {end} cards");
        }
    }
}

#[test]
fn what_may_go_anywhere_what_is_turned_round_and_what_is_counted_is_read() {
    let mut other = Vec::new();
    for (sentence, means) in [
        (
            "An ace can follow anything and anything can follow an ace; otherwise the suit must change",
            "ace or last is ace or suit differs from last",
        ),
        (
            "Anything can go on a king, but apart from that the colour has to stay the same",
            "last is king or colour same as last",
        ),
        ("Diamonds on anything, but any other suit has to be higher than the last card", "diamond or rank > last"),
        (
            "After a red card comes an odd black one and vice versa.",
            "if last is red then odd and black else if last is odd and last is black then red else red or black",
        ),
        (
            "Match exactly one thing of the last card: suit or rank",
            "if suit same as last then rank differs from last else rank same as last",
        ),
        (
            "Exactly one of these two has to change: the colour, or whether it's odd or even",
            "if colour differs from last then parity same as last else parity differs from last",
        ),
        (
            "A heart is only allowed when the last card is even; non-hearts are always allowed",
            "if heart then last is even else red or black",
        ),
        ("No two hearts may touch", "if last is heart then not heart else red or black"),
        ("No card of an even rank may follow a heart", "if last is heart then not even else red or black"),
        ("Only even cards may follow a club", "if last is club then even else red or black"),
        (
            "A club must be followed by one of a red suit, and a heart by one of a black suit",
            "if last is club then red else if last is heart then black else red or black",
        ),
        ("No three cards may go up in a row", "if rank of last > before then rank <= last else red or black"),
        ("No rank may be played twice running", "rank differs from last"),
        (
            "Two spades must never lie side by side, nor may two clubs",
            "not (spade and last is spade) and not (club and last is club)",
        ),
        ("A king must never lie next to a queen", "not (king and last is queen) and not (queen and last is king)"),
        ("A card of the suit of the last card or of a higher rank", "?"),
        ("The card must have the suit of the last card or the rank of the last card", "suit or rank same as last"),
        (
            "It mustn't lie strictly between the last two cards in rank",
            "not (rank > last and rank < before or rank > before and rank < last)",
        ),
        ("The difference to the last card must not be 3 or 4", "not 3 to 4 above or below last"),
        (
            "Its rank must be at most 4 away and its suit must differ from the last card's",
            "0 to 4 above or below last and suit differs from last",
        ),
        (
            "Reject a card if its suit is among the last three cards",
            "not (suit same as last or suit same as before or suit same as third last)",
        ),
        ("Every card must be red unless the two are at least 3 ranks apart", "?"),
        (
            "If the colours match, the two have to be at least 5 ranks apart",
            "if colour same as last then 5 to 12 above or below last else red or black",
        ),
        (
            "A higher card of the same colour or a lower card of a different colour",
            "if colour same as last then rank > last else rank < last",
        ),
        (
            "Higher than the last card if it's the same suit, and lower if it's a different suit",
            "if suit same as last then rank > last else rank < last",
        ),
        (
            "Two odd cards in a row are fine, but not three",
            "if last is odd and before is odd then not odd else red or black",
        ),
        ("An even card needs a black one after it", "if last is even then black else red or black"),
        ("Except after a king, the colour must change", "last is king or colour differs from last"),
        ("higher than the last card or match the last card's suit", "rank > last or suit same as last"),
        ("the last card and the next card rise", "?"),
        ("Deuces are wild; every other card has to match the last card's colour", "2 or colour same as last"),
        ("Hearts must be even, every other card must be red", "?"),
        ("Except after an eight, when it must be odd, play red", "?"),
        ("The rank must be at most two apart from that of the last card", "0 to 2 above or below last"),
    ] {
        if reading(sentence, means) != Reading::Right {
            other.push((sentence, sentence.parse::<Rule>().map(|rule| rule.to_string())));
        }
    }
    assert_eq!(other, Vec::new());
}

#[test]
fn a_word_that_a_sentence_explains_is_offered_with_what_it_explains() {
    let sentence = "No honour (A, K, Q, J or 10) may be played on a face card";
    assert!(is_offered(sentence, "if last is face then 2 to 9 else red or black"), "{:?}", sentence.parse::<Rule>());
}

#[test]
fn whether_between_two_cards_are_their_own_ranks_is_asked_and_what_no_two_cards_can_be_is_refused() {
    let meant = |sentence: &str| sentence.parse::<Rule>().expect_err(sentence);
    let asked = meant("the next card must be in between the last two cards");
    assert_eq!(asked.meant.len(), 2, "{asked}");
    let first = asked.meant[0].parse::<Rule>().map(|rule| Automaton::of(&rule)).expect("a rule");
    let right = |line: &str| first.right(first.state_after(line.split(' ').map(card)).expect("a card"));
    assert_eq!(
        (right("7H").len(), right("7H 9S").len(), right("9S 6H").len()),
        (48, 4, 8),
        "after one card it is free"
    );
    assert!(meant("if the last two cards are red and black then even").why.contains("no card can be all of that"));
}

#[test]
fn what_is_said_in_clauses_that_cannot_be_read_is_offered() {
    for (sentence, means) in [
        (
            "a diamond gets answered by a club, a club by a spade, a spade by a heart and a heart by a diamond",
            "repeat diamond club spade heart",
        ),
        (
            "level or lower each time, but once a jack, queen or king lies there anything at all goes",
            "if last is face then red or black else rank <= last",
        ),
        ("diamonds are barred except right after another diamond", "if diamond then last is diamond else red or black"),
        (
            "clubs are obligatory at every position divisible by four; elsewhere any card may be laid",
            "if position is multiple of 4 then club else red or black",
        ),
        (
            "stay near the last card, at most 4 away in either direction, never the same number",
            "1 to 4 above or below last",
        ),
        ("both cards together should make no more than twenty", "sum with last is at most 20"),
        ("odd then even then odd then even n so on (jack n king r odd, queen is even)", "parity differs from last"),
        (
            "prev A-7: play higher than it. prev 8-K: play lower than it.",
            "if last is ace to 7 then rank > last else rank < last",
        ),
        (
            "Pos 3, 6, 9, ... black; any other pos red (starter = pos 1)",
            "if position is multiple of 3 then black else red",
        ),
        (
            "same suit as the last card, or its value is exactly one more or one less (ace and king are not neighbors).",
            "suit same as last or 1 above or below last",
        ),
        (
            "the new card's suit is neither that of the last card nor that of the card before it",
            "suit differs from last and not suit same as before",
        ),
    ] {
        assert_eq!(reading(sentence, means), Reading::Refused, "{sentence}");
        assert!(is_offered(sentence, means), "{sentence}");
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn of_thirty_rules_each_in_twenty_ways_nine_of_ten_are_understood_or_offered() {
    let lines: Vec<(&str, &str)> =
        MANY_WAYS.iter().flat_map(|file| file.lines()).filter_map(|line| line.split_once(" => ")).collect();
    let found =
        |(sentence, means): &&(&str, &str)| reading(sentence, means) == Reading::Right || is_offered(sentence, means);
    let found = lines.iter().filter(found).count();
    assert!(found * 100 >= 90 * lines.len(), "{found} of {}", lines.len());
}

#[test]
fn what_a_wording_means_is_written_as_the_language_writes_it() {
    for line in BUILT_AGAINST.lines().chain(PUT_ASIDE.lines()) {
        if let Some((_, means)) = line.split_once(" => ").filter(|(_, means)| *means != "?") {
            assert_eq!(means.parse::<Rule>().map(|rule| rule.to_string()).as_deref(), Ok(means));
        }
    }
}

/// A kind of cards: one card, several cards, and how the language writes it.
const KINDS: [[&str; 3]; 6] = [
    ["red card", "red cards", "red"],
    ["heart", "hearts", "heart"],
    ["even card", "even cards", "even"],
    ["face card", "face cards", "face"],
    ["seven", "sevens", "7"],
    ["card over 5", "cards over 5", "6 to king"],
];

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_wording_means_the_same_whatever_kinds_of_cards_are_named_in_it() {
    let written = |text: &str, kinds: [usize; 3]| {
        ["a", "b", "c"].iter().zip(kinds).fold(text.to_owned(), |text, (letter, kind)| {
            let [one, several, plain] = KINDS[kind];
            let text = text.replace(&format!("{{{letter}}}"), one).replace(&format!("{{{letter}s}}"), several);
            text.replace(&format!("{{{}}}", letter.to_uppercase()), plain)
        })
    };
    let (mut wrong, mut refused, mut all) = (Vec::new(), Vec::new(), BTreeSet::new());
    for line in OF_ANY_KINDS.lines() {
        for place in 0..KINDS.len() {
            for (second, third) in [(1, 2), (2, 1), (1, 4), (3, 5)] {
                all.insert(written(line, [place, (place + second) % KINDS.len(), (place + third) % KINDS.len()]));
            }
        }
    }
    for (sentence, means) in all.iter().filter_map(|line| line.split_once(" => ")) {
        match reading(sentence, means) {
            Reading::Right => {}
            Reading::Refused => refused.push(sentence),
            Reading::Wrong => wrong.push(sentence),
        }
    }
    assert_eq!(wrong, Vec::<&str>::new());
    assert!(refused.len() * 100 <= all.len() * 10, "{} of {}: {refused:#?}", refused.len(), all.len());
}
