//! Eleusis Express: how many rules still fit, how likely a card is right by them, which cards told most, and what to think of.

use parlour::cards::{Card, CardSet};
use parlour::engine::game::{Bots, Cancel, Game};
use parlour::engine::rng::GameRng;
use parlour::engine::tabletop::Tabletop;
use parlour::games::eleusis::EleusisExpress;
use parlour::games::eleusis::belief::Belief;
use parlour::games::eleusis::clues::{Clue, ClueSteps, TellingCard};
use parlour::games::eleusis::evidence::Evidence;
use parlour::games::eleusis::hindsight::course;
use parlour::games::eleusis::language::{Automaton, Fact, Feature, Formula, Property, Rule, Which};
use parlour::games::eleusis::moves::Move;
use parlour::games::eleusis::notebook::Standing;
use parlour::games::eleusis::reason::{Reason, RulesLeft};
use parlour::games::eleusis::rules::Options;
use parlour::games::eleusis::topics::Topic;
use parlour::layout::Room;

use crate::claims::{Asked, FEW, in_positions, many, says, seats};

/// From so many rules, drawn as likely as they are thought to be, chances are told again.
const DRAWN: usize = 150;

/// A chance may differ from that of the rules that were drawn by four standard errors and a little.
const OFF: f32 = 0.18;

/// The cards that a rule allows now.
fn right(rule: &Rule, mainline: &[Card]) -> CardSet {
    Automaton::right_after(rule, mainline.iter().copied()).expect("a mainline")
}

/// Whether nothing on the table contradicts a rule.
fn fits(asked: &Asked<'_, EleusisExpress>, rule: &Rule) -> bool {
    let links = &asked.view.table.mainline;
    let cards: Vec<Card> = links.iter().map(|link| link.right.card.card).collect();
    links.iter().enumerate().all(|(number, link)| {
        let after = right(rule, &cards[..=number]);
        let next_is_right = cards.get(number + 1).is_none_or(|next| after.contains(*next));
        let hands = link.none.iter().flatten().map(|held| held.card);
        next_is_right && link.wrong.iter().map(|laid| laid.card.card).chain(hands).all(|card| !after.contains(card))
    })
}

/// In how many of the rules that are drawn something is so; each of them fits the table.
fn share(asked: &Asked<'_, EleusisExpress>, rng: &mut GameRng, is_so: impl Fn(CardSet) -> bool) -> f32 {
    let belief = Belief::of(&asked.view.table.evidence().expect("a mainline"));
    let cards: Vec<Card> = asked.view.table.cards().collect();
    let drawn = (0..DRAWN).filter(|_| {
        let rule = belief.any(rng).expect("a rule");
        assert!(fits(asked, &rule), "{rule} does not fit");
        // Nor was it guessed, in whatever words.
        assert!(rng.below(10) > 0 || !was_guessed(asked, &rule), "{rule} was guessed in vain");
        is_so(right(&rule, &cards))
    });
    drawn.count() as f32 / DRAWN as f32
}

fn was_guessed(asked: &Asked<'_, EleusisExpress>, rule: &Rule) -> bool {
    let table = &asked.view.table;
    !table.guesses.is_empty() && matches!(Standing::of(&Automaton::of(rule), table, &[]), Standing::Guessed(_))
}

fn hand(asked: &Asked<'_, EleusisExpress>) -> CardSet {
    asked.view.hand(asked.seat).iter().map(|held| held.card).collect()
}

/// How much of the deck is right by a rule, over a long mainline of cards that are.
fn mean_share(rule: &Rule, rng: &mut GameRng) -> f64 {
    let mut mainline = vec![*rng.pick(&Card::all().collect::<Vec<_>>()).expect("a card")];
    let mut sum = 0.0;
    for _ in 0..300 {
        let allowed: Vec<Card> = right(rule, &mainline).iter().collect();
        sum += allowed.len() as f64 / 52.0;
        // Where nothing is right, it begins anew.
        let next = rng.pick(&allowed).copied();
        if next.is_none() {
            mainline.clear();
        }
        mainline.push(next.unwrap_or(Card::all().next().expect("a card")));
    }
    sum / 300.0
}

