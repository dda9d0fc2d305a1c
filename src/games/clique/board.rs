//! The board of Clique Mystique: stacks of cards, whose they are, and the groups that they form.

use crate::cards::MystiqueCard;
use crate::engine::seats::Seat;
use crate::square::{SQUARES, Square, SquareSet, Stacks};

use super::groups::{CardGroup, MOST, Stretch, Traits, stretches, stretches_through};
use super::moves::Placement;

use arrayvec::ArrayVec;

pub const PLAYERS: usize = 2;

/// How many cards lie there before the first turn: three rows of three about the centre.
pub const START: usize = 9;

/// Seat 0 plays its cards upright, seat 1 across.
#[inline]
pub fn opponent(seat: Seat) -> Seat {
    if seat == Seat::FIRST { SECOND } else { Seat::FIRST }
}

pub const SECOND: Seat = {
    let Some(seat) = Seat::new(1) else { unreachable!() };
    seat
};

#[derive(Clone, PartialEq, Debug)]
pub struct CliqueBoard {
    stacks: Stacks<MystiqueCard>,
    /// The values of the cards on top, which the stacks have, too: they are asked for by the thousand.
    traits: [Traits; SQUARES],
    /// The squares of each seat's stacks.
    owned: [SquareSet; PLAYERS],
}

/// A group that a placement forms and that brings stacks to whoever places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FormedGroup {
    pub stretch: Stretch,
    pub group: CardGroup,
    /// Whether all cards that are laid are in it; the others come incidentally.
    pub is_main: bool,
    /// The opponent's stacks in it, which turn over.
    pub turns: SquareSet,
}

/// Why a placement that lies on free squares forms no group that may be laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoGroup {
    /// No group holds all cards that are laid.
    Formed,
    /// One does, but the opponent has no stack in it.
    WithOpponent,
    /// One does, but no stack of one's own that lay there before and is not covered.
    WithOwn,
}

impl CliqueBoard {
    /// Nine cards, row by row from the upper left corner: the four at the edges are upright, the others lie across.
    pub fn start(cards: &[MystiqueCard]) -> CliqueBoard {
        let (traits, owned) = ([Traits::default(); SQUARES], [SquareSet::EMPTY; PLAYERS]);
        let mut board = CliqueBoard { stacks: Stacks::default(), traits, owned };
        let squares =
            (-1..=1).rev().flat_map(|row| (-1..=1).filter_map(move |column| Square::CENTRE.step(column, row)));
        for (number, (square, card)) in squares.zip(cards).enumerate() {
            board.lay_card(square, *card);
            board.owned[(number + 1) % PLAYERS].insert(square);
        }
        board
    }

    pub fn stacks(&self) -> &Stacks<MystiqueCard> {
        &self.stacks
    }

    /// The squares of a seat's stacks.
    #[inline]
    pub fn owned(&self, seat: Seat) -> SquareSet {
        self.owned[seat.index() % PLAYERS]
    }

    /// Whose the stack on a square is.
    pub fn owner(&self, square: Square) -> Option<Seat> {
        [Seat::FIRST, SECOND].into_iter().find(|seat| self.owned(*seat).contains(square))
    }

    /// Where a seat may lay cards: on empty squares and on its own stacks.
    #[inline]
    pub fn free_for(&self, seat: Seat) -> SquareSet {
        SquareSet::ALL.without(self.owned(opponent(seat)))
    }

    /// How many cards lie on these squares.
    #[inline]
    pub fn cards_on(&self, squares: SquareSet) -> usize {
        squares.iter().map(|square| self.stacks.height(square)).sum()
    }

    /// How many cards a seat's stacks have together.
    pub fn cards_of(&self, seat: Seat) -> usize {
        self.cards_on(self.owned(seat))
    }

    /// Lays cards; they are the seat's.
    pub fn lay(&mut self, seat: Seat, placement: &Placement) {
        for (square, card) in placement.laid() {
            self.lay_card(square, card);
            self.owned[seat.index() % PLAYERS].insert(square);
        }
    }

    fn lay_card(&mut self, square: Square, card: MystiqueCard) {
        self.stacks.lay(square, card);
        self.traits[square.index()] = Traits::of(card);
    }

    /// The stacks of these squares are the seat's from now on.
    pub fn turn_over(&mut self, seat: Seat, squares: SquareSet) {
        let (own, other) = (seat.index() % PLAYERS, opponent(seat).index());
        self.owned[own] = self.owned[own].union(squares);
        self.owned[other] = self.owned[other].without(squares);
    }

