//! Commands for help, and for windows of the program.

use super::{Command, Key, Shortcut, Spec};
use crate::editor::{AuxiliaryWindow, Effect};
use crate::pathfinding::timeline::Stage;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::Palette, "Command palette", "Find a command by typing part of its name", |editor| {
        editor.ask_outside(Effect::Toggle(AuxiliaryWindow::Palette));
    })
    .keys(&[Shortcut::command(Key::P).and_shift(), Shortcut::plain(Key::F3)]),
    Spec::new(Command::CheatSheet, "Keys", "Show every key and what it does", |editor| {
        editor.ask_outside(Effect::Toggle(AuxiliaryWindow::CheatSheet));
    })
    .keys(&[Shortcut::shift(Key::Slash), Shortcut::plain(Key::F1)]),
    Spec::new(
        Command::ExplainFunnel,
        "What is a funnel?",
        "Explain the funnel algorithm with three pictures",
        |editor| editor.explain(Stage::Funnel),
    ),
    Spec::new(
        Command::Preferences,
        "Preferences",
        "Change colours, snapping, sizes and distances",
        |editor| {
            editor.ask_outside(Effect::Toggle(AuxiliaryWindow::Preferences));
        },
    )
    .keys(&[Shortcut::plain(Key::F4)]),
    Spec::new(
        Command::StartScreen,
        "Start screen",
        "Start a document, open a recent file or a sample, or take the tour",
        |editor| {
            editor.ask_outside(Effect::Toggle(AuxiliaryWindow::Start));
        },
    ),
    Spec::new(
        Command::FrameTimes,
        "Frame times",
        "Show how long frames take and how much is drawn, for meshes that are slow",
        |editor| {
            editor.ask_outside(Effect::Toggle(AuxiliaryWindow::FrameTimes));
        },
    )
    .keys(&[Shortcut::plain(Key::F12)]),
    Spec::new(Command::About, "About navsmith", "Show the version and the licence", |editor| {
        editor.ask_outside(Effect::Toggle(AuxiliaryWindow::About));
    }),
];
