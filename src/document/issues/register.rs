//! The list of all issues of a mesh, updated after each edit.

use std::collections::{BTreeMap, BTreeSet};

use super::{Issue, IssueSearch, Key, Look, MeshLimits, boundary_gap, overlap};
use crate::budget::{Budget, Exhausted};
use crate::document::thousands;
use crate::navmesh::{CellId, Changes, Derived, Edge, HalfEdge, LinkId, NavMesh, VertexId};
use crate::progress::{Progress, Stopped};

/// Number of elements between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 12;

/// Maximum number of issues that one search lists.
pub const MOST_LISTED: usize = 10_000;

/// Step budget of one search, as a multiple of the usual budget of an analysis.
const STEPS: u64 = 2;

/// The issues of a mesh, in an order that does not depend on the edit history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Issues {
    /// The checked mesh; it contains the previous corners of changed cells.
    mesh: NavMesh,
    limits: MeshLimits,
    by_key: BTreeMap<Key, Issue>,
    by_cell: BTreeSet<(CellId, Key)>,
    listed: BTreeMap<IssueSearch, usize>,
    stopped: BTreeSet<IssueSearch>,
    /// Number of issues beyond [`MOST_LISTED`] of each search.
    unlisted: BTreeMap<IssueSearch, usize>,
}

impl Issues {
    /// Finds the issues of a mesh. A length in metres as limits is the maximum width of a gap.
    ///
    /// Linear: each search lists at most [`MOST_LISTED`] issues, and stops when the mesh takes more work than its
    /// size justifies. [`Issues::stopped`] returns the searches that stopped.
    pub fn build(mesh: &NavMesh, derived: &Derived, limits: impl Into<MeshLimits>) -> Self {
        // The token never stops the search.
        Self::build_with_progress(mesh, derived, limits, &Progress::none()).unwrap_or_default()
    }

    /// Like [`Issues::build`], but reports progress and can be stopped.
    pub fn build_with_progress(
        mesh: &NavMesh,
        derived: &Derived,
        limits: impl Into<MeshLimits>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut issues = Self::unchecked(mesh, limits.into());
        let look = issues.look(mesh, derived);
        let mut done = 0.0;
        for search in IssueSearch::ALL {
            let part = progress.part(done..done + search.share());
            done += search.share();
            issues.search(search, &look, &part)?;
        }
        Ok(issues)
    }

    /// Finds only the issues of one search, like [`Issues::build`].
    pub fn of_search(
        search: IssueSearch,
        mesh: &NavMesh,
        derived: &Derived,
        limits: impl Into<MeshLimits>,
    ) -> Self {
        let mut issues = Self::unchecked(mesh, limits.into());
        let look = issues.look(mesh, derived);
        // The token never stops the search.
        issues.search(search, &look, &Progress::none()).ok();
        issues
    }

    fn unchecked(mesh: &NavMesh, limits: MeshLimits) -> Self {
        Self { mesh: mesh.clone(), limits, ..Self::default() }
    }

    fn search(&mut self, search: IssueSearch, look: &Look<'_>, progress: &Progress) -> Result<(), Stopped> {
        let (mesh, budget) = (look.mesh, &mut whole_budget(look.mesh));
        progress.report(0, 1)?;
        match search {
            IssueSearch::Overlaps => {
                let overlaps = overlap::all_candidates(look, budget, |one, other, budget| {
                    self.judge(look, Key::Overlap(one, other), budget)
                });
                self.note(search, overlaps);
            }
            IssueSearch::Shapes => {
                let keys = mesh.cells().map(|(cell, _)| Key::Shape(cell));
                self.judge_all(look, keys, mesh.cell_count(), budget, progress)?;
            }
            IssueSearch::Forms => {
                let keys = mesh.cells().map(|(cell, _)| Key::Form(cell));
                self.judge_all(look, keys, mesh.cell_count(), budget, progress)?;
            }
            IssueSearch::ShortEdges => {
                let keys = edges_once(look).map(Key::ShortEdge);
                self.judge_all(look, keys, 3 * mesh.cell_count(), budget, progress)?;
            }
            IssueSearch::Tangles => {
                let open = open_edges(look);
                self.judge_all(look, open.iter().copied().map(Key::Tangled), open.len(), budget, progress)?;
            }
            IssueSearch::BoundaryGaps => self.search_gaps(look, budget, progress)?,
            IssueSearch::Vertices => {
                let keys = mesh.vertices().map(|(vertex, _)| Key::Vertex(vertex));
                self.judge_all(look, keys, mesh.vertex_count(), budget, progress)?;
            }
            IssueSearch::Links => {
                let keys = mesh.links().map(|(link, _)| Key::Link(link));
                self.judge_all(look, keys, mesh.link_count(), budget, progress)?;
                if look.derived.links.is_cut_short() {
                    self.note(search, Err(Exhausted));
                }
            }
        }
        Ok(())
    }

