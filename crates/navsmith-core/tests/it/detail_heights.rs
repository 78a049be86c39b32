//! Detail heights of cells: the surface, what edits keep, point location, links and lengths of paths.

use glam::{Vec2, Vec3};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{
    AreaId, Cell, CellDetail, CellId, Derived, Draft, Link, NavMesh, Surface, VertexId, edit,
};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::string_pulling::path::Path;
use proptest::prelude::*;

const HEIGHT: f32 = 3.0;

/// Builds three cells in a row, 4 m wide.
///
/// Over the middle one, a ridge of 3 m leads from north to south.
fn ridge() -> NavMesh {
    let places = (0..4).flat_map(|x| [0.0, 4.0].map(|z| Vec3::new(x as f32 * 4.0, 0.0, z)));
    let cells = (0..3).map(|i| Cell::new([0, 1, 3, 2].map(|at| VertexId(2 * i + at)), AreaId(0)));
    let mesh = NavMesh::from_parts(places, cells).expect("a mesh");
    let detail = ridge_of(&mesh, CellId(1));
    mesh.with_details([(CellId(1), detail)]).expect("a detail")
}

fn ridge_of(mesh: &NavMesh, cell: CellId) -> CellDetail {
    let points = [0.0, 4.0].map(|z| Vec3::new(6.0, HEIGHT, z));
    // Corners: north-west, south-west, south-east, north-east; then the ends of the ridge.
    let triangles = [[0, 1, 5], [0, 5, 4], [4, 5, 2], [4, 2, 3]];
    CellDetail::new(&mesh.ring(cell), points, triangles).expect("a ridge")
}

fn path(mesh: &NavMesh, ends: [[f32; 2]; 2], settings: Settings) -> Path {
    let [start, target] = ends.map(|at| Endpoint { ground: Vec2::from(at), height: None });
    let answer = find_path(mesh, &Derived::build(mesh), &Query { start, target, settings });
    answer.path().expect("one island").clone()
}

/// Generates a square of 8 m with detail heights: a triangulation of a grid of points on and in it.
fn field() -> impl Strategy<Value = NavMesh> {
    (1..6_usize, prop::collection::vec(-3.0..3.0f32, 49)).prop_map(|(parts, heights)| {
        let corner = |x: usize, z: usize| heights[z * (parts + 1) + x];
        let size = 8.0 / parts as f32;
        let at = |x: usize, z: usize| Vec3::new(x as f32 * size, corner(x, z), z as f32 * size);
        let last = parts;
        let ring = [(0, 0), (0, last), (last, last), (last, 0)];
        let cell = Cell::new((0..4).map(VertexId), AreaId(0));
        let mesh = NavMesh::from_parts(ring.map(|(x, z)| at(x, z)), [cell]).expect("a square");
        let all = (0..=last).flat_map(|z| (0..=last).map(move |x| (x, z)));
        let own: Vec<(usize, usize)> = all.filter(|place| !ring.contains(place)).collect();
        let number = |place: (usize, usize)| {
            let corner = ring.iter().position(|&other| other == place);
            corner.or_else(|| Some(4 + own.iter().position(|&other| other == place)?)).expect("known") as u16
        };
        let squares = (0..last).flat_map(|z| (0..last).map(move |x| (x, z)));
        let triangles: Vec<[u16; 3]> = squares
            .flat_map(|(x, z)| {
                let [a, b, c, d] = [(x, z), (x, z + 1), (x + 1, z + 1), (x + 1, z)].map(number);
                [[a, b, c], [a, c, d]]
            })
            .collect();
        let points: Vec<Vec3> = own.iter().map(|&(x, z)| at(x, z)).collect();
        let detail = CellDetail::new(&mesh.ring(CellId(0)), points, triangles).expect("a grid");
        mesh.with_details([(CellId(0), detail)]).expect("one cell")
    })
}

