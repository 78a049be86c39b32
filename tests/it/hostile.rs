//! Hostile files and broken meshes.
//!
//! Work and memory stay proportional to the size of the input. Truncated results are reported as truncated.

use allocation_counter::measure;
use glam::Vec3;
use navsmith_core::baked::{self, BakedMesh};
use navsmith_core::geometry::{SplitMix64, ground, interiors_overlap};
use navsmith_core::navmesh::edit::{Refusal, delete_cells, split_edge, storable};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Changes, Derived, Draft, Edge, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::clearance::gaps::WallClearances;
use navsmith_core::pathfinding::analysis::clearance::portals::clear_widths;
use navsmith_core::pathfinding::analysis::clearance::widest::widest;
use navsmith_core::pathfinding::analysis::distance_field::distance_field;
use navsmith_core::pathfinding::analysis::island_gaps::{gap_budget, gap_routes};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::progress::Progress;
use navsmith_formats::check::{Issue, IssueKind, Issues, MOST_LISTED};
use navsmith_formats::io::ron;

use crate::support::memory::most_bytes;

/// Builds a mesh of triangles that share no vertices.
pub(crate) fn soup(triangles: impl IntoIterator<Item = [[f32; 3]; 3]>) -> NavMesh {
    let corners: Vec<Vec3> = triangles.into_iter().flatten().map(Vec3::from).collect();
    let cell = |first: usize| Cell::new([0, 1, 2].map(|nth| VertexId((first * 3 + nth) as u32)), AreaId(0));
    NavMesh::from_parts(corners.iter().copied(), (0..corners.len() / 3).map(cell)).expect("a mesh")
}

/// Returns a triangle that overlaps the triangles of all other indices.
pub(crate) fn stacked(i: usize) -> [[f32; 3]; 3] {
    [[-100.0 - i as f32, 0.0, 0.0], [0.0, 0.0, 100.0], [100.0, 0.0, -1.0]]
}

/// Builds the sample courtyard with one corner dragged across its cells.
fn crossed_courtyard() -> NavMesh {
    let document = ron::read(include_str!("../../assets/courtyard.ron")).expect("a sample");
    let dragged = document.mesh.vertices().find(|(_, at)| (at.x, at.z) == (6.0, 13.0)).expect("a corner").0;
    let mut draft = Draft::of(document.mesh);
    draft.move_vertex(dragged, Vec3::new(6.0, 0.0, 2.5));
    draft.into_mesh()
}

#[test]
fn searches_end_on_cells_that_cross_themselves() {
    let mesh = crossed_courtyard();
    let derived = Derived::build(&mesh);
    let issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.iter().any(|issue| issue.kind == IssueKind::SelfCrossing), "or else it proves nothing");
    let (agent, filter) = (Agent { radius: 0.4, ..Agent::default() }, Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let gaps = WallClearances::build(&walkable, &Progress::none()).expect("not stopped");
    assert!(!gaps.is_cut_short() && gaps.all().len() < 1000, "{} gaps", gaps.all().len());
    assert!(
        clear_widths(&walkable, &Progress::none()).is_ok_and(|all| !all.is_empty()),
        "portals are measured"
    );
    let places = random_points(&walkable, 1, 20);
    for pair in places.windows(2) {
        let _ = widest(&walkable, &gaps, &pair[0], &pair[1], &Progress::none());
        let memory = measure(|| {
            let _ = distance_field(&walkable, &pair[0], usize::MAX, &Progress::none());
        });
        assert!(memory.bytes_max < most_bytes(10_000), "{} bytes", memory.bytes_max);
    }
}

