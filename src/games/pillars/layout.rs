//! The table of Mystique Pillars: the four pillars side by side in the middle, and every hand open before its seat. In the draft the
//! places of one's own hand wait for their cards; in the building the cards that fit nowhere stand back.

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::Seat;
use crate::engine::seen::{EventTable, ZoneTable};
use crate::engine::tabletop::{Scene, ScoreKind, ScoreSheet, Selection, Setup, Tabletop};
use crate::layout::{
    Area, AreaId, CARD, CardArea, CardPiece, CardTable, Cue, Exhibit, Face, Finale, Gesture, Label, Layout, LogLevel,
    Mark, Material, Piece, PieceId, Place, Point, Preview, Room, SeatRing, ShownCard, Spotlight, Telling, build,
    card_of, piece_of,
};
use crate::words::{capitalised, counted, joined};

use super::reason::{NextCards, after};
use super::rules::{Move, MystiquePillars, View};
use super::table::{
    DRAFTED, Event, MOST_TIMES, MOST_TURNS, PILLARS, Pillar, PillarsEnd, PillarsPhase, PillarsTable, PillarsZone,
    matching,
};

/// The largest cards of a pillar, and the space between two of them, in table units.
const LARGEST: f32 = 1.1;
const APART: (f32, f32) = (16.0, 60.0);

/// What is kept free above the pillars for their height, and between that, the line of the phase and the plates; and under them, beside the
/// captions and the line of what is announced.
const RISE: f32 = 12.0;
const ABOUT_PHASE: f32 = 8.0;
const ABOUT_ANNOUNCED: f32 = 14.0;

/// From pillar to pillar where there is room for "1 · 15 cards" under each, and for "pillar 1", for the height of these letters.
const CAPTIONS_APART: f32 = 5.6;
const COUNTS_APART: f32 = 3.6;

/// From so many turns on it is said how many are left.
const FEW_TURNS: u16 = 50;

/// How long an empty place is seen before it is filled up, in seconds.
const RAN_OUT: f32 = 0.5;

/// Where the pillars stand.
struct PillarsPlan {
    scale: f32,
    /// How high captions are.
    caption: f32,
    /// The middle of the first pillar, and how far the next one is from it.
    first: Point,
    step: f32,
}

impl PillarsPlan {
    /// Between the hands at the sides, or below them where cards are larger there: then only the phase stands between the hands.
    fn in_larger([between, below]: [(Point, (f32, f32)); 2], caption: f32) -> PillarsPlan {
        let top = |((_, y), (_, high)): (Point, (f32, f32))| y - high / 2.0;
        let phase = caption + 2.0 * ABOUT_PHASE;
        let lower = (top(below) - top(between)).clamp(0.0, phase);
        let one = PillarsPlan::within(between, caption, RISE + phase);
        let other = PillarsPlan::within(below, caption, RISE + phase - lower);
        if other.scale > one.scale { other } else { one }
    }

    /// Within this middle and size, with at least so much left free above the cards, and as much as the phase needs if there is room.
    fn within((centre, (wide, high)): (Point, (f32, f32)), caption: f32, above: f32) -> PillarsPlan {
        let (gaps, below) = (APART.0 * (PILLARS as f32 - 1.0), 2.0 * caption + ABOUT_ANNOUNCED);
        let scale = ((wide - gaps) / (PILLARS as f32 * CARD.0)).min((high - above - below) / CARD.1).min(LARGEST);
        let step = (wide / PILLARS as f32).clamp(scale * CARD.0 + APART.0, scale * CARD.0 + APART.1);
        let most = (RISE + caption + 2.0 * ABOUT_PHASE).max(above);
        let above = (high - below - scale * CARD.1).clamp(above, most);
        let y = centre.1 + (above - below) / 2.0;
        PillarsPlan { scale, caption, first: (centre.0 - step * (PILLARS as f32 - 1.0) / 2.0, y), step }
    }

    fn centre(&self, pillar: Pillar) -> Point {
        (self.first.0 + self.step * pillar.index() as f32, self.first.1)
    }

    /// The middle of the line of the phase, above the pillars.
    fn phase(&self) -> Point {
        let up = self.scale * CARD.1 / 2.0 + RISE + ABOUT_PHASE + self.caption / 2.0;
        (self.middle(), self.first.1 - up)
    }

    /// The middle of the line of what is announced, below the captions.
    fn announced(&self) -> Point {
        let down = self.scale * CARD.1 / 2.0 + ABOUT_ANNOUNCED - 2.0 + 1.5 * self.caption;
        (self.middle(), self.first.1 + down)
    }

