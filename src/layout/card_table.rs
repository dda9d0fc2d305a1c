//! A table of cards: seats round it in playing order, their plates and hands, a trick in the middle, and what they took.
//!
//! A game says what each seat holds; where it lies is the same for all games of cards. Seats are given by number, the viewer
//! at the front.

use super::area::{Area, AreaId, AreaLook, Numbered};
use super::build::{fan, pile as pile_of};
use super::heaps::HeapRow;
use super::legend::{Legend, LegendPicture};
use super::lines::HangingLines;
use super::piece::{Face, Material, Piece, PieceId};
use super::place::{CARD, Place, Point};
use super::race::{LargeArrow, RaceTrack};
use super::seat_ring::{MOST_SEATS, MiddleSlot, OTHERS, PLATE, SeatRing};
use super::table::{CAPTION_ROOM, CardFan, Label, LabelLook, Layout, LookBack, PLATE_GROWS, SeatPlate, TrickCard};
use crate::cards::DeckCard;
use crate::words::{called, joined, whose};

/// The most cards that one hand can hold.
pub const MOST_HELD: u8 = 60;

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

/// Cards that lie together, with what is written under them.
#[derive(Clone, PartialEq, Debug)]
pub struct Heap {
    /// By which its pile is known.
    pub number: u8,
    /// "moons in the pile".
    pub name: String,
    pub cards: Vec<ShownCard>,
    /// Under it, in one line: "3 moons".
    pub caption: String,
    /// In a second line; empty for none.
    pub below: String,
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

/// How large earlier groups of cards are, in rows of their own and beside the last one.
const EARLIER: (f32, f32) = (0.5, 0.62);

/// The largest steps from card to card, in cards: in a group, and where the next group begins.
const IN_GROUP: f32 = 0.72;
const BETWEEN_GROUPS: f32 = 1.2;

/// How much of the middle heaps take: of its height, or beside what was laid last of its width, and what lies between them.
const HEAPS_ABOVE: f32 = 0.5;
const HEAPS_BESIDE: f32 = 0.6;
const HEAPS_GAP: f32 = 24.0;

/// What is left free over cards that have words over their upper edge.
const TAGGED: f32 = 34.0;

/// The height of a line of words under what lies in the middle.
const SAID: f32 = 28.0;

/// The largest step from card to card of the own hand, and what it leaves free at its right.
const OWN_STEP: f32 = 86.0;
const BESIDE_OWN: f32 = 24.0;

/// How much lower the outermost cards of the own hand lie than the middle, and how far they are from the edge of the table.
const BOW: f32 = 12.0;
const UNDER_OWN: f32 = 10.0;

/// How large hands are beside a column of plates.
const IN_COLUMN: f32 = 0.26;

/// How large other hands are that lie open, and the largest step from card to card.
const OPEN: (f32, f32) = (0.5, 30.0);

/// How large cards are in a hand of few that lies open beside a deck, the step from card to card, and how many there are at most.
const OPEN_FEW: (f32, f32, usize) = (0.5, 32.0, 4);

/// How large the cards of a deck are beside such a hand and above the own plate, and from the hand to the deck.
const PERSONAL: (f32, f32, f32) = (0.34, 0.5, 6.0);

/// How far under the middle of a deck the number on it ends, in table units.
const DECK_TAG: f32 = 10.0;

/// How large what is set aside and taken is.
const SMALL: f32 = 0.34;

/// How large the cards are that the viewer has set aside, and the step from one to the next: number and suit can be read.
const OWN_ASIDE: (f32, f32) = (0.48, 34.0);

/// What a seat has laid before it for this round, in cards: the step from one to the next, and how wide three are.
const LAID_STEP: f32 = 0.3;
const LAID: f32 = 1.0 + 2.0 * LAID_STEP;

/// How wide what all play for is, in cards: one, and a small pile at each side of it.
const SHARED: f32 = 2.8;

/// How far under the lowest card of a trick it is said who is ahead in it.
const VERDICT_GAP: f32 = 6.0;

/// How far the words on a card are over its lower edge, where the words over a card below it may reach.
const UNDER_DEMAND: f32 = 16.0;

/// About how wide a letter is that is written over a card or on it, and what is round the words; and how far they may reach beyond the
/// card at each side.
const TAG_LETTER: f32 = 9.0;
const ROUND_TAG: f32 = 21.0;
const BESIDE_TAG: f32 = 8.0;

/// How far the pictures of a legend are from its middle, as a part of the middle of the table.
const LEGEND_REACH: (f32, f32) = (0.34, 0.24);

/// How wide a row of pictures is, from the first to the last, as a part of the same.
const LEGEND_ROW: f32 = 0.72;

/// How far cards lie from a plate that has grown.
const FROM_PLATE: f32 = 6.0;

/// What a seat has taken: the largest step from card to card, and from the first to the last; above the viewer's own plate and on
/// others, where it lies beside the hand.
const TAKEN: (f32, f32) = (7.0, 36.0);
const TAKEN_BESIDE: (f32, f32) = (3.0, 12.0);

/// On a plate lie the hand and what is taken: the middle of the hand and how wide it is, and the first card of what is taken,
/// from the middle of the plate.
const ON_PLATE: (f32, f32, f32) = (-28.0, 134.0, 64.0);

/// How much wider than a plate a hand is that lies open.
const OPEN_BESIDE: f32 = 70.0;

impl SeatRing {
    /// How much wider than its plate a hand is here that lies open: where many sit at the upper edge, it ends beside their plates.
    fn open_beside(self) -> f32 {
        if self.is_crowded() { 0.0 } else { OPEN_BESIDE }
    }

