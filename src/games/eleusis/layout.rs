//! The table of Eleusis Express: the mainline in rows, what was wrong hanging below, the others in a column at the left.

use super::language::Rule;
use super::moves::Words;
use super::options::EmptyStock;
use super::rules::{EleusisExpress, Event, Move, Options, RuleRound, View};
use super::secrets::RuleGrade;
use super::table::{
    Counterexample, DEALT, Laid, MOST_NEEDED, NAMED, NEVER_DEALT, Question, TurnPhase, WENT_OUT, WRONG_GUESS,
};
use crate::cards::{DeckCard, ShoeCard};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats};
use crate::engine::tabletop::{Scene, ScoreKind, ScoreSheet, Selection, SelectionAction, Setting, Setup, Tabletop};
use crate::layout::{
    AreaLook, CardArea, CardTable, Cue, EndFigure, Exhibit, Face, Finale, Gesture, Hanging, Layout, LogLevel, Material,
    PileSpot, Room, SeatRing, ShownCard, Spotlight, Telling, card_of, piece_of,
};
use crate::words::{capitalised, counted, in_points, joined};

/// How large the cards of the stock are.
const IN_STOCK: f32 = 0.56;

/// How long a card is looked at before what it was is shown, and a hand that is shown, in seconds.
const CARD_LIES: f32 = 0.4;
const HAND_SHOWS: f32 = 2.0;

impl From<ShoeCard> for Face {
    fn from(card: ShoeCard) -> Face {
        Face::French(card.card)
    }
}

impl View {
    /// Whose hand lies in front: the own one, or that which the dealer is asked about.
    fn in_hand(&self) -> Seat {
        let asked = self.table.claimant().filter(|_| self.table.in_mind && self.is_acting());
        asked.unwrap_or(self.front())
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        match self.table.dealer_of_cards() == Some(seat) {
            true if self.table.phase == TurnPhase::Rule => "thinking of a rule".to_owned(),
            true if self.table.phase == TurnPhase::Over => "had the rule".to_owned(),
            true if self.table.in_mind => "has a rule in mind".to_owned(),
            true => "has the rule".to_owned(),
            false if self.table.is_alone() => {
                format!("{} of {MOST_NEEDED} used", self.table.needed())
            }
            false => {
                let cards = counted(self.count(seat) as u32, "card", "cards");
                match self.table.game.totals()[seat.index()] {
                    0 => cards,
                    points => format!("{cards} · {}", in_points(points)),
                }
            }
        }
    }

    /// The others in a column, and the mainline beside them.
    pub fn ring(&self, room: Room) -> SeatRing {
        SeatRing::new(self.table.seats().count(), self.front().index(), room).in_column()
    }

    fn lay(&self, room: Room) -> CardTable {
        let seats = self.table.seats();
        let mut table = CardTable::new(self.ring(room), Material::Cards);
        let shown = |cards: Vec<ShoeCard>| cards.into_iter().map(ShownCard::of).collect::<Vec<ShownCard>>();
        for seat in seats.iter() {
            let is_turn = self.table.acting() == Some(seat);
            table.plate(seat.index(), self.plate(seat), is_turn, self.table.dealer_of_cards() == Some(seat));
            if seat != self.in_hand() {
                table.hand(seat.index(), self.count(seat), &shown(self.hand(seat)));
            }
        }
        let hand = shown(self.hand(self.in_hand()));
        if !hand.is_empty() {
            table.own_hand(&hand, self.is_acting() && matches!(self.table.phase, TurnPhase::Play | TurnPhase::Choose));
        }
        let hanging = |laid: &Laid| -> Hanging { (ShownCard::of(laid.card), laid.by.map(Seat::index)) };
        let wrong = |laid: &Laid| {
            let (card, by) = hanging(laid);
            (ShownCard { is_dimmed: true, ..card }, by)
        };
        let links: Vec<(Hanging, Vec<Hanging>)> = self
            .table
            .mainline
            .iter()
            .map(|link| (hanging(&link.right), link.wrong.iter().map(wrong).collect()))
            .chain(self.asked().map(|laid| (hanging(&laid), Vec::new())))
            .collect();
        table.hang(&links, ("last card", "wrong"), |seat| Seat::new(seat as u8).map_or(0, |seat| self.count(seat)));
        let stock = PileSpot::new(0, "stock", table.at_board(), IN_STOCK);
        table.stock(stock, self.table.stock, format!("{} left", self.table.stock));
        table
    }

