//! Passes of a repair: those that are repeated, and those that are undone.

use std::collections::BTreeMap;
use std::path::Path;

use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{FixObstacle, RepairOptions, RepairStep, covered_area, repair};
use navsmith_formats::check::{Issues, MOST_LISTED};

use super::{AREA, BROKEN, NEAR, area, check_repair, cut_that_ends_on_an_edge, errors, mesh_of, repaired};
use crate::support::command_line::{Folder, run, sample};
use crate::support::data;

#[test]
#[ignore = "needs the data of other projects"]
fn the_counts_of_left_issues_are_those_of_validate() {
    let folder = data::folder("navmeshes");
    let (scratch, broken) = Folder::with("broken.ron", BROKEN);
    let level = folder.join("navcat/bridges.glb").display().to_string();
    let out = scratch.path("out.ron").display().to_string();
    let of_steps = [
        ("weld", vec!["gap", "short_edge"]),
        ("junctions", vec!["t_junction", "partial_overlap"]),
        ("overlaps", vec!["overlap"]),
        ("slivers", vec!["sliver"]),
    ];
    for (file, options) in [(&broken, vec![]), (&level, vec![]), (&level, vec!["--tolerance", "0.2"])] {
        let ran = run(&[&["repair", file, "-o", &out, "--json"][..], &options].concat());
        let (report, found) = (ran.json(), run(&["validate", &out, "--json"]).json());
        let kinds = found["files"][0]["kinds"].as_array().expect("kinds").clone();
        for (step, names) in &of_steps {
            let step = report["steps"].as_array().expect("steps").iter().find(|it| it["step"] == *step);
            let listed = kinds.iter().filter(|kind| names.contains(&kind["kind"].as_str().expect("a name")));
            let count: u64 = listed.filter_map(|kind| kind["count"].as_u64()).sum();
            assert_eq!(step.expect("it runs")["left"].as_u64(), Some(count), "{file} {names:?}");
        }
    }
}

#[test]
fn t_junctions_at_a_cut_are_split_by_the_next_pass() {
    for with_others in [false, true] {
        let mesh = cut_that_ends_on_an_edge(with_others);
        assert_eq!(errors(&mesh)["overlap"], 1);
        let done = repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none());
        let done = done.expect("it is not stopped");
        assert!(done.is_complete && done.errors.is_empty(), "{:?}", done.errors);
        assert_eq!(errors(&done.mesh), BTreeMap::new());
        assert!(
            repaired(&done.mesh, &RepairOptions::of(&done.mesh)) == done.mesh,
            "a second one changes nothing"
        );
    }
}

#[test]
fn passes_that_leave_more_errors_are_undone() {
    let mesh = cut_that_ends_on_an_edge(false);
    let options = RepairOptions { steps: vec![RepairStep::Overlaps], ..RepairOptions::of(&mesh) };
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert!(done.mesh == mesh && done.is_complete, "the cut adds two T-junctions");
    assert!(done.effects.iter().all(|effect| effect.changes == 0 && effect.places.is_empty()));
    let left: Vec<FixObstacle> = done.errors.iter().map(|error| error.obstacle).collect();
    assert_eq!(left, [FixObstacle::Undone]);
}

#[test]
fn more_issues_than_are_listed_are_fixed() {
    let count = MOST_LISTED + 50;
    let dart = [[0., 0., 0.], [1., 0., 2.], [2., 0., 0.], [1., 0., 0.5]];
    let at = |index: usize| [3.0 * (index % 100) as f32, 3.0 * (index / 100) as f32];
    let corners: Vec<[f32; 3]> = (0..count)
        .flat_map(|index| {
            let [by_x, by_z] = at(index);
            dart.map(|[x, y, z]| [x + by_x, y, z + by_z])
        })
        .collect();
    let rings: Vec<Vec<u32>> = (0..count as u32).map(|index| (4 * index..4 * index + 4).collect()).collect();
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    let mesh = mesh_of(&corners, &rings);
    let options = RepairOptions { steps: vec![RepairStep::Weld], ..RepairOptions::of(&mesh) };
    let left = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert_eq!((left.errors.len(), left.may_lack_errors), (count, false), "all errors are known");
    let done =
        repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none()).expect("it runs");
    let shapes = done.effects.iter().find(|effect| effect.step == RepairStep::Shapes).expect("it runs");
    assert_eq!((shapes.changes, done.errors.len(), done.is_complete), (count, 0, true));
}