proptest! {
    #[test]
    fn heights_are_those_of_the_triangles(mesh in field(), x in 0.0..8.0f32, z in 0.0..8.0f32) {
        let (at, surface) = (Vec2::new(x, z), Surface::of(&mesh, CellId(0)));
        let over = surface.triangles().filter_map(|triangle| {
            let [a, b, c] = triangle.map(Vec3::as_dvec3);
            let normal = (b - a).cross(c - a);
            let height = a.y - (normal.x * (f64::from(x) - a.x) + normal.z * (f64::from(z) - a.z)) / normal.y;
            let weights = [(a, b), (b, c), (c, a)].map(|(from, to)| {
                let (along, off) = (to - from, glam::DVec3::new(x.into(), 0.0, z.into()) - from);
                along.x * off.z - along.z * off.x
            });
            let is_over = weights.iter().all(|&it| it >= -1e-6) || weights.iter().all(|&it| it <= 1e-6);
            is_over.then_some(height)
        });
        let heights: Vec<f64> = over.collect();
        prop_assert!(!heights.is_empty(), "the triangles cover the cell");
        let floor = f64::from(Surface::floor(&mesh, CellId(0), at).expect("inside"));
        prop_assert!(heights.iter().any(|height| (height - floor).abs() < 1e-4), "{floor} of {heights:?}");
    }

    #[test]
    fn a_length_is_that_of_many_short_steps(
        mesh in field(),
        from in (0.1..7.9f32, 0.1..7.9f32),
        to in (0.1..7.9f32, 0.1..7.9f32),
    ) {
        let found = path(&mesh, [from.into(), to.into()], Settings::default());
        let at = |share: f32| Vec2::from(from).lerp(Vec2::from(to), share);
        let surface = Surface::of(&mesh, CellId(0));
        let steps: Vec<Vec3> = (0..=20_000).map(|i| at(i as f32 / 20_000.0)).map(|at| {
            Vec3::new(at.x, surface.height_at(at), at.y)
        }).collect();
        let slow: f64 = steps.windows(2).map(|it| it[0].as_dvec3().distance(it[1].as_dvec3())).sum();
        prop_assert!((found.length - slow).abs() < 0.01, "{} for {slow}", found.length);
        let points = found.on_surface(&mesh);
        let drawn: f64 = points.windows(2).map(|it| it[0].as_dvec3().distance(it[1].as_dvec3())).sum();
        prop_assert!((found.length - drawn).abs() < 1e-4, "{} for {drawn}, as drawn", found.length);
    }

    #[test]
    fn a_point_locator_finds_the_same_points(
        mesh in field(),
        x in -2.0..10.0f32,
        z in -2.0..10.0f32,
        height in prop::option::of(-6.0..6.0f32),
        reach in 0.0..4.0f32,
    ) {
        let asked = Endpoint { ground: Vec2::new(x, z), height };
        let one = locate(&mesh, &Derived::build(&mesh), asked, reach);
        prop_assert_eq!(PointLocator::build(&mesh).locate(asked, reach), one);
    }
}

#[test]
fn a_path_over_a_ridge_inside_of_a_cell_is_as_long_as_the_surface() {
    let over = 8.0 + 2.0 * f64::from(2.0f32.hypot(HEIGHT));
    for radius in [0.0, 0.4] {
        let settings = Settings { agent: Agent { radius, ..Agent::default() }, ..Settings::default() };
        for ends in [[[0.0, 1.0], [12.0, 1.0]], [[12.0, 3.0], [0.0, 3.0]]] {
            let path = path(&ridge(), ends, settings.clone());
            assert!((path.length - over).abs() < 1e-5, "radius {radius}: {} for {over}", path.length);
            assert!((path.length_on_surface(&ridge()) - over).abs() < 1e-5);
            assert!((path.lower_bound - 12.0).abs() < 1e-5, "{}", path.lower_bound);
            assert!(!path.optimality_gap().is_optimal(), "a way round may be shorter");
        }
    }
    let flat = path(&ridge().without_details(), [[0.0, 1.0], [12.0, 1.0]], Settings::default());
    assert!((flat.length - 12.0).abs() < 1e-6 && flat.optimality_gap().is_optimal());
}

