//! What shows on the cloth or over it and is no piece: the legend in an empty middle, how far each seat is, a large arrow, a chart,
//! and fans of what is known of the cards under others.

use super::super::area::{Area, AreaId};
use super::super::chart::Chart;
use super::super::legend::{Legend, LegendPicture};
use super::super::piece::Face;
use super::super::race::{LargeArrow, RaceTrack};
use super::super::table::CardFan;
use super::builder::CardTable;
use super::cards::CardArea;

/// How far the pictures of a legend are from its middle, as a part of the middle of the table; and at its sides where text is large, so
/// that there is room for the words beside them.
const LEGEND_REACH: (f32, f32) = (0.3, 0.24);
const LEGEND_REACH_LARGE: f32 = 0.24;

/// How wide a row of pictures is, from the first to the last, as a part of the same.
const LEGEND_ROW: f32 = 0.72;

impl CardTable {
    /// Says in the empty middle what somebody new must know: pictures with words, each with an arrow to the next, and what the arrows
    /// mean.
    pub fn legend(&mut self, says: &str, signs: impl IntoIterator<Item = (LegendPicture, String)>) {
        let Some(Area { centre, size, .. }) = self.layout.area(AreaId::of(CardArea::Middle)) else { return };
        let beside = if self.ring.has_large_captions() { LEGEND_REACH_LARGE } else { LEGEND_REACH.0 };
        let radius = (beside * size.0, LEGEND_REACH.1 * size.1);
        self.layout.legend = Some(Legend::wheel(*centre, radius, says, signs));
    }

    /// The same in a row, where the last is not followed by the first.
    pub fn legend_in_order(&mut self, says: &str, signs: impl IntoIterator<Item = (LegendPicture, String)>) {
        let Some(Area { centre, size, .. }) = self.layout.area(AreaId::of(CardArea::Middle)) else { return };
        self.layout.legend = Some(Legend::row(*centre, LEGEND_ROW * size.0, says, signs));
    }

    /// Shows how far each seat is.
    pub fn race(&mut self, race: RaceTrack) {
        self.layout.race = Some(race);
    }

    /// Shows which way something goes.
    pub fn arrow(&mut self, arrow: LargeArrow) {
        self.layout.arrow = Some(arrow);
    }

    /// Shows a chart beside the pieces.
    pub fn chart(&mut self, chart: Chart) {
        self.layout.chart = Some(chart);
    }

    /// Says what is known of the cards under the top one of an area, from above.
    pub fn under(&mut self, area: CardArea, cards: impl IntoIterator<Item = Option<Face>>) {
        self.layout.fans.extend(CardFan::of(area, cards));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::edges;
    use super::*;
    use crate::layout::{LEGEND_PICTURE, Material, Room, SeatRing};

    #[test]
    fn a_legend_keeps_within_the_middle_of_the_table() {
        let signs = || (0..4).map(|number| (LegendPicture::Face(Face::Back), format!("number {number}")));
        for seats in 2..=8 {
            let mut table = CardTable::new(SeatRing::new(seats, 0, Room::USUAL), Material::Cards);
            table.legend("each beats the next", signs());
            let layout = table.finish();
            assert_eq!(layout.fault(), None, "{seats} seats");
            let middle = layout.area(AreaId::of(CardArea::Middle)).expect("a middle");
            let middle = edges(middle.centre, middle.size);
            for sign in &layout.legend.as_ref().expect("a legend").signs {
                let [left, right, top, bottom] = edges(sign.centre, (LEGEND_PICTURE, LEGEND_PICTURE));
                assert!(left >= middle[0] && right <= middle[1] && top >= middle[2] && bottom <= middle[3]);
            }
            assert!(layout.described().contains("Each beats the next: number 0, number 1"));
        }
    }
}
