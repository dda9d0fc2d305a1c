//! The table of Mystique Maze: the deck and the discards in the middle, the map of the block beside them for whoever wants it, and the
//! corner cards before their seats.

use crate::cards::{CardBits, Colour, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats};
use crate::engine::seen::ZoneTable;
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, Setting, Setup, Tabletop};
use crate::engine::zones::Moved;
use crate::layout::{
    AreaId, CARD, CHART_GAP, CardArea, CardPiece, CardTable, Chart, Cue, Face, Finale, Gesture, Label, Layout,
    Material, PieceId, PileSpot, Point, Preview, Room, SeatRing, ShownCard, Spotlight, Telling, piece_of,
};
use crate::words::{capitalised, counted, in_words, joined};

use super::block::SuitLine;
use super::ending::{DECK, DISCARDS, finale};
use super::map::{CELLS, said_of};
use super::reason::short;
use super::rules::{Move, MystiqueMaze, View};
use super::table::{Event, MOST_SHUFFLES, MOST_TURNS, MazeEnd, MazePhase, MazeZone, Options};

/// The largest cards of the piles, those for which the map leaves room, and the space between the piles, in table units.
const LARGEST: f32 = 1.2;
const BESIDE_MAP: f32 = 0.97;
const APART: f32 = 20.0;

/// From the piles to the map, and its largest cells.
const TO_MAP: f32 = 28.0;
const LARGEST_CELL: f32 = 32.0;

/// What is left free beside the map, where plates grow so that they can be read.
const BESIDE: f32 = 8.0;

/// What is left free above the piles, for a full deck is higher than its place; and under them beside their captions, for the line of
/// the suits.
const ABOVE: f32 = 32.0;
const TO_SAID: f32 = 14.0;
const OVER_SAID: f32 = 10.0;

/// How large the piles are once the chain lies in the middle.
const AT_END: f32 = 0.5;

/// How long a shuffle is looked at, in seconds.
const SHUFFLE_LIES: f32 = 1.0;

/// From so many turns on it is said how many are left.
const FEW_TURNS: u16 = 40;

/// Where piles and map lie in the middle.
struct MazePlan {
    scale: f32,
    deck: Point,
    discards: Point,
    /// Where the line of the suits stands.
    said: Point,
    /// The upper left corner of the map, and how large its cells are.
    map: Option<(Point, f32)>,
}

impl MazePlan {
    /// In the region of these in which there is most room.
    fn in_larger(regions: [(Point, (f32, f32)); 2], has_map: bool, caption: f32) -> MazePlan {
        let [one, other] = regions.map(|region| MazePlan::within(region, has_map, caption));
        let worth = |plan: &MazePlan| plan.scale + plan.map.map_or(0.0, |(_, cell)| cell / LARGEST_CELL);
        if worth(&other) > worth(&one) { other } else { one }
    }

    /// With captions of this height.
    fn within(((x, y), (wide, high)): (Point, (f32, f32)), has_map: bool, caption: f32) -> MazePlan {
        let wide = wide - 2.0 * BESIDE;
        let said = OVER_SAID + caption;
        let below = caption + TO_SAID + said;
        let cell = has_map.then(|| largest_cell(wide, high));
        let map = cell.map_or((0.0, 0.0), |cell| Chart::size_for(3, CELLS, cell));
        let beside = if has_map { map.0 + TO_MAP } else { 0.0 };
        let across = (wide - beside - APART) / (2.0 * CARD.0);
        let scale = across.min((high - ABOVE - below) / CARD.1).min(LARGEST);
        let piles = 2.0 * scale * CARD.0 + APART;
        let (left, middle) = (x - (piles + beside) / 2.0, y + (ABOVE - below) / 2.0);
        let pile = |number: f32| (left + scale * CARD.0 / 2.0 + number * (scale * CARD.0 + APART), middle);
        MazePlan {
            scale,
            deck: pile(0.0),
            discards: pile(1.0),
            said: (left + piles / 2.0, middle + scale * CARD.1 / 2.0 + below - said / 2.0),
            map: cell.map(|cell| ((left + piles + TO_MAP, y - map.1 / 2.0), cell)),
        }
    }
}

