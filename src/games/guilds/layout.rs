//! The table of Mystique Guilds: every tableau in twelve columns, who leads each guild in a row of its own, and the two decks; what is
//! done at it, and what is told of it.

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::game::Illegal;
use crate::engine::lesson::Lesson;
use crate::engine::seats::{Seat, Seats};
use crate::engine::seen::{EventTable, ZoneTable};
use crate::engine::tabletop::{Scene, ScoreSheet, Selection, SelectionAction, Setting, Setup, Tabletop};
use crate::layout::{
    AreaId, CardPiece, Contest, Cue, Exhibit, Face, Finale, Gesture, Label, Layout, LogLevel, Mark, Material, PLATE,
    Piece, PieceId, Place, Preview, Room, SeatPlate, Spotlight, Telling, card_of, piece_of,
};
use crate::words::{capitalised, counted, counted_in_words, in_words, joined};

use super::ending;
use super::guild::{Guild, Tableaus};
use super::moves::{Move, Offer};
use super::outlook::MoveOutlook;
use super::places::{GuildsArea, GuildsPlan, GuildsRow, MOST_FANNED, undrawn};
use super::reason::the_cards;
use super::rules::MystiqueGuilds;
use super::table::{Event, GuildsEnd, GuildsPhase, GuildsTable, Options, View};

/// From so few turns on without a card from the draw deck it is said how many are left.
const FEW_TURNS: u8 = 10;

/// How long an offer is looked at before it is answered, in seconds, and how an influence card lies, in degrees.
const OFFER_LIES: f32 = 1.6;
const ASKEW: f32 = 14.0;

/// The rows of the arrow keys: those of the others begin at the first, so far apart, and one's own is the last.
const KEY_ROWS: (u8, u8, u8) = (1, 6, 30);

/// The column of the arrow keys in which the discard deck is.
const KEY_DISCARDS: u8 = 7;

impl View {
    fn own_turn(&self) -> bool {
        self.has_turn(self.table.acting()) && self.table.phase == GuildsPhase::Turn
    }

    /// Whether more can be bought with than the draw deck: then what is bought is selected.
    fn is_extended(&self) -> bool {
        self.table.options != Options::default()
    }

    /// How many cards of the discard deck lie side by side at most.
    fn most_discards(&self) -> u8 {
        if self.table.options.both_decks { MOST_FANNED } else { 1 }
    }

    fn lay(&self, room: Room) -> Layout {
        let (seats, front) = (self.table.seats(), self.front());
        let plan = GuildsPlan::of(room, seats, self.most_discards());
        let material = Material::Mystique;
        let mut layout = Layout { size: plan.size, fills_room: true, material, ..Layout::default() };
        self.lay_deck(&mut layout, &plan);
        self.lay_discards(&mut layout, &plan);
        for seat in seats.iter() {
            let row = plan.row(seat, seats, front);
            self.lay_tableau(&mut layout, &plan, row, seat);
            let (number, words) = (seat.index() as u8, self.plate(seat));
            let (centre, is_turn) = (plan.plate(row), self.table.acting() == Some(seat));
            layout.plates.push(SeatPlate { seat: number, centre, size: PLATE, words, is_turn, is_dealer: false });
        }
        let tableaus = self.table.tableaus();
        layout.contests = Guild::all().map(|guild| contest(&tableaus, &plan, guild)).collect();
        layout.labels.extend(Guild::all().filter_map(|guild| worth_in_words(&plan, guild)));
        layout.labels.extend(plan.beside_contests().map(|(at, words)| Label::new(at, words)));
        if self.own_turn() {
            let own = self.hand().iter().next().map(|card| GuildsArea::Card(card.index()));
            layout.first = Some(AreaId::of(own.unwrap_or(GuildsArea::Next(0))));
        }
        if self.is_extended() {
            layout.actions_at = Some(plan.actions);
        }
        layout
    }

