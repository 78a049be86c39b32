//! All issues of a mesh, kept in step with its edits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::{Issue, Key, Look, Search, overlap};
use crate::budget::{Budget, Exhausted};
use crate::navmesh::{CellId, Changes, Derived, Edge, HalfEdge, LinkId, NavMesh, VertexId};

/// After so many elements it is told how much is done.
const TOLD: usize = 1 << 12;

/// How much is done, about, once overlaps are found, and once shapes are.
const OVERLAPS: f32 = 0.5;
const SHAPES: f32 = 0.9;

/// The most issues that one search lists.
pub const MOST_LISTED: usize = 10_000;

/// Steps of one search, as a multiple of those that an analysis usually takes.
const STEPS: u64 = 2;

/// What is wrong with a mesh; in a fixed order, whatever the edits that led there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Issues {
    /// What was judged: it knows the corners that changed cells had before.
    mesh: NavMesh,
    tolerance: f32,
    by_key: BTreeMap<Key, Issue>,
    by_cell: BTreeSet<(CellId, Key)>,
    /// How many issues each search has listed.
    listed: BTreeMap<Search, usize>,
    stopped: BTreeSet<Search>,
}

impl Issues {
    /// Finds the issues of a mesh; what almost meets is nearer than `tolerance` metres.
    ///
    /// Linear: each search lists at most [`MOST_LISTED`] issues, and stops where the mesh takes more work than its size
    /// justifies. [`Issues::stopped`] names the searches that stopped.
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
        let budget = || budget(mesh);
        let mut tell = |nth: usize, of: usize, [from, to]: [f32; 2]| {
            let done = from + (to - from) * nth as f32 / of as f32;
            if nth.is_multiple_of(TOLD) { goes_on(done) } else { ControlFlow::Continue(()) }
        };
        tell(0, 1, [0.0; 2]).continue_value()?;
        let overlaps = overlap::all_candidates(&look, &mut budget(), |one, other, budget| {
            issues.judge(&look, Key::Overlap(one, other), budget)
        });
        issues.note(Search::Overlaps, overlaps);
        let (mut open, mut shapes) = (Vec::new(), budget());
        for (nth, (cell, corners)) in mesh.cells().enumerate() {
            tell(nth, mesh.cell_count(), [OVERLAPS, SHAPES]).continue_value()?;
            let judged = issues.judge(&look, Key::Shape(cell), &mut shapes);
            issues.note(Search::Shapes, judged);
            let is_open =
                |(side, _): &(u32, _)| derived.adjacency.twin(HalfEdge { cell, side: *side }).is_none();
            open.extend(
                (0..).zip(corners.sides()).filter(is_open).map(|(_, [from, to])| Edge::new(from, to)),
            );
        }
        // An edge of many cells is judged once.
        open.sort_unstable();
        open.dedup();
        let mut tangles = budget();
        for &edge in &open {
            let judged = issues.judge(&look, Key::Tangled(edge), &mut tangles);
            issues.note(Search::Tangles, judged);
        }
        let mut boundary: Vec<VertexId> = open.into_iter().flat_map(Edge::ends).collect();
        boundary.sort_unstable();
        boundary.dedup();
        let (count, mut misses) = (boundary.len(), budget());
        for (nth, vertex) in boundary.into_iter().enumerate() {
            tell(nth, count, [SHAPES, 1.0]).continue_value()?;
            let judged =
                look.keys_of_vertex(vertex, &mut misses, &mut |key, budget| issues.judge(&look, key, budget));
            issues.note(Search::NearMisses, judged);
        }
        let mut links = budget();
        for (id, _) in mesh.links() {
            let judged = issues.judge(&look, Key::Link(id), &mut links);
            issues.note(Search::Links, judged);
        }
        if derived.links.is_cut_short() {
            issues.note(Search::Links, Err(Exhausted));
        }
        Some(issues)
    }

    /// Follows an edit: looks at what changed and at what is near it.
    ///
    /// After a search that stopped, all is searched for again, which is linear; after an edit of queries or areas, nothing.
    pub fn update(&mut self, mesh: &NavMesh, derived: &Derived, changes: &Changes) {
        if changes.vertices.is_empty() && changes.cells.is_empty() && changes.links.is_empty() {
            self.mesh = mesh.clone();
            return;
        }
        let is_small = changes.cells.len() * 4 <= mesh.cell_count() + 64
            && self.stopped.is_empty()
            && !derived.links.is_cut_short();
        if !is_small || self.follow(mesh, derived, changes).is_err() {
            *self = Self::build(mesh, derived, self.tolerance);
        }
    }

    fn follow(&mut self, mesh: &NavMesh, derived: &Derived, changes: &Changes) -> Result<(), Exhausted> {
        let old = std::mem::replace(&mut self.mesh, mesh.clone());
        let look = self.look(mesh, derived);
        let budget = &mut budget(mesh);
        let mut keys: Vec<Key> = changes.cells.iter().flat_map(|&cell| self.keys(cell)).collect();
        let mut note = |key, budget: &mut Budget| {
            keys.push(key);
            budget.keep(size_of::<Key>())
        };
        for &cell in &changes.cells {
            look.keys_of_cell(cell, budget, &mut note)?;
        }
        // What was beside a cell that is gone may be open now, so its old corners count too.
        let corners = changes.cells.iter().flat_map(|&cell| [old.corners(cell), mesh.corners(cell)]);
        let vertices: BTreeSet<VertexId> = corners.clone().flatten().copied().collect();
        let edges: BTreeSet<Edge> = corners.flat_map(edges_of).collect();
        for &vertex in &vertices {
            look.keys_of_vertex(vertex, budget, &mut note)?;
        }
        for edge in edges {
            look.keys_of_edge(edge, budget, &mut note)?;
        }
        // What a vertex almost meets depends on all cells around it.
        for vertex in vertices {
            let star = derived.adjacency.star(vertex);
            budget.step(star.len())?;
            let known = star.iter().flat_map(|&cell| self.keys(cell));
            keys.extend(known.filter(|key| matches!(key, Key::NearMiss(_))));
        }
        keys.extend(changes.links.iter().map(|&id| Key::Link(id)));
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.forget(key);
            self.judge(&look, key, budget)?;
        }
        Ok(())
    }

    fn look<'a>(&self, mesh: &'a NavMesh, derived: &'a Derived) -> Look<'a> {
        Look { mesh, derived, tolerance: self.tolerance }
    }

    /// Lists what is wrong there, if anything is.
    fn judge(&mut self, look: &Look<'_>, key: Key, budget: &mut Budget) -> Result<(), Exhausted> {
        // Two vertices that almost meet are told of by both.
        if self.by_key.contains_key(&key) {
            return Ok(());
        }
        budget.step(look.steps(key))?;
        let Some(issue) = look.judge(key) else { return Ok(()) };
        let listed = self.listed.entry(key.search()).or_default();
        if *listed == MOST_LISTED {
            return Err(Exhausted);
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

    /// The searches that stopped before their end, each as a sentence.
    pub fn stopped(&self) -> impl Iterator<Item = String> {
        self.stopped.iter().map(|search| {
            let listed = self.listed.get(search).copied().unwrap_or_default();
            format!("and more: the search for {} stopped after {listed}", search.name())
        })
    }

    /// Whether a search for errors stopped before its end, so that errors may exist that are not listed.
    pub fn may_lack_errors(&self) -> bool {
        let of_errors = [Search::Shapes, Search::Overlaps, Search::Tangles];
        of_errors.iter().any(|search| self.stopped.contains(search))
    }

    fn keys(&self, cell: CellId) -> impl Iterator<Item = Key> {
        let first = (cell, Key::Shape(CellId(0)));
        self.by_cell.range(first..).take_while(move |(of, _)| *of == cell).map(|&(_, key)| key)
    }

    /// All issues: first those of single cells, then overlaps, tangles, gaps and links, each by id.
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

/// The budget of one search.
fn budget(mesh: &NavMesh) -> Budget {
    let corners = mesh.cells().map(|(_, cell)| cell.corners().len()).sum::<usize>();
    Budget::of_elements(corners + mesh.link_count()).with_more_steps(STEPS)
}
