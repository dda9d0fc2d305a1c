//! Where everything of Mess Machine lies: the picture's sixteen tiles, and beside them the dice that say which tiles a
//! malfunction swaps: one for the upper half, one for the lower.
//!
//! One table unit is a hundredth of a tile's width. The buttons with their tokens stand in the game's panel.

use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats, Viewer};
use crate::engine::tabletop::{RoundResult, Scene, ScoreSheet, Setting, Setup, Tabletop};
use crate::layout::build::grid;
use crate::layout::{
    Area, AreaId, AreaLook, Cue, EndFigure, Exhibit, Face, Finale, Gesture, Label, Layout, LogLevel, Mark, Material,
    MoveOption, Numbered, Piece, PieceId, Place, Point, Preview, Room, Spotlight, TILE, Telling,
};
use crate::words::counted;

use super::board::{Button, Cell, Press};
use super::rules::{MessMachine, Move, View};
use super::table::{
    ButtonChoice, Difficulty, Event, Options, Phase, PictureResult, Referee, Rolls, SeatResult, Variant,
};

/// Between two tiles: enough to tell them apart, little enough to see the picture.
const GAP: f32 = 3.0;
const MARGIN: f32 = 26.0;
/// Between the dice and the picture.
const AISLE: f32 = 22.0;
/// Room for a caption under a die.
const CAPTION: f32 = 34.0;

/// The pictures that come with the game; a consecutive game goes on with those it did not begin with.
const PICTURES: [&str; 4] = ["aeroplane", "truck", "train", "numbers"];

/// The areas of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessArea {
    Cell(Cell),
    /// Where the die of a malfunction's upper (0) or lower (1) tile lies.
    Die(u8),
}

impl Numbered for MessArea {
    fn all() -> impl Iterator<Item = MessArea> {
        Cell::all().map(MessArea::Cell).chain([0, 1].map(MessArea::Die))
    }
}

/// The pieces: tiles by their home, and the two dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MessPiece {
    Tile(Cell),
    Die(u8),
}

impl Numbered for MessPiece {
    fn all() -> impl Iterator<Item = MessPiece> {
        Cell::all().map(MessPiece::Tile).chain([0, 1].map(MessPiece::Die))
    }
}

fn area_of(cell: Cell) -> AreaId {
    AreaId::of(MessArea::Cell(cell))
}

fn cell_of(area: AreaId) -> Option<Cell> {
    match area.to()? {
        MessArea::Cell(cell) => Some(cell),
        MessArea::Die(_) => None,
    }
}

fn piece_of(tile: Cell) -> PieceId {
    PieceId::of(MessPiece::Tile(tile))
}

fn tile_in(cell: Cell, left: f32, view: &View) -> Piece {
    let tile = view.table.grid.at(cell);
    let (face, place) = (Face::Part(tile.index() as u8), Place::at(cell_centre(cell, left)));
    Piece::new(MessPiece::Tile(tile), face, MessArea::Cell(cell), place).movable(view.may_press())
}

fn button_options(view: &View) -> Vec<MoveOption> {
    let option = |button: Button| MoveOption {
        key: button.letter(),
        label: button.to_string(),
        explanation: meaning(button).to_owned(),
        near: None,
        links: Press::of(button).map(link).collect(),
        only_shows: false,
    };
    Button::ALL.into_iter().filter(|button| view.table.left[button.index()] > 0).map(option).collect()
}

/// The picture of this round: the chosen one first, then the game's own in turn.
fn picture(options: &Options, round: u8) -> &str {
    let chosen = options.picture.as_str();
    let others = PICTURES.into_iter().filter(|picture| *picture != chosen);
    round.checked_sub(2).and_then(|at| others.cycle().nth(usize::from(at))).unwrap_or(chosen)
}

/// `left` is where the picture begins, to the right of the dice.
fn cell_centre(cell: Cell, left: f32) -> Point {
    let first = (left + TILE.0 / 2.0, MARGIN + TILE.1 / 2.0);
    grid(first, (TILE.0 + GAP, TILE.1 + GAP), 4, cell.index())
}

