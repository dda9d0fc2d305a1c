//! Tricks: one card of each seat in turn, which of them is winning, what a deal's tricks tell of the hands, and matches of rounds of
//! tricks.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use serde_json::{Value, json};

use super::game::Unexplained;
use super::rng::GameRng;
use super::rounds::{Match, SeatPoints, shuffled};
use super::seats::{BySeat, MOST_SEATS, Seat, Seats, Viewer};
use super::seen::{EventTable, Seen, TableEvent, ZoneTable};
use super::tabletop::{Scene, Tabletop};
use super::zones::{Moved, TrickZone, Zone as _, Zones};
use crate::cards::{CardBits, DeckCard, HandOrder};
use crate::layout::{
    CardArea, CardTable, Cue, Face, Gesture, LogLevel, Room, ShownCard, Spotlight, Telling, TrickCard, piece_of,
};
use crate::words::joined;

/// The cards of a trick in the order in which they were played.
///
/// ```
/// use parlour::engine::seats::{Seat, Seats};
/// use parlour::engine::trick::Trick;
///
/// let mut trick = Trick::new();
/// for (seat, card) in Seats::new(3).unwrap().iter().zip([7, 9, 8]) {
///     let takes_lead = trick.winning_card().is_none_or(|winning| card > winning);
///     trick.play(seat, card, takes_lead);
/// }
/// assert_eq!((trick.led(), trick.winner(), trick.len()), (Some(7), Seat::new(1), 3));
/// assert_eq!(trick.beaten_card(), Some(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trick<C: Copy> {
    cards: [Option<(Seat, C)>; MOST_SEATS as usize],
    len: u8,
    winning: u8,
    /// The one that was winning before; the same where the first card still is.
    beaten: u8,
}

impl<C: Copy> Default for Trick<C> {
    fn default() -> Trick<C> {
        Trick::new()
    }
}

impl<C: Copy> Trick<C> {
    #[inline]
    pub const fn new() -> Trick<C> {
        Trick { cards: [None; MOST_SEATS as usize], len: 0, winning: 0, beaten: 0 }
    }

    /// Adds a card, which may take the lead from the winning one. A ninth card is dropped.
    #[inline]
    pub fn play(&mut self, seat: Seat, card: C, takes_lead: bool) {
        let Some(place) = self.cards.get_mut(usize::from(self.len)) else { return };
        *place = Some((seat, card));
        if takes_lead {
            (self.beaten, self.winning) = (self.winning, self.len);
        }
        self.len += 1;
    }

    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first card, which says what must be followed.
    #[inline]
    pub fn led(&self) -> Option<C> {
        self.cards[0].map(|(_, card)| card)
    }

    #[inline]
    pub fn winning_card(&self) -> Option<C> {
        self.cards[usize::from(self.winning)].map(|(_, card)| card)
    }

    /// The card that was winning until the winning one was played; `None` where the first card still is.
    pub fn beaten_card(&self) -> Option<C> {
        let beaten = self.cards[usize::from(self.beaten)].filter(|_| self.beaten != self.winning);
        beaten.map(|(_, card)| card)
    }

    /// The seat that led.
    pub fn leader(&self) -> Option<Seat> {
        self.cards[0].map(|(seat, _)| seat)
    }

    /// The seat that takes the trick if nothing more is played.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.cards[usize::from(self.winning)].map(|(seat, _)| seat)
    }

    /// The cards in the order in which they were played, each with its seat.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, C)> {
        self.cards.iter().take(self.len()).filter_map(|played| *played)
    }

    pub fn of(&self, seat: Seat) -> Option<C> {
        self.iter().find(|(player, _)| *player == seat).map(|(_, card)| card)
    }

    /// The cards alone.
    pub fn cards(&self) -> ArrayVec<C, { MOST_SEATS as usize }> {
        self.iter().map(|(_, card)| card).collect()
    }
}

