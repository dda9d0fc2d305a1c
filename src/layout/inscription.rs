//! How large and where it is written what is said about the cards on a table: who led and who is ahead, over their edges; what must be
//! followed, on a card; and why somebody is ahead, under them. As large as the text, as far as that hides neither the lines of a plate
//! nor the index of a card, nor what lies beside a card that is written on, and never smaller than at 100 %.

use super::area::{Area, AreaLook};
use super::extent::Extent;
use super::piece::Piece;
use super::table::{CAPTION_GAP, CAPTION_ROOM, Label, LabelLook, Layout};

/// How high letters are, in table units, and within which bounds, in points, at 100 %.
struct LetterSize {
    units: f32,
    least: f32,
    most: f32,
}

const TAG: LetterSize = LetterSize { units: 14.0, least: 12.5, most: 20.0 };
const VERDICT: LetterSize = LetterSize { units: 16.0, least: 13.0, most: 24.0 };

/// How many sizes are tried between the one that is wanted and the least.
const STEPS: usize = 6;

/// A line is so many times as high as its letters.
const LINE: f32 = 1.21;

/// What is round the words, both sides together, in points: of a tag, of words on a card, and of a verdict.
const ROUND: (f32, f32) = (16.0, 4.0);
const ROUND_ON_CARD: (f32, f32) = (8.0, 4.0);
const ROUND_VERDICT: (f32, f32) = (24.0, 4.0);

/// How wide a verdict may become before it is broken in two, in table units.
const VERDICT_WIDE: f32 = 720.0;

/// How far a tag reaches over the edge that it is about, in points.
const OVER_EDGE: f32 = 0.5;

/// How near to the middle of an area's upper edge a tag is about it, in table units.
const NEAR_EDGE: f32 = 6.0;

/// How much of the shorter side of what leads the radius of its star's coin is, and the least of that, in points. Its middle is that of the
/// upper edge.
pub const LEADER_STAR: (f32, f32) = (0.13, 7.0);

/// How far a tag stands over the star of a card that is in the lead.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OverStar {
    /// So that all of it is seen.
    Whole,
    /// As far as it takes to tell that it is a star, [`PART_OF_STAR`].
    Part,
}

/// In table units.
const PART_OF_STAR: f32 = 6.0;

/// So much of something may be hidden without harm: in points of anything, and of the height of a plate, which is free above and below
/// its lines.
const HARMLESS: f32 = 2.0;
const FREE_OF_PLATE: f32 = 0.1;

/// How far a tag may be moved aside, as a part of its width, and how far beyond what it would hide, in table units.
const MOST_ASIDE: f32 = 0.25;
const CLEAR: f32 = 0.1;

/// Where a card has its index, at its upper left corner: how far right it reaches, and from where to where down, as parts of the card.
const INDEX: (f32, (f32, f32)) = (0.28, (0.04, 0.42));

/// How a table is shown, and how its words are measured.
#[derive(Clone, Copy)]
pub struct Lettering<'a> {
    /// Points for a table unit.
    pub points: f32,
    /// How much larger text is than at 100 %: 1 or more.
    pub growth: f32,
    /// How wide a line is in bold letters, for their height.
    pub wide: &'a dyn Fn(&str) -> f32,
}

/// One of the labels about cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inscription {
    /// Its place among the labels.
    pub label: usize,
    /// How high its letters are, in points.
    pub letters: f32,
    /// How wide its lines become at most before they are broken, in points.
    pub widest: f32,
    /// Where it is, with what is round the words, in table units.
    pub extent: Extent,
}

impl LetterSize {
    /// The size that is wanted, in points, and the least.
    fn bounds(&self, lettering: &Lettering) -> (f32, f32) {
        let wanted = (self.units * lettering.points).clamp(self.least, self.most);
        (wanted, (self.least / lettering.growth).min(wanted))
    }
}

/// Labels that are as large as each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InscriptionKind {
    Tag,
    OnCard,
    Verdict,
}

impl InscriptionKind {
    /// In the order in which they take their places.
    const ALL: [InscriptionKind; 3] = [InscriptionKind::Tag, InscriptionKind::OnCard, InscriptionKind::Verdict];

    fn of(look: LabelLook) -> Option<InscriptionKind> {
        match look {
            LabelLook::Tag | LabelLook::BrightTag => Some(InscriptionKind::Tag),
            LabelLook::OnCard => Some(InscriptionKind::OnCard),
            LabelLook::Verdict => Some(InscriptionKind::Verdict),
            LabelLook::Plain | LabelLook::Caption | LabelLook::Banner => None,
        }
    }
}

