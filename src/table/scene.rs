//! What the table should show: the layout, the beats still to come, and what is lit or marked on it.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::job::WakeWindow;
use super::motion::{LONGEST_STEP, MotionSettings, Moving, Shake, SkipAnimations};
use super::pause::Pause;
use super::schedule::Frame;
use super::sound::PlaySound;
use crate::layout::{AreaId, Beat, Cue, Exhibit, Label, Layout, Legend, Material, PieceId, Preview, Reading};

/// Words that rise from an area and fade: what a play scored.
#[derive(Clone, PartialEq, Debug)]
pub struct RisingWords {
    pub area: AreaId,
    pub words: String,
    /// In seconds, up to [`RISE`].
    pub age: f32,
    /// Whether they stand until they are gone, because nothing is to travel. They need no frames meanwhile.
    pub stands: bool,
    /// As of a [chain](Cue::Chain): the finer, the larger.
    pub rank: u8,
}

/// What the table should show; entities follow it.
#[derive(Resource, Default)]
pub struct TableScene {
    /// Where everything belongs now.
    pub layout: Layout,
    /// The beats still to come; the last one is the position.
    pub beats: VecDeque<Beat>,
    pub highlight: Highlight,
    pub focus: Option<AreaId>,
    /// The piece that was picked up by a click or a key, and waits for its area.
    pub picked: Option<PieceId>,
    /// The pieces that are selected.
    pub raised: Vec<PieceId>,
    /// Those that lie somewhere for now, as the layout shows them.
    pub placed: Vec<(PieceId, AreaId)>,
    pub floats: Vec<RisingWords>,
    /// What stands out in this moment; not yet shown while pieces are on their way.
    exhibit: Option<Exhibit>,
    /// What there is to read in this moment, if it stays until that has been read.
    waits: Option<Reading>,
    /// Whether all pieces have arrived in it.
    is_still: bool,
    /// The labels about how pieces lie that were seen in the moment before and are true in this one, too, and whether the legend is.
    lasting: (Vec<Label>, bool),
    /// How pieces get to the layout; taken once they have been sent there.
    cue: Option<Cue>,
    /// Whether pieces have been sent to where the layout has them: they wait until their faces can be drawn.
    is_followed: bool,
    /// How long the layout is still shown before the next beat, in seconds.
    hold: f32,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Highlight {
    /// The areas that a move may go to.
    pub lit: Vec<AreaId>,
    /// Those of them that have a ring; the others are joined by lines.
    pub ringed: Vec<AreaId>,
    pub links: Vec<(AreaId, AreaId)>,
    /// Whether it shows the move of a hint.
    pub is_hint: bool,
    /// What a move would do, shown over the pieces.
    pub preview: Option<Preview>,
}

impl TableScene {
    /// Lets words rise. What still rises from the same areas is gone, so that words never lie on words where moves come fast.
    fn let_rise(&mut self, words: Vec<(AreaId, String)>, stands: bool, rank: u8) {
        self.floats.retain(|float| words.iter().all(|(area, _)| *area != float.area));
        self.floats.extend(words.into_iter().map(|(area, words)| RisingWords { area, words, age: 0.0, stands, rank }));
    }

    /// Shows this layout at once, or glides there when `cue` says how.
    pub fn set(&mut self, layout: Layout, cue: Option<Cue>) {
        self.beats.clear();
        self.show(Beat::new(layout, Cue::Place));
        (self.cue, self.is_still) = (cue, cue.is_none());
    }

    /// This moment, from now on.
    fn show(&mut self, beat: Beat) {
        self.placed.clear();
        let labels = beat.layout.labels.iter().filter(|label| label.look.is_of_pieces());
        let labels = labels.filter(|label| self.layout.labels.contains(label) && self.shows(label)).cloned().collect();
        self.lasting = (labels, self.legend().is_some_and(|legend| beat.layout.legend.as_ref() == Some(legend)));
        self.layout = beat.layout;
        (self.cue, self.hold, self.is_followed) = (Some(beat.cue), beat.hold, false);
        (self.exhibit, self.waits, self.is_still) = (beat.exhibit, beat.waits, false);
    }

