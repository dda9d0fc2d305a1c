//! Eleusis Express: the language of secret rules, what rules mean, and the game.

use std::collections::BTreeSet;

use parlour::cards::{Card, CardSet, Rank, Suit};
use parlour::engine::rng::GameRng;
use parlour::games::eleusis::advice::RuleAdvice;
use parlour::games::eleusis::composer::compose;
use parlour::games::eleusis::language::{
    Arithmetic, Automaton, CardColour, Fact, Feature, Features, Formula, Likeness, LineEnd, NumberKind, Property,
    RankOrder, RankSteps, Rule, Way, Which, difference,
};
use parlour::games::eleusis::secrets::{self, RuleGrade, SecretRule};
use proptest::prelude::*;

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn is_same(one: &str, other: &str) -> bool {
    difference(&Automaton::of(&rule(one)), &Automaton::of(&rule(other))).is_none()
}

/// A rule of the language at random, of small parts.
fn random_rule(rng: &mut GameRng) -> Rule {
    match rng.below(6) {
        0 => Rule::Repeat((0..2 + rng.below(5)).map(|_| item(rng)).collect()),
        _ => Rule::Always(formula(rng, 2)),
    }
}

/// One of a cycle: what a card is by itself, or against the last.
fn item(rng: &mut GameRng) -> Formula {
    if rng.below(3) > 0 {
        return Formula::Fact(Fact::Is(Which::Next, property(rng)));
    }
    let mut formulas = std::iter::repeat_with(|| formula(rng, 1));
    let is_plain = |formula: &Formula| {
        let looks_back = formula.looks_at(Which::Before) || formula.looks_at(Which::ThirdLast);
        !looks_back && !formula.facts().iter().any(|fact| fact.counts())
    };
    formulas.find(is_plain).expect("as many as it takes")
}

fn formula(rng: &mut GameRng, deep: u32) -> Formula {
    let part = |rng: &mut GameRng| Box::new(formula(rng, deep - 1));
    match if deep == 0 { 0 } else { rng.below(7) } {
        0..=2 => Formula::Fact(fact(rng)),
        3 => Formula::Not(part(rng)),
        4 => Formula::And(part(rng), part(rng)),
        5 => Formula::Or(part(rng), part(rng)),
        _ => Formula::If(part(rng), part(rng), part(rng)),
    }
}

fn property(rng: &mut GameRng) -> Property {
    let rank = |rng: &mut GameRng| Rank::new(1 + rng.below(13) as u8).expect("a rank");
    match rng.below(9) {
        0 => Property::Colour(if rng.below(2) == 0 { CardColour::Red } else { CardColour::Black }),
        1 => Property::Suit(Suit::ALL[rng.below(4) as usize]),
        2 => Property::Odd,
        3 => Property::Even,
        4 => Property::Face,
        5 => Property::Multiple(3 + rng.below(4) as u8),
        6 => Property::Prime,
        7 => {
            let by = 3 + rng.below(4) as u8;
            Property::Remainder(by, 1 + rng.below(u32::from(by) - 1) as u8)
        }
        _ => {
            let (one, other) = (rank(rng), rank(rng));
            Property::Ranks(one.min(other), one.max(other))
        }
    }
}

fn fact(rng: &mut GameRng) -> Fact {
    let pairs = [(Which::Next, Which::Last), (Which::Next, Which::Before), (Which::Last, Which::Before)];
    let (card, mut other) = pairs[if rng.below(3) == 0 { 1 + rng.below(2) as usize } else { 0 }];
    if rng.below(12) == 0 {
        other = Which::ThirdLast;
    }
    match rng.below(7) {
        0 => Fact::Is([Which::Next, Which::Next, Which::Last, Which::Before][rng.below(4) as usize], property(rng)),
        1 => {
            let [one, two] = [0, 1].map(|_| Feature::ALL[rng.below(4) as usize]);
            let features = Features::only(one).with(two);
            let all = [Likeness::AnySame, Likeness::AllSame, Likeness::AnyDiffers, Likeness::AllDiffer];
            // Of one feature "any" and "all" say the same; the one that is written.
            let likeness = match (all[rng.below(4) as usize], one == two) {
                (Likeness::AllSame, true) => Likeness::AnySame,
                (Likeness::AnyDiffers, true) => Likeness::AllDiffer,
                (likeness, _) => likeness,
            };
            Fact::Likeness { card, other, features, likeness }
        }
        2 => {
            let order =
                [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More][rng.below(4) as usize];
            Fact::Rank { card, order, other }
        }
        3 => {
            let (one, two) = (rng.below(30) as u8, rng.below(30) as u8);
            let between = NumberKind::Between(one.min(two), one.max(two));
            let by = 3 + rng.below(11) as u8;
            let (multiple, remainder) =
                (NumberKind::Multiple(by), NumberKind::Remainder(by, 1 + rng.below(u32::from(by) - 1) as u8));
            let kinds = [NumberKind::Odd, NumberKind::Even, NumberKind::Prime, multiple, remainder, between];
            let (arithmetic, kinds) = match rng.below(4) {
                0 => (Arithmetic::Sum, &kinds[..]),
                1 => (Arithmetic::Product, &kinds[..]),
                2 => (Arithmetic::Remainder, &kinds[..]),
                // How far cards are apart is said in ranks above or below.
                _ => (Arithmetic::Difference, &kinds[..5]),
            };
            Fact::Total { card, arithmetic, other, kind: kinds[rng.below(kinds.len() as u32) as usize] }
        }
        4 => {
            let order =
                [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More][rng.below(4) as usize];
            if rng.below(2) == 0 { Fact::SuitOrder { card, order, other } } else { Fact::RankByPlace(order) }
        }
        5 => {
            let by = 3 + rng.below(3) as u8;
            let (from, to) = (rng.below(5) as u8, 5 + rng.below(4) as u8);
            let all = [NumberKind::Odd, NumberKind::Even, NumberKind::Multiple(by), NumberKind::Remainder(by, 1)];
            let all = [&all[..], &[NumberKind::Between(from, to)]].concat();
            Fact::Place(all[rng.below(5) as usize])
        }
        _ => {
            let (one, two) = (rng.below(13) as u8, rng.below(13) as u8);
            let way = [Way::Above, Way::Below, Way::Either][rng.below(3) as usize];
            let steps = RankSteps { from: one.min(two), to: one.max(two), way, wraps: rng.below(2) == 0 };
            Fact::Steps { card, steps, other }
        }
    }
}

/// Makes up this many rules of each grade; at least so many of them must differ.
fn make_up_rules(count: u64, least: [usize; 4]) {
    for (grade, least) in RuleGrade::ALL.into_iter().zip(least) {
        let mut found = BTreeSet::new();
        for number in 0..count {
            let rule = compose(grade, &mut GameRng::from_number(number)).expect("a rule");
            assert_eq!(RuleAdvice::of(&Automaton::of(&rule)).problems(), Vec::<String>::new(), "{rule}");
            found.insert(rule);
        }
        assert!(found.len() >= least, "{}: {} rules", grade.word(), found.len());
    }
}

