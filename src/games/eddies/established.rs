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
    suit: bool,
    colour: bool,
    number: bool,
}

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
        let suit = led.suit() == card.suit();
        let colour = led.colour() == card.colour();
        let number = led.number() == card.number();
        (suit || colour || number).then_some(Established { led, suit, colour, number })
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
        [(Suit, self.suit), (Colour, self.colour), (Number, self.number)]
            .into_iter()
            .filter_map(|(kind, is_set)| is_set.then_some(kind))
    }

    /// The cards that follow, the led one among them.
    #[inline]
    pub fn cards(self) -> MystiqueSet {
        let of = |is_set: bool, cards: MystiqueSet| if is_set { cards } else { MystiqueSet::FULL };
        of(self.suit, MystiqueSet::of_suit(self.led.suit()))
            .intersection(of(self.colour, MystiqueSet::of_colour(self.led.colour())))
            .intersection(of(self.number, MystiqueSet::of_number(self.led.number())))
    }

    /// The attribute by which cards that follow are compared first: of a suit the number, of a colour the suit, of a number the
    /// colour; of two attributes the third.
    #[inline]
    pub fn decides(self) -> AttributeKind {
        match (self.suit, self.colour, self.number) {
            (true, false, true) | (false, false, _) => AttributeKind::Colour,
            (true, ..) => AttributeKind::Number,
            (false, true, _) => AttributeKind::Suit,
        }
    }

    /// The attribute that decides between cards that are equal in the first one.
    pub fn decides_ties(self) -> AttributeKind {
        match self.decides() {
            AttributeKind::Number => AttributeKind::Colour,
            AttributeKind::Suit => AttributeKind::Number,
            AttributeKind::Colour => AttributeKind::Suit,
        }
    }

    /// The cards that beat a card that follows.
    #[inline]
    pub fn beaters(self, card: MystiqueCard) -> MystiqueSet {
        let (first, ties) = (self.decides(), self.decides_ties());
        let equal = card.attribute(first).cards();
        self.cards().intersection(higher(card.attribute(first)).union(equal.intersection(higher(card.attribute(ties)))))
    }

    /// A card that follows, where what must be followed has just been said: "one", "a red card".
    pub fn one(self) -> String {
        match (self.suit, self.colour, self.number) {
            (false, true, false) => format!("a {self} card"),
            _ => "one".to_owned(),
        }
    }

    /// "red suns", "threes of suns", "red cards".
    pub fn noun(self) -> String {
        if self.colour && !self.suit && !self.number { format!("{self} cards") } else { self.to_string() }
    }
}

/// What must be followed, in a word or two: "red", "red suns", "threes of suns".
impl fmt::Display for Established {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (suit, colour, number) = (self.led.suit(), self.led.colour(), Attribute::Number(self.led.number()));
        match (self.suit, self.colour, self.number) {
            (true, true, _) => write!(f, "{} {}", colour.word(), suit.word()),
            (true, false, true) => write!(f, "{number} of {}", suit.word()),
            (false, true, true) => write!(f, "{} {number}", colour.word()),
            (true, false, false) => f.write_str(suit.word()),
            (false, true, false) => f.write_str(colour.word()),
            (false, false, _) => write!(f, "{number}"),
        }
    }
}

/// The cards that share anything with this one.
#[inline]
pub fn sharing(card: MystiqueCard) -> MystiqueSet {
    let (suit, colour) = (MystiqueSet::of_suit(card.suit()), MystiqueSet::of_colour(card.colour()));
    suit.union(colour).union(MystiqueSet::of_number(card.number()))
}

/// The cards that would take the lead from a card that leads, if they came next. Where there are none, nothing that comes later can
/// take it either: what beats it in what another card established beats it in all that it shares itself.
pub fn beaters_of_lead(led: MystiqueCard) -> MystiqueSet {
    let alone = |suit, colour, number| Established { led, suit, colour, number }.beaters(led);
    alone(true, false, false).union(alone(false, true, false)).union(alone(false, false, true))
}

/// Sorts cards by these attributes one after the other, each by what beats what here: the highest last.
pub fn sort_by(cards: &mut [MystiqueCard], kinds: [AttributeKind; 3]) {
    cards.sort_unstable_by_key(|card| kinds.map(|kind| Reverse(higher(card.attribute(kind)).len())));
}

/// All cards whose value of this kind is higher: a number that is more, or a suit or colour that beats it.
#[inline]
fn higher(value: Attribute) -> MystiqueSet {
    match value {
        Attribute::Number(number) => HIGHER_NUMBERS.get(usize::from(number)).copied().unwrap_or(MystiqueSet::EMPTY),
        Attribute::Colour(colour) => HIGHER_COLOURS[colour as usize],
        Attribute::Suit(suit) => HIGHER_SUITS[suit as usize],
    }
}

/// By number, from 0.
const HIGHER_NUMBERS: [MystiqueSet; 6] = {
    let mut higher = [MystiqueSet::EMPTY; 6];
    let mut number = 5;
    while number > 0 {
        higher[number - 1] = higher[number].union(MystiqueSet::of_number(number as u8));
        number -= 1;
    }
    higher
};

/// By the place of the colour in [`Colour::ALL`].
const HIGHER_COLOURS: [MystiqueSet; 3] = {
    let mut higher = [MystiqueSet::EMPTY; 3];
    let mut place = 1;
    while place < COLOURS.len() {
        let above = COLOURS[place - 1];
        higher[COLOURS[place] as usize] = higher[above as usize].union(MystiqueSet::of_colour(above));
        place += 1;
    }
    higher
};

/// By the place of the suit in [`MystiqueSuit::ALL`].
const HIGHER_SUITS: [MystiqueSet; 4] = {
    let mut higher = [MystiqueSet::EMPTY; 4];
    let mut place = 1;
    while place < SUITS.len() {
        let above = SUITS[place - 1];
        higher[SUITS[place] as usize] = higher[above as usize].union(MystiqueSet::of_suit(above));
        place += 1;
    }
    higher
};
