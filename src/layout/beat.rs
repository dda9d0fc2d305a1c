//! The moments of a move, what a player did at the table, and what a move would do.

use super::area::AreaId;
use super::exhibit::Exhibit;
use super::piece::PieceId;
use super::table::Layout;

/// What a player did at the table: a piece brought to an area, by drag, click or keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gesture {
    /// The piece that was picked up; `None`: the game takes the one that is to be played.
    pub piece: Option<PieceId>,
    pub area: AreaId,
    /// The key of the [`MoveOption`](super::MoveOption) that was on.
    pub option: Option<char>,
}

/// What a move would do, shown before it is made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    pub marks: Vec<(PieceId, Mark)>,
    /// One short sentence, or nothing.
    pub sentence: String,
}

/// What would happen to a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It would be discarded, worth nothing.
    Gone,
    /// It would move to this area, and is shown there already.
    Comes(AreaId),
    /// It would leave and score.
    Scores,
    /// It could be played next, be played on, or belongs to what would be formed.
    Answers,
    /// It would be turned where it lies: to lie across, or upright.
    Turns,
}

/// One moment of a move: a table, and what goes with reaching it.
///
/// A move is shown as its beats in turn; the last one is always the layout of the position after the move.
#[derive(Clone, PartialEq, Debug)]
pub struct Beat {
    pub layout: Layout,
    /// What it sounds like, and how pieces get here.
    pub cue: Cue,
    /// Words that rise from areas: what a chain scored.
    pub floats: Vec<(AreaId, String)>,
    /// How long it stays once everything has arrived, in seconds, where there is something to read.
    pub hold: f32,
    /// Whether it stays until it has been read, and what there is to read: until somebody goes on, or for as long as players want.
    pub waits: Option<Reading>,
    /// What stands out in it, and what is said of that.
    pub exhibit: Option<Exhibit>,
}

impl Beat {
    /// A moment without words, after which the next one comes at once.
    pub fn new(layout: Layout, cue: Cue) -> Beat {
        Beat { layout, cue, floats: Vec::new(), hold: 0.0, waits: None, exhibit: None }
    }

    /// The moment in which this stands out on a table, for as long as it takes to read.
    pub fn showing(exhibit: Exhibit, layout: &Layout) -> Beat {
        let (hold, layout) = (exhibit.seconds(), layout.set_off(&exhibit.spots));
        Beat { hold, exhibit: Some(exhibit), ..Beat::new(layout, Cue::Place) }
    }

    /// All that is written or said in it.
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let exhibit = self.exhibit.iter_mut().flat_map(|exhibit| [&mut exhibit.caption, &mut exhibit.figure]);
        self.layout.words_mut().chain(self.floats.iter_mut().map(|(_, words)| words)).chain(exhibit)
    }

    /// What is wrong with it: with its table, or with what stands out on it.
    pub fn fault(&self) -> Option<String> {
        let missing = self.exhibit.iter().find_map(|exhibit| self.layout.missing_spot(&exhibit.spots));
        self.layout.fault().or_else(|| missing.map(|spot| format!("what stands out is not there: {spot}")))
    }
}

/// What a moment stays for until it has been read. Players say of each how long that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A whole trick, or what else lies there before somebody takes it.
    Trick,
    /// Who won a round, or a part of one, and by how much.
    Result,
}

/// What kind of moment it is; decides sound and motion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cue {
    /// A card comes from the deck.
    Deal,
    /// A piece is laid where it belongs.
    Place,
    /// A piece is laid and takes another away.
    Take,
    /// A piece is laid and pushes others.
    Push,
    Fall,
    /// A chain leaves; 1 the smallest to 4 the finest.
    Chain(u8),
    /// Two pieces change places.
    Swap,
    /// Dice are rolled: those whose number is new tumble.
    Roll,
    /// Something breaks: the table is shaken.
    Break,
}