#[test]
fn of_every_grade_many_rules_are_made_up_and_the_rulebook_has_nothing_against_them() {
    make_up_rules(40, [20, 25, 25, 25]);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn of_four_hundred_rules_made_up_in_every_grade_the_rulebook_has_something_against_none() {
    make_up_rules(400, [60, 150, 100, 150]);
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn every_rule_is_written_in_one_way_that_reads_back() {
    let mut rng = GameRng::from_number(1);
    for _ in 0..50_000 {
        let made = random_rule(&mut rng);
        let text = made.to_string();
        let read = text.parse::<Rule>();
        if read.as_ref().is_err_and(|error| error.why.contains("remember too much")) {
            continue;
        }
        assert_eq!(read.as_ref().map(Rule::to_string), Ok(text.clone()), "{made:?}");
        assert_eq!(read, Ok(made), "{text}");
    }
}

#[test]
fn ranks_that_are_evenly_apart_are_ranks_and_no_positions() {
    let is = |rank: u8| {
        let rank = Rank::new(rank).expect("a rank");
        Box::new(Formula::Fact(Fact::Is(Which::Next, Property::Ranks(rank, rank))))
    };
    for (from, apart) in (1..=13).flat_map(|from| (1..=6).map(move |apart| (from, apart))) {
        let mut ranks = (from..=13).step_by(apart).map(is);
        let first = ranks.next().expect("a rank");
        let made = Rule::Always(*ranks.fold(first, |one, other| Box::new(Formula::Or(one, other))));
        assert_eq!(made.to_string().parse(), Ok(made));
    }
}

#[test]
fn the_rulebooks_easy_rules() {
    let right = |text: &str, mainline: &[&str], next: &str| {
        let automaton = Automaton::of(&rule(text));
        let state = automaton.state_after(mainline.iter().map(|text| card(text))).expect("a mainline");
        automaton.right(state).contains(card(next))
    };
    let opposite = "colour differs from last";
    assert!(right(opposite, &["KS"], "2H") && !right(opposite, &["KS"], "2C"));
    let order = "suits in order spades hearts clubs diamonds";
    assert!(right(order, &["KS"], "2H") && right(order, &["KD"], "9S") && !right(order, &["KH"], "9D"));
    assert!(right(order, &["KC", "2D", "3S"], "4H"));
    let cycle = "repeat red red red black black black";
    assert!(right(cycle, &["2H", "3D"], "4H") && !right(cycle, &["2H", "3D", "4H"], "5H"));
    assert!(right(cycle, &["2H", "3D", "4H"], "5S") && right(cycle, &["2S", "3C", "4C"], "5H"));
    let parity = "if last is even then odd else even";
    assert!(right(parity, &["QS"], "JH") && right(parity, &["KS"], "QH") && !right(parity, &["QS"], "2H"));
    let halves = "if last is 1 to 7 then 8 to king else 1 to 7";
    assert!(right(halves, &["7S"], "8S") && right(halves, &["8S"], "AS") && !right(halves, &["KS"], "8S"));
    let above = "next is 1 to 3 above last, wrapping";
    assert!(right(above, &["KS"], "AH") && right(above, &["KS"], "3H") && !right(above, &["KS"], "4H"));
    assert!(!right(above, &["5S"], "5H") && right(above, &["5S"], "8H"));
}

#[test]
fn the_rulebooks_hard_rules() {
    let right = |text: &str, last: &str, next: &str| {
        let automaton = Automaton::of(&rule(text));
        automaton.right(automaton.start(card(last))).contains(card(next))
    };
    let colours = "if last is odd then red else black";
    assert!(right(colours, "AS", "2H") && right(colours, "QH", "2S") && !right(colours, "JH", "2S"));
    let alike = "suit or rank same as last";
    assert!(right(alike, "7H", "7S") && right(alike, "7H", "2H") && !right(alike, "7H", "2S"));
    let by_colour = "if last is black then rank <= last else rank >= last";
    assert!(right(by_colour, "7S", "7H") && right(by_colour, "7S", "AH") && !right(by_colour, "7S", "8H"));
    assert!(right(by_colour, "7D", "KH") && !right(by_colour, "7D", "6H"));
}

#[test]
fn a_cycle_begins_where_the_first_card_fits_it() {
    let automaton = Automaton::of(&rule("repeat heart spade face"));
    let next = |first: &str| automaton.right(automaton.start(card(first)));
    assert!(next("2H").contains(card("3S")) && !next("2H").contains(card("3H")));
    assert!(next("KH").contains(card("3S")), "the first of those that it fits");
    assert!(next("2S").contains(card("KD")) && next("KD").contains(card("2H")));
    assert!(next("2D").contains(card("2H")), "what fits none stands before the cycle");
}

#[test]
fn what_is_said_of_a_card_that_is_not_there_is_not_true() {
    let automaton = Automaton::of(&rule("if suit of last same as before then red else black"));
    let first = automaton.right(automaton.start(card("2H")));
    assert!(first.len() == 26 && first.contains(card("2S")));
    let differs = Automaton::of(&rule("suit differs from before"));
    assert!(differs.right(differs.start(card("2H"))).is_empty());
    let not_same = Automaton::of(&rule("not suit same as before"));
    assert_eq!(not_same.right(not_same.start(card("2H"))), CardSet::FULL);
}

#[test]
fn rules_are_the_same_by_what_they_mean() {
    for (one, other) in [
        ("colour differs from last", "if last is red then black else red"),
        ("if last is even then odd else even", "parity differs from last"),
        ("rank >= last", "not rank < last"),
        ("suit or rank same as last", "not suit and rank differ from last"),
        ("suits in order spades hearts clubs diamonds", "repeat spade heart club diamond"),
        ("1 to 3 above last, wrapping", "10 to 12 below last, wrapping"),
        (
            "if last is spade then heart else if last is heart then club else if last is club then diamond else spade",
            "repeat spade heart club diamond",
        ),
    ] {
        assert!(is_same(one, other), "{one} | {other}");
    }
    assert!(!is_same("repeat red black", "repeat black red red"));
    // Many things that a card is not stand side by side, and lie no deeper.
    let flat: Vec<String> = (2..=10).chain(2..=10).map(|rank| format!("not {rank}")).collect();
    assert!(is_same(&flat.join(" and "), "ace or jack to king"));
    assert!(!is_same("red", "heart or diamond and not 2"));
}

#[test]
fn a_wrong_guess_is_shown_by_a_shortest_mainline() {
    let (one, other) = ("repeat red red red black black black", "repeat red red red black black black red");
    let found = difference(&Automaton::of(&rule(one)), &Automaton::of(&rule(other))).expect("a difference");
    // The first card may already be the last black one.
    for automaton in [one, other].map(|text| Automaton::of(&rule(text))) {
        assert!(automaton.state_after(found.mainline.iter().copied()).is_some());
    }
    assert_eq!(found.mainline.len(), 6, "{found:?}");
}

/// What both rules allow after every mainline of at most so many cards; the first mainline that tells them apart.
fn by_force(one: &Automaton, other: &Automaton, longest: usize) -> Option<usize> {
    let mut pairs: BTreeSet<_> = Card::all().map(|card| (one.start(card), other.start(card))).collect();
    for length in 1..=longest {
        let mut next = BTreeSet::new();
        for (state, against) in &pairs {
            if one.right(*state) != other.right(*against) {
                return Some(length);
            }
            next.extend(one.right(*state).iter().map(|card| (one.after(*state, card), other.after(*against, card))));
        }
        pairs = next;
    }
    None
}

/// The first mainline of at most so many cards that tells two rules apart, by the meaning of their formulas alone, card by card.
fn by_plain_force(one: &Rule, other: &Rule, longest: usize) -> Option<usize> {
    let mut mainlines: Vec<Vec<Card>> = Card::all().map(|card| vec![card]).collect();
    for length in 1..=longest {
        let mut next = Vec::new();
        for mainline in mainlines {
            let right =
                |rule: &Rule| -> Vec<Card> { Card::all().filter(|card| is_right(rule, &mainline, *card)).collect() };
            let (these, those) = (right(one), right(other));
            if these != those {
                return Some(length);
            }
            if length < longest {
                next.extend(
                    these.into_iter().map(|card| mainline.iter().copied().chain([card]).collect::<Vec<Card>>()),
                );
            }
        }
        mainlines = next;
    }
    None
}

/// Whether a card is right after a mainline, as the rules page says it.
fn is_right(rule: &Rule, mainline: &[Card], next: Card) -> bool {
    let back = |cards: usize| mainline.len().checked_sub(cards).map(|place| mainline[place]);
    let place = mainline.len() + 1;
    let at = LineEnd { next: Some(next), last: back(1), before: back(2), third_last: back(3), place };
    match rule {
        Rule::Always(formula) => formula.holds(&at),
        Rule::Repeat(cycle) => {
            let first = LineEnd { next: Some(mainline[0]), ..LineEnd::default() };
            let begins = cycle.iter().position(|item| item.holds(&first)).map_or(0, |place| place + 1);
            cycle[(begins + mainline.len() - 1) % cycle.len()].holds(&at)
        }
    }
}

#[test]
fn what_is_right_after_a_mainline_is_what_the_automaton_says() {
    let mut rng = GameRng::from_number(4);
    let written = secrets::all().map(|(_, secret)| secret.rule().clone());
    let rules: Vec<Rule> = written.chain((0..400).map(|_| random_rule(&mut rng))).collect();
    for rule in &rules {
        let automaton = Automaton::of(rule);
        for length in 1..12 {
            let mainline: Vec<Card> =
                (0..length).filter_map(|_| rng.pick(&Card::all().collect::<Vec<_>>()).copied()).collect();
            let state = automaton.state_after(mainline.iter().copied()).expect("a first card");
            let right = Automaton::right_after(rule, mainline.iter().copied());
            assert_eq!(right, Some(automaton.right(state)), "{rule} after {mainline:?}");
        }
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn equivalence_agrees_with_brute_force_on_a_thousand_pairs() {
    let mut rng = GameRng::from_number(3);
    let (mut same, mut told_apart) = (0, [0; 6]);
    for number in 0..1000 {
        let one = random_rule(&mut rng);
        // Every other pair differs in little, or in wording alone.
        let other = match (number % 4, &one) {
            (0, Rule::Always(formula)) => Rule::Always(Formula::Not(Box::new(Formula::Not(Box::new(formula.clone()))))),
            (1, Rule::Always(formula)) => {
                let more = Formula::Fact(Fact::Is(Which::Last, property(&mut rng)));
                Rule::Always(Formula::And(Box::new(formula.clone()), Box::new(more)))
            }
            // After one card alone nothing is known of the card before the last.
            (2, Rule::Always(formula)) => {
                let before = Formula::Fact(Fact::Is(Which::Before, property(&mut rng)));
                Rule::Always(Formula::If(
                    Box::new(before),
                    Box::new(self::formula(&mut rng, 1)),
                    Box::new(formula.clone()),
                ))
            }
            _ => random_rule(&mut rng),
        };
        let (these, those) = (Automaton::of(&one), Automaton::of(&other));
        let found = difference(&these, &those);
        assert_eq!(found.is_none(), difference(&those, &these).is_none(), "symmetric: {one} | {other}");
        assert_eq!(difference(&these, &these), None, "reflexive: {one}");
        let length = found.as_ref().map(|found| found.mainline.len());
        assert_eq!(by_force(&these, &those, 4), length.filter(|length| *length <= 4), "{one} | {other}");
        match (&found, length) {
            (Some(found), Some(length)) => {
                told_apart[length.min(5)] += 1;
                let (mainline, card) = (&found.mainline, found.card);
                for place in 1..mainline.len() {
                    assert!([&one, &other].iter().all(|rule| is_right(rule, &mainline[..place], mainline[place])));
                }
                assert_eq!(is_right(&one, mainline, card), found.right_for_first, "{one} | {other}");
                assert_eq!(is_right(&other, mainline, card), !found.right_for_first, "{one} | {other}");
            }
            _ => same += 1,
        }
        // All mainlines of three cards, without any automaton.
        if number % 20 == 0 {
            assert_eq!(by_plain_force(&one, &other, 2), length.filter(|length| *length <= 2), "{one} | {other}");
        }
    }
    assert!(same > 150 && told_apart[1] > 300 && told_apart[2] > 100, "{same}, {told_apart:?}");
}

/// The six easy and the three hard rules of the rulebook.
const SAMPLES: [&str; 9] = [
    "colour differs from last",
    "repeat spade heart club diamond",
    "repeat red red red black black black",
    "parity differs from last",
    "if last is ace to 7 then 8 to king else ace to 7",
    "1 to 3 above last, wrapping",
    "if last is odd then red else black",
    "suit or rank same as last",
    "if last is black then rank <= last else rank >= last",
];

#[test]
fn the_rules_that_come_along_are_written_as_the_language_writes_them_and_all_differ() {
    let shipped: Vec<(&str, &SecretRule)> = secrets::all().collect();
    let files = std::fs::read_dir("puzzles/eleusis").expect("the folder").count();
    assert_eq!(shipped.len(), files, "each of them can be read");
    assert!(shipped.len() >= SAMPLES.len() + 40, "{}", shipped.len());
    let texts: BTreeSet<String> = shipped.iter().map(|(_, secret)| secret.rule().to_string()).collect();
    assert!(SAMPLES.iter().all(|sample| texts.contains(*sample)));
    let titles: BTreeSet<&str> = shipped.iter().map(|(_, secret)| secret.title.as_str()).collect();
    assert_eq!((texts.len(), titles.len()), (shipped.len(), shipped.len()));
    let automata: Vec<Automaton> = shipped.iter().map(|(_, secret)| Automaton::of(secret.rule())).collect();
    for (number, (id, secret)) in shipped.iter().enumerate() {
        let file = std::fs::read_to_string(format!("puzzles/eleusis/{id}.ron")).expect("its file");
        assert!(
            file.contains(&format!("rule: {:?}", secret.rule().to_string())),
            "{id} is not written as {}",
            secret.rule()
        );
        for other in 0..number {
            let is_same = difference(&automata[number], &automata[other]).is_none();
            assert!(!is_same, "{id} means the same as {}", shipped[other].0);
        }
        let advice = RuleAdvice::of(&automata[number]);
        let is_sample = SAMPLES.contains(&secret.rule().to_string().as_str());
        assert!(advice.problems().is_empty() || is_sample, "{id}: {:?}", advice.problems());
    }
    for grade in RuleGrade::ALL {
        let count = shipped.iter().filter(|(_, secret)| secret.grade == grade).count();
        assert!(count >= 8, "{count} rules are {}", grade.word());
    }
}

#[test]
fn a_rule_file_that_is_wrong_is_refused_with_the_place_and_what_is_wrong() {
    let read = |text: &str| {
        SecretRule::from_text(text)
            .map_or_else(|error| format!("{} {}", error.place, error.message), |secret| secret.title)
    };
    let wrong = read("(parlour_rule: 1, title: \"T\",\n rule: \"blak\", grade: Easy)");
    assert!(wrong.contains("2:") && wrong.contains("Did you mean “black”?"), "{wrong}");
    let file = "(parlour_rule: 1, title: \"T\", rule: \"red\", grade: Easy)";
    assert_eq!(secrets::options_of(file), Ok("(house: true, rule: \"red\")".to_owned()));
    assert!(read("(parlour_rule: 2, title: \"T\", rule: \"red\", grade: Easy)").contains("format 2"));
    assert!(read("(parlour_rule: 1, title: \" \", rule: \"red\", grade: Easy)").contains("must have a title"));
}

#[test]
fn a_dealer_is_advised_as_the_rulebook_does() {
    let advice = |text: &str| RuleAdvice::of(&Automaton::of(&rule(text)));
    let one_higher = advice("1 above last, wrapping");
    assert_eq!((one_higher.verdict(), (one_higher.share * 52.0).round()), ("Too strict", 4.0));
    assert_eq!(advice("suit differs from last").verdict(), "Too loose");
    assert_eq!(advice("colour differs from last").verdict(), "About right");
    let exception = advice("face or colour differs from last");
    assert!(exception.problems().iter().any(|problem| problem.contains("always right")), "{exception:?}");
    assert!(advice("rank > last").can_end && !advice("rank > last").can_be_free);
    assert!(advice("if last is face then red else red or black").can_be_free);
}

#[test]
fn what_the_fuzzer_found_is_a_rule_or_refused_with_its_place() {
    let files: Vec<_> = std::fs::read_dir("fuzz/corpus/rule").expect("the corpus").flatten().collect();
    assert!(files.len() >= 6);
    for file in files {
        let Ok(text) = std::fs::read_to_string(file.path()) else { continue };
        match text.parse::<Rule>() {
            Ok(rule) => assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule), "{text}"),
            Err(error) => assert!(text.get(error.at.clone()).is_some(), "{text}: {error}"),
        }
    }
}

/// Whether what is offered for a sentence that cannot be read can be read.
fn can_be_read(meant: &[String]) -> bool {
    meant.len() <= 3 && meant.iter().all(|sentence| sentence.parse::<Rule>().is_ok())
}

proptest! {
    #[test]
    #[ignore = "takes seconds unoptimised; ./check runs it"]
    fn any_text_is_a_rule_or_refused_with_its_place(text in ".{0,80}") {
        match text.parse::<Rule>() {
            Ok(rule) => prop_assert_eq!(rule.to_string().parse::<Rule>().map(|again| again.to_string()), Ok(rule.to_string())),
            Err(error) => {
                prop_assert!(error.at.end <= text.len() && !error.why.is_empty() && text.get(error.at.clone()).is_some());
                prop_assert!(can_be_read(&error.meant), "{error}");
            }
        }
    }

    #[test]
    #[ignore = "takes seconds unoptimised; ./check runs it"]
    fn words_of_the_language_in_any_order_are_a_rule_or_refused(
        words in proptest::collection::vec(proptest::sample::select(
            "if then else not and or ( ) red black odd last next before is suit rank same as differs from < >= 1 3 to above below wrapping , repeat within of king multiple".split(' ').collect::<Vec<_>>()), 0..24)
    ) {
        let text = words.join(" ");
        match text.parse::<Rule>() {
            Ok(rule) => prop_assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule)),
            Err(error) => {
                prop_assert!(error.at.end <= text.len() && !error.why.is_empty());
                prop_assert!(can_be_read(&error.meant), "{error}");
            }
        }
    }

    #[test]
    #[ignore = "takes seconds unoptimised; ./check runs it"]
    fn words_that_people_use_in_any_order_are_a_rule_or_refused(
        words in proptest::collection::vec(proptest::sample::select(
            "if when after the last card was is must not never no only two three cards in a row same different suit colour alternate changes every time and or but , . otherwise red odd hearts face 7 higher lower or more less than it one before unless except followed by follow repeat between at most within differ right play any either neither nor".split(' ').collect::<Vec<_>>()), 0..20)
    ) {
        let text = words.join(" ");
        match text.parse::<Rule>() {
            Ok(rule) => prop_assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule)),
            Err(error) => {
                prop_assert!(error.at.end <= text.len() && !error.why.is_empty());
                prop_assert!(can_be_read(&error.meant), "{error}");
            }
        }
    }
}