    /// Shows this layout, in which these pieces lie somewhere for now.
    pub fn place(&mut self, layout: Layout, placed: &[(PieceId, AreaId)]) {
        self.set(layout, Some(Cue::Place));
        self.placed = placed.to_vec();
    }

    /// Shows these beats in turn on an empty table.
    pub fn begin(&mut self, beats: Vec<Beat>) {
        self.beats = beats.into();
        if let Some(first) = self.beats.pop_front() {
            self.show(first);
        }
    }

    /// Shows these beats after those still to come.
    pub fn play(&mut self, beats: Vec<Beat>) {
        self.beats.extend(beats);
    }

    /// The layout after the last beat: what input during an animation refers to.
    pub fn settled(&self) -> &Layout {
        self.beats.back().map_or(&self.layout, |last| &last.layout)
    }

    /// Whether keys lead to an area, or a move may go there.
    pub fn leads_to(&self, area: AreaId) -> bool {
        self.highlight.lit.contains(&area) || self.settled().area(area).is_some_and(|area| area.key.is_some())
    }

    pub fn is_playing(&self) -> bool {
        !self.beats.is_empty()
    }

    /// What the pieces shown now and later are made of; `None` while there are none.
    pub(super) fn material(&self) -> Option<&Material> {
        let mut layouts = [&self.layout].into_iter().chain(self.beats.iter().map(|beat| &beat.layout));
        layouts.find(|layout| !layout.pieces.is_empty()).map(|layout| &layout.material)
    }

    /// All pieces have arrived: what stands out is shown.
    pub fn arrive(&mut self) {
        self.is_still = true;
    }

    /// What stands out now, once all has arrived.
    pub fn exhibit(&self) -> Option<&Exhibit> {
        self.exhibit.as_ref().filter(|_| self.is_still)
    }

    /// Whether all pieces have arrived in the moment that is shown.
    pub fn has_arrived(&self) -> bool {
        self.is_still
    }

    /// Whether this label can be seen now: what is said of pieces that are on their way is not true yet.
    pub fn shows(&self, label: &Label) -> bool {
        !label.look.is_of_pieces() || self.is_still || self.lasting.0.contains(label)
    }

    /// The legend in the middle, once nothing else is there.
    pub fn legend(&self) -> Option<&Legend> {
        let is_free = (self.is_still || self.lasting.1) && self.exhibit.is_none();
        self.layout.legend.as_ref().filter(|_| is_free)
    }

    /// Whether the last moment is shown and all has arrived in it.
    pub fn is_settled(&self) -> bool {
        self.is_still && !self.is_playing()
    }

    /// Whether something stands out, and nothing moves any more until the last moment.
    pub fn only_tells(&self) -> bool {
        let before_the_last = self.beats.iter().rev().skip(1);
        self.exhibit().is_some() && before_the_last.into_iter().all(|beat| beat.exhibit.is_some())
    }

    /// Whether it is only waited for somebody to have read what is shown.
    pub fn is_waiting(&self) -> bool {
        self.waits.is_some() && self.is_playing()
    }

    /// Whether a moment, now or later, waits to be read for no time at all.
    pub fn has_to_pass_over(&self, reading: ReadingTime) -> bool {
        let moments = [self.waits].into_iter().chain(self.beats.iter().map(|beat| beat.waits));
        moments.flatten().any(|what| reading.is_none_for(what))
    }

    /// What stays for no time at all is not waited for: it is shown as any other moment, and nothing that is pressed meanwhile is lost.
    pub fn pass_over(&mut self, reading: ReadingTime) {
        let passes = |waits: Option<Reading>| waits.is_some_and(|what| reading.is_none_for(what));
        if passes(self.waits) {
            (self.waits, self.hold) = (None, 0.0);
        }
        self.beats.iter_mut().filter(|beat| passes(beat.waits)).for_each(|beat| beat.waits = None);
    }

