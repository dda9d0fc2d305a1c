//! How something ended, as it is shown: what decided it on the table, piece by piece; then the words; then the figures.
//!
//! A game says it from a view alone, in terms of the table, so that a window can play it, a screen reader can read it aloud, and a
//! test can hold it to the rules. A round and a part of one, such as a sun that is bid for, end in the same way within a game.

use super::beat::{Beat, Cue};
use super::exhibit::{Exhibit, Weight};
use super::table::Layout;

/// A number with its name, as it stands at the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndFigure {
    pub number: String,
    pub name: String,
}

impl EndFigure {
    pub fn new(number: impl ToString, name: impl Into<String>) -> EndFigure {
        EndFigure { number: number.to_string(), name: name.into() }
    }
}

/// How a game ended. Where nothing of it is given, the end says who won, why, and the points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finale {
    /// What decided, in the order in which it is shown.
    pub exhibits: Vec<Exhibit>,
    /// The headline, where the names of the winners are not what matters: "Solved".
    pub title: Option<String>,
    /// What was good about it: "19 presses, the fewest possible".
    pub merits: Vec<String>,
    /// What counts, where that is not the points of the seats.
    pub figures: Vec<EndFigure>,
}

impl Finale {
    pub fn of(exhibits: impl IntoIterator<Item = Exhibit>) -> Finale {
        Finale { exhibits: exhibits.into_iter().collect(), ..Finale::default() }
    }

    /// The moments of what decided, on this table, and then the table alone; none where nothing is shown.
    pub fn beats(&self, layout: &Layout) -> Vec<Beat> {
        if self.exhibits.is_empty() {
            return Vec::new();
        }
        let shown = self.exhibits.iter().cloned().map(|exhibit| Beat::showing(exhibit, layout));
        shown.chain([Beat::new(layout.clone(), Cue::Place)]).collect()
    }

    /// All that is said in it.
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let exhibits = self.exhibits.iter_mut().flat_map(|exhibit| [&mut exhibit.caption, &mut exhibit.figure]);
        let figures = self.figures.iter_mut().map(|figure| &mut figure.name);
        exhibits.chain(&mut self.title).chain(&mut self.merits).chain(figures)
    }

    /// What is wrong with it on this table: something that stands out and is not there, or an exhibit that says nothing.
    pub fn fault(&self, layout: &Layout) -> Option<String> {
        let of_exhibit = |exhibit: &Exhibit| {
            let is_silent = exhibit.words().is_empty() != (exhibit.weight == Weight::Picture);
            let silent = is_silent.then(|| format!("{exhibit:?} says nothing, or too much"));
            let missing = || layout.missing_spot(&exhibit.spots);
            silent.or_else(|| missing().map(|spot| format!("{exhibit:?} is about {spot}, which is not there")))
        };
        let empty = self.merits.iter().chain(&self.title).any(|words| words.is_empty());
        self.exhibits.iter().find_map(of_exhibit).or_else(|| empty.then(|| "words that are empty".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Spotlight;

    #[test]
    fn what_decided_is_shown_one_after_the_other_and_then_the_table_alone() {
        let layout = Layout { size: (10.0, 10.0), ..Layout::default() };
        let finale =
            Finale::of([Exhibit::part(Spotlight::NONE, "Blue", "5"), Exhibit::sum(Spotlight::NONE, "5 × 3", "15")]);
        let beats = finale.beats(&layout);
        let said: Vec<Option<String>> = beats.iter().map(|beat| beat.exhibit.as_ref().map(Exhibit::words)).collect();
        assert_eq!(said, [Some("Blue: 5".to_owned()), Some("5 × 3: 15".to_owned()), None]);
        assert!(beats[0].hold < beats[1].hold && beats.iter().all(|beat| beat.waits.is_none()));
        assert_eq!((beats[2].layout.clone(), Finale::default().beats(&layout).len()), (layout, 0));
    }

    #[test]
    fn an_exhibit_speaks_unless_it_is_a_picture_and_is_about_what_is_there() {
        let layout = Layout::default();
        let fault = |exhibit: Exhibit| Finale::of([exhibit]).fault(&layout);
        assert_eq!(fault(Exhibit::picture()), None);
        assert_eq!(fault(Exhibit::part(Spotlight::NONE, "Presses", "19")), None);
        assert!(fault(Exhibit::part(Spotlight::NONE, "", "")).is_some());
        assert!(fault(Exhibit { caption: "Done".to_owned(), ..Exhibit::picture() }).is_some());
        assert!(fault(Exhibit::part(Spotlight::seat(3), "Ada", "4")).is_some_and(|fault| fault.contains("seat 3")));
    }
}
