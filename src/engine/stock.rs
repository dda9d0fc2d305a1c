//! A deck that is drawn from, and its discards, which become the deck when it runs out.
//!
//! Discards lie open, so everybody knows which cards each deck was made of, and how many of them each seat has drawn. Worlds keep
//! to that: a card of the last deck was drawn after it was shuffled, any other before.

use arrayvec::ArrayVec;

use super::game::{SetupError, Unexplained};
use super::hidden::{Spot, deal_into};
use super::rng::GameRng;
use super::rounds::given_or_shuffled;
use super::seats::{BySeat, MOST_SEATS, Seat, Seats, Viewer};
use super::seen::ZoneTable;
use super::zones::{Moved, Sight, Zone, Zones};
use crate::cards::CardBits;

/// So many decks of which somebody still holds a card are kept apart.
const MOST_BATCHES: usize = 8;

/// A table with a stock that seats draw from.
pub trait StockTable: ZoneTable {
    /// Where the cards lie that are drawn.
    const STOCK: Self::Zone;
    /// Where those lie that will be shuffled.
    const DISCARDS: Self::Zone;

    /// Cards are drawn, or shuffled.
    fn moved(moved: Moved<Self::Zone, Self::Set>) -> Self::Event;

    /// The discards that become the stock when it runs out: all of them, or all but those that stay.
    fn reusable(&self) -> Self::Set {
        self.cards().known(Self::DISCARDS)
    }
}

/// The cards of a deck in their order, which nobody knows; the next one last.
#[derive(Clone, PartialEq, Debug)]
pub struct DeckOrder<S: CardBits>(ArrayVec<S::Card, 128>);

impl<S: CardBits> DeckOrder<S> {
    /// Of these cards, first card first.
    pub fn of(cards: &[S::Card]) -> DeckOrder<S> {
        DeckOrder(cards.iter().rev().copied().collect())
    }

    /// Of these cards: in the order that an explicit deal gives, or in random order. `name` is what errors call them: "deck".
    ///
    /// # Errors
    ///
    /// The deal does not have each of them once.
    pub fn given_or_shuffled(
        name: &str,
        given: Option<&String>,
        cards: S,
        rng: &mut GameRng,
    ) -> Result<DeckOrder<S>, SetupError> {
        Ok(DeckOrder::of(&given_or_shuffled(name, given, cards, rng)?))
    }

    /// Of these cards, in random order.
    pub fn shuffled(cards: S, rng: &mut GameRng) -> DeckOrder<S> {
        let mut deck = DeckOrder(cards.cards().collect());
        rng.shuffle(&mut deck.0);
        deck
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next card.
    pub fn next_card(&mut self) -> Option<S::Card> {
        self.0.pop()
    }

    /// Shuffles these cards into it, each to a random place: an order that nobody knew stays as random as it was.
    pub fn shuffle_in(&mut self, cards: S, rng: &mut GameRng) {
        for card in cards.cards() {
            if self.0.try_push(card).is_ok() {
                let count = self.0.len();
                self.0.swap(count - 1, rng.below(count as u32) as usize);
            }
        }
    }

    /// Takes so many of the next cards, or as many as there are.
    pub fn next_cards(&mut self, count: usize) -> S {
        self.0.drain(self.0.len().saturating_sub(count)..).collect()
    }

    /// A seat draws so many cards. When the stock runs out, the discards are shuffled and become the stock; when there are none,
    /// there is no more to draw.
    pub fn draw<T: StockTable<Set = S>>(
        &mut self,
        table: &mut T,
        (seat, mut count): (Seat, usize),
        rng: &mut GameRng,
        report: &mut impl FnMut(T::Event),
    ) {
        while count > 0 {
            if self.is_empty() {
                let cards = table.reusable();
                if cards.count() == 0 {
                    return;
                }
                *self = DeckOrder::shuffled(cards, rng);
                table.happens(T::moved(Moved::of(T::DISCARDS, T::STOCK, cards)), report);
            }
            let drawn = self.next_cards(count);
            count -= drawn.count();
            table.happens(T::moved(Moved::of(T::STOCK, T::Zone::hand(seat), drawn)), report);
        }
    }

    /// Each seat in turn draws until it holds so many cards, as far as there are any.
    pub fn refill<T: StockTable<Set = S>>(
        &mut self,
        table: &mut T,
        size: usize,
        rng: &mut GameRng,
        report: &mut impl FnMut(T::Event),
    ) {
        for seat in table.seats().iter() {
            let missing = size.saturating_sub(table.cards().count(T::Zone::hand(seat)));
            self.draw(table, (seat, missing), rng, report);
        }
    }
}

/// The cards that became the stock together and have not been shown since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Batch<S> {
    pub cards: S,
    /// How many of them each seat holds. The others are still in the stock.
    pub held: BySeat<u8>,
}

