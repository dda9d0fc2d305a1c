//! Where everything of Mystery Machine lies: at the left the grid with its tokens, the mystery and the stone; beside them the
//! question piles, each with its price in tokens and its face-up cards in a row; below, the low deck, the market and the hand.
//!
//! One table unit is a hundredth of a card's width.

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet};
use crate::engine::game::Illegal;
use crate::engine::layout::{
    Beat, Cue, Face, Gesture, Label, Layout, Mark, Material, Piece, PieceId, Preview, Slot, SlotId, SlotLook, Tabletop,
};
use crate::words::counted;

use super::hands::promise;
use super::opening;
use super::puzzle::{COLUMNS, Cell, MOST_PILES, Mystery, Price};
use super::rules::{Answer, Event, HAND, Move, MysteryMachine, Options, View, low_deck};
use super::shipped;

pub(super) const CARD: (f32, f32) = (100.0, 140.0);
pub(super) const GAP: f32 = 12.0;
const MARGIN: f32 = 26.0;
/// Between the grid, the holder, and the piles.
const AISLE: f32 = 30.0;
/// A cell of the grid; a token fills most of it.
const CELL: f32 = 46.0;
/// Room for the grid's letters and digits.
const LABEL: f32 = 26.0;
/// From one face-up card to the next: its index stays to be read.
const FAN: f32 = 34.0;
/// The column with a pile's price.
const PRICE: f32 = 84.0;
/// Room for a caption.
pub(super) const CAPTION: f32 = 34.0;
/// From one token of a price to the next: as wide as its disc, less, or overlapping as those of a straight flush do.
const BESIDE: f32 = 37.0;
const OVERLAPPING: f32 = 13.0;
/// The most that a row of tokens takes from its first middle to its last.
const IN_A_ROW: f32 = 44.0;

/// The slot of the low deck, and of what is dumped.
pub const DECK: SlotId = SlotId(420);
/// Where low cards go that are out of play.
pub const DUMP: SlotId = SlotId(421);
/// The slot of the stone and what lies under it.
pub const STONE: SlotId = SlotId(440);
/// The slot of the stone itself.
const ON_TOP: SlotId = SlotId(441);

/// The slot of what lies face down in a pile, from 0: where one asks.
pub fn pile_slot(pile: usize) -> SlotId {
    SlotId(40 + pile as u16)
}

/// The slot of one of the market's cards.
pub fn market_slot(place: usize) -> SlotId {
    SlotId(400 + place as u16)
}

/// The slot of one of the hand's cards.
pub fn hand_slot(place: usize) -> SlotId {
    SlotId(410 + place as u16)
}

fn cell_slot(cell: Cell) -> SlotId {
    SlotId(cell.index() as u16)
}

pub(super) fn up_slot(pile: usize, place: usize) -> SlotId {
    SlotId(1000 + (pile * 40 + place) as u16)
}

pub(super) fn mystery_slot(place: usize) -> SlotId {
    SlotId(430 + place as u16)
}

fn price_slot(pile: usize, token: usize) -> SlotId {
    SlotId(500 + (pile * 8 + token) as u16)
}

fn low_piece(card: Card) -> PieceId {
    PieceId(u16::from(card.index()))
}

pub(super) fn mystery_piece(place: usize) -> PieceId {
    PieceId(700 + place as u16)
}

/// What lies in a pile is known by its place alone, until it comes up.
pub(super) fn pile_piece(pile: usize, place: usize) -> PieceId {
    PieceId(1000 + (pile * 40 + place) as u16)
}

/// Where the parts of the table are, for a puzzle.
pub(super) struct Plan {
    rows: usize,
    /// Piles side by side.
    columns: usize,
    /// The most cards that can be up in one pile.
    longest: usize,
    piles: usize,
}

impl Plan {
    pub(super) fn of(view: &View) -> Plan {
        let piles = view.puzzle.piles.len();
        let longest = view.up.iter().zip(&view.down).map(|(up, down)| up.len() + down).max().unwrap_or(1);
        Plan { rows: usize::from(view.puzzle.rows), columns: if piles > 2 { 2 } else { 1 }, longest, piles }
    }