    /// The middle of another seat's hand: above its plate, or beside it.
    fn hand(self, seat: u8, scale: f32) -> Point {
        let (x, y) = self.plate(seat);
        match self.is_column() {
            true => (x + PLATE.0 / 2.0 + 30.0, y),
            false => (x + ON_PLATE.0, y - PLATE.1 / 2.0 - 0.5 * scale * CARD.1 - 2.0),
        }
    }

    /// The same of a hand that lies open, which reaches beyond its plate towards the middle of the table.
    fn open_hand(self, seat: u8, scale: f32) -> Point {
        let (x, y) = (self.plate(seat).0, self.hand(seat, scale).1);
        let (wide, inwards) = (self.size().0, self.open_beside() / 2.0);
        let is_beside = x < 0.25 * wide || x > 0.75 * wide;
        (if is_beside { x + inwards * (wide / 2.0 - x).signum() } else { x }, y)
    }

    /// The middles of a hand of few that lies open and of the deck beside it, at the outer side. Both together are as wide as a plate.
    fn open_few(self, seat: u8) -> (Point, Point) {
        let ((scale, step, most), (small, _, gap)) = (OPEN_FEW, PERSONAL);
        let ((x, _), (_, y)) = (self.plate(seat), self.hand(seat, scale));
        let (hand, deck) = (scale * CARD.0 + step * (most as f32 - 1.0), small * CARD.0);
        let outwards = if self.is_left(seat) { -1.0 } else { 1.0 };
        let below = (scale - small) * CARD.1 / 2.0;
        ((x - outwards * (deck + gap) / 2.0, y), (x + outwards * (hand + gap) / 2.0, y + below))
    }

    /// The middle of a seat's own deck, and how large its cards are: beside its open hand, and in front above the plate.
    fn personal_deck(self, seat: u8) -> (Point, f32) {
        if !self.is_front(seat) {
            return (self.open_few(seat).1, PERSONAL.0);
        }
        let ((x, y), scale) = (self.plate(seat), PERSONAL.1);
        let up = 0.5 * (PLATE_GROWS.1 * PLATE.1 + scale * CARD.1) + FROM_PLATE;
        ((x - (PLATE.0 - scale * CARD.0) / 2.0, y - up), scale)
    }

    /// The middle of the own hand with so many cards, and the step from card to card: right of the plate, and about the middle of
    /// the table if it can be.
    fn own_hand(self, cards: usize) -> (Point, f32) {
        let (wide, high) = self.size();
        let left = self.plate_end();
        let gaps = cards.saturating_sub(1) as f32;
        let step = ((wide - BESIDE_OWN - left - CARD.0) / gaps.max(1.0)).min(OWN_STEP);
        let x = (wide / 2.0).max(left + (step * gaps + CARD.0) / 2.0);
        ((x, high - CARD.1 / 2.0 - BOW - UNDER_OWN), step)
    }

    /// Where what lies right of the own plate may begin.
    fn plate_end(self) -> f32 {
        let (x, _) = self.plate(self.front());
        x + PLATE_GROWS.0 * PLATE.0 / 2.0 + FROM_PLATE
    }

    /// The height of what lies above a plate that has grown.
    fn above_plate(self, seat: u8) -> f32 {
        self.plate(seat).1 - 0.5 * (PLATE_GROWS.1 * PLATE.1 + SMALL * CARD.1) - 4.0
    }

    /// The first and the last card of what a seat has taken: beside its hand, on the plate; above it where the own hand lies in front.
    fn pile(self, seat: u8, cards: usize, has_own_hand: bool) -> (Point, Point) {
        let (x, y) = self.plate(seat);
        let is_own = self.is_front(seat) && has_own_hand;
        let (step, widest) = if is_own { TAKEN } else { TAKEN_BESIDE };
        let wide = (step * cards.saturating_sub(1) as f32).min(widest);
        let (left, y) = match is_own {
            true => (x - (PLATE.0 - SMALL * CARD.0) / 2.0, self.above_plate(seat)),
            false => (x + ON_PLATE.2, y - 0.5 * (PLATE_GROWS.1 * PLATE.1 + SMALL * CARD.1) - 1.0),
        };
        ((left, y), (left + wide, y))
    }

    /// The middle of what a seat has set aside and is so wide: beside a plate at the upper edge, under one at a side, at the edge; in
    /// front above the plate, or beside it where another hand than the own one lies there.
    fn aside(self, seat: u8, (wide, high): (f32, f32), has_own_hand: bool) -> Point {
        let (x, y) = self.plate(seat);
        let outer = (PLATE.0 - wide) / 2.0;
        if self.is_front(seat) && has_own_hand {
            // What was taken lies at the left there.
            return (x + outer, self.above_plate(seat) - (high - SMALL * CARD.1) / 2.0);
        }
        if self.is_front(seat) || !self.is_at_side(seat) {
            let far = 0.5 * (PLATE_GROWS.0 * PLATE.0 + wide) + FROM_PLATE;
            return (if self.is_left(seat) { x + far } else { x - far }, y);
        }
        let below = y + 0.5 * (PLATE_GROWS.1 * PLATE.1 + SMALL * CARD.1) + 4.0;
        (if self.is_left(seat) { x - outer } else { x + outer }, below)
    }

