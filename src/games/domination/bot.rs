//! What good play in Mystique Domination is, for the search that all card games share.
//!
//! Whoever has the trick takes its suits and leads, so a play is weighed by what it takes, by how likely nobody beats it, and by how
//! it leaves the hand: few plays from going out. A trick that the partner is winning is won already. Of one's cards the partner
//! gets those that one can spare, and that go together.

use arrayvec::ArrayVec;

use crate::cards::{CardBits, Colour, MystiqueCard, MystiqueSet};
use crate::engine::game::Game;
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, Searchable};

use super::patterns::{Move, Pattern, total_of};
use super::reason::Reason;
use super::rules::{DEALT, DominationTable, MystiqueDomination, Partnership, View};
use super::shedding::Shedding;

/// A lead of so many points makes a win e times as likely.
const LEAD: f32 = 25.0;

/// How many moves a search considers: those that look best.
const WIDTH: usize = 24;

/// From among how many cards a search chooses those for the partner.
const SPARE: usize = 10;

/// How much chance plays a part in the policy, in plays.
const WHIM: f32 = 0.8;

/// What the policy thinks things are worth, in plays of one's own that are saved by them: a card that is laid; one that is taken; to
/// lead to the next trick; each point of a pattern's total that is spent; and to go out.
const CARD: f32 = 0.15;
const TAKEN: f32 = 0.25;
const LEADING: f32 = 0.7;
const SPENT: f32 = 0.05;
const OUT: f32 = 50.0;

/// What it costs to play over one's partner, who wins the trick already: cards that would win another.
const OVER_PARTNER: f32 = 2.5;

/// What three cards that go together are worth to the partner, in plays of one's own.
const TOGETHER: f32 = 0.8;

/// A single point above what must be beaten, with so many cards of the colour unseen, is as likely to be beaten as not.
const BEATEN: f32 = 90.0;

/// What a seat that knows its own hand, and what everybody has seen, may think of its moves.
struct HandOutlook<'a> {
    table: &'a DominationTable,
    hand: MystiqueSet,
    shedding: Shedding,
    /// The cards of each colour that may be in the hands of others.
    unseen: [f32; Colour::ALL.len()],
    /// How much more it is worth to be rid of cards, since somebody is about to go out.
    hurry: f32,
    /// What it costs to take the trick from whoever is winning it: something from a partner, nothing from an opponent.
    taking: f32,
    pass: f32,
}

