//! The laws that every game keeps, as one test kit.
//!
//! Model: OpenSpiel's playthrough and API tests. [`conform`] plays many games and checks after every move what
//! the contract promises; the first broken promise is returned with the record that shows it. `tests/rules` runs the
//! kit over the whole catalogue, and over a hidden-card game of its own that is then broken on purpose, law by law.

use std::collections::BTreeSet;
use std::fmt;

use super::game::{Cancel, Moves, Sight};
use super::layout::{Gesture, Layout};
use super::outcome::Stage;
use super::record::{Player, Record};
use super::rng::GameRng;
use super::seats::{BotLevel, Seat, Seats, Viewer};
use super::session::Session;
use super::table::Playable;

/// The promises of the contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    /// The game can be dealt with every number of seats it names.
    Deals,
    /// Random play comes to an end, and the end has a score for every seat and no moves.
    Ends,
    /// Listed moves are in order, each once, and pass `check`; where all are listed, no other passes.
    Legality,
    /// Seats that do not act have no moves and are refused.
    Turns,
    /// Every card, tile and token stays in the game.
    Census,
    /// A move's text gives the move back.
    MoveText,
    /// A record's text gives the same game back.
    Records,
    /// Undo is replay without the last move; redo makes the same move again.
    Undo,
    /// What a viewer may not know changes nothing in what the viewer sees, may do, or is told.
    Secrecy,
    /// What a bot may not know changes nothing in what it does; it plays legal moves, the same ones for the same seed.
    Bots,
    /// The table shows each piece once, in a slot that exists, inside the table; beats end in the table they lead to.
    Table,
}

/// A law that was broken: which, how, and the record that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which law.
    pub law: Law,
    /// What was seen.
    pub how: String,
    /// The game up to there.
    pub record: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}\n{}", self.law, self.how, self.record)
    }
}

impl std::error::Error for Broken {}

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Games for each number of seats.
    pub games: u64,
    /// The most moves a game may take.
    pub longest: usize,
    /// Every how many moves the expensive laws are checked.
    pub stride: usize,
    /// The strongest bot asked for its move at those points.
    pub bots: BotLevel,
}

/// What the kit saw, so that a test can tell that it saw something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Games played.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
    /// Positions in which something hidden was dealt anew and really differed.
    pub reshuffled: u64,
    /// Moves that were not legal and were refused.
    pub refused: u64,
    /// The headings of the rules page that refusals pointed at.
    pub rules: BTreeSet<&'static str>,
}

/// Plays `effort.games` games for each number of seats, half of them at random, and checks every law.
///
/// # Errors
/// The first law found broken.
pub fn conform<G: Playable>(options: &G::Options, effort: Effort) -> Result<Seen, Broken> {
    let mut seen = Seen::default();
    let (min, max) = G::INFO.seats;
    for count in min..=max {
        for number in 0..effort.games {
            let mut trial = Trial::<G>::start(options, count, number, effort)?;
            trial.run(&mut seen)?;
        }
    }
    Ok(seen)
}

/// One random game under test.
struct Trial<G: Playable> {
    session: Session<G>,
    rng: GameRng,
    effort: Effort,
    census: Vec<u32>,
    /// Whether the seats play well, or at random.
    plays_well: bool,
    /// Moves met anywhere in this game: the pool from which wrong ones are taken.
    met: BTreeSet<G::Move>,
}

impl<G: Playable> Trial<G> {
    fn start(options: &G::Options, seats: u8, number: u64, effort: Effort) -> Result<Trial<G>, Broken> {
        let record = Record::<G> {
            seed: format!("conform-{number}"),
            options: options.clone(),
            players: (0..seats).map(|seat| Player::person(format!("Seat {seat}"))).collect(),
            deal: None,
            moves: Vec::new(),
        };
        let text = record.to_text();
        let session =
            Session::load(record).map_err(|error| Broken { law: Law::Deals, how: error.to_string(), record: text })?;
        let census = session.game().census();
        let rng = GameRng::from_number(number);
        Ok(Trial { session, rng, effort, census, plays_well: number % 2 == 1, met: BTreeSet::new() })
    }

