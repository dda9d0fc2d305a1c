//! The table of Mystery Machine: what it shows, and what gestures on it mean.
//!
//! One table unit is a hundredth of a card's width.

use crate::cards::{Card, CardSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::Seat;
use crate::engine::tabletop::{Scene, Setup, Tabletop};
use crate::layout::build::{on_pile, pile};
use crate::layout::{
    Area, AreaId, Beat, CARD, Cue, EndFigure, Exhibit, Face, Finale, Gesture, Label, Layout, LogLevel, Mark, Material,
    Piece, PieceId, Place, Preview, Room, Spotlight, Telling,
};
use crate::words::counted;

use super::deal::low_deck;
use super::moves::{HAND, HandCards, Move, PileCard};
use super::opening;
use super::places::{AISLE, GAP, MysteryArea, MysteryPiece, TOKEN_DOWN, TablePlan};
use super::puzzle::shipped;
use super::puzzle::{GridCell, list_cells};
use super::rules::{Event, MysteryMachine, Options, View, pretty_cards};
use super::solver::hands::promise;

fn low_piece(card: Card) -> PieceId {
    PieceId::of(MysteryPiece::Low(card))
}

/// An aisle between the market, the hand and what is out of play, counted in cards.
const LOWER_AISLE: f32 = AISLE / (CARD.0 + GAP);

/// The middle of a token, from its cell's upper left corner, and from the left edge of its pile's row.
const TOKEN_IN_CELL: f32 = 22.0;
const TOKEN_IN_ROW: f32 = 26.0;

struct MysteryScene<'a> {
    view: &'a View,
    plan: TablePlan,
}

