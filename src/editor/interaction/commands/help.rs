//! Commands for help, and for windows of the program.

use super::shortcut::{Key, Shortcut};
use super::{Action, Spec};
use crate::editor::queries::lesson;
use crate::editor::session::command::Command;
use crate::editor::session::effect::AuxiliaryWindow as Window;
use crate::pathfinding::timeline::Stage;

#[rustfmt::skip]
pub(super) const ROWS: &[Spec] = &[
    Spec::row(Command::Palette, Action::Window(Window::Palette), &[Shortcut::command(Key::P).and_shift(), Shortcut::plain(Key::F3)], "Command palette", "Find a command by typing part of its name"),
    Spec::row(Command::CheatSheet, Action::Window(Window::CheatSheet), &[Shortcut::shift(Key::Slash), Shortcut::plain(Key::F1)], "Keys", "Show every key and what it does"),
    Spec::row(Command::ExplainFunnel, Action::Run(|editor| lesson::explain(editor, Stage::Funnel)), &[], "What is a funnel?", "Explain the funnel algorithm with three pictures"),
    Spec::row(Command::Preferences, Action::Window(Window::Preferences), &[Shortcut::plain(Key::F4)], "Preferences", "Change colours, snapping, sizes and distances"),
    Spec::row(Command::StartScreen, Action::Window(Window::Start), &[], "Start screen", "Start a document, open a recent file or a sample, or take the tour"),
    Spec::row(Command::FrameTimes, Action::Window(Window::FrameTimes), &[Shortcut::plain(Key::F12)], "Frame times", "Show how long frames take and how much is drawn, for meshes that are slow"),
    Spec::row(Command::About, Action::Window(Window::About), &[], "About navsmith", "Show the version and the licence"),
];