#[test]
fn covered_ground_of_a_pile_is_not_called_exact() {
    // Each two of the squares overlap, which takes more work than the search may do.
    let count = 300_u16;
    let square = [[0., 0., 0.], [0., 0., 4.], [4., 0., 4.], [4., 0., 0.]];
    let shifted = |index: u16| square.map(|[x, y, z]| [x + 0.003 * f32::from(index), y, z]);
    let corners: Vec<[f32; 3]> = (0..count).flat_map(shifted).collect();
    let rings: Vec<Vec<u32>> =
        (0..u32::from(count)).map(|index| (4 * index..4 * index + 4).collect()).collect();
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    let mesh = mesh_of(&corners, &rings);
    let covered = covered_area(&mesh, NEAR);
    assert!(!covered.is_exact && covered.area > 4.0 * 4.0, "{covered:?}");
    // More pairs than are listed, but all are found.
    let few = mesh_of(&corners[..4 * 150], &rings[..150]);
    let covered = covered_area(&few, NEAR);
    assert!(covered.is_exact && (covered.area - 4.0 * (4.0 + 0.003 * 149.0)).abs() < 1e-3, "{covered:?}");
}

#[test]
fn a_hair_that_cannot_be_split_is_removed() {
    let hair = [
        [5.831_264, 6.672_635, 27.21555],
        [10.017_523, 7.240_564, 26.51608],
        [16.456_894, 8.114_195, 25.44006],
        [20.624_725, 8.679_634, 24.743_608],
    ];
    let floor = [[50., 0., 0.], [50., 0., 20.], [70., 0., 20.], [70., 0., 0.]];
    let mesh = mesh_of(&[hair, floor].concat(), &[&[0, 1, 2], &[0, 2, 3], &[4, 5, 6, 7]]);
    assert_eq!(errors(&mesh), BTreeMap::from([("t_junction", 1)]), "the second corner lies on an edge");
    assert_eq!(check_repair("a hair", &mesh), BTreeMap::new());
}

