//! The table of Mystique Chain: the pool in a grid, a column for each suit and colour and a row for each number, so that what can
//! follow is a row or some columns of it. Under it the three things that can be announced, at its right the chain.

use std::borrow::Cow;

use crate::cards::{AttributeKind, CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats, Viewer};
use crate::engine::tabletop::{ScoreSheet, Selection, Setting, Setup, Tabletop};
use crate::layout::{
    Area, AreaLook, CARD, CardPiece, EndFigure, Exhibit, Face, Finale, Gesture, Label, Layout, Mark, Material,
    Numbered, PLATE, Piece, Place, Point, Preview, Room, SeatPlate, Spotlight, Telling, card_of, piece_of,
};
use crate::words::{capitalised, counted, in_words, joined};

use super::position::{ChainPosition, Move};
use super::rules::{Event, MystiqueChain, Options, View};
use super::studies::{self, Study};

/// The areas of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainArea {
    /// The place of a card in the pool, by its number in the deck.
    Pool(u8),
    /// Where a card is brought to announce an attribute of this kind.
    Announce(AttributeKind),
    /// The cards that were played.
    Chain,
}

impl Numbered for ChainArea {
    fn all() -> impl Iterator<Item = ChainArea> {
        let pool = (0..MystiqueCard::COUNT as u8 / 2).map(ChainArea::Pool);
        pool.chain(AttributeKind::ALL.map(ChainArea::Announce)).chain([ChainArea::Chain])
    }
}

/// How wide the table is.
const WIDE: f32 = 1240.0;

/// Between two cards of the pool, how far suits stand apart, and from the pool to the edge.
const GAP: f32 = 6.0;
const APART: f32 = 16.0;
const MARGIN: f32 = 14.0;

/// How wide the column with the chain is beside the pool, and how high the row with it above the pool.
const COLUMN: f32 = 222.0;
const ROW: f32 = 190.0;

/// How large the last card of the chain is.
const LAST: f32 = 1.25;

/// The size of an announcement, and from its middle to the lower edge.
const ANNOUNCE: (f32, f32) = (296.0, 52.0);
const ANNOUNCE_UP: f32 = 36.0;

/// Where everything lies: the chain at the right of the pool in a broad room, else above it, so that the pool has all of the width.
struct ChainPlan {
    size: (f32, f32),
    is_broad: bool,
    /// How large the cards of the pool are, and the step from row to row.
    scale: f32,
    step: f32,
    /// The upper left corner of the pool.
    corner: Point,
}

impl ChainPlan {
    fn of(room: Room) -> ChainPlan {
        let (wide, high) = room.size(WIDE / room.proportion());
        let is_broad = room.is_broad();
        let (beside, above) = if is_broad { (COLUMN, MARGIN) } else { (0.0, ROW + MARGIN) };
        let across = wide - beside - 2.0 * MARGIN - 3.0 * APART - 11.0 * GAP;
        let scale = (across / (12.0 * CARD.0)).min(1.0);
        let down = high - above - ANNOUNCE.1 - MARGIN - GAP;
        // Rows lie on each other where there is no room for all of a card; its index always shows.
        let step = ((down - scale * CARD.1) / 4.0).min(scale * CARD.1 + GAP);
        ChainPlan { size: (wide, high), is_broad, scale, step, corner: (MARGIN, above) }
    }

    fn pool(&self, card: MystiqueCard) -> Point {
        let (suit, colour, row) = (card.suit() as usize, card.colour() as usize, card.number() - 1);
        let (wide, column) = (self.scale * CARD.0, (3 * suit + colour) as f32);
        let x = self.corner.0 + wide / 2.0 + column * (wide + GAP) + suit as f32 * APART;
        (x, self.corner.1 + self.scale * CARD.1 / 2.0 + f32::from(row) * self.step)
    }

    /// The middle of an announcement, by its number.
    fn announcement(&self, number: u8) -> Point {
        let (wide, high) = self.size;
        let middle = if self.is_broad { (wide - COLUMN) / 2.0 } else { wide / 2.0 };
        (middle + (ANNOUNCE.0 + MARGIN) * (f32::from(number) - 1.0), high - ANNOUNCE_UP)
    }

    /// The middle of the last card of the chain, which lies on those before it.
    fn chain(&self) -> Point {
        let (wide, high) = self.size;
        match self.is_broad {
            true => (wide - COLUMN / 2.0, high / 2.0 - 26.0),
            false => (wide / 2.0, MARGIN + LAST * CARD.1 / 2.0),
        }
    }

