//! Eleusis Express as a game.
//!
//! Source: "Eleusis Express" by John Golden (2006), after "Eleusis" by Robert Abbott (1956). Where a written rule judges, it
//! also does what the rulebook leaves to the dealer: of several right cards in the hand of somebody who claimed that there are
//! none, one is drawn by lot. A round also ends when four decks are used up.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::belief::Belief;
use super::composer;
use super::language::{Automaton, Difference, Rule};
use super::mind::Mind;
pub use super::moves::Move;
use super::moves::Words;
pub use super::options::Options;
use super::options::{EmptyStock, HouseRule};
use super::secrets;
use super::table::{
    Counterexample, DEALT, EleusisTable, Hand, MOST_ASKED, MOST_HINTS, MOST_NEEDED, Question, TurnPhase, hands_seen_by,
};
pub use super::table::{Event, RuleRound};
use crate::cards::{Card, CardSet, DeckCard, HandOrder, MOST_DECKS, ShoeCard, parse_two_decks};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{Until, check_seats};
use crate::engine::seats::{BySeat, Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::EventTable;
use crate::words::counted;

/// The simplest rules, which stand for all that a secret one may be; and more, if none of them may.
const RESAMPLED: [Mind; 2] = [
    Mind { together: false, choices: false, longest_cycle: 0, ..Mind::down_to(0.2) },
    Mind { longest_cycle: 4, ..Mind::down_to(0.5) },
];

/// Some guesses of the many: what is listed as possible, where every rule is.
const EXAMPLES: [&str; 3] = ["colour differs from last", "repeat spade heart club diamond", "rank > last"];

/// An explicit deal of the first round: two decks, first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShoeDeal {
    pub stock: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct EleusisExpress {
    pub table: EleusisTable,
    /// What is left to draw, the next card first.
    stock: VecDeque<ShoeCard>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub table: EleusisTable,
    pub who: Viewer,
    /// How the viewer wants the own hand sorted.
    pub order: HandOrder,
}

impl View {
    /// The viewer's seat, if it is one alone.
    pub fn own(&self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self.who { Some(seat) } else { None }
    }

    /// The seat in front at the table: the viewer's own, or the first.
    pub fn front(&self) -> Seat {
        self.own().unwrap_or(Seat::FIRST)
    }

    /// The cards of a seat that lie face up for the viewer, in the viewer's order.
    pub fn hand(&self, seat: Seat) -> Vec<ShoeCard> {
        let mut hand = self.table.face_up(seat).to_vec();
        ShoeCard::sort(&mut hand, self.order);
        hand
    }

    pub fn count(&self, seat: Seat) -> usize {
        self.table.hands[seat].count
    }

    /// Whether the viewer is asked for a decision.
    pub fn is_acting(&self) -> bool {
        self.own().is_some() && self.table.acting() == self.own()
    }
}

impl EleusisExpress {
    pub fn hand(&self, seat: Seat) -> &[ShoeCard] {
        &self.table.hands[seat].cards
    }

    pub fn rule(&self) -> Option<&Rule> {
        self.table.rule.as_ref()
    }

    /// The first card of a hand that shows this.
    fn held(&self, seat: Seat, card: Card) -> Option<ShoeCard> {
        self.hand(seat).iter().copied().find(|held| held.card == card)
    }

    fn draw(&mut self, seat: Seat, count: usize, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        for _ in 0..count {
            self.refill(rng, report);
            let Some(card) = self.stock.pop_front() else { break };
            self.table.happens(Event::Drew { seat, card: Some(card) }, report);
        }
    }

    /// Shuffles another deck in if the stock is used up and there is one.
    fn refill(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if !self.stock.is_empty() || !self.can_grow() {
            return;
        }
        let mut deck: Vec<ShoeCard> = ShoeCard::of_deck(self.table.decks).collect();
        rng.shuffle(&mut deck);
        self.stock = deck.into();
        self.table.happens(Event::DeckAdded, report);
    }

    fn can_grow(&self) -> bool {
        self.table.options.empty_stock == EmptyStock::Reshuffle && self.table.decks < MOST_DECKS
    }

    /// Deals a round: twelve cards to each player, and the first of the mainline.
    fn dealt(&mut self, stock: Vec<ShoeCard>, rule: Option<Rule>) -> Event {
        let (mut cards, mut hands) = (stock.into_iter(), Box::<BySeat<Hand>>::default());
        let players: Vec<Seat> = self.table.players().collect();
        players.repeat(DEALT).into_iter().for_each(|seat| hands[seat].gain(cards.next()));
        let first = cards.next();
        self.stock = cards.collect();
        Event::Dealt { hands, first, stock: self.stock.len(), rule }
    }

    /// The cards that are right now; every card, while the dealer judges by hand.
    fn right_cards(&self) -> CardSet {
        let Some(rule) = &self.table.rule else { return CardSet::FULL };
        Automaton::right_after(rule, self.table.cards()).unwrap_or(CardSet::FULL)
    }

    fn play(&mut self, seat: Seat, card: ShoeCard, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let is_right = (!self.table.in_mind).then(|| self.right_cards().contains(card.card));
        self.table.happens(Event::Played { seat, card, is_right }, report);
        if let Some(is_right) = is_right {
            self.judged(seat, is_right, rng, report);
        }
    }

    /// A card was judged: for a wrong one another is drawn.
    fn judged(&mut self, seat: Seat, is_right: bool, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if !is_right || self.table.is_alone() {
            self.draw(seat, 1, rng, report);
        }
        if !is_right {
            self.end_turn(seat, rng, report);
        }
    }

    /// Ends the round if nothing more can come of it: somebody has no card left, or nobody can draw.
    fn end_turn(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let needed_too_many = self.table.is_alone() && self.table.needed() >= MOST_NEEDED;
        if needed_too_many || self.hand(seat).is_empty() || (self.stock.is_empty() && !self.can_grow()) {
            self.end_round(None, rng, report);
        }
    }

    fn claim(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let mut hand = self.hand(seat).to_vec();
        ShoeCard::sort(&mut hand, HandOrder::default());
        self.table.happens(Event::Claimed { seat, hand }, report);
        if self.table.in_mind {
            return;
        }
        let right = self.right_cards();
        let fitting: Vec<ShoeCard> = self.hand(seat).iter().copied().filter(|held| right.contains(held.card)).collect();
        match rng.pick(&fitting) {
            Some(card) => self.lay_fitting(seat, *card, rng, report),
            None => self.none_fitted(seat, rng, report),
        }
    }

    /// The claim was wrong: the dealer lays a card of the hand, and another is drawn.
    fn lay_fitting(&mut self, seat: Seat, card: ShoeCard, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        self.table.happens(Event::Fitted { seat, card }, report);
        self.draw(seat, 1, rng, report);
        self.end_turn(seat, rng, report);
    }

    /// The claim was right: the hand goes under the stock, and one card fewer is dealt.
    fn none_fitted(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let hand = self.hand(seat).to_vec();
        self.table.happens(Event::NoneFitted { seat, hand: hand.clone() }, report);
        self.refill(rng, report);
        let count = hand.len();
        self.stock.extend(hand);
        let fewer = usize::from(!self.table.is_alone());
        self.draw(seat, count.saturating_sub(fewer), rng, report);
    }

    fn guess(&mut self, seat: Seat, words: &Words, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.table.in_mind {
            let event = Event::Guessed { seat, words: words.clone(), is_right: None, apart: None };
            return self.table.happens(event, report);
        }
        let is_right = self
            .rule()
            .zip(words.as_rule())
            .is_some_and(|(rule, guess)| self.difference(&Automaton::of(rule), &Automaton::of(&guess)).is_none());
        self.judge_guess(seat, words, is_right, rng, report);
    }

    fn judge_guess(
        &mut self,
        seat: Seat,
        words: &Words,
        is_right: bool,
        rng: &mut GameRng,
        report: &mut impl FnMut(Event),
    ) {
        let apart = self.counterexample(words).filter(|_| !is_right);
        self.table.happens(Event::Guessed { seat, words: words.clone(), is_right: Some(is_right), apart }, report);
        match is_right {
            true => self.end_round(Some(seat), rng, report),
            false => self.end_turn(seat, rng, report),
        }
    }

    /// What tells two rules apart by what can still come.
    fn difference(&self, rule: &Automaton, guess: &Automaton) -> Option<Difference> {
        self.table.difference(rule, guess, self.table.mainline.len())
    }

    /// What tells a guess from the rule, if it may be shown.
    fn counterexample(&self, words: &Words) -> Option<Counterexample> {
        let rule = Automaton::of(self.rule().filter(|_| self.table.options.counterexamples)?);
        let found = self.difference(&rule, &Automaton::of(&words.as_rule()?))?;
        let on_table = if self.table.options.whole_mainlines { 0 } else { self.table.mainline.len() };
        let mainline: Vec<Card> = self.table.cards().take(on_table).chain(found.mainline).collect();
        Some(Counterexample { mainline, on_table, card: found.card, is_right: found.right_for_first })
    }

    /// What a dealer says who judges by hand.
    fn judge(&mut self, question: Question, is_right: bool, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let seat = self.table.turn;
        match question {
            Question::Card(card) => {
                self.table.happens(Event::Judged { seat, card, is_right }, report);
                self.judged(seat, is_right, rng, report);
            }
            Question::NoCard if is_right => self.none_fitted(seat, rng, report),
            Question::NoCard => self.table.happens(Event::Denied { seat }, report),
            Question::Guess(words) => self.judge_guess(seat, &words, is_right, rng, report),
        }
    }

    fn end_round(&mut self, named_by: Option<Seat>, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let detail = self.round(named_by);
        self.table.happens(Event::RoundOver { detail }, report);
        if self.table.game.is_over() {
            return;
        }
        let stock = shuffled_shoe(rng);
        let rule = house_rule(&self.table.options, self.table.seats(), rng);
        let dealt = self.dealt(stock, rule);
        self.table.happens(dealt, report);
    }

    /// How the round ends.
    fn round(&self, named_by: Option<Seat>) -> RuleRound {
        let (table, seats, dealer) = (&self.table, self.table.seats(), self.table.dealer());
        RuleRound {
            rule: table.rule.clone(),
            named_by,
            out: seats.iter().find(|seat| Some(*seat) != dealer && self.hand(*seat).is_empty()),
            hands: table.hands.of_those(seats).iter().map(|hand| hand.cards.clone()).collect(),
            played: table.mainline.clone(),
            guesses: table.guesses.clone(),
            dealer,
            never_dealt: self.never_dealt(),
        }
    }

    /// Those who have not dealt, if the game stops with this round before everybody has.
    fn never_dealt(&self) -> Vec<Seat> {
        let (table, game) = (&self.table, &self.table.game);
        let is_last = game.until() == Until::Rounds(game.round() as u32);
        if !is_last || table.is_house() || table.options.everyone_deals {
            return Vec::new();
        }
        let dealt: SeatSet = game.finished().iter().map(|round| round.dealer).chain(table.dealer()).collect();
        table.seats().iter().filter(|seat| !dealt.contains(*seat)).collect()
    }

    /// The dealer's rules that a list can show.
    fn ready_rules() -> impl Iterator<Item = Rule> {
        secrets::all().map(|(_, secret)| secret.rule().clone())
    }

    fn why_not_ask(&self) -> String {
        match self.table.dealer() {
            None => "the house gives no hints".to_owned(),
            Some(_) if self.table.asked < MOST_ASKED => {
                format!("the dealer has given {MOST_HINTS} hints, and that is enough")
            }
            Some(_) => format!("a hint was asked for {MOST_ASKED} times in this round, and that is enough"),
        }
    }

    /// Whether [`check_move`](Game::check_move) lets a move pass, without the trouble of finding out what a sentence lacks that is no
    /// rule.
    fn allows(&self, seat: Seat, mv: &Move) -> bool {
        match (&self.table.phase, mv) {
            (TurnPhase::Guess, Move::Guess(words)) => self.table.in_mind || words.as_rule().is_some(),
            _ => self.check_move(seat, mv).is_ok(),
        }
    }

    fn check_words(&self, words: &Words) -> Result<(), Illegal> {
        if self.table.in_mind {
            return Ok(());
        }
        let read: Result<Rule, _> = words.as_str().parse();
        read.map(|_| ()).map_err(|error| Illegal::because("#writing-rules", format!("this is not a rule: {error}")))
    }
}

fn shuffled_shoe(rng: &mut GameRng) -> Vec<ShoeCard> {
    let mut cards: Vec<ShoeCard> = [0, 1].into_iter().flat_map(ShoeCard::of_deck).collect();
    rng.shuffle(&mut cards);
    cards
}

/// The rule that the house has: one of the wanted grade, or the one that is given. `None` where a dealer has one.
fn house_rule(options: &Options, seats: Seats, rng: &mut GameRng) -> Option<Rule> {
    options.is_house(seats).then(|| match &options.rule {
        HouseRule::Given(rule) => rule.clone(),
        HouseRule::Secret => composer::rule_of(options.grade, rng),
    })
}

impl Game for EleusisExpress {
    const INFO: Info = Info {
        id: "eleusis-express",
        title: "Eleusis Express",
        tagline: "Play cards to find the secret rule that says which may come next.",
        source: "John Golden (2006), after Robert Abbott’s Eleusis (1956)",
        rules: 2,
        seats: (1, 8),
        minutes: (10, 40),
        kind: Kind::Deduction,
        weight: Complexity::Medium,
        secrets: true,
        // Most rules are about numbers, and others about suits or colours.
        hand_orders: &[HandOrder::Number, HandOrder::Suit, HandOrder::Colour],
    };

    type Options = Options;
    type Deal = ShoeDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `rule …`, `rule in mind`, `hint …`, `start 1`, `play 7H`, `none`, `ask`, `guess …`, \
         `pass`, `judge right` and `judge wrong`";

    /// Version 1 compared guesses with the rule from the first card on.
    fn under_rules(version: u32, options: Options) -> Option<Options> {
        let whole_mainlines = version == 1;
        (whole_mainlines || version == Self::INFO.rules).then_some(Options { whole_mainlines, ..options })
    }

    fn rules_version(options: &Options) -> u32 {
        if options.whole_mainlines { 1 } else { Self::INFO.rules }
    }

    fn deal(options: &Options, seats: Seats, deal: Option<&ShoeDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        if !(1..=20).contains(&options.rounds) {
            return Err(SetupError::Options(format!("rounds {}; there must be 1 to 20", options.rounds)));
        }
        if options.rule != HouseRule::Secret && options.rounds > 1 {
            return Err(SetupError::Options("a rule that is given is for one round; leave `rounds` at 1".to_owned()));
        }
        let stock = match deal {
            None => shuffled_shoe(rng),
            Some(deal) => {
                parse_two_decks(&deal.stock).map_err(|error| SetupError::Deal(format!("the stock: {error}")))?
            }
        };
        let mut game = EleusisExpress { table: EleusisTable::new(options, seats), stock: VecDeque::new() };
        let dealt = game.dealt(stock, house_rule(options, seats, rng));
        game.table.follow(&dealt);
        Ok(game)
    }

    fn stage(&self) -> Stage {
        if let Some(seat) = self.turn() {
            return Stage::Act(SeatSet::only(seat));
        }
        let last = self.table.game.finished().last().map(|round| &round.detail);
        let rule =
            last.and_then(|last| last.rule.as_ref()).map_or(String::new(), |rule| format!("The rule was: {rule}"));
        if self.table.is_alone() {
            let is_found = last.is_some_and(|last| last.named_by.is_some());
            let (title, winners) = if is_found { ("Found", vec![Seat::FIRST]) } else { ("Not found", Vec::new()) };
            return Stage::Over(Outcome { winners, title: title.to_owned(), reason: rule });
        }
        Stage::Over(self.table.game.outcome("The keenest mind", "Great minds think alike", rule))
    }

    fn turn(&self) -> Option<Seat> {
        self.table.acting()
    }

    fn moves(&self, seat: Seat) -> Moves<Move> {
        let mut moves = Vec::new();
        self.moves_into(seat, &mut moves);
        match self.table.phase {
            TurnPhase::Play | TurnPhase::Over => Moves::All(moves),
            _ => Moves::Open(moves),
        }
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        match &self.table.phase {
            TurnPhase::Rule => {
                moves.extend(Self::ready_rules().map(Move::Rule));
                moves.push(Move::InMind);
            }
            TurnPhase::Opening => moves.extend(self.table.players().map(Move::Start)),
            TurnPhase::Play => {
                moves.extend(self.hand(seat).iter().map(|held| Move::Play(held.card)));
                moves.push(Move::NoCard);
                moves.extend(self.table.may_ask().then_some(Move::Ask));
            }
            TurnPhase::Hint => moves.push(Move::Pass),
            TurnPhase::Guess => {
                moves.extend(EXAMPLES.iter().filter_map(|rule| Words::new(rule)).map(Move::Guess));
                moves.push(Move::Pass);
            }
            TurnPhase::Judge(_) => moves.extend([Move::Judge(false), Move::Judge(true)]),
            TurnPhase::Choose => moves.extend(self.hand(self.table.turn).iter().map(|held| Move::Play(held.card))),
            TurnPhase::Over => {}
        }
        moves.sort();
        moves.dedup();
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let holds = |seat: Seat, card: &Card| self.held(seat, *card).is_some();
        let (rule, why) = match (&self.table.phase, mv) {
            (TurnPhase::Rule, Move::Rule(_) | Move::InMind) => return Ok(()),
            (TurnPhase::Rule, _) => ("#the-dealer", "first write a secret rule down, or keep one in mind".to_owned()),
            (TurnPhase::Opening | TurnPhase::Hint | TurnPhase::Judge(_) | TurnPhase::Choose, Move::Hint(_)) => {
                if self.table.hints.len() < MOST_HINTS {
                    return Ok(());
                }
                ("#the-dealer", format!("you have given {MOST_HINTS} hints, which is as many as a round has room for"))
            }
            (TurnPhase::Opening, Move::Start(seat)) if self.table.players().any(|player| player == *seat) => {
                return Ok(());
            }
            (TurnPhase::Opening, _) => ("#the-dealer", "say which player begins".to_owned()),
            (TurnPhase::Hint, Move::Pass) => return Ok(()),
            (TurnPhase::Hint, _) => ("#the-dealer", "give a hint, or choose “No hint”".to_owned()),
            (TurnPhase::Play, Move::NoCard) => return Ok(()),
            (TurnPhase::Play, Move::Ask) if self.table.may_ask() => return Ok(()),
            (TurnPhase::Play, Move::Ask) => ("#the-dealer", self.why_not_ask()),
            (TurnPhase::Play, Move::Play(card)) if holds(seat, card) => return Ok(()),
            (TurnPhase::Choose, Move::Play(card)) if holds(self.table.turn, card) => return Ok(()),
            (TurnPhase::Play, Move::Play(card)) => return Err(Illegal::not_held(*card)),
            (TurnPhase::Play, _) => ("#the-turn", "play a card, or say that no card fits".to_owned()),
            (TurnPhase::Choose, _) => ("#judging-by-hand", "choose a card of the hand that is right".to_owned()),
            (TurnPhase::Guess, Move::Pass) => return Ok(()),
            (TurnPhase::Guess, Move::Guess(words)) => return self.check_words(words),
            (TurnPhase::Guess, _) => ("#guessing-the-rule", "guess the rule, or choose “Go on”".to_owned()),
            (TurnPhase::Judge(_), Move::Judge(_)) => return Ok(()),
            (TurnPhase::Judge(_), _) => ("#judging-by-hand", "say whether it is right".to_owned()),
            (TurnPhase::Over, _) => ("#the-end", "the game is over".to_owned()),
        };
        Err(Illegal::because(rule, why))
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.turn() != Some(seat) || !self.allows(seat, mv) {
            return;
        }
        let event = match (mv, self.table.phase.clone()) {
            (Move::Rule(rule), _) => Event::Ruled { dealer: seat, rule: Some(rule.clone()), in_mind: false },
            (Move::InMind, _) => Event::Ruled { dealer: seat, rule: None, in_mind: true },
            (Move::Hint(words), _) => Event::Hinted { words: words.clone() },
            (Move::Ask, _) => Event::Asked { seat },
            (Move::Pass, TurnPhase::Hint) => Event::NoHint { dealer: seat },
            (Move::Start(first), _) => Event::Begins { seat: *first },
            (Move::Play(card), phase) => {
                let holder = self.table.turn;
                let Some(card) = self.held(holder, *card) else { return };
                return match phase {
                    TurnPhase::Choose => self.lay_fitting(holder, card, rng, report),
                    _ => self.play(holder, card, rng, report),
                };
            }
            (Move::NoCard, _) => return self.claim(seat, rng, report),
            (Move::Guess(words), _) => return self.guess(seat, words, rng, report),
            (Move::Pass, _) => {
                self.table.happens(Event::Passed { seat }, report);
                return self.end_turn(seat, rng, report);
            }
            (Move::Judge(is_right), TurnPhase::Judge(question)) => return self.judge(question, *is_right, rng, report),
            (Move::Judge(_), _) => return,
        };
        self.table.happens(event, report);
    }

    fn view(&self, who: Viewer) -> View {
        View { table: self.table.seen_by(who), who, order: HandOrder::default() }
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.order = order;
    }

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        Some(match event {
            Event::Ruled { dealer, rule, in_mind } => {
                let rule = rule.clone().filter(|_| who.sees(*dealer));
                Event::Ruled { dealer: *dealer, rule, in_mind: *in_mind }
            }
            Event::Drew { seat, card } => Event::Drew { seat: *seat, card: card.filter(|_| who.sees(*seat)) },
            Event::Dealt { hands, first, stock, rule } => {
                let rule = rule.clone().filter(|_| who == Viewer::Referee);
                Event::Dealt { hands: Box::new(hands_seen_by(hands, who)), first: *first, stock: *stock, rule }
            }
            other => other.clone(),
        })
    }

    fn follow(view: &mut View, event: &Event) {
        view.table.follow(event);
    }

    fn reveals(event: &Event) -> bool {
        !matches!(
            event,
            Event::Ruled { .. }
                | Event::Asked { .. }
                | Event::NoHint { .. }
                | Event::Begins { .. }
                | Event::Passed { .. }
        )
    }

    fn is_private(&self, _: Seat) -> bool {
        self.table.seats().count() > 1
    }

    /// The dealer who judges by hand may be corrected by all.
    fn may_be_taken_back(&self) -> bool {
        self.table.in_mind
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let mut other = self.clone();
        if who == Viewer::Referee || self.table.phase == TurnPhase::Over {
            return other;
        }
        let hidden: Vec<Seat> = self.table.seats().iter().filter(|seat| !who.sees(*seat)).collect();
        let mut cards: Vec<ShoeCard> = self.stock.iter().copied().collect();
        // What everybody saw of a hand that was shown, and is still held, is not hidden.
        for seat in &hidden {
            let hand = &mut other.table.hands[*seat];
            cards.extend(hand.cards.extract_if(.., |card| !hand.shown.contains(card)));
        }
        rng.shuffle(&mut cards);
        for seat in hidden {
            let hand = &mut other.table.hands[seat];
            hand.cards.extend(cards.drain(..hand.count - hand.cards.len()));
        }
        other.stock = cards.into();
        let knows_rule = self.table.dealer().is_some_and(|dealer| who.sees(dealer));
        if !knows_rule && self.table.rule.is_some() {
            let fitting = self
                .table
                .evidence()
                .and_then(|evidence| RESAMPLED.into_iter().find_map(|mind| Belief::within(mind, &evidence).any(rng)));
            other.table.rule = fitting.or(other.table.rule);
        }
        other
    }

    /// Hands by seat, the stock at 10, what lies on the table at 11, what is asked about at 12, and decks still in their boxes at 13.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let held = |(seat, hand): (u32, &Hand)| hand.cards.iter().map(move |card| (*card, seat)).collect::<Vec<_>>();
        let hands = (0..).zip(self.table.hands.of_those(self.table.seats())).flat_map(held);
        let stock = self.stock.iter().map(|card| (*card, 10));
        let table = self.table.laid().map(|card| (card, 11));
        let asked = match self.table.phase {
            TurnPhase::Judge(Question::Card(card)) => Some((card, 12)),
            _ => None,
        };
        let boxed = (self.table.decks..MOST_DECKS).flat_map(ShoeCard::of_deck).map(|card| (card, 13));
        let all = hands.chain(stock).chain(table).chain(asked).chain(boxed);
        all.map(|(card, place)| (u32::from(card.index()), place)).collect()
    }

    fn scores(&self) -> Vec<i32> {
        // Alone, cards are counted as they are played.
        let is_counting = self.table.is_alone() && self.table.phase != TurnPhase::Over;
        if is_counting { vec![-(self.table.needed() as i32)] } else { self.table.game.totals().to_vec() }
    }

    fn state(&self) -> serde_json::Value {
        let table = &self.table;
        let side = |link: &super::table::MainlineLink| link.wrong.iter().map(|laid| laid.card.card).collect::<Vec<_>>();
        let rule = self.rule().filter(|_| table.phase == TurnPhase::Over).map(ToString::to_string);
        json!({
            "dealer": table.dealer().map(Seat::index),
            "mainline": table.cards().collect::<Vec<_>>(),
            "sidelines": table.mainline.iter().map(side).collect::<Vec<_>>(),
            "hands": table.hands.of_those(table.seats()).iter().map(|hand| hand.count).collect::<Vec<_>>(),
            "rule": rule,
            "points": table.game.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let game = &self.table.game;
        let cards = counted(self.table.mainline.len() as u32, "card", "cards");
        format!("{cards} on the mainline. Points in seat order {}: {}.", game.so_far(), game.points_in_words(", "))
    }
}