/// What must be followed in a trick-taking game, and what takes the lead. Both see all cards of the trick so far.
pub trait TrickRules: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    type Set: CardBits<Card: Into<Face>>;
    type Zone: TrickZone;

    /// The cards of which one must be played to a trick that has begun, by whoever holds any of them.
    fn following(trick: &Trick<CardIn<Self>>) -> Self::Set;

    /// Whether a card takes the lead in a trick that has begun.
    fn takes_lead(card: CardIn<Self>, trick: &Trick<CardIn<Self>>) -> bool;

    /// What must be followed, in a word or two ("red suns"), once a card after the led one has decided it. `None` where the led card
    /// itself says so.
    fn asks(_trick: &Trick<CardIn<Self>>) -> Option<String> {
        None
    }

    /// Why the winning card of a trick that has begun is winning, in a few words of the game that are true until another card is
    /// played: "the highest spade". They stand after a colon.
    fn why(trick: &Trick<CardIn<Self>>) -> String;
}

/// The cards of a trick-taking game.
pub type CardIn<R> = <<R as TrickRules>::Set as CardBits>::Card;

/// Where the cards of a trick-taking game lie.
pub type ZonesIn<R> = Zones<<R as TrickRules>::Zone, <R as TrickRules>::Set>;

/// What happens in a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrickEvent<C: Copy> {
    Played {
        seat: Seat,
        card: C,
    },
    /// The trick is whole, and this seat takes it.
    Taken {
        seat: Seat,
        trick: Trick<C>,
    },
}

impl<C: DeckCard + Into<Face>> TrickEvent<C> {
    /// For the log: a trick is one line, with its cards, which opens.
    pub fn describe(&self) -> Telling {
        match self {
            TrickEvent::Played { seat, card } => {
                let about = Spotlight::pieces([piece_of(*card)]).and_area(CardArea::Trick(seat.index() as u8));
                Telling::new().face(*card).about(about).prints(card.spoken())
            }
            TrickEvent::Taken { seat, trick } => {
                let about = Spotlight::area(CardArea::Taken(seat.index() as u8)).and_seat(seat.index());
                let taken = Telling::of(seat.does("takes the trick", "take the trick")).faces(trick.cards());
                let printed = format!("the trick goes to {}", seat.called());
                taken.about(about).closes(LogLevel::Part).prints(printed)
            }
        }
    }
}

/// The tricks of one deal, all of them public: what lies in the middle, and what has been seen of each seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Tricks<R: TrickRules> {
    pub trick: Trick<CardIn<R>>,
    /// The cards of which one must be played to it, by whoever holds any: none before it has begun.
    following: R::Set,
    /// The last trick that was taken, in this deal or the one before.
    pub last: Option<Trick<CardIn<R>>>,
    /// Whose turn it is to play.
    pub turn: Seat,
    /// How many tricks each seat has taken.
    pub taken: BySeat<u8>,
    /// Cards that each seat cannot hold, since it did not follow.
    pub lacks: BySeat<R::Set>,
    rules: PhantomData<R>,
}

impl<R: TrickRules> Tricks<R> {
    pub fn new(leader: Seat) -> Tricks<R> {
        let (following, lacks) = (R::Set::none(), BySeat::of(R::Set::none()));
        Tricks {
            trick: Trick::new(),
            following,
            last: None,
            turn: leader,
            taken: BySeat::of(0),
            lacks,
            rules: PhantomData,
        }
    }

    /// The tricks of the next deal, before the first card. The last one of this deal can still be looked at.
    #[must_use]
    pub fn next_deal(&self, leader: Seat) -> Tricks<R> {
        Tricks { last: self.last, ..Tricks::new(leader) }
    }

    /// Whether it is this seat's turn to play: nobody's while a whole trick lies.
    pub fn is_turn(&self, seat: Seat, seats: Seats) -> bool {
        self.turn == seat && self.trick.len() < seats.count()
    }

    /// Whether a card has been played in this deal.
    pub fn has_begun(&self) -> bool {
        !self.trick.is_empty() || self.taken != BySeat::of(0)
    }

    /// The cards of a hand that may be played now: those that follow, or all if none does.
    #[inline]
    pub fn playable(&self, hand: R::Set) -> R::Set {
        let following = hand.common(self.following);
        if following == R::Set::none() { hand } else { following }
    }

    /// Whether a card would be winning the trick if it were played now.
    #[inline]
    pub fn would_win(&self, card: CardIn<R>) -> bool {
        self.trick.is_empty() || R::takes_lead(card, &self.trick)
    }

    /// What happens when the trick is whole: whoever is winning takes it.
    pub fn taking(&self, seats: Seats) -> Option<TrickEvent<CardIn<R>>> {
        let seat = self.trick.winner().filter(|_| self.trick.len() >= seats.count())?;
        Some(TrickEvent::Taken { seat, trick: self.trick })
    }