    /// How many cards hang below each that lies in the line, with one that is to be judged at its end.
    pub fn hanging(&self) -> Vec<usize> {
        let line = self.table.mainline.iter().map(|link| link.wrong.len());
        line.chain(self.asked().map(|_| 0)).collect()
    }

    /// The card that the dealer is to judge.
    fn asked(&self) -> Option<Laid> {
        match self.table.phase {
            TurnPhase::Judge(Question::Card(card)) => Some(Laid { card, by: Some(self.table.turn) }),
            _ => None,
        }
    }
}

impl Tabletop for EleusisExpress {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        let mut layout = Layout { keeps_panel: true, ..view.lay(room).finish() };
        // The last card of the mainline leads nothing: it is what the next one goes by.
        for area in layout.areas.iter_mut().filter(|area| area.look == AreaLook::Marked) {
            area.look = AreaLook::Latest;
        }
        layout
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        let verdict = |is_right: bool| if is_right { Cue::Take } else { Cue::Push };
        match *event {
            Event::Played { seat, card, is_right: Some(is_right) } => {
                scene.show(&Event::Played { seat, card, is_right: None }, Cue::Place);
                scene.linger(CARD_LIES);
                scene.show(&Event::Judged { seat, card, is_right }, verdict(is_right));
            }
            Event::Played { is_right: None, .. } => scene.show(event, Cue::Place),
            Event::Judged { is_right, .. } => scene.show(event, verdict(is_right)),
            Event::Claimed { .. } => {
                scene.show(event, Cue::Place);
                scene.linger(HAND_SHOWS);
            }
            Event::NoneFitted { .. } => scene.show(event, Cue::Push),
            Event::Fitted { .. } => scene.show(event, Cue::Take),
            Event::Drew { .. } => scene.show(event, Cue::Deal),
            Event::Dealt { .. } => {
                scene.follow(event);
                scene.end = Cue::Deal;
            }
            Event::Ruled { .. }
            | Event::Hinted { .. }
            | Event::Asked { .. }
            | Event::NoHint { .. }
            | Event::Begins { .. }
            | Event::Denied { .. }
            | Event::DeckAdded
            | Event::Guessed { .. }
            | Event::Passed { .. } => scene.follow(event),
            Event::RoundOver { .. } => {
                scene.follow(event);
                if !scene.view.table.game.is_over() {
                    scene.exhibit(round_decided(&scene.view));
                }
            }
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let hand = view.hand(view.in_hand());
        let card: Option<ShoeCard> = match (gesture.piece, gesture.area.to()?) {
            (None, CardArea::Own(place)) => hand.get(usize::from(place)).copied(),
            (Some(piece), CardArea::Middle | CardArea::Trick(_)) => card_of(piece),
            _ => None,
        };
        let may_play = view.is_acting() && matches!(view.table.phase, TurnPhase::Play | TurnPhase::Choose);
        card.filter(|card| may_play && hand.contains(card)).map(|held| Move::Play(held.card))
    }

    fn actions(view: &View, _: &Selection) -> Vec<SelectionAction<Move>> {
        let action = |label: &str, mv: Move| SelectionAction { label: label.to_owned(), mv: Ok(mv) };
        if !view.is_acting() {
            return Vec::new();
        }
        match view.table.phase {
            TurnPhase::Rule => vec![action("Keep a rule in mind", Move::InMind)],
            TurnPhase::Opening => view
                .table
                .players()
                .map(|seat| action(&format!("{} begins", seat.called()), Move::Start(seat)))
                .collect(),
            TurnPhase::Play => {
                let ask = view.table.may_ask().then(|| action("Ask for a hint", Move::Ask));
                [action("No card fits", Move::NoCard)].into_iter().chain(ask).collect()
            }
            TurnPhase::Hint => vec![action("No hint", Move::Pass)],
            TurnPhase::Guess => vec![action("Go on", Move::Pass)],
            TurnPhase::Judge(_) => vec![action("Wrong", Move::Judge(false)), action("Right", Move::Judge(true))],
            TurnPhase::Choose | TurnPhase::Over => Vec::new(),
        }
    }

