//! What it costs to derive everything from a mesh, stage by stage, and to follow an edit of it.
//!
//! Every stage beside copying what it reads and what it makes once: how far it is from what memory allows. An argument
//! that is a number is the number of triangles instead of 100,000 and a million.

#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use glam::Vec3;
use navsmith::document::issues::Issues;
use navsmith::document::{Document, History};
use navsmith::navmesh::edit::{self, MergeAt};
use navsmith::navmesh::{
    Adjacency, CellId, Changes, Derived, Draft, Edge, Islands, Locator, NavMesh, VertexId, WeldOptions, weld,
};

mod terrain;

const SIZES: [usize; 2] = [100_000, 1_000_000];

/// Stages are run in turns so often, and the median counts, so that what else the machine does hits all alike.
const ROUNDS: usize = 11;

/// Edits of each kind, at as many places.
const EDITS: usize = 200;

const NEAR: f32 = 0.05;

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    for triangles in if asked.is_empty() { SIZES.to_vec() } else { asked } {
        stages(triangles);
        edits(triangles);
    }
}

/// Prints the table of stages.
fn stages(triangles: usize) {
    let soup = terrain::soup(triangles);
    let options = WeldOptions { distance: 0.001, max_slope: None };
    let mesh = weld(&soup, &options).0;
    let derived = Derived::build(&mesh);
    let adjacency = &derived.adjacency;
    let of_soup = soup.positions.len() * (size_of::<Vec3>() + size_of::<u32>()) + soup.len() * 8;
    let of_mesh: usize = mesh.bytes().iter().sum();
    let of_adjacency: usize = adjacency.bytes().iter().sum();
    let of_twins = adjacency.bytes()[1];
    let (of_islands, of_locator) = (derived.islands.bytes(), derived.locator.bytes());
    let rows: [Row<'_>; 6] = [
        Row::new("weld and filter", of_soup + of_mesh, || drop(black_box(weld(&soup, &options)))),
        Row::new("adjacency", of_mesh + of_adjacency, || drop(black_box(Adjacency::build(&mesh)))),
        Row::new("islands", of_mesh + of_twins + of_islands, || {
            drop(black_box(Islands::build(&mesh, adjacency)));
        }),
        Row::new("locator", of_mesh + of_locator, || drop(black_box(Locator::build(&mesh)))),
        Row::new("soup to everything", of_soup + of_mesh + of_adjacency + of_islands + of_locator, || {
            let mesh = weld(&soup, &options).0;
            drop(black_box((Derived::build(&mesh), mesh)));
        }),
        Row::new("issues", of_mesh, || drop(black_box(Issues::build(&mesh, &derived, NEAR)))),
    ];
    let cells = mesh.cell_count();
    println!("{cells} triangles               median      best   ns each  × copying");
    print(&rows, cells);
    let bytes = of_mesh + of_adjacency + of_islands + of_locator;
    println!("{:24} {:>9.1} bytes a triangle\n", "memory", bytes as f64 / cells as f64);
}

/// A line of the table.
struct Row<'a> {
    name: &'static str,
    /// What it reads and makes.
    bytes: usize,
    run: Box<dyn Fn() + 'a>,
}

impl<'a> Row<'a> {
    fn new(name: &'static str, bytes: usize, run: impl Fn() + 'a) -> Self {
        Self { name, bytes, run: Box::new(run) }
    }
}

