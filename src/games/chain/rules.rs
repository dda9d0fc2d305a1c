//! Mystique Chain as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Chain" by Markus Hagenauer (2013). Everything lies open. Where the rulebook is silent:
//! a deal in which nothing could be announced is dealt again.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::position::{ChainPosition, Move, POOL};
use super::studies::{self, Study};
use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{check_seats, read_deck, shuffled};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};

const PLAYERS: usize = 2;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether a card must share exactly what was announced, and nothing else.
    pub strict: bool,
    /// The id of a study that is played instead of a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study: Option<String>,
}

/// An explicit deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainDeal {
    /// The pool, and then the card that each seat draws.
    pub deck: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Announced {
        seat: Seat,
        attribute: Attribute,
    },
    Played {
        seat: Seat,
        card: MystiqueCard,
        attribute: Attribute,
    },
    /// The player in turn cannot answer.
    Broken {
        seat: Seat,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueChain {
    pub position: ChainPosition,
    /// The cards of the chain in order, with who played them. The first two lay there from the start.
    pub chain: ArrayVec<(Seat, MystiqueCard), { POOL + 2 }>,
    pub turn: Seat,
    /// The number of the study that this is.
    pub study: Option<usize>,
}

/// What everybody sees, and whose eyes they are.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub game: MystiqueChain,
    pub who: Viewer,
}

impl MystiqueChain {
    /// The seats of this game: it is for two.
    pub fn seats() -> Seats {
        Seats::new(PLAYERS).unwrap_or(Seats::ONE)
    }

    /// A game from the pool and then the card that each seat draws: the higher one lies on the lower, and its player announces.
    /// `None` if they are not so many.
    fn dealt(deck: &[MystiqueCard], strict: bool) -> Option<MystiqueChain> {
        let (pool, drawn) = deck.split_last_chunk::<PLAYERS>().filter(|(pool, _)| pool.len() == POOL)?;
        let mut chain: ArrayVec<(Seat, MystiqueCard), { POOL + 2 }> = Self::seats().iter().zip(*drawn).collect();
        chain.sort_by_key(|(_, card)| card.card_number());
        let (turn, last) = *chain.last()?;
        let position = ChainPosition { pool: pool.iter().copied().collect(), last, follow: None, strict };
        Some(MystiqueChain { position, chain, turn, study: None })
    }

    fn of_study(study: &Study) -> MystiqueChain {
        let chain = [(Seat::FIRST, study.position.last)];
        MystiqueChain {
            position: study.position,
            chain: chain.into_iter().collect(),
            turn: Seat::FIRST,
            study: Some(study.number),
        }
    }

    fn given(deal: &ChainDeal, strict: bool) -> Result<MystiqueChain, SetupError> {
        let wrong = |what: String| SetupError::Deal(format!("the deck: {what}"));
        let cards = read_deck("deck", &deal.deck, MystiqueSet::DECK)?;
        let miscounted = || wrong(format!("{} cards; there must be {}", cards.len(), POOL + PLAYERS));
        let game = Self::dealt(&cards, strict).ok_or_else(miscounted)?;
        if game.position.moves().is_empty() {
            return Err(wrong(format!("nothing in the pool could follow {}", game.position.last)));
        }
        Ok(game)
    }

    /// Makes it what it is after this event.
    fn follow(&mut self, event: &Event) {
        let (seat, mv) = match *event {
            Event::Announced { seat, attribute } => (seat, Move::Announce(attribute.kind())),
            Event::Played { seat, card, attribute } => {
                // There is room for the whole pool.
                let _ = self.chain.try_push((seat, card));
                (seat, Move::Play(card, attribute.kind()))
            }
            Event::Broken { .. } => return,
        };
        self.position = self.position.after(mv);
        self.turn = Self::seats().after(seat);
    }

    /// How many cards were played, besides those that lay there from the start.
    pub fn played(&self) -> usize {
        self.chain.len().saturating_sub(if self.study.is_some() { 1 } else { PLAYERS })
    }

    /// Who cannot answer, once somebody cannot.
    pub fn loser(&self) -> Option<Seat> {
        (self.position.follow.is_some() && self.position.playable().is_empty()).then_some(self.turn)
    }

    fn check_play(&self, card: MystiqueCard) -> Result<(), Illegal> {
        let (position, name) = (&self.position, card.spoken());
        let (rule, why) = match position.announced() {
            None => ("#the-start", "first announce what the next card must share".to_owned()),
            Some(_) if position.playable().contains(card) => return Ok(()),
            Some(_) if !position.pool.contains(card) => ("#the-turn", format!("the {name} is not in the pool")),
            Some(announced) if !announced.cards().contains(card) => {
                ("#the-turn", format!("{} must follow, and the {name} is not one", announced.one()))
            }
            Some(announced) => {
                let is_other = |kind: &AttributeKind| *kind != announced.kind();
                let others: Vec<&str> = card.shared(position.last).filter(is_other).map(AttributeKind::word).collect();
                let (others, only) = (others.join(" and the "), announced.kind().word());
                (
                    "#the-strict-chain",
                    format!("the {name} shares the {others} as well, and only the {only} may be shared"),
                )
            }
        };
        Err(Illegal::because(rule, why))
    }
}

