//! The list of all issues of a mesh, updated after each edit.

mod further;
mod unlisted;

use super::list::{IssueKey, IssueLists};
use super::touched::{Touched, are_few, is_small_part};
use super::{Issue, IssueSearch, Key, Look, MOST_COUNTED, MeshLimits, boundary_gap, follow, overlap};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::navmesh::{CellId, Changes, Derived, Edge, HalfEdge, LinkId, NavMesh, VertexId};
use navsmith_core::progress::{Progress, Stopped};

/// Number of elements between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 12;

/// Maximum number of issues that a search of pairs finds, of which there may be very many.
const MOST_PAIRS: usize = 100_000;

/// Step budget of one search, as a multiple of the usual budget of an analysis.
const STEPS: u64 = 2;

/// Steps needed to sort a key and to find its issue.
const STEPS_PER_KEY: usize = 32;

/// The issues of a mesh, in an order that does not depend on the edit history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Issues {
    /// The checked mesh; it contains the previous corners of changed cells.
    mesh: NavMesh,
    limits: MeshLimits,
    /// The only search; `None` for all.
    only: Option<IssueSearch>,
    lists: IssueLists<Key>,
}

impl IssueKey for Key {
    type Search = IssueSearch;

    const LEAST: Self = Self::Shape(CellId(0));

    fn search(self) -> IssueSearch {
        match self {
            Self::Shape(_) => IssueSearch::Shapes,
            Self::Overlap(..) => IssueSearch::Overlaps,
            Self::Tangled(_) => IssueSearch::Tangles,
            Self::BoundaryGap(_) => IssueSearch::BoundaryGaps,
            Self::ShortEdge(_) => IssueSearch::ShortEdges,
            Self::Form(_) => IssueSearch::Forms,
            Self::Vertex(_) => IssueSearch::Vertices,
            Self::Link(_) => IssueSearch::Links,
        }
    }

    fn most_found(search: IssueSearch) -> usize {
        match search {
            IssueSearch::Overlaps | IssueSearch::BoundaryGaps => MOST_PAIRS,
            _ => usize::MAX,
        }
    }
}

