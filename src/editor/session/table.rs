//! Tables in panels: their order, and what a file with one contains.

use std::cmp::Ordering;

use crate::editor::session::job::MeshSnapshot;
use navsmith_core::navmesh::{Adjacency, NavMesh};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::statistics::table::of_all_measures;

/// Table that can be copied and saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Histograms of the measures of the mesh.
    Statistics,
    /// Islands of the mesh.
    Islands,
    /// Areas of the document.
    Areas,
}

/// Content of a file with a table, independent of later changes.
#[derive(Clone, Debug, PartialEq)]
pub enum TableContent {
    /// The text of the file.
    Text(String),
    /// The histograms of all measures, which are computed for the file.
    Histograms(Box<MeasuredMeshes>),
}

/// Meshes whose measures a file contains.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredMeshes {
    pub(in crate::editor) ground: MeshSnapshot,
    /// Name and mesh of the document that this one is compared with.
    pub(in crate::editor) other: Option<(String, NavMesh)>,
}

impl Table {
    /// Returns the name in the names of files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Statistics => "statistics",
            Self::Islands => "islands",
            Self::Areas => "areas",
        }
    }
}

impl TableContent {
    /// Returns the text of the file.
    pub fn text(self, progress: &Progress) -> Result<String, Stopped> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Histograms(meshes) => meshes.table(progress),
        }
    }
}

impl MeasuredMeshes {
    fn table(&self, progress: &Progress) -> Result<String, Stopped> {
        let of_other = self.other.as_ref().map(|(name, mesh)| (name, mesh, Adjacency::build(mesh)));
        let other = of_other.as_ref().map(|(_, mesh, adjacency)| (*mesh, adjacency));
        let own = std::iter::once((&self.ground.mesh, &self.ground.derived.adjacency));
        let meshes: Vec<_> = own.chain(other).collect();
        of_all_measures(&meshes, of_other.as_ref().map(|(name, ..)| name.as_str()), progress)
    }
}

/// Order of the rows of a table, by a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableOrder<C> {
    /// Column whose values are compared.
    pub column: C,
    /// Whether the greatest value comes first.
    pub is_descending: bool,
}

impl<C: Copy + PartialEq> TableOrder<C> {
    /// Sorts by a column from the least value, or from the greatest if that is the order already.
    pub(in crate::editor) fn sort_by(&mut self, column: C) {
        let is_descending = self.column == column && !self.is_descending;
        *self = Self { column, is_descending };
    }

    /// Sorts rows; rows with equal values stay in their order.
    pub(in crate::editor) fn apply<R>(self, rows: &mut [R], compare: impl Fn(C, &R, &R) -> Ordering) {
        rows.sort_by(|one, other| {
            let ordering = compare(self.column, one, other);
            if self.is_descending { ordering.reverse() } else { ordering }
        });
    }
}
