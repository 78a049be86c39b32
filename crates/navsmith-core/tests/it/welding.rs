//! Soups of triangles, which welding makes a mesh.

use navsmith_core::geometry::{Vec3, ground_area};
use navsmith_core::navmesh::{
    AreaId, CellId, Derived, NavMesh, Soup, VertexId, WeldOptions, WeldReport, weld,
};

use crate::support::notation::soup;

/// Returns a soup of positions without polygons.
fn soup_of(positions: impl IntoIterator<Item = Vec3>) -> Soup {
    let mut soup = Soup::default();
    soup.positions.extend(positions);
    soup
}

fn within(distance: f32) -> WeldOptions {
    WeldOptions { distance, max_slope: None }
}

const ONE: [[f32; 3]; 3] = [[0., 0., 0.], [0., 0., 1.], [1., 0., 1.]];

#[test]
fn a_seam_welds_within_the_distance_and_not_beyond() {
    let other = [[0., 0., 0.], [1., 0., 1.01], [1., 0., 0.]];
    let (mesh, report) = weld(&soup(&[ONE, other]), &within(0.02));
    assert_eq!((mesh.vertex_count(), report.welded_vertices), (4, 2), "two corners meet: {report:?}");
    let (mesh, report) = weld(&soup(&[ONE, other]), &within(0.005));
    assert_eq!((mesh.vertex_count(), report.welded_vertices), (5, 1), "only the equal one: {report:?}");
    let (mesh, report) = weld(&soup(&[ONE, other]), &WeldOptions::default());
    assert_eq!((mesh.vertex_count(), report.welded_vertices), (5, 1), "at 0 too: {report:?}");
}

#[test]
fn a_corner_in_the_middle_of_a_side_stays_where_it_is() {
    let halves = [[[0., 0., 0.], [0., 0., 1.], [0.5, 0., 0.]], [[0.5, 0., 0.], [0., 0., 1.], [1., 0., 0.]]];
    let above = [[0., 0., 0.], [1., 0., 0.], [0., 0., -1.]];
    let (mesh, _) = weld(&soup(&[halves[0], halves[1], above]), &within(0.01));
    assert_eq!((mesh.vertex_count(), mesh.cell_count()), (5, 3), "a T-junction is for the user to stitch");
    assert_eq!(mesh.corners(CellId(2)).len(), 3, "the long side has no new corner");
}

#[test]
fn cells_that_come_twice_are_kept_once_however_many_meet_in_a_vertex() {
    let count = 3000;
    let on_rim = |i: u32| (i as f32 / count as f32 * std::f32::consts::TAU).sin_cos();
    let rim = (0..count).map(on_rim).map(|(x, z)| Vec3::new(x, 0.0, z));
    let mut soup = soup_of(std::iter::once(Vec3::ZERO).chain(rim));
    for times in [1, 2] {
        (0..count).for_each(|i| soup.push(&[0, 1 + i, 1 + (i + 1) % count], AreaId(times)));
    }
    let (mesh, report) = weld(&soup, &WeldOptions::default());
    assert_eq!((mesh.cell_count(), report.duplicates), (count as usize, count as usize), "{report:?}");
    assert!(mesh.cells().all(|(_, cell)| cell.area() == AreaId(1)), "the first of each");
}

#[test]
fn minus_zero_is_zero() {
    let other = [[-0., 0., -0.], [1., -0., 1.], [1., 0., 0.]];
    let (mesh, _) = weld(&soup(&[ONE, other]), &WeldOptions::default());
    assert_eq!(mesh.vertex_count(), 4, "two shared corners");
}