/// The tiles that were swapped last are marked: the next press may not swap them back.
fn cell_area(cell: Cell, left: f32, swapped: Option<Press>) -> Area {
    let area = Area::new(MessArea::Cell(cell), cell_centre(cell, left), TILE, format!("cell {cell}"));
    let is_swapped = swapped.is_some_and(|press| [press.cells().0, press.cells().1].contains(&cell));
    let look = if is_swapped { AreaLook::Latest } else { AreaLook::Bare };
    Area { look, ..area.with_key(cell.column(), cell.row()) }
}

/// A die lies beside the half of the picture that it is for.
fn die_centre(half: u8) -> Point {
    let middle = MARGIN + TILE.1 + GAP / 2.0 + f32::from(half) * 2.0 * (TILE.1 + GAP);
    (MARGIN + TILE.0 / 2.0, middle - CAPTION / 2.0)
}

fn die_area(half: u8) -> Area {
    let (name, caption) = if half == 0 { ("upper die", "upper tile") } else { ("lower die", "lower tile") };
    Area::new(MessArea::Die(half), die_centre(half), TILE, name).with_caption(caption)
}

/// The first pair of a line bows to one side and the second, which begins between its ends, to the other.
fn link(press: Press) -> (AreaId, AreaId) {
    let (one, other) = press.cells();
    let is_second = match press.button() {
        Button::A => one.column() % 2 == 1,
        Button::C => one.row() % 2 == 0,
        Button::B | Button::D => false,
    };
    if is_second { (area_of(other), area_of(one)) } else { (area_of(one), area_of(other)) }
}

/// What a button does, in words.
pub fn meaning(button: Button) -> &'static str {
    match button {
        Button::A => "A swaps the 1st and 3rd tiles of a row, or the 2nd and 4th",
        Button::B => "B swaps the 1st and 2nd tiles of a row, or the 3rd and 4th",
        Button::C => "C swaps the 1st and 3rd tiles of a column, or the 2nd and 4th",
        Button::D => "D swaps the 1st and 2nd tiles of a column, or the 3rd and 4th",
    }
}

/// How long a malfunction is announced, in seconds.
const READING: f32 = 1.2;

/// What a die shows that was not rolled yet.
const UNROLLED: u8 = 6;

/// The table with the reason why the machine breaks, said over the picture.
fn announced(view: &View) -> Layout {
    // The press that may not be made again is the one that was just made.
    let words = match view.table.forbidden().map(Press::button) {
        Some(button) => {
            let left = view.table.left[button.index()];
            format!("Button {button} has {left} tokens left: the machine breaks down")
        }
        None => "The machine breaks down".to_owned(),
    };
    let mut layout = MessMachine::layout(view, Room::USUAL);
    let centre = (layout.size.0 / 2.0, layout.size.1 / 2.0);
    layout.labels.push(Label::banner(centre, words));
    layout
}

/// The dice are rolled, the upper one first.
fn roll(scene: &mut Scene<MessMachine>, rolls: Rolls) {
    let mut rolling = scene.view.clone();
    let lower = rolling.table.rolls.map_or(UNROLLED, |(_, lower)| lower);
    for now in [(rolls.0, lower), rolls] {
        rolling.table.rolls = Some(now);
        let mut layout = MessMachine::layout(&rolling, scene.room);
        let is_die = |piece: &&mut Piece| matches!(piece.face, Face::Die(_));
        layout.pieces.iter_mut().filter(is_die).for_each(|die| die.is_dimmed = false);
        scene.moment_of(layout, Cue::Roll);
        scene.linger(READING / 2.0);
    }
}

/// The buttons whose next press breaks the machine.
fn about_to_break(view: &View) -> Vec<String> {
    let breaks = |button: &Button| {
        let mut left = view.table.left;
        let tokens = &mut left[button.index()];
        *tokens = tokens.saturating_sub(1);
        view.table.left[button.index()] > 0 && view.table.options.difficulty.malfunctions_at(left, *button)
    };
    Button::ALL.into_iter().filter(breaks).map(|button| button.to_string()).collect()
}

