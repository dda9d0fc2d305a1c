//! A table of cards as somebody sees it: whose eyes they are, how the own hand is sorted, and how hands are laid and played from.
//!
//! What is the same in every game at such a table is here once: the table says where its cards are ([`ZoneTable`]), an event who may
//! know what of it ([`TableEvent`]), and [`zone_game!`](crate::zone_game) makes of both what the contract asks of a game.

use super::rng::GameRng;
use super::seats::{Seat, Seats, Viewer};
use super::tabletop::Selection;
use super::zones::{Zone, Zones};
use crate::cards::{CardBits, DeckCard, HandOrder};
use crate::layout::{CardArea, CardTable, Face, Gesture, Material, Room, SeatRing, ShownCard, card_of};
use crate::words::{counted, joined};

/// Something that happens at a [`ZoneTable`].
pub trait TableEvent: Clone {
    /// As this viewer may know it. Everybody always hears that it happened; nothing of it is hidden unless the game says so.
    #[must_use]
    fn seen_by(&self, _who: Viewer) -> Self {
        self.clone()
    }

    /// See [`Game::reveals`](super::game::Game::reveals).
    fn reveals(&self) -> bool;
}

/// A table that changes by what happens at it alone: the same type for the one that is played at and for what somebody sees of it.
pub trait EventTable {
    /// What happens at it.
    type Event;

    /// Makes it what it is after this event. Nothing else changes a table, neither in play nor before somebody's eyes.
    fn follow(&mut self, event: &Self::Event);

    /// Something happens: the table follows it, and then it is reported.
    fn happens(&mut self, event: Self::Event, report: &mut impl FnMut(Self::Event)) {
        self.follow(&event);
        report(event);
    }
}

/// A table on which every card lies in a zone.
pub trait ZoneTable:
    EventTable<Event: TableEvent> + Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static
{
    type Zone: Zone;
    type Set: CardBits<Card: Into<Face>>;

    fn seats(&self) -> Seats;

    fn cards(&self) -> &Zones<Self::Zone, Self::Set>;

    /// The same table on which these cards lie.
    #[must_use]
    fn with_cards(&self, cards: Zones<Self::Zone, Self::Set>) -> Self;

    /// The cards of which everybody knows that they cannot lie in a zone; none unless the game says so.
    fn barred(&self, _zone: Self::Zone) -> Self::Set {
        Self::Set::none()
    }

    /// What somebody sees of it: everything but cards that are hidden from them.
    #[must_use]
    fn seen_by(&self, who: Viewer) -> Self {
        self.with_cards(self.cards().seen_by(who))
    }

    /// The same with all cards that are hidden from this viewer dealt anew.
    #[must_use]
    fn redealt(&self, who: Viewer, rng: &mut GameRng) -> Self {
        self.with_cards(self.cards().redealt(who, |zone| self.barred(zone), rng))
    }

    /// How it may be for this viewer, who sees this, where these are all cards. `None` if it cannot be.
    fn imagined(&self, who: Viewer, deck: Self::Set, rng: &mut GameRng) -> Option<Self> {
        Some(self.with_cards(self.cards().imagined(who, deck, |zone| self.barred(zone), rng)?))
    }

    /// Sorts cards as somebody likes them. Where a game has an order of its own for suits or colours, it goes by that.
    fn sort(&self, cards: &mut [<Self::Set as CardBits>::Card], order: HandOrder) {
        DeckCard::sort(cards, order);
    }

    /// Each card with the place where it lies, for [`Game::whereabouts`](super::game::Game::whereabouts): by default its zone.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        self.cards().whereabouts()
    }
}

/// What every [`Game`](crate::engine::game::Game) does alike that is played at a [`ZoneTable`] of its own, which is its field `table`,
/// and whose view is that table as somebody [sees](crate::engine::seen::Seen) it. Standing in `impl Game`, it is `view`, `arrange`,
/// `redact`, `follow`, `reveals` and `whereabouts`.
#[macro_export]
macro_rules! zone_game {
    () => {
        fn view(&self, who: $crate::engine::seats::Viewer) -> Self::View {
            $crate::engine::seen::Seen::by(who, &self.table)
        }

        fn arrange(view: &mut Self::View, order: $crate::cards::HandOrder) {
            view.order = order;
        }

        fn redact(event: &Self::Event, who: $crate::engine::seats::Viewer) -> Option<Self::Event> {
            Some($crate::engine::seen::TableEvent::seen_by(event, who))
        }

        fn follow(view: &mut Self::View, event: &Self::Event) {
            $crate::engine::seen::EventTable::follow(&mut view.table, event);
        }

        fn reveals(event: &Self::Event) -> bool {
            $crate::engine::seen::TableEvent::reveals(event)
        }

        fn whereabouts(&self) -> Vec<(u32, u32)> {
            $crate::engine::seen::ZoneTable::whereabouts(&self.table)
        }
    };
}

