//! What happened, as the log tells it: sentences with cards in them as pictures, the spots of the table that each is about, and
//! rounds and tricks as one line that opens.

use super::piece::Face;
use super::spotlight::Spotlight;
use crate::words::{capitalised, joined};

/// A part of what is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TellingPart {
    Words(String),
    /// Cards, side by side.
    Faces(Vec<Face>),
}

/// How something is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TellingKind {
    /// Whoever moved did it; their name stands before it, and other things they did in the same move after it.
    #[default]
    Does,
    /// A sentence of its own, with its names in it.
    Happens,
    /// A sentence of its own that sums up what was told before it, which is then found under it.
    Closes(LogLevel),
    /// Only the list of moves tells it, in which every move has a line.
    Quiet,
}

/// What a line sums up, the smaller one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LogLevel {
    /// A trick, a sun, a question: a part of a round.
    Part,
    Round,
}

/// An event as it is told, made from left to right.
///
/// ```
/// use parlour::cards::Card;
/// use parlour::layout::Telling;
///
/// let card: Card = "7C".parse().unwrap();
/// let telling = Telling::new().face(card).words("takes").face("2D".parse::<Card>().unwrap());
/// assert_eq!(telling.printed(), "7♣ takes 2♦");
/// assert_eq!(telling.spoken(), "the seven of clubs takes the two of diamonds");
/// assert_eq!(telling.prints("c1 takes").printed(), "c1 takes");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Telling {
    pub parts: Vec<TellingPart>,
    pub kind: TellingKind,
    /// What it is about; some of it may be gone from the table by now.
    pub about: Spotlight,
    /// What the list of moves says instead, where notation is more exact than words.
    printed: Option<String>,
}

impl Telling {
    pub fn new() -> Telling {
        Telling::default()
    }

    /// These words alone.
    pub fn of(words: impl Into<String>) -> Telling {
        Telling::new().words(words)
    }

    #[must_use]
    pub fn words(mut self, words: impl Into<String>) -> Telling {
        self.parts.push(TellingPart::Words(words.into()));
        self
    }

    #[must_use]
    pub fn face(self, face: impl Into<Face>) -> Telling {
        self.faces([face])
    }

    #[must_use]
    pub fn faces<F: Into<Face>>(mut self, faces: impl IntoIterator<Item = F>) -> Telling {
        let faces: Vec<Face> = faces.into_iter().map(Into::into).collect();
        if !faces.is_empty() {
            self.parts.push(TellingPart::Faces(faces));
        }
        self
    }

    #[must_use]
    pub fn about(self, about: Spotlight) -> Telling {
        Telling { about, ..self }
    }

    #[must_use]
    pub fn happens(self) -> Telling {
        Telling { kind: TellingKind::Happens, ..self }
    }

    #[must_use]
    pub fn closes(self, level: LogLevel) -> Telling {
        Telling { kind: TellingKind::Closes(level), ..self }
    }

    #[must_use]
    pub fn quiet(self) -> Telling {
        Telling { kind: TellingKind::Quiet, ..self }
    }

    /// The same, of which the list of moves says this.
    #[must_use]
    pub fn prints(self, printed: impl Into<String>) -> Telling {
        Telling { printed: Some(printed.into()), ..self }
    }

    /// What the list of moves says, on the command line.
    pub fn printed(&self) -> String {
        let parts = || joined(self.parts.iter().map(TellingPart::printed), " ");
        self.printed.clone().unwrap_or_else(parts)
    }

    /// What is said aloud.
    pub fn spoken(&self) -> String {
        spoken(&self.parts)
    }

    /// All words in it, in which names stand.
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let words = self.parts.iter_mut().filter_map(|part| match part {
            TellingPart::Words(words) => Some(words),
            TellingPart::Faces(_) => None,
        });
        words.chain(&mut self.printed)
    }
}

impl TellingPart {
    fn printed(&self) -> String {
        match self {
            TellingPart::Words(words) => words.clone(),
            TellingPart::Faces(faces) => joined(faces.iter().map(|face| face.printed()), " "),
        }
    }
}

/// Parts as they are said aloud.
fn spoken(parts: &[TellingPart]) -> String {
    let part = |part: &TellingPart| match part {
        TellingPart::Words(words) => words.clone(),
        TellingPart::Faces(faces) => joined(faces.iter().map(|face| face.with_article()), ", "),
    };
    joined(parts.iter().map(part), " ")
}

