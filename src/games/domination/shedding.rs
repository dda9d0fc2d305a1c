//! In how few plays the cards of a hand could be led, if nobody came between: what a bot keeps low, for whoever goes out first ends
//! the round. Suits do not matter for it, so it depends only on how many cards of each number a colour has.

use std::sync::LazyLock;

use super::patterns::numbers_by_colour;
use crate::cards::{Colour, MystiqueSet, MystiqueSuit};

/// How many cards of a number a colour can have, none included, and how many numbers there are.
const COUNTS: usize = MystiqueSuit::ALL.len() + 1;
const NUMBERS: usize = 5;

/// A number for each choice of counts: those of the first number count one each, those of the next [`COUNTS`] each, and so on.
const PLACES: [usize; NUMBERS] = [1, 5, 25, 125, 625];

/// The fewest plays for all counts of one colour.
static FEWEST: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut fewest = vec![0; COUNTS.pow(NUMBERS as u32)];
    for index in 1..fewest.len() {
        let plays = steps(index).into_iter().map(|step| fewest[index - step]);
        fewest[index] = 1 + plays.min().unwrap_or(0);
    }
    fewest
});

/// By how much the number of these counts falls with each pattern that can be laid.
fn steps(index: usize) -> Vec<usize> {
    let counts = PLACES.map(|place| index / place % COUNTS);
    let alike = (0..NUMBERS).flat_map(|number| (1..=counts[number]).map(move |count| count * PLACES[number]));
    let ends = (0..NUMBERS).flat_map(|first| (first + 1..NUMBERS).map(move |last| (first, last)));
    let sequences = ends.filter(|(first, last)| counts[*first..=*last].iter().all(|count| *count > 0));
    alike.chain(sequences.map(|(first, last)| PLACES[first..=last].iter().sum())).collect()
}

/// The number of the counts that one card each of these numbers makes, by their bits.
const INDICES: [usize; 1 << NUMBERS] = {
    let (mut indices, mut numbers) = ([0; 1 << NUMBERS], 1usize);
    while numbers < indices.len() {
        indices[numbers] = indices[numbers & (numbers - 1)] + PLACES[numbers.trailing_zeros() as usize];
        numbers += 1;
    }
    indices
};

/// The number of the counts of each colour among these cards.
#[inline]
fn indices_of(cards: MystiqueSet) -> [usize; Colour::ALL.len()] {
    numbers_by_colour(cards).fold([0; Colour::ALL.len()], |mut all, of_suit| {
        all.iter_mut().zip(of_suit).for_each(|(index, numbers)| *index += INDICES[numbers]);
        all
    })
}

/// In how few plays each colour of a hand could go.
///
/// ```
/// use parlour::games::domination::shedding::Shedding;
///
/// let hand = "1yM 2yS 3yS 3yC 5bM 5bA".parse().unwrap();
/// let shedding = Shedding::of(hand);
/// assert_eq!(shedding.plays(), 3, "a sequence and a three, or a pair of threes and a sequence; and two palms");
/// assert_eq!(shedding.without("3yS 3yC".parse().unwrap()), 2);
/// assert_eq!(shedding.without("5bM".parse().unwrap()), 3, "the other palm stays");
/// ```
pub struct Shedding {
    of_colours: [usize; Colour::ALL.len()],
    plays: u8,
}

impl Shedding {
    pub fn of(hand: MystiqueSet) -> Shedding {
        let of_colours = indices_of(hand);
        Shedding { of_colours, plays: plays_of(of_colours) }
    }

    /// How few plays the whole hand takes.
    pub fn plays(&self) -> u8 {
        self.plays
    }

    /// How few it takes without these cards of it.
    pub fn without(&self, cards: MystiqueSet) -> u8 {
        let (mut of_colours, gone) = (self.of_colours, indices_of(cards));
        of_colours.iter_mut().zip(gone).for_each(|(index, gone)| *index = index.saturating_sub(gone));
        plays_of(of_colours)
    }
}

#[inline]
fn plays_of(of_colours: [usize; Colour::ALL.len()]) -> u8 {
    of_colours.iter().filter_map(|index| FEWEST.get(*index)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_goes_in_as_few_plays_as_a_search_finds() {
        let plays = |hand: &str| Shedding::of(hand.parse().expect("cards")).plays();
        assert_eq!(plays(""), 0);
        assert_eq!(plays("1yM 1yS 1yA 1yC"), 1);
        assert_eq!(plays("1yM 2yM 3yM 4yM 5yM"), 1);
        assert_eq!(plays("1yM 2yM 3yM 1rM 2bM"), 3, "each colour for itself");
        assert_eq!(plays("1yM 3yM 5yM"), 3);
        assert_eq!(plays("1yM 2yM 3yM 3yS 4yM 5yM"), 2);
        assert_eq!(plays("1yM 1yS 2yM 2yS 3yM 3yS"), 2, "two sequences");
    }
}
