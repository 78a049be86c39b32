//! Keyboard input, mapped to commands by the command table.

use egui::{Event, Key};

use super::viewport::{Viewport, modifiers};
use crate::editor::analysis::repair;
use crate::editor::interaction::commands::shortcut::Shortcut;
use crate::editor::interaction::commands::{CommandGroup, TABLE};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::{Editor, State};

/// Collects the inputs that the keyboard made since the last frame.
///
/// There are none while a text field has the focus, a dialog is open, or keys fly through the 3D view. A gesture that
/// takes numbers gets the characters. Escape ends the edit of a text field that had the focus in the last frame, and
/// closes a popup that was open.
pub(super) fn inputs(
    ctx: &egui::Context,
    editor: &Editor,
    viewport: &Viewport,
    (was_typing, had_popup): (bool, bool),
    inputs: &mut Vec<Input>,
) {
    let is_covered = is_covered(ctx, editor) || had_popup;
    if (is_covered || was_typing) && ctx.input(|input| input.key_pressed(Key::Escape)) {
        inputs.push(Input::CancelEdit);
    }
    if is_covered || ctx.text_edit_focused() || viewport.is_flying(ctx) {
        return;
    }
    let is_elsewhere = is_focus_elsewhere(ctx);
    for event in ctx.input(|i| i.events.clone()) {
        let input = match event {
            Event::Text(text) if editor.wants_text() => {
                inputs.extend(text.chars().filter(|c| !c.is_control()).map(Input::Text));
                None
            }
            Event::Key { key: Key::Escape, .. } if was_typing => None,
            Event::Key { key, .. } if is_elsewhere && works_controls(key) => None,
            Event::Key { key: Key::Space, pressed: false, modifiers: held, .. }
                if !viewport.has_panned_with_space() && !editor.wants_text() =>
            {
                command(Key::Space, held).map(Input::Run)
            }
            Event::Key { key, pressed: true, modifiers: held, .. } => of_key(key, held, editor.wants_text()),
            Event::Copy => of_key(Key::C, egui::Modifiers::COMMAND, false),
            Event::Cut => of_key(Key::X, egui::Modifiers::COMMAND, false),
            Event::Paste(text) => Some(Input::Pasted(text)),
            _ => None,
        };
        inputs.extend(input);
    }
}

/// Whether a dialog takes the keys.
fn is_covered(ctx: &egui::Context, state: &State) -> bool {
    state.dialog().is_some() || repair::is_open(state) || has_modal(ctx)
}

/// Whether a modal dialog was drawn in the last frame.
pub(super) fn has_modal(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}

fn is_focus_elsewhere(ctx: &egui::Context) -> bool {
    ctx.memory(egui::Memory::focused).is_some_and(|id| !Viewport::is_view(id))
}

/// Collects the commands that work over the start screen: those on files, and those that leave it open.
pub(super) fn inputs_at_start(ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) {
    if is_covered(ctx, state) {
        return;
    }
    let works = |command: &Command| {
        stays_at_start(*command) || command.spec().is_some_and(|spec| spec.group == CommandGroup::File)
    };
    for event in ctx.input(|i| i.events.clone()) {
        if let Event::Key { key, pressed: true, modifiers: held, .. } = event {
            inputs.extend(command(key, held).filter(works).map(Input::Run));
        }
    }
}

/// Whether the start screen stays open when a command runs.
pub(super) fn stays_at_start(command: Command) -> bool {
    use Command as C;
    command.spec().is_some_and(|spec| spec.group == CommandGroup::Help)
        || matches!(command, C::ToggleTheme | C::EnlargeUi | C::ShrinkUi | C::ResetUiScale)
}