    fn selection_for(view: &View, mv: &Move) -> Selection {
        let Move::Play(card) = mv else { return Selection::default() };
        view.hand(view.in_hand()).into_iter().find(|held| held.card == *card).map(piece_of).into_iter().collect()
    }

    fn is_in_panel(mv: &Move) -> bool {
        matches!(mv, Move::Rule(_) | Move::Hint(_) | Move::Guess(_))
    }

    fn explain_no_move(view: &View, _: &Gesture) -> Illegal {
        match view.table.phase {
            TurnPhase::Guess => Illegal::because("#guessing-the-rule", "guess the rule, or go on"),
            _ => Illegal::because("#the-turn", "move a card of your hand to the mainline"),
        }
    }

    fn prompt(view: &View) -> String {
        if !view.is_acting() {
            return match view.table.acting() {
                None => "The game is over".to_owned(),
                Some(seat) => format!("Wait for {}", seat.called()),
            };
        }
        match &view.table.phase {
            TurnPhase::Rule => "Think of a secret rule: write it, choose one, or keep it in mind".to_owned(),
            TurnPhase::Opening => "Give a hint if you like, then say who begins".to_owned(),
            TurnPhase::Play => "Play a card that you think is right, or say that no card fits".to_owned(),
            TurnPhase::Hint => format!("{} would like a hint", view.table.turn.called()),
            TurnPhase::Guess => "Right! Guess the rule now, or go on".to_owned(),
            TurnPhase::Judge(Question::Card(card)) => format!("Is the {} right by your rule?", card.spoken()),
            TurnPhase::Judge(Question::NoCard) => {
                format!("{} says that no card fits: is that right?", view.table.turn.called())
            }
            TurnPhase::Judge(Question::Guess(words)) => format!("Is this your rule: “{words}”?"),
            TurnPhase::Choose => "Choose a card of this hand that is right".to_owned(),
            TurnPhase::Over => "The game is over".to_owned(),
        }
    }

    fn described(view: &View) -> String {
        let seats =
            joined(view.table.seats().iter().map(|seat| format!("{}: {}", seat.called(), view.plate(seat))), ". ");
        let spoken = |laid: &Laid| laid.card.spoken();
        let link = |link: &super::table::MainlineLink| {
            let none = link.none.iter().flatten().map(|card| card.spoken());
            let wrong: Vec<String> = link.wrong.iter().map(spoken).chain(none).collect();
            match wrong.is_empty() {
                true => spoken(&link.right),
                false => format!("{} (wrong after it: {})", spoken(&link.right), joined(wrong, ", ")),
            }
        };
        let whose = if view.in_hand() == view.front() { "Your hand" } else { "The hand to judge" };
        let hand = joined(view.hand(view.in_hand()).into_iter().map(DeckCard::spoken), ", ");
        let hand = if hand.is_empty() { hand } else { format!(" {whose}: {hand}.") };
        format!("{seats}. The mainline: {}.{hand}", joined(view.table.mainline.iter().map(link), ", "))
    }

    fn bookmark(view: &View) -> String {
        format!("{} on the mainline", counted(view.table.mainline.len() as u32, "card", "cards"))
    }