fn in_figures(share: &str) -> f64 {
    let figures = [
        ("a tenth", 0.1),
        ("a quarter", 0.25),
        ("a third", 0.33),
        ("half", 0.5),
        ("two thirds", 0.67),
        ("three quarters", 0.75),
        ("nine tenths", 0.9),
    ];
    figures.iter().find(|(words, _)| *words == share).map(|(_, figure)| *figure).expect("a share")
}

/// A sentence ends like this where a share is no smaller than a figure.
const AT_LEAST: [(&str, f32); 6] = [
    ("at least nine tenths of what had seemed likely", 0.9),
    ("at least three quarters of what had seemed likely", 0.75),
    ("at least two thirds of what had seemed likely", 0.66),
    ("at least half of what had seemed likely", 0.5),
    ("at least a third of what had seemed likely", 0.33),
    ("at least a quarter of what had seemed likely", 0.25),
];

/// What is said on the way to a move, and after it.
fn clues_hold(asked: &Asked<'_, EleusisExpress>, mv: &Move, rng: &mut GameRng) {
    let ClueSteps { before, after } = ClueSteps::of(&asked.view.table, mv, &Cancel::new());
    let is_player = asked.view.table.dealer() != Some(asked.seat);
    assert_eq!(!before.is_empty(), is_player, "{before:?}");
    for clue in before.iter().chain(&after) {
        let layout = EleusisExpress::layout(asked.view, Room::default());
        assert_eq!(layout.missing_spot(&clue.spots()), None, "{clue:?}");
        match clue {
            Clue::Telling(named) => named_cards_told_most(asked, named, rng),
            Clue::ThinkOf { cards, line } => {
                topic_matters_most(asked, *cards, Topic::OF_CARDS, rng);
                topic_matters_most(asked, *line, Topic::OF_LINE, rng);
                says(clue, &["Think about ", cards.0.words()]);
                assert_eq!(clue.to_string().contains(line.0.words()), line.1 >= 0.25, "{clue}");
            }
            Clue::Left(left) => {
                says(clue, &["that Parlour knows"]);
                assert!(is_said(*left, &clue.to_string()), "{clue}, but {left:?}");
                let guesses = &asked.view.table.guesses;
                let judged = course(&asked.view.table.evidence().expect("a mainline"), &Cancel::new());
                let last = judged.expect("not called off").last().map(|last| last.left);
                let is_it = |last: u64| if guesses.is_empty() { last == left.0 } else { last >= left.0 };
                assert!(last.is_none_or(is_it), "{clue:?}, but {last:?}");
            }
            Clue::Fits(words) => {
                let rule = words.as_rule().expect("a rule");
                assert!(fits(asked, &rule) && !was_guessed(asked, &rule), "{clue}");
                says(clue, &["One rule that fits the table is “", words.as_str()]);
            }
        }
    }
    // No rule is said before the move, and after it only where it says none.
    assert!(before.iter().all(|clue| !clue.to_string().contains('“') && !clue.brief().contains('“')), "{before:?}");
    assert_eq!(EleusisExpress::gives_away(mv), matches!(mv, Move::Guess(_)));
    assert!(after.is_none() || !EleusisExpress::gives_away(mv), "{after:?}");
}

/// Whether a text says a number of rules: to two digits, and what is below 100 to the nearest ten.
fn is_said(left: RulesLeft, text: &str) -> bool {
    let number: String = text.chars().filter(char::is_ascii_digit).collect();
    let scale = if text.contains("million") { 1e6 } else { 1.0 };
    match number.parse::<f64>() {
        Ok(said) => (said * scale - left.0 as f64).abs() <= (0.05 * left.0 as f64).max(5.0),
        Err(_) => left.0 <= 12 || left.0 >= 1_000_000_000,
    }
}