    fn broken(&self, law: Law, how: impl fmt::Display) -> Broken {
        Broken { law, how: how.to_string(), record: self.session.record().to_text() }
    }

    fn expect(&self, law: Law, kept: bool, how: impl FnOnce() -> String) -> Result<(), Broken> {
        if kept { Ok(()) } else { Err(self.broken(law, how())) }
    }

    fn run(&mut self, seen: &mut Seen) -> Result<(), Broken> {
        seen.games += 1;
        self.check_opening()?;
        for step in 0..self.effort.longest {
            self.check_position(step % self.effort.stride == 0, seen)?;
            let Stage::Act(acting) = self.session.game().stage() else { return self.check_end() };
            self.expect(Law::Turns, !acting.is_empty(), || "nobody acts, yet the game is not over".to_owned())?;
            let seats: Vec<Seat> = acting.iter().collect();
            let Some(seat) = self.rng.pick(&seats).copied() else { continue };
            self.make_a_move(seat, seen)?;
        }
        Err(self.broken(Law::Ends, format_args!("no end after {} moves", self.effort.longest)))
    }

    fn check_position(&mut self, thoroughly: bool, seen: &mut Seen) -> Result<(), Broken> {
        let game = self.session.game().clone();
        self.expect(Law::Census, game.census() == self.census, || {
            format!("began with {:?}, now {:?}", self.census, game.census())
        })?;
        self.check_turns(&game)?;
        for seat in self.session.acting().iter() {
            self.check_legality(&game, seat, seen)?;
        }
        self.check_tables(&game)?;
        self.check_secrecy(&game, thoroughly, seen)?;
        if thoroughly {
            self.check_record()?;
            self.check_undo()?;
            self.check_bots(&game)?;
            self.check_hints(&game)?;
        }
        Ok(())
    }

    fn check_turns(&self, game: &G) -> Result<(), Broken> {
        let acting = self.session.acting();
        for seat in (0..8).filter_map(Seat::new).filter(|seat| !acting.contains(*seat)) {
            let moves = game.legal_moves(seat);
            self.expect(Law::Turns, moves.is_empty(), || format!("seat {seat} does not act but has {moves:?}"))?;
            for mv in self.met.iter().take(8) {
                let refused = game.check(seat, mv).is_err();
                self.expect(Law::Turns, refused, || format!("seat {seat} does not act but may play {mv}"))?;
            }
        }
        Ok(())
    }

    fn check_legality(&mut self, game: &G, seat: Seat, seen: &mut Seen) -> Result<(), Broken> {
        let moves = game.legal_moves(seat);
        self.expect(Law::Legality, !moves.is_empty(), || format!("seat {seat} acts but has no moves"))?;
        let ordered = moves.listed().is_sorted_by(|a, b| a < b);
        self.expect(Law::Legality, ordered, || format!("not in ascending order, each once: {moves:?}"))?;
        for mv in moves.listed() {
            let checked = game.check(seat, mv);
            self.expect(Law::Legality, checked.is_ok(), || format!("{mv} is listed, but: {checked:?}"))?;
            let text = mv.to_string();
            let read = text.parse::<G::Move>();
            self.expect(Law::MoveText, read.as_ref() == Ok(mv), || format!("{text:?} is read back as {read:?}"))?;
            self.met.insert(mv.clone());
        }
        let Moves::All(listed) = &moves else { return Ok(()) };
        for mv in self.met.iter().chain(&self.mutated(listed)) {
            let checked = game.check(seat, mv);
            seen.rules.extend(checked.as_ref().err().map(|illegal| illegal.rule));
            let legal = checked.is_ok();
            let in_list = listed.binary_search(mv).is_ok();
            if !legal {
                seen.refused += 1;
                // Who calls it all the same may get nonsense, but no panic.
                game.clone().apply(seat, mv, &mut GameRng::from_number(seen.refused));
            }
            self.expect(Law::Legality, legal == in_list, || format!("{mv}: listed {in_list}, checked {legal}"))?;
        }
        Ok(())
    }

