//! Eleusis Express: the language of secret rules, what rules mean, and the game.

use std::collections::BTreeSet;

use parlour::cards::{Card, CardSet, Rank, Suit};
use parlour::engine::rng::GameRng;
use parlour::games::eleusis::advice::RuleAdvice;
use parlour::games::eleusis::language::{
    Automaton, CardColour, Fact, Feature, Features, Formula, Likeness, Property, RankOrder, RankSteps, Rule, Way,
    Which, difference,
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
        0 => Rule::Repeat((0..2 + rng.below(5)).map(|_| Formula::Fact(Fact::Is(Which::Next, property(rng)))).collect()),
        _ => Rule::Always(formula(rng, 2)),
    }
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
    match rng.below(7) {
        0 => Property::Colour(if rng.below(2) == 0 { CardColour::Red } else { CardColour::Black }),
        1 => Property::Suit(Suit::ALL[rng.below(4) as usize]),
        2 => Property::Odd,
        3 => Property::Even,
        4 => Property::Face,
        5 => Property::Multiple(3 + rng.below(4) as u8),
        _ => {
            let (one, other) = (rank(rng), rank(rng));
            Property::Ranks(one.min(other), one.max(other))
        }
    }
}

fn fact(rng: &mut GameRng) -> Fact {
    let pairs = [(Which::Next, Which::Last), (Which::Next, Which::Before), (Which::Last, Which::Before)];
    let (card, other) = pairs[if rng.below(3) == 0 { 1 + rng.below(2) as usize } else { 0 }];
    match rng.below(4) {
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
        _ => {
            let (one, two) = (rng.below(13) as u8, rng.below(13) as u8);
            let way = [Way::Above, Way::Below, Way::Either][rng.below(3) as usize];
            let steps = RankSteps { from: one.min(two), to: one.max(two), way, wraps: rng.below(2) == 0 };
            Fact::Steps { card, steps, other }
        }
    }
}

#[test]
fn every_rule_is_written_in_one_way_that_reads_back() {
    let mut rng = GameRng::from_number(1);
    for _ in 0..50_000 {
        let made = random_rule(&mut rng);
        let text = made.to_string();
        let read = text.parse::<Rule>();
        assert_eq!(read.as_ref().map(Rule::to_string), Ok(text.clone()), "{made:?}");
        assert_eq!(read, Ok(made), "{text}");
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
    let at = |which: Which| match which {
        Which::Next => Some(next),
        Which::Last => mainline.last().copied(),
        Which::Before => mainline.len().checked_sub(2).map(|place| mainline[place]),
    };
    match rule {
        Rule::Always(formula) => formula.holds(&at),
        Rule::Repeat(cycle) => {
            let fits = |item: &Formula, card: Card| item.holds(&|_| Some(card));
            let begins = cycle.iter().position(|item| fits(item, mainline[0])).map_or(0, |place| place + 1);
            fits(&cycle[(begins + mainline.len() - 1) % cycle.len()], next)
        }
    }
}

#[test]
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
    let shipped: Vec<(&str, SecretRule)> = secrets::all().collect();
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
    assert!(wrong.contains("2:") && wrong.contains("did you mean “black”?"), "{wrong}");
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

proptest! {
    #[test]
    fn any_text_is_a_rule_or_refused_with_its_place(text in ".{0,80}") {
        match text.parse::<Rule>() {
            Ok(rule) => prop_assert_eq!(rule.to_string().parse::<Rule>().map(|again| again.to_string()), Ok(rule.to_string())),
            Err(error) => prop_assert!(error.at.end <= text.len() && !error.why.is_empty() && text.get(error.at.clone()).is_some()),
        }
    }

    #[test]
    fn words_of_the_language_in_any_order_are_a_rule_or_refused(
        words in proptest::collection::vec(proptest::sample::select(
            "if then else not and or ( ) red black odd last next before is suit rank same as differs from < >= 1 3 to above below wrapping , repeat within of king multiple".split(' ').collect::<Vec<_>>()), 0..24)
    ) {
        let text = words.join(" ");
        match text.parse::<Rule>() {
            Ok(rule) => prop_assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule)),
            Err(error) => prop_assert!(error.at.end <= text.len() && !error.why.is_empty()),
        }
    }
}

