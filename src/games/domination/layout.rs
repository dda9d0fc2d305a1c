//! The table of Mystique Domination: in the middle the pile by suits, with what must be beaten before it; what is done at it, and what
//! is told of it.

use crate::cards::{CardBits, Colour, DeckCard, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::climb::Climb;
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats};
use crate::engine::seen::ZoneTable;
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, SelectionAction, Setting, Setup, Tabletop};
use crate::layout::{
    AreaId, CardArea, CardTable, Cue, Exhibit, Finale, Gesture, Heap, Layout, LogLevel, Mark, Material, PieceId,
    Preview, Room, ShownCard, Spotlight, Telling, piece_of,
};
use crate::words::{counted, in_words, joined, listed};

use super::ending::{self, called, of_suit, points_of_both, shown};
use super::patterns::{Move, Pattern, by_suit, highest_total, leads_into};
use super::rules::DominationZone::{Gift, Hand};
use super::rules::{
    CardsMoved, DominationRound, Event, GIVEN, MOST_OF_DECK, MOST_OF_SUIT, MystiqueDomination, Options, PLAYERS, PRIZE,
    Partnership, View,
};

/// How long hands lie open before what they hold goes to the pairs, in seconds.
const HANDS_LIE: f32 = 1.5;

impl View {
    fn may_act(&self) -> bool {
        self.own().is_some_and(|seat| self.is_acting(seat))
    }

    fn is_acting(&self, seat: Seat) -> bool {
        match &self.table.trick {
            Some(trick) => trick.turn() == seat,
            None => self.table.is_choosing(seat),
        }
    }

    fn partner(&self) -> Seat {
        self.table.partner(self.front())
    }

    /// The seat beside which the score pile of a pair lies: in front, or at the left.
    fn keeper(&self, pair: Partnership) -> Seat {
        let front = self.front();
        if Partnership::of(front) == pair { front } else { self.table.seats().after(front) }
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let cards = counted(self.table.held(seat) as u32, "card", "cards");
        let has_passed = self.table.trick.as_ref().is_some_and(|trick| trick.passed().contains(seat));
        match (self.table.is_giving(), self.table.is_choosing(seat)) {
            (true, true) => cards,
            (true, false) => format!("{cards} · has chosen"),
            _ if has_passed => format!("{cards} · passed"),
            _ if self.keeper(Partnership::of(seat)) == seat => {
                format!("{cards} · {} won", self.table.won(Partnership::of(seat)).len())
            }
            _ => cards,
        }
    }

    /// Which cards of another hand the viewer sees, and why: those that the viewer gave, and the ace that led. Of a hand that lies open
    /// nothing is said.
    fn known_of_hand(&self, seat: Seat) -> Option<String> {
        let known = self.table.cards.known(Hand(seat));
        if known.is_empty() || known.len() == self.table.held(seat) {
            return None;
        }
        let given = known.without(MystiqueSet::of_one(self.table.options.leads)).len();
        Some(match given {
            0 => "the ace that leads is face up".to_owned(),
            1 => "you gave one of these cards".to_owned(),
            given => format!("you gave {} of these cards", in_words(given)),
        })
    }

    /// The cards of the own hand that are of use now: those of the patterns that may be played.
    fn of_use(&self) -> MystiqueSet {
        let Some(beat) = self.table.to_beat() else { return self.hand() };
        beat.beaten_with(self.hand()).into_iter().fold(MystiqueSet::EMPTY, MystiqueSet::union)
    }

    /// Whether nobody could beat even the lowest pattern of this colour in the own hand, whoever holds what is still out.
    fn leads_unbeaten(&self, colour: Colour) -> bool {
        let held = self.hand().intersection(MystiqueSet::of_colour(colour));
        let out = MystiqueSet::DECK.without(self.hand()).without(self.table.laid());
        let lowest = held.iter().map(|card| card.number()).min();
        lowest.is_none_or(|lowest| highest_total(out, colour) <= lowest)
    }

    fn lay(&self, room: Room) -> CardTable {
        self.lay_saying(room, None)
    }

