//! The table of Clique Mystique: the whole board at the left, with the stacks of seat 0 upright and those of seat 1 across; at the right
//! the opponent, the deck, a place for cards that are to be replaced, and one's own hand in rows.

use crate::cards::{CardBits, GoldenSet, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::Seat;
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, SelectionAction, Setup, Tabletop};
use crate::layout::{
    Area, AreaId, AreaLook, BoardArea, CARD, CardArea, CardFan, CardPiece, Cue, Exhibit, Face, Finale, Gesture, Label,
    LabelLook, Layout, Mark, Material, PLATE, Piece, PieceId, PileSpot, Place, Point, Preview, Room, SeatPlate,
    Spotlight, SquareGrid, Telling, card_of, piece_of,
};
use crate::square::{SIDE, Square, SquareSet};
use crate::words::{capitalised, counted, counted_in_words, in_points, in_words, joined, signed};

use super::board::opponent;
use super::moves::Placement;
use super::plan::{CliquePlan, HIDDEN_HAND, OPEN_HAND, SMALL};
use super::reason::{PlacementGains, standing};
use super::rules::CliqueZone::{Aside, Hand};
use super::rules::{CliqueMystique, Event, HAND, MOST_IDLE, Move, PASSES, View, moves_seen};

/// From so many turns in a row without a new group on it is said how many are left.
const FEW_TURNS: u8 = 10;

/// How far the words on a stack are from the lower edge of its top card, for the card's scale.
const OVER_LOWER_EDGE: f32 = 5.0;

/// How far the words on a stack are from its middle, to the lower corner that has no index, for the card's scale: where its top card is
/// upright, and where it lies across.
const FREE_CORNER: (f32, f32) = (-10.0, 26.0);

/// How long cards that are replaced lie aside, in seconds.
const ASIDE_LIES: f32 = 0.4;

/// How far the stacks of a seat are turned, in degrees.
fn turn_of(seat: Seat) -> f32 {
    if seat == Seat::FIRST { 0.0 } else { 90.0 }
}

fn area_of(square: Square) -> AreaId {
    SquareGrid::area_id(square)
}

impl View {
    fn own_turn(&self) -> bool {
        self.has_turn(self.table.acting())
    }

    fn lay(&self, room: Room) -> Layout {
        let plan = CliquePlan::of(room);
        let mut layout =
            Layout { size: plan.size, fills_room: true, material: Material::Mystique, ..Layout::default() };
        for square in (0..SIDE as i8).rev().flat_map(|row| (0..SIDE as i8).filter_map(move |at| Square::new(at, row))) {
            self.lay_square(&mut layout, &plan.grid, square);
        }
        let (front, deck) = (self.front(), self.table.deck());
        for (seat, centre) in [(opponent(front), plan.other_plate()), (front, plan.own_plate())] {
            let (words, is_turn) = (self.plate(seat), self.table.acting() == Some(seat));
            let seat = seat.index() as u8;
            layout.plates.push(SeatPlate { seat, centre, size: PLATE, words, is_turn, is_dealer: false });
        }
        let stock = PileSpot::new(0, "deck", plan.deck(), SMALL);
        stock.lay_face_down(&mut layout, CardArea::Pile(0), deck, format!("{deck} left"));
        self.lay_other_hand(&mut layout, &plan);
        self.lay_aside(&mut layout, &plan);
        self.lay_own_hand(&mut layout, &plan);
        layout.actions_at = Some(plan.actions());
        layout.first = self.own_turn().then_some(AreaId::of(CardArea::Own(0)));
        layout
    }