impl<S: CardBits> Batch<S> {
    fn shuffled(cards: S) -> Batch<S> {
        Batch { cards, held: BySeat::of(0) }
    }

    fn undrawn(&self) -> usize {
        let held: u8 = self.held.iter().map(|(_, held)| held).sum();
        self.cards.count().saturating_sub(usize::from(held))
    }
}

/// What everybody knows of where hidden cards came from: the cards of each shuffle, and how many of them each seat drew.
///
/// It follows the same moves as the [zones](Zones) do, in games whose cards are drawn from one stock into hands and shown from
/// there.
///
/// ```
/// use parlour::cards::{CardBits, MystiqueCard, MystiqueSet};
/// use parlour::engine::rng::GameRng;
/// use parlour::engine::seats::{Seat, Seats, Viewer};
/// use parlour::engine::stock::Shuffles;
/// use parlour::engine::zones::{Moved, Zones};
///
/// parlour::zones! {
///     pub enum Place {
///         Hand(Seat): Owner,
///         Discards: Everybody,
///         Stock: Nobody,
///     }
/// }
/// use Place::{Discards, Hand, Stock};
///
/// let (seats, deck) = (Seats::new(2).unwrap(), MystiqueCard::deck().collect::<Vec<_>>());
/// let mut cards = Zones::<Place, MystiqueSet>::dealt(seats, Seat::FIRST, &deck, 5, Some(Stock));
/// let mut shuffles = Shuffles::dealt(&cards);
/// let shown = Moved::of(Hand(Seat::FIRST), Discards, MystiqueSet::of_one(deck[0]));
/// cards.follow(&shown);
/// shuffles.follow(&shown);
/// assert_eq!(shuffles.batches()[0].cards.count(), 59);
///
/// let who = Viewer::Seat(Seat::FIRST);
/// let world = shuffles.imagined(&cards.seen_by(who), (who, seats, Stock), &mut GameRng::from_number(1)).unwrap();
/// assert_eq!(world.seen_by(who), cards.seen_by(who));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffles<S> {
    /// The last one is the stock's.
    batches: ArrayVec<Batch<S>, MOST_BATCHES>,
}

impl<S: CardBits> Shuffles<S> {
    /// All cards that lie in hands, or in a zone that nobody sees, were shuffled together.
    pub fn dealt<Z: Zone>(cards: &Zones<Z, S>) -> Shuffles<S> {
        let hidden = Z::all().filter(|zone| zone.sight() != Sight::Everybody);
        let mut batch = Batch::shuffled(hidden.fold(S::none(), |all, zone| all.with(cards.known(zone))));
        batch.held.iter_mut().for_each(|(seat, held)| *held = cards.count(Z::hand(seat)) as u8);
        Shuffles { batches: [batch].into_iter().collect() }
    }

    pub fn batches(&self) -> &[Batch<S>] {
        &self.batches
    }

    /// As it is after these cards have moved.
    pub fn follow<Z: Zone>(&mut self, moved: &Moved<Z, S>) {
        match (moved.from.sight(), moved.to.sight()) {
            (Sight::Nobody, Sight::Owner(seat)) => {
                if let Some(stock) = self.batches.last_mut() {
                    stock.held[seat] += moved.count;
                }
            }
            (Sight::Owner(seat), Sight::Everybody) => self.show(moved.cards, Some(seat)),
            (Sight::Nobody, Sight::Everybody) => self.show(moved.cards, None),
            (Sight::Everybody, Sight::Nobody) => self.shuffle(moved.cards),
            _ => {}
        }
    }