/// What was told of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldMove {
    /// Whose move it was, from 0.
    pub seat: u8,
    pub tellings: Vec<Telling>,
}

impl ToldMove {
    /// All of it, as the list of moves has it.
    pub fn printed(&self) -> String {
        joined(self.tellings.iter().map(Telling::printed), " · ")
    }

    /// All of it, as it is said aloud; where several play, with the name of whoever made it.
    pub fn spoken(&self, names: &[&str]) -> String {
        let words = joined(self.tellings.iter().map(Telling::spoken), " · ");
        let says_who = self.tellings.first().is_some_and(|first| first.kind != TellingKind::Does);
        match names.get(usize::from(self.seat)).filter(|_| names.len() > 1 && !says_who) {
            Some(name) => format!("{name}: {words}"),
            None => words,
        }
    }
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// The number of the move that it tells of, from 1.
    pub step: usize,
    /// Who did it, where the sentence does not say so itself.
    pub seat: Option<u8>,
    pub parts: Vec<TellingPart>,
    pub about: Spotlight,
}

impl LogLine {
    /// The line as it is said aloud, with the names of those who sit at the table; somebody alone needs none.
    pub fn spoken(&self, names: &[&str]) -> String {
        let words = capitalised(&spoken(&self.parts));
        match self.seat.and_then(|seat| names.get(usize::from(seat))) {
            Some(name) if names.len() > 1 => format!("{name}: {}", spoken(&self.parts)),
            _ => words,
        }
    }
}

/// A line with what it sums up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    pub line: LogLine,
    pub within: Vec<LogEntry>,
    /// What it sums up, if it does.
    level: Option<LogLevel>,
}

impl LogEntry {
    /// Its lines and all those under them, in the order in which they were told.
    pub fn lines(&self) -> Vec<&LogLine> {
        let within = self.within.iter().flat_map(LogEntry::lines);
        within.chain([&self.line]).collect()
    }
}

/// The log of a game: what was told of the deal and of its moves, gathered under the lines that sum it up. Lines of the deal are of
/// step 0.
pub fn log_of(opening: &[Telling], moves: &[ToldMove]) -> Vec<LogEntry> {
    let mut log: Vec<LogEntry> = Vec::new();
    tell_all(&mut log, 0, 0, opening);
    for (step, told) in (1..).zip(moves) {
        tell_all(&mut log, step, told.seat, &told.tellings);
    }
    log
}

/// The log while what the last move closed lies there to be read: a trick with its last card, and not yet who takes it. `None` if it
/// closed nothing.
pub fn log_before_close(opening: &[Telling], moves: &[ToldMove]) -> Option<Vec<LogEntry>> {
    let (last, earlier) = moves.split_last()?;
    let closes = last.tellings.iter().position(|telling| matches!(telling.kind, TellingKind::Closes(_)))?;
    let mut log = log_of(opening, earlier);
    tell_all(&mut log, moves.len(), last.seat, last.tellings.get(..closes)?);
    Some(log)
}

/// Adds what is told of one move.
fn tell_all(log: &mut Vec<LogEntry>, step: usize, seat: u8, tellings: &[Telling]) {
    let mut goes_on = false;
    for telling in tellings {
        goes_on = tell(log, step, seat, telling, goes_on);
    }
}