    /// The middle of what a seat has won: under its plate; in front above it.
    fn won(self, seat: u8) -> Point {
        let (x, y) = self.plate(seat);
        let below = y + (PLATE.1 + SMALL * CARD.1) / 2.0 + 12.0;
        (x, if self.is_front(seat) { self.above_plate(seat) } else { below })
    }
}

/// Cards of one group, each with the step to it from the one before, in cards.
fn in_row(cards: &[ShownCard]) -> Vec<(f32, ShownCard)> {
    let step = |number: usize| if number == 0 { BETWEEN_GROUPS } else { IN_GROUP };
    cards.iter().enumerate().map(|(number, card)| (step(number), *card)).collect()
}

/// The middle of a row of groups, how wide it may be, and how large its cards are.
type GroupRow = (Point, f32, f32);

/// Builds the layout of a game of cards.
pub struct CardTable {
    ring: SeatRing,
    /// How far right it is said what must be done about the cards in the middle.
    said_at: f32,
    layout: Layout,
}

impl CardTable {
    pub fn new(ring: SeatRing, material: Material) -> CardTable {
        let mut layout = Layout { size: ring.size(), fills_room: true, material, ..Layout::default() };
        let (centre, size) = ring.middle(false);
        layout.areas.push(Area::new(CardArea::Middle, centre, size, "the middle"));
        CardTable { ring, said_at: ring.size().0 / 2.0, layout }
    }

    /// A seat's plate: who sits there, and a few words about them.
    pub fn plate(&mut self, seat: usize, words: String, is_turn: bool, is_dealer: bool) {
        let seat = seat as u8;
        let centre = self.ring.plate(seat);
        self.layout.plates.push(SeatPlate { seat, centre, size: PLATE, words, is_turn, is_dealer });
    }

    /// The viewer's own hand, as it is sorted. `may_act`: its cards can be picked up.
    pub fn own_hand(&mut self, cards: &[ShownCard], may_act: bool) {
        self.own_hand_with_room(cards, may_act, cards.len());
    }

    /// The same of a hand that grows to so many cards: where the others will lie is shown.
    pub fn own_hand_with_room(&mut self, cards: &[ShownCard], may_act: bool, room: usize) {
        let count = room.max(cards.len());
        let (middle, step) = self.ring.own_hand(count);
        let wide = step * count as f32;
        let arc = (0.8 * count as f32).min((8.0 * BOW / wide.max(1.0)).to_degrees());
        let known = cards.iter().map(Some).chain(std::iter::repeat(None));
        for ((number, card), place) in (0u8..).zip(known).zip(fan(middle, step, arc, count)) {
            let area = CardArea::Own(number);
            let look = if card.is_some() { AreaLook::Fan } else { AreaLook::Outline };
            let key = Area::new(area, place.centre, CARD, "hand").with_key(number, 1);
            self.layout.areas.push(Area { look, turn: place.turn, ..key });
            self.layout.hand_places.extend((count > cards.len()).then_some(AreaId::of(area)));
            let Some(card) = card else { continue };
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, place);
            self.layout.pieces.push(Piece { is_dimmed: card.is_dimmed, badge: card.badge, ..piece.movable(may_act) });
        }
        self.layout.has_hand = true;
    }

    /// Another seat's hand: so many cards, of which these are known.
    pub fn hand(&mut self, seat: usize, count: usize, known: &[ShownCard]) {
        let number = seat as u8;
        let (scale, largest) = match self.ring.is_column() {
            true => (IN_COLUMN, 11.0),
            false if known.is_empty() => (OTHERS, 11.0),
            false => OPEN,
        };
        let (mut centre, mut widest) = (self.ring.hand(number, scale), ON_PLATE.1);
        if self.ring.is_column() {
            widest = 66.0;
        } else if !known.is_empty() {
            (centre, widest) = (self.ring.open_hand(number, scale), PLATE.0 + self.ring.open_beside());
        }
        let step = ((widest - scale * CARD.0) / count.saturating_sub(1).max(1) as f32).min(largest);
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

    /// Another seat's hand of a few cards, which lies open beside its [deck](CardTable::personal_deck).
    pub fn open_hand(&mut self, seat: usize, cards: &[ShownCard]) {
        let (number, (scale, step, _)) = (seat as u8, OPEN_FEW);
        let ((centre, _), area) = (self.ring.open_few(number), CardArea::Hand(number));
        let size = (scale * CARD.0 + step * cards.len().saturating_sub(1) as f32, scale * CARD.1);
        self.layout.areas.push(Area::new(area, centre, size, format!("{} hand", whose(number))));
        for (card, at) in cards.iter().zip(fan(centre, step, 0.0, cards.len())) {
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, Place { scale, ..at });
            self.layout.pieces.push(Piece { is_dimmed: card.is_dimmed, ..piece });
        }
    }

    /// A deck of a seat's own, face down beside its open hand, with the number of its cards on it, bright where it is about what is
    /// ahead. `drawn` is the card that came from it last, which turns over on its way if it lies on the table already.
    pub fn personal_deck(&mut self, seat: usize, left: usize, is_ahead: bool, drawn: Option<u8>) {
        let number = seat as u8;
        let ((centre, scale), area) = (self.ring.personal_deck(number), CardArea::Pile(number));
        PileSpot::new(number, "deck", centre, scale).lay_face_down(&mut self.layout, area, left, String::new());
        if let Some(area) = self.layout.areas.last_mut() {
            area.name = format!("{} deck, {left} left", whose(number));
        }
        self.layout.labels.push(Label::tag((centre.0, centre.1 + DECK_TAG), left.to_string(), is_ahead));
        let drawn = drawn.map(|card| PieceId::of(CardPiece::Card(card)));
        if let Some(card) = self.layout.pieces.iter_mut().find(|piece| Some(piece.id) == drawn) {
            card.was = Some(PieceId::of(CardPiece::Pile(number, left as u8)));
        }
    }