    fn middle(&self) -> f32 {
        self.first.0 + self.step * (PILLARS as f32 - 1.0) / 2.0
    }
}

fn area_of(pillar: Pillar) -> CardArea {
    CardArea::Pile(pillar.index() as u8)
}

impl View {
    fn own_turn(&self) -> bool {
        self.has_turn(self.table.acting())
    }

    fn lay(&self, room: Room) -> Layout {
        let seats = self.table.seats();
        let ring = SeatRing::new(seats.count(), self.front().index(), room).with_open_hands();
        let mut table = CardTable::new(ring, Material::Mystique);
        for seat in seats.iter() {
            table.plate(seat.index(), self.plate(seat), self.table.acting() == Some(seat), false);
            self.lay_open_hand(&mut table, seat);
        }
        let plan = PillarsPlan::in_larger([table.between_open_hands(), table.below_open_hands()], ring.caption_room());
        for pillar in Pillar::all() {
            self.lay_pillar(&mut table, &plan, pillar);
        }
        let mut layout = table.finish();
        layout.labels.push(Label::new(plan.phase(), self.phase()));
        layout.labels.extend(self.announced().map(|words| Label::new(plan.announced(), capitalised(&words))));
        if self.table.phase == PillarsPhase::Draft {
            layout.first = Some(AreaId::of(CardArea::Pile(0)));
        }
        layout
    }

    fn lay_open_hand(&self, table: &mut CardTable, seat: Seat) {
        let (is_front, is_draft) = (seat == self.front(), self.table.phase == PillarsPhase::Draft);
        // Only those are to be played now that fit somewhere.
        let playable = match self.own_turn() && !is_draft {
            true => NextCards::of(&self.table, seat).fitting,
            false => MystiqueSet::DECK,
        };
        let shown = |card| ShownCard { is_dimmed: is_front && !playable.has(card), ..ShownCard::of(card) };
        let cards: Vec<ShownCard> = self.sorted(PillarsZone::Hand(seat)).into_iter().map(shown).collect();
        match is_front && (is_draft || !cards.is_empty()) {
            true => table.own_hand_with_room(&cards, self.own_turn() && !is_draft, if is_draft { DRAFTED } else { 0 }),
            false => table.hand(seat.index(), cards.len(), &cards),
        }
    }

    /// A pillar, card on card; those that nobody has seen are known by their places.
    fn lay_pillar(&self, table: &mut CardTable, plan: &PillarsPlan, pillar: Pillar) {
        let (number, area, pile) = (pillar.index() as u8, area_of(pillar), self.table.pillar(pillar));
        let (centre, scale) = (plan.centre(pillar), plan.scale);
        let named = Area::new(area, centre, (scale * CARD.0, scale * CARD.1), format!("pillar {pillar}"));
        let caption = match pile.len() {
            count if plan.step < COUNTS_APART * plan.caption => count.to_string(),
            0 => "empty".to_owned(),
            _ if plan.step < CAPTIONS_APART * plan.caption => format!("pillar {pillar}"),
            count => format!("{pillar} · {}", counted(count as u32, "card", "cards")),
        };
        table.area(named.outlined().with_caption(caption).with_key(2 * number, 0));
        table.under(area, pile.below().map(|card| card.map(Face::Mystique)));
        let is_top = |level: u8| usize::from(level) + 1 == pile.len();
        for ((level, card), place) in (0u8..).zip(pile.iter().rev()).zip(build::pile(centre, pile.len())) {
            let place = Place { scale, thickness: scale * place.thickness, ..place };
            let unseen = CardPiece::Pile(number, level);
            let piece = match card {
                Some(card) => Piece::new(CardPiece::Card(card.index()), Face::Mystique(card), area, place).was(unseen),
                None => Piece::new(unseen, Face::Back, area, place),
            };
            table.piece(piece.movable(is_top(level) && card.is_some() && self.own_turn()));
        }
    }

    /// What stands on a seat's plate: how far it is with drafting, or what it could build.
    fn plate(&self, seat: Seat) -> String {
        let NextCards { fitting, held, .. } = NextCards::of(&self.table, seat);
        match (self.table.phase, held, fitting.len()) {
            (PillarsPhase::Draft, ..) => format!("{held} of {DRAFTED} cards"),
            (PillarsPhase::Over { .. }, 0, _) => "no cards left".to_owned(),
            (PillarsPhase::Over { .. }, ..) => counted(held as u32, "card", "cards"),
            (PillarsPhase::Building { .. }, 1, 0) => "1 card · stuck".to_owned(),
            (PillarsPhase::Building { .. }, 1, _) => "1 card · fits".to_owned(),
            (PillarsPhase::Building { .. }, held, 1) => format!("{held} cards · 1 fits"),
            (PillarsPhase::Building { .. }, held, fits) => format!("{held} cards · {fits} fit"),
        }
    }