/// Adds what is told; returns whether what the same player did next goes on in the same line.
fn tell(log: &mut Vec<LogEntry>, step: usize, seat: u8, telling: &Telling, goes_on: bool) -> bool {
    let line = |seat: Option<u8>| {
        let Telling { mut parts, about, .. } = telling.clone();
        // Without a name before it, it is a sentence.
        if let (None, Some(TellingPart::Words(words))) = (seat, parts.first_mut()) {
            *words = capitalised(words);
        }
        LogLine { step, seat, parts, about }
    };
    let entry = |line: LogLine| LogEntry { line, within: Vec::new(), level: None };
    match (telling.kind, log.last_mut()) {
        (TellingKind::Quiet, _) => return goes_on,
        (TellingKind::Does, Some(last)) if goes_on => {
            last.line.parts.push(TellingPart::Words("·".to_owned()));
            last.line.parts.extend(telling.parts.iter().cloned());
            last.line.about.join(&telling.about);
        }
        (TellingKind::Does, _) => log.push(entry(line(Some(seat)))),
        (TellingKind::Happens, _) => log.push(entry(line(None))),
        (TellingKind::Closes(level), _) => {
            let is_outside = |entry: &LogEntry| entry.level.is_some_and(|closed| closed >= level);
            let from = log.iter().rposition(is_outside).map_or(0, |last| last + 1);
            let within = log.split_off(from);
            log.push(LogEntry { line: line(None), within, level: Some(level) });
        }
    }
    telling.kind == TellingKind::Does
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, MystiqueCard};

    fn moved(seat: u8, tellings: Vec<Telling>) -> ToldMove {
        ToldMove { seat, tellings }
    }

    /// Two rounds of two tricks, of which the second is not over.
    fn told() -> Vec<ToldMove> {
        let taken = |words: &str| Telling::of(words).closes(LogLevel::Part);
        vec![
            moved(0, vec![Telling::of("leads")]),
            moved(1, vec![Telling::of("follows"), taken("Blaise takes it")]),
            moved(1, vec![Telling::of("chooses").quiet()]),
            moved(1, vec![Telling::of("leads"), Telling::of("smiles")]),
            moved(
                0,
                vec![Telling::of("follows"), taken("Ada takes it"), Telling::of("Round 1").closes(LogLevel::Round)],
            ),
            moved(0, vec![Telling::of("leads")]),
            moved(1, vec![Telling::of("follows"), taken("Ada takes it"), Telling::of("a card rises").happens()]),
        ]
    }

    #[test]
    fn a_trick_and_a_round_are_one_line_each_with_what_happened_under_them() {
        let log = log_of(&[], &told());
        let said = |entries: &[LogEntry]| -> Vec<String> {
            entries.iter().map(|entry| entry.line.spoken(&["Ada", "Blaise"])).collect()
        };
        assert_eq!(said(&log), ["Round 1", "Ada takes it", "A card rises"]);
        assert_eq!(said(&log[0].within), ["Blaise takes it", "Ada takes it"]);
        assert_eq!(said(&log[0].within[0].within), ["Ada: leads", "Blaise: follows"]);
        assert_eq!(said(&log[0].within[1].within), ["Blaise: leads · smiles", "Ada: follows"]);
        assert_eq!(log[2].line.parts, [TellingPart::Words("A card rises".to_owned())], "a sentence");
        let steps: Vec<usize> = log.iter().flat_map(LogEntry::lines).map(|line| line.step).collect();
        assert_eq!(steps, [1, 2, 2, 4, 5, 5, 5, 6, 7, 7, 7], "in the order in which it was told");
    }

    #[test]
    fn while_a_trick_is_read_its_last_card_is_told_and_not_yet_who_takes_it() {
        let told = told();
        let log = log_before_close(&[], &told[..5]).expect("a trick is over");
        let said: Vec<String> = log.iter().map(|entry| entry.line.spoken(&["Ada", "Blaise"])).collect();
        assert_eq!(said, ["Blaise takes it", "Blaise: leads · smiles", "Ada: follows"]);
        assert_eq!(log_before_close(&[], &told[..4]), None, "nothing is over");
        assert_eq!(log_before_close(&[], &[]), None);
    }

    #[test]
    fn the_list_of_moves_tells_every_move_and_notation_where_there_is_any() {
        let palm: MystiqueCard = "5bM".parse().expect("a card");
        let laid = Telling::new().face(palm).prints("palm of blue moons to 0,0");
        assert_eq!(laid.printed(), "palm of blue moons to 0,0");
        assert_eq!(laid.spoken(), "the palm of blue moons");
        assert_eq!(told()[2].printed(), "chooses");
        assert_eq!(told()[1].printed(), "follows · Blaise takes it");
        let cards: Vec<Card> = ["7C", "2D"].iter().map(|card| card.parse().expect("a card")).collect();
        assert_eq!(Telling::of("shows").faces(cards).printed(), "shows 7♣ 2♦");
        assert_eq!(Telling::of("shows").faces(Vec::<Card>::new()).printed(), "shows");
    }
}