/// How much of what was likely before each card that lies there it has ruled out, told from rules that are drawn; and the sentence.
fn named_cards_told_most(asked: &Asked<'_, EleusisExpress>, named: &[TellingCard], rng: &mut GameRng) {
    let links = &asked.view.table.mainline;
    let cards: Vec<Card> = asked.view.table.cards().collect();
    let (mut evidence, mut least) = (Evidence::new(cards[0]), 1.0f32);
    named.iter().for_each(|telling| least = least.min(telling.ruled_out));
    let mut seen = 0;
    for (number, link) in links.iter().enumerate() {
        let mut laid: Vec<_> = link.wrong.iter().map(|laid| (laid.card, false, number)).collect();
        if number > 0 {
            laid.insert(0, (link.right.card, true, number - 1));
        }
        for (card, is_right, last) in laid {
            let belief = Belief::of(&evidence);
            let differs = |rule: Rule| right(&rule, &cards[..=last]).contains(card.card) != is_right;
            let drawn = (0..DRAWN).filter(|_| belief.any(rng).is_some_and(differs));
            let share = drawn.count() as f32 / DRAWN as f32;
            match named.iter().find(|telling| telling.card == card) {
                Some(telling) => {
                    assert_eq!(telling.is_right, is_right);
                    assert!((telling.ruled_out - share).abs() < OFF, "{telling:?}, but {share} of those drawn");
                    seen += 1;
                }
                // Others told less; or where few are named, less than half as much.
                None => {
                    let most = named[0].ruled_out;
                    let bound = if named.len() < 3 { most / 2.0 } else { least };
                    assert!(share < bound + OFF, "{card} has ruled out {share}, and is not among {named:?}");
                }
            }
            if is_right { evidence.right(card.card) } else { evidence.wrong(card.card) }
        }
        link.none.iter().flatten().for_each(|held| evidence.wrong(held.card));
    }
    assert!(seen == named.len() && (1..=3).contains(&seen), "{named:?} do not all lie there");
    let clue = Clue::Telling(named.to_vec());
    let spoken: Vec<String> = named.iter().map(|telling| telling.card.card.spoken()).collect();
    says(&clue, &spoken.iter().map(String::as_str).collect::<Vec<_>>());
    let text = clue.to_string();
    let figure = AT_LEAST.iter().find(|(words, _)| text.ends_with(words)).map(|(_, figure)| *figure);
    assert!(figure.map_or(least < 0.25, |figure| least >= figure), "{text}, but {least}");
}

/// What a rule is about, told from its facts.
fn speaks_of(rule: &Rule, topic: Topic) -> bool {
    let facts = match rule {
        Rule::Always(formula) => facts_of(formula),
        Rule::Repeat(cycle) => cycle.iter().flat_map(facts_of).collect(),
    };
    let has = |feature: Feature, is_it: fn(Property) -> bool| {
        facts.iter().any(|fact| match *fact {
            Fact::Is(_, property) => is_it(property),
            Fact::Likeness { features, .. } => features.iter().any(|compared| compared == feature),
            _ => false,
        })
    };
    let looks_at = |card: Which| facts.iter().any(|fact| fact.cards().any(|other| other == card));
    match topic {
        Topic::Colour => has(Feature::Colour, |property| matches!(property, Property::Colour(_))),
        Topic::Parity => has(Feature::Parity, |property| matches!(property, Property::Odd | Property::Even)),
        Topic::Suit => {
            has(Feature::Suit, |property| matches!(property, Property::Suit(_)))
                || facts.iter().any(|fact| matches!(fact, Fact::SuitOrder { .. }))
        }
        Topic::Rank => {
            let by_itself = |property| {
                !matches!(property, Property::Colour(_) | Property::Suit(_) | Property::Odd | Property::Even)
            };
            let compares = |fact: &Fact| {
                matches!(fact, Fact::Rank { .. } | Fact::Steps { .. } | Fact::Total { .. } | Fact::RankByPlace(_))
            };
            has(Feature::Rank, by_itself) || facts.iter().any(compares)
        }
        Topic::LastCard => looks_at(Which::Last),
        Topic::FurtherBack => looks_at(Which::Before) || looks_at(Which::ThirdLast),
        Topic::Place => facts.iter().any(|fact| fact.counts()),
        Topic::Cycle => matches!(rule, Rule::Repeat(_)),
    }
}