    /// The draw deck: its next cards side by side, and under the last of them the rest, all of them flat: how many there are is written
    /// below.
    fn lay_deck(&self, layout: &mut Layout, plan: &GuildsPlan) {
        let (left, fan) = (self.table.left(), plan.deck);
        let shown = left.min(usize::from(MOST_FANNED));
        for number in 0..shown.max(1) {
            let name = match number {
                0 => format!("draw deck, {left} left"),
                number => format!("card {} of the draw deck", number + 1),
            };
            let area = fan.area(GuildsArea::Next(number as u8), number, name);
            layout.areas.push(area.with_key(number as u8, 0));
        }
        for place in 0..left {
            let number = (left - 1 - place).min(shown.saturating_sub(1));
            let id = undrawn(place);
            let at = Place { scale: fan.scale, ..Place::at(fan.at(number)).on_level(place as u16) };
            layout.pieces.push(Piece::new(id, Face::Back, GuildsArea::Next(number as u8), at));
        }
        layout.labels.push(Label::caption(fan.below(shown.max(1)), format!("{left} left")));
    }

    /// The discard deck: with both decks its upper cards side by side. The influence card lies askew on it until it is one of them.
    fn lay_discards(&self, layout: &mut Layout, plan: &GuildsPlan) {
        let (pile, fan) = (&self.table.discards, plan.discards);
        let shown = pile.len().min(self.most_discards().into());
        for number in 0..shown.max(1) {
            let name = if number == 0 {
                "discard deck".to_owned()
            } else {
                format!("card {} of the discard deck", number + 1)
            };
            let area = fan.area(GuildsArea::Discard(number as u8), number, name);
            layout.areas.push(area.with_key(KEY_DISCARDS + number as u8, 0));
        }
        for (from_top, card) in pile.iter().enumerate().filter_map(|(from_top, card)| Some((from_top, card?))) {
            let (number, level) = (from_top.min(shown.saturating_sub(1)), pile.len() - 1 - from_top);
            let at = Place { scale: fan.scale, ..Place::at(fan.at(number)).on_level(level as u16) };
            layout.pieces.push(Piece::new(
                CardPiece::Card(card.index()),
                card.into(),
                GuildsArea::Discard(number as u8),
                at,
            ));
        }
        if let GuildsPhase::Buying(card) = self.table.phase {
            let at = Place { scale: fan.scale, turn: ASKEW, ..Place::at(fan.at(0)).on_level(pile.len() as u16) };
            layout.pieces.push(Piece::new(CardPiece::Card(card.index()), card.into(), GuildsArea::Discard(0), at));
        }
        let caption = match pile.len() {
            0 => "empty".to_owned(),
            // Beside the last column there is no room for a longer word.
            count if plan.discards.is_upright() => counted(count as u32, "card", "cards"),
            count => counted(count as u32, "discard", "discards"),
        };
        layout.labels.push(Label::caption(fan.below(shown.max(1)), caption));
    }

    /// A seat's cards in the columns of their guilds, the highest one on top. While an offer is to be answered, all cards stand back
    /// but those that it is about.
    fn lay_tableau(&self, layout: &mut Layout, plan: &GuildsPlan, row: GuildsRow, seat: Seat) {
        let (is_own, own_turn) = (seat == self.front(), self.own_turn());
        let after = self.table.seats().from(self.front()).position(|other| other == seat).unwrap_or(0) as u8;
        let (first, apart, last) = KEY_ROWS;
        let key_row = if is_own { last } else { first + apart * (after - 1) };
        let is_meant = |card: MystiqueCard| {
            self.table.offer().is_none_or(|offer| offer.card == card || offer.asked.contains(card))
        };
        let is_paid = |card: &MystiqueCard| self.table.phase == GuildsPhase::Buying(*card);
        let newest: Vec<MystiqueCard> = self.table.latest.iter().collect();
        for guild in Guild::all() {
            let cards = self.table.tableau(seat).intersection(guild.cards());
            let cards: Vec<MystiqueCard> = cards.iter().filter(|card| !is_paid(card)).collect();
            let places: Vec<Place> = row.places(plan.column(guild), cards.len()).collect();
            for (number, (card, place)) in cards.iter().zip(&places).enumerate() {
                let id = GuildsArea::Card(card.index());
                let area = row.area(id, &places, number, format!("{} {guild}", seat.whose()));
                let is_keyed = own_turn && (is_own || self.table.options.trade);
                let key = (guild.index() as u8, key_row + number as u8);
                layout.areas.push(if is_keyed { area.with_key(key.0, key.1) } else { area });
                let piece = Piece::new(CardPiece::Card(card.index()), (*card).into(), id, *place);
                let piece = Piece { is_dimmed: !is_meant(*card), ..piece.movable(is_own && own_turn) };
                // A card that has just been drawn glides from the draw deck.
                let drawn = newest.iter().position(|other| other == card);
                layout.pieces.push(drawn.map_or(piece, |number| piece.was(undrawn(self.table.left() + number))));
            }
        }
    }