    fn pile_width(&self) -> f32 {
        PRICE + CARD.0 + GAP + CARD.0 + FAN * self.longest.saturating_sub(1) as f32
    }

    fn pile_rows(&self) -> usize {
        self.piles.div_ceil(self.columns)
    }

    /// The height of what lies above the hand.
    fn upper(&self) -> f32 {
        let piles = self.pile_rows() as f32 * (CARD.1 + CAPTION + GAP);
        piles.max(LABEL + self.rows as f32 * CELL).max(2.0 * (CARD.1 + CAPTION) + GAP)
    }

    fn left_of_piles(&self) -> f32 {
        MARGIN + LABEL + 4.0 * CELL + AISLE + CARD.0 + AISLE
    }

    fn size(&self) -> (f32, f32) {
        let piles = self.columns as f32 * self.pile_width() + (self.columns - 1) as f32 * AISLE;
        let lower = 2.0 * MARGIN + 10.0 * (CARD.0 + GAP) + 2.0 * AISLE;
        let width = (self.left_of_piles() + piles + MARGIN).max(lower);
        (width, MARGIN + self.upper() + GAP + CARD.1 + CAPTION + MARGIN)
    }

    fn cell(&self, cell: Cell) -> (f32, f32) {
        let (row, column) = (f32::from(cell.row()), f32::from(cell.column()));
        (MARGIN + LABEL + CELL * (column + 0.5), MARGIN + LABEL + CELL * (row + 0.5))
    }

    /// The middle of a pile's face-down cards.
    fn pile(&self, pile: usize) -> (f32, f32) {
        let (column, row) = (pile % self.columns, pile / self.columns);
        let x = self.left_of_piles() + column as f32 * (self.pile_width() + AISLE) + PRICE + CARD.0 / 2.0;
        (x, MARGIN + row as f32 * (CARD.1 + CAPTION + GAP) + CARD.1 / 2.0)
    }

    /// The middle of a place below the piles, counted in cards from the left.
    pub(super) fn lower(&self, place: f32) -> (f32, f32) {
        let wide = 10.0 * (CARD.0 + GAP) + 2.0 * AISLE;
        let left = (self.size().0 - wide) / 2.0;
        (left + place * (CARD.0 + GAP) + CARD.0 / 2.0, MARGIN + self.upper() + GAP + CARD.1 / 2.0)
    }
}

/// The table at rest or in the middle of a move.
struct Scene<'a> {
    view: &'a View,
    plan: Plan,
    market: ArrayVec<Card, 2>,
    hand: ArrayVec<Card, HAND>,
    dumped: Vec<Card>,
    low_left: usize,
    up: Vec<Vec<Answer>>,
    down: Vec<usize>,
}

