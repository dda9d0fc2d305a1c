//! The table of Mystique Energy: the board in the middle, as large as fits, the others at its left, and at its right the card to lay,
//! with one's own energy card small under it.

use crate::cards::{Attribute, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::Seat;
use crate::engine::tabletop::{Scene, ScoreKind, ScoreSheet, Selection, Setup, Tabletop};
use crate::hex::Hex;
use crate::layout::{
    Area, AreaId, AreaLook, BoardArea, CARD, CardArea, CardPiece, Cue, Exhibit, Face, Finale, Gesture, HexGrid, Layout,
    Mark, Material, PLATE, Piece, PileSpot, Place, Point, Preview, Room, SeatPlate, Spotlight, Telling, card_of,
    piece_of,
};
use crate::words::{capitalised, counted, joined};

use super::board::COUNTED;
use super::rules::{EnergyZone, Event, Move, MystiqueEnergy, View, in_factors};

/// How high the table is, how wide at least, and from the board to what is round it.
const HIGH: f32 = 700.0;
const LEAST_WIDE: f32 = 940.0;
const MARGIN: f32 = 8.0;

/// How wide the columns are at the left, with the others, and at the right.
const LEFT: f32 = 222.0;
const RIGHT: f32 = 222.0;

/// The others: the first one's plate, how far the next is below it, how far their cards are from it, and how large these are.
const OTHERS: (Point, f32) = ((114.0, 64.0), 132.0);
const THEIRS: (f32, f32, f32) = (24.0, 61.0, 0.36);

/// Oneself, from the right edge: the plate, the card to lay, and under it, so that words have room, the energy card; and the stock; each
/// with its scale.
const OWN_PLATE: Point = (114.0, 290.0);
const OWN: (Point, f32) = ((114.0, 398.0), 0.96);
const OWN_ENERGY: (Point, f32) = ((114.0, 556.0), 0.6);
const STOCK: (Point, f32) = ((114.0, 96.0), 0.6);

/// How long the energy cards lie open before their groups are counted, in seconds.
const ENERGIES_LIE: f32 = 1.0;

impl View {
    fn own_turn(&self) -> bool {
        self.has_turn(self.table.acting())
    }

    fn lay(&self, room: Room) -> Layout {
        let size = room.size(HIGH.max(LEAST_WIDE / room.proportion()));
        let at_right = |((x, y), scale): (Point, f32)| ((size.0 - x, y), scale);
        let mut layout = Layout { size, fills_room: true, material: Material::Mystique, ..Layout::default() };
        let board = (size.0 - LEFT - RIGHT, size.1 - 2.0 * MARGIN);
        self.lay_board(((LEFT + board.0 / 2.0, size.1 / 2.0), board), &mut layout);
        let (undrawn, (centre, scale)) = (self.table.cards.count(EnergyZone::Deck), at_right(STOCK));
        let stock = PileSpot::new(0, "stock", centre, scale);
        stock.lay_face_down(&mut layout, CardArea::Pile(0), undrawn, format!("{undrawn} left"));
        let front = self.front();
        let (aside, below, scale) = THEIRS;
        for (number, seat) in (0u8..).zip(self.table.seats.from(front).skip(1)) {
            let (x, y) = (OTHERS.0.0, OTHERS.0.1 + OTHERS.1 * f32::from(number));
            let at = |x: f32| ((x, y + below), scale);
            self.lay_seat(&mut layout, seat, (x, y), at(x - aside), at(x + aside));
        }
        let (plate, _) = at_right((OWN_PLATE, 1.0));
        self.lay_seat(&mut layout, front, plate, at_right(OWN), at_right(OWN_ENERGY));
        layout
    }

    /// The board in this room: its middle and its size.
    fn lay_board(&self, room: (Point, (f32, f32)), layout: &mut Layout) {
        let (cards, open) = (self.table.board.cards(), self.table.board.field.open());
        let hexes = cards.iter().map(|(hex, _)| *hex).chain(open.iter().copied());
        let grid = HexGrid::fitting(hexes, room);
        for (number, (hex, card)) in cards.iter().enumerate() {
            let place = grid.place(*hex);
            let piece = Piece::new(CardPiece::Card(card.index()), (*card).into(), BoardArea::Place(*hex), place);
            // Whoever laid it had one card.
            let seat = (number % self.table.seats.count()) as u8;
            layout.pieces.push(piece.was(CardPiece::Hidden(seat, 0)));
        }
        let open_now =
            open.iter().filter(|_| self.own_turn()).map(|hex| (*hex, grid.area(*hex, "open hex").outlined()));
        let laid = (0..).zip(cards).map(|(number, (hex, _))| (*hex, self.laid_area(number, grid.area(*hex, "hex"))));
        let mut areas: Vec<(Hex, Area)> = laid.chain(open_now).collect();
        // Where rows lie on each other, what lies on top is hit.
        areas.sort_by_key(|(hex, _)| hex.r);
        layout.areas.extend(areas.into_iter().map(|(_, area)| area));
        if self.own_turn() {
            let last = cards.last().map_or(Hex::default(), |(hex, _)| *hex);
            let near = |hex: &&Hex| (i16::from(hex.q - last.q).abs() + i16::from(hex.r - last.r).abs(), **hex);
            layout.first = open.iter().min_by_key(near).map(|hex| AreaId::of(BoardArea::Place(*hex)));
        }
    }

    /// The hex of the card that was laid as the `number`th: the last one of each seat says whose it is, and the newest is marked.
    fn laid_area(&self, number: usize, area: Area) -> Area {
        let seats = self.table.seats.count();
        let later = self.table.board.cards().len() - 1 - number;
        let owner = (later < seats && !self.table.is_over()).then_some((number % seats) as u8);
        let look = if later == 0 && owner.is_some() { AreaLook::Latest } else { area.look };
        Area { owner, look, ..area }
    }

    fn lay_seat(&self, layout: &mut Layout, seat: Seat, plate: Point, playing: (Point, f32), energy: (Point, f32)) {
        let number = seat.index() as u8;
        let is_turn = self.table.acting() == Some(seat);
        let words = self.plate(seat);
        layout.plates.push(SeatPlate { seat: number, centre: plate, size: PLATE, words, is_turn, is_dealer: false });
        let hidden = CardPiece::Hidden(number, 0);
        let zone = EnergyZone::Hand(seat);
        self.lay_card(layout, seat, (zone, CardArea::Hand(number), hidden), playing, ["card to lay", "To lay"]);
        let (zone, hidden) = (EnergyZone::Energy(seat), CardPiece::Aside(number, 0));
        self.lay_card(layout, seat, (zone, CardArea::Aside(number), hidden), energy, ["energy card", "Your energy"]);
    }

    /// One of a seat's two cards; `hidden` is the piece for those who do not know it.
    fn lay_card(
        &self,
        layout: &mut Layout,
        seat: Seat,
        (zone, area, hidden): (EnergyZone, CardArea, CardPiece),
        (centre, scale): (Point, f32),
        [name, caption]: [&str; 2],
    ) {
        let (is_own, count) = (self.own() == Some(seat), self.table.cards.count(zone));
        let (size, name) = ((scale * CARD.0, scale * CARD.1), format!("{} {name}", seat.whose()));
        let outline = Area::new(area, centre, size, name);
        layout.areas.push(Area { caption: (is_own && count > 0).then(|| caption.to_owned()), ..outline });
        let place = Place { scale, ..Place::at(centre) };
        let piece = |id: CardPiece, face: Face| Piece::new(id, face, area, place);
        layout.pieces.extend(match self.table.cards.known(zone).iter().next() {
            Some(card) => {
                let was =
                    if is_own { CardPiece::Pile(0, self.table.cards.count(EnergyZone::Deck) as u8) } else { hidden };
                let movable = zone == EnergyZone::Hand(seat) && is_own && self.own_turn();
                Some(piece(CardPiece::Card(card.index()), card.into()).movable(movable).was(was))
            }
            None => (count > 0).then(|| piece(hidden, Face::Back)),
        });
    }

    /// What stands on a seat's plate: what the viewer knows of its product.
    fn plate(&self, seat: Seat) -> String {
        let laid = self.table.board.cards().len() / self.table.seats.count()
            + usize::from(seat.index() < self.table.board.cards().len() % self.table.seats.count());
        match self.table.energy(seat) {
            Some(energy) => in_factors(&self.table.board, Some(energy)),
            None => format!("{} laid", counted(laid as u32, "card", "cards")),
        }
    }

    /// The three groups that count for a seat, one after the other, and what they multiply to.
    fn counted_for(&self, seat: Seat) -> Vec<Exhibit> {
        let Some(energy) = self.table.energy(seat) else { return Vec::new() };
        let (board, number) = (&self.table.board, seat.index() as u8);
        let spots = |cards: MystiqueSet| {
            Spotlight::pieces(cards.iter().map(piece_of)).and_area(CardArea::Aside(number)).and_seat(seat.index())
        };
        let group = |attribute: Attribute| {
            let cards = match attribute {
                Attribute::Colour(colour) => format!("{} cards", colour.word()),
                Attribute::Suit(_) | Attribute::Number(_) => attribute.to_string(),
            };
            let caption = format!("{} largest group of {cards}", seat.whose());
            Exhibit::part(spots(board.members(attribute)), caption, board.largest(attribute).to_string())
        };
        let attributes = COUNTED.map(|kind| energy.attribute(kind));
        let all = attributes.iter().fold(MystiqueSet::EMPTY, |all, group| all.union(board.members(*group)));
        let product = Exhibit::sum(spots(all), format!("{} product", seat.whose()), in_factors(board, Some(energy)));
        attributes.into_iter().map(group).chain([product]).collect()
    }
}

impl Tabletop for MystiqueEnergy {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::Placed { .. } => scene.show(event, Cue::Place),
            Event::Drew { .. } => scene.show(event, Cue::Deal),
            Event::Shown { .. } => {
                scene.show(event, Cue::Place);
                scene.linger(ENERGIES_LIE);
            }
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let own = view.playing_card();
        let brings = gesture.piece.is_none_or(|piece| own.is_some_and(|card| card_of(piece) == Some(card)));
        match gesture.area.to()? {
            BoardArea::Place(hex) if brings && view.own_turn() => Some(Move(hex)),
            _ => None,
        }
    }

    fn selection_for(view: &View, _: &Move) -> Selection {
        view.playing_card().map(piece_of).into_iter().collect()
    }

    /// The groups that the card would join, and one's own product.
    fn preview(view: &View, mv: &Move) -> Preview {
        let (Some(card), hex) = (view.playing_card(), mv.0) else { return Preview::default() };
        let attributes = COUNTED.map(|kind| card.attribute(kind));
        let alike = attributes
            .iter()
            .fold(MystiqueSet::EMPTY, |alike, attribute| alike.union(view.table.board.joined(hex, *attribute)));
        let marks = alike.iter().map(|card| (piece_of(card), Mark::Answers)).collect();
        let size = |attribute| format!("{attribute} {}", view.table.board.grown(hex, attribute));
        let sizes = joined(attributes.map(size), ", ");
        let own = view.own().and_then(|seat| view.table.energy(seat)).map(|energy| {
            let mut after = view.table.board.clone();
            after.lay(hex, card);
            match (view.table.board.product(energy), after.product(energy)) {
                (before, after) if before == after => format!(": your product stays {after}"),
                (before, after) => format!(": your product goes from {before} to {after}"),
            }
        });
        Preview { marks, sentence: capitalised(&format!("{sizes}{}", own.unwrap_or_default())) }
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "move your card to a lit hex of the board")
    }

    fn prompt(view: &View) -> String {
        match view.playing_card().filter(|_| view.own_turn()) {
            _ if view.table.is_over() => "The game is over".to_owned(),
            None => format!("Wait for {}", view.table.turn.called()),
            Some(card) if view.table.board.cards().is_empty() => format!("Begin with the {}", card.spoken()),
            Some(card) if view.table.board.cards().len() == 1 => {
                format!("Lay the {} beside the first card", card.spoken())
            }
            Some(card) => format!("Lay the {} where it touches at least two cards", card.spoken()),
        }
    }

    fn bookmark(view: &View) -> String {
        format!("{} on the board", counted(view.table.board.cards().len() as u32, "card", "cards"))
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        match event {
            Event::Placed { card, hex, .. } => Some(placed(view, *card, *hex)),
            Event::Drew { .. } => None,
            Event::Shown { energies } => {
                let shown = view.table.seats.iter().zip(energies);
                let shown = shown.fold(Telling::of("Energy cards:"), |telling, (seat, card)| {
                    telling.words(seat.called()).face(*card)
                });
                Some(shown.happens().prints("the energy cards are shown"))
            }
        }
    }

    fn finale(view: &View) -> Finale {
        let (table, products) =
            (&view.table, |seat: Seat| view.table.energy(seat).map_or(0, |energy| view.table.board.product(energy)));
        let lowest = table.seats.iter().map(products).min().filter(|_| table.is_over());
        let Some(lowest) = lowest else { return Finale::default() };
        let best: Vec<Seat> = table.seats.iter().filter(|seat| products(*seat) == lowest).collect();
        let Some(winner) = best.first().copied() else { return Finale::default() };
        let caption = match best.len() {
            1 => winner.does("has the lowest product", "have the lowest product"),
            _ => format!("A tie, which goes to {}: {} last card was laid first", winner.called(), winner.whose()),
        };
        let last = Exhibit::sum(Spotlight::plates(best), caption, lowest.to_string());
        let largest = table.energy(winner).map(|energy| table.board.groups_for(energy).into_iter().max());
        let merit = largest.flatten().map(|largest| {
            let whose = winner.whose();
            format!("{whose} largest group has {}", counted(u32::from(largest), "card", "cards"))
        });
        let counted_for = table.seats.iter().flat_map(|seat| view.counted_for(seat));
        Finale { merits: merit.into_iter().collect(), ..Finale::of(counted_for.chain([last])) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        view.counted_for(view.front())
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let is_secret = !view.table.is_over();
        let goal =
            if is_secret { "Products are secret until the end; the lowest wins" } else { "The lowest product wins" };
        let reminder =
            "To get your product, multiply the sizes of the largest groups in your energy’s colour, suit and number";
        ScoreSheet {
            counts: "Product",
            kind: ScoreKind::FewerIsBetter,
            is_secret,
            goal: goal.to_owned(),
            reminder: reminder.to_owned(),
            ..ScoreSheet::default()
        }
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        view.table.seats.iter().map(|seat| in_factors(&view.table.board, view.table.energy(seat))).collect()
    }
}

/// A card that is laid, and what it touches.
fn placed(view: &View, card: MystiqueCard, hex: Hex) -> Telling {
    let board = &view.table.board;
    let touched = board.field.touching(hex).filter_map(|number| board.cards().get(usize::from(number)));
    let touched: Vec<MystiqueCard> = touched.map(|(_, card)| *card).collect();
    let telling = Telling::new().face(card);
    let telling = if touched.is_empty() { telling } else { telling.words("touching").faces(touched) };
    let about = Spotlight::pieces([piece_of(card)]).and_area(BoardArea::Place(hex));
    telling.about(about).prints(format!("{} to {hex}", card.spoken()))
}

impl Setup for MystiqueEnergy {}