/// How large the cells of the map can be in a region of this size, beside the piles.
fn largest_cell(wide: f32, high: f32) -> f32 {
    let (columns, rows) = CELLS;
    let piles = 2.0 * BESIDE_MAP * CARD.0 + APART + TO_MAP;
    let across = (wide - piles - 2.0 * CHART_GAP) / (3 * columns) as f32;
    let down = (high - Chart::size_for(3, (columns, 0), 0.0).1) / rows as f32;
    across.min(down).clamp(1.0, LARGEST_CELL)
}

/// What is next to what: "yellow – red – blue · suns – moons – crowns – arms".
fn in_line(line: SuitLine) -> String {
    let colours = joined(Colour::ALL.map(|colour| colour.word()), " – ");
    format!("{colours} · {}", joined(line.suits().map(|suit| suit.word()), " – "))
}

impl View {
    fn own_turn(&self) -> bool {
        self.has_turn(self.table.acting())
    }

    /// Whether it is the viewer's own turn, and this is to be done in it.
    fn is_to(&self, phase: MazePhase) -> bool {
        self.own_turn() && self.table.phase == phase
    }

    fn lay(&self, room: Room) -> Layout {
        let seats = self.table.seats();
        let ring = SeatRing::new(seats.count(), self.front().index(), room).with_open_hands();
        let mut table = CardTable::new(ring, Material::Mystique);
        for seat in seats.iter() {
            table.plate(seat.index(), self.plate(seat), self.table.acting() == Some(seat), false);
            self.lay_seat(&mut table, seat);
        }
        match self.winning_chain() {
            Some((seat, chain)) => {
                let [deck, discards] = table.corner();
                self.lay_piles(&mut table, [deck, discards], AT_END);
                self.lay_chain(&mut table, seat, chain);
            }
            None => self.lay_middle(&mut table),
        }
        let mut layout = table.finish();
        self.lead_from_piles(&mut layout);
        layout
    }

    fn lay_seat(&self, table: &mut CardTable, seat: Seat) {
        let mut held = self.clone();
        let gone = self.in_chain().intersection(self.table.hand(seat));
        held.table.cards.follow(&Moved::of(MazeZone::Hand(seat), MazeZone::Discards, gone));
        held.lay_hand(table, seat, self.is_to(MazePhase::Discard), MystiqueSet::FULL);
        let corners = self.table.cards.known(MazeZone::Corners(seat)).without(self.in_chain());
        let shown: Vec<ShownCard> = corners.iter().map(ShownCard::of).collect();
        if !shown.is_empty() {
            table.aside(seat.index(), shown.len(), &shown, &format!("{} corner cards", seat.whose()));
            table.about_aside(seat.index(), "corners");
        }
    }

    fn lay_middle(&self, table: &mut CardTable) {
        let regions = [table.between_open_hands(), table.below_open_hands()];
        let plan = MazePlan::in_larger(regions, self.has_map(), table.caption_room());
        self.lay_piles(table, [plan.deck, plan.discards], plan.scale);
        match plan.map {
            Some((corner, cell)) => table.chart(self.map(corner, cell)),
            None => table.label(Label::new(plan.said, format!("Order: {}", in_line(self.table.options.suits)))),
        }
    }

    fn lay_piles(&self, table: &mut CardTable, [deck, discards]: [Point; 2], scale: f32) {
        let (left, discarded) = (self.table.in_deck(), self.table.discards.len());
        let caption = if left == 0 { "empty".to_owned() } else { format!("{left} left") };
        table.stock(PileSpot::new(DECK, "deck", deck, scale).with_key(2, 0), left, caption);
        let caption = match discarded {
            // In the corner at the end there is no room for two.
            _ if self.winning_chain().is_some() => String::new(),
            0 => "empty".to_owned(),
            _ => format!("{discarded} discarded"),
        };
        let cards = self.table.discards.iter().rev().flatten();
        table.open_pile(PileSpot::new(DISCARDS, "discards", discards, scale).with_key(5, 0), cards, None, caption);
        let under = self.table.discards.below().map(|card| card.map(Face::Mystique));
        table.under(CardArea::Pile(DISCARDS), under);
    }

