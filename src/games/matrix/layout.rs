//! Where everything of Matrix Solitaire lies: the matrix in the middle, the current card and the deck to its left, what
//! left the matrix to its right.
//!
//! One table unit is a hundredth of a card's width.

use crate::cards::{Card, Suit};
use crate::engine::layout::{
    Beat, Cue, Face, Gesture, Layout, Mark, MoveOption, Piece, PieceId, Preview, Slot as TableSlot, SlotId, SlotLook,
    Tabletop,
};
use crate::engine::lesson::Lesson;

use super::board::{Board, ScoredChain, Slot, Step};
use super::rules::{Ending, Event, MatrixSolitaire, Play, View, cards, points};

const CARD: (f32, f32) = (100.0, 140.0);
const GAP: f32 = 14.0;
const MARGIN: f32 = 26.0;
/// Between the matrix and the piles beside it.
const AISLE: f32 = 64.0;
/// Room under the piles for their captions.
const CAPTION: f32 = 34.0;

/// The slot of the card to be played.
pub const CURRENT: SlotId = SlotId(10);
/// The slot of the deck, the next card face up on it.
pub const DECK: SlotId = SlotId(11);
/// The slot where chains go.
pub const WON: SlotId = SlotId(12);
/// The slot where cards go that a Spade took.
pub const OUT: SlotId = SlotId(13);

/// A pile looks this many cards thick at the most.
const THICKEST: usize = 4;

/// The table's slot for a slot of the matrix.
pub fn table_slot(slot: Slot) -> SlotId {
    SlotId(slot.index() as u16)
}

/// The slot of the matrix for a slot of the table; `None` for the piles beside it.
pub fn matrix_slot(id: SlotId) -> Option<Slot> {
    Slot::all().nth(usize::from(id.0))
}

fn piece_id(card: Card) -> PieceId {
    PieceId(u16::from(card.index()))
}

/// What is needed to lay the table, at rest or in the middle of a play.
struct Scene<'a> {
    board: &'a Board,
    current: Option<Card>,
    next: Option<Card>,
    deck_left: usize,
    won: usize,
    out: usize,
    /// Cards on their way out: chains face up to their pile, a taken card face down to its.
    leaving: Vec<(Card, SlotId)>,
}

impl Scene<'_> {
    fn of(view: &View) -> Scene<'_> {
        Scene {
            board: &view.board,
            current: view.current,
            next: view.next,
            deck_left: view.deck_left,
            won: view.gathered,
            out: view.taken,
            leaving: Vec::new(),
        }
    }

    fn layout(&self) -> Layout {
        let mut pieces = Vec::with_capacity(24);
        self.lay_pile(&mut pieces, DECK, 100, self.deck_left.saturating_sub(usize::from(self.next.is_some())));
        self.lay_pile(&mut pieces, WON, 110, self.won);
        self.lay_pile(&mut pieces, OUT, 120, self.out);
        if let Some(next) = self.next {
            pieces.push(card_at(next, DECK, THICKEST as u16));
        }
        if let Some(current) = self.current {
            pieces.push(Piece { movable: true, ..card_at(current, CURRENT, 0) });
        }
        for (slot, card) in self.board.cards() {
            pieces.push(card_at(card, table_slot(slot), 0));
        }
        for (height, (card, slot)) in (THICKEST as u16..).zip(&self.leaving) {
            let face = if *slot == OUT { Face::Back } else { Face::French(*card) };
            pieces.push(Piece { face, ..card_at(*card, *slot, height) });
        }
        Layout {
            size: table_size(),
            slots: self.slots(),
            pieces,
            options: self.option().into_iter().collect(),
            ..Layout::default()
        }
    }

    fn lay_pile(&self, pieces: &mut Vec<Piece>, slot: SlotId, first: u16, cards: usize) {
        // One sheet drawn for every eight cards, so a pile visibly shrinks and grows.
        let thickness = cards.div_ceil(8).min(THICKEST) as u16;
        for height in 0..thickness {
            pieces.push(Piece { id: PieceId(first + height), face: Face::Back, slot, height, movable: false });
        }
    }

    fn slots(&self) -> Vec<TableSlot> {
        let mut slots: Vec<TableSlot> = Slot::all().map(matrix_place).collect();
        let caption_deck = match (self.next, self.deck_left) {
            (None, 0) => "deck used up".to_owned(),
            (None, left) => format!("{left} left"),
            (Some(_), left) => format!("next · {left} left"),
        };
        slots.push(side_place(CURRENT, 0, true, "current card", "to play".to_owned()));
        slots.push(side_place(DECK, 1, true, "deck", caption_deck));
        slots.push(side_place(WON, 0, false, "chains", format!("{} in chains", self.won)));
        slots.push(side_place(OUT, 1, false, "taken cards", format!("{} taken", self.out)));
        slots
    }

    fn option(&self) -> Option<MoveOption> {
        let next = self.next.filter(|_| self.current.is_some_and(|card| card.suit() == Suit::Clubs))?;
        Some(MoveOption {
            key: 'B',
            label: format!("Bury {}", next.pretty()),
            explanation: format!("With this Club, put {} from the top of the deck to its bottom", next.pretty()),
            near: Some(DECK),
            links: Vec::new(),
        })
    }
}

