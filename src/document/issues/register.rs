//! The list of all issues of a mesh, updated after each edit.

use std::collections::{BTreeMap, BTreeSet};

use super::{Issue, Key, Look, Search, boundary_gap, overlap};
use crate::budget::{Budget, Exhausted};
use crate::document::thousands;
use crate::navmesh::{CellId, Changes, Derived, Edge, HalfEdge, LinkId, NavMesh, VertexId};
use crate::progress::{Progress, Stopped};

/// Number of elements between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 12;

/// Approximate progress after the search for overlaps, and after the search for broken shapes.
const OVERLAPS: f32 = 0.5;
const SHAPES: f32 = 0.9;

/// Maximum number of issues that one search lists.
pub const MOST_LISTED: usize = 10_000;

/// Step budget of one search, as a multiple of the usual budget of an analysis.
const STEPS: u64 = 2;

/// The issues of a mesh, in an order that does not depend on the edit history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Issues {
    /// The checked mesh; it contains the previous corners of changed cells.
    mesh: NavMesh,
    tolerance: f32,
    by_key: BTreeMap<Key, Issue>,
    by_cell: BTreeSet<(CellId, Key)>,
    listed: BTreeMap<Search, usize>,
    stopped: BTreeSet<Search>,
    /// Number of issues beyond [`MOST_LISTED`] of each search.
    unlisted: BTreeMap<Search, usize>,
}

impl Issues {
    /// Finds the issues of a mesh; gaps are narrower than `tolerance` metres.
    ///
    /// Linear: each search lists at most [`MOST_LISTED`] issues, and stops when the mesh takes more work than its
    /// size justifies. [`Issues::stopped`] returns the searches that stopped.
    pub fn build(mesh: &NavMesh, derived: &Derived, tolerance: f32) -> Self {
        // The token never stops the search.
        Self::build_with_progress(mesh, derived, tolerance, &Progress::none()).unwrap_or_default()
    }

    /// Like [`Issues::build`], but reports progress and can be stopped.
    pub fn build_with_progress(
        mesh: &NavMesh,
        derived: &Derived,
        tolerance: f32,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut issues = Self { mesh: mesh.clone(), tolerance: tolerance.max(0.0), ..Self::default() };
        let look = issues.look(mesh, derived);
        let corners = mesh.cells().map(|(_, cell)| cell.corners().len()).sum::<usize>();
        let budget = || budget(corners + mesh.link_count());
        progress.report(0, 1)?;
        let overlaps = overlap::all_candidates(&look, &mut budget(), |one, other, budget| {
            issues.judge(&look, Key::Overlap(one, other), budget)
        });
        issues.note(Search::Overlaps, overlaps);
        let (part, mut open) = (progress.part(OVERLAPS..SHAPES), Vec::new());
        let [mut shapes, mut forms, mut edges] = [(); 3].map(|()| budget());
        let mut units = part.units(mesh.cell_count(), ELEMENTS_PER_REPORT);
        for (cell, corners) in mesh.cells() {
            units.step()?;
            let judged = issues.judge(&look, Key::Shape(cell), &mut shapes);
            issues.note(Search::Shapes, judged);
            let judged = issues.judge(&look, Key::Form(cell), &mut forms);
            issues.note(Search::Forms, judged);
            for (side, [from, to]) in (0..).zip(corners.sides()) {
                let (edge, twin) = (Edge::new(from, to), derived.adjacency.twin(HalfEdge { cell, side }));
                if twin.is_none() {
                    open.push(edge);
                }
                // An inner edge is checked at the cell with the smaller id.
                if twin.is_none_or(|twin| cell < twin.cell) {
                    let judged = issues.judge(&look, Key::ShortEdge(edge), &mut edges);
                    issues.note(Search::ShortEdges, judged);
                }
            }
        }
        issues.judge_open_edges(&look, open, budget, progress)?;
        let mut vertices = budget();
        for (vertex, _) in mesh.vertices() {
            let judged = issues.judge(&look, Key::Vertex(vertex), &mut vertices);
            issues.note(Search::Vertices, judged);
        }
        let mut links = budget();
        for (id, _) in mesh.links() {
            let judged = issues.judge(&look, Key::Link(id), &mut links);
            issues.note(Search::Links, judged);
        }
        if derived.links.is_cut_short() {
            issues.note(Search::Links, Err(Exhausted));
        }
        Ok(issues)
    }