    /// What a seat has set aside: so many cards, of which these are known.
    pub fn aside(&mut self, seat: usize, count: usize, known: &[ShownCard], name: &str) {
        let number = seat as u8;
        let is_own = self.ring.is_front(number) && self.layout.has_hand;
        let (scale, step) = match known.is_empty() {
            _ if is_own => OWN_ASIDE,
            true => (SMALL, 7.0),
            false => (SMALL, 22.0),
        };
        let wide = scale * CARD.0 + step * count.saturating_sub(1) as f32;
        let centre = self.ring.aside(number, (wide, scale * CARD.1), self.layout.has_hand);
        let area = CardArea::Aside(number);
        self.layout.areas.push(Area::new(area, centre, (wide, scale * CARD.1), name));
        for (place, at) in (0u8..).zip(fan(centre, step, 0.0, count)) {
            let at = Place { scale, ..at };
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
        let (number, slots) = (seat as u8, self.ring.slots(LAID, Some(SHARED)));
        let (scale, step, centre) = (slots.scale, LAID_STEP * slots.scale * CARD.0, slots.at(MiddleSlot::Of(number)));
        let open: Vec<ShownCard> = open.into_iter().collect();
        let cards = open.len() + usize::from(face_down);
        // As wide as what lies there; where nothing does, as what can.
        let in_cards = if cards == 0 { LAID } else { 1.0 + LAID_STEP * (cards as f32 - 1.0) };
        let size = (in_cards * scale * CARD.0, scale * CARD.1);
        let area = CardArea::Aside(number);
        let look = if is_marked { AreaLook::Marked } else { AreaLook::Bare };
        let name = format!("{} cards on the table", whose(number));
        self.layout.areas.push(Area { look, owner: Some(number), ..Area::new(area, centre, size, name) });
        let first = centre.0 - step * (cards.max(1) as f32 - 1.0) / 2.0;
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
        let (number, centre) = (seat as u8, self.ring.won(seat as u8));
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

    /// The middle of what all play for, and how large its cards are, beside what is [laid](CardTable::laid).
    pub fn shared(&self) -> (Point, f32) {
        let slots = self.ring.slots(LAID, Some(SHARED));
        (slots.at(MiddleSlot::Shared), slots.scale)
    }

    /// The middle that hands leave which lie open at the sides: its middle and its size.
    pub fn between_open_hands(&self) -> (Point, (f32, f32)) {
        let (centre, (wide, high)) = self.ring.middle(false);
        let has_sides = (0..self.ring.seats() as u8).any(|seat| self.ring.is_at_side(seat));
        (centre, (if has_sides { wide - 2.0 * self.ring.open_beside() } else { wide }, high))
    }

    /// What lies below them and above the own hand, on the whole width of the table: its middle and its size.
    pub fn below_open_hands(&self) -> (Point, (f32, f32)) {
        self.ring.below_sides()
    }

    /// The middle of a small pile beside the board.
    pub fn at_board(&self) -> Point {
        self.ring.at_board()
    }

    /// The middles of two small piles in a corner.
    pub fn corner(&self) -> [Point; 2] {
        self.ring.corner()
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
        let ((first, y), (last, _)) = self.ring.pile(number, tricks, self.layout.has_hand);
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

    /// A trick in the order in which it was played: each card before its seat, the one that led and the winning one marked. `held` is
    /// how many cards a seat has left: a card that was hidden glides from its place there.
    pub fn trick(&mut self, cards: &[(usize, ShownCard)], winner: Option<usize>, held: impl Fn(usize) -> usize) {
        let slots = self.ring.trick_slots(SAID);
        let wins = if cards.len() < self.ring.seats() { "winning" } else { "wins" };
        for (level, (seat, card)) in (0u16..).zip(cards) {
            let (number, scale, centre) = (*seat as u8, slots.scale, slots.at(MiddleSlot::Of(*seat as u8)));
            let area = CardArea::Trick(number);
            let size = (scale * CARD.0, scale * CARD.1);
            let is_winning = winner == Some(*seat);
            let look = if is_winning { AreaLook::Marked } else { AreaLook::Bare };
            let name = format!("{} card", whose(number));
            self.layout.areas.push(Area { look, owner: Some(number), ..Area::new(area, centre, size, name) });
            let place = Place { scale, ..Place::at(centre).on_level(level) };
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, place);
            let was = CardPiece::Hidden(number, held(*seat) as u8);
            self.layout.pieces.push(Piece { is_dimmed: card.is_dimmed, ..piece.was(was) });
            // A card alone is ahead of nothing yet.
            let wins = (is_winning && cards.len() > 1).then_some(wins);
            let marks = joined((level == 0).then_some("led").into_iter().chain(wins), " · ");
            self.tag(area, marks, wins.is_some());
        }
    }

    /// Writes on the lower part of a card in the middle what must be followed, which is a part of its area's name from then on. Where
    /// all of it is too wide for the card, it says less.
    pub fn demand(&mut self, area: CardArea, asks: &str) {
        let id = AreaId::of(area);
        let Some(area) = self.layout.areas.iter_mut().find(|area| area.id == id) else { return };
        area.name = format!("{}, follow {asks}", area.name);
        let low = (area.centre.0, area.centre.1 + area.size.1 / 2.0 - UNDER_DEMAND);
        let room = area.size.0 + 2.0 * BESIDE_TAG;
        let whole = in_lines(&format!("follow {asks}"), room);
        let text = whole.or_else(|| in_lines(asks, room)).unwrap_or_else(|| asks.replace(' ', "\n"));
        self.layout.labels.push(Label { look: LabelLook::OnCard, ..Label::new(low, text) });
    }

    /// Writes a few words over the upper edge of an area, which are a part of its name from then on; bright where they are about what
    /// is ahead. No words, nothing written.
    pub fn tag(&mut self, area: CardArea, words: String, is_bright: bool) {
        let id = AreaId::of(area);
        let Some(area) = self.layout.areas.iter_mut().find(|area| area.id == id && !words.is_empty()) else { return };
        area.name = format!("{}, {}", area.name, words.replace(" · ", ", "));
        let edge = (area.centre.0, area.centre.1 - area.size.1 / 2.0);
        // Where many cards lie side by side, the last of the words is what matters.
        let is_narrow = self.ring.is_crowded() && width_of(&words) > area.size.0 + 2.0 * BESIDE_TAG;
        let words = words.rsplit(" · ").next().filter(|_| is_narrow).map_or(words.clone(), str::to_owned);
        self.layout.labels.push(Label::tag(edge, words, is_bright));
    }

    /// Writes a few words over the upper edge of pieces that lie side by side.
    pub fn tag_pieces(&mut self, pieces: &[PieceId], words: String) {
        let meant = || self.layout.pieces.iter().filter(|piece| pieces.contains(&piece.id));
        let (xs, count) = (meant().map(|piece| piece.place.centre.0), meant().count());
        let edge = |piece: &Piece| piece.place.centre.1 - 0.5 * piece.place.scale * CARD.1;
        if count > 0 {
            let edge = (xs.sum::<f32>() / count as f32, meant().map(edge).fold(f32::MAX, f32::min));
            self.layout.labels.push(Label::tag(edge, words, true));
        }
    }

    /// Says under the trick who is ahead in it, and why.
    pub fn verdict(&mut self, words: String) {
        let low = self.ring.trick_slots(SAID).bottom();
        self.layout.labels.push(Label::verdict((self.ring.size().0 / 2.0, low + VERDICT_GAP), words));
    }

    /// Says in the empty middle what somebody new must know: pictures with words, each with an arrow to the next, and what the arrows
    /// mean.
    pub fn legend(&mut self, says: &str, signs: impl IntoIterator<Item = (LegendPicture, String)>) {
        let Some(Area { centre, size, .. }) = self.layout.area(AreaId::of(CardArea::Middle)) else { return };
        let radius = (LEGEND_REACH.0 * size.0, LEGEND_REACH.1 * size.1);
        self.layout.legend = Some(Legend::wheel(*centre, radius, says, signs));
    }

    /// The same in a row, where the last is not followed by the first.
    pub fn legend_in_order(&mut self, says: &str, signs: impl IntoIterator<Item = (LegendPicture, String)>) {
        let Some(Area { centre, size, .. }) = self.layout.area(AreaId::of(CardArea::Middle)) else { return };
        self.layout.legend = Some(Legend::row(*centre, LEGEND_ROW * size.0, says, signs));
    }

    /// What can be looked at once more, and what it is called: "Last trick".
    pub fn look_back(&mut self, name: &'static str, cards: impl IntoIterator<Item = TrickCard>) {
        self.layout.last = LookBack { name, cards: cards.into_iter().collect(), why: String::new() };
    }

    /// Why the card won that won among those that can be looked at once more.
    pub fn look_back_why(&mut self, why: String) {
        self.layout.last.why = why;
    }

    /// Groups of cards that were laid one after the other: the last one large in the middle, those before it in a row behind.
    /// `held` as for a [`CardTable::trick`].
    pub fn groups(&mut self, groups: &[(usize, Vec<ShownCard>)], held: impl Fn(usize) -> usize) {
        let Some(((seat, last), earlier)) = groups.split_last() else { return };
        let behind: Vec<(f32, ShownCard)> = earlier.iter().flat_map(|(_, cards)| in_row(cards)).collect();
        let (before, now) = self.group_rows(behind.is_empty());
        self.said_at = now.0.0;
        self.lay_row(before, 0, &behind, |_| None);
        let first = held(*seat) as u8;
        let was = |number: u8| Some(CardPiece::Hidden(*seat as u8, first + number));
        self.lay_row(now, 100, &in_row(last), was);
    }

    /// A pile in heaps side by side, and the cards that were laid last large before them. `held` as for a [`CardTable::trick`].
    pub fn heaps(&mut self, heaps: &[Heap], last: Option<(usize, Vec<ShownCard>)>, held: impl Fn(usize) -> usize) {
        let (behind, now) = self.heaps_and_last();
        let [row] = HeapRow::filling(behind, heaps.len());
        self.lay_heaps(row, heaps);
        let Some((seat, cards)) = last else { return };
        let first = held(seat) as u8;
        self.lay_row(now, 100, &in_row(&cards), |number| Some(CardPiece::Hidden(seat as u8, first + number)));
    }

    /// Two rows of heaps that fill the middle: what is counted at an end.
    pub fn counted(&mut self, rows: [&[Heap]; 2]) {
        let room = self.ring.middle(true);
        let most = rows.iter().map(|heaps| heaps.len()).max().unwrap_or(0);
        let places = HeapRow::filling::<2>(room, most);
        places.into_iter().zip(rows).for_each(|(row, heaps)| self.lay_heaps(row, heaps));
    }

    /// The room for heaps, its middle and its size, and where what was laid last lies: below them, or beside them on a broad table.
    fn heaps_and_last(&self) -> ((Point, (f32, f32)), GroupRow) {
        let ((x, y), (wide, high)) = self.ring.middle(true);
        let (left, top) = (x - wide / 2.0, y - high / 2.0);
        if self.ring.is_broad() {
            let heaps = HEAPS_BESIDE * wide;
            let last = wide - heaps - HEAPS_GAP;
            let scale = ((high - TAGGED) / CARD.1).min(1.2);
            let now = ((left + wide - last / 2.0, y + TAGGED / 2.0), last, scale);
            return (((left + heaps / 2.0, y), (heaps, high)), now);
        }
        let heaps = HEAPS_ABOVE * high;
        let rest = high - heaps - TAGGED;
        let scale = (rest / CARD.1).min(1.2);
        let now = ((x, top + high - rest / 2.0), wide, scale);
        (((x, top + heaps / 2.0), (wide, heaps)), now)
    }

    fn lay_heaps(&mut self, row: HeapRow, heaps: &[Heap]) {
        for (place, heap) in heaps.iter().enumerate() {
            let (centre, size) = row.slot(place);
            let area = CardArea::Pile(heap.number);
            let caption = Some(heap.caption.clone()).filter(|caption| !caption.is_empty());
            self.layout.areas.push(Area { caption, ..Area::new(area, centre, size, heap.name.clone()) });
            if !heap.below.is_empty() {
                let bottom = centre.1 + size.1 / 2.0 + CAPTION_ROOM;
                self.layout.labels.push(Label::caption((centre.0, bottom), heap.below.clone()));
            }
            let step = row.step(heap.cards.len());
            for (card, at) in heap.cards.iter().zip(fan(centre, step, 0.0, heap.cards.len())) {
                let place = Place { scale: row.scale, ..at };
                self.layout.pieces.push(Piece::new(CardPiece::Card(card.number), card.face, area, place));
            }
        }
    }

    /// Where groups of cards lie, those before the last one and that one: their middles, how wide they may be, how large the cards.
    fn group_rows(&self, is_alone: bool) -> (GroupRow, GroupRow) {
        let (centre, (wide, high)) = self.ring.middle(true);
        let (top, high) = (centre.1 - high / 2.0, high - SAID);
        let (above, beside) = EARLIER;
        if self.ring.is_broad() {
            let (y, left) = (top + high / 2.0, if is_alone { 0.0 } else { 0.36 * wide });
            let edge = centre.0 - wide / 2.0;
            let now = ((edge + (wide + left) / 2.0 + 10.0, y), wide - left - 20.0, (high / CARD.1).min(1.2));
            return (((edge + left / 2.0, y), left, beside), now);
        }
        let scale = ((high - above * CARD.1 - 10.0) / CARD.1).min(1.2);
        let before = ((centre.0, top + above * CARD.1 / 2.0), wide, above);
        (before, ((centre.0, top + high - scale * CARD.1 / 2.0), wide, scale))
    }

    /// A row about its middle, each card so many cards' widths after the one before, closer if it is too wide.
    fn lay_row(
        &mut self,
        (centre, widest, scale): GroupRow,
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

    /// Shows how far each seat is.
    pub fn race(&mut self, race: RaceTrack) {
        self.layout.race = Some(race);
    }

    /// Shows which way something goes.
    pub fn arrow(&mut self, arrow: LargeArrow) {
        self.layout.arrow = Some(arrow);
    }

    /// Writes something of the game's own on the cloth.
    pub fn label(&mut self, label: Label) {
        self.layout.labels.push(label);
    }

    /// Adds an area of the game's own, such as a place of its board.
    pub fn area(&mut self, area: Area) {
        self.layout.areas.push(area);
    }

    /// Says what is known of the cards under the top one of an area, from above.
    pub fn under(&mut self, area: CardArea, cards: impl IntoIterator<Item = Option<Face>>) {
        self.layout.fans.extend(CardFan::of(area, cards));
    }

    /// Adds a piece that lies in an area of the game's own.
    pub fn piece(&mut self, piece: Piece) {
        self.layout.pieces.push(piece);
    }

    /// Says under the cards in the middle what must be done about them.
    pub fn say(&mut self, words: String) {
        let (centre, (_, high)) = self.ring.middle(true);
        self.layout.labels.push(Label::new((self.said_at, centre.1 + high / 2.0 - SAID / 2.0), words));
    }

    /// Cards on their way to what a seat has taken.
    pub fn swept<C: DeckCard + Into<Face>>(&mut self, seat: usize, cards: impl IntoIterator<Item = C>) {
        let (area, ((x, y), _)) = (CardArea::Taken(seat as u8), self.ring.pile(seat as u8, 1, self.layout.has_hand));
        for (level, card) in (100u16..).zip(cards) {
            let place = Place {
                scale: SMALL,
                ..Place::at((x + (2.0 * f32::from(level - 100)).min(TAKEN_BESIDE.1), y)).on_level(level)
            };
            self.layout.pieces.push(Piece::new(CardPiece::Card(card.index()), card.into(), area, place));
        }
    }

    /// The table, with the buttons for what may be done beside the own plate.
    pub fn finish(self) -> Layout {
        let has_own = self.layout.has_hand.then_some(AreaId::of(CardArea::Own(0)));
        Layout { actions_at: Some(self.ring.actions()), first: has_own, ..self.layout }
    }
}

/// About how wide words are that are written over a card or on it, where they are widest.
fn width_of(words: &str) -> f32 {
    TAG_LETTER * words.chars().count() as f32 + ROUND_TAG
}

/// These words in a line, or in two that are each no wider than this; `None` where that cannot be.
fn in_lines(words: &str, room: f32) -> Option<String> {
    if width_of(words) <= room {
        return Some(words.to_owned());
    }
    let fits = |(first, second): &(&str, &str)| width_of(first).max(width_of(second)) <= room;
    let mut breaks = words.match_indices(' ').map(|(at, _)| words.split_at(at)).map(|(one, other)| (one, &other[1..]));
    breaks.find(fits).map(|(first, second)| format!("{first}\n{second}"))
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
    use crate::layout::{LEGEND_PICTURE, Room};

    fn shown(count: u8) -> Vec<ShownCard> {
        (0..count).map(|number| ShownCard { number, face: Face::Back, is_dimmed: false, badge: None }).collect()
    }

    #[test]
    fn every_number_of_seats_and_cards_lies_on_the_table_without_fault() {
        for (room, seats, held) in everywhere().flat_map(|(room, seats)| (0..=24).map(move |held| (room, seats, held)))
        {
            for front in 0..seats {
                let mut table = CardTable::new(SeatRing::new(seats, front, room), Material::Cards);
                for seat in 0..seats {
                    table.plate(seat, "12 points".to_owned(), seat == 0, seat == 1);
                    table.taken(seat, 4);
                    if seat == front { table.own_hand(&shown(held), true) } else { table.hand(seat, held.into(), &[]) }
                }
                let trick: Vec<(usize, ShownCard)> = (0..seats).zip(shown(124).into_iter().skip(100)).collect();
                table.trick(&trick, Some(0), |_| held.into());
                let layout = table.finish();
                assert_eq!(layout.fault(), None, "{seats} seats, {held} cards in {room:?}");
            }
        }
    }

    /// Every number of seats in every kind of room.
    fn everywhere() -> impl Iterator<Item = (Room, usize)> {
        [Room::NARROWEST, Room::USUAL, Room::WIDEST]
            .into_iter()
            .flat_map(|room| (2..=8).map(move |seats| (room, seats)))
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
        for (room, seats) in everywhere() {
            let ring = SeatRing::new(seats, 0, room);
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
                        assert!(by.is_empty(), "{seats} seats in {room:?}, {area:?}: {card:?} by {by:?}");
                    }
                }
            }
        }
    }