    /// The values of the cards on top, square by square; none where no card lies.
    #[inline]
    pub fn traits(&self) -> &[Traits; SQUARES] {
        &self.traits
    }

    /// What a seat has on the board before it lays these cards, without what they cover.
    #[inline]
    fn uncovered(&self, seat: Seat, placement: &Placement) -> SquareSet {
        self.owned(seat).without(placement.squares())
    }

    /// The opponent's stacks that turn over if a seat lays these cards.
    pub fn turned(&self, seat: Seat, placement: &Placement) -> SquareSet {
        let (own, theirs, laid) = (self.uncovered(seat, placement), self.owned(opponent(seat)), placement.squares());
        let covered = own.union(theirs).union(laid);
        let mut traits = self.traits;
        placement.laid().for_each(|(square, card)| traits[square.index()] = Traits::of(card));
        let mut turned = SquareSet::EMPTY;
        for (square, _) in placement.laid() {
            for stretch in stretches_through(square) {
                let turns = stretch.set.intersection(theirs);
                let counts = covered.contains_all(stretch.set)
                    && !stretch.set.intersection(own).is_empty()
                    && !turned.contains_all(turns);
                if counts && stretch.traits(&traits).are_of_group(stretch.squares().len()) {
                    turned = turned.union(turns);
                }
            }
        }
        turned
    }

    /// What the cards of a stretch are, once these are laid; `None` if they are no group, or not all there.
    fn group_with(&self, stretch: &Stretch, placement: Option<&Placement>) -> Option<CardGroup> {
        let laid = |square: Square| placement.and_then(|placement| placement.at(square));
        let top = |square: &Square| laid(*square).or_else(|| self.stacks.top(*square));
        let cards: Option<ArrayVec<MystiqueCard, MOST>> = stretch.squares().iter().map(top).collect();
        CardGroup::of(&cards?)
    }

    /// The groups that a seat forms by laying these cards and that count, those that hold all of them first.
    pub fn formed(&self, seat: Seat, placement: &Placement) -> Vec<FormedGroup> {
        let (own, theirs, laid) = (self.uncovered(seat, placement), self.owned(opponent(seat)), placement.squares());
        let counts =
            |stretch: &&Stretch| [own, theirs, laid].iter().all(|needed| !stretch.set.intersection(*needed).is_empty());
        let formed = |stretch: &Stretch| {
            let (is_main, turns) = (stretch.set.contains_all(laid), stretch.set.intersection(theirs));
            Some(FormedGroup { stretch: *stretch, group: self.group_with(stretch, Some(placement))?, is_main, turns })
        };
        let mut groups: Vec<FormedGroup> = stretches().iter().filter(counts).filter_map(formed).collect();
        groups.sort_by_key(|group| !group.is_main);
        groups
    }

    /// Whether a group holds all of these cards, as it must. They lie on squares that are free for the seat.
    pub fn check_group(&self, seat: Seat, placement: &Placement) -> Result<(), NoGroup> {
        let (own, theirs, laid) = (self.uncovered(seat, placement), self.owned(opponent(seat)), placement.squares());
        let mut why = NoGroup::Formed;
        for stretch in stretches().iter().filter(|stretch| stretch.set.contains_all(laid)) {
            if self.group_with(stretch, Some(placement)).is_none() {
                continue;
            }
            let [has_own, has_theirs] = [own, theirs].map(|needed| !stretch.set.intersection(needed).is_empty());
            why = match (has_own, has_theirs) {
                (true, true) => return Ok(()),
                (true, false) => why.max(NoGroup::WithOpponent),
                (false, _) => why.max(NoGroup::WithOwn),
            };
        }
        Err(why)
    }

    /// The groups of which all stacks are a seat's.
    pub fn intact(&self, seat: Seat) -> impl Iterator<Item = (&'static Stretch, CardGroup)> {
        let own = self.owned(seat);
        let stretches = stretches().iter().filter(move |stretch| own.contains_all(stretch.set));
        stretches.filter_map(|stretch| Some((stretch, self.group_with(stretch, None)?)))
    }

    /// What decides between equal points: the cards of a seat's intact groups, whole stacks, each as often as it is in one, and twice
    /// if two attributes are in common there.
    pub fn cards_in_groups(&self, seat: Seat) -> u32 {
        self.intact(seat).map(|(stretch, group)| group.counts() * self.cards_on(stretch.set) as u32).sum()
    }
}