#[test]
fn a_path_on_the_surface_has_the_top_of_the_ridge() {
    let found = path(&ridge(), [[0.0, 1.0], [12.0, 1.0]], Settings::default());
    let points = found.on_surface(&ridge());
    assert!(points.contains(&Vec3::new(6.0, HEIGHT, 1.0)), "{points:?}");
}

#[test]
fn no_algorithm_finds_a_shorter_path_than_the_automatic_choice() {
    let mut draft = Draft::of(ridge());
    // A level detour south of the row.
    let [a, b] = [VertexId(1), VertexId(3)];
    let [c, d] = [VertexId(5), VertexId(7)];
    let south: Vec<VertexId> =
        (0..4).map(|x| draft.add_vertex(Vec3::new(x as f32 * 4.0, 0.0, 8.0))).collect();
    for (north, x) in [([a, b], 0), ([b, c], 1), ([c, d], 2)] {
        draft.add_cell([north[0], south[x], south[x + 1], north[1]], AreaId(0));
    }
    let mesh = draft.into_mesh();
    let ends = [[1.0, 3.5], [11.0, 3.5]];
    let automatic = path(&mesh, ends, Settings::default());
    for algorithm in Algorithm::ALL {
        let named = Settings { algorithm: algorithm.into(), ..Settings::default() };
        let other = path(&mesh, ends, named);
        assert!(automatic.length <= other.length * (1.0 + 1e-9), "{algorithm:?}: {}", other.length);
    }
}

#[test]
fn a_floor_below_a_point_is_that_of_the_detail() {
    let mesh = ridge();
    let derived = Derived::build(&mesh);
    let asked = |height: f32| Endpoint { ground: Vec2::new(6.0, 2.0), height: Some(height) };
    let top = locate(&mesh, &derived, asked(3.5), 1.0).expect("a cell");
    assert_eq!((top.cell, top.point, top.off_mesh), (CellId(1), Vec3::new(6.0, HEIGHT, 2.0), None));
    let inside = locate(&mesh, &derived, asked(1.0), 0.5).expect("a cell");
    assert!(inside.off_mesh.is_some(), "2 m below the ground: {inside:?}");
}

#[test]
fn a_link_on_top_of_the_ridge_is_attached() {
    let [top, away] = [Vec3::new(6.0, HEIGHT, 2.0), Vec3::new(1.0, 0.0, 2.0)];
    let link = Link { from: [top; 2], to: [away; 2], is_one_way: false, cost: 1.0 };
    let attached = |mesh: NavMesh| {
        let mesh = mesh.with_links([link]).expect("a link");
        let derived = Derived::build(&mesh);
        let (id, _) = mesh.links().next().expect("one");
        derived.links.failure(id).is_none()
    };
    assert!(attached(ridge()) && !attached(ridge().without_details()));
}

#[test]
fn a_moved_corner_drops_the_detail_and_a_moved_cell_keeps_it() {
    let mesh = ridge();
    let corners: Vec<VertexId> = mesh.corners(CellId(1)).to_vec();
    let mut draft = Draft::of(mesh.clone());
    edit::move_vertices(&mut draft, &corners[..1], Vec3::Y).expect("a move");
    assert!(draft.mesh().detail(CellId(1)).is_none());
    assert!(!draft.mesh().has_details(), "no memory either");
    let mut draft = Draft::of(mesh.clone());
    let by = Vec3::new(0.0, 2.0, 1.0);
    edit::move_vertices(&mut draft, &corners, by).expect("a move");
    draft.mesh().check().expect("valid");
    let at = Vec2::new(6.0, 3.0);
    assert_eq!(Surface::floor(draft.mesh(), CellId(1), at), Some(HEIGHT + 2.0));
    let mut draft = Draft::of(mesh.clone());
    edit::scale(&mut draft, &corners, Vec3::ZERO, Vec3::new(-1.0, 1.0, 1.0)).expect("a mirror");
    draft.mesh().check().expect("valid");
    for (x, height) in [(-6.0, HEIGHT), (-5.0, HEIGHT * 0.5), (-4.5, HEIGHT * 0.25)] {
        assert_eq!(Surface::floor(draft.mesh(), CellId(1), Vec2::new(x, 1.0)), Some(height), "{x}");
    }
    let mut draft = Draft::of(mesh.clone());
    edit::reverse_winding(&mut draft, &[CellId(1)]).expect("a cell");
    assert_eq!(Surface::floor(draft.mesh(), CellId(1), Vec2::new(5.0, 1.0)), Some(HEIGHT * 0.5));
    let mut draft = Draft::of(mesh.clone());
    edit::paint(&mut draft, &[CellId(1)], AreaId(3)).expect("a cell");
    assert_eq!(draft.mesh().detail(CellId(1)), mesh.detail(CellId(1)), "painted");
}

