//! What speaks for a card and its place in Chain of Restraints: whether it makes four, whether the next player can, and what it stops;
//! and the sentence made of that.

use std::fmt;

use crate::cards::{Attribute, CardBits, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::square::Square;
use crate::words::{capitalised, counted_in_words, one_of};

use super::board::{OpenThree, RestraintBoard, attributes, unlike};
use super::rules::{Move, View, fours_in_words};
use super::table::{HAND, RestraintTable, RestraintZone};

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub card: MystiqueCard,
    pub place: PlaceWords,
    pub outlook: RestraintOutlook,
}

/// A place in words. The first card has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceWords {
    First,
    On(MystiqueCard),
    /// At this side of a card: "above".
    At(&'static str, MystiqueCard),
}

/// What follows after a move, by what its player sees.
#[derive(Clone, PartialEq, Debug)]
pub enum RestraintOutlook {
    /// It makes these: "four red cards".
    Wins(String),
    /// There is no card to draw after it: the game is a draw.
    RunsOut,
    GoesOn {
        next: Seat,
        /// Whether nobody else comes after that.
        is_for_two: bool,
        four: NextFour,
        /// Whether others may be made, and none of them leaves the next player less.
        is_least: bool,
        /// A three that stood open, and how the next player is kept from it.
        stops: Option<StoppedThree>,
        /// A card of the own hand that would make four afterwards.
        then: Option<MystiqueCard>,
    },
}

/// Whether the next player can make four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextFour {
    /// With no card.
    Never,
    /// With none that they may hold, unless hands are passed.
    IfPassed,
    /// With so many of the cards that one does not see.
    Unseen(usize),
    /// With these, which are known to be in the hand that they will play from.
    Known(MystiqueSet),
}

/// How a three is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoppedThree {
    /// The card has what they share, so the next player may not play it.
    Forbidden(Attribute),
    /// It covers one of them, and no other three of the same is left.
    Covered(Attribute),
}

impl Reason {
    pub fn of(view: &View, mv: Move) -> Reason {
        let (table, seat) = (&view.table, view.front());
        let outlook = RestraintOutlook::after(table, seat, mv.square(), mv.card);
        Reason { card: mv.card, place: PlaceWords::of(&table.board, mv.square()), outlook }
    }
}

impl PlaceWords {
    fn of(board: &RestraintBoard, square: Square) -> PlaceWords {
        if let Some(covered) = board.stacks().top(square) {
            return PlaceWords::On(covered);
        }
        let sides = [(0, -1, "above"), (-1, 0, "to the right of"), (1, 0, "to the left of"), (0, 1, "below")];
        let at = |(columns, rows, side): (i8, i8, &'static str)| {
            let beside = board.stacks().top(square.step(columns, rows)?)?;
            Some(PlaceWords::At(side, beside))
        };
        sides.into_iter().find_map(at).unwrap_or(PlaceWords::First)
    }
}

impl RestraintOutlook {
    /// What follows if this seat lays this card here.
    pub fn after(table: &RestraintTable, seat: Seat, square: Square, card: MystiqueCard) -> RestraintOutlook {
        if table.board.winning_places(card).contains(square) {
            let mut board = table.board.clone();
            board.lay(square, card);
            return RestraintOutlook::Wins(fours_in_words(&board));
        }
        if table.cards.count(RestraintZone::Deck) == 0 {
            return RestraintOutlook::RunsOut;
        }
        let four = NextFour::after(table, seat, square, card);
        let hand = table.cards.hand(seat).without(MystiqueSet::of_one(card));
        RestraintOutlook::GoesOn {
            next: table.seats.after(seat),
            is_for_two: table.seats.count() == 2,
            four,
            is_least: four != NextFour::Never && is_least(table, seat, four),
            stops: stopped(&table.board, square, card),
            then: hand.intersection(table.board.gaps().winning_after(square, card)).iter().next(),
        }
    }
}

impl NextFour {
    /// Whether the next player can make four if this seat lays this card here.
    pub fn after(table: &RestraintTable, seat: Seat, square: Square, card: MystiqueCard) -> NextFour {
        let makes_four = table.board.gaps().winning_after(square, card);
        let known = table.known_plays(seat, card).intersection(makes_four);
        if !known.is_empty() {
            return NextFour::Known(known);
        }
        // Of a hand that has something to play, and of which nothing is unknown, nothing else can be played.
        if table.next_hand(seat, card).is_some_and(|hand| hand.len() == HAND) {
            return NextFour::Never;
        }
        let open = table.cards.known(RestraintZone::Board).union(table.cards.known(RestraintZone::Aside));
        let winning = makes_four.intersection(unlike(card)).without(open);
        match winning.intersection(table.unseen_by(seat)).len() {
            _ if winning.is_empty() => NextFour::Never,
            0 => NextFour::IfPassed,
            count => NextFour::Unseen(count),
        }
    }