impl Layout {
    /// Everything that is written about cards here, each with its place: those of a kind as large as each other, and as large as the
    /// text if that hides nothing.
    pub fn inscriptions(&self, lettering: &Lettering) -> Vec<Inscription> {
        let mut all = Vec::new();
        if !self.labels.iter().any(|label| label.look.is_of_pieces()) {
            return all;
        }
        let mut kept = self.not_to_hide(lettering.points);
        for kind in InscriptionKind::ALL {
            let written = match kind {
                // Words on a card keep to it.
                InscriptionKind::OnCard => {
                    let others: Vec<Extent> = kept.iter().copied().chain(self.cards_without_words()).collect();
                    self.written_largest(kind, lettering, &others)
                }
                InscriptionKind::Tag | InscriptionKind::Verdict => self.written_largest(kind, lettering, &kept),
            };
            kept.extend(written.iter().map(|inscription| inscription.extent));
            all.extend(written);
        }
        all
    }

    /// Those of a kind in the largest letters that hide least.
    fn written_largest(&self, kind: InscriptionKind, lettering: &Lettering, kept: &[Extent]) -> Vec<Inscription> {
        let size = if kind == InscriptionKind::Verdict { VERDICT } else { TAG };
        let (wanted, least) = size.bounds(lettering);
        if kind == InscriptionKind::Tag
            && let Some(written) = self.written_over_stars(wanted, lettering, kept)
        {
            return written;
        }
        let mut best: Option<(f32, Vec<Inscription>)> = None;
        for step in 0..=STEPS {
            let letters = wanted + (least - wanted) * step as f32 / STEPS as f32;
            let harmless = HARMLESS / lettering.points;
            let mut written = self.written(kind, letters, OverStar::Part, lettering);
            if kind == InscriptionKind::Tag {
                written.iter_mut().for_each(|inscription| inscription.keep_clear(kept, harmless));
            }
            let hides = hidden(&written, kept, harmless);
            if best.as_ref().is_none_or(|(fewest, _)| hides < *fewest) {
                best = Some((hides, written));
            }
            if hides <= 0.0 {
                break;
            }
        }
        best.map_or(Vec::new(), |(_, written)| written)
    }

    /// Tags as large as they are wanted, over the whole stars of what leads; `None` if there is no star, or if they would hide something
    /// there or reach a plate or a caption.
    fn written_over_stars(&self, letters: f32, lettering: &Lettering, kept: &[Extent]) -> Option<Vec<Inscription>> {
        let mut tags = self.labels.iter().filter(|label| InscriptionKind::of(label.look) == Some(InscriptionKind::Tag));
        if !tags.any(|label| self.leading_under(label).is_some()) {
            return None;
        }
        let (wide, high) = self.plate_growth(f32::INFINITY);
        let plates =
            self.plates.iter().map(|plate| Extent::about(plate.centre, (wide * plate.size.0, high * plate.size.1)));
        let captions = self.areas.iter().filter_map(|area| {
            let words = area.caption.as_deref()?;
            let below = (area.centre.0, area.centre.1 + (area.size.1 + CAPTION_ROOM) / 2.0 + CAPTION_GAP);
            Some(Extent::about(below, ((lettering.wide)(words) * CAPTION_ROOM, CAPTION_ROOM)))
        });
        let kept: Vec<Extent> = kept.iter().copied().chain(plates).chain(captions).collect();
        let mut written = self.written(InscriptionKind::Tag, letters, OverStar::Whole, lettering);
        written.iter_mut().for_each(|inscription| inscription.keep_clear(&kept, 0.0));
        (hidden(&written, &kept, 0.0) <= 0.0).then_some(written)
    }

    /// Those of a kind.
    fn written(&self, kind: InscriptionKind, letters: f32, over: OverStar, lettering: &Lettering) -> Vec<Inscription> {
        let labels = self.labels.iter().enumerate().filter(|(_, label)| InscriptionKind::of(label.look) == Some(kind));
        labels.map(|(number, label)| self.inscription(number, label, (letters, over), lettering)).collect()
    }

    fn inscription(
        &self,
        number: usize,
        label: &Label,
        (letters, over): (f32, OverStar),
        lettering: &Lettering,
    ) -> Inscription {
        let points = lettering.points;
        let (widest, round) = match label.look {
            LabelLook::Verdict => (VERDICT_WIDE, ROUND_VERDICT),
            LabelLook::OnCard => (f32::INFINITY, ROUND_ON_CARD),
            _ => (f32::INFINITY, ROUND),
        };
        let across = label.text.lines().map(|line| (lettering.wide)(line) * letters / points);
        let (mut lines, mut wide) = (0.0, 0.0f32);
        for across in across {
            lines += (across / widest).ceil().max(1.0);
            wide = wide.max(across.min(widest));
        }
        let (wide, high) = (wide + round.0 / points, (LINE * letters * lines + round.1) / points);
        let (x, y) = label.centre;
        let middle = match label.look {
            LabelLook::Verdict => y + high / 2.0,
            LabelLook::Tag | LabelLook::BrightTag => self.foot_of_tag(label, over, points) - high / 2.0,
            LabelLook::OnCard | LabelLook::Plain | LabelLook::Caption | LabelLook::Banner => y - high / 2.0,
        };
        let extent = Extent::about((x, middle), (wide, high));
        Inscription { label: number, letters, widest: widest * points, extent }
    }

