//! Stepping through the funnel.

use super::{Command, Enabled, Key, Shortcut, Spec};
use crate::editor::{Editor, StepInput};
use crate::pathfinding::{Breakpoint, Side};

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::FirstStep, "First step", "Go to the first decision of the funnel", |editor| {
        editor.step_to(Some(0));
    })
    .keys(&[Shortcut::shift(Key::Comma), Shortcut::command(Key::Home)])
    .when(has_steps),
    Spec::new(Command::StepBack, "Step back", "Go to the decision before this one", Editor::step_back)
        .keys(&[Shortcut::plain(Key::Comma)])
        .when(|editor| match editor.stepper().cursor() {
            Some(0) => Err("This is the first step"),
            _ => has_steps(editor),
        }),
    Spec::new(
        Command::PlayOrPause,
        "Play or pause",
        "Let one decision follow the other, up to a breakpoint or the end",
        Editor::toggle_playing,
    )
    .keys(&[Shortcut::plain(Key::Space)])
    .when(has_steps)
    .checked(|editor| editor.stepper().is_playing()),
    Spec::new(Command::StepForward, "Step forward", "Go to the next decision", Editor::step_forward)
        .keys(&[Shortcut::plain(Key::Period)])
        .when(is_before_end),
    Spec::new(Command::LastStep, "Last step", "Go to the decision that ends the path", |editor| {
        editor.step_to(Some(usize::MAX));
    })
    .keys(&[Shortcut::shift(Key::Period), Shortcut::command(Key::End)])
    .when(has_steps),
    Spec::new(
        Command::PreviousBreakpoint,
        "Back to a breakpoint",
        "Go back to the last decision before this one that a breakpoint names, else to the first",
        Editor::step_to_previous_stop,
    )
    .keys(&[Shortcut::command(Key::Comma)])
    .when(has_steps),
    Spec::new(
        Command::NextBreakpoint,
        "On to a breakpoint",
        "Go to the next decision that a breakpoint names, else to the last",
        Editor::step_to_next_stop,
    )
    .keys(&[Shortcut::command(Key::Period)])
    .when(is_before_end),
    Spec::new(Command::PlaySlower, "Slower", "Play half as many steps a second", |editor| {
        editor.multiply_speed(0.5);
    })
    .keys(&[Shortcut::alt(Key::Comma)]),
    Spec::new(Command::PlayFaster, "Faster", "Play twice as many steps a second", |editor| {
        editor.multiply_speed(2.0);
    })
    .keys(&[Shortcut::alt(Key::Period)]),
    Spec::new(
        Command::BreakAtCorner,
        "Stop at corners",
        "Stop playing where a corner is emitted",
        |editor| {
            toggle(editor, &[Breakpoint::CornerEmitted]);
        },
    )
    .checked(|editor| has(editor, Breakpoint::CornerEmitted)),
    Spec::new(Command::BreakAtApex, "Stop at the apex", "Stop playing where the apex moves", |editor| {
        toggle(editor, &[Breakpoint::ApexMoves]);
    })
    .checked(|editor| has(editor, Breakpoint::ApexMoves)),
    Spec::new(
        Command::BreakAtCrossing,
        "Stop at crossings",
        "Stop playing where one side of the funnel crosses the other",
        |editor| toggle(editor, &[Side::Left, Side::Right].map(Breakpoint::Crossing)),
    )
    .checked(|editor| has(editor, Breakpoint::Crossing(Side::Left))),
    Spec::new(
        Command::BreakAtPortal,
        "Stop at this portal",
        "Stop playing at the portal that the stepper is at now",
        |editor| {
            if let Some(portal) = editor.step().map(|step| step.portal) {
                toggle(editor, &[Breakpoint::Portal(portal)]);
            }
        },
    )
    .when(is_stepping)
    .checked(|editor| editor.step().is_some_and(|step| has(editor, Breakpoint::Portal(step.portal)))),
    Spec::new(
        Command::LeaveStepper,
        "Show the finished path",
        "Stop stepping and show the whole path",
        |editor| editor.step_to(None),
    )
    .keys(&[Shortcut::plain(Key::End)])
    .when(is_stepping),
];

fn has_steps(editor: &Editor) -> Enabled {
    if editor.timeline().is_empty() { Err("There is no path to step through") } else { Ok(()) }
}

fn is_before_end(editor: &Editor) -> Enabled {
    match editor.stepper().cursor() {
        Some(cursor) if cursor + 1 >= editor.timeline().len() && cursor > 0 => Err("This is the last step"),
        _ => has_steps(editor),
    }
}

fn is_stepping(editor: &Editor) -> Enabled {
    if editor.step().is_some() { Ok(()) } else { Err("The stepper is not at any step") }
}

fn has(editor: &Editor, at: Breakpoint) -> bool {
    editor.stepper().has_breakpoint(at)
}

fn toggle(editor: &mut Editor, breakpoints: &[Breakpoint]) {
    let is_on = !breakpoints.iter().any(|&at| has(editor, at));
    for &at in breakpoints {
        editor.handle_step(&StepInput::SetBreakpoint { at, is_on });
    }
}
