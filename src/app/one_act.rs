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
pub struct OneAct {
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
    pub fn hold(&mut self, raw: &mut RawInput) {
        self.receive(raw, &|_, _| true);
        self.set_time(raw, None);
    }

    /// Keeps one action in the events of a frame; returns whether another frame must follow at once.
    ///
    /// `repeats` returns whether all queued presses of a key belong to one action.
    pub fn admit(&mut self, raw: &mut RawInput, repeats: &dyn Fn(Key, Modifiers) -> bool) -> bool {
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
        has_click || self.has_waiting()
    }

    /// Whether events wait for later frames.
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
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

/// Whether an event is an act of its own: a button, or the press of a key.
pub fn is_act(event: &Event) -> bool {
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
