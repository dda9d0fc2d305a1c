//! Where everything of Matrix Solitaire lies: the matrix in the middle, the current card and the deck to its left, what
//! left the matrix to its right.
//!
//! One table unit is a hundredth of a card's width.

use crate::cards::{Card, Suit};
use crate::engine::lesson::Lesson;
use crate::engine::tabletop::{Scene, Setup, Tabletop};
use crate::layout::build::{grid, on_pile, pile};
use crate::layout::{
    Area, AreaId, CARD, Cue, Exhibit, Face, Finale, Gesture, Layout, Mark, MoveOption, Numbered, Piece, PieceId, Point,
    Preview, Room, Spotlight, Telling,
};
use crate::words::{counted, in_points, joined, signed};

use super::board::{PlayStep, ScoredChain, Slot};
use super::rules::{Ending, Event, MatrixSolitaire, Play, TITLES, View, cards};

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
    /// The cards that left in chains.
    Chains,
    /// The cards that spades took.
    Taken,
}

impl Numbered for MatrixArea {
    fn all() -> impl Iterator<Item = MatrixArea> {
        use MatrixArea::{Chains, Current, Deck, Taken};
        Slot::all().map(MatrixArea::Slot).chain([Current, Deck, Chains, Taken])
    }
}

/// The pieces: known cards, cards face down in the deck by how many lie under them, and the sheets of which the piles
/// of played cards are drawn.
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

/// The table at rest or in the middle of a play. Cards that are `leaving` lie on their piles: those of chains face up,
/// a taken one face down.
fn lay_out(view: &View, leaving: &[(Card, MatrixArea)]) -> Layout {
    let under_next = view.deck_left.saturating_sub(usize::from(view.next.is_some()));
    let hidden_below = under_next - thickness(under_next);
    let mut pieces = Vec::with_capacity(24);
    pieces.extend(sheets(MatrixArea::Deck, under_next, |sheet| MatrixPiece::InDeck(sheet + hidden_below as u8)));
    pieces.extend(sheets(MatrixArea::Chains, view.gathered, MatrixPiece::InChains));
    pieces.extend(sheets(MatrixArea::Taken, view.taken, MatrixPiece::Taken));
    let next = view.next.map(|next| card_on(next, MatrixArea::Deck, THICKEST));
    pieces.extend(next.map(|piece| piece.was(MatrixPiece::InDeck(under_next as u8))));
    pieces.extend(view.current.map(|current| card_on(current, MatrixArea::Current, 0).movable(true)));
    pieces.extend(view.board.cards().map(|(slot, card)| card_on(card, MatrixArea::Slot(slot), 0)));
    for (below, (card, area)) in (THICKEST..).zip(leaving) {
        let face = if *area == MatrixArea::Taken { Face::Back } else { Face::French(*card) };
        pieces.push(Piece { face, ..card_on(*card, *area, below) });
    }
    Layout {
        size: table_size(),
        areas: areas(view),
        pieces,
        options: bury_option(view).into_iter().collect(),
        ..Layout::default()
    }
}

fn areas(view: &View) -> Vec<Area> {
    let deck = match (view.next, view.deck_left) {
        (None, 0) => "deck used up".to_owned(),
        (None, left) => format!("{left} left"),
        (Some(_), left) => format!("next · {left} left"),
    };
    let piles = [
        (MatrixArea::Current, "current card", "to play".to_owned()),
        (MatrixArea::Deck, "deck", deck),
        (MatrixArea::Chains, "chains", in_points(view.score())),
        (MatrixArea::Taken, "taken cards", format!("{} taken", view.taken)),
    ];
    let beside = piles.map(|(area, name, caption)| outlined(area, name).with_caption(caption));
    Slot::all().map(slot_area).chain(beside).collect()
}

fn slot_area(slot: Slot) -> Area {
    outlined(MatrixArea::Slot(slot), format!("{} slot", slot.place())).with_key(slot.column(), 2 - slot.row())
}

fn outlined(area: MatrixArea, name: impl Into<String>) -> Area {
    Area::new(area, centre(area), CARD, name).outlined()
}