    /// The table with these words over the last play instead of what it comes to.
    fn lay_saying(&self, room: Room, said: Option<String>) -> CardTable {
        let mut table = self.card_table(room, Material::Mystique);
        let playable = if self.may_act() { self.of_use() } else { MystiqueSet::FULL };
        for seat in self.table.seats().iter() {
            table.plate(seat.index(), self.plate(seat), self.is_acting(seat), false);
            self.lay_hand(&mut table, seat, self.may_act(), playable);
            if seat != self.front()
                && let Some(known) = self.known_of_hand(seat)
            {
                table.call(CardArea::Hand(seat.index() as u8), format!("{} hand: {known}", seat.whose()));
            }
            let given = self.table.cards.count(Gift(seat));
            if given > 0 {
                let name = format!("{} cards for {}", seat.whose(), self.table.partner(seat).called());
                table.aside(seat.index(), given, &self.shown(Gift(seat)), &name);
            }
        }
        // All cards are won: they are counted by suits.
        if self.table.laid() == MystiqueSet::DECK {
            let [own, other] = self.pairs().map(|pair| self.won_by_suit(pair));
            table.counted([&other, &own]);
            return table;
        }
        for pair in Partnership::BOTH {
            let (keeper, won) = (self.keeper(pair).index(), self.table.won(pair).len());
            table.taken(keeper, won);
            let cards = counted(won as u32, "card", "cards");
            table.call(CardArea::Taken(keeper as u8), format!("won by {}: {cards}", called(&self.table, pair)));
        }
        if self.table.is_giving() {
            table.say(WHAT_TO_PLAY.to_owned());
        } else {
            self.lay_pile(&mut table, said);
        }
        table
    }

    fn lay_pile(&self, table: &mut CardTable, said: Option<String>) {
        let last = self.table.last_play();
        let beat = last.map_or(MystiqueSet::EMPTY, |(_, beat)| beat.cards);
        let pile = self.table.pile().without(beat);
        let heap = |(number, suit)| self.heap(number, suit, pile);
        let heaps: Vec<Heap> = (0..).zip(MystiqueSuit::ALL).map(heap).collect();
        let laid = last.map(|(seat, beat)| (seat.index(), beat.by_number().into_iter().map(ShownCard::of).collect()));
        table.heaps(&heaps, laid, self.held_by_number());
        if let Some((seat, beat)) = last {
            let pieces: Vec<PieceId> = beat.cards.iter().map(piece_of).collect();
            let to_beat = || format!("{} {} in {}", seat.whose(), beat.total, beat.colour.word());
            table.tag_pieces(&pieces, said.unwrap_or_else(to_beat));
        }
    }

    /// What lies in the pile of a suit, and what of it both pairs have won.
    fn heap(&self, number: u8, suit: MystiqueSuit, pile: MystiqueSet) -> Heap {
        let cards = of_suit(pile, suit);
        let pairs = self.pairs();
        let won = pairs.map(|pair| of_suit(self.table.won(pair), suit).len());
        let by_pair = pairs.iter().zip(won).map(|(pair, won)| format!("{} have {won}", called(&self.table, *pair)));
        Heap {
            number,
            name: format!("{} in the pile; {} of the {MOST_OF_SUIT} needed", suit.word(), joined(by_pair, ", ")),
            cards: shown(cards),
            caption: format!("{}: {}", suit.word(), cards.len()),
            below: self.won_in_words(won).into(),
        }
    }

    /// What both pairs have won of a suit, in two lines under its heap, and once one of them has enough, who has the suit. Whoever only
    /// looks on is of neither pair.
    fn won_in_words(&self, [own, other]: [usize; 2]) -> [String; 2] {
        match self.own() {
            None => ["won".to_owned(), format!("{own} : {other}")],
            Some(_) if own >= MOST_OF_SUIT => ["we have it".to_owned(), format!("{own} to {other}")],
            Some(_) if other >= MOST_OF_SUIT => ["they have it".to_owned(), format!("{other} to {own}")],
            Some(_) => [format!("we won {own}"), format!("they won {other}")],
        }
    }

