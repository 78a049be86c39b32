//! Bursts of events, keys and the pointer.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput};
use glam::Vec2;
use navsmith::app::keys::{command, of_key};
use navsmith::app::one_act::{OneAct, is_act};
use navsmith::app::viewport::pointer_state::{Buttons, PointerState};
use navsmith::app::viewport::space_pointer::{Move, SpacePointer};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::pointer::{self, Pointer};

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
        if !acts.has_waiting() {
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
    assert_eq!(events(played(&mut OneAct::default(), 0.0, burst)), expected, "one frame each, nothing lost");
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
    let times: Vec<f64> = played(&mut acts, 5.0, clicks.clone()).into_iter().map(|(time, _)| time).collect();
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

#[test]
fn undo_and_redo_have_the_keys_that_the_table_names() {
    assert_eq!(command(Key::Z, egui::Modifiers::COMMAND), Some(Command::Undo), "Ctrl+Z");
    let held = egui::Modifiers::COMMAND | egui::Modifiers::SHIFT;
    assert_eq!(command(Key::Z, held), Some(Command::Redo), "Ctrl+Shift+Z");
    assert_eq!(command(Key::Z, egui::Modifiers::ALT), None, "Alt+Z is nothing");
}

#[test]
fn a_character_key_is_text_while_a_number_is_typed() {
    assert_eq!(of_key(Key::Num1, egui::Modifiers::NONE, true), None, "it comes as text");
    assert_eq!(of_key(Key::Escape, egui::Modifiers::NONE, true), Some(Input::Cancel), "Escape cancels");
    assert_eq!(of_key(Key::Backspace, egui::Modifiers::NONE, true), Some(Input::Erase), "Backspace erases");
}

#[test]
fn a_drag_ends_when_the_pointer_leaves_the_view_for_good() {
    let at = Pointer::above(Vec2::ONE, 0.1, pointer::Modifiers::default());
    let (buttons, dragged) = (Buttons::Dragging, Some(at));
    let mut state: PointerState<()> = PointerState { buttons, dragged, hover: None };
    let mut inputs = Vec::new();
    state.leave(&mut inputs);
    assert_eq!(inputs, [Input::DragEnd(at)], "the tool does not go on without a button");
    state.leave(&mut inputs);
    assert_eq!(inputs.len(), 1, "it ends once");
}

#[test]
fn keys_fly_only_while_the_button_is_down() {
    let mut pointer = SpacePointer::default();
    pointer.state.begin((Pos2::ZERO, PointerButton::Secondary), Some(Move::Look));
    assert!(!pointer.is_flying(&egui::Context::default()), "it was released elsewhere");
}