    /// What stands on a seat's plate.
    fn plate(&self, seat: Seat) -> String {
        let tableaus = self.table.tableaus();
        let points = counted(tableaus.points(seat), "point", "points");
        format!("{points} · {}", counted(tableaus.of(seat).len() as u32, "card", "cards"))
    }

    /// Who leads a guild, in words: "red suns: Ada, 7 to 4".
    fn guild_spoken(&self, guild: Guild) -> String {
        let tableaus = self.table.tableaus();
        match (tableaus.leader(guild), in_figures(&tableaus, guild)) {
            (_, None) => format!("{guild}: nobody has any"),
            (Some(leader), Some([most, next])) => format!("{guild}: {}, {most} to {next}", leader.called()),
            (None, Some([most, _])) => format!("{guild}: a tie with {most} each"),
        }
    }

    /// The influence card that is selected, and what is selected to be bought with it.
    fn basket(&self, selected: &Selection) -> Option<(MystiqueCard, Basket)> {
        let cards = || selected.pieces.iter().filter_map(|piece| card_of::<MystiqueCard>(*piece));
        let card = cards().find(|card| self.hand().contains(*card))?;
        let asked = cards().filter(|other| self.owner(*other).is_some_and(|owner| owner != self.front())).collect();
        let is_selected = |piece: &PieceId| selected.pieces.contains(piece);
        let deepest =
            |pieces: Vec<PieceId>| pieces.iter().rposition(is_selected).map_or(0, |deepest| deepest as u8 + 1);
        Some((card, Basket { drawn: deepest(self.next_pieces()), taken: deepest(self.discarded_pieces()), asked }))
    }

    /// Whose tableau a card lies in.
    fn owner(&self, card: MystiqueCard) -> Option<Seat> {
        self.table.seats().iter().find(|seat| self.table.tableau(*seat).contains(card))
    }

    /// The next cards of the draw deck, the one on top first.
    fn next_pieces(&self) -> Vec<PieceId> {
        let left = self.table.left();
        (0..left.min(usize::from(MOST_FANNED))).map(|number| PieceId::of(undrawn(left - 1 - number))).collect()
    }

    /// The upper cards of the discard deck, the one on top first.
    fn discarded_pieces(&self) -> Vec<PieceId> {
        let most = if self.table.options.both_decks { usize::from(MOST_FANNED) } else { 1 };
        self.table.discards.iter().take(most).flatten().map(piece_of).collect()
    }

    /// The button for all that is selected beside the influence card.
    fn purchase(&self, card: MystiqueCard, basket: Basket) -> SelectionAction<Move> {
        let Basket { drawn, taken, asked } = basket;
        if !asked.is_empty() && drawn + taken > 0 {
            let why = "buy from the decks or from another player, but not both: put some back";
            return SelectionAction::lacks("Buy from one side", "#trading", why);
        }
        let Some(first) = asked.iter().next() else {
            let label = to_buy(drawn.into(), taken.into());
            let checked = self.table.check_buy(self.front(), card, (drawn, taken));
            return SelectionAction { label, mv: checked.map(|()| Move::Buy { card, drawn, taken }) };
        };
        let to = self.owner(first).unwrap_or(self.front());
        if asked.without(self.table.tableau(to)).iter().next().is_some() {
            let why = "an offer goes to one player: take the cards of the others back";
            return SelectionAction::lacks("Ask one player", "#trading", why);
        }
        let offer = Offer { card, to, asked };
        let label = format!("Offer it to {} for {}", to.called(), counted_in_words(asked.len(), "card", "cards"));
        let checked = self.table.check_offer(self.front(), offer);
        SelectionAction { label, mv: checked.map(|()| Move::Offer(offer)) }
    }

    /// Buttons for as many cards of the draw deck as can be bought with a card.
    fn numbers(&self, card: MystiqueCard) -> Vec<SelectionAction<Move>> {
        let most = usize::from(card.number()).min(self.table.left()) as u8;
        let buys = |drawn: u8| SelectionAction::makes(to_buy(drawn.into(), 0), Move::Buy { card, drawn, taken: 0 });
        (1..=most).map(buys).collect()
    }

