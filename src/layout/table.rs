//! What lies on the table, as plain data.
//!
//! A game's `layout.rs` maps a view to a [`Layout`]: which piece lies in which slot, which way up, in table units. One
//! shared part of the window spawns, moves, flips and removes entities to match, so undo, redo, resume and replay need
//! no code of their own. Table units are free; only their proportions count. The origin is the table's top left corner.

use crate::cards::Card;

use super::game::{Game, Illegal};
use super::lesson::Lesson;
use super::seats::Seats;

/// A place on the table where pieces can lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// The same number for the same place in every layout of the game.
    pub id: SlotId,
    /// Where its middle is, in table units.
    pub centre: (f32, f32),
    /// Its width and height in table units.
    pub size: (f32, f32),
    /// How it is drawn when empty.
    pub look: SlotLook,
    /// Its name for people: "slot b2", "deck".
    pub name: String,
    /// What is written under it, if anything: "next · 41 left".
    pub caption: Option<String>,
    /// Its place for the arrow keys: column from the left and row from the top. `None`: the keys pass it by.
    pub key: Option<(i8, i8)>,
}

/// The number of a slot within its game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlotId(pub u16);

/// How an empty slot is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotLook {
    /// A faint outline: something can lie here.
    Outline,
    /// Nothing.
    Bare,
}

/// The number of a piece within its game: the same piece keeps it for the whole game, so it can glide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId(pub u16);

/// What a piece shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// The face of a card of the French deck.
    French(Card),
    /// A joker, 1 or 2.
    Joker(u8),
    /// A token of this kind, 0 to 7.
    Token(u8),
    /// A stone that lies on cards nobody will see.
    Stone,
    /// A piece's back: of a card, or of a tile.
    Back,
    /// A part of the table's picture, 0 to 15, row by row.
    Part(u8),
    /// A die that shows this number, 1 to 6.
    Die(u8),
}

/// What the pieces of a table are made of. All of a table's faces are drawn for one size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Material {
    /// Cards, 100 by 140 table units.
    #[default]
    Cards,
    /// Cards as above, with jokers, tokens and a stone.
    CardsAndTokens,
    /// Tiles that make up the picture of this name, and dice; 100 by 100 table units.
    Tiles(String),
}

/// A piece and where it lies.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Which piece.
    pub id: PieceId,
    /// What it shows.
    pub face: Face,
    /// The slot it lies in.
    pub slot: SlotId,
    /// Its height in the slot: higher numbers lie on lower ones.
    pub height: u16,
    /// Whether the seat may pick it up now.
    pub movable: bool,
}

/// Everything on the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// The table's width and height in table units; everything lies within.
    pub size: (f32, f32),
    /// What the pieces are made of.
    pub material: Material,
    /// The slots.
    pub slots: Vec<Slot>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// Choices that may go with the next move, at most one of them at a time.
    pub options: Vec<MoveOption>,
    /// Words written on the cloth.
    pub labels: Vec<Label>,
    /// Where the arrow keys begin; `None`: in the middle.
    pub first: Option<SlotId>,
}

/// A few words written on the cloth: the letter of a row, a step of the deal.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Where their middle is, in table units.
    pub centre: (f32, f32),
    /// The words.
    pub text: String,
}

impl Face {
    /// Its name as it is read aloud.
    pub fn spoken(self) -> String {
        match self {
            Face::French(card) => card.spoken(),
            Face::Joker(_) => "a joker".to_owned(),
            Face::Token(kind) => format!("token {}", kind + 1),
            Face::Stone => "the stone".to_owned(),
            Face::Back => "face down".to_owned(),
            Face::Part(part) => format!("tile {}", part + 1),
            Face::Die(number) => format!("a die that shows {number}"),
        }
    }
}

impl Layout {
    /// What lies in a slot, as it is read aloud: the slot, its top piece, and what is written under it.
    pub fn spoken(&self, slot: &Slot) -> String {
        let top = self.pieces.iter().filter(|piece| piece.slot == slot.id).max_by_key(|piece| piece.height);
        let piece = top.map_or("empty".to_owned(), |piece| piece.face.spoken());
        let caption = slot.caption.as_ref().map_or(String::new(), |caption| format!(", {caption}"));
        format!("{}: {piece}{caption}", slot.name)
    }

    /// The slot with this number.
    pub fn slot(&self, id: SlotId) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.id == id)
    }

    /// The piece with this number.
    pub fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }
}

/// What a player may choose to go with a move: to bury a card with it, say, or the button that is pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveOption {
    /// The key that switches it, a capital letter.
    pub key: char,
    /// What it says: "Bury 7♣".
    pub label: String,
    /// What it does, in a sentence.
    pub explanation: String,
    /// The slot it is about; its button stands there. `None`: the game's own panel has its button.
    pub near: Option<SlotId>,
    /// Slots that it joins, shown while it is on. The line between them bows to the left of its way.
    pub links: Vec<(SlotId, SlotId)>,
}

