//! The table of Chain of Restraints: in the middle the board in the box that its cards still allow, as large as fits; the others with
//! their hands at its left, and one's own hand at its right, under the deck.

use crate::cards::{Attribute, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats};
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, Setup, Tabletop};
use crate::layout::{
    Area, AreaId, AreaLook, BoardArea, CARD, CardArea, CardFan, CardPiece, Cue, Exhibit, Face, Finale, Gesture, Label,
    Layout, Mark, Material, MoveOption, PLATE, Piece, PieceId, PileSpot, Place, Point, Preview, Room, SeatPlate,
    Spotlight, SquareGrid, Telling, card_of, piece_of,
};
use crate::square::{Bounds, FromCentre, Line, Square, SquareSet};
use crate::words::{capitalised, counted, counted_in_words, joined, listed};

use super::board::{BOX, FOUR, OpenThree, attributes};
use super::reason::RestraintOutlook;
use super::rules::{ChainOfRestraints, Move, View, four_in_words, reach_in_words, restrained};
use super::table::{Event, HAND, RestraintEnd, RestraintZone};

/// How high the table is, how wide at least, and from the board to what is round it; and how far the box reaches beyond its squares.
const HIGH: f32 = 700.0;
const LEAST_WIDE: f32 = 940.0;
const MARGIN: f32 = 6.0;
const FRAME: f32 = 5.0;

/// How wide the columns are at the left, with the others, and at the right; there more in a broad room.
const LEFT: f32 = 222.0;
const RIGHT: (f32, f32) = (222.0, 392.0);

/// The others: the first one's plate, how far the next is below it; and how far their hands are below their plates, how large, and from
/// card to card.
const OTHERS: (Point, f32) = ((112.0, 52.0), 152.0);
const THEIRS: (f32, f32, f32) = (69.0, 0.5, 32.0);

/// How far the board reaches, in words, from the lower edge and line by line.
const REACH: (f32, f32) = (48.0, 26.0);

/// At the right, from the middle of the column: the deck and what was laid aside, with their scale; the own plate, in a usual room and in
/// a broad one, where there is more room for words over it.
const PILES: (f32, f32, f32) = (52.0, 58.0, 0.56);
const OWN_PLATE: (f32, f32) = (177.0, 208.0);

/// The own hand: its upper edge from the plate, how many cards lie side by side and how large they are, in a usual room and in a broad
/// one, and how far they lie from each other.
const OWN_TOP: f32 = 39.0;
const OWN: ((usize, f32), (usize, f32)) = ((2, 0.97), (3, 1.16));
const APART: f32 = 8.0;

/// The key that shows where three are in a line.
const THREES: char = 'T';

/// The deck, and the hands that were laid aside.
const DECK: CardArea = CardArea::Pile(0);
const ASIDE: CardArea = CardArea::Pile(1);

/// Where the parts of the table lie in a room.
struct RestraintPlan {
    size: (f32, f32),
    /// The middle of the column at the right, and that of the own plate.
    right: f32,
    own_plate: f32,
    /// How many cards of the own hand lie side by side, and how large they are.
    own: (usize, f32),
    board: (Point, (f32, f32)),
}

impl RestraintPlan {
    fn of(room: Room) -> RestraintPlan {
        let size = room.size(HIGH.max(LEAST_WIDE / room.proportion()));
        let (column, own, own_plate) =
            if room.is_broad() { (RIGHT.1, OWN.1, OWN_PLATE.1) } else { (RIGHT.0, OWN.0, OWN_PLATE.0) };
        let around = MARGIN + FRAME;
        let board = (size.0 - LEFT - column - 2.0 * around, size.1 - 2.0 * around);
        let centre = (LEFT + (size.0 - LEFT - column) / 2.0, size.1 / 2.0);
        RestraintPlan { size, right: size.0 - column / 2.0, own_plate, own, board: (centre, board) }
    }

    /// The middle of a card of the own hand, from the left and then down.
    fn own_place(&self, number: usize) -> Point {
        let (columns, scale) = self.own;
        let (wide, high) = (scale * CARD.0 + APART, scale * CARD.1 + APART);
        let (column, row) = ((number % columns) as f32, (number / columns) as f32);
        let left = self.right - wide * (columns as f32 - 1.0) / 2.0;
        (left + wide * column, self.own_plate + OWN_TOP + high * row + scale * CARD.1 / 2.0)
    }
}