    /// What may be done in a turn.
    fn choices(&self) -> String {
        let deck = if self.table.discards.is_empty() { "the draw deck" } else { "the deck or the discards" };
        match (self.hand().is_empty(), self.table.offers) {
            (true, _) => format!("Draw a card from {deck}"),
            (false, 0) => format!("Draw a card from {deck}, or spend one of yours to buy others"),
            (false, 1) => "Your offer was refused: make one more, or draw or buy from a deck".to_owned(),
            (false, _) => "Both your offers were refused: draw or buy from a deck".to_owned(),
        }
    }

    /// What is said when the end comes near in which nothing is drawn.
    fn announced(&self) -> Option<String> {
        let left = self.table.quiet_left();
        let is_near = left <= FEW_TURNS && self.table.acting().is_some();
        is_near.then(|| {
            let turns = counted(left, "turn", "turns");
            format!("The game ends if nothing is drawn from the draw deck in the next {turns}")
        })
    }
}

/// What is to be bought: cards from the top of both decks, and cards of others.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Basket {
    drawn: u8,
    taken: u8,
    asked: MystiqueSet,
}

/// What a button says that buys so many cards of the draw deck and of the discard deck; five of them stand side by side.
fn to_buy(drawn: usize, taken: usize) -> String {
    let discards = counted_in_words(taken, "discard", "discards");
    match (drawn, taken) {
        (drawn, 0) => format!("Buy {}", in_words(drawn)),
        (0, _) => format!("Buy {discards}"),
        (drawn, _) => format!("Buy {} and {discards}", in_words(drawn)),
    }
}

/// The highest total of a guild, and the next; `None` if nobody has any of it.
fn in_figures(tableaus: &Tableaus, guild: Guild) -> Option<[u8; 2]> {
    let mut totals: Vec<u8> = tableaus.seats().iter().map(|seat| tableaus.total(guild, seat)).collect();
    totals.sort_unstable_by(|one, other| other.cmp(one));
    match totals.as_slice() {
        [most, next, ..] if *most > 0 => Some([*most, *next]),
        _ => None,
    }
}

/// How many times as many points as others a guild is worth, over its picture.
fn worth_in_words(plan: &GuildsPlan, guild: Guild) -> Option<Label> {
    let (middle, high) = plan.contests;
    let edge = (plan.column(guild), middle - high / 2.0);
    (guild.worth() > 1).then(|| Label::tag(edge, format!("×{}", guild.worth()), false))
}

fn contest(tableaus: &Tableaus, plan: &GuildsPlan, guild: Guild) -> Contest {
    let figures = in_figures(tableaus, guild);
    let (middle, high) = plan.contests;
    Contest {
        centre: (plan.column(guild), middle),
        high,
        picture: MystiqueCard::new(1, guild.colour(), guild.suit()).map_or(Face::Back, Face::Mystique),
        leader: tableaus.leader(guild).map(|leader| leader.index() as u8),
        figure_high: plan.figures,
        figure: figures.map_or("–".to_owned(), |[most, next]| format!("{most} : {next}")),
    }
}

/// What the buyer reads of an offer: "Ada offers you the three of red crowns for the two of blue suns".
fn offered(seat: Seat, Offer { card, to, asked }: Offer) -> String {
    let (offers, card, asked) = (seat.does("offers", "offer"), card.spoken(), the_cards(asked));
    format!("{offers} {} the {card} for {asked}", to.called())
}

impl Tabletop for MystiqueGuilds {
    const LESSON: Option<fn() -> Lesson<Self>> = Some(super::lesson::lesson);

    fn layout(view: &View, room: Room) -> Layout {
        view.lay(room)
    }

    fn show(scene: &mut Scene<Self>, event: &Event) {
        scene.ends_in_last = true;
        match *event {
            Event::Drew { .. } => scene.show(event, Cue::Deal),
            Event::Took { .. } => scene.show(event, Cue::Take),
            Event::Paid { .. } | Event::Discarded { .. } => scene.show(event, Cue::Place),
            Event::Offered { .. } => {
                scene.show(event, Cue::Place);
                scene.linger(OFFER_LIES);
            }
            Event::Refused { seat } => {
                let offered = scene.view.table.offer().map(|offer| GuildsArea::Card(offer.card.index()));
                scene.show(event, Cue::Place);
                if let Some(area) = offered {
                    scene.float(AreaId::of(area), seat.does("refuses", "refuse"));
                }
            }
            Event::Traded { .. } => scene.show(event, Cue::Swap),
            Event::TurnEnded { .. } => scene.follow(event),
        }
    }

