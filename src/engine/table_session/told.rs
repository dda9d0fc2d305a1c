//! What players read of a game. Games do not know who sits where, so the names are put into their words here.

use super::contract::Playable;
use super::names::PlayerNames;
use crate::engine::game::Illegal;
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, Viewer};
use crate::engine::session::{PlayedMove, Session};
use crate::engine::tabletop::ScoreSheet;
use crate::layout::{Beat, Telling, TellingKind, ToldMove};
use crate::words::{capitalised, joined};

impl<G: Playable> Session<G> {
    pub(super) fn names(&self) -> PlayerNames {
        PlayerNames::of(self.players())
    }

    pub(super) fn named(&self, text: &str) -> String {
        self.names().told(text)
    }

    pub(super) fn named_beats(&self, mut beats: Vec<Beat>) -> Vec<Beat> {
        self.names().put_into(beats.iter_mut().flat_map(Beat::words_mut));
        beats
    }

    pub(super) fn refusal(&self, why: Illegal) -> Illegal {
        Illegal { why: self.named(&why.why), ..why }
    }

    pub(super) fn told_opening(&self) -> Vec<Telling> {
        let mut tellings = G::describe_opening(&self.dealt().view(Session::viewer(self)));
        self.names().put_into(tellings.iter_mut().flat_map(Telling::words_mut));
        tellings
    }

    pub(super) fn told_moves(&self) -> Vec<ToldMove> {
        let (who, names) = (Session::viewer(self), self.names());
        let mut seen = self.dealt().view(who);
        let mut told = Vec::with_capacity(self.turns().len());
        for turn in self.turns() {
            let events = turn.events.iter().filter_map(|event| G::redact(event, who));
            let mut tellings = told_of::<G>(&mut seen, events);
            names.put_into(tellings.iter_mut().flat_map(Telling::words_mut));
            told.push(ToldMove { seat: turn.seat.index() as u8, tellings });
        }
        told
    }

    /// What a seat did next, in a sentence for whoever looks on here: with nothing of what came of it.
    pub(super) fn told_alone(&self, turn: &PlayedMove<G>) -> String {
        let view = Session::view(self);
        let happens_first = || {
            let seen = turn.events.iter().filter_map(|event| G::redact(event, Session::viewer(self)));
            told_of::<G>(&mut view.clone(), seen).into_iter().next()
        };
        let told = G::describe_move(view, &turn.mv).or_else(happens_first);
        let told = told.unwrap_or_else(|| Telling::of(turn.mv.to_string()));
        let words = match told.kind {
            TellingKind::Does => format!("{} {}", turn.seat.does("played", "played"), told.spoken()),
            TellingKind::Happens | TellingKind::Closes(_) | TellingKind::Quiet => told.spoken(),
        };
        format!("{}.", capitalised(&self.named(&words)))
    }

    pub(super) fn score_sheet(&self) -> ScoreSheet {
        let mut sheet = G::score_sheet(Session::view(self));
        self.names().put_into(sheet.words_mut());
        sheet
    }
}

/// What is told of these events to somebody who saw this before them, and sees what they make of it.
fn told_of<G: Playable>(seen: &mut G::View, events: impl Iterator<Item = G::Event>) -> Vec<Telling> {
    let mut tellings = Vec::new();
    for event in events {
        tellings.extend(G::describe(seen, &event));
        G::follow(seen, &event);
    }
    tellings
}

/// A legal move and what it does, as it is told to somebody who sees everything.
pub(super) fn described_openly<G: Playable>(game: &G, seat: Seat, mv: &G::Move, mut rng: GameRng) -> String {
    let events = game.clone().apply(seat, mv, &mut rng);
    let open = events.iter().filter_map(|event| G::redact(event, Viewer::Referee));
    let tellings = told_of::<G>(&mut game.view(Viewer::Referee), open);
    joined(tellings.iter().map(Telling::spoken), " · ")
}