    /// What a button says and does with the selected cards, where a pattern is to be played.
    fn play_with(&self, cards: MystiqueSet) -> SelectionAction<Move> {
        let verb = if self.table.to_beat().is_some() { "Play" } else { "Lead" };
        let label = match Pattern::of(cards) {
            Ok(pattern) => format!("{verb} {pattern}"),
            Err(_) => format!("{}: not a pattern", counted(cards.len() as u32, "card", "cards")),
        };
        SelectionAction { label, mv: self.table.check_play(cards).map(|()| Move::Play(cards)) }
    }

    /// What must still be selected.
    fn choose(&self) -> SelectionAction<Move> {
        let Some(beat) = self.table.to_beat() else {
            return SelectionAction::lacks("Choose what to lead", "#the-patterns", CHOOSE_PATTERN);
        };
        let (colour, total) = (beat.colour.word(), beat.total);
        let why = format_args!("choose {colour} cards that come to more than {total}, or pass");
        SelectionAction::lacks(format!("Beat {total} in {colour}"), "#following", why)
    }

    fn give_with(&self, cards: MystiqueSet) -> SelectionAction<Move> {
        let (partner, count) = (self.partner().called(), cards.len());
        if count == GIVEN {
            return SelectionAction::makes(format!("Give three cards to {partner}"), Move::Give(cards));
        }
        let why = format!("choose three cards for {partner}; {count} chosen so far");
        SelectionAction::lacks(format!("Choose three cards: {count} of 3"), "#the-exchange", why)
    }
}

/// What to think of while the middle is empty and cards are chosen for the partner.
const WHAT_TO_PLAY: &str = "Plays are cards of one colour, with equal or consecutive numbers";

const CHOOSE_PATTERN: &str = "choose cards of one colour: all of one number, or of consecutive numbers";

impl Tabletop for MystiqueDomination {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    /// Nothing that is still out beats any pattern of whoever leads: they win every trick and go out. In whatever order they lead, their
    /// pair then has the hand, the pile and what the other pair holds, and the other pair what the partner holds.
    fn is_decided(view: &View) -> bool {
        let is_led = view.table.trick.as_ref().is_some_and(Climb::is_lead);
        is_led && view.may_act() && Colour::ALL.into_iter().all(|colour| view.leads_unbeaten(colour))
    }