    /// The middles of what is said of the chain: what must follow, and how many cards can.
    fn said(&self) -> [Point; 2] {
        let (x, y) = self.chain();
        let below = y + LAST * CARD.1 / 2.0 + 20.0;
        match self.is_broad {
            true => [(x, below), (x, below + 32.0)],
            false => [(x + 200.0, y - 16.0), (x + 200.0, y + 18.0)],
        }
    }

    /// The plates: who sits here, and who sits opposite.
    fn plates(&self) -> [Point; 2] {
        let ((x, _), (wide, high)) = (self.chain(), self.size);
        let side = MARGIN + PLATE.0 / 2.0;
        match self.is_broad {
            true => [(x, high - 44.0), (x, 44.0)],
            false => [(side, MARGIN + ROW / 2.0), (wide - side, MARGIN + ROW / 2.0)],
        }
    }
}

fn shown(card: MystiqueCard, area: ChainArea, place: Place) -> Piece {
    Piece::new(CardPiece::Card(card.index()), Face::Mystique(card), area, place)
}

impl View {
    fn may_act(&self) -> bool {
        self.game.loser().is_none() && self.who == Viewer::Seat(self.game.turn)
    }

    fn position(&self) -> &ChainPosition {
        &self.game.position
    }

    fn lay(&self, room: Room) -> Layout {
        let plan = ChainPlan::of(room);
        let mut layout =
            Layout { size: plan.size, fills_room: true, material: Material::Mystique, ..Layout::default() };
        self.lay_pool(&plan, &mut layout);
        if self.game.loser().is_none() {
            self.lay_announcements(&plan, &mut layout);
        }
        self.lay_chain(&plan, &mut layout);
        let seats = MystiqueChain::seats().iter().zip(plan.plates());
        layout.plates = seats.map(|(seat, centre)| self.plate(seat, centre)).collect();
        layout
    }

    /// The cards that do not follow stand back.
    fn lay_pool(&self, plan: &ChainPlan, layout: &mut Layout) {
        let (playable, is_announced) = (self.position().playable(), self.position().follow.is_some());
        let size = (plan.scale * CARD.0, plan.scale * CARD.1);
        for card in self.position().pool.iter() {
            let (centre, area) = (plan.pool(card), ChainArea::Pool(card.index()));
            let key = (3 * card.suit() as u8 + card.colour() as u8, card.number() - 1);
            let place = Place { scale: plan.scale, ..Place::at(centre).on_level(card.number().into()) };
            let named = Area::new(area, centre, size, "pool").with_key(key.0, key.1);
            layout.areas.push(Area { look: AreaLook::Fan, ..named });
            let can_follow = playable.contains(card);
            let piece = shown(card, area, place).movable(self.may_act() && can_follow);
            layout.pieces.push(Piece { is_dimmed: is_announced && !can_follow, ..piece });
        }
    }

    fn lay_announcements(&self, plan: &ChainPlan, layout: &mut Layout) {
        for (kind, number) in AttributeKind::ALL.into_iter().zip(0u8..) {
            let centre = plan.announcement(number);
            let name = format!("announce the {}", kind.word());
            let area = Area::new(ChainArea::Announce(kind), centre, ANNOUNCE, &name).with_key(2 + 4 * number, 5);
            layout.areas.push(area.as_button());
            layout.labels.push(Label::new(centre, capitalised(&name)));
        }
    }

    /// The last card on those before it, and what must follow.
    fn lay_chain(&self, plan: &ChainPlan, layout: &mut Layout) {
        let (centre, [said, count]) = (plan.chain(), plan.said());
        let size = (LAST * CARD.0, LAST * CARD.1);
        layout.areas.push(Area::new(ChainArea::Chain, centre, size, "chain"));
        for ((_, card), level) in self.game.chain.iter().zip(0u16..) {
            let thickness = f32::from(level.min(12));
            let place = Place { thickness, scale: LAST, ..Place::at(centre).on_level(level) };
            layout.pieces.push(shown(*card, ChainArea::Chain, place));
        }
        if let Some(announced) = self.position().announced() {
            layout.labels.push(Label::new(said, format!("Announced: {announced}")));
        }
        let (left, can_follow) = (self.position().pool.len(), self.position().playable().len());
        let left = match self.position().follow {
            Some(_) => format!("{can_follow} of {left} cards fit"),
            None => format!("{left} in the pool"),
        };
        layout.labels.push(Label::new(count, left));
    }