#[test]
fn a_copied_cell_keeps_its_heights() {
    let mesh = ridge();
    let copied = edit::copy(&mesh, &[], &[CellId(1)]);
    let mut draft = Draft::of(mesh);
    let edited = edit::paste(&mut draft, &copied, Vec3::new(0.0, 1.0, 10.0)).expect("a fragment");
    draft.mesh().check().expect("valid");
    let &[cell] = &edited.cells[..] else { panic!("{edited:?}") };
    assert_eq!(Surface::floor(draft.mesh(), cell, Vec2::new(6.0, 12.0)), Some(HEIGHT + 1.0));
}

#[test]
fn a_detail_that_is_no_surface_of_its_cell_is_refused() {
    let mesh = ridge();
    let ring = mesh.ring(CellId(1));
    let refused = |points: &[Vec3], triangles: &[[u16; 3]]| {
        CellDetail::new(&ring, points.iter().copied(), triangles.iter().copied()).expect_err("refused")
    };
    assert!(refused(&[], &[]).contains("0 triangles"));
    assert!(refused(&[], &[[0, 1, 4]]).contains("point 4, but points end at 3"));
    assert!(refused(&[Vec3::new(5.0, f32::NAN, 1.0)], &[[0, 1, 4]]).contains("finite"));
    assert!(refused(&vec![Vec3::new(5.0, 1.0, 1.0); 5000], &[[0, 1, 4]]).contains("at most 4096"));
    assert!(refused(&[], &[[0, 1, 2]; 9]).contains("9 triangles"));
    let beside = CellDetail::new(&ring, [Vec3::new(100.0, 1.0, 2.0)], [[0, 1, 4]]).expect("moved");
    assert_eq!(beside.points(), [Vec3::new(8.0, 1.0, 2.0)]);
    assert!(
        mesh.clone()
            .with_details([(CellId(7), ridge_of(&mesh, CellId(1)))])
            .expect_err("refused")
            .contains("cell 7")
    );
    let elsewhere = mesh.clone().with_details([(CellId(0), ridge_of(&mesh, CellId(1)))]);
    assert!(elsewhere.expect_err("refused").contains("cell 0"), "beside its cell");
}

#[test]
fn meshes_of_equal_details_are_equal() {
    let (mesh, bare) = (ridge(), ridge().without_details());
    assert_ne!(mesh, bare);
    assert_eq!(mesh.cells_changed_since(&bare).collect::<Vec<_>>(), [CellId(1)]);
    let mut draft = Draft::of(bare.clone());
    draft.set_detail(CellId(1), Some(ridge_of(&mesh, CellId(1))));
    assert_eq!(draft.mesh(), &mesh);
    draft.set_detail(CellId(1), None);
    assert_eq!(draft.mesh(), &bare);
    let mut derived = Derived::build(&bare);
    assert_eq!(derived.update(&mesh).cells, [CellId(1)]);
    let turned = mesh.converted(|at| Vec3 { x: -at.x, ..at }, true).expect("finite");
    assert_eq!(Surface::floor(&turned, CellId(1), Vec2::new(-5.0, 1.0)), Some(HEIGHT * 0.5));
    assert_eq!(ground(turned.ring(CellId(1))[0]), ground(Vec3::new(-8.0, 0.0, 0.0)), "reversed");
}
