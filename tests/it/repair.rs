//! `navsmith repair`, and the module behind it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use expect_test::expect;
use navsmith_core::geometry::{FileCoordinates, SplitMix64, Vec3, ground, ground_area};
use navsmith_core::navmesh::{
    AreaId, Cell, CellId, Derived, Draft, IslandId, Link, NavMesh, Surface, VertexId,
};
use navsmith_core::progress::Progress;
use navsmith_formats::check::repair::{
    FixObstacle, MOST_RISE, RepairOptions, RepairStep, WideGaps, covered_area, repair,
};
use navsmith_formats::check::{Issues, MOST_LISTED, Severity};
use navsmith_formats::document::Document;
use navsmith_formats::io::{self, Format};

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
fn a_gap_wider_than_the_tolerance_stays() {
    let mesh = notation::mesh("v 0 0, 0 2, 2 2, 2 0, 2.02 0, 2.02 2, 4 2, 4 0; c 0 1 2 3, 4 5 6 7");
    let islands = |tolerance: f32| {
        let options = RepairOptions { tolerance, ..RepairOptions::of(&mesh) };
        Derived::build(&repaired(&mesh, &options)).islands.len()
    };
    assert_eq!((islands(0.01), islands(0.03)), (2, 1));
    assert_eq!(islands(0.02), 1, "a gap as wide as the tolerance is welded, also if it is rounded up");
}

#[test]
fn gaps_wider_than_the_tolerance_are_counted_with_their_width() {
    let weld = |options: &[&str]| {
        let file = sample("two_islands.ron");
        let done = run(&[&["repair", &file, "--dry-run", "--json"][..], options].concat());
        let report = done.json();
        let step = report["steps"].as_array().expect("steps")[0].clone();
        (step["left"].as_u64(), step["wide_gaps"].as_u64(), step["widest_gap"].as_f64())
    };
    let (left, wide, widest) = weld(&[]);
    assert_eq!((left, wide), (Some(3), Some(3)));
    assert!(widest.is_some_and(|widest| (widest - 0.02).abs() < 1e-5), "{widest:?}");
    let text = run(&["repair", &sample("two_islands.ron"), "--dry-run"]).out;
    let expected = "3 gaps up to 0.02 m wide are wider than the tolerance; --tolerance 0.02 allows them";
    assert!(text.contains(expected), "{text}");
    assert_eq!(weld(&["--tolerance", "0.02"]), (Some(0), Some(0), Some(0.0)), "as stated");
}

#[test]
fn the_suggested_tolerance_is_the_width_rounded_up_to_a_tenth_of_a_millimetre() {
    let gaps = |count, widest| WideGaps { count, widest };
    let widths = [0.02, 0.020_000_046, 0.004_1, 0.004_11, 0.004_149, 0.05];
    assert_eq!(widths.map(|width| gaps(1, width).tolerance()), [0.02, 0.02, 0.004_1, 0.004_2, 0.004_2, 0.05]);
    assert_eq!(gaps(1, 0.004_11).to_string(), "1 gap of 0.0042 m is wider than the tolerance");
}

#[test]
fn the_greatest_rise_of_ground_is_documented() {
    let page = include_str!("../../docs/cli.md");
    assert!(page.contains(&format!("may be up to {MOST_RISE:.2} m apart")), "{MOST_RISE}");
}

#[test]
fn an_overlap_is_cut_from_one_of_two_cells_and_both_are_joined() {
    let mesh = notation::mesh("v 0 0, 0 3, 3 3, 3 0, 2 1, 2 2, 5 2, 5 1; c 0 1 2 3, 4 5 6 7");
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!(errors(&after), BTreeMap::new());
    assert!((area(&after) - 11.0).abs() < 1e-6, "the same ground");
    assert_eq!(Derived::build(&after).islands.len(), 1, "joined along the cut");
}

#[test]
fn a_covered_cell_is_deleted_unless_it_connects_others() {
    // A floor, and a cell 0.2 m above it.
    let floor = [[0., 0., 0.], [0., 0., 4.], [8., 0., 4.], [8., 0., 0.]];
    let above = [[3., 0.2, 1.], [3., 0.2, 2.], [5., 0.2, 2.], [5., 0.2, 1.]];
    let mesh = mesh_of(&[floor, above].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!((after.cell_count(), errors(&after)), (1, BTreeMap::new()), "the floor replaces it");
    // The cell now connects two higher ones.
    let ends = [[3., 2., 0.5], [3., 2., 2.5], [2., 2., 2.5], [2., 2., 0.5], [6., 2., 1.], [6., 2., 2.]];
    let corners = [&floor[..], &above, &ends].concat();
    let mesh = mesh_of(&corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[5, 4, 11, 10], &[7, 6, 13, 12]]);
    assert_eq!(Derived::build(&mesh).islands.len(), 2, "the floor and the bridge");
    let left = check_repair("a bridge", &mesh);
    assert_eq!(left, BTreeMap::new());
}