#[test]
fn a_distance_field_whose_distances_are_rounded_away_takes_memory_in_proportion() {
    // Coordinates of all magnitudes make distances differ by less than their rounding, so few windows are dropped.
    const ACROSS: u32 = 32;
    let mut chance = SplitMix64(7);
    let mut place = |i: u32| {
        let mut unit = || chance.unit() as f32;
        let size = if unit() < 0.2 { 10.0_f32.powf(unit() * 70.0 - 35.0) } else { 3.0 };
        let [x, z] = [i % ACROSS, i / ACROSS].map(|at| at as f32 + (unit() - 0.5) * size);
        Vec3::new(x, 0.0, z)
    };
    let places: Vec<Vec3> = (0..ACROSS * ACROSS).map(&mut place).collect();
    let corners = (0..ACROSS * (ACROSS - 1)).filter(|i| i % ACROSS != ACROSS - 1);
    let cells = corners.flat_map(|i| {
        [[i, i + ACROSS, i + ACROSS + 1], [i, i + ACROSS + 1, i + 1]]
            .map(|ring| Cell::new(ring.map(VertexId), AreaId(0)))
    });
    let mesh = NavMesh::from_parts(places, cells).expect("a mesh");
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let place = random_points(&walkable, 1, 1).remove(0);
    let memory = measure(|| {
        let _ = distance_field(&walkable, &place, usize::MAX, &Progress::none());
    });
    assert!(memory.bytes_max < most_bytes(40_000), "{} bytes", memory.bytes_max);
}

#[test]
fn a_field_of_overlapping_cells_is_listed_as_far_as_its_size_justifies() {
    let overlapping = |i: usize| {
        let by = i as f32 * 0.01;
        [[-100.0 - by, 0.0, 0.0], [0.0, 0.0, 100.0 + by], [100.0, 0.0, -by]]
    };
    let mesh = soup((0..1000).map(overlapping));
    let derived = Derived::build(&mesh);
    let mut issues = Issues::default();
    let memory = measure(|| issues = Issues::build(&mesh, &derived, 0.05));
    let overlaps = issues.iter().filter(|issue| issue.kind == IssueKind::Overlap).count();
    assert!((1000..=MOST_LISTED).contains(&overlaps), "{overlaps} overlaps");
    assert!(memory.bytes_max < most_bytes(36_000), "{} bytes", memory.bytes_max);
    let stopped: Vec<String> = issues.stopped().collect();
    let found = stopped.iter().find_map(|why| {
        why.strip_prefix("and more: the search for overlapping cells stopped after ")?.parse::<usize>().ok()
    });
    assert!(found.is_some_and(|found| found >= overlaps), "{stopped:?}");
}

#[test]
fn cut_short_issues_follow_an_edit_within_the_same_limits() {
    let mesh = soup((0..400).map(|i| [[-100.0 - i as f32, 0.0, 0.0], [0.0, 0.0, 100.0], [100.0, 0.0, -1.0]]));
    let mut derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.stopped().count() > 0, "or else it proves nothing");
    let mut draft = Draft::of(mesh);
    draft.move_vertex(VertexId(0), Vec3::new(-150.0, 0.0, 1.0));
    let moved = draft.into_mesh();
    let changes = derived.update(&moved);
    let memory = measure(|| {
        issues.update(&moved, &derived, &changes);
    });
    assert!(memory.bytes_max < most_bytes(14_400), "{} bytes", memory.bytes_max);
    let others = |issues: &Issues| -> Vec<Issue> {
        issues.iter().filter(|issue| issue.kind != IssueKind::Overlap).cloned().collect()
    };
    assert_eq!(others(&issues), others(&Issues::build(&moved, &derived, 0.05)), "complete searches");
    let stopped: Vec<String> = issues.stopped().collect();
    let found = stopped.iter().find_map(|why| {
        why.strip_prefix("and more: the search for overlapping cells stopped after ")?.parse::<usize>().ok()
    });
    let overlaps = || issues.iter().filter(|issue| issue.kind == IssueKind::Overlap);
    assert!(found.is_some_and(|found| found > 1000 && found >= overlaps().count()), "{stopped:?}");
    for issue in overlaps() {
        let rings = [0, 1].map(|nth| moved.ground_ring(issue.cells[nth]));
        assert!(interiors_overlap(&rings[0], &rings[1]), "a listed issue exists: {issue:?}");
    }
    let of_moved =
        overlaps().filter(|issue| issue.cells.contains(&navsmith_core::navmesh::CellId(0))).count();
    assert_eq!(of_moved, 399, "all issues of the edited cell are known");
}