    /// A square with its stack, which lies as its owner's cards do.
    fn lay_square(&self, layout: &mut Layout, grid: &SquareGrid, square: Square) {
        let board = &self.table.board;
        let (owner, height) = (board.owner(square), board.stacks().height(square));
        let Some(owner) = owner.filter(|_| height > 0) else {
            // What is laid here for now lies as one's own cards do.
            let turn = turn_of(self.front());
            layout.areas.push(Area { turn, ..grid.area(square, format!("square {square}")).outlined() });
            return;
        };
        let name = match height {
            1 => format!("square {square}, {}", owner.whose()),
            _ => format!("square {square}, {} stack of {height}", owner.whose()),
        };
        let is_latest = !self.table.is_over() && self.latest().contains(square);
        let look = if is_latest { AreaLook::Latest } else { AreaLook::Bare };
        let turn = turn_of(owner);
        layout.areas.push(Area { look, turn, ..grid.area(square, name).framed(owner.index() as u8) });
        let stack: Vec<MystiqueCard> = board.stacks().stack(square).collect();
        layout
            .fans
            .extend(CardFan::of(BoardArea::Place(square), stack.iter().skip(1).map(|card| Some(Face::from(*card)))));
        for (under, card) in stack.iter().rev().enumerate() {
            let place = Place { turn, ..grid.place(square, under) };
            let piece = Piece::new(CardPiece::Card(card.index()), (*card).into(), BoardArea::Place(square), place);
            layout.pieces.push(self.laid_from_hand(piece, square, owner));
        }
        if height > 1 {
            let (x, y) = grid.place(square, height - 1).centre;
            let (aside, half) = if turn == 0.0 { (FREE_CORNER.0, CARD.1) } else { (FREE_CORNER.1, CARD.0) };
            let low = (x + grid.scale * aside, y + grid.scale * (half / 2.0 - OVER_LOWER_EDGE));
            layout.labels.push(Label { look: LabelLook::OnCard, ..Label::new(low, format!("×{height}")) });
        }
    }

    /// The squares on which cards were laid last.
    fn latest(&self) -> SquareSet {
        self.table.last.map_or(SquareSet::EMPTY, |(_, placement)| placement.squares())
    }

    /// A card that was laid last, with the place that it had in a hidden hand.
    fn laid_from_hand(&self, piece: Piece, square: Square, owner: Seat) -> Piece {
        let Some((seat, placement)) = self.table.last.filter(|(seat, _)| *seat == owner) else { return piece };
        let number = placement.laid().position(|(other, card)| other == square && piece.id == piece_of(card));
        let Some(number) = number else { return piece };
        piece.was(CardPiece::Hidden(seat.index() as u8, (self.table.held(seat) + number) as u8))
    }

    fn lay_other_hand(&self, layout: &mut Layout, plan: &CliquePlan) {
        let seat = opponent(self.front());
        let (number, held, known) = (seat.index() as u8, self.table.held(seat), self.sorted(Hand(seat)));
        let (scale, step) = if known.is_empty() { HIDDEN_HAND } else { OPEN_HAND };
        let wide = step * HAND.saturating_sub(1) as f32 + scale * CARD.0;
        let (size, area) = ((wide, scale * CARD.1), CardArea::Hand(number));
        let centre = plan.other_hand(size.0, size.1, !known.is_empty());
        layout.areas.push(Area::new(area, centre, size, format!("{} hand", seat.whose())));
        let first = centre.0 - wide / 2.0 + scale * CARD.0 / 2.0;
        for place in 0..held {
            let at = Place { scale, ..Place::at((first + step * place as f32, centre.1)).on_level(place as u16) };
            layout.pieces.push(match known.get(place) {
                Some(card) => Piece::new(CardPiece::Card(card.index()), (*card).into(), area, at),
                None => Piece::new(CardPiece::Hidden(number, place as u8), Face::Back, area, at),
            });
        }
    }

    /// What is set aside, by whoever replaces cards; and where one's own are put to be replaced.
    fn lay_aside(&self, layout: &mut Layout, plan: &CliquePlan) {
        let (centre, size) = plan.aside();
        let front = self.front();
        let may_replace = self.own_turn() && self.table.replaceable(front) > 0;
        let own = Area::new(CardArea::Aside(front.index() as u8), centre, size, "cards to replace").with_key(8, 3);
        let caption = may_replace.then(|| "To replace".to_owned());
        let own = if may_replace { own.outlined() } else { own };
        layout.areas.push(Area { caption, ..own });
        let other = opponent(front);
        let beside = plan.other_aside();
        layout.areas.push(Area::new(CardArea::Aside(other.index() as u8), beside.0, beside.1, "cards set aside"));
        for seat in [front, other] {
            self.lay_set_aside(layout, seat, if seat == front { (centre, size) } else { beside });
        }
    }