/// What a viewer sees of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen<T> {
    pub who: Viewer,
    /// How the viewer wants the own hand sorted.
    pub order: HandOrder,
    pub table: T,
}

impl<T: ZoneTable> Seen<T> {
    pub fn by(who: Viewer, table: &T) -> Seen<T> {
        Seen { who, order: HandOrder::default(), table: table.seen_by(who) }
    }

    /// The viewer's seat, if it is one alone.
    pub fn own(&self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self.who { Some(seat) } else { None }
    }

    /// The seat in front at the table: the viewer's own, or the first.
    pub fn front(&self) -> Seat {
        self.own().unwrap_or(Seat::FIRST)
    }

    /// A table for these seats in this room, on which nothing lies yet.
    pub fn card_table(&self, room: Room, material: Material) -> CardTable {
        CardTable::new(SeatRing::new(self.table.seats().count(), self.front().index(), room), material)
    }

    /// Whether it is the viewer's own turn.
    pub fn has_turn(&self, turn: Option<Seat>) -> bool {
        turn.is_some() && turn == self.own()
    }

    /// The hand of the seat in front.
    pub fn hand(&self) -> T::Set {
        self.table.cards().hand(self.front())
    }

    /// How many cards a seat holds.
    pub fn held(&self, seat: Seat) -> usize {
        self.table.cards().count(T::Zone::hand(seat))
    }

    /// The same for seats by their numbers, as a [`CardTable`] has them.
    pub fn held_by_number(&self) -> impl Fn(usize) -> usize {
        |seat| Seat::new(seat as u8).map_or(0, |seat| self.held(seat))
    }

    /// The known cards of a zone, in the viewer's order.
    pub fn sorted(&self, zone: T::Zone) -> Vec<<T::Set as CardBits>::Card> {
        let mut cards: Vec<_> = self.table.cards().known(zone).cards().collect();
        self.table.sort(&mut cards, self.order);
        cards
    }

    /// The known cards of a zone as they are shown on the table, in the viewer's order.
    pub fn shown(&self, zone: T::Zone) -> Vec<ShownCard> {
        self.sorted(zone).into_iter().map(ShownCard::of).collect()
    }

    /// Every seat in words: who sits there, what is said of them, and how many cards they hold.
    pub fn seats_spoken(&self, plate: impl Fn(Seat) -> String) -> String {
        let cards = |seat: Seat| counted(self.held(seat) as u32, "card", "cards");
        let seat = |seat: Seat| format!("{}: {}, {}", seat.called(), plate(seat), cards(seat));
        joined(self.table.seats().iter().map(seat), ". ")
    }

    /// The own hand in words, card by card; nothing if it is empty.
    pub fn hand_spoken(&self) -> String {
        let hand = self.sorted(T::Zone::hand(self.front()));
        let cards = joined(hand.into_iter().map(DeckCard::spoken), ", ");
        if cards.is_empty() { cards } else { format!(" Your hand: {cards}.") }
    }

    /// Lays a seat's hand. The cards of the one in front can be picked up if its viewer `may_act`; those that are not
    /// `playable` stand back.
    pub fn lay_hand(&self, table: &mut CardTable, seat: Seat, may_act: bool, playable: T::Set) {
        let is_front = seat == self.front();
        let shown = |card| ShownCard { is_dimmed: is_front && !playable.has(card), ..ShownCard::of(card) };
        self.lay_hand_as(table, seat, may_act, shown);
    }

    /// The same where each card shows more than itself, such as what it is worth.
    pub fn lay_hand_as(
        &self,
        table: &mut CardTable,
        seat: Seat,
        may_act: bool,
        shown: impl Fn(<T::Set as CardBits>::Card) -> ShownCard,
    ) {
        let cards: Vec<ShownCard> = self.sorted(T::Zone::hand(seat)).into_iter().map(shown).collect();
        if seat == self.front() && !cards.is_empty() {
            table.own_hand(&cards, may_act);
        } else {
            table.hand(seat.index(), self.held(seat), &cards);
        }
    }

    /// The card of the own hand that a gesture means: one that is clicked there, or brought to one of these areas.
    pub fn brought(&self, gesture: &Gesture, to: impl Fn(CardArea) -> bool) -> Option<<T::Set as CardBits>::Card> {
        let card = match (gesture.piece, gesture.area.to()?) {
            (None, CardArea::Own(place)) => self.sorted(T::Zone::hand(self.front())).get(usize::from(place)).copied(),
            (Some(piece), area) if to(area) => card_of(piece),
            _ => None,
        };
        card.filter(|card| self.hand().has(*card))
    }

    /// The cards of the own hand that are selected.
    pub fn selected(&self, selected: &Selection) -> T::Set {
        let cards: T::Set = selected.pieces.iter().filter_map(|piece| card_of(*piece)).collect();
        cards.common(self.hand())
    }
}