    /// What may be drawn can be picked up, and what was drawn or discarded comes from where it lay.
    fn lead_from_piles(&self, layout: &mut Layout) {
        let (left, turn) = (self.table.in_deck() as u8, self.table.turn);
        let deck_top = PieceId::of(CardPiece::Pile(DECK, left.saturating_sub(1)));
        let top = self.table.discards.top().map(piece_of);
        let discarded = PieceId::of(CardPiece::Hidden(self.table.seats().before(turn).index() as u8, 8));
        let drawn = PieceId::of(CardPiece::Pile(DECK, left));
        let ninth = PieceId::of(CardPiece::Hidden(turn.index() as u8, 8));
        for piece in &mut layout.pieces {
            let is_top = piece.id == deck_top || Some(piece.id) == top;
            piece.movable |= is_top && self.is_to(MazePhase::Draw);
            piece.was = match piece.area.to() {
                Some(CardArea::Pile(DISCARDS)) if Some(piece.id) == top => Some(discarded),
                Some(CardArea::Own(_)) => Some(drawn),
                Some(CardArea::Hand(_)) if piece.id == ninth => Some(drawn),
                _ => piece.was,
            };
        }
        if self.is_to(MazePhase::Draw) {
            layout.first = Some(AreaId::of(CardArea::Pile(DECK)));
        }
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let held = counted(self.held(seat) as u32, "card", "cards");
        if let Some((_, chain)) = self.winning_chain().filter(|(winner, _)| *winner == seat) {
            return format!("a chain of {}", chain.len() - 2);
        }
        let is_own = self.own() == Some(seat);
        let taken = self.table.taken[seat].len();
        let known = match is_own {
            true if self.has_map() => self.missing_way().map(|found| format!("{} missing", found.missing.len())),
            false if taken > 0 => Some(format!("{taken} known")),
            _ => None,
        };
        joined([held].into_iter().chain(known), " · ")
    }

    /// The move that is meant by what is brought somewhere, or by a pile alone, while a card is to be drawn.
    fn drawn_by(&self, piece: Option<PieceId>, to: CardArea) -> Option<Move> {
        match (piece, to) {
            (None, CardArea::Pile(DECK)) => Some(Move::Draw),
            (None, CardArea::Pile(DISCARDS)) => Some(Move::Take),
            (Some(piece), CardArea::Own(_)) if Some(piece) == self.table.discards.top().map(piece_of) => {
                Some(Move::Take)
            }
            (Some(piece), CardArea::Own(_)) => {
                matches!(piece.to(), Some(CardPiece::Pile(DECK, _))).then_some(Move::Draw)
            }
            _ => None,
        }
    }

    /// What somebody is to do who has to draw.
    fn asked_to_draw(&self) -> String {
        let top = self.table.discards.top().map(|card| format!("take the {}", card.spoken()));
        match (self.table.in_deck(), top) {
            (_, None) => "Draw a card from the deck".to_owned(),
            (0, Some(take)) if self.table.is_out_of_cards() => {
                format!("The deck has run out for good: {take}, or draw, which ends the game with no winner")
            }
            (0, Some(take)) => format!("The deck is empty: draw (the discards are shuffled first), or {take}"),
            (_, Some(take)) => format!("Draw from the deck, or {take}"),
        }
    }

    /// What ends the game soon if nothing else does.
    fn announced(&self) -> Option<String> {
        let left = MOST_TURNS.saturating_sub(self.table.turns);
        let is_near = left <= FEW_TURNS && self.table.end.is_none();
        is_near.then(|| format!("{} left in the game", counted(u32::from(left), "turn", "turns")))
    }

    /// Deck and discards in words.
    fn piles_spoken(&self) -> String {
        let table = &self.table;
        let top = match (table.discards.top(), table.discards.len()) {
            (None, _) => "nothing has been discarded yet".to_owned(),
            (Some(card), 1) => format!("the only discard is the {}", card.spoken()),
            (Some(card), count) => format!("the top one of {count} discards is the {}", card.spoken()),
        };
        let (deck, line) = (table.in_deck() as u32, in_line(table.options.suits));
        format!("The deck has {}; {top}. Order: {line}.", counted(deck, "card", "cards"))
    }

