//! Where everything of Mystery Machine lies: at the left the grid with its tokens, the mystery and the stone; beside them the
//! question piles, each with its price in tokens and its face-up cards in a row; below, the low deck, the market and the hand.
//!
//! One table unit is a hundredth of a card's width.

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet};
use crate::engine::game::Illegal;
use crate::engine::tabletop::{Setup, Tabletop};
use crate::layout::build::{on_pile, pile};
use crate::layout::{
    Area, AreaId, Beat, CARD, Cue, Face, Gesture, Label, Layout, Mark, Material, Piece, PieceId, Place, Preview,
};
use crate::words::counted;

use super::opening;
use super::places::{AISLE, CELL, GAP, LABEL, LABEL_BELOW, MARGIN, MysteryArea, MysteryPiece, Plan, pattern};
use super::puzzle::shipped;
use super::puzzle::{COLUMNS, GridCell, Mystery};
use super::rules::{Event, HAND, Move, MysteryMachine, Options, PileCard, View, low_deck};
use super::solver::hands::promise;

fn low_piece(card: Card) -> PieceId {
    PieceId::of(MysteryPiece::Low(card))
}

/// The table at rest or in the middle of a move.
struct MysteryScene<'a> {
    view: &'a View,
    plan: Plan,
    market: ArrayVec<Card, 2>,
    hand: ArrayVec<Card, HAND>,
    dumped: Vec<Card>,
    low_left: usize,
    up: Vec<Vec<PileCard>>,
    down: Vec<usize>,
}