    /// The higher, the better for the next player.
    fn rank(self) -> usize {
        match self {
            NextFour::Never => 0,
            NextFour::IfPassed => 1,
            NextFour::Unseen(count) => 1 + count,
            NextFour::Known(_) => usize::MAX,
        }
    }

    /// "Ada cannot make four in a row next"; where more than two play, it is said that this is about the next player alone.
    pub fn in_words(self, next: Seat, is_for_two: bool) -> String {
        let (who, next) = match is_for_two {
            true => (next.called(), " next"),
            false => (format!("the next player, {},", next.called()), ""),
        };
        match self {
            NextFour::Never => format!("{who} cannot make four in a row{next}"),
            NextFour::IfPassed => format!("{who} cannot make four in a row{next}, unless hands are passed"),
            NextFour::Unseen(1) => format!("only one card that you do not see would let {who} make four in a row"),
            NextFour::Unseen(count) => {
                format!("{} that you do not see would let {who} make four", counted_in_words(count, "card", "cards"))
            }
            NextFour::Known(cards) => {
                let cards: Vec<String> = cards.iter().map(|card| format!("the {}", card.spoken())).collect();
                format!("{who} can make four in a row{next} with {}", one_of(&cards))
            }
        }
    }

    /// What is said of it where no other move leaves the next player less.
    fn least_in_words(self) -> &'static str {
        match self {
            NextFour::Never => "",
            NextFour::IfPassed => ", and no other move is safer",
            NextFour::Unseen(_) => ", and no other move leaves fewer",
            NextFour::Known(_) => ", and every other move allows it too",
        }
    }
}

/// Whether this seat has other moves, and none of them leaves the next player less than this.
fn is_least(table: &RestraintTable, seat: Seat, four: NextFour) -> bool {
    let (playable, places) = (table.playable(seat), table.board.places());
    let all = || playable.iter().flat_map(|card| places.iter().map(move |square| (square, card)));
    let leaves = |(square, card): (Square, MystiqueCard)| match table.board.winning_places(card).contains(square) {
        true => NextFour::Never.rank(),
        false => NextFour::after(table, seat, square, card).rank(),
    };
    all().count() > 1 && all().all(|mv| leaves(mv) >= four.rank())
}

/// The first three that stands open now and that this card here keeps from the next player.
fn stopped(board: &RestraintBoard, square: Square, card: MystiqueCard) -> Option<StoppedThree> {
    let mut after = board.clone();
    after.lay(square, card);
    let left: Vec<Attribute> = after.threes().iter().map(|three| three.attribute).collect();
    let stops = |OpenThree { attribute, line, gap }: OpenThree| {
        let is_covered = line.squares().contains(square) && square != gap;
        match attributes(card).contains(&attribute) {
            true => Some(StoppedThree::Forbidden(attribute)),
            false if is_covered && !left.contains(&attribute) => Some(StoppedThree::Covered(attribute)),
            false => None,
        }
    };
    board.threes().into_iter().find_map(stops)
}

impl fmt::Display for PlaceWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceWords::First => Ok(()),
            PlaceWords::On(card) => write!(f, " on the {}", card.spoken()),
            PlaceWords::At(side, card) => write!(f, " {side} the {}", card.spoken()),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play the {}{}: ", self.card.spoken(), self.place)?;
        match &self.outlook {
            RestraintOutlook::Wins(fours) => write!(f, "{fours} in a row, and you win"),
            RestraintOutlook::RunsOut => f.write_str("the deck is empty, so the game ends in a draw"),
            RestraintOutlook::GoesOn { next, is_for_two, four, is_least, stops, then } => {
                f.write_str(&four.in_words(*next, *is_for_two))?;
                f.write_str(if *is_least { four.least_in_words() } else { "" })?;
                f.write_str(&stops.map_or(String::new(), StoppedThree::in_words))?;
                let then =
                    then.map(|then| format!(". If nobody stops it, your {} makes four next time", then.spoken()));
                f.write_str(&then.unwrap_or_default())
            }
        }
    }
}

impl StoppedThree {
    fn in_words(self) -> String {
        match self {
            StoppedThree::Forbidden(attribute) => {
                let three = capitalised(&attribute.counted(3));
                format!(". {three} are in a line, but nobody may play {attribute} next")
            }
            StoppedThree::Covered(attribute) => format!(". It covers one of {} in a line", attribute.counted(3)),
        }
    }
}