    /// A table at which each seat has played to the trick, of which the last card won.
    fn with_whole_trick(seats: usize) -> Layout {
        let mut table = CardTable::new(SeatRing::new(seats, 0, Room::USUAL), Material::Cards);
        for seat in 0..seats {
            table.plate(seat, "12 points".to_owned(), false, false);
            table.taken(seat, 12);
        }
        table.own_hand(&shown(9), true);
        let trick: Vec<(usize, ShownCard)> = (0..seats).zip(shown(124).into_iter().skip(100)).collect();
        table.trick(&trick, Some(seats - 1), |_| 9);
        table.verdict("Ada wins the trick: suns beat moons".to_owned());
        table.finish()
    }

    #[test]
    fn who_led_and_who_wins_stands_over_their_cards_and_in_the_names_of_their_places() {
        for seats in 2..=8 {
            let layout = with_whole_trick(seats);
            assert_eq!(layout.fault(), None, "{seats} seats");
            let tags = layout.labels.iter().filter(|label| label.look != LabelLook::Verdict);
            let tags: Vec<(&str, LabelLook, Point)> =
                tags.map(|tag| (tag.text.as_str(), tag.look, tag.centre)).collect();
            let place = |seat: usize| layout.area(AreaId::of(CardArea::Trick(seat as u8))).expect("a card");
            let over = |seat: usize| (place(seat).centre.0, place(seat).centre.1 - place(seat).size.1 / 2.0);
            let expected = [("led", LabelLook::Tag, over(0)), ("wins", LabelLook::BrightTag, over(seats - 1))];
            assert_eq!(tags, expected, "{seats} seats");
            assert!(place(0).name.ends_with("card, led") && place(seats - 1).name.ends_with("card, wins"));
        }
    }