impl Tabletop for MessMachine {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        let has_dice = view.table.options.difficulty > Difficulty::Easy;
        let left = MARGIN + if has_dice { TILE.0 + AISLE } else { 0.0 };
        let board = 4.0 * TILE.0 + 3.0 * GAP;
        let swapped = view.table.forbidden().filter(|_| !matches!(view.table.phase, Phase::Over(_)));
        let mut areas: Vec<Area> = Cell::all().map(|cell| cell_area(cell, left, swapped)).collect();
        let mut pieces: Vec<Piece> = Cell::all().map(|cell| tile_in(cell, left, view)).collect();
        if has_dice {
            let numbers = view.table.rolls.map_or([UNROLLED; 2], |(upper, lower)| [upper, lower]);
            for (half, number) in (0u8..).zip(numbers) {
                let place = Place::at(die_centre(half));
                areas.push(die_area(half));
                let die = Piece::new(MessPiece::Die(half), Face::Die(number), MessArea::Die(half), place);
                // What it shows is over: it asks for nothing.
                pieces.push(Piece { is_dimmed: true, ..die });
            }
        }
        let (x, y) = die_centre(0);
        let title = has_dice.then(|| Label::new((x, y - TILE.1 / 2.0 - CAPTION / 2.0), "Malfunction"));
        Layout {
            labels: title.into_iter().collect(),
            size: (left + board + MARGIN, board + 2.0 * MARGIN),
            material: Material::Tiles(picture(&view.table.options, view.table.round).to_owned()),
            areas,
            pieces,
            options: if view.may_press() { button_options(view) } else { Vec::new() },
            // With large text it would be folded to a drawer, and the four buttons would be out of sight.
            keeps_panel: room.has_large_text(),
            ..Layout::default()
        }
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        // Who may move next is no moment of its own.
        (scene.end, scene.ends_in_last) = (Cue::Swap, true);
        match event {
            Event::Pressed { press, scores, .. } => {
                scene.show(event, Cue::Swap);
                let (one, other) = press.cells();
                let home = if scene.view.table.grid.is_home(one) { one } else { other };
                if *scores {
                    scene.float(area_of(home), "+1".to_owned());
                }
            }
            Event::Malfunctioned { rolls, .. } => {
                scene.moment_of(announced(&scene.view), Cue::Place);
                scene.linger(READING);
                roll(scene, *rolls);
                scene.show(event, Cue::Break);
                scene.linger(READING / 2.0);
            }
            Event::Next(_) => {
                scene.exhibit(picture_ended(&scene.view));
                scene.follow(event);
                (scene.end, scene.ends_in_last) = (Cue::Deal, false);
            }
            Event::Chose { .. } | Event::Proposed(_) | Event::Agreed(_) | Event::Refused(_) | Event::Ended(_) => {
                scene.follow(event);
            }
        }
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        let to = cell_of(gesture.area)?;
        if let Some(piece) = gesture.piece {
            let from = Cell::all().find(|cell| piece_of(view.table.grid.at(*cell)) == piece)?;
            // The button follows from the two tiles.
            return Button::ALL.into_iter().find_map(|button| Press::between(button, from, to)).map(Move::Press);
        }
        let button = Button::ALL.into_iter().find(|button| Some(button.letter()) == gesture.option)?;
        Some(Move::Press(Press::new(button, to)))
    }

    fn explain_no_move(view: &View, gesture: &Gesture) -> Illegal {
        let tile = cell_of(gesture.area).is_some() && view.may_press();
        let why = if tile { "no button swaps these two tiles" } else { "nothing can go there now" };
        Illegal::because("#the-buttons", why)
    }

    /// Secret buttons, and what to do about a picture that seems lost.
    fn is_in_panel(mv: &Move) -> bool {
        !matches!(mv, Move::Press(_))
    }

    fn preview(view: &View, mv: &Move) -> Preview {
        let Move::Press(press) = mv else { return Preview::default() };
        let (one, other) = press.cells();
        let after = view.table.grid.pressed(*press);
        let marks = [one, other].map(|cell| (piece_of(after.at(cell)), Mark::Comes(area_of(cell))));
        let homes = [one, other].into_iter().filter(|cell| after.is_home(*cell)).count();
        let leaves = [one, other].into_iter().filter(|cell| view.table.grid.is_home(*cell)).count();
        let home = match homes {
            0 if leaves > 0 => ": a tile leaves its home",
            0 => "",
            1 => ": a tile comes home",
            _ => ": two tiles come home",
        };
        let point = if view.table.would_score(*press) { ", +1" } else { "" };
        Preview { marks: marks.to_vec(), sentence: format!("{}{home}{point}", press.button()) }
    }

    fn prompt(view: &View) -> String {
        let sees_own = matches!(view.who, Viewer::Seat(seat) if view.table.acting().contains(seat));
        match (view.table.over(), view.table.is_choosing(), view.table.proposal()) {
            (Some(true), ..) => "The picture is whole".to_owned(),
            (Some(false), ..) => "The picture is lost".to_owned(),
            (_, true, _) if sees_own => "Choose your direct and your indirect button".to_owned(),
            (_, true, _) => "Wait for the others to choose their buttons".to_owned(),
            (.., Some(_)) => "Stop here, or go on?".to_owned(),
            _ if view.may_press() => match about_to_break(view).as_slice() {
                [] => "Choose a button and a pair, or drag one tile onto another".to_owned(),
                buttons => {
                    format!(
                        "Choose a button and a pair. The next press of {} makes the machine break down",
                        buttons.join(" or ")
                    )
                }
            },
            _ => "Wait for the others".to_owned(),
        }
    }

    fn described(view: &View) -> String {
        let tiles: Vec<String> = view.table.grid.tiles().iter().map(|tile| (tile.index() + 1).to_string()).collect();
        let rows: Vec<String> = tiles.chunks(4).map(|row| row.join(", ")).collect();
        let left: Vec<String> =
            Button::ALL.iter().map(|button| format!("{button} {}", view.table.left[button.index()])).collect();
        let mut text = format!(
            "The tiles, row by row: {}. {} of 16 are at home. Tokens left: {}.",
            rows.join("; "),
            view.table.grid.homes(),
            left.join(", ")
        );
        if !view.table.is_together() {
            let points: Vec<String> = view.table.seats.iter().map(|seat| seat.points.to_string()).collect();
            text += &format!(" Points in seat order: {}.", points.join(", "));
        }
        text
    }

    fn bookmark(view: &View) -> String {
        let left: u32 = view.table.left.iter().map(|left| u32::from(*left)).sum();
        let round = if view.table.round > 1 { format!("picture {}, ", view.table.round) } else { String::new() };
        format!("{round}{} of 16 tiles at home, {left} tokens left", view.table.grid.homes())
    }

    /// Not by the move: only the viewer's own events may show which buttons were chosen.
    fn describe_move(view: &View, mv: &Move) -> Option<Telling> {
        let (Move::Press(press), Viewer::Seat(seat)) = (mv, view.who) else { return None };
        Some(Telling::of(format!("{} {}", seat.does("pressed", "pressed"), press.spoken())).happens())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Choose(_) => "choices of buttons",
            Move::Press(_) => "presses",
            Move::Stop | Move::Agree | Move::Refuse => "votes on stopping",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::Chose { seat, choice: None } => {
                let chosen = seat.does("has chosen two secret buttons", "have chosen two secret buttons");
                Telling::of(chosen).happens().prints("has chosen")
            }
            Event::Chose { seat, choice: Some(ButtonChoice { direct, indirect }) } => {
                let words = format!("{direct} as the direct button and {indirect} as the indirect one");
                let chosen = seat.does(&format!("has chosen {words}"), &format!("have chosen {words}"));
                Telling::of(chosen).happens().prints(format!("direct {direct}, indirect {indirect}"))
            }
            Event::Pressed { press, scores, .. } => pressed(*press, *scores),
            Event::Malfunctioned { rolls, cells } => {
                let words = format!("The machine breaks down: the dice show {} and {}", rolls.0, rolls.1);
                let about = Spotlight::area(MessArea::Cell(cells.0)).and_area(MessArea::Cell(cells.1));
                let printed = format!("malfunction {} {}: {} {}", rolls.0, rolls.1, cells.0, cells.1);
                Telling::of(words).about(about).happens().prints(printed)
            }
            Event::Proposed(seat) => {
                Telling::of(seat.does("proposes to stop", "propose to stop")).happens().prints("proposes to stop")
            }
            Event::Agreed(seat) => Telling::of(seat.does("agrees", "agree")).happens().prints("agrees"),
            Event::Refused(seat) => {
                Telling::of(seat.does("wants to go on", "want to go on")).happens().prints("goes on")
            }
            Event::Ended(result) => picture_over(view, result),
            Event::Next(_) => return None,
        })
    }

    fn finale(view: &View) -> Finale {
        let table = &view.table;
        let Some(repaired) = table.over() else { return Finale::default() };
        let left: u32 = table.left.iter().map(|left| u32::from(*left)).sum();
        let (presses, homes) = (table.presses, table.grid.homes());
        let pressed = || EndFigure::new(presses, if presses == 1 { "press" } else { "presses" });
        let finale = Finale::of(picture_ended(view));
        match repaired {
            _ if !table.is_together() => finale,
            false => Finale { figures: vec![EndFigure::new(homes, "of 16 tiles at home"), pressed()], ..finale },
            true if table.seats.len() > 1 => {
                Finale { figures: vec![pressed(), EndFigure::new(left, "tokens left")], ..finale }
            }
            true => {
                let fewest = table.par.map(|par| EndFigure::new(par, "the fewest possible"));
                let merits = table.par.map(|par| beside_par(presses, par)).into_iter().collect();
                Finale { merits, figures: [pressed()].into_iter().chain(fewest).collect(), ..finale }
            }
        }
    }

    /// Alone, every press over par costs a point.
    fn best_figure(view: &View, best: i32) -> Option<EndFigure> {
        let is_alone = view.table.is_together() && view.table.seats.len() == 1;
        let over = is_alone.then(|| best.unsigned_abs())?;
        Some(EndFigure::new(if over == 0 { "par".to_owned() } else { format!("par + {over}") }, "Your best"))
    }

    fn score_sheet(view: &View) -> ScoreSheet {
        if view.table.options.variant != Variant::Consecutive {
            return ScoreSheet::default();
        }
        let round = |(number, result): (usize, &PictureResult)| {
            let presses = counted(result.presses, "press", "presses");
            let how = if result.repaired { "repaired" } else { "lost" };
            let seat = |of: &SeatResult| (of.homes + of.direct.1 + of.indirect.1, of.in_words());
            RoundResult {
                // A tie brings a fourth.
                title: if number > 3 { format!("Picture {number}") } else { format!("Picture {number} of 3") },
                summary: format!("The picture was {how} after {presses}."),
                seats: result.seats.iter().map(seat).collect(),
            }
        };
        let rounds = (1..).zip(&view.table.results).map(round).collect();
        ScoreSheet { rounds, goal: "3 pictures".to_owned(), ..ScoreSheet::default() }
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        if view.table.over().is_none() || view.table.is_together() {
            return Vec::new();
        }
        (0..view.table.seats.len()).map(|seat| breakdown_of_seat(&view.table.results, seat)).collect()
    }
}