/// Returns a floor of squares of one metre, and a plate above a part of it from `near` to `far` along both axes.
fn plate_above_a_floor(side: u16, height: f32, near: f32, far: f32) -> NavMesh {
    let row = u32::from(side) + 1;
    let floor = (0..=side).flat_map(|x| (0..=side).map(move |z| [f32::from(x), 0., f32::from(z)]));
    let plate = [[near, near], [near, far], [far, far], [far, near]].map(|[x, z]| [x, height, z]);
    let corners: Vec<[f32; 3]> = floor.chain(plate).collect();
    let square = |x: u32, z: u32| [[x, z], [x, z + 1], [x + 1, z + 1], [x + 1, z]].map(|[x, z]| x * row + z);
    let side = u32::from(side);
    let squares = (0..side).flat_map(|x| (0..side).map(move |z| square(x, z)));
    let rings: Vec<[u32; 4]> = squares.chain([[0, 1, 2, 3].map(|i| row * row + i)]).collect();
    mesh_of(&corners, &rings.iter().map(<[u32; 4]>::as_slice).collect::<Vec<_>>())
}

#[test]
fn the_ground_of_a_larger_island_stays() {
    for (side, height, near, far) in [
        (8, 0., 4.9, 8.5),
        (8, 0.2, 4.9, 8.5),
        (8, 0.2, 3.9, 8.01),
        (8, 0.2, 2.0, 6.0),
        (2, 0.1, 1.1, 2.2),
        (2, 0.1, 0.999, 2.2),
    ] {
        let name = format!("a plate from {near} to {far} above {side} squares");
        let mesh = plate_above_a_floor(side, height, near, far);
        assert_eq!(check_repair(&name, &mesh), BTreeMap::new(), "{name}");
        let largest = |mesh: &NavMesh| {
            let derived = Derived::build(mesh);
            derived.islands.all().iter().map(|island| island.area).fold(0.0, f64::max)
        };
        let after = repaired(&mesh, &RepairOptions::of(&mesh));
        assert!(largest(&after) > largest(&mesh) - 1e-3, "{name}: {} m² are connected", largest(&after));
    }
}

/// Returns a strip of two squares along x at a height, from `x` to `x + 2 * side`, with the middle of its long sides at `z`.
fn strip(x: f32, y: f32, z: f32, side: f32) -> [[f32; 3]; 6] {
    let (low, high) = (z - side / 2.0, z + side / 2.0);
    let (middle, end) = (x + side, x + 2.0 * side);
    [[x, y, low], [x, y, high], [middle, y, high], [middle, y, low], [end, y, high], [end, y, low]]
}

#[test]
fn strips_that_cross_are_joined() {
    let across = strip(0.0, 0.2, 0.0, 4.0).map(|[x, y, z]| [x * 2.0 - 8.0, y, z / 4.0]);
    let along = strip(0.0, 0.0, 0.0, 4.0).map(|[x, y, z]| [z / 4.0 + 3.0, y, x - 3.0]);
    let rings: [&[u32]; 4] = [&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 9, 8, 7], &[9, 11, 10, 8]];
    let mesh = mesh_of(&[across, along].concat(), &rings);
    assert_eq!((errors(&mesh)["overlap"], Derived::build(&mesh).islands.len()), (1, 2), "a crossing");
    assert_eq!(check_repair("a crossing", &mesh), BTreeMap::new());
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!(Derived::build(&after).islands.len(), 1, "nothing is disconnected, so both are joined");
    let mut steps = RepairStep::DEFAULT.to_vec();
    steps.retain(|&step| step != RepairStep::Crossings);
    let kept = repaired(&mesh, &RepairOptions { steps, ..RepairOptions::of(&mesh) });
    assert_eq!((errors(&kept)["overlap"], kept.cell_count()), (1, 4), "without the step, the crossing stays");
}

#[test]
fn squares_of_triangles_that_cross_are_cut_together() {
    let mesh = notation::mesh("v 0 0, 0 1, 9 1, 9 0, 4 -4, 4 5, 5 5, 5 -4; c 0 1 2, 0 2 3, 4 5 6, 4 6 7");
    assert_eq!(check_repair("two squares", &mesh), BTreeMap::new());
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert!((area(&after) - 17.0).abs() < 1e-4, "the ground counts once: {}", area(&after));
    assert_eq!(Derived::build(&after).islands.len(), 1, "joined");
}

#[test]
fn pinched_vertices_are_separated() {
    let corners =
        [[0., 0., 0.], [0., 0., 2.], [2., 0., 2.], [2., 0., 0.], [2., 0., 4.], [4., 0., 4.], [4., 0., 2.]];
    let mesh = mesh_of(&corners, &[&[0, 1, 2, 3], &[2, 4, 5, 6]]);
    let after = repaired(&mesh, &RepairOptions::of(&mesh));
    assert_eq!(after.vertex_count(), mesh.vertex_count() + 1, "each cell has its own corner");
    assert_eq!(check_repair("a pinched vertex", &mesh), BTreeMap::new());
}

#[test]
fn islands_below_the_area_are_removed() {
    let mesh = notation::mesh("v 0 0, 0 2, 2 2, 9 0, 9 1, 10 1; c 0 1 2, 3 4 5");
    let cells = |min_island: f64| {
        repaired(&mesh, &RepairOptions { min_island, ..RepairOptions::of(&mesh) }).cell_count()
    };
    assert_eq!([0.0, 0.6, 3.0].map(cells), [2, 1, 0]);
}