    #[test]
    fn a_card_alone_only_led_and_one_that_led_and_is_ahead_has_both_words() {
        let tags = |cards: usize| {
            let mut table = CardTable::new(SeatRing::new(4, 0, Room::USUAL), Material::Cards);
            let trick: Vec<(usize, ShownCard)> = (1..).zip(shown(cards as u8)).collect();
            table.trick(&trick, Some(1), |_| 9);
            table.finish().labels.into_iter().map(|label| label.text).collect::<Vec<String>>()
        };
        assert_eq!([tags(1), tags(2), tags(3)], [["led"], ["led · winning"], ["led · winning"]]);
    }

    /// About how wide a line of this many letters is, and how high.
    fn line((x, top): Point, letters: usize) -> Edges {
        let wide = 8.0 * letters as f32;
        [x - wide / 2.0, x + wide / 2.0, top, top + 22.0]
    }

    #[test]
    fn why_a_card_wins_is_said_where_no_card_plate_or_hand_lies() {
        for seats in 2..=8 {
            let layout = with_whole_trick(seats);
            let said = layout.labels.iter().find(|label| label.look == LabelLook::Verdict).expect("a verdict");
            let said = line(said.centre, said.text.len());
            let card =
                |piece: &Piece| edges(piece.place.centre, (piece.place.scale * CARD.0, piece.place.scale * CARD.1));
            let mut others = layout.pieces.iter().map(card);
            let mut plates = layout.plates.iter().map(|plate| edges(plate.centre, plate.size));
            assert!(!others.any(|other| overlap(said, other)), "{seats} seats: a card");
            assert!(!plates.any(|plate| overlap(said, plate)), "{seats} seats: a plate");
        }
    }

