//! The place on the mesh of an endpoint, among stacked floors and beside the mesh.

use expect_test::expect;
use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{CellId, Derived, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{
    LocateStep, LocateVerdict, Located, locate, locate_observed,
};
use navsmith_core::trace::Recorder;

use crate::support::notation::mesh;

fn at(mesh: &NavMesh, ground: [f32; 2], height: Option<f32>) -> Located {
    let endpoint = Endpoint { ground: Vec2::from(ground), height };
    locate(mesh, &Derived::build(mesh), endpoint, 2.0).expect("the mesh has cells")
}

/// Builds a road at 0 m, a bridge at 4 m above its middle, and a ramp down to the east of the bridge.
fn bridge() -> NavMesh {
    mesh("v 0 0, 0 6, 6 6, 6 0, 2 4 2, 2 4 4, 4 4 4, 4 4 2, 8 4, 8 2; c 0 1 2 3, 4 5 6 7, 7 6 8 9")
}

#[test]
fn of_stacked_floors_the_one_just_below_is_meant() {
    let mesh = bridge();
    let cell = |height| at(&mesh, [3.0, 3.0], height).cell.0;
    assert_eq!(cell(Some(1.0)), 0, "on the road, under the bridge");
    assert_eq!(cell(Some(4.0)), 1, "on the bridge");
    assert_eq!(cell(Some(5.9)), 1, "a little over the bridge");
    assert_eq!(cell(None), 1, "from above everything");
}

#[test]
fn rounding_does_not_put_a_point_under_its_floor() {
    let mesh = bridge();
    let on_ramp = at(&mesh, [5.3, 2.9], Some(2.7));
    assert_eq!((on_ramp.cell.0, on_ramp.off_mesh), (2, None), "4 - 1.3 m, rounded either way");
    assert!((on_ramp.point.y - 2.7).abs() < 1e-5, "on the slope: {on_ramp:?}");
}

#[test]
fn a_point_just_below_the_only_floor_is_on_it() {
    let mesh = bridge();
    let below = at(&mesh, [0.5, 5.5], Some(-0.35));
    assert_eq!((below.cell.0, below.point.y, below.off_mesh), (0, 0.0, None));
    assert_eq!(at(&mesh, [0.5, 5.5], Some(-0.45)).off_mesh, Some(0.0), "too far");
    let on_ramp = at(&mesh, [7.0, 3.0], Some(0.8));
    assert_eq!((on_ramp.cell.0, on_ramp.off_mesh), (2, None), "not the nearest point of its slope");
    assert_eq!(at(&mesh, [3.0, 3.0], Some(3.8)).cell.0, 1, "the road is out of reach");
    assert_eq!(at(&mesh, [3.0, 3.0], Some(1.9)).cell.0, 0, "a floor below comes first");
    let exact = Endpoint { ground: Vec2::new(0.5, 5.5), height: Some(-0.1) };
    let exact = locate(&mesh, &Derived::build(&mesh), exact, 0.0).and_then(|located| located.off_mesh);
    assert_eq!(exact, Some(0.0), "without a reach");
}

#[test]
fn the_nearer_floor_counts_of_one_far_below_and_one_just_above() {
    let high = mesh("v 0 0, 0 6, 6 6, 6 0, 2 1.9 2, 2 1.9 4, 4 1.9 4, 4 1.9 2; c 0 1 2 3, 4 5 6 7");
    assert_eq!(at(&high, [3.0, 3.0], Some(1.896)).cell.0, 1, "4 mm below the upper floor");
    assert_eq!(at(&high, [3.0, 3.0], Some(1.4)).cell.0, 0, "more than a step below it");
    assert_eq!(at(&high, [3.0, 3.0], Some(0.3)).cell.0, 0, "a step above the lower floor");
}

#[test]
fn a_steep_floor_just_above_counts_if_it_is_nearer_than_one_far_below() {
    let mesh = mesh("v 0 0, 0 4, 4 4, 4 0, 1 1 1, 1 1 3, 2 3 3, 2 3 1; c 0 1 2 3, 4 5 6 7");
    let located = at(&mesh, [1.2, 2.0], Some(1.2));
    assert_eq!((located.cell.0, located.off_mesh), (1, None), "0.2 m above instead of 1.2 m below");
    assert!((located.point.y - 1.4).abs() < 1e-5, "{located:?}");
    assert_eq!(at(&mesh, [1.2, 2.0], Some(0.3)).cell.0, 0, "a floor at most a step below counts first");
    assert_eq!(at(&mesh, [1.2, 2.0], Some(0.9)).cell.0, 0, "it is more than a step above");
}

#[test]
fn a_point_just_below_a_steep_floor_is_on_it_without_a_floor_in_reach() {
    let ramp = "0 0 0, 0 0 4, 4 8 4, 4 8 0";
    let alone = mesh(&format!("v {ramp}; c 0 1 2 3"));
    let below = mesh(&format!("v {ramp}, 0 -5 0, 0 -5 4, 4 -5 4, 4 -5 0; c 0 1 2 3, 4 5 6 7"));
    for mesh in [alone, below] {
        let located = at(&mesh, [1.0, 2.0], Some(1.95));
        assert_eq!((located.cell.0, located.off_mesh), (0, None), "{located:?}");
    }
}

#[test]
fn a_point_a_hair_below_its_floor_is_not_on_a_higher_one() {
    for [lower, upper] in [["0", "0.39"], ["0.39", "0"], ["0", "0.1"], ["0.1", "0"]] {
        let slabs = mesh(&format!(
            "v 0 {lower} 0, 0 {lower} 6, 6 {lower} 6, 6 {lower} 0, 2 {upper} 2, 2 {upper} 4, 4 {upper} 4, 4 {upper} 2; \
             c 0 1 2 3, 4 5 6 7"
        ));
        let height = |from: f32| at(&slabs, [3.0, 3.0], Some(from)).point.y;
        assert_eq!([height(-0.001), height(-0.0001), height(0.0)], [0.0; 3], "{lower} and {upper}");
    }
}

#[test]
fn hanging_too_high_counts_as_off_the_mesh() {
    let high = at(&bridge(), [0.5, 5.5], Some(2.5));
    assert_eq!((high.cell.0, high.point.y), (0, 0.0), "the nearest point in space is straight below");
    assert_eq!((high.off_mesh, high.drop()), (Some(0.0), 2.5), "no way sideways, 2.5 m down");
}

#[test]
fn rounding_does_not_put_a_point_beside_the_mesh() {
    let beside = |x: f32, height| at(&bridge(), [x, 1.0], height).off_mesh;
    let computed = 6.0_f32.next_up().next_up();
    assert_eq!((beside(computed, None), beside(computed, Some(0.5))), (None, None), "a few ulps");
    assert_eq!(beside(6.001, None).map(|away| (away * 1e4).round()), Some(10.0), "a millimetre is beside it");
}

#[test]
fn off_the_mesh_the_nearest_point_is_exact() {
    let west = at(&bridge(), [-3.0, 2.0], None);
    assert_eq!((west.point, west.off_mesh), (Vec3::new(0.0, 0.0, 2.0), Some(3.0)), "beside the road");
    let far = at(&bridge(), [-1e20, 0.0], None);
    assert_eq!(far.off_mesh, Some(1e20), "squares of such distances overflow");
    assert_eq!(at(&bridge(), [-3e38, 3e38], None).off_mesh, Some(f32::MAX), "finite");
    let under_the_ramp = at(&bridge(), [7.0, 3.0], Some(-9.0));
    assert_eq!(under_the_ramp.cell.0, 0, "the road is nearer than the ramp above: {under_the_ramp:?}");
}

#[test]
fn on_a_shared_edge_the_smaller_id_wins() {
    let mesh = bridge();
    assert_eq!(at(&mesh, [4.0, 3.0], None).cell.0, 1, "bridge before ramp");
    assert_eq!(at(&mesh, [4.0, 2.0], Some(4.5)).cell.0, 1, "on their common corner");
}

#[test]
fn broken_cells_have_ground_too() {
    let arrow = mesh("v 0 0, 1 1 2, 0 4, 4 2; c 0 1 2 3");
    assert_eq!(at(&arrow, [0.2, 2.0], None).off_mesh.map(|d| d > 0.0), Some(true), "in the notch");
    assert_eq!(at(&arrow, [1.0, 2.0], None).point.y, 1.0, "on the concave corner");
    let below = mesh("v 0 0, 4 0, 0 4; c 0 1 2");
    assert_eq!(at(&below, [1.0, 1.0], None).off_mesh, None, "inside out");
}

#[test]
fn neighbours_meet_without_a_step_where_a_cell_is_bent() {
    let bent = mesh("v 0 0, 0 2, 2 1 2, 2 0; c 0 1 2 3");
    assert_eq!(at(&bent, [2.0, 1.0], None).point.y, 0.5, "half way up its east side");
    assert_eq!(at(&bent, [1.0, 1.0], None).point.y, 0.5, "on the diagonal from its first corner");
}

/// Returns the events of locating an endpoint.
fn described(mesh: &NavMesh, ground: [f32; 2], height: Option<f32>) -> String {
    let endpoint = Endpoint { ground: Vec2::from(ground), height };
    let mut recorder = Recorder::default();
    locate_observed(mesh, &Derived::build(mesh), endpoint, 2.0, &mut recorder);
    let timeline = recorder.into_timeline();
    let lines = timeline.events().iter().map(|step| {
        let (cell, description) = match *step {
            LocateStep::Judged { cell, verdict: LocateVerdict::Stands { over }, .. } => {
                (cell, format!("best, {over:?} before"))
            }
            LocateStep::Judged { cell, verdict, .. } => (cell, format!("{verdict:?}")),
            LocateStep::Measured { cell, distance, is_nearest } => {
                (cell, format!("{distance:.2} m{}", if is_nearest { ", nearest" } else { "" }))
            }
            LocateStep::Chosen { cell, off_mesh, .. } => (cell, format!("chosen, off {off_mesh:?}")),
            LocateStep::Preferred { cell, over, .. } => (cell, format!("preferred to {}", over.0)),
            LocateStep::NoCell => (CellId(0), "no cell".into()),
        };
        format!("{} {description}", cell.0)
    });
    lines.collect::<Vec<_>>().join(", ")
}

#[test]
fn every_candidate_is_described_with_what_ruled_it_out() {
    let mesh = bridge();
    let described = |ground, height| described(&mesh, ground, height);
    expect!["0 best, None before, 1 best, Some(CellId(0)) before, 1 chosen, off None"]
        .assert_eq(&described([3.0, 3.0], None));
    expect!["0 best, None before, 1 Above(3.0), 0 chosen, off None"]
        .assert_eq(&described([3.0, 3.0], Some(1.0)));
    expect!["0 TooFarBelow(4.5), 1 best, None before, 2 Twin(CellId(1)), 1 chosen, off None"]
        .assert_eq(&described([4.0, 2.0], Some(4.5)));
    expect!["0 3.00 m, nearest, 1 5.00 m, 2 7.00 m, 0 chosen, off Some(3.0)"]
        .assert_eq(&described([-3.0, 2.0], None));
}

#[test]
fn an_empty_mesh_has_no_place() {
    let mesh = NavMesh::default();
    let endpoint = Endpoint { ground: Vec2::ZERO, height: None };
    assert_eq!(locate(&mesh, &Derived::build(&mesh), endpoint, 2.0), None, "nothing to stand on");
}