impl<'a> HandOutlook<'a> {
    fn of(table: &'a DominationTable, seat: Seat, hand: MystiqueSet) -> HandOutlook<'a> {
        let out = MystiqueSet::DECK.without(hand.union(table.laid()));
        let unseen = Colour::ALL.map(|colour| out.intersection(MystiqueSet::of_colour(colour)).len() as f32);
        let others = table.seats().iter().filter(|other| Partnership::of(*other) != Partnership::of(seat));
        let fewest = others.map(|other| table.held(other)).min().unwrap_or(0) as f32;
        let shedding = Shedding::of(hand);
        let mut outlook =
            HandOutlook { table, hand, shedding, unseen, hurry: 1.0 + 3.0 / (1.0 + fewest), taking: 0.0, pass: 0.0 };
        let is_partners = table.ahead().is_some_and(|ahead| Partnership::of(ahead) == Partnership::of(seat));
        outlook.taking = if is_partners { OVER_PARTNER } else { 0.0 };
        outlook.pass = outlook.passing(seat);
        outlook
    }

    /// How likely nobody beats these cards.
    fn holds(&self, colour: Colour, total: u8) -> f32 {
        1.0 / (1.0 + self.unseen[colour as usize] * (21.0 - f32::from(total)) / BEATEN)
    }

    /// What it is worth to whoever wins a trick with these cards.
    fn prize(&self, cards: MystiqueSet) -> f32 {
        LEADING + TAKEN * self.table.prize(cards).len() as f32
    }

    /// What it is worth to leave the trick as it is.
    fn passing(&self, seat: Seat) -> f32 {
        let Some((ahead, beat)) = self.table.last_play() else { return 0.0 };
        let side = if Partnership::of(ahead) == Partnership::of(seat) { 1.0 } else { -1.0 };
        side * self.holds(beat.colour, beat.total) * self.prize(beat.cards)
    }

    fn playing(&self, cards: MystiqueSet) -> f32 {
        if self.hand.len() == cards.len() {
            return OUT;
        }
        let (colour, total) = (cards.iter().next().map_or(Colour::Yellow, |card| card.colour()), total_of(cards));
        let saved = f32::from(self.shedding.plays()) - f32::from(self.shedding.without(cards));
        let shed = saved + CARD * self.hurry * cards.len() as f32;
        shed - SPENT * f32::from(total) + self.holds(colour, total) * self.prize(cards) - self.taking
    }

    /// The cards that can be missed most easily: without which the rest of the hand goes in the fewest plays.
    fn spare(&self) -> MystiqueSet {
        let mut cards: ArrayVec<(u8, MystiqueCard), DEALT> = self.hand.iter().map(|card| self.missed(card)).collect();
        cards.sort_unstable();
        cards.into_iter().take(SPARE).map(|(_, card)| card).collect()
    }

    fn missed(&self, card: MystiqueCard) -> (u8, MystiqueCard) {
        (self.shedding.without(MystiqueSet::of_one(card)), card)
    }

    fn giving(&self, cards: MystiqueSet) -> f32 {
        let together = if Pattern::of(cards).is_ok() { TOGETHER } else { 0.0 };
        together - f32::from(self.shedding.without(cards))
    }

    fn promise(&self, mv: &Move) -> f32 {
        match mv {
            Move::Give(cards) => self.giving(*cards),
            Move::Play(cards) => self.playing(*cards),
            Move::Pass => self.pass,
        }
    }
}

impl Searchable for MystiqueDomination {
    /// A round: the next one is dealt anew.
    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.game.finished().len() > root.table.game.finished().len()
    }

    /// Partners win together.
    fn payoffs(&self, _: &Self) -> Payoffs {
        let (game, mut payoffs) = (&self.table.game, Payoffs::default());
        if game.is_over() {
            game.winners().iter().for_each(|seat| payoffs[seat.index()] = 1.0);
            return payoffs;
        }
        let points = Partnership::BOTH.map(|pair| self.table.points(pair));
        let chances = search::chances(&points, LEAD);
        game.seats().iter().for_each(|seat| payoffs[seat.index()] = chances[Partnership::of(seat) as usize]);
        payoffs
    }

    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        let outlook = HandOutlook::of(&self.table, seat, self.hand(seat));
        match self.table.is_giving() {
            true => {
                moves.clear();
                outlook.spare().threes_into(moves, |cards| Move::Give(cards.into_iter().collect()));
            }
            false => self.moves_into(seat, moves),
        }
        search::keep_most_promising(moves, WIDTH, |mv| outlook.promise(mv));
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let outlook = HandOutlook::of(&self.table, seat, self.hand(seat));
        if !self.table.is_giving() {
            return search::most_promising(moves, WHIM, rng, |mv| outlook.promise(mv));
        }
        // Of hundreds of gifts a few are thought of.
        let drawn: [usize; WIDTH] = std::array::from_fn(|_| rng.below(moves.len() as u32) as usize);
        let best = search::most_promising(&drawn, WHIM, rng, |place| outlook.promise(&moves[*place]));
        drawn[best]
    }

    fn is_hidden_move(&self, _: Seat) -> bool {
        self.table.trick.is_none()
    }

    const WORTH: Worth = Worth::Count { one: "point", many: "points", all: "the match", little: 2.0 };

    /// Points of the seat and its partner, which are the same.
    fn count(&self, root: &Self, seat: Seat) -> f32 {
        let points = |game: &Self| game.table.points(Partnership::of(seat));
        (points(self) - points(root)) as f32
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, mv)
    }
}