fn bury_option(view: &View) -> Option<MoveOption> {
    let next = view.next.filter(|_| view.current.is_some_and(|card| card.suit() == Suit::Clubs))?.pretty();
    Some(MoveOption {
        key: 'B',
        label: format!("Bury {next}"),
        explanation: format!("Playing this club also moves {next} from the top of the deck to the bottom"),
        near: Some(AreaId::of(MatrixArea::Deck)),
        links: Vec::new(),
        only_shows: false,
    })
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

/// The card on so many sheets of a pile.
fn card_on(card: Card, area: MatrixArea, below: usize) -> Piece {
    Piece::new(MatrixPiece::Card(card), Face::French(card), area, on_pile(centre(area), below))
}

impl Setup for MatrixSolitaire {}

impl Tabletop for MatrixSolitaire {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn gentle_title(title: &str) -> Option<&'static str> {
        (title == TITLES[0].1).then_some("Below fifty points")
    }

    fn layout(view: &View, _: Room) -> Layout {
        lay_out(view, &[])
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.end = Cue::Deal;
        let View { board: before, gathered, taken, .. } = scene.view;
        scene.follow(event);
        let (cue, leaving): (Cue, Vec<(Card, MatrixArea)>) = match event {
            Event::Laid { took: Some(card), .. } => (Cue::Take, vec![(*card, MatrixArea::Taken)]),
            Event::Laid { pushed: true, .. } => (Cue::Push, Vec::new()),
            Event::Laid { .. } => (Cue::Place, Vec::new()),
            Event::Fell { .. } => (Cue::Fall, Vec::new()),
            Event::Gathered { chains, board } => {
                let gone = before.cards().filter(|(slot, _)| board.card(*slot).is_none());
                (chain_cue(chains), gone.map(|(_, card)| (card, MatrixArea::Chains)).collect())
            }
            Event::Buried { .. } | Event::Drew { .. } => return,
        };
        // What is on its way to a pile is not counted there yet.
        let on_its_way = View { gathered, taken, ..scene.view.clone() };
        scene.moment_of(lay_out(&on_its_way, &leaving), cue);
        let floats = if let Event::Gathered { chains, .. } = event { chain_floats(chains) } else { Vec::new() };
        floats.into_iter().for_each(|(area, words)| scene.float(area, words));
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Play> {
        let current = view.current?;
        if gesture.piece.is_some_and(|piece| piece != piece_of(current)) {
            return None;
        }
        let MatrixArea::Slot(slot) = gesture.area.to()? else { return None };
        let bury = gesture.option.is_some() && current.suit() == Suit::Clubs && view.next.is_some();
        Some(Play { slot, bury })
    }

    fn preview(view: &View, play: &Play) -> Preview {
        let Some(card) = view.current else { return Preview::default() };
        let taken = view.board.card(play.slot).filter(|_| card.suit() == Suit::Spades);
        let mut marks = Vec::from_iter(taken.map(|card| (piece_of(card), Mark::Gone)));
        let (mut board, mut last) = (view.board, view.board);
        let tally = board.play_stepwise(card, play.slot, |step, now| {
            if let PlayStep::Gathered { groups } = step {
                let mask = groups[0] | groups[1] | groups[2];
                let cards = Slot::of_mask(mask).filter_map(|slot| last.card(slot));
                marks.extend(cards.map(|card| (piece_of(card), Mark::Scores)));
            }
            last = *now;
        });
        Preview { marks, sentence: preview_sentence(view, card, *play, &tally.chains(), board.is_full()) }
    }

    fn prompt(view: &View) -> String {
        match (view.ending, view.current) {
            (Some(Ending::MatrixFull), _) => "The matrix is full".to_owned(),
            (Some(Ending::DeckUsedUp), _) => "The deck is used up".to_owned(),
            (None, Some(card)) => {
                let how = match card.suit() {
                    // What can only be done to cards is not said while there are none.
                    Suit::Spades | Suit::Diamonds if view.board.is_empty() => "a lit slot",
                    Suit::Spades => "a lit slot: an empty one, or a lower card to take",
                    Suit::Hearts => "any empty slot; it floats if nothing is below it",
                    Suit::Diamonds => "a lit slot: an empty one, or a card to push up",
                    Suit::Clubs if view.next.is_some() => "a lit slot; press B first to bury the next card",
                    Suit::Clubs => "a lit slot",
                };
                format!("Play {} to {how}", card.pretty())
            }
            (None, None) => String::new(),
        }
    }

    fn described(view: &View) -> String {
        let mut text = match view.current {
            Some(card) => format!("To play: {}. ", card.spoken()),
            None => "No card is left to play. ".to_owned(),
        };
        if let Some(next) = view.next {
            text += &format!("Next: {}; {} left in the deck. ", next.spoken(), view.deck_left);
        }
        let cards: Vec<String> =
            view.board.cards().map(|(slot, card)| format!("{} at the {}", card.spoken(), slot.place())).collect();
        let matrix = if cards.is_empty() { "empty".to_owned() } else { cards.join(", ") };
        text + &format!("In the matrix: {matrix}. {} so far.", in_points(view.score()))
    }

    fn bookmark(view: &View) -> String {
        let left = view.deck_left + usize::from(view.current.is_some());
        format!("{} left, {}", cards(left), in_points(view.score()))
    }

    fn describe(_: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::Laid { card, slot, took, pushed, .. } => laid(*card, *slot, *took, *pushed),
            Event::Gathered { chains, .. } => {
                let printed = |(_, chain): &(u16, ScoredChain)| format!("{} cards +{}", chain.size, chain.points);
                let told = |(_, chain): &(u16, ScoredChain)| format!("a chain of {}, +{}", chain.size, chain.points);
                let telling = Telling::of(joined(chains.iter().map(told), " · "));
                telling.prints(joined(chains.iter().map(printed), " · "))
            }
            Event::Buried { card } => {
                let buried = Telling::of("buries").face(*card).about(Spotlight::area(MatrixArea::Deck));
                buried.prints(format!("{} buried", card.pretty()))
            }
            Event::Fell { .. } | Event::Drew { .. } => return None,
        })
    }

    fn finale(view: &View) -> Finale {
        if view.ending.is_none() {
            return Finale::default();
        }
        let [.., fives, longest] = view.chains;
        let finest = [(longest, "six or more"), (fives, "five")].into_iter().find(|(count, _)| *count > 0);
        let chains = finest.map(|(count, size)| format!("{} of {size} cards", counted(count, "chain", "chains")));
        let clean = view.board.is_empty().then(|| "Not one card was left in the matrix".to_owned());
        Finale { merits: chains.into_iter().chain(clean).collect(), ..Finale::of(score_shown(view)) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        score_shown(view)
    }
}