impl MysteryScene<'_> {
    fn layout(&self) -> Layout {
        let first = if self.view.market.is_empty() { MysteryArea::Pile(0) } else { MysteryArea::Market(0) };
        let mut layout = Layout {
            size: self.plan.size(),
            material: Material::CardsAndTokens,
            labels: self.labels(),
            first: Some(AreaId::of(first)),
            keeps_panel: true,
            has_hand: !self.view.pure_logic,
            ..Layout::default()
        };
        self.lay_grid(&mut layout);
        self.lay_mystery(&mut layout);
        (0..self.plan.piles).for_each(|pile| self.lay_pile(pile, &mut layout));
        if !self.view.pure_logic {
            self.lay_low(&mut layout);
        }
        layout
    }

    fn lay_grid(&self, layout: &mut Layout) {
        for cell in GridCell::all(self.view.puzzle.rows) {
            let (area, centre, (width, height)) =
                (MysteryArea::Cell(cell), self.plan.cell(cell), self.plan.cell_size());
            let pile = self.view.puzzle.pile_of(cell);
            let token = pile.map_or(String::new(), |pile| format!(", pile {}", pile + 1));
            layout.areas.push(Area::new(area, centre, (width, height), format!("cell {cell}{token}")));
            if let Some(pile) = pile {
                let (id, face) = (MysteryPiece::CellToken(cell), Face::Token(pile as u8));
                let corner = (centre.0 - width / 2.0 + TOKEN_IN_CELL, centre.1 - height / 2.0 + TOKEN_IN_CELL);
                layout.pieces.push(Piece::new(id, face, area, Place { scale: 0.9, ..Place::at(corner) }));
            }
        }
    }

    /// How many cards are face down in each pile, and the words below market and hand.
    fn labels(&self) -> Vec<Label> {
        let below = |at: f32, text: &str| {
            let (x, y) = self.plan.lower(at);
            Label::caption((x, y + CARD.1 / 2.0), text)
        };
        let piles = self.view.down.iter().enumerate().filter(|(_, down)| **down > 0);
        let counts = piles.map(|(pile, down)| Label::new(self.plan.pile(pile), format!("{down} left")));
        let low = [below(1.5, "market"), below(5.5 + LOWER_AISLE, "hand")];
        counts.chain(low.into_iter().filter(|_| !self.view.pure_logic)).collect()
    }

    fn lay_mystery(&self, layout: &mut Layout) {
        let count = self.view.puzzle.mysteries();
        let shown = self.view.over.as_ref().map(|over| &over.mystery);
        for number in 0..count {
            let (area, centre) = (MysteryArea::Mystery(number as u8), self.plan.mystery(number));
            let name = match self.view.puzzle.mystery_cells() {
                _ if count > 1 => format!("mystery {}", number + 1),
                [cell] => format!("mystery {cell}"),
                _ => "mystery".to_owned(),
            };
            let caption = (number + 1 == count).then(|| "mystery".to_owned());
            layout.areas.push(Area { caption, ..Area::new(area, centre, CARD, name).outlined() });
            let face = shown.and_then(|cards| cards.get(number)).map_or(Face::Back, |card| Face::French(*card));
            let place = Place::at(centre).on_level(number as u16);
            layout.pieces.push(Piece::new(MysteryPiece::Mystery(number as u8), face, area, place));
        }
        self.lay_stone(layout);
    }

    /// The stone and what lies under it, which is shown at the end.
    fn lay_stone(&self, layout: &mut Layout) {
        let count = self.view.puzzle.mysteries();
        let (area, centre) = (MysteryArea::Stone, self.plan.stone(count));
        let stone = Area::new(area, centre, CARD, "stone").outlined();
        if let Some(over) = &self.view.over {
            layout.areas.push(stone);
            let all = over.stone.len();
            for (number, answer) in over.stone.iter().enumerate() {
                let place = Place::at(self.plan.of_stone(count, number, all)).on_level(number as u16);
                let piece = Piece::new(MysteryPiece::OfStone(number as u8), face_of(*answer), area, place);
                layout.pieces.push(if number == 0 { piece.was(MysteryPiece::UnderStone) } else { piece });
            }
            return;
        }
        layout.areas.push(stone.with_caption(format!("stone · {}", self.view.stone)));
        if self.view.stone > 0 {
            layout.pieces.push(Piece::new(MysteryPiece::UnderStone, Face::Back, area, on_pile(centre, 0)));
            layout.pieces.push(Piece::new(MysteryPiece::Stone, Face::Stone, area, on_pile(centre, 1)));
        }
    }

    /// A pile's row: its token and price, its face-down cards, and its answers.
    fn lay_pile(&self, number: usize, layout: &mut Layout) {
        let (id, centre, scale) = (number as u8, self.plan.pile(number), self.plan.scale());
        let (up, down) = (&self.view.up[number], self.view.down[number]);
        let price = self.view.puzzle.piles[number].price;
        let (middle, size) = self.plan.row(number);
        let key = (4 * (number % self.plan.columns) as u8, (number / self.plan.columns) as u8);
        let price = if self.view.pure_logic { "free".to_owned() } else { price.words() };
        let name = format!("pile {}, {price}, {down} left", number + 1);
        layout.areas.push(Area::new(MysteryArea::Pile(id), middle, size, name).with_key(key.0, key.1));
        for (card, place) in (up.len()..up.len() + down).rev().zip(pile(centre, down)) {
            let piece = MysteryPiece::InPile(id, card as u8);
            layout.pieces.push(Piece::new(piece, Face::Back, MysteryArea::Pile(id), Place { scale, ..place }));
        }
        for (card, answer) in up.iter().enumerate() {
            let (area, centre) = (MysteryArea::Answer(id, card as u8), self.plan.answer(number, card));
            let name = format!("pile {}, answer {}", number + 1, card + 1);
            layout.areas.push(Area::new(area, centre, (scale * CARD.0, scale * CARD.1), name));
            let place = Place { scale, ..Place::at(centre).on_level(card as u16) };
            layout.pieces.push(Piece::new(MysteryPiece::InPile(id, card as u8), face_of(*answer), area, place));
        }
        let (area, (middle, size)) = (MysteryArea::Price(id), self.plan.price(number));
        layout.areas.push(Area::new(area, middle, size, format!("price of pile {}", number + 1)));
        let at = (middle.0 - size.0 / 2.0 + TOKEN_IN_ROW, middle.1 + size.1 * (TOKEN_DOWN - 0.5));
        layout.pieces.push(Piece::new(MysteryPiece::PriceToken(id), Face::Token(id), area, Place::at(at)));
    }

    /// The low deck, the market, the hand, and what is out of play.
    fn lay_low(&self, layout: &mut Layout) {
        let View { low_left, market, dumped, .. } = self.view;
        let row = self.plan.pile_rows() as u8;
        let is_on = self.view.over.is_none();
        let out = 9.0 + 2.0 * LOWER_AISLE;
        let area = |area, at: f32, name: String| Area::new(area, self.plan.lower(at), CARD, name).outlined();
        let deck = area(MysteryArea::LowDeck, 0.0, "low deck".to_owned());
        layout.areas.push(deck.with_caption(format!("{low_left} low cards")));
        for number in 0..2u8 {
            let market = area(MysteryArea::Market(number), market_at(number), format!("market {}", number + 1));
            layout.areas.push(market.with_key(number, row));
        }
        for number in 0..HAND as u8 {
            let hand = area(MysteryArea::Hand(number), hand_at(number), format!("hand {}", number + 1));
            layout.hand_places.push(hand.id);
            layout.areas.push(hand.with_key(2 + number, row));
        }
        let out_of_play = area(MysteryArea::OutOfPlay, out, "out of play".to_owned());
        layout.areas.push(out_of_play.with_caption(format!("{} out of play", dumped.len())));
        let sheets = low_sheets(*low_left);
        for (card, place) in (low_left - sheets..).zip(pile(self.plan.lower(0.0), sheets)) {
            let piece = MysteryPiece::InLowDeck(card as u8);
            layout.pieces.push(Piece::new(piece, Face::Back, MysteryArea::LowDeck, place));
        }
        let low = |card: Card, area, place| Piece::new(MysteryPiece::Low(card), Face::French(card), area, place);
        for (number, card) in (0u8..).zip(market) {
            // Market cards were the top ones of the deck.
            let was = MysteryPiece::InLowDeck((low_left + market.len() - 1 - usize::from(number)) as u8);
            let place = Place::at(self.plan.lower(market_at(number)));
            layout.pieces.push(low(*card, MysteryArea::Market(number), place).movable(is_on).was(was));
        }
        for (number, card) in (0u8..).zip(sorted_hand(self.view)) {
            let place = Place::at(self.plan.lower(hand_at(number)));
            layout.pieces.push(low(card, MysteryArea::Hand(number), place).movable(is_on));
        }
        // Only the last few are drawn; nobody looks through what is out of play here.
        let shown = &dumped[dumped.len().saturating_sub(4)..];
        for (card, place) in shown.iter().zip(pile(self.plan.lower(out), shown.len())) {
            layout.pieces.push(Piece { face: Face::Back, ..low(*card, MysteryArea::OutOfPlay, place) });
        }
    }
}