/// How one player alone finds a rule with twelve cards in hand: the cards that were right until then, or `None` after so many.
fn found_after(text: &str, most: usize, confidence: f32, curiosity: f32, seed: u64) -> Option<usize> {
    use parlour::games::eleusis::candidates::{Belief, Evidence};
    let mut rng = GameRng::from_number(seed);
    let (secret, draw) =
        (Automaton::of(&rule(text)), |rng: &mut GameRng| Card::from_index(rng.below(52) as u8).expect("a card"));
    let first = draw(&mut rng);
    let (mut evidence, mut state) = (Evidence::new(first), secret.start(first));
    let mut hand: Vec<Card> = (0..12).map(|_| draw(&mut rng)).collect();
    let mut right = 1;
    while right <= most {
        let belief = Belief::of(&evidence);
        let chances = belief.chances();
        let worth = |card: &Card| {
            let chance = chances[usize::from(card.index())];
            let doubt = -[chance, 1.0 - chance].iter().map(|p| if *p > 0.0 { p * p.log2() } else { 0.0 }).sum::<f32>();
            chance + curiosity * doubt
        };
        let best = (0..hand.len()).max_by(|one, other| worth(&hand[*one]).total_cmp(&worth(&hand[*other])))?;
        let card = hand[best];
        hand[best] = draw(&mut rng);
        if secret.right(state).contains(card) {
            evidence.right(card);
            state = secret.after(state, card);
            right += 1;
            if let Some((guess, share)) = Belief::of(&evidence).likeliest().filter(|(_, share)| *share >= confidence) {
                if difference(&Automaton::of(&guess), &secret).is_none() {
                    return Some(right);
                }
                let _ = share;
                evidence.is_not(&guess);
            }
        } else {
            evidence.wrong(card);
        }
    }
    None
}

#[test]
#[ignore = "an experiment"]
fn experiment() {
    use std::time::Instant;
    let start = Instant::now();
    println!("{} candidates in {:?}", parlour::games::eleusis::candidates::count(), start.elapsed());
    {
        use parlour::games::eleusis::candidates::{Belief, Evidence};
        let mut evidence = Evidence::new(card("3S"));
        for text in ["4H", "5C", "6D", "KS", "2H", "QC", "7D", "8S", "9H", "TC", "JD"] {
            for wrong in Card::all().filter(|wrong| wrong.suit() != card(text).suit()).step_by(7) {
                evidence.wrong(wrong);
            }
            evidence.right(card(text));
        }
        let belief = Belief::of(&evidence);
        println!(
            "{} left, likeliest {:?}",
            belief.len(),
            belief.likeliest().map(|(rule, share)| (rule.to_string(), share))
        );
    }
    for text in SAMPLES {
        let start = Instant::now();
        let medium: Vec<Option<usize>> = (0..10).map(|seed| found_after(text, 40, 0.5, 1.0, seed)).collect();
        let hard: Vec<Option<usize>> = (0..10).map(|seed| found_after(text, 40, 0.1, 1.5, seed)).collect();
        let say = |found: &[Option<usize>], most: usize| {
            let inside = found.iter().filter(|found| found.is_some_and(|cards| cards <= most)).count();
            let cards: Vec<usize> = found.iter().flatten().copied().collect();
            format!("{inside}/10 mean {:.1}", cards.iter().sum::<usize>() as f32 / cards.len().max(1) as f32)
        };
        println!("{text}: medium {} hard {} in {:?}", say(&medium, 40), say(&hard, 25), start.elapsed());
    }
}