    /// Lays a card of a hand into the trick, or gives the trick to whoever takes it, and leads to the next.
    pub fn follow(&mut self, event: &TrickEvent<CardIn<R>>, seats: Seats, cards: &mut ZonesIn<R>) {
        match event {
            TrickEvent::Played { seat, card } => {
                cards.follow(&Moved::of(R::Zone::hand(*seat), R::Zone::played(*seat), R::Set::of_one(*card)));
                self.lay(*seat, *card);
                self.turn = seats.after(*seat);
            }
            TrickEvent::Taken { seat, trick } => {
                self.sweep();
                (self.last, self.turn) = (Some(*trick), *seat);
                self.taken[*seat] += 1;
            }
        }
    }

    #[inline]
    fn lay(&mut self, seat: Seat, card: CardIn<R>) {
        if !self.following.has(card) {
            self.lacks[seat] = self.lacks[seat].with(self.following);
        }
        let takes_lead = self.would_win(card);
        self.trick.play(seat, card, takes_lead);
        self.following = R::following(&self.trick);
    }

    /// Nothing lies in the middle any more.
    fn sweep(&mut self) {
        (self.trick, self.following) = (Trick::new(), R::Set::none());
    }

    /// The trick as it is shown: what was tossed, and so can win nothing, stands back.
    fn shown(&self) -> impl Iterator<Item = (Seat, ShownCard)> {
        let (following, winner) = (self.following, self.trick.winner());
        self.trick.iter().map(move |(seat, card)| {
            let is_tossed = !following.has(card) && winner != Some(seat);
            (seat, ShownCard { is_dimmed: is_tossed, ..ShownCard::of(card) })
        })
    }

    /// Who is winning the trick, or has won it, and why: "Ada is winning: the highest spade". `None` before the second card.
    pub fn verdict(&self, seats: Seats) -> Option<String> {
        let winner = self.trick.winner().filter(|_| self.trick.len() > 1)?;
        let does = match self.trick.len() {
            played if played < seats.count() => winner.does("is winning", "are winning"),
            _ => winner.does("wins the trick", "win the trick"),
        };
        Some(format!("{does}: {}", R::why(&self.trick)))
    }

    pub fn count_taken(&self) -> usize {
        self.taken.iter().map(|(_, tricks)| usize::from(*tricks)).sum()
    }

    /// Whether everybody followed if they could, with the hands that they have now and what they played since. `events` is what
    /// happened in the deal's tricks so far.
    pub fn explains<'a>(
        &self,
        hand: impl Fn(Seat) -> R::Set,
        events: impl Iterator<Item = &'a TrickEvent<CardIn<R>>> + Clone,
    ) -> Result<(), Unexplained> {
        let mut hands = BySeat::of(R::Set::none());
        hands.iter_mut().for_each(|(seat, held)| *held = hand(seat));
        for event in events.clone() {
            if let TrickEvent::Played { seat, card } = event {
                hands[*seat] = hands[*seat].with(R::Set::of_one(*card));
            }
        }
        let mut tricks = Tricks::<R>::new(self.turn);
        for event in events {
            match event {
                TrickEvent::Taken { .. } => tricks.sweep(),
                TrickEvent::Played { seat, card } if !tricks.playable(hands[*seat]).has(*card) => {
                    let could = joined(tricks.playable(hands[*seat]).cards().map(|card| card.to_string()), " ");
                    return Err(Unexplained(format!(
                        "seat {seat} played {card}, and had to follow with one of {could}"
                    )));
                }
                TrickEvent::Played { seat, card } => {
                    hands[*seat] = hands[*seat].minus(R::Set::of_one(*card));
                    tricks.lay(*seat, *card);
                }
            }
        }
        Ok(())
    }

    /// The trick for programs: seat and card, in the order in which they were played.
    pub fn state(&self) -> Value
    where
        CardIn<R>: serde::Serialize,
    {
        self.trick.iter().map(|(seat, card)| json!([seat.index(), card])).collect()
    }

    /// The trick in words, and the last one, with who led, who is winning or won, and why, for those who cannot see the table.
    pub fn spoken(&self) -> String {
        let now = match self.trick.leader().zip(self.trick.winner()) {
            Some((leader, winner)) => {
                let is_winning = winner.does("is winning", "are winning");
                let (led, why) = (leader.called(), R::why(&self.trick));
                let asks = R::asks(&self.trick).map_or(String::new(), |asks| format!("; {asks} must be followed"));
                format!("In the trick: {}. {led} led{asks}; {is_winning}: {why}", listed(&self.trick))
            }
            None => "No card is in the trick".to_owned(),
        };
        match self.last.and_then(|last| Some((last, last.leader()?, last.winner()?))) {
            Some((last, leader, taker)) => {
                let (led, took, why) = (leader.called(), taker.called(), R::why(&last));
                format!("{now}. The last trick: {}. {led} led; {took} took it: {why}", listed(&last))
            }
            None => now,
        }
    }
}

