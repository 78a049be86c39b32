//! Ends of queries on common borders and corners of cells that are not connected there.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::cells_with::cells_with;
use navsmith_core::pathfinding::mesh_query::locate::{LocateStep, locate};
use navsmith_core::pathfinding::mesh_query::raycast::raycast;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::prepared::many::find_paths;
use navsmith_core::pathfinding::prepared::solver::Solver;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::ends::farthest_start;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query, find_path, find_path_traced};
use navsmith_core::pathfinding::timeline::QueryEvent;

/// Builds squares that share no vertices, each from its north-west corner and its side.
fn squares(all: &[[f32; 3]]) -> NavMesh {
    let corners = all.iter().flat_map(|&[x, z, side]| {
        [[x, z], [x, z + side], [x + side, z + side], [x + side, z]].map(|[x, z]| Vec3::new(x, 0., z))
    });
    let cells =
        (0..all.len() as u32).map(|i| Cell::new([0, 1, 2, 3].map(|at| VertexId(4 * i + at)), AreaId(0)));
    NavMesh::from_parts(corners, cells).expect("squares")
}

fn query(from: [f32; 2], to: [f32; 2]) -> Query {
    let end = |at: [f32; 2]| Endpoint { ground: at.into(), height: None };
    Query::new(end(from), end(to))
}

/// Returns the length of the path, the same by all ways to ask for it.
fn length(mesh: &NavMesh, query: &Query) -> Option<f64> {
    let derived = Derived::build(mesh);
    let length = |answer: &Answer| answer.path().map(|path| path.length);
    let answer = find_path(mesh, &derived, query);
    let (traced, trace) = find_path_traced(mesh, &derived, query);
    assert_eq!(traced, answer, "observing changes nothing");
    for (end, located) in [(End::Start, answer.start), (End::Target, answer.target)] {
        let mut steps = (0..trace.len()).filter_map(|i| match trace.get(i)? {
            QueryEvent::Locate(event) if event.end == end => Some(event.step),
            _ => None,
        });
        let last = steps.next_back().and_then(|step| match step {
            LocateStep::Chosen { cell, .. } | LocateStep::Preferred { cell, .. } => Some(cell),
            _ => None,
        });
        assert_eq!(last, located.map(|located| located.cell), "the last event names the cell");
    }
    let settings = &query.settings;
    let walkable = Walkable::new(mesh, &derived, &settings.agent, &settings.filter);
    let solved = Solver::build(&walkable).expect("a sound mesh").find_path(&derived, query);
    let many = find_paths(mesh, &derived, &vec![query.clone(); 300]);
    for other in many.iter().chain([&solved]) {
        assert_eq!(
            (length(other), other.start, other.target),
            (length(&answer), answer.start, answer.target)
        );
    }
    for algorithm in Algorithm::ALL {
        let mut query = query.clone();
        query.settings.algorithm = AlgorithmChoice::Named(algorithm);
        assert_eq!(
            find_path(mesh, &derived, &query).path().is_some(),
            answer.path().is_some(),
            "{algorithm}"
        );
    }
    length(&answer)
}

#[test]
fn a_point_on_a_common_border_belongs_to_both_islands() {
    let mesh = squares(&[[0., 0., 3.], [3., 0., 3.]]);
    for (from, to, expected) in [
        ([3., 1.5], [5., 1.], Some(2.062)),
        ([5., 1.], [3., 1.5], Some(2.062)),
        ([3., 1.5], [1., 1.], Some(2.062)),
        ([3., 0.5], [3., 2.5], Some(2.0)),
        ([3., 0.], [3., 3.], Some(3.0)),
        ([2.999, 1.5], [5., 1.], None),
    ] {
        let found = length(&mesh, &query(from, to));
        assert_eq!(found.map(|length| (length * 1e3).round() / 1e3), expected, "{from:?} to {to:?}");
    }
}

#[test]
fn a_common_corner_belongs_to_four_islands() {
    let mesh = squares(&[[0., 0., 2.], [2., 0., 2.], [0., 2., 2.], [2., 2., 2.]]);
    for to in [[1., 1.], [3., 1.], [1., 3.], [3., 3.]] {
        let there = length(&mesh, &query([2., 2.], to)).expect("a path");
        let back = length(&mesh, &query(to, [2., 2.])).expect("a path back");
        assert!(
            (there - 2.0_f64.sqrt()).abs() < 1e-6 && (back - there).abs() < 1e-9,
            "{to:?}: {there}, {back}"
        );
    }
    let derived = Derived::build(&mesh);
    let corner = Endpoint { ground: [2., 2.].into(), height: None };
    let located = locate(&mesh, &derived, corner, 2.0).expect("on the mesh");
    let others = cells_with(&mesh, &derived, &located);
    let cells: Vec<CellId> =
        std::iter::once(located.cell).chain(others.iter().map(|&(cell, _)| cell)).collect();
    assert_eq!(cells, [0, 1, 2, 3].map(CellId));
}

#[test]
fn a_common_corner_with_few_digits_belongs_to_four_islands() {
    for third in [1.0 / 3.0, 100.0 / 3.0, 7.1] {
        let size = 2.0 * third;
        let corners =
            [[third - size, third - size], [third, third - size], [third - size, third], [third; 2]];
        let mesh = squares(&corners.map(|[x, z]| [x, z, size]));
        let middles = corners.map(|[x, z]| [x + third, z + third]);
        for off in [[-1.0, 0.0], [1.0, 1.0], [0.0, -1.0], [1.0, -1.0]] {
            let corner = off.map(|off| third * (1.0 + off * 2.0 * f32::EPSILON));
            for to in middles {
                let lengths = [length(&mesh, &query(corner, to)), length(&mesh, &query(to, corner))];
                for found in lengths.map(|found| found.expect("a path")) {
                    let expected = f64::from(third) * 2.0_f64.sqrt();
                    assert!((found / expected - 1.0).abs() < 1e-5, "{corner:?} to {to:?}: {found}");
                }
            }
        }
    }
}

