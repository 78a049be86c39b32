//! Hostile files and broken meshes.
//!
//! Work and memory stay proportional to the size of the input. Truncated results are reported as truncated.

use allocation_counter::measure;
use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::effect::Effect;
use navsmith_core::baked::{self, BakedMesh};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{SplitMix64, ground, interiors_overlap};
use navsmith_core::navmesh::edit::{Refusal, delete_cells, split_edge, storable};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{
    AreaId, Cell, CellId, Changes, Derived, Draft, Edge, Link, NavMesh, VertexId, WeldOptions,
};
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
use navsmith_formats::document::{Area, Document, NamedQuery};
use navsmith_formats::io::gltf::{self, GltfError};
use navsmith_formats::io::recovery::{Recovery, read_kept};
use navsmith_formats::io::{self, polyanya, ron};
use serde_json::{Value, json};

use crate::support::memory::most_bytes;

/// Builds a mesh of triangles that share no vertices.
fn soup(triangles: impl IntoIterator<Item = [[f32; 3]; 3]>) -> NavMesh {
    let corners: Vec<Vec3> = triangles.into_iter().flatten().map(Vec3::from).collect();
    let cell = |first: usize| Cell::new([0, 1, 2].map(|nth| VertexId((first * 3 + nth) as u32)), AreaId(0));
    NavMesh::from_parts(corners.iter().copied(), (0..corners.len() / 3).map(cell)).expect("a mesh")
}

