//! The table of Mystique Circle: what it shows, and what is done at it.

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::{Seat, Seats};
use crate::engine::tabletop::{RoundResult, SelectionAction, Setting, Setup, Tabletop};
use crate::layout::{
    Beat, CardArea, CardPiece, CardTable, Cue, Face, Gesture, Layout, Material, PieceId, Preview, SeatRing, ShownCard,
    card_of,
};
use crate::words::counted;

use super::rules::{BONUS, Event, HOLE, Hole, Move, MystiqueCircle, Options, View};

/// How long a whole trick lies, and the holes of a round that is over, in seconds.
const TRICK_LIES: f32 = 1.0;
const HOLES_LIE: f32 = 2.0;

fn shown(card: MystiqueCard) -> ShownCard {
    ShownCard { number: card.index(), face: Face::Mystique(card), is_dimmed: false }
}

fn piece(card: MystiqueCard) -> PieceId {
    PieceId::of(CardPiece::Card(card.index()))
}

fn card(piece: PieceId) -> Option<MystiqueCard> {
    card_of(piece).and_then(MystiqueCard::from_index)
}

impl View {
    /// The seat in front: the viewer's own, or the first.
    fn front(&self) -> Seat {
        self.own_seat().unwrap_or(Seat::FIRST)
    }

    fn sorted(&self, seat: Seat) -> Vec<MystiqueCard> {
        let mut hand: Vec<MystiqueCard> = self.hand(seat).iter().collect();
        self.order.sort_mystique(&mut hand);
        hand
    }

    /// Whether the viewer's own seat acts, and with what: its hole or a card.
    fn acts(&self) -> Option<Acting> {
        let seat = self.own_seat().filter(|_| !self.table.game.is_over())?;
        let choosing = self.choosing();
        match (choosing.contains(seat), choosing.is_empty() && self.table.turn == seat) {
            (true, _) => Some(Acting::Hole),
            (_, true) => Some(Acting::Card),
            _ => None,
        }
    }

    fn is_acting(&self, seat: Seat) -> bool {
        let choosing = self.choosing();
        !self.table.game.is_over()
            && if choosing.is_empty() { self.table.turn == seat } else { choosing.contains(seat) }
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let tricks = self.table.tricks[seat.index()];
        let bid = self.holes.get(seat.index()).and_then(|hole| hole.known()).map(Hole::bid);
        match bid {
            Some(bid) => format!("{tricks} of {}", counted(u32::from(bid), "trick", "tricks")),
            None => counted(u32::from(tricks), "trick", "tricks"),
        }
    }

    fn lay(&self) -> CardTable {
        let front = self.front();
        let mut table = CardTable::new(SeatRing::new(self.table.seats().count(), front.index()), Material::Mystique);
        for seat in self.table.seats().iter() {
            table.plate(seat.index(), self.plate(seat), self.is_acting(seat), self.table.game.dealer() == seat);
            self.lay_hand(&mut table, seat);
            let hole = self.holes.get(seat.index()).copied().unwrap_or(SealedChoice::Waiting);
            let count = if hole == SealedChoice::Waiting { 0 } else { HOLE };
            let known: Vec<ShownCard> = hole.known().into_iter().flat_map(|hole| hole.0).map(shown).collect();
            table.aside(seat.index(), count, &known, &format!("hole of {}", seat.called()));
            table.taken(seat.index(), usize::from(self.table.tricks[seat.index()]));
        }
        let trick: Vec<(usize, ShownCard)> =
            self.table.trick.iter().map(|(seat, card)| (seat.index(), shown(card))).collect();
        let held = |seat: usize| self.hands.get(seat).map_or(0, |hand| hand.count);
        table.trick(&trick, self.table.trick.winner().map(Seat::index), held);
        table
    }

    fn lay_hand(&self, table: &mut CardTable, seat: Seat) {
        let cards = self.sorted(seat);
        if seat != self.front() || cards.is_empty() {
            let known: Vec<ShownCard> = cards.into_iter().map(shown).collect();
            let count = self.hands.get(seat.index()).map_or(0, |hand| hand.count);
            return table.hand(seat.index(), count, &known);
        }
        let playable = match self.acts() {
            Some(Acting::Card) => self.table.playable(self.hand(seat)),
            _ => MystiqueSet::FULL,
        };
        let cards: Vec<ShownCard> =
            cards.into_iter().map(|card| ShownCard { is_dimmed: !playable.contains(card), ..shown(card) }).collect();
        table.own_hand(&cards, self.acts().is_some());
    }