    /// Which part of the game it is, and how far.
    fn phase(&self) -> String {
        match self.table.phase {
            PillarsPhase::Draft => {
                format!("The draft: card {} of {DRAFTED}", (self.table.held(self.table.turn) + 1).min(DRAFTED))
            }
            PillarsPhase::Building { .. } => "Building: be the first to lay your last card".to_owned(),
            PillarsPhase::Over { turns, .. } => counted(u32::from(turns), "turn of building", "turns of building"),
        }
    }

    /// What will end the game if nothing else does, once that is near.
    fn announced(&self) -> Option<String> {
        let PillarsPhase::Building { turns } = self.table.phase else { return None };
        let left = MOST_TURNS.saturating_sub(turns);
        if self.table.times + 1 == MOST_TIMES {
            return Some(
                "this position has occurred twice; if it occurs again, whoever has the fewest cards wins".to_owned(),
            );
        }
        let turns = || counted(u32::from(left), "turn left", "turns left");
        (left <= FEW_TURNS).then(|| format!("{}, then whoever has the fewest cards wins", turns()))
    }

    /// The cards that each seat has left.
    fn counted_hands(&self) -> Vec<Exhibit> {
        let of_seat = |seat: Seat| {
            let hand = self.table.hand(seat).iter().map(piece_of);
            let cards = counted(self.table.held(seat) as u32, "card", "cards");
            Exhibit::part(Spotlight::seat(seat.index()).and_pieces(hand), seat.called(), cards)
        };
        self.table.seats().iter().map(of_seat).collect()
    }

    /// A pillar in words: its top card, how many there are, and what is known of those under it.
    fn pillar_spoken(&self, pillar: Pillar) -> String {
        let pile = self.table.pillar(pillar);
        let Some(top) = pile.top() else { return format!("Pillar {pillar} is empty") };
        let count = counted(pile.len() as u32, "card", "cards");
        let mut below: Vec<Option<MystiqueCard>> = pile.below().collect();
        // Those under the last one that is known are only counted.
        while below.last() == Some(&None) {
            below.pop();
        }
        let spoken =
            |card: Option<MystiqueCard>| card.map_or("one unseen".to_owned(), |card| format!("the {}", card.spoken()));
        let known = joined(below.into_iter().map(spoken), ", ");
        let under = if known.is_empty() { known } else { format!("; under it, from above: {known}") };
        format!("Pillar {pillar}: the {}, {count}{under}", top.spoken())
    }
}

/// What everybody could build after a move, in a sentence.
fn preview_of(table: &PillarsTable, seat: Seat, mv: &Move) -> String {
    let own = NextCards::of(table, seat);
    let could = |next: &NextCards| format!("{}: {} of {}", next.seat.called(), next.fitting.len(), next.held);
    let rivals = joined(NextCards::of_rivals(table, seat).iter().map(could), ", ");
    match own.held {
        0 => "Your last card: you win".to_owned(),
        held => {
            let what = if matches!(mv, Move::Draw(_)) { "draw this card" } else { "build there" };
            let seen = if table.has_hidden_top() { ", as far as you can see" } else { "" };
            format!("If you {what}, {} of your {held} cards would fit next{seen}; {rivals}", own.fitting.len())
        }
    }
}