impl Scene<'_> {
    fn of(view: &View) -> Scene<'_> {
        Scene {
            view,
            plan: Plan::of(view),
            market: view.market.clone(),
            hand: view.hand.clone(),
            dumped: view.dumped.clone(),
            low_left: view.low_left,
            up: view.up.clone(),
            down: view.down.clone(),
        }
    }

    fn layout(&self) -> Layout {
        let (mut slots, mut pieces) = (Vec::new(), Vec::new());
        self.lay_grid(&mut slots, &mut pieces);
        self.lay_holder(&mut slots, &mut pieces);
        for pile in 0..self.plan.piles {
            self.lay_pile(pile, &mut slots, &mut pieces);
        }
        self.lay_low(&mut slots, &mut pieces);
        Layout {
            size: self.plan.size(),
            material: Material::CardsAndTokens,
            slots,
            pieces,
            options: Vec::new(),
            labels: self.labels(),
            first: Some(if self.market.is_empty() { pile_slot(0) } else { market_slot(0) }),
        }
    }

    fn lay_grid(&self, slots: &mut Vec<Slot>, pieces: &mut Vec<Piece>) {
        for cell in Cell::all(self.view.puzzle.rows) {
            slots.push(Slot {
                id: cell_slot(cell),
                centre: self.plan.cell(cell),
                size: (CELL, CELL),
                look: SlotLook::Outline,
                name: self.cell_name(cell),
                caption: None,
                key: None,
            });
            if let Some(pile) = self.view.puzzle.pile_of(cell) {
                let id = PieceId(800 + cell.index() as u16);
                pieces.push(token(id, pile, cell_slot(cell), 0));
            }
        }
    }

    /// The letters of the rows and the digits of the columns.
    fn grid_labels(&self) -> Vec<Label> {
        let rows = (0..self.view.puzzle.rows).filter_map(|row| Cell::new(row, 0)).map(|cell| Label {
            centre: (MARGIN + LABEL / 2.0, self.plan.cell(cell).1),
            text: char::from(b'A' + cell.row()).to_string(),
        });
        let columns = (0..COLUMNS).filter_map(|column| Cell::new(0, column)).map(|cell| Label {
            centre: (self.plan.cell(cell).0, MARGIN + LABEL / 2.0),
            text: (cell.column() + 1).to_string(),
        });
        // A token hides the sign; what a joker swap makes a mystery is told in the panel.
        let puzzle = &self.view.puzzle;
        let is_bare = |cell: &Cell| puzzle.has_mystery_in(*cell) && puzzle.pile_of(*cell).is_none();
        let mysteries = Cell::all(puzzle.rows).filter(is_bare);
        let signs = mysteries.map(|cell| Label { centre: self.plan.cell(cell), text: "?".to_owned() });
        rows.chain(columns).chain(signs).collect()
    }

    /// All words on the cloth that belong to no slot.
    fn labels(&self) -> Vec<Label> {
        let below = |at: f32| {
            let (x, y) = self.plan.lower(at);
            (x, y + CARD.1 / 2.0 + 17.0)
        };
        let aisle = AISLE / (CARD.0 + GAP);
        let mut labels = self.grid_labels();
        labels.push(Label { centre: below(1.5), text: "market".to_owned() });
        labels.push(Label { centre: below(5.5 + aisle), text: "hand".to_owned() });
        for (number, pile) in self.view.puzzle.piles.iter().enumerate() {
            let (x, y) = self.plan.pile(number);
            let room = self.plan.pile_width() - PRICE - CARD.0 - GAP;
            let centre = (x + CARD.0 / 2.0 + GAP + room / 2.0, y + CARD.1 / 2.0 + 17.0);
            labels.push(Label { centre, text: format!("for {}", pile.price.words()) });
        }
        labels
    }

    fn cell_name(&self, cell: Cell) -> String {
        match self.view.puzzle.pile_of(cell) {
            Some(pile) => format!("cell {cell}, pile {}", pile + 1),
            None => format!("cell {cell}"),
        }
    }

    fn lay_holder(&self, slots: &mut Vec<Slot>, pieces: &mut Vec<Piece>) {
        let x = MARGIN + LABEL + 4.0 * CELL + AISLE + CARD.0 / 2.0;
        let count = self.view.puzzle.mysteries();
        for place in 0..count {
            let lower = 18.0 * place as f32;
            slots.push(Slot {
                id: mystery_slot(place),
                centre: (x, MARGIN + CARD.1 / 2.0 + lower),
                size: CARD,
                look: SlotLook::Outline,
                name: if count == 1 { "mystery".to_owned() } else { format!("mystery {}", place + 1) },
                caption: (place + 1 == count).then(|| self.mystery_caption()),
                key: None,
            });
            let shown =
                self.view.over.as_ref().and_then(|over| over.mystery.get(place)).map(|card| Face::French(*card));
            let (id, slot) = (mystery_piece(place), mystery_slot(place));
            pieces.push(Piece { id, face: shown.unwrap_or(Face::Back), slot, height: place as u16, movable: false });
        }
        let lower = 18.0 * count.saturating_sub(1) as f32;
        slots.push(Slot {
            id: STONE,
            centre: (x, MARGIN + CARD.1 + CAPTION + GAP + CARD.1 / 2.0 + lower),
            size: CARD,
            look: SlotLook::Outline,
            name: "stone".to_owned(),
            caption: Some(format!("stone · {}", self.view.stone)),
            key: None,
        });
        // The stone lies in a slot of its own: of a pile only the top is drawn whole.
        let on_top = slots.last().cloned();
        slots.extend(on_top.map(|slot| Slot { id: ON_TOP, look: SlotLook::Bare, caption: None, ..slot }));
        if self.view.stone > 0 {
            pieces.push(Piece { id: PieceId(720), face: Face::Back, slot: STONE, height: 0, movable: false });
            pieces.push(Piece { id: PieceId(721), face: Face::Stone, slot: ON_TOP, height: 1, movable: false });
        }
    }

    /// The mystery, with its cell where there is one.
    fn mystery_caption(&self) -> String {
        match &self.view.puzzle.mystery {
            Mystery::Cells(cells) if cells.len() == 1 && self.view.puzzle.mysteries() == 1 => {
                format!("mystery {}", cells[0])
            }
            _ => "mystery".to_owned(),
        }
    }

    fn lay_pile(&self, pile: usize, slots: &mut Vec<Slot>, pieces: &mut Vec<Piece>) {
        let centre = self.plan.pile(pile);
        let (up, down) = (&self.up[pile], self.down[pile]);
        let price = self.view.puzzle.piles[pile].price;
        slots.push(Slot {
            id: pile_slot(pile),
            centre,
            size: CARD,
            look: SlotLook::Outline,
            name: format!("pile {}, {}", pile + 1, price.words()),
            caption: Some(match down {
                0 => format!("pile {}", pile + 1),
                down => format!("pile {} · {down} left", pile + 1),
            }),
            key: Some((4 * (pile % self.plan.columns) as i8, (pile / self.plan.columns) as i8)),
        });
        for (place, height) in (up.len()..up.len() + down).rev().zip(0..) {
            let id = pile_piece(pile, place);
            pieces.push(Piece { id, face: Face::Back, slot: pile_slot(pile), height, movable: false });
        }
        for (place, answer) in up.iter().enumerate() {
            let slot = up_slot(pile, place);
            let x = centre.0 + CARD.0 + GAP + FAN * place as f32;
            slots.push(Slot {
                id: slot,
                centre: (x, centre.1),
                size: CARD,
                look: SlotLook::Bare,
                name: format!("pile {}, answer {}", pile + 1, place + 1),
                caption: None,
                key: None,
            });
            // Each lies on the one before it.
            let height = place as u16;
            pieces.push(Piece { id: pile_piece(pile, place), face: face_of(*answer), slot, height, movable: false });
        }
        for (number, (dx, dy)) in pattern(price).into_iter().enumerate() {
            let slot = price_slot(pile, number);
            slots.push(Slot {
                id: slot,
                centre: (centre.0 - CARD.0 / 2.0 - PRICE / 2.0 + dx, centre.1 + dy),
                size: (CELL, CELL),
                look: SlotLook::Bare,
                name: format!("price of pile {}", pile + 1),
                caption: None,
                key: None,
            });
            pieces.push(token(PieceId(900 + (pile * 8 + number) as u16), pile, slot, number as u16));
        }
    }

    fn lay_low(&self, slots: &mut Vec<Slot>, pieces: &mut Vec<Piece>) {
        let row = self.plan.pile_rows() as i8;
        let mut place = |id, at: f32, name: String, caption: Option<String>, key| {
            let (centre, size) = (self.plan.lower(at), CARD);
            slots.push(Slot { id, centre, size, look: SlotLook::Outline, name, caption, key });
        };
        place(DECK, 0.0, "low deck".to_owned(), Some(format!("{} low cards", self.low_left)), None);
        let aisle = AISLE / (CARD.0 + GAP);
        for number in 0..2 {
            let at = 1.0 + number as f32;
            place(market_slot(number), at, format!("market {}", number + 1), None, Some((number as i8, row)));
        }
        for number in 0..HAND {
            let at = 3.0 + aisle + number as f32;
            place(hand_slot(number), at, format!("hand {}", number + 1), None, Some((2 + number as i8, row)));
        }
        place(DUMP, 9.0 + 2.0 * aisle, "out of play".to_owned(), Some(format!("{} out", self.dumped.len())), None);
        let sheets = self.low_left.div_ceil(8) as u16;
        pieces.extend((0..sheets).map(|height| Piece {
            id: PieceId(300 + height),
            face: Face::Back,
            slot: DECK,
            height,
            movable: false,
        }));
        let is_on = self.view.over.is_none();
        let low = |card: Card, slot, movable| Piece {
            id: low_piece(card),
            face: Face::French(card),
            slot,
            height: 0,
            movable: movable && is_on,
        };
        pieces.extend(self.market.iter().enumerate().map(|(number, card)| low(*card, market_slot(number), true)));
        pieces
            .extend(in_order(&self.hand).iter().enumerate().map(|(number, card)| low(*card, hand_slot(number), true)));
        // Only the last few are drawn; nobody looks through what is out of play here.
        let shown = self.dumped.len().saturating_sub(4);
        for (card, height) in self.dumped[shown..].iter().zip(0..) {
            pieces.push(Piece { face: Face::Back, height, ..low(*card, DUMP, false) });
        }
    }
}