/// Returns a triangle that overlaps the triangles of all other indices.
fn stacked(i: usize) -> [[f32; 3]; 3] {
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
fn links_on_overlapping_cells_take_memory_in_proportion() {
    let (from, to) = ([Vec3::Z, Vec3::X + Vec3::Z], [Vec3::Z * 3.0, Vec3::Z * 4.0]);
    let link = Link { from, to, is_one_way: false, cost: 1.0 };
    let mesh = soup((0..3000).map(stacked)).with_links(vec![link; 3000]).expect("a mesh");
    let memory = measure(|| drop(Derived::build(&mesh)));
    assert!(memory.bytes_max < most_bytes(250_000), "{} bytes", memory.bytes_max);
}

/// Step along the rows of [`two_clusters`] in metres.
///
/// [`APART`] is the distance between the rows in metres.
const STEP: f32 = 1.0 / 64.0;
const APART: f32 = 600.0;

/// Returns two distant rows of small triangles, so that many cells share a grid square.
fn two_clusters(count: usize) -> impl Iterator<Item = [[f32; 3]; 3]> {
    (0..count).map(|i| {
        let (x, z) = ((i / 2) as f32 * STEP, (i % 2) as f32 * APART);
        [[x, 0.0, z], [x, 0.0, z + STEP], [x + STEP, 0.0, z]]
    })
}

#[test]
fn links_on_clustered_cells_are_all_attached_within_the_budget() {
    let count = 4000;
    // Positions on the cells, then beside them.
    for beside in [0.25 * STEP, -0.2] {
        let place = |i: usize, row: f32| Vec3::new(((i / 2) as f32 + 0.25) * STEP, 0.0, row + beside);
        let links = (0..count).map(|i| Link::between(place(i, 0.0), place(i, APART)));
        let mesh = soup(two_clusters(count)).with_links(links).expect("sound links");
        let derived = Derived::build(&mesh);
        assert!(!derived.links.is_cut_short(), "within the budget");
        for (id, _) in mesh.links() {
            let ends = derived.links.ends(id).expect("a link").each_ref();
            let cells = ends.map(|end| end.anchors().iter().map(|anchor| anchor.cell.0).collect::<Vec<_>>());
            let near = id.0 / 2 * 2;
            assert_eq!(cells, [vec![near], vec![near + 1]], "link {}, {beside} m beside", id.0);
        }
    }
}

#[test]
fn too_many_links_on_too_many_cells_stop_the_search_and_are_reported() {
    let link = Link::between(Vec3::Z, Vec3::Z * 40.0);
    let mesh = soup((0..12_000).map(stacked)).with_links(vec![link; 12_000]).expect("sound links");
    let derived = Derived::build(&mesh);
    assert!(derived.links.is_cut_short(), "quadratic");
    let ids = || mesh.links().map(|(id, _)| id);
    let failed = ids().filter(|&id| derived.links.failure(id).is_some()).count();
    assert!((1..12_000).contains(&failed), "{failed} of all without cells");
    let why = ids().find_map(|id| derived.links.failure(id)).expect("one failed").1.to_string();
    assert!(why.contains("stopped") && why.contains("remove some"), "{why}");
    let issues = Issues::build(&mesh, &derived, 0.05);
    let stopped: Vec<String> =
        issues.stopped().filter(|description| description.contains("unattached")).collect();
    assert_eq!(stopped.len(), 1, "it is reported: {stopped:?}");
    let mut updated = derived.clone();
    let mut draft = Draft::of(mesh);
    for id in (1..12_000).map(navsmith_core::navmesh::LinkId) {
        draft.remove_link(id);
    }
    let mesh = draft.into_mesh();
    updated.update(&mesh);
    assert!(!updated.links.is_cut_short(), "all are searched for again once it is possible");
    assert_eq!(updated.links, Derived::build(&mesh).links, "as built");
}

#[test]
fn a_link_on_more_cells_than_it_is_attached_to_is_an_issue() {
    let link = Link::between(Vec3::Z, Vec3::Z * 40.0);
    for (count, is_crowded) in [(64, false), (65, true), (2000, true)] {
        let mesh = soup((0..count).map(stacked)).with_links([link]).expect("sound links");
        let derived = Derived::build(&mesh);
        let id = navsmith_core::navmesh::LinkId(0);
        let end = &derived.links.ends(id).expect("a link")[0];
        assert_eq!((end.anchors().len(), end.is_partial()), (64, is_crowded), "{count} cells");
        let numbers: Vec<u32> = end.anchors().iter().map(|anchor| anchor.cell.0).collect();
        assert_eq!(numbers, (0..64).collect::<Vec<u32>>(), "the smallest numbers");
        let issues = Issues::build(&mesh, &derived, 0.05);
        let issue = issues.of_link(id);
        assert_eq!(issue.is_some(), is_crowded, "{count} cells");
        if let Some(issue) = issue {
            assert_eq!(issue.headline(), "Link 0 lies on too many cells at its beginning");
            assert!(issue.describe().contains("the 64 with the smallest numbers"), "{}", issue.describe());
        }
    }
}

#[test]
fn a_crowded_link_is_none_any_more_once_a_cell_that_it_is_not_attached_to_is_removed() {
    let link = Link::between(Vec3::Z, Vec3::Z * 40.0);
    let mesh = soup((0..65).map(stacked)).with_links([link]).expect("sound links");
    let (mut derived, id) = (Derived::build(&mesh), navsmith_core::navmesh::LinkId(0));
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.of_link(id).is_some(), "65 cells");
    let mut draft = Draft::of(mesh);
    draft.remove_cell(navsmith_core::navmesh::CellId(64));
    let mesh = draft.into_mesh();
    let changes = derived.update(&mesh);
    assert!(derived.links == Derived::build(&mesh).links, "as built");
    issues.update(&mesh, &derived, &changes);
    assert!(issues.of_link(id).is_none(), "64 cells");
}

#[test]
fn a_link_lies_on_its_cells_wherever_they_are_among_many_whose_boxes_it_meets() {
    let count = 16_000;
    let rim = |i: usize| {
        let angle = i as f32 / count as f32 * std::f32::consts::FRAC_PI_2;
        [100.0 * angle.cos(), 0.0, 100.0 * angle.sin()]
    };
    let fan = soup((0..count).map(|i| [[0.0; 3], rim(i + 1), rim(i)]));
    // The span runs from the middle of one cell to the middle of another, 20 cells farther.
    let (first, last) = (count / 2 - 10, count / 2 + 10);
    let middle = |i: usize| (Vec3::from(rim(i)) + Vec3::from(rim(i + 1))) * 0.25;
    let span = [middle(first), middle(last)];
    let link = Link { from: span, ..Link::between(span[0], Vec3::new(-50.0, 0.0, -50.0)) };
    let mesh = fan.with_links([link]).expect("a sound link");
    let derived = Derived::build(&mesh);
    let end = &derived.links.ends(navsmith_core::navmesh::LinkId(0)).expect("a link")[0];
    let cells: Vec<u32> = end.anchors().iter().map(|anchor| anchor.cell.0).collect();
    let all: Vec<u32> = (first as u32..=last as u32).collect();
    assert_eq!((cells, end.is_partial()), (all, false), "the cells that it crosses, and no others");
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

fn gltf(members: &Value) -> Vec<u8> {
    let mut file = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36,
            "uri": "data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAAAA" }],
    });
    for (name, value) in members.as_object().expect("members") {
        file[name] = value.clone();
    }
    file.to_string().into_bytes()
}

