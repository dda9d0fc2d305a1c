//! Where everything of Matrix Solitaire lies: the matrix in the middle, the current card and the deck to its left, what
//! left the matrix to its right.
//!
//! One table unit is a hundredth of a card's width.

use crate::cards::{Card, Suit};
use crate::engine::lesson::Lesson;
use crate::engine::tabletop::{Setup, Tabletop};
use crate::layout::build::{grid, on_pile, pile};
use crate::layout::{Area, AreaId, Beat, CARD, Cue, Face, Gesture, Layout, Mark, MoveOption, Numbered, Piece, PieceId};
use crate::layout::{Place, Point, Preview};

use super::board::{Board, PlayStep, ScoredChain, Slot};
use super::rules::{Ending, Event, MatrixSolitaire, Play, View, cards, points};

const GAP: f32 = 14.0;
const MARGIN: f32 = 26.0;
/// Between the matrix and the piles beside it.
const AISLE: f32 = 64.0;
/// Room under the piles for their captions.
const CAPTION: f32 = 34.0;

/// A pile looks this many cards thick at the most.
const THICKEST: usize = 4;

/// The areas of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatrixArea {
    Slot(Slot),
    /// The card to be played.
    Current,
    /// The deck, the next card face up on it.
    Deck,
    /// Where chains go.
    Chains,
    /// Where cards go that a Spade took.
    Taken,
}

impl Numbered for MatrixArea {
    fn all() -> impl Iterator<Item = MatrixArea> {
        use MatrixArea::{Chains, Current, Deck, Taken};
        Slot::all().map(MatrixArea::Slot).chain([Current, Deck, Chains, Taken])
    }
}

/// The pieces: cards that are known, those face down in the deck by how many lie under them, and the sheets that the piles
/// of played cards are drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MatrixPiece {
    Card(Card),
    InDeck(u8),
    InChains(u8),
    Taken(u8),
}

impl Numbered for MatrixPiece {
    fn all() -> impl Iterator<Item = MatrixPiece> {
        let deck = (0..Card::COUNT as u8).map(MatrixPiece::InDeck);
        let played = (0..THICKEST as u8).flat_map(|sheet| [MatrixPiece::InChains(sheet), MatrixPiece::Taken(sheet)]);
        Card::all().map(MatrixPiece::Card).chain(deck).chain(played)
    }
}

fn piece_of(card: Card) -> PieceId {
    PieceId::of(MatrixPiece::Card(card))
}

/// The slot of the matrix for an area of the table; `None` for the piles beside it.
fn slot_of(area: AreaId) -> Option<Slot> {
    match area.to()? {
        MatrixArea::Slot(slot) => Some(slot),
        _ => None,
    }
}

/// What is needed to lay the table, at rest or in the middle of a play.
struct MatrixScene<'a> {
    board: &'a Board,
    current: Option<Card>,
    next: Option<Card>,
    deck_left: usize,
    in_chains: usize,
    taken: usize,
    /// Cards on their way out: chains face up to their pile, a taken card face down to its.
    leaving: Vec<(Card, MatrixArea)>,
}

impl MatrixScene<'_> {
    fn of(view: &View) -> MatrixScene<'_> {
        MatrixScene {
            board: &view.board,
            current: view.current,
            next: view.next,
            deck_left: view.deck_left,
            in_chains: view.gathered,
            taken: view.taken,
            leaving: Vec::new(),
        }
    }

    fn layout(&self) -> Layout {
        let under_next = self.deck_left.saturating_sub(usize::from(self.next.is_some()));
        let mut pieces = Vec::with_capacity(24);
        let hidden_below = under_next - thickness(under_next);
        pieces.extend(sheets(MatrixArea::Deck, under_next, |sheet| MatrixPiece::InDeck(sheet + hidden_below as u8)));
        pieces.extend(sheets(MatrixArea::Chains, self.in_chains, MatrixPiece::InChains));
        pieces.extend(sheets(MatrixArea::Taken, self.taken, MatrixPiece::Taken));
        if let Some(next) = self.next {
            let place = on_pile(centre(MatrixArea::Deck), THICKEST);
            pieces.push(card_at(next, MatrixArea::Deck, place).was(MatrixPiece::InDeck(under_next as u8)));
        }
        if let Some(current) = self.current {
            let place = Place::at(centre(MatrixArea::Current));
            pieces.push(card_at(current, MatrixArea::Current, place).movable(true));
        }
        for (slot, card) in self.board.cards() {
            let area = MatrixArea::Slot(slot);
            pieces.push(card_at(card, area, Place::at(centre(area))));
        }
        for (below, (card, area)) in (THICKEST..).zip(&self.leaving) {
            let face = if *area == MatrixArea::Taken { Face::Back } else { Face::French(*card) };
            pieces.push(Piece { face, ..card_at(*card, *area, on_pile(centre(*area), below)) });
        }
        Layout {
            size: table_size(),
            areas: self.areas(),
            pieces,
            options: self.option().into_iter().collect(),
            ..Layout::default()
        }
    }

    fn areas(&self) -> Vec<Area> {
        let deck = match (self.next, self.deck_left) {
            (None, 0) => "deck used up".to_owned(),
            (None, left) => format!("{left} left"),
            (Some(_), left) => format!("next · {left} left"),
        };
        let beside = |area, name, caption| Area::new(area, centre(area), CARD, name).outlined().with_caption(caption);
        let mut areas: Vec<Area> = Slot::all().map(matrix_area).collect();
        areas.push(beside(MatrixArea::Current, "current card", "to play".to_owned()));
        areas.push(beside(MatrixArea::Deck, "deck", deck));
        areas.push(beside(MatrixArea::Chains, "chains", format!("{} in chains", self.in_chains)));
        areas.push(beside(MatrixArea::Taken, "taken cards", format!("{} taken", self.taken)));
        areas
    }

    fn option(&self) -> Option<MoveOption> {
        let next = self.next.filter(|_| self.current.is_some_and(|card| card.suit() == Suit::Clubs))?;
        Some(MoveOption {
            key: 'B',
            label: format!("Bury {}", next.pretty()),
            explanation: format!(
                "Playing this club also moves {} from the top of the deck to the bottom",
                next.pretty()
            ),
            near: Some(AreaId::of(MatrixArea::Deck)),
            links: Vec::new(),
        })
    }
}