    fn heap(number: u8, cards: std::ops::Range<usize>) -> Heap {
        let cards = shown(100).into_iter().skip(cards.start).take(cards.len()).collect();
        Heap {
            number,
            name: "moons in the pile".to_owned(),
            cards,
            caption: "3 moons".to_owned(),
            below: "won 5 : 2".to_owned(),
        }
    }

    #[test]
    fn heaps_lie_in_the_middle_side_by_side_with_what_was_laid_last_apart_from_them() {
        for room in [Room::NARROWEST, Room::USUAL, Room::WIDEST] {
            let mut table = CardTable::new(SeatRing::new(4, 0, room), Material::Mystique);
            (0..4).for_each(|seat| table.plate(seat, "12 cards".to_owned(), false, false));
            table.own_hand(&shown(124)[110..], true);
            let heaps: Vec<Heap> =
                (0..4u8).map(|pile| heap(pile, usize::from(pile) * 15..usize::from(pile) * 15 + 15)).collect();
            table.heaps(&heaps, Some((1, shown(70).split_off(65))), |_| 9);
            let layout = table.finish();
            assert_eq!(layout.fault(), None, "{room:?}");
            let last = cards_of(&layout, CardArea::Middle);
            for pile in 0..4 {
                let cards = cards_of(&layout, CardArea::Pile(pile));
                assert!(cards.iter().all(|card| last.iter().all(|other| !overlap(*card, *other))), "{room:?}");
                let next = cards_of(&layout, CardArea::Pile((pile + 1) % 4));
                assert!(cards.iter().all(|card| next.iter().all(|other| !overlap(*card, *other))), "{room:?}");
            }
            let plates: Vec<Edges> = layout.plates.iter().map(|plate| edges(plate.centre, plate.size)).collect();
            assert!(last.iter().all(|card| plates.iter().all(|plate| !overlap(*card, *plate))), "{room:?}");
        }
    }