/// Returns a mesh of rectangles with their lowest and highest corners, and links from point to point.
fn linked(squares: &[[[f32; 3]; 2]], links: &[[[f32; 3]; 2]]) -> NavMesh {
    let ring = |&[low, high]: &[[f32; 3]; 2]| {
        let y = low[1];
        [low, [low[0], y, high[2]], high, [high[0], y, low[2]]]
    };
    let corners: Vec<[f32; 3]> = squares.iter().flat_map(ring).collect();
    let rings: Vec<[u32; 4]> =
        (0..squares.len() as u32).map(|i| [0, 1, 2, 3].map(|side| 4 * i + side)).collect();
    let mesh = mesh_of(&corners, &rings.iter().map(<[u32; 4]>::as_slice).collect::<Vec<_>>());
    let mut draft = Draft::of(mesh);
    for &[from, to] in links {
        draft.add_link(Link::between(from.into(), to.into()));
    }
    draft.into_mesh()
}

/// Returns the number of attached links, and whether links lead from the island at one point to that at another one.
fn reached(mesh: &NavMesh, from: [f32; 3], to: [f32; 3]) -> (usize, bool) {
    let derived = Derived::build(mesh);
    let attached = mesh.links().filter(|&(link, _)| derived.links.failure(link).is_none()).count();
    let island = |at: [f32; 3]| {
        let at = Vec3::from_array(at);
        derived.islands.of(cells_at(mesh, &derived, at, 0.3)[0]).expect("each cell is in an island")
    };
    (attached, derived.links.lead(island(from), island(to)))
}

#[test]
fn links_stay_attached_to_their_islands() {
    let floor = [[0., 0., 0.], [8., 0., 4.]];
    let plate = [[3., 0.2, 1.], [5., 0.2, 2.]];
    // Of the first link, the floor is out of reach. The second one would be attached to it.
    let beside = [[3., 0.8, 0.], [5., 0.8, 0.6]];
    let away = [[4., 1.2, -3.], [6., 1.2, -1.]];
    for (other, link) in
        [(beside, [[4.5, 0.2, 1.05], [4.5, 0.8, 0.55]]), (away, [[4.5, 0.2, 1.05], [4.5, 1.2, -1.05]])]
    {
        let mesh = linked(&[floor, plate, other], &[link]);
        assert_eq!(reached(&mesh, [4., 0.2, 1.5], link[1]), (1, true));
        assert_eq!(check_repair("a link", &mesh), BTreeMap::new());
        let after = repaired(&mesh, &RepairOptions::of(&mesh));
        assert_eq!(reached(&after, [4., 0.2, 1.5], link[1]), (1, true), "{link:?}");
    }
}

#[test]
fn an_overlap_that_needs_the_cell_of_a_link_is_left() {
    let squares = [
        [[0., 0., 0.], [8., 0., 4.]],
        [[3., 0.2, 1.], [5., 0.2, 2.]],
        [[3., 0.8, 0.], [5., 0.8, 0.6]],
        [[3., -0.6, 0.], [5., -0.6, 0.6]],
    ];
    // Both cells of the overlap have a link on the ground that they share.
    let links = [[[4.5, 0.2, 1.05], [4.5, 0.8, 0.55]], [[4.5, 0., 1.5], [4.5, -0.6, 0.55]]];
    let mesh = linked(&squares, &links);
    let options = RepairOptions { steps: vec![RepairStep::Overlaps], ..RepairOptions::of(&mesh) };
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    let left: Vec<FixObstacle> = done.errors.iter().map(|error| error.obstacle).collect();
    assert_eq!(left, [FixObstacle::DetachesLink]);
    assert_eq!(reached(&done.mesh, [4., 0.2, 1.5], [4.5, 0.8, 0.55]), (2, true));
}

