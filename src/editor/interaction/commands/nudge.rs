//! Commands that move the selection by keys.

use glam::Vec3;

use super::{Key, Shortcut, Spec, needs};
use crate::editor::Editor;
use crate::editor::interaction::tool::gestures;
use crate::editor::session::command::Command;

const FAR: f32 = 10.0;
const FINE: f32 = 0.1;

#[rustfmt::skip]
pub(super) const ROWS: &[Spec] = &[
    row(Command::NudgeLeft, "Nudge left", "Move the selection left by one grid step", &[Shortcut::plain(Key::Left)], |e| go(e, -1.0, 0.0)),
    row(Command::NudgeRight, "Nudge right", "Move the selection right by one grid step", &[Shortcut::plain(Key::Right)], |e| go(e, 1.0, 0.0)),
    row(Command::NudgeUp, "Nudge up", "Move the selection up in the view by one grid step", &[Shortcut::plain(Key::Up)], |e| go(e, 0.0, -1.0)),
    row(Command::NudgeDown, "Nudge down", "Move the selection down in the view by one grid step", &[Shortcut::plain(Key::Down)], |e| go(e, 0.0, 1.0)),
    row(Command::Raise, "Raise", "Lift the selection by one grid step", &[Shortcut::plain(Key::PageUp)], |e| lift(e, 1.0)),
    row(Command::Lower, "Lower", "Lower the selection by one grid step", &[Shortcut::plain(Key::PageDown)], |e| lift(e, -1.0)),
    row(Command::NudgeLeftFar, "Nudge left far", "Move the selection left by ten grid steps", &[Shortcut::shift(Key::Left)], |e| go(e, -FAR, 0.0)),
    row(Command::NudgeRightFar, "Nudge right far", "Move the selection right by ten grid steps", &[Shortcut::shift(Key::Right)], |e| go(e, FAR, 0.0)),
    row(Command::NudgeUpFar, "Nudge up far", "Move the selection up in the view by ten grid steps", &[Shortcut::shift(Key::Up)], |e| go(e, 0.0, -FAR)),
    row(Command::NudgeDownFar, "Nudge down far", "Move the selection down in the view by ten grid steps", &[Shortcut::shift(Key::Down)], |e| go(e, 0.0, FAR)),
    row(Command::RaiseFar, "Raise far", "Lift the selection by ten grid steps", &[Shortcut::shift(Key::PageUp)], |e| lift(e, FAR)),
    row(Command::LowerFar, "Lower far", "Lower the selection by ten grid steps", &[Shortcut::shift(Key::PageDown)], |e| lift(e, -FAR)),
    row(Command::NudgeLeftFinely, "Nudge left finely", "Move the selection left by a tenth of a grid step", &[Shortcut::alt(Key::Left)], |e| go(e, -FINE, 0.0)),
    row(Command::NudgeRightFinely, "Nudge right finely", "Move the selection right by a tenth of a grid step", &[Shortcut::alt(Key::Right)], |e| go(e, FINE, 0.0)),
    row(Command::NudgeUpFinely, "Nudge up finely", "Move the selection up in the view by a tenth of a grid step", &[Shortcut::alt(Key::Up)], |e| go(e, 0.0, -FINE)),
    row(Command::NudgeDownFinely, "Nudge down finely", "Move the selection down in the view by a tenth of a grid step", &[Shortcut::alt(Key::Down)], |e| go(e, 0.0, FINE)),
    row(Command::RaiseFinely, "Raise finely", "Lift the selection by a tenth of a grid step", &[Shortcut::alt(Key::PageUp)], |e| lift(e, FINE)),
    row(Command::LowerFinely, "Lower finely", "Lower the selection by a tenth of a grid step", &[Shortcut::alt(Key::PageDown)], |e| lift(e, -FINE)),
];

const fn row(
    command: Command,
    title: &'static str,
    tooltip: &'static str,
    keys: &'static [Shortcut],
    run: fn(&mut Editor),
) -> Spec {
    Spec::new(command, title, tooltip, run).keys(keys).when(needs::selection)
}

fn go(editor: &mut Editor, right: f32, down: f32) {
    gestures::nudge(editor, Vec3::new(right, 0.0, down));
}

fn lift(editor: &mut Editor, height: f32) {
    gestures::nudge(editor, Vec3::Y * height);
}