#[test]
fn what_cannot_be_a_cell_is_left_out_and_counted() {
    let mut soup = soup(&[
        ONE,
        [[0., 0., 0.], [0.5, 0., 0.5], [1., 0., 1.]],
        [[0., 0., 0.], [f32::NAN, 0., 1.], [1., 0., 1.]],
        [[0., 0., 0.], [0., 0., 0.], [1., 0., 1.]],
        [[1., 0., 1.], [0., 0., 0.], [0., 0., 1.]],
    ]);
    soup.push(&[0, 1, 99], AreaId(0));
    soup.push(&[], AreaId(0));
    let (mesh, report) = weld(&soup, &WeldOptions::default());
    let expected = WeldReport {
        welded_vertices: 8,
        degenerate: 3,
        duplicates: 1,
        non_finite: 1,
        out_of_range: 1,
        unused_vertices: 4,
        ..WeldReport::default()
    };
    assert_eq!(report, expected, "one of each, and a line, a point pair and nothing");
    assert_eq!((mesh.vertex_count(), mesh.cell_count()), (3, 1), "the one sound triangle");
    assert_eq!(mesh.check(), Ok(()), "sound");
}

fn limit(degrees: f32) -> WeldOptions {
    WeldOptions { distance: 0.0, max_slope: Some(degrees.to_radians()) }
}

#[test]
fn walls_are_dropped_only_when_a_slope_is_given() {
    let ramp = [[0., 0., 0.], [0., 0., 1.], [1., 1., 1.]];
    let wall = [[0., 0., 0.], [0., 1., 0.], [1., 0., 0.]];
    let all = soup(&[ONE, ramp, wall]);
    assert_eq!(weld(&all, &WeldOptions::default()).0.cell_count(), 3, "without a limit");
    let (mesh, report) = weld(&all, &limit(45.0));
    assert_eq!((mesh.cell_count(), report.too_steep), (2, 1), "a ramp of exactly the limit stays");
    assert!((report.too_steep_area - 0.5).abs() < 1e-9, "{report:?}");
    assert_eq!(weld(&all, &limit(44.9)).1.too_steep, 2, "a steeper one does not");
}

/// Returns the soup of polygons over some positions.
fn polygons(positions: &[[f32; 3]], polygons: &[&[u32]]) -> Soup {
    let mut soup = soup_of(positions.iter().copied().map(Vec3::from));
    for corners in polygons {
        soup.push(corners, AreaId(0));
    }
    soup
}

/// Returns the area of a mesh on the ground; what faces down is negative.
fn area(mesh: &NavMesh) -> f64 {
    mesh.cells().map(|(cell, _)| ground_area(&mesh.ground_ring(cell))).sum()
}

#[test]
fn a_surface_that_faces_down_is_turned_over() {
    let square = [[0., 0., 0.], [0., 0., 1.], [1., 0., 1.], [1., 0., 0.], [2., 0., 0.], [2., 0., 1.]];
    let down = polygons(&square, &[&[3, 2, 1, 0], &[4, 5, 2, 3]]);
    for options in [WeldOptions::default(), limit(45.0)] {
        let (mesh, report) = weld(&down, &options);
        assert_eq!((report.turned, report.undersides, report.too_steep), (2, 0, 0), "{report:?}");
        assert!((area(&mesh) - 2.0).abs() < 1e-9, "all of it faces up");
        assert_eq!(mesh.check(), Ok(()), "sound");
    }
    let mixed = polygons(&square, &[&[0, 1, 2, 3], &[4, 5, 2, 3]]);
    for options in [WeldOptions::default(), limit(45.0)] {
        let (mesh, report) = weld(&mixed, &options);
        assert_eq!(
            (mesh.cell_count(), report.turned, report.undersides),
            (2, 0, 0),
            "inside out: {report:?}"
        );
        assert!(area(&mesh).abs() < 1e-9, "one faces down and stays");
    }
}

#[test]
fn the_underside_of_a_solid_is_left_out_with_its_walls() {
    let corners = [[0., 0.], [0., 2.], [3., 2.], [3., 0.]];
    let at = |y: f32| corners.map(|[x, z]| [x, y, z]);
    let sides = [[0, 4, 5, 1], [1, 5, 6, 2], [2, 6, 7, 3], [3, 7, 4, 0]];
    let mut faces: Vec<&[u32]> = sides.iter().map(|side| &side[..]).collect();
    faces.extend([&[4, 5, 6, 7][..], &[3, 2, 1, 0]]);
    let solid = polygons(&[at(0.), at(1.)].concat(), &faces);
    let (mesh, report) = weld(&solid, &limit(45.0));
    assert_eq!((mesh.cell_count(), report.too_steep, report.undersides), (1, 4, 1), "{report:?}");
    assert!((report.undersides_area - 6.0).abs() < 1e-9 && (area(&mesh) - 6.0).abs() < 1e-9, "{report:?}");
    assert_eq!((report.unused_vertices, report.lost_connections), (4, 0), "walls connect nothing");
    for all in [WeldOptions::default(), limit(180.0)] {
        assert_eq!(weld(&solid, &all).0.cell_count(), 6, "without a limit");
    }
}