    fn lay_set_aside(&self, layout: &mut Layout, seat: Seat, (centre, size): (Point, (f32, f32))) {
        let (number, count, known) =
            (seat.index() as u8, self.table.cards.count(Aside(seat)), self.sorted(Aside(seat)));
        let area = CardArea::Aside(number);
        let spread = Area::new(area, centre, size, "");
        for place in 0..count {
            let at = spread.place_of_card(place, count).on_level(place as u16);
            layout.pieces.push(match known.get(place) {
                Some(card) => Piece::new(CardPiece::Card(card.index()), (*card).into(), area, at),
                None => {
                    let held = (self.table.held(seat) + place) as u8;
                    Piece::new(CardPiece::Aside(number, place as u8), Face::Back, area, at)
                        .was(CardPiece::Hidden(number, held))
                }
            });
        }
    }

    fn lay_own_hand(&self, layout: &mut Layout, plan: &CliquePlan) {
        let front = self.front();
        let (number, held, known) = (front.index() as u8, self.table.held(front), self.sorted(Hand(front)));
        let (scale, rows, deck) = (plan.scale, plan.rows(), self.table.deck());
        let size = (scale * CARD.0, scale * CARD.1);
        for place in 0..HAND {
            let (centre, id) = (plan.held(place), CardArea::Own(place as u8));
            let (column, row) = (place % plan.in_row, place / plan.in_row);
            let area = Area::new(id, centre, size, "hand").with_key((8 + column) as u8, (SIDE - rows + row) as u8);
            layout.areas.push(if place < held { area } else { area.outlined() });
            layout.hand_places.push(AreaId::of(id));
            let at = Place { scale, ..Place::at(centre) };
            let piece = match known.get(place) {
                Some(card) => {
                    let drawn = CardPiece::Pile(0, (deck + place) as u8);
                    Piece::new(CardPiece::Card(card.index()), (*card).into(), id, at)
                        .was(drawn)
                        .movable(self.own_turn())
                }
                None => Piece::new(CardPiece::Hidden(number, place as u8), Face::Back, id, at),
            };
            layout.pieces.extend((place < held).then_some(piece));
        }
        layout.has_hand = !known.is_empty();
    }

    /// What stands on a seat's plate: its points, which are the cards that it owns on the board less those in its hand, and its intact
    /// groups, or that it has passed.
    fn plate(&self, seat: Seat) -> String {
        let points = in_points(self.table.points(seat));
        let has_passed = self.table.passes >= PASSES || (self.table.passes > 0 && seat != self.table.turn);
        match has_passed {
            true => format!("{points} · passed"),
            false => {
                let groups = self.table.board.intact(seat).count();
                format!("{points} · {}", counted(groups as u32, "group", "groups"))
            }
        }
    }

    /// What is put where for now: cards on squares, and cards that are to be replaced.
    fn put(&self, selected: &Selection) -> (Vec<(Square, MystiqueCard)>, MystiqueSet) {
        let (mut laid, mut aside) = (Vec::new(), MystiqueSet::EMPTY);
        for (piece, area) in &selected.placed {
            let Some(card) = card_of::<MystiqueCard>(*piece).filter(|card| self.hand().has(*card)) else { continue };
            match area.to() {
                Some(BoardArea::Place(square)) => laid.push((square, card)),
                Some(BoardArea::<Square>::Card(CardArea::Aside(_))) => aside = aside.with(MystiqueSet::of_one(card)),
                _ => {}
            }
        }
        (laid, aside)
    }

    /// What a button says and does with the cards that lie on squares for now.
    fn place_with(&self, laid: &[(Square, MystiqueCard)], moves: &[Move]) -> SelectionAction<Move> {
        let label = match laid.len() {
            1 => "Place the card".to_owned(),
            count => format!("Place the {} cards", in_words(count)),
        };
        let placed = Placement::of(laid.iter().copied()).map(Move::Place).filter(|mv| moves.contains(mv));
        match placed {
            Some(mv) => SelectionAction::makes(label, mv),
            None => SelectionAction::lacks(
                label,
                "#groups",
                "this is no group yet: lay another card, where a square is lit",
            ),
        }
    }

    /// What passing is called: it may end the game.
    fn pass(&self) -> SelectionAction<Move> {
        let ends = self.table.passes + 1 >= PASSES;
        SelectionAction::makes(if ends { "Pass and end the game" } else { "Pass" }, Move::Pass)
    }

