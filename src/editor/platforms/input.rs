//! User input about a side view.

use super::flight::ThrownBody;
use super::found::RegionStart;
use super::jumps;
use crate::editor::Editor;
use navsmith_core::platformer::ThrowMethod;
use navsmith_formats::document::{Document, SideView};

/// User input about a side view, besides commands and tools.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlatformInput {
    /// Replaces gravity and the body, as one undo step; invalid numbers change nothing.
    Set(SideView),
    /// Shows the result while a number is dragged.
    ///
    /// All such changes become one undo step at the next input that does more than look. Escape undoes them.
    Drag(SideView),
    /// Throws a body.
    Throw(ThrownBody),
    /// Removes the thrown body.
    ForgetThrow,
    /// Lists the flight by a method.
    ListFlight(ThrowMethod),
    /// Shows the region around another point.
    ShowRegion(RegionStart),
    /// Shows a platform, by its index.
    Frame(usize),
    /// Asks why a body does not get from one platform to another, by their indices.
    Ask([usize; 2]),
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: PlatformInput) {
    let view = &mut editor.state.platforms;
    match input {
        PlatformInput::Set(side_view) => set(editor, side_view),
        PlatformInput::Drag(side_view) => drag(editor, side_view),
        PlatformInput::Throw(body) => view.thrown = Some(body),
        PlatformInput::ForgetThrow => view.thrown = None,
        PlatformInput::ListFlight(method) => view.method = method,
        PlatformInput::ShowRegion(start) => view.region = start,
        PlatformInput::Frame(index) => jumps::frame(&mut editor.state, index),
        PlatformInput::Ask(pair) => view.asked = pair,
    }
}

/// Whether an input leaves a drag of a number running.
pub(in crate::editor) fn is_looking(input: &PlatformInput) -> bool {
    matches!(input, PlatformInput::Drag(_))
}

fn set(editor: &mut Editor, side_view: SideView) {
    editor.settled().end_drag();
    let present = editor.document().side_view();
    if present.is_some_and(|present| present != side_view) && side_view.problem().is_none() {
        let document = Document { side_view: Some(side_view.into()), ..editor.document().clone() };
        editor.edit_document("Change the side view", document);
    }
}

fn drag(editor: &mut Editor, side_view: SideView) {
    if editor.settled().document().side_view().is_some() && side_view.problem().is_none() {
        editor.begin_drag("Change the side view");
        let document = Document { side_view: Some(side_view.into()), ..editor.document().clone() };
        editor.replace_document(document);
        editor.follow_analyses();
    }
}
