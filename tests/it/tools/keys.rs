//! Elements that are moved by keys and typed numbers.

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::gestures;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Message};
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::pointer::Modifiers;
use navsmith::editor::view::views::{ViewId, ViewInput};

use super::{Hand, SHIFT, cell};

fn moving(hand: &mut Hand) {
    hand.click([1., 1.]);
    gestures::start_move(&mut hand.editor);
}

#[test]
fn typing_numbers_moves_exactly() {
    for (typed, expected) in [
        ("12.5", [12.5, 0., 0.]),
        ("3-", [-3., 0., 0.]),
        ("1,2", [1., 0., 2.]),
        ("z.25", [0., 0., 0.25]),
        ("y3", [0., 3., 0.]),
        ("xx7", [7., 0., 0.]),
    ] {
        let mut hand = Hand::two_squares();
        moving(&mut hand);
        hand.hover([5., 9.]);
        hand.type_in(typed);
        hand.input(Input::Accept);
        assert_eq!(hand.position(0), expected, "typed {typed}");
        assert_eq!(hand.steps(), ["Move 1 cell"], "one step");
        assert!(!hand.editor.wants_text(), "keys are shortcuts again");
    }
}

#[test]
fn backspace_takes_a_digit_back_and_at_last_the_pointer_leads_again() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.hover([1., 7.]);
    hand.type_in("12");
    hand.input(Input::Erase);
    assert_eq!(hand.position(0), [1., 0., 0.], "1 is left");
    hand.input(Input::Erase);
    assert_eq!(hand.position(0), [0., 0., 6.], "along with the pointer");
}

#[test]
fn a_move_by_key_reads_out_what_it_does() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.hover([2.5, 7.]);
    expect!["dx 1.50 m  dz 6.00 m"].assert_eq(&hand.editor.readout());
    hand.type_in("z-12.5");
    expect!["dx 0.00 m  dz -12.50 m  |  along Z  |  typed: -12.5"].assert_eq(&hand.editor.readout());
}

#[test]
fn shift_slows_a_move_by_key() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.hover([1., 6.]);
    hand.modifiers = Modifiers { command: true, ..SHIFT };
    hand.hover([1., 8.]);
    assert!(
        (hand.position(0)[2] - 5.2).abs() < 1e-5,
        "a tenth of the last two metres: {:?}",
        hand.position(0)
    );
}

#[test]
fn a_click_accepts_and_escape_cancels_a_move_by_key() {
    let mut hand = Hand::two_squares();
    moving(&mut hand);
    hand.click([1., 6.]);
    assert_eq!((hand.position(0), hand.steps().len()), ([0., 0., 5.], 1), "accepted");
    gestures::start_move(&mut hand.editor);
    hand.hover([9., 9.]);
    hand.input(Input::Cancel);
    assert_eq!((hand.position(0), hand.steps().len()), ([0., 0., 5.], 1), "cancelled");
    assert_eq!(hand.selected(), [cell(0)], "still selected");
}

#[test]
fn rotating_turns_counter_clockwise_as_seen() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    gestures::start_rotate(&mut hand.editor);
    hand.type_in("90");
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [0., 0., 2.], "the upper left corner is now the lower left one");
    hand.hover([2., 1.]);
    gestures::start_rotate(&mut hand.editor);
    hand.hover([1., -1.]);
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [2., 0., 2.], "a quarter further by hand");
}

#[test]
fn scaling_keeps_the_middle() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    hand.hover([2., 1.]);
    gestures::start_scale(&mut hand.editor);
    hand.hover([3., 1.]);
    assert_eq!(hand.position(0), [-1., 0., -1.], "twice as large");
    hand.type_in("x3");
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [-2., 0., 0.], "three times as wide");
}