    fn describe_move(view: &View, mv: &Move) -> Option<Telling> {
        let does = |words: &str| view.front().does(words, words);
        let telling = match mv {
            Move::Play(card) => Telling::of(does("played")).face(Face::French(*card)),
            Move::NoCard => Telling::of(does("said that no card fits")),
            Move::Guess(words) => Telling::of(format!("{} “{words}”", does("guessed"))),
            Move::Pass => Telling::of(does("went on without a guess")),
            // Nothing comes of these that their player did not know.
            Move::Rule(_) | Move::InMind | Move::Hint(_) | Move::Start(_) | Move::Ask | Move::Judge(_) => return None,
        };
        Some(telling.happens())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        match mv {
            Move::Play(_) => Some("cards played"),
            Move::NoCard => Some("claims that no card fits"),
            Move::Guess(_) => Some("guesses"),
            Move::Pass => Some("guesses held back"),
            Move::Rule(_) | Move::InMind | Move::Hint(_) | Move::Start(_) | Move::Ask | Move::Judge(_) => None,
        }
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        let verdict = |is_right: bool| if is_right { "right" } else { "wrong" };
        let by = |seat: Seat, telling: Telling| telling.about(Spotlight::seat(seat.index()));
        let by_dealer = |telling: Telling| match view.table.dealer() {
            Some(dealer) => by(dealer, telling),
            None => telling,
        };
        Some(match event {
            Event::Ruled { dealer, rule, in_mind } => by(*dealer, ruled(*dealer, rule.as_ref(), *in_mind)),
            Event::Hinted { words } => {
                by_dealer(Telling::of(format!("A hint: {words}")).happens().prints(format!("hint: {words}")))
            }
            Event::Asked { seat } => {
                let asked = Telling::of(seat.does("asks for a hint", "ask for a hint"));
                by(*seat, asked.happens().prints("asks for a hint"))
            }
            Event::NoHint { dealer } => {
                let none = dealer.does("has no hint to give", "have no hint to give");
                by(*dealer, Telling::of(none).happens().prints("has no hint to give"))
            }
            Event::Begins { seat } => by(*seat, Telling::of(seat.does("begins", "begin")).happens()),
            Event::Played { card, is_right: None, .. } => on_table(*card, Telling::new().face(*card)),
            Event::Played { card, is_right: Some(is_right), .. } => {
                let printed = format!("{}: {}", card.card.pretty(), verdict(*is_right));
                on_table(*card, Telling::new().face(*card).words(verdict(*is_right))).prints(printed)
            }
            Event::Judged { card, is_right, .. } => {
                let judged = Telling::new().face(*card).words(format!("is {}", verdict(*is_right)));
                on_table(*card, judged).happens()
            }
            Event::Claimed { seat, hand } => {
                let claimed = seat.does("says that no card fits:", "say that no card fits:");
                let printed = joined(hand.iter().map(|held| held.card.pretty()), " ");
                let printed = format!("says that no card fits: {printed}");
                by(*seat, Telling::of(claimed).faces(hand.iter().copied()).happens().prints(printed))
            }
            Event::NoneFitted { .. } => by_dealer(Telling::of("Indeed, none fits").happens().prints("none does")),
            Event::Denied { .. } => {
                by_dealer(Telling::of("The dealer says that one does fit").happens().prints("says that one does fit"))
            }
            Event::Fitted { card, .. } => {
                let fitted = Telling::of("But this one fits:").face(*card);
                on_table(*card, fitted).happens().prints(format!("the {} fits", card.card.pretty()))
            }
            Event::Drew { .. } | Event::Dealt { .. } => return None,
            Event::DeckAdded => {
                Telling::of("Another deck is shuffled in").happens().prints("another deck is shuffled in")
            }
            Event::Guessed { seat, words, is_right, apart } => {
                by(*seat, guessed(*seat, words, *is_right, apart.as_ref()))
            }
            Event::Passed { .. } => Telling::of("no guess").quiet(),
            Event::RoundOver { detail } => {
                let over = Telling::of(format!("Round {}: {}", view.table.game.round(), ending(detail)));
                over.closes(LogLevel::Round).prints(summary(detail))
            }
        })
    }

    fn finale(view: &View) -> Finale {
        let (table, game) = (&view.table, &view.table.game);
        let Some(round) = game.finished().last().filter(|_| table.phase == TurnPhase::Over) else {
            return Finale::default();
        };
        let mut exhibits = round_decided(view);
        if !table.is_alone() {
            exhibits.push(Exhibit::won_by(&game.winners(), in_points(game.most())));
            return Finale::of(exhibits);
        }
        let (needed, mainline) = (table.needed() as u32, table.mainline.len() as u32);
        let found = round.detail.named_by.is_some();
        let clean = (found && table.guesses.is_empty()).then(|| "Named at the first guess".to_owned());
        let merits = found.then(|| format!("Found with {}", counted(needed, "card", "cards"))).into_iter().chain(clean);
        // Not found, it counts for nothing how many were used.
        let figures = match found {
            true => Vec::new(),
            false => vec![EndFigure::new(needed, "cards used"), EndFigure::new(mainline, "on the mainline")],
        };
        Finale { merits: merits.collect(), figures, ..Finale::of(exhibits) }
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        let seats = view.table.seats();
        let is_alone = view.table.is_alone();
        let alone =
            |detail: &RuleRound| format!("{} on the mainline", counted(detail.played.len() as u32, "card", "cards"));
        let of = |detail: &RuleRound, seat: Seat| if is_alone { alone(detail) } else { made_of(detail, seat) };
        let words = |detail: &RuleRound| (summary(detail), seats.iter().map(|seat| of(detail, seat)).collect());
        let sheet = ScoreSheet::of_match("Round", &view.table.game, words);
        match view.table.is_alone() {
            true => ScoreSheet { counts: "Cards used", kind: ScoreKind::FewerIsBetter, ..sheet },
            false => sheet,
        }
    }

