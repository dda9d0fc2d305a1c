//! A table of cards: seats round it in playing order, their plates and hands, a trick in the middle, and what they took.
//!
//! A game says what each seat holds; where it lies is the same for all games of cards. Seats are given by number, the viewer
//! at the front.

use super::area::{Area, AreaId, AreaLook, Numbered};
use super::build::{fan, pile as pile_of};
use super::lines::HangingLines;
use super::piece::{Face, Material, Piece, PieceId};
use super::place::{CARD, Place, Point};
use super::table::{Label, Layout, LookBack, PLATE_GROWS, SeatPlate, TrickCard};
use crate::cards::DeckCard;
use crate::words::{called, whose};

/// The most cards that one hand can hold.
pub const MOST_HELD: u8 = 60;

const MOST_SEATS: u8 = 8;

const MOST_PILES: u8 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardArea {
    /// A card of the viewer's own hand, from the left.
    Own(u8),
    /// Another seat's hand.
    Hand(u8),
    /// Where a seat's card of the trick lies.
    Trick(u8),
    /// What a seat has set aside.
    Aside(u8),
    /// What a seat has taken.
    Taken(u8),
    /// The middle of the table, where cards are brought to play them.
    Middle,
    /// A pile of the game's, by a number that the game gives it: the stock, the discards.
    Pile(u8),
}

impl Numbered for CardArea {
    fn all() -> impl Iterator<Item = CardArea> {
        let seats = || 0..MOST_SEATS;
        (0..MOST_HELD)
            .map(CardArea::Own)
            .chain(seats().map(CardArea::Hand))
            .chain(seats().map(CardArea::Trick))
            .chain(seats().map(CardArea::Aside))
            .chain(seats().map(CardArea::Taken))
            .chain([CardArea::Middle])
            .chain((0..MOST_PILES).map(CardArea::Pile))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardPiece {
    /// A card that the viewer knows, by its number in its deck.
    Card(u8),
    /// A card of a seat's hand that the viewer does not know, by its place in it.
    Hidden(u8, u8),
    /// The same of what a seat has set aside.
    Aside(u8, u8),
    /// A trick that a seat has taken.
    Taken(u8, u8),
    /// A card of a pile that lies face down, from the lowest.
    Pile(u8, u8),
}

impl Numbered for CardPiece {
    fn all() -> impl Iterator<Item = CardPiece> {
        let of_seats = |most: u8| (0..MOST_SEATS).flat_map(move |seat| (0..most).map(move |place| (seat, place)));
        (0..=u8::MAX)
            .map(CardPiece::Card)
            .chain(of_seats(MOST_HELD).map(|(seat, place)| CardPiece::Hidden(seat, place)))
            .chain(of_seats(MOST_HELD).map(|(seat, place)| CardPiece::Aside(seat, place)))
            .chain(of_seats(MOST_HELD).map(|(seat, place)| CardPiece::Taken(seat, place)))
            .chain((0..MOST_PILES).flat_map(|pile| (0..128).map(move |place| CardPiece::Pile(pile, place))))
    }
}

/// A card as it lies on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShownCard {
    /// Its number in its deck.
    pub number: u8,
    pub face: Face,
    /// Whether it may not be played now.
    pub is_dimmed: bool,
    /// What it is worth now, written on it.
    pub badge: Option<i8>,
}

impl ShownCard {
    pub fn of<C: DeckCard + Into<Face>>(card: C) -> ShownCard {
        ShownCard { number: card.index(), face: card.into(), is_dimmed: false, badge: None }
    }
}

/// A card that hangs in a line, and the seat that laid it.
pub type Hanging = (ShownCard, Option<usize>);

/// Where a pile lies, and how large its cards are.
#[derive(Clone, Copy, Debug)]
pub struct PileSpot {
    number: u8,
    name: &'static str,
    centre: Point,
    scale: f32,
    step: f32,
}

impl PileSpot {
    pub const fn new(number: u8, name: &'static str, centre: Point, scale: f32) -> PileSpot {
        PileSpot { number, name, centre, scale, step: 0.0 }
    }

