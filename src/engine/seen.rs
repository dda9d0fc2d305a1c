//! A table of cards as somebody sees it: whose eyes they are, how the own hand is sorted, and how hands are laid and played from.

use super::seats::{Seat, Seats, Viewer};
use super::tabletop::Selection;
use super::zones::{Zone, Zones};
use crate::cards::{CardBits, DeckCard, HandOrder};
use crate::layout::{CardArea, CardTable, Face, Gesture, ShownCard, card_of};
use crate::words::{counted, joined};

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
pub trait ZoneTable: EventTable + Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    type Zone: Zone;
    type Set: CardBits<Card: Into<Face>>;

    fn seats(&self) -> Seats;

    fn cards(&self) -> &Zones<Self::Zone, Self::Set>;

    /// What somebody sees of it.
    #[must_use]
    fn seen_by(&self, who: Viewer) -> Self;
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

    /// The known cards of a zone, in the viewer's order.
    pub fn sorted(&self, zone: T::Zone) -> Vec<<T::Set as CardBits>::Card> {
        self.table.cards().known(zone).sorted(self.order)
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