/// Returns whether several presses of a key are handled in one frame.
///
/// Otherwise a held key would overshoot after its release. This applies to the commands that users hold a key for,
/// and to everything typed into a text field.
pub(super) fn repeats(ctx: &egui::Context, key: Key, held: egui::Modifiers) -> bool {
    use Command as C;
    if ctx.text_edit_focused() {
        return !matches!(key, Key::Enter | Key::Escape | Key::Tab);
    }
    let is_held_for = |command: Command| {
        command.is_nudge()
            || matches!(
                command,
                C::StepForward
                    | C::StepSimulation
                    | C::StepSimulationBack
                    | C::StepBack
                    | C::NextBreakpoint
                    | C::PreviousBreakpoint
                    | C::NextStage
                    | C::PreviousStage
                    | C::NextOfKind
                    | C::PreviousOfKind
                    | C::NextHere
                    | C::PreviousHere
                    | C::NextIssue
                    | C::PreviousIssue
                    | C::NextQuery
                    | C::PreviousQuery
                    | C::Undo
                    | C::Redo
                    | C::ZoomIn
                    | C::ZoomOut
                    | C::GrowSelection
                    | C::ShrinkSelection
            )
    };
    !(is_focus_elsewhere(ctx) && works_controls(key)) && command(key, held).is_some_and(is_held_for)
}

/// Returns whether a focused button, slider or list needs a key for itself.
fn works_controls(key: Key) -> bool {
    use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Space, Tab};
    matches!(key, Space | Enter | Tab | ArrowUp | ArrowDown | ArrowLeft | ArrowRight)
}

/// Returns the input of a pressed key; none for a key whose character is typed into a number.
pub fn of_key(key: Key, held: egui::Modifiers, is_typing: bool) -> Option<Input> {
    match key {
        Key::Escape => Some(Input::Cancel),
        Key::Enter => Some(Input::Accept),
        Key::Backspace if is_typing => Some(Input::Erase),
        // The viewport handles the space bar: a press with a drag pans, and a release without one plays.
        Key::Space => None,
        // Characters arrive as text events.
        _ if is_typing && !held.command && !held.alt && is_character(key) => None,
        key => command(key, held).map(Input::Run),
    }
}

fn is_character(key: Key) -> bool {
    key.symbol_or_name().chars().count() == 1
        && !matches!(key, Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight)
}

/// Returns the command that a key runs with these modifiers.
pub fn command(key: Key, held: egui::Modifiers) -> Option<Command> {
    let pressed = modifiers(held);
    let candidates = [
        (editor_key(key), pressed),
        (shifted(key), crate::editor::view::pointer::Modifiers { shift: false, ..pressed }),
    ];
    candidates.into_iter().find_map(|(key, modifiers)| {
        let shortcut = Shortcut { key: key?, modifiers };
        TABLE.iter().find(|spec| spec.shortcuts.contains(&shortcut)).map(|spec| spec.command)
    })
}

/// Returns the editor's key for a character that needs Shift only on some keyboards.
fn shifted(key: Key) -> Option<crate::editor::interaction::commands::shortcut::Key> {
    match key {
        Key::Plus | Key::Questionmark => editor_key(key),
        Key::Equals => Some(crate::editor::interaction::commands::shortcut::Key::Plus),
        _ => None,
    }
}

macro_rules! same_names {
    ($key:expr, $($name:ident)*) => {
        match $key {
            $(Key::$name => Some(crate::editor::interaction::commands::shortcut::Key::$name),)*
            Key::ArrowLeft => Some(crate::editor::interaction::commands::shortcut::Key::Left),
            Key::ArrowRight => Some(crate::editor::interaction::commands::shortcut::Key::Right),
            Key::ArrowUp => Some(crate::editor::interaction::commands::shortcut::Key::Up),
            Key::ArrowDown => Some(crate::editor::interaction::commands::shortcut::Key::Down),
            Key::Backspace => Some(crate::editor::interaction::commands::shortcut::Key::Delete),
            Key::Questionmark => Some(crate::editor::interaction::commands::shortcut::Key::Slash),
            _ => None,
        }
    };
}

/// Returns the editor's key; `None` for keys that no command may use.
fn editor_key(key: Key) -> Option<crate::editor::interaction::commands::shortcut::Key> {
    same_names!(key,
        A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
        Num0 Num1 Num2 Num3 Num4 Num5 Num6 Num7 Num8 Num9
        F1 F3 F4 F5 F6 F7 F8 F9 F12
        Home End PageUp PageDown Delete Space Plus Minus Comma Period Slash OpenBracket CloseBracket)
}