impl View {
    fn lay(&self, room: Room) -> Layout {
        let plan = RestraintPlan::of(room);
        let mut layout =
            Layout { size: plan.size, fills_room: true, material: Material::Mystique, ..Layout::default() };
        let near = self.lay_board(&plan, &mut layout);
        self.lay_piles(&plan, &mut layout);
        let others = self.table.seats.from(self.front()).skip(1);
        for (seat, number) in others.zip(0u8..) {
            let plate = (OTHERS.0.0, OTHERS.0.1 + OTHERS.1 * f32::from(number));
            self.lay_plate(seat, plate, &mut layout);
            self.lay_hand_of(seat, (plate.0, plate.1 + THEIRS.0), &mut layout);
        }
        // Once the board can grow no further, its frame says so.
        let room_left = self.table.board.room();
        let grows = [room_left.columns, room_left.rows].into_iter().any(|(low, high)| high - low >= BOX);
        for (words, line) in reach_in_words(&self.table.board).into_iter().zip([1.0, 0.0]).filter(|_| grows) {
            let at = (OTHERS.0.0, plan.size.1 - REACH.0 - REACH.1 * line);
            layout.labels.push(Label::new(at, words));
        }
        self.lay_plate(self.front(), (plan.right, plan.own_plate), &mut layout);
        self.lay_own_hand(&plan, near, &mut layout);
        layout.options.extend(self.threes());
        layout
    }

    /// The squares of the box that the cards still allow, with the cards on them. Gives the squares that are as large as cards: those
    /// where one can be laid now are among them.
    fn lay_board(&self, plan: &RestraintPlan, layout: &mut Layout) -> Bounds {
        let board = &self.table.board;
        let (room, places) = (board.room(), board.places());
        let near = places.bounds().unwrap_or(room);
        let grid = SquareGrid::growing(room, near, plan.board);
        let (wide, high) = grid.size();
        let size = (wide + 2.0 * FRAME, high + 2.0 * FRAME);
        layout.areas.push(Area::new(CardArea::Middle, plan.board.0, size, "the frame").outlined());
        let last = board.last().filter(|_| self.table.end.is_none());
        for square in room.squares().iter() {
            let is_last = last.is_some_and(|(at, _)| at == square);
            let look = match board.stacks().height(square) {
                0 => AreaLook::Outline,
                _ if is_last => AreaLook::Latest,
                _ => AreaLook::Bare,
            };
            let owner = is_last.then(|| self.table.seats.before(self.table.turn).index() as u8);
            let area = grid.area(square, format!("place {}", FromCentre(square)));
            layout.areas.push(Area { look, owner, ..area });
            self.lay_stack(square, &grid, layout);
        }
        near
    }

    /// The cards of a square, the lowest first; they fan out while it is pointed at.
    fn lay_stack(&self, square: Square, grid: &SquareGrid, layout: &mut Layout) {
        let (stacks, area) = (self.table.board.stacks(), BoardArea::Place(square));
        let mut cards: Vec<MystiqueCard> = stacks.stack(square).collect();
        layout.fans.extend(CardFan::of(area, cards.iter().skip(1).map(|card| Some(Face::from(*card)))));
        cards.reverse();
        // The newest was the last of those cards of its player's that the viewer does not know.
        let player = self.table.seats.before(self.table.turn);
        let unknown = self.held(player) - self.table.cards.hand(player).len();
        for (under, card) in cards.into_iter().enumerate() {
            let piece = Piece::new(CardPiece::Card(card.index()), card.into(), area, grid.place(square, under));
            layout.pieces.push(piece.was(self.hidden(player, unknown)));
        }
    }

    fn lay_piles(&self, plan: &RestraintPlan, layout: &mut Layout) {
        let (aside, y, scale) = PILES;
        let left = self.table.cards.count(RestraintZone::Deck);
        let deck = PileSpot::new(0, "deck", (plan.right - aside, y), scale);
        deck.lay_face_down(layout, DECK, left, format!("{left} left"));
        let laid = self.table.cards.known(RestraintZone::Aside);
        if laid.is_empty() {
            return;
        }
        let (centre, size) = ((plan.right + aside, y), (scale * CARD.0, scale * CARD.1));
        layout
            .areas
            .push(Area::new(ASIDE, centre, size, "hands laid aside").with_caption(format!("{} aside", laid.len())));
        for (level, card) in (0u16..).zip(laid.iter()) {
            let place = Place { scale, ..Place::at(centre).on_level(level) };
            layout.pieces.push(Piece::new(CardPiece::Card(card.index()), card.into(), ASIDE, place));
        }
        let under = laid.iter().collect::<Vec<_>>().into_iter().rev().skip(1);
        layout.fans.extend(CardFan::of(ASIDE, under.map(|card| Some(Face::from(card)))));
    }

