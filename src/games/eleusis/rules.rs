//! Eleusis Express as a game.
//!
//! Source: "Eleusis Express" by John Golden (2006), after "Eleusis" by Robert Abbott (1956). Where a written rule judges, it
//! also does what the rulebook leaves to the dealer: of several right cards in the hand of somebody who claimed that there are
//! none, one is drawn by lot. A round also ends when four decks are used up.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::candidates::Belief;
use super::composer;
use super::language::{Automaton, Rule, difference};
use super::secrets;
use super::table::{
    Counterexample, DEALT, EleusisTable, EmptyStock, HouseRule, Laid, MOST_ASKED, MOST_HINTS, MOST_NEEDED, NAMED,
    NEVER_DEALT, NOT_FOUND, Question, TurnPhase, WENT_OUT, Words, WrongGuess,
};
pub use super::table::{Move, Options, RuleRound};
use crate::cards::{Card, CardSet, DeckCard, HandOrder, MOST_DECKS, ShoeCard, parse_two_decks};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, Moves, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{Match, SeatPoints, Until, check_seats};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::words::counted;

/// How many of the simplest rules stand for all that a secret one may be.
const RESAMPLED: usize = 5000;

/// Some guesses of the many: what is listed as possible, where every rule is.
const EXAMPLES: [&str; 3] = ["colour differs from last", "repeat spade heart club diamond", "rank > last"];