#[test]
fn a_stopped_search_is_repeated_once_much_of_the_mesh_was_edited() {
    let mut mesh = soup((0..400).map(stacked));
    let mut derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.may_lack_errors(), "or else it proves nothing");
    for cell in (0..400).map(navsmith_core::navmesh::CellId) {
        let mut draft = Draft::of(mesh);
        draft.remove_cell(cell);
        mesh = draft.into_mesh();
        let changes = derived.update(&mesh);
        issues.update(&mesh, &derived, &changes);
        if mesh.cell_count() == 50 {
            break;
        }
    }
    assert!(!issues.may_lack_errors(), "{:?}", issues.stopped().collect::<Vec<_>>());
    assert_eq!(issues, Issues::build(&mesh, &derived, 0.05), "as found from nothing");
}

#[test]
fn one_cell_far_away_does_not_make_the_search_for_boundary_gaps_quadratic() {
    let row = (0..3000).map(|i| i as f32).flat_map(|x| {
        let [a, b, c, d] = [[x, 0.0, 0.0], [x, 0.0, 1.0], [x + 1.0, 0.0, 1.0], [x + 1.0, 0.0, 0.0]];
        [[a, b, d], [d, b, c]]
    });
    let far = [[1e30, 0.0, 0.0], [1e30, 0.0, 1e30], [2e30, 0.0, 0.0]];
    let mesh = soup(row.chain([far]));
    let issues = Issues::build(&mesh, &Derived::build(&mesh), 0.05);
    let stopped: Vec<String> =
        issues.stopped().filter(|description| description.contains("overlapping")).collect();
    assert!(stopped.is_empty(), "{stopped:?}");
    assert!(
        issues.iter().any(|issue| matches!(issue.kind, IssueKind::BoundaryGap(_))),
        "unwelded corners meet"
    );
}

#[test]
fn boundary_gaps_are_relative_to_the_edges_of_the_mesh() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 3000, seed: 5 }.mesh();
    let count = |mesh: &NavMesh| {
        let issues = Issues::build(mesh, &Derived::build(mesh), 0.05);
        assert_eq!(issues.stopped().count(), 0, "it ends");
        issues.len()
    };
    let mut draft = Draft::of(mesh.clone());
    for (vertex, at) in mesh.vertices() {
        draft.move_vertex(vertex, at / 1000.0);
    }
    let small = draft.into_mesh();
    // With a fixed tolerance of 5 cm, every corner of a room would almost meet hundreds of others.
    assert!(count(&small) < 100, "{} issues at scale 1/1000", count(&small));
}

#[test]
fn an_edit_beside_many_islands_copies_few_of_them() {
    let triangle = |i: usize| {
        let x = i as f32 * 2.0;
        [[x, 0.0, 0.0], [x, 0.0, 1.0], [x + 1.0, 0.0, 0.0]]
    };
    let mesh = soup((0..20_000).map(triangle));
    let before = Derived::build(&mesh);
    let mut draft = Draft::new(mesh, before.adjacency.clone());
    delete_cells(&mut draft, &[CellId(7)]).expect("it exists");
    let after = draft.into_mesh();
    let mut derived = before.clone();
    let memory = measure(|| {
        derived = before.clone();
        derived.update(&after);
    });
    assert!(memory.bytes_total < 300_000, "{} bytes", memory.bytes_total);
    assert_eq!((derived.islands.len(), derived.islands == Derived::build(&after).islands), (19_999, true));
}

#[test]
fn no_edit_makes_a_cell_with_more_corners_than_files_store() {
    let most = Cell::MOST_CORNERS as u32;
    let corner = |i: u32| {
        let at = i as f32 - most as f32 * 0.5;
        Vec3::new(at, 0.0, at * at)
    };
    let ring = (0..most).rev().map(VertexId);
    let mesh = NavMesh::from_parts((0..most).map(corner), [Cell::new(ring, AreaId(0))]).expect("a mesh");
    let mut draft = Draft::of(mesh);
    assert_eq!(storable(&draft), Ok(()));
    split_edge(&mut draft, Edge::new(VertexId(7), VertexId(8)), 0.5).expect("an edge");
    assert_eq!(storable(&draft), Err(Refusal::TooManyCorners(CellId(0))));
    delete_cells(&mut draft, &[CellId(0)]).expect("it exists");
    assert_eq!(storable(&draft), Ok(()), "it is gone");
}

