//! The table of Mystical Eddies: what it shows, and what is done at it.

use crate::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::rounds::FinishedRound;
use crate::engine::seats::{Seat, Seats};
use crate::engine::seen::ZoneTable;
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, Setting, Setup, Tabletop};
use crate::engine::trick::{Trick, TrickEvent, TrickRules};
use crate::layout::{
    AreaId, CardArea, CardTable, Exhibit, Finale, Gesture, Layout, LegendPicture, Material, Preview, Room, Spotlight,
    Telling, piece_of,
};
use crate::words::{counted, counted_in_words, joined, listed};

use super::established::{COLOURS, Established, SUITS};
use super::reason::beaten_as_lead;
use super::rules::{Categories, EddiesDetail, EddiesLength, EddiesRules, Event, Move, MysticalEddies, Options, View};

impl View {
    /// What stands on a seat's plate: with balance its categories in a few letters.
    fn plate(&self, seat: Seat) -> String {
        match self.table.tally.balance {
            true => {
                let [suit, colour, number] = self.table.tally.categories[seat].each();
                format!("S{suit} · C{colour} · N{number}")
            }
            false => counted(self.table.tricks.taken[seat], "trick", "tricks"),
        }
    }

    /// The same as it is read aloud.
    fn plate_spoken(&self, seat: Seat) -> String {
        let tricks = counted(self.table.tricks.taken[seat], "trick", "tricks");
        match self.table.tally.balance {
            true => format!("{tricks}; {}", in_words(self.table.tally.categories[seat])),
            false => tricks,
        }
    }

    fn lay(&self, room: Room) -> CardTable {
        let (mut table, may_play) = (self.card_table(room, Material::Mystique), self.may_play());
        let playable = if may_play { self.table.tricks.playable(self.hand()) } else { MystiqueSet::FULL };
        for seat in self.table.seats().iter() {
            let is_dealer = self.table.game.dealer() == seat;
            table.plate(seat.index(), self.plate(seat), self.table.is_turn(seat), is_dealer);
            self.lay_hand(&mut table, seat, may_play, playable);
        }
        self.lay_tricks(&mut table);
        if self.table.has_trick_to_come() {
            let signs = SUITS.map(|suit| (LegendPicture::Suit(suit), suit.word().to_owned()));
            table.legend_in_order(&format!("Each beats the next, and {}", colours()), signs);
        }
        table
    }

    /// What somebody is to do whose turn it is, so that it can stand after a name and a colon.
    fn asked(&self) -> String {
        let (trick, hand) = (&self.table.tricks.trick, self.hand());
        let can_follow = !hand.intersection(EddiesRules::following(trick)).is_empty();
        match (Established::of(trick), trick.is_empty()) {
            (_, true) => "Lead any card; the first card that matches it decides what must be followed".to_owned(),
            (Some(established), _) if can_follow => {
                let decides = established.decides();
                let order = from_the_highest(decides).map_or(String::new(), |order| format!(" ({order})"));
                format!("Follow {established}; the highest {decides} wins{order}")
            }
            (Some(established), _) => {
                format!("Toss any card; you have no {}, so you cannot win this trick", established.noun())
            }
            (None, _) if can_follow => match self.table.later(self.front()).next().is_none() {
                true => "Match the led card’s suit, colour or number".to_owned(),
                false => "Match the led card’s suit, colour or number; players after you must follow what you matched"
                    .to_owned(),
            },
            (None, _) => {
                "Toss any card; nothing in your hand matches the led card, so you cannot win this trick".to_owned()
            }
        }
    }
}

/// "yellow beats red, red beats blue".
fn colours() -> String {
    joined(COLOURS.windows(2).map(|pair| format!("{} beats {}", pair[0].word(), pair[1].word())), ", ")
}

/// The suits or the colours, the highest first: "suns, moons, arms, crowns". Numbers need no telling.
fn from_the_highest(kind: AttributeKind) -> Option<String> {
    match kind {
        AttributeKind::Suit => Some(joined(SUITS.map(|suit| suit.word()), ", ")),
        AttributeKind::Colour => Some(joined(COLOURS.map(|colour| colour.word()), ", ")),
        AttributeKind::Number => None,
    }
}

/// "suit 4, colour 3, number 2".
fn in_words(categories: Categories) -> String {
    let [suit, colour, number] = categories.each();
    format!("suit {suit}, colour {colour}, number {number}")
}