    fn effort(view: &View) -> Option<u32> {
        let found = view.table.game.finished().last().is_some_and(|round| round.detail.named_by.is_some());
        (view.table.is_alone() && view.table.phase == TurnPhase::Over && found).then(|| view.table.needed() as u32)
    }
}

/// A card that was laid.
fn on_table(card: ShoeCard, telling: Telling) -> Telling {
    telling.about(Spotlight::pieces([piece_of(card)]))
}

/// The dealer has a rule, as far as it is known.
fn ruled(dealer: Seat, rule: Option<&Rule>, in_mind: bool) -> Telling {
    let (they, you) = ("has a rule", "have a rule");
    match rule {
        _ if in_mind => {
            let kept = dealer.does("has a rule in mind", "have a rule in mind");
            Telling::of(kept).happens().prints("has a rule in mind")
        }
        Some(rule) => {
            let written = dealer.does(&format!("{they}: {rule}"), &format!("{you}: {rule}"));
            Telling::of(written).happens().prints(format!("{they}: {rule}"))
        }
        None => Telling::of(dealer.does(they, you)).happens().prints(they),
    }
}

/// A guess, and what came of it.
fn guessed(seat: Seat, words: &Words, is_right: Option<bool>, apart: Option<&Counterexample>) -> Telling {
    let guess = |verdict: String| {
        let they = format!("guesses “{words}”{verdict}");
        Telling::of(seat.does(&they, &format!("guess “{words}”{verdict}"))).happens()
    };
    match (is_right, apart) {
        (None, _) => guess(String::new()).prints(format!("guesses “{words}”")),
        (Some(true), _) => guess(": right".to_owned()).prints(format!("“{words}” is the rule")),
        (Some(false), Some(apart)) => {
            guess(format!(": wrong, since {apart}")).prints(format!("“{words}” is not the rule: {apart}"))
        }
        (Some(false), None) => guess(": wrong".to_owned()).prints(format!("“{words}” is not the rule")),
    }
}

/// How the last round ended: the rule, and then for somebody alone what was used to find it, for several what each scored.
fn round_decided(view: &View) -> Vec<Exhibit> {
    let table = &view.table;
    let Some(round) = table.game.finished().last() else { return Vec::new() };
    let line = Spotlight::pieces(table.mainline.iter().map(|link| piece_of(link.right.card)));
    let (rule, named) = match &round.detail.rule {
        Some(rule) => (capitalised(&rule.to_string()), ending(&round.detail)),
        None => (ending(&round.detail), String::new()),
    };
    let mut exhibits = vec![Exhibit::part(line.clone(), rule, named)];
    if table.is_alone() {
        exhibits.extend(cards_used(view, line));
        return exhibits;
    }
    let of_seat = |seat: Seat| {
        let caption = match round.detail.dealer == Some(seat) {
            true => format!("{} dealt: {}", seat.called(), made_of(&round.detail, seat)),
            false => format!("{}: {}", seat.called(), made_of(&round.detail, seat)),
        };
        Exhibit::part(Spotlight::seat(seat.index()), caption, format!("+{}", round.points[seat.index()]))
    };
    exhibits.extend(table.seats().iter().map(of_seat));
    exhibits
}

/// What somebody alone has used: right cards, wrong ones, and guesses.
fn cards_used(view: &View, line: Spotlight) -> Vec<Exhibit> {
    let table = &view.table;
    let laid = table.mainline.iter().flat_map(|link| &link.wrong);
    let wrong = Spotlight::pieces(laid.clone().map(|laid| piece_of(laid.card)));
    let (right, wrong_cards) = (table.mainline.len().saturating_sub(1), laid.count());
    let guesses = table.guesses.len() as u32;
    let mut exhibits = vec![Exhibit::part(line, "Right", counted(right as u32, "card", "cards"))];
    if wrong_cards > 0 {
        exhibits.push(Exhibit::part(wrong, "Wrong", counted(wrong_cards as u32, "card", "cards")));
    }
    if guesses > 0 {
        let caption = format!("Wrong guesses, which count {WRONG_GUESS} cards each");
        exhibits.push(Exhibit::part(Spotlight::NONE, caption, guesses.to_string()));
    }
    exhibits.push(Exhibit::sum(Spotlight::NONE, "Cards used", table.needed().to_string()));
    exhibits
}