fn table_size() -> (f32, f32) {
    let width = 2.0 * MARGIN + 5.0 * CARD.0 + 2.0 * GAP + 2.0 * AISLE;
    let height = 2.0 * MARGIN + 3.0 * CARD.1 + 2.0 * GAP;
    (width, height)
}

fn matrix_place(slot: Slot) -> TableSlot {
    let (column, row_from_top) = (f32::from(slot.column()), f32::from(2 - slot.row()));
    let left = MARGIN + CARD.0 + AISLE + CARD.0 / 2.0;
    let top = MARGIN + CARD.1 / 2.0;
    TableSlot {
        id: table_slot(slot),
        centre: (left + column * (CARD.0 + GAP), top + row_from_top * (CARD.1 + GAP)),
        size: CARD,
        look: SlotLook::Outline,
        name: format!("slot {slot}"),
        caption: None,
        key: Some((slot.column() as i8, 2 - slot.row() as i8)),
    }
}

/// The piles: two on each side, centred on the matrix's height.
fn side_place(id: SlotId, place: u8, left: bool, name: &str, caption: String) -> TableSlot {
    let (width, height) = table_size();
    let x = MARGIN + CARD.0 / 2.0;
    let step = CARD.1 + CAPTION + GAP;
    let top = (height - step - CARD.1 - CAPTION) / 2.0 + CARD.1 / 2.0;
    TableSlot {
        id,
        centre: (if left { x } else { width - x }, top + f32::from(place) * step),
        size: CARD,
        look: SlotLook::Outline,
        name: name.to_owned(),
        caption: Some(caption),
        key: None,
    }
}

fn card_at(card: Card, slot: SlotId, height: u16) -> Piece {
    Piece { id: piece_id(card), face: Face::French(card), slot, height, movable: false }
}

impl Tabletop for MatrixSolitaire {
    fn lesson() -> Option<Lesson<MatrixSolitaire>> {
        Some(super::lesson::lesson())
    }

    fn layout(view: &View) -> Layout {
        Scene::of(view).layout()
    }