/// An explicit deal of the first round: two decks, first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShoeDeal {
    pub stock: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The dealer has a rule; which, only the dealer knows.
    Ruled {
        dealer: Seat,
        rule: Option<Rule>,
        in_mind: bool,
    },
    Hinted {
        words: Words,
    },
    /// A seat asks the dealer for a hint.
    Asked {
        seat: Seat,
    },
    /// The dealer has none to give.
    NoHint {
        dealer: Seat,
    },
    Begins {
        seat: Seat,
    },
    Played {
        seat: Seat,
        card: ShoeCard,
        is_right: Option<bool>,
    },
    /// A card that was asked about is judged by hand.
    Judged {
        seat: Seat,
        card: ShoeCard,
        is_right: bool,
    },
    /// A hand is shown: its seat says that no card fits.
    Claimed {
        seat: Seat,
        hand: Vec<ShoeCard>,
    },
    /// No card fitted, and all of them went under the stock.
    NoneFitted {
        seat: Seat,
        hand: Vec<ShoeCard>,
    },
    /// The dealer, who judges by hand, says that a card of the hand does fit.
    Denied {
        seat: Seat,
    },
    /// A card fitted after all, and the dealer laid it.
    Fitted {
        seat: Seat,
        card: ShoeCard,
    },
    /// Only the seat that draws knows what it draws.
    Drew {
        seat: Seat,
        card: Option<ShoeCard>,
    },
    DeckAdded,
    /// `None` until the dealer, who judges by hand, has spoken.
    Guessed {
        seat: Seat,
        words: Words,
        is_right: Option<bool>,
        /// What tells a wrong guess from the rule, if the dealer allows that it is shown.
        apart: Option<Counterexample>,
    },
    Passed {
        seat: Seat,
    },
    RoundOver {
        detail: RuleRound,
    },
    /// The next round is dealt; its mainline begins with this card.
    Dealt {
        first: Option<ShoeCard>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct EleusisExpress {
    pub table: EleusisTable,
    hands: Vec<Vec<ShoeCard>>,
    /// The next card first.
    stock: VecDeque<ShoeCard>,
    /// The secret rule; `None` while there is none, or the dealer keeps it in mind.
    rule: Option<Rule>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub table: EleusisTable,
    pub who: Viewer,
    /// How the viewer wants the own hand sorted.
    pub order: HandOrder,
    /// How many cards each seat holds, and those that the viewer knows.
    pub held: Vec<(usize, Option<Vec<ShoeCard>>)>,
    /// The secret rule, if the viewer may know it.
    pub rule: Option<Rule>,
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

    /// The cards of a seat that the viewer knows, in the viewer's order.
    pub fn hand(&self, seat: Seat) -> Vec<ShoeCard> {
        let mut hand = self.held.get(seat.index()).and_then(|(_, cards)| cards.clone()).unwrap_or_default();
        ShoeCard::sort(&mut hand, self.order);
        hand
    }

    pub fn count(&self, seat: Seat) -> usize {
        self.held.get(seat.index()).map_or(0, |(count, _)| *count)
    }

    /// Whether the viewer is asked for a decision.
    pub fn is_acting(&self) -> bool {
        self.own().is_some() && self.table.acting() == self.own()
    }
}

impl EleusisExpress {
    pub fn hand(&self, seat: Seat) -> &[ShoeCard] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    pub fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    fn draw(&mut self, seat: Seat, count: usize, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        for _ in 0..count {
            self.refill(rng, report);
            let Some(card) = self.stock.pop_front() else { break };
            if let Some(hand) = self.hands.get_mut(seat.index()) {
                hand.push(card);
                report(Event::Drew { seat, card: Some(card) });
            }
        }
        self.table.stock = self.stock.len();
    }

    /// Shuffles another deck in if the stock is used up and there is one.
    fn refill(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if !self.stock.is_empty() || !self.can_grow() {
            return;
        }
        let mut deck: Vec<ShoeCard> = ShoeCard::of_deck(self.table.decks).collect();
        rng.shuffle(&mut deck);
        self.table.decks += 1;
        self.table.stock = deck.len();
        self.stock = deck.into();
        report(Event::DeckAdded);
    }

    fn can_grow(&self) -> bool {
        self.table.options.empty_stock == EmptyStock::Reshuffle && self.table.decks < MOST_DECKS
    }

    /// Deals a round: twelve cards to each player, and the first of the mainline.
    fn deal_round(&mut self, stock: Vec<ShoeCard>, rng: &mut GameRng) {
        self.stock = stock.into();
        self.hands = self.table.seats().iter().map(|_| Vec::new()).collect();
        let players: Vec<Seat> = self.table.players().collect();
        for _ in 0..DEALT {
            for seat in &players {
                self.hands[seat.index()].extend(self.stock.pop_front());
            }
        }
        let first = self.stock.pop_front();
        let table = &mut self.table;
        (table.mainline, table.guesses, table.hints, table.asked, table.shown) = Default::default();
        (table.in_mind, table.decks, table.stock) = (false, 2, self.stock.len());
        first.into_iter().for_each(|card| table.lay_right(Laid { card, by: None }));
        table.turn = players.first().copied().unwrap_or(Seat::FIRST);
        table.phase = if table.is_house() { TurnPhase::Play } else { TurnPhase::Rule };
        self.rule = table.is_house().then(|| house_rule(&table.options, rng));
    }

    /// The cards that are right now; every card, while the dealer judges by hand.
    fn right_cards(&self) -> CardSet {
        let Some(rule) = &self.rule else { return CardSet::FULL };
        Automaton::right_after(rule, self.table.cards()).unwrap_or(CardSet::FULL)
    }

    fn play(&mut self, seat: Seat, card: Card, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let hand = &mut self.hands[seat.index()];
        let Some(card) = hand.iter().position(|held| held.card == card).map(|place| hand.remove(place)) else { return };
        if self.table.in_mind {
            report(Event::Played { seat, card, is_right: None });
            self.table.phase = TurnPhase::Judge(Question::Card(card));
            return;
        }
        let is_right = self.right_cards().contains(card.card);
        report(Event::Played { seat, card, is_right: Some(is_right) });
        self.lay(seat, card, is_right, rng, report);
    }

    /// A card was judged: a right one joins the mainline, a wrong one hangs below it and another is drawn.
    fn lay(&mut self, seat: Seat, card: ShoeCard, is_right: bool, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let laid = Laid { card, by: Some(seat) };
        if is_right {
            self.table.lay_right(laid);
        } else {
            self.table.lay_wrong(laid);
        }
        if !is_right || self.table.is_alone() {
            self.draw(seat, 1, rng, report);
        }
        match is_right {
            true => self.offer_guess(),
            false => self.pass_on(seat, rng, report),
        }
    }

    /// After a right card or a right claim, also the last one.
    fn offer_guess(&mut self) {
        self.table.phase = TurnPhase::Guess;
    }

    /// Whether nothing more can come of the round: somebody has no card left, or nobody can draw.
    fn is_spent(&self, seat: Seat) -> bool {
        let needed_too_many = self.table.is_alone() && self.table.needed() >= MOST_NEEDED;
        needed_too_many || self.hand(seat).is_empty() || (self.stock.is_empty() && !self.can_grow())
    }

    /// The next player's turn, unless the round is over.
    fn pass_on(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.is_spent(seat) {
            return self.end_round(None, rng, report);
        }
        self.table.phase = TurnPhase::Play;
        self.table.turn = self.table.next_after(seat);
    }

    fn claim(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let mut hand = self.hand(seat).to_vec();
        ShoeCard::sort(&mut hand, HandOrder::default());
        report(Event::Claimed { seat, hand: hand.clone() });
        self.table.shown = Some((seat, hand));
        if self.table.in_mind {
            self.table.phase = TurnPhase::Judge(Question::NoCard);
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
        report(Event::Fitted { seat, card });
        self.hands[seat.index()].retain(|held| *held != card);
        self.table.lay_right(Laid { card, by: Some(seat) });
        self.draw(seat, 1, rng, report);
        self.pass_on(seat, rng, report);
    }

    /// The claim was right: the hand goes under the stock, and one card fewer is dealt.
    fn none_fitted(&mut self, seat: Seat, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let hand = std::mem::take(&mut self.hands[seat.index()]);
        let (count, faces) = (hand.len(), hand.iter().map(|held| held.card).collect());
        report(Event::NoneFitted { seat, hand: hand.clone() });
        self.refill(rng, report);
        self.stock.extend(hand);
        self.table.stock = self.stock.len();
        if let Some(link) = self.table.mainline.last_mut() {
            link.none.push(faces);
        }
        let fewer = usize::from(!self.table.is_alone());
        self.draw(seat, count.saturating_sub(fewer), rng, report);
        self.offer_guess();
    }

    fn guess(&mut self, seat: Seat, words: &Words, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.table.in_mind {
            report(Event::Guessed { seat, words: words.clone(), is_right: None, apart: None });
            self.table.phase = TurnPhase::Judge(Question::Guess(words.clone()));
            return;
        }
        let is_same = |(one, other): (&Rule, Rule)| difference(&Automaton::of(one), &Automaton::of(&other)).is_none();
        let is_right = self.rule.as_ref().zip(words.as_rule()).is_some_and(is_same);
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
        report(Event::Guessed { seat, words: words.clone(), is_right: Some(is_right), apart: apart.clone() });
        if is_right {
            return self.end_round(Some(seat), rng, report);
        }
        self.table.guesses.push(WrongGuess { seat, words: words.clone(), apart });
        self.pass_on(seat, rng, report);
    }

    /// What tells a guess from the rule, if it may be shown.
    fn counterexample(&self, words: &Words) -> Option<Counterexample> {
        let rule = Automaton::of(self.rule.as_ref().filter(|_| self.table.options.counterexamples)?);
        let found = difference(&rule, &Automaton::of(&words.as_rule()?))?;
        let state = rule.state_after(found.mainline.iter().copied())?;
        let is_right = rule.right(state).contains(found.card);
        Some(Counterexample { mainline: found.mainline, card: found.card, is_right })
    }

    /// What a dealer says who judges by hand.
    fn judge(&mut self, question: Question, is_right: bool, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let seat = self.table.turn;
        match question {
            Question::Card(card) => {
                report(Event::Judged { seat, card, is_right });
                self.lay(seat, card, is_right, rng, report);
            }
            Question::NoCard if is_right => self.none_fitted(seat, rng, report),
            Question::NoCard => {
                report(Event::Denied { seat });
                self.table.phase = TurnPhase::Choose;
            }
            Question::Guess(words) => self.judge_guess(seat, &words, is_right, rng, report),
        }
    }

    fn end_round(&mut self, named_by: Option<Seat>, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let (seats, dealer) = (self.table.seats(), self.table.dealer());
        let players: SeatSet = self.table.players().collect();
        let out = players.iter().find(|seat| self.hand(*seat).is_empty());
        let (rule, hands) = (self.rule.clone(), self.hands.clone());
        let (played, guesses) = (self.table.mainline.clone(), self.table.guesses.clone());
        let mut detail = RuleRound { rule, named_by, out, hands, played, guesses, dealer, never_dealt: Vec::new() };
        let mut points = self.points(players, named_by, out);
        let is_last = self.table.game.finished().len() + 1 >= rounds(&self.table.options, seats) as usize;
        if is_last && !self.table.is_house() && !self.table.options.everyone_deals {
            let dealt: SeatSet = self.table.game.finished().iter().map(|round| round.dealer).chain(dealer).collect();
            detail.never_dealt = seats.iter().filter(|seat| !dealt.contains(*seat)).collect();
            detail.never_dealt.iter().for_each(|seat| points[seat.index()] += NEVER_DEALT);
        }
        report(Event::RoundOver { detail: detail.clone() });
        self.table.game.finish(points, detail);
        if self.table.game.is_over() {
            self.table.phase = TurnPhase::Over;
            return;
        }
        self.deal_round(shuffled_shoe(rng), rng);
        report(Event::Dealt { first: self.table.mainline.first().map(|link| link.right.card) });
    }

    fn points(&self, players: SeatSet, named_by: Option<Seat>, out: Option<Seat>) -> SeatPoints {
        if self.table.is_alone() {
            return [if named_by.is_some() { -(self.table.needed() as i32) } else { NOT_FOUND }].into_iter().collect();
        }
        let of = |seat: Seat| {
            let bonus = |to: Option<Seat>, points| if to == Some(seat) { points } else { 0 };
            DEALT as i32 - self.hand(seat).len() as i32 + bonus(named_by, NAMED) + bonus(out, WENT_OUT)
        };
        let best = players.iter().map(of).max().unwrap_or(0);
        self.table.seats().iter().map(|seat| if players.contains(seat) { of(seat) } else { best }).collect()
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

    fn check_words(&self, words: &Words) -> Result<(), Illegal> {
        if self.table.in_mind {
            return Ok(());
        }
        let read: Result<Rule, _> = words.as_str().parse();
        read.map(|_| ()).map_err(|error| Illegal::because("#writing-rules", format!("this is not a rule: {error}")))
    }
}

/// How many rounds are played.
fn rounds(options: &Options, seats: Seats) -> u32 {
    let is_house = options.house || seats.count() < 3 || options.rule != HouseRule::Secret;
    if options.everyone_deals && !is_house { seats.count() as u32 } else { options.rounds }
}

fn shuffled_shoe(rng: &mut GameRng) -> Vec<ShoeCard> {
    let mut cards: Vec<ShoeCard> = [0, 1].into_iter().flat_map(ShoeCard::of_deck).collect();
    rng.shuffle(&mut cards);
    cards
}

/// The rule that the house has: one of the wanted grade, or the one that is given.
fn house_rule(options: &Options, rng: &mut GameRng) -> Rule {
    match &options.rule {
        HouseRule::Given(rule) => rule.clone(),
        HouseRule::Secret => composer::rule_of(options.grade, rng),
    }
}

impl Game for EleusisExpress {
    const INFO: Info = Info {
        id: "eleusis-express",
        title: "Eleusis Express",
        tagline: "Find the secret rule, card by card",
        source: "John Golden (2006), after Robert Abbott’s Eleusis (1956)",
        rules: 1,
        seats: (1, 8),
        minutes: (10, 40),
        kind: Kind::Deduction,
        weight: Complexity::Medium,
        secrets: true,
    };

    type Options = Options;
    type Deal = ShoeDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `rule …`, `rule in mind`, `hint …`, `start 1`, `play 7H`, `none`, `ask`, `guess …`, \
         `pass`, `judge right` and `judge wrong`";

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
        let table = EleusisTable {
            options: options.clone(),
            game: Match::new(seats, Seat::FIRST, Until::Rounds(rounds(options, seats))),
            phase: TurnPhase::Rule,
            turn: Seat::FIRST,
            mainline: Vec::new(),
            guesses: Vec::new(),
            hints: Vec::new(),
            asked: 0,
            shown: None,
            in_mind: false,
            decks: 2,
            stock: 0,
        };
        let mut game = EleusisExpress { table, hands: Vec::new(), stock: VecDeque::new(), rule: None };
        game.deal_round(stock, rng);
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
        Stage::Over(self.table.game.outcome("The keenest mind", "Minds alike", rule))
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
        let holds = |seat: Seat, card: &Card| self.hand(seat).iter().any(|held| held.card == *card);
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
            (TurnPhase::Hint, _) => ("#the-dealer", "give a hint, or none".to_owned()),
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
            (TurnPhase::Guess, _) => ("#guessing-the-rule", "guess the rule, or pass".to_owned()),
            (TurnPhase::Judge(_), Move::Judge(_)) => return Ok(()),
            (TurnPhase::Judge(_), _) => ("#judging-by-hand", "say whether it is right".to_owned()),
            (TurnPhase::Over, _) => ("#the-end", "the game is over".to_owned()),
        };
        Err(Illegal::because(rule, why))
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.turn() != Some(seat) || self.check_move(seat, mv).is_err() {
            return;
        }
        match (mv, self.table.phase.clone()) {
            (Move::Rule(rule), _) => {
                self.rule = Some(rule.clone());
                self.table.phase = TurnPhase::Opening;
                report(Event::Ruled { dealer: seat, rule: Some(rule.clone()), in_mind: false });
            }
            (Move::InMind, _) => {
                (self.table.in_mind, self.table.phase) = (true, TurnPhase::Opening);
                report(Event::Ruled { dealer: seat, rule: None, in_mind: true });
            }
            (Move::Hint(words), phase) => {
                self.table.hints.push(words.clone());
                report(Event::Hinted { words: words.clone() });
                if phase == TurnPhase::Hint {
                    self.table.phase = TurnPhase::Play;
                }
            }
            (Move::Ask, _) => {
                (self.table.asked, self.table.phase) = (self.table.asked + 1, TurnPhase::Hint);
                report(Event::Asked { seat });
            }
            (Move::Pass, TurnPhase::Hint) => {
                self.table.phase = TurnPhase::Play;
                report(Event::NoHint { dealer: seat });
            }
            (Move::Start(first), _) => {
                (self.table.turn, self.table.phase) = (*first, TurnPhase::Play);
                report(Event::Begins { seat: *first });
            }
            (Move::Play(card), TurnPhase::Choose) => {
                let turn = self.table.turn;
                if let Some(card) = self.hand(turn).iter().copied().find(|held| held.card == *card) {
                    self.lay_fitting(turn, card, rng, report);
                }
            }
            (Move::Play(card), _) => self.play(seat, *card, rng, report),
            (Move::NoCard, _) => self.claim(seat, rng, report),
            (Move::Guess(words), _) => self.guess(seat, words, rng, report),
            (Move::Pass, _) => {
                report(Event::Passed { seat });
                self.pass_on(seat, rng, report);
            }
            (Move::Judge(is_right), TurnPhase::Judge(question)) => self.judge(question, *is_right, rng, report),
            (Move::Judge(_), _) => {}
        }
    }

    fn view(&self, who: Viewer) -> View {
        let is_shown = |seat: Seat| {
            let is_asked = matches!(self.table.phase, TurnPhase::Judge(Question::NoCard) | TurnPhase::Choose);
            who.sees(seat) || (is_asked && seat == self.table.turn)
        };
        let is_over = self.table.phase == TurnPhase::Over;
        let held = |seat: Seat| {
            let hand = self.hand(seat);
            let mut known = hand.to_vec();
            ShoeCard::sort(&mut known, HandOrder::default());
            (hand.len(), (is_over || is_shown(seat)).then_some(known))
        };
        let knows = is_over || who == Viewer::Referee || self.table.dealer().is_some_and(|dealer| who.sees(dealer));
        let mut table = self.table.clone();
        if !knows && table.options.rule != HouseRule::Secret {
            // A rule that is given is as secret as another.
            (table.options.house, table.options.rule) = (true, HouseRule::Secret);
        }
        View {
            table,
            who,
            order: HandOrder::default(),
            held: self.table.seats().iter().map(held).collect(),
            rule: self.rule.clone().filter(|_| knows),
        }
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.order = order;
    }

    const IS_FOLLOWED: bool = false;

    fn follow(_: &mut View, _: &Event) {}

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        Some(match event {
            Event::Ruled { dealer, rule, in_mind } => {
                let rule = rule.clone().filter(|_| who.sees(*dealer));
                Event::Ruled { dealer: *dealer, rule, in_mind: *in_mind }
            }
            Event::Drew { seat, card } => Event::Drew { seat: *seat, card: card.filter(|_| who.sees(*seat)) },
            other => other.clone(),
        })
    }

    fn reveals(event: &Event) -> bool {
        !matches!(
            event,
            Event::Ruled { .. }
                | Event::Asked { .. }
                | Event::NoHint { .. }
                | Event::Begins { .. }
                | Event::Passed { .. }
                | Event::Dealt { .. }
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
        let seats: Vec<Seat> = self.table.seats().iter().filter(|seat| !who.sees(*seat)).collect();
        // What everybody saw of a hand that was shown, and is still held, is not hidden.
        let is_known = |seat: Seat, card: &ShoeCard| {
            self.table.shown.as_ref().is_some_and(|(shown, hand)| *shown == seat && hand.contains(card))
        };
        let hidden = |seat: Seat| self.hand(seat).iter().copied().filter(move |card| !is_known(seat, card));
        let mut cards: Vec<ShoeCard> = seats.iter().flat_map(|seat| hidden(*seat)).collect();
        cards.extend(&self.stock);
        rng.shuffle(&mut cards);
        for seat in seats {
            let dealt = cards.split_off(cards.len() - hidden(seat).count());
            let known = self.hand(seat).iter().copied().filter(|card| is_known(seat, card));
            other.hands[seat.index()] = known.chain(dealt).collect();
        }
        other.stock = cards.into();
        let knows_rule = self.table.dealer().is_some_and(|dealer| who.sees(dealer));
        if !knows_rule && self.rule.is_some() {
            let fitting = self.table.evidence().map(|evidence| Belief::among(RESAMPLED, &evidence));
            other.rule = fitting.and_then(|belief| belief.any(rng)).or(other.rule);
            if let (HouseRule::Given(given), Some(rule)) = (&mut other.table.options.rule, &other.rule) {
                given.clone_from(rule);
            }
        }
        other
    }

    /// Hands by seat, the stock at 10, what lies on the table at 11, what is asked about at 12, and decks still in their boxes at 13.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let hands = (0u32..).zip(&self.hands).flat_map(|(seat, hand)| hand.iter().map(move |card| (*card, seat)));
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
        let rule = self.rule.as_ref().filter(|_| table.phase == TurnPhase::Over).map(ToString::to_string);
        json!({
            "dealer": table.dealer().map(Seat::index),
            "mainline": table.cards().collect::<Vec<_>>(),
            "sidelines": table.mainline.iter().map(side).collect::<Vec<_>>(),
            "hands": self.hands.iter().map(Vec::len).collect::<Vec<_>>(),
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