/// Reads and imports a file; panics if it takes more memory than its size justifies.
#[track_caller]
fn imported(bytes: &[u8]) -> Result<(usize, Vec<String>), GltfError> {
    let mut outcome = None;
    let memory = measure(|| {
        outcome = Some(gltf::parse(bytes, None).and_then(|scene| {
            let everything: Vec<usize> = (0..scene.items.len()).collect();
            let imported = io::import(
                &scene,
                &everything,
                &io::Placement::default(),
                &WeldOptions { distance: 0.001, max_slope: None },
            )?;
            Ok((imported.document.mesh.cell_count(), scene.notes))
        }));
    });
    assert!(memory.bytes_max < most_bytes(bytes.len()), "{} bytes for {}", memory.bytes_max, bytes.len());
    outcome.expect("it was read")
}

#[test]
fn accessors_without_bytes_take_no_more_memory_than_the_file_justifies() {
    let zeros = vec![json!({ "componentType": 5126, "count": 65535, "type": "VEC3" }); 300];
    let primitives: Vec<Value> = (0..300).map(|i| json!({ "attributes": { "POSITION": i } })).collect();
    let file = gltf(&json!({ "accessors": zeros, "meshes": [{ "primitives": primitives }] }));
    let description = imported(&file).expect_err("a gigabyte of zeros").to_string();
    assert!(description.contains("repeat more data than a file of this size justifies"), "{description}");
}

#[test]
fn a_mesh_that_is_placed_without_end_is_refused_with_a_reason() {
    let nodes: Vec<Value> = (0..90_000).map(|i| json!({ "mesh": 0, "translation": [i, 0, 0] })).collect();
    let all: Vec<usize> = (0..nodes.len()).collect();
    let file = gltf(&json!({ "nodes": nodes, "scenes": [{ "nodes": all }] }));
    assert!(imported(&file).is_ok(), "each place takes room in the file");
    let strip = vec![json!({ "attributes": { "POSITION": 1 }, "mode": 5 }); 3];
    let accessors = json!([{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
        { "componentType": 5126, "count": 60000, "type": "VEC3" }]);
    let error = imported(&gltf(&json!({ "accessors": accessors, "meshes": [{ "primitives": strip }],
        "nodes": vec![json!({ "mesh": 0 }); 50], "scenes": [{ "nodes": (0..50).collect::<Vec<_>>() }] })))
    .expect_err("too much");
    let description = error.to_string();
    assert!(
        description.contains("than a file of this size justifies") && description.contains("choose fewer"),
        "{description}"
    );
}

#[test]
fn primitives_of_nothing_take_memory_in_proportion() {
    let mesh = format!("{{\"primitives\":[{}]}}", vec!["{}"; 199_000].join(","));
    let file = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"meshes\":[{}]}}", vec![mesh; 8].join(","));
    let (cells, notes) = imported(file.as_bytes()).expect("a glTF without triangles");
    assert_eq!(cells, 0, "nothing");
    assert!(notes.last().is_some_and(|last| last.contains("more notes like these")), "{notes:?}");
}

#[test]
fn a_required_extension_that_is_not_read_is_named() {
    let (cells, notes) = imported(&gltf(&json!({ "extensionsRequired": ["VENDOR_holes"] }))).expect("read");
    assert_eq!(cells, 1, "what can be read is read");
    assert!(notes.iter().any(|note| note.contains("VENDOR_holes")), "{notes:?}");
    let (_, notes) =
        imported(&gltf(&json!({ "extensionsRequired": ["KHR_texture_transform"] }))).expect("read");
    assert_eq!(notes, Vec::<String>::new(), "nothing to do with geometry");
}

#[test]
fn a_colour_that_is_none_does_not_make_a_file_unreadable() {
    for color in [json!("red"), json!([1, 2]), json!([1, 2, 3, "a"]), json!({}), json!([[0, 0, 0, 0]])] {
        let pbr = json!({ "pbrMetallicRoughness": { "baseColorFactor": color } });
        let (cells, notes) = imported(&gltf(&json!({ "materials": [pbr] }))).expect("read");
        assert_eq!(cells, 1, "{color}");
        assert!(notes.iter().any(|note| note.starts_with("materials[0]")), "{color}: {notes:?}");
    }
}