    /// The stacks of a seat, its hand, and what they come to.
    fn counted_for(&self, seat: Seat) -> [Exhibit; 2] {
        let (board, held) = (&self.table.board, self.table.held(seat));
        let tops = board.owned(seat).iter().filter_map(|square| board.stacks().top(square)).map(piece_of);
        let spots = || Spotlight::seat(seat.index());
        let cards = counted(board.cards_of(seat) as u32, "card", "cards");
        let stacks = Exhibit::part(spots().and_pieces(tops), format!("{} stacks", seat.whose()), cards);
        let points = format!("{} − {held} = {}", board.cards_of(seat), signed(self.table.points(seat)));
        [stacks, Exhibit::sum(spots(), format!("Minus the cards in {} hand", seat.whose()), points)]
    }
}

impl Tabletop for CliqueMystique {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.ends_in_last = true;
        match event {
            Event::Placed { .. } => scene.show(event, Cue::Place),
            Event::Turned { squares, .. } => {
                let cards = scene.view.table.board.cards_on(*squares);
                scene.show(event, Cue::Take);
                if let Some(square) = squares.iter().next() {
                    scene.float(area_of(square), format!("{} over", counted(cards as u32, "card turns", "cards turn")));
                }
            }
            Event::Drew(_) | Event::ShuffledIn(_) => scene.show(event, Cue::Deal),
            Event::SetAside { .. } => {
                scene.show(event, Cue::Place);
                scene.linger(ASIDE_LIES);
            }
            Event::Passed { seat } => {
                scene.show(event, Cue::Place);
                let is_front = scene.view.front() == *seat;
                let hand = if is_front { CardArea::Own(0) } else { CardArea::Hand(seat.index() as u8) };
                scene.float(AreaId::of(hand), seat.does("passes", "pass"));
            }
        }
    }

    /// Every move is made up first, and then made by a button.
    fn gesture(_: &View, _: &Gesture) -> Option<Move> {
        None
    }

    /// A card may be put where some group holds it together with what lies on squares already, or to those that are to be replaced.
    fn placeable(view: &View, selected: &Selection) -> Vec<(PieceId, AreaId)> {
        if !view.own_turn() {
            return Vec::new();
        }
        let (laid, aside) = view.put(selected);
        let seat = view.front();
        let mut places = Vec::new();
        if aside.is_empty() {
            places = places_beside(&moves_seen(view), &laid);
        }
        if laid.is_empty() && aside.len() < view.table.replaceable(seat) {
            let to = AreaId::of(CardArea::Aside(seat.index() as u8));
            places.extend(view.hand().without(aside).iter().map(|card| (piece_of(card), to)));
        }
        places
    }

    fn actions(view: &View, selected: &Selection) -> Vec<SelectionAction<Move>> {
        if !view.own_turn() {
            return Vec::new();
        }
        let (laid, aside) = view.put(selected);
        if !laid.is_empty() {
            return vec![view.place_with(&laid, &moves_seen(view))];
        }
        if !aside.is_empty() {
            let cards = counted(aside.len() as u32, "card", "cards");
            return vec![SelectionAction::makes(format!("Replace {cards}"), Move::Replace(GoldenSet::of(aside)))];
        }
        vec![view.pass()]
    }

    fn selection_for(view: &View, mv: &Move) -> Selection {
        let placed = match mv {
            Move::Place(placement) => {
                placement.laid().map(|(square, card)| (piece_of(card), area_of(square))).collect()
            }
            Move::Replace(cards) => {
                let to = AreaId::of(CardArea::Aside(view.front().index() as u8));
                cards.cards().iter().map(|card| (piece_of(card), to)).collect()
            }
            Move::Pass => Vec::new(),
        };
        Selection { placed, ..Selection::default() }
    }

    /// The groups that would be formed, what would change sides, and how it would stand then.
    fn preview(view: &View, mv: &Move) -> Preview {
        match mv {
            Move::Place(placement) => preview_of(view, placement),
            Move::Replace(_) | Move::Pass => Preview::default(),
        }
    }

    fn explain_no_move(view: &View, gesture: &Gesture) -> Illegal {
        let card = gesture.piece.and_then(card_of::<MystiqueCard>);
        let Some(card) = card.filter(|card| view.hand().has(*card)) else {
            return Illegal::because("#the-turn", "pick up a card of your hand");
        };
        match gesture.area.to() {
            Some(BoardArea::Place(square)) if view.table.board.owned(opponent(view.front())).contains(square) => {
                Illegal::because("#placing-a-group", "that stack is your opponent’s: cover only stacks of your own")
            }
            Some(BoardArea::<Square>::Card(CardArea::Aside(_))) if view.table.deck() == 0 => {
                Illegal::because("#replacing-cards", "the deck is empty: nothing can be replaced")
            }
            Some(BoardArea::<Square>::Card(CardArea::Aside(_))) if view.table.deck() < HAND => {
                let left = counted_in_words(view.table.deck(), "card", "cards");
                let why = format!(
                    "you can replace no more than the deck has left, {left}, and none while you have cards on the board"
                );
                Illegal::because("#replacing-cards", why)
            }
            Some(BoardArea::<Square>::Card(CardArea::Aside(_))) => {
                let why = "take your cards off the board first: on your turn you either place a group or replace cards";
                Illegal::because("#the-turn", why)
            }
            _ => {
                let why =
                    format!("the {} forms no group there: move it to a lit square, if there is one", card.spoken());
                Illegal::because("#groups", why)
            }
        }
    }

    fn prompt(view: &View) -> String {
        let table = &view.table;
        if table.is_over() {
            return "The game is over".to_owned();
        }
        let other = opponent(table.turn);
        let can_place = || moves_seen(view).iter().any(|mv| matches!(mv, Move::Place(_)));
        let can_replace = table.replaceable(table.turn) > 0;
        match (view.own_turn(), table.passes) {
            (false, _) => format!("Wait for {}", table.turn.called()),
            (_, 1..) => format!("{}: if you pass too, the game is over", other.does("has passed", "have passed")),
            _ if can_place() => "Lay one to three cards to complete a group, replace cards, or pass".to_owned(),
            _ if can_replace => "You cannot form a group: replace cards, or pass".to_owned(),
            _ => "You cannot form a group, and there are no cards left to draw: pass".to_owned(),
        }
    }

    fn bookmark(view: &View) -> String {
        let points = joined(view.table.seats.iter().map(|seat| signed(view.table.points(seat))), " : ");
        format!("points {points}, {} in the deck", counted(view.table.deck() as u32, "card", "cards"))
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Place(_) => "cards laid",
            Move::Replace(_) => "cards replaced",
            Move::Pass => "passes",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        match event {
            Event::Placed { seat, placement } => Some(placed(view, *seat, placement)),
            Event::SetAside { seat, moved } => {
                let cards = counted(moved.count, "card", "cards");
                let own = MystiqueCard::by_card_number(moved.cards);
                let colon = if own.is_empty() { "" } else { ":" };
                let words = seat.does(&format!("replaces {cards}{colon}"), &format!("replace {cards}{colon}"));
                let telling = Telling::of(words).faces(own).about(Spotlight::plates([*seat]));
                Some(telling.happens().prints(format!("replaces {cards}")))
            }
            Event::Passed { seat } => {
                let passes = Telling::of(seat.does("passes", "pass")).about(Spotlight::plates([*seat]));
                Some(passes.happens().prints("passes"))
            }
            // What turns over is told with what is laid.
            Event::Turned { .. } => None,
            Event::Drew(_) | Event::ShuffledIn(_) => None,
        }
    }

    fn finale(view: &View) -> Finale {
        let table = &view.table;
        if !table.is_over() {
            return Finale::default();
        }
        let winners = table.winners();
        let is_tied = table.lead(Seat::FIRST) == 0;
        let figure = match winners.as_slice() {
            [winner] if is_tied => format!("{} in intact groups", table.board.cards_in_groups(*winner)),
            _ => joined(table.seats.iter().map(|seat| signed(table.points(seat))), " : "),
        };
        let groups = table.seats.iter().filter(|_| is_tied).map(|seat| in_groups(view, seat));
        let exhibits = table.seats.iter().flat_map(|seat| view.counted_for(seat)).chain(groups);
        let merits = winners.iter().filter_map(|seat| merit(view, *seat)).collect();
        Finale { merits, ..Finale::of(exhibits.chain([Exhibit::won_by(&winners, figure)])) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        view.counted_for(view.front()).into()
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let left = MOST_IDLE.saturating_sub(view.table.idle);
        let goal = match view.table.idle {
            idle if idle >= FEW_TURNS && left > 0 => {
                format!("The game ends if the next {} bring no new group", counted(left, "turn", "turns"))
            }
            _ => "The game ends when both pass, one after the other".to_owned(),
        };
        let reminder = "A group has every colour, suit or number among cards that share another attribute, or is a motley \
                        crew: three cards with nothing in common. Cards edged in your colour score 1 each; those left in \
                        your hand cost 1 each"
            .to_owned();
        ScoreSheet { goal, reminder, ..ScoreSheet::default() }
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let table = &view.table;
        let of = |seat| format!("{} on board − {} in hand", table.board.cards_of(seat), table.held(seat));
        table.seats.iter().map(of).collect()
    }
}

