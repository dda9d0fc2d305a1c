//! One game under test, move by move: the laws of dealing, turns, moves, records and undo. Those of secrets, imagined worlds
//! and bots have files of their own.

use std::collections::BTreeSet;
use std::fmt;

use super::difference::difference;
use super::reach::unreachable;
use super::{BrokenLaw, KitEffort, KitReport, Law};
use crate::engine::game::Moves;
use crate::engine::outcome::Stage;
use crate::engine::record::{Player, Record};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, Seats, Viewer};
use crate::engine::session::Session;
use crate::engine::table_session::Playable;
use crate::layout::{Beat, Finale, Room};

/// So many moves that are known from elsewhere in the game are tried at every position, where they may be illegal.
const KNOWN_MOVES_TRIED: usize = 60;

/// Until so many moves were refused, others than the listed ones are tried at every position.
const REFUSALS_AT_FIRST: u64 = 200;

/// How many letters of a move are changed at most at each position.
const LETTERS_TRIED: usize = 16;

/// After so many checks of the expensive laws, the next ones come half as often.
const OFTEN: usize = 4;

/// How high captions are for the height of a broad table, in the smallest window with the largest text.
const LARGE_CAPTIONS: f32 = 0.06;

/// One game under test.
pub(super) struct Trial<G: Playable> {
    pub(super) session: Session<G>,
    pub(super) rng: GameRng,
    pub(super) effort: KitEffort,
    pub(super) census: Vec<u32>,
    /// Whether moves come from a bot instead of at random.
    plays_well: bool,
    /// All moves that were listed in this game, to be tried where they may be illegal.
    known_moves: BTreeSet<G::Move>,
}

impl<G: Playable> Trial<G> {
    pub(super) fn start(
        options: &G::Options,
        seats: u8,
        number: u64,
        effort: KitEffort,
    ) -> Result<Trial<G>, BrokenLaw> {
        let players = (0..seats).map(|seat| Player::person(format!("Seat {seat}"))).collect();
        let record = Record::<G>::new(format!("conform-{number}"), options.clone(), players);
        let text = record.to_text();
        let session = Session::load(record).map_err(|error| BrokenLaw {
            law: Law::Deals,
            how: error.to_string(),
            record: text,
        })?;
        let census = session.game().census();
        let rng = GameRng::from_number(number);
        Ok(Trial { session, rng, effort, census, plays_well: number % 2 == 1, known_moves: BTreeSet::new() })
    }

    pub(super) fn broken(&self, law: Law, how: impl fmt::Display) -> BrokenLaw {
        BrokenLaw { law, how: how.to_string(), record: self.session.record().to_text() }
    }

    pub(super) fn expect(&self, law: Law, is_kept: bool, how: impl FnOnce() -> String) -> Result<(), BrokenLaw> {
        if is_kept { Ok(()) } else { Err(self.broken(law, how())) }
    }

    pub(super) fn run(&mut self, report: &mut KitReport) -> Result<(), BrokenLaw> {
        report.games += 1;
        self.check_opening()?;
        let (mut next, mut times) = (0, 0);
        for step in 0..self.effort.longest {
            let is_due = step == next;
            if is_due {
                next += self.effort.stride << (times / OFTEN).min(16);
                times += 1;
            }
            self.check_position(is_due, report)?;
            let Stage::Act(acting) = self.session.game().stage() else { return self.check_end() };
            self.expect(Law::Turns, !acting.is_empty(), || "nobody acts, yet the game is not over".to_owned())?;
            let seats: Vec<Seat> = acting.iter().collect();
            let Some(seat) = self.rng.pick(&seats).copied() else { continue };
            self.make_move(seat, report)?;
        }
        Err(self.broken(Law::Ends, format_args!("no end after {} moves", self.effort.longest)))
    }

    fn check_position(&mut self, thoroughly: bool, report: &mut KitReport) -> Result<(), BrokenLaw> {
        let game = self.session.game().clone();
        report.looks += self.viewers().len() as u64;
        self.expect(Law::Census, game.census() == self.census, || {
            format!("began with {:?}, now {:?}", self.census, game.census())
        })?;
        self.check_turns(&game)?;
        for seat in self.session.acting().iter() {
            self.check_legality(&game, seat, thoroughly, report)?;
        }
        self.check_tables(&game)?;
        self.check_quick_paths(&game)?;
        self.check_secrecy(&game, thoroughly, report)?;
        if thoroughly {
            self.check_reach(&game)?;
            self.check_worlds(&game, report)?;
            self.check_record()?;
            self.check_undo()?;
            self.check_bots(&game)?;
            self.check_hints(&game)?;
        }
        Ok(())
    }

    fn check_turns(&self, game: &G) -> Result<(), BrokenLaw> {
        let acting = self.session.acting();
        for seat in (0..8).filter_map(Seat::new).filter(|seat| !acting.contains(*seat)) {
            let moves = game.legal_moves(seat);
            self.expect(Law::Turns, moves.is_empty(), || format!("seat {seat} does not act but has {moves:?}"))?;
            for mv in self.known_moves.iter().take(8) {
                let refused = game.check(seat, mv).is_err();
                self.expect(Law::Turns, refused, || format!("seat {seat} does not act but may play {mv}"))?;
            }
        }
        Ok(())
    }

