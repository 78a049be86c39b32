//! One user action per frame, at the time at which it arrived.
//!
//! A slow frame may collect a whole burst of keys and clicks. egui reports only the last position of the pointer to
//! every widget, and loses the order of keys and clicks. A frame therefore gets one action: one key, one click, or
//! one press or release of a button. The rest waits for the next frame.
//!
//! egui measures clicks by the times of frames. A frame gets the arrival time of its events instead. egui then
//! recognises clicks and double clicks at any frame rate.

use std::collections::{BTreeSet, VecDeque};

use egui::{Event, Key, Modifiers, RawInput};

/// Maximum distance of the pointer during a click, in points.
pub(super) const CLICK_DISTANCE: f32 = 6.0;

/// Queued events for later frames, each with its arrival time.
#[derive(Debug, Default)]
pub(super) struct OneAct {
    waiting: VecDeque<(f64, Event)>,
    /// Pressed keys, to recognise the repeats of a held key.
    held: BTreeSet<Key>,
    /// Time of the last frame if it contained a click.
    ///
    /// It then requested the next frame at once, so later events arrived since that time.
    last_click: Option<f64>,
    /// Latest time of a frame; the time never decreases.
    time: f64,
}

impl OneAct {
    /// Queues all events of a frame, because the next frame opens the widget that must receive them.
    pub(super) fn hold(&mut self, raw: &mut RawInput) {
        self.receive(raw, &|_, _| true);
        self.set_time(raw, None);
    }

    /// Keeps one action in the events of a frame; returns whether another frame must follow at once.
    ///
    /// `repeats` returns whether all queued presses of a key belong to one action.
    pub(super) fn admit(&mut self, raw: &mut RawInput, repeats: &dyn Fn(Key, Modifiers) -> bool) -> bool {
        let now = raw.time;
        self.receive(raw, repeats);
        let count = self.act_length(repeats);
        let admitted: Vec<(f64, Event)> = self.waiting.drain(..count).collect();
        let arrived = admitted.last().map(|&(arrived, _)| arrived);
        raw.events.extend(admitted.into_iter().map(|(_, event)| event));
        self.set_time(raw, arrived);
        let has_click =
            raw.events.iter().any(|event| matches!(event, Event::PointerButton { pressed: false, .. }));
        self.last_click = now.filter(|_| has_click);
        has_click || !self.waiting.is_empty()
    }

    /// Queues the events of a frame, without the repeats of a held key that is still in the queue.
    fn receive(&mut self, raw: &mut RawInput, repeats: &dyn Fn(Key, Modifiers) -> bool) {
        let now = raw.time.unwrap_or(self.time);
        // The interval between two clicks is measured in frames: a long frame must not prevent a double click.
        let arrived = self.last_click.take().map_or(now, |since| since.min(now));
        let mut is_dropped = false;
        for event in raw.events.drain(..) {
            is_dropped = match event {
                Event::Key { key, pressed: true, modifiers, .. } => {
                    let is_repeat = !self.held.insert(key);
                    is_repeat && !repeats(key, modifiers) && self.is_waiting(key)
                }
                Event::Key { key, pressed: false, .. } => {
                    self.held.remove(&key);
                    false
                }
                Event::WindowFocused(false) => {
                    self.held.clear();
                    false
                }
                Event::Text(_) => is_dropped,
                _ => false,
            };
            if !is_dropped {
                self.waiting.push_back((arrived, event));
            }
        }
    }

    fn is_waiting(&self, wanted: Key) -> bool {
        let is_press =
            |event: &Event| matches!(event, Event::Key { key, pressed: true, .. } if *key == wanted);
        self.waiting.iter().any(|(_, event)| is_press(event))
    }

    /// Returns the number of queued events up to the end of the first action.
    fn act_length(&self, repeats: &dyn Fn(Key, Modifiers) -> bool) -> usize {
        let Some(first) = self.waiting.iter().position(|(_, event)| is_act(event)) else {
            return self.waiting.len();
        };
        let act = &self.waiting[first].1;
        let after = || self.waiting.range(first + 1..).map(|(_, event)| event);
        match *act {
            Event::Key { key, modifiers, .. } => {
                let has_repeats = repeats(key, modifiers);
                let belongs = |event: &&Event| match event {
                    Event::Text(_) | Event::Key { pressed: false, .. } => true,
                    Event::Key { key: next, modifiers: with, .. } => {
                        has_repeats && (*next, *with) == (key, modifiers)
                    }
                    _ => false,
                };
                first + 1 + after().take_while(belongs).count()
            }
            Event::PointerButton { pressed: true, .. } => first + 1 + click_length(act, after()),
            // egui begins no drag in the frame that ends it, so earlier motion gets its own frame.
            _ if self.waiting.range(..first).any(|(_, event)| matches!(event, Event::PointerMoved(_))) => {
                first
            }
            _ => first + 1,
        }
    }

    /// Sets the time of a frame to the arrival time of its events, or keeps its own time.
    fn set_time(&mut self, raw: &mut RawInput, arrived: Option<f64>) {
        if let Some(time) = &mut raw.time {
            let waiting = self.waiting.front().map(|&(arrived, _)| arrived);
            self.time = self.time.max(arrived.or(waiting).unwrap_or(*time));
            *time = self.time;
        }
    }
}

fn is_act(event: &Event) -> bool {
    matches!(event, Event::PointerButton { .. } | Event::Key { pressed: true, .. })
}

