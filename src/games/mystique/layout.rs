//! The table of Mystique: what it shows, and what is done at it.

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, SeatSet, Seats};
use crate::engine::seen::ZoneTable;
use crate::engine::tabletop::{Scene, ScoreKind, ScoreSheet, Selection, SelectionAction, Setting, Setup, Tabletop};
use crate::layout::{
    CardArea, CardTable, Cue, Exhibit, Finale, Gesture, Layout, LogLevel, Material, PieceId, Room, ShownCard,
    Spotlight, Telling, piece_of,
};
use crate::words::{capitalised, counted, in_words, joined};

use super::rules::{ACE, Event, Mystique, Options, SkirmishDetail, View, deck_for};
use super::spells::{MOST_OPENING, Move, Spell};

/// How long hands are open before burns are counted, in seconds.
const HANDS_LIE: f32 = 1.0;

impl View {
    fn may_act(&self) -> bool {
        self.own().is_some_and(|seat| self.is_turn(seat))
    }

    fn is_turn(&self, seat: Seat) -> bool {
        self.table.turn == seat && !self.table.game.is_over()
    }

    fn burns(&self, seat: Seat) -> String {
        counted(self.table.costs().get(seat.index()).copied().unwrap_or(0), "burn", "burns")
    }

    /// What stands on a seat's plate, with what counts first: where there is little room, there is room for that.
    fn plate(&self, seat: Seat) -> String {
        format!("{} · {}", self.burns(seat), counted(self.held(seat) as u32, "card", "cards"))
    }

    /// The cards of the own hand that are of use now: any for an opening, those that reply, or palms that deflect.
    fn of_use(&self) -> MystiqueSet {
        let hand = self.hand();
        match self.table.to_follow {
            Some(spell) if self.can_reply(spell) => hand.intersection(spell.value.cards()),
            Some(_) => self.table.deflecting(hand),
            None => hand,
        }
    }

    fn can_reply(&self, spell: Spell) -> bool {
        self.hand().intersection(spell.value.cards()).len() >= spell.count
    }

    fn lay(&self, room: Room) -> CardTable {
        self.lay_saying(room, self.table.to_follow.map(|spell| capitalised(&spell.or_more())))
    }

    /// The table, with what is said of the spells on it.
    fn lay_saying(&self, room: Room, said: Option<String>) -> CardTable {
        let seats = self.table.seats();
        let material = if deck_for(seats) == MystiqueSet::DECK { Material::Mystique } else { Material::MystiqueTwice };
        let mut table = self.card_table(room, material);
        let playable = if self.may_act() { self.of_use() } else { MystiqueSet::FULL };
        for seat in seats.iter() {
            table.plate(seat.index(), self.plate(seat), self.is_turn(seat), self.table.game.dealer() == seat);
            self.lay_hand(&mut table, seat, self.may_act(), playable);
            table.taken(seat.index(), self.table.burns(seat).len());
        }
        let in_order =
            |cards: &MystiqueSet| MystiqueCard::by_card_number(*cards).into_iter().map(ShownCard::of).collect();
        let groups: Vec<(usize, Vec<ShownCard>)> =
            self.table.spells.iter().map(|(seat, cards)| (seat.index(), in_order(cards))).collect();
        table.groups(&groups, self.held_by_number());
        if let Some((seat, cards)) = self.table.to_answer() {
            let cards: Vec<PieceId> = cards.iter().map(piece_of).collect();
            table.tag_pieces(&cards, format!("{} spell", seat.whose()));
        }
        if let Some(said) = said {
            table.say(said);
        }
        table
    }

    /// The spells that these cards can be cast as.
    fn casts(&self, cards: MystiqueSet) -> Vec<Move> {
        let is_spell = |mv: &Move| match (mv, self.table.to_follow) {
            (Move::Cast { value, .. }, _) if !cards.without(value.cards()).is_empty() => false,
            (Move::Cast { value, .. }, Some(spell)) => *value == spell.value && cards.len() >= spell.count,
            _ => cards.len() <= MOST_OPENING,
        };
        AttributeKind::ALL.into_iter().filter_map(|kind| Move::cast(kind, cards)).filter(is_spell).collect()
    }