    /// The same with each card so far to the right of the one before, in table units.
    pub const fn fanned(self, step: f32) -> PileSpot {
        PileSpot { step, ..self }
    }

    /// Lays a pile face down here, with what is written under it.
    pub fn lay_face_down(self, layout: &mut Layout, area: impl Numbered, count: usize, caption: String) {
        self.outline(layout, area, caption);
        for (number, place) in (0u8..).zip(pile_of(self.centre, count)) {
            let place = Place { scale: self.scale, thickness: self.scale * place.thickness, ..place };
            layout.pieces.push(Piece::new(CardPiece::Pile(self.number, number), Face::Back, area, place));
        }
    }

    fn outline(self, layout: &mut Layout, area: impl Numbered, caption: String) {
        let size = (self.scale * CARD.0, self.scale * CARD.1);
        let caption = Some(caption).filter(|caption| !caption.is_empty());
        layout.areas.push(Area { caption, ..Area::new(area, self.centre, size, self.name).outlined() });
    }
}

/// The whole table, in table units.
const SIZE: (f32, f32) = (1040.0, 700.0);

/// The middle of the trick, and how far from it the cards lie.
const TRICK: (Point, Point) = ((520.0, 300.0), (128.0, 72.0));
const IN_TRICK: f32 = 0.84;

/// Where groups of cards lie: the last one, and the row of those before it; how wide the rows may be and how large the cards.
const LAST_GROUP: (Point, f32, f32) = ((520.0, 318.0), 600.0, IN_TRICK);
const EARLIER: (Point, f32, f32) = ((520.0, 208.0), 400.0, 0.46);

/// The largest steps from card to card, in cards: in a group, and where the next group begins.
const IN_GROUP: f32 = 0.72;
const BETWEEN_GROUPS: f32 = 1.2;

/// Where it is said what the groups must be answered with.
const SAID: Point = (520.0, 402.0);

/// The ellipse on which the other seats sit.
const RING: (Point, Point) = ((520.0, 300.0), (413.0, 206.0));

/// The middle of the own hand, how wide it may be, and the largest step from card to card.
const OWN: (Point, f32, f32) = ((520.0, 608.0), 880.0, 74.0);

/// How much lower the outermost cards of the own hand lie than the middle.
const BOW: f32 = 12.0;

/// The middle of the own plate: above cards that are raised, and left of the buttons for what may be done.
const OWN_PLATE: Point = (215.0, 478.0);

/// The first plate of a column of seats, how far the next is below it, and how large their hands are.
const COLUMN: (Point, f32) = ((107.0, 40.0), 62.0);
const IN_COLUMN: f32 = 0.26;

/// The board beside a column of seats: its middle and its size.
const BOARD: (Point, (f32, f32)) = ((604.0, 224.0), (640.0, 416.0));
const WHOLE_BOARD: (Point, (f32, f32)) = ((476.0, 224.0), (896.0, 416.0));

/// How large other hands are, and what is set aside and taken.
const OTHERS: f32 = 0.42;
const SMALL: f32 = 0.34;

/// How large cards are that a seat has laid before it for this round, and the largest step from one to the next.
const LAID: (f32, f32) = (0.6, 38.0);

/// A plate's width and height.
pub const PLATE: (f32, f32) = (190.0, 46.0);

/// How far cards lie from a plate that has grown.
const FROM_PLATE: f32 = 6.0;

/// What a seat has taken: the largest step from card to card, and from the first to the last.
const TAKEN: (f32, f32) = (7.0, 36.0);

/// How far from the middle of a plate what is under it may reach towards the middle of the table; further in a ring of more
/// seats than six, where the next seat is close.
const PILE_END: f32 = 60.0;
const PILE_END_CLOSE: f32 = 110.0;

/// Where seats sit, one in front and the others round the table in playing order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatRing {
    seats: u8,
    front: u8,
    is_anticlockwise: bool,
    /// Whether the others sit in a column at the left, so that the middle is free for a board.
    is_column: bool,
}