fn token(id: PieceId, pile: usize, slot: SlotId, height: u16) -> Piece {
    Piece { id, face: Face::Token(pile as u8), slot, height, movable: false }
}

fn face_of(answer: Answer) -> Face {
    match answer {
        Answer::Card(card) => Face::French(card),
        Answer::Joker(number) => Face::Joker(number),
    }
}

/// The hand as it is shown: equal numbers side by side.
fn in_order(hand: &[Card]) -> ArrayVec<Card, HAND> {
    let mut cards: ArrayVec<Card, HAND> = hand.iter().copied().take(HAND).collect();
    cards.sort_unstable_by_key(|card| (card.rank(), card.suit()));
    cards
}

/// Where the tokens of a price lie around its middle, as the rulebook draws them: a row is one number, a column one suit, overlapping
/// ones a straight flush, two rows two groups.
fn pattern(price: Price) -> Vec<(f32, f32)> {
    let line = |count: u8, step: f32| {
        let middle = f32::from(count - 1) / 2.0;
        (0..count).map(move |number| (f32::from(number) - middle) * step)
    };
    // As far apart as they have room.
    let row = |count: u8, y: f32| {
        let step = BESIDE.min(IN_A_ROW / f32::from(count - 1));
        line(count, step).map(move |x| (x, y))
    };
    match price {
        Price::Same(count) => row(count, 0.0).collect(),
        Price::Suit(count) => line(count, BESIDE.min(CARD.1 * 0.75 / f32::from(count - 1))).map(|y| (0.0, y)).collect(),
        Price::Flush(count) => line(count, OVERLAPPING).map(|y| (0.0, y)).collect(),
        Price::Groups(first, second) => row(first, -BESIDE / 1.8).chain(row(second, BESIDE / 1.8)).collect(),
    }
}