    fn check_legality(
        &mut self,
        game: &G,
        seat: Seat,
        thoroughly: bool,
        report: &mut KitReport,
    ) -> Result<(), BrokenLaw> {
        let moves = game.legal_moves(seat);
        self.expect(Law::Legality, !moves.is_empty(), || format!("seat {seat} acts but has no moves"))?;
        let ordered = moves.listed().is_sorted_by(|a, b| a < b);
        self.expect(Law::Legality, ordered, || format!("not in ascending order, each once: {moves:?}"))?;
        for mv in moves.listed() {
            let checked = game.check(seat, mv);
            self.expect(Law::Legality, checked.is_ok(), || format!("{mv} is listed, but: {checked:?}"))?;
            let text = mv.to_string();
            let read = G::read_move(&text);
            self.expect(Law::MoveText, read.as_ref() == Ok(mv), || format!("{text:?} is read back as {read:?}"))?;
            self.known_moves.insert(mv.clone());
        }
        // Of many known moves some, others at every position.
        let every = self.known_moves.len().div_ceil(KNOWN_MOVES_TRIED).max(1);
        let first = self.rng.below(every as u32) as usize;
        let known = self.known_moves.iter().skip(first).step_by(every);
        // To say why a text is refused can take long.
        let some = match moves.listed() {
            listed if thoroughly || report.refused < REFUSALS_AT_FIRST => listed.get(..6).unwrap_or(listed),
            listed => self.rng.pick(listed).map_or(&[][..], std::slice::from_ref),
        };
        for mv in known.chain(&self.mutated(some)) {
            let checked = game.check(seat, mv);
            report.rules.extend(checked.as_ref().err().map(|illegal| illegal.rule));
            report.refused += u64::from(checked.is_err());
            // An illegal move may lead to nonsense, but must not panic.
            let mut after = game.clone();
            after.apply(seat, mv, &mut GameRng::from_number(report.refused));
            let (legal, in_list) = (checked.is_ok(), moves.listed().binary_search(mv).is_ok());
            let may_be_unlisted = matches!(moves, Moves::Open(_)) && legal;
            self.expect(Law::Legality, legal == in_list || may_be_unlisted, || {
                format!("{mv}: listed {in_list}, checked {legal}")
            })?;
            let same_census = !legal || after.census() == self.census;
            self.expect(Law::Census, same_census, || format!("{mv}, which is not listed, changes the census"))?;
        }
        Ok(())
    }

