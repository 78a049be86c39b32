//! `navsmith repair`, and the module behind it.

mod tolerance;
mod overlaps;
mod links;
mod projects;
mod reports;
mod piles;
mod passes;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use expect_test::expect;
use navsmith_core::geometry::{Vec3, ground, ground_area};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, IslandId, NavMesh, Surface, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{
    FixObstacle, MOST_RISE, RepairOptions, RepairStep, covered_area, repair,
};
use navsmith_formats::check::{Issues, Severity};

use crate::support::command_line::{Folder, check, run, sample};
use crate::support::data;
use crate::support::notation;

/// Weld distance of `navsmith validate`, in metres.
const NEAR: f32 = 0.05;

/// A cell inside out beside a sound one, a copy of a cell, a T-junction, a bow tie, and a concave cell.
const BROKEN: &str = "(version: 1, vertices: [
    (0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2), (4, 0, 0), (4, 0, 2),
    (10, 0, 0), (10, 0, 4), (12, 0, 4), (12, 0, 0), (12, 0, 2), (14, 0, 2), (14, 0, 0),
    (20, 0, 0), (22, 0, 2), (22, 0, 0), (20, 0, 2),
    (30, 0, 0), (31, 0, 2), (32, 0, 0), (31, 0, 5),
], cells: [(corners: [0, 1, 2, 3]), (corners: [1, 2, 5, 4]), (corners: [1, 2, 5, 4]), (corners: [6, 7, 8, 9]),
    (corners: [9, 10, 11, 12]), (corners: [13, 14, 15, 16]), (corners: [17, 20, 19, 18])])";

fn mesh_of(corners: &[[f32; 3]], cells: &[&[u32]]) -> NavMesh {
    let cells = cells.iter().map(|ring| Cell::new(ring.iter().map(|&id| VertexId(id)), AreaId(0)));
    NavMesh::from_parts(corners.iter().copied().map(Vec3::from_array), cells).expect("a mesh")
}

fn repaired(mesh: &NavMesh, options: &RepairOptions) -> NavMesh {
    let done = repair(mesh, options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert_eq!(done.mesh.check(), Ok(()), "it stays whole");
    done.mesh
}

fn errors(mesh: &NavMesh) -> BTreeMap<&'static str, usize> {
    let mut errors = BTreeMap::new();
    let issues = Issues::build(mesh, &Derived::build(mesh), NEAR);
    for issue in issues.iter().filter(|issue| issue.kind.severity() == Severity::Error) {
        *errors.entry(issue.kind.name()).or_default() += 1;
    }
    errors
}

fn area(mesh: &NavMesh) -> f64 {
    let covered = covered_area(mesh, NEAR);
    assert!(covered.is_exact, "all overlaps are known");
    covered.area
}

/// Returns the cells at a position that are closer in height than `reach`, the nearest first.
fn cells_at(mesh: &NavMesh, derived: &Derived, at: Vec3, reach: f32) -> Vec<CellId> {
    let off = |cell: CellId| (Surface::of(mesh, cell).height_at(ground(at)) - at.y).abs();
    let all = derived.locator.at(mesh, ground(at)).into_iter();
    let mut cells: Vec<CellId> = all.filter(|&cell| off(cell) <= reach).collect();
    cells.sort_by(|a, b| off(*a).total_cmp(&off(*b)));
    cells
}

/// Returns points inside of a cell: its middle, and one near each corner.
fn samples(mesh: &NavMesh, cell: CellId) -> Vec<Vec3> {
    let middle = mesh.centroid(cell);
    let surface = Surface::of(mesh, cell);
    let corners = mesh.corners(cell).iter().map(|&corner| mesh.position(corner).lerp(middle, 0.2));
    let all = corners.chain([middle]);
    all.map(|at| Vec3::new(at.x, surface.height_at(ground(at)), at.z)).collect()
}

/// Height in metres by which joined cells may rise, and below another cell in which ground may be removed.
const REACH: f32 = 0.52;

/// Part of the area by which a repair may change it.
const AREA: f64 = 0.005;

