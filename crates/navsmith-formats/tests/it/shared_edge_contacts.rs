//! Feet of stairs on edges that two cells of a floor share.

use glam::Vec3;
use navsmith_core::navmesh::{Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::Progress;
use navsmith_formats::check::Issues;
use navsmith_formats::check::connection::{ConnectionSearch, NearIslands};
use navsmith_formats::check::repair::{RepairOptions, repair};

use crate::support::rings::mesh;

/// Returns the ring of a rectangle at a height, from its least to its greatest x and z.
fn level(y: f32, x: [f32; 2], z: [f32; 2]) -> Vec<[f32; 3]> {
    vec![[x[0], y, z[0]], [x[0], y, z[1]], [x[1], y, z[1]], [x[1], y, z[0]]]
}

#[track_caller]
fn repaired(mesh: &NavMesh, name: &str) -> NavMesh {
    let done = repair(mesh, &RepairOptions::of(mesh), mesh.id_counts(), &Progress::none());
    let done = done.expect("it is not stopped");
    assert!(done.errors.is_empty(), "{name}: {:?}", done.errors);
    done.mesh
}

fn islands(mesh: &NavMesh) -> usize {
    Derived::build(mesh).islands.len()
}

fn near(mesh: &NavMesh, settings: &Settings) -> NearIslands {
    let derived = Derived::build(mesh);
    let issues = Issues::build(mesh, &derived, 0.05);
    let search = ConnectionSearch { mesh, derived: &derived, issues: &issues, settings };
    search.near_islands(0.5, &Progress::none()).expect("it is not stopped")
}

/// Returns the cells of a floor from 0 to 20 m with edges every 4 m.
fn grid() -> Vec<Vec<[f32; 3]>> {
    let at = |i: u8| f32::from(i) * 4.0;
    let cell = |x, z| level(0., [at(x), at(x + 1)], [at(z), at(z + 1)]);
    (0..5).flat_map(|x| (0..5).map(move |z| cell(x, z))).collect()
}

/// Returns a stair of cells from a foot at x up by 3 m over 6 m, and a plateau behind it.
fn stair(x: f32, y: f32, z: [f32; 2], cells: u8) -> Vec<Vec<[f32; 3]>> {
    let at = |i: u8| {
        let share = f32::from(i) / f32::from(cells);
        [x + 6.0 * share, y + (3.0 - y) * share]
    };
    let cell = |i: u8| {
        let [[x, y], [far, top]] = [at(i), at(i + 1)];
        vec![[x, y, z[0]], [x, y, z[1]], [far, top, z[1]], [far, top, z[0]]]
    };
    (0..cells).map(cell).chain([level(3., [x + 6.0, x + 10.0], z)]).collect()
}

/// Returns rings with the corners of the second floor apart from those of the first.
fn apart(floor: &[Vec<[f32; 3]>], stair: &[Vec<[f32; 3]>]) -> NavMesh {
    let parts = [mesh(floor), mesh(stair)];
    let first = parts[0].vertex_slots() as u32;
    let places: Vec<Vec3> = parts.iter().flat_map(|part| part.vertices().map(|(_, at)| at)).collect();
    let moved = |cell: &Cell| {
        let corners = cell.corners().iter().map(|corner| VertexId(corner.0 + first));
        Cell::new(corners.collect::<Vec<_>>(), cell.area())
    };
    let cells = parts[0].cells().map(|(_, cell)| cell.clone());
    let cells = cells.chain(parts[1].cells().map(|(_, cell)| moved(cell)));
    NavMesh::from_parts(places, cells).expect("a mesh")
}

/// Returns a mesh turned around the vertical axis, enlarged and moved.
fn turned(mesh: &NavMesh, [angle, scale]: [f32; 2]) -> NavMesh {
    let (sine, cosine) = angle.sin_cos();
    let place = |at: Vec3| {
        let turned = Vec3::new(cosine * at.x - sine * at.z, at.y, sine * at.x + cosine * at.z);
        turned * scale + Vec3::new(10.0, 2.0, 5.0)
    };
    let places: Vec<Vec3> = mesh.vertices().map(|(_, at)| place(at)).collect();
    NavMesh::from_parts(places, mesh.cells().map(|(_, cell)| cell.clone())).expect("a mesh")
}

/// Repairs a floor with a stair, of which each cell stays on the island of its neighbours.
#[track_caller]
fn assert_joined(before: &NavMesh, name: &str) {
    assert_eq!(islands(before), 2, "{name}: before");
    let found = near(before, &Settings::default());
    let [(width, pair)] = &found.pairs[..] else { panic!("{name}: {} pairs", found.pairs.len()) };
    let obstacle = pair.obstacle.as_ref().expect("an obstacle");
    assert!(*width <= 0.13 + 1e-3, "{name}: {width} m, {obstacle:?}");
    let edit = pair.describe_edit().expect("an edit");
    assert!(edit.ends_with("1 island instead of 2."), "{name}: {obstacle:?}: {edit}");
    let after = repaired(before, name);
    assert_eq!(islands(&after), 1, "{name}");
    assert_eq!(repaired(&after, name), after, "{name}: a second repair changes nothing");
}

#[test]
fn a_foot_on_an_edge_that_two_cells_share_is_joined() {
    for cells in [1, 4] {
        for y in [0.0, 0.1] {
            for [x, from, to] in [[4., 8., 12.], [8., 4., 16.], [4., 8., 10.], [4., 6., 14.], [4., 0., 4.]] {
                let hall = apart(&grid(), &stair(x, y, [from, to], cells));
                let name = format!("{cells} cells, foot at {y} m, {x}, {from} to {to}");
                assert_joined(&hall, &name);
                assert_joined(&turned(&hall, [0.7, 1.3]), &format!("{name}, turned"));
            }
        }
    }
}

#[test]
fn a_foot_almost_on_an_edge_that_two_cells_share_is_joined() {
    for offset in [1e-4, 5e-4, 2e-3] {
        for [dx, from, to] in
            [[1., 0., 0.], [-1., 0., 0.], [0., 1., 1.], [0., -1., -1.], [0., -1., 1.], [0., 1., -1.]]
        {
            let z = [8.0 + from * offset, 12.0 + to * offset];
            let hall = apart(&grid(), &stair(4.0 + dx * offset, 0.0, z, 4));
            assert_joined(&hall, &format!("{offset}: {dx}, {from}, {to}"));
        }
    }
}

#[test]
fn a_foot_with_the_vertices_of_the_floor_is_joined() {
    // Equal positions are one vertex, so the edge below the foot has three cells.
    let hall = mesh(&[grid(), stair(4., 0., [8., 12.], 4)].concat());
    assert_joined(&hall, "welded");
}

#[test]
fn a_foot_on_the_diagonal_of_a_floor_is_joined() {
    let triangle = |corners: [[f32; 2]; 3]| corners.map(|[x, z]| [x, 0.0, z]).to_vec();
    let floor = [triangle([[0., 0.], [0., 8.], [8., 8.]]), triangle([[0., 0.], [8., 8.], [8., 0.]])];
    let ramp = [vec![[2., 0., 2.], [6., 0., 6.], [9., 2., 3.], [5., 2., -1.]]];
    assert_joined(&apart(&floor, &ramp), "a part of the diagonal");
    // The ground behind a foot as long as the diagonal is connected along it only.
    let ramp = [vec![[0., 0., 0.], [8., 0., 8.], [11., 2., 5.], [3., 2., -3.]]];
    let hall = apart(&floor, &ramp);
    let found = near(&hall, &Settings::default());
    let (width, pair) = &found.pairs[0];
    let obstacle = pair.obstacle.as_ref().expect("an obstacle").name();
    let edit = pair.describe_edit().expect("an edit");
    assert_eq!((*width, obstacle, &*edit), (0.0, "contact", "Place a link: then a path exists."));
    let done = repair(&hall, &RepairOptions::of(&hall), hall.id_counts(), &Progress::none());
    let done = done.expect("it is not stopped");
    assert_eq!(done.mesh, hall, "the two parts of the floor stay connected");
    assert_eq!(done.errors.len(), 1, "{:?}", done.errors);
}
