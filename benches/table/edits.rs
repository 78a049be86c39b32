//! Time to make an edit, to update all derived data after it, and to update them after its undo.
//!
//! No peer supports incremental updates. The table shows the time for rebuilding their mesh instead.

use navsmith::cli::measure::clock::{compare, making_of, median, timed};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::edit::{self, MergeAt};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{CellId, Changes, Derived, Draft, Edge, HalfEdge, NavMesh, VertexId};
use navsmith_formats::check::Issues;
use navsmith_formats::document::{Document, History};

use crate::clock::{formatted, reading};
use crate::row::Row;
use crate::{Sizes, navmesh_crate, polyanya_crate};

const SIZES: [usize; 2] = [100_000, 1_000_000];

/// Number of edits of each kind, each at a different place.
const EDITS: usize = 200;

/// Distance in metres below which two vertices are listed as a gap.
const GAP_WIDTH: f32 = 0.05;

type Act = fn(&mut Draft, CellId);

const ACTS: [(&str, Act); 6] = [
    ("drag a vertex", drag),
    ("extrude an edge", extrude),
    ("weld two vertices", merge),
    ("delete a vertex", delete),
    ("delete a cell", |draft, cell| draft.remove_cell(cell)),
    ("cut off a corner", cut),
];

pub(crate) fn print_rows(sizes: Sizes) {
    for recipe in sizes.recipes(&[Landscape::Terrain], &SIZES) {
        print_edits(&recipe);
    }
}

fn print_edits(recipe: &Recipe) {
    let mesh = recipe.mesh();
    let (polyanya, navmesh) = (polyanya_crate::Parts::of(&mesh), navmesh_crate::Parts::of(&mesh));
    let [by_polyanya, by_navmesh] = compare([
        making_of(|| polyanya.copy(), polyanya_crate::Parts::build),
        making_of(
            || navmesh.as_ref().map(navmesh_crate::Parts::copy),
            |parts| parts.map(navmesh_crate::Parts::build),
        ),
    ]);
    let by_navmesh = navmesh.as_ref().map(|_| by_navmesh);
    let input = format!("{}, {} triangles", recipe.landscape, mesh.cell_count());
    let (document, derived) = (Document::of_mesh(mesh.clone()), Derived::build(&mesh));
    let issues = Issues::build(&mesh, &derived, GAP_WIDTH);
    for (name, act) in ACTS {
        let mut run = Run { document: document.clone(), derived: derived.clone(), issues: issues.clone() };
        let took = run.all(act);
        let [edit, derived, issues, undo] = took.seconds.map(|seconds| median(&seconds));
        let kept = took.kept / EDITS;
        let [bytes] = compare([reading(kept)]);
        let stages = [edit, derived, issues].map(formatted);
        let work = format!("{name}: edit {}, derived {}, issues {}", stages[0], stages[1], stages[2]);
        let row = Row::new(work, &input, edit + derived + issues);
        row.polyanya(by_polyanya).navmesh(by_navmesh).bytes(bytes).print();
        let work = format!("undo of it, {:.1} kB per step", kept as f64 / 1000.0);
        Row::new(work, &input, undo).bytes(bytes).print();
    }
}

/// Measurements for one kind of edit.
#[derive(Default)]
struct Took {
    /// Durations of each step per edit, in seconds.
    ///
    /// The steps are the edit, the update of the derived data, the update of the issues, and both updates after undo.
    seconds: [Vec<f64>; 4],
    /// Size of the undo steps in bytes.
    kept: usize,
}

/// State under edit.
struct Run {
    document: Document,
    derived: Derived,
    issues: Issues,
}

impl Run {
    /// Applies edits at places across the mesh, each to the result of the previous one.
    ///
    /// Each edit is also undone and redone.
    fn all(&mut self, act: Act) -> Took {
        let mut history = History::with_budget(usize::MAX);
        let (mut took, cells) = (Took::default(), self.document.mesh.cell_slots());
        for i in 1..=EDITS {
            let cell = CellId((cells as f64 * (i as f64 * 0.618).fract()) as u32);
            let before = self.document.clone();
            history.begin("Edit", &self.document, ());
            let (edit, ()) = timed(|| {
                let mut draft = Draft::new(self.document.mesh.clone(), self.derived.adjacency.clone());
                act(&mut draft, cell);
                self.document.mesh = draft.into_mesh();
                history.commit(&self.document);
            });
            let (derived, changes) = timed(|| self.derived.update(&self.document.mesh));
            let (issues, _) = timed(|| self.issues.update(&self.document.mesh, &self.derived, &changes));
            let (undo, ()) = timed(|| self.follow(&before.mesh));
            let after = self.document.mesh.clone();
            self.follow(&after);
            for (all, seconds) in took.seconds.iter_mut().zip([edit, derived, issues, undo]) {
                all.push(seconds);
            }
            took.kept += self.document.bytes_not_shared_with(&before);
        }
        took
    }

    fn follow(&mut self, mesh: &NavMesh) {
        let changes: Changes = self.derived.update(mesh);
        self.issues.update(mesh, &self.derived, &changes);
    }
}

fn drag(draft: &mut Draft, cell: CellId) {
    if let Some(&vertex) = draft.mesh().corners(cell).first() {
        let to = draft.mesh().position(vertex) + Vec3::new(0.1, 0.0, 0.05);
        draft.move_vertex(vertex, to);
    }
}

/// Extrudes the first boundary edge at or after a cell by a tenth of its length.
fn extrude(draft: &mut Draft, cell: CellId) {
    let is_open =
        |draft: &Draft, cell: CellId, side: u32| draft.adjacency().twin(HalfEdge { cell, side }).is_none();
    for id in (cell.0..).map(CellId).take(2000) {
        let Some(corners) = draft.mesh().cell(id).map(|cell| cell.corners().to_vec()) else { continue };
        for side in 0..corners.len() {
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            let along = draft.mesh().position(to) - draft.mesh().position(from);
            let outwards = Vec3::new(-along.z, 0.0, along.x) * 0.1;
            if is_open(draft, id, side as u32)
                && edit::extrude_edges(draft, &[Edge::new(from, to)], outwards, None).is_ok()
            {
                return;
            }
        }
    }
}

fn merge(draft: &mut Draft, cell: CellId) {
    let corners = draft.mesh().corners(cell).to_vec();
    if let Some(two) = corners.get(..2) {
        // A refused merge costs only its checks.
        drop(edit::merge_vertices(draft, two, MergeAt::First));
    }
}

fn delete(draft: &mut Draft, cell: CellId) {
    if let Some(&vertex) = draft.mesh().corners(cell).first() {
        drop(edit::delete_vertices(draft, &[vertex]));
    }
}

/// Deletes the cells around a small group of cells, which become an island.
fn cut(draft: &mut Draft, cell: CellId) {
    let around = |draft: &Draft, cells: &[CellId]| {
        let corners = cells.iter().flat_map(|&cell| draft.mesh().corners(cell).to_vec());
        let mut around: Vec<CellId> =
            corners.flat_map(|vertex: VertexId| draft.adjacency().star(vertex).to_vec()).collect();
        around.sort_unstable();
        around.dedup();
        around.retain(|cell| !cells.contains(cell));
        around
    };
    let mut kept = vec![cell];
    kept.extend(around(draft, &kept));
    for cell in around(draft, &kept) {
        draft.remove_cell(cell);
    }
}