/// Checks that sampled points of one island are in one island after a repair, and that their ground exists.
///
/// Where several islands are less than two storeys apart, the ground of one may be removed: then the point is in the
/// island of another one, which is smaller for little ground only. `rise` is the height by which the repair states that ground moved. Returns
/// the number of checked points.
fn check_connections(name: &str, before: &NavMesh, after: &NavMesh, rise: f32) -> usize {
    let (derived, new) = (Derived::build(before), Derived::build(after));
    let mut islands: BTreeMap<IslandId, IslandId> = BTreeMap::new();
    let (mut shared, mut checked, mut lost, mut cut_off) = (Vec::new(), 0, 0.0, 0.0);
    for (cell, _) in before.cells() {
        let Some(island) = derived.islands.of(cell) else { continue };
        let part = area_of(before, cell) / before.corners(cell).len() as f64;
        for at in samples(before, cell) {
            let covering = cells_at(before, &derived, at, REACH);
            let own: BTreeSet<IslandId> =
                covering.iter().filter_map(|&other| derived.islands.of(other)).collect();
            let Some(&now) = cells_at(after, &new, at, REACH).first() else {
                lost += part;
                continue;
            };
            check_height(name, (before, &covering), (after, now), at, rise);
            let now = new.islands.of(now).expect("each cell is in an island");
            if own.len() > 1 {
                shared.push((at, part, island, own, now));
                continue;
            }
            let first = *islands.entry(island).or_insert(now);
            assert_eq!(first, now, "{name}: cell {} is cut off from its island at {at}", cell.0);
            checked += 1;
        }
    }
    let size = |island: IslandId| new.islands.all()[island.0 as usize].area;
    for (at, part, island, own, now) in shared {
        let known: Vec<IslandId> = own.iter().filter_map(|island| islands.get(island).copied()).collect();
        if known.len() == own.len() {
            assert!(known.contains(&now), "{name}: {at} is cut off from its islands");
            cut_off += if size(now) < size(islands[&island]) { part } else { 0.0 };
            checked += 1;
        }
    }
    assert!(cut_off <= area(before) * AREA, "{name}: {cut_off} m² of larger islands are cut off");
    assert!(lost <= area(before) * AREA, "{name}: {lost} m² of ground are gone");
    checked
}

/// Checks that the ground at a point moved up or down by at most `rise` from one of the cells there.
fn check_height(name: &str, before: (&NavMesh, &[CellId]), after: (&NavMesh, CellId), at: Vec3, rise: f32) {
    let height = |mesh, cell| Surface::of(mesh, cell).height_at(ground(at));
    let now = height(after.0, after.1);
    let moved = before.1.iter().map(|&cell| (height(before.0, cell) - now).abs());
    let moved = moved.fold(f32::INFINITY, f32::min);
    assert!(moved <= rise + 0.02, "{name}: the ground at {at} moved by {moved} m, and not by {rise} m");
}

fn area_of(mesh: &NavMesh, cell: CellId) -> f64 {
    ground_area(&mesh.ground_ring(cell)).abs()
}

/// Checks a repair with default settings; returns the errors that are left.
fn check_repair(name: &str, mesh: &NavMesh) -> BTreeMap<&'static str, usize> {
    let options = RepairOptions::of(mesh);
    let done = repair(mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    let after = done.mesh;
    let (old, new) = (area(mesh), area(&after));
    assert!((old - new).abs() <= old * AREA, "{name}: the area changes from {old} to {new} m²");
    let rise = done.effects.iter().map(|effect| effect.rise).fold(0.0, f32::max);
    check_connections(name, mesh, &after, rise);
    let sum = |mesh: &NavMesh| mesh.cells().map(|(cell, _)| area_of(mesh, cell)).sum::<f64>();
    let change: f64 = done.effects.iter().map(|effect| effect.area).sum();
    assert!(
        (sum(&after) - sum(mesh) - change).abs() < 1e-6,
        "{name}: the steps add up to the change of area"
    );
    let cells: isize = done.effects.iter().map(|effect| effect.cells).sum();
    assert_eq!(after.cell_count() as isize - mesh.cell_count() as isize, cells, "{name}");
    let islands = |mesh: &NavMesh| Derived::build(mesh).islands.len() as isize;
    let joined: isize = done.effects.iter().map(|effect| effect.islands).sum();
    assert_eq!(islands(&after) - islands(mesh), joined, "{name}");
    let again = repaired(&after, &RepairOptions::of(&after));
    assert!(again == after, "{name}: a second repair changes nothing");
    errors(&after)
}