impl Game for MystiqueChain {
    const INFO: Info = Info {
        id: "mystique-chain",
        title: "Mystique Chain",
        tagline: "Keep taking cards that fit, until one of you finds none.",
        source: "Markus Hagenauer, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, 2),
        minutes: (5, 10),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: false,
        hand_orders: &[],
    };

    type Options = Options;
    type Deal = ChainDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `announce suit` and `play 3rC colour`";

    fn deal(options: &Options, seats: Seats, deal: Option<&ChainDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        if let Some(id) = &options.study {
            let unknown = || SetupError::Options(format!("study {id:?}; there is no study of this name"));
            return studies::find(id).as_ref().map(Self::of_study).ok_or_else(unknown);
        }
        if let Some(deal) = deal {
            return Self::given(deal, options.strict);
        }
        loop {
            let deck = shuffled(MystiqueSet::DECK, rng);
            let game = Self::dealt(&deck[..POOL + PLAYERS], options.strict);
            if let Some(game) = game.filter(|game| !game.position.moves().is_empty()) {
                return Ok(game);
            }
        }
    }

    fn stage(&self) -> Stage {
        let Some(loser) = self.loser() else { return Stage::Act(SeatSet::only(self.turn)) };
        let announced = self.position.announced().map_or(String::new(), |announced| announced.to_string());
        Stage::Over(Outcome {
            winners: vec![Self::seats().after(loser)],
            title: "The chain is broken".to_owned(),
            reason: format!("Nothing could follow {announced}"),
        })
    }

    fn turn(&self) -> Option<Seat> {
        self.loser().is_none().then_some(self.turn)
    }

    fn moves_into(&self, _: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        self.position.moves_into(moves);
    }

    fn check_move(&self, _: Seat, mv: &Move) -> Result<(), Illegal> {
        let position = &self.position;
        match *mv {
            Move::Play(card, _) => self.check_play(card),
            Move::Announce(_) if position.follow.is_some() => {
                Err(Illegal::because("#the-start", "only the first announcement is made without a card"))
            }
            Move::Announce(kind) if position.answers(position.last, kind).is_empty() => {
                let value = position.last.attribute(kind);
                Err(Illegal::because(
                    "#the-start",
                    format!("nothing in the pool could follow {value}: announce another"),
                ))
            }
            Move::Announce(_) => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        let attribute = |card: MystiqueCard, kind| card.attribute(kind);
        let event = match *mv {
            Move::Announce(kind) => Event::Announced { seat, attribute: attribute(self.position.last, kind) },
            Move::Play(card, kind) => Event::Played { seat, card, attribute: attribute(card, kind) },
        };
        self.follow(&event);
        report(event);
        if let Some(seat) = self.loser() {
            report(Event::Broken { seat });
        }
    }

    fn view(&self, who: Viewer) -> View {
        View { game: self.clone(), who }
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn follow(view: &mut View, event: &Event) {
        view.game.follow(event);
    }

    fn reveals(_: &Event) -> bool {
        false
    }

    fn resample_hidden(&self, _: Viewer, _: &mut GameRng) -> Self {
        self.clone()
    }

    fn imagined(view: &View, _: &[Event], _: &mut GameRng) -> Option<Self> {
        Some(view.game.clone())
    }

    /// The pool at 0, the chain at 1, what else lies under it at 2.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let chain: MystiqueSet = self.chain.iter().map(|(_, card)| *card).collect();
        let rest = MystiqueSet::DECK.without(self.position.pool).without(chain);
        let placed = |cards: MystiqueSet, place: u32| cards.iter().map(move |card| (u32::from(card.index()), place));
        placed(self.position.pool, 0).chain(placed(chain, 1)).chain(placed(rest, 2)).collect()
    }

    fn scores(&self) -> Vec<i32> {
        let winner = self.loser().map(|loser| Self::seats().after(loser));
        Self::seats().iter().map(|seat| i32::from(winner == Some(seat))).collect()
    }

    fn state(&self) -> serde_json::Value {
        json!({
            "last": self.position.last,
            "follow": self.position.announced(),
            "pool": MystiqueCard::by_card_number(self.position.pool),
        })
    }

    fn summary(&self) -> String {
        let cards = self.played();
        match self.loser() {
            Some(loser) => format!("Seat {} could not answer after {cards} cards.", loser.index()),
            None => format!("{cards} cards played, {} in the pool.", self.position.pool.len()),
        }
    }
}