    fn deflection(&self, cards: MystiqueSet) -> Option<Move> {
        let palm = (cards.len() == 1).then(|| self.table.deflecting(cards).iter().next()).flatten();
        palm.map(Move::Deflect)
    }
}

/// What a button says that makes this move.
fn label(view: &View, mv: &Move) -> String {
    match mv {
        Move::Cast { value, cards } => format!("Cast {}", cast_in_words(*value, cards.len())),
        Move::Deflect(_) => "Deflect".to_owned(),
        Move::Take => format!("Take {}", burns_to_take(view)),
    }
}

/// "a two", "three blue cards".
fn cast_in_words(value: Attribute, count: usize) -> String {
    if count == 1 { value.one() } else { value.counted(count) }
}

/// What the cards cost that lie on the table.
fn burns_to_take(view: &View) -> String {
    counted(view.table.cost(view.table.pile()) as u32, "burn", "burns")
}

impl Tabletop for Mystique {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room).finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::Cast { .. } => scene.show(event, Cue::Place),
            Event::Deflected { .. } => scene.show(event, Cue::Push),
            Event::Took { seat, cards, burns } => {
                let (taken, burns) =
                    (counted(cards.len() as u32, "card", "cards"), counted(*burns as u32, "burn", "burns"));
                let said = seat.does(&format!("takes {taken}: {burns}"), &format!("take {taken}: {burns}"));
                scene.moment_of(scene.view.lay_saying(scene.room, Some(said)).finish(), Cue::Place);
                scene.stay();
                let mut swept = scene.view.clone();
                swept.table.spells.clear();
                swept.table.to_follow = None;
                let mut table = swept.lay(scene.room);
                table.swept(seat.index(), cards.iter());
                scene.moment_of(table.finish(), Cue::Take);
                scene.follow(event);
            }
            Event::HandsShown { .. } => {
                scene.show(event, Cue::Place);
                scene.linger(HANDS_LIE);
            }
            Event::SkirmishOver { .. } => {
                scene.follow(event);
                if !scene.view.table.game.is_over() {
                    scene.exhibit(skirmish_decided(&scene.view));
                }
            }
            Event::Dealt { .. } => scene.deal(event),
        }
    }

    /// One card that answers a single one, or a palm that deflects, may be brought to the middle; everything else is selected.
    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let card = gesture.piece.and_then(|_| view.brought(gesture, |area| area == CardArea::Middle))?;
        let cards: MystiqueSet = [card].into_iter().collect();
        let answer = view.casts(cards).into_iter().chain(view.deflection(cards)).next();
        answer.filter(|_| view.may_act() && view.table.to_follow.is_some())
    }

    fn selectable(view: &View, selected: &Selection) -> Vec<PieceId> {
        if !view.may_act() {
            return Vec::new();
        }
        let (chosen, hand) = (view.selected(selected), view.hand());
        let fitting = match view.table.to_follow {
            Some(_) => view.of_use(),
            None if chosen.len() >= MOST_OPENING => MystiqueSet::EMPTY,
            None => {
                let shared = Attribute::all().map(Attribute::cards).filter(|value| chosen.without(*value).is_empty());
                hand.intersection(shared.fold(MystiqueSet::EMPTY, MystiqueSet::union))
            }
        };
        fitting.without(chosen).iter().map(piece_of).collect()
    }

    fn actions(view: &View, selected: &Selection) -> Vec<SelectionAction<Move>> {
        if !view.may_act() {
            return Vec::new();
        }
        let cards = view.selected(selected);
        let casts = view.casts(cards);
        let deflection = view.deflection(cards).filter(|_| casts.is_empty());
        let take = view.table.to_follow.map(|_| Move::Take).filter(|_| casts.is_empty() && deflection.is_none());
        let done = |mv: Move| SelectionAction::makes(label(view, &mv), mv);
        let choose = (casts.is_empty() && deflection.is_none() && !view.of_use().is_empty()).then(|| choose(view));
        choose.into_iter().chain(casts.into_iter().chain(deflection).chain(take).map(done)).collect()
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        match mv {
            Move::Cast { cards, .. } => cards.iter().map(piece_of).collect(),
            Move::Deflect(card) => [piece_of(*card)].into_iter().collect(),
            Move::Take => Selection::default(),
        }
    }

    fn explain_no_move(view: &View, _: &Gesture) -> Illegal {
        match view.table.to_follow {
            Some(_) => Illegal::because("#the-reply", "choose the cards of your reply, then cast them"),
            None => Illegal::because("#the-opening", "choose up to five cards that share something, then cast them"),
        }
    }

    fn prompt(view: &View) -> String {
        let take = format!("take {}", burns_to_take(view));
        match view.table.to_follow {
            _ if view.table.game.is_over() => "The game is over".to_owned(),
            _ if !view.may_act() => format!("Wait for {}", view.table.turn.called()),
            None => "Open the round: cast one to five cards that share a number, a colour or a suit".to_owned(),
            Some(_) if view.hand().is_empty() => format!("Your hand is empty: {take}"),
            Some(_) if view.of_use().is_empty() => format!("You cannot reply: {take}"),
            Some(spell) => match (view.can_reply(spell), !view.table.deflecting(view.hand()).is_empty()) {
                (true, true) if spell.count > 1 => {
                    format!("Reply with {}, deflect with {}, or {take}", spell.or_more(), palm_of(spell.value))
                }
                (true, _) => format!("Reply with {}, or {take}", spell.or_more()),
                (false, _) => format!("You cannot reply: deflect with {}, or {take}", palm_of(spell.value)),
            },
        }
    }

    fn described(view: &View) -> String {
        let seats = view.seats_spoken(|seat| view.burns(seat));
        let spells = joined(view.table.spells.iter().map(|(seat, cards)| in_middle(*seat, *cards)), "; ");
        let middle = match view.table.to_follow.zip(view.table.to_answer()) {
            Some((spell, (caster, _))) => {
                format!("{spells}. To answer {} spell: {}", caster.whose(), spell.or_more())
            }
            None => "No spell is on the table".to_owned(),
        };
        format!("{seats}. {middle}.{}", view.hand_spoken())
    }

    fn bookmark(view: &View) -> String {
        format!("skirmish {}, burns {}", view.table.game.round(), joined(view.table.costs(), " : "))
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Cast { .. } => "casts",
            Move::Deflect(_) => "deflections",
            Move::Take => "cards taken",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::Cast { seat, spell, cards } => {
                let words = cast_in_words(spell.value, spell.count);
                let cast = Telling::of(seat.does(&format!("casts {words}:"), &format!("cast {words}:")));
                let cast = cast.faces(MystiqueCard::by_card_number(*cards)).about(laid(*cards));
                cast.happens().prints(format!("casts {}", spell.value.counted(spell.count)))
            }
            Event::Deflected { seat, card } => {
                let deflected = Telling::of(seat.does("deflects with", "deflect with")).face(*card);
                let about = laid([*card].into_iter().collect());
                deflected.about(about).happens().prints(format!("deflects with the {}", card.spoken()))
            }
            Event::Took { seat, cards, burns } => {
                let cards = counted(cards.len() as u32, "card", "cards");
                let burns = counted(*burns as u32, "burn", "burns");
                let took = seat.does(&format!("takes {cards}, {burns}"), &format!("take {cards}, {burns}"));
                let took = Telling::of(took).about(Spotlight::of_seat(*seat, CardArea::Taken));
                took.closes(LogLevel::Part).prints(format!("takes {cards}: {burns}"))
            }
            Event::SkirmishOver { detail, .. } => {
                let of_seat = |(seat, burns): (Seat, &i32)| format!("{} {burns}", seat.called());
                let seats = joined(view.table.seats().iter().zip(&detail.burns).map(of_seat), ", ");
                let over = Telling::of(format!("Skirmish {}, burns: {seats}", view.table.game.round()));
                let printed = format!("the skirmish is over: {} burns", joined(&detail.burns, ", "));
                over.closes(LogLevel::Round).prints(printed)
            }
            Event::HandsShown { .. } | Event::Dealt { .. } => return None,
        })
    }

    fn finale(view: &View) -> Finale {
        let game = &view.table.game;
        let Some(last) = game.finished().last().filter(|_| game.is_over()) else { return Finale::default() };
        let mut exhibits = skirmish_decided(view);
        if view.table.options.skirmishes > 1 {
            let winners = game.winners();
            let names = joined(winners.iter().map(|seat| seat.called()), " and ");
            let skirmishes = counted(game.finished().len() as u32, "skirmish", "skirmishes");
            let won = format!("{} of {skirmishes}", game.most());
            exhibits.push(Exhibit::sum(Spotlight::plates(winners), names, won));
        }
        let took_an_ace = |seat: Seat| {
            let held = last.detail.held[seat.index()];
            !view.table.burns(seat).union(held).intersection(MystiqueSet::of_number(1)).is_empty()
        };
        let merit = |seat: Seat| {
            let burns = counted(last.detail.burns[seat.index()], "burn", "burns");
            format!("{burns}, none of them from an ace")
        };
        let alone = last.detail.winners.first().filter(|_| last.detail.winners.len() == 1);
        let best = alone.filter(|seat| view.table.options.aces && !took_an_ace(*seat));
        Finale { merits: best.map(merit).into_iter().collect(), ..Finale::of(exhibits) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        burns_so_far(view)
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let result = |detail: &SkirmishDetail| {
            let winners = joined(detail.winners.iter().map(Seat::called), " and ");
            let summary = match winners.is_empty() {
                true if view.table.options.skirmishes == 1 => "A tie for the fewest burns".to_owned(),
                true => "A tie: this skirmish counts for nobody".to_owned(),
                false => format!("Fewest burns: {winners}"),
            };
            (summary, detail.burns.iter().map(|burns| counted(*burns, "burn", "burns")).collect())
        };
        let aces = if view.table.options.aces { format!(", each ace {}", in_words(ACE)) } else { String::new() };
        let reminder = format!("Each card is one burn{aces}; the fewest burns win");
        let sheet = ScoreSheet { reminder, ..ScoreSheet::of_match("Skirmish", &view.table.game, result) };
        match view.table.options.skirmishes {
            1 => ScoreSheet { counts: "Burns", kind: ScoreKind::FewerIsBetter, ..sheet },
            _ => ScoreSheet { counts: "Skirmishes won", ..sheet },
        }
    }
}