    /// Finds tangled edges and gaps. `open` contains the edges of the sides without a twin.
    fn judge_open_edges(
        &mut self,
        look: &Look<'_>,
        mut open: Vec<Edge>,
        budget: impl Fn() -> Budget,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        // An edge of many cells is checked only once.
        open.sort_unstable();
        open.dedup();
        let mut tangles = budget();
        for &edge in &open {
            let judged = self.judge(look, Key::Tangled(edge), &mut tangles);
            self.note(Search::Tangles, judged);
        }
        let mut boundary: Vec<VertexId> = open.into_iter().flat_map(Edge::ends).collect();
        boundary.sort_unstable();
        boundary.dedup();
        let (part, mut misses) = (progress.part(SHAPES..1.0), budget());
        let mut units = part.units(boundary.len(), ELEMENTS_PER_REPORT);
        for vertex in boundary {
            units.step()?;
            let judged = boundary_gap::candidates(look, vertex, &mut misses, |miss, budget| {
                self.judge(look, Key::BoundaryGap(miss), budget)
            });
            self.note(Search::BoundaryGaps, judged);
        }
        Ok(())
    }

    /// Updates the list after an edit by checking the changed elements and their neighbourhood.
    ///
    /// If a search had stopped, repeats all searches, which is linear. Edits of queries or areas cause no checks.
    pub fn update(&mut self, mesh: &NavMesh, derived: &Derived, changes: &Changes) {
        if changes.vertices.is_empty() && changes.cells.is_empty() && changes.links.is_empty() {
            self.mesh = mesh.clone();
            return;
        }
        let is_small = changes.cells.len() * 4 <= mesh.cell_count() + 64
            && self.stopped.is_empty()
            && self.unlisted.is_empty()
            && !derived.links.is_cut_short();
        if !is_small || self.follow(mesh, derived, changes).is_err() {
            *self = Self::build(mesh, derived, self.tolerance);
        }
    }