    /// Judges all keys of a search; `count` is their approximate number.
    fn judge_all(
        &mut self,
        look: &Look<'_>,
        keys: impl Iterator<Item = Key>,
        count: usize,
        budget: &mut Budget,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let mut units = progress.units(count, ELEMENTS_PER_REPORT);
        for key in keys {
            units.step()?;
            let judged = self.judge(look, key, budget);
            self.note(key.search(), judged);
        }
        Ok(())
    }

    fn search_gaps(
        &mut self,
        look: &Look<'_>,
        budget: &mut Budget,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let mut boundary: Vec<VertexId> = open_edges(look).into_iter().flat_map(Edge::ends).collect();
        boundary.sort_unstable();
        boundary.dedup();
        let mut units = progress.units(boundary.len(), ELEMENTS_PER_REPORT);
        for vertex in boundary {
            units.step()?;
            let judged = boundary_gap::candidates(look, vertex, budget, |gap, budget| {
                self.judge(look, Key::BoundaryGap(gap), budget)
            });
            self.note(IssueSearch::BoundaryGaps, judged);
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
            *self = Self::build(mesh, derived, self.limits);
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
        // The first of several copies may be another one now.
        for corners in changes.cells.iter().flat_map(|&cell| [old.corners(cell), mesh.corners(cell)]) {
            let copies = overlap::copies(&look, corners, budget)?;
            let known = copies.iter().flat_map(|&copy| self.keys(copy));
            let known = known.filter(|key| matches!(key, Key::Overlap(..)));
            let with_first = copies.iter().skip(1).map(|&copy| Key::Overlap(copies[0], copy));
            with_first.chain(known).try_for_each(|key| note(key, budget))?;
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
        Look { mesh, derived, limits: self.limits }
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
            if key.search() == IssueSearch::BoundaryGaps {
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

    fn note(&mut self, search: IssueSearch, outcome: Result<(), Exhausted>) {
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
        let count = |search, of: &BTreeMap<IssueSearch, usize>| of.get(search).copied().unwrap_or_default();
        let of_stopped = self.stopped.iter().map(move |search| {
            let found = count(search, &self.listed) + count(search, &self.unlisted);
            format!("and more: the search for {} stopped after {found}", search.name())
        });
        let is_complete = |search: &&IssueSearch| !self.stopped.contains(search);
        let of_unlisted = self.unlisted.keys().filter(is_complete).map(move |search| {
            let listed = count(search, &self.listed);
            let total = listed + count(search, &self.unlisted);
            format!("{} of {} {} are listed", thousands(listed), thousands(total), search.name())
        });
        of_stopped.chain(of_unlisted)
    }

    /// Whether a search for errors stopped early, so that errors may be missing from the list.
    pub fn may_lack_errors(&self) -> bool {
        let of_errors = [
            IssueSearch::Shapes,
            IssueSearch::Overlaps,
            IssueSearch::Tangles,
            IssueSearch::BoundaryGaps,
            IssueSearch::ShortEdges,
        ];
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
        self.limits.gap
    }

    /// Returns the limits with which the issues were found.
    pub fn limits(&self) -> &MeshLimits {
        &self.limits
    }
}

fn budget(elements: usize) -> Budget {
    Budget::of_elements(elements).with_more_steps(STEPS)
}

/// Returns the budget of one search of a whole mesh.
fn whole_budget(mesh: &NavMesh) -> Budget {
    let corners = mesh.cells().map(|(_, cell)| cell.corners().len()).sum::<usize>();
    budget(corners + mesh.link_count())
}

/// Returns the edges of sides without a twin, each once, by id.
fn open_edges(look: &Look<'_>) -> Vec<Edge> {
    let mut open: Vec<Edge> =
        edges_with_twins(look).filter(|(.., twin)| twin.is_none()).map(|it| it.1).collect();
    open.sort_unstable();
    open.dedup();
    open
}

/// Returns the edges of all cells; an edge of two joined cells comes from the cell with the smaller id.
fn edges_once<'a>(look: &Look<'a>) -> impl Iterator<Item = Edge> + use<'a> {
    let sides = edges_with_twins(look);
    sides.filter(|(cell, _, twin)| twin.is_none_or(|twin| *cell < twin.cell)).map(|(_, edge, _)| edge)
}

/// Returns the edge and the twin of each side of each cell.
fn edges_with_twins<'a>(look: &Look<'a>) -> impl Iterator<Item = (CellId, Edge, Option<HalfEdge>)> + use<'a> {
    let (mesh, adjacency) = (look.mesh, &look.derived.adjacency);
    mesh.cells().flat_map(move |(cell, corners)| {
        (0..).zip(corners.sides()).map(move |(side, [from, to])| {
            (cell, Edge::new(from, to), adjacency.twin(HalfEdge { cell, side }))
        })
    })
}