#[test]
fn connections_that_only_a_steep_ramp_made_are_counted() {
    let rows = [[0., 0.], [1., 0.], [2., 3.], [3., 3.]];
    let positions: Vec<[f32; 3]> = rows.iter().flat_map(|&[x, y]| [[x, y, 0.], [x, y, 1.]]).collect();
    let ramp = polygons(&positions, &[&[0, 1, 3, 2], &[2, 3, 5, 4], &[4, 5, 7, 6]]);
    let (mesh, report) = weld(&ramp, &limit(45.0));
    assert_eq!((mesh.cell_count(), report.too_steep, report.lost_connections), (2, 1, 1), "{report:?}");
    assert_eq!(weld(&ramp, &limit(80.0)).1, WeldReport::default());
}

#[test]
fn connections_that_only_risers_made_are_counted() {
    for (rise, rows, lost) in [(0.2, 1, 3), (0.4, 1, 3), (0.4, 2, 3), (0.5, 1, 0), (1.0, 4, 0)] {
        let stair = stair(4, rise, rows);
        for options in [limit(45.0), limit(80.0)] {
            let (mesh, report) = weld(&stair, &options);
            assert_eq!(
                (mesh.cell_count(), report.lost_connections),
                (4, lost),
                "{rise} in {rows}: {report:?}"
            );
        }
        assert_eq!(weld(&stair, &limit(180.0)).1.lost_connections, 0, "all is kept");
    }
}

/// Returns a stair with this number of treads, one side, and risers of a height that consist of rows of triangles.
fn stair(treads: u32, rise: f32, rows: u32) -> Soup {
    let mut soup = Soup::default();
    let mut corner = |[x, y, z]: [f32; 3]| {
        soup.positions.push(Vec3::new(x, y, z));
        soup.positions.len() as u32 - 1
    };
    let mut faces = Vec::new();
    for tread in 0..treads {
        let (x, y) = (tread as f32, tread as f32 * rise);
        faces.push([[x, y, 0.], [x, y, 1.], [x + 1., y, 1.], [x + 1., y, 0.]].map(&mut corner).to_vec());
        faces.push([[x, 0., 0.], [x + 1., 0., 0.], [x + 1., y, 0.], [x, y, 0.]].map(&mut corner).to_vec());
        for row in 0..if tread + 1 < treads { rows } else { 0 } {
            let at = |row: u32| y + rise * row as f32 / rows as f32;
            let (x, low, high) = (x + 1., at(row), at(row + 1));
            faces.push([[x, low, 0.], [x, low, 1.], [x, high, 1.]].map(&mut corner).to_vec());
            faces.push([[x, low, 0.], [x, high, 1.], [x, high, 0.]].map(&mut corner).to_vec());
        }
    }
    for face in &faces {
        soup.push(face, AreaId(0));
    }
    soup
}

#[test]
fn a_ring_around_a_hole_is_divided_whatever_its_direction() {
    let square = |low: f32, high: f32| [[low, low], [low, high], [high, high], [high, low]];
    let mut ring = vec![0, 1, 2, 3, 0, 4, 7, 6, 5, 4];
    for (is_down, tilt) in [(false, 0.), (true, 0.), (true, 5.), (false, 100.)] {
        let at = |[x, z]: [f32; 2]| [x, x * tilt, z];
        let positions = [square(0., 8.), square(3., 5.)].concat().into_iter().map(at).collect::<Vec<_>>();
        if is_down {
            ring.reverse();
        }
        let (mesh, report) = weld(&polygons(&positions, &[&ring]), &WeldOptions::default());
        assert_eq!((report.degenerate, report.turned > 0), (0, is_down), "{tilt}: {report:?}");
        assert!((area(&mesh) - 60.0).abs() < 1e-3, "{tilt}: {} m²", area(&mesh));
        assert_eq!(mesh.check(), Ok(()), "sound");
        assert_eq!(Derived::build(&mesh).islands.len(), 1, "a ring");
        ring = vec![0, 1, 2, 3, 0, 4, 7, 6, 5, 4];
    }
}