/// Where a market card is, counted in cards from the deck.
fn market_at(number: u8) -> f32 {
    1.0 + f32::from(number)
}

/// Where a card of the hand is, counted in cards from the deck.
fn hand_at(number: u8) -> f32 {
    3.0 + LOWER_AISLE + f32::from(number)
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

/// The hand as it is shown.
fn sorted_hand(view: &View) -> HandCards {
    let mut cards = view.hand.clone();
    view.hand_order.sort(&mut cards);
    cards
}

/// The way to pay a pile, with this card if one is named, that leaves the best hand.
fn best_payment(view: &View, pile: usize, with: Option<Card>) -> Option<HandCards> {
    let out: CardSet = view.hand.iter().chain(&view.dumped).copied().collect();
    let alive = low_deck(&view.puzzle).into_iter().collect::<CardSet>().without(out);
    let left = |paid: &HandCards| {
        let rest: CardSet = view.hand.iter().copied().filter(|card| !paid.contains(card)).collect();
        let piles = view.puzzle.piles.iter().zip(&view.down).filter(|(_, down)| **down > 0);
        promise(rest, alive, piles.map(|(pile, _)| (pile.price, 1.0)))
    };
    let ways = view.payments(pile).into_iter().filter(|paid| with.is_none_or(|card| paid.contains(&card)));
    ways.max_by(|one, other| left(one).total_cmp(&left(other)))
}

impl Tabletop for MysteryMachine {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, _: Room) -> Layout {
        MysteryScene { view, plan: TablePlan::of(view) }.layout()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.ends_in_last = true;
        match event {
            Event::Picked { .. } => scene.show(event, Cue::Place),
            Event::Came(_) => scene.show(event, Cue::Deal),
            Event::Asked { with, .. } => {
                let mut paid = scene.view.clone();
                paid.pay(with);
                scene.moment_of(Self::layout(&paid, scene.room), Cue::Take);
                scene.show(event, Cue::Place);
            }
            Event::Guessed(_) => scene.follow(event),
        }
    }

    fn opening(view: &View, room: Room) -> Vec<Beat> {
        // The cards are mixed where market and hand will be.
        if view.pure_logic { Vec::new() } else { opening::beats(view, Self::layout(view, room)) }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let hand = sorted_hand(view);
        let moved = |cards: &[Card]| cards.iter().copied().find(|card| Some(low_piece(*card)) == gesture.piece);
        let (held, taken) = (moved(&hand), moved(&view.market));
        match gesture.area.to()? {
            MysteryArea::Pile(pile) => {
                if gesture.piece.is_some() && held.is_none() {
                    return None;
                }
                if view.pure_logic {
                    let with = HandCards::new();
                    return (usize::from(pile) < view.down.len()).then_some(Move::Ask { pile, with });
                }
                // What cannot be paid is refused with its price.
                let with = best_payment(view, usize::from(pile), held);
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
        if view.market.iter().any(|card| Some(low_piece(*card)) == gesture.piece) {
            return Illegal::because("#the-turn", "cards from the market go to your hand");
        }
        let held = view.hand.iter().find(|card| Some(low_piece(**card)) == gesture.piece);
        let helps = |card: &&Card| {
            let mut ways = (0..view.down.len()).flat_map(|pile| view.payments(pile));
            ways.any(|with| with.contains(*card))
        };
        if let Some(card) = held.filter(|card| !helps(card)) {
            return Illegal::because(
                "#prices",
                format_args!("{} does not help to pay for any pile yet", card.pretty()),
            );
        }
        if let Some(MysteryArea::Pile(number)) = gesture.area.to()
            && let Some(pile) = view.puzzle.piles.get(usize::from(number))
        {
            return Illegal::because(
                "#prices",
                format_args!("your hand cannot pay for pile {}: it costs {}", number + 1, pile.price.words()),
            );
        }
        Illegal::because("#the-turn", "cards from your hand pay for questions; drop them on a pile")
    }

    /// The mystery is named on its board beside the table.
    fn is_in_panel(mv: &Move) -> bool {
        matches!(mv, Move::Guess(_))
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let (gone, sentence): (Vec<Card>, String) = match mv {
            Move::Pick { card, drop } => {
                let other = view.market.iter().copied().find(|other| other != card);
                (other.into_iter().chain(*drop).collect(), format!("takes {}", card.pretty()))
            }
            // What is paid is marked in the hand; words would cover the pile beside this one.
            Move::Ask { with, .. } => (with.to_vec(), String::new()),
            Move::Guess(_) => return Preview::default(),
        };
        Preview { marks: gone.into_iter().map(|card| (low_piece(card), Mark::Gone)).collect(), sentence }
    }

    fn prompt(view: &View) -> String {
        let can_ask = (0..view.puzzle.piles.len()).any(|pile| !view.payments(pile).is_empty());
        let words = match &view.over {
            Some(over) if over.right => "The mystery is solved",
            Some(over) if over.mystery.len() == 1 => "It was a different card",
            Some(_) => "The guess was wrong",
            None if view.pure_logic && can_ask => "Ask a lit pile, or name the mystery",
            None if view.pure_logic => "All cards are up: name the mystery",
            None if view.market.is_empty() && can_ask => "Pay for a lit pile with your hand, or name the mystery",
            None if view.market.is_empty() => "You cannot ask any more questions: name the mystery",
            None if view.hand.is_full() && can_ask => "Pay for a lit pile, or drop a market card on the one to discard",
            None if view.hand.is_full() => "Drop a market card on the one to discard, or name the mystery",
            None if can_ask => "Take a card from the market, pay for a lit pile, or name the mystery",
            None => "Take a card from the market, or name the mystery",
        };
        words.to_owned()
    }

    fn described(view: &View) -> String {
        let listed = |words: Vec<String>| if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
        let spoken = |cards: &[Card]| listed(cards.iter().map(|card| card.spoken()).collect());
        let mut text = match view.pure_logic {
            true => "Questions are free.".to_owned(),
            false => format!("The market: {}. The hand: {}.", spoken(&view.market), spoken(&sorted_hand(view))),
        };
        for (number, pile) in view.puzzle.piles.iter().enumerate() {
            let (cells, price, down) = (list_cells(&pile.cells), pile.price.words(), view.down[number]);
            let up = listed(view.up[number].iter().map(|answer| face_of(*answer).spoken()).collect());
            let costs = if view.pure_logic { String::new() } else { format!(", costs {price}") };
            text += &format!(" Pile {}, cells {cells}{costs}. Face up: {up}. Face down: {down}.", number + 1);
        }
        text
    }

    fn bookmark(view: &View) -> String {
        let asked = counted(view.questions, "question", "questions");
        if view.pure_logic {
            return format!("{}, pure logic: {asked}", view.puzzle.title);
        }
        format!("{}: {asked}, {} left", view.puzzle.title, counted(view.low_left, "low card", "low cards"))
    }

    fn effort(view: &View) -> Option<u32> {
        view.over.as_ref().filter(|over| over.right && over.was_certain()).map(|_| view.questions)
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let mut parts = vec![counted(view.questions, "question", "questions")];
        parts.extend(par_of(view).map(|par| format!("par {par}")));
        parts.extend(view.puzzle.printed_par.map(|par| format!("printed par {par}")));
        vec![parts.join(" · ")]
    }

    fn describe_move(_: &View, mv: &Move) -> Option<Telling> {
        let does = |verb: &str| Seat::FIRST.does(verb, verb);
        let telling = match mv {
            Move::Pick { card, drop } => {
                let took = Telling::of(does("took")).face(*card);
                drop.iter().fold(took, |took, dropped| took.words("for").face(*dropped))
            }
            Move::Ask { pile, with } => {
                let asked = Telling::of(format!("{} pile {}", does("asked"), pile + 1));
                if with.is_empty() { asked } else { asked.words("with").faces(with.iter().copied()) }
            }
            Move::Guess(cards) => Telling::of(does("named")).faces(cards.iter().copied()),
        };
        Some(telling.happens())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Pick { .. } => "cards taken",
            Move::Ask { .. } => "questions",
            Move::Guess(_) => "answers named",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::Picked { card, dropped, .. } => {
                let taken = Telling::new().face(*card).about(Spotlight::pieces([low_piece(*card)]));
                dropped.iter().fold(taken, |taken, dropped| taken.words("for").face(*dropped))
            }
            Event::Came(_) => return None,
            Event::Asked { pile, with, answer, .. } => asked(view, *pile, with, *answer),
            Event::Guessed(over) => {
                let verdict = if over.right { "right" } else { "wrong" };
                let named = Telling::of("Named:").faces(over.guess.iter().copied()).words(format!("– {verdict}"));
                let printed = format!("{}: {verdict}", pretty_cards(&over.guess, " "));
                named.about(mystery_spots(view)).happens().prints(printed)
            }
        })
    }

    fn finale(view: &View) -> Finale {
        let Some(over) = &view.over else { return Finale::default() };
        let asked = counted(view.questions, "question", "questions");
        let mystery = Exhibit::part(mystery_spots(view), "The mystery", pretty_cards(&over.mystery, " "));
        let named = (!over.right).then(|| Exhibit::part(Spotlight::NONE, "You named", pretty_cards(&over.guess, " ")));
        let verdict = match (over.right, over.was_certain()) {
            (true, true) => "Solved",
            (true, false) => "A lucky guess",
            (false, _) => "Not solved",
        };
        let sum = Exhibit::sum(Spotlight::NONE, verdict, asked.clone());
        let (par, left) = (par_of(view), view.low_left as u32);
        let spare = format!("{} to spare", counted(left, "low card", "low cards"));
        let certain = match &par {
            Some(par) => format!("Certain after {asked}; good play takes {par} on average"),
            None => format!("Certain after {asked}"),
        };
        let merits = [(over.was_certain(), certain), (!view.pure_logic && left > 0, spare)];
        let merits = merits.into_iter().filter(|(is_due, _)| over.right && *is_due).map(|(_, merit)| merit).collect();
        let questions = EndFigure::new(view.questions, if view.questions == 1 { "question" } else { "questions" });
        let par = par.map(|par| EndFigure::new(par, "par"));
        let likely = (!over.was_certain()).then(|| EndFigure::new(format!("{}%", over.likely), "chance of the guess"));
        let figures = [Some(questions), par, likely].into_iter().flatten().collect();
        let exhibits = [mystery].into_iter().chain(named).chain([sum]);
        Finale { merits, figures, ..Finale::of(exhibits) }
    }
}

