//! Part of a mesh that an answer depends on: changes elsewhere do not affect the answer.
//!
//! A search reads cells, the positions of their corners, and which cells meet at these corners. It suffices to store
//! the vertices. A change to any of this changes a cell that has a corner there, before or after the change.

use crate::geometry::Bounds;
use crate::navmesh::{CellId, Changes, Derived, NavMesh, VertexId};
use crate::pathfinding::agent::Agent;
use crate::progress::Progress;

/// Maximum number of changed cells whose surroundings are examined.
const MOST_LOOKED_AROUND: usize = 1_000;

/// Vertices that an answer depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchFootprint {
    /// One bit for each vertex, 64 to a word.
    marks: Vec<u64>,
    /// Whether the answer may depend on the mesh as a whole.
    pub(in crate::pathfinding) is_everything: bool,
}

impl SearchFootprint {
    pub(in crate::pathfinding) fn add(&mut self, corners: impl IntoIterator<Item = VertexId>) {
        for VertexId(id) in corners {
            let word = id as usize / 64;
            if word >= self.marks.len() {
                self.marks.resize(word + 1, 0);
            }
            self.marks[word] |= 1 << (id % 64);
        }
    }

    fn holds(&self, VertexId(id): VertexId) -> bool {
        self.marks.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// Whether nothing in this footprint changed between two revisions of a mesh.
    ///
    /// `derived` belongs to the later revision. The cost depends on the size of the changes.
    pub fn is_unaffected_by(
        &self,
        changes: &Changes,
        [old, new]: [&NavMesh; 2],
        derived: &Derived,
        agent: &Agent,
    ) -> bool {
        if changes.cells.is_empty() && changes.links.is_empty() {
            return true;
        }
        if self.is_everything || !changes.links.is_empty() {
            return false;
        }
        let is_hit = |mesh: &NavMesh, cell| mesh.corners(cell).iter().any(|&corner| self.holds(corner));
        if changes.cells.iter().any(|&cell| is_hit(old, cell) || is_hit(new, cell)) {
            return false;
        }
        let mut around = Around { meshes: [old, new], derived, cells: changes.cells.clone() };
        // Cells above limit the headroom of an agent, and walls beside the path affect its rounding.
        let looks_around = agent.height > 0.0 || agent.radius > 0.0;
        if looks_around && changes.cells.len() > MOST_LOOKED_AROUND {
            return false;
        }
        if agent.height > 0.0 {
            around.grow(0.0);
        }
        if agent.radius > 0.0 {
            around.grow(2.0 * agent.radius);
        }
        !around.cells.iter().any(|&cell| is_hit(new, cell))
    }
}

/// Cells of two revisions of a mesh, which can be extended by their surroundings.
struct Around<'a> {
    meshes: [&'a NavMesh; 2],
    derived: &'a Derived,
    cells: Vec<CellId>,
}

impl Around<'_> {
    /// Adds the cells of the later mesh whose bounding boxes lie within `distance` metres.
    ///
    /// The distance is measured to the bounding boxes of the present cells.
    fn grow(&mut self, distance: f32) {
        let mut near = Vec::new();
        for (&cell, mesh) in self.cells.iter().flat_map(|cell| self.meshes.map(|mesh| (cell, mesh))) {
            let bounds = Bounds::of(mesh.ring(cell));
            if !bounds.is_empty() {
                let [min, max] = [bounds.ground_min() - distance, bounds.ground_max() + distance];
                self.derived.locator.for_each_within(self.meshes[1], min, max, |cell| near.push(cell));
            }
        }
        self.cells.extend(near);
        self.cells.sort_unstable();
        self.cells.dedup();
    }
}

/// Number of expanded nodes or intervals between two progress reports of a search.
pub const EXPANSIONS_PER_REPORT: usize = 4096;

/// Returns a token that stops a search after about `expansions` expanded nodes or intervals.
pub fn search_limit(expansions: usize) -> Progress {
    Progress::stopping_after((expansions / EXPANSIONS_PER_REPORT) as u32)
}

/// Records the footprint of a search, and stops it.
pub(in crate::pathfinding) struct SearchProgress<'a> {
    pub(in crate::pathfinding) footprint: SearchFootprint,
    pub(in crate::pathfinding) progress: &'a Progress,
}