    fn plate(&self, seat: Seat, centre: Point) -> SeatPlate {
        let laid = self.game.chain.len() - self.game.played();
        let played = self.game.chain.iter().skip(laid).filter(|(player, _)| *player == seat).count();
        SeatPlate {
            seat: seat.index() as u8,
            centre,
            size: PLATE,
            words: format!("{played} played"),
            is_turn: self.game.loser().is_none() && self.game.turn == seat,
            is_dealer: false,
        }
    }
}

impl Tabletop for MystiqueChain {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    /// A card that is brought to what it announces; at the start what is announced, alone.
    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let Some(ChainArea::Announce(kind)) = gesture.area.to() else { return None };
        match gesture.piece {
            Some(piece) => card_of(piece).map(|card| Move::Play(card, kind)),
            None => view.position().follow.is_none().then_some(Move::Announce(kind)),
        }
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        match mv {
            Move::Announce(_) => Selection::default(),
            Move::Play(card, _) => [piece_of(*card)].into_iter().collect(),
        }
    }

    fn explain_no_move(view: &View, _: &Gesture) -> Illegal {
        match view.position().follow {
            None => Illegal::because("#the-start", "first announce what the next card must share"),
            Some(_) => Illegal::because("#the-turn", "choose a card that can follow, then what to announce"),
        }
    }

    /// What could follow then.
    fn preview(view: &View, mv: &Move) -> Preview {
        let after = view.position().after(*mv);
        let (answers, announced) = (after.playable(), after.announced());
        let marks = answers.iter().map(|card| (piece_of(card), Mark::Answers)).collect();
        let sentence = announced.map_or(String::new(), |announced| match answers.len() {
            0 => format!("Nothing could follow {announced}"),
            count => format!("{} could follow {announced}", capitalised(&counted(count as u32, "card", "cards"))),
        });
        Preview { marks, sentence }
    }

    fn prompt(view: &View) -> String {
        let position = view.position();
        match position.announced() {
            _ if view.game.loser().is_some() => "The game is over".to_owned(),
            _ if !view.may_act() => format!("Wait for {}", view.game.turn.called()),
            None => format!("Announce what must follow the {}", position.last.spoken()),
            Some(announced) => format!("Play {}, and announce what must follow it", announced.one()),
        }
    }

    fn described(view: &View) -> String {
        let position = view.position();
        let follow = position.announced().map_or(String::new(), |announced| format!(" Must follow: {announced}."));
        let names =
            |cards: MystiqueSet| joined(cards.sorted(Default::default()).into_iter().map(MystiqueCard::spoken), ", ");
        let (last, pool) = (position.last.spoken(), names(position.pool));
        let playable = names(position.playable());
        let playable = if playable.is_empty() { String::new() } else { format!(" Can follow: {playable}.") };
        format!("Last card: {last}.{follow}{playable} Pool: {pool}.")
    }

    fn bookmark(view: &View) -> String {
        format!("{} left in the pool", counted(view.position().pool.len() as u32, "card", "cards"))
    }

    fn describe(_: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::Announced { seat, attribute } => {
                let announced = seat.does(&format!("announces {attribute}"), &format!("announce {attribute}"));
                let about = Spotlight::area(ChainArea::Announce(attribute.kind())).and_seat(seat.index());
                Telling::of(announced).about(about).happens().prints(format!("announces {attribute}"))
            }
            Event::Played { seat, card, attribute } => {
                let played = Telling::of(seat.does("plays", "play")).face(*card);
                let played = played.words(format!("announcing {attribute}"));
                let about = Spotlight::pieces([piece_of(*card)]).and_seat(seat.index());
                played.about(about).happens().prints(format!("{}, announces {attribute}", card.spoken()))
            }
            Event::Broken { seat } => {
                let broken = Telling::of(format!("{} cannot answer", seat.called()));
                broken.about(Spotlight::seat(seat.index())).happens()
            }
        })
    }

    fn finale(view: &View) -> Finale {
        let (Some(loser), Some(announced)) = (view.game.loser(), view.position().announced()) else {
            return Finale::default();
        };
        let winner = MystiqueChain::seats().after(loser);
        let (last, left) = (view.position().last, view.position().pool.len());
        let follow = format!("{} must follow", capitalised(&announced.to_string()));
        let of_pool = format!("0 of {}", counted(left as u32, "card", "cards"));
        let exhibits = [
            Exhibit::part(Spotlight::pieces([piece_of(last)]).and_area(ChainArea::Chain), follow, of_pool),
            Exhibit::sum(Spotlight::seat(winner.index()), winner.does("wins", "win"), ""),
        ];
        let played = view.game.played() as u32;
        let figures = vec![
            EndFigure::new(played, if played == 1 { "card played" } else { "cards played" }),
            EndFigure::new(left, "left in the pool"),
        ];
        let study = view.game.study.and_then(studies::numbered);
        let title = study.as_ref().map(|_| if winner == Seat::FIRST { "Solved" } else { "Not solved" }.to_owned());
        let merits = study.filter(|_| winner == Seat::FIRST).map(|study| merit(&study, played));
        Finale { title, figures, merits: merits.into_iter().collect(), ..Finale::of(exhibits) }
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        ScoreSheet::to_win(view.game.loser().is_some(), "Announce something that no card in the pool can follow")
    }

    fn effort(view: &View) -> Option<u32> {
        let is_solved = view.game.study.is_some() && view.game.loser().is_some_and(|loser| loser != Seat::FIRST);
        is_solved.then(|| view.game.played() as u32)
    }

    fn task(view: &View) -> Option<String> {
        let study = view.game.study.and_then(studies::numbered)?;
        let (wins, cards) = (study.winning.len(), counted(study.cards, "card", "cards"));
        let announcements = match wins {
            1 => "One announcement wins".to_owned(),
            _ => format!("{} announcements win", capitalised(&in_words(wins))),
        };
        let strict = if study.position.strict { ", strict chain" } else { "" };
        Some(format!("{}{strict}. {announcements}, in {cards} against the best defence.", study.title()))
    }
}

