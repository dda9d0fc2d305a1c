//! Games of hidden hands at one computer: four people, of whom nobody finds out what another one holds. Each is played twice, with the
//! same cards for the first seat and others for the rest, and all that the first seat gets to see is compared.

use super::mess::{all_that_can_be_seen, hinted, is_handed_over, play, ready, settle_all};
use super::*;
use parlour::cards::{Card, MystiqueSet};
use parlour::engine::game::Cancel;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{Seat, Seats};
use parlour::engine::table_session::{SecondChance, TableSession};
use parlour::games::circle::rules::deck_for;
use parlour::games::maze::block::SuitLine;
use parlour::games::maze::table::corner_cards;
use parlour::games::suns::table::{DECK, SUNS};

const NAMES: [&str; 4] = ["Ada", "Blaise", "Clara", "Dorothy"];

/// A game that is played twice.
struct PlayedTwice {
    /// Its id.
    game: &'static str,
    /// How many play it.
    people: usize,
    /// Its options, in each of the two games.
    options: [&'static str; 2],
    /// The cards of its deck.
    cards: fn() -> Vec<String>,
    /// The explicit deal with this deck.
    deal: fn(&str) -> String,
    /// Which cards change places for the second game, by their places in the deck, from 0. The first seat gets none of them.
    exchanged: &'static [(usize, usize)],
    /// What another seat does unseen by the first: in each of the two games something else.
    is_secret: fn(Seat, &str) -> bool,
    /// How many moves are made, and how many of them by the first seat at least.
    moves: usize,
    own_moves: usize,
}

/// Whoever sits next to the dealer, the second seat, gets the first card, and nothing is done in secret.
const DEALT: PlayedTwice = PlayedTwice {
    game: "",
    people: NAMES.len(),
    options: ["()", "()"],
    cards: || texts(MystiqueSet::DECK),
    deal: |deck| format!(r#"(deck: "{deck}", dealer: 0)"#),
    exchanged: &[(0, 1), (8, 9), (16, 17), (20, 21)],
    is_secret: |_, _| false,
    moves: 10,
    own_moves: 2,
};

/// The first seat gets the first card. The partner opposite gives it the same in both games.
const DOMINATION: PlayedTwice = PlayedTwice {
    game: "mystique-domination",
    deal: |deck| format!(r#"(deck: "{deck}")"#),
    exchanged: &[(1, 2), (9, 10), (17, 19), (23, 26), (34, 35)],
    is_secret: |seat, mv| mv.starts_with("give") && [1, 3].contains(&seat.index()),
    ..DEALT
};

/// The first seat gets the first card; some of the other cards come from the deck.
const SUNS_RISE: PlayedTwice = PlayedTwice {
    game: "battle-for-the-suns",
    cards: || texts(DECK),
    deal: |deck| format!(r#"(horizon: "{SUNS}", deck: "{deck}")"#),
    exchanged: &[(1, 2), (5, 6), (7, 30), (11, 31)],
    ..DEALT
};

/// A test for each of these. Where choices are shown once all have made theirs, one is still to be made after the last move.
macro_rules! played_twice {
    ($($name:ident: $game:expr,)*) => {
        mod nothing_in_the_program_tells_what_other_seats_hold {
            use super::*;

            $(#[test]
            fn $name() {
                assert_alike(stringify!($name), &$game);
            })*
        }

        const PLAYED: &[PlayedTwice] = &[$($game),*];
    };
}

played_twice! {
    in_mystique: PlayedTwice { game: "mystique", ..DEALT },
    in_mystique_circle: PlayedTwice {
        game: "mystique-circle",
        cards: || texts(deck_for(Seats::new(4).expect("four"))),
        is_secret: |_, mv| mv.starts_with("hole"),
        ..DEALT
    },
    // Four cards are set aside before the deal.
    in_mystical_eddies: PlayedTwice {
        game: "mystical-eddies",
        exchanged: &[(3, 4), (12, 13), (21, 22), (28, 29)],
        ..DEALT
    },
    while_cards_are_chosen_for_partners_in_mystique_domination: PlayedTwice {
        is_secret: |_, _| true,
        moves: 3,
        own_moves: 1,
        ..DOMINATION
    },
    once_cards_have_changed_hands_in_mystique_domination: PlayedTwice { moves: 12, own_moves: 3, ..DOMINATION },
    while_bids_are_chosen_in_battle_for_the_suns: PlayedTwice {
        is_secret: |_, _| true,
        moves: 3,
        own_moves: 1,
        ..SUNS_RISE
    },
    once_bids_are_shown_in_battle_for_the_suns: SUNS_RISE,
    // Energy cards come first, then the first playing cards, and then what is drawn in turn.
    in_mystique_energy: PlayedTwice {
        game: "mystique-energy",
        deal: |deck| format!(r#"(deck: "{deck}")"#),
        exchanged: &[(1, 2), (3, 40), (14, 30), (15, 31), (17, 32)],
        ..DEALT
    },
    // The first seat gets the first card and draws the 21st, the 25th and the 29th.
    in_chain_of_restraints: PlayedTwice {
        game: "chain-of-restraints",
        deal: |deck| format!(r#"(deck: "{deck}", first: 0)"#),
        exchanged: &[(1, 2), (5, 40), (10, 41), (15, 42)],
        ..DEALT
    },
    // Nine cards lie on the board; the last of the deck are not drawn.
    in_clique_mystique: PlayedTwice {
        game: "clique-mystique",
        people: 2,
        deal: |deck| format!(r#"(deck: "{deck}")"#),
        exchanged: &[(10, 55), (12, 56), (14, 57), (16, 58), (18, 59)],
        moves: 6,
        ..DEALT
    },
    // The four have eight corner cards, which are not dealt. Nobody plays in secret, and what is drawn nobody else sees.
    in_mystique_maze: PlayedTwice {
        game: "mystique-maze",
        cards: || texts(MystiqueSet::DECK.without(corner_cards(Seats::new(4).expect("four"), SuitLine::default()))),
        deal: |deck| format!(r#"(deck: "{deck}", first: 0)"#),
        exchanged: &[(1, 2), (9, 10), (14, 15), (18, 40), (23, 41)],
        ..DEALT
    },
    // Against the house everybody plays, the first seat first, and nobody knows the rule.
    in_eleusis_express: PlayedTwice {
        game: "eleusis-express",
        options: [r#"(rule: "colour differs from last")"#, r#"(rule: "suit differs from last")"#],
        cards: || Card::all().chain(Card::all()).map(|card| card.to_string()).collect(),
        deal: |deck| format!(r#"(stock: "{deck}")"#),
        exchanged: &[(1, 2), (9, 10), (14, 15), (17, 18), (25, 26)],
        ..DEALT
    },
}

fn texts(cards: MystiqueSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// The two games side by side.
type Games = [Box<dyn TableSession>; 2];

/// Who moves, and what they do in each of the two games.
type Turn = (Seat, [String; 2]);

impl PlayedTwice {
    fn record(&self, which: usize, deck: &[String]) -> String {
        let seats: Vec<String> = NAMES.iter().take(self.people).map(|name| format!("(name: {name:?})")).collect();
        let seats = seats.join(", ");
        let (game, options, deal) = (self.game, self.options[which], (self.deal)(&deck.join(" ")));
        format!(
            r#"(parlour: 1, game: "{game}", rules: 1, seed: "tea", options: {options}, seats: [{seats}], deal: {deal}, moves: [])"#
        )
    }

    /// Two games that differ only in what the first seat does not hold.
    fn records(&self, shuffle: u64) -> [String; 2] {
        let mut deck = (self.cards)();
        GameRng::from_number(shuffle).shuffle(&mut deck);
        let mut other = deck.clone();
        self.exchanged.iter().for_each(|(one, another)| other.swap(*one, *another));
        [self.record(0, &deck), self.record(1, &other)]
    }

    /// What all do in turn, if the others can do the same in both games wherever the first seat sees it.
    fn turns(&self, records: &[String; 2]) -> Option<Vec<Turn>> {
        let mut games = records.each_ref().map(|record| catalogue::load(record).expect("a record"));
        let mut turns = Vec::new();
        while turns.len() < self.moves {
            let seat = games[0].acting().first()?;
            let (both, after) = self.choices(&games, seat).into_iter().find_map(|both| {
                let after = played(&games, seat, &both);
                look_alike(&after).then_some((both, after))
            })?;
            turns.push((seat, both));
            games = after;
        }
        let own_moves = turns.iter().filter(|(seat, _)| *seat == Seat::FIRST).count();
        (own_moves >= self.own_moves).then_some(turns)
    }

    /// What a seat may do: the same in both games, or something else in each where that is secret.
    fn choices(&self, games: &Games, seat: Seat) -> Vec<[String; 2]> {
        let [these, those] = games.each_ref().map(|game| game.legal_moves(seat));
        let apart = these.last().zip(those.first()).map(|(this, that)| [this.clone(), that.clone()]);
        let is_secret = |both: &[String; 2]| both[0] != both[1] && both.iter().all(|mv| (self.is_secret)(seat, mv));
        match apart.filter(|both| seat != Seat::FIRST && is_secret(both)) {
            Some(both) => vec![both],
            None => these.into_iter().filter(|mv| those.contains(mv)).map(|mv| [mv.clone(), mv]).collect(),
        }
    }
}

/// Both games after this.
fn played(games: &Games, seat: Seat, both: &[String; 2]) -> Games {
    [0, 1].map(|which| {
        let mut game = catalogue::load(&games[which].record_text()).expect("a record");
        game.play(seat, &both[which]).expect("legal");
        game
    })
}

/// Whether both are the same in what is public, down to which of two cards that look alike lies there.
fn look_alike([one, other]: &Games) -> bool {
    let lying = |game: &dyn TableSession| game.layout().pieces.iter().map(|piece| piece.id).collect::<Vec<_>>();
    one.acting() == other.acting() && one.state() == other.state() && lying(&**one) == lying(&**other)
}

/// What a seat sees of one of the two games at last.
fn shown_to(seat: Seat, which: usize, record: &str, turns: &[Turn]) -> String {
    let is_there = |number: usize| number == seat.index();
    let player = |number| if is_there(number) { Player::person("Eve") } else { Player::bot(BotLevel::Easy) };
    let dealt = catalogue::load(record).expect("a record");
    let mut game = dealt.restarted("tea", (0..dealt.players().len()).map(player).collect()).expect("the same deal");
    for (seat, both) in turns {
        game.play(*seat, &both[which]).expect("legal");
    }
    game.described()
}

/// Plays one of the two games, and notes all that there is to see whenever nobody or the first seat is in front.
fn seen_in(name: &str, which: usize, game: &PlayedTwice, record: &str, turns: &[Turn]) -> Vec<(String, String)> {
    let folder = Folder::new(&format!("hidden-{name}-{which}"));
    let entry = catalogue::find(game.game).expect("the game");
    folder.store().write_save(game.game, &entry.load(record).expect("a record").record_text()).expect("a save");
    let mut app = program(folder.store());
    send(&mut app, GameAction::Continue(entry.info.id));
    settle_all(&mut app);
    let mut seen = Vec::new();
    let mut note = |app: &mut App, when: String| seen.push((when, all_that_can_be_seen(app)));
    for (number, (seat, both)) in turns.iter().enumerate() {
        // Whoever takes cards or a trick goes on.
        if number == 0 || turns[number - 1].0 != *seat {
            assert!(is_handed_over(&app), "before move {number}");
            note(&mut app, format!("handed over before move {number}"));
            send(&mut app, TableAction::Undo);
            settle_all(&mut app);
            assert_eq!(moves(&app), number, "nobody takes back what others did");
            ready(&mut app);
        }
        if *seat == Seat::FIRST {
            note(&mut app, format!("the first seat before move {number}"));
            hinted(&mut app);
            note(&mut app, format!("its hint before move {number}"));
        }
        play(&mut app, &both[which]);
    }
    note(&mut app, "at last".to_owned());
    seen
}

/// More moves than any game takes that is played at random.
const MOST_MOVES: usize = 20_000;

/// What the first seat sees when it has a second chance at each of its moves, once one of the two games was played to its end at random.
fn second_chances(which: usize, record: &str, turns: &[Turn]) -> Vec<String> {
    let dealt = catalogue::load(record).expect("a record");
    let players = dealt.players().iter().map(|_| Player::bot(BotLevel::Random)).collect();
    let mut game = dealt.restarted("tea", players).expect("the same deal");
    for (seat, both) in turns {
        game.play(*seat, &both[which]).expect("legal");
    }
    while let Some((seat, think)) = game.bot_job() {
        let mv = think(&Cancel::new()).expect("a move");
        game.play(seat, &mv).expect("legal");
        assert!(game.moves().0 < MOST_MOVES, "it does not end");
    }
    let own = (1..).zip(turns).filter(|(_, (seat, _))| *seat == Seat::FIRST).map(|(step, _)| step);
    let seen = |step: usize| {
        let SecondChance { table, told, played } = game.second_chance(step).expect("the game is over");
        assert_eq!(table.moves(), (step - 1, step - 1), "nothing that came later is part of it");
        let lying = format!("{:?} {} {}", table.layout(), table.described(), table.prompt());
        format!("{told} {played} {lying} {:?} {:?} {:?}", table.told_moves(), table.acting(), table.scores())
    };
    own.map(seen).collect()
}

fn assert_alike(name: &str, game: &PlayedTwice) {
    let playable = |shuffle| {
        let records = game.records(shuffle);
        let turns = game.turns(&records)?;
        Some((records, turns))
    };
    let (records, turns) = (7..57).find_map(playable).expect("a deal in which others can do the same with other hands");
    for seat in (1..game.people.min(3)).map(|number| Seat::new(number as u8).expect("a seat")) {
        let [these, those] = [0, 1].map(|which| shown_to(seat, which, &records[which], &turns));
        assert_ne!(these, those, "{name}: seat {seat} holds the same in both games");
    }
    let [these, those] = [0, 1].map(|which| second_chances(which, &records[which], &turns));
    assert!(these.len() >= game.own_moves && these.len() == those.len(), "{name}");
    for (number, (these, those)) in (1..).zip(these.iter().zip(&those)) {
        assert_eq!(these, those, "{name}: second chance {number} of the first seat");
    }
    let [these, those] = [0, 1].map(|which| seen_in(name, which, game, &records[which], &turns));
    assert_eq!(these.len(), those.len(), "{name}");
    for ((when, these), (_, those)) in these.iter().zip(&those) {
        assert_eq!(these, those, "{name}: {when}");
    }
}

/// What seats of Mess Machine choose has a test of its own, among those of that game.
#[test]
fn every_game_with_hidden_hands_is_played_twice() {
    let games = catalogue::GAMES.iter().map(|entry| entry.info).filter(|info| info.secrets).map(|info| info.id);
    let played: BTreeSet<&str> = PLAYED.iter().map(|played| played.game).chain(["mess-machine"]).collect();
    assert_eq!(played, games.collect());
}