#[test]
fn the_better_of_two_sides_of_a_seam_is_used() {
    // A ring of cells around a hole, open at a seam of the first and the last cell.
    let at = |i: usize, radius: f32| {
        let angle = i as f32 * std::f32::consts::TAU / 12.0;
        Vec3::new(radius * angle.cos(), 0., -radius * angle.sin())
    };
    let corners = (0..=12).flat_map(|i| [at(i % 12, 2.0), at(i % 12, 6.0)]);
    let cells = (0..12).map(|i| Cell::new([2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2].map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(corners, cells).expect("a ring");
    assert_eq!(Derived::build(&mesh).islands.len(), 1, "one island");
    let seam = [4.0, 0.0];
    for i in [0, 11] {
        let middle = mesh.centroid(CellId(i));
        let straight = f64::from(middle.distance(Vec3::new(seam[0], 0., seam[1])));
        let found = length(&mesh, &query(seam, [middle.x, middle.z])).expect("a path");
        assert!((found - straight).abs() < 1e-5, "cell {i}: {found} instead of {straight}");
    }
}

#[test]
fn an_end_on_the_border_of_a_blocked_cell_is_on_the_free_one() {
    let corners = (0..3).flat_map(|x| [0.0, 2.0].map(|z| Vec3::new(x as f32 * 2.0, 0.0, z)));
    let cell =
        |i: u32| Cell::new([2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2].map(VertexId), AreaId(1 - i as u8));
    let mesh = NavMesh::from_parts(corners, (0..2).map(cell)).expect("two squares");
    let mut query = query([2., 1.], [3., 1.]);
    query.settings.filter.set_cost(AreaId(1), f32::INFINITY);
    let answer = find_path(&mesh, &Derived::build(&mesh), &query);
    assert_eq!(answer.path().map(|path| path.length), Some(1.0), "{:?}", answer.why());
}

#[test]
fn a_ray_from_a_common_border_begins_on_the_cell_that_it_leads_into() {
    let mesh = squares(&[[0., 0., 3.], [3., 0., 3.]]);
    let derived = Derived::build(&mesh);
    let settings = Settings::default();
    let walkable = Walkable::new(&mesh, &derived, &settings.agent, &settings.filter);
    let end = Endpoint { ground: [3., 1.5].into(), height: None };
    let from = locate(&mesh, &derived, end, 2.0).expect("cells");
    for (to, cell) in [([5., 1.], 1), ([1., 1.], 0), ([3., 2.5], 0), ([9., 1.], 1)] {
        let start = farthest_start(&walkable, &from, to.into());
        assert_eq!(start.cell, CellId(cell), "{to:?}");
        let ray = raycast(&walkable, &start, to.into());
        assert_eq!(ray.hit.is_none(), to[0] < 6.0, "{to:?}");
    }
}

#[test]
fn an_end_on_a_border_is_put_where_the_path_is_cheapest() {
    // Two ways lead from the border to the target: the short one over mud, and a longer one.
    let mut draft = Draft::of(squares(&[[0., 0., 3.], [3., 0., 3.]]));
    let far = [[6., 3.], [6., 5.], [-2., 5.], [-2., 3.]].map(|[x, z]| draft.add_vertex(Vec3::new(x, 0., z)));
    // Each island has a link to a target island.
    draft.add_cell([far[0], far[3], far[2], far[1]], AreaId(0));
    let link = |from: [f32; 2], to: [f32; 2], cost| {
        let [from, to] = [from, to].map(|[x, z]| Vec3::new(x, 0., z));
        Link { cost, ..Link::between(from, to) }
    };
    draft.add_link(link([2.5, 2.5], [2.5, 3.5], 20.0));
    draft.add_link(link([5.0, 2.5], [5.0, 3.5], 1.0));
    let mesh = draft.into_mesh();
    let derived = Derived::build(&mesh);
    let answer = find_path(&mesh, &derived, &query([3., 1.5], [2.5, 4.]));
    let path = answer.path().expect("a path");
    assert_eq!(answer.start.map(|start| start.cell), Some(CellId(1)), "{} {:?}", path.length, path.cost);
}

#[test]
fn a_point_between_two_floors_belongs_to_the_lower_one_and_to_a_nearer_one_above() {
    // A platform with ground beside it on its height, above a floor that is connected to nothing.
    let mut draft = Draft::of(squares(&[[0., 0., 4.], [-4., 0., 4.], [0., 0., 4.]]));
    for (corner, height) in (0..4).map(|corner| (corner, 0.15)).chain((8..12).map(|corner| (corner, -0.2))) {
        let at = draft.mesh().position(VertexId(corner));
        draft.move_vertex(VertexId(corner), Vec3::new(at.x, height, at.z));
    }
    let mesh = draft.into_mesh();
    for (height, lower, upper) in
        [(0.0, true, true), (0.05, true, true), (-0.15, true, false), (0.15, false, true), (0.3, false, true)]
    {
        let from = Endpoint { ground: [2., 2.].into(), height: Some(height) };
        let to = |height: f32| Endpoint { ground: [1., 1.].into(), height: Some(height) };
        let found = [-0.2, 0.15].map(|to_height| length(&mesh, &Query::new(from, to(to_height))).is_some());
        assert_eq!(found, [lower, upper], "{height}");
    }
}
