//! Words about cards, written on the cloth: over their upper edges, on one that must be followed, and under those in the middle.
//! Words about an area are a part of its name, too, for those who cannot see them.

use super::super::area::AreaId;
use super::super::piece::{Piece, PieceId};
use super::super::place::CARD;
use super::super::table::{Label, LabelLook};
use super::builder::CardTable;
use super::cards::CardArea;

/// The height of a line of words under what lies in the middle.
pub(super) const SAID: f32 = 28.0;

/// How far the words on a card are over its lower edge, where the words over a card below it may reach.
const UNDER_DEMAND: f32 = 16.0;

/// The same of a word on small cards, which is there in their middle.
const UNDER_MARK: f32 = 12.0;

/// About how wide a letter is that is written over a card or on it, and what is round the words; and how far they may reach beyond the
/// card at each side.
const TAG_LETTER: f32 = 9.0;
const ROUND_TAG: f32 = 21.0;
const BESIDE_TAG: f32 = 8.0;

impl CardTable {
    /// Writes on the lower part of a card in the middle what must be followed, which is a part of its area's name from then on. Where
    /// all of it is too wide for the card, it says less.
    pub fn demand(&mut self, area: CardArea, asks: &str) {
        let id = AreaId::of(area);
        let Some(area) = self.layout.areas.iter_mut().find(|area| area.id == id) else { return };
        area.name = format!("{}, follow {asks}", area.name);
        let low = (area.centre.0, area.centre.1 + area.size.1 / 2.0 - UNDER_DEMAND);
        let room = area.size.0 + 2.0 * BESIDE_TAG;
        let whole = in_lines(&format!("follow {asks}"), room);
        let text = whole.or_else(|| in_lines(asks, room)).unwrap_or_else(|| asks.replace(' ', "\n"));
        self.layout.labels.push(Label { look: LabelLook::OnCard, ..Label::new(low, text) });
    }

    /// Writes a word on cards whose backs do not say what they are.
    pub fn mark(&mut self, area: CardArea, word: &str) {
        let id = AreaId::of(area);
        let Some(area) = self.layout.area(id).filter(|_| self.layout.top_of(id).is_some()) else { return };
        let foot = (area.centre.0, area.centre.1 + area.size.1 / 2.0 - UNDER_MARK);
        self.layout.labels.push(Label { look: LabelLook::OnCard, ..Label::new(foot, word) });
    }

    /// Writes a few words over the upper edge of an area, which are a part of its name from then on; bright where they are about what
    /// is ahead. No words, nothing written.
    pub fn tag(&mut self, area: CardArea, words: String, is_bright: bool) {
        let id = AreaId::of(area);
        let Some(area) = self.layout.areas.iter_mut().find(|area| area.id == id && !words.is_empty()) else { return };
        area.name = format!("{}, {}", area.name, words.replace(" · ", ", "));
        let edge = (area.centre.0, area.centre.1 - area.size.1 / 2.0);
        // Where many cards lie side by side, the last of the words is what matters.
        let is_narrow = self.ring.is_crowded() && width_of(&words) > area.size.0 + 2.0 * BESIDE_TAG;
        let words = words.rsplit(" · ").next().filter(|_| is_narrow).map_or(words.clone(), str::to_owned);
        self.layout.labels.push(Label::tag(edge, words, is_bright));
    }

    /// Writes a few words over the upper edge of pieces that lie side by side.
    pub fn tag_pieces(&mut self, pieces: &[PieceId], words: String) {
        let meant = || self.layout.pieces.iter().filter(|piece| pieces.contains(&piece.id));
        let (xs, count) = (meant().map(|piece| piece.place.centre.0), meant().count());
        let edge = |piece: &Piece| piece.place.centre.1 - 0.5 * piece.place.scale * CARD.1;
        if count > 0 {
            let edge = (xs.sum::<f32>() / count as f32, meant().map(edge).fold(f32::MAX, f32::min));
            self.layout.labels.push(Label::tag(edge, words, true));
        }
    }

    /// Says under the cards in the middle what must be done about them.
    pub fn say(&mut self, words: String) {
        let (centre, (_, high)) = self.ring.middle(true);
        self.layout.labels.push(Label::new((self.said_at, centre.1 + high / 2.0 - SAID / 2.0), words));
    }
}

/// About how wide words are that are written over a card or on it, where they are widest.
fn width_of(words: &str) -> f32 {
    TAG_LETTER * words.chars().count() as f32 + ROUND_TAG
}

/// These words in a line, or in two that are each no wider than this; `None` where that cannot be.
fn in_lines(words: &str, room: f32) -> Option<String> {
    if width_of(words) <= room {
        return Some(words.to_owned());
    }
    let fits = |(first, second): &(&str, &str)| width_of(first).max(width_of(second)) <= room;
    let mut breaks = words.match_indices(' ').map(|(at, _)| words.split_at(at)).map(|(one, other)| (one, &other[1..]));
    breaks.find(fits).map(|(first, second)| format!("{first}\n{second}"))
}

#[cfg(test)]
mod tests {
    use super::super::cards::CardPiece;
    use super::super::tests::shown;
    use super::*;
    use crate::layout::{Material, Room, SeatRing};

    #[test]
    fn words_over_several_cards_stand_over_their_middle() {
        let mut table = CardTable::new(SeatRing::new(3, 0, Room::USUAL), Material::Cards);
        let groups = [(1, shown(124).into_iter().skip(120).collect()), (2, shown(5))];
        table.groups(&groups, |_| 9);
        let pieces: Vec<PieceId> = (0..5).map(|number| PieceId::of(CardPiece::Card(number))).collect();
        table.tag_pieces(&pieces, "Ada’s spell".to_owned());
        let layout = table.finish();
        let [tag] = &layout.labels[..] else { panic!("{:?}", layout.labels) };
        assert_eq!((tag.text.as_str(), tag.look), ("Ada’s spell", LabelLook::BrightTag));
        let last = layout.piece(pieces[0]).expect("a card").place;
        let edge = (layout.size.0 / 2.0, last.centre.1 - 0.5 * last.scale * CARD.1);
        assert!((tag.centre.0 - edge.0).abs() < 0.1 && (tag.centre.1 - edge.1).abs() < 0.1, "{tag:?}");
        // What is not there has no words.
        let mut table = CardTable::new(SeatRing::new(3, 0, Room::USUAL), Material::Cards);
        table.tag_pieces(&pieces, "Ada’s spell".to_owned());
        table.tag(CardArea::Trick(2), "led".to_owned(), false);
        assert!(table.finish().labels.is_empty());
    }
}