/// What a player did at the table: a piece brought to a slot, by drag, click or keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gesture {
    /// The piece, if one was picked up; otherwise the game takes the one that is in turn.
    pub piece: Option<PieceId>,
    /// Where it was brought.
    pub slot: SlotId,
    /// The key of the layout's [`MoveOption`] that was on.
    pub option: Option<char>,
}

/// What would happen if a move were made, shown before it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    /// What would happen to the pieces on the table.
    pub marks: Vec<(PieceId, Mark)>,
    /// The points it would bring, signed, where a game has points.
    pub points: Option<i32>,
    /// One short sentence.
    pub sentence: String,
}

/// What would happen to a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It would be gone for nothing.
    Gone,
    /// It would move to this slot.
    Moves(SlotId),
    /// It would move to this slot, and is shown there already.
    Comes(SlotId),
    /// It would leave and score.
    Scores,
}

/// One moment of what a move does: a table, and what goes with reaching it.
///
/// A move is shown as its beats in turn; the last one is always the layout of the position after the move.
#[derive(Clone, PartialEq, Debug)]
pub struct Beat {
    /// The table at this moment.
    pub layout: Layout,
    /// What it sounds like, and how pieces get here.
    pub cue: Cue,
    /// Words that rise from slots: what a chain scored.
    pub floats: Vec<(SlotId, String)>,
    /// How long it stays once everything has arrived, in seconds, where there is something to read.
    pub hold: f32,
}

impl Beat {
    /// A moment without words, after which the next one comes at once.
    pub fn new(layout: Layout, cue: Cue) -> Beat {
        Beat { layout, cue, floats: Vec::new(), hold: 0.0 }
    }
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
    /// Pieces fall.
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

/// One thing that can be set before a game is dealt, and what it can be set to.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting<O> {
    /// Its name: "Difficulty".
    pub name: &'static str,
    /// The words to choose from, each with the options that choosing it makes.
    pub choices: Vec<(&'static str, O)>,
    /// Which of them is chosen.
    pub chosen: usize,
    /// What the chosen one means, in a sentence.
    pub explanation: &'static str,
}

/// Settings as the window has them: each choice is the options' text.
pub type SettingText = Setting<String>;

/// A game that can lie on a table, which is every game.
pub trait Tabletop: Game {
    /// What lies on the table.
    fn layout(view: &Self::View) -> Layout;

    /// The moments between two views of the same viewer, given what that viewer was told. The last beat's layout is
    /// `Self::layout(after)`.
    fn beats(before: &Self::View, events: &[Self::Event], after: &Self::View) -> Vec<Beat>;

    /// The moments from an empty table to the first layout, for games whose deal is worth watching. Nothing that is hidden
    /// afterwards may be followed by eye through them. The last beat's layout is `Self::layout(view)`.
    fn opening(_view: &Self::View) -> Vec<Beat> {
        Vec::new()
    }

    /// The move that a gesture means, legal or not; `None` where it means nothing.
    fn gesture(view: &Self::View, gesture: &Gesture) -> Option<Self::Move>;

    /// What a legal move would do, as far as the viewer can know.
    fn preview(view: &Self::View, mv: &Self::Move) -> Preview;

    /// The sentence that says what to do next, or how the game ended.
    fn prompt(view: &Self::View) -> String;

    /// What lies where, in words, for those who cannot see the table; in sentences, cards by their spoken names.
    fn described(view: &Self::View) -> String;

    /// One line that tells a saved game from another: "23 cards left, 41 points".
    fn bookmark(view: &Self::View) -> String;

    /// A move and what it did, for the list of moves: "7♣ to b1, chain of 4: 8".
    fn told(mv: &Self::Move, events: &[Self::Event]) -> String;

    /// First steps in the game, if there are any.
    fn lesson() -> Option<Lesson<Self>> {
        None
    }

    /// What can be set before a game with this many seats is dealt.
    fn settings(_options: &Self::Options, _seats: Seats) -> Vec<Setting<Self::Options>> {
        Vec::new()
    }

    /// The options nearest to these that so many seats can play with.
    fn fitted(options: &Self::Options, _seats: Seats) -> Self::Options {
        options.clone()
    }

    /// Which of many is played with these options, in a few words: a puzzle's title. `None` where there is but one.
    fn subject(_options: &Self::Options) -> Option<String> {
        None
    }

    /// The picture that these options name, for games that are played with one.
    fn picture(_options: &Self::Options) -> Option<String> {
        None
    }

    /// The same options with this picture; `None` for a game without one, and where these options have no choice of it.
    fn pictured(_options: &Self::Options, _picture: &str) -> Option<Self::Options> {
        None
    }

    /// What each seat's points are made of, in seat order, once a game is over. Empty where there is nothing to tell.
    fn account(_view: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// Why a piece that was picked up means nothing where it was brought.
    fn meaningless(_view: &Self::View, _gesture: &Gesture) -> Illegal {
        Illegal::because("#the-turn", "nothing can be done there now")
    }
}