impl View {
    /// The way to pay a pile, with this card if one is named, that leaves the best hand.
    pub fn best_payment(&self, pile: usize, with: Option<Card>) -> Option<ArrayVec<Card, HAND>> {
        let out: CardSet = self.hand.iter().chain(&self.dumped).copied().collect();
        let alive: CardSet = low_deck(&self.puzzle).into_iter().filter(|card| !out.contains(*card)).collect();
        let left = |paid: &ArrayVec<Card, HAND>| {
            let rest: CardSet = self.hand.iter().copied().filter(|card| !paid.contains(card)).collect();
            let piles = self.puzzle.piles.iter().zip(&self.down).filter(|(_, down)| **down > 0);
            promise(rest, alive, piles.map(|(pile, _)| (pile.price, 1.0)))
        };
        let ways = self.payments(pile).into_iter().filter(|paid| with.is_none_or(|card| paid.contains(&card)));
        ways.max_by(|one, other| left(one).total_cmp(&left(other)))
    }
}

impl Tabletop for MysteryMachine {
    fn layout(view: &View) -> Layout {
        Scene::of(view).layout()
    }

    fn beats(before: &View, events: &[Event], after: &View) -> Vec<Beat> {
        let mut scene = Scene::of(before);
        let mut beats = Vec::new();
        let mut beat = |scene: &Scene<'_>, cue| beats.push(Beat::new(scene.layout(), cue));
        for event in events {
            match event {
                Event::Picked { card, dumped, dropped } => {
                    scene.market.clear();
                    scene.hand.retain(|held| Some(*held) != *dropped);
                    let _ = scene.hand.try_push(*card);
                    scene.dumped.extend(dumped.iter().chain(dropped));
                    beat(&scene, Cue::Place);
                }
                Event::Came(cards) => {
                    scene.market.clone_from(cards);
                    scene.low_left = scene.low_left.saturating_sub(cards.len());
                    beat(&scene, Cue::Deal);
                }
                Event::Asked { pile, with, answer } => {
                    scene.hand.retain(|held| !with.contains(held));
                    scene.dumped.extend(with);
                    beat(&scene, Cue::Take);
                    let pile = usize::from(*pile);
                    if let (Some(up), Some(down)) = (scene.up.get_mut(pile), scene.down.get_mut(pile)) {
                        up.push(*answer);
                        *down = down.saturating_sub(1);
                    }
                    beat(&scene, Cue::Place);
                }
                Event::Guessed { .. } => {}
            }
        }
        let last = Self::layout(after);
        match beats.last_mut() {
            Some(shown) if shown.layout.pieces == last.pieces => shown.layout = last,
            _ => beats.push(Beat::new(last, Cue::Place)),
        }
        beats
    }

