//! Where the cards of a game lie, and the one way in which they move.
//!
//! A game names its zones as an enum: the hand of a seat, the cards it has set aside, what was played. [`Zones`] holds how many
//! cards lie in each and which of them are known. It is the same type for the game itself, where all are known, for what
//! somebody sees of it, and for a world that a bot imagines; and cards move in all of them by the same [`Moved`], of which
//! everybody gets to see what they may.

use std::fmt::Debug;

use arrayvec::ArrayVec;

use super::hidden::{MOST_SPOTS, Spot, deal_into};
use super::rng::GameRng;
use super::seats::{BySeat, MOST_SEATS, Seat, Seats, Viewer};
use crate::cards::{CardBits, DeckCard};

/// Who sees the cards of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    Everybody,
    /// The seat whose cards they are.
    Owner(Seat),
    Nobody,
}

impl Sight {
    pub fn is_open_to(self, who: Viewer) -> bool {
        match self {
            Sight::Everybody => true,
            Sight::Owner(seat) => who.sees(seat),
            Sight::Nobody => who == Viewer::Referee,
        }
    }

    /// Whether somebody sees cards here whom `other` does not let see them.
    fn is_wider_than(self, other: Sight) -> bool {
        match (self, other) {
            (Sight::Nobody, _) | (_, Sight::Everybody) => false,
            (Sight::Owner(seat), Sight::Owner(other)) => seat != other,
            _ => true,
        }
    }
}

/// Where a card can lie: an enum of the game's that [`zones!`](crate::zones) makes.
pub trait Zone: Copy + Eq + Debug + Send + Sync + 'static {
    /// A value for each zone.
    type By<T: ByZone>: AsRef<[T]> + AsMut<[T]> + Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The same value for each.
    fn by<T: ByZone>(value: T) -> Self::By<T>;

    fn all() -> impl Iterator<Item = Self>;

    /// Its position in [`Zone::all`].
    fn index(self) -> usize;

    fn sight(self) -> Sight;

    /// The zone of a seat's hand, which every game of cards has.
    fn hand(seat: Seat) -> Self;
}

/// What the zones of one kind are told apart by: seats, or the piles of a game.
pub trait ZoneIndex: Copy + 'static {
    /// How many there are.
    const COUNT: usize;

    fn all() -> impl Iterator<Item = Self>;

    /// Its position in [`ZoneIndex::all`].
    fn index(self) -> usize;
}

impl ZoneIndex for Seat {
    const COUNT: usize = MOST_SEATS as usize;

    fn all() -> impl Iterator<Item = Seat> {
        (0..MOST_SEATS).filter_map(Seat::new)
    }

    #[inline]
    fn index(self) -> usize {
        self.index()
    }
}

/// What can be kept for each zone.
pub trait ByZone: Copy + PartialEq + Debug + Send + Sync + 'static {}
impl<T: Copy + PartialEq + Debug + Send + Sync + 'static> ByZone for T {}

/// Zones of which one is `Played(Seat)`: the cards of tricks stay before those who played them.
pub trait TrickZone: Zone {
    fn played(seat: Seat) -> Self;
}