/// Where each card that is not laid yet may lie, in some placement that has these on their squares.
fn places_beside(moves: &[Move], laid: &[(Square, MystiqueCard)]) -> Vec<(PieceId, AreaId)> {
    let mut places: Vec<(Square, MystiqueCard)> = Vec::new();
    for mv in moves {
        let Move::Place(placement) = mv else { break };
        let others = || placement.laid().filter(|placed| !laid.contains(placed));
        if others().count() + laid.len() == placement.count() {
            places.extend(others());
        }
    }
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|(square, card)| (piece_of(card), area_of(square))).collect()
}

/// The cards of the groups that a placement would form, with those that would change sides.
fn preview_of(view: &View, placement: &Placement) -> Preview {
    let (table, seat) = (&view.table, view.table.turn);
    let gains = PlacementGains::of(table, seat, placement);
    let in_groups =
        table.board.formed(seat, placement).iter().fold(SquareSet::EMPTY, |all, group| all.union(group.stretch.set));
    let on_board = in_groups.without(placement.squares()).iter().filter_map(|square| {
        let mark = if gains.squares.contains(square) { Mark::Turns } else { Mark::Answers };
        Some((piece_of(table.board.stacks().top(square)?), mark))
    });
    let laid = placement.laid().map(|(square, card)| (piece_of(card), Mark::Comes(area_of(square))));
    let sentence = format!("{}. {}; then {}", capitalised(&gains.groups()), gains.turning(), standing(gains.lead));
    Preview { marks: laid.chain(on_board).collect(), sentence }
}