/// Its facts, but for those of "red or black", which asks nothing.
fn facts_of(formula: &Formula) -> Vec<Fact> {
    let is_colour = |part: &Formula| matches!(part, Formula::Fact(Fact::Is(Which::Next, Property::Colour(_))));
    match formula {
        Formula::Or(one, other) if one != other && is_colour(one) && is_colour(other) => Vec::new(),
        Formula::Fact(fact) => vec![*fact],
        Formula::Not(part) => facts_of(part),
        Formula::And(one, other) | Formula::Or(one, other) => [facts_of(one), facts_of(other)].concat(),
        Formula::If(condition, then, otherwise) => [facts_of(condition), facts_of(then), facts_of(otherwise)].concat(),
    }
}

/// Whether so much of what is likely speaks of something, and of nothing else of its kind more.
fn topic_matters_most(
    asked: &Asked<'_, EleusisExpress>,
    (topic, share): (Topic, f32),
    of: [Topic; 4],
    rng: &mut GameRng,
) {
    let belief = Belief::of(&asked.view.table.evidence().expect("a mainline"));
    let drawn: Vec<Rule> = (0..DRAWN).map(|_| belief.any(rng).expect("a rule")).collect();
    for other in of {
        let found = drawn.iter().filter(|rule| speaks_of(rule, other)).count() as f32 / DRAWN as f32;
        let is_so = if other == topic { (found - share).abs() < OFF } else { found < share + OFF };
        assert!(is_so, "{topic:?} by {share}, but {found} of those drawn speak of {other:?}");
    }
}

fn holds(asked: &Asked<'_, EleusisExpress>, rng: &mut GameRng) {
    let hint = EleusisExpress::hint(&asked.observation(), rng.bits(), &Cancel::new()).expect("a hint");
    let reason = &hint.reason;
    match reason {
        Reason::Plays { card, chance, left } => {
            assert!(hint.mv == Move::Play(*card) && hand(asked).contains(*card), "{reason:?}");
            let drawn = share(asked, rng, |right| right.contains(*card));
            assert!((drawn - chance).abs() < OFF, "{reason:?}, but {drawn} of the rules that were drawn");
            assert!(left.0 > 0, "{reason:?}");
            says(reason, &["Play the ", &card.spoken()]);
        }
        Reason::NoCardFits { chance, .. } => {
            assert_eq!(hint.mv, Move::NoCard);
            let own = hand(asked);
            let drawn = share(asked, rng, |right| right.intersection(own).is_empty());
            assert!((drawn - chance).abs() < OFF, "{reason:?}, but {drawn} of the rules that were drawn");
            says(reason, &["none of your cards is right"]);
        }
        Reason::Guesses { rule, .. } => {
            assert!(fits(asked, &rule.as_rule().expect("a rule")), "{reason:?}");
            says(reason, &["Guess “", rule.as_str()]);
        }
        Reason::Deals { rule, share } => {
            let (mean, claimed) = (mean_share(rule, rng), in_figures(share));
            assert!((mean - claimed).abs() < 0.15, "{reason:?}, but {mean}");
            says(reason, &["Choose “", share]);
        }
        Reason::Passes { costs, .. } => {
            assert_eq!(*costs > 0, asked.view.table.is_alone(), "{reason:?}");
            says(reason, &["Go on without a guess"]);
        }
        _ => says(reason, &[]),
    }
    // They look at each card on the table, which takes long.
    if rng.below(80) == 0 {
        clues_hold(asked, &hint.mv, rng);
    }
    let left = match reason {
        Reason::Plays { left, .. } | Reason::NoCardFits { left, .. } | Reason::Guesses { left, .. } => Some(left),
        Reason::Passes { left, .. } => Some(left),
        _ => None,
    };
    // Counted card by card, which takes long.
    if let Some(left) = left.filter(|_| asked.view.table.guesses.is_empty() && rng.below(16) == 0) {
        let judged = course(&asked.view.table.evidence().expect("a mainline"), &Cancel::new()).expect("not called off");
        assert!(judged.last().is_none_or(|last| last.left == left.0), "{reason:?}");
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { house: number % 3 == 2, ..Options::default() };
        EleusisExpress::deal(&options, seats(1 + number % 5), None, rng).expect("a deal")
    };
    in_positions(count, deal, holds);
}

#[test]
fn what_speaks_for_a_card_or_a_guess_is_true_in_a_few_positions() {
    hold(FEW / 2);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_card_or_a_guess_is_true_in_many_positions() {
    hold(many());
}