    /// Whether a whole trick, or what else is about to be taken, lies there for everybody to read.
    pub fn shows_trick(&self) -> bool {
        self.is_waiting() && self.is_still && self.waits == Some(Reading::Trick)
    }

    /// Goes on at once: to the moment after one that waits and could be read, else to the next that waits, or to the last.
    fn skip(&mut self) {
        if self.is_waiting() {
            // What is still on its way only arrives.
            if self.is_still {
                (self.waits, self.hold) = (None, 0.0);
            }
            return;
        }
        let last = self.beats.len().saturating_sub(1);
        let to = self.beats.iter().position(|beat| beat.waits.is_some()).unwrap_or(last);
        self.beats.drain(..to);
        if let Some(beat) = self.beats.pop_front() {
            self.show(beat);
            self.cue = None;
        }
    }

    /// What has not set out yet is at once where it belongs.
    fn arrive_at_once(&mut self) {
        if !self.is_followed {
            self.cue = None;
        }
    }

    /// How pieces get to the layout, asked when they are sent there.
    pub(super) fn follow(&mut self) -> Option<Cue> {
        self.is_followed = true;
        self.cue.take()
    }
}

/// How long moments that wait to be read stay, in seconds; `None`: until somebody goes on.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct ReadingTime {
    pub tricks: Option<f32>,
    pub results: Option<f32>,
}

impl ReadingTime {
    fn of(self, what: Reading) -> Option<f32> {
        match what {
            Reading::Trick => self.tricks,
            Reading::Result => self.results,
        }
    }

    fn is_none_for(self, what: Reading) -> bool {
        self.of(what).is_some_and(|seconds| seconds <= 0.0)
    }
}

/// Removes all entities from the table; those of the [`TableScene`] are spawned anew.
#[derive(Message)]
pub struct ClearTable;

/// How far a selected piece is drawn further up, in table units.
pub const RAISED: f32 = 24.0;

/// What decided a round or a game is read, too, one thing after the other: also where motions take less time than this, or none.
const LEAST_PACE_OF_EXHIBITS: f32 = 0.5;

/// How long words rise, in seconds.
pub const RISE: f32 = 1.1;

pub fn plugin(app: &mut App) {
    app.init_resource::<TableScene>()
        .init_resource::<ReadingTime>()
        .add_message::<ClearTable>()
        .add_systems(Update, skip.in_set(Frame::Skip))
        // Words that begin to rise in a frame have not risen before it, however long the window has slept.
        .add_systems(Update, (age_floats, next_beat).chain().in_set(Frame::Follow));
}

fn skip(mut skips: MessageReader<SkipAnimations>, mut scene: ResMut<TableScene>) {
    if skips.read().count() == 0 {
        return;
    }
    if scene.is_playing() {
        scene.skip();
    }
    // Their faces may still be drawn.
    if scene.cue.is_some() {
        scene.arrive_at_once();
    }
    if !scene.floats.is_empty() {
        scene.floats.clear();
    }
}