    /// Everybody sees these cards, which this seat held, or which lay in the stock.
    fn show(&mut self, cards: S, seat: Option<Seat>) {
        for batch in &mut self.batches {
            let shown = batch.cards.common(cards);
            batch.cards = batch.cards.minus(shown);
            if let Some(seat) = seat {
                batch.held[seat] = batch.held[seat].saturating_sub(shown.count() as u8);
            }
        }
    }

    /// These cards become the stock.
    fn shuffle(&mut self, cards: S) {
        self.batches.retain(|batch| batch.cards.count() > 0);
        if self.batches.is_full() {
            self.forget_the_oldest();
        }
        self.batches.push(Batch::shuffled(cards));
    }

    /// Takes the two oldest batches for one.
    fn forget_the_oldest(&mut self) {
        let oldest = self.batches.remove(0);
        if let Some(next) = self.batches.first_mut() {
            next.cards = next.cards.with(oldest.cards);
            oldest.held.iter().for_each(|(seat, held)| next.held[seat] += held);
        }
    }

    /// How the cards may lie for this viewer, who sees these: the cards of every shuffle, dealt to those who drew them. `None` if
    /// they cannot.
    pub fn imagined<Z: Zone>(
        &self,
        seen: &Zones<Z, S>,
        (who, seats, stock): (Viewer, Seats, Z),
        rng: &mut GameRng,
    ) -> Option<Zones<Z, S>> {
        let (mut hands, mut undrawn) = (BySeat::of(S::none()), S::none());
        for batch in &self.batches {
            let held =
                |seat: Seat| Spot::any(batch.held[seat].into()).pinning(seen.known(Z::hand(seat)).common(batch.cards));
            let left = Spot::any(batch.undrawn()).pinning(seen.known(stock).common(batch.cards));
            let spots: ArrayVec<Spot<S>, { MOST_SEATS as usize + 1 }> = seats.iter().map(held).chain([left]).collect();
            let dealt = deal_into(batch.cards, &spots, rng)?;
            seats.iter().zip(&dealt).for_each(|(seat, cards)| hands[seat] = hands[seat].with(*cards));
            undrawn = undrawn.with(*dealt.last()?);
        }
        let hands = seats.iter().map(|seat| (Z::hand(seat), hands[seat]));
        Some(seen.made_known(who, hands.chain([(stock, undrawn)])))
    }
}

