//! Commands for stepping through a trace.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::queries::stepping::jump::{self, JumpDirection};
use crate::editor::queries::stepping::{self, StepInput};
use crate::editor::queries::{lesson, stepper};
use crate::editor::session::command::Command;
use crate::editor::{Editor, State};
use navsmith_core::pathfinding::string_pulling::portal::Side;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::key::PortalName;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::FirstStep, "First step", "Go to the first step", stepping::step_to_first)
        .keys(&[Shortcut::shift(Key::Comma), Shortcut::command(Key::Home)])
        .when(has_steps),
    Spec::new(Command::StepBack, "Step back", "Go to the previous step", stepping::step_back)
        .keys(&[Shortcut::plain(Key::Comma)])
        .when(|state| {
            has_steps(state)?;
            needs::need(
                !is_at_step(state) || stepping::step_behind(state).is_some(),
                "This is the first step",
            )
        }),
    Spec::new(
        Command::PlayOrPause,
        "Play or pause",
        "Play the steps up to a breakpoint or the end",
        stepping::toggle_playing,
    )
    .keys(&[Shortcut::plain(Key::Space)])
    .when(has_steps)
    .checked(|state| state.stepper().is_playing()),
    Spec::new(Command::StepForward, "Step forward", "Go to the next step", stepping::step_forward)
        .keys(&[Shortcut::plain(Key::Period)])
        .when(is_before_end),
    Spec::new(Command::LastStep, "Last step", "Go to the last step", stepping::step_to_last)
        .keys(&[Shortcut::shift(Key::Period), Shortcut::command(Key::End)])
        .when(has_steps),
    Spec::new(
        Command::PreviousBreakpoint,
        "Previous breakpoint",
        "Go back to the last step with a breakpoint, else to the first",
        stepping::step_to_previous_breakpoint,
    )
    .keys(&[Shortcut::command(Key::Comma)])
    .when(has_steps),
    Spec::new(
        Command::NextBreakpoint,
        "Next breakpoint",
        "Go to the next step with a breakpoint, else to the last",
        stepping::step_to_next_breakpoint,
    )
    .keys(&[Shortcut::command(Key::Period)])
    .when(is_before_end),
    Spec::new(
        Command::PreviousStage,
        "Previous stage",
        "Go to the first step of the previous stage",
        |editor| jump::jump_to_stage(editor, JumpDirection::Back),
    )
    .keys(&[Shortcut::command(Key::Comma).and_shift()])
    .when(has_steps),
    Spec::new(Command::NextStage, "Next stage", "Go to the first step of the next stage", |editor| {
        jump::jump_to_stage(editor, JumpDirection::Forward);
    })
    .keys(&[Shortcut::command(Key::Period).and_shift()])
    .when(has_steps),
    Spec::new(
        Command::PreviousOfKind,
        "Previous of this kind",
        "Go back to the last step of the same kind",
        |editor| jump::jump_to_kind(editor, JumpDirection::Back),
    )
    .keys(&[Shortcut::shift(Key::N)])
    .when(is_stepping),
    Spec::new(Command::NextOfKind, "Next of this kind", "Go to the next step of the same kind", |editor| {
        jump::jump_to_kind(editor, JumpDirection::Forward);
    })
    .keys(&[Shortcut::plain(Key::N)])
    .when(is_stepping),
    Spec::new(
        Command::PreviousHere,
        "Previous here",
        "Go back to the last step about the same cell or portal",
        |editor| jump::jump_here(editor, JumpDirection::Back),
    )
    .keys(&[Shortcut::alt(Key::Comma).and_shift()])
    .when(is_stepping),
    Spec::new(
        Command::NextHere,
        "Next here",
        "Go to the next step about the same cell or portal",
        |editor| jump::jump_here(editor, JumpDirection::Forward),
    )
    .keys(&[Shortcut::alt(Key::Period).and_shift()])
    .when(is_stepping),
    Spec::new(
        Command::RunToCell,
        "Run to this cell",
        "Go to the step that opened the cell under the pointer; again, to the one that closed it",
        |editor| {
            if let Some(cell) = jump::cell_meant(editor) {
                stepping::handle(editor, StepInput::RunToCell(cell));
            }
        },
    )
    .keys(&[Shortcut::plain(Key::U)])
    .when(|state| has_steps(state).and_then(|()| points_at_a_cell(state))),
    Spec::new(
        Command::StepThroughAll,
        "Step through every stage",
        "Step through every stage, or through the funnel alone",
        |editor| editor.state.stepper.toggle_all_tracks(),
    )
    .checked(|state| state.stepper.has_all_tracks()),
    Spec::new(Command::PlaySlower, "Slower", "Play half as many steps a second", |editor| {
        editor.state.stepper.set_speed(editor.state.stepper.speed() * 0.5);
    })
    .keys(&[Shortcut::alt(Key::Comma)]),
    Spec::new(Command::PlayFaster, "Faster", "Play twice as many steps a second", |editor| {
        editor.state.stepper.set_speed(editor.state.stepper.speed() * 2.0);
    })
    .keys(&[Shortcut::alt(Key::Period)]),
    Spec::new(Command::BreakAtCorner, "Break at corners", "Breakpoint: a corner is emitted", |editor| {
        toggle(editor, &[Breakpoint::CornerEmitted]);
    })
    .checked(|state| has(state, Breakpoint::CornerEmitted)),
    Spec::new(Command::BreakAtApex, "Break at apex", "Breakpoint: the apex moves", |editor| {
        toggle(editor, &[Breakpoint::ApexMoves]);
    })
    .checked(|state| has(state, Breakpoint::ApexMoves)),
    Spec::new(
        Command::BreakAtCrossing,
        "Break at crossings",
        "Breakpoint: one side of the funnel crosses the other",
        |editor| toggle(editor, &[Side::Left, Side::Right].map(Breakpoint::LinkCrossing)),
    )
    .checked(|state| has(state, Breakpoint::LinkCrossing(Side::Left))),
    Spec::new(
        Command::BreakAtPortal,
        "Break at this portal",
        "Breakpoint: the portal of the present step",
        |editor| {
            if let Some(portal) = portal_here(editor) {
                toggle(editor, &[Breakpoint::Portal(portal)]);
            }
        },
    )
    .when(|state| needs::need(portal_here(state).is_some(), "The stepper is not at any portal"))
    .checked(|state| portal_here(state).is_some_and(|portal| has(state, Breakpoint::Portal(portal)))),
    Spec::new(
        Command::BreakAtCell,
        "Break at this cell",
        "Breakpoint: any event of the cell under the pointer",
        |editor| {
            if let Some(cell) = jump::cell_meant(editor) {
                toggle(editor, &[Breakpoint::Cell(cell)]);
            }
        },
    )
    .when(points_at_a_cell)
    .checked(|state| jump::cell_meant(state).is_some_and(|cell| has(state, Breakpoint::Cell(cell)))),
    Spec::new(
        Command::ExplainStage,
        "Explain this stage",
        "Explain in three sentences what the current stage does; without one, what a funnel is",
        |editor| lesson::explain(editor, editor.stage().map_or(Stage::Funnel, |(stage, _)| stage)),
    )
    .keys(&[Shortcut::shift(Key::F1)]),
    Spec::new(
        Command::LeaveStepper,
        "Show the finished path",
        "Leave the stepper and show the whole path",
        |editor| stepper::step_to(&mut editor.state, None),
    )
    .keys(&[Shortcut::plain(Key::End)])
    .when(is_stepping),
];