#[test]
fn small_islands_with_links_stay() {
    let squares = [
        [[0., 0., 0.], [4., 0., 4.]],
        [[5., 0., 1.], [5.5, 0., 1.5]],
        [[6.5, 0., 0.], [10.5, 0., 4.]],
        [[20., 0., 0.], [20.5, 0., 0.5]],
    ];
    let links = [[[3.8, 0., 1.2], [5.1, 0., 1.2]], [[5.4, 0., 1.2], [6.6, 0., 1.2]]];
    let mesh = linked(&squares, &links);
    let options = RepairOptions { min_island: 0.5, ..RepairOptions::of(&mesh) };
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert_eq!(done.mesh.cell_count(), 3, "the island without links is removed");
    assert_eq!(reached(&done.mesh, [1., 0., 1.], [8., 0., 1.]), (2, true));
    let islands = done.effects.iter().find(|effect| effect.step == RepairStep::Islands).expect("it runs");
    assert_eq!((islands.changes, islands.linked), (1, 1));
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

#[test]
#[ignore = "needs the data of other projects"]
fn meshes_of_other_projects_are_repaired() {
    let folder = data::folder("navmeshes");
    let files = [
        "landmass/nav_mesh.glb",
        "landmass/playground.glb",
        "three-pathfinding/level.nav.glb",
        "polyanya/arena.mesh",
        "tut3d/navmesh.gltf",
        "tut3d/step12nav.gltf",
        "three-pathfinding/tower-small.glb",
        "recast/undulating.obj",
    ];
    for name in files {
        let left = check_repair(name, &data::mesh(&folder.join(name)));
        assert_eq!(left, BTreeMap::new(), "{name}");
    }
}

#[test]
#[ignore = "needs the data of other projects"]
fn levels_are_repaired_and_stay_connected() {
    let folder = data::folder("navmeshes");
    let (scratch, _) = Folder::with("unused.ron", BROKEN);
    let [start, out, again] =
        ["start.ron", "out.ron", "again.ron"].map(|name| scratch.path(name).display().to_string());
    let repair = |from: &str, to: &str| {
        let report = run(&["repair", from, "-o", to, "--json"]).json();
        let left = report["errors"].as_array().expect("errors").iter();
        let left: Vec<_> = left.flat_map(|kind| kind["issues"].as_array().expect("issues").clone()).collect();
        let all = report["before"]["errors"].as_u64().expect("a number") as usize;
        assert!(left.iter().all(|left| left["reason"] == "a fix would disconnect cells"), "{left:?}");
        (report, left.len(), all)
    };
    // Of the last one, a second repair changes 2 of 58 errors that are left.
    for (name, crosses, is_final) in [
        ("navcat/nav-test.glb", false, true),
        ("recast/dungeon.obj", true, true),
        ("navcat/bridges.glb", true, true),
        ("navcat/proto-level.glb", true, false),
    ] {
        let file = folder.join(name).display().to_string();
        assert_eq!(run(&["convert", &file, &start, "--force"]).code, Some(0), "{name}");
        let (first, left, all) = repair(&start, &out);
        assert!(left * 25 <= all.max(25), "{name}: {left} of {all} errors are left");
        let steps = first["steps"].as_array().expect("steps");
        let crossings = steps.iter().find(|step| step["step"] == "crossings").expect("it runs");
        assert!(!crosses || crossings["changes"].as_u64() > Some(0), "{name}: {crossings}");
        let [before, after] = [&start, &out].map(|file| data::mesh(Path::new(file)));
        let rise = steps.iter().filter_map(|step| step["rise"].as_f64()).fold(0.0, f64::max);
        let checked = check_connections(name, &before, &after, rise as f32);
        assert!(checked > before.cell_count(), "{name}: {checked} points");
        if !is_final {
            continue;
        }
        assert_eq!(repair(&out, &again).1, left, "{name}: the errors that are left stay");
        let bytes = [&out, &again].map(|file| std::fs::read(file).expect("just written"));
        assert!(bytes[0] == bytes[1], "{name}: a second repair changes nothing");
    }
}

/// Two squares that overlap 0.2 m apart in height, and two with a gap of 8 mm.
const RULED: &str = "vertices: [
    (0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), (1, 0.2, 1), (1, 0.2, 3), (3, 0.2, 3), (3, 0.2, 1),
    (10, 0, 0), (10, 0, 2), (12, 0, 2), (12, 0, 0), (12.008, 0, 0), (12.008, 0, 2), (14, 0, 2), (14, 0, 0),
], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7]), (corners: [8, 9, 10, 11]), (corners: [12, 13, 14, 15])]";

#[test]
fn ignored_issues_stay_and_are_counted() {
    let ignored = "ignored: [(kind: \"overlap\"), (kind: \"gap\", at: (12.004, 0, 0))]";
    let (folder, file) = Folder::with("ignored.ron", &format!("(version: 1, {RULED}, {ignored})"));
    let out = folder.path("out.ron").display().to_string();
    let done = run(&["repair", &file, "-o", &out, "--json"]);
    assert_eq!(done.code, Some(0), "an ignored error is no failure: {}{}", done.out, done.err);
    let report = done.json();
    assert!(report["ignored"].as_u64() >= Some(2), "{report}");
    let of_step = |name: &str| {
        let steps = report["steps"].as_array().expect("steps");
        let step = steps.iter().find(|step| step["step"] == name).expect("it runs");
        (step["changes"].as_u64(), step["left"].as_u64(), step["ignored"].as_u64())
    };
    assert_eq!(of_step("overlaps"), (Some(0), Some(0), Some(1)), "the overlap stays");
    assert_eq!(of_step("crossings"), (Some(0), Some(0), Some(0)), "it counts once, for the first step");
    let (_, _, gaps) = of_step("weld");
    assert_eq!(gaps, Some(1), "one end of the gap stays: {report}");
    let (before, after) = (data::mesh(Path::new(&file)), data::mesh(Path::new(&out)));
    assert_eq!(before.cell_count(), after.cell_count(), "no cell is cut");
    let text = run(&["repair", &file, "--dry-run"]).out;
    assert!(text.contains("overlaps: 0 changes, 1 ignored"), "{text}");
    let plain = RepairOptions::of(&before);
    assert!(area(&repaired(&before, &plain)) < area(&before) + 1e-3, "without the list, ground is cut");
    assert!(repaired(&before, &plain).cell_count() != before.cell_count(), "and cells are divided");
}