/// Whether seats can have drawn as they did: what each has drawn since the discards became the stock is of that stock.
///
/// `seen` is what happened, and `moved` finds the cards in it that were drawn or shuffled. `held` gives the cards that a seat holds
/// or has shown in the events that it is handed, which are those since the last shuffle.
pub fn explains<E, Z: Zone, S: CardBits>(
    seats: Seats,
    seen: &[E],
    moved: impl Fn(&E) -> Option<&Moved<Z, S>>,
    held: impl Fn(Seat, &[E]) -> S,
) -> Result<(), Unexplained> {
    let shuffled = |(at, event): (usize, &E)| {
        let moved = moved(event).filter(|moved| moved.to.sight() == Sight::Nobody)?;
        Some((at, moved.cards))
    };
    let Some((last, stock)) = seen.iter().enumerate().rev().find_map(shuffled) else { return Ok(()) };
    let since = &seen[last..];
    for seat in seats.iter() {
        let to_it = since.iter().filter_map(&moved).filter(|moved| moved.to == Z::hand(seat));
        let drawn: usize = to_it.map(|moved| usize::from(moved.count)).sum();
        let of_it = held(seat, since).common(stock).count();
        if of_it != drawn {
            let why = format!("seat {seat} drew {drawn} cards of the last deck, and has had {of_it} of them");
            return Err(Unexplained(why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::MystiqueSet;
    use crate::zones;

    zones! {
        enum Place {
            Hand(Seat): Owner,
            Discards: Everybody,
            Stock: Nobody,
        }
    }

    use Place::{Discards, Hand, Stock};

    fn set(text: &str) -> MystiqueSet {
        text.parse().expect("cards")
    }

    fn drew(seat: Seat, count: u8) -> Moved<Place, MystiqueSet> {
        Moved { from: Stock, to: Hand(seat), count, cards: MystiqueSet::EMPTY }
    }

    #[test]
    fn a_seat_holds_as_many_cards_of_the_last_deck_as_it_has_drawn_since_the_shuffle() {
        let (seats, other) = (Seats::new(2).expect("seats"), Seat::new(1).expect("a seat"));
        let deck = set("1yM 2yM 3yM 4yM");
        let seen = [drew(Seat::FIRST, 2), Moved::of(Discards, Stock, deck), drew(Seat::FIRST, 1), drew(other, 2)];
        let explained = |first: &str, second: &str| {
            let held = |seat: Seat, since: &[Moved<Place, MystiqueSet>]| {
                assert_eq!(since.len(), 3, "from the shuffle on");
                set(if seat == Seat::FIRST { first } else { second })
            };
            explains(seats, &seen, |event| Some(event), held).is_ok()
        };
        assert!(explained("1yM 1rC 2rC", "2yM 3yM"));
        assert!(!explained("1yM 4yM 2rC", "2yM 3yM"), "a card that was drawn before cannot be of this deck");
        assert!(!explained("1rC 2rC 3rC", "2yM 3yM"), "nor one that was drawn since of another");
        assert!(!explained("1yM 1rC 2rC", "2yM 3rC"));
        assert!(
            explains(seats, &seen[..1], |event| Some(event), |_, _| deck).is_ok(),
            "before the first shuffle every card may be anywhere"
        );
    }

    /// By plain counting: each order of the deck comes as often as another.
    #[test]
    fn a_card_that_is_shuffled_in_comes_to_any_place_equally_often() {
        let (mut rng, mut first) = (GameRng::from_number(4), [0u32; 4]);
        for _ in 0..8000 {
            let mut deck = DeckOrder::<MystiqueSet>::shuffled(set("1yM 2yM"), &mut rng);
            deck.shuffle_in(set("3yM 4yM"), &mut rng);
            let card = deck.next_card().expect("a card");
            first[usize::from(card.number()) - 1] += 1;
            assert_eq!(deck.next_cards(9).len(), 3);
        }
        // Five standard deviations.
        assert!(first.iter().all(|count| count.abs_diff(2000) < 200), "{first:?}");
    }

    /// A card that was picked up from the table lies open in everybody's mind, whatever is shuffled afterwards.
    #[test]
    fn a_card_that_everybody_has_seen_is_of_no_shuffle() {
        let seats = Seats::new(2).expect("seats");
        let mut cards = Zones::<Place, MystiqueSet>::empty();
        cards.put(Hand(Seat::FIRST), set("1yM 2yM"));
        cards.put(Stock, set("3yM 4yM 5yM"));
        let mut shuffles = Shuffles::dealt(&cards);
        for moved in [
            Moved::of(Hand(Seat::FIRST), Discards, set("1yM 2yM")),
            Moved::of(Stock, Hand(Seat::FIRST), set("3yM 4yM 5yM")),
            Moved::of(Discards, Hand(Seat::FIRST), set("2yM")),
            Moved::of(Discards, Stock, set("1yM")),
        ] {
            cards.follow(&moved);
            shuffles.follow(&moved);
        }
        let of_batches: Vec<MystiqueSet> = shuffles.batches().iter().map(|batch| batch.cards).collect();
        assert_eq!(of_batches, [set("3yM 4yM 5yM"), set("1yM")]);
        let seen = cards.seen_by(Viewer::Public);
        let world = shuffles.imagined(&seen, (Viewer::Public, seats, Stock), &mut GameRng::from_number(1));
        assert_eq!(world, Some(cards), "there is but one");
    }
}