impl SeatRing {
    pub fn new(seats: usize, front: usize) -> SeatRing {
        let seats = (seats as u8).clamp(1, MOST_SEATS);
        SeatRing { seats, front: front as u8 % seats, is_anticlockwise: false, is_column: false }
    }

    /// The same with the others in a column at the left, the next one on top: for games with a board.
    #[must_use]
    pub fn in_column(self) -> SeatRing {
        SeatRing { is_column: true, ..self }
    }

    /// The middle and the size of the board beside a column of others: all of the cloth for somebody who is alone.
    pub fn board(self) -> (Point, (f32, f32)) {
        if self.seats == 1 { WHOLE_BOARD } else { BOARD }
    }

    /// The same for a game that is played anticlockwise: the next seat sits at the right.
    #[must_use]
    pub fn anticlockwise(self) -> SeatRing {
        SeatRing { is_anticlockwise: true, ..self }
    }

    /// The direction in which a seat sits, in degrees clockwise from below: 0 is the front, 90 the left, 180 opposite.
    pub fn direction(self, seat: u8) -> f32 {
        let after = (seat + self.seats - self.front) % self.seats;
        if after == 0 {
            return 0.0;
        }
        // The front keeps a sector of its own, wide enough for its hand.
        const FRONT: f32 = 130.0;
        let angle = FRONT / 2.0 + (360.0 - FRONT) * (f32::from(after) - 0.5) / (f32::from(self.seats) - 1.0);
        if self.is_anticlockwise { 360.0 - angle } else { angle }
    }

    fn on(self, seat: u8, ((x, y), (wide, high)): (Point, Point)) -> Point {
        let angle = self.direction(seat).to_radians();
        (x - wide * angle.sin(), y + high * angle.cos())
    }

    /// The middle of a seat's plate.
    pub fn plate(self, seat: u8) -> Point {
        match seat == self.front {
            true => OWN_PLATE,
            false if self.is_column => {
                let after = (seat + self.seats - self.front) % self.seats;
                (COLUMN.0.0, COLUMN.0.1 + COLUMN.1 * (f32::from(after) - 1.0))
            }
            false => self.on(seat, RING),
        }
    }

    /// The middle of another seat's hand, and how large its cards are: above its plate, or beside it.
    fn hand(self, seat: u8) -> (Point, f32) {
        let (x, y) = self.plate(seat);
        match self.is_column {
            true => ((x + PLATE.0 / 2.0 + 30.0, y), IN_COLUMN),
            false => ((x, y - PLATE.1 / 2.0 - 0.5 * OTHERS * CARD.1 - 2.0), OTHERS),
        }
    }

    /// Where a seat's card of the trick lies.
    pub fn trick(self, seat: u8) -> Point {
        self.on(seat, TRICK)
    }

    /// Whether a seat sits left of the middle: what lies beside its plate lies at its right.
    fn is_left(self, seat: u8) -> bool {
        self.plate(seat).0 <= SIZE.0 / 2.0 + 1.0
    }

    /// The first and the last card of what a seat has taken: under the inner end of its plate, where they keep clear of the next
    /// seat's hand and of the trick; in front at the left of the plate.
    fn pile(self, seat: u8, cards: usize) -> (Point, Point) {
        let (x, y) = self.plate(seat);
        let wide = (TAKEN.0 * cards.saturating_sub(1) as f32).min(TAKEN.1);
        let below = y + 0.5 * (PLATE_GROWS.1 * PLATE.1 + SMALL * CARD.1) + 2.0;
        let (trick, beside_trick) = (self.trick(seat).0, 0.5 * (IN_TRICK + SMALL) * CARD.0 + 4.0);
        let far = if self.seats <= 6 { PILE_END } else { PILE_END_CLOSE };
        let (left, y) = if seat == self.front {
            let end = 0.5 * (PLATE_GROWS.0 * PLATE.0 + SMALL * CARD.0) + FROM_PLATE;
            (x - end - TAKEN.1, y)
        } else if self.is_left(seat) {
            ((x + far).min(trick - beside_trick) - wide, below)
        } else {
            ((x - far).max(trick + beside_trick), below)
        };
        ((left, y), (left + wide, y))
    }