/// How a round ended.
pub fn ending(detail: &RuleRound) -> String {
    match (detail.named_by, detail.out) {
        (Some(seat), _) => seat.does("named the rule", "named the rule"),
        (None, Some(seat)) => format!("{}, and nobody named the rule", seat.does("went out", "went out")),
        (None, None) => "Nobody named the rule".to_owned(),
    }
}

/// The same with the rule.
fn summary(detail: &RuleRound) -> String {
    let how = ending(detail);
    detail.rule.as_ref().map_or(how.clone(), |rule| format!("{how}: {rule}"))
}

/// What a seat's points in a round are made of.
fn made_of(detail: &RuleRound, seat: Seat) -> String {
    let waiting = bonus(detail.never_dealt.contains(&seat), NEVER_DEALT, "for not having dealt");
    if detail.dealer == Some(seat) {
        return format!("as many as the best player{waiting}");
    }
    let held = detail.hands.get(seat.index()).map_or(0, Vec::len);
    let named = bonus(detail.named_by == Some(seat), NAMED, "for naming the rule");
    let out = bonus(detail.out == Some(seat), WENT_OUT, "for going out");
    format!("{DEALT} less {}{named}{out}{waiting}", counted(held as u32, "card left", "cards left"))
}

/// Points that are due, and for what.
fn bonus(is_due: bool, points: i32, words: &str) -> String {
    if is_due { format!(", {points} {words}") } else { String::new() }
}

impl Setup for EleusisExpress {
    const WHO_BEGINS: &'static str =
        "The first player deals, and the next one begins; against the house the first player begins.";

    fn options_for(options: &Options, seats: Seats) -> Options {
        Options { house: options.house || seats.count() < 3, ..options.clone() }
    }

    fn options_of_the_day(day: u64) -> Options {
        let grade = RuleGrade::ALL[(day % 4) as usize];
        Options { grade, house: true, ..Options::default() }
    }

    /// The rule of the day is for one.
    fn seats_of_the_day(_: Seats) -> Seats {
        Seats::ONE
    }

    fn settings(options: &Options, seats: Seats) -> Vec<Setting<Options>> {
        let is_house = options.is_house(seats);
        let dealer = Setting::of(
            ("The rule", "Whoever deals thinks of a rule, or the house has one and everybody plays."),
            options,
            // What is not asked for either is as it was at first.
            &[
                ("The dealer’s", |options| (options.house, options.grade) = (false, RuleGrade::default())),
                ("The house’s", |options| (options.house, options.everyone_deals) = (true, true)),
            ],
        );
        let grade = Setting::of(
            ("Difficulty", "How hard the rule is to find."),
            options,
            &[
                ("Easy", |options| options.grade = RuleGrade::Easy),
                ("Medium", |options| options.grade = RuleGrade::Medium),
                ("Hard", |options| options.grade = RuleGrade::Hard),
                ("Expert", |options| options.grade = RuleGrade::Expert),
            ],
        );
        let length = Setting::of(
            ("Length", "If you play only one round, everybody who has not dealt gets ten points."),
            options,
            &[
                ("Everybody deals once", |options| options.everyone_deals = true),
                ("One round", |options| options.everyone_deals = false),
            ],
        );
        let stock = Setting::of(
            ("Empty stock", "What happens when the two decks are used up."),
            options,
            &[
                ("Another deck is shuffled in", |options| options.empty_stock = EmptyStock::Reshuffle),
                ("The round ends", |options| options.empty_stock = EmptyStock::End),
            ],
        );
        let apart = Setting::of(
            ("After a wrong guess", "Parlour can show a short mainline after which the guess and the rule disagree."),
            options,
            &[
                ("Give no example", |options| options.counterexamples = false),
                ("Show an example", |options| options.counterexamples = true),
            ],
        );
        let choice = (seats.count() > 2).then_some(dealer);
        choice.into_iter().chain([if is_house { grade } else { length }, stock, apart]).collect()
    }
}
