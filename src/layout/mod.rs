//! What lies on the table, as plain data.
//!
//! A game maps a view to a [`Layout`]: areas, and the pieces that lie in them, each at a [`Place`] of its own. One shared
//! part of the window spawns, moves, turns and removes entities to match, so undo, redo, resume and replay need no code of
//! their own. Positions are in table units, of which only the proportions count; a card is 100 wide. The origin is the
//! table's top left corner.
//!
//! * [`extent`] — rectangles; [`area`], the areas of a table, numbered by the game's own enum;
//! * [`piece`] — pieces and their faces; [`place`], where they lie;
//! * [`table`] — a whole table, and what may be chosen or written on it; [`fitting`], how large plates and words become on it, and
//!   [`faults`], what can be wrong with it;
//! * [`inscription`] — how large and where it is written what is said about cards;
//! * [`beat`] — the moments of a move, gestures, and what a move would do;
//! * [`spotlight`] — what something said is about; [`exhibit`], what decided something, and [`standing`], where that is said;
//!   [`finale`], how a game ended; [`log`], what happened in it;
//! * [`build`] — rows, grids, piles and fans of places;
//! * [`room`] — the room that a window has for a table; [`seat_ring`], where seats sit round it;
//! * [`card_table`] — a table of cards: hands, tricks, what was taken; [`legend`], what somebody new must know of the cards;
//! * [`board`] — the areas of a table with a board; [`hexes`], hexagonal boards that grow; [`squares`], square boards;
//! * [`lines`] — rows of cards that wrap, with others below them; [`heaps`], cards that are sorted to be counted; [`race`], how far
//!   each seat is, and large arrows; [`chart`], small cells with marks, such as a map.

pub mod area;
pub mod beat;
pub mod board;
pub mod build;
pub mod card_table;
pub mod chart;
pub mod contests;
pub mod exhibit;
pub mod extent;
pub mod faults;
pub mod finale;
pub mod fitting;
pub mod heaps;
pub mod hexes;
pub mod inscription;
pub mod legend;
pub mod lines;
pub mod log;
pub mod piece;
pub mod place;
pub mod race;
pub mod room;
pub mod seat_ring;
pub mod spotlight;
pub mod squares;
pub mod standing;
pub mod table;

pub use area::{Area, AreaId, AreaLook, Numbered};
pub use beat::{Beat, Cue, Gesture, Mark, Preview, Reading};
pub use board::BoardArea;
pub use card_table::{CardArea, CardPiece, CardTable, Hanging, Heap, PileSpot, ShownCard, card_of, piece_of};
pub use chart::{CHART_GAP, CHART_HEAD, CHART_WORDS, Chart, ChartBlock, ChartCell, ChartMark};
pub use contests::{CONTEST_FIGURE, CONTEST_MARKER, Contest};
pub use exhibit::{Exhibit, Weight};
pub use extent::Extent;
pub use finale::{EndFigure, Finale};
pub use heaps::HeapRow;
pub use hexes::HexGrid;
pub use inscription::{Inscription, LEADER_STAR, Lettering};
pub use legend::{LEGEND_PICTURE, Legend, LegendPicture, LegendSide, LegendSign};
pub use lines::HangingLines;
pub use log::{LogEntry, LogLevel, LogLine, Telling, TellingKind, TellingPart, ToldMove, log_before_close, log_of};
pub use piece::{Face, Material, Piece, PieceId};
pub use place::{CARD, Place, Point, TILE};
pub use race::{LANE, LANE_FIGURE, LargeArrow, RaceLane, RaceTrack};
pub use room::Room;
pub use seat_ring::{PLATE, SeatRing};
pub use spotlight::{SpotFrame, Spotlight};
pub use squares::SquareGrid;
pub use standing::{ExhibitLetters, ExhibitPlace};
pub use table::{
    CAPTION_GAP, CAPTION_ROOM, CardFan, Label, LabelLook, Layout, LookBack, MoveOption, SeatPlate, TrickCard,
};