/// How many cards a study took, beside the fewest that win against the best defence.
fn merit(study: &Study, played: u32) -> String {
    let (took, needed) = (counted(played, "card", "cards"), study.cards);
    match played {
        _ if played == needed => format!("{took}, the fewest against the best defence"),
        _ if played < needed => format!("{took}: the best defence would have held out for {needed}"),
        _ => format!("{took}; {needed} would have been enough"),
    }
}

/// What the setting is called that chooses a study, or a deal.
pub const POSITION: &str = "Position";

/// The options with which a study is played.
pub fn played_as(id: &str, study: &Study) -> Options {
    Options { study: Some(id.to_owned()), strict: study.position.strict }
}

impl Setup for MystiqueChain {
    const WHO_BEGINS: &'static str =
        "Whoever draws the higher card announces first; in a study, the first player does.";

    fn subject(options: &Options) -> Option<String> {
        studies::find(options.study.as_ref()?).map(|study| study.title())
    }

    fn with_subject(subject: &str) -> Option<Options> {
        studies::all().find(|(_, study)| study.title() == subject).map(|(id, study)| played_as(id, &study))
    }

    fn next_puzzle(options: &Options) -> Option<Options> {
        let id = options.study.as_ref()?;
        let at = studies::all().position(|(known, _)| known == id)?;
        let next = studies::all().nth(at + 1).or_else(|| studies::all().next());
        next.map(|(id, study)| played_as(id, &study))
    }

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        let chain = Setting::of(
            (
                "Chain",
                "In a strict chain, a card must share what was announced with the card before it, and nothing else.",
            ),
            options,
            &[("Free", |options| options.strict = false), ("Strict", |options| options.strict = true)],
        );
        let deal = (Cow::Borrowed("A new deal"), Options { study: None, ..options.clone() });
        let studies = studies::all().map(|(id, study)| (Cow::Owned(study.title()), played_as(id, &study)));
        let choices: Vec<(Cow<'static, str>, Options)> = [deal].into_iter().chain(studies).collect();
        let chosen = choices.iter().position(|(_, choice)| choice == options).unwrap_or(0);
        let explanation =
            "In a study at least one of your announcements wins by force. Find it, and play the win to the end.";
        let position = Setting { name: POSITION, choices, chosen, explanation };
        // A study is free or strict itself.
        if options.study.is_some() { vec![position] } else { vec![position, chain] }
    }
}