#[test]
fn a_search_for_errors_that_stopped_is_noted() {
    let corners: String = (0..400)
        .map(|i| format!("({}, 0, 0), (0, 0, 100), (100, 0, -1), ", -100 - i))
        .collect::<Vec<_>>()
        .concat();
    let cells: String = (0..1200)
        .step_by(3)
        .map(|i| format!("(corners: [{i}, {}, {}]), ", i + 1, i + 2))
        .collect::<Vec<_>>()
        .concat();
    let text = format!("(version: 1, vertices: [{corners}], cells: [{cells}])");
    let (_folder, file) = Folder::with("crowded.ron", &text);
    let arguments = ["repair", &file, "--steps", "slivers", "--dry-run"];
    let report = run(&[&arguments[..], &["--json"]].concat()).json();
    let flags = ["is_complete", "may_lack_errors"].map(|name| report[name].as_bool());
    assert_eq!(flags, [Some(true); 2]);
    let ran = run(&arguments);
    assert_eq!(ran.code, Some(1), "errors may be left");
    let text = ran.out;
    assert!(text.contains("the search for errors stopped early") && !text.contains("again"), "{text}");
}

#[test]
fn notes_are_printed_with_each_output() {
    let (folder, file) = Folder::with("lines.obj", "v 0 0 0\nv 0 0 2\nv 2 0 2\nf 1 2 3\nf 1 2\n");
    let note = "faces with fewer than three corners";
    let out = folder.path("out.ron").display().to_string();
    for arguments in [&["--dry-run"][..], &["-o", &out]] {
        for json in [&[][..], &["--json"]] {
            let ran = run(&[&["repair", file.as_str()], arguments, json].concat());
            assert!(ran.code == Some(0) && ran.out.contains(note), "{arguments:?} {json:?}: {}", ran.out);
        }
    }
    let ignored = "ignored: [(kind: \"overlap\")], links: [(from: [(0.2, 0, 0.2)], to: [(2.5, 0.2, 2.5)])]";
    let (folder, file) = Folder::with("ignored.ron", &format!("(version: 1, {RULED}, {ignored})"));
    let out = folder.path("out.obj").display().to_string();
    let report = run(&["repair", &file, "-o", &out, "--json"]).json();
    let notes = report["notes"].to_string();
    assert!(notes.contains("the file does not store") && notes.contains("1 link"), "{report}");
}

#[test]
fn ignored_errors_cause_no_warning() {
    let ignored = "ignored: [(kind: \"overlap\")]";
    let (folder, file) = Folder::with("ignored.ron", &format!("(version: 1, {RULED}, {ignored})"));
    for name in ["out.ron", "out.obj"] {
        let out = folder.path(name).display().to_string();
        for arguments in
            [&["repair", &file, "-o", &out][..], &["convert", &file, &out, "--force", "--strict"]]
        {
            let ran = run(arguments);
            assert!(ran.code == Some(0) && ran.err.is_empty(), "{arguments:?}: {}", ran.err);
        }
    }
    let (folder, file) = Folder::with("raised.ron", &format!("(version: 1, {RULED})"));
    let out = folder.path("out.ron").display().to_string();
    let ran = run(&["convert", &file, &out]);
    assert!(ran.err.contains("1 error (Overlapping cells: 1)"), "not ignored: {}", ran.err);
}

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

#[test]
fn floors_a_high_step_apart_stay() {
    let floor = [[0., 0., 0.], [0., 0., 4.], [8., 0., 4.], [8., 0., 0.]];
    let step = |y: f32| [[6., y, 0.], [6., y, 4.], [12., y, 4.], [12., y, 0.]];
    let mesh = |y| mesh_of(&[floor, step(y)].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    for (height, is_error) in [(0.2, true), (0.25, false), (0.4, false)] {
        let mesh = mesh(height);
        assert_eq!(errors(&mesh).contains_key("overlap"), is_error, "{height} m");
        let after = repaired(&mesh, &RepairOptions::of(&mesh));
        assert_eq!(after != mesh, is_error, "{height} m");
        assert_eq!(errors(&after), BTreeMap::new(), "{height} m");
        let islands = Derived::build(&after).islands.len();
        assert_eq!(islands, if is_error { 1 } else { 2 }, "{height} m: floors that overlap are joined");
    }
}

/// Returns a square with triangles on one of its edges that have all but one of `count` corners on the edge.
fn triangles_on_an_edge(count: u16) -> NavMesh {
    let (length, last) = (f32::from(count), u32::from(count));
    let square = [[0., 0., 0.], [0., 0., length], [1., 0., length], [1., 0., 0.]];
    let on_edge = (0..count - 1).map(|i| [1., 0., f32::from(i) + 0.5]);
    let beside = (0..count).map(|i| [2., 0., f32::from(i)]);
    let corners: Vec<[f32; 3]> = square.into_iter().chain(on_edge).chain(beside).collect();
    let triangles = (0..last - 2).map(|i| vec![4 + i, 5 + i, 4 + last + i]);
    let rings: Vec<Vec<u32>> = std::iter::once(vec![0, 1, 2, 3]).chain(triangles).collect();
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    mesh_of(&corners, &rings)
}

#[test]
fn an_edge_is_split_at_all_of_its_vertices_at_once() {
    let count = 40_u16;
    let mesh = triangles_on_an_edge(count);
    assert_eq!(errors(&mesh)["t_junction"], usize::from(count) - 1);
    let done =
        repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none()).expect("it runs");
    let changes = |step| done.effects.iter().find(|effect| effect.step == step).expect("it runs").changes;
    assert_eq!(changes(RepairStep::Junctions), usize::from(count) - 1);
    assert_eq!((changes(RepairStep::Weld), changes(RepairStep::Separate)), (0, 0), "no step undoes another");
    assert!(done.is_complete && done.errors.is_empty());
    assert_eq!(check_repair("an edge", &mesh), BTreeMap::new());
}

