//! All issues of a mesh, kept in step with its edits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::{Issue, Key, Look, overlap};
use crate::navmesh::{CellId, Changes, Derived, Edge, HalfEdge, LinkId, NavMesh, VertexId};

/// After so many elements it is told how much is done.
const TOLD: usize = 1 << 12;

/// How much is done, about, once overlaps are found, and once shapes are.
const OVERLAPS: f32 = 0.5;
const SHAPES: f32 = 0.9;

/// What is wrong with a mesh; in a fixed order, whatever the edits that led there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Issues {
    /// What was judged: it knows the corners that changed cells had before.
    mesh: NavMesh,
    tolerance: f32,
    by_key: BTreeMap<Key, Issue>,
    by_cell: BTreeSet<(CellId, Key)>,
}

impl Issues {
    /// Finds all issues; what almost meets is nearer than `tolerance` metres.
    ///
    /// Linear, for a tolerance that few vertices are within of each other.
    pub fn build(mesh: &NavMesh, derived: &Derived, tolerance: f32) -> Self {
        Self::build_while(mesh, derived, tolerance, &mut |_| ControlFlow::Continue(())).unwrap_or_default()
    }

    /// The same; `goes_on` hears now and then how much is done, from 0 to 1, and may break it off, which gives `None`.
    pub fn build_while(
        mesh: &NavMesh,
        derived: &Derived,
        tolerance: f32,
        goes_on: &mut dyn FnMut(f32) -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut issues = Self { mesh: mesh.clone(), tolerance: tolerance.max(0.0), ..Self::default() };
        let look = issues.look(mesh, derived);
        let mut tell = |nth: usize, of: usize, [from, to]: [f32; 2]| {
            let done = from + (to - from) * nth as f32 / of as f32;
            if nth.is_multiple_of(TOLD) { goes_on(done) } else { ControlFlow::Continue(()) }
        };
        tell(0, 1, [0.0; 2]).continue_value()?;
        overlap::all_candidates(&look, |one, other| issues.judge(&look, Key::Overlap(one, other)));
        let mut boundary = Vec::new();
        for (nth, (cell, corners)) in mesh.cells().enumerate() {
            tell(nth, mesh.cell_count(), [OVERLAPS, SHAPES]).continue_value()?;
            issues.judge(&look, Key::Shape(cell));
            let is_open =
                |(side, _): &(u32, _)| derived.adjacency.twin(HalfEdge { cell, side: *side }).is_none();
            for (_, [from, to]) in (0..).zip(corners.sides()).filter(is_open) {
                issues.judge(&look, Key::Tangled(Edge::new(from, to)));
                boundary.extend([from, to]);
            }
        }
        boundary.sort_unstable();
        boundary.dedup();
        let count = boundary.len();
        for (nth, vertex) in boundary.into_iter().enumerate() {
            tell(nth, count, [SHAPES, 1.0]).continue_value()?;
            look.keys_of_vertex(vertex, |key| issues.judge(&look, key));
        }
        mesh.links().for_each(|(id, _)| issues.judge(&look, Key::Link(id)));
        Some(issues)
    }

    /// Follows an edit: looks anew at what changed and at what is near it.
    pub fn update(&mut self, mesh: &NavMesh, derived: &Derived, changes: &Changes) {
        if changes.cells.len() * 4 > mesh.cell_count() + 64 {
            *self = Self::build(mesh, derived, self.tolerance);
            return;
        }
        let old = std::mem::replace(&mut self.mesh, mesh.clone());
        let look = self.look(mesh, derived);
        let mut keys: Vec<Key> = changes.cells.iter().flat_map(|&cell| self.keys(cell)).collect();
        for &cell in &changes.cells {
            look.keys_of_cell(cell, |key| keys.push(key));
        }
        // What was beside a cell that is gone may be open now, so its old corners count too.
        let corners = changes.cells.iter().flat_map(|&cell| [old.corners(cell), mesh.corners(cell)]);
        let vertices: BTreeSet<VertexId> = corners.clone().flatten().copied().collect();
        let edges: BTreeSet<Edge> = corners.flat_map(edges_of).collect();
        for vertex in vertices {
            look.keys_of_vertex(vertex, |key| keys.push(key));
        }
        for edge in edges {
            // Where the mesh ends no more, nothing is missed any more.
            let beside = derived.adjacency.sides_of(mesh, edge).into_iter().map(|side| side.cell);
            keys.extend(
                beside.flat_map(|cell| self.keys(cell)).filter(|key| matches!(key, Key::NearMiss(_))),
            );
            look.keys_of_edge(edge, |key| keys.push(key));
        }
        keys.extend(changes.links.iter().map(|&id| Key::Link(id)));
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.forget(key);
            self.judge(&look, key);
        }
    }

    fn look<'a>(&self, mesh: &'a NavMesh, derived: &'a Derived) -> Look<'a> {
        Look { mesh, derived, tolerance: self.tolerance }
    }

    fn judge(&mut self, look: &Look<'_>, key: Key) {
        if let Some(issue) = look.judge(key) {
            self.by_cell.extend(issue.cells.iter().map(|&cell| (cell, key)));
            self.by_key.insert(key, issue);
        }
    }

    fn forget(&mut self, key: Key) {
        for cell in self.by_key.remove(&key).into_iter().flat_map(|issue| issue.cells) {
            self.by_cell.remove(&(cell, key));
        }
    }

    fn keys(&self, cell: CellId) -> impl Iterator<Item = Key> {
        let first = (cell, Key::Shape(CellId(0)));
        self.by_cell.range(first..).take_while(move |(of, _)| *of == cell).map(|&(_, key)| key)
    }

    /// All issues: first those of single cells, then overlaps, tangles, near misses and links, each by id.
    pub fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.by_key.values()
    }

    /// The issues that depend on a cell, in the same order.
    pub fn of_cell(&self, cell: CellId) -> impl Iterator<Item = &Issue> {
        self.keys(cell).filter_map(|key| self.by_key.get(&key))
    }

    /// The issue of a link.
    pub fn of_link(&self, link: LinkId) -> Option<&Issue> {
        self.by_key.get(&Key::Link(link))
    }

    /// How many issues there are.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// What almost meets is nearer than this, in metres.
    pub fn tolerance(&self) -> f32 {
        self.tolerance
    }
}

fn edges_of(corners: &[VertexId]) -> impl Iterator<Item = Edge> + '_ {
    (0..corners.len()).map(|i| Edge::new(corners[i], corners[(i + 1) % corners.len()]))
}