/// Makes an enum of zones, each with who sees the cards in it. A zone `Name(Seat)` is one for each seat, and `Name(Pile)` one for
/// each of any other [`ZoneIndex`](crate::engine::zones::ZoneIndex). There is always a `Hand(Seat)`; with a `Played(Seat)` they are
/// the zones of a game of tricks.
///
/// ```
/// use parlour::engine::seats::Seat;
/// use parlour::engine::zones::{Sight, Zone};
///
/// parlour::zones! {
///     /// Where a card lies.
///     pub enum Place {
///         Hand(Seat): Owner,
///         /// Whoever looks at the table sees it.
///         Played(Seat): Everybody,
///         Stock: Nobody,
///     }
/// }
///
/// assert_eq!(Place::all().count(), 8 + 8 + 1);
/// assert!(Place::all().enumerate().all(|(number, place)| place.index() == number));
/// assert_eq!(Place::Hand(Seat::FIRST).sight(), Sight::Owner(Seat::FIRST));
/// ```
#[macro_export]
macro_rules! zones {
    ($(#[$about:meta])* $vis:vis enum $name:ident {
        $($(#[$what:meta])* $zone:ident $(($of:ident))?: $sight:ident),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name {
            $($(#[$what])* $zone $(($of))?,)*
        }

        impl $crate::engine::zones::Zone for $name {
            type By<T: $crate::engine::zones::ByZone> = [T; 0 $(+ $crate::zones!(@count $($of)?))*];

            fn by<T: $crate::engine::zones::ByZone>(value: T) -> Self::By<T> {
                [value; 0 $(+ $crate::zones!(@count $($of)?))*]
            }

            fn all() -> impl Iterator<Item = Self> {
                std::iter::empty()$(.chain($crate::zones!(@all $name::$zone $($of)?)))*
            }

            #[inline]
            #[allow(unused_assignments, clippy::redundant_pattern, reason = "the last zone is followed by none; a pattern for any seat")]
            fn index(self) -> usize {
                let mut first = 0;
                $(
                    if let $name::$zone $((of @ $crate::zones!(@any $of)))? = self {
                        return first $(+ $crate::zones!(@given $of, $crate::engine::zones::ZoneIndex::index(of)))?;
                    }
                    first += $crate::zones!(@count $($of)?);
                )*
                first
            }

            #[inline]
            #[allow(unused_variables, clippy::redundant_pattern, reason = "the cards of a seat may lie open to all")]
            fn sight(self) -> $crate::engine::zones::Sight {
                match self {
                    $($name::$zone $((of @ $crate::zones!(@any $of)))? => {
                        $crate::zones!(@sight $sight $($crate::zones!(@given $of, of))?)
                    })*
                }
            }

            #[inline]
            fn hand(seat: $crate::engine::seats::Seat) -> Self {
                $name::Hand(seat)
            }
        }

        $($crate::zones!(@trick $name $zone $($of)?);)*
    };
    (@trick $name:ident Played Seat) => {
        impl $crate::engine::zones::TrickZone for $name {
            #[inline]
            fn played(seat: $crate::engine::seats::Seat) -> Self {
                $name::Played(seat)
            }
        }
    };
    (@trick $name:ident $zone:ident $($of:ident)?) => {};
    (@count $of:ident) => { <$of as $crate::engine::zones::ZoneIndex>::COUNT };
    (@count) => { 1 };
    (@all $name:ident::$zone:ident $of:ident) => {
        <$of as $crate::engine::zones::ZoneIndex>::all().map($name::$zone)
    };
    (@all $name:ident::$zone:ident) => { [$name::$zone] };
    (@any $of:ident) => { _ };
    (@given $of:ident, $value:expr) => { $value };
    (@sight Owner $seat:expr) => { $crate::engine::zones::Sight::Owner($seat) };
    (@sight Everybody $($of:expr)?) => { $crate::engine::zones::Sight::Everybody };
    (@sight Nobody $($of:expr)?) => { $crate::engine::zones::Sight::Nobody };
}

/// So many cards that go from one zone to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved<Z, S> {
    pub from: Z,
    pub to: Z,
    pub count: u8,
    /// Those of them that are known.
    pub cards: S,
}

impl<Z: Zone, S: CardBits> Moved<Z, S> {
    /// These cards go.
    #[inline]
    pub fn of(from: Z, to: Z, cards: S) -> Moved<Z, S> {
        Moved { from, to, count: cards.count() as u8, cards }
    }

    /// As this viewer may know it: who sees one of the two zones sees which cards.
    #[must_use]
    pub fn seen_by(self, who: Viewer) -> Moved<Z, S> {
        let is_seen = self.from.sight().is_open_to(who) || self.to.sight().is_open_to(who);
        Moved { cards: if is_seen { self.cards } else { S::none() }, ..self }
    }

    /// Whether somebody sees the cards who did not before.
    pub fn reveals(&self) -> bool {
        self.count > 0 && self.to.sight().is_wider_than(self.from.sight())
    }
}

/// Hands that go round the table, all at once: each seat gets the hand of the seat so many steps further on.
#[derive(Clone, PartialEq, Debug)]
pub struct HandsPassed<S> {
    pub seats: Seats,
    pub steps: usize,
    /// The hands that seats get, as far as they are known.
    pub hands: BySeat<S>,
}

impl<S: CardBits> HandsPassed<S> {
    /// As this viewer may know it: the hand that they get.
    #[must_use]
    pub fn seen_by(&self, who: Viewer) -> HandsPassed<S> {
        let mut seen = self.clone();
        let hidden = seen.hands.iter_mut().filter(|(seat, _)| !who.sees(*seat));
        hidden.for_each(|(_, hand)| *hand = S::none());
        seen
    }

    fn giver(&self, taker: Seat) -> Seat {
        self.seats.from(taker).nth(self.steps % self.seats.count()).unwrap_or(taker)
    }
}

/// The cards of one zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ZoneCards<S> {
    count: u8,
    /// Those of them that are known: in the game itself all.
    known: S,
    /// Those of a hidden zone that everybody knows, since they were shown.
    shown: S,
}

/// So many worlds are dealt until one is possible.
const MOST_WORLDS_TRIED: usize = 200;

/// How many cards lie in each zone, and which of them are known.
///
/// ```
/// use parlour::cards::{CardBits, MystiqueCard, MystiqueSet};
/// use parlour::engine::rng::GameRng;
/// use parlour::engine::seats::{Seat, Seats, Viewer};
/// use parlour::engine::zones::{Moved, Zones};
///
/// parlour::zones! {
///     pub enum Place {
///         Hand(Seat): Owner,
///         Played(Seat): Everybody,
///         Stock: Nobody,
///     }
/// }
/// use Place::{Hand, Played, Stock};
///
/// let (seats, first) = (Seats::new(2).unwrap(), Seat::FIRST);
/// let deck: Vec<MystiqueCard> = MystiqueCard::deck().collect();
/// let mut table = Zones::<Place, MystiqueSet>::dealt(seats, first, &deck, 20, Some(Stock));
/// let who = Viewer::Seat(seats.after(first));
/// let mut seen = table.seen_by(who);
/// assert_eq!((seen.count(Stock), seen.known(Stock).len(), seen.known(Hand(first)).len()), (20, 0, 0));
///
/// // What the game follows, everybody follows with what they see of it.
/// let played = Moved::of(Hand(first), Played(first), MystiqueSet::of_one(deck[0]));
/// table.follow(&played);
/// seen.follow(&played.seen_by(who));
/// assert_eq!(seen, table.seen_by(who));
///
/// let world = seen.imagined(who, MystiqueSet::DECK, |_| MystiqueSet::EMPTY, &mut GameRng::from_number(1)).unwrap();
/// assert_eq!(world.seen_by(who), seen);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Zones<Z: Zone, S: CardBits> {
    lots: Z::By<ZoneCards<S>>,
    /// What each seat knows of cards where it does not see them: those that it gave away.
    memory: BySeat<S>,
    /// Whether every card is known, as in the game itself.
    is_whole: bool,
}

impl<Z: Zone, S: CardBits> Zones<Z, S> {
    /// No card lies anywhere.
    pub fn empty() -> Zones<Z, S> {
        let lot = ZoneCards { count: 0, known: S::none(), shown: S::none() };
        Zones { lots: Z::by(lot), memory: BySeat::of(S::none()), is_whole: true }
    }

    /// So many cards for each seat, one at a time from the front of the deck, this seat first. What is left over goes to `rest`.
    pub fn dealt(seats: Seats, first: Seat, deck: &[S::Card], each: usize, rest: Option<Z>) -> Zones<Z, S> {
        let mut zones = Zones::empty();
        let (dealt, left) = deck.split_at(deck.len().min(each * seats.count()));
        for (place, seat) in seats.from(first).enumerate() {
            zones.put(Z::hand(seat), dealt.iter().skip(place).step_by(seats.count()).copied().collect());
        }
        if let Some(rest) = rest {
            zones.put(rest, left.iter().copied().collect());
        }
        zones
    }

    /// Lays cards into a zone before the game begins.
    pub fn put(&mut self, zone: Z, cards: S) {
        let lot = self.lot_mut(zone);
        lot.count += cards.count() as u8;
        lot.known = lot.known.with(cards);
    }

    #[inline]
    fn lot(&self, zone: Z) -> &ZoneCards<S> {
        &self.lots.as_ref()[zone.index()]
    }

    #[inline]
    fn lot_mut(&mut self, zone: Z) -> &mut ZoneCards<S> {
        &mut self.lots.as_mut()[zone.index()]
    }

    /// How many cards lie there.
    #[inline]
    pub fn count(&self, zone: Z) -> usize {
        self.lot(zone).count.into()
    }

    /// Those of them that are known.
    #[inline]
    pub fn known(&self, zone: Z) -> S {
        self.lot(zone).known
    }

    /// Those of them that this viewer knows: in the game itself and in worlds not all. Whoever sees a table knows all that is known there.
    pub fn known_to(&self, who: Viewer, zone: Z) -> S {
        let ZoneCards { known, shown, .. } = *self.lot(zone);
        match who {
            _ if !self.is_whole || zone.sight().is_open_to(who) => known,
            Viewer::Seat(seat) => known.common(shown.with(self.memory[seat])),
            Viewer::Public | Viewer::Referee => known.common(shown),
        }
    }

    /// The cards of a seat's hand that are known.
    #[inline]
    pub fn hand(&self, seat: Seat) -> S {
        self.known(Z::hand(seat))
    }

    /// Every card that is known.
    pub fn all(&self) -> S {
        self.lots.as_ref().iter().fold(S::none(), |all, lot| all.with(lot.known))
    }

    /// Moves cards: the only way in which they do.
    ///
    /// Who sees a card leave for where they do not see it, such as another hand, or a deck that cards go back to, remembers that it
    /// is there, until cards leave from there unseen.
    pub fn follow(&mut self, moved: &Moved<Z, S>) {
        let (from, to) = (moved.from.sight(), moved.to.sight());
        let is_public = from == Sight::Everybody || to == Sight::Everybody;
        match (self.is_whole, is_public) {
            (true, true) => self.memory.iter_mut().for_each(|(_, memory)| *memory = memory.minus(moved.cards)),
            (true, false) => self.remember(moved),
            (false, _) => {}
        }
        let is_whole = self.is_whole;
        let source = self.lot_mut(moved.from);
        source.count = source.count.saturating_sub(moved.count);
        if is_public {
            source.known = source.known.minus(moved.cards);
            source.shown = source.shown.minus(moved.cards);
        } else {
            let is_seen = is_whole || moved.cards.count() == usize::from(moved.count);
            source.known = if is_seen { source.known.minus(moved.cards) } else { S::none() };
            source.shown = S::none();
        }
        let target = self.lot_mut(moved.to);
        target.count += moved.count;
        target.known = target.known.with(moved.cards);
        if from == Sight::Everybody && to != Sight::Everybody {
            target.shown = target.shown.with(moved.cards);
        }
    }

    /// What seats know after a move that not everybody sees.
    fn remember(&mut self, moved: &Moved<Z, S>) {
        let ZoneCards { known: left, shown, .. } = *self.lot(moved.from);
        let (from, to) = (moved.from.sight(), moved.to.sight());
        let knows_nothing = |(_, memory): (Seat, &S)| *memory == S::none();
        // Nobody sees these cards leave, and nobody remembers any that they could lose sight of.
        if from == Sight::Nobody && shown == S::none() && self.memory.iter().all(knows_nothing) {
            return;
        }
        for (seat, memory) in self.memory.iter_mut() {
            let who = Viewer::Seat(seat);
            match (from.is_open_to(who), to.is_open_to(who)) {
                (true, false) => *memory = memory.with(moved.cards),
                (true, true) => *memory = memory.minus(moved.cards),
                // Whoever gets the cards knows which of those that were shown are left.
                (false, true) => *memory = memory.with(shown).minus(moved.cards),
                (false, false) => *memory = memory.minus(left),
            }
        }
    }

    /// Hands go round. What somebody knew of a hand they know of it wherever it is, and everybody knows the hand that they gave.
    pub fn pass_hands(&mut self, passed: &HandsPassed<S>) {
        let mut lots = BySeat::of(ZoneCards { count: 0, known: S::none(), shown: S::none() });
        lots.iter_mut().for_each(|(seat, lot)| *lot = *self.lot(Z::hand(seat)));
        for taker in passed.seats.iter() {
            let giver = passed.giver(taker);
            let (own, got) = (lots[taker].known, lots[giver]);
            let known = got.known.with(passed.hands[taker]);
            *self.lot_mut(Z::hand(taker)) = ZoneCards { known, ..got };
            if self.is_whole && giver != taker {
                self.memory[taker] = self.memory[taker].with(own).minus(known);
            }
        }
    }

    /// Everybody is shown these cards of a zone.
    pub fn show(&mut self, zone: Z, cards: S) {
        let lot = self.lot_mut(zone);
        (lot.known, lot.shown) = (lot.known.with(cards), lot.shown.with(cards));
    }

    /// What somebody sees of it.
    #[must_use]
    pub fn seen_by(&self, who: Viewer) -> Zones<Z, S> {
        if who == Viewer::Referee {
            return self.clone();
        }
        let memory = if let Viewer::Seat(seat) = who { self.memory[seat] } else { S::none() };
        let mut seen: Zones<Z, S> = Zones { lots: self.lots.clone(), memory: BySeat::of(S::none()), is_whole: false };
        let lots: &mut [ZoneCards<S>] = seen.lots.as_mut();
        for (zone, lot) in Z::all().zip(lots) {
            if !zone.sight().is_open_to(who) {
                lot.known = lot.known.common(lot.shown.with(memory));
            }
        }
        seen
    }

    /// The same with all that is hidden from this viewer dealt anew. `bars` says which cards cannot lie in a zone.
    #[must_use]
    pub fn redealt(&self, who: Viewer, bars: impl Fn(Z) -> S, rng: &mut GameRng) -> Zones<Z, S> {
        self.seen_by(who).imagined(who, self.all(), bars, rng).unwrap_or_else(|| self.clone())
    }

    /// How the cards of `deck`, which are all that lie in the zones, may lie for this viewer, who sees these. `None` if they cannot.
    pub fn imagined(&self, who: Viewer, deck: S, bars: impl Fn(Z) -> S, rng: &mut GameRng) -> Option<Zones<Z, S>> {
        if self.is_whole {
            return Some(self.clone());
        }
        let mut world = self.remembering(who);
        let (mut pool, mut spots, mut places) = (deck, Spots::new(), ArrayVec::<usize, MOST_SPOTS>::new());
        for (zone, lot) in Z::all().zip(self.lots.as_ref()) {
            let size = usize::from(lot.count);
            if lot.known.count() == size {
                pool = pool.minus(lot.known);
                continue;
            }
            spots.try_push(Spot::any(size).pinning(lot.known).barring(bars(zone).minus(lot.known))).ok()?;
            places.push(zone.index());
        }
        let lots: &mut [ZoneCards<S>] = world.lots.as_mut();
        for (place, cards) in places.into_iter().zip(deal_into(pool, &spots, rng)?) {
            lots[place].known = cards;
        }
        Some(world)
    }

    /// The same where more is known of the world than bars can say: that somebody can move, for instance. A world that is not
    /// possible is dealt anew, so often that few are left; `None` if none was found.
    pub fn imagined_if(
        &self,
        who: Viewer,
        deck: S,
        bars: impl Fn(Z) -> S,
        is_possible: impl Fn(&Zones<Z, S>) -> bool,
        rng: &mut GameRng,
    ) -> Option<Zones<Z, S>> {
        let dealt = |_| self.imagined(who, deck, &bars, rng);
        (0..MOST_WORLDS_TRIED).map_while(dealt).find(is_possible)
    }

    /// A world to be, in which this viewer, who sees this, remembers what they know of cards that they do not see.
    fn remembering(&self, who: Viewer) -> Zones<Z, S> {
        let mut world: Zones<Z, S> = Zones { lots: self.lots.clone(), memory: BySeat::of(S::none()), is_whole: true };
        let Viewer::Seat(seat) = who else { return world };
        let hidden = Z::all().zip(self.lots.as_ref()).filter(|(zone, _)| !zone.sight().is_open_to(who));
        world.memory[seat] = hidden.fold(S::none(), |all, (_, lot)| all.with(lot.known.minus(lot.shown)));
        world
    }

    /// The world of this viewer, who sees this, in which these are all cards that may be hidden, where they lie; what is known
    /// to lie there besides stays.
    pub(super) fn made_known(&self, who: Viewer, hidden: impl Iterator<Item = (Z, S)>) -> Zones<Z, S> {
        if self.is_whole {
            return self.clone();
        }
        let mut world = self.remembering(who);
        hidden.for_each(|(zone, cards)| world.lot_mut(zone).known = self.known(zone).with(cards));
        world
    }

    /// Each card with the number of its zone, for [`Game::whereabouts`](super::game::Game::whereabouts).
    pub fn whereabouts(&self) -> Vec<(u32, u32)> {
        let of_zone =
            |(place, lot): (u32, &ZoneCards<S>)| lot.known.cards().map(move |card| (u32::from(card.index()), place));
        (0..).zip(self.lots.as_ref()).flat_map(of_zone).collect()
    }
}

type Spots<S> = ArrayVec<Spot<S>, MOST_SPOTS>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{MystiqueCard, MystiqueSet};
    use proptest::prelude::*;

    zones! {
        enum Place {
            Hand(Seat): Owner,
            Aside(Seat): Owner,
            Open(Seat): Everybody,
            Discards: Everybody,
            Stock: Nobody,
        }
    }

    const SEATS: usize = 3;

    fn place(number: usize) -> Place {
        let in_play = |place: &Place| !matches!(place, Place::Hand(seat) | Place::Aside(seat) | Place::Open(seat) if seat.index() >= SEATS);
        let places: Vec<Place> = Place::all().filter(in_play).collect();
        places[number % places.len()]
    }

    fn viewers() -> impl Iterator<Item = Viewer> {
        let seats = Seats::new(SEATS).expect("seats");
        seats.iter().map(Viewer::Seat).chain([Viewer::Public, Viewer::Referee])
    }

    /// What happens to the cards in the test below.
    fn passed(table: &Zones<Place, MystiqueSet>, steps: usize) -> HandsPassed<MystiqueSet> {
        let (seats, mut hands) = (Seats::new(SEATS).expect("seats"), BySeat::of(MystiqueSet::EMPTY));
        for seat in seats.iter() {
            hands[seat] = table.hand(seats.from(seat).nth(steps % SEATS).expect("a seat"));
        }
        HandsPassed { seats, steps, hands }
    }

    proptest! {
        /// Whatever moves from anywhere to anywhere: what viewers follow is what they see, no card is lost, and whatever they
        /// imagine they could see.
        #[test]
        fn everybody_who_follows_what_they_see_has_the_table_as_they_see_it(
            moves in proptest::collection::vec((0usize..12, 0usize..11, 0u64..1000, 1usize..4, any::<bool>()), 1..40),
        ) {
            let deck: Vec<MystiqueCard> = MystiqueCard::deck().collect();
            let seats = Seats::new(SEATS).expect("seats");
            let mut table = Zones::<Place, MystiqueSet>::dealt(seats, Seat::FIRST, &deck, 8, Some(Place::Stock));
            for (from, to, seed, count, is_shown) in moves {
                if from == 11 {
                    let passed = passed(&table, to);
                    let seen: Vec<_> = viewers().map(|who| (who, table.seen_by(who))).collect();
                    table.pass_hands(&passed);
                    for (who, mut seen) in seen {
                        seen.pass_hands(&passed.seen_by(who));
                        prop_assert_eq!(&seen, &table.seen_by(who), "hands {} on, for {:?}", to, who);
                    }
                    continue;
                }
                let (from, to) = (place(from), place(to));
                let mut cards: Vec<MystiqueCard> = table.known(from).cards().collect();
                let mut rng = GameRng::from_number(seed);
                rng.shuffle(&mut cards);
                let cards: MystiqueSet = cards.into_iter().take(count).collect();
                let seen: Vec<_> = viewers().map(|who| (who, table.seen_by(who))).collect();
                if from == to {
                    continue;
                }
                let moved = Moved::of(from, to, cards);
                table.follow(&moved);
                if is_shown {
                    table.show(to, cards);
                }
                for (who, mut seen) in seen {
                    seen.follow(&moved.seen_by(who));
                    if is_shown {
                        seen.show(to, cards);
                    }
                    prop_assert_eq!(&seen, &table.seen_by(who), "{:?} for {:?}", moved, who);
                    for place in Place::all() {
                        prop_assert_eq!(table.known_to(who, place), seen.known(place), "{:?} for {:?}", place, who);
                        prop_assert_eq!(seen.known_to(who, place), seen.known(place));
                    }
                    let world = seen.imagined(who, MystiqueSet::DECK, |_| MystiqueSet::EMPTY, &mut rng);
                    prop_assert_eq!(world.expect("the true one is one").seen_by(who), seen);
                }
                prop_assert_eq!(table.all(), MystiqueSet::DECK);
            }
        }
    }

    #[test]
    fn who_gives_a_card_away_remembers_it_until_cards_leave_that_hand_unseen() {
        let (giver, taker) = (Seat::FIRST, Seat::new(1).expect("a seat"));
        let seats = Seats::new(SEATS).expect("seats");
        let deck: Vec<MystiqueCard> = MystiqueCard::deck().collect();
        let mut table = Zones::<Place, MystiqueSet>::dealt(seats, giver, &deck, 8, Some(Place::Stock));
        let given: MystiqueSet = table.hand(giver).iter().take(3).collect();
        table.follow(&Moved::of(Place::Hand(giver), Place::Hand(taker), given));
        let known_to = |table: &Zones<Place, MystiqueSet>, who| table.seen_by(who).hand(taker);
        assert_eq!(known_to(&table, Viewer::Seat(giver)), given);
        assert_eq!(known_to(&table, Viewer::Public), MystiqueSet::EMPTY);
        let own: MystiqueSet = table.hand(taker).without(given).iter().take(1).collect();
        table.follow(&Moved::of(Place::Hand(taker), Place::Aside(taker), own));
        assert_eq!(known_to(&table, Viewer::Seat(giver)), MystiqueSet::EMPTY, "it may have been one of those given");
    }

    #[test]
    fn who_puts_cards_back_into_the_deck_knows_that_they_are_there_until_somebody_else_draws() {
        let (own, other) = (Seat::FIRST, Seat::new(1).expect("a seat"));
        let seats = Seats::new(SEATS).expect("seats");
        let deck: Vec<MystiqueCard> = MystiqueCard::deck().collect();
        let mut table = Zones::<Place, MystiqueSet>::dealt(seats, own, &deck, 8, Some(Place::Stock));
        let back: MystiqueSet = table.hand(own).iter().take(2).collect();
        table.follow(&Moved::of(Place::Hand(own), Place::Stock, back));
        let known = |table: &Zones<Place, MystiqueSet>, who| table.seen_by(Viewer::Seat(who)).known(Place::Stock);
        assert_eq!((known(&table, own), known(&table, other)), (back, MystiqueSet::EMPTY));
        let next = |table: &Zones<Place, MystiqueSet>| table.known(Place::Stock).without(back).iter().next();
        let drawn = |table: &Zones<Place, MystiqueSet>, who| {
            Moved::of(Place::Stock, Place::Hand(who), next(table).into_iter().collect())
        };
        table.follow(&drawn(&table, own));
        assert_eq!(known(&table, own), back, "what one draws oneself, one sees");
        table.follow(&drawn(&table, other));
        assert_eq!(known(&table, own), MystiqueSet::EMPTY, "it may have been one of those put back");
    }

    #[test]
    fn hands_that_go_round_stay_known_to_those_who_gave_them() {
        let (first, second) = (Seat::FIRST, Seat::new(1).expect("a seat"));
        let seats = Seats::new(SEATS).expect("seats");
        let deck: Vec<MystiqueCard> = MystiqueCard::deck().collect();
        let mut table = Zones::<Place, MystiqueSet>::dealt(seats, first, &deck, 8, Some(Place::Stock));
        let (own, next) = (table.hand(first), table.hand(second));
        table.pass_hands(&passed(&table, 1));
        let last = Seat::new(2).expect("a seat");
        assert_eq!(table.hand(first), next, "each gets the hand of the next seat");
        assert_eq!(table.seen_by(Viewer::Seat(first)).hand(last), own);
        assert_eq!(table.seen_by(Viewer::Seat(second)).hand(last), MystiqueSet::EMPTY);
        table.pass_hands(&passed(&table, 2));
        assert_eq!((table.hand(first), table.hand(second)), (own, next), "after as many steps as seats");
        assert_eq!(table.seen_by(Viewer::Seat(first)).hand(second), next, "and all know what went through their hands");
    }

    #[test]
    fn a_move_reveals_if_somebody_sees_the_cards_who_did_not_before() {
        let (one, other) = (Seat::FIRST, Seat::new(1).expect("a seat"));
        let reveals = |from, to| Moved::of(from, to, MystiqueSet::DECK).reveals();
        assert!(reveals(Place::Hand(one), Place::Open(one)));
        assert!(reveals(Place::Stock, Place::Hand(one)));
        assert!(reveals(Place::Hand(one), Place::Hand(other)));
        assert!(!reveals(Place::Hand(one), Place::Aside(one)));
        assert!(!reveals(Place::Discards, Place::Stock));
        assert!(!reveals(Place::Discards, Place::Hand(one)));
    }
}
