//! Minimal reproductions for bug reports: a query, the relevant part of the mesh, and the step to show.
//!
//! The part is a mesh of its own. Its cells keep their relative order, so ties resolve as before. The answer on the
//! part is compared with the original one. If it differs, the reproduction contains the whole mesh.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Document, Expected, NamedQuery};
use navsmith_core::navmesh::{Cell, CellId, Derived, LinkId, NavMesh, VertexId};
use navsmith_core::pathfinding::analysis::compare::defect::find_defect;
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::query::{Answer, Outcome, find_path_traced};
use navsmith_core::pathfinding::timeline::key::What;
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::{QueryEvent, QueryTrace, Stage};

/// A query with its mesh and the step to show.
#[derive(Clone, Debug, PartialEq)]
pub struct Reproduction {
    /// A part of the mesh or all of it, the areas and the query.
    pub document: Document,
    /// Step as its stage and its index in that stage; `None` for the finished path.
    pub step: Option<(Stage, usize)>,
    /// Whether the document contains the whole mesh.
    pub is_whole: bool,
}

/// Builds the reproduction of the query at an index, with the relevant part of the mesh.
///
/// `step` is the number of a step in the query's trace. Returns `None` if the query does not exist or lacks an end.
/// Runs the query twice.
pub fn reproduce(
    document: &Document,
    derived: &Derived,
    query: usize,
    step: Option<usize>,
) -> Option<Reproduction> {
    let query = document.queries.get(query)?;
    let (answer, trace) = find_path_traced(&document.mesh, derived, &query.question()?);
    let place = step.and_then(|step| trace.place(step));
    let whole = || {
        let queries = Arc::new(vec![query.clone()]);
        Reproduction { document: without_lists(document, queries), step: place, is_whole: true }
    };
    if Stage::ALL.iter().any(|&stage| trace.is_truncated(stage)) {
        return Some(whole());
    }
    let cells = cells_that_bear(&document.mesh, derived, &answer, &trace, place.map(|(stage, _)| stage));
    let is_part = cells.len() < document.mesh.cell_count();
    let part = is_part.then(|| Part::of(document, derived, query, &cells)).flatten();
    let same = part.and_then(|part| {
        let part_trace = part.trace_if_same(&answer, &trace)?;
        let step = match place {
            Some(place) => Some(part.step_of(&part_trace, &trace, place)?),
            None => None,
        };
        Some(Reproduction { document: part.document, step, is_whole: false })
    });
    Some(same.unwrap_or_else(whole))
}

/// Builds the reproduction of a query for which two algorithms contradict each other.
///
/// It contains the whole mesh if the contradiction does not occur on a part. Returns `None` if the query does not
/// exist or lacks an end.
pub fn reproduce_defect(document: &Document, derived: &Derived, query: usize) -> Option<Reproduction> {
    let made = reproduce(document, derived, query, None)?;
    let has_defect = |document: &Document| {
        let question = document.queries.first()?.question()?;
        find_defect(&document.mesh, &Derived::build(&document.mesh), &question)
    };
    if made.is_whole || has_defect(&made.document).is_some() {
        return Some(made);
    }
    let queries = Arc::new(vec![document.queries.get(query)?.clone()]);
    Some(Reproduction { document: without_lists(document, queries), step: None, is_whole: true })
}

/// Returns a document with these queries, and without what no query depends on.
fn without_lists(document: &Document, queries: Arc<Vec<NamedQuery>>) -> Document {
    let (areas, metre) = (Arc::clone(&document.areas), document.metre);
    Document { areas, queries, metre, ..Document::of_mesh(document.mesh.clone()) }
}

/// Returns the cells that the query touched and their neighbours; without a path, both islands.
fn cells_that_bear(
    mesh: &NavMesh,
    derived: &Derived,
    answer: &Answer,
    trace: &QueryTrace,
    stage: Option<Stage>,
) -> BTreeSet<CellId> {
    let ends = [&answer.start, &answer.target].into_iter().flatten().map(|end| end.cell);
    let mut touched: BTreeSet<CellId> = ends.collect();
    if answer.path().is_none() {
        let islands: BTreeSet<_> = touched.iter().filter_map(|&cell| derived.islands.of(cell)).collect();
        let is_in = |cell: &CellId| derived.islands.of(*cell).is_some_and(|island| islands.contains(&island));
        touched.extend(mesh.cells().map(|(cell, _)| cell).filter(is_in));
    }
    touched.extend(answer.path().iter().flat_map(|path| &path.corridor));
    // The events of locating an end matter only if the step belongs to that stage.
    let stages = Stage::ALL.iter().filter(|&&other| other != Stage::Locate || stage == Some(Stage::Locate));
    let events = stages.flat_map(|&stage| trace.range(stage)).filter_map(|index| trace.get(index));
    touched.extend(events.filter_map(|event| event.cell()));
    let around =
        |&cell: &CellId| mesh.corners(cell).iter().flat_map(|&v| derived.adjacency.star(v).iter().copied());
    let around: Vec<CellId> = touched.iter().flat_map(around).collect();
    touched.extend(around);
    touched.retain(|&cell| mesh.cell(cell).is_some());
    touched
}

struct Part {
    document: Document,
    /// Original cell by its new number.
    cells: Vec<CellId>,
}