    /// A deck alone is drawn from; a card of one's own is brought to the cards that it buys.
    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        if !view.own_turn() {
            return None;
        }
        let to: GuildsArea = gesture.area.to()?;
        let Some(piece) = gesture.piece else {
            return match to {
                GuildsArea::Next(0) => Some(Move::Draw),
                GuildsArea::Discard(0) => Some(Move::Take),
                _ => None,
            };
        };
        let card = card_of::<MystiqueCard>(piece).filter(|card| view.hand().contains(*card))?;
        match to {
            GuildsArea::Next(number) => Some(Move::Buy { card, drawn: number + 1, taken: 0 }),
            GuildsArea::Discard(number) if view.table.options.both_decks => {
                Some(Move::Buy { card, drawn: 0, taken: number + 1 })
            }
            GuildsArea::Card(index) if view.table.options.trade => {
                let asked = MystiqueCard::from_index(index)?;
                let to = view.owner(asked).filter(|owner| *owner != view.front())?;
                Some(Move::Offer(Offer { card, to, asked: [asked].into_iter().collect() }))
            }
            GuildsArea::Discard(_) | GuildsArea::Card(_) => None,
        }
    }

    fn explain_no_move(view: &View, gesture: &Gesture) -> Illegal {
        let card = gesture.piece.and_then(card_of::<MystiqueCard>);
        let how = "drop it on a card of the draw deck: you buy that card and all those above it";
        match card.filter(|card| view.hand().contains(*card)) {
            Some(card) => {
                let most = counted_in_words(card.number().into(), "card", "cards");
                Illegal::because("#buying", format_args!("the {} buys up to {most}; {how}", card.spoken()))
            }
            None => Illegal::because("#the-turn", "draw from the deck or the discards, or buy with a card of your own"),
        }
    }

    /// With both decks or trade, what is bought is selected together with the influence card.
    fn selectable(view: &View, selected: &Selection) -> Vec<PieceId> {
        if !view.own_turn() || !view.is_extended() {
            return Vec::new();
        }
        if view.basket(selected).is_none() {
            return view.hand().iter().map(piece_of).collect();
        }
        let others = view.table.seats().from(view.front()).skip(1).filter(|_| view.table.may_offer());
        let of_others = others.flat_map(|seat| view.table.tableau(seat).iter()).map(piece_of);
        view.next_pieces().into_iter().chain(view.discarded_pieces()).chain(of_others).collect()
    }

    fn actions(view: &View, selected: &Selection) -> Vec<SelectionAction<Move>> {
        if view.table.offer().is_some() && view.has_turn(view.table.acting()) {
            return vec![SelectionAction::makes("Agree", Move::Agree), SelectionAction::makes("Refuse", Move::Refuse)];
        }
        if !view.own_turn() || !view.is_extended() {
            return Vec::new();
        }
        match view.basket(selected) {
            None => Vec::new(),
            Some((card, Basket { drawn: 0, taken: 0, asked })) if asked.is_empty() => view.numbers(card),
            Some((card, basket)) => vec![view.purchase(card, basket)],
        }
    }

    fn selection_for(view: &View, mv: &Move) -> Selection {
        match *mv {
            Move::Draw | Move::Take | Move::Agree | Move::Refuse => Selection::default(),
            Move::Buy { card, taken: 0, .. } => [piece_of(card)].into_iter().collect(),
            Move::Buy { card, drawn, taken } => {
                let deepest = |pieces: Vec<PieceId>, count: u8| pieces.into_iter().take(count.into()).next_back();
                let of_deck = deepest(view.next_pieces(), drawn);
                [piece_of(card)].into_iter().chain(of_deck).chain(deepest(view.discarded_pieces(), taken)).collect()
            }
            Move::Offer(Offer { card, asked, .. }) => {
                [piece_of(card)].into_iter().chain(asked.iter().map(piece_of)).collect()
            }
        }
    }

    /// Which guilds change hands by what is known, and which of them the unknown cards could bring: their cards are framed.
    fn preview(view: &View, mv: &Move) -> Preview {
        let outlook = MoveOutlook::of(&view.table, *mv);
        let hoped = outlook.hopes.iter().fold(MystiqueSet::EMPTY, |all, guild| all.union(guild.cards()));
        let hoped =
            hoped.intersection(view.table.tableau(outlook.seat)).iter().map(|card| (piece_of(card), Mark::Answers));
        let paid = if let Move::Buy { card, .. } = *mv { Some((piece_of(card), Mark::Gone)) } else { None };
        let marks =
            paid.into_iter().chain(hoped.filter(|(piece, _)| paid.is_none_or(|(paid, _)| paid != *piece))).collect();
        let changes = outlook.changes_in_words().map(|changes| match *mv {
            Move::Offer(_) | Move::Refuse => format!("with the trade {changes}"),
            _ => format!("then {changes}"),
        });
        let words = changes.into_iter().chain(outlook.hopes_in_words("the card")).chain(outlook.end_in_words());
        Preview { marks, sentence: capitalised(&joined(words, "; ")) }
    }

    fn prompt(view: &View) -> String {
        let table = &view.table;
        let what = match (table.acting(), table.offer()) {
            (None, _) => return "The game is over".to_owned(),
            (Some(seat), Some(offer)) if view.has_turn(Some(seat)) => {
                format!("{}: agree or refuse", offered(table.turn, offer))
            }
            (Some(seat), Some(_)) => format!("Wait for {} to answer the offer", seat.called()),
            (Some(seat), None) if !view.has_turn(Some(seat)) => format!("Wait for {}", seat.called()),
            (Some(_), None) => view.choices(),
        };
        joined([what].into_iter().chain(view.announced()), ". ")
    }

    fn described(view: &View) -> String {
        let table = &view.table;
        let seat = |seat: Seat| {
            let cards = joined(table.tableau(seat).iter().map(MystiqueCard::spoken), ", ");
            let cards = if cards.is_empty() { "no cards".to_owned() } else { cards };
            format!("{}, {}: {cards}", seat.called(), view.plate(seat))
        };
        let seats = joined(table.seats().iter().map(seat), ". ");
        let guilds = joined(Guild::all().map(|guild| view.guild_spoken(guild)), "; ");
        let top = table.discards.top().map_or("empty".to_owned(), |card| format!("the {} on top", card.spoken()));
        let offer = table.offer().map_or(String::new(), |offer| format!(" {}.", offered(table.turn, offer)));
        let announced = view.announced().map_or(String::new(), |words| format!(" {words}."));
        let left = counted(table.left() as u32, "card", "cards");
        format!("Draw deck: {left}. Discard deck: {top}. {seats}. Who leads: {guilds}.{offer}{announced}")
    }

    fn bookmark(view: &View) -> String {
        let points = joined(view.table.tableaus().all_points(), " : ");
        format!("{} left to draw, points {points}", counted(view.table.left() as u32, "card", "cards"))
    }

    fn describe_move(view: &View, mv: &Move) -> Option<Telling> {
        let does = |words: &str| view.front().does(words, words);
        let telling = match *mv {
            Move::Draw => Telling::of(does("drew a card")),
            Move::Take => Telling::of(does("took the top card of the discard deck")),
            Move::Buy { card, drawn, taken } => {
                let cards = counted_in_words(usize::from(drawn) + usize::from(taken), "card", "cards");
                Telling::of(format!("{} {cards} with", does("bought"))).face(card)
            }
            Move::Offer(Offer { card, to, asked }) => {
                let offered = Telling::of(format!("{} {}", does("offered"), to.called())).face(card).words("for");
                offered.faces(MystiqueCard::by_card_number(asked))
            }
            Move::Agree => Telling::of(does("agreed to the trade")),
            Move::Refuse => Telling::of(does("refused the trade")),
        };
        Some(telling.happens())
    }

    fn move_kind(mv: &Move) -> Option<&'static str> {
        Some(match mv {
            Move::Draw => "cards drawn",
            Move::Take => "cards taken",
            Move::Buy { .. } => "purchases",
            Move::Offer(_) | Move::Agree | Move::Refuse => "trades",
        })
    }

    fn describe(view: &View, event: &Event) -> Option<Telling> {
        let about = |cards: MystiqueSet| Spotlight::pieces(cards.iter().map(piece_of));
        Some(match *event {
            Event::Drew { cards, .. } => told_drawn(&view.table, cards).about(about(cards)),
            Event::Took { cards, .. } => {
                let took = Telling::new().faces(MystiqueCard::by_card_number(cards));
                took.words("taken from the discard deck").about(about(cards))
            }
            Event::Paid { card, .. } => {
                let spent = Telling::new().face(card).words("spent").printed();
                Telling::of("spent").face(card).prints(spent).about(about([card].into_iter().collect()))
            }
            Event::Discarded { .. } => return None,
            Event::Offered { offer: Offer { card, to, asked }, .. } => {
                let offers = Telling::of(format!("an offer to {}:", to.called())).face(card).words("for");
                let all = asked.union([card].into_iter().collect());
                offers.faces(MystiqueCard::by_card_number(asked)).about(about(all))
            }
            Event::Refused { seat } => Telling::of("refused").about(Spotlight::plates([seat])),
            Event::Traded { offer: Offer { card, asked, .. }, .. } => {
                Telling::of("agreed").about(about(asked.union([card].into_iter().collect())))
            }
            Event::TurnEnded { drew } => return ended(&view.table, drew),
        })
    }

    fn finale(view: &View) -> Finale {
        ending::finale(view)
    }

    fn tally(view: &View) -> Vec<Exhibit> {
        ending::counted_guilds(view)
    }

    fn score_sheet(_: &View) -> ScoreSheet {
        let goal = "Whoever has the most points when the draw deck is empty wins".to_owned();
        let reminder = "Each column is a guild: leading it scores 1 point, or 2 for blue suns".to_owned();
        ScoreSheet { goal, reminder, ..ScoreSheet::default() }
    }

    fn score_breakdown(view: &View) -> Vec<String> {
        let tableaus = view.table.tableaus();
        let of_seat = |seat: Seat| {
            let guilds = counted(tableaus.led_by(seat).count() as u32, "guild", "guilds");
            format!("{guilds}, {}", counted(tableaus.of(seat).len() as u32, "card", "cards"))
        };
        view.table.seats().iter().map(of_seat).collect()
    }
}