#[test]
fn gaps_between_touching_islands_take_memory_in_proportion() {
    let fan = |i: usize| [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0 + i as f32 * 1e-3, 0.0, 0.5]];
    let mesh = soup((0..1500).map(fan));
    let derived = Derived::build(&mesh);
    let islands = [0, 1].map(|nth| derived.islands.of(CellId(nth * 700)).expect("an island"));
    let mut budget = gap_budget(&mesh);
    let memory = measure(|| {
        let (filter, none) = (Filter::default(), Progress::none());
        let _ = gap_routes(&mesh, &derived, &filter, islands, 1, &mut budget, &none);
    });
    assert!(budget.is_exhausted(), "it takes more work than its size justifies");
    assert!(memory.bytes_max < most_bytes(54_000), "{} bytes", memory.bytes_max);
}

#[test]
fn an_edit_that_leaves_the_mesh_alone_searches_for_no_issues_again() {
    let triangle = |i: usize| {
        let x = i as f32 * 0.001;
        [[x, 0.0, 0.0], [x, 0.0, 10.0], [x + 10.0, 0.0, 10.0]]
    };
    let mesh = soup((0..3_000).map(triangle));
    let derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.stopped().count() > 0, "or else it proves nothing");
    let before = issues.len();
    let memory = measure(|| {
        issues.update(&mesh, &derived, &Changes::default());
    });
    assert!(memory.bytes_total < 10_000, "{} bytes", memory.bytes_total);
    assert_eq!(issues.len(), before, "the same issues");
}

#[test]
fn counts_of_a_baked_mesh_allocate_nothing_before_they_are_checked() {
    let mut bytes = baked::write(&BakedMesh::default()).expect("an empty mesh");
    for count in bytes[12..36].as_chunks_mut::<4>().0 {
        *count = (u32::MAX / 64).to_le_bytes();
    }
    let sum = baked::checksum(&bytes).to_le_bytes();
    let end = bytes.len() - sum.len();
    bytes[end..].copy_from_slice(&sum);
    let memory = measure(|| assert!(baked::read(&bytes).is_err(), "the elements are missing"));
    assert_eq!(memory.count_total, 0, "{} bytes", memory.bytes_total);
}

#[test]
fn a_baked_cell_with_many_corners_takes_linear_time() {
    // A comparison of all pairs of corners would take minutes.
    let count = baked::MOST_CORNERS as u32;
    let places = (0..count).map(|i| Vec3::new(i as f32, 0.0, (i * i) as f32));
    let cells = (0..2_000).map(|_| Cell::new((0..count).map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(places, cells).expect("a mesh");
    let bytes = baked::write(&BakedMesh { mesh, areas: Vec::new() }).expect("a valid mesh");
    assert_eq!(baked::read(&bytes).expect("just written").mesh.cell_count(), 2_000);
}

#[test]
fn a_cell_of_very_many_corners_is_judged_in_linear_memory_and_no_more_than_near_linear_work() {
    let corner = |i: u32| {
        let angle = i as f32 / 20_000.0 * std::f32::consts::TAU;
        Vec3::new(angle.cos(), 0.0, -angle.sin()) * if i.is_multiple_of(2) { 100.0 } else { 99.0 }
    };
    let cell = Cell::new((0..20_000).map(VertexId), AreaId(0));
    let mesh = NavMesh::from_parts((0..20_000).map(corner), [cell]).expect("a mesh");
    let ring = mesh.ground_ring(navsmith_core::navmesh::CellId(0));
    assert_eq!(navsmith_core::geometry::shape(&ring), navsmith_core::geometry::Shape::Concave, "a star");
    assert_eq!(ground(mesh.position(VertexId(0))).x, 100.0, "as made");
}