    /// The lower edge of a tag: at the edge that it is about, or over the star of a card that is in the lead.
    fn foot_of_tag(&self, label: &Label, over: OverStar, points: f32) -> f32 {
        let up = self.leading_under(label).map_or(0.0, |area| match over {
            OverStar::Whole => (LEADER_STAR.0 * area.size.0.min(area.size.1)).max(LEADER_STAR.1 / points),
            OverStar::Part => PART_OF_STAR,
        });
        label.centre.1 + OVER_EDGE / points - up
    }

    /// What leads, of the area at whose upper edge a tag stands.
    fn leading_under(&self, label: &Label) -> Option<&Area> {
        let (x, y) = label.centre;
        self.areas.iter().find(|area| {
            let (across, edge) = ((area.centre.0 - x).abs(), area.centre.1 - area.size.1 / 2.0);
            area.look == AreaLook::Marked && across < area.size.0 / 2.0 && (edge - y).abs() < NEAR_EDGE
        })
    }

    /// The lines of the plates, as they are drawn, and the indices of open cards.
    fn not_to_hide(&self, points: f32) -> Vec<Extent> {
        let growth = self.readable_plates(points);
        let plates = self.plates.iter().map(|plate| {
            let plate = self.plate_extent(plate, growth);
            plate.grown((0.0, -FREE_OF_PLATE * plate.size().1))
        });
        plates.chain(self.pieces.iter().filter_map(|piece| self.index_of(piece))).collect()
    }

    /// The open cards on which nothing is written.
    fn cards_without_words(&self) -> impl Iterator<Item = Extent> {
        let words = self.labels.iter().filter(|label| label.look == LabelLook::OnCard);
        let words: Vec<Extent> = words.map(|label| Extent::about(label.centre, (1.0, 1.0))).collect();
        let cards = self.pieces.iter().filter(|piece| piece.face.is_card()).map(|piece| self.piece_extent(piece));
        cards.filter(move |card| !words.iter().any(|words| card.meets(*words)))
    }

    /// Where the index of an open card is; `None` if another card lies over it.
    fn index_of(&self, piece: &Piece) -> Option<Extent> {
        if !piece.face.is_card() {
            return None;
        }
        let card = self.piece_extent(piece);
        let (wide, high) = card.size();
        let (across, (from, to)) = INDEX;
        let (right, top, bottom) = (card.left + across * wide, card.top + from * high, card.top + to * high);
        let index = Extent { right, top, bottom, ..card };
        let middle = Extent::about(index.centre(), (1.0, 1.0));
        let lies_over = |other: &Piece| other.place.level > piece.place.level && self.piece_extent(other).meets(middle);
        (!self.pieces.iter().any(lies_over)).then_some(index)
    }
}

impl Inscription {
    /// Moves it aside as far as it takes to hide nothing of this, if it still stands over what it is about then.
    fn keep_clear(&mut self, kept: &[Extent], harmless: f32) {
        let inner = self.extent.grown((-harmless, -harmless));
        let hidden = kept.iter().filter(|kept| inner.meets(**kept));
        let shortest = hidden.map(|kept| {
            let (right, left) = (kept.right - inner.left + CLEAR, kept.left - inner.right - CLEAR);
            if right < -left { right } else { left }
        });
        let Some(aside) = shortest.max_by(|one, other| one.abs().total_cmp(&other.abs())) else { return };
        if aside.abs() <= MOST_ASIDE * self.extent.size().0 {
            self.extent.left += aside;
            self.extent.right += aside;
        }
    }
}

