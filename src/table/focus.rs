//! What has the focus of the keys in a panel: its ring, and lists that scroll to it. (`Response::gained_focus` is never true where arrow
//! keys moved it.)

use bevy_egui::egui::style::ScrollAnimation;
use bevy_egui::egui::{Context, CornerRadius, Id, Rect, Response, Stroke, StrokeKind, Ui};

use super::theme;

/// A list scrolls to what has just got the focus, and to what has it when the window has another size.
pub fn scroll_to(response: &Response) {
    if !response.has_focus() {
        return;
    }
    let (context, window) = (&response.ctx, response.ctx.viewport_rect().size().round());
    let place = FocusPlace::Scrolled(response.id, [window.x as u32, window.y as u32]);
    let known = KnownFocus::of(context);
    if known.is_none_or(|known| known.place != place && known.place != FocusPlace::Kept(response.id)) {
        let is_new = known.is_none_or(|known| !known.place.is_scrolled_to(response.id));
        KnownFocus::keep(context, KnownFocus { place, since: context.cumulative_pass_nr(), is_new });
    }
    scroll_into_sight(response, response.rect);
}

/// Where a list is scrolling to this, it scrolls so far that the whole of which this is a part is in sight.
pub fn scroll_to_whole(response: &Response, whole: Rect) {
    scroll_into_sight(response, whole);
}

/// A list lies where it was told to from the second pass after that on. What panels were told while they had another size is undone by
/// then, and what it is told now counts from where it lies.
const SETTLED: u64 = 2;

/// Scrolls to this place, if the list is to scroll to what has the focus there. Where nothing but the window has changed, it does so once
/// more when all has settled, and nothing glides: what it was gliding to would be somewhere else.
fn scroll_into_sight(response: &Response, place: Rect) {
    let context = &response.ctx;
    let Some(known) = KnownFocus::of(context).filter(|known| known.place.is_scrolled_to(response.id)) else { return };
    let passes = context.cumulative_pass_nr().saturating_sub(known.since);
    if !known.is_new && passes < SETTLED {
        context.request_repaint();
    }
    let animation = match (known.is_new, passes) {
        (true, 0) => context.global_style().scroll_animation,
        (false, 0 | SETTLED) => ScrollAnimation::none(),
        _ => return,
    };
    Response { rect: place, ..response.clone() }.scroll_to_me_animation(None, animation);
}

/// Gives the focus to something near the upper edge of a list, which stays where it is, also in a window of another size: what stands
/// above it is in sight, too.
pub fn take_in_place(response: &Response) {
    response.request_focus();
    let (place, since) = (FocusPlace::Kept(response.id), response.ctx.cumulative_pass_nr());
    KnownFocus::keep(&response.ctx, KnownFocus { place, since, is_new: true });
}

/// What had the focus last, for the lists that scroll to it; kept in egui's memory.
#[derive(Clone, Copy)]
struct KnownFocus {
    place: FocusPlace,
    /// The pass in which that began to be so.
    since: u64,
    /// Whether it got the focus then, and not only the window another size.
    is_new: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum FocusPlace {
    /// A list scrolled to it, in a window of this size, in points.
    Scrolled(Id, [u32; 2]),
    /// It stays where it is.
    Kept(Id),
}

impl KnownFocus {
    fn id() -> Id {
        Id::new("focus that was scrolled to")
    }

    fn of(ctx: &Context) -> Option<KnownFocus> {
        ctx.data(|data| data.get_temp(KnownFocus::id()))
    }

    fn keep(ctx: &Context, known: KnownFocus) {
        ctx.data_mut(|data| data.insert_temp(KnownFocus::id(), known));
    }
}

impl FocusPlace {
    fn is_scrolled_to(self, id: Id) -> bool {
        matches!(self, FocusPlace::Scrolled(scrolled, _) if scrolled == id)
    }
}

/// The ring of this, while it has the focus.
pub fn ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        ring_round(ui, response.rect);
    }
}

/// The ring of what has the focus, or is what Enter does.
pub fn ring_round(ui: &Ui, rect: Rect) {
    let corner = CornerRadius::same(theme::BUTTON_RADIUS + 3);
    let (gap, width) = theme::FOCUS_RING;
    let stroke = Stroke::new(width, theme::of(ui).focus.egui());
    ui.painter().rect_stroke(rect.expand(gap), corner, stroke, StrokeKind::Outside);
}