/// For which categories a trick counts, as it rises from the table: "suit +1, colour +1". `None` if it counts for none.
fn gained(trick: &Trick<MystiqueCard>) -> Option<String> {
    let kinds = Established::of(trick)?.kinds();
    Some(joined(kinds.map(|kind: AttributeKind| format!("{kind} +1")), ", "))
}

impl Tabletop for MysticalEddies {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    /// Nothing that others may hold beats any card of whoever leads. With balance, the tricks would still count differently.
    fn is_decided(view: &View) -> bool {
        let is_sure = |card: MystiqueCard| beaten_as_lead(view, card) == 0;
        !view.table.tally.balance && view.table.has_trick_to_come() && view.hand().iter().all(is_sure)
    }

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room).finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.round(event, event, View::lay);
        match event {
            Event::Trick(TrickEvent::Taken { seat, trick }) if scene.view.table.tally.balance => {
                let area = AreaId::of(CardArea::Taken(seat.index() as u8));
                gained(trick).into_iter().for_each(|words| scene.float(area, words));
            }
            Event::Over { .. } if !scene.view.table.game.is_over() => scene.exhibit(round_decided(&scene.view)),
            _ => {}
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        view.played(gesture).filter(|_| view.may_play()).map(Move)
    }

    fn selection_for(_: &View, Move(card): &Move) -> Selection {
        [piece_of(*card)].into_iter().collect()
    }

    fn explain_no_move(_: &View, _: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "move a card to the middle of the table")
    }

    fn preview(view: &View, Move(card): &Move) -> Preview {
        let tricks = &view.table.tricks;
        let Some(led) = tricks.trick.led() else { return Preview::default() };
        let asked = Established::of(&tricks.trick);
        let (is_last, would_win) = (view.table.is_last_to_play(), tricks.would_win(*card));
        let establishes = Established::by(led, *card).filter(|_| asked.is_none() && !is_last);
        let sentence = match (establishes, would_win) {
            (Some(established), true) => format!("It takes the lead, and {established} must be followed"),
            (Some(established), false) => format!("It does not take the lead, and {established} must be followed"),
            (None, true) if is_last => "It wins the trick".to_owned(),
            (None, true) => "It takes the lead".to_owned(),
            (None, false) => "It cannot win the trick".to_owned(),
        };
        Preview { sentence, ..Preview::default() }
    }

    fn prompt(view: &View) -> String {
        match view.may_play() {
            _ if view.table.game.is_over() => "The game is over".to_owned(),
            true => view.asked(),
            false => "Wait for the others to play".to_owned(),
        }
    }

    fn described(view: &View) -> String {
        let suits = SUITS.map(|suit| suit.word());
        let order = match view.table.has_trick_to_come() {
            true => format!(" Each suit beats the next: {}. Of the colours, {}.", joined(suits, ", "), colours()),
            false => String::new(),
        };
        format!("{}{order}", view.tricks_spoken(|seat| view.plate_spoken(seat)))
    }

    fn bookmark(view: &View) -> String {
        format!("round {}, points {}", view.table.game.round(), view.table.game.points_in_words(" : "))
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        event.describe(&view.table.game)
    }

    fn finale(view: &View) -> Finale {
        let game = &view.table.game;
        if !game.is_over() {
            return Finale::default();
        }
        let winners = game.winners();
        let last = Exhibit::won_by(&winners, counted(game.most(), "point", "points"));
        Finale { merits: merits(view, &winners), ..Finale::of(round_decided(view).into_iter().chain([last])) }
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        let seat = view.front();
        let won = view.table.tricks.taken[seat];
        let taken = Spotlight::of_seat(seat, CardArea::Taken);
        vec![
            Exhibit::part(taken, "You have won", counted(won, "trick", "tricks")),
            Exhibit::sum(Spotlight::plates([seat]), "At the end of the round", counted(won, "point", "points")),
        ]
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let categories = |detail: &EddiesDetail| detail.categories.iter().copied().map(in_words).collect();
        let tricks = |detail: &EddiesDetail| detail.tricks.iter().map(|won| counted(*won, "trick", "tricks")).collect();
        let sheet = ScoreSheet::of_match("Round", &view.table.game, |detail| match view.table.tally.balance {
            true => ("Each player’s lowest category counts".to_owned(), categories(detail)),
            false => ("Each trick is a point".to_owned(), tricks(detail)),
        });
        let orders = [AttributeKind::Suit, AttributeKind::Colour].into_iter().filter_map(from_the_highest);
        let order = format!("Highest first: {}", joined(orders, "; "));
        let categories =
            "On the name plates: tricks in which suit (S), colour (C) or number (N) was followed; the lowest counts";
        let reminder = if view.table.tally.balance { format!("{categories}. {order}") } else { order };
        ScoreSheet { reminder, ..sheet }
    }
}