/// What is told of cards from the draw deck, which a card may have bought.
fn told_drawn(table: &GuildsTable, cards: MystiqueSet) -> Telling {
    let cards = MystiqueCard::by_card_number(cards);
    let printed = Telling::new().faces(cards.clone()).words("drawn").printed();
    let verb = match table.phase {
        GuildsPhase::Buying(_) => "bought",
        GuildsPhase::Turn | GuildsPhase::Offered(_) | GuildsPhase::Over(_) => "drew",
    };
    Telling::of(verb).faces(cards).prints(printed)
}

/// What the end of a turn brings about that is worth telling.
fn ended(table: &GuildsTable, drew: bool) -> Option<Telling> {
    let mut after = table.clone();
    after.follow(&Event::TurnEnded { drew });
    let words = match after.phase {
        GuildsPhase::Over(GuildsEnd::DeckEmpty) => "The draw deck is empty",
        GuildsPhase::Over(GuildsEnd::Standstill) => "Nothing was drawn from the draw deck for 40 turns in a row",
        GuildsPhase::Turn | GuildsPhase::Buying(_) | GuildsPhase::Offered(_) => return None,
    };
    Some(Telling::of(words).closes(LogLevel::Part))
}

impl Setup for MystiqueGuilds {
    const WHO_BEGINS: &'static str = "The first player is chosen at random.";

    fn settings(options: &Options, _: Seats) -> Vec<Setting<Options>> {
        let both_decks = Setting::of(
            ("Cards are bought from", "With both decks, some of the cards may come from the top of the discard deck."),
            options,
            &[
                ("The draw deck", |options| options.both_decks = false),
                ("Both decks", |options| options.both_decks = true),
            ],
        );
        let trade = Setting::of(
            ("Trade", "With trade, cards may be bought from other players, too, if they agree."),
            options,
            &[("No trade", |options| options.trade = false), ("Trade", |options| options.trade = true)],
        );
        vec![both_decks, trade]
    }
}
