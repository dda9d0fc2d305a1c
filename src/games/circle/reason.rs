//! What speaks for a move in Mystique Circle: what can be seen of it, with cards and figures, and the sentence made of that.

use std::fmt;

use crate::cards::{CardBits, Colour, MystiqueCard, MystiqueSet};
use crate::engine::seen::ZoneTable;
use crate::engine::trick::{Trick, TrickRules};
use crate::words::{counted_in_words, in_words, listed};

use super::rules::{CircleRules, Hole, View, deck_for};

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Bids {
        hole: Hole,
        /// About how many tricks the nine cards that stay in the hand may win.
        looks_good_for: u8,
    },
    Plays {
        card: MystiqueCard,
        aim: TrickAim,
        role: TrickRole,
    },
}

/// What somebody plays for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrickAim {
    /// So many more tricks make the bid.
    More(u8),
    /// The bid is made, as long as no more tricks are won.
    Enough,
    /// The bid can no longer be made: each trick is a point.
    Lost,
}

/// What a card does in the trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrickRole {
    Leads {
        /// How many cards that are still out beat it.
        beaten_by: u8,
        /// No other card that may be led is beaten by fewer, or by more.
        is_hardest: bool,
        is_easiest: bool,
    },
    /// It takes the lead.
    Wins {
        /// How many cards that are still out beat it.
        beaten_by: u8,
        /// Whether nobody plays after it.
        is_last: bool,
        /// Whether another card that may be played would not take the lead.
        is_choice: bool,
    },
    /// It follows, and cannot win.
    Loses {
        winning: MystiqueCard,
        /// Whether another card that may be played would take the lead.
        is_choice: bool,
        /// The card that stays in the hand and is hardest to beat, if it is harder to beat than this one.
        keeps: Option<MystiqueCard>,
    },
    /// It does not follow, for there is no card of this colour in the hand.
    Tosses { led: Colour, keeps: Option<MystiqueCard> },
}

impl Reason {
    /// What speaks for playing this card.
    pub fn of_card(view: &View, card: MystiqueCard) -> Reason {
        Reason::Plays { card, aim: TrickAim::of(view), role: role(view, card) }
    }
}

impl TrickAim {
    pub fn of(view: &View) -> TrickAim {
        match view.needs() {
            0 => TrickAim::Enough,
            // Each card in the hand is a trick to come.
            needs if needs < 0 || needs as usize > view.hand().len() => TrickAim::Lost,
            needs => TrickAim::More(needs as u8),
        }
    }
}

fn role(view: &View, card: MystiqueCard) -> TrickRole {
    let (tricks, hand) = (&view.table.tricks, view.hand());
    let playable = tricks.playable(hand);
    let (Some(led), Some(winning)) = (tricks.trick.led(), tricks.trick.winning_card()) else {
        let beaten_by = beaten_by(view, card);
        let all = || playable.iter().map(|other| self::beaten_by(view, other));
        return TrickRole::Leads {
            beaten_by,
            is_hardest: all().all(|other| beaten_by <= other),
            is_easiest: all().all(|other| beaten_by >= other),
        };
    };
    let own = beaten_by(view, card);
    let others = hand.iter().filter(|other| *other != card).map(|other| (beaten_by(view, other), other));
    let keeps = others.min().filter(|(beaten_by, _)| *beaten_by < own).map(|(_, other)| other);
    let is_last = view.table.is_last_to_play();
    match (tricks.would_win(card), card.colour() == led.colour()) {
        (true, _) => TrickRole::Wins {
            beaten_by: own,
            is_last,
            is_choice: playable.iter().any(|other| !tricks.would_win(other)),
        },
        (false, true) => {
            let is_choice = playable.iter().any(|other| tricks.would_win(other));
            TrickRole::Loses { winning, is_choice, keeps }
        }
        (false, false) => TrickRole::Tosses { led: led.colour(), keeps },
    }
}

/// How many cards that are still out would take the lead from this one, if it were led.
pub fn beaten_by(view: &View, card: MystiqueCard) -> u8 {
    let mut trick = Trick::new();
    trick.play(view.front(), card, true);
    let out = deck_for(view.table.seats()).without(view.table.cards.all());
    let same_colour = out.intersection(MystiqueSet::of_colour(card.colour()));
    same_colour.iter().filter(|other| CircleRules::takes_lead(*other, &trick)).count() as u8
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Bids { hole, looks_good_for } => {
                let cards = hole.cards().sorted(Default::default()).into_iter();
                let cards: Vec<String> = cards.map(|card| format!("the {}", card.spoken())).collect();
                let (cards, bid) = (listed(&cards), tricks(hole.bid()));
                let about = match *looks_good_for == hole.bid() {
                    true => "about what your other nine cards look good for".to_owned(),
                    false => format!("and your other nine cards look good for about {}", tricks(*looks_good_for)),
                };
                write!(f, "Set aside {cards}: that bids {bid}, {about}")
            }
            Reason::Plays { card, aim, role } => write!(f, "{}: {}", role.act(*card), role.why(*aim)),
        }
    }
}