    /// Moves that differ from listed ones in a letter or a word, where the text still means a move.
    fn mutated(&self, listed: &[G::Move]) -> BTreeSet<G::Move> {
        let mut mutants = BTreeSet::new();
        for mv in listed.iter().take(6) {
            let text = mv.to_string();
            let letters: Vec<char> = text.chars().collect();
            for (place, letter) in letters.iter().enumerate() {
                for other in [(*letter as u8).wrapping_add(1) as char, (*letter as u8).wrapping_sub(1) as char] {
                    let mut mutant = letters.clone();
                    mutant[place] = other;
                    mutants.extend(mutant.into_iter().collect::<String>().parse::<G::Move>());
                }
            }
            let words: Vec<&str> = text.split(' ').collect();
            for cut in 1..words.len() {
                mutants.extend(words[..cut].join(" ").parse::<G::Move>());
            }
        }
        mutants
    }

    fn check_tables(&self, game: &G) -> Result<(), Broken> {
        for who in self.viewers() {
            let layout = G::layout(&game.view(who));
            if let Some(how) = fault_of(&layout) {
                return Err(self.broken(Law::Table, format_args!("for {who:?}: {how}")));
            }
        }
        Ok(())
    }

    fn check_opening(&self) -> Result<(), Broken> {
        for who in self.viewers() {
            let view = self.session.dealt().view(who);
            let beats = G::opening(&view);
            let arrived = beats.last().is_none_or(|beat| beat.layout == G::layout(&view));
            self.expect(Law::Table, arrived, || format!("the deal does not end in the table, for {who:?}"))?;
            if let Some(how) = beats.iter().find_map(|beat| fault_of(&beat.layout)) {
                return Err(self.broken(Law::Table, format_args!("the deal for {who:?}: {how}")));
            }
        }
        Ok(())
    }

    /// Everything is compared between the game and one that the viewer cannot tell from it.
    fn check_secrecy(&mut self, game: &G, thoroughly: bool, seen: &mut Seen) -> Result<(), Broken> {
        for who in self.viewers() {
            let other = game.redealt(who, &mut self.rng);
            let differs = other != *game;
            seen.reshuffled += u64::from(differs);
            if !differs {
                continue;
            }
            let same_census = other.census() == self.census;
            self.expect(Law::Secrecy, same_census, || format!("dealing anew for {who:?} changed the census"))?;
            let (view, view_other) = (game.view(who), other.view(who));
            self.expect(Law::Secrecy, view == view_other, || {
                format!("{who:?} sees what is hidden:\n{view:?}\n{view_other:?}")
            })?;
            self.check_said(game, &other, who)?;
            self.check_told(game, &other, who)?;
            let Viewer::Seat(seat) = who else { continue };
            let (moves, moves_other) = (game.legal_moves(seat), other.legal_moves(seat));
            self.expect(Law::Secrecy, moves == moves_other, || {
                format!("seat {seat}'s moves tell what is hidden: {moves:?} or {moves_other:?}")
            })?;
            let strongest = if thoroughly { self.effort.bots } else { BotLevel::Easy };
            for level in BotLevel::ALL.into_iter().filter(|level| *level <= strongest) {
                let (choice, choice_other) = (self.bot_move(game, seat, level), self.bot_move(&other, seat, level));
                self.expect(Law::Bots, choice == choice_other, || {
                    format!("the {level} bot of seat {seat} plays {choice:?} or {choice_other:?} by what is hidden")
                })?;
            }
        }
        Ok(())
    }

