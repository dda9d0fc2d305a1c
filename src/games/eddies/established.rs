//! What a trick of Mystical Eddies has established: all that the first card to share anything with the led card shares with it.
//! It says which cards follow and which of them beats which.

use std::cmp::Reverse;
use std::fmt;

use crate::cards::{Attribute, AttributeKind, Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::trick::Trick;

/// The suits, each of which beats those after it.
pub const SUITS: [MystiqueSuit; 4] =
    [MystiqueSuit::Suns, MystiqueSuit::Moons, MystiqueSuit::Arms, MystiqueSuit::Crowns];

/// The colours, each of which beats those after it.
pub const COLOURS: [Colour; 3] = [Colour::Yellow, Colour::Red, Colour::Blue];

/// What must be followed: one or two attributes of the led card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Established {
    led: MystiqueCard,
    kinds: Kinds,
}

/// Some kinds of attributes, a bit for each by its place in [`AttributeKind::ALL`].
type Kinds = u8;

const NUMBER: Kinds = 1 << AttributeKind::Number as u8;
const COLOUR: Kinds = 1 << AttributeKind::Colour as u8;
const SUIT: Kinds = 1 << AttributeKind::Suit as u8;

/// So many there are of [`Kinds`].
const KINDS: usize = 1 << AttributeKind::ALL.len();

impl Established {
    /// What a card establishes if it is the first to share anything with the led one; `None` if it shares nothing.
    ///
    /// ```
    /// use parlour::games::eddies::established::Established;
    ///
    /// let established = |led: &str, card: &str| Established::by(led.parse().unwrap(), card.parse().unwrap());
    /// assert_eq!(established("3rS", "5rS").unwrap().to_string(), "red suns");
    /// assert_eq!(established("3rS", "3bC").unwrap().to_string(), "threes");
    /// assert_eq!(established("3rS", "1yM"), None);
    /// ```
    #[inline]
    pub fn by(led: MystiqueCard, card: MystiqueCard) -> Option<Established> {
        let is_alike = |kind: AttributeKind| led.attribute(kind) == card.attribute(kind);
        let kinds = AttributeKind::ALL.into_iter().fold(0, |all, kind| all | Kinds::from(is_alike(kind)) << kind as u8);
        (kinds != 0).then_some(Established { led, kinds })
    }

    /// What a trick has established so far.
    #[inline]
    pub fn of(trick: &Trick<MystiqueCard>) -> Option<Established> {
        let led = trick.led()?;
        let sharing = sharing(led);
        let (_, first) = trick.iter().skip(1).find(|(_, card)| sharing.contains(*card))?;
        Established::by(led, first)
    }

    /// The attributes that must be followed: suit, colour, number.
    pub fn kinds(self) -> impl Iterator<Item = AttributeKind> {
        use AttributeKind::{Colour, Number, Suit};
        [Suit, Colour, Number].into_iter().filter(move |kind| self.kinds >> *kind as u8 & 1 == 1)
    }

    /// The cards that follow, the led one among them.
    #[inline]
    pub fn cards(self) -> MystiqueSet {
        relations(self.led).sharing_all[usize::from(self.kinds)]
    }

    /// The attribute by which cards that follow are compared first: of a suit the number, of a colour the suit, of a number the
    /// colour; of two attributes the third.
    #[inline]
    pub fn decides(self) -> AttributeKind {
        match [SUIT, COLOUR, NUMBER].map(|kind| self.kinds & kind != 0) {
            [true, false, true] | [false, false, _] => AttributeKind::Colour,
            [true, ..] => AttributeKind::Number,
            [false, true, _] => AttributeKind::Suit,
        }
    }

    /// The attribute that decides between cards that are equal in the first one.
    pub fn decides_ties(self) -> AttributeKind {
        after(self.decides())
    }

    /// The cards that beat a card that follows.
    #[inline]
    pub fn beaters(self, card: MystiqueCard) -> MystiqueSet {
        self.cards().intersection(relations(card).higher_by[self.decides() as usize])
    }

    /// A card that follows, where what must be followed has just been said: "one", "a red card".
    pub fn one(self) -> String {
        if self.kinds == COLOUR { format!("a {self} card") } else { "one".to_owned() }
    }

    /// "red suns", "threes of suns", "red cards".
    pub fn noun(self) -> String {
        if self.kinds == COLOUR { format!("{self} cards") } else { self.to_string() }
    }
}