impl Issues {
    /// Finds the issues of a mesh. A length in metres as limits is the maximum width of a gap.
    ///
    /// Linear: each search lists at most [`MOST_LISTED`](super::MOST_LISTED) issues, and stops when the mesh takes
    /// more work than its size justifies. [`Issues::stopped`] returns the searches that stopped.
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
        let issues = Self { mesh: mesh.clone(), limits: limits.into(), ..Self::default() };
        issues.searched(mesh, derived, progress)
    }

    /// Finds only the issues of one search, like [`Issues::build`]; updates follow that search only.
    pub fn of_search(
        search: IssueSearch,
        mesh: &NavMesh,
        derived: &Derived,
        limits: impl Into<MeshLimits>,
    ) -> Self {
        let issues =
            Self { mesh: mesh.clone(), limits: limits.into(), only: Some(search), ..Self::default() };
        // The token never stops the search.
        issues.searched(mesh, derived, &Progress::none()).unwrap_or_default()
    }

    /// Finds the issues of the searches for errors only, like [`Issues::build`]. They are not for updates.
    pub fn of_errors(mesh: &NavMesh, derived: &Derived, limits: impl Into<MeshLimits>) -> Self {
        let mut issues = Self { mesh: mesh.clone(), limits: limits.into(), ..Self::default() };
        let look = issues.look(mesh, derived);
        for search in IssueSearch::OF_ERRORS {
            // The token never stops the search.
            let _ = issues.search(search, &look, &mut whole_budget(mesh), &Progress::none());
        }
        issues
    }

    /// Like [`Issues::build`], with lists that are truncated at another length.
    pub(crate) fn listing(most: usize, mesh: &NavMesh, derived: &Derived, limits: MeshLimits) -> Self {
        let lists = IssueLists::listing(most);
        let issues = Self { mesh: mesh.clone(), limits, only: None, lists };
        issues.searched(mesh, derived, &Progress::none()).unwrap_or_default()
    }

    fn searched(mut self, mesh: &NavMesh, derived: &Derived, progress: &Progress) -> Result<Self, Stopped> {
        let look = self.look(mesh, derived);
        let mut done = 0.0;
        for search in self.searches() {
            let part = progress.part(done..done + search.share());
            done += search.share();
            self.search(search, &look, &mut whole_budget(mesh), &part)?;
        }
        Ok(self)
    }

    fn searches(&self) -> impl Iterator<Item = IssueSearch> + use<> {
        let only = self.only;
        IssueSearch::ALL.into_iter().filter(move |search| only.is_none_or(|only| only == *search))
    }

    fn search(
        &mut self,
        search: IssueSearch,
        look: &Look<'_>,
        budget: &mut Budget,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let mesh = look.mesh;
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

    /// Updates the lists after an edit by checking the changed elements and their neighbourhood.
    ///
    /// The result equals that of [`Issues::build`], except for searches that stopped: they keep the issues of other
    /// elements, and find those of changed elements as far as the work for an edit allows. Such a search is repeated
    /// once a quarter of the cells was edited.
    /// Edits of queries or areas cause no checks. Returns the number of steps that the checks took.
    pub fn update(&mut self, mesh: &NavMesh, derived: &Derived, changes: &Changes) -> u64 {
        let before = std::mem::replace(&mut self.mesh, mesh.clone());
        if changes.vertices.is_empty() && changes.cells.is_empty() && changes.links.is_empty() {
            return 0;
        }
        let (look, mut steps) = (self.look(mesh, derived), 0);
        let touched = are_few(changes, mesh).then(|| Touched::of(&before, mesh, changes));
        if touched.is_none() {
            self.lists = self.lists.emptied();
        }
        for search in self.searches() {
            let edited = self.lists.edited(search, changes.cells.len());
            let are_attached_again =
                search == IssueSearch::Links && self.lists.is_stopped(search) != derived.links.is_cut_short();
            let is_due = are_attached_again || !is_small_part(edited, mesh);
            let touched = touched.as_ref().filter(|_| !is_due);
            if !touched.is_some_and(|touched| self.follow(search, &look, &before, touched, &mut steps)) {
                self.lists.clear(search);
                let (start, mut budget) = (whole_budget(mesh), whole_budget(mesh));
                self.search(search, &look, &mut budget, &Progress::none()).ok();
                steps += budget.steps_since(&start);
            }
        }
        self.lists.fill(|key| look.judge(key));
        steps
    }

    /// Checks what an edit touches, and adds the steps that this takes.
    ///
    /// Returns `false` if that takes as much work as a new search.
    fn follow(
        &mut self,
        search: IssueSearch,
        look: &Look<'_>,
        before: &NavMesh,
        touched: &Touched<'_>,
        steps: &mut u64,
    ) -> bool {
        let is_stopped = self.lists.is_stopped(search);
        let budget = if is_stopped {
            Budget::of_elements(touched.changes.cells.len())
        } else {
            // Every cell has at least three corners; counting them all would take longer than most edits.
            budget(3 * look.mesh.cell_count() + look.mesh.link_count())
        };
        let known = touched.changes.cells.iter().flat_map(|&cell| self.lists.keys(cell));
        let mut keys: Vec<Key> = known.filter(|key| key.search() == search).collect();
        let mut of_finding = budget;
        let found = follow::keys(search, (look, before, touched), &self.lists, &mut keys, &mut of_finding);
        *steps += (keys.len() * STEPS_PER_KEY) as u64;
        keys.sort_unstable();
        keys.dedup();
        for &key in &keys {
            self.lists.forget(key);
        }
        let mut of_keys = budget;
        // If the budget was used up by finding keys, those found are judged within one of their own.
        let judged = keys.into_iter().try_for_each(|key| self.judge(look, key, &mut of_keys));
        *steps += of_finding.steps_since(&budget) + of_keys.steps_since(&budget);
        is_stopped || found.and(judged).is_ok()
    }

    fn look<'a>(&self, mesh: &'a NavMesh, derived: &'a Derived) -> Look<'a> {
        Look { mesh, derived, limits: self.limits }
    }

    fn judge(&mut self, look: &Look<'_>, key: Key, budget: &mut Budget) -> Result<(), Exhausted> {
        // Both vertices of a gap produce its key.
        if self.lists.contains(key) {
            return Ok(());
        }
        budget.step(look.steps(key))?;
        look.judge(key).map_or(Ok(()), |issue| self.lists.insert(key, issue, budget))
    }

    fn note(&mut self, search: IssueSearch, outcome: Result<(), Exhausted>) {
        if outcome.is_err() {
            self.lists.stop(search);
        }
    }

    /// Returns a sentence for each search that stopped before its end, or that found more than are listed.
    ///
    /// After a stop, the stated number is that of the known issues; there are at least as many.
    pub fn stopped(&self) -> impl Iterator<Item = String> {
        self.lists.notes(IssueSearch::name)
    }

    /// Whether errors may be missing from the list.
    pub fn may_lack_errors(&self) -> bool {
        IssueSearch::OF_ERRORS.iter().any(|&search| self.lists.may_lack_errors(search))
    }

    /// Returns all issues, by kind of search, severity and id.
    ///
    /// The searches are those of broken cells, overlaps, tangled edges, gaps, edges without length, slivers and uneven
    /// cells, vertices, and links.
    pub fn iter(&self) -> impl Iterator<Item = &Issue> {
        self.lists.iter()
    }

    /// Returns the issues that depend on a cell, in the order of [`Issues::iter`].
    pub fn of_cell(&self, cell: CellId) -> impl Iterator<Item = &Issue> {
        self.lists.keys(cell).filter_map(|key| self.lists.get(key))
    }

    /// Returns the issue of a link.
    pub fn of_link(&self, link: LinkId) -> Option<&Issue> {
        self.lists.get(Key::Link(link))
    }

    /// Returns the issue of a vertex that it does not share with cells.
    pub fn of_vertex(&self, vertex: VertexId) -> Option<&Issue> {
        self.lists.get(Key::Vertex(vertex)).filter(|issue| issue.cells.is_empty())
    }

    /// Returns the number of issues.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether there are no issues.
    pub fn is_empty(&self) -> bool {
        self.lists.len() == 0
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
    let corners = mesh.cells().map(|(_, cell)| cell.corners().len().min(MOST_COUNTED)).sum::<usize>();
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