/// Returns a square grid of one material, and a triangle from its corner to a distant vertex.
fn grid_with_a_distant_vertex(side: u32) -> NavMesh {
    let places = (0..=side).flat_map(|x| (0..=side).map(move |z| [x as f32, 0.0, z as f32]));
    let corners: Vec<[f32; 3]> = places.chain([[1e6, 0.0, 1e6]]).collect();
    let at = |x: u32, z: u32| x * (side + 1) + z;
    let square = |x: u32, z: u32| vec![at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
    let squares = (0..side).flat_map(|x| (0..side).map(move |z| square(x, z)));
    let rings: Vec<Vec<u32>> = squares.chain([vec![0, 1, corners.len() as u32 - 1]]).collect();
    mesh_of(&corners, &rings.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

#[test]
fn a_repair_reports_what_a_later_search_does_not_find() {
    let mesh = grid_with_a_distant_vertex(50);
    let options = RepairOptions::of(&mesh);
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    let issues = Issues::build(&done.mesh, &Derived::build(&done.mesh), NEAR);
    assert!(done.mesh != mesh && issues.may_lack_errors(), "it is changed, and too large to search");
    assert!(done.may_lack_errors);
}

/// Returns the mesh of a sample with a vertex moved on the ground.
fn moved(name: &str, from: [f32; 2], to: [f32; 2]) -> NavMesh {
    let mut file = std::fs::read_to_string(sample(name)).expect("a sample");
    let text = |[x, z]: [f32; 2]| format!("({x:.1}, 0.0, {z:.1}),");
    assert_eq!(file.matches(&text(from)).count(), 1, "a vertex");
    file = file.replace(&text(from), &text(to));
    let (_folder, path) = Folder::with("moved.ron", &file);
    data::mesh(Path::new(&path))
}

#[test]
fn a_corner_dragged_across_its_cells_leaves_no_error() {
    let mesh = moved("courtyard.ron", [6.0, 13.0], [6.0, 3.0]);
    assert_eq!(errors(&mesh).get("self_crossing"), Some(&2), "{:?}", errors(&mesh));
    assert_eq!(check_repair("courtyard", &mesh), BTreeMap::new());
}

#[test]
fn cells_of_random_corners_are_divided() {
    let mut chance = SplitMix64(5);
    let (mut corners, mut rings) = (Vec::new(), Vec::new());
    for cell in 0..60_u32 {
        let (first, count) = (corners.len() as u32, 4 + chance.below(17) as u32);
        let offset = [(cell % 8) as f32 * 20.0, (cell / 8) as f32 * 20.0];
        corners.extend((0..count).map(|_| {
            let [x, y, z] = [10.0, 0.2, 10.0].map(|most| (chance.unit() * most) as f32);
            [offset[0] + x, y, offset[1] + z]
        }));
        rings.push((first..first + count).collect::<Vec<u32>>());
    }
    let mesh = mesh_of(&corners, &rings.iter().map(Vec::as_slice).collect::<Vec<_>>());
    assert!(errors(&mesh)["self_crossing"] > 40, "{:?}", errors(&mesh));
    let options = RepairOptions::of(&mesh);
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert_eq!(errors(&done.mesh), BTreeMap::new());
    let (before, after) = (area(&mesh), area(&done.mesh));
    assert!((before - after).abs() <= before * AREA, "the area changes from {before} to {after} m²");
    assert!(
        repaired(&done.mesh, &RepairOptions::of(&done.mesh)) == done.mesh,
        "a second repair changes nothing"
    );
}

/// Returns a cell with a number of random corners in a square of 10 m.
fn cell_of_random_corners(count: u32) -> NavMesh {
    let mut chance = SplitMix64(3);
    let corners: Vec<[f32; 3]> =
        (0..count).map(|_| [(chance.unit() * 10.0) as f32, 0.0, (chance.unit() * 10.0) as f32]).collect();
    mesh_of(&corners, &[&(0..count).collect::<Vec<u32>>()])
}

#[test]
fn a_cell_is_divided_unless_its_sides_cross_too_often() {
    let mesh = cell_of_random_corners(100);
    let done = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!(errors(&done), BTreeMap::new());
    assert!((area(&mesh) - area(&done)).abs() <= area(&mesh) * AREA);
    let mesh = cell_of_random_corners(1500);
    let done = repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none());
    let done = done.expect("it is not stopped");
    assert!(done.mesh == mesh, "it stays");
    let obstacles: Vec<FixObstacle> = done.errors.iter().map(|left| left.obstacle).collect();
    assert_eq!(obstacles, [FixObstacle::TooManyCrossings]);
}

/// Returns squares of 2 m above each other, each 1 mm higher and turned a little.
fn stack(count: u16) -> NavMesh {
    let corner = |at: u16, corner: u16| {
        let angle = f32::from(at) * 0.001 + f32::from(corner) * std::f32::consts::FRAC_PI_2;
        [angle.sin(), f32::from(at) * 0.001, angle.cos()]
    };
    let corners: Vec<[f32; 3]> = (0..count).flat_map(|at| [0, 1, 2, 3].map(|of| corner(at, of))).collect();
    let rings: Vec<Vec<u32>> =
        (0..u32::from(count)).map(|at| vec![4 * at, 4 * at + 1, 4 * at + 2, 4 * at + 3]).collect();
    mesh_of(&corners, &rings.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

#[test]
fn a_complete_repair_is_repeated_without_a_change() {
    for count in [40, 80] {
        let mesh = stack(count);
        let options = RepairOptions::of(&mesh);
        let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
        assert!(done.mesh != mesh);
        if done.is_complete {
            assert!(repaired(&done.mesh, &options) == done.mesh, "{count} squares");
        }
    }
}
