//! Choices that several seats make at once and in secret: bids, discards, cards laid face down.

use arrayvec::ArrayVec;

use super::seats::{MOST_SEATS, Seat, SeatSet, Viewer};

/// One choice of each seat that is asked for one, hidden from the others until the game shows it. What somebody may know of it is
/// of the same type.
///
/// ```
/// use parlour::engine::sealed::{SealedChoice, Sealed};
/// use parlour::engine::seats::{Seat, Seats, Viewer};
///
/// let mut bids = Sealed::asked_of(Seats::new(2).unwrap().all());
/// bids.choose(Seat::FIRST, SealedChoice::Known(4));
/// assert_eq!(bids.seen_by(Viewer::Seat(Seat::FIRST)).of(Seat::FIRST), SealedChoice::Known(4));
/// assert_eq!(bids.seen_by(Viewer::Public).of(Seat::FIRST), SealedChoice::Hidden);
/// assert_eq!(bids.waiting().first(), Seat::new(1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed<T>([SealedChoice<T>; MOST_SEATS as usize]);

/// A sealed choice, as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealedChoice<T> {
    /// The seat is not asked.
    Unasked,
    /// Not made yet.
    Waiting,
    /// Made, and not for these eyes.
    Hidden,
    Known(T),
}

impl<T> SealedChoice<T> {
    pub fn known(self) -> Option<T> {
        if let SealedChoice::Known(choice) = self { Some(choice) } else { None }
    }

    /// One that was made, for those who know it and for others.
    pub fn made(choice: Option<T>) -> SealedChoice<T> {
        choice.map_or(SealedChoice::Hidden, SealedChoice::Known)
    }
}

/// What each seat that was asked has chosen, in seat order.
pub type SealedChoices<T> = ArrayVec<(Seat, T), { MOST_SEATS as usize }>;

impl<T: Copy> Sealed<T> {
    /// Nobody is asked.
    pub const NONE: Sealed<T> = Sealed([SealedChoice::Unasked; MOST_SEATS as usize]);

    /// These seats are to choose.
    pub fn asked_of(seats: SeatSet) -> Sealed<T> {
        let mut sealed = Sealed::NONE;
        seats.iter().for_each(|seat| sealed.0[seat.index()] = SealedChoice::Waiting);
        sealed
    }

    /// Keeps a seat's choice; one that is not asked chooses nothing.
    pub fn choose(&mut self, seat: Seat, choice: SealedChoice<T>) {
        if !matches!(self.of(seat), SealedChoice::Unasked) {
            self.0[seat.index()] = choice;
        }
    }

    pub fn of(&self, seat: Seat) -> SealedChoice<T> {
        self.0[seat.index()]
    }

    /// The choices that are known.
    pub fn known(&self) -> SealedChoices<T> {
        (0..).zip(&self.0).filter_map(|(seat, choice)| Some((Seat::new(seat)?, choice.known()?))).collect()
    }

    /// The seats that have yet to choose.
    pub fn waiting(&self) -> SeatSet {
        self.are(|choice| matches!(choice, SealedChoice::Waiting))
    }

    /// The seats that have chosen.
    pub fn made(&self) -> SeatSet {
        self.are(|choice| matches!(choice, SealedChoice::Hidden | SealedChoice::Known(_)))
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
        let others = self.known().into_iter().filter(|(seat, _)| !who.sees(*seat));
        others.for_each(|(seat, _)| seen.choose(seat, SealedChoice::Hidden));
        seen
    }
}