    fn lay_plate(&self, seat: Seat, centre: Point, layout: &mut Layout) {
        let (number, words) = (seat.index() as u8, self.plate(seat));
        let is_turn = self.table.turn() == Some(seat);
        layout.plates.push(SeatPlate { seat: number, centre, size: PLATE, words, is_turn, is_dealer: false });
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let held = counted(self.held(seat) as u32, "card", "cards");
        match self.table.end {
            Some(RestraintEnd::Four(winner)) if winner == seat => "won".to_owned(),
            None if self.table.board.last().is_some() && self.table.seats.before(self.table.turn) == seat => {
                format!("{held} · played last")
            }
            _ => held,
        }
    }

    /// A card of a seat's hand for those who do not know it. Hands keep their numbers when they are passed, so that they are seen to go.
    fn hidden(&self, seat: Seat, place: usize) -> CardPiece {
        let hand = (seat.index() + self.table.passes) % self.table.seats.count();
        CardPiece::Hidden(hand as u8, place as u8)
    }

    /// Another hand: the cards that the viewer knows, and then the others.
    fn lay_hand_of(&self, seat: Seat, centre: Point, layout: &mut Layout) {
        let ((_, scale, step), area) = (THEIRS, CardArea::Hand(seat.index() as u8));
        let (held, left) = (self.held(seat), self.table.cards.count(RestraintZone::Deck));
        let size = (scale * CARD.0 + step * HAND.saturating_sub(1) as f32, scale * CARD.1);
        layout.areas.push(Area::new(area, centre, size, format!("{} hand", seat.whose())));
        let first = centre.0 - step * held.saturating_sub(1) as f32 / 2.0;
        let known = self.sorted(RestraintZone::Hand(seat));
        for number in 0..held {
            let at = (first + step * number as f32, centre.1);
            let place = Place { scale, ..Place::at(at).on_level(number as u16) };
            layout.pieces.push(match known.get(number) {
                Some(card) => {
                    let piece = Piece::new(CardPiece::Card(card.index()), (*card).into(), area, place);
                    piece.was(self.hidden(seat, number))
                }
                None => {
                    let drawn = CardPiece::Pile(0, (left + held - 1 - number) as u8);
                    Piece::new(self.hidden(seat, number - known.len()), Face::Back, area, place).was(drawn)
                }
            });
        }
    }

    /// The hand in front; the keys lead to it from the board, whose first row the first of its rows goes on.
    fn lay_own_hand(&self, plan: &RestraintPlan, near: Bounds, layout: &mut Layout) {
        let (seat, (columns, scale)) = (self.front(), plan.own);
        let playable = if self.own_turn() { self.table.board.allowed() } else { MystiqueSet::FULL };
        let (cards, size) = (self.sorted(RestraintZone::Hand(seat)), (scale * CARD.0, scale * CARD.1));
        let first_column = near.columns.1 - near.columns.0 + 1;
        for number in 0..self.held(seat) {
            let (centre, area) = (plan.own_place(number), CardArea::Own(number as u8));
            let key = Some((first_column + (number % columns) as i8, (number / columns) as i8));
            layout.areas.push(Area { key, look: AreaLook::Fan, ..Area::new(area, centre, size, "hand") });
            layout.hand_places.push(AreaId::of(area));
            let place = Place { scale, ..Place::at(centre) };
            let known = cards.get(number);
            let id = known.map_or(self.hidden(seat, number), |card| CardPiece::Card(card.index()));
            let piece = Piece::new(id, known.map_or(Face::Back, |card| (*card).into()), area, place);
            let is_dimmed = known.is_some_and(|card| !playable.contains(*card));
            // What is new comes from another hand or from the deck.
            let drawn = CardPiece::Pile(0, self.table.cards.count(RestraintZone::Deck) as u8);
            let was = if self.table.has_just_passed { self.hidden(seat, number) } else { drawn };
            layout.pieces.push(Piece { is_dimmed, ..piece.movable(self.own_turn()).was(was) });
        }
        layout.has_hand = !cards.is_empty();
        let may_play = cards.iter().position(|card| playable.contains(*card)).unwrap_or(0);
        layout.first = layout.has_hand.then(|| AreaId::of(CardArea::Own(may_play as u8)));
    }