    /// The lead with the most cards.
    fn plays_out(view: &View) -> Option<Move> {
        let mut leads = Vec::new();
        leads_into(view.hand(), &mut leads);
        leads.into_iter().max_by_key(|lead| lead.cards().len())
    }

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room).finish()
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        match event {
            Event::Chose(_) | Event::Received(_) | Event::Played { .. } => scene.show(event, Cue::Place),
            Event::Leads { .. } => scene.follow(event),
            Event::Passed { seat } => {
                scene.show(event, Cue::Place);
                let layout = scene.view.lay(scene.room).finish();
                let hands = [CardArea::Hand(seat.index() as u8), CardArea::Own(0)].map(AreaId::of);
                if let Some(hand) = hands.into_iter().find(|hand| layout.area(*hand).is_some()) {
                    scene.float(hand, seat.does("passes", "pass"));
                }
            }
            Event::Took { seat, cards } => {
                let said = takes(*seat, *cards);
                scene.moment_of(scene.view.lay_saying(scene.room, Some(said)).finish(), Cue::Place);
                scene.stay();
                scene.follow(event);
                let mut table = scene.view.lay(scene.room);
                table.swept(scene.view.keeper(Partnership::of(*seat)).index(), cards.iter());
                scene.moment_of(table.finish(), Cue::Take);
            }
            Event::WentOut { held, .. } => {
                let mut open = scene.view.clone();
                let hands = scene.view.table.seats().iter().zip(held);
                hands.for_each(|(seat, hand)| open.table.cards.show(Hand(seat), *hand));
                scene.moment_of(open.lay(scene.room).finish(), Cue::Place);
                scene.linger(HANDS_LIE);
                scene.show(event, Cue::Take);
            }
            Event::RoundOver { .. } => {
                scene.follow(event);
                if !scene.view.table.game.is_over() {
                    scene.exhibit(ending::round_decided(&scene.view));
                }
            }
            Event::Dealt { .. } => scene.deal(event),
        }
    }

    /// One card that is a pattern by itself may be brought to the middle; everything else is selected.
    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let is_middle = |area| matches!(area, CardArea::Middle | CardArea::Pile(_));
        let card = gesture.piece.and_then(|_| view.brought(gesture, is_middle))?;
        (view.may_act() && !view.table.is_giving()).then(|| Move::Play([card].into_iter().collect()))
    }

    fn selectable(view: &View, selected: &Selection) -> Vec<PieceId> {
        if !view.may_act() || (view.table.is_giving() && selected.len() >= GIVEN) {
            return Vec::new();
        }
        let chosen = view.selected(selected);
        view.of_use().without(chosen).iter().map(piece_of).collect()
    }

    fn actions(view: &View, selected: &Selection) -> Vec<SelectionAction<Move>> {
        if !view.may_act() {
            return Vec::new();
        }
        let cards = view.selected(selected);
        if view.table.is_giving() {
            return vec![view.give_with(cards)];
        }
        let pass = view.table.to_beat().map(|_| SelectionAction::makes("Pass", Move::Pass));
        let play = match cards.is_empty() {
            false => Some(view.play_with(cards)),
            true => (!view.of_use().is_empty()).then(|| view.choose()),
        };
        play.into_iter().chain(pass).collect()
    }

    fn selection_for(_: &View, mv: &Move) -> Selection {
        mv.cards().iter().map(piece_of).collect()
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let table = &view.table;
        match mv {
            Move::Play(cards) if *cards == view.hand() => {
                Preview { sentence: "Your last cards: the round would be over".to_owned(), ..Preview::default() }
            }
            Move::Play(cards) => {
                let prize = table.prize(*cards);
                taking(view, prize, format!("If this wins the trick, you take {}", listed(&by_suit(prize))))
            }
            Move::Pass => passing(view).unwrap_or_default(),
            Move::Give(_) => Preview::default(),
        }
    }

    fn explain_no_move(view: &View, _: &Gesture) -> Illegal {
        match view.table.is_giving() {
            true => Illegal::because("#the-exchange", "choose three cards, then press the button that gives them"),
            false => Illegal::because("#the-patterns", "choose the cards of a pattern, then press the button"),
        }
    }

    fn prompt(view: &View) -> String {
        match (view.table.is_giving(), view.may_act(), view.table.last_play()) {
            _ if view.table.game.is_over() => "The match is over".to_owned(),
            (true, true, _) => give_in_words(view),
            (true, false, _) => "Wait for the others to choose".to_owned(),
            (_, false, _) => match view.table.turn() {
                Some(turn) => format!("Wait for {}", turn.called()),
                None => "Wait for the others".to_owned(),
            },
            (_, _, None) => "Lead cards of one colour: of one number, or of consecutive numbers".to_owned(),
            (_, _, Some((ahead, beat))) => follow_in_words(view, ahead, beat),
        }
    }

    fn described(view: &View) -> String {
        let seats = view.seats_spoken(|seat| view.plate(seat));
        let pile = match by_suit(view.table.pile()).as_slice() {
            [] => "The pile is empty".to_owned(),
            suits => format!("In the pile: {}", listed(suits)),
        };
        let beat = view.table.last_play().map_or(String::new(), |(seat, beat)| {
            let cards = joined(beat.by_number().into_iter().map(DeckCard::spoken), ", the ");
            format!(". To beat: {} {} in {}, the {cards}", seat.whose(), beat.total, beat.colour.word())
        });
        let won = view.pairs().map(|pair| match by_suit(view.table.won(pair)).as_slice() {
            [] => format!("{} have won no cards", called(&view.table, pair)),
            suits => format!("{} have won {}", called(&view.table, pair), listed(suits)),
        });
        format!("{seats}. {pile}{beat}. {}.{}", joined(won, ". "), view.hand_spoken())
    }

    fn bookmark(view: &View) -> String {
        let [own, other] = view.pairs().map(|pair| view.table.points(pair));
        format!("round {}, {own} to {other} points", view.table.game.round())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Give(_) => "cards chosen for a partner",
            Move::Play(_) => "plays",
            Move::Pass => "passes",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::Chose(moved) => chose(view, moved)?,
            Event::Received(moved) => received(view, moved)?,
            Event::Leads { seat, ace } => {
                let leads = Telling::of(format!("{} to lead, holding", seat.called())).face(*ace);
                let about = Spotlight::plates([*seat]);
                leads.about(about).closes(LogLevel::Part).prints(seat.does("leads", "lead"))
            }
            Event::Played { seat, cards } => played(*seat, *cards)?,
            Event::Passed { seat } => {
                let passed = Telling::of(seat.does("passes", "pass")).about(Spotlight::plates([*seat]));
                passed.happens().prints("passes")
            }
            Event::Took { seat, cards } => {
                Telling::of(takes(*seat, *cards)).about(won_by(view, *seat)).closes(LogLevel::Part)
            }
            Event::WentOut { seat, .. } => {
                Telling::of(seat.does("goes out", "go out")).about(Spotlight::plates([*seat])).closes(LogLevel::Part)
            }
            Event::RoundOver { detail, .. } => {
                let points = points_of_both(view, detail);
                Telling::of(format!("Round {}: {points}", view.table.game.round())).closes(LogLevel::Round)
            }
            Event::Dealt { .. } => return None,
        })
    }

    fn finale(view: &View) -> Finale {
        ending::finale(view)
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        ending::so_far(view)
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let result = |detail: &DominationRound| {
            let seats = view.table.seats().iter().map(|seat| had_in_words(detail, Partnership::of(seat))).collect();
            (detail.out.does("went out", "went out"), seats)
        };
        let sheet = ScoreSheet::of_match("Round", &view.table.game, result);
        let reminder = format!(
            "A pair gets {PRIZE} points for each suit of which it has {MOST_OF_SUIT} cards or more, and {PRIZE} for having \
             {MOST_OF_DECK} or more in all; with 30 each, those {PRIZE} go to the pair that went out"
        );
        ScoreSheet { reminder, ..sheet }
    }
}