    /// What is said to everybody: who may move, the points, and the position as the command line prints it.
    fn check_said(&self, game: &G, other: &G, who: Viewer) -> Result<(), Broken> {
        let (stage, stage_other) = (game.stage(), other.stage());
        self.expect(Law::Secrecy, stage == stage_other, || {
            format!("{who:?} learns from {stage:?} or {stage_other:?}")
        })?;
        if who != Viewer::Public {
            return Ok(());
        }
        let said = |game: &G| (game.scores(), game.state(), game.summary());
        let (said, said_other) = (said(game), said(other));
        self.expect(Law::Secrecy, said == said_other, || format!("everybody is told {said:?} or {said_other:?}"))
    }

    /// Two moves that are told alike look alike afterwards. In games that differ only in what is hidden the converse
    /// holds too: what looks alike was told alike.
    fn check_told(&self, game: &G, other: &G, who: Viewer) -> Result<(), Broken> {
        let step = self.session.turns().len() as u64 + 1;
        let continued = |game: &G, seat: Seat, mv: &G::Move| {
            let mut after = game.clone();
            let events = after.apply(seat, mv, &mut GameRng::for_step(self.session.seed(), step));
            let told: Vec<G::Event> = events.iter().filter_map(|event| G::redact(event, who)).collect();
            (told, after.view(who))
        };
        for seat in self.session.acting().iter() {
            let (moves, moves_other) = (game.legal_moves(seat), other.legal_moves(seat));
            let in_both = moves.listed().iter().zip(moves_other.listed()).take(4);
            let alternatives = moves.listed().iter().zip(moves.listed().iter().skip(1)).take(2);
            let pairs = in_both.map(|pair| (pair, other, true)).chain(alternatives.map(|pair| (pair, game, false)));
            for ((mv, mv_other), game_other, converse) in pairs {
                let (told, view) = continued(game, seat, mv);
                let (told_other, view_other) = continued(game_other, seat, mv_other);
                let (same_told, same_view) = (told == told_other, view == view_other);
                let kept = if converse { same_told == same_view } else { same_view || !same_told };
                self.expect(Law::Secrecy, kept, || {
                    let seen = if view == view_other { "the same" } else { "not the same" };
                    format!("{who:?} is told {told:?} or {told_other:?} by {mv} or {mv_other}; what they see is {seen}")
                })?;
            }
        }
        Ok(())
    }

    fn check_record(&self) -> Result<(), Broken> {
        let record = self.session.record();
        let text = record.to_text();
        let read = match Record::<G>::from_text(&text) {
            Ok(read) => read,
            Err(error) => return Err(self.broken(Law::Records, format_args!("does not read back: {error}"))),
        };
        self.expect(Law::Records, read == record, || format!("is read back as {read:?}"))?;
        match Session::load(read) {
            Ok(session) => self.expect(Law::Records, session.game() == self.session.game(), || {
                format!("replays to {:?}, not {:?}", session.game(), self.session.game())
            }),
            Err(error) => Err(self.broken(Law::Records, format_args!("does not replay: {error}"))),
        }
    }

    fn check_undo(&self) -> Result<(), Broken> {
        let mut session = self.session.clone();
        let here = session.game().clone();
        if session.undo().is_err() {
            return Ok(());
        }
        let mut shorter = self.session.record();
        shorter.moves.pop();
        let replayed = Session::load(shorter).map_err(|error| self.broken(Law::Undo, error))?;
        self.expect(Law::Undo, replayed.game() == session.game(), || {
            format!("undo gives {:?}, replay {:?}", session.game(), replayed.game())
        })?;
        let redone = session.redo() && *session.game() == here;
        self.expect(Law::Undo, redone, || format!("redo gives {:?}, not {here:?}", session.game()))?;
        let Some((seat, mv)) = self.session.record().moves.pop() else { return Ok(()) };
        let mut again = self.session.clone();
        let same = again.undo().is_ok() && again.play(seat, mv).is_ok() && *again.game() == here;
        self.expect(Law::Undo, same, || "the same move made again draws other cards".to_owned())
    }