    /// Valid moves whose text differs from one of these in a letter, or lacks its last words.
    fn mutated(&self, listed: &[G::Move]) -> BTreeSet<G::Move> {
        let mut mutants = BTreeSet::new();
        for mv in listed {
            let text = mv.to_string();
            let letters: Vec<char> = text.chars().collect();
            // Of long texts some letters, others in each position.
            let every = letters.len().div_ceil(LETTERS_TRIED).max(1);
            for (place, letter) in letters.iter().enumerate().skip(self.known_moves.len() % every).step_by(every) {
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

    /// The room that the table is laid for: another one after each move, the last of them for large text.
    fn room(&self) -> Room {
        let rooms = [Room::NARROWEST, Room::USUAL, Room::WIDEST, Room::WIDEST.with_captions(LARGE_CAPTIONS)];
        rooms[self.session.turns().len() % rooms.len()]
    }

    fn check_tables(&self, game: &G) -> Result<(), BrokenLaw> {
        let is_over = matches!(game.stage(), Stage::Over(_));
        for who in self.viewers() {
            let view = game.view(who);
            let (layout, finale) = (G::layout(&view, self.room()), G::finale(&view));
            if let Some(how) = layout.fault().or_else(|| finale.fault(&layout)) {
                return Err(self.broken(Law::Table, format_args!("for {who:?}: {how}")));
            }
            self.expect(Law::Table, is_over || finale == Finale::default(), || {
                format!("the game is on, and {who:?} is told how it ended: {finale:?}")
            })?;
        }
        Ok(())
    }

    fn check_opening(&self) -> Result<(), BrokenLaw> {
        for who in self.viewers() {
            let view = self.session.dealt().view(who);
            let beats = G::opening(&view, self.room());
            let arrived = beats.last().is_none_or(|beat| beat.layout == G::layout(&view, self.room()));
            self.expect(Law::Table, arrived, || format!("the deal does not end in the table, for {who:?}"))?;
            if let Some(how) = beats.iter().find_map(|beat| beat.layout.fault()) {
                return Err(self.broken(Law::Table, format_args!("the deal for {who:?}: {how}")));
            }
        }
        Ok(())
    }

    fn check_quick_paths(&self, game: &G) -> Result<(), BrokenLaw> {
        let first = self.session.acting().first();
        self.expect(Law::QuickPaths, game.turn() == first, || format!("{:?}'s turn, not {first:?}'s", game.turn()))?;
        let step = self.session.turns().len() as u64 + 1;
        let mut quick = Vec::new();
        for seat in self.session.acting().iter() {
            let moves = game.legal_moves(seat);
            game.moves_into(seat, &mut quick);
            self.expect(Law::QuickPaths, quick == moves.listed(), || format!("{quick:?} instead of {moves:?}"))?;
            let every = moves.listed().len().div_ceil(4).max(1);
            for mv in moves.listed().iter().step_by(every) {
                let (mut loud, mut quiet) = (game.clone(), game.clone());
                loud.apply(seat, mv, &mut GameRng::for_step(self.session.seed(), step));
                quiet.apply_quietly(seat, mv, &mut GameRng::for_step(self.session.seed(), step));
                self.expect(Law::QuickPaths, loud == quiet, || {
                    format!("{mv} leads quietly to {quiet:?}, not {loud:?}")
                })?;
            }
        }
        Ok(())
    }

    fn check_reach(&self, game: &G) -> Result<(), BrokenLaw> {
        for seat in self.session.acting().iter() {
            let lost = unreachable(game, seat);
            self.expect(Law::Reach, lost.is_empty(), || format!("at the table seat {seat} cannot make {lost:?}"))?;
        }
        Ok(())
    }

    fn check_record(&self) -> Result<(), BrokenLaw> {
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

    fn check_undo(&self) -> Result<(), BrokenLaw> {
        let mut session = self.session.clone();
        let here = session.game().clone();
        if session.take_back().is_err() {
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
        let same = again.take_back().is_ok() && again.play(seat, mv).is_ok() && *again.game() == here;
        self.expect(Law::Undo, same, || "the same move made again draws other cards".to_owned())
    }

    fn next_move(&mut self, seat: Seat) -> Option<G::Move> {
        let easy = self.plays_well.then_some(BotLevel::Easy);
        if let Some(level) = self.effort.players.or(easy) {
            return self.bot_move(self.session.game(), seat, level);
        }
        let moves = self.session.game().legal_moves(seat);
        self.rng.pick(moves.listed()).cloned()
    }

    fn make_move(&mut self, seat: Seat, report: &mut KitReport) -> Result<(), BrokenLaw> {
        let Some(mv) = self.next_move(seat) else {
            return Err(self.broken(Law::Legality, format_args!("seat {seat} acts but has no moves")));
        };
        let before = self.session.game().clone();
        self.session.play(seat, mv.clone()).map_err(|illegal| BrokenLaw {
            law: Law::Legality,
            how: format!("{mv} is listed but refused: {illegal}"),
            record: String::new(),
        })?;
        report.moves += 1;
        let Some(turn) = self.session.turns().last() else { return Ok(()) };
        for who in self.viewers() {
            let visible: Vec<G::Event> = turn.events.iter().filter_map(|event| G::redact(event, who)).collect();
            let (mut followed, after) = (before.view(who), self.session.game().view(who));
            visible.iter().for_each(|event| G::follow(&mut followed, event));
            self.expect(Law::Following, followed == after, || {
                format!("after {mv} {who:?} has another table than is seen: {}", difference(&after, &followed))
            })?;
            let beats = G::beats(&before.view(who), &visible, &after, self.room());
            let arrived = beats.last().is_some_and(|beat| beat.layout == G::layout(&after, self.room()));
            self.expect(Law::Table, arrived, || format!("{mv}: the last beat is not the table after it, for {who:?}"))?;
            if let Some(how) = beats.iter().find_map(Beat::fault) {
                return Err(self.broken(Law::Table, format_args!("a beat of {mv} for {who:?}: {how}")));
            }
            let mut seen = before.view(who);
            for event in &visible {
                let silent = G::describe(&seen, event).filter(|telling| telling.spoken().is_empty());
                self.expect(Law::Table, silent.is_none(), || format!("nothing is told of {event:?} in {silent:?}"))?;
                G::follow(&mut seen, event);
            }
        }
        Ok(())
    }

    fn check_end(&self) -> Result<(), BrokenLaw> {
        let Stage::Over(outcome) = self.session.game().stage() else { return Ok(()) };
        let seats = self.session.players().len();
        let scores = self.session.game().scores();
        self.expect(Law::Ends, scores.len() == seats, || format!("{seats} seats but the scores are {scores:?}"))?;
        let winners_sit = outcome.winners.iter().all(|seat| seat.index() < seats);
        self.expect(Law::Ends, winners_sit && !outcome.title.is_empty(), || format!("{outcome:?}"))
    }

    pub(super) fn viewers(&self) -> Vec<Viewer> {
        let seats = Seats::new(self.session.players().len()).unwrap_or(Seats::ONE);
        seats.iter().map(Viewer::Seat).chain([Viewer::Public, Viewer::Referee]).collect()
    }
}