/// One sheet is drawn for every eight cards, so that a pile visibly shrinks and grows.
fn thickness(cards: usize) -> usize {
    cards.div_ceil(8).min(THICKEST)
}

fn sheets(area: MatrixArea, cards: usize, id: impl Fn(u8) -> MatrixPiece) -> impl Iterator<Item = Piece> {
    let places = pile(centre(area), thickness(cards)).zip(0..);
    places.map(move |(place, sheet)| Piece::new(id(sheet), Face::Back, area, place))
}

fn table_size() -> (f32, f32) {
    let width = 2.0 * MARGIN + 5.0 * CARD.0 + 2.0 * GAP + 2.0 * AISLE;
    let height = 2.0 * MARGIN + 3.0 * CARD.1 + 2.0 * GAP;
    (width, height)
}

/// The matrix in the middle, two piles on each side, centred on its height.
fn centre(area: MatrixArea) -> Point {
    let (width, height) = table_size();
    let left = MARGIN + CARD.0 / 2.0;
    let step = CARD.1 + CAPTION + GAP;
    let top = (height - step - CARD.1 - CAPTION) / 2.0 + CARD.1 / 2.0;
    match area {
        MatrixArea::Slot(slot) => {
            let first = (left + CARD.0 + AISLE, MARGIN + CARD.1 / 2.0);
            let row_from_top = usize::from(2 - slot.row());
            grid(first, (CARD.0 + GAP, CARD.1 + GAP), 3, 3 * row_from_top + usize::from(slot.column()))
        }
        MatrixArea::Current => (left, top),
        MatrixArea::Deck => (left, top + step),
        MatrixArea::Chains => (width - left, top),
        MatrixArea::Taken => (width - left, top + step),
    }
}

fn matrix_area(slot: Slot) -> Area {
    let area = MatrixArea::Slot(slot);
    Area::new(area, centre(area), CARD, format!("slot {slot}")).outlined().with_key(slot.column(), 2 - slot.row())
}

fn card_at(card: Card, area: MatrixArea, place: Place) -> Piece {
    Piece::new(MatrixPiece::Card(card), Face::French(card), area, place)
}

impl Setup for MatrixSolitaire {}

impl Tabletop for MatrixSolitaire {
    fn lesson() -> Option<Lesson<MatrixSolitaire>> {
        Some(super::lesson::lesson())
    }

    fn layout(view: &View) -> Layout {
        MatrixScene::of(view).layout()
    }

    fn beats(before: &View, events: &[Event], after: &View) -> Vec<Beat> {
        let mut scene = MatrixScene { current: None, ..MatrixScene::of(before) };
        let mut beats: Vec<Beat> = Vec::new();
        for event in events {
            scene.leaving.clear();
            let (cue, floats, board) = match event {
                Event::Laid { took, pushed, board, .. } => {
                    scene.leaving.extend(took.map(|card| (card, MatrixArea::Taken)));
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
                    scene.leaving = leaving.map(|(_, card)| (card, MatrixArea::Chains)).collect();
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
        if gesture.piece.is_some_and(|piece| piece != piece_of(current)) {
            return None;
        }
        let slot = slot_of(gesture.area)?;
        let bury = gesture.option.is_some() && current.suit() == Suit::Clubs && view.next.is_some();
        Some(Play { slot, bury })
    }

    fn preview(view: &View, play: &Play) -> Preview {
        let Some(card) = view.current else { return Preview::default() };
        let mut board = view.board;
        let mut marks = Vec::new();
        if let Some(under) = view.board.card(play.slot).filter(|_| card.suit() == Suit::Spades) {
            marks.push((piece_of(under), Mark::Gone));
        }
        let mut last = board;
        let tally = board.play_stepwise(card, play.slot, |step, now| {
            if let PlayStep::Gathered { groups } = step {
                let mask = groups[0] | groups[1] | groups[2];
                let cards = Slot::of_mask(mask).filter_map(|slot| last.card(slot));
                marks.extend(cards.map(|card| (piece_of(card), Mark::Scores)));
            }
            last = *now;
        });
        let full = board.is_full();
        let sentence = preview_sentence(view, card, *play, &tally.chains(), full);
        Preview { marks, sentence }
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

    fn describe_move(play: &Play, events: &[Event]) -> String {
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
fn chain_floats(chains: &[(u16, ScoredChain)]) -> Vec<(AreaId, String)> {
    let mut floats = Vec::new();
    for (mask, chain) in chains {
        let slots: Vec<Slot> = Slot::of_mask(*mask).collect();
        if let Some(slot) = slots.get(slots.len() / 2) {
            floats.push((AreaId::of(MatrixArea::Slot(*slot)), format!("+{}", chain.points)));
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