    fn check_bots(&self, game: &G) -> Result<(), Broken> {
        for seat in self.session.acting().iter() {
            for level in BotLevel::ALL.into_iter().filter(|level| *level <= self.effort.bots) {
                let choice = self.bot_move(game, seat, level);
                let again = self.bot_move(game, seat, level);
                self.expect(Law::Bots, choice == again, || {
                    format!("the {level} bot plays {choice:?} and {again:?} with one seed")
                })?;
                let legal = choice.as_ref().is_some_and(|mv| game.check(seat, mv).is_ok());
                self.expect(Law::Bots, legal, || format!("the {level} bot plays {choice:?}"))?;
            }
        }
        Ok(())
    }

    /// A hint is a legal move with a reason, and who is asked to stop thinking answers with a legal move all the same.
    fn check_hints(&self, game: &G) -> Result<(), Broken> {
        let cancel = Cancel::new();
        cancel.raise();
        for seat in self.session.acting().iter() {
            for level in BotLevel::ALL {
                let choice = self.with_sight(game, seat, |sight| G::bot(level).choose(sight, 7, &cancel));
                let legal = choice.as_ref().is_some_and(|mv| game.check(seat, mv).is_ok());
                self.expect(Law::Bots, legal, || format!("the {level} bot, asked to stop, plays {choice:?}"))?;
            }
            let hint = self.with_sight(game, seat, |sight| G::hint(sight, 7, &cancel));
            let sound = hint.as_ref().is_some_and(|hint| game.check(seat, &hint.mv).is_ok() && !hint.reason.is_empty());
            self.expect(Law::Bots, sound, || format!("the hint is {hint:?}"))?;
        }
        Ok(())
    }

    fn bot_move(&self, game: &G, seat: Seat, level: BotLevel) -> Option<G::Move> {
        self.with_sight(game, seat, |sight| G::bot(level).choose(sight, 7, &Cancel::new()))
    }