    fn opening(view: &View) -> Vec<Beat> {
        opening::beats(view)
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let hand = in_order(&view.hand);
        let of = |piece: PieceId, cards: &[Card]| cards.iter().copied().find(|card| low_piece(*card) == piece);
        let held = gesture.piece.and_then(|piece| of(piece, &hand));
        let taken = gesture.piece.and_then(|piece| of(piece, &view.market));
        if let Some(pile) = (0..MOST_PILES).find(|pile| pile_slot(*pile) == gesture.slot) {
            if gesture.piece.is_some() && held.is_none() {
                return None;
            }
            // What cannot be paid is refused with its price.
            let with = view.best_payment(pile, held).or_else(|| (!hand.is_empty()).then(|| hand.clone()))?;
            return (pile < view.down.len()).then_some(Move::Ask { pile: pile as u8, with });
        }
        let place = (0..HAND).find(|place| hand_slot(*place) == gesture.slot);
        match (taken, place) {
            // A full hand gives the card up that the new one is laid on.
            (Some(card), Some(place)) if hand.is_full() => Some(Move::Pick { card, drop: hand.get(place).copied() }),
            (Some(card), Some(_)) => Some(Move::Pick { card, drop: None }),
            _ if gesture.piece.is_some() || hand.is_full() => None,
            _ => {
                let place = (0..2).find(|place| market_slot(*place) == gesture.slot)?;
                Some(Move::Pick { card: *view.market.get(place)?, drop: None })
            }
        }
    }