#[test]
fn a_cell_gets_no_more_corners_than_files_store() {
    let most = Cell::MOST_CORNERS as u16;
    let corners = |mesh: &NavMesh| mesh.cell(CellId(0)).expect("the square").len();
    let done = |count: u16| {
        let mesh = triangles_on_an_edge(count);
        // Another step gives the triangles vertices of their own.
        let options = RepairOptions { steps: vec![RepairStep::Junctions], ..RepairOptions::of(&mesh) };
        repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it runs")
    };
    let split = done(1_000);
    assert_eq!((corners(&split.mesh), split.errors.len()), (1_003, 0));
    let left = done(most - 2);
    assert_eq!(corners(&left.mesh), 4, "the square stays");
    assert_eq!(left.errors.len(), usize::from(most) - 3);
    assert!(left.errors.iter().all(|left| left.obstacle == FixObstacle::TooManyCorners));
}

#[test]
fn chains_of_slivers_keep_their_ground() {
    for count in [8_u16, 20, 300] {
        let ends = (0..=count).map(|i| [100., 0., -1e-3 * f32::from(i)]);
        let corners: Vec<[f32; 3]> = std::iter::once([0., 0., 0.]).chain(ends).collect();
        let rings: Vec<[u32; 3]> = (0..u32::from(count)).map(|i| [0, 1 + i, 2 + i]).collect();
        let rings: Vec<&[u32]> = rings.iter().map(<[u32; 3]>::as_slice).collect();
        check_repair("a fan", &mesh_of(&corners, &rings));
    }
}

#[test]
fn steps_that_undo_each_other_end() {
    let mesh = notation::mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2, 0 2 3");
    let steps = vec![RepairStep::Triangulate, RepairStep::Merge];
    let options = RepairOptions { steps, ..RepairOptions::of(&mesh) };
    let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
    assert!(done.is_complete && done.mesh.cell_count() == 1, "{:?}", done.effects);
}

#[test]
fn copies_of_a_cell_are_removed_together() {
    let corners = [[0., 0., 0.], [0., 0., 1.], [1., 0., 0.]];
    let rings: Vec<&[u32]> = vec![&[0, 1, 2]; 500];
    let mesh = mesh_of(&corners, &rings);
    assert_eq!(errors(&mesh), BTreeMap::from([("duplicate_cell", 499)]));
    let done =
        repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none()).expect("it runs");
    assert!(done.is_complete && done.mesh.cell_count() == 1);
}

#[test]
fn a_floor_under_a_grid_is_repaired() {
    let side = 12_u16;
    let floor = [[-1., -0.1, -1.], [-1., -0.1, 13.], [13., -0.1, 13.], [13., -0.1, -1.]];
    let grid = (0..=side).flat_map(|x| (0..=side).map(move |z| [f32::from(x), 0., f32::from(z)]));
    let corners: Vec<[f32; 3]> = floor.into_iter().chain(grid).collect();
    let row = u32::from(side) + 1;
    let square = |x: u32, z: u32| {
        let first = 4 + x * row + z;
        vec![first, first + 1, first + row + 1, first + row]
    };
    let side = u32::from(side);
    let squares = (0..side).flat_map(|x| (0..side).map(move |z| square(x, z)));
    let rings: Vec<Vec<u32>> = squares.chain([vec![0, 1, 2, 3]]).collect();
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    let mesh = mesh_of(&corners, &rings);
    assert!((area(&mesh) - 196.0).abs() < 1e-4, "the ground counts once: {}", area(&mesh));
    let before: usize = errors(&mesh).values().sum();
    let after: usize = check_repair("a floor", &mesh).values().sum();
    assert!(after < before, "{after} of {before} errors are left");
}

/// Returns a plank as two triangles, from the corners of its ground.
fn plank(corners: &mut Vec<[f32; 3]>, rings: &mut Vec<Vec<u32>>, y: f32, x: [f32; 2], z: [f32; 2]) {
    let first = corners.len() as u32;
    corners.extend([[x[0], y, z[0]], [x[0], y, z[1]], [x[1], y, z[1]], [x[1], y, z[0]]]);
    rings.extend([vec![first, first + 1, first + 2], vec![first, first + 2, first + 3]]);
}

/// Planks, beams across them and planks on top, as a level of boxes has them.
#[test]
fn a_pallet_is_repaired() {
    let (mut corners, mut rings) = (Vec::new(), Vec::new());
    let edges = [[0.0, 0.9], [1.0, 1.9], [2.0, 2.9], [3.0, 3.9]];
    for y in [0.15, 0.5] {
        for z in edges {
            plank(&mut corners, &mut rings, y, [0.0, 4.0], z);
        }
    }
    for x in [[0.2, 0.8], [1.7, 2.3], [3.2, 3.8]] {
        plank(&mut corners, &mut rings, 0.35, x, [0.0, 3.9]);
    }
    plank(&mut corners, &mut rings, 0.0, [10.0, 40.0], [0.0, 30.0]);
    let rings: Vec<&[u32]> = rings.iter().map(Vec::as_slice).collect();
    let mesh = mesh_of(&corners, &rings);
    assert!(errors(&mesh)["overlap"] > 50, "planks cross beams");
    let left = check_repair("a pallet", &mesh);
    assert!(
        left.values().sum::<usize>() < 10,
        "few overlaps cannot be resolved without cutting ground off: {left:?}"
    );
}