impl MysteryScene<'_> {
    fn of(view: &View) -> MysteryScene<'_> {
        MysteryScene {
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
        let mut layout = Layout {
            size: self.plan.size(),
            material: Material::CardsAndTokens,
            labels: self.labels(),
            first: Some(AreaId::of(match self.market.is_empty() {
                true => MysteryArea::Pile(0),
                false => MysteryArea::Market(0),
            })),
            ..Layout::default()
        };
        self.lay_grid(&mut layout);
        self.lay_mystery(&mut layout);
        for pile in 0..self.plan.piles {
            self.lay_pile(pile, &mut layout);
        }
        self.lay_low(&mut layout);
        layout
    }

    fn lay_grid(&self, layout: &mut Layout) {
        for cell in GridCell::all(self.view.puzzle.rows) {
            let (area, centre) = (MysteryArea::Cell(cell), self.plan.cell(cell));
            layout.areas.push(Area::new(area, centre, (CELL, CELL), self.cell_name(cell)).outlined());
            if let Some(pile) = self.view.puzzle.pile_of(cell) {
                let (id, face) = (MysteryPiece::CellToken(cell), Face::Token(pile as u8));
                layout.pieces.push(Piece::new(id, face, area, Place::at(centre)));
            }
        }
    }

    /// The letters of the rows and the digits of the columns.
    fn grid_labels(&self) -> Vec<Label> {
        let rows = (0..self.view.puzzle.rows).filter_map(|row| GridCell::new(row, 0)).map(|cell| Label {
            centre: (MARGIN + LABEL / 2.0, self.plan.cell(cell).1),
            text: char::from(b'A' + cell.row()).to_string(),
        });
        let columns = (0..COLUMNS).filter_map(|column| GridCell::new(0, column)).map(|cell| Label {
            centre: (self.plan.cell(cell).0, MARGIN + LABEL / 2.0),
            text: (cell.column() + 1).to_string(),
        });
        // A token hides the sign; what a joker swap makes a mystery is told in the panel.
        let puzzle = &self.view.puzzle;
        let is_bare = |cell: &GridCell| puzzle.has_mystery_in(*cell) && puzzle.pile_of(*cell).is_none();
        let mysteries = GridCell::all(puzzle.rows).filter(is_bare);
        let signs = mysteries.map(|cell| Label { centre: self.plan.cell(cell), text: "?".to_owned() });
        rows.chain(columns).chain(signs).collect()
    }

    /// All words on the cloth that belong to no area.
    fn labels(&self) -> Vec<Label> {
        let below = |at: f32| {
            let (x, y) = self.plan.lower(at);
            (x, y + CARD.1 / 2.0 + LABEL_BELOW)
        };
        let aisle = AISLE / (CARD.0 + GAP);
        let mut labels = self.grid_labels();
        labels.push(Label { centre: below(1.5), text: "market".to_owned() });
        labels.push(Label { centre: below(5.5 + aisle), text: "hand".to_owned() });
        for (number, pile) in self.view.puzzle.piles.iter().enumerate() {
            let text = format!("for {}", pile.price.words());
            labels.push(Label { centre: self.plan.below_answers(number), text });
        }
        labels
    }

    fn cell_name(&self, cell: GridCell) -> String {
        match self.view.puzzle.pile_of(cell) {
            Some(pile) => format!("cell {cell}, pile {}", pile + 1),
            None => format!("cell {cell}"),
        }
    }

    fn lay_mystery(&self, layout: &mut Layout) {
        let count = self.view.puzzle.mysteries();
        let shown = self.view.over.as_ref().map(|over| &over.mystery);
        for place in 0..count {
            let (area, centre) = (MysteryArea::Mystery(place as u8), self.plan.mystery(place));
            let name = if count == 1 { "mystery".to_owned() } else { format!("mystery {}", place + 1) };
            let caption = (place + 1 == count).then(|| self.mystery_caption());
            layout.areas.push(Area { caption, ..Area::new(area, centre, CARD, name).outlined() });
            let face = shown.and_then(|cards| cards.get(place)).map_or(Face::Back, |card| Face::French(*card));
            let lies = Place::at(centre).on_level(place as u16);
            layout.pieces.push(Piece::new(MysteryPiece::Mystery(place as u8), face, area, lies));
        }
        let (area, centre) = (MysteryArea::Stone, self.plan.stone(count));
        let caption = format!("stone · {}", self.view.stone);
        layout.areas.push(Area::new(area, centre, CARD, "stone").outlined().with_caption(caption));
        if self.view.stone > 0 {
            layout.pieces.push(Piece::new(MysteryPiece::UnderStone, Face::Back, area, on_pile(centre, 0)));
            layout.pieces.push(Piece::new(MysteryPiece::Stone, Face::Stone, area, on_pile(centre, 1)));
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

    fn lay_pile(&self, number: usize, layout: &mut Layout) {
        let (id, centre) = (number as u8, self.plan.pile(number));
        let (up, down) = (&self.up[number], self.down[number]);
        let price = self.view.puzzle.piles[number].price;
        let caption = match down {
            0 => format!("pile {}", number + 1),
            down => format!("pile {} · {down} left", number + 1),
        };
        let name = format!("pile {}, {}", number + 1, price.words());
        let key = (4 * (number % self.plan.columns) as u8, (number / self.plan.columns) as u8);
        let area = Area::new(MysteryArea::Pile(id), centre, CARD, name).outlined();
        layout.areas.push(area.with_caption(caption).with_key(key.0, key.1));
        for (place, lies) in (up.len()..up.len() + down).rev().zip(pile(centre, down)) {
            let piece = MysteryPiece::InPile(id, place as u8);
            layout.pieces.push(Piece::new(piece, Face::Back, MysteryArea::Pile(id), lies));
        }
        for (place, answer) in up.iter().enumerate() {
            let (area, centre) = (MysteryArea::Answer(id, place as u8), self.plan.answer(number, place));
            let name = format!("pile {}, answer {}", number + 1, place + 1);
            layout.areas.push(Area::new(area, centre, CARD, name));
            let lies = Place::at(centre).on_level(place as u16);
            layout.pieces.push(Piece::new(MysteryPiece::InPile(id, place as u8), face_of(*answer), area, lies));
        }
        let (area, (x, y)) = (MysteryArea::Price(id), self.plan.price(number));
        layout.areas.push(Area::new(area, (x, y), (CELL, CELL), format!("price of pile {}", number + 1)));
        for (token, (dx, dy)) in pattern(price).into_iter().enumerate() {
            let lies = Place::at((x + dx, y + dy)).on_level(token as u16);
            let piece = MysteryPiece::PriceToken(id, token as u8);
            layout.pieces.push(Piece::new(piece, Face::Token(id), area, lies));
        }
    }

    /// The low deck, the market, the hand, and what is out of play.
    fn lay_low(&self, layout: &mut Layout) {
        let row = self.plan.pile_rows() as u8;
        let aisle = AISLE / (CARD.0 + GAP);
        let is_on = self.view.over.is_none();
        let out = 9.0 + 2.0 * aisle;
        let place = |area, at: f32, name: String| Area::new(area, self.plan.lower(at), CARD, name).outlined();
        let deck = place(MysteryArea::LowDeck, 0.0, "low deck".to_owned());
        layout.areas.push(deck.with_caption(format!("{} low cards", self.low_left)));
        for number in 0..2u8 {
            let market = place(MysteryArea::Market(number), market_at(number), format!("market {}", number + 1));
            layout.areas.push(market.with_key(number, row));
        }
        for number in 0..HAND as u8 {
            let at = 3.0 + aisle + f32::from(number);
            let hand = place(MysteryArea::Hand(number), at, format!("hand {}", number + 1));
            layout.areas.push(hand.with_key(2 + number, row));
        }
        let out_of_play = place(MysteryArea::OutOfPlay, out, "out of play".to_owned());
        layout.areas.push(out_of_play.with_caption(format!("{} out", self.dumped.len())));
        let sheets = low_sheets(self.low_left);
        for (place, lies) in (self.low_left - sheets..).zip(pile(self.plan.lower(0.0), sheets)) {
            let piece = MysteryPiece::InLowDeck(place as u8);
            layout.pieces.push(Piece::new(piece, Face::Back, MysteryArea::LowDeck, lies));
        }
        let low = |card: Card, area, lies| Piece::new(MysteryPiece::Low(card), Face::French(card), area, lies);
        for (place, card) in (0u8..).zip(&self.market) {
            // Market cards were the top ones of the deck.
            let was = MysteryPiece::InLowDeck((self.low_left + self.market.len() - 1 - usize::from(place)) as u8);
            let lies = Place::at(self.plan.lower(market_at(place)));
            layout.pieces.push(low(*card, MysteryArea::Market(place), lies).movable(is_on).was(was));
        }
        for (place, card) in (0u8..).zip(in_order(&self.hand)) {
            let lies = Place::at(self.plan.lower(3.0 + aisle + f32::from(place)));
            layout.pieces.push(low(card, MysteryArea::Hand(place), lies).movable(is_on));
        }
        // Only the last few are drawn; nobody looks through what is out of play here.
        let shown = &self.dumped[self.dumped.len().saturating_sub(4)..];
        for (card, lies) in shown.iter().zip(pile(self.plan.lower(out), shown.len())) {
            let piece = low(*card, MysteryArea::OutOfPlay, lies);
            layout.pieces.push(Piece { face: Face::Back, ..piece });
        }
    }
}

/// Where a market card lies, counted in cards from the deck.
fn market_at(place: u8) -> f32 {
    1.0 + f32::from(place)
}

/// How many sheets the low deck is drawn with: one for every eight cards, and the two that come to the market next.
fn low_sheets(cards: usize) -> usize {
    cards.div_ceil(8).max(cards.min(2))
}

fn face_of(answer: PileCard) -> Face {
    match answer {
        PileCard::Card(card) => Face::French(card),
        PileCard::Joker(number) => Face::Joker(number),
    }
}

/// The hand as it is shown: equal numbers side by side.
fn in_order(hand: &[Card]) -> ArrayVec<Card, HAND> {
    let mut cards: ArrayVec<Card, HAND> = hand.iter().copied().take(HAND).collect();
    cards.sort_unstable_by_key(|card| (card.rank(), card.suit()));
    cards
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
        MysteryScene::of(view).layout()
    }

    fn beats(before: &View, events: &[Event], after: &View) -> Vec<Beat> {
        let mut scene = MysteryScene::of(before);
        let mut beats = Vec::new();
        let mut beat = |scene: &MysteryScene<'_>, cue| beats.push(Beat::new(scene.layout(), cue));
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
        opening::beats(view, Self::layout(view))
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let hand = in_order(&view.hand);
        let of = |piece: PieceId, cards: &[Card]| cards.iter().copied().find(|card| low_piece(*card) == piece);
        let held = gesture.piece.and_then(|piece| of(piece, &hand));
        let taken = gesture.piece.and_then(|piece| of(piece, &view.market));
        match gesture.area.to()? {
            MysteryArea::Pile(pile) => {
                if gesture.piece.is_some() && held.is_none() {
                    return None;
                }
                // What cannot be paid is refused with its price.
                let with = view.best_payment(usize::from(pile), held);
                let with = with.or_else(|| (!hand.is_empty()).then(|| hand.clone()))?;
                (usize::from(pile) < view.down.len()).then_some(Move::Ask { pile, with })
            }
            // A full hand discards the card that the new one is dropped on.
            MysteryArea::Hand(place) => {
                let drop = hand.get(usize::from(place)).copied().filter(|_| hand.is_full());
                Some(Move::Pick { card: taken?, drop })
            }
            MysteryArea::Market(place) if gesture.piece.is_none() && !hand.is_full() => {
                Some(Move::Pick { card: *view.market.get(usize::from(place))?, drop: None })
            }
            _ => None,
        }
    }

    fn explain_no_move(view: &View, gesture: &Gesture) -> Illegal {
        let is_new = view.market.iter().any(|card| Some(low_piece(*card)) == gesture.piece);
        let price = match gesture.area.to() {
            Some(MysteryArea::Pile(pile)) => view.puzzle.piles.get(usize::from(pile)).map(|of| (pile, of.price)),
            _ => None,
        };
        match price {
            Some((pile, price)) if !is_new => {
                Illegal::because("#prices", format_args!("pile {} costs {}", pile + 1, price.words()))
            }
            _ if is_new => Illegal::because("#the-turn", "cards from the market go to your hand"),
            _ => Illegal::because("#the-turn", "cards from your hand go to a pile that they help to pay"),
        }
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let list = |cards: &[Card]| cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" ");
        match mv {
            Move::Pick { card, drop } => {
                let other = view.market.iter().copied().find(|other| other != card);
                let marks = other.iter().chain(drop).map(|card| (low_piece(*card), Mark::Gone)).collect();
                Preview { marks, sentence: format!("takes {}", card.pretty()) }
            }
            Move::Ask { with, .. } => {
                let marks = with.iter().map(|card| (low_piece(*card), Mark::Gone)).collect();
                Preview { marks, sentence: format!("pays {}", list(with)) }
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
            let cells = shop.cells.iter().map(GridCell::to_string).collect::<Vec<_>>().join(", ");
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

    fn bookmark(view: &View) -> String {
        let asked = counted(view.questions, "question", "questions");
        format!("{}: {asked}, {} left", view.puzzle.title, counted(view.low_left, "low card", "low cards"))
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let known = shipped::index().into_iter().find(|known| known.id == view.puzzle.id);
        let is_ours = known.is_some() && shipped::find(&view.puzzle.id).is_some_and(|puzzle| puzzle == *view.puzzle);
        let par = known.filter(|_| is_ours).and_then(|known| known.ratio());
        let mut parts = vec![counted(view.questions, "question", "questions")];
        parts.extend(par.map(|par| format!("par {}", par.mixed())));
        parts.extend(view.puzzle.printed_par.map(|par| format!("printed par {par}")));
        vec![parts.join(" · ")]
    }

    fn describe_move(_: &Move, events: &[Event]) -> String {
        events.iter().filter_map(told).collect::<Vec<_>>().join(" · ")
    }
}

impl Setup for MysteryMachine {
    fn subject(options: &Options) -> Option<String> {
        options.read().ok().map(|puzzle| puzzle.title)
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
                PileCard::Card(card) => card.pretty(),
                PileCard::Joker(_) => "a joker".to_owned(),
            };
            Some(format!("{} → pile {}: {answer}", list(with), pile + 1))
        }
        Event::Guessed { cards, right, .. } => {
            Some(format!("{}: {}", list(cards), if *right { "right" } else { "wrong" }))
        }
    }
}
