//! Commands for help, and for windows of the program.

use super::shortcut::{Key, Shortcut};
use super::{Action, Spec};
use crate::editor::queries::lesson;
use crate::editor::session::command::Command;
use crate::editor::session::effect::AuxiliaryWindow as Window;
use crate::pathfinding::timeline::Stage;

#[rustfmt::skip]
pub(super) const ROWS: &[Spec] = &[
    Spec::of(Command::Palette, "Command palette", "Find a command by typing part of its name", Action::Window(Window::Palette)).keys(&[Shortcut::command(Key::P).and_shift(), Shortcut::plain(Key::F3)]),
    Spec::of(Command::CheatSheet, "Keys", "Show every key and what it does", Action::Window(Window::CheatSheet)).keys(&[Shortcut::shift(Key::Slash), Shortcut::plain(Key::F1)]),
    Spec::of(Command::ExplainFunnel, "What is a funnel?", "Explain the funnel algorithm with three pictures", Action::Run(|editor| lesson::explain(editor, Stage::Funnel))),
    Spec::of(Command::Preferences, "Preferences", "Change colours, snapping, sizes and distances", Action::Window(Window::Preferences)).keys(&[Shortcut::plain(Key::F4)]),
    Spec::of(Command::StartScreen, "Start screen", "Start a document, open a recent file or a sample, or take the tour", Action::Window(Window::Start)),
    Spec::of(Command::FrameTimes, "Frame times", "Show how long frames take and how much is drawn, for meshes that are slow", Action::Window(Window::FrameTimes)).keys(&[Shortcut::plain(Key::F12)]),
    Spec::of(Command::About, "About navsmith", "Show the version and the licence", Action::Window(Window::About)),
];