/// A press, by the places of the two tiles.
fn pressed(press: Press, scores: bool) -> Telling {
    let (one, other) = press.cells();
    let point = if scores { ", +1" } else { "" };
    let telling = Telling::of(format!("{}{point}", press.spoken()));
    let about = Spotlight::area(MessArea::Cell(one)).and_area(MessArea::Cell(other));
    telling.about(about).prints(format!("{press}{}", if scores { " +1" } else { "" }))
}

/// A picture was repaired or given up.
fn picture_over(view: &View, result: &PictureResult) -> Telling {
    let how = if result.repaired { "repaired" } else { "lost" };
    let words = format!("{how} after {}", counted(result.presses, "press", "presses"));
    let telling = match view.table.options.variant {
        Variant::Consecutive => Telling::of(format!("Picture {}: {words}", view.table.round)).closes(LogLevel::Round),
        _ => Telling::of(format!("The picture is {words}")).happens(),
    };
    telling.prints(how)
}

/// How a picture ended: the picture itself, or what is astray, and the points of those who have any.
fn picture_ended(view: &View) -> Vec<Exhibit> {
    let table = &view.table;
    let Some(result) = table.results.last() else { return Vec::new() };
    let astray = Cell::all().filter(|cell| !table.grid.is_home(*cell)).map(|cell| piece_of(table.grid.at(cell)));
    let picture = match result.repaired {
        true => Exhibit::picture(),
        false => {
            Exhibit::part(Spotlight::pieces(astray), "Out of place", counted(16 - table.grid.homes(), "tile", "tiles"))
        }
    };
    let of_seat = |(seat, scored): (Seat, &SeatResult)| {
        let points = scored.homes + scored.direct.1 + scored.indirect.1;
        let caption = format!("{}: {}", seat.called(), scored.in_words());
        Exhibit::part(Spotlight::NONE, caption, counted(points, "point", "points"))
    };
    let seats = table.players().iter().zip(&result.seats).map(of_seat);
    let presses = counted(result.presses, "press", "presses");
    let sum = (result.seats.is_empty() && result.repaired).then(|| Exhibit::sum(Spotlight::NONE, "Repaired", presses));
    [picture].into_iter().chain(seats).chain(sum).collect()
}

