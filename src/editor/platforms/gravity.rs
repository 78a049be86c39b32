//! Gravity as an arrow beside the mesh, whose tip is dragged.

use std::sync::Arc;

use glam::Vec3;

use crate::editor::session::Session;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Vec2, at_height, ground};
use navsmith_core::platformer::Gravity;
use navsmith_formats::document::{Document, SideView};

/// Length of the arrow for gravity of the Earth, as a part of the size of the mesh.
const LENGTH: f32 = 0.12;

/// Distance of the arrow from the mesh, as a part of its size.
const BESIDE: f32 = 0.03;

/// Gravity of the Earth, in m/s².
const EARTH: f32 = 9.81;

/// Returns the begin of the arrow and the metres that it is long for 1 m/s².
fn arrow_base(session: &Session) -> (Vec3, f32) {
    let bounds = session.mesh().bounds();
    let [low, high] = [bounds.min, bounds.max];
    let size = ground(high - low).max_element();
    let size = if size.is_finite() && size > 0.0 { size } else { 10.0 };
    let middle = if low.is_finite() && high.is_finite() { low.midpoint(high) } else { Vec3::ZERO };
    let left = if low.is_finite() { low.x } else { 0.0 };
    let metre = session.document().metre;
    (Vec3 { x: left - BESIDE * size, ..middle }, LENGTH * size / (EARTH * metre))
}

/// Returns the arrow of gravity; `None` without a side view.
pub(in crate::editor) fn arrow(session: &Session) -> Option<[Vec3; 2]> {
    let SideView { gravity, .. } = session.document().side_view()?;
    let (from, scale) = arrow_base(session);
    Some([from, from + at_height(gravity.pull * scale, 0.0)])
}

/// Returns the document with gravity whose arrow has its tip at a position.
pub(in crate::editor) fn with_tip(session: &Session, document: &Document, tip: Vec2) -> Document {
    let (from, scale) = arrow_base(session);
    // The panel shows two decimals.
    let pull = ((tip - ground(from)) / scale * 100.0).round() / 100.0;
    let view = document.side_view().unwrap_or_default();
    let turned = SideView { gravity: Gravity { pull, ..view.gravity }, ..view };
    Document {
        side_view: Some(turned)
            .filter(|view| view.problem().is_none())
            .or_else(|| document.side_view())
            .map(Arc::new),
        ..document.clone()
    }
}

/// Returns the text about gravity beside the pointer.
pub(in crate::editor) fn readout(session: &Session) -> String {
    let Some(SideView { gravity, .. }) = session.document().side_view() else { return String::new() };
    let Vec2 { x, y: z } = gravity.pull;
    let text = format!("gravity {:.2} m/s²  (x {x:.2}, z {z:.2})", gravity.pull.length());
    session.document().worded(text)
}

/// Whether the document is a side view.
pub fn is_side_view(state: &State) -> bool {
    state.document().side_view().is_some()
}

/// Makes the document a side view with usual gravity, or an ordinary one.
pub(in crate::editor) fn toggle(editor: &mut Editor) {
    let usual = || editor.document().side_view_or_usual();
    let side_view = if editor.document().side_view().is_none() { Some(usual()) } else { None };
    let title = if side_view.is_some() { "Make it a side view" } else { "Make it an ordinary mesh" };
    let document = Document { side_view: side_view.map(Arc::new), ..editor.document().clone() };
    editor.edit_document(title, document);
}
