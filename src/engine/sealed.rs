//! Choices that several seats make at once and in secret: bids, discards, cards laid face down.

use arrayvec::ArrayVec;

use super::seats::{MOST_SEATS, Seat, SeatSet, Seats, Viewer};

/// One choice of each seat, hidden from the others until the game shows it.
///
/// ```
/// use parlour::engine::sealed::{SealedChoice, Sealed};
/// use parlour::engine::seats::{Seat, Seats, Viewer};
///
/// let mut bids = Sealed::none(Seats::new(2).unwrap());
/// bids.choose(Seat::FIRST, 4);
/// assert_eq!(bids.seen_by(Viewer::Seat(Seat::FIRST)), [SealedChoice::Known(4), SealedChoice::Waiting]);
/// assert_eq!(bids.seen_by(Viewer::Public), [SealedChoice::Hidden, SealedChoice::Waiting]);
/// assert_eq!(bids.waiting().first(), Seat::new(1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed<T>(ArrayVec<Option<T>, { MOST_SEATS as usize }>);

/// A sealed choice, as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealedChoice<T> {
    /// Not made yet.
    Waiting,
    /// Made, and not for these eyes.
    Hidden,
    Known(T),
}

impl<T> SealedChoice<T> {
    pub fn known(self) -> Option<T> {
        match self {
            SealedChoice::Known(choice) => Some(choice),
            SealedChoice::Waiting | SealedChoice::Hidden => None,
        }
    }
}

impl<T: Clone> Sealed<T> {
    /// Nobody has chosen.
    pub fn none(seats: Seats) -> Sealed<T> {
        Sealed(seats.iter().map(|_| None).collect())
    }

    /// Keeps a seat's choice; a seat that is not at the table chooses nothing.
    pub fn choose(&mut self, seat: Seat, choice: T) {
        if let Some(kept) = self.0.get_mut(seat.index()) {
            *kept = Some(choice);
        }
    }

    pub fn of(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index()).and_then(Option::as_ref)
    }

    /// The choices that were made, with their seats.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        (0..).zip(&self.0).filter_map(|(seat, choice)| Some((Seat::new(seat)?, choice.as_ref()?)))
    }

    /// The seats that have yet to choose.
    pub fn waiting(&self) -> SeatSet {
        (0..).zip(&self.0).filter(|(_, choice)| choice.is_none()).filter_map(|(seat, _)| Seat::new(seat)).collect()
    }

    pub fn seen_by(&self, who: Viewer) -> Vec<SealedChoice<T>> {
        let seen = |(seat, choice): (u8, &Option<T>)| match choice {
            None => SealedChoice::Waiting,
            Some(choice) if Seat::new(seat).is_some_and(|seat| who.sees(seat)) => SealedChoice::Known(choice.clone()),
            Some(_) => SealedChoice::Hidden,
        };
        (0..).zip(&self.0).map(seen).collect()
    }
}