#[test]
fn repair_fixes_all_kinds_and_reports_each_step() {
    let (folder, file) = Folder::with("broken.ron", BROKEN);
    let out = folder.path("out.ron").display().to_string();
    check(
        &["repair", &file, "--dry-run"],
        0,
        &expect![[r#"
            before: 21 vertices, 7 cells, 7 islands, 27.00 m²
            after: 23 vertices, 8 cells, 5 islands, 25.00 m²
            covered ground: 25.00 m² before, 25.00 m² after (+0.00 %)
            issues: 6 errors, 2 warnings, 0 hints before; 0 errors, 0 warnings, 0 hints after
            tolerance: 0.01 m
              weld: 0 changes
              orient: 1 change (+0 cells, -1 islands, +0.000 m², +0.00 %)
                at (1.000, 0.000, 1.000)
              duplicates: 1 change (-1 cells, -1 islands, -4.000 m², -14.81 %)
                at (3.000, 0.000, 1.000)
              junctions: 1 change (+0 cells, -1 islands, +0.000 m², +0.00 %)
                at (12.000, 0.000, 2.000)
              separate: 1 change (+0 cells, +0 islands, +0.000 m², +0.00 %)
                at (21.000, 0.000, 1.000)
              shapes: 2 changes (+2 cells, +1 islands, +2.000 m², +7.41 %)
                at (21.000, 0.000, 1.000)
                at (31.000, 0.000, 1.750)
              overlaps: 0 changes
              crossings: 0 changes
              slivers: 0 changes
              islands: 0 changes
            islands: 5 are left, 1 pair at most 0.5 m apart
              3 and 5, 0 m apart: Only a point in common at (21.000, 0.000, 1.000)
                Place a link: then a path exists.
        "#]],
    );
    let ran = run(&["repair", &file, "-o", &out]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let valid = run(&["validate", &out]);
    assert!(valid.out.contains(": 0 errors, "), "{}", valid.out);
    let bytes = std::fs::read(&out).expect("just written");
    let again = run(&["repair", &out, "-o", &out]);
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert_eq!(std::fs::read(&out).expect("just written"), bytes, "a second repair writes the same bytes");
}

#[test]
fn issues_are_counted_before_and_after_a_repair_as_validate_counts_them() {
    let (folder, broken) = Folder::with("broken.ron", BROKEN);
    let out = folder.path("out.ron").display().to_string();
    for file in [broken, sample("narrow_door.ron"), sample("two_islands.ron")] {
        let report = run(&["repair", &file, "-o", &out, "--json", "--force"]).json();
        let text = run(&["repair", &file, "--dry-run"]).out;
        for (when, of) in [("before", &file), ("after", &out)] {
            let counts = run(&["validate", of, "--json"]).json();
            let numbers = ["errors", "warnings", "hints"].map(|name| {
                assert_eq!(report[when][name], counts[name], "{name} {when}, {file}");
                counts[name].as_u64().expect("a number")
            });
            let words = ["error", "warning", "hint"].into_iter().zip(numbers);
            let words: Vec<String> =
                words.map(|(word, n)| format!("{n} {word}{}", if n == 1 { "" } else { "s" })).collect();
            let words = format!("{} {when}", words.join(", "));
            assert!(text.contains(&words), "{words} in {text}");
            assert_eq!(report[when]["has_all_issues"], true, "{file}");
        }
    }
}

#[test]
fn steps_can_be_chosen_and_skipped() {
    let (_folder, file) = Folder::with("broken.ron", BROKEN);
    let names = |arguments: &[&str]| {
        let report = run(&[&["repair", &file, "--dry-run", "--json"], arguments].concat()).json();
        let steps = report["steps"].as_array().expect("steps").clone();
        steps.iter().map(|step| step["step"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&["--steps", "duplicates,orient"]), ["duplicates", "orient"]);
    assert_eq!(names(&["--steps", "weld,orient", "--skip", "weld"]), ["orient"]);
    assert_eq!(names(&[]).len(), RepairStep::DEFAULT.len());
    let unknown = run(&["repair", &file, "--dry-run", "--steps", "everything"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("duplicates"), "{}", unknown.err);
    assert_eq!(run(&["repair", &file]).code, Some(2), "an output is required");
}

#[test]
fn samples_are_repaired_already() {
    for name in ["courtyard.ron", "plaza.ron", "ledge.ron"] {
        let mesh = data::mesh(Path::new(&sample(name)));
        assert!(repaired(&mesh, &RepairOptions::of(&mesh)) == mesh, "{name} stays as it is");
    }
}

#[test]
fn the_greatest_rise_of_ground_is_documented() {
    let page = include_str!("../../docs/cli.md");
    assert!(page.contains(&format!("may be up to {MOST_RISE:.2} m apart")), "{MOST_RISE}");
}

/// Returns a strip of two squares along x at a height, from `x` to `x + 2 * side`, with the middle of its long sides at `z`.
fn strip(x: f32, y: f32, z: f32, side: f32) -> [[f32; 3]; 6] {
    let (low, high) = (z - side / 2.0, z + side / 2.0);
    let (middle, end) = (x + side, x + 2.0 * side);
    [[x, y, low], [x, y, high], [middle, y, high], [middle, y, low], [end, y, high], [end, y, low]]
}

#[test]
fn triangles_are_merged_to_convex_cells() {
    let mesh = notation::mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3");
    let cells = |mesh: &NavMesh, step| {
        let options = RepairOptions { steps: vec![step], ..RepairOptions::of(mesh) };
        repaired(mesh, &options)
    };
    let merged = cells(&mesh, RepairStep::Merge);
    assert_eq!(merged.cell_count(), 1);
    assert_eq!(cells(&merged, RepairStep::Triangulate).cell_count(), 2);
}

/// Two squares that overlap 0.2 m apart in height, and two with a gap of 8 mm.
const RULED: &str = "vertices: [
    (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (1, 0.2, 1), (1, 0.2, 3), (3, 0.2, 3), (3, 0.2, 1),
    (10, 0, 0), (10, 0, 2), (12, 0, 2), (12, 0, 0), (12.008, 0, 0), (12.008, 0, 2), (14, 0, 2), (14, 0, 0),
], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7]), (corners: [8, 9, 10, 11]), (corners: [12, 13, 14, 15])]";

#[test]
fn errors_that_are_left_have_a_reason() {
    let across = strip(0.0, 0.2, 0.0, 4.0).map(|[x, y, z]| [x * 2.0 - 8.0, y, z / 4.0]);
    let along = strip(0.0, 0.0, 0.0, 4.0).map(|[x, y, z]| [z / 4.0 + 3.0, y, x - 3.0]);
    let rings: [&[u32]; 4] = [&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 9, 8, 7], &[9, 11, 10, 8]];
    let mesh = mesh_of(&[across, along].concat(), &rings);
    let left = |steps: &[RepairStep]| {
        let options = RepairOptions { steps: steps.to_vec(), ..RepairOptions::of(&mesh) };
        let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
        done.errors.iter().map(|error| error.obstacle).collect::<Vec<_>>()
    };
    assert_eq!(left(&[RepairStep::Overlaps]), [FixObstacle::Disconnects]);
    assert_eq!(left(&[RepairStep::Weld]), [FixObstacle::NoFix], "the step does not run");
    assert_eq!(left(&[RepairStep::Crossings]), []);
    let done =
        repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none()).expect("it runs");
    let crossings = done.effects.iter().find(|effect| effect.step == RepairStep::Crossings).expect("it runs");
    assert!((crossings.rise - 0.2).abs() < 1e-3, "the height of the step: {}", crossings.rise);
    assert_eq!(crossings.islands, -1, "both strips are joined");
}