/// Returns a strip of 4 m, a narrow end of it behind a long plank 0.2 m above it, and a floor elsewhere.
///
/// Cells around the plank connect the strip to its other end.
fn strip_under_a_plank(end: f32, floor: f32) -> NavMesh {
    let strip = [[0., 0., 0.], [0., 0., 1.], [3.9 + end, 0., 1.], [3.9 + end, 0., 0.]];
    let plank = [
        [3.5, 0.2, -0.05],
        [3.5, 0.2, 1.05],
        [3.9, 0.2, 1.05],
        [3.9, 0.2, -0.05],
        [3.5, 0.2, -10.05],
        [3.9, 0.2, -10.05],
    ];
    let floor = [[50., 0., 0.], [50., 0., floor], [50. + floor, 0., floor], [50. + floor, 0., 0.]];
    let around =
        [[-1., 0., 0.], [-1., 0., 1.], [-1., 0.2, -11.], [0., 0.2, -11.], [-1., 0.2, -12.], [0., 0.2, -12.]];
    let corners = [&strip[..], &plank, &floor, &around].concat();
    let rings: [&[u32]; 8] = [
        &[0, 1, 2, 3],
        &[4, 5, 6, 7],
        &[8, 4, 7, 9],
        &[10, 11, 12, 13],
        &[14, 15, 1, 0],
        &[16, 14, 0, 17],
        &[18, 16, 17, 19],
        &[19, 17, 8, 9],
    ];
    mesh_of(&corners, &rings)
}

#[test]
fn small_dead_ends_are_removed_before_a_cell_becomes_steep() {
    for (end, is_removed) in [(0.009, true), (2.0, false)] {
        let mesh = strip_under_a_plank(end, 20.0);
        assert_eq!(errors(&mesh), BTreeMap::from([("overlap", 1)]), "{end} m");
        assert_eq!(check_repair("a strip", &mesh), BTreeMap::new());
        let done = repair(&mesh, &RepairOptions::of(&mesh), mesh.id_counts(), &Progress::none());
        let done = done.expect("it is not stopped");
        let derived = Derived::build(&done.mesh);
        let at_end = cells_at(&done.mesh, &derived, Vec3::new(3.9 + end / 2.0, 0.0, 0.5), 0.3);
        assert_eq!((derived.islands.len(), at_end.is_empty()), (2, is_removed), "{end} m");
        assert!(done.effects.iter().all(|effect| effect.slope == 0.0), "{end} m: {:?}", done.effects);
    }
}

#[test]
fn cells_that_must_become_steep_are_reported() {
    let (_folder, file) = Folder::with("strip.obj", "");
    // A dead end of 0.1 m² is a large part of a small mesh.
    let mesh = strip_under_a_plank(0.1, 0.5);
    let format = Format::of_name(Path::new(&file)).expect("OBJ");
    let document = Document::of_mesh(mesh);
    let written = format.encode(&document, FileCoordinates::default(), &Progress::none());
    std::fs::write(&file, written.expect("it is not stopped").expect("a file")).expect("written");
    let report = run(&["repair", &file, "--max-slope", "180", "--dry-run", "--json"]).json();
    let steps = report["steps"].as_array().expect("steps");
    let crossings = steps.iter().find(|step| step["step"] == "crossings").expect("it runs");
    let slope = crossings["slope"].as_f64().expect("a slope");
    assert!(slope > 45.0 && slope < 90.0, "{crossings}");
    let text = run(&["repair", &file, "--max-slope", "180", "--dry-run"]).out;
    assert!(text.contains(&format!(", cells up to {slope:.0}° steep)")), "{text}");
}

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
    for count in [40, 160] {
        let mesh = stack(count);
        let options = RepairOptions::of(&mesh);
        let done = repair(&mesh, &options, mesh.id_counts(), &Progress::none()).expect("it is not stopped");
        assert!(done.mesh != mesh);
        if done.is_complete {
            assert!(repaired(&done.mesh, &options) == done.mesh, "{count} squares");
        }
    }
}