/// How a round ended: for each seat what it won, and who won most.
fn round_decided(view: &View) -> Vec<Exhibit> {
    let Some(FinishedRound { detail, points, .. }) = view.table.game.finished().last() else { return Vec::new() };
    let seats = view.table.seats();
    let of_seat = |seat: Seat| {
        let (tricks, categories) = (detail.tricks[seat.index()], detail.categories[seat.index()]);
        let (won, figure) = match view.table.tally.balance {
            true => (format!(": {}", in_words(categories)), categories.lowest().to_string()),
            false => (format!(" won {}", counted(tricks, "trick", "tricks")), format!("+{}", points[seat.index()])),
        };
        Exhibit::part(Spotlight::of_seat(seat, CardArea::Taken), format!("{}{won}", seat.called()), figure)
    };
    let best = seats.with_most(|seat| points[seat.index()]);
    let most = best.first().map_or(0, |seat| points[seat.index()]);
    let (caption, figure) = match best[..] {
        _ if most == 0 => ("Nobody’s lowest category has grown".to_owned(), String::new()),
        [one] => (one.does("gains the most this round", "gain the most this round"), format!("+{most}")),
        _ => {
            let names: Vec<String> = best.iter().map(|seat| seat.called()).collect();
            (format!("{} gain the most this round", listed(&names)), format!("+{most}"))
        }
    };
    seats.iter().map(of_seat).chain([Exhibit::sum(Spotlight::plates(best), caption, figure)]).collect()
}

/// What was good about how the winners played. Without balance, those who share the victory have won equally many tricks.
fn merits(view: &View, winners: &[Seat]) -> Vec<String> {
    let (rounds, tally) = (view.table.game.finished(), &view.table.tally);
    let Some(first) = winners.first() else { return Vec::new() };
    if tally.balance {
        let ended =
            |seat: &Seat| format!("{} {}", seat.does("ended with", "ended with"), in_words(tally.categories[*seat]));
        return winners.iter().map(ended).collect();
    }
    let won = rounds.iter().map(|round| usize::from(round.detail.tricks[first.index()])).sum();
    let all: usize = rounds.iter().flat_map(|round| &round.detail.tricks).map(|tricks| usize::from(*tricks)).sum();
    let who = if winners.len() > 1 { "Each of them won".to_owned() } else { first.does("won", "won") };
    vec![format!("{who} {} of {all}", counted_in_words(won, "trick", "tricks"))]
}

impl Setup for MysticalEddies {
    const WHO_BEGINS: &'static str = "The first dealer is chosen at random; the next player leads.";

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        let rounds: [(&'static str, fn(&mut Options)); 3] = [
            ("1 round", |options| options.length = EddiesLength::Rounds(1)),
            ("4 rounds", |options| options.length = EddiesLength::Rounds(4)),
            ("8 rounds", |options| options.length = EddiesLength::Rounds(8)),
        ];
        let points: [(&'static str, fn(&mut Options)); 2] = match options.balance {
            true => [
                ("To 2 points", |options| options.length = EddiesLength::Target(2)),
                ("To 4 points", |options| options.length = EddiesLength::Target(4)),
            ],
            false => [
                ("To 10 points", |options| options.length = EddiesLength::Target(10)),
                ("To 20 points", |options| options.length = EddiesLength::Target(20)),
            ],
        };
        let length = Setting::of(
            ("Length", "It ends after this many rounds, or after the round in which somebody reaches this score."),
            options,
            &[rounds.as_slice(), points.as_slice()].concat(),
        );
        let scoring = Setting::of(
            (
                "Scoring",
                "Each trick is a point; or, with balance, the lowest of your three counts: tricks in which suit, colour or number was followed.",
            ),
            options,
            &[("Tricks", |options| options.set_balance(false)), ("Balance", |options| options.set_balance(true))],
        );
        vec![length, scoring]
    }
}
