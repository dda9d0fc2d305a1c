//! A test kit for the laws that every game must keep.
//!
//! Modelled on OpenSpiel's playthrough and API tests: [`conform`] plays many games and checks after every move what the
//! contract promises. The first broken law is returned with the record that shows it. `tests/rules` runs the kit over
//! the whole catalogue, and over a game of its own that is broken on purpose, law by law.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::game::{Cancel, Game, Moves, Observation, SetupError};
use super::outcome::Stage;
use super::record::{Player, Record};
use super::rng::GameRng;
use super::seats::{BotLevel, Seat, Seats, Viewer};
use super::session::Session;
use super::table_session::Playable;
use super::tabletop::Selection;
use crate::layout::Gesture;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    /// The game can be dealt for every number of seats that it allows.
    Deals,
    /// Every game comes to an end, with a score for every seat.
    Ends,
    /// Listed moves are sorted, without duplicates, and pass `check`; if all are listed, no other move passes.
    Legality,
    /// Seats that do not act have no legal moves.
    Turns,
    /// Every card, tile and token stays in the game.
    Census,
    /// The text of a move reads back as the same move.
    MoveText,
    /// The text of a record reads back as the same game.
    Records,
    /// Undo equals a replay without the last move; redo makes the same move again.
    Undo,
    /// What is hidden from a viewer does not change what that viewer sees, may do, or hears.
    Secrecy,
    /// Whoever follows what they hear of a move has what they see after it.
    Following,
    /// What is hidden from a bot does not change its move; its moves are legal, and the same for the same seed.
    Bots,
    /// Layouts have no faults, and the last beat of a move shows the table after it.
    Table,
    /// Every listed move can be made at the table: by a gesture, a selection, or in the game's panel.
    Reach,
    /// The quick paths that searches take lead where the full ones do.
    QuickPaths,
    /// An imagined world cannot be told from the true one by its viewer, and explains what was seen; so does one in which
    /// everything hidden is dealt anew.
    Worlds,
    /// In imagined worlds every card lies in every place where it can be as often as in games dealt anew.
    FairShares,
    /// An event from which a viewer learns what was hidden is one that reveals.
    Reveals,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenLaw {
    pub law: Law,
    pub how: String,
    pub record: String,
}

impl fmt::Display for BrokenLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n{}", self.law, self.how, self.record)
    }
}

impl std::error::Error for BrokenLaw {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KitEffort {
    /// Only every so many of the tables are played at, from the first on; 1 for all.
    pub every: usize,
    /// Games to play for each number of seats.
    pub games: u64,
    /// No further game is begun at a table where so many positions have been looked at, each as often as there are viewers.
    pub enough: u64,
    /// A game with more moves breaks [`Law::Ends`].
    pub longest: usize,
    /// Expensive laws are checked only every `stride` moves, and in a long game less and less often: each time that they were
    /// checked a few times, half as often.
    pub stride: usize,
    /// The strongest bot that is tried.
    pub bots: BotLevel,
}

/// What the kit met with, so that tests can assert that it checked something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KitReport {
    pub games: u64,
    pub moves: u64,
    /// Positions that were looked at, each counted once for every viewer.
    pub looks: u64,
    /// Positions for which resampling what is hidden gave another game.
    pub reshuffled: u64,
    /// Worlds that were imagined.
    pub worlds: u64,
    /// Moves from which somebody learned what was hidden.
    pub revealed: u64,
    /// Illegal moves that were refused.
    pub refused: u64,
    /// Headings of the rules page that refusals referred to.
    pub rules: BTreeSet<&'static str>,
}

/// Plays `effort.games` games for each number of seats, every other one at random, and checks every law.
pub fn conform<G: Playable>(options: &G::Options, effort: KitEffort) -> Result<KitReport, BrokenLaw> {
    let mut report = KitReport::default();
    let (min, max) = G::INFO.seats;
    let tables: Vec<Table<G>> = (min..=max).map(|count| (count, options.clone())).collect();
    conform_at::<G>(&tables, effort, &mut report)?;
    Ok(report)
}

/// A number of seats, and options that so many can play with.
pub type Table<G> = (u8, <G as Game>::Options);