#[test]
fn the_tolerance_that_joins_borders_is_named_for_narrow_gaps() {
    for (gap, is_named) in [(0.03, true), (0.0625, true), (0.09, true), (0.2, false)] {
        let [a, b] = [2.0 + gap, 4.0 + gap];
        let text = format!(
            "(version: 1, vertices: [(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0), ({a}, 0, 0), ({a}, 0, 2), ({b}, 0, 2), \
             ({b}, 0, 0)], cells: [(corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7])])"
        );
        let (folder, file) = Folder::with("gap.ron", &text);
        let out = folder.path("out.ron").display().to_string();
        let named = run(&["repair", &file, "-o", &out]).out;
        let expected = format!("A repair with a tolerance of {gap} m joins them.");
        assert_eq!(named.contains(&expected), is_named, "{named}");
        for arguments in [&["why", &file][..], &["why", &file, "--cells", "0", "1"], &["validate", &file]] {
            let named = run(arguments).out;
            assert_eq!(named.contains(&expected), is_named, "{arguments:?}: {named}");
        }
        let info = run(&["info", &file]).out;
        assert_eq!(info.contains(&expected), is_named, "{info}");
        let tolerance = |value: &serde_json::Value| value.as_f64().map(|it| (it * 1e4).round() / 1e4);
        let expected = is_named.then_some(gap);
        let why = run(&["why", &file, "--json"]).json();
        assert_eq!(tolerance(&why["pairs"][0]["tolerance"]), expected, "{why}");
        let why = run(&["why", &file, "--cells", "0", "1", "--json"]).json();
        assert_eq!(tolerance(&why["tolerance"]), expected, "{why}");
        let found = run(&["validate", &file, "--json"]).json();
        assert_eq!(tolerance(&found["files"][0]["narrow_gaps"][0]["tolerance"]), expected, "{found}");
        let info = run(&["info", &file, "--json"]).json();
        assert_eq!(tolerance(&info["narrow_gaps"][0]["tolerance"]), expected, "{info}");
        let joined = run(&["repair", &file, "-o", &out, "--tolerance", &gap.to_string()]).out;
        assert!(!joined.contains("islands: 2 are left"), "{joined}");
    }
}

#[test]
fn errors_are_not_hidden_by_warnings() {
    let square = |i: u16| {
        let [x, z] = [i % 110, i / 110].map(|at| f32::from(at) * 1.002);
        [[x, 0.0, z], [x, 0.0, z + 1.0], [x + 1.0, 0.0, z + 1.0], [x + 1.0, 0.0, z]]
    };
    let t_junction = [
        [200., 0., 0.],
        [200., 0., 2.],
        [202., 0., 2.],
        [202., 0., 0.],
        [202., 0., 1.],
        [204., 0., 1.],
        [204., 0., 0.],
    ];
    let mut corners: Vec<[f32; 3]> = (0..12_100).flat_map(square).collect();
    let first = corners.len() as u32;
    corners.extend(t_junction);
    let ring = |at: u32| vec![at, at + 1, at + 2, at + 3];
    let rings = (0..12_100).map(|at| ring(4 * at));
    let last = [ring(first), [3, 4, 5, 6].map(|at| first + at).to_vec()];
    let rings: Vec<Vec<u32>> = rings.chain(last).collect();
    let mesh = mesh_of(&corners, &rings.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let issues = Issues::build(&mesh, &Derived::build(&mesh), NEAR);
    let errors = issues.iter().filter(|issue| issue.kind.severity() == Severity::Error).count();
    let stopped: Vec<String> = issues.stopped().collect();
    assert!(errors > 0 && !issues.may_lack_errors(), "{errors} of {}: {stopped:?}", issues.len());
    assert!(!stopped.is_empty(), "there are more warnings than are listed");
}

#[test]
fn errors_that_are_left_have_the_numbers_of_the_written_file() {
    // A copy of a square is deleted, and a bow tie stays.
    let square = |x: f32| [[x, 0., 0.], [x, 0., 2.], [x + 2., 0., 2.], [x + 2., 0., 0.]];
    let bow = [[20., 0., 0.], [22., 0., 2.], [22., 0., 0.], [20., 0., 2.]];
    let corners: Vec<[f32; 3]> = [square(0.), square(0.), bow].concat();
    let mesh = mesh_of(&corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11]]);
    let (folder, file) =
        Folder::with("in.ron", &io::ron::write(&Document::of_mesh(mesh)).expect("it is small"));
    let out = folder.path("out.ron").display().to_string();
    let report = run(&["repair", &file, "-o", &out, "--steps", "weld,overlaps", "--json"]).json();
    assert_eq!(report["errors"][0]["issues"][0]["message"], "Cell 1 crosses itself");
    let found = run(&["validate", &out, "--json"]).json();
    let kinds = found["files"][0]["kinds"].as_array().expect("kinds");
    let kind = kinds.iter().find(|kind| kind["kind"] == "self_crossing").expect("it is left");
    assert_eq!(kind["issues"][0]["cells"], serde_json::json!([1]));
}

#[test]
fn errors_that_are_left_name_their_cells() {
    let mesh = cut_that_ends_on_an_edge(true);
    let text = io::ron::write(&Document::of_mesh(mesh)).expect("it is small");
    let (folder, file) = Folder::with("in.ron", &text);
    let out = folder.path("out.ron").display().to_string();
    let ran = run(&["repair", &file, "-o", &out, "--steps", "overlaps"]).out;
    let line =
        "Vertex 14 lies on edge 12–13 of cells 6 and 7 at (22.000, 0.000, 2.000): no step that ran fixes it";
    assert!(ran.contains(line), "{ran}");
    let report = run(&["repair", &file, "-o", &out, "--force", "--steps", "overlaps", "--json"]).json();
    let kinds = report["errors"].as_array().expect("kinds");
    let of_kind = |name: &str| {
        let kind = kinds.iter().find(|kind| kind["kind"] == name).expect("it is left");
        kind["issues"][0]["cells"].clone()
    };
    assert_eq!(of_kind("t_junction"), serde_json::json!([6, 7]), "{report}");
    assert_eq!(of_kind("self_crossing"), serde_json::json!([8]), "{report}");
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