    /// Calls `ask` with all that the seat may know.
    fn with_sight<T>(&self, game: &G, seat: Seat, ask: impl FnOnce(&Sight<'_, G>) -> T) -> T {
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (game.view(who), self.session.seen(who, 0), game.legal_moves(seat));
        ask(&Sight { seat, view: &view, seen: &seen, legal: &legal })
    }

    /// The move to go on with. Every other game is played by the easy bots, which reach positions, and ends, that random
    /// moves do not.
    fn next_move(&mut self, seat: Seat) -> Option<G::Move> {
        if self.plays_well {
            return self.bot_move(self.session.game(), seat, BotLevel::Easy);
        }
        let moves = self.session.game().legal_moves(seat);
        self.rng.pick(moves.listed()).cloned()
    }

    fn make_a_move(&mut self, seat: Seat, seen: &mut Seen) -> Result<(), Broken> {
        let Some(mv) = self.next_move(seat) else {
            return Err(self.broken(Law::Legality, format_args!("seat {seat} acts but has no moves")));
        };
        let before = self.session.game().clone();
        self.session.play(seat, mv.clone()).map_err(|illegal| Broken {
            law: Law::Legality,
            how: format!("{mv} is listed but refused: {illegal}"),
            record: String::new(),
        })?;
        seen.moves += 1;
        let Some(turn) = self.session.turns().last() else { return Ok(()) };
        for who in self.viewers() {
            let told: Vec<G::Event> = turn.events.iter().filter_map(|event| G::redact(event, who)).collect();
            let after = self.session.game().view(who);
            let beats = G::beats(&before.view(who), &told, &after);
            let arrived = beats.last().is_some_and(|beat| beat.layout == G::layout(&after));
            self.expect(Law::Table, arrived, || format!("{mv}: the last beat is not the table after it, for {who:?}"))?;
            if let Some(how) = beats.iter().find_map(|beat| fault_of(&beat.layout)) {
                return Err(self.broken(Law::Table, format_args!("a beat of {mv} for {who:?}: {how}")));
            }
        }
        Ok(())
    }

    fn check_end(&self) -> Result<(), Broken> {
        let Stage::Over(outcome) = self.session.game().stage() else { return Ok(()) };
        let seats = self.session.players().len();
        self.expect(Law::Ends, outcome.scores.len() == seats, || format!("{seats} seats but {outcome:?}"))?;
        let scores = self.session.game().scores();
        self.expect(Law::Ends, outcome.scores == scores, || format!("{scores:?} on the table but {outcome:?}"))?;
        let winners_sit = outcome.winners.iter().all(|seat| seat.index() < seats);
        self.expect(Law::Ends, winners_sit && !outcome.title.is_empty(), || format!("{outcome:?}"))
    }

    fn viewers(&self) -> Vec<Viewer> {
        let seats = Seats::new(self.session.players().len()).unwrap_or(Seats::ONE);
        seats.iter().map(Viewer::Seat).chain([Viewer::Public, Viewer::Referee]).collect()
    }
}

/// What is wrong with a table, if anything is.
pub fn fault_of(layout: &Layout) -> Option<String> {
    let mut slots = BTreeSet::new();
    for slot in &layout.slots {
        if !slots.insert(slot.id) {
            return Some(format!("two slots are {:?}", slot.id));
        }
        let inside = |centre: f32, size: f32, limit: f32| centre - size / 2.0 >= 0.0 && centre + size / 2.0 <= limit;
        if !inside(slot.centre.0, slot.size.0, layout.size.0) || !inside(slot.centre.1, slot.size.1, layout.size.1) {
            return Some(format!("{slot:?} is not within {:?}", layout.size));
        }
    }
    for label in &layout.labels {
        let (x, y) = label.centre;
        if !(0.0..=layout.size.0).contains(&x) || !(0.0..=layout.size.1).contains(&y) || label.text.is_empty() {
            return Some(format!("{label:?} is empty, or not within {:?}", layout.size));
        }
    }
    let mut keys = BTreeSet::new();
    for option in &layout.options {
        if !option.key.is_ascii_uppercase() || !keys.insert(option.key) {
            return Some(format!("the key of {option:?} is no capital letter, or another's too"));
        }
        let named = option.links.iter().flat_map(|(from, to)| [*from, *to]).chain(option.near);
        if let Some(slot) = named.into_iter().find(|slot| !slots.contains(slot)) {
            return Some(format!("{option:?} names {slot:?}, which is not there"));
        }
    }
    let mut pieces = BTreeSet::new();
    let mut heights = BTreeSet::new();
    for piece in &layout.pieces {
        if !pieces.insert(piece.id) {
            return Some(format!("two pieces are {:?}", piece.id));
        }
        if !slots.contains(&piece.slot) {
            return Some(format!("{piece:?} lies in no slot"));
        }
        if !heights.insert((piece.slot, piece.height)) {
            return Some(format!("{piece:?} lies where another does"));
        }
    }
    None
}

/// Plays every legal move of a position by gestures alone and returns those that no gesture reaches.
pub fn unreachable_by_gesture<G: Playable>(game: &G, seat: Seat) -> Vec<G::Move> {
    let view = game.view(Viewer::Seat(seat));
    let layout = G::layout(&view);
    let mut reached = BTreeSet::new();
    for slot in &layout.slots {
        let options = layout.options.iter().map(|option| Some(option.key)).chain([None]);
        for option in options {
            reached.extend(G::gesture(&view, &Gesture { piece: None, slot: slot.id, option }));
        }
        let movable = layout.pieces.iter().filter(|piece| piece.movable);
        for piece in movable {
            let gesture = Gesture { piece: Some(piece.id), slot: slot.id, option: None };
            reached.extend(G::gesture(&view, &gesture));
        }
    }
    let moves = game.legal_moves(seat);
    moves.listed().iter().filter(|mv| !reached.contains(mv)).cloned().collect()
}