/// A match of rounds of tricks: how a round is dealt and counted, what its points are made of, and what happens besides.
pub trait RoundRules: TrickRules {
    /// What the points of a round are made of.
    type Detail: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;

    /// What is counted over the whole match besides points: nothing, `()`, in most games.
    type Tally: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;

    /// What happens: a [`RoundEvent`], or an enum that has one.
    type Event: TableEvent + From<RoundEvent<Self>>;

    /// The cards that so many play with.
    fn deck(seats: Seats) -> Self::Set;

    /// See [`ZoneTable::sort`].
    fn sort(cards: &mut [CardIn<Self>], order: HandOrder) {
        DeckCard::sort(cards, order);
    }

    /// How a round is dealt from the deck, first card first.
    fn dealing(table: &TrickMatch<Self>, deck: Vec<CardIn<Self>>) -> RoundEvent<Self>;

    /// What is shown once the last card of a round is played, before it is counted.
    fn shown(_table: &TrickMatch<Self>) -> Option<Self::Event> {
        None
    }

    /// The points of each seat in a round that is over, and what they are made of.
    fn counted(table: &TrickMatch<Self>) -> (SeatPoints, Self::Detail);

    /// Makes the table what it is after this event; [`TrickMatch::follow_round`] follows what all such games have.
    fn follow(table: &mut TrickMatch<Self>, event: &Self::Event);
}

/// What happens in every match of rounds of tricks.
#[derive(Clone, PartialEq, Debug)]
pub enum RoundEvent<R: RoundRules> {
    Trick(TrickEvent<CardIn<R>>),
    /// The points of each seat in the round that is over.
    Over {
        points: SeatPoints,
        detail: R::Detail,
    },
    /// A round is dealt; of the cards everybody knows their own.
    Dealt {
        cards: Box<ZonesIn<R>>,
    },
}

impl<R: RoundRules> TableEvent for RoundEvent<R> {
    fn seen_by(&self, who: Viewer) -> RoundEvent<R> {
        match self {
            RoundEvent::Dealt { cards } => RoundEvent::Dealt { cards: Box::new(cards.seen_by(who)) },
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        true
    }
}

impl<R: RoundRules> RoundEvent<R> {
    /// For the log, while this is the match: a trick and a round are a line each, which opens.
    pub fn describe(&self, game: &Match<R::Detail>) -> Option<Telling> {
        match self {
            RoundEvent::Trick(event) => Some(event.describe()),
            RoundEvent::Over { points, .. } => {
                let each = || points.iter().map(|points| format!("+{points}"));
                let of_seat = |(seat, points): (Seat, String)| format!("{} {points}", seat.called());
                let seats = joined(game.seats().iter().zip(each()).map(of_seat), ", ");
                let over = Telling::of(format!("Round {}: {seats}", game.round()));
                Some(over.closes(LogLevel::Round).prints(format!("the round is over: {}", joined(each(), ", "))))
            }
            RoundEvent::Dealt { .. } => None,
        }
    }
}

/// The table of a match of rounds of tricks: the one that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct TrickMatch<R: RoundRules> {
    pub game: Match<R::Detail>,
    pub tally: R::Tally,
    pub tricks: Tricks<R>,
    pub cards: ZonesIn<R>,
}

impl<R: RoundRules> TrickMatch<R> {
    /// With the first round dealt from this deck, first card first.
    pub fn dealt(game: Match<R::Detail>, tally: R::Tally, deck: Vec<CardIn<R>>) -> TrickMatch<R> {
        let mut table = TrickMatch { tricks: Tricks::new(game.dealer()), game, tally, cards: Zones::empty() };
        table.follow_round(&R::dealing(&table, deck));
        table
    }