/// What must be followed, in a word or two: "red", "red suns", "threes of suns".
impl fmt::Display for Established {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (suit, colour, number) = (self.led.suit(), self.led.colour(), Attribute::Number(self.led.number()));
        match [SUIT, COLOUR, NUMBER].map(|kind| self.kinds & kind != 0) {
            [true, true, _] => write!(f, "{} {}", colour.word(), suit.word()),
            [true, false, true] => write!(f, "{number} of {}", suit.word()),
            [false, true, true] => write!(f, "{} {number}", colour.word()),
            [true, false, false] => f.write_str(suit.word()),
            [false, true, false] => f.write_str(colour.word()),
            [false, false, _] => write!(f, "{number}"),
        }
    }
}

/// The cards that share anything with this one.
#[inline]
pub fn sharing(card: MystiqueCard) -> MystiqueSet {
    relations(card).sharing_any
}

/// The cards that would take the lead from a card that leads, if they came next. Where there are none, nothing that comes later can
/// take it either: what beats it in what another card established beats it in all that it shares itself.
pub fn beaters_of_lead(led: MystiqueCard) -> MystiqueSet {
    let alone = |kinds| Established { led, kinds }.beaters(led);
    alone(SUIT).union(alone(COLOUR)).union(alone(NUMBER))
}

/// Sorts cards by these attributes one after the other, each by what beats what here: the highest last.
pub fn sort_by(cards: &mut [MystiqueCard], kinds: [AttributeKind; 3]) {
    cards.sort_unstable_by_key(|card| kinds.map(|kind| Reverse(higher(card.attribute(kind)).len())));
}

/// The highest number.
const HIGHEST: u8 = 5;

/// All cards whose value of this kind is higher: a number that is more, or a suit or colour that beats it.
const fn higher(value: Attribute) -> MystiqueSet {
    let mut higher = MystiqueSet::EMPTY;
    match value {
        Attribute::Number(number) => {
            let mut above = number + 1;
            while above <= HIGHEST {
                higher = higher.union(MystiqueSet::of_number(above));
                above += 1;
            }
        }
        Attribute::Colour(colour) => {
            let mut place = 0;
            while COLOURS[place] as u8 != colour as u8 {
                higher = higher.union(MystiqueSet::of_colour(COLOURS[place]));
                place += 1;
            }
        }
        Attribute::Suit(suit) => {
            let mut place = 0;
            while SUITS[place] as u8 != suit as u8 {
                higher = higher.union(MystiqueSet::of_suit(SUITS[place]));
                place += 1;
            }
        }
    }
    higher
}

/// The attribute that decides where this one is equal.
const fn after(kind: AttributeKind) -> AttributeKind {
    match kind {
        AttributeKind::Number => AttributeKind::Colour,
        AttributeKind::Suit => AttributeKind::Number,
        AttributeKind::Colour => AttributeKind::Suit,
    }
}

/// What a card is to all others, found once: every card of every playout asks for it.
#[derive(Clone, Copy)]
struct Relations {
    /// The cards that share each of some attributes with it.
    sharing_all: [MystiqueSet; KINDS],
    /// The cards that share anything with it.
    sharing_any: MystiqueSet,
    /// The cards that are higher, by the attribute that decides first.
    higher_by: [MystiqueSet; AttributeKind::ALL.len()],
}

impl Relations {
    const fn of(card: MystiqueCard) -> Relations {
        let mut all = Relations {
            sharing_all: [MystiqueSet::FULL; KINDS],
            sharing_any: MystiqueSet::EMPTY,
            higher_by: [MystiqueSet::EMPTY; AttributeKind::ALL.len()],
        };
        let mut place = 0;
        while place < AttributeKind::ALL.len() {
            let kind = AttributeKind::ALL[place];
            let (value, next) = (card.attribute(kind), card.attribute(after(kind)));
            all.sharing_any = all.sharing_any.union(value.cards());
            all.higher_by[place] = higher(value).union(value.cards().intersection(higher(next)));
            let mut kinds = 0;
            while kinds < KINDS {
                if kinds >> place & 1 == 1 {
                    all.sharing_all[kinds] = all.sharing_all[kinds].intersection(value.cards());
                }
                kinds += 1;
            }
            place += 1;
        }
        all
    }
}

/// Those of each card.
static RELATIONS: [Relations; MystiqueCard::COUNT] = {
    let Some(first) = MystiqueCard::from_index(0) else { unreachable!() };
    let mut all = [Relations::of(first); MystiqueCard::COUNT];
    let mut index = 0;
    while index < all.len() {
        if let Some(card) = MystiqueCard::from_index(index as u8) {
            all[index] = Relations::of(card);
        }
        index += 1;
    }
    all
};

#[inline]
fn relations(card: MystiqueCard) -> &'static Relations {
    &RELATIONS[usize::from(card.index())]
}