/// How much is hidden by what is written, or of something written by something else that is, beyond what is harmless.
fn hidden(written: &[Inscription], kept: &[Extent], harmless: f32) -> f32 {
    let of = |(number, inscription): (usize, &Inscription)| -> f32 {
        let inner = inscription.extent.grown((-harmless, -harmless));
        let others = written.iter().take(number).map(|other| other.extent);
        kept.iter().copied().chain(others).map(|kept| inner.shared(kept)).sum()
    };
    written.iter().enumerate().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{CARD, CardArea, CardPiece, Face, PLATE, PieceId, Place, Point, SeatPlate};

    /// A card of Mystique in the middle of its area, with these words over its edge.
    fn tagged(at: Point, words: &str) -> Layout {
        let face = Face::Mystique("3rC".parse().expect("a card"));
        let area = CardArea::Trick(0);
        Layout {
            size: (900.0, 1200.0),
            areas: vec![Area::new(area, at, CARD, "a card")],
            pieces: vec![Piece::new(CardPiece::Card(0), face, area, Place::at(at))],
            labels: vec![Label::tag((at.0, at.1 - CARD.1 / 2.0), words, true)],
            ..Layout::default()
        }
    }

    fn plate_at(centre: Point) -> SeatPlate {
        let words = "2 cards".to_owned();
        SeatPlate { seat: 1, centre, size: PLATE, words, is_turn: false, is_dealer: false }
    }

    /// With text of 200 % on a table that is shown at half its size.
    fn large(layout: &Layout) -> Vec<Inscription> {
        let wide = |words: &str| 0.55 * words.chars().count() as f32;
        layout.inscriptions(&Lettering { points: 0.5, growth: 2.0, wide: &wide })
    }

    #[test]
    fn words_over_an_edge_are_as_large_as_the_text_where_there_is_room() {
        let all = large(&tagged((450.0, 400.0), "Ada’s spell"));
        let [tag] = &all[..] else { panic!("{all:?}") };
        assert_eq!((tag.label, tag.letters), (0, TAG.least));
        let over = tag.extent.bottom - (400.0 - CARD.1 / 2.0);
        assert!((tag.extent.centre().0 - 450.0).abs() < 0.01 && (over - 1.0).abs() < 0.01, "{tag:?}");
    }

    #[test]
    fn words_over_an_edge_are_smaller_where_they_would_reach_the_lines_of_a_plate() {
        // At the upper edge it grows upwards.
        let plate = |room: f32| plate_at((450.0, 330.0 - room - PLATE.1 / 2.0));
        let letters = |room: f32| {
            let layout = Layout { plates: vec![plate(room)], ..tagged((450.0, 400.0), "Ada’s spell") };
            large(&layout)[0].letters
        };
        assert_eq!(letters(40.0), TAG.least);
        let between = letters(16.0);
        assert!(between < TAG.least && between > TAG.least / 2.0, "{between}");
        assert_eq!(letters(4.0), TAG.least / 2.0, "and never smaller than at 100 %");
    }

    #[test]
    fn words_over_an_edge_make_way_for_a_plate_beside_them() {
        // It is drawn to 378, and the words begin at 358.
        let layout = Layout { plates: vec![plate_at((268.0, 322.0))], ..tagged((450.0, 400.0), "Ada’s spell") };
        let tag = large(&layout)[0];
        assert_eq!(tag.letters, TAG.least);
        assert!(tag.extent.left > 374.0 && tag.extent.left < 376.0, "{tag:?}");
    }

    #[test]
    fn words_on_a_card_do_not_reach_over_the_cards_beside_it() {
        let on_card = |beside: &[Point]| {
            let mut layout = tagged((450.0, 400.0), "");
            layout.labels = vec![Label { look: LabelLook::OnCard, ..Label::new((450.0, 456.0), "no crowns") }];
            let cards = (1..).zip(beside).map(|(number, at)| Piece {
                id: PieceId::of(CardPiece::Card(number)),
                place: Place::at(*at),
                ..layout.pieces[0]
            });
            layout.pieces.extend(cards.collect::<Vec<_>>());
            large(&layout)[0]
        };
        assert_eq!(on_card(&[]).letters, TAG.least);
        let between = on_card(&[(555.0, 400.0)]);
        assert!(between.letters < TAG.least && between.extent.right <= 505.0 + 2.0 * HARMLESS, "{between:?}");
    }

    #[test]
    fn the_star_of_a_card_in_the_lead_stays_in_sight() {
        let mut layout = tagged((450.0, 400.0), "wins");
        let low = large(&layout)[0].extent.bottom;
        layout.areas[0].look = AreaLook::Marked;
        // At half the size the least radius, seven points, is fourteen table units.
        assert!((low - large(&layout)[0].extent.bottom - 14.0).abs() < 0.01);
    }

    #[test]
    fn words_under_a_trick_are_broken_where_they_are_too_long_and_hide_no_index_below_them() {
        let says = |words: &str| {
            let mut layout = tagged((450.0, 400.0), "led");
            layout.labels = vec![Label::verdict((450.0, 270.0), words)];
            large(&layout)[0]
        };
        let (short, long) = (says("Ada wins"), says(&"the highest of all ".repeat(4)));
        assert_eq!(short.letters, VERDICT.least);
        assert!(long.extent.size().0 < VERDICT_WIDE + 2.1 * ROUND_VERDICT.0, "{long:?}");
        assert!(long.letters < short.letters && long.extent.bottom < 345.0, "{long:?}");
    }
}