fn print(rows: &[Row<'_>], cells: usize) {
    let most = rows.iter().map(|row| row.bytes).max().unwrap_or(0);
    let (from, mut to) = (vec![1_u8; most], vec![0_u8; most]);
    let mut took: Vec<[Vec<Duration>; 2]> = rows.iter().map(|_| Default::default()).collect();
    for _ in 0..ROUNDS {
        for (row, [runs, copies]) in rows.iter().zip(&mut took) {
            runs.push(timed(|| (row.run)()));
            copies.push(timed(|| black_box(&mut to[..row.bytes]).copy_from_slice(&from[..row.bytes])));
        }
    }
    for (row, [runs, copies]) in rows.iter().zip(&mut took) {
        let [run, copy] = [median(runs), median(copies)];
        println!(
            "{:24} {:>9.2} ms {:>6.2} ms {:>6.1} {:>9.1}",
            row.name,
            run.as_secs_f64() * 1e3,
            runs[0].as_secs_f64() * 1e3,
            run.as_secs_f64() * 1e9 / cells as f64,
            run.as_secs_f64() / copy.as_secs_f64(),
        );
    }
}

/// What one kind of edit took, each in the order of the edits.
#[derive(Default)]
struct Took {
    edit: Vec<Duration>,
    derived: Vec<Duration>,
    issues: Vec<Duration>,
    undo: Vec<Duration>,
    /// What the steps keep, in bytes.
    kept: usize,
}

type Act = fn(&mut Draft, CellId);

/// Prints what it takes to make an edit, to follow it, and to follow its undo.
fn edits(triangles: usize) {
    let acts: [(&str, Act); 6] = [
        ("drag a vertex", drag),
        ("extrude an edge", extrude),
        ("weld two vertices", merge),
        ("delete a vertex", delete),
        ("delete a cell", |draft, cell| draft.remove_cell(cell)),
        ("cut off a corner", cut),
    ];
    println!("medians, µs                 edit   derived    issues      undo    kept by 1000 steps");
    for (name, act) in acts {
        let took = run_edits(triangles, act);
        let micros = |mut durations: Vec<Duration>| median(&mut durations).as_secs_f64() * 1e6;
        println!(
            "{name:24} {:>7.1} {:>9.1} {:>9.1} {:>9.1} {:>9.1} MB",
            micros(took.edit),
            micros(took.derived),
            micros(took.issues),
            micros(took.undo),
            took.kept as f64 / EDITS as f64 * 1000.0 / 1e6,
        );
    }
    println!();
}

/// Edits at places that are spread over the mesh, each on top of the one before; every one is undone and done again.
fn run_edits(triangles: usize, act: Act) -> Took {
    let mut document = Document::of_mesh(terrain::mesh(triangles));
    let mut derived = Derived::build(&document.mesh);
    let mut issues = Issues::build(&document.mesh, &derived, NEAR);
    let mut history = History::with_budget(usize::MAX);
    let (mut took, cells) = (Took::default(), document.mesh.cell_slots());
    for i in 1..=EDITS {
        let cell = CellId((cells as f64 * (i as f64 * 0.618).fract()) as u32);
        let before = document.clone();
        history.begin("Edit", &document, ());
        let begin = Instant::now();
        let mut draft = Draft::new(document.mesh.clone(), derived.adjacency.clone());
        act(&mut draft, cell);
        document.mesh = draft.into_mesh();
        history.commit(&document);
        took.edit.push(begin.elapsed());
        let mut changes = Changes::default();
        took.derived.push(timed(|| changes = derived.update(&document.mesh)));
        took.issues.push(timed(|| issues.update(&document.mesh, &derived, &changes)));
        let update = |derived: &mut Derived, issues: &mut Issues, mesh: &NavMesh| {
            let changes = derived.update(mesh);
            issues.update(mesh, derived, &changes);
        };
        took.undo.push(timed(|| update(&mut derived, &mut issues, &before.mesh)));
        update(&mut derived, &mut issues, &document.mesh);
        took.kept += document.bytes_not_shared_with(&before);
    }
    took
}

fn drag(draft: &mut Draft, cell: CellId) {
    if let Some(&vertex) = draft.mesh().corners(cell).first() {
        let to = draft.mesh().position(vertex) + Vec3::new(0.1, 0.0, 0.05);
        draft.move_vertex(vertex, to);
    }
}

/// The next border after a cell, a little outwards.
fn extrude(draft: &mut Draft, cell: CellId) {
    let is_open = |draft: &Draft, cell: CellId, side: u32| {
        draft.adjacency().twin(navsmith::navmesh::HalfEdge { cell, side }).is_none()
    };
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
        // A place where it is refused costs what asking costs.
        drop(edit::merge_vertices(draft, two, MergeAt::First));
    }
}

fn delete(draft: &mut Draft, cell: CellId) {
    if let Some(&vertex) = draft.mesh().corners(cell).first() {
        drop(edit::delete_vertices(draft, &[vertex]));
    }
}

/// Deletes what stands around a few cells, so that they become an island.
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

fn timed(run: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    run();
    begin.elapsed()
}

/// Sorts them.
fn median(durations: &mut [Duration]) -> Duration {
    durations.sort_unstable();
    durations.get(durations.len() / 2).copied().unwrap_or_default()
}