/// Returns the number of events after a press that complete a click in one place.
///
/// Returns 0 if they are not a click, or the click is not complete yet.
fn click_length<'a>(press: &Event, after: impl Iterator<Item = &'a Event>) -> usize {
    let Event::PointerButton { pos: origin, button, .. } = press else { return 0 };
    for (index, event) in after.enumerate() {
        match event {
            Event::PointerMoved(at) if at.distance(*origin) <= CLICK_DISTANCE => {}
            Event::PointerButton { pos, button: released, pressed: false, .. }
                if released == button && pos.distance(*origin) <= CLICK_DISTANCE =>
            {
                return index + 1;
            }
            _ => return 0,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{PointerButton, Pos2};

    fn button(x: f32, pressed: bool) -> Event {
        let pos = Pos2::new(x, 0.0);
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    fn moved(x: f32) -> Event {
        Event::PointerMoved(Pos2::new(x, 0.0))
    }

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    /// Returns whether the key is the full stop, the only one that repeats.
    fn repeats(key: Key, _: Modifiers) -> bool {
        key == Key::Period
    }

    /// Returns the frames that result from a burst, each with its time.
    fn played(acts: &mut OneAct, now: f64, burst: Vec<Event>) -> Vec<(f64, Vec<Event>)> {
        let mut raw = RawInput { events: burst, time: Some(now), ..RawInput::default() };
        let mut frames = Vec::new();
        loop {
            acts.admit(&mut raw, &repeats);
            frames.push((raw.time.unwrap_or_default(), std::mem::take(&mut raw.events)));
            if acts.waiting.is_empty() {
                return frames;
            }
            // Each frame takes a second.
            raw.time = Some(now + frames.len() as f64);
        }
    }

    fn events(frames: Vec<(f64, Vec<Event>)>) -> Vec<Vec<Event>> {
        frames.into_iter().map(|(_, events)| events).collect()
    }

    #[test]
    fn held_back_events_come_with_the_next_frame() {
        let text = vec![Event::Text("p".into())];
        let mut acts = OneAct::default();
        let mut raw = RawInput { events: text.clone(), ..RawInput::default() };
        acts.hold(&mut raw);
        assert!(raw.events.is_empty(), "nothing in this frame");
        assert!(!acts.admit(&mut raw, &repeats), "nothing is left after the next");
        assert_eq!(raw.events, text, "the next frame gets them");
    }

    #[test]
    fn a_burst_is_played_act_by_act_in_its_order() {
        let (pressed, text) = (key(Key::P, true), Event::Text("p".into()));
        let click = [button(1.0, true), moved(2.0), button(2.0, false)];
        let burst = [&[pressed.clone(), text.clone(), moved(1.0)], &click[..], &[moved(9.0)]].concat();
        let expected = vec![vec![pressed, text], [&[moved(1.0)], &click[..]].concat(), vec![moved(9.0)]];
        assert_eq!(
            events(played(&mut OneAct::default(), 0.0, burst)),
            expected,
            "one frame each, nothing lost"
        );
    }

    #[test]
    fn a_quick_drag_is_a_press_a_move_and_a_release() {
        let burst = vec![button(1.0, true), moved(20.0), moved(40.0), button(40.0, false)];
        let frames = events(played(&mut OneAct::default(), 0.0, burst.clone()));
        assert_eq!(frames, [&burst[..1], &burst[1..3], &burst[3..]], "three frames");
    }

    #[test]
    fn frames_have_the_time_at_which_their_events_arrived() {
        let clicks = vec![button(1.0, true), button(1.0, false), button(1.0, true), button(1.0, false)];
        let mut acts = OneAct::default();
        let times: Vec<f64> =
            played(&mut acts, 5.0, clicks.clone()).into_iter().map(|(time, _)| time).collect();
        assert_eq!(times, [5.0, 5.0], "both clicks arrived together, whatever a frame takes");
        let mut acts = OneAct::default();
        let first = played(&mut acts, 5.0, clicks[..2].to_vec());
        let second = played(&mut acts, 6.0, clicks[2..].to_vec());
        assert_eq!((first[0].0, second[0].0), (5.0, 5.0), "the second arrived while the first was drawn");
        let third = played(&mut acts, 7.0, vec![]);
        let later = played(&mut acts, 8.0, clicks[..2].to_vec());
        assert_eq!((third[0].0, later[0].0), (7.0, 8.0), "not so after a frame without a click");
    }

    #[test]
    fn repeats_of_a_stepping_key_are_one_act() {
        let dot = [key(Key::Period, true), Event::Text(".".into()), key(Key::Period, false)];
        let burst = [&dot[..], &dot, &dot, &[key(Key::Comma, true)]].concat();
        let frames = events(played(&mut OneAct::default(), 0.0, burst.clone()));
        assert_eq!(frames, [&burst[..9], &burst[9..]], "three steps at once, then another key");
    }

    #[test]
    fn a_held_key_that_does_not_repeat_waits_once() {
        let held: Vec<Event> = (0..5).flat_map(|_| [key(Key::Y, true), Event::Text("y".into())]).collect();
        let mut acts = OneAct::default();
        let frames = events(played(&mut acts, 0.0, [&held[..], &[key(Key::Y, false)]].concat()));
        let presses = frames.iter().flatten().filter(|event| is_act(event)).count();
        assert_eq!(presses, 1, "{frames:?}");
        let twice: Vec<Event> = (0..2).flat_map(|_| [key(Key::Y, true), key(Key::Y, false)]).collect();
        assert_eq!(played(&mut acts, 1.0, twice).len(), 2, "two presses of it are two acts");
    }
}