/// Returns two floors of which the end of one lies on the other, so that a cut ends on an edge. Cells join their ends.
///
/// A mesh beside them is broken on its own: a T-junction and a bow tie.
fn cut_that_ends_on_an_edge(with_others: bool) -> NavMesh {
    let floor = [[0., 0., 0.], [0., 0., 4.], [4., 0.1, 4.], [4., 0.1, 0.]];
    let strip =
        [[3., 0.1, 1.], [3., 0.1, 1.1], [8., 0.1, 1.1], [8., 0.1, 1.], [12., 0.1, 1.1], [12., 0.1, 1.]];
    let split = [[20., 0., 0.], [20., 0., 4.], [22., 0., 4.], [22., 0., 0.]];
    let split = [&split[..], &[[22., 0., 2.], [24., 0., 2.], [24., 0., 0.]]].concat();
    let bow = [[30., 0., 0.], [32., 0., 2.], [32., 0., 0.], [30., 0., 2.]];
    let around = [
        [0., 0., 9.],
        [4., 0.1, 9.],
        [4., 0.1, 8.],
        [12., 0.1, 9.],
        [12., 0.1, 8.],
        [13., 0.1, 9.],
        [13., 0.1, 1.],
    ];
    let corners = [&floor[..], &strip, &split, &bow, &around].concat();
    let rings: [&[u32]; 9] = [
        &[0, 1, 2, 3],
        &[4, 5, 6, 7],
        &[7, 6, 8, 9],
        &[1, 21, 22, 23, 2],
        &[23, 22, 24, 25],
        &[9, 8, 25, 24, 26, 27],
        &[10, 11, 12, 13],
        &[13, 14, 15, 16],
        &[17, 18, 19, 20],
    ];
    mesh_of(&corners, if with_others { &rings } else { &rings[..6] })
}

#[test]
fn ground_beside_upright_cells_keeps_its_height() {
    let platform = "v 0 2 0\nv 0 2 4\nv 4 2 4\nv 4 2 0\nv 0 0 4\nv 4 0 4\nv 0 0 0\nv 4 0 0\n\
                    f 1 2 3 4\nf 2 5 6 3\nf 7 1 4 8\n";
    let (folder, file) = Folder::with("navmesh.obj", platform);
    let out = folder.path("out.ron").display().to_string();
    run(&["repair", &file, "-o", &out]);
    for name in [&file, &out] {
        for place in ["0.5,0.5", "1,3", "3.5,3.5", "2,2"] {
            let path = run(&["path", name, "--from", place, "--to", place, "--json"]).json();
            assert_eq!(path["start"]["point"][1], 2.0, "{name} at {place}: {path}");
        }
    }
}
