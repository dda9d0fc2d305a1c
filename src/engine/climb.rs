//! Tricks of several cards that are climbed over: whoever leads plays some cards, each after them plays higher ones or passes, and the
//! last to play takes the trick once all others have passed in a row.

use arrayvec::ArrayVec;

use super::seats::{MOST_SEATS, Seat, SeatSet, Seats};

/// The most plays of a trick: each is higher than the one before.
pub const MOST_PLAYS: usize = 64;

/// What has been played to a trick, and who has passed.
///
/// ```
/// use parlour::engine::climb::Climb;
/// use parlour::engine::seats::{Seat, Seats};
///
/// let seats = Seats::new(3).unwrap();
/// let [one, two, three] = [0, 1, 2].map(|seat| Seat::new(seat).unwrap());
/// let mut trick = Climb::led_by(one);
/// trick.play("two fives", seats);
/// trick.pass(seats);
/// assert_eq!((trick.turn(), trick.to_beat(), trick.winner(seats)), (three, Some("two fives"), None));
/// trick.play("two sixes", seats);
/// trick.pass(seats);
/// trick.pass(seats);
/// assert_eq!(trick.winner(seats), Some(three), "who passed may have played again, and passed once more");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Climb<P> {
    plays: ArrayVec<(Seat, P), MOST_PLAYS>,
    /// Those who have passed since the last play, in their order.
    passed: ArrayVec<Seat, { MOST_SEATS as usize }>,
    turn: Seat,
}

impl<P: Copy> Climb<P> {
    pub fn led_by(leader: Seat) -> Climb<P> {
        Climb { plays: ArrayVec::new(), passed: ArrayVec::new(), turn: leader }
    }

    /// Whose turn it is: to lead, to play higher, or to pass.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Whether nothing has been played yet: whoever leads cannot pass.
    pub fn is_lead(&self) -> bool {
        self.plays.is_empty()
    }

    /// The last play, and who is winning with it.
    pub fn last(&self) -> Option<(Seat, P)> {
        self.plays.last().copied()
    }

    /// The last play, which the next must beat.
    pub fn to_beat(&self) -> Option<P> {
        self.last().map(|(_, play)| play)
    }

    /// The plays in their order, each with its seat.
    pub fn plays(&self) -> &[(Seat, P)] {
        &self.plays
    }

    /// Those who have passed since the last play.
    pub fn passed(&self) -> SeatSet {
        self.passed.iter().copied().collect()
    }

    /// The seat in turn plays this.
    pub fn play(&mut self, play: P, seats: Seats) {
        // Each play is higher than the one before, and there are fewer cards than room.
        let _ = self.plays.try_push((self.turn, play));
        self.passed.clear();
        self.turn = seats.after(self.turn);
    }

    /// The seat in turn passes; it may play again when its turn comes round.
    pub fn pass(&mut self, seats: Seats) {
        let _ = self.passed.try_push(self.turn);
        self.turn = seats.after(self.turn);
    }

    /// Who takes the trick: the last to play, once all others have passed in a row.
    pub fn winner(&self, seats: Seats) -> Option<Seat> {
        let (seat, _) = self.last()?;
        (self.passed.len() + 1 >= seats.count()).then_some(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trick_goes_on_until_all_others_have_passed_in_a_row() {
        let seats = Seats::new(4).expect("seats");
        let seat = |number| Seat::new(number).expect("a seat");
        let mut trick = Climb::led_by(seat(2));
        assert!(trick.is_lead());
        trick.play(3, seats);
        trick.pass(seats);
        trick.pass(seats);
        assert_eq!((trick.turn(), trick.winner(seats), trick.passed().len()), (seat(1), None, 2));
        trick.play(5, seats);
        trick.play(7, seats);
        assert_eq!(trick.passed(), SeatSet::EMPTY, "whoever passed before is in again");
        (0..3).for_each(|_| trick.pass(seats));
        assert_eq!((trick.winner(seats), trick.turn(), trick.to_beat()), (Some(seat(2)), seat(2), Some(7)));
        assert_eq!(trick.plays(), [(seat(2), 3), (seat(1), 5), (seat(2), 7)]);
    }
}