/// Every table that a game offers before the deal: for each number of seats, all options that its settings lead to.
pub fn every_table<G: Playable>() -> Vec<Table<G>> {
    let (min, max) = G::INFO.seats;
    (min..=max).flat_map(|count| offered::<G>(count).into_iter().map(move |options| (count, options))).collect()
}

/// All options that can be reached from the defaults by changing one setting after another.
fn offered<G: Playable>(count: u8) -> Vec<G::Options> {
    let Some(seats) = Seats::new(usize::from(count)) else { return Vec::new() };
    let mut found = vec![G::options_for(&G::Options::default(), seats)];
    let mut looked_at = 0;
    while let Some(options) = found.get(looked_at).cloned() {
        looked_at += 1;
        for (_, changed) in G::settings(&options, seats).into_iter().flat_map(|setting| setting.choices) {
            if !found.contains(&changed) {
                found.push(changed);
            }
        }
    }
    found
}

/// The tables at which these options can be played; none says why.
pub fn tables_for<G: Playable>(options: &G::Options) -> Result<Vec<Table<G>>, SetupError> {
    let (min, max) = G::INFO.seats;
    let deal = |count: u8| {
        let seats = Seats::new(usize::from(count))?;
        Some(G::deal(options, seats, None, &mut GameRng::from_number(0)).map(|_| (count, options.clone())))
    };
    let (dealt, refused): (Vec<_>, Vec<_>) = (min..=max).filter_map(deal).partition(Result::is_ok);
    match refused.into_iter().find_map(Result::err) {
        Some(error) if dealt.is_empty() => Err(error),
        _ => Ok(dealt.into_iter().flatten().collect()),
    }
}

/// Plays `effort.games` games at each of these tables, as [`conform`] does. What was met with until a law was broken is
/// in the report.
pub fn conform_at<G: Playable>(
    tables: &[Table<G>],
    effort: KitEffort,
    report: &mut KitReport,
) -> Result<(), BrokenLaw> {
    for (count, options) in tables.iter().step_by(effort.every.max(1)) {
        let looked_at = report.looks;
        for number in 0..effort.games {
            if number > 0 && report.looks - looked_at >= effort.enough {
                break;
            }
            Trial::<G>::start(options, *count, number, effort)?.run(report)?;
        }
    }
    Ok(())
}

/// So many moves that are known from elsewhere in the game are tried at every position, where they may be illegal.
const KNOWN_MOVES_TRIED: usize = 60;

/// After so many checks of the expensive laws, the next ones come half as often.
const OFTEN: usize = 4;

/// One game under test.
struct Trial<G: Playable> {
    session: Session<G>,
    rng: GameRng,
    effort: KitEffort,
    census: Vec<u32>,
    /// Whether moves come from a bot instead of at random.
    plays_well: bool,
    /// All moves that were listed in this game, to be tried where they may be illegal.
    known_moves: BTreeSet<G::Move>,
}

