//! One act of the user a frame.
//!
//! A slow frame may collect a whole burst: a key, a click here, a click there. egui then tells every widget only where
//! the pointer is last, and in which order keys and clicks came is lost. So a frame gets the events up to and with one
//! press of a button or key, and the rest waits for the next frame.

use egui::{Event, RawInput};

/// Events that wait for their own frame.
#[derive(Debug, Default)]
pub(super) struct OneAct {
    waiting: Vec<Event>,
}

impl OneAct {
    /// Leaves nothing in what a frame gets, as something opens in it that what comes next is meant for.
    pub(super) fn hold(&mut self, raw: &mut RawInput) {
        self.waiting.append(&mut raw.events);
    }

    /// Leaves one act in what a frame gets; `true` if more wait, so that another frame is to follow at once.
    pub(super) fn admit(&mut self, raw: &mut RawInput) -> bool {
        self.waiting.append(&mut raw.events);
        let belongs = |event: &&Event| matches!(event, Event::Text(_) | Event::Key { pressed: false, .. });
        let end = self.waiting.iter().position(is_act).map_or(self.waiting.len(), |first| {
            first + 1 + self.waiting[first + 1..].iter().take_while(belongs).count()
        });
        let later = self.waiting.split_off(end);
        raw.events = std::mem::replace(&mut self.waiting, later);
        !self.waiting.is_empty()
    }
}

fn is_act(event: &Event) -> bool {
    matches!(event, Event::PointerButton { .. } | Event::Key { pressed: true, .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Key, Modifiers, PointerButton, Pos2};

    fn button(x: f32, pressed: bool) -> Event {
        let pos = Pos2::new(x, 0.0);
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    fn moved(x: f32) -> Event {
        Event::PointerMoved(Pos2::new(x, 0.0))
    }

    #[test]
    fn what_is_held_comes_with_the_next_frame() {
        let text = vec![Event::Text("p".into())];
        let mut acts = OneAct::default();
        let mut raw = RawInput { events: text.clone(), ..RawInput::default() };
        acts.hold(&mut raw);
        assert!(raw.events.is_empty(), "nothing in this frame");
        assert!(!acts.admit(&mut raw), "nothing is left after the next");
        assert_eq!(raw.events, text, "in which it comes");
    }

    #[test]
    fn a_burst_is_played_act_by_act_in_its_order() {
        let key = Event::Key {
            key: Key::P,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let text = Event::Text("p".into());
        let burst =
            vec![key.clone(), text.clone(), moved(1.0), button(1.0, true), button(1.0, false), moved(2.0)];
        let mut acts = OneAct::default();
        let mut raw = RawInput { events: burst, ..RawInput::default() };
        let mut frames = Vec::new();
        loop {
            let is_more = acts.admit(&mut raw);
            frames.push(std::mem::take(&mut raw.events));
            if !is_more {
                break;
            }
        }
        let expected = vec![
            vec![key, text],
            vec![moved(1.0), button(1.0, true)],
            vec![button(1.0, false)],
            vec![moved(2.0)],
        ];
        assert_eq!(frames, expected, "a frame each, nothing lost");
    }
}