#[test]
fn a_slit_of_own_corners_within_the_distance_is_closed() {
    let square = [[0., 0., 0.], [0., 0., 8.], [8., 0., 8.], [8., 0., 0.]];
    let hole = [[3., 0., 3.], [5., 0., 3.], [5., 0., 5.], [3., 0., 5.]];
    let slit = [[0.0004, 0., 0.], [3.0004, 0., 3.]];
    let positions = [&square[..], &hole, &slit].concat();
    let (mesh, report) = weld(&polygons(&positions, &[&[0, 1, 2, 3, 8, 9, 5, 6, 7, 4]]), &within(0.001));
    assert_eq!(report.degenerate, 0, "{report:?}");
    assert!((area(&mesh) - 60.0).abs() < 1e-3, "{} m²", area(&mesh));
}

#[test]
fn rings_that_touch_or_cross_themselves_keep_their_area() {
    let positions = [[0., 0., 0.], [0., 0., 2.], [1., 0., 1.], [2., 0., 2.], [2., 0., 0.]];
    let touching = polygons(&positions, &[&[0, 1, 2, 3, 4, 2]]);
    let (mesh, report) = weld(&touching, &WeldOptions::default());
    assert_eq!((mesh.cell_count(), report.degenerate), (2, 0), "{report:?}");
    assert!((area(&mesh) - 2.0).abs() < 1e-9, "two triangles that touch");
    let spike = polygons(&positions, &[&[0, 1, 2, 1]]);
    assert_eq!(weld(&spike, &WeldOptions::default()).1.degenerate, 1, "a line there and back has no area");
    let positions = [[0., 0., 0.], [4., 0., 0.], [4., 0., 4.], [2., 2., -2.], [2., 2., 6.], [0., 0., 4.]];
    let crossed = polygons(&positions, &[&[0, 3, 4, 0, 1, 2]]);
    let (mesh, report) = weld(&crossed, &WeldOptions::default());
    assert!(report.degenerate == 0 && mesh.cell_count() > 1, "{report:?}");
    assert_eq!(mesh.check(), Ok(()), "sound");
}

#[test]
fn a_quad_with_one_side_welded_away_is_a_triangle() {
    let mut quad = soup_of([Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::X * 1.01]);
    quad.push(&[0, 1, 2, 3], AreaId(0));
    let (mesh, report) = weld(&quad, &within(0.1));
    assert_eq!((mesh.vertex_count(), mesh.cell_count(), report.degenerate), (3, 1, 0), "{report:?}");
}

#[test]
fn of_a_sheet_with_two_faces_the_upper_one_stays() {
    let [a, b, c] = ONE;
    let (mesh, report) = weld(&soup(&[[a, c, b], ONE]), &WeldOptions::default());
    assert_eq!(report.duplicates, 1, "the same three corners");
    assert!(ground_area(&mesh.ground_ring(CellId(0))) > 0.0, "the one that faces up");
}

#[test]
fn welding_goes_along_chains_in_every_direction() {
    let mut soup = soup_of((0..20).map(|i| Vec3::new(1.0, -0.7, 0.4) * i as f32 * 0.01));
    soup.positions.extend([Vec3::new(5.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 5.0)]);
    (0..20).for_each(|i| soup.push(&[i, 21, 20], AreaId(0)));
    let (mesh, report) = weld(&soup, &within(0.013));
    assert_eq!((mesh.vertex_count(), report.welded_vertices), (3, 19), "one cluster: {report:?}");
    let middle = mesh.position(VertexId(0));
    assert!(soup.positions[9..11].contains(&middle), "it lies at its middle: {middle}");
}
