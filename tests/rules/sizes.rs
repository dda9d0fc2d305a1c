//! How large cards are and how far from the edge: as large as the cloth allows, in windows of the smallest and the usual size, while
//! games are played.

use parlour::catalogue::{self, GAMES};
use parlour::engine::record::Player;
use parlour::engine::seats::{BotLevel, Viewer};
use parlour::games::guilds::places::GuildsArea;
use parlour::layout::{
    Area, Beat, CAPTION_GAP, CAPTION_ROOM, CardArea, Exhibit, ExhibitLetters, Extent, Face, Inscription, LabelLook,
    Layout, Lettering, Piece, Room, Spotlight, Weight,
};

/// The room of a table beside the panel in a window of 1280 × 720 points, and above the folded panel, or beside one that stays, in one
/// of 960 × 540.
const USUAL: (f32, f32) = (980.0, 656.0);
const SMALLEST: (f32, f32) = (960.0, 412.0);
const SMALLEST_BESIDE: (f32, f32) = (744.0, 476.0);

/// How many points a table unit is drawn large in a room of this size.
fn points(layout: &Layout, room: (f32, f32)) -> f32 {
    (room.0 / layout.size.0).min(room.1 / layout.size.1)
}

/// How many points wide a piece is drawn in a room of this size.
fn width(layout: &Layout, piece: &Piece, room: (f32, f32)) -> f32 {
    layout.material.size_of(piece.place.scale).0 * points(layout, room)
}

/// The narrowest piece, in points, of those that are meant, in any position of some games; with the game it is in.
fn narrowest(games: &[&str], room: (f32, f32), is_meant: impl Fn(&Layout, &Piece) -> bool) -> Vec<(String, f32)> {
    least(games, room, |layout, piece, room| is_meant(layout, piece).then(|| width(layout, piece, room)))
}

/// The least measure of any piece in any position of some games, in the room that it has; with the game it is in.
fn least(
    games: &[&str],
    room: (f32, f32),
    measure: impl Fn(&Layout, &Piece, (f32, f32)) -> Option<f32>,
) -> Vec<(String, f32)> {
    let mut all = Vec::new();
    for entry in GAMES.iter().filter(|entry| games.contains(&entry.info.id)) {
        let (fewest, most) = entry.info.seats;
        for seats in fewest..=most {
            let others = (1..seats).map(|_| Player::bot(BotLevel::Easy));
            let players = [Player::person("You")].into_iter().chain(others).collect();
            let mut session = entry.start("sizes", players).expect("a deal");
            let keeps_panel = session.layout().keeps_panel && room == SMALLEST;
            let room = if keeps_panel { SMALLEST_BESIDE } else { room };
            session.set_room(Room::of(room.0, room.1));
            let mut least = f32::MAX;
            while session.outcome().is_none() && session.moves().0 < 60 {
                let layout = session.layout();
                least = layout.pieces.iter().filter_map(|piece| measure(&layout, piece, room)).fold(least, f32::min);
                let seat = session.acting().first().expect("somebody acts");
                let legal = session.legal_moves(seat);
                let mv = legal[(11 * session.moves().0) % legal.len()].clone();
                session.play(seat, &mv).expect("legal");
            }
            all.push((format!("{} for {seats}", entry.info.id), least));
        }
    }
    all
}

fn assert_at_least(found: Vec<(String, f32)>, least: f32) {
    let narrow: Vec<_> = found.iter().filter(|(_, width)| *width < least).collect();
    assert!(narrow.is_empty() && !found.is_empty(), "under {least}: {narrow:?}");
}