impl Part {
    /// Builds the part; `None` if its mesh is invalid.
    fn of(
        document: &Document,
        derived: &Derived,
        query: &NamedQuery,
        taken: &BTreeSet<CellId>,
    ) -> Option<Self> {
        let mesh = &document.mesh;
        let cells: Vec<CellId> = taken.iter().copied().collect();
        let corners = cells.iter().flat_map(|&cell| mesh.corners(cell).iter().copied());
        let vertices: Vec<VertexId> = corners.collect::<BTreeSet<_>>().into_iter().collect();
        let number = |vertex: &VertexId| vertices.binary_search(vertex).map(|i| VertexId(i as u32)).ok();
        let new_cells = cells.iter().filter_map(|&cell| {
            Some(Cell::new(mesh.corners(cell).iter().filter_map(number), mesh.cell(cell)?.area()))
        });
        let positions = vertices.iter().map(|&vertex| mesh.position(vertex));
        let is_held = |link: LinkId| {
            let ends = derived.links.ends(link);
            ends.is_some_and(|ends| {
                ends.iter().all(|end| end.anchors().iter().any(|anchor| taken.contains(&anchor.cell)))
            })
        };
        let links = mesh.links().filter(|(id, _)| is_held(*id)).map(|(_, link)| *link);
        let details = (0..).map(CellId).zip(&cells);
        let details = details.filter_map(|(new, &cell)| Some((new, (**mesh.detail(cell)?).clone())));
        let part = NavMesh::from_parts(positions, new_cells).and_then(|part| part.with_links(links));
        let part = part.and_then(|part| part.with_details(details)).ok()?;
        let query = with_cells(query, |cell| cells.binary_search(&cell).map(|i| CellId(i as u32)).ok());
        let (areas, queries) = (document.areas.clone(), Arc::new(vec![query]));
        let document = Document { areas, queries, metre: document.metre, ..Document::of_mesh(part) };
        Some(Self { document, cells })
    }

    /// Returns the original number of a cell; the cell itself if there is none.
    fn before(&self, cell: CellId) -> CellId {
        self.cells.get(cell.0 as usize).copied().unwrap_or(cell)
    }

    /// Returns the trace of the part; `None` if its answer or its number of events differs.
    fn trace_if_same(&self, answer: &Answer, trace: &QueryTrace) -> Option<QueryTrace> {
        let question = self.document.queries.first()?.question()?;
        let derived = Derived::build(&self.document.mesh);
        let (part_answer, part_trace) = find_path_traced(&self.document.mesh, &derived, &question);
        // The cells checked while locating an end depend on the other cells of the mesh.
        let mut stages = Stage::ALL.iter().filter(|&&stage| stage != Stage::Locate);
        let is_same = self.gives_the_same(&part_answer, answer)
            && stages.all(|&stage| part_trace.count(stage) == trace.count(stage));
        is_same.then_some(part_trace)
    }

    /// Returns the step of the part that corresponds to a step of the whole mesh; `None` if there is none.
    fn step_of(
        &self,
        part: &QueryTrace,
        whole: &QueryTrace,
        (stage, local): (Stage, usize),
    ) -> Option<(Stage, usize)> {
        let sign = Sign::of(&whole.get_in(stage, local)?, |cell| cell);
        let round = (0..local).filter(|&i| sign.is_of(whole, stage, i, |cell| cell)).count();
        let is_alike = |&i: &usize| sign.is_of(part, stage, i, |cell| self.before(cell));
        Some((stage, (0..part.count(stage)).filter(is_alike).nth(round)?))
    }

    fn gives_the_same(&self, part: &Answer, whole: &Answer) -> bool {
        let is_same_kind = match (&part.outcome, &whole.outcome) {
            (Outcome::Path(_), Outcome::Path(_)) | (Outcome::Partial { .. }, Outcome::Partial { .. }) => true,
            (Outcome::NoPath { why: part }, Outcome::NoPath { why: whole }) => {
                std::mem::discriminant(part) == std::mem::discriminant(whole)
            }
            _ => false,
        };
        let is_same_path = match (part.path(), whole.path()) {
            (Some(part), Some(whole)) => {
                part.length == whole.length
                    && part.corridor.iter().map(|&cell| self.before(cell)).eq(whole.corridor.iter().copied())
            }
            (part, whole) => part.is_none() && whole.is_none(),
        };
        is_same_kind && is_same_path && part.expanded == whole.expanded
    }
}

/// Identification of a step that does not depend on cell numbers.
#[derive(PartialEq)]
struct Sign {
    kind: Kind,
    end: Option<End>,
    cell: Option<CellId>,
    portal: Option<usize>,
}

impl Sign {
    fn of(event: &QueryEvent, cell: impl Fn(CellId) -> CellId) -> Self {
        let end = if let What::End(end, _) = event.what() { Some(end) } else { None };
        Self { kind: event.kind(), end, cell: event.cell().map(cell), portal: event.portal() }
    }

    fn is_of(&self, trace: &QueryTrace, stage: Stage, local: usize, cell: impl Fn(CellId) -> CellId) -> bool {
        trace.get_in(stage, local).is_some_and(|event| Self::of(&event, cell) == *self)
    }
}

fn with_cells(query: &NamedQuery, number: impl Fn(CellId) -> Option<CellId>) -> NamedQuery {
    let mut query = query.clone();
    if let Some(Expected::Path { cells: Some(cells), .. }) = &mut query.expected {
        *cells = cells.iter().map(|&cell| number(cell).unwrap_or(Expected::GONE)).collect();
    }
    query
}