    /// The middle of what lies beside a seat's plate and is so wide.
    fn beside(self, seat: u8, wide: f32) -> Point {
        let (x, y) = self.plate(seat);
        let far = 0.5 * (PLATE_GROWS.0 * PLATE.0 + wide) + FROM_PLATE;
        (if self.is_left(seat) { x + far } else { x - far }, y)
    }
}

/// Builds the layout of a game of cards.
pub struct CardTable {
    ring: SeatRing,
    layout: Layout,
}

impl CardTable {
    pub fn new(ring: SeatRing, material: Material) -> CardTable {
        let mut layout = Layout { size: SIZE, material, ..Layout::default() };
        let trick = (TRICK.0, (2.0 * TRICK.1.0 + CARD.0, 2.0 * TRICK.1.1 + CARD.1));
        let (centre, size) = if ring.is_column { ring.board() } else { trick };
        layout.areas.push(Area::new(CardArea::Middle, centre, size, "the middle"));
        CardTable { ring, layout }
    }

    /// A seat's plate: who sits there, and a few words about them.
    pub fn plate(&mut self, seat: usize, words: String, is_turn: bool, is_dealer: bool) {
        let seat = seat as u8;
        let centre = self.ring.plate(seat);
        self.layout.plates.push(SeatPlate { seat, centre, size: PLATE, words, is_turn, is_dealer });
    }