/// Cards that were laid in the middle.
fn laid(cards: MystiqueSet) -> Spotlight {
    Spotlight::pieces(cards.iter().map(piece_of)).and_area(CardArea::Middle)
}

/// How the last skirmish ended: what burnt each seat, partners together, and who was burnt least.
fn skirmish_decided(view: &View) -> Vec<Exhibit> {
    let table = &view.table;
    let Some(detail) = table.game.finished().last().map(|round| &round.detail) else { return Vec::new() };
    let mut exhibits: Vec<Exhibit> = table.seats().iter().map(|seat| seat_burnt(view, seat, detail)).collect();
    let called = |seats: &SeatSet| joined(seats.iter().map(Seat::called), " and ");
    let burns_of = |seat: Seat| table.cost_of_side(seat, &detail.burns).to_string();
    if table.options.partners {
        let side =
            |side: SeatSet| Some(Exhibit::part(Spotlight::plates(side.iter()), called(&side), burns_of(side.first()?)));
        exhibits.extend(table.game.sides().into_iter().filter_map(side));
    }
    exhibits.push(match detail.winners.first() {
        Some(winner) => {
            let burns = counted(table.cost_of_side(winner, &detail.burns), "burn", "burns");
            let plates = Spotlight::plates(detail.winners.iter());
            Exhibit::sum(plates, format!("Fewest: {}", called(&detail.winners)), burns)
        }
        None if table.options.skirmishes == 1 => {
            Exhibit::sum(Spotlight::NONE, "A tie for the fewest burns", "they share the win")
        }
        None => Exhibit::sum(Spotlight::NONE, "A tie for the fewest burns", "it counts for nobody"),
    });
    exhibits
}