#[test]
fn an_empty_version_is_reported() {
    let error = imported(&gltf(&json!({ "asset": { "version": "" } }))).expect_err("no version");
    assert!(error.to_string().contains("(asset.version) is empty"), "{error}");
}

#[test]
fn text_formats_take_memory_in_proportion() {
    let vertices = "0 0 0\n".repeat(200_000);
    let cases = [
        format!("mesh\n2\n200000 0\n{vertices}"),
        format!("(version: 1, vertices: [{}], cells: [])", "(0,0,0),".repeat(200_000)),
        format!("(version: 1, vertices: [(0,0,0)], cells: [{}])", "(corners: []),".repeat(200_000)),
        format!("(version: 1, vertices: [], cells: [], links: [{}])", "(),".repeat(200_000)),
    ];
    for text in cases {
        let memory = measure(|| {
            if text.starts_with("mesh") {
                drop(polyanya::read(text.as_bytes()));
            } else {
                drop(ron::read(&text));
            }
        });
        let start = &text[..40];
        assert!(memory.bytes_max < most_bytes(text.len()), "{start}: {} bytes", memory.bytes_max);
    }
}

/// Returns a document whose queries take 1 KiB each but only a few bytes of text each.
fn with_costly_queries() -> String {
    let areas = "(name:\"a\",color:(0,0,0)),".repeat(256);
    let queries = "(name:\"q\",costs:[(area:255,cost:2)]),".repeat(200_000);
    format!("(version:1,areas:[{areas}],vertices:[],cells:[],queries:[{queries}])")
}

/// Runs a reader that must fail; the error must contain the line and a remedy.
///
/// Panics if the reader takes more memory than the size of the text justifies.
#[track_caller]
fn refused(text: &str, read: impl FnOnce() -> Result<(), String>) {
    let mut outcome = Ok(());
    let memory = measure(|| outcome = read());
    assert!(memory.bytes_max < most_bytes(text.len()), "{} bytes for {}", memory.bytes_max, text.len());
    let description = outcome.expect_err("too much");
    assert!(description.contains("line "), "it says where: {description}");
    assert!(
        description.contains("than a text of this size justifies; remove some"),
        "and what to do: {description}"
    );
}

#[test]
fn queries_whose_costs_take_more_than_the_text_justifies_are_refused() {
    let document = with_costly_queries();
    refused(&document, || ron::read(&document).map(drop).map_err(|why| why.to_string()));
    let text = format!("Reproduction(version:1,document:{document})");
    refused(&text, || ron::reproduction::read(&text).map(drop).map_err(|why| why.to_string()));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("level.ron");
    std::fs::write(&file, &document).expect("a file");
    refused(&document, || io::open(&file).map(drop).map_err(|why| why.to_string()));
}

#[test]
fn recovered_and_pasted_text_is_read_within_the_budget_of_its_size() {
    let mut dear = NamedQuery::default();
    dear.settings.filter.set_cost(AreaId(255), 2.0);
    let areas: Vec<Area> = vec![Area::default(); 256];
    let queries: Vec<NamedQuery> = vec![dear; 200_000];
    let document = Document { areas: areas.into(), queries: queries.into(), ..Document::default() };
    let folder = tempfile::tempdir().expect("a folder");
    let kept = Recovery::at(folder.path()).keep(None, &document, 0).expect("it is kept");
    let text = std::fs::read_to_string(&kept).expect("just written");
    refused(&text, || read_kept(&kept).map(drop).map_err(|why| why.to_string()));
    let pasted = with_costly_queries();
    let mut editor = Editor::new(Document::default());
    refused(&pasted, || {
        editor.handle(Input::Pasted(pasted.clone()));
        let said = editor.take_effects().into_iter().find_map(|effect| match effect {
            Effect::Say(message) => Some(message.text),
            _ => None,
        });
        said.map_or(Ok(()), Err)
    });
}