fn has_steps(state: &State) -> Enabled {
    let why_not = "There is nothing to step through. Place a start and a target, or use the Walk or Ray tool";
    needs::need(state.has_trace(state.shown_trace()), why_not)
}

fn is_at_step(state: &State) -> bool {
    state.stepper().cursor().is_some()
}

fn is_before_end(state: &State) -> Enabled {
    has_steps(state)?;
    needs::need(!is_at_step(state) || stepping::step_ahead(state).is_some(), "This is the last step")
}

fn is_stepping(state: &State) -> Enabled {
    needs::need(is_at_step(state), "The stepper is not at any step")
}

fn points_at_a_cell(state: &State) -> Enabled {
    needs::need(jump::cell_meant(state).is_some(), "Point at a cell, or select one")
}

/// Returns the portal that the stepper is at.
fn portal_here(state: &State) -> Option<PortalName> {
    state.trace().portal_name(state.event()?.portal()?)
}

fn has(state: &State, at: Breakpoint) -> bool {
    state.stepper().has_breakpoint(at)
}

fn toggle(editor: &mut Editor, breakpoints: &[Breakpoint]) {
    let is_on = !breakpoints.iter().any(|&at| has(editor, at));
    for &at in breakpoints {
        stepping::handle(editor, StepInput::SetBreakpoint { at, is_on });
    }
}