    /// The choice to be shown where three are in a line and a fourth card could come.
    fn threes(&self) -> Option<MoveOption> {
        let near = self.table.seats.from(self.front()).next_back().filter(|_| self.table.end.is_none())?;
        let threes = self.table.board.threes();
        let is_among = |attribute: &Attribute| threes.iter().any(|three| three.attribute == *attribute);
        let named: Vec<String> = Attribute::all().filter(is_among).map(|attribute| attribute.counted(3)).collect();
        let explanation = match named.is_empty() {
            true => "No line of three that a fourth card could complete".to_owned(),
            false => format!("A fourth card could complete {}", listed(&named)),
        };
        let chain = |three: &OpenThree| {
            let [one, two, three, four] = three.line.0.map(SquareGrid::area_id);
            [(one, two), (two, three), (three, four)]
        };
        let mut links: Vec<(AreaId, AreaId)> = threes.iter().flat_map(chain).collect();
        links.sort_unstable();
        links.dedup();
        let near = Some(AreaId::of(CardArea::Hand(near.index() as u8)));
        Some(MoveOption { key: THREES, label: "Lines of 3".to_owned(), explanation, near, links, only_shows: true })
    }

    /// The fours that the last card made, one after the other.
    fn fours(&self) -> Vec<Exhibit> {
        let board = &self.table.board;
        let tops = |square: &Square| board.stacks().top(*square).map(piece_of);
        let of_line = |(line, shared): (Line<FOUR>, Vec<Attribute>)| {
            let spots = Spotlight::pieces(line.0.iter().filter_map(tops));
            Exhibit::part(spots, format!("{} in a row", capitalised(&four_in_words(&shared))), "")
        };
        board.fours().into_iter().map(of_line).collect()
    }
}

/// What must not be played after a card: "red, crowns and threes".
fn forbidden_after(card: MystiqueCard) -> String {
    let [number, colour, suit] = attributes(card);
    format!("{colour}, {suit} and {number}")
}

/// Why a hand cannot be played: what its cards share with the last one, and how many share what.
fn failing(seat: Seat, hand: MystiqueSet, last: MystiqueCard) -> Exhibit {
    let [number, colour, suit] = attributes(last);
    let count = |attribute: Attribute| (attribute, hand.intersection(attribute.cards()).len());
    let shared = [colour, suit, number].map(count).into_iter().filter(|(_, count)| *count > 0);
    let caption = format!("{}: {} are forbidden", seat.does("cannot play", "cannot play"), forbidden_after(last));
    let spots = Spotlight::pieces(hand.iter().chain([last]).map(piece_of)).and_seat(seat.index());
    Exhibit::part(spots, caption, joined(shared.map(|(attribute, count)| attribute.counted(count)), " · "))
}

/// Whose hand a seat gets when all of them go one seat to the right.
fn gets_hand(seats: Seats, seat: Seat) -> String {
    format!("{} {} hand", seat.does("gets", "get"), seats.after(seat).whose())
}

/// Who gets whose hand.
fn passing(seats: Seats) -> Exhibit {
    let gets: Vec<String> = seats.iter().map(|seat| gets_hand(seats, seat)).collect();
    let caption = format!("All hands go round: {}", listed(&gets));
    Exhibit::part(Spotlight::plates(seats.iter()), caption, "")
}

/// What is said when nothing in any hand, or in a new one, can be played.
fn renewing(seat: Seat) -> String {
    seat.does("lays their hand aside and draws a new one", "lay your hand aside and draw a new one")
}