/// A card that was laid, and what it did there.
fn laid(card: Card, slot: Slot, took: Option<Card>, pushed: bool) -> Telling {
    let place = slot.place();
    let (telling, printed) = (Telling::new().face(card), format!("{} {slot}", card.pretty()));
    let (telling, printed) = match took {
        Some(took) => {
            let taking = telling.words(format!("to the {place}, taking")).face(took);
            (taking, format!("{printed} takes {}", took.pretty()))
        }
        None if pushed => (telling.words(format!("to the {place}, pushing cards up")), format!("{printed} pushes")),
        None => (telling.words(format!("to the {place}")), printed),
    };
    let about = Spotlight::area(MatrixArea::Slot(slot)).and_pieces([piece_of(card)]);
    telling.about(about).prints(printed)
}

/// What the score is made of.
fn score_shown(view: &View) -> Vec<Exhibit> {
    let made = counted(view.chains.iter().sum::<u32>(), "chain", "chains");
    let chains = Exhibit::part(Spotlight::area(MatrixArea::Chains), made, in_points(view.points));
    let left = view.board.cards().map(|(_, card)| card).collect::<Vec<Card>>();
    let in_matrix = (!left.is_empty()).then(|| {
        let caption = format!("{} left in the matrix", cards(left.len()));
        Exhibit::part(Spotlight::pieces(left.iter().copied().map(piece_of)), caption, signed(-(left.len() as i32)))
    });
    let sum = Exhibit::sum(Spotlight::NONE, "The score", in_points(view.score()));
    [chains].into_iter().chain(in_matrix).chain([sum]).collect()
}

fn chain_cue(chains: &[(u16, ScoredChain)]) -> Cue {
    let finest = chains.iter().map(|(_, chain)| chain.paid_as).max().unwrap_or(3);
    Cue::Chain(finest.saturating_sub(2).clamp(1, 4))
}

/// Each chain's points rise from its middle card.
fn chain_floats(chains: &[(u16, ScoredChain)]) -> Vec<(AreaId, String)> {
    let float = |(mask, chain): &(u16, ScoredChain)| {
        let middle = Slot::of_mask(*mask).nth(mask.count_ones() as usize / 2)?;
        Some((AreaId::of(MatrixArea::Slot(middle)), format!("+{}", chain.points)))
    };
    chains.iter().filter_map(float).collect()
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