/// "19 presses, the fewest possible".
fn beside_par(presses: u32, par: u32) -> String {
    let took = counted(presses, "press", "presses");
    match presses.checked_sub(par) {
        None | Some(0) => format!("{took}, the fewest possible"),
        Some(_) => format!("{took}; {par} would have been enough"),
    }
}

impl Setup for MessMachine {
    fn settings(options: &Options, seats: Seats) -> Vec<Setting<Options>> {
        let options = Self::options_for(options, seats);
        if seats == Seats::ONE {
            return vec![difficulty(&options, seats)];
        }
        vec![variant(&options, seats), difficulty(&options, seats), referee(&options)]
    }

    fn options_for(options: &Options, seats: Seats) -> Options {
        let mut options = options.clone();
        let is_alone = seats == Seats::ONE;
        if is_alone != (options.variant == Variant::Solo) {
            options.variant = if is_alone { Variant::Solo } else { Variant::Standard };
        }
        match options.variant {
            Variant::Family => (options.difficulty, options.picture) = (Difficulty::Easy, "numbers".to_owned()),
            Variant::Cooperative => options.difficulty = options.difficulty.max(Difficulty::Medium),
            Variant::Standard | Variant::Consecutive | Variant::Solo => {}
        }
        options
    }

    fn subject(options: &Options) -> Option<String> {
        let variant = match options.variant {
            Variant::Standard => "Each for themselves",
            Variant::Family => "Family",
            Variant::Consecutive => "Three in a row",
            Variant::Cooperative => "Together",
            Variant::Solo => "Alone",
        };
        let difficulty = match options.difficulty {
            _ if options.variant == Variant::Family => return Some(variant.to_owned()),
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        };
        Some(format!("{variant}, {difficulty}"))
    }