mod play {
    //! The game: the rulebook and the rulings, sentence by sentence.

    use std::time::{Duration, Instant};

    use parlour::cards::{Card, ShoeCard, Suit};
    use parlour::engine::conformance::{KitEffort, KitReport, conform_at};
    use parlour::engine::game::{Bots, Cancel, Game, Moves, Observation};
    use parlour::engine::outcome::Stage;
    use parlour::engine::review::Appraisal;
    use parlour::engine::rng::GameRng;
    use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
    use parlour::engine::session::{Session, UndoBarred};
    use parlour::engine::table_session::TableSession;
    use parlour::engine::tabletop::Tabletop;
    use parlour::games::eleusis::EleusisExpress;
    use parlour::games::eleusis::benchmark::{self, RULES, found_after};
    use parlour::games::eleusis::clues::ClueSteps;
    use parlour::games::eleusis::hindsight::RoundHindsight;
    use parlour::games::eleusis::language::Automaton;
    use parlour::games::eleusis::notebook::{CardAgainst, Standing};
    use parlour::games::eleusis::reason::Reason;
    use parlour::games::eleusis::rules::{Event, Move, Options, RuleRound};
    use parlour::games::eleusis::table::Counterexample;
    use parlour::games::eleusis::{belief::Belief, evidence::Evidence};
    use parlour::layout::Room;