#[test]
fn every_text_reader_stops_at_its_budget_and_says_where() {
    let many = 600_000;
    let polyanya_vertices = format!("mesh\n2\n{many} 0\n{}", "0 0 0\n".repeat(many));
    let polyanya_cells =
        format!("mesh\n2\n3 {many}\n{}{}", "0 0 0\n".repeat(3), "3 0 1 2 -1 -1 -1\n".repeat(many));
    for (text, list) in [(polyanya_vertices, "vertices"), (polyanya_cells, "cells")] {
        let mut budget = Budget::of_file(0);
        let memory = measure(|| {
            let description = polyanya::read_within(text.as_bytes(), &mut budget)
                .map(drop)
                .expect_err("too much")
                .to_string();
            assert!(
                description.contains(&format!("the {list} up to here take more memory")),
                "{description}"
            );
        });
        assert!(budget.is_exhausted() && memory.bytes_max < most_bytes(0), "{} bytes", memory.bytes_max);
    }
    let many = 1_200_000;
    for (list, element) in [
        ("vertices", "(0,0,0),"),
        ("cells", "(corners:[]),"),
        ("links", "(from:[],to:[]),"),
        ("areas", "(name:\"\",color:(0,0,0)),"),
        ("queries", "(name:\"\"),"),
    ] {
        let before = match list {
            "vertices" => "",
            "cells" => "vertices:[],",
            _ => "vertices:[],cells:[],",
        };
        let text = format!("(version:1,{before}{list}:[{}])", element.repeat(many));
        let mut budget = Budget::of_file(0);
        let memory = measure(|| {
            let read = ron::read_within(&text, &mut budget, &Progress::none()).expect("not stopped");
            let description = read.map(drop).expect_err("too much").to_string();
            assert!(
                description.contains(&format!("the {list} up to here take more memory")),
                "{description}"
            );
        });
        assert!(budget.is_exhausted() && memory.bytes_max < most_bytes(0), "{list}: {}", memory.bytes_max);
    }
}

/// Reads a file of level geometry; panics if it takes more memory than its size justifies.
#[track_caller]
fn opened(name: &str, bytes: &[u8]) -> Result<(), String> {
    let mut outcome = None;
    let memory = measure(|| {
        let stamp = io::file::Stamp::of(bytes);
        outcome = Some(io::open_bytes((std::path::Path::new(name), stamp), bytes).map(|_| ()));
    });
    assert!(memory.bytes_max < most_bytes(bytes.len()), "{} bytes for {}", memory.bytes_max, bytes.len());
    outcome.expect("it was read").map_err(|why| why.to_string())
}

#[test]
fn sizes_that_a_ply_or_an_stl_only_states_take_no_memory_and_no_time() {
    let ply = |format: &str, elements: &str, body: &[u8]| {
        let header = format!("ply\nformat {format} 1.0\n{elements}end_header\n");
        opened("a.ply", &[header.as_bytes(), body].concat())
    };
    let xyz = "property float x\nproperty float y\nproperty float z\n";
    let many = format!("element vertex {}\n{xyz}", u64::MAX);
    let cut_short = "x of vertex 0 should be; it is cut short, so copy it again";
    for format in ["ascii", "binary_little_endian", "binary_big_endian"] {
        let why = ply(format, &many, b"").expect_err("refused");
        assert!(why.contains(cut_short), "{why}");
        let why = ply(format, &format!("element other {}\n", u64::MAX), b"");
        assert_eq!(why, Ok(()), "rows without properties take nothing");
        let face = "element face 4294967295\nproperty list uint uint vertex_indices\n";
        let body: &[u8] = if format == "ascii" { b"4294967295 1" } else { &[0xff; 64] };
        let why = ply(format, &format!("element vertex 0\n{xyz}{face}"), body).expect_err("refused");
        assert!(why.contains("vertex_indices of face 0 has 4294967295 items"), "{why}");
        let empty = "element vertex 0\n".to_owned()
            + xyz
            + "element face 1000000\n"
            + "property list uchar int vertex_indices\n";
        let body = if format == "ascii" { b"0 ".repeat(1_000_000) } else { vec![0; 1_000_000] };
        assert_eq!(ply(format, &empty, &body), Ok(()), "faces without corners");
    }
    let stl = [&[0; 80][..], &u32::MAX.to_le_bytes(), &[0; 50]].concat();
    let why = opened("a.stl", &stl).expect_err("refused");
    assert!(why.contains("states 4294967295 triangles, but the file has 1 triangle"), "{why}");
    let why = opened("a.stl", "solid a facet\n".repeat(1_000_000).as_bytes()).expect_err("refused");
    assert!(why.contains("there are over 100000 solids"), "{why}");
}
