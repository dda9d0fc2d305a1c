//! The board of Chain of Restraints: cards on squares, each on those that lay there before it, within a box of four by four that may
//! lie anywhere as long as it holds them all; and the lines of four squares whose top cards are alike.

use std::fmt;

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use crate::square::{Bounds, Line, Square, SquareSet, Stacks};

/// How many columns and rows the board may have.
pub const BOX: i8 = 4;

/// How many cards in a line win.
pub const FOUR: usize = 4;

/// The cards that may be played after this one: those that share nothing with it.
///
/// ```
/// use parlour::cards::MystiqueCard;
/// use parlour::games::restraints::board::unlike;
///
/// let card = |text: &str| text.parse::<MystiqueCard>().unwrap();
/// let after = unlike(card("3rC"));
/// assert!(after.contains(card("4bM")) && after.len() == 24);
/// assert!(!after.contains(card("3bM")) && !after.contains(card("4rM")) && !after.contains(card("4bC")));
/// ```
#[inline]
pub const fn unlike(card: MystiqueCard) -> MystiqueSet {
    let alike = MystiqueSet::of_number(card.number()).union(MystiqueSet::of_colour(card.colour()));
    MystiqueSet::DECK.without(alike).without(MystiqueSet::of_suit(card.suit()))
}

/// What a card has: its number, its colour and its suit.
#[inline]
pub fn attributes(card: MystiqueCard) -> [Attribute; 3] {
    AttributeKind::ALL.map(|kind| card.attribute(kind))
}

/// A line of four squares of which three have top cards that are alike, while a card may lie on the fourth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenThree {
    pub attribute: Attribute,
    pub line: Line<FOUR>,
    /// The square that is missing; a card that is not like them may lie there.
    pub gap: Square,
}

/// The cards on the board.
///
/// ```
/// use parlour::games::restraints::board::RestraintBoard;
/// use parlour::square::FromCentre;
///
/// let mut board = RestraintBoard::default();
/// for (card, place) in [("1rM", "0,0"), ("2rS", "1,0"), ("3rA", "2,0")] {
///     board.lay(place.parse::<FromCentre>().unwrap().0, card.parse().unwrap());
/// }
/// let places: Vec<String> = board.winning_places("4rC".parse().unwrap()).iter().map(|at| FromCentre(at).to_string()).collect();
/// assert_eq!(places, ["-1,0", "3,0"], "a fourth red card");
/// assert_eq!(board.threes().len(), 2);
/// ```
#[derive(Clone, PartialEq)]
pub struct RestraintBoard {
    stacks: Stacks<MystiqueCard>,
    /// For each attribute the squares whose top card has it.
    tops: [SquareSet; Attribute::COUNT],
    places: SquareSet,
    last: Option<(Square, MystiqueCard)>,
}

impl Default for RestraintBoard {
    fn default() -> RestraintBoard {
        let places = SquareSet::EMPTY.growing(BOX);
        RestraintBoard { stacks: Stacks::default(), tops: [SquareSet::EMPTY; Attribute::COUNT], places, last: None }
    }
}

impl RestraintBoard {
    pub fn stacks(&self) -> &Stacks<MystiqueCard> {
        &self.stacks
    }

    /// The card that was played last, with its square.
    #[inline]
    pub fn last(&self) -> Option<(Square, MystiqueCard)> {
        self.last
    }

    /// Where a card may lie: on any card, or beside one where all stay within the box.
    #[inline]
    pub fn places(&self) -> SquareSet {
        self.places
    }

    /// How far the cards reach; `None` before the first.
    pub fn bounds(&self) -> Option<Bounds> {
        self.stacks.occupied().bounds()
    }

    /// Where cards can still come to lie in the course of the game. The box is in it, and it is the box once they reach as far.
    pub fn room(&self) -> Bounds {
        let centre = SquareSet::of_one(Square::CENTRE);
        let bounds = self.bounds().or(centre.bounds());
        bounds.map_or(Bounds { columns: (0, 0), rows: (0, 0) }, |bounds| bounds.room(BOX))
    }

    /// The cards that may be played next.
    #[inline]
    pub fn allowed(&self) -> MystiqueSet {
        self.last.map_or(MystiqueSet::DECK, |(_, card)| unlike(card))
    }

    #[inline]
    pub fn lay(&mut self, square: Square, card: MystiqueCard) {
        let covered = self.stacks.top(square);
        for attribute in covered.into_iter().flat_map(attributes) {
            self.tops[attribute.index()].remove(square);
        }
        for attribute in attributes(card) {
            self.tops[attribute.index()].insert(square);
        }
        self.stacks.lay(square, card);
        self.last = Some((square, card));
        if covered.is_none() {
            self.places = self.stacks.occupied().growing(BOX);
        }
    }