    /// The viewer's own hand, as it is sorted. `may_act`: its cards can be picked up.
    pub fn own_hand(&mut self, cards: &[ShownCard], may_act: bool) {
        let step = (OWN.1 / cards.len().max(1) as f32).min(OWN.2);
        let wide = step * cards.len() as f32;
        let arc = (0.8 * cards.len() as f32).min((8.0 * BOW / wide.max(1.0)).to_degrees());
        for ((number, card), place) in (0u8..).zip(cards).zip(fan(OWN.0, step, arc, cards.len())) {
            let area = CardArea::Own(number);
            let key = Area::new(area, place.centre, CARD, "hand").with_key(number, 1);
            self.layout.areas.push(Area { look: AreaLook::Fan, turn: place.turn, ..key });
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, place);
            self.layout.pieces.push(Piece { is_dimmed: card.is_dimmed, badge: card.badge, ..piece.movable(may_act) });
        }
        self.layout.has_hand = true;
    }

    /// Another seat's hand: so many cards, of which these are known.
    pub fn hand(&mut self, seat: usize, count: usize, known: &[ShownCard]) {
        let (number, (centre, scale)) = (seat as u8, self.ring.hand(seat as u8));
        let widest = if self.ring.is_column { 40.0 } else { 150.0 };
        let step = (widest / count.max(1) as f32).min(if known.is_empty() { 11.0 } else { 19.0 });
        let size = (widest, scale * CARD.1);
        let area = CardArea::Hand(number);
        self.layout.areas.push(Area::new(area, centre, size, format!("{} hand", whose(number))));
        let arc = if known.is_empty() { (2.4 * count as f32).min(30.0) } else { 0.0 };
        for (place, at) in (0u8..).zip(fan(centre, step, arc, count)) {
            let at = Place { scale, ..at };
            let piece = match known.get(usize::from(place)) {
                Some(card) => Piece::new(CardPiece::Card(card.number), card.face, area, at),
                None => Piece::new(CardPiece::Hidden(number, place), Face::Back, area, at),
            };
            self.layout.pieces.push(piece);
        }
    }

    /// What a seat has set aside: so many cards, of which these are known.
    pub fn aside(&mut self, seat: usize, count: usize, known: &[ShownCard], name: &str) {
        let number = seat as u8;
        let step = if known.is_empty() { 7.0 } else { 22.0 };
        let wide = SMALL * CARD.0 + step * count.saturating_sub(1) as f32;
        let centre = self.ring.beside(number, wide);
        let area = CardArea::Aside(number);
        self.layout.areas.push(Area::new(area, centre, (wide, SMALL * CARD.1), name));
        for (place, at) in (0u8..).zip(fan(centre, step, 0.0, count)) {
            let at = Place { scale: SMALL, ..at };
            let piece = match known.get(usize::from(place)) {
                Some(card) => Piece::new(CardPiece::Card(card.number), card.face, area, at),
                None => Piece::new(CardPiece::Aside(number, place), Face::Back, area, at),
            };
            self.layout.pieces.push(piece);
        }
    }

    /// What a seat has laid before it for all to see, and on it perhaps a card face down. `held` is how many cards its hand has
    /// without that one, which glides from there.
    pub fn laid(
        &mut self,
        seat: usize,
        open: impl IntoIterator<Item = ShownCard>,
        face_down: bool,
        held: usize,
        is_marked: bool,
    ) {
        let (number, (scale, step)) = (seat as u8, LAID);
        let size = (scale * CARD.0 + 2.0 * step, scale * CARD.1);
        let centre = self.ring.beside(number, size.0);
        let area = CardArea::Aside(number);
        let look = if is_marked { AreaLook::Marked } else { AreaLook::Bare };
        let name = format!("{} cards on the table", whose(number));
        self.layout.areas.push(Area { look, ..Area::new(area, centre, size, name) });
        let first = centre.0 - step;
        let places = (0u8..).map(|at| Place { scale, ..Place::at((first + step * f32::from(at), centre.1)) });
        let hidden = || CardPiece::Hidden(number, held as u8);
        let open = open.into_iter().map(|card| (CardPiece::Card(card.number), card.face, card.is_dimmed));
        let pieces = open.chain(face_down.then(|| (hidden(), Face::Back, false)));
        for ((level, (id, face, is_dimmed)), place) in (0u16..).zip(pieces).zip(places) {
            let piece = Piece::new(id, face, area, place.on_level(level));
            self.layout.pieces.push(Piece { is_dimmed, ..piece.was(hidden()) });
        }
    }

    /// What a seat has won, open under its plate.
    pub fn won<C: DeckCard + Into<Face>>(&mut self, seat: usize, cards: Vec<C>) {
        let (number, (x, y)) = (seat as u8, self.ring.plate(seat as u8));
        let centre = (x, y + (PLATE.1 + SMALL * CARD.1) / 2.0 + 12.0);
        let area = CardArea::Taken(number);
        let name = format!("won by {}", called(number));
        self.layout.areas.push(Area::new(area, centre, (PLATE.0, SMALL * CARD.1), name));
        let step = ((PLATE.0 - SMALL * CARD.0) / cards.len().saturating_sub(1).max(1) as f32).min(26.0);
        let places = fan(centre, step, 0.0, cards.len());
        for (card, at) in cards.into_iter().zip(places) {
            let place = Place { scale: SMALL, ..at };
            self.layout.pieces.push(Piece::new(CardPiece::Card(card.index()), card.into(), area, place));
        }
    }

    /// A pile that lies face down, with what is written under it.
    pub fn stock(&mut self, spot: PileSpot, count: usize, caption: String) {
        spot.lay_face_down(&mut self.layout, CardArea::Pile(spot.number), count, caption);
    }

    /// A pile that lies open; `was` is the face-down pile from which its cards came, and how many are left there.
    pub fn open_pile<C: DeckCard + Into<Face>>(
        &mut self,
        spot: PileSpot,
        cards: impl IntoIterator<Item = C>,
        was: Option<(PileSpot, usize)>,
        caption: String,
    ) {
        let area = CardArea::Pile(spot.number);
        spot.outline(&mut self.layout, area, caption);
        for (level, card) in (0u16..).zip(cards) {
            let at = (spot.centre.0 + spot.step * f32::from(level), spot.centre.1);
            let place = Place { scale: spot.scale, ..Place::at(at).on_level(level) };
            let piece = Piece::new(CardPiece::Card(card.index()), card.into(), area, place);
            let was = was.map(|(pile, left)| PieceId::of(CardPiece::Pile(pile.number, left as u8)));
            self.layout.pieces.push(Piece { was, ..piece });
        }
    }

    /// What a seat has taken, a card for each trick or for each card.
    pub fn taken(&mut self, seat: usize, tricks: usize) {
        let number = seat as u8;
        let ((first, y), (last, _)) = self.ring.pile(number, tricks);
        let area = CardArea::Taken(number);
        let size = (SMALL * CARD.0 + last - first, SMALL * CARD.1);
        let name = format!("taken by {}", called(number));
        self.layout.areas.push(Area::new(area, ((first + last) / 2.0, y), size, name));
        let step = (last - first) / tricks.saturating_sub(1).max(1) as f32;
        for place in 0..(tricks as u8).min(MOST_HELD) {
            let centre = (first + step * f32::from(place), y);
            let at = Place { scale: SMALL, ..Place::at(centre).on_level(u16::from(place)) };
            self.layout.pieces.push(Piece::new(CardPiece::Taken(number, place), Face::Back, area, at));
        }
    }

    /// A trick: each card before its seat, the winning one marked. `held` is how many cards a seat has left: a card that
    /// was hidden glides from its place there.
    pub fn trick(&mut self, cards: &[(usize, ShownCard)], winner: Option<usize>, held: impl Fn(usize) -> usize) {
        for (level, (seat, card)) in (0u16..).zip(cards) {
            let (number, centre) = (*seat as u8, self.ring.trick(*seat as u8));
            let area = CardArea::Trick(number);
            let size = (IN_TRICK * CARD.0, IN_TRICK * CARD.1);
            let look = if winner == Some(*seat) { AreaLook::Marked } else { AreaLook::Bare };
            let name = format!("{} card", whose(number));
            self.layout.areas.push(Area { look, ..Area::new(area, centre, size, name) });
            let place = Place { scale: IN_TRICK, ..Place::at(centre).on_level(level) };
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, place);
            self.layout.pieces.push(piece.was(CardPiece::Hidden(number, held(*seat) as u8)));
        }
    }

    /// What can be looked at once more, and what it is called: "Last trick".
    pub fn look_back(&mut self, name: &'static str, cards: impl IntoIterator<Item = TrickCard>) {
        self.layout.last = LookBack { name, cards: cards.into_iter().collect() };
    }

    /// Groups of cards that were laid one after the other: the last one large in the middle, those before it in a row behind.
    /// `held` as for a [`CardTable::trick`].
    pub fn groups(&mut self, groups: &[(usize, Vec<ShownCard>)], held: impl Fn(usize) -> usize) {
        let Some(((seat, last), earlier)) = groups.split_last() else { return };
        let in_row = |(_, cards): &(usize, Vec<ShownCard>)| -> Vec<(f32, ShownCard)> {
            let step = |number: usize| if number == 0 { BETWEEN_GROUPS } else { IN_GROUP };
            cards.iter().enumerate().map(|(number, card)| (step(number), *card)).collect()
        };
        let behind: Vec<(f32, ShownCard)> = earlier.iter().flat_map(in_row).collect();
        self.lay_row(EARLIER, 0, &behind, |_| None);
        let first = held(*seat) as u8;
        let was = |number: u8| Some(CardPiece::Hidden(*seat as u8, first + number));
        self.lay_row(LAST_GROUP, 100, &in_row(&(*seat, last.clone())), was);
    }

    /// A row about its middle, each card so many cards' widths after the one before, closer if it is too wide.
    fn lay_row(
        &mut self,
        (centre, widest, scale): (Point, f32, f32),
        level: u16,
        cards: &[(f32, ShownCard)],
        was: impl Fn(u8) -> Option<CardPiece>,
    ) {
        let card = scale * CARD.0;
        let steps: f32 = cards.iter().skip(1).map(|(step, _)| step).sum();
        let step_width = ((widest - card) / (steps * card).max(1.0)).min(1.0) * card;
        let mut x = centre.0 - 0.5 * step_width * steps;
        for ((number, (step, card)), level) in (0u8..).zip(cards).zip(level..) {
            x += if number == 0 { 0.0 } else { step * step_width };
            let place = Place { scale, ..Place::at((x, centre.1)).on_level(level) };
            let piece = Piece::new(CardPiece::Card(card.number), card.face, CardArea::Middle, place);
            self.layout.pieces.push(Piece { was: was(number).map(PieceId::of), ..piece });
        }
    }

    /// Cards on the board as they hang in lines, the last of the line marked; each with the seat that laid it, if one did, so that
    /// one that was hidden glides from its hand. `held` is how many cards a seat has left.
    pub fn hang(&mut self, links: &[(Hanging, Vec<Hanging>)], last: &str, held: impl Fn(usize) -> usize) {
        let counts: Vec<usize> = links.iter().map(|(_, below)| below.len()).collect();
        let lines = HangingLines::fitting(&counts, self.ring.board());
        if let Some(place) = links.len().checked_sub(1).map(|number| lines.card(number)) {
            let area = Area::new(CardArea::Trick(0), place.centre, lines.size(), last);
            self.layout.areas.push(Area { look: AreaLook::Marked, ..area });
        }
        let mut lay = |(card, by): &Hanging, place: Place| {
            let piece = Piece::new(CardPiece::Card(card.number), card.face, CardArea::Middle, place);
            let was = by.map(|seat| PieceId::of(CardPiece::Hidden(seat as u8, held(seat) as u8)));
            self.layout.pieces.push(Piece { was, is_dimmed: card.is_dimmed, ..piece });
        };
        for (number, (card, below)) in links.iter().enumerate() {
            lay(card, lines.card(number));
            below.iter().enumerate().for_each(|(place, card)| lay(card, lines.hanging(number, place)));
        }
    }

    /// Adds an area of the game's own, such as a place of its board.
    pub fn area(&mut self, area: Area) {
        self.layout.areas.push(area);
    }

    /// Adds a piece that lies in an area of the game's own.
    pub fn piece(&mut self, piece: Piece) {
        self.layout.pieces.push(piece);
    }

    /// Says under the cards in the middle what must be done about them.
    pub fn say(&mut self, words: String) {
        self.layout.labels.push(Label::new(SAID, words));
    }

    /// Cards on their way to what a seat has taken.
    pub fn swept<C: DeckCard + Into<Face>>(&mut self, seat: usize, cards: impl IntoIterator<Item = C>) {
        let (area, ((x, y), _)) = (CardArea::Taken(seat as u8), self.ring.pile(seat as u8, 1));
        for (level, card) in (100u16..).zip(cards) {
            let place = Place { scale: SMALL, ..Place::at((x + 2.0 * f32::from(level - 100), y)).on_level(level) };
            self.layout.pieces.push(Piece::new(CardPiece::Card(card.index()), card.into(), area, place));
        }
    }

    /// The table, with the buttons for what may be done beside the own plate.
    pub fn finish(self) -> Layout {
        let has_own = self.layout.has_hand.then_some(AreaId::of(CardArea::Own(0)));
        Layout { actions_at: Some((SIZE.0 - 16.0, OWN_PLATE.1)), first: has_own, ..self.layout }
    }
}

