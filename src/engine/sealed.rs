//! Choices that several seats make at once and in secret: bids, discards, cards laid face down.

use arrayvec::ArrayVec;

use super::seats::{MOST_SEATS, Seat, SeatSet, Seats, Viewer};

/// One choice of each seat, hidden from the others until the game shows it. What somebody may know of it is of the same type.
///
/// ```
/// use parlour::engine::sealed::{SealedChoice, Sealed};
/// use parlour::engine::seats::{Seat, Seats, Viewer};
///
/// let mut bids = Sealed::none(Seats::new(2).unwrap());
/// bids.choose(Seat::FIRST, SealedChoice::Known(4));
/// assert_eq!(bids.seen_by(Viewer::Seat(Seat::FIRST)).of(Seat::FIRST), SealedChoice::Known(4));
/// assert_eq!(bids.seen_by(Viewer::Public).of(Seat::FIRST), SealedChoice::Hidden);
/// assert_eq!(bids.waiting().first(), Seat::new(1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed<T>(ArrayVec<SealedChoice<T>, { MOST_SEATS as usize }>);

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

    /// One that was made, for those who know it and for others.
    pub fn made(choice: Option<T>) -> SealedChoice<T> {
        choice.map_or(SealedChoice::Hidden, SealedChoice::Known)
    }
}

impl<T: Copy> Sealed<T> {
    /// Nobody has chosen.
    pub fn none(seats: Seats) -> Sealed<T> {
        Sealed(seats.iter().map(|_| SealedChoice::Waiting).collect())
    }

    /// Keeps a seat's choice; a seat that is not at the table chooses nothing.
    pub fn choose(&mut self, seat: Seat, choice: SealedChoice<T>) {
        if let Some(kept) = self.0.get_mut(seat.index()) {
            *kept = choice;
        }
    }

    pub fn of(&self, seat: Seat) -> SealedChoice<T> {
        self.0.get(seat.index()).copied().unwrap_or(SealedChoice::Waiting)
    }

    /// The choices that are known, with their seats.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> {
        (0..).zip(&self.0).filter_map(|(seat, choice)| Some((Seat::new(seat)?, choice.known()?)))
    }

    /// The seats that have yet to choose.
    pub fn waiting(&self) -> SeatSet {
        self.are(|choice| matches!(choice, SealedChoice::Waiting))
    }

    /// The seats whose choice was made and is not known.
    pub fn hidden(&self) -> SeatSet {
        self.are(|choice| matches!(choice, SealedChoice::Hidden))
    }

    fn are(&self, these: impl Fn(&SealedChoice<T>) -> bool) -> SeatSet {
        (0..).zip(&self.0).filter(|(_, choice)| these(choice)).filter_map(|(seat, _)| Seat::new(seat)).collect()
    }

    #[must_use]
    pub fn seen_by(&self, who: Viewer) -> Sealed<T> {
        let mut seen = self.clone();
        let others = self.iter().map(|(seat, _)| seat).filter(|seat| !who.sees(*seat));
        others.for_each(|seat| seen.choose(seat, SealedChoice::Hidden));
        seen
    }
}