pub(super) fn next_beat(
    (moving, reading, motion): (Res<Moving>, Res<ReadingTime>, Res<MotionSettings>),
    mut scene: ResMut<TableScene>,
    mut sounds: MessageWriter<PlaySound>,
    cameras: Query<Entity, With<Camera2d>>,
    mut commands: Commands,
    (time, wake): (Res<Time<Real>>, Res<WakeWindow>),
    mut pause: Local<Pause>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if moving.0 || !scene.is_followed {
        return pause.end();
    }
    if !scene.is_still {
        scene.arrive();
        redraw.write(RequestRedraw);
        if let Some(seconds) = scene.waits.and_then(|what| reading.of(what)) {
            scene.hold = seconds;
        }
    }
    // What waits for somebody needs no frames meanwhile.
    let waits_for_somebody = scene.waits.is_some_and(|what| reading.of(what).is_none());
    if scene.beats.is_empty() || waits_for_somebody {
        return pause.end();
    }
    let pace = match (scene.waits, &scene.exhibit) {
        // Whoever reads has as long whatever the pace of motions.
        (Some(_), _) => 1.0,
        (None, Some(_)) => motion.pace.max(LEAST_PACE_OF_EXHIBITS),
        (None, None) => motion.pace,
    };
    if scene.hold > 0.0 {
        let left = pause.go_on(scene.hold * pace, &time, &wake);
        scene.bypass_change_detection().hold = if left > 0.0 { left / pace } else { 0.0 };
        if left > 0.0 {
            return;
        }
    }
    pause.end();
    redraw.write(RequestRedraw);
    let Some(mut beat) = scene.beats.pop_front() else { return };
    sounds.write(PlaySound::Cue(beat.cue));
    if beat.cue == Cue::Break {
        cameras.iter().for_each(|camera| {
            commands.entity(camera).insert(Shake::default());
        });
    }
    let rank = if let Cue::Chain(rank) = beat.cue { rank } else { 1 };
    scene.let_rise(std::mem::take(&mut beat.floats), motion.stands(), rank);
    scene.show(beat);
}