    /// Whether the last card has made four.
    #[inline]
    pub fn has_four(&self) -> bool {
        let made = |(_, card)| attributes(card).into_iter().any(|attribute| self.tops[attribute.index()].has_four());
        self.last.is_some_and(made)
    }

    /// The lines of four alike that the last card is in, each with all that they share.
    pub fn fours(&self) -> Vec<(Line<FOUR>, Vec<Attribute>)> {
        let Some((square, card)) = self.last else { return Vec::new() };
        let shared = |line: &Line<FOUR>| -> Vec<Attribute> {
            let is_shared = |attribute: &Attribute| self.tops[attribute.index()].contains_all(line.squares());
            attributes(card).into_iter().filter(is_shared).collect()
        };
        let lines = Line::<FOUR>::through(square).map(|line| (line, shared(&line)));
        lines.filter(|(_, shared)| !shared.is_empty()).collect()
    }

    /// Where this card would make four.
    pub fn winning_places(&self, card: MystiqueCard) -> SquareSet {
        self.gaps().winning_places(card)
    }

    /// Where a fourth card is missing, for whoever asks of many cards what they would leave.
    pub fn gaps(&self) -> Gaps<'_> {
        Gaps { board: self, of: self.tops.map(SquareSet::completing_four) }
    }

    /// The threes to which a fourth card could come.
    pub fn threes(&self) -> Vec<OpenThree> {
        let three = |line: Line<FOUR>, attribute: Attribute| {
            let missing = line.squares().without(self.tops[attribute.index()]);
            let gap = missing.iter().next().filter(|gap| missing.len() == 1 && self.places.contains(*gap))?;
            Some(OpenThree { attribute, line, gap })
        };
        Attribute::all().flat_map(|attribute| Line::all().filter_map(move |line| three(line, attribute))).collect()
    }
}

/// For each attribute the squares where a fourth card would complete a line of it, whether one may lie there or not.
///
/// ```
/// use parlour::games::restraints::board::RestraintBoard;
/// use parlour::square::FromCentre;
///
/// let at = |place: &str| place.parse::<FromCentre>().unwrap().0;
/// let mut board = RestraintBoard::default();
/// for (card, place) in [("1rM", "0,0"), ("2rS", "1,0"), ("3rA", "2,0")] {
///     board.lay(at(place), card.parse().unwrap());
/// }
/// let left_by = |card: &str, place: &str| board.gaps().winning_after(at(place), card.parse().unwrap()).len();
/// assert_eq!(left_by("4bC", "0,1"), 20, "any red card");
/// assert_eq!(left_by("4bC", "1,0"), 0, "one of the three is covered");
/// ```
pub struct Gaps<'a> {
    board: &'a RestraintBoard,
    of: [SquareSet; Attribute::COUNT],
}

impl Gaps<'_> {
    /// Where this card would make four.
    #[inline]
    pub fn winning_places(&self, card: MystiqueCard) -> SquareSet {
        let [one, two, three] = attributes(card).map(|attribute| self.of[attribute.index()]);
        one.union(two).union(three).intersection(self.board.places)
    }

    /// The cards with which four could be made after this one is laid here. Which of them may be played next, it says, too: those
    /// that are [unlike] it.
    pub fn winning_after(&self, square: Square, card: MystiqueCard) -> MystiqueSet {
        let (board, covered) = (self.board, self.board.stacks.top(square));
        let grown = || board.stacks.occupied().union(SquareSet::of_one(square)).growing(BOX);
        let places = if covered.is_some() { board.places } else { grown() };
        let is_of = |card: MystiqueCard, attribute: Attribute| card.attribute(attribute.kind()) == attribute;
        let mut winning = MystiqueSet::EMPTY;
        for (attribute, (tops, gaps)) in Attribute::all().zip(board.tops.iter().zip(&self.of)) {
            let (was, is) = (covered.is_some_and(|covered| is_of(covered, attribute)), is_of(card, attribute));
            let gaps = match (was, is) {
                (false, true) => tops.union(SquareSet::of_one(square)).completing_four(),
                (true, false) => tops.without(SquareSet::of_one(square)).completing_four(),
                _ => *gaps,
            };
            if !gaps.intersection(places).is_empty() {
                winning = winning.union(attribute.cards());
            }
        }
        winning.intersection(MystiqueSet::DECK)
    }
}

/// The stacks and the last card: what else is kept follows.
impl fmt::Debug for RestraintBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, last {:?}", self.stacks, self.last)
    }
}