/// The par of a puzzle that ships with Parlour, rounded.
fn par_of(view: &View) -> Option<String> {
    let is_shipped = shipped::find(&view.puzzle.id).is_some_and(|puzzle| puzzle == *view.puzzle);
    let known = shipped::index().into_iter().find(|known| is_shipped && known.id == view.puzzle.id);
    known.and_then(|known| known.ratio()).map(|par| par.rounded().to_string())
}

/// Where the mystery lies.
fn mystery_spots(view: &View) -> Spotlight {
    (0..view.puzzle.mysteries())
        .fold(Spotlight::NONE, |spots, number| spots.and_area(MysteryArea::Mystery(number as u8)))
}

/// A question, its price and its answer.
fn asked(view: &View, pile: u8, with: &HandCards, answer: PileCard) -> Telling {
    let telling = Telling::of(format!("Pile {}:", pile + 1)).face(face_of(answer));
    let telling = if with.is_empty() { telling } else { telling.words("for").faces(with.iter().copied()) };
    let place = view.up.get(usize::from(pile)).map_or(0, Vec::len) as u8;
    let about = Spotlight::area(MysteryArea::Pile(pile)).and_area(MysteryArea::Answer(pile, place));
    let answer = answer.card().map_or("a joker".to_owned(), Card::pretty);
    let paid = if with.is_empty() { String::new() } else { pretty_cards(with, " ") + " → " };
    let word = if with.is_empty() { "Pile" } else { "pile" };
    telling.about(about).closes(LogLevel::Part).prints(format!("{paid}{word} {}: {answer}", pile + 1))
}

