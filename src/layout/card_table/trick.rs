//! A trick in the middle: each card before its seat, with who led and who is ahead written over the cards, and why under them. And
//! the last trick, to be looked at once more.

use super::super::area::{Area, AreaLook};
use super::super::piece::Piece;
use super::super::place::{CARD, Place};
use super::super::seat_ring::MiddleSlot;
use super::super::table::{Label, LookBack, TrickCard};
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};
use super::labels::SAID;
use crate::words::{joined, whose};

/// How far under the lowest card of a trick it is said who is ahead in it.
const VERDICT_GAP: f32 = 6.0;

impl CardTable {
    /// A trick in the order in which it was played: each card before its seat, the one that led and the winning one marked. `held` is
    /// how many cards a seat has left: a card that was hidden glides from its place there.
    pub fn trick(&mut self, cards: &[(usize, ShownCard)], winner: Option<usize>, held: impl Fn(usize) -> usize) {
        let slots = self.ring.trick_slots(SAID);
        let wins = if cards.len() < self.ring.seats() { "winning" } else { "wins" };
        for (level, (seat, card)) in (0u16..).zip(cards) {
            let (number, scale, centre) = (*seat as u8, slots.scale, slots.at(MiddleSlot::Of(*seat as u8)));
            let area = CardArea::Trick(number);
            let size = (scale * CARD.0, scale * CARD.1);
            // A card alone is ahead of nothing yet.
            let is_winning = winner == Some(*seat) && cards.len() > 1;
            let look = if is_winning { AreaLook::Marked } else { AreaLook::Bare };
            let name = format!("{} card", whose(number));
            self.layout.areas.push(Area { look, owner: Some(number), ..Area::new(area, centre, size, name) });
            let place = Place { scale, ..Place::at(centre).on_level(level) };
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, place);
            let was = CardPiece::Hidden(number, held(*seat) as u8);
            self.layout.pieces.push(Piece { is_dimmed: card.is_dimmed, ..piece.was(was) });
            let wins = is_winning.then_some(wins);
            let marks = joined((level == 0).then_some("led").into_iter().chain(wins), " · ");
            self.tag(area, marks, wins.is_some());
        }
    }

    /// Says under the trick who is ahead in it, and why.
    pub fn verdict(&mut self, words: String) {
        let low = self.ring.trick_slots(SAID).bottom();
        self.layout.labels.push(Label::verdict((self.ring.size().0 / 2.0, low + VERDICT_GAP), words));
    }

    /// What can be looked at once more, and what it is called: "Last trick".
    pub fn look_back(&mut self, name: &'static str, cards: impl IntoIterator<Item = TrickCard>) {
        self.layout.last = LookBack { name, cards: cards.into_iter().collect(), why: String::new() };
    }

    /// Why the card won that won among those that can be looked at once more.
    pub fn look_back_why(&mut self, why: String) {
        self.layout.last.why = why;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Edges, edges, overlap, shown};
    use super::*;
    use crate::layout::{AreaId, LabelLook, Layout, Material, Point, Room, SeatRing};

    /// A table at which each seat has played to the trick, of which the last card won.
    fn with_whole_trick(seats: usize) -> Layout {
        let mut table = CardTable::new(SeatRing::new(seats, 0, Room::USUAL), Material::Cards);
        for seat in 0..seats {
            table.plate(seat, "12 points".to_owned(), false, false);
            table.taken(seat, 12);
        }
        table.own_hand(&shown(9), true);
        let trick: Vec<(usize, ShownCard)> = (0..seats).zip(shown(124).into_iter().skip(100)).collect();
        table.trick(&trick, Some(seats - 1), |_| 9);
        table.verdict("Ada wins the trick: suns beat moons".to_owned());
        table.finish()
    }

    #[test]
    fn who_led_and_who_wins_stands_over_their_cards_and_in_the_names_of_their_places() {
        for seats in 2..=8 {
            let layout = with_whole_trick(seats);
            assert_eq!(layout.fault(), None, "{seats} seats");
            let tags = layout.labels.iter().filter(|label| label.look != LabelLook::Verdict);
            let tags: Vec<(&str, LabelLook, Point)> =
                tags.map(|tag| (tag.text.as_str(), tag.look, tag.centre)).collect();
            let place = |seat: usize| layout.area(AreaId::of(CardArea::Trick(seat as u8))).expect("a card");
            let over = |seat: usize| (place(seat).centre.0, place(seat).centre.1 - place(seat).size.1 / 2.0);
            let expected = [("led", LabelLook::Tag, over(0)), ("wins", LabelLook::BrightTag, over(seats - 1))];
            assert_eq!(tags, expected, "{seats} seats");
            assert!(place(0).name.ends_with("card, led") && place(seats - 1).name.ends_with("card, wins"));
        }
    }

    #[test]
    fn a_card_alone_only_led_and_one_that_led_and_is_ahead_has_both_words() {
        let tags = |cards: usize| {
            let mut table = CardTable::new(SeatRing::new(4, 0, Room::USUAL), Material::Cards);
            let trick: Vec<(usize, ShownCard)> = (1..).zip(shown(cards as u8)).collect();
            table.trick(&trick, Some(1), |_| 9);
            table.finish().labels.into_iter().map(|label| label.text).collect::<Vec<String>>()
        };
        assert_eq!([tags(1), tags(2), tags(3)], [["led"], ["led · winning"], ["led · winning"]]);
        let marked = |cards: usize| {
            let mut table = CardTable::new(SeatRing::new(4, 0, Room::USUAL), Material::Cards);
            let trick: Vec<(usize, ShownCard)> = (1..).zip(shown(cards as u8)).collect();
            table.trick(&trick, Some(1), |_| 9);
            table.finish().areas.iter().filter(|area| area.look == AreaLook::Marked).count()
        };
        assert_eq!([marked(1), marked(2)], [0, 1], "and no star either");
    }

    /// About how wide a line of this many letters is, and how high.
    fn line((x, top): Point, letters: usize) -> Edges {
        let wide = 8.0 * letters as f32;
        [x - wide / 2.0, x + wide / 2.0, top, top + 22.0]
    }

    #[test]
    fn why_a_card_wins_is_said_where_no_card_plate_or_hand_lies() {
        for seats in 2..=8 {
            let layout = with_whole_trick(seats);
            let said = layout.labels.iter().find(|label| label.look == LabelLook::Verdict).expect("a verdict");
            let said = line(said.centre, said.text.len());
            let card =
                |piece: &Piece| edges(piece.place.centre, (piece.place.scale * CARD.0, piece.place.scale * CARD.1));
            let mut others = layout.pieces.iter().map(card);
            let mut plates = layout.plates.iter().map(|plate| edges(plate.centre, plate.size));
            assert!(!others.any(|other| overlap(said, other)), "{seats} seats: a card");
            assert!(!plates.any(|plate| overlap(said, plate)), "{seats} seats: a plate");
        }
    }
}