/// Cards that are laid, and what they form.
fn placed(view: &View, seat: Seat, placement: &Placement) -> Telling {
    let gains = PlacementGains::of(&view.table, seat, placement);
    let cards: Vec<MystiqueCard> = placement.laid().map(|(_, card)| card).collect();
    let tops: Vec<MystiqueCard> = gains.squares.iter().filter_map(|at| view.table.board.stacks().top(at)).collect();
    let telling = Telling::of(seat.does("lays", "lay")).faces(cards).words(format!("for {}, winning", gains.groups()));
    let about = placement.squares().union(gains.squares).iter();
    let about = about.fold(Spotlight::NONE, |spots, square| spots.and_area(BoardArea::Place(square)));
    let turning = gains.turning().to_lowercase();
    telling.faces(tops).about(about).happens().prints(format!("{placement}: {}; {turning}", gains.groups()))
}

/// What decides a tie, for a seat: the tops of its intact groups, and how many cards count.
fn in_groups(view: &View, seat: Seat) -> Exhibit {
    let board = &view.table.board;
    let squares = board.intact(seat).fold(SquareSet::EMPTY, |all, (stretch, _)| all.union(stretch.set));
    let tops = squares.iter().filter_map(|square| board.stacks().top(square)).map(piece_of);
    let spots = Spotlight::seat(seat.index()).and_pieces(tops);
    Exhibit::part(spots, format!("Intact groups: {}", seat.called()), board.cards_in_groups(seat).to_string())
}

/// What was good about how a winner played: the highest stack, or the groups.
fn merit(view: &View, seat: Seat) -> Option<String> {
    let board = &view.table.board;
    let highest = board.owned(seat).iter().map(|square| board.stacks().height(square)).max()?;
    let owns = seat.does("owns", "own");
    (highest > 1).then(|| format!("{owns} a stack of {}", counted_in_words(highest, "card", "cards")))
}

impl Setup for CliqueMystique {
    const WHO_BEGINS: &'static str = "The first player begins; their cards lie upright.";
}