    /// Who gets the first card of a round and leads to its first trick: the seat after the dealer.
    pub fn leader(&self) -> Seat {
        self.game.seats().after(self.game.dealer())
    }

    /// A round is dealt from this deck, first card first, so many cards to each seat; what is left over goes to `rest`.
    pub fn dealing(&self, deck: &[CardIn<R>], each: usize, rest: Option<R::Zone>) -> RoundEvent<R> {
        RoundEvent::Dealt { cards: Box::new(Zones::dealt(self.game.seats(), self.leader(), deck, each, rest)) }
    }

    /// Whose turn it is to play a card; nobody's once the match is over.
    pub fn is_turn(&self, seat: Seat) -> bool {
        self.tricks.is_turn(seat, self.game.seats()) && !self.game.is_over()
    }

    /// Whether nobody plays to this trick after the seat whose turn it is.
    #[inline]
    pub fn is_last_to_play(&self) -> bool {
        self.tricks.trick.len() + 1 == self.game.seats().count()
    }

    /// Whether nothing lies in the middle, and a card will.
    pub fn has_trick_to_come(&self) -> bool {
        self.tricks.trick.is_empty() && !self.has_played_all() && !self.game.is_over()
    }

    /// Whether whoever leads to the next trick has no card to lead.
    fn has_played_all(&self) -> bool {
        self.cards.count(R::Zone::hand(self.tricks.turn)) == 0
    }

    /// A seat plays a card of its hand. Whoever wins a whole trick takes it; after the last one the round is counted and the next one
    /// dealt. Nothing happens where nobody sits there, or once the match is over.
    pub fn play(&mut self, seat: Seat, card: CardIn<R>, rng: &mut GameRng, report: &mut impl FnMut(R::Event)) {
        let seats = self.game.seats();
        if seat.index() >= seats.count() || self.game.is_over() {
            return;
        }
        self.happens(RoundEvent::<R>::Trick(TrickEvent::Played { seat, card }).into(), report);
        let Some(taken) = self.tricks.taking(seats) else { return };
        self.happens(RoundEvent::<R>::Trick(taken).into(), report);
        if self.has_played_all() {
            self.end_round(rng, report);
        }
    }

    fn end_round(&mut self, rng: &mut GameRng, report: &mut impl FnMut(R::Event)) {
        if let Some(shown) = R::shown(self) {
            self.happens(shown, report);
        }
        let (points, detail) = R::counted(self);
        self.happens(RoundEvent::<R>::Over { points, detail }.into(), report);
        if !self.game.is_over() {
            let dealing = R::dealing(self, shuffled(R::deck(self.game.seats()), rng));
            self.happens(dealing.into(), report);
        }
    }

    /// Makes it what it is after this event.
    pub fn follow_round(&mut self, event: &RoundEvent<R>) {
        match event {
            RoundEvent::Trick(event) => self.tricks.follow(event, self.game.seats(), &mut self.cards),
            RoundEvent::Over { points, detail } => self.game.finish(points.clone(), detail.clone()),
            RoundEvent::Dealt { cards } => {
                self.tricks = self.tricks.next_deal(self.leader());
                self.cards = Zones::clone(cards);
            }
        }
    }

    /// Whether everybody followed if they could, with the hands that they have here. `events` is what happened since the first deal.
    pub fn explains<'a>(&self, events: impl Iterator<Item = &'a RoundEvent<R>>) -> Result<(), Unexplained> {
        let mut tricks: Vec<&TrickEvent<CardIn<R>>> = Vec::new();
        for event in events {
            match event {
                RoundEvent::Trick(event) => tricks.push(event),
                RoundEvent::Over { .. } | RoundEvent::Dealt { .. } => tricks.clear(),
            }
        }
        self.tricks.explains(|seat| self.cards.hand(seat), tricks.into_iter())
    }
}

impl<R: RoundRules> EventTable for TrickMatch<R> {
    type Event = R::Event;

    fn follow(&mut self, event: &R::Event) {
        R::follow(self, event);
    }
}

impl<R: RoundRules> ZoneTable for TrickMatch<R> {
    type Zone = R::Zone;
    type Set = R::Set;

    fn seats(&self) -> Seats {
        self.game.seats()
    }