    fn follow(&mut self, mesh: &NavMesh, derived: &Derived, changes: &Changes) -> Result<(), Exhausted> {
        let old = std::mem::replace(&mut self.mesh, mesh.clone());
        let look = self.look(mesh, derived);
        // Every cell has at least three corners; counting them all would take longer than most edits.
        let budget = &mut budget(3 * mesh.cell_count() + mesh.link_count());
        let mut keys: Vec<Key> = changes.cells.iter().flat_map(|&cell| self.keys(cell)).collect();
        let mut note = |key, budget: &mut Budget| {
            keys.push(key);
            budget.keep(size_of::<Key>())
        };
        for &cell in &changes.cells {
            note(Key::Shape(cell), budget)?;
            note(Key::Form(cell), budget)?;
            overlap::candidates(&look, cell, budget, |other, budget| {
                note(Key::Overlap(cell.min(other), cell.max(other)), budget)
            })?;
        }
        // Edges beside a deleted cell may be open now, so its old corners count too.
        let corners = changes.cells.iter().flat_map(|&cell| [old.corners(cell), mesh.corners(cell)]);
        let vertices: BTreeSet<VertexId> = corners.clone().flatten().copied().collect();
        let edges: BTreeSet<Edge> = corners.flat_map(Edge::around).collect();
        for vertex in vertices.iter().chain(&changes.vertices) {
            note(Key::Vertex(*vertex), budget)?;
        }
        for &vertex in &vertices {
            boundary_gap::candidates(&look, vertex, budget, |miss, budget| {
                note(Key::BoundaryGap(miss), budget)
            })?;
        }
        for edge in edges {
            look.keys_of_edge(edge, budget, &mut note)?;
        }
        // The gaps of a vertex depend on all cells around it.
        for vertex in vertices {
            let star = derived.adjacency.star(vertex);
            budget.step(star.len())?;
            let known = star.iter().flat_map(|&cell| self.keys(cell));
            keys.extend(known.filter(|key| matches!(key, Key::BoundaryGap(_))));
        }
        let partners = boundary_gap::partners(&look, &keys, budget)?;
        keys.extend(partners.into_iter().map(Key::BoundaryGap));
        keys.extend(changes.links.iter().map(|&id| Key::Link(id)));
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.forget(key);
            self.judge(&look, key, budget)?;
        }
        if self.unlisted.is_empty() { Ok(()) } else { Err(Exhausted) }
    }

    fn look<'a>(&self, mesh: &'a NavMesh, derived: &'a Derived) -> Look<'a> {
        Look { mesh, derived, tolerance: self.tolerance }
    }

    fn judge(&mut self, look: &Look<'_>, key: Key, budget: &mut Budget) -> Result<(), Exhausted> {
        // Both vertices of a gap produce its key.
        if self.by_key.contains_key(&key) {
            return Ok(());
        }
        budget.step(look.steps(key))?;
        let Some(issue) = look.judge(key) else { return Ok(()) };
        let listed = self.listed.entry(key.search()).or_default();
        if *listed == MOST_LISTED {
            // A gap has two vertices, which would count it twice.
            if key.search() == Search::BoundaryGaps {
                return Err(Exhausted);
            }
            *self.unlisted.entry(key.search()).or_default() += 1;
            return Ok(());
        }
        *listed += 1;
        self.by_cell.extend(issue.cells.iter().map(|&cell| (cell, key)));
        self.by_key.insert(key, issue);
        Ok(())
    }

    fn note(&mut self, search: Search, outcome: Result<(), Exhausted>) {
        if outcome.is_err() {
            self.stopped.insert(search);
        }
    }

    fn forget(&mut self, key: Key) {
        let Some(issue) = self.by_key.remove(&key) else { return };
        for cell in issue.cells {
            self.by_cell.remove(&(cell, key));
        }
        if let Some(listed) = self.listed.get_mut(&key.search()) {
            *listed -= 1;
        }
        self.listed.retain(|_, listed| *listed > 0);
    }

    /// Returns a sentence for each search that stopped before its end, or that found more than are listed.
    pub fn stopped(&self) -> impl Iterator<Item = String> {
        let count = |search, of: &BTreeMap<Search, usize>| of.get(search).copied().unwrap_or_default();
        let of_stopped = self.stopped.iter().map(move |search| {
            let found = count(search, &self.listed) + count(search, &self.unlisted);
            format!("and more: the search for {} stopped after {found}", search.name())
        });
        let is_complete = |search: &&Search| !self.stopped.contains(search);
        let of_unlisted = self.unlisted.keys().filter(is_complete).map(move |search| {
            let listed = count(search, &self.listed);
            let total = listed + count(search, &self.unlisted);
            format!("{} of {} {} are listed", thousands(listed), thousands(total), search.name())
        });
        of_stopped.chain(of_unlisted)
    }

    /// Whether a search for errors stopped early, so that errors may be missing from the list.
    pub fn may_lack_errors(&self) -> bool {
        let of_errors =
            [Search::Shapes, Search::Overlaps, Search::Tangles, Search::BoundaryGaps, Search::ShortEdges];
        of_errors.iter().any(|search| self.stopped.contains(search) || self.unlisted.contains_key(search))
    }

    fn keys(&self, cell: CellId) -> impl Iterator<Item = Key> {
        let first = (cell, Key::Shape(CellId(0)));
        self.by_cell.range(first..).take_while(move |(of, _)| *of == cell).map(|&(_, key)| key)
    }

    /// Returns all issues, by kind of search and by id.
    ///
    /// The searches are those of broken cells, overlaps, tangled edges, gaps, edges without length, slivers and uneven
    /// cells, vertices, and links.
    pub fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.by_key.values()
    }

    /// Returns the issues that depend on a cell, in the order of [`Issues::iter`].
    pub fn of_cell(&self, cell: CellId) -> impl Iterator<Item = &Issue> {
        self.keys(cell).filter_map(|key| self.by_key.get(&key))
    }

    /// Returns the issue of a link.
    pub fn of_link(&self, link: LinkId) -> Option<&Issue> {
        self.by_key.get(&Key::Link(link))
    }

    /// Returns the issue of a vertex that it does not share with cells.
    pub fn of_vertex(&self, vertex: VertexId) -> Option<&Issue> {
        self.by_key.get(&Key::Vertex(vertex)).filter(|issue| issue.cells.is_empty())
    }

    /// Returns the number of issues.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether there are no issues.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Returns the maximum width of a gap, in metres.
    pub fn tolerance(&self) -> f32 {
        self.tolerance
    }
}

fn budget(elements: usize) -> Budget {
    Budget::of_elements(elements).with_more_steps(STEPS)
}