fn lies_in_trick(_: &Layout, piece: &Piece) -> bool {
    matches!(piece.area.to(), Some(CardArea::Trick(_)))
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_card_in_the_middle_is_96_points_wide_in_a_window_of_the_usual_size() {
    let cards = &["mystique-circle"];
    assert_at_least(narrowest(cards, USUAL, lies_in_trick), 96.0);
    let is_laid = |_: &Layout, piece: &Piece| matches!(piece.area.to(), Some(CardArea::Aside(_) | CardArea::Pile(1)));
    assert_at_least(narrowest(&["battle-for-the-suns"], USUAL, is_laid), 96.0);
    let is_last_spell = |layout: &Layout, piece: &Piece| {
        let in_middle = |piece: &&Piece| matches!(piece.area.to(), Some(CardArea::Middle));
        let top = layout.pieces.iter().filter(in_middle).map(|piece| piece.place.level).max();
        in_middle(&piece) && Some(piece.place.level) == top
    };
    assert_at_least(narrowest(&["mystique"], USUAL, is_last_spell), 96.0);
    let is_of_pillar = |_: &Layout, piece: &Piece| matches!(piece.area.to(), Some(CardArea::Pile(_)));
    // At any size of text.
    for sight in &SIGHTS[2..5] {
        assert_at_least(narrowest(&["mystique-pillars"], sight.room, is_of_pillar), 96.0);
    }
    assert_at_least(narrowest(&["mystique-maze"], USUAL, is_of_pillar), 96.0);
    let is_of_deck =
        |_: &Layout, piece: &Piece| matches!(piece.area.to(), Some(GuildsArea::Next(_) | GuildsArea::Discard(_)));
    assert_at_least(narrowest(&["mystique-guilds"], USUAL, is_of_deck), 96.0);
}

#[test]
fn hands_that_lie_open_keep_off_the_bar_above_the_table() {
    let games = &["mystique-pillars", "up-and-down", "mystique-maze"];
    let under_bar = |layout: &Layout, piece: &Piece, _: (f32, f32)| {
        let is_other_hand = matches!(piece.area.to(), Some(CardArea::Hand(_)));
        let high = layout.material.size_of(piece.place.scale).1;
        is_other_hand.then_some(piece.place.centre.1 - high / 2.0)
    };
    for room in [USUAL, SMALLEST] {
        assert_at_least(least(games, room, under_bar), 10.0);
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_card_that_may_be_played_is_56_points_wide_in_any_window() {
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.info.id).collect();
    let may_be_played = |_: &Layout, piece: &Piece| piece.movable;
    for room in [USUAL, SMALLEST] {
        assert_at_least(narrowest(&games, room, may_be_played), 56.0);
    }
}

#[test]
fn a_card_of_a_trick_is_72_points_wide_in_any_window_with_eight_at_the_table_too() {
    for room in [USUAL, SMALLEST] {
        assert_at_least(narrowest(&["mystical-eddies"], room, lies_in_trick), 72.0);
    }
}

/// About how wide words are in the window's font, for the height of their letters.
fn wide(words: &str) -> f32 {
    0.53 * words.chars().count() as f32
}

/// What is written about the cards here, if so many points are a table unit and text is so much larger than at 100 %.
fn written(layout: &Layout, points: f32, growth: f32) -> Vec<Inscription> {
    layout.inscriptions(&Lettering { points, growth, wide: &wide })
}

/// A window and a size of text: the room that a table has, in points of the window; what a panel takes of it that stays beside the
/// table; and how far the window's size and that of the text enlarge what is written.
struct Sight {
    room: (f32, f32),
    panel: f32,
    window: f32,
    text: f32,
}

/// Windows of 960 × 540, 1280 × 720 and 1920 × 1080 at 100, 150 and 200 %. The smallest has no room for more than 150 %, and with large
/// text panels fold away.
const SIGHTS: [Sight; 8] = [
    Sight { room: (960.0, 412.0), panel: 216.0, window: 1.0, text: 1.0 },
    Sight { room: (960.0, 444.0), panel: 324.0, window: 1.0, text: 1.5 },
    Sight { room: (980.0, 656.0), panel: 0.0, window: 1.0, text: 1.0 },
    Sight { room: (1280.0, 624.0), panel: 324.0, window: 1.0, text: 1.5 },
    Sight { room: (1280.0, 592.0), panel: 398.0, window: 1.0, text: 2.0 },
    Sight { room: (1545.0, 1000.0), panel: 0.0, window: 1.25, text: 1.0 },
    Sight { room: (1920.0, 960.0), panel: 405.0, window: 1.25, text: 1.5 },
    Sight { room: (1920.0, 920.0), panel: 540.0, window: 1.25, text: 2.0 },
];

impl Sight {
    /// The room of this table, in points of the panels.
    fn room_of(&self, layout: &Layout) -> (f32, f32) {
        let panel = if layout.keeps_panel { self.panel } else { 0.0 };
        let zoom = self.window * self.text;
        ((self.room.0 - panel) / zoom, self.room.1 / zoom)
    }

    /// How many points of the panels a table unit is.
    fn points(&self, layout: &Layout) -> f32 {
        points(layout, self.room_of(layout))
    }

    /// How high captions want to be, as a part of a table of this height in points of the panels; 0 where text is not large.
    fn captions(&self, high: f32) -> f32 {
        let letters = 16.0 * (high / 600.0 * self.text).clamp(0.86, 1.5);
        if self.text > 1.0 { letters / high } else { 0.0 }
    }

    fn inscriptions(&self, layout: &Layout) -> Vec<Inscription> {
        written(layout, self.points(layout), self.text)
    }
}

/// Games of every kind with every number of seats, each with the layouts of all moments of its first moves, seen in one of the windows
/// after the other.
fn look_at_all_games(most_moves: usize, mut look: impl FnMut(&str, &Sight, &Beat)) {
    let tables =
        GAMES.iter().flat_map(|entry| (entry.info.seats.0..=entry.info.seats.1).map(move |seats| (entry, seats)));
    for (number, (entry, seats)) in tables.enumerate() {
        let others = (1..seats).map(|_| Player::bot(BotLevel::Easy));
        let players = [Player::person("Alexandra")].into_iter().chain(others).collect();
        let mut session = entry.start("looks", players).expect("a deal");
        while session.outcome().is_none() && session.moves().0 < most_moves {
            let sight = &SIGHTS[(number + session.moves().0) % SIGHTS.len()];
            let (wide, high) = sight.room_of(&session.layout());
            session.set_room(Room::of(wide, high));
            let seat = session.acting().first().expect("somebody acts");
            let legal = session.legal_moves(seat);
            let mv = legal[(11 * session.moves().0 + number) % legal.len()].clone();
            let about = format!("{} for {seats} after {} moves at {:?}", entry.info.id, session.moves().0, sight.room);
            session.play(seat, &mv).expect("legal").iter().for_each(|beat| look(&about, sight, beat));
        }
    }
}

/// Where the lines of a plate are that is drawn here.
fn lines(plate: Extent) -> Extent {
    plate.grown((0.0, -0.12 * plate.size().1))
}

/// The rank and the suit of a card, at its upper left corner.
fn index(card: Extent) -> Extent {
    let (wide, high) = card.size();
    Extent { right: card.left + 0.26 * wide, top: card.top + 0.05 * high, bottom: card.top + 0.4 * high, ..card }
}

/// About where a caption under an area is, in letters of the usual size.
fn caption(area: &Area) -> Option<Extent> {
    let words = area.caption.as_deref().filter(|words| !words.is_empty())?;
    let letters = 0.75 * CAPTION_ROOM;
    let (x, y) = (area.centre.0, area.centre.1 + area.size.1 / 2.0 + CAPTION_GAP + letters / 2.0);
    Some(Extent::about((x, y), (0.9 * letters * wide(words), letters)))
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn what_is_written_about_cards_hides_no_line_of_a_plate_no_caption_and_no_index_at_any_size_of_text() {
    let (mut looked_at, mut hidden, mut small) = (0, Vec::new(), Vec::new());
    look_at_all_games(60, |about, sight, Beat { layout, .. }| {
        let (points, inscriptions) = (sight.points(layout), sight.inscriptions(layout));
        if inscriptions.is_empty() {
            return;
        }
        let growth = layout.readable_plates(points);
        let plates = layout.plates.iter().map(|plate| lines(layout.plate_extent(plate, growth)));
        let open: Vec<&Piece> = layout.pieces.iter().filter(|piece| piece.face.is_card()).collect();
        let is_under = |piece: &Piece, other: &Piece| {
            let middle = Extent::about(index(layout.piece_extent(piece)).centre(), (1.0, 1.0));
            other.place.level > piece.place.level && layout.piece_extent(other).meets(middle)
        };
        let is_seen = |piece: &&&Piece| !open.iter().any(|other| is_under(piece, other));
        let indices = open.iter().filter(is_seen).map(|piece| index(layout.piece_extent(piece)));
        let kept: Vec<Extent> = plates.chain(layout.areas.iter().filter_map(caption)).chain(indices).collect();
        for inscription in inscriptions {
            looked_at += 1;
            let words = &layout.labels[inscription.label].text;
            let inner = inscription.extent.grown((-2.0 / points, -2.0 / points));
            if let Some(under) = kept.iter().find(|kept| inner.meets(**kept)) {
                hidden.push(format!("{about}: “{words}” at {:?} over {under:?}", inscription.extent));
            }
            if inscription.letters * sight.text < 12.4 {
                small.push(format!("{about}: “{words}” in {} points", inscription.letters));
            }
        }
    });
    assert!(hidden.is_empty(), "{} of {looked_at}: {:#?}", hidden.len(), &hidden[..hidden.len().min(40)]);
    assert!(small.is_empty(), "{small:#?}");
    assert!(looked_at > 5000, "{looked_at}");
}

/// How high a button is, with what is kept free above and below it, in points.
const BUTTON: f32 = 44.0 + 2.0 * 4.0;

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn between_a_mainline_and_the_own_hand_the_buttons_have_room_at_any_size_of_text() {
    let mut narrow = Vec::new();
    let mut looked_at = 0;
    let entry = catalogue::find("eleusis-express").expect("the game");
    for (number, seats) in (2..=entry.info.seats.1).enumerate() {
        let others = (1..seats).map(|_| Player::bot(BotLevel::Easy));
        let players = [Player::person("You")].into_iter().chain(others).collect();
        let mut session = entry.start("buttons", players).expect("a deal");
        while session.outcome().is_none() && session.moves().0 < 80 {
            let sight = &SIGHTS[(number + session.moves().0) % SIGHTS.len()];
            let (wide, high) = sight.room_of(&session.layout());
            session.set_room(Room::of(wide, high).with_captions(sight.captions(high)));
            let layout = session.layout();
            let points = sight.points(&layout);
            let in_line = |piece: &&Piece| matches!(piece.area.to(), Some(CardArea::Middle | CardArea::Trick(_)));
            let line = layout.pieces.iter().filter(in_line).map(|piece| layout.piece_extent(piece).bottom);
            let hand = layout.pieces.iter().filter(|piece| matches!(piece.area.to(), Some(CardArea::Own(_))));
            let hand = hand.map(|piece| layout.piece_extent(piece).top).fold(f32::INFINITY, f32::min);
            let free = points * (hand - line.fold(0.0, f32::max));
            looked_at += 1;
            if free < BUTTON {
                narrow.push(format!("{seats} after {} moves at {:?}: {free}", session.moves().0, sight.room));
            }
            let seat = session.acting().first().expect("somebody acts");
            let legal = session.legal_moves(seat);
            let mv = legal[(11 * session.moves().0) % legal.len()].clone();
            session.play(seat, &mv).expect("legal");
        }
    }
    assert!(narrow.is_empty(), "{} of {looked_at}: {narrow:#?}", narrow.len());
    assert!(looked_at > 200, "{looked_at}");
}

/// About how large a plate is with what an exhibit says, in the window's fonts.
fn plate_of(exhibit: &Exhibit, letters: ExhibitLetters) -> (f32, f32) {
    let caption = if exhibit.weight == Weight::Sum { 0.43 } else { 0.53 };
    let lines = [
        (exhibit.caption.as_str(), caption * letters.caption, letters.caption),
        (exhibit.figure.as_str(), 0.58 * letters.figure, letters.figure),
    ];
    let of_line = |(words, letter, size): (&str, f32, f32)| {
        let wide = letter * words.chars().count() as f32;
        (wide.min(letters.widest), (wide / letters.widest).ceil() * 1.35 * size)
    };
    let lines = lines.map(of_line);
    let wide = lines.iter().map(|(wide, _)| *wide).fold(0.0, f32::max);
    (wide + 48.0, lines.iter().map(|(_, high)| high).sum::<f32>() + 24.0)
}

/// Where its words stand that cover something of what they are about, if they do: how much, of how much.
fn covering(sight: &Sight, layout: &Layout, exhibit: &Exhibit) -> Option<(f32, f32)> {
    let ((wide, high), points) = (sight.room_of(layout), sight.points(layout));
    let middle = (layout.size.0 * points / 2.0, layout.size.1 * points / 2.0);
    let lettering = Lettering { points, growth: sight.text, wide: &self::wide };
    let room = Extent::about(middle, (wide, high));
    let standing = exhibit.standing(layout, room, &lettering, |letters| plate_of(exhibit, letters));
    assert!(standing.letters.caption >= 16.0 && standing.letters.figure >= 20.0, "{:?}", standing.letters);
    let growth = layout.readable_plates(points);
    let plates = layout.plates.iter().filter(|plate| exhibit.spots.seats.contains(&plate.seat));
    let plates = plates.map(|plate| layout.plate_extent(plate, growth));
    let frames = layout.frames(&Spotlight { seats: Vec::new(), ..exhibit.spots.clone() });
    let meant: Vec<Extent> =
        frames.iter().map(|frame| frame.extent()).chain(plates).map(|meant| meant.times(points)).collect();
    let covered: f32 = meant.iter().map(|meant| meant.shared(standing.extent)).sum();
    let all = meant.iter().map(|meant| meant.size().0 * meant.size().1).sum();
    (covered > 1.0).then_some((covered, all))
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn what_is_said_of_an_ending_covers_nothing_that_it_is_about_where_there_is_room_at_any_size_of_text() {
    let (mut looked_at, mut covered) = (0, Vec::new());
    let mut look = |about: &str, sight: &Sight, layout: &Layout, exhibit: &Exhibit| {
        if exhibit.weight == Weight::Picture {
            return;
        }
        looked_at += 1;
        if let Some((part, all)) = covering(sight, layout, exhibit) {
            covered.push((format!("{about}: “{}”", exhibit.words()), part, all));
        }
    };
    look_at_all_games(60, |about, sight, beat| {
        if let Some(exhibit) = &beat.exhibit {
            look(about, sight, &beat.layout, exhibit);
        }
    });
    for entry in GAMES {
        let path = format!("{}/tests/rules/golden/{}.ron", env!("CARGO_MANIFEST_DIR"), entry.info.id);
        let text = std::fs::read_to_string(path).expect("the golden game");
        let mut session = catalogue::load(&text).expect("a record");
        for sight in &SIGHTS {
            let (wide, high) = sight.room_of(&session.layout());
            session.set_room(Room::of(wide, high));
            let layout = session.layout();
            for exhibit in &session.finale().exhibits {
                look(&format!("{} at {:?}", entry.info.id, sight.room), sight, &layout, exhibit);
            }
        }
    }
    // What lies on all of a table leaves no room beside it.
    let (large, small): (Vec<_>, Vec<_>) = covered.into_iter().partition(|(_, part, all)| part / all > 0.07);
    assert!(large.is_empty(), "{} of {looked_at}: {large:#?}", large.len());
    assert!(100 * small.len() <= looked_at, "{} of {looked_at}: {small:#?}", small.len());
    assert!(looked_at > 500, "{looked_at}");
}

/// Left, right, upper and lower edge, in table units.
type Edges = [f32; 4];

fn edges((x, y): (f32, f32), (wide, high): (f32, f32)) -> Edges {
    [x - wide / 2.0, x + wide / 2.0, y - high / 2.0, y + high / 2.0]
}

fn overlap(one: Edges, other: Edges) -> bool {
    one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]
}

/// In a window of the smallest size, with every seat's card in the trick: cards, plates and what is written about them keep clear of
/// each other, but that words on a card and over its edge are about that card.
#[test]
fn with_eight_seats_nothing_that_lies_or_is_written_about_a_trick_touches_another_card_or_plate() {
    let entry = catalogue::find("mystical-eddies").expect("the game");
    let mut looked_at = 0;
    for seats in 6..=8 {
        let players = (1..=seats).map(|_| Player::bot(BotLevel::Easy)).collect();
        let mut session = entry.start("touch", players).expect("a deal");
        session.set_room(Room::of(SMALLEST.0, SMALLEST.1));
        while session.outcome().is_none() && session.moves().0 < 120 {
            let layout = session.layout();
            let points = points(&layout, SMALLEST);
            let card = |piece: &&Piece| edges(piece.place.centre, layout.material.size_of(piece.place.scale));
            let lying: Vec<Edges> =
                layout.pieces.iter().filter(|piece| lies_in_trick(&layout, piece)).map(|piece| card(&piece)).collect();
            let (wide, high) = layout.plate_growth(1.3);
            let plates: Vec<Edges> = layout
                .plates
                .iter()
                .map(|plate| edges(plate.centre, (wide * plate.size.0, high * plate.size.1)))
                .collect();
            let is_near = |inscription: &&Inscription| layout.labels[inscription.label].look != LabelLook::Verdict;
            let near = |inscription: &Inscription| edges(inscription.extent.centre(), inscription.extent.size());
            let words: Vec<Edges> = written(&layout, points, 1.0).iter().filter(is_near).map(near).collect();
            for (number, one) in lying.iter().enumerate() {
                assert!(!lying[..number].iter().chain(&plates).any(|other| overlap(*one, *other)), "{seats} seats");
            }
            for one in &words {
                assert!(!plates.iter().any(|plate| overlap(*one, *plate)), "{seats} seats: {one:?} over a plate");
                let own = lying.iter().filter(|card| overlap([one[0], one[1], one[2], one[3] + 4.0], **card)).count();
                assert!(own <= 1, "{seats} seats: {one:?} reaches another card: {:?}", layout.labels);
                looked_at += 1;
            }
            for (number, one) in words.iter().enumerate() {
                assert!(
                    !words[..number].iter().any(|other| overlap(*one, *other)),
                    "{seats} seats: {:?}",
                    layout.labels
                );
            }
            let seat = session.acting().first().expect("somebody acts");
            let legal = session.legal_moves(seat);
            let mv = legal[(11 * session.moves().0) % legal.len()].clone();
            session.play(seat, &mv).expect("legal");
        }
    }
    assert!(looked_at > 100, "{looked_at}");
}

#[test]
fn the_fewer_seats_the_larger_the_cards() {
    let sizes = narrowest(&["mystique-circle"], USUAL, lies_in_trick);
    assert!(sizes.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{sizes:?}");
}

#[test]
fn a_hand_that_lies_open_in_a_review_can_be_read() {
    let path = format!("{}/tests/rules/golden/mystique-circle.ron", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the golden game");
    let mut session = catalogue::load(&text).expect("a record");
    session.look_on();
    session.seek(4);
    assert_ne!(session.viewer(), Viewer::Public, "whoever looks at a game that is over sees all");
    let layout = session.layout();
    let open = |piece: &&Piece| matches!(piece.area.to(), Some(CardArea::Hand(_))) && piece.face != Face::Back;
    let widths: Vec<f32> = layout.pieces.iter().filter(open).map(|piece| width(&layout, piece, USUAL)).collect();
    assert!(!widths.is_empty() && widths.iter().all(|width| *width > 48.0), "{widths:?}");
}