impl TrickRole {
    fn act(self, card: MystiqueCard) -> String {
        let verb = match self {
            TrickRole::Leads { .. } => "Lead",
            TrickRole::Wins { .. } | TrickRole::Loses { .. } => "Play",
            TrickRole::Tosses { .. } => "Toss",
        };
        format!("{verb} the {}", card.spoken())
    }

    fn why(self, aim: TrickAim) -> String {
        match self {
            TrickRole::Leads { beaten_by, is_hardest, is_easiest } => why_lead(aim, beaten_by, is_hardest, is_easiest),
            TrickRole::Wins { beaten_by, is_last, is_choice } => why_win(aim, beaten_by, is_last, is_choice),
            TrickRole::Loses { winning, is_choice, keeps } => why_lose(aim, winning, is_choice, keeps),
            TrickRole::Tosses { led, keeps } => why_toss(aim, led, keeps),
        }
    }
}

fn why_lead(aim: TrickAim, beaten_by: u8, is_hardest: bool, is_easiest: bool) -> String {
    let wanted = wanted(aim);
    match (aim, beaten_by) {
        (TrickAim::Enough, 0) => format!("it takes the trick, since nothing that is still out beats it, but {wanted}"),
        (_, 0) => format!("nothing that is still out beats it, and {wanted}"),
        (TrickAim::Enough, beaten_by) if is_easiest => {
            format!("{wanted}, and none of your cards is easier to beat: {} can beat this one", still_out(beaten_by))
        }
        (TrickAim::Enough, beaten_by) => format!("{wanted}, and {} can beat it", still_out(beaten_by)),
        (_, beaten_by) if is_hardest => {
            format!("{wanted}, and none of your cards is harder to beat: {} can beat this one", still_out(beaten_by))
        }
        (_, beaten_by) => {
            format!("{} can beat it, but you keep a card that is harder to beat, and {wanted}", still_out(beaten_by))
        }
    }
}

fn why_win(aim: TrickAim, beaten_by: u8, is_last: bool, is_choice: bool) -> String {
    let wanted = wanted(aim);
    let takes = match beaten_by {
        _ if is_last => "it takes the trick".to_owned(),
        0 => "it takes the trick, since nothing that is still out beats it".to_owned(),
        beaten_by => format!("it is winning so far, but {} can beat it", still_out(beaten_by)),
    };
    match aim {
        TrickAim::Enough if !is_choice => {
            format!("{wanted}, but every card that you may play would be winning; {takes}")
        }
        TrickAim::Enough => format!("{takes}, though {wanted}"),
        TrickAim::More(_) | TrickAim::Lost if is_last || beaten_by == 0 => format!("{takes}, and {wanted}"),
        TrickAim::More(_) | TrickAim::Lost => {
            format!("it is winning so far, though {} can beat it, and {wanted}", still_out(beaten_by))
        }
    }
}

fn why_lose(aim: TrickAim, winning: MystiqueCard, is_choice: bool, keeps: Option<MystiqueCard>) -> String {
    let wanted = wanted(aim);
    let kept =
        keeps.map_or(String::new(), |keeps| format!("; you keep the {}, which is harder to beat", keeps.spoken()));
    match aim {
        TrickAim::Enough => format!("it does not beat the {}, and {wanted}", winning.spoken()),
        _ if !is_choice => format!("none of the cards that you may play beats the {}{kept}", winning.spoken()),
        _ => format!("it leaves this trick to the {}, though {wanted}{kept}", winning.spoken()),
    }
}

fn why_toss(aim: TrickAim, led: Colour, keeps: Option<MystiqueCard>) -> String {
    let cannot = format!("you have no {} card, so nothing you play can win this trick", led.word());
    match (aim, keeps) {
        (TrickAim::Enough, _) => format!("{cannot}, and {}", wanted(aim)),
        (_, Some(keeps)) => format!("{cannot}; you keep the {}, which is harder to beat", keeps.spoken()),
        (_, None) => cannot,
    }
}

/// What is wanted of tricks.
fn wanted(aim: TrickAim) -> String {
    match aim {
        TrickAim::More(more) => {
            format!("you need {}", counted_in_words(usize::from(more), "more trick", "more tricks"))
        }
        TrickAim::Enough => "you need no more tricks".to_owned(),
        TrickAim::Lost => "with your bid out of reach, every trick is still a point".to_owned(),
    }
}

fn tricks(count: u8) -> String {
    counted_in_words(usize::from(count), "trick", "tricks")
}

/// "three cards that are still out".
fn still_out(count: u8) -> String {
    match count {
        1 => "one card that is still out".to_owned(),
        count => format!("{} cards that are still out", in_words(usize::from(count))),
    }
}