    fn meaningless(view: &View, gesture: &Gesture) -> Illegal {
        let is_new = view.market.iter().any(|card| Some(low_piece(*card)) == gesture.piece);
        let pile = (0..view.down.len()).find(|pile| pile_slot(*pile) == gesture.slot);
        match pile.map(|pile| (pile, view.puzzle.piles[pile].price)) {
            Some((pile, price)) if !is_new => {
                Illegal::because("#prices", format_args!("pile {} costs {}", pile + 1, price.words()))
            }
            _ if is_new => Illegal::because("#the-turn", "a card of the market goes into the hand"),
            _ => Illegal::because("#the-turn", "a card of the hand goes to a pile that it helps to pay"),
        }
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let list = |cards: &[Card]| cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" ");
        match mv {
            Move::Pick { card, drop } => {
                let other = view.market.iter().copied().find(|other| other != card);
                let marks = other.iter().chain(drop).map(|card| (low_piece(*card), Mark::Gone)).collect();
                Preview { marks, points: None, sentence: format!("takes {}", card.pretty()) }
            }
            Move::Ask { with, .. } => {
                let marks = with.iter().map(|card| (low_piece(*card), Mark::Gone)).collect();
                Preview { marks, points: None, sentence: format!("pays {}", list(with)) }
            }
            Move::Guess(_) => Preview::default(),
        }
    }

    fn prompt(view: &View) -> String {
        let can_ask = (0..view.puzzle.piles.len()).any(|pile| !view.payments(pile).is_empty());
        match &view.over {
            Some(over) if over.right => "The mystery is solved".to_owned(),
            Some(_) => "The mystery was another".to_owned(),
            None if view.market.is_empty() && can_ask => "Ask with what is held, or name the mystery".to_owned(),
            None if view.market.is_empty() => "Nothing more can be asked: name the mystery".to_owned(),
            None if view.hand.is_full() && can_ask => "Ask a lit pile, or lay a new card on one of the hand".to_owned(),
            None if view.hand.is_full() => "Lay a new card on the one of the hand that goes".to_owned(),
            None if can_ask => "Pick one of the two cards, ask a lit pile, or name the mystery".to_owned(),
            None => "Pick one of the two cards".to_owned(),
        }
    }

    fn described(view: &View) -> String {
        let spoken = |cards: &[Card]| match cards {
            [] => "nothing".to_owned(),
            cards => cards.iter().map(|card| card.spoken()).collect::<Vec<_>>().join(", "),
        };
        let mut text = format!("The market: {}. The hand: {}.", spoken(&view.market), spoken(&in_order(&view.hand)));
        for (pile, shop) in view.puzzle.piles.iter().enumerate() {
            let cells = shop.cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(", ");
            let up: Vec<String> = view.up[pile].iter().map(|answer| face_of(*answer).spoken()).collect();
            let up = if up.is_empty() { "nothing".to_owned() } else { up.join(", ") };
            text += &format!(
                " Pile {}, cells {cells}, costs {}: {up} is up, {} face down.",
                pile + 1,
                shop.price.words(),
                view.down[pile]
            );
        }
        text
    }

    fn subject(options: &Options) -> Option<String> {
        options.read().ok().map(|puzzle| puzzle.title)
    }

    fn bookmark(view: &View) -> String {
        let asked = counted(view.questions, "question", "questions");
        format!("{}: {asked}, {} left", view.puzzle.title, counted(view.low_left, "low card", "low cards"))
    }

    fn account(view: &View) -> Vec<String> {
        let known = shipped::index().into_iter().find(|known| known.id == view.puzzle.id);
        let is_ours = known.is_some() && shipped::find(&view.puzzle.id).is_some_and(|puzzle| puzzle == *view.puzzle);
        let par = known.filter(|_| is_ours).and_then(|known| known.ratio());
        let mut parts = vec![counted(view.questions, "question", "questions")];
        parts.extend(par.map(|par| format!("par {}", par.mixed())));
        parts.extend(view.puzzle.printed_par.map(|par| format!("printed par {par}")));
        vec![parts.join(" · ")]
    }

    fn told(_: &Move, events: &[Event]) -> String {
        events.iter().filter_map(told).collect::<Vec<_>>().join(" · ")
    }
}

fn told(event: &Event) -> Option<String> {
    let list = |cards: &[Card]| cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" ");
    match event {
        Event::Picked { card, dropped: None, .. } => Some(card.pretty()),
        Event::Picked { card, dropped: Some(dropped), .. } => {
            Some(format!("{} for {}", card.pretty(), dropped.pretty()))
        }
        Event::Came(_) => None,
        Event::Asked { pile, with, answer } => {
            let answer = match answer {
                Answer::Card(card) => card.pretty(),
                Answer::Joker(_) => "a joker".to_owned(),
            };
            Some(format!("{} → pile {}: {answer}", list(with), pile + 1))
        }
        Event::Guessed { cards, right, .. } => {
            Some(format!("{}: {}", list(cards), if *right { "right" } else { "wrong" }))
        }
    }
}