/// What a seat took, what it still held, and what both cost.
fn seat_burnt(view: &View, seat: Seat, detail: &SkirmishDetail) -> Exhibit {
    let held = detail.held[seat.index()];
    let taken = counted(view.table.cost(view.table.burns(seat)) as u32, "burn", "burns");
    let caption = match held.is_empty() {
        true => format!("{}: {taken} taken", seat.called()),
        false => format!("{}: {taken} taken, {} for cards still held", seat.called(), view.table.cost(held)),
    };
    let spots = Spotlight::of_seat(seat, CardArea::Taken).and_pieces(held.iter().map(piece_of));
    Exhibit::part(spots, caption, detail.burns[seat.index()].to_string())
}

/// What has burnt each seat so far.
fn burns_so_far(view: &View) -> Vec<Exhibit> {
    let of_seat = |seat: Seat| {
        let burns = view.table.burns(seat);
        let aces = burns.intersection(MystiqueSet::of_number(1)).len();
        let caption = match aces {
            0 => format!("{}: {}", seat.called(), counted(burns.len() as u32, "card", "cards")),
            _ => {
                let aces = counted(aces as u32, "ace", "aces");
                format!("{}: {}, {aces} among them", seat.called(), counted(burns.len() as u32, "card", "cards"))
            }
        };
        Exhibit::part(Spotlight::of_seat(seat, CardArea::Taken), caption, view.burns(seat))
    };
    view.table.seats().iter().map(of_seat).collect()
}