#[test]
fn nothing_selected_is_said_and_nothing_begins() {
    let mut hand = Hand::two_squares();
    gestures::start_move(&mut hand.editor);
    assert!(!hand.editor.is_gesture_running(), "nothing to move");
    let said = hand.editor.take_effects();
    let expected = Message::warning("Nothing is selected to move. Select something first.");
    assert_eq!(said, [Effect::Say(expected)], "and why");
}

#[test]
fn nudges_in_a_row_are_one_step() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    for (time, right) in [(1.0, 1.0), (1.5, 1.0), (2.2, 1.0), (4.0, 1.0), (4.1, -1.0)] {
        hand.input(Input::Tick(time));
        gestures::nudge(&mut hand.editor, Vec3::new(right, 0., 0.));
    }
    assert_eq!(hand.position(0), [1.5, 0., 0.], "three grid steps of half a metre to the right in the end");
    assert_eq!(hand.steps().len(), 3, "three in a row, one after a pause, one the other way");
    hand.editor.undo();
    hand.editor.undo();
    assert_eq!(hand.position(0), [1.5, 0., 0.], "the first three");
    hand.editor.undo();
    assert_eq!(hand.position(0), [0.; 3], "as one");
}

#[test]
fn nudges_up_and_to_the_right_are_two_steps() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Cell);
    hand.click([1.0, 1.0]);
    for command in [Command::NudgeRight, Command::NudgeUpFinely, Command::Raise, Command::Lower] {
        hand.input(Input::Run(command));
    }
    assert_eq!(hand.editor.history().done().len(), 4, "each its own");
    hand.input(Input::Run(Command::Lower));
    assert_eq!(hand.editor.history().done().len(), 4, "one more in the same direction");
}

#[test]
fn a_nudge_that_is_refused_says_so() {
    let mut hand = Hand::of(&[[3e38, 0., 0.], [3e38, 0., 2.], [3.1e38, 0., 2.]], &[&[0, 1, 2]]);
    hand.editor.set_mode(Mode::Cell);
    hand.input(Input::Run(Command::SelectAll));
    hand.input(Input::View(ViewId::ABOVE, ViewInput::Zoom { screen: Vec2::ZERO, factor: 1e-30 }));
    gestures::nudge(&mut hand.editor, Vec3::X * 1e38);
    let said = hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_)));
    assert!(said, "a reason");
}

#[test]
fn a_typed_amount_that_is_refused_is_not_accepted() {
    let mut hand = Hand::two_squares();
    hand.editor.set_mode(Mode::Edge);
    hand.click([5.0, 1.0]);
    hand.input(Input::Run(Command::Extrude));
    hand.input(Input::Text('1'));
    hand.input(Input::Text('-'));
    hand.input(Input::Accept);
    assert!(hand.editor.is_gesture_running(), "it goes on: {}", hand.editor.readout());
    let said = hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_)));
    assert!(said, "and says why");
}

#[test]
fn a_typed_amount_may_be_an_expression() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    gestures::start_move(&mut hand.editor);
    hand.type_in("=1/4,2*3+0.5");
    assert!(hand.editor.readout().contains("typed: =1/4,2*3+0.5"), "{}", hand.editor.readout());
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [0.25, 0., 6.5], "in metres");
}

#[test]
fn an_expression_that_is_no_number_is_not_accepted_and_says_why() {
    let mut hand = Hand::two_squares();
    hand.click([1., 1.]);
    gestures::start_move(&mut hand.editor);
    hand.type_in("=1/");
    assert!(hand.editor.readout().contains("A number is missing at the end"), "{}", hand.editor.readout());
    hand.editor.take_effects();
    hand.input(Input::Accept);
    assert!(hand.editor.is_gesture_running(), "it goes on");
    assert!(
        hand.editor.take_effects().iter().any(|effect| matches!(effect, Effect::Say(_))),
        "with a message"
    );
    hand.type_in("8");
    hand.input(Input::Accept);
    assert_eq!(hand.position(0), [0.125, 0., 0.], "once it is a number");
}