    #[test]
    fn two_rows_of_heaps_fill_the_middle() {
        for room in [Room::NARROWEST, Room::USUAL, Room::WIDEST] {
            let mut table = CardTable::new(SeatRing::new(4, 0, room), Material::Mystique);
            let row =
                |from: u8| (from..from + 4).map(|pile| heap(pile, usize::from(pile) * 8..usize::from(pile) * 8 + 8));
            let (upper, lower): (Vec<Heap>, Vec<Heap>) = (row(0).collect(), row(4).collect());
            table.counted([&upper, &lower]);
            let layout = table.finish();
            assert_eq!(layout.fault(), None, "{room:?}");
            let above = |pile: u8| cards_of(&layout, CardArea::Pile(pile));
            assert!(above(0).iter().all(|card| above(4).iter().all(|other| !overlap(*card, *other))), "{room:?}");
        }
    }

    #[test]
    fn words_over_several_cards_stand_over_their_middle() {
        let mut table = CardTable::new(SeatRing::new(3, 0, Room::USUAL), Material::Cards);
        let groups = [(1, shown(124).into_iter().skip(120).collect()), (2, shown(5))];
        table.groups(&groups, |_| 9);
        let pieces: Vec<PieceId> = (0..5).map(|number| PieceId::of(CardPiece::Card(number))).collect();
        table.tag_pieces(&pieces, "Ada’s spell".to_owned());
        let layout = table.finish();
        let [tag] = &layout.labels[..] else { panic!("{:?}", layout.labels) };
        assert_eq!((tag.text.as_str(), tag.look), ("Ada’s spell", LabelLook::BrightTag));
        let last = layout.piece(pieces[0]).expect("a card").place;
        let edge = (layout.size.0 / 2.0, last.centre.1 - 0.5 * last.scale * CARD.1);
        assert!((tag.centre.0 - edge.0).abs() < 0.1 && (tag.centre.1 - edge.1).abs() < 0.1, "{tag:?}");
        // What is not there has no words.
        let mut table = CardTable::new(SeatRing::new(3, 0, Room::USUAL), Material::Cards);
        table.tag_pieces(&pieces, "Ada’s spell".to_owned());
        table.tag(CardArea::Trick(2), "led".to_owned(), false);
        assert!(table.finish().labels.is_empty());
    }

    #[test]
    fn a_legend_keeps_within_the_middle_of_the_table() {
        let signs = || (0..4).map(|number| (LegendPicture::Face(Face::Back), format!("number {number}")));
        for seats in 2..=8 {
            let mut table = CardTable::new(SeatRing::new(seats, 0, Room::USUAL), Material::Cards);
            table.legend("each beats the next", signs());
            let layout = table.finish();
            assert_eq!(layout.fault(), None, "{seats} seats");
            let middle = layout.area(AreaId::of(CardArea::Middle)).expect("a middle");
            let middle = edges(middle.centre, middle.size);
            for sign in &layout.legend.as_ref().expect("a legend").signs {
                let [left, right, top, bottom] = edges(sign.centre, (LEGEND_PICTURE, LEGEND_PICTURE));
                assert!(left >= middle[0] && right <= middle[1] && top >= middle[2] && bottom <= middle[3]);
            }
            assert!(layout.described().contains("Each beats the next: number 0, number 1"));
        }
    }
}
