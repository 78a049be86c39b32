//! Trials of edits that connect cells.
//!
//! Each edit is verified on a copy. This module does not depend on what the user selected, and does not change a
//! document.

use super::fixing::apply_strictly;
use super::{Fix, overlapping};
use navsmith_core::navmesh::edit::storable;
use navsmith_core::navmesh::{Derived, Draft, NavMesh};

/// Method of closing island gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    /// Splits cells where sides of others lie in their inside, and joins them.
    Split,
    /// Welds the borders.
    Weld,
    /// Adds cells between the borders.
    Bridge,
    /// Adds a bidirectional link.
    Link,
}

impl JoinKind {
    /// All methods of closing island gaps.
    pub const ALL: [Self; 4] = [Self::Split, Self::Weld, Self::Bridge, Self::Link];

    /// Returns the label of a button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Split => "Split",
            Self::Weld => "Weld",
            Self::Bridge => "Bridge",
            Self::Link => "Link",
        }
    }

    /// Returns the effect as a sentence without a full stop.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Split => "Split the cells at the contact, so that both sides share an edge",
            Self::Weld => "Move the borders onto each other and join their vertices",
            Self::Bridge => "Draw a cell between the two borders",
            Self::Link => "Place a link between the two nearest points, both ways",
        }
    }
}

/// Returns a copy of the mesh after edits, or the reason why one of them is impossible.
pub(super) fn tried(fixes: &[Fix], mesh: &NavMesh, derived: &Derived) -> Result<(NavMesh, Derived), String> {
    let mut draft = Draft::new(mesh.clone(), derived.adjacency.clone());
    let edited = apply_strictly(&mut draft, derived, fixes);
    let edited = edited.and_then(|edited| storable(&draft).map(|()| edited));
    let edited = edited.map_err(|refusal| refusal.to_string())?;
    let (mesh, mut derived) = (draft.into_mesh(), derived.clone());
    derived.update(&mesh);
    let is_new = matches!(fixes, [Fix::Stitch(_) | Fix::Bridge(_) | Fix::Link(_), ..]);
    let over = if is_new { overlapping(&mesh, &derived, &edited.cells) } else { Vec::new() };
    match over.first() {
        Some(cell) => Err(format!("The cell between the borders would lie over cell {}.", cell.0)),
        None => Ok((mesh, derived)),
    }
}