    fn with_subject(subject: &str) -> Option<Options> {
        use Variant::{Consecutive, Cooperative, Family, Solo, Standard};
        let variants = [Standard, Family, Consecutive, Cooperative, Solo];
        let difficulties = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];
        let all = variants.into_iter().flat_map(|variant| difficulties.map(|difficulty| (variant, difficulty)));
        let mut all = all.map(|(variant, difficulty)| Options { variant, difficulty, ..Options::default() });
        all.find(|options| Self::subject(options).as_deref() == Some(subject))
    }

    fn with_picture(options: &Options, picture: &str) -> Option<Options> {
        let options = Options { picture: picture.to_owned(), ..options.clone() };
        (options.variant != Variant::Family).then_some(options)
    }

    fn picture(options: &Options) -> Option<String> {
        Some(options.picture.clone())
    }
}

/// A setting with these values, each with its word and what it means, of which one is chosen.
fn setting<T: Copy + PartialEq>(
    name: &'static str,
    values: &[(T, &'static str, &'static str)],
    chosen: T,
    options: impl Fn(T) -> Options,
) -> Setting<Options> {
    let chosen = values.iter().position(|(value, ..)| *value == chosen).unwrap_or_default();
    Setting {
        name,
        choices: values.iter().map(|(value, word, _)| ((*word).into(), options(*value))).collect(),
        chosen,
        explanation: values.get(chosen).map_or("", |value| value.2),
    }
}