fn age_floats(
    mut scene: ResMut<TableScene>,
    (frames, time, wake): (Res<Time>, Res<Time<Real>>, Res<WakeWindow>),
    mut pause: Local<Pause>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let floats = &mut scene.bypass_change_detection().floats;
    let Some(oldest) = floats.iter().map(|float| float.age).reduce(f32::max) else { return pause.end() };
    let stand = floats.iter().all(|float| float.stands);
    let passed = if stand {
        let left = RISE - oldest;
        left - pause.go_on(left, &time, &wake)
    } else {
        pause.end();
        frames.delta_secs().min(LONGEST_STEP)
    };
    floats.iter_mut().for_each(|float| float.age += passed);
    let before = floats.len();
    floats.retain(|float| float.age < RISE);
    // Those that are left need another pause, which begins with the next frame.
    if !stand || floats.len() < before {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::CardArea;

    #[test]
    fn words_that_rise_from_an_area_take_the_place_of_those_before_them() {
        let mut scene = TableScene::default();
        let [one, other] = [1, 2].map(|pile| AreaId::of(CardArea::Pile(pile)));
        scene.let_rise(vec![(one, "Pass".to_owned()), (other, "Pass".to_owned())], false, 1);
        scene.let_rise(vec![(one, "+4".to_owned())], false, 1);
        let rising: Vec<(AreaId, &str)> = scene.floats.iter().map(|float| (float.area, float.words.as_str())).collect();
        assert_eq!(rising, [(other, "Pass"), (one, "+4")]);
    }

    /// Moments of an empty table, of which some wait to be read.
    fn moments(waits: &[Option<Reading>]) -> Vec<Beat> {
        waits.iter().map(|waits| Beat { waits: *waits, ..Beat::new(Layout::default(), Cue::Place) }).collect()
    }

    #[test]
    fn what_stays_for_no_time_is_waited_for_by_nobody_and_all_else_as_before() {
        let all = [Some(Reading::Trick), None, Some(Reading::Result), Some(Reading::Trick)];
        let at_once = ReadingTime { tricks: Some(0.0), results: None };
        let mut scene = TableScene::default();
        scene.begin(moments(&all));
        assert!(scene.is_waiting() && scene.has_to_pass_over(at_once));
        for stays in [ReadingTime { tricks: Some(1.0), results: Some(2.0) }, ReadingTime::default()] {
            assert!(!scene.has_to_pass_over(stays));
        }
        scene.pass_over(at_once);
        assert!(!scene.is_waiting() && !scene.has_to_pass_over(at_once));
        let left: Vec<Option<Reading>> = scene.beats.iter().map(|beat| beat.waits).collect();
        assert_eq!(left, [None, Some(Reading::Result), None]);
        scene.skip();
        assert!(scene.is_waiting() && scene.beats.len() == 1, "the result is not skipped");
    }

    #[test]
    fn what_was_to_set_out_is_there_at_once_where_somebody_does_not_wait_for_it() {
        let mut scene = TableScene::default();
        scene.set(Layout::default(), Some(Cue::Deal));
        scene.arrive_at_once();
        assert_eq!(scene.follow(), None);
        scene.set(Layout::default(), Some(Cue::Deal));
        assert_eq!(scene.follow(), Some(Cue::Deal), "unless nobody pressed anything");
    }

    #[test]
    fn words_rise_or_stand_as_the_player_wants_and_need_no_frames_while_they_stand() {
        let motion = |pace, is_reduced| MotionSettings { pace, is_reduced }.stands();
        assert_eq!([motion(1.0, false), motion(0.5, true), motion(0.0, false)], [false, true, true]);
        let mut world = World::new();
        world.init_resource::<TableScene>();
        world.init_resource::<Messages<RequestRedraw>>();
        world.init_resource::<WakeWindow>();
        world.init_resource::<Time<Real>>();
        world.insert_resource(Time::<()>::default());
        let age = world.register_system(age_floats);
        let pass = vec![(AreaId::of(CardArea::Pile(1)), "Pass".to_owned())];
        world.resource_mut::<TableScene>().let_rise(pass, true, 1);
        for _ in 0..3 {
            world.run_system(age).expect("it runs");
        }
        assert!(world.resource::<Messages<RequestRedraw>>().is_empty(), "no frame is asked for");
        assert_eq!(world.resource::<WakeWindow>().jobs(), 1, "until it is woken");
        world.resource_mut::<Time<Real>>().advance_by(std::time::Duration::from_secs(2));
        world.run_system(age).expect("it runs");
        assert!(world.resource::<TableScene>().floats.is_empty());
        assert!(!world.resource::<Messages<RequestRedraw>>().is_empty(), "the table is drawn without them");
    }

    #[test]
    fn words_that_come_after_a_sleep_stand_as_long_as_those_before_them() {
        use std::time::Duration;

        let mut app = App::new();
        app.init_resource::<Moving>()
            .insert_resource(MotionSettings { pace: 0.0, is_reduced: false })
            .init_resource::<WakeWindow>()
            .insert_resource(Time::<Real>::default())
            .insert_resource(Time::<()>::default())
            .add_message::<SkipAnimations>()
            .add_message::<PlaySound>()
            .add_message::<RequestRedraw>()
            .add_plugins(plugin);
        let frame = |app: &mut App, passed: f32| {
            app.world_mut().resource_mut::<Messages<RequestRedraw>>().clear();
            app.world_mut().resource_mut::<Time<Real>>().advance_by(Duration::from_secs_f32(passed));
            app.update();
            let is_asked = !app.world().resource::<Messages<RequestRedraw>>().is_empty();
            let stands = !app.world().resource::<TableScene>().floats.is_empty();
            assert!(!stands || is_asked || app.world().resource::<WakeWindow>().jobs() > 0, "it would stand for ever");
        };
        let said = |app: &mut App, pile: u8| {
            let floats = vec![(AreaId::of(CardArea::Pile(pile)), "Pass".to_owned())];
            let mut scene = app.world_mut().resource_mut::<TableScene>();
            scene.beats.push_back(Beat { floats, ..Beat::new(Layout::default(), Cue::Place) });
            (scene.is_followed, scene.is_still) = (true, true);
        };
        let standing = |app: &App| app.world().resource::<TableScene>().floats.len();
        said(&mut app, 1);
        (0..3).for_each(|_| frame(&mut app, 0.01));
        said(&mut app, 2);
        frame(&mut app, 0.9);
        assert_eq!(standing(&app), 2);
        (0..3).for_each(|_| frame(&mut app, 0.1));
        assert_eq!(standing(&app), 1, "the first have stood for their time");
        frame(&mut app, 0.5);
        assert_eq!(standing(&app), 1, "and the others have not");
        (0..3).for_each(|_| frame(&mut app, 0.2));
        assert_eq!(standing(&app), 0);
    }
}
