//! How a round of Mystique Domination is counted on the table, suit by suit: what each pair has won lies there in heaps.

use crate::cards::{MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::layout::{CardArea, Exhibit, Finale, Heap, ShownCard, Spotlight};
use crate::words::{capitalised, joined, listed};

use super::rules::{DominationRound, DominationTable, MOST_OF_DECK, MOST_OF_SUIT, PRIZE, Partnership, View};

impl View {
    /// The viewer's own pair, then the other one.
    pub fn pairs(&self) -> [Partnership; 2] {
        let own = Partnership::of(self.front());
        [own, own.other()]
    }

    /// What a pair has won, in heaps by suit.
    pub fn won_by_suit(&self, pair: Partnership) -> Vec<Heap> {
        let first = if pair == Partnership::of(self.front()) { 4 } else { 0 };
        let whose = match self.own() {
            Some(own) if Partnership::of(own) == pair => Some("ours"),
            own => own.map(|_| "theirs"),
        };
        let heap = |(number, suit): (u8, MystiqueSuit)| {
            let cards = of_suit(self.table.won(pair), suit);
            Heap {
                number: first + number,
                name: format!("{} won by {}", suit.word(), called(&self.table, pair)),
                caption: format!("{}: {}", whose.unwrap_or(suit.word()), cards.len()),
                cards: shown(cards),
                below: Vec::new(),
            }
        };
        (0..).zip(MystiqueSuit::ALL).map(heap).collect()
    }
}

pub fn of_suit(cards: MystiqueSet, suit: MystiqueSuit) -> MystiqueSet {
    cards.intersection(MystiqueSet::of_suit(suit))
}

/// Cards as they lie in a heap, by card number.
pub fn shown(cards: MystiqueSet) -> Vec<ShownCard> {
    MystiqueCard::by_card_number(cards).into_iter().map(ShownCard::of).collect()
}

/// The seats of a pair.
fn partners(table: &DominationTable, pair: Partnership) -> impl Iterator<Item = Seat> {
    table.seats().iter().filter(move |seat| Partnership::of(*seat) == pair)
}

/// "Ada and Clara".
pub fn called(table: &DominationTable, pair: Partnership) -> String {
    listed(&partners(table, pair).map(Seat::called).collect::<Vec<_>>())
}

/// The plates of a pair.
pub fn plates(table: &DominationTable, pair: Partnership) -> Spotlight {
    Spotlight::plates(partners(table, pair))
}

/// What a round brings both pairs: "Ada and Clara 30, Ben and Dan 20".
pub fn points_of_both(view: &View, detail: &DominationRound) -> String {
    joined(view.pairs().map(|pair| format!("{} {}", called(&view.table, pair), detail.points(pair))), ", ")
}

/// How the last round ended: who has most of each suit, who has most cards, and what that is worth to both.
pub fn round_decided(view: &View) -> Vec<Exhibit> {
    let table = &view.table;
    let Some(detail) = table.game.finished().last().map(|round| &round.detail) else { return Vec::new() };
    let suits = (0..).zip(MystiqueSuit::ALL).map(|(number, suit)| suit_decided(table, detail, number, suit));
    let pair = detail.has_most();
    let most = detail.won[pair as usize].len();
    let caption = match most >= MOST_OF_DECK {
        true => format!("Most cards: {}, {most} of 60", called(table, pair)),
        false => format!("Thirty cards each, and {} went out: {}", detail.out.called(), called(table, pair)),
    };
    let most = Exhibit::part(plates(table, pair), caption, format!("+{PRIZE}"));
    let points = format!("Round {}: {}", table.game.finished().len(), points_of_both(view, detail));
    let sum = Exhibit::sum(Spotlight::NONE, points, "");
    suits.chain([most, sum]).collect()
}

fn suit_decided(table: &DominationTable, detail: &DominationRound, number: u8, suit: MystiqueSuit) -> Exhibit {
    let mut spots = Spotlight::area(CardArea::Pile(number)).and_area(CardArea::Pile(4 + number));
    // Of fifteen cards one pair always has eight or more.
    let pair = detail.has_suit(suit).unwrap_or(Partnership::Even);
    let count = of_suit(detail.won[pair as usize], suit).len();
    let caption = format!("{}: {}, {count} of 15", capitalised(suit.word()), called(table, pair));
    spots.join(&plates(table, pair));
    Exhibit::part(spots, caption, format!("+{PRIZE}"))
}

/// How the match ended: the last round, and the points of both pairs.
pub fn finale(view: &View) -> Finale {
    let (table, game) = (&view.table, &view.table.game);
    let Some(last) = game.finished().last().filter(|_| game.is_over()) else { return Finale::default() };
    let [even, odd] = Partnership::BOTH.map(|pair| table.points(pair));
    let winner = if even > odd { Partnership::Even } else { Partnership::Odd };
    let figure = format!("{} to {}", even.max(odd), even.min(odd));
    let sum = Exhibit::sum(plates(table, winner), format!("{} win", called(table, winner)), figure);
    let all = last.detail.points(winner) == 5 * PRIZE;
    let swept = all.then(|| "All four suits, and most of the cards, in the last round".to_owned());
    let outs = game.finished().iter().filter(|round| Partnership::of(round.detail.out) == winner).count();
    let rounds = game.finished().len();
    let went_out = (rounds > 1).then(|| format!("Went out in {outs} of {rounds} rounds"));
    Finale {
        merits: swept.into_iter().chain(went_out).collect(),
        ..Finale::of(round_decided(view).into_iter().chain([sum]))
    }
}

/// What both pairs have of each suit so far, at the end of the lesson.
pub fn so_far(view: &View) -> Vec<Exhibit> {
    let [own, other] = view.pairs();
    let won = |pair: Partnership, suit: MystiqueSuit| of_suit(view.table.won(pair), suit).len();
    let suit = |(number, suit): (u8, MystiqueSuit)| {
        let figure = format!("{} to {}", won(own, suit), won(other, suit));
        Exhibit::part(Spotlight::area(CardArea::Pile(number)), capitalised(suit.word()), figure)
    };
    let suits = (0..).zip(MystiqueSuit::ALL).map(suit);
    let goal = format!("For {MOST_OF_SUIT} cards of a suit, and for {MOST_OF_DECK} cards in all");
    suits.chain([Exhibit::sum(Spotlight::NONE, goal, format!("{PRIZE} points"))]).collect()
}