impl Tabletop for MystiquePillars {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.ends_in_last = true;
        match *event {
            Event::Drew { .. } => {
                scene.follow(event);
                scene.end = Cue::Deal;
            }
            Event::Built { seat, pillar, .. } => {
                scene.show(event, Cue::Place);
                if scene.view.table.held(seat) == 1 {
                    scene.float(AreaId::of(area_of(pillar)), "One card left".to_owned());
                }
            }
            Event::Divided { .. } => {
                scene.moment(Cue::Deal);
                scene.linger(RAN_OUT);
                scene.show(event, Cue::Push);
            }
            Event::TurnedUp { .. } => scene.follow(event),
            Event::TurnEnded => {
                let was_draft = scene.view.table.phase == PillarsPhase::Draft;
                scene.follow(event);
                if was_draft && scene.view.table.phase != PillarsPhase::Draft {
                    let pillars = Pillar::all().fold(Spotlight::NONE, |spots, pillar| spots.and_area(area_of(pillar)));
                    scene.moment(Cue::Deal);
                    scene.exhibit([Exhibit::sum(pillars, "The draft is over", "Now build")]);
                }
            }
        }
    }

    /// A pillar alone, or its top card brought to the own hand, is drawn from; a card of the hand is built.
    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        if !view.own_turn() {
            return None;
        }
        let to: CardArea = gesture.area.to()?;
        let pillar = Pillar::all().find(|pillar| area_of(*pillar) == to);
        let card = match gesture.piece {
            None => return pillar.map(Move::Draw),
            Some(piece) => card_of::<MystiqueCard>(piece)?,
        };
        let from = Pillar::all().find(|pillar| view.table.top(*pillar) == Some(card));
        match (from, pillar) {
            (Some(from), None) if matches!(to, CardArea::Own(_)) => Some(Move::Draw(from)),
            (None, Some(pillar)) => Some(Move::Build(card, pillar)),
            _ => None,
        }
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        match mv {
            Move::Draw(_) => Selection::default(),
            Move::Build(card, _) => [piece_of(*card)].into_iter().collect(),
        }
    }

    fn explain_no_move(view: &View, gesture: &Gesture) -> Illegal {
        let card = gesture.piece.and_then(card_of::<MystiqueCard>).filter(|card| view.hand().has(*card));
        match card.filter(|card| !NextCards::of(&view.table, view.front()).fitting.has(*card)) {
            _ if view.table.phase == PillarsPhase::Draft => {
                Illegal::because("#the-draft", "draw a card from one of the pillars")
            }
            Some(card) => {
                let why = format!(
                    "the {} fits on no pillar now: it must share two attributes with a top card",
                    card.spoken()
                );
                Illegal::because("#matching", why)
            }
            None => {
                Illegal::because("#the-turn", "move a card from your hand to a lit pillar, or draw one from a pillar")
            }
        }
    }

    /// The top cards on which a card of the own hand may be built.
    fn pointed(view: &View, piece: PieceId) -> Vec<(PieceId, Mark)> {
        let card = card_of::<MystiqueCard>(piece).filter(|card| view.hand().has(*card));
        let is_building = matches!(view.table.phase, PillarsPhase::Building { .. });
        match card.filter(|_| is_building && view.own_turn()) {
            Some(card) => {
                let tops: MystiqueSet = Pillar::all().filter_map(|pillar| view.table.top(pillar)).collect();
                answering(tops.intersection(matching(card)))
            }
            None => Vec::new(),
        }
    }

    /// How many of the own cards could be built next, and how many of the others'. No card of the hand is marked for it: those that may be
    /// built now are.
    fn preview(view: &View, mv: &Move) -> Preview {
        let (table, seat) = (&view.table, view.front());
        let after = after(table, seat, *mv);
        if table.phase == PillarsPhase::Draft {
            let Move::Draw(pillar) = *mv else { return Preview::default() };
            let matches = table.top(pillar).map_or(MystiqueSet::EMPTY, matching);
            let matches = matches.intersection(table.hand(seat));
            let sentence = match matches.len() {
                _ if table.held(seat) == 0 => String::new(),
                0 => "It matches no card in your hand".to_owned(),
                count => format!("It matches {} in your hand", counted(count as u32, "card", "cards")),
            };
            return Preview { marks: answering(matches), sentence };
        }
        Preview { sentence: preview_of(&after, seat, mv), ..Preview::default() }
    }

    fn prompt(view: &View) -> String {
        let own = NextCards::of(&view.table, view.front());
        match view.table.phase {
            PillarsPhase::Over { .. } => "The game is over".to_owned(),
            _ if !view.own_turn() => format!("Wait for {}", view.table.turn.called()),
            PillarsPhase::Draft => {
                format!("Draw cards that share two attributes with each other: you have {} of {DRAFTED}", own.held)
            }
            PillarsPhase::Building { .. } if own.fitting.is_empty() => {
                "None of your cards fits: draw the top card of any pillar".to_owned()
            }
            PillarsPhase::Building { .. } => {
                "Lay a card on a pillar whose top card shares two attributes with it, or draw a top card".to_owned()
            }
        }
    }

    fn described(view: &View) -> String {
        let pillars = joined(Pillar::all().map(|pillar| view.pillar_spoken(pillar)), ". ");
        let hand = |seat: Seat| {
            let cards = view.sorted(PillarsZone::Hand(seat)).into_iter().map(MystiqueCard::spoken);
            let cards = joined(cards, ", ");
            format!("{}, {}: {}", seat.called(), view.plate(seat), if cards.is_empty() { "no cards" } else { &cards })
        };
        let hands = joined(view.table.seats().iter().map(hand), ". ");
        let announced = view.announced().map_or(String::new(), |words| format!(" {}.", capitalised(&words)));
        format!("{}. {pillars}. {hands}.{announced}", view.phase())
    }

    fn bookmark(view: &View) -> String {
        let held = joined(view.table.seats().iter().map(|seat| view.table.held(seat)), " : ");
        match view.table.phase {
            PillarsPhase::Draft => format!("in the draft, cards {held}"),
            _ => format!("{} of building, cards {held}", counted(u32::from(view.table.turns()), "turn", "turns")),
        }
    }

    fn describe_move(view: &View, mv: &Move) -> Option<Telling> {
        let does = |verb: &str| view.front().does(verb, verb);
        let telling = match *mv {
            Move::Draw(pillar) => Telling::of(format!("{} from pillar {pillar}", does("drew"))),
            Move::Build(card, pillar) => Telling::of(does("built")).face(card).words(format!("onto pillar {pillar}")),
        };
        Some(telling.happens())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Draw(_) => "cards drawn",
            Move::Build(..) => "cards built",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        let about = |card: MystiqueCard, pillar| Spotlight::pieces([piece_of(card)]).and_area(area_of(pillar));
        match *event {
            Event::Drew { pillar, card, .. } => {
                let printed = format!("draws {} from pillar {pillar}", Face::from(card).printed());
                let drew = Telling::new().face(card).words(format!("from pillar {pillar}")).prints(printed);
                Some(drew.about(about(card, pillar)))
            }
            Event::Built { card, pillar, .. } => {
                let printed = format!("builds {} onto pillar {pillar}", Face::from(card).printed());
                let built = Telling::new().face(card).words(format!("onto pillar {pillar}")).prints(printed);
                Some(built.about(about(card, pillar)))
            }
            Event::Divided { from, to } => {
                let words = format!("Pillar {to} ran out, and the upper half of pillar {from} takes its place");
                let about = Spotlight::area(area_of(from)).and_area(area_of(to));
                Some(Telling::of(words).about(about).happens())
            }
            Event::TurnedUp { .. } => None,
            Event::TurnEnded => ended(&view.table),
        }
    }

    fn finale(view: &View) -> Finale {
        let PillarsPhase::Over { turns, end } = view.table.phase else { return Finale::default() };
        let winners = view.table.fewest();
        let fewest = winners.first().map_or(0, |seat| view.table.held(*seat));
        let spots = winners.iter().fold(Spotlight::NONE, |spots, seat| spots.and_seat(seat.index()));
        let caption = match (winners.as_slice(), end) {
            ([winner], PillarsEnd::HandEmpty) => winner.does("has built every card", "have built every card"),
            ([winner], _) => winner.does("has the fewest cards", "have the fewest cards"),
            _ => format!("A tie: {}", joined(winners.iter().map(|seat| seat.called()), " and ")),
        };
        let figure = if fewest == 0 { String::new() } else { counted(fewest as u32, "card", "cards") };
        let merit = format!("{} of building", counted(u32::from(turns), "turn", "turns"));
        let last = Exhibit::sum(spots, caption, figure);
        Finale { merits: vec![merit], ..Finale::of(view.counted_hands().into_iter().chain([last])) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        view.counted_hands()
    }

    fn score_sheet(_: &View) -> ScoreSheet {
        let goal = "Whoever lays their last card first wins".to_owned();
        ScoreSheet { counts: "Cards in hand", kind: ScoreKind::FewerIsBetter, goal, ..ScoreSheet::default() }
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let left = |seat: Seat| format!("{} left", counted(view.table.held(seat) as u32, "card", "cards"));
        view.table.seats().iter().map(left).collect()
    }
}

fn answering(cards: MystiqueSet) -> Vec<(PieceId, Mark)> {
    cards.iter().map(|card| (piece_of(card), Mark::Answers)).collect()
}

/// What the end of a turn brings about that is worth telling.
fn ended(table: &PillarsTable) -> Option<Telling> {
    let mut after = table.clone();
    after.follow(&Event::TurnEnded);
    let words = match (table.phase, after.phase) {
        (PillarsPhase::Draft, PillarsPhase::Building { .. }) => "The draft is over",
        (_, PillarsPhase::Over { end: PillarsEnd::Repeated, .. }) => {
            "The same position has occurred for the third time"
        }
        (_, PillarsPhase::Over { end: PillarsEnd::LongEnough, .. }) => "The last turn of building is over",
        (_, PillarsPhase::Over { end: PillarsEnd::NothingToDo, .. }) => "All pillars have run out",
        _ => return None,
    };
    Some(Telling::of(words).closes(LogLevel::Part))
}

impl Setup for MystiquePillars {
    const WHO_BEGINS: &'static str = "The first player is chosen at random, and drafts first and builds first.";
}