/// The card that a piece is, if the viewer knows it.
pub fn card_of<C: DeckCard>(piece: PieceId) -> Option<C> {
    match piece.to()? {
        CardPiece::Card(number) => C::from_index(number),
        CardPiece::Hidden(..) | CardPiece::Aside(..) | CardPiece::Taken(..) | CardPiece::Pile(..) => None,
    }
}

/// The piece that a card is to those who know it.
pub fn piece_of<C: DeckCard>(card: C) -> PieceId {
    PieceId::of(CardPiece::Card(card.index()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(count: u8) -> Vec<ShownCard> {
        (0..count).map(|number| ShownCard { number, face: Face::Back, is_dimmed: false, badge: None }).collect()
    }

    #[test]
    fn every_number_of_seats_and_cards_lies_on_the_table_without_fault() {
        for seats in 2..=8 {
            for held in 0..=24 {
                for front in 0..seats {
                    let ring = SeatRing::new(seats, front);
                    let mut table = CardTable::new(ring, Material::Cards);
                    for seat in 0..seats {
                        table.plate(seat, "12 points".to_owned(), seat == 0, seat == 1);
                        table.taken(seat, 4);
                        if seat == front {
                            table.own_hand(&shown(held), true)
                        } else {
                            table.hand(seat, held.into(), &[])
                        }
                    }
                    let trick: Vec<(usize, ShownCard)> = (0..seats).zip(shown(124).into_iter().skip(100)).collect();
                    table.trick(&trick, Some(0), |_| held.into());
                    let layout = table.finish();
                    assert_eq!(layout.fault(), None, "{seats} seats, {held} cards");
                }
            }
        }
    }

    /// Left, right, upper and lower edge.
    type Edges = [f32; 4];

    fn edges((x, y): Point, (wide, high): (f32, f32)) -> Edges {
        [x - wide / 2.0, x + wide / 2.0, y - high / 2.0, y + high / 2.0]
    }

    fn overlap(one: Edges, other: Edges) -> bool {
        one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]
    }

    fn cards_of(layout: &Layout, area: CardArea) -> Vec<Edges> {
        let in_area = layout.pieces.iter().filter(|piece| piece.area == AreaId::of(area));
        let size = |scale: f32| (scale * CARD.0, scale * CARD.1);
        in_area.map(|piece| edges(piece.place.centre, size(piece.place.scale))).collect()
    }

    #[test]
    fn what_seats_have_taken_and_set_aside_is_covered_by_no_plate_hand_or_trick_also_in_a_small_window() {
        for seats in 2..=8 {
            let ring = SeatRing::new(seats, 0);
            let mut table = CardTable::new(ring, Material::Cards);
            for seat in 0..seats {
                table.plate(seat, "12 points".to_owned(), false, false);
                table.taken(seat, 12);
                table.hand(seat, if seat == 0 { 0 } else { 12 }, &[]);
                let known = if seat == 0 { shown(3) } else { Vec::new() };
                // Beside the plate there is room for more only with up to six seats.
                if seats <= 6 {
                    table.aside(seat, 3, &known, "aside");
                }
            }
            let trick: Vec<(usize, ShownCard)> = (0..seats).zip(shown(124).into_iter().skip(100)).collect();
            table.trick(&trick, None, |_| 12);
            let layout = table.finish();
            let (wide, high) = layout.plate_growth(f32::MAX);
            let grown = (wide * PLATE.0, high * PLATE.1);
            let plates: Vec<Edges> = layout.plates.iter().map(|plate| edges(plate.centre, grown)).collect();
            let of_all = |area: fn(u8) -> CardArea| -> Vec<Edges> {
                (0..seats as u8).flat_map(|seat| cards_of(&layout, area(seat))).collect()
            };
            let others = [of_all(CardArea::Hand), of_all(CardArea::Trick)].concat();
            for seat in 0..seats as u8 {
                for area in [CardArea::Taken(seat), CardArea::Aside(seat)] {
                    for card in cards_of(&layout, area) {
                        let by: Vec<&Edges> =
                            plates.iter().chain(&others).filter(|other| overlap(card, **other)).collect();
                        assert!(by.is_empty(), "{seats} seats, {area:?}: {card:?} by {by:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn plates_keep_clear_of_each_other() {
        for seats in 2..=8u8 {
            let ring = SeatRing::new(seats.into(), 0);
            for (one, other) in (0..seats).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let ((x, y), (x_other, y_other)) = (ring.plate(one), ring.plate(other));
                let apart = (x - x_other).abs() >= PLATE.0 || (y - y_other).abs() >= PLATE.1;
                assert!(apart, "{seats} seats: {one} and {other}");
            }
        }
    }

    #[test]
    fn seats_sit_in_playing_order_with_the_viewer_in_front() {
        let ring = SeatRing::new(4, 2);
        assert_eq!(ring.direction(2), 0.0);
        assert!(ring.direction(3) < ring.direction(0) && ring.direction(0) < ring.direction(1));
        assert_eq!(ring.direction(0), 180.0, "opposite");
        assert!(ring.plate(3).0 < ring.plate(0).0, "the next seat sits at the left");
    }
}