    fn corners_spoken(&self, seat: Seat) -> String {
        let corners = self.table.cards.known(MazeZone::Corners(seat));
        joined(corners.iter().map(MystiqueCard::spoken), " and ")
    }
}

impl Tabletop for MystiqueMaze {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.ends_in_last = true;
        match event {
            Event::Stock(moved) if moved.to == MazeZone::Deck => {
                scene.show(event, Cue::Deal);
                scene.linger(SHUFFLE_LIES);
                scene.float(AreaId::of(CardArea::Pile(DECK)), "Shuffled".to_owned());
            }
            Event::Stock(_) => scene.show(event, Cue::Deal),
            Event::Took { .. } | Event::Discarded { .. } => scene.show(event, Cue::Place),
            Event::Ended(MazeEnd::Linked { .. }) => scene.show(event, Cue::Chain(4)),
            Event::Ended(MazeEnd::OutOfCards | MazeEnd::LongEnough) => scene.show(event, Cue::Place),
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        if !view.own_turn() {
            return None;
        }
        let is_discarded = |area| matches!(area, CardArea::Middle | CardArea::Pile(DISCARDS));
        match view.table.phase {
            MazePhase::Draw => view.drawn_by(gesture.piece, gesture.area.to()?),
            MazePhase::Discard => view.brought(gesture, is_discarded).map(Move::Discard),
        }
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        match mv {
            Move::Draw | Move::Take => Selection::default(),
            Move::Discard(card) => [piece_of(*card)].into_iter().collect(),
        }
    }

    fn explain_no_move(view: &View, _: &Gesture) -> Illegal {
        match view.table.phase {
            MazePhase::Draw => {
                Illegal::because("#the-turn", "first draw from the deck, or take the top of the discards")
            }
            MazePhase::Discard => Illegal::because("#the-discards", "move a card of your hand to the discards"),
        }
    }

    /// With the map, how many cards would be missing then.
    fn preview(view: &View, mv: &Move) -> Preview {
        let (hand, table) = (view.hand(), &view.table);
        let missing = |held: MystiqueSet| {
            let found = table.missing_way(view.front(), held).filter(|_| view.has_map())?;
            Some(found.missing.len())
        };
        let sentence = match mv {
            Move::Draw if table.is_out_of_cards() => "The game ends, and nobody wins".to_owned(),
            Move::Draw if table.in_deck() == 0 => "All discards but the top one are shuffled first".to_owned(),
            Move::Draw => String::new(),
            Move::Take => {
                let top = table.discards.top().map_or(MystiqueSet::EMPTY, MystiqueSet::of_one);
                missing(hand.with(top)).map_or(String::new(), |missing| format!("You would be {}", short(missing)))
            }
            Move::Discard(card) => match missing(hand.without(MystiqueSet::of_one(*card))) {
                Some(0) => "Your corners would be linked".to_owned(),
                Some(missing) => format!("You would be {}", short(missing)),
                None => format!("{} may take it", table.seats().after(view.front()).called()),
            },
        };
        Preview { sentence, ..Preview::default() }
    }

    fn prompt(view: &View) -> String {
        let table = &view.table;
        let what = match table.phase {
            _ if table.end.is_some() => return "The game is over".to_owned(),
            _ if !view.own_turn() => format!("Wait for {}", table.turn.called()),
            MazePhase::Draw => view.asked_to_draw(),
            MazePhase::Discard => {
                format!("Discard a card; {} may take it", table.seats().after(table.turn).called())
            }
        };
        joined([what].into_iter().chain(view.announced()), ". ")
    }

    fn described(view: &View) -> String {
        let seats = view.seats_spoken(|seat| format!("corner cards {}", view.corners_spoken(seat)));
        let map = match view.has_map() {
            true => format!(" {}.", said_of(view.missing_way().as_ref())),
            false => String::new(),
        };
        let chain = match view.winning_chain() {
            Some((seat, chain)) => {
                format!(" {} chain: {}.", seat.whose(), joined(chain.iter().map(|card| card.spoken()), ", "))
            }
            None => String::new(),
        };
        format!("{} {seats}.{}{map}{chain}", view.piles_spoken(), view.hand_spoken())
    }