impl Tabletop for ChainOfRestraints {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.ends_in_last = true;
        match event {
            Event::Played { .. } => scene.show(event, Cue::Place),
            Event::Drew(_) => scene.show(event, Cue::Deal),
            Event::Failed { seat, hand } => {
                scene.show(event, Cue::Place);
                let last = scene.view.table.board.last();
                scene.exhibit(last.map(|(_, last)| failing(*seat, *hand, last)));
            }
            Event::Passed(passed) => {
                scene.show(event, Cue::Swap);
                scene.exhibit([passing(passed.seats)]);
            }
            Event::LaidAside { seat, .. } => {
                scene.show(event, Cue::Take);
                scene.exhibit([Exhibit::part(Spotlight::plates([*seat]), renewing(*seat), "")]);
            }
            Event::RanOut => scene.show(event, Cue::Place),
        }
    }

    /// A card is brought to a place. Where only one of the hand may be played, a click on the place is enough.
    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let BoardArea::Place(square) = gesture.area.to()? else { return None };
        let playable = view.table.playable(view.front());
        let only = playable.iter().next().filter(|_| playable.len() == 1);
        let card = gesture.piece.map_or(only, card_of).filter(|card| view.hand().contains(*card))?;
        view.own_turn().then_some(Move { card, place: FromCentre(square) })
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        [piece_of(mv.card)].into_iter().collect()
    }

    /// The lines of three or four that the card would be in, and whether the next player could make four.
    fn preview(view: &View, mv: &Move) -> Preview {
        let sentence = match RestraintOutlook::after(&view.table, view.front(), mv.square(), mv.card) {
            RestraintOutlook::Wins(fours) => format!("{fours} in a row: you win"),
            RestraintOutlook::RunsOut => "The deck is empty: the game would end in a draw".to_owned(),
            RestraintOutlook::GoesOn { next, is_for_two, four, .. } => four.in_words(next, is_for_two),
        };
        Preview { marks: marks(view, *mv), sentence: capitalised(&sentence) }
    }

    fn explain_no_move(view: &View, gesture: &Gesture) -> Illegal {
        match gesture.area.to() {
            Some(BoardArea::<Square>::Place(_)) if gesture.piece.is_none() => {
                Illegal::because("#the-turn", "pick up a card of your hand first")
            }
            _ if view.table.board.last().is_none() => {
                Illegal::because("#the-board", "move a card to the place in the middle")
            }
            _ => match (gesture.piece.and_then(card_of::<MystiqueCard>), view.table.board.last()) {
                (Some(card), Some((_, last))) if card.shared(last).next().is_some() => {
                    Illegal::because("#the-restraint", restrained(card, last))
                }
                _ => Illegal::because("#the-board", "move a card to one of the lit places"),
            },
        }
    }

    fn prompt(view: &View) -> String {
        let table = &view.table;
        match (table.turn(), table.board.last()) {
            (None, _) => "The game is over".to_owned(),
            (Some(seat), _) if !view.own_turn() => format!("Wait for {}", seat.called()),
            (Some(_), None) => "Begin with any card".to_owned(),
            (Some(_), Some((_, last))) => {
                format!("{} are forbidden: play any other card", capitalised(&forbidden_after(last)))
            }
        }
    }

    fn described(view: &View) -> String {
        let board = &view.table.board;
        let stack = |(square, card): (Square, MystiqueCard)| {
            let under = board.stacks().stack(square).skip(1).map(|card| format!("the {}", card.spoken()));
            let under = listed(&under.collect::<Vec<String>>());
            let covers = if under.is_empty() { under } else { format!(", on {under}") };
            format!("at {} the {}{covers}", FromCentre(square), card.spoken())
        };
        let stacks: Vec<String> = board.stacks().tops().map(stack).collect();
        let lying = match board.last() {
            Some((_, last)) => {
                let [columns, rows] = reach_in_words(board);
                let last = last.spoken();
                format!("On the board, {columns} and {rows}: {}. The {last} was played last", joined(stacks, "; "))
            }
            None => "The board is empty".to_owned(),
        };
        let hands = view.table.seats.iter().filter(|seat| *seat != view.front()).filter_map(|seat| {
            let known = view.sorted(RestraintZone::Hand(seat));
            let known = joined(known.into_iter().map(MystiqueCard::spoken), ", ");
            (!known.is_empty()).then(|| format!(" Known of {} hand: {known}.", seat.whose()))
        });
        let left = counted(view.table.cards.count(RestraintZone::Deck) as u32, "card", "cards");
        let (seats, hands) = (view.seats_spoken(|seat| spoken_plate(view, seat)), joined(hands, ""));
        format!("{seats}. {lying}. {left} left in the deck.{hands}{}", view.hand_spoken())
    }

    fn bookmark(view: &View) -> String {
        let laid = counted(view.table.cards.count(RestraintZone::Board) as u32, "card", "cards");
        format!("{laid} played, {} left in the deck", view.table.cards.count(RestraintZone::Deck))
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        match event {
            Event::Played { seat, card, square } => Some(played(view, *seat, *card, *square)),
            Event::Drew(_) => None,
            Event::Failed { seat, hand } => {
                let shows = seat.does("has nothing to play and shows", "have nothing to play and show");
                let about = Spotlight::pieces(hand.iter().map(piece_of)).and_seat(seat.index());
                let named: Vec<String> = hand.iter().map(|card| format!("the {}", card.spoken())).collect();
                let printed = format!("{shows} {}", listed(&named));
                let telling = Telling::of(shows).faces(MystiqueCard::by_card_number(*hand));
                Some(telling.about(about).happens().prints(printed))
            }
            Event::Passed(passed) => {
                let about = Spotlight::plates(passed.seats.iter());
                let own = view.own().map(|seat| gets_hand(view.table.seats, seat));
                let words = joined(["All hands go round".to_owned()].into_iter().chain(own), ": ");
                Some(Telling::of(words).about(about).happens().prints("all hands go one seat to the right"))
            }
            Event::LaidAside { seat, .. } => {
                Some(Telling::of(renewing(*seat)).about(Spotlight::area(ASIDE).and_seat(seat.index())).happens())
            }
            Event::RanOut => {
                let words = "The deck has run out";
                Some(Telling::of(words).about(Spotlight::area(DECK)).happens().prints("the deck has run out"))
            }
        }
    }

    fn finale(view: &View) -> Finale {
        let table = &view.table;
        match table.end {
            None => Finale::default(),
            Some(RestraintEnd::RanOut) => {
                let ran_out = Exhibit::part(Spotlight::area(DECK), "The deck has run out", "0 left");
                Finale::of([
                    ran_out,
                    Exhibit::sum(Spotlight::plates(table.seats.iter()), "Nobody made four in a row", "A draw"),
                ])
            }
            Some(RestraintEnd::Four(winner)) => {
                let fours = view.fours();
                let cards = (table.cards.count(RestraintZone::Board)).div_ceil(table.seats.count());
                let with = counted(cards as u32, "card", "cards");
                let merit = format!("{} {with}", winner.does("needed only", "needed only"));
                let twice =
                    capitalised(&counted_in_words(fours.len(), "line of four", "lines of four")) + " with one card";
                let merits = [(fours.len() > 1).then_some(twice), (cards <= FEW_CARDS).then_some(merit)];
                let mut last = Exhibit::won_by(&[winner], "");
                fours.iter().for_each(|four| last.spots.join(&four.spots));
                Finale { merits: merits.into_iter().flatten().collect(), ..Finale::of(fours.into_iter().chain([last])) }
            }
        }
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        ScoreSheet::to_win(view.table.end.is_some(), "Four in a row of one colour, suit or number wins")
    }
}