    /// A stock that begins with these cards; the rest follows in order.
    fn stock(first: &str) -> String {
        let mut left: Vec<String> =
            [0, 1].into_iter().flat_map(ShoeCard::of_deck).map(|card| card.to_string()).collect();
        let first: Vec<String> = first.split_whitespace().map(str::to_owned).collect();
        for card in &first {
            let place = left.iter().position(|other| other == card).expect("twice at most");
            left.remove(place);
        }
        first.into_iter().chain(left).collect::<Vec<String>>().join(" ")
    }

    /// A game of so many seats; `deal` begins the stock.
    fn game(seats: usize, options: &str, deal: &str) -> Session<EleusisExpress> {
        let players = vec!["(name: \"A\")"; seats].join(", ");
        let text = format!(
            "(parlour: 1, game: \"eleusis-express\", rules: 2, seed: \"tea\", options: {options}, seats: [{players}], \
             deal: (stock: \"{}\"), moves: [])",
            stock(deal)
        );
        Session::from_text(&text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Each number of seats deals its players' hands one card at a time: these hands, and then the first card of the mainline.
    fn dealing(hands: &[&str], first: &str) -> String {
        let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split_whitespace().collect()).collect();
        let rounds = (0..12).flat_map(|round| hands.iter().map(move |hand| hand[round]));
        let cards: Vec<&str> = rounds.chain([first]).collect();
        cards.join(" ")
    }

    fn play(session: &mut Session<EleusisExpress>, moves: &[(u8, &str)]) {
        for (seat, text) in moves {
            let mv: Move = text.parse().unwrap_or_else(|_| panic!("{text} is a move"));
            session.play(Seat::new(*seat).expect("a seat"), mv).unwrap_or_else(|why| panic!("{text}: {why}"));
        }
    }

    fn refused(session: &Session<EleusisExpress>, seat: u8, text: &str) -> (&'static str, String) {
        let why = session.check(Seat::new(seat).expect("a seat"), &text.parse().expect("a move")).expect_err("refused");
        (why.rule, why.why)
    }

    fn mainline(session: &Session<EleusisExpress>) -> String {
        session.game().table.cards().map(|card| card.to_string()).collect::<Vec<String>>().join(" ")
    }

    fn held(session: &Session<EleusisExpress>, seat: u8) -> usize {
        session.game().hand(Seat::new(seat).expect("a seat")).len()
    }

    const BLACK: &str = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS";
    const RED: &str = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH";

    /// Seat 0 deals, and seats 1 and 2 hold black and red cards; the mainline begins with a red ace.
    fn opposite_colours() -> Session<EleusisExpress> {
        let mut session = game(3, "()", &dealing(&[BLACK, RED], "AD"));
        play(&mut session, &[(0, "rule colour differs from last"), (0, "start 1")]);
        session
    }

    #[test]
    fn everybody_but_the_dealer_gets_twelve_cards_and_the_next_begins_the_mainline() {
        let session = game(3, "()", &dealing(&[BLACK, RED], "AD"));
        assert_eq!([0, 1, 2].map(|seat| held(&session, seat)), [0, 12, 12]);
        assert_eq!((mainline(&session).as_str(), session.game().table.stock), ("AD", 104 - 25));
        assert_eq!(session.game().hand(Seat::new(1).expect("a seat"))[0].to_string(), "2S");
    }

    #[test]
    fn the_dealer_writes_a_rule_may_hint_and_says_who_begins() {
        let mut session = game(3, "()", "");
        assert_eq!(refused(&session, 0, "start 1").0, "#the-dealer");
        play(&mut session, &[(0, "rule rank >= last"), (0, "hint Look at the number"), (0, "hint Aces are low")]);
        assert_eq!(refused(&session, 0, "start 0").0, "#the-dealer");
        play(&mut session, &[(0, "start 2")]);
        assert_eq!(session.game().turn(), Seat::new(2));
        assert_eq!(session.game().table.hints.len(), 2);
    }

    #[test]
    fn whoever_is_stuck_may_ask_and_the_dealer_gives_a_hint_or_none() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "ask")]);
        assert_eq!((session.game().turn(), refused(&session, 0, "start 1").0), (Some(Seat::FIRST), "#the-dealer"));
        let view = session.game().view(Viewer::Seat(Seat::FIRST));
        let legal = session.game().legal_moves(Seat::FIRST);
        let observation = Observation { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
        let said = EleusisExpress::bot(BotLevel::Easy).choose(&observation, 1, &Cancel::new()).expect("a move");
        assert_eq!(said.to_string(), "hint About half of the cards are right at any time");
        play(&mut session, &[(0, "hint Think of colours"), (1, "ask"), (0, "pass"), (1, "play 2S"), (1, "pass")]);
        play(&mut session, &[(2, "ask"), (0, "pass")]);
        assert_eq!((session.game().turn(), session.game().table.hints.len()), (Seat::new(2), 1));
        let (rule, why) = refused(&session, 2, "ask");
        assert!(rule == "#the-dealer" && why.contains("3 times"), "{why}");
        session.undo().expect("no hint reveals nothing");
        play(&mut session, &[(0, "hint It is easy")]);
        assert_eq!(session.undo(), Err(UndoBarred::Revealed), "what was heard is known");
        let alone = game(1, "()", "");
        assert_eq!(refused(&alone, 0, "ask"), ("#the-dealer", "the house gives no hints".to_owned()));
    }

    #[test]
    fn a_right_card_joins_the_mainline_and_none_is_drawn() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S")]);
        assert_eq!((mainline(&session).as_str(), held(&session, 1)), ("AD 2S", 11));
    }

    #[test]
    fn a_wrong_card_hangs_below_the_last_one_and_another_is_drawn() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S"), (1, "pass"), (2, "play 2H"), (2, "pass"), (1, "play 3S"), (1, "pass")]);
        play(&mut session, &[(2, "play 3H"), (2, "pass"), (1, "play 4S"), (1, "pass")]);
        let mut session = opposite_colours();
        let stock = session.game().table.stock;
        play(&mut session, &[(1, "play 2S"), (1, "pass"), (2, "play 2H"), (2, "pass")]);
        // A second black card would be right; seat 1 has only black ones, so seat 2 is wrong after a red one.
        play(&mut session, &[(1, "play 3S"), (1, "pass"), (2, "play 4H"), (2, "pass"), (1, "play 4S"), (1, "pass")]);
        assert_eq!(session.game().table.stock, stock);
        let mut session = game(3, "()", &dealing(&[BLACK, RED], "AS"));
        play(&mut session, &[(0, "rule colour differs from last"), (0, "start 1"), (1, "play 2S")]);
        let link = &session.game().table.mainline[0];
        assert_eq!((mainline(&session).as_str(), link.wrong.len(), held(&session, 1)), ("AS", 1, 12));
        assert_eq!(session.game().table.stock, stock - 1);
        assert_eq!(session.game().turn(), Seat::new(2), "who was wrong may not guess");
    }

    #[test]
    fn whoever_claims_wrongly_that_no_card_fits_shows_the_hand_and_the_dealer_lays_a_right_one() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "none")]);
        let laid = session.game().table.mainline[1].right.card.card;
        assert_eq!(laid.suit(), Suit::Spades);
        assert_eq!((held(&session, 1), session.game().turn()), (12, Seat::new(2)));
        // Everybody saw the hand, which lies face down again; what is left of it cannot be another for anybody.
        let seen = session.game().view(Viewer::Public);
        let claimant = Seat::new(1).expect("a seat");
        assert_eq!((seen.table.hands[claimant].shown.len(), seen.hand(claimant).len()), (11, 0));
        let other = session.game().resample_hidden(Viewer::Public, &mut GameRng::from_number(1));
        let shown = &seen.table.hands[claimant].shown;
        assert!(shown.iter().all(|card| other.hand(claimant).contains(card)));
    }

    #[test]
    fn after_a_right_claim_one_card_fewer_is_dealt_and_the_rule_may_be_guessed() {
        let mut session = game(3, "()", &dealing(&[BLACK, RED], "AS"));
        play(&mut session, &[(0, "rule colour differs from last"), (0, "start 1"), (1, "none")]);
        assert_eq!((mainline(&session).as_str(), held(&session, 1)), ("AS", 11));
        assert_eq!(session.game().table.stock, 104 - 25 + 12 - 11);
        // Everybody saw the hand, can look at it again, and is told of it.
        let view = session.game().view(Viewer::Seat(Seat::new(2).expect("a seat")));
        assert_eq!(view.table.mainline[0].none[0].len(), 12);
        assert!(EleusisExpress::described(&view).contains("wrong after it: two of spades"), "{view:?}");
        let events = session.turns().last().expect("a claim").events.iter();
        let mut said = events.filter_map(|event| EleusisExpress::describe(&view, event));
        assert!(said.any(|telling| telling.printed().starts_with("says that no card fits: 2♠ 3♠")));
        assert!(
            session
                .game()
                .hand(Seat::new(1).expect("a seat"))
                .iter()
                .all(|held| held.deck > 0 || !BLACK.contains(&held.to_string()))
        );
        play(&mut session, &[(1, "guess colour differs from last")]);
        assert_eq!(session.game().table.game.finished().len(), 1);
    }

    #[test]
    fn a_right_guess_ends_the_round_and_scores_six_more_and_the_dealer_scores_as_the_best() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S"), (1, "guess if last is red then black else red")]);
        let round = &session.game().table.game.finished()[0];
        assert_eq!(round.points.as_slice(), [12 - 11 + 6, 12 - 11 + 6, 0], "worded otherwise, it means the same");
        assert_eq!(round.detail.named_by, Seat::new(1));
        assert_eq!(session.game().table.dealer(), Seat::new(1), "the next seat deals");
    }

    /// A red hand and a black one; the starter is red, and the rule is this.
    fn with_rule(rule: &str, version: u32) -> Session<EleusisExpress> {
        let text =
            session_of(&game(3, "()", &dealing(&[RED, BLACK], "AD"))).replace("rules: 2", &format!("rules: {version}"));
        let mut session = Session::from_text(&text).expect("a record");
        play(&mut session, &[(0, &format!("rule {rule}")), (0, "start 1")]);
        session
    }

    fn session_of(session: &Session<EleusisExpress>) -> String {
        session.record().to_text()
    }

    fn is_named(session: &Session<EleusisExpress>) -> bool {
        session.game().table.game.finished().last().is_some_and(|round| round.detail.named_by.is_some())
    }

    /// `rulings.md`: a guess is compared from the mainline as it lies on.
    #[test]
    fn a_guess_is_right_if_nothing_that_can_still_come_tells_it_from_the_rule() {
        for (rule, card, guess, is_right) in [
            ("red", "2H", "colour same as last", true),
            ("colour same as last", "2H", "red", true),
            ("red", "2H", "heart", false),
            // What lies there already may contradict it.
            ("rank >= last", "KH", "king", true),
            ("rank >= last", "QH", "queen to king", false),
        ] {
            let mut session = with_rule(rule, 2);
            play(&mut session, &[(1, &format!("play {card}")), (1, &format!("guess {guess}"))]);
            assert_eq!(is_named(&session), is_right, "{guess} for {rule} after {card}");
        }
    }

    #[test]
    fn a_record_of_the_first_rules_is_judged_as_it_was_from_the_first_card_on() {
        let moves = [(1, "play 2H"), (1, "guess colour same as last")];
        for (version, is_right) in [(1, false), (2, true)] {
            let mut session = with_rule("red", version);
            play(&mut session, &moves);
            let text = session_of(&session);
            assert!(text.contains(&format!("rules: {version},")), "{text}");
            let again: Session<EleusisExpress> = Session::from_text(&text).expect("its own text");
            assert_eq!((is_named(&session), is_named(&again)), (is_right, is_right), "version {version}");
            // A new game with its deal has the rules of today.
            let players = session.players().to_vec();
            let anew = TableSession::restarted(&session, "another", players).expect("a game");
            assert!(anew.record_text().contains("rules: 2,"));
        }
        let text = session_of(&with_rule("red", 2)).replace("rules: 2", "rules: 3");
        let error = Session::<EleusisExpress>::from_text(&text).map(|_| ()).expect_err("not known").to_string();
        assert!(error.contains("rules version 3; this program plays version 2"), "{error}");
    }

    #[test]
    fn what_tells_a_guess_from_the_rule_is_said_of_what_can_still_come() {
        let shown = |mainline: &str, on_table| {
            let card = |text: &str| text.parse().expect("a card");
            let mainline = mainline.split(' ').map(card).collect();
            Counterexample { mainline, on_table, card: card("2C"), is_right: false }.to_string()
        };
        assert_eq!(shown("7S 8H", 2), "the 2♣ would be wrong now");
        assert_eq!(shown("7S 8H", 1), "the 2♣ would be wrong once 8♥ has been played");
        assert_eq!(shown("7S 8H 9D", 1), "the 2♣ would be wrong once 8♥ 9♦ have been played");
        assert_eq!(shown("7S 8H", 0), "after 7♠ 8♥ the 2♣ would be wrong");
    }

    /// A guess in vain rules out all that were the same from there on, and nothing else.
    #[test]
    fn no_rule_is_guessed_again_in_other_words_and_others_of_its_kind_stay_possible() {
        let mut evidence = Evidence::new("7H".parse().expect("a card"));
        ["2D", "9H"].into_iter().for_each(|card| evidence.right(card.parse().expect("a card")));
        evidence.is_not(&"red".parse().expect("a rule"), 3);
        let belief = Belief::of(&evidence);
        for (rule, is_left) in [("red", false), ("colour same as last", false), ("red or rank < last", true)] {
            let chance = belief.chance_of(&rule.parse().expect("a rule"));
            assert_eq!(chance > 0.0, is_left, "{rule}: {chance}");
        }
    }

    #[test]
    fn a_wrong_guess_does_no_harm_and_play_goes_on() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S"), (1, "guess suit differs from last")]);
        assert_eq!(session.game().turn(), Seat::new(2));
        assert_eq!(session.game().table.guesses.len(), 1);
        assert_eq!(refused(&session, 2, "guess red").0, "#the-turn", "only after a right card");
        play(&mut session, &[(2, "play 2H")]);
        let (rule, why) = refused(&session, 2, "guess rnak");
        assert_eq!(rule, "#writing-rules");
        assert!(why.contains("did you mean “rank”?"), "{why}");
    }

    #[test]
    fn a_wrong_guess_is_told_from_the_rule_if_the_dealer_allows_it() {
        let guessed = |options: &str| {
            let mut session = game(3, options, &dealing(&[BLACK, RED], "AD"));
            play(&mut session, &[(0, "rule colour differs from last"), (0, "start 1")]);
            play(&mut session, &[(1, "play 2S"), (1, "guess suit differs from last")]);
            session
        };
        assert_eq!(guessed("()").game().table.guesses[0].apart, None);
        let session = guessed("(counterexamples: true)");
        let table = &session.game().table;
        let apart = table.guesses[0].apart.as_ref().expect("a mainline that tells them apart");
        let [rule, guess] = ["colour differs from last", "suit differs from last"]
            .map(|text| Automaton::of(&text.parse().expect("a rule")));
        let after = |rule: &Automaton| rule.right(rule.state_after(apart.mainline.iter().copied()).expect("a card"));
        assert_eq!((apart.mainline.len(), apart.on_table), (2, 2), "the cards that lie there");
        assert_eq!(apart.is_right, after(&rule).contains(apart.card));
        assert_ne!(after(&rule).contains(apart.card), after(&guess).contains(apart.card));
        // It tells players who keep notes, and bots, as much as a card on the table.
        let standing = Standing::of(&guess, table, &[]);
        assert_eq!(standing, Standing::Contradicted(CardAgainst::Shown { card: apart.card }));
        let evidence = table.evidence().expect("a mainline");
        let fitting = Belief::of(&evidence);
        let mut rng = GameRng::from_number(3);
        for _ in 0..20 {
            let rule = Automaton::of(&fitting.any(&mut rng).expect("a rule"));
            assert!(Standing::of(&rule, table, &[]).fits());
        }
    }

    #[test]
    fn a_note_is_checked_against_right_and_wrong_cards_and_claims_and_guesses() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S"), (1, "guess suit differs from last"), (2, "play 2H"), (2, "pass")]);
        play(&mut session, &[(1, "play 3S"), (1, "pass"), (2, "play 3H"), (2, "pass"), (1, "play 4S"), (1, "pass")]);
        let table = &session.game().table;
        let hand = session.game().hand(Seat::new(1).expect("a seat"));
        let said =
            |sentence: &str| Standing::of(&Automaton::of(&sentence.parse().expect("a rule")), table, hand).to_string();
        let starter = table.mainline[0].right.card.card.spoken();
        let against = format!("Contradicted by the two of spades, which was right after the {starter}");
        assert_eq!(said("red"), against);
        assert_eq!(said("repeat red black"), "Fits, and would allow none of your cards");
        assert!(said("suit differs from last and not diamond").starts_with("Fits"), "{}", said("not diamond"));
        assert!(said("suit differs from last").contains("has guessed"), "{}", said("suit differs from last"));
    }

    /// Rules that ship and that have a kind of part of their own: how far the last card is from the one before, its colour together with
    /// whether it is odd, and a multiple in a cycle.
    const OUT_OF_THE_WAY: [&str; 3] = [
        "if last is 0 to 3 above or below before then 4 to 12 above or below last else 0 to 3 above or below last",
        "if last is odd and last is red then 8 to king else if last is even and last is black then ace to 7 else 4 to 10",
        "repeat multiple of 3 red black",
    ];

    /// The table of all levels is in docs/BOTS.md.
    #[test]
    #[ignore = "takes many seconds; ./check runs it"]
    fn the_hard_bot_names_the_rules_of_the_public_benchmark_alone_and_rules_that_are_out_of_the_way() {
        let alone = Seats::new(1).expect("a seat");
        let rounds = RULES.iter().map(|rule| rule.sentence).chain(OUT_OF_THE_WAY).map(|sentence| (sentence, 1));
        let not_named: Vec<(&str, u64)> = rounds
            .filter(|(sentence, seed)| {
                let rule = sentence.parse().expect("a rule");
                !benchmark::play(&rule, BotLevel::Hard, alone, *seed).expect("a round").is_named
            })
            .collect();
        assert!(not_named.len() < 2, "{not_named:?}");
    }

    /// A grade promises how hard a rule is to find for the medium bot.
    #[test]
    #[ignore = "takes seconds unoptimised; ./check runs it"]
    fn the_medium_bot_thinks_of_all_steps_and_long_cycles_but_of_no_card_before_the_last() {
        let found = |sentence: &str| found_after(&sentence.parse().expect("a rule"), 0, &Cancel::new()).is_some();
        let familiar = [
            "3 to 5 above last, wrapping",
            "if last is 8 to king then ace to 7 else 1 to 2 above last",
            "repeat club club diamond diamond spade spade heart heart",
        ];
        assert_eq!(familiar.map(found), [true; 3], "{familiar:?}");
        let expert =
            ["if rank of last > before then red else black", "if suit of last same as before then odd else even"];
        assert_eq!(expert.map(found), [false; 2], "{expert:?}");
    }

    #[test]
    #[ignore = "takes seconds unoptimised; ./check runs it"]
    fn the_medium_bot_tries_a_dealers_rule_alone() {
        let found = found_after(&"colour differs from last".parse().expect("a rule"), 1, &Cancel::new());
        assert!(found.is_some_and(|cards| (2..40).contains(&cards)), "{found:?}");
        let never = "repeat king king king ace ace ace".parse().expect("a rule");
        assert_eq!(found_after(&never, 1, &Cancel::new()), None);
    }

    #[test]
    fn a_round_in_hindsight_counts_the_rules_that_are_left_and_names_who_came_nearest() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S"), (1, "guess suit differs from last"), (2, "play 2H"), (2, "guess black")]);
        play(&mut session, &[(1, "play 3S"), (1, "guess repeat red black")]);
        let round = &session.game().table.game.finished()[0].detail;
        let course = RoundHindsight::of(round, &Cancel::new()).expect("a written rule");
        let left: Vec<u64> = course.cards.iter().map(|judged| judged.left).collect();
        assert!(left.len() == 3 && left.is_sorted_by(|one, next| one > next) && left[0] > 100_000, "{left:?}");
        let (seat, words, share) = course.nearest.expect("guesses");
        assert_eq!((Some(seat), words.as_str()), (Seat::new(1), "suit differs from last"));
        assert!((share - 0.75).abs() < 0.01, "of 52 cards, 13 of the other suit of the colour differ: {share}");
        assert_eq!(course.known_after, None, "three cards do not tell it from half a million others");
    }

    /// At any moment it takes no longer than twenty thousandths of a second. The machine may be busy: the best of a few tries counts.
    #[test]
    fn a_look_back_at_a_round_stops_when_it_is_asked_to() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S"), (1, "pass"), (2, "play 2H"), (2, "pass"), (1, "play 3S")]);
        play(&mut session, &[(1, "guess colour differs from last")]);
        let mut round = session.game().table.game.finished()[0].detail.clone();
        // So long that it would go on for many seconds.
        let links = round.played.clone();
        (0..200).for_each(|_| round.played.extend(links.clone()));
        for moment in [1, 8, 30, 120] {
            // Within 20 ms on a quiet machine; where others work, too, it may wait long for its turn.
            let soonest = (0..5).map(|_| time_to_stop(&round, Duration::from_millis(moment))).min();
            assert!(soonest.is_some_and(|time| time < Duration::from_millis(600)), "after {moment} ms: {soonest:?}");
        }
    }

    #[test]
    fn what_a_hint_says_on_the_way_can_be_called_off_and_then_is_nothing() {
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S"), (1, "pass"), (2, "play 2H")]);
        let (table, cancel) = (&session.game().table, Cancel::new());
        let said = ClueSteps::of(table, &Move::Pass, &cancel);
        assert!(said.before.len() == 3 && said.after.is_some(), "{said:?}");
        assert_eq!(ClueSteps::of(table, &"guess red".parse().expect("a move"), &cancel).after, None);
        cancel.raise();
        assert_eq!(ClueSteps::of(table, &Move::Pass, &cancel), ClueSteps::default());
    }

    /// How long a look back goes on after it was called off at this moment.
    fn time_to_stop(round: &RuleRound, moment: Duration) -> Duration {
        let cancel = Cancel::new();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| RoundHindsight::of(round, &cancel));
            std::thread::sleep(moment);
            cancel.raise();
            let raised = Instant::now();
            assert_eq!(search.join().expect("it ends"), None, "what was found until then is not all");
            raised.elapsed()
        })
    }

    #[test]
    fn who_has_no_card_left_goes_out_and_may_still_guess() {
        let mut session = opposite_colours();
        for (black, red) in BLACK.split(' ').zip(RED.split(' ')).take(11) {
            play(&mut session, &[(1, &format!("play {black}")), (1, "pass"), (2, &format!("play {red}")), (2, "pass")]);
        }
        play(&mut session, &[(1, "play KS")]);
        assert_eq!(held(&session, 1), 0);
        play(&mut session, &[(1, "pass")]);
        let round = &session.game().table.game.finished()[0];
        assert_eq!((round.points.as_slice(), round.detail.out), ([15, 15, 11].as_slice(), Seat::new(1)));
    }

    #[test]
    fn a_dealer_who_keeps_the_rule_in_mind_judges_cards_claims_and_guesses() {
        let mut session = game(3, "()", &dealing(&[BLACK, RED], "AD"));
        play(&mut session, &[(0, "rule in mind"), (0, "start 1"), (1, "play 2S")]);
        assert_eq!((session.game().turn(), mainline(&session).as_str()), (Some(Seat::FIRST), "AD"));
        play(&mut session, &[(0, "hint Think of music"), (0, "judge right"), (1, "guess something with notes")]);
        play(&mut session, &[(0, "judge wrong"), (2, "play 2H"), (0, "judge wrong"), (1, "none"), (0, "judge wrong")]);
        assert!(matches!(session.turns().last().expect("a move").events[..], [Event::Denied { .. }]), "it is said");
        assert_eq!(refused(&session, 0, "play 2H").0, "#judging-by-hand");
        play(&mut session, &[(0, "play 5S")]);
        assert_eq!(mainline(&session), "AD 2S 5S");
        play(&mut session, &[(2, "none"), (0, "judge right"), (2, "guess high after low"), (0, "judge right")]);
        let round = &session.game().table.game.finished()[0];
        assert_eq!((round.detail.rule.clone(), round.detail.named_by), (None, Seat::new(2)));
    }

    /// A dealer reads free words, so a bot may say what it believes in those of the language.
    #[test]
    fn a_bot_says_what_it_believes_to_a_dealer_who_judges_by_hand() {
        let hands = ["7S 3H JS 6H 4S QH 9S TH 2S 8H KS 5H", "QC 4D 5C KD 2C JD 8C 3D TC 7D AC 9D"];
        let mut session = game(3, "()", &dealing(&hands, "AD"));
        play(&mut session, &[(0, "rule in mind"), (0, "start 1")]);
        // After a card of the other colour, one of the same.
        for (right, wrong) in hands[0].split(' ').zip(hands[1].split(' ')) {
            play(&mut session, &[(1, &format!("play {right}")), (0, "judge right")]);
            if let Move::Guess(words) = choice_of_the_hard_bot(&session) {
                let is_right = super::is_same(&words.to_string(), "colour differs from last");
                let verdict = if is_right { "judge right" } else { "judge wrong" };
                play(&mut session, &[(1, &format!("guess {words}")), (0, verdict)]);
                if !is_right {
                    play(&mut session, &[(2, &format!("play {wrong}")), (0, "judge wrong")]);
                    continue;
                }
                assert_eq!(session.game().table.game.finished()[0].detail.named_by, Seat::new(1));
                return;
            }
            play(&mut session, &[(1, "pass"), (2, &format!("play {wrong}")), (0, "judge wrong")]);
        }
        panic!("everything points to colours, and no guess");
    }

    /// What the hard bot would do for whoever may guess now.
    fn choice_of_the_hard_bot(session: &Session<EleusisExpress>) -> Move {
        let seat = session.game().turn().expect("a turn");
        let (view, legal) = (session.game().view(Viewer::Seat(seat)), session.game().legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
        EleusisExpress::bot(BotLevel::Hard).choose(&observation, 1, &Cancel::new()).expect("a move")
    }

    /// Bots and moves at random hardly ever keep a rule in mind.
    #[test]
    fn whoever_follows_a_game_that_is_judged_by_hand_sees_what_there_is() {
        let moves = [
            (0, "rule in mind"),
            (0, "start 1"),
            (1, "ask"),
            (0, "hint Think of music"),
            (1, "play 2S"),
            (0, "judge right"),
            (1, "guess something with notes"),
            (0, "judge wrong"),
            (2, "play 2H"),
            (0, "judge wrong"),
            (1, "none"),
            (0, "judge wrong"),
            (0, "play 5S"),
            (2, "none"),
            (0, "judge right"),
            (2, "pass"),
            (1, "play 3S"),
            (0, "judge right"),
            (1, "guess high after low"),
            (0, "judge right"),
        ];
        let mut session = game(3, "()", &dealing(&[BLACK, RED], "AD"));
        let seats = (0..3).filter_map(Seat::new).map(Viewer::Seat);
        let viewers: Vec<Viewer> = seats.chain([Viewer::Public, Viewer::Referee]).collect();
        for (seat, text) in moves {
            let before = session.game().clone();
            play(&mut session, &[(seat, text)]);
            let events = &session.turns().last().expect("a move").events;
            for who in &viewers {
                let (mut followed, after) = (before.view(*who), session.game().view(*who));
                let seen: Vec<Event> = events.iter().filter_map(|event| EleusisExpress::redact(event, *who)).collect();
                let beats = EleusisExpress::beats(&followed, &seen, &after, Room::USUAL);
                seen.iter().for_each(|event| EleusisExpress::follow(&mut followed, event));
                assert_eq!(followed, after, "{text} for {who:?}");
                let last = beats.last().expect("a beat");
                assert_eq!(last.layout, EleusisExpress::layout(&after, Room::USUAL), "{text} for {who:?}");
            }
        }
        assert_eq!(session.game().table.game.finished().len(), 1);
    }

    #[test]
    fn a_judgement_by_hand_is_taken_back_if_all_agree_and_no_other() {
        let mut session = game(3, "()", &dealing(&[BLACK, RED], "AD"));
        play(&mut session, &[(0, "rule in mind"), (0, "start 1"), (1, "play 2S"), (0, "judge wrong")]);
        assert_eq!((session.undo(), held(&session, 1)), (Err(UndoBarred::NeedsConsent), 12));
        session.take_back().expect("all agree");
        play(&mut session, &[(0, "judge right")]);
        assert_eq!((mainline(&session).as_str(), held(&session, 1)), ("AD 2S", 11));
        let mut session = opposite_colours();
        play(&mut session, &[(1, "play 2S")]);
        assert_eq!(session.take_back(), Err(UndoBarred::Revealed), "a rule that is written does not err");
    }

    #[test]
    fn everyone_deals_once_or_whoever_never_dealt_gets_ten_points() {
        let mut session = opposite_colours();
        for dealer in 0..3u8 {
            if dealer > 0 {
                play(&mut session, &[(dealer, "rule red or black"), (dealer, &format!("start {}", (dealer + 1) % 3))]);
            }
            let seat = (dealer + 1) % 3;
            let card = session.game().hand(Seat::new(seat).expect("a seat"))[0];
            let guess = if dealer == 0 { "guess colour differs from last" } else { "guess red or black" };
            play(&mut session, &[(seat, &format!("play {card}")), (seat, guess)]);
        }
        assert!(matches!(session.game().stage(), Stage::Over(_)));
        assert_eq!(session.game().table.game.finished().len(), 3);

        let mut session = game(3, "(everyone_deals: false)", &dealing(&[BLACK, RED], "AD"));
        play(&mut session, &[(0, "rule colour differs from last"), (0, "start 1"), (1, "play 2S")]);
        play(&mut session, &[(1, "guess colour differs from last")]);
        assert!(matches!(session.game().stage(), Stage::Over(_)));
        assert_eq!(session.game().scores(), [7, 7 + 10, 10]);
    }

    #[test]
    fn an_empty_stock_is_another_deck_or_the_end_of_the_round() {
        let seven = |options: &str| {
            let mut session = game(8, options, "");
            play(&mut session, &[(0, "rule 1 above last and 2 above last"), (0, "start 1")]);
            for turn in 0..30u8 {
                let Some(seat) = session.game().turn().filter(|_| session.game().table.game.finished().is_empty())
                else {
                    break;
                };
                let card = session.game().hand(seat)[usize::from(turn % 3)];
                session.play(seat, Move::Play(card.card)).expect("legal");
            }
            session
        };
        let reshuffled = seven("()");
        assert_eq!((reshuffled.game().table.decks, reshuffled.game().table.game.finished().len()), (3, 0));
        let ended = seven("(empty_stock: End)");
        assert_eq!(ended.game().table.game.finished().len(), 1);
    }

    /// What the hard bot makes of a move of the seat that acts.
    fn appraised(session: &Session<EleusisExpress>, text: &str) -> Appraisal<Move, Reason> {
        appraisal(session, text).expect("something is said of the move")
    }

    fn appraisal(session: &Session<EleusisExpress>, text: &str) -> Option<Appraisal<Move, Reason>> {
        let game = session.game();
        let seat = game.turn().expect("somebody acts");
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
        let mv = text.parse().expect("a move");
        EleusisExpress::appraise(&observation, &mv, 1, &Cancel::new())
    }

    #[test]
    fn a_review_weighs_cards_and_guesses_in_cards() {
        let hands = ["2S 9S KS 2H 9H KH 5C 6D 7C 8D JC QD", "3S TS AC 3H TH AH 5D 6C 7H 8C JD QC"];
        let mut session = game(3, "()", &dealing(&hands, "4D"));
        let rule = "rule colour differs from last";
        assert_eq!(appraised(&session, rule).cost(), 0.0, "a dealer's choice is not weighed");
        play(&mut session, &[(0, rule), (0, "start 1")]);
        play(&mut session, &[(1, "play 2H"), (2, "play 3H"), (1, "play KS"), (1, "pass"), (2, "play AC")]);
        play(&mut session, &[(1, "play 5C"), (2, "play AH"), (2, "pass"), (1, "play 8D"), (2, "play QC")]);
        play(&mut session, &[(2, "pass"), (1, "play 9S"), (2, "play 8C"), (1, "play KH")]);
        // The rule is the likeliest now, and to name it is worth six cards.
        let (named, passed) = (appraised(&session, "guess colour differs from last"), appraised(&session, "pass"));
        assert_eq!((named.best.to_string().as_str(), named.cost()), ("guess colour differs from last", 0.0));
        assert!((1.0..=6.0).contains(&passed.cost()) && passed.unit.in_words(1.0) == "about a card", "{passed:?}");
        // What the table contradicts brings nothing.
        assert_eq!(appraised(&session, "guess red").cost(), passed.cost());
        // Said in other words, it is the same guess.
        assert_eq!(appraised(&session, "guess if last is red then black else red").cost(), 0.0);
        play(&mut session, &[(1, "pass")]);
        let (black, red) = (appraised(&session, "play TS"), appraised(&session, "play JD"));
        assert!(black.cost() < 0.5 && red.cost() > 0.5 && red.cost() > red.noise, "{black:?} {red:?}");
        assert!(appraised(&session, "none").cost() > 0.5, "it holds black cards");
        assert_eq!(appraised(&session, "ask").cost(), 0.0, "whoever asks plays afterwards");
        let mut by_hand = game(3, "()", &dealing(&[BLACK, RED], "AD"));
        play(&mut by_hand, &[(0, "rule in mind"), (0, "start 1"), (1, "play 2S")]);
        assert_eq!(appraisal(&by_hand, "judge right"), None, "only the dealer knows");
    }

    #[test]
    fn alone_the_hand_stays_twelve_and_the_score_is_the_cards_needed() {
        let mut session = game(1, "(rule: \"colour differs from last\")", &dealing(&[BLACK], "AD"));
        play(&mut session, &[(0, "play 2S"), (0, "guess red"), (0, "play 3S")]);
        assert_eq!((held(&session, 0), session.game().table.needed()), (12, 1 + 2 + 1));
        let seen = format!("{:?}", session.game().view(Viewer::Seat(Seat::FIRST)));
        assert!(!seen.contains("Likeness"), "the house's rule is a secret: {seen}");
        while session.game().table.game.finished().is_empty() {
            let game = session.game();
            let is_red = |card: Card| matches!(card.suit(), Suit::Hearts | Suit::Diamonds);
            let last = game.table.cards().next_back().expect("a card");
            let fitting = game.hand(Seat::FIRST).iter().find(|held| is_red(held.card) != is_red(last));
            let mv = fitting.map_or(Move::NoCard, |held| Move::Play(held.card));
            session.play(Seat::FIRST, mv).expect("legal");
            play(&mut session, &[(0, "guess colour differs from last")]);
        }
        let needed = session.game().table.needed() as i32;
        assert_eq!(session.game().scores(), [-needed]);
        assert!(matches!(session.game().stage(), Stage::Over(outcome) if outcome.winners.len() == 1));
    }

    #[test]
    fn alone_a_right_claim_counts_as_a_card_and_sixty_are_too_many() {
        let mut session = game(1, "(rule: \"1 above last and 2 above last\")", &dealing(&[BLACK], "AD"));
        for needed in 1..60 {
            play(&mut session, &[(0, "none"), (0, "pass")]);
            assert_eq!((session.game().table.needed(), held(&session, 0)), (needed, 12));
            assert_eq!(session.game().scores(), [-(needed as i32)], "counted as they are played");
        }
        play(&mut session, &[(0, "none"), (0, "pass")]);
        assert_eq!(session.game().scores(), [-100]);
        assert!(matches!(session.game().stage(), Stage::Over(outcome) if outcome.winners.is_empty()));
    }

    #[test]
    fn a_rule_whose_sentence_would_not_read_back_is_refused() {
        let ranks: Vec<String> = (0..36).map(|number| (2 + number % 9).to_string()).collect();
        assert!(format!("rule last is {}", ranks.join(" or ")).parse::<Move>().is_err());
        assert!(format!("rule last is {}", ranks[..9].join(" or ")).parse::<Move>().is_ok());
    }

    #[test]
    fn a_given_rule_is_for_one_round() {
        let text = "(parlour: 1, game: \"eleusis-express\", rules: 2, seed: \"tea\", options: (rounds: 2, rule: \"red\"), \
                    seats: [(name: \"A\")], moves: [])";
        let error = Session::<EleusisExpress>::from_text(text).map(|_| ()).expect_err("refused").to_string();
        assert!(error.contains("a rule that is given is for one round"), "{error}");
    }

    #[test]
    fn the_house_has_a_rule_for_one_or_two_and_for_whoever_wants_it() {
        for (seats, options, is_house) in
            [(1, "()", true), (2, "()", true), (3, "()", false), (4, "(house: true)", true)]
        {
            let session = game(seats, options, "");
            assert_eq!(session.game().table.is_house(), is_house, "{seats} {options}");
            assert_eq!(session.game().rule().is_some(), is_house);
        }
    }

    #[test]
    fn nobody_but_the_dealer_sees_the_rule_or_hears_it() {
        let session = opposite_colours();
        for seat in 0..3 {
            let who = Viewer::Seat(Seat::new(seat).expect("a seat"));
            assert_eq!(session.game().view(who).table.rule.is_some(), seat == 0);
            let heard = format!("{:?}", session.seen(who, 0));
            assert_eq!(heard.contains("Likeness"), seat == 0, "{heard}");
        }
        assert!(session.game().state()["rule"].is_null() && session.game().view(Viewer::Public).table.rule.is_none());
    }

    #[test]
    fn options_read_as_records_have_them() {
        let text = "(everyone_deals: false, rounds: 2, empty_stock: End, rule: Secret)";
        let options: Options = ron::from_str(text).expect("options");
        assert!(!options.everyone_deals);
        let given: Options = ron::from_str("(rule: \"suit or rank same as last\")").expect("options");
        let again: Options = ron::from_str(&ron::to_string(&given).expect("text")).expect("options");
        assert_eq!(again, given);
        let wrong = ron::from_str::<Options>("(rule: \"blak\")").expect_err("wrong").to_string();
        assert!(wrong.contains("Did you mean “black”?"), "{wrong}");
    }

    #[test]
    fn every_move_reads_back() {
        for text in [
            "rule if last is odd then red else black",
            "rule in mind",
            "hint Think of music",
            "start 2",
            "play 7H",
            "none",
            "guess suit or rank same as last",
            "guess what the queen likes",
            "pass",
            "judge right",
            "judge wrong",
        ] {
            assert_eq!(text.parse::<Move>().map(|mv| mv.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "rule blak",
            "hint ",
            "hint  two spaces",
            "play 7X",
            "start 9",
            "judge",
            "guess \u{202e}der",
            "hint \u{e5ea}0",
            "hint \u{200b}",
            "pass on",
            "",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
        assert!(format!("guess {}", "word ".repeat(200).trim_end()).parse::<Move>().is_err());
    }

    #[test]
    #[ignore = "takes many seconds; ./check runs it"]
    fn the_kit_finds_nothing_whoever_makes_the_rule_up() {
        let effort = KitEffort { games: 1, longest: 3000, stride: 40, bots: BotLevel::Easy, ..KitEffort::USUAL };
        let mut report = KitReport::default();
        let options = |text: &str| ron::from_str::<Options>(text).expect("options");
        let tables = [
            (1, options("()")),
            (2, options("(grade: Hard)")),
            (3, options("(everyone_deals: false)")),
            (5, options("(everyone_deals: false, empty_stock: End)")),
            (4, options("(rule: \"suit or rank same as last\")")),
        ];
        if let Err(broken) = conform_at::<EleusisExpress>(&tables, effort, &mut report) {
            panic!("{broken}");
        }
        assert!(report.reshuffled > 200 && report.revealed > 50 && report.refused > 50, "{report:?}");
        let page = std::fs::read_to_string("assets/rules/eleusis-express.md").expect("the page");
        for rule in report.rules {
            let heading = rule.trim_start_matches('#').replace('-', " ");
            assert!(page.to_lowercase().contains(&format!("## {heading}")), "{rule}");
        }
    }

    #[test]
    #[ignore = "takes many seconds; ./check runs it"]
    fn bots_never_say_a_rule_that_the_table_contradicts_and_name_the_rules_of_the_rulebook() {
        // Three players and a dealer; the share of rounds in which the rule is named in time, and after how many cards.
        const ROUNDS: u32 = 2;
        for (level, most) in [(BotLevel::Medium, 40), (BotLevel::Hard, 25)] {
            for sample in super::SAMPLES {
                let (mut named, mut cards) = (0, 0);
                for number in 0..ROUNDS {
                    let found = named_after(sample, level, number.into());
                    named += u32::from(found.is_some_and(|cards| cards <= most));
                    cards += found.unwrap_or(0);
                }
                println!(
                    "{level}: {sample}: {named} of {ROUNDS} within {most} cards, {:.1} on the average",
                    f64::from(cards as u32) / f64::from(ROUNDS)
                );
                assert!(named + 1 >= ROUNDS, "{level}: {sample}: {named} of {ROUNDS}");
            }
        }
    }

    /// How many cards the mainline has when three bots of a level have named a rule; `None` if they do not.
    fn named_after(rule: &str, level: BotLevel, number: u64) -> Option<usize> {
        use parlour::engine::game::{Bots, Cancel, Observation};
        let players = ["(name: \"A\")"; 4].join(", ");
        let text = format!(
            "(parlour: 1, game: \"eleusis-express\", rules: 2, seed: \"{number}\", options: (everyone_deals: false), seats: [{players}], moves: [])"
        );
        let mut session: Session<EleusisExpress> = Session::from_text(&text).expect("a game");
        play(&mut session, &[(0, &format!("rule {rule}")), (0, "start 1")]);
        let mut step = 0;
        while let Some(seat) = session.game().turn() {
            let who = Viewer::Seat(seat);
            let (view, seen, legal) =
                (session.game().view(who), session.seen(who, 0), session.game().legal_moves(seat));
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            let mv = EleusisExpress::bot(level).choose(&observation, step, &Cancel::new()).expect("a move");
            if let Move::Guess(words) = &mv {
                let rule = super::Automaton::of(&words.as_rule().expect("a rule"));
                let guessed = session.game().table.guesses.iter().filter_map(|guess| guess.words.as_rule());
                let again = guessed
                    .map(|other| super::Automaton::of(&other))
                    .any(|other| super::difference(&rule, &other).is_none());
                assert!(!again, "{words} was guessed before");
                assert!(fits(&rule, &session), "{words} does not fit the table");
            }
            session.play(seat, mv).expect("legal");
            step += 1;
        }
        let detail = &session.game().table.game.finished()[0].detail;
        detail.named_by.map(|_| detail.played.len())
    }

    /// Whether a rule fits all that lies on the table.
    fn fits(rule: &super::Automaton, session: &Session<EleusisExpress>) -> bool {
        let links = &session.game().table.mainline;
        let cards: Vec<Card> = links.iter().map(|link| link.right.card.card).collect();
        (1..=cards.len()).all(|length| {
            let right = rule.right(rule.state_after(cards[..length].iter().copied()).expect("a mainline"));
            let wrong = &links[length - 1];
            let none = wrong.none.iter().flatten().all(|held| !right.contains(held.card));
            let next = cards.get(length).is_none_or(|card| right.contains(*card));
            none && next && wrong.wrong.iter().all(|laid| !right.contains(laid.card.card))
        })
    }

    #[test]
    fn what_can_be_written_is_open_and_what_can_be_played_is_listed() {
        let mut session = opposite_colours();
        assert!(
            matches!(session.game().legal_moves(Seat::new(1).expect("a seat")), Moves::All(moves) if moves.len() == 14)
        );
        play(&mut session, &[(1, "play 2S")]);
        assert!(matches!(session.game().legal_moves(Seat::new(1).expect("a seat")), Moves::Open(_)));
    }
}