/// What follows a puzzle's title if questions are free.
const PURE_LOGIC: &str = ", pure logic";

impl Setup for MysteryMachine {
    /// The puzzles that ship with Parlour, one after the other.
    fn options_of_the_day(day: u64) -> Options {
        let puzzles: Vec<&str> = shipped::texts().map(|(id, _)| id).collect();
        let today = day.checked_rem(puzzles.len() as u64).and_then(|number| puzzles.get(number as usize));
        today.map_or_else(Options::default, |id| Options { puzzle: (*id).to_owned(), ..Options::default() })
    }

    /// Of the puzzles that ship with Parlour.
    fn next_puzzle(options: &Options) -> Option<Options> {
        let is_own = !options.puzzle_file.is_empty() || !options.puzzle_text.is_empty();
        let puzzles: Vec<&str> = shipped::texts().map(|(id, _)| id).collect();
        let at = puzzles.iter().position(|id| *id == options.puzzle).filter(|_| !is_own)?;
        let next = puzzles.get(at + 1).or(puzzles.first())?;
        Some(Options { puzzle: (*next).to_owned(), ..options.clone() })
    }

    fn subject(options: &Options) -> Option<String> {
        let title = options.read().ok()?.title;
        Some(if options.pure_logic { format!("{title}{PURE_LOGIC}") } else { title })
    }

    /// Of the puzzles that ship with Parlour.
    fn with_subject(subject: &str) -> Option<Options> {
        let pure_logic = subject.ends_with(PURE_LOGIC);
        let mut all =
            shipped::texts().map(|(id, _)| Options { puzzle: id.to_owned(), pure_logic, ..Options::default() });
        all.find(|options| Self::subject(options).as_deref() == Some(subject))
    }
}