impl<G: Playable> Trial<G> {
    fn start(options: &G::Options, seats: u8, number: u64, effort: KitEffort) -> Result<Trial<G>, BrokenLaw> {
        let record = Record::<G> {
            seed: format!("conform-{number}"),
            options: options.clone(),
            players: (0..seats).map(|seat| Player::person(format!("Seat {seat}"))).collect(),
            deal: None,
            assisted: false,
            practice: false,
            moves: Vec::new(),
        };
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

    fn broken(&self, law: Law, how: impl fmt::Display) -> BrokenLaw {
        BrokenLaw { law, how: how.to_string(), record: self.session.record().to_text() }
    }

    fn expect(&self, law: Law, is_kept: bool, how: impl FnOnce() -> String) -> Result<(), BrokenLaw> {
        if is_kept { Ok(()) } else { Err(self.broken(law, how())) }
    }

    fn run(&mut self, report: &mut KitReport) -> Result<(), BrokenLaw> {
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
            self.check_legality(&game, seat, report)?;
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

    fn check_legality(&mut self, game: &G, seat: Seat, report: &mut KitReport) -> Result<(), BrokenLaw> {
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
        for mv in known.chain(&self.mutated(moves.listed())) {
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

    /// Valid moves whose text differs from a listed one in a letter, or lacks its last words.
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

    fn check_tables(&self, game: &G) -> Result<(), BrokenLaw> {
        for who in self.viewers() {
            let layout = G::layout(&game.view(who));
            if let Some(how) = layout.fault() {
                return Err(self.broken(Law::Table, format_args!("for {who:?}: {how}")));
            }
        }
        Ok(())
    }

    fn check_opening(&self) -> Result<(), BrokenLaw> {
        for who in self.viewers() {
            let view = self.session.dealt().view(who);
            let beats = G::opening(&view);
            let arrived = beats.last().is_none_or(|beat| beat.layout == G::layout(&view));
            self.expect(Law::Table, arrived, || format!("the deal does not end in the table, for {who:?}"))?;
            if let Some(how) = beats.iter().find_map(|beat| beat.layout.fault()) {
                return Err(self.broken(Law::Table, format_args!("the deal for {who:?}: {how}")));
            }
        }
        Ok(())
    }

    /// Compares the game with another one that the viewer must not be able to tell from it.
    fn check_secrecy(&mut self, game: &G, thoroughly: bool, report: &mut KitReport) -> Result<(), BrokenLaw> {
        for who in self.viewers() {
            let other = game.resample_hidden(who, &mut self.rng);
            let differs = other != *game;
            report.reshuffled += u64::from(differs);
            if !differs {
                continue;
            }
            let same_census = other.census() == self.census;
            self.expect(Law::Secrecy, same_census, || format!("resampling for {who:?} changed the census"))?;
            let (view, view_other) = (game.view(who), other.view(who));
            self.expect(Law::Secrecy, view == view_other, || {
                format!("{who:?} sees what is hidden: {}", difference(&view, &view_other))
            })?;
            if let Err(why) = other.explains(&self.session.seen(who, 0)) {
                return Err(self.broken(Law::Worlds, format_args!("dealt anew for {who:?}, {why}")));
            }
            self.check_public_state(game, &other, who)?;
            self.check_events(game, &other, who)?;
            self.check_reveals(game, &other, who, report)?;
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

    /// Compares what everybody sees: whose turn it is, the points, and the position as the command line prints it.
    fn check_public_state(&self, game: &G, other: &G, who: Viewer) -> Result<(), BrokenLaw> {
        let (stage, stage_other) = (game.stage(), other.stage());
        self.expect(Law::Secrecy, stage == stage_other, || {
            format!("{who:?} learns from {stage:?} or {stage_other:?}")
        })?;
        if who != Viewer::Public {
            return Ok(());
        }
        let public = |game: &G| (game.scores(), game.state(), game.summary());
        let (public, public_other) = (public(game), public(other));
        self.expect(Law::Secrecy, public == public_other, || format!("everybody sees {public:?} or {public_other:?}"))
    }

    /// Two moves with the same visible events must lead to the same view. In games that differ only in what is hidden,
    /// the converse must hold too.
    fn check_events(&self, game: &G, other: &G, who: Viewer) -> Result<(), BrokenLaw> {
        let step = self.session.turns().len() as u64 + 1;
        let play = |game: &G, seat: Seat, mv: &G::Move| {
            let mut after = game.clone();
            let events = after.apply(seat, mv, &mut GameRng::for_step(self.session.seed(), step));
            let visible: Vec<G::Event> = events.iter().filter_map(|event| G::redact(event, who)).collect();
            (visible, after.view(who))
        };
        for seat in self.session.acting().iter() {
            let (moves, moves_other) = (game.legal_moves(seat), other.legal_moves(seat));
            let in_both = moves.listed().iter().zip(moves_other.listed()).take(4);
            let alternatives = moves.listed().iter().zip(moves.listed().iter().skip(1)).take(2);
            let pairs = in_both.map(|pair| (pair, other, true)).chain(alternatives.map(|pair| (pair, game, false)));
            for ((mv, mv_other), game_other, converse) in pairs {
                let (events, view) = play(game, seat, mv);
                let (events_other, view_other) = play(game_other, seat, mv_other);
                let (same_events, same_view) = (events == events_other, view == view_other);
                let is_kept = if converse { same_events == same_view } else { same_view || !same_events };
                self.expect(Law::Secrecy, is_kept, || {
                    let (heard, seen) = (difference(&events, &events_other), difference(&view, &view_other));
                    match same_view {
                        true => format!("{who:?} forgets what tells {mv} from {mv_other}, which was heard {heard}"),
                        false => {
                            format!("{who:?} hears the same of {mv} and {mv_other}, and sees another table {seen}")
                        }
                    }
                })?;
            }
        }
        Ok(())
    }

    /// A move that tells a viewer the game from another one, which was alike to them before, must reveal something.
    fn check_reveals(&self, game: &G, other: &G, who: Viewer, report: &mut KitReport) -> Result<(), BrokenLaw> {
        let step = self.session.turns().len() as u64 + 1;
        let apply = |game: &G, seat: Seat, mv: &G::Move| {
            game.clone().apply(seat, mv, &mut GameRng::for_step(self.session.seed(), step))
        };
        let visible = |events: &[G::Event]| -> Vec<G::Event> {
            events.iter().filter_map(|event| G::redact(event, who)).collect()
        };
        for seat in self.session.acting().iter() {
            let (moves, moves_other) = (game.legal_moves(seat), other.legal_moves(seat));
            let every = moves.listed().len().div_ceil(4).max(1);
            for mv in moves.listed().iter().step_by(every) {
                let events = apply(game, seat, mv);
                let seen = visible(&events);
                let is_alike = |mv: &G::Move| visible(&apply(other, seat, mv)) == seen;
                let same = moves_other.listed().contains(mv).then_some(mv);
                if same.into_iter().chain(moves_other.listed()).any(is_alike) {
                    continue;
                }
                report.revealed += 1;
                self.expect(Law::Reveals, events.iter().any(G::reveals), || {
                    format!("after {mv} {who:?} sees {seen:?}, which could not be in {other:?}")
                })?;
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

    fn check_worlds(&mut self, game: &G, report: &mut KitReport) -> Result<(), BrokenLaw> {
        let seats = Seats::new(self.session.players().len()).unwrap_or(Seats::ONE);
        for seat in seats.iter() {
            let who = Viewer::Seat(seat);
            let (view, seen) = (game.view(who), self.session.seen(who, 0));
            for _ in 0..3 {
                let Some(world) = G::imagined(&view, &seen, &mut self.rng) else { return Ok(()) };
                report.worlds += 1;
                if let Some((law, fault)) = self.fault_of_world(game, &world, who, &seen) {
                    return Err(self.broken(law, format_args!("imagined for seat {seat}: {fault}")));
                }
            }
            self.check_shares(game, seat, &view, &seen)?;
        }
        Ok(())
    }

    fn fault_of_world(&self, game: &G, world: &G, who: Viewer, seen: &[G::Event]) -> Option<(Law, String)> {
        let (view, view_of_world) = (game.view(who), world.view(who));
        if view != view_of_world {
            return Some((
                Law::Worlds,
                format!("the viewer sees something else: {}", difference(&view, &view_of_world)),
            ));
        }
        let seats = Seats::new(self.session.players().len()).unwrap_or(Seats::ONE);
        for seat in seats.iter().filter(|seat| who.sees(*seat)) {
            let (moves, moves_in_world) = (game.legal_moves(seat), world.legal_moves(seat));
            if moves != moves_in_world {
                // The views are the same, so it is a rule that tells.
                return Some((
                    Law::Secrecy,
                    format!("the viewer has other moves: {}", difference(&moves, &moves_in_world)),
                ));
            }
        }
        let mut places: Vec<u32> = world.whereabouts().into_iter().map(|(card, _)| card).collect();
        places.sort_unstable();
        let fault = if world.stage() != game.stage() {
            format!("others act: {}", difference(&game.stage(), &world.stage()))
        } else if world.census() != self.census {
            format!("other pieces: {}", difference(&self.census, &world.census()))
        } else if places != self.census {
            format!("its whereabouts are not its census: {}", difference(&self.census, &places))
        } else {
            world.explains(seen).err()?.to_string()
        };
        Some((Law::Worlds, fault))
    }

    /// Compares where imagined worlds and games dealt anew put each card.
    fn check_shares(&mut self, game: &G, seat: Seat, view: &G::View, seen: &[G::Event]) -> Result<(), BrokenLaw> {
        const SAMPLES: u32 = 200;
        // Standard deviations: among ten thousand cards and places, chance alone does not reach it.
        const OFF: f64 = 5.5;
        let mut counts: BTreeMap<(u32, u32), (u32, u32)> = BTreeMap::new();
        for _ in 0..SAMPLES {
            let Some(world) = G::imagined(view, seen, &mut self.rng) else { return Ok(()) };
            if let Err(why) = world.explains(seen) {
                return Err(self.broken(Law::Worlds, format_args!("imagined for seat {seat}: {why}")));
            }
            world.whereabouts().into_iter().for_each(|place| counts.entry(place).or_default().0 += 1);
            let other = game.resample_hidden(Viewer::Seat(seat), &mut self.rng);
            other.whereabouts().into_iter().for_each(|place| counts.entry(place).or_default().1 += 1);
        }
        self.check_truth(game, seat, (view, seen), |at| counts.get(at).is_some_and(|(imagined, _)| *imagined > 0))?;
        let is_off = |(imagined, dealt): (u32, u32)| {
            let spread = f64::from(imagined + dealt).sqrt();
            f64::from(imagined.abs_diff(dealt)) > OFF * spread
        };
        let off = counts.iter().find(|(_, counts)| is_off(**counts));
        self.expect(Law::FairShares, off.is_none(), || {
            let ((card, place), (imagined, dealt)) = off.map(|(at, counts)| (*at, *counts)).unwrap_or_default();
            format!("for seat {seat}, card {card} is at {place} in {imagined} of {SAMPLES} worlds, and in {dealt} games dealt anew")
        })
    }

    /// Every card must lie, in some imagined world, where it truly lies: or the worlds are too few.
    fn check_truth(
        &mut self,
        game: &G,
        seat: Seat,
        (view, seen): (&G::View, &[G::Event]),
        was_there: impl Fn(&(u32, u32)) -> bool,
    ) -> Result<(), BrokenLaw> {
        /// So many more worlds are drawn before a card is said to be missing.
        const MORE: u32 = 3000;
        let truth = game.whereabouts();
        let mut missing: BTreeSet<(u32, u32)> = truth.iter().copied().filter(|at| !was_there(at)).collect();
        // Where but few cards lie, one may be missing by chance.
        let lying = |place: u32| truth.iter().filter(|(_, other)| *other == place).count();
        missing.retain(|(_, place)| 20 * lying(*place) >= truth.len());
        for _ in 0..MORE {
            if missing.is_empty() {
                return Ok(());
            }
            let Some(world) = G::imagined(view, seen, &mut self.rng) else { return Ok(()) };
            for at in world.whereabouts() {
                missing.remove(&at);
            }
        }
        self.expect(Law::Worlds, missing.is_empty(), || {
            format!("for seat {seat}, no imagined world has the cards where they truly are: {missing:?} (card, place)")
        })
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

    fn check_bots(&self, game: &G) -> Result<(), BrokenLaw> {
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

    /// A hint must be a legal move with a reason, and what a review proposes a legal move. A bot that is asked to stop must
    /// still make one.
    fn check_hints(&self, game: &G) -> Result<(), BrokenLaw> {
        let cancel = Cancel::new();
        cancel.raise();
        for seat in self.session.acting().iter() {
            for level in BotLevel::ALL {
                let choice =
                    self.with_observation(game, seat, |observation| G::bot(level).choose(observation, 7, &cancel));
                let legal = choice.as_ref().is_some_and(|mv| game.check(seat, mv).is_ok());
                self.expect(Law::Bots, legal, || format!("the {level} bot, asked to stop, plays {choice:?}"))?;
            }
            let hint = self.with_observation(game, seat, |observation| G::hint(observation, 7, &cancel));
            let sound = hint.as_ref().is_some_and(|hint| game.check(seat, &hint.mv).is_ok() && !hint.reason.is_empty());
            self.expect(Law::Bots, sound, || format!("the hint is {hint:?}"))?;
            let appraised = self.with_observation(game, seat, |observation| {
                G::appraise(observation, observation.legal.listed().first()?, 7, &cancel)
            });
            let sound = appraised.as_ref().is_none_or(|found| game.check(seat, &found.best).is_ok());
            self.expect(Law::Bots, sound, || format!("a move is appraised as {appraised:?}"))?;
        }
        Ok(())
    }

    fn bot_move(&self, game: &G, seat: Seat, level: BotLevel) -> Option<G::Move> {
        self.with_observation(game, seat, |observation| G::bot(level).choose(observation, 7, &Cancel::new()))
    }

    /// Calls `ask` with everything that the seat may know.
    fn with_observation<T>(&self, game: &G, seat: Seat, ask: impl FnOnce(&Observation<'_, G>) -> T) -> T {
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (game.view(who), self.session.seen(who, 0), game.legal_moves(seat));
        ask(&Observation { seat, view: &view, seen: &seen, legal: &legal })
    }

    /// Every other game is played by the easy bots, which reach positions and endings that random moves do not.
    fn next_move(&mut self, seat: Seat) -> Option<G::Move> {
        if self.plays_well {
            return self.bot_move(self.session.game(), seat, BotLevel::Easy);
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
            let beats = G::beats(&before.view(who), &visible, &after);
            let arrived = beats.last().is_some_and(|beat| beat.layout == G::layout(&after));
            self.expect(Law::Table, arrived, || format!("{mv}: the last beat is not the table after it, for {who:?}"))?;
            if let Some(how) = beats.iter().find_map(|beat| beat.layout.fault()) {
                return Err(self.broken(Law::Table, format_args!("a beat of {mv} for {who:?}: {how}")));
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

    fn viewers(&self) -> Vec<Viewer> {
        let seats = Seats::new(self.session.players().len()).unwrap_or(Seats::ONE);
        seats.iter().map(Viewer::Seat).chain([Viewer::Public, Viewer::Referee]).collect()
    }
}

/// Where two values differ, as the lines of their fields that are not the same.
fn difference<T: fmt::Debug>(one: &T, other: &T) -> String {
    /// So many lines show what is wrong.
    const SHOWN: usize = 12;
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let same_end =
        one[same..].iter().rev().zip(other[same..].iter().rev()).take_while(|(one, other)| one == other).count();
    // The fields that the first difference lies in.
    let mut within: Vec<&str> = Vec::new();
    let mut depth = usize::MAX;
    for line in one[..same].iter().rev() {
        let indent = line.len() - line.trim_start().len();
        if indent < depth && line.ends_with(['{', '[', '(']) {
            within.insert(0, line.trim());
            depth = indent;
        }
    }
    let changed = |lines: &[&str], sign: char| -> String {
        let lines = &lines[same..lines.len() - same_end];
        lines.iter().take(SHOWN).map(|line| format!("\n{sign} {}", line.trim())).collect()
    };
    format!("in {}{}{}", within.join(" "), changed(&one, '-'), changed(&other, '+'))
}

/// The legal moves of a position that cannot be made at the table: not by a gesture, a selection, or in the game's panel.
pub fn unreachable<G: Playable>(game: &G, seat: Seat) -> Vec<G::Move> {
    let view = game.view(Viewer::Seat(seat));
    let by_selection = |mv: &G::Move| {
        let (wanted, mut selected) = (G::selection_for(&view, mv), Selection::default());
        for piece in wanted.pieces {
            if !G::selectable(&view, &selected).contains(&piece) {
                return false;
            }
            selected.pieces.push(piece);
        }
        for placed in wanted.placed {
            if !G::placeable(&view, &selected).contains(&placed) {
                return false;
            }
            selected.placed.push(placed);
        }
        G::actions(&view, &selected).iter().any(|action| action.mv.as_ref() == Ok(mv))
    };
    let mut lost = unreachable_by_gesture(game, seat);
    lost.retain(|mv| !G::is_in_panel(mv) && !by_selection(mv));
    lost
}

/// The legal moves of a position that no gesture reaches.
pub fn unreachable_by_gesture<G: Playable>(game: &G, seat: Seat) -> Vec<G::Move> {
    let view = game.view(Viewer::Seat(seat));
    let layout = G::layout(&view);
    let mut reached = BTreeSet::new();
    for area in &layout.areas {
        let options = layout.options.iter().map(|option| Some(option.key)).chain([None]);
        for option in options {
            reached.extend(G::gesture(&view, &Gesture { piece: None, area: area.id, option }));
        }
        let movable = layout.pieces.iter().filter(|piece| piece.movable);
        for piece in movable {
            let gesture = Gesture { piece: Some(piece.id), area: area.id, option: None };
            reached.extend(G::gesture(&view, &gesture));
        }
    }
    let moves = game.legal_moves(seat);
    moves.listed().iter().filter(|mv| !reached.contains(mv)).cloned().collect()
}