fn variant(options: &Options, seats: Seats) -> Setting<Options> {
    let variants = [
        (Variant::Standard, "Standard", "Everybody repairs, each for their own points."),
        (Variant::Family, "Family", "For children: an Easy game with the picture “Numbers”."),
        (Variant::Consecutive, "Three in a row", "Three pictures one after the other, and one more after a tie."),
        (Variant::Cooperative, "Together", "Eight tokens on each button and no secrets: all win, or all lose."),
    ];
    let with = |variant| MessMachine::options_for(&Options { variant, ..options.clone() }, seats);
    setting("Game", &variants, options.variant, with)
}

fn difficulty(options: &Options, seats: Seats) -> Setting<Options> {
    let levels = [
        (Difficulty::Easy, "Easy", "The machine never malfunctions."),
        (Difficulty::Medium, "Medium", "The machine malfunctions when a button is first left with five tokens."),
        (
            Difficulty::Hard,
            "Hard",
            "The machine malfunctions when a button is first left with five tokens, and again when one is first left with two.",
        ),
    ];
    let with = |difficulty| Options { difficulty, ..options.clone() };
    // Levels that the variant does not have are not offered.
    let fits = |level: Difficulty| MessMachine::options_for(&with(level), seats) == with(level);
    let offered: Vec<_> = levels.into_iter().filter(|(level, ..)| fits(*level)).collect();
    setting("Malfunctions", &offered, options.difficulty, with)
}

fn referee(options: &Options) -> Setting<Options> {
    let referees = [
        (Referee::Proves, "Parlour", "The game ends as soon as it is proven that no presses can repair the picture."),
        (Referee::Players, "The players", "Once a button is empty, the players may agree to stop."),
    ];
    setting("Referee", &referees, options.referee, |referee| Options { referee, ..options.clone() })
}

impl SeatResult {
    /// "5 for tiles brought home · 4 for A, direct · 16 for D, indirect".
    fn in_words(&self) -> String {
        let direct = self.direct.0.map(|button| format!("{} for {button}, direct", self.direct.1));
        let indirect = format!("{} for {}, indirect", self.indirect.1, self.indirect.0);
        let homes = format!("{} for tiles brought home", self.homes);
        let parts: Vec<String> = [homes].into_iter().chain(direct).chain([indirect]).collect();
        parts.join(" · ")
    }
}

/// What the points are made of: by button, or of several pictures "picture 1: 5 + 4 + 16 · picture 2: …".
fn breakdown_of_seat(results: &[PictureResult], seat: usize) -> String {
    let scored: Vec<&SeatResult> = results.iter().filter_map(|result| result.seats.get(seat)).collect();
    if let [only] = scored[..] {
        return only.in_words();
    }
    let picture = |(number, of): (usize, &&SeatResult)| {
        format!("picture {number}: {} + {} + {}", of.homes, of.direct.1, of.indirect.1)
    };
    (1..).zip(&scored).map(picture).collect::<Vec<_>>().join(" · ")
}