    fn cards(&self) -> &ZonesIn<R> {
        &self.cards
    }

    fn with_cards(&self, cards: ZonesIn<R>) -> TrickMatch<R> {
        TrickMatch { cards, ..self.clone() }
    }

    fn sort(&self, cards: &mut [CardIn<R>], order: HandOrder) {
        R::sort(cards, order);
    }

    /// In a hand, what its seat did not follow with.
    fn barred(&self, zone: R::Zone) -> R::Set {
        let hand = self.game.seats().iter().find(|seat| R::Zone::hand(*seat) == zone);
        hand.map_or(R::Set::none(), |seat| self.tricks.lacks[seat])
    }
}

impl<R: RoundRules> Seen<TrickMatch<R>> {
    /// Whether it is the viewer's own turn to play a card.
    pub fn may_play(&self) -> bool {
        self.own().is_some_and(|seat| self.table.is_turn(seat))
    }

    /// Lays the trick in the middle, with who led, what must be followed, who is winning and why, and what each seat has taken before
    /// it; the last one can be looked at.
    pub fn lay_tricks(&self, table: &mut CardTable) {
        let tricks = &self.table.tricks;
        for seat in self.table.seats().iter() {
            table.taken(seat.index(), usize::from(tricks.taken[seat]));
        }
        let cards: Vec<(usize, ShownCard)> = tricks.shown().map(|(seat, card)| (seat.index(), card)).collect();
        table.trick(&cards, tricks.trick.winner().map(Seat::index), self.held_by_number());
        if let Some((leader, asks)) = tricks.trick.leader().zip(R::asks(&tricks.trick)) {
            table.demand(CardArea::Trick(leader.index() as u8), &asks);
        }
        if let Some(verdict) = tricks.verdict(self.table.seats()) {
            table.verdict(verdict);
        }
        let last = tricks.last.unwrap_or_default();
        let shown = last.iter().map(|(seat, card)| TrickCard::of(seat.index(), card, last.winner() == Some(seat)));
        table.look_back("Last trick", shown);
        table.look_back_why(if last.is_empty() { String::new() } else { R::why(&last) });
    }

    /// The card that a gesture plays to the trick.
    pub fn played(&self, gesture: &Gesture) -> Option<CardIn<R>> {
        self.brought(gesture, |area| matches!(area, CardArea::Middle | CardArea::Trick(_)))
    }

    /// What lies where, in words: what is said of each seat, the trick, and the own hand.
    pub fn tricks_spoken(&self, plate: impl Fn(Seat) -> String) -> String {
        format!("{}. {}.{}", self.seats_spoken(plate), self.table.tricks.spoken(), self.hand_spoken())
    }
}

impl<R: RoundRules, G: Tabletop<View = Seen<TrickMatch<R>>>> Scene<G> {
    /// Shows what happened in a round, which is `event`: a card comes to the middle; a whole trick lies there until it has been read,
    /// and is swept to whoever takes it; after a round the next one is dealt.
    pub fn round(
        &mut self,
        happened: &RoundEvent<R>,
        event: &G::Event,
        lay: fn(&Seen<TrickMatch<R>>, Room) -> CardTable,
    ) {
        match happened {
            RoundEvent::Trick(TrickEvent::Played { .. }) => self.show(event, Cue::Place),
            RoundEvent::Trick(TrickEvent::Taken { seat, trick }) => self.take(*seat, trick, event, lay),
            RoundEvent::Over { .. } => self.follow(event),
            RoundEvent::Dealt { .. } => self.deal(event),
        }
    }

    fn take(
        &mut self,
        seat: Seat,
        trick: &Trick<CardIn<R>>,
        event: &G::Event,
        lay: fn(&Seen<TrickMatch<R>>, Room) -> CardTable,
    ) {
        self.stay();
        let mut swept = self.view.clone();
        swept.table.tricks.sweep();
        let mut table = lay(&swept, self.room);
        table.swept(seat.index(), trick.cards());
        self.moment_of(table.finish(), Cue::Take);
        self.follow(event);
    }
}

/// "Ada, the five of yellow suns; Blaise, …".
fn listed<C: DeckCard>(trick: &Trick<C>) -> String {
    joined(trick.iter().map(|(seat, card)| format!("{}, the {}", seat.called(), card.spoken())), "; ")
}