    fn bookmark(view: &View) -> String {
        let (turns, deck) = (view.table.turns + 1, view.table.in_deck());
        format!("turn {turns}, {} in the deck", counted(deck as u32, "card", "cards"))
    }

    fn describe_move(view: &View, mv: &Move) -> Option<Telling> {
        let does = |words: &str| view.front().does(words, words);
        let telling = match mv {
            Move::Draw => Telling::of(does("drew from the deck")),
            Move::Take => Telling::of(does("took the top of the discards")),
            Move::Discard(card) => Telling::of(does("discarded")).face(*card),
        };
        Some(telling.happens())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Draw => "cards drawn",
            Move::Take => "cards taken",
            Move::Discard(_) => "discards",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        let about = |card: MystiqueCard| Spotlight::pieces([piece_of(card)]);
        Some(match event {
            Event::Stock(moved) if moved.to == MazeZone::Deck => {
                let words = "all discards but the top one become a new deck";
                let about = Spotlight::area(CardArea::Pile(DECK));
                Telling::of(capitalised(words)).about(about).happens().prints(words)
            }
            Event::Stock(moved) => {
                let about = Spotlight::area(CardArea::Pile(DECK));
                match moved.cards.iter().next() {
                    Some(card) => {
                        Telling::of("drew").face(card).about(about).prints(format!("{} drawn", card.spoken()))
                    }
                    None => Telling::of("drew a card").about(about).prints("a card drawn"),
                }
            }
            Event::Took { card, .. } => {
                Telling::of("took").face(*card).about(about(*card)).prints(format!("{} taken", card.spoken()))
            }
            Event::Discarded { card, .. } => {
                let printed = format!("{} discarded", card.spoken());
                Telling::of("discarded").face(*card).about(about(*card)).prints(printed)
            }
            Event::Ended(end) => told_end(view, end),
        })
    }

    fn finale(view: &View) -> Finale {
        finale(view)
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let reminder =
            "Cards are connected if they share two attributes and are next to each other in the third".to_owned();
        ScoreSheet {
            reminder,
            ..ScoreSheet::to_win(view.table.end.is_some(), "The first to link both corner cards wins")
        }
    }
}

fn told_end(view: &View, end: &MazeEnd) -> Telling {
    match end {
        MazeEnd::Linked { seat, chain } => {
            let linked = seat.does("links both corner cards:", "link both corner cards:");
            let about = Spotlight::pieces(chain.iter().map(|card| piece_of(*card))).and_seat(seat.index());
            Telling::of(linked).faces(chain.iter().copied()).about(about).happens()
        }
        MazeEnd::OutOfCards => {
            let runs = in_words(usize::from(MOST_SHUFFLES) + 1);
            Telling::of(format!("The deck has run out {runs} times, and nobody wins")).happens()
        }
        MazeEnd::LongEnough => {
            let turns = view.table.turns;
            Telling::of(format!("Nobody has completed a chain in {turns} turns")).happens()
        }
    }
}

impl Setup for MystiqueMaze {
    const WHO_BEGINS: &'static str = "The first player is chosen at random.";

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        let suits = Setting::of(
            (
                "Line of suits",
                "Which suits are next to each other. In the first line a chain takes all eight cards of a hand; in the others \
                 seven or six are enough.",
            ),
            options,
            &[
                ("Suns–moons–crowns–arms", |options| options.suits = SuitLine::SunsMoonsCrownsArms),
                ("Suns–moons–arms–crowns", |options| options.suits = SuitLine::SunsMoonsArmsCrowns),
                ("Moons–suns–arms–crowns", |options| options.suits = SuitLine::MoonsSunsArmsCrowns),
            ],
        );
        let map = Setting::of(
            (
                "Map",
                "A map of all cards beside the piles: what you hold, what you have seen, and what is missing. It counts as help, as a \
                 hint does.",
            ),
            options,
            &[("No map", |options| options.map = false), ("Map", |options| options.map = true)],
        );
        vec![suits, map]
    }
}