/// The palms that deflect a spell of this value.
fn palm_of(value: Attribute) -> String {
    match value {
        Attribute::Colour(colour) => format!("a {} palm", colour.word()),
        Attribute::Suit(_) | Attribute::Number(_) => format!("a palm of {value}"),
    }
}

/// What must still be selected.
fn choose(view: &View) -> SelectionAction<Move> {
    match view.table.to_follow {
        Some(spell) if view.can_reply(spell) => {
            let cards = spell.or_more();
            let why = format!("reply with {cards}, or take the cards");
            SelectionAction::lacks(format!("Choose {cards}"), "#the-reply", why)
        }
        Some(spell) => {
            let palm = palm_of(spell.value);
            let why = format!("deflect with {palm}, or take the cards");
            SelectionAction::lacks(format!("Choose {palm}"), "#deflection", why)
        }
        None => SelectionAction::lacks("Choose up to five cards", "#the-opening", "choose cards that share something"),
    }
}

fn in_middle(seat: Seat, cards: MystiqueSet) -> String {
    let cards = MystiqueCard::by_card_number(cards).into_iter().map(MystiqueCard::spoken);
    format!("{} laid the {}", seat.called(), joined(cards, ", the "))
}

impl Setup for Mystique {
    const WHO_BEGINS: &'static str = "The first dealer is chosen at random; the next player opens.";

    fn options_for(options: &Options, seats: Seats) -> Options {
        Options { partners: options.partners && matches!(seats.count(), 4 | 6), ..options.clone() }
    }

    fn settings(options: &Options, seats: Seats) -> Vec<Setting<Options>> {
        let length = Setting::of(
            ("Length", "Fewest burns win a skirmish; most skirmishes win the match."),
            options,
            &[
                ("One skirmish", |options| options.skirmishes = 1),
                ("Best of three", |options| options.skirmishes = 3),
                ("Best of five", |options| options.skirmishes = 5),
            ],
        );
        let aces = Setting::of(
            ("Aces", "The designer recommends that aces cost five."),
            options,
            &[("Cost five burns", |options| options.aces = true), ("Cost one burn", |options| options.aces = false)],
        );
        let palms = Setting::of(
            ("Palms", "A palm of the announced colour or suit passes a spell on."),
            options,
            &[
                ("Deflect", |options| options.deflection = true),
                ("Do not deflect", |options| options.deflection = false),
            ],
        );
        let sides = Setting::of(
            ("Sides", "Partners sit opposite each other and add up their burns."),
            options,
            &[("No partners", |options| options.partners = false), ("Partners", |options| options.partners = true)],
        );
        [length, aces, palms].into_iter().chain(matches!(seats.count(), 4 | 6).then_some(sides)).collect()
    }
}