    fn beats(before: &View, events: &[Event], after: &View) -> Vec<Beat> {
        let mut scene = Scene { current: None, ..Scene::of(before) };
        let mut beats: Vec<Beat> = Vec::new();
        for event in events {
            scene.leaving.clear();
            let (cue, floats, board) = match event {
                Event::Laid { took, pushed, board, .. } => {
                    scene.leaving.extend(took.map(|card| (card, OUT)));
                    let cue = match (took, pushed) {
                        (Some(_), _) => Cue::Take,
                        (None, true) => Cue::Push,
                        (None, false) => Cue::Place,
                    };
                    (cue, Vec::new(), board)
                }
                Event::Fell { board } => (Cue::Fall, Vec::new(), board),
                Event::Gathered { chains, board } => {
                    let leaving = scene.board.cards().filter(|(slot, _)| board.card(*slot).is_none());
                    scene.leaving = leaving.map(|(_, card)| (card, WON)).collect();
                    (chain_cue(chains.iter().map(|(_, chain)| chain)), chain_floats(chains), board)
                }
                Event::Buried { .. } | Event::Drew { .. } => continue,
            };
            scene.board = board;
            beats.push(Beat { floats, ..Beat::new(scene.layout(), cue) });
        }
        beats.push(Beat::new(Self::layout(after), Cue::Deal));
        beats
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Play> {
        let current = view.current?;
        if gesture.piece.is_some_and(|piece| piece != piece_id(current)) {
            return None;
        }
        let slot = matrix_slot(gesture.slot)?;
        let bury = gesture.option.is_some() && current.suit() == Suit::Clubs && view.next.is_some();
        Some(Play { slot, bury })
    }

    fn preview(view: &View, play: &Play) -> Preview {
        let Some(card) = view.current else { return Preview::default() };
        let mut board = view.board;
        let mut marks = Vec::new();
        if let Some(under) = view.board.card(play.slot).filter(|_| card.suit() == Suit::Spades) {
            marks.push((piece_id(under), Mark::Gone));
        }
        let mut last = board;
        let tally = board.play_stepwise(card, play.slot, |step, now| {
            if let Step::Gathered { groups } = step {
                let mask = groups[0] | groups[1] | groups[2];
                let cards = Slot::of_mask(mask).filter_map(|slot| last.card(slot));
                marks.extend(cards.map(|card| (piece_id(card), Mark::Scores)));
            }
            last = *now;
        });
        for (slot, moved) in board.cards() {
            if moved != card && view.board.card(slot) != Some(moved) {
                marks.push((piece_id(moved), Mark::Moves(table_slot(slot))));
            }
        }
        let points = tally.points();
        let full = board.is_full();
        let sentence = preview_sentence(view, card, *play, &tally.chains(), full);
        Preview { marks, points: (points > 0).then_some(i32::from(points)), sentence }
    }

    fn prompt(view: &View) -> String {
        match (view.ending, view.current) {
            (Some(Ending::MatrixFull), _) => "The matrix is full".to_owned(),
            (Some(Ending::DeckUsedUp), _) => "The deck is used up".to_owned(),
            (None, Some(card)) => {
                let how = match card.suit() {
                    Suit::Spades => "a lit slot, or onto a lower card to take it",
                    Suit::Hearts => "any empty slot; it will float there",
                    Suit::Diamonds => "a lit slot, or under cards to push them up",
                    Suit::Clubs if view.next.is_some() => "a lit slot; B buries the next card with it",
                    Suit::Clubs => "a lit slot",
                };
                format!("Play {} to {how}", card.pretty())
            }
            (None, None) => String::new(),
        }
    }

    fn described(view: &View) -> String {
        let mut text = String::new();
        match view.current {
            Some(card) => text += &format!("To play: {}. ", card.spoken()),
            None => text += "No card is left to play. ",
        }
        if let Some(next) = view.next {
            text += &format!("Next: {}; {} left in the deck. ", next.spoken(), view.deck_left);
        }
        let lying: Vec<String> = view.board.cards().map(|(slot, card)| format!("{slot} {}", card.spoken())).collect();
        let matrix = if lying.is_empty() { "empty".to_owned() } else { lying.join(", ") };
        text + &format!("In the matrix: {matrix}. {} so far.", points(view.score()))
    }

    fn bookmark(view: &View) -> String {
        let left = view.deck_left + usize::from(view.current.is_some());
        format!("{} left, {}", cards(left), points(view.score()))
    }

    fn told(play: &Play, events: &[Event]) -> String {
        let mut text = String::new();
        for event in events {
            match event {
                Event::Laid { card, slot, took, pushed, .. } => {
                    text = format!("{} {slot}", card.pretty());
                    if let Some(took) = took {
                        text += &format!(" takes {}", took.pretty());
                    }
                    if *pushed {
                        text += " pushes";
                    }
                }
                Event::Gathered { chains, .. } => {
                    for (_, chain) in chains {
                        text += &format!(" · {} cards +{}", chain.size, chain.points);
                    }
                }
                Event::Buried { card } => text += &format!(" · {} buried", card.pretty()),
                Event::Fell { .. } | Event::Drew { .. } => {}
            }
        }
        if text.is_empty() { play.to_string() } else { text }
    }
}

fn chain_cue<'a>(chains: impl Iterator<Item = &'a ScoredChain>) -> Cue {
    let finest = chains.map(|chain| chain.paid_as).max().unwrap_or(3);
    Cue::Chain(finest.saturating_sub(2).clamp(1, 4))
}

/// Each chain's points rise from its middle card.
fn chain_floats(chains: &[(u16, ScoredChain)]) -> Vec<(SlotId, String)> {
    let mut floats = Vec::new();
    for (mask, chain) in chains {
        let slots: Vec<Slot> = Slot::of_mask(*mask).collect();
        if let Some(slot) = slots.get(slots.len() / 2) {
            floats.push((table_slot(*slot), format!("+{}", chain.points)));
        }
    }
    floats
}

fn preview_sentence(view: &View, card: Card, play: Play, chains: &[ScoredChain], full: bool) -> String {
    let mut parts = Vec::new();
    match (view.board.card(play.slot), card.suit()) {
        (Some(under), Suit::Spades) => parts.push(format!("takes {}", under.pretty())),
        (Some(under), Suit::Diamonds) => parts.push(format!("pushes {} up", under.pretty())),
        _ => {}
    }
    match chains {
        [] => {}
        [chain] => parts.push(format!("a chain of {}: +{}", chain.size, chain.points)),
        _ => {
            let sizes: Vec<String> = chains.iter().map(|chain| chain.size.to_string()).collect();
            let points: u16 = chains.iter().map(|chain| chain.points).sum();
            parts.push(format!("chains of {}, upgraded: +{points}", sizes.join(" and ")));
        }
    }
    if full {
        parts.push("fills the matrix and ends the game".to_owned());
    }
    if let (true, Some(next)) = (play.bury, view.next) {
        parts.push(format!("buries {}", next.pretty()));
    }
    if parts.is_empty() { String::new() } else { format!("{} {}: {}", card.pretty(), play.slot, parts.join(", ")) }
}
