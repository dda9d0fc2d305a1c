//! The areas of a table: where pieces lie, what the pointer can hit, and where the arrow keys go.

use super::place::{CARD, Place, Point};

/// Values of a game that are known by number to the shared parts, which know no game: its areas and its pieces.
///
/// A game lists them once, and nobody keeps numbers by hand:
///
/// ```
/// use parlour::layout::{AreaId, Numbered};
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum MyArea {
///     Stock,
///     Hand(u8),
/// }
///
/// impl Numbered for MyArea {
///     fn all() -> impl Iterator<Item = MyArea> {
///         [MyArea::Stock].into_iter().chain((0..4).map(MyArea::Hand))
///     }
/// }
///
/// let hand = AreaId::of(MyArea::Hand(2));
/// assert_eq!(hand.to::<MyArea>(), Some(MyArea::Hand(2)));
/// ```
pub trait Numbered: Copy + PartialEq + 'static {
    /// Every value there can be, in an order that never changes during a game.
    fn all() -> impl Iterator<Item = Self>;

    /// Its position in [`Numbered::all`]; one that is not listed there has the number after the last.
    fn number(self) -> u16 {
        Self::all().take_while(|other| *other != self).count() as u16
    }

    fn from_number(number: u16) -> Option<Self> {
        Self::all().nth(usize::from(number))
    }
}

/// An area of the game's, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AreaId(u16);

impl AreaId {
    pub fn of<A: Numbered>(area: A) -> AreaId {
        AreaId(area.number())
    }

    pub fn to<A: Numbered>(self) -> Option<A> {
        A::from_number(self.0)
    }
}

/// From one of several cards in an area to the next, in cards, where there is room.
const APART: f32 = 1.06;

/// A part of the table in which pieces can lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    pub id: AreaId,
    pub centre: Point,
    /// Width and height.
    pub size: (f32, f32),
    pub look: AreaLook,
    /// The seat whose the cards are that lie here in the middle of the table, where their marker says so.
    pub owner: Option<u8>,
    /// Whether the edge of what lies here has its owner's colour, and no marker says whose it is.
    pub is_framed: bool,
    /// What it is called aloud: "bottom left slot", "deck".
    pub name: String,
    /// What is written under it: "next · 41 left".
    pub caption: Option<String>,
    /// Its column from the left and row from the top for the arrow keys; `None`: they pass it by.
    pub key: Option<(i8, i8)>,
    /// Degrees clockwise, as its piece is turned.
    pub turn: f32,
    /// Whether its name is shown while it is pointed at: nothing else on the table says what lies here.
    pub is_named: bool,
}

impl Area {
    /// Without outline, caption or keys.
    pub fn new<A: Numbered>(area: A, centre: Point, size: (f32, f32), name: impl Into<String>) -> Area {
        Area {
            id: AreaId::of(area),
            centre,
            size,
            look: AreaLook::Bare,
            owner: None,
            is_framed: false,
            name: name.into(),
            caption: None,
            key: None,
            turn: 0.0,
            is_named: false,
        }
    }

    pub fn outlined(self) -> Area {
        Area { look: AreaLook::Outline, ..self }
    }

    pub fn as_button(self) -> Area {
        Area { look: AreaLook::Button, ..self }
    }

    pub fn named(self) -> Area {
        Area { is_named: true, ..self }
    }

    /// What lies here is this seat's, and has an edge of that colour.
    pub fn framed(self, seat: u8) -> Area {
        Area { owner: Some(seat), is_framed: true, ..self }
    }

    /// Where a card lies that is one of so many here: as large as there is room for, turned as the area is, and beside the others as
    /// far as it is wide.
    ///
    /// ```
    /// use parlour::layout::{Area, CardArea};
    ///
    /// let aside = Area::new(CardArea::Aside(0), (200.0, 50.0), (300.0, 70.0), "aside");
    /// let places: Vec<_> = (0..2).map(|number| aside.place_of_card(number, 2)).collect();
    /// assert_eq!((places[0].scale, places[0].centre.1), (0.5, 50.0));
    /// assert!(places[0].centre.0 < 200.0 && places[1].centre.0 > 200.0);
    /// assert_eq!(aside.place_of_card(0, 1).centre, aside.centre);
    /// ```
    pub fn place_of_card(&self, number: usize, count: usize) -> Place {
        let (wide, high) = self.size;
        let scale = (high / CARD.1).min(wide / CARD.0).min(1.0);
        let gaps = count.saturating_sub(1) as f32;
        let step = ((wide - scale * CARD.0) / gaps.max(1.0)).min(APART * scale * CARD.0);
        let x = self.centre.0 + step * (number as f32 - gaps / 2.0);
        Place { scale, turn: self.turn, ..Place::at((x, self.centre.1)) }
    }

    pub fn with_caption(self, caption: impl Into<String>) -> Area {
        Area { caption: Some(caption.into()), ..self }
    }

    pub fn with_key(self, column: u8, row: u8) -> Area {
        Area { key: Some((column as i8, row as i8)), ..self }
    }
}

/// How an area is drawn beneath its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AreaLook {
    /// A faint outline: something can lie here.
    Outline,
    Bare,
    /// A card of a fan. That it may be played needs no ring: those that may not are dimmed.
    Fan,
    /// What lies here is in the lead: the winning card of a trick.
    Marked,
    /// What lies here came last, and what comes next goes by it.
    Latest,
    /// It is pressed like a button, with its name on it, and a card that is brought here presses it, too.
    Button,
}