/// What a pair had most of: "moons, arms, most cards".
fn had_in_words(detail: &DominationRound, pair: Partnership) -> String {
    let suits = MystiqueSuit::ALL.into_iter().filter(|suit| detail.has_suit(*suit) == Some(pair));
    let most = (detail.has_most() == pair).then_some("most cards");
    let had: Vec<&str> = suits.map(MystiqueSuit::word).chain(most).collect();
    if had.is_empty() { "nothing".to_owned() } else { listed(&had) }
}

/// What to choose for the partner and why, and who leads then: short enough for the bar.
fn give_in_words(view: &View) -> String {
    let (partner, ace) = (view.partner().called(), view.table.options.leads.spoken());
    format!("Choose three cards to give {partner}. Whoever then holds the {ace} leads")
}

/// What to do about a play.
fn follow_in_words(view: &View, ahead: Seat, beat: Pattern) -> String {
    let (total, colour) = (beat.total, beat.colour.word());
    match (view.of_use().is_empty(), ahead == view.partner()) {
        (true, _) => format!("Nothing in your hand beats {total} in {colour}: pass"),
        (_, true) => format!("Your partner is winning with {total} in {colour}: pass, or play a higher total"),
        (..) => format!("Beat {} {total}: play a higher total in {colour}, or pass", ahead.whose()),
    }
}

/// What passing would do: it gives the trick to whoever is winning it, if the others have passed.
fn passing(view: &View) -> Option<Preview> {
    let (table, trick) = (&view.table, view.table.trick.as_ref()?);
    let (ahead, beat) = trick.last()?;
    if trick.passed().len() + 2 < PLAYERS {
        return None;
    }
    let prize = table.prize(beat.cards);
    Some(taking(view, prize, takes(ahead, prize)))
}