/// Whoever wins with so few cards of their own was quick.
const FEW_CARDS: usize = 5;

/// What a plate says, without the number of cards, which is said besides.
fn spoken_plate(view: &View, seat: Seat) -> String {
    let is_last = view.table.board.last().is_some() && view.table.seats.before(view.table.turn) == seat;
    match (view.table.turn(), is_last) {
        (Some(turn), _) if turn == seat => "to play".to_owned(),
        (Some(_), true) => "played last".to_owned(),
        (Some(_), false) => "waiting".to_owned(),
        (None, _) if view.table.end == Some(RestraintEnd::Four(seat)) => "won".to_owned(),
        (None, _) => "has not won".to_owned(),
    }
}

/// The cards that would be three or four in a line with this one.
fn marks(view: &View, mv: Move) -> Vec<(PieceId, Mark)> {
    let mut after = view.table.board.clone();
    after.lay(mv.square(), mv.card);
    let of_three = |three: OpenThree| three.line.squares().without(SquareSet::of_one(three.gap));
    let threes = after.threes().into_iter().map(of_three);
    let lines = threes.chain(after.fours().into_iter().map(|(line, _)| line.squares()));
    let with_it = lines.filter(|line| line.contains(mv.square())).fold(SquareSet::EMPTY, SquareSet::union);
    let cards = with_it.iter().filter_map(|square| after.stacks().top(square)).filter(|card| *card != mv.card);
    cards.map(|card| (piece_of(card), Mark::Answers)).collect()
}

/// A card that is played, and what it covers.
fn played(view: &View, seat: Seat, card: MystiqueCard, square: Square) -> Telling {
    let about = Spotlight::pieces([piece_of(card)]).and_area(BoardArea::Place(square));
    let telling = Telling::new().face(card).about(about.and_seat(seat.index()));
    let telling = match view.table.board.stacks().top(square) {
        Some(covered) => telling.words("on").face(covered),
        None => telling,
    };
    telling.prints(format!("{} to {}", card.spoken(), FromCentre(square)))
}

impl Setup for ChainOfRestraints {
    const WHO_BEGINS: &'static str = "The first player is chosen at random.";
}