    fn describe_seat(&self, seat: Seat) -> String {
        let cards = self.hands.get(seat.index()).map_or(0, |hand| hand.count) as u32;
        format!("{}: {}, {}", seat.called(), self.plate(seat), counted(cards, "card", "cards"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Acting {
    Hole,
    Card,
}

impl Tabletop for MystiqueCircle {
    fn layout(view: &View) -> Layout {
        view.lay().finish()
    }

    fn beats(before: &View, events: &[Event], after: &View) -> Vec<Beat> {
        let mut scene = before.clone();
        let mut beats: Vec<Beat> = Vec::new();
        for event in events {
            match event {
                Event::SetAside { seat, hole } => {
                    let held = &mut scene.hands[seat.index()];
                    held.count = held.count.saturating_sub(HOLE);
                    held.known = held.known.without(hole.map_or(MystiqueSet::EMPTY, Hole::cards));
                    scene.holes[seat.index()] = hole.map_or(SealedChoice::Hidden, SealedChoice::Known);
                    beats.push(Beat::new(Self::layout(&scene), Cue::Place));
                }
                Event::Played { seat, card } => {
                    let held = &mut scene.hands[seat.index()];
                    held.count = held.count.saturating_sub(1);
                    held.known.remove(*card);
                    scene.table.lay(*seat, *card);
                    beats.push(Beat::new(Self::layout(&scene), Cue::Place));
                }
                Event::TrickTaken { seat, trick } => {
                    if let Some(laid) = beats.last_mut() {
                        laid.hold = TRICK_LIES;
                    }
                    scene.table.trick = Default::default();
                    let mut table = scene.lay();
                    let cards: Vec<ShownCard> = trick.cards().into_iter().map(shown).collect();
                    table.swept(seat.index(), &cards);
                    beats.push(Beat::new(table.finish(), Cue::Take));
                    scene.table.tricks[seat.index()] += 1;
                    scene.table.turn = *seat;
                }
                Event::RoundOver { detail, .. } => {
                    scene.holes = detail.holes.iter().map(|hole| SealedChoice::Known(*hole)).collect();
                    beats.push(Beat { hold: HOLES_LIE, ..Beat::new(Self::layout(&scene), Cue::Place) });
                }
                Event::Dealt { .. } | Event::GameOver => {}
            }
        }
        let is_dealt = events.iter().any(|event| matches!(event, Event::Dealt { .. }));
        beats.push(Beat::new(Self::layout(after), if is_dealt { Cue::Deal } else { Cue::Place }));
        beats
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        if view.acts() != Some(Acting::Card) {
            return None;
        }
        let hand = view.sorted(view.front());
        match (gesture.piece, gesture.area.to()?) {
            (None, CardArea::Own(place)) => hand.get(usize::from(place)).copied().map(Move::Play),
            (Some(piece), CardArea::Middle | CardArea::Trick(_)) => {
                card(piece).filter(|card| hand.contains(card)).map(Move::Play)
            }
            _ => None,
        }
    }

    fn selectable(view: &View, selected: &[PieceId]) -> Vec<PieceId> {
        if view.acts() != Some(Acting::Hole) || selected.len() >= HOLE {
            return Vec::new();
        }
        view.hand(view.front()).iter().map(piece).filter(|piece| !selected.contains(piece)).collect()
    }

    fn actions(view: &View, selected: &[PieceId]) -> Vec<SelectionAction<Move>> {
        if view.acts() != Some(Acting::Hole) {
            return Vec::new();
        }
        let cards: MystiqueSet = selected.iter().filter_map(|piece| card(*piece)).collect();
        let bid: u8 = cards.iter().map(|card| Hole::bid_of(card.suit())).sum();
        let action = match Hole::of(cards) {
            Some(hole) => (format!("Bid {}", counted(u32::from(bid), "trick", "tricks")), Ok(Move::Hole(hole))),
            None => {
                let why = format!("set three cards aside; {} chosen so far", cards.len());
                (format!("Choose three cards: {} of 3", cards.len()), Err(Illegal::because("#the-hole", why)))
            }
        };
        vec![SelectionAction { label: action.0, mv: action.1 }]
    }

    fn pieces_for(_: &View, mv: &Move) -> Vec<PieceId> {
        match mv {
            Move::Hole(hole) => hole.0.into_iter().map(piece).collect(),
            Move::Play(card) => vec![piece(*card)],
        }
    }

    fn explain_no_move(view: &View, _: &Gesture) -> Illegal {
        match view.acts() {
            Some(Acting::Hole) => {
                Illegal::because("#the-hole", "three cards are chosen; put one back to choose another")
            }
            Some(Acting::Card) => Illegal::because("#the-trick", "bring a card to the middle of the table"),
            None => Illegal::because("#the-turn", "it is not your turn"),
        }
    }

    fn preview(_: &View, _: &Move) -> Preview {
        Preview::default()
    }

    fn prompt(view: &View) -> String {
        let needs = || {
            let bid = view.own_bid().map_or(0, i32::from);
            bid - view.own_seat().map_or(0, |seat| i32::from(view.table.tricks[seat.index()]))
        };
        let wants = |needs: i32| match needs {
            0 => "you need no more tricks".to_owned(),
            1.. => format!("you need {} more", counted(needs, "trick", "tricks")),
            _ => "you have more tricks than you bid".to_owned(),
        };
        match (view.table.game.is_over(), view.acts()) {
            (true, _) => "The game is over".to_owned(),
            (_, Some(Acting::Hole)) => {
                "Set three cards aside as your bid: moons 0, suns 1, arms 2, crowns 3".to_owned()
            }
            (_, Some(Acting::Card)) => match view.table.trick.led() {
                None => format!("Lead any card: {}", wants(needs())),
                Some(led) if view.hand(view.front()).intersection(MystiqueSet::of_colour(led.colour())).is_empty() => {
                    format!("No {} in your hand: toss any card. It cannot win", led.colour().word())
                }
                Some(led) => format!("Follow {}: {}", led.colour().word(), wants(needs())),
            },
            _ if view.choosing().is_empty() => "Wait for the others to play".to_owned(),
            _ => "Wait for the others to bid".to_owned(),
        }
    }

    fn described(view: &View) -> String {
        let seats: Vec<String> = view.table.seats().iter().map(|seat| view.describe_seat(seat)).collect();
        let trick: Vec<String> =
            view.table.trick.iter().map(|(seat, card)| format!("{}, the {}", seat.called(), card.spoken())).collect();
        let trick = match view.table.trick.winner() {
            Some(winner) => format!("In the trick: {}; {} is winning", trick.join("; "), winner.called()),
            None => "No card is in the trick".to_owned(),
        };
        let hand: Vec<String> = view.sorted(view.front()).into_iter().map(MystiqueCard::spoken).collect();
        let hand = if hand.is_empty() { String::new() } else { format!(" Your hand: {}.", hand.join(", ")) };
        format!("{}. {trick}.{hand}", seats.join(". "))
    }

    fn bookmark(view: &View) -> String {
        let points: Vec<String> = view.table.game.totals().iter().map(ToString::to_string).collect();
        format!("round {}, points {}", view.table.game.round(), points.join(" : "))
    }

    fn describe_move(_: &Move, events: &[Event]) -> String {
        let told: Vec<String> = events.iter().filter_map(describe).collect();
        told.join(" · ")
    }

    fn rounds(view: &View) -> Vec<RoundResult> {
        let game = &view.table.game;
        let result = |(number, round): (usize, &crate::engine::rounds::FinishedRound<_>)| {
            let detail: &super::rules::RoundDetail = &round.detail;
            let made = detail.points().iter().filter(|points| **points >= BONUS).count();
            let seats = detail.holes.iter().zip(&detail.tricks).zip(&round.points);
            RoundResult {
                title: format!("Round {number}"),
                summary: format!(
                    "{made} of {} made their bids",
                    counted(detail.holes.len() as u32, "player", "players")
                ),
                seats: seats.map(|((hole, tricks), points)| (*points, in_words(hole.bid(), *tricks))).collect(),
            }
        };
        (1..).zip(game.finished()).map(result).collect()
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let game = &view.table.game;
        if !game.is_over() {
            return Vec::new();
        }
        let of = |seat: Seat| {
            let points: Vec<String> = game
                .finished()
                .iter()
                .filter_map(|round| round.points.get(seat.index()))
                .map(ToString::to_string)
                .collect();
            points.join(" + ")
        };
        view.table.seats().iter().map(of).collect()
    }
}

fn in_words(bid: u8, tricks: u8) -> String {
    let bonus = if bid == tricks { format!(", +{BONUS}") } else { String::new() };
    format!("{} won, {bid} bid{bonus}", counted(u32::from(tricks), "trick", "tricks"))
}

fn describe(event: &Event) -> Option<String> {
    Some(match event {
        Event::SetAside { hole: None, .. } => "bids".to_owned(),
        Event::SetAside { hole: Some(hole), .. } => {
            format!("bids {}", counted(u32::from(hole.bid()), "trick", "tricks"))
        }
        Event::Played { card, .. } => card.spoken(),
        Event::TrickTaken { seat, .. } => format!("the trick goes to {}", seat.called()),
        Event::RoundOver { points, .. } => {
            let points: Vec<String> = points.iter().map(|points| format!("+{points}")).collect();
            format!("the round is over: {}", points.join(", "))
        }
        Event::Dealt { .. } | Event::GameOver => return None,
    })
}

impl Setup for MystiqueCircle {
    fn who_begins() -> &'static str {
        "The first dealer is drawn by lot; the next player leads."
    }

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        let targets = [(30, "30 points"), (60, "60 points"), (100, "100 points")];
        let chosen = targets.iter().position(|(target, _)| *target == options.target).unwrap_or(1);
        vec![Setting {
            name: "The game goes to",
            choices: targets.iter().map(|(target, word)| (*word, Options { target: *target })).collect(),
            chosen,
            explanation: "It ends after the round in which somebody has so many points.",
        }]
    }
}