/// What is said of somebody taking these cards, with those marked that lie in the pile already.
fn taking(view: &View, prize: MystiqueSet, sentence: String) -> Preview {
    let in_pile = prize.intersection(view.table.pile());
    Preview { marks: in_pile.iter().map(|card| (piece_of(card), Mark::Scores)).collect(), sentence }
}

/// "Ada takes three moons and two suns".
fn takes(seat: Seat, cards: MystiqueSet) -> String {
    let suits = listed(&by_suit(cards));
    seat.does(&format!("takes {suits}"), &format!("take {suits}"))
}

/// Cards that a seat chooses for its partner, as far as they are known.
fn chose(view: &View, moved: &CardsMoved) -> Option<Telling> {
    let Gift(seat) = moved.to else { return None };
    let partner = view.table.partner(seat).called();
    let colon = if moved.cards.is_empty() { "" } else { ":" };
    let words = format!("{} three cards for {partner}{colon}", seat.does("chooses", "choose"));
    let about = Spotlight::of_seat(seat, CardArea::Aside);
    let cards = MystiqueCard::by_card_number(moved.cards);
    Some(Telling::of(words).faces(cards).about(about).happens().prints(format!("chooses three cards for {partner}")))
}

/// A pattern that is led, or followed with.
fn played(seat: Seat, cards: MystiqueSet) -> Option<Telling> {
    let pattern = Pattern::of(cards).ok()?;
    let words = format!("{}, {}:", pattern.named(), pattern.total);
    let played = Telling::of(seat.does(&format!("plays {words}"), &format!("play {words}")));
    let about = Spotlight::pieces(cards.iter().map(piece_of)).and_area(CardArea::Middle);
    Some(played.faces(pattern.by_number()).about(about).happens().prints(format!("plays {pattern}")))
}

/// What somebody gets who sees it.
fn received(view: &View, moved: &CardsMoved) -> Option<Telling> {
    let Hand(seat) = moved.to else { return None };
    if view.own() != Some(seat) {
        return None;
    }
    let giver = view.table.partner(seat).called();
    let got = Telling::of(seat.does("gets", "get")).faces(MystiqueCard::by_card_number(moved.cards));
    Some(got.words(format!("from {giver}")).about(Spotlight::plates([seat])).happens())
}

/// Where what a seat has taken lies.
fn won_by(view: &View, seat: Seat) -> Spotlight {
    let pair = Partnership::of(seat);
    let mut spots = ending::plates(&view.table, pair);
    spots.join(&Spotlight::area(CardArea::Taken(view.keeper(pair).index() as u8)));
    spots
}

/// The ace of a suit in yellow.
fn yellow_ace(suit: MystiqueSuit) -> MystiqueCard {
    MystiqueCard::new(1, Colour::Yellow, suit).unwrap_or(Options::default().leads)
}

impl Setup for MystiqueDomination {
    const WHO_BEGINS: &'static str =
        "Everybody chooses three cards for their partner. Then whoever holds the leading ace leads.";

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        let target = Setting::of(
            ("The match goes to", "It ends after the round in which a pair reaches this score and is ahead."),
            options,
            &[
                ("50 points", |options| options.target = 50),
                ("100 points", |options| options.target = 100),
                ("200 points", |options| options.target = 200),
            ],
        );
        let leads = Setting::of(
            ("The leading ace", "Whoever holds it after the exchange leads to the first trick."),
            options,
            &[
                ("Yellow moons", |options| options.leads = yellow_ace(MystiqueSuit::Moons)),
                ("Yellow suns", |options| options.leads = yellow_ace(MystiqueSuit::Suns)),
                ("Yellow arms", |options| options.leads = yellow_ace(MystiqueSuit::Arms)),
                ("Yellow crowns", |options| options.leads = yellow_ace(MystiqueSuit::Crowns)),
            ],
        );
        vec![target, leads]
    }
}
