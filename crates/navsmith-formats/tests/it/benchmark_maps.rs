//! Compares path lengths with reference lengths from other programs.
//!
//! The maps are not part of the project; the tests are ignored unless they are included. Small maps run every query, large maps a sample.
//! `NAVSMITH_FULL=1` runs all queries.

use std::path::{Path, PathBuf};

use glam::{Vec2, Vec3};
use navsmith_core::navmesh::{Cell, CellId, Derived, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::trace::Silent;
use navsmith_formats::io::polyanya;

/// Returns the folder of the maps.
fn folder() -> PathBuf {
    crate::support::data::folder("navmeshes/maps")
}

/// Maximum number of queries per set unless all queries run.
const ENOUGH: usize = 100;

/// Start, target and the reference length; `None` without a path.
type Query = ([Vec2; 2], Option<f64>);

/// Reads lines of `from_x from_y to_x to_y length` in the map's own coordinates.
///
/// A negative length means that there is no path.
fn queries(path: &Path) -> Vec<Query> {
    let text = std::fs::read_to_string(path).expect("the queries of a map");
    let all: Vec<Query> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let numbers: Vec<f64> = line.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            let [x, y, to_x, to_y, length] = numbers[..] else { panic!("{line:?} has five numbers") };
            let ends = [[x, y], [to_x, to_y]].map(|[x, y]| Vec2::new(x as f32, 0.0 - y as f32));
            (ends, (length >= 0.0).then_some(length))
        })
        .collect();
    let is_full = std::env::var_os("NAVSMITH_FULL").is_some();
    let step = if is_full { 1 } else { all.len().div_ceil(ENOUGH) };
    all.into_iter().step_by(step).collect()
}

fn scaled(mesh: &NavMesh, scale: f32) -> NavMesh {
    let cells = mesh.cells().map(|(_, cell)| Cell::new(cell.corners().to_vec(), cell.area()));
    NavMesh::from_parts(mesh.vertices().map(|(_, position)| position * scale), cells)
        .expect("as sound as before")
}

/// Returns the cell that a point touches on its upper right, or any other cell that it touches.
///
/// The reference uses the upper right cell for a point on a vertex where the boundary touches itself.
fn put(mesh: &NavMesh, derived: &Derived, point: Vec2, scale: f32) -> Located {
    let asked = Endpoint { ground: point, height: None };
    let touching =
        derived.locator.at(mesh, point).into_iter().filter(|&id| Surface::of(mesh, id).covers(point));
    let nudged = point + Vec2::new(1.0, -1.0) * scale / 128.0;
    let cell = touching.into_iter().find(|&id| Surface::of(mesh, id).covers(nudged));
    match cell {
        Some(cell) => Located { asked, cell, point: Vec3::new(point.x, 0.0, point.y), off_mesh: None },
        None => locate(mesh, derived, asked, 2.0).expect("a map has cells"),
    }
}

fn check(map: &str, set: &str, scales: &[f32]) {
    let folder = folder();
    let bytes = std::fs::read(folder.join(map)).expect("a map");
    let original = polyanya::read(&bytes).expect("a map of the format").mesh;
    let queries = queries(&folder.join(set));
    for &scale in scales {
        let mesh = scaled(&original, scale);
        let derived = Derived::build(&mesh);
        let (agent, filter) = (Agent::default(), Filter::default());
        let plain = SearchMesh::build(&Walkable::new(&mesh, &derived, &agent, &filter));
        let merged = plain.with_merged_cells();
        let guided = [plain.clone(), merged.clone()].map(|floor| floor.with_landmarks_in(|_, _| true));
        let mut solvers = [&plain, &merged, &guided[0], &guided[1]].map(Polyanya::new);
        let mut wrong = Vec::new();
        for &(ends, expected) in &queries {
            let [start, target] = ends.map(|end| put(&mesh, &derived, end * scale, scale));
            for polyanya in &mut solvers {
                let found = polyanya.length(&start, &target, &mut Silent);
                let found = found.map(|length| length / f64::from(scale));
                let is_right = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() <= 1e-9 * expected.max(1.0),
                    (found, expected) => found.is_none() && expected.is_none(),
                };
                if !is_right {
                    wrong.push(format!("{} to {}: {found:?}, expected {expected:?}", ends[0], ends[1]));
                }
            }
        }
        let (count, first) = (wrong.len(), &wrong[..wrong.len().min(10)]);
        assert!(
            wrong.is_empty(),
            "{map} {set} at {scale}: {count} of {} are wrong: {first:#?}",
            queries.len()
        );
    }
}

/// Scales of the maps; all are exact in f32.
const SCALES: [f32; 4] = [1.0, 1.0 / 1024.0, 1.0 / 128.0, 128.0];

#[test]
#[ignore = "needs the data of other projects"]
fn every_way_through_the_arena_is_as_short_as_the_reference_at_every_size() {
    check("arena-cdt.mesh", "arena-cdt.queries", &SCALES);
    check("arena-merged.mesh", "arena-merged.queries", &SCALES);
}

#[test]
#[ignore = "needs the data of other projects"]
fn so_is_every_way_between_corners_of_the_arena() {
    check("arena-cdt.mesh", "arena-cdt.corner.queries", &SCALES);
    check("arena-merged.mesh", "arena-cdt.corner.queries", &SCALES);
}

#[test]
#[ignore = "needs the data of other projects"]
fn every_way_through_aurora_is_as_short_as_the_reference_at_two_sizes() {
    check("aurora-cdt.mesh", "aurora-cdt.queries", &SCALES[..2]);
    check("aurora-merged.mesh", "aurora-merged.queries", &SCALES[..2]);
}

#[test]
#[ignore = "needs the data of other projects"]
fn so_is_every_way_between_corners_of_aurora() {
    check("aurora-cdt.mesh", "aurora-cdt.corner.queries", &SCALES[..2]);
    check("aurora-merged.mesh", "aurora-cdt.corner.queries", &SCALES[..2]);
}

#[test]
#[ignore = "needs the data of other projects"]
fn a_map_reads_back_as_it_was_written() {
    let folder = folder();
    for map in ["arena-cdt.mesh", "arena-merged.mesh", "aurora-merged.mesh"] {
        let bytes = std::fs::read(folder.join(map)).expect("a map");
        let mesh = polyanya::read(&bytes).expect("a map of the format").mesh;
        let written = polyanya::write(&mesh);
        let again = polyanya::read(written.as_bytes()).expect("what was written").mesh;
        assert_eq!(again.cells().count(), mesh.cells().count(), "{map}");
        assert_eq!(again.corners(CellId(7)).len(), mesh.corners(CellId(7)).len(), "{map}");
        assert_eq!(again, mesh, "{map}: no vertex is loose, so all keep their numbers");
        let neighbors = |text: &str| -> Vec<Vec<i64>> {
            let lines = text.lines().skip(3 + mesh.vertex_count());
            lines.map(|line| line.split_whitespace().filter_map(|n| n.parse().ok()).collect()).collect()
        };
        let original = String::from_utf8(bytes).expect("text");
        assert_eq!(
            neighbors(&written),
            neighbors(&original),
            "{map}: the neighbours of the cells are as given"
        );
        assert_eq!(mesh.vertex(VertexId(0)), again.vertex(VertexId(0)), "{map}");
    }
}
