//! Marks of outlines.

use super::{Role, Scene};
use navsmith_core::geometry::at_height;
use navsmith_formats::document::PlacedOutline;

/// Draws the line of an outline, closed for a ring.
pub(in crate::editor) fn draw_outline(scene: &mut Scene, role: Role, outline: &PlacedOutline) {
    let closing = outline.points.first().filter(|_| outline.is_ring());
    let points = outline.points.iter().chain(closing);
    scene.polyline(role, points.map(|&at| at_height(at, outline.height)).collect());
}

/// Mark of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutlineMark {
    /// An outline of ground, and its points.
    Ground,
    /// An outline of a hole, and its points.
    Hole,
    /// A chain that paths do not cross, and its points.
    Chain,
    /// A selected point.
    Selected,
}
